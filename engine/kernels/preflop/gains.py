"""The hero's gain on one final board: the share of the pot times the weight of the others' hands.

The share against k opponents, 1 / (1 + ties), is the integral of t^ties over t from 0 to 1. So weight a combo that ties
with t: the weight of disjoint combos is then a polynomial in t of degree k. Its value at t = 1/2 is the integral for
one opponent; for two opponents, a twelfth of the weight of the pairs in which both tie must be added.

The order of the combos depends only on the ranks of the board, except for combos that make a flush. With three cards of
a suit on the board these are its suited combos, and the sums by rank pairs are corrected for them; with four or five,
all combos are visited.
"""

import numpy as np

from engine.arrays import F64
from engine.kernels.holdem.high import CATEGORY_SHIFT, STRAIGHT_FLUSH, HighTables
from engine.kernels.holdem.high import FLUSH as FLUSH_CATEGORY
from engine.kernels.jit import sum_inlined, sum_subkernel
from engine.kernels.preflop.disjoint import both_left, dense_triples, dot_cards, one_left, set_products, two_off_board
from engine.kernels.preflop.work import (
    ALL,
    CONTESTED,
    DECK,
    FLUSH,
    HALF,
    HANDS,
    RANGE,
    RANKS,
    TIED,
    BookInputs,
    BookWork,
)

BOARD = 5
BOTH_TIED = 12.0
"""Divisor for pairs that both tie: the integral of t^2 from 0 to 1 is 1/3, its value at t = 1/2 is 1/4, and the
difference is a twelfth."""
NOT_LIVE = 1e9
"""The value of a combo with a card of the board or the hero: it never loses."""


@sum_inlined
def weigh(value: float, hero: float, kind: int) -> float:
    """Return the weight factor of a combo of ``value`` against the hero's value ``hero``, by the kind of weighting."""
    if kind == ALL:
        return 1.0 if value != NOT_LIVE else 0.0
    if kind == TIED:
        return 1.0 if value == hero else 0.0
    return (0.5 if value <= hero else 0.0) + (0.5 if value < hero else 0.0)


@sum_subkernel
def set_shares(value: np.int64, kinds: int, work: BookWork) -> None:
    """Fill ``work.share`` of the first ``kinds`` kinds for a hero's hand of ``value``, ignoring flushes.

    Uses the values of rank pairs in ``work.ranked``.
    """
    for high in range(RANKS):
        for low in range(high + 1):
            other = work.ranked[high, low]
            for kind in range(kinds):
                work.share[kind, high, low] = work.share[kind, low, high] = weigh(float(other), float(value), kind)


@sum_inlined
def set_flush_shares(work: BookWork) -> None:
    """Fill ``work.share`` of kind ``FLUSH``: 1 for the rank pairs of ``work.ranked`` that a flush beats."""
    for high in range(RANKS):
        for low in range(high + 1):
            beaten = 1.0 if work.ranked[high, low] >> CATEGORY_SHIFT < FLUSH_CATEGORY else 0.0
            work.share[FLUSH, high, low] = work.share[FLUSH, low, high] = beaten


@sum_subkernel
def set_range(hero: int, x: int, kind: int, board_ranks: int, inputs: BookInputs, work: BookWork) -> None:
    """Compute the sums of range ``x`` weighted by ``kind``, and the rows of the cards of the ``board_ranks`` ranks.

    Sums by card are for the ``board_ranks`` first ranks of ``work.rank_order``, or for all cards if ``inputs`` has
    tasks of two hands.
    """
    share, totals = work.share[kind], inputs.totals[hero, x]
    total = 0.0
    for high in range(RANKS):
        for low in range(high + 1):
            total += share[high, low] * totals[high, low]
    work.sum[x, kind] = total
    ranks = board_ranks if inputs.alone[0] else RANKS
    cards, by_rank = work.card[x, kind], inputs.by_rank[hero, x]
    for k in range(ranks):
        # Four sums, one for each card of the rank, in one pass over the rank pairs.
        rank = work.rank_order[k]
        at = 4 * rank
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        for other in range(RANKS):
            factor, row = share[rank, other], by_rank[other]
            s0 += factor * row[at]
            s1 += factor * row[at + 1]
            s2 += factor * row[at + 2]
            s3 += factor * row[at + 3]
        cards[at], cards[at + 1], cards[at + 2], cards[at + 3] = s0, s1, s2, s3
    for k in range(board_ranks):
        for card in range(4 * work.rank_order[k], 4 * work.rank_order[k] + 4):
            row, weights = work.rows[x, kind, card], inputs.weights[hero, x, card]
            for j in range(ranks):
                at = 4 * work.rank_order[j]
                factor = share[work.rank_order[k], work.rank_order[j]]
                for i in range(4):
                    row[at + i] = factor * weights[at + i]


@sum_subkernel
def set_task(hero: int, task: int, value: np.int64, board_ranks: int, inputs: BookInputs, work: BookWork) -> None:
    """Compute the sums of a task of two hands against the hero's ``value``, ignoring flushes, on ``board_ranks``
    ranks."""
    contested = inputs.tasks[task, CONTESTED + 1] != 0
    suited = inputs.cards[hero, 0] & 3 == inputs.cards[hero, 1] & 3
    set_products(hero, task, (HALF, HALF if contested else ALL), board_ranks, inputs, work)
    if suited:
        set_products(hero, task, (FLUSH, FLUSH if contested else ALL), board_ranks, inputs, work)
    one, other = 0.0, 0.0
    x, y = inputs.tasks[task, RANGE], inputs.tasks[task, RANGE + 1]
    for high in range(RANKS):
        for low in range(high + 1):
            if work.ranked[high, low] == value:
                one += inputs.totals[hero, x, high, low]
                other += inputs.totals[hero, y, high, low]
    work.ties[task] = contested and one > 0.0 and other > 0.0
    if work.ties[task]:
        set_range(hero, x, TIED, board_ranks, inputs, work)
        set_range(hero, y, TIED, board_ranks, inputs, work)
        set_products(hero, task, (TIED, TIED), board_ranks, inputs, work)


@sum_inlined
def flush_share(a: int, b: int, value: np.int64, on_board: np.int64, tables: HighTables) -> float:
    """Return 1.0 if the hero's hand of ``value`` beats the flush of the suited cards ``a`` and ``b``, otherwise 0.0.

    They cannot tie: a card decides between two flushes of the same suit.
    """
    ranks = on_board | np.int64(1) << (a >> 2) | np.int64(1) << (b >> 2)
    return 1.0 if np.int64(tables.flushes[np.uint64(ranks)]) < value else 0.0


@sum_inlined
def hero_value(hero: int, board: int, inputs: BookInputs, tables: HighTables, work: BookWork) -> np.int64:
    """Return the value of the hero's hand on a board."""
    a, b = inputs.cards[hero, 0], inputs.cards[hero, 1]
    ranks = work.suit[board, 2]
    if a & 3 == work.suit[board, 0]:
        ranks |= np.int64(1) << (a >> 2)
    if b & 3 == work.suit[board, 0]:
        ranks |= np.int64(1) << (b >> 2)
    return max(work.ranked[a >> 2, b >> 2], np.int64(tables.flushes[np.uint64(ranks)]))


@sum_inlined
def by_ranks(board: int, value: np.int64, work: BookWork) -> bool:
    """Return True if the sums by rank pairs can be used on a board for the hero's hand of ``value``.

    Not with four cards of a suit on the board, nor for a straight flush, which beats other flushes, too.
    """
    return bool(work.suit[board, 1] < 4 and value >> CATEGORY_SHIFT != STRAIGHT_FLUSH)


@sum_inlined
def set_beaten(hero: int, x: int, inputs: BookInputs, work: BookWork) -> None:
    """Fill ``work.beaten``: the suited combos of range ``x``, weighted as if they made no flush."""
    for suit in range(4):
        for k in range(inputs.suit_masks.shape[1]):
            high, low = inputs.suited[suit, k, 0] >> 2, inputs.suited[suit, k, 1] >> 2
            work.beaten[suit, k] = inputs.suit_weights[hero, x, suit, k] * work.share[HALF, high, low]


@sum_subkernel
def correct_one(
    hero: int, x: int, kind: int, suit: np.int64, ranks: np.int64, value: np.int64, inputs: BookInputs,
    tables: HighTables, work: BookWork,
) -> float:  # fmt: skip
    """Return the correction of range ``x``'s weight for its flushes, with the rank mask ``ranks`` on the board."""
    result, share = 0.0, work.share[kind]
    for k in range(inputs.suit_masks.shape[1]):
        weight = inputs.suit_weights[hero, x, suit, k]
        if weight != 0.0 and inputs.suit_masks[suit, k] & ranks == 0:
            a, b = inputs.suited[suit, k, 0], inputs.suited[suit, k, 1]
            result += weight * (flush_share(a, b, value, ranks, tables) - share[a >> 2, b >> 2])
    return result


@sum_subkernel
def one_gains(
    hero: int, task: int, boards: int, sizes: F64, inputs: BookInputs, tables: HighTables, work: BookWork
) -> None:
    """Fill the gains of a task of one hand on those boards of a rank multiset for which :func:`by_ranks` is True.

    The boards are counted ``sizes`` float64[boards] times.
    """
    x, cell = inputs.tasks[task, RANGE], hero * inputs.tasks.shape[0] + task
    set_beaten(hero, x, inputs, work)
    hero_bits = tables.bits[inputs.cards[hero, 0]] | tables.bits[inputs.cards[hero, 1]]
    for board in range(boards):
        if work.words[board] & hero_bits:
            continue
        if work.suit[board, 1] < 3:
            work.gains[board, cell] = sizes[board] * one_left(x, HALF, work.board[board], BOARD, work)
            continue
        value = hero_value(hero, board, inputs, tables, work)
        if by_ranks(board, value, work):
            kind = FLUSH if value >> CATEGORY_SHIFT == FLUSH_CATEGORY else HALF
            result = one_left(x, kind, work.board[board], BOARD, work)
            suit, ranks = work.suit[board, 0], work.suit[board, 2]
            if value >> CATEGORY_SHIFT < FLUSH_CATEGORY:  # any flush beats hero's hand
                beaten, masks = work.beaten[suit], inputs.suit_masks[suit]
                for k in range(masks.shape[0]):
                    result -= beaten[k] if masks[k] & ranks == 0 else 0.0
            else:
                result += correct_one(hero, x, kind, suit, ranks, value, inputs, tables, work)
            work.gains[board, cell] = sizes[board] * result


@sum_inlined
def set_left(x: int, kind: int, board: int, left: F64, work: BookWork) -> None:
    """Fill ``left`` float64[52], the weight of range ``x`` by card without the board, for cards of the flush suit."""
    cards, rows, out = work.card[x, kind], work.rows[x, kind], work.board[board]
    for rank in range(RANKS):
        card = 4 * rank + work.suit[board, 0]
        result = cards[card]
        for i in range(BOARD):
            result -= rows[out[i], card]
        left[card] = result


@sum_subkernel
def correct_two(
    hero: int, board: int, ranges: tuple[int, int], kinds: tuple[int, int], value: np.int64,
    sums: tuple[float, float, float], inputs: BookInputs, tables: HighTables, work: BookWork,
) -> float:  # fmt: skip
    """Return S1 S2 - sum L1 L2 + (the change of sum m1 m2), corrected for the flushes of three cards of a suit.

    ``sums``: S1, S2 and sum L1 L2 before the correction. Each suited combo changes its weight in both ranges; the sums
    are updated combo by combo.
    """
    one, other = work.left[0], work.left[1]
    set_left(ranges[0], kinds[0], board, one, work)
    set_left(ranges[1], kinds[1], board, other, work)
    s1, s2, shared = sums
    both, suit, ranks = 0.0, work.suit[board, 0], work.suit[board, 2]
    for k in range(inputs.suit_masks.shape[1]):
        w1, w2 = inputs.suit_weights[hero, ranges[0], suit, k], inputs.suit_weights[hero, ranges[1], suit, k]
        if (w1 == 0.0 and w2 == 0.0) or inputs.suit_masks[suit, k] & ranks:
            continue
        a, b = inputs.suited[suit, k, 0], inputs.suited[suit, k, 1]
        share = 0.0 if kinds[0] == TIED else flush_share(a, b, value, ranks, tables)
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


@sum_subkernel
def two_gains(
    hero: int, task: int, boards: int, sizes: F64, inputs: BookInputs, tables: HighTables, work: BookWork
) -> None:
    """Fill the gains of a task of two hands on those boards of a rank multiset for which :func:`by_ranks` is True.

    The boards are counted ``sizes`` float64[boards] times.
    """
    contested = inputs.tasks[task, CONTESTED + 1] != 0
    ranges = inputs.tasks[task, RANGE], inputs.tasks[task, RANGE + 1]
    cell = hero * inputs.tasks.shape[0] + task
    hero_bits = tables.bits[inputs.cards[hero, 0]] | tables.bits[inputs.cards[hero, 1]]
    for board in range(boards):
        if work.words[board] & hero_bits:
            continue
        value = hero_value(hero, board, inputs, tables, work)
        if not by_ranks(board, value, work):
            continue
        flush, result, out = value >> CATEGORY_SHIFT == FLUSH_CATEGORY, 0.0, work.board[board]
        # Step 0 has ties with a half, step 1 adds the twelfth for pairs in which both tie.
        for step in range(2 if work.ties[task] and not flush else 1):
            kind = FLUSH if flush else (HALF if step == 0 else TIED)
            kinds = kind, kind if contested else ALL
            cards1, cards2 = work.card[ranges[0], kinds[0]], work.card[ranges[1], kinds[1]]
            rows1, rows2 = work.rows[ranges[0], kinds[0]], work.rows[ranges[1], kinds[1]]
            s1, s2, shared = two_off_board(cards1, cards2, rows1, rows2, out)
            pairs = both_left(task, ranges, kinds, out, BOARD, work)
            if work.suit[board, 1] >= 3:
                pairs += correct_two(hero, board, ranges, kinds, value, (s1, s2, shared), inputs, tables, work)
            else:
                pairs += s1 * s2 - shared
            result += pairs if step == 0 else pairs / BOTH_TIED
        work.gains[board, cell] = sizes[board] * result


@sum_subkernel
def value_combos(board: int, inputs: BookInputs, tables: HighTables, work: BookWork) -> None:
    """Fill ``work.values`` with the values of the listed combos on a board, ``NOT_LIVE`` for blocked ones."""
    suit, ranks, board_bits = work.suit[board, 0], work.suit[board, 2], work.words[board]
    for k in range(inputs.combos.shape[0]):
        a, b = inputs.combos[k, 0], inputs.combos[k, 1]
        value = work.ranked[a >> 2, b >> 2]
        in_suit = ranks
        if a & 3 == suit:
            in_suit |= np.int64(1) << (a >> 2)
        if b & 3 == suit:
            in_suit |= np.int64(1) << (b >> 2)
        value = max(value, np.int64(tables.flushes[np.uint64(in_suit)]))
        work.values[k] = float(value) if (tables.bits[a] | tables.bits[b]) & board_bits == 0 else NOT_LIVE


@sum_subkernel
def set_dense(hero: int, at: int, x: int, kind: int, value: np.int64, inputs: BookInputs, work: BookWork) -> None:
    """Fill row ``at`` of ``work.dense`` with range ``x``, weighted by ``kind`` against the hero's ``value``."""
    matrix, sums, listed = work.dense[at], work.sums[at], inputs.listed[hero, x]
    matrix[:] = 0.0
    sums[:] = 0.0
    for k in range(listed.shape[0]):
        if listed[k] == 0.0:
            continue
        weight = listed[k] * weigh(work.values[k], float(value), kind)
        if weight == 0.0:
            continue
        a, b = inputs.combos[k, 0], inputs.combos[k, 1]
        matrix[a, b] = weight
        matrix[b, a] = weight
        sums[a] += weight
        sums[b] += weight


@sum_subkernel
def has_tie(hero: int, x: int, value: np.int64, inputs: BookInputs, work: BookWork) -> bool:
    """Return True if a combo of range ``x`` ties with the hero's ``value``."""
    # Weights are never negative, so a positive sum means a tie. The sum compiles to vector instructions without
    # branches, which without a tie take about a third of the time of a loop that would stop at the first one.
    result = 0.0
    for k in range(inputs.combos.shape[0]):
        if work.values[k] == float(value):
            result += inputs.listed[hero, x, k]
    return result > 0.0


@sum_subkernel
def listed_pairs(
    hero: int, task: int, value: np.int64, kinds: tuple[int, int], inputs: BookInputs, work: BookWork
) -> float:
    """Return the weight of the disjoint pairs of a task's two ranges, weighted by ``kinds``, combo by combo.

    The listed combos are ordered by their higher card, so its sum is collected in a register.
    """
    one, other = work.left[0], work.left[1]
    work.left[:] = 0.0
    listed1, listed2 = (
        inputs.listed[hero, inputs.tasks[task, RANGE]],
        inputs.listed[hero, inputs.tasks[task, RANGE + 1]],
    )
    both, own, last, sum1, sum2 = 0.0, float(value), np.int64(0), 0.0, 0.0
    for k in range(listed1.shape[0]):
        a, b = inputs.combos[k, 0], inputs.combos[k, 1]
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
    return s1 * s2 - dot_cards(one, other) + both


@sum_subkernel
def dense_gain(hero: int, task: int, value: np.int64, inputs: BookInputs, work: BookWork) -> float:
    """Return the gain of a task combo by combo, used for four cards of a suit and for three hands.

    ``work.values`` must have the values of the listed combos on the board.
    """
    row = inputs.tasks[task]
    hands = row[HANDS]
    if hands == 1:
        rows = 0.0
        listed, values, own = inputs.listed[hero, row[RANGE]], work.values, float(value)
        for k in range(listed.shape[0]):
            share = (0.5 if values[k] <= own else 0.0) + (0.5 if values[k] < own else 0.0)
            rows += listed[k] * share
        return rows
    ties, contested = 0, 0
    for i in range(hands):
        if row[CONTESTED + i]:
            contested += 1
            ties += has_tie(hero, row[RANGE + i], value, inputs, work)
    result = 0.0
    for step in range(2 if contested > 1 and ties > 1 else 1):
        kind = HALF if step == 0 else TIED
        if hands == 2:
            rows = listed_pairs(hero, task, value, (kind, kind if row[CONTESTED + 1] else ALL), inputs, work)
        else:
            for i in range(hands):
                set_dense(hero, i, row[RANGE + i], kind if row[CONTESTED + i] else ALL, value, inputs, work)
            rows = dense_triples(work)
        result += rows if step == 0 else rows / BOTH_TIED
    return result
