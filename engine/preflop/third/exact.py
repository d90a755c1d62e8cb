"""The exact value of each fourth street, for all hands of hero and each set of players who see it.

If the fourth cards of the opponents are given, a single computation (``engine.equity.razz.hero_cards``) follows all
deals and returns, by hero's three other cards (down cards and fourth card), the weight of the deals and hero's shares
of the pot. 13 such computations are enough for one opponent and 169 for two, whatever hero holds. If hero's down cards
are known, 1 and 13 are enough, because the last opponent's fourth card is then counted together with hero's. Players
who do not see fourth street are dealt in as seats that only take cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from math import factorial, perm

import numpy as np

from engine.arrays import F64, I64
from engine.equity.jobs import CancelCheck
from engine.equity.razz.hero_cards import OtherPlayers
from engine.equity.razz.setup import HAND
from engine.preflop.decision import StreetCells
from engine.preflop.third.request import THIRD
from engine.preflop.third.situation import ThirdSituation
from engine.ranges.razz_products import RANK_COUNT

FREE = HAND - THIRD - 1
"""The number of cards that a player gets after fourth street."""
MAX_COMING, MAX_FOLDED = 2, 1
"""How many opponents may see fourth street, and how many may have folded a range."""


def third_exact_possible(situation: ThirdSituation) -> bool:
    """Return whether all actions can be computed exactly."""
    most = max_coming(situation)
    players = zip(situation.request.opponents, situation.opponents, strict=True)
    folded = sum(player.folded and len(held.pairs) > 1 and not held.without_choice() for player, held in players)
    return most <= MAX_COMING and folded <= MAX_FOLDED and not situation.common_card(1 + most)


def max_coming(situation: ThirdSituation) -> int:
    """Return how many opponents may see fourth street."""
    return max(len(action.coming) for action in situation.actions)


@dataclass(frozen=True, slots=True, eq=False)
class FourthCells(StreetCells):
    """Fourth streets; ``ranks`` int64[n, 1 + players]: the fourth cards, hero's first."""

    ranks: I64


class _Task:
    """The computation for one set of opponents who see fourth street, those with the indices ``places``.

    ``ways``: by index the weights of the hands of all opponents that are dealt in.
    """

    def __init__(
        self, situation: ThirdSituation, places: tuple[int, ...], ways: dict[int, F64], check_cancelled: CancelCheck
    ) -> None:
        """Decide which cards are counted inside one computation, and which are looped over by :meth:`parts`.

        If hero's down cards are known, the last opponent's fourth card is counted together with hero's (``_counted``),
        which saves a loop of 13. ``_given`` is the number of hero's cards by which the sums are indexed: the unknown
        down cards, and the fourth card if somebody sees it. ``_others`` is None if no hand of a player is possible.
        """
        self._situation, self.places, self._ways, self._check_cancelled = situation, places, ways, check_cancelled
        self._later, down = FREE if places else 0, int(situation.hero.choices[0].sum())
        self._counted = places[-1:] if down == 0 else ()
        seats = {
            place: situation.seat(place, held, (FREE + (place in self._counted)) * (place in places))
            for place, held in ways.items()
        }
        held = [seat for seat in seats.values() if seat is not None]
        contestants = [seat for place in places if (seat := seats.pop(place)) is not None]
        takers = [seat for seat in seats.values() if seat is not None]
        possible = len(held) == len(ways)
        self._others = OtherPlayers(contestants, takers, situation.live, check_cancelled) if possible else None
        self._given = down + bool(places)
        left = int(situation.live.sum()) - down - sum(s.choices[0].sum() for s in held)
        players = 1 + len(places) if places else 0
        self._orders = perm(int(left), (1 + FREE) * players) / factorial(FREE) ** players
        """The number of ways to deal the cards after the down cards."""
        self._parts = list[F64]()

    def same(self, places: tuple[int, ...], ways: dict[int, F64]) -> bool:
        """Return whether another task has the same result."""
        alike = self.places == places and self._ways.keys() == ways.keys()
        return alike and all(np.array_equal(held, ways[place]) for place, held in self._ways.items())

    def parts(self) -> list[Callable[[], F64]]:
        """Return the parts of the work, one for each choice of the opponents' fourth cards that are not counted.

        Each returns the weights, and the weights times hero's shares, by the counted card and hero's cards,
        float64[13, .., 13, 2].
        """
        return [partial(self._part, cards) for cards in product(range(RANK_COUNT), repeat=self._cards)]

    @property
    def _cards(self) -> int:
        return len(self.places) - len(self._counted)

    def take(self, value: F64) -> None:
        """Store the result of the next part, float64[13, .., 13, 2]."""
        self._parts.append(value)

    @property
    def complete(self) -> bool:
        """Whether all parts are taken."""
        return len(self._parts) == int(RANK_COUNT**self._cards)

    def _part(self, cards: tuple[int, ...]) -> F64:
        """Return the sums if the opponents whose fourth cards are not counted get ``cards``, float64[13, .., 13, 2].

        Each card is multiplied by how many of its rank are left. All is divided by the number of deals of the later
        cards.
        """
        self._check_cancelled()
        situation, live, ways = self._situation, self._situation.live.copy(), 1.0 / self._orders
        known = np.array([situation.hero.known, *(situation.opponents[place].known for place in self.places)])
        for row, card in zip(known[1:], cards, strict=False):
            ways *= live[card]
            live[card] -= 1
            row[card] += 1
        if ways <= 0 or self._others is None:
            return np.zeros((*(RANK_COUNT,) * (self._given + len(self._counted)), 2))
        if self._counted:
            return np.asarray(ways * self._others.sums_by_two(known, live, 1 + FREE).swapaxes(0, 1))
        return np.asarray(ways * self._others.sums(known, live, self._given + self._later, self._given))

    @cached_property
    def sums(self) -> F64:
        """The sums by hero's pair, his fourth card and those of the opponents, float64[n, 13, 13, .., 2].

        If no opponent sees fourth street, float64[n, 1, 2].
        """
        hero, places = self._situation.hero, len(self.places)
        cards = hero.choices[:, None] + (EACH if places else EACH[:1] * 0)
        # The table is indexed by hero's cards in ascending order, so each hand is looked up as a sorted set and then
        # multiplied by the number of orders in which its cards can come.
        ranks = (cards.cumsum(axis=2)[..., None] <= np.arange(self._given)).sum(axis=2)
        ways = hero.ways[:, None] * FACTORIALS[cards].prod(axis=2)
        table = np.stack(self._parts).reshape(*(RANK_COUNT,) * (places + self._given), 2)
        at = (*(slice(None),) * places, *np.moveaxis(ranks, 2, 0))
        return np.moveaxis(table[at] * ways[..., None], (places, places + 1), (0, 1))

    @cached_property
    def weights(self) -> F64:
        """The weight of each of hero's pairs, float64[n]."""
        return np.asarray(self.sums[..., 0].sum(axis=tuple(range(1, self.sums.ndim - 1))))


EACH = np.eye(RANK_COUNT, dtype=np.int64)
FACTORIALS = np.array([factorial(count) for count in range(5)], np.float64)


class FourthDecision:
    """The exact computation of a situation: parts may be computed in any order, and are taken in their order."""

    def __init__(self, situation: ThirdSituation, check_cancelled: CancelCheck) -> None:
        """List the computations of all actions and sets of opponents; equal ones are shared."""
        self.situation = situation
        self._tasks = list[_Task]()
        self._of = list[list[_Task]]()
        """The task of each set of opponents, by action; equal tasks are computed once."""
        for action in situation.actions:
            self._of.append([])
            for places in action.sets():
                ways = {g.place: g.goes if g.place in places else g.stays for g in action.goers}
                task = next((task for task in self._tasks if task.same(places, ways)), None)
                if task is None:
                    self._tasks.append(task := _Task(situation, places, ways, check_cancelled))
                self._of[-1].append(task)

    def parts(self) -> list[Callable[[], F64]]:
        """Return the parts of the work, each of which returns float64[13, .., 13, 2]."""
        return [part for task in self._tasks for part in task.parts()]

    def take(self, value: F64) -> None:
        """Store the result of the next part, float64[13, .., 13, 2]."""
        next(task for task in self._tasks if not task.complete).take(value)

    def cells(self, at: int, k: int, pair: int) -> FourthCells:
        """Return the fourth streets of one of hero's pairs after action ``at`` against its ``k``-th set of players."""
        situation, action, task = self.situation, self.situation.actions[at], self._of[at][k]
        sums = task.sums[pair].reshape(-1, 2)
        players = 1 + len(task.places)
        # All combinations of the ranks that the players are dealt on fourth street.
        ranks = np.indices((RANK_COUNT,) * players).reshape(players, -1).T
        met = sums[:, 0] > 0
        sums, ranks = sums[met], ranks[met]
        share = sums[:, 1] / sums[:, 0]
        won, bet = situation.request.pot_terms(action.cost, action.level, action.bets, task.places)
        return FourthCells(sums[:, 0] / self._weights(at)[pair], share, share * won - (1.0 - share) * bet, ranks)

    def chance(self, at: int, k: int, pair: int) -> float:
        """Return the probability that the set number ``k`` of an action sees fourth street, given hero's pair."""
        return float(self._of[at][k].weights[pair] / self._weights(at)[pair])

    def _weights(self, at: int) -> F64:
        """Return the weight of each of hero's pairs, float64[n]."""
        return np.asarray(np.sum([task.weights for task in self._of[at]], axis=0))

    def pairs(self) -> F64:
        """Return the probability of each of hero's pairs, float64[n]."""
        weights = self._weights(0)
        return np.asarray(weights / weights.sum())
