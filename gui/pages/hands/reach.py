"""The hands of the marked seat that have at least some equity against the table as it stands, as a range."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from engine import Scenario, ScenarioError, ranges_by_street
from engine.cards import TextError
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, class_name, combo_owners
from engine.ranges.library_files import Entry
from engine.ranges.orders import find_order
from engine.table.seat_ranges import narrowed
from engine.table.slots import with_seat_text
from gui.look.formatting import interval, percent
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.look.theme import current_theme
from gui.pages.hands.curves import Curve
from gui.parts.build import STRETCH, filled, label, named, push_button
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.cells import Cell
from gui.state.context import PageContext
from gui.state.latest import LatestDetail

STEPS = 200
"""Of the slider: half a percent each."""
SQUARE = 190
"""Least side of the matrix."""
Array = NDArray[np.float64]


class ReachPanel(Guarded, QWidget):
    """A slider, the hands as a matrix, and buttons that use them."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "hands.reach", "Hands that reach an equity")
        self._context = context
        self.curve: Curve | None = None
        """The hands of the displayed seat."""
        self._found: LatestDetail[Any] | None = None
        self.grid = named(CellGrid(SIZE, SIZE, picks=True), "hands.reach.matrix", "The hands that reach the equity")
        self.heading = label(name="hands.reach.heading", role="", wrap=True)
        self.slider = named(QSlider(Qt.Orientation.Horizontal), "hands.reach.least", "Least equity in percent")
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(10)
        self.slider.setValue(STEPS // 2)
        self.result = label(name="hands.reach.result", role="", wrap=True)
        self.reading = label(name="hands.reach.reading", wrap=True)
        self.give = push_button("To seat", "hands.reach.give", self._on_give, "Let the seat hold these hands")
        self.copy = push_button("Copy", "hands.reach.copy", self._on_copy, "Copy these hands as the text of a range")
        self.save = push_button("Save", "hands.reach.save", self._on_save, "Keep these hands in the library")
        self._build()
        self.slider.valueChanged.connect(self._on_moved)
        self.grid.hovered.connect(self._on_hovered)

    def _build(self) -> None:
        frame = SquareFrame(self.grid, (), SIZE)
        at_least(frame, width=SQUARE)
        buttons = filled(QHBoxLayout(), self.give, self.copy, self.save, STRETCH, spacing=6)
        parts = (self.heading, self.slider, self.result, buttons, self.reading, STRETCH)
        side = filled(QVBoxLayout(), *parts, spacing=8)
        filled(QHBoxLayout(self), (frame, 3), (side, 2), spacing=16, margins=(12, 4, 12, 8))

    @property
    def least(self) -> float:
        """The least equity, 0 to 1."""
        return self.slider.value() / STEPS

    def show_curves(self, curves: tuple[Curve, ...], result: LatestDetail[Any] | None) -> None:
        """Take the hands of the marked seat, the first one's where it has none, and the detail that they come from."""
        marked = self._context.document.mark.seat
        first = curves[0] if curves else None
        self.curve = next((curve for curve in curves if curve.seat == marked), first)
        self._found = result
        self._show()

    @Slot()
    def _show(self) -> None:
        curve, stale = self.curve, self._found is None or self._found.stale
        if curve is None:
            return
        reached = curve.hands.reaching(self.least)[curve.hands.combos] > 0
        combos, share = int(reached.sum()), float(curve.hands.share[reached].sum())
        least = percent(self.least, exact_digits=1)
        self.heading.setText(f"{curve.name}'s hands with at least {least}")
        words = f"{combos} of {len(reached)} combos, {percent(share, exact_digits=1)} of the range"
        if combos > 0:
            mean = float(curve.hands.share[reached] @ curve.hands.equity[reached]) / max(share, 1e-300)
            words += f", on average {percent(mean, exact_digits=1)}"
        error = float(np.nan_to_num(curve.hands.stderr).max())
        words += f"; sampled, each hand at most {interval(error)}" if error else ""
        self.result.setText(f"{words}.")
        for widget in (self.heading, self.result):
            widget.setEnabled(not stale)
        self.give.setAccessibleName(f"To seat: let {curve.name} hold these hands")
        for button in (self.give, self.copy, self.save):
            button.setEnabled(combos > 0 and not stale)
        self.grid.set_color(current_theme().seat(curve.seat))
        self.grid.show_cells(_cells(curve, reached, stale=stale))

    @Slot(int)
    def _on_moved(self, _value: int) -> None:
        self._show()

    @Slot(object)
    def _on_hovered(self, place: tuple[int, int] | None) -> None:
        self.reading.setText(self.grid.model_.speech_at(place))

    def text(self) -> str:
        """Return the hands as the text of a range: with the weights of the seat and its street filters.

        Raises:
            TextError, ScenarioError: the seat cannot be read.
        """
        assert self.curve is not None
        document, seat = self._context.document, self.curve.seat
        scenario: Scenario = document.scenario

        def left() -> Array:
            return list(ranges_by_street(scenario, document.orders).values())[-1][seat]

        order = find_order(scenario.order, document.orders)
        return narrowed(scenario, seat, self.curve.hands.reaching(self.least), left, order)

    def _taken(self) -> str:
        """Return the text; where there is none, report why and return nothing."""
        try:
            return self.text()
        except (TextError, ScenarioError) as error:
            self._context.message.emit(str(error), True)
            return ""

    @property
    def _hands(self) -> str:
        return f"hands with at least {percent(self.least, exact_digits=1)}"

    @Slot()
    def _on_give(self) -> None:
        document, curve = self._context.document, self.curve
        if curve is None or not (text := self._taken()):
            return
        after = with_seat_text(document.scenario, curve.seat, text)
        problems = document.replace(f"{self._hands.capitalize()} of {curve.name}", after, mark=document.mark)
        message = problems[0].message if problems else f"{curve.name} holds its {self._hands}"
        self._context.message.emit(message, bool(problems))

    @Slot()
    def _on_copy(self) -> None:
        if text := self._taken():
            QGuiApplication.clipboard().setText(text)
            self._context.message.emit(f"Copied: {self._hands}", False)

    @Slot()
    def _on_save(self) -> None:
        curve, result = self.curve, self._found
        if curve is None or result is None or not (text := self._taken()):
            return
        board = result.snapshot.scenario.board.replace(" ", "")
        name = f"{curve.name}, {percent(self.least, exact_digits=1)} or more" + (f" on {board}" if board else "")
        note = f"Against {', '.join(seat.name for seat in result.snapshot.active if seat.name != curve.name)}"
        entry = self._context.library.add(Entry(name, text, note=note))
        self._context.message.emit(f"“{entry.name}” is in the library", False)

    def customEvent(self, event: QEvent) -> None:
        self._show()


def _cells(curve: Curve, reached: NDArray[np.bool_], *, stale: bool) -> tuple[Cell, ...]:
    """Return the 169 cells, filled by the share of their hands that reach the equity."""
    owners, hands = combo_owners()[curve.hands.combos], curve.hands
    count = SIZE * SIZE
    held, inside = np.bincount(owners, hands.share, count), np.bincount(owners[reached], hands.share[reached], count)
    pots = np.bincount(owners, hands.share * hands.equity, count)
    combos, some = np.bincount(owners, minlength=count), np.bincount(owners[reached], minlength=count)
    cells = []
    for i, place in enumerate(ALL_PLACES):
        name, has = class_name(place), combos[i] > 0
        words = f"{some[i]} of {combos[i]} combos, equity {percent(pots[i] / held[i])}" if has else "not in the range"
        part = float(inside[i] / held[i]) if has else 0.0
        mixed = 0 < some[i] < combos[i]
        strong = place[0] == place[1]
        cells.append(Cell(name, part, mixed, closed=not has, strong=strong, stale=stale, speech=f"{name}: {words}"))
    return tuple(cells)
