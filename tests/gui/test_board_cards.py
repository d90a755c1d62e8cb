"""The page of next cards in hold'em on results of the engine: the map, the table, what is said without them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from engine import Scenario, Seat
from engine.equity.details.next_cards import board_table
from gui.charts.picture import NOTHING
from gui.charts.plot import PixelMarks
from gui.look.theme import DARK, LIGHT, set_theme
from gui.pages.next_card.page import NO_FLOP, NOTHING_TO_COME, HoldemNextCardPage
from gui.pages.next_card.table import CHANCE, FIRST_SEAT, LIVE
from gui.parts.detail_page import COMPUTING, NO_OPPONENT, STOPPED, TOO_LATE, why_empty
from gui.state.document import Document
from gui.words.formatting import CARDS, board_summary, table_scale
from tests.gui.chart_fakes import FakeSession
from tests.gui.holdem_details import holdem, solved
from tests.gui.texts import plain

SAMPLED = {"cards": ("AhKh", "QsQc", "JTs"), "method": "sampled", "max_trials": 60_000}


@pytest.fixture
def make(expose):
    def build(snapshot, scenario=None, theme=LIGHT):
        set_theme(theme.name)
        session = FakeSession(snapshot)
        document = Document(scenario or snapshot.scenario)
        page = expose(HoldemNextCardPage(document, session), (740, 640), document)
        return page, session, page.chart, document

    return build


def table_of(snapshot, seat=None):
    return board_table(snapshot.details["next_card"], snapshot, seat)


def test_the_mean_over_the_cards_is_the_equity_now():
    table = table_of(solved())
    assert len(table.cards) == 45
    for place, (now, _) in enumerate(table.current):
        mean = sum(card.probability * card.seats[place].equity for card in table.cards)
        assert mean == pytest.approx(now, abs=1e-9)


def test_cards_are_judged_for_the_chosen_seat():
    hero, other, default = (table_of(solved(), seat) for seat in (0, 1, 7))
    assert (hero.judge, other.judge, default.judge) == (0, 1, 0)
    best, worst = hero.judged[0][0].name, hero.judged[-1][0].name
    assert best[1] == "h"
    assert worst[0] == "Q"
    assert other.judged[0][0].name[0] == "Q"
    assert table_scale(hero).middle == hero.current[0][0]
    assert plain(board_summary(hero)).startswith("▲ better on 15 cards, 33.3 %  ·  ▼ worse on 30 cards, 66.7 %")


def test_the_table_is_sorted_from_best_to_worst_without_constant_columns(make):
    page, _, _, _ = make(solved())
    assert page.view.isColumnHidden(LIVE)
    assert not page.view.isColumnHidden(CHANCE)
    assert page.view.model().index(0, 0).data() == "now"
    equities = [row.card.seats[0].equity for row in page.view.rows[1:]]
    assert equities == sorted(equities, reverse=True)
    assert page.view.horizontalHeader().length() <= page.view.viewport().width()


def test_another_seat_is_chosen(make, qtbot):
    page, _, chart, _ = make(solved())
    assert chart.title == "Hero's equity on each turn card"
    assert [page.choice.itemText(i) for i in range(page.choice.count())] == ["Hero", "Seat 2"]
    page.choice.setFocus()
    qtbot.keyClick(page.choice, Qt.Key.Key_Down)
    assert chart.title == "Seat 2's equity on each turn card"
    assert page.view.model().headerData(FIRST_SEAT, Qt.Orientation.Horizontal) == "Seat 2"
    assert page.view.isColumnHidden(LIVE)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_map_has_every_possible_card_at_its_place_in_the_deck(make, qtbot, theme):
    _, _, chart, _ = make(solved(), theme=theme)
    (mark,) = chart.value.marks
    places = {(cell.texts[0], cell.suit): (cell.row, cell.column) for cell in mark.cells}
    pixels = next(item for item in chart.figure.sheet.childItems() if isinstance(item, PixelMarks))
    assert len(chart.value.stops) == 45

    def rect(name):
        return pixels.cell_rect(*places[name[0], CARDS[name] & 3])

    ace, deuce = rect("As"), rect("2d")
    assert ace.left() < deuce.left()
    assert ace.top() < deuce.top()
    image = chart.grab().toImage()
    heart = rect("9h").toRect()
    assert image.pixelColor(heart.left() + 6, heart.center().y()).blueF() > 0.5
    qtbot.mouseMove(chart.view.viewport(), rect("Qd").center().toPoint())
    reading = plain(chart.reading.text)
    assert reading.startswith("Queen of diamonds: 2.22 %: Hero ")
    assert "Seat 2" in reading
    qtbot.mouseMove(chart.view.viewport(), rect("7h").center().toPoint())
    assert chart.reading is None


def test_the_keyboard_walks_over_the_map(make, qtbot):
    _, _, chart, _ = make(solved())
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header.startswith("Ace of spades")
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header.startswith("King of spades")


def test_sampled_cards_have_their_errors(make):
    page, _, chart, _ = make(solved(**SAMPLED))
    row = [plain(str(page.view.model().index(1, i).data())) for i in range(page.view.model().columnCount())]
    assert row[FIRST_SEAT].count(".") <= 1
    tip = plain(page.view.model().index(1, FIRST_SEAT).data(Qt.ItemDataRole.ToolTipRole))
    assert "±" in tip
    assert "sampled, at most ±" in plain(chart.value.heading.notes[0])
    header, rows = chart.table()
    assert header[:4] == ("card", "probability", "Hero equity", "Hero stderr")
    assert rows[0][0] == "now"
    assert all(row[3] > 0 for row in rows)


def test_after_an_edit_the_page_is_stale_but_stays(make):
    page, session, chart, _ = make(solved())
    session.set(stale=True)
    assert page.view.model().index(1, FIRST_SEAT).data(Qt.ItemDataRole.ForegroundRole).name() == LIGHT.muted
    assert chart.figure.stale
    assert not page.summary.isEnabled()
    assert page.stack.currentWidget() is page.full


def test_an_empty_page_names_the_missing_input(make):
    page, session, chart, document = make(None, holdem(("AhKh", "QsQc")))
    assert page.empty.text() == NO_FLOP
    document.edit("River", board="7h 8h 2c Ks 3d")
    assert page.empty.text() == NOTHING_TO_COME
    document.edit("Turn", board="7h 8h 2c Ks")
    session.set(state="running")
    assert page.empty.text() == COMPUTING
    session.set(state="idle")
    assert page.empty.text() == STOPPED
    document.edit("Alone", seats=document.scenario.seats[:1])
    assert page.empty.text() == NO_OPPONENT
    assert not chart.ready
    with pytest.raises(ValueError, match=NOTHING):
        chart.png()


def test_a_seat_alone_gets_no_map(make):
    page, _, _, _ = make(solved(("AhKh",)))
    assert page.empty.text() == NO_OPPONENT


def test_the_detail_is_requested_only_if_a_card_can_come(make):
    page, session, _, document = make(solved())
    assert session.requested["boardCards"] == {"next_card"}
    document.edit("Clear", board="")
    assert session.requested["boardCards"] == frozenset()
    assert page.stack.currentWidget() is page.empty
    document.edit("Back", board="7h 8h 2c")
    page.hide()
    assert session.requested["boardCards"] == frozenset()


def test_a_renamed_seat_is_renamed_here(make):
    page, session, chart, _ = make(solved())
    snapshot = session.snapshot
    seats = (replace(snapshot.seats[0], name="Me"), snapshot.seats[1])
    session.set(snapshot=replace(snapshot, seats=seats))
    assert chart.title.startswith("Me's")
    assert page.choice.itemText(0) == "Me"


def test_details_left_out_for_time_are_reported(make):
    late = replace(solved(), details={}, left_out={"next_card": "not done within max_seconds"})
    page, session, _, _ = make(late)
    assert page.empty.text() == TOO_LATE
    razz = Scenario("razz", (Seat("Hero", "A29"), Seat("Villain", "647")))
    assert why_empty(razz, session, "Click cards") == TOO_LATE
    session.set(state="running")
    assert page.empty.text() == COMPUTING
    session.set(state="idle", stopped=True)
    assert page.empty.text() == STOPPED
