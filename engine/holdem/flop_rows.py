"""The distribution of each seat's equity over the flops, and its best and worst flops."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import card_text
from engine.details.flops import BINS, FlopEnd, Flops, FlopSpread
from engine.holdem.branches import CardSets
from engine.holdem.sampled_by_cell import CellResult

EXTREMES = 10
"""Best flops, and worst ones, that are named."""

Z95 = 1.96
Array = NDArray[np.float64]


class FlopRows:
    """The orbits of flops in ``sets``, put into rows for ``seats`` (numbers in the scenario, in the order of the
    columns of equities)."""

    def __init__(self, sets: CardSets, seats: Sequence[int]) -> None:
        self._cards, self._sizes = sets.cards[sets.firsts], sets.sizes
        self._seats = seats

    def exact(self, weights: Array, equities: Array) -> Flops:
        """Return the rows for flops of these weights, float64[flops], and equities on them, float64[flops, seats]."""
        return self._rows(weights / weights.sum(), equities, np.zeros_like(equities))

    def sampled(self, result: CellResult) -> Flops:
        """Return the rows for sampled flops; those that did not come count for nothing."""
        share = np.where(result.share[:, 0] > 0, result.share[:, 0], 0.0)
        equity = np.where(share[:, None] > 0, result.equity, 0.0)
        return self._rows(share / share.sum(), equity, result.stderr)

    def _rows(self, shares: Array, equities: Array, errors: Array) -> Flops:
        return Flops(
            tuple(
                self._row(seat, shares, equities[:, column], errors[:, column])
                for column, seat in enumerate(self._seats)
            )
        )

    def _row(self, seat: int, shares: Array, equity: Array, error: Array) -> FlopSpread:
        """Return the histogram of a seat's equities on flops with these probabilities, and its ends.

        ``stderr`` is that of the equity on one flop, on average: it widens a sampled distribution. The best flops are
        those whose equity is surely high: of a sampled one the lower end of its interval counts.
        """
        bins = np.minimum((equity * BINS + 1e-9).astype(np.int64), BINS - 1)
        mean = min(float(shares @ equity), 1.0)
        known = np.isfinite(error)
        noise = float(np.sqrt(shares[known] @ error[known] ** 2 / max(shares[known].sum(), 1e-300)))
        able = np.flatnonzero((shares > 0) & known)
        best = able[np.lexsort((-shares[able], Z95 * error[able] - equity[able]))]
        worst = able[np.lexsort((-shares[able], equity[able] + Z95 * error[able]))]
        return FlopSpread(
            seat,
            mean,
            float(np.sqrt(shares @ (equity - mean) ** 2)),
            noise,
            np.bincount(bins, shares, BINS).astype(np.float64),
            tuple(self._flop(place, shares, equity, error) for place in best[:EXTREMES]),
            tuple(self._flop(place, shares, equity, error) for place in worst[:EXTREMES]),
        )

    def _flop(self, place: int, shares: Array, equity: Array, error: Array) -> FlopEnd:
        flop = "".join(card_text(int(card)) for card in self._cards[place][::-1])
        alike = int(self._sizes[place])
        return FlopEnd(flop, alike, float(shares[place]), float(equity[place]), float(error[place]))
