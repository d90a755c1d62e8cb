"""An entry with what is wrong with it underneath: the frame of the fields."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import Problem
from gui.look.theme import Look
from gui.parts.build import named
from gui.parts.text_entry import ProblemLine, TextEntry


class EntryField(QWidget):
    """Has an entry and its problem line, which subclasses lay out; they say what becomes of what is typed."""

    def __init__(self, name: str, title: str, look: Look, parent: QWidget | None = None, *, chip: str = "") -> None:
        """``name`` is that of the entry, ``title`` is for screen readers, ``chip`` the text of its button, if any."""
        super().__init__(parent)
        self._standing: Problem | None = None
        self.entry = named(TextEntry(look, self, chip=chip), name, title)
        self.problem_line = named(ProblemLine(look, self.entry, self), f"{name}.problem")
        self.entry.edited.connect(self._on_edited)
        self.entry.problem_changed.connect(self._show_problem)

    def report(self, problem: Problem | None) -> None:
        """Show a problem that the value in force has with others, but not that there is none yet."""
        self.show_standing(None if problem is not None and problem.incomplete else problem)

    def show_standing(self, problem: Problem | None) -> None:
        """Show a problem of the value in force, behind those of what is typed."""
        self._standing = problem
        self._show_problem()

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        """Take ``text`` or refuse it; ``merge`` joins the edits of one typing."""
        raise NotImplementedError

    @Slot()
    def _show_problem(self) -> None:
        wrong = self.entry.problem or self._standing
        self.entry.setAccessibleDescription(wrong.message if wrong else "")
        self.problem_line.show_problem(wrong)
