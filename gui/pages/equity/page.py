"""The page *Equity*: the table of results, and the charts of convergence and final hands."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedLayout, QTabWidget, QWidget

from engine import Estimate, RunOptions, Scenario, SeatResult, Snapshot
from engine.equity.details.changes import SeatChange
from engine.equity.details.lows import Lows, low_texts
from gui.charts.forms import class_titles, has_course
from gui.charts.plot import Maker
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem, results_text
from gui.look.guard import Guarded
from gui.look.scale import px
from gui.pages.equity.charts import NO_CLASSES, NO_CONVERGENCE, classes_chart, convergence_chart, precision_chart
from gui.parts.build import empty_menu, label, menu_entry, named, page_ground
from gui.parts.detail_page import STOPPED, progress_text
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import LatestDetail, Questions
from gui.state.session import ResultComparison, Session, Wanted, WatchedTable
from gui.words.captions import PAIRED, class_of_low, why_no_equity
from gui.words.formatting import change_color, change_words, deals, interval, odds, percent
from gui.words.games import GAME_WORDS

EXACT_DIGITS = 4
EQUITY, SHARES = "Equity", "All hands"
"""The first entry of the menu of quantities; the second text replaces it for a single active seat."""
PRECISION_TIP = "Standard errors by number of deals on log scales, next to plain sampling and 1/√deals"
MIN_NAME_WIDTH, ROW_HEIGHT = 76, 28
EMPTY = "Fill in the seats on the left: click cards or type them.\nTheir equities appear here automatically."

DEFAULT_TRIALS = 100_000
"""Deals of a simulation if the options of the run have no limit."""


class Simulation(WatchedTable):
    """Samples the table of which the session has an exact result, to compare the two."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The sampled result so far, or None."""
        return self.latest.current

    @property
    def possible(self) -> bool:
        """Whether the session has a current exact result."""
        exact = self._session.snapshot
        return exact is not None and exact.method == "exact" and not self._session.stale and bool(exact.seats)

    def wanted(self) -> Wanted | None:
        """Return the exact result's table as a sampled run with the same seed, or None if it cannot be sampled."""
        exact = self._session.snapshot
        if exact is None or not self.possible:
            return None
        options = exact.scenario.run
        sampled = RunOptions("sampled", options.seed, max_trials=options.max_trials or DEFAULT_TRIALS)
        return replace(exact.scenario.without_panels, run=sampled), None


TABLE_HEIGHT, CHART_HEIGHT = 230, 500
ROOMY_HEIGHT, MIN_ROWS = 560, 3
"""From this height of the page on, the table has at least :data:`TABLE_HEIGHT`; in a lower page, at least the height
of this number of rows."""
SIMULATE_TIP = (
    "Show simulated percentages with error bars next to the exact ones.\n"
    f"Seed and number of deals are in the run options ({deals(DEFAULT_TRIALS)} if empty)."
)


class ConvergenceChart(ChartView):
    """The chart of converging equities or of the shares of a final hand, or of their standard errors (``precision``).

    The axis of deals is logarithmic or linear and covers the complete run or its end. The mouse wheel and dragging zoom
    and move; a double click or Home makes the axes follow the run again.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("convergence", "Convergence", NO_CONVERGENCE, session, parent)
        self._sources: tuple[Snapshot | None, bool] = None, False
        self._class = ""
        """The final hand whose share is drawn; "" for the equity."""
        self.of = self.add_menu("of", "Show the equity or the share of a final hand", self._fill_classes)
        self.precision = self.add_toggle("precision", "Precision", PRECISION_TIP, self._on_axes)
        self.log = self.add_toggle("log", "Log", "Logarithmic axis of deals", self._on_axes, on=True)
        self.on_end = self.add_toggle("end", "Zoom", "Zoom in on the end of the run", self._on_axes)
        self._reset = QAction("Fit the axes", self)
        self._reset.setObjectName("chart.convergence.fit")
        self._reset.triggered.connect(self.reset_view)
        self.actions_of_view.append(self._reset)
        session.changed.connect(self._on_session_changed)
        self._draw()

    @Slot(bool)
    def _on_axes(self, on: bool) -> None:
        self.reset_view()
        self._draw()

    @Slot()
    def _on_session_changed(self) -> None:
        if (self._session.snapshot, self._session.stale) != self._sources:
            self._draw()

    def _titles(self) -> Mapping[str, str]:
        """Return the titles of the quantities that can be drawn: the equity (key ""), then the hand classes."""
        snapshot = self._session.snapshot
        if snapshot is None:
            return {"": EQUITY}
        return {"": SHARES if len(snapshot.active) == 1 else EQUITY, **class_titles(snapshot.scenario.game)}

    @Slot()
    def _fill_classes(self) -> None:
        menu = self.of.menu()
        empty_menu(menu)
        for name, title in self._titles().items():
            action = menu_entry(menu, title, self.show_class, name)
            action.setObjectName(f"chart.convergence.of.{name or 'equity'}")
            action.setCheckable(True)
            action.setChecked(name == self._class)

    def show_class(self, name: str) -> None:
        """Draw the share of the hand class ``name``, or the equity if it is ""."""
        self._class = name
        self.reset_view()
        self._draw()

    def _draw(self) -> None:
        """Draw the course of equities or of their standard errors, as the menu says, and enable its entries."""
        snapshot, stale = self._sources = self._session.snapshot, self._session.stale
        log, on_end, titles = self.log.isChecked(), self.on_end.isChecked(), self._titles()
        self._class = self._class if self._class in titles else ""
        self.of.setText(f"{titles[self._class]} ▾")
        make: Maker | None = None
        if snapshot is not None and self.precision.isChecked() and has_course(snapshot):
            make = partial(precision_chart, snapshot, class_=self._class)
        elif snapshot is not None:
            make = partial(convergence_chart, snapshot, log=log, on_end=on_end, class_=self._class)
        self.show_chart(make, stale=stale)
        for action in self.actions_of_view:
            action.setEnabled(has_course(snapshot))
        for action in (self.log, self.on_end):
            action.setEnabled(has_course(snapshot) and not self.precision.isChecked())
        self._place_tools()

    @property
    def ready(self) -> bool:
        """Whether there is a course: the flat lines of exact and saved results are not worth an export."""
        return has_course(self._session.snapshot)


class ClassesChart(ChartView):
    """The chart of the final hands of every seat.

    A sampled distribution in razz has the exact one as ticks; next to an exact one, a simulated one is drawn on demand.
    """

    def __init__(self, session: Session, simulation: Simulation, parent: QWidget | None = None) -> None:
        super().__init__("classes", "Final hands", NO_CLASSES, session, parent)
        self._simulation = simulation
        self._sources: tuple[object, ...] = ()
        self.simulate = self.add_toggle("simulate", "Simulate", SIMULATE_TIP, self._watch)
        session.changed.connect(self._on_session_changed)
        simulation.changed.connect(self._on_session_changed)
        self._on_session_changed()

    @Slot()
    def _watch(self) -> None:
        self._simulation.watch(on=self.simulate.isChecked() and self.isVisible())

    @Slot()
    def _on_session_changed(self) -> None:
        """Draw the chart again if anything that it shows has changed."""
        session, simulation = self._session, self._simulation
        snapshot, tip = session.snapshot, simulation.failure or SIMULATE_TIP
        sources = snapshot, session.stale, simulation.snapshot, simulation.possible, tip
        if sources == self._sources:
            return
        self._sources = sources
        exact = exact_classes(session.detail("outcomes", Lows))
        make = partial(classes_chart, snapshot, exact, simulation.snapshot) if snapshot is not None else None
        self.show_chart(make, stale=session.stale)
        self.simulate.setEnabled(simulation.possible or self.simulate.isChecked())
        self.simulate.setToolTip(tip)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.request_details("classes", {"outcomes"})
        self._watch()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.request_details("classes")
        self._watch()


def exact_classes(result: LatestDetail[Lows] | None) -> dict[int, dict[str, float]]:
    """Return the exact class distributions by seat, to be drawn over a sampled result.

    The dictionary is empty if the result is itself exact or stale; sampled seats are left out.
    """
    if result is None or result.stale or result.snapshot.method == "exact":
        return {}
    detail, classes = result.value, dict[int, dict[str, float]]()
    for row, seat in enumerate(detail.seats):
        if detail.stderr[row] == 0.0:
            shares = {PAIRED: float(detail.paired[row].sum())}
            for low in np.flatnonzero(detail.lows[row]).tolist():
                name = class_of_low(low_texts()[low])
                shares[name] = shares.get(name, 0.0) + float(detail.lows[row, low])
            classes[seat] = shares
    return classes


class EquityPage(Guarded, QSplitter):
    """The results above the charts. A sampled result brings convergence to the front, an exact one the final hands."""

    def __init__(self, document: Document, session: Session, questions: Questions) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._document, self._session = document, session
        self.convergence = ConvergenceChart(session)
        self.classes = ClassesChart(session, Simulation(document, session, questions, self))
        self._shown_method = ""
        self._charts = named(QTabWidget(), "charts", "Charts")
        self._charts.setDocumentMode(True)
        self._charts.addTab(self.convergence, "Convergence")
        self._charts.addTab(self.classes, "Hands")
        self.results = ResultsTable(session)
        self.addWidget(self.results)
        self.addWidget(self._charts)
        self._divided = False
        """Whether the player has moved the splitter handle, which then stays."""
        self.splitterMoved.connect(self._on_splitter_moved)
        self.setStretchFactor(1, 1)
        self.setSizes([TABLE_HEIGHT, CHART_HEIGHT])
        self.setChildrenCollapsible(False)
        document.changed.connect(self._on_document_changed)
        session.changed.connect(self._on_session_changed)
        self._name_tabs()

    def _name_tabs(self) -> None:
        words = GAME_WORDS[self._document.scenario.game].classes
        self._charts.setTabText(self._charts.indexOf(self.classes), words.tab)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self._name_tabs()

    @Slot()
    def _on_splitter_moved(self) -> None:
        self._divided = True

    def _divide(self) -> None:
        """Give the table the height of its rows, but at most half of the page.

        In a high page the minimum is :data:`TABLE_HEIGHT`, so that the charts do not move when seats come and go.
        """
        table, charts = self.sizes()
        room = table + charts
        if self._divided or not self.isVisible():
            return
        min_height = px(TABLE_HEIGHT) if room >= px(ROOMY_HEIGHT) else 0
        height = min(max(self.results.full_height(MIN_ROWS), min_height), room // 2)
        if height != table:
            self.setSizes([height, room - height])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._divide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._divide()

    @Slot()
    def _on_session_changed(self) -> None:
        """Show the chart that fits the method when the method changes, not at every result."""
        snapshot = self._session.snapshot
        self._divide()
        if snapshot is not None and snapshot.method != self._shown_method:
            self._shown_method = snapshot.method
            self._charts.setCurrentWidget(self.convergence if snapshot.method == "sampled" else self.classes)


def equity_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    questions = context.questions.apart("simulation")
    page = EquityPage(context.document, context.session, questions)
    return page, (
        ExportItem("convergence", "Convergence", page, page.convergence),
        *(
            ExportItem(words.classes.tab.lower(), words.classes.tab, page, page.classes, game)
            for game, words in GAME_WORDS.items()
        ),
    )


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A seat of a result: its index, its cards as typed, and its change against the pinned result."""

    index: int
    seat: SeatResult
    cards: str
    change: SeatChange | None = None

    @property
    def estimate(self) -> Estimate | None:
        return self.seat.estimate


def _share(value: float, estimate: Estimate) -> str:
    return percent(value, estimate.stderr, exact_digits=EXACT_DIGITS)


def _column(
    title: str, text: Callable[[Estimate], str], tip: str, hide_order: int = 0, *, bold: bool = False, ink: str = "text"
) -> Column[ResultRow]:
    """Return a column of the estimate of a seat; a seat without one has an empty cell."""
    return Column(
        title,
        lambda row: text(row.estimate) if row.estimate is not None else "",
        tip,
        hide_order=hide_order,
        bold=bold,
        ink=ink,
    )


def _equity(row: ResultRow) -> str:
    """Return the equity, or the reason why there is none."""
    return _share(row.estimate.equity, row.estimate) if row.estimate is not None else why_no_equity(row.seat)


def _tie_column(k: int) -> Column[ResultRow]:
    tip = f"splits the pot with exactly {k + 1} other player{'s' if k else ''}"
    return _column(f"{k + 2}-way", lambda e: _share(e.split[k], e), tip, 3 + k)


def result_columns(snapshot: Snapshot, *, compared: bool = False) -> tuple[Column[ResultRow], ...]:
    """Return the columns of numbers of a result.

    ``compared``: with columns for the pinned result. Ties have additional columns by the number of winners if several
    numbers occur.
    """
    estimates = [seat.estimate for seat in snapshot.active if seat.estimate]
    max_size = max((len(e.split) for e in estimates), default=0)
    # A size occurs if its share is not displayed as 0 for some seat.
    sizes = [k for k in range(max_size) if any(set("123456789") & set(_share(e.split[k], e)) for e in estimates)]
    keep = 2 if compared else 0
    half = "95 % interval: the equity plus or minus this"
    return (
        Column("Equity", _equity, "expected share of the pot at showdown if nobody folds", bold=True),
        _column("95 %", lambda e: interval(e.stderr) or "exact", half, 1, ink="muted"),
        *(CHANGE_COLUMNS if compared else ()),
        _column("Win", lambda e: _share(e.win, e), "wins the whole pot", keep),
        _column("Tie", lambda e: _share(sum(e.split), e), "splits the pot", keep),
        _column("Lose", lambda e: _share(e.lose, e), "loses the pot", keep),
        _column(
            "Odds", lambda e: odds(e.equity), "from the equity: 80 % is a 4 : 1 favorite, 20 % a 4 : 1 underdog", 2
        ),
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
        "percentage points more than in the pinned result, with the half width of the 95 % interval of the difference",
        ink=_change_ink,
    ),
)
"""Columns after the equity if another result is pinned."""


def results_data(
    snapshot: Snapshot | None, comparison: ResultComparison | None, *, stale: bool
) -> TableData[ResultRow]:
    """Return the seats of a result as a table, with their changes against the pinned result if there is one."""
    if snapshot is None:
        return TableData()
    compared = comparison is not None and any(comparison.seats)
    changes = comparison.seats if comparison is not None and compared else (None,) * len(snapshot.seats)
    described = zip(snapshot.seats, snapshot.scenario.seats, changes, strict=True)
    rows = tuple(ResultRow(i, seat, about.cards, change) for i, (seat, about, change) in enumerate(described))
    numbers, plain = result_columns(snapshot, compared=compared), result_columns(snapshot)

    def explained(row: ResultRow) -> str:
        """Return a row as text: the cards and all columns, including those that have no room."""
        lines = [f"{row.seat.name}: {row.cards}"]
        if row.estimate is not None:
            lines += [f"{column.title}: {column.text(row)}" for column in numbers]
            if row.estimate.gain:
                error = row.estimate.stderr * math.sqrt(row.estimate.gain)
                lines.append(f"95 % of plain sampling: {interval(error)}")
        if row.estimate is not None and row.change is not None:
            before = replace(row, seat=replace(row.seat, estimate=row.change.before))
            lines += [f"Pinned {column.title.lower()}: {column.text(before)}" for column in plain[2:5]]
        return "\n".join(lines)

    name: Column[ResultRow] = Column(
        "Seat", lambda row: row.seat.name, number=False, wide=True, min_width=MIN_NAME_WIDTH, cell_tip=explained,
        swatch=lambda row: row.index if row.estimate is not None else None,
    )  # fmt: skip
    return TableData(
        (name, *numbers), rows, stale=stale, key=lambda row: row.index, faint=lambda row: row.estimate is None
    )


class ResultsTable(QWidget):
    """The table of results, or a hint without one. Ctrl+C copies the complete result as text."""

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

    def full_height(self, min_rows: int = 0) -> int:
        """Return the height in pixels for all rows, or for ``min_rows`` if there are fewer."""
        return self.view.height_of(max(len(self.view.rows), min_rows))

    def _why_empty(self) -> str:
        if self._session.state != "idle":
            return progress_text(self._session)
        return STOPPED if self._session.stopped else EMPTY

    def copy(self) -> None:
        """Copy the results to the clipboard as text."""
        if self._session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self._session.snapshot))


class _CopyingView(TableView[ResultRow]):
    """The table; copying it copies the complete result as text."""

    def __init__(self, owner: ResultsTable) -> None:
        super().__init__("results.table", "Results", owner, height=ROW_HEIGHT)
        self._owner = owner

    def copy(self) -> None:
        self._owner.copy()
