"""The pure parts of charts: ticks, spread labels, wrapped text, hatching."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from gui.charts.overlays import spread
from gui.charts.style import SMALL_FONT, draw_bar, draw_hollow_bar, hatch_lines, text_width, wrapped
from gui.charts.ticks import count_ticks, log_count_ticks, nice_ceiling, percent_ticks, share_ticks
from gui.look.theme import LIGHT
from tests.gui.texts import plain

PLACES = st.lists(st.floats(-50, 450), max_size=10)


@given(PLACES)
def test_spread_labels_keep_their_order_and_distance_within_bounds(wanted):
    placed = spread(wanted, 16.0, 0.0, 400.0)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    for i, j in pairwise(order):
        assert placed[j] - placed[i] >= 16.0 - 1e-6
    assert all(-1e-6 <= y <= 400.0 + 1e-6 for y in placed)


def test_labels_with_room_stay_where_they_are():
    assert spread([100.0, 20.0, 300.0], 16.0, 0.0, 400.0) == [100.0, 20.0, 300.0]


def test_two_labels_at_the_same_position_move_apart_evenly():
    assert spread([100.0, 100.0], 16.0, 0.0, 400.0) == [92.0, 108.0]


def test_too_many_labels_share_the_room():
    placed = spread([50.0] * 10, 16.0, 0.0, 90.0)
    assert placed == pytest.approx([10.0 * k for k in range(10)])


@given(st.floats(-1, 99), st.floats(0.001, 101), st.floats(100, 900))
def test_percent_ticks_are_round_distinct_and_inside(low, span, length):
    high = low + span
    ticks = percent_ticks(low, high, length)
    assert len({tick.text for tick in ticks}) == len(ticks)
    assert len(ticks) <= length / 34 + 1
    assert all(low - 1e-6 * span <= tick.value <= high + 1e-6 * span for tick in ticks)
    for tick in ticks:
        assert float(tick.text.split("\u00a0")[0]) == pytest.approx(tick.value, abs=1e-9)


def test_percent_ticks_of_a_plot():
    assert [tick.text for tick in percent_ticks(23, 47, 250)] == [
        "25\u00a0%",
        "30\u00a0%",
        "35\u00a0%",
        "40\u00a0%",
        "45\u00a0%",
    ]


def test_ticks_of_shares_end_at_100_percent():
    texts = [plain(tick.text) for tick in share_ticks(0.0, 115.0, 300)]
    assert texts == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]


def test_log_ticks_name_the_powers_of_ten():
    ticks = log_count_ticks(math.log10(512), math.log10(12_345_678), 450)
    assert [tick.text for tick in ticks if tick.text] == [
        "1\u00a0k",
        "10\u00a0k",
        "100\u00a0k",
        "1\u00a0M",
        "10\u00a0M",
    ]
    assert any(tick.value == pytest.approx(math.log10(2000)) and not tick.text for tick in ticks)


def test_a_narrow_log_axis_still_has_named_ticks():
    ticks = log_count_ticks(math.log10(1_000_000), math.log10(1_500_000), 450)
    assert len([tick for tick in ticks if tick.text]) >= 3


def test_linear_ticks_are_whole_numbers():
    assert all(float(tick.value).is_integer() for tick in count_ticks(0, 3, 450))
    assert count_ticks(5, 5, 450) == []


@given(st.floats(1e-6, 1e6))
def test_an_axis_ends_a_little_beyond_its_value(value):
    assert value * (1 - 1e-9) <= nice_ceiling(value) <= 1.26 * value


@given(st.text("ab cd", max_size=80), st.floats(30, 300))
def test_wrapped_lines_fit_and_lose_nothing(qapp, text, width):
    lines = wrapped(text, SMALL_FONT, width, LIGHT)
    assert all(text_width(line, SMALL_FONT, LIGHT) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("direction", [(1, -1), (1, 1), (1, 0)])
def test_hatching_stays_inside_its_bar(direction):
    bar = QRectF(10, 20, 33, 57)
    lines = hatch_lines(bar, *direction)
    assert len(lines) > 5
    wider = bar.adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
    assert all(wider.contains(line.p1()) and wider.contains(line.p2()) for line in lines)


@pytest.mark.parametrize("thickness", [2.5, 4.0, 12.0])
def test_a_hollow_bar_is_paler_than_a_filled_one_however_thin(qapp, thickness):
    inks = []
    for draw in (draw_bar, draw_hollow_bar):
        image = QImage(60, 20, QImage.Format.Format_RGB32)
        image.fill(QColor(LIGHT.surface))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter, LIGHT, 0, QRectF(5.0, 4.0, 50.0, thickness))
        painter.end()
        inks.append(sum(255 - image.pixelColor(30, y).red() for y in range(image.height())))
    filled, hollow = inks
    assert 0.1 * filled < hollow < 0.7 * filled
