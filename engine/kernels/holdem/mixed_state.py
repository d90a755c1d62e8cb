"""Mixed tables: the gain of a hero's combo against up to three other hands, and adding an item to the swept combos.

A hero's combo gains the total weight of the other hands' swept combos that share no card with it or with each other.
That sum is expanded by inclusion and exclusion, so that all but a few terms can be updated during the sweep.

X, Y, Z are the symmetric 52 x 52 matrices of the weights of the swept combos of the other hands; s and l[c] are the
weight of all combos of a hand and of those with card c. For Y and Z let A = YZ + ZY, t its row sums, q half its
diagonal, and Y:Z the sum over all combos of y z. For a hero's combo (a, b), s' = s - l[a] - l[b] + X[a, b] is the
weight without these two cards, and l'[a] = l[a] - X[a, b]. The pairs of combos of Y and Z without a and b that
conflict, which is to share a card, weigh

    clash(Y, Z) = lY.lZ - Y:Z + sum_{i = a, b} (2 q[i] - t[i] - lY'[i] lZ'[i]) + A[a, b] - Y[a, b] Z[a, b]

(pairs that share both cards are counted twice, less once). So two other hands leave s'_Y s'_Z - clash(Y, Z). For three,
the product of (1 - clash) over their pairs is multiplied out: one conflict, two together (paths), three together (stars
and triangles of cards). In terms of the hero's two cards they leave

    s'_X s'_Y s'_Z - sum s'_X clash(Y, Z)
      + 2 sum_c lX lY lZ + (sum lX.t) / 2 - 2 sum lX.q + 4 sum_combo x y z - trace XYZ
      + g[a] + g[b] + sum (r[a].X[b] + r[b].X[a])
      - 2 sum_i lX'[i] lY'[i] lZ'[i] - sum lX'[i] (t[i] - 4 q[i] - A[a, b] + 2 Y[a, b] Z[a, b])
      + sum X[a, b] (lY'[a] lZ'[b] + lY'[b] lZ'[a] - A[a, b]) + 4 X[a, b] Y[a, b] Z[a, b],

where sums without an index run over the three ways to choose X, with t, q, A and r those of the other two, and

    r[a, c] = A[a, c] / 2 + lY[c] Z[a, c] + lZ[c] Y[a, c] - 4 Y[a, c] Z[a, c],
    g[a] = sum sum_c X[a, c] (2 r[a, c] - 2 lY[c] lZ[c] + 2 q[c] - t[c]) + 12 sum_c X[a, c] Y[a, c] Z[a, c].

Everything that does not depend on the hero is updated during the sweep, so that a combo costs a few scalar products of
rows.
"""

import numpy as np

from engine.arrays import F64
from engine.kernels.holdem.mixed_work import DECK, ROW, MixedWork, RangeRoles
from engine.kernels.jit import sum_inlined


@sum_inlined
def product_at(couple: int, x: int, y: int, a: int, b: int, work: MixedWork) -> float:
    """Return A[a, b] of two ranges, recovered from their row r."""
    p, q = work.matrix[x, a, b], work.matrix[y, a, b]
    result: float = work.rows[couple, a, b] + 4.0 * p * q - work.card[x, b] * q - work.card[y, b] * p
    return 2.0 * result


@sum_inlined
def conflicts_of(couple: int, x: int, y: int, work: MixedWork) -> float:
    """Return the weight of all pairs of swept combos of two ranges that conflict: lX.lY - X:Y."""
    result: float = -work.both[couple]
    for c in range(ROW):
        result += work.card[x, c] * work.card[y, c]
    return result


@sum_inlined
def fill_vector(other: int, y: int, z: int, couple: int, work: MixedWork) -> None:
    """Fill ``work.vector[other]``: 2 q - 2 lY lZ - t by card, the terms of g that are the same for all of X's rows."""
    vector, diagonal, sums = work.vector[other], work.diagonal[couple], work.sums[couple]
    first, second = work.card[y], work.card[z]
    for c in range(ROW):
        vector[c] = 2.0 * (diagonal[c] - first[c] * second[c]) - sums[c]


@sum_inlined
def start_task(task: int, roles: RangeRoles, work: MixedWork) -> None:
    """Compute everything that all combos of a hero have in common, in the notation of the module's formula.

    These are the conflicts of two ranges, the vectors of g, and the constant of three hands.
    """
    others = roles.others[task]
    x, y, z = roles.tasks[task, 1], roles.tasks[task, 2], roles.tasks[task, 3]
    yz, xz, xy = roles.task_couples[task, 0], roles.task_couples[task, 1], roles.task_couples[task, 2]
    if others > 1:
        work.meet[2] = conflicts_of(xy, x, y, work)
    if others < 3:
        return
    work.stamp[0] += 1
    work.meet[0] = conflicts_of(yz, y, z, work)
    work.meet[1] = conflicts_of(xz, x, z, work)
    fill_vector(0, y, z, yz, work)
    fill_vector(1, x, z, xz, work)
    fill_vector(2, x, y, xy, work)
    stars, paths, doubles = 0.0, 0.0, 0.0
    for c in range(ROW):
        lx, ly, lz = work.card[x, c], work.card[y, c], work.card[z, c]
        stars += lx * ly * lz
        paths += lx * work.sums[yz, c] + ly * work.sums[xz, c] + lz * work.sums[xy, c]
        doubles += lx * work.diagonal[yz, c] + ly * work.diagonal[xz, c] + lz * work.diagonal[xy, c]
    work.constant[0] = 2.0 * (stars - doubles) + 0.5 * paths + 4.0 * work.triples[task] - work.triangles[task]


@sum_inlined
def gain_card(card: int, task: int, roles: RangeRoles, work: MixedWork) -> None:
    """Compute g of a card of the hero; it is then valid until the next task."""
    result = 0.0
    for kind in range(roles.kinds[task]):
        other = roles.firsts[task, kind]
        x, share = roles.tasks[task, 1 + other], 0.0
        row, own, vector = work.rows[roles.task_couples[task, other], card], work.matrix[x, card], work.vector[other]
        for c in range(ROW):
            share += own[c] * (2.0 * row[c] + vector[c])
        result += roles.copies[task, x] * share
    of_x, of_y = work.matrix[roles.tasks[task, 1], card], work.matrix[roles.tasks[task, 2], card]
    of_z = work.matrix[roles.tasks[task, 3], card]
    for c in range(ROW):
        result += 12.0 * of_x[c] * of_y[c] * of_z[c]
    work.card_gain[card] = result
    work.card_stamp[card] = work.stamp[0]


@sum_inlined
def note_card(at: int, card: int, task: int, roles: RangeRoles, work: MixedWork) -> None:
    """Cache for a card l of the three other hands, t - 2 q and 2 q of their couples, and g."""
    notes = work.notes[at]
    for other in range(3):
        couple = roles.task_couples[task, other]
        notes[other] = work.card[roles.tasks[task, 1 + other], card]
        notes[3 + other] = work.sums[couple, card] - 2.0 * work.diagonal[couple, card]
        notes[6 + other] = 2.0 * work.diagonal[couple, card]
    notes[9] = work.card_gain[card]


@sum_inlined
def note_cards(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Cache the sums that are needed for the cards of an item that the hero can have."""
    block = work.block[item, roles.tasks[task, 0]]
    for at in range(8):
        card = work.high[item] + at if at < 4 else work.low[item] + at - 4
        first, step = (4 * at, 1) if at < 4 else (at - 4, 4)
        if block[first] + block[first + step] + block[first + 2 * step] + block[first + 3 * step] > 0.0:
            if work.card_stamp[card] != work.stamp[0]:
                gain_card(card, task, roles, work)
            note_card(at, card, task, roles, work)


@sum_inlined
def fill_cross(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Fill ``work.cross``, the sums of r[a].X[b] + r[b].X[a], for the combos that the hero can have, two at a time."""
    block, high, low = work.block[item, roles.tasks[task, 0]], work.high[item], work.low[item]
    for i in range(4):
        for j in range(0, 4, 2):
            if block[4 * i + j] + block[4 * i + j + 1] == 0.0:
                continue
            one, two = 0.0, 0.0
            for kind in range(roles.kinds[task]):
                other = roles.firsts[task, kind]
                x, first, second = roles.tasks[task, 1 + other], 0.0, 0.0
                matrix, rows = work.matrix[x], work.rows[roles.task_couples[task, other]]
                row_a, row_b, row_c = rows[high + i], rows[low + j], rows[low + j + 1]
                of_a, of_b, of_c = matrix[high + i], matrix[low + j], matrix[low + j + 1]
                for c in range(ROW):
                    first += row_a[c] * of_b[c] + row_b[c] * of_a[c]
                    second += row_a[c] * of_c[c] + row_c[c] * of_a[c]
                one += roles.copies[task, x] * first
                two += roles.copies[task, x] * second
            work.cross[4 * i + j], work.cross[4 * i + j + 1] = one, two


@sum_inlined
def three_hands_leave(
    sx: float, sy: float, sz: float, a: F64, b: F64, meet: F64,
    p: float, q: float, r: float, yz: float, xz: float, xy: float,
) -> float:  # fmt: skip
    """Return the part of the formula that depends on both cards of a combo, without the sums over r.

    ``sx`` to ``sz``: the weight of all combos of the ranges; ``a``, ``b`` float64[NOTES]: what :func:`note_card` has
    cached for the cards; ``meet`` float64[3]: the weight of all conflicting pairs, by the hand that is not in the pair;
    ``p``, ``q``, ``r``: the weights of the combo at the ranges; ``yz``, ``xz``, ``xy``: A[a, b] of the couples.
    """
    xa, ya, za, xb, yb, zb = a[0] - p, a[1] - q, a[2] - r, b[0] - p, b[1] - q, b[2] - r
    clash_x = meet[0] - a[3] - b[3] + yz - q * r - ya * za - yb * zb
    clash_y = meet[1] - a[4] - b[4] + xz - p * r - xa * za - xb * zb
    clash_z = meet[2] - a[5] - b[5] + xy - p * q - xa * ya - xb * yb
    sx, sy, sz = sx - xa - b[0], sy - ya - b[1], sz - za - b[2]
    result: float = sx * sy * sz - sx * clash_x - sy * clash_y - sz * clash_z - 2.0 * (xa * ya * za + xb * yb * zb)
    gone_x, gone_y, gone_z = yz - 2.0 * q * r, xz - 2.0 * p * r, xy - 2.0 * p * q
    result -= xa * (a[3] - a[6] - gone_x) + xb * (b[3] - b[6] - gone_x)
    result -= ya * (a[4] - a[7] - gone_y) + yb * (b[4] - b[7] - gone_y)
    result -= za * (a[5] - a[8] - gone_z) + zb * (b[5] - b[8] - gone_z)
    result += p * (ya * zb + yb * za - yz) + q * (xa * zb + xb * za - xz) + r * (xa * yb + xb * ya - xy)
    result += 4.0 * p * q * r + a[9] + b[9]
    return result


@sum_inlined
def gains_of_three(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Fill ``work.gain`` for an item whose hero meets three other hands."""
    hero, x, y, z = roles.tasks[task, 0], roles.tasks[task, 1], roles.tasks[task, 2], roles.tasks[task, 3]
    yz, xz, xy = roles.task_couples[task, 0], roles.task_couples[task, 1], roles.task_couples[task, 2]
    block, high, low = work.block[item, hero], work.high[item], work.low[item]
    note_cards(task, item, roles, work)
    fill_cross(task, item, roles, work)
    for i in range(4):
        a, at_a = high + i, work.notes[i]
        of_x, of_y, of_z = work.matrix[x, a], work.matrix[y, a], work.matrix[z, a]
        row_x, row_y, row_z = work.rows[yz, a], work.rows[xz, a], work.rows[xy, a]
        for j in range(4):
            if block[4 * i + j] > 0.0:
                b, at_b = low + j, work.notes[4 + j]
                p, q, r = of_x[b], of_y[b], of_z[b]
                along_x = 2.0 * (row_x[b] + 4.0 * q * r - at_b[1] * r - at_b[2] * q)
                along_y = 2.0 * (row_y[b] + 4.0 * p * r - at_b[0] * r - at_b[2] * p)
                along_z = 2.0 * (row_z[b] + 4.0 * p * q - at_b[0] * q - at_b[1] * p)
                work.gain[4 * i + j] = work.constant[0] + work.cross[4 * i + j] + three_hands_leave(
                    work.all[x], work.all[y], work.all[z], at_a, at_b, work.meet, p, q, r, along_x, along_y, along_z
                )  # fmt: skip


@sum_inlined
def gains_of_two(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Fill ``work.gain`` for an item whose hero meets two other hands: s'_X s'_Y - clash(X, Y)."""
    x, y, couple = roles.tasks[task, 1], roles.tasks[task, 2], roles.task_couples[task, 2]
    block, high, low = work.block[item, roles.tasks[task, 0]], work.high[item], work.low[item]
    of_x, of_y, sums, diagonal = work.card[x], work.card[y], work.sums[couple], work.diagonal[couple]
    for i in range(4):
        a = high + i
        x_a, y_a, lx_a, ly_a, at_a = work.matrix[x, a], work.matrix[y, a], of_x[a], of_y[a], 2.0 * diagonal[a] - sums[a]
        for j in range(4):
            if block[4 * i + j] > 0.0:
                b = low + j
                x_b, y_b, both_ways = work.matrix[x, b], work.matrix[y, b], 0.0
                for c in range(ROW):
                    both_ways += x_a[c] * y_b[c] + x_b[c] * y_a[c]
                p, q = x_a[b], y_a[b]
                clash = work.meet[2] + at_a + 2.0 * diagonal[b] - sums[b] + both_ways - p * q
                clash -= (lx_a - p) * (ly_a - q) + (of_x[b] - p) * (of_y[b] - q)
                disjoint_pairs = (work.all[x] - lx_a - of_x[b] + p) * (work.all[y] - ly_a - of_y[b] + q)
                work.gain[4 * i + j] = disjoint_pairs - clash


@sum_inlined
def gains_of_one(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Fill ``work.gain`` for an item whose hero meets one other hand or none."""
    alone, x = roles.others[task] == 0, max(roles.tasks[task, 1], 0)
    block, high, low = work.block[item, roles.tasks[task, 0]], work.high[item], work.low[item]
    all_combos, cards, matrix = work.all[x], work.card[x], work.matrix[x]
    for i in range(4):
        for j in range(4):
            if block[4 * i + j] > 0.0:
                remaining = all_combos - cards[high + i] - cards[low + j] + matrix[high + i, low + j]
                work.gain[4 * i + j] = 1.0 if alone else remaining


@sum_inlined
def empty_hand(task: int, roles: RangeRoles, work: MixedWork) -> bool:
    """Return True if one of the other hands of a task has no swept combo yet, so that nothing can be gained."""
    empty = False
    for other in range(roles.others[task]):
        empty |= work.all[roles.tasks[task, 1 + other]] == 0.0
    return empty


@sum_inlined
def clear_swept(work: MixedWork) -> None:
    """Clear everything that has been swept, before the next board."""
    work.all[:] = 0.0
    work.card[:] = 0.0
    work.matrix[:] = 0.0
    work.rows[:] = 0.0
    work.sums[:] = 0.0
    work.diagonal[:] = 0.0
    work.both[:] = 0.0
    work.triangles[:] = 0.0
    work.triples[:] = 0.0


@sum_inlined
def set_row(result: F64, matrix: F64, first: int, e: F64, at: int, step: int) -> None:
    """Write the sum of four rows of ``matrix`` from ``first`` on, weighted by ``e``, to ``result``.

    ``result`` float64[ROW], ``matrix`` float64[52, ROW]: by card; ``e`` float64[16]: an entry, four by four cards,
    whose row or column begins at ``at`` and has this ``step``.
    """
    w0, w1, w2, w3 = e[at], e[at + step], e[at + 2 * step], e[at + 3 * step]
    row0, row1, row2, row3 = matrix[first], matrix[first + 1], matrix[first + 2], matrix[first + 3]
    for c in range(ROW):
        result[c] = w0 * row0[c] + w1 * row1[c] + w2 * row2[c] + w3 * row3[c]


@sum_inlined
def add_half(result: F64, row: F64) -> None:
    """Add half of ``row`` to ``result``, both float64[ROW] by card."""
    for c in range(ROW):
        result[c] += 0.5 * row[c]


@sum_inlined
def add_columns(rows: F64, at: np.uint64, product: F64, matrix: F64, side: F64) -> None:
    """Add to four columns of ``rows`` half of ``product`` (transposed) and the columns of ``matrix`` times ``side``.

    ``rows``, ``matrix`` float64[52, ROW]: by two cards; ``product`` float64[4, ROW] and ``side`` float64[4] (or
    longer): of the four cards from ``at`` on.
    """
    # Unsigned indices (no check for negative ones), and all reads before the writes: only so are vectors used.
    at1, at2, at3 = at + np.uint64(1), at + np.uint64(2), at + np.uint64(3)
    side0, side1, side2, side3 = side[0], side[1], side[2], side[3]
    product0, product1, product2, product3 = product[0], product[1], product[2], product[3]
    for c in range(DECK):
        row, of = rows[c], matrix[c]
        new0 = row[at] + 0.5 * product0[c] + side0 * of[at]
        new1 = row[at1] + 0.5 * product1[c] + side1 * of[at1]
        new2 = row[at2] + 0.5 * product2[c] + side2 * of[at2]
        new3 = row[at3] + 0.5 * product3[c] + side3 * of[at3]
        row[at], row[at1], row[at2], row[at3] = new0, new1, new2, new3


@sum_inlined
def add_couple_sums(couple: int, other: int, high: int, low: int, work: MixedWork) -> None:
    """Add the products of the combos in ``work.entry`` with those of range ``other`` to t, q and Y:Z of a couple."""
    e, side, matrix, card = work.entry, work.side, work.matrix[other], work.card[other]
    sums, diagonal = work.sums[couple], work.diagonal[couple]
    for first, at in ((high, 0), (low, 4)):
        w0, w1, w2, w3 = side[at], side[at + 1], side[at + 2], side[at + 3]
        row0, row1, row2, row3 = matrix[first], matrix[first + 1], matrix[first + 2], matrix[first + 3]
        for c in range(ROW):
            sums[c] += w0 * row0[c] + w1 * row1[c] + w2 * row2[c] + w3 * row3[c]
    for i in range(4):
        a, of_a = high + i, matrix[high + i]
        for j in range(4):
            b, weight = low + j, e[4 * i + j]
            sums[a] += weight * card[b]
            sums[b] += weight * card[a]
            diagonal[a] += weight * of_a[b]
            diagonal[b] += weight * of_a[b]
            work.both[couple] += weight * of_a[b]


@sum_inlined
def add_to_rows(couple: int, other: int, high: int, low: int, work: MixedWork) -> None:
    """Add the products of the combos in ``work.entry``, E, with those of range ``other``, Y, to the rows r of a couple.

    ``work.product`` gets the rows of EY for the four cards of either rank.
    """
    e, side, matrix, product, card = work.entry, work.side, work.matrix[other], work.product, work.card[other]
    rows = work.rows[couple]
    for i in range(4):
        set_row(product[i], matrix, low, e, 4 * i, 1)
        set_row(product[4 + i], matrix, high, e, i, 4)
    for i in range(4):
        add_half(rows[high + i], product[i])
        add_half(rows[low + i], product[4 + i])
    add_columns(rows, np.uint64(high), product[:4], matrix, side[:4])
    add_columns(rows, np.uint64(low), product[4:], matrix, side[4:])
    for i in range(4):
        for j in range(4):
            a, b, weight = high + i, low + j, e[4 * i + j]
            rows[a, b] += weight * (card[b] - 4.0 * matrix[a, b])
            rows[b, a] += weight * (card[a] - 4.0 * matrix[a, b])


@sum_inlined
def add_entry_triangles(slot: int, x: int, high: int, low: int, roles: RangeRoles, work: MixedWork) -> None:
    """Add to the triangles of all tasks those with a side in ``work.entry`` and the other two sides swept.

    Called before the entry is swept (``slot`` 0) and afterwards (1). If several hands have range ``x``, the mean of
    both is used, less the triangles with all three sides in ``work.entry``, whose cards are all of one rank.
    """
    e = work.entry
    for task in range(roles.tasks.shape[0]):
        copies = roles.copies[task, x]
        if roles.others[task] < 3 or copies <= slot:
            continue
        other = 0 if roles.tasks[task, 1] == x else (1 if roles.tasks[task, 2] == x else 2)
        # The two hands other than the one with range ``x``.
        y = roles.tasks[task, 1 + (other == 0)]
        z = roles.tasks[task, 3 - (other == 2)]
        couple, result = roles.task_couples[task, other], 0.0
        for i in range(4):
            for j in range(4):
                result += e[4 * i + j] * product_at(couple, y, z, high + i, low + j, work)
        work.triangles[task] += result * (1.0 if copies == 1 else 0.5 * copies)
        if copies == 3 and slot == 1 and high == low:
            inside = e[1] * e[2] * e[6] + e[1] * e[3] * e[7] + e[2] * e[3] * e[11] + e[6] * e[7] * e[11]
            work.triangles[task] -= 3.0 * inside


@sum_inlined
def add_triples(x: int, high: int, low: int, roles: RangeRoles, work: MixedWork) -> None:
    """Update sum x y z of all tasks for the combos in ``work.entry``, which have just been swept."""
    e = work.entry
    for task in range(roles.tasks.shape[0]):
        copies = roles.copies[task, x]
        if roles.others[task] < 3 or copies == 0:
            continue
        y = roles.tasks[task, 1 + (roles.tasks[task, 1] == x)]
        z = roles.tasks[task, 3 - (roles.tasks[task, 3] == x)]
        result = 0.0
        for i in range(4):
            of_x, of_y, of_z = work.matrix[x, high + i], work.matrix[y, high + i], work.matrix[z, high + i]
            for j in range(4):
                new, old = of_x[low + j], of_x[low + j] - e[4 * i + j]
                p, q = of_y[low + j], of_z[low + j]
                if copies == 1:
                    result += e[4 * i + j] * p * q
                elif copies == 2:
                    result += (new * new - old * old) * (q if y == x else p)
                else:
                    result += new * new * new - old * old * old
        work.triples[task] += result


@sum_inlined
def add_to_range(item: int, x: int, fraction: float, high: int, low: int, work: MixedWork) -> None:
    """Add ``work.entry`` to the swept combos of range ``x``."""
    e, side, matrix = work.entry, work.side, work.matrix[x]
    work.all[x] += fraction * work.total[item, x]
    for i in range(4):
        work.card[x, high + i] += side[i]
        for j in range(4):
            matrix[high + i, low + j] += e[4 * i + j]
            matrix[low + j, high + i] += e[4 * i + j]
    for j in range(4):
        work.card[x, low + j] += side[4 + j]


@sum_inlined
def add_item(item: int, x: int, fraction: float, roles: RangeRoles, work: MixedWork) -> None:
    """Add a fraction of the weights of an item's combos at range ``x`` to the swept combos, and update all products."""
    if work.total[item, x] == 0.0:
        return
    high, low = work.high[item], work.low[item]
    e, side, block = work.entry, work.side, work.block[item, x]
    side[:] = 0.0
    for i in range(4):
        for j in range(4):
            e[4 * i + j] = fraction * block[4 * i + j]
            side[i] += e[4 * i + j]
            side[4 + j] += e[4 * i + j]
    rows = roles.others[0] == 3
    add_entry_triangles(0, x, high, low, roles, work)
    # If both hands of a couple have the range, the new combos meet the old ones first (slot 0), then all of them.
    for slot in range(2):
        if slot == 1:
            add_to_range(item, x, fraction, high, low, work)
        for couple in range(roles.couples.shape[0]):
            other = roles.couples[couple, 1 - slot]
            if roles.couples[couple, slot] == x and work.all[other] > 0.0:
                add_couple_sums(couple, other, high, low, work)
                if rows:
                    add_to_rows(couple, other, high, low, work)
    add_entry_triangles(1, x, high, low, roles, work)
    add_triples(x, high, low, roles, work)


@sum_inlined
def add_items(start: int, end: int, folded: bool, fraction: float, roles: RangeRoles, work: MixedWork) -> None:
    """Add a fraction of the items ``work.order[start:end]`` of folded, or of active, hands to the swept combos."""
    for x in range(roles.active.shape[0]):
        if (roles.active[x] == 0) == folded:
            for i in range(start, end):
                add_item(work.order[i], x, fraction, roles, work)
