"""Spans of hands with suits, hands with the lower rank first, and texts by the rules of PioSOLVER."""

import json

import numpy as np
import pytest

from engine.cards import TextError
from engine.cli import main
from engine.ranges.holdem import format_range, parse_range
from engine.ranges.holdem_meaning import read_pio


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("QsQh+", "QsQh, KsKh, AsAh"),
        ("QhQs+", "QsQh, KsKh, AsAh"),
        ("AhAs-QhQs", "AhAs, KhKs, QhQs"),
        ("TsTh - QhQs", "TsTh, JsJh, QsQh"),
        ("AhTd+", "AhTd, AhJd, AhQd, AhKd"),
        ("JdAh+", "AhJd, AhQd, AhKd"),
        ("A♥5♥-A♥3♥", "Ah5h, Ah4h, Ah3h"),
        ("10s9s-8s7s", "Ts9s, 9s8s, 8s7s"),
        ("9h8d+", "9h8d"),
    ],
)
def test_spans_of_suits(text, hands):
    assert parse_range(text) == parse_range(hands)


def test_spans_of_suits_climb_in_the_dialect_that_climbs():
    assert parse_range("QhJd+", "climb") == parse_range("QhJd, KhQd, AhKd")
    (text,) = parse_range("QhJd+").notices
    assert text == "QhJd+ is QhJd alone; programs that climb read QhJd-AhKd"


@pytest.mark.parametrize(
    ("text", "same"),
    [("25o", "52o"), ("KAs", "AKs"), ("910s", "T9s"), ("TAs+", "ATs+"), ("5As-2As", "A5s-A2s"), ("QA", "AQ")],
)
def test_the_lower_rank_may_stand_first(text, same):
    result = parse_range(f"22, {text}")
    assert result == parse_range(f"22, {same}")
    assert result.notices == (f"'{text}' is read as {same}",)
    assert format_range(result).endswith(format_range(parse_range(same)))


@pytest.mark.parametrize(
    ("text", "ours", "notices"),
    [
        ("AA,AKs:0.5", "AA, AKs:0.5", 0),
        ("AA:0.25,AA", "AA:0.25", 1),
        ("AA:0 AA:1 KK", "KK", 1),
        ("AA:2,KK:1,QQ:0.5", "AA, KK:0.5, QQ:0.25", 1),
        ("QJs+;2h2s:100", "QJs:0.01, KQs:0.01, AKs:0.01, 2h2s", 1),
        ("JhJs+:0.5,JJ", "JsJh:0.5, QsQh:0.5, KsKh:0.5, AsAh:0.5, JsJd, JsJc, JhJd, JhJc, JdJc", 1),
        ("25o", "52o", 1),
    ],
)
def test_texts_of_pio(text, ours, notices):
    result = read_pio(text)
    np.testing.assert_allclose(result.weights, parse_range(ours).weights, atol=1e-15)
    assert len(result.notices) == notices
    assert result.notation == "pio"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "no hand is given"),
        ("AA:0", 0, "no combo is left"),
        ("KK, AAx", 4, "did you mean AA?"),
        ("KK,AA:x", 6, "'x' is no weight"),
        ("KK,AA:-1", 6, "'-1' is no weight"),
        ("KK,AA:50%", 6, "'50%' is no weight"),
        ("KK,AA:", 6, "'' is no weight"),
        ("KK,:1", 3, "no hand"),
        ("KK > flop set", 3, "'>'"),
    ],
)
def test_errors_in_texts_of_pio(text, position, message):
    with pytest.raises(TextError) as caught:
        read_pio(text)
    assert caught.value.position == position
    assert message in caught.value.message


def test_range_from_pio(capsys):
    assert main(["range", "AA:2,AA,QJs+", "--from", "pio", "--json"]) == 0
    meaning = json.loads(capsys.readouterr().out)
    assert meaning["canonical"] == "AA, AKs-QJs:0.5"
    assert len(meaning["notices"]) == 2
    assert main(["range", "A29", "--game", "razz", "--from", "pio"]) == 2
