"""All flops with what they are worth, the best first; one that is pointed at goes onto the board."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.cards import RANKS, card_text, rank_of, suit_of
from engine.preflop.book import Book
from gui.look.formatting import percent
from gui.look.painting import paint_suit
from gui.look.theme import TEXT, Look, font
from gui.pages.preflop.words import worth
from gui.parts.row_table import RowTable

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
FLOP, EQUITY, WORTH, COMES = range(4)
HEADS = (
    ("Flop", "the flop; Enter or a click puts it on the board"),
    ("Equity", "hero's share of the pot at the showdown on this flop"),
    ("Worth", "what going on gains on this flop, in chips; below 0 it is given up"),
    ("Comes", "how likely the hands let this flop come, with all that are like it"),
)
SUIT = 10.0
WIDTHS = {EQUITY: 70, WORTH: 60, COMES: 66}


class FlopModel(QAbstractTableModel):
    """Shows the flops of a book that can come."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.flops: NDArray[np.int64] = np.zeros((0, 3), np.int64)
        self._columns: dict[int, NDArray[np.float64]] = {}
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self._sorted: tuple[int, Qt.SortOrder] = (WORTH, Qt.SortOrder.DescendingOrder)
        self._stale = False

    def show_book(self, book: Book | None, *, stale: bool) -> None:
        """Take the flops of another book; None: none."""
        self.beginResetModel()
        self._stale = stale
        if book is None:
            self.flops, self._columns = self.flops[:0], {}
        else:
            able = book.p > 0
            self.flops = book.cards[able]
            self._columns = {EQUITY: book.share[able], WORTH: book.raw[able], COMES: book.p[able]}
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        column, order = self._sorted
        if column == FLOP:
            keys = self.flops[:, ::-1] @ np.array([4096, 64, 1])
        else:
            keys = self._columns.get(column, np.zeros(0))
        found = np.argsort(keys, kind="stable")
        self._order = found[::-1] if order == Qt.SortOrder.DescendingOrder else found

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        self.layoutAboutToBeChanged.emit()
        self._sorted = column, order
        self._arrange()
        self.layoutChanged.emit()

    def cards_at(self, row: int) -> tuple[int, ...]:
        """Return the cards of the flop in a row, the highest first."""
        return tuple(sorted((int(card) for card in self.flops[self._order[row]]), reverse=True))

    def value_at(self, row: int, column: int) -> float:
        """Return a number of a row."""
        return float(self._columns[column][self._order[row]])

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.flops)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.DisplayRole:
            return HEADS[section][0]
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return HEADS[section][1]
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            return self._text(row, column)
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role == Role.ForegroundRole:
            given_up = self.value_at(row, WORTH) <= 1e-12
            return QColor(self._look.theme.muted if given_up or self._stale else self._look.theme.text)
        return None

    def _text(self, row: int, column: int) -> str:
        if column == FLOP:
            return " ".join(card_text(card) for card in self.cards_at(row))
        value = self.value_at(row, column)
        if column == WORTH:
            return worth(value)
        return percent(value, exact_digits=1 if column == EQUITY else 3)

    @Slot()
    def refresh(self) -> None:
        """Redraw all cells."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(HEADS) - 1))


class FlopDelegate(QStyledItemDelegate):
    """Draws the cards of a flop with their suits."""

    def __init__(self, model: FlopModel, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._look = model, look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        face = font(TEXT, QFont.Weight.DemiBold)
        metrics, rect = QFontMetricsF(face), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._look.theme.selection))
        painter.setFont(face)
        x, middle = rect.left() + 6, rect.center().y()
        for card in self._model.cards_at(index.row()):
            rank, suit = RANKS[rank_of(card)], suit_of(card)
            color = self._look.suit_color(suit, deck=True)
            painter.setPen(color)
            painter.drawText(QRectF(x, rect.top(), 20, rect.height()), Qt.AlignmentFlag.AlignVCenter, rank)
            x += metrics.horizontalAdvance(rank) + 1
            paint_suit(painter, suit, QRectF(x, middle - SUIT / 2, SUIT, SUIT), color)
            x += SUIT + 5
        painter.restore()


class FlopTable(RowTable):
    """``chosen`` carries the cards of a flop that was clicked or entered."""

    chosen = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("preflop.flops", 24, parent)
        self.setAccessibleName("Flops, the best first")
        self.setProperty("dense", True)
        self.flops = FlopModel(look)
        self.flops.setParent(self)
        self.setModel(self.flops)
        self.setItemDelegateForColumn(FLOP, FlopDelegate(self.flops, look, self))
        self.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(WORTH, Qt.SortOrder.DescendingOrder)
        self.horizontalHeader().setSectionsClickable(True)
        self.clicked.connect(self._on_clicked)
        look.changed.connect(self.flops.refresh)

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
        self.setColumnHidden(COMES, narrow)
        self._fit_columns()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        for column, width in WIDTHS.items():
            self.horizontalHeader().resizeSection(column, width)
        taken = sum(width for column, width in WIDTHS.items() if not self.isColumnHidden(column))
        rest = self.viewport().width() - taken
        self.horizontalHeader().resizeSection(FLOP, max(rest, 80))


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section == FLOP else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
