"""The page of hands from elsewhere: the list of a file, and below it the hand that is followed, moment by moment, with
the slider and the buttons that go through it.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QSlider,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES
from engine.cards import TextError, whole_text
from engine.histories.filters import FILTERS
from engine.histories.hand import Moment, PlayedHand
from engine.histories.hero import HandFacts, WinningsSummary
from engine.histories.judgements import JudgementFile, default_file
from engine.histories.listing import HandLine
from engine.histories.marks import NO_MARK, all_tags
from engine.histories.path import HandPath
from engine.histories.splitting import READABLE_SITES
from engine.trainer.spots import Source
from gui.charts.view import ChartView
from gui.export.files import AskPath, BuiltPage, ExportItem, FileActions, ask_path, table_csv
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, at_most, px
from gui.look.theme import WHOLE
from gui.pages.histories.bars import NOTE_KEY, STAR_KEY, TAGS_KEY, FilterChips, FilterForm, MarkBar, OutlookBar
from gui.pages.histories.best_play import BestPlayView
from gui.pages.histories.chart import EMPTY as EMPTY_CHART
from gui.pages.histories.chart import moment_words, path_chart
from gui.pages.histories.columns import (
    COLUMNS,
    columns_of,
    csv_rows,
    hands_table,
    measured_of,
    money_text,
    prize_text,
    units_text,
)
from gui.pages.histories.decisions import DecisionsView
from gui.pages.histories.hand_list import HandList, View
from gui.pages.histories.luck import LuckView
from gui.pages.histories.players_view import PlayersView
from gui.pages.histories.replay import Replay
from gui.pages.histories.replay_table import ReplayTable
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    column,
    combo_box,
    filled,
    first_stop,
    label,
    menu_entry,
    named,
    offer,
    on_keys,
    page_ground,
    paragraph,
    push_button,
    scrolled,
    stacked,
)
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import Column, TableView
from gui.state.context import ListedHands, PageContext
from gui.storage.foreign_files import HANDS_FILTER
from gui.storage.settings import Settings
from gui.words.formatting import chips, count, number_of

MAX_STREETS = max(len(spec.streets) for spec in GAMES.values())
NEXT_KEY, LAST_KEY = "Ctrl+.", "Ctrl+,"
NEXT_STREET_KEY, LAST_STREET_KEY = "Ctrl+Shift+.", "Ctrl+Shift+,"

HAND, LUCK, DECISIONS, BEST, PLAYERS = "hand", "luck", "decisions", "best", "players"
PANES = {HAND: "Replay", LUCK: "Luck at all-ins", DECISIONS: "EV loss", BEST: "Best play", PLAYERS: "Players"}
"""The panes below the list."""
MIN_CHART_HEIGHT, MIN_HAND_HEIGHT = 200, 300
"""Heights of the chart and of the pane of the hand, below which the pane scrolls."""
EMPTY = (
    "Open a file of played hands, drop it on the window, or paste hands here or on the table.\n\n"
    f"Supported: PHH files, Open Hand History, PokerNow logs and hand histories of {READABLE_SITES}; hold'em and razz. "
    "Each action of a hand is a table on the left: seats, cards, folds, board, pot, chips to call "
    "and stacks. Hands that were not shown get ranges by position and action; paint over them as you like."
)
READING = "Reading the hands …"
REPLAYING = "Replaying the hand …"
CHOOSE = "Select a hand in the list."
ASSUMED_HEIGHT = 72
"""Height of the area of assumed ranges, which scrolls."""
NEXT_HAND_KEY, LAST_HAND_KEY = "Alt+Down", "Alt+Up"
SUMS_TIP = (
    "Hero's result in the listed hands, after rake: in big blinds (razz: big bets), in money, and as a win rate in "
    "bb/100 with its standard error"
)
SEARCH_KEY, FILTERS_KEY = "Ctrl+F", "Ctrl+Shift+F"
SEARCH = "search"
"""The key of the search among the filters that are remembered."""
MIN_LIST_HEIGHT = 76
REFRESH_TIP = "Read the files of the list again, and new files in its folders"
TRACK_TIP = "Load the hand up to this action into the hand tracker (Kelly page), with its stacks"
SIMULATE_TIP = "Simulate each action of the player to act to the end of the hand, with any number of players"
BETTING_TIP = "Solve the hand from this action, with its pot, stacks and ranges (two players, flop or later)"
TABLE_TIP = "Put this moment back on the table; the table has changed since"


def sums_words(view: View) -> str:
    """Return hero's winnings in the displayed hands, and in all hands if these are more; "" if none are known.

    ``212 of 250 hands: +12.5 bb, +$31.20 · 5.9 ± 8.1 bb/100``
    """
    if not view.all_sums.counted:
        return ""
    whole = _sum_words(view.all_sums)
    return whole if view.sums is view.all_sums else f"{_sum_words(view.sums)}\nAll: {whole}"


def _sum_words(result: WinningsSummary) -> str:
    """Return a summary as a line: the number of hands, big blinds, money, the rate per 100 hands, prizes."""
    hands = (
        count(result.hands) if result.counted == result.hands else f"{count(result.counted)} of {count(result.hands)}"
    )
    money = "".join(f", {money_text(each)}" for each in result.money)
    rate = ""
    if result.per_100 is not None and result.stderr is not None:
        rate = f" · {units_text(result.per_100)} ± {result.stderr:.1f} bb/100"
    hands += " hand" if result.hands == 1 else " hands"
    played, net, fair = result.prizes
    prizes = f" · ICM {prize_text(net)}, all-in EV {prize_text(fair)}" if played else ""
    return f"{hands}: {units_text(result.units)} bb{money}{rate}{prizes}"


class HistoriesPage(Guarded, QWidget):
    """Shows a list of hands, and the replay of one of them; ``chart`` is the path of the hand."""

    def __init__(self, context: PageContext, ask: AskPath = ask_path) -> None:
        super().__init__()
        named(self, "histories", "Hand histories")
        page_ground(self)
        self._settings, self._training = context.settings, context.training
        self.hands = HandList(context.questions, context.marks, context.players, context.settings, self)
        self.replay = Replay(self.hands, context.document, context.questions, self)
        self.table = ReplayTable(self.hands, self.replay, context.document, self)
        for source in (context.marks, self.hands, self.replay, self.table):
            source.message.connect(context.message)
        self.table.tracked.connect(context.tracker_requested)
        self.table.page_requested.connect(context.page_requested)
        self.list: TableView[HandLine] = TableView("histories.list", "Hands", self, height=24)
        at_least(self.list, height=MIN_LIST_HEIGHT)
        self._viewed: View | None = None
        """The view whose rows are displayed."""
        self._followed: HandLine | None = None
        """The hand that is selected in the list because it is followed."""
        self._restored = False
        """Whether the page has been shown before."""
        self.search = named(QLineEdit(self), "histories.search", "Search the hands", "Words that a hand must contain")
        self.search.setPlaceholderText("Search: player, cards, date, game …")
        self.search.setClearButtonEnabled(True)
        self._count = label(name="histories.count")
        self.filters = FilterForm(self)
        self.filters.hide()
        self.chips = named(FilterChips(self), "histories.chips", "Active filters")
        self.marks = MarkBar(self)
        self._columns: tuple[HandFacts, tuple[HandLine, ...], tuple[Column[HandLine], ...]] | None = None
        """The facts and hands that the columns were made for, and the columns."""
        self._measured: tuple[HandLine, ...] = ()
        """The hands whose texts decide how wide the columns are."""
        self._files = FileActions("histories.export", context.settings, self, ask)
        self._files.message.connect(context.message)
        self._decision_files = FileActions("histories.export.decisions", context.settings, self, ask)
        self._decision_files.message.connect(context.message)
        self._player_files = FileActions("histories.export.players", context.settings, self, ask)
        self._player_files.message.connect(context.message)
        self._sums = label(name="histories.sums", role="", wrap=True)
        self._sums.setToolTip(SUMS_TIP)
        self.empty = label(EMPTY, name="histories.empty", wrap=True, centred=True)
        self.scrubber = Scrubber(self)
        title = "Equity through the hand"
        self.chart = ChartView("handPath", title, EMPTY_CHART, context.session, menu="export")
        at_least(self.chart, height=MIN_CHART_HEIGHT)
        self._track = push_button("To tracker", "histories.track", self.table.track, TRACK_TIP)
        self._bet = push_button("Solve", "histories.betting", self.table.bet, BETTING_TIP)
        self._simulate = push_button("Simulate", "histories.simulate", self.table.simulate, SIMULATE_TIP)
        self._again = push_button("Back to table", "histories.again", self.table.show, TABLE_TIP)
        self._outlook = OutlookBar(self.replay, context.players)
        self._players = PlayersView(self.replay, context.players, context.settings, context.questions)
        self._players.message.connect(context.message)
        self._problem = label(name="histories.problem", wrap=True, centred=True)
        self._assumed = paragraph("histories.assumed")
        self._assumed.setAccessibleName("Assumed ranges")
        self._assumed_area = scrolled(self._assumed, "histories.assumedArea", "Assumed ranges")
        at_most(self._assumed_area, height=ASSUMED_HEIGHT)
        at_least(self._assumed_area, height=ASSUMED_HEIGHT)
        self._assumed_area.verticalScrollBar().rangeChanged.connect(self._on_assumed_range)
        self.luck = LuckView(self.hands, self.table, context.questions, context.session)
        self.decisions = DecisionsView(self.hands, self.replay, self.table, context.questions)
        kept = JudgementFile(default_file(context.data))
        self.best = BestPlayView(self.hands, self.replay, self.table, context.questions, kept)
        self._build()
        self._connect(context)
        self._render_list()
        self._render_hand()

    def _build(self) -> None:
        """Build the bars and menus, and arrange all widgets: tools, filters, list, and the panes below the list."""
        open_ = push_button("Open…", "histories.open", self._on_open, "A file of hand histories (Ctrl+Shift+O)")
        paste = push_button("Paste", "histories.paste", self.paste, "Hand histories from the clipboard")
        folder = push_button("Folder…", "histories.folder", self._on_folder, "All hand histories in a folder")
        self._refresh = push_button("Refresh", "histories.refresh", self.hands.refresh, REFRESH_TIP)
        tip = f"Filters of the list ({FILTERS_KEY})"
        self._filter = push_button("Filters", "histories.filters", self._on_filters, tip)
        self._filter.setCheckable(True)
        # Without sums, as of hands without a hero, the count takes the room in the line, not this button.
        self._filter.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._files.add("csv", "Hands as CSV", self._stem, self._csv)
        self._columns_menu = ColumnMenu(self._settings, self)
        self._columns_menu.chosen.connect(self._on_columns)
        menu = QMenu(self)
        self._decision_files.add("csv", "Decisions as CSV", self._decisions_stem, self.decisions.csv)
        self._player_files.add("csv", "Players as CSV", self._players_stem, self._players.csv)
        menu.addActions([*self._files.actions, *self._decision_files.actions, *self._player_files.actions])
        menu.addMenu(self._columns_menu)
        more = named(MenuButton(None, "List", menu), "histories.menu", "Export and columns of the list")
        tools = (open_, paste, folder, self._refresh, (self.search, 1))
        top = filled(QHBoxLayout(), *tools, spacing=8, margins=NO_MARGINS)
        found = (self._sums, 1), self._count, self._filter, more
        self._head = QWidget(self)
        filled(QHBoxLayout(self._head), *found, spacing=8, margins=NO_MARGINS)
        buttons = filled(
            QHBoxLayout(), STRETCH, self._again, self._simulate, self._bet, self._track, spacing=8, margins=NO_MARGINS
        )
        parts = (self.scrubber, (self.chart, 1), self._outlook, self._assumed_area, buttons)
        self._hand = scrolled(column(*parts, spacing=6, margins=(0, 4, 0, 0)), "histories.hand", "Replay")
        at_least(self._hand, height=MIN_HAND_HEIGHT)
        self._replay = stacked(self._problem, self._hand)
        panes = PaneStack()
        for pane in (self._replay, self.luck, self.decisions, self.best, self._players):
            panes.addWidget(pane)
        self._choice = ChoiceBar("histories.pane", "Details of the list", PANES, on=HAND, views=panes)
        above = column((self.list, 1), ListFoot(self._choice, self.marks), spacing=4, margins=NO_MARGINS)
        self._split = ListSplit(above, panes, self._settings)
        self._views = stacked(self.empty, self._split)
        parts_of_page = top, self._head, self.filters, self.chips, (self._views, 1)
        filled(QVBoxLayout(self), *parts_of_page, spacing=8, margins=(12, 10, 12, 10))

    def _connect(self, context: PageContext) -> None:
        """Connect list, replay, table and widgets with one another, and the keys with their actions."""
        hands, replay = self.hands, self.replay
        hands.listed.connect(self._render_list)
        hands.hand_requested.connect(replay.select)
        hands.facts_changed.connect(self._render_view)
        hands.listed.connect(self._offer_decisions)
        hands.listed.connect(self._render_hand)
        replay.changed.connect(self._render_hand)
        self.table.placed.connect(self._render_again)
        context.document.changed.connect(self._on_document_changed)
        self.list.entered.connect(replay.select)
        self._choice.chosen.connect(self._render_panes)
        self.luck.hand_wanted.connect(self._on_hand_wanted)
        self.decisions.replay_wanted.connect(Keyed(self._choice, self._choice.show_choice, HAND).plain)
        self.best.replay_wanted.connect(Keyed(self._choice, self._choice.show_choice, HAND).plain)
        self.best.message.connect(context.message)
        self.table.quiz_requested.connect(self._on_quiz)
        hands.filters_changed.connect(self._render_filters)
        self.list.selectionModel().currentChanged.connect(self._render_marks)
        self.list.horizontalHeader().sortIndicatorChanged.connect(self._on_sorted)
        self.filters.filtered.connect(hands.set_filter)
        self.chips.removed.connect(hands.set_filter)
        self.chips.cleared.connect(self._on_cleared)
        self.marks.marked.connect(hands.mark)
        self.marks.message.connect(context.message)
        keys = (
            (NEXT_HAND_KEY, Keyed(self, self.step, 1).plain),
            (LAST_HAND_KEY, Keyed(self, self.step, -1).plain),
            (SEARCH_KEY, self._on_find),
            (FILTERS_KEY, self._filter.click),
            (STAR_KEY, self.marks.toggle_star),
            (TAGS_KEY, self.marks.tags.setFocus),
            (NOTE_KEY, self.marks.note.setFocus),
        )
        on_keys(self, *keys)
        self.search.textChanged.connect(self._on_search)
        self.scrubber.moved.connect(replay.go_to)
        self.scrubber.street.connect(replay.go_to_street)
        self.scrubber.hero.connect(replay.set_hero)
        self.chart.view.scene().sigMouseClicked.connect(self._on_chart_clicked)

    @Slot(object)
    def _on_hand_wanted(self, line: HandLine) -> None:
        self._choice.show_choice(HAND)
        self.replay.select(line)

    @Slot(object)
    def _on_quiz(self, quiz: Source) -> None:
        self._training.set_quiz(quiz)
        self.table.page_requested.emit("Trainer")

    @Slot()
    def _offer_decisions(self) -> None:
        """Offer the decisions of the open hands to the trainer as a pack."""
        self._training.set_played(self.table.played(self.hands.lines))

    def open_files(self, paths: Sequence[Path]) -> None:
        """List the hands of files and folders."""
        self._forget_filters()
        self._settings.hand_files = tuple(paths)
        self.hands.open_files(paths)

    def open_text(self, text: str) -> None:
        """List the hands of a text. If it has none, the list, the search and the filters stay."""
        if self.hands.open_text(text):
            self._forget_filters()

    def list_hands(self, hands: ListedHands) -> None:
        """List the hands of a text, and follow one of them as its own hero."""
        self._choice.show_choice(HAND)
        self._forget_filters()
        self.hands.list_text(hands.text, hands.title, follow=(hands.index, hands.moment))

    def _forget_filters(self) -> None:
        self.search.clear()
        self.hands.set_filters({})

    @Slot()
    def _on_open(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Open hand histories", self._settings.folder, HANDS_FILTER)
        if names:
            self._settings.folder = str(Path(names[0]).parent)
            self.open_files([Path(name) for name in names])

    @Slot()
    def _on_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Open a folder of hand histories", self._settings.folder)
        if name:
            self._settings.folder = name
            self.open_files([Path(name)])

    def step(self, step: int) -> None:
        """Follow the hand below or above the one that is followed."""
        rows, chosen = self.list.rows, self.replay.selected
        if not rows:
            return
        # If the followed hand is not among the rows, start in front of the first or behind the last one.
        place = next((i for i, line in enumerate(rows) if line is chosen), -1 if step > 0 else len(rows))
        if 0 <= place + step < len(rows):
            self.replay.select(rows[place + step])

    @Slot()
    def paste(self) -> None:
        """List the hands of the clipboard."""
        self.open_text(QGuiApplication.clipboard().text())

    @Slot()
    def _render_list(self) -> None:
        """Show the list, or the reason why there is none."""
        hands = self.hands
        self.empty.setText(READING if hands.busy else f"{hands.problem}\n\n{EMPTY}" if hands.problem else EMPTY)
        self._views.setCurrentWidget(self._split if hands.lines else self.empty)
        self.search.setEnabled(bool(hands.lines))
        self._head.setVisible(bool(hands.lines))
        self.filters.setVisible(bool(hands.lines) and self._filter.isChecked())
        self._refresh.setEnabled(bool(hands.paths))
        self._render_view()

    @Slot()
    def _render_view(self) -> None:
        """Show the displayed hands with their number and their sums."""
        hands, view = self.hands, self.hands.view
        if view is not self._viewed:
            self._viewed = view
            self._show_rows(view)
        shown, whole = len(view.rows), len(hands.lines)
        number = f"{count(shown)} of {number_of(whole, 'hand')}" if shown != whole else number_of(whole, "hand")
        number = number if whole else ""
        bad, other = len(view.facts.broken), len(view.facts.other)
        parts = [number, f"{count(bad)} broken" if bad else "", f"{count(other)} unsupported" if other else ""]
        if 0 < hands.check.done < whole:
            parts.append(f"{count(hands.check.done)} checked")
        self._count.setText(" · ".join(part for part in parts if part))
        words = sums_words(view)
        self._sums.setText(words)
        self._sums.setVisible(bool(words))

    def _show_rows(self, view: View) -> None:
        """Show the rows of a view; the selected row stays selected, else the hand that is followed is."""
        lines = self.hands.lines
        # Columns depend on facts and lines, not on the rows: while the player filters or sorts they stay the same
        # objects, which the table need not measure again.
        if self._columns is None or self._columns[0] is not view.facts or self._columns[1] is not lines:
            hidden, every = self._settings.hidden_columns, self._settings.all_columns
            self._columns = view.facts, lines, columns_of(lines, view.facts, hidden, all_=every)
            self._measured = measured_of(lines, view.facts)
        current = self.list.selected_row
        self.list.show_table(hands_table(self._columns[2], view.rows, self._measured))
        if current is not None and self.list.selected_row is not current:
            self.list.choose(current.raw.number)
        if self.list.selected_row is None:
            self._mark_hand()
        self._render_marks()

    @Slot()
    def _on_columns(self) -> None:
        self._columns = None
        self._show_rows(self.hands.view)

    @Slot(int, Qt.SortOrder)
    def _on_sorted(self, place: int, order: Qt.SortOrder) -> None:
        self.hands.sort_by(place, down=order == Qt.SortOrder.DescendingOrder)

    @Slot()
    def _on_find(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    @Slot()
    def _on_filters(self) -> None:
        self.filters.setVisible(self._filter.isChecked())
        first = first_stop(self.filters)
        if self._filter.isChecked() and first is not None:
            first.setFocus()

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self.hands.search(text)
        self._save_filters()

    @Slot()
    def _on_cleared(self) -> None:
        self.filters.clear()
        self.hands.set_filters({})

    @Slot()
    def _render_filters(self) -> None:
        filters = self.hands.filters
        self.filters.show_filters(filters)
        self.chips.show_filters(filters)
        self._save_filters()

    def _save_filters(self) -> None:
        """Remember the search and the filters for the next start, with the list that they belong to."""
        if self.hands.paths:
            self._settings.hand_filters = {SEARCH: self.hands.search_text, **self.hands.filters}

    @property
    def _current(self) -> HandLine | None:
        """The hand whose marks are displayed: the current one of the list, else the one that is followed."""
        return self.list.selected_row or self.replay.selected

    @Slot()
    def _render_marks(self) -> None:
        line = self._current
        mark = NO_MARK if line is None else self.hands.mark_of(line)
        self.marks.show_mark(line, mark, all_tags(self.hands.facts.marks))

    def _stem(self) -> str:
        return Path(self.hands.title).stem or "hands"

    def _decisions_stem(self) -> str:
        return f"{self._stem()} decisions"

    def _players_stem(self) -> str:
        return f"{self._stem()} players"

    def _csv(self) -> bytes:
        """Return the displayed hands as CSV.

        Raises:
            ValueError: there are none.
        """
        if not self.list.rows:
            raise ValueError("the list has no hands")
        return table_csv(csv_rows(self.list.rows, self.hands.view.facts))

    def _mark_hand(self) -> None:
        chosen = self.replay.selected
        self.list.choose(None if chosen is None else chosen.raw.number)

    @Slot()
    def _render_hand(self) -> None:
        """Show the hand that is followed, or the reason why there is none."""
        replay = self.replay
        self._render_panes()
        if replay.selected is not self._followed:
            self._followed = replay.selected
            self._mark_hand()
        if replay.path is None:
            waiting = REPLAYING if replay.selected is not None else self.hands.problem or CHOOSE
            self._problem.setText(replay.problem or waiting)
            self._replay.setCurrentWidget(self._problem)
            self.chart.show_chart(None)
            return
        self._replay.setCurrentWidget(self._hand)
        self.scrubber.show_moment(replay.path, replay.index, replay.hero)
        chart = path_chart(replay.path, replay.index, f"Equity through {replay.path.hand.raw.name}")
        self.chart.show_chart(lambda _: chart)
        assumed = replay.assumed
        self._assumed.setText("\n".join(assumed))
        self._assumed_area.setVisible(bool(assumed))
        self._outlook.render_outlook()
        self._render_again()

    @Slot()
    def _render_again(self) -> None:
        self._again.setVisible(not self.table.is_current)

    @Slot()
    def _render_panes(self) -> None:
        """Hide the panes, and give the list the full height, as long as there is nothing to show below it."""
        appeared = self._split.show_panes(self._choice.key != HAND or self.replay.selected is not None)
        current = self.list.currentIndex()
        if appeared and current.isValid():
            self.list.scrollTo(current)  # the pane may cover it

    @Slot(int, int)
    def _on_assumed_range(self, lowest: int, highest: int) -> None:
        """Accept the focus only if there is something to scroll: arrows and page keys scroll the area."""
        policy = Qt.FocusPolicy.StrongFocus if highest > lowest else Qt.FocusPolicy.NoFocus
        self._assumed_area.setFocusPolicy(policy)

    @Slot(object, object)
    def _on_document_changed(self, before: object, after: object) -> None:
        self._render_again()
        if self.isVisible():
            self.table.take_painting()

    @Slot(object)
    def _on_chart_clicked(self, event: object) -> None:
        position: QPointF = event.scenePos()  # type: ignore[attr-defined]
        place = self.chart.figure.point_at(position)
        if place is not None:
            self.replay.go_to(round(place[0]))

    def showEvent(self, event: QShowEvent) -> None:
        """When shown for the first time, list the files of the last session; each time, catch up with other changes."""
        super().showEvent(event)
        if not self._restored:
            self._restored = True
            paths = () if self.hands.lines or self.hands.busy else self._settings.hand_files
            if paths:
                # The texts are read before the search is set, since each change of search and filters saves them. If
                # one of the filters cannot be read, none applies.
                texts = self._settings.hand_filters
                self.search.setText(texts.get(SEARCH, ""))
                with suppress(TextError):
                    self.hands.set_filters({spec.key: texts[spec.key] for spec in FILTERS if texts.get(spec.key)})
                self.hands.open_files(paths, quiet=True)
        self.hands.read_marks()
        self.table.take_painting()


def histories_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = HistoriesPage(context)
    return page, (
        ExportItem("handPath", "Equity through the hand", page, page.chart),
        ExportItem("luck", "Luck at all-ins", page, page.luck.chart),
    )


class ListFoot(Guarded, QWidget):
    """The choice of the pane and the marks of a hand, in one line if the page is wide enough, else one above the other.

    In large text each line more would push a row of the pane out of a small window.
    """

    def __init__(self, choice: QWidget, marks: QWidget) -> None:
        super().__init__()
        self._parts = choice, marks
        self._box = filled(QVBoxLayout(self), marks, choice, spacing=4, margins=NO_MARGINS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = sum(part.minimumSizeHint().width() for part in self._parts) + px(12)
        wide = self.width() >= needed
        self._box.setDirection(QVBoxLayout.Direction.RightToLeft if wide else QVBoxLayout.Direction.TopToBottom)

    def minimumSizeHint(self) -> QSize:
        """Return the size without the width of the line, so that the page can become narrow again."""
        widest = max(part.minimumSizeHint().width() for part in self._parts)
        return QSize(widest, super().minimumSizeHint().height())


class PaneStack(Guarded, QStackedWidget):
    """A stack that is at least as high as its visible pane, not as its highest one.

    In large text the replay is so high that every other pane would need a scrolled page, too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        pane, widths = self.currentWidget(), super().minimumSizeHint()
        if pane is None:
            return widths
        return QSize(widths.width(), max(pane.minimumSizeHint().height(), pane.minimumHeight()))


class ListSplit(Guarded, QSplitter):
    """The list above the panes.

    The list keeps its share of the height, which the user sets by moving the handle, whatever the height is: Qt's own
    splitter would shrink the larger part alone.
    """

    def __init__(self, above: QWidget, panes: QWidget, settings: Settings) -> None:
        super().__init__(Qt.Orientation.Vertical)
        named(self, "histories.split", "List and hand")
        self.setChildrenCollapsible(False)
        self._settings, self._panes = settings, panes
        self.addWidget(above)
        self.addWidget(panes)
        self.splitterMoved.connect(self._on_moved)

    def show_panes(self, visible: bool) -> bool:
        """Show or hide the panes; return True if they have just appeared."""
        appeared = visible and self._panes.isHidden()
        self._panes.setVisible(visible)
        if appeared:
            self._fit()
        return appeared

    def _fit(self) -> None:
        """Divide the height by the share of the list."""
        height = self.height() - self.handleWidth()
        if not self._panes.isHidden() and height > 0:
            above = round(height * self._settings.list_share / WHOLE)
            self.setSizes([above, height - above])

    @Slot()
    def _on_moved(self) -> None:
        above, below = self.sizes()
        self._settings.list_share = round(WHOLE * above / max(above + below, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class ColumnMenu(QMenu):
    """The menu of the columns of the list. ``chosen``: other columns are to be displayed."""

    chosen = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__("Columns", parent)
        self.setObjectName("histories.columns")
        self._settings = settings
        # The number of the hand is always displayed.
        for spec in COLUMNS[1:]:
            action = menu_entry(self, spec.spoken_title or spec.title, self._on_triggered, spec.key, tip=spec.tip)
            action.setObjectName(f"histories.column.{spec.key}")
            action.setCheckable(True)
            action.setData(spec.key)
        self.addSeparator()
        self._all = menu_entry(self, "Show all columns, scroll sideways")
        self._all.setObjectName("histories.column.all")
        self._all.setToolTip("Selected columns are never hidden to save space")
        self._all.setCheckable(True)
        self._all.triggered.connect(self._on_all)
        self.aboutToShow.connect(self._on_opened)

    @Slot()
    def _on_opened(self) -> None:
        """Check the entries of the displayed columns, which another window may have changed."""
        hidden = self._settings.hidden_columns
        for action in self.actions():
            action.setChecked(action.data() not in hidden)
        self._all.setChecked(self._settings.all_columns)

    @Slot(bool)
    def _on_all(self, checked: bool) -> None:
        self._settings.all_columns = checked
        self.chosen.emit()

    def _on_triggered(self, key: str) -> None:
        self._settings.hidden_columns = self._settings.hidden_columns ^ {key}
        self.chosen.emit()


class Scrubber(QWidget):
    """The slider and the buttons that go through a hand.

    ``moved`` carries the index of the moment to go to, ``street`` 1 or -1 for the next or the previous street, ``hero``
    the player to advise.
    """

    moved = Signal(int)
    street = Signal(int)
    hero = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "histories.scrubber", "Actions of the hand")
        self.words = label(name="histories.moment", role="title", wrap=True)
        self.slider = named(QSlider(Qt.Orientation.Horizontal), "histories.slider", "Action of the hand")
        self.slider.setPageStep(1)
        self.slider.valueChanged.connect(self.moved)
        back = push_button("‹", "histories.back", self._on_back, f"Previous action ({LAST_KEY})")
        on = push_button("›", "histories.on", self._on_on, f"Next action ({NEXT_KEY})")
        back.setAccessibleName("Previous action")
        on.setAccessibleName("Next action")
        self.streets = [ChipButton("", self) for _ in range(MAX_STREETS)]
        self._starts: list[int] = []
        for number, chip in enumerate(self.streets):
            named(chip, f"histories.street{number}")
            chip.setCheckable(True)
            chip.clicked.connect(Keyed(chip, self._on_street, number).plain)
        self._hero = combo_box(
            "histories.hero", "Hero", self.hero.emit, "Player whose decisions the Kelly page analyzes"
        )
        self._hero.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._hero.setMinimumContentsLength(10)
        line = filled(QHBoxLayout(), back, (self.slider, 1), on, spacing=6, margins=NO_MARGINS)
        chips_row = filled(QHBoxLayout(), *self.streets, STRETCH, label("Hero"), self._hero, spacing=4)
        filled(QVBoxLayout(self), self.words, line, chips_row, spacing=4, margins=NO_MARGINS)
        on_keys(self, (NEXT_KEY, self._on_on), (LAST_KEY, self._on_back))
        for key, step in ((NEXT_STREET_KEY, 1), (LAST_STREET_KEY, -1)):
            on_keys(self, (key, Keyed(self, self.street.emit, step).plain))

    def show_moment(self, path: HandPath, place: int, hero: int) -> None:
        """Display the moment ``place`` of a hand."""
        hand = path.hand
        moment = hand.moments[place]
        # For a shorter hand the slider would correct its value and so send the replay to another moment.
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, len(hand.moments) - 1)
            self.slider.setValue(place)
        self.slider.setAccessibleDescription(moment_words(path, place))
        self.words.setText(moment_sentence(path, place))
        names = GAMES[hand.game].streets
        self._starts = [start for i in range(len(names)) if (start := hand.first_of(i)) is not None]
        for number, chip in enumerate(self.streets):
            chip.setVisible(number < len(self._starts))
            if number < len(self._starts):
                name = names[number].removesuffix(" street").capitalize()
                if chip.text() != name:
                    chip.setText(name)
                    chip.setAccessibleName(f"Go to {names[number]}")
                    chip.updateGeometry()
                chip.setChecked(number == moment.street)
        offer(self._hero, [whole_text(name) for name in hand.names])
        self._hero.setCurrentIndex(hero)

    def _on_street(self, number: int) -> None:
        # A click on the checked chip unchecks it, and if the moment stays the same nothing else checks it again.
        self.streets[number].setChecked(True)
        self.moved.emit(self._starts[number])

    @Slot()
    def _on_back(self) -> None:
        self.slider.setValue(self.slider.value() - 1)

    @Slot()
    def _on_on(self) -> None:
        self.slider.setValue(self.slider.value() + 1)


def moment_sentence(path: HandPath, place: int) -> str:
    """Return the moment in words: the action, the pot, whose turn it is and at what price."""
    hand, moment = path.hand, path.hand.moments[place]
    last = place == len(hand.moments) - 1
    parts = [moment_words(path, place), _pot(moment), _turn(hand, moment), _result(hand) if last else ""]
    return whole_text(" · ".join(part for part in parts if part))


def _pot(moment: Moment) -> str:
    """Return the pot in words, with the main pot and side pots if players are all in for less.

    Bets that are not answered yet part nothing: who has still to act may call them.
    """
    parts: list[float] = []
    below: frozenset[int] = frozenset()
    # A pot is separate from the one below only if a player of that one is all in and cannot follow. Who has chips left
    # has merely not answered yet.
    for pot in (pot for pot in moment.pots() if len(pot.players) > 1):
        players = frozenset(pot.players)
        if any(moment.chips[i].stack <= 0.0 for i in below - players) or not parts:
            parts.append(0.0)
        parts[-1] += pot.chips
        below = players
    pots = f" ({' + '.join(map(chips, parts))})" if len(parts) > 1 else ""
    return f"pot {chips(moment.pot)}{pots}"


def _result(hand: PlayedHand) -> str:
    """Return the winners with their gains after the rake, or the contradictions between the replay and the text.

    Return "" if neither the text nor shown cards decide who won.
    """
    if hand.faults:
        return "; ".join(hand.faults)
    won = [(name, gain) for name, gain in zip(hand.names, hand.result or (), strict=False) if gain > 0.0]
    words = ", ".join(f"{name} +{chips(gain)}" for name, gain in won)
    if not (words and hand.rake and hand.gross):
        return words
    gross = ", ".join(f"+{chips(gain)}" for gain in hand.gross if gain > 0.0)
    return f"{words} (rake {chips(hand.rake)}, gross {gross})"


def _turn(hand: PlayedHand, moment: Moment) -> str:
    """Return the player to act and the price of a call, or "" if nobody is to act."""
    if moment.to_act is None:
        return ""
    name = hand.names[moment.to_act]
    return f"{name} to act, {chips(moment.price)} to call" if moment.price else f"{name} to act"
