"""The player's own ranges that the texts of a table name: kept with the table, so that it means the same everywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.cards import TextError
from engine.games import GAMES
from engine.ranges.holdem import parse_range
from engine.ranges.names import unquoted
from engine.scenario import RangeName, Scenario


def with_names(scenario: Scenario, ranges: Sequence[RangeName]) -> Scenario:
    """Return the scenario with those of its own names and of ``ranges`` that its texts use, each once, and no others.

    A name that the table has already keeps its meaning, and one of ``ranges`` comes before a preset.
    """
    if not GAMES[scenario.game].holdem_ranges:
        return scenario
    known = {(name.name, name.text): name for name in _used(scenario, (*scenario.names, *ranges))}
    return replace(scenario, names=tuple(known.values()))


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
        return bool(parse_range(text, scenario.dialect).named)
    except TextError:
        return True
