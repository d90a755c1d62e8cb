"""A range that was found, given to a seat of the table."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from engine.ranges.bases import with_base
from engine.table.slots import with_seat_text
from gui.look.guard import Guarded
from gui.look.scale import set_text
from gui.look.theme import TEXT_SMALL, Look
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import SeatChoice
from gui.state.document import Document


class GiveBar(Guarded, QWidget):
    """What the range is, the seat, and the button ``<name>.give``; ``message`` carries what came of it."""

    message = Signal(str, bool)

    def __init__(self, name: str, document: Document, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._what = self._text = ""
        self._seat = 0
        self.setObjectName(name)
        self._label = QLabel()
        self._label.setObjectName(f"{name}.what")
        set_text(self._label, TEXT_SMALL)
        self._label.setProperty("role", "muted")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._choice = SeatChoice(f"{name}.seat", "The seat that gets the range", look, self)
        self._choice.chosen.connect(self._on_seat)
        self._give = ChipButton("give", look, self)
        self._give.setObjectName(f"{name}.give")
        self._give.clicked.connect(self._on_give)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._label, 1)
        to = QLabel("to")
        to.setProperty("role", "muted")
        set_text(to, TEXT_SMALL)
        row.addWidget(to)
        row.addWidget(self._choice)
        row.addWidget(self._give)
        document.changed.connect(self._on_document_changed)
        self._show_seats()

    def show_range(self, what: str, text: str) -> None:
        """Offer a range called ``what``; an empty text: there is none to give."""
        self._what, self._text = what, text
        self._shorten()
        self._label.setToolTip(text)
        self._give.setAccessibleName(f"Give {what} to the seat")
        self._give.setToolTip(f"Writes {text[:80]} at the seat" if text else "")
        self._give.setEnabled(bool(text))

    def _shorten(self) -> None:
        """Write as much of the range as there is room for."""
        words = f"{self._what}: {self._text}" if self._text else self._what
        room = self._label.width()
        self._label.setText(self._label.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._row.activate()
        self._shorten()

    @Slot(object, object)
    def _on_document_changed(self, before: object, after: object) -> None:
        self._show_seats()

    def _show_seats(self) -> None:
        seats = self._document.scenario.seats
        self._seat = min(self._seat, len(seats) - 1)
        self._choice.show_seats(range(len(seats)), [seat.name for seat in seats], self._seat)

    @Slot(int)
    def _on_seat(self, seat: int) -> None:
        self._seat = seat

    @Slot()
    def _on_give(self) -> None:
        scenario = self._document.scenario
        name, held = scenario.seats[self._seat].name, scenario.seats[self._seat].cards
        after = with_seat_text(scenario, self._seat, with_base(held, self._text))
        wrong = self._document.replace(f"{self._what} for {name}", after)
        self.message.emit(wrong[0].message if wrong else f"{name} holds {self._what}", bool(wrong))
