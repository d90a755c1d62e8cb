"""Hands played to their end: exact values where all is known, the slow reference, intervals, and bad requests."""

import json
import math

import numpy as np
import pytest

from engine import CancelToken, ScenarioError, solve
from engine.cli.main import main
from engine.histories.hand import RawHand
from engine.histories.listing import hand_line
from engine.histories.reading import read_hand
from engine.kernels.common.rng import seed_state
from engine.kernels.simulation.trials import new_tally, play_trials
from engine.players.description import player_json, shipped_player
from engine.players.programs import read_seat_player
from engine.simulation.answer import FINE_BINS
from engine.simulation.request import with_defaults
from engine.simulation.run import Simulation, answer_json, simulate
from engine.table.one_line import parse_line
from tests.reference.naive_play import random_numbers
from tests.reference.naive_simulation import MidHand, side_pot_value

RAZZ_LIMIT = {"limit": {"small": 2, "big": 4}, "ante": 0.25, "bring_in": 0.5}


def table(line):
    """Return a table in one line as JSON; ``/`` after a hand means that it was folded."""
    game, _, text = line.partition(": ")
    hands, _, board = text.partition(" | ")
    seats = [{"cards": hand.strip(" /"), "folded": hand.endswith("/")} for hand in hands.split(" v ")]
    return {"steelwheel": 1, "game": game, "seats": seats, **({"board": board} if board else {})}


def request(line, **more):
    value = table(line)
    callers = ["caller"] * len(value["seats"])
    return {"steelwheel_simulation": 1, "table": value, "players": callers, "run": {"max_trials": 8_000}, **more}


def within(result, value, errors=4.0):
    assert abs(result.ev - value) <= errors * result.stderr + 1e-9, (result.ev, value, result.stderr)


def exact_equity(value, seat):
    from engine.table.serialize import scenario_from_json

    played = json.loads(json.dumps(value))
    return solve(scenario_from_json(played)).seats[seat].estimate.equity


CALLED = {
    "before the flop": request(
        "holdem: AhKh v TT+, AQs v 77-55, KQs", pot=4.5, street_bets=[1, 1.5, 2], stacks=[50] * 3, min_bet=2, button=0
    ),
    "two ranges on the flop": request(
        "holdem: AhKh v 20% v 22+, ATs+ v 5%/ | 7h8h2c", pot=21, street_bets=[0, 4, 4, 0], stacks=[50] * 4,
        last_raiser=1,
    ),
    "a weighted range on the turn": request(
        "holdem: 9c9d v AA:0.3, KQ:0.7, 87s v random | 7h8h2cKd", pot=30, street_bets=[0, 5, 0], stacks=[50] * 3
    ),
    "the river": request("holdem: 40% v 20%, 76s | 7h8h2cKd3s", pot=10, street_bets=[0, 2.5], stacks=[50] * 2),
    "third street": request(
        "razz: A23 v (8-8-)8 v x x 5 v xxK/", pot=5, street_bets=[0.5, 2, 2, 0], stacks=[50] * 4, last_raiser=1,
        **RAZZ_LIMIT
    ),
    "third street, the bring-in": request(
        "razz: A24 v x x K v (7-7-)6", pot=1.25, street_bets=[0, 0.5, 0], stacks=[50] * 3, **RAZZ_LIMIT
    ),
    "fifth street": request(
        "razz: A 2 3 9 J v (6-6-)7 8 5", pot=20, street_bets=[0, 4], stacks=[50] * 2, **RAZZ_LIMIT
    ),
    "seventh street": request(
        "razz: A 2 3 9 J T 7 v (6-6-)7 8 5 Q", pot=20, street_bets=[0, 4], stacks=[50] * 2, **RAZZ_LIMIT
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLED)
def test_among_callers_a_call_earns_its_equity(name):
    value = CALLED[name]
    answer = simulate(value | {"actions": ["fold", "call"]})
    bets = value["street_bets"]
    price, live = max(bets), [i for i, seat in enumerate(value["table"]["seats"]) if not seat["folded"]]
    pot = value["pot"] + sum(price - bets[i] for i in live)
    within(answer.action("call"), exact_equity(value["table"], 0) * pot - (price - bets[0]))
    assert answer.action("call").showdown == 1.0
    assert answer.action("fold").ev == answer.action("fold").stderr == 0.0


def test_everybody_all_in_earns_the_equity_of_the_pot():
    value = request("holdem: AhKh v QQ v 76s | 7h8h2c", pot=30, stacks=[40, 40, 40])
    answer = simulate(value | {"actions": ["check", "all in"]})
    equity = exact_equity(value["table"], 0)
    within(answer.action("all in"), equity * 150 - 40)
    within(answer.action("check"), equity * 30)
    assert answer.action("all in").ends["flop"] == 1.0


def test_side_pots_are_paid_by_who_can_win_them():
    hands = ["AhKh", "QcQd", "8s8d"]
    value = request(
        f"holdem: {' v '.join(hands)} | 7h8h2cKd", pot=30, street_bets=[0, 0, 0], stacks=[40, 15, 5],
        actions=["all in"], run={"max_trials": 4_000},
    )  # fmt: skip
    cards = [[hand[:2], hand[2:]] for hand in hands]
    board = ["7h", "8h", "2c", "Kd"]
    known = {*board, *(card for hand in cards for card in hand)}
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in known]
    # Each has paid a third of the pot; of hero's 40 chips 25 come back.
    paid = [25.0, 25.0, 15.0]
    within(simulate(value).action("all in"), side_pot_value(cards, paid, deck, board)[0] - 15)


def player(**river):
    """Return a description that plays the river like this."""
    flat = [[0, 0]]
    play = {"bet": flat, "last raiser": flat, "raise": flat, "width": 0, "margin": 0, "sizes": [[0.5, 1]], **river}
    return player_json(shipped_player("neutral")) | {"name": "x", "holdem": {"later": {"river": play}}}


RIVER = "holdem: 8s8d v AhAd, 4c5c, 9c9d | 7h8h2cKd3s"


@pytest.mark.parametrize(("bets", "hero"), [(0, "caller"), (1, "caller"), (1, "honest")])
def test_the_river_with_fixed_frequencies_is_a_finite_sum(bets, hero):
    """Three combos of each pair and one of a worse hand: 3 aces, 1 busted draw, 3 nines; hero has a set."""
    opponent = player(bet=[[0, bets]], margin=0.4)
    value = request(RIVER, pot=20, stacks=[60, 60], button=0, players=[hero, opponent], run={"max_trials": 20_000})
    # It is the opponent's turn first: hero acts behind his check or bet. A check ends the hand, a bet is called or not.
    answer = simulate(value | {"acted": [1], "actions": ["check", "bet 10", "all in"]})
    assert answer.action("check").ev == 20.0
    # He goes on against 10 into 20 if s >= 10 / 40 + 0.4: with both pairs, not with five high.
    combos = {"AhAd": 1, "4c5c": 1, "9c9d": 1}
    calls = [hand for hand in combos if hand != "4c5c"]
    share = len(calls) / len(combos)
    within(answer.action("bet 10"), share * 30 + (1 - share) * 20)
    assert answer.action("bet 10").everybody_folds == pytest.approx(1 - share, abs=0.02)
    assert answer.action("bet 10").result.high == 30.0
    assert answer.best == "all in" if answer.action("all in").ev > 26.7 else "bet 10"


def test_an_opponent_who_bets_the_river_is_met_by_the_price():
    opponent = player(bet=[[0.5, 0], [0.5001, 1]], sizes=[[0.5, 1]])
    value = request(RIVER, pot=20, stacks=[60, 60], button=1, players=["caller", opponent], actions=["check"])
    # Hero acts first; behind his check the two pairs bet 10, the draw checks.
    within(simulate(value).action("check"), 2 / 3 * 30 + 1 / 3 * 20)
    folding = player(margin=1.0)
    fold = simulate(value | {"players": [folding, opponent]})
    within(fold.action("check"), 1 / 3 * 20)
    assert fold.seats[0].folds == pytest.approx(2 / 3, abs=0.03)


@pytest.mark.parametrize("name", ["kelly", "cassandra", "reader"])
def test_programs_with_a_bankroll_stake_what_they_have_left(name):
    value = request("holdem: AhKh v AsAd | 7h8h2c4d9s", pot=20, stacks=[60, 60], button=1, actions=["check"])
    won = simulate(value | {"players": ["caller", name]}).action("check").ev
    # The pair of aces has beaten everything that hero can hold for them: it bets, and hero calls and loses.
    assert won < 0.0 or name == "reader"
    assert simulate(value | {"players": [name, "caller"]}).action("check").ev <= 0.0


def test_rake_is_taken_from_called_pots():
    value = request("holdem: AhKh v QcQd | 7h8h2cKd3s", pot=100, stacks=[50, 50], actions=["check"])
    assert simulate(value).action("check").ev == 100.0
    assert simulate(value | {"rake": 0.05}).action("check").ev == 95.0
    assert simulate(value | {"rake": 0.05, "rake_cap": 3}).action("check").ev == 97.0


SPOTS = {
    "flop": request(
        "holdem: AhKh v 20% v 22+, ATs+ v random/ | 7h8h2c", pot=20, street_bets=[0, 4, 4, 0], stacks=[100, 88, 7, 100],
        players=["honest", "tight", "loose", "neutral"], last_raiser=1, raiser_before=2,
    ),
    "before the flop, pot limit": request(
        "holdem: QQ, AK v random v random v 10% v random", pot=4.5, street_bets=[0, 0.5, 1, 3, 0], stacks=[60] * 5,
        button=0, limit="pot", players=["loose", "neutral", "honest", "tight", "caller"],
    ),
    "fixed limit turn": request(
        "holdem: 77, AKs v 30% v 40% | 7h8h2cKd", pot=12, street_bets=[0, 4, 0], stacks=[30, 30, 5], button=0,
        limit={"small": 2, "big": 4, "cap": 3}, players=["loose", "loose", "neutral"],
    ),
    "third street": request(
        "razz: A23 v (8-8-)8 v x x 5 v xxK/ v xx6/", pot=6, street_bets=[0, 2, 0, 0.5, 0], stacks=[50, 20, 50, 50, 50],
        players=["honest", "loose", "neutral", "neutral", "neutral"], **RAZZ_LIMIT,
    ),
    "programs": request(
        "holdem: JsTs v 20% v 22+, ATs+ v random | 7s8h2c", pot=20, street_bets=[0, 4, 0, 0], stacks=[100, 88, 70, 50],
        players=["honest", "folder", "pusher", "random"],
    ),
    "third street, nobody has entered": request(
        "razz: A26 v x x K v x x 9", pot=1.25, street_bets=[0, 0.5, 0], stacks=[40] * 3, players=[None] * 3,
        **RAZZ_LIMIT,
    ),
    "sixth street": request(
        "razz: A 2 3 9 J 6 v (8-8-)8 5 T 2 v x x 7 Q 6 4", pot=30, street_bets=[0, 0, 4], stacks=[50, 20, 50],
        players=["loose", "neutral", "loose"], **RAZZ_LIMIT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOTS)
def test_trials_are_played_as_the_reference_plays_them(name):
    simulation = Simulation(SPOTS[name])
    hidden, betting, start = simulation._hidden, simulation._betting, simulation._start
    players = with_defaults(simulation.request.players, len(simulation.request.table.seats), simulation.request.hero)
    rows = [players[max(seat, 0)] for seat in hidden.seats]
    played = [seat for seat in hidden.seats if seat >= 0]
    with simulation._workspace() as space:
        space.work.random[:] = seed_state(9, 0)
        for trial in range(12):
            tally = new_tally(len(simulation.actions), len(rows), 5, FINE_BINS, simulation._bounds)
            play_trials(
                1, 1, simulation._shape, hidden.deal, start, betting.rules, simulation._seats.tables, space.cards,
                simulation._seats.programs, space.holdings, space.state, space.work, tally,
            )  # fmt: skip
            cards = space.state.cards.tolist()
            ups = [row[2 : hidden.seen[i]] for i, row in enumerate(cards)]
            for action, sum_ in zip(simulation.actions, tally.sums, strict=True):
                slow = MidHand(
                    simulation.request.table.game, rows, _by_row(betting, start, len(rows)), cards,
                    space.state.board.tolist(), space.state.deck.tolist(),
                    random_numbers(space.work.decisions.copy()), hidden.weights, [list(up) for up in ups],
                )  # fmt: skip
                expected = 0 if action.units < 0 else slow.result(start.hero, action.units)
                assert sum_ == expected, (trial, action, played)


def _by_row(betting, start, _rows):
    """Return the betting by the seats that are played."""
    from dataclasses import replace

    numbers = start.numbers
    return replace(
        betting, stacks=start.stacks, bets=start.bets, paid=start.paid, folded=start.folded, acted=start.acted,
        hero=start.hero, button=int(numbers[8]), raiser=int(numbers[4]), raiser_before=int(numbers[5]),
    )  # fmt: skip


def test_threads_do_not_change_the_numbers_and_trials_are_exact():
    value = SPOTS["flop"] | {"players": ["loose"] * 4, "run": {"max_trials": 1_000, "seed": 4}}
    first, second = (answer_json(value, workers=workers) for workers in (1, 3))
    assert first == second
    assert first["trials"] == 1_000
    assert first["final"] is True
    other = answer_json(value | {"run": {"max_trials": 1_000, "seed": 5}})
    assert other["actions"] != first["actions"]
    json.dumps(first, allow_nan=False)


@pytest.mark.parametrize("players", [["honest", "neutral", "loose"], ["reader", "cassandra", "pusher"]])
@pytest.mark.parametrize("name", ["third street, nobody has entered", "sixth street", "fixed limit turn"])
def test_trials_do_not_depend_on_the_trials_before_them(name, players):
    simulation = Simulation(SPOTS[name] | {"players": players, "run": {"max_trials": 120}})
    first, again = (simulation.solve(workers=1).to_json() for _ in range(2))  # in the same work space
    assert again == first == Simulation(simulation.request).solve(workers=2).to_json()


def test_answers_come_while_it_runs_and_it_can_be_cancelled():
    value = SPOTS["flop"] | {"players": ["loose"] * 4, "run": {"max_seconds": 60}}
    cancel = CancelToken()
    for snapshot in Simulation(value).answers(cancel=cancel, every=0.0):
        if snapshot.answer is not None:
            assert not snapshot.final
            assert snapshot.answer.trials > 0
            cancel.cancel()
    ended = simulate(value | {"run": {"target_stderr": 2.0}})
    assert max(action.stderr for action in ended.actions) <= 2.0


def test_shares_add_up():
    answer = simulate(SPOTS["flop"] | {"players": ["loose"] * 4})
    assert [action.action for action in answer.actions] == ["fold", "call", "raise half pot", "raise pot", "all in"]
    for action in answer.actions:
        assert sum(action.ends.values()) == pytest.approx(1.0)
        assert sum(action.result.shares) == pytest.approx(1.0)
        assert action.behind_best >= 0.0
        assert action.everybody_folds + action.showdown <= 1.0
        assert action.result.low <= action.ev <= action.result.high
    best = answer.action(answer.best)
    assert best.behind_best == best.behind_best_stderr == 0.0
    assert answer.seats[3].folds == 1.0


def test_intervals_cover_the_exact_value():
    value = CALLED["two ranges on the flop"] | {"actions": ["call"]}
    exact = exact_equity(value["table"], 0) * 25 - 4
    hits = 0
    for seed in range(60):
        call = simulate(value | {"run": {"max_trials": 960, "seed": seed}}, workers=1).action("call")
        hits += abs(call.ev - exact) <= 1.96 * call.stderr
    assert 51 <= hits <= 60


def test_all_actions_meet_the_same_cards_and_decisions():
    """A difference of actions that end alike has no error: hero is all in either way."""
    value = request("holdem: AhKh v QQ v 76s | 7h8h2c", pot=30, street_bets=[0, 10, 10], stacks=[10, 0, 0])
    answer = simulate(value | {"actions": ["call", "all in"]})
    call, all_in = answer.actions
    assert (call.ev, call.stderr) == (all_in.ev, all_in.stderr)
    assert answer.best == "call"
    assert answer.undecided
    assert all_in.behind_best_stderr == 0.0


HOLDEM = request("holdem: AhKh v 20% v 22+ | 7h8h2c", pot=20, street_bets=[0, 4, 4], stacks=[100, 88, 96])
BAD = [
    ({"pot": None}, "pot", "missing"),
    ({"pot": 7}, "pot", "part of the pot"),
    ({"stacks": [1, 2]}, "stacks", "expected one for each of the 3 seats, found 2"),
    ({"stacks": [0, 50, 50]}, "stacks[0]", "no chips left"),
    ({"stacks": [10, -1, 50]}, "stacks[1]", "at least 0"),
    ({"street_bets": [0, 4]}, "street_bets", "one for each"),
    ({"hero": 3}, "hero", "no seat 3"),
    ({"button": 9}, "button", "no seat 9"),
    ({"acted": [1, 7]}, "acted[1]", "no seat 7"),
    ({"last_raiser": 0}, "last_raiser", "does not have the price"),
    ({"to_call": 5}, "to_call", "the bets make it 4, not 5"),
    ({"street_bets": [4, 4, 4]}, "hero", "not his turn"),
    ({"limit": "table"}, "limit", 'expected "pot", a fixed limit or null'),
    ({"limit": {"small": 2}}, "limit.big", "missing"),
    ({"actions": ["check"]}, "actions[0]", "'check' is not possible: there is a price"),
    ({"actions": ["call", "raise 6"]}, "actions[1]", "'raise 6' is below the smallest raise, to 8"),
    ({"actions": ["raise 101"]}, "actions[0]", "more than the 100 that hero has"),
    ({"actions": ["raise pot"], "limit": "pot", "players": []}, None, None),
    ({"actions": ["raise 33"], "limit": "pot"}, "actions[0]", "above the pot limit of 28"),
    ({"actions": ["raise 9"], "limit": {"small": 4, "big": 8}}, "actions[0]", "not the bet of the limit, to 8"),
    ({"actions": ["jump"]}, "actions[0]", "'jump' is no action"),
    ({"players": ["honest", {"simulator": 100}]}, "players[1]", "a simulator cannot play inside a simulation"),
    ({"players": ["honest"] * 4}, "players", "at most one for each of the 3 seats"),
    ({"run": {"max_trials": 0}}, "run.max_trials", "at least 1"),
    ({"rake": 2}, "rake", "at most 1"),
    ({"steelwheel_simulation": 2}, "steelwheel_simulation", "version 1"),
    ({"what": 1}, "what", "unknown key"),
    ({"table": table("holdem: AhKh v 20%x v 22+ | 7h8h2c")}, "table.seats[1].cards", ""),
    ({"table": table("holdem: AhKh v 20% v 22+ | 7h8h")}, "table.board", "a flop, a turn or a river"),
    ({"table": table("holdem: AhKh/ v 20% v 22+ | 7h8h2c")}, "hero", "has folded"),
    ({"table": table("holdem: AhKh v 20%/ v 22+/ | 7h8h2c")}, "table.seats", "nobody to play against"),
    ({"table": table("razz: A23 v x x 5 v x x 6")}, "limit", "razz is played at fixed limit"),
    ({"actions": ["call"], "limit": {"small": 4, "big": 2}}, "limit.big", "at least the small one"),
    ({"table": table("razz: A23 v x x 5 v x x 6"), **RAZZ_LIMIT, "bring_in": 5}, "bring_in", "at most the small bet"),
    ({"table": table("razz: A234 v x x 5 v x x 6"), **RAZZ_LIMIT}, "table.seats[1].cards", "2 up cards"),
    ({"table": table("razz: A23 v x x v x x 6"), **RAZZ_LIMIT}, "table.seats[1].cards", "1 up card: everybody"),
    (
        {"table": table("razz: A23 v x x 5 v x x K"), **RAZZ_LIMIT, "street_bets": None},
        "street_bets",
        "the bring-in is",
    ),
]


@pytest.mark.parametrize(("change", "field", "message"), BAD)
def test_bad_requests_name_the_field(change, field, message):
    value = {key: part for key, part in (HOLDEM | change).items() if part is not None}
    if field is None:
        Simulation(value)
        return
    with pytest.raises(ScenarioError) as error:
        Simulation(value)
    problem = error.value.problems[0]
    assert problem.field == field
    assert message in problem.message


def test_less_than_a_bet_on_third_street_is_the_bring_in():
    third = request(
        "razz: A24 v x x K v (7-7-)6", pot=1.25, street_bets=[0, 0.5, 0], stacks=[50] * 3, **RAZZ_LIMIT
    )  # fmt: skip
    without = {key: value for key, value in third.items() if key != "bring_in"}
    assert Simulation(without).solve(workers=1).to_json() == Simulation(third).solve(workers=1).to_json()


def test_usual_actions_are_the_legal_ones():
    def usual(**change):
        return [action.text for action in Simulation(HOLDEM | change).actions]

    assert usual() == ["fold", "call", "raise half pot", "raise pot", "all in"]
    assert usual(street_bets=[0, 0, 0]) == ["check", "bet half pot", "bet pot", "all in"]
    assert usual(limit="pot") == ["fold", "call", "raise half pot", "raise pot"]
    assert usual(limit={"small": 4, "big": 8}) == ["fold", "call", "raise"]
    assert usual(stacks=[3, 50, 50]) == ["fold", "call"]
    assert usual(stacks=[50, 0, 0]) == ["fold", "call"]


@pytest.mark.parametrize("name", ["flop", "third street"])
def test_single_hands_can_be_looked_at(name):
    simulation = Simulation(SPOTS[name] | {"players": ["loose"] * len(SPOTS[name]["stacks"])})
    call = next(i for i, action in enumerate(simulation.actions) if action.text == "call")
    hands = simulation.hands(call, 30)
    assert len(hands) == 30
    assert hands == simulation.hands(call, 30)
    hero = simulation.request.hero
    for hand in hands:
        first = hand.actions[0]
        assert (first.seat, first.action) == (hero, "call")
        # Hero's result is what he wins minus what he adds.
        assert hand.result >= -sum(action.chips for action in hand.actions if action.seat == hero) - 1e-9
        known = simulation.request.table.seats[hero].cards.replace(" ", "")
        assert hand.cards[hero].startswith(known)
    assert any(hand.showdown for hand in hands)
    assert {action.action.split()[0] for hand in hands for action in hand.actions} >= {"call", "check", "bet", "fold"}
    assert simulation.hands(0) == ()


RAISED = {
    "six players before the flop": request(
        "holdem: 22+, ATs+/ v AhKh v 30% v random v 20% v 10%/", hero=1, pot=7.5, button=0,
        street_bets=[0, 0.5, 1, 3, 3, 0], stacks=[100, 99.5, 99, 97, 97, 100], min_bet=1, players=["loose"] * 6,
    ),
    "a re-raise heads up": request(
        "holdem: AhKh v 22+", pot=12, button=0, street_bets=[3, 9], stacks=[97, 91], players=["loose"] * 2
    ),
    "a check-raise": request(
        "holdem: AhKh v 22+ | 7h8h2c", pot=50, button=0, street_bets=[10, 30], stacks=[97, 91], players=["loose"] * 2
    ),
    "the option of the big blind": request(
        "holdem: AhKh v 22+ v random", hero=2, pot=3, button=0, street_bets=[1, 1, 1], stacks=[97, 91, 40],
        players=["loose"] * 3,
    ),
    "somebody all in": request(
        "holdem: AhKh v 22+ v random | 7h8h2c", pot=40, button=0, street_bets=[0, 10, 20], stacks=[97, 0, 40],
        players=["loose"] * 3,
    ),
    "a fold on this street": request(
        "holdem: AhKh v 22+ v 20%/ | 7h8h2cKd", pot=64, street_bets=[10, 30, 4], stacks=[97, 80, 0],
        button=0, players=["loose"] * 3,
    ),
    "fixed limit": request(
        "holdem: AhKh v 22+ v random", hero=2, pot=5, button=0, street_bets=[2, 2, 1], stacks=[97, 91, 40],
        limit={"small": 1, "big": 2}, players=["loose"] * 3,
    ),
    "third street after the bring-in": request(
        "razz: A23 v xxK v xx7", pot=3.25, street_bets=[0, 0.5, 2], stacks=[50] * 3, players=["loose"] * 3,
        **RAZZ_LIMIT,
    ),
    "fifth street of razz": request(
        "razz: A2345 v xxK76 v xx234/", pot=8, street_bets=[0, 0, 0], stacks=[50, 50, 0], players=["loose"] * 3,
        **RAZZ_LIMIT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RAISED)
def test_single_hands_are_written_with_a_line_to_heros_turn(name):
    simulation = Simulation(RAISED[name])
    hero, asked = simulation.request.hero, simulation.request
    for index, action in enumerate(simulation.actions):
        for number, hand in enumerate(simulation.hands(index, 6), start=1):
            assert hand.phh, (name, action.text)
            read = read_hand(RawHand(number, 1, "phh", f"hand {number}", hand.phh))
            turn, player = read.moments[hand.turn], read.hero
            assert (read.faults, read.names[player]) == ((), asked.table.seats[hero].name)
            assert turn.to_act == player
            assert turn.pot == pytest.approx(asked.pot, abs=0.02)
            assert turn.price == pytest.approx(min(max(asked.bets) - asked.bets[hero], asked.stacks[hero]), abs=0.02)
            # From hero's turn on the replay plays the hand that was simulated.
            paid = turn.chips[player].total + turn.chips[player].ante
            assert read.result[player] + paid == pytest.approx(hand.result, abs=0.02)
            actions = [moment for moment in read.moments[hand.turn + 1 :] if moment.actor is not None]
            assert len(actions) == len(hand.actions)
            won = {seat.name: chips for seat, chips in zip(asked.table.seats, hand.won, strict=True)}
            assert [read.collected(i) for i in range(len(read.names))] == pytest.approx(
                [won[name] for name in read.names], abs=0.02
            )


@pytest.mark.parametrize(("name", "more", "stakes"), [
    ("six players before the flop", {}, "0.5/1"),
    ("a check-raise", {"min_bet": 5}, "2.5/5"),
    ("a check-raise", {"min_bet": 0.05}, "0.025/0.05"),
    ("fixed limit", {}, "1/2"),
    ("fifth street of razz", {}, "2/4"),
])  # fmt: skip
def test_single_hands_are_listed_with_the_stakes_of_the_table(name, more, stakes):
    (hand,) = Simulation(RAISED[name] | more).hands(1, 1)
    assert hand_line(RawHand(1, 1, "phh", "hand 1", hand.phh)).stakes == stakes


def test_bets_that_no_order_of_play_explains_leave_single_hands_unwritten():
    # Seat 2 has been passed over: it acts after hero, although it sits between the bettor and him.
    skipped = request("holdem: AhKh v 22+ v random | 7h8h2c", pot=20, street_bets=[0, 10, 0], stacks=[50] * 3, button=2)
    hands = Simulation(skipped).hands(1, 3)
    assert [hand.phh for hand in hands] == [""] * 3
    assert all(hand.actions for hand in hands)


def test_an_honest_hero_folds_what_does_not_pay():
    value = request("holdem: 7c2d v AhAd | KhKs2c4d9s", pot=20, stacks=[60, 60], button=1, actions=["check"])
    opponent = player(bet=[[0, 1]])
    folds = simulate(value | {"players": ["honest", opponent]})
    assert folds.action("check").ev == 0.0
    assert folds.seats[0].folds == 1.0
    assert math.isnan(folds.action("check").won_at_showdown)
    assert read_seat_player("honest").name == "honest"
    assert simulate(value | {"players": ["caller", opponent]}).action("check").ev == -10.0


def test_the_verb_answers_files_and_lines(tmp_path, capsys):
    value = request("holdem: AhKh v QcQd | 7h8h2cKd3s", pot=10, stacks=[20, 20], actions=["check"])
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps(value) + "\n" + json.dumps(value | {"pot": -1}) + "\n", encoding="utf-8")
    assert main(["simulate", str(file), "--lines", "--workers", "1"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["steelwheel_simulation_result"] == 1
    assert first["best"] == "check"
    assert first["actions"][0]["ev"] == 10.0
    assert second["error"]["field"] == "pot"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert main(["simulate", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_a_table_in_one_line_is_a_table():
    value = {"table": "AhKh v QQ | 7h8h2c", "pot": 20, "stacks": [40, 40], "players": ["caller"] * 2}
    answer = simulate(value | {"actions": ["check"], "run": {"max_trials": 2_000}})
    within(answer.actions[0], solve(parse_line("AhKh v QQ | 7h8h2c")).seats[0].estimate.equity * 20)
    assert np.isfinite(answer.actions[0].stderr)
