"""The Kelly panel's request where opponents answer a bet and side pots are exact."""

import pytest

from engine import Scenario, Seat
from engine.kelly.answer import kelly_answer
from engine.kelly.finishing_orders import JointResult
from engine.kelly.hand.record import decision_request
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import kelly_inputs, kelly_panel, kelly_request_json, panel_problem
from engine.kelly.request import read_kelly_request
from engine.play.actions import new_session, replay
from engine.play.state import Stakes, TablePlayer
from engine.scenario import ScenarioError
from engine.scenario.fields import fields_of
from engine.scenario.kelly import KellyPanel, read_panel
from engine.scenario.tracked_hand import TrackedAction

ONE, TWO = Outcomes(0.6, (0.0,), 0.4), Outcomes(0.5, (0.0, 0.0), 0.5)
HANDS = [{"p": 0.5, "win": 0.1, "split": 0.0, "lose": 0.9}, {"p": 0.5, "win": 0.9, "split": 0.0, "lose": 0.1}]
SETS = [
    {"callers": [0], "outcomes": {"win": 0.6}},
    {"callers": [1], "outcomes": {"win": 0.7}},
    {"callers": [0, 1], "outcomes": {"win": 0.5}},
]
ORDERS = JointResult((0, 1, 2), ((0.5, (0, 1, 1)), (0.3, (1, 0, 2)), (0.2, (1, 1, 0))))


def table(seats, folded=(), **kelly):
    names = tuple(Seat(f"S{i}", "random", folded=i in folded) for i in range(seats))
    return Scenario("holdem", names, kelly=read_panel({"bankroll": 1000, "pot_typed": True, "pot": 60} | kelly))


def answer(values):
    return kelly_answer(read_kelly_request(values))


def test_an_answer_of_a_lone_opponent_stands_in_the_request():
    asked = kelly_request_json(table(2, answers=[None, {"defend": "pot odds"}]), ONE)
    assert asked["reaction"] == {"defend": "pot odds"}
    assert answer(asked).answered is not None
    assert "reaction" not in kelly_request_json(table(2), ONE)


def test_hands_count_where_he_calls_with_his_best():
    answers = [None, {"fold": 0.5}]
    assert "hands" not in kelly_request_json(table(2, answers=answers), ONE, hands=HANDS)["reaction"]
    best = kelly_request_json(table(2, answers=answers, best_hands=True), ONE, hands=HANDS)
    assert answer(best).answered.equity_called == pytest.approx(0.1)
    calls = kelly_request_json(table(2, best_hands=True), ONE, hands=HANDS)
    assert calls["reaction"] == {"calls": "all", "hands": HANDS}
    rows = [None, {"rows": [{"bet": 20, "fold": 0.5, "outcomes": {"win": 0.5}}]}]
    assert "hands" not in kelly_request_json(table(2, answers=rows, best_hands=True), ONE, hands=HANDS)["reaction"]


def test_the_panel_asks_without_json_what_its_json_asks(monkeypatch):
    rows = [None, {"rows": [{"bet": 20, "fold": 0.5}, {"bet": 40, "outcomes": {"win": 0.5}}]}]
    cases = [
        (table(2, answers=[None, {"fold": 0.5}]), ONE, {}),
        (table(2, answers=[None, {"fold": 0.5}], best_hands=True), ONE, {"hands": HANDS}),
        (table(2, answers=rows), ONE, {}),
        (table(3, answers=[None, {"fold": 0.9}, {"fold": 0.4}]), TWO, {"by_callers": SETS}),
        (table(3, pot_typed=False, chips=[5, 10, 10], stacks=[100, 20, 60]), TWO, {"orders": ORDERS}),
    ]
    expected = [read_kelly_request(kelly_request_json(*case, **computed)) for *case, computed in cases]
    monkeypatch.delattr("engine.kelly.panel.plain")
    assert [read_kelly_request(kelly_inputs(*case, **computed)) for *case, computed in cases] == expected


def test_several_answer_each_by_himself():
    scenario = table(4, folded=(1,), answers=[None, {"fold": 0.9}, None, {"fold": 0.4}])
    asked = kelly_request_json(scenario, TWO, by_callers=SETS)
    assert asked["reaction"] == [{"calls": "all"}, {"fold": 0.4}]
    assert answer(asked).answered.folds == 0.0


def test_problems_are_placed_at_the_row():
    scenario = table(4, folded=(1,), answers=[None, None, {"fold": 0.1}, {"fold": 4}])
    with pytest.raises(ScenarioError) as caught:
        read_kelly_request(kelly_request_json(scenario, TWO, by_callers=SETS))
    assert [panel_problem(problem, scenario).field for problem in caught.value.problems] == ["answers3"]
    scenario = table(3, answers=[None, {"fold": 0.1}])
    with pytest.raises(ScenarioError) as caught:
        read_kelly_request(kelly_request_json(scenario, TWO))
    assert {panel_problem(problem, scenario).field for problem in caught.value.problems} == {"answers1"}


def test_what_files_hold():
    odd = table(2, answers="x", best_hands=3, credited=7)
    panel = kelly_panel(odd)
    assert (panel.answers, panel.best_hands, panel.credited_range) == ((), False, "random")
    assert kelly_panel(table(2, credited="22+")).credited_range == "22+"
    three = read_panel({"answers": [None, {"fold": 0.1}, {"fold": 0.2}]})
    assert three.without_seat(1, 3).to_json() == {"answers": [None, {"fold": 0.2}]}


INPUT = {
    "bankroll": "much", "rake": 0.05, "chips": [5, "x"], "multiplier": 1, "typed": False, "seat": 1.5, "note": [1],
    "answers": [{"fold": "x"}, {"rows": [{"bet": 5, "more": 1}, 7]}, 3, {"fold": 0.5, "hands": []}], "away": ["AA", 4],
    "tracker": {"setup": {"ante": "x", "names": ["A"], "stacks": [1, "y"]}, "actions": [{"kind": "jump"}], "more": 1},
}  # fmt: skip


def test_rejected_input_stays_and_is_written_back():
    panel = read_panel(INPUT)
    assert (panel.bankroll, panel.rake, panel.chips, panel.seat) == (None, 0.05, (5, None), 0)
    assert {problem.field for problem in panel.problems} == {"bankroll", "chips1", "seat"}
    assert (panel.entered("bankroll"), panel.entered("multiplier"), panel.entered("pot")) == ("much", 1, None)
    assert (panel.tracker.setup.ante, panel.tracker.setup.entered("ante"), panel.tracker.begun) == (0.0, "x", True)
    assert panel.to_json() == INPUT
    assert read_panel(panel.to_json()) == panel
    mended = panel.with_entry("bankroll", 500).with_item("chips", 1, 7)
    assert mended.to_json() == INPUT | {"bankroll": 500, "chips": [5, 7]}
    assert mended.with_entries(dict.fromkeys(INPUT)).empty


def test_every_list_by_seat_loses_a_seat_that_is_taken_away():
    whole = {"chips": [1, 2, 3], "stacks": [4, 5, 6], "answers": [None, {"defend": "pot odds"}, {"calls": "all"}]}
    whole |= {"kept": [None, True, True], "away": ["AA", "KK", "QQ"]}
    by_seat = {key for key, form in fields_of(KellyPanel).items() if form.by_seat}
    assert by_seat == set(whole)
    assert read_panel(whole).without_seat(1, 3).to_json() == {key: [x[0], x[2]] for key, x in whole.items()}


def test_exact_side_pots_let_hero_bet_into_them():
    chips = {"pot_typed": None, "chips": [50, 50, 50], "stacks": [800, 30, 400]}
    scenario = table(3, **{**chips, "pot": None})
    bound, exact = kelly_request_json(scenario, TWO), kelly_request_json(scenario, TWO, orders=ORDERS)
    assert (bound["max_bet"], exact["max_bet"]) == (30, 400)
    assert "outcomes" not in exact
    assert exact["committed"]["behind"] == [30, None]
    result = answer(exact)
    assert (result.side_pots, result.bet > 30) == ("exact", True)
    assert answer(bound).side_pots is None


def test_a_tracked_hand_may_start_a_side_pot_with_the_joint_result():
    players = [TablePlayer("Hero", 500), TablePlayer("A", 100), TablePlayer("B", 400)]
    start = new_session("holdem", players, bankroll=500, stakes=Stakes(big_blind=10), street=1, pot=60)
    state = replay(start, [TrackedAction("check")])[-1] if start.to_act else start
    plain, exact = decision_request(state), decision_request(state, ORDERS)
    assert (plain["max_bet"], exact["max_bet"]) == (100, 400)
    assert exact["committed"]["behind"] == [100, None]
    assert answer(exact).side_pots == "exact"


def test_a_bet_of_fixed_limit_is_one_size_where_an_opponent_cannot_match_it():
    chips = {"pot_typed": None, "pot": None, "chips": [8, 16, 16], "stacks": [195, 31, 2], "limit_bet": 8}
    request = kelly_request_json(table(3, **chips), TWO)
    assert (request["choices"], request["max_bet"]) == ({"call": 8, "raise": 16}, 195)
    assert request["committed"]["behind"] == [None, 2]
    assert [bet.bet for bet in answer(request).bets] == [8, 16]
