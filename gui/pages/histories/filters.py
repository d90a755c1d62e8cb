"""The fields of the filters, one for each description of ``engine.histories.filters``, and the chips of those in force.

A text that cannot be read is not applied; the error stands under its field.
"""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem
from engine.cards import TextError
from engine.histories.filters import FILTERS, Filter
from gui.parts.build import NO_MARGINS, bare_grid, combo_box, filled, label
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.text_entry import EntryField

ACROSS = 5
"""Fields side by side."""
ANY = "any"
LONGEST_CHIP = 30
"""Characters of a filter on its chip."""


class FilterField(EntryField):
    """A filter that is typed; ``filtered`` carries its key and the text."""

    filtered = Signal(str, str)

    def __init__(self, spec: Filter, parent: QWidget | None = None) -> None:
        super().__init__(f"histories.filter.{spec.key}", spec.title, parent)
        self._spec = spec
        self.entry.setPlaceholderText(spec.example)
        self.entry.setToolTip(spec.tip)
        self.entry.setClearButtonEnabled(True)
        filled(QVBoxLayout(self), label(spec.title, self), self.entry, self.problem_line, spacing=1, margins=NO_MARGINS)

    def show_filter(self, text: str) -> None:
        """Show the text in force."""
        if not self.entry.pending or text:
            self.entry.show_text(text)

    def clear(self) -> None:
        """Show nothing, also in place of a text that cannot be read."""
        self.entry.show_text("")

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        try:
            if text.strip():
                self._spec.read(text)
        except TextError as error:
            self.entry.refuse(Problem(self._spec.key, error.message, error.position))
            return
        self.entry.show_text(text)
        self.filtered.emit(self._spec.key, text)


class FilterChoice(QWidget):
    """A filter with few choices; ``filtered`` carries its key and the choice, empty for any."""

    filtered = Signal(str, str)

    def __init__(self, spec: Filter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec = spec
        self.combo = combo_box(f"histories.filter.{spec.key}", spec.title, self._on_chosen, spec.tip)
        self.combo.addItems([ANY, *spec.choices])
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        filled(QVBoxLayout(self), label(spec.title, self), self.combo, spacing=1, margins=NO_MARGINS)

    def show_filter(self, text: str) -> None:
        """Show the choice in force."""
        self.combo.setCurrentIndex(self._spec.choices.index(text) + 1 if text in self._spec.choices else 0)

    def clear(self) -> None:
        """Show that any will do."""
        self.combo.setCurrentIndex(0)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self.filtered.emit(self._spec.key, self._spec.choices[index - 1] if index else "")


class FilterForm(QWidget):
    """All fields; ``filtered`` carries the key of a filter and its new text."""

    filtered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, FilterField | FilterChoice] = {}
        grid = bare_grid(self, 8, 4)
        for place, spec in enumerate(FILTERS):
            field = FilterChoice(spec, self) if spec.choices else FilterField(spec, self)
            field.filtered.connect(self.filtered)
            self.fields[spec.key] = field
            grid.addWidget(field, place // ACROSS, place % ACROSS, Qt.AlignmentFlag.AlignTop)
        for column in range(ACROSS):
            grid.setColumnStretch(column, 1)

    def show_filters(self, texts: Mapping[str, str]) -> None:
        """Show the filters in force."""
        for key, field in self.fields.items():
            field.show_filter(texts.get(key, ""))

    def clear(self) -> None:
        """Empty all fields, also those whose texts cannot be read."""
        for field in self.fields.values():
            field.clear()


class FilterChips(ChipFlow):
    """A chip for each filter in force, which removes it, and one that removes all; hidden where there is none.

    ``removed`` carries the key of a filter, ``cleared`` nothing.
    """

    removed = Signal(str)
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__([], parent)
        self._texts: dict[str, str] = {}
        self.hide()

    def show_filters(self, texts: Mapping[str, str]) -> None:
        """Show the filters in force."""
        if texts == self._texts:
            return
        self._texts = dict(texts)
        chips = []
        for spec in FILTERS:
            text = texts.get(spec.key, "")
            if text:
                short = text if len(text) <= LONGEST_CHIP else f"{text[: LONGEST_CHIP - 1]}…"
                title = f"Remove the filter {spec.title}: {text}"
                chip = chip_button(
                    f"{spec.title}: {short}  ×", f"histories.chip.{spec.key}", self._on_removed, title, title,
                    parent=self, key=spec.key,
                )  # fmt: skip
                chips.append(chip)
        if chips:
            chips.append(
                chip_button("Clear all", "histories.chip.all", self.cleared.emit, "Remove all filters", parent=self)
            )
        self.set_chips(chips)
        self.setVisible(bool(chips))

    def _on_removed(self, key: str) -> None:
        self.removed.emit(key)
