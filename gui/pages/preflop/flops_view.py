"""What every flop is worth: the histograms of the actions, all flops in order, and their means by texture."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.cards import cards_text
from engine.preflop.answer import Action, PreflopAnswer
from engine.preflop.panel import hero_seat
from gui.charts.drawing import DrawingChart
from gui.export.files import FileActions
from gui.look.formatting import percent
from gui.look.scale import at_least, set_text, unscaled
from gui.look.theme import TEXT_SMALL, Look
from gui.pages.preflop.asks import played
from gui.pages.preflop.contents import action_spread, file_stem
from gui.pages.preflop.flop_list import FlopTable
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.plain_table import Column, Line, PlainTable
from gui.pages.preflop.spread import Spread
from gui.pages.preflop.spread_figure import SpreadFigure
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import action_name, worth
from gui.parts.build import label, named
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import ChoiceBar
from gui.state.document import Document
from gui.state.session import Session

TEXTURES = (
    Column("Flops", "texture of the flop", wide=True),
    Column("Come", "how likely a flop of this texture comes"),
    Column("Equity", "mean of hero's share of the pot"),
    Column("Worth", "mean of what a flop is worth, in chips: going on, or 0 where it is given up"),
    Column("Bet", "how many of them are worth a bet"),
)
ACTIONS = {"call": "after a call", "check": "after a check", "raise": "after a raise"}
LEAST_CHART, LEAST_TABLE, HEAD = 150, 120, 28
ENDS = {"best": "best", "worst": "worst"}
NARROW = 640
EQUITY_COLUMN = 2
SAMPLED = (
    "More than two opponents may see the flop: the worth is sampled, with its interval (95 %) above. The flops are "
    "listed when the sample is complete, unless there are too many hands to deal all flops to each."
)
HINT = "Click a flop to put it on the board"


class FlopsView(PreflopView):
    """The histograms above the two tables."""

    def __init__(
        self,
        document: Document,
        session: Session,
        model: PreflopModel,
        files: FileActions,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, model, look, parent)
        self._wanted = ""
        self._shown: tuple[object, ...] = ()
        self.chart: DrawingChart[Spread] = DrawingChart(
            "preflop", "What the flops are worth", SpreadFigure(look.theme), session, look, self
        )
        at_least(self.chart, width=300, height=LEAST_CHART)
        self._actions = ChoiceBar("preflop.action", "Flops after a call or a raise", ACTIONS, look, self)
        self._actions.chosen.connect(self._on_action)
        self._ends = ChoiceBar("preflop.ends", "Flops listed first", ENDS, look, self)
        self._ends.show_choice("best")
        self._ends.chosen.connect(self._on_end)
        self.table = FlopTable(look, self)
        self.table.chosen.connect(self._on_flop)
        self.textures = PlainTable("preflop.textures", "Flops by texture", TEXTURES, look, self)
        self._save = ChipButton("save all flops…", look, self)
        named(self._save, "preflop.saveFlops", "Save all flops as CSV", "Every flop with its numbers as CSV")
        files.add("csv", "All flops as CSV", self._stem, self._book_csv)
        self._file = files.actions[-1]
        self._save.clicked.connect(self._file.trigger)
        self.chart.extra = [self._file]
        self._build()

    def _build(self) -> None:
        self._hint = QLabel(HINT)
        self._hint.setProperty("role", "muted")
        set_text(self._hint, TEXT_SMALL)
        head = QHBoxLayout()
        head.addWidget(self._actions)
        head.addSpacing(8)
        head.addWidget(self._ends)
        head.addStretch(1)
        head.addWidget(self._hint)
        head.addWidget(self._save)
        for table in (self.table, self.textures):
            at_least(table, height=LEAST_TABLE)
            table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._lists = QWidget(self)
        self._lists.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        at_least(self._lists, height=LEAST_TABLE + HEAD)
        tables = QHBoxLayout()
        tables.setSpacing(12)
        tables.addWidget(self.table, 5)
        tables.addWidget(self.textures, 6)
        self._sampled = label(SAMPLED, name="preflop.sampled", wrap=True)
        self._sampled.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.chart, 6)
        lists = QVBoxLayout(self._lists)
        lists.setContentsMargins(0, 0, 0, 0)
        lists.setSpacing(6)
        lists.addLayout(head)
        lists.addLayout(tables, 1)
        layout.addWidget(self._lists, 5)
        layout.addWidget(self._sampled)

    @property
    def answer(self) -> PreflopAnswer | None:
        """The answer on show."""
        found = self._model.answer("decision")
        return None if found is None else found.value.answer

    @property
    def action(self) -> Action | None:
        """The action whose flops are listed: the one chosen, else the best."""
        if self.answer is None:
            return None
        actions = {action.action: action for action in played(self.answer)}
        return actions.get(self._wanted) or actions.get(self.answer.best) or next(iter(actions.values()), None)

    def _render(self) -> None:
        found, action = self._model.answer("decision"), self.action
        shown = (None if found is None else found.value, found is not None and found.stale, action)
        if len(self._shown) == len(shown) and all(a is b for a, b in zip(shown, self._shown, strict=True)):
            return
        self._shown = shown
        answer, stale = self.answer, bool(shown[1])
        color = hero_seat(self._model.situation.scenario)
        spread = None if answer is None else action_spread(self._model.situation, answer, color)
        self.chart.show_content(spread, stale=stale)
        there = {} if answer is None else {a.action: action_name(a.action, None) for a in played(answer)}
        for key, chip in self._actions.chips.items():
            chip.setVisible(key in there)
        self._actions.show_choice("" if action is None else action.action)
        self._save.setEnabled(action is not None and action.book is not None)
        self._file.setEnabled(self._save.isEnabled())
        self._show_flops(action, stale=stale)
        alone = action is not None and action.book is None
        self._lists.setVisible(not alone)
        self._sampled.setVisible(alone)

    def _show_flops(self, action: Action | None, *, stale: bool) -> None:
        book = None if action is None else action.book
        found = self._model.answer("decision")
        textures = {} if found is None else found.value.textures
        self.table.flops.show_book(book, stale=stale)
        lines = [
            Line(
                (row.name, percent(row.share, exact_digits=1), _share(row.equity), worth(row.ev), _share(row.bettable))
            )
            for row in (textures.get(action.action, ()) if action is not None else ())
        ]
        self.textures.plain.show_lines(lines, stale=stale)

    def _stem(self) -> str:
        return f"{file_stem(self._model.situation)}-flops"

    def _book_csv(self) -> bytes:
        """Return all flops of the action on show."""
        book = self.action.book if self.action is not None else None
        if book is None:
            raise ValueError("there are no flops yet")
        return book.csv().encode()

    def clear(self) -> None:
        """Show nothing: another game is on the table."""
        self._shown = ()
        self.chart.show_content(None, stale=False)

    @Slot(str)
    def _on_action(self, key: str) -> None:
        self._wanted = key
        self._render()

    @Slot(str)
    def _on_end(self, key: str) -> None:
        self._ends.show_choice(key)
        self.table.show_end(best=key == "best")

    @Slot(object)
    def _on_flop(self, cards: tuple[int, ...]) -> None:
        if self._model.situation.example:
            self.message.emit("This is the example: set a table first, then its flops go onto the board", True)
            return
        text = cards_text(cards, " ")
        wrong = self._document.edit(f"Flop {text}", board=text)
        self.message.emit(wrong[0].message if wrong else f"{text} lies on the board; undo takes it back", bool(wrong))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = unscaled(self.width()) < NARROW
        self.table.set_narrow(narrow=narrow)
        self._hint.setVisible(not narrow)
        self.textures.setColumnHidden(EQUITY_COLUMN, narrow)
        self.textures.fit_columns()


def _share(value: float) -> str:
    return percent(value, exact_digits=0)
