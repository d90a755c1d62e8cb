"""Faults of ours, as against what is wrong with what a player has given: they are printed with where they happened."""

import logging
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Signal

from engine import Cancelled, ScenarioError
from engine.cards import TextError
from engine.histories.hand import HandError
from engine.journal.schema import JournalError
from engine.ranges.library_files import LibraryError

ENGINE_LOG = logging.getLogger("steelwheel")
FORESEEN = (Cancelled, HandError, JournalError, LibraryError, OSError, ScenarioError, TextError)
"""What work ends with where nobody wants it any more, or what it was given cannot be used."""


def print_fault(error: BaseException, more: str = "") -> None:
    """Write ``error`` and where it comes from on stderr, if there is one that takes it, and ``more`` below it."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write("".join((*traceback.format_exception(error), more)))


class LogMessages(QObject):
    """Emits ``message`` for each warning that the engine logs, in whatever thread, until it is closed."""

    message = Signal(str, bool)
    """The text, and whether it is a fault."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handler = _Handler(self.message.emit)
        ENGINE_LOG.addHandler(self._handler)

    def close(self) -> None:
        ENGINE_LOG.removeHandler(self._handler)


class _Handler(logging.Handler):
    def __init__(self, send: Callable[[str, bool], object]) -> None:
        super().__init__(logging.WARNING)
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        self._send(text[:1].upper() + text[1:], True)
