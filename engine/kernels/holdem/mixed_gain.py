"""Up to four hands that share no card: what the three others leave of a hero's combo, by inclusion and exclusion.

X, Y, Z are the symmetric 52 x 52 matrices of the weights of the swept combos of the other hands, s and l[c] the weight
of all combos of one and of those with card c. For Y and Z let A = YZ + ZY, t its row sums, q half its diagonal, Y:Z the
sum over all combos of y z. Of a hero's combo (a, b), s' = s - l[a] - l[b] + X[a, b] is the weight without these two
cards, and l'[a] = l[a] - X[a, b]. The pairs of combos of Y and Z without a and b that share a card weigh

    clash(Y, Z) = lY.lZ - Y:Z + sum_{i = a, b} (2 q[i] - t[i] - lY'[i] lZ'[i]) + A[a, b] - Y[a, b] Z[a, b]

(what shares two cards is counted twice, less once). So two other hands leave s'_Y s'_Z - clash(Y, Z). For three, the
product of (1 - clash) over their pairs is multiplied out: one clash, two at once (paths), three at once (stars and
triangles of cards). In terms of the hero's two cards they leave

    s'_X s'_Y s'_Z - sum s'_X clash(Y, Z)
      + 2 sum_c lX lY lZ + (sum lX.t) / 2 - 2 sum lX.q + 4 sum_combo x y z - trace XYZ
      + g[a] + g[b] + sum (r[a].X[b] + r[b].X[a])
      - 2 sum_i lX'[i] lY'[i] lZ'[i] - sum lX'[i] (t[i] - 4 q[i] - A[a, b] + 2 Y[a, b] Z[a, b])
      + sum X[a, b] (lY'[a] lZ'[b] + lY'[b] lZ'[a] - A[a, b]) + 4 X[a, b] Y[a, b] Z[a, b],

sums without an index being those over the three ways to choose X, t, q, A and r those of the other two, and

    r[a, c] = A[a, c] / 2 + lY[c] Z[a, c] + lZ[c] Y[a, c] - 4 Y[a, c] Z[a, c],
    g[a] = sum sum_c X[a, c] (2 r[a, c] - 2 lY[c] lZ[c] + 2 q[c] - t[c]) + 12 sum_c X[a, c] Y[a, c] Z[a, c].

``mixed_state`` keeps up all that does not depend on the hero, so that a combo costs a few scalar products of rows.
"""

from engine.kernels._jit import sum_inlined
from engine.kernels.arrays import F64
from engine.kernels.holdem.mixed_work import ROW, MixedWork, RangeRoles


@sum_inlined
def along(couple: int, x: int, y: int, a: int, b: int, work: MixedWork) -> float:
    """Return A[a, b] of two ranges from their row r."""
    p, q = work.matrix[x, a, b], work.matrix[y, a, b]
    found: float = work.rows[couple, a, b] + 4.0 * p * q - work.card[x, b] * q - work.card[y, b] * p
    return 2.0 * found


@sum_inlined
def meeting(couple: int, x: int, y: int, work: MixedWork) -> float:
    """Return the weight of all pairs of two ranges that clash."""
    found: float = -work.both[couple]
    for c in range(ROW):
        found += work.card[x, c] * work.card[y, c]
    return found


@sum_inlined
def fill_vector(other: int, y: int, z: int, couple: int, work: MixedWork) -> None:
    """Make what g has of every card, the other hand with this number being X."""
    vector, diagonal, sums = work.vector[other], work.diagonal[couple], work.sums[couple]
    first, second = work.card[y], work.card[z]
    for c in range(ROW):
        vector[c] = 2.0 * (diagonal[c] - first[c] * second[c]) - sums[c]


@sum_inlined
def start_task(task: int, roles: RangeRoles, work: MixedWork) -> None:
    """Prepare what all combos of a hero need."""
    others = roles.others[task]
    x, y, z = roles.tasks[task, 1], roles.tasks[task, 2], roles.tasks[task, 3]
    yz, xz, xy = roles.task_couples[task, 0], roles.task_couples[task, 1], roles.task_couples[task, 2]
    if others > 1:
        work.meet[2] = meeting(xy, x, y, work)
    if others < 3:
        return
    work.stamp[0] += 1
    work.meet[0] = meeting(yz, y, z, work)
    work.meet[1] = meeting(xz, x, z, work)
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
    """Make g of a card of the hero."""
    found = 0.0
    for kind in range(roles.kinds[task]):
        other = roles.firsts[task, kind]
        x, part = roles.tasks[task, 1 + other], 0.0
        row, own, vector = work.rows[roles.task_couples[task, other], card], work.matrix[x, card], work.vector[other]
        for c in range(ROW):
            part += own[c] * (2.0 * row[c] + vector[c])
        found += roles.copies[task, x] * part
    of_x, of_y = work.matrix[roles.tasks[task, 1], card], work.matrix[roles.tasks[task, 2], card]
    of_z = work.matrix[roles.tasks[task, 3], card]
    for c in range(ROW):
        found += 12.0 * of_x[c] * of_y[c] * of_z[c]
    work.card_gain[card] = found
    work.card_stamp[card] = work.stamp[0]


@sum_inlined
def note_card(at: int, card: int, task: int, roles: RangeRoles, work: MixedWork) -> None:
    """Note of a card l of the three others, t - 2 q and 2 q of their couples, and g."""
    notes = work.notes[at]
    for other in range(3):
        couple = roles.task_couples[task, other]
        notes[other] = work.card[roles.tasks[task, 1 + other], card]
        notes[3 + other] = work.sums[couple, card] - 2.0 * work.diagonal[couple, card]
        notes[6 + other] = 2.0 * work.diagonal[couple, card]
    notes[9] = work.card_gain[card]


@sum_inlined
def note_cards(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Note what is needed of the cards of an item that the hero may hold."""
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
    """Make the sums of r[a].X[b] + r[b].X[a] for the combos of an item that the hero may hold, two by two."""
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
def left_by_three(
    sx: float, sy: float, sz: float, a: F64, b: F64, meet: F64,
    p: float, q: float, r: float, yz: float, xz: float, xy: float,
) -> float:  # fmt: skip
    """Return the part of the formula that depends on both cards of a combo, without the sums over r.

    ``sx`` to ``sz``: weight of all combos of the ranges; ``a`` and ``b``: what is noted of the cards; ``meet``: weight
    of all pairs that clash; ``p``, ``q``, ``r``: weights of the combo at the ranges; ``yz``, ``xz``, ``xy``: A[a, b].

    ``a``, ``b`` float64[NOTES] of :func:`note_card`; ``meet`` float64[3]: by the hand that stands apart.
    """
    xa, ya, za, xb, yb, zb = a[0] - p, a[1] - q, a[2] - r, b[0] - p, b[1] - q, b[2] - r
    clash_x = meet[0] - a[3] - b[3] + yz - q * r - ya * za - yb * zb
    clash_y = meet[1] - a[4] - b[4] + xz - p * r - xa * za - xb * zb
    clash_z = meet[2] - a[5] - b[5] + xy - p * q - xa * ya - xb * yb
    sx, sy, sz = sx - xa - b[0], sy - ya - b[1], sz - za - b[2]
    found: float = sx * sy * sz - sx * clash_x - sy * clash_y - sz * clash_z - 2.0 * (xa * ya * za + xb * yb * zb)
    gone_x, gone_y, gone_z = yz - 2.0 * q * r, xz - 2.0 * p * r, xy - 2.0 * p * q
    found -= xa * (a[3] - a[6] - gone_x) + xb * (b[3] - b[6] - gone_x)
    found -= ya * (a[4] - a[7] - gone_y) + yb * (b[4] - b[7] - gone_y)
    found -= za * (a[5] - a[8] - gone_z) + zb * (b[5] - b[8] - gone_z)
    found += p * (ya * zb + yb * za - yz) + q * (xa * zb + xb * za - xz) + r * (xa * yb + xb * ya - xy)
    found += 4.0 * p * q * r + a[9] + b[9]
    return found


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
                work.gain[4 * i + j] = work.constant[0] + work.cross[4 * i + j] + left_by_three(
                    work.all[x], work.all[y], work.all[z], at_a, at_b, work.meet, p, q, r, along_x, along_y, along_z
                )  # fmt: skip


@sum_inlined
def gains_of_two(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Fill ``work.gain`` for an item whose hero meets two other hands."""
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
                left = (work.all[x] - lx_a - of_x[b] + p) * (work.all[y] - ly_a - of_y[b] + q)
                work.gain[4 * i + j] = left - clash


@sum_inlined
def gains_of_one(task: int, item: int, roles: RangeRoles, work: MixedWork) -> None:
    """Fill ``work.gain`` for an item whose hero meets one other hand or nobody."""
    alone, x = roles.others[task] == 0, max(roles.tasks[task, 1], 0)
    block, high, low = work.block[item, roles.tasks[task, 0]], work.high[item], work.low[item]
    every, cards, matrix = work.all[x], work.card[x], work.matrix[x]
    for i in range(4):
        for j in range(4):
            if block[4 * i + j] > 0.0:
                left = every - cards[high + i] - cards[low + j] + matrix[high + i, low + j]
                work.gain[4 * i + j] = 1.0 if alone else left


@sum_inlined
def empty_hand(task: int, roles: RangeRoles, work: MixedWork) -> bool:
    """Return whether one of the other hands of a task has no combo swept yet, so that nothing can be gained."""
    empty = False
    for other in range(roles.others[task]):
        empty |= work.all[roles.tasks[task, 1 + other]] == 0.0
    return empty
