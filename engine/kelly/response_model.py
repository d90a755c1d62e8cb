"""How opponents respond to a bet: the sets of callers, their probabilities, and hero's outcomes against them.

The model: each of n opponents folds a fixed share of his hands, or as many as make a bluff break even. In that case
all of them fold with probability ``x / (P + x)`` to a bet of x into a pot of P, and each with ``(x / (P + x))^(1/n)``.
They respond independently. Against one opponent, hero's outcomes may be known hand by hand, in the order in which the
opponent calls: the first hands call, up to the share that does not fold; the hand at the boundary calls in part.

A single opponent may also respond as a described player on a later street (``engine.players.later_streets``): each of
his hands folds, calls and raises by its strength and the price. After a raise hero gives his bet up, or calls the raise
and sees the showdown, whichever grows more.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, product
from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.kelly.outcomes import Outcomes, shifted
from engine.players.later_streets import StreetPlay, continue_probability, raise_probability

Callers = tuple[int, ...]
"""The opponents who call, as rising numbers from 0."""


@dataclass(frozen=True, slots=True)
class BetResponseRow:
    """A bet in chips, the probability that it is folded to, and hero's outcomes when it is called."""

    bet: float
    fold: float
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class CallingHands:
    """The hands of one opponent, in the order in which he calls.

    ``upto[j]`` is the total share of the first j hands. ``sums[j]`` is hero's (win, split, lose) against them, each
    hand weighted by its share. Both start at 0 and end with the whole range.
    """

    upto: tuple[float, ...]
    sums: tuple[tuple[float, float, float], ...]

    def first(self, share: float) -> Outcomes:
        """Return hero's outcomes against the first ``share`` of the hands, which must be above 0."""
        j = min(bisect_right(self.upto, share), len(self.upto) - 1)
        size = self.upto[j] - self.upto[j - 1]
        part = (share - self.upto[j - 1]) / size if size > 0.0 else 0.0
        win, split, lose = (
            (low + part * (high - low)) / share for low, high in zip(self.sums[j - 1], self.sums[j], strict=True)
        )
        return Outcomes(win, (split,), lose)

    def hand(self, j: int) -> tuple[float, float, float]:
        """Return hero's (win, split, lose) against hand ``j``; hand 0 is the first to call."""
        size = self.upto[j + 1] - self.upto[j]
        low, high = self.sums[j], self.sums[j + 1]
        return (high[0] - low[0]) / size, (high[1] - low[1]) / size, (high[2] - low[2]) / size


def calling_hands(hands: Iterable[tuple[float, Outcomes]]) -> CallingHands:
    """Return the cumulative form of hands given as (share, outcomes), first caller first.

    The shares add up to 1; hands of share 0 are left out.
    """
    played = [(p, o) for p, o in hands if p > 0.0]
    weighted = [(p * o.win, p * o.split[0], p * o.lose) for p, o in played]
    upto = [0.0, *accumulate(p for p, _ in played)]
    sums = accumulate(weighted, lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]), initial=(0.0, 0.0, 0.0))
    return CallingHands((*upto[:-1], 1.0), tuple(sums))


class DescribedResponses(NamedTuple):
    """The responses of a described player to each of several bets.

    ``folds`` float64[bets]: how often he folds. ``calls`` and ``raises`` float64[bets, 3]: the probability that he
    calls (raises) and hero then wins, splits, or loses the showdown. ``raised_to`` float64[sizes, bets]: the chips that
    hero has added in all after calling a raise of each size; ``weights`` float64[sizes]: their shares of the raises.
    """

    folds: F64
    calls: F64
    raises: F64
    raised_to: F64
    weights: F64


@dataclass(frozen=True, slots=True, eq=False)
class DescribedHands:
    """The hands of a described player on a later street.

    ``name``: the player's name; ``play``: his description of the street. ``share`` float64[hands]: the probability of
    each hand, with sum 1; ``strength`` float64[hands]: its equity against one random hand; ``outcomes`` float64[hands,
    3]: the probabilities that hero wins, splits and loses against it. ``most``: the most chips that hero can add.
    ``by_bets``: a raise adds the bet, as at fixed limit, instead of a size of the description.
    """

    name: str
    play: StreetPlay
    share: F64
    strength: F64
    outcomes: F64
    most: float
    by_bets: bool = False

    @property
    def against_all(self) -> Outcomes:
        """Hero's outcomes against all hands."""
        return _as_outcomes(self.share @ self.outcomes)

    def responses(self, chips: F64, pot: float, ahead: float, reach: float) -> DescribedResponses:
        """Return the responses to bets of ``chips`` float64[bets] into a ``pot`` in which the opponent has put
        ``ahead`` chips more than hero; he can match ``reach`` of hero's chips."""
        matched = np.minimum(chips, reach)
        to_call = np.maximum(matched - ahead, 0.0)
        after = pot + matched + to_call
        price = np.divide(to_call, after, out=np.zeros_like(after), where=after > 0.0)[:, None]
        # Who has nothing to call cannot fold, and who cannot put in more than the call cannot raise.
        goes_on = np.where(price > 0.0, continue_probability(self.play, self.strength, price), 1.0)
        sizes = np.array(self.play.sizes)
        more = to_call[None] if self.by_bets else sizes[:, :1] * after
        limit = min(self.most, reach)
        raised_to = np.maximum(np.minimum(chips + more, limit), chips)
        can_raise = (price > 0.0) & (chips < limit)[:, None]
        raises = np.where(can_raise, raise_probability(self.play, self.strength, price), 0.0)
        weights = np.ones(1) if self.by_bets else sizes[:, 1] / sizes[:, 1].sum()
        shown = self.share[:, None] * self.outcomes
        return DescribedResponses(
            (1.0 - goes_on) @ self.share, (goes_on - raises) @ shown, raises @ shown, raised_to, weights
        )

    def shifted(self, change: float) -> "DescribedHands":
        """Return the hands with ``change`` more equity for hero against each of them."""
        rows = (shifted(_as_outcomes(row), change) for row in self.outcomes)
        return replace(self, outcomes=np.array([[row.win, row.split[0], row.lose] for row in rows]))


def _as_outcomes(row: F64) -> Outcomes:
    win, split, lose = row.tolist()
    return Outcomes(win, (split,), lose)


@dataclass(frozen=True, slots=True)
class ResponseModel:
    """The response of all opponents to a bet.

    ``folds``: the share of hands that each opponent folds, or None for the share that makes a bluff break even.
    ``hands``: the hands of a single opponent, or None if only the outcomes are known.
    ``rows``: the only possible bets, each with its response; empty if the size is free.
    ``by_callers``: hero's outcomes against each set of several callers. All opponents together are included even if
    nobody ever folds. ``described``: the hands of a single opponent who is a described player; ``folds`` is then his
    share for the smallest bet.
    """

    folds: tuple[float | None, ...] = ()
    hands: CallingHands | None = None
    rows: tuple[BetResponseRow, ...] = ()
    by_callers: tuple[tuple[Callers, Outcomes], ...] = ()
    described: DescribedHands | None = None

    @property
    def against_all(self) -> Outcomes | None:
        """Hero's outcomes against all hands of a single opponent, or None if the hands are not known."""
        if self.described is not None:
            return self.described.against_all
        return None if self.hands is None else self.hands.first(1.0)

    @property
    def pot_odds(self) -> bool:
        """Whether an opponent folds by pot odds, that is more often to a larger bet."""
        return None in self.folds

    def fold_share(self, chips: float, pot: float) -> float:
        """Return the probability that an opponent who defends by pot odds folds to ``chips`` into ``pot``.

        All n opponents together fold to a share chips / (pot + chips) of the bets, at which a bluff breaks even; each
        of them alone folds with the n-th root of that.
        """
        return 1.0 if pot <= 0.0 else (chips / (pot + chips)) ** (1.0 / max(len(self.folds), 1))

    def row_at(self, chips: float) -> BetResponseRow:
        """Return the row of a bet: the smallest listed bet that is not below ``chips``, or else the largest."""
        return next((row for row in self.rows if row.bet >= chips * (1.0 - 1e-9)), self.rows[-1])

    def callers(self, chips: float, pot: float) -> Iterator[tuple[float, Callers]]:
        """Yield (probability, callers) for each set of callers that is possible for a bet of ``chips`` into ``pot``."""
        odds = self.fold_share(chips, pot)
        folds = [odds if share is None else share for share in self.folds]
        for called in product((False, True), repeat=len(folds)):
            chance = math.prod(1.0 - share if yes else share for share, yes in zip(folds, called, strict=True))
            if chance > 0.0:
                yield chance, tuple(i for i, yes in enumerate(called) if yes)

    def all_fold(self, chips: float, pot: float) -> float:
        """Return the probability that nobody calls."""
        odds = self.fold_share(chips, pot)
        return math.prod(odds if share is None else share for share in self.folds)

    def shifted(self, change: float) -> "ResponseModel":
        """Return the response with ``change`` more equity for hero against every hand that calls."""
        hands = None
        if self.hands is not None:
            upto = self.hands.upto
            calling = ((high - low, self.hands.hand(j)) for j, (low, high) in enumerate(pairwise(upto)))
            hands = calling_hands((p, shifted(Outcomes(win, (tie,), lose), change)) for p, (win, tie, lose) in calling)
        return replace(
            self,
            hands=hands,
            rows=tuple(replace(row, outcomes=shifted(row.outcomes, change)) for row in self.rows),
            by_callers=tuple((callers, shifted(outcomes, change)) for callers, outcomes in self.by_callers),
            described=None if self.described is None else self.described.shifted(change),
        )

    def possible(self) -> tuple[Callers, ...]:
        """Return every set of opponents that may call some bet; the empty set is not included."""
        able = [tuple(i for i, yes in enumerate(c) if yes) for c in product((False, True), repeat=len(self.folds))]
        return tuple(
            callers
            for callers in able
            if callers and all(share != (1.0 if i in callers else 0.0) for i, share in enumerate(self.folds))
        )
