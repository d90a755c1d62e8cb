"""Jam or fold with stacks and prizes, against another program, and chip by chip and class by class."""

import json
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import numpy as np
import pytest

from engine import CancelToken
from engine.equity.workers import Workers
from engine.preflop.jam import class_names
from engine.preflop.jam_ends import ORDERS_OF_TWO, JamSeats, ends_of, settle_pots
from engine.preflop.jam_field import JamField, JamPlay, pair_number
from engine.preflop.jam_stacks import StacksRequest, read_stacks_request, run_stacks, solve_stacks
from engine.preflop.matchups import ClassMatchups, class_matchups
from engine.preflop.run import answer_json
from engine.preflop.showdowns import ORDERS_OF_THREE, UNIT, as_table, showdown_table, triple_number
from engine.scenario import ScenarioError
from engine.tournament.icm import icm_equities
from tests.reference import naive_jam
from tests.reference.naive_second_calls import simulated

CASES = json.loads((Path(__file__).parents[1] / "data" / "icm_jam.json").read_text(encoding="utf-8"))["cases"]
CLASSES = 4


def test_a_call_of_a_short_all_in_wins_no_chips_of_those_who_are_not_asked():
    """0.3 is all in, the small blind calls with the 0.5 that he has in: 0.5 of the big blind goes back."""
    seats = JamSeats(np.array([0.3, 6.0, 9.0]), np.zeros(3), np.array([0.0, 0.5, 1.0]), None, np.zeros(3))
    assert settle_pots(seats, (0, 1), (1, 0))[0] == pytest.approx([0.0, 6.0 + 0.3 + 0.5, 9.0 - 0.5])
    assert settle_pots(seats, (0, 1), (0, 1))[0] == pytest.approx([0.9, 6.0 - 0.3 + 0.2, 9.0 - 0.5])
    assert settle_pots(seats, (0, 2), (0, 1))[0] == pytest.approx([0.9, 5.5, 9.0 - 0.3 + 0.2])
    values = answer_json({"steelwheel_jam": 1, "stacks": [0.3, 6, 9]})["value"]
    assert values == pytest.approx([0.4501, 6.3416, 8.5083], abs=2e-4)


def test_three_way_showdowns_state_their_error():
    request = {"steelwheel_jam": 1, "stacks": [4, 5, 6]}
    assert "showdown_error" not in answer_json(request)
    assert answer_json(request | {"calls": 2})["showdown_error"] == 1.5e-5


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_another_program_agrees(case):
    """Deviations leave frequencies of hands that are worth the same either way open."""
    answer, expected = answer_json(case["request"]), case["expected"]
    total = sum(case["request"]["payouts"]) + sum(case["request"].get("bounties", []))
    assert answer["deviation"] <= 1e-6 * total
    assert answer["value"] == pytest.approx(expected["value"], abs=1e-5 * total)
    positions = answer["positions"]
    assert [position["jam"]["share"] for position in positions[:-1]] == pytest.approx(expected["jam"], abs=2e-3)
    for pair, share in expected["call"].items():
        jammer, caller = map(int, pair.split(","))
        call = positions[caller]["call"][jammer]
        assert (call["jammer"], call["seat"]) == (jammer, positions[jammer]["seat"])
        assert call["share"] == pytest.approx(share, abs=2e-3)


def toy(rng):
    """Return a few classes of hands that meet one another as they like."""
    pairs = rng.integers(1, 9, (CLASSES, CLASSES)).astype(np.float64)
    win, tie = rng.random((2, CLASSES, CLASSES)) / 2
    return ClassMatchups(pairs + pairs.T, win, tie)


def showdowns(rng):
    """Return what three of these classes show, the same whatever hand of a class comes first."""
    result = np.zeros((triple_number(*[np.array(CLASSES)] * 3), 13), np.uint16)
    for hands in combinations_with_replacement(range(CLASSES), 3):
        orders = dict.fromkeys(ORDERS_OF_THREE, 0)
        for places, chance in zip(ORDERS_OF_THREE, rng.integers(0, 800, 13).tolist(), strict=True):
            for seats in permutations(range(3)):
                if [hands[seat] for seat in seats] == list(hands):
                    orders[tuple(places[seat] for seat in seats)] += chance
        row = np.array(list(orders.values()))
        row[-1] = UNIT - row[:-1].sum()
        result[triple_number(*hands)] = row
    return as_table(result)


def table(rng, players, chips=12):
    """Return stacks in whole chips, some of them equal, some shorter than a blind."""
    antes, blinds = rng.integers(0, 2, players), np.array([0] * (players - 2) + [1, 3])
    stacks = antes + blinds + rng.integers(1, chips, players)
    stacks[rng.integers(players)] = stacks.max()
    payouts = np.sort(rng.integers(0, 50, players))[::-1]
    return stacks, antes, blinds, payouts, rng.integers(0, 9, players)


def floats(*arrays):
    return [np.asarray(array, np.float64) for array in arrays]


@pytest.mark.parametrize("seed", range(40))
def test_pots_are_settled_chip_by_chip(seed):
    rng = np.random.default_rng(seed)
    stacks, antes, blinds, _, bounties = table(rng, 5)
    contenders = sorted(rng.choice(5, rng.integers(1, 4), replace=False).tolist())
    places = rng.integers(0, 3, len(contenders)).tolist()
    seats = JamSeats(*floats(stacks, antes, blinds, blinds, bounties))
    after, won = settle_pots(seats, contenders, places)
    expected, out = naive_jam.settle(stacks.tolist(), antes.tolist(), blinds.tolist(), contenders, places)
    assert after == pytest.approx(expected)
    assert after.sum() == pytest.approx(stacks.sum())
    shares = np.zeros(5)
    for player, winners in out.items():
        shares[winners] += bounties[player] / len(winners)
    assert won == pytest.approx(shares)


@pytest.fixture
def pool():
    with Workers(2, CancelToken(), in_place=True) as workers:
        yield workers


@pytest.mark.parametrize(
    ("players", "calls", "others"),
    [(2, 1, ()), (3, 1, ()), (4, 1, (7.0, 3.0)), (5, 1, ()), (2, 2, ()), (3, 2, (8.0, 8.0)), (4, 2, ())],
)
def test_values_and_best_responses_class_by_class(players, calls, others, pool):
    rng = np.random.default_rng(players)
    stacks, antes, blinds, payouts, bounties = table(rng, players)
    payouts = np.concatenate([payouts, payouts[-1] * np.linspace(1.0, 0.5, len(others))])
    matchups = toy(rng)
    ends = ends_of(JamSeats(*floats(stacks, antes, blinds, payouts, bounties, others)), calls)
    orders = showdowns(rng) if calls > 1 else None
    field = JamField(ends, matchups, pool, orders)
    play = JamPlay(*(rng.random((count, CLASSES)) for count in (players - 1, len(field.pairs), len(field.triples))))
    play.call[0, 1] = play.jam[0, 2] = 0
    judged = field.judge(play)

    def shown(*hands):
        if len(hands) == 2:
            win, tie = matchups.win[hands], matchups.tie[hands]
            return dict(zip(ORDERS_OF_TWO, (win, tie, 1 - win - tie), strict=True))
        ascending = sorted(range(3), key=lambda seat: hands[seat])
        row = orders[triple_number(*sorted(hands))] / UNIT
        return {
            tuple(place for _, place in sorted(zip(ascending, places, strict=True))): chance
            for places, chance in zip(ORDERS_OF_THREE, row[:13].tolist(), strict=True)
        }

    call = {pair: play.call[pair_number(*pair)] for pair in field.pairs}
    over = {triple: play.over[at] for at, triple in enumerate(field.triples)}
    given = matchups.pairs / matchups.pairs.sum(axis=1, keepdims=True)
    chips = [array.tolist() for array in (stacks, antes, blinds, payouts, bounties)]
    naive = naive_jam.Game(*chips, field.held, given, shown, play.jam, call, over, others)
    assert judged.values == pytest.approx(naive.first(0), abs=1e-10)
    assert judged.gains == pytest.approx(naive.gains(), abs=1e-10)
    for p in range(players - 1):
        folded = naive.first(p + 1)[p]
        worth = [naive.jammed(p, i, p + 1)[p] - folded for i in range(CLASSES)]
        assert judged.worth.jam[p] == pytest.approx(worth, abs=1e-10)


def test_the_last_places_go_by_the_stacks_before_the_hand():
    seats = JamSeats(*floats([4, 6, 6, 9], [0] * 4, [0, 0, 1, 2], [50, 30, 15, 5], [0] * 4))
    ends = ends_of(seats, 1)
    assert ends.pairs[0, 3, 2] == pytest.approx([5, *ends.pairs[0, 3, 2, 1:]])
    assert ends.pairs[0, 3, 2].sum() == pytest.approx(100)
    assert (ends.pairs[1, 2, 0, 2], ends.pairs[1, 2, 2, 1]) == (5, 5)


def test_places_of_many_players_at_other_tables():
    """Beyond some players prizes come by quadrature: the same within 1e-9."""
    payouts, others = np.zeros(14), np.linspace(3, 9, 11)
    payouts[:3] = 50, 30, 20
    ends = ends_of(JamSeats(*floats([4, 6, 9], [0] * 3, [0, 1, 2], payouts, [0] * 3, others)), 1)
    assert ends.walk == pytest.approx(icm_equities(np.array([4, 5, 10, *others]), payouts)[:3], abs=1e-8)
    assert ends.pairs[0, 2, 2, 0] == 0.0  # out before the prizes


@pytest.mark.parametrize(
    ("stacks", "payouts"), [((9, 21), (65, 35)), ((12, 12), (40, 10)), ((6, 14, 10), (77,)), ((8, 5, 11, 20), (100,))]
)
def test_chips_are_money_where_prizes_are_linear(stacks, payouts):
    chips, money = (solve_stacks(StacksRequest(stacks=stacks, payouts=prizes)) for prizes in ((), payouts))
    unit = (payouts[0] - (payouts[1] if len(payouts) > 1 else 0.0)) / sum(stacks)
    least = payouts[1] if len(payouts) > 1 else 0.0
    assert money.values == pytest.approx(chips.values * unit + least, abs=1e-5 * sum(payouts))
    assert money.judged.play.jam == pytest.approx(chips.judged.play.jam, abs=0.2)
    for p in range(len(stacks) - 1):
        assert money.jam(p).share == pytest.approx(chips.jam(p).share, abs=2e-3)


def test_two_equal_stacks_are_the_game_in_chips():
    answer = answer_json({"steelwheel_jam": 1, "stacks": [10, 10]})
    known = answer_json({"steelwheel_jam": 1, "stack": 10})
    assert answer["value"][0] - 10 == pytest.approx(known["value"], abs=1e-6)
    jam, (call,) = answer["positions"][0]["jam"], answer["positions"][1]["call"]
    assert (jam["share"], call["share"]) == pytest.approx((known["jam"]["share"], known["call"]["share"]), abs=1e-3)
    for name, row in known["classes"].items():
        assert jam["classes"][name]["ev_jam"] == pytest.approx(row["ev_jam"], abs=1e-3)
        assert call["classes"][name]["ev_call"] == pytest.approx(row["ev_call"], abs=1e-3)


@pytest.mark.parametrize("ante", [0.1, 0.3, 0.7, 1.1])
def test_stacks_that_are_equal_behind_the_ante_are_equal(ante):
    seats = StacksRequest(stacks=(10, 10 + ante), ante=ante, ante_by="big blind", payouts=(1,), bounties=(3, 4)).seats()
    after, won = settle_pots(seats, (0, 1), (0, 1))
    assert (after[1], won[0]) == (0, 4)


def test_the_big_blind_may_post_the_ante_for_all():
    seats = StacksRequest(stacks=(30, 20, 25), small_blind=1, big_blind=2, ante=3, ante_by="big blind").seats()
    assert seats.antes == pytest.approx([0, 0, 1.5])
    assert seats.blinds == pytest.approx([0, 0.5, 1])


def test_a_larger_bounty_is_called_more():
    shares = []
    for bounties in ((), (30, 0, 0)):
        answer = solve_stacks(StacksRequest(stacks=(6, 14, 10), payouts=(65, 35), bounties=bounties))
        shares.append(answer.call(0, 1).share)
    assert shares[1] > shares[0]


def test_two_may_call():
    request = CASES[1]["request"]
    answer = answer_json({**request, "calls": 2})
    assert answer["deviation"] <= 1e-6 * sum(request["payouts"])
    assert sum(answer["value"]) == pytest.approx(sum(request["payouts"]))
    assert answer["value"] == pytest.approx(CASES[1]["expected"]["value"], abs=0.01)
    assert [len(position["overcall"]) for position in answer["positions"]] == [0, 0, 1]
    (second,) = answer["positions"][2]["overcall"]
    assert (second["jammer"], second["caller"]) == (0, 1)
    assert second["share"] < answer["positions"][2]["call"][0]["share"]
    assert second["classes"]["AA"]["call"] == 1
    assert second["classes"]["AA"]["ev_call"] > 0 > second["classes"]["72o"]["ev_call"]


def test_two_calls_are_what_a_simulation_card_by_card_brings(pool):
    """Any play will do: classes above a share of all go all in, call, or call second."""
    stacks, antes, blinds = [6, 14, 10, 9], [1] * 4, [0, 0, 1, 2]
    payouts, bounties, names = [50, 30, 20, 0], [9, 0, 0, 5], class_names()
    field = JamField(
        ends_of(JamSeats(*floats(stacks, antes, blinds, payouts, bounties)), 2),
        class_matchups(),
        pool,
        showdown_table(),
    )
    strength = class_matchups().equity @ field.held

    def best(share):
        order = np.argsort(-strength)
        upto = np.cumsum(field.held[order]) <= share
        return np.isin(np.arange(len(names)), order[upto]).astype(np.float64)

    play = JamPlay(*(np.tile(best(share), (count, 1)) for share, count in ((0.5, 3), (0.6, 6), (0.4, 4))))
    call = {pair: play.call[pair_number(*pair)] for pair in field.pairs}
    over = {triple: play.over[at] for at, triple in enumerate(field.triples)}
    game = naive_jam.Game(stacks, antes, blinds, payouts, bounties, [], [], dict, play.jam, call, over)
    for value, (mean, error) in zip(field.judge(play).values, simulated(game, names, 12_000, 3), strict=True):
        assert error < 0.3
        assert value == pytest.approx(mean, abs=4 * error)


GOOD = {"steelwheel_jam": 1, "stacks": [10, 10, 10], "payouts": [2, 1]}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"stacks": [10]}, "stacks"), ({"stacks": [10] * 11}, "stacks"), ({"stacks": [10, "x", 3]}, "stacks[1]"),
        ({"stacks": [0, 10, 10]}, "stacks[0]"), ({"stacks": [10, 0.5, 10]}, "stacks[1]"),
        ({"stacks": [10, 5, 1]}, "stacks[2]"), ({"stacks": [10, 5, 2], "ante": 1, "ante_by": "big blind"}, "stacks[2]"),
        ({"stacks": [1001, 5, 2]}, "stacks[0]"), ({"stacks": None}, "stacks"), ({"ante_by": "nobody"}, "ante_by"),
        ({"payouts": [4, 3, 2, 1]}, "payouts"), ({"payouts": [-1]}, "payouts[0]"), ({"payouts": [0, 0]}, "payouts"),
        ({"others": [5, 0]}, "others[1]"), ({"others": 5}, "others"), ({"others": [5] * 991}, "others"),
        ({"payouts": [4, 3, 2, 1, 1], "others": [5]}, "payouts"), ({"bounties": [1, 2]}, "bounties"),
        ({"bounties": [1, 2, None]}, "bounties[2]"),
        ({"bounties": [1, 2, 3], "payouts": None}, "bounties"), ({"calls": 3}, "calls"), ({"calls": True}, "calls"),
        ({"small_blind": 2}, "small_blind"), ({"big_blind": 0}, "big_blind"), ({"stack": 10}, "stack"),
        ({"players": 3}, "players"), ({"steelwheel_jam": 2}, "steelwheel_jam"),
    ],
    ids=str,
)  # fmt: skip
def test_a_problem_names_its_field(changes, field):
    with pytest.raises(ScenarioError) as caught:
        answer_json({**GOOD, **changes})
    assert [problem.field for problem in caught.value.problems] == [field]


def test_a_request_is_read_as_it_is_written():
    request = StacksRequest(
        stacks=(10.0, 20.0), ante=0.5, ante_by="big blind", payouts=(3.0, 1.0), bounties=(1.0, 2.0), others=(4.0, 5.0)
    )  # fmt: skip
    assert read_stacks_request(request.to_json()) == request


def test_cancelling_ends_without_a_final_answer():
    cancel = CancelToken()
    values = []
    for snapshot in run_stacks(read_stacks_request(GOOD), cancel=cancel, every=0.0):
        values.append(snapshot)
        cancel.cancel()
    assert [snapshot.final for snapshot in values] == [False]
    assert 0 < values[0].progress < 1
    assert values[0].answer.deviation > 0
