"""The hands of both players of a betting tree, what ends of a hand are worth to them, and the cards that come.

In hold'em a hand is a combo, blocked by the board and by the other's combo; sums by card give the values in the order
of the number of hands. In razz it is a multiset of private ranks; the joint law of both is a matrix for each deal.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels._jit import sum_part


class Combos(NamedTuple):
    """Hold'em.

    ``high``, ``low`` int8[2, hands]: the cards of each combo; ``twin`` int16[2, hands]: the place of the same combo
    among the other player's, or -1. ``maps`` int16[rows, 2, hands]: permutations of suits, as places of hands.
    ``order`` int16[boards, 2, hands]: the hands that are possible on a board, ``live`` int32[boards, 2] of them, from
    weakest to strongest, and ``rank`` int32[boards, 2, hands]: their values in that order.
    """

    high: NDArray[np.int8]
    low: NDArray[np.int8]
    twin: NDArray[np.int16]
    maps: NDArray[np.int16]
    order: NDArray[np.int16]
    rank: NDArray[np.int32]
    live: NDArray[np.int32]


class Ranks(NamedTuple):
    """Razz; empty in hold'em, as :class:`Combos` is in razz.

    ``joint`` float32[deals, hands, hands]: how often both players' hands come together, behind each deal, those of
    ``first[level]`` int32[levels] on for a level. ``low`` int32[deals, 2, hands]: the value of each hand at showdown,
    the least the best. ``grown`` int16[2, hands, 13]: the hand that a private card of each rank makes of a hand before
    the last card, -1 for none.
    """

    joint: NDArray[np.float32]
    first: NDArray[np.int32]
    low: NDArray[np.int32]
    grown: NDArray[np.int16]


class Cards(NamedTuple):
    """``hands`` int32[levels, 2]: the number of hands after so many deals; ``razz``: the game.

    Cards that symmetries of suits map onto one another are dealt once. ``turn_first`` int32[turns + 1]: the cards that
    each first card stands for, in ``turn_card`` int8 and ``turn_map`` int16, a row of ``maps`` from hands with it to
    hands with the first. ``river_of`` int32[turns + 1]: the second cards behind each first one; ``river_first``,
    ``river_card``, ``river_map``: as for the first. ``share`` float64[2]: the probability of each card of a deal.
    ``opener`` int8[turns]: which of two children of a first deal follows each card, by who acts first then.
    """

    hands: NDArray[np.int32]
    razz: bool
    turn_first: NDArray[np.int32]
    turn_card: NDArray[np.int8]
    turn_map: NDArray[np.int16]
    river_of: NDArray[np.int32]
    river_first: NDArray[np.int32]
    river_card: NDArray[np.int8]
    river_map: NDArray[np.int16]
    share: NDArray[np.float64]
    opener: NDArray[np.int8]
    combos: Combos
    ranks: Ranks


@sum_part
def fold_values(
    cards: Combos, hands: int, theirs: int, player: int, reach: NDArray[np.float64], pay: float,
    sums: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what the player's combos bring where somebody has folded, float64[hands]: ``pay`` for each of the other's
    that shares no card with it, by inclusion and exclusion.
    """
    other = 1 - player
    high, low, twin = cards.high[player], cards.low[player], cards.twin[player]
    their_high, their_low = cards.high[other], cards.low[other]
    sums[:] = 0.0
    total = 0.0
    for hand in range(theirs):
        weight = reach[hand]
        total += weight
        sums[their_high[hand]] += weight
        sums[their_low[hand]] += weight
    for hand in range(hands):
        own = reach[twin[hand]] if twin[hand] >= 0 else 0.0
        value[hand] = pay * (total - sums[high[hand]] - sums[low[hand]] + own)


@sum_part
def showdown_values(
    cards: Combos, hands: int, board: int, player: int, reach: NDArray[np.float64], pay: NDArray[np.float64],
    sums: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what the player's combos bring at showdown, ``pay`` float64[3] for a win, a tie and a loss: in one sweep
    from the weakest hand upwards, one downwards, and one for the ties.
    """
    other = 1 - player
    count, their_count = cards.live[board, player], cards.live[board, other]
    order, their_order = cards.order[board, player], cards.order[board, other]
    rank, their_rank = cards.rank[board, player], cards.rank[board, other]
    high, low, twin = cards.high[player], cards.low[player], cards.twin[player]
    their_high, their_low = cards.high[other], cards.low[other]
    win, loss = pay[0] - pay[1], pay[2] - pay[1]
    for hand in range(hands):
        value[hand] = 0.0
    sums[:] = 0.0
    total, at = 0.0, 0
    for place in range(count):
        hand = order[place]
        while at < their_count and their_rank[at] < rank[place]:
            theirs = their_order[at]
            total += reach[theirs]
            sums[their_high[theirs]] += reach[theirs]
            sums[their_low[theirs]] += reach[theirs]
            at += 1
        value[hand] = win * (total - sums[high[hand]] - sums[low[hand]])
    sums[:] = 0.0
    total, at = 0.0, their_count - 1
    for place in range(count - 1, -1, -1):
        hand = order[place]
        while at >= 0 and their_rank[at] > rank[place]:
            theirs = their_order[at]
            total += reach[theirs]
            sums[their_high[theirs]] += reach[theirs]
            sums[their_low[theirs]] += reach[theirs]
            at -= 1
        value[hand] += loss * (total - sums[high[hand]] - sums[low[hand]])
    if pay[1] == 0.0:
        return
    while at >= 0:
        theirs = their_order[at]
        total += reach[theirs]
        sums[their_high[theirs]] += reach[theirs]
        sums[their_low[theirs]] += reach[theirs]
        at -= 1
    for place in range(count):
        hand = order[place]
        own = reach[twin[hand]] if twin[hand] >= 0 else 0.0
        value[hand] += pay[1] * (total - sums[high[hand]] - sums[low[hand]] + own)


@sum_part
def razz_values(
    joint: NDArray[np.float32], hands: int, theirs: int, player: int, reach: NDArray[np.float64],
    pay: NDArray[np.float64], own_low: NDArray[np.int32], their_low: NDArray[np.int32], ended: bool,
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what the player's razz hands bring: at showdown by their values, or ``pay[0]`` where it ``ended`` before.

    ``joint`` float32[hands, hands]: rows are those of the first player.
    """
    for hand in range(hands):
        won = lost = tied = 0.0
        for other in range(theirs):
            weight = reach[other] * (joint[hand, other] if player == 0 else joint[other, hand])
            if ended or own_low[hand] < their_low[other]:
                won += weight
            elif own_low[hand] > their_low[other]:
                lost += weight
            else:
                tied += weight
        value[hand] = pay[0] * won + pay[1] * tied + pay[2] * lost


@sum_part
def deal_combos(
    cards: Combos, theirs: int, player: int, card: int, share: float, reach: NDArray[np.float64],
    below: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the other player's combos behind a card, float64[hands]: those without it, by its probability."""
    high, low = cards.high[1 - player], cards.low[1 - player]
    for hand in range(theirs):
        below[hand] = share * reach[hand] if high[hand] != card and low[hand] != card else 0.0


@sum_part
def take_combos(
    cards: Combos, hands: int, player: int, card: int, mapped: NDArray[np.int16], below: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add the values ``below`` a card, those of the hands that ``mapped`` int16[hands] maps them to, to ``value``."""
    high, low = cards.high[player], cards.low[player]
    for hand in range(hands):
        if high[hand] != card and low[hand] != card:
            value[hand] += below[mapped[hand]]


@sum_part
def deal_ranks(
    grown: NDArray[np.int16], before: int, after: int, share: float, reach: NDArray[np.float64],
    below: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the hands that a private card makes of the ``before`` hands, float64[after]."""
    for hand in range(after):
        below[hand] = 0.0
    for hand in range(before):
        for rank in range(13):
            if grown[hand, rank] >= 0:
                below[grown[hand, rank]] += share * reach[hand]


@sum_part
def take_ranks(grown: NDArray[np.int16], before: int, below: NDArray[np.float64], value: NDArray[np.float64]) -> None:
    """Add to each hand, float64[before], the values of those that a private card makes of it."""
    for hand in range(before):
        for rank in range(13):
            if grown[hand, rank] >= 0:
                value[hand] += below[grown[hand, rank]]
