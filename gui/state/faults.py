"""Faults of the program, in contrast to errors in the input: they are printed with their traceback, and logged."""

import logging
import platform
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_state_path
from PySide6.QtCore import QObject, Signal

from engine import Cancelled, ScenarioError, __version__
from engine.cards import TextError, escaped
from engine.histories.hand import HandError
from engine.journal.schema import JournalError
from engine.ranges.library_files import LibraryError
from engine.storage.private import make_private
from engine.trainer.questions import NoSpotError

ENGINE_LOG = logging.getLogger("steelwheel")
FORESEEN = (Cancelled, HandError, JournalError, LibraryError, NoSpotError, OSError, ScenarioError, TextError)
"""Exceptions of work that is cancelled, or whose input cannot be used."""


LOGGER = "steelwheel.faults"
LOG_NAME = "faults.log"
LOG_BYTES, LOG_FILES = 500_000, 3
LINE = "%(asctime)s %(message)s"


def log_path() -> Path:
    """Return the log file of faults."""
    return user_state_path("steelwheel", appauthor=False) / LOG_NAME


class _LogFile(RotatingFileHandler):
    """Opens its file at the first fault, and does nothing if the file cannot be written."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a fault. The log is only a copy of stderr, so a folder or file that cannot be used is no error."""
        path = Path(self.baseFilename)
        try:
            make_private(path.parent)
            if path.exists() and not path.is_file():  # a pipe, say, that nobody reads
                return
        except OSError:
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Ignore the error: the fault is on stderr anyway."""


@contextmanager
def faults_logged(path: Path) -> Iterator[None]:
    """Write the faults that are printed inside the context to ``path`` as well; :data:`LOG_FILES` older logs stay."""
    logger = logging.getLogger(LOGGER)
    file = _LogFile(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", errors="replace", delay=True)
    file.setFormatter(logging.Formatter(LINE))
    logger.propagate = False
    logger.addHandler(file)
    try:
        yield
    finally:
        logger.removeHandler(file)
        logger.propagate = True
        file.close()


def fault_details(error: BaseException) -> str:
    """Return the traceback, the version and the system, for a report to the authors."""
    system = f"Steel Wheel {__version__}, Python {platform.python_version()}, {platform.platform()}"
    return f"{system}\n{''.join(traceback.format_exception(error))}"


def print_fault(error: BaseException, more: str = "") -> None:
    """Write ``error`` with its traceback and ``more`` on stderr, if there is one, and into the log of
    :func:`faults_logged`."""
    logger = logging.getLogger(LOGGER)
    if logger.handlers:
        logger.error("%s", f"{fault_details(error)}{more}")
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            # An error may quote a text of the player, whose control characters a terminal would obey.
            lines = "".join((*traceback.format_exception(error), more)).split("\n")
            sys.stderr.write("\n".join(map(escaped, lines)))


class LogMessages(QObject):
    """Emits ``message`` for each warning that the engine logs, in any thread, until it is closed."""

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
