"""The cumulative result of a session of hands, the all-in adjusted one, and the spread that luck at all-ins explains.

The fan shows the distribution of the results if every all-in so far were dealt again. The distributions of the single
all-ins are convolved on a grid of chips that is fine compared with their standard deviation. An outcome between two
grid points is divided between both so that its mean stays. Hands that were decided otherwise keep their result, and
luck of the cards before the last chip is not part of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.histories.all_in import ResultDistribution, adjusted_result
from engine.histories.hand import PlayedHand
from engine.histories.winners import WinnerCache

FAN_QUANTILES = (0.05, 0.25, 0.75, 0.95)
"""The probabilities with which a session stays below each line of the fan."""
GRID_CELLS = 4_096
"""Number of grid cells on each side of zero."""
GRID_DEVIATIONS = 8.0
"""Standard deviations that the grid covers on each side, in addition to the largest single outcome."""


@dataclass(frozen=True, slots=True)
class HandLuck:
    """A hand of a session, in chips.

    ``number``: its number in the list. ``net``: hero's gain or loss; ``expected``: the all-in adjusted result.
    ``distribution``: the distribution of the result at the last chip, empty if nothing was open. ``big_blind``: the
    chips of a big blind (razz: big bet), 0 if the text does not state them.
    """

    number: int
    net: float
    expected: float
    distribution: ResultDistribution = ()
    big_blind: float = 0.0

    @property
    def luck(self) -> float:
        """The result minus the all-in adjusted result."""
        return self.net - self.expected

    @property
    def in_big_blinds(self) -> "HandLuck":
        """The same hand with big blinds as the unit."""
        unit = self.big_blind
        distribution = tuple((p, chips / unit) for p, chips in self.distribution)
        return replace(
            self, net=self.net / unit, expected=self.expected / unit, distribution=distribution, big_blind=1.0
        )


@dataclass(frozen=True, slots=True, eq=False)
class SessionLuck:
    """A session before its first hand and after each hand, with cumulative results.

    ``net`` float64[hands + 1]: the results; ``expected`` float64[hands + 1]: the all-in adjusted ones. ``fan``
    float64[4, hands + 1]: the results that luck at all-ins stays below with the probabilities :data:`FAN_QUANTILES`.
    ``all_ins``: the number of hands with something open. ``deviation``: the standard deviation of luck at them.
    ``better``: the probability that a session with the same all-ins ends better, an equal end counted as half.
    """

    hands: tuple[HandLuck, ...]
    net: F64
    expected: F64
    fan: F64
    all_ins: int
    deviation: float
    better: float

    @property
    def luck(self) -> float:
        """The total result minus the all-in adjusted one."""
        return float(self.net[-1] - self.expected[-1])


def hand_luck(
    hand: PlayedHand, winner_cache: WinnerCache, check_cancelled: CancelCheck = never_cancelled
) -> HandLuck | None:
    """Return a hand for the session of its hero, or None if the hand has no hero or no known result.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    result = adjusted_result(hand, winner_cache, check_cancelled) if hand.own else None
    if result is None:
        return None
    hero = hand.hero
    unit = hand.stakes.big_blind or hand.stakes.big_bet
    return HandLuck(hand.raw.number, result.result[hero], result.expected[hero], result.distribution(hero), unit)


def session_luck(hands: Sequence[HandLuck], check_cancelled: CancelCheck = never_cancelled) -> SessionLuck:
    """Return the session of ``hands`` in the given order.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    distributions = [
        tuple((p, chips - hand.expected) for p, chips in hand.distribution) if len(hand.distribution) > 1 else ()
        for hand in hands
    ]
    variance = fsum(p * chips * chips for distribution in distributions for p, chips in distribution)
    largest = [max((abs(chips) for _, chips in distribution), default=0.0) for distribution in distributions]
    # The grid has to reach as far as the sum can plausibly deviate, never farther than it possibly can.
    room = min(fsum(largest), GRID_DEVIATIONS * sqrt(variance) + max(largest, default=0.0))
    grid = _Grid(room)
    quantiles = [grid.quantiles()]
    for distribution in distributions:
        check_cancelled()
        if distribution:
            grid.add(distribution)
            quantiles.append(grid.quantiles())
        else:
            quantiles.append(quantiles[-1])
    net, expected = (np.cumsum([0.0, *values]) for values in ([h.net for h in hands], [h.expected for h in hands]))
    fan = expected + np.array(quantiles).T
    better = grid.above(float(net[-1] - expected[-1]))
    return SessionLuck(tuple(hands), net, expected, fan, sum(map(bool, distributions)), sqrt(variance), better)


class _Grid:
    """The distribution of a sum of independent outcomes, 0 at first: probabilities at evenly spaced values around 0."""

    def __init__(self, room: float) -> None:
        self._step = room / GRID_CELLS if room > 0.0 else 1.0
        self._probabilities = np.zeros(2 * GRID_CELLS + 1)
        self._probabilities[GRID_CELLS] = 1.0
        self._values = self._step * np.arange(-GRID_CELLS, GRID_CELLS + 1)

    def add(self, distribution: Iterable[tuple[float, float]]) -> None:
        """Add an independent outcome whose distribution is ``distribution``."""
        result = np.zeros_like(self._probabilities)
        for p, value in distribution:
            # An outcome between two grid points goes to both in proportion, which keeps the mean exact.
            cells, fraction = divmod(value / self._step, 1.0)
            for shift, probability in ((int(cells), p * (1.0 - fraction)), (int(cells) + 1, p * fraction)):
                if probability > 0.0:
                    size = len(self._probabilities)
                    begin, end = max(shift, 0), min(size + shift, size)
                    if begin < end:
                        result[begin:end] += probability * self._probabilities[begin - shift : end - shift]
        self._probabilities = result

    def quantiles(self) -> F64:
        """Return the values that the sum stays below with the probabilities :data:`FAN_QUANTILES`, float64[4]."""
        cumulative = np.cumsum(self._probabilities)
        return np.asarray(self._values[np.searchsorted(cumulative, np.array(FAN_QUANTILES) * cumulative[-1])])

    def above(self, value: float) -> float:
        """Return the probability that the sum is larger than ``value``, counting half of the probability of
        equality."""
        near = np.abs(self._values - value) <= self._step
        return float(self._probabilities[(self._values > value) & ~near].sum() + self._probabilities[near].sum() / 2)
