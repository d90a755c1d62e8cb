"""Texts as people and programs write them, good and broken (tests/data/ranges.json), through the headless verb."""

import json
import re
from pathlib import Path

import pytest

from engine.cards import TextError
from engine.cli.main import main
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


def test_the_verb_reports_combos_removed_by_known_cards(capsys):
    assert main(["range", "AA, KhQh", "--known", "Ah Kh", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notices"] == ["4 of 7 combos are blocked by known cards"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-AA", "did you mean AA?"),
        ("-5%", "did you mean 5%?"),
        ("--AA", "not a hand"),
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
def test_wrong_arguments_are_reported(arguments, capsys):
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


MISTAKES = json.loads((Path(__file__).parents[1] / "data" / "range_mistakes.json").read_text(encoding="utf-8"))


def message(text):
    with pytest.raises(TextError) as caught:
        parse_range(text)
    return caught.value


@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case["text"] or "nothing")
def test_position_and_message_of_errors(case):
    error = message(case["text"])
    assert (error.position, error.message) == (case["position"], case["says"])


def suggestions():
    result = {match for case in MISTAKES for match in re.findall(r"did you mean (.+?)\?(?: |$)", case["says"])}
    return sorted(part for match in result for part in match.split(" or "))


@pytest.mark.parametrize("meant", suggestions())
def test_suggestions_can_be_read(meant):
    """But for a bare number, which stands for the weight or the share in it."""
    if not re.fullmatch(r"[0-9.]+", meant):
        assert parse_range(f"random, {meant}").weights.any()


@pytest.mark.parametrize("before", ["22+, ", "A♥️K♥️,\n", "AA:0.5;\r\n\t", "\ufeff", "T9s–65s\u00a0", "100%,"])
@pytest.mark.parametrize(("word", "meant"), [("AKoo", "AKo"), ("A2s-5s", "A2s-A5s"), ("AAs", "AA"), ("QQ=1", "QQ:1")])
def test_the_position_of_an_error_does_not_depend_on_the_text_before(before, word, meant):
    error = message(f"{before}{word}, KK")
    assert error.position == len(before)
    assert f"did you mean {meant}?" in error.message
