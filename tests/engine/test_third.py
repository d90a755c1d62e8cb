"""Razz before fifth street: the cases, every deal of small decks, sampling, strict reading, the command line."""

import json
import math
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine.cards import RAZZ_RANKS
from engine.cli.main import main
from engine.equity.jobs import never_cancelled
from engine.players.description import shipped_player
from engine.players.first_street import FirstStreet
from engine.preflop.seat_play import Action, texts_of
from engine.preflop.third.exact import FourthDecision, third_exact_possible
from engine.preflop.third.panel import THIRD_STREET
from engine.preflop.third.request import read_third_request
from engine.preflop.third.run import answer_json, run_third, solve_third
from engine.preflop.third.situation import read_third_situation
from engine.preflop.third.steals import columns, steals
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario import Scenario, ScenarioError, Seat
from tests.reference.naive_third import NaivePlayer, naive_fourths

CASES = json.loads((Path(__file__).parents[1] / "data" / "third.json").read_text(encoding="utf-8"))
EXACT = 1e-9
SAMPLED = {"method": "sampled", "max_trials": 200_000}
KING = {"name": "Seat 4", "door": "K", "in": 0.5, "calls": "(6-6-)"}
GOOD = {"hero": {"cards": "A46"}, "opponents": [KING], "dead_money": 1, "raise_to": 2, "after": {"bets": 4}}


def test_nobody_has_posted_the_bring_in_before_a_door_card_is_known():
    table = Scenario("razz", (Seat("Hero", "A4"), Seat("Bob", "")))
    assert [row.posted for row in THIRD_STREET.rows(table)] == [0.0, 0.0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["request"]["hero"]["cards"])
def test_cases(case):
    answer = answer_json(case["request"])
    assert answer["method"] == "exact"
    action = next(action for action in answer["actions"] if action["action"] == "complete")
    expected = case["expected"]
    assert action["ev"] == pytest.approx(expected["ev_complete"], abs=EXACT)
    for key in ("everybody_folds", "equity", "playable"):
        assert action[key] == pytest.approx(expected[key], abs=EXACT)
    rows = {(row["mine"], row["his"]): row for row in action["by_card"]}
    assert math.fsum(row["probability"] for row in rows.values()) == pytest.approx(1.0)
    for right in expected["by_card"]:
        row = rows[right["mine"], right["his"]]
        for key in ("probability", "equity", "raw"):
            assert row[key] == pytest.approx(right[key], abs=EXACT)
    assert math.fsum(action["fourths"]["raw"]) == pytest.approx(1.0)


def small_deck(seed, cards):
    """Return the ranks of a small deck, no more than three of each."""
    random = Random(seed)
    return sorted(random.sample([rank for rank in range(6) for _ in range(3)], cards))


def dead_cards(deck, known):
    """Return the text of all cards that are neither in a deck nor known."""
    return " ".join(sign * (4 - deck.count(rank) - known.count(rank)) for rank, sign in enumerate(RAZZ_RANKS))


def weights_of(text, part=1):
    return {pair: Fraction(part) * Fraction(w) for pair, w in zip(ALL_PAIRS, down_weights(text).tolist(), strict=True)}


EVERY = weights_of("random")


@pytest.mark.parametrize(
    ("calls", "calls_raise", "raised"),
    [("(4-4-)", None, "(4-4-)"), ("A4-@25, 5-x", "[A2]x", "[A2]x"), ("random", "6-3-@50", "6-3-@50")],
)
def test_one_opponent_against_every_deal(calls, calls_raise, raised):
    hero, door, deck = [0, 2, 5], 4, small_deck(len(calls), 11)
    opponent = {"door": RAZZ_RANKS[door], "calls": calls, **({"calls_raise": calls_raise} if calls_raise else {})}
    request = {
        **GOOD, "hero": {"cards": "A36", "in": 0.25}, "opponents": [opponent], "dead": dead_cards(deck, [*hero, door]),
        "after": {"bets": {"call": 1, "raise": {"pot": 0.5}}, "paid": 0.75}, "rake": 0.05, "rake_cap": 0.3,
    }  # fmt: skip
    answer = answer_json(request)
    assert answer["method"] == "exact"
    for action, text, level in (("call", calls, 0.25), ("complete", raised, 2.0)):
        naive = naive_fourths(hero, [NaivePlayer(door, EVERY, weights_of(text))], deck)
        pot = 1 + level + level
        bet = 1.0 if action == "call" else pot / 2
        rake = min(0.05 * (pot + 1.75 * bet), 0.3)
        right = naive.expected(
            lambda share, _, pot=pot, bet=bet, rake=rake: Fraction(
                float(share) * (pot + 0.75 * bet - rake) - (1 - float(share)) * bet
            ),
            Fraction(5, 4), Fraction(level - 0.25),
        )  # fmt: skip
        name = "check" if action == "call" else action
        row = next(row for row in answer["actions"] if row["action"] == name)
        assert row["ev"] == pytest.approx(float(right), abs=1e-9)


def test_two_opponents_against_every_deal():
    """One with a range of two pairs, one whose hand is known and who goes on with a part of it."""
    hero, doors, deck = [0, 1, 6], (5, 3), [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    request = {
        **GOOD, "hero": {"cards": "A27"}, "dead": dead_cards(deck, [*hero, *doors, 1, 2]),
        "opponents": [
            {"cards": "A36, 456@50", "in": 0.5, "calls": "A3@60, 45"}, {"cards": "234", "in": 0.5, "calls": "23@40"},
        ],
    }  # fmt: skip
    answer = answer_json(request)
    assert answer["method"] == "exact"
    held, known = {(0, 2): Fraction(1), (3, 4): Fraction(1, 2)}, {(1, 2): Fraction(1)}
    players = [
        NaivePlayer(5, held, {(0, 2): Fraction(3, 5), (3, 4): Fraction(1)}),
        NaivePlayer(3, known, {(1, 2): Fraction(2, 5)}),
    ]
    naive = naive_fourths(hero, players, [*deck, 1, 2])  # a known card is one of its rank, whichever
    whole = sum(naive.sets.values())
    action = next(row for row in answer["actions"] if row["action"] == "complete")
    assert action["everybody_folds"] == pytest.approx(float(naive.sets[()] / whole), abs=1e-12)
    for row in action["sets"]:
        together = tuple(row["opponents"])
        cells = [cell for (players, _), cell in naive.cells.items() if players == together]
        assert row["p"] == pytest.approx(float(naive.sets[together] / whole), abs=1e-12)
        equity = sum(share for _, share in cells) / sum(weight for weight, _ in cells)
        assert row["equity"] == pytest.approx(float(equity), abs=1e-12)

    def raw(share, together):
        pot = Fraction(1 + 2) + sum(Fraction(2) if i in together else Fraction(1, 2) for i in range(2))
        return share * (pot + 4 * len(together)) - (1 - share) * 4

    assert action["ev"] == pytest.approx(float(naive.expected(raw, Fraction(2), Fraction(2))), abs=1e-11)


def test_all_pairs_of_hero_against_every_deal():
    door, behind, calls, deck = 2, 4, "A4-@25, 5-x", small_deck(5, 12)
    opponent = {"door": RAZZ_RANKS[behind], "calls": calls}
    request = {**GOOD, "hero": {"door": RAZZ_RANKS[door]}, "opponents": [opponent]}
    pairs = answer_json({**request, "dead": dead_cards(deck, [door, behind])})["pairs"]
    dealt = {tuple(sorted(pair)) for pair in combinations(deck, 2)}
    assert set(pairs) == {RAZZ_RANKS[low] + RAZZ_RANKS[high] for low, high in dealt}
    for low, high in sorted(dealt)[::3]:
        left = list(deck)
        left.remove(low)
        left.remove(high)
        naive = naive_fourths([low, high, door], [NaivePlayer(behind, EVERY, weights_of(calls))], left)
        right = naive.expected(lambda share, _: share * 9 - (1 - share) * 4, Fraction(1), Fraction(2))
        assert pairs[RAZZ_RANKS[low] + RAZZ_RANKS[high]]["complete"] == pytest.approx(float(right), abs=1e-9)


def test_pairs_against_two_opponents_are_those_of_known_hands():
    """All at once, or one by one with the down cards out of the deck from the beginning; a folded range takes cards."""
    behind = [{**KING, "calls": "3-4-", "calls_raise": "A4-@60"}, {"door": "5", "calls": "(4-4-)@40, 22"}]
    folded = {"cards": "A2J, 23J@30", "folded": True}
    few = "44 555 666 7777 8888 9999 TTTT JJ KK"
    request = {**GOOD, "opponents": [*behind, folded], "dead": few}
    pairs = answer_json({**request, "hero": {"cards": "[A2][24]6"}})["pairs"]
    assert set(pairs) == {"A2", "A4", "22", "24"}
    for name in ("A4", "22"):
        known = answer_json({**request, "hero": {"cards": f"{name}6"}})
        assert known["method"] == "exact"
        evs = {action["action"]: action["ev"] for action in known["actions"][1:]}
        assert {key: pairs[name][key] for key in evs} == pytest.approx(evs, abs=EXACT)


def test_a_known_hand_needs_far_fewer_passes_than_all_pairs():
    behind = [{**KING, "calls": "3-4-"}, {"door": "5", "calls": "(4-4-)"}]

    def passes(hero):
        situation = read_third_situation(read_third_request({**GOOD, "opponents": behind, "hero": hero}))
        return len(FourthDecision(situation, never_cancelled).parts())

    assert passes({"cards": "A46"}) == 1 + 2 * 1 + 13
    assert passes({"door": "6"}) == 1 + 2 * 13 + 169


@pytest.mark.parametrize("seed", range(2))
def test_sampled_intervals_cover_exact_values(seed):
    request = {**GOOD, "hero": {"cards": "(5-5-)6"}, "opponents": [{**KING, "calls_raise": "(8-8-)"}], "dead": "Q 5"}
    exact = solve_third(read_third_request(request))
    sampled = solve_third(read_third_request({**request, "run": {**SAMPLED, "seed": seed}}))
    assert (exact.method, sampled.method) == ("exact", "sampled")
    for one, other in zip(exact.actions[1:], sampled.actions[1:], strict=True):
        assert 0 < other.stderr < 0.05
        assert abs(one.ev - other.ev) < 4 * other.stderr
        assert abs(one.everybody_folds - other.everybody_folds) < 0.01
        for right, row in zip(one.by_mine, other.by_mine, strict=True):
            assert row.value == pytest.approx(right.value, abs=0.7)
    assert set(sampled.pairs) == set(exact.pairs)
    assert math.fsum(row.share for row in exact.pairs.values()) == pytest.approx(1.0)
    mean = math.fsum(row.share * row.evs["complete"] for row in exact.pairs.values())
    assert mean == pytest.approx(exact.action("complete").ev)


def test_eight_seats_share_a_common_card():
    behind = [{"door": door, "calls": "(8-8-)"} for door in "5689TJ"]
    answer = answer_json({**GOOD, "opponents": [{**KING, "calls": "random"}, *behind], "run": SAMPLED})
    assert answer["method"] == "sampled"
    together = {tuple(row["opponents"]) for row in answer["actions"][1]["sets"]}
    assert {(0,), (0, 1), (0, 1, 2)} <= together
    assert 0.1 < answer["actions"][1]["equity"] < 0.9


def test_a_sampled_answer_does_not_depend_on_the_threads():
    request = read_third_request({**GOOD, "run": SAMPLED})
    assert solve_third(request, workers=1).to_json() == solve_third(request, workers=2).to_json()


def continues(kind, door):
    """Return the hands with which a kind goes on against a completion of hero's."""
    raiser = "6"  # the door of GOOD
    return texts_of(shipped_player(kind), "razz", (Action(FirstStreet(door, 1, raiser), "continue"),))


def test_steals_by_door_and_by_the_door_behind():
    """Against one door behind all are exact: a better door steals more, also against a worse one behind, which plays as
    its kind does; the column of the door that is there says the same as the doors as they are."""
    king = {**KING, "calls": "random", "calls_raise": continues("tight", "K")}
    request = {**GOOD, "opponents": [king], "dead": "7777 9999 TTTT JJJJ QQQQ", "doors": True}
    answer = answer_json(request)
    doors = {row["door"]: row for row in answer["doors"]}
    assert list(doors) == list("A234568K")  # of the others no card is left
    assert doors["2"]["ev"] > doors["8"]["ev"] > doors["K"]["ev"]
    grid = {(row["door"], row["behind"]): row for row in answer["steals"]}
    assert len(grid) == 8 * 8
    for door, row in doors.items():
        assert row["best_ev"] >= row["ev"]
        assert not {"everybody_folds_stderr", "best_ev_stderr"} & set(row)  # exact
        assert row == {key: value for key, value in grid[door, "K"].items() if key != "behind"}
    assert grid["6", "K"]["ev"] > grid["6", "8"]["ev"] > grid["6", "3"]["ev"]
    other = {"name": "", "door": "8", "in": 0.5, "calls": "random", "calls_raise": continues("tight", "8")}
    alone = answer_json({**request, "hero": {"door": "6"}, "opponents": [other], "doors": False})
    completed = next(action for action in alone["actions"] if action["action"] == "complete")
    assert grid["6", "8"]["ev"] == pytest.approx(completed["ev"], abs=EXACT)
    assert read_third_request(read_third_request(request).to_json()) == read_third_request(request)


def test_sampled_steals_have_errors_that_hold():
    request = {**GOOD, "dead": "7777 9999 TTTT JJJJ QQQQ 2222 3333 888", "doors": True}
    exact = answer_json(request)
    answer = answer_json({**request, "run": {"method": "sampled", "max_trials": 100_000, "seed": 5}})
    away = []
    for row, right in zip(answer["doors"], exact["doors"], strict=True):
        assert (row["door"], row["method"], right["method"]) == (right["door"], "sampled", "exact")
        for key in ("everybody_folds", "best_ev"):
            away.append((row[key] - right[key]) / row[f"{key}_stderr"])
    assert np.abs(away).max() < 4
    assert 0.2 < np.sqrt(np.mean(np.square(away))) < 2


def test_steals_against_several_doors_go_by_how_many_are_left_and_their_kind():
    behind = [KING, {**KING, "door": "9"}, {**KING, "door": "8", "in": 0}]
    request = read_third_request({**GOOD, "opponents": behind})
    rows = list(steals(request))
    assert tuple(dict.fromkeys(row.behind for row in rows)) == ("", *columns(request))
    assert columns(request) == ("1 left", "2 left", "tight", "neutral", "loose")
    assert len(rows) == 13 * 6
    by_name = {row.behind: row.situation for row in rows if row.door == 5}
    assert [len(by_name[name].actions[1].coming) for name in ("", "1 left", "2 left", "loose")] == [3, 1, 2, 3]
    assert by_name["1 left"].request.middle == by_name[""].request.middle
    assert (by_name["1 left"].live == by_name[""].live).all()
    loose = by_name["loose"].request.opponents
    assert [player.calls_raise for player in loose] == [continues("loose", door) for door in "K98"]


@pytest.mark.parametrize(
    ("changes", "field", "position"),
    [
        ({"opponents": []}, "opponents", None),
        ({"opponents": [KING] * 8}, "opponents", None),
        ({"opponents": [{"in": 1, "door": "K"}]}, "opponents[0].calls", None),
        ({"opponents": [{"in": 1, "calls": "(8-8-)"}]}, "opponents[0].door", None),
        ({"opponents": [{**KING, "cards": "A2K"}]}, "opponents[0].door", None),
        ({"opponents": [{**KING, "calls": "(8-8-8)"}]}, "opponents[0].calls", 5),
        ({"opponents": [{**KING, "calls": "A2, Z"}]}, "opponents[0].calls", 4),
        ({"opponents": [{**KING, "door": "KK"}]}, "opponents[0].door", 0),
        ({"opponents": [{**KING, "door": ""}]}, "opponents[0].door", None),
        ({"opponents": [{**KING, "stack": 1}]}, "opponents[0].stack", None),
        ({"opponents": [KING, {"folded": True}]}, "opponents[1].cards", None),
        ({"opponents": [KING, {"folded": True, "cards": "xxJ", "calls": "A2"}]}, "opponents[1].calls", None),
        ({"opponents": [{"in": 1, "cards": "A2"}]}, "opponents[0].cards", 1),
        ({"opponents": [{"in": 1, "cards": "A2x"}]}, "opponents[0].cards", 2),
        ({"opponents": [{"in": 1, "cards": "A28, A29"}]}, "opponents[0].cards", 7),
        ({"opponents": [{"in": 1, "cards": "A2[89]"}]}, "opponents[0].cards", 2),
        ({"hero": {"cards": "A467"}}, "hero.cards", 3),
        ({"hero": {"cards": "A46", "door": "6"}}, "hero.cards", None),
        ({"hero": {}}, "hero.cards", None),
        ({"hero": {"cards": "A46@0"}}, "hero.cards", 0),
        ({"dead": "K K K K"}, "dead", 6),
        ({"dead": "Kx"}, "dead", 1),
        ({"dead": "A A A A"}, "dead", 6),
        ({"raise_to": 0.5}, "raise_to", None),
        ({"raise_to": None, "doors": True}, "raise_to", None),
        ({"doors": 1}, "doors", None),
        ({"after": {}}, "after.bets", None),
        ({"run": {"detail": ["book"]}}, "run.detail[0]", None),
        ({"steelwheel_third": 2}, "steelwheel_third", None),
        ({"order": "v9"}, "order", None),
        ({"hero": {"cards": "(3-3-)6"}, "dead": "AAA 222 333"}, None, None),
    ],
    ids=str,
)
def test_a_problem_names_its_field_and_position(changes, field, position):
    def read():
        return read_third_situation(read_third_request({**GOOD, **changes}))

    if field is None:
        assert read().live[0] == 1
        return
    with pytest.raises(ScenarioError) as caught:
        read()
    problems = {problem.field: problem.position for problem in caught.value.problems}
    assert field in problems
    assert problems[field] == position


def test_several_folded_ranges_are_sampled():
    gone = [{"cards": text, "folded": True} for text in ("xx9, !(8-8-)9", "xxT, !40%T")]
    last = {"method": "auto", "max_trials": 1000}
    assert answer_json({**GOOD, "opponents": [KING, *gone], "run": last})["method"] == "sampled"
    assert third_exact_possible(read_third_situation(read_third_request({**GOOD, "opponents": [KING, gone[0]]})))


def test_exact_beyond_reach_is_refused():
    request = {**GOOD, "opponents": [KING, {**KING, "door": "9"}, {**KING, "door": "8"}], "run": {"method": "exact"}}
    with pytest.raises(ScenarioError, match="more than two opponents"):
        answer_json(request)


def test_who_has_paid_the_price_and_folds_is_noticed():
    notices = answer_json({**GOOD, "run": SAMPLED})["notices"]
    assert [notice.split(":")[0] for notice in notices] == ["opponents[0].calls"]


def test_a_pair_of_down_cards_that_a_text_allows_in_part():
    """One particular ace and seven or lower: a second ace in three ways, each other rank in four."""
    holding = read_third_situation(read_third_request({**GOOD, "hero": {"cards": "A7-9"}})).hero
    live = np.full(13, 4)
    live[[0, 8]] -= 1
    dealt = dict(zip([ALL_PAIRS[pair] for pair in holding.pairs], holding.dealt(live).tolist(), strict=True))
    assert dealt == {(0, 0): 3.0, **{(0, rank): 4.0 for rank in range(1, 7)}}


def test_a_run_that_is_cancelled_has_no_last_answer():
    from engine import CancelToken

    cancel = CancelToken()
    cancel.cancel()
    assert not any(snapshot.final for snapshot in run_third(read_third_request(GOOD), cancel=cancel))


def test_the_verb_answers_lines_and_errors(tmp_path, capsys):
    lines = [json.dumps({**GOOD, "run": SAMPLED}), json.dumps({**GOOD, "rake": 2}), "{"]
    file = tmp_path / "lines.json"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["third", str(file), "--lines", "--workers", "1"]) == 0
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["best"] == "complete"
    assert second["error"]["field"] == "rake"
    assert "error" in third
    file.write_text(lines[0], encoding="utf-8")
    assert main(["third", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_sampled_numbers_have_errors_that_hold_and_a_missed_target_is_told():
    request = {
        "hero": {"cards": "A46"}, "dead_money": 2, "raise_to": 2, "after": {"bets": 4},
        "opponents": [{"door": "K", "in": 0.5, "calls": "(6-6-)"}, {"door": "9", "calls": "(7-7-)"}],
    }  # fmt: skip
    exact = answer_json(request)
    run = {"method": "sampled", "max_trials": 200_000, "target_stderr": 1e-9}
    answer = answer_json({**request, "run": run})
    assert "more than the target of 1e-09" in answer["notices"][-1]
    for action, right in zip(answer["actions"][1:], exact["actions"][1:], strict=True):
        assert not any(key.endswith("_stderr") for key in right)
        for key in ("everybody_folds", "equity"):
            assert 0 < action[f"{key}_stderr"] < 0.01
            assert abs(action[key] - right[key]) <= 4 * action[f"{key}_stderr"]
        for row, expected in zip(action["sets"], right["sets"], strict=True):
            assert abs(row["p"] - expected["p"]) <= 4 * row["p_stderr"]
            assert abs(row["equity"] - expected["equity"]) <= 4 * row["equity_stderr"]
        assert all(row["value_stderr"] > 0 for row in action["by_mine"])
