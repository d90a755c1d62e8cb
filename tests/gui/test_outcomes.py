"""What razz hands become: exact classes over sampled ones, the exact lows, and who beats whom."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine import Scenario, Seat, solve
from engine.equity.details.lows import exact_lows, meetings
from engine.equity.results import at_table
from gui.look.theme import LIGHT, stylesheet
from gui.pages.equity.page import ClassesChart, exact_classes
from gui.pages.lows import ROW_HEIGHT, WHICH, OutcomesPage, lows_table
from gui.parts.detail_page import COMPUTING
from gui.parts.table import TableView
from gui.state.document import Document
from gui.state.latest import LatestDetail
from gui.words.captions import class_of_low
from tests.gui.chart_fakes import FakeSession, simulation_of
from tests.gui.razz_details import solved
from tests.gui.texts import plain

DETAIL = ("outcomes", "joint")


def found(name, snapshot, *, stale=False):
    return LatestDetail(snapshot.details[name], snapshot, stale)


def of(read, name, snapshot):
    return read(snapshot.details[name], snapshot)


@pytest.fixture
def lows_view(qtbot):
    """Return what shows the view of the lows in the style of the program, ``width`` pixels wide."""

    def show(width):
        view = TableView("outcomes.lowsTable", "Exact lows", height=ROW_HEIGHT)
        qtbot.addWidget(view)
        view.setStyleSheet(stylesheet(LIGHT))
        view.resize(width, 400)
        with qtbot.waitExposed(view):
            view.show()
        return view

    return show


def test_the_class_of_a_low_is_its_highest_card():
    assert [class_of_low(low) for low in ("5-4-3-2-A", "T-6-4-2-A", "K-Q-J-T-9")] == ["5", "10", "13"]


def test_exact_classes_are_drawn_only_over_sampled_ones():
    exact = solved(detail=DETAIL)
    sampled = solved(detail=DETAIL, method="sampled", max_trials=8192)
    assert exact_classes(found("outcomes", exact)) == {}
    assert exact_classes(None) == {}
    assert exact_classes(found("outcomes", sampled, stale=True)) == {}
    for seat, shares in exact_classes(found("outcomes", sampled)).items():
        for name, share in exact.seats[seat].estimate.classes.items():
            assert shares.get(name, 0.0) == pytest.approx(share, abs=1e-9)


def test_lows_are_ordered_best_first_and_add_up():
    lows = of(exact_lows, "outcomes", solved(detail=DETAIL))
    assert lows.hands[0].name == "5-4-3-2-A"
    assert lows.hands[1].name.startswith("6-")
    assert lows.hands[-1].name in ("one pair", "two pair", "full house")
    for place in range(2):
        assert sum(hand.shares[place] for hand in lows.hands) == pytest.approx(1)


def test_each_seat_has_separate_sums_in_the_table():
    lows = of(exact_lows, "outcomes", solved(detail=DETAIL))
    table = lows_table(lows, stale=False)
    for seat in range(2):
        share, better = (table.columns[1 + 2 * seat + place] for place in range(2))
        assert share.text(table.rows[0]) == better.text(table.rows[0])
        assert sum(row.shares[seat] for row in table.rows[:9]) == pytest.approx(table.rows[8].better[seat])


def test_a_meeting_agrees_with_the_result():
    snapshot = solved(detail=DETAIL)
    meeting = of(meetings, "joint", snapshot)[0]
    hero = snapshot.seats[0].estimate
    assert meeting.names == ("Hero", "Seat 2")
    assert meeting.share("win") == pytest.approx(hero.win)
    assert meeting.share("tie") == pytest.approx(hero.split[0])


def test_the_chart_shows_the_exact_ticks_when_they_come(qtbot):
    session = FakeSession(solved(method="sampled", max_trials=8192))
    chart = ClassesChart(session, simulation_of(session))
    qtbot.addWidget(chart)
    chart.resize(600, 300)
    chart.show()
    assert session.requested["classes"] == {"outcomes"}
    assert chart.table()[0] == ("class", "Hero", "Hero stderr", "Seat 2", "Seat 2 stderr")
    session.set(snapshot=solved(detail=DETAIL, method="sampled", max_trials=8192))
    assert "Hero exact" in chart.table()[0]
    chart.hide()
    assert session.requested["classes"] == frozenset()


@pytest.fixture
def make(expose):
    def build(snapshot, scenario=None):
        session = FakeSession(snapshot)
        page = OutcomesPage(Document(scenario or snapshot.scenario), session)
        return expose(page, (740, 600)), session

    return build


def test_the_page_lists_lows_and_switches_to_the_map(make, qtbot):
    page, session = make(solved(detail=DETAIL))
    assert session.requested["outcomes"] == {"outcomes"}
    assert page.lows.text(0, 0) == "5-4-3-2-A"
    assert plain(page.lows.text(len(page.lows.rows) - 1, 2)) == "100.0000 %"
    qtbot.mouseClick(page.map_button, Qt.MouseButton.LeftButton)
    assert session.requested["outcomes"] == {"joint"}
    assert page.map.isVisible()
    assert not page.lows.isVisible()
    assert "Hero wins 40.38" in plain(page.note.text())


def test_the_empty_map_says_what_it_waits_for(make, qtbot):
    page, session = make(solved(detail=("outcomes",)))
    session.state = "running"
    qtbot.mouseClick(page.map_button, Qt.MouseButton.LeftButton)
    assert page.waiting.isVisible()
    assert (page.waiting.text(), page.note.text()) == (COMPUTING, "")


def test_the_map_is_read_by_arrows_and_mouse(make, qtbot):
    page, _ = make(solved(detail=DETAIL))
    qtbot.mouseClick(page.map_button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(page.grid, Qt.Key.Key_Right)
    assert page.note.text().startswith("Hero 5 low, Seat 2 6 low")
    qtbot.mouseMove(page.grid.viewport(), page.grid.visualRect(page.grid.model_.index(2, 3)).center())
    qtbot.waitUntil(lambda: page.note.text().startswith("Hero 7 low, Seat 2 8 low"))
    assert "win" in page.note.text()
    assert "lose" not in page.note.text()


def test_more_than_two_seats_are_selected_in_pairs(make, qtbot):
    page, _ = make(solved(("A 2 9 5", "3 4 7 8", "2 3 6 T"), "", DETAIL))
    qtbot.mouseClick(page.map_button, Qt.MouseButton.LeftButton)
    assert page.pairs.isVisible()
    assert page.pairs.count() == 3
    page.pairs.setCurrentIndex(2)
    assert page.meeting.names == ("Seat 2", "Seat 3")


def test_one_seat_meets_nobody_and_empty_pages_teach(make):
    page, session = make(solved(("A 2 3",), "K", ("outcomes",)))
    assert not page.map_button.isEnabled()
    page.hide()
    assert session.requested["outcomes"] == frozenset()
    page, _ = make(None, Scenario("razz", (Seat("Hero", ""),)))
    assert "every low" in page.empty.text()


def test_in_little_room_the_table_is_shorter(lows_view, qtbot):
    snapshot = solved(("A29", "xx5", "xxT", "xx8", "xx4"), "", DETAIL, method="sampled", max_trials=4096)
    view = lows_view(1100)
    view.show_table(lows_table(of(exact_lows, "outcomes", snapshot), stale=False))
    assert (view.level, view.isColumnHidden(2)) == (0, False)
    whole = view.copied()
    view.resize(474, 400)  # in a window of 960 pixels
    qtbot.waitUntil(lambda: view.level == 1 and view.isColumnHidden(2))
    assert "%" not in view.text(0, 1)
    assert not view.isColumnHidden(1)
    assert view.horizontalScrollBar().maximum() == 0
    assert view.copied() == whole


def test_the_numbers_of_a_full_table_are_not_cut_off(lows_view):
    """Five hands do not fit beside each other here: they are scrolled, and the lows stay in front of the rows."""
    snapshot = solved(("A29", "xx5", "xxT", "xx8", "xx4"), "", DETAIL, method="sampled", max_trials=4096)
    view = lows_view(240)
    for narrow, lows in ((False, of(exact_lows, "outcomes", solved(detail=DETAIL))),
                         (True, of(exact_lows, "outcomes", snapshot))):  # fmt: skip
        view.show_table(lows_table(lows, stale=False))
        assert view.isColumnHidden(0) == view.verticalHeader().isVisible() == narrow
        for column in range(1, view.model().columnCount()):
            assert view.isColumnHidden(column) or view.columnWidth(column) >= view.sizeHintForColumn(column)
        title = view.findChild(QLabel, "outcomes.lowsTable.corner")
        assert title.isVisible() == narrow
        if narrow:
            assert title.text() == "Final hand"
            assert title.geometry().right() == view.verticalHeader().geometry().right()
            assert title.geometry().bottom() == view.horizontalHeader().geometry().bottom()
    assert view.model().headerData(0, Qt.Orientation.Vertical) == "5-4-3-2-A"
    assert view.horizontalScrollBar().maximum() > 0
    view.resize(1600, 400)
    assert not view.isColumnHidden(0)


def test_the_numbers_of_another_simulator_are_checked_repeatedly(make):
    snapshot = solved(detail=DETAIL)
    page, session = make(snapshot)
    page.judge_button.click()
    assert page.judge.isVisible()
    deals = page.judge.deals.entry
    assert deals.fontMetrics().horizontalAdvance(deals.placeholderText()) < deals.width() - 16
    assert not page.lows.isVisible()
    law = snapshot.seats[0].estimate.classes
    lines = [f"{name} {share:.6f}" for name, share in law.items()]
    for deals in (1000, 100_000):
        page.judge.entry.setPlainText("\n".join(lines))
        page.judge.deals.entry.selectAll()
        QTest.keyClicks(page.judge.deals.entry, str(deals))
        assert ": the numbers agree with the exact distribution: chi-square 0.0 for" in page.judge.answer.text()
        assert page.judge.table.text(0, 0) == "5"
        page.judge.entry.setPlainText("\n".join([*lines[:-2], f"13 {law['13'] + 0.05:.6f}", lines[-1]]))
        assert "13 comes too often" in page.judge.answer.text()
        assert "The shares add up to 1.05" in page.judge.answer.text()
    at = page.judge.deals.geometry()
    page.judge.entry.setPlainText("nothing")
    assert page.judge.line.text.startswith("'nothing': a line has a low")
    page.judge.layout().activate()
    assert page.judge.deals.geometry() == at  # a message moves no field
    session.set(snapshot=solved(detail=DETAIL, method="sampled", max_trials=8192))
    page.show_details()
    assert "No exact result yet" in page.judge.answer.text()
    page.map_button.click()
    assert not page.judge.isVisible()


def test_the_only_hand_is_compared_wherever_the_cursor_is(make):
    """The C program of the razz simulator on one line, as a terminal or a mail joins it."""
    hand = Seat("Hero", "A23")
    snapshot = at_table(solve(Scenario("razz", (hand,))), Scenario("razz", (hand, Seat("Seat 2", ""))))
    page, _ = make(snapshot)
    page.judge_button.click()
    page.judge.show_seat(snapshot, 1)  # the empty seat is selected
    law = snapshot.seats[0].estimate.classes
    counts = {name: round(1e7 * share) for name, share in law.items()}
    names = ["-1", *(name for name in counts if name != "paired")]
    page.judge.entry.setPlainText(" ".join(f"{name}:\t{counts['paired' if name == '-1' else name]}" for name in names))
    assert page.judge.answer.text().startswith("A23: the numbers agree with the exact distribution")
    several = solved(detail=DETAIL)
    page.judge.show_seat(several, 5)
    assert page.judge.answer.text() == WHICH
