"""The right side of the window: pages of tables and charts, built and tied together. No logic."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QByteArray, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from engine import Scenario
from gui.charts.chart import Chart
from gui.charts.grid_figure import grid_chart
from gui.export.file_actions import FileActions
from gui.export.formats import Exportable, Offer
from gui.look.theme import Look
from gui.pages.equity.classes_chart import ClassesChart
from gui.pages.equity.convergence_chart import ConvergenceChart
from gui.pages.equity.results_table import ResultsTable
from gui.pages.flops.chart import FlopsChart
from gui.pages.flops.page import FlopsPage
from gui.pages.kelly.growth_chart import GrowthChart
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.page import KellyPage
from gui.pages.lows.page import OutcomesPage
from gui.pages.next_card.card_map import CardMapChart
from gui.pages.next_card.holdem_page import BoardCardPage
from gui.pages.next_card.razz_page import NextCardPage
from gui.pages.range.page import RangePage
from gui.pages.razz_offers import RazzOffers
from gui.pages.starting.page import StartingPage
from gui.state.document import Document
from gui.state.library import Library
from gui.state.order_shelf import OrderShelf
from gui.state.runner import Inspector
from gui.state.session import Session
from gui.state.settings import Settings

TABLE_HEIGHT, CHART_HEIGHT = 230, 500


class EquityPage(QSplitter):
    """The results over the charts. In front: convergence while sampling, hands when exact. ``offers``: what of it can
    be exported."""

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
        self.offers = (
            Offer("convergence", "Convergence", self, self.convergence),
            Offer("hands", "Hands", self, self.classes, "holdem"),
            Offer("outcomes", "Outcomes", self, self.classes, "razz"),
        )
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


class Pages(QTabWidget):
    """Equity, ranges, what razz has more to tell, and Kelly.

    ``offers`` is the table of the charts that can be exported. ``message`` carries a line for the status bar and
    whether it is an error, ``menu_wished`` where on the screen the menu of the marked seat shall open.
    """

    message = Signal(str, bool)
    menu_wished = Signal(QPoint)

    def __init__(
        self,
        document: Document,
        session: Session,
        look: Look,
        settings: Settings,
        library: Library,
        shelf: OrderShelf,
        inspector: Inspector,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.setObjectName("pages")
        self.setAccessibleName("Pages")
        self.setDocumentMode(True)
        self.equity = EquityPage(document, session, look)
        self.offers: list[Offer] = list(self.equity.offers)
        self.addTab(self.equity, "Equity")
        self.range = RangePage(document, session, look, library, shelf, inspector, settings)
        self.range.inspect.message.connect(self.message)
        self.range.menu_wished.connect(self.menu_wished)
        self.addTab(self.range, "Range")
        heat = grid_chart("heat", look, self.range.shown_grid)
        self.offers.append(Offer("heat", "The range as shown", self.range, heat, "holdem"))
        self._holdem_pages = (
            self.addTab(self._build_board_cards(document, session, look), "Next card"),
            self.addTab(self._build_flops(document, session, look), "Flops"),
        )
        next_card, outcomes = NextCardPage(document, session, look), OutcomesPage(document, session, look)
        starting = StartingPage(document, session, look)
        self._razz_pages = (
            self.addTab(next_card, "Next card"),
            self.addTab(outcomes, "Lows"),
            self.addTab(starting, "Starting hands"),
        )
        self.offers += RazzOffers(session, look, next_card, outcomes, starting).rows
        self._document = document
        document.changed.connect(self._on_document_changed)
        self._show_pages_of_game()
        self.addTab(self._build_kelly(document, session, look, settings), "Kelly")
        for number in range(1, 10):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self).activated.connect(partial(self._turn_to, number))

    def _build_board_cards(self, document: Document, session: Session, look: Look) -> BoardCardPage:
        chart = CardMapChart(session, look)
        page = BoardCardPage(document, session, look, chart, chart.show_content)
        self.offers.append(Offer("cardMap", "Next card", page, chart, "holdem"))
        return page

    def _build_flops(self, document: Document, session: Session, look: Look) -> FlopsPage:
        chart = FlopsChart(session, look)
        page = FlopsPage(document, session, look, chart, chart.show_content)
        self.offers.append(Offer("flops", "Equity over flops", page, chart, "holdem"))
        return page

    def _build_kelly(self, document: Document, session: Session, look: Look, settings: Settings) -> KellyPage:
        desk = KellyModel(document, session, self)
        growth = GrowthChart(desk, session, look)
        files = FileActions("kelly.export", settings, self)
        files.add_chart("Growth", growth)
        growth.set_export(files.actions)
        files.message.connect(self.message)
        page = KellyPage(document, session, desk, growth, look, settings)
        page.message.connect(self.message)
        self.offers.append(Offer("growth", "Growth", page, growth))
        return page

    def _turn_to(self, number: int) -> None:
        """Show a page by its number among those of the game, from 1."""
        pages = [page for page in range(self.count()) if self.isTabVisible(page)]
        if number <= len(pages):
            self.setCurrentIndex(pages[number - 1])

    def _show_pages_of_game(self) -> None:
        """Show the pages of the game, of them the one with the title of that on show, else the first."""
        razz = self._document.scenario.game == "razz"
        title = self.tabText(self.currentIndex())
        for page in self._razz_pages:
            self.setTabVisible(page, razz)
        for page in self._holdem_pages:
            self.setTabVisible(page, not razz)
        alike = [page for page in range(self.count()) if self.isTabVisible(page) and self.tabText(page) == title]
        self.setCurrentIndex(alike[0] if alike else 0)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self._show_pages_of_game()

    def set_export(self, actions_of: Callable[[Exportable], list[QAction]]) -> None:
        """Let the menus of the charts offer what exports them; the growth curve has actions of its own."""
        for offer in self.offers:
            if isinstance(offer.chart, Chart) and not isinstance(offer.chart, GrowthChart):
                offer.chart.set_export(actions_of(offer.chart))

    def show_inspection(self) -> None:
        """Show what the range of the seat on the range page really holds."""
        self.setCurrentWidget(self.range)
        self.range.show_inspection()

    def show_saving(self) -> None:
        """Ask on the range page for the name under which the marked seat's range is kept."""
        self.setCurrentWidget(self.range)
        self.range.show_saving()

    def show_range_help(self) -> None:
        """Explain what can be typed into a range, beside the range page."""
        self.setCurrentWidget(self.range)
        self.range.show_help()

    def save_layout(self) -> QByteArray:
        """Return the places of the splitters."""
        return self.equity.saveState()

    def restore_layout(self, state: QByteArray) -> None:
        """Bring the splitters back to where they were."""
        self.equity.restoreState(state)
