"""The worth of actions before the flop the slow and obvious way: every deal of a small deck, card by card.

Hands are tuples of two cards 4 * rank + suit, the higher first. A player is (holds, goes, raises): the weight of each
hand that it may hold, and the parts of that weight with which it sees the flop, and with which it raises. The first who
raises is alone with hero.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

from tests.reference.naive_holdem import best_hand

Hand = tuple[int, int]
Player = tuple[Mapping[Hand, Fraction], Mapping[Hand, Fraction], Mapping[Hand, Fraction]]
Together = tuple[int, ...]
Worth = Callable[[Fraction, Together], Fraction]
NOTHING, SHARES = Fraction(), tuple(Fraction(1, 1 + others) for others in range(9))
"""Hero's share of a pot that is lost, and by how many others have as good a hand."""


@dataclass
class NaiveAction:
    """By hero's hand: its weight, that of the deals without a flop, and (weight, hero's shares) by flop and players,
    and by flop and who raises."""

    weight: dict[Hand, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    alone: dict[Hand, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    flops: dict[tuple[Hand, Together, tuple[int, ...]], list[Fraction]] = field(default_factory=dict)
    raised: dict[tuple[Hand, int, tuple[int, ...]], list[Fraction]] = field(default_factory=dict)

    def total(self) -> Fraction:
        """Return the weight of all deals."""
        return sum(self.weight.values(), Fraction())

    def sets(self, raw: Worth) -> dict[Together, tuple[Fraction, Fraction, Fraction]]:
        """Return, by who sees the flop, the probability, hero's mean share and the part of it that is worth a bet."""
        result: dict[Together, list[Fraction]] = defaultdict(lambda: [Fraction()] * 3)
        for (_, together, _), (weight, shares) in self.flops.items():
            bets = weight if raw(shares / weight, together) > 0 else Fraction()
            result[together] = [a + b for a, b in zip(result[together], (weight, shares, bets), strict=True)]
        whole = self.total()
        return {key: (weight / whole, shares / weight, bets / weight) for key, (weight, shares, bets) in result.items()}

    def expected(self, raw: Worth, middle: Fraction, cost: Fraction) -> Fraction:
        """Return the expected value of the action."""
        won = sum(self.alone.values(), Fraction()) * middle
        for (_, together, _), (weight, shares) in self.flops.items():
            won += weight * (max(raw(shares / weight, together), Fraction()) - cost)
        return won / self.total()

    def answers(
        self, raw: Worth, cost: Fraction, raised_cost: Fraction
    ) -> dict[int, tuple[Fraction, Fraction, Fraction, Fraction]]:
        """Return, by who raises, the probability, hero's mean share, how often hero calls, and the mean result.

        Hero calls with a hand if that is better than losing the ``cost`` of the action.
        """
        by_hand: dict[tuple[int, Hand], list[Fraction]] = defaultdict(lambda: [Fraction()] * 3)
        for (own, raiser, _), (weight, shares) in self.raised.items():
            worth = weight * (max(raw(shares / weight, (raiser,)), Fraction()) - raised_cost)
            known = by_hand[raiser, own]
            by_hand[raiser, own] = [a + b for a, b in zip(known, (weight, shares, worth), strict=True)]
        result: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction()] * 4)
        for (raiser, _), (weight, shares, worth) in by_hand.items():
            calls = worth > -weight * cost
            row = weight, shares, weight * calls, worth if calls else -weight * cost
            result[raiser] = [a + b for a, b in zip(result[raiser], row, strict=True)]
        whole = self.total()
        return {key: (row[0] / whole, *(value / row[0] for value in row[1:])) for key, row in result.items()}


def naive_action(hero: Mapping[Hand, Fraction], players: Sequence[Player], deck: frozenset[int]) -> NaiveAction:
    """Deal all hands and boards of ``deck``; the players are numbered in their order."""
    result = NaiveAction()
    for own, weight in hero.items():
        for hands in product(*(holds for holds, _, _ in players)):
            used = [*own, *(card for hand in hands for card in hand)]
            if len(set(used)) < len(used) or not set(used) <= deck:
                continue
            boards = sorted(deck - set(used))
            for does in product("gfr", repeat=len(players)):
                part = weight
                for (holds, on, again), hand, what in zip(players, hands, does, strict=True):
                    called, raised = on.get(hand, Fraction()), again.get(hand, Fraction())
                    part *= {"g": called, "r": raised, "f": holds[hand] - called - raised}[what]
                if part:
                    _deal(result, own, hands, does, boards, part)
    return result


def _deal(
    found: NaiveAction, own: Hand, dealt: tuple[Hand, ...], does: tuple[str, ...], left: list[int], weight: Fraction
) -> None:
    together = (does.index("r"),) if "r" in does else tuple(i for i, what in enumerate(does) if what == "g")
    hands = [dealt[i] for i in together]
    for flop in combinations(left, 3):
        rest = [card for card in left if card not in flop]
        runouts = list(combinations(rest, 2))
        found.weight[own] += weight * len(runouts)
        if not together:
            found.alone[own] += weight * len(runouts)
            continue
        if "r" in does:
            cell = found.raised.setdefault((own, together[0], flop), [Fraction(), Fraction()])
        else:
            cell = found.flops.setdefault((own, together, flop), [Fraction(), Fraction()])
        cell[0] += weight * len(runouts)
        for share, count in Counter(_share(own, hands, (*flop, *runout)) for runout in runouts).items():
            cell[1] += weight * share * count


def _share(own: Hand, hands: list[Hand], board: tuple[int, ...]) -> Fraction:
    value = best_hand(frozenset((*own, *board)))
    others = [best_hand(frozenset((*hand, *board))) for hand in hands]
    return NOTHING if max(others) > value else SHARES[others.count(value)]
