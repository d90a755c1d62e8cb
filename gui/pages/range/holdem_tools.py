"""The tools of a hold'em range: its streets, the best x % of hands in an order, and its text for other programs."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QLabel, QMenu, QSizePolicy, QSlider, QWidget

from engine import Scenario
from engine.cards import TextError
from engine.ranges.bases import filters_of
from engine.ranges.filtered import unwritten_streets
from engine.ranges.holdem import HoldemRange, format_range, live, write_range
from engine.ranges.notations import NOTATION_NAMES, NOTATIONS, Notation, unwritable
from engine.ranges.orders import BUILT_IN_ORDERS, Order, find_order, order_from_text
from engine.ranges.street_filters import STREETS, Street, StreetFilter
from engine.ranges.street_text import format_items, read_streets
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from engine.table.seat_ranges import at_street, known_mask, read_seat
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, fix
from gui.pages.range.range_editor import SeatEdits
from gui.parts.build import (
    NO_MARGINS,
    MenuButton,
    add_actions,
    bare_grid,
    filled,
    label,
    level_slider,
    named,
    pass_wheel,
)
from gui.parts.chip_button import ChipButton, ChipFlow, SignButton
from gui.parts.text_entry import ProblemLine
from gui.storage.files import with_end
from gui.storage.player_files import ORDER_SUFFIX, OrderStore, dump_order
from gui.storage.settings import Settings
from gui.words.captions import SeatStreets, seat_streets
from gui.words.formatting import NO_BREAK, percent

DisplayedStreet = Street | Literal["pre-flop"]
"""A street whose range can be displayed; the range before the flop has no filter."""
DISPLAYED_STREETS: tuple[DisplayedStreet, ...] = ("pre-flop", *STREETS)
PENDING = "is being computed"
SAVE = "Save the hands that are left here as a new range"


@dataclass(frozen=True, slots=True)
class StreetState:
    """The chip of a street: its text and tool tip.

    ``visible``: whether it has a chip; ``known``: whether the range on this street has been computed, so that it can be
    displayed; ``filtered``: whether the street has a filter that can be removed.
    """

    text: str = ""
    tip: str = ""
    visible: bool = False
    known: bool = False
    filtered: bool = False


def engine_street(street: DisplayedStreet) -> Street | None:
    """Return ``street`` as the engine names it: None for the range before the flop."""
    return None if street == "pre-flop" else street


def filters_in(text: str) -> tuple[StreetFilter, ...]:
    """Return the street filters of a range text; empty if they cannot be read."""
    try:
        return read_streets(filters_of(text), 0)[0]
    except TextError:
        return ()


def street_states(scenario: Scenario, seat: int, streets: SeatStreets) -> dict[DisplayedStreet, StreetState]:
    """Return the chips of a seat's streets, all of them hidden if there is neither a board nor a filter.

    ``streets``: the range street by street, without the streets that are still being computed.
    """
    filters: dict[DisplayedStreet, StreetFilter] = {f.street: f for f in filters_in(scenario.seats[seat].cards)}
    if not streets.weights[None].any() or (len(streets.weights) == 1 and not filters):
        return {street: StreetState() for street in DISPLAYED_STREETS}
    return {street: _state(street, scenario, seat, streets, filters.get(street)) for street in DISPLAYED_STREETS}


def _state(
    key: DisplayedStreet, scenario: Scenario, seat: int, streets: SeatStreets, filter_: StreetFilter | None
) -> StreetState:
    """Return the chip of a street: computed, still being computed, waiting for its board card, or hidden."""
    street = engine_street(key)
    name = key if street is not None else "preflop"
    filter_text = f" \u00b7 keeps {format_items(filter_.items)}" if filter_ is not None else ""
    if street in streets.pending:
        tip = f"The range on the {name} {PENDING}{filter_text}"
        return StreetState(f"{name} \u2026", tip, visible=True, filtered=filter_ is not None)
    if street not in streets.weights:
        if filter_ is None:
            return StreetState()
        tip = f"The filter waits for the {name}{filter_text}"
        return StreetState(f"{name} waits", tip, visible=True, filtered=True)
    # Known cards are removed from both ranges, so that the share expresses only the effect of the filters.
    mask = known_mask(at_street(scenario, street), seat)
    preflop, remaining = (live(streets.weights[key], mask) for key in (None, street))
    combos = int((remaining > 0).sum())
    if street is None:
        tip = f"The range before the flop: {_combos(combos)}"
        return StreetState(f"{name} {combos}", tip, visible=True, known=True)
    share = float(remaining.sum() / preflop.sum()) if preflop.any() else 0.0
    text = f"{name} {percent(share, exact_digits=0)} \u00b7 {combos}"
    tip = f"On the {name} {_combos(combos)}: {percent(share, exact_digits=1)} of the preflop range{filter_text}"
    return StreetState(text, tip, visible=True, known=True, filtered=filter_ is not None)


def _combos(number: int) -> str:
    return f"{number}{NO_BREAK}combo{'' if number == 1 else 's'}"


class StreetBar(ChipFlow):
    """The chips of the streets of a range.

    ``chosen`` carries the :data:`DisplayedStreet` to display, ``removed`` the street whose filter is to be removed;
    ``save_requested`` is emitted to save the range of the displayed street.
    """

    chosen = Signal(str)
    removed = Signal(str)
    save_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._street_chips = {street: _StreetChip(street) for street in DISPLAYED_STREETS}
        self._save = named(ChipButton("save \u2026"), "range.street.save", SAVE, SAVE)
        super().__init__((*self._street_chips.values(), self._save), parent)
        named(self, "range.streets", "Streets of the range")
        for street, chip in self._street_chips.items():
            chip.chip.clicked.connect(Keyed(chip.chip, self._on_chip, street).plain)
            chip.cross.clicked.connect(Keyed(chip.cross, self.removed.emit, street).plain)
        self._save.clicked.connect(self.save_requested)
        self.hide()

    def show_states(self, states: dict[DisplayedStreet, StreetState], selected: DisplayedStreet) -> None:
        """Show the chips of the streets, one of them checked; the bar is hidden if no street has a chip."""
        for street, chip in self._street_chips.items():
            chip.show_state(states[street], checked=street == selected)
        self._save.setVisible(selected != "pre-flop" and states[selected].visible)
        self.setVisible(any(state.visible for state in states.values()))

    def _on_chip(self, street: DisplayedStreet) -> None:
        self._street_chips[street].chip.setChecked(True)  # a second click must not uncheck it
        self.chosen.emit(street)


class _StreetChip(QWidget):
    """The chip of a street, and a button that removes its filter."""

    def __init__(self, street: DisplayedStreet) -> None:
        super().__init__()
        self.chip = named(ChipButton(street, self), f"range.street.{street}", street)
        self.chip.setCheckable(True)
        title = f"Remove the {street} filter"
        self.cross = named(SignButton("close", self), f"range.street.{street}.remove", title, title)
        self._row = filled(QHBoxLayout(self), self.chip, self.cross, spacing=0, margins=NO_MARGINS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, state: StreetState, *, checked: bool) -> None:
        if self.chip.text() != state.text:
            self.chip.setText(state.text)
            self.chip.updateGeometry()
        self.chip.setToolTip(state.tip)
        self.chip.setAccessibleName(state.tip or self.chip.objectName())
        self.chip.setEnabled(state.known)
        self.chip.setChecked(checked)
        self.cross.setVisible(state.filtered)
        self.setVisible(state.visible)
        self._row.activate()  # otherwise the flow would place this chip by its old size


FILTER = "Hand rankings (*.json *.txt *.csv);;All files (*)"
PASTED = "pasted"
MORE_WIDTH = 24
SHORT_TITLES = {"v1": "vs 1 random", "v2": "vs 2 random", "v3": "vs 3 random"}
STEPS = 1000
"""Positions of a slider: tenths of a percent."""
STEP = 5
"""One step of a slider, half a percent."""
_PERCENT = r"(\d+(?:\.\d*)?|\.\d+)\s*%"
_BAND = re.compile(rf"\s*{_PERCENT}(?:\s*-\s*{_PERCENT})?\s*")
CLIMBS = (
    "PioSOLVER and similar programs read T9s+ as T9s, JTs, QJs, KQs, AKs; PokerStove, Equilab and eval7 as T9s only"
)


class OrderBox(QWidget):
    """The choice of the order by which the best hands are picked. ``chosen`` carries the name of the selected order."""

    chosen = Signal(str)

    def __init__(self, orders: OrderStore, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._orders, self._settings = orders, settings
        self._name: str | None = None
        self._choices: tuple[Order, ...] = ()
        """The orders that come with the program, the default first, then the player's own ones."""
        self._box = pass_wheel(named(QComboBox(self), "range.order", "Hand ranking"))
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.line = ProblemLine(parent=self)
        tip = "Your hand rankings: import, save, remove"
        self._more = named(MenuButton(self), "range.order.more", "Your hand rankings", tip)
        self._more.setText("…")
        fix(self._more, width=MORE_WIDTH)
        self._more.setProperty("tight", True)
        self._more.setMenu(self._menu())
        title = label("Ranking", self)
        title.setBuddy(self._box)
        layout = bare_grid(self, 2, 4)
        for column, widget in enumerate((title, self._box, self._more)):
            layout.addWidget(widget, 0, column)
        layout.addWidget(self.line, 1, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self._box.activated.connect(self._on_activated)
        orders.changed.connect(self._fill)
        self._fill()
        if orders.message:
            self.line.show_error(orders.message)

    def _menu(self) -> QMenu:
        menu = QMenu(self._more)
        *_, self._remove = add_actions(
            menu,
            "range.order",
            ("import", "Import a ranking…", self._on_import),
            ("paste", "Paste a list of the 169 hands", self._on_paste),
            ("save", "Save this ranking…", self._on_save),
            ("remove", "Remove this ranking", self._on_remove),
        )
        return menu

    @Slot()
    def _fill(self) -> None:
        """List the built-in and the user's orders, and select the current one."""
        self._choices = (*map(find_order, BUILT_IN_ORDERS), *self._orders.kept)
        self._box.clear()
        for i, choice in enumerate(self._choices):
            self._box.addItem(SHORT_TITLES.get(choice.name, choice.title), choice.name)
            tip = f"Top hands are ranked by {choice.title}. {choice.note}".strip()
            self._box.setItemData(i, tip, Qt.ItemDataRole.ToolTipRole)
        self.show_order(self._name)

    def show_order(self, name: str | None) -> None:
        """Show the current order, None for the default; an order that is no longer stored gets a row, too."""
        self._name = name
        # The row of an order that is not stored follows the stored ones, and is removed when another one is current.
        if self._box.count() > len(self._choices):
            self._box.removeItem(len(self._choices))
        index = 0 if name is None else self._box.findData(name)
        if index < 0:
            self._box.addItem(f"{name}", name)
            index = self._box.count() - 1
        self._box.setCurrentIndex(index)
        tip = self._box.itemData(index, Qt.ItemDataRole.ToolTipRole)
        self._box.setToolTip(str(tip or f"Top hands are ranked by {name}"))
        self._remove.setEnabled(any(order.name == name for order in self._orders.kept))

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        self.line.clear()
        self.chosen.emit(self._box.itemData(index))

    @Slot()
    def _on_import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Import a hand ranking", self._settings.folder, FILTER)
        if name:
            self._settings.folder = str(Path(name).parent)
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Store the order in the file ``path`` and make it the current one."""
        with self._reporting(f"Not imported: {path.name}"):
            self._take(self._orders.import_file(path).name)

    @Slot()
    def _on_paste(self) -> None:
        with self._reporting("Not pasted"):
            self._take(self._orders.add(order_from_text(QGuiApplication.clipboard().text(), PASTED)).name)

    @contextmanager
    def _reporting(self, failure: str) -> Iterator[None]:
        """Show ``failure`` with the reason if the block raises an error."""
        try:
            yield
        except (TextError, OSError) as error:
            self.line.show_error(f"{failure}: {reason(error)}")

    def _take(self, name: str) -> None:
        self.line.show_hint(f"`{name}` is saved and used now")
        self.chosen.emit(name)

    @Slot()
    def _on_save(self) -> None:
        suggested = Path(self._settings.folder) / f"{self._box.currentText().replace('/', ' ')}{ORDER_SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(self, "Save this hand ranking", str(suggested), f"JSON (*{ORDER_SUFFIX})")
        if name:
            with self._reporting("Not saved"):
                path = with_end(name, ORDER_SUFFIX)
                write_atomically(path, dump_order(find_order(self._name, self._orders.orders)))
                self.line.show_hint(f"Saved {path.name}")

    @Slot()
    def _on_remove(self) -> None:
        name = self._name
        if name is not None:
            with self._reporting("Not removed"):
                self._orders.remove(name)
                self.line.show_hint(f"Removed {name}")
                self.chosen.emit(self._choices[0].name)


class ShareSliders(Guarded, QWidget):
    """Two sliders for a band of the best hands, such as 5 % to 20 %, and the order that they refer to.

    ``moved`` carries both shares (start and end, 0 to 1) and a number that joins the moves of one drag into one undo
    step; ``order_chosen`` the name of an order.
    """

    moved = Signal(float, float, int)
    order_chosen = Signal(str)

    def __init__(self, orders: OrderStore, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drag = 0
        """The number of the current drag."""
        self._top = self._slider("range.top", "Top hands to include, in percent")
        self._minus = self._slider("range.minus", "Top hands to exclude, in percent")
        self.order = OrderBox(orders, settings, self)
        layout = bare_grid(self, 4, 4)
        self._values = [QLabel(self) for _ in range(2)]
        for row, (text, slider) in enumerate((("Top", self._top), ("Excluding top", self._minus))):
            title, value = label(text), self._values[row]
            title.setBuddy(slider)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            at_least(value, width=48)
            for column, widget in enumerate((title, slider, value)):
                layout.addWidget(widget, row, column)
        layout.addWidget(self.order, 2, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self.order.chosen.connect(self.order_chosen)

    def _slider(self, name: str, title: str) -> QSlider:
        slider = level_slider(name, title, 0, STEPS, 10 * STEP)
        slider.setSingleStep(STEP)
        slider.valueChanged.connect(Keyed(slider, self._on_moved, slider).plain)
        slider.sliderPressed.connect(self._start_drag)
        slider.installEventFilter(self)
        return slider

    def show_shares(self, start: float, end: float, order: str | None) -> None:
        """Show the current shares; a slider that is being dragged keeps its position."""
        for slider, share in ((self._top, end), (self._minus, start)):
            if not slider.isSliderDown():
                with QSignalBlocker(slider):
                    slider.setValue(round(share * STEPS))
        self._show_values()
        self.order.show_order(order)

    def _show_values(self) -> None:
        for value, slider in zip(self._values, (self._top, self._minus), strict=True):
            value.setText(f"{100 * slider.value() / STEPS:.1f}\u00a0%")

    def _on_moved(self, moved: QSlider) -> None:
        """Report the band; a slider that meets the other one pushes it along, so that the band is never empty."""
        other = self._minus if moved is self._top else self._top
        if self._minus.value() >= self._top.value():
            with QSignalBlocker(other):
                other.setValue(max(0, moved.value() - STEP) if other is self._minus else moved.value() + STEP)
        self._show_values()
        self.moved.emit(self._minus.value() / STEPS, self._top.value() / STEPS, self._drag)

    @Slot()
    def _start_drag(self) -> None:
        self._drag += 1

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Start a new undo step when a slider gets the focus; its steps by keyboard or wheel are joined until then."""
        if event.type() == QEvent.Type.FocusIn:
            self._start_drag()
        return False


def band_text(start: float, end: float) -> str:
    """Return the text of a band of the best hands, ``15%`` or ``5%-20%``, for shares from 0 to 1; "" if it is empty."""
    if start >= end:
        return ""
    last = f"{100 * end:.4g}%"
    return f"{100 * start:.4g}%-{last}" if start > 0 else last


def read_band(text: str) -> tuple[float, float] | None:
    """Return start and end of a text that is a single percentage or band, or None for any other text."""
    values = _BAND.fullmatch(text)
    if not values:
        return None
    ends = sorted(float(number) / 100 for number in values.groups() if number)
    return (0.0, ends[0]) if len(ends) == 1 else (ends[0], ends[1])


class NotationBar(ChipFlow):
    """Two chips: how ``+`` is read in all range texts of the table, and a menu that copies the seat's range.

    ``copied`` carries a message about the copied text.
    """

    copied = Signal(str)

    def __init__(self, edits: SeatEdits, parent: QWidget | None = None) -> None:
        self._edits = edits
        self._climb = named(ChipButton("T9s+ up to AKs"), "range.climb", "T9s+ is T9s, JTs, QJs, KQs, AKs", CLIMBS)
        copy_title = "Copy the range in the notation of another program"
        self._copy = named(ChipButton("copy as …"), "range.copy", copy_title)
        super().__init__((self._climb, self._copy), parent)
        self._climb.setCheckable(True)
        self._climb.clicked.connect(self._on_climb)
        self._copy.clicked.connect(self._on_copy)
        self._menu = QMenu(self)
        for notation in NOTATIONS:
            action = self._menu.addAction(NOTATION_NAMES[notation])
            action.setObjectName(f"range.copy.{notation}")
            action.triggered.connect(Keyed(action, self._on_notation, notation).plain)

    def render_reading(self) -> None:
        """Show how ``+`` is read, and enable copying if the range is not empty."""
        document = self._edits.document
        self._climb.setChecked(document.scenario.dialect == "climb")
        self._copy.setEnabled(bool(read_seat(document.scenario, self._edits.seat, document.orders).weights.any()))

    @Slot()
    def _on_climb(self) -> None:
        dialect = "climb" if self._edits.document.scenario.dialect == "core" else "core"
        self._edits.document.edit("Reading of T9s+", dialect=dialect)
        self.render_reading()

    @Slot()
    def _on_copy(self) -> None:
        self._menu.popup(self._copy.mapToGlobal(self._copy.rect().bottomLeft()))

    def _on_notation(self, notation: Notation) -> None:
        text, messages = self._written(notation)
        if text:
            QGuiApplication.clipboard().setText(text)
        self.copied.emit(" · ".join(messages))

    def _written(self, notation: Notation) -> tuple[str, tuple[str, ...]]:
        """Return the range in ``notation`` and messages about it; the text is "" while a street is being computed.

        Only this program's notation can express street filters. In the others, the range is the one that remains on the
        last street.
        """
        document, copied = self._edits.document, f"copied in {NOTATION_NAMES[notation]} notation"
        streets = seat_streets(document.scenario, self._edits.seat, document.orders)
        filters = filters_in(self._edits.displayed_seat.cards)
        if filters and notation == "core":
            return format_range(HoldemRange(streets.weights[None], streets=filters)), (copied,)
        if streets.pending:
            return "", (f"not copied: the range on the {streets.pending[0]} is still being computed",)
        messages = (copied, *unwritten_streets(filters), *unwritable(streets.current, notation))
        return write_range(HoldemRange(streets.current), notation), messages
