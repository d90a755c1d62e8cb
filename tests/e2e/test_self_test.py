"""``steelwheel --self-test``: passes here, and fails where a file of the program is not as it was made."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import self_test
from engine.cli.self_test import CheckFailed, SelfCheck
from gui import self_test as window_test
from tests.systems import MISSING

ROOT = Path(__file__).parents[2]


def test_the_program_passes():
    command = [sys.executable, "-m", "gui", "--self-test"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Steel Wheel ")
    assert sum(line.startswith("ok    ") for line in lines) == len(self_test.engine_checks()) + 3
    assert any("all games by clicks" in line for line in lines)
    assert lines[-1] == "all checks passed"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(self_test, "TABLES", tmp_path)
    monkeypatch.setattr(self_test, "KERNELS", tmp_path / "kernels")
    shutil.copytree(ROOT / "resources" / "tables", tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_missing_and_damaged_files_are_named(folder):
    count = len(list(folder.glob("*.npz")))
    assert self_test.check_tables() == f"{count} files intact"
    (folder / "high.npz").unlink()
    with pytest.raises(CheckFailed, match=rf"high\.npz cannot be read: ({MISSING})"):
        self_test.check_tables()
    (folder / "headsup.npz").write_bytes(b"")
    with pytest.raises(CheckFailed, match=r"headsup\.npz has been changed and 1 more"):
        self_test.check_tables()
    (folder / "digests.json").write_text("{", encoding="utf-8")
    with pytest.raises(CheckFailed, match="it is not JSON"):
        self_test.check_tables()


def test_the_report_names_what_failed_and_goes_on(folder, monkeypatch):
    table = folder / "headsup.npz"
    data = bytearray(table.read_bytes())
    data[len(data) // 2] ^= 1
    table.write_bytes(data)
    monkeypatch.setattr(window_test, "_own_checks", lambda _: (SelfCheck("broken", lambda: str(1 / 0)),))
    said = []
    assert window_test.self_test(said.append) == 1
    lines = "".join(said).splitlines()
    (tables,) = (line for line in lines if ": ".join(("FAIL  tables", str(table))) in line)
    assert "headsup.npz has been changed (" in tables
    assert any(line.startswith("FAIL  broken: ZeroDivisionError: division by zero (") for line in lines)
    assert sum(line.startswith("ok    ") for line in lines) == len(self_test.engine_checks()) - 1
    assert lines[-1] == "2 checks failed"


def test_kernels_that_came_along_are_compared(folder):
    assert "compiled on this machine" in self_test.check_kernels()
    kernels = folder / "kernels" / "some machine"
    kernels.mkdir(parents=True)
    with pytest.raises(CheckFailed, match=r"has no kernels\.json"):
        self_test.check_kernels()
    listed = {"a.nbc": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c"}
    (kernels / "kernels.json").write_text(json.dumps({"files": listed}), encoding="utf-8")
    (kernels / "a.nbc").write_text("foo\n", encoding="utf-8")
    assert "1 files intact; none for this machine" in self_test.check_kernels()
    (kernels / "a.nbc").write_text("fop\n", encoding="utf-8")
    with pytest.raises(CheckFailed, match=r"a\.nbc has been changed"):
        self_test.check_kernels()


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda known: known["equities"][0]["equity"].__setitem__(0, 0.8), lambda: self_test.check_known("holdem")),
        (lambda known: known["equities"][-1]["equity"].__setitem__(0, 0.8), lambda: self_test.check_known("razz")),
        (lambda known: known["made"]["made"][0].update({"set": 0.5}), self_test.check_made),
        (lambda known: known["preflop"]["ev"].update(call=1.0), self_test.check_preflop),
        (lambda known: known["kelly"].update(fraction=0.3), self_test.check_kelly),
        (lambda known: known["hands"]["pots"].__setitem__(0, 71.0), self_test.check_hands),
    ],
)
def test_numbers_that_are_wrong_are_found(monkeypatch, change, check):
    known = json.loads(self_test.KNOWN.read_text(encoding="utf-8"))
    change(known)
    monkeypatch.setattr(self_test, "_known", lambda: known)
    with pytest.raises(CheckFailed):
        check()


def test_sampled_numbers_that_are_far_off_are_found(monkeypatch):
    monkeypatch.setattr(self_test, "MAX_STANDARD_ERRORS", 0.0)
    with pytest.raises(CheckFailed, match="standard errors off"):
        self_test.check_sampled()
