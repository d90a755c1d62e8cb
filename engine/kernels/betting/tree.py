"""A betting tree as arrays, the decisions in it, and the values of hands for which nobody bets any more.

The tree holds each sequence of bets once. The cards that come between two streets are not nodes of their own: a deal
repeats the nodes below it for each card, and the storage of a decision follows from its place in the tree and the
cards (:func:`engine.betting.tree.lay_out`).
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import inlined, sum_inlined

FOLD, SHOWDOWN, DEAL, DECISION = 0, 1, 2, 3
"""Kinds of nodes."""
TRAIN, BEST, VALUE, PRUNED = 0, 1, 2, 3
"""What a walk does: improve the play of one player; find the value of his best response; find that of the play, of all
of it or without actions that are rarer than :data:`RARE`."""
RARE = 1e-3
"""An action that a hand takes less often is what the first iterations left in the mean strategy: the hand does not play
it."""
WHOLE, DOWN, UP = 0, 1, 2
"""Which part of the tree: all of it; down to the first deals, whose hands are kept; up from the values found there."""
BOTH = 2
"""In place of a player: both, one after the other."""
NOTHING = np.float32(0.0)
LEAST = -1e300
ONE16, MOST16 = np.float32(65_535), np.float32(32_767)
"""The probability 1 and the largest regret in 16 bits."""
HALF = np.float32(0.5)
LEAST_EXPONENT = -120
"""Of a power of two that is a normal float32, and its reciprocal."""


class Tree(NamedTuple):
    """``kind``, ``player`` (who decides), ``street`` (0 for the first deal, 1 for the second) int8[nodes]; ``first``,
    ``children`` int32[nodes]: those in ``child`` int32[...].

    ``place`` int64[nodes]: of a decision, where its numbers begin within the block of its street, an action after the
    other; of a deal, where the blocks of its cards begin. ``own``, ``after`` int64[nodes]: of a deal, the numbers of
    one card's block, and for the first of two deals those that each card of the second adds. ``before`` int64[nodes]:
    of a second deal, the numbers that other deals before it have for each of its cards. ``front`` int32[nodes]: the
    number of a first deal. ``pay`` float64[nodes, player, 3]: what an end of the hand brings: won, split, lost.
    """

    kind: NDArray[np.int8]
    player: NDArray[np.int8]
    street: NDArray[np.int8]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    child: NDArray[np.int32]
    place: NDArray[np.int64]
    own: NDArray[np.int64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]
    front: NDArray[np.int32]
    pay: NDArray[np.float64]


class Play(NamedTuple):
    """Float32[numbers] each: ``regret`` and ``average`` (sums of strategies) of all decisions; ``fixed``: strategies
    that a player is known to follow, -1 where he is free; empty where nothing is fixed.

    Where these are stored in 16 bits, ``regret`` and ``average`` are empty. ``regret16`` int16[numbers] are multiples
    of a power of two, whose exponent is the number before those of a decision; ``average16`` uint16[numbers]: the mean
    strategy, 65,535 for 1. Both are empty otherwise.
    """

    regret: NDArray[np.float32]
    average: NDArray[np.float32]
    fixed: NDArray[np.float32]
    regret16: NDArray[np.int16]
    average16: NDArray[np.uint16]


class Work(NamedTuple):
    """The room of one thread.

    ``reach``, ``value`` float64[depth, hands]: the other player's hands that come to the node at a depth, and what
    one's own are worth there; ``source`` int32[depth]: the row of ``reach`` that holds those of a depth, which is that
    of an earlier depth where only the player himself has acted since; the last hand of a row is no hand, never reached.
    ``strategy`` float64[depth, actions, hands]; ``numbers`` float32[actions * hands]; ``total`` float64[hands];
    ``room`` float64[3 * hands]; ``sums`` float64[52];
    ``node``, ``next``, ``level``, ``turn``, ``river`` int32[depth] and ``base`` int64[depth]: the current nodes, the
    child that comes next, the deals so far, the cards that were dealt, and where the block of a street begins.
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


class Front(NamedTuple):
    """``reach``, ``value`` float64[first deals, cards, hands] at the first deals, whose blocks are walked apart."""

    reach: NDArray[np.float64]
    value: NDArray[np.float64]


class Discount(NamedTuple):
    """How older iterations count: regrets above and below 0, sums of strategies, and their mean."""

    positive: np.float32
    negative: np.float32
    average: np.float32
    mean: np.float32


@sum_inlined
def match(
    numbers: NDArray[np.float32], start: int, fixed: NDArray[np.float32], at: int, actions: int, hands: int,
    strategy: NDArray[np.float64], total: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write the strategy at a decision, float64[actions, hands], in proportion to the positive ``numbers`` from
    ``start`` on: regrets (regret matching) or sums of strategies; where none is positive every action alike. The
    decision is that ``at`` the place of its numbers; ``total`` float64[hands] is room for the sums.
    """
    for hand in range(hands):
        total[hand] = 0.0
    for action in range(actions):
        row, shares = numbers[start + action * hands : start + (action + 1) * hands], strategy[action]
        for hand in range(hands):
            positive = max(row[hand], NOTHING)
            shares[hand] = positive
            total[hand] += positive
    alike = 1.0 / actions
    for hand in range(hands):
        total[hand] = 1.0 / total[hand] if total[hand] > 0.0 else -1.0
    for action in range(actions):
        shares = strategy[action]
        for hand in range(hands):
            shares[hand] = shares[hand] * total[hand] if total[hand] > 0.0 else alike
    if len(fixed):
        for action in range(actions):
            known, shares = fixed[at + action * hands : at + (action + 1) * hands], strategy[action]
            for hand in range(hands):
                if known[hand] >= NOTHING:
                    shares[hand] = known[hand]


@inlined
def prune(strategy: NDArray[np.float64], actions: int, hands: int) -> None:
    """Set the shares of a decision, float64[actions, hands], that are smaller than :data:`RARE` to 0."""
    for action in range(actions):
        for hand in range(hands):
            if strategy[action, hand] < RARE:
                strategy[action, hand] = 0.0


@inlined
def begin(mode: int, own: bool, hands: int, value: NDArray[np.float64]) -> None:
    """Clear the values of a decision, float64[hands], before its actions are walked; a best response begins lower."""
    start = LEAST if own and mode == BEST else 0.0
    for hand in range(hands):
        value[hand] = start


@sum_inlined
def take_action(
    mode: int, own: bool, at: int, action: int, hands: int, play: Play,
    strategy: NDArray[np.float64], below: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add the values ``below`` an action to those of its decision, float64[hands] each; in training they take the place
    of the action's strategy.
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
        fixed = play.fixed[at : at + hands]
        for hand in range(hands):
            if fixed[hand] < NOTHING:
                value[hand] = max(value[hand], below[hand])
            else:
                before = 0.0 if action == 0 else value[hand]
                value[hand] = before + shares[hand] * below[hand]
        return
    if mode == TRAIN:
        for hand in range(hands):
            value[hand] += shares[hand] * below[hand]
            shares[hand] = below[hand]
        return
    for hand in range(hands):
        value[hand] += shares[hand] * below[hand]


@sum_inlined
def add_strategy(
    at: int, actions: int, hands: int, play: Play, discount: Discount, strategy: NDArray[np.float64]
) -> None:
    """Add the strategy of this iteration, float64[actions, hands], to the discounted sums of a decision."""
    if len(play.average16) > 0:
        old = discount.mean
        new = (np.float32(1.0) - old) * ONE16
        for action in range(actions):
            mean, shares = play.average16[at + action * hands : at + (action + 1) * hands], strategy[action]
            for hand in range(hands):
                mean[hand] = np.uint16(np.float32(mean[hand]) * old + np.float32(shares[hand]) * new + HALF)
        return
    for action in range(actions):
        average, shares = play.average[at + action * hands : at + (action + 1) * hands], strategy[action]
        for hand in range(hands):
            average[hand] = average[hand] * discount.average + np.float32(shares[hand])


@sum_inlined
def add_regrets(
    numbers: NDArray[np.float32], start: int, actions: int, hands: int, discount: Discount,
    values: NDArray[np.float64], value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Discount the regrets of a decision, those from ``start`` on, and add those of this iteration: what each action
    would have brought more, ``values`` float64[actions, hands], than the strategy, ``value`` float64[hands].
    """
    for action in range(actions):
        regret, below = numbers[start + action * hands : start + (action + 1) * hands], values[action]
        for hand in range(hands):
            old = regret[hand]
            old *= discount.positive if old > NOTHING else discount.negative
            regret[hand] = old + np.float32(below[hand] - value[hand])


@inlined
def unpack_regrets(packed: NDArray[np.int16], at: int, count: int, numbers: NDArray[np.float32]) -> None:
    """Write the regrets of a decision, stored in ``packed`` int16[numbers], to ``numbers`` float32[count]."""
    scale = np.float32(math.ldexp(1.0, packed[at - 1]))
    for place in range(count):
        numbers[place] = scale * np.float32(packed[at + place])


@inlined
def pack_regrets(packed: NDArray[np.int16], at: int, count: int, numbers: NDArray[np.float32]) -> None:
    """Store the regrets of a decision, ``numbers`` float32[count], in ``packed`` int16[numbers]."""
    largest = NOTHING
    for place in range(count):
        largest = max(largest, abs(numbers[place]))
    exponent = max(math.frexp(largest / MOST16)[1], LEAST_EXPONENT)
    scale = np.float32(math.ldexp(1.0, -exponent))
    packed[at - 1] = exponent
    for place in range(count):
        packed[at + place] = np.int16(np.floor(numbers[place] * scale + HALF))
