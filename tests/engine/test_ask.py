"""Questions about tables, against an independent program, every deal one by one, and sums of probabilities."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.asking import holdem
from engine.asking.answer import answer, answer_json, question_of_words
from engine.kernels.asking.razz import deal_cards
from engine.scenario import ScenarioError
from tests.reference import naive_ask as naive

CASES = json.loads((Path(__file__).parents[1] / "data" / "ask.json").read_text())
FLOP = "AhKh v QQ,JTs | Kd7h2h"
TURN = "AhKh,AsQd@50 v 9s9d,JhTh v 8s8c | Kd7h2h9c"
RAZZ = "razz | A23478 v A456TJ"


def ask(line: str, event: str, given: str = "", by: str = "", **more: Any) -> dict[str, Any]:
    request = {"steelwheel_ask": 1, "table": line, "event": event, "given": given, "by": by, **more}
    return answer_json(request)


def sampled(line: str, event: str, given: str = "") -> dict[str, Any]:
    from engine.formats.one_line import line_value

    table = {**line_value(line), "run": {"method": "sampled", "max_trials": 200_000}}
    return answer_json({"steelwheel_ask": 1, "table": table, "event": event, "given": given})


def same(seats: list[dict[str, Any]], expected: list[float | None] | None, error: float) -> None:
    if expected is None:
        assert all(seat["equity"] is None for seat in seats)
        return
    for seat, value in zip(seats, expected, strict=True):
        assert seat["equity"] is None if value is None else seat["equity"] == pytest.approx(value, abs=error)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['line']}: {case['event']}")
def test_other_programs_agree(case: dict[str, Any]) -> None:
    result, expected = ask(case["line"], case["event"], case["given"], case["by"]), case["expected"]
    assert result["method"] == "exact"
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


SWEPT = "22+, A2s+:0.5, K9s+, QJo v AA:0.25, 77, A2s+, KQ, JTs | Kd7h2h"
SWEPT_QUESTIONS = [
    ("1 flop top pair+ and 2 turn flush draw", "", "turn rank"),
    ("1 wins or (2 river two pair+ and not 2 loses)", "1 turn second pair+ or 2 has AA", "1 river hand"),
    ("not 1 ties", "river h", "2 turn hand"),
    ("2 has AA and 1 has A2s+", "", ""),
    ("1 has 77 and 2 flop set and 2 ties", "", "river rank"),
]


@pytest.mark.parametrize(("event", "given", "by"), SWEPT_QUESTIONS)
def test_a_sweep_counts_as_pairs_do(event: str, given: str, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for cost in (0.0, math.inf):
        monkeypatch.setattr(holdem, "SORT_OPERATIONS", cost)
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
def test_cards_are_dealt_one_after_the_other(common: bool) -> None:
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
def test_errors_name_field_and_position(
    line: str, event: str, given: str, by: str, field: str, position: int | None
) -> None:
    with pytest.raises(ScenarioError) as caught:
        ask(line, event, given, by)
    problem = caught.value.problems[0]
    assert problem.field == field
    assert position is None or problem.position == position


def test_an_event_that_cannot_happen_is_an_answer() -> None:
    result = ask(FLOP, "1 wins and 1 loses", by="turn rank")
    assert result["probability"] == 0
    assert result["by"] == []
    assert all(seat["equity"] is None for seat in result["seats"])


def test_words_of_a_command() -> None:
    question = question_of_words(FLOP, ["1 river flush+", "given turn h", "by turn rank"])
    assert (question.event, question.given, question.by) == ("1 river flush+", "turn h", "turn rank")
    assert answer(question).probability == 1
    with pytest.raises(ScenarioError):
        question_of_words(FLOP, ["given turn h"])


def test_command_line() -> None:
    command = [sys.executable, "-m", "engine", "ask", FLOP, "1 river flush+"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["probability"] == pytest.approx(CASES[0]["expected"]["probability"])
    lines = "".join(
        json.dumps({"steelwheel_ask": 1, "table": case["line"], "event": case["event"]}) + "\n" for case in CASES[:2]
    )
    batch = [sys.executable, "-m", "engine", "ask", "-", "--lines"]
    done = subprocess.run(batch, input=lines, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 2
