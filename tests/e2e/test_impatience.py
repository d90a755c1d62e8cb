"""Somebody does not wait: another table, theme or size of text comes while something is being typed or asked."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from engine import Problem, Scenario, Seat
from engine.table.cursor import Cursor, follow_edit
from engine.table.slots import Slot
from gui.look.painting import icon
from gui.parts.text_entry import TextEntry
from gui.state.document import NEW
from tests.e2e.playing import go_to, part, type_into

THREE = Scenario("holdem", (Seat("Hero", "AA"), Seat("Seat 2", "KK"), Seat("Seat 3", "QQ")))


def choose(app, name):
    app.main_window.findChild(QAction, f"action.{name}").trigger()


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize(("command", "game"), [("new", "holdem"), ("razz", "razz")])
def test_half_a_text_does_not_come_to_another_table(app, seat, command, game):
    app.document.replace("Three seats", THREE)
    field = part(app, f"seat{seat}.text", QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "99, AKs v")  # 99 and AKs are in force, what follows waits to be complained of
    assert field.pending
    choose(app, command)
    QApplication.processEvents()
    assert app.document.scenario == NEW[game]
    app.document.undo_stack.undo()
    assert app.document.scenario.seats[seat].cards.startswith("99, AKs")


@pytest.mark.parametrize("command", ["new", "razz"])
def test_half_a_name_does_not_come_to_another_table(app, command):
    app.document.replace("Three seats", THREE)
    field = part(app, "seat2.name", QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "x")
    choose(app, command)
    QApplication.processEvents()
    assert len(app.document.scenario.seats) == 2


@pytest.mark.parametrize("played", [False, True])
def test_what_a_field_refused_does_not_stay_at_another_table(app, played):
    if played:
        app.document.replace("Three seats", THREE)
    go_to(app, "Kelly")
    field = part(app, "kelly.bankroll", TextEntry)
    type_into(app, "kelly.bankroll", "many")
    assert field.pending
    choose(app, "new")
    assert (field.text(), field.problem) == ("", None)


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_rows_may_be_laid_out_before_they_know_of_a_smaller_table(app, game):
    app.document.replace("Three seats", THREE)
    seats = part(app, "seatList")

    def lay_out():
        seats.resize(seats.width() - 20, seats.height() // 2)
        for row in seats.rows:
            row.resize(row.width() - 20, row.height())

    app.session.changed.connect(lay_out)
    app.document.replace("One seat", Scenario(game, (Seat("Hero", ""),)))
    QApplication.processEvents()
    assert len(seats.rows) == 1
    app.session.changed.disconnect(lay_out)


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_a_row_may_be_called_before_it_knows_that_its_seat_is_gone(app, game):
    app.document.replace("Three seats", THREE)
    field = part(app, "seat2.text", TextEntry)
    field.set_problem(Problem("seats[2].cards", "no such hand"))
    app.document.blockSignals(True)
    app.document.replace("One seat", Scenario(game, (Seat("Hero", ""),)))
    field.set_problem(None)
    app.document.blockSignals(False)
    app.document.undo_stack.undo()
    assert app.document.scenario == THREE


def test_the_look_can_change_once_a_file_has_been_asked_for(app):
    for command in ("open", "saveAs", "openHands"):
        QTimer.singleShot(0, lambda: [d.reject() for d in app.main_window.findChildren(QDialog) if d.isVisible()])
        choose(app, command)
    for change in ("theme.dark", "textSize.150", "theme.light", "textSize.100"):
        choose(app, change)
    assert app.main_window.palette().window().color().lightnessF() > 0.5


def test_the_look_can_change_while_a_file_is_asked_for(app):
    def change():
        for name in ("theme.dark", "textSize.150"):
            choose(app, name)
        (dialog,) = [d for d in app.main_window.findChildren(QDialog) if d.isVisible()]
        QApplication.processEvents()
        dark.append(dialog.palette().window().color().lightnessF() < 0.5)
        dialog.reject()

    dark = []
    choose(app, "theme.light")
    QTimer.singleShot(0, change)
    choose(app, "open")
    assert dark == [True]


def test_an_icon_without_room_is_nothing(app):
    assert icon("open").pixmap(0, 20).isNull()
    assert not icon("open").pixmap(20, 20, QIcon.Mode.Disabled).isNull()


@pytest.mark.parametrize("slot", [Slot("board", 0, 3), Slot("dead", 0, 0)])
def test_the_mark_is_on_a_seat_of_a_smaller_table(slot):
    before = Scenario("holdem", tuple(Seat(f"Seat {i}", "22+") for i in range(10)), board="7h8h2c")
    after = Scenario("holdem", (Seat("Hero", "AA"), Seat("Seat 2", "KK")), board="7h8h2c9s", dead="2d")
    assert follow_edit(before, after, Cursor(slot, 7, pinned=True)).seat < 2
