"""The winnings of a session of hands, those by the equities of its all-ins, and their spread by luck alone.

The fan is the law of all all-ins so far, each drawn again by itself with its exact law: these are convolved on a grid
of chips a small part of their standard deviation apart, an outcome between two of its points being shared so that its
mean stays. Hands that were decided otherwise are as they were; luck of the cards before the last chip is not in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import Guard, unguarded
from engine.histories.all_in import ResultLaw, adjusted
from engine.histories.hand import PlayedHand
from engine.histories.winners import WinnerLaws

SHARES = (0.05, 0.25, 0.75, 0.95)
"""The shares of sessions that stay below the lines of the fan."""
CELLS = 4_096
WIDE = 8.0
"""Standard deviations on either side that the grid has room for, beside the largest single outcome."""


@dataclass(frozen=True, slots=True)
class HandLuck:
    """A hand of a session: its ``number`` in the list, the chips hero won or lost, what they were worth on average at
    the last chip, what they could be then (``law``, empty where nothing was open), and the chips of a big blind (razz:
    big bet), 0 where the text does not tell."""

    number: int
    net: float
    expected: float
    law: ResultLaw = ()
    big_blind: float = 0.0

    @property
    def luck(self) -> float:
        """The result less what it was worth."""
        return self.net - self.expected

    @property
    def in_big_blinds(self) -> "HandLuck":
        """The hand in big blinds."""
        unit = self.big_blind
        law = tuple((p, chips / unit) for p, chips in self.law)
        return replace(self, net=self.net / unit, expected=self.expected / unit, law=law, big_blind=1.0)


@dataclass(frozen=True, slots=True, eq=False)
class SessionLuck:
    """A session before its first hand and after each: cumulative results ``net`` float64[hands + 1], all-in adjusted
    ones ``expected``, and ``fan`` float64[4, hands + 1]: the results that luck at all-ins would stay below with the
    probabilities :data:`SHARES`.

    ``all_ins``: hands with something open; ``deviation``: the standard deviation of luck at them; ``better``: the
    probability of a better session with the same all-ins, sessions as good counted half.
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
        """The winnings of all-ins beyond their value."""
        return float(self.net[-1] - self.expected[-1])


def hand_luck(hand: PlayedHand, laws: WinnerLaws, guard: Guard = unguarded) -> HandLuck | None:
    """Return a hand of its hero, None where nobody is, or the result is not known.

    Raises:
        Cancelled: raised by ``guard``.
    """
    result = adjusted(hand, laws, guard) if hand.own else None
    if result is None:
        return None
    hero = hand.hero
    unit = hand.stakes.big_blind or hand.stakes.big_bet
    return HandLuck(hand.raw.number, result.result[hero], result.expected[hero], result.law(hero), unit)


def session_luck(hands: Sequence[HandLuck], guard: Guard = unguarded) -> SessionLuck:
    """Return a session of hands in their order.

    Raises:
        Cancelled: raised by ``guard``.
    """
    laws = [tuple((p, chips - hand.expected) for p, chips in hand.law) if len(hand.law) > 1 else () for hand in hands]
    variance = fsum(p * chips * chips for law in laws for p, chips in law)
    largest = [max((abs(chips) for _, chips in law), default=0.0) for law in laws]
    room = min(fsum(largest), WIDE * sqrt(variance) + max(largest, default=0.0))
    grid = _Grid(room)
    quantiles = [grid.quantiles()]
    for law in laws:
        guard()
        if law:
            grid.add(law)
            quantiles.append(grid.quantiles())
        else:
            quantiles.append(quantiles[-1])
    net, expected = (np.cumsum([0.0, *values]) for values in ([h.net for h in hands], [h.expected for h in hands]))
    fan = expected + np.array(quantiles).T
    better = grid.above(float(net[-1] - expected[-1]))
    return SessionLuck(tuple(hands), net, expected, fan, sum(map(bool, laws)), sqrt(variance), better)


class _Grid:
    """The law of a sum, at 0 first: the probabilities of :data:`CELLS` values on both sides of it."""

    def __init__(self, room: float) -> None:
        self._step = room / CELLS if room > 0.0 else 1.0
        self._law = np.zeros(2 * CELLS + 1)
        self._law[CELLS] = 1.0
        self._values = self._step * np.arange(-CELLS, CELLS + 1)

    def add(self, law: Iterable[tuple[float, float]]) -> None:
        """Add an independent outcome."""
        result = np.zeros_like(self._law)
        for p, value in law:
            cells, part = divmod(value / self._step, 1.0)
            for shift, share in ((int(cells), p * (1.0 - part)), (int(cells) + 1, p * part)):
                if share > 0.0:
                    size = len(self._law)
                    begin, end = max(shift, 0), min(size + shift, size)
                    if begin < end:
                        result[begin:end] += share * self._law[begin - shift : end - shift]
        self._law = result

    def quantiles(self) -> F64:
        """Return the values that the sum stays below with the probabilities of :data:`SHARES`, float64[4]."""
        upto = np.cumsum(self._law)
        return np.asarray(self._values[np.searchsorted(upto, np.array(SHARES) * upto[-1])])

    def above(self, value: float) -> float:
        """Return the probability of a larger sum, an equal one counted half."""
        near = np.abs(self._values - value) <= self._step
        return float(self._law[(self._values > value) & ~near].sum() + self._law[near].sum() / 2)
