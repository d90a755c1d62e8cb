"""Texts that can be read and yet be meant otherwise: how they are read, and the notice that tells it."""

import json
from pathlib import Path

import pytest

from engine import ScenarioError, problems
from engine.cards import TextError
from engine.questions.typed import as_question
from engine.ranges.holdem import format_range, notation_notices, parse_range
from engine.ranges.notations import unwritable
from engine.table.one_line import format_line, parse_line, table_line


@pytest.mark.parametrize(
    ("text", "canonical", "notice"),
    [
        ("AA@0.5", "AA:0.005", "'AA@0.5' means a weight of 0.5 percent; one half is 50"),
        ("AA@1", "AA:0.01", "'AA@1' means a weight of 1 percent"),
        ("0.5: AA", "AA:0.005", "'0.5:' means a weight of 0.5 percent"),
        ("1: AA", "AA:0.01", "means a weight of 1 percent"),
        ("[0.5]AA[/0.5]", "AA:0.005", "'[0.5]' means a weight of 0.5 percent"),
        ("99: 75", "75:0.99", "'99: 75' gives a weight to the hand 75; 99 is not a hand here"),
        ("15%:75", "75:0.15", "'15%: 75' gives a weight to the hand 75"),
        ("99:75%", "99:0.75", "'99:75%' is the hand 99 with this weight, not a list"),
        ("AA:0,75", "75", "'AA:0,75' excludes AA and adds the hand 75; use a decimal point: AA:0.75"),
        ("AA@0,55", "55", "use a decimal point: AA@0.55"),
        ("33,3%", "88+, 33", "'33,3%' is read as 33 and 3%; use a decimal point: 33.3%"),
        ("100: 99,75: KK", "99, KK:0.75", "'99,75' is read as 99 and 75; use a decimal point: 99.75"),
        (
            "AA, 80%(22-55, !33)",
            "AA, 55-44:0.8, 22:0.8",
            "'!33' is excluded from the whole range, not only from this bracket",
        ),
        ("[50]AA, !KK[/50], QQ+", "QQ+, !KK", "'!KK' is excluded from the whole range"),
        ("AA 50%, !72o", "50%", "AA is given twice; the later '50%' is used"),
        ("AA 50 %, !72o", "50%", "'AA 50 %' is AA and the top 50 % of all hands; write the weight after ':': AA:50 %"),
        ("22: 33: 44", "44:0.33", "'22:' has no hand to weigh"),
        ("100: AA, 50:", "AA", "'50:' has no hand to weigh"),
        ("AA, [50], [/50]", "AA", "'[50]' has no hand to weigh"),
        ("AA, 0.5()", "AA", "'0.5(' has no hand to weigh"),
        ("AA; Weights:", "AA", "'Weights:' has no hand to weigh"),
        ("T9s+", "T9s", "T9s+ is T9s alone; other programs read it as T9s-AKs"),
        ("AA, KK, AA:0.5", "KK, AA:0.5", "AA is given twice; the later 'AA:0.5' is used"),
        ("AA, AK; Weights: AQs:50%", "AA, AK, AQs:0.5", "AQs: has a weight but is not in the list; added"),
        ("AA@50, [50]KK[/50]", "KK+:0.5", "several programs"),
        ("AA, #UTG#", "AA", "'#UTG#' is a label or comment, not a hand: it is ignored"),
        ("AA:0.5, #UTG 15%#, KK", "KK, AA:0.5", "'#UTG 15%#' is a label"),
        ("AQs+, 0.4(AsKs), 80%(22-55), #UTG#", "AQs+, AsKs:0.4, 55-22:0.8", "'#UTG#' is a label"),
        ("QQ+, AKs // CO", "QQ+, AKs", "'// CO' is a label or comment"),
        ("AA // CO\nKK // BTN open\nQQ", "QQ+", "'// BTN open' is a label"),
        ("QQ+ /* CO, 100 bb */, AKs", "QQ+, AKs", "'/* CO, 100 bb */' is a label"),
        ("QQ+ *SB*", "QQ+", "'*SB*' is a label"),
        ("QQ+, **BTN open**, AKs", "QQ+, AKs", "'**BTN open**' is a label"),
        ("QQ+, AKs 'UTG'", "QQ+, AKs", "''UTG'' is a label"),
        ("22+ > flop set // CO", "22+ > flop set", "'// CO' is a label"),
    ],
)
def test_a_surprising_reading_has_a_notice(text, canonical, notice):
    range_ = parse_range(text)
    assert range_ == parse_range(canonical)
    assert any(notice in message for message in range_.notices)


@pytest.mark.parametrize(
    "text",
    [
        "99,88:0.5,77:0.25", "AA:1,99:1", "QQ@50,99@50", "AA:0.5,75s", "AA:0, 75", "22, 5%:0.5", "100: 99, 75: KK",
        "AA@50%", "AA:1%", "[1%]AA[/1%]", "100: 98s, 97s", "!22, 22+", "AA:0.25, KK", "33%, 22:0.5", "KK, 99:25%",
    ],
)  # fmt: skip
def test_ordinary_texts_have_no_notice(text):
    assert not [message for message in parse_range(text).notices if "of all, by" not in message]


def test_many_notices_of_one_kind_are_summed_up():
    notices = parse_range(", ".join(["AA:0.5"] * 1000)).notices
    assert len(notices) == 5
    assert notices[-1] == "995 more hands are given twice; the later weights are used"
    assert len(parse_range("random, " + ", ".join(["!AA, !KK"] * 50)).notices) == 0
    assert len(parse_range("QQ, " + ", ".join(["!AA, !KK"] * 50)).notices) == 5


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("100: AA, 50: KK", "Equilab"), ("[50]AA[/50]", "Flopzilla / GTO+"), ("0.5(AA)", "eval7"),
        ("AA; Weights: AA:50%", "PokerCruncher"), ("AA@50", "ProPokerTools"),
    ],
)  # fmt: skip
def test_the_notation_of_another_program_is_named(text, program):
    assert notation_notices(parse_range(text)) == (f"read as {program} writes it",)
    for ours in ("AA, KK", "AA:0.5", "AA:50%", "AA@50, KK:0.5"):
        assert notation_notices(parse_range(ours)) == ()


def test_weights_that_another_program_rejects_have_a_notice():
    assert unwritable(parse_range("AA:0.5, KK:0.25, QQ").weights, "ppt") == ()
    (text,) = unwritable(parse_range("AA:0.125, KK:0.333").weights, "ppt")
    assert text == "ProPokerTools takes whole percentages from 1 to 100; 2 of the weights are finer"
    assert unwritable(parse_range("AA:0.125").weights, "flopzilla") == ()


@pytest.mark.parametrize("weight", ["0.1", "0.07", "0.29", "0.001", "0.00001", "1e-7", "0.3333333333333333"])
def test_weights_are_written_as_they_were_read(weight):
    text = format_range(parse_range(f"AA:{weight}"))
    assert float(text.removeprefix("AA:")) == float(weight)
    assert "e" not in text


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffAA\u200b,\u00a0KK",
        "AA\u2003KK\r\n",
        "AA\u2028KK",
        "KK\u2011AA",
        "AA−KK",
        "KK\u2015AA\u200f",
        "AA:10E−1, KK",
    ],
)
def test_blanks_and_dashes_of_every_kind(text):
    assert format_range(parse_range(text)) == "KK+"


ROWS = json.loads((Path(__file__).parents[1] / "data" / "typed.json").read_text(encoding="utf-8"))
HOLDEM, RAZZ = parse_line('"Hero": AhKh v QQ,JTs | Kd7h2h'), parse_line('razz | "Hero": A23 v 45K')


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
