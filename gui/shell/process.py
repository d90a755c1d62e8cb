"""The process of the program: further processes of it, signals that end it, and its memory.

``SIGTERM`` is sent at the end of a session and by ``kill``, ``SIGINT`` by Ctrl-C, ``SIGHUP`` when a terminal is closed.
By default Python ends immediately on the first and the last, and raises KeyboardInterrupt anywhere on the second. Here
the window is closed as by the user, so that unsaved work is saved.

Garbage is collected only in the thread of the window. By default Python collects in whatever thread allocates. Kernels
are compiled on other threads; a collection there would destroy widgets and timers, and Qt crashes if an object is
destroyed in a thread that does not own it.
"""

import ctypes
import gc
import signal
import socket
import sys
from subprocess import Popen
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QSocketNotifier, QTimer, Slot
from PySide6.QtWidgets import QApplication

from engine import Compiler, compiling
from gui.shell.own_program import COMPILE_VERB, command, sources


def own_compiler(started: "Popen[bytes] | None" = None) -> Compiler:
    """Return a compiler that runs in other processes of this program; ``started``: the first one if it already runs."""
    return Compiler(command(COMPILE_VERB), dict([sources()]), started)


def own_process(parent: QObject, *arguments: str) -> QProcess:
    """Return a process that will run this program with ``arguments``, from the same sources if it is not packaged."""
    process = QProcess(parent)
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert(*sources())
    process.setProcessEnvironment(environment)
    program, *rest = command(*arguments)
    process.setProgram(program)
    process.setArguments(rest)
    return process


def open_window(parent: QObject) -> bool:
    """Open another window in an independent process; return whether it was started."""
    process = own_process(parent)
    started = process.startDetached()
    process.deleteLater()
    return bool(started[0] if isinstance(started, tuple) else started)


END_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")
"""The signals that end the program; not all systems have all of them."""


class EndSignals(QObject):
    """Closes all windows and ends the application on one of :data:`END_SIGNALS`. Create it in the main thread.

    Python runs signal handlers only between its own instructions, and an idle window executes none. So Python
    writes a byte into a socket that Qt watches. Signals that are ignored at the start (``nohup``) stay ignored.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._watched, self._written = socket.socketpair()
        for end in (self._watched, self._written):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._watched.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)
        signal.set_wakeup_fd(self._written.fileno(), warn_on_full_buffer=False)
        for number in (getattr(signal, name) for name in END_SIGNALS if hasattr(signal, name)):
            # Without a handler in Python the signal would end the process, and no byte would be written.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _leave_to_qt)

    @Slot()
    def _on_signal(self) -> None:
        self._watched.recv(4096)
        self._application.quit()


def _leave_to_qt(number: int, frame: object) -> None:
    """Do nothing: the byte in the socket makes Qt call ``_on_signal``."""


INTERVAL_MS = 500
OLDEST = 2
"""The generation of long-lived objects, which is collected least often."""
MAX_COLLECTED = 30_000
"""With more objects than this in the oldest generation, collecting it takes 15 ms: then they are frozen. Libraries that
are loaded late, such as Numba, have more."""
TRIM_MS = 5_000
"""Interval of returning free memory between used blocks to the system, which takes a few milliseconds."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # of malloc.h
LARGE_BLOCK = 1 << 18
ARENAS = 2


def return_freed_memory() -> None:
    """Make glibc return large blocks to the system immediately when they are freed, like other C libraries.

    By default, once a block of up to 32 MB has been freed, glibc takes later ones of this size from one heap, where
    exported pictures and tables of details leave holes; and it gives every new thread a separate heap. After an hour
    the process occupied twice the memory that it used.
    """
    mallopt = _of_glibc("mallopt")
    if mallopt is not None:
        for option, value in ((M_MMAP_THRESHOLD, LARGE_BLOCK), (M_TRIM_THRESHOLD, LARGE_BLOCK), (M_ARENA_MAX, ARENAS)):
            mallopt(option, value)


def _of_glibc(name: str) -> Any:
    """Return a function of glibc, or None if it does not exist."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None


class Collector(QObject):
    """Collects garbage at intervals in the thread that created it; automatic collection is off from then on.

    It stays off until the process ends, because threads may outlive the window by a moment.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Automatic collection may run in any thread, also in the middle of a paint.
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)
        self._trim = _of_glibc("malloc_trim")
        self._trimming = QTimer(self)
        self._trimming.timeout.connect(self.trim)
        self._trimming.start(TRIM_MS)

    @Slot()
    def collect(self) -> None:
        """Collect the oldest generation whose threshold is exceeded.

        If very many objects survive, they are frozen: no longer examined, but still freed with their last reference.
        Not while kernels are being compiled, whose objects will soon be garbage.
        """
        # Collecting a generation includes all younger ones, so only the oldest one that is due is collected.
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, threshold) in enumerate(counts) if count > threshold]
        if due:
            gc.collect(due[-1])
        if due[-1:] == [OLDEST] and not compiling() and len(gc.get_objects(OLDEST)) > MAX_COLLECTED:
            gc.freeze()

    @Slot()
    def trim(self) -> None:
        """Return the memory of freed blocks to the system (glibc)."""
        if self._trim is not None:
            self._trim(0)

    def stop(self) -> None:
        """Stop collecting."""
        self._timer.stop()
        self._trimming.stop()
