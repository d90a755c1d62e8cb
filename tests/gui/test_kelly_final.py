"""Advice that is not final says so, and no edit makes the page's own request invalid."""

from functools import partial

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel, QPushButton

from engine import Scenario, ScenarioError, Seat, solve
from engine.equity.snapshots import AnswerSnapshot
from engine.journal.store import JournalFile
from engine.kelly.answer import answer_json
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import advised_seat, live_rows
from engine.kelly.request import read_kelly_request
from engine.kelly.responses.callers import CallerSetOutcomes, caller_scenarios
from engine.kelly.responses.showdowns import run_joint_result
from engine.scenario.kelly_responses import response_from
from engine.table.folding import with_fold
from gui.pages.kelly import model as model_module
from gui.pages.kelly import question as questions_module
from gui.pages.kelly.question import EQUITIES, SIDE_POTS
from tests.gui.chart_fakes import exact, sampled
from tests.gui.kelly_fakes import shown_kelly
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.tracker_fakes import set_up, state, tracker


def roles(kelly):
    """Return the names of the primary buttons that act."""
    names = ("fold", "call", "bet")
    return [name for name in names if kelly.part(f"tracker.{name}", QPushButton).property("role") == "primary"]


def decisions(kelly):
    """Return what the journal has as advised."""
    if not kelly.journal.path.exists():
        return []
    with JournalFile(kelly.journal.path) as file:
        hands = file.hands(file.journals()[0].number)
    return [decision.advised.action for hand in hands for decision in hand.decisions]


def line(kelly):
    return kelly.part("tracker.advice.line").accessibleName()


def three_handed(qtbot, tmp_path):
    """AhQd, an opponent with as many chips and one who is short: what is advised depends on the side pot."""
    kelly = tracker(qtbot, tmp_path, seats=("AhQd", "22+, A2s+", "22+, A2s+"))
    set_up(kelly, bankroll=1000, stacks=[200, 200, 60], small_blind=5, big_blind=10, button=2, common=False)
    return kelly


def release(kelly):
    """Let what was held be answered: the session comes with its numbers again."""
    for held in kelly.questions.findChildren(DirectQuestions):
        held.held = False
        held.key = None
    model = kelly.page.tracker.model
    model._orders.latest = type(model._orders.latest)()
    kelly.table.session.changed.emit()


def test_no_button_and_no_entry_of_the_journal_before_the_advice_is_final(qtbot, tmp_path):
    kelly = three_handed(qtbot, tmp_path)
    kelly.click(qtbot, "tracker.begin")
    for held in kelly.questions.findChildren(DirectQuestions):
        held.held = True
    kelly.show(solve(kelly.scenario))
    while state(kelly).to_act != state(kelly).hero:
        kelly.click(qtbot, "tracker.call")
    model = kelly.page.tracker.model
    assert model.question.under_way == SIDE_POTS
    assert (roles(kelly), model.note()) == ([], "")
    assert line(kelly).startswith("So far: ")
    assert line(kelly).endswith(f", {SIDE_POTS} …")
    entry = kelly.part("tracker.line")
    for word in ("ok", "r"):  # neither another action nor the least raise stands for an advice that is to come
        before = state(kelly)
        entry.show_text(word)
        entry.returnPressed.emit()
        assert state(kelly) is before
        assert kelly.part("tracker.line.problem").accessibleName() != ""
    document = kelly.document
    kelly.click(qtbot, "tracker.call")
    assert decisions(kelly) == []
    document.undo_stack.undo()
    release(kelly)
    question = model.question
    assert question.final
    assert not line(kelly).startswith("So far")
    button = {"call": "call", "check": "call", "fold": "fold"}.get(question.answer.decision, "bet")
    assert roles(kelly) == [button]
    assert model.note() != ""
    kelly.click(qtbot, f"tracker.{button}")
    assert decisions(kelly) == [question.answer.decision]


@pytest.mark.parametrize("view", ["advice", "tracker"])
def test_a_result_that_still_comes_in_is_no_advice_yet(qtbot, tmp_path, view):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhKh", "QsQd"))
    kelly.set(bankroll=1000, pot_typed=True, pot=100)
    if view == "tracker":
        kelly.click(qtbot, "kelly.view.tracker")
        set_up(kelly, bankroll=1000, stacks=[200, 200], small_blind=5, big_blind=10)
        kelly.click(qtbot, "tracker.begin")
        kelly.click(qtbot, "tracker.call")
    model = kelly.model if view == "advice" else kelly.page.tracker.model
    text = (lambda: kelly.line) if view == "advice" else (lambda: line(kelly))
    session, runner = kelly.table.session, kelly.table.session._runner
    runner.running = True
    kelly.show(sampled(kelly.scenario, (0.55, 0.45), 20_000))
    assert model.question.under_way == EQUITIES
    assert text().startswith("So far: ")
    assert "±" in (kelly.part("kelly.fact.chipEv", QLabel).text() if view == "advice" else "±")
    if view == "advice":
        assert kelly.chart.value.heading.notes[0] == f"not final: {EQUITIES}"
    runner.running, session.stopped = False, True  # the player has stopped it: that is all there will be
    session.changed.emit()
    assert model.question.final
    kelly.show(sampled(kelly.scenario, (0.55, 0.45), 20_000, final=True))
    assert not text().startswith("So far")


SHORT = {"bankroll": 1000, "chips": [50, 50, 50], "stacks": [900, 30, 400]}


def test_the_joint_result_of_another_table_is_used_for_none(qtbot, tmp_path):
    """Without a side pot the numbers are those of the exact result, whatever was computed before."""
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhKh", "22+", "QQ+, 87s"))
    kelly.show(solve(kelly.scenario))
    kelly.set(**SHORT)
    assert kelly.model.question.answer.side_pots == "sampled"
    kelly.set(**{**SHORT, "stacks": [900, 900, 900]})
    question = kelly.model.question
    assert question.answer.side_pots is None
    assert "orders" not in question.values
    assert question.request.wager.outcomes.equity == pytest.approx(question.estimate.equity)
    assert question.answer.chip_ev_stderr is None
    kelly.set(**SHORT)
    kelly.questions.held = True
    kelly.document.edit("x", seats=(*kelly.scenario.seats[:2], Seat("Seat 3", "99")))
    kelly.show(solve(kelly.scenario))
    assert kelly.model.question.under_way == SIDE_POTS
    assert "orders" not in kelly.model.question.values


def test_sampled_side_pots_leave_the_main_pot_as_it_is_and_have_an_interval(qtbot, tmp_path):
    kelly = shown_kelly(qtbot, tmp_path, seats=("AhAd", "22+", "QQ+, 87s"))
    kelly.show(solve(kelly.scenario))
    kelly.set(**SHORT)
    question = kelly.model.question
    assert question.answer.probabilities.equity == pytest.approx(question.estimate.equity)
    assert question.values["order_trials"] == question.request.order_trials > 100_000
    assert "stderr" not in question.values
    again = answer_json(question.values)
    assert again["bet"] > 30
    assert again["chip_ev_stderr"] == question.answer.chip_ev_stderr > 0.0
    assert "±" in kelly.part("kelly.fact.chipEv", QLabel).text()
    assert "±" in kelly.part("kelly.advice.reason", QLabel).text()
    assert "Side pots are sampled (4" in kelly.part("kelly.advice.assumes", QLabel).text()
    header, rows = kelly.chart.table()
    assert header[-2:] == ("growth standard error", "chip EV standard error")
    errors = {float(row[1]): row[-1] for row in rows}
    assert {size: error for size, error in errors.items() if size <= 30} == {
        size: 0.0 for size in errors if size <= 30
    }  # all can match so much: the main pot is counted
    assert all(error > 0.0 for size, error in errors.items() if size > 31)


RAZZ = ("A 2 9", "3 4 7", "x x 5", "A 3 8", "x x K", "2 6 J", "x x Q", "4 5 T")
EDITS = st.one_of(
    st.tuples(st.just("fold"), st.integers(1, 7)),
    st.tuples(st.just("play"), st.integers(1, 7)),
    st.tuples(st.just("stack"), st.integers(0, 7), st.sampled_from([None, 5.0, 40.0, 300.0, 5000.0])),
    st.tuples(st.just("chips"), st.integers(0, 7), st.sampled_from([0.0, 5.0, 20.0])),
    st.tuples(st.just("cards"), st.integers(1, 7), st.sampled_from(["x x 5", "2 3 K", "A 6 9"])),
    st.tuples(st.just("set"), st.sampled_from(["bankroll", "limit_bet", "dead"]), st.sampled_from([None, 8.0, 5035.0])),
    st.tuples(st.just("answer"), st.integers(1, 7), st.sampled_from([None, {"fold": 0.4}, {"defend": "pot odds"}])),
    st.tuples(st.just("hero"), st.integers(0, 7)),
    st.tuples(st.just("result")),
    st.tuples(st.just("held"), st.booleans()),
)


def edited(kelly, edit):
    """Do an edit as the widgets of the page and of the seats do."""
    what, *values = edit
    scenario, model = kelly.scenario, kelly.model
    if what in ("fold", "play"):
        kelly.document.replace("Fold", with_fold(scenario, values[0], what == "fold"))
    elif what == "cards":
        kelly.document.replace("Cards", scenario.with_seat(values[0], cards=values[1]))
    elif what == "stack":
        model.set_item("Stack", "stacks", *values)
    elif what == "chips":
        model.set_item("Chips", "chips", *values)
    elif what == "answer":
        model.set_item("Answer", "answers", values[0], None if values[1] is None else response_from(values[1]))
    elif what == "hero":
        model.set("Seat", "seat", values[0] or None)
    elif what == "set":
        model.set("Value", *values)
    elif what == "held":
        kelly.questions.held = values[0]
    elif len(scenario.active_seats) > 1:
        kelly.show(exact(scenario, [1 / len(scenario.active_seats)] * len(scenario.active_seats)))


def own_checks(values):
    """Return what the request says against itself, but for what a player may have typed so."""
    try:
        read_kelly_request(values)
    except ScenarioError as error:
        return [p for p in error.problems if not p.incomplete and p.field != "bankroll" and p.message not in TYPED]
    return []


TYPED = ("an opponent who is all in cannot fold", "at most 4 opponents can have responses of their own")


@pytest.fixture
def razz(qtbot, tmp_path, monkeypatch):
    """Eight seats of razz; what follows a result is computed from few deals."""

    def callers(table, hero, **_):
        rows = (CallerSetOutcomes(who, Outcomes(1 / (len(who) + 1), (0.0,) * len(who), len(who) / (len(who) + 1)), 0.0)
                for who, _ in caller_scenarios(table, hero))  # fmt: skip
        yield AnswerSnapshot(1.0, None, tuple(rows), final=True)

    monkeypatch.setattr(questions_module, "run_joint_result", partial(run_joint_result, trials=4096))
    monkeypatch.setattr(questions_module, "run_caller_sets", callers)
    monkeypatch.setattr(model_module, "run_one_on_one", lambda *_, **__: iter(()))
    return shown_kelly(qtbot, tmp_path, "razz", seats=RAZZ)


FOLDED = [("result",), ("stack", 1, 40.0), ("fold", 4), ("fold", 5), ("fold", 6), ("fold", 7), ("result",), ("fold", 1),
          ("result",), ("stack", 2, 40.0), ("play", 1), ("fold", 3), ("result",)]  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(FOLDED)
@given(st.lists(EDITS, max_size=14))
def test_no_edits_make_the_request_of_the_page_invalid(razz, edits):
    kelly = razz
    kelly.questions.held, kelly.questions.key = False, None
    kelly.document.replace("Begin", Scenario("razz", tuple(Seat(f"S{i}", text) for i, text in enumerate(RAZZ))))
    kelly.set(bankroll=5035, chips=[5.0] * 8, stacks=[1000.0] * 8)
    for edit in edits:
        edited(kelly, edit)
        question = kelly.model.question
        if question.values is not None:
            assert own_checks(question.values) == []
        if question.answer is not None and not question.stale:
            players = {advised_seat(kelly.scenario), *live_rows(kelly.scenario)}
            joint = question.computed.parts.get("orders")
            assert joint is None or set(joint.players) == players
