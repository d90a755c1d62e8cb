"""The equity graph in numbers: who has how much of the best hands, and the equities of the thirds of each range."""

from PySide6.QtCore import QObject

from gui.look.formatting import percent
from gui.look.theme import Look
from gui.pages.hands.curves import PARTS, THIRDS, Curve, best_shares, thirds
from gui.parts.seat_numbers import SEAT, SeatNumbersModel

FIRST_PART = SEAT + 1
FIRST_THIRD = FIRST_PART + len(PARTS)
COLUMNS = FIRST_THIRD + len(THIRDS)


class NumbersModel(SeatNumbersModel):
    """Columns: seat, its shares of the best parts of all hands, the equities of its thirds."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.curves: tuple[Curve, ...] = ()
        self._numbers: list[tuple[float, ...]] = []

    def show_curves(self, curves: tuple[Curve, ...], *, stale: bool) -> None:
        """Take other seats."""
        self.beginResetModel()
        self.curves, self._stale = curves, stale
        parts = list(zip(*best_shares(curves), strict=True)) if curves else []
        self._numbers = [(*part, *thirds(curve)) for part, curve in zip(parts, curves, strict=True)]
        self.endResetModel()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(curve.seat for curve in self.curves)

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
