"""Fields for the single numbers that a page saves with the scenario, and the muted labels beside fields."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from engine import Problem, Scenario
from engine.scenario.entries import Entries
from engine.scenario.fields import FieldSpec
from gui.look.guard import Keyed
from gui.parts.build import bare_grid, label
from gui.parts.number_field import ENTRY_WIDTH, NumberField


def small(text: str = "", *, name: str = "", wrap: bool = False) -> QLabel:
    """Return a muted label in small letters."""
    return label(text, name=name, weight=QFont.Weight.Normal, wrap=wrap)


Edit = Callable[[str, Scenario, str], None]
"""Changes the table: the name of the step, the table then, and a key that joins edits into one step, or none."""
Base = Callable[[], Scenario]
"""Returns the table that is changed."""


class PanelNumbers(QWidget):
    """Fields ``<prefix>.smallBlind`` and so on for numbers of the panel, in columns that are read downwards."""

    def __init__(
        self,
        prefix: str,
        specs: Sequence[FieldSpec],
        columns: int,
        edit: Edit,
        base: Base,
        parent: QWidget,
        panel: Callable[[Scenario], Entries],
        with_value: Callable[[Scenario, str, Any], Scenario],
        *,
        width: int = ENTRY_WIDTH,
        gap: int = 24,
    ) -> None:
        """``panel`` returns what the page saves, ``with_value`` a table with another value of it; ``width``: that of
        the entries; ``gap``: between columns."""
        super().__init__(parent)
        self._edit, self._base, self._panel, self._with_value = edit, base, panel, with_value
        self.fields = {spec.key: NumberField(spec, f"{prefix}.{spec.object_name}", self, width=width) for spec in specs}
        grid = bare_grid(self, gap, 4)
        rows = (len(specs) + columns - 1) // columns
        for place, field in enumerate(self.fields.values()):
            field.edited.connect(Keyed(field, self._on_edited, field.spec).edited)
            grid.addWidget(field, place % rows, place // rows, Qt.AlignmentFlag.AlignTop)
        for column in range(columns):
            grid.setColumnStretch(column, 1)

    def render_scenario(self, scenario: Scenario, problems: Iterable[Problem]) -> None:
        """Show the current numbers, and what is wrong with them."""
        panel, messages = self._panel(scenario), {problem.field: problem for problem in problems}
        for key, field in self.fields.items():
            field.show_value(panel.entered(key))
            field.report(messages.get(key))

    def _on_edited(self, spec: FieldSpec, value: object, merge: str) -> None:
        self._edit(spec.label.lower(), self._with_value(self._base(), spec.key, value), merge)
