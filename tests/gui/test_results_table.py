"""The results table: columns as needed, honest digits, grey when stale, copied as text."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from engine import Seat
from engine.equity.results import at_table
from gui.export.files import results_text
from gui.look.theme import LIGHT, TEXT, font
from gui.pages.equity.page import EquityPage, ResultsTable
from gui.parts.detail_page import COMPUTING, STOPPED
from gui.parts.table import MORE_WIDTH
from gui.state.document import Document
from tests.gui.chart_fakes import FakeSession, exact, razz_one, scenario, ten_sampled, three_sampled, two_exact
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.texts import plain

Role = Qt.ItemDataRole


@pytest.fixture
def session():
    return FakeSession()


@pytest.fixture
def make(qtbot, session):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(760, 260)
    window.show()

    def build(snapshot):
        session.set(snapshot=snapshot)
        table = ResultsTable(session, window)
        table.resize(740, 240)
        table.show()
        return table

    yield build
    window.close()


def test_many_seats_are_all_visible_until_the_player_moves_the_handle(qtbot):
    snapshot = ten_sampled()
    session = FakeSession(snapshot)
    page = EquityPage(Document(snapshot.scenario), session, DirectQuestions())
    qtbot.addWidget(page)
    page.resize(740, 690)
    page.show()
    view = page.results.view
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert page.sizes()[0] == page.results.full_height()
    page.setSizes([150, 540])
    page.splitterMoved.emit(150, 1)
    session.changed.emit()
    assert page.sizes()[0] == 150


def test_a_low_page_leaves_the_chart_what_the_rows_do_not_need(qtbot):
    snapshot = three_sampled()
    page = EquityPage(Document(snapshot.scenario), FakeSession(snapshot), DirectQuestions())
    qtbot.addWidget(page)
    page.show()
    for height, table in ((700, 230), (420, page.results.full_height()), (700, 230)):
        page.resize(600, height)
        assert page.sizes()[0] == table
    assert page.results.full_height() < 160


def header(table):
    model = table.view.model()
    return [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())]


def row(table, number):
    model = table.view.model()
    texts = [model.data(model.index(number, i)) for i in range(model.columnCount())]
    return dict(zip(header(table), [plain(text) for text in texts], strict=True))


def color(table, number, column=1):
    return table.view.model().data(table.view.model().index(number, column), Role.ForegroundRole).name()


def test_exact_results_have_four_decimals_and_one_tie_column(make):
    table = make(two_exact())
    assert header(table) == ["Seat", "Equity", "95 %", "Win", "Tie", "Lose", "Odds"]
    assert row(table, 0) == {
        "Seat": "Hero", "Equity": "82.6366 %", "95 %": "exact", "Win": "82.4366 %", "Tie": "0.4000 %",
        "Lose": "17.1634 %", "Odds": "4.8 : 1 favorite",
    }  # fmt: skip


def test_sampled_results_show_what_the_error_supports(make):
    snapshot = three_sampled()
    table = make(snapshot)
    assert header(table) == ["Seat", "Equity", "95 %", "Win", "Tie", "Lose", "Odds", "2-way", "3-way"]
    estimate = snapshot.seats[0].estimate
    shown = row(table, 0)
    assert shown["Equity"] == f"{100 * estimate.equity:.2f} %"
    assert shown["95 %"] == f"± {196 * estimate.stderr:.3f} %"
    assert shown["Tie"] == f"{100 * sum(estimate.split):.2f} %"


def test_ties_too_rare_to_show_a_digit_get_no_column(make):
    titles = header(make(ten_sampled()))
    assert "2-way" in titles
    assert "9-way" not in titles


def test_folded_seats_are_labelled(make):
    table = make(exact(scenario("AhKh", "15%", "random", folded=(1,)), (0.6, 0.4)))
    assert row(table, 1)["Equity"] == "folded"
    assert row(table, 1)["Win"] == ""
    assert color(table, 1) == LIGHT.muted


def test_stale_results_are_grey(make, session):
    table = make(two_exact())
    assert color(table, 0) == LIGHT.text
    session.set(stale=True)
    assert color(table, 0) == LIGHT.muted


def test_a_lone_seat_has_no_ties(make):
    assert row(make(razz_one()), 0)["Equity"] == "100.0000 %"


def test_ctrl_c_copies_the_table_as_text(make, qtbot):
    snapshot = three_sampled()
    table = make(snapshot)
    qtbot.keySequence(table.view, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == results_text(snapshot)


def test_the_empty_table_teaches_and_fills_in_place(make, session):
    table = make(None)
    assert table.stack.currentWidget() is table.empty
    assert "click cards or type" in table.empty.text()
    session.set(snapshot=two_exact())
    assert table.stack.currentWidget() is table.view
    assert table.view.model().rowCount() == 2


def test_a_table_without_a_result_says_why(make, session):
    table = make(None)
    session.set(state="running")
    assert table.empty.text() == COMPUTING
    session.set(state="idle", stopped=True)
    assert table.empty.text() == STOPPED


def test_an_update_of_the_same_shape_keeps_the_selection(make, session):
    table = make(three_sampled())
    table.view.selectRow(1)
    session.set(snapshot=three_sampled(deals=20_000_000))
    assert [index.row() for index in table.view.selectionModel().selectedRows()] == [1]
    session.set(snapshot=replace(two_exact()))
    assert table.view.selectionModel().selectedRows() == []


def test_names_get_the_width_that_the_numbers_leave(make):
    table = make(two_exact())
    sizes = [table.view.horizontalHeader().sectionSize(i) for i in range(table.view.model().columnCount())]
    assert sum(sizes) == table.view.viewport().width()
    assert not table.view.horizontalScrollBar().isVisible()


def hidden(table):
    return [title for i, title in enumerate(header(table)) if table.view.isColumnHidden(i)]


@pytest.mark.parametrize("snapshot", [two_exact(), three_sampled(), ten_sampled()], ids=["two", "three", "ten"])
@pytest.mark.parametrize("width", [500, 568, 740, 1200])
def test_it_never_scrolls_sideways(make, snapshot, width):
    table = make(snapshot)
    table.resize(width, 400)
    QApplication.processEvents()
    sizes = [table.view.horizontalHeader().sectionSize(i) for i in range(table.view.model().columnCount())]
    more = table.view.findChild(QToolButton, "results.table.more")
    width = table.view.viewport().width()
    at_the_end = more.isVisible() and more.geometry().right() >= width - 1
    assert sum(sizes) + (MORE_WIDTH if at_the_end else 0) == width
    assert not table.view.horizontalScrollBar().isVisible()


def test_without_room_rare_ties_are_hidden_first_and_stay_in_the_tool_tip(make):
    table = make(three_sampled())
    table.resize(900, 400)
    assert hidden(table) == []
    table.resize(580, 400)
    assert hidden(table) == ["2-way", "3-way"]
    table.resize(470, 400)
    assert hidden(table) == ["Odds", "2-way", "3-way"]
    tip = plain(table.view.model().index(0, 0).data(Role.ToolTipRole))
    assert "2-way: 0.40 %" in tip
    table.resize(1000, 400)
    assert hidden(table) == []


def test_the_words_of_an_empty_seat_take_no_room_from_the_numbers(make):
    scene = two_exact().scenario
    away = replace(scene, seats=(*scene.seats, Seat("Away", "")))
    table = make(at_table(exact(scene, (1.0, 0.0)), away))
    table.resize(540, 240)
    QApplication.processEvents()
    assert row(table, 2)["Equity"] == "empty"
    assert row(table, 0)["Equity"] == "100.0000 %"
    metrics = QFontMetrics(font(TEXT, QFont.Weight.DemiBold))
    room = table.view.horizontalHeader().sectionSize(1)
    assert all(metrics.horizontalAdvance(text) < room for text in ("100.0000\u00a0%", "empty"))
