"""All 169 hands in the situation: the map, the order beside that by equity, and two hands laid over one another."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.preflop.matchups import class_matchups
from engine.preflop.panel import hero_seat
from gui.charts.forms import hand_map
from gui.charts.values import Chart
from gui.charts.view import ChartView
from gui.export.files import FileActions
from gui.look.formatting import percent
from gui.look.painting import heat_color
from gui.look.scale import at_least
from gui.look.theme import current_theme
from gui.pages.preflop.answers import PinnedAnswers, TwoHands, shares_against
from gui.pages.preflop.charts import EMPTY, heading_of, two_hands_chart
from gui.pages.preflop.hands import (
    AllHands,
    HandWorth,
    change_cells,
    changes_table,
    hand_cells,
    matchup_cells,
    numbers_of,
    spoken,
)
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import file_stem, two_hands, worth
from gui.parts.build import NO_MARGINS, filled, paragraph
from gui.parts.cell_grid import ClassMap
from gui.parts.cells import Cell
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext

FIRST = ("22", "AKs")
"""The two hands that explain themselves."""
COLUMNS: tuple[Column[HandWorth], ...] = (
    Column("#", lambda hand: str(hand.place), "place by worth", keep=2),
    Column("Hand", lambda hand: hand.name, "the hand", number=False),
    Column(
        "Worth", lambda hand: worth(hand.value, hand.stderr),
        "what its best action gains, in chips; of a hand to be folded, what playing it would lose",
    ),
    Column("Best", lambda hand: hand.best, "the best action", keep=2),
    Column(
        "Equity", lambda hand: percent(hand.equity, exact_digits=1),
        "its share of the pot at the showdown if nothing is given up", keep=1,
    ),
    Column("by eq.", lambda hand: str(hand.equity_place), "place in the order by all-in equity"),
    Column(
        "±", lambda hand: f"{'+' if hand.gain > 0 else '−'}{abs(hand.gain)}" if hand.gain else "",
        "places that it stands higher by worth than by equity",
    ),
)  # fmt: skip
CHANGES = "changes"
KINDS = {"worth": "worth", "pots": "all-in against the last", CHANGES: "against pinned"}
CHANGES_TITLE = "How much more every hand is worth than on the pinned table"
CHANGES_REMARK = "blue: worth more, orange: worth less, plain: no difference that the error does not explain"
TITLE = "What every hand is worth before the flop"
REMARKS = (
    "colour: the best action",
    "blue: raise, orange: call or check, plain: fold; the deeper, the more it is worth",
)
HINT = "Click two hands to lay their flops over one another. Marked corners: hands farthest from the order by equity."
LEAST_CHART, ROW_HEIGHT = 116, 22


class HandsView(PreflopView):
    """``chosen_changed``: other hands are to be compared."""

    chosen_changed = Signal()

    def __init__(
        self,
        context: PageContext,
        model: PreflopModel,
        pinned: PinnedAnswers,
        files: FileActions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, model, parent)
        session = context.session
        self._pinned = pinned
        self.chosen: tuple[str, str] = FIRST
        """The two hands that are compared."""
        self._answer: object = None
        self._every: AllHands | None = None
        self.sentence = paragraph("preflop.twoHands", lines=2)
        self.map = ClassMap("preflop.hands", "All hands by their best action", self, hint=HINT)
        self._key = "worth"
        self._kind = ChoiceBar("preflop.hands.kind", "Map", KINDS, self)
        self._kind.show_choice("worth")
        self._kind.chosen.connect(self._on_kind)
        self._kind.chips[CHANGES].hide()
        self.table: TableView[HandWorth] = TableView(
            "preflop.order", "Hands in the order of their worth", self, height=ROW_HEIGHT
        )
        self.chart = ChartView("preflopTwo", "Two hands over one another", EMPTY, session, self, menu="export")
        at_least(self.chart, width=300, height=LEAST_CHART)
        matchups = "All matchups of two hands as CSV"
        files.add("csv", matchups, lambda: "matchups", lambda: class_matchups().csv().encode())
        self.chart.actions_of_view.append(files.actions[-1])
        lists = (self.table, 1), self._kind, self.map.legend, self.map.reading
        side = filled(QVBoxLayout(), *lists, spacing=4)
        top = filled(QHBoxLayout(), (self.map, 7), (side, 5), spacing=12)
        filled(QVBoxLayout(self), self.sentence, (top, 7), (self.chart, 4), spacing=6, margins=NO_MARGINS)
        pinned.changed.connect(self._render_again)
        self.map.picked.connect(self.pick)
        self.table.entered.connect(self._on_row)

    @property
    def every(self) -> AllHands | None:
        """All hands as they are known."""
        return self._every

    def map_chart(self) -> Chart | None:
        """Return the map for files; None without a result."""
        hands, situation = self._model.answer("hands").value, self._model.situation
        if self._every is None or hands is None:
            return None
        stem = f"{file_stem(situation, 'all')}-hands"
        heading = heading_of(situation, hands.answer, TITLE, REMARKS, stem)
        changes = self._pinned.classes() if self._key == CHANGES else {}
        if changes:
            heading = replace(heading, title=CHANGES_TITLE, notes=(CHANGES_REMARK,))
            return hand_map(heading, change_cells(changes, ()), changes_table(changes))
        return hand_map(heading, hand_cells(self._every, (), stale=False), self._every.table())

    def clear(self) -> None:
        """Show nothing: another game is on the table."""
        self._sources, self._answer, self._every = (), None, None
        self.chart.show_chart(None)

    @Slot(str)
    def pick(self, name: str) -> None:
        """Compare a hand with the one that was picked before it."""
        if name != self.chosen[1]:
            self.chosen = (self.chosen[1], name)
            self.chosen_changed.emit()

    @Slot(str)
    def _on_kind(self, key: str) -> None:
        self._key = key
        self._render_again()

    @Slot()
    def _render_again(self) -> None:
        self._sources = ()
        if self.isVisible():
            self._render()

    @Slot(object)
    def _on_row(self, hand: HandWorth) -> None:
        self.pick(hand.name)

    def _render(self) -> None:
        hands, two = self._model.answer("hands"), self._model.answer("two")
        changed = bool(self._pinned.classes())
        if two.value is None:  # the reason changes without an answer
            self.sentence.setText(self.words(None))
        if not self._is_new(hands.value, two.value, hands.stale, two.stale, self.chosen, changed):
            return
        if hands.value is not self._answer:
            self._answer, self._every = hands.value, None if hands.value is None else AllHands.of(hands.value)
        self._render_map(stale=hands.stale)
        self._render_two(two.value, stale=two.stale)

    def _render_map(self, *, stale: bool) -> None:
        theme, every, changes = current_theme(), self._every, self._pinned.classes()
        color = QColor(theme.seat(hero_seat(self._model.situation.scenario)))
        marked = () if every is None else every.marked
        self.table.show_table(
            TableData(
                COLUMNS,
                () if every is None else every.hands,
                stale=stale,
                key=lambda hand: hand.name,
                name=lambda hand: hand.name,
                tip=lambda hand: f"{hand.name}: {spoken(hand)}",
                strong=lambda hand: hand.name in self.chosen or hand.name in marked,
                faint=lambda hand: hand.best == "fold",
            )
        )
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
        self.map.show_cells(hand_cells(every, self.chosen, stale=stale), color)
        actions = set() if every is None else {hand.best for hand in every.hands}
        legend: list[tuple[QColor | None, str]] = []
        for names, tone in ((("raise",), 0.8), (("call", "check"), -0.8)):
            legend += [(heat_color(theme, tone), name) for name in names if name in actions]
        if "fold" in actions:
            legend.append((QColor(theme.outline), "fold"))
        self.map.show_legend([*legend, (None, "deeper: worth more")] if legend else [])

    def _show_ends(self, cells: Sequence[Cell], more: str, less: str) -> None:
        """Explain the two colours, as far as there is a hand of each."""
        tones = [cell.tone for cell in cells if cell.tone is not None]
        theme, low, high = current_theme(), min(tones, default=0.0), max(tones, default=0.0)
        ends = ((0.8, more, high > 0), (-0.8, less, low < 0))
        self.map.show_legend([(heat_color(theme, tone), words) for tone, words, there in ends if there])

    def _render_two(self, pair: TwoHands | None, *, stale: bool) -> None:
        color = hero_seat(self._model.situation.scenario)
        chart = None if pair is None else two_hands_chart(self._model.situation, pair, (color + 1, color))
        self.chart.show_chart(None if chart is None else lambda _: chart, stale=stale)
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

    def customEvent(self, event: QEvent) -> None:
        self._render_again()
