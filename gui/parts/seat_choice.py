"""A choice among the seats that contest the pot, each with its colour."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QComboBox, QWidget

from gui.look.theme import Look


class SeatChoice(QComboBox):
    """``chosen`` carries the place of a seat at the table; the owner then says which is on."""

    chosen = Signal(int)

    def __init__(self, name: str, title: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._look = look
        self._listed: tuple[object, ...] = ()
        self.activated.connect(self._on_activated)

    def show_seats(self, places: Sequence[int], names: Sequence[str], on: int) -> None:
        """Offer the seats at ``places``; the one at ``on`` is chosen."""
        listed = (tuple(places), tuple(names), self._look.theme.name)
        with QSignalBlocker(self):
            if listed != self._listed:
                self._listed = listed
                self.clear()
                for place, name in zip(places, names, strict=True):
                    self.addItem(seat_swatch(self._look.theme.seat(place)), name, place)
            self.setCurrentIndex(self.findData(on))

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        self.chosen.emit(self.itemData(index))


def seat_swatch(color: QColor) -> QIcon:
    """Return a disc in the colour of a seat."""
    pixmap = QPixmap(24, 24)
    pixmap.setDevicePixelRatio(2.0)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(1, 1, 10, 10)
    painter.end()
    return QIcon(pixmap)
