"""Notices about texts of hands reach everybody who asks: each verb has them in its answer."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.ranges.notices import warnings_among
from engine.table.one_line import parse_line
from engine.table.text_notices import notice_lines, seat_notices

RAZZ, RAZZ_NOTICE = "razz | A-2-3 v 678", "'A-2-3' is A or lower, 2 or lower, 3; one hand is A23"
TWICE = "KK is given twice; the later 'KK' is used"
HOLDEM = [{"cards": "KK:0.5, QQ, KK"}, {"cards": "JJ"}]
SEAT = "seats[0].cards: "
STREETS = {street: {"bet": ["50%"], "raise": []} for street in ("flop", "turn", "river")}
REQUESTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "solve": ("solve", {"game": "holdem", "seats": HOLDEM}, SEAT + TWICE),
    "solve razz": ("solve", {"game": "razz", "seats": [{"cards": "A-2-3"}, {"cards": "678"}]}, SEAT + RAZZ_NOTICE),
    "ask": ("ask", {"table": "KK:0.5, QQ, KK v JJ | 2c7d9hTsAc", "event": "1 wins"}, "table." + SEAT + TWICE),
    "ask razz": ("ask", {"table": RAZZ, "event": "1 wins"}, "table." + SEAT + RAZZ_NOTICE),
    "event": ("ask", {"table": "AA v QQ | 2c7d9hTsAc", "event": "2 has T9s+, QQ"}, "event: T9s+ is T9s alone"),
    "given": (
        "ask",
        {"table": "AA v QQ | 2c7d9hTsAc", "event": "1 wins", "given": "2 has QQ, QQ"},
        "given: QQ is given twice",
    ),
    "down cards": ("ask", {"table": "razz | A27 v x", "event": "2 has (xx)"}, "event: '(xx)' excludes pairs"),
    "preflop": (
        "preflop",
        {
            "hero": {"cards": "AA", "in": 1}, "opponents": [{"in": 2, "cards": "KK:0.5, QQ, KK"}], "dead_money": 0,
            "after": {"bets": 0},
        },
        "opponents[0].cards: " + TWICE,
    ),
    "third": (
        "third",
        {
            "hero": {"cards": "234"}, "raise_to": 2, "after": {"bets": 0},
            "opponents": [{"in": 1, "cards": "A-2-7"}, {"door": "K", "calls": "(xx)", "in": 0}],
        },
        "opponents[0].cards: 'A-2-7' is A or lower, 2 or lower, 7; one hand is A27",
    ),
    "betting": (
        "betting",
        {
            "table": {"game": "holdem", "seats": HOLDEM, "board": "2c7d9hTsAc"}, "pot": 10, "stack": 20,
            "sizes": STREETS, "target": 0.01,
        },
        "table." + SEAT + TWICE,
    ),
}  # fmt: skip


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    status, out = main(arguments), capsys.readouterr().out
    assert status == 0, out
    return json.loads(out)


@pytest.mark.parametrize("name", REQUESTS)
def test_every_verb_has_the_notices_of_its_texts(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    verb, request, notice = REQUESTS[name]
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request), encoding="utf-8")
    assert any(line.startswith(notice) for line in answered(capsys, verb, str(file))["notices"])
    file.write_text(json.dumps(request) + "\n", encoding="utf-8")
    (line,) = [answered(capsys, verb, "--lines", "--workers", "1", str(file))]
    assert any(notice_.startswith(notice) for notice_ in line["notices"])


@pytest.mark.parametrize(
    ("text", "notices"),
    [
        (RAZZ, [RAZZ_NOTICE]),
        ("razz | A, 2, 3 v 678", ["'A, 2, 3' is 3 hands of one card each; one hand is A23"]),
        ("KK:0.5, QQ, KK v JJ", [TWICE]),
        (
            "AA@0.5, KK v QQ",
            ["read as ProPokerTools writes it", "'AA@0.5' means a weight of 0.5 percent; one half is 50"],
        ),
        ("T9s+ v QQ", ["T9s+ is T9s alone; other programs read it as T9s-AKs"]),
        ("AA, #UTG# v QQ", ["'#UTG#' is a label or comment, not a hand: it is ignored"]),
        ("14dKd v QQ", ["14d is read as Ad: 11, 12, 13, 14 are J, Q, K, A"]),
        ("AA v QQ", []),
    ],
)
def test_a_line_has_its_notices_in_the_answer_and_on_stderr(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, text: str, notices: list[str]
) -> None:
    answer = answered(capsys, "solve", text)
    expected = [SEAT + notice for notice in notices]
    assert answer["notices"][: len(expected)] == expected
    assert bool(answer["notices"]) == bool(notices)
    assert [record.getMessage() for record in caplog.records] == answer["notices"]
    caplog.clear()
    answer = answered(capsys, "ask", text, "1 wins")
    assert answer["notices"][: len(expected)] == [f"table.{notice}" for notice in expected]
    assert [record.getMessage() for record in caplog.records] == answer["notices"]


def test_two_players_stand_on_both_sides_of_vs(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    answer = answered(capsys, "solve", "QQ+ vs UTG")
    assert [record.getMessage() for record in caplog.records] == answer["notices"]
    assert [seat["cards"] for seat in answer["scenario"]["seats"]] == ["QQ+", "UTG"]


def test_a_hand_alone_is_a_table_of_one_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for text, game, cards in (("AsAc", "holdem", "AsAc"), ("22+", "holdem", "22+"), ("razz A29", "razz", "A29")):
        scenario = answered(capsys, "solve", text)["scenario"]
        assert (scenario["game"], [seat["cards"] for seat in scenario["seats"]]) == (game, [cards])
    file = tmp_path / "hands.txt"
    file.write_text("AsAc\nKsKc v QQ\n", encoding="utf-8")
    assert main(["solve", "--lines", "--workers", "1", str(file)]) == 0
    seats = [json.loads(line)["scenario"]["seats"] for line in capsys.readouterr().out.splitlines()]
    assert list(map(len, seats)) == [1, 2]


@pytest.mark.parametrize(
    "verb", ["solve", "kelly", "betting", "preflop", "third", "simulate", "ask", "icm", "judge", "quiz"]
)
def test_json_as_an_argument_gets_advice(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    for text in ('{"steelwheel": 1, "game": "holdem", "seats": [{"cards": "AA"}]}', ' {"steelwheel": 1'):
        assert main([verb, text]) == 2
        error = json.loads(capsys.readouterr().out)["error"]
        assert error["message"].endswith("JSON is given by a file, or by standard input as -")


def test_names_and_shares_are_explained_and_no_warnings() -> None:
    scenario = parse_line("BTN open, AA v 15% > flop set v any two v AA, AA@50")
    assert [len(warnings_among(seat_notices(scenario, seat))) for seat in range(4)] == [1, 0, 0, 1]
    assert [len(seat_notices(scenario, seat)) for seat in range(4)] == [2, 2, 1, 2]
    assert notice_lines(scenario, table="table")[0].startswith("table.seats[0].cards: BTN open is read as ")
    assert notice_lines(parse_line("razz | 15% 7 v A2, 3"))[1].startswith("seats[1].cards: 'A2, 3' is 2 hands")
    acted = parse_line('22+ v JJ | action 1 "raise": KK, QQ, KK')
    assert notice_lines(acted) == ["subranges[0].cards: KK is given twice; the later 'KK' is used"]
    assert notice_lines(parse_line("AhKhx v | 2c")) == [], "texts that cannot be read have errors"
