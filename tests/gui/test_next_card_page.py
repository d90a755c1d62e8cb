"""The page of next cards on results of the engine."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QLabel

from engine import Scenario, Seat
from engine.equity.details.next_cards import EquityAfterCard, next_tables
from gui.look.theme import LIGHT
from gui.pages.next_card.page import RazzNextCardPage
from gui.pages.next_card.table import CARD, CHANCE, FIRST_SEAT, LIVE, SHIFT
from gui.state.document import Document
from gui.words.formatting import change_text, summary
from tests.gui.chart_fakes import FakeSession, razz_two
from tests.gui.razz_details import FOURTH, solved
from tests.gui.texts import plain

DETAIL = ("next_card",)


@pytest.fixture
def make(expose):
    def build(snapshot, scenario=None):
        session = FakeSession(snapshot)
        document = Document(scenario or (snapshot.scenario if snapshot else Scenario("razz", (Seat("Hero", ""),))))
        return expose(RazzNextCardPage(document, session), (740, 600)), session

    return build


def rows(page):
    model = page.view.model()
    texts = [[model.index(r, c).data() or "" for c in range(model.columnCount())] for r in range(model.rowCount())]
    return {row[0]: [plain(text) for text in row[1:]] for row in texts}


def test_the_mean_over_the_next_cards_is_the_equity_now():
    snapshot = solved(detail=DETAIL)
    for table in next_tables(snapshot.details["next_card"], snapshot):
        for place, (now, _) in enumerate(table.current):
            mean = sum(card.probability * card.seats[place].equity for card in table.cards)
            assert mean == pytest.approx(now, abs=1e-9)


def test_good_and_brick_share_out_all_cards():
    snapshot = solved(detail=DETAIL)
    table = next_tables(snapshot.details["next_card"], snapshot)[0]
    assert sum(table.chance(verdict) for verdict in ("good", "brick", "even")) == pytest.approx(1)
    assert {card.name for card in table.cards if table.verdict(card) == "good"} == set("34678")
    assert summary(table).startswith("▲\u00a0good 35.7\u00a0%: 3 4 6 7 8")


def test_a_change_within_its_noise_counts_as_none():
    assert EquityAfterCard(0.5001, 0.001, 0.5, 0.0001).verdict == "even"
    assert EquityAfterCard(0.52, 0.001, 0.5, 0.0001).verdict == "good"
    assert EquityAfterCard(0.48, 0.0, 0.5, 0.0).verdict == "brick"


def test_changes_are_signed_and_nothing_has_no_sign():
    assert change_text(0.03018) == "+3.02"
    assert change_text(-0.1) == "−10.00"
    assert change_text(-0.00001) == "0.00"
    assert change_text(0.03018, noise=0.004) == "+3.0"


def test_the_row_of_a_card_has_its_count_probability_and_effect(make):
    page, _ = make(solved(detail=DETAIL))
    shown = rows(page)
    assert list(shown)[:3] == ["now", "A", "2"]
    assert shown["now"][0] == "42"
    assert shown["3"] == ["3", "7.14 %", "+22.67", "63.05 % ▲", "36.95 % ▼ −22.67"]


def test_colours_go_with_the_sign_and_fade_when_stale(make):
    page, session = make(solved(detail=DETAIL))
    index = page.view.model().index(3, 4)
    assert index.data(Qt.ItemDataRole.ForegroundRole).name() == LIGHT.better
    assert page.view.model().index(1, 4).data(Qt.ItemDataRole.ForegroundRole).name() == LIGHT.worse
    session.set(stale=True)
    assert page.view.model().index(3, 4).data(Qt.ItemDataRole.ForegroundRole).name() == LIGHT.muted


def test_another_seat_is_chosen_by_its_button(make, qtbot):
    page, _ = make(solved(detail=DETAIL))
    buttons = {button.objectName(): button for button in page.choice.buttons()}
    assert list(buttons) == ["nextCard.seat0", "nextCard.seat1"]
    assert buttons["nextCard.seat0"].isChecked()
    qtbot.mouseClick(buttons["nextCard.seat1"], Qt.MouseButton.LeftButton)
    assert page.table.seat == 1
    assert page.view.model().headerData(4, Qt.Orientation.Horizontal) == "Seat 2"
    assert "to Seat 2" in page.summary.text()


def test_a_seat_that_draws_alone_needs_no_buttons(make):
    page, _ = make(solved(("A 2 9 5 6", "3 4 7 8"), "", DETAIL))
    assert page.choice.buttons() == []
    assert page.table.seat == 1


def test_a_click_on_a_header_sorts(make):
    page, _ = make(solved(detail=DETAIL))
    page.view.sortByColumn(4, Qt.SortOrder.DescendingOrder)
    assert page.view.model().index(0, 0).data() == "now"
    assert page.view.model().index(1, 0).data() in "34"
    page.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert page.view.model().index(1, 0).data() == "A"


def test_it_is_copied_as_text(make, qtbot):
    page, _ = make(solved(detail=DETAIL))
    qtbot.keySequence(page.view, QKeySequence(QKeySequence.StandardKey.Copy))
    assert "3\t3\t7.14 %\t+22.67\t63.05 % ▲" in QGuiApplication.clipboard().text()


def test_a_narrow_table_has_only_the_signs_of_other_seats(make, qtbot):
    page, _ = make(solved(detail=DETAIL))
    page.resize(500, 600)
    qtbot.waitUntil(lambda: rows(page)["3"][-1] == "36.95 % ▼")
    qtbot.waitUntil(lambda: page.view.horizontalScrollBar().maximum() == 0)
    qtbot.keySequence(page.view, QKeySequence(QKeySequence.StandardKey.Copy))
    assert "36.95 % ▼ −22.67" in QGuiApplication.clipboard().text()
    page.resize(900, 600)
    qtbot.waitUntil(lambda: rows(page)["3"][-1] == "36.95 % ▼ −22.67")


def test_the_column_of_cards_stays_when_scrolled_sideways(make, qtbot):
    seats = ("A29", "xx5", "xxT", "xx8", "xx4", "xxK", "xx7", "xx3")
    page, _ = make(solved(seats, "", DETAIL, method="sampled", max_trials=4096))
    page.resize(330, 600)
    names = page.view.verticalHeader()
    qtbot.waitUntil(names.isVisible)
    assert page.view.isColumnHidden(0)
    assert page.view.horizontalScrollBar().maximum() > 0
    assert page.view.findChild(QLabel, "nextCard.table.corner").text() == "Card"
    heads = [page.view.model().headerData(row, Qt.Orientation.Vertical) for row in range(4)]
    assert heads == ["now", "A", "2", "3"]
    page.view.sortByColumn(4, Qt.SortOrder.DescendingOrder)
    assert page.view.model().headerData(1, Qt.Orientation.Vertical) == page.view.model().index(1, 0).data()
    page.resize(1500, 600)
    qtbot.waitUntil(names.isHidden)
    assert not page.view.isColumnHidden(0)


def test_equities_of_a_seat_have_the_same_digits_after_every_card(make):
    page, _ = make(solved(("xx4", "xxK", "xx9", "xxJ"), "", DETAIL, method="sampled", max_trials=40_000))
    for column in range(3, page.view.model().columnCount()):
        shown = [page.view.model().index(row, column).data() for row in range(1, 14)]
        assert len({len(text.split()[0].rstrip("%").partition(".")[2]) for text in shown}) == 1, shown


def test_a_narrow_table_has_shorter_texts(make, qtbot):
    """In a window of 960 pixels the page is 498 wide: all seats are in sight."""
    seats = ("A29", "xx5", "xxT", "xx8", "xx4", "xxK", "xx7", "xx3")
    page, _ = make(solved(seats, "", DETAIL, method="sampled", max_trials=4096))
    page.resize(1500, 600)
    qtbot.waitUntil(lambda: page.view.level == 0)
    whole = page.view.copied()
    page.resize(498, 400)
    qtbot.waitUntil(lambda: page.view.level == 3)
    qtbot.waitUntil(lambda: page.view.horizontalScrollBar().maximum() == 0)
    assert all(page.view.isColumnHidden(column) for column in (LIVE, CHANCE, SHIFT))
    shown = [column for column in range(page.view.model().columnCount()) if not page.view.isColumnHidden(column)]
    if page.view.verticalHeader().isVisible():  # the cards are the headers of the rows
        shown = [CARD, *shown]
    assert shown == [CARD, *range(FIRST_SEAT, FIRST_SEAT + len(seats))]
    assert all(page.view.columnWidth(column) >= page.view.sizeHintForColumn(column) for column in shown[1:])
    assert page.view.copied() == whole
    assert page.minimumSizeHint().width() <= 498


def test_columns_are_as_narrow_as_the_table_makes_them(make):
    """Qt would give a short column more than its texts need, and the table would be scrolled across by that."""
    page, _ = make(solved(detail=DETAIL))
    page.view.setColumnWidth(LIVE, 20)
    assert page.view.columnWidth(LIVE) == 20


def test_the_page_wants_the_detail_only_while_it_is_shown(make):
    page, session = make(solved(detail=DETAIL))
    assert session.requested["nextCard"] == {"next_card"}
    page.hide()
    assert session.requested["nextCard"] == frozenset()


def test_empty_pages_say_what_to_do(make):
    page, session = make(None)
    assert "Fill in the seats" in page.empty.text()
    page, session = make(None, razz_two().scenario)
    session.set(snapshot=razz_two(), state="running")
    assert page.empty.text() == "Computing…"
    page, _ = make(solved(("A 2 9 5 K 2 3", "3 4 7 8 J 2 4"), "", DETAIL))
    assert "no card to come" in page.empty.text()
    page, _ = make(solved(("A 2 9 5",), "", DETAIL))
    assert "Only one seat has cards" in page.empty.text()
    assert page.stack.currentWidget() is page.empty
    page, _ = make(None, Scenario("holdem", (Seat("Hero", ""),)))
    assert page.stack.currentWidget() is page.empty


def test_all_values_are_available_to_screen_readers(make):
    page, _ = make(solved(FOURTH, "K 7", DETAIL))
    text = plain(page.view.model().index(3, 4).data(Qt.ItemDataRole.AccessibleTextRole))
    assert text.startswith("Hero after 3: 63.0456 %")
    assert text.endswith("good")
    assert page.view.accessibleName() == "Next cards"


def test_an_empty_page_keeps_the_focus_for_its_content(make, qtbot):
    page, session = make(None)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.setFocus()
    assert page.hasFocus()
    session.set(snapshot=solved(detail=DETAIL))
    assert page.full.isAncestorOf(page.focusWidget())
    page.view.setFocus()
    session.set(snapshot=None)
    session.set(snapshot=solved(detail=DETAIL))
    assert page.view.hasFocus()
