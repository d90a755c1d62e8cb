"""Control variates of sampled hold'em: what a hand gains by beating so many others, and how much is to be expected."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from engine.cards import COMBOS, combo_index
from engine.equity.holdem.lanes import NO_BOARD, BoardLanes, ControlledTable
from engine.equity.holdem.sampler import HoldemSampler
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.deal_high import deal_group, evaluate_row, show_group
from engine.kernels.holdem.lanes import add_luck_of_lanes, add_luck_of_rests
from engine.kernels.holdem.showdown import BLOCKED
from engine.kernels.jit import lean_kernel
from tests.reference.holdem_setups import cards, prepared
from tests.reference.naive_controls import by_factors, chances, counts, deals, gained
from tests.reference.naive_holdem import best_hand
from tests.reference.naive_lanes import met

FLOP, TURN = "7h8h2c", "7h8h2cQd"
DECK = "Ah Kh Ks Kc Qs Qh 8s 8c 7s 2h 2d"
WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"


def weights(**range_):
    result = np.zeros(len(COMBOS))
    for text, weight in range_.items():
        result[combo_index(*cards(text))] = weight
    return result


TABLES = [
    (TURN, {0: "AhKh"}, {}, (1, 2)),
    (TURN, {0: "AhKh", 2: "KsQs"}, {}, (1, 3)),
    (TURN, {0: "AhKh", 1: "8s8c"}, {2: weights(KsKc=1.0, QsQh=0.5, KcQh=0.25)}, (3,)),
    (TURN, {}, {2: weights(KsKc=1.0, QsQh=0.5, AhKh=0.25, Kh2d=1.0)}, (0, 1)),
    (FLOP, {1: "AhKh"}, {}, (0,)),
]


@pytest.mark.parametrize(("board", "known", "ranged", "against"), TABLES)
def test_gains_and_their_means_are_those_of_all_deals(board, known, ranged, against):
    taken = {card for text in known.values() for card in cards(text)}
    deck = np.array(sorted(set(cards(DECK)) - taken))
    combos = {seat: combo_index(*cards(text)) for seat, text in known.items()}
    boards, k = BoardLanes(cards(board), deck, 0), len(against)
    result = ControlledTable(boards, deck, combos, ranged, np.array(against)).controls(0)
    total, count = np.zeros(len(known) + len(ranged) + k), 0.0
    rows = np.flatnonzero(ranged[result.ranged]).tolist() if ranged else [None]
    for row, combo in enumerate(rows):
        hands = {seat: cards(text) for seat, text in known.items()}
        hands |= {result.ranged: tuple(COMBOS[combo].tolist())} if ranged else {}
        weight = ranged[result.ranged][combo] if ranged else 1.0
        assert not ranged or result.rows[combo] == row
        for lane, come in enumerate(boards.boards.tolist()):
            held = {card for hand in hands.values() for card in hand}
            if NO_BOARD in come or held & set(come):
                continue
            left, whole = sorted(set(deck.tolist()) - held - set(come)), (*cards(board), *come)
            values = {seat: best_hand(frozenset((*hand, *whole))) for seat, hand in hands.items()}
            best = [seat for seat, value in values.items() if value == max(values.values())]
            lead = max(values.values())
            p, _ = chances(lead, whole, left)
            for some in combinations_with_replacement((0.0, 0.5, 1.0), k):
                share = gained(p, some) if len(best) == 1 else 0.0
                assert by_factors(result.table[row, lane], some) == pytest.approx(share, abs=1e-12)
            assert len(best) > 1 or result.leaders[row, lane] == best[0]
            each = {hand: counts(best_hand(frozenset((*hand, *whole))), lead) for hand in combinations(left, 2)}
            for deal in deals(left, k):
                total[best[0]] += weight * by_factors(result.table[row, lane], [each[hand] for hand in deal])
                count += weight
    np.testing.assert_allclose(result.expected, total / count, atol=1e-12)


@lean_kernel
def luck_of_a_group(most, shape, plan, state, work):
    tuples, size = deal_group(most, shape, plan, state, work)
    work.controls.luck[:] = 0.0
    if shape.quads:
        show_group(tuples, most, shape, plan, state, work)
        keys = work.words.keys[plan.rows[plan.controls.ranged], :tuples]
        first = work.lanes.first[0]
        add_luck_of_lanes(tuples, shape.quads, first, plan.lanes, keys, plan.controls, work.row, work.controls)
    else:
        evaluate_row(0, size, plan, work.windows.words, work.row)
        add_luck_of_rests(size, work.windows.words.board_keys[:size], plan.controls, work.row, work.controls)
    return tuples, size


LUCKY = [
    (("AhKh", *("random",) * 3), TURN), (("AhKh", "QsQh", *("random",) * 3), FLOP), ((WIDE, *("random",) * 5), TURN),
    (("random", "AhKh", "QQ+, 99", "random", "random"), TURN),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "board"), LUCKY)
def test_luck_of_a_group_is_that_of_its_trials(seats, board):
    sampler = HoldemSampler(prepared(*seats, board=board))
    dealer, plan = sampler.dealer, sampler.dealer.plan
    controls, shape = plan.controls, dealer.shape(1 << 12, sampler.rests)
    work, expected = dealer.work(shape), np.zeros(len(seats))
    tuples, size = luck_of_a_group(1 << 40, shape, plan, seed_state(3, 0), work)
    lanes = met(tuples, shape.quads, int(work.lanes.first[0]), plan.lanes.quads.shape[1]) if shape.quads else []
    for at in range(4 * shape.quads * tuples or size):
        if work.row.best[at] == BLOCKED:
            continue
        if shape.quads:
            t = at // 4 % tuples
            lane = lanes[t][4 * (at // 4 // tuples) + at % 4]
            place = int(controls.rows[plan.lanes.combos[work.words.keys[plan.rows[controls.ranged], t]]])
        else:
            place, lane = 0, int(controls.lane_of_key[work.windows.words.board_keys[at] >> controls.shift])
        values = work.row.values[:, at]
        lead = max(values[controls.leading])
        leader = controls.leaders[place, lane]
        assert values[leader] == lead
        hands = [counts(value, lead) for value in values[controls.against]]
        expected[leader] += by_factors(controls.table[place, lane], hands)
    np.testing.assert_allclose(work.controls.luck, expected, atol=1e-9)


@pytest.mark.parametrize(("seats", "board"), LUCKY)
def test_luck_makes_shares_more_certain_and_leaves_their_sum(seats, board):
    sampler = HoldemSampler(prepared(*seats, board=board))
    values = sampler.estimates(sampler.compute(0, 30_000), 30_000)
    assert sum(e.equity for e in values) == pytest.approx(1.0, abs=1e-12)
    assert min(e.gain for e in values) > 5.0
    for e in values:
        assert 0.0 <= e.win <= 1.0
        assert 0.0 <= e.lose <= 1.0


@pytest.mark.parametrize("trials", [1, 2, 7, 50, 300])
def test_few_trials_never_leave_what_is_possible(trials):
    sampler = HoldemSampler(prepared("7c2d", *("random",) * 8, board="AhAsKh"))
    for stream in range(200):
        for e in sampler.estimates(sampler.compute(stream, trials), trials):
            assert -1e-12 <= e.win <= 1.0 + 1e-12
            assert -1e-12 <= e.lose <= 1.0 + 1e-12
