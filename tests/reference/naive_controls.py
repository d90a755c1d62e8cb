"""The control variates of sampled hold'em by counting hands one after the other."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.reference.naive_holdem import best_hand

Hand = tuple[int, int]
Value = tuple[int, tuple[int, ...]]
Board = tuple[int, ...]


def counts(value: Value, lead: Value) -> float:
    """Return what a hand counts against the leader: 1 if it is weaker, 1/2 if it is equal."""
    return 1.0 if value < lead else 0.5 if value == lead else 0.0


def chances(lead: Value, board: Board, left: Sequence[int]) -> tuple[float, float]:
    """Return the mean of what a hand of the cards ``left`` counts on a whole board, and of the product of two."""
    result = {hand: counts(best_hand(frozenset((*hand, *board))), lead) for hand in combinations(left, 2)}
    pairs = [(one, other) for one in result for other in result if not set(one) & set(other)]
    both = sum(result[one] * result[other] for one, other in pairs)
    return sum(result.values()) / len(result), both / max(len(pairs), 1)


def gained(p: float, hands: Sequence[float]) -> float:
    """Return the share of the pot for hands that count so much, each ``p`` on average.

    The product of all (p + d), d being what a hand counts less p, without products of three d and more.
    """
    excess, k = [hand - p for hand in hands], len(hands)
    pairs = sum(one * other for one, other in combinations(excess, 2))
    return p**k + p ** (k - 1) * sum(excess) + (p ** (k - 2) * pairs if k > 1 else 0.0)


def by_factors(factors: Sequence[float], hands: Sequence[float]) -> float:
    """Return the same by the factors of 1, of the sum, and of the products of two."""
    return factors[0] + factors[1] * sum(hands) + factors[2] * sum(a * b for a, b in combinations(hands, 2))


def deals(cards: Sequence[int], k: int) -> Iterator[tuple[Hand, ...]]:
    """Yield all ways to deal ``k`` hands, one after the other, from ``cards``."""
    if k == 0:
        yield ()
        return
    for hand in combinations(cards, 2):
        for others in deals([card for card in cards if card not in hand], k - 1):
            yield (hand, *others)
