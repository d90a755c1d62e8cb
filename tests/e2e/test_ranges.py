"""Ranges in the assembled window: fold and unfold through a file, an order of one's own, what a seat really holds."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QTableView

from engine import Scenario, Seat
from engine.ranges.holdem_hands import CLASSES, class_text
from engine.ranges.library_files import LibraryEntry
from engine.ranges.orders import find_order
from gui.pages.range.library_panel import RangeLibrary
from gui.pages.range.page import RangeHelp
from gui.storage import scenario_files
from gui.table.table_menu import TableMenu
from tests.e2e.playing import RESULT_MS, click, go_to, part, type_into

PLAYED = "22+, ATs+, KQo:0.5"


def open_table(app, *texts):
    seats = tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(texts))
    app.document.open(Scenario("holdem", seats), None)


def test_folding_goes_through_a_file(app, tmp_path):
    open_table(app, "AhKh", PLAYED, "random")
    click(app, "seat1.fold")
    path = tmp_path / "table.steelwheel"
    scenario_files.save(path, app.document.scenario)
    open_table(app, "AhAd", "KhKd")
    assert app.main_window.commands.open_path(path)
    assert app.document.scenario.seats[1] == Seat("Seat 2", f"random, !({PLAYED})", True)
    click(app, "seat1.fold")
    assert app.document.scenario.seats[1] == Seat("Seat 2", PLAYED)


def test_the_menu_tells_what_a_seat_holds(app, qtbot):
    open_table(app, "AA, KK", "AA")
    app.main_window.findChild(QAction, "action.inspect").trigger()
    table = app.main_window.findChild(QTableView, "inspect.table")
    qtbot.waitUntil(lambda: table.model().rowCount() == 2, timeout=RESULT_MS)
    shown = [[table.model().index(row, column).data() for column in (0, 4)] for row in range(2)]
    assert shown == [["KK", "85.71\u00a0%"], ["AA", "14.29\u00a0%"]]


def test_an_order_of_ones_own_reaches_the_result(app, qtbot, tmp_path, monkeypatch):
    open_table(app, "AhAd", "10%")
    worst_first = [class_text(*CLASSES[i]) for i in find_order(None).best_first[::-1]]
    path = tmp_path / "worst first.txt"
    path.write_text("\n".join(worst_first), encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    go_to(app, "Range")
    app.main_window.findChild(QAction, "range.order.import").trigger()
    assert app.document.scenario.order == "worst first"

    def there():
        snapshot = app.session.snapshot
        return snapshot is not None and not app.session.stale and snapshot.scenario.order == "worst first"

    qtbot.waitUntil(there, timeout=RESULT_MS)
    assert app.session.problems == ()
    assert app.session.snapshot.seats[0].estimate.equity > 0.85  # aces against the worst tenth of all hands


def test_help_on_ranges_is_in_the_menu(app):
    app.main_window.findChild(QAction, "action.rangeHelp").trigger()
    sheet = app.main_window.findChild(RangeHelp)
    assert sheet.isVisible()
    sheet.close()


def test_the_menu_of_a_seat_asks_for_a_name_before_it_saves(app, qtbot):
    """A seat's name is none for a range, and one that is chosen in the library is another."""
    library = app.library
    chosen = library.add(LibraryEntry("Chosen", "22+", "Cash"))
    go_to(app, "Range")
    part(app, "library", RangeLibrary).tree.choose(chosen)
    go_to(app, "Equity")
    type_into(app, "seat1.text", "QQ+, AKs")
    app.main_window.findChild(TableMenu).build().findChild(QAction, "tableMenu.save").trigger()
    name = part(app, "library.name", QLineEdit)
    qtbot.waitUntil(name.hasFocus)
    assert (name.text(), part(app, "library.folder", QComboBox).currentText()) == ("", "")
    QTest.keyClicks(name, "Squeeze")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert set(library.own) == {chosen, LibraryEntry("Squeeze", "QQ+, AKs")}
