"""The tools of a hold'em range: the best x % of all hands, how its text is read, copying for other programs."""

import re
from typing import cast

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QSlider, QWidget

from engine.ranges.holdem import HoldemRange, write_range
from engine.ranges.notations import NOTATION_NAMES, NOTATIONS, Notation, unwritable
from engine.table.seat_ranges import read_seat
from gui.look.theme import Look
from gui.pages.range.order_box import OrderBox
from gui.pages.range.seat_edits import SeatEdits
from gui.parts.build import add_actions, label, named
from gui.parts.chip_button import ChipButton, ChipFlow
from gui.state.order_store import OrderStore
from gui.state.settings import Settings

STEPS = 1000
STEP = 5
"""Half a percent."""
_PERCENT = r"(\d+(?:\.\d*)?|\.\d+)\s*%"
_SHARE = re.compile(rf"\s*{_PERCENT}(?:\s*-\s*{_PERCENT})?\s*")
CLIMBS = "PioSOLVER and its kin read T9s+ as T9s, JTs, QJs, KQs, AKs; PokerStove, Equilab and eval7 as T9s alone"


class ShareSliders(QWidget):
    """``moved`` carries both shares (start and end, 0 to 1) and a number that joins the moves of one drag into one undo
    step; ``order_chosen`` the name of an order.
    """

    moved = Signal(float, float, int)
    order_chosen = Signal(str)

    def __init__(self, orders: OrderStore, settings: Settings, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._round = 0
        self._top = self._slider("range.top", "Best share of all hands")
        self._minus = self._slider("range.minus", "Best share that is left out")
        self._order = OrderBox(orders, settings, look, self)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self._values = [QLabel(self) for _ in range(2)]
        for row, (text, slider) in enumerate((("Top", self._top), ("Minus top", self._minus))):
            title, value = label(text), self._values[row]
            title.setBuddy(slider)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            value.setMinimumWidth(48)
            for column, widget in enumerate((title, slider, value)):
                layout.addWidget(widget, row, column)
        layout.addWidget(self._order, 2, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self._order.chosen.connect(self.order_chosen)

    def _slider(self, name: str, title: str) -> QSlider:
        slider = named(QSlider(Qt.Orientation.Horizontal, self), name, title)
        slider.setRange(0, STEPS)
        slider.setSingleStep(STEP)
        slider.setPageStep(10 * STEP)
        slider.valueChanged.connect(self._on_moved)
        slider.sliderPressed.connect(self._new_round)
        slider.installEventFilter(self)
        return slider

    def show_shares(self, start: float, end: float, order: str | None) -> None:
        """Show the shares in force; a slider that is being dragged stays where it is."""
        for slider, share in ((self._top, end), (self._minus, start)):
            if not slider.isSliderDown():
                with QSignalBlocker(slider):
                    slider.setValue(round(share * STEPS))
        self._write()
        self._order.show_order(order)

    def _write(self) -> None:
        for value, slider in zip(self._values, (self._top, self._minus), strict=True):
            value.setText(f"{100 * slider.value() / STEPS:.1f}\u00a0%")

    @Slot()
    def _on_moved(self) -> None:
        """Keep the band open: the slider that is moved pushes the other one along."""
        moved, other = (self._top, self._minus) if self.sender() is self._top else (self._minus, self._top)
        if self._minus.value() >= self._top.value():
            with QSignalBlocker(other):
                other.setValue(max(0, moved.value() - STEP) if other is self._minus else moved.value() + STEP)
        self._write()
        self.moved.emit(self._minus.value() / STEPS, self._top.value() / STEPS, self._round)

    @Slot()
    def _new_round(self) -> None:
        self._round += 1

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Steps by keyboard or wheel are one undo step from getting the focus to losing it."""
        if event.type() == QEvent.Type.FocusIn:
            self._new_round()
        return False


def share_text(start: float, end: float) -> str:
    """Return ``15%`` or ``5%-20%`` for shares from 0 to 1; nothing for an empty band."""
    if start >= end:
        return ""
    last = f"{100 * end:.4g}%"
    return f"{100 * start:.4g}%-{last}" if start > 0 else last


def read_share(text: str) -> tuple[float, float] | None:
    """Return the start and the end of a text that is one percentage or one band, None for another text."""
    found = _SHARE.fullmatch(text)
    if not found:
        return None
    ends = sorted(float(number) / 100 for number in found.groups() if number)
    return (0.0, ends[0]) if len(ends) == 1 else (ends[0], ends[1])


class NotationBar(ChipFlow):
    """Two chips: the reading of ``+`` in the whole scenario, and a menu that copies the seat's range.

    ``copied`` carries remarks on the text on the clipboard.
    """

    copied = Signal(str)

    def __init__(self, edits: SeatEdits, look: Look, parent: QWidget | None = None) -> None:
        self._edits = edits
        self._climb = named(ChipButton("T9s+ climbs", look), "range.climb", "T9s+ climbs to AKs", CLIMBS)
        copy_title = "Copy the range in the notation of another program"
        self._copy = named(ChipButton("copy as …", look), "range.copy", copy_title)
        super().__init__((self._climb, self._copy), parent)
        self._climb.setCheckable(True)
        self._climb.clicked.connect(self._on_climb)
        self._copy.clicked.connect(self._on_copy)
        self._menu = QMenu(self)
        rows = ((notation, NOTATION_NAMES[notation], self._on_notation) for notation in NOTATIONS)
        for notation, action in zip(NOTATIONS, add_actions(self._menu, "range.copy", *rows), strict=True):
            action.setData(notation)

    def render_reading(self) -> None:
        """Show the reading in force, and whether there is anything to copy."""
        scenario = self._edits.document.scenario
        self._climb.setChecked(scenario.dialect == "climb")
        self._copy.setEnabled(bool(read_seat(scenario, self._edits.seat, self._edits.document.orders).weights.any()))

    @Slot()
    def _on_climb(self) -> None:
        dialect = "climb" if self._edits.document.scenario.dialect == "core" else "core"
        self._edits.document.edit("Reading of T9s+", dialect=dialect)
        self.render_reading()

    @Slot()
    def _on_copy(self) -> None:
        self._menu.popup(self._copy.mapToGlobal(self._copy.rect().bottomLeft()))

    @Slot()
    def _on_notation(self) -> None:
        sender: QObject | None = self.sender()
        if isinstance(sender, QAction):
            document = self._edits.document
            weights = read_seat(document.scenario, self._edits.seat, document.orders).weights
            notation = cast(Notation, sender.data())
            QGuiApplication.clipboard().setText(write_range(HoldemRange(weights), notation))
            remarks = (f"copied as {NOTATION_NAMES[notation]} writes it", *unwritable(weights, notation))
            self.copied.emit(" · ".join(remarks))
