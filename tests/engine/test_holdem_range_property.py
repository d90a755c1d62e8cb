import random

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.cards import TextError
from engine.ranges.holdem import HoldemRange, format_range, parse_range
from engine.ranges.notations import NOTATIONS
from tests.engine.range_strategies import positive, ranges_of_classes
from tests.fuzz_texts import attempt, check, holdem_text

FUZZ_TEXTS = 3_000


def assert_round_trip(weights):
    range_ = HoldemRange(weights)
    text = format_range(range_)
    if not weights.any():
        assert text == ""
        return
    for dialect in ("core", "climb"):
        again = parse_range(text, dialect)
        assert again.weights.tobytes() == range_.weights.tobytes()
        assert again.notices == ()
    assert format_range(again) == text


@given(ranges_of_classes())
@settings(max_examples=60, deadline=None)
def test_ranges_of_classes_round_trip(weights):
    assert_round_trip(weights)


@given(st.dictionaries(st.integers(0, 1325), positive, max_size=40))
@settings(max_examples=100, deadline=None)
def test_single_combos_round_trip_bit_for_bit(chosen):
    weights = np.zeros(1326)
    weights[list(chosen)] = list(chosen.values())
    assert_round_trip(weights)


def test_1326_different_weights_round_trip_bit_for_bit():
    for seed in range(3):
        assert_round_trip(np.random.default_rng(seed).random(1326))
    assert_round_trip(np.full(1326, np.nextafter(0, 1)))
    assert_round_trip(np.full(1326, np.nextafter(1, 0)))


@given(st.text(max_size=30), st.sampled_from(["core", "climb"]))
@settings(max_examples=300, deadline=None)
@example("000000000<HU 0", "core")  # whose similar names are long
def test_any_unicode_text(text, dialect):
    check(text, dialect)


def test_random_texts_agree_with_the_naive_reader():
    generator = random.Random(20)
    read = 0
    for number in range(FUZZ_TEXTS):
        notations = NOTATIONS if number % 50 == 0 else ()
        read += check(holdem_text(generator), generator.choice(("core", "climb")), notations)
    assert FUZZ_TEXTS // 5 < read < FUZZ_TEXTS // 2


def test_long_texts_are_read_or_refused_at_once():
    """Every form is matched in linear time; a quadratic one would take minutes here."""
    for text in (
        "1" * 100_000,
        "A" + " " * 100_000 + "x",
        "- " * 50_000,
        "[ " * 50_000,
        "9." * 50_000,
        "A:" * 50_000,
        "_a " * 33_000,
        "/* " * 33_000,
        "'a " * 33_000,
        "AA //" + " a" * 49_000,
    ):
        result = attempt(text, "core")
        assert isinstance(result, TextError)
        assert len(result.message) < 200
    assert parse_range("AA, KK, " * 2_000).count == 12


def test_messages_about_long_texts_are_short():
    blanks, zeros = " " * 300, "0" * 300
    for text in (
        f"A5s{blanks}-{blanks}A2s:0,75",
        f"AA@0.{zeros}1",
        f"0.{zeros}1: AA",
        f"15.{zeros}%: 75",
        f"100: 99,75.{zeros}: KK",
        f"[0.{zeros}1]AA[/0.{zeros}1]",
        f"[50]AA[/51.{zeros}]",
        f"[/50.{zeros}]",
        f"AA, 75.{zeros}: KK",
        f"AA; Weights: A5s{blanks}-{blanks}A2s",
        f"22, !({blanks}22)",
        f"random, !(A5s{blanks}-A2s, A5s{blanks}-A2s:0.5, !(A5s{blanks}-A2s))",
        f"15{blanks}%",
    ):
        check(text, "core")
