"""The next cards of hold'em in groups, by what they do to the board: each group is a row that unfolds to its cards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from engine.details.next_tables import NextCard, NextTable, Seen
from engine.made.next_cards import GROUPS, card_group
from gui.charts.figure import Table
from gui.charts.values import Chart, Heading
from gui.look.changes import CARDS
from gui.look.theme import Look
from gui.pages.next_card.charts import next_columns
from gui.pages.next_card.table import CARD, NextCardModel, NextCardView

CLOSED, OPEN = "▸ ", "▾ "
TEXTURES = {
    "flush completes": "a third card of a suit lies on the board, a fourth or a fifth",
    "board pairs": "its rank lies on the board already",
    "straightens": "two cards of a hand can make a straight with it that they could not make before",
    "overcard": "it is above all cards of the board",
    "blank": "nothing of all that",
}
"""What the groups mean."""


def grouped(table: NextTable, board: Sequence[int]) -> tuple[tuple[NextCard, tuple[NextCard, ...]], ...]:
    """Return the groups that have a card, each with its cards, as one card that is any of them.

    The equity of a group is the mean by probability; its standard error is at most the mean of theirs, which is taken.
    """
    found = []
    for name in GROUPS:
        cards = tuple(card for card in table.cards if card_group(board, CARDS[card.name]) == name)
        if cards:
            chance = sum(card.probability for card in cards)
            seats = tuple(_mean(cards, seat) for seat in range(len(table.places)))
            found.append((NextCard(name, len(cards), chance, 0.0, seats), cards))
    return tuple(found)


def _mean(cards: Sequence[NextCard], seat: int) -> Seen | None:
    """Return what a seat has behind any of ``cards``, None where one of them is not known."""
    rows = [(card.probability, seen) for card in cards if (seen := card.seats[seat]) is not None]
    total = sum(chance for chance, _ in rows)
    if len(rows) < len(cards) or total == 0:
        return None
    equity, error = (sum(p * getattr(seen, key) for p, seen in rows) / total for key in ("equity", "stderr"))
    return replace(rows[0][1], equity=equity, stderr=error)


class GroupsModel(NextCardModel):
    """Rows: now, then the groups, those that are unfolded with their cards below them."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        self.groups: tuple[tuple[NextCard, tuple[NextCard, ...]], ...] = ()
        self.unfolded: frozenset[str] = frozenset()
        super().__init__(look, parent)

    def show_groups(self, table: NextTable | None, board: Sequence[int], *, stale: bool) -> None:
        """Take the groups of another table."""
        self.groups = grouped(table, board) if table is not None else ()
        self.show_table(table, stale=stale)

    def toggle(self, row: int, *, open_: bool | None = None) -> None:
        """Unfold the group in a row, or fold it again; ``open_`` says which. A row of a card stands for its group."""
        card = self.card_at(row)
        if card is None:
            return
        name = next(group.name for group, cards in self.groups if card is group or card in cards)
        wanted = name not in self.unfolded if open_ is None else open_
        if wanted != (name in self.unfolded):
            self.beginResetModel()
            self.unfolded ^= {name}
            self._arrange()
            self.endResetModel()

    def _arrange(self) -> None:
        column, order = self._sorting
        backwards = order == Qt.SortOrder.DescendingOrder
        rows: list[NextCard] = []
        for group, cards in self.groups:
            rows.append(group)
            if group.name in self.unfolded:
                rows += sorted(cards, key=lambda card: self._key(card, column, CARDS[card.name]), reverse=backwards)
        self._cards = tuple(rows)

    def is_bold(self, row: int, column: int) -> bool:
        card = self.card_at(row)
        return super().is_bold(row, column) if card is None or card.name not in CARDS else False

    def text(self, row: int, column: int) -> str:
        card = self.card_at(row)
        if card is not None and column == CARD and card.name not in CARDS:
            return f"{OPEN if card.name in self.unfolded else CLOSED}{card.name} ({card.live})"
        return super().text(row, column)

    def side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if column == CARD else super().side(column)

    def more(self, row: int, column: int, role: int) -> Any:
        card = self.card_at(row)
        if card is not None and column == CARD and card.name in TEXTURES:
            if role == Qt.ItemDataRole.ToolTipRole:
                return f"{card.name}: {TEXTURES[card.name]}"
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return f"{card.name}, {'unfolded' if card.name in self.unfolded else 'folded'}"
        return super().more(row, column, role)


class GroupsView(NextCardView):
    """The table of groups: a click or the space bar unfolds one, Right and Left open and close it."""

    bar_least = 130

    def __init__(self, model: GroupsModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(model, look, parent)
        self._groups = model
        self.setAccessibleName("Next cards in groups")
        self.clicked.connect(self._on_clicked)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        card = self._groups.card_at(index.row())
        if card is not None and card.name not in CARDS:
            self._toggle(index.row(), None)

    def _toggle(self, row: int, open_: bool | None) -> None:
        card = self._groups.card_at(row)
        self._groups.toggle(row, open_=open_)
        rows = range(self._groups.rowCount())
        if card is not None:
            group = next(g.name for g, cards in self._groups.groups if card is g or card in cards)
            at = next(i for i in rows if (c := self._groups.card_at(i)) is not None and c.name == group)
            self.setCurrentIndex(self._groups.index(at, CARD))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Space: None, Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}
        row = self.currentIndex().row()
        if event.key() in ways and row > 0:
            self._toggle(row, ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


def groups_chart(table: NextTable, snapshot: Snapshot, board: Sequence[int]) -> Chart:
    """Return the groups as columns: bars of the seat that judges, cards, chances and all equities."""
    groups = grouped(table, board)
    title = f"{table.names[table.judge]}'s equity behind groups of next cards"
    heading = Heading.of(snapshot, title, (), "next-card-groups")
    columns = replace(table, cards=tuple(group for group, _ in groups))
    return next_columns(columns, heading, "cards", groups_rows(table, groups))


def groups_rows(table: NextTable, groups: Sequence[tuple[NextCard, tuple[NextCard, ...]]]) -> Table:
    """Return the groups (``card`` empty) and the cards of each: probability, equities and their standard errors."""
    heads = ("group", "card", "cards", "probability")
    header = (*heads, *(f"{name} {what}" for name in table.names for what in ("equity", "stderr")))
    rows: list[tuple[object, ...]] = []
    for group, cards in groups:
        for card in (group, *cards):
            numbers = [("", "") if seen is None else (seen.equity, seen.stderr) for seen in card.seats]
            which = ("", len(cards)) if card is group else (card.name, 1)
            rows.append((group.name, *which, card.probability, *(v for pair in numbers for v in pair)))
    return header, rows
