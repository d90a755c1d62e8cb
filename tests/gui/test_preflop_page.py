"""The page *Pre-flop*: its example, the situation and its form, flops, all hands, what is exported."""

import csv
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from engine import Scenario, Seat
from engine.histories.players.counting import StatisticsTally
from engine.histories.players.learned import learned_player
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.preflop.panel import PREFLOP
from engine.ranges.holdem import parse_range
from engine.scenario import PreflopPanel
from gui.look.theme import DARK
from gui.pages.preflop.flops_view import Flop
from gui.pages.preflop.form import template_menu
from gui.pages.preflop.model import STOPPED, Step
from gui.pages.preflop.page import TEXTS
from gui.pages.preflop.words import situation_brief, situation_file_stem, situation_lines
from gui.state.context import OwnRun
from gui.state.latest import FAULT
from tests.engine.played_hands import RAISED, hand_of
from tests.gui.cells import cells_of
from tests.gui.preflop_fakes import CALLER, EMPTY, SAMPLED
from tests.gui.preflop_fakes import make as make
from tests.gui.texts import plain


def type_text(qtbot, entry, text):
    entry.setFocus()
    entry.selectAll()
    qtbot.keyClicks(entry, text)
    qtbot.keyClick(entry, Qt.Key.Key_Return)


def test_an_empty_table_shows_the_example(make):
    made = make()
    assert plain(made.page.verdict.text) == "Call: +1.464 chips · Raise to 3: +1.461 · Fold: 0"
    reason = plain(made.child("preflop.reason").text())
    assert reason.startswith(
        "Example, because the table is empty: A-K suited, one caller. Everybody folds 89 % of the time;"
    )
    assert "otherwise you continue on 81 % of flops" in reason
    assert "one re-raise" in made.child("preflop.assumes").text().lower()
    assert made.document.scenario == EMPTY
    made.child("preflop.example").click()
    made.settle()
    assert [seat.cards for seat in made.document.scenario.seats] == ["AKs", "random"]
    assert plain(made.page.verdict.text) == "Call: +1.464 chips · Raise to 3: +1.461 · Fold: 0"
    assert not made.child("preflop.example").isVisible()
    made.document.undo_stack.undo()
    assert made.document.scenario == EMPTY


def test_the_example_of_a_table_that_becomes_empty_is_offered_beside_the_views(make, qtbot):
    made = make(CALLER)
    made.document.replace("New", EMPTY)
    made.settle()
    views, take = made.child("preflop.view"), made.child("preflop.example")
    assert take.isVisible()
    qtbot.waitUntil(lambda: take.x() >= views.geometry().right())


def test_all_hands_say_that_they_compute_once_an_opponent_is_there(make):
    """The reason why nothing is known yet follows the table."""
    alone = replace(CALLER, seats=(Seat("Hero", "AhKh"), Seat("BB", "")))
    made = make(alone, view="hands")
    sentence = made.child("preflop.twoHands")
    assert sentence.text() == TEXTS.no_opponent
    made.questions.held = True
    made.document.edit("Seat", seats=CALLER.seats)
    assert sentence.text() == "Comparing two hands …"
    made.document.edit("Seat", seats=alone.seats)
    assert sentence.text() == TEXTS.no_opponent


def test_an_unforeseen_fault_is_told_of_in_plain_words(make):
    made = make(SAMPLED, view="hands")
    made.questions.held = True
    made.document.edit("Seat", seats=(SAMPLED.seats[0], Seat("BB", "QQ+, AK")))
    made.settle()
    for _ in range(2):
        key = made.questions.key
        made.questions.failed.emit(key, RuntimeError("kernel 'x' of 0x7f"))
        assert made.page.model.failure(key[0]) == FAULT
        made.settle()


@pytest.mark.slow
def test_what_all_hands_open_with(make):
    made = make()
    made.child("preflop.view.hands").click()
    sentence = plain(made.child("preflop.twoHands").text())
    assert sentence == (
        "22 is ahead of AKs (50.11 % all-in equity), but AKs has the higher EV: "
        "+1.46 vs +1.28 chips. AKs continues on 81 % of flops, 22 on 26 %."
    )
    every = made.page.hands.every
    assert len(every.hands) == 169
    assert every.by_name["AKs"].worths["call"] == pytest.approx(1.4644231934496315, abs=1e-9)
    assert every.by_name["22"].worths["call"] == pytest.approx(1.28037732452044, abs=1e-9)
    assert every.hands[0].name == "AA"
    assert sorted(hand.equity_place for hand in every.hands) == list(range(1, 170))
    made.page.hands.map.picked.emit("A5s")
    assert made.page.hands.chosen == ("AKs", "A5s")
    assert plain(made.child("preflop.twoHands").text()).startswith("AKs is ahead of A5s")
    assert made.page.hands.chart.ready
    header, rows = made.page.hands.map_chart().table
    assert header[:2] == ("hand", "best")
    assert len(rows) == 169
    assert made.questions.asked.count("hands") == 1
    made.child("preflop.hands.kind.pots").click()
    cells = cells_of(made.page.hands.map.grid)
    assert plain(cells["22"].speech).startswith("22 vs A5s: ")
    assert cells["AA"].tone > 0.5 > cells["A5s"].tone
    made.child("preflop.hands.kind.worth").click()
    assert "rank 1 by EV" in made.page.hands.map.grid.model_.cell((0, 0)).speech


def test_the_verdict_follows_the_table_and_is_greyed_meanwhile(make):
    made = make(CALLER)
    before = made.page.verdict.text
    made.questions.held = True
    made.document.edit("Other", seats=(Seat("Hero", "7h2c"), CALLER.seats[1]))
    result = made.page.model.answer("decision")
    assert result.stale
    assert made.page.verdict.text == before
    drawing = made.page.flops.chart.drawing()
    assert drawing.title.endswith(" (earlier table)")
    assert {row[-1] for row in drawing.table()[1]} == {"earlier table"}
    made.questions.held = False
    made.settle()
    assert not made.page.model.answer("decision").stale
    assert made.page.verdict.text != before


def test_nothing_is_asked_while_the_page_is_hidden(make):
    made = make(CALLER)
    made.page.hide()
    asked = len(made.questions.asked)
    made.document.edit("Other", dead="2c")
    made.settle()
    assert len(made.questions.asked) == asked
    made.page.show()
    assert len(made.questions.asked) > asked


def test_the_board_does_not_count(make):
    made = make(CALLER)
    before = made.page.verdict.text
    made.page.flops.table.entered.emit(Flop(0, (51, 50, 0), 0.5, 1.0, 0.1))
    assert made.document.scenario.board == "As Ah 2c" or made.document.scenario.board
    made.settle()
    assert made.page.verdict.text == before
    assert "is ignored" in made.child("preflop.reason").text()


def test_street_filters_wait_and_are_not_named(make):
    """What is computed before the flop has them left out: so must what is said beside it."""
    seats = (Seat("Hero", "22+ > flop top pair+"), Seat("BB", "QQ+, AKs > flop best 30%"))
    situation = make(Scenario("holdem", seats, preflop=PreflopPanel(raise_to=3))).page.model.situation
    message = (situation_brief(situation), *situation_lines(situation.request), situation_file_stem(situation))
    assert not any(">" in line for line in message)
    assert "has QQ+, AKs" in message[0]
    assert situation_file_stem(situation) == "preflop-22+"


def test_a_clicked_flop_lies_on_the_board(make, qtbot):
    made = make(CALLER)
    table = made.page.flops.table
    assert len(table.rows) == 19_600
    best = [flop.worth for flop in table.rows[:3]]
    assert best == sorted(best, reverse=True)
    made.child("preflop.ends.worst").click()
    worst = [flop.worth for flop in table.rows[:3]]
    assert worst == sorted(worst)
    assert worst[-1] < best[-1]
    made.child("preflop.ends.best").click()
    assert [flop.worth for flop in table.rows[:3]] == best
    rect = table.visualRect(table.model().index(0, 0))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert len(made.document.scenario.board.split()) == 3
    assert made.messages[-1][0].endswith("undo removes it")
    made.document.undo_stack.undo()
    assert made.document.scenario == CALLER


def test_the_example_s_flops_stay_where_they_are(make):
    made = make()
    made.page.flops.table.entered.emit(Flop(0, (51, 50, 0), 0.5, 1.0, 0.1))
    assert made.document.scenario == EMPTY
    assert made.messages[-1][1]


def test_the_flop_book_has_a_row_for_every_flop(make, tmp_path):
    made = make(CALLER)
    made.child("preflop.saveFlops").click()
    rows = list(csv.reader((tmp_path / "file.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 19_601
    assert sum(float(row[2]) for row in rows[1:]) == pytest.approx(1.0)
    assert made.messages[-1] == ("Exported file.csv", False)


def test_textures_add_up(make):
    made = make(CALLER)
    table = made.page.flops.textures
    lines = {row.name: table.text(place, "Probability") for place, row in enumerate(table.rows)}
    shares = [float(plain(lines[name]).removesuffix(" %")) for name in ("unpaired", "paired", "trips")]
    assert sum(shares) == pytest.approx(100, abs=0.2)


def test_the_form_edits_the_scenario(make, qtbot):
    made = make(CALLER)
    made.child("preflop.view.situation").click()
    type_text(qtbot, made.child("preflop.raiseTo"), "4")
    assert made.document.scenario.preflop == PreflopPanel(raise_to=4)
    made.settle()
    assert "Raise to 4" in made.page.verdict.text
    after = made.child("preflop.after")
    after.setCurrentIndex(after.findData("streets"))
    after.activated.emit(after.currentIndex())
    assert made.document.scenario.preflop.after.to_json() == {"bets": 5}
    type_text(qtbot, made.child("preflop.bets"), "2")
    assert made.document.scenario.preflop.after.bets.amount == 2
    assert after.currentData() == "chips"
    made.document.undo_stack.undo()
    assert after.currentData() == "streets"


def test_an_opponent_still_to_act(make, qtbot):
    scenario = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("SB", "22+"), Seat("BB", "33+")))
    made = make(scenario)
    made.child("preflop.view.situation").click()
    made.child("preflop.seat1.state.act").click()
    made.child("preflop.seat2.state.act").click()
    calls, locked = made.child("preflop.seat1.calls"), made.child("preflop.seat2.calls")
    assert calls.isEnabled()
    assert not locked.isEnabled()
    assert locked.text() == "random"
    type_text(qtbot, calls, "QQ+, AK")
    assert PREFLOP.rows(made.document.scenario)[1].calls == "QQ+, AK"
    kind = made.child("preflop.seat1.kind")
    assert kind.currentText() == "custom"
    kind.setCurrentIndex(kind.findText("tight"))
    kind.activated.emit(kind.currentIndex())
    assert calls.text().startswith("22+, A4s+")
    made.document.undo_stack.undo()
    assert calls.text() == "QQ+, AK"


def test_an_opponent_plays_as_he_was_seen_to_play(make, qtbot):
    scenario = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Ada", "22+"), Seat("BB", "33+")))
    made = make(scenario)
    made.child("preflop.view.situation").click()
    made.child("preflop.seat1.state.act").click()
    kind, rests = made.child("preflop.seat1.kind"), made.child("preflop.seat1.rests")
    offered = [kind.itemText(i) for i in range(kind.count())]
    assert offered == ["custom", "tight", "neutral", "loose"]
    tally = StatisticsTally()
    for number in range(20):
        text = hand_of(number, RAISED).replace("Ada", "Zed").replace("Bob", "Ada")  # who folds in the small blind
        tally.add(read_hand(split_hands(text)[0]))
    made.players.show_learned(tally.statistics())
    saved = made.players.save(replace(made.players.learned("Ada"), name="Reg"))
    offered = [kind.itemText(i) for i in range(kind.count())]
    assert offered == ["custom", "tight", "neutral", "loose", "own statistics", "Reg"]
    for title in ("own statistics", "Reg"):
        kind.setCurrentIndex(kind.findText(title))
        kind.activated.emit(kind.currentIndex())
        position = PREFLOP.rows(made.document.scenario)[1].spot
        wanted = learned_player(saved)
        texts = PREFLOP.texts(made.document.scenario, 1, wanted)
        row = PREFLOP.rows(made.document.scenario)[1]
        assert {key: getattr(row, key) for key in texts} == texts
        assert parse_range(row.calls_raise).weights.mean() == pytest.approx(0.1, abs=0.1)
        why = wanted.games["holdem"].first_street["open"].own[position].why
        assert why.startswith("raised 0 of 20 times (estimate ")
        assert rests.text().startswith(f"{wanted.name if title == 'Reg' else 'Ada'}: first in: as a tight player: 20 %")
        assert rests.text().endswith(f". against a raise: {why}")
        assert kind.currentText() == title
    made.players.remove("Reg")
    assert kind.count() == 5


def test_a_text_that_cannot_be_read_changes_nothing(make, qtbot):
    scenario = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("SB", "22+"), Seat("BB", "33+")))
    made = make(scenario)
    made.child("preflop.view.situation").click()
    made.child("preflop.seat1.state.act").click()
    before = made.document.scenario
    calls = made.child("preflop.seat1.calls")
    type_text(qtbot, calls, "QQ+, AKx+")
    assert made.document.scenario == before
    line = made.child("preflop.seat1.calls.problem")
    assert line.is_error
    assert "AKx" in line.text
    assert line.position == 5


def test_what_a_file_holds_wrongly_stands_at_its_field(make):
    values = {"raise_to": 0.1, "opponents": [{"calls_raise": "AKx+"}], "after": {"bets": "x"}}
    made = make(Scenario("holdem", (Seat("Hero", "AhKh"), Seat("BB", "22+")), preflop=PreflopPanel.read(values)))
    assert made.page.verdict.text.startswith("Please check:")
    made.child("preflop.view.situation").click()
    assert "more than the bet to call" in made.child("preflop.raiseTo.problem").text
    assert made.child("preflop.seat1.callsRaise.problem").is_error
    assert made.child("preflop.bets.problem").is_error
    assert made.document.scenario.preflop.to_json() == values


def test_painting_a_range(make, qtbot):
    scenario = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("SB", "22+"), Seat("BB", "33+")))
    made = make(scenario)
    made.child("preflop.view.situation").click()
    made.child("preflop.seat1.state.act").click()
    made.child("preflop.seat1.calls.paint").click()
    popup = made.child("preflop.seat1.calls.popup")
    made.child("preflop.seat1.calls.clear").click()
    popup.grid.painted.emit(((0, 0), (1, 1)), 1.0, 1)
    assert PREFLOP.rows(made.document.scenario)[1].calls != "KK+"
    popup.grid.stroke_ended.emit()
    assert PREFLOP.rows(made.document.scenario)[1].calls == "KK+"
    made.child("preflop.seat1.calls.top").setValue(30)
    assert PREFLOP.rows(made.document.scenario)[1].calls == "15%"
    popup.close()


def test_an_edit_of_the_example_puts_it_on_the_table(make, qtbot):
    made = make()
    made.child("preflop.view.situation").click()
    type_text(qtbot, made.child("preflop.raiseTo"), "5")
    assert [seat.name for seat in made.document.scenario.seats] == ["Hero", "BB"]
    assert made.document.scenario.preflop.raise_to == 5
    made.document.undo_stack.undo()
    assert made.document.scenario == EMPTY


def test_one_click_sets_a_table(make):
    made = make(CALLER)
    menu = template_menu(made.page)
    names = [action.objectName() for action in menu.findChildren(QAction)]
    assert "preflop.template0.BTN" in names
    action = next(a for a in menu.findChildren(QAction) if a.objectName() == "preflop.template0.BTN")
    made.page.situation.use_template(action)
    menu.deleteLater()
    scenario = made.document.scenario
    assert [seat.name for seat in scenario.seats] == ["UTG", "MP", "CO", "Hero", "SB", "BB"]
    assert scenario.seats[3].cards == "AhKh"
    assert [row.state for row in PREFLOP.rows(scenario)] == ["folded"] * 3 + ["in", "to act", "to act"]
    made.settle()
    assert plain(made.page.verdict.text).startswith("Raise to 3: ")
    assert made.document.undo_stack.undoText() == "Pre-flop: 6-max, no limit, Hero in BTN"


def test_the_page_in_the_dark(make):
    made = make(SAMPLED, theme=DARK)
    for view in ("situation", "hands", "seats", "jam", "flops"):
        made.page.show_view(view)
        made.page.grab()
        assert made.page.view == view


QUEENS = (Seat("Hero", "QhQd"), Seat("BB", "QQ+, AKs"))


def test_what_takes_long_can_be_stopped_and_gone_on_with(make, qtbot):
    made = make(CALLER)
    made.questions.held = True
    made.document.edit("Seats", seats=QUEENS)
    made.settle()
    made.questions.answered.emit(made.questions.key, Step(0.25, remaining_s=11.2))
    stop, left, bar = (made.child(f"preflop.{name}") for name in ("stop", "timeLeft", "progress"))
    assert (bar.isVisible(), bar.value(), stop.isVisible()) == (True, 250, False)
    qtbot.waitUntil(stop.isVisible)
    assert (stop.accessibleName(), plain(left.text())) == ("Stop", "about 15 s left")
    before = made.page.verdict.text
    stop.click()
    assert made.questions.key is None
    assert (bar.value(), plain(left.text()), stop.accessibleName()) == (250, "Stopped at 25 %", "Continue")
    made.page.hide()
    made.page.show()
    assert made.questions.key is None  # what the player has stopped stays so
    assert made.page.verdict.text == before  # greyed: that of the table before
    made.questions.held = False
    stop.click()
    assert not stop.isVisible()
    assert made.page.verdict.text != before


def test_run_and_stop_of_the_window_mean_what_the_page_computes(make, qtbot):
    made = make(CALLER)
    assert isinstance(made.page, OwnRun)
    assert made.page.own_run is None
    made.questions.held = True
    with qtbot.waitSignal(made.page.run_changed):
        made.document.edit("Seats", seats=QUEENS)
        made.settle()
    run = made.page.own_run
    assert run is made.page.model
    assert (run.state, run.can_run, run.can_stop, run.can_refine) == ("running", True, True, False)
    run.stop()
    assert (run.state, run.can_run, run.can_stop) == ("paused", True, False)
    run.run_or_pause()
    assert run.state == "running"
    run.run_or_pause()
    assert run.state == "paused"
    made.questions.held = False
    run.run_or_pause()
    made.settle()
    assert made.page.own_run is None


def test_a_stop_ends_with_the_situation(make):
    made = make(EMPTY)
    made.questions.held = True
    made.document.replace("Table", SAMPLED)
    made.settle()
    made.page.show_view("hands")
    made.page.model.stop()
    assert made.questions.key is None
    assert made.page.model.why_absent("on its way", "two") == STOPPED
    made.questions.held = False
    made.document.edit("Seats", seats=QUEENS)  # hero's hand does not matter to all hands
    made.settle()
    assert made.page.model.stopped
    made.document.edit("Seats", seats=(QUEENS[0], Seat("BB", "QQ+, AK")))
    made.settle()
    assert not made.page.model.stopped
    assert not made.page.model.answer("two").stale


def test_a_question_that_fails_shows_its_reason_and_no_older_answer(make):
    made = make(CALLER)
    before = made.page.verdict.text
    made.questions.held = True
    made.document.edit("Seats", seats=QUEENS)
    made.settle()
    made.questions.failed.emit(made.questions.key, RuntimeError("kernel 'x' of 0x7f"))
    assert made.page.verdict.text == FAULT
    assert made.page.model.answer("decision").value is None
    assert not made.page.flops.chart.ready
    assert not made.page.model.busy
    made.questions.held = False
    made.document.undo_stack.undo()
    made.settle()
    assert made.page.verdict.text == before
    assert made.page.flops.chart.ready


def test_a_question_that_is_stopped_before_its_first_answer_waits_until_it_is_resumed(make):
    made = make(CALLER, view="seats")
    made.questions.held = True
    made.page.show_view("flops")
    made.page.model.stop()
    for _ in range(2):
        assert made.page.verdict.text == STOPPED
        assert not made.page.flops.chart.ready
        assert (made.page.model.stopped, made.page.model.busy, made.page.model.progress) == (True, False, None)
        made.page.show_view("seats")
        assert not made.page.model.stopped
        made.page.show_view("flops")
    made.questions.held = False
    made.page.model.go_on()
    assert not made.page.model.stopped
    assert made.page.flops.chart.ready


def test_an_unfinished_answer_stays_and_is_marked_until_its_question_is_resumed(make):
    made = make(CALLER)
    model = made.page.model
    decided = model.answer("decision").value
    title = made.page.flops.chart.drawing().title
    made.questions.held = True
    made.document.edit("Seats", seats=QUEENS)
    made.settle()
    assert made.page.flops.chart.drawing().title == f"{title} (earlier table)"
    made.questions.answered.emit(made.questions.key, Step(0.5, replace(decided)))
    assert made.page.flops.chart.drawing().title == f"{title} (unfinished)"
    made.document.edit("Seats", seats=(QUEENS[0], Seat("BB", "QQ+, AK")))
    made.settle()  # another question interrupts it, and has no answer yet
    assert model.progress == 0.0
    assert made.page.flops.chart.drawing().title == f"{title} (earlier table, unfinished)"
    made.document.undo_stack.undo()
    made.settle()
    assert made.page.flops.chart.drawing().title == f"{title} (unfinished)"
    made.page.show_view("seats")
    made.page.show_view("flops")
    model.stop()
    assert made.page.flops.chart.drawing().title == f"{title} (unfinished)"
    model.go_on()
    assert (model.progress, model.stopped) == (0.0, False)
    made.questions.answered.emit(made.questions.key, Step(1.0, replace(decided)))
    made.questions.ended.emit(made.questions.key)
    assert made.page.flops.chart.drawing().title == title
    assert (model.busy, model.progress) == (False, None)
