"""The view of the flops: histograms of the actions, all flops in order of value, and means by texture."""

from dataclasses import dataclass
from itertools import count

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.cards import RANKS, cards_text, rank_of, suit_of
from engine.equity.details.next_cards import Z95
from engine.preflop.answer import PreflopAction, PreflopAnswer
from engine.preflop.book import Book, TextureRow
from engine.preflop.panel import PREFLOP
from gui.charts.view import ChartView
from gui.export.files import FileActions
from gui.look.guard import Guarded
from gui.look.painting import paint_name
from gui.look.scale import at_least, enlarge, unscaled
from gui.look.theme import TEXT, current_look, current_theme, font
from gui.pages.preflop.answers import played
from gui.pages.preflop.charts import EMPTY, actions_chart
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import action_name, situation_file_stem
from gui.parts.build import NO_MARGINS, STRETCH, filled, label
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.number_field import small
from gui.parts.table import ROW, Column, TableData, TableView
from gui.state.context import PageContext
from gui.words.formatting import margin, percent, worth

ACTIONS = {"call": "after a call", "check": "after a check", "raise": "after a raise"}
ENDS = {"best": "best", "worst": "worst"}
MIN_CHART_HEIGHT, MIN_TABLE_HEIGHT, HEAD, ROW_HEIGHT, NARROW = 150, 120, 28, 24, 640
SUIT = 10.0
MIN_FLOP_WIDTH = 80
SAMPLED = (
    "More than two opponents can see the flop: the EV is sampled, with its 95 % interval above. The flops are "
    "listed when the sample is complete, unless there are too many combos to deal every flop to each."
)
HINT = "Click a flop to put it on the board"


@dataclass(frozen=True, slots=True)
class Flop:
    """A flop: its cards, the highest first, hero's equity, its value in chips and its probability, with standard errors
    that are 0 if they are exact. Equal flops are sorted by ``place``, the index in the book."""

    place: int
    cards: tuple[int, ...]
    equity: float
    worth: float
    comes: float
    equity_error: float = 0.0
    worth_error: float = 0.0


FLOPS: tuple[Column[Flop], ...] = (
    Column(
        "Flop", lambda flop: cards_text(flop.cards, " "), "click or press Enter to put the flop on the board",
        number=False, sort=lambda flop: flop.cards, wide=True, min_width=MIN_FLOP_WIDTH,
    ),
    Column(
        "Equity", lambda flop: percent(flop.equity, flop.equity_error, exact_digits=1),
        "hero's all-in equity on this flop", hide_order=1,
        sort=lambda flop: (flop.equity + Z95 * flop.equity_error, flop.place),
        sort_down=lambda flop: (flop.equity - Z95 * flop.equity_error, flop.place), descending=True,
    ),
    Column(
        "EV", lambda flop: f"{worth(flop.worth, flop.worth_error)} {margin(flop.worth_error)}".rstrip(),
        "EV of continuing on this flop, in chips; hero gives up below 0",
        sort=lambda flop: (flop.worth + Z95 * flop.worth_error, flop.place),
        sort_down=lambda flop: (flop.worth - Z95 * flop.worth_error, flop.place), descending=True,
    ),
    Column(
        "Probability", lambda flop: percent(flop.comes, exact_digits=3),
        "probability of this flop and its suit-equivalent flops, given the ranges", hide_order=2,
        sort=lambda flop: (flop.comes, flop.place), descending=True,
    ),
)  # fmt: skip
"""The columns. Sampled numbers are sorted by the safe end of their interval, so that no flop is first by its error."""
WORTH = 2
TEXTURES: tuple[Column[TextureRow], ...] = (
    Column("Flops", lambda row: row.name, "texture of the flop", number=False, wide=True),
    Column("Probability", lambda row: percent(row.share, exact_digits=1), "probability of a flop of this texture"),
    Column(
        "Equity", lambda row: percent(row.equity, exact_digits=0), "hero's average all-in equity", hide_order=1,
    ),
    Column(
        "EV", lambda row: worth(row.ev),
        "average EV in chips; flops that hero gives up count as 0",
    ),
    Column("Continue", lambda row: percent(row.bettable, exact_digits=0), "how often hero continues"),
)  # fmt: skip


def flops_of(book: Book | None) -> tuple[Flop, ...]:
    """Return the flops of a book with a positive probability."""
    if book is None:
        return ()
    able = book.p > 0
    numbers = [values[able].tolist() for values in (book.share, book.raw, book.p)]
    numbers += [] if book.errors is None else [errors[able].tolist() for errors in book.errors[:2]]
    cards = map(tuple, book.cards[able][:, ::-1].tolist())
    return tuple(map(Flop, count(), cards, *numbers))


def flops_table(flops: tuple[Flop, ...], *, stale: bool = False) -> TableData[Flop]:
    """Return the table of flops; those that are given up are muted."""
    return TableData(FLOPS, flops, stale=stale, faint=lambda flop: flop.worth <= 1e-12)


class FlopDelegate(Guarded, QStyledItemDelegate):
    """Draws the cards of a flop with their suits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw rank and suit of each card, scaled with the text of the window."""
        face = font(TEXT, QFont.Weight.DemiBold)
        painter.save()
        rect = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(current_theme().selection))
        at = QPointF(rect.left() + 6, rect.center().y())
        for card in index.data(ROW).cards:
            name = RANKS[rank_of(card)], suit_of(card)
            at.setX(paint_name(painter, name, at, face, SUIT, current_look().suit_color(name[1], deck=True)) + 5)
        painter.restore()


class FlopTable(TableView[Flop]):
    """All flops, the best first; ``entered`` carries one that was clicked or entered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("preflop.flops", "All flops, best first", parent, height=ROW_HEIGHT)
        self.setItemDelegateForColumn(0, FlopDelegate(self))
        self.show_table(flops_table(()))
        self.show_end("best")

    @Slot(str)
    def show_end(self, end: str) -> None:
        """Sort by value, the ``best`` flops first or last."""
        self.sortByColumn(WORTH, Qt.SortOrder.DescendingOrder if end == "best" else Qt.SortOrder.AscendingOrder)
        self.scrollToTop()


class FlopsView(PreflopView):
    """The histograms above the two tables."""

    def __init__(self, context: PageContext, model: PreflopModel, files: FileActions, parent: QWidget) -> None:
        super().__init__(context, model, parent)
        self._requested = ""
        """The action that the player has selected, which another answer may not have."""
        self.chart = ChartView("preflop", "EV by flop", EMPTY, context.session, self, menu="export")
        at_least(self.chart, width=300, height=MIN_CHART_HEIGHT)
        self._actions = ChoiceBar("preflop.action", "Flops after a call, check or raise", ACTIONS, self)
        self._actions.chosen.connect(self._on_action)
        self._ends = ChoiceBar("preflop.ends", "Best or worst flops first", ENDS, self, on="best")
        self.table = FlopTable(self)
        self._ends.chosen.connect(self.table.show_end)
        self.table.entered.connect(self._on_flop)
        self.textures: TableView[TextureRow] = TableView(
            "preflop.textures", "Flops by texture", self, height=ROW_HEIGHT
        )
        files.add("csv", "All flops as CSV", lambda: f"{situation_file_stem(model.situation)}-flops", self._book_csv)
        self._file = files.actions[-1]
        title, tip = "Save all flops as CSV", "Save every flop with equity, EV and probability as CSV"
        self._save = chip_button("save all flops…", "preflop.saveFlops", self._file.trigger, title, tip)
        self.chart.actions_of_view.append(self._file)
        self._hint = small(HINT)
        head = filled(QHBoxLayout(), self._actions, 8, self._ends, STRETCH, self._hint, self._save)
        self._lists = QWidget(self)
        for part in (self.table, self.textures, self._lists):
            at_least(part, height=MIN_TABLE_HEIGHT + (HEAD if part is self._lists else 0))
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        tables = filled(QHBoxLayout(), (self.table, 5), (self.textures, 6), spacing=12)
        filled(QVBoxLayout(self._lists), head, (tables, 1), spacing=6, margins=NO_MARGINS)
        self._sampled = label(SAMPLED, name="preflop.sampled", wrap=True)
        self._sampled.hide()
        parts = (self.chart, 6), (self._lists, 5), self._sampled
        filled(QVBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)

    @property
    def answer(self) -> PreflopAnswer | None:
        """The current answer."""
        decided = self._model.answer("decision").value
        return None if decided is None else decided.answer

    @property
    def action(self) -> PreflopAction | None:
        """The action whose flops are listed: the selected one, else the best."""
        if self.answer is None:
            return None
        actions = {action.action: action for action in played(self.answer)}
        return actions.get(self._requested) or actions.get(self.answer.best) or next(iter(actions.values()), None)

    def _render(self) -> None:
        """Show the chart of all actions, and the flops of the displayed action unless its answer is sampled."""
        result, action = self._model.answer("decision"), self.action
        stale = result.stale
        unfinished = self._model.unfinished("decision")
        if not self._is_new(result.value, stale, action, unfinished):
            return
        answer, situation = self.answer, self._model.situation_of("decision")
        chart = None if answer is None else actions_chart(situation, answer, PREFLOP.hero_seat(situation.scenario))
        make = None if chart is None else lambda _: chart
        self.chart.show_chart(make, stale=stale, unfinished=unfinished)
        there = {} if answer is None else {a.action: action_name(a.action, None) for a in played(answer)}
        for key, chip in self._actions.chips.items():
            chip.setVisible(key in there)
        self._actions.show_choice("" if action is None else action.action)
        self._save.setEnabled(action is not None and action.book is not None)
        self._file.setEnabled(self._save.isEnabled())
        self.table.show_table(flops_table(flops_of(None if action is None else action.book), stale=stale))
        textures = {} if result.value is None else result.value.textures
        rows = () if action is None else tuple(textures.get(action.action, ()))
        self.textures.show_table(TableData(TEXTURES, rows, stale=stale))
        alone = action is not None and action.book is None
        self._lists.setVisible(not alone)
        self._sampled.setVisible(alone)

    def _book_csv(self) -> bytes:
        book = self.action.book if self.action is not None else None
        if book is None:
            raise ValueError("there are no flops yet")
        return book.csv().encode()

    def clear(self) -> None:
        """Remove the answer, because the table has another game."""
        self._sources = ()
        self.chart.show_chart(None)

    @Slot(str)
    def _on_action(self, key: str) -> None:
        self._requested = key
        self._render()

    @Slot(object)
    def _on_flop(self, flop: Flop) -> None:
        """Put a flop on the board; not that of the example, whose players are not on the table."""
        if self._model.situation.example:
            self._message.emit("This is the example: set a table first to put its flops on the board", True)
            return
        text = cards_text(flop.cards, " ")
        problems = self._document.edit(f"Flop {text}", board=text)
        self._message.emit(
            problems[0].message if problems else f"{text} is on the board; undo removes it", bool(problems)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint.setVisible(unscaled(self.width()) >= NARROW)
