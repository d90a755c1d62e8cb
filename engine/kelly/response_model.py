"""The opponents' answers to a bet: the callers, their probability, and hero's results against them.

The model. Each of n opponents folds a fixed share, or so much that a bluff breaks even: then all of
them fold with probability ``x / (P + x)`` to a bet of x into a pot of P, and each with ``(x / (P + x))^(1/n)``. They
answer independently of one another. Against one opponent hero's outcomes may be known hand by hand, in the order in
which he calls: those that call are the first, up to the share that does not fold, the one at the boundary in part.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, product

from engine.kelly.outcomes import Outcomes, shifted

Callers = tuple[int, ...]
"""The opponents who call, by number from 0, rising."""


@dataclass(frozen=True, slots=True)
class ListedBet:
    """A bet in chips with the share that folds to it, and the outcomes when it is called."""

    bet: float
    fold: float
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class CallingHands:
    """The hands of one opponent, in the order in which he calls.

    ``upto[j]`` is the share of the first j hands, ``sums[j]`` their (win, split, lose) for hero, each times the hand's
    share; both begin with nothing and end with all.
    """

    upto: tuple[float, ...]
    sums: tuple[tuple[float, float, float], ...]

    def first(self, share: float) -> Outcomes:
        """Return hero's outcomes against the first ``share`` > 0 of the hands."""
        j = min(bisect_right(self.upto, share), len(self.upto) - 1)
        size = self.upto[j] - self.upto[j - 1]
        part = (share - self.upto[j - 1]) / size if size > 0.0 else 0.0
        win, split, lose = (
            (low + part * (high - low)) / share for low, high in zip(self.sums[j - 1], self.sums[j], strict=True)
        )
        return Outcomes(win, (split,), lose)

    def hand(self, j: int) -> tuple[float, float, float]:
        """Return (win, split, lose) against hand j, 0 the first to call."""
        size = self.upto[j + 1] - self.upto[j]
        low, high = self.sums[j], self.sums[j + 1]
        return (high[0] - low[0]) / size, (high[1] - low[1]) / size, (high[2] - low[2]) / size


def calling_hands(hands: Iterable[tuple[float, Outcomes]]) -> CallingHands:
    """Add up hands given as (share, outcomes), first to last; the shares add up to 1, those of 0 are left out."""
    held = [(p, o) for p, o in hands if p > 0.0]
    parts = [(p * o.win, p * o.split[0], p * o.lose) for p, o in held]
    upto = [0.0, *accumulate(p for p, _ in held)]
    sums = accumulate(parts, lambda a, b: (a[0] + b[0], a[1] + b[1], a[2] + b[2]), initial=(0.0, 0.0, 0.0))
    return CallingHands((*upto[:-1], 1.0), tuple(sums))


@dataclass(frozen=True, slots=True)
class ResponseModel:
    """The answer of all opponents.

    ``folds``: the share that each folds, None: so much that a bluff breaks even. ``hands``: of a single opponent.
    ``rows``: the only bets there are, with what answers them. ``by_callers``: hero's outcomes against each set of
    several opponents that can call; of all of them together also where nobody ever folds.
    """

    folds: tuple[float | None, ...] = ()
    hands: CallingHands | None = None
    rows: tuple[ListedBet, ...] = ()
    by_callers: tuple[tuple[Callers, Outcomes], ...] = ()

    @property
    def pot_odds(self) -> bool:
        """Whether somebody folds more to a larger bet, by pot odds."""
        return None in self.folds

    def fold_share(self, chips: float, pot: float) -> float:
        """Return the probability that each opponent folds who defends by pot odds."""
        return 1.0 if pot <= 0.0 else (chips / (pot + chips)) ** (1.0 / max(len(self.folds), 1))

    def row_at(self, chips: float) -> ListedBet:
        """Return the row of a bet; of one that a limit has cut down, the smallest row from it on."""
        return next((row for row in self.rows if row.bet >= chips * (1.0 - 1e-9)), self.rows[-1])

    def callers(self, chips: float, pot: float) -> Iterator[tuple[float, Callers]]:
        """Yield (probability, who calls) of a bet into ``pot``, without the sets that never do."""
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
        """Return the reaction with ``change`` more equity for hero against everything that calls."""
        hands = None
        if self.hands is not None:
            upto = self.hands.upto
            held = ((high - low, self.hands.hand(j)) for j, (low, high) in enumerate(pairwise(upto)))
            hands = calling_hands((p, shifted(Outcomes(win, (tie,), lose), change)) for p, (win, tie, lose) in held)
        return replace(
            self,
            hands=hands,
            rows=tuple(replace(row, outcomes=shifted(row.outcomes, change)) for row in self.rows),
            by_callers=tuple((callers, shifted(outcomes, change)) for callers, outcomes in self.by_callers),
        )

    def possible(self) -> tuple[Callers, ...]:
        """Return every set of opponents that may call, whatever the bet."""
        able = [tuple(i for i, yes in enumerate(c) if yes) for c in product((False, True), repeat=len(self.folds))]
        return tuple(
            callers
            for callers in able
            if callers and all(share != (1.0 if i in callers else 0.0) for i, share in enumerate(self.folds))
        )
