"""How two answers about the play before the flop differ."""

from dataclasses import replace

import pytest

from engine import Scenario, Seat
from engine.preflop.answer import ClassValue, PreflopAction, PreflopAnswer, action_changes, class_changes
from engine.preflop.panel import PREFLOP
from engine.preflop.run import solve_preflop
from engine.scenario import PreflopPanel

SEATS = Seat("Hero", "AhKh"), Seat("BB", "QQ+, AKs")
TIGHT = Scenario("holdem", SEATS, preflop=PreflopPanel(dead_money=3.0, raise_to=6.0))
LOOSE = replace(TIGHT, seats=(SEATS[0], Seat("BB", "TT+, AQs+")))


def asked(scenario):
    return PREFLOP.request(scenario).request


def answer(actions, classes=None):
    made = tuple(PreflopAction(action=name, cost=0.0, ev=ev, stderr=error) for name, ev, error in actions)
    request = asked(TIGHT)
    rows = classes or {}
    return PreflopAnswer(
        method="sampled", reason="", best="", actions=made, classes=rows, notices=(), request=request
    )  # fmt: skip


def test_actions_that_both_know_differ_with_the_errors_of_both():
    before = answer([("fold", 0.0, 0.0), ("call", 1.0, 0.03)])
    after = answer([("fold", 0.0, 0.0), ("call", 1.5, 0.04), ("raise", 2.0, 0.01)])
    fold, call = action_changes(before, after)
    assert (fold.change, fold.stderr) == (0.0, 0.0)
    assert call.change == 0.5
    assert call.stderr == pytest.approx(0.07)


def test_classes_differ_by_what_is_best_for_them():
    aces = ClassValue(0.1, {"call": 1.0, "raise": 3.0}, {"raise": 0.1})
    deuce = ClassValue(0.1, {"call": -1.0})
    later = {
        "AA": ClassValue(0.1, {"call": 2.0}, {"call": 0.2}),
        "KK": ClassValue(0.1, {}),
        "72o": ClassValue(0.1, {"call": 0.5}),
    }
    before, after = answer([], {"AA": aces, "72o": deuce}), answer([], later)
    result = class_changes(before, after)
    assert set(result) == {"AA", "72o"}
    assert (result["AA"].actions, result["AA"].change) == (("raise", "call"), -1.0)
    assert result["AA"].stderr == pytest.approx(0.3)
    assert (result["72o"].before, result["72o"].after) == (0.0, 0.5)


def test_a_tighter_opponent_costs_as_much_as_both_answers_say():
    one, other = (solve_preflop(asked(scenario)) for scenario in (LOOSE, TIGHT))
    call = action_changes(one, other)[1]
    assert call.change == pytest.approx(other.actions[1].ev - one.actions[1].ev)
    assert call.change < 0
    assert replace(call, stderr=0.0) == call
