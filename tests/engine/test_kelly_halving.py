"""How likely a bankroll ever falls to half: its definition on laws that are played out, and simulated bankrolls."""

import math

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from engine.kelly.answer import answer_json
from engine.kelly.risk import ever_halved
from tests.engine.answered_requests import requests as answered_requests
from tests.engine.kelly_requests import ODDS, ONE
from tests.engine.plain_requests import requests as plain_requests
from tests.reference import naive_kelly, naive_reaction
from tests.reference.naive_halving import ever_halved as naive_halved
from tests.reference.naive_halving import exponent, played_out

PATHS = 4000
POT = {"bankroll": 1000, "opponents": 1, "outcomes": ONE, "pot": 100}


def law_of(asked, answer):
    """Return what the advised action may bring, played out, in bankrolls."""
    decision, chips = answer["decision"], answer["bet"]
    if "reaction" not in asked:
        result = naive_kelly.results(asked, decision, chips)
    elif decision == "call":
        result = naive_reaction.called_results(asked, chips)
    else:
        result = naive_reaction.results(asked, chips)
    return [(float(p), float(net) / asked["bankroll"]) for p, net in result]


KINDS = plain_requests() | answered_requests() | st.integers(1, 3).flatmap(lambda n: answered_requests(n, ranked=True))


@settings(max_examples=60, deadline=None)
@given(KINDS)
def test_the_share_is_that_of_its_definition_on_a_law_that_is_played_out(asked):
    answer = answer_json(asked)
    text = answer["long_run"]["p_ever_halved"]
    event(answer["decision"])
    if answer["decision"] == "fold":
        assert text is None
        return
    law = law_of(asked, answer)
    grows = sum(p * math.log1p(net) for p, net in law if p > 0.0)
    assume(abs(grows) > 1e-12 or min(net for p, net in law if p > 0.0) >= 0.0)
    assert text == pytest.approx(naive_halved(law), abs=1e-7)


@settings(max_examples=15, deadline=None)
@given(KINDS, st.integers(0, 1000))
def test_simulated_bankrolls_halve_so_often(asked, seed):
    """A bankroll jumps below half: by so much the share is less, B^-t being a martingale."""
    answer = answer_json(asked)
    text = answer["long_run"]["p_ever_halved"]
    assume(text is not None and 0.05 < text < 1.0 and answer["bet"])
    law = law_of(asked, answer)
    spread = math.sqrt(sum(p * math.log1p(net) ** 2 for p, net in law if p > 0.0))
    assume(spread > 0.02 and exponent(law) > 0.2)  # else a path takes too long
    share, deeper = played_out(law, PATHS, seed)
    error = math.sqrt(text / PATHS)
    assert share <= text + 5 * error
    assert share * deeper == pytest.approx(text, abs=6 * error * deeper)


def test_a_pot_and_a_price_count():
    """The bet of 1 % of the bankroll into a pot that pays it is no risk of one half."""
    free = answer_json(POT | {"min_bet": 10, "max_bet": 10})
    alone = answer_json(POT | {"min_bet": 10, "max_bet": 10, "pot": 0})
    assert free["long_run"]["p_ever_halved"] < alone["long_run"]["p_ever_halved"] < 1e-3
    call = answer_json(POT | {"to_call": 400, "pot": 500})
    assert call["decision"] == "call"
    law = [(0.57, 0.5), (0.06, (900 / 2 - 400) / 1000), (0.37, -0.4)]
    assert call["long_run"]["p_ever_halved"] == pytest.approx(naive_halved(law), abs=1e-9)
    assert 0.3 < call["long_run"]["p_ever_halved"] < 1.0


def test_nothing_is_lost_nothing_grows_or_hero_has_folded():
    check = answer_json(POT | {"outcomes": {"win": 0.3}})
    assert (check["decision"], check["long_run"]["p_ever_halved"]) == ("check", 0.0)
    fold = answer_json(POT | {"outcomes": {"win": 0.3}, "to_call": 90})
    assert (fold["decision"], fold["long_run"]["p_ever_halved"]) == ("fold", None)
    assert ever_halved([(0.5, 0.1), (0.5, -0.1)]) == 1.0
    assert ever_halved([(0.9, 3.0), (0.1, -1.0)]) == 1.0
    assert ever_halved([(0.5, 0.1), (0.5, 0.0)]) == 0.0
    assert ever_halved([(1.0 - 1e-300, 0.1), (1e-300, -1e-9)]) == 0.0


def test_folds_of_the_opponents_count():
    calls = answer_json(ODDS | {"reaction": {"calls": "all"}, "min_bet": 500})
    folds = answer_json(ODDS | {"reaction": {"fold": 0.9}, "min_bet": 500})
    assert folds["long_run"]["p_ever_halved"] < calls["long_run"]["p_ever_halved"]
