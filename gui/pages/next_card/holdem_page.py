"""The page of next cards in hold'em: a map of the deck and a table, best card first."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine import Scenario
from engine.details.next_cards import NextCards
from engine.details.next_tables import NextTable, board_table
from gui.charts.chart import DetailChart
from gui.export.files import ExportItem
from gui.look.captions import board_size
from gui.look.painting import paint_suit
from gui.look.theme import TEXT, Look, font
from gui.pages.next_card.card_map_figure import CardMapFigure
from gui.pages.next_card.table import CARD, FIRST_SEAT, LIVE, NextCardModel, NextCardView
from gui.parts.build import filled, label, named
from gui.parts.choice_bar import SeatChoice
from gui.parts.detail_page import DetailPage
from gui.state.context import PageContext
from gui.state.details import CARDS, board_summary
from gui.state.document import Document
from gui.state.session import Session

NO_FLOP = (
    "The next card is told on the flop and on the turn.\n"
    "Put a flop on the board: click three cards of the deck, or type them, as in “7h8h2c”."
)
NOTHING_TO_COME = "All five cards lie on the board: nothing is to come."
SUIT_SIZE = 11.0
MAP_HEIGHT, TABLE_HEIGHT = 290, 300

Index = QModelIndex | QPersistentModelIndex


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


class HoldemNextCardPage(DetailPage):
    """Shows the marked seat's equity behind every card, the first one's where that has folded; the table has those of
    all others beside it.
    """

    def __init__(self, document: Document, session: Session, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("boardCards", "Next card", {"next_card": NextCards}, document, session, parent)
        self.chart = DetailChart[NextTable]("cardMap", "Next card", CardMapFigure(look.theme), session, look, None)
        self._table: NextTable | None = None
        self.model = NextCardModel(look, self)
        self.view = self._build_view(look)
        self.choice = SeatChoice("boardCards.seat", "Seat whose equity is shown", look, self)
        self.summary = label(name="boardCards.summary", role="", wrap=True)
        self._build()
        self.choice.chosen.connect(document.choose_seat)
        document.mark_changed.connect(self._on_mark_changed)
        look.changed.connect(self._on_look_changed)
        self.start()

    def _build_view(self, look: Look) -> NextCardView:
        view = named(NextCardView(self.model, look), "boardCards.table")
        view.setItemDelegateForColumn(CARD, CardCell(look, view))
        view.setColumnHidden(LIVE, True)
        view.sortByColumn(FIRST_SEAT, Qt.SortOrder.DescendingOrder)
        self.model.modelReset.connect(self._on_reset)
        return view

    def _build(self) -> None:
        top = filled(QHBoxLayout(), self.choice, (self.summary, 1), spacing=12, margins=(12, 0, 12, 0))
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self.chart)
        parts.addWidget(self.view)
        parts.setSizes([MAP_HEIGHT, TABLE_HEIGHT])
        parts.setChildrenCollapsible(False)
        filled(QVBoxLayout(self.full), top, (parts, 1), spacing=4, margins=(0, 12, 0, 0))

    def unfit(self, scenario: Scenario) -> str:
        size = board_size(scenario)
        return "" if size in (3, 4) else NO_FLOP if size < 3 else NOTHING_TO_COME

    @property
    def filled(self) -> bool:
        return self._table is not None

    def show_details(self) -> None:
        found = self.detail("next_card", NextCards)
        table = board_table(found.value, found.snapshot, self._document.mark.seat) if found is not None else None
        if table is not None and len(table.places) < 2:
            table = None
        self._table = table
        stale = found is None or found.stale
        self.model.show_table(table, stale=stale)
        self.chart.show_content(table, found.snapshot if found is not None else None, stale)
        if table is not None:
            self.choice.show_seats(table.places, table.names, table.places[table.judge])
            self.summary.setText(board_summary(table))
        self.summary.setEnabled(not stale)

    @Slot()
    def _on_reset(self) -> None:
        self.view.setColumnHidden(LIVE, True)

    @Slot()
    def _on_mark_changed(self) -> None:
        if self._table is not None and self._table.places[self._table.judge] != self._document.mark.seat:
            self.show_details()

    @Slot()
    def _on_look_changed(self) -> None:
        if self._table is not None:
            self.choice.show_seats(self._table.places, self._table.names, self._table.places[self._table.judge])


def holdem_next_card_exports(page: HoldemNextCardPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported."""
    return (ExportItem("cardMap", "Next card", page, page.chart, "holdem"),)
