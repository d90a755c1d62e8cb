"""Who acts first in games in which the cards decide it; ``CARD_RULES`` has one row per game.

Razz: the highest door card brings it in (ace low, ties by suit c < d < h < s); from fourth street on the lowest board
of the seats still in is first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.scenario import Game, Scenario
from engine.table.slots import DOOR, UP_CARDS, Slot, rank_of_token, seen_tokens

SUIT_ORDER = "cdhs"

ActionLabel = Literal["bring-in", "acts first"]
Boards = Mapping[int, Sequence[int]]
"""The ranks of the up cards by seat."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """The seats that bring it in, and those that are first by so many up cards: several where suits that were not
    written would decide."""

    bring_in: Callable[[Scenario], tuple[int, ...]]
    by_board: Callable[[Boards, int], tuple[int, ...]]


def first_to_act(scenario: Scenario) -> tuple[ActionLabel, tuple[int, ...]] | None:
    """Return the mark and the seats concerned, several as above.

    From fourth street on that goes as far as all seats show. None if too little is known, as on third street without
    the door card of a seat that has folded, and in games in which the button decides.
    """
    order = CARD_RULES.get(scenario.game)
    if order is None:
        return None
    boards = {i: _up_ranks(scenario, i) for i, seat in enumerate(scenario.seats) if seat.plays}
    shown = min((len(board) for board in boards.values()), default=0)
    if len(boards) < 2 or not shown:
        return None
    if shown > 1:
        return "acts first", order.by_board(boards, shown)
    if any(seat.folded and not _up_ranks(scenario, i) for i, seat in enumerate(scenario.seats)):
        return None  # the door card of who has folded may have been the highest
    return "bring-in", order.bring_in(scenario)


def first_on(scenario: Scenario, street: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Return which of the seats is first on a street (0: third street, the bring-in) whatever came later.

    Several as above. Empty as long as one of them does not show its card of that street; on the last one there is none
    to show.
    """
    seats, order, shown = tuple(seats), CARD_RULES.get(scenario.game), _up_cards(street)
    if order is None or seats_without_card(scenario, street, seats):
        return ()
    return order.by_board({i: _up_ranks(scenario, i) for i in seats}, shown) if street else order.bring_in(scenario)


def seats_without_card(scenario: Scenario, street: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Return which of the seats do not show all their up cards of a street (0: third street)."""
    return tuple(i for i in seats if len(_up_ranks(scenario, i)) < _up_cards(street))


def _up_cards(street: int) -> int:
    return min(street + 1, len(UP_CARDS))


def _lowest(boards: Boards, shown: int) -> tuple[int, ...]:
    """Return the seats with the lowest board of so many cards."""
    keys = {i: board_key(board[:shown]) for i, board in boards.items()}
    lowest = min(keys.values(), default=None)
    return tuple(i for i, key in keys.items() if key == lowest)


def _up_ranks(scenario: Scenario, seat: int) -> list[int]:
    """Return the ranks of the up cards of a seat, in dealing order, as far as they are particular cards."""
    ranks: list[int] = []
    for token in seen_tokens(scenario, Slot("seat", seat))[UP_CARDS.start : UP_CARDS.stop]:
        rank = rank_of_token(token)
        if rank is None:
            break
        ranks.append(rank)
    return ranks


def board_key(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Order boards of the same length by the low: pairs against, then the highest card first."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def _bring_in(scenario: Scenario) -> tuple[int, ...]:
    """Return the seats with the highest door card, folded ones too: it was posted before anybody folded."""
    doors = {i: ranks[0] for i in range(len(scenario.seats)) if (ranks := _up_ranks(scenario, i))}
    tied = tuple(i for i, rank in doors.items() if rank == max(doors.values()))
    suits = {i: suit for i in tied if (suit := _door_suit(scenario, i)) is not None}
    return (max(suits, key=suits.__getitem__),) if suits and len(suits) == len(tied) else tied


def _door_suit(scenario: Scenario, seat: int) -> int | None:
    """Return the place of the door card's suit in :data:`SUIT_ORDER`, None where it is not written."""
    token = (*seen_tokens(scenario, Slot("seat", seat)), *[""] * DOOR)[DOOR]
    return SUIT_ORDER.index(token[1]) if len(token) == 2 and token[1] in SUIT_ORDER else None


CARD_RULES: Mapping[Game, CardRule] = {"razz": CardRule(_bring_in, _lowest)}
