"""Numbers as people type them: commas between thousands and commas before decimals."""

import pytest

from gui.parts.field_text import (
    FieldError,
    read_chips,
    read_multiplier,
    read_percent,
    read_points,
    read_seconds,
    read_trials,
    with_point,
)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("10,000", "10000"), ("1,234,567.5", "1234567.5"), ("-2,000", "-2000"),
        ("0,5", "0.5"), ("0,125", "0.125"), ("12,5", "12.5"), ("1,5", "1.5"), ("1.5", "1.5"), ("", ""),
    ],
)  # fmt: skip
def test_what_a_comma_means(text, plain):
    assert with_point(text) == plain


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (read_chips, "5,000", 5000.0), (read_chips, "2,5k", 2500.0), (read_chips, "1 500", 1500.0),
        (read_percent, "12,5 %", 0.125), (read_percent, "0,125", 0.00125),
        (read_multiplier, "0,125", 0.125), (read_multiplier, "1/2", 0.5),
        (read_trials, "10,000", 10_000), (read_trials, "1,000,000", 1_000_000), (read_trials, "1,5M", 1_500_000),
        (read_points, "0,020", 0.0002), (read_seconds, "2,5 s", 2.5),
    ],
)  # fmt: skip
def test_fields_agree_on_commas(read, text, value):
    assert read(text) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_chips, "1,00,0"),
        (read_percent, "12,345"),
        (read_multiplier, "1/0"),
        (read_trials, "1,5"),
        (read_points, ","),
    ],
)
def test_what_is_no_number_is_told(read, text):
    with pytest.raises(FieldError):
        read(text)
