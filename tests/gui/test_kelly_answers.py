"""Opponents who answer a bet: the choices, the hands that call, the second curve, and that it is all saved."""

import json

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QScrollArea

from engine import Scenario, Seat, dumps, loads, solve
from engine.histories.players.counting import StatisticsTally
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.kelly.answer import answer_json, kelly_answer
from engine.kelly.growth import all_fold
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import kelly_request_json
from engine.kelly.request import read_kelly_request
from engine.kelly.responses.nearby import nearby_ranges
from engine.kelly.responses.razz_calling import run_pair_order
from engine.players.strength import holdem_strengths
from gui.pages.kelly.charts import displayed_growth
from gui.pages.kelly.players import TITLES, read_list, write_list
from gui.pages.kelly.question import ANSWERING, NO_LIST, NO_SETS
from gui.words.formatting import chips
from tests.engine.opponent_answers import calling_order, joint_orders
from tests.engine.played_hands import PLAYED, hand_of
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.table_fakes import result

BOARD = "2h 9h Js"


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhKh", "55+, ATs+, KQs"), board=BOARD)
    made.show(result(made.scenario, (0.5, 0.5)))
    made.set(bankroll=1000, pot_typed=True, pot=100, min_bet=20)
    return made


def choose(kelly, way, row=1):
    combo = kelly.part(f"kelly.answer{row}", QComboBox)
    combo.setCurrentIndex(list(TITLES).index(way))
    combo.activated.emit(combo.currentIndex())


def hands_on(kelly):
    kelly.part("kelly.bestHands", QCheckBox).click()


def reading_rows(kelly, chips):
    return {row.name: row.values[0] for row in kelly.chart.value.read(chips, 0.0).rows}


def test_the_choices_make_the_reaction_of_the_request_and_are_undone(kelly):
    assert "reaction" not in kelly.model.question.values
    combo = kelly.part("kelly.answer1", QComboBox)
    players = ["plays as tight", "plays as neutral", "plays as loose"]
    assert [combo.itemText(i) for i in range(combo.count())] == [*TITLES.values(), *players]
    choose(kelly, "fold")
    assert kelly.model.question.values["reaction"] == {"fold": 0.3}
    kelly.paste("kelly.answer1.fold", "45")
    assert kelly.kelly["answers"] == [None, {"fold": 0.45}]
    assert "folds to a bet 45\xa0% of the time" in kelly.part("kelly.advice.assumes").text()
    choose(kelly, "defend")
    assert kelly.model.question.values["reaction"] == {"defend": "pot odds"}
    assert "a bluff breaks even" in kelly.part("kelly.advice.assumes").text()
    kelly.document.undo_stack.undo()
    assert kelly.model.question.values["reaction"] == {"fold": 0.45}
    assert kelly.part("kelly.answer1.fold", QLineEdit).text() == "45"
    choose(kelly, "calls")
    assert "answers" not in kelly.kelly
    assert loads(dumps(kelly.scenario)).kelly == kelly.scenario.kelly


def test_the_copied_question_is_answered_alike_on_the_command_line(kelly, qtbot):
    choose(kelly, "defend")
    hands_on(kelly)
    kelly.click(qtbot, "kelly.copy")
    values = json.loads(QGuiApplication.clipboard().text())
    assert answer_json(values) == kelly.model.question.answer.to_json()
    assert values["reaction"]["defend"] == "pot odds"


def test_his_best_hands_call_by_their_equity_against_what_he_credits_hero_with(kelly):
    choose(kelly, "defend")
    hands_on(kelly)
    expected = calling_order(kelly.scenario, 0, 1).hands()
    assert kelly.model.question.values["reaction"]["hands"] == expected
    called = [float(reading_rows(kelly, x)["equity when called"].split("\xa0")[0]) for x in (20, 60, 120)]
    assert called[0] > called[1] > called[2]
    kelly.paste("kelly.credited", "QQ+")
    credited = calling_order(kelly.scenario, 0, 1, credited="QQ+").hands()
    assert kelly.model.question.values["reaction"]["hands"] == credited != expected
    assert "calls with his best hands" in kelly.part("kelly.advice.assumes").text()
    kelly.document.edit("x", board=f"{BOARD} 3c")
    assert kelly.model.question.values["reaction"]["hands"] != credited
    kelly.paste("kelly.credited", "")
    assert "credited" not in kelly.kelly


def test_razz_pairs_call_by_their_equity_too(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, game="razz", seats=("A 2 9 5", "(9-9-) 8 6"))
    kelly.show(solve(kelly.scenario))
    kelly.set(bankroll=1000, pot_typed=True, pot=100, min_bet=20)
    choose(kelly, "fold")
    hands_on(kelly)
    order = list(run_pair_order(kelly.scenario, 0, 1))[-1].answer
    assert kelly.model.question.values["reaction"]["hands"] == order.hands()
    answer = kelly.model.question.answer
    assert answer.answered.equity_called < kelly.model.question.estimate.equity
    kelly.paste("kelly.credited", "(7-7-)95")
    credited = list(run_pair_order(kelly.scenario, 0, 1, credited="(7-7-)95"))[-1].answer
    assert kelly.model.question.values["reaction"]["hands"] == credited.hands()
    kelly.paste("kelly.credited", "(7-7-9")
    assert kelly.part("kelly.credited.problem").is_error
    assert kelly.kelly["credited"] == "(7-7-)95"
    kelly.set(**{**kelly.kelly, "credited": "8888"})  # as a file may hold it: the eights are gone
    assert kelly.line.startswith("Please check: He puts you on: ")


def test_a_sampling_error_of_the_result_is_none_of_exact_hands(kelly):
    choose(kelly, "defend")
    kelly.show(result(kelly.scenario, (0.5, 0.5), 0.01))
    assert kelly.model.question.values["stderr"] == 0.01
    hands_on(kelly)
    assert "stderr" not in kelly.model.question.values


def test_what_is_wrong_with_the_credited_range_stands_under_it(kelly):
    choose(kelly, "fold")
    hands_on(kelly)
    kelly.paste("kelly.credited", "QQ+, foo")
    problem = kelly.part("kelly.credited.problem")
    assert problem.isVisible()
    assert problem.is_error
    assert "credited" not in kelly.kelly
    kelly.set(**kelly.kelly, credited="foo")  # as a file may hold it
    assert kelly.model.question.answer is None
    assert [p.field for p in kelly.model.question.problems] == ["credited"]


def test_an_own_list_of_bets(kelly):
    choose(kelly, "rows")
    assert kelly.line == NO_LIST
    kelly.paste("kelly.answer1.list", "50 30; 100 45 60")
    rows = kelly.model.question.values["reaction"]["rows"]
    assert [(row["bet"], row["fold"], row["outcomes"]["win"]) for row in rows] == [(50, 0.3, 0.5), (100, 0.45, 0.6)]
    assert [b.bet for b in kelly.model.question.answer.bets] == [50, 100]
    assert "on this street" not in kelly.part("kelly.pot.facts", QLabel).text()  # that is for fixed limit
    assert reading_rows(kelly, 60)["all fold"].startswith("30")
    assert reading_rows(kelly, 90)["equity when called"].startswith("60")
    kelly.paste("kelly.answer1.list", "50 thirty")
    assert kelly.part("kelly.answer1.list.problem").isVisible()
    assert kelly.part("kelly.answer1.list", QLineEdit).accessibleName() == "Seat 2: bets and fold percentages"


@pytest.mark.parametrize("text", ["50 30", "50 30; 100 45", "33.5 12.5 61.25; 1500 70"])
def test_lists_are_written_as_they_are_read(text):
    assert write_list(read_list(text)) == text


def test_what_files_hold_in_place_of_answers_breaks_nothing(kelly):
    for answer in (5, "x", {"fold": 7}, {"fold": "x"}, {"rows": 3}, {"rows": [1, {"bet": "x"}]}, {"nothing": 1}, []):
        kelly.set(bankroll=1000, answers=[None, answer], best_hands=5, credited=3)
        assert kelly.model.question.answer is None
        assert kelly.line


def test_folds_are_a_second_curve_and_exported(kelly, tmp_path):
    plain = kelly.chart.table()[0]
    choose(kelly, "defend")
    growth = displayed_growth(kelly.model.question)
    assert growth.reacts
    middle = growth.curve.chips[100]
    assert growth.curve.folds[100] == pytest.approx(middle / (100 + middle))
    assert reading_rows(kelly, 100)["all fold"].startswith("50.0")
    header, rows = kelly.chart.table()
    assert header == (*plain, "all fold", "equity when called")
    assert all(len(row) == len(header) for row in rows)
    assert rows[-1][-2] == pytest.approx(rows[-1][1] / (100 + rows[-1][1]))
    svg = kelly.chart.svg().decode()
    assert "All fold (right)" in svg
    assert "how often all fold" in svg
    choose(kelly, "calls")
    assert kelly.chart.table()[0] == plain


def test_several_opponents_answer_each_by_himself(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhKh", "QsQd", "7c7d"), board=BOARD)
    snapshot = solve(kelly.scenario)
    kelly.show(snapshot)
    kelly.set(bankroll=1000, chips=[50, 50, 50])
    choose(kelly, "fold", row=2)
    assert kelly.part("kelly.answer1", QComboBox).count() == len(TITLES) - 1  # a list is for one opponent
    values = kelly.model.question.values
    assert values["reaction"] == [{"calls": "all"}, {"fold": 0.3}]
    assert [row["callers"] for row in values["outcomes_by_callers"]] == [[0], [1], [0, 1]]
    alone = solve(
        Scenario("holdem", (Seat("a", "AhKh"), Seat("b", "QsQd"), Seat("c", "7c7d", folded=True)), board=BOARD)
    )
    assert values["outcomes_by_callers"][0]["outcomes"]["win"] == pytest.approx(alone.seats[0].estimate.win)
    assert kelly.model.question.answer is not None
    kelly.set(typed=True, win=0.5, opponents=2, bankroll=1000, answers=[None, {"fold": 0.3}])
    assert kelly.line == NO_SETS


def test_the_answer_before_is_greyed_while_the_next_is_worked_out(kelly):
    before = kelly.model.question.answer
    kelly.questions.held = True
    choose(kelly, "defend")
    assert kelly.model.question.stale
    assert kelly.model.question.answer == before
    kelly.document.edit("x", seats=(Seat("Seat 1", "AhKh"), Seat("Seat 2", "77+")))
    assert kelly.line == ANSWERING
    assert kelly.model.question.waits
    kelly.questions.held = False
    kelly.document.undo_stack.undo()
    kelly.show(result(kelly.scenario, (0.5, 0.5)))
    assert kelly.model.question.answer.answered is not None
    assert not kelly.model.question.stale


def test_results_that_come_in_do_not_interrupt_what_is_worked_out(kelly):
    kelly.questions.held = True
    choose(kelly, "defend")
    asked = len(kelly.questions.asked)
    for win in (0.51, 0.52, 0.53):
        kelly.show(result(kelly.scenario, (win, 1 - win), 0.01))
        assert kelly.model.question.stale
    assert len(kelly.questions.asked) == asked
    kelly.questions.held, kelly.questions.key = False, None
    kelly.questions.ended.emit(("kelly", 1))
    assert kelly.model.question.estimate.win == 0.53
    assert not kelly.model.question.stale


def test_a_known_razz_hand_has_no_hands_to_choose(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, "razz", seats=("As 2s 3s", "Kd Qd Jd"))
    kelly.show(exact(kelly.scenario, (0.6, 0.4)))
    kelly.set(bankroll=1000, pot_typed=True, pot=100)
    choose(kelly, "defend")
    assert not kelly.part("kelly.bestHands").isVisible()
    assert kelly.model.question.values["reaction"] == {"defend": "pot odds"}


def test_side_pots_are_exact_once_it_is_known_who_beats_whom(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhKh", "QsQd", "7c7d"), board=BOARD)
    kelly.show(solve(kelly.scenario))
    values = {"bankroll": 1000, "chips": [50, 50, 50], "stacks": [900, 30, 400]}
    kelly.questions.held = True
    kelly.set(**values)
    assert kelly.model.question.answer.side_pots is None  # no bet that starts a side pot is looked at
    assert "largest bet that all can call 30" in kelly.part("kelly.pot.facts", QLabel).text()
    kelly.questions.held, kelly.questions.key = False, None
    kelly.questions.ended.emit(("kelly", 1))
    kelly.set(**values, min_bet=20)
    question = kelly.model.question
    law = joint_orders(kelly.scenario, 0)
    assert question.values["orders"] == law.to_json()
    assert ("stderr" in question.values) != law.exact
    assert question.answer.side_pots == "exact"
    assert question.values["max_bet"] == 400
    assert "largest bet that anybody can call 400" in kelly.part("kelly.pot.facts", QLabel).text()
    assert "Side pots are exact" in kelly.part("kelly.advice.assumes", QLabel).text()
    asked = len(kelly.questions.asked)
    kelly.set(**values, min_bet=25)  # what is known of the table holds
    assert kelly.model.question.answer.side_pots == "exact"
    assert len(kelly.questions.asked) == asked


def test_the_form_is_not_cut_off_on_a_narrow_page(kelly, qtbot):
    choose(kelly, "defend")
    hands_on(kelly)
    kelly.page.resize(545, 600)
    form = kelly.part("kelly.form", QScrollArea)
    qtbot.waitUntil(lambda: form.width() < 260)
    assert form.widget().minimumSizeHint().width() <= form.viewport().width()


def test_a_band_shows_what_a_range_a_little_off_would_mean(kelly):
    question = kelly.model.question
    band = question.band
    order = calling_order(kelly.scenario, 0, 1)
    near = nearby_ranges(kelly.scenario, 1, strength=order.strength)
    bets = [question.answer.bet]
    for table in (near.tighter, near.looser):
        outcomes = outcomes_of(solve(table).seats[0].estimate)
        bets.append(kelly_answer(read_kelly_request(kelly_request_json(kelly.scenario, outcomes))).bet)
    assert band.bets == (pytest.approx(min(bets)), pytest.approx(max(bets)))
    text = kelly.part("kelly.fact.nearby", QLabel).text()
    assert text.endswith("no safe bet" if band.safe is None else f"safe up to {chips(band.safe)}")
    header, rows = kelly.chart.table()
    assert header[5:] == ("lowest growth nearby", "highest growth nearby")
    assert all(row[5] <= row[3] + 1e-9 and row[3] <= row[6] + 1e-9 for row in rows if row[0] == "")
    assert "range ±15 %" in reading_rows(kelly, 60)
    assert "tighter or looser" in kelly.chart.svg().decode()


def test_a_band_follows_the_answers_and_only_a_range_has_one(kelly):
    before = kelly.model.question.band
    choose(kelly, "defend")
    hands_on(kelly)
    assert kelly.model.question.band is not None
    assert kelly.model.question.band.bets != before.bets
    kelly.document.edit("x", seats=(Seat("Seat 1", "AhKh"), Seat("Seat 2", "7c7d")))
    kelly.show(result(kelly.scenario, (0.5, 0.5)))
    assert kelly.model.question.answer is not None
    assert kelly.model.question.band is None
    assert kelly.part("kelly.fact.nearby", QLabel).text() == "–"


def test_the_name_of_an_opponent_without_a_seat_is_whole(kelly):
    kelly.set(bankroll=1000, typed=True, win=0.5, opponents=2)
    choice = kelly.part("kelly.answer1", QComboBox)
    names = [name.text() for name in choice.parentWidget().findChildren(QLabel)]
    assert "Opponent 1" in names


def play_as(kelly, name):
    combo = kelly.part("kelly.answer1", QComboBox)
    combo.setCurrentIndex(combo.findText(f"plays as {name}"))
    combo.activated.emit(combo.currentIndex())


def test_an_opponent_responds_as_a_type_of_player(kelly):
    play_as(kelly, "tight")
    assert kelly.kelly["answers"] == [None, {"player": "tight"}]
    question = kelly.model.question
    reaction = question.values["reaction"]
    assert (reaction["player"], reaction["street"]) == ("tight", "flop")
    strengths = holdem_strengths("2h9hJs")
    order = calling_order(kelly.scenario, 0, 1)
    for combos, hand in zip(order.combos, reaction["hands"], strict=True):
        assert strengths[list(combos)] == pytest.approx(hand["strength"], abs=1e-9)
    assert answer_json(question.values) == question.answer.to_json()
    assert question.answer.answered.folds > 0.1
    assert "the opponent folds, calls and raises as tight" in kelly.part("kelly.advice.assumes").text()
    assert not kelly.part("kelly.bestHands").isVisible()
    tight = question.answer.answered.folds
    play_as(kelly, "loose")
    assert all_fold(kelly.model.question.request.wager, question.answer.bet or 50.0) < tight or not question.answer.bet
    assert kelly.part("kelly.answer1", QComboBox).currentText() == "plays as loose"
    assert loads(dumps(kelly.scenario)).kelly == kelly.scenario.kelly
    kelly.document.undo_stack.undo()
    assert kelly.part("kelly.answer1", QComboBox).currentText() == "plays as tight"


def test_an_opponent_responds_as_his_own_hands_say(kelly):
    tally = StatisticsTally()
    for number in range(30):
        tally.add(read_hand(split_hands(hand_of(number, PLAYED).replace("Cid", "Seat 2"))[0]))  # folds every flop
    kelly.model.players.show_learned(tally.statistics())
    play_as(kelly, "own statistics")
    played = kelly.model.question.request.wager.response.described
    ((_, learned),) = kelly.model.players.watched("Seat 2")
    assert played.name == "Seat 2"
    assert played.play == learned.games["holdem"].later["flop"]
    assert kelly.model.question.answer is not None
    kelly.model.players.show_learned(StatisticsTally().statistics())
    assert kelly.part("kelly.answer1", QComboBox).currentText() == "plays as Seat 2"  # the description stays
    assert loads(dumps(kelly.scenario)).kelly == kelly.scenario.kelly


def test_a_described_player_responds_alone_and_not_on_the_first_street(kelly, qtbot, tmp_path):
    play_as(kelly, "tight")
    kelly.document.edit("Pre-flop", board="")
    kelly.show(result(kelly.scenario, (0.5, 0.5)))
    assert kelly.model.question.answer is None
    assert "responds on one of the streets flop" in kelly.part("kelly.answer1.problem").accessibleName()
    combo = kelly.part("kelly.answer1", QComboBox)
    assert [combo.itemText(i) for i in range(combo.count())] == [*TITLES.values(), "plays as tight"]


def test_a_razz_opponent_responds_as_a_type_of_player(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, "razz", seats=("A 2 3 6", "x x 5 T"))
    kelly.show(exact(kelly.scenario, (0.7, 0.3)))
    kelly.set(bankroll=1000, pot_typed=True, pot=100, limit_bet=20)
    play_as(kelly, "neutral")
    question = kelly.model.question
    assert question.values["reaction"]["street"] == "fourth"
    assert question.answer.decision in ("bet", "check")
    assert answer_json(question.values) == question.answer.to_json()
    kelly.document.edit("River", seats=(Seat("Seat 1", "A 2 3 6 7 8 9"), Seat("Seat 2", "x x 5 T 9 8 x")))
    kelly.show(exact(kelly.scenario, (0.7, 0.3)))
    assert kelly.model.question.answer is None
    assert kelly.part("kelly.answer1.problem").isVisible()
