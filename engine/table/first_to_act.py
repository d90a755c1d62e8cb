"""Who acts first in games in which the cards decide it; ``CARD_RULES`` has one row per game.

Razz: the highest door card posts the bring-in (ace low, ties by suit c < d < h < s); from fourth street on the lowest
board among the remaining seats acts first.
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
    """``bring_in``: the seats that may post the bring-in. ``by_board``: the seats with the best board of ``count`` up
    cards, which act first. Each returns several seats if suits that were not entered would decide."""

    bring_in: Callable[[Scenario], tuple[int, ...]]
    by_board: Callable[[Boards, int], tuple[int, ...]]


def first_to_act(scenario: Scenario) -> tuple[ActionLabel, tuple[int, ...]] | None:
    """Return the label and the seats that may act first on the latest street on which all remaining seats show their
    card.

    Return None if too little is known, as on third street without the door card of a folded seat, and in games in which
    the button decides.
    """
    rule = CARD_RULES.get(scenario.game)
    if rule is None:
        return None
    boards = {i: _up_ranks(scenario, i) for i, seat in enumerate(scenario.seats) if seat.plays}
    up_count = min((len(board) for board in boards.values()), default=0)
    if len(boards) < 2 or not up_count:
        return None
    if up_count > 1:
        return "acts first", rule.by_board(boards, up_count)
    if any(seat.folded and not _up_ranks(scenario, i) for i, seat in enumerate(scenario.seats)):
        return None  # the folded seat's door card may have been the highest
    return "bring-in", rule.bring_in(scenario)


def first_on(scenario: Scenario, street: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Return the seats that may act first on a street (0: third street, the bring-in), whatever cards came later.

    Return an empty tuple if one of ``seats`` does not show its card of that street. On the last street no card is
    shown.
    """
    seats, rule, up_count = tuple(seats), CARD_RULES.get(scenario.game), _up_cards(street)
    if rule is None or seats_without_card(scenario, street, seats):
        return ()
    return rule.by_board({i: _up_ranks(scenario, i) for i in seats}, up_count) if street else rule.bring_in(scenario)


def seats_without_card(scenario: Scenario, street: int, seats: Iterable[int]) -> tuple[int, ...]:
    """Return those of ``seats`` that do not show all their up cards of a street (0: third street)."""
    return tuple(i for i in seats if len(_up_ranks(scenario, i)) < _up_cards(street))


def _up_cards(street: int) -> int:
    return min(street + 1, len(UP_CARDS))


def _lowest(boards: Boards, count: int) -> tuple[int, ...]:
    """Return the seats whose first ``count`` up cards are the lowest board."""
    keys = {i: board_key(board[:count]) for i, board in boards.items()}
    lowest = min(keys.values(), default=None)
    return tuple(i for i, key in keys.items() if key == lowest)


def _up_ranks(scenario: Scenario, seat: int) -> list[int]:
    """Return the ranks of a seat's up cards in dealing order, up to the first that is not a particular card."""
    ranks: list[int] = []
    for token in seen_tokens(scenario, Slot("seat", seat))[UP_CARDS.start : UP_CARDS.stop]:
        rank = rank_of_token(token)
        if rank is None:
            break
        ranks.append(rank)
    return ranks


def board_key(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a key that sorts boards of the same length, the lowest first: by pairs, then by the highest cards."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def _bring_in(scenario: Scenario) -> tuple[int, ...]:
    """Return the seats with the highest door card, folded ones included: the bring-in was posted before they folded."""
    doors = {i: ranks[0] for i in range(len(scenario.seats)) if (ranks := _up_ranks(scenario, i))}
    tied = tuple(i for i, rank in doors.items() if rank == max(doors.values()))
    suits = {i: suit for i in tied if (suit := _door_suit(scenario, i)) is not None}
    return (max(suits, key=suits.__getitem__),) if suits and len(suits) == len(tied) else tied


def _door_suit(scenario: Scenario, seat: int) -> int | None:
    """Return the index of the door card's suit in :data:`SUIT_ORDER`, or None if it is not written."""
    token = (*seen_tokens(scenario, Slot("seat", seat)), *[""] * DOOR)[DOOR]
    return SUIT_ORDER.index(token[1]) if len(token) == 2 and token[1] in SUIT_ORDER else None


CARD_RULES: Mapping[Game, CardRule] = {"razz": CardRule(_bring_in, _lowest)}
