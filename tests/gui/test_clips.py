"""Copying from and pasting onto the table, at every kind of place, and the menu that offers it with more."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from engine.cards import TextError
from engine.ranges.library import Folder, NamedRange
from engine.table.clips import copied_text, paste_text, range_text
from engine.table.cursor import Cursor
from engine.table.slots import Slot
from gui.storage.library import Library
from gui.table.table_menu import TableMenu
from tests.gui.range_fakes import page, stroke
from tests.gui.table_fakes import part, shown, table, write

pytestmark = pytest.mark.usefixtures("qapp")


def paste(text, at, **kwargs):
    """Return the scenario after a paste at a slot."""
    made = table(**kwargs)
    made.table_input.focus(at)
    return paste_text(made.scenario, made.document.cursor, text)[1]


@pytest.mark.parametrize(
    ("text", "at", "cards", "board"),
    [
        ("Ah Kd", Slot("seat", 1, 0), ["", "AhKd"], ""),
        ("[Ah Kd, Qc]", Slot("seat", 0, 0), ["AhKd", "Qc"], ""),
        ("QQ+,\n AKs", Slot("seat", 1, 0), ["", "QQ+, AKs"], ""),
        ("15%", Slot("seat", 0, 1), ["15%", ""], ""),
        ("7h 8h 2c", Slot("board"), ["", ""], "7h 8h 2c"),
        ("7h 8h 2c Ks", Slot("board", index=3), ["", ""], "7h 8h 2c Ks"),
        ("Ks", Slot("board"), ["", ""], "Ks"),
    ],
)
def test_cards_go_into_slots_and_ranges_to_the_marked_seat(text, at, cards, board):
    after = paste(text, at)
    assert [seat.cards for seat in after.seats] == cards
    assert after.board == board


def test_a_whole_board_takes_the_place_of_the_one_before():
    assert paste("7h 8h 2c Ks 9d", Slot("board", index=3), board="7h 8h 3c").board == "7h 8h 2c Ks 9d"


@pytest.mark.parametrize(
    ("text", "at", "cards", "dead"),
    [
        ("a29", Slot("seat", 1, 2), ["", "a29"], ""),
        ("(7-7-7)", Slot("seat", 0, 0), ["(7-7-7)", ""], ""),
        ("As 2h", Slot("seat", 0, 0), ["A 2", ""], ""),
        ("7 7 K", Slot("dead"), ["", ""], "7 7 K"),
        ("10, Ah", Slot("dead"), ["", ""], "T Ah"),
    ],
)
def test_razz_takes_hands_ranges_and_dead_ranks(text, at, cards, dead):
    after = paste(text, at, game="razz")
    assert ([seat.cards for seat in after.seats], after.dead) == (cards, dead)


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", Slot("seat", 0, 0), "the clipboard contains no text"),
        ("QQ+, hello", Slot("seat", 0, 0), "hello"),
        ("2h Zz", Slot("board"), "found 'Z'"),
    ],
)
def test_what_cannot_be_read_is_named(text, at, message):
    with pytest.raises(TextError, match=message):
        paste(text, at)


def test_what_is_copied_can_be_pasted_again():
    made = table(seats=("QQ+, AKs:0.5", "AhKd"), board="7h 8h 2c", dead="Ks 2d")
    for slot in (Slot("seat", 0), Slot("board"), Slot("dead")):
        assert copied_text(made.scenario, slot) in ("QQ+, AKs:0.5", "7h 8h 2c", "Ks 2d")
        _, after, _ = paste_text(table().scenario, Cursor(slot), copied_text(made.scenario, slot))
        assert copied_text(after, slot) == copied_text(made.scenario, slot)


def test_two_cards_are_one_combo_of_a_range():
    assert range_text(table().scenario, "Ah Kd") == "AhKd"


@pytest.mark.parametrize(
    ("at", "line"),
    [
        (Slot("seat", 1, 0), lambda panel: panel.seats.rows[1].parts.problem_line),
        (Slot("board"), lambda panel: panel.board.problem_line),
        (Slot("dead"), lambda panel: panel.dead.problem_line),
    ],
)
def test_a_refused_paste_is_told_at_its_place_until_something_changes(qtbot, at, line):
    for change in ("mark", "edit", "restart"):
        made, panel = shown(qtbot, seats=("", ""))
        made.table_input.focus(at)
        made.table_input.paste("no cards")
        assert line(panel).is_error
        assert not panel.notice.text
        assert made.cards() == ["", ""]
        if change == "mark":
            made.table_input.focus(Slot("seat", 0, 1))
        elif change == "edit":
            made.document.edit("Board", board="7h")
        else:
            made.table_input.restart()
        assert not line(panel).is_error, change


def test_another_table_lets_go_of_an_unreadable_text(qtbot):
    made, panel = shown(qtbot, seats=("", ""))
    entry = write(qtbot, panel, "seat0.text", "zz")
    made.table_input.restart()
    assert (entry.text(), entry.problem) == ("", None)
    assert part(panel, "seat0.slot0").hasFocus()


PRESETS = Folder("Presets", (NamedRange("Top & tight", "QQ+"), Folder("6-max", (NamedRange("CO", "22+"),))))


class Menus:
    """A table with its menu."""

    def __init__(self, qtbot, tmp_path, *args, **kwargs):
        self.made, self.panel = shown(qtbot, *args, **kwargs)
        self.library = Library(tmp_path / "library.json", PRESETS)
        self.saved = []
        self.menu = TableMenu(
            self.made.document,
            self.made.table_input,
            self.library,
            copy=lambda: None,
            paste=lambda: None,
            paste_pio=lambda: None,
            remove=self.panel.seats.remove,
            save=lambda: self.saved.append(self.made.document.cursor.seat),
            parent=self.panel,
        )
        self.asked = []
        self.panel.menu_requested.connect(self.asked.append)

    def build(self, *opened):
        built = self.menu.build()
        for name in opened:
            built.findChild(QMenu, f"tableMenu.{name}").aboutToShow.emit()
        actions = (action for menu in (built, *built.findChildren(QMenu)) for action in menu.actions())
        return {action.objectName().removeprefix("tableMenu."): action for action in actions}

    def choose(self, name, *opened):
        self.build(*opened)[name].trigger()

    def right_click(self, name):
        widget = part(self.panel, name)
        at = widget.rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, event)


@pytest.fixture
def menus(qtbot, tmp_path):
    return lambda *args, **kwargs: Menus(qtbot, tmp_path, *args, **kwargs)


def test_a_right_click_marks_the_place_and_scolds_nobody(menus):
    m = menus("razz", seats=("(7-7-7)", "A 2 9"))
    scolded = []
    m.made.table_input.refused.connect(scolded.append)
    for name, place in (("seat0.slot1", ("seat", 0)), ("seat1", ("seat", 1)), ("dead", ("dead", 0))):
        m.right_click(name)
        assert m.made.document.cursor.is_at(*place), name
    assert len(m.asked) == 3
    assert scolded == []
    assert m.made.cards() == ["(7-7-7)", "A 2 9"]


def test_the_keyboard_asks_for_the_menu_of_the_marked_slot(menus):
    m = menus(seats=("AhKh", ""))
    slot = part(m.panel, "seat1.slot0")
    slot.setFocus()
    QApplication.sendEvent(slot, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(0, 0)))
    assert m.asked == [slot.mapToGlobal(slot.rect().bottomLeft())]


def test_the_menu_of_a_seat_does_what_it_says(menus):
    m = menus(seats=("AhKh", "QQ+", "22"))
    m.made.table_input.focus(Slot("seat", 0, 1))
    assert {"clearCard", "clear", "copy", "paste", "fold", "remove", "save"} <= set(m.build())
    m.choose("swap1")
    assert m.made.cards() == ["QQ+", "AhKh", "22"]
    m.made.table_input.focus(Slot("seat", 1, 0))
    m.choose("clearCard")
    assert m.made.cards() == ["QQ+", "Kh", "22"]
    m.choose("clear")
    assert m.made.cards() == ["QQ+", "", "22"]
    assert not m.build()["save"].isEnabled()
    m.made.table_input.focus(Slot("seat", 0, 0))
    m.choose("save")
    assert (m.saved, m.library.own) == ([0], ())  # the library asks for a name
    m.choose("fold")
    assert m.made.scenario.seats[0].folded
    m.choose("remove")
    assert [seat.name for seat in m.made.scenario.seats] == ["Seat 2", "Seat 3"]


def test_the_library_in_the_menu_is_listed_as_it_is_opened(menus):
    m = menus(seats=("", ""))
    assert not [name for name in m.build() if name.startswith("use")]
    opened = ("library", "library.Presets", "library.Presets/6-max")
    actions = m.build(*opened)
    assert actions["use.Presets/Top & tight"].text() == "Top && tight"
    actions["use.Presets/6-max/CO"].trigger()
    assert m.made.cards() == ["22+", ""]


def test_board_and_dead_cards_have_a_menu_too(menus):
    m = menus(seats=("", ""), board="7h 8h 2c", dead="Ks")
    m.made.table_input.focus(Slot("board", index=1))
    m.choose("clearCard")
    assert m.made.scenario.board == "7h 2c"
    m.choose("clear")
    assert m.made.scenario.board == ""
    m.made.table_input.focus(Slot("dead", index=0))
    m.choose("clear")
    assert m.made.scenario.dead == ""
    assert set(m.build()) >= {"clear", "copy", "paste"}
    assert "fold" not in m.build()


def test_an_open_menu_goes_with_the_table_it_is_about(menus):
    """A file that is dropped on the window changes the table below it: the seat to be removed may be gone."""
    m = menus(seats=("AhKh", "22+", "QQ"))
    m.made.document.choose_seat(2)
    m.menu.open_at(QPoint(10, 10))
    menu = QApplication.activePopupWidget()
    assert menu.objectName() == "tableMenu"
    m.made.document.edit("Fewer seats", seats=m.made.scenario.seats[:2])
    assert QApplication.activePopupWidget() is None


class TestMatrix:
    @pytest.fixture
    def show(self, qtbot, tmp_path):
        return lambda *args, **kwargs: page(qtbot, tmp_path, *args, **kwargs)

    def test_control_and_shift_paint_this_and_all_better_ones(self, show):
        shown_ = show(seats=("AhKh", ""))
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        stroke(shown_.grid, (3, 3), modifiers=both)
        assert shown_.text == "JJ+"

    def test_what_is_selected_is_copied_else_all(self, show, qtbot):
        shown_ = show(seats=("AhKh", "QQ+, AKs:0.5, 72o"))
        shown_.grid.copy()
        assert QGuiApplication.clipboard().text() == "QQ+, AKs:0.5, 72o"
        shown_.grid.setFocus()
        qtbot.keyClick(shown_.grid, Qt.Key.Key_Home)
        qtbot.keyClick(shown_.grid, Qt.Key.Key_PageUp)
        qtbot.keyClick(shown_.grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        shown_.grid.copy()
        assert QGuiApplication.clipboard().text() == "AA, AKs:0.5"

    def test_a_range_is_pasted_and_nonsense_is_told_and_forgotten(self, show):
        shown_ = show(seats=("AhKh", "KK"))
        QGuiApplication.clipboard().setText("what")
        shown_.grid.paste()
        assert shown_.page.problem_line.is_error
        assert shown_.text == "KK"
        QGuiApplication.clipboard().setText("TT+\n")
        shown_.grid.paste()
        assert shown_.text == "TT+"
        assert not shown_.page.problem_line.is_error

    def test_the_pop_up_of_suits_leads_to_the_menu(self, show):
        shown_ = show(seats=("AhKh", "KK"))
        asked = []
        shown_.signals.menu_requested.connect(asked.append)
        shown_.page.holdem.open_suits((1, 1))
        shown_.page.holdem.popup.findChild(QWidget, "range.suits.more").click()
        assert len(asked) == 1
        assert shown_.page.holdem.popup is None

    def test_a_right_click_on_the_triangle_asks_for_the_menu(self, show):
        shown_ = show("razz", seats=("A 2 9", "(7-7-7)"))
        asked = []
        shown_.signals.menu_requested.connect(asked.append)
        at = shown_.grid.visualRect(shown_.grid.model_.index(0, 1)).center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, shown_.grid.viewport().mapToGlobal(at))
        QApplication.sendEvent(shown_.grid.viewport(), event)
        assert len(asked) == 1

    def test_a_stroke_in_the_view_of_equities_is_to_be_seen_there(self, show):
        shown_ = show(seats=("AhKh", "KK"))
        shown_.page.holdem.heat_bar.choice.chips["equity"].click()
        stroke(shown_.grid, (2, 2))
        assert shown_.text == "KK-QQ"
        assert shown_.grid.model_.cell((2, 2)).weight == 1
        assert shown_.page.holdem.shows_equity
        assert shown_.grid.model_.cell((2, 2)).hot
