"""Writing answers to standard output, and messages to standard error.

Only this module and ``inputs`` of the engine print or open files that the user names.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

from engine.cards import escaped
from engine.cli.batches.answering import NotWrittenError, answer_text
from engine.storage.log import LOG


def say(text: str) -> None:
    """Print a message on standard error, if it is open. Control characters are escaped: a message may quote a file."""
    if sys.stderr is None:
        return
    try:
        print(f"steelwheel: {escaped(text)}", file=sys.stderr, flush=True)
    except OSError:
        discard_output(sys.stderr)


def say_over(text: str) -> None:
    """Print a message over the previous one, on a terminal: the progress of a computation."""
    with suppress(OSError):
        print(f"\r\033[Ksteelwheel: {escaped(text)}", end="", file=sys.stderr, flush=True)


def report_notices(notices: Sequence[str]) -> None:
    """Log the notices of an answer, for a person who typed the texts that they are about."""
    for notice in notices:
        LOG.warning("%s", notice)


def write_text(text: str) -> None:
    """Write text to standard output.

    Raises:
        NotWrittenError: standard output cannot be written, for example because its reader has ended.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise NotWrittenError(error) from None


def write_json(value: dict[str, Any], indent: int | None = None) -> None:
    """Write an answer as JSON; raises as :func:`write_text`."""
    write_text(answer_text(value, indent))


def discard_output(stream: TextIO) -> None:
    """Send what ``stream`` still has to write to the null device.

    The interpreter flushes its streams when it ends, and would complain about one that cannot be written.
    """
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
