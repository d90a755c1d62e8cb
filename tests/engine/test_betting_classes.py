"""The hands of a node in groups, bluffs counted by theory, and the ranges of actions as texts."""

import numpy as np
import pytest

from engine import ScenarioError
from engine.betting.classes import allowed_bluffs, balances, group_rows, held_rows, holdem_groups, razz_groups
from engine.betting.locks import hands_named, lock_presets, with_share
from engine.betting.nodes import NodeReader
from engine.betting.request import read_betting_request
from engine.betting.run import run_betting
from engine.betting.view import holdem_text, razz_text, razz_weights
from engine.cards import RAZZ_RANKS, parse_cards
from engine.ranges.holdem import parse_range
from engine.ranges.razz import razz_notices

RIVER = "2c7d9hTsKc"
"""With it AcAd is the best of the test's hands, and QcJc misses."""


def solution_of(hero, villain, board, sizes, pot=100, stack=400, **more):
    table = {"steelwheel": 1, "game": "holdem", "board": board, "seats": [{"cards": hero}, {"cards": villain}]}
    request = {"steelwheel_betting": 1, "table": table, "pot": pot, "stack": stack, "target": 0.0005, **more}
    every = dict.fromkeys(("turn", "river"), sizes)
    request["sizes"] = {key: every[key] for key in (("river",) if len(board) == 10 else ("turn", "river"))}
    return list(run_betting(read_betting_request(request)))[-1].solution


def board_of(text):
    return [card for card, _ in parse_cards(text)]


@pytest.mark.parametrize("bet", [50, 100, 200])
def test_nuts_and_air_bluff_with_the_share_of_theory(bet):
    """The air is bet so often that a call is worth nothing: b / (p + 2b) of the bets are bluffs."""
    solution = solution_of("KdKs, 4h3h, 5h4h, 6h5h, 4d3d", "AcAd, AhAs", RIVER, {"bet": [bet], "raise": []})
    walker = solution.walker
    (balance,) = balances(NodeReader(walker), walker.start, 100)
    assert balance.action == f"bet {bet}"
    assert balance.allowed == pytest.approx(bet / (100 + 2 * bet))
    assert balance.bluffs == pytest.approx(balance.allowed, abs=0.02)
    names = [name for name, bluff in zip(walker.start.names[0], balance.bluffing, strict=True) if bluff]
    assert sorted(names) == ["4d3d", "4h3h", "5h4h", "6h5h"]


def test_thin_value_is_no_bluff():
    """The middle of the range is bet and called by better and by worse hands: the bets are not polar."""
    fixed = [
        {"seat": 0, "path": [], "frequencies": {"bet 50": 1.0}},
        {"seat": 1, "path": ["bet 50"], "frequencies": {"call": 1.0}},
    ]
    solution = solution_of("KdKs, QcQs, 4h3h", "AA, AK, 88", RIVER, {"bet": [50], "raise": []}, fixed=fixed)
    walker = solution.walker
    (balance,) = balances(NodeReader(walker), walker.start, 100)
    names, joint = walker.start.names[0], NodeReader(walker).numbers(walker.start, 0).joint
    equity = dict(zip(names, balance.equity.tolist(), strict=True))
    assert equity["KsKd"] == pytest.approx(1.0)
    assert 0.1 < equity["QsQc"] < 0.5
    weight = dict(zip(names, (joint / joint.sum()).tolist(), strict=True))
    assert (balance.value, balance.bluffs) == pytest.approx((weight["KsKd"], weight["4h3h"]))
    assert balance.thin == pytest.approx(weight["QsQc"])
    assert not balance.polar


def test_a_raise_allows_bluffs_by_the_price_of_its_call():
    assert allowed_bluffs(100 + 50 + 200, 150) == pytest.approx(150 / 500)
    solution = solution_of("KK, 65s", "AA, QJs", RIVER, {"bet": [50], "raise": ["all in"]})
    walker = solution.walker
    at = walker.follow(["bet 50"])
    (balance,) = balances(NodeReader(walker), at, 100)
    assert balance.allowed == pytest.approx(350 / (100 + 50 + 400 + 350))


def test_a_bet_that_nobody_calls_is_weighed_against_all_hands():
    fixed = [{"seat": 1, "path": ["bet 100"], "frequencies": {"fold": 1.0}}]
    solution = solution_of("KK, 65s", "AA, QQ", RIVER, {"bet": [100], "raise": []}, fixed=fixed)
    walker = solution.walker
    (balance,) = balances(NodeReader(walker), walker.start, 100)
    bluffs = dict(zip(walker.start.names[0], balance.bluffing.tolist(), strict=True))
    assert not bluffs["KsKd"]
    assert bluffs["6h5h"]


def test_groups_of_holdem_are_made_hands_and_draws():
    names = ["AhKh", "9s9d", "Ts2h", "AcQc"]
    groups = {group.name: group for group in holdem_groups(names, board_of("2s9hThKd"))}
    assert groups["set"].hands.tolist() == [False, True, False, False]
    assert groups["two pair"].hands.tolist() == [False, False, True, False]
    assert groups["top pair"].hands.tolist() == [True, False, False, False]
    assert groups["flush draw"].kind == "draw"
    assert groups["flush draw"].hands.tolist() == [True, False, False, False]
    assert "overpair" not in groups


def test_rows_have_mean_frequencies_in_the_order_of_strength():
    names = ["AsAh", "9s9d", "4c3c", "5c4c"]
    joint, bets = np.array([1.0, 1.0, 2.0, 0.0]), np.array([0.2, 1.0, 0.3, 0.9])
    ev = np.array([10.0, 30.0, 1.0, np.nan])
    rows = group_rows(holdem_groups(names, board_of("2s9hTd")), joint, np.array([1 - bets, bets]), ev, ev / 100)
    assert [row.group.name for row in rows] == ["set", "overpair", "nothing"]
    assert rows[0].frequencies == pytest.approx((0.0, 1.0))
    assert rows[0].difference == pytest.approx(1.0 - 0.45)
    made = [row for row in rows if row.group.kind == "made"]
    assert sum(row.share for row in made) == pytest.approx(1.0)
    nothing = next(row for row in rows if row.group.name == "nothing")
    assert (nothing.share, nothing.ev) == (pytest.approx(0.5), pytest.approx(1.0))


def test_groups_of_razz_are_lows_draws_and_pairs():
    ups = [RAZZ_RANKS.index(rank) for rank in "567"]
    names = ["A4", "A8", "A7", "AA", "KQ"]
    groups = {group.name: group.hands.tolist() for group in razz_groups(names, ups)}
    assert groups["7 low"] == [True, False, False, False, False]
    assert groups["8 low"] == [False, True, False, False, False]
    assert groups["draw to a 7"] == [False, False, True, True, False]
    assert groups["king low"] == [False, False, False, False, True]
    on_seventh = razz_groups(["AA5", "A48"], [RAZZ_RANKS.index(rank) for rank in "5677"])
    assert [group.name for group in on_seventh] == ["7 low", "pairs"]


def test_the_range_of_an_action_is_read_back():
    names, weights = ["AhKh", "AsKs", "QdQc"], np.array([1.0, 0.25, 0.33333])
    text = holdem_text(names, weights)
    result = parse_range(text).weights
    assert sorted(result[result > 0]) == [0.25, 0.333, 1.0]
    assert holdem_text(names, np.zeros(3)) == ""


@pytest.mark.parametrize(
    ("seat", "other", "dead", "streets"),
    [
        ("xx5678", "[2-K][2-K]TJQ9", "", ("sixth", "seventh")),
        ("xx5678x", "[2-K][2-K]TJQ98", "", ("seventh",)),
        ("Ax567", "[2-K][2-K]TJQ", "2 2 2 2 3 3 3 3 4 4 4 4 8 8 8 8 9 9 9 9", ("fifth", "sixth", "seventh")),
    ],
    ids=["sixth", "seventh", "fifth"],
)
def test_the_range_of_an_action_in_razz_has_the_same_distribution(seat, other, dead, streets):
    """Sent to its seat with all its hands, the text gives the equity of the seat's own."""
    table = {"steelwheel": 1, "game": "razz", "seats": [{"cards": seat}, {"cards": other}], "dead": dead}
    limit = {**dict.fromkeys(streets, 2.0), "cap": 1}
    request = {"steelwheel_betting": 1, "table": table, "pot": 10, "limit": limit, "target": 1.0}
    solution = list(run_betting(read_betting_request(request)))[-1].solution
    start = solution.walker.start
    names, ways = start.names[0], start.reach[0]
    most = float(razz_weights(names, ways).max())
    text = razz_text(names, ways, most, seat)
    again = list(
        run_betting(read_betting_request({**request, "table": {**table, "seats": [{"cards": text}, {"cards": other}]}}))
    )
    equities = [
        (numbers := NodeReader(each.walker).numbers(each.walker.start, 0)).mean(numbers.equity)
        for each in (solution, again[-1].solution)
    ]
    assert equities[0] == pytest.approx(equities[1], abs=1e-6)
    assert not razz_notices(razz_text(names, 0.01 * ways, most, seat))
    half = razz_text(names, 0.5 * ways, most, seat)
    assert half.count("@") == half.count(",") + 1


@pytest.mark.parametrize("made_hands", [True, False])
@pytest.mark.parametrize(
    "actions", [("check", "bet 50", "all in 300"), ("fold", "call", "raise to 90"), ("fold", "call")]
)
def test_lock_presets_name_existing_actions(actions, made_hands):
    presets = lock_presets(actions, made_hands=made_hands)
    assert presets
    for preset in presets:
        for hands, frequencies in preset.entries:
            assert set(frequencies) <= set(actions)
            assert sum(frequencies.values()) == 1.0
            assert hands is None or made_hands
            hands_named(["AsAh"], hands, RIVER)


def test_other_shares_keep_their_proportions():
    assert with_share((0.5, 0.3, 0.2), 0, 0.0) == pytest.approx((0.0, 0.6, 0.4))
    assert with_share((1.0, 0.0, 0.0), 0, 0.5) == pytest.approx((0.5, 0.25, 0.25))
    assert sum(with_share((0.2, 0.3, 0.5), 2, 0.9)) == pytest.approx(1.0)


def test_locks_name_hands_by_their_classes():
    names = ["AsAh", "KsKd", "6h5h"]
    assert hands_named(names, "top pair+", RIVER).tolist() == [True, True, False]
    assert hands_named(names, None, RIVER).all()
    assert hands_named(["A4", "88"], "[A-7][A-7]", "").tolist() == [True, False]
    with pytest.raises(ScenarioError, match="not a made hand") as caught:
        hands_named(names, "top pair+, tip pair", RIVER)
    assert caught.value.problems[0].position == 11


@pytest.mark.parametrize("by_suit", [False, True])
def test_hands_that_hold_a_card_are_compared_with_the_others_as_in_a_slow_count(by_suit):
    walker = solution_of("KdKs, AhQh, AsQs, 6h5h, Jc8s", "AcAd, QJ", RIVER, {"bet": [50], "raise": []}).walker
    names, joint = walker.start.names[0], NodeReader(walker).numbers(walker.start, 0).joint
    strategy = walker.strategy(walker.start)
    rows = held_rows(names, joint, strategy, by_suit=by_suit)

    def holds(name, hand):
        if not by_suit:
            return name in (hand[:2], hand[2:])
        count, word = name.split()
        return hand.count(word[0]) >= {"a": 1, "two": 2}[count]

    expected = {"two hearts", "two spades", "a spade", "a heart", "a diamond", "a club"} if by_suit else {
        hand[i : i + 2] for hand in names for i in (0, 2)
    }  # fmt: skip
    assert {row.name for row in rows} == expected
    for row in rows:
        assert [holds(row.name, hand) for hand in names] == row.hands.tolist()
        assert row.share == pytest.approx(sum(joint[row.hands]) / sum(joint))
        for action, frequencies in enumerate(strategy):
            both = []
            for held in (True, False):
                weights = {i: joint[i] for i, hand in enumerate(names) if holds(row.name, hand) is held}
                both.append(sum(frequencies[i] * weight for i, weight in weights.items()) / sum(weights.values()))
            assert (row.frequencies[action], row.others[action]) == pytest.approx(both)
            assert row.difference(action) == pytest.approx(both[0] - both[1])


def test_ranks_are_held_in_razz_and_a_card_of_all_hands_is_left_out():
    rows = held_rows(["A2", "A4", "A4K"], np.ones(3), np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]]))
    assert [(row.name, row.frequencies[0], row.others[0]) for row in rows] == [
        ("2", 1.0, 0.25),
        ("4", 0.25, 1.0),
        ("K", 0.5, 0.5),
    ]
    assert held_rows(["AsKs", "AsQs"], np.zeros(2), np.ones((1, 2))) == ()
