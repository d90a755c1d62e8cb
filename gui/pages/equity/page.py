"""The page of the results and the charts that show how they came about."""

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from engine import Scenario
from engine.details.lows import Lows, low_texts
from gui.charts.chart import Chart
from gui.charts.class_axes import WORDS
from gui.charts.figure import Figure
from gui.export.files import ExportItem
from gui.look.captions import PAIRED, class_of_low
from gui.look.guard import Guarded
from gui.look.scale import px
from gui.look.theme import Look
from gui.pages.equity.classes_figure import ClassesFigure
from gui.pages.equity.convergence_figure import ConvergenceFigure, lines_of
from gui.pages.equity.results_table import ResultsTable
from gui.pages.equity.simulation import TRIALS, Simulation
from gui.parts.build import named
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import LatestDetail, Questions
from gui.state.session import Session

TABLE_HEIGHT, CHART_HEIGHT = 230, 500
ROOMY, LEAST_ROWS = 560, 3
"""Height of the page from which the table has always that height; rows that it has room for in a lower one."""
SIMULATE_TIP = (
    "Beside the exact shares, those of a simulation with error bars: its seed and most deals are\n"
    f"in the options of the run ({TRIALS:,} deals where none are given)"
)


class ConvergenceChart(Chart):
    """Converging equities; the axis is logarithmic or linear, the zoom shows the whole run or its end.

    Wheel and drag zoom and move by hand; a double click or Home lets the axes follow the run again.
    """

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._convergence = ConvergenceFigure(look.theme)
        super().__init__("convergence", "Converging equity", self._convergence, session, look, parent)
        self.log = self._add_toggle("log", "Log", "Logarithmic axis of deals", on=True)
        self.on_end = self._add_toggle("end", "Zoom", "Zoom on the end of the run", on=False)
        self._reset = QAction("Fit the axes", self)
        self._reset.setObjectName("chart.convergence.fit")
        self._reset.triggered.connect(self.reset_view)
        self._convergence.sheet.view_box.sigRangeChangedManually.connect(self._on_moved_by_hand)
        self.log.toggled.connect(self._on_log_toggled)
        self.on_end.toggled.connect(self._on_end_toggled)

    @Slot()
    def _on_moved_by_hand(self) -> None:
        self._convergence.keep_range()

    @Slot(bool)
    def _on_log_toggled(self, on: bool) -> None:
        self._convergence.log = on
        self._convergence.follow()

    @Slot(bool)
    def _on_end_toggled(self, on: bool) -> None:
        self._convergence.on_end = on
        self._convergence.follow()

    def adapt_tools(self) -> None:
        """Enable the axes' buttons where there is a course to look at."""
        has_course = self._convergence.lines is not None and not self._convergence.lines.flat
        for action in (self.log, self.on_end, self._reset):
            action.setEnabled(has_course)

    @Slot()
    def reset_view(self) -> None:
        """Let the axes follow the run again."""
        self._convergence.follow()

    def view_actions(self) -> list[QAction]:
        """Return the actions of the axes."""
        return [self.log, self.on_end, self._reset]

    @property
    def ready(self) -> bool:
        """Whether there is a course: an exact result, or one saved without, is not offered as flat lines."""
        snapshot = self._session.snapshot
        return snapshot is not None and not lines_of(snapshot).flat

    def page(self) -> Figure:
        """Return a copy for paper with the same axes."""
        page = ConvergenceFigure(self._look.theme, on_paper=True)
        shown = self._convergence
        page.log, page.on_end, page.manual_range = shown.log, shown.on_end, shown.manual_range
        return page


class ClassesChart(Chart):
    """The distribution of the final hands of every seat; in razz the exact one over a sampled one, and on demand a
    simulated one beside the exact one.
    """

    def __init__(self, session: Session, look: Look, simulation: Simulation, parent: QWidget | None = None) -> None:
        self._classes = ClassesFigure(look.theme)
        super().__init__("classes", "Final hands", self._classes, session, look, parent)
        self._simulation = simulation
        self.simulate = self._add_toggle("simulate", "Simulate", SIMULATE_TIP, on=False)
        self.simulate.toggled.connect(self._watch)
        simulation.changed.connect(self._on_simulated)
        self.adapt_tools()

    @Slot()
    def _watch(self) -> None:
        self._simulation.watch(on=self.simulate.isChecked() and self.isVisible())

    @Slot()
    def _on_simulated(self) -> None:
        self._outdated = True
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        if self._outdated:
            self._classes.exact = exact_classes(self._session.detail("outcomes", Lows))
            self._classes.simulated = self._simulation.snapshot
        super()._refresh()

    def adapt_tools(self) -> None:
        """Enable the button where an exact result is on show, or being waited for."""
        self.simulate.setEnabled(self._simulation.possible or self.simulate.isChecked())
        self.simulate.setToolTip(self._simulation.failure or SIMULATE_TIP)

    def view_actions(self) -> list[QAction]:
        return [self.simulate]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.request_details("classes", {"outcomes"})
        self._watch()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.request_details("classes")
        self._watch()

    def page(self) -> Figure:
        page = ClassesFigure(self._look.theme, on_paper=True)
        page.exact, page.simulated = self._classes.exact, self._classes.simulated
        return page


def exact_classes(found: LatestDetail[Lows] | None) -> dict[int, dict[str, float]]:
    """Return the exact class distributions by seat that lie over sampled ones; none where there are none to show."""
    if found is None or found.stale or found.snapshot.method == "exact":
        return {}
    detail, classes = found.value, dict[int, dict[str, float]]()
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

    def __init__(self, document: Document, session: Session, look: Look, questions: Questions) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._document, self._session = document, session
        self.convergence = ConvergenceChart(session, look)
        self.classes = ClassesChart(session, look, Simulation(document, session, questions, self))
        self._shown_method = ""
        self._charts = named(QTabWidget(), "charts", "Charts")
        self._charts.setDocumentMode(True)
        self._charts.addTab(self.convergence, "Convergence")
        self._charts.addTab(self.classes, "Hands")
        self.results = ResultsTable(session, look)
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
    """Return what of the page can be exported."""
    return (
        ExportItem("convergence", "Convergence", page, page.convergence),
        *(ExportItem(words.tab.lower(), words.tab, page, page.classes, game) for game, words in WORDS.items()),
    )
