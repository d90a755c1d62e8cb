"""Hands of the tracker go into the journal, step by step, and out of it with every undo."""

import pytest

from engine import dumps, loads
from engine.journal.store import JournalFile
from engine.scenario.kelly import read_panel
from gui.pages.journal import journal_action_text
from gui.words.formatting import chips
from tests.gui.chart_fakes import exact
from tests.gui.tracker_fakes import choose, heads_up, put, set_up, state, step, tracker


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = tracker(qtbot, tmp_path, seats=("AhKh", "QQ+"), board="7h 8h 2c")
    set_up(made, bankroll=5000, stacks=[1000, 1000], street=1, pot=100)
    made.click(qtbot, "tracker.begin")
    return made


def kept(kelly):
    if not kelly.journal.path.exists():
        return ()
    with JournalFile(kelly.journal.path) as file:
        return file.hands(file.journals()[0].number)


def advise(kelly):
    kelly.show(exact(kelly.scenario, (0.7, 0.3)))
    return kelly.page.tracker.model.question.answer


def outlines(hands):
    return [
        (h.bankroll, h.left, h.showdown, [(d.street, d.done.action, d.done.chips) for d in h.decisions]) for h in hands
    ]


def test_a_decision_is_kept_with_its_advice(kelly, qtbot):
    assert kept(kelly) == ()
    answer = advise(kelly)
    kelly.write(qtbot, "tracker.amount", "80")
    kelly.click(qtbot, "tracker.bet")
    (hand,) = kept(kelly)
    (result,) = hand.decisions
    assert (hand.game, hand.bankroll, hand.left) == ("holdem", 5000.0, None)
    assert (result.advised.action, result.advised.chips) == (answer.decision, answer.bet)
    assert (result.done.action, result.done.chips, result.street) == ("bet", 80.0, "flop")
    assert result.given_up > 0.0
    assert (result.pot, result.bankroll) == (100.0, 5000.0)


def test_without_an_advice_nothing_is_decided_but_the_result_is_kept(kelly, qtbot):
    step(kelly, qtbot, "bet", 80)
    assert kept(kelly) == ()
    step(kelly, qtbot, "fold")
    assert outlines(kept(kelly)) == [(5000.0, 5100.0, False, [])]


def test_the_journal_follows_undo_redo_and_steps_back_through_two_hands(kelly, qtbot):
    seen = []

    def note():
        seen.append(outlines(kept(kelly)))

    def play(what, chips=None):
        if state(kelly).to_act == 0:
            advise(kelly)
        step(kelly, qtbot, what, chips)
        note()

    note()
    play("bet", 80)
    play("call")
    kelly.write(qtbot, "tracker.cards", "Ks")
    kelly.click(qtbot, "tracker.deal")
    note()
    play("call")
    play("call")
    kelly.write(qtbot, "tracker.cards", "3d")
    kelly.click(qtbot, "tracker.deal")
    note()
    play("call")
    play("call")
    choose(kelly, "place0", 1)
    kelly.click(qtbot, "tracker.pay")
    note()
    kelly.click(qtbot, "tracker.next")
    note()
    decided = [("flop", "bet", 80.0), ("turn", "check", 0.0), ("river", "check", 0.0)]
    assert seen[-1] == [(5000.0, 5180.0, True, decided)]
    for before in reversed(seen[:-1]):
        kelly.document.undo_stack.undo()
        assert outlines(kept(kelly)) == before
    for after in seen[1:]:
        kelly.document.undo_stack.redo()
        assert outlines(kept(kelly)) == after
    kelly.click(qtbot, "tracker.stepBack")
    kelly.click(qtbot, "tracker.stepBack")
    assert outlines(kept(kelly)) == [(5000.0, None, False, decided)]
    while kelly.part("tracker.stepBack").isEnabled():
        kelly.click(qtbot, "tracker.stepBack")
    assert kept(kelly) == ()


def test_a_file_that_is_opened_again_changes_no_hand_that_has_ended(kelly, qtbot):
    advise(kelly)
    step(kelly, qtbot, "bet", 80)
    earlier = loads(dumps(kelly.scenario))
    step(kelly, qtbot, "fold")
    before = outlines(kept(kelly))
    assert before == [(5000.0, 5100.0, False, [("flop", "bet", 80.0)])]
    kelly.document.open(earlier, None)
    assert outlines(kept(kelly)) == before
    messages = []
    kelly.journal.message.connect(lambda text, error: messages.append(text))
    step(kelly, qtbot, "call")
    assert outlines(kept(kelly)) == before
    assert "already in the journal" in messages[0]
    kelly.document.undo_stack.undo()
    kelly.document.undo_stack.undo()
    kelly.document.undo_stack.undo()
    assert outlines(kept(kelly)) == [(5000.0, None, False, [("flop", "bet", 80.0)])]


def test_a_file_of_another_window_is_gone_on_with(kelly, qtbot, tmp_path):
    advise(kelly)
    step(kelly, qtbot, "bet", 80)
    kelly.document.open(loads(dumps(kelly.scenario)), None)
    step(kelly, qtbot, "fold")
    assert outlines(kept(kelly)) == [(5000.0, 5100.0, False, [("flop", "bet", 80.0)])]


def test_hands_are_not_kept_where_that_is_chosen(kelly, qtbot):
    kelly.journal.choose(0)
    advise(kelly)
    step(kelly, qtbot, "bet", 80)
    step(kelly, qtbot, "fold")
    assert kept(kelly) == ()


def test_each_session_has_hands_of_its_own(kelly, qtbot):
    for _ in range(2):
        step(kelly, qtbot, "bet", 80)
        step(kelly, qtbot, "fold")
        kelly.click(qtbot, "tracker.end")
        set_up(kelly, street=1, pot=100)
        kelly.click(qtbot, "tracker.begin")
    assert [hand.left for hand in kept(kelly)] == [5100.0, 5200.0]


def test_the_journal_says_sizes_as_the_tracker_does(qtbot, tmp_path):
    kelly = heads_up(qtbot, tmp_path)
    step(kelly, qtbot, "call")
    advised = advise(kelly)
    step(kelly, qtbot, "bet", 80)
    (result,) = kept(kelly)[0].decisions
    assert (result.put_in, result.done.chips) == (10.0, 70.0)
    assert journal_action_text(result.done, result.put_in) == "raise to 80"
    assert journal_action_text(result.advised, result.put_in) == f"raise to {chips(advised.bet + 10)}"
    assert "preflop, Hero raises to 80" in kelly.page.tracker.model.log_text()
    assert journal_action_text(result.done, None) == "raise, putting in 70"  # kept by an older version


def test_what_opponents_answer_to_a_bet_counts_in_the_tracked_hand(kelly, qtbot):
    calls = advise(kelly)
    assert calls.answered is None
    kelly.document.edit("Answers", kelly=read_panel({**kelly.kelly, "answers": [None, {"fold": 0.6}]}))
    question = kelly.page.tracker.model.question
    assert question.answer.answered.folds == pytest.approx(0.6)
    assert question.answer.growth < calls.growth  # a hand that is ahead wants to be called
    assert "folds to a bet 60" in kelly.part("tracker.advice.assumes").text()
    panel = kelly.page.tracker.model
    panel.take_over()
    assert kelly.page.model.question.answer.bet == pytest.approx(question.answer.bet)


def ends_of(kelly):
    setup = kelly.kelly["tracker"]["setup"]
    return setup["bankroll"], setup["stacks"]


def test_a_session_that_ends_in_the_middle_of_a_hand_cancels_it(kelly, qtbot):
    messages = kelly.messages
    messages.clear()
    step(kelly, qtbot, "bet", 80)
    step(kelly, qtbot, "fold")
    kelly.click(qtbot, "tracker.next")
    put(kelly, "AhKh", "QQ+")
    step(kelly, qtbot, "bet", 30)  # Seat 2 is the first to act
    advise(kelly)
    step(kelly, qtbot, "call")
    before = outlines(kept(kelly))
    assert before == [(5000.0, 5100.0, False, []), (5100.0, None, False, [("preflop", "call", 30.0)])]
    kelly.click(qtbot, "tracker.end")
    assert ends_of(kelly) == (5100.0, [1100.0, 1000.0])
    assert outlines(kept(kelly)) == before[:1]
    assert messages == [
        ("Hand 2 was not finished and is canceled: stacks and bankroll are as before it. Undo continues it", False)
    ]
    for _ in range(2):
        kelly.document.undo_stack.undo()
        assert outlines(kept(kelly)) == before
        assert state(kelly).players[0].stack == 1070.0
        kelly.document.undo_stack.redo()
        assert outlines(kept(kelly)) == before[:1]


def test_what_hero_had_put_in_before_he_folded_is_lost_when_the_session_ends(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhKh", "QQ+", "JJ+"))
    set_up(kelly, bankroll=5000, stacks=[1000], small_blind=5, big_blind=10)
    kelly.click(qtbot, "tracker.begin")
    messages = kelly.messages
    messages.clear()
    step(kelly, qtbot, "call")  # the button
    step(kelly, qtbot, "fold")  # hero, the small blind
    kelly.click(qtbot, "tracker.end")
    assert ends_of(kelly) == (4995.0, [995.0, 1000.0, 1000.0])
    assert outlines(kept(kelly)) == [(5000.0, 4995.0, False, [])]
    assert [text for text, _ in messages] == [
        "Hand 1 was not finished: the 5 chips that you put in before you folded are lost"
    ]
    kelly.document.undo_stack.undo()
    assert kept(kelly) == ()


def test_a_session_of_an_earlier_window_can_be_cancelled_but_no_hand_that_has_ended(kelly, qtbot):
    advise(kelly)
    step(kelly, qtbot, "bet", 80)
    earlier = loads(dumps(kelly.scenario))
    kelly.document.open(earlier, None)
    kelly.click(qtbot, "tracker.end")
    assert ends_of(kelly) == (5000.0, [1000.0, 1000.0])
    assert kept(kelly) == ()
    kelly.document.undo_stack.undo()
    kelly.document.undo_stack.undo()
    step(kelly, qtbot, "fold")
    before = outlines(kept(kelly))
    assert before[0][1] == 5100.0
    kelly.document.open(loads(dumps(earlier)), None)
    kelly.click(qtbot, "tracker.end")
    assert outlines(kept(kelly)) == before
