"""Requests with a reaction or with orders that are wrong, each problem under its field; and what orders pay."""

import json
import math

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from engine.kelly.answer import answer_json
from engine.scenario import ScenarioError
from tests.engine.kelly_requests import ODDS, ONE, SETS, SEVERAL, TWO
from tests.reference.naive_reaction import pot_of


def wrong(asked):
    with pytest.raises(ScenarioError) as caught:
        answer_json(asked)
    return [problem.field for problem in caught.value.problems]


HANDS = [{"p": 1.0, "win": 0.5, "split": 0.0, "lose": 0.5}]


@pytest.mark.parametrize(
    ("reaction", "fields"),
    [
        (3, ["reaction"]),
        ({}, ["reaction.calls"]),
        ({"calls": "some"}, ["reaction.calls"]),
        ({"fold": 1.2}, ["reaction.fold"]),
        ({"fold": "x"}, ["reaction.fold"]),
        ({"defend": "mdf"}, ["reaction.defend"]),
        ({"fold": 0.2, "defend": "pot odds"}, ["reaction.defend"]),
        ({"fold": 0.2, "size": 3}, ["reaction.size"]),
        ({"hands": HANDS}, ["reaction.calls"]),
        ({"fold": 0.1, "hands": []}, ["reaction.hands"]),
        ({"fold": 0.1, "hands": 4}, ["reaction.hands"]),
        ({"fold": 0.1, "hands": [4]}, ["reaction.hands[0]"]),
        ({"fold": 0.1, "hands": [{"p": 0.5, "win": 0.5}]}, ["reaction.hands"]),
        ({"fold": 0.1, "hands": [{"win": 0.5}]}, ["reaction.hands[0].p"]),
        ({"fold": 0.1, "hands": [HANDS[0], {"p": 0, "win": 2}]}, ["reaction.hands[1].win"]),
        ({"fold": 0.1, "hands": [{"p": 1, "win": 0.6, "lose": 0.6}]}, ["reaction.hands[0].win"]),
        ({"fold": 0.1, "hands": [{"p": 1, "win": 0.6, "split": [0.1, 0.1]}]}, ["reaction.hands[0].split"]),
        ({"rows": []}, ["reaction.rows"]),
        ({"rows": [{"bet": 0, "outcomes": ONE}]}, ["reaction.rows[0].bet"]),
        ({"rows": [{"outcomes": ONE}]}, ["reaction.rows[0].bet"]),
        ({"rows": [{"bet": 20, "fold": 0.2}]}, ["reaction.rows[0].outcomes"]),
        ({"rows": [{"bet": 20, "outcomes": {"win": 3}}]}, ["reaction.rows[0].outcomes.win"]),
        ({"rows": [{"bet": 20, "outcomes": ONE}] * 2}, ["reaction.rows[1].bet"]),
        ({"rows": [{"bet": 20, "outcomes": ONE}], "hands": HANDS}, ["reaction.hands"]),
        ([], ["reaction"]),
        ([{"fold": 0.1}, {"fold": 0.1}], ["reaction"]),
        ([{"fold": 1.1}], ["reaction[0].fold"]),
        ([7], ["reaction[0]"]),
    ],
)
def test_problems_of_a_reaction_name_their_fields(reaction, fields):
    assert wrong(ODDS | {"reaction": reaction}) == fields


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"outcomes_by_callers": None}, ["outcomes_by_callers"] * 3),
        ({"outcomes_by_callers": SETS[:2]}, ["outcomes_by_callers"]),
        ({"outcomes_by_callers": SETS[1:]}, ["outcomes_by_callers"]),
        ({"outcomes_by_callers": [*SETS, SETS[0]]}, ["outcomes_by_callers[3].callers"]),
        ({"outcomes_by_callers": [*SETS, {"callers": [2]}]}, ["outcomes_by_callers[3].callers[0]"]),
        ({"outcomes_by_callers": [*SETS, {"callers": []}]}, ["outcomes_by_callers[3].callers"]),
        ({"outcomes_by_callers": [*SETS, {"callers": [1, 1]}]}, ["outcomes_by_callers[3].callers"]),
        ({"outcomes_by_callers": [{"callers": [0]}, *SETS[1:]]}, ["outcomes_by_callers[0].outcomes"]),
        ({"reaction": [{"fold": 0.1}]}, ["reaction"]),
        ({"reaction": [{"fold": 0.1, "hands": HANDS}, {"calls": "all"}]}, ["reaction[0].hands"]),
        ({"reaction": [{"rows": [{"bet": 5, "outcomes": TWO}]}, {"calls": "all"}]}, ["reaction[0].rows"]),
        ({"p_all_fold": 0.2}, ["p_all_fold"]),
    ],
)
def test_problems_of_several_name_their_fields(changes, fields):
    assert wrong(SEVERAL | changes) == fields


def test_sets_that_never_call_may_be_missing():
    asked = SEVERAL | {"reaction": [{"fold": 1.0}, {"fold": 0.3}], "outcomes_by_callers": SETS[1:2]}
    assert answer_json(asked)["growth"] >= answer_json(asked)["growth_at_zero"]
    assert wrong(asked | {"outcomes_by_callers": SETS[:1]}) == ["outcomes_by_callers"]


def test_who_is_all_in_cannot_fold():
    chips = {"hero": 0, "opponents": [50], "behind": [0]}
    asked = {"bankroll": 1000, "opponents": 1, "committed": chips, "outcomes": ONE, "can_raise": True}
    assert wrong(asked | {"reaction": {"fold": 0.5}}) == ["reaction"]
    assert wrong(asked | {"reaction": {"rows": [{"bet": 70, "fold": 0.5, "outcomes": ONE}]}}) == ["reaction"]
    assert answer_json(asked | {"reaction": {"calls": "all"}})["decision"] in ("call", "raise")


def test_more_than_four_cannot_answer_each_by_himself():
    five = {"bankroll": 500, "pot": 100, "opponents": 5, "outcomes": {"win": 0.3}}
    assert wrong(five | {"reaction": {"fold": 0.5}}) == ["reaction"]
    assert answer_json(five | {"reaction": {"calls": "all"}}) == answer_json(five)
    rows = [{"bet": 20, "fold": 0.5, "outcomes": {"win": 0.4}}]
    assert answer_json(five | {"reaction": {"rows": rows}})["bets"][0]["bet"] == 20


def test_rows_that_do_not_go_with_the_rest():
    rows = {"rows": [{"bet": 20, "fold": 0.2, "outcomes": ONE}]}
    assert wrong(ODDS | {"reaction": rows, "choices": {"bet": 5}}) == ["choices"]
    assert wrong(ODDS | {"reaction": rows, "to_call": 30}) == ["reaction.rows"]


ORDERS = [{"p": 0.5, "order": [[0], [1, 2]]}, {"p": 0.3, "order": [[1], [0], [2]]}, {"p": 0.2, "order": [[2], [0, 1]]}]
RANKED = {
    "bankroll": 1000,
    "opponents": 2,
    "committed": {"hero": 50, "opponents": [50, 50], "folded": 20, "behind": [30, None]},
    "orders": ORDERS,
}


def test_orders_pay_every_pot():
    """Beaten by the one who is all in for 30 and better than the other: the side pot is hero's."""
    result = answer_json(RANKED | {"choices": {"bet": 100}})
    (bet,) = result["bets"]
    main, side = 170 + 3 * 30, 2 * 70
    nets = [(0.5, main + side - 100), (0.3, side - 100), (0.2, -100)]
    assert bet["growth"] == pytest.approx(sum(p * math.log1p(net / 1000) for p, net in nets))
    assert bet["chip_ev"] == pytest.approx(sum(p * net for p, net in nets))
    assert result["side_pots"] == "exact"
    assert result["probabilities"] == {"win": 0.5, "split": [0.0, 0.0], "lose": 0.5}
    bound = answer_json(RANKED | {"choices": {"bet": 100}, "orders": None, "outcomes": {"win": 0.5}})
    assert bound["side_pots"] == "lower bound"
    assert bound["bets"][0]["growth"] < bet["growth"]
    assert "side_pots" not in answer_json(RANKED | {"max_bet": 30, "orders": None, "outcomes": {"win": 0.5}})


def test_a_bet_into_a_side_pot_that_only_orders_see():
    """Hero always beats the deep one and never the one who is all in: only the side pot is worth a bet."""
    asked = RANKED | {"orders": [{"p": 0.9, "order": [[1], [0], [2]]}, {"p": 0.1, "order": [[1], [2], [0]]}]}
    result = answer_json(asked)
    assert (result["decision"], result["side_pots"]) == ("bet", "exact")
    assert result["bet"] > 30
    assert answer_json(asked | {"orders": None, "outcomes": {"win": 0.0}})["decision"] == "check"


def test_orders_without_short_stacks_are_outcomes():
    plain = RANKED | {"committed": {"hero": 50, "opponents": [50, 50], "folded": 20}}
    outcomes = {"win": 0.5, "split": [0.0, 0.0], "lose": 0.5}
    assert answer_json(plain) == answer_json(plain | {"orders": None, "outcomes": outcomes})


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"orders": []}, ["orders"]),
        ({"orders": 3}, ["orders"]),
        ({"orders": [3]}, ["orders[0]"]),
        ({"orders": [{"p": 0.5, "order": [[0], [1, 2]]}]}, ["orders"]),
        ({"orders": [{"p": 2, "order": [[0], [1, 2]]}]}, ["orders[0].p"]),
        ({"orders": [{"p": 1}]}, ["orders[0].order"]),
        ({"orders": [{"p": 1, "order": [[0], [1]]}]}, ["orders[0].order"]),
        ({"orders": [{"p": 1, "order": [[0], [1, 2], [1]]}]}, ["orders[0].order"]),
        ({"orders": [{"p": 1, "order": [[0], [], [1, 2]]}]}, ["orders[0].order"]),
        ({"orders": [{"p": 1, "order": [0, 1, 2]}]}, ["orders[0].order[0]"]),
        ({"orders": [{"p": 1, "order": [[0], [1, 3]]}]}, ["orders[0].order[1][1]"]),
        ({"orders": [{"p": 1, "order": [[0], None, [1, 2]]}]}, ["orders[0].order[1]"]),
        ({"outcomes": {"win": 0.5}}, ["orders"]),
        ({"outcomes_by_callers": SETS, "reaction": {"fold": 0.2}}, ["outcomes_by_callers"]),
    ],
)
def test_problems_of_orders_name_their_fields(changes, fields):
    assert wrong(RANKED | changes) == fields


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(0, 2) | st.sampled_from(["all", "pot odds", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["calls", "fold", "defend", "rows", "hands", "p", "win", "split", "bet", "outcomes"]),
            inner,
            max_size=4,
        )
        | st.dictionaries(st.sampled_from(["callers", "order", "p", "outcomes"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([ODDS, SEVERAL, RANKED]), st.sampled_from(["reaction", "outcomes_by_callers", "orders"]), VALUES)
def test_anything_is_answered_or_refused(asked, key, value):
    try:
        result = answer_json(asked | {key: value})
    except ScenarioError as error:
        event(error.problems[0].field)
        return
    json.dumps(result, allow_nan=False)
    event("answered")


def test_the_pot_of_the_reference():
    assert pot_of(RANKED) == 170
