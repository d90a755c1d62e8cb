"""The hands of both players of a betting tree, what ends of a hand are worth to them, and the cards that come.

In hold'em a hand is a combo, blocked by the board and by the other's combo; sums by card give the values in the order
of the number of hands. In razz it is a multiset of private ranks; the joint law of both is a matrix for each deal.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import sum_inlined


class Combos(NamedTuple):
    """Hold'em.

    ``high``, ``low`` uint8[2, hands]: the cards of each combo; ``twin`` uint16[2, hands]: the place of the same combo
    among the other player's, or that of no hand, the longest number of hands. ``maps`` uint16[rows, 2, hands]:
    permutations of suits, as places of hands.

    ``steps`` uint16[boards, 2, ...], ``step_count`` int32[boards, 2] of them: the codes of the hands on a board from
    weakest to strongest, as one player meets them. Codes are his own hands, the same again and the other's hands, as
    many of each as ``twin`` has columns; ``step_high``, ``step_low`` uint8[2, codes] are their cards. Of equal hands
    his own come first, then the other's, then his own again by their second code, which ``after`` uint16[boards, 2,
    hands] has for them, and the first for hands that equal none. Impossible hands come before all others.
    """

    high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    twin: NDArray[np.uint16]
    maps: NDArray[np.uint16]
    step_high: NDArray[np.uint8]
    step_low: NDArray[np.uint8]
    steps: NDArray[np.uint16]
    step_count: NDArray[np.int32]
    after: NDArray[np.uint16]


class Ranks(NamedTuple):
    """Razz; empty in hold'em, as :class:`Combos` is in razz.

    ``first`` int32[levels]: the first deal of each level. ``order`` int16[deals, 2, hands]: both players' hands behind
    a deal from the best to the worst at showdown, ``low`` int32[deals, 2, hands] their values in that order, the least
    the best. ``joint`` float32[2, deals, hands, hands]: how often a hand of the other player (the rows) comes
    together with each of a player's own, in that order.
    ``grown`` int16[2, hands, 13]: the hand that a private card of each rank makes of a hand before
    the last card, -1 for none.
    """

    joint: NDArray[np.float32]
    first: NDArray[np.int32]
    order: NDArray[np.int16]
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


@sum_inlined
def add_cards(cards: Combos, theirs: int, other: int, reach: NDArray[np.float64], sums: NDArray[np.float64]) -> float:
    """Add up the other player's combos by each of their cards, ``sums`` float64[52]; return their sum."""
    high, low = cards.high[other], cards.low[other]
    sums[:] = 0.0
    total = 0.0
    for hand in range(theirs):
        weight = reach[hand]
        total += weight
        sums[high[hand]] += weight
        sums[low[hand]] += weight
    return total


@sum_inlined
def fold_values(
    cards: Combos, hands: int, theirs: int, player: int, reach: NDArray[np.float64], pay: float,
    sums: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what the player's combos bring where somebody has folded, float64[hands]: ``pay`` for each of the other's
    that shares no card with it, by inclusion and exclusion.
    """
    high, low, twin = cards.high[player], cards.low[player], cards.twin[player]
    total = add_cards(cards, theirs, 1 - player, reach, sums)
    for hand in range(hands):
        value[hand] = pay * (total - sums[high[hand]] - sums[low[hand]] + reach[twin[hand]])


@sum_inlined
def showdown_values(
    cards: Combos, hands: int, theirs: int, board: int, player: int, reach: NDArray[np.float64],
    pay: NDArray[np.float64], sums: NDArray[np.float64], room: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what the player's combos bring at showdown, ``pay`` float64[3] for a win, a tie and a loss: in one sweep
    upwards over the hands of both, without branches, which no processor could predict. One of the other's hands adds
    its weight to the sums by card, one of the player's own adds none; each writes to ``room`` float64[codes] the weight
    so far that avoids its own cards.
    """
    longest = cards.twin.shape[1]
    high, low, steps = cards.step_high[player], cards.step_low[player], cards.steps[board, player]
    mine, other = room[: 2 * longest], room[2 * longest :]
    for hand in range(2 * longest):
        mine[hand] = 0.0
    for hand in range(theirs):
        other[hand] = reach[hand]
    sums[:] = 0.0
    total = 0.0
    for step in range(cards.step_count[board, player]):
        code = steps[step]
        weight = room[code]
        total += weight
        by_high = sums[high[code]] + weight
        sums[high[code]] = by_high
        by_low = sums[low[code]] + weight
        sums[low[code]] = by_low
        room[code] = total - by_high - by_low
    own_high, own_low, twin, after = (
        cards.high[player],
        cards.low[player],
        cards.twin[player],
        cards.after[board, player],
    )
    win, tie, loss = pay[0] - pay[1], pay[1] - pay[2], pay[2]
    for hand in range(hands):
        same = reach[twin[hand]]
        value[hand] = (
            loss * (total - sums[own_high[hand]] - sums[own_low[hand]] + same)
            + win * mine[hand]
            + tie * (mine[after[hand]] + same)
        )


@sum_inlined
def add_row(weight: float, row: NDArray[np.float32], value: NDArray[np.float64]) -> None:
    """Add ``weight`` times a row of a joint law to values, float64[hands]."""
    for hand in range(len(row)):
        value[hand] += weight * row[hand]


@sum_inlined
def razz_values(
    ranks: Ranks, deal: int, hands: int, theirs: int, player: int, reach: NDArray[np.float64],
    pay: NDArray[np.float64], folded: bool, sorted_reach: NDArray[np.float64], sorted_value: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what the player's razz hands bring behind a deal: at showdown by their lows, or ``pay[0]`` where somebody
    has ``folded``. ``sorted_reach`` and ``sorted_value`` float64[hands] are room for hands in the order of their lows.
    """
    other = 1 - player
    order, their_order = ranks.order[deal, player], ranks.order[deal, other]
    for place in range(theirs):
        sorted_reach[place] = reach[their_order[place]]
    for place in range(hands):
        sorted_value[place] = 0.0
    low, their_low, joint = ranks.low[deal, player], ranks.low[deal, other], ranks.joint[player, deal]
    won, tied, lost = pay[0], pay[0] if folded else pay[1], pay[0] if folded else pay[2]
    better = even = 0
    for against in range(theirs):
        weight = sorted_reach[against]
        if weight == 0.0:
            continue
        row = joint[against]
        while better < hands and low[better] < their_low[against]:
            better += 1
        even = max(even, better)
        while even < hands and low[even] == their_low[against]:
            even += 1
        add_row(won * weight, row[:better], sorted_value[:better])
        add_row(tied * weight, row[better:even], sorted_value[better:even])
        add_row(lost * weight, row[even:hands], sorted_value[even:hands])
    for place in range(hands):
        value[order[place]] = sorted_value[place]


@sum_inlined
def deal_combos(
    cards: Combos, theirs: int, player: int, card: int, share: float, reach: NDArray[np.float64],
    below: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the other player's combos behind a card, float64[hands]: those without it, by its probability."""
    high, low = cards.high[1 - player], cards.low[1 - player]
    for hand in range(theirs):
        below[hand] = share * reach[hand] if high[hand] != card and low[hand] != card else 0.0


@sum_inlined
def take_combos(
    cards: Combos, hands: int, player: int, card: int, mapped: NDArray[np.uint16], below: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add the values ``below`` a card, those of the hands that ``mapped`` uint16[hands] maps them to, to ``value``."""
    high, low = cards.high[player], cards.low[player]
    for hand in range(hands):
        if high[hand] != card and low[hand] != card:
            value[hand] += below[mapped[hand]]


@sum_inlined
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


@sum_inlined
def take_ranks(grown: NDArray[np.int16], before: int, below: NDArray[np.float64], value: NDArray[np.float64]) -> None:
    """Add to each hand, float64[before], the values of those that a private card makes of it."""
    for hand in range(before):
        for rank in range(13):
            if grown[hand, rank] >= 0:
                value[hand] += below[grown[hand, rank]]
