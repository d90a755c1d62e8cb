"""Which seat the range page shows, and edits of what it holds."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtCore import Slot as QtSlot

from engine import Problem, Scenario, Seat, seat_field
from gui.document import Document
from gui.slots import Slot, plain_cards, seat_slot_texts
from gui.table_input import TableInput


class SeatEdits(QObject):
    """Follows the focused slot from seat to seat, and the seat whose range is edited elsewhere.

    ``seat_changed``: another seat is shown. ``refused`` carries the problem of an edit that changed nothing, None when
    one went through.
    """

    seat_changed = Signal()
    refused = Signal(object)

    def __init__(self, document: Document, table_input: TableInput, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self._input = document, table_input
        self._seat = table_input.slot.seat if table_input.slot.area == "seat" else 0
        self._writing = False
        document.changed.connect(self._on_document_changed)
        table_input.focus_changed.connect(self._on_focus_changed)

    @property
    def seat(self) -> int:
        """Index of the seat that is shown."""
        return min(self._seat, len(self.document.scenario.seats) - 1)

    @property
    def shown(self) -> Seat:
        """The seat that is shown."""
        return self.document.scenario.seats[self.seat]

    def choose(self, seat: int) -> None:
        """Show ``seat`` and let the next card go there."""
        self._input.focus(Slot("seat", seat, 0))
        self._show(seat)

    def write(
        self, text: str, what: str, *, merge: str | None = None, seat: int | None = None, **changes: Any
    ) -> tuple[Problem, ...]:
        """Let a seat (default: the one shown) hold ``text`` as one undo step, or return what is wrong with that.

        ``what`` completes "... of Hero"; ``changes`` are further fields of the scenario in the same step.
        """
        index = self.seat if seat is None else seat
        seats = list(self.document.scenario.seats)
        name = seats[index].name
        seats[index] = replace(seats[index], cards=text)
        slot = self._input.slot
        self._writing = True
        wrong = self.document.edit(f"{what} of {name}", merge=merge, seats=tuple(seats), **changes)
        if slot.area == "seat" and slot.seat == index:
            self._input.focus(slot)  # it went on because the seat has something now
        self._writing = False
        own = next((p for p in wrong if p.field == seat_field(index)), None)
        self.refused.emit(own or next(iter(wrong), None))
        return wrong

    def _show(self, seat: int) -> None:
        if seat != self._seat:
            self._seat = seat
            self.seat_changed.emit()

    @QtSlot()
    def _on_focus_changed(self) -> None:
        slot = self._input.slot
        if slot.area == "seat" and not self._writing:
            self._show(slot.seat)

    @QtSlot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        """Stay with a range that is being written: the focus for cards moves on once a seat has something."""
        if self._writing or before.game != after.game or len(before.seats) != len(after.seats):
            return
        edited = [i for i, (a, b) in enumerate(zip(before.seats, after.seats, strict=True)) if a.cards != b.cards]
        if len(edited) == 1 and holds_range(after, edited[0]):
            self._show(edited[0])


def holds_range(scenario: Scenario, seat: int) -> bool:
    """Say whether a seat's text is more than particular cards, such as a deck puts down."""
    if scenario.game == "holdem":
        return plain_cards(scenario.seats[seat].cards) is None
    slots = seat_slot_texts(scenario, seat)
    return slots is None or any(len(text) > 1 and text[1] not in "shdc" for text in slots)
