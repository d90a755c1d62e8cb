"""The form of the Kelly page: three lines; *more* opens the rest beside the numbers, so that no line moves.

What is set behind *more* stays in sight as a summary beside it.
"""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui.look.guard import Guarded
from gui.look.scale import set_text
from gui.look.theme import TEXT_SMALL
from gui.pages.kelly.edits import KellyEdits
from gui.pages.kelly.lines import KellyLines
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.more import KellyMore
from gui.pages.kelly.summary import summary
from gui.parts.build import NO_MARGINS, filled, named, release_focus
from gui.parts.chip_button import ChipButton
from gui.state.document import Document

MORE_TIP = "Outcomes, opponents' answers, chips by player, rake: opens beside the numbers, nothing above it moves"
OWN = "own bankroll"
OWN_TIP = (
    "Lit: this table has a bankroll of its own, and another click gives it the common one again. Otherwise it is your "
    "one bankroll, the same at all tables of both games"
)
SEPARATOR = "  ·  "


class KellyForm(Guarded, QWidget):
    """The lines, ``kelly.more`` and the summary; ``more`` is the panel that it opens, placed by the owner.

    ``more_opened`` tells whether it is open.
    """

    more_opened = Signal(bool)

    def __init__(self, document: Document, model: KellyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._model = document, model
        edits = KellyEdits(document, model.bankroll)
        self._lines = KellyLines(edits, self)
        self.more = KellyMore(edits, self)
        self.more.hide()
        self._toggle = named(ChipButton("more", self), "kelly.more", "More settings", MORE_TIP)
        self._toggle.setCheckable(True)
        self._toggle.toggled.connect(self._on_toggled)
        self._summary = named(Summary(self), "kelly.more.summary")
        self._own = named(ChipButton(OWN, self), "kelly.ownBankroll", OWN.capitalize(), OWN_TIP)
        self._own.setCheckable(True)
        self._own.clicked.connect(model.bankroll.set_own)
        row = filled(QHBoxLayout(), self._toggle, self._own, (self._summary, 1), spacing=8)
        filled(QVBoxLayout(self), self._lines, row, spacing=4, margins=NO_MARGINS)
        model.changed.connect(self._on_changed)
        self._render()

    def go_to(self, field: str) -> None:
        """Bring a field into sight, behind *more* too, and let the keyboard write in it."""
        entry = self._lines.field_called(field)
        if entry is None:
            entry = self.more.field_called(field)
            if entry is None:
                return
            self._toggle.setChecked(True)
            QApplication.sendPostedEvents()  # the panel is laid out before it can be scrolled
            self.more.ensureWidgetVisible(entry, 8, 32)
        for area in _areas_around(self):
            area.ensureWidgetVisible(entry)
        entry.setFocus()
        if isinstance(entry, QLineEdit):
            entry.selectAll()

    def set_narrow(self, *, lines: bool, more: bool) -> None:
        """Take less of a narrow page: the lines, and what *more* opens."""
        self._lines.set_narrow(narrow=lines)
        self.more.set_narrow(narrow=more)

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        if not on:
            release_focus(self.more)
        self.more.setVisible(on)
        self._render()
        self.more_opened.emit(on)

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    def _render(self) -> None:
        question, bankroll = self._model.question, self._model.bankroll
        scenario = bankroll.scenario
        self._own.setChecked(bankroll.is_own)
        self._lines.render_question(question, scenario)
        self.more.render_question(question, scenario)
        self._summary.show_text(SEPARATOR.join(summary(question, scenario)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._render()


class Summary(Guarded, QLabel):
    """A line of small text, cut off where there is no room for it; its tool tip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "muted")
        set_text(self, TEXT_SMALL)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.whole = ""

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._cut()

    def _cut(self) -> None:
        self.setText(self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()


def _areas_around(widget: QWidget) -> list[QScrollArea]:
    found, parent = [], widget.parentWidget()
    while parent is not None:
        found += [parent] if isinstance(parent, QScrollArea) else []
        parent = parent.parentWidget()
    return found
