"""A stretch of bets over which hero's gain is linear in the bet, so that the growth of a called bet is concave."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Piece:
    """Growth between two fractions of the bankroll: rows (p, a, k) with net = a x + k; concave in x.

    The row of being beaten is the last one, if hero can be beaten.
    """

    low: float
    high: float
    rows: tuple[tuple[float, float, float], ...]

    def growth(self, x: float) -> float:
        """Return ``sum p ln(1 + a x + k)``; minus infinity where the whole bankroll can be lost."""
        nets = [(p, a * x + k) for p, a, k in self.rows]
        if min(net for _, net in nets) <= -1.0:
            return -math.inf
        return math.fsum(p * math.log1p(net) for p, net in nets)

    def slope(self, x: float) -> float:
        """Return the derivative ``sum p a / (1 + a x + k)``, decreasing in x."""
        if min(a * x + k for _, a, k in self.rows) <= -1.0:
            return -math.inf
        return math.fsum(p * a / (1.0 + a * x + k) for p, a, k in self.rows)

    def curvature(self, x: float) -> float:
        """Return the second derivative, ``-sum p (a / (1 + a x + k))^2``."""
        return -math.fsum(p * (a / (1.0 + a * x + k)) ** 2 for p, a, k in self.rows)

    def net(self, x: float) -> float:
        """Return the expected net win as a share of the bankroll, ``sum p (a x + k)``."""
        return math.fsum(p * (a * x + k) for p, a, k in self.rows)


def stretches(
    start: float, limits: Sequence[float], opponents: int, pot: float, full: float, rake: float
) -> Iterator[tuple[float, float, int, float]]:
    """Yield (low, high, callers, rake): between two fractions of the bankroll so many call and pay this rake.

    All in bankrolls: from ``start`` on; ``limits``, up to which each opponent can match; ``pot``, the raked one at the
    start; ``full``, the pot from which on no more rake is taken.
    """
    for low, high in pairwise(sorted({start, 1.0, *(limit for limit in limits if start < limit < 1.0)})):
        callers = opponents - sum(limit <= low for limit in limits)
        grown = pot + (callers + 1) * (high - low) if callers else pot  # what nobody calls is not raked
        if pot < full < grown:
            capped = low + (full - pot) / (callers + 1)
            yield low, capped, callers, rake
            yield capped, high, callers, 0.0
        else:
            yield low, high, callers, rake if callers and pot < full else 0.0
        pot = grown
