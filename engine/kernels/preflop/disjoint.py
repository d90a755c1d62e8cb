"""Sums over disjoint combos of one, two and three ranges that avoid some cards.

With S, L[c] and m[c, d] the weights of all combos of a range, of those with the card c, and of one combo, pairs of
disjoint combos of two ranges weigh

    S1 S2 - sum_c L1[c] L2[c] + sum_combo m1 m2,

everything counted without the cards that are out. Triples are, for each combo of the first range, the pairs that it
leaves of the others (the formula of ``holdem.three_sweep``).
"""

from engine.arrays import F64, I64
from engine.kernels.jit import sum_inlined, sum_part
from engine.kernels.preflop.work import DECK, RANGE, RANKS, Law, Work


@sum_inlined
def one_left(x: int, kind: int, out: I64, count: int, work: Work) -> float:
    """Return what range ``x`` weighs without the ``count`` cards ``out`` int64[count]: a constant, for short loops."""
    result, cards, rows = work.sum[x, kind], work.card[x, kind], work.rows[x, kind]
    for i in range(count):
        card = out[i]
        result -= cards[card]
        for j in range(i):
            result += rows[card, out[j]]
    return float(result)


@sum_inlined
def two_left(
    ranges: tuple[int, int], kinds: tuple[int, int], out: I64, count: int, work: Work
) -> tuple[float, float, float]:
    """Return S1, S2 and sum L1 L2 of two ranges without the ``count`` cards ``out`` int64[count] (a constant)."""
    cards1, cards2 = work.card[ranges[0], kinds[0]], work.card[ranges[1], kinds[1]]
    rows1, rows2 = work.rows[ranges[0], kinds[0]], work.rows[ranges[1], kinds[1]]
    s1, s2, shared = 0.0, 0.0, 0.0
    for c in range(DECK):
        one, other = cards1[c], cards2[c]
        for i in range(count):
            one -= rows1[out[i], c]
            other -= rows2[out[i], c]
        s1 += one
        s2 += other
        shared += one * other
    for k in range(count):
        one, other = cards1[out[k]], cards2[out[k]]
        for i in range(count):
            one -= rows1[out[i], out[k]]
            other -= rows2[out[i], out[k]]
        s1 -= one
        s2 -= other
        shared -= one * other
    return 0.5 * s1, 0.5 * s2, shared


@sum_part
def two_off_board(cards1: F64, cards2: F64, rows1: F64, rows2: F64, out: I64) -> tuple[float, float, float]:
    """Return what :func:`two_left` does for the five cards ``out`` int64[5] of a board.

    ``cards1``, ``cards2`` float64[52] and ``rows1``, ``rows2`` float64[52, 52]: the sums and rows of the two ranges.
    """
    a0, a1, a2, a3, a4 = rows1[out[0]], rows1[out[1]], rows1[out[2]], rows1[out[3]], rows1[out[4]]
    b0, b1, b2, b3, b4 = rows2[out[0]], rows2[out[1]], rows2[out[2]], rows2[out[3]], rows2[out[4]]
    s1, s2, shared = 0.0, 0.0, 0.0
    for c in range(DECK):
        one = cards1[c] - a0[c] - a1[c] - a2[c] - a3[c] - a4[c]
        other = cards2[c] - b0[c] - b1[c] - b2[c] - b3[c] - b4[c]
        s1 += one
        s2 += other
        shared += one * other
    for k in range(5):
        c = out[k]
        one = cards1[c] - a0[c] - a1[c] - a2[c] - a3[c] - a4[c]
        other = cards2[c] - b0[c] - b1[c] - b2[c] - b3[c] - b4[c]
        s1 -= one
        s2 -= other
        shared -= one * other
    return 0.5 * s1, 0.5 * s2, shared


@sum_inlined
def both_left(task: int, ranges: tuple[int, int], kinds: tuple[int, int], out: I64, count: int, work: Work) -> float:
    """Return sum m1 m2 of a task's two ranges without the ``count`` cards ``out`` int64[count] (a constant)."""
    rows1, rows2 = work.rows[ranges[0], kinds[0]], work.rows[ranges[1], kinds[1]]
    result, meet = work.both[task, kinds[0]], work.meet[task, kinds[0]]
    for i in range(count):
        result -= meet[out[i]]
        for j in range(i):
            result += rows1[out[i], out[j]] * rows2[out[i], out[j]]
    return float(result)


@sum_part
def set_products(hero: int, task: int, kinds: tuple[int, int], held: int, law: Law, work: Work) -> None:
    """Fill ``work.both`` and ``work.meet`` of a task's two ranges weighed by ``kinds``, for cards of ``held`` ranks."""
    work.both[task, kinds[0]] = products(hero, task, kinds[0], kinds[1], law, work)
    x, y = law.tasks[task, RANGE], law.tasks[task, RANGE + 1]
    rows1, rows2 = work.rows[x, kinds[0]], work.rows[y, kinds[1]]
    for k in range(held):
        for card in range(4 * work.held[k], 4 * work.held[k] + 4):
            work.meet[task, kinds[0], card] = dot(rows1[card], rows2[card])


@sum_inlined
def products(hero: int, task: int, kind_x: int, kind_y: int, law: Law, work: Work) -> float:
    """Return the sum of the products of the weights of a task's first two ranges."""
    result = 0.0
    for high in range(RANKS):
        for low in range(high + 1):
            result += (
                work.share[kind_x, high, low] * work.share[kind_y, high, low] * law.products[hero, task, high, low]
            )
    return result


@sum_inlined
def dot(one: F64, other: F64) -> float:
    """Return the scalar product of two float64[52]."""
    result = 0.0
    for c in range(DECK):
        result += one[c] * other[c]
    return result


@sum_part
def dense_pairs(first: int, second: int, work: Work) -> float:
    """Return the weight of the disjoint pairs of two ranges of ``work.dense``."""
    one, other = work.dense[first], work.dense[second]
    total, shared, both = 0.0, 0.0, 0.0
    for c in range(DECK):
        total += work.sums[second, c]
        shared += work.sums[first, c] * work.sums[second, c]
    whole = 0.0
    for c in range(DECK):
        whole += work.sums[first, c]
        if work.sums[first, c] != 0.0:
            both += dot(one[c], other[c])
    return 0.25 * total * whole - shared + 0.5 * both


@sum_part
def dense_triples(work: Work) -> float:
    """Return the weight of the disjoint triples of the three ranges of ``work.dense``; the first should be small."""
    first, x, y = work.dense[0], work.dense[1], work.dense[2]
    lx, ly = work.sums[1], work.sums[2]
    sx, sy = 0.0, 0.0
    for c in range(DECK):
        sx += 0.5 * lx[c]
        sy += 0.5 * ly[c]
    pairs = dense_pairs(1, 2, work)
    for a in range(DECK):
        if work.sums[0, a] == 0.0:
            continue
        row_x, row_y = x[a], y[a]
        gain = 0.0
        for c in range(DECK):
            gain += lx[c] * row_y[c] + ly[c] * row_x[c] - 2.0 * row_x[c] * row_y[c]
        work.near[a] = gain - sx * ly[a] - sy * lx[a] + 2.0 * lx[a] * ly[a]
    result = 0.0
    for a in range(DECK):
        if work.sums[0, a] == 0.0:
            continue
        for b in range(a):
            weight = first[a, b]
            if weight == 0.0:
                continue
            p, q = x[a, b], y[a, b]
            left = pairs + work.near[a] + work.near[b] + lx[a] * ly[b] + lx[b] * ly[a]
            left -= dot(x[a], y[b]) + dot(x[b], y[a])
            left += p * (sy - 2.0 * (ly[a] + ly[b])) + q * (sx - 2.0 * (lx[a] + lx[b])) + 4.0 * p * q
            result += weight * left
    return result
