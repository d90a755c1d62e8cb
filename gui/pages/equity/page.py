"""The page of the results and the charts that show how they came about."""

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from engine import Scenario
from engine.details.lows import Lows, low_texts
from gui.charts.chart import Chart
from gui.charts.figure import Figure
from gui.export.formats import ExportItem
from gui.look.captions import PAIRED, class_of_low
from gui.look.theme import Look
from gui.pages.context import PageContext
from gui.pages.equity.classes_figure import WORDS, ClassesFigure
from gui.pages.equity.convergence_chart import ConvergenceChart
from gui.pages.equity.results_table import ResultsTable
from gui.state.detail_requests import LatestDetail
from gui.state.document import Document
from gui.state.session import Session

TABLE_HEIGHT, CHART_HEIGHT = 230, 500


class ClassesChart(Chart):
    """The distribution of the final hands of every seat; in razz the exact one over a sampled one."""

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._classes = ClassesFigure(look.theme)
        super().__init__("classes", "Final hands", self._classes, session, look, parent)

    def _refresh(self) -> None:
        if self._outdated:
            self._classes.exact = exact_classes(self._session.detail("outcomes", Lows))
        super()._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.request_details("classes", {"outcomes"})

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.request_details("classes")

    def page(self) -> Figure:
        """Return a copy for paper."""
        page = ClassesFigure(self._look.theme, on_paper=True)
        page.exact = self._classes.exact
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


class EquityPage(QSplitter):
    """The results over the charts. In front: convergence while sampling, hands when exact."""

    def __init__(self, document: Document, session: Session, look: Look) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._document, self._session = document, session
        self.convergence = ConvergenceChart(session, look)
        self.classes = ClassesChart(session, look)
        self._shown_method = ""
        self._charts = QTabWidget()
        self._charts.setObjectName("charts")
        self._charts.setAccessibleName("Charts")
        self._charts.setDocumentMode(True)
        self._charts.addTab(self.convergence, "Convergence")
        self._charts.addTab(self.classes, "Hands")
        self.addWidget(ResultsTable(session, look))
        self.addWidget(self._charts)
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
    def _on_session_changed(self) -> None:
        snapshot = self._session.snapshot
        if snapshot is not None and snapshot.method != self._shown_method:
            self._shown_method = snapshot.method
            self._charts.setCurrentWidget(self.convergence if snapshot.method == "sampled" else self.classes)


def equity_exports(page: EquityPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported."""
    return (
        ExportItem("convergence", "Convergence", page, page.convergence),
        *(ExportItem(words.tab.lower(), words.tab, page, page.classes, game) for game, words in WORDS.items()),
    )
