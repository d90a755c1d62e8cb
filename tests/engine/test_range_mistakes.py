"""What people get wrong in hold'em texts (tests/data/range_mistakes.json): where it is marked, what is told."""

import json
import re
from pathlib import Path

import pytest

from engine.cards import TextError
from engine.ranges.holdem import parse_range

MISTAKES = json.loads((Path(__file__).parents[1] / "data" / "range_mistakes.json").read_text(encoding="utf-8"))


def message(text):
    with pytest.raises(TextError) as caught:
        parse_range(text)
    return caught.value


@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case["text"] or "nothing")
def test_where_a_mistake_is_marked_and_what_is_told(case):
    error = message(case["text"])
    assert (error.position, error.message) == (case["position"], case["says"])


def suggestions():
    result = {match for case in MISTAKES for match in re.findall(r"did you mean (.+?)\?(?: |$)", case["says"])}
    return sorted(part for match in result for part in match.split(" or "))


@pytest.mark.parametrize("meant", suggestions())
def test_what_is_suggested_can_be_read(meant):
    """But for a bare number, which stands for the weight or the share in it."""
    if not re.fullmatch(r"[0-9.]+", meant):
        assert parse_range(f"random, {meant}").weights.any()


@pytest.mark.parametrize("before", ["22+, ", "A♥️K♥️,\n", "AA:0.5;\r\n\t", "\ufeff", "T9s–65s\u00a0", "100%,"])
@pytest.mark.parametrize(("word", "meant"), [("AKoo", "AKo"), ("A2s-5s", "A2s-A5s"), ("AAs", "AA"), ("QQ=1", "QQ:1")])
def test_the_mark_is_at_the_word_whatever_comes_before(before, word, meant):
    error = message(f"{before}{word}, KK")
    assert error.position == len(before)
    assert f"did you mean {meant}?" in error.message
