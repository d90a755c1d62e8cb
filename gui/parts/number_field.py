"""A labelled field for a number with its error below."""

from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from engine import Problem
from engine.scenario.codec import first_problem
from engine.scenario.fields import FieldSpec
from gui.look.scale import fix
from gui.look.styling import set_rich_tip
from gui.parts.build import bare_grid, label
from gui.parts.field_text import READERS, WRITERS, FieldError
from gui.parts.text_entry import EntryField

ENTRY_WIDTH = 84
MAX_LENGTH = 40


class NumberField(EntryField):
    """Title, entry and problem line of a :class:`FieldSpec`; the entry is called ``name``.

    With an explicit ``title`` only the entry is visible, as in a table; the title is for screen readers, and the owner
    places the problem line.

    ``edited`` carries a valid value (None: cleared) and the merge key of the edit. Rejected input stays in the entry
    with the reason below it, and is not reported.
    """

    def __init__(
        self,
        spec: FieldSpec,
        name: str,
        parent: QWidget | None = None,
        *,
        title: str | None = None,
        width: int = ENTRY_WIDTH,
    ) -> None:
        super().__init__(name, title or spec.label, parent)
        self.spec = spec
        self.entry.setPlaceholderText(spec.empty)
        self.entry.setMaxLength(MAX_LENGTH)
        fix(self.entry, width=width)
        self.entry.setAlignment(Qt.AlignmentFlag.AlignRight)
        set_rich_tip(self.entry, spec.help)
        self.value: Any = None
        """The current value."""
        self._arrange(bare=title is not None)

    def _arrange(self, *, bare: bool) -> None:
        layout = bare_grid(self, 8, 2)
        layout.addWidget(self.entry, 0, 1)
        if bare:
            return
        title = self.captioned(self.spec.label, self.spec.help, self)
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout.addWidget(title, 0, 0)
        layout.addWidget(self.problem_line, 1, 0, 1, 2)

    def show_value(self, value: Any) -> None:
        """Show the current value; typed or rejected input stays while the value is the same."""
        # The document answers each edit with its value: rewriting the text would move the cursor while typing.
        if value == self.value and (self.entry.pending or self._means(value)):
            return
        self.value = value
        self.entry.show_text(self.entry.text() if self._means(value) else WRITERS[self.spec.kind](value))

    def _means(self, value: Any) -> bool:
        """Return True if the text already means ``value``."""
        try:
            return bool(READERS[self.spec.kind](self.entry.text()) == value)
        except FieldError:
            return False

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        """Report the value of a valid text; a rejected text stays with its problem."""
        try:
            value = READERS[self.spec.kind](text)
        except FieldError as error:
            if text.strip():
                self.entry.refuse(Problem(self.spec.key, str(error)))
            else:
                self.entry.set_problem(None)  # a required value stays until another one is typed
            return
        problem = first_problem(self.spec, value)
        if problem is not None:
            self.entry.refuse(problem)
            return
        # Stored before it is reported, so that the answer of the document finds it unchanged (see show_value).
        self.value = value
        self.entry.show_text(text)
        self.edited.emit(value, merge)


def heading(text: str) -> QLabel:
    """Return a small heading for a group of fields."""
    return label(text, weight=QFont.Weight.DemiBold)


def small(text: str = "", *, name: str = "", wrap: bool = False) -> QLabel:
    """Return a muted label in small letters."""
    return label(text, name=name, weight=QFont.Weight.Normal, wrap=wrap)
