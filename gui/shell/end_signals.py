"""Signals of the system that ask the program to end: the window is closed as by hand, so that all that is unsaved is
kept.

``SIGTERM`` comes when a session ends and from ``kill``, ``SIGINT`` from Ctrl-C, ``SIGHUP`` when a terminal is closed.
By itself Python would end at once with the first and the last of them, and raise the second wherever it is just then.
"""

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Slot
from PySide6.QtWidgets import QApplication

NAMES = ("SIGTERM", "SIGINT", "SIGHUP")
"""Not all systems have all of them."""


class EndSignals(QObject):
    """Has the application close all its windows, and end, when such a signal comes; to be made in the main thread.

    Python runs its handlers only when it is called, and the window may stand still; so it writes a byte into a socket
    at once, which Qt watches. What is ignored from the start (``nohup``) stays ignored.
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
