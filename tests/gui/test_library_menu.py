"""The library of a seat at one click, and ranges pasted from PioSOLVER."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from engine import Seat
from engine.ranges.holdem import parse_range
from engine.ranges.library import presets
from engine.ranges.library_files import LibraryEntry
from gui.shell.commands import Commands
from gui.storage.library import Library
from gui.storage.settings import Settings
from gui.table.table_menu import TableMenu
from gui.table.table_panel import TablePanel
from tests.gui.table_fakes import table

FILTER = "> flop top pair+"


@pytest.fixture
def shown(qtbot, tmp_path):
    made = table(seats=("AhKh", f"22+ {FILTER}"))
    panel = TablePanel(made.context)
    qtbot.addWidget(panel)
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made.panel = panel
    made.commands = Commands(made.document, made.session, made.table_input, settings, panel)
    made.library = Library(tmp_path / "library.json", presets())
    made.menu = TableMenu(
        made.document,
        made.table_input,
        made.library,
        copy=made.commands.copy_place,
        paste=made.commands.paste,
        paste_pio=made.commands.paste_pio,
        remove=panel.seats.remove,
        save=lambda: None,
        parent=panel,
    )
    panel.resize(540, 720)
    panel.show()
    return made


def titles(menu):
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def opened(menu, *path):
    for name in path:
        action = next(action for action in menu.actions() if action.text() == name)
        menu = action.menu()
        menu.aboutToShow.emit()
    return menu


def test_a_click_on_a_seat_offers_custom_ranges_and_presets(shown, qtbot):
    shown.library.add(LibraryEntry("Mine", "QQ+", "Cash"))
    points = []
    shown.panel.seats.library_requested.connect(points.append)
    shown.panel.findChild(QWidget, "seat1.library").click()
    assert len(points) == 1
    assert isinstance(points[0], QPoint)
    assert shown.document.cursor.seat == 1
    menu = shown.menu.build_library()
    assert titles(menu)[0] == "Cash"
    assert {"6-max RFI", "6-max, vs open", "Shove or fold (jam) by stack"} <= set(titles(menu))
    assert "Razz starting hands" not in titles(menu)
    inner = opened(menu, "6-max, vs open", "vs CO open")
    action = next(action for action in inner.actions() if action.text() == "BB: call")
    assert "Blind defense" in action.toolTip()
    action.trigger()
    text = shown.scenario.seats[1].cards
    assert text.endswith(FILTER)
    entry = next(e for e in shown.library.presets if (e.name, e.folder) == ("BB: call", "6-max, vs open/vs CO open"))
    assert np.array_equal(parse_range(text).weights, parse_range(entry.text).weights)
    shown.document.undo_stack.undo()
    assert shown.scenario.seats[1].cards == f"22+ {FILTER}"


@pytest.mark.parametrize("seats", [2, 5, 9, 10])
def test_every_seat_has_the_library(shown, qtbot, seats):
    shown.document.edit("Seats", seats=tuple(Seat(f"S{i}", "") for i in range(seats)))
    qtbot.wait(1)
    for i in range(seats):
        assert shown.panel.findChild(QWidget, f"seat{i}.library").isVisibleTo(shown.panel)


def test_a_range_of_pio_is_read_by_its_rules(shown):
    message = []
    shown.commands.message.connect(lambda text, error: message.append((text, error)))
    shown.document.choose_seat(1)
    QGuiApplication.clipboard().setText("AA:2,\nKK,T9s+:1, AA:1")
    menu = shown.menu.build()
    next(a for a in menu.findChildren(QAction) if a.objectName() == "tableMenu.pastePio").trigger()
    result = parse_range(shown.scenario.seats[1].cards)
    assert result.streets
    assert np.array_equal(
        result.weights, parse_range("AA, KK:0.5, T9s:0.5, JTs:0.5, QJs:0.5, KQs:0.5, AKs:0.5").weights
    )
    assert "divided" in message[0][0]
    assert "earlier weight" in message[0][0]
    assert message[0][1] is False


def test_a_text_that_pio_would_not_write_changes_nothing(shown):
    refused = []
    shown.table_input.refused.connect(refused.append)
    shown.document.choose_seat(1)
    for text in ("", "AA:x", "nonsense"):
        QGuiApplication.clipboard().setText(text)
        shown.commands.paste_pio()
    assert [problem.message.startswith("Not pasted") for problem in refused] == [True] * 3
    assert shown.scenario.seats[1].cards == f"22+ {FILTER}"


def test_a_seat_shows_the_notices_on_its_text(shown):
    shown.document.edit("Text", seats=(Seat("Hero", "AhKh"), Seat("CO", "25o")))
    assert "52o" in shown.panel.findChild(QWidget, "seat1.text").toolTip()
