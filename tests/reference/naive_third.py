"""The worth of actions on third street in razz the slow and obvious way: every deal of a small deck, card by card.

A card is its rank, 0 (ace) to 12; a deck lists every card that is left.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

Pair = tuple[int, int]
Low = tuple[list[int], list[int]]
Together = tuple[int, ...]


@dataclass
class NaivePlayer:
    """An opponent: the rank of its ``door``, the pairs of ranks that it may hold with their weights, and the part of
    each with which it goes on."""

    door: int
    holds: Mapping[Pair, Fraction]
    goes: Mapping[Pair, Fraction]


@dataclass
class NaiveFourths:
    """Weights by who sees fourth street, and (weight, hero's shares) by that and all fourth cards."""

    sets: dict[Together, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    cells: dict[tuple[Together, tuple[int, ...]], list[Fraction]] = field(default_factory=dict)

    def expected(self, raw: Callable[[Fraction, Together], Fraction], middle: Fraction, cost: Fraction) -> Fraction:
        """Return the expected value of the action."""
        whole = sum(self.sets.values(), Fraction())
        won = self.sets[()] * middle
        for (together, _), (weight, shares) in self.cells.items():
            won += weight * (max(raw(shares / weight, together), Fraction()) - cost)
        return won / whole


def low_of(ranks: Sequence[int]) -> Low:
    """Return a key of the best five of some cards, lower is better: pairs count against, then the highest card."""
    return _low_of(tuple(sorted(ranks)))


@cache
def _low_of(ranks: tuple[int, ...]) -> Low:
    return min(_key(five) for five in combinations(ranks, 5))


def _key(five: Sequence[int]) -> Low:
    counts = Counter(five)
    shape = sorted(counts.values(), reverse=True)
    return shape, sorted(counts, key=lambda rank: (-counts[rank], -rank))


def _pairs(deck: Sequence[int]) -> Iterator[tuple[Pair, int, list[int]]]:
    """Yield the pairs of ranks of a deck, how many pairs of cards have them, and the cards left."""
    ways = Counter((min(a, b), max(a, b)) for a, b in combinations(deck, 2))
    for pair, number in ways.items():
        yield pair, number, _without(deck, pair)


def _without(deck: Sequence[int], cards: Sequence[int]) -> list[int]:
    left = list(deck)
    for card in cards:
        left.remove(card)
    return left


def naive_fourths(hero: Sequence[int], players: Sequence[NaivePlayer], deck: Sequence[int]) -> NaiveFourths:
    """Deal all down cards, fourth cards and the last three of everybody from the ranks ``deck``."""
    result = NaiveFourths()

    def deal(hands: list[Pair], weight: Fraction, left: Sequence[int]) -> None:
        if len(hands) < len(players):
            player = players[len(hands)]
            for pair, number, rest in _pairs(left):
                if player.holds.get(pair):
                    deal([*hands, pair], weight * number * player.holds[pair], rest)
            return
        for goes in product((False, True), repeat=len(players)):
            part = weight
            for player, pair, yes in zip(players, hands, goes, strict=True):
                share = player.goes.get(pair, Fraction())
                part *= share if yes else 1 - share
            if part:
                together = tuple(i for i, yes in enumerate(goes) if yes)
                result.sets[together] += part
                if together:
                    seats = [list(hero), *([*hands[i], players[i].door] for i in together)]
                    _play(result, together, seats, left, part)

    deal([], Fraction(1), list(deck))
    return result


def _play(
    result: NaiveFourths, together: Together, seats: list[list[int]], left: Sequence[int], weight: Fraction
) -> None:
    fourths = Counter(permutations(left, len(seats)))
    for cards, number in fourths.items():
        hands = tuple(tuple(sorted((*seat, card))) for seat, card in zip(seats, cards, strict=True))
        part = weight * number / fourths.total()
        cell = result.cells.setdefault((together, cards), [Fraction(), Fraction()])
        cell[0] += part
        cell[1] += part * _shares(hands, tuple(sorted(_without(left, cards))))


@cache
def _shares(seats: tuple[tuple[int, ...], ...], left: tuple[int, ...]) -> Fraction:
    """Return hero's mean share over all ways to deal three more cards to each seat."""
    total, number = Fraction(), 0

    def deal(done: list[Low], rest: Sequence[int]) -> None:
        nonlocal total, number
        if len(done) == len(seats):
            number += 1
            if done[0] == min(done):
                total += Fraction(1, done.count(min(done)))
            return
        for three in combinations(range(len(rest)), 3):
            cards = [*seats[len(done)], *(rest[i] for i in three)]
            deal([*done, low_of(cards)], [rank for i, rank in enumerate(rest) if i not in three])

    deal([], left)
    return total / number
