"""The sweep of mixed tables on single boards, against all tuples of combos."""

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.equity.holdem.mixed import room_by_combo
from engine.equity.holdem.range_roles import make_range_roles
from engine.kernels.holdem.high import CATEGORIES, RANK_KEYS
from engine.kernels.holdem.mixed import add_by_combo, sweep_mixed
from engine.kernels.holdem.mixed_work import new_mixed_work
from engine.kernels.tables import high_tables
from tests.reference.holdem_setups import cards
from tests.reference.naive_mixed import enumerate_mixed

BOARDS = (
    "Js8h7d4c2s", "KhKdKs9c9d", "AhKdQsJcTd",  # no flush; a straight on the board
    "Js8s7s4c2d", "9h8h7h6c6d", "2s3s4sAdKc",  # three of a suit
    "Js8s7s4s2d", "5c4c3c2c2d",  # four
    "6h5h4h3h2h", "AcKcQcJcTc",  # five; nobody beats the board
)  # fmt: skip
TABLES = [  # ranges of active seats, of folded ones, particular hands of active seats
    (4, 0, 0), (3, 1, 0), (2, 2, 0), (1, 3, 0),
    (3, 0, 0), (2, 1, 0), (1, 2, 0), (2, 0, 0), (1, 1, 0), (1, 0, 0),
    (4, 0, 1), (3, 0, 1), (2, 1, 1), (2, 0, 2), (1, 0, 2), (3, 1, 2), (2, 2, 1),
    (0, 1, 2), (0, 2, 2), (0, 3, 1), (0, 4, 1),
]  # fmt: skip


def _ranges(rng, count, near, size, different):
    """Weighted ranges, half of them among few cards, so that they clash; some of them equal."""
    few = np.flatnonzero(np.isin(COMBOS, near).all(axis=1))
    pool = np.zeros((different, 1326))
    for one in pool:
        chosen = np.concatenate([rng.choice(1326, size // 2), rng.choice(few, size - size // 2)])
        one[chosen] = rng.choice([1.0, 0.5, 0.3, 0.07], len(chosen))
    return pool[rng.integers(different, size=count)]


def sweep(active, folded, hands, board, *, by_combo=False):
    """Return the tally by seat, what each task's combos win and meet, and the equities by row."""
    tables = high_tables()
    roles, tasks = make_range_roles(active, folded, [np.array(hand, np.int8) for hand in hands])
    work = new_mixed_work(roles, len(active) + len(hands))
    word = np.array([sum(int(tables.bits[card]) for card in board)], np.uint64)
    key = np.array([sum(RANK_KEYS[card >> 2] for card in board)], np.uint64)
    tally, combos = np.zeros_like(work.board), room_by_combo(len(roles.tasks) if by_combo else 0)
    boards = np.zeros((1, len(tally) + 1))
    sweep_mixed(key, np.array([0, 1]), word, np.ones(1), roles, tables, work, tally, combos, boards)
    rows = [*tasks, *range(len(roles.tasks), len(tally))]
    return tally[rows], combos[tasks, :, :1326] if by_combo else combos, boards[0][[*rows, -1]]


def _table(number, board_number, size):
    board = cards(BOARDS[board_number])
    active, folded, hands = TABLES[number]
    rng = np.random.default_rng([number, board_number])
    left = [card for card in range(52) if card not in board]
    suit = np.bincount(np.array(board) & 3).argmax()
    ranks = rng.choice(13, 3, replace=False)
    suited = [card for card in left if card & 3 == suit]
    near = [card for card in left if card >> 2 in ranks] if number % 2 else [*suited[:6], *rng.choice(left, 6)]
    known = rng.choice(left, (hands, 2), replace=False).tolist()
    free = COMBO_MASKS & np.uint64(card_mask([*board, *(card for hand in known for card in hand)])) == 0
    ranges = _ranges(rng, active + folded, near, size, 1 + board_number % 4) * free
    return ranges[:active], ranges[active:], known, board


@pytest.mark.parametrize("board_number", range(len(BOARDS)))
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_against_all_tuples(number, board_number):
    hands = sum(TABLES[number][:2])
    active, folded, known, board = _table(number, board_number, 14 if hands == 4 else 24)
    expected, deals = enumerate_mixed(active, folded, known, board)
    result, _, equities = sweep(active, folded, known, board)
    scale = max(expected.sum(), 1e-3)
    np.testing.assert_allclose(result / scale, expected / scale, atol=1e-12)
    seats = len(expected)
    shares = (expected[:, :seats] / np.arange(1, seats + 1)).sum(axis=1)
    np.testing.assert_allclose(equities / scale, np.append(shares, expected[0, seats:].sum()) / scale, atol=1e-12)
    assert (deals > 0) == (equities[-1] > 1e-9)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 10, 11, 15])
def test_each_combo_gets_what_it_would_get_alone(number):
    active, folded, known, board = _table(number, 3, 14)
    _, combos, _ = sweep(active, folded, known, board, by_combo=True)
    for seat in range(len(active)):
        for combo in np.flatnonzero(active[seat])[::3]:
            alone = active.copy()
            alone[seat] = np.arange(1326) == combo
            expected, _ = enumerate_mixed(alone, folded, known, board)
            seats = len(expected)
            won = (expected[seat, :seats] / np.arange(1, seats + 1)).sum()
            np.testing.assert_allclose(combos[seat, :, combo], [won, expected[seat, seats:].sum()], atol=1e-9)


def test_the_last_combos_are_counted_within_their_room():
    """A kernel does not look whether there is a place: here it is Python that counts the combos of two aces."""
    roles, _ = make_range_roles(np.ones((2, 1326)), np.zeros((0, 1326)), [])
    work, combos = new_mixed_work(roles, 2), room_by_combo(1)
    work.high[0] = work.low[0] = 48
    work.gain[:] = 1.0 - np.eye(4).ravel()
    add_by_combo.py_func(0, 0, 0, 1.0, work, combos)
    counted = combos[0, 0, :1326]
    assert np.flatnonzero(counted).tolist() == [combo for combo, pair in enumerate(COMBOS) if min(pair) >= 48]
    assert counted.sum() == combos.sum()


def test_equal_seats_get_equal_shares():
    board = cards("Js8s7s4c2d")
    active = np.ones((4, 1326)) * (COMBO_MASKS & np.uint64(card_mask(board)) == 0)
    result, _, equities = sweep(active, np.zeros((0, 1326)), [], board)
    every = 1081 * 990 * 903 * 820
    assert equities == pytest.approx([every / 4] * 4 + [every], rel=1e-12)
    assert result[0, 4:].sum() == pytest.approx(every, rel=1e-12)
    assert (result[:, :4] / [1, 2, 3, 4]).sum() == pytest.approx(every, rel=1e-12)


def test_a_folded_hand_of_any_two_cards_changes_nothing():
    board = cards("9h8h7h6c6d")
    active = _ranges(np.random.default_rng(3), 2, np.arange(20, 40), 60, 2)
    free = COMBO_MASKS & np.uint64(card_mask(board)) == 0
    alone, _, _ = sweep(active * free, np.zeros((0, 1326)), [], board)
    one, _, _ = sweep(active * free, np.ones((1, 1326)) * free, [], board)
    two, _, _ = sweep(active * free, np.ones((2, 1326)) * free, [], board)
    np.testing.assert_allclose(one, alone * 43 * 42 / 2, rtol=1e-12, atol=1e-6)
    np.testing.assert_allclose(two, one * 41 * 40 / 2, rtol=1e-12, atol=1e-3)
    assert alone.shape == (2, 2 + CATEGORIES)
