"""The mark, the keyboard and where the next card goes are one, whatever is clicked and typed, in the whole window."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QTableView, QToolButton, QWidget

from engine import Scenario, Seat, dumps
from engine.table.slots import Slot, card_slots, rank_slots
from gui.parts.text_entry import ProblemLine
from gui.table.card_button import SlotButton
from gui.table.seat_list import SeatRow
from tests.e2e.playing import RESULT_MS, click, close, go_to, part, result, started

Key = Qt.Key
CLIPS = ("Ah Kd", "QQ+, AKs", "7h 8h 2c", "a29", "(7-7-7)", "no cards", "", "7 7 K", "15%", "2c 3c 4c 5c 6c 7c")
ACTIONS = ("new", "undo", "redo", "addSeat", "holdem", "razz", "clearBoard", "clearDead", "copyMarked", "pasteMarked")
SIGNS = "ahkdqs29tfx7,+-/"


def shown(app, kind, *names):
    """Return the parts of a kind that are in sight and can be used, by name."""
    result = [w for w in app.main_window.findChildren(kind) if w.isVisible() and w.isEnabled() and w.objectName()]
    return sorted((w for w in result if not names or w.objectName().startswith(names)), key=QWidget.objectName)


def press(key, text="", modifiers=Qt.KeyboardModifier.NoModifier):
    """Press a key where the keyboard is, as the window system does: shortcuts come first."""
    window = QApplication.activeWindow()
    target = QApplication.focusWidget() or window
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, key, modifiers, text)
        event.ignore()
        QApplication.sendEvent(target, event)


def cards_now(app):
    """Return where every card lies."""
    scenario = app.document.scenario
    if scenario.game == "holdem":
        return {(card, slot) for card, slot in card_slots(scenario).items()}
    return {(rank, slot) for rank, slots in rank_slots(scenario).items() for slot in slots}


def seat_box(app):
    """Return the choice of a seat on the range page, also while another page is on show."""
    return app.main_window.pages.range.findChild(QComboBox, "range.seat")


def agree(app):
    """Check that ring, keyboard, pages and document mean the same place."""
    QApplication.processEvents()
    document, mark = app.document, app.document.cursor
    ringed = [b for b in shown(app, SlotButton) if b.ringed()]
    assert [b.slot for b in ringed] == [mark.slot]
    assert 0 <= mark.seat < len(document.scenario.seats)
    focus = app.main_window.focusWidget()
    assert focus is None or focus.isVisible(), focus.objectName()
    if isinstance(focus, SlotButton):
        assert focus.slot == mark.slot
    if isinstance(focus, QLineEdit):
        row = next((r for r in shown(app, SeatRow) if r.isAncestorOf(focus)), None)
        if row is not None:
            assert mark.is_at("seat", row.index)
            assert mark.seat == row.index
        elif focus.objectName() == "dead.text":
            assert mark.is_at("dead")
        elif focus.objectName() == "range.text":
            assert mark.is_at("seat", mark.seat)
    assert seat_box(app).currentIndex() == mark.seat


def pick(at, parts):
    """Return one of ``parts``: which are there must not decide how many numbers are drawn."""
    return parts[at % len(parts)]


class Hand:
    """What a hand at keyboard and mouse does."""

    def __init__(self, app):
        self.app = app
        self.window = app.main_window

    def do(self, name):
        action = self.window.actions_by_id.by_id[name]
        if action.isEnabled():
            action.trigger()

    def click(self, widget):
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def machine(app, folder):
    """Return the state machine of this window."""
    hand = Hand(app)

    class Typing(RuleBasedStateMachine):
        @initialize()
        def begin(self):
            for game in ("razz", "holdem"):
                app.main_window.commands.switch_game(game)
                app.main_window.commands.new()
            app.document.undo_stack.clear()
            app.main_window.activateWindow()

        @rule(at=st.integers(0, 999))
        def click_slot(self, at):
            hand.click(pick(at, shown(app, SlotButton)))

        @rule(at=st.integers(0, 999))
        def click_field(self, at):
            fields = [w for w in shown(app, QLineEdit, "seat", "dead", "range.text") if not w.isReadOnly()]
            field = pick(at, fields)
            QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=field.rect().topLeft() + field.rect().center() / 4)

        @rule(at=st.integers(0, 999))
        def click_row(self, at):
            row = pick(at, shown(app, SeatRow))
            QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.rect().bottomRight() - row.rect().center() / 50)

        @rule(at=st.integers(0, 999))
        def click_chip(self, at):
            ends = (".random", ".fold", ".remove", ".clear", "addSeat")
            chips = [
                w for w in shown(app, QWidget, "seat", "board", "dead", "addSeat") if w.objectName().endswith(ends)
            ]
            hand.click(pick(at, chips))

        @rule(at=st.integers(0, 999))
        def click_deck(self, at):
            cards = shown(app, QWidget, "deck.")
            hand.click(pick(at, cards))

        @rule(text=st.text(SIGNS, min_size=1, max_size=5))
        def type_text(self, text):
            for sign in text:
                before, mark = cards_now(app), app.document.cursor
                focus = app.main_window.focusWidget()
                press(Key(ord(sign.upper())), sign)
                fresh = cards_now(app) - before
                if not isinstance(focus, QLineEdit) and len(fresh) == 1:
                    slot = next(iter(fresh))[1]
                    assert mark.is_at(slot.area, slot.seat), "the card went elsewhere than the ring was"

        @rule(key=st.sampled_from((Key.Key_Escape, Key.Key_Return, Key.Key_Backspace, Key.Key_Delete, Key.Key_Tab)))
        def press_key(self, key):
            press(key, {Key.Key_Return: "\r", Key.Key_Tab: "\t"}.get(key, ""))

        @rule(name=st.sampled_from(ACTIONS), clip=st.sampled_from(CLIPS))
        def act(self, name, clip):
            if name == "pasteMarked":
                QGuiApplication.clipboard().setText(clip)
            hand.do(name)

        @rule()
        def save_and_open(self):
            path = folder / "table.steelwheel"
            path.write_text(dumps(app.document.scenario), encoding="utf-8")
            app.main_window.commands.open_path(path)

        @rule(at=st.integers(0, 999))
        def choose_on_the_page(self, at):
            box = seat_box(app)
            index = at % box.count()
            box.setCurrentIndex(index)
            box.activated.emit(index)

        @invariant()
        def all_agree(self):
            agree(app)

    return Typing


def test_one_focus_at_any_time(qtbot, tmp_path):
    app = started(qtbot, tmp_path)
    app.main_window.activateWindow()
    qtbot.waitUntil(app.main_window.isActiveWindow)
    go_to(app, "Range")
    app.session.close()
    app.document.changed.disconnect(app.session._on_document_changed)
    try:
        run_state_machine_as_test(
            machine(app, tmp_path),
            settings=settings(
                max_examples=8,
                stateful_step_count=20,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
            ),
        )
    finally:
        close(app)


def test_a_hand_typed_into_a_text_leaves_ring_and_keyboard_at_that_seat(app, qtbot):
    field = part(app, "seat0.text")
    field.setFocus()
    QTest.keyClicks(field, "ahkh")
    assert app.document.scenario.seats[0].cards == "ahkh"
    assert field.hasFocus()
    assert app.document.cursor.is_at("seat", 0)
    QTest.keyClick(field, Key.Key_Return)
    assert part(app, "seat1.slot0").hasFocus()
    assert app.document.cursor.slot == Slot("seat", 1, 0)


def test_escape_leaves_every_field_and_takes_an_unreadable_text_along(app, qtbot):
    for name in ("seat0.text", "seat0.name", "dead.text", "range.text", "library.search"):
        if name.startswith("range"):
            go_to(app, "Range")
        if name.startswith("library"):
            part(app, "range.showLibrary").click()
        field = part(app, name)
        field.setFocus()
        assert field.hasFocus(), name
        if name == "seat0.text":
            QTest.keyClicks(field, "zz")
        QTest.keyClick(field, Key.Key_Escape)
        assert not field.hasFocus(), name
        assert isinstance(app.main_window.focusWidget(), SlotButton), name
    assert part(app, "seat0.text").text() == ""


def test_a_new_table_takes_the_keyboard_from_a_text_and_its_error_away(app, qtbot):
    field = part(app, "seat1.text")
    field.setFocus()
    QTest.keyClicks(field, "KKz")
    app.main_window.actions_by_id.by_id["new"].trigger()
    assert part(app, "seat0.slot0").hasFocus()
    assert field.text() == ""
    assert field.problem is None


def test_undo_brings_ring_and_keyboard_back_to_what_it_undoes(app, qtbot):
    field = part(app, "seat1.text")
    field.setFocus()
    QTest.keyClicks(field, "KK")
    part(app, "seat0.text").setFocus()
    app.document.undo_stack.undo()
    assert app.document.cursor.is_at("seat", 1)
    assert not part(app, "seat0.text").hasFocus()


def detail(app, qtbot, name):
    """Wait until a detail of what is on the table is there."""

    def there():
        result = app.session.detail(name, object)
        return result is not None and not result.stale

    qtbot.waitUntil(there, timeout=RESULT_MS)


def test_shift_f10_asks_for_the_menu_of_the_marked_place(app, qtbot):
    part(app, "seat0.slot0").setFocus()
    QTest.keyClick(part(app, "seat0.slot0"), Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = app.main_window.findChild(QMenu, "tableMenu")
    assert menu.isVisible()
    menu.close()


def test_every_page_of_hold_em_shows_and_sets_the_marked_seat(app, qtbot):
    hands = (Seat("Hero", "AhKh"), Seat("Two", "QdQc"), Seat("Three", "7s7c"))
    app.document.replace("Flop", Scenario("holdem", hands, board="7h 8h 2c"))
    go_to(app, "Next card")
    detail(app, qtbot, "next_card")
    choice = part(app, "boardCards.seat", QComboBox)
    assert choice.currentData() == 0
    click(app, "seat2.slot0")
    assert choice.currentData() == 2
    choice.setCurrentIndex(1)
    choice.activated.emit(1)
    assert app.document.cursor.seat == 1
    assert seat_box(app).currentIndex() == 1
    assert part(app, "seat1.slot0").ringed()

    app.document.replace("Before the flop", Scenario("holdem", hands[:2]))
    go_to(app, "Flops")
    detail(app, qtbot, "flops")
    flops = part(app, "flops.table", QTableView)
    assert flops.currentIndex().row() == 1
    click(app, "seat0.slot0")
    assert flops.currentIndex().row() == 0
    QTest.keyClick(flops, Key.Key_Down)
    assert app.document.cursor.seat == 1


def test_every_page_of_razz_shows_and_sets_the_marked_seat(app, qtbot):
    hands = (Seat("Hero", "A 2 9 4 5 6"), Seat("Two", "3 4 5 K Q J"), Seat("Three", "7 8 T 2 3 A"))
    app.document.replace("Sixth street", Scenario("razz", hands))
    go_to(app, "Next card")
    detail(app, qtbot, "next_card")
    assert part(app, "nextCard.seat0", QToolButton).isChecked()
    click(app, "seat2.slot2")
    assert part(app, "nextCard.seat2", QToolButton).isChecked()
    part(app, "nextCard.seat1", QToolButton).click()
    assert app.document.cursor.seat == 1
    assert seat_box(app).currentIndex() == 1

    go_to(app, "Lows")
    part(app, "outcomes.map", QToolButton).click()
    detail(app, qtbot, "joint")
    pairs = part(app, "outcomes.pair", QComboBox)
    assert "Two" in pairs.currentText()
    pairs.setCurrentIndex(pairs.findText("Hero vs Three"))
    pairs.activated.emit(pairs.currentIndex())
    assert app.document.cursor.seat == 0
    click(app, "seat1.slot2")
    assert "Two" in pairs.currentText()


def test_a_door_card_put_down_leaves_the_page_with_that_seat(app, qtbot):
    app.document.replace("Razz", Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Two", ""))))
    go_to(app, "Range")
    click(app, "seat1.slot2", "deck.rank.K")
    assert app.document.scenario.seats[1].cards == "x x K"
    assert app.document.cursor.slot == Slot("seat", 0, 3)
    assert seat_box(app).currentText() == "Two"


@pytest.mark.parametrize(("page", "name", "words"), [
    ("Equity", "results.table", ("Board 7h 8h 2c", "Hero", "AhKh", "Two")),
    ("Made hands", "made.classes", ("top pair", "flush draw")),
])  # fmt: skip
def test_control_c_in_a_table_of_numbers_copies_all_of_it(app, qtbot, page, name, words):
    app.main_window.activateWindow()
    qtbot.waitUntil(app.main_window.isActiveWindow)
    app.document.replace("Two", Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Two", "22+, A8s+")), board="7h 8h 2c"))
    go_to(app, page)
    result(app, qtbot)
    table = part(app, name, QTableView)
    qtbot.waitUntil(lambda: table.isVisible() and table.model().rowCount() > 1, timeout=RESULT_MS)
    table.setFocus()
    QTest.keyClick(table, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert [word for word in words if word not in copied] == []
    assert copied.count("\n") > table.model().rowCount()


def test_control_c_and_v_work_on_the_table_and_leave_fields_alone(app, qtbot):
    control = Qt.KeyboardModifier.ControlModifier
    app.main_window.activateWindow()
    qtbot.waitUntil(app.main_window.isActiveWindow)
    QGuiApplication.clipboard().setText("Ah Kh")
    QTest.keyClick(part(app, "seat0.slot0"), Key.Key_V, control)
    assert app.document.scenario.seats[0].cards == "AhKh"
    click(app, "seat0.slot1")
    QTest.keyClick(part(app, "seat0.slot1"), Key.Key_C, control)
    assert QGuiApplication.clipboard().text() == "AhKh"
    field = part(app, "seat1.text", QLineEdit)
    field.setFocus()
    QGuiApplication.clipboard().setText("QQ+")
    QTest.keyClick(field, Key.Key_V, control)
    assert (field.text(), app.document.scenario.seats[0].cards) == ("QQ+", "AhKh")
    QGuiApplication.clipboard().setText("no cards")
    QTest.keyClick(field, Key.Key_V, control | Qt.KeyboardModifier.ShiftModifier)
    assert app.document.scenario.seats[1].cards == "QQ+"
    app.main_window.actions_by_id.by_id["new"].trigger()
    assert [line.text for line in app.main_window.findChildren(ProblemLine) if line.is_error] == []


def test_folding_the_first_razz_seat_without_cards_leaves_the_ring_in_sight(app):
    app.main_window.activateWindow()
    go_to(app, "Range")
    app.main_window.commands.switch_game("razz")
    agree(app)
    click(app, "seat0.fold")
    agree(app)
    assert app.document.cursor.slot == Slot("seat", 0, 2)
    click(app, "seat0.fold")
    agree(app)
