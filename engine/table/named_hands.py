"""The user's own ranges that the texts of a table name. They are saved with the table, so that it means the same
everywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.cards import TextError
from engine.games import GAMES
from engine.ranges.holdem import parse_range
from engine.ranges.names import find_name, unquoted
from engine.ranges.razz_text import MAX_PRESET_NAME, parse_razz, read_name
from engine.scenario import RangeName, Scenario


def with_names(scenario: Scenario, ranges: Sequence[RangeName]) -> Scenario:
    """Return the scenario with exactly those named ranges that its texts use, from its own names and from ``ranges``.

    A name that the table already has keeps its meaning, and one of ``ranges`` comes before a preset. A razz seat whose
    text is the name of one of ``ranges`` gets the range's text instead. If a longer name begins with it, it must be in
    quotes for that.
    """
    if not GAMES[scenario.game].hands_are_combos:
        same_game = [named for named in ranges if named.game == scenario.game]
        seats = (replace(seat, cards=_written_out(seat.cards, same_game)) for seat in scenario.seats)
        return replace(scenario, seats=tuple(seats)) if same_game else scenario
    known = {(name.name, name.text): name for name in _used(scenario, (*scenario.names, *ranges))}
    return replace(scenario, names=tuple(known.values()))


def _written_out(cards: str, own: Sequence[RangeName]) -> str:
    """Return the text of the range that a razz seat names, or its cards unchanged if they name none.

    A name that is only the beginning of a longer one is left unchanged, and so are cards that can be read as a hand.
    """
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
    """Yield those of ``ranges`` that the texts of the scenario name."""
    for text in (*(seat.cards for seat in scenario.seats), *(part.cards for part in scenario.subranges)):
        if not text.strip() or not _may_name(text, scenario):
            continue
        try:
            named = parse_range(text, scenario.dialect, None, ranges).named
        except TextError:
            continue
        yield from (RangeName(unquoted(piece), name.text) for piece, name in named if name in ranges)


def _may_name(text: str, scenario: Scenario) -> bool:
    """Return True if a text may name a range. Most texts do not, and then the library need not be searched."""
    try:
        return '"' in text or bool(parse_range(text, scenario.dialect).named)
    except TextError:
        return True
