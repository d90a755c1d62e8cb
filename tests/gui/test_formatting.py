"""Numbers for people: only digits that mean something."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ScenarioError, loads
from engine.equity.results import share_stderr
from gui.words.formatting import (
    chips,
    count,
    deals,
    describe_problem,
    duration,
    field_title,
    interval,
    odds,
    percent,
    percent_digits,
    sampled_percent,
    short_count,
    short_percent,
)
from tests.gui.texts import plain


@pytest.mark.parametrize(
    ("value", "stderr", "digits", "text"),
    [
        (0.826366, 0.0, 4, "82.6366 %"),
        (0.826366, 0.0, 2, "82.64 %"),
        (0.438649, 0.0002, 4, "43.86 %"),
        (0.438649, 0.004, 4, "43.9 %"),
        (0.438649, 0.2, 4, "44 %"),
        (0.438649, 1e-9, 4, "43.8649 %"),
        (1.0, 0.0, 4, "100.0000 %"),
    ],
)
def test_percent_shows_what_the_error_supports(value, stderr, digits, text):
    assert plain(percent(value, stderr, exact_digits=digits)) == text


@given(st.floats(1e-7, 0.5))
def test_the_last_digit_is_of_the_size_of_the_interval(stderr):
    digits = percent_digits(stderr)
    assert 0 <= digits <= 4
    if 0 < digits < 4:
        half_width = 196 * stderr
        assert half_width * 10**digits >= 1 - 1e-9
        assert half_width * 10 ** (digits - 1) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("stderr", "text"), [(0.0, ""), (0.0002, "± 0.039 %"), (0.02, "± 3.9 %"), (0.1, "± 20 %"), (2e-6, "± 0.00039 %")]
)
def test_interval_is_the_half_width_in_two_digits(stderr, text):
    assert plain(interval(stderr)) == text


def test_counts_and_times():
    assert plain(count(1_712_304)) == "1 712 304"
    assert count(18_265_297_050).count("\u202f") == 3
    assert plain(short_count(42_100_000)) == "42.1 M"
    assert plain(short_count(999)) == "999"
    assert plain(short_count(1.0123e18)) == "1.01 × 10¹⁸"
    assert plain(count(1.0123e15)) == "1.012 × 10¹⁵"
    assert plain(duration(0.008)) == "8 ms"
    assert plain(duration(1.25)) == "1.2 s"
    assert plain(duration(200)) == "3 min"


def test_odds_are_those_that_players_say():
    assert [odds(p) for p in (0.8, 0.3, 1 / 3, 0.51, 0.04)] == [
        "4.0 : 1 favorite", "2.3 : 1 underdog", "2.0 : 1 underdog", "1.04 : 1 favorite", "24 : 1 underdog",
    ]  # fmt: skip
    assert (odds(1e-6), odds(1 - 1e-6)) == ("999\u202f999 : 1 underdog", "999\u202f999 : 1 favorite")
    assert (odds(0.5), odds(0.5001)) == ("even", "even")
    assert odds(0.0) == odds(1.0) == "–"


def test_a_share_that_was_never_seen_still_has_an_error():
    assert share_stderr(0.5, 10_000) == pytest.approx(0.005)
    assert share_stderr(0.0, 10_000) == pytest.approx(1 / 10_000)
    assert math.isfinite(share_stderr(1.0, 0))


def test_fields_have_names_for_people():
    assert field_title("seats[1].cards") == "Seat 2"
    assert field_title("run.method") == "Method"
    assert field_title("kelly") == "kelly"


def test_a_share_has_a_decimal_only_where_it_is_not_whole():
    assert [plain(short_percent(1 / seats)) for seats in (2, 3, 4, 8)] == ["50 %", "33.3 %", "25 %", "12.5 %"]


def test_one_deal_is_no_deals():
    assert [plain(deals(number)) for number in (0, 1, 1_712_304)] == ["0 deals", "1 deal", "1 712 304 deals"]
    assert plain(short_count(14.6e9)) == "14.6 bn"


@pytest.mark.parametrize("value", ['"two"', "7"])
def test_a_version_that_cannot_be_read_is_said_to_be_the_version(value):
    for key in ("steelwheel", "steelwheel_result"):
        with pytest.raises(ScenarioError) as caught:
            loads(f'{{"{key}": {value}}}')
        (problem,) = caught.value.problems
        assert problem.field == key
        assert describe_problem(problem).startswith("Version: ")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5034.5, "5 034.5"),  # halves of a split pot, however many chips there are
        (118.37, "118.37"),
        (12_050.25, "12 050.25"),
        (0.1 + 0.2, "0.3"),
        (3 * 1678.1666666666667, "5 034.5"),  # a third of the pot for each of three
        (118.3333, "118.3"),  # computed, as an expected gain
        (424.8312, "424.8"),
        (5034.4987, "5 034"),
        (0.0123456, "0.01235"),
        (12_050.0, "12 050"),
        (-2.5, "-2.5"),
        (1e-13, "0"),
    ],
)
def test_amounts_are_shown_in_full_to_the_hundredth_and_estimates_in_four_digits(value, text):
    assert plain(chips(value)) == text


@pytest.mark.parametrize(
    ("share", "stderr", "text"),
    [
        (0.574, 0.0107, "57 % ± 2.1 %"), (0.574, None, "57 %"), (1.0, 0.000006, "100.0 %"), (0.0, 0.0002, "0.0 %"),
        (0.661, 0.0012, "66.1 % ± 0.24 %"),
    ],
)  # fmt: skip
def test_a_sampled_share_has_its_interval_unless_that_is_below_its_last_digit(share, stderr, text):
    assert plain(sampled_percent(share, stderr)) == text
