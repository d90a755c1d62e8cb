"""The hands of both players of a betting tree, their values at the ends of the tree, and the cards that come.

In hold'em a hand is a combo, blocked by the board and by the other player's combo; sums by card give all values in time
proportional to the number of hands. In razz a hand is a multiset of private ranks; the joint distribution of both hands
is a matrix for each deal.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import sum_inlined


class Combos(NamedTuple):
    """The hands in hold'em.

    ``high``, ``low`` uint8[2, hands]: the cards of each combo; ``twin`` uint16[2, hands]: the index of the same combo
    among the other player's, or the index of no hand, which is the largest number of hands. ``maps`` uint16[rows, 2,
    hands]: permutations of suits, as indices of hands.

    ``steps`` uint16[boards, 2, n], ``step_count`` int32[boards, 2]: for each player, the codes of the hands on a board
    from the weakest to the strongest. Codes are his own hands, the same again, and the other player's hands, as many of
    each as ``twin`` has columns; ``step_high``, ``step_low`` uint8[2, codes] are their cards. Of equal hands his own
    come first, then the other player's, then his own again by their second code. ``tie_code`` uint16[boards, 2, hands]
    is the second code of hands that tie, and the first of hands that tie with none. Impossible hands come before all
    others.
    """

    high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    twin: NDArray[np.uint16]
    maps: NDArray[np.uint16]
    step_high: NDArray[np.uint8]
    step_low: NDArray[np.uint8]
    steps: NDArray[np.uint16]
    step_count: NDArray[np.int32]
    tie_code: NDArray[np.uint16]


class RazzHands(NamedTuple):
    """The hands in razz; empty in hold'em, as :class:`Combos` is in razz.

    ``first`` int32[levels]: the first deal of each level. ``order`` int16[deals, 2, hands]: both players' hands after a
    deal from the best to the worst at showdown; ``low`` int32[deals, 2, hands]: their values in that order, the lowest
    is the best. ``joint`` float32[2, deals, hands, hands]: how often a hand of the other player (rows) comes together
    with each of a player's own (columns), in that order. ``grown`` int16[2, hands, 13]: the hand that a private card of
    each rank makes of a hand before the last card, -1 for none.
    """

    joint: NDArray[np.float32]
    first: NDArray[np.int32]
    order: NDArray[np.int16]
    low: NDArray[np.int32]
    grown: NDArray[np.int16]


class Cards(NamedTuple):
    """The cards that can be dealt in a betting tree.

    ``hands`` int32[levels, 2]: the number of hands after each number of deals; ``stud``: whether
    hands are multisets of private ranks (razz) instead of combos on a board.

    Cards that symmetries of suits map onto one another are dealt once. ``turn_first`` int32[turns + 1]: the range of
    the cards that each first card represents in ``turn_card`` int8[n] and ``turn_map`` int16[n], a row of ``maps`` from
    hands with the card to hands with its representative. ``river_of`` int32[turns + 1]: the range of second cards after
    each first card; ``river_first`` int32[rivers + 1], ``river_card`` int8[n], ``river_map`` int16[n]: as for the first
    card. ``share`` float64[2]: the probability of each card of a deal. ``opener`` int8[turns]: which of two children of
    a first deal follows each card, depending on who acts first then.
    """

    hands: NDArray[np.int32]
    stud: bool
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
    ranks: RazzHands


@sum_inlined
def sum_by_card(cards: Combos, theirs: int, other: int, reach: NDArray[np.float64], sums: NDArray[np.float64]) -> float:
    """Sum the other player's combos by card into ``sums`` float64[52]; return their total.

    ``reach`` float64[hands]: their weights.
    """
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
    """Write the values of the player's combos after a fold to ``value`` float64[hands].

    A combo gets ``pay`` for each of the other player's that shares no card with it, by inclusion and exclusion.
    ``reach`` float64[hands]: the other player's weights; ``sums`` float64[52]: work space.
    """
    high, low, twin = cards.high[player], cards.low[player], cards.twin[player]
    total = sum_by_card(cards, theirs, 1 - player, reach, sums)
    for hand in range(hands):
        value[hand] = pay * (total - sums[high[hand]] - sums[low[hand]] + reach[twin[hand]])


@sum_inlined
def showdown_values(
    cards: Combos, hands: int, theirs: int, board: int, player: int, reach: NDArray[np.float64],
    pay: NDArray[np.float64], sums: NDArray[np.float64], room: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the values of the player's combos at showdown to ``value`` float64[hands].

    ``pay`` float64[3]: for a win, a tie and a loss; ``reach`` float64[hands]: the other player's weights; ``sums``
    float64[52]: work space. One sweep over the hands of both players from the weakest, without branches, which no
    processor could predict: a hand of the other player adds its weight to the sums by card, a hand of the player's own
    adds 0, and each writes to ``room`` float64[codes] the swept weight that avoids its cards.
    """
    max_hands = cards.twin.shape[1]
    high, low, steps = cards.step_high[player], cards.step_low[player], cards.steps[board, player]
    mine, other = room[: 2 * max_hands], room[2 * max_hands :]
    for hand in range(2 * max_hands):
        mine[hand] = 0.0
    for hand in range(theirs):
        other[hand] = reach[hand]
    sums[:] = 0.0
    total = 0.0
    # A code of the player's own has weight 0 before its step and the weight that it beats (or ties) after it.
    for step in range(cards.step_count[board, player]):
        code = steps[step]
        weight = room[code]
        total += weight
        by_high = sums[high[code]] + weight
        sums[high[code]] = by_high
        by_low = sums[low[code]] + weight
        sums[low[code]] = by_low
        room[code] = total - by_high - by_low
    own_high, own_low, twin, tie_code = (
        cards.high[player],
        cards.low[player],
        cards.twin[player],
        cards.tie_code[board, player],
    )
    win, tie, loss = pay[0] - pay[1], pay[1] - pay[2], pay[2]
    for hand in range(hands):
        same = reach[twin[hand]]
        value[hand] = (
            loss * (total - sums[own_high[hand]] - sums[own_low[hand]] + same)
            + win * mine[hand]
            + tie * (mine[tie_code[hand]] + same)
        )


@sum_inlined
def add_joint_row(weight: float, row: NDArray[np.float32], value: NDArray[np.float64]) -> None:
    """Add ``weight`` times a row of a joint distribution, ``row`` float32[hands], to ``value`` float64[hands]."""
    for hand in range(len(row)):
        value[hand] += weight * row[hand]


@sum_inlined
def razz_values(
    ranks: RazzHands, deal: int, hands: int, theirs: int, player: int, reach: NDArray[np.float64],
    pay: NDArray[np.float64], folded: bool, sorted_reach: NDArray[np.float64], sorted_value: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the values of the player's razz hands after a deal to ``value`` float64[hands].

    At showdown by their lows, with ``pay`` float64[3] for a win, a tie and a loss; or ``pay[0]`` if a player has
    ``folded``. ``reach`` float64[hands]: the other player's weights; ``sorted_reach`` and ``sorted_value``
    float64[hands]: room for hands in the order of their lows.
    """
    other = 1 - player
    order, their_order = ranks.order[deal, player], ranks.order[deal, other]
    for index in range(theirs):
        sorted_reach[index] = reach[their_order[index]]
    for index in range(hands):
        sorted_value[index] = 0.0
    low, their_low, joint = ranks.low[deal, player], ranks.low[deal, other], ranks.joint[player, deal]
    won, tied, lost = pay[0], pay[0] if folded else pay[1], pay[0] if folded else pay[2]
    better = even = 0
    for rival in range(theirs):
        weight = sorted_reach[rival]
        if weight == 0.0:
            continue
        row = joint[rival]
        # Both orders are sorted, so the borders between better, equal and worse hands only move forward.
        while better < hands and low[better] < their_low[rival]:
            better += 1
        even = max(even, better)
        while even < hands and low[even] == their_low[rival]:
            even += 1
        add_joint_row(won * weight, row[:better], sorted_value[:better])
        add_joint_row(tied * weight, row[better:even], sorted_value[better:even])
        add_joint_row(lost * weight, row[even:hands], sorted_value[even:hands])
    for index in range(hands):
        value[order[index]] = sorted_value[index]


@sum_inlined
def deal_combos(
    cards: Combos, theirs: int, player: int, card: int, share: float, reach: NDArray[np.float64],
    below: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the weights of the other player's combos after a card to ``below`` float64[hands].

    Combos with the card get 0, the others ``reach`` float64[hands] times its probability ``share``.
    """
    high, low = cards.high[1 - player], cards.low[1 - player]
    for hand in range(theirs):
        below[hand] = share * reach[hand] if high[hand] != card and low[hand] != card else 0.0


@sum_inlined
def take_combos(
    cards: Combos, hands: int, player: int, card: int, mapped: NDArray[np.uint16], below: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add the values ``below`` a card to ``value``, both float64[hands].

    ``mapped`` uint16[hands]: the hand below to which each hand is mapped.
    """
    high, low = cards.high[player], cards.low[player]
    for hand in range(hands):
        if high[hand] != card and low[hand] != card:
            value[hand] += below[mapped[hand]]


@sum_inlined
def take_same_combos(
    cards: Combos, hands: int, player: int, card: int, below: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Add the values ``below`` a card to ``value``, both float64[hands], if hands are not mapped."""
    high, low = cards.high[player], cards.low[player]
    for hand in range(hands):
        value[hand] += below[hand] if (high[hand] != card) & (low[hand] != card) else 0.0


@sum_inlined
def deal_ranks(
    grown: NDArray[np.int16], hands: int, new_hands: int, share: float, reach: NDArray[np.float64],
    below: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the weights of the hands after a private card to ``below`` float64[new_hands].

    ``grown`` int16[hands, 13]: see :class:`RazzHands`; ``reach`` float64[hands]: the weights of the hands before it.
    """
    for hand in range(new_hands):
        below[hand] = 0.0
    for hand in range(hands):
        for rank in range(13):
            if grown[hand, rank] >= 0:
                below[grown[hand, rank]] += share * reach[hand]


@sum_inlined
def take_ranks(grown: NDArray[np.int16], hands: int, below: NDArray[np.float64], value: NDArray[np.float64]) -> None:
    """Add to each hand's ``value`` float64[hands] the values ``below`` of the hands that a private card makes of it.

    ``grown`` int16[hands, 13]: see :class:`RazzHands`; ``below`` float64[new hands].
    """
    for hand in range(hands):
        for rank in range(13):
            if grown[hand, rank] >= 0:
                value[hand] += below[grown[hand, rank]]
