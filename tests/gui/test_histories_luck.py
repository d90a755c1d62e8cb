"""The page *Histories*: luck at all-ins and the price of decisions, below the list."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget

from engine import CancelToken
from engine.equity.jobs import Cancelled
from engine.histories.hero import HandFacts
from engine.histories.listing import hand_line
from engine.histories.session import HandLuck
from engine.trainer.spots import questions
from gui.look.theme import DARK, LIGHT
from gui.pages.histories.decisions import Prices, price_list, prices_sentence, totals
from gui.pages.histories.luck import CHIPS, UNITS, list_luck, luck_chart, luck_sentence
from gui.pages.histories.replay import Outlook
from tests.engine.played_hands import FOLDER, raw_hands
from tests.gui.histories_fakes import make as make
from tests.gui.picture_texts import assert_fits
from tests.gui.preflop_fakes import DirectQuestions

EVENING = Path(__file__).parents[2] / "resources" / "examples" / "Histories - an evening in both games.phhs"
SET_UNDER_SET = -100 + 203.5 / 44
"""What hand 2 of the evening was worth: one eight is left among 44 cards."""


def click(made, name):
    button = made.page.findChild(QAbstractButton, f"histories.{name}")
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def pick(table, row):
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(row, 0)).center()
    )


def test_the_list_has_what_all_ins_were_worth(make):
    made = make(EVENING)
    assert made.page.list.text(1, "EV adj.") == f"−{-SET_UNDER_SET:.1f}"
    assert made.page.list.text(1, "Luck") == f"−{100 + SET_UNDER_SET:.1f}"
    assert made.page.list.text(0, "Luck") == ""
    assert made.page.list.text(0, "EV adj.") == made.page.list.text(0, "bb")


def test_a_session_is_drawn_beside_its_all_ins(make):
    made = make(EVENING)
    assert made.page.luck.luck is None  # nobody has looked at it
    click(made, "pane.luck")
    luck = made.page.luck.luck
    assert made.page.luck.sentence.text() == luck_sentence(luck, UNITS)
    assert made.page.luck.sentence.text().startswith("4.6 bb below all-in EV over 5 hands: worse than 51")
    assert luck.units.luck == pytest.approx(-100 - SET_UNDER_SET)
    chart = made.page.luck.chart.value
    header, rows = chart.data
    assert [row[1] for row in rows] == [1, 2, 3, 4, 5]
    assert rows[-1][header.index("sum net")] == pytest.approx(sum(hand.net for hand in luck.units.hands))
    read = chart.read(2.0, 0.0)
    assert read.header.startswith("2: hand 2")
    assert read.rows[-1].values == ("−100.0 bb, EV −95.4 bb",)


def test_the_session_follows_the_list_and_its_unit(make):
    made = make(EVENING)
    click(made, "pane.luck")
    made.page.search.setText("razz")
    assert made.page.luck.sentence.text() == "No all-in with cards to come in 2 hands."
    made.page.search.clear()
    click(made, "luck.unit.chips")
    assert made.page.luck.sentence.text().startswith("4.625 chips below all-in EV over 5 hands")
    click(made, "luck.unit.units")
    made.page.open_text("nothing")
    assert made.page.luck.sentence.text().startswith("4.6 bb")
    made.page.open_files([FOLDER / "acpc.txt"])
    assert made.page.luck.sentence.text() == "No hands with a known result of hero."
    assert made.page.luck.chart.value is None


def test_the_luck_of_an_earlier_list_says_so_in_exports(make):
    made = make(EVENING)
    click(made, "pane.luck")
    chart = made.page.luck.chart
    title = chart.drawing().title
    asked = made.questions.findChild(DirectQuestions, "histories luck")
    asked.held = True
    made.page.search.setText("holdem")
    drawing = chart.drawing()
    assert drawing.title == f"{title} (earlier table)"
    assert {row[-1] for row in drawing.table()[1]} == {"earlier table"}


def test_a_click_on_the_chart_follows_the_hand(make, qtbot):
    made = make(EVENING)
    for _ in range(2):
        click(made, "pane.luck")
        view = made.page.luck.chart.view.viewport()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
        assert made.page._replay.isVisible()
        assert made.replay.selected.raw.number in (2, 3)


def luck_of(hands, facts):
    (result,) = list_luck(hands, facts, CancelToken())
    return result


def test_sentences_of_sessions():
    lines = [hand_line(raw) for raw in raw_hands("stars.txt")]
    law = ((0.5, -10.0), (0.5, 10.0))
    for net, words in ((10.0, "5.0 bb above"), (-10.0, "5.0 bb below")):
        facts = HandFacts(lucks={lines[0].raw.number: HandLuck(lines[0].raw.number, net, 0.0, law, 2.0)})
        luck = luck_of(lines, facts)
        side = "better" if net > 0 else "worse"
        assert luck_sentence(luck, UNITS) == f"{words} all-in EV over 1 hand: {side} than 75\u00a0% of such sessions."
    even = HandLuck(lines[0].raw.number, 0.0, 0.0, law, 0.0)
    luck = luck_of(lines, HandFacts(lucks={even.number: even}))
    assert luck_sentence(luck, CHIPS) == "Exactly at all-in EV over 1 hand."
    assert luck_sentence(luck, UNITS) == "No hands with a known result of hero."
    assert luck_chart(luck, CHIPS).heading.brief.startswith("Result 0")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_chart_fits_its_page(make, theme):
    made = make(EVENING, theme)
    click(made, "pane.luck")
    assert_fits(made.page.luck.chart)


def test_decisions_stand_by_what_they_gave_up(make):
    made = make(EVENING)
    click(made, "pane.decisions")
    table = made.page.decisions.table
    values = [row.units for row in table.rows if row.units is not None]
    assert values == sorted(values)
    assert [row.units for row in table.rows[len(values) :]] == [None] * (len(table.rows) - len(values))
    turn = [row for row in table.rows if (row.line.raw.number, row.street, row.decision.action) == (2, "turn", "call")]
    (lost,) = (i for i, row in enumerate(table.rows) if row in turn)
    assert lost > 0  # a good call that lost is not the costliest decision
    # The hand that was shown later leaves 2.3 %, which nobody could know.
    against_shown = table.rows[lost].decision.against_shown
    assert against_shown is not None
    assert against_shown[0] == pytest.approx(0.023, abs=0.001)
    assert table.rows[lost].decision.equity > against_shown[0]
    assert table.text(lost, "v shown").startswith("−")
    bets = [row for row in table.rows if row.decision.action == "bet"]
    assert bets
    place = table.rows.index(bets[0])
    assert (table.text(place, "Action"), table.text(place, "To call"), table.text(place, "Needed")) == ("bet", "", "")
    (action,) = (each for each in made.page.findChildren(QAction) if each.objectName().endswith("decisions.csv"))
    action.trigger()
    rows = list(csv.DictReader(io.StringIO(made.written.read_text(encoding="utf-8"))))
    assert [row["answer"] for row in rows].count("bet") == len(bets)
    assert (rows[0]["hand"], rows[0]["street"], float(rows[0]["worth_bb"])) == ("3", "flop", values[0])
    made.page.search.setText("razz")
    assert {row.line.raw.number for row in table.rows} <= {4, 5}


def test_sentences_of_decisions_count_as_a_player_would():
    *_, prices = price_list([hand_line(raw) for raw in raw_hands("stars.txt")], {}, Outlook(), (), CancelToken())

    def sums(*worth, unit=1.0):
        call = replace(prices.rows[0].decision, action="call", raised=None, price=10.0, pot=20.0, stderr=0.0)
        decisions = (replace(call, equity=0.5 + value / 20.0) for value in worth)
        rows = tuple(replace(prices.rows[0], decision=decision, unit=unit) for decision in decisions)
        return Prices({1: rows}, 1)

    assert prices_sentence(sums(1.0)) == "1 decision without EV loss."
    assert prices_sentence(sums(1.0, 0.0)) == "2 decisions without EV loss."
    assert prices_sentence(sums(-1.0)).startswith("Only decision: call of ")
    assert prices_sentence(sums(-1.0, 1.0)).startswith("Biggest EV loss of 2 decisions: call of ")
    assert totals(sums(-1.0)) == "1 call: −1.0 bb"
    assert totals(sums(2.0, -1.0)) == "2 calls: +1.0 bb; 1 of them lost 1.0 bb"
    assert totals(sums(2.0, 1.0)) == "2 calls: +3.0 bb; none lost EV"


def test_a_decision_leads_to_its_moment_and_on(make):
    made = make(EVENING)
    for _ in range(2):
        click(made, "pane.decisions")
        table = made.page.decisions.table
        for row in (1, 0):
            pick(table, row)
            decision = table.rows[row].decision
            assert (made.replay.selected, made.replay.index) == (table.rows[row].line, decision.moment_index)
            assert made.replay.moment.to_act == made.replay.hero
            assert made.table.is_current
        made.wanted.clear()
        for name in ("kelly", "betting", "quiz"):
            click(made, f"decisions.{name}")
        assert made.wanted == ["Kelly", "Betting", "Trainer"]
        assert made.training.quiz.title == "Flops of hand 3"
        assert made.training.quiz.spots[0].seats[0].cards == "AhKh"
        click(made, "decisions.scope.hand")
        assert {row.line.raw.number for row in table.rows} == {3}
        click(made, "decisions.scope.list")
        click(made, "decisions.replay")
        assert made.page._replay.isVisible()


def test_the_trainer_gets_the_decisions_of_the_list_or_of_the_hand(make):
    made = make(EVENING)
    assert {pack.game: len(pack.hands) for pack in made.training.played} == {"holdem": 3, "razz": 2}
    click(made, "pane.decisions")
    for _ in range(2):
        click(made, "decisions.ask")
        assert made.wanted.pop() == "Trainer"
        assert made.training.quiz.title == "Decisions of Histories - an evening in both games"
        assert next(questions(made.training.quiz, made.training.record)).about.startswith("Hand ")
        pick(made.page.decisions.table, 0)
        click(made, "decisions.scope.hand")
        click(made, "decisions.ask")
        assert made.training.quiz.title == "Decisions of hand 3"
        click(made, "decisions.scope.list")
    made.page.search.setText("nothing of the kind")
    assert not made.page.findChild(QAbstractButton, "histories.decisions.ask").isEnabled()


def test_there_are_no_flops_in_razz(make):
    made = make(EVENING)
    click(made, "pane.decisions")
    flops = made.page.findChild(QAbstractButton, "histories.decisions.quiz")
    made.follow(2)
    assert not flops.isHidden()
    made.follow(4)
    assert flops.isHidden()
    made.table.quiz_flops()
    assert made.messages[-1] == ("only hold'em has flops", True)
    assert made.training.quiz is None


def test_painted_ranges_change_the_prices_of_the_hand(make):
    made = make(EVENING)
    click(made, "pane.decisions")
    click(made, "decisions.scope.hand")
    assert made.page.decisions.sentence.text() == "Select a hand in the list."
    made.follow(3)
    table = made.page.decisions.table
    before = {row.decision.moment_index: row.decision.equity for row in table.rows}
    place = max(before)
    made.replay.go_to(place)
    (player,) = (i for i in made.replay.moment.live if i != made.replay.hero)
    assert not made.document.edit("Paint", seats=made.scenario.with_seat(player, cards="AsAc").seats)
    after = {row.decision.moment_index: row.decision.equity for row in table.rows}
    assert after[place] < before[place]


def test_pricing_ends_when_it_is_cancelled_and_keeps_what_is_known():
    lines = [hand_line(raw) for raw in raw_hands("stars.txt")]
    *_, whole = price_list(lines, {}, Outlook(), (), CancelToken())
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(price_list(lines, {}, Outlook(), (), cancel))
    *_, again = price_list(lines[:2], whole.by_hand, Outlook(), (), CancelToken())
    assert all(again.by_hand[number] is whole.by_hand[number] for number in again.by_hand)


def test_prizes_are_asked_once_a_tournament_and_results_count_in_money(make):
    """Hero of the hand has 1,500 chips of 13,500 before it; another hand of the same tournament would count as well."""
    made = make(FOLDER / "stars.txt")
    click(made, "pane.luck")
    click(made, "luck.unit.prizes")
    view = made.page.luck
    assert view.sentence.text() == "Type the payouts of a tournament to see its hands in ICM equity."
    box = made.page.findChild(QComboBox, "histories.luck.event")
    assert box.currentText() == "797536898: 1 hand"
    entry = made.page.findChild(QLineEdit, "histories.luck.prizes")
    for text in ("60 40", "50 x", "100"):
        entry.setFocus()
        entry.selectAll()
        QTest.keyClicks(entry, text)
        QTest.keyClick(entry, Qt.Key.Key_Return)
        assert made.page.findChild(QWidget, "histories.luck.prizes.problem").is_error == (text == "50 x")
    hand = made.hands.check.facts.tournaments[1]
    gain = 100.0 * (hand.after[hand.hero] - hand.before[hand.hero]) / sum(hand.before)  # the winner takes all: chips
    assert made.settings.prizes["797536898"].payouts == (100.0,)
    assert view.luck.prizes.net[-1] == pytest.approx(gain)
    row = next(i for i, line in enumerate(made.page.list.rows) if line.raw.number == 1)
    assert made.page.list.text(row, "ICM") == f"{'−' if gain < 0 else '+'}{abs(gain):.2f}"
    assert f"ICM {'−' if gain < 0 else '+'}{abs(gain):.2f}, all-in EV" in made.label("histories.sums").text()
    assert view.chart.value.heading.notes[-1].startswith("ICM (Malmuth-Harville)")
    made.follow(1)
    assert made.scenario.tournament.payouts == (100.0,)  # and typed at the hand they count here, too
    made.document.edit("Prizes", tournament=replace(made.scenario.tournament, payouts=(50.0,)))
    assert view.luck.prizes.net[-1] == pytest.approx(gain / 2)
    assert entry.text() == "50"
    made.document.undo_stack.setClean()
