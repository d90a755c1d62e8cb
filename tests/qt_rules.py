"""The rules for tests of the window: no top-level widget and no QThread outlives its test, garbage is collected here.

The pointer is outside of all windows when a test begins: nothing is shown as pointed at that the test did not point at.

A kernel may still be compiled in the background: see ``gui.shell.process``.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThread
from PySide6.QtGui import QCursor, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.look.styling import prepare_style
from gui.look.theme import font

PATIENCE_MS = 300_000
"""What has to happen within a moment may take long where the machine does other things too."""
AWAY = (9_999, 9_999)
"""A place of the pointer outside of all windows."""
FREEZE = gc.freeze
PATIENCE_FOR_FILES = (
    "gui.storage.foreign_files.TO_BEGIN_S",
    "gui.storage.foreign_files.PATIENCE_S",
    "gui.storage.player_files.PATIENCE_S",
    "gui.storage.players.PATIENCE_S",
)
"""How long the window waits for a process that reads a file."""


class PatientBot(QtBot):
    """Waits longer than the five seconds of pytest-qt where a test does not say how long, and keeps its widgets.

    Timers that are due when a test has returned still reach its widgets, and what a widget stands on.
    """

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._kept = list[QWidget]()

    def addWidget(self, widget: QWidget, **options: Any) -> None:  # noqa: N802
        self._kept.append(widget)
        super().addWidget(widget, **options)

    def waitUntil(  # noqa: N802
        self, callback: Callable[[], object], *, timeout: int = PATIENCE_MS
    ) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **options: Any) -> Any:  # noqa: N802
        return super().waitSignal(signal, timeout=timeout, **options)


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """Return the application in the style and the fonts of the program, whichever test comes first."""
    prepare_style(qapp)
    return qapp


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return the robot of pytest-qt, but a patient one."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def patient_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the window wait for files however busy the machine is; a test of its patience makes it impatient again."""
    for place in PATIENCE_FOR_FILES:
        monkeypatch.setattr(place, PATIENCE_MS / 1000)


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a QThread or a top-level widget (``qtbot.addWidget`` deletes one)."""
    gc.disable()
    _collect_what_others_left()
    if QApplication.instance() is not None:
        QCursor.setPos(*AWAY)
    before = set(_top_level_widgets())
    with _nothing_frozen():
        yield
    widgets = _leaked(before)
    reset_look()
    _empty_clipboard()
    names = [f"{type(w).__name__}({w.objectName()!r})" for w in widgets]
    for widget in widgets:  # one leak must not fail the tests that follow
        widget.deleteLater()
    widgets.clear()
    _delete_deferred()
    gc.collect(1)
    threads = [t.objectName() or type(t).__name__ for t in _python_threads() if not _ends(t)]
    assert not names, f"top-level widgets left: {names}"
    assert not threads, f"QThreads left running: {threads}"


def reset_look() -> None:
    """Let the next test begin with the colours of the style, four of them for suits, and text at 100 %.

    The size of text is that of the application's font.
    """
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.styleHints().setProperty("twoColours", None)
        if application.palette() != application.style().standardPalette():
            application.setPalette(QPalette())
        if application.font() != font():
            application.setFont(font())


def _empty_clipboard() -> None:
    """Let no test paste or find what another one has copied."""
    if isinstance(QApplication.instance(), QApplication):
        clipboard = QApplication.clipboard()
        data = clipboard.mimeData()
        if data is not None and data.formats():
            clipboard.clear()


@contextmanager
def _nothing_frozen() -> Iterator[None]:
    """Keep a window from freezing its objects, which are garbage after the test.

    They could be collected only once everything is unfrozen: to look through all modules and tests takes 0.3 s.
    """
    gc.freeze = lambda: None
    try:
        yield
    finally:
        gc.freeze = FREEZE


def _collect_what_others_left() -> None:
    """Destroy the garbage of earlier tests while there is no window, and look through what stays no more.

    The program has one window: what earlier ones have left would be destroyed behind the back of the next one, while
    its threads compute, where processes of tests have crashed.
    """
    _delete_deferred()
    gc.collect()
    gc.freeze()


def _ends(thread: QThread) -> bool:
    """Return whether a thread has ended, or was told to end and does so behind the kernel that it is compiling."""
    return not thread.isRunning() or thread.wait(PATIENCE_MS)


def _leaked(before: set[QWidget]) -> list[QWidget]:
    _delete_deferred()
    left = [w for w in _top_level_widgets() if w not in before]
    if left:  # those that only a reference cycle keeps are no leak
        left.clear()
        gc.collect()
        _delete_deferred()
        left = [w for w in _top_level_widgets() if w not in before]
    return left


def _top_level_widgets() -> list[QWidget]:
    """Return the top-level widgets but for the tool-tip label, which Qt keeps and uses again."""
    if QApplication.instance() is None:
        return []
    return [w for w in QApplication.topLevelWidgets() if w.metaObject().className() != "QTipLabel"]


def _delete_deferred() -> None:
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _python_threads() -> list[QThread]:
    return [item for item in gc.get_objects() if issubclass(type(item), QThread)]
