"""Two tables compared in the assembled window, by keys and clicks, up to the next start."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QTabWidget

from engine import Scenario, Seat
from gui.pages.compare.page import ComparePage
from tests.e2e.playing import close, part, result, started

SEATS = Seat("Hero", "AhKh"), Seat("BB", "22+, ATs+")
TABLE = Scenario("holdem", SEATS, board="7h 8h 2c")
OTHER = replace(TABLE, seats=(SEATS[0], Seat("BB", "QQ+")))


def press(app, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(app.main_window, key, modifier)


def tabs(app):
    pages = part(app, "pages", QTabWidget)
    return [pages.tabText(i) for i in range(pages.count())]


def test_two_tables_are_compared_edited_in_turn_and_there_again_after_a_restart(app, qtbot, tmp_path):
    app.main_window.activateWindow()
    app.document.replace("Table", TABLE)
    result(app, qtbot)
    assert "A/B" not in tabs(app)
    press(app, Qt.Key.Key_F8)
    assert "A/B" in tabs(app)
    app.document.replace("Table", OTHER)
    result(app, qtbot)
    press(app, Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier)
    page = part(app, "compare", ComparePage)
    assert page.isVisible()
    numbers = part(app, "compare.numbers", QTableView).model()
    before = [numbers.index(0, column).data() for column in range(4)]
    assert before[0] == "Hero"
    press(app, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert app.document.scenario == TABLE
    assert not app.session.stale
    assert [numbers.index(0, column).data() for column in range(4)] == before
    press(app, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert app.document.scenario == OTHER
    close(app)
    again = started(qtbot, tmp_path)
    assert "A/B" in tabs(again)
    assert again.session.pinned.scenario == TABLE
    again.session.unpin()
    assert "A/B" not in tabs(again)
    close(again)
