"""The page of the results and the charts that show how they came about."""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from engine import RunOptions, Scenario, Snapshot
from engine.details.lows import Lows, low_texts
from gui.charts.class_axes import WORDS
from gui.charts.courses import has_course
from gui.charts.view import ChartView
from gui.export.files import ExportItem
from gui.look.captions import PAIRED, class_of_low
from gui.look.guard import Guarded
from gui.look.scale import px
from gui.pages.equity.charts import NO_CLASSES, NO_CONVERGENCE, classes_chart, convergence_chart
from gui.pages.equity.results_table import ResultsTable
from gui.parts.build import named
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import LatestDetail, Questions
from gui.state.session import Session, Wanted, WatchedTable

TRIALS = 100_000
"""Where the table has no limit of deals."""


class Simulation(WatchedTable):
    """Simulates the table of which the session has an exact result."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The trials so far."""
        return self.latest.current

    @property
    def possible(self) -> bool:
        """Whether there is an exact result to be compared with a simulation."""
        exact = self._session.snapshot
        return exact is not None and exact.method == "exact" and not self._session.stale and bool(exact.seats)

    def wanted(self) -> Wanted | None:
        exact = self._session.snapshot
        if exact is None or not self.possible:
            return None
        options = exact.scenario.run
        sampled = RunOptions("sampled", options.seed, max_trials=options.max_trials or TRIALS)
        return replace(exact.scenario.without_panels, run=sampled), None


TABLE_HEIGHT, CHART_HEIGHT = 230, 500
ROOMY, LEAST_ROWS = 560, 3
"""Height of the page from which the table has always that height; rows that it has room for in a lower one."""
SIMULATE_TIP = (
    "Beside the exact shares, those of a simulation with error bars: its seed and most deals are\n"
    f"in the options of the run ({TRIALS:,} deals where none are given)"
)


class ConvergenceChart(ChartView):
    """Converging equities; the axis is logarithmic or linear, the zoom shows the whole run or its end.

    Wheel and drag zoom and move by hand; a double click or Home lets the axes follow the run again.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("convergence", "Converging equity", NO_CONVERGENCE, session, parent)
        self._shown: tuple[Snapshot | None, bool] = None, False
        self.log = self.add_toggle("log", "Log", "Logarithmic axis of deals", self._on_axes, on=True)
        self.on_end = self.add_toggle("end", "Zoom", "Zoom on the end of the run", self._on_axes)
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
        if (self._session.snapshot, self._session.stale) != self._shown:
            self._draw()

    def _draw(self) -> None:
        snapshot, stale = self._shown = self._session.snapshot, self._session.stale
        log, on_end = self.log.isChecked(), self.on_end.isChecked()
        make = partial(convergence_chart, snapshot, log=log, on_end=on_end) if snapshot is not None else None
        self.show_chart(make, stale=stale)
        for action in self.actions_of_view:
            action.setEnabled(has_course(snapshot))

    @property
    def ready(self) -> bool:
        """Whether there is a course: an exact result, or one saved without, is not offered as flat lines."""
        return has_course(self._session.snapshot)


class ClassesChart(ChartView):
    """The distribution of the final hands of every seat; in razz the exact one over a sampled one, and on demand a
    simulated one next to the exact one.
    """

    def __init__(self, session: Session, simulation: Simulation, parent: QWidget | None = None) -> None:
        super().__init__("classes", "Final hands", NO_CLASSES, session, parent)
        self._simulation = simulation
        self._shown: tuple[object, ...] = ()
        self.simulate = self.add_toggle("simulate", "Simulate", SIMULATE_TIP, self._on_simulate)
        session.changed.connect(self._on_session_changed)
        simulation.changed.connect(self._on_session_changed)
        self._on_session_changed()

    @Slot(bool)
    def _on_simulate(self, on: bool) -> None:
        self._watch()

    def _watch(self) -> None:
        self._simulation.watch(on=self.simulate.isChecked() and self.isVisible())

    @Slot()
    def _on_session_changed(self) -> None:
        session, simulation = self._session, self._simulation
        snapshot, tip = session.snapshot, simulation.failure or SIMULATE_TIP
        shown = snapshot, session.stale, simulation.snapshot, simulation.possible, tip
        if shown == self._shown:
            return
        self._shown = shown
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
    """Return the exact class distributions by seat that lie over sampled ones; none where there are none to show."""
    if result is None or result.stale or result.snapshot.method == "exact":
        return {}
    detail, classes = result.value, dict[int, dict[str, float]]()
    for row, seat in enumerate(detail.seats):
        if detail.stderr[row] == 0.0:
            shares = {PAIRED: float(detail.paired[row].sum())}
            for place in np.flatnonzero(detail.lows[row]).tolist():
                name = class_of_low(low_texts()[place])
                shares[name] = shares.get(name, 0.0) + float(detail.lows[row, place])
            classes[seat] = shares
    return classes


class EquityPage(Guarded, QSplitter):
    """The results over the charts. In front: convergence while sampling, hands when exact."""

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
        """Whether the player has moved the handle: then it stays."""
        self.splitterMoved.connect(self._on_splitter_moved)
        self.setStretchFactor(1, 1)
        self.setSizes([TABLE_HEIGHT, CHART_HEIGHT])
        self.setChildrenCollapsible(False)
        document.changed.connect(self._on_document_changed)
        session.changed.connect(self._on_session_changed)
        self._name_tabs()

    def _name_tabs(self) -> None:
        words = WORDS[self._document.scenario.game]
        self._charts.setTabText(self._charts.indexOf(self.classes), words.tab)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self._name_tabs()

    @Slot()
    def _on_splitter_moved(self) -> None:
        self._divided = True

    def _divide(self) -> None:
        """Give the table the height of its rows, at most half of the page; where there is room, always the same."""
        table, charts = self.sizes()
        room = table + charts
        if self._divided or not self.isVisible():
            return
        least = px(TABLE_HEIGHT) if room >= px(ROOMY) else 0
        wanted = min(max(self.results.whole_height(LEAST_ROWS), least), room // 2)
        if wanted != table:
            self.setSizes([wanted, room - wanted])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._divide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._divide()

    @Slot()
    def _on_session_changed(self) -> None:
        snapshot = self._session.snapshot
        self._divide()
        if snapshot is not None and snapshot.method != self._shown_method:
            self._shown_method = snapshot.method
            self._charts.setCurrentWidget(self.convergence if snapshot.method == "sampled" else self.classes)


def equity_exports(page: EquityPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (
        ExportItem("convergence", "Convergence", page, page.convergence),
        *(ExportItem(words.tab.lower(), words.tab, page, page.classes, game) for game, words in WORDS.items()),
    )
