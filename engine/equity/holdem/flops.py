"""Exact equities on all flops: hand by hand for few combos, by one sweep over all boards for two ranges.

Also their distribution, with the best and worst flops of each seat.
"""

from collections.abc import Sequence
from functools import partial
from math import prod

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS, card_text
from engine.equity.details.next_cards import BINS, FlopEnd, Flops, FlopSpread
from engine.equity.holdem.card_sets import CardSets, flop_orbits
from engine.equity.holdem.sampler import CellResult
from engine.equity.holdem.setup import HoldemSetup, available, hands
from engine.equity.holdem.sweep import SweepJob
from engine.equity.holdem.symmetry import TupleList, combo_maps
from engine.equity.jobs import CancelCheck
from engine.kernels.holdem.enumerate import solve_flops
from engine.kernels.tables import high_tables

MAX_TUPLES = 500
"""With more tuples of hands a sweep over ranges is quicker."""

ZERO_TOLERANCE = 1e-11
"""Weights below this share of the largest one are rounding errors of 0."""

PARTS = 64
PART_COST = 8e6
COST_OF_HAND = 3_500.0
"""Nanoseconds of one core of the reference machine, for one seat on the turns and rivers of a flop."""


class FewComboFlops:
    """All flops of a setup with few combos (see :meth:`fits`); ``sets`` are its flops."""

    def __init__(self, setup: HoldemSetup, sets: CardSets) -> None:
        self._listed = TupleList(hands(setup), combo_maps()[:1])
        self._listed.go_on()
        self._seats = len(setup.weights)
        self._deck = np.flatnonzero(available(setup))
        self._flops = sets.cards[sets.firsts]
        self._sizes = sets.sizes.astype(np.float64)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether there are few enough combos."""
        return prod(int(np.count_nonzero(weights)) for weights in hands(setup)) <= MAX_TUPLES

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._flop_cost * len(self._flops)

    @property
    def _flop_cost(self) -> float:
        return COST_OF_HAND * self._seats * max(len(self._listed), 1)

    def parts(self, check_cancelled: CancelCheck) -> list["partial[F64]"]:
        """Return the parts of a :class:`engine.equity.jobs.Detail`, for :meth:`result`.

        Each returns float64[n, 1 + seats] for n of the flops: the weight of the deals, then the pots that each seat
        wins.
        """
        step = max(int(PART_COST / self._flop_cost), 1)
        firsts = range(0, len(self._flops), step)
        return [partial(self._solve, self._flops[first : first + step], check_cancelled) for first in firsts]

    def result(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the weights of the flops, float64[flops], and the equities on them, float64[flops, seats]."""
        rows = np.concatenate(parts)
        equity = np.divide(rows[:, 1:], rows[:, :1], out=np.zeros_like(rows[:, 1:]), where=rows[:, :1] > 0)
        return rows[:, 0] * self._sizes, equity

    def _solve(self, flops: I64, check_cancelled: CancelCheck) -> F64:
        """Return the weights and pots of :meth:`parts` for ``flops`` int64[n, 3]."""
        check_cancelled()
        tables, (high, low) = high_tables(), COMBOS.T
        result = np.zeros((len(flops), 1 + self._seats))
        solve_flops(
            flops, self._deck, self._listed.tuples, self._listed.products, tables.keys[high] + tables.keys[low],
            tables.bits[high] | tables.bits[low], tables, np.zeros(53, np.uint64), np.zeros(53, np.uint64),
            np.zeros(self._seats, np.int64), result,
        )  # fmt: skip
        return result


class TwoRangeFlops:
    """All flops of two ranges (see :meth:`fits`); ``sets`` are its flops."""

    def __init__(self, setup: HoldemSetup, sets: CardSets) -> None:
        self._job = SweepJob(setup, sets.group)
        self._orbit_of_flop = flop_orbits(sets)
        self._count = len(sets.firsts)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether there are two active seats and no folded range."""
        return len(setup.weights) == 2 and not len(setup.folded)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._job.operations

    def parts(self, check_cancelled: CancelCheck) -> list["partial[F64]"]:
        """Return the parts of a :class:`engine.equity.jobs.Detail`, for :meth:`result`.

        Each returns float64[flops, 3], for each flop: the weight of the deals, of those that the first seat wins, and
        of ties. Their sum over the parts is the result.
        """
        count = self._job.chunks
        return [partial(self._sweep, range(part, count, PARTS), check_cancelled) for part in range(min(PARTS, count))]

    def result(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the weights of the flops, float64[flops], and the equities on them, float64[flops, 2]."""
        weight, win, tie = np.sum(parts, axis=0).T
        weight = np.where(weight > ZERO_TOLERANCE * weight.max(), weight, 0.0)
        first = np.divide(win + tie / 2, weight, out=np.zeros_like(weight), where=weight > 0)
        return weight, np.stack([first, np.where(weight > 0, 1 - first, 0.0)], axis=1)

    def _sweep(self, chunks: range, check_cancelled: CancelCheck) -> F64:
        """Return the sum of the weights of :meth:`parts` over some chunks of the job."""
        total: F64 = np.zeros((self._count, 3))
        for chunk in chunks:
            check_cancelled()
            total += self._job.flops(chunk, self._orbit_of_flop, self._count)
        return total


MAX_EXTREME_FLOPS = 10
"""How many of the best flops, and of the worst, are listed."""

Z95 = 1.96


class FlopRows:
    """Turns numbers of the flop orbits in ``sets`` into the detail, for ``seats`` (numbers in the scenario, in the
    order of the columns of equities)."""

    def __init__(self, sets: CardSets, seats: Sequence[int]) -> None:
        self._cards, self._sizes = sets.cards[sets.firsts], sets.sizes
        self._seats = seats

    def exact(self, weights: F64, equities: F64) -> Flops:
        """Return the detail for exact weights, float64[flops], and equities, float64[flops, seats]."""
        return self._rows(weights / weights.sum(), equities, np.zeros_like(equities))

    def sampled(self, result: CellResult) -> Flops:
        """Return the detail for sampled flops. Flops that no trial dealt are left out."""
        share = np.where(result.share[:, 0] > 0, result.share[:, 0], 0.0)
        equity = np.where(share[:, None] > 0, result.equity, 0.0)
        return self._rows(share / share.sum(), equity, result.stderr)

    def _rows(self, shares: F64, equities: F64, errors: F64) -> Flops:
        return Flops(
            tuple(
                self._row(seat, shares, equities[:, column], errors[:, column])
                for column, seat in enumerate(self._seats)
            )
        )

    def _row(self, seat: int, shares: F64, equity: F64, error: F64) -> FlopSpread:
        """Return the histogram of a seat's equities on flops with these probabilities, and its best and worst flops.

        The ``stderr`` of the result is the root mean square error of the equity on one flop, which widens a sampled
        distribution. The best flops are those with the highest lower bound of the equity, the worst those with the
        lowest upper bound, so that a badly known equity does not come first.
        """
        bins = np.minimum((equity * BINS + 1e-9).astype(np.int64), BINS - 1)
        mean = min(float(shares @ equity), 1.0)
        known = np.isfinite(error)
        noise = float(np.sqrt(shares[known] @ error[known] ** 2 / max(shares[known].sum(), 1e-300)))
        known_flops = np.flatnonzero((shares > 0) & known)
        best = known_flops[np.lexsort((-shares[known_flops], Z95 * error[known_flops] - equity[known_flops]))]
        worst = known_flops[np.lexsort((-shares[known_flops], equity[known_flops] + Z95 * error[known_flops]))]
        return FlopSpread(
            seat=seat,
            mean=mean,
            deviation=float(np.sqrt(shares @ (equity - mean) ** 2)),
            stderr=noise,
            shares=np.bincount(bins, shares, BINS).astype(np.float64),
            best=tuple(self._flop(flop, shares, equity, error) for flop in best[:MAX_EXTREME_FLOPS]),
            worst=tuple(self._flop(flop, shares, equity, error) for flop in worst[:MAX_EXTREME_FLOPS]),
        )

    def _flop(self, orbit: int, shares: F64, equity: F64, error: F64) -> FlopEnd:
        flop = "".join(card_text(int(card)) for card in self._cards[orbit][::-1])
        size = int(self._sizes[orbit])
        return FlopEnd(flop, size, float(shares[orbit]), float(equity[orbit]), float(error[orbit]))
