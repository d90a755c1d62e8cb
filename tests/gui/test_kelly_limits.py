"""The Kelly page: fixed limit by street, effective stacks, what is asked for, and fields that keep what was typed."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from engine import Seat
from gui.parts.field_text import write_chips
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.object_names import settle


def shown(qtbot, tmp_path, wins=(0.6, 0.4), **table):
    kelly = shown_kelly(qtbot, tmp_path, **table)
    kelly.show(exact(kelly.scenario, wins))
    return kelly


@pytest.fixture
def kelly(qtbot, tmp_path):
    return shown(qtbot, tmp_path, seats=("AhAd", "KhKd"))


def choices(kelly):
    return dict(kelly.model.question.request.terms.choices)


def facts(kelly):
    return kelly.part("kelly.pot.facts", QLabel).text()


@pytest.mark.parametrize(
    ("game", "seats", "board", "size"),
    [
        ("holdem", ("AhAd", "KhKd"), "", 10),
        ("holdem", ("AhAd", "KhKd"), "7h 8h 2c", 10),
        ("holdem", ("AhAd", "KhKd"), "7h 8h 2c Ks", 20),
        ("razz", ("A 2 9", "x x K"), "", 10),
        ("razz", ("A 2 9 5", "x x K 3"), "", 10),
        ("razz", ("A 2 9 5 7", "x x K 3 2"), "", 20),
        ("razz", ("A 2 9 5 7 8", "(7-7-7)"), "", 20),
    ],
)
def test_the_cards_on_the_table_tell_small_and_big_bets(qtbot, tmp_path, game, seats, board, size):
    kelly = shown(qtbot, tmp_path, game=game, seats=seats, board=board)
    kelly.set(bankroll=1000, limit_bet=10, chips=[4, 4])
    assert choices(kelly) == {"bet": size}
    assert f"bets of {size} on this street" in facts(kelly)
    kelly.set(bankroll=1000, limit_bet=10, big_bet=15, chips=[4, 4 + size])
    assert choices(kelly) == {"call": size, "raise": size + (15 if size == 20 else 10)}
    assert not kelly.part("kelly.minBet").isVisible()


def test_a_bring_in_is_completed_and_a_bet_is_raised(qtbot, tmp_path):
    kelly = shown(qtbot, tmp_path, game="razz", seats=("A 2 9", "x x K"))
    kelly.set(bankroll=500, limit_bet=10, chips=[1, 4])
    assert choices(kelly) == {"call": 3, "complete": 10}
    assert kelly.line == "Complete to 10"
    reason = kelly.part("kelly.advice.reason", QLabel).text()
    assert reason.startswith(
        "+3.2 chips and +0.62\xa0% growth over folding; +1.4 chips and +0.26\xa0% growth over call"
    )
    kelly.click(qtbot, "kelly.bringIn")  # hero has brought it in himself, and was completed
    assert kelly.kelly["full_bet"]
    assert choices(kelly) == {"call": 3, "raise": 13}
    kelly.click(qtbot, "kelly.canRaise")
    assert choices(kelly) == {"call": 3}
    kelly.set(bankroll=500, limit_bet=10, chips=[1, 11])
    assert choices(kelly) == {"call": 10, "raise": 20}
    assert not kelly.part("kelly.bringIn", QAbstractButton).isVisible()


def test_big_bets_that_are_wrong_stand_at_their_field(qtbot, tmp_path):
    kelly = shown(qtbot, tmp_path, seats=("AhAd", "KhKd"), board="7h 8h 2c Ks")
    kelly.set(bankroll=500, limit_bet=10, big_bet=-3)
    assert kelly.part("kelly.bigBet.problem").is_error
    kelly.set(bankroll=500, limit_bet="x")
    assert kelly.part("kelly.limitBet.problem").is_error or kelly.part("kelly.bigBet.problem").is_error


def test_effective_stacks_are_told_for_each_opponent(qtbot, tmp_path):
    kelly = shown(qtbot, tmp_path, (0.5, 0.3, 0.2), seats=("AhAd", "KhKd", "QhQd"))
    kelly.questions.held = True  # the joint result is not known yet
    kelly.set(bankroll=5000, stacks=[970, 400, 2000])
    assert "largest bet that all can call 400" in facts(kelly)
    assert facts(kelly).endswith("effective stacks Seat 2 400, Seat 3 970")
    kelly.set(bankroll=5000, stacks=[970])
    assert "effective" not in facts(kelly)


def assumes(kelly):
    return kelly.part("kelly.advice.assumes", QLabel).text()


def test_side_pots_are_told_of_where_stacks_make_them_possible(qtbot, tmp_path):
    kelly = shown(qtbot, tmp_path, (0.6, 0.3, 0.1), seats=("AhAd", "KhKd", "QhQd"))
    kelly.questions.held = True  # the joint result is not known yet
    kelly.set(bankroll=5000, chips=[50, 50, 50], stacks=[970, 2000, 2000])
    assert "side pot" not in assumes(kelly).lower()
    kelly.set(bankroll=5000, chips=[50, 50, 50], stacks=[970, 400, 2000])
    assert "A bet of more than 400 would create a side pot without Seat 2: not considered." in assumes(kelly)
    kelly.set(bankroll=5000, chips=[50, 50, 50], stacks=[400, 400, 2000])
    assert "side pot" not in assumes(kelly).lower()
    kelly.set(bankroll=5000, chips=[50, 50, 50], stacks=[970, 0, 2000])
    assert "Side pot: Seat 2 is all in. What you add counts as won only" in assumes(kelly)
    assert "until the side pots have been computed: a lower bound" in assumes(kelly)
    assert "largest bet without a new side pot 970" in facts(kelly)
    answer = kelly.model.question.answer
    assert answer.chip_ev == pytest.approx(0.6 * (150 + answer.bet) - 0.4 * answer.bet, rel=2e-3)
    kelly.set(bankroll=5000, chips=[50, 70, 250], stacks=[970, 0, 2000], no_raise=True)
    assert "Side pot: Seat 2 can match only 20." in assumes(kelly)
    assert kelly.model.question.answer.bets[0].chip_ev == pytest.approx(0.6 * (150 + 220) - 0.4 * 200, rel=2e-3)


def test_a_bet_that_the_opponent_cannot_call_in_full_comes_back(kelly):
    kelly.set(bankroll=1000, chips=[50, 50], stacks=[500, 0])
    assert kelly.line.startswith("Check")
    assert "side pot" not in assumes(kelly).lower()


def test_folds_need_the_smallest_bet(kelly):
    kelly.document.edit("x", seats=(Seat("Hero", "KhKd"), Seat("Seat 2", "AhAd")))
    kelly.show(exact(kelly.scenario, (0.2, 0.8)))
    kelly.set(bankroll=1000, pot_typed=True, pot=100, p_all_fold=0.6)
    assert kelly.line == "Bet as little as possible: the smaller the better; set a minimum bet"
    reason = kelly.part("kelly.advice.reason", QLabel).text()
    assert reason.startswith("+48 chips and +4.77\xa0% growth over checking, in the limit of ever smaller bets.")
    assert kelly.part("kelly.minBet.problem").isVisible() or kelly.part("kelly.advice.go").isVisible()
    assert not kelly.part("kelly.advice.shrunk").isVisible()
    assert kelly.part("kelly.fact.doubt", QLabel).text() == "the smallest"  # what stands for the limit is no size
    assert kelly.part("kelly.why", QLabel).text().startswith("Why the smallest and not Cassandra's 27?")
    assert kelly.part("kelly.bet.to", QLineEdit).placeholderText() == ""
    assert "Optimum" not in kelly.marks
    kelly.set(bankroll=1000, pot_typed=True, pot=100, p_all_fold=0.6, min_bet=20)
    assert kelly.line == "Bet 20, the minimum bet"
    assert "or everybody folds (60 %)" in kelly.part("kelly.advice.assumes", QLabel).text()


CHECKS = (
    ({"stacks": [0, 100]}, "No chips left to bet"),
    ({"chip": 500}, "less than the smallest chip"),
    ({"min_bet": 900}, "Every legal bet would"),
    ({"multiplier": 3}, "the best bet is "),
    ({"typed": True, "win": 0, "split": [1]}, "no bet grows your bankroll faster than checking"),
    ({"typed": True, "win": 0.4}, "Any bet would grow your bankroll more slowly"),
)


def test_why_a_good_hand_checks(kelly):
    for values, why in CHECKS:
        kelly.set(bankroll=1000, **values)
        assert kelly.line.startswith("Check")
        assert why in kelly.part("kelly.advice.reason", QLabel).text()


def test_a_pot_without_the_bet_that_is_faced_is_doubted(kelly):
    kelly.set(bankroll=1000, pot_typed=True, pot=40, to_call=100)
    assert "at least 100" in kelly.part("kelly.pot.problem").text
    kelly.set(bankroll=1000, pot_typed=True, pot=140, to_call=100)
    assert not kelly.part("kelly.pot.problem").text


def test_a_call_for_less_than_the_price(kelly):
    kelly.set(bankroll=1000, chips=[0, 500], stacks=[200])
    assert kelly.line.startswith("Call 200, all in for less: ")
    call = next(mark for mark in kelly.marks.values() if mark.name == "Call")
    assert call.chips == 200


REFUSED = ("1e99", "abc", "-3", "1,2,3")


def test_what_was_refused_stays_while_results_come_in(kelly):
    for text in REFUSED:
        kelly.set(bankroll=1000)
        entry = kelly.paste("kelly.bankroll", text)
        kelly.show(exact(kelly.scenario, (0.61, 0.39)))
        assert entry.text() == text
        assert kelly.part("kelly.bankroll.problem").is_error
        assert kelly.kelly == {"bankroll": 1000}
        kelly.set(bankroll=2000)
        assert entry.text() == "2000"


def test_tab_goes_through_the_rows_of_seats_that_came_later(qtbot, tmp_path):
    kelly = shown(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    seats = (*kelly.scenario.seats, Seat("Seat 3", "QhQd"))
    kelly.document.edit("Add a seat", seats=seats)
    kelly.part("kelly.chips0", QLineEdit).setFocus()
    passed = []
    for _ in range(6):
        passed.append(QGuiApplication.focusObject().objectName())
        qtbot.keyClick(kelly.page.window(), Qt.Key.Key_Tab)
    assert passed == [f"kelly.{name}{i}" for i in range(3) for name in ("chips", "stacks")]
    assert QGuiApplication.focusObject().objectName() == "kelly.dead"


def test_nothing_moves_when_the_advice_comes(kelly):
    card, form = kelly.part("kelly.advice"), kelly.part("kelly.form")
    before = (card.height(), form.y())
    kelly.set(bankroll=1000)
    assert kelly.line.startswith("Bet ")
    assert (card.height(), form.y()) == before


@pytest.mark.parametrize("size", [(532, 540), (532, 460), (480, 540), (480, 700), (532, 700)])
def test_no_line_moves_on_a_narrow_page_while_the_bankroll_is_still_missing(kelly, size):
    kelly.part("kelly.more", QAbstractButton).setChecked(False)
    kelly.page.resize(*size)
    for _ in range(4):  # what has got other room lays itself out once more, and so does what is around
        settle()
    field = kelly.part("kelly.bankroll")
    before = field.mapTo(kelly.page, field.rect().topLeft())
    for values in ({"pot": 100}, {"pot": 100, "to_call": 50}, {"pot": 100, "to_call": 50, "bankroll": 1000}):
        kelly.set(pot_typed=True, **values)
        settle()
        assert kelly.line.startswith("Call by pot odds") == ("to_call" in values and "bankroll" not in values)
        assert field.mapTo(kelly.page, field.rect().topLeft()) == before, values


@pytest.mark.parametrize("size", [(800, 660), (560, 560), (480, 700)])
def test_no_row_moves_under_the_pointer(kelly, size):
    kelly.page.resize(*size)
    kelly.part("kelly.more", QAbstractButton).setChecked(True)
    given = {"bankroll": 1000, "pot_typed": True, "pot": 100, "to_call": 50}
    kelly.set(**given)
    rows = ("lines", "bet.to", "bet.worth", "source", "seat", "numbers", "advice.line")

    def places(*names):
        for _ in range(4):
            settle()
        return {name: kelly.part(f"kelly.{name}").mapTo(kelly.page, QPoint()).y() for name in names}

    for click in ("canRaise", "bet.halfPot", "bet.clear", "multiple.0.5", "potLimit", "source.typed", "source.result"):
        before = places(*rows, click)
        kelly.part(f"kelly.{click}", QAbstractButton).click()
        assert places(*rows, click) == before, click
    facts = [f"fact.{name}" for name in ("chipEv", "growth", "halved", "doubt", "nearby", "cassandra")]
    gaps = []
    for price in (50, 0, 50, 0):  # "needed" is hidden without a price; rows keep the height that they once needed
        kelly.set(**given | {"to_call": price})
        at = places(*facts)
        gaps.append([y - at["fact.chipEv"] for y in at.values()])
        assert kelly.part("kelly.fact.needed").isVisible() == bool(price)
    assert gaps[2] == gaps[3] == gaps[1]


def test_large_round_amounts_fit_their_field():
    assert [write_chips(v) for v in (5000, 9_999_999, 1e9, 12_500_000, 12_345_678, None, True)] == [
        "5000", "9999999", "1000m", "12.5m", "12345678", "", "",
    ]  # fmt: skip


def test_pot_limit_is_the_most_that_may_be_bet(kelly, qtbot):
    kelly.document.edit("x", seats=(Seat("Hero", "AhAd"), Seat("Seat 2", "KhKd")))
    kelly.show(exact(kelly.scenario, (0.9, 0.1)))
    kelly.set(bankroll=1000, pot_typed=True, pot=60)
    box = kelly.part("kelly.potLimit", QAbstractButton)
    assert kelly.line.startswith("Bet 7")
    box.click()
    assert kelly.line == "Bet 60, the pot-limit maximum"
    assert "largest bet at pot limit 60" in kelly.part("kelly.pot.facts", QLabel).text()
    assert "pot limit" in kelly.part("kelly.more.summary", QLabel).whole
    assert not kelly.part("kelly.bet.allIn").isEnabled()
    kelly.set(bankroll=1000, pot_typed=True, pot_limit=True)
    assert "you cannot bet into an empty pot" in kelly.part("kelly.advice.reason", QLabel).text()
    kelly.set(bankroll=1000, pot_typed=True, pot=60, pot_limit=True, limit_bet=10)
    assert not box.isVisible()
    assert kelly.line == "Bet 10"
    shown = {p.objectName() for p in kelly.page.findChildren(QLabel) if p.isVisible()}
    assert "kelly.fact.zero" not in shown
    assert "kelly.advice.shrunk" not in shown
    assert "largest bet" not in kelly.part("kelly.pot.facts", QLabel).text()


def test_a_price_above_the_bankroll_is_a_call_for_less(kelly):
    kelly.document.edit("x", seats=(Seat("Hero", "AhAd"), Seat("Seat 2", "KhKd")))
    kelly.set(typed=True, win=1, bankroll=40, pot_typed=True, pot=300, to_call=100)
    assert kelly.line.startswith("Call 40, all in for less")
    kelly.set(typed=True, win=0.5, bankroll=40, pot_typed=True, pot=300, to_call=100)
    assert kelly.line == "Fold: calling 40 could cost everything"


def test_a_heading_without_fields_is_hidden(kelly):
    headings = {name.text(): name for name in kelly.page.findChildren(QLabel)}
    kelly.set(bankroll=1000)
    assert not headings["Limits"].isHidden()
    kelly.set(bankroll=1000, limit_bet=10)
    assert headings["Limits"].isHidden()
    kelly.set(bankroll=1000, limit_bet=10, chips=[0, 4])  # a bring-in may be completed
    assert headings["Limits"].isHidden() == kelly.part("kelly.bringIn").isHidden()
    assert not headings["When you bet, an opponent"].isHidden()
    kelly.document.edit("fold", seats=(Seat("Hero", "AhAd"), Seat("Seat 2", "KhKd", folded=True)))
    assert headings["When you bet, an opponent"].isHidden()
