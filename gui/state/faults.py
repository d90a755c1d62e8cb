"""Faults of ours, as against what is wrong with what a player has given: they are printed with where they happened."""

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

from engine import Cancelled, ScenarioError
from engine.cards import TextError
from engine.histories.hand import HandError
from engine.journal.schema import JournalError
from engine.ranges.library_files import LibraryError

Answer = TypeVar("Answer")
FORESEEN = (Cancelled, HandError, JournalError, LibraryError, OSError, ScenarioError, TextError)
"""What work ends with where nobody wants it any more, or what it was given cannot be used."""


def print_fault(error: BaseException, more: str = "") -> None:
    """Write ``error`` and where it comes from on stderr, if there is one that takes it, and ``more`` below it."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write("".join((*traceback.format_exception(error), more)))


def reported(neutral: Callable[[], Any]) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Report an exception and answer Qt with ``neutral()``: PySide 6.11 may crash where one leaves an overridden method
    that Qt calls while Python waits for Qt.
    """

    def decorate(ask: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(ask)
        def answer(*arguments: object) -> Answer:
            try:
                return ask(*arguments)
            except Exception as error:
                sys.excepthook(type(error), error, error.__traceback__)
                without: Answer = neutral()
                return without

        return answer

    return decorate
