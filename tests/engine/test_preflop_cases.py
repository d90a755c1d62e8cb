"""The cases of the pre-flop laboratory: decisions to 1e-9, the article's tables to all printed digits."""

import json
import math
from pathlib import Path

import pytest

from engine.preflop.decision import NOT_PLAYABLE
from engine.preflop.matchups import class_matchups
from engine.preflop.request import read_preflop_request
from engine.preflop.run import answer_json, solve_preflop
from engine.preflop.seats import read_seats_request, seat_table
from engine.ranges.holdem_hands import CLASSES, class_text

DATA = Path(__file__).parents[1] / "data"
LAB = json.loads((DATA / "preflop_lab.json").read_text(encoding="utf-8"))
ARTICLE = json.loads((DATA / "preflop.json").read_text(encoding="utf-8"))
EXACT = 1e-9


@pytest.mark.parametrize("case", LAB["decision"], ids=lambda case: case["id"])
def test_decisions(case):
    answer = answer_json(case["request"])
    assert answer["method"] == "exact"
    actions = {action["action"]: action for action in answer["actions"]}
    assert set(actions) == {"fold", *case["expected"]}
    for name, expected in case["expected"].items():
        values = actions[name]
        assert values["stderr"] == 0.0
        for key in ("ev", "p_no_flop"):
            assert values[key] == pytest.approx(expected[key], abs=EXACT)
        assert len(values["sets"]) == len(expected["sets"])
        for row, right in zip(values["sets"], expected["sets"], strict=True):
            assert row["opponents"] == right["opponents"]
            for key in ("p", "equity", "bettable"):
                assert row[key] == pytest.approx(right[key], abs=EXACT)
        assert math.fsum(values["flops"]["raw"]) == pytest.approx(1.0)
    best = max(case["expected"].values(), key=lambda action: action["ev"])
    evs = {name: action["ev"] for name, action in actions.items()}
    assert evs[answer["best"]] == pytest.approx(max(best["ev"], 0.0), abs=EXACT)


def test_22_is_ahead_of_aks_and_yet_aks_is_the_better_hand_to_see_a_flop_with():
    names = [class_text(*class_) for class_ in CLASSES]
    equity = class_matchups().equity[names.index("22"), names.index("AKs")]
    rows = {row["hands"]: row for row in ARTICLE["twos_vs_ak_suited"]["rows"]}
    assert equity == pytest.approx(rows["22 vs AKs average"]["equity"], abs=1e-12)
    assert equity > 0.5
    better, worse = (solve_preflop(read_preflop_request(case["request"])).actions[1] for case in LAB["decision"][:2])
    assert better.ev > worse.ev
    assert better.playable > 3 * worse.playable


@pytest.mark.parametrize(("key", "blinds"), [("one_chip_zero_blind", (0, 0)), ("one_chip_with_blinds", (0.5, 1))])
def test_the_first_bet_of_the_article(key, blinds):
    table = ARTICLE[key]
    request = {"players": 10, "small_blind": blinds[0], "big_blind": blinds[1], "bet": 1}
    rows = seat_table(read_seats_request(request)).rows
    for row, right in zip(rows, table["rows"], strict=True):
        assert (row.seat, row.behind) == (right["seat"], right["players_behind"])
        assert row.share == pytest.approx(right["exact"], abs=1e-12)
        assert round(100 * row.share) == right["published_percent"]
        if right["required_win"] is not None and row.behind:
            assert row.q == pytest.approx(right["required_win"], abs=1e-12)


def test_the_call_of_the_article_is_its_rule_of_thumb():
    request = {"players": 10, "small_blind": 0.5, "big_blind": 1, "bet": 1}
    rows = {row.seat: row for row in seat_table(read_seats_request(request)).rows}
    for right in ARTICLE["call_first_bet_stake_2_5"]["rows"]:
        call = rows[right["opener"]].call
        assert call.q == pytest.approx(right["required_win"], abs=1e-12)
        assert 100 * call.rule_of_thumb == pytest.approx(right["call_exact_percent"], abs=1e-9)
    assert rows["SB"].call.q == 0.0  # the big blind has put in the bet
    assert rows["BB"].call is None


def test_a_call_for_the_blinds_is_the_first_one_of_the_article():
    """The stake of 1 1/2: 6 and 6.6 %."""
    request = {"players": 10, "small_blind": 0.5, "big_blind": 1, "bet": 1, "call_for_blinds": True}
    rows = {row.seat: row for row in seat_table(read_seats_request(request)).rows}
    for right in ARTICLE["call_first_bet_stake_1_5"]["rows"]:
        call = rows[right["opener"]].call
        assert call.q == pytest.approx(right["required_win"], abs=1e-12)
        assert 100 * call.rule_of_thumb == pytest.approx(right["call_exact_percent"], abs=1e-9)


def test_players_behind_a_caller_count():
    """The more may call behind, the fewer hands call; without any nothing changes."""
    request = {"players": 10, "small_blind": 0.5, "big_blind": 1, "bet": 1}
    alone, behind = (
        [row.call for row in seat_table(read_seats_request(request | {"callers_behind": value})).rows]
        for value in (False, True)
    )
    assert alone == [row.call for row in seat_table(read_seats_request(request)).rows]
    assert alone[0].share > 0.6
    assert behind[-2] == alone[-2]  # the big blind calls the small one
    for call, other in zip(behind[:-2], alone[:-2], strict=True):
        assert call.share < other.share
        assert call.q == other.q
    assert behind[0].share < 0.15
    assert [call.share for call in behind[:-2]] == sorted(call.share for call in behind[:-2])


@pytest.mark.parametrize("check", ARTICLE["general_checks"], ids=str)
def test_any_number_of_players_behind(check):
    n, q = check["players_behind"], check["required_win"]
    pot = (1 - q) / q  # one chip at risk
    rows = seat_table(read_seats_request({"players": n + 1, "ante": pot / (n + 1), "bet": 1})).rows
    assert rows[0].q == pytest.approx(q, abs=1e-12)
    assert rows[0].share == pytest.approx(check["exact"], abs=1e-12)


def test_what_counts_as_nothing_is_not_playable():
    assert NOT_PLAYABLE == 1e-12
