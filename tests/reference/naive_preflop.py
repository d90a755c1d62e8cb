"""The worth of actions before the flop the slow and obvious way: every deal of a small deck, card by card.

Hands are tuples of two cards 4 * rank + suit, the higher first. A player is (holds, goes): the weight of each hand that
it may hold, and the part of that weight with which it sees the flop.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

from tests.reference.naive_holdem import best_hand

Hand = tuple[int, int]
Player = tuple[Mapping[Hand, Fraction], Mapping[Hand, Fraction]]
Together = tuple[int, ...]
Worth = Callable[[Fraction, Together], Fraction]


@dataclass
class NaiveAction:
    """By hero's hand: its weight, that of the deals without a flop, and (weight, hero's shares) by flop and players."""

    weight: dict[Hand, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    alone: dict[Hand, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    flops: dict[tuple[Hand, Together, tuple[int, ...]], list[Fraction]] = field(default_factory=dict)

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


def naive_action(hero: Mapping[Hand, Fraction], players: Sequence[Player], deck: frozenset[int]) -> NaiveAction:
    """Deal all hands and boards of ``deck``; the players are numbered in their order."""
    result = NaiveAction()
    for own, weight in hero.items():
        for hands in product(*(holds for holds, _ in players)):
            used = [*own, *(card for hand in hands for card in hand)]
            if len(set(used)) < len(used) or not set(used) <= deck:
                continue
            boards = sorted(deck - set(used))
            for goes in product((True, False), repeat=len(players)):
                part = weight
                for (holds, on), hand, yes in zip(players, hands, goes, strict=True):
                    part *= on.get(hand, Fraction()) if yes else holds[hand] - on.get(hand, Fraction())
                if part:
                    _deal(result, own, [hand for hand, yes in zip(hands, goes, strict=True) if yes], goes, boards, part)
    return result


def _deal(
    found: NaiveAction, own: Hand, hands: list[Hand], goes: tuple[bool, ...], left: list[int], weight: Fraction
) -> None:
    together = tuple(i for i, yes in enumerate(goes) if yes)
    for flop in combinations(left, 3):
        rest = [card for card in left if card not in flop]
        for runout in combinations(rest, 2):
            found.weight[own] += weight
            if not together:
                found.alone[own] += weight
                continue
            cell = found.flops.setdefault((own, together, flop), [Fraction(), Fraction()])
            cell[0] += weight
            cell[1] += weight * _share(own, hands, (*flop, *runout))


def _share(own: Hand, hands: list[Hand], board: tuple[int, ...]) -> Fraction:
    value = best_hand(frozenset((*own, *board)))
    others = [best_hand(frozenset((*hand, *board))) for hand in hands]
    return Fraction() if max(others) > value else Fraction(1, 1 + others.count(value))
