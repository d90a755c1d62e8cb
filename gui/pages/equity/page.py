"""The page of the results and the charts that show how they came about."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter, QTabWidget

from engine import Scenario
from gui.export.formats import ExportItem
from gui.look.theme import Look
from gui.pages.context import PageContext
from gui.pages.equity.classes_chart import ClassesChart
from gui.pages.equity.convergence_chart import ConvergenceChart
from gui.pages.equity.results_table import ResultsTable
from gui.state.document import Document
from gui.state.session import Session

TABLE_HEIGHT, CHART_HEIGHT = 230, 500


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
        razz = self._document.scenario.game == "razz"
        self._charts.setTabText(self._charts.indexOf(self.classes), "Outcomes" if razz else "Hands")

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
        ExportItem("hands", "Hands", page, page.classes, "holdem"),
        ExportItem("outcomes", "Outcomes", page, page.classes, "razz"),
    )
