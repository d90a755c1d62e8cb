"""The details ``made`` and ``flopped``: known answers, the naive reference, sampling, files."""

import json
import math
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from engine.cards import COMBOS, RANKS, card_text, combo_text, parse_cards
from engine.equity.details.made import GROUPS
from engine.equity.run import solve
from engine.equity.saved_results import result_from_json, snapshot_to_json
from engine.ranges.holdem import parse_range
from engine.ranges.made_names import MADE
from engine.table.serialize import scenario_from_json
from tests.engine.made_sums import cumulated
from tests.engine.reading_back import assert_reads_back
from tests.engine.tables import holdem
from tests.reference import naive_made
from tests.reference.holdem_setups import prepared, showdowns

CASES = json.loads((Path(__file__).parents[1] / "data" / "made.json").read_text(encoding="utf-8"))["cases"]
DECK = [card_text(card) for card in range(52)]
SIXES_TO_NINES = "".join(rank + suit for rank in "6789" for suit in "cdhs")
FOUR_RANKS = "".join(rank + suit for rank in "2345" for suit in "cdhs")


def scenario(*seats, detail=("made",), **more):
    return holdem(*seats, detail=detail, **more)


def rows_of(found, detail="made"):
    return found.details[detail].to_json()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["scenario"]["board"])
def test_known_answers(case):
    values = solve(scenario_from_json(case["scenario"]))
    for seat, (row, expected) in enumerate(zip(rows_of(values), case["expected"], strict=True)):
        assert row["seat"] == seat
        for group in ("made", "draws"):
            assert row[group].keys() == expected[group].keys()
            for name, numbers in expected[group].items():
                assert {key: row[group][name][key] for key in numbers} == pytest.approx(numbers, abs=1e-9)
                assert row[group][name]["stderr"] == 0


@pytest.mark.parametrize(
    ("seats", "board", "dead", "folded"),
    [
        (("AA:0.5, KK, A8s", "QQ, AK"), "7h8h2cTd", "", ()),
        (("AhAd, 9h6h, 87s", "KhKd"), "7h8h2cTd", "As2d", ()),
        (("AsAd, 76s", "KsKd, 98s", "JTs"), "7h8h2cTd", "", ()),
        (("A7s, JhTh:0.3", "Ks9s, QdJd", "AhKh, 22"), "7h8h2cTd", "", (2,)),
        (("A7s, 98s",), "7h8h2cTd", "", ()),
    ],
)
def test_against_enumeration_by_hand(seats, board, dead, folded):
    values = solve(scenario(*seats, board=board, dead=dead, folded=folded))
    setup = prepared(*seats, board=board, dead=dead, folded=folded)
    texts = [board[i : i + 2] for i in range(0, len(board), 2)]
    for seat, row in enumerate(rows_of(values)):
        expected = {}
        for combo in np.flatnonzero(setup.weights[seat]):
            weights = setup.weights.copy()
            weights[seat] = np.where(np.arange(1326) == combo, weights[seat], 0.0)
            alone = showdowns(replace(setup, weights=weights))
            cards = [combo_text(combo)[:2], combo_text(combo)[2:]]
            name, kicker = naive_made.made(cards, texts)
            keys = [("made", name), *(("draws", draw) for draw in naive_made.draws(cards, texts))]
            for key in keys + ([("kickers", kicker)] if kicker else []):
                weight, won = expected.get(key, (0.0, 0.0))
                deals = float(alone.weight)
                expected[key] = weight + deals, won + deals * float(alone.equity[seat]) if deals else won
        total = sum(weight for (group, _), (weight, _) in expected.items() if group == "made")
        for (group, name), (weight, won) in expected.items():
            if weight:
                assert row[group][name]["share"] == pytest.approx(weight / total, abs=1e-12)
                assert row[group][name]["equity"] == pytest.approx(won / weight, abs=1e-12)


def test_live_weights_are_those_of_the_text_without_known_cards():
    result = solve(scenario("AA:0.25, 77:1e-3, KK", "AsKs", board="7h8h2c", dead="7d"))
    first, second = rows_of(result)
    assert first["made"]["overpair"]["combos"] == 3 * 0.25 + 3
    assert first["made"]["set"]["combos"] == 1e-3
    assert second["made"] == {"ace high": second["made"]["ace high"]}
    assert second["made"]["ace high"]["combos"] == 1


def test_a_class_that_the_other_ranges_rule_out_has_no_equity():
    result = solve(scenario("AsAh, AsKs, 7s7d", "AsKd, AhKd", board="7h8h2c3d"))
    first = rows_of(result)[0]
    assert first["made"]["overpair"] == {"combos": 1.0, "share": 0.0, "equity": None, "stderr": None}
    assert_reads_back(result)


def test_kickers_split_top_pair_and_classes_are_cumulated():
    result = solve(scenario("random", "22+, A2s+", board="9c7dAs"))
    for seat in result.details["made"].seats:
        rows, kickers = list(seat.rows("made")), list(seat.rows("kickers"))
        top = next(row for row in rows if row.name == "top pair")
        assert math.fsum(row.combos for row in kickers) == pytest.approx(top.combos)
        assert math.fsum(row.share for row in kickers) == pytest.approx(top.share)
        assert kickers[0].name == "top pair, king kicker"
        *_, last = cumulated(seat)
        assert last.share == pytest.approx(1)
        assert last.equity == pytest.approx(result.seats[seat.seat].estimate.equity, abs=1e-9)
        assert [row.name for row in rows] == sorted((row.name for row in rows), key=MADE.index)


@pytest.mark.parametrize("board", ["", "7h8h"])
def test_the_detail_is_empty_before_the_flop(board):
    result = solve(scenario("AA", "KK", board=board))
    assert rows_of(result) == []
    assert_reads_back(result)


@pytest.mark.parametrize(
    ("seats", "board"),
    [
        (("22+, A2s+", "random"), "9c7dAs"),
        (("22+", "random", "A2s+, KTs+"), "7h8h2cTd"),
        (("AsKs", "random"), "7s8s2c"),
    ],
)
def test_files_both_ways(seats, board):
    result = solve(scenario(*seats, board=board))
    assert_reads_back(result)
    assert_reads_back(solve(scenario(*seats, board=board, method="sampled", max_trials=20_000)))


@pytest.mark.parametrize(("key", "value"), [("combos", 0), ("share", 2), ("equity", -1), ("stderr", "x"), ("more", 1)])
def test_damaged_rows_are_left_out(key, value):
    saved = snapshot_to_json(solve(scenario("22+", "random", board="9c7dAs")))
    saved["detail"]["made"][0]["made"]["set"][key] = value
    again = result_from_json(saved)
    assert "made" not in again.snapshot.details
    (problem,) = again.damaged
    assert problem.field.startswith("detail.made[0].made.set")


def test_sampled_numbers_are_within_their_errors():
    seats, board = ("22+, A2s+, KTs+", "random", "88+, AJs+"), "9s7dAs"
    exact = rows_of(solve(scenario(*seats, board=board, method="exact")))
    misses, count = 0, 0
    for seed in range(6):
        values = solve(scenario(*seats, board=board, method="sampled", max_trials=60_000, seed=seed))
        assert values.method == "sampled"
        for row, expected in zip(rows_of(values), exact, strict=True):
            for group in GROUPS:
                assert row[group].keys() == expected[group].keys()
                for name, numbers in row[group].items():
                    assert numbers["combos"] == pytest.approx(expected[group][name]["combos"])
                    if numbers["stderr"] is not None:
                        assert numbers["share"] == pytest.approx(expected[group][name]["share"], abs=0.02)
                        off = abs(numbers["equity"] - expected[group][name]["equity"]) / numbers["stderr"]
                        misses, count = misses + (off > 1.96), count + 1
    assert count >= 300
    assert misses / count < 0.09


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "dead"), [("AhKh", SIXES_TO_NINES), ("9s8s", f"Ts7s{FOUR_RANKS}")], ids=["overcards", "draws"]
)
def test_flopped_hands_against_enumeration_by_hand(hand, dead):
    (row, _) = rows_of(solve(scenario(hand, "random", dead=dead, detail=("flopped",))), "flopped")
    cards, gone = [hand[:2], hand[2:]], [dead[i : i + 2] for i in range(0, len(dead), 2)]
    deck = [card for card in DECK if card not in cards + gone]
    flops, made, kickers, draws = 0, Counter(), Counter(), Counter()
    for flop in list(combinations(deck, 3)):
        name, kicker = naive_made.made(cards, list(flop))
        made[name] += 1
        kickers.update([kicker] if kicker else [])
        draws.update(naive_made.draws(cards, list(flop)))
        flops += 1
    for group, counts in (("made", made), ("kickers", kickers), ("draws", draws)):
        assert row[group] == pytest.approx({name: count / flops for name, count in counts.items()}, abs=1e-12)


def test_a_range_flops_the_mean_of_its_combos():
    result = solve(scenario("AA:0.5, T9s, KQo:0.25", "AhKh", dead="2c", detail=("flopped",)))
    whole = result.details["flopped"].seats[0].share
    weights = parse_range("AA:0.5, T9s, KQo:0.25").weights
    known = {card for card, _ in parse_cards("AhKh2c")}
    total, mean = 0.0, np.zeros_like(whole)
    for combo in np.flatnonzero(weights):
        text = combo_text(combo)
        if known & {card for card, _ in parse_cards(text)}:
            continue
        one = solve(scenario(text, "AhKh", dead="2c", detail=("flopped",))).details["flopped"].seats[0].share
        total, mean = total + weights[combo], mean + weights[combo] * one
    np.testing.assert_allclose(whole, mean / total, atol=1e-12)
    assert_reads_back(result)


def test_seats_with_a_known_hand_flop_without_the_others_cards():
    result = solve(scenario("AhKh", "AdKd", "QQ", dead="2c", detail=("flopped",)))
    shares = [seat.share[MADE.index("top pair")] for seat in result.details["flopped"].seats]
    assert shares[0] == pytest.approx(shares[1])
    assert rows_of(solve(scenario("AA", "KK", board="7h8h2c", detail=("flopped",))), "flopped") == []


def test_the_names_of_kickers_are_ranks():
    assert GROUPS["kickers"][0] == tuple(RANKS)


@pytest.mark.parametrize("seats", [("22+, A2s+:0.5", "random"), ("AA, T9s", "KQo")])
def test_made_hands_follow_from_the_matrix_if_it_is_known(seats):
    alone = solve(scenario(*seats, board="9c7dAs", detail=("made",)))
    behind = solve(scenario(*seats, board="9c7dAs", detail=("matrix", "made")))
    for one, other in zip(rows_of(alone), rows_of(behind), strict=True):
        for group in GROUPS:
            assert one[group].keys() == other[group].keys()
            for name, numbers in one[group].items():
                assert other[group][name] == pytest.approx(numbers, abs=1e-12, nan_ok=True)
    sampled = scenario(*seats, board="9c7dAs", detail=("matrix", "made"), method="sampled", max_trials=20_000)
    assert any(row["stderr"] for seat in rows_of(solve(sampled)) for row in seat["made"].values())


@pytest.mark.parametrize("dead", ["2c", "2c2d", "AhKdQs", "AhAdKc3c3d", "2c3c4c5c6c7c8c9cTcJcQcKc"])
def test_flops_without_dead_cards_are_those_of_the_deck_less_those_with_one(dead):
    """Both ways of counting are the same, whichever is quicker."""
    from engine.equity.holdem.made_cells import FlopCounts, _Flops
    from engine.equity.jobs import never_cancelled

    gone = frozenset(card for card, _ in parse_cards(dead))
    combos = np.array([i for i in range(0, 1326, 41) if not gone & {*map(int, COMBOS[i])}])
    direct, chosen = _Flops(combos, sorted(gone), 1), FlopCounts(combos, gone)
    expected = direct.counts([part() for part in direct.parts(never_cancelled)]).astype(float)
    shares = chosen.shares([part() for part in chosen.parts(never_cancelled)])
    np.testing.assert_allclose(shares[combos], expected / expected[:, :17].sum(axis=1, keepdims=True), atol=1e-12)
    assert expected[0, :17].sum() == math.comb(50 - len(gone), 3)
