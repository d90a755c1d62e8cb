"""The streets above the matrix: how much of the range is left on each. A click shows a street, a cross takes its filter
out of the text; what follows stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engine import Scenario
from engine.cards import TextError
from engine.ranges.bases import filters_of
from engine.ranges.holdem import live
from engine.ranges.street_filters import STREETS, Street, StreetFilter
from engine.ranges.street_text import format_items, read_streets
from engine.table.seat_ranges import at_street, known_mask
from gui.look.captions import SeatStreets
from gui.look.formatting import NO_BREAK, percent
from gui.look.theme import Look
from gui.parts.build import NO_MARGINS, filled, named
from gui.parts.chip_button import ChipButton, ChipFlow, SignButton

Place = Street | Literal["pre-flop"]
"""A street on show; before the flop there is no filter."""
PLACES: tuple[Place, ...] = ("pre-flop", *STREETS)
PENDING = "is being worked out"
SAVE = "Save what is left here as a range of its own"


@dataclass(frozen=True, slots=True)
class StreetState:
    """What is told of a street: the words on its chip and behind it. ``shown``: it has a chip; ``known``: what is left
    there can be looked at; ``filtered``: a filter of its own can be taken out.
    """

    text: str = ""
    tip: str = ""
    shown: bool = False
    known: bool = False
    filtered: bool = False


def street_of(place: Place) -> Street | None:
    """Return the street of ``place`` as the engine names it."""
    return None if place == "pre-flop" else place


def filters_in(text: str) -> tuple[StreetFilter, ...]:
    """Return the street filters of a range text, none where they cannot be read."""
    try:
        return read_streets(filters_of(text), 0)[0]
    except TextError:
        return ()


def street_states(scenario: Scenario, seat: int, streets: SeatStreets) -> dict[Place, StreetState]:
    """Return what is told of each street of a seat's range; nothing at all where there is neither board nor filter."""
    filters: dict[Place, StreetFilter] = {filter_.street: filter_ for filter_ in filters_in(scenario.seats[seat].cards)}
    if not streets.weights[None].any() or (len(streets.weights) == 1 and not filters):
        return {place: StreetState() for place in PLACES}
    return {place: _state(place, scenario, seat, streets, filters.get(place)) for place in PLACES}


def _state(
    place: Place, scenario: Scenario, seat: int, streets: SeatStreets, filter_: StreetFilter | None
) -> StreetState:
    street = street_of(place)
    keeps = f" \u00b7 keeps {format_items(filter_.items)}" if filter_ is not None else ""
    if street in streets.pending:
        tip = f"What is left on the {place} {PENDING}{keeps}"
        return StreetState(f"{place} \u2026", tip, True, False, filter_ is not None)
    if street not in streets.weights:
        if filter_ is None:
            return StreetState()
        return StreetState(f"{place} waits", f"The filter waits for the {place}{keeps}", True, False, True)
    mask = known_mask(at_street(scenario, street), seat)
    before, left = (live(streets.weights[key], mask) for key in (None, street))
    combos = int((left > 0).sum())
    if street is None:
        return StreetState(f"{place} {combos}", f"The range before the flop: {_combos(combos)}", True, True)
    share = float(left.sum() / before.sum()) if before.any() else 0.0
    text = f"{place} {percent(share, exact_digits=0)} \u00b7 {combos}"
    tip = f"On the {place} {_combos(combos)}: {percent(share, exact_digits=1)} of what it can hold there{keeps}"
    return StreetState(text, tip, True, True, filter_ is not None)


def _combos(number: int) -> str:
    return f"{number}{NO_BREAK}combo{'' if number == 1 else 's'}"


class StreetBar(ChipFlow):
    """``chosen`` carries the :data:`Place` that is to be shown, ``removed`` the street whose filter is to go,
    ``save_requested``: what is left on the street on show shall be kept.
    """

    chosen = Signal(str)
    removed = Signal(str)
    save_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        self._steps = {place: _Step(place, look) for place in PLACES}
        self._save = named(ChipButton("save \u2026", look), "range.street.save", SAVE, SAVE)
        super().__init__((*self._steps.values(), self._save), parent)
        named(self, "range.streets", "Streets of the range")
        for step in self._steps.values():
            step.chip.clicked.connect(self._on_chip)
            step.cross.clicked.connect(self._on_cross)
        self._save.clicked.connect(self.save_requested)
        self.hide()

    def show_states(self, states: dict[Place, StreetState], on: Place) -> None:
        """Show the streets, the one ``on`` as chosen; nothing where none is shown."""
        for place, step in self._steps.items():
            step.show_state(states[place], on=place == on)
        self._save.setVisible(on != "pre-flop" and states[on].shown)
        self.setVisible(any(state.shown for state in states.values()))
        self.refresh()

    def _place_of(self, sender: object, parts: Sequence[str] = ("chip", "cross")) -> Place:
        return next(p for p, step in self._steps.items() if any(getattr(step, part) is sender for part in parts))

    @Slot()
    def _on_chip(self) -> None:
        place = self._place_of(self.sender())
        self._steps[place].chip.setChecked(True)
        self.chosen.emit(place)

    @Slot()
    def _on_cross(self) -> None:
        self.removed.emit(self._place_of(self.sender()))


class _Step(QWidget):
    """The chip of a street and the cross of its filter."""

    def __init__(self, place: Place, look: Look) -> None:
        super().__init__()
        self.chip = named(ChipButton(place, look, self), f"range.street.{place}", place)
        self.chip.setCheckable(True)
        title = f"Take the filter of the {place} away"
        self.cross = named(SignButton("close", look, self), f"range.street.{place}.remove", title, title)
        self._row = filled(QHBoxLayout(self), self.chip, self.cross, spacing=0, margins=NO_MARGINS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, state: StreetState, *, on: bool) -> None:
        if self.chip.text() != state.text:
            self.chip.setText(state.text)
            self.chip.updateGeometry()
        self.chip.setToolTip(state.tip)
        self.chip.setAccessibleName(state.tip or self.chip.objectName())
        self.chip.setEnabled(state.known)
        self.chip.setChecked(on)
        self.cross.setVisible(state.filtered)
        self.setVisible(state.shown)
        self._row.activate()
