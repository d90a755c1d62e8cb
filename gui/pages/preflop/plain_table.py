"""Tables of ready texts: rows to be read, with what a pointer says of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QWidget

from gui.look.theme import TEXT, Look, font
from gui.parts.row_table import RowTable

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
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


class PlainModel(QAbstractTableModel):
    """Shows :class:`Line` s under :class:`Column` s."""

    def __init__(self, columns: Sequence[Column], look: Look) -> None:
        super().__init__()
        self.columns, self._look = tuple(columns), look
        self.lines: tuple[Line, ...] = ()
        self._stale = False

    def show_lines(self, lines: Sequence[Line], *, stale: bool = False) -> None:
        """Take other rows."""
        if (tuple(lines), stale) != (self.lines, self._stale):
            self.beginResetModel()
            self.lines, self._stale = tuple(lines), stale
            self.endResetModel()

    def refresh(self) -> None:
        """Redraw all cells."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Role.DisplayRole:
            return column.title
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return column.tip
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self.lines[index.row()], self.columns[index.column()]
        text = line.texts[index.column()]
        if role == Role.DisplayRole:
            return text
        if role == Role.AccessibleTextRole:
            return f"{line.texts[0]}, {column.title}: {text}"
        if role == Role.ToolTipRole:
            return line.tip or (text if column.wide else None)
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role == Role.FontRole:
            return font(TEXT, QFont.Weight.DemiBold if line.strong else QFont.Weight.Normal)
        if role == Role.ForegroundRole:
            theme = self._look.theme
            return QColor(theme.muted if self._stale or line.faint else theme.text)
        return None


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column.wide or column.left else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


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
        self.plain = PlainModel(columns, look)
        self.plain.setParent(self)
        self.setModel(self.plain)
        self.plain.modelReset.connect(self.fit_columns)
        look.changed.connect(self.plain.refresh)

    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the texts what is left."""
        header, columns = self.horizontalHeader(), self.plain.columns
        metrics, titles = QFontMetrics(font(TEXT, QFont.Weight.DemiBold)), header.fontMetrics()
        room, wide = self.viewport().width(), [i for i, column in enumerate(columns) if column.wide]
        for i, column in enumerate(columns):
            if not column.wide and not self.isColumnHidden(i):
                texts = [metrics.horizontalAdvance(line.texts[i]) for line in self.plain.lines]
                width = max(titles.horizontalAdvance(column.title), *texts, 0) + PADDING
                header.resizeSection(i, width)
                room -= width
        least = [titles.horizontalAdvance(columns[i].title) + PADDING for i in wide]
        needed = [
            max([metrics.horizontalAdvance(line.texts[i]) for line in self.plain.lines] or [0]) + PADDING for i in wide
        ]
        for i, small, full in zip(wide, least, needed, strict=True):
            share = room // len(wide) if len(wide) > 1 and sum(needed) > room else room
            header.resizeSection(i, max(small, min(full, share) if i != wide[-1] else room))
            room -= header.sectionSize(i)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.fit_columns()
