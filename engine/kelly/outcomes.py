"""The probabilities of the outcomes of a showdown: the input of every Kelly computation.

The probabilities come from the joint result of a run, where opponents are not independent, or from
``engine.kelly.cassandra.estimate``. What is not known here: who of several opponents wins; side pots are not modelled.
"""

import math
from dataclasses import dataclass

from engine.equity.results import Estimate
from engine.scenario.codec import JsonObject


@dataclass(frozen=True, slots=True)
class Outcomes(JsonObject):
    """Probabilities of hero's results against ``len(split)`` opponents; they add up to 1.

    ``split[s - 1]`` is the probability of being best together with exactly s opponents, s = 1 .. n.
    """

    win: float
    split: tuple[float, ...]
    lose: float

    @property
    def opponents(self) -> int:
        """Number n of opponents at the showdown."""
        return len(self.split)

    @property
    def by_ties(self) -> tuple[float, ...]:
        """Probability of being best and tied with s opponents, s = 0 .. n."""
        return (self.win, *self.split)

    @property
    def equity(self) -> float:
        """Expected share of the pot, ``sum p_s / (1 + s)``."""
        return math.fsum(p / (1 + s) for s, p in enumerate(self.by_ties))


def outcomes_of(estimate: Estimate) -> Outcomes:
    """Return the outcomes of an active seat of a result; its opponents are the other active seats."""
    return Outcomes(estimate.win, estimate.split, max(estimate.lose, 0.0))


def shifted(outcomes: Outcomes, change: float) -> Outcomes:
    """Return the outcomes with ``change`` more equity (0.03 = three points), as far as there is room.

    More equity turns losses into wins, and when none are left splits, those with most opponents first; less equity
    turns wins into losses, and then splits. So for a hand that can lose and win this moves ``win`` by ``change``.
    """
    chances = [*outcomes.by_ties, outcomes.lose]
    shares = [*(1 / (1 + s) for s in range(outcomes.opponents + 1)), 0.0]
    last = len(chances) - 1
    target, sources = (0, range(last, 0, -1)) if change > 0 else (last, range(last))
    left = abs(change)
    for source in sources:
        worth = abs(shares[target] - shares[source])
        moved = min(chances[source], left / worth)
        chances[source] -= moved
        chances[target] += moved
        left = max(0.0, left - moved * worth)
    return Outcomes(chances[0], tuple(chances[1:last]), chances[last])
