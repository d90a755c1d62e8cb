"""The process of the program: a second one of it, signals that end it, and the memory that it uses.

``SIGTERM`` comes when a session ends and from ``kill``, ``SIGINT`` from Ctrl-C, ``SIGHUP`` when a terminal is closed.
Python would end immediately with the first and the last, and raise the second anywhere; here the window is closed as by
hand, so that all unsaved work is saved.

Garbage is collected in the thread of the window alone. Python collects in whatever thread happens to allocate. Kernels
are compiled on threads of their own, where that would destroy widgets and timers that wait to be collected: Qt crashes
when an object dies in a thread that is not its own.
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
    """Return the compiler of kernels, in other processes of this program, the first of which may run already."""
    return Compiler(command(COMPILE_VERB), dict([sources()]), started)


def own_process(parent: QObject, *arguments: str) -> QProcess:
    """Return a process that will run this very program, from the same folder of sources where it is not packaged."""
    process = QProcess(parent)
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert(*sources())
    process.setProcessEnvironment(environment)
    program, *given = command(*arguments)
    process.setProgram(program)
    process.setArguments(given)
    return process


def open_window(parent: QObject) -> bool:
    """Open another window, which does not depend on this one; return whether it was started."""
    process = own_process(parent)
    started = process.startDetached()
    process.deleteLater()
    return bool(started[0] if isinstance(started, tuple) else started)


NAMES = ("SIGTERM", "SIGINT", "SIGHUP")
"""Not all systems have all of them."""


class EndSignals(QObject):
    """Closes all windows and ends the application at such a signal; to be created in the main thread.

    Python runs its handlers only when it is called, and the window may be idle; so it writes a byte into a socket,
    which Qt watches. Signals that are ignored from the start (``nohup``) stay ignored.
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
        for number in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _leave_to_qt)

    @Slot()
    def _on_signal(self) -> None:
        self._watched.recv(4096)
        self._application.quit()


def _leave_to_qt(number: int, frame: object) -> None:
    """Do nothing: the byte in the socket is enough."""


INTERVAL_MS = 500
OLDEST = 2
"""The generation that is looked through least often, with all that has lived for long."""
MANY = 30_000
"""More objects than this are not looked through again and again, for 15 ms: libraries that are loaded when they are
needed, as Numba is, have more."""
TRIM_MS = 5_000
"""How often holes between blocks in use go back to the system: a walk over them takes some milliseconds."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8  # of malloc.h
LARGE_BLOCK = 1 << 18
ARENAS = 2


def return_freed_memory() -> None:
    """Let the C library give large blocks back to the system as soon as they are freed (glibc; others do).

    Otherwise glibc takes blocks of up to 32 MB from one heap after the first of such a size was freed, in which
    pictures of exports and tables of details leave holes, and gives every new thread a heap of its own: after an hour
    the window holds twice the memory that it uses.
    """
    mallopt = _of_glibc("mallopt")
    if mallopt is not None:
        for option, value in ((M_MMAP_THRESHOLD, LARGE_BLOCK), (M_TRIM_THRESHOLD, LARGE_BLOCK), (M_ARENA_MAX, ARENAS)):
            mallopt(option, value)


def _of_glibc(name: str) -> Any:
    """Return a function of glibc, None where it does not exist."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None


class Collector(QObject):
    """Collects garbage at intervals, in the thread that created it.

    Threads may outlive the window by a moment, so automatic collection stays off until the process ends.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
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
        """Collect the oldest generation that is due.

        Where very many objects are left, they are treated as permanent; those without cycles are still freed with their
        last reference. Not while kernels are compiled, whose objects will soon be garbage.
        """
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, most) in enumerate(counts) if count > most]
        if due:
            gc.collect(due[-1])
        if due[-1:] == [OLDEST] and not compiling() and len(gc.get_objects(OLDEST)) > MANY:
            gc.freeze()

    @Slot()
    def trim(self) -> None:
        """Give the memory of freed blocks back to the system (glibc)."""
        if self._trim is not None:
            self._trim(0)

    def stop(self) -> None:
        """Collect no more."""
        self._timer.stop()
        self._trimming.stop()
