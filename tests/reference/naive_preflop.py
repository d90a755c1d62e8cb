"""The worth of actions before the flop the slow and obvious way: every deal of a small deck, card by card.

Hands are tuples of two cards 4 * rank + suit, the higher first. A player is (holds, goes, raises): the weight of each
hand that it may hold, and the parts of that weight with which it sees the flop, and with which it raises. The first who
raises is alone with hero.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm

from tests.reference.naive_holdem import best_hand

Hand = tuple[int, int]
Player = tuple[Mapping[Hand, Fraction], Mapping[Hand, Fraction], Mapping[Hand, Fraction]]
Together = tuple[int, ...]
Worth = Callable[[Fraction, Together], Fraction]
POT = lcm(*range(1, 10))
"""The parts into which a pot is divided: any number of hands that are equally good get a whole number."""


@dataclass
class NaiveAction:
    """By hero's hand: its weight, that of the deals without a flop, and (weight, hero's shares) by flop and players,
    and by flop and who raises."""

    weight: dict[Hand, Fraction]
    alone: dict[Hand, Fraction]
    flops: dict[tuple[Hand, Together, tuple[int, ...]], list[Fraction]]
    raised: dict[tuple[Hand, int, tuple[int, ...]], list[Fraction]]

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
    """Deal all hands and boards of ``deck``; the players are numbered in their order.

    Weights are added as whole numbers, multiples of one small part, which are made fractions at the end.
    """
    least = lcm(*(weight.denominator for weights in (hero, *chain(*players)) for weight in weights.values()))
    own_weights, *others = (
        {hand: int(w * least) for hand, w in weights.items()} for weights in (hero, *chain(*players))
    )
    sums = _Sums()
    for own, weight in own_weights.items():
        for hands in product(*others[::3]):
            used = [*own, *(card for hand in hands for card in hand)]
            if len(set(used)) < len(used) or not set(used) <= deck:
                continue
            parts: Counter[tuple[str, Together]] = Counter()
            for does in product("gfr", repeat=len(players)):
                part = weight
                for hand, what, holds, on, again in zip(
                    hands, does, others[::3], others[1::3], others[2::3], strict=True
                ):
                    called, raised = on.get(hand, 0), again.get(hand, 0)
                    part *= {"g": called, "r": raised, "f": holds[hand] - called - raised}[what]
                if part and "r" in does:
                    parts["raised", (does.index("r"),)] += part
                elif part:
                    parts["flop", tuple(i for i, what in enumerate(does) if what == "g")] += part
            sums.deal(own, hands, sorted(deck - set(used)), parts)
    return sums.result()


class _Sums:
    """Sums over deals in whole numbers; hero's shares in parts of a pot."""

    def __init__(self) -> None:
        self.weight: Counter[Hand] = Counter()
        self.alone: Counter[Hand] = Counter()
        self.cells: dict[str, dict[tuple[Hand, Together, tuple[int, ...]], list[int]]] = {"flop": {}, "raised": {}}

    def deal(
        self, own: Hand, hands: tuple[Hand, ...], left: list[int], parts: Mapping[tuple[str, Together], int]
    ) -> None:
        """Deal all boards of the cards ``left``; each has ten flops that come before it."""
        for board in combinations(left, 5):
            flops = list(combinations(board, 3))
            value = best_hand(frozenset((*own, *board)))
            values = [best_hand(frozenset((*hand, *board))) for hand in hands]
            for (kind, together), weight in parts.items():
                self.weight[own] += weight * len(flops)
                if not together:
                    self.alone[own] += weight * len(flops)
                    continue
                others = [values[i] for i in together]
                share = 0 if max(others) > value else POT // (1 + others.count(value))
                for flop in flops:
                    cell = self.cells[kind].setdefault((own, together, flop), [0, 0])
                    cell[0] += weight
                    cell[1] += weight * share

    def result(self) -> NaiveAction:
        """Return the sums as fractions."""
        flops, raised = (
            {key: [Fraction(weight), Fraction(shares, POT)] for key, (weight, shares) in self.cells[kind].items()}
            for kind in ("flop", "raised")
        )
        return NaiveAction(
            {hand: Fraction(weight) for hand, weight in self.weight.items()},
            {hand: Fraction(weight) for hand, weight in self.alone.items()},
            flops,
            {(own, raiser, flop): sums for (own, (raiser,), flop), sums in raised.items()},
        )
