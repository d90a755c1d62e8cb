"""Edits of the range of the marked seat, for the page that shows it."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine import Problem, Seat, seat_field
from engine.ranges.actions import Action
from engine.ranges.bases import with_base
from engine.table.seat_actions import with_actions
from engine.table.slots import with_seat_text
from gui.state.document import Document


class SeatEdits(QObject):
    """The marked seat and edits of what it holds; the mark stays at the range that is being written.

    ``refused`` carries the problem of an edit that changed nothing, None when one went through.
    """

    refused = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document

    @property
    def seat(self) -> int:
        """Index of the marked seat."""
        return self.document.mark.seat

    @property
    def shown(self) -> Seat:
        """The marked seat."""
        return self.document.scenario.seats[self.seat]

    def choose(self, seat: int) -> None:
        """Mark another seat."""
        self.document.choose_seat(seat)

    def refuse(self, message: str) -> None:
        """Say why something cannot be done to the range of the marked seat."""
        self.refused.emit(Problem(seat_field(self.seat), message))

    def forget_refusal(self) -> None:
        """What was refused is of no more interest: something else is looked at."""
        self.refused.emit(None)

    def write_base(self, base: str, what: str, *, merge: str | None = None, **changes: Any) -> tuple[Problem, ...]:
        """Let the marked seat hold ``base`` before the flop, as :meth:`write` does; its street filters stay, unless
        ``base`` is a whole text with filters of its own."""
        return self.write(with_base(self.shown.cards, base), what, merge=merge, **changes)

    def write_actions(self, actions: tuple[Action, ...], what: str, *, merge: str | None = None) -> None:
        """Let the marked seat have other ``actions`` as one undo step; ``what`` completes "... of Hero"."""
        after = with_actions(self.document.scenario, self.seat, actions)
        self.document.replace(f"{what} of {self.shown.name}", after, merge=merge, mark=self.document.mark)

    def put_on(self, seat: int, text: str, what: str) -> None:
        """Let a seat hold ``text`` before the flop, as one undo step; ``what`` completes "... for Hero"."""
        scenario = self.document.scenario
        held = scenario.seats[seat]
        after = with_seat_text(scenario, seat, with_base(held.cards, text))
        wrong = self.document.replace(f"{what} for {held.name}", after, mark=self.document.mark)
        self.refused.emit(next(iter(wrong), None))

    def write(self, text: str, what: str, *, merge: str | None = None, **changes: Any) -> tuple[Problem, ...]:
        """Let the marked seat hold ``text`` as one undo step, or return what is wrong with that.

        ``what`` completes "... of Hero"; ``changes`` are further fields of the scenario in the same step.
        """
        after = replace(with_seat_text(self.document.scenario, self.seat, text), **changes)
        wrong = self.document.replace(f"{what} of {self.shown.name}", after, merge=merge, mark=self.document.mark)
        own = next((p for p in wrong if p.field == seat_field(self.seat)), None)
        self.refused.emit(own or next(iter(wrong), None))
        return wrong
