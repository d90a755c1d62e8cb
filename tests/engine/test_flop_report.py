"""A report on many flops: the same as single runs, weighted as a slow count says, and resumed after a kill."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from engine import Problem, ScenarioError
from engine.betting.flop_folder import FlopFolder
from engine.betting.flop_report import flops_of, read_flops_request, report_json, solved_flop
from engine.betting.run import answer_with_solution
from engine.cli.main import main
from engine.version import __version__
from tests.engine.flop_reports import FLOPS, RANGES, WEIGHTS, request, without_times
from tests.reference.naive_flops import pairs_on
from tests.systems import WAIT_S

ROOT = Path(__file__).parents[2]


@pytest.fixture
def files(tmp_path):
    """Write a request; return the path of its file, and that of a folder that does not exist yet."""

    def write(**more):
        path = tmp_path / "request.json"
        path.write_text(json.dumps(request(**more)), encoding="utf-8")
        return str(path), str(tmp_path / "kept")

    return write


def run(capsys, *arguments):
    status = main(["betting", "--flops", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, json.loads(captured.out), captured.err


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The report on all flops, from one process."""
    path = tmp_path_factory.mktemp("report") / "request.json"
    path.write_text(json.dumps(request()), encoding="utf-8")
    with redirect_stdout(io.StringIO()) as output:
        assert main(["betting", "--flops", str(path)]) == 0
    return json.loads(output.getvalue())


@pytest.fixture(scope="module")
def kept(tmp_path_factory, report):
    """A folder with the rows and solutions of all flops."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "request.json").write_text(json.dumps(request()), encoding="utf-8")
    with redirect_stdout(io.StringIO()) as output:
        assert main(["betting", "--flops", str(folder / "request.json"), "--folder", str(folder / "kept")]) == 0
    assert without_times(json.loads(output.getvalue())) == without_times(report)
    return folder / "kept"


@pytest.fixture(scope="module")
def singles():
    """Each flop as a betting request of its own: the answer at the root, and the one at the node after a check."""
    result = {}
    for flop in WEIGHTS:
        one = {key: value for key, value in request().items() if key not in ("flops", "steelwheel_flops")}
        one["table"] = {**one["table"], "board": flop}
        answer, solution, last = answer_with_solution(one)
        result[flop] = answer, solution.to_json(last, None, final=True, path=["check"])
    return result


def test_each_flop_is_as_in_a_run_of_its_own(report, singles):
    assert report["final"]
    assert [row["flop"] for row in report["flops"]] == list(WEIGHTS)
    for row in report["flops"]:
        single, after = singles[row["flop"]]
        for key in ("ev", "equity", "exploitability", "share_of_pot", "iterations", "bytes", "notices"):
            assert row[key] == single[key]
        assert row["actions"] == {one["action"]: one["frequency"] for one in single["node"]["actions"]}
        assert row["after_check"] == {one["action"]: one["frequency"] for one in after["node"]["actions"]}
        assert set(row["actions"]) == {"check", "bet 40", "all in 100"}
        assert row["share_of_pot"] <= 0.001
    assert report["flops"][1]["texture"] == {
        "high": "Q", "pairing": "unpaired", "suits": "two-tone", "connected": False,
    }  # fmt: skip


def test_totals_are_those_of_a_slow_count(report, singles):
    deals = {flop: weight * pairs_on(flop, *RANGES) for flop, weight in WEIGHTS.items()}
    shares = {flop: deal / sum(deals.values()) for flop, deal in deals.items()}
    for row in report["flops"]:
        assert row["weight"] == WEIGHTS[row["flop"]]
        assert row["share"] == pytest.approx(shares[row["flop"]], abs=1e-12)
    total = report["total"]
    assert total["share"] == pytest.approx(1.0)
    for key in ("ev", "equity"):
        means = [sum(shares[flop] * singles[flop][0][key][player] for flop in shares) for player in (0, 1)]
        assert total[key] == pytest.approx(means, abs=1e-9)
    checks, then = 0.0, 0.0
    for flop, share in shares.items():
        check = singles[flop][0]["node"]["actions"][0]["frequency"]
        checks += share * check
        then += share * check * singles[flop][1]["node"]["actions"][0]["frequency"]
    assert total["actions"]["check"] == pytest.approx(checks, abs=1e-9)
    assert total["after_check"]["check"] == pytest.approx(then / checks, abs=1e-9)
    assert sum(total["actions"].values()) == pytest.approx(1.0)


def test_a_folder_keeps_flops_for_the_next_run_and_for_a_larger_set(files, capsys):
    path, folder = files(flops=FLOPS[:1])
    status, first, _ = run(capsys, path, "--folder", folder)
    assert status == 0
    kept = Path(folder, "Ks7h2d.json")
    before = kept.stat().st_mtime_ns
    path, folder = files(flops=FLOPS[:2], max_bytes=10**9)
    status, report, errors = run(capsys, path, "--folder", folder)
    assert (status, report["final"]) == (0, True)
    assert "1 of 2 flops were solved before" in errors
    assert kept.stat().st_mtime_ns == before
    assert report["flops"][0]["ev"] == first["flops"][0]["ev"]
    assert report["flops"][0]["solve_s"] == first["flops"][0]["solve_s"]
    assert {path.suffix for path in Path(folder).iterdir() if path.name != ".lock"} == {".json", ".solution"}
    assert main(["betting", str(Path(folder, "QsJs4h.solution")), "--path", "check"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert {one["action"]: one["frequency"] for one in shown["node"]["actions"]} == pytest.approx(
        report["flops"][1]["after_check"], abs=1e-3
    )


def test_damaged_rows_and_missing_solutions_are_solved_again(files, capsys, report, kept):
    path, folder = files()
    shutil.copytree(kept, folder)
    Path(folder, "Ks7h2d.json").write_text('{"steelwheel_flop": 1, "requ', encoding="utf-8")
    Path(folder, "QsJs4h.solution").unlink()
    row = json.loads(Path(folder, "Tc9c8h.json").read_text(encoding="utf-8"))
    Path(folder, "Tc9c8h.json").write_text(json.dumps({**row, "request": "0" * 32, "ev": [1, 2]}), encoding="utf-8")
    status, again, errors = run(capsys, path, "--folder", folder)
    assert status == 0
    assert "1 of 4 flops were solved before" in errors
    assert without_times(again) == without_times(report)
    assert Path(folder, "QsJs4h.solution").exists()


WRONG = [
    {"ev": "x"}, {"ev": [1]}, {"ev": [float("nan"), 1]}, {"ev": [10**400, 1]}, {"equity": None}, {"actions": []},
    {"actions": {"bet 50": 1}}, {"after_check": {"check": "x"}}, {"share_of_pot": [0]}, {"bytes": True},
    {"solve_s": None}, {"notices": 3}, {"actions": {"check": 1}},
]  # fmt: skip


def test_rows_that_were_changed_by_hand_are_solved_again(files, capsys, report, kept):
    path, folder = files()
    shutil.copytree(kept, folder)
    request = read_flops_request(json.loads(Path(path).read_text(encoding="utf-8")))
    names, rows = [flop.name for flop in request.flops], FlopFolder(Path(folder), request.digest)
    row = json.loads(Path(folder, "Tc9c8h.json").read_text(encoding="utf-8"))
    assert len(rows.rows(names, with_solutions=False)) == len(names)
    for wrong in WRONG:
        Path(folder, "Tc9c8h.json").write_text(json.dumps({**row, **wrong}), encoding="utf-8")
        assert "Tc9c8h" not in rows.rows(names, with_solutions=False), wrong
    status, again, _ = run(capsys, path, "--folder", folder, "--no-solutions")
    assert status == 0
    assert without_times(again) == without_times(report)


@pytest.mark.parametrize("by", ["worker", "report"])
def test_a_folder_that_cannot_be_written_any_more_costs_no_solved_flop(by, files, capsys, monkeypatch):
    path, folder = files(flops=FLOPS[:2])
    written = []

    def write_row(self, row, *, only_new=False):
        if len(written) == 1 and only_new == (by == "report"):
            raise ScenarioError(Problem("--folder", f"{self.path} cannot be written: No space left on device"))
        if not only_new:
            written.append(row["flop"])

    monkeypatch.setattr(FlopFolder, "write_row", write_row)
    status, report, errors = run(capsys, path, "--folder", folder, "--no-solutions")
    assert (status, report["final"], report["solved"]) == (1, True, 2)
    assert errors.count("No space left on device; the report goes on without the folder") == 1
    assert not any("not_kept" in row for row in report["flops"])


@pytest.mark.parametrize("more", [{"target": 0.002}, {"pot": 101}, {"first": 1}, {"storage": 16}])
def test_a_folder_of_another_request_is_left_as_it_is(files, capsys, more, kept):
    path, folder = files(flops=FLOPS[:1], **more)
    shutil.copytree(kept, folder)
    before = {file.name: file.read_bytes() for file in Path(folder).iterdir()}
    status, answer, _ = run(capsys, path, "--folder", folder, "--no-solutions")
    assert status == 2
    assert answer["error"]["field"] == "--folder"
    assert "another request" in answer["error"]["message"]
    assert {file.name: file.read_bytes() for file in Path(folder).iterdir()} == before


def test_other_folders_are_refused(files, capsys, tmp_path):
    path, folder = files(flops=FLOPS[:1])
    Path(folder).mkdir()
    Path(folder, "letter.txt").write_text("hello", encoding="utf-8")
    assert "other files" in run(capsys, path, "--folder", folder)[1]["error"]["message"]
    Path(folder, "letter.txt").rename(Path(folder, "request.json"))
    assert "not written by this program" in run(capsys, path, "--folder", folder)[1]["error"]["message"]
    Path(folder, "request.json").write_text('{"steelwheel_flops_folder": 1, "version": "0.1"}', encoding="utf-8")
    message = run(capsys, path, "--folder", folder)[1]["error"]["message"]
    assert f"version 0.1; this is {__version__}" in message
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    assert "cannot be written" in run(capsys, path, "--folder", blocked)[1]["error"]["message"]


def start(path, folder, *more):
    return subprocess.Popen(
        [sys.executable, "-m", "engine", "betting", "--flops", path, "--folder", folder, *more],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for(path):
    deadline = time.monotonic() + WAIT_S
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.005)


MANY = [f"{high}s{low}h4d" for high in "AKQT" for low in "987"]


@pytest.mark.slow
def test_a_run_that_was_killed_is_resumed(files, capsys, report):
    path, folder = files()
    with start(path, folder) as process:
        wait_for(Path(folder, "Ks7h2d.json"))
        process.kill()
    kept = {file: file.stat().st_mtime_ns for file in Path(folder).glob("??????.json")}
    assert 1 <= len(kept) < len(FLOPS)
    status, resumed, errors = run(capsys, path, "--folder", folder)
    assert (status, resumed["final"], resumed["solved"]) == (0, True, len(FLOPS))
    assert f"{len(kept)} of {len(FLOPS)} flops were solved before" in errors
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    assert without_times(resumed) == without_times(report)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of this kind exist on POSIX only")
def test_an_interrupt_writes_the_flops_that_are_solved(files):
    path, folder = files(flops=MANY)
    with start(path, folder, "--no-solutions") as process:
        wait_for(Path(folder, f"{MANY[1]}.json"))
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130
    report = json.loads(output)
    assert not report["final"]
    assert 1 <= report["solved"] < len(MANY)
    assert 0 < report["total"]["share"] < 1
    assert [("ev" in row) for row in report["flops"]].count(True) == report["solved"]
    assert not list(Path(folder).glob("*.solution"))


@pytest.mark.slow
def test_processes_give_the_same_report(files, capsys, report):
    path, folder = files()
    status, by_two, _ = run(capsys, path, "--workers", 2, "--folder", folder)
    assert status == 0
    assert without_times(by_two) == without_times(report)
    assert len(list(Path(folder).glob("*.solution"))) == len(FLOPS)


def test_a_set_by_name_has_the_flops_of_all_ranges_that_treat_suits_alike():
    table = {"game": "holdem", "seats": [{"cards": "AA"}, {"cards": "KK"}]}
    checked = read_flops_request(request(table=table, flops="all"))
    assert len(checked.flops) + len(checked.impossible) == 1755
    # Of three aces or kings, and nothing else, no pair of the same rank is left.
    assert set(checked.impossible) == {"AsAhAd", "KsKhKd"}
    assert sum(flop.share for flop in checked.flops) == pytest.approx(1.0)
    assert len(read_flops_request(request(table=table, flops="25")).flops) == 25


def test_a_flop_that_fails_is_reported_and_left_out_of_the_totals():
    checked = read_flops_request(request())
    row, _, _ = solved_flop(checked.on("Ks7h2d"), checked.digest, workers=1)
    error = {"error": {"field": "file", "message": "the process died", "position": None}}
    report = report_json(checked, {"Ks7h2d": row, "QsJs4h": error})
    assert not report["final"]
    assert report["solved"] == 1
    assert report["flops"][1]["error"] == error["error"]
    assert report["total"]["ev"] == pytest.approx(row["ev"], rel=1e-12)
    assert report_json(checked, {})["total"] is None


TABLE = request()["table"]
CASES = [
    ({"flops": None}, "flops", None),
    ({"flops": "26"}, "flops", None),
    ({"flops": []}, "flops", None),
    ({"flops": ["Ks7h2d", 7]}, "flops[1]", None),
    ({"flops": ["Ks7h2d", "KsXh2d"]}, "flops[1]", 2),
    ({"flops": ["Ks7h2d", "Ks7hKs"]}, "flops[1]", 4),
    ({"flops": ["Ks7h"]}, "flops[0]", 0),
    ({"flops": ["Ks7h2d4s"]}, "flops[0]", 0),
    ({"flops": ["Ks7h2d:x"]}, "flops[0]", 7),
    ({"flops": ["Ks7h2d:0"]}, "flops[0]", 7),
    ({"flops": ["Ks7h2d", "QsJs4h", "2dKs7h"]}, "flops[2]", None),
    ({"flops": "all"}, "flops", None),
    ({"table": {**TABLE, "board": "Ks7h2d"}}, "table.board", None),
    ({"table": {**TABLE, "game": "razz"}}, "table.game", None),
    ({"table": {**TABLE, "seats": [{"cards": "AA"}, {"cards": "KK, x"}]}}, "table.seats[1].cards", 4),
    ({"table": {**TABLE, "seats": [{"cards": "AA"}]}}, "table.seats", None),
    ({"table": 7}, "table", None),
    ({"path": ["check"]}, "path", None),
    ({"steelwheel_flops": 2}, "steelwheel_flops", None),
    ({"pot": 0}, "pot", None),
    ({"sizes": {"flop": {"bet": ["x"]}}}, "sizes.flop.bet[0]", None),
    ({"max_bytes": 1000}, "sizes", None),
]


@pytest.mark.parametrize(("more", "field", "position"), CASES)
def test_problems_name_field_and_position(more, field, position, files, capsys):
    status, answer, _ = run(capsys, files(**more)[0])
    assert status == 2
    assert (answer["error"]["field"], answer["error"]["position"]) == (field, position)


def test_all_wrong_flops_are_named():
    with pytest.raises(ScenarioError) as caught:
        flops_of(["Ks7h2d", "Xs", "Ks7h2d", "2c"], "flops")
    assert [problem.field for problem in caught.value.problems] == ["flops[1]", "flops[2]", "flops[3]"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--flops", "x", "--save", "y"], "either --flops or --save"),
        (["--flops", "x", "--path", "check"], "either --flops or --path"),
        (["--flops", "x", "--lines"], "either --flops or --lines"),
        (["--flops", "x", "--compact"], "--compact needs --lines"),
        (["x", "--folder", "y"], "--folder needs --flops"),
        (["x", "--workers", "2"], "--workers needs --lines"),
        (["--flops", "x", "--no-solutions"], "--no-solutions needs --folder"),
    ],
)
def test_options_that_do_not_go_together(arguments, message, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["betting", *arguments]) == 2
    assert message in json.loads(capsys.readouterr().out)["error"]["message"]
