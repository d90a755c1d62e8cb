"""Three ranges in the form of the kernels: which of them are different, which sums are needed, and the cost of a
board."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from engine.arrays import F64, I64, U64, Bools
from engine.cards import COMBOS
from engine.kernels.holdem.high import RANK_KEYS
from engine.kernels.holdem.three_sweep import VERSIONS, RangeTriple

COST_OF_BOARD = 1_600.0
COST_OF_PAIR = 48.0
COST_OF_HERO_PAIR = 120.0
COST_OF_SUITED = 33.0
COST_OF_MULTISET = 12_000.0
COST_OF_SETTLING = 300.0
"""Nanoseconds of one core of the reference machine, fitted to 107 random tables: nine in ten are predicted within 25 %.
The cost of a multiset comes from batches of boards that are seldom full."""


def different_ranges(weights: F64, active: int) -> list[int]:
    """Return the number of the range of each seat of ``weights`` float64[3, 1326].

    Equal ranges of the first ``active`` seats have the same number.
    """
    first = [next(i for i in range(seat + 1) if np.array_equal(weights[i], weights[seat])) for seat in range(active)]
    return [sorted(set(first)).index(i) for i in first] + [len(set(first))] * (3 - active)


def three_ranges(weights: F64, seats: list[int], active: int) -> RangeTriple:
    """Return the different ranges of ``weights`` float64[3, 1326], and the sums that are needed for them.

    ``seats``: the number of the range of each seat. The first ``active`` (two or three) seats are active; a third seat
    that is not has folded.
    """
    different = weights[[seats.index(x) for x in range(max(seats) + 1)]]
    tasks, measures, products, placements, credits = _sums(seats, active)
    folded = seats[2] if active == 2 else -1
    ranks, keys, blocks, matrix = in_versions(different, measures, folded)
    triangles = _triangles(ranks, blocks[0], matrix[0], placements)
    return RangeTriple(
        ranks=ranks,
        keys=keys,
        blocks=blocks,
        matrix=matrix,
        tasks=tasks,
        products=products,
        placements=placements,
        credits=credits,
        triangles=triangles,
        has_combos=np.any(blocks[0], axis=2),
        folded=folded,
        contests=1 if active == 2 else len(tasks),
    )


def in_versions(weights: F64, measures: list[tuple[int, ...]], folded: int) -> tuple[I64, U64, F64, F64]:
    """Return the fields ``ranks`` to ``matrix`` of :class:`RangeTriple`.

    ``weights`` float64[ranges, 1326]; ``measures``: the ranges that are multiplied for each product; ``folded``: the
    range of the folded seat, or -1.
    """
    ranks, keys, blocks, matrix = by_rank(np.concatenate([weights, [weights[list(m)].prod(axis=0) for m in measures]]))
    blocks, matrix = np.repeat(blocks[None], VERSIONS, axis=0), np.repeat(matrix[None], VERSIONS, axis=0)
    # Version 0 has all combos. For each suit s, version 1 + s is without the combos of two cards of the suit, and
    # version 5 + s without all combos with a card of it.
    by_suit, reduced = blocks.reshape(*blocks.shape[:-1], 4, 4), np.arange(matrix.shape[1]) != folded
    cards = np.moveaxis(matrix, 1, 0)[reduced].reshape(-1, VERSIONS, 13, 4, 13, 4)
    for suit in range(4):
        by_suit[1 + suit, :, :, suit, suit] = cards[:, 1 + suit, :, suit, :, suit] = 0.0
        by_suit[5 + suit, :, :, suit] = by_suit[5 + suit, :, :, :, suit] = 0.0
        cards[:, 5 + suit, :, suit] = cards[:, 5 + suit, :, :, :, suit] = 0.0
    matrix[:, reduced] = np.moveaxis(cards.reshape(-1, VERSIONS, 52, 52), 0, 1)
    return ranks, keys, blocks, matrix


def by_rank(weights: F64) -> tuple[I64, U64, F64, F64]:
    """Return the fields ``ranks``, ``keys``, ``blocks`` and ``matrix`` of :class:`RangeTriple` for ``weights``
    float64[ranges, 1326].

    They are int64[pairs, 2], uint64[pairs], float64[pairs, ranges, 16] and float64[ranges, 52, 52].
    """
    by_card = np.zeros((len(weights), 52, 52))
    high, low = COMBOS.T
    by_card[:, high, low] = by_card[:, low, high] = weights
    blocks = by_card.reshape(-1, 13, 4, 13, 4).transpose(0, 1, 3, 2, 4).copy()
    blocks[:, np.arange(13), np.arange(13)] *= np.triu(np.ones((4, 4)), 1)
    used = [(h, k) for h in range(13) for k in range(h + 1) if blocks[:, h, k].any()]
    ranks = np.array(used, dtype=np.int64)
    keys = np.array([RANK_KEYS[h] + RANK_KEYS[k] for h, k in used], dtype=np.uint64)
    by_pair = blocks[:, ranks[:, 0], ranks[:, 1]].transpose(1, 0, 2, 3).reshape(len(ranks), -1, 16)
    return ranks, keys, np.ascontiguousarray(by_pair), by_card


def _triangles(ranks: I64, blocks: F64, matrix: F64, placements: I64) -> F64:
    """Return the field ``triangles`` of :class:`RangeTriple` from its other fields."""
    cards = matrix.reshape(-1, 13, 4, 13, 4)
    high, low = ranks.T
    result = np.zeros((len(placements), len(ranks), 13))
    for row, (one, two, three) in zip(result, placements, strict=True):
        sides = blocks[:, one].reshape(-1, 4, 4), cards[two, high], cards[three, low]
        row[:] = np.einsum("pij,pirk,pjrk->pr", *sides)
    result[:, np.arange(13) > low[:, None]] = 0.0
    return result


def _sums(seats: list[int], active: int) -> tuple[I64, list[tuple[int, ...]], I64, I64, F64]:
    """Return the field ``tasks`` of :class:`RangeTriple`, the ranges of its products, and the fields ``products`` to
    ``credits``."""
    # Seats with the same range have the same result, so each different range has one hero and one task.
    heroes = [seats.index(x) for x in range(max(seats[:active]) + 1)]
    tasks = [(seats[hero], *(seats[seat] for seat in range(3) if seat != hero)) for hero in heroes]
    orders = list(permutations(range(3)))
    products = sorted({(seats[x], seats[y]) for x, y, _ in orders if seats[x] <= seats[y]})
    placements = sorted({tuple(seats[seat] for seat in order) for order in orders})
    credits = np.zeros((len(placements), len(tasks), 3))
    for order in orders:
        placement = placements.index(tuple(seats[seat] for seat in order))
        for task, hero in enumerate(heroes):
            credits[placement, task, order.index(hero)] += 1
    first = max(seats) + 1
    of_tasks = [
        [first + products.index((min(x, y), max(x, y))) for x, y in ((hero, one), (hero, two), (one, two))]
        for hero, one, two in tasks
    ]
    measures: list[tuple[int, ...]] = [*products, tasks[0]]
    return _numbers(tasks), measures, _numbers(of_tasks), _numbers(placements), credits


def _numbers(rows: Sequence[Sequence[int]]) -> I64:
    return np.array(rows, dtype=np.int64)


def three_board_cost(ranges: RangeTriple) -> float:
    """Return the cost of one board."""
    different = len(np.unique(ranges.placements))
    used: Bools = ranges.has_combos[:, :different]
    heroes = [int(used[:, hero].sum()) for hero, _, _ in ranges.tasks]
    rated = sum(heroes[: ranges.contests]) + sum(heroes[ranges.contests :]) / 3
    suit = np.arange(52) & 3
    suited = (ranges.matrix[0].astype(bool) & (suit[:, None] == suit)).sum(axis=(1, 2)) / 8
    flushes = sum(float(suited[one]) for one, _, _ in ranges.placements if one != ranges.folded)
    return COST_OF_BOARD + COST_OF_PAIR * int(used.sum()) + COST_OF_HERO_PAIR * rated + COST_OF_SUITED * flushes


def three_multiset_cost(ranges: RangeTriple) -> float:
    """Return the cost of one rank multiset in addition to its boards."""
    return COST_OF_MULTISET + COST_OF_SETTLING * len(ranges.ranks) * len(ranges.placements)
