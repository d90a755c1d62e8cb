"""Equity of two ranges before the flop from the table of all pre-flop matchups.

Equity is a bilinear form of the two ranges' weights, and the table has one row for each class of matchups: all pairs of
combos that a permutation of suits, or swapping the seats, turns into one another. A class is represented by one pair
(h, u). The two ranges A and B meet in it with the weight sum_p A[p(h)] B[p(u)] over the permutations p, and with the
seats swapped sum_p A[p(u)] B[p(h)]. So about 47,000 rows replace 1.6 million matchups of 1.7 million boards each.
"""

from typing import NamedTuple

from engine.arrays import F64, I16, I32, Bools
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.jit import lean_kernel


class Matchups(NamedTuple):
    """All classes of matchups before the flop, in ascending order of ``hands``.

    ``hands`` int16[classes, 2]: the combos h and u that represent the class. ``sizes`` float64[classes]: the number of
    ordered pairs that suit permutations make of (h, u). ``mirrored`` bool[classes]: (u, h) is one of these pairs, so
    that the class must be counted from one side only. ``win``, ``tie`` int32[classes]: boards out of 1,712,304 that h
    wins, and that both split. ``categories`` int32[classes, 2, 9]: boards by the category of the final hand of h and u.
    """

    hands: I16
    sizes: F64
    mirrored: Bools
    win: I32
    tie: I32
    categories: I32


@lean_kernel
def add_matchups(first: int, last: int, matchups: Matchups, boards: float, maps: I16, weights: F64, tally: F64) -> None:
    """Add the classes ``first`` to ``last`` (exclusive) to ``tally`` float64[20].

    ``boards``: the number of boards of one matchup. ``maps`` int16[k, 1326]: the combo to which each suit permutation
    sends a combo, one permutation for each coset of those that leave both ranges unchanged. ``weights`` float64[2,
    1326]: of both ranges. ``tally``: the weight of the deals that the first range wins, of ties, the nine categories of
    the first range, then those of the second.
    """
    for row in range(first, last):
        h, u = matchups.hands[row, 0], matchups.hands[row, 1]
        same_seats, swapped_seats = 0.0, 0.0
        for p in range(maps.shape[0]):
            to_h, to_u = maps[p, h], maps[p, u]
            same_seats += weights[0, to_h] * weights[1, to_u]
            swapped_seats += weights[0, to_u] * weights[1, to_h]
        if matchups.mirrored[row]:
            swapped_seats = 0.0
        if same_seats + swapped_seats == 0.0:
            continue
        # ``sizes`` ordered pairs, of which the sums above have met one for each permutation in ``maps``.
        same_seats *= matchups.sizes[row] / maps.shape[0]
        swapped_seats *= matchups.sizes[row] / maps.shape[0]
        win, tie = float(matchups.win[row]), float(matchups.tie[row])
        tally[0] += same_seats * win + swapped_seats * (boards - win - tie)
        tally[1] += (same_seats + swapped_seats) * tie
        for category in range(CATEGORIES):
            by_h, by_u = matchups.categories[row, 0, category], matchups.categories[row, 1, category]
            tally[2 + category] += same_seats * by_h + swapped_seats * by_u
            tally[2 + CATEGORIES + category] += same_seats * by_u + swapped_seats * by_h
