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
    assert meaning["notation"] == case["notation"]
    assert meaning["count"] == case["count"]
    assert meaning["weight"] == pytest.approx(case["weight"], abs=1e-9)
    assert parse_range(meaning["canonical"]) == parse_range(case["text"])


@pytest.mark.parametrize("case", CORPUS["broken"], ids=lambda case: case["text"])
def test_broken(case, capsys):
    assert main(["range", case["text"], "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert (error["field"], error["position"]) == ("text", case["position"])


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
