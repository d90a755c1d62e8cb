"""Side pots paid exactly: from the joint result, who beats whom and who ties.

Every pot goes to the best hand among the players who are in it; ties share it. Opponents match hero only as far as
their chips go. So each further chip of hero is contested only by those who can still match it, whoever wins the main
pot. The house rakes the main pot first. The part of a bet that nobody calls is returned and not raked.
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
    """The growth of bets between two fractions of the bankroll; it is concave there.

    ``rows``: (p, a, k), with probability p a bet of x nets a x + k, in bankrolls. If hero can be beaten, the last row
    is that outcome.
    """

    low: float
    high: float
    rows: tuple[tuple[float, float, float], ...]

    def growth(self, x: float) -> float:
        """Return ``sum p ln(1 + a x + k)``; minus infinity if the whole bankroll can be lost."""
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
    """Split the bets from ``start`` to 1 where an opponent runs out of chips or the rake reaches its cap.

    Yield (low, high, callers, rake): the number of callers and the rate of rake between two fractions of the bankroll.
    All amounts are in bankrolls. ``limits``: the largest bet that each opponent can match. ``pot``: the pot that is
    raked at ``start``. ``full``: the pot at which the rake reaches its cap.
    """
    for low, high in pairwise(sorted({start, 1.0, *(limit for limit in limits if start < limit < 1.0)})):
        callers = opponents - sum(limit <= low for limit in limits)
        grown = pot + (callers + 1) * (high - low) if callers else pot  # an uncalled part is not raked
        if pot < full < grown:
            capped = low + (full - pot) / (callers + 1)
            yield low, capped, callers, rake
            yield capped, high, callers, 0.0
        else:
            yield low, high, callers, rake if callers and pot < full else 0.0
        pot = grown


ROUNDING = 1e-12
"""A variance below this share of the largest square is only rounding error."""
Ranks = tuple[int, ...]
"""The rank of each player's hand at a showdown, hero's first: 0 is the best, equal numbers tie."""


@dataclass(frozen=True, slots=True)
class FinishingOrders:
    """The joint distribution of the finishing orders of a showdown, with the chips of the players.

    ``chances``: (probability, ranks); the probabilities add up to 1.
    ``chips``: the chips that each player has put in, hero first. ``most``: the maximum that each opponent can put in;
    infinite if he has enough chips.
    ``gone``: the chips of opponents who fold to the bet. ``dead``: chips in the pot that belong to no player.
    ``start``: the least that hero adds; opponents who have put in less match it first.
    """

    chances: tuple[tuple[float, Ranks], ...]
    chips: tuple[float, ...]
    most: tuple[float, ...]
    dead: float = 0.0
    gone: tuple[float, ...] = ()
    start: float = 0.0

    @property
    def outcomes(self) -> Outcomes:
        """Hero's outcomes in the main pot."""
        return main_pot_outcomes(self.chances)

    def among(self, callers: Callers) -> "FinishingOrders":
        """Return the distribution if only ``callers`` call a bet; the chips of the others stay in the pot."""
        orders = self.restricted(callers)
        chances: dict[Ranks, float] = {}
        for p, ranks in orders.chances:
            chances[ranks] = chances.get(ranks, 0.0) + p
        return replace(orders, chances=tuple((p, ranks) for ranks, p in chances.items()))

    def restricted(self, callers: Callers) -> "FinishingOrders":
        """Return the same as ``among``, but with one entry of ``chances`` per original order, in the same positions.

        Standard errors need the value of an action in each sampled order, so that orders must not be merged for them.
        """
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
        """Return the distribution with all orders merged that pay the same, whatever hero adds.

        Pots are nested: each is contested by all players who can put in at least its level. So two orders pay the same
        if hero's share is the same in the pot of each such level. Against eight opponents 6,561 orders become a few
        dozen.
        """
        sets = [
            frozenset([0, *(i for i, max_chips in enumerate(self.most, start=1) if max_chips >= level)])
            for level in sorted(set(self.most))
        ]
        chances: dict[tuple[float, ...], tuple[float, Ranks]] = {}
        for p, ranks in self.chances:
            shares = tuple(_share(ranks, players) for players in sets)
            total, first = chances.get(shares, (0.0, ranks))
            chances[shares] = total + p, first
        return replace(self, chances=tuple(chances.values()))

    @property
    def side_shares(self) -> tuple[float, ...]:
        """Hero's share, in each order, of the deepest pot, which only the players with the most chips contest."""
        deepest = max(self.most, default=0.0)
        players = frozenset([0, *(i for i, max_chips in enumerate(self.most, start=1) if max_chips >= deepest)])
        return tuple(_share(ranks, players) for _, ranks in self.chances)

    def nets(self, x: float, bankroll: float, rake: float, cap: float | None) -> tuple[float, ...]:
        """Return hero's net win in each order, as a share of the bankroll, if he adds ``x`` bankrolls."""
        payments = _payments(self, bankroll, rake, cap)
        low, _, won, more = next((payment for payment in payments if x <= payment[1]), payments[-1])
        return tuple(w + m * (x - low) - x for w, m in zip(won, more, strict=True))

    def pieces(self, bankroll: float, rake: float, cap: float | None) -> tuple[GrowthPiece, ...]:
        """Return the concave pieces of the growth if all these opponents call, from ``start`` to the whole bankroll."""
        return _pieces(self, bankroll, rake, cap)

    def payments(self, bankroll: float, rake: float, cap: float | None) -> list["Payment"]:
        """Return hero's payments in each order, one entry per stretch of bets on which they are linear."""
        pots, contested = self._first_pots(rake, cap)
        limits = [(max_chips - self.chips[0]) / bankroll for max_chips in self.most]
        full = math.inf if cap is None or not rake else cap / rake / bankroll
        won = [sum(amount * _share(ranks, players) for amount, players in pots) / bankroll for _, ranks in self.chances]
        # Payments are linear in the bet within a stretch, and each stretch begins with those at the end of the last.
        result: list[Payment] = []
        begin = min(self.start / bankroll, 1.0)
        for low, high, callers, charge in raked_stretches(begin, limits, len(limits), contested / bankroll, full, rake):
            players = frozenset([0, *(i + 1 for i, limit in enumerate(limits) if limit > low)])
            more = [(callers + 1) * (1.0 - charge) * _share(ranks, players) for _, ranks in self.chances]
            result.append(Payment(low, high, won, more))
            won = [w + m * (high - low) for w, m in zip(won, more, strict=True)]
        return result

    def piece_rows(self, won: list[float], more: list[float], low: float) -> tuple[tuple[float, float, float], ...]:
        """Return the rows (p, a, k) of a piece, merging orders that pay the same; the worst result is last.

        ``won`` and ``more`` are those of a :class:`Payment` that begins at ``low``.
        """
        rows: dict[tuple[float, float], float] = {}
        for (p, _), win, slope in zip(self.chances, won, more, strict=True):
            key = (slope - 1.0, win - slope * low)
            rows[key] = rows.get(key, 0.0) + p
        return tuple((p, a, k) for (a, k), p in sorted(rows.items(), reverse=True) if p > 0.0)

    def _first_pots(self, rake: float, cap: float | None) -> tuple[list[tuple[float, frozenset[int]]], float]:
        """Return hero's pots (chips after rake, players) if he adds ``start``, and the total that is raked."""
        level = self.chips[0] + self.start
        inside = [level, *(max(c, min(m, level)) for c, m in zip(self.chips[1:], self.most, strict=True))]
        live = [*(True for _ in inside), *(False for _ in self.gone)]
        remaining_cap, contested = math.inf if cap is None else cap, 0.0
        pots = []
        # Folded chips are in the pots but contest none. The cap of the rake is used up from the main pot on; a pot with
        # hero alone is his own money, which is returned without rake.
        for amount, players in side_pots([*inside, *self.gone], live, self.dead):
            if 0 not in players:
                continue
            charge = min(rake * amount, remaining_cap) if len(players) > 1 else 0.0
            contested += amount if len(players) > 1 else 0.0
            remaining_cap -= charge
            pots.append((amount - charge, players))
        return pots, contested


class Payment(NamedTuple):
    """Hero's payment per order between two fractions of the bankroll: ``won`` at ``low``, ``more`` per chip added."""

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
    """Return the pieces of the growth for a bankroll and a rake, cached because each bet needs them."""
    parts = _payments(orders, bankroll, rake, cap)
    return tuple(
        GrowthPiece(low if i else 0.0, high, orders.piece_rows(won, more, low))
        for i, (low, high, won, more) in enumerate(parts)
    )


def _share(ranks: Ranks, players: frozenset[int]) -> float:
    """Return hero's share of a pot that ``players`` contest."""
    best = min(ranks[i] for i in players)
    return 1.0 / sum(ranks[i] == best for i in players) if ranks[0] == best else 0.0


def main_pot_outcomes(chances: tuple[tuple[float, Ranks], ...]) -> Outcomes:
    """Return hero's outcomes in a pot that all players contest."""
    opponents = len(chances[0][1]) - 1
    chances_by_ties = [0.0] * (opponents + 2)
    for p, ranks in chances:
        chances_by_ties[tie_count(ranks)] += p
    return Outcomes(chances_by_ties[0], tuple(chances_by_ties[1:-1]), chances_by_ties[-1])


def tie_count(ranks: Ranks) -> int:
    """Return the number of opponents who tie with hero for the best hand, or n + 1 if one of n opponents beats him."""
    return sum(rank == ranks[0] for rank in ranks) - 1 if ranks[0] == min(ranks) else len(ranks)


def shifted_finishing_orders(orders: FinishingOrders, change: float) -> FinishingOrders:
    """Return the distribution with ``change`` more equity for hero, as ``shifted`` changes the outcomes.

    Probability moves from each order to the same order with hero first (more equity) or last (less equity).
    """
    outcomes = orders.outcomes
    old, new = ([*o.by_ties, o.lose] for o in (outcomes, shifted(outcomes, change)))
    moved_chances = []
    for p, ranks in orders.chances:
        ties = tie_count(ranks)
        share = min(new[ties] / old[ties], 1.0) if old[ties] > 0.0 else 1.0
        moved = (min(ranks) - 1 if change > 0.0 else max(ranks) + 1, *ranks[1:])
        moved_chances += [(p * share, ranks), (p * (1.0 - share), moved)]
    return replace(orders, chances=tuple(chance for chance in moved_chances if chance[0] > 0.0))


@dataclass(frozen=True, slots=True)
class JointResult:
    """The joint result of a showdown from hero's point of view: which opponents beat him, tie with him, or lose.

    ``players``: the seats, hero's first, then the opponents' in rising order.
    ``chances``: (probability, rank of each player, 0 the best). All who beat hero share a rank, and all who lose to
    him.
    ``trials``: the effective number of deals of a sample, or 0 if every deal was counted.
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
        """Hero's outcomes in the main pot."""
        return main_pot_outcomes(self.chances)

    @property
    def stderr(self) -> float:
        """The largest standard error of any order's probability; 0 if the result is exact."""
        errors = [math.sqrt(p * (1.0 - p) / self.trials) for p, _ in self.chances if self.trials]
        return max(errors, default=0.0)

    def matched_to(self, outcomes: Outcomes) -> "JointResult":
        """Return the sample reweighted so that its main pot has ``outcomes``, those of a run of the same table.

        The run knows the main pot exactly, or from more deals. So the sample only decides how the probability of each
        number of ties is divided among the orders. An exact result is returned unchanged.

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
            if probability > 0.0 and not sampled[ties]:  # too rare to be sampled: any opponents may tie
                chances += _any_order(ties, opponents, probability)
        return replace(self, chances=tuple((p, ranks) for p, ranks in chances if p > 0.0))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the value of ``orders`` in a Kelly request."""
        return [
            {"p": p, "order": [[i for i, r in enumerate(ranks) if r == place] for place in sorted(set(ranks))]}
            for p, ranks in self.chances
        ]


def finishing_order_error(orders: FinishingOrders, values: Sequence[float], trials: int) -> float:
    """Return the standard error of the mean of ``values`` (one per order) in a sample of ``trials`` deals.

    Only the variance among orders with the same main pot is included. The main pot is known from the run, and its error
    is computed separately.
    """
    sums: dict[int, list[float]] = {}
    for (p, ranks), value in zip(orders.chances, values, strict=True):
        row = sums.setdefault(tie_count(ranks), [0.0, 0.0, 0.0])
        for power in range(3):
            row[power] += p * value**power
    # The variance within each number of ties, added up: E[v^2] - E[v]^2 of every group, weighted by its probability.
    variance = math.fsum(squares - first * first / p for p, first, squares in sums.values() if p > 0.0)
    scale = max(map(abs, values), default=0.0)
    return math.sqrt(variance / trials) if variance > ROUNDING * scale * scale else 0.0


def _any_order(ties: int, opponents: int, probability: float) -> Iterable[tuple[float, Ranks]]:
    """Divide ``probability`` among all orders in which hero ties with ``ties`` opponents (n + 1: hero is last)."""
    if ties > opponents:
        return [(probability, (1, *(0 for _ in range(opponents))))]
    sets = list(combinations(range(opponents), ties))
    return [(probability / len(sets), (0, *(0 if i in tied else 1 for i in range(opponents)))) for tied in sets]
