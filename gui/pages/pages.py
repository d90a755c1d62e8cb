"""The right side of the window: its pages, and the tabs that show those of a game.

A page is a function here that imports and builds it, and its row in :data:`PAGES`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QByteArray, QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from engine import GAMES, Game, Scenario
from gui.export.files import ExportItem
from gui.look.theme import Look
from gui.parts.build import restyle
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.journal import Journal
from gui.state.library import Library
from gui.state.order_store import OrderStore
from gui.state.questions import Questions
from gui.state.runner import Inspector
from gui.state.session import Session
from gui.state.settings import Settings
from gui.state.training import Training

if TYPE_CHECKING:
    from gui.pages.equity.page import EquityPage
    from gui.pages.histories.page import HistoriesPage
    from gui.pages.range.page import RangePage

Page = TypeVar("Page", bound=QWidget)
EVERY = tuple(GAMES)
LEAST_WIDTH = 544
"""What the widest page needs: the table beside it stays as wide as it is when that page is built."""
ROOMY = 660
"""Where there is less room the tabs stand closer and are smaller, so that all are in sight."""
Built = tuple[QWidget, Sequence[ExportItem]]
"""A page, and what of it can be exported."""


def _equity(context: PageContext) -> Built:
    from gui.pages.equity.page import EquityPage, equity_exports

    questions = context.questions.apart("simulation")
    page = EquityPage(context.document, context.session, context.look, questions)
    return page, equity_exports(page, context)


def _range(context: PageContext) -> Built:
    from gui.pages.range.exports import range_exports
    from gui.pages.range.page import RangePage

    page = RangePage(context)
    return page, range_exports(page, context)


def _made(context: PageContext) -> Built:
    from gui.pages.made.page import MadePage, made_exports

    page = MadePage(context)
    return page, made_exports(page, context)


def _holdem_hands(context: PageContext) -> Built:
    from gui.pages.hands.page import HoldemHandsPage, holdem_hands_exports

    page = HoldemHandsPage(context)
    return page, holdem_hands_exports(page, context)


def _holdem_next_card(context: PageContext) -> Built:
    from gui.pages.next_card.holdem_page import HoldemNextCardPage, holdem_next_card_exports

    page = HoldemNextCardPage(context.document, context.session, context.look)
    return page, holdem_next_card_exports(page, context)


def _flops(context: PageContext) -> Built:
    from gui.pages.flops.page import FlopsPage, flops_exports

    page = FlopsPage(context.document, context.session, context.look)
    return page, flops_exports(page, context)


def _preflop(context: PageContext) -> Built:
    from gui.pages.preflop.exports import preflop_exports
    from gui.pages.preflop.page import PreflopPage

    page = PreflopPage.of(context)
    return page, preflop_exports(page, context)


def _razz_hands(context: PageContext) -> Built:
    from gui.pages.hands.page import RazzHandsPage, razz_hands_exports

    page = RazzHandsPage(context)
    return page, razz_hands_exports(page, context)


def _razz_next_card(context: PageContext) -> Built:
    from gui.pages.next_card.razz_page import RazzNextCardPage, razz_next_card_exports

    page = RazzNextCardPage(context.document, context.session, context.look)
    return page, razz_next_card_exports(page, context)


def _lows(context: PageContext) -> Built:
    from gui.pages.lows.exports import lows_exports
    from gui.pages.lows.page import OutcomesPage

    page = OutcomesPage(context.document, context.session, context.look)
    return page, lows_exports(page, context)


def _starting(context: PageContext) -> Built:
    from gui.pages.starting.page import StartingPage, starting_exports

    page = StartingPage(context.document, context.session, context.look)
    return page, starting_exports(page, context)


def _kelly(context: PageContext) -> Built:
    from gui.pages.kelly.page import KellyPage, kelly_exports

    page = KellyPage.of(context)
    return page, kelly_exports(page, context)


def _journal(context: PageContext) -> Built:
    from gui.pages.journal.page import JournalPage, journal_exports

    page = JournalPage.of(context)
    return page, journal_exports(page, context)


def _histories(context: PageContext) -> Built:
    from gui.pages.histories.page import HistoriesPage, histories_exports

    page = HistoriesPage(context)
    return page, histories_exports(page, context)


def _trainer(context: PageContext) -> Built:
    from gui.pages.trainer.page import TrainerPage, trainer_exports

    page = TrainerPage(context)
    return page, trainer_exports(page, context)


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page: the title of its tab, the games in which it is shown, and what builds it when it is first shown; only
    then is it imported.
    """

    title: str
    games: tuple[Game, ...]
    build: Callable[[PageContext], Built]


PAGES = (
    PageSpec("Equity", EVERY, _equity),
    PageSpec("Range", EVERY, _range),
    PageSpec("Made hands", ("holdem",), _made),
    PageSpec("Graph", ("holdem",), _holdem_hands),
    PageSpec("Next card", ("holdem",), _holdem_next_card),
    PageSpec("Flops", ("holdem",), _flops),
    PageSpec("Pre-flop", ("holdem",), _preflop),
    PageSpec("Graph", ("razz",), _razz_hands),
    PageSpec("Next card", ("razz",), _razz_next_card),
    PageSpec("Lows", ("razz",), _lows),
    PageSpec("Starting hands", ("razz",), _starting),
    PageSpec("Kelly", EVERY, _kelly),
    PageSpec("Journal", EVERY, _journal),
    PageSpec("Hands", EVERY, _histories),
    PageSpec("Trainer", EVERY, _trainer),
)
"""The order is that of the tabs, Ctrl+1 the first of a game."""


class Pages(QTabWidget):
    """The tabs. Until its page is shown or asked for, a tab holds an empty widget.

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
        journal: Journal,
        training: Training,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.setObjectName("pages")
        self.setAccessibleName("Pages")
        self.setDocumentMode(True)
        self.setMinimumWidth(LEAST_WIDTH)
        self._context = PageContext(
            document,
            session,
            look,
            settings,
            library,
            orders,
            inspector,
            questions,
            journal,
            training,
            self.message,
            self.menu_requested,
        )
        journal.message.connect(self.message)
        training.message.connect(self.message)
        self._built: dict[int, Built] = {}
        """By place."""
        self._waiting = [QWidget() for _ in PAGES]
        """Hold the places of pages that are not built."""
        self._offer: Callable[[Sequence[ExportItem]], None] | None = None
        for waiting, spec in zip(self._waiting, PAGES, strict=True):
            self.addTab(waiting, spec.title)
        self.currentChanged.connect(self._page)
        document.changed.connect(self._on_document_changed)
        self._show_pages_of_game()
        for number in range(1, 10):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self).activated.connect(partial(self._turn_to, number))

    @Slot(int)
    def _page(self, place: int) -> QWidget:
        """Return the page of a tab; build it if this is the first time that it is wanted."""
        if place not in self._built:
            page, items = self._built[place] = PAGES[place].build(self._context)
            self._put(place, page)
            if self._offer is not None:
                self._offer(items)
        return self._built[place][0]

    def _put(self, place: int, page: QWidget) -> None:
        """Put a page into its tab."""
        current, visible = self.currentIndex() == place, self.isTabVisible(place)
        with QSignalBlocker(self):
            self.insertTab(place, page, PAGES[place].title)
            self.setTabVisible(place, visible)
            if current:
                self.setCurrentIndex(place)
            self.removeTab(place + 1)
        self._waiting[place].deleteLater()

    def _of_game(self) -> list[int]:
        """Return the places of the pages of the game."""
        return [place for place, spec in enumerate(PAGES) if self._document.scenario.game in spec.games]

    @property
    def equity(self) -> "EquityPage":
        """The page of the equities."""
        from gui.pages.equity.page import EquityPage

        return self._called("Equity", EquityPage)

    @property
    def range(self) -> "RangePage":
        """The page of a seat's range."""
        from gui.pages.range.page import RangePage

        return self._called("Range", RangePage)

    @property
    def histories(self) -> "HistoriesPage":
        """The page of hands from elsewhere."""
        from gui.pages.histories.page import HistoriesPage

        return self._called("Hands", HistoriesPage)

    def _called(self, title: str, kind: type[Page]) -> Page:
        page = self._page(next(place for place, spec in enumerate(PAGES) if spec.title == title))
        assert isinstance(page, kind)
        return page

    @property
    def exports(self) -> list[ExportItem]:
        """All charts that can be exported, in the order of the tabs; for them the pages of the game are built."""
        for place in self._of_game():
            self._page(place)
        return [item for place in sorted(self._built) for item in self._built[place][1]]

    def _turn_to(self, number: int) -> None:
        """Show a page by its number among those of the game, from 1."""
        pages = self._of_game()
        if number <= len(pages):
            self.setCurrentIndex(pages[number - 1])

    def _show_pages_of_game(self) -> None:
        """Show the pages of the game, of them the one with the title of that on show, else the first."""
        title, pages = self.tabText(self.currentIndex()), self._of_game()
        with QSignalBlocker(self):  # where the page on show goes, that beside it is shown for a moment
            for place in range(self.count()):
                self.setTabVisible(place, place in pages)
            self.setCurrentIndex(next((place for place in pages if self.tabText(place) == title), pages[0]))
        self._page(self.currentIndex())

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self._show_pages_of_game()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        bar, dense = self.tabBar(), self.width() < ROOMY
        if bar.property("dense") != dense:
            restyle(bar, "dense", dense)
            bar.setElideMode(bar.elideMode())  # lays the tabs out anew

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Pass the keyboard on. Where the part that has it was disabled or hidden, what that part stands in gets it: Qt
        would let it wander as the Tab key does, to a seat, which would be marked and take the next card."""
        gone = QApplication.focusWidget()
        if gone is None or not self.isAncestorOf(gone) or (gone.isEnabled() and gone.isVisible()):
            return super().focusNextPrevChild(forward)
        home: QWidget | None = gone.parentWidget()
        while home is not None and not (home.isEnabled() and home.isVisible()):
            home = home.parentWidget()
        (home or self).setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def set_export(self, offer: Callable[[Sequence[ExportItem]], None]) -> None:
        """Let ``offer`` know what can be exported of a page once it is built."""
        self._offer = offer
        for _, items in self._built.values():
            offer(items)

    @Slot(object)
    def open_hands(self, path: Path) -> None:
        """List the hand histories of a file."""
        self.setCurrentWidget(self.histories)
        self.histories.open_file(path)

    @Slot(str)
    def paste_hands(self, text: str) -> None:
        """List hand histories that were pasted."""
        self.setCurrentWidget(self.histories)
        self.histories.open_text(text)

    def show_inspection(self) -> None:
        """Show what the range of the seat on the range page really holds."""
        self.setCurrentWidget(self.range)
        self.range.show_inspection()

    def show_saving(self) -> None:
        """Ask on the range page for the name under which the marked seat's range is kept."""
        self.setCurrentWidget(self.range)
        self.range.show_saving()

    def show_tracker(self) -> None:
        """Show the hand tracker and give it the keyboard."""
        from gui.pages.kelly.page import KellyPage

        page = self._called("Kelly", KellyPage)
        self.setCurrentWidget(page)
        page.show_tracker()

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
