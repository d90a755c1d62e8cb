"""Exact equities on all flops: for few combos hand by hand, for two ranges by one sweep over all boards. Their
distribution, and the best and worst flops of each seat."""

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
from engine.equity.jobs import Guard
from engine.kernels.holdem.enumerate import solve_flops
from engine.kernels.tables import high_tables

MOST_TUPLES = 500
"""Beyond this many tuples a sweep over ranges is quicker."""

NOTHING = 1e-11
"""A smaller share of the likeliest flop is what rounding leaves of none."""

PARTS = 64
PART_COST = 8e6
COST_OF_HAND = 3_500.0
"""Nanoseconds of one core of the reference machine, for one seat on the turns and rivers of a flop."""


class FlopTuples:
    """All flops of a setup with few combos (see :meth:`fits`), in parts; ``sets`` are its flops."""

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
        return prod(int(np.count_nonzero(weights)) for weights in hands(setup)) <= MOST_TUPLES

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._flop_cost * len(self._flops)

    @property
    def _flop_cost(self) -> float:
        return COST_OF_HAND * self._seats * max(len(self._listed), 1)

    def parts(self, guard: Guard) -> list["partial[F64]"]:
        """Return the parts of a :class:`engine.equity.jobs.Detail`, for :meth:`result`; each returns float64[n, 1 +
        seats] for n of the flops: the weight of the deals, then the pots that each seat wins."""
        step = max(int(PART_COST / self._flop_cost), 1)
        firsts = range(0, len(self._flops), step)
        return [partial(self._solve, self._flops[first : first + step], guard) for first in firsts]

    def result(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the weights of the flops and the equities on them, float64[flops, seats]."""
        rows = np.concatenate(parts)
        equity = np.divide(rows[:, 1:], rows[:, :1], out=np.zeros_like(rows[:, 1:]), where=rows[:, :1] > 0)
        return rows[:, 0] * self._sizes, equity

    def _solve(self, flops: I64, guard: Guard) -> F64:
        guard()
        tables, (high, low) = high_tables(), COMBOS.T
        result = np.zeros((len(flops), 1 + self._seats))
        solve_flops(
            flops, self._deck, self._listed.tuples, self._listed.products, tables.keys[high] + tables.keys[low],
            tables.bits[high] | tables.bits[low], tables, np.zeros(53, np.uint64), np.zeros(53, np.uint64),
            np.zeros(self._seats, np.int64), result,
        )  # fmt: skip
        return result


class FlopSweep:
    """All flops of two ranges (see :meth:`fits`), in parts; ``sets`` are these flops."""

    def __init__(self, setup: HoldemSetup, sets: CardSets) -> None:
        self._job = SweepJob(setup, sets.group)
        self._places = flop_orbits(sets)
        self._count = len(sets.firsts)

    @staticmethod
    def fits(setup: HoldemSetup) -> bool:
        """Return whether there are two active seats and nothing else."""
        return len(setup.weights) == 2 and not len(setup.folded)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._job.operations

    def parts(self, guard: Guard) -> list["partial[F64]"]:
        """Return the parts of a :class:`engine.equity.jobs.Detail`, for :meth:`result`; each returns float64[flops,
        3]: the weight of the deals by flop, of those that the first seat wins, and of ties. They add up."""
        count = self._job.chunks
        return [partial(self._sweep, range(part, count, PARTS), guard) for part in range(min(PARTS, count))]

    def result(self, parts: list[F64]) -> tuple[F64, F64]:
        """Return the weights of the flops and the equities on them, float64[flops, 2]."""
        weight, win, tie = np.sum(parts, axis=0).T
        weight = np.where(weight > NOTHING * weight.max(), weight, 0.0)
        first = np.divide(win + tie / 2, weight, out=np.zeros_like(weight), where=weight > 0)
        return weight, np.stack([first, np.where(weight > 0, 1 - first, 0.0)], axis=1)

    def _sweep(self, chunks: range, guard: Guard) -> F64:
        total: F64 = np.zeros((self._count, 3))
        for chunk in chunks:
            guard()
            total += self._job.flops(chunk, self._places, self._count)
        return total


EXTREMES = 10
"""Best flops, and worst ones, that are named."""

Z95 = 1.96


class FlopRows:
    """The orbits of flops in ``sets``, put into rows for ``seats`` (numbers in the scenario, in the order of the
    columns of equities)."""

    def __init__(self, sets: CardSets, seats: Sequence[int]) -> None:
        self._cards, self._sizes = sets.cards[sets.firsts], sets.sizes
        self._seats = seats

    def exact(self, weights: F64, equities: F64) -> Flops:
        """Return the rows for flops of these weights, float64[flops], and equities on them, float64[flops, seats]."""
        return self._rows(weights / weights.sum(), equities, np.zeros_like(equities))

    def sampled(self, result: CellResult) -> Flops:
        """Return the rows for sampled flops; those that did not come count for nothing."""
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

    def _flop(self, place: int, shares: F64, equity: F64, error: F64) -> FlopEnd:
        flop = "".join(card_text(int(card)) for card in self._cards[place][::-1])
        alike = int(self._sizes[place])
        return FlopEnd(flop, alike, float(shares[place]), float(equity[place]), float(error[place]))
