"""Three ranges and a library that holds them."""

from engine import CancelToken
from engine.ranges.library_files import LibraryEntry
from gui.pages.range.library_panel import read_files
from gui.storage.library import Library
from tests.gui.range_fakes import NO_PRESETS

OPEN = LibraryEntry("CO", "22+, A2s+", "Cash/6-max", note="two lines\nof a note")
CALL = LibraryEntry("Call", "QQ:0.5", "Cash")
DOOR = LibraryEntry("Sevens", "(7-7-7)", "", "razz")
ALL = (DOOR, CALL, OPEN)


def filled(path, entries=ALL):
    library = Library(path, NO_PRESETS)
    for entry in entries:
        library.add(entry)
    return library


def imported(library, *paths):
    """Add what files hold and return the line on it, or why that is nothing."""
    (result,) = read_files(paths, CancelToken())
    return result if isinstance(result, str) else library.take(result)[0]
