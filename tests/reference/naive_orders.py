"""The pot share against random hands and the joint law of ranges, by listing everything: slow and obvious."""

from itertools import combinations, permutations

import numpy as np


def ordered_matchings(cards, edge):
    """The sums over ordered tuples of one, two and three disjoint pairs of ``cards`` of the products of ``edge``."""
    pairs = [(frozenset(pair), edge(*pair)) for pair in combinations(cards, 2)]
    sums = [0.0, 0.0, 0.0]
    for size in (1, 2, 3):
        for chosen in permutations(pairs, size):
            if len(frozenset().union(*(pair for pair, _ in chosen))) == 2 * size:
                sums[size - 1] += np.prod([weight for _, weight in chosen])
    return sums


def pot_share(hero, others):
    """What a hand of value ``hero`` gets of the pot against ``others``."""
    if any(value > hero for value in others):
        return 0.0
    return 1.0 / (1 + sum(value == hero for value in others))


def joint_law(ranges):
    """The probability of each hand of the first of ``ranges`` (dicts of frozen sets of cards to weights)."""
    result = dict.fromkeys(ranges[0], 0.0)

    def fill(seat, used, weight, first):
        if seat == len(ranges):
            result[first] += weight
            return
        for hand, own in ranges[seat].items():
            if not hand & used:
                fill(seat + 1, used | hand, weight * own, hand if first is None else first)

    fill(0, frozenset(), 1.0, None)
    total = sum(result.values())
    return {hand: weight / total for hand, weight in result.items()}
