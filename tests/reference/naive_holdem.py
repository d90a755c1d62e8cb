"""Hold'em the slow and obvious way: the best of every five cards, every deal card by card."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
SHAPES = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
}
WHEEL = [12, 3, 2, 1, 0]

Hand = tuple[int, tuple[int, ...]]
Combo = tuple[int, int]


def five_card_hand(cards: Sequence[int]) -> Hand:
    """Return (category, ranks that decide within it), greater for a better hand of cards 4 * rank + suit."""
    counts = Counter(card // 4 for card in cards)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    ranks = [rank for _, rank in groups]
    name = SHAPES[tuple(count for count, _ in groups)]
    if name == "high card":
        flush = len({card % 4 for card in cards}) == 1
        straight = ranks == WHEEL or ranks[0] - ranks[4] == 4
        if ranks == WHEEL:
            ranks = [3]
        if flush or straight:
            name = ("straight flush" if straight else "flush") if flush else "straight"
    return CATEGORIES.index(name), tuple(ranks)


@cache
def best_hand(cards: frozenset[int]) -> Hand:
    """Return the best hand of five to seven cards."""
    return max(five_card_hand(five) for five in combinations(sorted(cards), 5))


def tuples(ranges: Sequence[Mapping[Combo, Fraction]], known: frozenset[int]) -> Iterator[tuple]:
    """Yield (combos, weight) for every way to give each hand a combo of its range, no card twice."""
    if not ranges:
        yield (), Fraction(1)
        return
    for combo, weight in ranges[0].items():
        if weight and not known & set(combo):
            for rest, rest_weight in tuples(ranges[1:], known | set(combo)):
                yield (combo, *rest), weight * rest_weight


class Showdowns:
    """All deals of a small table: exact rational numbers of each active seat.

    ``ranges`` lists the active seats, ``folded`` ranges only take cards out of the deck.
    ``shares[seat][k]``: probability to share the pot with k others; ``classes[seat][category]``; ``deals``:
    how many deals there are; ``weight``: what they weigh together.
    """

    def __init__(
        self,
        ranges: Sequence[Mapping[Combo, Fraction]],
        board: Sequence[int],
        dead: Sequence[int] = (),
        folded: Sequence[Mapping[Combo, Fraction]] = (),
    ) -> None:
        seats, known = len(ranges), frozenset(board) | frozenset(dead)
        self.shares = [[Fraction(0)] * seats for _ in range(seats)]
        self.classes = [[Fraction(0)] * len(CATEGORIES) for _ in range(seats)]
        self.deals, total = 0, Fraction(0)
        for combos, weight in tuples([*ranges, *folded], known):
            left = set(range(52)) - known - {card for combo in combos for card in combo}
            for drawn in combinations(left, 5 - len(board)):
                final = frozenset(board) | frozenset(drawn)
                hands = [best_hand(final | frozenset(combo)) for combo in combos[:seats]]
                winners = hands.count(max(hands))
                for seat, hand in enumerate(hands):
                    self.classes[seat][hand[0]] += weight
                    if hand == max(hands):
                        self.shares[seat][winners - 1] += weight
                self.deals += 1
                total += weight
        self.weight = total
        self.shares = [[share / total for share in seat] for seat in self.shares]
        self.classes = [[share / total for share in seat] for seat in self.classes]

    @property
    def equity(self) -> list[Fraction]:
        """The expected share of the pot of each active seat."""
        return [sum((p / (k + 1) for k, p in enumerate(seat)), Fraction(0)) for seat in self.shares]
