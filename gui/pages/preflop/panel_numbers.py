"""Fields for single numbers of the page; the same number may stand on several views."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from engine import Problem, Scenario
from engine.preflop.panel import panel_of
from engine.preflop.panel_edits import with_number
from engine.scenario.fields import FieldSpec
from engine.scenario.preflop import BY_KEY
from gui.look.guard import Keyed
from gui.look.theme import Look
from gui.parts.number_field import NumberField
from gui.state.document import Document


class PanelNumbers(QWidget):
    """Fields ``<prefix>.<name>`` in columns, from top to bottom. ``refused`` carries why an edit was not taken."""

    refused = Signal(str, bool)

    def __init__(
        self,
        prefix: str,
        keys: Sequence[str],
        columns: int,
        document: Document,
        look: Look,
        parent: QWidget,
        *,
        base: Callable[[], Scenario],
    ) -> None:
        """``base`` returns the scenario that an edit changes."""
        super().__init__(parent)
        self._document, self._base = document, base
        self.fields: dict[str, NumberField] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        rows = (len(keys) + columns - 1) // columns
        for place, key in enumerate(keys):
            spec = BY_KEY[key]
            field = NumberField(spec, f"{prefix}.{spec.object_name}", look, self)
            field.edited.connect(Keyed(field, self._on_edited, spec).edited)
            self.fields[key] = field
            grid.addWidget(field, place % rows, place // rows)
        for column in range(columns):
            grid.setColumnStretch(column, 1)

    def render_scenario(self, scenario: Scenario, problems: Mapping[str, Problem]) -> None:
        """Show the current numbers, and what is wrong with them."""
        panel = panel_of(scenario)
        for key, field in self.fields.items():
            field.show_value(panel.entered(key))
            field.report(problems.get(key))

    def _on_edited(self, spec: FieldSpec, value: object, merge: str) -> None:
        after = with_number(self._base(), spec.key, value)
        wrong = self._document.replace(f"Pre-flop: {spec.label.lower()}", after, merge=merge or None)
        if wrong:
            self.refused.emit(wrong[0].message, True)
