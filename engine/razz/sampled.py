"""Sampled razz: any table of one to eight seats, by their joint distribution, with control variates (``controls``)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, Tally, unguarded
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.deal import deal_trials
from engine.kernels.razz.draws import scratch
from engine.kernels.razz.low import CLASSES
from engine.razz.blocks import deal_table
from engine.razz.controls import control_table
from engine.razz.lows import low_tables
from engine.razz.setup import RazzSetup
from engine.razz.tally import CLASS_NAMES, estimate
from engine.results import Estimate

CHUNK_NANOSECONDS = 8e6
LEAST_CHUNK, MOST_CHUNK = 1 << 10, 1 << 17

NEGLIGIBLE = 1e-4
"""Share of the variance of all controls."""

TINY = 1e-300


class RazzSampler:
    """Independent deals; the tally holds weights of wins by sharers, their squares, classes, sums of the controls, and
    the totals.
    """

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded, *, controlled: bool = True) -> None:
        self._seed = setup.seed
        self._seats = len(setup.active)
        self._table, choosing = deal_table(setup, guard)
        # Trials of unequal weight come from tables that are tight in their choices: controls would not pay.
        controlled = controlled and not self._table.in_turn
        self._controls = control_table(setup, guard) if controlled else np.zeros((0, 1, self._seats))
        cost = 30.0 + 5 * self._seats + 2.5 * float(self._table.free.sum()) + choosing
        cost += 1.0 * self._seats * self._seats * (len(self._controls) > 0)
        self.trial_operations = cost
        """Cost of a trial in nanoseconds of one core of the reference machine."""
        self._chunk_trials = int(np.clip(1 << round(np.log2(CHUNK_NANOSECONDS / cost)), LEAST_CHUNK, MOST_CHUNK))

    @property
    def block(self) -> int:
        """Trials are independent."""
        return 1

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk."""
        return self._chunk_trials

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` deals from stream ``chunk``."""
        seats = self._seats
        tally = np.zeros(2 * seats * seats + CLASSES * seats + 3 * seats + 2)
        table, state = self._table, seed_state(self._seed, chunk)
        work = scratch(table), state, low_tables(), self._controls, np.zeros(seats)
        deal_trials(trials, table, *work, *_Sums.of(tally, seats))
        return tally

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        sums = _Sums.of(tally, self._seats)
        weight = sums.totals[0]
        if weight == 0:
            return (estimate(np.zeros(self._seats), 1.0, dict.fromkeys(CLASS_NAMES, 0.0)),) * self._seats
        factor, taken = _corrections(sums) if len(self._controls) else (0.0, np.zeros(self._seats))
        return tuple(self._estimate(sums, seat, factor, taken[seat], trials) for seat in range(self._seats))

    def _estimate(self, sums: "_Sums", seat: int, factor: float, taken: float, trials: int) -> Estimate:
        weight = sums.totals[0]
        shares = sums.shares[seat] / weight
        plain = error = _stderr(shares * weight, sums.squares[seat], weight, sums.totals[1], trials)
        if taken:
            of_shares, of_controls, common = _moments(sums)
            left = of_shares[seat] - 2 * factor * common[seat] + factor**2 * of_controls[seat]
            error = max(float(np.sqrt(max(left, 0.0) / max(trials - 2, 1) / trials)), 1.0 / trials)
            shares[0] = max(shares[0] - taken, 0.0)  # rounding apart it is at least 0 (_corrections)
        classes = dict(zip(CLASS_NAMES, (sums.classes[seat] / weight).tolist(), strict=True))
        return estimate(shares, error, classes, gain=(plain / error) ** 2)


class _Sums(NamedTuple):
    """What ``deal_trials`` adds to: ``shares``, ``squares`` float64[seats, seats], ``classes`` float64[seats, 10],
    ``control`` float64[3, seats], ``totals`` float64[2].
    """

    shares: NDArray[np.float64]
    squares: NDArray[np.float64]
    classes: NDArray[np.float64]
    control: NDArray[np.float64]
    totals: NDArray[np.float64]

    @classmethod
    def of(cls, tally: Tally, seats: int) -> "_Sums":
        """Return views of a tally, all sums one after the other."""
        shapes = ((seats, seats), (seats, seats), (seats, CLASSES), (3, seats), (2,))
        ends = np.cumsum([np.prod(shape) for shape in shapes])[:-1]
        parts = np.split(tally, ends)
        return cls(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))


def _corrections(sums: _Sums) -> tuple[float, NDArray[np.float64]]:
    """Return how many times the controls are taken out of the shares, and what that takes from each, float64[seats].

    The factor is the same for all seats, for the sake of their sum: the one of least total variance, as far as no
    probability leaves [0, 1]. A seat that never won alone or never lost may be unable to and keeps its share; if its
    control, which knows nothing of that, is of any size, all do.
    """
    _, of_controls, common = _moments(sums)
    wins = sums.shares[:, 0] / sums.totals[0]
    losses = 1.0 - sums.shares.sum(axis=1) / sums.totals[0]
    free = (wins > 0) & (losses * sums.totals[0] > 0.5)
    if not free.any() or of_controls[~free].sum() > NEGLIGIBLE * of_controls.sum():
        return 0.0, np.zeros(len(wins))
    means = sums.control[0] / sums.totals[0]
    means = np.where(free, means + means[~free].sum() / free.sum(), 0.0)
    room = np.where(means > 0, wins, losses)[free] / np.maximum(np.abs(means[free]), TINY)
    best = float(common[free].sum() / max(of_controls[free].sum(), TINY))
    factor = min(max(best, 0.0), float(room.min()))
    return factor, factor * means


def _moments(sums: _Sums) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return, for unweighted trials and each seat, the sums of squares and products of deviations from the means: those
    of its share of the pot, of its control, and of both.
    """
    trials, parts = sums.totals[0], 1.0 / np.arange(1, len(sums.shares) + 1)
    means = sums.shares @ parts / trials
    controls = sums.control[0] / trials
    of_shares = sums.shares @ parts**2 - trials * means**2
    of_controls = sums.control[1] - trials * controls**2
    return of_shares, of_controls, sums.control[2] - trials * means * controls


def _stderr(
    shares: NDArray[np.float64], squares: NDArray[np.float64], weight: float, squared: float, trials: int
) -> float:
    """Return the standard error of a ratio of weighted sums, at least 1 / trials.

    With trial weights w, pot shares x and mean m it is sqrt(sum w^2 (x - m)^2) / sum w; for equal weights
    that is the usual error of a mean.
    """
    parts = 1.0 / np.arange(1, len(shares) + 1)
    mean = float(shares @ parts) / weight
    lost = max(squared - float(squares.sum()), 0.0)
    spread = float(squares @ (parts - mean) ** 2) + lost * mean**2
    return max(float(np.sqrt(spread * trials / max(trials - 1, 1)) / weight), 1.0 / trials)
