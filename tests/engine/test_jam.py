"""Jam or fold against the published equilibria, and the equilibria against best responses worked out anew."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.cards import COMBO_MASKS
from engine.equity.holdem.headsup import enumerate_matchup
from engine.equity.workers import CancelToken
from engine.preflop import jam as jam_module
from engine.preflop.jam import JamRequest, joined_spans, read_jam_request, run_jam, solve_jam
from engine.preflop.jam_game import JamGame, RegretMatching, ring_seats, solve_game
from engine.preflop.matchups import class_matchups
from engine.preflop.run import answer_json
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import CLASSES, class_combos, class_of_combo, class_text
from engine.scenario import ScenarioError

CASES = json.loads((Path(__file__).parents[1] / "data" / "preflop_lab.json").read_text(encoding="utf-8"))["jam"]
NAMES = [class_text(*class_) for class_ in CLASSES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['stack']}-{case['ante']}")
def test_published_equilibria(case):
    request = {key: case[key] for key in ("stack", "small_blind", "big_blind", "ante")}
    answer = answer_json({"steelwheel_jam": 1, **request})
    assert answer["method"] == "exact"
    assert answer["value"] == pytest.approx(case["value"], abs=1e-6)
    assert answer["exploitability"] <= 1e-6
    assert answer["jam"]["share"] == pytest.approx(case["jam"], abs=2e-3)
    assert answer["call"]["share"] == pytest.approx(case["call"], abs=2e-3)


@pytest.mark.parametrize(("stack", "ante"), [(1.5, 0.0), (3.3, 0.25), (12.7, 0.0), (50.0, 0.0), (1000.0, 0.0)])
def test_nobody_gains_by_a_best_response(stack, ante):
    """The gains anew from all pairs of classes, payoff by payoff."""
    answer = solve_jam(JamRequest(stack=stack, ante=ante))
    jam, call = (np.array(list(played.frequencies.values())) for played in (answer.jam, answer.call))
    matchups = class_matchups()
    dealt = matchups.pairs / matchups.pairs.sum()
    fold, steal, showdown = -(0.5 + ante), 1.0 + ante, (2 * matchups.equity - 1) * stack
    jammed = dealt * (steal * (1 - call) + showdown * call)
    ev_jam, ev_fold = jammed.sum(axis=1), fold * dealt.sum(axis=1)
    value = float(jam @ ev_jam + (1 - jam) @ ev_fold)
    best = float(np.maximum(ev_jam, ev_fold).sum())
    ev_call, ev_let = (jam[:, None] * dealt * -showdown).sum(axis=0), (jam[:, None] * dealt * -steal).sum(axis=0)
    folded = float((1 - jam) @ dealt.sum(axis=1)) * -fold
    other = float(np.maximum(ev_call, ev_let).sum()) + folded
    assert answer.value == pytest.approx(value, abs=1e-12)
    assert best - value + other + value == pytest.approx(answer.exploitability, abs=1e-12)
    assert answer.exploitability <= 1e-6
    reach = (jam[:, None] * dealt).sum(axis=0)
    for i, row in enumerate(answer.classes.values()):
        assert row.ev_jam == pytest.approx((ev_jam[i] - ev_fold[i]) / dealt[i].sum(), abs=1e-12)
        if reach[i] > 0:
            assert row.ev_call == pytest.approx((ev_call[i] - ev_let[i]) / reach[i], abs=1e-9)


def test_the_texts_are_the_frequencies():
    answer = solve_jam(JamRequest(stack=10))
    owner, sizes = class_of_combo()
    for played in (answer.jam, answer.call):
        weights = parse_range(played.text).weights
        frequencies = np.array(list(played.frequencies.values()))
        assert weights == pytest.approx(frequencies[owner], abs=0.5e-3)  # written in thousandths
        assert played.share == pytest.approx(float(frequencies @ sizes) / 1326, abs=1e-12)


def test_what_a_solution_nearly_always_or_never_does_is_written_so():
    frequencies = np.zeros(len(NAMES))
    for name, value in (("AA", 0.9999), ("KK", 0.99951), ("QQ", 0.0004), ("JJ", 1e-9), ("TT", 0.25049)):
        frequencies[NAMES.index(name)] = value
    played = jam_module.PositionPlay.of(frequencies)
    assert played.text == "KK+, TT:0.25"
    assert played.frequencies["AA"] == 0.9999


def test_class_matchups_are_means_over_disjoint_combos():
    matchups = class_matchups()
    for one, other in (("AA", "AKs"), ("22", "22"), ("72o", "T9s")):
        i, j = NAMES.index(one), NAMES.index(other)
        result, pairs = np.zeros(2), 0
        for h in class_combos(*CLASSES[i])[:2]:
            for u in class_combos(*CLASSES[j]):
                if not COMBO_MASKS[h] & COMBO_MASKS[u]:
                    result += enumerate_matchup(np.array([h, u], dtype=np.int16))[0][0] / 1_712_304
                    pairs += 1
        assert (matchups.win[i, j], matchups.tie[i, j]) == pytest.approx(tuple(result / pairs), abs=1e-12)
    assert matchups.pairs.sum() == 1326 * 1225
    assert len(matchups.csv().splitlines()) == 1 + 169 * 169


def test_regret_matching_alone_comes_near_an_equilibrium():
    rng = np.random.default_rng(3)
    for _ in range(5):
        held = np.full(12, 1 / 12)
        game = JamGame(rng.normal(size=12) / 12, rng.normal(size=(12, 12)) / 12, held, held)
        matching = RegretMatching(game, np.ones(12), np.ones(12))
        matching.play(1000)
        near = game.exploitability(*matching.mean())
        *_, result = solve_game(game)
        assert 0 <= result.exploitability <= min(near + 1e-12, 1e-6)


def test_a_big_blind_in_chips_scales_everything():
    small, large = solve_jam(JamRequest(stack=7)), solve_jam(
        JamRequest(stack=1400, small_blind=100, big_blind=200)
    )  # fmt: skip
    assert large.value == pytest.approx(small.value, abs=1e-9)
    assert large.jam.share == pytest.approx(small.jam.share, abs=1e-9)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({}, "stack"), ({"stack": 0.9}, "stack"), ({"stack": 1.05, "ante": 0.1}, "stack"), ({"stack": 2000}, "stack"),
        ({"stack": 10, "players": 1}, "players"), ({"stack": 10, "players": 11}, "players"),
        ({"stack": 10, "small_blind": 2}, "small_blind"), ({"stack": 10, "big_blind": 0}, "big_blind"),
        ({"stack": 10, "critical": True}, "stack"), ({"critical": True, "players": 3}, "players"),
        ({"stack": 10, "rake": 1}, "rake"), ({"stack": "10"}, "stack"),
        ({"steelwheel_jam": 3, "stack": 10}, "steelwheel_jam"),
    ],
    ids=str,
)  # fmt: skip
def test_a_problem_names_its_field(changes, field):
    with pytest.raises(ScenarioError) as caught:
        read_jam_request({"steelwheel_jam": 1, **changes})
    assert [problem.field for problem in caught.value.problems] == [field]


def test_three_players_first_in():
    answer = solve_jam(JamRequest(stack=10, players=3))
    assert answer.exploitability <= 1e-5
    first, last = answer.positions
    assert [seat.seat for seat in answer.positions] == ["BTN", "SB"]
    assert [name for name, _ in first.calls] == ["SB", "BB"]
    two = solve_jam(JamRequest(stack=10))
    assert last.jam.share == pytest.approx(two.jam.share, abs=2e-3)
    assert first.jam.share < last.jam.share
    assert first.ev_jam["AA"] > 1.5  # more than the blinds: a caller pays


def test_a_ring_of_two_is_the_game_of_two():
    (seat,) = ring_seats(2, 10.0, 0.5, 1.0, 0.0, class_matchups())
    two = solve_jam(JamRequest(stack=10))
    jam, call = (np.array(list(played.frequencies.values())) for played in (two.jam, two.call))
    gains = [row.ev_jam for row in two.classes.values()]
    assert seat.jam_gain([call]) == pytest.approx(gains, abs=1e-12)
    assert seat.exploitability(jam, [call]) == pytest.approx(0.0, abs=1e-9)


@pytest.fixture(scope="module")
def critical():
    return solve_jam(JamRequest(critical=True))


PUBLISHED = """
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  19.9 19.3
20+  20+  20+  20+  20+  20+  20+  20+  20+  20+  16.3 13.5 12.7
20+  20+  20+  20+  20+  20+  20+  20+  18.6 14.7 13.5 10.6 8.5
20+  20+  20+  20+  20+  20+  20+  20+  20+  11.9 10.5 7.7  6.5
20+  20+  20+  20+  20+  20+  20+  20+  20+  14.4 6.9  4.9  3.7
20+  18.0 13.0 13.3 17.5 20+  20+  20+  20+  18.8 10.1 2.7  2.5
20+  16.1 10.3 8.5  9.0  10.8 14.7 20+  20+  20+  13.9 2.5  2.1
20+  15.1 9.6  6.5  5.7  5.2  7.0  10.7 20+  20+  16.3 7.1  2.0
20+  14.2 8.9  6.0  4.1  3.5  3.0  2.6  2.4  20+  20+  12.9 2.0
20+  13.1 7.9  5.4  3.8  2.7  2.3  2.1  2.0  2.1  20+  10.0 1.8
20+  12.2 7.5  5.0  3.4  2.5  1.9  1.8  1.7  1.8  1.6  20+  1.7
20+  11.6 7.0  4.6  2.9  2.2  1.8  1.6  1.5  1.5  1.4  1.4  20+
"""
"""The largest stack with which each hand is jammed heads-up, as the charts have it: suited hands above the diagonal."""
PUBLISHED_GAPS = {"63s": (2.3, 5.1, 7.1), "53s": (2.4, 3.8, 12.9), "43s": (2.2, 4.9, 10.0)}
"""Where the jams of a hand end, begin again and end at last."""


@pytest.mark.slow
def test_critical_stacks_are_those_of_the_published_charts(critical):
    """Q4o mixes round 8 big blinds, where its frequency crosses one half more than once."""
    ranks, agreed = "AKQJT98765432", 0
    for i, line in enumerate(PUBLISHED.split("\n")[1:-1]):
        for j, text in enumerate(line.split()):
            name = f"{ranks[i]}{ranks[j]}s" if i < j else f"{ranks[j]}{ranks[i]}o" if i > j else 2 * ranks[i]
            ends = [min(high, 20.0) for low, high in critical.jam[name] if low <= 20.0]
            away = [abs(end - float(text.rstrip("+"))) for end in ends]
            assert min(away) <= 0.1 + 1e-9, name
            agreed += away[-1] <= 0.1 + 1e-9
    assert agreed == 168
    for name, (first, again, last) in PUBLISHED_GAPS.items():
        spans = critical.jam[name]
        assert (spans[0][1], spans[1][0], spans[-1][1]) == pytest.approx((first, again, last), abs=0.1 + 1e-9), name
    assert critical.call["Q2o"][-1][1] == pytest.approx(5.6, abs=0.1 + 1e-9)


@pytest.mark.slow
def test_hands_that_mix_are_told_from_gaps(critical):
    assert critical.jam_mixes["Q4o"] == ((8.0, 8.3),)
    assert joined_spans(critical.jam["43s"], critical.jam_mixes["43s"]) == ((1.0, 2.2), (4.9, 7.8), (8.6, 10.0))
    assert joined_spans(critical.jam["T2s"], critical.jam_mixes["T2s"]) == ((1.0, 6.5),)
    for name in PUBLISHED_GAPS:
        assert len(joined_spans(critical.jam[name], critical.jam_mixes.get(name, ()))) > 1, name
    assert "AA" not in critical.jam_mixes
    assert critical.to_json()["mixes"]["call"]["KTo"] == [[23.2, 23.4]]


@pytest.mark.parametrize("players", [3, 4, pytest.param(10, marks=pytest.mark.slow)])
def test_the_exploitability_of_a_ring_is_that_of_best_responses(players):
    """The gains of every seat's jam and of every call of it anew, class by class."""
    answer = solve_jam(JamRequest(stack=8, players=players, ante=0.1))
    matchups = class_matchups()
    given = matchups.pairs / matchups.pairs.sum(axis=1, keepdims=True)
    held = matchups.pairs.sum(axis=1) / matchups.pairs.sum()
    posts = [0.0] * (players - 2) + [0.5, 1.0]
    dead, result = sum(posts) + 0.1 * players, 0.0
    for at, seat in enumerate(answer.positions):
        jam = np.array(list(seat.jam.frequencies.values()))
        alone, gain = np.ones(len(held)), np.zeros(len(held))
        for behind, (_, called) in enumerate(seat.calls, at + 1):
            call = np.array(list(called.frequencies.values()))
            pot = 16 + dead - posts[at] - posts[behind] - 0.2
            gain += alone * ((given * (matchups.equity * pot - 8 + posts[at] + 0.1)) @ call)
            alone *= 1 - given @ call
            won = (1 - matchups.equity) * pot - 8 + posts[behind] + 0.1
            worth = ((held * jam)[:, None] * given * won).sum(axis=0)
            result += float(np.maximum(worth, 0).sum() - call @ worth)
        gain += alone * dead
        assert list(seat.ev_jam.values()) == pytest.approx(gain, abs=1e-9)
        result += float(np.maximum(held * gain, 0).sum() - jam @ (held * gain))
    assert result == pytest.approx(answer.exploitability, abs=1e-9)
    assert result <= 1e-6 * players


@pytest.mark.slow
def test_critical_stacks_are_those_of_single_games(critical):
    answer = critical
    assert answer.exploitability <= 1e-6
    assert (answer.stacks[0], answer.stacks[-1], len(answer.stacks)) == (1.0, 25.0, 241)
    assert answer.jam["AA"] == answer.call["AA"] == ((1.0, 25.0),)
    assert len(answer.jam["43s"]) > 1  # with gaps
    for stack in (2.0, 8.2, 10.0, 17.3):
        single = solve_jam(JamRequest(stack=stack))
        for name, row in single.classes.items():
            for spans, frequency in ((answer.jam[name], row.jam), (answer.call[name], row.call)):
                inside = any(low <= stack <= high for low, high in spans)
                assert inside == (frequency >= 0.5), (stack, name)


def test_cancelling_ends_without_an_answer():
    cancel = CancelToken()
    values = []
    for snapshot in run_jam(JamRequest(critical=True), cancel=cancel, every=0.0):
        values.append(snapshot)
        cancel.cancel()
    assert not any(snapshot.final for snapshot in values)
