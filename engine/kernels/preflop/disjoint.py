"""Sums over disjoint combos of one, two and three ranges that avoid given cards.

With S, L[c] and m[c, d] the weights of all combos of a range, of those with card c, and of one combo, the pairs of
disjoint combos of two ranges weigh

    S1 S2 - sum_c L1[c] L2[c] + sum_combo m1 m2,

with all sums taken without the excluded cards. Triples are, for each combo of the first range, the pairs of the other
two ranges that avoid it (the formula of ``holdem.three_sweep``).
"""

from engine.arrays import F64, I64
from engine.kernels.jit import sum_inlined, sum_subkernel
from engine.kernels.preflop.work import DECK, RANGE, RANKS, BookInputs, BookWork


@sum_inlined
def one_left(x: int, kind: int, out: I64, count: int, work: BookWork) -> float:
    """Return the weight of range ``x`` without the cards ``out`` int64[count].

    ``count`` must be a constant, so that the loops are unrolled.
    """
    result, cards, rows = work.sum[x, kind], work.card[x, kind], work.rows[x, kind]
    for i in range(count):
        card = out[i]
        result -= cards[card]
        for j in range(i):
            result += rows[card, out[j]]
    return float(result)


@sum_inlined
def two_left(
    ranges: tuple[int, int], kinds: tuple[int, int], out: I64, count: int, work: BookWork
) -> tuple[float, float, float]:
    """Return S1, S2 and sum L1 L2 of two ranges without the cards ``out`` int64[count]; ``count`` is a constant."""
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
    # The excluded cards themselves are not among the cards left: subtract the terms that the loop above has added for
    # them.
    for k in range(count):
        one, other = cards1[out[k]], cards2[out[k]]
        for i in range(count):
            one -= rows1[out[i], out[k]]
            other -= rows2[out[i], out[k]]
        s1 -= one
        s2 -= other
        shared -= one * other
    return 0.5 * s1, 0.5 * s2, shared


@sum_subkernel
def two_off_board(cards1: F64, cards2: F64, rows1: F64, rows2: F64, out: I64) -> tuple[float, float, float]:
    """Return the result of :func:`two_left` for the five cards ``out`` int64[5] of a board, written out for speed.

    ``cards1``, ``cards2`` float64[52] and ``rows1``, ``rows2`` float64[52, 52]: L and m of the two ranges.
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
def both_left(
    task: int, ranges: tuple[int, int], kinds: tuple[int, int], out: I64, count: int, work: BookWork
) -> float:
    """Return sum m1 m2 of a task's two ranges without the cards ``out`` int64[count], by inclusion and exclusion."""
    rows1, rows2 = work.rows[ranges[0], kinds[0]], work.rows[ranges[1], kinds[1]]
    result, meet = work.both[task, kinds[0]], work.meet[task, kinds[0]]
    for i in range(count):
        result -= meet[out[i]]
        for j in range(i):
            result += rows1[out[i], out[j]] * rows2[out[i], out[j]]
    return float(result)


@sum_subkernel
def set_products(
    hero: int, task: int, kinds: tuple[int, int], board_ranks: int, inputs: BookInputs, work: BookWork
) -> None:
    """Fill ``work.both`` and ``work.meet`` for a task's two ranges, weighted by ``kinds``, on the first ``board_ranks``
    ranks."""
    work.both[task, kinds[0]] = products(hero, task, kinds[0], kinds[1], inputs, work)
    x, y = inputs.tasks[task, RANGE], inputs.tasks[task, RANGE + 1]
    rows1, rows2 = work.rows[x, kinds[0]], work.rows[y, kinds[1]]
    for k in range(board_ranks):
        for card in range(4 * work.rank_order[k], 4 * work.rank_order[k] + 4):
            work.meet[task, kinds[0], card] = dot_cards(rows1[card], rows2[card])


@sum_inlined
def products(hero: int, task: int, kind_x: int, kind_y: int, inputs: BookInputs, work: BookWork) -> float:
    """Return the sum of the products of the weights of a task's first two ranges, weighted by their kinds."""
    result = 0.0
    for high in range(RANKS):
        for low in range(high + 1):
            result += (
                work.share[kind_x, high, low] * work.share[kind_y, high, low] * inputs.products[hero, task, high, low]
            )
    return result


@sum_inlined
def dot_cards(one: F64, other: F64) -> float:
    """Return the scalar product of two vectors float64[52]."""
    result = 0.0
    for c in range(DECK):
        result += one[c] * other[c]
    return result


@sum_subkernel
def dense_pairs(first: int, second: int, work: BookWork) -> float:
    """Return the weight of the disjoint pairs of two ranges of ``work.dense``."""
    one, other = work.dense[first], work.dense[second]
    total2, shared, both = 0.0, 0.0, 0.0
    for c in range(DECK):
        total2 += work.sums[second, c]
        shared += work.sums[first, c] * work.sums[second, c]
    total1 = 0.0
    for c in range(DECK):
        total1 += work.sums[first, c]
        if work.sums[first, c] != 0.0:
            both += dot_cards(one[c], other[c])
    return 0.25 * total2 * total1 - shared + 0.5 * both


@sum_subkernel
def dense_triples(work: BookWork) -> float:
    """Return the weight of the disjoint triples of the ranges of ``work.dense``; fastest if the first is the
    smallest."""
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
            pairs_left = pairs + work.near[a] + work.near[b] + lx[a] * ly[b] + lx[b] * ly[a]
            pairs_left -= dot_cards(x[a], y[b]) + dot_cards(x[b], y[a])
            pairs_left += p * (sy - 2.0 * (ly[a] + ly[b])) + q * (sx - 2.0 * (lx[a] + lx[b])) + 4.0 * p * q
            result += weight * pairs_left
    return result
