"""Luck at showdowns over thousands of simulated hands: on average there is none, by as much as is said to be ordinary.

The hands are dealt here, from the model alone: who calls, who is best, what the pot then pays. The player bets, calls
and checks whatever comes to his mind; opponents fold to some of it, and then there is no showdown.
"""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from engine.journal.history import luck
from engine.journal.records import JournalHand, journal_decision
from engine.kelly.request import read_kelly_request

HANDS, SESSIONS = 60, 50
BANKROLL = 10_000.0
NO_ADVICE = SimpleNamespace(decision="fold", bet=0.0, pot=SimpleNamespace(total=0.0), to_call=0.0)
"""Luck does not go by the advice, which takes long to be worked out."""


def outcomes(random, opponents):
    win, *split, lose = random.dirichlet((3.0, *[0.4] * opponents, 3.0))
    return {"win": float(win), "split": [float(p) for p in split], "lose": float(lose)}


def answered(random):
    """A bet that opponents answer: the request, its chips, and hero's outcomes with what everybody's fold wins."""
    pot, bet = float(random.integers(50, 500)), float(random.integers(20, 800))
    folds, called = float(random.uniform(0.1, 0.9)), outcomes(random, 1)
    kinds = (
        ({"p_all_fold": folds, "outcomes": called}, folds),
        ({"reaction": {"fold": folds}, "outcomes": called}, folds),
        ({"reaction": {"defend": "pot odds"}, "outcomes": called}, bet / (pot + bet)),
        ({"reaction": {"rows": [{"bet": bet, "fold": folds, "outcomes": called}]}, "outcomes": called}, folds),
    )
    changes, chance = kinds[random.integers(len(kinds))]
    return {"pot": pot, "opponents": 1} | changes, "bet", bet, [(chance, None), (1 - chance, called)]


def answered_by_two(random):
    pot, bet = float(random.integers(50, 500)), float(random.integers(20, 800))
    first, second = (float(p) for p in random.uniform(0.2, 0.8, 2))
    sets = {(0,): outcomes(random, 1), (1,): outcomes(random, 1), (0, 1): outcomes(random, 2)}
    asked = {
        "pot": pot,
        "opponents": 2,
        "outcomes": sets[0, 1],
        "reaction": [{"fold": first}, {"fold": second}],
        "outcomes_by_callers": [{"callers": list(who), "outcomes": result} for who, result in sets.items()],
    }
    law = [
        (first * second, None),
        ((1 - first) * second, sets[0,]),
        (first * (1 - second), sets[1,]),
        ((1 - first) * (1 - second), sets[0, 1]),
    ]
    return asked, "bet", bet, law


def faced(random):
    """A bet to be called, or nothing to call and nothing bet."""
    pot, price, result = float(random.integers(100, 900)), float(random.integers(20, 90)), outcomes(random, 1)
    if random.random() < 0.5:
        asked = {"pot": pot, "to_call": price, "opponents": 1, "outcomes": result}
        return asked, "call", price, [(1.0, result)]
    return {"pot": pot, "opponents": 1, "outcomes": result}, "check", 0.0, [(1.0, result)]


def brought(random, asked, action, chips, law):
    """What the hand brings, and whether it comes to a showdown."""
    result = law[random.choice(len(law), p=[chance for chance, _ in law])][1]
    if result is None:
        return asked["pot"], False
    callers = len(result["split"])
    pot = asked["pot"] + (0.0 if action == "call" else callers * chips)
    won = random.choice(callers + 2, p=[result["win"], *result["split"], result["lose"]])
    return (-chips if won == callers + 1 else (pot + chips) / (won + 1) - chips), True


def session(random):
    hands = []
    for number in range(HANDS):
        asked, action, chips, law = (answered, answered_by_two, faced)[random.integers(3)](random)
        net, shown = brought(random, asked, action, chips, law)
        request = read_kelly_request({"bankroll": BANKROLL} | asked)
        one = journal_decision(request, NO_ADVICE, action, chips, at="now", street="river", values=asked)
        hands.append(JournalHand(number, "holdem", "now", "later", BANKROLL, BANKROLL + net, shown, (one,)))
    return luck(hands)


def test_an_average_player_has_no_luck_on_average():
    random = np.random.Generator(np.random.PCG64(5))
    values = [session(random) for _ in range(SESSIONS)]
    assert sum(one.showdowns for one in values) > 1_500
    deviations = np.array([one.luck / one.stderr for one in values])
    whole = sum(one.luck for one in values) / math.sqrt(sum(one.stderr**2 for one in values))
    assert abs(whole) < 3.0
    assert abs(deviations.mean()) < 3.0 / math.sqrt(SESSIONS)
    assert deviations.std() == pytest.approx(1.0, abs=3.5 / math.sqrt(2 * SESSIONS))
