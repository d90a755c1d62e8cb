"""Exact razz for any number of seats if few cards are to come: visits every tuple of rank multisets."""

from functools import cached_property
from math import ceil, factorial, inf, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64, I64, Bools
from engine.equity.jobs import CancelCheck, Tally, never_cancelled
from engine.equity.razz.automaton import FALLING, RANKS
from engine.equity.razz.joint_automaton import NO_CARD
from engine.equity.razz.lows import ExactTally, evaluate, low_tables
from engine.equity.razz.race import count_razz_deals
from engine.equity.razz.setup import RazzSeat, RazzSetup
from engine.equity.results import Estimate
from engine.kernels.razz.low import CLASSES
from engine.kernels.razz.tuples import NOBODY, deal_tuples, new_levels
from engine.kernels.tables import multisets

NO_SLOT = 5 * RANKS
MAX_ENTRIES = 50_000
"""The maximum number of multisets of a seat for this method."""

MAX_TUPLES = 1e15
"""The number of tuples beyond which their exact number does not matter."""

FEW_TUPLES = 1e6
"""If a bound that takes no time to compute says that there are no more tuples, they are not counted."""

PROBED = 300_000
"""How many entries of a list are tried on tuples of the lists before it, to estimate how many fit; some milliseconds.
"""

NANOSECONDS_PER_TRY = 2.8
NANOSECONDS_PER_TUPLE = 65.0
NANOSECONDS_PER_LAST = 1.9
"""The costs of an entry that is tried on a tuple of the lists before it, of an entry that fits, and of an entry of the
last list."""

CHUNK_NANOSECONDS = 5e6


class TupleJob:
    """The exact method that visits every tuple of rank multisets. Its ``operations`` grow with the product of their
    numbers."""

    def __init__(self, setup: RazzSetup, operations: float | None = None) -> None:
        """``operations``: the value of :func:`tuple_operations` for ``setup`` if it is known already."""
        self._setup = setup
        self._layout = ExactTally(len(setup.active))
        self.operations = tuple_operations(setup) if operations is None else operations
        """Cost in nanoseconds of one core of the reference machine."""

    @cached_property
    def _lists(self) -> "_Lists":
        """Built when the job runs: a plan that only needs the cost does without it."""
        return _Lists.of(self._setup, self.operations)

    @property
    def chunks(self) -> int:
        """The number of chunks: slices of the lists of multisets, for each rank of the common card."""
        return self._lists.chunks

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk."""
        lists, seats = self._lists, len(self._setup.active)
        shared, firsts, lasts = lists.slice(chunk)
        values, low_classes = lists.hands[shared]
        live, factor = self._setup.live.copy(), 1.0
        if self._setup.community:
            factor = float(live[shared])
            live[shared] -= 1
        winners, classes = np.zeros(1 << seats), np.zeros((len(lists.owners), CLASSES))
        bits = np.array([1 << owner if owner < seats else 0 for owner in lists.owners])
        deal_tuples(
            firsts, lasts, lists.slots, lists.weights, values, low_classes, bits, live, FALLING,
            new_levels(len(firsts)), winners, classes,
        )  # fmt: skip
        tally = self._layout.contest(winners * factor)
        for row, owner in enumerate(lists.owners):
            if owner < seats:
                tally += self._layout.classes(owner, classes[row] * factor)
        return tally

    def deals(self) -> int:
        """Return the number of deals of positive weight."""
        return count_razz_deals(self._setup)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the estimates of the active seats."""
        return self._layout.estimates(tally)


class _Lists(NamedTuple):
    """The arguments of ``deal_tuples``; the longest list comes last, because it is in the innermost loop.

    ``owners``: the numbers of the seats, the active ones first, then the folded ones. ``hands``: values and classes by
    the rank of the common card (``NO_CARD``: there is none). ``bounds``: the bounds of the slices of each list. A chunk
    is one slice of every list with one rank of the common card.
    """

    owners: tuple[int, ...]
    slots: I64
    weights: F64
    hands: dict[int, tuple[I64, I64]]
    bounds: tuple[I64, ...]

    @property
    def shape(self) -> list[int]:
        """The number of ranks of the common card, then the number of slices of each list."""
        return [len(self.hands), *(len(bounds) - 1 for bounds in self.bounds)]

    @property
    def chunks(self) -> int:
        return prod(self.shape)

    def slice(self, chunk: int) -> tuple[int, I64, I64]:
        """Return the rank of the common card and the first and last bounds of the slices of ``chunk``, int64[lists]
        each."""
        shared, *indices = (int(index) for index in np.unravel_index(chunk, self.shape))
        firsts = [bounds[index] for bounds, index in zip(self.bounds, indices, strict=True)]
        lasts = [bounds[index + 1] for bounds, index in zip(self.bounds, indices, strict=True)]
        return list(self.hands)[shared], np.array(firsts), np.array(lasts)

    @classmethod
    def of(cls, setup: RazzSetup, operations: float) -> "_Lists":
        """Return the lists of a setup, cut into chunks for ``operations``."""
        seats = (*setup.active, *setup.folded)
        lists = [_entries(seat, setup.live) for seat in seats]
        owners = sorted(range(len(seats)), key=lambda owner: len(lists[owner][1]))
        sizes = [len(lists[owner][1]) for owner in owners]
        shared = np.flatnonzero(setup.live).tolist() if setup.community else [NO_CARD]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        chunks_needed, bounds = operations / len(shared) / CHUNK_NANOSECONDS, [starts[:0]] * len(sizes)
        # Outer lists are sliced first: the innermost loop stays long.
        for i in range(len(sizes)):
            slices = min(max(1, ceil(chunks_needed)), sizes[i])
            chunks_needed /= slices
            bounds[i] = starts[i] + np.linspace(0, sizes[i], slices + 1).astype(np.int64)
        counts = np.concatenate([lists[owner][0] for owner in owners])
        weights = np.concatenate([lists[owner][1] for owner in owners])
        totals = np.concatenate([lists[owner][0] + seats[owner].known for owner in owners])
        contests = np.repeat([owner < len(setup.active) for owner in owners], sizes)
        hands = {rank: _hands(totals, contests, rank) for rank in shared}
        # If lists are sorted by value, the innermost loop takes the same branch most of the time.
        by_value = np.lexsort([hands[shared[0]][0], np.repeat(np.arange(len(sizes)), sizes)])
        counts, weights = counts[by_value], weights[by_value]
        hands = {rank: (values[by_value], classes[by_value]) for rank, (values, classes) in hands.items()}
        return cls(tuple(owners), count_slots(counts), weights, hands, tuple(bounds))


def _hands(totals: I64, contests: Bools, shared: int) -> tuple[I64, I64]:
    """Return the values of hands int64[n, 13] with a common card (``NOBODY`` for folded seats), and their classes:
    int64[n] each."""
    if shared != NO_CARD:
        totals = totals + (np.arange(RANKS) == shared)
    classes = low_tables().classes[(totals > 0) @ (1 << np.arange(RANKS))]
    return np.where(contests, evaluate(totals).astype(np.int64), NOBODY), classes.astype(np.int64)


def count_slots(taken: NDArray[Any]) -> I64:
    """Return int64[n, width]: 5 * rank + count for each rank in ``taken``, padded with ``NO_SLOT``.

    ``taken``, any integers [n, 13]: the cards of each rank that an entry takes.
    """
    width = int((taken > 0).sum(axis=1).max(initial=0))
    slots = np.where(taken > 0, 5 * np.arange(RANKS) + taken, NO_SLOT)
    return np.ascontiguousarray(np.sort(slots, axis=1)[:, :width], dtype=np.int64)


def _bounds(setup: RazzSetup) -> list[int]:
    """Return for each seat an upper bound of the number of multisets of its cards."""
    seats = (*setup.active, *setup.folded)
    return [len(s.choices) * prod(RANKS + i for i in range(s.free)) // factorial(s.free) for s in seats]


def few_tuples(setup: RazzSetup) -> bool:
    """Return True if the number of tuples is small enough for :func:`tuple_operations` to take no time."""
    return prod(float(size) for size in _bounds(setup)) <= FEW_TUPLES


def tuple_operations(setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> float:
    """Return the cost of a :class:`TupleJob` in nanoseconds of one core; infinite if there are too many multisets or
    tuples."""
    seats, bounds = (*setup.active, *setup.folded), _bounds(setup)
    if max(bounds) > MAX_ENTRIES:
        return inf
    shared = int((setup.live > 0).sum()) if setup.community else 1
    if few_tuples(setup):
        sizes = sorted(float(size) for size in bounds)
        return shared * _operations(sizes, np.cumprod(sizes[:-1]).tolist())
    lists = sorted((_entries(seat, setup.live)[0] for seat in seats), key=len)
    fitting = tuples_that_fit(lists, setup.live, check_cancelled)
    return shared * _operations([float(len(rows)) for rows in lists], fitting) if fitting else inf


def _operations(sizes: list[float], fitting: list[float]) -> float:
    """Return the cost for lists of ``sizes``, if ``fitting`` tuples of the first list, of the first two lists, ...
    fit."""
    tuples_before = [1.0, *fitting]
    tries = sum(size * tuples for size, tuples in zip(sizes[:-1], tuples_before, strict=False))
    return (
        NANOSECONDS_PER_TRY * tries
        + NANOSECONDS_PER_TUPLE * sum(fitting)
        + NANOSECONDS_PER_LAST * sizes[-1] * tuples_before[-1]
    )


def tuples_that_fit(lists: list[I64], live: I64, check_cancelled: CancelCheck = never_cancelled) -> list[float]:
    """Return about how many tuples of multisets of the first list, of the first two, .. of all but the last of
    ``lists`` int64[n, 13] fit into ``live`` int64[13]; an empty list if there are more than ``MAX_TUPLES``.

    Few tuples are counted. If there are more than :data:`PROBED` allows, a sample represents them. The sample is always
    the same: the choice of the method must not depend on the seed.
    """
    random, remaining, tuples_per_sample, result = np.random.default_rng(0), live[None, :], 1.0, list[float]()
    for rows in lists[:-1]:
        check_cancelled()
        # A tuple is the ranks that it leaves (``remaining``); it is extended by every row of the next list that fits.
        tuples, entries = np.nonzero((rows <= remaining[:, None, :]).all(axis=2))
        result.append(tuples_per_sample * len(tuples))
        if result[-1] > MAX_TUPLES:
            return []
        sample_size = max(PROBED // max(len(following) for following in lists), 1)
        if len(tuples) > sample_size:
            sample = random.choice(len(tuples), sample_size, replace=False)
            tuples_per_sample, tuples, entries = (
                tuples_per_sample * len(tuples) / sample_size,
                tuples[sample],
                entries[sample],
            )
        remaining = remaining[tuples] - rows[entries]
    return result


def _entries(seat: RazzSeat, live: I64) -> tuple[I64, F64]:
    """Return the multisets of all cards to come to a seat, int64[n, 13], and their weights F, float64[n] (see
    ``automaton``)."""
    fills = (multisets(seat.free)[:, :, None] == np.arange(RANKS)).sum(axis=1)
    fills = fills[(fills <= live).all(axis=1)]
    factorials = np.array([factorial(k) for k in range(5)], dtype=np.float64)
    fill_weights = 1.0 / factorials[fills].prod(axis=1)
    counts = (seat.choices[:, None, :] + fills[None, :, :]).reshape(-1, RANKS)
    weights = (seat.ways[:, None] * fill_weights[None, :]).reshape(-1)
    within = (counts <= live).all(axis=1)
    # Equal multisets of choice and other cards together are one entry: their weights add up. Counts are digits to
    # base 8.
    codes = counts[within] @ 8 ** np.arange(RANKS)
    _, where, group = np.unique(codes, return_index=True, return_inverse=True)
    totals = np.zeros(len(where))
    np.add.at(totals, group, weights[within])
    return counts[within][where], totals
