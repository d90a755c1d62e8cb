"""The form in three lines: what stands in them, what is behind *more*, and the way to a field that is wrong."""

import math

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollArea

from engine import Problem, Seat
from gui.charts.style import SMALL_BOLD, widest
from gui.look.scale import set_text_scale
from gui.pages.kelly.charts import LABELS, charted_actions
from gui.pages.kelly.model import STOPPED
from gui.pages.kelly.question import COMPUTING
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.object_names import settle
from tests.gui.table_fakes import result


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhKh", "55+, ATs+, KQs"), board="2h 9h Js", more=False)
    made.show(result(made.scenario, (0.56, 0.44)))
    return made


def text(kelly, name):
    return kelly.part(name, QLabel).text()


def entry(kelly, name):
    return kelly.part(name, QLineEdit)


def test_three_lines_hold_bankroll_pot_and_limits(kelly):
    rows = {}
    for name in ("bankroll", "multiplier", "pot", "toCall", "stack", "minBet", "limitBet"):
        field = entry(kelly, f"kelly.{name}")
        assert field.isVisible()
        rows.setdefault(field.mapTo(kelly.page, QPoint(0, 0)).y(), []).append(name)
    assert list(rows.values()) == [["bankroll", "multiplier"], ["pot", "toCall"], ["stack", "minBet", "limitBet"]]
    assert not kelly.part("kelly.rake").isVisible()
    kelly.set(bankroll=1000, limit_bet=10)
    assert entry(kelly, "kelly.bigBet").isVisible()
    assert entry(kelly, "kelly.bigBet").placeholderText() == "20"
    assert not entry(kelly, "kelly.minBet").isVisible()


def test_pot_and_price_follow_the_chips_until_they_are_typed(kelly, qtbot):
    kelly.set(bankroll=1000, chips=[30, 60], dead=5)
    assert [entry(kelly, f"kelly.{name}").text() for name in ("pot", "toCall")] == ["95", "30"]
    kelly.write(qtbot, "kelly.pot", "120")
    assert kelly.kelly == {
        "bankroll": 1000, "chips": [30, 60], "dead": 5, "pot_typed": True, "pot": 120.0, "to_call": 30.0,
    }  # fmt: skip
    assert kelly.model.question.values["pot"] == 120.0
    kelly.document.undo_stack.undo()
    assert entry(kelly, "kelly.pot").text() == "95"
    kelly.part("kelly.more", QAbstractButton).setChecked(True)
    kelly.write(qtbot, "kelly.toCall", "40")
    kelly.click(qtbot, "kelly.potSource.chips")
    assert [entry(kelly, f"kelly.{name}").text() for name in ("pot", "toCall")] == ["95", "30"]


def test_the_stack_is_that_of_the_row(kelly, qtbot):
    kelly.set(bankroll=1000, chips=[30, 60])
    kelly.write(qtbot, "kelly.stack", "400")
    assert kelly.kelly["stacks"] == [400.0]
    kelly.part("kelly.more", QAbstractButton).setChecked(True)
    assert entry(kelly, "kelly.stacks0").text() == "400"
    kelly.set(bankroll=1000, chips=[30, 60], seat=1)
    kelly.write(qtbot, "kelly.stack", "300")
    assert kelly.kelly["stacks"] == [None, 300.0]


def test_more_opens_beside_the_numbers_and_moves_no_line(kelly, qtbot):
    kelly.set(bankroll=1000, chips=[30, 60])
    names = ("kelly.more", "kelly.bankroll", "kelly.limitBet", "kelly.bet.pot", "kelly.bet.to")

    def places():
        return [kelly.part(name).mapTo(kelly.page, QPoint(0, 0)) for name in names]

    before = places()
    kelly.click(qtbot, "kelly.more")
    assert kelly.part("kelly.form").isVisible()
    assert places() == before
    kelly.write(qtbot, "kelly.rake", "5")
    assert places() == before
    kelly.paste("kelly.bankroll", "much")  # what is wrong has a place of its own
    assert places() == before
    kelly.click(qtbot, "kelly.more")
    assert not kelly.part("kelly.form").isVisible()
    assert places() == before


def test_the_summary_says_what_is_set_behind_more(kelly):
    summary = kelly.part("kelly.more.summary")
    kelly.set(bankroll=1000)
    assert summary.whole == "Seat 1's equity  ·  the opponent calls a bet"
    kelly.set(
        bankroll=1000, chips=[3, 6], stacks=[90, 80], dead=2, chip=5, rake=0.05, rake_cap=3, points=0.04,
        answers=[None, {"fold": 0.3}], best_hands=True, credited="QQ+",
    )  # fmt: skip
    assert summary.whole.split("  ·  ") == [
        "Seat 1's equity", "Seat 2 folds 30 %, calls with the best hands against QQ+", "chips by player",
        "opponents' stacks", "dead money 2", "smallest chip 5", "rake 5.0\xa0% (cap 3)", "equity error 4",
    ]  # fmt: skip
    kelly.set(bankroll=1000, typed=True, win=0.5, answers=[None, {"rows": []}], p_all_fold=0.2)
    assert summary.whole == "outcomes typed  ·  Opponent 1 responds to listed bets  ·  all fold 20\xa0%"
    answers = [None, {"defend": "pot odds"}, {"fold": "x"}]
    kelly.set(bankroll=1000, typed=True, counted=True, opponents=2, answers=answers)
    assert summary.whole == "outcomes from counts  ·  Opponent 1 folds by MDF, Opponent 2 folds ? %"


def test_a_missing_bankroll_is_named_and_gone_to(kelly, qtbot):
    go = kelly.part("kelly.advice.go", QAbstractButton)
    assert go.text() == "go to Bankroll"
    kelly.click(qtbot, "kelly.advice.go")
    assert QGuiApplication.focusObject() is entry(kelly, "kelly.bankroll")
    qtbot.keyClicks(entry(kelly, "kelly.bankroll"), "1000")
    assert kelly.line.startswith("Bet ")
    assert not go.isVisible()


WRONG = (
    ({"min_bet": -1}, "kelly.minBet", "Minimum bet"),
    ({"stacks": [-1, 100]}, "kelly.stack", "Seat 1: behind"),
    ({"rake": 7}, "kelly.rake", "Rake %"),
    ({"points": -1}, "kelly.points", "Equity error, points"),
    ({"chips": [5, -2]}, "kelly.chips1", "Seat 2: in the pot"),
    ({"answers": [None, {"fold": 7}]}, "kelly.answer1.fold", "Seat 2: response to a bet"),
    ({"answers": [None, {"rows": [{"bet": -1}]}]}, "kelly.answer1.list", "Seat 2: response to a bet"),
    ({"answers": [None, {"fold": 0.3}], "best_hands": True, "credited": "AhAd > flop set@x"}, "kelly.credited",
     "He puts you on"),
    ({"seat": "x"}, "kelly.seat", "Seat"),
)  # fmt: skip


def test_a_wrong_field_is_named_and_gone_to_also_behind_more(kelly, qtbot):
    for values, name, title in WRONG:
        kelly.part("kelly.more", QAbstractButton).setChecked(False)
        kelly.set(bankroll=1000, **values)
        assert kelly.line.startswith(f"Please check: {title}: ")
        assert kelly.part("kelly.advice.go", QAbstractButton).text() == f"go to {title}"
        kelly.click(qtbot, "kelly.advice.go")
        field = kelly.part(name)
        assert field.isVisible()
        assert QGuiApplication.focusObject() is field
        area = kelly.part("kelly.form", QScrollArea)
        if area.isAncestorOf(field):
            top = field.mapTo(area.viewport(), QPoint(0, 0)).y()
            assert top >= 0
            assert top + field.height() <= area.viewport().height()


def test_without_a_bankroll_pot_odds_and_the_chips_of_each_action_come_first(kelly):
    kelly.set(chips=[30, 60], stacks=[400, 400])
    assert kelly.line == "Call by pot odds: need 25.00\xa0%, have 56.00\xa0%"
    assert text(kelly, "kelly.advice.reason") == (
        "EV in chips: fold 0, call 30 +37.2, raise to 90 (half pot) +44.4, raise to 150 (pot) +51.6, "
        "raise to 400 (all in) +81.6."
    )
    bars = charted_actions(kelly.model.question)
    assert [bar.labels[-1] for bar in bars] == ["0", "+37.2", "+44.4", "+51.6", "+81.6"]
    assert [bar.best for bar in bars] == [False] * 4 + [True]
    assert kelly.page.bars.isVisible()
    kelly.show(result(kelly.scenario, (0.2, 0.8)))
    assert kelly.line == "Fold by pot odds: need 25.00\xa0%, have 20.00\xa0%"
    kelly.set(bankroll=1000, chips=[30, 60], stacks=[400, 400])
    assert kelly.line.startswith("Fold: ")
    assert kelly.chart.isVisible()


def test_fixed_limit_shows_a_bar_for_each_legal_action(kelly, tmp_path):
    kelly.set(bankroll=1000, limit_bet=20, chips=[20, 40])
    chart = kelly.page.bars
    assert chart.isVisible()
    assert not kelly.part("kelly.bet.to").isEnabled()
    answer = kelly.model.question.answer
    bars = charted_actions(kelly.model.question)
    assert [(bar.name, bar.best) for bar in bars] == [("Fold", False), ("Call 20", False), ("Raise to 40", True)]
    assert [bar.value for bar in bars[1:]] == [math.expm1(bet.growth) for bet in answer.bets]
    reading = chart.figure.reading_at(chart.figure.stops()[2])
    assert reading.header == "Raise to 40, 4.00\xa0% of the bankroll"
    assert [row.name for row in reading.rows] == ["growth", "EV in chips"]
    header, rows = chart.table()
    assert header == ("action", "chips", "growth", "chip EV")
    assert rows[2] == ("Raise to 40", 40.0, math.expm1(answer.growth), answer.chip_ev)
    svg = chart.svg().decode()
    assert "Raise to 40" in svg
    assert "filled: best action" in svg
    assert not kelly.chart.ready


def test_outcomes_in_percent_need_not_be_completed(kelly, qtbot):
    kelly.set(bankroll=1000)
    kelly.click(qtbot, "kelly.more")
    kelly.click(qtbot, "kelly.source.typed")
    kelly.write(qtbot, "kelly.split", "10")
    assert text(kelly, "kelly.outcomes") == "the rest is lost: 90.00\xa0%"
    kelly.write(qtbot, "kelly.win", "55")
    assert text(kelly, "kelly.outcomes") == "the rest is lost: 35.00\xa0%"
    assert kelly.model.question.values["outcomes"] == {"win": 0.55, "split": [0.1]}


def test_a_table_that_cannot_be_computed_says_why(kelly):
    kelly.set(bankroll=1000)
    session = kelly.table.session
    seats = (Seat("Hero", "AhKh"), Seat("CO", "AsKs"), Seat("BB", "QdQc"))
    kelly.document.edit("x", seats=seats)
    assert kelly.line == COMPUTING
    session.problems = (Problem("seats[1].cards", "no hand is left"),)
    session.changed.emit()
    assert kelly.line == "There is no result for this table. CO: no hand is left"
    session.problems, session.failure = (), "The engine stopped."
    session.changed.emit()
    assert kelly.line == "There is no result for this table. The engine stopped."
    kelly.table.settle()
    assert kelly.line == COMPUTING
    session.stopped = True
    session.changed.emit()
    assert kelly.line == STOPPED


def test_the_facts_make_room_beside_the_chart_when_more_opens(kelly, qtbot):
    kelly.page.resize(740, 660)
    kelly.set(bankroll=1000, limit_bet=20, chips=[20, 40])
    settle()
    area, facts, chart = kelly.part("kelly.numbers", QScrollArea), kelly.part("kelly.facts"), kelly.page.bars
    assert facts.mapTo(kelly.page, QPoint()).x() > chart.mapTo(kelly.page, QPoint()).x()
    kelly.part("kelly.more", QAbstractButton).setChecked(True)
    qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() == 0)
    assert facts.mapTo(kelly.page, QPoint()).y() > chart.mapTo(kelly.page, QPoint()).y()
    assert chart.figure.sheet.plot.width() >= 24
    kelly.part("kelly.more", QAbstractButton).setChecked(False)
    settle()
    assert facts.mapTo(kelly.page, QPoint()).x() > chart.mapTo(kelly.page, QPoint()).x()


def test_more_stays_where_it_is_when_typed_outcomes_become_counts(kelly):
    kelly.part("kelly.more", QAbstractButton).setChecked(True)
    typed = {"bankroll": 1000, "limit_bet": 20, "typed": True, "win": 0.6}
    kelly.set(**typed)
    settle()
    panel = kelly.part("kelly.form")
    before = panel.mapTo(kelly.page, panel.rect().topLeft())
    kelly.set(**typed, counted=True)
    settle()
    assert kelly.model.question.weighed is None
    assert panel.mapTo(kelly.page, panel.rect().topLeft()) == before
    assert not kelly.part("kelly.bet.to").isEnabled()


def test_the_labels_of_bars_are_whole_on_a_narrow_page_beside_more(kelly):
    kelly.part("kelly.more", QAbstractButton).setChecked(True)
    kelly.set(bankroll=1000, limit_bet=20, chips=[20, 40])
    figure = kelly.page.bars.figure
    for width, level in ((1000, 0), (532, 1)):
        kelly.page.resize(width, 700)
        settle()
        labels = (action.labels[level] for action in charted_actions(kelly.model.question))
        assert widest(labels, SMALL_BOLD, figure.theme) <= LABELS * figure.sheet.plot.width()


def test_the_chart_teaches_where_there_is_nothing_to_win(kelly):
    """A check for nothing was a bar without length on an empty sheet."""
    assert not kelly.page.bars.ready
    kelly.set(pot_typed=True, pot=100)
    assert kelly.page.bars.ready


@pytest.mark.parametrize(("percent", "size", "above"), [(100, (740, 700), False), (150, (704, 555), True)])
def test_the_numbers_are_below_the_settings_where_there_is_no_room_beside_them(qtbot, tmp_path, percent, size, above):
    """The sizes are those of the pages in a window of 1280 x 800."""
    set_text_scale(percent)
    kelly = shown_kelly(qtbot, tmp_path)
    kelly.page.resize(*size)
    settle()
    settings, numbers = kelly.part("kelly.form"), kelly.part("kelly.numbers")
    for area in (kelly.part("kelly.advice.scroll"), numbers, settings):
        assert area.horizontalScrollBar().maximum() == 0
    assert (numbers.y() >= settings.geometry().bottom()) is above
    assert (numbers.x() >= settings.geometry().right()) is not above
    kelly.part("kelly.more").setChecked(False)
    settle()
    assert numbers.x() == 0
