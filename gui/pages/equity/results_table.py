"""The table of results: equity with its interval, win, ties, lose and odds of every seat."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine import Estimate, SeatResult, Snapshot
from engine.details.changes import SeatChange
from gui.export.files import results_text
from gui.look.captions import why_no_equity
from gui.look.changes import change_color, change_words
from gui.look.formatting import interval, odds, percent
from gui.parts.build import label, page_ground
from gui.parts.detail_page import STOPPED, under_way
from gui.parts.table import Column, TableData, TableView
from gui.state.session import Comparison, Session

EXACT_DIGITS = 4
LEAST_NAME_WIDTH, ROW_HEIGHT = 76, 28
EMPTY = "Fill in the seats on the left: click cards or type them.\nTheir equities appear here by themselves."


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A seat of a result with its cards, and how it differs from the pinned one."""

    place: int
    seat: SeatResult
    cards: str
    change: SeatChange | None = None

    @property
    def estimate(self) -> Estimate | None:
        return self.seat.estimate


def _share(value: float, estimate: Estimate) -> str:
    return percent(value, estimate.stderr, exact_digits=EXACT_DIGITS)


def _is_seen(text: str) -> bool:
    """Return whether a number shows another digit than 0; ties of a size that never does get no column."""
    return any(digit in text for digit in "123456789")


def _column(
    title: str, text: Callable[[Estimate], str], tip: str, keep: int = 0, *, bold: bool = False, ink: str = "text"
) -> Column[ResultRow]:
    """Return a column of a seat's estimate, empty where it has none."""
    return Column(
        title, lambda row: text(row.estimate) if row.estimate is not None else "", tip, keep=keep, bold=bold, ink=ink
    )


def _equity(row: ResultRow) -> str:
    """Return the equity, or why there is none."""
    return _share(row.estimate.equity, row.estimate) if row.estimate is not None else why_no_equity(row.seat)


def _tie_column(k: int) -> Column[ResultRow]:
    tip = f"shares the pot with exactly {k + 1} other{'s' if k else ''}"
    return _column(f"{k + 2}-way", lambda e: _share(e.split[k], e), tip, 3 + k)


def columns_of(snapshot: Snapshot, *, compared: bool = False) -> tuple[Column[ResultRow], ...]:
    """Return the columns of numbers that a result needs, one that is ``compared`` with the pinned one; ties apart by
    size, last, where several sizes occur.
    """
    estimates = [seat.estimate for seat in snapshot.active if seat.estimate]
    most = max((len(e.split) for e in estimates), default=0)
    sizes = [k for k in range(most) if any(_is_seen(_share(e.split[k], e)) for e in estimates)]
    lesser = 2 if compared else 0
    half = "half width of the 95 % interval of the equity"
    return (
        Column("Equity", _equity, "expected share of the pot at showdown, nobody folds", bold=True),
        _column("95 %", lambda e: interval(e.stderr) or "exact", half, 1, ink="muted"),
        *(CHANGE_COLUMNS if compared else ()),
        _column("Win", lambda e: _share(e.win, e), "wins the whole pot", lesser),
        _column("Tie", lambda e: _share(sum(e.split), e), "shares the pot", lesser),
        _column("Lose", lambda e: _share(e.lose, e), "gets nothing", lesser),
        _column("Odds", lambda e: odds(e.equity), "by equity: 4 : 1 on is 80 %, 4 : 1 against is 20 %", 2),
        *(map(_tie_column, sizes) if len(sizes) > 1 else ()),
    )


def _change_ink(row: ResultRow) -> str:
    return change_color(row.change) if row.change is not None else "text"


def _pinned(row: ResultRow) -> str:
    return "" if row.estimate is None else _share(row.change.before.equity, row.change.before) if row.change else "–"


def _change(row: ResultRow) -> str:
    return "" if row.estimate is None else change_words(row.change) if row.change else "–"


CHANGE_COLUMNS: tuple[Column[ResultRow], ...] = (
    Column("Pinned", _pinned, "the equity in the pinned result"),
    Column(
        "Change",
        _change,
        "points of percent more than in the pinned result, with the half width of the 95 % interval of the difference",
        ink=_change_ink,
    ),
)
"""Columns after the equities where another result is pinned."""


def results_data(snapshot: Snapshot | None, comparison: Comparison | None, *, stale: bool) -> TableData[ResultRow]:
    """Return the seats of a result as a table, with how they differ from a pinned one."""
    if snapshot is None:
        return TableData()
    compared = comparison is not None and any(comparison.seats)
    changes = comparison.seats if comparison is not None and compared else (None,) * len(snapshot.seats)
    described = zip(snapshot.seats, snapshot.scenario.seats, changes, strict=True)
    rows = tuple(ResultRow(i, seat, about.cards, change) for i, (seat, about, change) in enumerate(described))
    numbers, plain = columns_of(snapshot, compared=compared), columns_of(snapshot)

    def explained(row: ResultRow) -> str:
        """Return a row in words: the cards, and every column, even one that there is no room for."""
        lines = [f"{row.seat.name}: {row.cards}"]
        if row.estimate is not None:
            lines += [f"{column.title}: {column.text(row)}" for column in numbers]
        if row.estimate is not None and row.change is not None:
            before = replace(row, seat=replace(row.seat, estimate=row.change.before))
            lines += [f"Pinned {column.title.lower()}: {column.text(before)}" for column in plain[2:5]]
        return "\n".join(lines)

    name: Column[ResultRow] = Column(
        "Seat", lambda row: row.seat.name, number=False, wide=True, least=LEAST_NAME_WIDTH, cell_tip=explained,
        swatch=lambda row: row.place if row.estimate is not None else None,
    )  # fmt: skip
    return TableData(
        (name, *numbers), rows, stale=stale, key=lambda row: row.place, faint=lambda row: row.estimate is None
    )


class ResultsTable(QWidget):
    """The table, or how to fill it. Ctrl+C copies the whole result as text for a forum."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results")
        self._session = session
        self.view = _CopyingView(self)
        self.empty = label(EMPTY, name="results.empty", wrap=True, centred=True)
        page_ground(self)
        self.stack = QStackedLayout(self)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.view)
        session.changed.connect(self._on_session_changed)
        self._on_session_changed()

    @Slot()
    def _on_session_changed(self) -> None:
        snapshot = self._session.snapshot
        self.view.show_table(results_data(snapshot, self._session.comparison, stale=self._session.stale))
        self.empty.setText(self._why_empty())
        self.stack.setCurrentWidget(self.empty if snapshot is None else self.view)

    def whole_height(self, least: int = 0) -> int:
        """Return the height that shows all rows, and so many in any case."""
        return self.view.height_of(max(len(self.view.rows), least))

    def _why_empty(self) -> str:
        if self._session.state != "idle":
            return under_way(self._session)
        return STOPPED if self._session.stopped else EMPTY

    def copy(self) -> None:
        """Put the results on the clipboard as text."""
        if self._session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self._session.snapshot))


class _CopyingView(TableView[ResultRow]):
    """The table; copying it copies the whole result in words."""

    def __init__(self, owner: ResultsTable) -> None:
        super().__init__("results.table", "Results", owner, height=ROW_HEIGHT)
        self._owner = owner

    def copy(self) -> None:
        self._owner.copy()
