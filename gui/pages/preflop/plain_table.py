"""Tables of ready texts: rows to be read, with what a pointer says of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from gui.look.scale import px
from gui.look.theme import Look
from gui.parts.row_table import Role, RowModel, RowTable

PADDING = 14


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, what it is, whether its texts stand ``left``; ``wide`` ones do, and take the room that is
    there.
    """

    title: str
    tip: str
    wide: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its texts, whether it stands out, and what is said of it beside the texts."""

    texts: tuple[str, ...]
    strong: bool = False
    faint: bool = False
    tip: str = ""


class PlainModel(RowModel):
    """Shows :class:`Line` s under :class:`Column` s."""

    def __init__(self, columns: Sequence[Column], look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.columns = tuple(columns)
        self.lines: tuple[Line, ...] = ()
        self._stale = False

    def show_lines(self, lines: Sequence[Line], *, stale: bool = False) -> None:
        """Take other rows."""
        if (tuple(lines), stale) != (self.lines, self._stale):
            self.beginResetModel()
            self.lines, self._stale = tuple(lines), stale
            self.endResetModel()

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return len(self.lines), len(self.columns)

    def head(self, column: int) -> tuple[str, str]:
        """Return the title of a column and what it means."""
        return self.columns[column].title, self.columns[column].tip

    def text(self, row: int, column: int) -> str:
        """Return what a cell shows."""
        return self.lines[row].texts[column]

    def is_bold(self, row: int, column: int) -> bool:
        """Return whether a row stands out."""
        return self.lines[row].strong

    def ink(self, row: int, column: int) -> str:
        """Return the colour of a text."""
        return self._look.theme.muted if self._stale or self.lines[row].faint else self._look.theme.text

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Return where in its column a text stands."""
        spec = self.columns[column]
        return Qt.AlignmentFlag.AlignLeft if spec.wide or spec.left else Qt.AlignmentFlag.AlignRight

    def more(self, row: int, column: int, role: int) -> Any:
        """Return what a cell says to screen readers, and beside the pointer."""
        line, spec = self.lines[row], self.columns[column]
        if role == Role.AccessibleTextRole:
            return f"{line.texts[0]}, {spec.title}: {line.texts[column]}"
        if role == Role.ToolTipRole:
            return line.tip or (line.texts[column] if spec.wide else None)
        return None


class PlainTable(RowTable):
    """A table of a :class:`PlainModel`, its columns as wide as their texts, wide ones sharing what is left."""

    def __init__(
        self, name: str, title: str, columns: Sequence[Column], look: Look, parent: QWidget | None = None, *,
        height: int = 24,
    ) -> None:  # fmt: skip
        super().__init__(name, height, parent)
        self.setAccessibleName(title)
        self.setProperty("dense", True)
        self.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        self.plain = PlainModel(columns, look, self)
        self.setModel(self.plain)
        self.plain.modelReset.connect(self.fit_columns)

    @Slot()
    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the texts what is left."""
        header, columns = self.horizontalHeader(), self.plain.columns
        shown = [i for i in range(len(columns)) if not self.isColumnHidden(i)]
        widths = {i: self.widths_of(i) for i in shown}
        room, wide = self.viewport().width(), [i for i in shown if columns[i].wide]
        for i in shown:
            if not columns[i].wide:
                header.resizeSection(i, max(widths[i]) + px(PADDING))
                room -= header.sectionSize(i)
        needed = sum(widths[i][1] + px(PADDING) for i in wide)
        for i in wide:
            least, full = (width + px(PADDING) for width in widths[i])
            share = room // len(wide) if len(wide) > 1 and needed > room else room
            header.resizeSection(i, max(least, min(full, share) if i != wide[-1] else room))
            room -= header.sectionSize(i)
