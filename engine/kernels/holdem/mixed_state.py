"""Mixed tables: putting the combos of an item among those swept, with all that ``mixed_gain`` asks for."""

import numpy as np

from engine.kernels._jit import sum_inlined
from engine.kernels.arrays import F64
from engine.kernels.holdem.mixed_gain import along
from engine.kernels.holdem.mixed_work import DECK, ROW, MixedWork, RangeRoles


@sum_inlined
def forget_combos(work: MixedWork) -> None:
    """Forget the combos of the last board."""
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
def set_row(found: F64, matrix: F64, first: int, e: F64, at: int, step: int) -> None:
    """Make ``found`` of four rows of ``matrix`` from ``first`` on, times ``e`` from ``at`` on by steps.

    ``found`` float64[ROW], ``matrix`` float64[52, ROW]: by card; ``e`` float64[16]: an entry, four by four cards.
    """
    w0, w1, w2, w3 = e[at], e[at + step], e[at + 2 * step], e[at + 3 * step]
    row0, row1, row2, row3 = matrix[first], matrix[first + 1], matrix[first + 2], matrix[first + 3]
    for c in range(ROW):
        found[c] = w0 * row0[c] + w1 * row1[c] + w2 * row2[c] + w3 * row3[c]


@sum_inlined
def add_half(found: F64, row: F64) -> None:
    """Add half of ``row`` to ``found``.

    ``found``, ``row`` float64[ROW]: by card.
    """
    for c in range(ROW):
        found[c] += 0.5 * row[c]


@sum_inlined
def add_columns(rows: F64, at: np.uint64, product: F64, matrix: F64, side: F64) -> None:
    """Add to four columns of ``rows`` half of ``product``, turned, and the columns of ``matrix`` times ``side``.

    All is read before anything is written and without a check for negative places, so that it becomes vectors.

    ``rows``, ``matrix`` float64[52, ROW]: by two cards; ``product`` float64[4, ROW] and ``side`` float64[4] (or
    longer): of the four cards from ``at`` on.
    """
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
def add_sums(couple: int, other: int, high: int, low: int, work: MixedWork) -> None:
    """Add what the combos in ``work.entry`` make with those of the range ``other`` to t, q and Y:Z of a couple."""
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
    """Add what the combos in ``work.entry``, E, make with those of the range ``other``, Y, to the rows r of a couple.

    ``work.product`` are the rows of EY: of the four cards of either rank.
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
def add_triangles(slot: int, x: int, high: int, low: int, roles: RangeRoles, work: MixedWork) -> None:
    """Add to the triangles of all tasks those with a side in ``work.entry``, which is swept between slots 0 and 1.

    They are those with the other two sides swept before. Where several hands have range ``x`` it is the mean of before
    and after that counts, less the triangles of three sides in ``work.entry``, which are all of one rank.
    """
    e = work.entry
    for task in range(roles.tasks.shape[0]):
        copies = roles.copies[task, x]
        if roles.others[task] < 3 or copies <= slot:
            continue
        other = 0 if roles.tasks[task, 1] == x else (1 if roles.tasks[task, 2] == x else 2)
        y = roles.tasks[task, 1 + (other == 0)]
        z = roles.tasks[task, 3 - (other == 2)]
        couple, found = roles.task_couples[task, other], 0.0
        for i in range(4):
            for j in range(4):
                found += e[4 * i + j] * along(couple, y, z, high + i, low + j, work)
        work.triangles[task] += found * (1.0 if copies == 1 else 0.5 * copies)
        if copies == 3 and slot == 1 and high == low:
            inside = e[1] * e[2] * e[6] + e[1] * e[3] * e[7] + e[2] * e[3] * e[11] + e[6] * e[7] * e[11]
            work.triangles[task] -= 3.0 * inside


@sum_inlined
def add_triples(x: int, high: int, low: int, roles: RangeRoles, work: MixedWork) -> None:
    """Add to the triples of all tasks what ``work.entry``, just swept, makes of them."""
    e = work.entry
    for task in range(roles.tasks.shape[0]):
        copies = roles.copies[task, x]
        if roles.others[task] < 3 or copies == 0:
            continue
        y = roles.tasks[task, 1 + (roles.tasks[task, 1] == x)]
        z = roles.tasks[task, 3 - (roles.tasks[task, 3] == x)]
        found = 0.0
        for i in range(4):
            of_x, of_y, of_z = work.matrix[x, high + i], work.matrix[y, high + i], work.matrix[z, high + i]
            for j in range(4):
                now, before = of_x[low + j], of_x[low + j] - e[4 * i + j]
                p, q = of_y[low + j], of_z[low + j]
                if copies == 1:
                    found += e[4 * i + j] * p * q
                elif copies == 2:
                    found += (now * now - before * before) * (q if y == x else p)
                else:
                    found += now * now * now - before * before * before
        work.triples[task] += found


@sum_inlined
def add_to_range(item: int, x: int, fraction: float, high: int, low: int, work: MixedWork) -> None:
    """Add ``work.entry`` to what is swept of range ``x``."""
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
    """Put a fraction of the weights of the combos of an item at range ``x`` among those swept."""
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
    add_triangles(0, x, high, low, roles, work)
    for slot in range(2):  # where both of a couple hold the range, first with the old combos, then with the new ones
        if slot == 1:
            add_to_range(item, x, fraction, high, low, work)
        for couple in range(roles.couples.shape[0]):
            other = roles.couples[couple, 1 - slot]
            if roles.couples[couple, slot] == x and work.all[other] > 0.0:
                add_sums(couple, other, high, low, work)
                if rows:
                    add_to_rows(couple, other, high, low, work)
    add_triangles(1, x, high, low, roles, work)
    add_triples(x, high, low, roles, work)


@sum_inlined
def add_items(start: int, end: int, folded: bool, fraction: float, roles: RangeRoles, work: MixedWork) -> None:
    """Put a fraction of the items ``work.order[start:end]`` of folded or of active hands among the swept combos."""
    for x in range(roles.active.shape[0]):
        if (roles.active[x] == 0) == folded:
            for i in range(start, end):
                add_item(work.order[i], x, fraction, roles, work)
