"""A labelled range text of an opponent: written, or painted in a pop-up; what is wrong with it stands under it."""

import numpy as np
from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from engine import Problem, ScenarioError
from engine.cards import TextError
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import Weights
from engine.ranges.orders import find_order
from gui.look.scale import fix, set_text
from gui.look.theme import TEXT_SMALL, Look
from gui.pages.preflop.range_popup import RangePopup
from gui.parts.text_entry import EntryField
from gui.state.document import Document

TITLE_WIDTH = 168


class RangeField(EntryField):
    """``edited`` carries a text that can be read, empty where nothing is written and nothing has to be, and the key
    that joins the edits of one typing.
    """

    edited = Signal(str, str)

    def __init__(
        self, name: str, title: str, document: Document, look: Look, parent: QWidget | None = None, *, default: str = ""
    ) -> None:
        """``default``: what an empty field stands for; without one there has to be a text."""
        super().__init__(name, "", look, parent, chip="paint")
        self._document, self._look, self._title, self._default = document, look, title, default
        self._text = ""
        self._color = QColor(look.theme.accent)
        self._popup: RangePopup | None = None
        self.entry.setPlaceholderText(default)
        self._label = QLabel(title)
        set_text(self._label, TEXT_SMALL)
        self._label.setProperty("role", "muted")
        fix(self._label, width=TITLE_WIDTH)
        self._label.setBuddy(self.entry)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(2)
        layout.addWidget(self._label, 0, 0)
        layout.addWidget(self.entry, 0, 1)
        layout.addWidget(self.problem_line, 1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        assert self.entry.chip is not None
        self.entry.chip.setObjectName(f"{name}.paint")
        self.entry.chip.clicked.connect(self.open_popup)

    def show_text(self, text: object, owner: str, color: QColor, *, locked: str = "") -> None:
        """Show the text in force of ``owner``; ``locked``: why it cannot be changed, empty where it can.

        What a file holds in place of a text is shown as it is.
        """
        self._text = text if isinstance(text, str) else str(text)
        self._color = color
        self.entry.setAccessibleName(f"{owner} {self._title}")
        assert self.entry.chip is not None
        self.entry.chip.setAccessibleName(f"Paint: {owner} {self._title}")
        if not (self.entry.pending and self.entry.problem is not None):
            self.entry.show_text(self._text)
        self.entry.setEnabled(not locked)
        self.entry.setToolTip(locked)
        self.entry.show_chip(not locked, "paint", "Paint these hands")
        if self._popup is not None:
            self._popup.show_weights(self._weights())

    def report(self, problem: Problem | None) -> None:
        """Show a problem that the text in force has, also that there is none yet."""
        self.show_standing(problem)

    def _read(self, text: str) -> Weights:
        """Return the weights of a text.

        Raises:
            TextError: it cannot be read.
        """
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
        except ScenarioError:
            order = find_order(None)
        return parse_range(text, scenario.dialect, order).weights

    def _weights(self) -> Weights:
        try:
            return self._read(self._text or self._default)
        except TextError:
            return np.zeros(1326)

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        if text.strip() or not self._default:
            try:
                self._read(text)
            except TextError as error:
                self.entry.refuse(Problem(self.entry.objectName(), error.message, error.position))
                return
        self._text = text if text.strip() else ""
        self.entry.show_text(text)
        self.edited.emit(self._text, merge)

    @Slot()
    def open_popup(self) -> None:
        """Open the matrix below the field."""
        popup = RangePopup(self.entry.objectName(), self.entry.accessibleName(), self._look, self._color, self)
        popup.written.connect(self._on_written)
        popup.closed.connect(self._on_closed)
        self._popup = popup
        popup.show_weights(self._weights())
        popup.open_at(self.entry.mapToGlobal(QPoint(0, self.entry.height() + 2)))

    @Slot(str, str)
    def _on_written(self, text: str, merge: str) -> None:
        self._text = text
        self.entry.show_text(text)
        self.edited.emit(text, merge)

    @Slot()
    def _on_closed(self) -> None:
        self._popup = None
