"""Files dropped onto the window, wherever it is."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QTabWidget

from engine import Scenario, Seat
from engine.ranges.library_files import LibraryEntry, dump_library, dump_text
from gui.storage import scenario_files
from tests.e2e.playing import click, drag_enter, drop, part

TABLE = Scenario("holdem", (Seat("Hero", "QhQd"), Seat("Villain", "random")))
PATIENCE = 60_000
PLACES = ("seat0.text", "dead.text", "board.slot0", "pages", "deck", "status.text", "mainWindow")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table 50% ♠.steelwheel"
    scenario_files.save(path, TABLE)
    return path


def test_a_table_is_opened_wherever_it_falls(app, table):
    app.document.edit("Seats", seats=(Seat("Hero", "AhAd"), Seat("Villain", "")))
    before = app.document.scenario
    for place in PLACES:
        widget = app.main_window if place == "mainWindow" else part(app, place)
        assert drop(widget, table), place
        assert (app.document.scenario, app.document.path) == (TABLE, table), place
        app.document.undo_stack.undo()
        assert app.document.scenario == before, place


def test_a_table_that_the_desktop_of_macos_opens_is_opened(app, table):
    QApplication.sendEvent(QApplication.instance(), QFileOpenEvent(str(table)))
    assert (app.document.scenario, app.document.path) == (TABLE, table)


@pytest.mark.parametrize(("name", "dump"), [("mine.json", dump_library), ("mine.TXT", dump_text)])
def test_ranges_go_to_the_library_once_they_have_been_seen(app, tmp_path, name, dump, qtbot):
    path = tmp_path / name
    path.write_bytes(dump([LibraryEntry("Tight", "QQ+, AK")]))
    before = app.document.scenario
    assert drop(part(app, "deck"), path)
    qtbot.waitUntil(part(app, "library.proposal").isVisible, timeout=PATIENCE)
    assert "1 range of mine" in part(app, "library.proposed").text()
    assert app.library.own == ()
    click(app, "library.add")
    assert ("Tight", "QQ+, AK") in [(entry.name, entry.text) for entry in app.library.own]
    assert part(app, "pages", QTabWidget).currentWidget() is app.main_window.pages.range
    assert "1 range imported" in part(app, "status.text").text()
    assert app.document.scenario == before


def test_several_files_are_taken_each_where_it_belongs(app, table, tmp_path, qtbot):
    (tmp_path / "mine.txt").write_bytes(dump_text([LibraryEntry("Tight", "QQ+, AK")]))
    assert drop(app.main_window, tmp_path / "mine.txt", table, tmp_path / "other.steelwheel")
    qtbot.waitUntil(part(app, "library.proposal").isVisible, timeout=PATIENCE)
    click(app, "library.add")
    assert len(app.library.own) == 1
    assert app.document.scenario == TABLE


UNREADABLE = {
    "a.steelwheel": b"{", "a.json": b'{"a": 1}', "a.png": b"\x89PNG\xff", "a.hr": b"\xff\x00", "gone": None,
}  # fmt: skip


def test_what_cannot_be_read_says_so_and_changes_nothing(app, tmp_path, qtbot):
    before, said = app.document.scenario, part(app, "status.text")
    for name, content in UNREADABLE.items():
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        assert drop(part(app, "seat0.text"), path), name
        qtbot.waitUntil(
            lambda name=name: said.text().startswith(("Not opened", "Not imported")) and name in said.text(),
            timeout=PATIENCE,
        )
        assert (app.document.scenario, app.library.own) == (before, ()), name


def test_texts_are_dropped_as_ever(app):
    data = QMimeData()
    data.setText("QQ+")
    field = part(app, "seat0.text")
    enter = drag_enter(Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    QApplication.sendEvent(field, enter)
    assert enter.isAccepted()
    assert app.main_window.acceptDrops()
