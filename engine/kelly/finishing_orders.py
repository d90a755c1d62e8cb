"""Side pots paid exactly: from the joint result, who beats whom and who ties.

Every pot goes to the best of those who are in it, ties share it. An opponent matches hero as far as his chips go, so a
chip more of hero's is won from those who still can: from the best of them and hero, whoever was best in the main pot.
The house rakes the main pot first; a part of a bet that nobody called goes back and is not raked.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from engine.kelly.outcomes import Outcomes, shifted
from engine.kelly.response_model import Callers
from engine.play.pots import side_pots


@dataclass(frozen=True, slots=True)
class GrowthPiece:
    """Growth between two fractions of the bankroll: rows (p, a, k) with net = a x + k; concave in x.

    The row of being beaten is the last one, if hero can be beaten.
    """

    low: float
    high: float
    rows: tuple[tuple[float, float, float], ...]

    def growth(self, x: float) -> float:
        """Return ``sum p ln(1 + a x + k)``; minus infinity where the whole bankroll can be lost."""
        nets = [(p, a * x + k) for p, a, k in self.rows]
        if min(net for _, net in nets) <= -1.0:
            return -math.inf
        return math.fsum(p * math.log1p(net) for p, net in nets)

    def slope(self, x: float) -> float:
        """Return the derivative ``sum p a / (1 + a x + k)``, decreasing in x."""
        if min(a * x + k for _, a, k in self.rows) <= -1.0:
            return -math.inf
        return math.fsum(p * a / (1.0 + a * x + k) for p, a, k in self.rows)

    def curvature(self, x: float) -> float:
        """Return the second derivative, ``-sum p (a / (1 + a x + k))^2``."""
        return -math.fsum(p * (a / (1.0 + a * x + k)) ** 2 for p, a, k in self.rows)

    def net(self, x: float) -> float:
        """Return the expected net win as a share of the bankroll, ``sum p (a x + k)``."""
        return math.fsum(p * (a * x + k) for p, a, k in self.rows)


def raked_stretches(
    start: float, limits: Sequence[float], opponents: int, pot: float, full: float, rake: float
) -> Iterator[tuple[float, float, int, float]]:
    """Yield (low, high, callers, rake): between two fractions of the bankroll so many call and pay this rake.

    All in bankrolls: from ``start`` on; ``limits``, up to which each opponent can match; ``pot``, the raked one at the
    start; ``full``, the pot from which on no more rake is taken.
    """
    for low, high in pairwise(sorted({start, 1.0, *(limit for limit in limits if start < limit < 1.0)})):
        callers = opponents - sum(limit <= low for limit in limits)
        grown = pot + (callers + 1) * (high - low) if callers else pot  # what nobody calls is not raked
        if pot < full < grown:
            capped = low + (full - pot) / (callers + 1)
            yield low, capped, callers, rake
            yield capped, high, callers, 0.0
        else:
            yield low, high, callers, rake if callers and pot < full else 0.0
        pot = grown


ROUNDING = 1e-12
"""A variance below this share of the largest square is one of rounding."""
Ranks = tuple[int, ...]
"""The place of each player at a showdown, hero's first; 0 is the best, the same number a tie."""


@dataclass(frozen=True, slots=True)
class FinishingOrders:
    """A joint law with the chips of those whom it ranks.

    ``chances``: (probability, ranks), which add up to 1. ``chips``: what each has put in, hero first; ``most``: what
    each opponent can put in at most, infinite: enough. ``gone``: chips of opponents who fold to the bet, ``dead``:
    of nobody. ``start``: the least that hero adds; opponents who have not put that in come up to it.
    """

    chances: tuple[tuple[float, Ranks], ...]
    chips: tuple[float, ...]
    most: tuple[float, ...]
    dead: float = 0.0
    gone: tuple[float, ...] = ()
    start: float = 0.0

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes for the main pot."""
        return main_pot_outcomes(self.chances)

    def among(self, callers: Callers) -> "FinishingOrders":
        """Return the law when only these opponents call a bet; the chips of the others stay where they are."""
        orders = self.restricted(callers)
        chances: dict[Ranks, float] = {}
        for p, ranks in orders.chances:
            chances[ranks] = chances.get(ranks, 0.0) + p
        return replace(orders, chances=tuple((p, ranks) for ranks, p in chances.items()))

    def restricted(self, callers: Callers) -> "FinishingOrders":
        """Return the same as ``among`` with one entry of ``chances`` for each of the original ones, in their order."""
        players = [0, *(i + 1 for i in callers)]
        return replace(
            self,
            chances=tuple((p, tuple(ranks[i] for i in players)) for p, ranks in self.chances),
            chips=tuple(self.chips[i] for i in players),
            most=tuple(self.most[i] for i in callers),
            gone=tuple(c for i, c in enumerate(self.chips) if i not in players),
            start=max(self.start, *(c - self.chips[0] for c in self.chips)),
        )

    def merged(self) -> "FinishingOrders":
        """Return the distribution with one order for all that pay the same whatever hero adds.

        Pots are nested: each is contested by all who can put in at least so much. So two orders pay the same if hero's
        share is the same in the pot of each such level. Against eight opponents 6,561 orders become a few dozen.
        """
        sets = [
            frozenset([0, *(i for i, most in enumerate(self.most, start=1) if most >= level)])
            for level in sorted(set(self.most))
        ]
        chances: dict[tuple[float, ...], tuple[float, Ranks]] = {}
        for p, ranks in self.chances:
            shares = tuple(_share(ranks, players) for players in sets)
            before, kept = chances.get(shares, (0.0, ranks))
            chances[shares] = before + p, kept
        return replace(self, chances=tuple(chances.values()))

    @property
    def side_shares(self) -> tuple[float, ...]:
        """Hero's share, in each order, of the pot that only those with the most chips contest."""
        deepest = max(self.most, default=0.0)
        players = frozenset([0, *(i for i, most in enumerate(self.most, start=1) if most >= deepest)])
        return tuple(_share(ranks, players) for _, ranks in self.chances)

    def nets(self, x: float, bankroll: float, rake: float, cap: float | None) -> tuple[float, ...]:
        """Return what hero wins net in each order, as a share of the bankroll, when he adds ``x`` bankrolls."""
        parts = _payments(self, bankroll, rake, cap)
        low, _, won, more = next((part for part in parts if x <= part[1]), parts[-1])
        return tuple(w + m * (x - low) - x for w, m in zip(won, more, strict=True))

    def pieces(self, bankroll: float, rake: float, cap: float | None) -> tuple[GrowthPiece, ...]:
        """Return the concave pieces of the growth when these opponents call, from ``start`` to the whole bankroll."""
        return _pieces(self, bankroll, rake, cap)

    def payments(self, bankroll: float, rake: float, cap: float | None) -> list["Payment"]:
        """Return what each order pays in each piece."""
        pots, contested = self._first_pots(rake, cap)
        limits = [(most - self.chips[0]) / bankroll for most in self.most]
        full = math.inf if cap is None or not rake else cap / rake / bankroll
        won = [sum(amount * _share(ranks, players) for amount, players in pots) / bankroll for _, ranks in self.chances]
        result: list[Payment] = []
        begin = min(self.start / bankroll, 1.0)
        for low, high, callers, charge in raked_stretches(begin, limits, len(limits), contested / bankroll, full, rake):
            players = frozenset([0, *(i + 1 for i, limit in enumerate(limits) if limit > low)])
            more = [(callers + 1) * (1.0 - charge) * _share(ranks, players) for _, ranks in self.chances]
            result.append(Payment(low, high, won, more))
            won = [w + m * (high - low) for w, m in zip(won, more, strict=True)]
        return result

    def rows_of(self, won: list[float], more: list[float], low: float) -> tuple[tuple[float, float, float], ...]:
        """Return the rows of a piece, results that pay the same together; the worst is the last."""
        rows: dict[tuple[float, float], float] = {}
        for (p, _), win, slope in zip(self.chances, won, more, strict=True):
            key = (slope - 1.0, win - slope * low)
            rows[key] = rows.get(key, 0.0) + p
        return tuple((p, a, k) for (a, k), p in sorted(rows.items(), reverse=True) if p > 0.0)

    def _first_pots(self, rake: float, cap: float | None) -> tuple[list[tuple[float, frozenset[int]]], float]:
        """Return the pots that hero is in when he adds ``start``, after the rake, and how much of them is raked."""
        level = self.chips[0] + self.start
        inside = [level, *(max(c, min(m, level)) for c, m in zip(self.chips[1:], self.most, strict=True))]
        live = [*(True for _ in inside), *(False for _ in self.gone)]
        left, contested = math.inf if cap is None else cap, 0.0
        pots = []
        for amount, players in side_pots([*inside, *self.gone], live, self.dead):
            if 0 not in players:
                continue
            charge = min(rake * amount, left) if len(players) > 1 else 0.0
            contested += amount if len(players) > 1 else 0.0
            left -= charge
            pots.append((amount - charge, players))
        return pots, contested


class Payment(NamedTuple):
    """What each order pays between two fractions of the bankroll: ``won`` at ``low``, ``more`` for each chip beyond."""

    low: float
    high: float
    won: list[float]
    more: list[float]


# An advice, a curve and their errors evaluate hundreds of bets against the same orders; each needs the pieces.
@lru_cache(maxsize=128)
def _payments(orders: FinishingOrders, bankroll: float, rake: float, cap: float | None) -> list[Payment]:
    return orders.payments(bankroll, rake, cap)


@lru_cache(maxsize=128)
def _pieces(orders: FinishingOrders, bankroll: float, rake: float, cap: float | None) -> tuple[GrowthPiece, ...]:
    parts = _payments(orders, bankroll, rake, cap)
    return tuple(
        GrowthPiece(low if i else 0.0, high, orders.rows_of(won, more, low))
        for i, (low, high, won, more) in enumerate(parts)
    )


def _share(ranks: Ranks, players: frozenset[int]) -> float:
    """Return hero's share of a pot that these players contest."""
    best = min(ranks[i] for i in players)
    return 1.0 / sum(ranks[i] == best for i in players) if ranks[0] == best else 0.0


def main_pot_outcomes(chances: tuple[tuple[float, Ranks], ...]) -> Outcomes:
    """Return hero's outcomes for a pot that everybody is in."""
    opponents = len(chances[0][1]) - 1
    chances_by_ties = [0.0] * (opponents + 2)
    for p, ranks in chances:
        chances_by_ties[tie_count(ranks)] += p
    return Outcomes(chances_by_ties[0], tuple(chances_by_ties[1:-1]), chances_by_ties[-1])


def tie_count(ranks: Ranks) -> int:
    """Return with how many opponents hero ties for the best hand; n + 1 if one of the n opponents is better."""
    return sum(rank == ranks[0] for rank in ranks) - 1 if ranks[0] == min(ranks) else len(ranks)


def shifted_finishing_orders(orders: FinishingOrders, change: float) -> FinishingOrders:
    """Return the law with ``change`` more equity, as ``shifted`` has it: hero goes to the top, or to the bottom."""
    before = orders.outcomes
    after = shifted(before, change)
    old, new = ([*o.by_ties, o.lose] for o in (before, after))
    moved_chances = []
    for p, ranks in orders.chances:
        ties = tie_count(ranks)
        share = min(new[ties] / old[ties], 1.0) if old[ties] > 0.0 else 1.0
        moved = (min(ranks) - 1 if change > 0.0 else max(ranks) + 1, *ranks[1:])
        moved_chances += [(p * share, ranks), (p * (1.0 - share), moved)]
    return replace(orders, chances=tuple(chance for chance in moved_chances if chance[0] > 0.0))


@dataclass(frozen=True, slots=True)
class JointResult:
    """The joint result of the players of a table at a showdown, as hero sees it: who beats him, ties him, is beaten.

    ``players``: their seats, hero's first, the opponents' rising. ``chances``: (probability, rank of each player in
    that order, 0 the best); all who beat hero have one rank, all whom he beats another. ``trials``: how many equal
    deals the sample is worth, 0 if every deal was counted.
    """

    players: tuple[int, ...]
    chances: tuple[tuple[float, Ranks], ...]
    trials: int = 0

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return self.trials == 0

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes for the main pot."""
        return main_pot_outcomes(self.chances)

    @property
    def stderr(self) -> float:
        """The largest standard error of a probability; 0 if it is exact."""
        errors = [math.sqrt(p * (1.0 - p) / self.trials) for p, _ in self.chances if self.trials]
        return max(errors, default=0.0)

    def matched_to(self, outcomes: Outcomes) -> "JointResult":
        """Return a sample whose outcomes for the main pot are ``outcomes``, those of the run of the same table.

        The run knows the main pot exactly, or from more deals and with less noise. So the sample decides only how the
        orders share the probability of each number of ties: all numbers of a pot that everybody is in are the run's.
        An exact result stays as it is.

        Raises:
            ValueError: ``outcomes`` are against another number of opponents.
        """
        if self.exact:
            return self
        opponents = len(self.players) - 1
        if outcomes.opponents != opponents:
            raise ValueError(f"outcomes against {outcomes.opponents} opponents, orders against {opponents}")
        known, sampled = ([*o.by_ties, o.lose] for o in (outcomes, self.outcomes))
        chances = [(p / sampled[tie_count(ranks)] * known[tie_count(ranks)], ranks) for p, ranks in self.chances]
        for ties, probability in enumerate(known):
            if probability > 0.0 and not sampled[ties]:  # too rare for the sample: which opponents tie is not known
                chances += _any_order(ties, opponents, probability)
        return replace(self, chances=tuple((p, ranks) for p, ranks in chances if p > 0.0))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``orders`` of a Kelly request."""
        return [
            {"p": p, "order": [[i for i, r in enumerate(ranks) if r == place] for place in sorted(set(ranks))]}
            for p, ranks in self.chances
        ]


def finishing_order_error(orders: FinishingOrders, values: Sequence[float], trials: int) -> float:
    """Return the standard error of the mean of ``values``, one for each order, in a sample of ``trials`` deals.

    Only the spread among orders with the same result of the main pot counts: the probabilities of that are known
    better, and their error is followed by itself.
    """
    sums: dict[int, list[float]] = {}
    for (p, ranks), value in zip(orders.chances, values, strict=True):
        row = sums.setdefault(tie_count(ranks), [0.0, 0.0, 0.0])
        for power in range(3):
            row[power] += p * value**power
    variance = math.fsum(squares - first * first / p for p, first, squares in sums.values() if p > 0.0)
    scale = max(map(abs, values), default=0.0)
    return math.sqrt(variance / trials) if variance > ROUNDING * scale * scale else 0.0


def _any_order(ties: int, opponents: int, probability: float) -> Iterable[tuple[float, Ranks]]:
    """Return ``probability`` shared by all orders in which hero ties with so many; with n + 1: hero is the last."""
    if ties > opponents:
        return [(probability, (1, *(0 for _ in range(opponents))))]
    sets = list(combinations(range(opponents), ties))
    return [(probability / len(sets), (0, *(0 if i in tied else 1 for i in range(opponents)))) for tied in sets]
