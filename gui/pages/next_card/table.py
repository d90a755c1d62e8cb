"""The table of next cards: one row for now, one for each card that can come; the change of who draws is a bar."""

from typing import Any, Literal

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.details.next_tables import NextCard, NextTable, Seen
from gui.look.changes import SIGNS, WORDS, change_text
from gui.look.formatting import NO_BREAK, interval, percent, percent_digits
from gui.look.guard import Guarded
from gui.look.scale import enlarge, px, zoom
from gui.look.theme import TEXT, Look, font
from gui.parts.row_table import Role, RowModel, RowTable

CARD, LIVE, CHANCE, SHIFT = range(4)
FIRST_SEAT = 4
FEW_SEATS = 3
"""With more seats than this the change is shown by its sign alone, its size in the tool tip."""
HEADERS = (
    ("Card", "the card that comes"),
    ("Live", "how many of them nobody has and are not dead"),
    ("Chance", "how likely this card comes next"),
    ("Change", "how far it moves the equity of the seat that draws"),
)

SEEN_ROLE = Qt.ItemDataRole.UserRole
"""The :class:`Seen` of the seat that draws, for the bar."""
ROW_HEIGHT = 26
Words = Literal["full", "terse", "brief", "least"]
"""How much the cells say: ``terse``: the change of the other seats is shown by its sign alone, however few they are;
``brief``: besides, numbers have one decimal at most and no sign of percent; ``least``: they have no decimals.
"""
PADDINGS: dict[Words, int] = {"full": 24, "terse": 14, "brief": 14, "least": 14}
DIGITS: dict[Words, int] = {"brief": 1, "least": 0}
TITLE_PADDING, WIDEST_TITLE = 12, 96
STEPS: tuple[tuple[Words, tuple[int, ...]], ...] = (
    ("full", ()),
    ("terse", ()),
    ("brief", ()),
    ("brief", (SHIFT,)),
    ("brief", (SHIFT, LIVE)),
    ("brief", (SHIFT, LIVE, CHANCE)),
    ("least", (SHIFT, LIVE, CHANCE)),
)
"""What the table does to fit, one after the other: how much it says, and the columns that it leaves out."""
BAR_LEAST, BRIEF_BAR_LEAST = 160, 120
BAR_HEIGHT = 10.0
TEXT_ROOM = 52.0
INKS = {"good": "better", "brick": "worse", "even": "muted"}
"""The colour of the theme for each verdict."""
Index = QModelIndex | QPersistentModelIndex


class NextCardModel(RowModel):
    """Rows: now, then the cards; columns: card, live, chance, change, then the seats, the one that draws first."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.table: NextTable | None = None
        self._order: tuple[int, ...] = ()
        self._widest: tuple[tuple[float, float], ...] = ()
        """The largest error and noise of each active seat, by which its column is written."""
        self._cards: tuple[NextCard, ...] = ()
        self._stale = False
        self.words: Words = "full"
        self._sorting = (-1, Qt.SortOrder.AscendingOrder)

    @property
    def reach(self) -> float:
        """The largest change of the seat that draws: the scale of the bars."""
        if self.table is None:
            return 0.0
        seen = (card.seats[self.table.judge] for card in self._cards)
        return max((abs(s.change) for s in seen if s is not None), default=0.0)

    def show_table(self, table: NextTable | None, *, stale: bool) -> None:
        """Take another table."""
        self.beginResetModel()
        self.table, self._stale = table, stale
        seats = range(len(table.places)) if table else range(0)
        self._order = tuple(sorted(seats, key=lambda i: (table is not None and i != table.judge, i)))
        self._widest = tuple(table.widest(seat) for seat in seats) if table is not None else ()
        self._arrange()
        self.endResetModel()

    def card_at(self, row: int) -> NextCard | None:
        """Return the card of a row, None for the row of now."""
        return self._cards[row - 1] if 0 < row <= len(self._cards) else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorting = column, order
        self._arrange()
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        column, order = self._sorting
        cards = self.table.cards if self.table else ()
        if column > CARD or order == Qt.SortOrder.DescendingOrder:
            places = {id(card): place for place, card in enumerate(cards)}
            backwards = order == Qt.SortOrder.DescendingOrder
            cards = tuple(sorted(cards, key=lambda card: self._key(card, column, places[id(card)]), reverse=backwards))
        self._cards = cards

    def _key(self, card: NextCard, column: int, place: int) -> float:
        if column <= CARD:
            return place
        if column == LIVE:
            return card.live or 0
        if column == CHANCE:
            return card.probability
        seen = self.seen(card, column)
        return -1.0 if seen is None else seen.equity

    def seen(self, card: NextCard, column: int) -> Seen | None:
        """Return what the seat of ``column`` has after ``card``; None where it is not among the result's."""
        seat = max(0, column - FIRST_SEAT)
        return card.seats[self._order[seat]] if seat < len(self._order) else None

    @property
    def shape(self) -> tuple[int, int]:
        return (1 + len(self._cards), FIRST_SEAT + len(self._order)) if self.table is not None else (0, 0)

    def head(self, column: int) -> tuple[str, str]:
        if column < FIRST_SEAT or self.table is None:
            return HEADERS[column]
        return self.table.names[self._order[column - FIRST_SEAT]], "equity behind this card, and how far it moves"

    def row_name(self, row: int) -> str | None:
        card = self.card_at(row)
        return "now" if card is None else card.name

    def text(self, row: int, column: int) -> str:
        card = self.card_at(row)
        return self._now_text(column) if card is None else self._text(card, column)

    def is_bold(self, row: int, column: int) -> bool:
        return row == 0 or column in (CARD, FIRST_SEAT)

    def ink(self, row: int, column: int) -> str:
        theme, card = self._look.theme, self.card_at(row)
        seen = self.seen(card, column) if card is not None else None
        if self._stale or column in (LIVE, CHANCE):
            return theme.muted
        if column < SHIFT or seen is None:
            return theme.text
        ink: str = getattr(theme, INKS[seen.verdict])
        return ink

    def side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignHCenter if column in (CARD, SHIFT) else Qt.AlignmentFlag.AlignRight

    def more(self, row: int, column: int, role: int) -> Any:
        card = self.card_at(row)
        if card is None:
            return None
        if role == SEEN_ROLE:
            return self.seen(card, FIRST_SEAT)
        if role not in (Role.ToolTipRole, Role.AccessibleTextRole):
            return None
        text = self._text(card, column) if role == Role.ToolTipRole else None
        return self._explained(card, column) or text

    def _now_text(self, column: int) -> str:
        assert self.table is not None
        if column == CARD:
            return "now"
        if column == LIVE:
            live = [card.live for card in self._cards if card.live is not None]
            return str(sum(live)) if live else ""
        if column < FIRST_SEAT:
            return ""
        equity, stderr = self.table.now[self._order[column - FIRST_SEAT]]
        return self._share(equity, stderr)

    def _text(self, card: NextCard, column: int) -> str:
        if column == CARD:
            return card.name
        if column == LIVE:
            return "" if card.live is None else str(card.live)
        if column == CHANCE:
            return self._share(card.probability, card.probability_stderr)
        seen = self.seen(card, column)
        if seen is None:
            return "–" if column >= FIRST_SEAT else ""
        error, noise = self._widest[self._order[max(0, column - FIRST_SEAT)]]
        if column == SHIFT:
            return change_text(seen.change, noise)
        shown = self._share(seen.equity, error)
        if self.words in DIGITS:
            return f"{shown}{SIGNS[seen.verdict]}"
        shown = f"{shown} {SIGNS[seen.verdict]}"
        few = len(self._order) <= FEW_SEATS and column > FIRST_SEAT and self.words == "full"
        return f"{shown}{NO_BREAK}{change_text(seen.change, noise)}" if few else shown

    def _share(self, value: float, stderr: float) -> str:
        if self.words not in DIGITS:
            return percent(value, stderr)
        digits = min(percent_digits(stderr), DIGITS[self.words])
        return percent(value, exact_digits=digits).removesuffix(f"{NO_BREAK}%")

    def _explained(self, card: NextCard, column: int) -> str:
        """Return an equity in words, nothing for what a cell shows in full."""
        seen = self.seen(card, column)
        if column < SHIFT or seen is None or self.table is None:
            return ""
        name = self.table.names[self._order[max(0, column - FIRST_SEAT)]]
        shown = f"{percent(seen.equity, seen.stderr, exact_digits=4)} {interval(seen.stderr)}".strip()
        change = change_text(seen.change, seen.noise, 4)
        return f"{name} after {card.name}: {shown}, {change} points, {WORDS[seen.verdict]}"


class ShiftBar(Guarded, QStyledItemDelegate):
    """Draws the change as a bar from the middle, blue to the right and orange to the left, its number at the end."""

    def __init__(self, look: Look, model: NextCardModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._model = look, model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        seen = index.data(SEEN_ROLE)
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        painter.save()
        rect = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = rect.center().x()
        painter.setPen(QColor(self._look.theme.outline))
        painter.drawLine(QPointF(middle, rect.top()), QPointF(middle, rect.bottom() + 1))
        if isinstance(seen, Seen):
            color = index.data(Qt.ItemDataRole.ForegroundRole)
            room = max(rect.width() / 2 - TEXT_ROOM, 8.0)
            length = room * seen.change / (self._model.reach or 1.0)
            bar = QRectF(middle, rect.center().y() - BAR_HEIGHT / 2, length, BAR_HEIGHT).normalized()
            painter.fillRect(bar, color)
            painter.setPen(color)
            painter.setFont(font(TEXT))
            beside = QRectF(bar.right() + 6, rect.top(), TEXT_ROOM, rect.height())
            align = Qt.AlignmentFlag.AlignLeft
            if seen.change < 0:
                beside.moveRight(bar.left() - 6)
                align = Qt.AlignmentFlag.AlignRight
            painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | align, text)
        painter.restore()


class NextCardView(RowTable):
    """The table; a click on a header sorts by it, Ctrl+C copies everything as text."""

    bar_least = BAR_LEAST
    """Least width of the bars."""
    left_out: tuple[int, ...] = ()
    """Columns that are never shown."""

    def __init__(self, model: NextCardModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("nextCard.table", ROW_HEIGHT, parent)
        self._model = model
        self.setAccessibleName("Next cards")
        self.setProperty("dense", True)
        self.setModel(model)
        self.setItemDelegateForColumn(SHIFT, ShiftBar(look, model, self))
        header = self.horizontalHeader()
        header.setSortIndicator(CARD, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self._needs: dict[tuple[Words, float], list[int]] = {}
        """The widths that the texts need, as they were measured."""
        model.modelReset.connect(self._on_reset)

    @Slot()
    def _on_reset(self) -> None:
        self._needs.clear()
        self.fit_columns()

    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the bar what is left; where it is little, say less, and where
        that is still too much, keep the names of the ranks in front of the rows.
        """
        if self._model.columnCount() <= FIRST_SEAT:
            return
        names = self.verticalHeader()
        room = self.viewport().width() + (0 if names.isHidden() else names.width())
        widths: list[int] = []
        for words, without in STEPS:
            widths = self._widths(room, words, {*without, *self.left_out})
            if sum(widths) <= room:
                break
        painted = self.itemDelegateForColumn(CARD) is not None  # cards, which a header cannot show
        self.keep_names(sum(widths) > room and not painted)
        for column, width in enumerate(widths):
            if column != CARD:
                self.setColumnHidden(column, width == 0)
            self.horizontalHeader().resizeSection(column, width)
        self.viewport().update()

    def _widths(self, room: int, words: Words, without: set[int]) -> list[int]:
        """Return the widths of the columns in these words, 0 of those left out; what is left of ``room`` is the bar's,
        or shared by the seats.
        """
        self._model.words = words
        measured = words, zoom()
        if measured not in self._needs:
            columns = range(self._model.columnCount())
            self._needs[measured] = [self._needed(column, PADDINGS[words]) for column in columns]
        widths = [0 if column in without else width for column, width in enumerate(self._needs[measured])]
        if SHIFT in without:
            more = max(0, room - sum(widths)) // (len(widths) - FIRST_SEAT)
            widths[FIRST_SEAT:] = [width + more for width in widths[FIRST_SEAT:]]
        else:
            least = min(self.bar_least, BRIEF_BAR_LEAST) if words in DIGITS else self.bar_least
            widths[SHIFT] = max(px(least), room - sum(widths) + widths[SHIFT])
        return widths

    def _needed(self, column: int, padding: int) -> int:
        """Return the width that the texts of a column need."""
        title, widest = self.widths_of(column)
        if self._model.words in DIGITS:
            return max(min(title, px(WIDEST_TITLE)) + px(TITLE_PADDING), widest + px(padding))
        return px(padding) + max(min(title, px(WIDEST_TITLE)) + px(TITLE_PADDING), widest)

    def copied(self) -> str:
        """Return the table in full."""
        words, self._model.words = self._model.words, "full"
        text = super().copied()
        self._model.words = words
        return text
