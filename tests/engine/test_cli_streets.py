"""Street filters and made hands at the command line."""

import io
import json
import sys

import pytest

from engine.cli.main import main

TEXT = "22+, ATs+ > flop top pair+, flush draw@50 > turn best 30%"


@pytest.fixture
def answer(capsys):
    def run(*arguments):
        status = main(list(arguments))
        return status, json.loads(capsys.readouterr().out)

    return run


def test_range_applies_filters_on_a_board(answer):
    status, meaning = answer("range", TEXT, "--board", "7h8h2c", "--known", "As", "--json")
    assert status == 0
    assert meaning["canonical"] == "22+, ATs+ > flop top pair+, flush draw:0.5 > turn best 30%"
    assert meaning["combos"]["AhKh"] == 0.5
    assert "AsKs" not in meaning["combos"]
    assert (meaning["count"], meaning["live_count"]) == (49, 46)
    assert meaning["weight"] == 44.0
    assert "'> turn best 30%' applies from the turn" in meaning["notices"]


def test_range_without_a_board_waits(answer):
    _, meaning = answer("range", "22+ > flop set", "--json")
    assert meaning["count"] == 78
    assert meaning["notices"] == ["'> flop set' applies from the flop"]


def test_other_programs_get_what_is_left_and_ours_the_text(answer):
    _, meaning = answer("range", "22+ > flop set", "--board", "7h8h2c", "--write", "pio", "--json")
    assert meaning["written"].startswith("8s8d,")
    assert any("other programs get the remaining combos" in notice for notice in meaning["notices"])
    _, meaning = answer("range", "22+ > flop set", "--board", "7h8h2c", "--write", "core", "--json")
    assert meaning["written"] == "22+ > flop set"
    assert meaning["notices"] == []


@pytest.mark.parametrize(
    ("arguments", "field", "position"),
    [
        ((TEXT, "--board", "7h8h2c3d"), "text", 49),
        (("22+ > flop straight+", "--board", "7h8h2c"), "text", 4),
        (("22+ > flop set", "--board", "7h8hZc"), "board", 4),
        (("22+ > flop set", "--board", "7h8h2c3c4c5c"), "board", 0),
        (("22+ > flop sett",), "text", 11),
    ],
)
def test_what_cannot_be_applied_is_an_error(answer, arguments, field, position):
    status, answered = answer("range", *arguments)
    assert status == 2
    assert answered["error"]["field"] == field
    assert (answered["error"]["position"] or 0) == position


def test_the_board_is_one_of_hold_em(answer):
    status, answered = answer("range", "A29", "--game", "razz", "--board", "7h8h2c")
    assert (status, answered["error"]["field"]) == (2, "arguments")


def test_made_hands_come_line_by_line(monkeypatch, capsys):
    table = {"game": "holdem", "board": "7h8h2c", "run": {"detail": ["made"]}}
    texts = "22+ > flop set", "22+ > flop gutshit", "AhKh"
    lines = [table | {"seats": [{"cards": text}, {"cards": "random"}]} for text in texts]
    data = "\n".join(map(json.dumps, lines)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
    assert main(["solve", "--lines", "-"]) == 0
    first, second, third = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert list(first["detail"]["made"][0]["made"]) == ["set"]
    assert second["error"]["field"] == "seats[0].cards"
    assert set(third["detail"]["made"][0]["draws"]) == {"flush draw", "nut flush draw", "two overcards"}


def test_range_line_by_line_takes_a_board_and_a_program(monkeypatch, capsys):
    lines = [
        {"text": "22+ > flop set", "board": "7h8h2c"},
        {"text": "AA:2,AA,KK", "from": "pio"},
        {"text": "A29", "game": "razz", "from": "pio"},
        {"text": "22", "from": "snowie"},
    ]
    data = "\n".join(map(json.dumps, lines)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
    assert main(["range", "--lines", "-"]) == 0
    first, second, third, fourth = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["count"] == 9
    assert second["canonical"] == "AA, KK:0.5"
    assert third["error"]["field"] == fourth["error"]["field"] == "from"


def test_lines_carry_all_details(capsys, monkeypatch):
    """Every detail of both games, filters applied, one result a line; the numbers are those of the engine."""
    from engine import GAMES, loads, result_from_json, solve

    tables = {
        "holdem": [("QQ+, 99 > flop top pair+, overpair", "random"), ("22+", "AKs")],
        "razz": [("(7-7-)7 4", "xx5 9")],
    }
    lines = []
    for game, rows in tables.items():
        for seats in rows:
            run = {"detail": list(GAMES[game].details)}
            table = {"steelwheel": 1, "game": game, "seats": [{"cards": text} for text in seats], "run": run}
            lines.append(table | ({"board": "9c7dAs"} if seats[0].startswith("QQ") else {}))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(map(json.dumps, lines)).encode())))
    assert main(["solve", "--lines", "-"]) == 0
    for line, out in zip(lines, capsys.readouterr().out.splitlines(), strict=True):
        answer = json.loads(out)
        assert list(answer["detail"]) == line["run"]["detail"]
        assert not result_from_json(answer).damaged
        expected = solve(loads(json.dumps(line)))
        for name, detail in expected.details.items():
            assert answer["detail"][name] == json.loads(json.dumps(detail.to_json())), name
