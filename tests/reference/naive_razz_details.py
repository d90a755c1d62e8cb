"""Details of razz from literal deals: every number is a ratio of counted deals."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from engine.cards import RAZZ_RANKS
from engine.equity.razz.setup import RazzSetup
from tests.reference.naive_razz import Low, best_low, deals

low = cache(best_low)
PAIRED_NAMES = {1: "one pair", 2: "two pair", 3: "three of a kind", 4: "full house", 5: "four of a kind"}


def weighted_deals(setup: RazzSetup) -> Iterator[tuple[list[list[int]], list[list[int]], list[Low], Fraction]]:
    """Yield (final ranks of each active seat, its free cards, its low, the weight) of every deal."""
    seats = [*setup.active, *setup.folded]
    assert not setup.community
    known = [[rank for rank in range(13) for _ in range(seat.known[rank])] for seat in seats]
    choices = [[Counter({r: int(k) for r, k in enumerate(row) if k}) for row in seat.choices] for seat in seats]
    active = len(setup.active)
    for hands, numbers, dealings in deals(known, choices, [s.free for s in seats], setup.live.tolist()):
        weight = Fraction(dealings)
        for seat, number in zip(seats, numbers, strict=True):
            weight *= Fraction(float(seat.ways[number])) / seat.orders_per_set
        free = [hand[len(hand) - seat.free :] for hand, seat in zip(hands[:active], setup.active, strict=True)]
        yield hands[:active], free, [low(tuple(sorted(hand))) for hand in hands[:active]], weight


def shares(lows: list[Low]) -> list[Fraction]:
    """Return the shares of the pot."""
    winners = lows.count(min(lows))
    return [Fraction(int(one == min(lows)), winners) for one in lows]


def equities(setup: RazzSetup) -> list[float]:
    """Return the equities of the active seats."""
    total, won = Fraction(0), [Fraction(0)] * len(setup.active)
    for _, _, lows, weight in weighted_deals(setup):
        total += weight
        won = [w + weight * share for w, share in zip(won, shares(lows), strict=True)]
    return [float(w / total) for w in won]


def final_lows(setup: RazzSetup, seat: int) -> dict[str, float]:
    """Return the probabilities of what the seat ends with: ``8-6-4-2-A``, or the kind of a paired hand."""
    result: dict[str, Fraction] = defaultdict(Fraction)
    for _, _, lows, weight in weighted_deals(setup):
        result[name(lows[seat])] += weight
    total = sum(result.values())
    return {key: float(weight / total) for key, weight in result.items()}


def name(one: Low) -> str:
    """Return a low as players name it."""
    kind, *ranks = one
    return PAIRED_NAMES[kind] if kind else "-".join(RAZZ_RANKS[rank] for rank in ranks)


def joint_classes(setup: RazzSetup, first: int, second: int) -> dict[tuple[str, str, str], float]:
    """Return the probabilities of (result of the first seat, class of the first, class of the second)."""
    values: dict[tuple[str, str, str], Fraction] = defaultdict(Fraction)
    for _, _, lows, weight in weighted_deals(setup):
        a, b = lows[first], lows[second]
        result = "win" if a < b else "tie" if a == b else "lose"
        values[result, _class(a), _class(b)] += weight
    total = sum(values.values())
    return {key: float(weight / total) for key, weight in values.items()}


def _class(one: Low) -> str:
    return "paired" if one[0] else str(one[1] + 1)


def next_cards(setup: RazzSetup, seat: int) -> dict[str, tuple[float, list[float]]]:
    """Return {rank: (probability, equities)}: the next card is any of the free cards of the seat."""
    result: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * (1 + len(setup.active)))
    for _, free, lows, weight in weighted_deals(setup):
        for rank in free[seat]:
            part = weight / len(free[seat])
            result[rank] = [x + part * y for x, y in zip(result[rank], [1, *shares(lows)], strict=True)]
    total = sum(row[0] for row in result.values())
    return {RAZZ_RANKS[r]: (float(row[0] / total), [float(x / row[0]) for x in row[1:]]) for r, row in result.items()}


def next_pairs(setup: RazzSetup, first: int, second: int) -> dict[str, tuple[float, list[float]]]:
    """Return {ranks: (probability, equities)}: the next cards are any of the free cards of each of two seats."""
    result: dict[str, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * (1 + len(setup.active)))
    for _, free, lows, weight in weighted_deals(setup):
        part = weight / (len(free[first]) * len(free[second]))
        for one in free[first]:
            for other in free[second]:
                row = result[RAZZ_RANKS[one] + RAZZ_RANKS[other]]
                row[:] = [x + part * y for x, y in zip(row, [1, *shares(lows)], strict=True)]
    total = sum(row[0] for row in result.values())
    return {ranks: (float(row[0] / total), [float(x / row[0]) for x in row[1:]]) for ranks, row in result.items()}


def pairs(count: int) -> list[tuple[int, int]]:
    """Return the pairs of seats."""
    return list(combinations(range(count), 2))
