"""What assistive programs are told where Qt itself would be silent or wrong; with a real client in tests/e2e."""

import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAction,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QTableView,
    QTextBrowser,
    QWidget,
)

from gui.parts.build import MenuButton, PaintedCells, ShownCells, Spoken
from gui.parts.interfaces import interface_for, prepare_menu
from gui.parts.text_entry import LineField

Text = QAccessible.Text


@pytest.fixture(autouse=True)
def installed(qapp):
    QAccessible.installFactory(interface_for)


def spoken(widget):
    return QAccessible.queryAccessibleInterface(widget)


class Strip(PaintedCells):
    """Three cells in a row."""

    now: int | None = None

    def cell_count(self):
        return 3

    def cell_name(self, number):
        return f"{'AKQ'[number]}: {number} %"

    def cell_area(self, number):
        return QRectF(10 * number, 0, 10, 10)

    def cell_now(self):
        return self.now


class View(ShownCells, QTableView):
    """A table of one cell."""


@pytest.fixture
def strip(qtbot):
    made = Strip()
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.resize(30, 10)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_painted_cells_are_found_with_name_and_place(strip):
    values = spoken(strip)
    cells = [values.child(i) for i in range(values.childCount())]
    assert (values.role(), cells[0].role()) == (QAccessible.Role.Table, QAccessible.Role.Cell)
    assert [cell.text(Text.Name) for cell in cells] == ["A: 0 %", "K: 1 %", "Q: 2 %"]
    assert [values.indexOfChild(cell) for cell in cells] == [0, 1, 2]
    place = strip.mapToGlobal(strip.cell_rect(2).center())
    assert values.childAt(place.x(), place.y()).text(Text.Name) == "Q: 2 %"
    assert cells[2].rect().contains(place)
    assert cells[2].parent().object() is strip
    assert values.child(3) is None


def test_the_cell_under_the_cursor_has_the_focus(strip):
    strip.setFocus()
    strip.now = 1
    result = spoken(strip)
    assert [bool(result.child(i).state().focused) for i in range(3)] == [False, True, False]
    assert result.focusChild().text(Text.Name) == "K: 1 %"


def test_cells_of_a_hidden_widget_are_not_on_the_screen(strip):
    cell = spoken(strip).child(0)
    assert not cell.state().invisible
    strip.hide()
    assert cell.state().invisible


def test_what_is_scrolled_out_is_not_on_the_screen(qtbot):
    area, page = QScrollArea(), QWidget()
    above, below = Strip(page), Strip(page)
    for strip, top in ((above, 0), (below, 400)):
        strip.setGeometry(0, top, 30, 10)
        cover = QLabel("all of it", strip)
        cover.setAutoFillBackground(True)
        cover.setGeometry(strip.rect())
    page.resize(100, 500)
    area.setWidget(page)
    area.resize(120, 100)
    qtbot.addWidget(area)
    area.show()

    def seen():
        parts = [spoken(strip) for strip in (above, below)]
        cells = [part.child(part.childCount() - 1) for part in parts]
        return [not part.state().offscreen for part in (*parts, *cells)]

    assert seen() == [True, False, True, False]
    area.ensureWidgetVisible(below)
    assert seen() == [False, True, False, True]


def test_cells_that_were_asked_for_go_with_their_widget(qapp):
    for _ in range(20):
        strip = Strip()
        cells = [spoken(strip).child(i) for i in range(3)]
        identities = [QAccessible.uniqueId(cell) for cell in cells]
        strip.deleteLater()
        del strip, cells
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert [QAccessible.accessibleInterface(identity) for identity in identities] == [None] * 3


def test_cells_of_a_hidden_table_are_not_on_the_screen(qtbot):
    view, model = View(), QStandardItemModel(1, 1)
    model.setItem(0, 0, QStandardItem("AKs"))
    view.setModel(model)
    qtbot.addWidget(view)
    view.show()
    values = spoken(view)
    cell = next(values.child(i) for i in range(values.childCount()) if values.child(i).text(Text.Name) == "AKs")
    assert not cell.state().invisible
    view.hide()
    assert cell.state().invisible


def test_a_painted_widget_says_what_it_is(qtbot):
    class Share(Spoken):
        def description(self):
            return "worked out when asked for"

    share = Share()
    qtbot.addWidget(share)
    share.setAccessibleName("Equity 52 %")
    result = spoken(share)
    assert result.role() == QAccessible.Role.StaticText
    assert (result.text(Text.Name), result.text(Text.Description)) == ("Equity 52 %", "worked out when asked for")


class TestComboBox:
    @pytest.fixture
    def combo(self, qtbot):
        made = QComboBox()
        made.setAccessibleName("Method")
        made.addItems(["Auto", "Exact"])
        qtbot.addWidget(made)
        made.show()
        return made

    def test_says_what_it_is_for_and_what_is_chosen(self, combo):
        result = spoken(combo)
        assert (result.role(), result.text(Text.Name)) == (QAccessible.Role.ComboBox, "Method: Auto")
        assert result.text(Text.Value) == "Auto"
        assert result.childCount() == 0  # the list is a window of its own while it is open

    def test_can_be_opened_and_turned(self, combo, qtbot):
        chosen = []
        combo.activated.connect(chosen.append)
        result = spoken(combo)
        names = result.actionInterface().actionNames()
        for name, index in (("Increase", 1), ("Increase", 1), ("Decrease", 0)):
            assert name in names
            result.actionInterface().doAction(name)
            assert combo.currentIndex() == index
        assert chosen == [1, 0]
        result.actionInterface().doAction(QAccessibleActionInterface.showMenuAction())
        qtbot.waitUntil(lambda: combo.view().isVisible())
        assert result.state().expanded
        result.actionInterface().doAction(QAccessibleActionInterface.showMenuAction())
        qtbot.waitUntil(lambda: not combo.view().isVisible())
        assert not result.state().expanded

    def test_offers_nothing_while_it_is_disabled(self, combo):
        combo.setEnabled(False)
        assert spoken(combo).actionInterface().actionNames() == []


class TestMenus:
    @pytest.fixture
    def buttons(self, qtbot):
        """Two buttons whose menus share an entry."""
        made = MenuButton(), MenuButton()
        shared = QAction("As a picture", made[0])
        for button in made:
            menu = QMenu(button)
            menu.addAction(shared)
            button.setMenu(menu)
            qtbot.addWidget(button)
            button.show()
        return made

    @pytest.fixture
    def windows(self, qapp):
        """What is among the windows of the program."""
        program = interface_for("QApplication", qapp)

        def listed():
            result = [program.child(i) for i in range(program.childCount())]
            assert [program.indexOfChild(window) for window in result] == list(range(len(result)))
            return [window.object() for window in result]

        return listed

    def press(self, button):
        name = QAccessibleActionInterface.showMenuAction()
        assert name in spoken(button).actionInterface().actionNames()
        spoken(button).actionInterface().doAction(name)

    def test_a_button_opens_and_closes_its_menu(self, buttons, windows, qtbot):
        button, _ = buttons
        result = spoken(button)
        assert (result.role(), bool(result.state().hasPopup)) == (QAccessible.Role.ButtonMenu, True)
        assert (windows(), bool(result.state().expanded)) == (list(buttons), False)

        def look_and_close():
            seen.append((button.menu() in windows(), bool(result.state().expanded)))
            self.press(button)

        seen = []
        button.menu().aboutToShow.connect(lambda: QTimer.singleShot(0, look_and_close))
        self.press(button)
        assert not button.menu().isVisible()  # the answer does not wait for the menu
        qtbot.waitUntil(lambda: bool(seen) and not button.menu().isVisible())
        assert (seen, windows()) == ([(True, True)], list(buttons))

    def test_a_disabled_button_offers_nothing(self, buttons):
        buttons[0].setEnabled(False)
        assert spoken(buttons[0]).actionInterface().actionNames() == []

    def test_a_menu_within_an_open_one_is_no_window(self, buttons, windows, qtbot):
        outer = buttons[0].menu()
        inner = outer.addMenu("Look of pictures")
        inner.addAction("Light")
        outer.popup(outer.pos())
        outer.setActiveAction(inner.menuAction())
        qtbot.waitUntil(inner.isVisible)
        assert (outer in windows(), inner in windows()) == (True, False)
        inner.close()
        outer.close()
        inner.popup(outer.pos())  # a button may open it without the menu that holds it
        assert inner in windows()
        inner.close()

    def test_entries_that_menus_share_belong_to_the_open_one(self, buttons, monkeypatch):
        monkeypatch.setattr(QAccessible, "isActive", lambda: True)
        for button in (*buttons, *buttons):
            menu = button.menu()
            menu.popup(menu.pos())
            prepare_menu(menu, QShowEvent())
            entry = spoken(menu).child(0)
            assert (entry.parent().object(), bool(entry.state().invisible)) == (menu, False)
            assert entry.text(Text.Name) == "As a picture"
            menu.close()


class TestLineField:
    @pytest.fixture
    def field(self, qtbot):
        made = LineField()
        qtbot.addWidget(made)
        self.edits = []
        made.textEdited.connect(self.edits.append)
        return made

    def test_reports_what_an_assistive_program_writes(self, field):
        spoken(field).setText(Text.Value, "AKs")
        assert (field.text(), self.edits) == ("AKs", ["AKs"])
        spoken(field).setText(Text.Value, "QQ")
        assert self.edits == ["AKs", "QQ"]

    def test_is_silent_where_we_write(self, field):
        field.setText("AKs")
        field.clear()
        assert self.edits == []

    def test_reports_each_typed_sign_once(self, field):
        QTest.keyClicks(field, "AK")
        QTest.keyClick(field, Qt.Key.Key_Backspace)
        field.undo()
        assert self.edits == ["A", "AK", "A", "AK"]

    def test_may_be_written_over_by_who_is_told(self, field):
        field.textEdited.connect(lambda text: field.setText(text.upper()))
        QTest.keyClicks(field, "a")
        assert (field.text(), self.edits) == ("A", ["a"])
        QLineEdit.setText(field, "b")
        assert (field.text(), self.edits) == ("B", ["a", "b"])


class TestScrollArea:
    @pytest.mark.parametrize("kind", [QAbstractScrollArea, QScrollArea, QGraphicsView, QTextBrowser, QPlainTextEdit])
    def test_survives_that_a_child_is_asked_for_that_has_gone(self, kind, qtbot):
        area = kind()
        qtbot.addWidget(area)
        area.show()
        self.ask_beyond_the_end(area)

    def test_headers_of_a_table_survive_it_too(self, qtbot):
        table = QTableView()
        qtbot.addWidget(table)
        table.setModel(QStandardItemModel(2, 2, table))
        table.show()
        self.ask_beyond_the_end(table.horizontalHeader())
        self.ask_beyond_the_end(table.verticalHeader())

    def ask_beyond_the_end(self, area):
        result = spoken(area)
        count = result.childCount()
        assert area.viewport() in [result.child(i).object() for i in range(count)]
        assert [result.child(count + beyond) for beyond in (0, 1, 2, 300)] == [None] * 4

    def test_its_scroll_bars_keep_their_places(self, qtbot):
        area, page = QScrollArea(), QWidget()
        qtbot.addWidget(area)
        area.setWidget(page)
        area.resize(200, 200)
        area.show()
        result = spoken(area)

        def bars():
            inner = {result.child(i).object(): i for i in range(result.childCount())}
            place = inner[area.verticalScrollBar().parentWidget()]
            assert result.indexOfChild(result.child(place)) == place
            return place, bool(result.child(place).state().invisible), len(inner)

        place, hidden, parts = bars()
        assert hidden
        page.resize(100, 3000)
        qtbot.waitUntil(area.verticalScrollBar().isVisible)
        assert bars() == (place, False, parts)

    def test_tables_lists_and_texts_have_interfaces_of_qt(self, qtbot):
        roles = []
        for kind in (QTableView, QListView, QPlainTextEdit):
            view = kind()
            qtbot.addWidget(view)
            roles.append(spoken(view).role())
        assert roles == [QAccessible.Role.Table, QAccessible.Role.List, QAccessible.Role.EditableText]


def test_a_fault_in_what_is_said_is_reported_and_ends_nothing(strip, monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: reported.append(fault[1]))
    monkeypatch.setattr(Strip, "cell_name", lambda self, number: 1 / 0)
    said = []
    QTimer.singleShot(0, lambda: said.append(spoken(strip).child(0).text(Text.Name)))
    loop = QEventLoop()
    QTimer.singleShot(50, loop.quit)
    loop.exec()
    assert (said, [type(fault) for fault in reported]) == ([""], [ZeroDivisionError])
