"""The table at the left is collapsed to a strip and shown again, and each kind of page remembers it."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitter, QWidget

from engine import Scenario, Seat
from tests.e2e.playing import click, close, go_to, part, started

TABLE = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Seat 2", "QQ")))


def is_open(app):
    shown, strip = part(app, "table", QWidget).isVisible(), part(app, "table.strip", QWidget).isVisible()
    assert shown != strip
    return shown


def f9(app):
    QTest.keyClick(app.main_window, Qt.Key.Key_F9)


def test_pages_without_need_of_the_table_begin_without_it_and_remember_it(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    for page in ("Equity", "Kelly", "Tournament", "Journal", "Histories", "Trainer"):
        go_to(app, page)
        assert is_open(app) == (page in ("Equity", "Kelly")), page
    go_to(app, "Trainer")
    click(app, "table.strip")
    assert is_open(app)
    go_to(app, "Histories")
    assert not is_open(app)
    go_to(app, "Range")
    click(app, "table.hide")
    assert not is_open(app)
    go_to(app, "Kelly")
    assert not is_open(app), "pages that need the table share its state"
    go_to(app, "Trainer")
    assert is_open(app)


def test_the_state_and_the_width_are_there_again_at_the_next_start(qtbot, tmp_path):
    first = started(qtbot, tmp_path)
    qtbot.waitUntil(first.main_window.isActiveWindow)
    splitter = first.main_window.findChild(QSplitter)
    splitter.setSizes([600, 600])
    width = part(first, "table", QWidget).width()
    f9(first)
    assert not is_open(first)
    close(first)
    second = started(qtbot, tmp_path)
    qtbot.waitUntil(second.main_window.isActiveWindow)
    assert not is_open(second)
    f9(second)
    assert part(second, "table", QWidget).width() == width
    close(second)


def test_a_page_without_the_table_leaves_its_width_alone(qtbot, tmp_path):
    first = started(qtbot, tmp_path)
    first.main_window.findChild(QSplitter).setSizes([620, 600])
    width = part(first, "table", QWidget).width()
    go_to(first, "Journal")
    go_to(first, "Equity")
    assert part(first, "table", QWidget).width() == width
    go_to(first, "Journal")
    close(first)
    second = started(qtbot, tmp_path)
    assert part(second, "table", QWidget).width() == width
    close(second)


def test_dragging_the_line_to_the_edge_collapses_the_table(app, qtbot):
    splitter = app.main_window.findChild(QSplitter)
    before, handle = splitter.sizes(), splitter.handle(1)
    at = QPoint(handle.width() // 2, 300)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(handle, at - QPoint(before[0] - 20, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=at)
    assert not is_open(app)
    click(app, "table.strip")
    assert is_open(app)
    assert splitter.sizes()[0] == before[0]


def test_typed_characters_do_not_change_a_hidden_table(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    app.document.replace("A table", TABLE)
    f9(app)
    QTest.keyClicks(app.main_window.focusWidget() or app.main_window, "2c3c4d")
    assert app.document.scenario.seats == TABLE.seats
    assert app.document.scenario.board == ""
    app.table_input.choose_seat(1)
    assert is_open(app), "a seat that is to get cards is shown"
