"""The assembled window by keys alone: where the keyboard is, and that no two actions want the same key."""

import gc
from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from engine import GAMES, Scenario, Seat
from engine.table.one_line import format_line
from gui.pages.specs import GROUPS, PAGES
from gui.table.card_button import SlotButton
from tests.e2e.playing import part, press_page_key
from tests.gui.object_names import all_exports

Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier


def keys(app, *pressed, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press keys where the keyboard is."""
    for key in pressed:
        QTest.keyClick(QApplication.focusWidget() or app.main_window, key, modifiers)


def check_keys(window):
    """No key is given twice: of two with the same key Qt does neither, without a word."""
    given = Counter(key.toString() for action in window.findChildren(QAction) for key in action.shortcuts())
    everywhere = (Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut)
    given.update(s.key().toString() for s in window.findChildren(QShortcut) if s.context() in everywhere)
    assert {key: number for key, number in given.items() if number > 1} == {}


def test_either_key_of_redo_does_it(app):
    for key in ("Ctrl+Shift+Z", "Ctrl+Y"):
        assert QKeySequence(key) in app.main_window.actions_by_id.by_id["redo"].shortcuts()


def test_every_page_of_a_game_has_a_key_of_its_own_which_its_tool_tip_shows(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    pages = app.main_window.pages
    for game in GAMES:
        app.main_window.commands.switch_game(game)
        shown = range(pages.count())
        for number, place in reversed(list(enumerate(shown))):
            key = Key(Key.Key_0 + (number + 1) % 10)
            for _ in range(2):
                keys(app, key, modifiers=Control if number < 10 else Control | Qt.KeyboardModifier.AltModifier)
            assert pages.currentIndex() == place
            assert pages.isAncestorOf(QApplication.focusWidget())
            assert pages.tabToolTip(place) == f"{pages.tabText(place)} ({pages.key_of(place)})"
        titles = [pages.tabText(place) for place in shown]
        on_screen = [
            s.title for group in GROUPS for s in PAGES if s.group == group and game in s.games and not s.of_pinned
        ]
        assert titles == on_screen
        check_keys(app.main_window)


def test_a_page_gets_the_keyboard_back_where_it_was(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    press_page_key(app, "Range", 2)
    assert QApplication.focusWidget().objectName() == "range.seat"
    grid = app.main_window.pages.range.holdem.grid
    grid.setFocus()
    app.table_input.choose_seat(0)
    assert isinstance(QApplication.focusWidget(), SlotButton)
    press_page_key(app, "Range")
    assert grid.hasFocus()


def test_a_page_is_reached_and_left_without_the_mouse(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    for title in ("Equity", "Range", "Kelly", "Histories"):
        press_page_key(app, title, 2)
        focus = QApplication.focusWidget()
        assert app.main_window.pages.currentWidget().isAncestorOf(focus), focus.objectName()
        if title == "Histories":  # hides the table, so there is nothing to leave it for
            keys(app, Key.Key_Escape)
            assert QApplication.focusWidget() is focus
            keys(app, Key.Key_F9)
        keys(app, Key.Key_Escape)
        assert isinstance(QApplication.focusWidget(), SlotButton)


def test_a_table_pasted_into_the_range_text_is_set(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    press_page_key(app, "Range")
    entry = app.main_window.pages.range.entry
    entry.setFocus()
    QTest.keyClicks(entry, "QQ")
    before = app.document.scenario
    for line, taken in (('"Hero": AhKh v 22+ | 7h8h2c', True), ("AhKh v AhQs | 7h8h2c v", False)):
        QGuiApplication.clipboard().setText(line)
        entry.setFocus()
        entry.selectAll()
        keys(app, Key.Key_V, modifiers=Control)
        assert (format_line(app.document.scenario) == line) == taken
    assert part(app, "table.notice").text.startswith("Not pasted: write the seats before the first ' | '")
    app.document.undo_stack.undo()
    assert app.document.scenario == before


def test_pages_that_were_given_the_keyboard_are_whole(app, qtbot):
    """PySide drops what it takes for owned by something that is gone: menus, as a walk along the tab stops once did."""
    qtbot.waitUntil(app.main_window.isActiveWindow)
    assert all_exports(app.main_window.pages)
    check_keys(app.main_window)
    for title in ("Range", "Made hands", "Kelly"):
        press_page_key(app, title, 2)
        gc.collect()
    app.document.replace("Table", Scenario("holdem", (Seat("Hero", "AhKh"), Seat("BB", "22+")), board="7h 8h 2c"))
    assert all(isValid(action) for action in app.main_window.findChildren(QAction))
    app.main_window.pages.range.holdem.sliders.order.show_order(None)


def test_pages_with_views_begin_with_them(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    for title, first in (("Pre-flop", "preflop.view."), ("Kelly", "kelly.view.")):
        # From a page that has the keyboard Qt moves it itself.
        press_page_key(app, "Range", 2)
        press_page_key(app, title)
        assert QApplication.focusWidget().objectName().startswith(first)
