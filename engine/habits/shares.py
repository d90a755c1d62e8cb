"""Shares from counts, shrunk towards what is usual, with their 90 % intervals; and players with all of theirs.

share = (times + k s) / (chances + k) with k = 20, the interval that of Beta(times + k s, chances - times + k (1 - s))
with equal tails. s is the share of the neutral kind of player at that position where it has one: for opening its hands
first in, for going on against an open (calling or raising) its hands against a raise. Else it is that of all players
read at that position, or at all positions where nobody had the chance there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from math import exp, lgamma, log, log1p

from engine.habits.counting import Count, Counts, Habits, Hands, counts_of, summed
from engine.preflop.players import POSITIONS, neutral_kind
from engine.ranges.holdem import parse_range

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
    """A share with its interval, and what it rests on; ``usual`` is the share towards which it is shrunk."""

    times: int
    chances: int
    usual: float
    share: float
    low: float
    high: float


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
    def counts(self) -> Counts:
        """The counts of each habit at each position."""
        return counts_of(self.hands.values())

    def share(self, habit: str, position: str | None = None) -> Share | None:
        """Return a share at a position, or over all of them (with what is usual weighted as his chances are); None
        where nobody has had the chance."""
        positions = POSITIONS if position is None else (position,)
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
        for positions in ((position,), POSITIONS):
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
