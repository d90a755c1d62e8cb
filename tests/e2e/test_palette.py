"""The palette of the assembled window: everything that it has is found in it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabWidget

from gui.shell.palette.palette import Palette
from tests.e2e.playing import part


def find(app, text, *, shown):
    """Open the palette by its key, type ``text`` and do what is ``shown`` as the first row."""
    QTest.keyClick(app.main_window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = next(found for found in app.main_window.findChildren(Palette) if found.isVisible())
    QTest.keyClicks(palette.entry, text)
    row = palette.list.currentIndex()
    assert row.row() == 0
    assert row.data(Qt.ItemDataRole.AccessibleTextRole).startswith(shown)
    QTest.keyClick(palette.entry, Qt.Key.Key_Return)


def test_everything_is_found(app, qtbot):
    window = app.main_window
    qtbot.waitUntil(window.isActiveWindow)
    find(app, "kelly", shown="Kelly, page, Ctrl+8")
    assert part(app, "pages", QTabWidget).tabText(part(app, "pages", QTabWidget).currentIndex()) == "Kelly"
    find(app, "equity over flops svg", shown="Equity over flops as PNG, SVG, PDF, CSV, Export › once it is drawn on")
    assert part(app, "pages", QTabWidget).tabText(part(app, "pages", QTabWidget).currentIndex()) == "Flops"
    find(app, "text 125 pictures", shown="Text at 125\u00a0%, Export › ")
    find(app, "seat 2", shown="Seat 2, seat: empty")
    assert app.document.mark.seat == 1
    find(app, "add seat", shown="Add a seat, Scenario, Ctrl++")
    assert len(app.document.scenario.seats) == 3
    find(app, "btn six-max", shown="BTN, ")
    assert app.document.scenario.seats[1].cards
    find(app, "aces kings", shown="Aces against kings, File › Examples")
    assert app.document.scenario.seats[0].cards == "AhAd"
    find(app, "keyboard guide", shown="Keyboard, guide")
    assert window.guide.page == "keyboard.md"
    window.guide.close()
