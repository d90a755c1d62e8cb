"""A row of numbers for each seat, below the chart of a page: the model and the view."""

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from gui.look.scale import px
from gui.look.theme import Look
from gui.parts.choice_bar import seat_swatch
from gui.parts.row_table import Role, RowModel, RowTable

SEAT = 0
"""The column of the seats; those of the numbers follow."""
ROW_HEIGHT = 26
LEAST_ROWS = 2
LARGEST_SHARE = 0.3
"""Of the height of the page, for the numbers."""
PADDING = 28
NAME_WIDTH = 110


class SeatNumbersModel(RowModel):
    """Columns: the seat, its numbers. Subclasses say whether what they show is stale."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self._stale = False

    @property
    @abstractmethod
    def seats(self) -> tuple[int, ...]:
        """The numbers of the seats, row by row."""

    def ink(self, row: int, column: int) -> str:
        return self._look.theme.muted if self._stale else self._look.theme.text

    def more(self, row: int, column: int, role: int) -> Any:
        if role == Role.AccessibleTextRole:
            return f"{self.text(row, SEAT)}, {self.head(column)[1]}: {self.text(row, column)}"
        if (role, column) == (Role.DecorationRole, SEAT):
            return seat_swatch(self._look.theme.seat(self.seats[row]))
        return None


class SeatNumbersTable(RowTable):
    """``chosen`` carries the seat that the player has pointed at."""

    chosen = Signal(int)

    def __init__(
        self, name: str, title: str, model: SeatNumbersModel, *, tight_padding: int, least_name_width: int
    ) -> None:
        """``name`` is the objectName, ``title`` the accessible name; the widths, in logical pixels, are what is left
        where there is little room.
        """
        super().__init__(name, ROW_HEIGHT)
        self._seats = model
        self._tight_padding, self._least_name_width = tight_padding, least_name_width
        self.setAccessibleName(title)
        self.setProperty("dense", True)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        model.modelReset.connect(self.fit_columns)
        self.clicked.connect(self._on_clicked)

    def choose(self, seat: int | None) -> None:
        """Choose the row of a seat, the first one where it has none."""
        seats = self._seats.seats
        if seats:
            self.setCurrentIndex(self._seats.index(seats.index(seat) if seat in seats else 0, SEAT))

    def fit_rows(self, height: int) -> None:
        """Give the numbers as many rows as there are seats, and the chart most of the ``height`` of the page."""
        header = self.horizontalHeader().sizeHint().height()
        most = max(int((LARGEST_SHARE * height - header) / px(ROW_HEIGHT)), LEAST_ROWS)
        self.setFixedHeight(header + min(len(self._seats.seats), most) * px(ROW_HEIGHT) + 2)

    @Slot()
    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the names what is left."""
        header, room = self.horizontalHeader(), self.viewport().width()
        needed = [max(self.widths_of(column)) for column in range(SEAT + 1, self._seats.columnCount())]
        padding = min(max((room - px(NAME_WIDTH) - sum(needed)) // len(needed), px(self._tight_padding)), px(PADDING))
        for column, width in enumerate(needed, start=SEAT + 1):
            header.resizeSection(column, width + padding)
        header.resizeSection(SEAT, max(room - sum(needed) - padding * len(needed), px(self._least_name_width)))

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self._seats.seats[index.row()])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        row = self.currentIndex().row()
        if row not in (before, -1):
            self.chosen.emit(self._seats.seats[row])
