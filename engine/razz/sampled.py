"""Sampled razz: any table of one to eight seats, under the joint law."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Tally
from engine.kernels.low import CLASSES
from engine.kernels.razz_deal import deal_trials, scratch
from engine.kernels.rng import seed_state
from engine.razz.blocks import deal_table
from engine.razz.lows import low_tables
from engine.razz.setup import RazzSetup
from engine.razz.tally import CLASS_NAMES, estimate
from engine.results import Estimate

CHUNK_NANOSECONDS = 15e6
LEAST_CHUNK, MOST_CHUNK = 1 << 10, 1 << 17


class RazzSampler:
    """Independent deals; the tally holds weights of wins by sharers, their squares, classes, and the
    totals.
    """

    def __init__(self, setup: RazzSetup) -> None:
        self._seed = setup.seed
        self._seats = len(setup.active)
        self._table, choosing = deal_table(setup)
        cost = 30.0 + 5 * self._seats + 2.5 * float(self._table.free.sum()) + choosing
        self._chunk_trials = int(np.clip(1 << round(np.log2(CHUNK_NANOSECONDS / cost)), LEAST_CHUNK, MOST_CHUNK))

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk."""
        return self._chunk_trials

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` deals from stream ``chunk``."""
        shares, squares = np.zeros((self._seats, self._seats)), np.zeros((self._seats, self._seats))
        classes, totals = np.zeros((self._seats, CLASSES)), np.zeros(2)
        table, state = self._table, seed_state(self._seed, chunk)
        deal_trials(trials, table, scratch(table), state, *low_tables(), shares, squares, classes, totals)
        return np.concatenate([totals, shares.ravel(), squares.ravel(), classes.ravel()])

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        seats = self._seats
        weight, squared = tally[:2]
        shares, squares = tally[2 : 2 + 2 * seats * seats].reshape(2, seats, seats)
        classes = tally[2 + 2 * seats * seats :].reshape(seats, CLASSES)
        if weight == 0:
            return (estimate(np.zeros(seats), 1.0, dict.fromkeys(CLASS_NAMES, 0.0)),) * seats
        return tuple(
            estimate(
                shares[seat] / weight,
                _stderr(shares[seat], squares[seat], weight, squared, trials),
                dict(zip(CLASS_NAMES, (classes[seat] / weight).tolist(), strict=True)),
            )
            for seat in range(seats)
        )

    def details(self, tally: Tally, trials: int) -> dict[str, Any]:
        """Return no details: this job has none."""
        del tally, trials
        return {}


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
