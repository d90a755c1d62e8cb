"""The workflow that makes releases: what its text says about jobs, files and commands. Nothing of it can run here."""

import itertools
import re
import shutil
import subprocess
from fnmatch import fnmatch
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import __version__

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "packages.yml"
DEBIAN_PYTHON = {"debian:12": "3.11", "debian:13": "3.13"}
Job = dict[str, Any]
Row = dict[str, str]


@cache
def _jobs() -> dict[str, Job]:
    jobs: dict[str, Job] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    return jobs


def _rows(job: Job) -> list[Row]:
    """Return the combinations of a matrix, each with what GitHub calls its system and processor."""
    matrix = dict(job.get("strategy", {}).get("matrix", {}))
    included = matrix.pop("include", None)
    rows = [dict(zip(matrix, values, strict=True)) for values in itertools.product(*matrix.values())]
    return [_place(job, row) | row for row in included or rows]


def _place(job: Job, row: Row) -> Row:
    runner = row.get("runner", job["runs-on"])
    system = {"ubuntu": "Linux", "windows": "Windows", "macos": "macOS"}[runner.split("-")[0]]
    arm = runner.endswith("-arm") or (system == "macOS" and not runner.endswith("-intel"))
    return {"os": system, "arch": "ARM64" if arm else "X64"}


def _filled(text: str, row: Row) -> str:
    """Return a text with the values of a combination for what GitHub replaces."""
    return re.sub(r"\$\{\{ (?:matrix|runner)\.(\w+) \}\}", lambda match: row[match[1]], text)


def _steps(kind: str) -> list[tuple[str, Job, dict[str, Any]]]:
    """Return name and job of all steps that have a key, ``run`` or ``uses``."""
    return [(name, job, step) for name, job in _jobs().items() for step in job["steps"] if kind in step]


def _uploads() -> list[tuple[str, Row, list[str]]]:
    """Return the name, the combination and the patterns of each artifact."""
    found = []
    for _, job, step in _steps("uses"):
        if step["uses"].startswith("actions/upload-artifact@"):
            inputs = step["with"]
            assert inputs["if-no-files-found"] == "error"
            for row in _rows(job):
                found.append((_filled(inputs["name"], row), row, _filled(inputs["path"], row).split()))
    return found


def _made(row: Row) -> list[str]:
    """Return the names of all files that packaging/build.sh makes on a system with a version of Python."""
    hook = (ROOT / "packaging" / "wheel_hook.py").read_text(encoding="utf-8")
    tags = {(system, machine): tag for system, machine, tag in re.findall(r'\("(\w+)", "(\w+)"\): "(\w+)"', hook)}
    linux = row["os"] == "Linux"
    machine = {"X64": "AMD64" if row["os"] == "Windows" else "x86_64", "ARM64": "aarch64" if linux else "arm64"}
    system = {"Linux": "linux", "Windows": "win32", "macOS": "darwin"}[row["os"]]
    tag = tags[system, machine[row["arch"]]]
    python = row.get("python") or DEBIAN_PYTHON.get(row.get("image", "")[:9], "3.12")
    wheel = f"steelwheel-{__version__}-cp{python.replace('.', '')}-none-{tag}.whl"
    processor = "x86_64" if row["arch"] == "X64" else machine["ARM64"]
    names = [f"steelwheel-{__version__}.tar.gz", f"steelwheel-{__version__}-py3-none-any.whl", wheel]
    if linux:
        debian = "amd64" if row["arch"] == "X64" else "arm64"
        return [
            *names,
            f"steelwheel-{__version__}-linux-{processor}.tar.xz",
            f"steelwheel_{__version__}_{debian}.deb",
        ]
    names.append(f"steelwheel-{__version__}-{'darwin' if system == 'darwin' else 'windows'}-{processor}.zip")
    return [*names, *([f"steelwheel-{__version__}-setup.exe"] if system == "win32" else [])]


def test_actions_and_images_are_given_by_digests() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    actions = re.findall(r"uses: (.*)", text)
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action)] == []
    assert len({action.split("@")[0] for action in actions}) == len(set(actions)), "one version of each"
    images = re.findall(r"(debian:.*@sha256:.*)", text)
    assert [image[:9] for image in images] == ["debian:12", "debian:13"]
    assert [image for image in images if not re.fullmatch(r"debian:1\d@sha256:[0-9a-f]{64} # .*", image)] == []


def test_a_release_waits_for_every_other_job() -> None:
    needs = {name: set(job.get("needs", ())) for name, job in _jobs().items()}
    assert list(TopologicalSorter(needs).static_order())[-1] == "publish"
    assert needs["publish"] == set(needs) - {"publish"}
    assert all("timeout-minutes" in job for job in _jobs().values())


@pytest.mark.parametrize("name", ["releasable", "linux", "desktop", "tests", "wheels", "publish"])
def test_every_combination_has_what_its_job_uses(name: str) -> None:
    job = _jobs()[name]
    used = set(re.findall(r"matrix\.(\w+)", str(job)))
    for row in _rows(job):
        assert set(row) - {"os", "arch"} == used
    assert set(re.findall(r"runner\.(\w+)", str(job))) <= {"os", "arch", "temp"}


def test_no_file_of_a_release_is_in_two_artifacts() -> None:
    """A file of two, which are downloaded at the same time, would be a mixture of both."""
    names = [name for name, _, _ in _uploads()]
    assert len(names) == len(set(names)) == 20
    published = []
    for name, row, patterns in _uploads():
        made = [f"dist/{file}" for file in _made(row)]
        taken = {pattern: [file for file in made if fnmatch(file, pattern)] for pattern in patterns}
        assert any(taken.values()), f"{name}: {taken}"
        published += [file for files in taken.values() for file in files]
    assert sorted(published) == sorted(set(published))
    every = {f"dist/{file}" for _, row, _ in _uploads() for file in _made(row)}
    assert set(published) == every
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"\| `(steelwheel[-_][^`…]*)` \|", readme)
    assert len(listed) == 4
    assert {f"dist/{file}" for file in listed} <= every


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_commands_are_clean() -> None:
    for name, job, step in _steps("run"):
        default = job.get("defaults", {}).get("run", {}).get("shell") or ("sh" if "container" in job else "bash")
        shell = step.get("shell", default)
        if shell == "pwsh":
            continue
        script = re.sub(r"\$\{\{.*?\}\}", "value", step["run"])
        done = subprocess.run(["shellcheck", "-s", shell, "-"], input=script, capture_output=True, text=True)
        assert done.returncode == 0, f"{name}: {done.stdout}"


def test_what_the_program_leaves_in_a_home_is_looked_for_in_a_new_one() -> None:
    """The build runs the program, too: its self-test makes the folders of a user."""
    looking = [step["run"] for _, _, step in _steps("run") if ".cache" in step["run"]]
    assert looking
    for script in looking:
        assert "HOME=$(mktemp -d)" in script.partition(".cache")[0]
        assert "~" not in script


def test_what_windows_runs_in_its_own_shell_is_plain() -> None:
    """A runner with Windows takes PowerShell where no shell is given: one command without variables or operators."""
    for name, job, step in _steps("run"):
        shell = step.get("shell") or job.get("defaults", {}).get("run", {}).get("shell")
        windows = any(row["os"] == "Windows" for row in _rows(job))
        if windows and shell is None and step.get("if") != "runner.os == 'Linux'":
            assert re.fullmatch(r"[^$&|<>;\n']*", step["run"]), f"{name}: {step['run']}"
