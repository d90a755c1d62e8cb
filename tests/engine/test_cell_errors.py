"""The errors of cells with few trials: intervals cover the truth as often as they promise."""

from dataclasses import replace

import numpy as np
import pytest

from engine import Scenario, Seat, solve
from engine.equity.sampling import cell_stderr
from engine.scenario import RunOptions

TABLES = {
    "flop": (("AhKh", "22+, ATs+", "15%"), "7h8h2c", ""),
    "turn": (("AhKh", "22+, ATs+", "15%"), "7h8h2cQd", ""),
    "far apart": (("AA:0.01, KK, 72o", "22+:0.3, ATs+, KTo"), "7h8h2cQd", ""),
    "folded hands": (("QQ+, AK", "TT+, AQ"), "Th8h2c", "random, !30%"),
}
SEEDS = 15


def numbers(snapshot):
    """Return equities and errors of all cells, by their names."""
    result = {}
    for row in snapshot.details["matrix"].to_json():
        for name, cell in {**row["classes"], **row["combos"]}.items():
            result[row["seat"], name] = cell["equity"], cell["stderr"]
    for row in snapshot.details["next_card"].to_json():
        for seat, pair in enumerate(zip(row["equity"], row["stderr"], strict=True)):
            result[row["card"], seat] = pair
    return result


def solved(table, **run):
    cards, board, folded = TABLES[table]
    seats = [Seat("", text) for text in cards] + ([Seat("", folded, folded=True)] if folded else [])
    options = RunOptions(detail=("matrix", "next_card"), **run)
    return numbers(solve(Scenario("holdem", tuple(seats), board=board, run=options)))


@pytest.mark.parametrize(("table", "trials"), [*((table, 300) for table in TABLES), ("turn", 2_000)])
def test_intervals_cover_the_truth(table, trials):
    """Cells that can only be 0 or 1, or nearly, are covered more often than 95%, as there is nothing between."""
    truth = {name: equity for name, (equity, _) in solved(table, method="exact").items() if 0.02 < equity < 0.98}
    covered = []
    for seed in range(SEEDS):
        cells = solved(table, method="sampled", max_trials=trials, seed=seed)
        pairs = ((*cells[name], equity) for name, equity in truth.items() if name in cells)
        covered += [abs(result - equity) <= 1.96 * error for result, error, equity in pairs if error is not None]
    assert len(covered) > 1_500
    assert 0.935 < np.mean(covered) < 0.99


def test_a_cell_whose_trials_all_ended_alike_is_not_certain():
    size = np.array([2.0, 8.0, 100.0, 10_000.0])
    for mean in (0.0, 1.0):
        errors = cell_stderr(np.full(4, mean), size, np.zeros(4), size)
        assert (errors >= 1 / size).all()
        assert (errors < 3 / size).all()
        assert 1.96 * errors[1] > 0.1435  # what eight lost trials may hide, found in use


def test_errors_of_many_trials_are_those_of_a_mean():
    values = np.random.default_rng(1).random(200_000)
    size, mean = np.array([float(values.size)]), values.mean(keepdims=True)
    spread = ((values - mean) ** 2).sum(keepdims=True)
    assert cell_stderr(mean, size, spread, size) == pytest.approx(values.std() / np.sqrt(values.size), rel=1e-4)


def test_a_single_trial_has_no_error():
    assert np.isnan(cell_stderr(np.ones(1), np.ones(1), np.zeros(1), np.ones(1))).all()


def test_shares_on_the_turn_scatter_more_widely_than_those_of_independent_deals():
    """Several trials share all hands there, which decide nearly alone who wins."""
    ranges = ("15%", "20%", "30%", "40%", "60%")
    table = Scenario("holdem", tuple(Seat("", text) for text in ranges), board="7h8h2cQd")
    runs = [replace(table, run=RunOptions(method="sampled", max_trials=2_048, seed=seed)) for seed in range(60)]
    results = [solve(run, workers=1) for run in runs]
    wins = np.array([[seat.estimate.win for seat in result.seats] for result in results])
    errors = [[result.share_stderr(win) for win in row] for result, row in zip(results, wins.tolist(), strict=True)]
    covered = np.abs(wins - wins.mean(axis=0)) <= 1.96 * np.array(errors)
    assert 0.92 < covered.mean() < 0.98
