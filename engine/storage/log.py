"""The log of the engine: warnings and faults of the program, by loggers below ``steelwheel``.

The headless verbs print one line per record on standard error. Tracebacks are for developers and go to a file.
"""

import logging
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from platformdirs import user_log_path

from engine.cards import escaped
from engine.scenario import Problem
from engine.storage.private import make_private

LOG = logging.getLogger("steelwheel.engine")
MAX_LOG_BYTES = 1_000_000
"""The size from which on the file is renamed to ``engine.old.log``, replacing the previous one."""


def log_file() -> Path:
    """Return the path of the file with the tracebacks of faults."""
    return user_log_path("steelwheel", appauthor=False) / "engine.log"


def log_to_stderr() -> None:
    """Log to standard error and to the file from now on."""
    to_stderr = logging.StreamHandler()
    to_stderr.setFormatter(_OneLine("steelwheel: %(message)s"))
    logging.basicConfig(handlers=[to_stderr, _FaultFile(logging.ERROR)])


def unforeseen(error: Exception, given: str) -> Problem:
    """Log an unexpected exception and return the problem to report; ``given`` is the input, or its beginning.

    Whatever the input is, the program should have rejected it with a ScenarioError: this is a fault of the program.
    """
    LOG.error("a fault of the program (%s), with the input %s", type(error).__name__, given, exc_info=error)
    kind = "there is not enough memory" if isinstance(error, MemoryError) else type(error).__name__
    return Problem("file", f"this cannot be computed because of an internal error ({kind}), logged in {log_file()}")


class _OneLine(logging.Formatter):
    """Omits the traceback, which is in the file, and escapes control characters, which a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = escaped(record.getMessage())
        return self.formatMessage(record)


class _FaultFile(logging.Handler):
    """Appends faults to the file, or prints them if it cannot be written."""

    def emit(self, record: logging.LogRecord) -> None:
        """Append the record with its traceback; start a new file if the current one is too large."""
        trace = "".join(traceback.format_exception(record.exc_info[1])) if record.exc_info else ""
        text = f"{logging.Formatter().formatTime(record)} {record.getMessage()}\n{trace}\n"
        path = log_file()
        try:
            make_private(path.parent)
            if path.exists() and not path.is_file():
                raise OSError
            if path.exists() and path.stat().st_size > MAX_LOG_BYTES:
                os.replace(path, path.with_suffix(".old.log"))
            with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError:
            with suppress(OSError, ValueError, AttributeError):
                sys.stderr.write("\n".join(map(escaped, trace.split("\n"))))
