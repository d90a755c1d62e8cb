"""The tally of the exact razz methods: weights of the sets of winners, and of each seat's outcome classes.

Two parts of a job may count in different units, so each seat's classes and the contest are normed by
themselves.
"""

import numpy as np

from engine.arrays import F64
from engine.games import GAMES
from engine.jobs import Tally
from engine.jobs.results import Estimate
from engine.kernels.razz.low import CLASSES
from engine.scenario import weights_too_small

CLASS_NAMES = GAMES["razz"].classes


class ExactTally:
    """Layout for ``seats`` active seats: 2**seats sets of winners (bit p: seat p), then ten classes for each
    seat.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._winners = 1 << seats
        self.size = self._winners + CLASSES * seats

    def contest(self, winners: F64) -> Tally:
        """Return the tally of float64[2**seats], weights of the sets of winners."""
        tally = np.zeros(self.size)
        tally[: self._winners] = winners
        return tally

    def classes(self, seat: int, classes: F64) -> Tally:
        """Return the tally of float64[10], weights of the classes of ``seat``."""
        tally = np.zeros(self.size)
        tally[self._winners + CLASSES * seat :][:CLASSES] = classes
        return tally

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the exact numbers of the seats.

        Raises:
            ScenarioError: all weights of deals are 0, which only rounding can do.
        """
        winners = self.winners(tally)
        classes = tally[self._winners :].reshape(self.seats, CLASSES)
        if not classes.any(axis=1).all():
            raise weights_too_small()
        return tuple(self._seat(seat, winners, classes[seat] / classes[seat].sum()) for seat in range(self.seats))

    def winners(self, tally: Tally) -> F64:
        """Return the probabilities of the sets of winners, float64[2**seats].

        Raises:
            ScenarioError: all weights of deals are 0, which only rounding can do.
        """
        if self.seats == 1:
            return np.array([0.0, 1.0])
        winners = tally[: self._winners]
        if not winners.any():
            raise weights_too_small()
        return np.asarray(winners / winners.sum())

    def _seat(self, seat: int, winners: F64, classes: F64) -> Estimate:
        masks = np.arange(self._winners)
        sharers = (masks[:, None] >> np.arange(self.seats) & 1).sum(axis=1)
        wins = masks >> seat & 1 == 1
        shares = np.array([winners[wins & (sharers == k + 1)].sum() for k in range(self.seats)])
        named = dict(zip(CLASS_NAMES, classes.tolist(), strict=True))
        return estimate(shares, 0.0, named)


def estimate(shares: F64, stderr: float, classes: dict[str, float], gain: float | None = None) -> Estimate:
    """Return an estimate from float64[seats], the probabilities of winning as one of 1, 2, ... seats."""
    return Estimate(
        equity=float((shares / np.arange(1, len(shares) + 1)).sum()),
        stderr=stderr,
        win=float(shares[0]),
        split=tuple(shares[1:].tolist()),
        lose=max(0.0, 1.0 - float(shares.sum())),
        classes=classes,
        gain=gain,
    )
