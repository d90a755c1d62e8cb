"""Both players' best play: known answers of other programs, theory, and every number added up slowly."""

import json
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine import CancelToken, ScenarioError
from engine.betting.deals import BOARDS_AT_ONCE, Deals
from engine.betting.locks import hands_named
from engine.betting.nodes import NodeReader
from engine.betting.request import read_betting_request
from engine.betting.run import answer_json, answer_with_solution, prepared, refine, run_betting, tree_size
from engine.betting.solver import Solver
from engine.betting.tree import NODES_PER_CHECK, TreeBuilder, lay_out
from engine.betting.watch import look, read_node
from engine.cli.main import main
from engine.equity.jobs import Cancelled
from engine.equity.workers import Workers
from engine.kernels.betting.cards import Cards, Combos, RazzHands
from engine.kernels.betting.tree import CARDS, VALUE
from engine.scenario.betting import Size
from tests.reference.naive_betting import Game, holdem_pairs, razz_pairs, walked_by_pairs

CASES = json.loads((Path(__file__).parents[1] / "data/betting.json").read_text(encoding="utf-8"))
HOLDEM = {case["name"]: case for case in CASES["holdem"]}
RAZZ = {case["name"]: case for case in CASES["razz"]}
LONG = {"flop0": 0.05, "limit1": 0.01}
"""Those that take long to solve to 0.003 of the pot."""


def river(hero, villain, board="2s3cTh3h7s", **more):
    table = {"steelwheel": 1, "game": "holdem", "board": board, "seats": [{"cards": hero}, {"cards": villain}]}
    sizes = {"river": {"bet": ["50%", "100%"], "raise": ["2x", "all in"]}}
    return {"steelwheel_betting": 1, "table": table, "pot": 200, "stack": 400, "sizes": sizes, **more}


def habit(seat, frequencies):
    return {"seat": seat, "path": ["check"], "frequencies": frequencies}


def solved(request, **options):
    return list(run_betting(read_betting_request(request), **options))[-1]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in HOLDEM]
)
def test_holdem_agrees_with_another_program(name):
    case = HOLDEM[name]
    request, expected = case["request"], case["expected"]
    answer = answer_json({**request, "target": LONG.get(name, 0.002)})
    assert answer["share_of_pot"] <= LONG.get(name, 0.002)
    assert answer["equity"] == pytest.approx(expected["equity"], abs=1.1e-6)
    bound = 2 * (answer["exploitability"] + expected["exploitability"])
    if not request.get("rake"):
        assert answer["ev"] == pytest.approx(expected["ev"], abs=bound)
        assert sum(answer["ev"]) == pytest.approx(request["pot"], abs=1e-6)
    else:
        assert answer["ev"] == pytest.approx(expected["ev"], abs=0.02 * request["pot"])


@pytest.mark.parametrize("name", RAZZ)
def test_razz_is_within_the_bounds_of_an_independent_program(name):
    request, expected = RAZZ[name]["request"], RAZZ[name]["expected"]
    answer = answer_json(request)
    low, high = expected["value_of_seat_0"]
    assert low - 2 * answer["exploitability"] <= answer["ev"][0] <= high + 2 * answer["exploitability"]
    assert answer["equity"][0] == pytest.approx(expected["equity_of_seat_0"], abs=1e-7)
    assert answer["first"] == expected["first_seat"]
    assert sum(answer["ev"]) == pytest.approx(request["pot"], abs=1e-4)


def nodes_of(solution):
    """Return every node of a street as the naive game wants it: the player and the strategy by action."""
    walker, result = solution.walker, {}

    def collect(at, path):
        node = walker.node(at)
        if not node.actions:
            return
        strategy = walker.strategy(at)
        result[path] = {"player": node.player, "strategy": dict(zip(node.actions, strategy, strict=True))}
        for action, name in enumerate(node.actions):
            collect(walker.act(at, action), (*path, name))

    collect(walker.start, ())
    return result


def compare(solution, progress, joint, shares, pot, taken=lambda pot: 0.0):
    game = Game(nodes_of(solution), joint, shares, pot, taken)
    total = joint.sum()
    ev = [game.value(player) / total for player in (0, 1)]
    best = [game.best(player).sum() / total for player in (0, 1)]
    assert progress.ev == pytest.approx(ev, abs=1e-5 * pot)
    assert progress.exploitability == pytest.approx(sum(best) / 2 - sum(ev) / 2, abs=1e-5 * pot)


@pytest.mark.parametrize(
    ("hero", "villain", "board", "rake"),
    [
        ("AA:0.5, KK, T9s, 76s:0.25, 44", "QQ-TT, AK, 98s", "2s3cTh3h7s", 0.0),
        ("TT+, AhKh", "AhKh, AsKs, JJ", "AdAcKcKd2s", 0.05),
        ("65s, 99", "random", "9s8s7s2d2c", 0.0),
    ],
)
def test_values_and_exploitability_are_those_of_all_pairs_of_hands(hero, villain, board, rake):
    request = river(hero, villain, board, rake=rake, rake_cap=6, target=0.01)
    last = solved(request)
    solution = last.solution
    weights = solution.deals.weights
    hands = [list(zip(solution.deals.labels[0][p], weights[p].tolist(), strict=True)) for p in (0, 1)]
    joint, shares = holdem_pairs(hands, board)
    compare(solution, last.progress, joint, shares, 200, lambda pot: min(rake * pot, 6))


def test_razz_values_are_those_of_cards_dealt_one_by_one():
    """Few cards are left, so that removal matters: four sixes, two kings, one of some others."""
    dead = " ".join([*"AAA222", *"33344", *"55", *"777788", *"99", *"TTTT", *"JJJ", *"QQQQ", "K"])
    table = {"game": "razz", "seats": [{"cards": "xx2459x"}, {"cards": "xx3A8Kx"}], "dead": dead}
    request = {"steelwheel_betting": 1, "table": table, "pot": 30, "limit": {"seventh": 4, "cap": 2}, "target": 0.01}
    last = solved(request)
    solution = last.solution
    names, order = solution.deals.labels[0], "A23456789TJQK"
    live = np.full(13, 4) - np.bincount([order.index(c) for c in [*dead.split(), *"24593A8K"]], minlength=13)
    assert 8 < live.sum() < 18
    ups = [[order.index(c) for c in text] for text in ("2459", "3A8K")]
    joint, shares = razz_pairs(names, ups, live)
    if solution.deals.opener == 1:
        assert nodes_of(solution)[()]["player"] == 1
    compare(solution, last.progress, joint, shares, 30)
    equity = NodeReader(solution.walker).numbers(solution.walker.start, 0)
    assert equity.mean(equity.equity) == pytest.approx(float((joint * shares).sum() / joint.sum()), abs=1e-6)


def test_bluffs_are_as_frequent_as_the_pot_odds_allow():
    """Of a bet b into a pot P the bluffs are b / (P + b) for each of value; such a bet is worth the pot to the nuts."""
    request = river("AcQc, 7h6h", "JhJd", "AsAhAdKs2c", stack=100, pot=100, target=1e-4,
                    sizes={"river": {"bet": ["100%"], "raise": []}})  # fmt: skip
    answer = answer_json(request)
    hands = answer["node"]["hands"]
    bluff = hands["7h6h"]["frequencies"][1]
    assert hands["AcQc"]["frequencies"][1] == pytest.approx(1.0, abs=1e-3)
    assert bluff == pytest.approx(0.5, abs=0.01)
    assert answer["ev"][0] == pytest.approx(75, abs=0.01)
    called = answer_json({**request, "path": ["all in 100"]})["node"]
    assert called["actions"][1]["frequency"] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("case", [HOLDEM["turn0"], RAZZ["razz6_3"]], ids=["turn0", "razz6_3"])
def test_16_bit_storage_takes_half_the_memory_for_the_same_play(case):
    request = {**case["request"], "target": 0.002}
    wide, narrow = (solved({**request, "storage": bits}) for bits in (32, 16))
    bound = 2 * (wide.progress.exploitability + narrow.progress.exploitability)
    assert narrow.progress.exploitability <= 0.002 * request["pot"]
    assert narrow.progress.ev == pytest.approx(wide.progress.ev, abs=bound)
    assert narrow.progress.iterations <= 2 * wide.progress.iterations
    assert narrow.solution.bytes < 0.52 * wide.solution.bytes


def test_too_large_a_request_names_the_memory_of_16_bit_storage():
    request = {**HOLDEM["turn0"]["request"], "max_bytes": 500_000}
    with pytest.raises(
        ScenarioError,
        match=r"0.000715 GB of memory, more than .* 0.0005 GB .*0.000357 GB with 16-bit",
    ):
        answer_json(request)
    assert answer_json({**request, "storage": 16, "target": 0.1})["bytes"] < 500_000


def test_kuhn_poker_has_its_value():
    """Three hands that take no cards from one another, and each only once: -1/18 for the first player."""
    hands = "JhJd, QhQd, KhKd"
    request = river(hands, hands, "2s3c5s7c9h", pot=2, stack=1, target=1e-4,
                    sizes={"river": {"bet": ["all in"], "raise": []}})  # fmt: skip
    answer = answer_json(request)
    assert answer["ev"][0] - 1 == pytest.approx(-1 / 18, abs=2 * answer["exploitability"])
    assert answer["exploitability"] <= 2e-4


@pytest.mark.parametrize(
    ("board", "hands", "more"),
    [
        ("Ks7h2d9c", ("AA, KQs", "QQ, 98s:0.5"), {}),
        ("AhAd7c7d", ("AKs, KK", "AKs, 76s"), {"rake": 0.1, "rake_cap": 2.5, "storage": 16}),
        (
            "Ks7h2d9c",
            ("AhAd, JTs", "KhQh, 55"),
            {"sizes": None, "limit": {"turn": 3, "river": 6, "cap": 3}, "stack": 11},
        ),
    ],
)
def test_two_streets_are_those_of_all_pairs_of_hands_and_cards(board, hands, more):
    table = {"game": "holdem", "board": board, "seats": [{"cards": text} for text in hands]}
    sizes = {street: {"bet": ["50%"], "raise": ["all in"]} for street in ("turn", "river")}
    request = {"table": table, "pot": 20, "stack": 40, "sizes": sizes, "target": 0.02, **more}
    last = solved({key: value for key, value in request.items() if value is not None})
    ev, exploitability = walked_by_pairs(last.solution)
    assert last.progress.ev == pytest.approx(ev, abs=1e-5)
    assert last.progress.exploitability == pytest.approx(exploitability, abs=1e-5)


def leduc_deals():
    """Return the deals of Leduc poker: two jacks, queens and kings; a hand is one of them with a card of no meaning."""
    count, ranks = 6, [0, 0, 1, 1, 2, 2]
    high, low = np.arange(6, dtype=np.uint8), np.arange(10, 16, dtype=np.uint8)
    steps, after = [], np.zeros((count, 2, count), np.uint16)
    for board in range(count):
        value = [9 if rank == ranks[board] else rank for rank in ranks]
        keys = [(value[i], part, part * count + i) for i in range(count) for part in range(3) if i != board]
        order = {0: 0, 2: 1, 1: 2}  # one's own hand, the other's, one's own again
        codes = [code for _, _, code in sorted(keys, key=lambda key: (key[0], order[key[1]], key[2]))]
        steps.append([[board, *codes]] * 2)
        after[board] = np.where(np.arange(count) == board, board, count + np.arange(count))
    both = [np.tile(side, (2, 3)) for side in (high, low)]
    combos = Combos(
        np.tile(high, (2, 1)), np.tile(low, (2, 1)), np.tile(np.arange(6, dtype=np.uint16), (2, 1)),
        np.tile(np.arange(6, dtype=np.uint16), (1, 2, 1)), both[0], both[1], np.array(steps, np.uint16),
        np.full((count, 2), len(steps[0][0]), np.int32), after,
    )  # fmt: skip
    razz = RazzHands(
        np.zeros((2, 0, 0, 0), np.float32), np.zeros(0, np.int32), np.zeros((0, 2, 0), np.int16),
        np.zeros((0, 2, 0), np.int32), np.zeros((2, 0, 13), np.int16),
    )  # fmt: skip
    nothing = np.zeros(1, np.int32), np.full(1, -1, np.int8), np.zeros(1, np.int16)
    each = np.arange(count + 1, dtype=np.int32), np.arange(count, dtype=np.int8), np.zeros(count, np.int16)
    cards = Cards(
        np.full((2, 2), count, np.int32), False, *nothing, np.array([0, count], np.int32), *each,
        np.array([1.0, 1 / 4]), np.zeros(1, np.int8), combos, razz,
    )  # fmt: skip
    names = (tuple("JJQQKK"),) * 2
    return Deals(cards, (np.ones(count), np.ones(count)), (names, names), 0, count, 0, ())


def test_leduc_poker_has_its_value():
    table = {"game": "holdem", "board": "2s3c5s7c", "seats": [{"cards": "JJ"}, {"cards": "QQ"}]}
    request = read_betting_request({"table": table, "pot": 2, "limit": {"turn": 2, "river": 4, "cap": 2}})
    deals, builder = leduc_deals(), TreeBuilder(request, 0)
    layout = lay_out(builder, deals.cards.hands, deals.turns, deals.rivers)
    with Workers(1, CancelToken(), in_place=True) as pool:
        *_, last = Solver(deals, layout, pool, constant=2.0).run(1e-4, 10)
    assert last.exploitability <= 1e-4
    assert last.ev[0] - 1 == pytest.approx(-0.0856, abs=3e-4)


def test_numbers_do_not_depend_on_threads_or_tasks(monkeypatch):
    request = {**HOLDEM["turn0"]["request"], "target": 0.01}
    one, *more = (solved(request, workers=workers).progress for workers in (1, 2, 8))
    for other in more:
        assert (one.ev, one.exploitability, one.iterations) == (other.ev, other.exploitability, other.iterations)
    last = solved(request)
    solution = last.solution
    # A team for a few passes alone, and calls of the kernel that walk the tree once.
    for name, value in (("MAX_ROUNDS", 10), ("MAX_SMALL_NUMBERS", 0)):
        monkeypatch.setattr(f"engine.betting.solver.{name}", value)
        other = solved(request, workers=2).progress
        assert (one.ev, one.exploitability, one.iterations) == (other.ev, other.exploitability, other.iterations)
    with Workers(2, CancelToken()) as pool:
        apart = Solver(solution.deals, solution.layout, pool, task_numbers=8_000, max_at_once=0)
        other = next(p for p in apart.run(0.01 * 100, None) if p.done)
    assert other.ev == pytest.approx(one.ev, abs=1e-9)


def test_symmetric_suits_change_no_number():
    """Cards that a permutation of suits maps onto one another are walked once: on 9s 7d Kh 9c spades and clubs."""
    request = {**HOLDEM["limit1"]["request"], "target": 0.05}
    whole = solved(request)
    assert whole.solution.deals.rivers == 36
    walker = whole.solution.walker
    reader, at = NodeReader(walker), walker.follow(["check", "check"])
    spade, other = (reader.numbers(walker.deal(at, card, "path"), 0) for card in ("2s", "2c"))
    assert spade.mean(spade.ev) == pytest.approx(other.mean(other.ev), rel=1e-9)
    names = {card: set(walker.deal(at, card, "path").names[0]) for card in ("2s", "2c")}
    assert names["2s"] == names["2c"]


def test_the_value_of_a_node_is_the_mean_of_its_children():
    request = {**HOLDEM["turn0"]["request"], "target": 0.02}
    node = answer_json({**request, "path": ["bet 50", "call"]})["node"]
    cards = node["cards"]
    assert len(cards) == 48
    assert sum(card["probability"] for card in cards.values()) == pytest.approx(1)
    for key in ("ev", "equity"):
        mean = [sum(card["probability"] * card[key][seat] for card in cards.values()) for seat in (0, 1)]
        assert mean == pytest.approx(node[key], rel=1e-9)
    assert sum(node["ev"]) == pytest.approx(node["pot"])
    behind = answer_json({**request, "path": ["bet 50", "call", "2s"]})["node"]
    assert behind["ev"] == pytest.approx(cards["2s"]["ev"])
    actions = behind["actions"]
    assert sum(action["frequency"] for action in actions) == pytest.approx(1)
    for hand in behind["hands"].values():
        mean = sum(f * ev for f, ev in zip(hand["frequencies"], hand["evs"], strict=True))
        assert hand["ev"] == pytest.approx(mean, abs=1e-6)
    assert not any("2s" in name for name in (*behind["hands"], *behind["other"]))


def test_up_cards_of_sixth_street_decide_who_acts_first():
    seats = [{"cards": "(4-4-)567"}, {"cards": "(3-3-)56Q"}]
    request = {"table": {"game": "razz", "seats": seats}, "pot": 10, "target": 0.5,
               "limit": {"fifth": 2, "sixth": 2, "seventh": 2, "cap": 1}}  # fmt: skip
    last = solved(request)
    reader, walker = NodeReader(last.solution.walker), last.solution.walker
    assert last.solution.deals.opener == 0
    assert walker.node(walker.follow(["check", "check", "K 2"])).player == 1
    assert walker.node(walker.follow(["check", "check", "2 2"])).player == 0
    at = walker.follow(["check", "check", "K 2", "check", "check"])
    assert walker.node(at).player == 1
    assert all(len(name) == 3 for name in at.names[0])
    dealt = walker.follow(["check", "check"])
    cards = last.solution.view(dealt, ["check", "check"]).cards
    assert sum(card.probability for card in cards) == pytest.approx(1)
    mean = sum(card.probability * card.equities[0] for card in cards)
    numbers = reader.numbers(dealt, 0)
    assert mean == pytest.approx(numbers.mean(numbers.equity), rel=1e-6)


def test_a_lock_gains_chips_for_the_opponent():
    request = river("A2s+, 22+", "QQ+, AKs", target=0.001)
    fixed = [habit(1, {"check": 1})]
    answer = answer_json({**request, "fixed": fixed})
    assert answer["gain"]["seat"] == 0
    assert answer["gain"]["locked"] == [1]
    assert answer["gain"]["evs"][0] == answer["gain"]["ev"]
    assert answer["gain"]["ev"] > 1
    commented = {**fixed[0], "hands": "best 100% // CO"}
    notices = answer_json({**request, "fixed": [commented]})["notices"]
    assert [text.partition(":")[0] for text in notices if "// CO" in text] == ["fixed[0].hands"]
    node = answer_json({**request, "fixed": fixed, "path": ["check"]})["node"]
    assert [action["frequency"] for action in node["actions"]] == pytest.approx([1, 0, 0, 0][: len(node["actions"])])


@pytest.mark.parametrize(("hands", "noticed"), [("JJ", True), ("flush", True), ("QQ", False), (None, False)])
def test_a_lock_of_hands_that_the_player_does_not_have_is_noticed(hands, noticed):
    request = river("A2s+, 22+", "QQ+, AKs", target=0.1)
    lock = habit(1, {"check": 1}) | ({"hands": hands} if hands else {})
    notices = answer_json({**request, "fixed": [habit(1, {"check": 1}), lock]})["notices"]
    expected = ["fixed[1].hands: the range of this player has none of these hands"] if noticed else []
    assert [notice for notice in notices if notice.startswith("fixed")] == expected


def test_with_locks_of_both_players_each_has_a_gain():
    request = river("A2s+, 22+", "QQ+, AKs", target=0.001)
    fixed = [habit(1, {"check": 1}), {"seat": 0, "path": [], "frequencies": {"check": 1}}]
    gain = answer_json({**request, "fixed": fixed})["gain"]
    assert gain["locked"] == [1, 0]
    assert gain["evs"][gain["seat"]] == gain["ev"]
    assert sum(gain["evs"]) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("both", [False, True])
def test_the_loss_of_locked_play_is_that_to_a_slow_best_response(both):
    request = river("AA:0.5, KK, T9s, 76s:0.25, 44", "QQ-TT, AK, 98s", target=0.001)
    lock = {"seat": 1, "path": ["check"], "hands": "QQ, AK", "frequencies": {"check": 0.25, "bet 100": 0.75}}
    own = {"seat": 0, "path": ["check", "bet 100"], "frequencies": {"fold": 1}}
    answer, solution, _ = answer_with_solution({**request, "fixed": [lock, own] if both else [lock]})
    free = answer_json(request)["ev"]
    walker = solution.walker
    hands = [list(zip(*own, strict=True)) for own in zip(walker.start.names, walker.start.reach, strict=True)]
    joint, shares = holdem_pairs(hands, "2s3cTh3h7s")
    game = Game(nodes_of(solution), joint, shares, request["pot"])
    # The locks of the player who responds are not in the game: a best response takes the best action of each hand.
    losses = [game.best(1 - seat).sum() / joint.sum() - free[1 - seat] for seat in (0, 1)]
    if not both:
        losses[0] = None
    assert answer["gain"]["losses"] == pytest.approx(losses, abs=1e-6)
    assert answer["gain"]["losses"][1] > 1


def test_a_lock_of_some_hands_leaves_the_others_free():
    request = river("A2s+, 22+", "QQ+, AKs", target=0.001)
    fixed = [{"seat": 1, "path": ["bet 100"], "hands": "overpair", "frequencies": {"fold": 1}}]
    node = answer_json({**request, "fixed": fixed, "path": ["bet 100"]})["node"]
    assert node["hands"]["AhAd"]["frequencies"] == [1, 0, 0, 0]
    assert node["hands"]["AhKh"]["frequencies"][0] < 1


def turn_with_a_habit(board, **habit):
    table = {"game": "holdem", "board": board, "seats": [{"cards": "AA, KQs"}, {"cards": "QQ, 98s:0.5"}]}
    sizes = {key: {"bet": ["50%"], "raise": []} for key in ("turn", "river")}
    return {"table": table, "pot": 20, "stack": 40, "sizes": sizes, "fixed": [{"seat": 1, **habit}], "target": 0.01}


def test_a_lock_of_hands_that_a_card_makes_impossible_has_no_effect():
    path = ["check", "check", "*", "check"]
    request = turn_with_a_habit("Ks7h2d9c", path=path, hands="set", frequencies={"check": 1})
    nodes = [answer_json({**request, "path": ["check", "check", card, "check"]})["node"] for card in ("Qc", "2c")]
    assert nodes[0]["hands"]["QhQd"]["frequencies"] == [1, 0]
    assert nodes[1]["hands"]["QhQd"]["frequencies"] != [1, 0]


def test_a_lock_after_one_card_is_not_applied_after_an_equivalent_card():
    """Spades and clubs mean the same on 9s 7d Kh 9c, but the habit is one on the deuce of spades."""
    path = ["check", "check", "2s", "check"]
    request = turn_with_a_habit("9s7dKh9c", path=path, frequencies={"bet 10": 1})
    for card, same in (("2s", True), ("2c", False)):
        node = answer_json({**request, "path": ["check", "check", card, "check"]})["node"]
        assert (node["actions"][1]["frequency"] == pytest.approx(1)) is same


def test_growth_is_that_of_the_bankroll():
    """A call that loses for sure: ln(1 + net / bankroll); losing all of it has none."""
    request = river("AA", "KK", bankroll=1000, stack=200, sizes={"river": {"bet": ["all in"], "raise": []}})
    node = answer_json({**request, "path": ["all in 200"]})["node"]
    for hand in node["hands"].values():
        assert hand["evs"] == pytest.approx([0, -200])
    assert [action["growth"] for action in node["actions"]] == pytest.approx([0.0, np.log1p(-200 / 1000)])
    lost = answer_json({**request, "bankroll": 200, "path": ["all in 200"]})["node"]
    assert [action["growth"] for action in lost["actions"]] == [0.0, None]
    for hand in lost["hands"].values():
        assert hand["growth"] == 0.0  # it folds: the losing action is never taken


def test_a_hand_that_cannot_lose_grows_whatever_the_bankroll():
    request = river("AhAd", "KhKd", board="As7c2d9h3s", pot=100, stack=100)
    request["sizes"] = {"river": {"bet": ["100%"], "raise": ["all in"]}}
    exact, more = (answer_json({**request, "bankroll": chips})["node"] for chips in (100, 100.000001))
    assert exact["hands"]["AhAd"]["growth"] == pytest.approx(more["hands"]["AhAd"]["growth"], abs=1e-6)
    assert [action["growth"] for action in exact["actions"]] == pytest.approx([np.log(2), np.log(2)], abs=1e-3)


@pytest.mark.parametrize("bankroll", [100, 150, 300])
def test_growth_is_that_of_all_pairs_of_hands(bankroll):
    """By hand and action: the mean of ln(bankroll after / before) over pairs and the play below, none where an end that
    takes the bankroll comes up at all."""
    request = river("AA, KQs, 76s, 22", "QQ, JJ, AKs, 98s", stack=150, pot=100, bankroll=bankroll, target=1e-4)
    request["sizes"] = {"river": {"bet": ["50%"], "raise": ["all in"]}}
    solution = solved(request).solution
    walker, nodes = solution.walker, nodes_of(solution)
    hands = [list(zip(*own, strict=True)) for own in zip(walker.start.names, walker.start.reach, strict=True)]
    joint, shares = holdem_pairs(hands, "2s3cTh3h7s")
    game = Game(nodes, joint, shares, 100)

    def expected(player, hand, weights, path, street):
        node = nodes.get(path)
        if node is None:
            here = weights[hand] if player == 0 else weights[:, hand]
            if not here.any():
                return 0.0
            won = game.payoff(path, street)[player]
            results = bankroll + (won[hand] if player == 0 else won[:, hand])[here > 0]
            return -np.inf if (results <= 0).any() else float(here[here > 0] @ np.log(results / bankroll))
        total = 0.0
        for action, after in game.actions(node, street):
            column = np.where(node["strategy"][action] >= 1e-3, node["strategy"][action], 0.0)
            if node["player"] != player:
                total += expected(
                    player, hand, weights * (column if player == 0 else column[:, None]), (*path, action), after
                )
            elif column[hand] > 0:
                total += column[hand] * expected(player, hand, weights, (*path, action), after)
        return total

    node = solution.view(walker.start, ())
    for hand in range(len(hands[0])):
        for place, (action, after) in enumerate(game.actions(nodes[()], (0.0, 0.0))):
            value = expected(0, hand, joint, (action,), after) / joint[hand].sum()
            grown = node.hands[0].growth[place, hand]
            assert grown == pytest.approx(value, abs=2e-3) if np.isfinite(value) else np.isnan(grown)


@pytest.mark.parametrize(
    ("sizes", "names"),
    [
        (["50%"], ["check", "bet 50"]),
        (["33%", 34], ["check", "bet 33", "bet 34"]),
        (["1x", "0.4%", 2], None),
        (["270", " 34.0 ", "33%"], ["check", "bet 33", "bet 34", "bet 270"]),
        (["99%", "all in", 500], ["check", "bet 99", "all in 300"]),
        ([], ["check"]),
        (["299.6%"], ["check", "all in 300"]),
    ],
)
def test_sizes_are_rounded_raised_to_the_minimum_and_merged(sizes, names):
    request = river("AA", "KK", pot=100, stack=300, sizes={"river": {"bet": sizes, "raise": []}})
    if names is None:
        with pytest.raises(ScenarioError, match=r"sizes\.river\.bet\[0\]"):
            read_betting_request(request)
        return
    builder = TreeBuilder(read_betting_request(request), 0)
    assert list(builder.nodes[0].actions) == names


FINE = {"river": {"bet": ["33%", "66%"], "raise": ["3x"]}}
"""Sizes that make amounts with a tenth of a cent in a pot of 35.25."""


def test_a_path_and_a_lock_may_round_chips_to_cents_as_readers_see_them():
    lock = {"seat": 1, "path": ["Bet 23.27"], "frequencies": {"raise to 69.8": 0.25, "call": 0.75}}
    request = river("AA, QQ", "KK, JJ", pot=35.25, stack=211.3, sizes=FINE, fixed=[lock], path=["bet 23.27"])
    answer = answer_json(request, workers=1)
    names = {action["action"]: action["frequency"] for action in answer["node"]["actions"]}
    assert names == pytest.approx({"fold": 0.0, "call": 0.75, "raise to 69.795": 0.25})
    exact = {**lock, "path": ["bet 23.265"], "frequencies": {"raise to 69.795": 0.25, "call": 0.75}}
    again = answer_json({**request, "fixed": [exact], "path": ["bet 23.265"]}, workers=1)
    assert again["node"]["hands"] == answer["node"]["hands"]
    edit = {"path": ["bet 23.27"], "remove": ["3x"]}
    answer = answer_json({**request, "fixed": [], "edits": [edit]}, workers=1)
    assert [action["action"] for action in answer["node"]["actions"]] == ["fold", "call"]


@pytest.mark.parametrize(
    ("frequencies", "words"),
    [({"bet 23": 1}, "'bet 23' is not an action"), ({"bet 23.27": 0.5, "bet 23.265": 0.5}, "is in the list twice")],
)
def test_a_lock_names_each_action_once(frequencies, words):
    lock = {"seat": 0, "path": [], "frequencies": frequencies}
    with pytest.raises(ScenarioError, match=words) as refused:
        answer_json(river("AA, QQ", "KK, JJ", pot=35.25, stack=211.3, sizes=FINE, fixed=[lock]), workers=1)
    assert refused.value.problems[0].field == "fixed[0].frequencies"


def test_raises_are_at_least_the_last_raise_and_all_in_for_less():
    sizes = {"river": {"bet": [100], "raise": ["1.2x", "3x", "10%"]}}
    builder = TreeBuilder(read_betting_request(river("AA", "KK", pot=100, stack=350, sizes=sizes)), 0)
    after_bet = builder.nodes[builder.nodes[0].children[1]]
    assert after_bet.actions == ("fold", "call", "raise to 200", "raise to 300")
    after_raise = builder.nodes[after_bet.children[3]]
    assert after_raise.actions == ("fold", "call", "all in 350")


def test_a_fixed_limit_has_a_cap_and_short_players():
    request = river("AA", "KK", pot=10, sizes=None, stack=None, limit={"river": 4, "cap": 3})
    builder = TreeBuilder(read_betting_request(request), 0)
    longest = max(builder.nodes, key=lambda node: sum(node.chips))
    assert longest.chips == (12.0, 12.0)
    short = TreeBuilder(read_betting_request({**request, "stack": 5}), 0)
    names = {name for node in short.nodes for name in node.actions}
    assert names == {"check", "bet 4", "fold", "call", "all in 5"}


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"path": ["bet 7"]}, "path[0]", "possible: check, bet 100"),
        ({"path": ["check", "check", "check"]}, "path[2]", "no more actions"),
        ({"max_bytes": 100}, "sizes", "GB"),
        ({"pot": 0}, "pot", "above 0"),
        ({"first": 2}, "first", "0 to 1"),
        ({"sizes": {"river": {"bet": ["5y"], "raise": []}}}, "sizes.river.bet[0]", "expected a size"),
        ({"sizes": {}}, "sizes.river", "still to come"),
        ({"storage": 8}, "storage", "16 or 32"),
        ({"target": 1e-300}, "target", "at least 0.000000001"),
        ({"nonsense": 1}, "nonsense", "unknown key"),
        ({"fixed": [habit(1, {"bet": 0.5})]}, "fixed[0].frequencies", "add up to 1"),
        ({"fixed": [habit(1, [1])]}, "fixed[0].frequencies", "expected an object, found a list"),
        ({"fixed": [{}]}, "fixed[0].seat", "this value is missing"),
        ({"fixed": [habit(0, {"check": 1})]}, "fixed[0].path", "not to act"),
        ({"fixed": [habit(1, {"jump": 1})]}, "fixed[0].frequencies", "not an action"),
        ({"fixed": [habit(1, {"check": 1}) | {"hands": "sett"}]}, "fixed[0].hands", "did you mean set"),
    ],
)
def test_bad_requests_name_the_field(change, field, words):
    with pytest.raises(ScenarioError) as caught:
        answer_json({**river("A2s+", "KK"), **change})
    assert caught.value.problems[0].field == field
    assert words in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ({"game": "holdem", "seats": [{"cards": "AA"}, {"cards": "KK"}], "board": "2h3h"}, "table.board"),
        ({"game": "holdem", "seats": [{"cards": "AA"}] * 3, "board": "2h3h4h"}, "table.seats"),
        ({"game": "razz", "seats": [{"cards": "A23"}, {"cards": "456"}]}, "table.seats[0].cards"),
        (
            {"game": "holdem", "seats": [{"cards": "AA"}, {"cards": "KQz"}], "board": "2h3h4h5h6c"},
            "table.seats[1].cards",
        ),
        (5, "table"),
        ({}, "table.game"),
        ({"game": "razz", "seats": [{"cards": "(7-7-)456"}, {"cards": "(7-7-)4567"}]}, "table.seats"),
    ],
)
def test_bad_tables_name_the_field(table, field):
    with pytest.raises(ScenarioError) as caught:
        answer_json({"table": table, "pot": 10, "limit": {"river": 1}})
    assert caught.value.problems[0].field == field


@pytest.mark.parametrize("name", ["turn0", "limit1"])
def test_a_cancelled_run_has_the_last_exploitability_which_is_that_of_its_play_on_a_small_tree(name):
    cancel = CancelToken()
    request = read_betting_request({**HOLDEM[name]["request"], "target": 1e-9})
    run = run_betting(request, cancel=cancel, every=1e9)
    first = next(run)
    assert (first.final, first.progress.evaluated) == (False, 10)
    cancel.cancel()
    *_, last = run
    assert last.final
    assert last.progress.evaluated == last.progress.iterations == 10
    assert 0 < last.progress.exploitability < 100


def test_a_run_that_is_abandoned_has_no_exploitability():
    cancel, abandon = CancelToken(), CancelToken()
    request = read_betting_request({**HOLDEM["limit1"]["request"], "target": 1e-9})
    both = run_betting(request, cancel=cancel, abandon=abandon, every=1e9)
    next(both)
    cancel.cancel()
    abandon.cancel()
    *_, nothing = both
    assert (nothing.final, nothing.progress.ev, nothing.progress.exploitability) == (True, None, None)
    assert nothing.solution.to_json(nothing.progress, None, final=True)["share_of_pot"] is None


PASS, CHECKED = 8, 20 * 8
"""Tasks of a walk of the tree by one player, and of all walks before the exploitability is computed."""


def cancelled_at(call, name, monkeypatch):
    """Return a token that the given call of the solver's method ``name`` cancels, and a list that gets all calls."""
    cancel, calls, method = CancelToken(), [], getattr(Solver, name)

    def counted(solver, *given):
        calls.append(given)
        if len(calls) == call:
            cancel.cancel()
        method(solver, *given)

    monkeypatch.setattr(Solver, name, counted)
    return cancel, calls


@pytest.mark.parametrize("stop", [1, 5, PASS + 3, CHECKED - 1, CHECKED + 2, CHECKED + 2 * PASS, CHECKED + 4 * PASS])
def test_a_run_that_is_stopped_walks_no_further_than_the_tasks_that_threads_have_begun(stop, monkeypatch):
    """In the first iteration, in a later one, in the computation of the exploitability and after it."""
    workers = 2
    cancel, calls = cancelled_at(stop, "_walk_cards", monkeypatch)
    monkeypatch.setattr("engine.betting.solver.MAX_NUMBERS_AT_ONCE", 0)
    request = read_betting_request({**HOLDEM["limit1"]["request"], "target": 1e-9})
    *_, last = run_betting(request, cancel=cancel, workers=workers)
    assert len(calls) <= stop + 2 * workers
    checked = stop > CHECKED + 3 * PASS
    assert (last.final, last.progress.evaluated) == (True, 10 if checked else None)
    assert (last.progress.exploitability is not None) == checked


def test_an_error_of_a_thread_that_assists_ends_the_run(monkeypatch):
    share = Solver._share

    def failing(solver, team, work, part, *given):
        if part == CARDS:
            raise MemoryError("no work space")
        share(solver, team, work, part, *given)

    monkeypatch.setattr(Solver, "_share", failing)
    request = read_betting_request({**HOLDEM["turn0"]["request"], "target": 1e-9})
    with pytest.raises(MemoryError, match="no work space"):
        list(run_betting(request, workers=2))


def test_a_run_that_threads_share_ends_soon_after_it_was_cancelled():
    """With more threads than processors, and others that keep these busy, nobody waits for an absent thread."""
    cancel = CancelToken()
    request = read_betting_request({**HOLDEM["limit1"]["request"], "target": 1e-9})
    run = run_betting(request, cancel=cancel, workers=8, every=0.0)
    next(run)
    cancel.cancel()
    *_, last = run
    assert last.final


@pytest.mark.parametrize("stop", [1, 6, 19, 20])
def test_a_run_whose_calls_walk_a_tree_once_is_stopped_before_the_next_call(stop, monkeypatch):
    """The first iteration is walked in tasks; the exploitability is computed after eighteen more walks."""
    cancel, calls = cancelled_at(stop, "_walk_at_once", monkeypatch)
    monkeypatch.setattr("engine.betting.solver.MAX_SMALL_NUMBERS", 0)
    request = read_betting_request({**HOLDEM["limit1"]["request"], "target": 1e-9})
    *_, last = run_betting(request, cancel=cancel, workers=2)
    assert len(calls) == stop
    assert (last.final, last.progress.evaluated) == (True, None)


class Stopping:
    """A check for cancellation that raises Cancelled when it is called for the ``at``-th time."""

    def __init__(self, at=math.inf):
        self.calls, self.at = 0, at

    def __call__(self):
        self.calls += 1
        if self.calls == self.at:
            raise Cancelled


LOCKED_RUNOUTS = {"seat": 0, "path": ["check", "check", "*"], "hands": "top pair+", "frequencies": {"check": 1.0}}


def test_the_building_of_a_tree_can_be_stopped_everywhere():
    request = read_betting_request({**HOLDEM["turn0"]["request"], "fixed": [LOCKED_RUNOUTS]})
    checks = Stopping()
    solution = prepared(request, check_cancelled=checks)
    # Once for some boards and their orders of hands, and for each card of the lock.
    assert checks.calls > solution.deals.rivers + 2 * solution.deals.rivers // BOARDS_AT_ONCE
    for at in range(1, checks.calls + 1, 5):
        with pytest.raises(Cancelled):
            prepared(request, check_cancelled=Stopping(at))


def test_a_large_tree_checks_every_few_nodes_whether_it_was_stopped():
    sizes = {"river": {"bet": ["10%", "20%", "40%", "80%"], "raise": ["2x", "3x", "4x"]}}
    request = read_betting_request(river("AA", "KK", sizes=sizes, stack=4000))
    building, laying = Stopping(), Stopping()
    builder = TreeBuilder(request, 0, check_cancelled=building)
    pieces = len(builder.nodes) // NODES_PER_CHECK
    assert pieces > 10
    assert building.calls >= pieces
    hands = np.ones((1, 2), np.int32)
    lay_out(builder, hands, 0, 0, laying)
    passes = 5
    assert laying.calls >= passes * pieces
    for at in range(1, laying.calls + 1, 7):
        with pytest.raises(Cancelled):
            lay_out(builder, hands, 0, 0, Stopping(at))


def test_a_node_of_a_large_tree_is_read_in_tasks_that_can_be_stopped():
    request = read_betting_request(HOLDEM["limit1"]["request"])
    *_, last = run_betting(replace(request, target=0.5))
    solution, solver = last.solution, last.solution.solver
    at = solution.walker.follow(["check"])
    for player in (0, 1):
        reach = at.reach[1 - player]
        whole = solver.walk_from(solver.tree, solver.tree.pay, player, VALUE, at.node, at.state, reach)
        assert solver.values_below(player, at.node, at.state, reach).tolist() == whole.tolist()
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        read_node(look(solution, last.progress, ()), ("check",), cancel)


def test_a_target_out_of_reach_ends_when_the_play_stops_improving():
    request = {**HOLDEM["river0"]["request"], "target": 5e-5}
    assert solved(request).progress.exploitability <= 5e-5 * request["pot"]
    last = solved({**request, "storage": 16})
    assert (last.final, last.progress.stuck) == (True, True)
    assert last.progress.exploitability > 5e-5 * request["pot"]
    assert last.progress.iterations < 5_000
    (notice,) = last.solution.to_json(last.progress, None, final=True)["notices"]
    assert "above the target" in notice
    assert "16-bit" in notice


def test_refining_a_solution_gives_the_play_of_a_longer_run():
    request = {**HOLDEM["river3"]["request"], "target": 0.02}
    rough = solved(request)
    *_, fine = refine(rough.solution, 0.001)
    assert fine.progress.exploitability <= 0.001 * request["pot"] < rough.progress.exploitability
    assert fine.progress.iterations > rough.progress.iterations
    once = solved({**request, "target": 0.001}).progress
    assert fine.progress.ev == pytest.approx(once.ev, abs=4 * 0.001 * request["pot"])


TARGETS = [0.01 * 0.85**i for i in range(12)]


def test_a_run_ends_soon_after_its_target_was_reached_and_computes_the_exploitability_rarely():
    request = read_betting_request(HOLDEM["turn0"]["request"])
    solver, falls = prepared(request).solver, list[float]()
    while not falls or falls[-1] > TARGETS[-1] * request.pot:
        solver.iterate(1)
        falls.append(solver.evaluate()[1])
    too_long, computed = [], []
    for target in TARGETS:
        seen = [s.progress.iterations for s in run_betting(replace(request, target=target), every=1e9)]
        reached = next(i for i, value in enumerate(falls, 1) if value <= target * request.pot)
        assert seen[0] == 10
        assert all(later >= max(1.02 * earlier, earlier + 3) for earlier, later in pairwise(seen))
        too_long.append(seen[-1] / reached - 1)
        computed.append(len(seen) / seen[-1])
    assert sum(too_long) / len(too_long) < 0.04
    assert max(computed) < 0.2


def test_the_command_line_answers_files_and_lines(tmp_path, capsys):
    request = river("AA, 76s", "KK, QQ", target=0.01)
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request), encoding="utf-8")
    assert main(["betting", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["steelwheel_betting_result"] == 1
    assert answer["share_of_pot"] <= 0.01
    lines = tmp_path / "requests.jsonl"
    bad = {**request, "pot": -1}
    lines.write_text("".join(json.dumps(line) + "\n" for line in (request, bad)), encoding="utf-8")
    assert main(["betting", "--lines", "--workers", "1", str(lines)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["ev"] == pytest.approx(answer["ev"])
    assert second["error"]["field"] == "pot"


def test_hands_and_means_agree_at_the_root():
    answer = answer_json(river("A2s+:0.5, 22+", "QQ+, AKs, 98s", bankroll=3000))
    node = answer["node"]
    assert node["probability"] == pytest.approx(1)
    assert node["ev"] == pytest.approx(answer["ev"], abs=1e-6)
    assert node["equity"] == pytest.approx(answer["equity"])
    weights = {hand["weight"] for hand in node["hands"].values()}
    assert weights == {0.5, 1.0}


def test_a_lock_of_single_hands_is_a_range_and_keeps_the_symmetry_of_suits():
    """Locks by class and by combo give the play of the same lock by made hand, and an error of neither kind is told."""
    request = dict(HOLDEM["turn0"]["request"])
    names = ("AhKh", "AsKd", "QhQd", "7h2c")
    assert hands_named(names, "AKs, QQ+", "Ks7h2d").tolist() == [True, False, True, False]
    assert hands_named(names, "AKo, 7h2c", "Ks7h2d").tolist() == [False, True, False, True]
    with pytest.raises(ScenarioError, match="tip"):
        hands_named(names, "tip pair", "Ks7h2d")
    free = tree_size(read_betting_request(request)).numbers
    for hands, same in (("AKs, 76s", True), ("AhKh", False)):
        lock = {"seat": 0, "path": [], "hands": hands, "frequencies": {"check": 1}}
        size = tree_size(read_betting_request({**request, "fixed": [lock]})).numbers
        assert (size == free) if same else (size >= free)


def actions_at(request, *path):
    checked = read_betting_request(request)
    solution = prepared(checked)
    node = solution.walker.node(solution.walker.follow(path))
    return list(node.actions)


DEEP = {
    "table": {"game": "holdem", "board": "Ks7h2d9c", "seats": [{"cards": "AA"}, {"cards": "QQ"}]},
    "pot": 100, "stack": 1000,
}  # fmt: skip


def test_donk_bets_are_into_who_bet_last_on_the_previous_street():
    bets = {"bet": ["50%"], "raise": ["3x"]}
    sizes = {"turn": bets, "river": {**bets, "donk": ["25%"]}}
    request = {**DEEP, "sizes": sizes}
    assert actions_at(request, "check", "bet 50", "call", "3c") == ["check", "bet 50"]  # a quarter of 200
    assert actions_at(request, "bet 50", "call", "3c") == ["check", "bet 100"]
    assert actions_at(request, "bet 50", "raise to 150", "call", "3c") == ["check", "bet 100"]
    assert actions_at(request, "check", "check", "3c") == ["check", "bet 50"]
    assert actions_at(request, "check", "bet 50", "call", "3c", "check") == ["check", "bet 100"]
    none = {**request, "sizes": {"turn": bets, "river": {**bets, "donk": []}}}
    assert actions_at(none, "check", "bet 50", "call", "3c") == ["check"]
    assert actions_at({**request, "sizes": {"turn": bets, "river": bets}}, "check", "bet 50", "call", "3c") == [
        "check", "bet 100",
    ]  # fmt: skip


def test_a_bet_of_a_share_of_the_stack_is_all_in():
    sizes = {"turn": {"bet": ["100%"], "raise": ["3x"]}, "river": {"bet": ["100%"], "raise": []}}
    request = {**DEEP, "stack": 400, "sizes": sizes}
    assert actions_at(request, "bet 100") == ["fold", "call", "raise to 300"]
    # A raise to 300 takes three quarters of the 400 behind.
    assert actions_at({**request, "all_in_from": 0.75}, "bet 100") == ["fold", "call", "all in 400"]
    assert actions_at({**request, "all_in_from": 0.76}, "bet 100") == ["fold", "call", "raise to 300"]
    assert actions_at({**request, "all_in_from": 0.25}) == ["check", "all in 400"]
    with pytest.raises(ScenarioError) as caught:
        read_betting_request({**request, "all_in_from": 0})
    assert caught.value.problems[0].field == "all_in_from"


EDITED = {
    **river("AA", "KK", pot=100, stack=1000, sizes={"river": {"bet": ["50%"], "raise": ["3x"]}}),
    "edits": [{"path": ["check"], "add": ["100%", 30], "remove": ["50%"]}],
}


def test_an_edit_changes_the_sizes_of_one_player_at_a_decision_and_below():
    def at(*path):
        return actions_at(EDITED, *path)

    assert at() == ["check", "bet 50"]
    assert at("check") == ["check", "bet 30", "bet 100"]
    assert at("check", "bet 100") == ["fold", "call", "raise to 300"]
    raised = {**EDITED, "edits": [{"path": ["bet 50"], "add": ["all in"], "remove": ["3x"]}]}
    assert actions_at(raised, "bet 50") == ["fold", "call", "all in 1000"]
    assert actions_at(raised, "check", "bet 50") == ["fold", "call", "raise to 150"]
    both = {**EDITED, "edits": [{"path": [], "add": [20]}, {"path": [], "add": [40], "remove": ["50%"]}]}
    assert actions_at(both) == ["check", "bet 20", "bet 40"]
    assert actions_at(both, "check") == ["check", "bet 50"]
    assert read_betting_request(EDITED) != read_betting_request({**EDITED, "edits": []})


def test_an_edit_holds_on_later_streets_and_after_any_card():
    sizes = {street: {"bet": ["50%"], "raise": []} for street in ("turn", "river")}
    request = river("AA", "KK", board="2s3cTh7s", pot=100, stack=1000, sizes=sizes)

    def at(edit, *path):
        return actions_at({**request, "edits": [edit]}, *path)

    first = {"path": [], "add": ["100%"]}
    assert at(first, "check", "check", "2c") == ["check", "bet 50", "bet 100"]
    assert at(first, "check", "check", "2c", "check") == ["check", "bet 50"]
    after = {"path": ["check", "check", "*"], "remove": ["50%"]}
    assert at(after) == ["check", "bet 50"]
    assert at(after, "check", "check", "2c") == at(after, "check", "check", "9h") == ["check"]
    assert at(after, "bet 50", "call", "9h") == ["check", "bet 100"]


def test_the_sizes_of_each_decision_are_known_by_its_actions():
    sizes = {street: {"bet": ["50%", 50], "raise": ["3x"], "donk": ["20%"]} for street in ("turn", "river")}
    request = river("AA", "KK", board="2s3cTh7s", pot=100, stack=1000, sizes=sizes)
    edits = [{"path": ["bet 50", "call", "*"], "add": ["all in"]}, {"path": ["check"], "remove": [50]}]
    walker = prepared(read_betting_request({**request, "edits": edits})).walker
    assert walker.builder.sizes_at(()) == {"bet 50": (Size("pot", 0.5), Size("chips", 50))}
    assert walker.builder.sizes_at(("check",)) == {"bet 50": (Size("pot", 0.5),)}
    typed = (Size("all in"), Size("pot", 0.25), Size("pot", 0.5), Size("chips", 50.0))
    stack = walker.builder.request.stack
    assert walker.builder.names_at((), typed) == ("bet 25", "bet 50", f"all in {stack:g}")
    assert walker.builder.names_at((f"all in {stack:g}",), typed) == ()
    waiting, decisions = [(walker.start, ())], 0
    while waiting:
        at, path = waiting.pop()
        node = walker.node(at)
        if node.actions:
            decisions += 1
            bets = [name for name in node.actions if name not in ("check", "fold", "call")]
            assert sorted(walker.builder.sizes_at(path)) == sorted(bets), path
            waiting += [(walker.act(at, i), (*path, name)) for i, name in enumerate(node.actions)]
        elif node.children:
            waiting.append((walker.deal(at, "9h", ""), (*path, "9h")))
    assert decisions > 30


@pytest.mark.parametrize(
    ("edit", "field", "words"),
    [
        ({"path": ["bet 60"], "add": ["10%"]}, "edits[0].path", "no decision"),
        ({"path": ["check", "check"], "add": ["10%"]}, "edits[0].path", "no decision"),
        ({"path": ["check"], "remove": ["51%"]}, "edits[0].remove[0]", "50%"),
        ({"path": ["check"], "add": ["2x"]}, "edits[0].add[0]", "no bet here"),
        ({"path": ["check"]}, "edits[0].add", "to add or to remove"),
        ({"path": ["check"], "add": ["much"]}, "edits[0].add[0]", "expected a size"),
        ({"add": ["10%"]}, "edits[0].path", ""),
    ],
)
def test_a_wrong_edit_names_its_field(edit, field, words):
    with pytest.raises(ScenarioError) as caught:
        prepared(read_betting_request({**EDITED, "edits": [edit]}))
    assert caught.value.problems[0].field == field
    assert words in caught.value.problems[0].message


def test_a_fixed_limit_has_no_edits():
    request = {key: value for key, value in EDITED.items() if key != "sizes"}
    with pytest.raises(ScenarioError) as caught:
        read_betting_request({**request, "limit": {"river": 10}})
    assert caught.value.problems[0].field == "edits"
