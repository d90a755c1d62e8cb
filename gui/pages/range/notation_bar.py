"""How a range text is read and written: whether ``+`` climbs, and copying in the notations of other programs."""

from typing import cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from engine.ranges.holdem import HoldemRange, write_range
from engine.ranges.notations import NOTATION_NAMES, NOTATIONS, Notation, unwritable
from engine.table.seat_ranges import read_seat
from gui.look.theme import Look
from gui.pages.range.seat_edits import SeatEdits
from gui.parts.chip_button import ChipButton
from gui.parts.chip_flow import ChipFlow

CLIMBS = "PioSOLVER and its kin read T9s+ as T9s, JTs, QJs, KQs, AKs; PokerStove, Equilab and eval7 as T9s alone"


class NotationBar(ChipFlow):
    """Two chips: the reading of ``+`` in the whole scenario, and a menu that copies the seat's range.

    ``copied`` carries what is to be told of the text on the clipboard.
    """

    copied = Signal(str)

    def __init__(self, edits: SeatEdits, look: Look, parent: QWidget | None = None) -> None:
        self._edits = edits
        self._climb, self._copy = ChipButton("T9s+ climbs", look), ChipButton("copy as …", look)
        super().__init__((self._climb, self._copy), parent)
        self._climb.setObjectName("range.climb")
        self._climb.setAccessibleName("T9s+ climbs to AKs")
        self._climb.setToolTip(CLIMBS)
        self._climb.setCheckable(True)
        self._climb.clicked.connect(self._on_climb)
        self._copy.setObjectName("range.copy")
        self._copy.setAccessibleName("Copy the range in the notation of another program")
        self._copy.clicked.connect(self._on_copy)
        self._menu = QMenu(self)
        for notation in NOTATIONS:
            action = self._menu.addAction(NOTATION_NAMES[notation])
            action.setObjectName(f"range.copy.{notation}")
            action.setData(notation)
            action.triggered.connect(self._on_notation)

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
            told = (f"copied as {NOTATION_NAMES[notation]} writes it", *unwritable(weights, notation))
            self.copied.emit(" · ".join(told))
