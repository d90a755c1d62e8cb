"""The tables of next cards: a row for now, then one for each card that can come, or for groups of them that unfold.

The change of the equity of the seat that draws, or is marked, is a bar.
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
"""With more seats than this the change is shown by its sign alone, its size in the tool tip."""
LEVELS = (NEVER, NEVER, 1, 1)
"""How the texts get shorter: in full; the change of other seats by its sign alone; numbers with one decimal at most and
without the sign of percent; without decimals. Columns are left out in the last two.
"""
DIGITS = {2: 1, 3: 0}
"""The most decimals at a level."""
BAR_LEAST, BAR_HEIGHT, TEXT_ROOM = 150, 10.0, 52.0
SUIT_SIZE = 11.0
SEAT_TIP = "equity behind this card, and how far it moves"
INKS = {"good": "better", "brick": "worse", "even": "muted"}
"""The colour of the theme for each verdict."""
CLOSED, OPEN = "▸ ", "▾ "
TEXTURES = {
    "flush completes": "a third card of a suit lies on the board, a fourth or a fifth",
    "board pairs": "its rank lies on the board already",
    "straightens": "two cards of a hand can make a straight with it that they could not make before",
    "overcard": "it is above all cards of the board",
    "blank": "nothing of all that",
}
"""The meaning of the groups."""
Index = QModelIndex | QPersistentModelIndex
Group = tuple[NextCard, tuple[NextCard, ...]]
"""A group as one card that is any of its cards, and these."""


@dataclass(frozen=True, slots=True, eq=False)
class CardRow:
    """A row: ``card`` None is that of now; ``place`` is the order of the cards, ``bar`` the length of the bar from -1
    to 1. A ``group`` of cards is ``unfolded`` or not; the row of a card in a group has its name, too.
    """

    card: NextCard | None
    place: int
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
    """The columns of the cards of a table; the seat that judges comes first."""

    def __init__(self, table: NextTable, dealt: str = "") -> None:
        """``dealt``: with what a question says that a card comes, as in ``turn``; empty: it cannot be asked."""
        self._table, self._dealt = table, dealt
        self._order = sorted(range(len(table.seats)), key=lambda i: (i != table.judge, i))
        self._widest = [table.max_errors(seat) for seat in range(len(table.seats))]
        """The largest error and noise of each active seat, by which its column is written."""

    def rows(self, cards: Sequence[NextCard]) -> tuple[CardRow, ...]:
        """Return the row of now and those of cards."""
        seen = [card.seats[self._table.judge] for card in cards]
        reach = max((abs(s.change) for s in seen if s is not None), default=0.0) or 1.0
        bars = [0.0 if s is None else s.change / reach for s in seen]
        return CardRow(None, -1), *map(CardRow, cards, range(len(cards)), bars)

    def data(
        self, rows: tuple[CardRow, ...], *, stale: bool, live: bool = True, sorts: bool = True, drawn: bool = False
    ) -> TableData[CardRow]:
        """Return the table of ``rows``: ``live`` has the column of live cards, ``sorts`` lets a click on a title sort;
        ``drawn`` cards begin with the best for the seat that judges, and do not stay in sight sideways.
        """
        down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
        columns: tuple[Column[CardRow], ...] = (
            Column(
                "Card", _card_text, "the card that comes", number=False, bold=lambda row: row.is_group or not row.group,
                centred=sorts, sort=(lambda row: row.place) if sorts else None,
                cell_tip=lambda row: f"{row.name}: {TEXTURES[row.name]}" if row.is_group else "",
                spoken=lambda row: f"{row.name}, {'unfolded' if row.unfolded else 'folded'}" if row.is_group else "",
            ),
            Column(
                "Live", self._live, "how many of them nobody has and are not dead", keep=2, ink="muted", shown=live,
                sort=(lambda row: row.card.live or 0 if row.card is not None else 0) if sorts else None,
            ),
            Column(
                "Chance", self._chance_at(0), "how likely this card comes next", keep=1, ink="muted",
                short=tuple(map(self._chance_at, (1, 2, 3))),
                sort=(lambda row: row.card.probability if row.card is not None else 0.0) if sorts else None,
            ),
            self._seat_column("Change", "how far it moves the equity of the seat that draws", 0, sorts, bar=True),
            *(self._seat_column(self._table.names[seat], SEAT_TIP, i, sorts) for i, seat in enumerate(self._order)),
        )  # fmt: skip
        return TableData(
            columns, rows, stale=stale, key=lambda row: (row.group, row.name), name=lambda row: row.name,
            strong=lambda row: row.card is None, question=self._question,
            order=(FIRST_SEAT, down) if drawn else (CARD, up), top=1,
            levels=LEVELS, padding=(12, 24), keep_names=not drawn,
        )  # fmt: skip

    def _question(self, row: CardRow) -> str:
        """Return the question how often the seat that judges wins after a card."""
        if row.card is None or row.is_group or not self._dealt:
            return ""
        return f"{self._table.seats[self._table.judge] + 1} wins given {self._dealt} {row.card.name}"

    def _live(self, row: CardRow) -> str:
        if row.card is not None:
            return "" if row.card.live is None else str(row.card.live)
        live = [card.live for card in self._table.cards if card.live is not None]
        return str(sum(live)) if live else ""

    def _chance_at(self, level: int) -> Callable[[CardRow], str]:
        def text(row: CardRow) -> str:
            return "" if row.card is None else _share(row.card.probability, row.card.probability_stderr, level)

        return text

    def _seen(self, row: CardRow, place: int) -> EquityAfterCard | None:
        """Return the equity of the seat at ``place`` of the columns after the card of a row."""
        return None if row.card is None else row.card.seats[self._order[place]]

    def _seat_column(self, title: str, tip: str, place: int, sorts: bool, *, bar: bool = False) -> Column[CardRow]:
        """Return the column of the equities of the seat at ``place``, or of the ``bar`` of its change."""

        def ink(row: CardRow) -> str:
            seen = self._seen(row, place)
            return "text" if seen is None else INKS[seen.verdict]

        def equity(row: CardRow) -> float:
            seen = self._seen(row, place)
            return -1.0 if seen is None else seen.equity

        texts = (self._change,) if bar else tuple(self._equity_at(place, level) for level in range(4))
        return Column(
            title, texts[0], tip, keep=3 if bar else 0, short=texts[1:], bold=not bar and place == 0, ink=ink,
            cell_tip=lambda row: self._explained(row, place), spoken=lambda row: self._explained(row, place),
            sort=equity if sorts else None, wide=bar, least=BAR_LEAST if bar else 0, centred=bar,
        )  # fmt: skip

    def _change(self, row: CardRow) -> str:
        seen = self._seen(row, 0)
        return "" if seen is None else change_text(seen.change, self._widest[self._order[0]][1])

    def _equity_at(self, place: int, level: int) -> Callable[[CardRow], str]:
        """Return the text of the equity of a seat at a level of brevity."""
        seat = self._order[place]
        error, noise = self._widest[seat]
        changes = level == 0 and place > 0 and len(self._order) <= FEW_SEATS

        def text(row: CardRow) -> str:
            if row.card is None:
                return _share(*self._table.current[seat], level)
            seen = self._seen(row, place)
            if seen is None:
                return "–"
            between = "" if level in DIGITS else " "
            shown = f"{_share(seen.equity, error, level)}{between}{SIGNS[seen.verdict]}"
            return f"{shown}{NO_BREAK}{change_text(seen.change, noise)}" if changes else shown

        return text

    def _explained(self, row: CardRow, place: int) -> str:
        """Return an equity in words."""
        seen = self._seen(row, place)
        if seen is None:
            return ""
        shown = f"{percent(seen.equity, seen.stderr, exact_digits=4)} {interval(seen.stderr)}".strip()
        change = change_text(seen.change, seen.noise, 4)
        name = self._table.names[self._order[place]]
        return f"{name} after {row.name}: {shown}, {change} points, {WORDS[seen.verdict]}"


def _card_text(row: CardRow) -> str:
    if row.is_group and row.card is not None:
        return f"{OPEN if row.unfolded else CLOSED}{row.name} ({row.card.live})"
    return row.name


def _share(value: float, stderr: float, level: int) -> str:
    if level not in DIGITS:
        return percent(value, stderr)
    digits = min(percent_digits(stderr), DIGITS[level])
    return percent(value, exact_digits=digits).removesuffix(f"{NO_BREAK}%")


class ShiftBar(Guarded, QStyledItemDelegate):
    """Draws the change as a bar from the middle, blue to the right and orange to the left, its number at the end."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        painter.save()
        rect = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = rect.center().x()
        painter.setPen(QColor(current_theme().outline))
        painter.drawLine(QPointF(middle, rect.top()), QPointF(middle, rect.bottom() + 1))
        if text:
            color = index.data(Qt.ItemDataRole.ForegroundRole)
            room = max(rect.width() / 2 - TEXT_ROOM, 8.0)
            bar = QRectF(middle, rect.center().y() - BAR_HEIGHT / 2, room * row.bar, BAR_HEIGHT).normalized()
            painter.fillRect(bar, color)
            place = QRectF(bar.right() + 6, rect.top(), TEXT_ROOM, rect.height())
            if row.bar < 0:
                place.moveRight(bar.left() - 6)
            write(painter, place, text, color, font(TEXT), RIGHT if row.bar < 0 else LEFT)
        painter.restore()


class CardCell(Guarded, QStyledItemDelegate):
    """Draws a card as its rank and the shape of its suit."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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


class NextCardView(TableView[CardRow]):
    """The table of cards; ``drawn`` ones are painted with their suits."""

    def __init__(self, name: str, title: str, *, drawn: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self.setItemDelegateForColumn(SHIFT, ShiftBar(self))
        if drawn:
            self.setItemDelegateForColumn(CARD, CardCell(self))

    def show_cards(self, table: NextTable | None, dealt: str, *, stale: bool, drawn: bool = False) -> None:
        """Show the cards of a table, those of hold'em ``drawn`` and without the count of live cards; ``dealt`` as in
        :class:`CardTable`.
        """
        if table is None:
            self.show_table(TableData())
            return
        cards = CardTable(table, dealt)
        self.show_table(cards.data(cards.rows(table.cards), stale=stale, live=not drawn, drawn=drawn))


class GroupsView(NextCardView):
    """The cards in groups, by how they change the board: a click or the space bar unfolds a group to its cards, Right
    and Left open and close it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, "Next cards in groups", drawn=True)
        self.groups: tuple[Group, ...] = ()
        self.unfolded: frozenset[str] = frozenset()
        self._shown: tuple[NextTable | None, str, bool] = None, "", False
        self.clicked.connect(self._on_group_clicked)

    def show_groups(self, table: NextTable | None, board: Sequence[int], dealt: str, *, stale: bool) -> None:
        """Show the groups of another table; ``dealt`` as in :class:`CardTable`."""
        self.groups = grouped(table, board) if table is not None else ()
        self._shown = table, dealt, stale
        self._render()

    def _render(self) -> None:
        table, dealt, stale = self._shown
        if table is None:
            self.show_table(TableData())
            return
        cards, listed = CardTable(table, dealt), list[tuple[NextCard, str, bool | None]]()
        for group, members in self.groups:
            unfolded = group.name in self.unfolded
            listed.append((group, group.name, unfolded))
            shown = sorted(members, key=lambda card: CARDS[card.name]) if unfolded else ()
            listed += [(card, group.name, None) for card in shown]
        now, *rows = cards.rows([card for card, _, _ in listed])
        rows = [replace(r, group=g, unfolded=u) for r, (_, g, u) in zip(rows, listed, strict=True)]
        self.show_table(cards.data((now, *rows), stale=stale, live=False, sorts=False))

    def toggle(self, row: CardRow, *, unfold: bool | None = None) -> None:
        """Unfold the group of a row, or fold it again; ``unfold`` says which."""
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
        if isinstance(row, CardRow) and row.is_group:
            self.toggle(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Space: None, Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}
        row = self.chosen
        if event.key() in ways and row is not None and row.card is not None:
            self.toggle(row, unfold=ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


def grouped(table: NextTable, board: Sequence[int]) -> tuple[Group, ...]:
    """Return the groups that have a card.

    The equity of a group is the mean by probability; its standard error is at most the mean of theirs, which is taken.
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
    """Return the mean equity of a seat after any of ``cards``, None where one of them is not known."""
    rows = [(card.probability, seen) for card in cards if (seen := card.seats[seat]) is not None]
    total = sum(chance for chance, _ in rows)
    if len(rows) < len(cards) or total == 0:
        return None
    equity, error = (sum(p * getattr(seen, key) for p, seen in rows) / total for key in ("equity", "stderr"))
    return replace(rows[0][1], equity=equity, stderr=error)
