"""Start-up and fluency of the window.

The time from process start to a painted window (warm caches), the time from a click to its result, how long a move of
the mouse takes that paints a cell of a range, and how late the event loop is while a sampled run keeps all cores busy
and the charts move. Without a display it is drawn offscreen.
"""

import gc
import os
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import tests.bench.qt  # noqa: F401

# isort: split
from PySide6.QtCore import QEvent, QSettings, Qt, QTemporaryDir
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import RunOptions, Scenario, Seat
from engine.table.slots import Slot
from gui.application import SWITCH_S, Application
from gui.look.styling import prepare_style
from gui.storage.settings import Settings
from tests.bench.figures import Figure, Goal
from tests.gui.lateness import LatenessProbe
from tests.gui.range_fakes import centre, mouse

RUN_SECONDS = 8.0
CLICKS = 20
BUSY = Scenario("holdem", (Seat("Hero", "AhKh"), *(Seat(f"Seat {i}", "random") for i in range(2, 7))))


def build() -> tuple[QApplication, Application]:
    """Return the assembled application as the program sets it up, with settings of its own, shown and painted."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    prepare_style(application)
    sys.setswitchinterval(SWITCH_S)
    store = QSettings(str(Path(QTemporaryDir().path()) / "settings.ini"), QSettings.Format.IniFormat)
    assembled = Application(application, Settings(store))
    gc.freeze()
    assembled.main_window.show()
    QTest.qWaitForWindowExposed(assembled.main_window)
    return application, assembled


def start_seconds(runs: int) -> list[float]:
    """Return the times from process start to a painted window."""
    times = []
    for _ in range(runs + 1):
        started = time.monotonic()
        command = [sys.executable, "-m", "tests.bench.window"]
        painted = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        times.append(float(painted) - started)
    return times[1:]


def click_to_result(assembled: Application) -> list[float]:
    """Return the times from an edit of the table to the final result of an exact run, in seconds."""
    times = []
    hands = ("KhKd", "QsQc")
    for i in range(CLICKS):
        started = time.perf_counter()
        seats = (Seat("Hero", "AhAd"), Seat("Villain", hands[i % 2]))
        assembled.document.replace("Bench", Scenario("holdem", seats))
        while assembled.session.stale or assembled.session.state != "idle" or assembled.session.snapshot is None:
            QTest.qWait(1)
        times.append(time.perf_counter() - started)
    return times


def stroke_seconds(assembled: Application) -> list[float]:
    """Return the times of the moves of a long stroke over the matrix, painting included: of this thread alone."""
    seats = (Seat("Hero", "AhKh"), Seat("CO", "22+, ATs+"), Seat("BTN", "15%"))
    assembled.document.replace("Bench", Scenario("holdem", seats, board="7h 8h 2c"))
    pages = assembled.main_window.pages
    page = pages.range
    pages.setCurrentWidget(page)
    assembled.table_input.focus(Slot("seat", 1, 0))
    QTest.qWait(500)
    grid, left = page.holdem.grid, Qt.MouseButton.LeftButton
    cells = [(row, column) for row in range(3, 10) for column in (range(13) if row % 2 else range(12, -1, -1))]
    mouse(grid, QEvent.Type.MouseButtonPress, centre(grid, cells[0]))
    times = []
    for cell in cells[1:]:
        started = time.thread_time()
        mouse(grid, QEvent.Type.MouseMove, centre(grid, cell), button=Qt.MouseButton.NoButton, held=left)
        QApplication.processEvents()
        times.append(time.thread_time() - started)
    mouse(grid, QEvent.Type.MouseButtonRelease, centre(grid, cells[-1]), held=Qt.MouseButton.NoButton)
    return times


def lateness(assembled: Application) -> list[float]:
    """Return the lateness of the event loop in milliseconds during a run on all cores."""
    options = RunOptions(max_seconds=RUN_SECONDS)
    assembled.document.replace("Bench", replace(BUSY, run=options))
    QTest.qWait(300)
    probe = LatenessProbe()
    QTest.qWait(int(1000 * (RUN_SECONDS - 1)))
    probe.stop()
    return probe.late_ms


def figures(runs: int) -> list[Figure]:
    """Return what is measured, by one start of each process more than ``runs``."""
    os.environ.setdefault("QT_QPA_PLATFORM", "" if os.environ.get("DISPLAY") else "offscreen")
    starts = start_seconds(runs)
    _, assembled = build()
    QTest.qWait(3000)
    clicks = click_to_result(assembled)
    strokes = stroke_seconds(assembled)
    late = sorted(lateness(assembled))
    p50, p99 = (late[int(len(late) * share)] / 1000 for share in (0.5, 0.99))
    assembled.main_window.close()
    assembled.shut_down()
    worst = f"median {1e3 * p50:.1f} ms, slowest {late[-1]:.0f} ms"
    return [
        Figure("start to a painted window", "", statistics.median(starts), goal=Goal(1.5)),
        Figure("click to exact result", "", statistics.median(clicks), goal=Goal(0.2)),
        Figure("a mouse move that paints", "", statistics.median(strokes), goal=Goal(0.01)),
        Figure("event loop lateness during a run", "99 of 100", p99, goal=Goal(0.05), note=worst),
    ]


if __name__ == "__main__":
    shown = build()[1]
    print(time.monotonic(), flush=True)  # the same clock in all processes
    shown.shut_down()
