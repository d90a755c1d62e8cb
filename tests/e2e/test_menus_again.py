"""Menus are opened again and again: what is in them goes on working, and the palette goes on finding it."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTabWidget

from engine import Scenario, Seat
from gui.charts.view import ChartView
from gui.export.dialog import ExportDialog
from gui.shell.palette import Palette
from tests.e2e.playing import part, result

TABLES = (
    Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Seat 2", "QsQd")), board="2c 7d 9h"),
    Scenario("razz", (Seat("Hero", "A 2 3"), Seat("Seat 2", "4 5 6"))),
)


def open_twice(menu, seen):
    """Open a menu and those in it, twice each, and note their names."""
    for _ in range(2):
        menu.popup(menu.parentWidget().mapToGlobal(menu.parentWidget().rect().center()))
        QApplication.processEvents()
        inner = [under for action in menu.actions() if isinstance(under := action.menu(), QMenu)]
        menu.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    seen.add(menu.objectName() or menu.title())
    for under in inner:
        open_twice(under, seen)


def bar_menus(window):
    return [action.menu() for action in window.menuBar().actions()]


def page_menus(window):
    """Return the menus of the page on show that a hand can open now."""
    return [menu for menu in window.pages.currentWidget().findChildren(QMenu) if menu.parent().isVisible()]


def open_palette(app):
    QTest.keyClick(app.main_window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    return next(result for result in app.main_window.findChildren(Palette) if result.isVisible())


def choose(app, text, start):
    palette = open_palette(app)
    QTest.keyClicks(palette.entry, text)
    assert palette.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole).startswith(start)
    QTest.keyClick(palette.entry, Qt.Key.Key_Return)


@pytest.mark.parametrize("scenario", TABLES, ids=lambda scenario: scenario.game)
def test_every_menu_opens_twice_and_the_palette_finds_what_is_in_it(app, qtbot, scenario):
    window = app.main_window
    qtbot.waitUntil(window.isActiveWindow)
    app.document.replace("A table", scenario)
    result(app, qtbot)
    pages, seen = part(app, "pages", QTabWidget), set()
    for tab in range(pages.count()):
        pages.setCurrentIndex(tab)
        QApplication.processEvents()
        for menu in page_menus(window):
            open_twice(menu, seen)
    for menu in bar_menus(window):
        open_twice(menu, seen)
    assert {"menu.history", "templateMenu"} <= seen
    choose(app, "export pictures", "Export, File, Ctrl+E")
    part(app, "export").close()
    choose(app, "undo", "Undo")
    assert app.document.scenario != scenario


def test_the_export_dialog_opens_from_a_chart_whose_menu_was_opened_often(app, qtbot):
    app.document.replace("A table", TABLES[0])
    result(app, qtbot)
    charts = [chart for chart in app.main_window.findChildren(ChartView) if chart.isVisible()]
    assert charts
    for chart in charts * 2:
        open_twice(chart.menu, set())
        opener = next(action for action in chart.menu.actions() if action.objectName().endswith(".dialog"))
        if opener.isEnabled():
            opener.trigger()
            dialog = part(app, "export", ExportDialog)
            qtbot.waitUntil(lambda dialog=dialog, chart=chart: dialog.heading.text() == chart.title)
            dialog.close()


def test_a_row_of_the_palette_whose_menu_was_filled_anew_does_nothing(app, qtbot, tmp_path):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    commands = app.main_window.commands
    commands.save_to(tmp_path / "Abcdef.steelwheel")
    palette = open_palette(app)
    QTest.keyClicks(palette.entry, "abcdef")
    app.document.replace("A table", TABLES[0])
    commands.save_to(tmp_path / "Another.steelwheel")  # as a file that is dropped would do
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QTest.keyClick(palette.entry, Qt.Key.Key_Return)
    assert app.document.scenario == TABLES[0]


def actions_of_python():
    gc.collect()
    return sum(type(item) is QAction for item in gc.get_objects())


def test_menus_that_are_filled_as_they_open_leave_no_entries_behind(app, qtbot):
    app.document.replace("A table", TABLES[0])
    result(app, qtbot)
    names = "templateMenu", "menu.history"
    menus = [*(part(app, name, QMenu) for name in names), app.main_window.findChild(ChartView).menu]
    for menu in menus:
        open_twice(menu, set())
        before = actions_of_python()
        for _ in range(3):
            open_twice(menu, set())
        assert actions_of_python() <= before, menu
