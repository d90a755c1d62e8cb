"""Drawing the hands of several ranges by their joint distribution, without ever stalling.

Hands are drawn independently and again until no two share a card, in a tree of parts (see
``engine.kernels.holdem.joint``). Where ranges clash so often that this is slow (six players all on AA, KK, QQ) the
lists are joined first: all fitting pairs of two lists are listed with the products of their weights and are
drawn at once, which is the same distribution. Where even that is slow, because many hands come from few cards (nine
players all on TT+), they are drawn as a chain that never clashes.

Tuples of hands are also drawn in groups: a pilot measures how many draws of each list they take.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil, inf, log2, prod, sqrt

import numpy as np

from engine.arrays import F64, I16, I64, U64
from engine.cards import COMBO_MASKS, COMBOS
from engine.equity.jobs import Guard, unguarded
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.high import card_bits
from engine.kernels.holdem.joint import FIT, Joint, count_clashes, count_draws, fill_alias, fill_completions, join_lists
from engine.kernels.holdem.lattice import draw_group, list_steps, new_draws
from engine.scenario import Problem, ScenarioError

PILOT_ATTEMPTS = 4_096
PILOT_HANDS = 1_024
PILOT_DRAWS = 1_000_000
PILOT_SEED = 1_326
"""The pilot has a seed of its own, so that the plan depends on the ranges alone."""

CHEAP_DRAW = 40.0
"""Nanoseconds at which a draw of all hands needs no improving."""

MOST_ENTRIES = 1 << 16
"""No longer list is made by joining: beyond the processor's nearer caches a draw costs more than it saves."""

MOST_PAIRS = 1 << 21
"""Nor is one made from more pairs: weights may hide how many of them fit."""

CHAIN_CARDS = 20
"""Different cards in all lists up to which they can be drawn as a chain: the table of completions has 8 MB."""

CHAIN_SLICE = 1 << 17
"""Completions after which a cancelled run is left."""

CHAIN_ENTRY = 4.0
"""Nanoseconds for each entry of a list that a chain looks at."""


@dataclass(frozen=True, slots=True)
class DrawCosts:
    """Nanoseconds of one core of the reference machine.

    ``draw`` from a short list, ``distance`` more for each doubling of a long one, ``surprise`` where the processor
    guessed the outcome of a comparison wrong, ``fit`` for each list when two parts are put together; ``lattice``: the
    factor where all lists are one block, whose draws are not scrambled.
    """

    draw: float
    distance: float
    surprise: float
    fit: float
    lattice: float

    def of_block(self, lengths: list[int], *, alone: bool) -> float:
        """Return the cost of a draw from lists that are one block (``alone``: the only one)."""
        return sum(map(self._of_list, lengths)) * (self.lattice if alone else 1.0)

    def _of_list(self, length: int) -> float:
        """Return the cost of a draw from a list: the longer it is, the farther away it lies."""
        return self.draw + self.distance * max(log2(length / 2048), 0.0)

    def until_fit(self, cost: float, fit: float) -> float:
        """Return the cost of repeating what costs ``cost`` until it fits."""
        fit = max(fit, 1e-6)
        return (cost + self.surprise * min(fit, 1.0 - fit)) / fit


ONE_BY_ONE = DrawCosts(3.5, 2.3, 6.0, 0.0, 1.0)
IN_GROUPS = DrawCosts(2.0, 1.5, 0.0, 1.0, 0.6)
"""Drawn until they fit (``kernels.holdem.joint``), or many at once (``kernels.holdem.lattice``)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandList:
    """Hands of one or more seats that are drawn at once: all of them that fit, with weights.

    ``seats``: the active seats in the order of the columns of ``combos`` int16[n, seats] (folded hands have
    no column); ``masks`` uint64[n]: all cards, those of folded hands too, and ``bits`` uint64[n] the same as in
    ``kernels.holdem.high``; ``weights`` float64[n].
    """

    seats: tuple[int, ...]
    combos: I16
    masks: U64
    bits: U64
    weights: F64

    @classmethod
    def of_range(cls, weights: F64, seat: int | None) -> "HandList":
        """Return the hands of a range, ``weights`` float64[1326], of an active ``seat`` or a folded one (None)."""
        live = np.flatnonzero(weights)
        combos = live.astype(np.int16)[:, None] if seat is not None else np.zeros((len(live), 0), np.int16)
        bits = np.bitwise_or.reduce(card_bits()[COMBOS[live]], axis=1)
        return cls(() if seat is None else (seat,), combos, COMBO_MASKS[live], bits, weights[live])

    def join(self, other: "HandList") -> "HandList | None":
        """Return the pairs of hands without a card in common; None if there are none."""
        lists = (self.masks, self.weights, other.masks, other.weights)
        count = join_lists(*lists, np.zeros((0, 2), np.int64), np.zeros(0))
        if not count:
            return None
        pairs, weights = np.zeros((count, 2), np.int64), np.zeros(count)
        join_lists(*lists, pairs, weights)
        left, right = pairs.T
        combos = np.hstack([self.combos[left], other.combos[right]])
        masks, bits = self.masks[left] | other.masks[right], self.bits[left] | other.bits[right]
        return HandList(self.seats + other.seats, combos, masks, bits, weights)


@dataclass(frozen=True, slots=True, eq=False)
class JointLists:
    """The lists to draw from, as arrays for the kernels, and what a draw of all hands costs.

    ``cost`` is in nanoseconds of one core of the reference machine.
    """

    arrays: Joint
    cost: float


def joint_lists(lists: list[HandList], guard: Guard = unguarded, costs: DrawCosts = ONE_BY_ONE) -> JointLists:
    """Return ``lists`` (two cards in each hand) arranged in the way that makes a draw of all hands cheap.

    Raises:
        ScenarioError: less than about one draw in a million fits, and no chain is possible.
    """
    given, chain_cost = lists, _chain_cost(lists)
    while True:
        guard()
        clashes = _clashes(lists)
        tree = _best_tree([len(hands.masks) for hands in lists], clashes, costs)
        joined = _join_best(lists, clashes, costs, guard) if tree.cost > CHEAP_DRAW else None
        if joined is None:
            return (
                JointLists(_chain(given, guard), chain_cost)
                if tree.cost > chain_cost
                else _measured(lists, tree, costs)
            )
        lists = joined


@dataclass(frozen=True, slots=True)
class _Tree:
    """A way to draw some lists: blocks of their numbers, steps in postfix order, the cost until all fits."""

    blocks: tuple[tuple[int, ...], ...]
    steps: tuple[int, ...]
    cost: float

    @property
    def lists(self) -> list[int]:
        """The numbers of all lists in the order of the blocks."""
        return [i for block in self.blocks for i in block]


def _best_tree(lengths: list[int], clashes: F64, costs: DrawCosts) -> _Tree:
    """Return the cheapest tree over blocks of equal size."""
    fits = (1.0 - clashes).tolist()
    trees = [_tree(lengths, fits, size, costs) for size in range(1, len(lengths) + 1)]
    return min(trees, key=lambda tree: tree.cost, default=_Tree((), (), 0.0))


def _tree(lengths: list[int], fits: list[list[float]], size: int, costs: DrawCosts) -> _Tree:
    """Return the tree over blocks of ``size`` lists that puts the two cheapest parts together first.

    ``fits`` are the chances that two lists fit; that of two parts is taken as the product over pairs of lists.
    """
    blocks = [tuple(range(at, min(at + size, len(lengths)))) for at in range(0, len(lengths), size)]
    parts = []
    for number, block in enumerate(blocks):
        fit = prod(fits[i][j] for i, j in combinations(block, 2))
        each = costs.of_block([lengths[i] for i in block], alone=len(blocks) == 1)
        parts.append(_Tree((block,), (number,), costs.until_fit(each, fit)))
    while len(parts) > 1:
        parts.sort(key=lambda part: part.cost)
        left, right = parts[:2]
        fit = prod(fits[i][j] for i in left.lists for j in right.lists)
        together = costs.fit * (len(left.lists) + len(right.lists))
        cost = costs.until_fit(left.cost + right.cost + together, fit)
        parts[:2] = [_Tree(left.blocks + right.blocks, (*left.steps, *right.steps, FIT), cost)]
    return parts[0]


def _join_best(lists: list[HandList], clashes: F64, costs: DrawCosts, guard: Guard) -> list[HandList] | None:
    """Join the two lists whose joining makes draws cheapest; None if it does not make them cheaper."""
    lengths = [len(hands.masks) for hands in lists]
    best, pair = _best_tree(lengths, clashes, costs).cost, None
    for i, j in combinations(range(len(lists)), 2):
        guard()
        length = ceil(lengths[i] * lengths[j] * (1.0 - clashes[i, j]))
        if clashes[i, j] and length <= MOST_ENTRIES and lengths[i] * lengths[j] <= MOST_PAIRS:
            rest = [k for k in range(len(lists)) if k not in (i, j)]
            both = 1.0 - (1.0 - clashes[i, rest]) * (1.0 - clashes[j, rest])
            around = np.block([[clashes[np.ix_(rest, rest)], both[:, None]], [both, np.zeros(1)]])
            cost = _best_tree([*(lengths[k] for k in rest), max(length, 1)], around, costs).cost
            if cost < best:
                best, pair = cost, (i, j)
    joined = lists[pair[0]].join(lists[pair[1]]) if pair else None
    return [hands for k, hands in enumerate(lists) if k not in pair] + [joined] if pair and joined else None


def _clashes(lists: list[HandList]) -> F64:
    """Return float64[lists, lists]: the share of independent draws in which two have a card in common."""
    count = len(lists)
    clashes = np.zeros((count, count), np.int64)
    arrays = _arrays(lists, _Tree((), (), 0.0))
    count_clashes(PILOT_ATTEMPTS, arrays, seed_state(PILOT_SEED, 0), np.zeros(count, np.uint64), clashes)
    return (clashes + clashes.T) / PILOT_ATTEMPTS


def _chain_cost(lists: list[HandList]) -> float:
    """Return the cost of drawing all hands as a chain; infinite if the lists have too many cards for it."""
    cards = int(np.bitwise_or.reduce(np.concatenate([np.zeros(1, np.uint64), *(hands.masks for hands in lists)])))
    return CHAIN_ENTRY * sum(len(hands.masks) for hands in lists) if cards.bit_count() <= CHAIN_CARDS else inf


def _chain(lists: list[HandList], guard: Guard) -> Joint:
    """Return the arrays of ``lists`` to be drawn as a chain."""
    arrays = _arrays(lists, _Tree((), (), 0.0))
    cards = np.flatnonzero(np.bitwise_or.reduce(arrays.masks) >> np.arange(52, dtype=np.uint64) & np.uint64(1))
    holds = arrays.masks[:, None] >> cards.astype(np.uint64) & np.uint64(1)
    chain = arrays._replace(
        weights=np.concatenate([hands.weights for hands in lists]),
        numbered=holds.astype(np.int64) @ (1 << np.arange(len(cards))),
        completions=np.zeros(1 << len(cards)),
    )
    for last in range(len(chain.completions), 0, -CHAIN_SLICE):
        guard()
        fill_completions(max(last - CHAIN_SLICE, 0), last, chain)
    return chain


def _measured(lists: list[HandList], tree: _Tree, costs: DrawCosts) -> JointLists:
    """Return ``lists`` in a tree, with the cost of a draw of all hands by the draws it takes."""
    arrays, count = _arrays(lists, tree), len(lists)
    work = (np.zeros(count, np.int64), np.zeros(count, np.uint64))
    draws = count_draws(PILOT_HANDS, PILOT_DRAWS, arrays, seed_state(PILOT_SEED, 1), *work)
    if draws == inf:
        message = "the ranges clash too often to be sampled: not one of a million draws fits"
        raise ScenarioError(Problem("seats", message))
    each = costs.of_block([len(hands.masks) for hands in lists], alone=len(tree.blocks) == 1)
    return JointLists(arrays, draws * (each / max(len(tree.blocks), 1) + costs.surprise / 2))


def _arrays(lists: list[HandList], tree: _Tree) -> Joint:
    """Return ``lists`` in the order of the blocks of ``tree``, or in their own order for an empty one."""
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
    """Return ``steps`` with the blocks numbered in the order in which they come."""
    numbers = iter(range(len(steps)))
    return np.array([FIT if step == FIT else next(numbers) for step in steps], dtype=np.int64)


def _retries(steps: tuple[int, ...]) -> list[int]:
    """Return for each ``FIT`` where its first part begins (and for other steps themselves)."""
    begins: list[int] = []
    retries = []
    for at, step in enumerate(steps):
        if step == FIT:
            begins.pop()
            retries.append(begins[-1])
        else:
            begins.append(at)
            retries.append(at)
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
"""The pilot has a seed of its own, so that the plan depends on the ranges alone."""

USES = 0.5
"""How often a draw of a part is used where it meets several: what shares a draw depends on each other."""

MOST_TURNS = 256
"""Each draw of one part meets no more draws of another."""

COST_OF_PAIR = 0.8
"""Nanoseconds of one core of the reference machine to see whether two draws fit."""

LEFT_BY_LATTICES = 0.6
"""The share of the variance between hands that lattices leave, about."""

MOST_DRAWS = 1 << 12
"""No more draws of a block are made at once: they have to stay in the processor's caches."""


@dataclass(frozen=True, slots=True, eq=False)
class HandDraws:
    """The lists to draw from along lattices or independently (``kernels.holdem.lattice``), or as a chain.

    ``steps`` uint64[lists]: of the lattices; ``turns`` int64[steps]: how many draws of one part each draw of the other
    meets; ``draws`` float64[blocks]: draws of each block for each tuple of hands (one number for a chain, none where
    there is nothing to draw); ``cost``: of a tuple in nanoseconds of one core of the reference machine.
    """

    joint: Joint
    steps: U64
    turns: I64
    draws: F64
    cost: float

    @property
    def unevenness(self) -> float:
        """The share of the variance between hands that is left, about, where they are drawn evenly."""
        return LEFT_BY_LATTICES if len(self.draws) == 1 and len(self.steps) else 1.0

    @property
    def one_list(self) -> bool:
        """Whether all hands come from one list, along a lattice."""
        return len(self.steps) == 1

    @property
    def most_tuples(self) -> int:
        """The number of tuples that can be drawn together."""
        return max(int(MOST_DRAWS / max(self.draws, default=1.0)), 1)

    def counts(self, tuples: int) -> I64:
        """Return the draws of each block that give about as many tuples, int64[blocks].

        Few draws of two parts make fewer turns than more would.
        """
        drawn = max(tuples, ceil(sqrt(tuples * self.turns.max(initial=1))))
        counts: I64 = np.minimum(np.ceil(self.draws * drawn), MOST_DRAWS).astype(np.int64)
        return counts


def hand_draws(lists: list[HandList], guard: Guard) -> HandDraws:
    """Return how to draw ``lists`` in groups."""
    arranged = joint_lists(lists, guard, IN_GROUPS)
    joint = arranged.arrays
    if len(joint.completions):
        return HandDraws(joint, np.zeros(0, np.uint64), np.zeros(0, np.int64), np.ones(1), arranged.cost)
    blocks = joint.blocks.tolist()
    steps = list_steps(len(joint.widths), len(blocks) - 1)
    turns, draws = _draws(joint, steps, guard)
    lengths, alone = np.diff(joint.starts).tolist(), len(blocks) == 2
    sizes = np.array([IN_GROUPS.of_block(lengths[a:b], alone=alone) for a, b in pairwise(blocks)])
    together = IN_GROUPS.fit * len(lengths) * (not alone) + COST_OF_PAIR / USES * float(turns[turns > 1].sum())
    return HandDraws(joint, steps, turns, draws, float(draws @ sizes) + together)


def _draws(joint: Joint, steps: U64, guard: Guard) -> tuple[I64, F64]:
    """Return how many turns each step makes, int64[steps], and the draws of each block for a tuple, float64[blocks]."""
    blocks = len(joint.blocks) - 1
    work, state = new_draws(len(joint.widths), len(joint.steps), PILOT_GROUP), seed_state(PILOT_SEED, 2)
    counts, result, runs = np.full(blocks, PILOT_GROUP), 0, 0
    turns = np.ones(len(joint.steps), np.int64)
    while blocks and result < PILOT_TUPLES and runs < PILOT_RUNS:
        guard()
        result += draw_group(counts, turns, joint, steps, state, work)
        runs += 1
    kept = [max(float(fits), 0.5) / max(runs, 1) for fits in work.fits]
    wanted: F64 = np.ones(blocks)
    parts: list[tuple[list[int], float]] = []
    for at, (step, count) in enumerate(zip(joint.steps.tolist(), kept, strict=True)):
        if step == FIT:
            (right, right_count), (left, left_count) = parts.pop(), parts.pop()
            part, before = left + right, min(left_count, right_count)
            turns[at] = max(int(min(USES * before / count, MOST_TURNS)), 1)
        else:
            part, before = [step], float(PILOT_GROUP)
        wanted[part] *= before / (count * turns[at])
        parts.append((part, count))
    return turns, wanted
