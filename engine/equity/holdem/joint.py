"""Draws the hands of several ranges from their joint distribution, without ever stalling.

Hands are drawn independently, and again until no two share a card, in a tree of parts (see
``engine.kernels.holdem.joint``). If ranges clash too often for this (six players all on AA, KK, QQ), lists are joined
first: all pairs of hands of two lists that fit are listed with the products of their weights, and a pair is drawn in
one step, which is the same distribution. If even that is slow because many hands come from few cards (nine players all
on TT+), the hands are drawn one after another with the probabilities of a chain that never clashes.

Tuples of hands are also drawn in groups. A pilot run measures how many draws of each list a group takes.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil, inf, log2, prod, sqrt

import numpy as np

from engine.arrays import F64, I16, I64, U64
from engine.cards import COMBO_MASKS, COMBOS
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.high import card_bits
from engine.kernels.holdem.joint import FIT, Joint, count_clashes, count_draws, fill_alias, fill_completions, join_lists
from engine.kernels.holdem.lattice import draw_group, list_steps, new_group_draws
from engine.scenario import Problem, ScenarioError

PILOT_ATTEMPTS = 4_096
PILOT_HANDS = 1_024
PILOT_DRAWS = 1_000_000
PILOT_SEED = 1_326
"""The pilot runs have seeds of their own, so that the plan depends on the ranges alone."""

CHEAP_DRAW = 40.0
"""A draw of all hands that takes less than this (nanoseconds) is not improved by joining lists."""

MAX_JOINED_ENTRIES = 1 << 16
"""The longest list that joining may make: beyond the processor's nearer caches a draw costs more than joining saves."""

MAX_JOINED_PAIRS = 1 << 21
"""The largest number of pairs to join: how many of them fit is not known in advance."""

MAX_CHAIN_CARDS = 20
"""The largest number of different cards in all lists for drawing as a chain: the table of completions then has 8 MB."""

CHAIN_SLICE = 1 << 17
"""Completions that are computed between two calls of ``check_cancelled``."""

CHAIN_ENTRY = 4.0
"""Nanoseconds for each entry of a list that a chain examines."""


@dataclass(frozen=True, slots=True)
class DrawCosts:
    """Costs of drawing, in nanoseconds of one core of the reference machine.

    ``draw``: a draw from a short list; ``distance``: more for each doubling of a long list; ``surprise``: a
    mispredicted branch of the processor; ``fit``: comparing two parts, for each list in them; ``lattice``: the factor
    if all lists are one block, because draws along a lattice then need no shuffling.
    """

    draw: float
    distance: float
    surprise: float
    fit: float
    lattice: float

    def of_block(self, lengths: list[int], *, alone: bool) -> float:
        """Return the cost of a draw from the lists of one block; ``alone``: it is the only block."""
        return sum(map(self._of_list, lengths)) * (self.lattice if alone else 1.0)

    def _of_list(self, length: int) -> float:
        """Return the cost of a draw from a list. A longer list is farther away in the memory hierarchy."""
        return self.draw + self.distance * max(log2(length / 2048), 0.0)

    def until_fit(self, cost: float, fit: float) -> float:
        """Return the expected cost of repeating draws of cost ``cost`` until they fit; ``fit`` is the probability that
        they do."""
        fit = max(fit, 1e-6)
        return (cost + self.surprise * min(fit, 1.0 - fit)) / fit


ONE_BY_ONE = DrawCosts(3.5, 2.3, 6.0, 0.0, 1.0)
IN_GROUPS = DrawCosts(2.0, 1.5, 0.0, 1.0, 0.6)
"""The costs of drawing one tuple of hands at a time (``kernels.holdem.joint``), and in groups
(``kernels.holdem.lattice``)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandList:
    """Hands of one or more seats that are drawn in one step: all combinations that fit, with their weights.

    ``seats``: the active seats in the order of the columns of ``combos`` int16[n, seats]; folded hands have no column.
    ``masks`` uint64[n]: all cards, including those of folded hands; ``bits`` uint64[n]: the same in the form of
    ``kernels.holdem.high``. ``weights`` float64[n].
    """

    seats: tuple[int, ...]
    combos: I16
    masks: U64
    bits: U64
    weights: F64

    @classmethod
    def of_range(cls, weights: F64, seat: int | None) -> "HandList":
        """Return the hands of a range, ``weights`` float64[1326], of an active ``seat`` or, with None, of a folded
        one."""
        live = np.flatnonzero(weights)
        combos = live.astype(np.int16)[:, None] if seat is not None else np.zeros((len(live), 0), np.int16)
        bits = np.bitwise_or.reduce(card_bits()[COMBOS[live]], axis=1)
        return cls(() if seat is None else (seat,), combos, COMBO_MASKS[live], bits, weights[live])

    def join(self, other: "HandList") -> "HandList | None":
        """Return the pairs of hands without a common card, or None if there are none."""
        lists = (self.masks, self.weights, other.masks, other.weights)
        # The first call, without room for results, only counts the pairs.
        count = join_lists(*lists, np.zeros((0, 2), np.int64), np.zeros(0))
        if not count:
            return None
        pairs, weights = np.zeros((count, 2), np.int64), np.zeros(count)
        join_lists(*lists, pairs, weights)
        own_rows, other_rows = pairs.T
        combos = np.hstack([self.combos[own_rows], other.combos[other_rows]])
        masks, bits = self.masks[own_rows] | other.masks[other_rows], self.bits[own_rows] | other.bits[other_rows]
        return HandList(self.seats + other.seats, combos, masks, bits, weights)


@dataclass(frozen=True, slots=True, eq=False)
class JointLists:
    """The lists to draw from as arrays for the kernels, and the expected cost of a draw of all hands.

    ``cost`` is in nanoseconds of one core of the reference machine.
    """

    arrays: Joint
    cost: float


def joint_lists(
    lists: list[HandList],
    check_cancelled: CancelCheck = never_cancelled,
    costs: DrawCosts = ONE_BY_ONE,
    *,
    chains: bool = True,
) -> JointLists:
    """Return ``lists`` arranged so that a draw of all hands is cheap.

    Lists are joined, the best pair first, until that no longer pays. ``chains``: hands may be drawn one after another,
    for which each of them needs two cards.

    Raises:
        ScenarioError: fewer than about one draw in a million fits, and there are too many cards for a chain.
    """
    original, chain_cost = lists, _chain_cost(lists) if chains else inf
    while True:
        check_cancelled()
        clashes = _clashes(lists)
        tree = _best_tree([len(hands.masks) for hands in lists], clashes, costs)
        joined = _join_best(lists, clashes, costs, check_cancelled) if tree.cost > CHEAP_DRAW else None
        if joined is None:
            if tree.cost > chain_cost:
                return JointLists(_chain(original, check_cancelled), chain_cost)
            return _measured(lists, tree, costs)
        lists = joined


@dataclass(frozen=True, slots=True)
class _Tree:
    """A way to draw some lists: ``blocks`` of their numbers, ``steps`` in postfix order, and the ``cost`` until all
    hands fit.

    A step is the number of a block to draw from, or ``FIT``: compare the last two parts, and draw both again if they
    clash.
    """

    blocks: tuple[tuple[int, ...], ...]
    steps: tuple[int, ...]
    cost: float

    @property
    def lists(self) -> list[int]:
        """The numbers of all lists, in the order of the blocks."""
        return [i for block in self.blocks for i in block]


def _best_tree(lengths: list[int], clashes: F64, costs: DrawCosts) -> _Tree:
    """Return the cheapest tree over blocks of equal size."""
    fits = (1.0 - clashes).tolist()
    trees = [_tree(lengths, fits, size, costs) for size in range(1, len(lengths) + 1)]
    return min(trees, key=lambda tree: tree.cost, default=_Tree((), (), 0.0))


def _tree(lengths: list[int], fits: list[list[float]], size: int, costs: DrawCosts) -> _Tree:
    """Return the tree over blocks of ``size`` lists that joins the two cheapest parts first.

    ``fits``: the probability that two lists fit, for each pair. For two parts it is approximated by the product over
    the pairs of their lists.
    """
    blocks = [tuple(range(at, min(at + size, len(lengths)))) for at in range(0, len(lengths), size)]
    parts = []
    for number, block in enumerate(blocks):
        fit = prod(fits[i][j] for i, j in combinations(block, 2))
        cost = costs.of_block([lengths[i] for i in block], alone=len(blocks) == 1)
        parts.append(_Tree((block,), (number,), costs.until_fit(cost, fit)))
    while len(parts) > 1:
        parts.sort(key=lambda part: part.cost)
        left, right = parts[:2]
        fit = prod(fits[i][j] for i in left.lists for j in right.lists)
        together = costs.fit * (len(left.lists) + len(right.lists))
        cost = costs.until_fit(left.cost + right.cost + together, fit)
        parts[:2] = [_Tree(left.blocks + right.blocks, (*left.steps, *right.steps, FIT), cost)]
    return parts[0]


def _join_best(
    lists: list[HandList], clashes: F64, costs: DrawCosts, check_cancelled: CancelCheck
) -> list[HandList] | None:
    """Join the two lists whose joining makes draws cheapest; return None if none makes them cheaper."""
    lengths = [len(hands.masks) for hands in lists]
    best, pair = _best_tree(lengths, clashes, costs).cost, None
    for i, j in combinations(range(len(lists)), 2):
        check_cancelled()
        length = ceil(lengths[i] * lengths[j] * (1.0 - clashes[i, j]))
        if clashes[i, j] and length <= MAX_JOINED_ENTRIES and lengths[i] * lengths[j] <= MAX_JOINED_PAIRS:
            # The clashes after joining i and j: those among the other lists, and those of the pair with each of them.
            others = [k for k in range(len(lists)) if k not in (i, j)]
            both = 1.0 - (1.0 - clashes[i, others]) * (1.0 - clashes[j, others])
            new_clashes = np.block([[clashes[np.ix_(others, others)], both[:, None]], [both, np.zeros(1)]])
            cost = _best_tree([*(lengths[k] for k in others), max(length, 1)], new_clashes, costs).cost
            if cost < best:
                best, pair = cost, (i, j)
    joined = lists[pair[0]].join(lists[pair[1]]) if pair else None
    return [hands for k, hands in enumerate(lists) if k not in pair] + [joined] if pair and joined else None


def _clashes(lists: list[HandList]) -> F64:
    """Return the probability that independent draws from two lists share a card, measured by a pilot, float64[lists,
    lists]."""
    count = len(lists)
    clashes = np.zeros((count, count), np.int64)
    arrays = _arrays(lists, _Tree((), (), 0.0))
    count_clashes(PILOT_ATTEMPTS, arrays, seed_state(PILOT_SEED, 0), np.zeros(count, np.uint64), clashes)
    return (clashes + clashes.T) / PILOT_ATTEMPTS


def _chain_cost(lists: list[HandList]) -> float:
    """Return the cost of drawing all hands as a chain; infinite if the lists contain too many cards for it."""
    cards = int(np.bitwise_or.reduce(np.concatenate([np.zeros(1, np.uint64), *(hands.masks for hands in lists)])))
    return CHAIN_ENTRY * sum(len(hands.masks) for hands in lists) if cards.bit_count() <= MAX_CHAIN_CARDS else inf


def _chain(lists: list[HandList], check_cancelled: CancelCheck) -> Joint:
    """Return the arrays for drawing ``lists`` as a chain."""
    arrays = _arrays(lists, _Tree((), (), 0.0))
    cards = np.flatnonzero(np.bitwise_or.reduce(arrays.masks) >> np.arange(52, dtype=np.uint64) & np.uint64(1))
    contains = arrays.masks[:, None] >> cards.astype(np.uint64) & np.uint64(1)
    chain = arrays._replace(
        weights=np.concatenate([hands.weights for hands in lists]),
        numbered=contains.astype(np.int64) @ (1 << np.arange(len(cards))),
        completions=np.zeros(1 << len(cards)),
    )
    # A completion is the weight of all ways to deal the remaining lists from a set of cards. Sets are filled from the
    # largest number down, in slices, so that a cancelled run ends soon.
    for last in range(len(chain.completions), 0, -CHAIN_SLICE):
        check_cancelled()
        fill_completions(max(last - CHAIN_SLICE, 0), last, chain)
    return chain


def _measured(lists: list[HandList], tree: _Tree, costs: DrawCosts) -> JointLists:
    """Return ``lists`` in a tree, with the cost of a draw of all hands from the number of draws that a pilot takes."""
    arrays, count = _arrays(lists, tree), len(lists)
    work = (np.zeros(count, np.int64), np.zeros(count, np.uint64))
    draws = count_draws(PILOT_HANDS, PILOT_DRAWS, arrays, seed_state(PILOT_SEED, 1), *work)
    if draws == inf:
        message = "these ranges block each other too often to be sampled: no valid deal in a million tries"
        raise ScenarioError(Problem("seats", message))
    cost_of_draw = costs.of_block([len(hands.masks) for hands in lists], alone=len(tree.blocks) == 1)
    return JointLists(arrays, draws * (cost_of_draw / max(len(tree.blocks), 1) + costs.surprise / 2))


def _arrays(lists: list[HandList], tree: _Tree) -> Joint:
    """Return the arrays of ``lists`` in the order of the blocks of ``tree``, or in their own order if it is empty."""
    # The lists are stored one after the other, and ``_starts`` gives the position of each.
    lists = [lists[i] for i in tree.lists] or lists
    widths = np.array([len(hands.seats) for hands in lists], dtype=np.int64)
    return Joint(
        starts=_starts([len(hands.masks) for hands in lists]),
        aliases=np.concatenate([np.zeros(0, np.uint64), *(_alias(hands.weights) for hands in lists)]),
        masks=np.concatenate([np.zeros(0, np.uint64), *(hands.masks for hands in lists)]),
        bits=np.concatenate([np.zeros(0, np.uint64), *(hands.bits for hands in lists)]),
        even=np.array([bool((hands.weights == hands.weights[0]).all()) for hands in lists], dtype=np.bool_),
        widths=widths,
        combo_starts=_starts([hands.combos.size for hands in lists]),
        combos=np.concatenate([np.zeros(0, np.int16), *(hands.combos.ravel() for hands in lists)]),
        seat_starts=_starts(widths.tolist()),
        seats=np.array([seat for hands in lists for seat in hands.seats], dtype=np.int64),
        blocks=_starts([len(block) for block in tree.blocks]),
        steps=_in_order(tree.steps),
        retry=np.array(_retries(tree.steps), dtype=np.int64),
        weights=np.zeros(0),
        numbered=np.zeros(0, np.int64),
        completions=np.zeros(0),
    )


def _in_order(steps: tuple[int, ...]) -> I64:
    """Return ``steps`` with the blocks numbered in the order in which they occur, int64[steps]."""
    numbers = iter(range(len(steps)))
    return np.array([FIT if step == FIT else next(numbers) for step in steps], dtype=np.int64)


def _retries(steps: tuple[int, ...]) -> list[int]:
    """Return for each ``FIT`` the step at which its first part begins, from which a clash draws again; other steps
    themselves."""
    begins: list[int] = []
    retries = []
    for i, step in enumerate(steps):
        if step == FIT:
            begins.pop()
            retries.append(begins[-1])
        else:
            begins.append(i)
            retries.append(i)
    return retries


def _alias(weights: F64) -> U64:
    n = len(weights)
    aliases = np.zeros(n, np.uint64)
    fill_alias(weights, np.zeros(n), np.zeros(n, np.int64), aliases)
    return aliases


def _starts(sizes: list[int]) -> I64:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


PILOT_GROUP = 1_024
PILOT_TUPLES = 2_048
PILOT_RUNS = 256
"""Bounds of the pilot run of groups: draws of each block, tuples of hands, and groups."""

USES = 0.5
"""How often a draw of a part is used if it meets several of another part: tuples that share a draw depend on each
other."""

MAX_TURNS = 256
"""The largest number of draws of another part that one draw meets."""

COST_OF_PAIR = 0.8
"""Nanoseconds of one core of the reference machine to compare two draws."""

LATTICE_VARIANCE = 0.6
"""About the share of the variance between hands that remains if they are drawn along lattices."""

MAX_DRAWS = 1 << 12
"""The largest number of draws of a block that are made together: they have to fit into the processor's caches."""


@dataclass(frozen=True, slots=True, eq=False)
class HandDraws:
    """How to draw tuples of hands in groups: along lattices or independently (``kernels.holdem.lattice``), or as a
    chain.

    ``steps`` uint64[lists]: the steps of the lattices. ``turns`` int64[steps]: how many draws of the other part each
    draw of a part meets. ``draws`` float64[blocks]: draws of each block for each tuple of hands (a single number for a
    chain, empty if there is nothing to draw). ``cost``: of a tuple, in nanoseconds of one core of the reference
    machine.
    """

    joint: Joint
    steps: U64
    turns: I64
    draws: F64
    cost: float

    @property
    def unevenness(self) -> float:
        """About the share of the variance between hands that remains because they are not drawn quite evenly."""
        return LATTICE_VARIANCE if len(self.draws) == 1 and len(self.steps) else 1.0

    @property
    def one_list(self) -> bool:
        """Whether all hands come from one list, along a lattice."""
        return len(self.steps) == 1

    @property
    def max_tuples(self) -> int:
        """The largest number of tuples that can be drawn together."""
        return max(int(MAX_DRAWS / max(self.draws, default=1.0)), 1)

    def counts(self, tuples: int) -> I64:
        """Return how many draws of each block give about ``tuples`` tuples, int64[blocks].

        With few draws of two parts each draw meets fewer others, so that more draws are needed for each tuple.
        """
        effective_tuples = max(tuples, ceil(sqrt(tuples * self.turns.max(initial=1))))
        return np.asarray(np.minimum(np.ceil(self.draws * effective_tuples), MAX_DRAWS).astype(np.int64))


def hand_draws(lists: list[HandList], check_cancelled: CancelCheck) -> HandDraws:
    """Return how to draw ``lists`` in groups."""
    arranged = joint_lists(lists, check_cancelled, IN_GROUPS)
    joint = arranged.arrays
    if len(joint.completions):
        return HandDraws(joint, np.zeros(0, np.uint64), np.zeros(0, np.int64), np.ones(1), arranged.cost)
    blocks = joint.blocks.tolist()
    steps = list_steps(len(joint.widths), len(blocks) - 1)
    turns, draws = _draws(joint, steps, check_cancelled)
    lengths, alone = np.diff(joint.starts).tolist(), len(blocks) == 2
    sizes = np.array([IN_GROUPS.of_block(lengths[a:b], alone=alone) for a, b in pairwise(blocks)])
    cost_of_fitting = IN_GROUPS.fit * len(lengths) * (not alone) + COST_OF_PAIR / USES * float(turns[turns > 1].sum())
    return HandDraws(joint, steps, turns, draws, float(draws @ sizes) + cost_of_fitting)


def _draws(joint: Joint, steps: U64, check_cancelled: CancelCheck) -> tuple[I64, F64]:
    """Return the turns of each step, int64[steps], and the draws of each block for a tuple of hands, float64[blocks].

    They are chosen from the rates of fitting draws in a pilot run.
    """
    blocks = len(joint.blocks) - 1
    work, state = new_group_draws(len(joint.widths), len(joint.steps), PILOT_GROUP), seed_state(PILOT_SEED, 2)
    counts, tuples, runs = np.full(blocks, PILOT_GROUP), 0, 0
    turns = np.ones(len(joint.steps), np.int64)
    while blocks and tuples < PILOT_TUPLES and runs < PILOT_RUNS:
        check_cancelled()
        tuples += draw_group(counts, turns, joint, steps, state, work)
        runs += 1
    fitting = [max(float(fits), 0.5) / max(runs, 1) for fits in work.fits]
    draws: F64 = np.ones(blocks)
    # Each step leaves ``count`` of ``before`` draws. The blocks below it need as many more draws; a part whose draws
    # rarely fit meets several draws of the other part instead, which is cheaper.
    parts: list[tuple[list[int], float]] = []
    for i, (step, count) in enumerate(zip(joint.steps.tolist(), fitting, strict=True)):
        if step == FIT:
            (right, right_count), (left, left_count) = parts.pop(), parts.pop()
            part, before = left + right, min(left_count, right_count)
            turns[i] = max(int(min(USES * before / count, MAX_TURNS)), 1)
        else:
            part, before = [step], float(PILOT_GROUP)
        draws[part] *= before / (count * turns[i])
        parts.append((part, count))
    return turns, draws
