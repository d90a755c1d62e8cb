"""Tool tips stand beside what they explain."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem, QToolTip, QWidget

from gui.application import WindowEvents
from gui.look.styling import TIP_OF_QT, TipPlaces, beside, explained_area

SCREEN = QRect(0, 0, 800, 600)


@pytest.fixture
def events(qtbot):
    application = QApplication.instance()
    events = WindowEvents()
    places = TipPlaces(events)
    events.add(places.note, QEvent.Type.ToolTip)
    events.add(places.place, QEvent.Type.Show, QEvent.Type.Move)
    application.installEventFilter(events)
    yield events
    QToolTip.hideText()
    application.removeEventFilter(events)


def tip_over(widget, place):
    """Rest the mouse on a place of a widget; return the tool tip that is shown."""
    at = widget.mapToGlobal(place)
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, at))
    (tip,) = [w for w in QApplication.topLevelWidgets() if w.metaObject().className() == TIP_OF_QT and w.isVisible()]
    return tip.geometry()


@pytest.mark.usefixtures("events")
def test_a_tip_covers_neither_a_bar_nor_the_cell_of_a_table(expose):
    table = expose(QTableWidget(6, 3), (320, 260))
    for row in range(6):
        item = QTableWidgetItem("text")
        item.setToolTip(f"What row {row} means, in a sentence that is longer than its cell")
        table.setItem(row, 0, item)
    for row in (0, 3, 5, 0):
        cell = table.visualItemRect(table.item(row, 0))
        for corner in (cell.topLeft() + QPoint(1, 1), cell.bottomRight() - QPoint(1, 1)):
            shown = tip_over(table.viewport(), corner)
            assert not shown.intersects(QRect(table.viewport().mapToGlobal(cell.topLeft()), cell.size()))
    bar = expose(QWidget(), (300, 40))
    bar.setToolTip("Wins 43 %, share of split pots 1 %")
    for place in (QPoint(1, 1), QPoint(150, 1), QPoint(290, 38)):
        shown = tip_over(bar, place)
        assert not shown.intersects(explained_area(bar, place))


@pytest.mark.parametrize("area", [
    QRect(10, 10, 60, 20), QRect(10, 570, 60, 25), QRect(760, 570, 40, 30), QRect(0, 0, 400, 600),
    QRect(450, 0, 350, 600),
])  # fmt: skip
@pytest.mark.parametrize("size", [QSize(120, 30), QSize(300, 200)])
def test_it_is_on_the_screen_wherever_there_is_room(area, size):
    tip = QRect(beside(area, size, SCREEN), size)
    assert SCREEN.contains(tip)
    assert not tip.intersects(area)
