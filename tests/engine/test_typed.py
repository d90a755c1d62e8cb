"""Texts as players type them (tests/data/typed.json): what each is read as, or where it is wrong and what is meant."""

import json
from pathlib import Path

import pytest

from engine import ScenarioError, problems
from engine.asking.typed import as_question
from engine.cards import TextError
from engine.formats.one_line import format_line, parse_line, table_line
from engine.ranges.holdem import parse_range

ROWS = json.loads((Path(__file__).parents[1] / "data" / "typed.json").read_text(encoding="utf-8"))
HOLDEM, RAZZ = parse_line("AhKh v QQ,JTs | Kd7h2h"), parse_line("razz | A23 v 45K")


def refused(text, read):
    """Where a text cannot be read and why, as in a row."""
    with pytest.raises((TextError, ScenarioError)) as caught:
        read(text)
    error = caught.value.problems[0] if isinstance(caught.value, ScenarioError) else caught.value
    return f"^{error.position} {error.message}"


def table(text):
    scenario = parse_line(table_line(text))
    if found := problems(scenario):
        raise ScenarioError(*found)
    return scenario


def line(text):
    return format_line(table(text))


def in_random(text):
    return parse_range(f"random > flop {text}")


@pytest.mark.parametrize(("kind", "text", "meant"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_what_players_type(kind, text, meant):
    if kind in ("ask", "razz"):
        assert as_question(HOLDEM if kind == "ask" else RAZZ, text) == meant
    elif kind == "line" and not meant.startswith("^"):
        assert line(text) == meant
        assert parse_line(meant) == table(text)
    elif meant.startswith("^"):
        place, _, words = meant.partition(" ")
        result = refused(text, line if kind == "line" else parse_range)
        assert result.startswith(f"{place} ")
        assert words in result
    elif meant.startswith("did you mean"):
        assert meant in refused(text, in_random)
        assert in_random(meant.removeprefix("did you mean ").removesuffix("?"))
    else:
        assert (in_random if kind == "filter" else parse_range)(text) == (
            in_random if kind == "filter" else parse_range
        )(meant)
