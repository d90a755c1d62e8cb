"""Who has put in what, and what they have behind: a row for each player of the Kelly panel."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine import Problem, Scenario
from engine.kelly.fields import BY_KEY
from engine.kelly.panel import Row, panel_of, rows_of
from engine.kelly.pot import effective_stacks
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, px
from gui.look.styling import set_rich_tip
from gui.pages.kelly.words import chips
from gui.parts.build import NO_MARGINS, drop, label, tab_in_order
from gui.parts.number_field import NumberField

COLUMN = 74
CHIPS, STACKS = (replace(BY_KEY[key], kind="chips") for key in ("chips", "stacks"))
"""Of a single player."""


class KellyChips(Guarded, QWidget):
    """Fields ``kelly.chips0`` … and ``kelly.stacks0`` …; ``edited``: key, row, value and merge key.

    Tab goes from the widget ``before`` through the rows.
    """

    edited = Signal(str, int, object, str)

    def __init__(self, before: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = before
        self._rows: tuple[Row, ...] = ()
        self._names: list[QLabel] = []
        self._fields: dict[str, list[NumberField]] = {"chips": [], "stacks": []}
        self._with_chips = True
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(*NO_MARGINS)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._heads = [label(spec.label, weight=QFont.Weight.Normal) for spec in (CHIPS, STACKS)]
        for column, (head, spec) in enumerate(zip(self._heads, (CHIPS, STACKS), strict=True), start=1):
            set_rich_tip(head, spec.help)
            self._grid.addWidget(head, 0, column, Qt.AlignmentFlag.AlignRight)

    def render_scenario(self, scenario: Scenario) -> None:
        """Show the rows of the panel; without who put in what only the stacks."""
        panel = panel_of(scenario)
        self._rows = rows_of(scenario)
        self._with_chips = not panel.pot_typed
        self._fit()
        self._heads[0].setVisible(self._with_chips)
        for i, row in enumerate(self._rows):
            self._names[i].setEnabled(not row.folded)
            for key, fields in self._fields.items():
                fields[i].show_value(panel.item(key, row.index))
                fields[i].setVisible(key == "stacks" or self._with_chips)
            self._fields["stacks"][i].setEnabled(not row.folded)
        self._write_names()
        self._explain(panel.stacks)

    def _write_names(self) -> None:
        """Write the names, shortened to the room that there is."""
        columns = 2 if self._with_chips else 1
        room = self.width() - columns * (px(COLUMN) + self._grid.horizontalSpacing()) - 2
        for name, row in zip(self._names, self._rows, strict=True):
            name.setText(name.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write_names()

    def _fit(self) -> None:
        """Have as many rows of widgets as there are players."""
        while len(self._names) > len(self._rows):
            fields = [column.pop() for column in self._fields.values()]
            drop(self._grid, self._names.pop(), *fields, *(field.problem_line for field in fields))
        for index in range(len(self._names), len(self._rows)):
            name = QLabel(self)
            at_least(name, width=40)
            self._names.append(name)
            self._grid.addWidget(name, 2 * index + 1, 0)
            for column, spec in enumerate((CHIPS, STACKS), start=1):
                title = f"{self._rows[index].name}: {spec.label.lower()}"
                field = NumberField(spec, f"kelly.{spec.key}{index}", self, title=title, width=COLUMN)
                field.edited.connect(Keyed(field, self._on_edited, (spec.key, index)).edited)
                self._grid.addWidget(field, 2 * index + 1, column)
                self._grid.addWidget(field.problem_line, 2 * index + 2, 0, 1, 3)
                self._fields[spec.key].append(field)
        entries = [field.entry for row in zip(*self._fields.values(), strict=True) for field in row]
        tab_in_order(self._before, *entries)

    def _explain(self, stacks: tuple[float | None, ...]) -> None:
        """Show in tool tips what each opponent can win from hero or lose to it."""
        known = (*stacks, *[None] * len(self._rows))
        hero = next(known[row.index] for row in self._rows if row.hero)
        for row, name in zip(self._rows, self._names, strict=True):
            other = known[row.index]
            tip = f"{row.name}, the hero" if row.hero else row.name
            if not row.hero and hero is not None and other is not None:
                tip += f": effective stack {chips(effective_stacks(hero, [other])[0])}, the smaller of both"
            name.setToolTip(tip)

    def field_called(self, field: str) -> QWidget | None:
        """Return the entry of a field of the panel, None where it is none of these."""
        names = {f"{key}{row.index}": (key, i) for key in self._fields for i, row in enumerate(self._rows)}
        if field not in names:
            return None
        key, i = names[field]
        return self._fields[key][i].entry

    def report(self, problems: dict[str, Problem]) -> None:
        for key, fields in self._fields.items():
            for field, row in zip(fields, self._rows, strict=True):
                field.report(problems.get(f"{key}{row.index}"))

    def _on_edited(self, place: tuple[str, int], value: object, merge: str) -> None:
        key, row = place
        self.edited.emit(key, self._rows[row].index, value, merge)
