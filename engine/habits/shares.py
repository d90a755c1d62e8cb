"""Shares from counts, shrunk towards what is usual, with their 90 % intervals; and players with all of theirs.

share = (times + k s) / (chances + k) with k = 20, the interval that of Beta(times + k s, chances - times + k (1 - s))
with equal tails. s is the share of the neutral kind of player at that position where it has one: for opening its hands
first in, for going on against an open (calling or raising) its hands against a raise. Else it is that of all players
read at that position, or at all positions where nobody had the chance there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from engine.habits.beta import beta_quantile
from engine.habits.counting import Count, Counts, Habits, Hands, counts_of, summed
from engine.preflop.players import POSITIONS, neutral_kind
from engine.ranges.holdem import parse_range

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
        """How often each habit was seen at each position."""
        return counts_of(self.hands.values())

    def share(self, habit: str, position: str | None = None) -> Share | None:
        """Return a share at a position, or over all of them (with what is usual weighted as his chances are); None
        where nobody has had the chance.
        """
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
