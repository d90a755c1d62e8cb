"""Reports that are solved in the background: paused, continued, kept, and foretold; and what a large tree can lose."""

import json
import os
import shutil

import pytest

from engine import ScenarioError
from engine.betting.flop_folder import FlopFolder
from engine.betting.flop_panel import flops_values, report_situation
from engine.betting.flop_report import read_flops_request, report_json, solved_flop
from engine.betting.flop_solving import report_forecast, solve_report
from engine.betting.panel import with_entries
from engine.betting.request import read_betting_request
from engine.betting.run import tree_size
from engine.betting.saved import answer_saved
from engine.equity.workers import CancelToken
from engine.scenario import Problem, Scenario, Seat
from engine.table.serialize import dumps, loads
from tests.engine.flop_reports import FLOPS, NONE, WEIGHTS, request, without_times

removable = pytest.mark.skipif(os.name != "posix", reason="Windows removes no folder in which a file is open")


def solve(checked, folder, **more):
    *_, last = solve_report(checked, FlopFolder(folder, checked.digest), workers=1, **more)
    return last.rows


def test_the_rows_are_those_of_single_flops_and_their_solutions_open(tmp_path):
    checked = read_flops_request(request())
    rows = solve(checked, tmp_path)
    alone = {flop: solved_flop(checked.on(flop), checked.digest, workers=1)[0] for flop in WEIGHTS}
    assert without_times(rows) == without_times(alone)
    assert report_json(checked, rows)["final"]
    data = FlopFolder(tmp_path, checked.digest).solution_path("Ks7h2d").read_bytes()
    assert answer_saved(data, None)["ev"] == pytest.approx(rows["Ks7h2d"]["ev"], abs=0.05)


def test_a_run_that_was_cancelled_goes_on_with_its_flop(tmp_path):
    checked = read_flops_request(request(target=1e-4))
    cancel, states = CancelToken(), []
    folder = FlopFolder(tmp_path, checked.digest)
    for state in solve_report(checked, folder, cancel=cancel, workers=1):
        states.append(state)
        if len(state.rows) == 1 and state.unfinished is not None and state.progress > 0:
            cancel.cancel()
    unfinished = states[-1].unfinished
    assert unfinished.flop == FLOPS[1].split(":")[0]
    begun = unfinished.solution.solver.iterations
    assert begun > 0
    again = list(solve_report(checked, folder, unfinished=unfinished, workers=1))
    assert list(again[0].rows) == ["Ks7h2d"]
    assert again[1].unfinished.flop == unfinished.flop
    assert again[1].unfinished.solution.solver.iterations > begun
    rows = again[-1].rows
    assert set(rows) == set(WEIGHTS)
    assert all(row["share_of_pot"] <= 1e-4 for row in rows.values())


@removable
@pytest.mark.parametrize("with_solutions", [True, False])
def test_flops_that_cannot_be_written_are_kept_until_they_can_be(tmp_path, with_solutions):
    checked = read_flops_request(request())
    folder, states, unstored = FlopFolder(tmp_path / "kept", checked.digest), [], {}
    for state in solve_report(checked, folder, workers=1, with_solutions=with_solutions, unstored=unstored):
        states.append(state)
        if len(state.rows) == 1 and folder.path.exists():
            shutil.rmtree(folder.path)
    first, *others = WEIGHTS
    assert states[0].problem == ""
    assert "kept cannot be written: No such file" in states[-1].problem
    assert all("ev" in row for row in states[-1].rows.values())
    assert (set(states[-1].rows), set(unstored)) == (set(WEIGHTS), set(others))
    # The next run writes them, and solves only what was in the folder that is gone.
    again = list(solve_report(checked, folder, workers=1, with_solutions=with_solutions, unstored=unstored))
    assert (set(again[0].rows), again[0].problem, unstored) == (set(others), "", {})
    assert {state.unfinished.flop for state in again if state.unfinished} == {first}
    assert set(folder.rows(list(WEIGHTS), with_solutions=with_solutions)) == set(WEIGHTS)


def refuse(folder, flop, data):
    raise ScenarioError(Problem("folder", "no space left"))


@removable
def test_a_run_ends_when_solutions_that_cannot_be_written_take_too_much_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.betting.flop_solving.MAX_UNSTORED_BYTES", 0)
    checked = read_flops_request(request())
    folder, unstored = FlopFolder(tmp_path / "kept", checked.digest), {}

    def run():
        for state in solve_report(checked, folder, workers=1, unstored=unstored):
            if len(state.rows) == 1 and folder.path.exists():
                shutil.rmtree(folder.path)

    with pytest.raises(ScenarioError, match="kept cannot be written: No such file") as caught:
        run()
    assert caught.value.problems[0].field == "folder"
    assert len(unstored) == 1
    # Nor does another run solve one more, as long as nothing can be written.
    monkeypatch.setattr(FlopFolder, "write_solution", refuse)
    with pytest.raises(ScenarioError, match="no space left"):
        run()
    assert len(unstored) == 1


def test_names_of_the_players_do_not_change_what_is_kept(tmp_path):
    checked = read_flops_request(request())
    solve(checked, tmp_path)
    table = request()["table"]
    named = {**table, "seats": [{**seat, "name": f"Player {i}"} for i, seat in enumerate(table["seats"])]}
    again = read_flops_request(request(table=named))
    assert again.digest == checked.digest
    assert len(FlopFolder(tmp_path, again.digest).rows(list(WEIGHTS), with_solutions=True)) == len(WEIGHTS)


def test_the_forecast_has_the_largest_tree_and_times_that_follow_what_is_solved(tmp_path):
    checked = read_flops_request(request())
    forecast = report_forecast(checked)
    sizes = {flop: tree_size(read_betting_request(checked.on(flop))).bytes for flop in WEIGHTS}
    assert forecast.memory == pytest.approx(max(sizes.values()), rel=0.05)
    assert forecast.seconds(checked, {}) > 0
    rows = solve(checked, tmp_path)
    known = {flop: {**row, "solve_s": row["bytes"] / 1e3} for flop, row in rows.items()}
    left = forecast.seconds(checked, {flop: known[flop] for flop in list(known)[:2]})
    assert left == pytest.approx(sum(sizes[flop] / 1e3 for flop in list(known)[2:]), rel=0.1)
    assert forecast.seconds(checked, known) == 0


def test_a_flop_that_fails_does_not_end_the_report(tmp_path):
    # The trees of rainbow flops are larger than those of two suits: the limit is between them.
    sizes = {flop: tree_size(read_betting_request(read_flops_request(request()).on(flop))).bytes for flop in WEIGHTS}
    limit = sorted(sizes.values())[1]
    checked = read_flops_request(request(max_bytes=limit))
    rows = solve(checked, tmp_path)
    assert {flop for flop, row in rows.items() if "error" in row} == {f for f, size in sizes.items() if size > limit}
    assert "more than the limit" in next(row["error"]["message"] for row in rows.values() if "error" in row)
    assert report_json(checked, rows)["solved"] == 2


def table(**betting):
    panel = {"pot": 100, "stack": 100, "sizes": {"flop": {"bet": ["all in"], "raise": []}, "turn": NONE, "river": NONE}}
    scenario = Scenario("holdem", (Seat("Hero", "AA, KK"), Seat("BTN", "QQ, JJ")), board="2c7d9h")
    return with_entries(scenario, **{**panel, **betting})


def test_the_page_asks_for_the_betting_request_on_other_flops():
    scenario = table(flops="Ks7h2d, QsJs4h:2", path=("check",), hand="AhAd", bankroll=500.0)
    situation = report_situation(scenario)
    assert [(flop.name, flop.weight) for flop in situation.request.flops] == [("Ks7h2d", 1), ("QsJs4h", 2)]
    assert not {"path", "fixed", "bankroll"} & set(situation.request.value)
    assert read_flops_request(json.loads(json.dumps(flops_values(scenario)))).digest == situation.request.digest
    assert len(report_situation(table()).request.flops) == 25
    assert loads(dumps(scenario)).betting.flops == "Ks7h2d, QsJs4h:2"


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        (Scenario("holdem", (Seat("Hero", "AA"), Seat("BTN", ""))), "two players"),
        (Scenario("razz", (Seat("Hero", "A2567"), Seat("BTN", "3489T"))), "a board"),
    ],
)
def test_what_is_missing_is_said(scenario, text):
    assert text in report_situation(scenario).missing


def test_problems_name_the_flops():
    assert report_situation(table(flops="Ks7h2d, Kx")).problems[0].field == "flops[1]"


def sized(flop, turn, **more):
    """Return a request with these sizes; nothing is bet on the river."""
    values = {"flop": flop, "turn": turn, "river": NONE}
    return {
        "table": {"game": "holdem", "board": "Ks7h2d", "seats": [{"cards": "AA, AK"}, {"cards": "QQ, KQ"}]},
        "pot": 100, "stack": 900, "sizes": values, **more,
    }  # fmt: skip


def test_a_tree_that_is_too_large_names_the_smallest_removal_that_suffices():
    flop, turn = {"bet": ["33%", "75%"], "raise": ["3x"]}, {"bet": ["50%"], "raise": []}
    needed = tree_size(read_betting_request(sized(flop, turn))).bytes
    with pytest.raises(ScenarioError) as caught:
        tree_size(read_betting_request(sized(flop, turn, max_bytes=needed - 1)))
    message = caught.value.problems[0].message
    without = {
        "the bet 33% on the flop": sized({**flop, "bet": ["75%"]}, turn),
        "the bet 75% on the flop": sized({**flop, "bet": ["33%"]}, turn),
        "the raise 3x on the flop": sized({**flop, "raise": []}, turn),
        "the bet 50% on the turn": sized(flop, NONE),
    }
    sizes = {text: tree_size(read_betting_request(smaller)).bytes for text, smaller in without.items()}
    least = max(sizes, key=sizes.get)
    assert f"remove {least} ({sizes[least] / 1e9:.3g} GB)" in message
    smallest = min(sizes, key=sizes.get)
    with pytest.raises(ScenarioError, match=f"remove {smallest} and the "):
        tree_size(read_betting_request(sized(flop, turn, max_bytes=sizes[smallest] - 1)))
    with pytest.raises(ScenarioError, match="narrow the ranges"):
        tree_size(read_betting_request(sized(flop, turn, max_bytes=10)))


def test_a_fixed_limit_can_lose_raises():
    one = {key: value for key, value in sized(NONE, NONE).items() if key != "sizes"}
    limit = {"flop": 10, "turn": 20, "river": 20, "cap": 3}
    needed = tree_size(read_betting_request({**one, "limit": limit})).bytes
    with pytest.raises(ScenarioError, match=r"remove raises \(at most 2 per street\)"):
        tree_size(read_betting_request({**one, "limit": limit, "max_bytes": needed - 1}))
