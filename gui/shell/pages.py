"""The right side of the window: the tabs that show the pages of a game, which are built when they are first wanted."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QByteArray, QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from engine import Scenario
from gui.export.files import BuiltPage, ExportItem
from gui.pages.specs import GROUPS, PAGES, Place
from gui.parts.build import first_stop, named
from gui.parts.page_scroll import PageScroll, PageTabs
from gui.state.context import OwnRun, PageContext, PageParts, Run

if TYPE_CHECKING:
    from gui.pages.betting.page import BettingPage
    from gui.pages.equity.page import EquityPage
    from gui.pages.histories.page import HistoriesPage
    from gui.pages.range.page import RangePage

Page = TypeVar("Page", bound=QWidget)
LEAST_WIDTH = 498
"""The room of the widest page: the table beside it stays as wide as it is when that page is built."""
PAGE_KEYS = (*(f"Ctrl+{digit}" for digit in "1234567890"), *(f"Ctrl+Alt+{digit}" for digit in "1234567890"))
"""The shortcuts of the pages of a game, in the order of the tabs on screen: those from the eleventh on have Alt.

The page that is there only while a table is pinned has none (Ctrl+F8 opens it): the keys of the others stay the same.
"""


class Pages(PageTabs):
    """The tabs, of which those of one group are in sight; ``groups`` is the bar of the groups, to be put above them.

    Until its page is shown or requested, a tab holds an empty widget.

    ``message`` carries a line for the status bar and whether it is an error, ``menu_requested`` where on the screen the
    menu of the marked seat shall open, ``table_pasted`` a table that was pasted on a page as one line;
    ``tracker_requested``: the hand tracker has got a hand, and is to be shown; ``page_requested`` carries the title of
    a page that is to be shown; ``run_changed``: the run of a page has begun, ended or been held.
    """

    message = Signal(str, bool)
    menu_requested = Signal(QPoint)
    table_pasted = Signal(str)
    tracker_requested = Signal()
    page_requested = Signal(str)
    run_changed = Signal()

    def __init__(self, parts: PageParts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        document, session = parts.document, parts.session
        self._document, self._session, self._pinned = document, session, session.pinned is not None
        self.setObjectName("pages")
        self.setAccessibleName("Pages")
        self.setDocumentMode(True)
        names = "message", "menu_requested", "table_pasted", "tracker_requested", "page_requested"
        self._context = PageContext.of(parts, **{name: getattr(self, name) for name in names})
        self.page_requested.connect(self.show_page)
        self.tracker_requested.connect(self.show_tracker)
        parts.journal.message.connect(self.message)
        parts.training.message.connect(self.message)
        self._built: dict[int, BuiltPage] = {}
        """By place."""
        self._held = [QWidget(self) for _ in PAGES]
        """The content of the tab of each place: an empty widget until the page is built."""
        for empty in self._held:
            empty.hide()
        self.groups = named(QTabBar(self), "pageGroups", "Groups of pages")
        self.groups.hide()  # until it is put above the tabs
        self.groups.setProperty("groups", True)
        self.groups.setExpanding(False)
        self.groups.setDrawBase(False)
        self._last_of: dict[str, str] = {}
        """The title of the page of each group that was shown last."""
        self._places: list[int] = []
        """The place of each tab: pages of the other game have none, so that nobody is told of them."""
        self._offer: Callable[[Sequence[ExportItem]], None] | None = None
        self.currentChanged.connect(self._on_turned)
        self.groups.currentChanged.connect(self._on_group_chosen)
        document.changed.connect(self._on_document_changed)
        session.changed.connect(self._on_session_changed)
        self._show_pages_of_game()
        for place, key in enumerate(PAGE_KEYS):
            QShortcut(QKeySequence(key), self).activated.connect(partial(self._on_key, place))

    @Slot(int)
    def _on_turned(self, tab: int) -> None:
        spec = PAGES[self._places[tab]]
        self._last_of[spec.group] = spec.title
        self._page(self._places[tab])
        self._show_group()
        self.run_changed.emit()

    def _show_group(self) -> None:
        """Have the tabs of the group of the page on show in sight, and the groups that the game has above them."""
        group = PAGES[self._places[self.currentIndex()]].group
        values = [name for name in GROUPS if any(PAGES[place].group == name for place in self._places)]
        with QSignalBlocker(self.groups):
            if [self.groups.tabText(i) for i in range(self.groups.count())] != values:
                while self.groups.count():
                    self.groups.removeTab(0)
                for name in values:
                    self.groups.addTab(name)
            self.groups.setCurrentIndex(values.index(group))
        self.setTabVisible(self.currentIndex(), True)  # first: Qt turns to a tab that appears while this one is hidden
        for tab, place in enumerate(self._places):
            self.setTabVisible(tab, PAGES[place].group == group)

    @Slot(int)
    def _on_group_chosen(self, number: int) -> None:
        """Show the page of a group that was shown last, else its first one."""
        group = self.groups.tabText(number)
        tabs = [tab for tab, place in enumerate(self._places) if PAGES[place].group == group]
        last = self._last_of.get(group)
        self.setCurrentIndex(next((tab for tab in tabs if self.tabText(tab) == last), tabs[0]))

    def _page(self, place: int) -> QWidget:
        """Return the page of a place; build it if this is the first time that it is wanted."""
        if place not in self._built:
            page, items = self._built[place] = PAGES[place].build(self._context)
            tab = self._places.index(place)
            current = self.currentIndex() == tab
            with QSignalBlocker(self):
                area = PageScroll(page, f"{page.objectName()}.page", wraps=True)
                empty, self._held[place] = self._held[place], area
                self.insertTab(tab, area, PAGES[place].title)
                self.setTabToolTip(tab, self.tabToolTip(tab + 1))
                if current:
                    self.setCurrentIndex(tab)
                self.removeTab(tab + 1)
            self._show_group()
            empty.deleteLater()
            if isinstance(page, OwnRun):
                page.run_changed.connect(self.run_changed)
            if self._offer is not None:
                self._offer(items)
        return self._built[place][0]

    def _of_game(self) -> list[int]:
        """Return the places of the pages of the game."""
        game, pinned = self._document.scenario.game, self._session.pinned is not None
        return [i for i, spec in enumerate(PAGES) if game in spec.games and (pinned or not spec.of_pinned)]

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

        return self._called("Histories", HistoriesPage)

    @property
    def betting(self) -> "BettingPage":
        """The page of the betting."""
        from gui.pages.betting.page import BettingPage

        return self._called("Betting", BettingPage)

    def _called(self, title: str, kind: type[Page]) -> Page:
        page = self._page(next(place for place, spec in enumerate(PAGES) if spec.title == title))
        assert isinstance(page, kind)
        return page

    def charts(self) -> list[tuple[str, int]]:
        """Return the titles and tabs of the charts that can be exported in this game; no page is built for it."""
        game = self._document.scenario.game
        specs = enumerate(PAGES[place] for place in self._places)
        return [(chart.title, tab) for tab, spec in specs for chart in spec.charts if chart.game in (None, game)]

    def views(self, tab: int) -> tuple[str, ...]:
        """Return the names of the views of the charts on the page of a tab; no page is built for it."""
        return PAGES[self._places[tab]].views

    def places(self, tab: int) -> tuple[Place, ...]:
        """Return the parts of the page of a tab that the palette finds; no page is built for it."""
        return PAGES[self._places[tab]].places

    def page_of(self, tab: int) -> QWidget:
        """Return the page of a tab; build it if this is the first time that it is wanted."""
        return self._page(self._places[tab])

    def is_built(self, tab: int) -> bool:
        """Return whether the page of a tab has been wanted before."""
        return self._places[tab] in self._built

    @property
    def exports(self) -> list[ExportItem]:
        """All charts that can be exported, in the order of the tabs; for them the pages of the game are built."""
        for place in self._of_game():
            self._page(place)
        return [item for place in sorted(self._built) for item in self._built[place][1]]

    @property
    def _keyed(self) -> list[int]:
        """The tabs that have a shortcut, in the order of :data:`PAGE_KEYS`."""
        return [tab for tab, place in enumerate(self._places) if not PAGES[place].of_pinned]

    def key_of(self, tab: int) -> str:
        """Return the shortcut of the page of a tab, "" if it has none."""
        keyed = self._keyed
        return PAGE_KEYS[keyed.index(tab)] if tab in keyed else ""

    def _on_key(self, number: int) -> None:
        """Show the page of a shortcut, by its index in :data:`PAGE_KEYS`."""
        if number < len(self._keyed):
            self._turn_to(self._keyed[number])

    def _turn_to(self, tab: int) -> None:
        """Show the page of a tab; if it is already displayed, move the keyboard focus into it."""
        if self.currentIndex() == tab:
            page = self._page(self._places[tab])
            (first_stop(page) or page).setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(tab)

    def _show_pages_of_game(self) -> None:
        """Show the pages of the game, of them the one with the title of that on show, else the first."""
        title, wanted = self.tabText(self.currentIndex()), self._of_game()
        with QSignalBlocker(self):  # where the page on show goes, that beside it is shown for a moment
            for tab in reversed(range(self.count())):
                if self._places[tab] not in wanted:
                    self.removeTab(tab)
            for tab, place in enumerate(wanted):
                if place not in self._places:
                    self.insertTab(tab, self._held[place], PAGES[place].title)
                self.setTabToolTip(tab, PAGES[place].title)
            self._places = wanted
            for tab in self._keyed:
                self.setTabToolTip(tab, f"{PAGES[wanted[tab]].title} ({self.key_of(tab)})")
            self.setCurrentIndex(next((tab for tab, place in enumerate(wanted) if PAGES[place].title == title), 0))
        self._on_turned(self.currentIndex())

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game:
            self._show_pages_of_game()

    @Slot()
    def _on_session_changed(self) -> None:
        if self._pinned != (self._session.pinned is not None):
            self._pinned = not self._pinned
            self._show_pages_of_game()

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
        """Call ``offer`` with the charts of a page that can be exported once it is built."""
        self._offer = offer
        for _, items in self._built.values():
            offer(items)

    @Slot(object)
    def open_hands(self, paths: Sequence[Path]) -> None:
        """List the hand histories of files and folders."""
        self.setCurrentWidget(self.histories)
        self.histories.open_files(paths)

    @Slot(object)
    def open_solution(self, path: Path) -> None:
        """Show a solution of the betting from a file."""
        self.setCurrentWidget(self.betting)
        self.betting.open_file(path)

    def own_run(self) -> Run | None:
        """Return the run of the page in front if that has one of its own."""
        page = self.currentWidget()
        return page.model if isinstance(page, OwnRun) else None

    @Slot(str)
    def paste_hands(self, text: str) -> None:
        """List hand histories that were pasted."""
        self.setCurrentWidget(self.histories)
        self.histories.open_text(text)

    def show_inspection(self) -> None:
        """Show all hands of the range of the seat on the range page."""
        self.setCurrentWidget(self.range)
        self.range.show_inspection()

    def show_saving(self) -> None:
        """Ask on the range page for the name under which the marked seat's range is kept."""
        self.setCurrentWidget(self.range)
        self.range.show_saving()

    @Slot(str)
    def show_page(self, title: str) -> None:
        """Show a page of the game by its title; if it is displayed already, move the keyboard focus into it."""
        self._turn_to(self._tab_of(title))

    @Slot(str)
    def open_page(self, title: str) -> None:
        """Show a page of the game by its title, without moving the keyboard focus."""
        self.setCurrentIndex(self._tab_of(title))

    def _tab_of(self, title: str) -> int:
        return next(tab for tab, place in enumerate(self._places) if PAGES[place].title == title)

    @Slot()
    def show_tracker(self) -> None:
        """Show the hand tracker and give it the keyboard."""
        from gui.pages.kelly.page import KellyPage

        page = self._called("Kelly", KellyPage)
        self.setCurrentWidget(page)
        page.show_tracker()

    @Slot()
    def show_comparison(self) -> None:
        """Show the pinned table and the present one side by side; the page is there while one is pinned."""
        self.setCurrentIndex(next((tab for tab, place in enumerate(self._places) if PAGES[place].of_pinned), -1))

    def show_range_help(self) -> None:
        """Explain the texts of ranges, beside the range page."""
        self.setCurrentWidget(self.range)
        self.range.show_help()

    def save_layout(self) -> QByteArray:
        """Return the places of the splitters."""
        return self.equity.saveState()

    def restore_layout(self, state: QByteArray) -> None:
        """Bring the splitters back to where they were."""
        self.equity.restoreState(state)
