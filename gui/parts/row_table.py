"""What the tables of numbers have in common: the model and the view."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QWidget

from gui.look.theme import TEXT, Look, font
from gui.parts.build import named

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole


class RowModel(QAbstractTableModel):
    """Rows of texts; a subclass gives their number, the texts and what sets some of them off."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._bold, self._normal = font(TEXT, QFont.Weight.DemiBold), font(TEXT)
        look.changed.connect(self.refresh)

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""

    @abstractmethod
    def head(self, column: int) -> tuple[str, str]:
        """Return the title of a column and what it means, which may be empty."""

    def row_name(self, row: int) -> str | None:
        """Return what stands before a row while the names are kept in sight."""
        return None

    @abstractmethod
    def text(self, row: int, column: int) -> str:
        """Return what a cell shows."""

    @abstractmethod
    def is_bold(self, row: int, column: int) -> bool:
        """Return whether a cell is set off by its weight."""

    @abstractmethod
    def ink(self, row: int, column: int) -> str:
        """Return the colour of a text."""

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Return where in its column a text stands."""
        return Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft

    def more(self, row: int, column: int, role: int) -> Any:
        """Return what a cell has for other roles."""
        return None

    @Slot()
    def refresh(self) -> None:
        rows, columns = self.shape
        if rows:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self.shape[0]

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self.shape[1]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return self.row_name(section) if role == Role.DisplayRole else None
        if not 0 <= section < self.shape[1]:
            return None
        if role == Role.DisplayRole:
            return self.head(section)[0]
        if role == Role.ToolTipRole:
            return self.head(section)[1] or None
        return self.side(section) | Qt.AlignmentFlag.AlignVCenter if role == Role.TextAlignmentRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Role.DisplayRole:
            return self.text(row, column)
        if role == Role.TextAlignmentRole:
            return self.side(column) | Qt.AlignmentFlag.AlignVCenter
        if role == Role.FontRole:
            return self._bold if self.is_bold(row, column) else self._normal
        if role == Role.ForegroundRole:
            return QColor(self.ink(row, column))
        return self.more(row, column, role)


class RowTable(QTableView):
    """Rows to be read and copied: no grid, no editing, a fixed height; the owner sets the widths of the columns."""

    def __init__(self, name: str, row_height: int, parent: QWidget | None = None) -> None:
        """``name`` is the objectName, ``row_height`` in logical pixels."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        names = self.verticalHeader()
        names.hide()
        names.setProperty("names", True)
        names.setSectionsClickable(False)
        names.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        names.setDefaultSectionSize(row_height)
        names.geometriesChanged.connect(self._place_corner)
        self._corner = named(QLabel(self), f"{name}.corner")
        self._corner.setProperty("role", "heading")
        self._corner.hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def keep_names(self, keep: bool) -> None:
        """Let the first column stand in front of the rows, where it stays in sight while they are scrolled sideways."""
        self.verticalHeader().setVisible(keep)
        self.setColumnHidden(0, keep)
        self._corner.setText(str(self.model().headerData(0, Qt.Orientation.Horizontal)))
        self._corner.setVisible(keep)
        self._place_corner()

    @Slot()
    def fit_columns(self) -> None:
        """Give the columns their widths in the present room."""

    def widths_of(self, column: int, texts: Iterable[str] | None = None) -> tuple[int, int]:
        """Return how wide the title and the widest of ``texts`` (None: those of all rows) are, without any padding."""
        model, metrics = self.model(), QFontMetrics(font(TEXT, QFont.Weight.DemiBold))
        if texts is None:
            texts = (str(model.index(row, column).data()) for row in range(model.rowCount()))
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        widest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        return self.horizontalHeader().fontMetrics().horizontalAdvance(title), widest

    @Slot()
    def _place_corner(self) -> None:
        """Put the title of the names where their header and that of the columns meet."""
        names, titles = self.verticalHeader(), self.horizontalHeader()
        self._corner.setGeometry(names.x(), titles.y(), names.width(), titles.height())
        self._corner.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
