"""Range texts in two: the base and the street filters behind it."""

import random

import numpy as np
import pytest

from engine.cards import TextError
from engine.ranges.bases import base_of, filters_of, with_base, without_street
from engine.ranges.holdem import parse_range
from tests.fuzz_texts import HoldemTexts, attempt

WHOLE = "22+, ATs+ > flop top pair+, flush draw@50 >turn !(set)>  river best 30%"


def test_a_text_is_cut_where_its_filters_begin():
    assert base_of(WHOLE) == "22+, ATs+"
    assert filters_of(WHOLE) == "> flop top pair+, flush draw@50 >turn !(set)>  river best 30%"
    assert (base_of(" 22+ "), filters_of("22+")) == ("22+", "")
    assert (base_of("(7-7-7)"), filters_of("(7-7-7)")) == ("(7-7-7)", "")


def test_a_text_that_cannot_be_cut_is_all_base():
    assert (base_of("[50](22+ > flop set"), filters_of("!(22+ > flop set")) == ("[50](22+ > flop set", "")


@pytest.mark.parametrize(
    ("text", "base", "after"),
    [
        ("22+ > flop set", "AA", "AA > flop set"),
        ("22+ > flop set", "", ""),
        ("22+ > flop set", "AA > turn set", "AA > turn set"),
        ("22+", "AA", "AA"),
        ("", "AA", "AA"),
        ("> flop set", "15%", "15% > flop set"),
    ],
)
def test_another_base_keeps_the_filters(text, base, after):
    assert with_base(text, base) == after


def test_one_filter_goes_and_what_follows_stays():
    assert without_street(WHOLE, "flop") == "22+, ATs+ > turn !(set) > river best 30%"
    assert without_street(WHOLE, "river") == "22+, ATs+ > flop top pair+, flush draw@50 > turn !(set)"
    assert without_street("22+ > flop set", "flop") == "22+"
    assert without_street("22+ > flop set", "turn") == "22+ > flop set"


@pytest.mark.parametrize("seed", range(8))
def test_random_texts_keep_what_is_not_changed(seed):
    texts = HoldemTexts(random.Random(seed))
    looked = 0
    while looked < 40:
        base, other, filters = texts.list(4), texts.list(4), texts.filters()
        text = f"{base}{filters}"
        result, wanted = attempt(text, "core"), attempt(other, "core")
        if isinstance(result, TextError) or isinstance(wanted, TextError) or not result.streets:
            continue
        looked += 1
        whole = parse_range(with_base(text, other))
        assert np.array_equal(whole.weights, wanted.weights)
        assert whole.streets == result.streets
        for filter_ in result.streets:
            less = parse_range(without_street(text, filter_.street))
            assert np.array_equal(less.weights, result.weights)
            assert less.streets == tuple(kept for kept in result.streets if kept != filter_)
