"""A betting tree as arrays, and the steps at a decision: regret matching, averages and best responses.

The tree has each sequence of bets once. The cards that come between two streets are not nodes: a deal repeats the nodes
below it for each card, and the position of a decision's numbers in memory follows from its node and the cards
(:func:`engine.betting.tree.lay_out`).
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import inlined, sum_inlined

FOLD, SHOWDOWN, DEAL, DECISION = 0, 1, 2, 3
"""Kinds of nodes."""
TRAIN, BEST, VALUE, PRUNED = 0, 1, 2, 3
"""Modes of a walk: improve the strategy of one player; compute the value of his best response; compute the value of the
strategy; the same without actions that are rarer than :data:`RARE`."""
RARE = 1e-3
"""An action with a smaller probability is left over from the first iterations of the average strategy, and not
played."""
WHOLE, DOWN, UP, CARDS = 0, 1, 2, 3
"""The part of the tree that is walked: all of it; down to the first deals, storing the reach of hands; up again from
the values computed there; only the nodes below some cards of the first deals."""
NOTHING = np.float32(0.0)
MIN_VALUE = -1e300
"""Below all values: the start of the maximum over the actions of a best response."""
ONE16, MAX_REGRET16 = np.float32(65_535), np.float32(32_767)
"""The probability 1 and the largest regret in 16 bits."""
HALF = np.float32(0.5)
MIN_EXPONENT = -120
"""The smallest exponent of the scale of regrets: its power of two, and the reciprocal, are normal float32."""


class Tree(NamedTuple):
    """The nodes of a betting tree.

    ``kind``, ``player`` (who decides), ``street`` (0 for the first deal, 1 for the second) int8[nodes]; ``first``,
    ``children`` int32[nodes]: the range of a node's children in ``child`` int32[n]. ``pay`` float64[nodes, player, 3]:
    the payments at the ends of the hand: won, tied, lost.

    Positions in memory: ``offset`` int64[nodes]: of a decision, the start of its numbers within the block of its
    street, action by action; of a deal, the start of the blocks of its cards. ``block_size``, ``size_per_river``
    int64[nodes]: of a deal, the size of one card's block, and for the first of two deals the size that each card of the
    second adds. ``earlier_per_card`` int64[nodes]: of a second deal, how many numbers the deals before it have for each
    card. ``front`` int32[nodes]: the number of a first deal, otherwise -1. ``at_once`` int32[nodes]: of a node on the
    last street, the number of nodes that ``street.walk_street`` walks together, itself and all below, or 0 if these are
    too many; empty if everything is walked node by node. ``later`` int32[nodes]: of a first deal, how many deals come
    after it; 1 if none.
    """

    kind: NDArray[np.int8]
    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    child: NDArray[np.int32]
    offset: NDArray[np.int64]
    block_size: NDArray[np.int64]
    earlier_per_card: NDArray[np.int64]
    size_per_river: NDArray[np.int64]
    front: NDArray[np.int32]
    at_once: NDArray[np.int32]
    later: NDArray[np.int32]
    pay: NDArray[np.float64]


class Strategies(NamedTuple):
    """The strategies of all decisions, float32[numbers] each unless stated otherwise.

    ``regret``: cumulative regrets; ``average``: sums of strategies; ``fixed``: strategies that a player is known to
    follow (node locking), -1 for numbers that are not locked; empty if nothing is locked.

    If they are stored in 16 bits, ``regret`` and ``average`` are empty. ``regret16`` int16[numbers]: multiples of a
    power of two, whose exponent is stored directly before the numbers of a decision; ``average16`` uint16[numbers]: the
    mean strategy, 65,535 for 1. Both are empty otherwise.
    """

    regret: NDArray[np.float32]
    average: NDArray[np.float32]
    fixed: NDArray[np.float32]
    regret16: NDArray[np.int16]
    average16: NDArray[np.uint16]


class StreetWork(NamedTuple):
    """Work space of one thread for nodes of the last street, after the same cards; each has a row.

    ``node`` int32[rows], ``base`` int64[rows]: the nodes, and the start of the numbers of their street. ``reach``,
    ``value`` float32[rows, hands]: as in :class:`WalkWork`; ``source`` int32[rows]: the row of ``reach`` for a node.
    ``ends`` int32[rows]: the rows of ends, showdowns from the front, folds from the back. ``shares`` float32[actions *
    hands], ``total`` float32[hands]: the strategy of a decision. Several ends side by side: ``weights``, ``swept``
    float32[n, LANES] (see ``street.sweep``), ``sums`` by card and ``pay`` float64[n, LANES], ``lane`` int64[LANES]: the
    row of each.

    The last deals before these nodes, float32 and float64[deals, hands]: ``deal_reach``, ``deal_value``. ``deal``
    int32[deals], ``deal_base`` int64[deals]: their nodes, and the start of the numbers of their street; ``deal_row``
    int32[deals]: the row of the node below.
    """

    node: NDArray[np.int32]
    base: NDArray[np.int64]

    reach: NDArray[np.float32]
    value: NDArray[np.float32]
    source: NDArray[np.int32]
    ends: NDArray[np.int32]
    shares: NDArray[np.float32]
    total: NDArray[np.float32]
    weights: NDArray[np.float32]
    swept: NDArray[np.float32]
    sums: NDArray[np.float64]
    pay: NDArray[np.float64]
    lane: NDArray[np.int64]
    deal_reach: NDArray[np.float32]
    deal_value: NDArray[np.float64]
    deal: NDArray[np.int32]
    deal_base: NDArray[np.int64]
    deal_row: NDArray[np.int32]


class WalkWork(NamedTuple):
    """Work space of one thread, with a row for each depth of the walk.

    ``reach``, ``value`` float64[depth, hands]: the weights of the other player's hands that reach a node, and the
    values of the player's own hands there; the last hand of a row is no hand and has weight 0. ``source`` int32[depth]:
    the row of ``reach`` for a depth, which is that of a smaller depth if only the player himself has acted since.
    ``strategy`` float64[depth, actions, hands]; ``numbers`` float32[actions * hands]; ``total`` float64[hands];
    ``room`` float64[3 * hands]; ``sums`` float64[52]. ``node``, ``next``, ``level``, ``turn``, ``river`` int32[depth]
    and ``base`` int64[depth]: the current node, the number of its next child, the deals so far, the cards dealt, and
    the start of the block of the street. ``street``: the work space of the last street; ``deals`` int32[1]: the number
    of its deals that have been added on the way down, or used on the way up.
    """

    reach: NDArray[np.float64]
    value: NDArray[np.float64]
    source: NDArray[np.int32]
    strategy: NDArray[np.float64]
    numbers: NDArray[np.float32]
    total: NDArray[np.float64]
    room: NDArray[np.float64]
    sums: NDArray[np.float64]
    node: NDArray[np.int32]
    next: NDArray[np.int32]
    level: NDArray[np.int32]
    turn: NDArray[np.int32]
    river: NDArray[np.int32]
    base: NDArray[np.int64]
    street: StreetWork
    deals: NDArray[np.int32]


class Front(NamedTuple):
    """The first deals, whose blocks are walked separately, in parallel.

    ``reach``, ``value`` float64[first deals, cards, hands]: as in :class:`WalkWork`.
    """

    reach: NDArray[np.float64]
    value: NDArray[np.float64]


class Discount(NamedTuple):
    """Discount factors of older iterations (discounted CFR).

    ``positive``, ``negative``: of regrets above and below 0; ``average``: of sums of strategies; ``mean``: of their
    mean.
    """

    positive: np.float32
    negative: np.float32
    average: np.float32
    mean: np.float32


@sum_inlined
def match_regrets(
    numbers: NDArray[np.float32], start: int, fixed: NDArray[np.float32], at: int, actions: int, hands: int,
    strategy: NDArray[np.float64], total: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the strategy at a decision to ``strategy`` float64[actions, hands] by regret matching.

    Probabilities are proportional to the positive ``numbers`` float32[n] from ``start`` on, which are regrets or sums
    of strategies; if none is positive, all actions get the same. ``fixed`` float32[n]: overrides them, ``at`` being the
    position of the decision's numbers; ``total`` float64[hands] is work space.
    """
    for hand in range(hands):
        total[hand] = 0.0
    for action in range(actions):
        row, shares = numbers[start + action * hands : start + (action + 1) * hands], strategy[action]
        for hand in range(hands):
            positive = max(row[hand], NOTHING)
            shares[hand] = positive
            total[hand] += positive
    uniform = 1.0 / actions
    for hand in range(hands):
        # -1 marks hands without a positive number.
        total[hand] = 1.0 / total[hand] if total[hand] > 0.0 else -1.0
    for action in range(actions):
        shares = strategy[action]
        for hand in range(hands):
            shares[hand] = shares[hand] * total[hand] if total[hand] > 0.0 else uniform
    if len(fixed):
        for action in range(actions):
            known, shares = fixed[at + action * hands : at + (action + 1) * hands], strategy[action]
            for hand in range(hands):
                if known[hand] >= NOTHING:
                    shares[hand] = known[hand]


@inlined
def prune(strategy: NDArray[np.float64], actions: int, hands: int) -> None:
    """Set the probabilities of ``strategy`` float64[actions, hands] that are below :data:`RARE` to 0."""
    for action in range(actions):
        for hand in range(hands):
            if strategy[action, hand] < RARE:
                strategy[action, hand] = 0.0


@inlined
def start_values(mode: int, own: bool, hands: int, value: NDArray[np.float64]) -> None:
    """Initialize the values of a decision, float64[hands], before its actions are walked.

    A best response takes a maximum, so it starts very low; everything else is a sum.
    """
    start = MIN_VALUE if own and mode == BEST else 0.0
    for hand in range(hands):
        value[hand] = start


@sum_inlined
def take_action(
    mode: int, own: bool, at: int, action: int, hands: int, play: Strategies,
    strategy: NDArray[np.float64], below: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add the values ``below`` an action to those of its decision, ``value``, both float64[hands].

    At the other player's decision his strategy is in the reach already, so values are added. At the player's own, a
    best response takes the maximum, other modes the mean by ``strategy`` float64[actions, hands]. In training the
    action's values replace its strategy, which is not needed any more; they become the regrets.
    """
    if not own:
        for hand in range(hands):
            value[hand] += below[hand]
        return
    shares = strategy[action]
    if mode == BEST:
        if len(play.fixed) == 0:
            for hand in range(hands):
                value[hand] = max(value[hand], below[hand])
            return
        # A locked hand gets the mean of its actions, not the maximum: its first action replaces the start value.
        fixed = play.fixed[at : at + hands]
        for hand in range(hands):
            if fixed[hand] < NOTHING:
                value[hand] = max(value[hand], below[hand])
            else:
                previous = 0.0 if action == 0 else value[hand]
                value[hand] = previous + shares[hand] * below[hand]
        return
    if mode == TRAIN:
        for hand in range(hands):
            value[hand] += shares[hand] * below[hand]
            shares[hand] = below[hand]
        return
    for hand in range(hands):
        value[hand] += shares[hand] * below[hand]


@sum_inlined
def add_strategy(at: int, play: Strategies, discount: Discount, shares: NDArray[np.floating[Any]]) -> None:
    """Add this iteration's strategy, ``shares`` float[n], to the discounted sums of a decision from ``at`` on."""
    if len(play.average16) > 0:
        old = discount.mean
        new = (np.float32(1.0) - old) * ONE16
        mean = play.average16[at : at + len(shares)]
        for i in range(len(shares)):
            mean[i] = np.uint16(np.float32(mean[i]) * old + np.float32(shares[i]) * new + HALF)
        return
    average = play.average[at : at + len(shares)]
    for i in range(len(shares)):
        average[i] = average[i] * discount.average + np.float32(shares[i])


@sum_inlined
def add_regret(
    regret: NDArray[np.float32], discount: Discount, below: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Discount the regrets of an action, float32[hands], and add those of this iteration, ``below`` - ``value``."""
    for hand in range(len(regret)):
        old = regret[hand]
        old *= discount.positive if old > NOTHING else discount.negative
        regret[hand] = old + np.float32(below[hand] - value[hand])


@sum_inlined
def add_regrets(
    numbers: NDArray[np.float32], start: int, actions: int, hands: int, discount: Discount,
    values: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Discount the regrets of a decision and add those of this iteration.

    ``numbers`` float32[n]: the regrets, from ``start`` on; ``values`` float64[actions, hands]: of each action;
    ``value`` float64[hands]: of the strategy.
    """
    for action in range(actions):
        add_regret(numbers[start + action * hands : start + (action + 1) * hands], discount, values[action], value)


@inlined
def unpack_regrets(packed: NDArray[np.int16], at: int, count: int, numbers: NDArray[np.float32]) -> None:
    """Write the regrets of a decision, stored in ``packed`` int16[numbers], to ``numbers`` float32[count]."""
    scale = np.float32(math.ldexp(1.0, packed[at - 1]))
    for i in range(count):
        numbers[i] = scale * np.float32(packed[at + i])


@inlined
def pack_regrets(packed: NDArray[np.int16], at: int, count: int, numbers: NDArray[np.float32]) -> None:
    """Store the regrets of a decision, ``numbers`` float32[count], in ``packed`` int16[numbers].

    The scale is the smallest power of two with which the largest regret fits into 16 bits.
    """
    largest = NOTHING
    for i in range(count):
        largest = max(largest, abs(numbers[i]))
    exponent = max(math.frexp(largest / MAX_REGRET16)[1], MIN_EXPONENT)
    scale = np.float32(math.ldexp(1.0, -exponent))
    packed[at - 1] = exponent
    for i in range(count):
        packed[at + i] = np.int16(np.floor(numbers[i] * scale + HALF))
