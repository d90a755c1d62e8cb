"""What files would add to the library, shown before it is added: how many ranges, and which lines are none.

Files are read and looked through in the background. Nothing is in the library before *Add*; that can be undone.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import CancelToken
from engine.cards import whole_text
from engine.histories.languages import in_another_language
from engine.histories.splitting import decoded, looks_like_hands
from engine.ranges.library_files import LARGEST_LIBRARY, LibraryError
from engine.ranges.library_import import Import, read_import
from gui.look.formatting import count
from gui.parts.build import NO_MARGINS, filled, label, named, push_button
from gui.state.foreign_files import read_foreign
from gui.state.latest import Questions
from gui.state.library import Library

NOT_IMPORTED = "Not imported"
MOST_SHOWN = 3
"""So many lines that are no ranges are shown; the others are counted."""
LARGEST_TOLD = 80_000
"""Bytes by which hand histories are told."""
HANDS = "these are hand histories: open them with Ctrl+Shift+O"


def found_in(paths: Sequence[Path], cancel: CancelToken) -> Iterator[Import | str]:
    """Yield what the files would add, together; or why that is nothing."""
    found: list[Import] = []
    wrong: list[str] = []
    for path in paths:
        name = whole_text(path.name)
        try:
            found.append(_found(path, cancel))
        except (OSError, LibraryError) as error:
            wrong.append(f"{name}: {getattr(error, 'strerror', None) or error}")
    if not found:
        yield f"{NOT_IMPORTED}: {'; '.join(wrong)}"
        return
    name = whole_text(found[0].name) if len(found) == 1 else f"{len(found)} files"
    entries = tuple(entry for part in found for entry in part.entries)
    yield Import(name, entries, (*(line for part in found for line in part.wrong), *wrong))


def _found(path: Path, cancel: CancelToken) -> Import:
    data = read_foreign(path, LARGEST_LIBRARY, cancel.guard)
    if len(data) > LARGEST_LIBRARY:
        raise LibraryError(f"this file is larger than {LARGEST_LIBRARY // 1_000_000} MB")
    text = decoded(data[:LARGEST_TOLD])
    if hands := in_another_language(text) or (HANDS if looks_like_hands(text) else ""):
        raise LibraryError(hands)
    return read_import(path, data, cancel.guard)


class ImportBar(QWidget):
    """Shows what would be added, with *Add* and *Cancel*. ``answered`` carries a line on what has become of files and
    whether it is an error; ``added`` a line and the ranges that are new.
    """

    answered = Signal(str, bool)
    added = Signal(str, object)

    def __init__(self, library: Library, questions: Questions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "library.proposal", "What a file would add to the library")
        self._library, self._found = library, Import("", ())
        self._reads = questions.apart("library import")
        self._reads.answered.connect(self._on_answered)
        self._reads.failed.connect(self._on_failed)
        self._told: QLabel = label(name="library.proposed", wrap=True)
        self._add = push_button("Add", "library.add", self._on_add, "Add these ranges to the library")
        cancel = push_button("Cancel", "library.cancel", self.cancel, "Add none of these ranges")
        buttons = filled(QHBoxLayout(), (self._add, 1), cancel, spacing=4, margins=NO_MARGINS)
        filled(QVBoxLayout(self), self._told, buttons, spacing=4, margins=NO_MARGINS)
        self.hide()

    def propose(self, paths: Sequence[Path]) -> None:
        """Look what files would add."""
        self.hide()
        names = whole_text(paths[0].name) if len(paths) == 1 else f"{len(paths)} files"
        self.answered.emit(f"Reading {names} …", False)
        self._reads.ask(("import", *paths), partial(found_in, tuple(paths)))

    @Slot(object, object)
    def _on_answered(self, key: object, found: Import | str) -> None:
        if isinstance(found, str):
            self.answered.emit(found, True)
            return
        self._found = found
        new = len(set(found.entries) - set(self._library.own))
        self._add.setText(f"Add {count(new)}")
        self._add.setEnabled(new > 0)
        self._told.setText(_words(found, new))
        self._told.setToolTip("\n".join(found.wrong[:100]))
        self.show()
        (self._add if new else self._told).setFocus()
        self.answered.emit(f"{_ranges(len(found.entries))} in {found.name}: add or cancel beside the matrix", False)

    @Slot(object, object)
    def _on_failed(self, key: object, error: Exception) -> None:
        self.answered.emit(f"{NOT_IMPORTED}: {error}", True)

    @Slot()
    def _on_add(self) -> None:
        self.hide()
        line, new = self._library.take(self._found)
        self.added.emit(line, new)

    @Slot()
    def cancel(self) -> None:
        """Add nothing."""
        self._reads.stop()
        self.hide()
        self.answered.emit("Nothing is added", False)


def _ranges(number: int) -> str:
    return f"{count(number)} range{'' if number == 1 else 's'}"


def _words(found: Import, new: int) -> str:
    """Return what would be added, and which lines are no ranges."""
    parts = [f"{_ranges(new)} of {found.name} would be added"]
    here = len(found.entries) - new
    if here:
        parts.append(f"{count(here)} {'is' if here == 1 else 'are'} here already")
    if found.wrong:
        rest = len(found.wrong) - MOST_SHOWN
        shown = "; ".join((*found.wrong[:MOST_SHOWN], *((f"{count(rest)} more",) if rest > 0 else ())))
        parts.append(f"not read: {shown}")
    return "; ".join(parts) + "."
