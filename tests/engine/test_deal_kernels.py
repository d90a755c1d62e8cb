"""The parts of a random deal: lattices, windows, rows of showdowns."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from engine.cards import COMBOS
from engine.equity.holdem.dealing import remaining_marks
from engine.equity.holdem.joint import IN_GROUPS, HandList, hand_draws
from engine.equity.jobs import never_cancelled
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT, KEY_START, card_bits, evaluate_hands
from engine.kernels.holdem.lattice import draw_group, lattice_steps, new_group_draws
from engine.kernels.holdem.showdown import add_categories, add_shares, evaluate_seat, find_winners, new_showdown_row
from engine.kernels.holdem.windows import KnownBoard, deal_rests, make_windows, new_deal_words, new_guests, new_windows
from engine.kernels.jit import lean_kernel
from engine.kernels.tables import high_tables
from tests.reference.holdem_setups import prepared


def held(word):
    return {card for card, bit in enumerate(card_bits()) if word & bit}


def drawn(seats, count, runs):
    """Return the combos drawn for each seat, int[n, seats]."""
    lists = [HandList.of_range(w, seat) for seat, w in enumerate(prepared(*seats).weights)]
    hands = hand_draws(lists, never_cancelled)
    joint, counts = hands.joint, hands.counts(count)
    draws, state = new_group_draws(len(joint.widths), len(joint.steps), int(counts.max())), seed_state(1, 0)
    rows = []
    for _ in range(runs):
        result = draw_group(counts, hands.turns, joint, hands.steps, state, draws)
        row = np.zeros((result, len(seats)), np.int64)
        for group, width in enumerate(joint.widths):
            for i in range(width):
                at = joint.combo_starts[group] + i + width * draws.entries[group, :result]
                row[:, joint.seats[joint.seat_starts[group] + i]] = joint.combos[at]
        rows.append(row)
    return np.concatenate(rows)


def assert_joint(seats, found):
    """The frequencies of all combos in ``found`` int[n, seats] are those of all tuples by their weights."""
    weights = prepared(*seats).weights
    expected = np.zeros_like(weights)
    cards = [set(combo) for combo in COMBOS.tolist()]

    def count(seat, used, weight, chosen):
        if seat == len(weights):
            for other, combo in enumerate(chosen):
                expected[other, combo] += weight
            return
        for combo in np.flatnonzero(weights[seat]):
            if not cards[combo] & used:
                count(seat + 1, used | cards[combo], weight * weights[seat, combo], (*chosen, combo))

    count(0, set(), 1.0, ())
    for seat, row in enumerate(expected / expected.sum(axis=1, keepdims=True)):
        seen = np.bincount(found[:, seat], minlength=1326) / len(found)
        assert np.abs(seen - row).max() < 4 * np.sqrt(row.max() / len(found))
    for row in found[:200]:
        assert len({card for combo in row for card in cards[combo]}) == 2 * len(weights)


@pytest.mark.parametrize("seats", [("AA, KK:0.5", "AA, KK", "AK"), ("AA,KK,QQ",) * 4, ("99+", "88+, 76s:0.3")])
def test_hands_follow_the_joint_distribution(seats):
    """The frequencies of all combos are those of all tuples by their weights."""
    assert_joint(seats, drawn(seats, 256, 400))


def test_draws_that_meet_several_others_follow_the_joint_distribution(monkeypatch):
    """Each draw of one block meets several of the other: the first seat's hands are those of all tuples that fit."""
    monkeypatch.setattr("engine.equity.holdem.joint.USES", 3.0)
    monkeypatch.setattr("engine.equity.holdem.joint.IN_GROUPS", replace(IN_GROUPS, lattice=10.0))
    monkeypatch.setattr("engine.equity.holdem.joint.MAX_JOINED_PAIRS", 0)
    monkeypatch.setattr("engine.equity.holdem.joint.MAX_CHAIN_CARDS", 0)
    seats = ("AA,KK,QQ", "AA,KK:0.5,QQ", "AA,KK,QQ", "AA,KK,QQ:0.25", "QQ,JJ")
    lists = [HandList.of_range(w, seat) for seat, w in enumerate(prepared(*seats).weights)]
    assert hand_draws(lists, never_cancelled).turns.max() > 1
    assert_joint(seats, drawn(seats, 128, 500))


def test_lattice_spreads_its_points_evenly():
    """No interval is much fuller than another, in each list and in each pair of lists."""
    points = (np.arange(1, 513, dtype=np.uint64)[:, None] * lattice_steps(10)) / 2.0**64
    for column in points.T:
        counts = np.histogram(column, bins=32, range=(0, 1))[0]
        assert counts.min() >= 14
        assert counts.max() <= 18
    for one, other in combinations(points.T, 2):
        counts = np.histogram2d(one, other, bins=4, range=[(0, 1)] * 2)[0]
        assert counts.var() < 12  # 30 for independent points


@pytest.mark.parametrize(("size", "to_come", "uniform"), [(52, 5, 0), (52, 5, 6), (47, 2, 3), (44, 1, 9), (25, 5, 10)])
def test_marks_are_different_cards(size, to_come, uniform):
    marks = remaining_marks(size, to_come, uniform)
    assert marks.board.shape[1:] == (to_come,)
    assert marks.hands.shape[1:] == (uniform, 2)
    for board, hands in zip(marks.board, marks.hands, strict=True):
        assert len({*board.tolist(), *hands.ravel().tolist()}) == to_come + 2 * uniform
    assert max(marks.board.max(), marks.hands.max(initial=0)) == marks.reach < size


def test_no_two_pairs_of_the_board_are_equally_far_apart():
    for board in remaining_marks(52, 5, 0).board.tolist():
        apart = [min((a - b) % 52, (b - a) % 52) for a, b in combinations(board, 2)]
        assert len(set(apart)) == len(apart)


@pytest.mark.parametrize(
    ("size", "to_come", "uniform", "block"), [(40, 5, 0, 8), (45, 5, 2, 5), (34, 5, 0, 3), (42, 5, 2, 2), (44, 0, 3, 4)]
)
def test_the_next_windows_for_drawn_hands_have_no_common_card(size, to_come, uniform, block):
    marks = remaining_marks(size, to_come, uniform, blocks=True)
    assert sorted(marks.order.tolist()) == list(range(size * len(marks.board)))
    for number, (board, hands) in enumerate(zip(marks.board, marks.hands, strict=True)):
        order = marks.order[number * size : (number + 1) * size] - number * size
        for first in range(0, size - block + 1, block):
            windows = (order[first : first + block, None] + [*board, *hands.ravel()]) % size
            assert len(np.unique(windows)) == windows.size


@lean_kernel
def make(count, known, marks, tables, state, windows):
    make_windows(count, known, marks, tables, state, windows)


@lean_kernel
def deal(tuples, rests, held, known, marks, uniform, tables, state, windows, guests, words):
    deal_rests(tuples, rests, held, known, marks, uniform, tables, state, windows, guests, words)


@lean_kernel
def show_down(width, keys, suits, board_keys, board_suits, tables, row, categories, shares):
    for seat in range(row.values.shape[0]):
        values = row.values[seat]
        evaluate_seat(width, keys[seat], suits[seat], board_keys, board_suits, tables, values, row.listed)
        add_categories(width, values, row.category_of, categories[seat])
    find_winners(width, row)
    add_shares(width, row, shares)


def windows_of(uniform, state, known=(), deck=None):
    deck = np.arange(52) if deck is None else deck
    marks = remaining_marks(len(deck), 5 - len(known), uniform)
    windows = new_windows(deck, marks)
    tables = high_tables()
    key = KEY_START + tables.keys[list(known)].sum(dtype=np.uint64)
    bits = np.bitwise_or.reduce(tables.bits[list(known)], initial=np.uint64(0))
    make(len(windows.words.board_keys), KnownBoard(key, bits, 5 - len(known)), marks, tables, state, windows)
    return windows


def test_windows_of_a_set_deal_every_card_equally_often():
    windows = windows_of(2, seed_state(3, 0))
    words = windows.words
    for number in range(len(words.board_keys) // 52):
        part = slice(52 * number, 52 * number + 52)
        for row, size in ((words.board_suits, 5), (words.suits[0], 2), (words.suits[1], 2)):
            counts = np.zeros(52, np.int64)
            for word in row[part]:
                counts[list(held(word))] += 1
            assert (counts == size).all()
    for at in range(0, len(words.board_keys), 17):
        parts = [held(words.board_suits[at]), held(words.suits[0, at]), held(words.suits[1, at])]
        assert [len(part) for part in parts] == [5, 2, 2]
        assert sum(map(len, parts)) == len(set.union(*parts))
        assert words.keys[1, at] == high_tables().keys[list(parts[2])].sum(dtype=np.uint64)


def test_windows_complete_a_known_board():
    deck = np.setdiff1d(np.arange(52), [0, 5, 10])
    windows = windows_of(0, seed_state(3, 0), known=(0, 5, 10), deck=deck)
    for word, key in zip(windows.words.board_suits, windows.words.board_keys, strict=True):
        board = held(word)
        assert len(board) == 5
        assert {0, 5, 10} <= board
        assert key == KEY_START + high_tables().keys[list(board)].sum(dtype=np.uint64)


def test_fixed_hands_get_every_turn_card_once_and_other_rivers_each_time():
    """What the selective-sampling article describes, where all hands are known: a deck is such a scheme."""
    flop, hands = (23, 24, 0), (51, 47, 50, 46, 30, 29)
    deck = np.setdiff1d(np.arange(52), [*flop, *hands])
    windows = windows_of(0, seed_state(7, 0), known=flop, deck=deck)
    boards = [held(word) - set(flop) for word in windows.words.board_suits]
    sets = len(boards) // len(deck)
    assert len(boards) == sets * len(deck) > len(deck)
    for number in range(sets):
        cards = [card for board in boards[number * len(deck) : (number + 1) * len(deck)] for card in board]
        assert sorted(cards) == sorted([*deck.tolist()] * 2)
    assert len({frozenset(board) for board in boards}) == len(boards)


@pytest.mark.parametrize("away", [(0, 1, 2, 3), (0, 20, 50, 51), (48, 49, 50, 51), (7, 8, 30, 48)])
def test_rests_for_drawn_hands_are_fair_deals_of_the_remaining_cards(away):
    """Whatever guests take the place of cards that are held; boards and hands tell their cards by both words."""
    homes, guests, tables = np.arange(48), np.arange(48, 52), high_tables()
    marks, uniform, tuples, rests = remaining_marks(48, 5, 2), np.array([0, 1]), 50, 7
    hands = np.full(tuples, np.bitwise_or.reduce(card_bits()[list(away)]), np.uint64)
    work = new_windows(homes, marks), new_guests(homes, guests, tables.bits), new_deal_words(2, tuples * rests)
    state, words, counts = seed_state(5, 0), work[2], np.zeros((3, 52), np.int64)
    for _ in range(20):
        deal(tuples, rests, hands, KnownBoard(KEY_START, np.uint64(0), 5), marks, uniform, tables, state, *work)
        for at in range(tuples * rests):
            parts = [held(words.board_suits[at]), held(words.suits[0, at]), held(words.suits[1, at])]
            assert [len(part) for part in parts] == [5, 2, 2]
            assert len({*away}.union(*parts)) == 13
            for part, key in zip(parts, (words.board_keys[at] - KEY_START, *words.keys[:, at]), strict=True):
                assert key == tables.keys[list(part)].sum(dtype=np.uint64)
            for row, part in zip(counts, parts, strict=True):
                row[list(part)] += 1
    assert not counts[:, list(away)].any()
    left, dealt = np.setdiff1d(np.arange(52), away), 20 * tuples * rests * np.array([5, 2, 2])[:, None]
    assert np.abs(counts[:, left] - dealt / 48).max() < 0.05 * dealt.min() / 48


def test_rows_of_showdowns_agree_with_single_hands():
    rng, tables, width, seats = np.random.default_rng(2), high_tables(), 300, 4
    decks = np.array([rng.permutation(52)[: 5 + 2 * seats] for _ in range(width)])
    board, holes = decks[:, :5], decks[:, 5:].reshape(width, seats, 2)
    board_keys = KEY_START + tables.keys[board].sum(axis=1, dtype=np.uint64)
    board_suits = np.bitwise_or.reduce(tables.bits[board], axis=1)
    row, expected = new_showdown_row(seats, width), np.zeros((seats, width), np.uint16)
    categories, shares = np.zeros((seats, CATEGORIES), np.int64), np.zeros((seats, seats), np.int64)
    keys = tables.keys[holes].sum(axis=2, dtype=np.uint64).T.copy()
    suits = np.bitwise_or.reduce(tables.bits[holes], axis=2).T.copy()
    show_down(width, keys, suits, board_keys, board_suits, tables, row, categories, shares)
    for seat in range(seats):
        evaluate_hands(np.hstack([board, holes[:, seat]]).astype(np.int8), tables, expected[seat])
    np.testing.assert_array_equal(row.values, expected)
    winners = expected == expected.max(axis=0)
    for seat in range(seats):
        counts = np.bincount(winners.sum(axis=0)[winners[seat]] - 1, minlength=seats)
        np.testing.assert_array_equal(shares[seat], counts)
        seen = np.bincount(expected[seat] >> CATEGORY_SHIFT, minlength=CATEGORIES)
        np.testing.assert_array_equal(categories[seat], seen)
