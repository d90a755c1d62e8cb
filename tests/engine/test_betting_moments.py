"""Moments of played and tracked hands as situations of betting: ranges, pot, stacks, sizes and the path."""

from collections import Counter

import pytest

from engine import Scenario, ScenarioError, Seat
from engine.betting.deals import deals_of
from engine.betting.moments import EARLY, NO_CHIPS, NOT_TWO, betting_of_tracked, with_hand
from engine.betting.panel import betting_panel, betting_values
from engine.betting.request import read_betting_request
from engine.betting.run import answer_json
from engine.betting.tree import TreeBuilder
from engine.equity.holdem.prepare import prepare_holdem
from engine.histories.betting import betting_of_hand
from engine.histories.scenarios import scenario_at
from engine.kelly.hand.session import tracked_session
from engine.ranges.holdem import parse_range
from engine.table.serialize import dumps, loads
from tests.engine.played_hands import FILES, hand_of_text, hands_of, random_phh

EMPTY = Scenario("holdem", (Seat("", ""), Seat("", "")))
HEADS_UP = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 150]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cbr 6', 'p1 cc', 'd db 7h8h2c', 'p1 cc', 'p2 cbr 9', 'p1 cbr 30',
           'p2 cc', 'd db Ks', 'p1 cbr 114', 'p2 cc', 'd db 2d']
"""


def names_of(path, request):
    """Return whether the actions of a path exist in the tree of its street."""
    # In hold'em whoever is first opens on every street. Sorting all hands on each of 2,352 boards took five seconds.
    if request.table.game == "holdem":
        prepare_holdem(request.table)
        opener = request.first
    else:
        opener = deals_of(request.table, request.first).opener
    builder = TreeBuilder(request, opener)
    node = builder.nodes[builder.root]
    for step in path:
        assert step in node.actions, (step, node.actions)
        node = builder.nodes[node.children[node.actions.index(step)]]


def at(hand, words):
    place = next(i for i, moment in enumerate(hand.moments) if words in moment.words)
    return hand.moments[place]


def check_moments(hand):
    refused = Counter()
    for moment in hand.moments:
        try:
            scenario = betting_of_hand(hand, moment, hand.hero, EMPTY)
        except ScenarioError as error:
            refused[error.problems[0].message] += 1
            continue
        assert loads(dumps(scenario)) == scenario
        request = read_betting_request(betting_values(scenario))
        names_of(betting_panel(scenario).path, request)
        assert request.pot > 0
    return refused


@pytest.mark.parametrize("name", FILES)
def test_every_moment_is_a_situation_or_an_error_with_a_reason(name):
    refused = Counter()
    for hand in hands_of(name):
        refused += check_moments(hand)
    assert set(refused) <= {EARLY, NOT_TWO, NO_CHIPS}


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_moments_of_random_hands(variant):
    for seed in range(200, 212):
        assert set(check_moments(hand_of_text(random_phh(variant, seed)))) <= {EARLY, NOT_TWO, NO_CHIPS}


def test_pot_stacks_sizes_and_path_are_those_of_the_street():
    hand = hand_of_text(HEADS_UP)
    flop = next(moment for moment in hand.moments if moment.street == 1 and moment.price == 21)
    scenario = betting_of_hand(hand, flop, 0, EMPTY)
    panel = betting_panel(scenario)
    assert (panel.pot, panel.stack, panel.first, panel.path) == (12, 144, 0, ("check", "bet 9", "raise to 30"))
    assert panel.hand == "AhKh"
    assert scenario.board.split() == ["7h", "8h", "2c"]
    assert scenario.seats[0].cards != "AhKh"
    assert panel.min_bet == 2
    turn = next(moment for moment in hand.moments if moment.street == 2 and moment.price > 0)
    panel = betting_panel(betting_of_hand(hand, turn, 0, EMPTY))
    assert (panel.pot, panel.path) == (72, ("all in 114",))
    with pytest.raises(ScenarioError, match="chips left"):
        betting_of_hand(hand, hand.moments[-1], 0, EMPTY)
    with pytest.raises(ScenarioError, match="flop"):
        betting_of_hand(hand, hand.moments[0], 0, EMPTY)


def test_a_painted_range_replaces_the_assumed_one():
    hand = hand_of_text(HEADS_UP)
    flop = next(moment for moment in hand.moments if moment.street == 1)
    scenario = betting_of_hand(hand, flop, 0, EMPTY, {1: "AA, KK"})
    assert scenario.seats[1].cards == "AA, KK"


def test_a_tracked_hand_is_the_same_situation():
    hand = hand_of_text(HEADS_UP)
    flop = next(moment for moment in hand.moments if moment.street == 1 and moment.price == 21)
    table = scenario_at(hand, flop)
    result = betting_of_tracked(table, tracked_session(table))
    panel = betting_panel(result)
    assert (panel.pot, panel.stack, panel.path) == (12, 144, ("check", "bet 9", "raise to 30"))
    assert panel.hand == "AhKh"
    assert result.seats[0].cards == "random"
    assert result.seats[1].cards == table.seats[1].cards


def test_a_river_of_a_history_is_solved():
    text = HEADS_UP.replace("'p1 cbr 114', 'p2 cc', 'd db 2d'", "'p1 cbr 20', 'p2 cc', 'd db 2d', 'p1 cbr 40'")
    hand = hand_of_text(text)
    scenario = betting_of_hand(hand, hand.moments[-1], 0, EMPTY)
    answer = answer_json({**betting_values(scenario), "path": list(betting_panel(scenario).path), "target": 0.05})
    assert answer["node"]["to_call"] == 40
    assert "AhKh" in answer["node"]["other"]


def test_heros_own_hand_is_in_his_range():
    assert with_hand("holdem", "QQ+, AhKh", ("Ah", "Kh"), "2c7d9h") == "QQ+, AhKh"
    added = parse_range(with_hand("holdem", "QQ+ > flop set", ("Ah", "Kh"), "Kc7d9h"))
    assert (added.weights[added.weights > 0] == 1.0).all()
    assert added.count == 4
    assert with_hand("razz", "(8-8-)567", ("A", "4", "5", "6", "7"), "") == "(8-8-)567"
    assert with_hand("razz", "(8-8-)567", ("K", "4", "5", "6", "7"), "") == "(8-8-)567, [K][4]567"
