"""What the tables of numbers have in common."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QWidget


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
        self._corner = QLabel(self)
        self._corner.setObjectName(f"{name}.corner")
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
    def _place_corner(self) -> None:
        """Put the title of the names where their header and that of the columns meet."""
        names, titles = self.verticalHeader(), self.horizontalHeader()
        self._corner.setGeometry(names.x(), titles.y(), names.width(), titles.height())
        self._corner.raise_()
