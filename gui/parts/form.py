"""The form of a panel: it makes the editors of described fields, arranges them, connects and renders them.

Label, tip, unit, bounds, text while empty and object name of an editor come from the description of its field
(``engine.scenario.fields``). A page arranges the editors, and adds those of values that are not single fields.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLayout, QWidget

from engine import Problem
from engine.scenario.codec import Entries
from engine.scenario.fields import FieldSpec
from gui.look.guard import Keyed
from gui.parts.build import bare_grid, filled, named
from gui.parts.choice_bar import ChoiceBar
from gui.parts.field_text import READERS, WRITERS
from gui.parts.number_field import ENTRY_WIDTH, NumberField, heading
from gui.parts.text_entry import TextField


class SwitchField(QCheckBox):
    """The box of a switch. ``edited`` carries its value, or None for the default, and "" as the merge key."""

    edited = Signal(object, str)

    def __init__(self, spec: FieldSpec, name: str, *, text: str = "") -> None:
        super().__init__(text or spec.text)
        named(self, name, spec.text, spec.help)
        self.spec = spec
        self.clicked.connect(self._on_clicked)

    def show_value(self, value: object) -> None:
        """Show the current value."""
        self.setChecked(bool(value) != self.spec.inverted)

    @Slot()
    def _on_clicked(self) -> None:
        value = self.isChecked() != self.spec.inverted
        self.edited.emit(None if value == self.spec.default else value, "")


Made = TypeVar("Made", NumberField, TextField, SwitchField)


def first_problems(problems: Iterable[Problem]) -> dict[str, Problem]:
    """Return the first problem of each field, which is the one that its editor displays."""
    return {problem.field: problem for problem in reversed(tuple(problems))}


class PanelForm:
    """The editors of a panel's fields by key, called ``<prefix>.smallBlind`` and so on.

    ``edit`` is called with the field, the new value (None: the default) and the merge key of the edit. Tab visits the
    editors in the order in which they are made.
    """

    def __init__(self, prefix: str, edit: Callable[[Any, Any, str], None]) -> None:
        self._prefix, self._edit = prefix, edit
        self.fields: dict[str, NumberField | TextField] = {}
        self.switches: dict[str, SwitchField] = {}
        self._specs: dict[str, FieldSpec] = {}
        self._sections: list[tuple[QLabel, list[QWidget]]] = []

    def field(
        self, spec: FieldSpec, parent: QWidget | None = None, *, title: str | None = None, width: int = ENTRY_WIDTH
    ) -> NumberField:
        """Return a new field for a number; with a ``title`` only its entry is visible."""
        name = f"{self._prefix}.{spec.object_name}"
        field = NumberField(spec, name, parent, title=title, width=width)
        self.fields[spec.key] = self._connected(field, spec)
        return field

    def switch(self, spec: FieldSpec, text: str = "") -> SwitchField:
        """Return a new box for a switch; ``text`` replaces that of its description."""
        box = self.switches[spec.key] = SwitchField(spec, f"{self._prefix}.{spec.object_name}", text=text)
        return self._connected(box, spec)

    def text(
        self,
        spec: FieldSpec,
        parent: QWidget,
        *,
        title: str = "",
        read: Callable[[str], object] = READERS["text"],
        write: Callable[[Any], str] = WRITERS["text"],
        below: bool = True,
    ) -> TextField:
        """Return a new field for a text; its ``title``, by default the label of the field, is for screen readers.

        The other parameters are those of :class:`TextField`.
        """
        name = f"{self._prefix}.{spec.object_name}"
        field = TextField(name, title or spec.label, spec.empty, spec.help, read, write, parent, below=below)
        self.fields[spec.key] = self._connected(field, spec)
        return field

    def _connected(self, editor: Made, spec: FieldSpec) -> Made:
        self._specs[spec.key] = spec
        editor.edited.connect(Keyed(editor, self._edit, spec).edited)
        return editor

    def choice(
        self,
        name: str,
        title: str,
        choices: Mapping[str, str],
        handler: Callable[[str], None],
        tip: str = "",
        *,
        parent: QWidget | None = None,
        wraps: bool = False,
    ) -> ChoiceBar:
        """Return new chips for a value of several; ``handler`` gets the key of the chip that was clicked.

        ``wraps``: as in :class:`ChoiceBar`.
        """
        bar = ChoiceBar(f"{self._prefix}.{name}", title, choices, parent, wraps=wraps)
        bar.setToolTip(tip)
        bar.chosen.connect(handler)
        return bar

    def columns(
        self, specs: Sequence[FieldSpec], count: int, parent: QWidget, *, width: int = ENTRY_WIDTH, gap: int = 24
    ) -> QWidget:
        """Return a widget with new fields in ``count`` columns, which are filled from top to bottom.

        ``width`` is that of the entries in pixels, ``gap`` that between columns.
        """
        area = QWidget(parent)
        grid, rows = bare_grid(area, gap, 4), -(-len(specs) // count)
        for index, spec in enumerate(specs):
            field = self.field(spec, area, width=width)
            grid.addWidget(field, index % rows, index // rows, Qt.AlignmentFlag.AlignTop)
        for column in range(count):
            grid.setColumnStretch(column, 1)
        return area

    def section(
        self, title: str, *items: FieldSpec | QWidget, beside: QWidget | None = None, above: int = 8
    ) -> tuple[QWidget | QLayout, ...]:
        """Return a heading and the items below it, with a new editor for each field.

        The widget ``beside`` is at the end of the heading's line; ``above``: the gap in pixels above it. If a section
        only contains editors of fields, its heading is hidden while all of them are hidden.
        """
        head = heading(title)
        row = filled(QHBoxLayout(), (head, 1), *((beside,) if beside else ()), margins=(0, above, 0, 0))
        parts: list[QWidget] = [self._part(item) for item in items]
        if beside is None and all(isinstance(item, FieldSpec) for item in items):
            self._sections.append((head, parts))
        return (row, *parts)

    def _part(self, item: FieldSpec | QWidget) -> QWidget:
        if not isinstance(item, FieldSpec):
            return item
        return self.switch(item) if item.kind == "switch" else self.field(item)

    def render(
        self,
        panel: Entries,
        problems: Mapping[str, Problem | None] | None,
        *,
        values: Mapping[str, Any] | None = None,
        shown: Callable[[Any], bool] = lambda _: True,
    ) -> None:
        """Show the values of ``panel`` and their ``problems``, None: leave those on display.

        ``values`` are displayed instead of those of the panel. ``shown`` returns whether a field is visible.
        """
        for key, field in self.fields.items():
            field.show_value(values[key] if values and key in values else panel.entered(key))
            if problems is not None:
                field.report(problems.get(key))
            for part in filter(None, (field, field.caption)):
                part.setVisible(shown(self._specs[key]))
        for box in self.switches.values():
            box.show_value(getattr(panel, box.spec.attribute))
            box.setVisible(shown(box.spec))
        for head, editors in self._sections:
            head.setVisible(any(not editor.isHidden() for editor in editors))
