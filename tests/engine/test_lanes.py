"""Boards of a flop and a turn, visited evenly: their order, the showdowns on them, how often each card comes."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine import Scenario, Seat, solve
from engine.cards import COMBOS
from engine.equity.holdem.lanes import NO_BOARD, BoardLanes, pair_keys, rounds
from engine.equity.holdem.sampler import HoldemSampler
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.deal_high import add_showdown_row, deal_group, show_group
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.holdem.lanes import QUAD, tuple_and_lane
from engine.kernels.holdem.showdown import BLOCKED
from engine.kernels.jit import lean_kernel
from engine.kernels.tables import high_tables
from engine.scenario import RunOptions
from tests.reference.holdem_setups import prepared
from tests.reference.naive_lanes import met, shares

FLOP, TURN = "7h8h2c", "7h8h2cQd"
WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"
DRAW = ("AhKh", "22+,ATs+", "15%", "random", "30%")
MOST = 1 << 40


@lean_kernel
def place(at, tuples, each, first, quads):
    return tuple_and_lane(at, tuples, each, first, quads)


def boards_of(table):
    """Return the boards of a table of rounds as sets of cards, by rounds."""
    return [[frozenset(board) for board in round_ if board[0] != NO_BOARD] for round_ in table.tolist()]


@pytest.mark.parametrize("size", range(20, 50))
def test_rounds_of_a_flop_have_every_card_once_and_all_together_every_pair_once(size):
    values = boards_of(rounds(size, 2))
    for round_ in values:
        cards = [card for board in round_ for card in board]
        assert len(set(cards)) == len(cards) == size - size % 2
    assert Counter(board for round_ in values for board in round_) == Counter(
        map(frozenset, combinations(range(size), 2))
    )


@pytest.mark.parametrize("size", range(20, 49))
def test_a_turn_is_one_round_of_all_cards(size):
    (result,) = boards_of(rounds(size, 1))
    assert sorted(result, key=sorted) == [{card} for card in range(size)]


@pytest.mark.parametrize(("size", "to_come"), [(47, 1), (46, 1), (47, 2), (46, 2)])
def test_boards_of_a_quad_differ_in_rank(size, to_come):
    """So a tuple of hands that meets few boards meets cards of many ranks."""
    for round_ in rounds(size, to_come).reshape(-1, QUAD, to_come):
        ranks = [card // 4 for board in round_.tolist() for card in board if card != NO_BOARD]
        assert len(ranks) < QUAD * to_come or len(set(ranks)) >= QUAD


def test_sums_of_two_keys_identify_both_cards():
    sums = pair_keys()[COMBOS].sum(axis=1)
    assert len(set(sums.tolist())) == len(COMBOS)


@pytest.mark.parametrize("board", [FLOP, TURN])
def test_values_on_all_boards_agree_with_the_evaluator(board):
    known = prepared("AA", "KK", board=board).board
    deck = np.setdiff1d(np.arange(52), known)
    lanes = BoardLanes(known, deck, 2)
    rng = np.random.default_rng(1)
    combos, places = rng.integers(0, len(COMBOS), 3_000), rng.integers(0, len(lanes.boards), 3_000)
    for combo, lane in zip(combos, places, strict=True):
        cards = {*COMBOS[combo].tolist(), *known, *lanes.boards[lane].tolist()}
        value = np.array([BLOCKED], np.uint16)
        if len(cards) == 7 and NO_BOARD not in cards:
            evaluate_hands(np.array([list(cards)], np.int8), high_tables(), value)
        assert lanes.table.values[combo, lane] == value[0]


@lean_kernel
def show(most, shape, plan, state, work, categories):
    tuples, _ = deal_group(most, shape, plan, state, work)
    width, size = show_group(tuples, most, shape, plan, state, work)
    add_showdown_row(width, work.row, categories, work.shares)
    return tuples, size


def group(seats, board, each, most=MOST, folded=()):
    """Deal a group; return its tuples as hands by seat, the boards by lane, the work, its trials and categories."""
    setup = prepared(*seats, board=board, folded=folded)
    dealer = HoldemSampler(setup).dealer
    shape = dealer.shape(1 << 12, each)
    work, categories = dealer.work(shape), np.zeros((dealer.classes.size, 9), np.int64)
    tuples, size = show(most, shape, dealer.plan, seed_state(3, 0), work, categories)
    keys = work.words.keys[dealer.plan.rows, :tuples]
    hands = [[tuple(COMBOS[combo].tolist()) for combo in row] for row in dealer.plan.lanes.combos[keys].T]
    boards = [() if NO_BOARD in row else tuple(row) for row in dealer.lanes.boards.tolist()]
    return hands, boards, work, size, categories, setup.board


TABLES = [
    (DRAW, TURN, 1), (DRAW, TURN, 3), (DRAW, FLOP, 1), (DRAW, FLOP, 2), ((WIDE,) * 9, TURN, 1),
    ((WIDE, *("random",) * 6), FLOP, 2), (("QQ+, AK", "QJs, 99:0.3"), TURN, 12),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "board", "each"), TABLES)
def test_showdowns_of_a_group_agree_with_the_reference(seats, board, each):
    hands, boards, work, size, categories, known = group(seats, board, each)
    lanes = met(len(hands), each, int(work.lanes.first[0]), len(boards) // QUAD)
    deals, expected, counts = shares(hands, lanes, known, boards)
    assert size == deals > 0
    np.testing.assert_array_equal(work.shares, expected)
    for seat, result in enumerate(counts):
        assert categories[seat].tolist() == [result.get(category, 0) for category in range(9)]
    for hands_ in hands:
        assert len({card for hand in hands_ for card in hand} - set(known)) == 2 * len(seats)


@pytest.mark.parametrize(("seats", "board", "each"), TABLES)
def test_each_index_of_a_row_belongs_to_a_lane_that_its_tuple_meets(seats, board, each):
    hands, boards, work, size, *_ = group(seats, board, each)
    first, quads = int(work.lanes.first[0]), len(boards) // QUAD
    expected, result, open_ = met(len(hands), each, first, quads), [list[int]() for _ in hands], 0
    for at in range(QUAD * each * len(hands)):
        t, lane = place(at, len(hands), each, first, quads)
        result[t].append(lane)
        held = {card for hand in hands[t] for card in hand}
        blocked = not boards[lane] or bool(held & set(boards[lane]))
        assert blocked == (work.row.best[at] == BLOCKED)
        open_ += not blocked
    assert result == expected
    assert open_ == size


def test_a_group_is_limited_to_the_remaining_trials():
    for most in (1, 5, 11):
        *_, work, size, categories, _ = group(DRAW, FLOP, 2, most)
        assert size == most == (work.row.sharers > 0).sum()
        assert (categories.sum(axis=1) == most).all()


@pytest.mark.parametrize(("board", "rivers"), [(FLOP, 3), (TURN, 1)])
def test_fixed_hands_meet_every_next_card_once_and_their_rivers_without_replacement(board, rivers):
    """What the selective-sampling article describes: all turn cards exactly once, then k rivers for each."""
    known = prepared("AA", "KK", board=board).board
    hands = ((47, 51), (41, 45))
    deck = np.setdiff1d(np.arange(52), [*known, *(card for hand in hands for card in hand)])
    lanes = BoardLanes(known, deck, 0)
    each = lanes.cycle * rivers * (1 if len(deck) % 2 == 0 or board == TURN else 2)
    boards = [() if NO_BOARD in row else tuple(row) for row in lanes.boards.tolist()]
    (numbers,) = met(1, each, 0, lanes.quads)
    visited = [frozenset(boards[lane]) for lane in numbers if boards[lane]]
    assert len(set(visited)) == len(visited)
    counts = Counter(card for board_ in visited for card in board_)
    expected = each // lanes.cycle
    assert set(counts) == set(deck.tolist())
    assert min(counts.values()) >= expected - len(deck) % 2 * (board == FLOP)
    assert max(counts.values()) == expected


def next_cards(seats, board, trials, seed=1, method="sampled", folded=()):
    options = RunOptions(method=method, max_trials=trials, seed=seed, detail=("next_card",))
    table = (*(Seat("", text) for text in seats), *(Seat("", text, folded=True) for text in folded))
    rows = solve(Scenario("holdem", table, board=board, run=options))
    return np.array([row["probability"] for row in rows.details["next_card"].to_json()])


@pytest.mark.parametrize("board", [FLOP, TURN])
@pytest.mark.parametrize("trials", [100, 4_321, 30_000])
def test_cards_come_equally_often_against_any_two_cards(board, trials):
    result = next_cards(("AhKh", *("random",) * 4), board, trials)
    assert (np.abs(result - 1 / len(result)) * trials <= 1.0).all()


def test_cards_come_with_their_probabilities_against_ranges():
    """Twice as evenly as by chance, nearly; what is left is what the hands that were drawn leave."""
    seats, trials = ("AhKh", "22+, ATs+", "15%"), 60_000
    truth = next_cards(seats, TURN, trials, method="exact")
    off = np.array([next_cards(seats, TURN, trials, seed) - truth for seed in range(1, 7)])
    chance = np.sqrt(truth * (1 - truth) / trials)
    assert np.sqrt((off**2).mean()) < 0.6 * chance.mean()
    assert np.abs(off.mean(axis=0) / chance).max() < 1.2


COUNTED = [
    (("AhKh", "22+, ATs+", "15%"), TURN, ()),
    (("AhKh", "22+, ATs+", "15%"), FLOP, ()),
    (("AA,KK", "AA,KK", "AA,KK,AK"), TURN, ()),
    (("QQ+, AK", "QQ+, AK:0.5", "JJ+"), "2c7d9h", ()),
    (("AhKh", "random", "random"), TURN, ("QQ+, AK",)),
    (("AA, AhQh:0.2", "KK, 99"), "Th8h2c", ("random, !30%",)),
]


@pytest.mark.parametrize(("seats", "board", "folded"), COUNTED)
def test_counts_of_next_cards_agree_with_their_probabilities(seats, board, folded):
    trials = 40_000
    truth = next_cards(seats, board, None, method="exact", folded=folded)
    result = next_cards(seats, board, trials, folded=folded)
    chance = np.sqrt(truth * (1 - truth) / trials)
    assert (np.abs(result - truth) < 4.0 * chance).all()
    assert np.sqrt((((result - truth) / chance) ** 2).mean()) < 1.1
