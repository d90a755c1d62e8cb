"""What hero's hand gains on one final board: its share of the pot times the weight of what the others hold.

The share against k opponents, 1 / (1 + ties), is the integral of t^ties over t from 0 to 1. A combo that ties is
therefore weighed with t, and the weight of disjoint combos is a polynomial in t of degree k. Its value at t = 1/2 is
the integral for one opponent; for two a twelfth of the weight of the combos that both tie is to be added.

The order of the combos depends on the ranks of the board only, but for the combos that make a flush. With three cards
of a suit on the board these are its suited combos, and the sums are mended for them; with four or five all combos are
gone through.
"""

import numpy as np

from engine.arrays import F64
from engine.kernels.holdem.high import CATEGORY_SHIFT, STRAIGHT_FLUSH, HighTables
from engine.kernels.holdem.high import FLUSH as FLUSH_CATEGORY
from engine.kernels.jit import sum_inlined, sum_part
from engine.kernels.preflop.disjoint import both_left, dense_triples, dot, one_left, set_products, two_off_board
from engine.kernels.preflop.work import ALL, CONTESTED, DECK, FLUSH, HALF, HANDS, RANGE, RANKS, TIED, Law, Work

BOARD = 5
BOTH_TIED = 12.0
"""The integral of t^2 over t from 0 to 1 is 1/3: its value at 1/2, 1/4, and a twelfth."""
NOT_LIVE = 1e9
"""The value of a combo that is not there: it never loses."""


@sum_inlined
def weigh(value: float, hero: float, kind: int) -> float:
    """Return how a combo of ``value`` counts against hero's of value ``hero``."""
    if kind == ALL:
        return 1.0 if value != NOT_LIVE else 0.0
    if kind == TIED:
        return 1.0 if value == hero else 0.0
    return (0.5 if value <= hero else 0.0) + (0.5 if value < hero else 0.0)


@sum_part
def set_shares(value: np.int64, kinds: int, work: Work) -> None:
    """Fill ``work.share`` of the first ``kinds`` for hero's hand of ``value``, flushes left out, on the ranks of
    ``work.ranked``."""
    for high in range(RANKS):
        for low in range(high + 1):
            other = work.ranked[high, low]
            for kind in range(kinds):
                work.share[kind, high, low] = work.share[kind, low, high] = weigh(float(other), float(value), kind)


@sum_inlined
def set_flush_shares(work: Work) -> None:
    """Fill ``work.share`` of what a flush beats on the ranks of ``work.ranked``."""
    for high in range(RANKS):
        for low in range(high + 1):
            beaten = 1.0 if work.ranked[high, low] >> CATEGORY_SHIFT < FLUSH_CATEGORY else 0.0
            work.share[FLUSH, high, low] = work.share[FLUSH, low, high] = beaten


@sum_part
def set_range(hero: int, x: int, kind: int, held: int, law: Law, work: Work) -> None:
    """Fill the sums of range ``x`` weighed by ``kind``, for the cards of the ``held`` ranks in ``work.held``, or for
    all cards where ``law`` has a task of two hands; and the rows of the cards of the ``held`` ranks."""
    share, totals = work.share[kind], law.totals[hero, x]
    total = 0.0
    for high in range(RANKS):
        for low in range(high + 1):
            total += share[high, low] * totals[high, low]
    work.sum[x, kind] = total
    ranks = held if law.alone[0] else RANKS
    cards, by_rank = work.card[x, kind], law.by_rank[hero, x]
    for k in range(ranks):
        rank = work.held[k]
        at = 4 * rank
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        for other in range(RANKS):
            part, row = share[rank, other], by_rank[other]
            s0 += part * row[at]
            s1 += part * row[at + 1]
            s2 += part * row[at + 2]
            s3 += part * row[at + 3]
        cards[at], cards[at + 1], cards[at + 2], cards[at + 3] = s0, s1, s2, s3
    for k in range(held):
        for card in range(4 * work.held[k], 4 * work.held[k] + 4):
            row, weights = work.rows[x, kind, card], law.weights[hero, x, card]
            for j in range(ranks):
                at = 4 * work.held[j]
                part = share[work.held[k], work.held[j]]
                for i in range(4):
                    row[at + i] = part * weights[at + i]


@sum_part
def set_task(hero: int, task: int, value: np.int64, held: int, law: Law, work: Work) -> None:
    """Fill what ``work`` keeps of a task of two hands against hero's ``value``, flushes left out, on ``held`` ranks."""
    contested = law.tasks[task, CONTESTED + 1] != 0
    suited = law.cards[hero, 0] & 3 == law.cards[hero, 1] & 3
    set_products(hero, task, (HALF, HALF if contested else ALL), held, law, work)
    if suited:
        set_products(hero, task, (FLUSH, FLUSH if contested else ALL), held, law, work)
    one, other = 0.0, 0.0
    x, y = law.tasks[task, RANGE], law.tasks[task, RANGE + 1]
    for high in range(RANKS):
        for low in range(high + 1):
            if work.ranked[high, low] == value:
                one += law.totals[hero, x, high, low]
                other += law.totals[hero, y, high, low]
    work.ties[task] = contested and one > 0.0 and other > 0.0
    if work.ties[task]:
        set_range(hero, x, TIED, held, law, work)
        set_range(hero, y, TIED, held, law, work)
        set_products(hero, task, (TIED, TIED), held, law, work)


@sum_inlined
def new_share(a: int, b: int, value: np.int64, on_board: np.int64, tables: HighTables) -> float:
    """Return 1 if hero's hand of ``value`` beats the flush of the suited cards ``a`` and ``b``, else 0: no tie."""
    ranks = on_board | np.int64(1) << (a >> 2) | np.int64(1) << (b >> 2)
    return 1.0 if np.int64(tables.flushes[np.uint64(ranks)]) < value else 0.0


@sum_inlined
def hero_value(hero: int, board: int, law: Law, tables: HighTables, work: Work) -> np.int64:
    """Return the value of hero's hand on a board."""
    a, b = law.cards[hero, 0], law.cards[hero, 1]
    ranks = work.suit[board, 2]
    if a & 3 == work.suit[board, 0]:
        ranks |= np.int64(1) << (a >> 2)
    if b & 3 == work.suit[board, 0]:
        ranks |= np.int64(1) << (b >> 2)
    return max(work.ranked[a >> 2, b >> 2], np.int64(tables.flushes[np.uint64(ranks)]))


@sum_inlined
def by_ranks(board: int, value: np.int64, work: Work) -> bool:
    """Return whether the sums by rank pairs serve on a board: fewer than four cards of a suit lie on it, and hero's
    hand of ``value`` is no straight flush, which beats more than flushes do."""
    return bool(work.suit[board, 1] < 4 and value >> CATEGORY_SHIFT != STRAIGHT_FLUSH)


@sum_inlined
def set_beaten(hero: int, x: int, law: Law, work: Work) -> None:
    """Fill ``work.beaten`` with the suited combos of range ``x``, weighed against a hand of hero's without a flush."""
    for suit in range(4):
        for k in range(law.suit_masks.shape[1]):
            high, low = law.suited[suit, k, 0] >> 2, law.suited[suit, k, 1] >> 2
            work.beaten[suit, k] = law.suit_weights[hero, x, suit, k] * work.share[HALF, high, low]


@sum_part
def mend_one(
    hero: int, x: int, kind: int, suit: np.int64, ranks: np.int64, value: np.int64, law: Law, tables: HighTables,
    work: Work,
) -> float:  # fmt: skip
    """Return what the flushes of range ``x`` change of its weight, with ``ranks`` of the suit on the board."""
    result, share = 0.0, work.share[kind]
    for k in range(law.suit_masks.shape[1]):
        weight = law.suit_weights[hero, x, suit, k]
        if weight != 0.0 and law.suit_masks[suit, k] & ranks == 0:
            a, b = law.suited[suit, k, 0], law.suited[suit, k, 1]
            result += weight * (new_share(a, b, value, ranks, tables) - share[a >> 2, b >> 2])
    return result


@sum_part
def one_gains(hero: int, task: int, boards: int, sizes: F64, law: Law, tables: HighTables, work: Work) -> None:
    """Fill the gains of a task of one hand on the boards of a rank multiset where :func:`by_ranks` holds.

    The boards count ``sizes`` float64[boards] times.
    """
    x, cell = law.tasks[task, RANGE], hero * law.tasks.shape[0] + task
    set_beaten(hero, x, law, work)
    held = tables.bits[law.cards[hero, 0]] | tables.bits[law.cards[hero, 1]]
    for board in range(boards):
        if work.words[board] & held:
            continue
        if work.suit[board, 1] < 3:
            work.gains[board, cell] = sizes[board] * one_left(x, HALF, work.board[board], BOARD, work)
            continue
        value = hero_value(hero, board, law, tables, work)
        if by_ranks(board, value, work):
            kind = FLUSH if value >> CATEGORY_SHIFT == FLUSH_CATEGORY else HALF
            result = one_left(x, kind, work.board[board], BOARD, work)
            suit, ranks = work.suit[board, 0], work.suit[board, 2]
            if value >> CATEGORY_SHIFT < FLUSH_CATEGORY:  # any flush beats hero's hand
                beaten, masks = work.beaten[suit], law.suit_masks[suit]
                for k in range(masks.shape[0]):
                    result -= beaten[k] if masks[k] & ranks == 0 else 0.0
            else:
                result += mend_one(hero, x, kind, suit, ranks, value, law, tables, work)
            work.gains[board, cell] = sizes[board] * result


@sum_inlined
def set_left(x: int, kind: int, board: int, left: F64, work: Work) -> None:
    """Fill ``left`` float64[52], what range ``x`` weighs by card without the board, for cards of the flush suit."""
    cards, rows, out = work.card[x, kind], work.rows[x, kind], work.board[board]
    for rank in range(RANKS):
        card = 4 * rank + work.suit[board, 0]
        result = cards[card]
        for i in range(BOARD):
            result -= rows[out[i], card]
        left[card] = result


@sum_part
def mend_two(
    hero: int, board: int, ranges: tuple[int, int], kinds: tuple[int, int], value: np.int64,
    sums: tuple[float, float, float], law: Law, tables: HighTables, work: Work,
) -> float:  # fmt: skip
    """Return S1 S2 - sum L1 L2 + (the change of sum m1 m2) with the flushes of a board with three cards of a suit.

    ``sums``: S1, S2 and sum L1 L2 without them.
    """
    one, other = work.left[0], work.left[1]
    set_left(ranges[0], kinds[0], board, one, work)
    set_left(ranges[1], kinds[1], board, other, work)
    s1, s2, shared = sums
    both, suit, ranks = 0.0, work.suit[board, 0], work.suit[board, 2]
    for k in range(law.suit_masks.shape[1]):
        w1, w2 = law.suit_weights[hero, ranges[0], suit, k], law.suit_weights[hero, ranges[1], suit, k]
        if (w1 == 0.0 and w2 == 0.0) or law.suit_masks[suit, k] & ranks:
            continue
        a, b = law.suited[suit, k, 0], law.suited[suit, k, 1]
        share = 0.0 if kinds[0] == TIED else new_share(a, b, value, ranks, tables)
        before1, before2 = work.share[kinds[0], a >> 2, b >> 2], work.share[kinds[1], a >> 2, b >> 2]
        after2 = 1.0 if kinds[1] == ALL else share
        change1, change2 = w1 * (share - before1), w2 * (after2 - before2)
        shared += change1 * (other[a] + other[b]) + change2 * (one[a] + one[b]) + 2.0 * change1 * change2
        one[a] += change1
        one[b] += change1
        other[a] += change2
        other[b] += change2
        s1 += change1
        s2 += change2
        both += w1 * w2 * (share * after2 - before1 * before2)
    return s1 * s2 - shared + both


@sum_part
def two_gains(hero: int, task: int, boards: int, sizes: F64, law: Law, tables: HighTables, work: Work) -> None:
    """Fill the gains of a task of two hands on the boards of a rank multiset where :func:`by_ranks` holds.

    The boards count ``sizes`` float64[boards] times.
    """
    contested = law.tasks[task, CONTESTED + 1] != 0
    ranges = law.tasks[task, RANGE], law.tasks[task, RANGE + 1]
    cell = hero * law.tasks.shape[0] + task
    held = tables.bits[law.cards[hero, 0]] | tables.bits[law.cards[hero, 1]]
    for board in range(boards):
        if work.words[board] & held:
            continue
        value = hero_value(hero, board, law, tables, work)
        if not by_ranks(board, value, work):
            continue
        flush, result, out = value >> CATEGORY_SHIFT == FLUSH_CATEGORY, 0.0, work.board[board]
        for step in range(2 if work.ties[task] and not flush else 1):
            kind = FLUSH if flush else (HALF if step == 0 else TIED)
            kinds = kind, kind if contested else ALL
            cards1, cards2 = work.card[ranges[0], kinds[0]], work.card[ranges[1], kinds[1]]
            rows1, rows2 = work.rows[ranges[0], kinds[0]], work.rows[ranges[1], kinds[1]]
            s1, s2, shared = two_off_board(cards1, cards2, rows1, rows2, out)
            pairs = both_left(task, ranges, kinds, out, BOARD, work)
            if work.suit[board, 1] >= 3:
                pairs += mend_two(hero, board, ranges, kinds, value, (s1, s2, shared), law, tables, work)
            else:
                pairs += s1 * s2 - shared
            result += pairs if step == 0 else pairs / BOTH_TIED
        work.gains[board, cell] = sizes[board] * result


@sum_part
def value_combos(board: int, law: Law, tables: HighTables, work: Work) -> None:
    """Fill ``work.values`` with the values of the listed combos on a board."""
    suit, ranks, held = work.suit[board, 0], work.suit[board, 2], work.words[board]
    for k in range(law.combos.shape[0]):
        a, b = law.combos[k, 0], law.combos[k, 1]
        value = work.ranked[a >> 2, b >> 2]
        in_suit = ranks
        if a & 3 == suit:
            in_suit |= np.int64(1) << (a >> 2)
        if b & 3 == suit:
            in_suit |= np.int64(1) << (b >> 2)
        value = max(value, np.int64(tables.flushes[np.uint64(in_suit)]))
        work.values[k] = float(value) if (tables.bits[a] | tables.bits[b]) & held == 0 else NOT_LIVE


@sum_part
def set_dense(hero: int, at: int, x: int, kind: int, value: np.int64, law: Law, work: Work) -> None:
    """Fill place ``at`` of ``work.dense`` with range ``x`` weighed by ``kind`` against hero's ``value``."""
    matrix, sums, listed = work.dense[at], work.sums[at], law.listed[hero, x]
    matrix[:] = 0.0
    sums[:] = 0.0
    for k in range(listed.shape[0]):
        if listed[k] == 0.0:
            continue
        weight = listed[k] * weigh(work.values[k], float(value), kind)
        if weight == 0.0:
            continue
        a, b = law.combos[k, 0], law.combos[k, 1]
        matrix[a, b] = weight
        matrix[b, a] = weight
        sums[a] += weight
        sums[b] += weight


@sum_part
def tied(hero: int, x: int, value: np.int64, law: Law, work: Work) -> bool:
    """Return whether a combo of range ``x`` ties with hero's ``value``."""
    result = 0.0
    for k in range(law.combos.shape[0]):
        if work.values[k] == float(value):
            result += law.listed[hero, x, k]
    return result > 0.0


@sum_part
def listed_pairs(hero: int, task: int, value: np.int64, kinds: tuple[int, int], law: Law, work: Work) -> float:
    """Return the weight of the disjoint pairs of a task's two ranges, weighed by ``kinds``, combo by combo.

    The listed combos come in the order of their higher cards.
    """
    one, other = work.left[0], work.left[1]
    work.left[:] = 0.0
    listed1, listed2 = law.listed[hero, law.tasks[task, RANGE]], law.listed[hero, law.tasks[task, RANGE + 1]]
    both, own, last, sum1, sum2 = 0.0, float(value), np.int64(0), 0.0, 0.0
    for k in range(listed1.shape[0]):
        a, b = law.combos[k, 0], law.combos[k, 1]
        if a != last:
            one[last] += sum1
            other[last] += sum2
            last, sum1, sum2 = a, 0.0, 0.0
        result = work.values[k]
        w1, w2 = listed1[k] * weigh(result, own, kinds[0]), listed2[k] * weigh(result, own, kinds[1])
        one[b] += w1
        other[b] += w2
        sum1 += w1
        sum2 += w2
        both += w1 * w2
    one[last] += sum1
    other[last] += sum2
    s1, s2 = 0.0, 0.0
    for c in range(DECK):
        s1 += 0.5 * one[c]
        s2 += 0.5 * other[c]
    return s1 * s2 - dot(one, other) + both


@sum_part
def dense_gain(hero: int, task: int, value: np.int64, law: Law, work: Work) -> float:
    """Return the gain of a task, combo by combo: on boards with four cards of a suit, and for three hands.

    ``work.values`` are those of the listed combos on the board.
    """
    row = law.tasks[task]
    hands = row[HANDS]
    if hands == 1:
        rows = 0.0
        listed, values, own = law.listed[hero, row[RANGE]], work.values, float(value)
        for k in range(listed.shape[0]):
            share = (0.5 if values[k] <= own else 0.0) + (0.5 if values[k] < own else 0.0)
            rows += listed[k] * share
        return rows
    ties, contested = 0, 0
    for i in range(hands):
        if row[CONTESTED + i]:
            contested += 1
            ties += tied(hero, row[RANGE + i], value, law, work)
    result = 0.0
    for step in range(2 if contested > 1 and ties > 1 else 1):
        kind = HALF if step == 0 else TIED
        if hands == 2:
            rows = listed_pairs(hero, task, value, (kind, kind if row[CONTESTED + 1] else ALL), law, work)
        else:
            for i in range(hands):
                set_dense(hero, i, row[RANGE + i], kind if row[CONTESTED + i] else ALL, value, law, work)
            rows = dense_triples(work)
        result += rows if step == 0 else rows / BOTH_TIED
    return result
