"""The reports of warnings and faults of the engine: the loggers below ``steelwheel``.

Headless, a line on stderr; where a fault happened (the traceback) is for those who mend it and goes to a file.
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
"""Bytes of the file before it is put aside, in place of the last one that was."""


def log_file() -> Path:
    """Return the file of the faults."""
    return user_log_path("steelwheel", appauthor=False) / "engine.log"


def log_to_stderr() -> None:
    """Have this process report on stderr and in the file."""
    said = logging.StreamHandler()
    said.setFormatter(_OneLine("steelwheel: %(message)s"))
    logging.basicConfig(handlers=[said, _FaultFile(logging.ERROR)])


def unforeseen(error: Exception, given: str) -> Problem:
    """Log an exception that ``given``, the input or its beginning, should not have caused; return what is told of it.

    It is a fault of the program whatever the input is.
    """
    LOG.error("a fault of the program (%s), with the input %s", type(error).__name__, given, exc_info=error)
    kind = "it takes more memory than there is" if isinstance(error, MemoryError) else type(error).__name__
    return Problem("file", f"this cannot be computed because of a fault of the program ({kind}), noted in {log_file()}")


class _OneLine(logging.Formatter):
    """Leaves the traceback to the file, and control characters of an input escaped: a terminal would obey them."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = escaped(record.getMessage())
        return self.formatMessage(record)


class _FaultFile(logging.Handler):
    """Adds faults to the file, or prints them where it cannot be written."""

    def emit(self, record: logging.LogRecord) -> None:
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
