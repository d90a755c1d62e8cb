"""The page of third street: the sentence, its tables and maps, the form, steals, and the way into Betting."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import Scenario, Seat
from engine.histories.players.counting import StatisticsTally
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.players.description import shipped_player
from engine.preflop.third.panel import THIRD_STREET
from engine.preflop.third.request import read_third_request
from engine.ranges.razz_pairs import down_weights
from engine.scenario import RunOptions, ThirdPanel
from engine.table.serialize import scenario_from_json, scenario_to_json
from gui.pages.preflop.model import Step
from gui.pages.preflop.third.form import ThirdForm
from gui.pages.preflop.third.page import TEXTS, ThirdPage
from gui.state.document import Document
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import KnownQuestions

QUICK = RunOptions(method="sampled", max_trials=8_000)
WATCHED = """variant = 'FR'
antes = [1, 1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400, 400]
actions = ['d dh p1 ????4c', 'd dh p2 ????Kd', 'd dh p3 ????Qh', 'p2 pb', 'p3 f', 'p1 cbr 10', 'p2 cc',
           'd dh p1 5c', 'd dh p2 Td', 'p1 cbr 10', 'p2 f']
players = ['Ada', 'Bob', 'Cid']
"""
EMPTY = Scenario("razz", (Seat("Hero", ""), Seat("Seat 2", "")), run=QUICK)
KING = Scenario("razz", (Seat("Hero", "A46"), Seat("Bob", "xxK")), dead="Q 5", run=QUICK)


class Signals(QObject):
    message = Signal(str, bool)
    page_requested = Signal(str)


@pytest.fixture
def make(expose, tmp_path):
    """Return what makes a page whose questions are answered at once."""

    def build(scenario=KING):
        document, signals = Document(scenario), Signals()
        settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
        context = SimpleNamespace(
            document=document, session=FakeSession(), questions=KnownQuestions(), settings=settings,
            message=signals.message, page_requested=signals.page_requested, players=PlayerStore(),
        )  # fmt: skip
        made = SimpleNamespace(document=document, context=context, messages=[], pages=[], page=ThirdPage(context))
        signals.message.connect(lambda text, error: made.messages.append((text, error)))
        signals.page_requested.connect(made.pages.append)
        made.child = lambda name: next(iter(made.page.findChildren(QObject, name)))
        expose(made.page, (740, 640), made, signals)
        return made

    return build


def type_in(entry, text):
    """Write a text into a field as a hand does."""
    entry.setFocus()
    entry.selectAll()
    QTest.keyClicks(entry, text)
    QTest.keyClick(entry, Qt.Key.Key_Return)


def test_an_empty_table_shows_the_example_and_takes_it(make):
    made = make(EMPTY)
    assert "Example" in made.child("third.reason").text()
    made.child("third.example").click()
    assert made.document.scenario.seats == THIRD_STREET.with_example(EMPTY).seats
    assert not made.child("third.example").isVisible()
    made.document.undo_stack.undo()
    assert made.document.scenario == EMPTY


def test_the_sentence_says_what_to_do_and_what_that_is_worth_over_the_next_best(make):
    made = make()
    line = made.page.verdict.text
    answer = made.page.answer
    assert line.startswith(("Call", "Complete to 2"))
    assert "chips vs" in line
    evs = sorted((action.ev for action in answer.actions), reverse=True)
    assert f"+{evs[0] - evs[1]:.1f}" in line
    assert "Sampled" in made.child("third.reason").text()


def test_fourth_streets_against_one_opponent_are_a_map(make):
    made = make(Scenario("razz", KING.seats, dead="Q 5"))
    assert made.page.answer.method == "exact"
    chart = made.page.map.value
    assert len(chart.data[1]) > 150
    assert chart.read(0.5, 0.5).header.startswith("Hero A, opponent A")
    made.child("third.shown.cards").click()
    assert made.page.cards.isVisible()
    assert not made.page.map.isVisible()
    made.child("third.shown.map").click()
    made.child("third.after.call").click()
    assert "after calling" in made.page.map.value.heading.title


def test_a_door_alone_looks_at_all_pairs(make):
    made = make(Scenario("razz", (Seat("Hero", "xx6"), Seat("Bob", "xxK")), run=QUICK))
    assert len(made.page.answer.pairs) > 80
    assert "down cards" in made.page.map.value.heading.title


def test_steals_of_an_earlier_table_keep_its_title_and_say_so(make):
    """Title and bars are of one table; what is exported before all doors are known says so."""
    made = make(Scenario("razz", KING.seats, dead="666 7777 9999 TTTT JJJJ QQQQ"))
    made.child("third.view.steals").click()
    chart, steals = made.page.chart, made.context.questions.findChild(QObject, "third")
    before = chart.value.heading
    assert chart.drawing().title == before.title
    steals.held = True
    seats = (made.document.scenario.seats[0], Seat("Ada", "xx8"))
    made.document.edit("Door", seats=seats)
    for _ in range(2):  # before the new table is asked about, and after
        assert chart.value.heading.brief == before.brief
        assert chart.drawing().title == f"{before.title} (earlier table)"
        made.page.model.ask_next()
    answer = made.page.model.answer("steals").value
    steals.ended.emit(steals.key)  # that of the decision, which is asked first
    steals.answered.emit(steals.key, Step(0.5, replace(answer, progress=0.5, rows=answer.rows[:4])))
    assert chart.value.heading.brief != before.brief
    assert chart.drawing().title == f"{before.title} (unfinished)"
    assert chart.drawing().stem.endswith("-unfinished")


def test_steals_by_door(make):
    made = make(Scenario("razz", KING.seats, dead="6666 7777 9999 TTTT JJJJ QQQQ"))
    made.child("third.view.steals").click()
    assert [row[0] for row in made.page.chart.value.data[1]] == list("A23458K")
    assert made.child("third.doors").text().startswith("Completing any two down cards")
    made.child("third.against.grid").click()
    grid = made.page.grid.value
    assert made.page.grid.isVisible()
    assert not made.page.chart.isVisible()
    assert len(grid.data[1]) == 7 * 7
    read = grid.read(12.5, 0.5)
    assert read.header == "Door A, K behind"
    assert read.rows[0].values[0] == f"{made.page.chart.value.data[1][0][1]:+.3f}"
    made.child("third.against.bars").click()
    assert made.page.chart.isVisible()


def test_the_form_edits_the_table_and_can_be_undone(make):
    made = make()
    made.child("third.view.situation").click()
    type_in(made.child("third.raiseTo"), "3")
    assert made.document.scenario.third == ThirdPanel.read({"raise_to": 3})
    kind = made.child("third.seat1.kind")
    kind.setCurrentIndex(kind.findData("loose"))
    kind.activated.emit(kind.currentIndex())
    row = THIRD_STREET.rows(made.document.scenario)[1]
    assert (THIRD_STREET.kind_of(made.document.scenario, 1), row.calls) == ("loose", "random")
    type_in(made.child("third.seat1.callsRaise"), "(3-3-)")
    assert made.document.scenario.third.opponents[0].calls_raise == "(3-3-)"
    assert THIRD_STREET.kind_of(made.document.scenario, 1) == ""
    made.document.undo_stack.undo()
    assert THIRD_STREET.kind_of(made.document.scenario, 1) == "loose"


def test_bluffs_and_the_least_weight_are_set_as_before_the_flop(make):
    made = make(Scenario("razz", (Seat("Hero", "A64"), Seat("Bob", "xx7"), Seat("Cid", "xxK")), run=QUICK))
    made.child("third.view.situation").click()
    bluffs = made.child("third.seat1.bluffs")
    assert bluffs.isHidden() or not bluffs.isVisible()
    type_in(made.child("third.raiseTo"), "4")
    type_in(made.child("third.seat1.chips"), "2")
    assert bluffs.isVisible()
    type_in(bluffs, "25")
    assert made.document.scenario.third.opponents[0].bluffs == 0.25
    made.child("third.least").click()
    assert made.document.scenario.third.least
    made.child("third.least").click()
    assert not made.document.scenario.third.least


def test_an_opponent_plays_as_the_player_who_was_watched(make):
    made = make()
    made.child("third.view.situation").click()
    tally = StatisticsTally()
    for number in range(12):  # Bob calls completions with a king up
        text = f"{WATCHED}hand = {number}\n"
        tally.add(read_hand(split_hands(text)[0]))
    made.context.players.show_learned(tally.statistics())
    kind = made.child("third.seat1.kind")
    assert [kind.itemText(i) for i in range(kind.count())][1:] == ["tight", "neutral", "loose", "own statistics"]
    tip = kind.itemData(4, Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("looks loose, ")
    assert tip.endswith(" after 12 hands")
    kind.setCurrentIndex(4)
    kind.activated.emit(4)
    row = THIRD_STREET.rows(made.document.scenario)[1]
    assert made.document.scenario.third.opponents[0].kind == "Bob"
    assert (
        down_weights(row.calls_raise, 12).mean()
        > down_weights(shipped_player("loose").games["razz"].first_street["complete"].own["K"].call, 12).mean()
    )
    assert kind.currentText() == "own statistics"


def test_a_text_that_cannot_be_read_is_refused_at_its_field(make):
    made = make()
    made.child("third.view.situation").click()
    type_in(made.child("third.seat1.callsRaise"), "A2, Z")
    assert THIRD_STREET.rows(made.document.scenario)[1].calls_raise == "(3-3-)"
    assert made.child("third.seat1.callsRaise").problem.position == 4
    type_in(made.child("third.seat1.callsRaise"), "15%")
    assert THIRD_STREET.rows(made.document.scenario)[1].calls_raise == "15%"
    assert made.child("third.seat1.callsRaise").problem is None
    type_in(made.child("third.seat1.callsRaise"), "12%Z")
    assert (
        THIRD_STREET.rows(made.document.scenario)[1].calls_raise
        == made.child("third.seat1.callsRaise").current
        == "15%"
    )


def test_without_an_opponent_the_page_says_what_is_missing(make):
    made = make(Scenario("razz", (Seat("Hero", "A46"), Seat("Bob", "")), run=QUICK))
    assert TEXTS.no_opponent in made.page.verdict.text
    made.document.replace("door", KING)
    made.page.model.ask_next()
    assert "chips vs" in made.page.verdict.text


def test_a_fourth_street_opens_in_equity(make):
    """Who shows a fourth card has come along and holds what it does so with; the others have folded."""
    made = make()
    made.child("third.fourth").click()
    assert made.messages[-1] == ("Enter fourth street first, such as A462 and xxK7.", True)
    seats = (Seat("Hero", "A462"), Seat("Bob", "xxKT"), Seat("Carl", "xx9"), Seat("Dora", "(8-8-)7J"))
    made.document.replace("fourth", Scenario("razz", seats, run=QUICK))
    made.page.model.ask_next()
    made.child("third.after.call").click()
    made.child("third.fourth").click()
    after = made.document.scenario
    assert made.pages == ["Equity"]
    assert [seat.cards for seat in after.seats] == ["A462", "xxKT", "xx9", "(8-8-)7J"]  # the bring-in is in anyway
    assert [seat.folded for seat in after.seats] == [False, False, True, False]
    made.document.undo_stack.undo()
    made.page.model.ask_next()
    made.child("third.after.complete").click()
    made.child("third.fourth").click()
    assert made.document.scenario.seats[1].cards == f"{THIRD_STREET.rows(KING)[1].calls_raise}KT"


def test_a_fifth_street_opens_in_betting(make):
    made = make()
    made.child("third.fifth").click()
    assert made.messages[-1][1]
    seats = (Seat("Hero", "A4625"), Seat("Bob", "xxK7T"), Seat("Carl", "xx9"))
    made.document.replace("fifth", Scenario("razz", seats, run=QUICK))
    made.page.model.ask_next()
    made.child("third.fifth").click()
    after = made.document.scenario
    assert made.pages == ["Betting"]
    assert [seat.cards for seat in after.seats] == ["A4625", f"{THIRD_STREET.rows(KING)[1].calls_raise}K7T", "xx9"]
    assert after.seats[2].folded
    assert after.betting.pot > 4


def test_the_situation_is_saved_and_a_seat_that_goes_takes_its_entry_along():
    seats = (*KING.seats, Seat("Carl", "xx9"))
    panel = ThirdPanel.read({"ante": 0.5, "hero": {"in": 1}, "opponents": [{"calls": "A2"}, {"in": 2}], "note": 1})
    scenario = Scenario("razz", seats, third=panel)
    assert scenario_from_json(scenario_to_json(scenario)) == scenario
    assert scenario.without_seat(1).third.opponents[0].chips == 2
    assert scenario.without_seat(0).third.opponents[0].chips == 2


def test_the_question_is_copied_as_the_command_line_takes_it(make):
    import json

    made = make()
    made.child("third.copy").click()
    read_third_request(json.loads(QApplication.clipboard().text()))


def test_an_unknown_ranking_of_hands_is_named_on_the_page(make):
    made = make(replace(KING, seats=(Seat("Hero", "20%"), Seat("Bob", "xxK")), order="gone"))
    assert "gone" in made.page.verdict.text
    assert made.page.model.situation.request is None


def test_a_part_of_an_answer_does_not_show_the_same_situation_again(make, monkeypatch):
    made = make()
    made.page.show_view("situation")
    shown = []
    monkeypatch.setattr(ThirdForm, "_show_after", lambda _, scenario, __: shown.append(scenario))
    made.page.model.changed.emit()
    assert shown == []
    made.document.replace("Other", replace(made.document.scenario, dead="Ks"))
    assert {scenario.dead for scenario in shown} == {"Ks"}
