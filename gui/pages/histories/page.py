"""The page of hands from elsewhere: the list of a file, and below it the hand that is followed, moment by moment."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from engine.cards import RANKS, whole_text
from engine.histories.listing import HandLine
from engine.histories.site_parser import value
from engine.histories.splitting import READABLE
from gui.charts.view import ChartView
from gui.export.files import ExportItem
from gui.look.formatting import count
from gui.look.guard import Guarded
from gui.look.scale import at_least, at_most
from gui.pages.histories.chart import EMPTY as EMPTY_CHART
from gui.pages.histories.chart import path_chart
from gui.pages.histories.model import HistoriesModel
from gui.pages.histories.scrubber import Scrubber
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    column,
    filled,
    label,
    named,
    page_ground,
    paragraph,
    push_button,
    scrolled,
    split,
    stacked,
)
from gui.parts.table import NEVER, Column, TableData, TableView
from gui.state.context import PageContext
from gui.state.foreign_files import HANDS_FILTER

NUMBER, DATE, GAME, STAKES, PLAYERS, HERO, CARDS, WON = range(8)
LONGEST = 60
"""Characters of a cell."""
WIDEST_WON = 170
TIME, DAY = 16, 10
"""Characters of a date with and without the time of day."""
LOWEST_CHART = 170
EMPTY = (
    "Open a file of played hands, drop it on the window, or paste hands here or on the table.\n\n"
    f"PHH files and the English texts of {READABLE} can be read: hold'em and razz. "
    "Each action of a hand is a table on the left: seats, cards, folds, board, pot, price "
    "and stacks; hands that were not shown get ranges by position and action, to be painted over."
)
READING = "Reading the hands …"
REPLAYING = "Replaying the hand …"
CHOOSE = "Choose a hand above."
ASSUMED_HEIGHT = 72
"""Height of the part of the assumed ranges that is in sight."""
NEXT_HAND_KEY, LAST_HAND_KEY = "Alt+Down", "Alt+Up"
REFRESH_TIP = "Read the files of the list again, and those that are new in its folders"
TRACK_TIP = "Give the hand up to this moment to the hand tracker on the Kelly page, with its chips"
BETTING_TIP = (
    "Both players' best play from this moment on, with its pot, stacks and ranges (two players, from the flop)"
)
TABLE_TIP = "Put this moment on the table again; the table has changed since"


def hands_table(
    lines: tuple[HandLine, ...], words: tuple[str, ...], broken: Mapping[int, str], other: Mapping[int, str]
) -> TableData[HandLine]:
    """Return the hands in whose texts all ``words`` stand; ``broken`` tells by number why one cannot be read or is not
    as its text has it, ``other`` of which game one is that is not read.
    """

    def column(
        title: str, of: Callable[[HandLine], str], tip: str, *, ink: str = "text", marked: str = "muted", **more: Any
    ) -> Column[HandLine]:
        more = {"number": False, "sort": lambda line: of(line).lower(), "shown": any(map(of, lines)), **more}
        inks = {False: ink, True: marked}
        return Column(
            title, lambda line: whole_text(of(line)), tip, ink=lambda line: inks[line.raw.number in broken], **more
        )

    def won(line: HandLine) -> str:
        number = line.raw.number
        return broken.get(number) or other.get(number) or line.won[:LONGEST]

    columns = (
        column(
            "Hand", lambda line: str(line.raw.number), "place in the file; Enter or a click follows the hand",
            marked="bad", number=True, sort=lambda line: line.raw.number,
        ),
        column(
            "When", lambda line: line.date[:TIME], "when it was played", keep=4, ink="muted",
            short=(lambda line: whole_text(line.date[:DAY]),), sort=lambda line: line.date,
        ),
        column("Game", lambda line: line.game[:LONGEST], "game and limit", keep=2),
        column(
            "Stakes", lambda line: line.stakes[:LONGEST], "blinds, or small and big bet", keep=3, ink="muted",
            sort=lambda line: f"{len(line.stakes):03} {line.stakes}",
        ),
        column(
            "Seats", lambda line: str(len(line.players)), "how many players are dealt in", number=True,
            sort=lambda line: len(line.players),
        ),
        column("Hero", lambda line: line.hero[:LONGEST], "whose cards the history was written for", keep=1),
        column(
            "Cards", lambda line: line.cards[:LONGEST], "hero's first cards", bold=True,
            sort=lambda line: _card_values(line.cards),
        ),
        column(
            "Won", won, "who won how much; or why the hand cannot be read", ink="muted", marked="bad", wide=True,
            most=WIDEST_WON, sort=lambda line: _chips_won(line.won), shown=True,
        ),
    )  # fmt: skip
    rows = tuple(line for line in lines if all(word in line.words for word in words)) if words else lines
    return TableData(columns, rows, key=lambda line: line.raw.number, tip=_tip, levels=(NEVER, 1), padding=(14, 14))


def _card_values(cards: str) -> tuple[int, ...]:
    """Return what hands are sorted by: the ranks of their cards, the highest first."""
    return tuple(sorted((RANKS.index(card) for card in cards[::2] if card in RANKS), reverse=True))


def _chips_won(won: str) -> float:
    """Return what hands are sorted by: the chips that all winners have collected."""
    total = 0.0
    for part in won.split(", "):
        try:
            total += float(value(part.rpartition(" ")[2]))
        except (ValueError, ArithmeticError):
            continue
    return total


def _tip(line: HandLine) -> str:
    when = f", {line.date[:TIME]}" if line.date else ""
    won = f"\nWon: {line.won}" if line.won else ""
    return whole_text(f"{line.raw.name}{when}: {', '.join(line.players)}{won}")


class HistoriesPage(Guarded, QWidget):
    """Shows the state of a :class:`HistoriesModel`; ``chart`` is the path of the hand."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "histories", "Hand histories")
        page_ground(self)
        self._settings = context.settings
        self.model = HistoriesModel(context.document, context.questions, self)
        self.model.message.connect(context.message)
        self.model.tracked.connect(context.tracker_requested)
        self.model.page_wanted.connect(context.page_requested)
        self.list: TableView[HandLine] = TableView("histories.list", "Hands", self, height=24)
        self._words: tuple[str, ...] = ()
        """The words that hands of the list must contain."""
        self._listed: tuple[object, ...] = ()
        self._restored = False
        self.search = named(QLineEdit(self), "histories.search", "Search the hands", "Words that a hand has to hold")
        self.search.setPlaceholderText("Search: player, cards, date, game …")
        self.search.setClearButtonEnabled(True)
        self._count = label(name="histories.count")
        self.empty = label(EMPTY, name="histories.empty", wrap=True, centred=True)
        self.scrubber = Scrubber(self)
        title = "Equity through the hand"
        self.chart = ChartView("handPath", title, EMPTY_CHART, context.session, menu="export")
        at_least(self.chart, height=LOWEST_CHART)
        self._track = push_button("To the tracker", "histories.track", self.model.track, TRACK_TIP)
        self._bet = push_button("Best play", "histories.betting", self.model.bet, BETTING_TIP)
        self._again = push_button("Back on the table", "histories.again", self.model.show_on_table, TABLE_TIP)
        self._problem = label(name="histories.problem", wrap=True, centred=True)
        self._assumed = paragraph("histories.assumed")
        self._assumed.setAccessibleName("Assumed ranges")
        self._assumed_area = scrolled(self._assumed, "histories.assumedArea", "Assumed ranges")
        at_most(self._assumed_area, height=ASSUMED_HEIGHT)
        at_least(self._assumed_area, height=ASSUMED_HEIGHT)
        self._assumed_area.verticalScrollBar().rangeChanged.connect(self._on_assumed_range)
        self._build()
        self._connect(context)
        self._render_list()
        self._render_hand()

    def _build(self) -> None:
        open_ = push_button("Open…", "histories.open", self._on_open, "A file of hand histories (Ctrl+Shift+O)")
        paste = push_button("Paste", "histories.paste", self.paste, "Hand histories from the clipboard")
        folder = push_button("Folder…", "histories.folder", self._on_folder, "All hand histories in a folder")
        self._refresh = push_button("Refresh", "histories.refresh", self.model.refresh, REFRESH_TIP)
        tools = (open_, folder, paste, self._refresh, (self.search, 1), self._count)
        top = filled(QHBoxLayout(), *tools, spacing=8, margins=NO_MARGINS)
        buttons = filled(QHBoxLayout(), STRETCH, self._again, self._bet, self._track, spacing=8, margins=NO_MARGINS)
        parts = (self.scrubber, (self.chart, 1), self._assumed_area, buttons)
        self._hand = column(*parts, spacing=6, margins=(0, 8, 0, 0))
        self._below = stacked(self._problem, self._hand)
        self._split = split("histories.split", "List and hand", (self.list, 2), (self._below, 3))
        self._views = stacked(self.empty, self._split)
        filled(QVBoxLayout(self), top, (self._views, 1), spacing=8, margins=(12, 10, 12, 10))

    def _connect(self, context: PageContext) -> None:
        model = self.model
        model.listed.connect(self._render_list)
        model.checked.connect(self._render_checked)
        model.hand_changed.connect(self._render_hand)
        context.document.changed.connect(self._on_document_changed)
        self.list.entered.connect(model.choose)
        keys = ((NEXT_HAND_KEY, self._on_next_hand), (LAST_HAND_KEY, self._on_previous_hand))
        for key, handler in keys:
            QShortcut(QKeySequence(key), self).activated.connect(handler)
        self.search.textChanged.connect(self._on_search)
        self.scrubber.moved.connect(model.go_to)
        self.scrubber.street.connect(model.street)
        self.scrubber.hero.connect(model.set_hero)
        self.chart.view.scene().sigMouseClicked.connect(self._on_chart_clicked)

    def open_files(self, paths: Sequence[Path]) -> None:
        """List the hands of files and folders."""
        self.search.clear()
        self._settings.hand_files = tuple(paths)
        self.model.open_files(paths)

    def open_text(self, text: str) -> None:
        """List the hands of a text."""
        self.search.clear()
        self.model.open_text(text)

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

    @Slot()
    def _on_next_hand(self) -> None:
        self._step(1)

    @Slot()
    def _on_previous_hand(self) -> None:
        self._step(-1)

    def _step(self, step: int) -> None:
        """Follow the hand below or above the one that is followed."""
        rows, chosen = self.list.rows, self.model.chosen
        if not rows:
            return
        place = next((i for i, line in enumerate(rows) if line is chosen), -1 if step > 0 else len(rows))
        if 0 <= place + step < len(rows):
            self.model.choose(rows[place + step])

    @Slot()
    def paste(self) -> None:
        """List the hands of the clipboard."""
        self.open_text(QGuiApplication.clipboard().text())

    @Slot()
    def _render_list(self) -> None:
        model = self.model
        self.empty.setText(READING if model.busy else f"{model.problem}\n\n{EMPTY}" if model.problem else EMPTY)
        self._views.setCurrentWidget(self._split if model.lines else self.empty)
        self.search.setEnabled(bool(model.lines))
        self._refresh.setEnabled(bool(model.paths))
        self._render_checked()

    @Slot()
    def _render_checked(self) -> None:
        model = self.model
        listed = model.lines, self._words, model.check.broken, model.check.other
        if listed != self._listed:
            self._listed = listed
            self.list.show_table(hands_table(*listed))
        shown, whole = len(self.list.rows), len(model.lines)
        number = f"{count(shown)} of {count(whole)}" if shown != whole else f"{count(whole)} hands" if whole > 1 else ""
        bad, other = len(model.check.broken), len(model.check.other)
        parts = [number, f"{count(bad)} broken" if bad else "", f"{count(other)} not read" if other else ""]
        if 0 < model.check.done < whole:
            parts.append(f"{count(model.check.done)} checked")
        self._count.setText(" · ".join(part for part in parts if part))

    @Slot(str)
    def _on_search(self, text: str) -> None:
        self._words = tuple(text.lower().split())
        self._render_checked()
        self._mark_hand()

    def _mark_hand(self) -> None:
        chosen = self.model.chosen
        self.list.choose(None if chosen is None else chosen.raw.number)

    @Slot()
    def _render_hand(self) -> None:
        model = self.model
        self._mark_hand()
        if model.path is None:
            waiting = REPLAYING if model.chosen is not None else CHOOSE
            self._problem.setText(model.problem or waiting)
            self._below.setCurrentWidget(self._problem)
            self.chart.show_chart(None)
            return
        self._below.setCurrentWidget(self._hand)
        self.scrubber.show_moment(model.path, model.place, model.hero)
        chart = path_chart(model.path, model.place, f"Equity through {model.path.hand.raw.name}")
        self.chart.show_chart(lambda _: chart)
        assumed = model.assumed
        self._assumed.setText("\n".join(assumed))
        self._assumed_area.setVisible(bool(assumed))
        self._again.setVisible(not model.on_table)

    @Slot(int, int)
    def _on_assumed_range(self, lowest: int, highest: int) -> None:
        """Give the area the keyboard where there is something to scroll: arrows and page keys scroll it."""
        policy = Qt.FocusPolicy.StrongFocus if highest > lowest else Qt.FocusPolicy.NoFocus
        self._assumed_area.setFocusPolicy(policy)

    @Slot(object, object)
    def _on_document_changed(self, before: object, after: object) -> None:
        self._again.setVisible(not self.model.on_table)
        if self.isVisible():
            self.model.take_painting()

    @Slot(object)
    def _on_chart_clicked(self, event: object) -> None:
        position: QPointF = event.scenePos()  # type: ignore[attr-defined]
        place = self.chart.figure.place_at(position)
        if place is not None:
            self.model.go_to(round(place[0]))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._restored:
            self._restored = True
            paths = () if self.model.lines or self.model.busy else self._settings.hand_files
            if paths:
                self.model.open_files(paths, quiet=True)
        self.model.take_painting()


def histories_exports(page: HistoriesPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (ExportItem("handPath", "Equity through the hand", page, page.chart),)
