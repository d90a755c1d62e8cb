"""Faults of ours, as against what is wrong with what a player has given: they are printed with where they happened."""

import sys
import traceback
from contextlib import suppress

from engine import Cancelled, ScenarioError
from engine.cards import TextError
from engine.histories.hand import HandError
from engine.journal.schema import JournalError
from engine.ranges.library_files import LibraryError

FORESEEN = (Cancelled, HandError, JournalError, LibraryError, OSError, ScenarioError, TextError)
"""What work ends with where nobody wants it any more, or what it was given cannot be used."""


def print_fault(error: BaseException, more: str = "") -> None:
    """Write ``error`` and where it comes from on stderr, if there is one that takes it, and ``more`` below it."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write("".join((*traceback.format_exception(error), more)))
