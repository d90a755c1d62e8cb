"""Requests before the flop: strict reading, every problem with its field, JSON both ways, notices, tables."""

import pytest

from engine.preflop.request import read_preflop_request
from engine.preflop.situation import read_preflop_situation
from engine.scenario import ScenarioError
from engine.scenario.seat_panel import BetSize

BB = {"name": "BB", "in": 1, "calls": "22+"}
GOOD = {"hero": {"cards": "AKs"}, "opponents": [BB], "after": {"bets": 2, "paid": 1}}


NEARLY_ALL = " ".join(f"{rank}{suit}" for suit in "hdc" for rank in "23456789TJQKA") + " 2s 3s 4s 5s 6s"


def problems(**changes):
    with pytest.raises(ScenarioError) as caught:
        read_preflop_situation(read_preflop_request({**GOOD, **changes}))
    return {problem.field: problem for problem in caught.value.problems}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"opponents": []}, "opponents"),
        ({"opponents": [BB] * 10}, "opponents"),
        ({"opponents": "BB"}, "opponents"),
        ({"opponents": [{"in": 1}]}, "opponents[0].calls"),
        ({"opponents": [BB, {"cards": "22+", "folded": True, "calls": "AA"}]}, "opponents[1].calls"),
        ({"opponents": [{"folded": True}]}, "opponents[0].cards"),
        ({"opponents": [BB, {"cards": "22+", "folded": True, "raises": "AA"}]}, "opponents[1].raises"),
        ({"opponents": [{**BB, "raises": "AKx"}], "raises_to": {"call": 3}}, "opponents[0].raises"),
        ({"opponents": [{**BB, "raises": "AA"}]}, "raises_to.call"),
        ({"opponents": [{**BB, "raises_raise": "AA"}], "raise_to": 3}, "raises_to.raise"),
        ({"raises_to": {"call": 1}}, "raises_to.call"),
        ({"raises_to": {"raise": 3}, "raise_to": 3}, "raises_to.raise"),
        ({"raises_to": 9}, "raises_to"),
        ({"stack": -1}, "stack"),
        ({"opponents": [{**BB, "in": -1}]}, "opponents[0].in"),
        ({"opponents": [{**BB, "in": float("inf")}]}, "opponents[0].in"),
        ({"opponents": [{**BB, "calls": ""}]}, "opponents[0].calls"),
        ({"opponents": [{**BB, "calls": 7}]}, "opponents[0].calls"),
        ({"opponents": [{**BB, "stack": 7}]}, "opponents[0].stack"),
        ({"opponents": [7]}, "opponents[0]"),
        ({"hero": {"cards": "AKx"}}, "hero.cards"),
        ({"hero": {"cards": "AhKh"}, "dead": "Ah"}, "hero.cards"),
        ({"hero": 7}, "hero"),
        ({"dead": "AhAh"}, "dead"),
        ({"dead_money": True}, "dead_money"),
        ({"raise_to": 1}, "raise_to"),
        ({"raise_to": "3"}, "raise_to"),
        ({"after": None}, "after"),
        ({"after": {"paid": 1}}, "after.bets"),
        ({"after": {"bets": {"pot": -1}}}, "after.bets.pot"),
        ({"after": {"bets": {"call": 1}}}, "after.bets.raise"),
        ({"after": {"bets": {"call": 1, "raise": {"pots": 1}}}}, "after.bets.raise.pots"),
        ({"after": {"bets": 1, "paid": 2}}, "after.paid"),
        ({"after": {"bets": 1, "paid": [1, 1]}}, "after.paid"),
        ({"rake": 1.5}, "rake"),
        ({"rake_cap": -1}, "rake_cap"),
        ({"run": {"method": "guess"}}, "run.method"),
        ({"run": {"detail": ["matrix"]}}, "run.detail[0]"),
        ({"run": {"max_trials": 0}}, "run.max_trials"),
        ({"order": "v9"}, "order"),
        ({"dialect": "slang"}, "dialect"),
        ({"steelwheel_preflop": 2}, "steelwheel_preflop"),
        ({"stacks": 100}, "stacks"),
        ({"hero": {"cards": "AhKh"}, "opponents": [{"cards": "AhQh"}]}, "opponents"),
        ({"dead": NEARLY_ALL, "opponents": [{"in": 1, "calls": "random"}]}, "dead"),
    ],
    ids=str,
)
def test_a_problem_names_its_field(changes, field):
    assert field in problems(**changes)


def test_all_problems_are_told_with_their_positions():
    values = problems(hero={"cards": "AKs, QZ"}, opponents=[{**BB, "calls": "22+, A9z"}], rake=-1)
    assert {field: problem.position for field, problem in values.items()} == {
        "hero.cards": 5, "opponents[0].calls": 5, "rake": None,
    }  # fmt: skip


def test_what_is_not_yet_given_is_incomplete():
    assert problems(opponents=[{"in": 1}])["opponents[0].calls"].incomplete
    assert problems(after=None)["after"].incomplete


def test_json_both_ways():
    request = {
        "steelwheel_preflop": 1, "hero": {"cards": "AKs, QQ:0.5", "in": 0.5},
        "opponents": [
            {"name": "UTG", "in": 1, "cards": "15%"},
            {"name": "CO", "cards": "fold-profile", "folded": True},
            {"name": "SB", "in": 0.5, "calls": "30%", "calls_raise": "12%", "raises": "5%", "raises_raise": "QQ+"},
        ],
        "raises_to": {"call": 4, "raise": 9}, "stack": 100, "dead": "2c", "dead_money": 0.25, "raise_to": 3,
        "after": {"bets": {"call": 2, "raise": {"pot": 0.5}}, "paid": [1, 0, 0.5]},
        "rake": 0.05, "rake_cap": 3, "dialect": "climb", "order": "v2",
        "run": {"method": "sampled", "seed": 7, "max_trials": 1000, "detail": ["book"]},
    }  # fmt: skip
    read = read_preflop_request(request)
    assert read_preflop_request(read.to_json()) == read
    assert (read.bets_called, read.bets_raised) == (BetSize(2.0), BetSize(0.5, of_pot=True))
    assert read.price == 1


def test_defaults():
    read = read_preflop_request({"opponents": [BB], "after": {"bets": 1}})
    assert (read.hero, read.hero_chips, read.raise_to, read.paid, read.rake_cap) == ("random", 0.0, None, (1.0,), None)
    assert [action.name for action in read_preflop_situation(read).actions] == ["call"]


def test_the_chips_of_a_situation():
    read = read_preflop_request(
        {
            "hero": {"in": 0.5}, "dead_money": 0.25, "raise_to": 4,
            "after": {"bets": {"pot": 0.5}, "paid": [1, 0.5, 1]},
            "opponents": [
                {"in": 2, "cards": "AA"}, {"in": 1, "calls": "22+"}, {"in": 0.1, "cards": "72o", "folded": True},
            ],
        }
    )  # fmt: skip
    situation = read_preflop_situation(read)
    call, raise_ = situation.actions
    assert (call.cost, raise_.cost, read.middle) == (1.5, 3.5, 3.85)
    pot = read.pot
    assert pot(call.cost, call.level, (0, 1)) == pytest.approx(0.25 + 2 + 2 + 2 + 0.1)
    assert pot(call.cost, call.level, (0,)) == pytest.approx(0.25 + 2 + 2 + 1 + 0.1)
    assert pot(raise_.cost, raise_.level, (0, 1)) == pytest.approx(0.25 + 4 + 4 + 4 + 0.1)


def test_notices_of_what_cannot_be():
    read = read_preflop_request({**GOOD, "opponents": [BB, {"in": 0.5, "cards": "TT+"}]})
    notices = " ".join(read_preflop_situation(read).notices)
    assert "opponents[0].calls" in notices
    assert "opponents[1].in" in notices
    locked = {**GOOD, "opponents": [{**BB, "calls": "random"}]}
    assert not read_preflop_situation(read_preflop_request(locked)).notices


def test_what_raises_is_a_part_of_what_goes_on():
    limper = {
        "in": 1,
        "cards": "22+, AKs",
        "calls": "AKs:0.5, QQ+",
        "calls_raise": "AKs",
        "raises_raise": "AKs:0.5, KK+",
    }
    raiser = {"calls": "QQ+", "calls_raise": "AA", "raises": "KK+, 72o"}
    request = {**GOOD, "opponents": [limper, raiser], "raise_to": 3, "raises_to": {"call": 4, "raise": 9}}
    called, raised = read_preflop_situation(read_preflop_request(request)).actions
    assert (called.raised, called.raisers, raised.raised, raised.raisers) == (4, (1,), 9, (0,))
    assert (called.coming[1].goes.sum(), called.coming[1].raises.sum()) == (6, 12)
    assert (raised.coming[0].goes.sum(), raised.coming[0].raises.sum(), raised.coming[0].holds.sum()) == (1, 1, 82)


def test_a_limper_goes_on_with_a_part_of_what_it_holds():
    limper = {"in": 1, "cards": "22+, AKs", "calls": "AKs:0.5, QQ+", "calls_raise": "AKs"}
    situation = read_preflop_situation(read_preflop_request({**GOOD, "opponents": [limper], "raise_to": 3}))
    called, raised = (action.coming[0] for action in situation.actions)
    assert called.goes.sum() == 18 + 2
    assert raised.goes.sum() == 2
    assert (called.goes + called.stays).sum() == (raised.goes + raised.stays).sum() == 82
