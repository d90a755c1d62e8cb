"""Cassandra's own estimate on the Kelly page: counted by itself, multiplied, and set beside the truth."""

import pytest
from PySide6.QtWidgets import QLabel

from engine import Seat, solve
from engine.kelly.answer import kelly_answer
from engine.kelly.cassandra import ShowdownCounts
from engine.kelly.request import read_kelly_request
from gui.pages.kelly.model import CANNOT_COUNT, COUNTING, FOLLOWS
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.preflop_fakes import DirectQuestions

TURN = "2c 7s 9h 3d"


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd", "QcQd"), board=TURN)
    made.set(bankroll=1000, pot_typed=True, pot=100)
    return made


def counting(kelly):
    return kelly.questions.findChild(DirectQuestions, "kelly counts")


def fact(kelly, name):
    return kelly.part(f"kelly.fact.{name}", QLabel)


def deal(kelly, *cards):
    kelly.document.edit("cards", seats=tuple(Seat(f"Seat {i}", text) for i, text in enumerate(cards, start=1)))
    kelly.show(solve(kelly.scenario))


def marked(kelly):
    return "Cassandra" in kelly.marks


def test_the_table_fills_the_counts_and_shows_them_multiplied(kelly):
    kelly.show(solve(kelly.scenario))
    assert kelly.model.question.counts == ShowdownCounts(952_381, 0, 1_000_000)
    assert fact(kelly, "multiplied").text() == "multiplied 90.7\xa0%, actual 90.5\xa0%"
    assert "1 000 000 showdowns" in fact(kelly, "multiplied").toolTip()
    assert marked(kelly)


def test_the_line_follows_an_edit(kelly):
    kelly.show(solve(kelly.scenario))
    deal(kelly, "AhAd", "KhKd", "9c9s")
    assert fact(kelly, "multiplied").text() == "multiplied 25.0\xa0%, actual 4.8\xa0%"
    question = kelly.model.question
    typed = {key: value for key, value in question.values.items() if key != "outcomes"}
    typed["showdowns"] = {"win": 500_000, "split": 0, "total": 1_000_000}
    theirs = kelly_answer(read_kelly_request(typed)).cassandra
    assert (question.answer.cassandra.fraction, question.answer.cassandra.bet) == (theirs.fraction, theirs.bet)
    assert fact(kelly, "cassandra").text().startswith(f"{theirs.bet},")


def test_the_product_is_the_reason_where_nothing_else_is(kelly):
    deal(kelly, "AhAd", "KhKd", "QcQd", "JsJh")
    kelly.set(bankroll=1000, pot_typed=True)
    why = kelly.part("kelly.why", QLabel).text()
    assert "against one opponent: 85.7\xa0% to beat all; the actual probability is 85.0\xa0%." in why


def test_against_one_opponent_there_is_no_such_line(kelly):
    kelly.show(solve(kelly.scenario))
    asked = len(counting(kelly).asked)
    deal(kelly, "AhAd", "KhKd")
    assert kelly.model.question.answer is not None
    assert not fact(kelly, "multiplied").isVisible()
    assert kelly.model.question.counts is None
    assert len(counting(kelly).asked) == asked


def test_typed_counts_are_used_as_they_are(kelly):
    kelly.show(solve(kelly.scenario))
    asked = len(counting(kelly).asked)
    kelly.set(bankroll=1000, pot_typed=True, typed=True, counted=True, won=698, tied=0, showdowns=1000, opponents=2)
    question = kelly.model.question
    assert question.answer.probabilities.win == pytest.approx(698 * 697 / (1000 * 999))
    assert (question.counts, question.counting) == (None, "")
    assert not fact(kelly, "multiplied").isVisible()
    assert len(counting(kelly).asked) == asked


def test_the_page_says_so_while_it_counts(kelly):
    counting(kelly).held = True
    kelly.show(solve(kelly.scenario))
    assert kelly.model.question.answer is not None
    assert fact(kelly, "cassandra").text() == COUNTING
    assert not fact(kelly, "multiplied").isVisible()
    assert not marked(kelly)
    assert "Cassandra has it" not in kelly.part("kelly.why", QLabel).text()
    assert counting(kelly).asked == ["counts"]
    kelly.show(solve(kelly.scenario))  # the same table: what is under way goes on
    assert counting(kelly).asked == ["counts"]


def test_an_old_result_is_not_counted(kelly):
    kelly.show(solve(kelly.scenario))
    asked = len(counting(kelly).asked)
    kelly.document.edit("cards", seats=(*kelly.scenario.seats[:2], Seat("Seat 3", "9c9s")))
    assert kelly.model.question.stale
    assert fact(kelly, "cassandra").text() == FOLLOWS
    assert not marked(kelly)
    assert len(counting(kelly).asked) == asked


def test_a_table_that_cannot_be_counted_says_so(kelly):
    counting(kelly).held = True
    kelly.show(solve(kelly.scenario))
    counting(kelly).failed.emit(("counts", 1), ValueError("no deal is left"))
    assert fact(kelly, "cassandra").text() == CANNOT_COUNT
    assert not fact(kelly, "multiplied").isVisible()


def test_other_bets_need_no_new_counts(kelly):
    kelly.show(solve(kelly.scenario))
    asked = len(counting(kelly).asked)
    kelly.set(bankroll=2000, pot_typed=True, pot=100)
    assert fact(kelly, "multiplied").text() == "multiplied 90.7\xa0%, actual 90.5\xa0%"
    assert len(counting(kelly).asked) == asked
