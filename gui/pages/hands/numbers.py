"""The equity graph in numbers: who has how much of the best hands, and the equities of the thirds of each range."""

from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from gui.look.formatting import percent
from gui.look.theme import Look
from gui.pages.hands.curves import PARTS, THIRDS, Curve, best_shares, thirds
from gui.parts.choice_bar import seat_swatch
from gui.parts.row_table import Role, RowModel, RowTable

SEAT = 0
FIRST_PART = 1
FIRST_THIRD = FIRST_PART + len(PARTS)
COLUMNS = FIRST_THIRD + len(THIRDS)
ROW_HEIGHT = 26
PADDING, TIGHT_PADDING = 28, 12
NAME_WIDTH, LEAST_NAME_WIDTH = 110, 64


class NumbersModel(RowModel):
    """Columns: seat, its shares of the best parts of all hands, the equities of its thirds."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.curves: tuple[Curve, ...] = ()
        self._numbers: list[tuple[float, ...]] = []
        self._stale = False

    def show_curves(self, curves: tuple[Curve, ...], *, stale: bool) -> None:
        """Take other seats."""
        self.beginResetModel()
        self.curves, self._stale = curves, stale
        parts = list(zip(*best_shares(curves), strict=True)) if curves else []
        self._numbers = [(*part, *thirds(curve)) for part, curve in zip(parts, curves, strict=True)]
        self.endResetModel()

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.curves), COLUMNS

    def head(self, column: int) -> tuple[str, str]:
        if column == SEAT:
            return "Seat", "the seat"
        if column < FIRST_THIRD:
            part = percent(PARTS[column - FIRST_PART], exact_digits=0)
            return f"Best {part}", f"how much of the best {part} of all seats' hands together the seat has"
        name = THIRDS[column - FIRST_THIRD]
        return name.capitalize(), f"mean equity of the {name} third of the seat's range, by equity"

    def text(self, row: int, column: int) -> str:
        if column == SEAT:
            return self.curves[row].name
        return percent(self._numbers[row][column - FIRST_PART], exact_digits=0 if column < FIRST_THIRD else 1)

    def is_bold(self, row: int, column: int) -> bool:
        return column in (SEAT, FIRST_PART)

    def ink(self, row: int, column: int) -> str:
        return self._look.theme.muted if self._stale else self._look.theme.text

    def more(self, row: int, column: int, role: int) -> Any:
        curve = self.curves[row]
        if role == Role.AccessibleTextRole:
            return f"{curve.name}, {self.head(column)[1]}: {self.text(row, column)}"
        return seat_swatch(self._look.theme.seat(curve.seat)) if (role, column) == (Role.DecorationRole, SEAT) else None


class NumbersView(RowTable):
    """``chosen`` carries a row that the player has pointed at."""

    chosen = Signal(int)

    def __init__(self, model: NumbersModel) -> None:
        super().__init__("hands.table", ROW_HEIGHT)
        self.setAccessibleName("Who has the better hands, in numbers")
        self.setProperty("dense", True)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        model.modelReset.connect(self.fit_columns)
        self.clicked.connect(self._on_clicked)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() not in (before, -1):
            self.chosen.emit(self.currentIndex().row())

    @Slot()
    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the names what is left."""
        header, room = self.horizontalHeader(), self.viewport().width()
        needed = [max(self.widths_of(column)) for column in range(FIRST_PART, COLUMNS)]
        padding = min(max((room - NAME_WIDTH - sum(needed)) // len(needed), TIGHT_PADDING), PADDING)
        for column, width in enumerate(needed, start=FIRST_PART):
            header.resizeSection(column, width + padding)
        header.resizeSection(SEAT, max(room - sum(needed) - padding * len(needed), LEAST_NAME_WIDTH))
