"""Hold'em details: equity by hand, by next card and over flops, exact and sampled."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, combo_text, parse_cards
from engine.equity.holdem import details
from engine.equity.holdem.branches import card_branches, solve_branch
from engine.equity.holdem.card_sets import card_sets
from engine.equity.holdem.flops import FewComboFlops, TwoRangeFlops
from engine.equity.holdem.plan import holdem_methods
from engine.equity.holdem.prepare import prepare_holdem
from engine.equity.holdem.sampler import CellSampler, HoldemSampler
from engine.equity.jobs import Cancelled, never_cancelled
from engine.equity.run import run, solve
from engine.equity.saved_results import snapshot_to_json
from tests.engine.reading_back import assert_reads_back
from tests.engine.tables import equities, holdem, numbers
from tests.reference.holdem_setups import cards, prepared, showdowns

ALL = ("matrix", "next_card", "flops")


def exact(setup):
    return [e.equity for e in numbers(holdem_methods(setup).exact)]


SMALL = [
    (("AA:0.5, KK", "QQ, AK"), "7h8h2cTd", "", ()),
    (("AhTh", "KcQd"), "Kh7h2s3c", "", ()),
    (("AhAd, 9h6h", "KhKd, 65s:0.25"), "7h8h2cTd", "As2d", ()),
    (("AsAd, 76s", "KsKd", "JTs"), "7h8h2cTd", "", ()),
    (("AsAd, JhTh:0.3", "Ks9s, QdJd", "AhKh, 22"), "7h8h2cTd", "", (2,)),
]


@pytest.mark.parametrize(("seats", "board", "dead", "folded"), SMALL)
def test_next_card_against_enumeration_by_hand(seats, board, dead, folded):
    result = solve(holdem(*seats, board=board, dead=dead, folded=folded, detail=("next_card",)))
    setup = prepared(*seats, board=board, dead=dead, folded=folded)
    assert result.method == "exact"
    rows = result.details["next_card"].to_json()
    assert sum(row["probability"] for row in rows) == pytest.approx(1.0, abs=1e-12)
    for row in rows[::3]:
        after = _after(setup, cards(row["card"]))
        np.testing.assert_allclose(row["equity"], [float(e) for e in showdowns(after).equity], atol=1e-12)
    total = np.sum([np.array(row["equity"]) * row["probability"] for row in rows], axis=0)
    np.testing.assert_allclose(total, equities(result), atol=1e-12)


def _after(setup, drawn):
    mask = np.uint64(sum(1 << card for card in drawn))
    free = (COMBO_MASKS & mask) == 0
    weights, folded = setup.weights * free, setup.folded * free
    return replace(setup, weights=weights, folded=folded, board=(*setup.board, *drawn))


@pytest.mark.parametrize(("seats", "board", "dead", "folded"), SMALL)
def test_matrix_against_enumeration_by_hand(seats, board, dead, folded):
    result = solve(holdem(*seats, board=board, dead=dead, folded=folded, detail=("matrix",)))
    setup = prepared(*seats, board=board, dead=dead, folded=folded)
    whole, by_hand = showdowns(setup), result.details["matrix"].to_json()
    assert [row["seat"] for row in by_hand] == [i for i in range(len(seats)) if i not in folded]
    for seat, row in enumerate(by_hand):
        assert sum(cell["share"] for cell in row["combos"].values()) == pytest.approx(1.0, abs=1e-12)
        total = sum(cell["share"] * cell["equity"] for cell in row["combos"].values())
        assert total == pytest.approx(float(whole.equity[seat]), abs=1e-12)
        for combo in np.flatnonzero(setup.weights[seat])[::2]:
            weights = setup.weights.copy()
            weights[seat] = np.where(np.arange(1326) == combo, weights[seat], 0.0)
            alone = showdowns(replace(setup, weights=weights))
            if alone.deals:
                cell = row["combos"][combo_text(combo)]
                assert cell["equity"] == pytest.approx(float(alone.equity[seat]), abs=1e-12)
                assert cell["stderr"] == 0.0


@pytest.mark.parametrize(
    ("seats", "board", "dead"),
    [
        (("QQ+, AK, 76s:0.3", "88+, AJs+, KQ"), "", ""),
        (("QQ+, AK, 76s:0.3", "88+, AJs+, KQ"), "7h8h2c", "Ah"),
        (("QQ+, A5s:0.3", "99+, AJs+"), "", "AhKh"),
        (("22+, AK", "88+, AJs+", "QQ+"), "7h8h2c", ""),
        (("AKs", "QQ", "JTs"), "", ""),
        (("JJ", "random"), "7h8h2cTd", ""),
        (("random",), "7h8h2cTd", ""),
    ],
)
def test_matrix_adds_up_to_the_main_result(seats, board, dead):
    values = solve(holdem(*seats, board=board, dead=dead, detail=("matrix",)))
    assert values.method == "exact"
    for row, equity in zip(values.details["matrix"].to_json(), equities(values), strict=True):
        for cells in (row["combos"], row["classes"]):
            assert sum(cell["share"] for cell in cells.values()) == pytest.approx(1.0, abs=1e-9)
            total = sum(cell["share"] * cell["equity"] for cell in cells.values())
            assert total == pytest.approx(equity, abs=1e-9)


def test_one_hand_in_the_matrix_is_a_run_with_that_hand():
    result = solve(holdem("QQ+, AK, 76s:0.3", "88+, AJs+, KQ", board="7h8h2c", detail=("matrix",)))
    first, second = result.details["matrix"].to_json()
    for text in ("7s6s", "QhQd", "AsKd"):
        assert first["combos"][text]["equity"] == pytest.approx(
            exact(prepared(text, "88+, AJs+, KQ", board="7h8h2c"))[0], abs=1e-12
        )
    alone = exact(prepared("QQ+, AK, 76s:0.3", "KhQh", board="7h8h2c"))[1]
    assert second["combos"]["KhQh"]["equity"] == pytest.approx(alone, abs=1e-12)
    assert first["classes"]["76s"]["equity"] == pytest.approx(
        exact(prepared("76s", "88+, AJs+, KQ", board="7h8h2c"))[0], abs=1e-12
    )


@pytest.mark.parametrize("seats", [("AA", "KK, QJs:0.5"), ("AhKs", "QdQc", "JTs")])
def test_flops_hand_by_hand_are_those_of_the_branches(seats):
    setup = prepared(*seats)
    sets = card_sets(setup, 3, never_cancelled)
    branches = card_branches(setup, sets)
    assert sum(branch.size for branch in branches) == 22_100
    few = FewComboFlops(setup, sets)
    weights, values = few.result([part() for part in few.parts(never_cancelled)])
    for branch, weight, row in zip(branches[::97], weights[::97], values[::97], strict=True):
        solution = solve_branch(branch, never_cancelled)
        assert weight == pytest.approx(solution.weight, rel=1e-12)
        np.testing.assert_allclose(row, solution.equity, atol=1e-12)


@pytest.mark.parametrize(("seats", "dead"), [(("QQ+, AK:0.5", "88+, AJs+, 54s"), ""), (("QQ+", "random"), "Ah")])
def test_one_sweep_over_boards_gives_all_flops(seats, dead):
    setup = prepared(*seats, dead=dead)
    sets = card_sets(setup, 3, never_cancelled)
    sweep, branches = TwoRangeFlops(setup, sets), card_branches(setup, sets)
    weights, result = sweep.result([part() for part in sweep.parts(never_cancelled)])
    assert len(weights) == len(branches)
    for at in range(0, len(branches), len(branches) // 12):
        solution = solve_branch(branches[at], never_cancelled)
        assert weights[at] == pytest.approx(solution.weight / 10, rel=1e-9)
        np.testing.assert_allclose(result[at], solution.equity, atol=1e-12)


def test_a_flop_that_blocks_a_whole_range_has_weight_0():
    setup = prepared("AKs:0.13, AQs:0.26", "AKo:0.85, AQo:0.76, AA:0.26")  # sums of these leave 1e-17 on three aces
    sets = card_sets(setup, 3, never_cancelled)
    sweep = TwoRangeFlops(setup, sets)
    weights, _ = sweep.result([part() for part in sweep.parts(never_cancelled)])
    aces = (sets.cards[sets.firsts] // 4 == 12).all(axis=1)
    assert aces.any()
    assert (weights[aces] == 0).all()
    assert (weights[~aces] > 0).all()


def test_flops_of_two_hands():
    result = solve(holdem("AhAd", "KhKd", detail=("flops",)))
    first, second = result.details["flops"].to_json()
    assert first["mean"] == pytest.approx(0.8263661125594601, abs=1e-12)
    assert sum(first["shares"]) == pytest.approx(1.0, abs=1e-12)
    assert len(first["shares"]) == 100
    assert first["deviation"] == pytest.approx(second["deviation"], abs=1e-12)
    assert first["stderr"] == 0.0
    centres = (np.arange(100) + 0.5) / 100
    assert abs(first["shares"] @ centres - first["mean"]) < 0.01
    trips_or_quads = 1 - sum(first["shares"][12:])
    assert trips_or_quads == pytest.approx(0.1, abs=0.03)  # a king on the flop, no ace


@pytest.mark.parametrize("seats", [("AhAd", "KhKd"), ("QQ+, AK", "88+")])
def test_the_best_and_the_worst_flops_have_their_equities(seats):
    values = solve(holdem(*seats, detail=("flops",))).details["flops"].to_json()
    setup = prepared(*seats)
    for row in values:
        assert len(row["best"]) == len(row["worst"]) == 10
        for flops, sign in ((row["best"], -1), (row["worst"], 1)):
            order = [sign * flop["equity"] for flop in flops]
            assert order == sorted(order)
        top = max(i for i, share in enumerate(row["shares"]) if share > 1e-12)
        assert int(row["best"][0]["equity"] * 100 + 1e-9) in (top, top + 1)  # all of the pot is in the last bin
        for flop in (row["best"][0], row["worst"][0]):
            after = _after(setup, cards(flop["flop"]))
            assert exact(after)[row["seat"]] == pytest.approx(flop["equity"], abs=1e-12)
            assert 0 < flop["share"] < 3 * flop["alike"] / 22_100


def test_sampled_best_and_worst_flops_are_ranked_by_their_interval_bounds():
    values = solve(holdem("AhKh", "QQ", "JTs", method="sampled", max_trials=30_000, detail=("flops",)))
    for row in values.details["flops"].to_json():
        for flops, sign in ((row["best"], 1), (row["worst"], -1)):
            safe = [sign * flop["equity"] - 1.96 * flop["stderr"] for flop in flops]
            assert safe == sorted(safe, reverse=True)
            assert all(flop["stderr"] > 0 for flop in flops)


def test_flops_of_ranges_add_up(monkeypatch):
    """Few flops represent all: sums over them are weighted by their weights."""
    setup = prepared("QQ+", "88+", "JTs")
    branches = card_branches(setup, card_sets(setup, 3, never_cancelled))
    monkeypatch.setattr(details, "card_branches", lambda *_: branches[:: len(branches) // 12])
    values = solve(holdem("QQ+", "88+", "JTs", detail=("flops",))).details["flops"].to_json()
    solutions = [solve_branch(branch, never_cancelled) for branch in branches[:: len(branches) // 12]]
    weights = np.array([solution.weight for solution in solutions])
    mean = weights @ np.array([solution.equity for solution in solutions]) / weights.sum()
    np.testing.assert_allclose([row["mean"] for row in values], mean, atol=1e-12)


def test_no_next_card_before_the_flop_and_no_flops_after():
    result = solve(holdem("AA", "KK", detail=("next_card",)))
    assert result.details["next_card"].to_json() == []
    result = solve(holdem("AA", "KK", board="7h8h2c", detail=("flops",)))
    assert result.details["flops"].to_json() == []


SAMPLED = [
    (("QQ+, AK:0.5", "88+, AJs+"), "7h8h2c"),
    (("JTs", "random", "AhKh"), "7h8h2cTd"),
    (("random", "random"), "7h8h2c"),
]


@pytest.mark.parametrize(("seats", "board"), SAMPLED)
def test_sampled_details_agree_with_exact_ones(seats, board):
    options = {"board": board, "detail": ("matrix", "next_card")}
    truth = snapshot_to_json(solve(holdem(*seats, method="exact", **options)))["detail"]
    values = snapshot_to_json(solve(holdem(*seats, method="sampled", max_trials=400_000, **options)))["detail"]
    errors = []
    for mine, exactly in zip(values["matrix"], truth["matrix"], strict=True):
        for name, cell in mine["classes"].items():
            assert abs(cell["share"] - exactly["classes"][name]["share"]) < 0.01
            errors.append((cell["equity"] - exactly["classes"][name]["equity"]) / cell["stderr"])
    by_card = {row["card"]: row for row in truth["next_card"]}
    for row in values["next_card"]:
        assert abs(row["probability"] - by_card[row["card"]]["probability"]) < 0.002
        pairs = zip(row["equity"], by_card[row["card"]]["equity"], row["stderr"], strict=True)
        errors += [(mine - exactly) / error for mine, exactly, error in pairs]
    assert np.abs(errors).max() < 5
    assert 0.85 < np.mean(np.abs(errors) < 1.96) <= 1.0


@pytest.mark.parametrize(
    ("seats", "trials"), [(("QQ+", "random", "JTs"), 30_000), (("QQ+", "88+, AJs+", "22+, A2s+"), 250_001)]
)
def test_sampled_details_are_counts_of_the_main_trials(seats, trials):
    values = solve(holdem(*seats, method="sampled", max_trials=trials, detail=ALL))
    by_hand, by_flop = values.details["matrix"].to_json(), values.details["flops"].to_json()
    for row, flops, equity in zip(by_hand, by_flop, equities(values), strict=True):
        total = sum(cell["share"] * cell["equity"] for cell in row["combos"].values())
        assert total == pytest.approx(equity, abs=1e-12)
        assert flops["mean"] == pytest.approx(equity, abs=1e-12)


def test_sampled_flops_agree_with_exact_ones():
    truth = solve(holdem("AA", "KK", detail=("flops",))).details["flops"].to_json()[0]
    sampled = solve(holdem("AA", "KK", method="sampled", max_trials=1 << 19, detail=("flops",)))
    result = sampled.details["flops"].to_json()[0]
    assert result["mean"] == pytest.approx(truth["mean"], abs=0.003)
    assert result["deviation"] ** 2 == pytest.approx(truth["deviation"] ** 2 + result["stderr"] ** 2, rel=0.05)
    middle = [sum(row["shares"][50:]) for row in (result, truth)]
    assert middle[0] == pytest.approx(middle[1], abs=0.01)


def test_details_too_expensive_for_an_exact_answer_are_sampled(monkeypatch):
    monkeypatch.setattr("engine.equity.budget.DETAIL_BUDGET", 1.0)
    monkeypatch.setattr("engine.equity.holdem.sampler.MAX_EXTRA_TRIALS", 20_000)
    result = solve(holdem("QQ+", "99", "JTs", board="7h8h2c", detail=("matrix", "next_card")))
    assert result.method == "exact"
    assert result.details["next_card"].to_json()[0]["stderr"][0] > 0
    assert result.details["matrix"].to_json()[0]["classes"]["AA"]["stderr"] > 0


@pytest.mark.parametrize("method", ["exact", "sampled"])
def test_same_details_for_any_number_of_threads(method):
    given = holdem("QQ+", "99, 76s", board="7h8h2c", method=method, max_trials=50_000, detail=ALL)
    first, *others = [snapshot_to_json(solve(given, workers=workers))["detail"] for workers in (1, 2, 5)]
    assert all(other == first for other in others)


def test_details_are_saved_with_the_result():
    result = solve(holdem("QQ+", "99", board="7h8h2cTd", detail=("matrix", "next_card")))
    assert_reads_back(result)


def test_details_check_for_cancellation():
    def stop():
        raise Cancelled

    setup = prepare_holdem(holdem("QQ+", "99, 76s"))
    with pytest.raises(Cancelled):
        card_sets(setup, 3, stop)
    with pytest.raises(Cancelled):
        solve_branch(card_branches(setup, card_sets(setup, 3, never_cancelled))[0], stop)
    with pytest.raises(Cancelled):
        HoldemSampler(setup, stop)
    work = []
    part, *_ = CellSampler("matrix", setup, 1000, lambda: work and stop()).parts()
    work.append(part)
    with pytest.raises(Cancelled):
        part()


def test_the_stage_is_named_while_details_are_computed():
    given = holdem("AA", "KK", board="7h8h2c", detail=("matrix", "next_card"))
    snapshots = list(run(given, every=0.0))
    stages = [snapshot.stage for snapshot in snapshots]
    assert list(dict.fromkeys(stages)) in ([""], ["", "matrix", "next_card"], ["matrix", "next_card", ""])
    assert {"matrix", "next_card"} <= set(stages)
    assert snapshots[-1].final
    assert parse_cards(snapshots[-1].details["next_card"].to_json()[0]["card"])
