"""The hand tracker: Cassandra's examples, whole hands, what is refused, undo, side pots, fixed-limit razz."""

import csv
import io
import math
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.histories.scenarios import scenario_at
from engine.kelly.answer import answer_json
from engine.kelly.hand.record import LOG_COLUMNS, decision_panel, decision_request, log_rows, log_text
from engine.kelly.hand.session import after_action, begin_session, tracked_session, with_setup
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import kelly_request_json
from engine.kelly.request import read_kelly_request
from engine.play.actions import apply_action, blinds, new_session, replay
from engine.play.state import Stakes, TablePlayer, legal_actions
from engine.scenario import Scenario, ScenarioError, Seat
from engine.scenario.kelly import read_panel
from engine.scenario.tracked_hand import TrackedAction
from tests.engine.played_hands import hand_of_text

BLINDS = Stakes(small_blind=15, big_blind=30)
FIXED = Stakes(fixed=True, ante=1, bring_in=3, small_bet=10, big_bet=20)
EVEN = {"win": 0.5, "lose": 0.5}


def seats(*names, stack=5000.0):
    return [TablePlayer(name, stack) for name in names]


def refused(state, action):
    with pytest.raises(ScenarioError) as caught:
        apply_action(state, action)
    return caught.value.problems[0].field


def run(state, *actions):
    return replay(state, actions)[-1]


def chips_of(state):
    return state.pot + sum(player.stack for player in state.players)


def test_example_6_of_cassandra():
    """Flop, pot 100, three opponents; the README's sum is 100 + 50+50+50+100+50+50 = 450."""
    table = seats("Hero", "O3", "O2", "O1")
    start = new_session("holdem", table, bankroll=5000, street=1, board="7h 8h 2c", pot=100)
    actions = [
        TrackedAction("check"),
        TrackedAction("check"),
        TrackedAction("bet", chips=50),
        TrackedAction("call"),
        TrackedAction("call"),
        TrackedAction("raise", chips=100),
        TrackedAction("fold"),
        TrackedAction("call"),
        TrackedAction("call"),
    ]
    states = replay(start, actions)
    assert [state.pot for state in states] == [100, 100, 100, 150, 200, 250, 350, 350, 400, 450]
    end = states[-1]
    assert end.to_act is None
    assert [player.name for i, player in enumerate(end.players) if i in end.opponents] == ["O3", "O1"]
    assert end.bankroll == end.players[0].stack == 4900
    assert [entry.chips for entry in end.log] == [0, 0, 50, 50, 50, 100, 0, 50, 50]
    turn = apply_action(end, TrackedAction("street", cards="Ks"))
    assert (turn.street_name, turn.board, turn.pot, turn.to_act) == ("turn", "7h 8h 2c Ks", 450, 0)
    # Undo is the state before.
    assert states[-2] == run(start, *actions[:-1])


def test_example_6_asks_the_engine_at_each_decision_of_hero():
    start = new_session("holdem", seats("Hero", "O3", "O2", "O1"), bankroll=5000, street=1, pot=100)
    assert decision_request(start) == {
        "bankroll": 5000,
        "opponents": 3,
        "committed": {"hero": 0.0, "opponents": [0.0, 0.0, 0.0], "folded": 100},
        "flop_seen": True,
        "min_bet": 0.0,
        "max_bet": 5000,
    }
    assert read_kelly_request(decision_request(start) | {"outcomes": EVEN}).facts.retained == 100
    facing = run(
        start, TrackedAction("check"), TrackedAction("check"), TrackedAction("bet", chips=50), TrackedAction("call")
    )
    question = read_kelly_request(decision_request(facing) | {"outcomes": EVEN})
    assert (question.facts.total, question.facts.to_call, question.facts.retained) == (200, 50, 100)
    assert question.terms.can_raise
    assert question.terms.min_bet == 100
    last = run(
        facing, TrackedAction("call"), TrackedAction("raise", chips=100), TrackedAction("fold"), TrackedAction("call")
    )
    question = read_kelly_request(decision_request(last) | {"outcomes": EVEN})
    # 100 before, 50 of the opponent who has folded, 50 of each of three
    assert (question.facts.total, question.facts.to_call, question.facts.retained) == (400, 50, 300)


def test_example_2_has_a_retained_pot_of_120():
    start = new_session("holdem", seats("O1", "Hero", "O2", "O3", "O4"), hero=1, bankroll=5000, stakes=BLINDS, button=4)
    state = run(
        start,
        *blinds(start),
        TrackedAction("call"),
        TrackedAction("raise", chips=60),
        TrackedAction("fold"),
        TrackedAction("call"),
    )
    assert state.players[state.to_act].name == "Hero"
    assert [entry.chips for entry in state.log] == [15, 30, 30, 60, 0, 45]
    question = read_kelly_request(decision_request(state) | {"outcomes": EVEN})
    assert question.wager.bankroll == 4970
    assert (question.facts.retained, question.facts.to_call, question.facts.total) == (120, 30, 180)


def test_example_3_has_a_retained_pot_of_45():
    start = new_session("holdem", seats("Hero", "O1", "O2", "O3", "O4"), bankroll=5000, stakes=BLINDS, button=4)
    state = run(start, *blinds(start), TrackedAction("call"), TrackedAction("fold"), TrackedAction("fold"))
    question = read_kelly_request(decision_request(state) | {"outcomes": EVEN})
    assert question.wager.bankroll == 4985
    assert (question.facts.retained, question.facts.to_call) == (45, 15)


def played_hand():
    start = new_session(
        "holdem", seats("Hero", "A", "B", stack=300), bankroll=1000, stakes=replace(BLINDS, ante=1), button=2
    )
    return replay(
        start,
        [
            *blinds(start),
            TrackedAction("cards", 0, cards="AhAd"),
            TrackedAction("raise", chips=100, note="Raise to 100"),
            TrackedAction("call"),
            TrackedAction("call"),
            TrackedAction("street", cards="7h 8h 2c"),
            TrackedAction("check"),
            TrackedAction("bet", chips=60),
            TrackedAction("call"),
            TrackedAction("fold"),
            TrackedAction("street", cards="Ks"),
            TrackedAction("check"),
            TrackedAction("check"),
            TrackedAction("street", cards="3d"),
            TrackedAction("check"),
            TrackedAction("check"),
            TrackedAction("showdown", ranking=((2,),)),
            TrackedAction("hand"),
        ],
    )


def test_a_hand_to_the_showdown_and_the_next():
    states = played_hand()
    assert {chips_of(state) for state in states} == {900}
    turns = [state.players[state.to_act].name if state.to_act is not None else "-" for state in states]
    # posts, cards, then B first before the flop and Hero, left of the button, after it
    assert turns[5] == "B"
    assert " ".join(turns[7:]).startswith("Hero A")
    end = states[-1]
    assert (end.hand, end.button, end.board, end.pot, end.street_name) == (2, 0, "", 0, "preflop")
    assert [player.stack for player in end.players] == pytest.approx([199, 139, 562])
    assert end.bankroll == pytest.approx(899)
    assert not any(player.folded for player in end.players)


def test_the_board_and_the_folded_seats_are_there_for_the_scenario():
    states = played_hand()
    river = next(state for state in states if state.street_name == "river")
    assert river.board == "7h 8h 2c Ks 3d"
    assert [player.folded for player in river.players] == [True, False, False]
    assert river.players[0].cards == "AhAd"


def test_the_log():
    end = played_hand()[-1]
    text = io.StringIO()
    csv.writer(text).writerows([LOG_COLUMNS, *log_rows(end)])
    rows = list(csv.DictReader(io.StringIO(text.getvalue())))
    assert len(rows) == len(end.log)
    raised = next(row for row in rows if row["action"] == "raise")
    assert (raised["player"], raised["street"], raised["note"]) == ("B", "preflop", "Raise to 100")
    assert float(raised["pot"]) == 148
    lines = log_text(end).splitlines()
    assert lines[0] == "Hand 1"
    assert "  preflop, B raises to 100: pot 148, bankroll 984 (Raise to 100)" in lines
    assert "  flop 7h 8h 2c: pot 303, bankroll 899" in lines
    assert lines[-1] == "Hand 2"


def test_the_last_player_takes_the_pot_and_the_uncalled_bet():
    start = new_session("holdem", seats("Hero", "A", stack=200), bankroll=500, stakes=BLINDS, button=0)
    state = run(start, *blinds(start))
    assert state.players[state.to_act].name == "Hero"  # heads up the button has the small blind
    assert [player.street for player in state.players] == [15, 30]
    state = run(state, TrackedAction("raise", chips=185), TrackedAction("fold"))
    assert state.over
    assert state.bankroll == 530
    assert [player.stack for player in state.players] == [230, 170]
    assert refused(state, TrackedAction("check")) == "action"
    richer = run(state, TrackedAction("rebuy", 1, chips=100), TrackedAction("rebuy", 0, chips=300))
    assert (richer.bankroll, richer.players[1].stack) == (530, 270)
    assert refused(richer, TrackedAction("rebuy", 0, chips=1)) == "chips"


def test_the_big_blind_may_raise_but_once_everybody_has_called():
    start = new_session("holdem", seats("Hero", "A", "B"), bankroll=5000, stakes=BLINDS)
    state = run(start, *blinds(start), TrackedAction("call"), TrackedAction("call"))
    assert state.to_act == 1
    assert legal_actions(state, 1).call == 0
    assert apply_action(state, TrackedAction("check")).to_act is None
    assert apply_action(state, TrackedAction("raise", chips=30)).to_act == 2


def test_what_is_refused():
    start = new_session("holdem", seats("Hero", "A", "B"), bankroll=5000, stakes=BLINDS)
    state = run(start, *blinds(start))
    assert refused(state, TrackedAction("check")) == "action"
    assert refused(state, TrackedAction("bet", chips=60)) == "action"
    assert refused(state, TrackedAction("raise")) == "chips"
    assert refused(state, TrackedAction("raise", chips=59)) == "chips"
    assert refused(state, TrackedAction("raise", chips=5001)) == "chips"
    assert refused(state, TrackedAction("call", 0)) == "player"
    assert refused(state, TrackedAction("call", 7)) == "player"
    assert refused(state, TrackedAction("street", cards="7h 8h 2c")) == "action"
    assert refused(state, TrackedAction("showdown", ranking=((0,),))) == "action"
    assert refused(state, TrackedAction("hand")) == "action"
    assert refused(state, TrackedAction("rebuy", 0, chips=10)) == "action"
    assert refused(state, TrackedAction("post", 0)) == "chips"
    closed = run(state, TrackedAction("fold"), TrackedAction("call"), TrackedAction("check"))
    assert refused(closed, TrackedAction("check")) == "action"
    assert refused(closed, TrackedAction("post", 2, 10)) == "player"
    assert refused(closed, TrackedAction("post", 1, 10)) == "action"
    assert refused(closed, TrackedAction("street", cards="7h 8h")) == "cards"
    assert refused(closed, TrackedAction("street", cards="7h 8h 7h")) == "cards"
    assert refused(closed, TrackedAction("street", player=2, cards="7h 8h 2c")) == "player"
    assert refused(closed, TrackedAction("showdown", ranking=((2,),))) == "ranking"
    flop = run(closed, TrackedAction("street", cards="7h 8h 2c"), TrackedAction("check"), TrackedAction("check"))
    assert refused(flop, TrackedAction("street", cards="7h")) == "cards"
    assert refused(flop, TrackedAction("showdown", ranking=((0, 0),))) == "ranking"
    assert refused(flop, TrackedAction("showdown", ranking=((0,),), rake=61)) == "rake"


@pytest.mark.parametrize(
    ("players", "changes", "field"),
    [
        (seats("Hero"), {}, "players"),
        (seats("Hero", "A", stack=-1), {}, "players"),
        (seats("Hero", "A"), {"bankroll": 4999}, "bankroll"),
    ],
)
def test_a_session_that_cannot_be(players, changes, field):
    with pytest.raises(ScenarioError) as caught:
        new_session("holdem", players, **({"bankroll": 5000} | changes))
    assert caught.value.problems[0].field == field


@pytest.mark.parametrize(
    ("typed", "stacks"),
    [
        ([1000, 60], [1000, 60, 1000, 1000]),  # a short stack is nobody else's
        ([60, None, 1000], [60, 1000, 1000, 1000]),
        ([300], [300] * 4),
        ([1500, 0], [1500, 0, 1500, 1500]),  # nor is that of a player who has lost everything
    ],
)
def test_a_stack_that_is_not_typed_is_the_largest_one(typed, stacks):
    seats = tuple(Seat(name, "random") for name in ("Hero", "A", "B", "C"))
    setup = {"stacks": typed, "bankroll": 5000, "street": 1, "pot": 60}
    table = Scenario("holdem", seats, board="7h 8h 2c", kelly=read_panel({"tracker": {"setup": setup}}))
    assert [player.stack for player in tracked_session(begin_session(table)).state.players] == stacks
    older = setup | {"names": ["Hero", "A", "B", "C"], "game": "holdem", "board": "7h 8h 2c", "stacks": [1000, 60]}
    known = tracked_session(replace(table, kelly=read_panel({"tracker": {"setup": older, "actions": []}})))
    assert [player.stack for player in known.state.players] == [1000, 60, 60, 60]  # as version 1.0 began it


def test_all_in_for_less_makes_a_side_pot():
    players = [TablePlayer("Hero", 500), TablePlayer("A", 100), TablePlayer("B", 500)]
    start = new_session("holdem", players, bankroll=500, stakes=Stakes(big_blind=10), street=1, pot=60)
    state = run(
        start, TrackedAction("bet", chips=80), TrackedAction("raise", chips=100), TrackedAction("raise", chips=300)
    )
    assert state.players[1].stack == 0
    assert state.pots == ((340, frozenset({0, 1, 2})), (200, frozenset({0, 2})))
    state = apply_action(state, TrackedAction("call"))
    assert state.pots == ((360, frozenset({0, 1, 2})), (400, frozenset({0, 2})))
    # Who is all in cannot match more: of hero's 300 only 100, of a bet nothing.
    question = decision_request(apply_action(state, TrackedAction("street", cards="2c")))
    assert question["committed"] == {"hero": 300, "opponents": [100, 300], "folded": 60, "behind": [0, None]}
    answer = answer_json(question | {"outcomes": {"win": 0.8, "lose": 0.2}})
    assert answer["pot"] == {"total": 760, "retained": 760}
    assert answer["bet"] <= question["max_bet"] == 200
    assert answer["chip_ev"] == pytest.approx(0.8 * (760 + answer["bet"]) - 0.2 * answer["bet"])
    closed = run(state, TrackedAction("street", cards="2c"), TrackedAction("check"), TrackedAction("check"))
    assert refused(closed, TrackedAction("check")) == "action"
    end = run(
        state,
        TrackedAction("street", cards="2c"),
        TrackedAction("check"),
        TrackedAction("check"),
        TrackedAction("showdown", ranking=((1,), (0, 2)), rake=38),
    )
    assert [player.stack for player in end.players] == pytest.approx([200 + 190, 342, 200 + 190])
    assert end.bankroll == pytest.approx(390)


def test_a_short_all_in_does_not_let_those_raise_who_have_acted():
    players = [TablePlayer("Hero", 500), TablePlayer("A", 500), TablePlayer("B", 130)]
    start = new_session("holdem", players, bankroll=500, stakes=Stakes(big_blind=10), street=1, pot=60)
    state = run(start, TrackedAction("bet", chips=100), TrackedAction("call"), TrackedAction("raise", chips=130))
    assert state.to_act == 0
    assert legal_actions(state, 0).low is None
    assert refused(state, TrackedAction("raise", chips=200)) == "action"
    question = answer_json(decision_request(state) | {"outcomes": {"win": 0.9}})
    assert (question["decision"], question["bet"]) == ("call", 30)
    assert run(state, TrackedAction("call"), TrackedAction("call")).to_act is None


def test_nobody_acts_when_all_but_one_are_all_in():
    players = [TablePlayer("Hero", 500), TablePlayer("A", 100)]
    start = new_session("holdem", players, bankroll=500, street=1, pot=60)
    state = run(start, TrackedAction("bet", chips=500), TrackedAction("call"))
    assert state.to_act is None
    state = run(state, TrackedAction("street", cards="2c"), TrackedAction("street", cards="3c"))
    assert state.to_act is None
    end = apply_action(state, TrackedAction("showdown", ranking=((1,),)))  # what was not called goes back all the same
    assert [player.stack for player in end.players] == [400, 260]


def test_fixed_limit_razz():
    start = new_session("razz", seats("Hero", "A", "B", stack=200), bankroll=200, stakes=FIXED)
    state = run(start, *(TrackedAction("ante", i, 1) for i in range(3)), TrackedAction("bring-in", 1, 3))
    assert (state.pot, state.price, state.to_act, state.street_name) == (6, 3, 2, "third street")
    assert legal_actions(state, 2).name == "complete"
    completed = apply_action(state, TrackedAction("complete"))
    assert completed.price == 10
    question = decision_request(completed)
    assert question["choices"] == {"call": 10, "raise": 20}
    assert question["committed"] == {"hero": 0.0, "opponents": [3, 10], "folded": 3}
    answer = answer_json(question | {"outcomes": {"win": 0.6, "split": [0, 0], "lose": 0.4}})
    assert (answer["decision"], answer["bet"]) == ("raise", 20)
    state = run(completed, TrackedAction("raise"), TrackedAction("fold"), TrackedAction("call"))
    assert (state.pot, state.to_act) == (46, None)
    state = apply_action(state, TrackedAction("cards", 0, cards="A29 7"))
    assert state.players[0].cards == "A29 7"
    assert refused(state, TrackedAction("street", cards="7h")) == "cards"
    state = apply_action(state, TrackedAction("street", player=2))
    assert (state.street_name, state.to_act) == ("fourth street", 2)
    assert legal_actions(state, 2).low == 10
    fifth = run(state, TrackedAction("check"), TrackedAction("check"), TrackedAction("street", player=0))
    assert (fifth.to_act, legal_actions(fifth, 0).low, legal_actions(fifth, 0).high) == (0, 20, 20)


def test_the_cap_of_fixed_limit():
    start = new_session("razz", seats("Hero", "A", "B", stack=500), bankroll=500, stakes=FIXED, street=1, pot=9)
    state = run(start, TrackedAction("bet"), TrackedAction("raise"), TrackedAction("raise"), TrackedAction("raise"))
    assert state.price == 40
    assert legal_actions(state, state.to_act).low is None
    assert legal_actions(state, state.to_act).call == 20
    heads_up = run(state, TrackedAction("fold"))
    assert legal_actions(heads_up, heads_up.to_act).low is not None


def test_hold_em_blinds_count_as_the_first_bet_of_fixed_limit():
    stakes = Stakes(small_blind=5, big_blind=10, fixed=True, small_bet=10, big_bet=20)
    start = new_session("holdem", seats("Hero", "A", "B"), bankroll=5000, stakes=stakes)
    state = run(start, *blinds(start))
    assert legal_actions(state, state.to_act).name == "raise"
    assert legal_actions(state, state.to_act).low == 20
    assert run(state, TrackedAction("raise"), TrackedAction("raise"), TrackedAction("raise")).raises == 4


HALF = replace(FIXED, ante=0, half_bet=True)


@pytest.mark.parametrize(
    ("short", "half_bet", "name", "price", "raises", "again"),
    [
        # an all-in raise of a bet of 10, then the next raise: its name, its price, raises so far, may the bettor raise
        (14, True, "complete", 20, 1, False),  # less than half a bet counts as none, and is completed
        (15, True, "raise", 25, 2, True),
        (20, True, "raise", 30, 2, True),
        (14, False, "raise", 24, 2, False),
        (15, False, "raise", 25, 2, False),  # only a whole raise reopens the betting
        (20, False, "raise", 30, 2, True),
        # an all-in bet
        (4, True, "complete", 10, 0, False),
        (5, True, "raise", 15, 1, True),
        (5, False, "complete", 10, 1, False),
    ],
)
def test_an_all_in_of_half_a_bet_counts_as_a_whole_one(short, half_bet, name, price, raises, again):
    players = [TablePlayer("Hero", 500), TablePlayer("A", short), TablePlayer("B", 500), TablePlayer("C", 500)]
    stakes = replace(HALF, half_bet=half_bet)
    start = new_session("holdem", players, bankroll=500, stakes=stakes, street=1, pot=60)
    first = TrackedAction("bet" if short > 10 else "check")
    state = run(start, first, TrackedAction("raise" if short > 10 else "bet"))
    allowed = legal_actions(state, 2)
    assert (state.price, state.raises) == (short, raises)
    assert (allowed.name, allowed.low, allowed.high) == (name, price, price)
    calls = run(state, TrackedAction("call"), TrackedAction("call"))
    assert (calls.to_act, legal_actions(calls, 0).low is not None) == (0, again)
    more = run(state, TrackedAction(name), TrackedAction("fold"))
    assert (more.price, more.raises) == (price, raises + 1)
    assert legal_actions(more, 0).low == price - first.kind.startswith("bet") * 10 + 10  # a whole bet over that


def test_several_small_all_ins_count_together_and_none_is_of_the_cap():
    """Robert's rules, and those of the TDA: half of a bet has to come together before the betting is open again."""
    players = [TablePlayer("Hero", 500), TablePlayer("A", 13), TablePlayer("B", 16), TablePlayer("C", 500)]
    start = new_session("holdem", players, bankroll=500, stakes=HALF, street=1, pot=60)
    state = run(start, TrackedAction("bet"), TrackedAction("raise"))
    assert (state.raises, legal_actions(state, 2).name) == (1, "complete")
    state = run(state, TrackedAction("complete"))
    assert (state.price, state.raises, legal_actions(state, 3).low) == (16, 2, 26)
    question = decision_request(run(state, TrackedAction("call")))
    assert question["choices"] == {"call": 6, "raise": 16}


def test_a_bring_in_is_completed_whatever_its_size():
    """Half of what a completion adds has to come on top of it: a bring-in is no bet."""
    players = [TablePlayer("Hero", 500), TablePlayer("A", 6), TablePlayer("B", 500)]
    start = new_session("razz", players, bankroll=500, stakes=replace(HALF, bring_in=5))
    state = run(start, TrackedAction("bring-in", 0, 5))
    assert (legal_actions(state, 1).name, legal_actions(state, 1).low) == ("complete", 6)
    small = run(state, TrackedAction("complete"))
    assert (small.raises, legal_actions(small, 2).name, legal_actions(small, 2).low) == (0, "complete", 10)
    players[1] = TablePlayer("A", 8)
    state = run(
        new_session("razz", players, bankroll=500, stakes=replace(HALF, bring_in=5)), TrackedAction("bring-in", 0, 5)
    )
    large = run(state, TrackedAction("complete"))
    assert (large.raises, legal_actions(large, 2).name, legal_actions(large, 2).low) == (1, "raise", 18)


@pytest.mark.parametrize(
    ("short", "by", "choices"),
    [(14, 6, {"call": 14, "complete": 20}), (15, None, {"call": 15, "raise": 25}), (4, 6, {"call": 4, "complete": 10})],
)
def test_the_panel_takes_over_what_an_all_in_leaves_to_be_raised(short, by, choices):
    seats = tuple(Seat(name, cards) for name, cards in (("A", "AhKh"), ("B", "22+"), ("Hero", "QsQd")))
    setup = {"stacks": [500, short, 500], "bankroll": 500, "fixed": True, "small_bet": 10, "street": 1, "pot": 60}
    panel = read_panel({"seat": 2, "tracker": {"setup": setup | {"hero": 2}}})
    table = begin_session(Scenario("holdem", seats, board="7h 8h 2c", kelly=panel))
    for kind in ("bet", "raise") if short > 10 else ("check", "bet"):
        table = after_action(table, tracked_session(table), TrackedAction(kind))
    now = tracked_session(table)
    taken = decision_panel(table.kelly, now)
    assert taken.raise_by == by
    outcomes = Outcomes(0.5, (0.0, 0.0), 0.5)
    from_panel = kelly_request_json(replace(table, kelly=taken), outcomes)
    assert from_panel["choices"] == decision_request(now.state)["choices"] == choices


def test_sessions_begin_with_the_rule_of_half_a_bet_and_older_ones_go_on_without_it():
    seats = tuple(Seat(name, cards) for name, cards in (("Hero", "AhKh"), ("A", "22+"), ("B", "random")))
    setup = {"stacks": [500, 15, 500], "bankroll": 500, "fixed": True, "small_bet": 10, "street": 1, "pot": 60}
    table = Scenario("holdem", seats, board="7h 8h 2c", kelly=read_panel({"tracker": {"setup": setup}}))
    new = tracked_session(begin_session(table))
    assert new.setup.half_bet is True
    bet = after_action(begin_session(table), new, TrackedAction("bet"))
    raised = tracked_session(after_action(bet, tracked_session(bet), TrackedAction("raise")))
    assert legal_actions(raised.state, 2).low == 25
    off = begin_session(with_setup(table, "half_bet", False))
    assert tracked_session(off).state.stakes.half_bet is False
    saved = {"setup": setup | {"names": ["Hero", "A", "B"], "game": "holdem", "board": "7h 8h 2c"}}
    saved["setup"]["stacks"] = [500, 5, 500]
    saved["actions"] = [{"kind": "check"}, {"kind": "bet"}, {"kind": "complete"}]  # of version 1.0: to 10, not to 15
    older = tracked_session(replace(table, kelly=read_panel({"tracker": saved})))
    assert (older.state.stakes.half_bet, older.state.price) == (False, 10)


@given(st.data())
def test_random_play_keeps_every_chip(data):
    """Chips are neither made nor lost, bankroll and stack move together, and every hand comes to an end."""
    stacks = data.draw(st.lists(st.integers(1, 300), min_size=2, max_size=5))
    players = [TablePlayer(f"P{i}", float(stack)) for i, stack in enumerate(stacks)]
    fixed = data.draw(st.booleans())
    stakes = Stakes(2, 4, 1, fixed=fixed, small_bet=4, big_bet=8, half_bet=data.draw(st.booleans()))
    start = new_session("holdem", players, bankroll=players[0].stack + 1000, stakes=stakes)
    state = run(start, *blinds(start))
    boards = {0: "7h 8h 2c", 1: "Ks", 2: "3d"}
    total = sum(stacks)
    for _ in range(200):
        assert chips_of(state) == pytest.approx(total)
        assert state.bankroll - state.players[0].stack == pytest.approx(1000)
        assert min(player.stack for player in state.players) >= 0.0
        assert sum(amount for amount, _ in state.pots) == pytest.approx(state.pot)
        if state.over:
            break
        if state.to_act is None:
            if state.street == 3:
                order = data.draw(st.permutations(state.live))
                state = apply_action(state, TrackedAction("showdown", ranking=tuple((i,) for i in order)))
            else:
                state = apply_action(state, TrackedAction("street", cards=boards[state.street]))
            continue
        state = apply_action(state, chosen(data, state))
    assert state.over


def won_by_the_best(state, kind, chips):
    """What hero wins net who beats all, when after this action of hero's everybody calls as far as he can."""
    end = apply_action(state, TrackedAction(kind, chips=chips))
    while end.to_act is not None:
        end = apply_action(end, TrackedAction("call" if legal_actions(end, end.to_act).call else "check"))
    put_in = state.players[state.hero].stack - end.players[state.hero].stack  # less what went back
    return sum(amount for amount, players in end.pots if state.hero in players) - put_in


def chosen(data, state):
    allowed = legal_actions(state, state.to_act)
    kinds = ["call" if allowed.call else "check", "fold"]
    if state.to_act == state.hero and state.opponents:
        request = decision_request(state) | {"outcomes": {"win": 0.4}}
        answer = answer_json(request)
        assert math.isfinite(answer["growth"])
        assert answer["bet"] <= state.players[state.hero].stack + 1e-9
        for bet in answer_json(request | {"outcomes": {"win": 1.0}})["bets"]:
            kind = "call" if bet["action"] == "call" else allowed.name  # a raise, where the big blind may check
            assert bet["chip_ev"] == pytest.approx(won_by_the_best(state, kind, bet["bet"]), abs=1e-6)
    if allowed.low is not None:
        kinds.append(allowed.name)
    kind = data.draw(st.sampled_from(kinds))
    if kind == allowed.name:
        return TrackedAction(kind, chips=data.draw(st.sampled_from([allowed.low, allowed.high])))
    return TrackedAction(kind)


STAKES = Stakes(small_blind=0.25, big_blind=0.5)
ALL_IN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [68.31, 50, 34.88]
actions = ['d dh p1 2c2d', 'd dh p2 QcAs', 'd dh p3 KdAc', 'p3 cbr 1.00', 'p1 cc', 'p2 cbr 6.00', 'p3 cc', 'p1 f',
  'd db TsQhAh', 'p2 cbr 11', 'p3 cbr 28.88', 'p2 cc', 'd db 2h', 'd db 6d', 'p2 sm QcAs', 'p3 sm KdAc']
"""


@pytest.mark.parametrize(("cents", "share"), list(product((3488, 1010, 9730, 12345), (0.13, 0.31, 0.62))))
def test_who_bets_all_chips_in_parts_has_none_left(cents: int, share: float) -> None:
    """The parts are hundredths that floats do not hold: 34.88 - 6 - 28.88 is above zero."""
    stack = cents / 100
    first = round(cents * share) / 100
    rest = (cents - round(cents * share)) / 100
    players = (TablePlayer("A", stack), TablePlayer("B", 2 * stack))
    state = new_session("holdem", players, hero=1, bankroll=2 * stack, stakes=STAKES, button=0)
    actions = (
        *(TrackedAction("post", 0, 0.25), TrackedAction("post", 1, 0.5)),
        *(TrackedAction("raise", 0, first - 0.25), TrackedAction("call", 1)),
        *(TrackedAction("street", cards="2c3d4h"), TrackedAction("check", 1), TrackedAction("bet", 0, rest)),
    )
    state = replay(state, actions)[-1]
    assert state.players[0].stack == 0.0
    called = apply_action(state, TrackedAction("call", 1))
    assert called.to_act is None
    assert called.players[1].stack == stack
    assert [players for _, players in called.pots] == [{0, 1}]
    assert apply_action(called, TrackedAction("street", cards="5s")).to_act is None


def test_the_tracker_follows_a_hand_whose_chips_floats_do_not_hold() -> None:
    hand = hand_of_text(ALL_IN)
    for moment in hand.moments[:-1]:
        session = tracked_session(scenario_at(hand, moment))
        assert session is not None
        assert session.state.to_act == moment.to_act
        assert [player.stack for player in session.state.players] == [chips.stack for chips in moment.chips]
    assert tracked_session(scenario_at(hand, hand.moments[-1])) is not None
