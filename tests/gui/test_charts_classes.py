"""The chart of final hands: bars, read-out, hidden seats, exact over sampled, data."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from engine.cards import RAZZ_RANKS
from engine.equity.details.lows import Lows, low_texts
from engine.equity.results import share_stderr
from gui.charts.picture import svg_bytes
from gui.charts.plot import LABEL_GAP, MIN_LABEL_SIZE, PixelMarks
from gui.charts.style import LINE_SHARE, text_width
from gui.charts.values import Bars
from gui.charts.view import page_image
from gui.look.theme import DARK, TEXT_SMALL, Paper, set_theme
from gui.pages.equity.charts import classes_chart
from gui.pages.equity.page import ClassesChart
from gui.words.games import GAME_WORDS
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
        set_theme("dark")
        session = FakeSession(snapshot)
        return expose(ClassesChart(session, simulation_of(session)), size, session)

    return build


def marks_of(chart):
    """The bars of a chart; without those that only have a label."""
    (mark,) = (mark for mark in chart.value.marks if isinstance(mark, Bars))
    return mark


def groups(chart):
    """The bars of each category, in the order of reading."""
    bars = [bar for bar in marks_of(chart).bars if bar.color is not None]
    places = sorted({round(bar.position) for bar in bars})
    return [[bar for bar in bars if round(bar.position) == place] for place in places]


def pixels(chart):
    return next(item for item in chart.figure.sheet.childItems() if isinstance(item, PixelMarks))


def rect(chart, bar):
    return pixels(chart).bar_rect(bar, lying=marks_of(chart).lying)


def label_fit(chart):
    return pixels(chart).label_fit(marks_of(chart))


def read_category(chart, qtbot, category):
    point = chart.figure.stops()[category]
    qtbot.mouseMove(chart.view.viewport(), point.toPoint())
    return [plain(" ".join(v for v in row.values if v)) for row in chart.reading.rows]


def test_one_razz_hand_shows_its_outcomes(make, qtbot):
    chart = make(razz_one())
    bars = groups(chart)
    assert [group[0].end for group in bars] == pytest.approx([100 * p for p in RAZZ_A23])
    assert plain(bars[9][0].labels[0]) == "2.84 %"
    assert label_fit(chart).level == 0
    assert read_category(chart, qtbot, 9) == ["2.8394 % or better 100.00 %"]
    assert chart.reading.header == "Pair or worse"
    assert read_category(chart, qtbot, 1) == ["11.7994 % or better 18.95 %"]


def keys_of(chart):
    return [key.name for key in chart.value.keys]


def test_the_legend_explains_only_what_is_drawn(make):
    alone = make(holdem_one_on_a_flop())
    assert keys_of(alone) == ["on the board so far"]
    alone.figure.toggle(0)
    assert keys_of(alone) == []
    alone.figure.toggle(0)
    assert keys_of(alone) == ["on the board so far"]
    shown = [classes_chart(three_sampled(), {1: {"pair": 0.4}}, None, frozenset(hidden)) for hidden in ((), (1,), (0,))]
    assert [[key.name for key in chart.keys] for chart in shown] == [["exact"], [], ["exact"]]


def test_bar_heights_are_to_scale(make):
    chart = make(razz_two())
    bars = groups(chart)
    tall, short = rect(chart, bars[3][0]), rect(chart, bars[9][0])
    assert tall.height() / short.height() == pytest.approx(bars[3][0].end / bars[9][0].end, rel=1e-6)
    assert tall.bottom() == pytest.approx(short.bottom())


def test_bars_of_one_group_do_not_touch_the_next(make):
    chart = make(ten_sampled())
    for category, group in enumerate(groups(chart)):
        for bar in group:
            assert category - 0.5 < bar.position - bar.thickness / 2
            assert bar.position + bar.thickness / 2 < category + 0.5


@pytest.mark.parametrize("size", [(640, 400), (480, 320)])
@pytest.mark.parametrize("seats", [six_sampled, ten_sampled])
def test_more_than_three_seats_have_a_column_each_with_numbers(make, seats, size):
    chart = make(seats(), size)
    mark, count = marks_of(chart), len(chart.value.seats)
    assert mark.columns == count
    assert label_fit(chart) is not None or size[0] < 640
    for group in groups(chart):
        for column, bar in enumerate(group):
            assert column == bar.start <= bar.end < column + 1
    assert max(rect(chart, bar).width() for bar in mark.bars) >= 14
    assert "same scale" in chart.value.heading.notes[0]


@pytest.mark.parametrize("size", [(640, 400), (640, 440)])
def test_bars_of_three_seats_have_their_numbers_smaller_before_they_have_none(make, size):
    chart = make(three_sampled(), size)
    assert marks_of(chart).lying
    fit = label_fit(chart)
    assert MIN_LABEL_SIZE <= fit.size <= TEXT_SMALL
    first, second = (rect(chart, bar).center().y() for bar in groups(chart)[0][:2])
    assert fit.size * LINE_SHARE <= second - first + 1


def test_no_line_of_the_grid_goes_through_a_number(make):
    chart = make(holdem_one_on_a_flop(), (640, 400))
    longest = max((group[1] for group in groups(chart)), key=lambda bar: bar.end)
    picture = chart.view.grab().toImage()
    place, fit = rect(chart, longest), label_fit(chart)
    width = text_width(longest.labels[fit.level], fit.spec, DARK)
    left, y = round(place.right() + LABEL_GAP), round(place.center().y())
    line = QColor(DARK.line).name()
    assert line not in {picture.pixelColor(x, y).name() for x in range(left, round(left + width))}


def test_hidden_seats_bring_the_groups_back(make):
    chart = make(six_sampled())
    for seat in (1, 2, 4):
        chart.figure.toggle(seat)
    assert marks_of(chart).columns == 1
    assert "same scale" not in chart.value.heading.notes[0]


def test_razz_columns_have_the_wheel_on_top(make, qtbot):
    game = razz_two()
    hands = tuple(replace(seat, name=f"Seat {i}") for i, seat in enumerate(2 * game.seats))
    table = replace(game.scenario, seats=2 * game.scenario.seats)
    chart = make(replace(game, seats=hands, scenario=table))
    stops = chart.figure.stops()
    assert stops[0].y() < stops[9].y()
    read_category(chart, qtbot, 0)
    assert chart.reading.header == "Wheel (five low)"
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    chart.grab()


def test_holdem_categories_are_horizontal_with_the_best_on_top(make, qtbot):
    snapshot = three_sampled()
    chart = make(snapshot)
    assert marks_of(chart).lying
    read_category(chart, qtbot, 0)
    assert chart.reading.header == "Straight flush"
    assert [row.name for row in chart.reading.rows] == ["Hero", "CO", "BTN"]


def test_sampled_bars_have_whiskers_exact_ones_none(make):
    sampled = groups(make(razz_two("sampled")))[4][0]
    assert sampled.error == pytest.approx(196 * share_stderr(sampled.end / 100, 4_000))
    assert groups(make(razz_two()))[4][0].error == 0.0


def test_exact_values_are_drawn_over_sampled_bars(make):
    exact = razz_two()
    classes = exact.seats[0].estimate.classes
    lows = np.zeros((2, len(low_texts())))
    for name in list(classes)[:-1]:
        lows[:, low_texts().index(f"{RAZZ_RANKS[int(name) - 1]}-4-3-2-A")] = classes[name]
    paired = np.array([[classes["paired"], 0.0, 0.0]] * 2)
    detail = Lows((0, 1), lows, paired, np.array([0.0, 0.001]))
    chart = make(replace(razz_two("sampled"), details={"outcomes": detail}))
    values = [group[0].exact for group in groups(chart)]
    assert values == pytest.approx([100 * v for v in exact.seats[0].estimate.classes.values()])
    assert all(group[1].exact is None for group in groups(chart))
    header, rows = chart.table()
    assert "Hero exact" in header
    assert rows[0][header.index("Hero exact")] == exact.seats[0].estimate.classes["5"]


def test_a_click_on_the_legend_hides_a_seat(make, qtbot):
    chart = make(razz_two())
    point = chart.figure.sheet.legend.entry_center(1)
    qtbot.mouseClick(chart.view.viewport(), Qt.MouseButton.LeftButton, pos=point.toPoint())
    assert [bar.color for bar in groups(chart)[0]] == [0]
    qtbot.mouseClick(chart.view.viewport(), Qt.MouseButton.LeftButton, pos=point.toPoint())
    assert [bar.color for bar in groups(chart)[0]] == [0, 1]


def test_with_all_seats_hidden_nothing_breaks(make):
    chart = make(razz_two())
    chart.figure.toggle(0)
    chart.figure.toggle(1)
    chart.grab()
    assert chart.figure.stops() == []
    assert chart.figure.reading_at(QPointF(300, 200)) is None


def test_a_lone_holdem_hand_shows_what_it_has_made_so_far(make):
    chart = make(holdem_one_on_a_flop())
    pair = groups(chart)[-2]
    assert (pair[0].hollow, pair[0].end) == (True, 62.0)
    assert not pair[1].hollow


def test_the_data_are_the_snapshots(make):
    snapshot = razz_two("sampled")
    header, rows = make(snapshot).table()
    assert header == ("class", "Hero", "Hero stderr", "Seat 2", "Seat 2 stderr")
    assert [row[0] for row in rows][:2] == ["wheel", "6 low"]
    assert [row[0] for row in rows] == list(GAME_WORDS["razz"].classes.columns)
    assert [row[1] for row in rows] == list(snapshot.seats[0].estimate.classes.values())
    assert sum(row[3] for row in rows) == pytest.approx(1.0)


def test_arrow_keys_go_through_the_classes(make, qtbot):
    chart = make(razz_one())
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header == "Wheel (five low)"
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header == "Six low"


def test_bars_with_a_note_may_be_drawn_before_they_have_room(qapp):
    """Bars that lie, sampled ones beside exact ones; a page gets its size after it is filled."""
    chart = classes_chart(replace(three_sampled(), method="exact"), {}, three_sampled(), frozenset())
    (mark,) = (mark for mark in chart.marks if isinstance(mark, Bars))
    assert mark.lying
    assert mark.note
    drawing = page_image(chart, lambda _: chart, DARK)
    assert b"<svg" in svg_bytes(drawing.figure(), Paper(), drawing.title, drawing.about)
