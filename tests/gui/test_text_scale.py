"""The size of text: kept in the application's font, followed by widgets, what they paint, charts; not by pictures."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QSlider, QTableView, QToolButton, QWidget

from engine import Scenario, Seat, solve
from gui.charts.picture import STANDARD_PAPER
from gui.look.scale import (
    UNBOUND,
    at_least,
    at_most,
    enlarge,
    fix,
    keep_lines,
    px,
    scaled_size,
    set_icon_size,
    set_row_height,
    set_text,
    set_text_scale,
    unscaled,
    unscaled_point,
    unscaled_rect,
)
from gui.look.theme import LIGHT, LOOK_CHANGED, TEXT_SCALES, TEXT_SMALL, stylesheet, text_scale
from gui.pages.equity.page import ClassesChart
from gui.pages.starting import DeadRow
from gui.parts.chip_button import ChipButton
from gui.parts.text_entry import ProblemLine
from gui.table.deck import RankButton
from tests.gui.chart_fakes import FakeSession, simulation_of
from tests.look_events import Listener


def test_every_size_is_told_by_the_font_of_the_application():
    for percent in (*TEXT_SCALES, *reversed(TEXT_SCALES)):
        set_text_scale(percent)
        assert text_scale() == percent
        assert px(100) == percent
    pixels = []
    for percent in TEXT_SCALES:
        set_text_scale(percent)
        pixels.append(QApplication.font().pixelSize())
    assert all(small < large for small, large in pairwise(pixels))


def test_another_font_means_the_usual_size(qapp):
    font = QFont("Inter")
    font.setPointSize(40)
    QApplication.setFont(font)
    assert text_scale() == 100


def test_widgets_follow_and_come_back(qtbot):
    label, button, table, frame = QLabel("words"), QToolButton(), QTableView(), QWidget()
    for widget in (label, button, table, frame):
        qtbot.addWidget(widget)
    set_text(label, TEXT_SMALL, QFont.Weight.DemiBold)
    keep_lines(label, 3)
    fix(frame, width=40, height=20)
    at_least(table, width=60)
    at_most(table, height=30, width=UNBOUND)
    set_icon_size(button, 18)
    set_row_height(table.verticalHeader(), 24)

    def sizes():
        return (
            label.font().pixelSize(), label.font().weight(), frame.minimumSize(), frame.maximumSize(),
            table.minimumWidth(), table.maximumHeight(), table.maximumWidth(), button.iconSize(),
            table.verticalHeader().defaultSectionSize(), label.minimumHeight(),
        )  # fmt: skip

    usual = sizes()
    for percent in (150, 200, 80, 125):
        set_text_scale(percent)
        assert label.font().pixelSize() == round(0.01 * percent * TEXT_SMALL)
        assert label.font().weight() == QFont.Weight.DemiBold
        assert frame.minimumSize() == frame.maximumSize() == QSize(px(40), px(20))
        assert (table.minimumWidth(), table.maximumHeight(), table.maximumWidth()) == (px(60), px(30), UNBOUND)
        assert button.iconSize() == scaled_size(18, 18)
        assert table.verticalHeader().defaultSectionSize() == px(24)
        assert label.minimumHeight() >= 3 * label.fontMetrics().lineSpacing()
    set_text_scale(100)
    assert sizes() == usual


def test_widgets_hear_that_the_size_has_changed_and_only_then(qtbot):
    widget = Listener()
    qtbot.addWidget(widget)
    for _ in range(2):
        set_text_scale(150)
    assert widget.events == [LOOK_CHANGED]


def test_what_is_painted_has_the_room_of_the_usual_size(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(300, 120)
    set_text_scale(150)
    assert unscaled_rect(widget).size().toTuple() == (200.0, 80.0)
    assert unscaled(30) == 20
    assert unscaled_point(QPointF(30, 60)) == QPointF(20, 40)
    assert scaled_size(1.1, 2) == QSize(2, 3)  # never too small for what it is for
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    area = enlarge(painter, QRect(3, 6, 30, 60))
    assert (area.x(), area.y(), area.width(), area.height()) == (2, 4, 20, 40)
    assert painter.transform().m11() == 1.5
    painter.end()


@pytest.mark.parametrize("percent", TEXT_SCALES)
def test_the_style_sheet_is_scaled_but_for_hairlines(percent):
    sheet = stylesheet(LIGHT, percent)
    assert f"font-size: {round(TEXT_SMALL * percent / 100)}px" in sheet
    assert "border: 1px solid" in sheet
    assert f"QScrollBar:vertical {{ width: {round(0.12 * percent)}px; }}" in sheet
    assert (sheet == stylesheet(LIGHT)) == (percent == 100)


def test_chips_and_problems_ask_for_room_for_their_words(qtbot):
    chip, line = ChipButton("offsuit"), ProblemLine()
    for widget in (chip, line):
        qtbot.addWidget(widget)
    line.show_hint("A line of many words, so many that it needs more than the one line that it would have otherwise")
    usual, height = chip.sizeHint(), line.heightForWidth(200)
    for percent in (80, 125, 200):
        set_text_scale(percent)
        size = chip.sizeHint()
        assert 0 <= size.width() - usual.width() * percent / 100 <= 1
        assert 0 <= size.height() - usual.height() * percent / 100 <= 1
        assert 0 <= line.heightForWidth(2 * percent) - height * percent / 100 <= 1


def test_the_mouse_finds_what_is_painted_larger(expose):
    set_text_scale(200)
    button, strip = expose(RankButton(6), (76, 140)), expose(DeadRow(), (1300, 168))
    button.show_taken((("#112233", False),), "seven")
    put_back = []
    button.put_back.connect(lambda: put_back.append(1))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=(2 * button.pip_center(0)).toPoint())
    assert put_back == [1]
    assert strip.column(12).right() == pytest.approx(650)


def solved():
    seats = (Seat("Hero", "AhKh"), Seat("Villain", "QdQc"))
    return solve(Scenario("holdem", seats, board="7h 8h 2c"))


def test_a_chart_is_larger_on_screen_and_the_same_on_paper(expose):
    session = FakeSession(solved())
    chart = expose(ClassesChart(session, simulation_of(session)), (800, 600), session)
    title, paper = chart.figure.sheet.title.drawn_lines, chart.png(STANDARD_PAPER)
    assert chart.figure.sheet.size().toTuple() == (800.0, 600.0)
    set_text_scale(200)
    assert chart.figure.sheet.size().toTuple() == (400.0, 300.0)
    assert chart.view.transform().m11() == 2.0
    assert chart.figure.device_scale == 2.0 * chart.devicePixelRatioF()
    assert chart.minimumSize() == QSize(640, 400)
    assert chart.png(STANDARD_PAPER) == paper
    at = chart.figure.sheet.legend.entry_center(1)
    QTest.mouseClick(chart.view.viewport(), Qt.MouseButton.LeftButton, pos=chart.view.mapFromScene(at))
    assert chart.figure.hidden == {1}
    set_text_scale(100)
    assert chart.figure.sheet.title.drawn_lines == title


@pytest.mark.parametrize("percent", TEXT_SCALES)
def test_the_knob_of_a_slider_is_round_in_every_size(expose, percent):
    slider = QSlider(Qt.Orientation.Horizontal)
    bare = "QSlider::groove:horizontal, QSlider::sub-page:horizontal { background: transparent; }"
    slider.setStyleSheet(stylesheet(LIGHT, percent) + bare)
    slider.setValue(50)
    expose(slider, (300, 60))
    image = slider.grab().toImage()
    ground = image.pixelColor(0, 0)
    inked = [(x, y) for x in range(300) for y in range(60) if image.pixelColor(x, y) != ground]
    columns, rows = {x for x, _ in inked}, {y for _, y in inked}
    assert len(columns) == len(rows) > 10
    edge = [x for x, y in inked if y == min(rows)]
    assert len(edge) < 0.7 * len(columns)  # no corner
