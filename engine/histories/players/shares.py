"""Shares from counts, as they are and shrunk towards what is usual, with 90 % intervals; and players with all theirs.

The share as it is, times / chances, has the exact interval of Clopper and Pearson. Ranges are made of the estimate:

share = (times + k s) / (chances + k) with k = 20, the interval that of Beta(times + k s, chances - times + k (1 - s))
with equal tails. s is the share of the neutral kind of player at that position where it has one: for opening its hands
first in, for going on against an open (calling or raising) its hands against a raise. Else it is that of all players
read at that position, or at all positions where nobody had the chance there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from math import exp, lgamma, log, log1p

from engine.histories.players.counting import DOORS, Count, Counts, Habits, Hands, counts_of, positions_of, summed
from engine.players.kinds import neutral_kind
from engine.ranges.holdem import parse_range
from engine.scenario import Game

TINY = 1e-300
CLOSE = 1e-13
MOST_TERMS = 10_000
HALVINGS = 60


@lru_cache(maxsize=65536)
def beta_quantile(a: float, b: float, p: float) -> float:
    """Return where the distribution function of Beta(a, b) reaches ``p``, by bisection; 0 where ``a`` is 0, 1 where
    ``b`` is."""
    if a <= 0.0 or b <= 0.0:
        return 0.0 if a <= 0.0 else 1.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if beta_below(a, b, middle) < p:
            low = middle
        else:
            high = middle
        if high - low < CLOSE:
            break
    return (low + high) / 2


def beta_below(a: float, b: float, x: float) -> float:
    """Return with which probability a value of Beta(a, b) is at most ``x``; ``a`` and ``b`` are above 0."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (Lentz's method, as in Press et al., Numerical
    Recipes, section 6.4)."""
    c, d = 1.0, 1.0 / _safe(1.0 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1.0 / _safe(1.0 + term * d), _safe(1.0 + term / c)
            result *= c * d
        if abs(c * d - 1.0) < CLOSE:
            break
    return result


def _safe(value: float) -> float:
    return value if abs(value) > TINY else TINY


K = 20.0
TAIL = 0.05
GOES_ON = "goes on"
"""Calling or raising an open."""
JOINED: Mapping[str, tuple[str, str]] = {GOES_ON: ("call", "reraise")}
"""Habits that exclude one another."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was done: ``times`` of so many ``chances``.

    ``share`` is the estimate that ranges are made of, shrunk towards the ``usual`` share, ``low`` and ``high`` its 90 %
    interval. :attr:`observed` is the plain proportion.
    """

    times: int
    chances: int
    usual: float
    share: float
    low: float
    high: float

    @property
    def observed(self) -> float:
        """The times divided by the chances, of which there is at least one."""
        return self.times / self.chances

    @property
    def interval(self) -> tuple[float, float]:
        """The 90 % interval of :attr:`observed`: the exact one of Clopper and Pearson, which always contains it."""
        others = self.chances - self.times
        low = beta_quantile(float(self.times), others + 1.0, TAIL)
        return low, beta_quantile(self.times + 1.0, float(others), 1.0 - TAIL)


def share_of(count: Count, usual: float) -> Share:
    """Return the share of a count."""
    times, chances = count
    a, b = times + K * usual, chances - times + K * (1.0 - usual)
    low, high = (beta_quantile(a, b, tail) for tail in (TAIL, 1.0 - TAIL))
    return Share(times, chances, usual, a / (chances + K), low, high)


@cache
def _of_preset(habit: str, position: str) -> float | None:
    """Return the share of the neutral kind of player, None where it has none."""
    kind = neutral_kind()
    ranges = {"open": kind.first_in, GOES_ON: kind.against_raise}.get(habit)
    return None if ranges is None else float(parse_range(ranges[position]).weights.mean())


def _count(counts: Counts, habit: str, positions: Iterable[str]) -> Count:
    """Return the count of a habit, or of two that exclude one another."""
    rows = [summed(counts, key, positions) for key in JOINED.get(habit, (habit,))]
    return Count(sum(row.times for row in rows), rows[0].chances)


@dataclass(frozen=True)
class Profile:
    """A player as he is known: his ``hands`` by id, and the counts of all players read as ``others``."""

    name: str
    hands: Hands
    others: Counts = field(default_factory=dict)
    site: str = ""

    @cached_property
    def games(self) -> frozenset[Game]:
        """The games of the hands."""
        return frozenset({"razz" if hand.position in DOORS else "holdem" for hand in self.hands.values()})

    @cached_property
    def counts(self) -> Counts:
        """The counts of each habit at each position."""
        return counts_of(self.hands.values())

    def share(self, habit: str, position: str | None = None) -> Share | None:
        """Return a share at a position, or over all of them (with what is usual weighted as his chances are); None
        where nobody has had the chance, as at the positions of another game."""
        if position is not None and position not in positions_of(habit):
            return None
        positions = positions_of(habit) if position is None else (position,)
        rows = [(self.usual(habit, place), _count(self.counts, habit, (place,)).chances) for place in positions]
        known = [(usual, chances) for usual, chances in rows if usual is not None]
        if not known:
            return None
        total = sum(chances for _, chances in known)
        if total:
            usual = sum(usual * chances for usual, chances in known) / total
        else:
            usual = sum(usual for usual, _ in known) / len(known)
        return share_of(_count(self.counts, habit, positions), usual)

    def usual(self, habit: str, position: str) -> float | None:
        """Return the share towards which that of a position is shrunk."""
        preset = _of_preset(habit, position)
        if preset is not None:
            return preset
        for positions in ((position,), positions_of(habit)):
            times, chances = _count(self.others, habit, positions)
            if chances:
                return times / chances
        return None

    def with_hands(self, hands: Hands, others: Counts) -> "Profile":
        """Return the profile with more hands, each once, beside ``others``."""
        return Profile(self.name, {**self.hands, **hands}, others or self.others, self.site)


def profiles(habits: Habits) -> tuple[Profile, ...]:
    """Return the players that have been counted, who has most hands first."""
    others = habits.pooled
    rows = [Profile(player.name, hands, others, player.site) for player, hands in habits.players.items()]
    return tuple(sorted(rows, key=lambda row: (-len(row.hands), row.name, row.site)))
