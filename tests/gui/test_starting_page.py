"""The page of starting hands: the triangle, one more dead card, the path; a click takes a pair."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from engine import Problem, Scenario, Seat
from engine.equity.details.next_cards import StreetPath
from engine.equity.details.starting_hands import dead_cards, own_pair, path_steps, starting_chart, with_pair
from gui.look.theme import LIGHT, set_theme
from gui.pages.starting import StartingPage, chart_scale
from gui.state.document import Document
from tests.gui.chart_fakes import FakeSession
from tests.gui.razz_details import razz, solved

DETAIL = ("path", "sensitivity", "starting_hands")


@pytest.fixture
def make(expose):
    def build(snapshot, theme=LIGHT, scenario=None):
        set_theme(theme.name)
        session = FakeSession(snapshot)
        document = Document(scenario or snapshot.scenario)
        return expose(StartingPage(document, session), (740, 700)), session, document

    return build


def test_the_chart_has_every_pair_and_the_hand_on_the_table_has_its_own_equity():
    snapshot = solved(detail=DETAIL)
    chart = starting_chart(snapshot.details["starting_hands"], snapshot)
    assert len(chart.pairs) == 91
    assert chart.pairs[0, 1].equity == pytest.approx(snapshot.seats[0].estimate.equity)
    assert chart.up == "95"
    assert chart.average == pytest.approx(solved(("x x 9 5", "3 4 7 8")).seats[0].estimate.equity)
    assert sum(pair.probability for pair in chart.pairs.values()) == pytest.approx(1.0)
    assert chart.rank_of(max(chart.pairs, key=lambda pair: chart.pairs[pair].equity)) == 1


@pytest.mark.parametrize(
    ("up", "words"),
    [
        ("", "nothing up"),
        ("95", "95 up"),
        ("948Q6", "948Q up and 6 down"),
        ("9[45]8-Q+x", "9[45]8-Q+ up and x down"),
        ("9(45)8QK", "9(45)8QK up"),
        ("948Q6, 848Q6", "948Q6, 848Q6 up"),
    ],
)
def test_the_third_down_card_is_not_called_an_up_card(up, words):
    chart = starting_chart((snapshot := solved(detail=DETAIL)).details["starting_hands"], snapshot)
    assert replace(chart, up=up).other_cards == words


def test_the_colours_go_from_the_worst_pair_over_the_fair_share_to_the_best():
    chart = starting_chart((snapshot := solved(detail=DETAIL)).details["starting_hands"], snapshot)
    equities = [pair.equity for pair in chart.pairs.values()]
    low, high = chart_scale(chart).low, chart_scale(chart).high
    assert (low, chart_scale(chart).middle) == (pytest.approx(min(equities)), 0.5)
    assert high == pytest.approx(max(equities) if max(equities) > 0.5 else 1 - low)
    eight = replace(chart, fair=0.125, pairs={(0, 1): replace(chart.pairs[0, 1], equity=0.45)})
    assert (chart_scale(eight).low, chart_scale(eight).high) == (0.0, pytest.approx(0.45))
    assert chart_scale(eight).tone(0.45) == 1.0


def test_the_path_ends_with_the_result():
    snapshot = solved(detail=DETAIL)
    steps = path_steps(snapshot.details["path"])
    assert [step.street for step in steps] == [3, 4]
    assert steps[-1].equity[0] == snapshot.seats[0].estimate.equity
    assert path_steps(StreetPath(np.array([[0.5, 0.5]]), np.zeros((1, 2)))) == ()


def test_dead_cards_change_the_equity_as_displayed():
    snapshot = solved(detail=DETAIL)
    dead = dead_cards(snapshot.details["sensitivity"])
    more = solved(dead="K 7 A")
    assert dead[0].equity == pytest.approx(more.seats[0].estimate.equity)
    assert dead[0].change == pytest.approx(dead[0].equity - snapshot.seats[0].estimate.equity)


@pytest.mark.parametrize(
    ("text", "up", "expected"),
    [
        ("A 2 9 5", "95", "3 4 9 5"),
        ("A29", "9", "3 4 9"),
        ("x x 9", "9", "3 4 9"),
        ("(7-7-7)", "7", "34 7"),
        ("A29, A38", "9, 8", "349, 348"),
        ("xx[A,2]", "2-", "3 4 2-"),
        ("x", "", "3 4"),
    ],
)
def test_a_pair_is_put_into_the_hand_and_the_up_cards_stay(text, up, expected):
    after = with_pair(razz((text, "x")), 0, (2, 3), up)
    assert after.replace(" ", "") == expected.replace(" ", "")
    assert not Document(razz((text, "x"))).replace("Pair", razz((after, "x")))


def test_the_down_cards_of_a_seat_are_found():
    assert own_pair(razz(("2 A 9",)), 0) == (0, 1)
    assert own_pair(razz(("x A 9",)), 0) is None
    assert own_pair(razz(("A29, A39",)), 0) is None


def centre(page, pair):
    """Return the middle of a cell of the triangle."""
    return page.triangle.grid.visualRect(page.triangle.grid.model_.index(*pair)).center()


def test_a_click_puts_in_the_pair_and_can_be_undone(make, qtbot):
    page, _, document = make(solved(detail=DETAIL))
    qtbot.mouseClick(page.triangle.grid.viewport(), Qt.MouseButton.LeftButton, pos=centre(page, (2, 3)))
    assert document.scenario.seats[0].cards == "3 4 9 5"
    assert page.triangle.seat_pair == (2, 3)
    document.undo_stack.undo()
    assert document.scenario.seats[0].cards == "A 2 9 5"


def test_the_empty_half_is_no_pair(make, qtbot):
    page, _, document = make(solved(detail=DETAIL))
    corner = QPoint(5, page.triangle.height() - 5)
    qtbot.mouseClick(page.triangle.grid.viewport(), Qt.MouseButton.LeftButton, pos=corner)
    assert document.scenario.seats[0].cards == "A 2 9 5"


def test_arrows_and_enter_do_what_the_mouse_does(make, qtbot):
    page, _, document = make(solved(detail=DETAIL))
    assert page.triangle.at == (0, 1)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
        qtbot.keyClick(page.triangle.grid, key)
    assert page.triangle.at == (1, 2)
    assert page.triangle.grid.accessibleDescription().startswith("2-3 with 95 up: 40.")
    qtbot.keyClick(page.triangle.grid, Qt.Key.Key_Return)
    assert document.scenario.seats[0].cards == "2 3 9 5"


def test_hovering_reads_out(make, qtbot):
    page, _, _ = make(solved(detail=DETAIL))
    qtbot.mouseMove(page.triangle.grid.viewport(), centre(page, (4, 12)))
    qtbot.waitUntil(lambda: page.triangle.at == (4, 12))
    title, share, rest = page.triangle.reading
    assert title == "5-K with 95 up"
    assert "9 ways (0.95" in rest
    assert "%" in share


def test_a_dead_rank_is_read_out_by_arrows(make, qtbot):
    page, _, _ = make(solved(detail=DETAIL))
    assert page.dead_note.text().startswith("Hero: change in percentage points; best dead card: ")
    qtbot.keyClick(page.dead, Qt.Key.Key_Right)
    assert page.dead_note.text().startswith("One more A dead: Hero ")
    assert page.dead.accessibleDescription() == page.dead_note.text()


def test_the_path_is_visible_from_two_streets_on(make):
    page, _, _ = make(solved(detail=DETAIL))
    assert page.path.isVisible()
    assert page.path.texts(0).startswith("Hero: 3rd 39.05")
    page, _, _ = make(solved(("A 2 9", "3 4 7"), "", DETAIL))
    assert not page.path.isVisible()


def test_details_arrive_one_after_the_other(make):
    snapshot = solved(detail=("sensitivity",))
    page, session, _ = make(snapshot)
    assert page.dead.isVisible()
    assert page.chart is None
    session.set(snapshot=solved(detail=DETAIL))
    assert page.chart is not None


def test_the_page_displays_the_progress_of_the_chart_while_the_rest_is_done(make):
    snapshot = solved(detail=("sensitivity",))
    page, session, _ = make(snapshot)
    assert page.title.text() == "Hero's down cards"
    assert "press F5 to run it again" in page.note.text()
    session.set(state="running", latest=replace(snapshot, stage="starting_hands", progress=0.42))
    assert "every pair of down cards" in page.note.text()
    assert "42\xa0%" in page.note.text()
    session.set(snapshot=solved(detail=DETAIL), state="idle")
    assert page.title.text() == "Hero's down cards with 95 up"


def test_a_seat_alone_has_nothing_to_weigh(make):
    page, _, _ = make(solved(("A 2 3", "x x K"), "", DETAIL, (1,)))
    assert page.stack.currentWidget() is page.empty
    assert "Only one seat" in page.empty.text()


def test_the_page_says_why_it_is_empty(make):
    page, session, document = make(None, scenario=razz(("A29", "x")))
    document.edit("Fold", seats=(Seat("Hero", "A29", folded=True), Seat("Seat 2", "")))
    session.set(problems=(Problem("seats[1].cards", "no cards yet", 0, incomplete=True),))
    assert "no cards yet" in page.empty.text()
    session.set(problems=(Problem("seats[1].cards", "nonsense", 0),))
    assert "status line" in page.empty.text()
    session.set(problems=(), state="running")
    assert page.empty.text() == "Computing…"


def test_empty_pages_teach_and_details_are_requested_only_while_visible(make):
    page, session, _ = make(None, scenario=Scenario("razz", (Seat("Hero", ""), Seat("Seat 2", ""))))
    assert "door card" in page.empty.text()
    assert session.requested["starting"] == set(DETAIL)
    page.hide()
    assert session.requested["starting"] == frozenset()
    page, _, _ = make(None, scenario=Scenario("holdem", (Seat("Hero", ""),)))
    assert "Razz" in page.empty.text()
