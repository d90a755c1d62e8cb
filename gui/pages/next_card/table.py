"""The tables of next cards: a row with the current equities, then one for each possible card, or for groups of cards.

A bar shows the change of one seat's equity: the seat that draws in razz, the selected seat in hold'em. This is the seat
that *judges* the cards as good or bad.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.equity.details.next_cards import EquityAfterCard, NextCard, NextTable
from engine.ranges.made_hands import CARD_GROUPS, card_group
from gui.look.guard import Guarded
from gui.look.painting import LEFT, RIGHT, paint_suit, write
from gui.look.scale import enlarge
from gui.look.theme import TEXT, current_look, current_theme, font
from gui.parts.table import NEVER, ROW, Column, TableData, TableView
from gui.words.formatting import CARDS, NO_BREAK, SIGNS, WORDS, change_text, interval, percent, percent_digits

CARD, LIVE, CHANCE, SHIFT = range(4)
FIRST_SEAT = 4
FEW_SEATS = 3
"""With more seats, only the sign of a change is in the cell, and its size in the tool tip."""
LEVELS = (NEVER, NEVER, 1, 1)
"""The levels of brevity of texts: 0 in full; 1 with only the sign of other seats' changes; 2 with at most one decimal
and without percent signs; 3 without decimals. At the last two levels, columns may be hidden.
"""
DIGITS = {2: 1, 3: 0}
"""Maximum number of decimals at a level."""
MIN_BAR_WIDTH, BAR_HEIGHT, TEXT_ROOM = 150, 10.0, 52.0
SUIT_SIZE = 11.0
SEAT_TIP = "equity after this card, and the change in percentage points"
INKS = {"good": "better", "brick": "worse", "even": "muted"}
"""The colour of the theme for each verdict."""
CLOSED, OPEN = "▸ ", "▾ "
TEXTURES = {
    "flush completes": "the third, fourth or fifth board card of a suit",
    "board pairs": "pairs a rank on the board",
    "straightens": "makes new straights possible",
    "overcard": "higher than every board card",
    "blank": "none of these",
}
"""The explanation of each group."""
Index = QModelIndex | QPersistentModelIndex
Group = tuple[NextCard, tuple[NextCard, ...]]
"""A group of cards: one card with the group's name, total probability and mean equities, and the cards in it."""


@dataclass(frozen=True, slots=True, eq=False)
class NextCardRow:
    """A row of a table: a card, a group of cards, or the current equities if ``card`` is None.

    ``index``: the position among the cards; ``bar``: the length of the bar, from -1 to 1. ``group``: the name of the
    group that the row is or belongs to. ``unfolded``: whether the cards of a group are listed; None for other rows.
    """

    card: NextCard | None
    index: int
    bar: float = 0.0
    group: str = ""
    unfolded: bool | None = None

    @property
    def name(self) -> str:
        return "now" if self.card is None else self.card.name

    @property
    def is_group(self) -> bool:
        return self.unfolded is not None


class CardTable:
    """Makes the rows and columns of a table of next cards; the seat that judges has the first column."""

    def __init__(self, table: NextTable, dealt: str = "") -> None:
        """``dealt``: the word for the card in questions on the page *Ask*, such as ``turn``; "" if there is none."""
        self._table, self._dealt = table, dealt
        self._order = judge_first(table)
        self._errors = [table.max_errors(seat) for seat in range(len(table.seats))]
        """The largest error and noise of each active seat: all cells of a column have the same number of digits."""

    def rows(self, cards: Sequence[NextCard]) -> tuple[NextCardRow, ...]:
        """Return the row of the current equities and those of ``cards``."""
        equities = [card.seats[self._table.judge] for card in cards]
        reach = max((abs(equity.change) for equity in equities if equity is not None), default=0.0) or 1.0
        bars = [0.0 if equity is None else equity.change / reach for equity in equities]
        return NextCardRow(None, -1), *map(NextCardRow, cards, range(len(cards)), bars)

    def data(
        self, rows: tuple[NextCardRow, ...], *, stale: bool, live: bool = True, sorts: bool = True, drawn: bool = False
    ) -> TableData[NextCardRow]:
        """Return the table of ``rows``.

        ``live``: whether there is a column of live cards; ``sorts``: whether a click on a title sorts; ``drawn``:
        whether cards are painted with their suits: these are sorted by equity and scroll sideways with the table.
        """
        down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
        columns: tuple[Column[NextCardRow], ...] = (
            Column(
                "Card", _card_text, "the next card", number=False, bold=lambda row: row.is_group or not row.group,
                centred=sorts, sort=(lambda row: row.index) if sorts else None,
                cell_tip=lambda row: f"{row.name}: {TEXTURES[row.name]}" if row.is_group else "",
                spoken=lambda row: f"{row.name}, {'unfolded' if row.unfolded else 'folded'}" if row.is_group else "",
            ),
            Column(
                "Live", self._live, "cards of this kind left in the deck", hide_order=2, ink="muted",
                displayed=live, sort=(lambda row: row.card.live or 0 if row.card is not None else 0) if sorts else None,
            ),
            Column(
                "Chance", self._chance_at(0), "probability that this card comes next", hide_order=1, ink="muted",
                short=tuple(map(self._chance_at, (1, 2, 3))),
                sort=(lambda row: row.card.probability if row.card is not None else 0.0) if sorts else None,
            ),
            self._seat_column("Change", "equity change of the player who draws, in points", 0, sorts, bar=True),
            *(self._seat_column(self._table.names[seat], SEAT_TIP, i, sorts) for i, seat in enumerate(self._order)),
        )  # fmt: skip
        return TableData(
            columns, rows, stale=stale, key=lambda row: (row.group, row.name), name=lambda row: row.name,
            strong=lambda row: row.card is None, question=self._question,
            order=(FIRST_SEAT, down) if drawn else (CARD, up), top=1,
            levels=LEVELS, padding=(12, 24), keep_names=not drawn,
        )  # fmt: skip

    def _question(self, row: NextCardRow) -> str:
        """Return the question of how often the seat that judges wins after a card, or ""."""
        if row.card is None or row.is_group or not self._dealt:
            return ""
        return f"{self._table.seats[self._table.judge] + 1} wins given {self._dealt} {row.card.name}"

    def _live(self, row: NextCardRow) -> str:
        if row.card is not None:
            return "" if row.card.live is None else str(row.card.live)
        live = [card.live for card in self._table.cards if card.live is not None]
        return str(sum(live)) if live else ""

    def _chance_at(self, level: int) -> Callable[[NextCardRow], str]:
        def text(row: NextCardRow) -> str:
            return "" if row.card is None else _share(row.card.probability, row.card.probability_stderr, level)

        return text

    def _equity(self, row: NextCardRow, column: int) -> EquityAfterCard | None:
        """Return the equity after the card of a row; ``column``: the seat's column, counted from the first seat."""
        return None if row.card is None else row.card.seats[self._order[column]]

    def _seat_column(self, title: str, tip: str, column: int, sorts: bool, *, bar: bool = False) -> Column[NextCardRow]:
        """Return the column with the equities of a seat, or with the bars of their changes if ``bar``."""

        def ink(row: NextCardRow) -> str:
            equity = self._equity(row, column)
            return "text" if equity is None else INKS[equity.verdict]

        def sort_key(row: NextCardRow) -> float:
            equity = self._equity(row, column)
            return -1.0 if equity is None else equity.equity

        texts = (self._change,) if bar else tuple(self._equity_at(column, level) for level in range(4))
        return Column(
            title, texts[0], tip, hide_order=3 if bar else 0, short=texts[1:], bold=not bar and column == 0, ink=ink,
            cell_tip=lambda row: self._explained(row, column), spoken=lambda row: self._explained(row, column),
            sort=sort_key if sorts else None, wide=bar, min_width=MIN_BAR_WIDTH if bar else 0, centred=bar,
        )  # fmt: skip

    def _change(self, row: NextCardRow) -> str:
        equity = self._equity(row, 0)
        return "" if equity is None else change_text(equity.change, self._errors[self._order[0]][1])

    def _equity_at(self, column: int, level: int) -> Callable[[NextCardRow], str]:
        """Return a function that returns the text of a seat's equity, at a level of brevity (see ``LEVELS``)."""
        seat = self._order[column]
        error, noise = self._errors[seat]
        changes = level == 0 and column > 0 and len(self._order) <= FEW_SEATS

        def text(row: NextCardRow) -> str:
            if row.card is None:
                return _share(*self._table.current[seat], level)
            equity = self._equity(row, column)
            if equity is None:
                return "–"
            separator = "" if level in DIGITS else " "
            share = f"{_share(equity.equity, error, level)}{separator}{SIGNS[equity.verdict]}"
            return f"{share}{NO_BREAK}{change_text(equity.change, noise)}" if changes else share

        return text

    def _explained(self, row: NextCardRow, column: int) -> str:
        """Return the equity of a cell as a sentence with all digits, for tool tips and screen readers."""
        equity = self._equity(row, column)
        if equity is None:
            return ""
        share = f"{percent(equity.equity, equity.stderr, exact_digits=4)} {interval(equity.stderr)}".strip()
        change = change_text(equity.change, equity.noise, 4)
        name = self._table.names[self._order[column]]
        return f"{name} after {row.name}: {share}, {change} points, {WORDS[equity.verdict]}"


def _card_text(row: NextCardRow) -> str:
    if row.is_group and row.card is not None:
        return f"{OPEN if row.unfolded else CLOSED}{row.name} ({row.card.live})"
    return row.name


def _share(value: float, stderr: float, level: int) -> str:
    """Return a share in percent at a level of brevity (see ``LEVELS``)."""
    if level not in DIGITS:
        return percent(value, stderr)
    digits = min(percent_digits(stderr), DIGITS[level])
    return percent(value, exact_digits=digits).removesuffix(f"{NO_BREAK}%")


class ShiftBar(Guarded, QStyledItemDelegate):
    """Draws a change as a bar from the middle with its number, to the right if the equity rises, else to the left."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the line in the middle, then bar and number of the row."""
        row = index.data(ROW)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        painter.save()
        rect = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The longest bar leaves room for its number, which is at the outer end of each bar.
        middle = rect.center().x()
        painter.setPen(QColor(current_theme().outline))
        painter.drawLine(QPointF(middle, rect.top()), QPointF(middle, rect.bottom() + 1))
        if text:
            color = index.data(Qt.ItemDataRole.ForegroundRole)
            room = max(rect.width() / 2 - TEXT_ROOM, 8.0)
            bar = QRectF(middle, rect.center().y() - BAR_HEIGHT / 2, room * row.bar, BAR_HEIGHT).normalized()
            painter.fillRect(bar, color)
            text_area = QRectF(bar.right() + 6, rect.top(), TEXT_ROOM, rect.height())
            if row.bar < 0:
                text_area.moveRight(bar.left() - 6)
            write(painter, text_area, text, color, font(TEXT), RIGHT if row.bar < 0 else LEFT)
        painter.restore()


class CardCell(Guarded, QStyledItemDelegate):
    """Draws a card as its rank and the symbol of its suit."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a card in the colour of its suit; other texts as usual."""
        name = str(index.data())
        if name not in CARDS:
            super().paint(painter, option, index)
            return
        suit = CARDS[name] & 3
        color: QColor = current_look().suit_color(suit, deck=True)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, letters = enlarge(painter, option.rect), font(TEXT, QFont.Weight.DemiBold)
        width = QFontMetricsF(letters).horizontalAdvance(name[0])
        left = rect.center().x() - (width + 3 + SUIT_SIZE) / 2
        write(painter, QRectF(left, rect.top(), width + 2, rect.height()), name[0], color, letters, LEFT)
        box = QRectF(left + width + 3, rect.center().y() - SUIT_SIZE / 2, SUIT_SIZE, SUIT_SIZE)
        paint_suit(painter, suit, box, color)
        painter.restore()


class NextCardView(TableView[NextCardRow]):
    """The table of next cards; ``drawn``: whether cards are painted with the symbols of their suits."""

    def __init__(self, name: str, title: str, *, drawn: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self.setItemDelegateForColumn(SHIFT, ShiftBar(self))
        if drawn:
            self.setItemDelegateForColumn(CARD, CardCell(self))

    def show_cards(self, table: NextTable | None, dealt: str, *, stale: bool, drawn: bool = False) -> None:
        """Show the cards of ``table``; None empties the table.

        ``drawn``: hold'em's cards, without a column of live cards. ``dealt``: see :class:`CardTable`.
        """
        if table is None:
            self.show_table(TableData())
            return
        cards = CardTable(table, dealt)
        self.show_table(cards.data(cards.rows(table.cards), stale=stale, live=not drawn, drawn=drawn))


class GroupsView(NextCardView):
    """The next cards in groups, by how they change the board.

    A click or the space bar folds or unfolds a group; the keys Right and Left unfold and fold it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, "Next cards in groups", drawn=True)
        self.groups: tuple[Group, ...] = ()
        self.unfolded: frozenset[str] = frozenset()
        self._content: tuple[NextTable | None, str, bool] = None, "", False
        """The last arguments of :meth:`show_groups`, with which folding renders again."""
        self.clicked.connect(self._on_group_clicked)

    def show_groups(self, table: NextTable | None, board: Sequence[int], dealt: str, *, stale: bool) -> None:
        """Show the groups of ``table``; None empties the table. ``dealt``: see :class:`CardTable`."""
        self.groups = card_groups(table, board) if table is not None else ()
        self._content = table, dealt, stale
        self._render()

    def _render(self) -> None:
        """List the groups, each unfolded one with its cards below it."""
        table, dealt, stale = self._content
        if table is None:
            self.show_table(TableData())
            return
        # The bars of all listed rows have one scale, so groups and their cards are made into rows together.
        cards, listed = CardTable(table, dealt), list[tuple[NextCard, str, bool | None]]()
        for group, members in self.groups:
            unfolded = group.name in self.unfolded
            listed.append((group, group.name, unfolded))
            visible = sorted(members, key=lambda card: CARDS[card.name]) if unfolded else ()
            listed += [(card, group.name, None) for card in visible]
        current, *rows = cards.rows([card for card, _, _ in listed])
        rows = [replace(r, group=g, unfolded=u) for r, (_, g, u) in zip(rows, listed, strict=True)]
        self.show_table(cards.data((current, *rows), stale=stale, live=False, sorts=False))

    def toggle(self, row: NextCardRow, *, unfold: bool | None = None) -> None:
        """Fold or unfold the group of a row; ``unfold``: which of them, None for the opposite of the current state."""
        if not row.group:
            return
        unfold = row.group not in self.unfolded if unfold is None else unfold
        if unfold != (row.group in self.unfolded):
            self.unfolded ^= {row.group}
            self._render()
        self.choose((row.group, row.group))

    @Slot(QModelIndex)
    def _on_group_clicked(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, NextCardRow) and row.is_group:
            self.toggle(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space: None, Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}
        row = self.selected_row
        if event.key() in keys and row is not None and row.card is not None:
            self.toggle(row, unfold=keys[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


def judge_first(table: NextTable) -> list[int]:
    """Return the indices of the active seats, with the seat that judges first."""
    return sorted(range(len(table.seats)), key=lambda i: (i != table.judge, i))


def card_groups(table: NextTable, board: Sequence[int]) -> tuple[Group, ...]:
    """Return the groups that contain a card; ``board``: the cards on the board.

    The equity of a group is the mean of its cards' equities, weighted by probability. Its standard error is at most the
    mean of theirs, which is used.
    """
    groups = []
    for name in CARD_GROUPS:
        cards = tuple(card for card in table.cards if card_group(board, CARDS[card.name]) == name)
        if cards:
            chance = sum(card.probability for card in cards)
            seats = tuple(_mean(cards, seat) for seat in range(len(table.seats)))
            groups.append((NextCard(name, len(cards), chance, 0.0, seats), cards))
    return tuple(groups)


def _mean(cards: Sequence[NextCard], seat: int) -> EquityAfterCard | None:
    """Return the mean equity of a seat after one of ``cards``, or None if one of the equities is not known."""
    rows = [(card.probability, equity) for card in cards if (equity := card.seats[seat]) is not None]
    total = sum(chance for chance, _ in rows)
    if len(rows) < len(cards) or total == 0:
        return None
    mean, error = (sum(p * getattr(equity, key) for p, equity in rows) / total for key in ("equity", "stderr"))
    return replace(rows[0][1], equity=mean, stderr=error)
