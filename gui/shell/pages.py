"""The right side of the window: tabs with the pages of the game. A page is built when it is first displayed."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QByteArray, QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from engine import Game, Scenario
from gui.export.files import BuiltPage, ExportItem
from gui.pages.specs import GROUPS, PAGES, PageSpec, Place
from gui.parts.build import first_stop, named
from gui.parts.page_scroll import PageScroll, PageTabs
from gui.shell.preparing_note import PreparingNote
from gui.state.context import ListedHands, OwnRun, PageContext, PageParts, Run
from gui.state.preparation import Preparation

if TYPE_CHECKING:
    from gui.pages.betting.page import BettingPage
    from gui.pages.equity.page import EquityPage
    from gui.pages.histories.page import HistoriesPage
    from gui.pages.range.page import RangePage

Page = TypeVar("Page", bound=QWidget)
MIN_PAGE_WIDTH = 498
"""Pixels that the widest page needs. Reserved from the start: the table next to it keeps its width when it is built."""
PAGE_KEYS = (*(f"Ctrl+{digit}" for digit in "1234567890"), *(f"Ctrl+Alt+{digit}" for digit in "1234567890"))
"""The shortcuts of the pages of a game in the order of their tabs; from the eleventh on with Alt.

The page that exists only while a table is pinned has none (Ctrl+F8 opens it), so that the other keys never change.
"""


class Pages(PageTabs):
    """The tabs, of which only those of one group are visible; ``groups`` is the bar of the groups, placed above them.

    A tab contains an empty widget until its page is displayed or requested. A page is identified by its index in
    ``PAGES``, which differs from the index of its tab: pages of the other game have no tab.

    ``message`` carries a line for the status bar and whether it is an error, ``menu_requested`` the point of the screen
    at which the menu of the selected seat shall open, ``table_pasted`` a table that was pasted on a page as one line.
    ``tracker_requested``: show the hand tracker, which has a new hand; ``page_requested`` carries the title of a page
    to show, ``solution_requested`` the path of a solution to show on *Betting*, ``hands_opened`` paths of hand
    histories to list, ``hands_listed`` the text of some; ``run_changed``: the run of a page has started, ended or been
    paused.
    """

    message = Signal(str, bool)
    menu_requested = Signal(QPoint)
    table_pasted = Signal(str)
    tracker_requested = Signal()
    page_requested = Signal(str)
    solution_requested = Signal(object)
    hands_opened = Signal(object)
    hands_listed = Signal(object)
    run_changed = Signal()

    def __init__(self, parts: PageParts, preparation: Preparation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        document, session = parts.document, parts.session
        self._document, self._session, self._pinned = document, session, session.pinned is not None
        self.setObjectName("pages")
        self.setAccessibleName("Pages")
        self.setDocumentMode(True)
        names = (
            "message", "menu_requested", "table_pasted", "tracker_requested", "page_requested", "solution_requested",
            "hands_opened", "hands_listed",
        )  # fmt: skip
        self._context = PageContext.of(parts, **{name: getattr(self, name) for name in names})
        self.page_requested.connect(self.show_page)
        self.solution_requested.connect(self.open_solution)
        self.hands_opened.connect(self.open_hands)
        self.hands_listed.connect(self.list_hands)
        self.tracker_requested.connect(self.show_tracker)
        parts.journal.message.connect(self.message)
        parts.training.message.connect(self.message)
        self._built: dict[int, BuiltPage] = {}
        """The pages that have been built, and their charts, by index."""
        self._contents = [QWidget(self) for _ in PAGES]
        """The content of the tab of each page: an empty widget until the page is built."""
        for empty in self._contents:
            empty.hide()
        self.groups = named(QTabBar(self), "pageGroups", "Groups of pages")
        self.groups.hide()  # until it is put above the tabs
        self.groups.setProperty("groups", True)
        self.groups.setExpanding(False)
        self.groups.setDrawBase(False)
        self._last_of: dict[str, str] = {}
        """The title of the page of each group that was displayed last."""
        self._indices: list[int] = []
        """The index of the page of each tab."""
        self._offer: Callable[[Sequence[ExportItem]], None] | None = None
        self.currentChanged.connect(self._on_turned)
        self.groups.currentChanged.connect(self._on_group_chosen)
        document.changed.connect(self._on_document_changed)
        session.changed.connect(self._on_session_changed)
        self._show_pages_of_game()
        self._preparing = PreparingNote(preparation, self)
        for number, key in enumerate(PAGE_KEYS):
            QShortcut(QKeySequence(key), self).activated.connect(partial(self._on_key, number))

    @Slot(int)
    def _on_turned(self, tab: int) -> None:
        """Build the page of the new current tab if necessary, and show the tabs of its group."""
        spec = PAGES[self._indices[tab]]
        self._last_of[spec.group] = spec.title
        self._page(self._indices[tab])
        self._show_group()
        self.run_changed.emit()

    def _show_group(self) -> None:
        """Show the tabs of the current page's group, and one button per page group of this game above them."""
        group = PAGES[self._indices[self.currentIndex()]].group
        groups = [name for name in GROUPS if any(PAGES[index].group == name for index in self._indices)]
        with QSignalBlocker(self.groups):
            if [self.groups.tabText(i) for i in range(self.groups.count())] != groups:
                while self.groups.count():
                    self.groups.removeTab(0)
                for name in groups:
                    self.groups.addTab(name)
            self.groups.setCurrentIndex(groups.index(group))
        self.setTabVisible(self.currentIndex(), True)  # first: otherwise Qt selects another tab that appears
        for tab, index in enumerate(self._indices):
            self.setTabVisible(tab, PAGES[index].group == group)

    @Slot(int)
    def _on_group_chosen(self, number: int) -> None:
        """Show the page of a group that was displayed last, or else its first page."""
        group = self.groups.tabText(number)
        tabs = [tab for tab, index in enumerate(self._indices) if PAGES[index].group == group]
        last = self._last_of.get(group)
        self.setCurrentIndex(next((tab for tab in tabs if self.tabText(tab) == last), tabs[0]))

    def _page(self, index: int) -> QWidget:
        """Return the page with this index, building it on the first call."""
        if index not in self._built:
            page, items = self._built[index] = PAGES[index].build(self._context)
            tab = self._indices.index(index)
            # A tab cannot get another widget, so a new tab replaces that of the empty widget.
            current = self.currentIndex() == tab
            with QSignalBlocker(self):
                area = PageScroll(page, f"{page.objectName()}.page", wraps=True)
                empty, self._contents[index] = self._contents[index], area
                self.insertTab(tab, area, PAGES[index].title)
                self.setTabToolTip(tab, self.tabToolTip(tab + 1))
                if current:
                    self.setCurrentIndex(tab)
                self.removeTab(tab + 1)
            self._show_group()  # a new tab is visible, even one of another group
            empty.deleteLater()
            if isinstance(page, OwnRun):
                page.run_changed.connect(self.run_changed)
            if self._offer is not None:
                self._offer(items)
        return self._built[index][0]

    def _of_game(self) -> list[int]:
        """Return the indices of the pages of the current game."""
        game, pinned = self._document.scenario.game, self._session.pinned is not None
        return [i for i, spec in enumerate(PAGES) if game in spec.games and (pinned or not spec.of_pinned)]

    def of_other_games(self) -> list[tuple[Game, PageSpec]]:
        """Return the pages that the current game does not have, each with a game that has it."""
        titles = {PAGES[index].title for index in self._of_game()}
        return [(spec.games[0], spec) for spec in PAGES if spec.title not in titles and not spec.of_pinned]

    @property
    def equity(self) -> "EquityPage":
        """The page *Equity*, built if necessary."""
        from gui.pages.equity.page import EquityPage

        return self._called("Equity", EquityPage)

    @property
    def range(self) -> "RangePage":
        """The page *Range*, built if necessary."""
        from gui.pages.range.page import RangePage

        return self._called("Range", RangePage)

    @property
    def histories(self) -> "HistoriesPage":
        """The page *Histories*, built if necessary."""
        from gui.pages.histories.page import HistoriesPage

        return self._called("Histories", HistoriesPage)

    @property
    def betting(self) -> "BettingPage":
        """The page *Betting*, built if necessary."""
        from gui.pages.betting.page import BettingPage

        return self._called("Betting", BettingPage)

    # The properties above import their pages only when they are needed: importing all pages would delay the start.
    def _called(self, title: str, kind: type[Page]) -> Page:
        page = self._page(next(index for index, spec in enumerate(PAGES) if spec.title == title))
        assert isinstance(page, kind)
        return page

    def charts(self) -> list[tuple[str, int]]:
        """Return (title, tab) of each chart that can be exported in this game, without building a page."""
        game = self._document.scenario.game
        specs = enumerate(PAGES[index] for index in self._indices)
        return [(chart.title, tab) for tab, spec in specs for chart in spec.charts if chart.game in (None, game)]

    def views(self, tab: int) -> tuple[str, ...]:
        """Return the names of the views of the charts on the page of a tab, without building it."""
        return PAGES[self._indices[tab]].views

    def places(self, tab: int) -> tuple[Place, ...]:
        """Return the panels of the page of a tab that the palette offers, without building the page."""
        return PAGES[self._indices[tab]].places

    def synonyms(self, tab: int) -> str:
        """Return the players' words for the page of a tab, separated by commas."""
        return PAGES[self._indices[tab]].synonyms

    def page_of(self, tab: int) -> QWidget:
        """Return the page of a tab, building it on the first call."""
        return self._page(self._indices[tab])

    def is_built(self, tab: int) -> bool:
        """Return True if the page of this tab has been built."""
        return self._indices[tab] in self._built

    @property
    def exports(self) -> list[ExportItem]:
        """The charts of the game on the pages that have been built, in the order of the tabs."""
        game = self._document.scenario.game
        built = [self._built[index][1] for index in self._indices if index in self._built]
        return [item for items in built for item in items if item.game in (None, game)]

    def title_of(self, page: object) -> str:
        """Return the title of a page that has been built."""
        return next(PAGES[index].title for index, (built, _) in self._built.items() if built is page)

    @property
    def _keyed(self) -> list[int]:
        """The tabs that have a shortcut, in the order of :data:`PAGE_KEYS`."""
        return [tab for tab, index in enumerate(self._indices) if not PAGES[index].of_pinned]

    def key_of(self, tab: int) -> str:
        """Return the shortcut of the page of a tab, or "" if it has none."""
        keyed = self._keyed
        return PAGE_KEYS[keyed.index(tab)] if tab in keyed else ""

    def _on_key(self, number: int) -> None:
        """Show the page of a shortcut, by its index in :data:`PAGE_KEYS`."""
        if number < len(self._keyed):
            self._turn_to(self._keyed[number])

    def _turn_to(self, tab: int) -> None:
        """Show the page of a tab; if it is already displayed, move the keyboard focus into it."""
        # Only a second request moves the focus: the first one must not take it away from the cards.
        if self.currentIndex() == tab:
            page = self._page(self._indices[tab])
            (first_stop(page) or page).setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(tab)

    def _show_pages_of_game(self) -> None:
        """Show one tab for each page of the game. The page with the current title stays selected, or else the first."""
        title, indices = self.tabText(self.currentIndex()), self._of_game()
        with QSignalBlocker(self):  # removing the current tab would build the page next to it
            for tab in reversed(range(self.count())):
                if self._indices[tab] not in indices:
                    self.removeTab(tab)
            for tab, index in enumerate(indices):
                if index not in self._indices:
                    self.insertTab(tab, self._contents[index], PAGES[index].title)
                self.setTabToolTip(tab, PAGES[index].title)
            self._indices = indices
            for tab in self._keyed:
                self.setTabToolTip(tab, f"{PAGES[indices[tab]].title} ({self.key_of(tab)})")
            self.setCurrentIndex(next((tab for tab, index in enumerate(indices) if PAGES[index].title == title), 0))
        self._on_turned(self.currentIndex())

    @Slot(object, object)
    def _on_document_changed(self, previous: Scenario, current: Scenario) -> None:
        if previous.game != current.game:
            self._show_pages_of_game()

    @Slot()
    def _on_session_changed(self) -> None:
        if self._pinned != (self._session.pinned is not None):
            self._pinned = not self._pinned
            self._show_pages_of_game()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the keyboard focus; from a widget that was disabled or hidden it moves to the nearest usable parent.

        Qt would move it on like the Tab key, perhaps to a seat, which would be selected and get the next card.
        """
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus) or (focus.isEnabled() and focus.isVisible()):
            return super().focusNextPrevChild(forward)
        parent: QWidget | None = focus.parentWidget()
        while parent is not None and not (parent.isEnabled() and parent.isVisible()):
            parent = parent.parentWidget()
        (parent or self).setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def set_export(self, offer: Callable[[Sequence[ExportItem]], None]) -> None:
        """Call ``offer`` with the charts of each page that can be exported, as soon as the page is built."""
        self._offer = offer
        for _, items in self._built.values():
            offer(items)

    @Slot(object)
    def open_hands(self, paths: Sequence[Path]) -> None:
        """List the hand histories of files and folders."""
        self.setCurrentWidget(self.histories)
        self.histories.open_files(paths)

    @Slot(object)
    def list_hands(self, hands: ListedHands) -> None:
        """List hands of a text on the page *Histories*, and follow one of them."""
        self.setCurrentWidget(self.histories)
        self.histories.list_hands(hands)

    @Slot(object)
    def open_solution(self, path: Path) -> None:
        """Show the solution in a file on the page *Betting*."""
        self.setCurrentWidget(self.betting)
        self.betting.open_file(path)

    def own_run(self) -> Run | None:
        """Return the run of the current page, or None if it shows the run of the table."""
        page = self.currentWidget()
        return page.own_run if isinstance(page, OwnRun) else None

    @Slot(str)
    def paste_hands(self, text: str) -> None:
        """List hand histories that were pasted."""
        self.setCurrentWidget(self.histories)
        self.histories.open_text(text)

    def show_inspection(self) -> None:
        """Show all hands of the selected seat's range on the page *Range*."""
        self.setCurrentWidget(self.range)
        self.range.show_inspection()

    def show_saving(self) -> None:
        """Ask on the page *Range* for the name under which the selected seat's range is saved."""
        self.setCurrentWidget(self.range)
        self.range.show_saving()

    @Slot(str)
    def show_page(self, title: str) -> None:
        """Show the page with this title; if it is already displayed, move the keyboard focus into it."""
        self._turn_to(self._tab_of(title))

    @Slot(str)
    def open_page(self, title: str) -> None:
        """Show the page with this title without moving the keyboard focus."""
        self.setCurrentIndex(self._tab_of(title))

    def _tab_of(self, title: str) -> int:
        return next(tab for tab, index in enumerate(self._indices) if PAGES[index].title == title)

    @Slot()
    def show_tracker(self) -> None:
        """Show the hand tracker and move the keyboard focus there."""
        from gui.pages.kelly.page import KellyPage

        page = self._called("Kelly", KellyPage)
        self.setCurrentWidget(page)
        page.show_tracker()

    @Slot()
    def show_comparison(self) -> None:
        """Show the pinned and the current table side by side; the page exists only while a table is pinned."""
        self.setCurrentIndex(next((tab for tab, index in enumerate(self._indices) if PAGES[index].of_pinned), -1))

    def show_range_help(self) -> None:
        """Show the page *Range* with the explanation of range texts."""
        self.setCurrentWidget(self.range)
        self.range.show_help()

    def save_layout(self) -> QByteArray:
        """Return the positions of the splitters."""
        return self.equity.saveState()

    def restore_layout(self, state: QByteArray) -> None:
        """Restore the positions of the splitters."""
        self.equity.restoreState(state)
