"""The table of results: equity with its interval, win, ties, lose and odds of every seat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine import Estimate, Snapshot
from engine.details.changes import SeatChange
from gui.export.files import results_text
from gui.look.captions import why_no_equity
from gui.look.changes import change_ink, change_words
from gui.look.formatting import interval, odds, percent
from gui.look.scale import px, scaled_size, zoom
from gui.look.theme import Look
from gui.parts.build import label
from gui.parts.detail_page import STOPPED, under_way
from gui.parts.row_table import Role, RowModel, RowTable
from gui.state.session import Comparison, Session

EXACT_DIGITS = 4
NAME_WIDTH, LEAST_NAME_WIDTH = 110, 76
ROW_HEIGHT = 28
CELL_PADDING, TIGHT_PADDING = 26, 14
SWATCH = 10
EMPTY = "Fill in the seats on the left: click cards or type them.\nTheir equities appear here by themselves."


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its header, its text for an estimate and its change against the pinned one, what the header means.

    Where there is no room for all of them, those with the highest ``rank`` are left out first, those of rank 0 never.
    """

    title: str
    text: Callable[[Estimate, SeatChange | None], str]
    hint: str
    rank: int = 0


def _share(value: float, estimate: Estimate) -> str:
    return percent(value, estimate.stderr, exact_digits=EXACT_DIGITS)


def _is_seen(text: str) -> bool:
    """Return whether a number shows another digit than 0; ties of a size that never does get no column."""
    return any(digit in text for digit in "123456789")


def _tie_column(k: int, title: str) -> Column:
    hint = f"shares the pot with exactly {k + 1} other{'s' if k else ''}"
    return Column(title, lambda e, _: _share(e.split[k], e), hint, rank=3 + k)


def columns_of(snapshot: Snapshot | None, *, compared: bool = False) -> tuple[Column, ...]:
    """Return the columns that a result needs, one that is ``compared`` with the pinned one; ties apart by size, last,
    where several sizes occur.
    """
    estimates = [seat.estimate for seat in snapshot.active if seat.estimate] if snapshot is not None else []
    most = max((len(e.split) for e in estimates), default=0)
    sizes = [k for k in range(most) if any(_is_seen(_share(e.split[k], e)) for e in estimates)]
    lesser = 2 if compared else 0
    columns = [
        Column("Equity", lambda e, _: _share(e.equity, e), "expected share of the pot at showdown, nobody folds"),
        Column("95 %", lambda e, _: interval(e.stderr) or "exact", "half width of the 95 % interval of the equity", 1),
        *(CHANGE_COLUMNS if compared else ()),
        Column("Win", lambda e, _: _share(e.win, e), "wins the whole pot", lesser),
        Column("Tie", lambda e, _: _share(sum(e.split), e), "shares the pot", lesser),
    ]
    columns += [
        Column("Lose", lambda e, _: _share(e.lose, e), "gets nothing", lesser),
        Column("Odds", lambda e, _: odds(e.equity), "by equity: 4 : 1 on is 80 %, 4 : 1 against is 20 %", 2),
    ]
    if len(sizes) > 1:
        columns += [_tie_column(k, f"{k + 2}-way") for k in sizes]
    return tuple(columns)


CHANGE_COLUMNS = (
    Column("Pinned", lambda _, c: _share(c.before.equity, c.before) if c else "–", "the equity in the pinned result"),
    Column(
        "Change",
        lambda _, c: change_words(c) if c else "–",
        "points of percent more than in the pinned result, with the half width of the 95 % interval of the difference",
    ),
)
"""What stands beside the equities where another result is pinned."""
CHANGE = "Change"


class ResultsModel(RowModel):
    """The result of a session as rows of seats; stale results are grey."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self._snapshot: Snapshot | None = None
        self._stale = False
        self._columns: tuple[Column, ...] = columns_of(None)
        self._comparison: Comparison | None = None

    def dispensable(self) -> list[int]:
        """Return the columns that may be left out, those first that are missed least."""
        ranks = {i: column.rank for i, column in enumerate(self._columns, start=1) if column.rank}
        return sorted(ranks, key=lambda i: -ranks[i])

    def longest(self, column: int) -> tuple[str, ...]:
        """Return the longest number of a column, and the words that stand in place of numbers."""
        seats = self._snapshot.seats if self._snapshot is not None else ()
        numbers = (self.text(row, column) for row, seat in enumerate(seats) if seat.estimate is not None)
        words = {self.text(row, column) for row, seat in enumerate(seats) if seat.estimate is None}
        return (max(numbers, key=len, default=""), *sorted(words))

    def show_result(self, snapshot: Snapshot | None, comparison: Comparison | None = None, *, stale: bool) -> None:
        """Take another result, and how it differs from a pinned one; the shape is reset only where it changes."""
        compared = comparison is not None and any(comparison.seats)
        columns = columns_of(snapshot, compared=compared)
        rows = len(snapshot.seats) if snapshot is not None else 0
        same = rows == self.rowCount() and [c.title for c in columns] == [c.title for c in self._columns]
        if not same:
            self.beginResetModel()
        self._snapshot, self._stale, self._columns = snapshot, stale, columns
        self._comparison = comparison if compared else None
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, self.columnCount() - 1))

    @property
    def shape(self) -> tuple[int, int]:
        return len(self._snapshot.seats) if self._snapshot is not None else 0, 1 + len(self._columns)

    def head(self, column: int) -> tuple[str, str]:
        return (self._columns[column - 1].title, self._columns[column - 1].hint) if column else ("Seat", "")

    def is_bold(self, row: int, column: int) -> bool:
        return column == 1

    def _change(self, row: int) -> SeatChange | None:
        return self._comparison.seats[row] if self._comparison is not None else None

    def ink(self, row: int, column: int) -> str:
        change = self._change(row)
        if column and self._columns[column - 1].title == CHANGE and change is not None and not self._is_quiet(row):
            return change_ink(change, self._look.theme)
        quiet = self._is_quiet(row) or column == 2
        return self._look.theme.muted if quiet else self._look.theme.text

    def _is_quiet(self, row: int) -> bool:
        return self._stale or self._snapshot is None or self._snapshot.seats[row].estimate is None

    def more(self, row: int, column: int, role: int) -> Any:
        if column == 0 and role == Role.ToolTipRole:
            return self._explained(row)
        if column == 0 and role == Role.DecorationRole:
            return _swatch(self._look.theme.seat(row), filled=not self._is_quiet(row))
        return None

    def _explained(self, row: int) -> str:
        """Return a row in words: the cards, and every column, even one that there is no room for."""
        assert self._snapshot is not None
        seat = self._snapshot.seats[row]
        lines = [f"{seat.name}: {self._snapshot.scenario.seats[row].cards}"]
        if seat.estimate is not None:
            change = self._change(row)
            lines += [f"{column.title}: {column.text(seat.estimate, change)}" for column in self._columns]
            if change is not None:
                plain = columns_of(self._snapshot)
                lines += [f"Pinned {column.title.lower()}: {column.text(change.before, None)}" for column in plain[2:5]]
        return "\n".join(lines)

    def text(self, row: int, column: int) -> str:
        assert self._snapshot is not None
        seat = self._snapshot.seats[row]
        if column == 0:
            return seat.name
        if seat.estimate is None:
            return why_no_equity(seat) if column == 1 else ""
        return self._columns[column - 1].text(seat.estimate, self._change(row))


def _swatch(color: QColor, *, filled: bool) -> QPixmap:
    pixmap = QPixmap(scaled_size(2 * SWATCH, 2 * SWATCH))
    pixmap.setDevicePixelRatio(2.0)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.scale(zoom(), zoom())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(color)
    if filled:
        painter.setBrush(color)
    painter.drawRoundedRect(1, 1, SWATCH - 2, SWATCH - 2, 2, 2)
    painter.end()
    return pixmap


class ResultsTable(QWidget):
    """The table, or what to do to fill it. Ctrl+C copies the whole as text for a forum."""

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results")
        self._session, self._look = session, look
        self.model = ResultsModel(look, self)
        self.view = _CopyingView(self)
        self.view.setModel(self.model)
        self.empty = label(EMPTY, name="results.empty", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.stack = QStackedLayout(self)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.view)
        session.changed.connect(self._on_session_changed)
        self._on_session_changed()

    @Slot()
    def _on_session_changed(self) -> None:
        snapshot = self._session.snapshot
        self.model.show_result(snapshot, self._session.comparison, stale=self._session.stale)
        self.empty.setText(self._why_empty())
        self.stack.setCurrentWidget(self.empty if snapshot is None else self.view)
        self.view.fit_columns()

    def whole_height(self, least: int = 0) -> int:
        """Return the height that shows all rows, and so many in any case."""
        rows = max(self.model.rowCount(), least) * self.view.verticalHeader().defaultSectionSize()
        return self.view.horizontalHeader().sizeHint().height() + rows + 2 * self.view.frameWidth()

    def _why_empty(self) -> str:
        if self._session.state != "idle":
            return under_way(self._session)
        return STOPPED if self._session.stopped else EMPTY

    def copy(self) -> None:
        """Put the results on the clipboard as text."""
        if self._session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self._session.snapshot))


class _CopyingView(RowTable):
    def __init__(self, owner: ResultsTable) -> None:
        super().__init__("results.table", ROW_HEIGHT, owner)
        self._owner = owner
        self._shape: tuple[int, ...] = ()
        self.setAccessibleName("Results")
        self.setProperty("dense", True)

    def copy(self) -> None:
        self._owner.copy()

    def fit_columns(self) -> None:
        """Give the numbers the width that they need and the names what is left; leave out what there is no room for.

        Figures are tabular, so that the longest text is the widest; nothing happens while the lengths stay.
        """
        model, header, room = self._owner.model, self.horizontalHeader(), self.viewport().width()
        texts = [model.longest(column) for column in range(model.columnCount())]
        shape = (room, px(ROW_HEIGHT), *(len(text) for several in texts for text in several))
        if not texts or shape == self._shape:
            return
        self._shape = shape
        needed = {column: max(self.widths_of(column, texts[column])) for column in range(1, len(texts))}
        for column in model.dispensable():
            if px(LEAST_NAME_WIDTH) + sum(needed.values()) + px(TIGHT_PADDING) * len(needed) <= room:
                break
            del needed[column]
        padding = (room - px(NAME_WIDTH) - sum(needed.values())) // len(needed)
        padding = min(max(padding, px(TIGHT_PADDING)), px(CELL_PADDING))
        header.resizeSection(0, max(px(LEAST_NAME_WIDTH), room - sum(needed.values()) - padding * len(needed)))
        for column in range(1, len(texts)):
            self.setColumnHidden(column, column not in needed)
            if column in needed:
                header.resizeSection(column, needed[column] + padding)
