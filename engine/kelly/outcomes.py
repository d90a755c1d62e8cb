"""The probabilities of the outcomes of a showdown: the input of every Kelly computation.

They come from the result of a run, in which opponents are not independent, or from
``engine.kelly.cassandra.cassandra_outcomes``. They do not say which of several opponents wins; for side pots see
``engine.kelly.finishing_orders``.
"""

import math
from dataclasses import dataclass

from engine.equity.results import Estimate
from engine.scenario.codec import JsonObject


@dataclass(frozen=True, slots=True)
class Outcomes(JsonObject):
    """Probabilities of hero's results against ``len(split)`` opponents; they add up to 1.

    ``split[s - 1]`` is the probability that hero ties for the best hand with exactly s opponents, s = 1 .. n.
    """

    win: float
    split: tuple[float, ...]
    lose: float

    @property
    def opponents(self) -> int:
        """The number n of opponents at the showdown."""
        return len(self.split)

    @property
    def by_ties(self) -> tuple[float, ...]:
        """The probability of the best hand, tied with s opponents, for s = 0 .. n."""
        return (self.win, *self.split)

    @property
    def equity(self) -> float:
        """Hero's expected share of the pot, ``sum p_s / (1 + s)``."""
        return math.fsum(p / (1 + s) for s, p in enumerate(self.by_ties))


def outcomes_of(estimate: Estimate) -> Outcomes:
    """Return the outcomes of an active seat from its estimate; its opponents are the other active seats."""
    return Outcomes(estimate.win, estimate.split, max(estimate.lose, 0.0))


def shifted(outcomes: Outcomes, change: float) -> Outcomes:
    """Return the outcomes with hero's equity raised by ``change`` (0.03: three points), as far as possible.

    More equity turns losses into wins, then splits into wins, beginning with the splits among most players. Less equity
    turns wins into losses, then splits. So ``win`` of a hand that both wins and loses moves by ``change``.

    >>> shifted(Outcomes(win=0.6, split=(0.0,), lose=0.4), -0.25)
    Outcomes(win=0.35, split=(0.0,), lose=0.65)
    """
    chances = [*outcomes.by_ties, outcomes.lose]
    shares = [*(1 / (1 + s) for s in range(outcomes.opponents + 1)), 0.0]
    last = len(chances) - 1
    target, sources = (0, range(last, 0, -1)) if change > 0 else (last, range(last))
    remaining = abs(change)
    for source in sources:
        # Probability that moves between two results changes the equity by the difference of their shares of the pot.
        gain = abs(shares[target] - shares[source])
        moved = min(chances[source], remaining / gain)
        chances[source] -= moved
        chances[target] += moved
        remaining = max(0.0, remaining - moved * gain)
    return Outcomes(chances[0], tuple(chances[1:last]), chances[last])
