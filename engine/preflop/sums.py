"""The exact sums on every flop: the weight of the deals in which the others hold given ranges, and hero's share.

A :class:`Task` is a sum over disjoint combos of one to three ranges in addition to hero's hand. Flops and boards are
taken up to the suit permutations that leave hero's hand and all ranges unchanged; hero's hands with the same
permutations are computed together.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBO_MASKS, COMBOS
from engine.equity.holdem.board_chunks import BoardChunks
from engine.equity.holdem.card_sets import CardSets, card_sets, flop_orbits
from engine.equity.holdem.disjoint import by_card
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import CancelCheck
from engine.kernels.preflop.book import add_book_boards, weigh_flops
from engine.kernels.preflop.work import BookInputs, new_book_work
from engine.kernels.tables import high_tables
from engine.preflop.sweep import FlopSweep

MAX_SWEPT = 2
"""The hands in addition to hero's that a sweep can deal."""
MAX_CELLS = 80
"""Hero's hands times tasks that are computed together: enough for all 78 suited or offsuit classes."""
PARTS = 12
"""The parts into which the boards of hands that are computed together are divided."""
CHUNK_COST = 7e6
COST_OF_ONE, COST_OF_TWO, COST_OF_COMBO, COST_OF_TRIPLES = 60.0, 260.0, 2.0, 6_000.0
COST_OF_FIRST = 30.0
COST_OF_RANKS = 1_500.0
"""Costs in nanoseconds of one core of the reference machine: of one of hero's hands on a board, for a task of one hand,
of two, and of three; for three also per combo listed, and per combo of the smallest range; and of a hand on the ranks
of a board."""


@dataclass(frozen=True, slots=True)
class Task:
    """The numbers of one to three ranges that are dealt with hero's hand, and which of them are at the showdown."""

    ranges: tuple[int, ...]
    contested: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HandFlops:
    """Hero's hands with the same symmetry of suits, and the flops up to this symmetry.

    ``combos`` int64[heroes]: a combo for each hand; ``members``: for each hand the combos in hero's range that differ
    from it only in suits, which need not include it. ``flops`` int64[flops, 3] and ``sizes`` int64[flops]: the flops,
    and how many each represents; ``places`` int64[22100]: the index of the flop that represents each flop.
    """

    combos: I64
    members: list[I64]
    flops: I64
    sizes: I64
    places: I64
    group: SuitGroup


@dataclass(frozen=True, slots=True, eq=False)
class FlopHandSums(HandFlops):
    """The sums for hands of one symmetry, float64[flops, heroes, tasks] each.

    ``weights``: the weight of the disjoint combos of a task on one flop; ``shares``: hero's mean share of the pot, 0 if
    there is no weight.
    """

    weights: F64
    shares: F64


class FlopSums:
    """The computation of all flops for the hands ``hero`` float64[1326] and ``tasks`` over ``ranges`` float64[n, 1326].

    Few hands are computed one by one, many hands by a single sweep of all boards, whichever costs less.
    """

    def __init__(
        self, hero: F64, ranges: F64, tasks: Sequence[Task], dead: tuple[int, ...], check_cancelled: CancelCheck
    ) -> None:
        """Divide hero's hands into batches of the same symmetry, and decide whether one sweep of all boards costs less.

        ``_left`` has the number of the sum to which each remaining part belongs, ``_found`` the sums so far by this
        number.
        """
        self._ranges, self._dead, self._check_cancelled = ranges, dead, check_cancelled
        self._tasks = [_in_order(task, ranges) for task in tasks]
        setup = law_setup(ranges, dead)
        self._group = suit_group(setup)
        self._batches = [
            _Batch(
                orbits, law_setup(np.concatenate([one_combo(orbits[0][0]), ranges]), dead), self._tasks, check_cancelled
            )
            for orbits in by_symmetry(hero, self._group, max(MAX_CELLS // max(len(self._tasks), 1), 1))
        ]
        self._sweep: FlopSweep | None = None
        if self._tasks and all(len(task.ranges) <= MAX_SWEPT for task in self._tasks):
            sweep = FlopSweep(hero, setup, task_rows(self._tasks), check_cancelled)
            # A sweep evaluates each board once for all hands; a batch gains more from the symmetry of its hands.
            if sweep.operations < sum(batch.boards.operations for batch in self._batches):
                self._sweep = sweep
        self._left: deque[int] = deque()
        self._found: dict[int, F64] = {}

    def parts(self) -> list[Callable[[], F64]]:
        """Return the parts of the work; their results, float64[..], are passed to :meth:`take`."""
        sums: list[list[Callable[[], F64]]] = [[partial(self._weigh, batch)] for batch in self._batches]
        if self._sweep is not None:
            sums += [self._sweep.parts(block) for block in range(len(self._sweep.blocks))]
        else:
            for batch in self._batches:
                count = len(batch.boards.chunks)
                sums.append([partial(self._add, batch, range(i, count, PARTS)) for i in range(min(PARTS, count))])
        self._left = deque(number for number, parts in enumerate(sums) for _ in parts)
        return [part for parts in sums for part in parts]

    def take(self, value: F64) -> None:
        """Add the result of the next part, float64[..]; in their order, so that the sums do not depend on threads."""
        number = self._left.popleft()
        if number in self._found:
            self._found[number] += value
        else:
            self._found[number] = value

    def result(self) -> list[FlopHandSums]:
        """Return the sums of all parts, one for each group of hands with the same symmetry."""
        # The first sums are the weights of the batches. After them come the gains: of each batch, or of each block of
        # the sweep.
        first = len(self._batches)
        if self._sweep is None:
            gains = [self._found[first + k] for k in range(first)]
        else:
            blocks = [self._found[first + block] for block in range(len(self._sweep.blocks))]
            self._sweep.symmetrise(blocks)
            gains = [
                self._sweep.gains(blocks, batch.combos, batch.cards) * batch.sets.sizes[:, None, None]
                for batch in self._batches
            ]
        return [self._sums(batch, self._found[k], gains[k]) for k, batch in enumerate(self._batches)]

    def _sums(self, batch: "_Batch", weights: F64, gains: F64) -> FlopHandSums:
        """Return the sums of a batch.

        ``weights`` float64[flops, heroes, tasks] are those of one flop, ``gains`` of the same size those of all flops
        that it represents.
        """
        self._check_cancelled()
        runouts = np.array([self._runouts(len(task.ranges)) for task in self._tasks])
        total = weights * runouts * batch.sets.sizes[:, None, None]
        shares = np.divide(gains.reshape(weights.shape), total, out=np.zeros_like(weights), where=weights > 0)
        np.clip(shares, 0.0, 1.0, out=shares)
        return FlopHandSums(
            batch.combos, batch.members, batch.cards, batch.sets.sizes, batch.places, self._group, weights, shares
        )

    def _runouts(self, hands: int) -> float:
        """Return the number of turns and rivers when ``hands`` hands in addition to hero's are dealt."""
        left = 52 - len(self._dead) - 5 - 2 * hands
        return left * (left - 1) / 2

    def _add(self, batch: "_Batch", chunks: range) -> F64:
        """Return hero's gains on some chunks of the boards of a batch, float64[flops, heroes x tasks]."""
        law = batch.law(self._ranges)
        result = np.zeros((len(batch.cards), len(batch.combos) * len(self._tasks)))
        work = new_book_work(law)
        for chunk in chunks:
            self._check_cancelled()
            add_book_boards(*batch.boards.rows(chunk), batch.places, law, high_tables(), work, result)
        return result

    def _weigh(self, batch: "_Batch") -> F64:
        """Return the weight of the disjoint combos of each task on a flop, float64[flops, heroes, tasks].

        A weight that is only a rounding error of 0 is set to 0.
        """
        law = batch.law(self._ranges)
        work = new_book_work(law)
        result = np.zeros((len(batch.cards), len(batch.combos), len(self._tasks)))
        step = max(int(CHUNK_COST / batch.board_cost), 1)
        for first in range(0, len(result), step):
            self._check_cancelled()
            weigh_flops(batch.cards[first : first + step], law, high_tables(), work, result[first : first + step])
        result[result < MIN_RELATIVE_WEIGHT * result.max(axis=0)] = 0.0
        return result


MIN_RELATIVE_WEIGHT = 1e-12
"""A smaller share of the weight of the heaviest flop is taken for a rounding error of 0."""


class _Batch:
    """Hero's hands with the same symmetry; the first row of ``setup`` is one of them."""

    def __init__(
        self, orbits: "list[Orbit]", setup: HoldemSetup, tasks: list[Task], check_cancelled: CancelCheck
    ) -> None:
        """Store the hands. The attribute ``board_cost`` is the time of all their tasks on one board, in nanoseconds."""
        self.combos = np.array([combo for combo, _ in orbits], dtype=np.int64)
        self.members = [members for _, members in orbits]
        self._setup, self._tasks, self._check_cancelled = setup, tasks, check_cancelled
        self.board_cost = len(orbits) * sum(_cost(task, setup.weights[1:]) for task in tasks)

    @cached_property
    def sets(self) -> CardSets:
        """The flops up to suit permutations."""
        return card_sets(self._setup, 3, self._check_cancelled)

    @cached_property
    def cards(self) -> I64:
        """The cards of one flop of each orbit (flops that differ only in suits), int64[flops, 3]."""
        return np.ascontiguousarray(self.sets.cards[self.sets.firsts])

    @cached_property
    def places(self) -> I64:
        """The orbit of each flop, int64[22100]."""
        return flop_orbits(self.sets)

    @cached_property
    def boards(self) -> BoardChunks:
        """The final boards up to suit permutations."""
        setup = self._setup
        if len(self.combos) == 1:
            setup = replace(setup, dead=(*setup.dead, *(int(card) for card in COMBOS[self.combos[0]])))
        ranks = COST_OF_RANKS * len(self.combos) * len(self._tasks)
        return BoardChunks(setup, suit_group(self._setup), self.board_cost, ranks, CHUNK_COST)

    def law(self, ranges: F64) -> BookInputs:
        """Return the hands and ``ranges`` float64[n, 1326] in the form of the kernels."""
        return make_law(self.combos, ranges, self._tasks)


def make_law(heroes: I64, ranges: F64, tasks: Sequence[Task]) -> BookInputs:
    """Return hands of hero, int64[heroes] combos, and ``ranges`` float64[n, 1326] in the form of the kernels."""
    free = (COMBO_MASKS[heroes][:, None] & COMBO_MASKS) == 0
    listed = np.flatnonzero(ranges.any(axis=0))
    live = ranges * free[:, None]
    weights = np.stack([[by_card(row) for row in rows] for rows in live])
    blocks = weights.reshape(*weights.shape[:2], 13, 4, 13, 4)
    by_rank = np.ascontiguousarray(blocks.sum(axis=5).reshape(*weights.shape[:2], 52, 13).swapaxes(2, 3))
    totals = _rank_pairs(weights)
    firsts = [task.ranges[0] for task in tasks]
    seconds = [task.ranges[1] if len(task.ranges) > 1 else task.ranges[0] for task in tasks]
    cards = COMBOS[listed].astype(np.int64)
    by_suit = [cards[(cards[:, 0] & 3 == suit) & (cards[:, 1] & 3 == suit)] for suit in range(4)]
    suited = np.zeros((4, max(len(rows) for rows in by_suit), 2), np.int64)
    for suit, rows in enumerate(by_suit):
        suited[suit, : len(rows)] = rows
    used = np.zeros((len(ranges), 2), np.int64)
    for task in tasks:
        for x, contested in zip(task.ranges, task.contested, strict=True):
            if len(task.ranges) < 3:
                column = 0 if contested else 1
                used[x, column] = max(used[x, column], sum(task.contested))
    high, low = suited[..., 0] >> 2, suited[..., 1] >> 2
    return BookInputs(
        COMBOS[heroes].astype(np.int64), weights, by_rank, totals, COMBOS[listed].astype(np.int64),
        np.ascontiguousarray(live[:, :, listed]), suited, np.where(high == low, 8191, 1 << high | 1 << low),
        np.ascontiguousarray(weights[:, :, suited[..., 0], suited[..., 1]]), task_rows(tasks),
        _rank_pairs(weights[:, firsts] * weights[:, seconds]), used,
        np.array([all(len(task.ranges) == 1 for task in tasks)], dtype=np.int64),
    )  # fmt: skip


def task_rows(tasks: Sequence[Task]) -> I64:
    """Return tasks as the kernels take them, int64[tasks, 7]."""
    rows = np.zeros((len(tasks), 7), np.int64)
    for row, task in zip(rows, tasks, strict=True):
        hands = len(task.ranges)
        row[0], row[1 : 1 + hands], row[4 : 4 + hands] = hands, task.ranges, task.contested
    return rows


def _rank_pairs(weights: F64) -> F64:
    """Return the sums of float64[.., 52, 52], symmetric, by rank pair, the higher first: float64[.., 13, 13]."""
    blocks: F64 = weights.reshape(*weights.shape[:-2], 13, 4, 13, 4).sum(axis=(-3, -1))
    blocks[..., np.arange(13), np.arange(13)] /= 2.0
    return np.ascontiguousarray(np.tril(blocks))


def law_setup(weights: F64, dead: tuple[int, ...]) -> HoldemSetup:
    """Return hands of these ``weights`` float64[n, 1326] and ``dead`` cards as a setup before the flop."""
    return HoldemSetup(weights, np.zeros((0, len(COMBOS))), (), dead, 0, ())


def one_combo(combo: int) -> F64:
    """Return float64[1, 1326]: a hand that is this combo."""
    result = np.zeros((1, len(COMBOS)))
    result[0, combo] = 1.0
    return result


Orbit = tuple[int, I64]
"""A combo, and the combos in hero's range that differ from it only in suits."""


def by_symmetry(hero: F64, group: SuitGroup, max_size: int) -> list[list[Orbit]]:
    """Return the orbits of the combos in ``hero`` float64[1326] in groups of one symmetry.

    A group has at most ``max_size`` orbits, and the same permutations leave each of them unchanged.
    """
    combos = np.flatnonzero(hero)
    # Combos are equivalent if the group maps them to the same smallest combo.
    first = group.combos[:, combos].min(axis=0)
    kinds: dict[bytes, list[Orbit]] = {}
    for combo in np.unique(first):
        kept = (group.combos[:, combo] == combo).tobytes()
        kinds.setdefault(kept, []).append((int(combo), combos[first == combo].astype(np.int64)))
    return [rows[at : at + max_size] for rows in kinds.values() for at in range(0, len(rows), max_size)]


def _in_order(task: Task, ranges: F64) -> Task:
    """Return a task with its ranges in the order that the kernels expect.

    One or two ranges: those at the showdown come first. Three: the smallest comes first, because the kernels loop over
    all of its combos, and ranges of equal size are ordered as above.
    """
    counts = [int(np.count_nonzero(ranges[x])) if len(task.ranges) == 3 else 0 for x in task.ranges]
    order = sorted(range(len(counts)), key=lambda i: (counts[i], not task.contested[i]))
    return Task(tuple(task.ranges[i] for i in order), tuple(task.contested[i] for i in order))


def _cost(task: Task, ranges: F64) -> float:
    """Return the cost of a task for one of hero's hands on one board, in nanoseconds (see :data:`COST_OF_ONE`)."""
    if len(task.ranges) == 1:
        return COST_OF_ONE
    if len(task.ranges) == 2:
        return COST_OF_TWO
    listed = int(np.count_nonzero(ranges.any(axis=0)))
    return COST_OF_TRIPLES + COST_OF_COMBO * listed + COST_OF_FIRST * int(np.count_nonzero(ranges[task.ranges[0]]))
