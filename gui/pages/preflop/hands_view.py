"""All 169 hands in the situation: the map, the order beside that by equity, and two hands laid over one another."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.preflop.changes import WorthChange
from engine.preflop.matchups import class_matchups
from engine.preflop.panel import hero_seat
from gui.charts.drawing import DrawingChart
from gui.export.files import FileActions
from gui.look.formatting import percent
from gui.look.painting import heat_color
from gui.look.scale import at_least, unscaled
from gui.look.theme import Look
from gui.pages.preflop.asks import TwoHands, shares_against
from gui.pages.preflop.contents import all_hands, numbers_of, two_spread
from gui.pages.preflop.hands import AllHands, HandWorth, hand_cells, matchup_cells, spoken
from gui.pages.preflop.map_drawing import HandsMap
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.pinned_answers import PinnedAnswers, change_cells, changes_table
from gui.pages.preflop.plain_table import Column, Line, PlainTable
from gui.pages.preflop.spread import Spread
from gui.pages.preflop.spread_figure import SpreadFigure
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import two_hands, worth
from gui.parts.build import paragraph
from gui.parts.cell_grid import ClassMap
from gui.parts.cells import Cell
from gui.parts.choice_bar import ChoiceBar
from gui.state.document import Document
from gui.state.session import Session

FIRST = ("22", "AKs")
"""The two hands that explain themselves."""
COLUMNS = (
    Column("#", "place by worth"),
    Column("Hand", "the hand", left=True),
    Column("Worth", "what its best action gains, in chips; of a hand to be folded, what playing it would lose"),
    Column("Best", "the best action"),
    Column("Equity", "its share of the pot at the showdown if nothing is given up"),
    Column("by eq.", "place in the order by all-in equity"),
    Column("±", "places that it stands higher by worth than by equity"),
)
CHANGES = "changes"
KINDS = {"worth": "worth", "pots": "all-in against the last", CHANGES: "against pinned"}
CHANGES_TITLE = "How much more every hand is worth than on the pinned table"
CHANGES_REMARK = "blue: worth more, orange: worth less, plain: no difference that the error does not explain"
NARROW, WIDE = 640, 900
NARROW_COLUMNS, WIDE_COLUMNS = (0, 3, 4), (0, 3)
"""What the table leaves out where there is little room: the map tells it."""
HINT = "Click two hands to lay their flops over one another. Marked corners: hands farthest from the order by equity."
LEAST_CHART = 116


class HandsView(PreflopView):
    """``chosen_changed``: other hands are to be compared."""

    chosen_changed = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        model: PreflopModel,
        pinned: PinnedAnswers,
        files: FileActions,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, model, look, parent)
        self._pinned = pinned
        self.chosen: tuple[str, str] = FIRST
        """The two hands that are compared."""
        self._shown: tuple[object, ...] = ()
        self._every: AllHands | None = None
        self.sentence = paragraph("preflop.twoHands", lines=2)
        self.map = ClassMap("preflop.hands", "All hands by their best action", look, self, hint=HINT)
        self._key = "worth"
        self._kind = ChoiceBar("preflop.hands.kind", "Map", KINDS, look, self)
        self._kind.show_choice("worth")
        self._kind.chosen.connect(self._on_kind)
        self._kind.chips[CHANGES].hide()
        pinned.changed.connect(self._on_pinned)
        self.table = PlainTable("preflop.order", "Hands in the order of their worth", COLUMNS, look, self, height=22)
        figure = SpreadFigure(look.theme)
        figure.titled = False  # the sentence above says it
        self.chart: DrawingChart[Spread] = DrawingChart(
            "preflopTwo", "Two hands over one another", figure, session, look, self
        )
        at_least(self.chart, width=300, height=LEAST_CHART)
        files.add("csv", "All matchups of two hands as CSV", _stem, _matchups)
        self.chart.extra = [files.actions[-1]]
        self._build()
        self.map.picked.connect(self.pick)
        self.table.clicked.connect(self._on_row)
        self.table.activated.connect(self._on_row)
        look.changed.connect(self._on_look_changed)

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.map, 7)
        side = QVBoxLayout()
        side.setSpacing(4)
        side.addWidget(self.table, 1)
        side.addWidget(self._kind)
        side.addWidget(self.map.legend)
        side.addWidget(self.map.reading)
        top.addLayout(side, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.sentence)
        layout.addLayout(top, 7)
        layout.addWidget(self.chart, 4)

    @property
    def every(self) -> AllHands | None:
        """All hands as they are known."""
        return self._every

    def drawn(self) -> HandsMap | None:
        """Return the map for files; None where nothing is known."""
        if self._every is None:
            return None
        changes = self._pinned.classes() if self._key == CHANGES else {}
        if changes:
            heading = replace(self._every.heading, title=CHANGES_TITLE, remarks=(CHANGES_REMARK,))
            return HandsMap(heading, change_cells(changes, ()), changes_table(changes))
        return HandsMap(self._every.heading, hand_cells(self._every, (), stale=False), self._every.table())

    def clear(self) -> None:
        """Show nothing: another game is on the table."""
        self._shown, self._every = (), None
        self.chart.show_content(None, stale=False)

    @Slot(str)
    def pick(self, name: str) -> None:
        """Compare a hand with the one that was picked before it."""
        if name != self.chosen[1]:
            self.chosen = (self.chosen[1], name)
            self.chosen_changed.emit()

    @Slot(str)
    def _on_kind(self, key: str) -> None:
        self._key, self._shown = key, ()
        self._render()

    @Slot()
    def _on_pinned(self) -> None:
        self._shown = ()
        if self.isVisible():
            self._render()

    @Slot(QModelIndex)
    def _on_row(self, index: QModelIndex) -> None:
        if self._every is not None:
            self.pick(self._every.hands[index.row()].name)

    @Slot()
    def _on_look_changed(self) -> None:
        self._shown = ()
        if self.isVisible():
            self._render()

    def _render(self) -> None:
        hands, two = self._model.answer("hands"), self._model.answer("two")
        parts = tuple((a.value, a.stale) if a is not None else (None, False) for a in (hands, two))
        changes = self._pinned.classes()
        if two is None:  # why it is not there changes without any answer
            self.sentence.setText(self.words(None))
        shown = (*(value for value, _ in parts), *(stale for _, stale in parts), self.chosen, bool(changes))
        if len(shown) == len(self._shown) and all(a is b for a, b in zip(shown, self._shown, strict=True)):
            return
        (answer, stale), (pair, pair_stale) = parts
        if answer is not (self._shown[0] if self._shown else None) or not self._shown:
            self._every = None if answer is None else all_hands(self._model.situation, answer)
        self._shown = shown
        self._render_map(changes, stale=stale)
        self._render_two(pair, stale=pair_stale)

    def _render_map(self, changes: Mapping[str, WorthChange], *, stale: bool) -> None:
        theme = self._look.theme
        color = QColor(theme.seat(hero_seat(self._model.situation.scenario)))
        lines = [] if self._every is None else [_line(hand, self._every, self.chosen) for hand in self._every.hands]
        self.table.plain.show_lines(lines, stale=stale)
        self._kind.chips[CHANGES].setVisible(bool(changes))
        key = "worth" if self._key == CHANGES and not changes else self._key
        self._kind.show_choice(key)
        if key == CHANGES:
            cells = change_cells(changes, self.chosen)
            self.map.show_cells(cells, color)
            self._show_ends(cells, "worth more than pinned", "worth less than pinned")
            return
        if key == "pots":
            name = self.chosen[1]
            cells = matchup_cells(name, shares_against(name), self.chosen)
            self.map.show_cells(cells, color)
            self._show_ends(cells, f"ahead of {name}", f"behind {name}")
            return
        self.map.show_cells(hand_cells(self._every, self.chosen, stale=stale), color)
        actions = set() if self._every is None else {hand.best for hand in self._every.hands}
        legend: list[tuple[QColor | None, str]] = []
        for names, tone in ((("raise",), 0.8), (("call", "check"), -0.8)):
            legend += [(heat_color(theme, tone), name) for name in names if name in actions]
        if "fold" in actions:
            legend.append((QColor(theme.outline), "fold"))
        self.map.show_legend([*legend, (None, "deeper: worth more")] if legend else [])

    def _show_ends(self, cells: Sequence[Cell], more: str, less: str) -> None:
        """Explain the two colours, as far as there is a hand of each."""
        tones = [cell.tone for cell in cells if cell.tone is not None]
        theme, low, high = self._look.theme, min(tones, default=0.0), max(tones, default=0.0)
        ends = ((0.8, more, high > 0), (-0.8, less, low < 0))
        self.map.show_legend([(heat_color(theme, tone), words) for tone, words, there in ends if there])

    def _render_two(self, pair: TwoHands | None, *, stale: bool) -> None:
        color = hero_seat(self._model.situation.scenario)
        spread = None if pair is None else two_spread(self._model.situation, pair, (color + 1, color))
        self.chart.show_content(spread, stale=stale)
        self.sentence.setEnabled(not stale)
        self.sentence.setText(self.words(pair))

    def words(self, pair: TwoHands | None) -> str:
        """Return what sets the two hands apart."""
        if pair is None:
            obstacle = self._model.situation.obstacle
            return obstacle or self._model.why_absent("Comparing two hands …", "two", "hands")
        numbers = [numbers_of(name, answer) for name, answer in zip(pair.names, pair.answers, strict=True)]
        if numbers[0] is None or numbers[1] is None:
            return "Everybody folds: no flop is seen."
        return two_hands(numbers[0], numbers[1], pair.share)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = unscaled(self.width())
        hidden = NARROW_COLUMNS if width < NARROW else WIDE_COLUMNS if width < WIDE else ()
        for column in range(len(COLUMNS)):
            self.table.setColumnHidden(column, column in hidden)
        self.table.fit_columns()


def _stem() -> str:
    return "matchups"


def _matchups() -> bytes:
    return class_matchups().csv().encode()


def _line(hand: HandWorth, every: AllHands, chosen: tuple[str, str]) -> Line:
    gain = "" if not hand.gain else f"{'+' if hand.gain > 0 else '−'}{abs(hand.gain)}"
    equity = percent(hand.equity, exact_digits=1)
    texts = (
        str(hand.place),
        hand.name,
        worth(hand.value, hand.stderr),
        hand.best,
        equity,
        str(hand.equity_place),
        gain,
    )
    strong = hand.name in chosen or hand.name in every.marked
    return Line(texts, strong=strong, faint=hand.best == "fold", tip=f"{hand.name}: {spoken(hand)}")
