"""The chart of final hands: bars, read-out, hidden seats, exact over sampled, data."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from engine.cards import RAZZ_RANKS
from engine.details.lows import Lows, low_texts
from gui.charts.bars import LABEL_GAP, SMALLEST_LABEL
from gui.charts.class_axes import WORDS
from gui.charts.text import LINE_SHARE, text_width
from gui.look.theme import DARK, TEXT_SMALL, Look
from gui.pages.equity.page import ClassesChart
from tests.gui.chart_fakes import (
    RAZZ_A23,
    FakeSession,
    holdem_one_on_a_flop,
    razz_one,
    razz_two,
    simulation_of,
    six_sampled,
    ten_sampled,
    three_sampled,
)
from tests.gui.texts import plain


@pytest.fixture
def make(expose):
    def build(snapshot, size=(640, 400)):
        session = FakeSession(snapshot)
        return expose(ClassesChart(session, Look(DARK), simulation_of(session)), size, session)

    return build


def read_category(chart, qtbot, category):
    point = chart.figure.bars.group_region(category).center()
    qtbot.mouseMove(chart.view.viewport(), point.toPoint())
    return [plain(" ".join(v for v in row.values if v)) for row in chart.reading.rows]


def test_one_razz_hand_shows_its_outcomes(make, qtbot):
    chart = make(razz_one())
    bars = chart.figure.bars
    assert [group[0].value for group in bars.groups] == pytest.approx([100 * p for p in RAZZ_A23])
    assert plain(bars.groups[9][0].labels[0]) == "2.84 %"
    assert bars.label_level() == 0
    assert read_category(chart, qtbot, 9) == ["2.8394 % or better 100.00 %"]
    assert chart.reading.header == "Paired (fewer than five ranks)"
    assert read_category(chart, qtbot, 1) == ["11.7994 % or better 18.95 %"]


def keys_of(chart):
    return [key.name for key in chart.figure.sheet.legend._keys]


def test_the_legend_explains_only_what_is_drawn(make):
    alone = make(holdem_one_on_a_flop())
    assert keys_of(alone) == ["on the board so far"]
    alone.toggle(0)
    assert keys_of(alone) == []
    alone.toggle(0)
    assert keys_of(alone) == ["on the board so far"]
    several = make(three_sampled())
    several.figure.exact = {1: {"pair": 0.4}}
    several.figure.redraw()
    assert keys_of(several) == ["exact"]
    several.toggle(1)
    assert keys_of(several) == []
    several.toggle(0)
    several.toggle(1)
    assert keys_of(several) == ["exact"]


def test_bar_heights_are_to_scale(make):
    chart = make(razz_two())
    bars = chart.figure.bars
    tall, short = bars.bar_rect(3, 0), bars.bar_rect(9, 0)
    ratio = bars.groups[3][0].value / bars.groups[9][0].value
    assert tall.height() / short.height() == pytest.approx(ratio, rel=1e-6)
    assert tall.bottom() == pytest.approx(short.bottom())


def test_bars_of_one_group_do_not_touch_the_next(make):
    bars = make(ten_sampled()).figure.bars
    for category in range(len(bars.groups)):
        region = bars.group_region(category)
        for place in range(10):
            rect = bars.bar_rect(category, place)
            assert region.top() <= rect.top()
            assert rect.bottom() <= region.bottom()


@pytest.mark.parametrize("size", [(640, 400), (480, 320)])
@pytest.mark.parametrize("seats", [six_sampled, ten_sampled])
def test_more_than_three_seats_have_a_column_each_with_numbers(make, seats, size):
    chart = make(seats(), size)
    bars = chart.figure.bars
    assert bars.form == "columns"
    count = len(bars.groups[0])
    assert bars.label_level() is not None or size[0] < 640
    for category in range(len(bars.groups)):
        for place in range(count):
            column, rect = bars.column(place), bars.bar_rect(category, place)
            assert column.left() <= rect.left()
            assert rect.right() <= column.right()
    longest = max((bar.value, i, k) for i, group in enumerate(bars.groups) for k, bar in enumerate(group))
    assert bars.bar_rect(*longest[1:]).width() >= 14
    assert "same scale" in chart.figure.remarks(chart.figure.snapshot)[0]


@pytest.mark.parametrize("size", [(640, 400), (640, 440)])
def test_bars_of_three_seats_have_their_numbers_smaller_before_they_have_none(make, size):
    bars = make(three_sampled(), size).figure.bars
    assert bars.form == "lying"
    fit = bars.label_fit()
    assert SMALLEST_LABEL <= fit.size < TEXT_SMALL
    assert len(bars.groups[0]) * fit.size * LINE_SHARE <= bars.group_region(0).height()


def test_no_line_of_the_grid_goes_through_a_number(make):
    chart = make(holdem_one_on_a_flop(), (640, 400))
    bars = chart.figure.bars
    category = max(range(len(bars.groups)), key=lambda i: bars.groups[i][1].value)
    picture = chart.view.grab().toImage()
    rect = bars.bar_rect(category, 1)
    width = text_width(bars.groups[category][1].labels[0], bars.label_fit().spec, DARK)
    left, y = round(rect.right() + LABEL_GAP), round(rect.center().y())
    line = QColor(DARK.line).name()
    assert line not in {picture.pixelColor(x, y).name() for x in range(left, round(left + width))}


def test_hidden_seats_bring_the_groups_back(make):
    chart = make(six_sampled())
    for seat in (1, 2, 4):
        chart.figure.toggle(seat)
    assert chart.figure.bars.form == "lying"
    assert "same scale" not in chart.figure.remarks(chart.figure.snapshot)[0]


def test_razz_columns_have_the_wheel_on_top(make, qtbot):
    game = razz_two()
    hands = tuple(replace(seat, name=f"Seat {i}") for i, seat in enumerate(2 * game.seats))
    table = replace(game.scenario, seats=2 * game.scenario.seats)
    chart = make(replace(game, seats=hands, scenario=table))
    bars = chart.figure.bars
    assert bars.group_region(0).top() < bars.group_region(9).top()
    read_category(chart, qtbot, 0)
    assert chart.reading.header == "Wheel (five low)"
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    chart.grab()


def test_holdem_categories_lie_the_best_on_top(make, qtbot):
    snapshot = three_sampled()
    chart = make(snapshot)
    bars = chart.figure.bars
    assert bars.lying
    assert bars.group_region(8).top() < bars.group_region(0).top()
    read_category(chart, qtbot, 8)
    assert chart.reading.header == "Straight flush"
    assert [row.name for row in chart.reading.rows] == ["Hero", "CO", "BTN"]


def test_sampled_bars_have_whiskers_exact_ones_none(make):
    sampled = make(razz_two("sampled")).figure.bars.groups[4][0]
    assert sampled.error == pytest.approx(196 * (sampled.value / 100 * (1 - sampled.value / 100) / 4_000) ** 0.5)
    assert make(razz_two()).figure.bars.groups[4][0].error == 0.0


def test_exact_values_lie_over_sampled_bars(make):
    exact = razz_two()
    classes = exact.seats[0].estimate.classes
    lows = np.zeros((2, len(low_texts())))
    for name in list(classes)[:-1]:
        lows[:, low_texts().index(f"{RAZZ_RANKS[int(name) - 1]}-4-3-2-A")] = classes[name]
    paired = np.array([[classes["paired"], 0.0, 0.0]] * 2)
    detail = Lows((0, 1), lows, paired, np.array([0.0, 0.001]))
    chart = make(replace(razz_two("sampled"), details={"outcomes": detail}))
    values = [group[0].exact for group in chart.figure.bars.groups]
    assert values == pytest.approx([100 * v for v in exact.seats[0].estimate.classes.values()])
    assert all(group[1].exact is None for group in chart.figure.bars.groups)
    header, rows = chart.table()
    assert "Hero exact" in header
    assert rows[0][header.index("Hero exact")] == exact.seats[0].estimate.classes["5"]


def test_a_click_on_the_legend_hides_a_seat(make, qtbot):
    chart = make(razz_two())
    point = chart.figure.sheet.legend.entry_center(1)
    qtbot.mouseClick(chart.view.viewport(), Qt.MouseButton.LeftButton, pos=point.toPoint())
    assert [bar.seat for bar in chart.figure.bars.groups[0]] == [0]
    qtbot.mouseClick(chart.view.viewport(), Qt.MouseButton.LeftButton, pos=point.toPoint())
    assert [bar.seat for bar in chart.figure.bars.groups[0]] == [0, 1]


def test_with_all_seats_hidden_nothing_breaks(make):
    chart = make(razz_two())
    chart.figure.toggle(0)
    chart.figure.toggle(1)
    chart.grab()
    assert chart.figure.stops() == []
    assert chart.figure.reading_at(QPointF(300, 200)) is None


def test_a_lone_holdem_hand_shows_what_it_has_made_so_far(make):
    chart = make(holdem_one_on_a_flop())
    pair = chart.figure.bars.groups[1]
    assert (pair[0].hollow, pair[0].value) == (True, 62.0)
    assert not pair[1].hollow


def test_the_data_are_the_snapshots(make):
    snapshot = razz_two("sampled")
    header, rows = make(snapshot).table()
    assert header == ("class", "Hero", "Hero stderr", "Seat 2", "Seat 2 stderr")
    assert [row[0] for row in rows][:2] == ["wheel", "6 low"]
    assert [row[0] for row in rows] == list(WORDS["razz"].columns)
    assert [row[1] for row in rows] == list(snapshot.seats[0].estimate.classes.values())
    assert sum(row[3] for row in rows) == pytest.approx(1.0)


def test_arrow_keys_go_through_the_classes(make, qtbot):
    chart = make(razz_one())
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header == "Wheel (five low)"
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header == "Six low"
