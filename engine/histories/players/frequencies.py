"""Frequencies from counts: as observed and shrunk towards a prior, with 90 % intervals; and players with their counts.

The observed proportion, times / chances, has the exact interval of Clopper and Pearson. Ranges use the estimate

estimate = (times + k s) / (chances + k) with k = 20,

with the equal-tailed interval of Beta(times + k s, chances - times + k (1 - s)), in which both numbers added to the
counts are at least 1/2 (Jeffreys' prior): somebody who never does a thing, like the kind that he resembles, could still
do it. The prior s is the share of the shipped player whom the counts make the most likely, at the position.

P(kind | counts) has equal priors and the beta-binomial likelihood with the same k. Statistics that exclude each other
are taken one after the other, such as limping among the chances without a raise.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import exp, lgamma, log, log1p

from engine.games import GAMES
from engine.histories.players.counting import (
    DOORS,
    RAZZ_KEYS,
    Count,
    Counts,
    HandsById,
    PlayerStatistics,
    Statistic,
    counted_positions,
    counts_of,
    total_count,
)
from engine.histories.players.habits import KindHabits, shipped_habits
from engine.players.description import NEUTRAL, later_street_names
from engine.scenario import Game

TINY = 1e-300
PRECISION = 1e-13
MAX_TERMS = 10_000
HALVINGS = 60


@lru_cache(maxsize=65536)
def beta_quantile(a: float, b: float, p: float) -> float:
    """Return the ``p`` quantile of the distribution Beta(a, b), by bisection.

    It is 0 if ``a`` is 0, and 1 if ``b`` is 0, because all probability is then at that end.
    """
    if a <= 0.0 or b <= 0.0:
        return 0.0 if a <= 0.0 else 1.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if beta_below(a, b, middle) < p:
            low = middle
        else:
            high = middle
        if high - low < PRECISION:
            break
    return (low + high) / 2


def beta_below(a: float, b: float, x: float) -> float:
    """Return the probability that a value of Beta(a, b) is at most ``x``; ``a`` and ``b`` are positive."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    # The continued fraction converges fast below the mean; above it the symmetric one is used.
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1.0 - front * _beta_fraction(b, a, 1.0 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (Lentz's method, Press et al., Numerical Recipes,
    section 6.4)."""
    c, d = 1.0, 1.0 / _nonzero(1.0 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, MAX_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1.0 / _nonzero(1.0 + term * d), _nonzero(1.0 + term / c)
            result *= c * d
        if abs(c * d - 1.0) < PRECISION:
            break
    return result


def _nonzero(value: float) -> float:
    """Return ``value``, or a tiny number instead of 0, as Lentz's method divides by it."""
    return value if abs(value) > TINY else TINY


PRIOR_WEIGHT = 20.0
MIN_PRIOR_COUNT = 0.5
TAIL_PROBABILITY = 0.05
CONTINUES = "goes on"
"""The statistic of calling or raising an open."""
CONTINUING = Statistic(CONTINUES, "Continue vs open", "continues against an open", "one raise before him, no callers")
JOINED_STATISTICS: Mapping[str, tuple[str, str]] = {CONTINUES: ("call", "reraise")}
"""Sums of statistics that exclude each other."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something was done: ``times`` out of ``chances``.

    ``estimate``: the probability that ranges use, shrunk towards ``prior``; ``low`` and ``high`` are its 90 % interval.
    :attr:`observed` is the plain proportion.
    """

    times: int
    chances: int
    prior: float
    estimate: float
    low: float
    high: float

    @property
    def observed(self) -> float:
        """The number of times divided by that of the chances, of which there must be one."""
        return self.times / self.chances

    @property
    def interval(self) -> tuple[float, float]:
        """The exact 90 % interval of :attr:`observed` (Clopper and Pearson), which always contains it."""
        others = self.chances - self.times
        low = beta_quantile(float(self.times), others + 1.0, TAIL_PROBABILITY)
        return low, beta_quantile(self.times + 1.0, float(others), 1.0 - TAIL_PROBABILITY)


def frequency_of(count: Count, prior: float) -> Frequency:
    """Return the frequency of a count with the ``prior`` probability.

    >>> from engine.histories.players.counting import Count
    >>> round(frequency_of(Count(15, 63), 0.2).estimate, 3)
    0.229
    """
    times, chances = count
    estimate = (times + PRIOR_WEIGHT * prior) / (chances + PRIOR_WEIGHT)
    added_times, added_rest = _added(prior)
    a, b = times + added_times, chances - times + added_rest
    low, high = (beta_quantile(a, b, tail) for tail in (TAIL_PROBABILITY, 1.0 - TAIL_PROBABILITY))
    return Frequency(times, chances, prior, estimate, min(low, estimate), max(high, estimate))


def _added(prior: float) -> tuple[float, float]:
    """Return the times, and the chances not taken, that a prior adds to the counts."""
    return max(PRIOR_WEIGHT * prior, MIN_PRIOR_COUNT), max(PRIOR_WEIGHT * (1.0 - prior), MIN_PRIOR_COUNT)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def log_likelihood(count: Count, prior: float) -> float:
    """Return the logarithm of the beta-binomial likelihood of a count, without the binomial coefficient.

    >>> from engine.histories.players.counting import Count
    >>> round(log_likelihood(Count(1, 1), 0.25), 4), round(log(0.25), 4)
    (-1.3863, -1.3863)
    """
    times, rest = _added(prior)
    return _log_beta(count.times + times, count.chances - count.times + rest) - _log_beta(times, rest)


def _decisions(game: Game) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the decisions from which the type of a player is inferred: statistics that exclude each other, and whether
    they are counted separately by position."""
    if GAMES[game].stud:
        yield from ((("complete", "limp third"), True), (("raise completion", "call completion"), True))
    else:
        first = ("open", "limp"), ("isolate", "limp behind"), ("reraise", "call"), ("squeeze", "overcall")
        yield from ((statistics, True) for statistics in first)
        yield ("fold to reraise", "4-bet"), False
    for street in later_street_names(game):
        yield from (
            ((f"bet {street}",), False),
            ((f"lead {street}",), False),
            ((f"fold {street}", f"raise {street}"), False),
        )


def kind_probabilities(counts: Counts, game: Game) -> dict[str, float]:
    """Return the probability that a player with these counts is each of the shipped players, by name."""
    logs = {}
    for name, habits in shipped_habits(game).items():
        logs[name] = sum(
            log_likelihood(count, share)
            for statistics, by_position in _decisions(game)
            for position in (counted_positions(statistics[0]) if by_position else (None,))
            for count, share in _successive(counts, habits, statistics, position)
        )
    best = max(logs.values())
    weights = {name: exp(value - best) for name, value in logs.items()}
    return {name: weight / sum(weights.values()) for name, weight in weights.items()}


def _successive(
    counts: Counts, habits: KindHabits, statistics: tuple[str, ...], position: str | None
) -> Iterator[tuple[Count, float]]:
    """Yield the counts of statistics that exclude each other, each among the opportunities that the previous ones did
    not take, with the share of a type of player among these."""
    taken, share_taken = 0, 0.0
    for statistic in statistics:
        times, chances = total_count(counts, statistic, None if position is None else (position,))
        share = habits.share(statistic, position)
        if chances <= taken or share is None:
            return
        yield Count(times, chances - taken), min(share / max(1.0 - share_taken, share, TINY), 1.0)
        taken, share_taken = taken + times, share_taken + share


def _count(counts: Counts, statistic: str, positions: Iterable[str]) -> Count:
    """Return the count of a statistic, which may be the sum of two."""
    rows = [total_count(counts, key, positions) for key in JOINED_STATISTICS.get(statistic, (statistic,))]
    return Count(sum(row.times for row in rows), rows[0].chances)


@dataclass(frozen=True)
class Profile:
    """A player: his ``hands`` by id, and ``others``, the counts of all players read."""

    name: str
    hands: HandsById
    others: Counts = field(default_factory=dict)
    site: str = ""

    @cached_property
    def games(self) -> frozenset[Game]:
        """The games of the hands."""
        return frozenset({"razz" if hand.position in DOORS else "holdem" for hand in self.hands.values()})

    @cached_property
    def counts(self) -> Counts:
        """The counts of each statistic at each position."""
        return counts_of(self.hands.values())

    @cached_property
    def looks(self) -> Mapping[Game, Mapping[str, float]]:
        """For each game, the probability that he is each of the shipped players, by name."""
        return {game: kind_probabilities(self.counts, game) for game in sorted(self.games)}

    def kind(self, game: Game) -> str:
        """Return the name of the shipped player that he most likely is; neutral without a hand of this game."""
        looks = self.looks.get(game, {NEUTRAL: 1.0})
        return max(looks, key=lambda name: (looks[name], name == NEUTRAL))

    def hands_of(self, game: Game) -> int:
        """Return the number of his hands in a game."""
        return sum(GAMES[game].stud == (hand.position in DOORS) for hand in self.hands.values())

    def frequency(self, statistic: str, position: str | None = None) -> Frequency | None:
        """Return a frequency at a position, or over all positions (None).

        Over all positions the priors are weighted by the player's chances. The result is None at the positions of
        another game.
        """
        if position is not None and position not in counted_positions(statistic):
            return None
        positions = counted_positions(statistic) if position is None else (position,)
        rows = [(self.prior(statistic, each), _count(self.counts, statistic, (each,)).chances) for each in positions]
        known = [(prior, chances) for prior, chances in rows if prior is not None]
        if not known:
            return None
        total = sum(chances for _, chances in known)
        if total:
            prior = sum(prior * chances for prior, chances in known) / total
        else:
            prior = sum(prior for prior, _ in known) / len(known)
        return frequency_of(_count(self.counts, statistic, positions), prior)

    def prior(self, statistic: str, position: str) -> float | None:
        """Return the share towards which the frequency at a position is shrunk, or None if his kind of player never
        has the chance."""
        game: Game = "razz" if statistic in RAZZ_KEYS else "holdem"
        habits = shipped_habits(game)[self.kind(game)]
        shares = [habits.share(key, position) for key in JOINED_STATISTICS.get(statistic, (statistic,))]
        known = [share for share in shares if share is not None]
        return min(sum(known), 1.0) if known else None

    def with_hands(self, hands: HandsById, others: Counts) -> "Profile":
        """Return the profile with additional hands, each once, and with the counts of ``others``, which replace the old
        ones if there are any."""
        return Profile(self.name, {**self.hands, **hands}, others or self.others, self.site)


def profiles(statistics: PlayerStatistics) -> tuple[Profile, ...]:
    """Return the players of the statistics, the one with most hands first."""
    others = statistics.pooled
    rows = [Profile(player.name, hands, others, player.site) for player, hands in statistics.players.items()]
    return tuple(sorted(rows, key=lambda row: (-len(row.hands), row.name, row.site)))
