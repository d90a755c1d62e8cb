"""Sampled details: the trials of the main result are dealt again and counted by hand, next card and flop."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from engine.holdem.branches import card_sets, flop_places
from engine.holdem.sampler import HoldemSampler
from engine.holdem.setup import HoldemSetup
from engine.jobs import Guard, unhurried
from engine.jobs.budget import SAMPLING_BUDGET
from engine.jobs.sampling import cell_stderr, chunk_size
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.deal_details import DECK, HAND_CLASSES, HANDS, Cells, CellTally, deal_cells
from engine.made.hands import made_hands
from engine.ranges.holdem_hands import class_of_combo

DETAIL_TRIALS = 1 << 22
"""Trials where the main result is exact and its details are not."""

FEWEST_TRIALS = 1 << 14
"""The least number of trials of a detail, whatever they cost: fewer are too uncertain to show."""

COST_OF_COUNTING = 40.0
"""Nanoseconds of one core of the reference machine to count a trial in its cells."""

MOST_TRIALS = 1 << 24
PARTS = 8
STEP = 1 << 14
"""Trials after which the guard is called."""


@dataclass(frozen=True, slots=True, eq=False)
class CellResult:
    """For each cell and active seat: the share of the trials in it, the equity there and its standard error.

    float64[cells, seats] each; nan where there were none (``equity``) or too few (``stderr``).
    """

    share: NDArray[np.float64]
    equity: NDArray[np.float64]
    stderr: NDArray[np.float64]


class CellSampler:
    """Counts the trials of a sampled result in the cells of one detail.

    ``cells`` of the matrix are 1,326 combos and 169 classes, those of made hands 1,326 combos and as many cells as
    ``made.names.CELLS`` (169 with what is unused), those of next cards the 52 cards, those of flops the orbits of the
    flops (:func:`branches.flop_places`).
    """

    def __init__(
        self,
        kind: str,
        setup: HoldemSetup,
        trials: int | None,
        guard: Guard,
        over: Callable[[], bool] = unhurried,
    ) -> None:
        self._setup = setup
        self._guard, self._over = guard, over
        self._by_hand = kind in ("matrix", "made")
        self._sampler = HoldemSampler(setup, guard)
        self._trials = self._own_trials() if trials is None else min(trials, MOST_TRIALS)
        self._chunks = self._sizes()
        self._cells = _cells(kind, setup, guard)
        groups = int(self._cells.flops.max(initial=-1)) + 1
        by_kind = {"next_card": DECK, "flops": groups}
        self._count = by_kind.get(kind, HANDS + HAND_CLASSES) * len(setup.weights)

    def _own_trials(self) -> int:
        """Return how many trials to deal where the main result has none."""
        affordable = SAMPLING_BUDGET / (self._sampler.trial_operations + COST_OF_COUNTING)
        return int(min(max(affordable, FEWEST_TRIALS), DETAIL_TRIALS))

    def parts(self) -> list["partial[NDArray[np.float64]]"]:
        """Return the parts of a :class:`engine.jobs.Detail`, for :meth:`result`.

        Each returns float64[5 cells seats + 2]: by cell and seat the trials, the pots, and the sums over groups of
        m^2, y^2 and m y (a group's trials m and pots y); then the groups and the trials. They add up.
        """
        count = min(PARTS, len(self._chunks))
        return [partial(self._compute, self._chunks[part::count]) for part in range(count)]

    def result(self, found: list[NDArray[np.float64]]) -> CellResult:
        """Return the numbers of all cells from ``found``, the values of all parts (float64[5 cells seats + 2])."""
        *sums, (groups, trials) = np.split(reduce(np.add, found), np.arange(1, 6) * self._count)
        seats = len(self._setup.weights)
        size, pots, sizes, squares, products = (self._by_seat(row, seats) for row in sums)
        with np.errstate(invalid="ignore", divide="ignore"):
            equity = pots / size
            spread = squares - 2 * equity * products + equity**2 * sizes
            together = self._sampler.trials_together if self._by_hand else 1.0
            stderr = cell_stderr(equity, size, spread * groups / (groups - 1), size**2 / sizes, together)
        if groups < 2:
            stderr[:] = np.nan
        return CellResult(size / trials, equity, stderr)

    def _by_seat(self, row: NDArray[np.float64], seats: int) -> NDArray[np.float64]:
        return row.reshape(seats, -1).T if self._by_hand else row.reshape(-1, seats)

    def _sizes(self) -> list[tuple[int, int]]:
        """Return the chunks of the main result and their trials."""
        sizes: list[tuple[int, int]] = []
        left, full = self._trials, self._sampler.chunk_trials
        while left:
            size = min(chunk_size(full, len(sizes), self._sampler.block), left)
            sizes.append((len(sizes), size))
            left -= size
        return sizes

    def _compute(self, chunks: list[tuple[int, int]]) -> NDArray[np.float64]:
        """Return the sums of all cells, the groups and the trials: of all chunks if there is time, at least of one."""
        dealer, sums = self._sampler.dealer, np.zeros((7, self._count))
        size, pots, sizes, squares, products, now_size, now_pots = sums
        touched, dealt = np.zeros(self._count, np.int64), 0
        tally = CellTally(size, pots, sizes, squares, products, np.zeros(1), now_size, now_pots, touched)
        for chunk, trials in chunks:
            shape, state = dealer.shape(trials, self._sampler.rests), seed_state(self._setup.seed, chunk)
            work = dealer.work(shape)
            enough, done, cards = min(dealer.slice(shape), STEP), 0, np.zeros(5, np.int64)
            while done < trials:
                self._guard()
                done += deal_cells(trials - done, enough, shape, dealer.plan, self._cells, state, work, cards, tally)
            dealt += trials
            if self._over():
                break
        return np.concatenate([*sums[:5], tally.groups, [dealt]])


def _cells(kind: str, setup: HoldemSetup, guard: Guard) -> Cells:
    none, no_classes = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
    tops = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], dtype=np.int64)
    if kind == "matrix":
        return Cells(class_of_combo()[0].astype(np.int64)[:, None], none, none, tops)
    if kind == "made":
        return Cells(made_hands(setup.board).cells_of_combo(), none, none, tops)
    if kind == "next_card":
        return Cells(no_classes, np.arange(DECK), none, tops)
    return Cells(no_classes, none, flop_places(card_sets(setup, 3, guard)), tops)
