"""Exact razz for any number of seats where few cards are to come: all tuples of rank multisets, one by
one.
"""

from functools import cached_property
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Tally
from engine.kernels.low import CLASSES
from engine.kernels.razz_tuples import deal_tuples
from engine.razz.counting import count_deals
from engine.razz.lows import low_tables
from engine.razz.setup import RazzSeat, RazzSetup
from engine.razz.tally import ExactTally
from engine.results import Estimate
from engine.tables import multisets

RANKS = 13
MOST_ENTRIES = 50_000
"""Multisets of a seat beyond which this method is out of the question."""

NANOSECONDS_PER_TUPLE = 25.0
NANOSECONDS_PER_SEAT = 30.0
CHUNK_NANOSECONDS = 15e6


class TupleJob:
    """The exact method that visits every tuple of rank multisets; ``operations`` grow with their product."""

    def __init__(self, setup: RazzSetup) -> None:
        self._setup = setup
        self._layout = ExactTally(len(setup.active))
        self._operations = tuple_operations(setup)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core."""
        return self._operations

    @cached_property
    def _lists(self) -> "_Lists":
        """Built when the job runs: a plan that merely asks for the cost does without."""
        return _Lists.of(self._setup)

    @property
    def chunks(self) -> int:
        """Number of slices of the longest list of multisets."""
        return len(self._lists.bounds) - 1

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one slice."""
        seats = len(self._setup.active)
        winners, classes = np.zeros(1 << seats), np.zeros((seats, CLASSES))
        known = np.array([seat.known for seat in self._setup.active])
        tables, lists = low_tables(), self._lists
        deal_tuples(
            lists.sliced, int(lists.bounds[chunk]), int(lists.bounds[chunk + 1]), lists.starts, lists.counts,
            lists.weights, known, self._setup.live, self._setup.community, tables.unpaired, tables.paired,
            tables.classes, winners, classes,
        )  # fmt: skip
        tally = self._layout.contest(winners)
        for seat in range(seats):
            tally += self._layout.classes(seat, classes[seat])
        return tally

    def deals(self) -> int:
        """Return the number of deals of positive weight."""
        return count_deals(self._setup)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        return self._layout.estimates(tally)

    def details(self, tally: Tally) -> dict[str, Any]:
        """Return no details: this job has none."""
        del tally
        return {}


class _Lists(NamedTuple):
    """What ``deal_tuples`` takes; chunk c is the entries ``bounds[c] .. bounds[c + 1]`` of the list
    ``sliced``.
    """

    starts: NDArray[np.int64]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64]
    sliced: int
    bounds: NDArray[np.int64]

    @classmethod
    def of(cls, setup: RazzSetup) -> "_Lists":
        lists = [_entries(seat, setup.live) for seat in (*setup.active, *setup.folded)]
        if setup.community:
            one = np.eye(RANKS, dtype=np.int64)[setup.live > 0]
            lists.append((one, np.ones(len(one))))
        sizes = [len(weights) for _, weights in lists]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        sliced = int(np.argmax(sizes))
        chunks = max(1, round(_tuple_cost(sizes, len(setup.active)) / CHUNK_NANOSECONDS))
        slices = np.linspace(0, sizes[sliced], min(sizes[sliced], chunks) + 1).astype(np.int64)
        counts = np.concatenate([counts for counts, _ in lists])
        weights = np.concatenate([weights for _, weights in lists])
        return cls(starts, counts, weights, sliced, starts[sliced] + slices)


def tuple_operations(setup: RazzSetup) -> float:
    """Return a bound of the cost of a :class:`TupleJob` without building it; infinite if it is out of the
    question.
    """
    sizes = []
    for seat in (*setup.active, *setup.folded):
        fills = prod(RANKS + i for i in range(seat.free)) // factorial(seat.free)
        size = min(len(seat.choices) * fills, MOST_ENTRIES + 1)
        if size > MOST_ENTRIES:
            return float("inf")
        sizes.append(size)
    if setup.community:
        sizes.append(RANKS)
    return _tuple_cost(sizes, len(setup.active))


def _tuple_cost(sizes: list[int], seats: int) -> float:
    return float(prod(float(size) for size in sizes)) * (NANOSECONDS_PER_TUPLE + NANOSECONDS_PER_SEAT * seats)


def _entries(seat: RazzSeat, live: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the multisets of all cards to come to a seat, int64[n, 13], and their weights F (see
    ``automaton``).
    """
    fills = (multisets(seat.free)[:, :, None] == np.arange(RANKS)).sum(axis=1)
    fills = fills[(fills <= live).all(axis=1)]
    factorials = np.array([factorial(k) for k in range(5)], dtype=np.float64)
    fill_weights = 1.0 / factorials[fills].prod(axis=1)
    counts = (seat.choices[:, None, :] + fills[None, :, :]).reshape(-1, RANKS)
    weights = (seat.ways[:, None] * fill_weights[None, :]).reshape(-1)
    within = (counts <= live).all(axis=1)
    codes = counts[within] @ 8 ** np.arange(RANKS)
    _, where, group = np.unique(codes, return_index=True, return_inverse=True)
    totals = np.zeros(len(where))
    np.add.at(totals, group, weights[within])
    return counts[within][where], totals
