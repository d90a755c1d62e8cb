"""Who acts first in razz: the bring-in, and from fourth street the lowest board. Pure functions of the
scenario.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from engine.scenario import Scenario
from engine.table.slots import DOOR, RAZZ_SLOTS, RAZZ_UP, UNKNOWN, rank_of_token, seat_slot_texts

SUIT_ORDER = "cdhs"

Mark = Literal["bring-in", "acts first"]


def first_to_act(scenario: Scenario) -> tuple[Mark, tuple[int, ...]] | None:
    """Return what to mark and the seats concerned: several where suits that were not written would decide.

    Third street: the highest door card brings it in (ace low, ties by suit c < d < h < s). From fourth
    street: the lowest board of the seats still in, as far as all of them show. None outside razz and where
    too little is known.
    """
    if scenario.game != "razz":
        return None
    boards = {i: _up_ranks(scenario, i) for i, seat in enumerate(scenario.seats) if seat.plays}
    shown = min((len(board) for board in boards.values()), default=0)
    if len(boards) < 2 or not shown:
        return None
    if shown > 1:
        return "acts first", _lowest(boards, shown)
    return "bring-in", _bring_in(scenario)


def first_on(scenario: Scenario, street: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Return which of the seats is first on a street (0: third street, the bring-in) whatever came later.

    Several as above. Empty as long as one of them does not show its card of that street; on the last one there is none
    to show.
    """
    boards, shown = {i: _up_ranks(scenario, i) for i in seats}, min(street + 1, len(RAZZ_UP))
    if any(len(board) < shown for board in boards.values()):
        return ()
    return _lowest(boards, shown) if street else _bring_in(scenario)


def _lowest(boards: dict[int, list[int]], shown: int) -> tuple[int, ...]:
    """Return the seats with the lowest board of so many cards."""
    keys = {i: _board_key(board[:shown]) for i, board in boards.items()}
    lowest = min(keys.values(), default=None)
    return tuple(i for i, key in keys.items() if key == lowest)


def _up_ranks(scenario: Scenario, seat: int) -> list[int]:
    """Return the ranks of the up cards of a seat, in dealing order, as far as they are particular cards."""
    ranks: list[int] = []
    tokens = seat_slot_texts(scenario, seat) or (UNKNOWN,) * RAZZ_SLOTS
    for index in RAZZ_UP:
        rank = rank_of_token(tokens[index])
        if rank is None:
            break
        ranks.append(rank)
    return ranks


def _board_key(ranks: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Order boards of the same length by the low: pairs against, then the highest card first."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def _bring_in(scenario: Scenario) -> tuple[int, ...]:
    """Return the seats with the highest door card, folded ones too: it was posted before anybody folded."""
    doors = {i: ranks[0] for i in range(len(scenario.seats)) if (ranks := _up_ranks(scenario, i))}
    tied = tuple(i for i, rank in doors.items() if rank == max(doors.values()))
    suits = {i: suit for i in tied if (suit := _door_suit(scenario, i)) is not None}
    return (max(suits, key=suits.__getitem__),) if len(suits) == len(tied) else tied


def _door_suit(scenario: Scenario, seat: int) -> int | None:
    """Return the place of the door card's suit in :data:`SUIT_ORDER`, None where it is not written."""
    token = (seat_slot_texts(scenario, seat) or (UNKNOWN,) * RAZZ_SLOTS)[DOOR]
    return SUIT_ORDER.index(token[1]) if len(token) == 2 and token[1] in SUIT_ORDER else None
