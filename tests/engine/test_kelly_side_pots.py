"""Side pots in the Kelly model: against hands that are ranked and paid out pot by pot."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.kelly.answer import answer_json
from engine.kelly.growth import Wager, chip_ev, growth, growth_pieces
from engine.kelly.hand.record import decision_request
from engine.kelly.outcomes import Outcomes
from engine.kelly.solver import optimal_fraction, zero_growth_bet
from engine.play.actions import apply_action, blinds, new_session, replay
from engine.play.pots import pot_facts, side_pots
from engine.play.state import Stakes, TablePlayer
from engine.scenario import ScenarioError
from engine.scenario.tracked_hand import TrackedAction

BANKROLL = 1000.0


@st.composite
def tables(draw):
    """Chips in (hero first), what the opponents have behind, folded chips, and rankings with their probabilities."""
    n = draw(st.integers(1, 4))
    hero = float(draw(st.sampled_from([0, 30, 100])))
    chips = [float(draw(st.integers(0, 200))) for _ in range(n)]
    behind = [float(draw(st.sampled_from([0, 0, 20, 90, 500, 2000]))) for _ in range(n)]
    ranks = st.lists(st.integers(0, 3), min_size=n + 1, max_size=n + 1)
    hands = draw(st.lists(st.tuples(ranks, st.integers(1, 9)), min_size=1, max_size=6))
    return hero, chips, behind, float(draw(st.integers(0, 50))), hands


def paid(hero, chips, behind, folded, ranks, x):
    """What hero wins net of a bet of ``x`` that everybody calls as far as he can, pot by pot."""
    put = [hero + x, *(c + min(b, max(hero + x - c, 0.0)) for c, b in zip(chips, behind, strict=True))]
    won = 0.0
    for amount, players in side_pots(put, [True] * len(put), folded):
        best = max(ranks[i] for i in players)
        winners = [i for i in players if ranks[i] == best]
        won += amount / len(winners) if 0 in winners else 0.0
    return won - x


def results(ranks):
    """Return how many tie with hero, None where somebody is better."""
    return None if max(ranks[1:]) > ranks[0] else sum(rank == ranks[0] for rank in ranks[1:])


def wager_of(hero, chips, behind, folded, hands):
    total = sum(weight for _, weight in hands)
    chances = [0.0] * (len(chips) + 2)
    for ranks, weight in hands:
        ties = results(ranks)
        chances[-1 if ties is None else ties] += weight / total
    facts = pot_facts(hero, chips, folded, behind)
    outcomes = Outcomes(chances[0], tuple(chances[1:-1]), chances[-1])
    return Wager(BANKROLL, facts.retained, outcomes, reach=facts.reach), facts.to_call


@given(tables(), st.floats(0.0, 900.0))
def test_never_worth_more_than_what_the_pots_pay(table, x):
    """Beaten by one and better than another, or tied with few: then the model counts less, never more."""
    wager, price = wager_of(*table)
    x = max(x, price)
    total = sum(weight for _, weight in table[4])
    true_chips = sum(weight * paid(*table[:4], ranks, x) for ranks, weight in table[4]) / total
    assert chip_ev(wager, x) <= true_chips + 1e-9
    nets = [(weight / total, paid(*table[:4], ranks, x)) for ranks, weight in table[4]]
    if min(net for _, net in nets) > -BANKROLL:
        assert growth(wager, x) <= math.fsum(p * math.log1p(net / BANKROLL) for p, net in nets) + 1e-12


@given(tables(), st.floats(0.0, 900.0))
def test_exact_where_hero_beats_all_or_is_beaten_by_who_has_most(table, x):
    hero, chips, behind, folded, hands = table
    deepest = max(range(len(chips)), key=lambda i: chips[i] + behind[i])
    assume(chips[deepest] + behind[deepest] >= hero)  # else hero has nothing to decide
    all_or_nothing = [([9, *ranks[1:]], weight) for ranks, weight in hands]
    all_or_nothing.append(([1, *(5 if i == deepest else 0 for i in range(len(chips)))], 3))
    wager, price = wager_of(hero, chips, behind, folded, all_or_nothing)
    x = max(x, price)
    total = sum(weight for _, weight in all_or_nothing)
    true_chips = sum(weight * paid(hero, chips, behind, folded, ranks, x) for ranks, weight in all_or_nothing) / total
    assert chip_ev(wager, x) == pytest.approx(true_chips, abs=1e-9)


@given(tables(), st.sampled_from([0.0, 0.05, 0.2]), st.sampled_from([None, 0.0, 15.0, 60.0]))
def test_the_optimum_and_the_pieces(table, rake, cap):
    wager = replace(wager_of(*table)[0], rake=rake, rake_cap=cap if rake else None)
    parts = growth_pieces(wager)
    assert (parts[0].low, parts[-1].high) == (0.0, 1.0)
    for left, right in pairwise(parts):
        assert left.high == right.low
        assert left.growth(left.high) == pytest.approx(right.growth(right.low), abs=1e-12)
    best = optimal_fraction(wager)
    top = growth(wager, best * BANKROLL)
    for i in range(101):
        assert growth(wager, i / 100 * BANKROLL) <= top + 1e-12
    least = zero_growth_bet(wager, growth(wager, 0.0))
    if least is not None:  # near the whole bankroll growth can differ by much from one number to the next
        assert growth(wager, math.nextafter(least, math.inf)) <= growth(wager, 0.0) <= growth(wager, least)


def test_enough_chips_are_as_good_as_unknown_ones():
    question = {"bankroll": 1000, "opponents": 2, "outcomes": {"win": 0.6, "split": [0.02, 0.01], "lose": 0.37}}
    plain = question | {"committed": {"hero": 20, "opponents": [50, 20], "folded": 10}, "can_raise": True}
    known = plain | {"committed": {"hero": 20, "opponents": [50, 20], "folded": 10, "behind": [5000, None]}}
    one, two = answer_json(plain), answer_json(known)
    assert one["bet"] == pytest.approx(two["bet"], rel=1e-12)
    assert one["growth"] == pytest.approx(two["growth"], rel=1e-12)


def test_a_call_that_one_opponent_cannot_match():
    """A of three is all in with 50, B bets 200: a call of 150 wins 50 + 50 + 150 more, not twice 150."""
    question = {
        "bankroll": 1000,
        "opponents": 2,
        "committed": {"hero": 50, "opponents": [50, 200], "behind": [0, None]},
        "outcomes": {"win": 0.5, "lose": 0.5},
    }
    answer = answer_json(question)
    assert answer["to_call"] == 150
    assert answer["pot"] == {"total": 300, "retained": 150}
    assert answer["bets"][0]["chip_ev"] == pytest.approx(0.5 * (150 + 150) - 0.5 * 150)
    assert answer["break_even"]["chip_ev"] == pytest.approx(150 / 450)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"behind": [0]}, "committed.behind"),
        ({"behind": [0, -1]}, "committed.behind[1]"),
        ({"behind": 5}, "committed.behind"),
    ],
)
def test_what_is_wrong_is_named(changes, field):
    question = {"bankroll": 1000, "opponents": 2, "outcomes": {"win": 0.5}}
    with pytest.raises(ScenarioError) as caught:
        answer_json(question | {"committed": {"hero": 50, "opponents": [50, 50]} | changes})
    assert caught.value.problems[0].field == field


def test_who_is_all_in_does_not_fold():
    question = {"bankroll": 1000, "opponents": 1, "outcomes": {"win": 0.5}, "p_all_fold": 0.3}
    with pytest.raises(ScenarioError) as caught:
        answer_json(question | {"committed": {"hero": 50, "opponents": [50], "behind": [0]}})
    assert caught.value.problems[0].field == "p_all_fold"


def run(state, *actions):
    return replay(state, actions)[-1]


def test_three_stacks_all_in_before_the_flop():
    """Antes are committed chips too: who is all in with less than the ante wins only that much from each. What nobody
    can call goes back at once.
    """
    players = [TablePlayer("Hero", 300), TablePlayer("A", 100), TablePlayer("B", 200), TablePlayer("C", 3)]
    start = new_session("holdem", players, bankroll=300, stakes=Stakes(5, 10, 5), button=0)
    state = run(start, *blinds(start))
    assert [player.committed for player in state.players] == [5, 10, 15, 3]
    assert state.pot == 33
    state = run(state, TrackedAction("raise", chips=295), TrackedAction("call"), TrackedAction("call"))
    assert state.pots == ((12, frozenset({0, 1, 2, 3})), (291, frozenset({0, 1, 2})), (200, frozenset({0, 2})))
    assert (state.players[0].stack, state.bankroll, state.log[-1].action, state.log[-1].chips) == (
        100,
        100,
        "back",
        100,
    )
    end = run(state, *(TrackedAction("street", cards=c) for c in ("7h 8h 2c", "Ks", "3d")))
    end = apply_action(end, TrackedAction("showdown", ranking=((3,), (1,), (0, 2))))
    assert [player.stack for player in end.players] == [200, 291, 100, 12]
    assert end.bankroll == 200


def test_advice_where_one_is_all_in_and_another_has_bet_more():
    players = [TablePlayer("Hero", 1000), TablePlayer("A", 50), TablePlayer("B", 1000)]
    start = new_session("holdem", players, bankroll=1000, stakes=Stakes(big_blind=10), button=0, street=1, pot=60)
    state = run(start, TrackedAction("bet", chips=50), TrackedAction("raise", chips=200))
    question = decision_request(state)
    assert question["committed"] == {"hero": 0, "opponents": [50, 200], "folded": 60, "behind": [0, None]}
    assert (question["min_bet"], question["max_bet"], question["can_raise"]) == (350, 1000, True)
    answer = answer_json(question | {"outcomes": {"win": 0.5}})
    assert (answer["decision"], answer["bet"]) == ("call", 200)
    assert answer["chip_ev"] == pytest.approx(0.5 * (60 + 50 + 200) - 0.5 * 200)


def test_a_call_for_less_wins_as_much_from_who_has_folded():
    players = [TablePlayer("Hero", 40), TablePlayer("A", 1000), TablePlayer("B", 1000)]
    start = new_session("holdem", players, bankroll=1000, stakes=Stakes(big_blind=10), button=0, street=1, pot=60)
    state = run(start, TrackedAction("bet", chips=100), TrackedAction("raise", chips=300))
    state = run(replace(state, to_act=1), TrackedAction("fold"))
    question = decision_request(replace(state, to_act=0))
    assert question["committed"] == {"hero": 0, "opponents": [300], "folded": 100}


def test_what_nobody_can_call_goes_back_when_the_betting_is_over():
    stakes = Stakes(small_blind=15, big_blind=30)
    start = new_session(
        "holdem", [TablePlayer("Hero", 300), TablePlayer("A", 100), TablePlayer("B", 40)], bankroll=300, stakes=stakes
    )
    state = run(start, *blinds(start), TrackedAction("fold"), TrackedAction("raise", chips=285))
    assert (state.pot, state.bankroll) == (330, 0)  # A can still call
    called = run(state, TrackedAction("call"))
    assert (called.pot, called.players[0].stack, called.bankroll, called.to_act) == (200, 200, 200, None)
    short = new_session(
        "holdem", [TablePlayer("Hero", 300), TablePlayer("A", 8), TablePlayer("B", 5)], bankroll=300, stakes=stakes
    )
    state = run(short, TrackedAction("ante", 2, 5), *blinds(short))  # B is all in with an ante, A with a big blind
    assert (state.pot, state.players[0].stack, state.to_act) == (21, 292, None)
    start = new_session("holdem", [TablePlayer(name, 5) for name in "ABC"], bankroll=5, stakes=Stakes(ante=5))
    assert run(start, *blinds(start)).to_act is None  # all in with their antes
