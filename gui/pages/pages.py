"""The right side of the window: a table of its pages, one row each, and the tabs that show those of a game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QByteArray, QPoint, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QTabWidget, QWidget

from engine import GAMES, Game, Scenario
from gui.charts.chart import Chart
from gui.charts.picture import Exportable
from gui.export.files import ExportItem
from gui.look.theme import Look
from gui.pages.equity.page import EquityPage, equity_exports
from gui.pages.flops.page import FlopsPage, flops_exports
from gui.pages.kelly.page import KellyPage, kelly_exports
from gui.pages.lows.exports import lows_exports
from gui.pages.lows.page import OutcomesPage
from gui.pages.next_card.holdem_page import HoldemNextCardPage, holdem_next_card_exports
from gui.pages.next_card.razz_page import RazzNextCardPage, razz_next_card_exports
from gui.pages.preflop.exports import preflop_exports
from gui.pages.preflop.page import PreflopPage
from gui.pages.range.exports import range_exports
from gui.pages.range.page import RangePage
from gui.pages.starting.page import StartingPage, starting_exports
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.library import Library
from gui.state.order_store import OrderStore
from gui.state.questions import Questions
from gui.state.runner import Inspector
from gui.state.session import Session
from gui.state.settings import Settings

Page = TypeVar("Page", bound=QWidget)
EVERY = tuple(GAMES)


@dataclass(frozen=True, slots=True)
class PageSpec(Generic[Page]):
    """A page: the title of its tab, the games in which it is shown, what builds it and what it exports."""

    title: str
    games: tuple[Game, ...]
    build: Callable[[PageContext], Page]
    exports: Callable[[Page, PageContext], Sequence[ExportItem]]


def _plain(page: Callable[[Document, Session, Look], Page]) -> Callable[[PageContext], Page]:
    """Return what builds a page that shows results and needs nothing else."""
    return lambda context: page(context.document, context.session, context.look)


PAGES: tuple[PageSpec[Any], ...] = (
    PageSpec("Equity", EVERY, _plain(EquityPage), equity_exports),
    PageSpec("Range", EVERY, RangePage, range_exports),
    PageSpec("Next card", ("holdem",), _plain(HoldemNextCardPage), holdem_next_card_exports),
    PageSpec("Flops", ("holdem",), _plain(FlopsPage), flops_exports),
    PageSpec("Pre-flop", ("holdem",), PreflopPage.of, preflop_exports),
    PageSpec("Next card", ("razz",), _plain(RazzNextCardPage), razz_next_card_exports),
    PageSpec("Lows", ("razz",), _plain(OutcomesPage), lows_exports),
    PageSpec("Starting hands", ("razz",), _plain(StartingPage), starting_exports),
    PageSpec("Kelly", EVERY, KellyPage.of, kelly_exports),
)
"""The order is that of the tabs, Ctrl+1 the first of a game."""


class Pages(QTabWidget):
    """The tabs. ``exports``: all charts that can be exported, those of the first page first.

    ``message`` carries a line for the status bar and whether it is an error, ``menu_requested`` where on the screen the
    menu of the marked seat shall open.
    """

    message = Signal(str, bool)
    menu_requested = Signal(QPoint)

    def __init__(
        self,
        document: Document,
        session: Session,
        look: Look,
        settings: Settings,
        library: Library,
        orders: OrderStore,
        inspector: Inspector,
        questions: Questions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.setObjectName("pages")
        self.setAccessibleName("Pages")
        self.setDocumentMode(True)
        context = PageContext(
            document, session, look, settings, library, orders, inspector, questions, self.message, self.menu_requested
        )
        self.exports: list[ExportItem] = []
        for spec in PAGES:
            page = spec.build(context)
            self.addTab(page, spec.title)
            self.exports += spec.exports(page, context)
        self.equity, self.range = self._page_of(EquityPage), self._page_of(RangePage)
        document.changed.connect(self._on_document_changed)
        self._show_pages_of_game()
        for number in range(1, 10):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self).activated.connect(partial(self._turn_to, number))

    def _page_of(self, kind: type[Page]) -> Page:
        return next(page for page in map(self.widget, range(self.count())) if isinstance(page, kind))

    def _turn_to(self, number: int) -> None:
        """Show a page by its number among those of the game, from 1."""
        pages = [page for page in range(self.count()) if self.isTabVisible(page)]
        if number <= len(pages):
            self.setCurrentIndex(pages[number - 1])

    def _show_pages_of_game(self) -> None:
        """Show the pages of the game, of them the one with the title of that on show, else the first."""
        title = self.tabText(self.currentIndex())
        for page, spec in enumerate(PAGES):
            self.setTabVisible(page, self._document.scenario.game in spec.games)
        alike = [page for page in range(self.count()) if self.isTabVisible(page) and self.tabText(page) == title]
        self.setCurrentIndex(alike[0] if alike else 0)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self._show_pages_of_game()

    def set_export(self, actions_of: Callable[[Exportable], list[QAction]]) -> None:
        """Let the menus of the charts offer what exports them."""
        for item in self.exports:
            if isinstance(item.chart, Chart):
                item.chart.set_export(actions_of(item.chart))

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
