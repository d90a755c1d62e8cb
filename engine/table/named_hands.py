"""The player's own ranges that the texts of a table name: kept with the table, so that it means the same everywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.cards import TextError
from engine.games import GAMES
from engine.ranges.holdem import parse_range
from engine.ranges.names import find_name, unquoted
from engine.ranges.razz_text import MAX_PRESET_NAME, parse_razz, read_name
from engine.scenario import RangeName, Scenario


def with_names(scenario: Scenario, ranges: Sequence[RangeName]) -> Scenario:
    """Return the scenario with those of its own names and of ``ranges`` that its texts use, each once, and no others.

    A name that the table has already keeps its meaning, and one of ``ranges`` comes before a preset. A razz seat that
    is the name of one of ``ranges`` gets its text, at once where no longer name begins with it, else in quotes.
    """
    if not GAMES[scenario.game].hands_are_combos:
        own = [named for named in ranges if named.game == scenario.game]
        seats = (replace(seat, cards=_written_out(seat.cards, own)) for seat in scenario.seats)
        return replace(scenario, seats=tuple(seats)) if own else scenario
    known = {(name.name, name.text): name for name in _used(scenario, (*scenario.names, *ranges))}
    return replace(scenario, names=tuple(known.values()))


def _written_out(cards: str, own: Sequence[RangeName]) -> str:
    """Return the text of the range whose name a razz seat is; its cards where they are none, or may be a preset."""
    name = cards.strip()
    match = find_name(name, own) if name and len(name) <= MAX_PRESET_NAME else None
    if match is None or any(named.name.lower().startswith(f"{name.lower()} ") for named in own):
        return cards
    try:
        parse_razz(name)
    except TextError:
        return match.named.text
    return match.named.text if read_name(name) else cards


def _used(scenario: Scenario, ranges: tuple[RangeName, ...]) -> Iterator[RangeName]:
    for text in (*(seat.cards for seat in scenario.seats), *(part.cards for part in scenario.subranges)):
        if not text.strip() or not _may_name(text, scenario):
            continue
        try:
            named = parse_range(text, scenario.dialect, None, ranges).named
        except TextError:
            continue
        yield from (RangeName(unquoted(piece), name.text) for piece, name in named if name in ranges)


def _may_name(text: str, scenario: Scenario) -> bool:
    """Return whether a text names something: most do not, and need not be held against a whole library."""
    try:
        return '"' in text or bool(parse_range(text, scenario.dialect).named)
    except TextError:
        return True
