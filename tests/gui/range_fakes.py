"""A range page on a real document, and strokes of the mouse."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSettings, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.ranges.library import Folder
from engine.table.slots import Slot
from gui.pages.range.page import RangePage, range_page
from gui.state.context import PageContext
from gui.storage.library import Library
from gui.storage.player_files import OrderStore, Training
from gui.storage.settings import Settings
from tests.gui.journal_fakes import direct_journal
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.table_fakes import table

NO_PRESETS = Folder("Presets")


class PageSignals(QObject):
    """What the pages of a window emit."""

    message = Signal(str, bool)
    menu_requested = Signal(QPoint)
    table_pasted = Signal(str)
    tracker_requested = Signal()
    page_requested = Signal(str)


@dataclass
class Shown:
    made: object
    page: RangePage
    library: Library
    shelf: OrderStore
    signals: PageSignals
    exports: tuple

    @property
    def text(self):
        return self.made.scenario.seats[self.page.edits.seat].cards

    @property
    def grid(self):
        return self.page.editor.grid

    def part(self, name):
        result = self.page.findChild(QWidget, name)
        assert result is not None, name
        return result


def page(qtbot, tmp_path, *args, seat=1, presets=NO_PRESETS, questions=None, **kwargs):
    shelf = OrderStore(tmp_path / "data" / "orders")
    made = table(*args, orders=lambda: shelf.orders, **kwargs)
    library = Library(tmp_path / "data" / "library.json", presets)
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    window = PageSignals(made.document)
    made.questions = questions or DirectQuestions()
    journal = direct_journal(tmp_path, settings, made.document)
    wanted = made.document, made.session, settings, library, shelf, made.questions, journal
    wanted += (Training(tmp_path / "training.json", made.document), None)
    signals = window.message, window.menu_requested, window.table_pasted, window.tracker_requested
    shown, exports = range_page(PageContext(*wanted, *signals, window.page_requested))
    qtbot.addWidget(shown)
    shown.resize(740, 660)
    made.table_input.focus(Slot("seat", seat, 0))
    shown.show()
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    return Shown(made, shown, library, shelf, window, exports)


def centre(grid, place):
    return QPointF(grid.visualRect(grid.model_.index(*place)).center())


def mouse(grid, kind, point, *, button=Qt.MouseButton.LeftButton, held=None, modifiers=Qt.KeyboardModifier.NoModifier):
    pressed = button if held is None else held
    viewport = grid.viewport()
    position = point, QPointF(viewport.mapToGlobal(point.toPoint()))
    QApplication.sendEvent(viewport, QMouseEvent(kind, *position, button, pressed, modifiers))


def stroke(grid, *places, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press in the first cell, move straight from cell to cell with one event each, let go in the last."""
    points = [centre(grid, place) for place in places]
    mouse(grid, QEvent.Type.MouseButtonPress, points[0], modifiers=modifiers)
    for point in points[1:]:
        mouse(
            grid,
            QEvent.Type.MouseMove,
            point,
            button=Qt.MouseButton.NoButton,
            held=Qt.MouseButton.LeftButton,
            modifiers=modifiers,
        )
    mouse(grid, QEvent.Type.MouseButtonRelease, points[-1], held=Qt.MouseButton.NoButton, modifiers=modifiers)
