"""Questions in the assembled program: rows of other pages lead to the page *Ask*, and the palette answers."""

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QTabWidget

from engine import Scenario, Seat
from gui.pages.ask.page import AskPage
from gui.parts.chip_button import ChipButton
from gui.parts.table import ASK
from tests.e2e.playing import RESULT_MS, click, go_to, part, result, type_into

FLOP = Scenario("holdem", (Seat("Hero", "AhTh, KhQh"), Seat("Villain", "KcQd, 7s7c")), board="Kh 7h 2s")
RAZZ = Scenario("razz", (Seat("Hero", "A2348"), Seat("Villain", "A4567")))
ROWS = [
    (FLOP, "Made hands", "made.classes", "top pair", "1 now top pair"),
    (FLOP, "Next card", "boardCards.table", "2c", "1 wins given turn 2c"),
    (FLOP, "Graph", "hands.table", "Villain", "2 wins"),
    (RAZZ, "Next card", "nextCard.table", "K", "1 wins given 1 sixth K"),
    (RAZZ, "Graph", "hands.table", "Villain", "2 wins"),
]


def answered(app, qtbot):
    page = part(app, "ask", AskPage)
    model = page.model
    qtbot.waitUntil(lambda: model.view is not None and not model.busy and not model.stale, timeout=RESULT_MS)
    return page


@pytest.mark.parametrize(("table", "title", "name", "row", "question"), ROWS, ids=[f"{r[0].game} {r[1]}" for r in ROWS])
def test_a_row_is_asked_about(app, qtbot, table, title, name, row, question):
    app.document.open(table, None)
    go_to(app, title)
    result(app, qtbot)
    view = part(app, name, QTableView)
    qtbot.waitUntil(lambda: row in [view.table.name_of(each) for each in view.rows], timeout=RESULT_MS)
    place = next(i for i, each in enumerate(view.rows) if view.table.name_of(each) == row)
    at = view.visualRect(view.model().index(place, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    (action,) = view.menu.actions()
    assert action.text() == ASK
    action.trigger()
    view.menu.close()
    assert app.document.scenario.ask.question == question
    pages = part(app, "pages", QTabWidget)
    assert pages.tabText(pages.currentIndex()) == "Ask"
    assert answered(app, qtbot).card.text
    app.document.undo_stack.undo()
    assert app.document.scenario.ask is None


def test_the_row_of_now_and_headings_ask_nothing(app, qtbot):
    app.document.open(FLOP, None)
    go_to(app, "Next card")
    result(app, qtbot)
    view = part(app, "boardCards.table", QTableView)
    qtbot.waitUntil(lambda: len(view.rows) > 1, timeout=RESULT_MS)
    at = view.visualRect(view.model().index(0, 0)).center()
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint()))
    assert view.menu is None


def test_a_seat_is_removed_and_the_question_follows(app, qtbot):
    seats = (Seat("Hero", "AhTh"), Seat("Ann", "KcQd"), Seat("Bob", "7s7c"))
    app.document.open(Scenario("holdem", seats, board="Kh 7h 2s"), None)
    go_to(app, "Ask")
    page = part(app, "ask", AskPage)
    type_into(app, "ask.question", "3 wins given turn 2")
    assert "Bob wins" in answered(app, qtbot).card.findChild(QObject, "ask.reason").text()
    click(app, "seat1.remove")
    assert page.model.text == "2 wins given turn 2"
    assert "Bob wins" in answered(app, qtbot).card.findChild(QObject, "ask.reason").text()
    QTest.keyClick(page.field.entry, Qt.Key.Key_End)
    QTest.keyClicks(page.field.entry, " by")
    assert page.model.text.strip() == "2 wins given turn 2"


TYPED = [
    ("how often does villain have top pair or better", "2 now top pair+", "Villain has top pair or better"),
    ("my equity if the turn is an ace", "1 equity given turn A", "When the turn is an A"),
    ("what equity do i need to call 50 into 100", "pot odds 50 into 100", "25\xa0%"),
    ("how many combos of kings does villian have", "combos 2 has KK", "Villain has"),
]


def test_a_typed_sentence_is_answered_and_stays_as_it_was_typed(app, qtbot):
    go_to(app, "Ask")
    page = part(app, "ask", AskPage)
    for sentence, question, says in TYPED:
        app.document.open(FLOP, None)
        type_into(app, "ask.question", sentence)
        assert app.document.scenario.ask.question == question
        assert page.field.entry.text() == sentence
        if page.model.calculation is None:
            answered(app, qtbot)
        shown = page.card.text + page.card.findChild(QObject, "ask.reason").text()
        assert says in shown, sentence


def test_what_is_not_understood_gets_suggestions_that_work(app, qtbot):
    app.document.open(FLOP, None)
    go_to(app, "Ask")
    page = part(app, "ask", AskPage)
    type_into(app, "ask.question", "how often is villain bluffing with a flush draw")
    qtbot.waitUntil(lambda: page.field.entry.problem is not None, timeout=RESULT_MS)
    assert page.field.entry.problem.message.startswith("I did not understand")
    chips = page.sentence.findChildren(ChipButton)
    assert len([chip for chip in chips if chip.objectName().startswith("ask.suggestion")]) == 3
    sentence = part(app, "ask.suggestion0", ChipButton).text()
    click(app, "ask.suggestion0")
    assert page.field.entry.text() == sentence
    assert page.field.entry.problem is None
    assert answered(app, qtbot).card.text
