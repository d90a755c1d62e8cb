"""The Kelly page: its advice is the engine's, its fields check themselves, its values are the scenario's."""

import json
import math
import re

import pytest
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget

from engine import Scenario, Seat, dumps, loads, solve
from engine.kelly.answer import answer_json, kelly_answer, with_cassandra_counts
from engine.kelly.outcomes import outcomes_of
from engine.kelly.request import read_kelly_request
from engine.scenario import Tournament
from engine.scenario.kelly import read_panel
from gui.pages.kelly.question import COMPUTING, NO_BANKROLL, NO_RESULT, NOBODY
from gui.words.formatting import THIN, growth_gap, percent, share_size
from tests.gui.chart_fakes import exact, three_sampled
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.table_fakes import result


@pytest.fixture
def kelly(qtbot, tmp_path):
    return shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"))


def heads_up(kelly, win=0.55, stderr=0.0):
    kelly.show(result(kelly.scenario, (win, 1 - win), stderr))


def typed(**values):
    return {"typed": True, "bankroll": 1000, "win": 0.55} | values


def test_a_real_result_gives_the_answer_of_the_command_line(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhKh", "QsQd", "7c7d"), board="2h 9h Js")
    snapshot = solve(kelly.scenario)
    kelly.show(snapshot)
    kelly.questions.held = True  # the joint result is not known yet
    kelly.set(bankroll=5000, chips=[30, 60, 30], stacks=[900, 700, 800], multiplier=0.5, chip=1)
    answer = kelly.model.question.answer
    outcomes = outcomes_of(snapshot.seats[0].estimate)
    asked = {
        "bankroll": 5000, "multiplier": 0.5, "chip": 1, "can_raise": True, "max_bet": 730,
        "committed": {"hero": 30, "opponents": [60, 30], "folded": 0},
    }  # fmt: skip
    request = read_kelly_request(asked, outcomes)
    expected = kelly_answer(request)
    assert answer == with_cassandra_counts(expected, request, kelly.model.question.counts)  # but for Cassandra's bet
    kelly.click(qtbot, "kelly.copy")
    assert answer_json(json.loads(QGuiApplication.clipboard().text())) == expected.to_json()
    assert kelly.part("kelly.pot.facts").text().startswith("pot 120 (90 before the bet), 30 to call")
    assert answer.decision in ("raise", "call")


def test_the_advice_follows_a_converging_run_and_its_interval_narrows(kelly):
    kelly.set(bankroll=1000, chip=1)
    widths = []
    for stderr in (0.01, 0.004, 0.001):
        heads_up(kelly, 0.55, stderr)
        result = re.fullmatch(r"Bet 100 \(full Kelly\), 95\xa0% interval (\d+)–(\d+)", kelly.line)
        assert result, kelly.line
        widths.append(int(result[2]) - int(result[1]))
    assert widths[0] > 2 * widths[1] > 4 * widths[2]
    heads_up(kelly, 0.56, 0.0)
    assert kelly.line == "Bet 120 (full Kelly)"


def test_the_line_keeps_the_spaces_that_must_not_break(kelly):
    heads_up(kelly, stderr=0.003)
    kelly.set(bankroll=5_000_000)
    line, document = kelly.part("kelly.advice.line"), QTextDocument()
    document.setHtml(line.text())
    assert THIN in line.accessibleName()
    assert document.toRawText() == line.accessibleName()


def test_the_one_line(kelly):
    heads_up(kelly, 0.45)
    kelly.set(bankroll=5000, pot_typed=True, pot=80, min_bet=40)
    assert kelly.line == "Check: a bet of 40 would cost 0.089\xa0% growth"  # .45 ln(5120/5080) + .55 ln(4960/5000)
    kelly.set(bankroll=5000, pot_typed=True, pot=80)
    assert kelly.line.startswith("Check: a bet of 40 would cost")  # half the pot
    reason = kelly.part("kelly.advice.reason")
    kelly.set(bankroll=1000, pot_typed=True, pot=110, to_call=100, no_raise=True)
    assert kelly.line.startswith("Fold: calling 100 would cost")
    assert reason.text() == "You have 45.00\xa0% equity; you need 50.24\xa0% to call."
    kelly.set(bankroll=1000, pot_typed=True, pot=300, to_call=100, no_raise=True)
    assert kelly.line.startswith("Call 100: ")
    assert reason.text().startswith("You have 45.00\xa0% equity and need 28.65\xa0%; +80 chips and +6.20\xa0% growth")
    heads_up(kelly, 1.0)
    kelly.set(bankroll=1000)
    assert kelly.line == "Bet 1\u202f000, all in"
    heads_up(kelly, 0.6)
    kelly.set(bankroll=1000, multiplier=0.5, chip=1)
    assert kelly.line == "Bet 100 (half Kelly)"
    kelly.set(bankroll=1000, stacks=[150, 400])
    assert kelly.line == "Bet 150, limited by the effective stack"
    kelly.set(bankroll=1000, min_bet=250)
    assert kelly.line == "Bet 250, the minimum bet"


def test_what_is_assumed_and_that_hero_is_a_range(qtbot, tmp_path, kelly):
    heads_up(kelly)
    kelly.set(bankroll=1000)
    assumes = kelly.part("kelly.advice.assumes")
    assert assumes.text() == "Assumes a showdown with no further betting (all in), and that the opponent calls."
    kelly.document.edit("x", seats=(Seat("Hero", "22+, AKs"), Seat("Seat 2", "KhKd")))
    heads_up(kelly)
    assert "Hero has a range of 75 combos" in assumes.text()
    assert "not in tournament money" not in assumes.text()
    kelly.document.edit("x", tournament=Tournament((1000.0, 500.0), (100.0,)))
    heads_up(kelly)
    assert "In chips, not in tournament money" in assumes.text()


def test_what_is_missing(kelly):
    assert kelly.line == COMPUTING
    kelly.document.edit("x", seats=(Seat("Hero", "AhAd"), Seat("Seat 2", "")))
    assert kelly.line == NOBODY
    kelly.document.edit("x", seats=(Seat("Hero", ""), Seat("Seat 2", "KhKd")))
    assert kelly.line == NO_RESULT
    kelly.document.undo_stack.undo()
    kelly.document.undo_stack.undo()
    heads_up(kelly)
    assert kelly.line == "You have 55.00\xa0% equity"  # the pot odds come first
    assert kelly.part("kelly.advice.assumes", QLabel).text().startswith(NO_BANKROLL)
    kelly.document.edit("x", seats=(Seat("Hero", "AhAd", folded=True), Seat("Seat 2", "KhKd")))
    assert kelly.line == "Hero has folded: choose a seat that is still in."
    kelly.document.edit("x", seats=(Seat("Hero", "AhAd"), Seat("Seat 2", "KhKd", folded=True)))
    assert kelly.line == NOBODY
    assert not kelly.chart.ready


def test_another_seat_can_be_advised(kelly):
    kelly.set(bankroll=1000, chips=[20, 200])
    heads_up(kelly, 0.3)
    assert kelly.line.startswith("Fold")
    seat = kelly.part("kelly.seat", QComboBox)
    seat.setCurrentIndex(1)
    seat.activated.emit(1)
    assert kelly.kelly["seat"] == 1
    assert kelly.model.question.hero == "Seat 2"
    assert kelly.line.startswith("Raise to ")  # before the flop hero has 200 in
    assert kelly.scenario.without_seat(0).kelly.to_json() == {"bankroll": 1000, "chips": [200]}


def test_typing_is_one_undoable_edit_and_saved_with_the_scenario(kelly, qtbot):
    heads_up(kelly)
    kelly.set(bankroll=1000.0)  # this table has its own
    kelly.write(qtbot, "kelly.bankroll", "5k")
    assert kelly.kelly == {"bankroll": 5000.0}
    kelly.write(qtbot, "kelly.chips1", "40")
    kelly.write(qtbot, "kelly.stacks1", "300")
    assert kelly.kelly == {"bankroll": 5000.0, "chips": [None, 40.0], "stacks": [None, 300.0]}
    assert loads(dumps(kelly.scenario)) == kelly.scenario
    undo = kelly.document.undo_stack
    for _ in range(2):
        undo.undo()
    assert kelly.kelly == {"bankroll": 5000.0}
    assert kelly.part("kelly.chips1", QLineEdit).text() == ""
    undo.undo()
    assert kelly.kelly == {"bankroll": 1000.0}
    assert kelly.part("kelly.bankroll", QLineEdit).text() == "1000"
    undo.undo()
    assert kelly.kelly is None
    assert kelly.part("kelly.bankroll", QLineEdit).text() == ""
    undo.redo()
    undo.redo()
    assert kelly.part("kelly.bankroll", QLineEdit).text() == "5000"


REFUSED = (
    ("bankroll", "0"),
    ("bankroll", "much"),
    ("multiplier", "0"),
    ("multiplier", "1/0"),
    ("chip", "0"),
    ("minBet", "-5"),
    ("rake", "100"),
    ("allFold", "120"),
    ("points", "x"),
    ("chips0", "-1"),
    ("stacks1", "-1"),
)


def test_what_the_engine_does_not_take_stays_at_its_field(kelly):
    heads_up(kelly)
    for name, text in REFUSED:
        kelly.set(bankroll=2000)
        kelly.set(bankroll=1000)
        before = kelly.line
        entry = kelly.paste(f"kelly.{name}", text)
        assert kelly.kelly == {"bankroll": 1000}
        assert entry.text() == text
        assert entry.property("problem")
        assert entry.accessibleDescription()
        problem = kelly.part(f"kelly.{name}.problem")
        assert problem.is_error
        assert problem.isVisible()
        assert kelly.line == before


def test_a_stack_below_the_least_bet_may_be_bet(kelly):
    heads_up(kelly)
    kelly.set(bankroll=1000, min_bet=300, stacks=[200, 100])
    assert not kelly.part("kelly.minBet.problem").text
    assert kelly.line.startswith("Bet 100")


def test_problems_of_fields_together_stand_at_the_field_that_the_engine_names(kelly):
    heads_up(kelly)
    kelly.set(bankroll=1000, pot_typed=True, to_call=2000)
    assert "the pot includes the bet that you face" in kelly.part("kelly.pot.problem").text
    assert kelly.line.startswith("Please check: ")
    assert not kelly.part("kelly.minBet.problem").text
    kelly.set(bankroll=-4)
    assert kelly.part("kelly.bankroll.problem").is_error
    kelly.set(bankroll="x", chips="y", stacks={"z": 1}, seat=True, points=[], tracker=3)
    assert kelly.part("kelly.bankroll.problem").is_error


def test_typed_outcomes_need_no_result(kelly, qtbot):
    kelly.set(bankroll=1000)
    kelly.click(qtbot, "kelly.source.typed")
    kelly.write(qtbot, "kelly.win", "55")
    assert kelly.kelly == {"bankroll": 1000, "typed": True, "win": 0.55}
    assert kelly.line == "Bet 100 (full Kelly)"
    kelly.write(qtbot, "kelly.opponents", "2")
    kelly.write(qtbot, "kelly.split", "3.5 0.5")
    outcomes = kelly.model.question.request.wager.outcomes
    assert (outcomes.win, outcomes.split, outcomes.lose) == (0.55, (0.035, 0.005), pytest.approx(0.41))
    assert kelly.chart.stem()
    kelly.write(qtbot, "kelly.split", "50")
    assert "add up to" in kelly.part("kelly.win.problem").text


def test_the_multiplier_and_the_pot_by_click(kelly, qtbot):
    heads_up(kelly)
    kelly.set(bankroll=1000)
    kelly.click(qtbot, "kelly.multiple.0.25")
    assert kelly.kelly["multiplier"] == 0.25
    assert kelly.line == "Bet 25 (quarter Kelly)"
    kelly.write(qtbot, "kelly.multiplier", "1/2")
    assert kelly.part("kelly.multiple.0.5", QAbstractButton).isChecked()
    kelly.click(qtbot, "kelly.multiple.1")
    assert kelly.kelly == {"bankroll": 1000}
    kelly.click(qtbot, "kelly.potSource.typed")
    assert kelly.kelly == {"bankroll": 1000, "pot_typed": True}
    kelly.set(bankroll=1000, chips=[0, 50])
    assert kelly.model.question.request.terms.can_raise
    kelly.click(qtbot, "kelly.canRaise")
    assert kelly.kelly["no_raise"]
    assert not kelly.model.question.request.terms.can_raise


def test_folded_seats_leave_their_chips_in_the_pot(kelly):
    seats = (Seat("Hero", "AhAd"), Seat("CO", "KhKd"), Seat("BTN", "QhQd", folded=True))
    kelly.document.edit("x", seats=seats)
    kelly.show(exact(kelly.scenario, (0.8, 0.2)))
    kelly.set(bankroll=1000, chips=[10, 30, 25], dead=3, limit_bet=20)
    request = kelly.model.question.request
    assert (request.facts.total, request.facts.to_call, request.facts.retained) == (68, 20, 48)
    assert request.terms.choices == (("call", 20), ("raise", 40))


def test_facts_have_their_numbers_and_their_formulas(kelly):
    heads_up(kelly)
    kelly.set(bankroll=1000, multiplier=0.5, pot_typed=True, pot=10, chip=1)
    answer = kelly.model.question.answer
    texts = {
        w.objectName().split(".")[-1]: w for w in kelly.page.findChildren(QLabel) if "kelly.fact." in w.objectName()
    }
    assert texts["halved"].text() == percent(answer.long_run.p_ever_halved, exact_digits=1)
    assert answer.long_run.p_ever_halved < 0.02  # the pot is won without a risk
    kelly.set(bankroll=1000, multiplier=0.5, pot_typed=True, pot=10)
    assert texts["share"].text() == "75\xa0%"
    kelly.set(typed=True, win=0.1, bankroll=1000, pot_typed=True, pot=100, to_call=100)
    assert (kelly.line[:4], texts["halved"].text()) == ("Fold", "–")
    kelly.set(bankroll=1000, multiplier=0.5, pot_typed=True, pot=10, chip=1)
    theirs = answer.cassandra
    assert theirs.growth > answer.growth  # half Kelly gives growth away
    assert (
        texts["cassandra"].text() == f"{theirs.bet}, grows {share_size(growth_gap(theirs.growth, answer.growth))} more"
    )
    assert texts["zero"].text() == f"{answer.zero_growth_bet:.4g}"
    assert texts["doubt"].text() == f"{answer.sensitivity.low.bet:g} to {answer.sensitivity.high.bet:g}"
    for name, sign in (("growth", "Σ p ln(1 + net/W)"), ("cassandra", "q/(1 − x)"), ("halved", "E[R^−t] = 1")):
        assert sign in texts[name].toolTip()


def test_what_can_be_operated_is_named_and_explained(kelly):
    heads_up(kelly)
    kelly.set(bankroll=1000, chips=[0, 10])
    kelly.click_names = [
        w for kind in (QAbstractButton, QComboBox, QLineEdit) for w in kelly.page.findChildren(kind) if w.isVisible()
    ]
    assert len(kelly.click_names) > 20
    for widget in kelly.click_names:
        assert widget.objectName(), widget
        assert widget.accessibleName(), widget.objectName()
        if isinstance(widget, QLineEdit):
            assert widget.toolTip(), widget.objectName()
    assert all(isinstance(w, QWidget) for w in kelly.click_names)


def test_stale_advice_is_of_the_old_table(kelly):
    snapshot = three_sampled()
    kelly.document.open(snapshot.scenario, None)
    kelly.show(snapshot)
    kelly.set(bankroll=1000)
    assert kelly.model.question.answer is not None
    kelly.document.edit("Set board", board="7h 8h 3c")
    assert kelly.model.question.stale
    seats = tuple(Seat(s.name, s.cards, folded=i == 2) for i, s in enumerate(kelly.scenario.seats))
    kelly.document.edit("Fold", seats=seats)
    assert kelly.line == COMPUTING


def test_saved_values_open_again(kelly):
    values = typed(pot_typed=True, pot=100, rake=0.05, rake_cap=3.0, split=[0.02], min_bet=2, points=0.02)
    scenario = Scenario("holdem", kelly.scenario.seats, kelly=read_panel(values))
    kelly.document.open(loads(dumps(scenario)), None)
    texts = {
        name: kelly.part(f"kelly.{name}", QLineEdit).text() for name in ("win", "split", "rake", "rakeCap", "points")
    }
    assert texts == {"win": "55", "split": "2", "rake": "5", "rakeCap": "3", "points": "2"}
    request = kelly.model.question.request
    assert (request.wager.rake, request.wager.rake_cap, request.terms.min_bet) == (0.05, 3.0, 2.0)


def reason_text(kelly):
    return kelly.part("kelly.advice.reason", QLabel).text()


def test_a_difference_that_nobody_could_notice_is_none(kelly):
    """A bet that gains next to nothing is as good as a check; chips and growth are both told against the check."""
    kelly.set(typed=True, win=0.53, bankroll=1000, multiplier=0.02, chip=1)
    assert kelly.line == "Check or bet 1: no noticeable difference"
    assert reason_text(kelly) == "+0.06 chips and +0.0060\xa0% growth over checking."
    kelly.set(typed=True, win=0.53, bankroll=1000, multiplier=0.02, chip=1, least_gain=0.00001)
    assert kelly.line.startswith("Bet 1 (")
    kelly.set(typed=True, win=0.501, bankroll=1000, pot_typed=True, pot=100, to_call=100, no_raise=True)
    assert kelly.line[:4] == "Fold"
    kelly.set(typed=True, win=0.5, bankroll=100000, pot_typed=True, pot=101, to_call=100, no_raise=True)
    assert kelly.line == "Fold or call 100: no noticeable difference"


def test_growth_is_percent_and_not_its_logarithm(kelly):
    kelly.set(typed=True, win=0.9, bankroll=1000)
    answer = kelly.model.question.answer
    assert answer.growth == pytest.approx(0.9 * math.log(1.8) + 0.1 * math.log(0.2))
    grows = percent(math.exp(answer.growth) - 1)
    kelly.set(typed=True, win=0.6, bankroll=1000, pot_typed=True, pot=100)
    bet, check = kelly.model.question.answer.growth, kelly.model.question.answer.growth_at_zero
    over = percent(math.exp(bet) - math.exp(check))  # the difference of what is shown of both
    assert f"+{over} growth over checking" in reason_text(kelly)
    kelly.set(typed=True, win=0.9, bankroll=1000)
    assert kelly.part("kelly.fact.growth", QLabel).text() == f"+{grows}, check 0\xa0%"
    assert reason_text(kelly) == f"+640 chips and +{grows} growth over checking."
    rows = kelly.chart.table()[1]
    optimum = next(row for row in rows if row[1] == pytest.approx(answer.bet))
    assert optimum[3] == pytest.approx(math.expm1(answer.growth))
    (_, _), (low, high) = kelly.chart.figure.sheet.ranges
    assert low < 100 * math.expm1(answer.growth) < high < 150 * math.expm1(answer.growth)


def test_the_bet_shrunk_for_doubt_stands_beside_the_advice(kelly):
    kelly.set(typed=True, win=0.55, bankroll=1000)
    beside = kelly.part("kelly.advice.shrunk", QLabel)
    doubt = kelly.model.question.doubt
    assert beside.isVisible()
    assert beside.text() == f"reduced for\nuncertainty\n{doubt.shrunk:.4g} (× {doubt.factor:.2f})"
    assert kelly.page.findChild(QLabel, "kelly.fact.shrunk") is None
    kelly.set(typed=True, win=0.45, bankroll=1000)
    assert not beside.isVisible()


def test_the_decision_is_simulated_by_one_click(kelly, qtbot):
    heads_up(kelly)
    kelly.set(bankroll=1000, chips=[30, 50], stacks=[200, 180])
    kelly.click(qtbot, "kelly.simulate")
    panel = kelly.scenario.simulation
    assert (panel.pot, panel.stacks) == (80, (200, 180))
    assert panel.street_bets[1] - panel.street_bets[0] == 20
    assert kelly.pages == ["Simulate"]
    kelly.set(**typed(pot=100, pot_typed=True))
    assert not kelly.part("kelly.simulate").isEnabled()


def test_an_announcement_that_changes_nothing_answers_no_question_again(kelly):
    heads_up(kelly)
    kelly.set(bankroll=1000)
    question, chart = kelly.model.question, kelly.chart.value
    kelly.table.session.changed.emit()
    assert kelly.model.question is question
    assert kelly.chart.value is chart
    heads_up(kelly, 0.6)
    assert kelly.model.question is not question
    assert kelly.model.question.answer.bet > question.answer.bet
