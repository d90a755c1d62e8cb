"""Cassandra as published (William Breathitt Gray, github.com/vilhelmgray/Cassandra, README: "Algorithm").

Two things of it: its estimate of the outcomes against n opponents from one-on-one showdown counts, which
takes the opponents for draws from an urn, and its equation for the bet,

    sum p z / (1 + z x) - q / (1 - x) = 0,    z = (1 + n + c/(W x)) / (1 + s) - 1,

which is the derivative of the growth only when the retained pot c is 0: z depends on x. With a pot it bets
too much, also where a check is best. It is shown beside the growth-optimal bet, never as the advice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.kelly.outcomes import Outcomes

LOWEST, HIGHEST = 0.001, 0.999
"""Ends of Cassandra's search."""
COUNTED = 1_000_000
"""Showdowns to which computed odds against one opponent are scaled."""


@dataclass(frozen=True, slots=True)
class Showdowns:
    """Counts of showdowns against one opponent: won alone, split, and all of them."""

    win: int
    split: int
    total: int

    @property
    def never_loses(self) -> bool:
        """Whether none of them is lost."""
        return self.win + self.split == self.total

    def against(self, opponents: int) -> Outcomes:
        """Return Cassandra's estimate of the outcomes against so many opponents."""
        return estimate(self.win, self.split, self.total, opponents)


def showdowns_of(singles: Sequence[Outcomes]) -> Showdowns:
    """Return the mean of the outcomes against one opponent each, scaled to counts."""
    win = round(COUNTED * math.fsum(one.win for one in singles) / len(singles))
    split = round(COUNTED * math.fsum(math.fsum(one.split) for one in singles) / len(singles))
    return Showdowns(win, min(split, COUNTED - win), COUNTED)


def estimate(win: int, split: int, total: int, opponents: int) -> Outcomes:
    """Estimate the outcomes against ``opponents`` from the counts of one-on-one showdowns.

    ``P(i wins, j = n - i splits) = C(n,i) prod_{k<i} (win-k)/(total-k) prod_{k<j} (split-k)/(total-k)``; the
    rest loses. Needs ``win + split <= total`` and ``opponents < total``. Exact up to the final rounding.
    """
    chances = []
    for ties in range(opponents + 1):
        wins = opponents - ties
        ways = math.comb(opponents, wins) * math.perm(win, wins) * math.perm(split, ties)
        chances.append(Fraction(ways, math.perm(total, wins) * math.perm(total, ties)))
    lose = max(1 - sum(chances), Fraction(0))
    first, *rest = (float(chance) for chance in chances)
    return Outcomes(first, tuple(rest), float(lose))


def cassandra_fraction(outcomes: Outcomes, pot: float, *, never_loses: bool | None = None) -> float:
    """Return the share of the bankroll that Cassandra bets; ``pot``: the retained pot in bankrolls.

    Its rules: nothing without a chance to win or split; everything (1) when no one-on-one showdown is lost;
    else the root in [0.001, 0.999] by bisection; 0 when the equation is negative at both ends, 0.999 when it
    is positive at both. ``never_loses`` decides the second by the showdown counts (win + split = total), as
    Cassandra does; None: from ``outcomes.lose``.
    """
    if not any(outcomes.by_ties):
        return 0.0
    if outcomes.lose <= 0.0 if never_loses is None else never_loses:
        return 1.0
    low, high = LOWEST, HIGHEST
    at_low, at_high = equation(outcomes, pot, low), equation(outcomes, pot, high)
    if at_low == 0.0:
        return low
    if at_high >= 0.0:
        return high
    if at_low < 0.0:
        return 0.0
    while low < (middle := 0.5 * (low + high)) < high:
        if equation(outcomes, pot, middle) > 0.0:
            low = middle
        else:
            high = middle
    return low


def equation(outcomes: Outcomes, pot: float, x: float) -> float:
    """Return the left side of Cassandra's equation at the fraction ``x``, 0 < x < 1; ``pot`` in bankrolls."""
    n = outcomes.opponents
    total = -outcomes.lose / (1.0 - x)
    for ties, chance in enumerate(outcomes.by_ties):
        net = ((n - ties) * x + pot) / (1 + ties)  # z x
        total += chance * net / (x * (1.0 + net))
    return total
