"""Questions about tables, against an independent program, every deal one by one, and sums of probabilities."""

import json
import math
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import solve
from engine.equity.holdem.symmetry import SuitGroup, group_keeping
from engine.equity.workers import CancelToken
from engine.kernels.questions.razz import deal_cards
from engine.questions import holdem_table, results
from engine.questions.answer import TableQuestion, answer_json, answer_steps, question_of_words, solve_question
from engine.scenario import ScenarioError
from engine.table.one_line import line_value, parse_line
from tests.reference import naive_ask as naive

CASES = json.loads((Path(__file__).parents[1] / "data" / "ask.json").read_text(encoding="utf-8"))
FLOP = "AhKh v QQ,JTs | Kd7h2h"
TURN = "AhKh,AsQd@50 v 9s9d,JhTh v 8s8c | Kd7h2h9c"
RAZZ = "razz | A23478 v A456TJ"


def ask(line: str, event: str, given: str = "", by: str = "", **more: Any) -> dict[str, Any]:
    request = {"steelwheel_ask": 1, "table": line, "event": event, "given": given, "by": by, **more}
    return answer_json(request)


def with_run(line: str, event: str, given: str = "", by: str = "", **run: Any) -> dict[str, Any]:
    table = {**line_value(line), "run": run}
    return answer_json({"steelwheel_ask": 1, "table": table, "event": event, "given": given, "by": by})


def sampled(line: str, event: str, given: str = "", by: str = "", trials: int = 200_000) -> dict[str, Any]:
    return with_run(line, event, given, by, method="sampled", max_trials=trials)


def same(seats: list[dict[str, Any]], expected: list[float | None] | None, error: float) -> None:
    if expected is None:
        assert all(seat["equity"] is None for seat in seats)
        return
    for seat, value in zip(seats, expected, strict=True):
        assert seat["equity"] is None if value is None else seat["equity"] == pytest.approx(value, abs=error)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['line']}: {case['event']}")
def test_independent_program_agrees(case: dict[str, Any]) -> None:
    result, expected = ask(case["line"], case["event"], case["given"], case["by"]), case["expected"]
    assert result["method"] == result["equity_method"] == "exact"
    assert result["probability"] == pytest.approx(expected["probability"], abs=1e-12)
    assert result["given_probability"] == pytest.approx(expected["given_probability"], abs=1e-12)
    same(result["seats"], expected["equity"], 1e-12)
    rows = {row["value"]: row for row in result["by"]}
    assert rows.keys() == (expected["by"] or {}).keys()
    for value, row in rows.items():
        assert row["probability"] == pytest.approx(expected["by"][value]["probability"], abs=1e-12)
        assert row["equity"] == pytest.approx(expected["by"][value]["equity"], abs=1e-12)


HOLDEM_EVENTS = [
    ("1 river top pair/K or 2 turn flush draw", lambda d: naive.holdem_has(d, 0, 5, "top pair/K") or
        naive.holdem_has(d, 1, 4, "flush draw")),
    ("not 3 loses and 1 turn second pair+", lambda d: naive.standing(naive.holdem_order(d, (0, 1, 2), 5), 2) != "beaten"
        and naive.holdem_has(d, 0, 4, "second pair+")),
    ("2 ahead turn and (1 wins or 1 ties)", lambda d: naive.standing(naive.holdem_order(d, (0, 1, 2), 4), 1) == "best"
        and naive.standing(naive.holdem_order(d, (0, 1, 2), 5), 0) != "beaten"),
    ("1 behind flop and 2 has JTs", lambda d: naive.standing(naive.holdem_order(d, (0, 1, 2), 3), 0) == "beaten"
        and {card[0] for card in d["hands"][1]} == {"J", "T"}),
    ("any turn set and not all river low pair+", lambda d: any(naive.holdem_has(d, seat, 4, "set") for seat in range(3))
        and not all(naive.holdem_has(d, seat, 5, "low pair+") for seat in range(3))),
    ("2 beats 3 and not 1 beats 3 turn", lambda d: naive.beats(naive.holdem_order(d, (0, 1, 2), 5), 1, 2)
        and not naive.beats(naive.holdem_order(d, (0, 1, 2), 4), 0, 2)),
    ("river pairs and not turn pairs", lambda d: d["board"][4][0] in [card[0] for card in d["board"][:4]]
        and d["board"][3][0] not in [card[0] for card in d["board"][:3]]),
    ("board river paired or river [2-4]", lambda d: naive.paired(d["board"]) or d["board"][4][0] in "234"),
    ("board river connected and not river h", lambda d: naive.connected(d["board"]) and d["board"][4][1] != "h"),
    ("board river two-tone or board flop rainbow or board turn A",
        lambda d: len({card[1] for card in d["board"]}) == 2 or len({card[1] for card in d["board"][:3]}) == 3),
]  # fmt: skip


@pytest.mark.parametrize(("event", "holds"), HOLDEM_EVENTS, ids=[event for event, _ in HOLDEM_EVENTS])
def test_every_deal_of_a_turn(event: str, holds: Any) -> None:
    ranges = [{("Ah", "Kh"): 1.0, ("As", "Qd"): 0.5}, {("9s", "9d"): 1.0, ("Jh", "Th"): 1.0}, {("8s", "8c"): 1.0}]
    expected = naive.answer(
        naive.holdem_deals(ranges, ["Kd", "7h", "2h", "9c"], []),
        (0, 1, 2),
        lambda deal: naive.holdem_order(deal, (0, 1, 2), 5),
        holds,
        lambda deal: deal["board"][4] != "Kc",
    )
    result = ask(TURN, event, "not river Kc")
    assert (result["probability"], result["given_probability"]) == pytest.approx(expected[:2], abs=1e-12)
    same(result["seats"], expected[2] or None, 1e-12)


RAZZ_EVENTS = [
    ("1 seventh pairs and 2 seventh low 8", lambda d: d["hands"][0][6] in d["hands"][0][:6] and naive.low(d, 1, 7, 7)),
    ("2 seventh [9-K] or 1 ties", lambda d: d["hands"][1][6] >= 8 or
        naive.standing(naive.razz_order(d, (0, 1), 7), 0) == "shared"),
    ("1 ahead sixth and 2 wins", lambda d: naive.standing(naive.razz_order(d, (0, 1), 6), 0) == "best" and
        naive.standing(naive.razz_order(d, (0, 1), 7), 1) == "best"),
    ("any seventh pairs and not all seventh low T", lambda d: any(hand[6] in hand[:6] for hand in d["hands"])
        and not all(naive.low(d, seat, 7, 9) for seat in range(2))),
    ("1 fifth low 7 and not 2 loses", lambda d: naive.low(d, 0, 5, 6) and
        naive.standing(naive.razz_order(d, (0, 1), 7), 1) != "beaten"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "holds"), RAZZ_EVENTS, ids=[event for event, _ in RAZZ_EVENTS])
def test_every_deal_of_the_last_cards(event: str, holds: Any) -> None:
    seats = [[0, 1, 2, 3, 6, 7], [0, 3, 4, 5, 9, 10]]
    order = naive.razz_order
    expected = naive.answer(
        naive.razz_deals(seats, [1, 1]), (0, 1), lambda d: order(d, (0, 1), 7), holds, lambda d: d["hands"][0][6] != 12
    )
    result = ask(f"{RAZZ} | dead 22", event, "not 1 seventh K")
    assert (result["probability"], result["given_probability"]) == pytest.approx(expected[:2], abs=1e-12)
    same(result["seats"], expected[2] or None, 1e-12)


def test_one_of_three_razz_seats_against_another() -> None:
    seats = [[0, 1, 2, 3, 6, 7], [0, 3, 4, 5, 9, 10], [1, 2, 4, 5, 8, 12]]
    active, order = (0, 1, 2), naive.razz_order
    expected = naive.answer(
        naive.razz_deals(seats, []), active, lambda d: order(d, active, 7),
        lambda d: naive.beats(order(d, active, 7), 1, 2) and not naive.beats(order(d, active, 6), 0, 2),
        lambda d: naive.beats(order(d, active, 7), 2, 0) or d["hands"][0][6] > 5,
    )  # fmt: skip
    line = "razz | A23478 v A456TJ v 23569K"
    result = ask(line, "2 beats 3 and not 1 beats 3 sixth", "3 beats 1 or 1 seventh [7-K]")
    assert (result["probability"], result["given_probability"]) == pytest.approx(expected[:2], abs=1e-12)
    same(result["seats"], expected[2] or None, 1e-12)


def test_only_board_ranks_pair_the_board() -> None:
    for answered in (ask(FLOP, "turn pairs", "", "turn rank"), sampled(FLOP, "turn pairs", "", "turn rank")):
        assert [row["value"] for row in answered["by"]] == ["2", "7", "K"]
        assert sum(row["probability"] for row in answered["by"]) == pytest.approx(1, abs=1e-12)


def test_down_cards_are_a_set() -> None:
    line = "razz | (8-8-)3 v K"
    both = ask(line, "1 has (2-A)")["probability"] + ask(line, "not 1 has A2")["probability"]
    assert both == pytest.approx(1, abs=1e-12)
    assert ask("razz | (3-3-)4", "1 has A2")["probability"] == pytest.approx(1 / 3, abs=1e-12)
    assert ask("razz | A3-4", "1 has A2")["probability"] == pytest.approx(4 / (3 + 4 + 4), abs=1e-12)


@pytest.mark.parametrize("line", [FLOP, TURN, RAZZ])
def test_probabilities_add_up(line: str) -> None:
    one, other = ("1 wins", "2 seventh [2-9]") if line == RAZZ else ("1 wins", "board river paired")
    both, rest = (ask(line, f"{one} and {other}"), ask(line, f"{one} and not ({other})"))
    assert both["probability"] + rest["probability"] == pytest.approx(ask(line, one)["probability"], abs=1e-12)


@pytest.mark.parametrize(
    ("line", "event", "given"),
    [
        (FLOP, "1 wins", "turn [2-T]"),
        (TURN, "1 ahead turn and not 1 loses", ""),
        (RAZZ, "1 wins", "not 2 seventh pairs"),
    ],
)
def test_samples_agree(line: str, event: str, given: str) -> None:
    exact, sample = ask(line, event, given), sampled(line, event, given)
    assert sample["method"] == "sampled"
    assert abs(sample["probability"] - exact["probability"]) < 5 * sample["stderr"]
    for seat, value in zip(sample["seats"], exact["seats"], strict=True):
        assert abs(seat["equity"] - value["equity"]) <= 5 * seat["stderr"]


PARTIAL_EVENTS = [
    ("1 wins", "", lambda d: naive.standing(naive.holdem_order(d, (0, 1), 5), 0) == "best", None),
    ("board flop K and not 2 flop set", "", lambda d: "K" in [card[0] for card in d["board"][:3]]
        and not naive.holdem_has(d, 1, 3, "set"), None),
    ("1 behind flop and 1 turn two pair+", "not river h", lambda d: naive.standing(naive.holdem_order(d, (0, 1), 3), 0)
        == "beaten" and naive.holdem_has(d, 0, 4, "two pair+"), lambda d: d["board"][4][1] != "h"),
    ("turn [TK] or 2 has KsKd", "", lambda d: d["board"][3][0] in "TK" or set(d["hands"][1]) == {"Ks", "Kd"}, None),
]  # fmt: skip


@pytest.mark.parametrize("board", [["Kh", "Kc"], ["Kh", "2c"], ["Th"]])
@pytest.mark.parametrize(("event", "given", "holds", "condition"), PARTIAL_EVENTS, ids=[e[0] for e in PARTIAL_EVENTS])
def test_incomplete_flop_is_completed(event: str, given: str, holds: Any, condition: Any, board: list[str]) -> None:
    seats = [[("Ah", "Ad")], [("Ks", "Kd"), ("Ts", "9s"), ("9s", "9d")]]
    used = {*board, "Ah", "Ad", "Ks", "Kd", "Ts", "9s", "9d"}
    spare = ["4h", "7d", "Kc"] if len(board) == 1 else ["2s", "4h", "Tc", "7d", "Kh", "Kc"]
    dead = [card for card in naive.DECK if card not in used and card not in spare]
    expected = naive.answer(
        naive.holdem_deals([dict.fromkeys(hands, 1.0) for hands in seats], board, dead), (0, 1),
        lambda deal: naive.holdem_order(deal, (0, 1), 5), holds, condition or (lambda _: True),
    )  # fmt: skip
    line = f"AhAd v KsKd,Ts9s,9s9d | {''.join(board)} | dead {''.join(dead)}"
    result = ask(line, event, given)
    assert result["method"] == result["equity_method"] == "exact"
    assert (result["probability"], result["given_probability"]) == pytest.approx(expected[:2], abs=1e-12)
    same(result["seats"], expected[2] or None, 1e-12)
    sample = sampled(line, event, given, trials=20_000)
    assert abs(sample["probability"] - expected[0]) < 5 * sample["stderr"]


@pytest.mark.parametrize(
    ("line", "event", "probability"),
    [
        ("AhAd v KsKd | KhKc", "1 wins", 0.0029644268774703555),
        ("AhAd v KsKd | KhKc", "board flop K", 1.0),
        ("AhAd v KsKd | Kh", "1 wins", 0.190604),
        ("AhAd v KsKd | Kh2c", "1 loses", 0.8618577075098814),
        ("77", "1 has 7h7d", 1 / 6),
        ("77", "1 flop set", 2 * math.comb(12, 2) * 16 / math.comb(50, 3)),
        ("random v random", "board flop monotone", 4 * math.comb(13, 3) / 22_100),
        ("77 v random v random v fold random", "1 has 7h7d or 1 has 7s7c", 1 / 3),
        ("random v random", "2 has AA", 6 / 1326),
        ("random", "turn h", 0.25),
    ],
)
def test_events_of_few_cards_are_exact(line: str, event: str, probability: float) -> None:
    result = ask(line, event)
    assert result["method"] == "exact"
    assert result["probability"] == pytest.approx(probability, abs=1e-6)


@pytest.mark.parametrize("line", ["77 v random | Ks7h", "7h7d v random | Ks2h", "22 v AKs", "random v random"])
def test_equities_are_those_of_the_main_result(line: str) -> None:
    """On two cards of a flop, and before the flop, where the table of matchups has them."""
    estimate = solve(parse_line(line)).seats[0].estimate
    assert estimate is not None
    result = ask(line, "1 wins or not 1 wins")
    assert result["equity_method"] == "exact"
    assert result["seats"][0]["equity"] == pytest.approx(estimate.equity, abs=1e-9)
    assert ask(line, "1 wins")["probability"] == pytest.approx(estimate.win, abs=1e-9)
    assert ask(line, "1 ties", "not 1 loses")["given_probability"] == pytest.approx(1 - estimate.lose, abs=1e-9)


LITTLE_DECK = "dead 2c2d3s3h4c4d5s5h6c6d8s8hJsJh"
PARTS = [
    ("QQ v AK@50, 77 v random", "1 flop set or 2 has AK", "", "1 flop hand"),
    ("random v AK@50, QQ v fold 77, QJ", "2 turn top pair+ and not board flop paired", "2 has AK", "turn rank"),
    ("QQ v 77, 98 v random", "1 turn set and turn h", "", "turn rank"),
    ("random v random v 77, AA", "board flop monotone", "3 has 7h7c", ""),
]


@pytest.mark.parametrize(("line", "event", "given", "by"), PARTS)
def test_exact_probability_with_sampled_equities(
    line: str, event: str, given: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compared with a sum over all seats and complete boards."""
    line = f"{line} | Ks7d | {LITTLE_DECK}"
    monkeypatch.setattr(results, "AUTO_BUDGET", 0.0)
    part = ask(line, event, given, by)
    whole = with_run(line, event, given, by, method="sampled", max_trials=1 << 20)
    assert (part["method"], part["equity_method"]) == ("exact", "sampled")
    assert part["stderr"] == part["given_stderr"] == 0.0
    for key, error in (("probability", "stderr"), ("given_probability", "given_stderr")):
        assert abs(part[key] - whole[key]) <= 5 * whole[error]
    for seat, other in zip(part["seats"], whole["seats"], strict=True):
        if other["equity"] is not None:
            assert 0 < seat["stderr"] < 0.003
            assert abs(seat["equity"] - other["equity"]) < 5 * math.hypot(seat["stderr"], other["stderr"])
    rows = {row["value"]: row for row in whole["by"]}
    for row in part["by"]:
        other = rows.get(row["value"])
        assert other is None or abs(row["probability"] - other["probability"]) < 5 * other["stderr"]


SUIT_QUESTIONS = [
    ("22+, A2s+ v KQ,JTs | Ks7s", "1 flop set or 2 turn flush draw", "", "turn rank"),
    ("AhKh, QQ v JTs, 88 | 2h", "1 flop flush draw and not turn h", "2 has JsTs, 88", ""),
    ("99 v QQ", "1 flop set", "", ""),
    ("22+, A2s+ v KQ,JTs | Ks7s2s", "river h and 1 wins", "1 has A2s+", "2 river hand"),
]


@pytest.mark.parametrize(("line", "event", "given", "by"), SUIT_QUESTIONS)
def test_suit_symmetry_does_not_change_the_answer(
    line: str, event: str, given: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ask(line, event, given, by)

    def no_symmetry(*_: Any) -> SuitGroup:
        return group_keeping([[0], [1], [2]], ())

    monkeypatch.setattr(holdem_table, "group_keeping", no_symmetry)
    every = ask(line, event, given, by)
    assert few["method"] == "exact"
    for key in ("probability", "given_probability"):
        assert few[key] == pytest.approx(every[key], abs=1e-12)
    if few["equity_method"] == every["equity_method"] == "exact":
        same(few["seats"], [seat["equity"] for seat in every["seats"]], 1e-12)
        assert few["deals"] == every["deals"]
    assert [row["value"] for row in few["by"]] == [row["value"] for row in every["by"]]
    for one, other in zip(few["by"], every["by"], strict=True):
        assert one["probability"] == pytest.approx(other["probability"], abs=1e-12)


STRAIGHT_FLUSH = 41_584 / math.comb(52, 7)


def test_rare_events_have_a_small_relative_error() -> None:
    result = ask("random v random", "1 river straight flush", "", "turn rank")
    assert result["method"] == "sampled"
    assert result["stderr"] < 0.025 * result["probability"]
    assert abs(result["probability"] - STRAIGHT_FLUSH) < 4 * result["stderr"]
    assert max(seat["stderr"] for seat in result["seats"]) < 0.004
    assert [row["value"] for row in result["by"]] == list("23456789TJQKA")
    assert all(row["stderr"] > 0 and max(row["equity_stderr"]) > 0 for row in result["by"])


def test_possible_values_without_a_deal_are_listed() -> None:
    result = sampled("random v random", "1 turn straight flush and turn [2-5]", "not 2 has AA", "turn rank", 3_000)
    assert [row["value"] for row in result["by"]] in ([], list("2345"))
    result = sampled("razz | A2 v 3", "2 fourth [9-K] and not 1 fourth 4", "", "2 fourth rank", 300)
    assert [row["value"] for row in result["by"]] == list("9TJQK")


@pytest.mark.parametrize("line", ["AhKh v random v QQ, JJ", "razz | A23 v 45K v xx8"])
def test_run_limits_are_respected(line: str) -> None:
    event = "1 wins"
    assert sampled(line, event, trials=40_001)["deals"] == 40_001
    goal = with_run(line, event, method="sampled", target_stderr=0.004)
    assert goal["deals"] < 100_000
    assert goal["stderr"] <= 0.004
    assert all(seat["stderr"] <= 0.02 for seat in goal["seats"])


def test_intervals_cover_the_exact_values() -> None:
    """Of a rare condition, an event, its equities and values, in small samples."""
    line, event, given, by = "AhKh v QQ, 77 v random | Kd7h2h", "1 wins", "turn Kc or river 2s", "turn rank"
    exact = ask(line, event, given, by)
    assert exact["equity_method"] == "exact"
    covered, number = 0, 0
    for seed in range(150):
        run = with_run(line, event, given, by, method="sampled", max_trials=400, seed=seed)
        rows = {row["value"]: row for row in run["by"]}
        pairs = [(run[key], exact[key], run[error]) for key, error in (
            ("probability", "stderr"), ("given_probability", "given_stderr"))]  # fmt: skip
        pairs += [(rows[r["value"]]["probability"], r["probability"], rows[r["value"]]["stderr"]) for r in exact["by"]]
        covered += sum(abs(value - true) <= 1.96 * error for value, true, error in pairs)
        number += len(pairs)
    assert 0.92 < covered / number <= 0.99


COLLIDING = "QQ+ v QQ+, AK v QQ, JJ:0.5, AhKh v random"


@pytest.mark.parametrize("event", ["1 has AA", "2 has AK and 3 has AhKh", "4 has AK, QQ", "3 has QQ or 2 has QQ"])
def test_hands_follow_their_joint_distribution(event: str) -> None:
    exact, sample = ask(COLLIDING, event), sampled(COLLIDING, event, trials=400_000)
    assert exact["method"] == "exact"
    assert abs(sample["probability"] - exact["probability"]) < 4.5 * sample["stderr"]


@pytest.mark.parametrize("line", [" v ".join(["random"] * 10), " v ".join(["QQ+"] * 5), "razz | " + "A2 v " * 3 + "A2"])
def test_many_seats_need_little_memory(line: str) -> None:
    event = "1 seventh low 8" if line.startswith("razz") else "1 wins"
    sampled(line, event, trials=64)  # kernels and tables
    tracemalloc.start()
    try:
        result = sampled(line, event, trials=1 << 16)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert result["deals"] == 1 << 16
    assert peak < 150e6


@pytest.mark.parametrize("line", ["22+ v AKo v KJs, 98s | Ks7h", "razz | A2 v 34"])
def test_cancelled_run_has_no_answer(line: str) -> None:
    cancel, seen = CancelToken(), []
    for step in answer_steps(TableQuestion(parse_line(line), "1 wins"), workers=1, cancel=cancel):
        seen.append(step)
        cancel.cancel()
    assert seen
    assert all(step.progress < 1.0 for step in seen)


SWEPT = "22+, A2s+:0.5, K9s+, QJo v AA:0.25, 77, A2s+, KQ, JTs | Kd7h2h"
SWEPT_QUESTIONS = [
    ("1 flop top pair+ and 2 turn flush draw", "", "turn rank"),
    ("1 wins or (2 river two pair+ and not 2 loses)", "1 turn second pair+ or 2 has AA", "1 river hand"),
    ("not 1 ties", "river h", "2 turn hand"),
    ("2 has AA and 1 has A2s+", "", ""),
    ("1 has 77 and 2 flop set and 2 ties", "", "river rank"),
]


@pytest.mark.parametrize(("event", "given", "by"), SWEPT_QUESTIONS)
def test_sweep_and_pairs_agree(event: str, given: str, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for cost in (0.0, math.inf):
        monkeypatch.setattr(holdem_table, "SORT_OPERATIONS", cost)
        results.append(ask(SWEPT, event, given, by))
    swept, paired = results
    assert swept["deals"] == paired["deals"]
    for key in ("probability", "given_probability"):
        assert swept[key] == pytest.approx(paired[key], abs=1e-12)
    same(swept["seats"], [seat["equity"] for seat in paired["seats"]], 1e-12)
    assert [row["value"] for row in swept["by"]] == [row["value"] for row in paired["by"]]
    for one, other in zip(swept["by"], paired["by"], strict=True):
        assert [one["probability"], *one["equity"]] == pytest.approx(
            [other["probability"], *other["equity"]], abs=1e-12
        )


@pytest.mark.parametrize("common", [False, True])
def test_razz_cards_are_dealt_in_order(common: bool) -> None:
    random = np.random.default_rng(5)
    numbers, live = random.random((200, 21)), np.full(13, 4)
    seats = np.array([[0, -1, 2, -1, -1, -1, -1], [-1, -1, 11, 5, -1, -1, -1], [3, 3, 12, -1, -1, -1, -1]])
    live[[0, 2, 11, 5, 3, 3, 12]] = 3, 3, 3, 3, 2, 2, 3
    lengths = np.array([7, 7, 4])
    ranks, left = np.repeat(seats[:, None], 200, axis=1), np.tile(live, (200, 1))
    deal_cards(numbers, left, ranks, lengths, common)
    for row in range(200):
        expected = naive.razz_dealt(numbers[row].tolist(), live.tolist(), seats.tolist(), lengths.tolist(), common)
        assert ranks[:, row].tolist() == expected


def test_any_hands_and_eight_seats_of_razz() -> None:
    assert ask("AhKh v random", "1 flop top pair+")["probability"] == pytest.approx(0.3, abs=0.05)
    eight = "razz | " + " v ".join(["xxA", "xx2", "xx3", "xx4", "xx5", "xx6", "xx7", "xx8"])
    table = ask(eight, "1 seventh low 8")
    assert table["method"] == "sampled"
    assert sum(seat["equity"] is not None for seat in table["seats"]) == 8


@pytest.mark.parametrize(
    ("line", "event", "given", "by", "field", "position"),
    [
        (FLOP, "1 flop secnd pair", "", "", "event", 7),
        (FLOP, "3 wins", "", "", "event", 0),
        (FLOP, "(1 wins", "", "", "event", 0),
        (FLOP, "1 wins and", "", "", "event", 10),
        (FLOP, "1 wins 2 wins", "", "", "event", 7),
        (FLOP, "1 has AA@50", "", "", "event", 8),
        (FLOP, "1 flop best 30%", "", "", "event", 7),
        (FLOP, "1 wins", "turn [X]", "", "given", 6),
        (FLOP, "1 wins", "river h and river s", "", "given", None),
        (FLOP, "1 wins", "", "turn rnk", "by", 5),
        ("AhKh v QQ", "1 now set", "", "", "event", 2),
        ("AhKh v fold QQ v JJ | Kd7h2h", "2 wins", "", "", "event", 2),
        (RAZZ, "1 flop top pair", "", "", "event", 2),
        (RAZZ, "1 fourth [9-", "", "", "event", 9),
        ("razz | A27 v fold xxQ v 348", "2 fifth low 8", "", "", "event", 2),
        ("AhKh v AhQd | Kd7h2h", "1 wins", "", "", "table.seats[1].cards", None),
    ],
)
def test_question_errors_name_field_and_position(
    line: str, event: str, given: str, by: str, field: str, position: int | None
) -> None:
    with pytest.raises(ScenarioError) as caught:
        ask(line, event, given, by)
    problem = caught.value.problems[0]
    assert problem.field == field
    assert position is None or problem.position == position


def test_impossible_event_has_probability_zero() -> None:
    result = ask(FLOP, "1 wins and 1 loses", by="turn rank")
    assert result["probability"] == 0
    assert result["by"] == []
    assert all(seat["equity"] is None for seat in result["seats"])


def test_question_of_command_words() -> None:
    question = question_of_words(FLOP, ["1 river flush+", "given turn h", "by turn rank"])
    assert (question.event, question.given, question.by) == ("1 river flush+", "turn h", "turn rank")
    assert solve_question(question).probability == 1
    with pytest.raises(ScenarioError):
        question_of_words(FLOP, ["given turn h"])


def test_ask_command_line() -> None:
    command = [sys.executable, "-m", "engine", "ask", FLOP, "1 river flush+"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["probability"] == pytest.approx(CASES[0]["expected"]["probability"])
    lines = "".join(
        json.dumps({"steelwheel_ask": 1, "table": case["line"], "event": case["event"]}) + "\n" for case in CASES[:2]
    )
    batch = [sys.executable, "-m", "engine", "ask", "-", "--lines"]
    done = subprocess.run(batch, input=lines, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 2
