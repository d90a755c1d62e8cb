"""Two ranges against the table of all pre-flop matchups: a bilinear form, summed class by class.

A class of matchups is all pairs of combos that a permutation of suits, or swapping the two seats, turns into one
another; it is represented by one pair (h, u). Two ranges meet in it with the weight sum A[p(h)] B[p(u)] over the
permutations p, and the other way round with sum A[p(u)] B[p(h)].
"""

from typing import NamedTuple

from engine.arrays import F64, I16, I32, Bools
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.jit import lean_kernel


class Matchups(NamedTuple):
    """All classes of matchups before the flop, in ascending order of ``hands``.

    ``hands`` int16[classes, 2]: the combos h and u that stand for a class; ``sizes`` float64[classes]: how many ordered
    pairs suit permutations make of (h, u); ``mirrored`` bool[classes]: (u, h) is one of them, and the class is counted
    from one side only. ``win``, ``tie`` int32[classes]: boards out of 1,712,304 that h wins, that they split;
    ``categories`` int32[classes, 2, 9]: boards by the category of the final hand of h and of u.
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

    ``boards`` is the number of boards of a matchup; ``maps`` int16[k, 1326] where the suit permutations send each
    combo: one of each coset of the permutations that leave both ranges unchanged; ``weights`` float64[2, 1326]. The
    tally: weight of the deals that the first range wins, of ties, then its nine categories and those of the second.
    """
    for at in range(first, last):
        h, u = matchups.hands[at, 0], matchups.hands[at, 1]
        straight, crossed = 0.0, 0.0
        for p in range(maps.shape[0]):
            to_h, to_u = maps[p, h], maps[p, u]
            straight += weights[0, to_h] * weights[1, to_u]
            crossed += weights[0, to_u] * weights[1, to_h]
        if matchups.mirrored[at]:
            crossed = 0.0
        if straight + crossed == 0.0:
            continue
        straight *= matchups.sizes[at] / maps.shape[0]
        crossed *= matchups.sizes[at] / maps.shape[0]
        win, tie = float(matchups.win[at]), float(matchups.tie[at])
        tally[0] += straight * win + crossed * (boards - win - tie)
        tally[1] += (straight + crossed) * tie
        for category in range(CATEGORIES):
            by_h, by_u = matchups.categories[at, 0, category], matchups.categories[at, 1, category]
            tally[2 + category] += straight * by_h + crossed * by_u
            tally[2 + CATEGORIES + category] += straight * by_u + crossed * by_h
