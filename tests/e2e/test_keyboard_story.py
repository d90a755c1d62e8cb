"""An evening by keys alone, one story in each game: after every step the keyboard is at a part that is in sight."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.table.one_line import format_line
from gui.shell.palette import Palette
from gui.table.card_button import SlotButton
from tests.e2e.playing import RESULT_MS, press_page_key, result

Key, NONE, CONTROL = Qt.Key, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class Player:
    """Somebody at the keyboard of a window."""

    def __init__(self, app, qtbot):
        self.app, self.qtbot = app, qtbot
        qtbot.waitUntil(app.main_window.isActiveWindow)

    @property
    def focus(self):
        return QApplication.focusWidget()

    @property
    def line(self):
        return format_line(self.app.document.scenario)

    def press(self, *keys, modifiers=NONE):
        for key in keys:
            QTest.keyClick(self.focus, key, modifiers)
            QApplication.processEvents()
            assert self.focus.isVisible(), self.focus.objectName()

    def control(self, *keys):
        self.press(*keys, modifiers=CONTROL)

    def type(self, text):
        for sign in text:
            QTest.keyClicks(self.focus, sign)
            QApplication.processEvents()
        assert self.focus.isVisible(), self.focus.objectName()

    def find(self, text, *, answered=False):
        """Type into the palette and do the first row."""
        self.control(Key.Key_K)
        self.type(text)
        palette = self.focus.parentWidget()
        assert isinstance(palette, Palette)
        row = palette.list.model().index(0, 0)
        if answered:
            self.qtbot.waitUntil(lambda: "%" in str(row.data()), timeout=RESULT_MS)
        title = row.data()
        self.press(Key.Key_Return)
        return title


@pytest.fixture
def player(app, qtbot):
    return Player(app, qtbot)


def test_an_evening_of_holdem(player, app, qtbot):
    player.type("ahkh/22+, ATs+")
    player.press(Key.Key_Return)
    player.type("7h8h2c")
    player.press(Key.Key_Tab, Key.Key_Tab)  # past turn and river
    player.type("ksqd")
    assert player.line == '"Hero": AhKh v 22+, ATs+ | 7h 8h 2c | dead Ks Qd'
    first = result(app, qtbot).seats[0].estimate.equity
    player.press(Key.Key_F8)
    press_page_key(app, "Range", 2)
    while player.focus is not app.main_window.pages.range.holdem.grid:
        player.press(Key.Key_Tab)
    player.press(Key.Key_Home, Key.Key_Right, Key.Key_Space)  # without AKs
    assert "22+, AQs-ATs |" in player.line
    assert result(app, qtbot).seats[0].estimate.equity != first
    assert app.session.comparison is not None
    player.press(Key.Key_Escape)
    assert isinstance(player.focus, SlotButton)
    player.control(Key.Key_L)
    copied = QGuiApplication.clipboard().text()
    assert copied == player.line
    player.control(Key.Key_N)
    assert player.line == '"Hero": v "Seat 2":'
    player.control(Key.Key_V)
    assert player.line == copied
    assert player.find("AKs v 22+", answered=True).startswith("AKs v 22+: ")
    assert player.line == '"Hero": AKs v 22+'
    player.find("six seats blinds")
    assert len(app.document.scenario.seats) == 6
    player.control(Key.Key_D)
    player.control(Key.Key_Z, Key.Key_Z)
    assert player.line == '"Hero": AKs v 22+'


def test_an_evening_of_razz(player, app, qtbot):
    assert player.find("A23 v 456", answered=True).startswith("razz | A23 v 456: ")
    assert player.line == 'razz | "Hero": A23 v 456'
    player.find("type eight door cards")
    assert len(app.document.scenario.seats) == 8
    player.type("97k234")
    assert [seat.cards for seat in app.document.scenario.seats[2:]] == [f"x x {door}" for door in "97K234"]
    player.control(Key.Key_Z)
    assert app.document.scenario.seats[-1].cards == ""
    press_page_key(app, "Next card", 2)
    page = app.main_window.pages.currentWidget()
    qtbot.waitUntil(lambda: page.full.isAncestorOf(player.focus), timeout=RESULT_MS)
    player.control(Key.Key_H)
    assert app.document.scenario.game == "holdem"
    player.control(Key.Key_R)
    assert app.document.scenario.seats[0].cards == "A23"
    press_page_key(app, "Trainer", 2)
    assert player.focus.objectName().startswith("trainer.")
    player.press(Key.Key_Escape, Key.Key_Escape)  # the first one may stop a run
    assert player.focus.objectName().startswith("trainer."), "the table is hidden on this page"
    player.press(Key.Key_F9, Key.Key_Escape)
    assert isinstance(player.focus, SlotButton)
