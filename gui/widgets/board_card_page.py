"""The page of next cards in hold'em: a map of the deck and a table, best card first."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHideEvent, QPainter, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine import Scenario, Snapshot
from gui.captions import board_size
from gui.document import Document
from gui.missing import why_missing
from gui.next_cards import CARDS, NextTable, board_summary, board_table
from gui.session import Session
from gui.suit_shapes import paint_suit
from gui.theme import TEXT, Look, font
from gui.widgets.next_card_model import CARD, FIRST_SEAT, LIVE, NextCardModel
from gui.widgets.next_card_view import NextCardView
from gui.widgets.seat_choice import SeatChoice

DETAIL = "next_card"
NO_FLOP = (
    "The next card is told on the flop and on the turn.<br>"
    "Put a flop on the board: click three cards of the deck, or type them, as in <b>7h8h2c</b>."
)
NOTHING_TO_COME = "All five cards lie on the board: nothing is to come."
SUIT_SIZE = 11.0
MAP_HEIGHT, TABLE_HEIGHT = 290, 300

Index = QModelIndex | QPersistentModelIndex


Draw = Callable[[NextTable | None, Snapshot | None, bool], None]
"""(table, its result, whether it is stale) -> None: draws the map."""


class CardCell(QStyledItemDelegate):
    """Draws a card as its rank and the shape of its suit."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        name = str(index.data())
        if name not in CARDS:
            super().paint(painter, option, index)
            return
        suit = CARDS[name] & 3
        rect, letters = QRectF(option.rect), font(TEXT, QFont.Weight.DemiBold)
        width = QFontMetricsF(letters).horizontalAdvance(name[0])
        left = rect.center().x() - (width + 3 + SUIT_SIZE) / 2
        color: QColor = self._look.suit_color(suit, deck=True)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(letters)
        painter.setPen(color)
        painter.drawText(QRectF(left, rect.top(), width + 2, rect.height()), Qt.AlignmentFlag.AlignVCenter, name[0])
        box = QRectF(left + width + 3, rect.center().y() - SUIT_SIZE / 2, SUIT_SIZE, SUIT_SIZE)
        paint_suit(painter, suit, box, color)
        painter.restore()


class BoardCardPage(QWidget):
    """Shows the equity of one seat behind every card; the table has those of all others beside it."""

    def __init__(
        self,
        document: Document,
        session: Session,
        look: Look,
        chart: QWidget,
        draw: Draw,
        parent: QWidget | None = None,
    ) -> None:
        """``chart`` stands above the table; ``draw`` hands it what to show."""
        super().__init__(parent)
        self.setObjectName("boardCards")
        self.setAccessibleName("Next card")
        self._document, self._session, self._chart, self._draw = document, session, chart, draw
        self._table: NextTable | None = None
        self._seat: int | None = None
        self._shown: tuple[object, ...] = ()
        self.model = NextCardModel(look)
        self.model.setParent(self)
        self.view = self._build_view(look)
        self.choice = SeatChoice("boardCards.seat", "Seat whose equity is shown", look, self)
        self._summary = QLabel()
        self._summary.setObjectName("boardCards.summary")
        self._summary.setWordWrap(True)
        self._empty = QLabel()
        self._empty.setObjectName("boardCards.empty")
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._build()
        self.choice.chosen.connect(self._on_chosen)
        session.changed.connect(self._on_session_changed)
        document.changed.connect(self._on_document_changed)
        look.changed.connect(self._on_look_changed)
        self._on_session_changed()

    def _build_view(self, look: Look) -> NextCardView:
        view = NextCardView(self.model, look)
        view.setObjectName("boardCards.table")
        view.setItemDelegateForColumn(CARD, CardCell(look, view))
        view.setColumnHidden(LIVE, True)
        view.sortByColumn(FIRST_SEAT, Qt.SortOrder.DescendingOrder)
        self.model.modelReset.connect(self._on_reset)
        return view

    def _build(self) -> None:
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        full = QWidget()
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.choice)
        top.addWidget(self._summary, 1)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self._chart)
        parts.addWidget(self.view)
        parts.setSizes([MAP_HEIGHT, TABLE_HEIGHT])
        parts.setChildrenCollapsible(False)
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(4)
        top.setContentsMargins(12, 0, 12, 0)
        column.addLayout(top)
        column.addWidget(parts, 1)
        self._full = full
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(full)

    @property
    def empty_text(self) -> str:
        """What the page says while it has no table."""
        scenario = self._document.scenario
        size = board_size(scenario)
        if size in (3, 4):
            return why_missing(scenario, self._session)
        return NO_FLOP if size < 3 else NOTHING_TO_COME

    @property
    def _fits(self) -> bool:
        """Whether a table makes sense for what lies on the board now."""
        return board_size(self._document.scenario) in (3, 4)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self._want()
        self._on_session_changed()

    def _want(self) -> None:
        self._session.want("boardCards", {DETAIL} if self.isVisible() and self._fits else ())

    @Slot()
    def _on_session_changed(self) -> None:
        found = self._session.detail(DETAIL) if self._fits else None
        shown = (found.value, found.snapshot.seats, found.stale) if found is not None else ()
        if len(shown) != len(self._shown) or any(a is not b for a, b in zip(shown, self._shown, strict=True)):
            self._shown = shown
            self._show_table()
        if self._table is None:
            self._empty.setText(self.empty_text)
        self._stack.setCurrentWidget(self._empty if self._table is None else self._full)

    def _show_table(self) -> None:
        found = self._session.detail(DETAIL) if self._fits else None
        table = board_table(found.value, found.snapshot, self._seat) if found is not None else None
        if table is not None and len(table.places) < 2:
            table = None
        self._table = table
        stale = found is None or found.stale
        self.model.show_table(table, stale=stale)
        self._draw(table, found.snapshot if found is not None else None, stale)
        if table is not None:
            self.choice.show_seats(table.places, table.names, table.places[table.judge])
            self._summary.setText(board_summary(table))
        self._summary.setEnabled(not stale)

    @Slot()
    def _on_reset(self) -> None:
        self.view.setColumnHidden(LIVE, True)

    @Slot(int)
    def _on_chosen(self, seat: int) -> None:
        self._seat = seat
        self._show_table()

    @Slot()
    def _on_look_changed(self) -> None:
        self.model.refresh()
        if self._table is not None:
            self.choice.show_seats(self._table.places, self._table.names, self._table.places[self._table.judge])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._want()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.want("boardCards")
