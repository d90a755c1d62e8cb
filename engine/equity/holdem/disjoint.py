"""The number, or the weight, of the ways to choose disjoint combos for one to four hands.

It is computed by inclusion and exclusion over the cards that hands have in common. The formulas are those of
``engine.kernels.holdem.mixed_state``, here for all combos (a, b) of the first hand at once, in matrices float64[52, 52]
over its two cards.
"""

from functools import reduce
from math import prod

import numpy as np

from engine.arrays import F64, Bools
from engine.cards import COMBOS, DECK_SIZE

MIN_DISJOINT_SHARE = 1e-4
"""The smallest share of all tuples of combos that disjoint ones may have so that twelve digits of their weight are
right."""

MIN_WEIGHT_RATIO = 1e-2
"""If the lightest tuple weighs more than this share of the heaviest, rounding does not matter: sums of equal weights
are exact."""


def disjoint_hands(*hands: Bools) -> int:
    """Return the number of ways to choose disjoint combos, one from each of one to four ``hands`` bool[1326].

    The result is exact: all sums are of halves of integers below 2^50.

    >>> disjoint_hands(np.ones(1326, bool), np.ones(1326, bool)) == 1326 * 1225
    True
    """
    return round(disjoint_weight([hand.astype(np.float64) for hand in hands]))


def countable(weights: F64) -> bool:
    """Return whether inclusion and exclusion is accurate for one to four hands, float64[hands, 1326].

    It is not if almost all tuples of combos share a card, because the difference of large sums then consists of
    rounding errors. That takes hands with tiny weights without which there is no deal.
    """
    if prod(float(hand[hand > 0].min() / hand.max()) for hand in weights) > MIN_WEIGHT_RATIO:
        return True
    return disjoint_weight(list(weights)) > MIN_DISJOINT_SHARE * prod(float(hand.sum()) for hand in weights)


def disjoint_weight(hands: list[F64]) -> float:
    """Return the sum of the products of the weights of disjoint combos of one to four hands, float64[1326] each."""
    hero, *others = hands
    return float((hero * weight_avoiding(others)).sum())


def weight_avoiding(others: list[F64]) -> F64:
    """Return the weight of the ways to deal up to three ``others`` disjoint combos that avoid each combo,
    float64[1326].

    ``others``: the weights of each of them, float64[1326].
    """
    high, low = COMBOS.T
    remaining = (_avoiding_none, _avoiding_one, _avoiding_two, _avoiding_three)[len(others)](*map(by_card, others))
    return np.asarray(remaining[high, low])


def by_card(weights: F64) -> F64:
    """Return the weights of a hand, float64[1326], by its two cards: a symmetric matrix float64[52, 52]."""
    matrix = np.zeros((DECK_SIZE, DECK_SIZE))
    high, low = COMBOS.T
    matrix[high, low] = matrix[low, high] = weights
    return matrix


def _avoiding_none() -> F64:
    """Return the ways to deal no other hand: 1 for all cards a and b, float64[52, 52]."""
    return np.ones((DECK_SIZE, DECK_SIZE))


def _avoiding_one(x: F64) -> F64:
    """Return the weight of the combos of a hand that contain neither card a nor card b, float64[52, 52]."""
    cards = x.sum(axis=1)
    return np.asarray(cards.sum() / 2 - cards[:, None] - cards + x)


def _avoiding_two(x: F64, y: F64) -> F64:
    """Return the weight of the disjoint pairs of combos of two hands that contain neither a nor b, float64[52, 52]."""
    return _avoiding_one(x) * _avoiding_one(y) - _clash(x, y)


def _clash(x: F64, y: F64) -> F64:
    """Return the weight of the pairs of combos of two hands that share a card but contain neither a nor b, float64[52,
    52]."""
    paths, common = x @ y + y @ x, (x * y).sum(axis=1)
    excess = 2 * common - paths.sum(axis=1)
    only_a, only_b = _with_one_card(x, y)
    everywhere = x.sum(axis=1) @ y.sum(axis=1) - common.sum() / 2
    return np.asarray(everywhere + excess[:, None] + excess + paths - x * y - only_a - only_b)


def _with_one_card(*hands: F64) -> tuple[F64, F64]:
    """Return the products of the weights that hands have with card a but not b, and with b but not a, float64[52, 52]
    each."""
    cards = [hand.sum(axis=1) for hand in hands]
    return (
        reduce(np.multiply, (c[:, None] - hand for hand, c in zip(hands, cards, strict=True))),
        reduce(np.multiply, (c - hand for hand, c in zip(hands, cards, strict=True))),
    )


def _avoiding_three(x: F64, y: F64, z: F64) -> F64:
    """Return the weight of the disjoint triples of combos of three hands without a and b, float64[52, 52]."""
    only_a, only_b = _with_one_card(x, y, z)
    # The formula of section 3 of METHODS.md, written out for all combos (a, b) in matrices: combos that contain a or b
    # are removed from each sum. The terms that do not change if the three hands swap their roles come first.
    result = _avoiding_one(x) * _avoiding_one(y) * _avoiding_one(z) - 2 * (only_a + only_b) + 4 * x * y * z
    result += 2 * (x.sum(axis=1) * y.sum(axis=1) * z.sum(axis=1)).sum() + 2 * (x * y * z).sum() - np.trace(x @ y @ z)
    for one, two, three in ((x, y, z), (y, x, z), (z, x, y)):
        result += _terms_of_role(one, two, three)
    return result


def _terms_of_role(x: F64, y: F64, z: F64) -> F64:
    """Return the terms of the formula for three hands in which one hand, ``x``, differs from the other two in its
    role."""
    lx, ly, lz = x.sum(axis=1), y.sum(axis=1), z.sum(axis=1)
    along, both = y @ z + z @ y, (y * z).sum(axis=1)
    sums = along.sum(axis=1)
    row = along / 2 + ly * z + lz * y - 4 * y * z
    gain = (x * (2 * row - 2 * ly * lz + 2 * both - sums + 4 * y * z)).sum(axis=1)
    corner, inner = sums - 4 * both, 2 * y * z - along
    result: F64 = lx @ sums / 2 - 2 * lx @ both - _avoiding_one(x) * _clash(y, z)
    result += gain[:, None] + gain + row @ x + (row @ x).T
    result -= (lx[:, None] - x) * (corner[:, None] + inner) + (lx - x) * (corner + inner)
    crosswise: F64 = (ly[:, None] - y) * (lz - z) + (ly - y) * (lz[:, None] - z)
    result += x * (crosswise - along)
    return result
