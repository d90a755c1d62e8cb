"""Sampling of any table: up to ten seats, weighted ranges, folded ranges.

For the details the trials of the main result are dealt again and counted by hand, next card or flop.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from math import ceil, log2

import numpy as np

from engine.arrays import F64, I64, U64
from engine.equity.budget import SAMPLING_BUDGET
from engine.equity.holdem.card_sets import card_sets, flop_orbits
from engine.equity.holdem.dealing import MIN_GROUPS, HoldemDealer
from engine.equity.holdem.estimates import estimates
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import CancelCheck, Tally, never_cancelled, unhurried
from engine.equity.results import Estimate
from engine.equity.sampling import cell_stderr, chunk_size, student_stretch
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.deal_details import DECK, HAND_CLASSES, HANDS, Cells, CellTally, deal_cells
from engine.kernels.holdem.deal_high import DealTally, DealWork, GroupShape, deal_trials
from engine.kernels.holdem.high import CATEGORIES
from engine.ranges.holdem_hands import class_of_combo
from engine.ranges.made_hands import made_hands

CHUNK_COST = 12e6
"""Nanoseconds of a full chunk."""
MIN_CHUNK_TRIALS = 1_024
MAX_CHUNK_TRIALS = 1 << 21
RESTS_OF_EXPENSIVE_HANDS = 64
"""The number of rests for each tuple of hands if hands are expensive."""
PILOT_TUPLES = 256
PILOT_RESTS = 8
PILOT_QUADS = 4
"""The size of the pilot run, which measures how similar the trials with the same hands are."""
MAX_DESIGN_EFFECT = 1.75
"""The largest factor by which dealing several rests for the same hands may increase the variance of a probability,
compared with as many independent trials."""
MIN_RATE = 0.02
"""Shares and categories rarer than this (or more frequent than 1 minus this) do not count in the pilot run."""
PILOT_SEED = 52
UNMEASURED_CORRELATION = 0.3
"""The share of 1 + (n - 1) r, for n trials with the correlation r, that the errors of small cells do not measure by
themselves."""

WHOLE_GROUP = 1 << 62
"""A number of trials that no group reaches: a group is not cut short."""
TINY = 1e-300
RARE_EVENT_POTS = 0.7
"""Pots that are added to the error of control variates, so that 95 of 100 intervals cover the mean of rare events too,
each of which costs up to a pot."""

Parts = dict[str, F64]


class HoldemSampler:
    """Samples the joint distribution (:class:`engine.equity.jobs.SampledJob`).

    ``kernels.holdem.deal_high`` describes the method.

    The tally: ``shares`` [seats, seats], ``categories`` [seats, 9], ``luck``, ``squares`` and ``products`` [seats],
    ``groups`` [2] and, for a single seat with a board, ``made`` [9].
    """

    def __init__(self, setup: HoldemSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        self._setup = setup
        self._check_cancelled = check_cancelled
        self._seats = len(setup.weights)
        self.dealer = HoldemDealer(setup, check_cancelled)
        self._correlation = 0.0
        self.rests = self._chosen_rests()

    @cached_property
    def chunk_trials(self) -> int:
        """Trials of a full chunk: a power of two that takes about 10 ms."""
        trials = CHUNK_COST / self.dealer.cost(self.rests)
        return 1 << int(min(max(log2(trials), log2(MIN_CHUNK_TRIALS)), log2(MAX_CHUNK_TRIALS)))

    @property
    def block(self) -> int:
        """The number of trials that deal every card equally often, if no hands are drawn."""
        return 1 if self.dealer.draws_hands else self.dealer.deck_size

    @property
    def trials_together(self) -> float:
        """How many trials with the same hands give as much information about a cell as one independent trial."""
        return 1.0 + UNMEASURED_CORRELATION * max(self.dealer.trials(self.rests) - 1.0, 0.0) * self._correlation

    @property
    def trial_operations(self) -> float:
        """Cost of a trial in nanoseconds of one core of the reference machine."""
        return self.dealer.cost(self.rests)

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` trials of stream ``chunk``."""
        shape = self.dealer.shape(trials, self.rests)
        return self._deal(trials, shape, self.dealer.work(shape), seed_state(self._setup.seed, chunk))

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats. Seats with the same range get the same numbers, the mean of all of
        them."""
        parts = self._parts(tally)
        made = parts["made"] if len(parts["made"]) else None
        mean = _averaging(self.dealer.classes)
        shares, luck = mean @ parts["shares"], (parts["luck"] / self._members)[self.dealer.classes]
        # "Luck" is the excess of the control variates over their means. It is subtracted from the pots won, unless that
        # would make a probability negative or larger than 1; any remaining luck is added to the error.
        part = _possible_part(shares, luck, trials)
        shares[:, 0] -= part * luck
        stderr = self._stderr(parts, trials) + (1.0 - part) * np.abs(luck) / trials
        if len(self.dealer.controls.table):
            stderr = np.hypot(stderr, self._rare_event_pots / trials / self._members[self.dealer.classes])
        return estimates(shares, mean @ parts["categories"], stderr, made, trials)

    @property
    def _rare_event_pots(self) -> float:
        """The pots by which the error is larger if controls leave little variance.

        The remaining variance may come from a few rare deals that no trial has dealt yet, so that it is not measured
        well. If hands are drawn, all trials of a tuple come together, hence their number.
        """
        return self.dealer.trials(self.rests) if self.dealer.draws_hands else RARE_EVENT_POTS

    def _deal(self, trials: int, shape: GroupShape, work: DealWork, state: U64) -> Tally:
        """Return the tally of ``trials`` trials."""
        tally = self._tally()
        trials_of_call, done = self.dealer.slice(shape), 0
        while done < trials:
            self._check_cancelled()
            done += deal_trials(
                trials - done, min(trials_of_call, trials - done), shape, self.dealer.plan, state, work, tally
            )
        return np.concatenate([getattr(tally, name).ravel() for name in _FIELDS]).astype(np.float64)

    def _tally(self) -> DealTally:
        """Return an empty tally."""
        seats, i = self._seats, np.int64
        return DealTally(
            np.zeros((seats, seats), i), np.zeros((seats, CATEGORIES), i), np.zeros(self._made_size, i),
            np.zeros(seats), np.zeros(seats), np.zeros(seats), np.zeros(2),
        )  # fmt: skip

    @property
    def _made_size(self) -> int:
        return CATEGORIES if self._seats == 1 and len(self._setup.board) >= 3 else 0

    def _parts(self, tally: Tally) -> Parts:
        seats = self._seats
        shapes = ((seats, seats), (seats, CATEGORIES), (self._made_size,), (seats,), (seats,), (seats,), (2,))
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
        pieces: list[F64] = np.split(tally, ends[:-1])
        return {n: p.reshape(shape) for n, p, shape in zip(_FIELDS, pieces, shapes, strict=True)}

    def _stderr(self, parts: Parts, trials: int) -> F64:
        """Return the standard errors of the equities: those of a ratio estimator over independent groups of trials.

        Its residuals are y - equity * m for a group of m trials that won y pots, all seats of a class taken together.
        An error is never less than 1 / trials, and 1 if a single group measures no variance.
        """
        groups, sizes = parts["groups"]
        if groups < 2:
            return np.full(self._seats, 1.0)
        classes = self.dealer.classes
        pots = (parts["shares"] / np.arange(1, self._seats + 1)).sum(axis=1)
        equity = (np.bincount(classes, pots, self._seats) - parts["luck"]) / trials
        residuals = parts["squares"] - 2 * equity * parts["products"] + equity**2 * sizes
        error = np.sqrt(np.maximum(residuals, 0.0) * groups / (groups - 1)) / trials * student_stretch(groups - 1)
        return np.asarray(np.maximum(error / self._members, 1 / trials)[classes])

    @property
    def _members(self) -> F64:
        """The number of seats in each class, float64[seats]; 1 for classes without seats."""
        return np.maximum(np.bincount(self.dealer.classes, minlength=self._seats), 1).astype(np.float64)

    def _chosen_rests(self) -> int:
        """Return how many rests, or quads of boards, to deal for each tuple of hands to get the most precision for the
        time.

        If trials with the same hands have the correlation r, n of them multiply the variance of a trial by 1 + (n - 1)
        r. Numbers are left out with which some probability of the result would be much less precise than with as many
        independent trials, unless hands are so expensive that there is no choice.
        """
        dealer = self.dealer
        if not dealer.draws_hands:
            return dealer.rests_of_deck
        if not dealer.taken and not dealer.lanes:
            return 1
        max_rests = dealer.lanes.quads if dealer.lanes else RESTS_OF_EXPENSIVE_HANDS
        if dealer.hands_are_expensive:
            return min(ceil(RESTS_OF_EXPENSIVE_HANDS / dealer.trials(1)), max_rests)
        # A lattice already removes part of the variance between hands, so that several rests for the same hands add
        # less variance: the correlation counts only by the share that the lattice leaves.
        unevenness = dealer.hands.unevenness if dealer.lanes else 1.0
        self._correlation, max_correlation = self._pilot()
        correlation, max_correlation = unevenness * self._correlation, unevenness * max_correlation
        repeats = {n: dealer.trials(n) - 1 for n in range(1, min(PILOT_RESTS, max_rests) + 1)}
        allowed = [
            n
            for n in repeats
            if n == 1 or (dealer.in_blocks(n) and 1 + repeats[n] * max_correlation <= MAX_DESIGN_EFFECT)
        ]
        return min(allowed, key=lambda n: dealer.cost(n) * (1 + repeats[n] * correlation))

    def _pilot(self) -> tuple[float, float]:
        """Return the correlation of trials with the same hands: of a seat's pot, and the largest of any share or
        category.

        These are intraclass correlations; that of the pots is a mean over all seats. The pilot run has a seed of its
        own, so that the plan depends on the setup alone.
        """
        state = seed_state(PILOT_SEED, 0)
        quads = PILOT_QUADS if self.dealer.lanes else PILOT_RESTS
        shape = self.dealer.shape(PILOT_RESTS * MIN_GROUPS, quads)._replace(tuples=1)
        work = self.dealer.work(shape)
        # All groups add to one tally, and a group's result is the difference that it makes: allocating 256 tallies
        # would take longer than the deals.
        tally, seats = self._tally(), self._seats
        groups = np.empty(PILOT_TUPLES)
        won = np.empty((PILOT_TUPLES, seats, seats))
        made = np.empty((PILOT_TUPLES, seats, CATEGORIES))
        for row in range(PILOT_TUPLES):
            self._check_cancelled()
            deal_trials(WHOLE_GROUP, 1, shape, self.dealer.plan, state, work, tally)
            won[row], made[row], groups[row] = tally.shares, tally.categories, tally.groups[1]
        sizes = np.sqrt(np.diff(groups, prepend=0.0))
        shares = np.diff(won, axis=0, prepend=0.0) / sizes[:, None, None]
        categories = np.diff(made, axis=0, prepend=0.0) / sizes[:, None, None]
        # The mean of n trials with the correlation r has the variance v (1 + (n - 1) r) / n, if v is that of one trial.
        # r follows from the variance between the groups of the pilot run, each of which has a single tuple of hands.
        sharers, size = np.arange(1, self._seats + 1), 1 / (1 / sizes).mean()
        pots = (shares / sharers).sum(axis=2)
        variance_of_trial = (shares.mean(axis=0) / sharers**2).sum(axis=1) - pots.mean(axis=0) ** 2
        rates = np.concatenate([shares, categories], axis=2).reshape(PILOT_TUPLES, -1)
        mean = rates.mean(axis=0)
        frequent = (mean > MIN_RATE) & (mean < 1 - MIN_RATE)
        effects = rates.var(axis=0)[frequent] * size / (mean * (1 - mean))[frequent]
        effect = pots.var(axis=0).sum() * size / max(float(variance_of_trial.sum()), 1e-9)
        degrees = max(size - 1, 1.0)
        return max(float(effect) - 1, 0.0) / degrees, max(float(effects.max(initial=1.0)) - 1, 0.0) / degrees


_FIELDS = ("shares", "categories", "made", "luck", "squares", "products", "groups")


def _possible_part(shares: F64, luck: F64, trials: int) -> float:
    """Return the share of ``luck`` float64[seats] that can be subtracted such that no probability leaves [0, 1].

    It is 1 unless there are few trials. ``shares`` float64[seats, seats]: trials in which a seat shares the pot.
    """
    room = np.where(luck > 0, shares[:, 0], trials - shares.sum(axis=1))
    return float(np.min(np.maximum(room, 0.0) / np.maximum(np.abs(luck), TINY), initial=1.0))


def _averaging(classes: I64) -> F64:
    """Return the matrix float64[seats, seats] that turns the numbers of seats into the means of their classes."""
    same = (classes[:, None] == classes).astype(np.float64)
    return np.asarray(same / same.sum(axis=1, keepdims=True))


MAX_EXTRA_TRIALS = 1 << 22
"""The largest number of trials of a detail if the main result is exact and the detail is not."""

MIN_DETAIL_TRIALS = 1 << 14
"""The smallest number of trials of a detail, whatever they cost: fewer are too inaccurate to display."""

COST_OF_COUNTING = 40.0
"""Nanoseconds of one core of the reference machine to count a trial in its cells."""

MAX_DETAIL_TRIALS = 1 << 24
PARTS = 8
STEP = 1 << 14
"""Trials between two calls of ``check_cancelled``."""


@dataclass(frozen=True, slots=True, eq=False)
class CellResult:
    """For each cell and active seat: the share of trials in it, the equity in it and its standard error, float64[cells,
    seats].

    ``equity`` is NaN if there were no trials, ``stderr`` if there were too few.
    """

    share: F64
    equity: F64
    stderr: F64


class CellSampler:
    """Counts the trials of a sampled result in the cells of one detail, ``kind``.

    The cells of "matrix" are 1,326 combos and 169 classes; those of "made" are 1,326 combos and then the made hands and
    draws (``ranges.names.CELLS`` of 169 cells); those of "next_card" are the 52 cards; those of "flops" are the orbits
    of the flops.
    """

    def __init__(
        self,
        kind: str,
        setup: HoldemSetup,
        trials: int | None,
        check_cancelled: CancelCheck,
        over: Callable[[], bool] = unhurried,
    ) -> None:
        self._setup = setup
        self._check_cancelled, self._over = check_cancelled, over
        self._by_hand = kind in ("matrix", "made")
        self._sampler = HoldemSampler(setup, check_cancelled)
        self._trials = self._affordable_trials() if trials is None else min(trials, MAX_DETAIL_TRIALS)
        self._chunks = self._sizes()
        self._cells = _cells(kind, setup, check_cancelled)
        flop_orbits_count = int(self._cells.flops.max(initial=-1)) + 1
        by_kind = {"next_card": DECK, "flops": flop_orbits_count}
        # The length of each of the sums over trials: one number for each cell and seat.
        self._count = by_kind.get(kind, HANDS + HAND_CLASSES) * len(setup.weights)

    def _affordable_trials(self) -> int:
        """Return the number of trials to deal if the main result is exact."""
        affordable = SAMPLING_BUDGET / (self._sampler.trial_operations + COST_OF_COUNTING)
        return int(min(max(affordable, MIN_DETAIL_TRIALS), MAX_EXTRA_TRIALS))

    def parts(self) -> list["partial[F64]"]:
        """Return the parts of a :class:`engine.equity.jobs.Detail`, for :meth:`result`.

        Each returns float64[5 cells seats + 2]: by cell and seat the trials, the pots, and the sums over groups of m^2,
        y^2 and m y (for a group with m trials that won y pots); then the number of groups and of trials. Parts are
        added up.
        """
        count = min(PARTS, len(self._chunks))
        return [partial(self._compute, self._chunks[part::count]) for part in range(count)]

    def result(self, parts: list[F64]) -> CellResult:
        """Return the numbers of all cells; ``parts`` are the values of all parts, float64[5 cells seats + 2] each."""
        *sums, (groups, trials) = np.split(reduce(np.add, parts), np.arange(1, 6) * self._count)
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

    def _by_seat(self, row: F64, seats: int) -> F64:
        """Return one of the sums of the cells, as float64[cells, seats]."""
        return row.reshape(seats, -1).T if self._by_hand else row.reshape(-1, seats)

    def _sizes(self) -> list[tuple[int, int]]:
        """Return the chunks of the main result: (number, trials)."""
        sizes: list[tuple[int, int]] = []
        remaining, chunk_trials = self._trials, self._sampler.chunk_trials
        while remaining:
            size = min(chunk_size(chunk_trials, len(sizes), self._sampler.block), remaining)
            sizes.append((len(sizes), size))
            remaining -= size
        return sizes

    def _compute(self, chunks: list[tuple[int, int]]) -> F64:
        """Return the sums of all cells, the groups and the trials of ``chunks``: of all if time allows, otherwise of at
        least one."""
        dealer, sums = self._sampler.dealer, np.zeros((7, self._count))
        size, pots, sizes, squares, products, group_size, group_pots = sums
        touched, dealt = np.zeros(self._count, np.int64), 0
        tally = CellTally(size, pots, sizes, squares, products, np.zeros(1), group_size, group_pots, touched)
        for chunk, trials in chunks:
            shape, state = dealer.shape(trials, self._sampler.rests), seed_state(self._setup.seed, chunk)
            work = dealer.work(shape)
            step, done, cards = min(dealer.slice(shape), STEP), 0, np.zeros(5, np.int64)
            while done < trials:
                self._check_cancelled()
                done += deal_cells(trials - done, step, shape, dealer.plan, self._cells, state, work, cards, tally)
            dealt += trials
            if self._over():
                break
        return np.concatenate([*sums[:5], tally.groups, [dealt]])


def _cells(kind: str, setup: HoldemSetup, check_cancelled: CancelCheck) -> Cells:
    """Return the cells of a kind of detail (see :class:`CellSampler`) as the counting kernel needs them."""
    none, no_classes = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
    tops = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], dtype=np.int64)
    if kind == "matrix":
        return Cells(class_of_combo()[0].astype(np.int64)[:, None], none, none, tops)
    if kind == "made":
        return Cells(made_hands(setup.board).cells_of_combo(), none, none, tops)
    if kind == "next_card":
        return Cells(no_classes, np.arange(DECK), none, tops)
    return Cells(no_classes, none, flop_orbits(card_sets(setup, 3, check_cancelled)), tops)
