"""The marks of the current hand: a star, tags that complete themselves, a note."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QWidget

from engine.cards import TextError
from engine.histories.listing import HandLine
from engine.histories.marks import LONGEST_NOTE, Mark, read_tags
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.parts.build import NO_MARGINS, filled, label, named
from gui.parts.chip_button import chip_button

STAR_KEY, TAGS_KEY, NOTE_KEY = "Ctrl+Shift+M", "Ctrl+Shift+G", "Ctrl+Shift+E"
STARRED, PLAIN = "★", "☆"


class TagCompleter(Guarded, QCompleter):
    """Completes the last of several tags."""

    def __init__(self, field: QLineEdit) -> None:
        self._tags = QStringListModel(field)
        super().__init__(self._tags, field)
        self._field = field
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = self.popup()
        assert popup is not None
        named(popup, f"{field.objectName()}.known", "Tags that there are")

    def offer(self, tags: Sequence[str]) -> None:
        """Complete to these tags."""
        if list(tags) != self._tags.stringList():
            self._tags.setStringList(list(tags))

    def splitPath(self, path: str) -> list[str]:  # noqa: N802
        return [path.rpartition(",")[2].strip()]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:  # noqa: N802
        before = self._field.text().rpartition(",")[0].strip()
        tag = str(index.data())
        return f"{before}, {tag}" if before else tag


class MarkBar(QWidget):
    """``marked`` carries a hand and its new marks, ``message`` an error for the status bar.

    What is being typed stays while more is known of the hand; it belongs to that hand also where another one is shown
    before it is confirmed.
    """

    marked = Signal(object, object)
    message = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: HandLine | None = None
        self._mark = Mark()
        self.star = chip_button(
            PLAIN, "histories.star", self._on_star, "Star", f"Mark this hand with a star ({STAR_KEY})", checkable=True
        )
        self.tags = named(QLineEdit(self), "histories.tags", "Tags", f"Tags with commas between them ({TAGS_KEY})")
        self.tags.setPlaceholderText("Tags")
        at_least(self.tags, width=120)
        self.note = named(QLineEdit(self), "histories.note", "Note", f"A note on this hand ({NOTE_KEY})")
        self.note.setPlaceholderText("Note")
        self.note.setMaxLength(LONGEST_NOTE)
        self._completer = TagCompleter(self.tags)
        self.tags.setCompleter(self._completer)
        self._hand = label(name="histories.marked")
        for field in (self.tags, self.note):
            field.editingFinished.connect(self._on_edited)
        parts = self._hand, self.star, (self.tags, 1), (self.note, 2)
        filled(QHBoxLayout(self), *parts, spacing=8, margins=NO_MARGINS)

    def show_mark(self, line: HandLine | None, mark: Mark, tags: Sequence[str]) -> None:
        """Show the marks of a hand, None: there is none; ``tags`` are all that there are, to choose from."""
        same, before = line is self._line, self._line
        typed = None if same or before is None or not self._is_typed else self._typed(self._mark.star)
        self._line = line
        self._take(mark)
        self._hand.setText("" if line is None else f"Hand {line.raw.number}")
        self.setEnabled(line is not None)
        self._completer.offer(tags)
        for field, text in ((self.tags, ", ".join(mark.tags)), (self.note, mark.note)):
            if field.text() != text and not (same and field.isModified()):
                field.setText(text)
            elif not same:
                field.setModified(False)
        if typed is not None:
            self.marked.emit(before, typed)

    @property
    def _is_typed(self) -> bool:
        return self.tags.isModified() or self.note.isModified()

    def _take(self, mark: Mark) -> None:
        self._mark = mark
        self.star.setChecked(mark.star)
        self.star.setText(STARRED if mark.star else PLAIN)

    @Slot()
    def _on_star(self) -> None:
        self.toggle_star()

    def toggle_star(self) -> None:
        """Give the hand a star, or take it away."""
        if self.isEnabled():
            self._tell(not self._mark.star)

    @Slot()
    def _on_edited(self) -> None:
        if self._is_typed:
            self._tell(self._mark.star)

    def _tell(self, star: bool) -> None:
        mark = self._typed(star)
        if mark is not None and self._line is not None:
            for field in (self.tags, self.note):
                field.setModified(False)
            self._take(mark)
            self.marked.emit(self._line, mark)

    def _typed(self, star: bool) -> Mark | None:
        """Return the marks in the fields, None where the tags cannot be saved."""
        try:
            tags = read_tags(self.tags.text())
        except TextError as error:
            self.message.emit(f"The tags are not saved: {error.message}", True)
            return None
        return Mark(star, tags, self.note.text().strip())
