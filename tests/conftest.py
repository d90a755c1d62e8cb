"""Rules for every test: it does not touch the user's files, and it causes no warnings.

Warnings are errors (pyproject.toml). A log record of level WARNING or higher also fails a test, unless the test uses
``caplog`` and therefore checks the records itself. Tests that need Qt are in tests/gui and tests/e2e, which add rules
of their own. Environment variables are set before the project is imported, and apply to subprocesses, too.
"""

import atexit
import faulthandler
import gc
import logging
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import hypothesis
import pytest

from engine.processors import use_one_blas_thread
from tests.kernel_cache import kernel_cache

JOIN_SECONDS = 300.0
"""How long to wait for threads: a kernel that is being compiled in the background cannot be interrupted."""


def _private_folders() -> None:
    """Set all variables by which programs find the user's folders to temporary folders."""
    home = Path(tempfile.mkdtemp(prefix="steelwheel-tests-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(home)
    for variable, name in {
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
        "XDG_RUNTIME_DIR": "run",
        "APPDATA": "appdata",
        "LOCALAPPDATA": "localappdata",
        # On Windows platformdirs asks the system, which does not look at the two above.
        "WIN_PD_OVERRIDE_APPDATA": "roaming",
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": "local",
    }.items():
        folder = home / name
        folder.mkdir(mode=0o700)
        os.environ[variable] = str(folder)


def _keep_bytecode() -> None:
    """Keep compiled sources even where Python is told not to: 370 files of tests are rewritten by pytest in 17 s, and
    every process that a test starts would compile the program again.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


class _Backwards(pytest.Dir):
    """A folder whose last file is read first."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        yield from reversed(list(super().collect()))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Let every other worker process begin with the last file.

    All workers read all files. In a fresh copy pytest rewrites each of them, which is most of the work; two workers
    that begin at either end rewrite a half each and take the other one from the disk.
    """
    worker = getattr(parent.config, "workerinput", {}).get("workerid", "gw0")
    return _Backwards.from_parent(parent, path=path) if int(worker.removeprefix("gw")) % 2 else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Iterator[None]:
    """Read the tests without collecting garbage: nearly all that is made stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Put the tests in the same order in all workers, before others shuffle them, and then start slow tests early: if
    one starts last, the other processor is idle until it ends.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.location[0])
    yield
    slow = [item for item in items if item.get_closest_marker("slow")]
    others = [item for item in items if not item.get_closest_marker("slow")]
    items[:] = [*others[: len(others) // 3], *slow, *others[len(others) // 3 :]]


def pytest_collection_finish() -> None:
    """Keep garbage collection from looking through modules and tests, which stay, again and again."""
    gc.collect()
    gc.freeze()


_traces: list[TextIO] = []
"""The file to which a worker process writes its traceback if it crashes."""


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Make worker processes write a traceback if they crash; the summary shows it at the end of the output."""
    if not hasattr(config, "workerinput"):
        os.environ["STEELWHEEL_TRACES"] = tempfile.mkdtemp(prefix="steelwheel-traces-")
        atexit.register(shutil.rmtree, os.environ["STEELWHEEL_TRACES"], ignore_errors=True)
    elif folder := os.environ.get("STEELWHEEL_TRACES"):
        _traces.append((Path(folder) / config.workerinput["workerid"]).open("w", encoding="utf-8"))
        faulthandler.enable(_traces[0])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the lines of this project at which worker processes have crashed."""
    for trace in sorted(Path(os.environ["STEELWHEEL_TRACES"]).iterdir()):
        lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
        ours = [line for line in lines if not re.match(r'Extension modules:|  File ".*site-packages|  File "<', line)]
        if ours:
            terminalreporter.section(f"{trace.name} has crashed")
            terminalreporter.write_line("\n".join(ours))


_keep_bytecode()
use_one_blas_thread()  # as the program does
_private_folders()
os.environ.setdefault("NUMBA_CACHE_DIR", str(kernel_cache()))
# The same pixels everywhere and no windows popping up; `QT_QPA_PLATFORM=xcb pytest` uses the display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Nothing goes by the clock: a test that is slow on a busy machine is no worse.
_timeless = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("local", **_timeless)
hypothesis.settings.register_profile("ci", **_timeless, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(autouse=True)
def no_log_records(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test during which a record of level WARNING or higher was logged."""
    yield
    if "caplog" in request.node._fixtureinfo.argnames:  # asked for by the test itself
        return
    records = [record for phase in ("setup", "call") for record in caplog.get_records(phase)]
    bad = [record.getMessage() for record in records if record.levelno >= logging.WARNING]
    assert not bad, f"unexpected log records: {bad}"


@pytest.fixture(autouse=True)
def no_running_threads() -> Iterator[None]:
    """Fail a test after which a thread of the engine is still running."""
    yield
    until = time.monotonic() + JOIN_SECONDS
    while (running := _pool_threads()) and time.monotonic() < until:
        time.sleep(0.01)
    assert not running, f"threads left running: {running}"


def _pool_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("steelwheel")]
