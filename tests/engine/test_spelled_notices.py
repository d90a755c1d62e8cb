"""Numbers that were read for ranks are reported by the verbs, and the scenario of a result has letters."""

import json
from pathlib import Path

import pytest

from engine.cli import main

READ = "12d is read as Qd: 1 is an ace, 11, 12, 13 are J, Q, K"
FILE = {"game": "holdem", "seats": [{"cards": "12d3h"}, {"cards": "KhKd"}], "board": "2c 3c 4d 8s 13s", "dead": "1c"}


def reported(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_solve_reports_numbers_of_a_file(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(json.dumps(FILE), encoding="utf-8")
    assert main(["solve", str(file)]) == 0
    message = reported(caplog)
    assert [line.split(": ")[0] for line in message] == ["seats[0].cards", "board", "dead"]
    assert message[0] == f"seats[0].cards: {READ}"
    result = json.loads(capsys.readouterr().out)
    scenario = result["scenario"]
    assert (scenario["seats"][0]["cards"], scenario["board"], scenario["dead"]) == ("Qd3h", "2c 3c 4d 8s Ks", "Ac")
    caplog.clear()
    file.write_text(json.dumps(FILE | {"seats": [{"cards": "Qd3h"}, {"cards": "10s9s"}], "board": "", "dead": ""}))
    assert main(["solve", str(file)]) == 0
    assert reported(caplog) == []


def test_solve_reports_numbers_of_a_line_and_of_a_result(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    assert main(["solve", "12d3h v KhKd | 2c 3c 4d 8s 9s"]) == 0
    assert reported(caplog) == [f"seats[0].cards: {READ}"]
    caplog.clear()
    value = json.loads(capsys.readouterr().out)
    file = tmp_path / "result.json"
    value["scenario"]["seats"][0]["cards"] = "12d3h"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert main(["solve", str(file)]) == 0
    assert reported(caplog) == [f"seats[0].cards: {READ}"]


def test_known_cards_of_razz_may_have_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for known in ("12d 1c", "Qd Ac"):
        assert main(["range", "A29", "--game", "razz", "--known", known, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["items"] == answers[1]["items"]
    assert answers[0]["notices"][0] == READ
    assert len(answers[0]["notices"]) == 2 + len(answers[1]["notices"])
    assert main(["range", "A29", "--game", "razz", "--known", "14d"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["field"] == "known"
