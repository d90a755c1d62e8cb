"""What the tables of numbers have in common: the model and the view."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QWidget

from gui.look.guard import Guarded
from gui.look.scale import set_row_height, text_font
from gui.look.theme import TEXT, Look
from gui.parts.build import named
from gui.parts.spoken import ShownCells

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole


class RowModel(Guarded, QAbstractTableModel):
    """Rows of texts; a subclass gives their number, the texts and what sets some of them off."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._take_fonts()
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

    def _take_fonts(self) -> None:
        self._bold, self._normal = text_font(TEXT, QFont.Weight.DemiBold), text_font()

    @Slot()
    def refresh(self) -> None:
        """Show everything anew, in the present look."""
        self._take_fonts()
        rows, columns = self.shape
        if rows:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self.shape[0]

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self.shape[1]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return self.row_name(section) if role == Role.DisplayRole and 0 <= section < self.shape[0] else None
        if not 0 <= section < self.shape[1]:
            return None
        if role == Role.DisplayRole:
            return self.head(section)[0]
        if role == Role.ToolTipRole:
            return self.head(section)[1] or None
        if role == Role.AccessibleTextRole:
            return self.head(section)[0] or self.head(section)[1] or None
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
        found = self.more(row, column, role)
        return self._spoken(row, column) if not found and role == Role.AccessibleTextRole else found

    def _spoken(self, row: int, column: int) -> str:
        """Return a cell in words: what its row is about, the title of the column and the value."""
        name, text = self.text(row, 0) or self.row_name(row) or "", self.text(row, column) or "none"
        return f"{name}, {self.head(column)[0]}: {text}" if column else name or text


class RowTable(Guarded, ShownCells, QTableView):
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
        set_row_height(names, row_height)
        names.geometriesChanged.connect(self._place_corner)
        self._corner = named(QLabel(self), f"{name}.corner")
        self._corner.setProperty("role", "heading")
        self._corner.hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(1)  # the widths that are set hold
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def keep_names(self, keep: bool) -> None:
        """Let the first column stand in front of the rows, where it stays in sight while they are scrolled sideways."""
        self.verticalHeader().setVisible(keep)
        self.setColumnHidden(0, keep)
        self._corner.setText(str(self.model().headerData(0, Qt.Orientation.Horizontal)))
        self._corner.setVisible(keep)
        self.verticalHeader().setMinimumWidth(self._corner.sizeHint().width())
        self._place_corner()

    @Slot()
    def fit_columns(self) -> None:
        """Give the columns their widths in the present room."""

    def widths_of(self, column: int, texts: Iterable[str] | None = None) -> tuple[int, int]:
        """Return how wide the title and the widest of ``texts`` (None: those of all rows) are, without any padding."""
        model, metrics = self.model(), QFontMetrics(text_font(TEXT, QFont.Weight.DemiBold))
        if texts is None:
            texts = (str(model.index(row, column).data()) for row in range(model.rowCount()))
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        widest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        return self.horizontalHeader().fontMetrics().horizontalAdvance(title), widest

    def copied(self) -> str:
        """Return what is copied: the whole table, columns apart by tabs."""
        model = self.model()
        columns = range(model.columnCount())
        lines = [[model.headerData(i, Qt.Orientation.Horizontal) for i in columns]]
        lines += [[model.index(row, i).data() for i in columns] for row in range(model.rowCount())]
        texts = ("\t".join(str(cell or "") for cell in line) for line in lines)
        return "\n".join(texts).replace("\u00a0", " ") + "\n"

    def copy(self) -> None:
        """Put the table on the clipboard as text."""
        QGuiApplication.clipboard().setText(self.copied())

    @Slot()
    def _place_corner(self) -> None:
        """Put the title of the names where their header and that of the columns meet."""
        names, titles = self.verticalHeader(), self.horizontalHeader()
        self._corner.setGeometry(names.x(), titles.y(), names.width(), titles.height())
        self._corner.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
