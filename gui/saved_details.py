"""Details out of a saved result, which anybody may have edited and an older version may have written: those that cannot
be read are left out, and pages that want them have them computed anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import Game, Snapshot
from gui.flop_spread import flop_spreads
from gui.grids import dead_grid, meeting_grid, next_rank_grid, path_grid, starting_grid
from gui.hand_equities import hand_equities
from gui.next_cards import board_table, next_tables
from gui.outcomes import exact_lows, meetings
from gui.starting_pairs import dead_cards, path_steps, starting_chart
from gui.wants import Found

TEXTS = frozenset({"rank", "down", "up", "card", "flop", "classes"})
"""Under these keys stand texts; all else are numbers, or nothing."""
Reader = Callable[[Found], None]
UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a value of another form ends in."""


def readable(snapshot: Snapshot) -> Snapshot:
    """Return a saved result with those of its details that the pages can show."""
    readers = READERS[snapshot.scenario.game]
    details = {
        name: value
        for name, value in snapshot.details.items()
        if name in readers and _reads(*readers[name], Found(value, snapshot, False))
    }
    return replace(snapshot, details=details)


def _reads(form: type, reader: Reader, found: Found) -> bool:
    try:
        reader(found)
    except UNREADABLE:
        return False
    return isinstance(found.value, form) and _has_numbers(found.value)


def _has_numbers(value: Any, key: object = None) -> bool:
    """Say whether numbers stand where numbers belong."""
    if isinstance(value, dict):
        return all(_has_numbers(item, name) for name, item in value.items())
    if isinstance(value, list):
        return all(_has_numbers(item, key) for item in value)
    return isinstance(value, str) if key in TEXTS else value is None or isinstance(value, int | float)


def _matrix(found: Found) -> None:
    for seat, result in enumerate(found.snapshot.seats):
        if result.estimate is not None and hand_equities(found, seat) is None:
            raise ValueError("a seat without equities")


def _cards(found: Found) -> None:
    if board_table(found.value, found.snapshot, None) is None:
        raise ValueError("no cards")


def _flops(found: Found) -> None:
    if not flop_spreads(found):
        raise ValueError("no spreads")


def _next_ranks(found: Found) -> None:
    for table in next_tables(found.value, found.snapshot):
        next_rank_grid(table)
        if not table.cards:
            raise ValueError("no cards")


def _lows(found: Found) -> None:
    for low in exact_lows(found).hands:
        sum(low.shares)


def _meetings(found: Found) -> None:
    for meeting in meetings(found):
        meeting_grid(meeting)


def _path(found: Found) -> None:
    path_grid(path_steps(found.value), [seat.name for seat in found.snapshot.active])


def _dead(found: Found) -> None:
    dead_grid(dead_cards(found.value), found.snapshot.seats[found.value["seat"]].name)


def _starting(found: Found) -> None:
    starting_grid(starting_chart(found.value, found.snapshot))


READERS: Mapping[Game, Mapping[str, tuple[type, Reader]]] = {
    "holdem": {"matrix": (list, _matrix), "next_card": (list, _cards), "flops": (list, _flops)},
    "razz": {
        "outcomes": (list, _lows),
        "joint": (dict, _meetings),
        "next_card": (list, _next_ranks),
        "path": (list, _path),
        "sensitivity": (dict, _dead),
        "starting_hands": (dict, _starting),
    },
}
"""The form of each detail and how pages read it."""
