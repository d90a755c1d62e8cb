"""Facing a bet: what a call wins, all in for less, chips that cannot be called, raises for their folds alone."""

import math

import pytest

from engine.kelly.advice import MIN_BET_SHARE
from engine.kelly.answer import answer_json
from engine.scenario import ScenarioError

SURE, EVEN = {"win": 1.0}, {"win": 0.5}
EXAMPLE_2 = {"hero": 30, "opponents": [60, 30, 60]}


def ask(**asked):
    return answer_json({"bankroll": 1000, "opponents": 1, "outcomes": EVEN} | asked)


def call(answer):
    (result,) = [bet for bet in answer["bets"] if bet["action"] == "call"]
    return result


def test_chips_in_front_make_a_price_to_call_or_fold():
    """Cassandra's Example 2: a call of 30 by hero and the third opponent's 30 win 120 + 3 x 30."""
    result = ask(committed=EXAMPLE_2, opponents=3, outcomes=SURE, min_bet=60)
    assert (result["decision"], result["bet"], result["chip_ev"]) == ("call", 30, 210)
    assert [bet["action"] for bet in result["bets"]] == ["call"]
    raised = ask(committed=EXAMPLE_2, opponents=3, outcomes=SURE, min_bet=60, can_raise=True)
    assert [bet["action"] for bet in raised["bets"]] == ["call", "raise"]


@pytest.mark.parametrize("opponents", [1, 2, 3, 9])
def test_a_typed_pot_is_what_a_call_wins_however_many_are_in(opponents):
    result = ask(pot=150, to_call=100, opponents=opponents, outcomes={"win": 0.5, "split": [0.1]})
    assert call(result)["chip_ev"] == pytest.approx(0.5 * 150 + 0.1 * (250 / 2 - 100) - 0.4 * 100)
    assert result["break_even"]["chip_ev"] == pytest.approx(100 / 250)
    assert result["pot"]["retained"] == max(0, 150 - opponents * 100)
    assert 0.0 <= result["fraction"] < 1.0


def test_all_in_for_less_wins_in_proportion():
    result = ask(pot=300, to_call=100, max_bet=40)  # 100 of the pot is the bet: 40 of it can be won
    assert (result["bet"], result["chip_ev"]) == (40, pytest.approx(0.5 * (200 + 40) - 0.5 * 40))
    assert ask(pot=300, to_call=100, max_bet=40, can_raise=True)["decision"] == "call"
    short = ask(committed={"hero": 0, "opponents": [100], "folded": 200}, bankroll=40, outcomes=SURE)
    assert (short["bet"], short["chip_ev"]) == (40, 240)


def test_without_chips_there_is_nothing_to_call_with():
    result = ask(pot=300, to_call=100, max_bet=0)
    assert (result["decision"], result["bets"]) == ("fold", [])
    assert "break_even" not in result


def test_the_break_even_counts_the_rake():
    needed = ask(pot=200, to_call=100, rake=0.1)["break_even"]
    assert needed["chip_ev"] == pytest.approx(100 / 270)
    at_the_edge = ask(pot=200, to_call=100, rake=0.1, outcomes={"win": needed["growth"]})
    assert call(at_the_edge)["growth"] == pytest.approx(0.0, abs=1e-12)
    assert ask(pot=0, to_call=100, rake=0.5)["break_even"] == {"growth": 1.0, "chip_ev": 1.0}


def test_a_bet_for_its_folds_alone_is_as_small_as_can_be():
    weak = {"outcomes": {"win": 0.1}, "pot": 100, "p_all_fold": 0.6}
    result = ask(**weak)
    assert (result["decision"], result["bet"]) == ("bet", pytest.approx(MIN_BET_SHARE * 1000))
    assert result["growth"] == pytest.approx(0.6 * math.log(1.1) + 0.4 * 0.1 * math.log(1.1), abs=1e-5)
    bluff = ask(**weak, to_call=50, can_raise=True)
    assert (bluff["decision"], bluff["bet"]) == ("raise", pytest.approx(50 + MIN_BET_SHARE * 1000))
    assert ask(**weak, to_call=50, can_raise=True, chip=5)["bet"] == 55
    assert ask(**weak, to_call=50, can_raise=True, min_bet=120)["bet"] == 120


def test_fixed_limit_with_fewer_chips_is_all_in():
    facing = {"committed": {"hero": 10, "opponents": [20], "folded": 30}, "choices": {"call": 10, "raise": 20}}
    strong = {"outcomes": {"win": 0.9}}
    assert [(bet["action"], bet["bet"]) for bet in ask(**facing, **strong, max_bet=15)["bets"]] == [
        ("call", 10),
        ("raise", 15),
    ]
    less = ask(**facing, **strong, max_bet=6)
    assert [(bet["action"], bet["bet"]) for bet in less["bets"]] == [("call", 6)]
    assert less["decision"] == "call"
    assert ask(choices={"bet": 10}, **strong, max_bet=4)["bet"] == 4


def test_a_price_above_the_bankroll_is_called_for_less():
    """All in with 40 for a bet of 100 into 200: 40 of that bet can be won."""
    short = ask(pot=300, to_call=100, bankroll=40, outcomes=SURE)
    assert (short["decision"], short["bet"], short["chip_ev"], short["to_call"]) == ("call", 40, 240, 100)
    assert short["bets"] == [{"action": "call", "bet": 40, "growth": pytest.approx(math.log(7)), "chip_ev": 240}]
    several = ask(pot=300, to_call=100, bankroll=40, opponents=2, outcomes=SURE)  # both have bet 100
    assert several["chip_ev"] == 100 + 2 * 40
    risky = ask(pot=300, to_call=100, bankroll=40, can_raise=True)
    assert (risky["decision"], risky["bets"][0]["growth"]) == ("fold", None)
    assert [bet["action"] for bet in risky["bets"]] == ["call"]
    typed, by_chips = (
        ask(bankroll=40, opponents=2, outcomes=SURE, **pot)["chip_ev"]
        for pot in ({"pot": 290, "to_call": 100}, {"committed": {"hero": 0, "opponents": [100, 100], "folded": 90}})
    )
    assert typed == by_chips == 90 + 80


def test_pot_limit_allows_the_call_and_as_much_as_the_pot_after_it():
    free = ask(pot=100, pot_limit=True, outcomes=SURE)
    assert (free["decision"], free["bet"]) == ("bet", 100)
    raised = ask(pot=150, to_call=50, can_raise=True, pot_limit=True, outcomes=SURE)
    assert (raised["decision"], raised["bet"]) == ("raise", 50 + 200)
    sized = {"hero": 10, "opponents": [60, 30], "folded": 5}
    raised = ask(committed=sized, opponents=2, can_raise=True, pot_limit=True, outcomes=SURE)
    assert raised["bet"] == 50 + (105 + 50)
    assert ask(pot=150, to_call=50, can_raise=True, pot_limit=True, max_bet=90, outcomes=SURE)["bet"] == 90
    assert ask(pot=150, to_call=50, pot_limit=True, outcomes=SURE)["bet"] == 50
    assert ask(pot=3, pot_limit=True, min_bet=10, outcomes=SURE)["bet"] == 10
    assert ask(pot_limit=True, outcomes=SURE)["decision"] == "check"
    assert ask(pot=100, pot_limit=True, outcomes={"win": 0.55}) == ask(pot=100, max_bet=100, outcomes={"win": 0.55})
    bluffs = ask(pot=100, pot_limit=True, min_bet=5, reaction={"defend": "pot odds"})
    assert max(bet["bet"] for bet in bluffs["bets"]) <= 100
    with pytest.raises(ScenarioError, match="fixed limit"):
        ask(pot=100, pot_limit=True, choices={"bet": 20})


def test_the_least_raise_is_in_whole_chips_too():
    result = ask(pot=4, to_call=3, can_raise=True, chip=5, min_bet=7, max_bet=9, outcomes={"win": 0.9}, opponents=2)
    assert [bet["action"] for bet in result["bets"]] == ["call"]  # no multiple of 5 lies from 7 to 9
