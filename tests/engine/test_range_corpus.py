"""Texts as people and programs write them, good and broken (tests/data/ranges.json), through the headless verb."""

import json
from pathlib import Path

import pytest

from engine.cli import main
from engine.ranges.holdem import format_range, parse_range

CORPUS = json.loads((Path(__file__).parents[1] / "data" / "ranges.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CORPUS["valid"], ids=lambda case: case["text"])
def test_valid(case, capsys):
    assert main(["range", case["text"], "--json"]) == 0
    meaning = json.loads(capsys.readouterr().out)
    assert set(meaning) == {"combos", "count", "live_count", "weight", "share", "canonical", "notices"}
    assert parse_range(case["text"]).notation == case["notation"]
    assert meaning["count"] == meaning["live_count"] == len(meaning["combos"])
    assert meaning["count"] == case["count"]
    assert meaning["weight"] == pytest.approx(case["weight"], abs=1e-9)
    assert meaning["share"] == pytest.approx(meaning["weight"] / 1326)
    assert parse_range(meaning["canonical"]) == parse_range(case["text"])
    assert format_range(parse_range(meaning["canonical"])) == meaning["canonical"]


@pytest.mark.parametrize("case", CORPUS["broken"], ids=lambda case: case["text"])
def test_broken(case, capsys):
    assert main(["range", case["text"], "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["field"], error["position"]) == ("text", case["position"])
    assert set(error) == {"field", "message", "position"}


@pytest.mark.parametrize("notation", ["pio", "equilab", "flopzilla", "eval7", "pokercruncher", "ppt"])
def test_the_verb_writes_for_other_programs(notation, capsys):
    assert main(["range", "QQ:0.5, A5s-A2s", "--write", notation, "--json"]) == 0
    written = json.loads(capsys.readouterr().out)["written"]
    assert format_range(parse_range(written)) == "A5s-A2s, QQ:0.5"
    assert parse_range(written).notation == notation
    assert main(["range", "QQ:0.5", "--write", notation]) == 0
    assert "QQ" in capsys.readouterr().out.splitlines()[-1]


def test_the_verb_takes_an_order(capsys):
    assert main(["range", "12%", "--order", "v3", "--json"]) == 0
    assert "(v3)" in json.loads(capsys.readouterr().out)["notices"][0]
    assert main(["range", "12%", "--order", "v9", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["field"] == "order"


def test_the_verb_tells_what_known_cards_remove(capsys):
    assert main(["range", "AA, KhQh", "--known", "Ah Kh", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notices"] == ["4 of 7 combos hold a known card and cannot be dealt"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-AA", "did you mean AA?"),
        ("-5%", "did you mean 5%?"),
        ("--AA", "no hand"),
        ("-", "a span has two ends"),
        ("-33, KK", "did you mean 33?"),
    ],
)
def test_a_text_that_begins_with_a_dash_is_no_option(text, says, capsys):
    for arguments in (["range", text, "--json"], ["range", "--json", "--known", "Ah", text]):
        assert main(arguments) == 2
        error = json.loads(capsys.readouterr().out)["error"]
        assert (error["field"], error["position"]) == ("text", 0)
        assert says in error["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["AA", "KK"],
        ["AA", "--jsn"],
        [],
        ["-AA", "-KK"],
        ["AA", "--order"],
        ["--json"],
        ["A29", "--game", "razz", "--write", "pio"],
    ],
)
def test_wrong_arguments_are_told(arguments, capsys):
    assert main(["range", *arguments]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["field"] == "arguments"


def test_the_verb_names_the_program_whose_weights_these_are(capsys):
    assert main(["range", "100: AA, 75: AQs", "--json"]) == 0
    (notice,) = json.loads(capsys.readouterr().out)["notices"]
    assert notice == "read as Equilab writes it"


def test_the_example_of_the_specification(capsys):
    assert main(["range", "ATs+, QQ:0.5", "--game", "holdem", "--known", "Ah 7c", "--json"]) == 0
    meaning = json.loads(capsys.readouterr().out)
    assert list(meaning["combos"].items())[:2] == [("AsKs", 1.0), ("AhKh", 1.0)]
    assert (meaning["count"], meaning["live_count"], meaning["weight"]) == (22, 18, 15.0)
    assert meaning["share"] == 15 / 1326
    assert meaning["canonical"] == "ATs+, QQ:0.5"


def test_sums_of_weights_are_exact(capsys):
    assert main(["range", "22+:0.1, AKs:0.3", "--json"]) == 0
    meaning = json.loads(capsys.readouterr().out)
    assert meaning["weight"] == 9.0
    assert set(meaning["combos"].values()) == {0.1, 0.3}
