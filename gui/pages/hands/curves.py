"""The curves of the equity graph, read out of a result, and who has the better hands, in words. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import Snapshot
from engine.cards import RAZZ_RANKS, combo_text
from engine.details.matrix import Matrix, NextStreet
from engine.details.sorted_hands import SAME_EQUITY, SortedHands, shares_of_best, sorted_hands, sorted_pairs
from engine.details.starting_hands import DownPairs
from gui.look.formatting import percent
from gui.state.latest import LatestDetail

Array = NDArray[np.float64]
PARTS = (0.1, 0.25, 0.5)
"""The best tenth, quarter and half of all hands: the page says who has them."""
THIRDS = ("top", "middle", "bottom")
EVEN = 0.02
"""Shares that differ from the fair one by less are even."""


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The equities of the hands of a curve after the next card, in its order: 10th percentile, mean and 90th,
    float64[n] each."""

    low: Array
    mean: Array
    high: Array


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The hands of a seat from best to worst, their names, and the band of the next street where that is known."""

    name: str
    hands: SortedHands
    labels: tuple[str, ...]
    band: Band | None = None

    @property
    def seat(self) -> int:
        """The place of the seat at the table."""
        return self.hands.seat

    def named(self, place: int) -> str:
        """Return the hand at a place, and the number of others with the same equity."""
        alike = int((np.abs(self.hands.equity - self.hands.equity[place]) <= SAME_EQUITY).sum()) - 1
        return f"{self.labels[place]} and {alike} like it" if alike else self.labels[place]

    def of_best(self, along: float) -> float:
        """Return the mean equity of the best hands up to ``along`` (0 to 1) of the range."""
        return self.hands.mean(0.0, max(along, 1e-9))


def holdem_curves(result: LatestDetail[Matrix] | None, later: LatestDetail[NextStreet] | None) -> tuple[Curve, ...]:
    """Return the curves of hold'em; none for a seat alone. Bands belong to the same result, or are left out."""
    if result is None or len(result.snapshot.active) < 2:
        return ()
    fits = later is not None and later.snapshot.seats is result.snapshot.seats and later.stale == result.stale
    bands = later.value if later is not None and fits else NextStreet.nothing()
    return tuple(
        Curve(
            result.snapshot.seats[hands.seat].name,
            hands,
            tuple(combo_text(combo) for combo in hands.combos.tolist()),
            _band(bands, hands),
        )
        for hands in sorted_hands(result.value)
    )


def _band(bands: NextStreet, hands: SortedHands) -> Band | None:
    if hands.seat not in bands.seats:
        return None
    row = bands.seats.index(hands.seat)
    numbers = (column[row, hands.combos] for column in (bands.low, bands.mean, bands.high))
    return Band(*numbers)


def razz_curves(result: LatestDetail[DownPairs] | None) -> tuple[Curve, ...]:
    """Return the curves of razz: the pairs of down cards of every seat that the detail has."""
    if result is None or len(result.snapshot.active) < 2:
        return ()
    curves = []
    for hands, seat in zip(sorted_pairs(result.value), result.value.seats, strict=True):
        names = tuple(RAZZ_RANKS[low] + RAZZ_RANKS[high] for low, high in seat.pairs[hands.combos].tolist())
        curves.append(Curve(result.snapshot.seats[hands.seat].name, hands, names))
    return tuple(curves)


def best_shares(curves: Sequence[Curve]) -> tuple[tuple[float, ...], ...]:
    """Return for each of :data:`PARTS` how much of the best part of all hands each curve has."""
    return tuple(shares_of_best([curve.hands for curve in curves], part) for part in PARTS)


def thirds(curve: Curve) -> tuple[float, float, float]:
    """Return the equities of the best third of a range, the middle and the worst."""
    top, middle, bottom = (curve.hands.mean(i / 3, (i + 1) / 3) for i in range(3))
    return top, middle, bottom


def advantage(curves: Sequence[Curve]) -> str:
    """Return who has more of the best hands, and where in the ranges others are ahead."""
    if len(curves) < 2:
        return ""
    held: dict[str, list[str]] = {}
    for part, shares in zip(PARTS, best_shares(curves), strict=True):
        leader = int(np.argmax(shares))
        best = f"the best {percent(part, exact_digits=0)}"
        if shares[leader] - 1 / len(curves) < EVEN:
            held.setdefault("", []).append(best)
        else:
            share = percent(shares[leader], exact_digits=0)
            held.setdefault(curves[leader].name, []).append(f"{share} of {best}")
    even = held.pop("", [])
    parts = [f"{name} has {listed(best)}" for name, best in held.items()]
    parts += [f"{listed(even)} {'is' if len(even) == 1 else 'are'} shared evenly"] if even else []
    text = f"Of all hands together: {'; '.join(parts)}."
    ahead: dict[str, list[str]] = {}
    for i, third in enumerate(THIRDS):
        at = _leader([thirds(curve)[i] for curve in curves])
        if at is not None:
            ahead.setdefault(curves[at].name, []).append(third)
    where = [f"{name} in {'every third' if len(t) == 3 else f'the {listed(t)} third'}" for name, t in ahead.items()]
    return f"{text} Ahead by equity: {', '.join(where)}." if where else text


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _leader(equities: Sequence[float]) -> int | None:
    """Return whose equity is the highest by more than :data:`EVEN`, if anybody's is."""
    order = np.argsort(equities)
    return int(order[-1]) if equities[order[-1]] - equities[order[-2]] > EVEN else None


def names_of(snapshot: Snapshot, curves: Sequence[Curve]) -> tuple[str, ...]:
    """Return the active seats without a curve."""
    seats = {curve.seat for curve in curves}
    return tuple(s.name for i, s in enumerate(snapshot.seats) if s.estimate is not None and i not in seats)
