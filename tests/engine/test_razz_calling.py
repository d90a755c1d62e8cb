"""In which order a razz opponent calls with his down cards: against solving each pair by itself."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from engine import ScenarioError, Seat, solve
from engine.cards import RAZZ_RANKS
from engine.equity.workers import CancelToken
from engine.kelly.answer import answer_json
from engine.kelly.responses.razz_calling import run_pair_order
from tests.engine.tables import razz


def order_of(scenario, credited="random", hero=0, villain=1):
    last = None
    for snapshot in run_pair_order(scenario, hero, villain, credited=credited):
        last = snapshot
    assert last.progress == 1.0
    return last.answer


def with_pair(scenario, pair, up, seat=1):
    text = "".join(RAZZ_RANKS[rank] for rank in pair) + up
    seats = tuple(replace(s, cards=text) if i == seat else s for i, s in enumerate(scenario.seats))
    return replace(scenario, seats=seats)


def test_pairs_have_the_outcomes_of_a_run_against_each_and_add_up_to_the_range():
    scenario = razz("A 2 9 5", "x x 8 6", "x x K", folded=(2,), dead="7 7")
    result = order_of(scenario)
    assert result.share.sum() == pytest.approx(1.0)
    assert sorted(itertools.chain(*result.pairs)) == sorted(itertools.combinations_with_replacement(range(13), 2))
    whole = solve(scenario).seats[0].estimate
    expected = [whole.win, whole.split[0], whole.lose]
    assert (result.share @ result.outcomes).tolist() == pytest.approx(expected, abs=1e-12)
    for place in (0, 7, len(result.pairs) - 1):
        runs = [solve(with_pair(scenario, pair, "86")).seats[0].estimate for pair in result.pairs[place]]
        if len(runs) == 1:
            assert result.outcomes[place].tolist() == pytest.approx(
                [runs[0].win, runs[0].split[0], runs[0].lose], abs=1e-12
            )


def test_pairs_are_sorted_by_their_equity_against_heros_assumed_range():
    scenario = razz("A 2 9 5", "x x 8 6")
    for credited, hero in (("random", "x x 9 5"), ("(7-7-)95", "(7-7-)95")):
        result = order_of(scenario, credited)
        assert (np.diff(result.seen) < 0).all()
        seen = replace(scenario, seats=(Seat("S0", hero), scenario.seats[1]))
        for place in (0, len(result.pairs) // 2):
            for pair in result.pairs[place]:
                equity = solve(with_pair(seen, pair, "86")).seats[1].estimate.equity
                assert result.seen[place] == pytest.approx(equity, abs=1e-8)
    assert result.pairs[0] == ((0, 1),)  # A2 is the best hand under 8 6


def test_a_range_of_down_cards_limits_his_pairs():
    result = order_of(razz("A 2 9", "(7-7-)8"))
    assert set(itertools.chain(*result.pairs)) == set(itertools.combinations(range(7), 2))
    hands = result.hands()
    asked = {"bankroll": 1000.0, "pot": 50.0, "opponents": 1, "min_bet": 5.0, "reaction": {"fold": 0.4, "hands": hands}}
    assert answer_json(asked)["answered"]["folds"] in (0.0, pytest.approx(0.4))


def test_a_folded_seat_and_the_second_seat_as_hero():
    scenario = razz("x x K", "x x 8", "A 3 7", folded=(0,))
    result = order_of(scenario, hero=2, villain=1)
    whole = solve(scenario).seats[2].estimate
    assert (result.share @ result.outcomes)[0] == pytest.approx(whole.win, abs=1e-12)


@pytest.mark.parametrize(
    ("hands", "credited", "field"),
    [
        (("A 2 9", "x x 8"), "foo", "credited"),
        (("A 2 9", "K K 8"), "K K K K", "credited"),
        (("A 2 9", "A23, 45K"), "random", "seats[1].cards"),
        (("A 2 9 5 6 7 8", "x x 3 4 5 J x"), "random", "credited"),
        (("A 2 9", "x x 8", "x x 7"), "random", "seats[0].cards"),
    ],
)
def test_hands_that_cannot_be_ordered(hands, credited, field):
    with pytest.raises(ScenarioError) as error:
        order_of(razz(*hands), credited)
    assert [problem.field for problem in error.value.problems] == [field]


def test_it_can_be_cancelled():
    cancel = CancelToken()
    stream = run_pair_order(razz("A 2 9", "x x 8"), 0, 1, cancel=cancel)
    next(stream)
    cancel.cancel()
    assert all(snapshot.answer is None for snapshot in stream)
