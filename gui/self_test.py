"""``steelwheel --self-test``: the installed program checks itself, including an invisible window."""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path
from PySide6.QtCore import QEventLoop, QRegularExpression, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication

from engine import GAMES, Game, __version__
from engine.cli.self_test import CheckFailed, SelfCheck, engine_checks
from engine.storage.private import make_private
from engine.storage.regular_files import check_regular, open_regular
from gui.application import Application
from gui.charts.view import ChartView
from gui.export.files import FORMATS, results_json
from gui.look.styling import prepare_style
from gui.look.theme import Paper
from gui.storage.settings import Settings
from gui.words.formatting import number_of

TIME_LIMIT_S = 300.0
"""The time limit for a result in seconds: kernels may have to be compiled first."""

STEP_MS = 20
ACES, KINGS = ("Ah", "Ad"), ("Kh", "Kd")
EQUITY = 0.826366113
"""The equity of these aces against these kings according to other programs."""

FIRST_BYTES = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
"""The first bytes of a chart's picture in each format."""

FAILED = 1
STORED = (".autosave", ".ini", ".json", ".lock", ".sqlite", ".steelwheel")
"""The suffixes of stored files."""


def self_test(say: Callable[[str], object]) -> int:
    """Run all checks, report each by a line to ``say``, and return the exit status.

    The lines are a report to copy, which begins with the versions of all components.
    """
    say(f"Steel Wheel {__version__}: self-test\n")
    for line in _about():
        say(f"      {line}\n")
    with tempfile.TemporaryDirectory(prefix="steelwheel-test-") as folder:
        failed = sum(not _passed(check, say) for check in (*engine_checks(), *_own_checks(Path(folder))))
    say(f"{number_of(failed, 'check')} failed\n" if failed else "all checks passed\n")
    return FAILED if failed else 0


def _about() -> Iterable[str]:
    yield f"{platform.platform()}, {platform.machine()}, {os.cpu_count()} processors"
    yield f"Python {platform.python_version()}{', packaged' if getattr(sys, 'frozen', False) else ''}"
    yield ", ".join(f"{name} {_version(name)}" for name in ("numpy", "numba", "PySide6_Essentials", "pyqtgraph"))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "of the package"


def _passed(check: SelfCheck, say: Callable[[str], object]) -> bool:
    """Run a check, write its line with ``say``, and return whether it has passed."""
    started = time.perf_counter()
    try:
        mark, words = "ok", check.run()
    except CheckFailed as failure:
        mark, words = "FAIL", str(failure)
    except Exception as error:
        mark, words = "FAIL", f"{type(error).__name__}: {error}"
    say(f"{mark:4}  {check.title}: {words} ({time.perf_counter() - started:.1f} s)\n")
    return mark == "ok"


def _own_checks(folder: Path) -> tuple[SelfCheck, ...]:
    return (
        SelfCheck("folders", _check_folders),
        SelfCheck("stored files", _check_stored),
        SelfCheck("window", lambda: _check_window(folder)),
    )


def _check_folders() -> str:
    """Check that the folders of the user can be written."""
    for folder_of in (user_config_path, user_data_path, user_cache_path):
        path = folder_of("steelwheel", appauthor=False)
        try:
            make_private(path)
            with tempfile.TemporaryFile(dir=path):
                pass
        except OSError as error:
            raise CheckFailed(f"{path} cannot be written: {error.strerror}") from None
    return "settings, data and cache can be written"


def _check_stored() -> str:
    """Check that all stored files of the user are regular files and can be read."""
    errors: list[str] = []
    count = 0
    for folder_of in (user_config_path, user_data_path):
        for place, folders, files in os.walk(folder_of("steelwheel", appauthor=False), onerror=None):
            for name in files:
                count += 1
                path = Path(place) / name
                try:
                    check_regular(path)
                    open_regular(path).close()
                except OSError as error:
                    errors.append(f"{path}: {error.strerror}")
            errors += [f"{Path(place) / name}: this is a folder" for name in folders if Path(name).suffix in STORED]
    if errors:
        raise CheckFailed("; ".join(errors))
    return f"{count} files can be read"


def _check_window(folder: Path) -> str:
    """Enter two hands by clicks, compare the result, write the charts, then try every other game."""
    application = QApplication(["steelwheel", "-platform", "offscreen"])
    prepare_style(application)
    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    program = Application(application, Settings(store), folder)
    try:
        program.main_window.show()
        for card in (*ACES, *KINGS):
            name = f"deck.{card}"
            button = program.main_window.findChild(QAbstractButton, name)
            if button is None:
                raise CheckFailed(f"{name} is not there")
            button.click()
        result = _result(program)
        if abs(result - EQUITY) > 1e-9:
            raise CheckFailed(f"{''.join(ACES)} v {''.join(KINGS)}: {result:.9f}, not {EQUITY}")
        files = _write_charts(program, folder)
        for game in list(GAMES)[1:]:
            _check_game(program, game)
    finally:
        program.main_window.close()
        program.shut_down()
    return f"all games by clicks, {files} files of charts and results"


def _check_game(program: Application, game: Game) -> None:
    """Switch to ``game``, click as many cards as a hand has, and wait for the result."""
    action = program.main_window.findChild(QAction, f"action.{game}")
    if action is None:
        raise CheckFailed(f"there is no way to {game}")
    action.trigger()
    deck = program.main_window.findChildren(QAbstractButton, QRegularExpression(r"^deck\."))
    for button in [button for button in deck if button.isVisible()][: len(GAMES[game].hole_cards)]:
        button.click()
    _result(program)


def _result(program: Application) -> float:
    """Wait for the result, and return the equity of the first seat."""
    session, deadline = program.session, time.perf_counter() + TIME_LIMIT_S
    while session.stale or session.snapshot is None or session.state != "idle":
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, STEP_MS)
        time.sleep(STEP_MS / 1000)
        if session.failure or time.perf_counter() > deadline:
            raise CheckFailed(session.failure or f"no result within {TIME_LIMIT_S:.0f} s")
    estimate = session.snapshot.seats[0].estimate
    if estimate is None:
        raise CheckFailed("a result without numbers")
    return estimate.equity


def _write_charts(program: Application, folder: Path) -> int:
    """Write each chart with content in all formats, and the result; return the number of files."""
    charts = [chart for chart in program.main_window.findChildren(ChartView) if chart.ready]
    if not charts:
        raise CheckFailed("no chart shows the result")
    count = 0
    for chart in charts:
        for form in FORMATS:
            if form.chart is None:
                continue
            data = form.chart(chart, Paper())
            if not data.startswith(FIRST_BYTES.get(form.suffix, b"")) or not data:
                raise CheckFailed(f"{chart.objectName()} as {form.suffix} begins with {data[:8]!r}")
            (folder / f"{count}.{form.suffix}").write_bytes(data)
            count += 1
    snapshot = program.session.snapshot
    assert snapshot is not None
    (folder / "result.json").write_bytes(results_json(snapshot))
    return count + 1
