"""The options of a run: seed and limits, each checked as it is typed."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLayout, QVBoxLayout, QWidget

from engine import RunOptions, Scenario
from engine.fields import specs_of
from gui.look.theme import Look
from gui.parts.build import label, named
from gui.parts.number_field import NumberField
from gui.state.document import Document

FIELD_WIDTH = 140
NOTE = "A sampled run ends at the first limit reached.\nWith none, at a standard error of 0.02 % points."


class RunOptionsPopup(QFrame):
    """Opens under a button; every valid entry is an edit of the document, under an invalid one stands what to type.

    The fields are called ``runOptions.seed``, ``.maxTrials``, ``.targetError`` and ``.seconds``.
    """

    def __init__(self, document: Document, look: Look, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "runOptions", "Options of the run")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._document = document
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(6)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)  # grows with the line under a field
        self._fields: dict[str, NumberField] = {}
        for spec in specs_of(RunOptions):
            field = NumberField(spec, f"runOptions.{spec.object_name}", look, self, width=FIELD_WIDTH)
            field.edited.connect(self._on_edited)
            layout.addWidget(field)
            self._fields[spec.key] = field
        layout.addWidget(label(NOTE, weight=QFont.Weight.Normal))
        document.changed.connect(self._on_document_changed)
        self._render()

    def open_below(self, button: QWidget) -> None:
        """Show the options under ``button``; what was refused before is gone."""
        for field in self._fields.values():
            field.entry.revert()
        self.adjustSize()
        self.move(button.mapToGlobal(QPoint(0, button.height() + 4)))
        self.show()
        self._fields["seed"].entry.setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot(object, str)
    def _on_edited(self, value: Any, merge: str) -> None:
        field: QObject | None = self.sender()
        if isinstance(field, NumberField):
            run = replace(self._document.scenario.run, **{field.spec.key: value})
            wrong = self._document.edit(f"Set {field.spec.label.lower()}", merge=merge, run=run)
            field.report(wrong[0] if wrong else None)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self._render()

    def _render(self) -> None:
        for key, field in self._fields.items():
            field.show_value(getattr(self._document.scenario.run, key))
