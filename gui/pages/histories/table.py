"""The list of hands: sorted by any column, searched by words; a broken hand says so in its row."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.cards import whole_text
from engine.histories.listing import HandLine
from gui.look.scale import px, unscaled
from gui.look.theme import Look
from gui.parts.row_table import Index, Role, RowModel, RowTable

NUMBER, DATE, GAME, STAKES, PLAYERS, HERO, CARDS, WON = range(8)
HEADS = (
    ("Hand", "place in the file; Enter or a click follows the hand"),
    ("When", "when it was played"),
    ("Game", "game and limit"),
    ("Stakes", "blinds, or small and big bet"),
    ("Seats", "how many players are dealt in"),
    ("Hero", "whose cards the history was written for"),
    ("Cards", "hero's first cards"),
    ("Won", "who won how much; or why the hand cannot be read"),
)
LONGEST = 60
"""Characters of a cell."""
SAMPLE = 100
"""Rows that the widths of columns go by."""
PADDING = 14
LEAST_WON, ROOMY_WON = 90, 170
"""Widths of the last column: the times of day make room for the larger one, other columns for the smaller one."""
TIME, DAY = 16, 10
"""Characters of a date with and without the time of day."""
KEYS: Mapping[int, Callable[[HandLine], object]] = {
    NUMBER: lambda line: line.raw.number,
    DATE: lambda line: line.date,
    GAME: lambda line: line.game.lower(),
    STAKES: lambda line: f"{len(line.stakes):03} {line.stakes}",
    PLAYERS: lambda line: len(line.players),
    HERO: lambda line: line.hero.lower(),
    CARDS: lambda line: line.cards,
    WON: lambda line: line.won.lower(),
}


class ListModel(RowModel):
    """Rows of hands: those that hold all words of the search, in the order of a column."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self._lines: tuple[HandLine, ...] = ()
        self._broken: Mapping[int, str] = {}
        self._words: tuple[str, ...] = ()
        self._found: list[HandLine] = []
        self._sorted: tuple[int, Qt.SortOrder] = (NUMBER, Qt.SortOrder.AscendingOrder)
        self._date = TIME

    def show_lines(self, lines: tuple[HandLine, ...]) -> None:
        """List other hands."""
        self.beginResetModel()
        self._lines, self._broken = lines, {}
        self._arrange()
        self.endResetModel()

    def show_broken(self, broken: Mapping[int, str]) -> None:
        """Mark the hands that cannot be read, with the reason, by number."""
        if broken != self._broken:
            self._broken = broken
            self.refresh()

    def show_times(self, on: bool) -> None:
        """Show when on its day a hand was played, or the day alone."""
        if on != (self._date == TIME):
            self._date = TIME if on else DAY
            self.refresh()

    def search(self, text: str) -> None:
        """List only hands in whose texts all words of ``text`` stand."""
        self.beginResetModel()
        self._words = tuple(text.lower().split())
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        column, order = self._sorted
        words = self._words
        found = [line for line in self._lines if all(word in line.words for word in words)] if words else self._lines
        self._found = sorted(found, key=KEYS[column], reverse=order == Qt.SortOrder.DescendingOrder)  # type: ignore[arg-type]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._sorted = column, order
        self._arrange()
        self.endResetModel()

    def at(self, row: int) -> HandLine | None:
        """Return the hand of a row, None where there is none."""
        return self._found[row] if 0 <= row < len(self._found) else None

    def row_of(self, line: HandLine) -> int | None:
        """Return the row of a hand, None where the search has left it out."""
        return next((row for row, found in enumerate(self._found) if found is line), None)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self._found), len(HEADS)

    def head(self, column: int) -> tuple[str, str]:
        return HEADS[column]

    def text(self, row: int, column: int) -> str:
        line = self._found[row]
        if column == NUMBER:
            return str(line.raw.number)
        if column == PLAYERS:
            return str(len(line.players))
        if column == WON and line.raw.number in self._broken:
            return self._broken[line.raw.number]
        texts = {
            DATE: line.date[: self._date],
            GAME: line.game,
            STAKES: line.stakes,
            HERO: line.hero,
            CARDS: line.cards,
        }
        return whole_text(texts.get(column, line.won)[:LONGEST])

    def is_bold(self, row: int, column: int) -> bool:
        return column == CARDS

    def ink(self, row: int, column: int) -> str:
        theme, line = self._look.theme, self._found[row]
        if line.raw.number in self._broken:
            return theme.bad if column in (NUMBER, WON) else theme.muted
        return theme.muted if column in (DATE, STAKES, WON) else theme.text

    def side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight if column in (NUMBER, PLAYERS) else Qt.AlignmentFlag.AlignLeft

    def more(self, row: int, column: int, role: int) -> str | None:
        if role == Role.ToolTipRole:
            line = self._found[row]
            when = f", {line.date[:TIME]}" if line.date else ""
            won = f"\nWon: {line.won}" if line.won else ""
            return whole_text(f"{line.raw.name}{when}: {', '.join(line.players)}{won}")
        return None


class HandList(RowTable):
    """The table ``histories.list``; ``chosen`` carries the hand that was clicked or entered."""

    chosen = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("histories.list", 24, parent)
        self.setAccessibleName("Hands")
        self.setProperty("dense", True)
        self.rows = ListModel(look, self)
        self._wanted = [0.0] * len(HEADS)
        self._day = 0.0
        self.setModel(self.rows)
        self.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(NUMBER, Qt.SortOrder.AscendingOrder)
        self.horizontalHeader().setSectionsClickable(True)
        self.rows.modelReset.connect(self._measure)
        self.clicked.connect(self._on_clicked)

    @Slot(QModelIndex)
    def _on_clicked(self, index: Index) -> None:
        line = self.rows.at(index.row())
        if line is not None:
            self.chosen.emit(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self.rows.at(self.currentIndex().row())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and line is not None:
            self.chosen.emit(line)
        else:
            super().keyPressEvent(event)

    def mark(self, line: HandLine | None) -> None:
        """Select the row of a hand, where it is in the list."""
        row = None if line is None else self.rows.row_of(line)
        if row is None:
            self.clearSelection()
        else:
            self.selectRow(row)

    @Slot()
    def _measure(self) -> None:
        """Note how wide the texts of each column are at 100 %, 0 where there are none, by a sample of the rows."""
        rows = range(0, self.rows.rowCount(), max(1, self.rows.rowCount() // SAMPLE))
        if not rows:  # the search has found nothing: the titles stay where they are
            return
        self.rows.show_times(True)
        texts = [[self.rows.text(row, column) for row in rows] for column in range(len(HEADS))]
        self._wanted = [self._width(column, texts[column]) for column in range(len(HEADS))]
        self._day = self._width(DATE, [text[:DAY] for text in texts[DATE]])
        self.fit_columns()

    def _width(self, column: int, texts: list[str]) -> float:
        return unscaled(max(self.widths_of(column, texts))) + PADDING if any(texts) else 0.0

    @Slot()
    def fit_columns(self) -> None:
        """Give each column the width of its texts; the last one takes what is left."""
        *widths, won = map(px, self._wanted)
        room = self.viewport().width() - px(LEAST_WON)
        times = sum(widths) + min(won, px(ROOMY_WON)) <= self.viewport().width()
        self.rows.show_times(times)
        widths[DATE] = widths[DATE] if times else px(self._day)
        for column in (DATE, STAKES, GAME, HERO):  # the first that are left out where there is little room
            widths[column] = 0 if sum(widths) > room else widths[column]
        for column, width in enumerate(widths):
            self.setColumnHidden(column, not width)
            if width:
                self.setColumnWidth(column, width)
        self.setColumnWidth(WON, max(self.viewport().width() - sum(widths), px(LEAST_WON)))
