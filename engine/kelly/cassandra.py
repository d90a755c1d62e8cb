"""Cassandra as published (William Breathitt Gray, github.com/vilhelmgray/Cassandra, README: "Algorithm").

Two parts of it are here: its estimate of the outcomes against n opponents from one-on-one showdown counts, which
draws the opponents from an urn without replacement, and its equation for the bet,

    sum p z / (1 + z x) - q / (1 - x) = 0,    z = (1 + n + c/(W x)) / (1 + s) - 1,

which is the derivative of the growth only if the retained pot c is 0, because z depends on x. With a pot it bets too
much, even if a check is best. Its bet is displayed for comparison and is never the advice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.kelly.outcomes import Outcomes

MIN_FRACTION, MAX_FRACTION = 0.001, 0.999
"""The interval in which Cassandra searches for its bet, as shares of the bankroll."""
SCALED_SHOWDOWNS = 1_000_000
"""The number of showdowns to which computed outcomes against one opponent are scaled."""


@dataclass(frozen=True, slots=True)
class ShowdownCounts:
    """Counts of showdowns against one opponent: won, split, and all of them."""

    win: int
    split: int
    total: int

    @property
    def never_loses(self) -> bool:
        """Whether no showdown is lost."""
        return self.win + self.split == self.total

    def against(self, opponents: int) -> Outcomes:
        """Return Cassandra's estimate of the outcomes against ``opponents`` opponents."""
        return cassandra_outcomes(self.win, self.split, self.total, opponents)


def mean_showdowns(singles: Sequence[Outcomes]) -> ShowdownCounts:
    """Return the average of the outcomes against each single opponent, scaled to counts."""
    win = round(SCALED_SHOWDOWNS * math.fsum(one.win for one in singles) / len(singles))
    split = round(SCALED_SHOWDOWNS * math.fsum(math.fsum(one.split) for one in singles) / len(singles))
    return ShowdownCounts(win, min(split, SCALED_SHOWDOWNS - win), SCALED_SHOWDOWNS)


def cassandra_outcomes(win: int, split: int, total: int, opponents: int) -> Outcomes:
    """Return Cassandra's estimate of the outcomes against ``opponents`` from counts of one-on-one showdowns.

    ``P(i wins, j = n - i splits) = C(n,i) prod_{k<i} (win-k)/(total-k) prod_{k<j} (split-k)/(total-k)``; the
    remaining probability is a loss. Requires ``win + split <= total`` and ``opponents < total``. The sums are exact
    fractions, rounded at the end.

    >>> cassandra_outcomes(60, 0, 100, opponents=1)
    Outcomes(win=0.6, split=(0.0,), lose=0.4)
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

    It is 0 if hero can neither win nor split, and 1 if no one-on-one showdown is lost. Otherwise it is the root of the
    equation between 0.001 and 0.999, found by bisection; 0 if the equation is negative at both ends, and 0.999 if it is
    positive at both. ``never_loses``: whether win + split = total in the showdown counts, as Cassandra decides it;
    None: whether ``outcomes.lose`` is 0.

    >>> f"{cassandra_fraction(Outcomes(win=0.6, split=(0.0,), lose=0.4), pot=0.0):.6f}"
    '0.200000'
    """
    if not any(outcomes.by_ties):
        return 0.0
    if outcomes.lose <= 0.0 if never_loses is None else never_loses:
        return 1.0
    low, high = MIN_FRACTION, MAX_FRACTION
    at_low, at_high = cassandra_equation(outcomes, pot, low), cassandra_equation(outcomes, pot, high)
    if at_low == 0.0:
        return low
    if at_high >= 0.0:
        return high
    if at_low < 0.0:
        return 0.0
    while low < (middle := 0.5 * (low + high)) < high:
        if cassandra_equation(outcomes, pot, middle) > 0.0:
            low = middle
        else:
            high = middle
    return low


def cassandra_equation(outcomes: Outcomes, pot: float, x: float) -> float:
    """Return the left side of Cassandra's equation for a bet of the share ``x``, 0 < x < 1; ``pot`` in bankrolls."""
    n = outcomes.opponents
    total = -outcomes.lose / (1.0 - x)
    for ties, chance in enumerate(outcomes.by_ties):
        net = ((n - ties) * x + pot) / (1 + ties)  # z x
        total += chance * net / (x * (1.0 + net))
    return total
