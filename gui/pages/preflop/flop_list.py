"""All flops with what they are worth, the best first; one that is pointed at goes onto the board."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.cards import RANKS, card_text, rank_of, suit_of
from engine.details.next_tables import Z95
from engine.preflop.book import Book
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.look.painting import paint_name
from gui.look.scale import enlarge, px
from gui.look.theme import TEXT, Look, font
from gui.pages.preflop.words import margin, worth
from gui.parts.row_table import Index, RowModel, RowTable

FLOP, EQUITY, WORTH, COMES = range(4)
HEADS = (
    ("Flop", "the flop; Enter or a click puts it on the board"),
    ("Equity", "hero's share of the pot at the showdown on this flop"),
    ("Worth", "what going on gains on this flop, in chips; below 0 it is given up"),
    ("Comes", "how likely the hands let this flop come, with all that are like it"),
)
SUIT = 10.0
WIDTHS = {EQUITY: 70, WORTH: 60, COMES: 66}
SAMPLED_WIDTHS = {EQUITY: 70, WORTH: 118, COMES: 66}
"""With an interval beside the worth."""
FLOP_WIDTH = 80
"""At least."""


class FlopModel(RowModel):
    """Shows the flops of a book that can come."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.flops: NDArray[np.int64] = np.zeros((0, 3), np.int64)
        self._columns: dict[int, NDArray[np.float64]] = {}
        self._errors: dict[int, NDArray[np.float64]] = {}
        """Standard errors of columns that are sampled."""
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self._sorted: tuple[int, Qt.SortOrder] = (WORTH, Qt.SortOrder.DescendingOrder)
        self._stale = False

    def show_book(self, book: Book | None, *, stale: bool) -> None:
        """Take the flops of another book; None: none."""
        self.beginResetModel()
        self._stale = stale
        if book is None:
            self.flops, self._columns, self._errors = self.flops[:0], {}, {}
        else:
            able = book.p > 0
            self.flops = book.cards[able]
            self._columns = {EQUITY: book.share[able], WORTH: book.raw[able], COMES: book.p[able]}
            errors = () if book.errors is None else book.errors[:, able]
            self._errors = dict(zip((EQUITY, WORTH), errors, strict=False))
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        column, order = self._sorted
        if column == FLOP:
            keys = self.flops[:, ::-1] @ np.array([4096, 64, 1])
        else:
            keys = self._columns.get(column, np.zeros(0))
        best_first = order == Qt.SortOrder.DescendingOrder
        if column in self._errors:  # what is certain: no flop stands first by its error alone
            keys = keys + (-Z95 if best_first else Z95) * self._errors[column]
        found = np.argsort(keys, kind="stable")
        self._order = found[::-1] if best_first else found

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        self.layoutAboutToBeChanged.emit()
        self._sorted = column, order
        self._arrange()
        self.layoutChanged.emit()

    def cards_at(self, row: int) -> tuple[int, ...]:
        """Return the cards of the flop in a row, the highest first."""
        return tuple(sorted((int(card) for card in self.flops[self._order[row]]), reverse=True))

    @property
    def sampled(self) -> bool:
        """Whether the numbers have errors."""
        return bool(self._errors)

    def _error_at(self, row: int, column: int) -> float:
        return float(self._errors[column][self._order[row]]) if column in self._errors else 0.0

    def value_at(self, row: int, column: int) -> float:
        """Return a number of a row."""
        return float(self._columns[column][self._order[row]])

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return len(self.flops), len(HEADS)

    def head(self, column: int) -> tuple[str, str]:
        """Return the title of a column and what it means."""
        return HEADS[column]

    def text(self, row: int, column: int) -> str:
        """Return what a cell shows."""
        if column == FLOP:
            return " ".join(card_text(card) for card in self.cards_at(row))
        value, error = self.value_at(row, column), self._error_at(row, column)
        if column == WORTH:
            return f"{worth(value, error)} {margin(error)}".rstrip()
        return percent(value, error, exact_digits=1 if column == EQUITY else 3)

    def is_bold(self, row: int, column: int) -> bool:
        """Return that no number stands out: the flops are drawn by their delegate."""
        return False

    def ink(self, row: int, column: int) -> str:
        """Return the colour of a text."""
        given_up = self.value_at(row, WORTH) <= 1e-12
        return self._look.theme.muted if given_up or self._stale else self._look.theme.text

    def more(self, row: int, column: int, role: int) -> Any:
        """Return nothing else."""
        return None


class FlopDelegate(Guarded, QStyledItemDelegate):
    """Draws the cards of a flop with their suits."""

    def __init__(self, model: FlopModel, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._look = model, look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        face = font(TEXT, QFont.Weight.DemiBold)
        painter.save()
        rect = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._look.theme.selection))
        at = QPointF(rect.left() + 6, rect.center().y())
        for card in self._model.cards_at(index.row()):
            rank, suit = RANKS[rank_of(card)], suit_of(card)
            at.setX(paint_name(painter, (rank, suit), at, face, SUIT, self._look.suit_color(suit, deck=True)) + 5)
        painter.restore()


class FlopTable(RowTable):
    """``chosen`` carries the cards of a flop that was clicked or entered."""

    chosen = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("preflop.flops", 24, parent)
        self.setAccessibleName("Flops, the best first")
        self.setProperty("dense", True)
        self._narrow = False
        self.flops = FlopModel(look, self)
        self.setModel(self.flops)
        self.flops.modelReset.connect(self.fit_columns)
        self.setItemDelegateForColumn(FLOP, FlopDelegate(self.flops, look, self))
        self.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(WORTH, Qt.SortOrder.DescendingOrder)
        self.horizontalHeader().setSectionsClickable(True)
        self.clicked.connect(self._on_clicked)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self.flops.cards_at(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.chosen.emit(self.flops.cards_at(self.currentIndex().row()))
        else:
            super().keyPressEvent(event)

    def show_end(self, *, best: bool) -> None:
        """List the best flops first, or the worst."""
        order = Qt.SortOrder.DescendingOrder if best else Qt.SortOrder.AscendingOrder
        self.sortByColumn(WORTH, order)
        self.scrollToTop()

    def set_narrow(self, *, narrow: bool) -> None:
        """Leave out how likely each flop is, where there is little room."""
        self._narrow = narrow
        self.fit_columns()

    @Slot()
    def fit_columns(self) -> None:
        """Give the flops what the numbers leave; where that is too little, some numbers give way to the worth."""
        widths = {i: px(width) for i, width in (SAMPLED_WIDTHS if self.flops.sampled else WIDTHS).items()}
        for column in (COMES, EQUITY):
            gives_way = self.viewport().width() - sum(widths.values()) < px(FLOP_WIDTH)
            hidden = gives_way or (column == COMES and self._narrow)
            self.setColumnHidden(column, hidden)
            if hidden:
                del widths[column]
        for column, width in widths.items():
            self.horizontalHeader().resizeSection(column, width)
        rest = self.viewport().width() - sum(widths.values())
        self.horizontalHeader().resizeSection(FLOP, max(rest, px(FLOP_WIDTH)))
