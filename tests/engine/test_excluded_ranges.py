"""``!( ... )``: a whole range, weights and all, taken out of the rest."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import TextError
from engine.ranges.holdem import HoldemRange, complement, parse_range
from engine.ranges.holdem_items import MOST_NESTED
from engine.ranges.orders import find_order
from tests.fuzz_texts import GOOD, attempt

READABLE = [text for text in GOOD if ">" not in text and isinstance(attempt(text, "core"), HoldemRange)]


@pytest.mark.parametrize("text", READABLE)
def test_it_is_the_complement_in_every_notation(text):
    result = parse_range(f"random, !({text})")
    assert np.array_equal(result.weights, complement(parse_range(text)).weights)


def test_it_takes_its_share_of_what_the_others_weigh():
    result = parse_range("AA, KK:0.5, QQ, !(AA:0.25, KK:0.5)").weights
    for pair, weight in (("AA", 0.75), ("KK", 0.25), ("QQ", 1.0)):
        assert result[parse_range(pair).weights > 0] == pytest.approx(weight)


def test_a_single_word_needs_no_brackets():
    assert parse_range("random, !(15%)") == parse_range("random, !15%")
    played = parse_range("random, !fold-profile").weights
    assert played == pytest.approx(1 - parse_range("fold-profile").weights)


def test_a_weighted_list_does_not_weaken_what_it_takes_out():
    assert parse_range("50: AA, KK, !KK") == parse_range("AA:0.5")
    assert parse_range("50: AA, KK, !(KK)") == parse_range("AA:0.5")


def test_the_order_and_the_dialect_hold_inside():
    assert parse_range("random, !(20%)", order=find_order("v3")) == parse_range("random, !20%", order=find_order("v3"))
    assert parse_range("random, !(T9s+)", "climb").count == 1326 - 5 * 4


def test_notices_and_the_notation_come_out():
    result = parse_range("random, !(100: AA, 50: AA)")
    assert result.notation == "equilab"
    assert "given twice" in result.notices[0]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("random, !(AA, Zz)", 14),
        ("random, !(AA, !(KK, Zz))", 20),
        ("random, !(AA", 8),
        ("random, !()", 10),
        ("random, !(AA))", 13),
        ("[50]AA, !(KK)[/50]", 8),
        ("!(AA)", 0),
    ],
)
def test_what_cannot_be_read_is_told_where_it_stands(text, position):
    with pytest.raises(TextError) as caught:
        parse_range(text)
    assert caught.value.position == position


def test_deep_brackets_are_refused():
    parse_range("random, !(" * MOST_NESTED + "AA" + ")" * MOST_NESTED)
    with pytest.raises(TextError, match="too many"):
        parse_range("random, !(" * 5000 + "AA" + ")" * 5000)


@given(st.text(alphabet="!()AK,x ", max_size=24))
@settings(max_examples=300, deadline=None)
def test_any_brackets_give_a_range_or_an_error_inside_the_text(text):
    result = attempt(text, "core")
    if isinstance(result, TextError):
        assert 0 <= result.position <= max(len(text) - 1, 0)
    else:
        assert result.weights.any()
