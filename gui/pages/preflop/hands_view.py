"""The view of all 169 hands with their EVs: a map, the order by EV next to that by equity, and two hands compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.preflop.answer import PreflopAnswer, ValueChange
from engine.preflop.matchups import class_matchups
from engine.preflop.panel import PREFLOP
from gui.charts.forms import hand_map
from gui.charts.values import Chart, Table
from gui.charts.view import ChartView
from gui.export.files import FileActions
from gui.look.painting import equity_scale, heat_color
from gui.look.scale import at_least
from gui.look.theme import current_theme
from gui.pages.preflop.answers import EveryHand, PinnedAnswers, TwoHands, seen_action, shares_against
from gui.pages.preflop.charts import EMPTY, heading_of, two_hands_chart
from gui.pages.preflop.model import PreflopModel
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import HandNumbers, action_word, situation_file_stem, two_hands
from gui.parts.build import NO_MARGINS, filled, paragraph
from gui.parts.cell_grid import ClassMap
from gui.parts.cells import Cell, class_cells
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext
from gui.words.formatting import interval, is_seen, margin, percent, worth

MARKED = 6
"""How many hands are highlighted that rank highest, and lowest, by EV compared with equity."""
MIN_TONE, MIN_CHANGE = 0.22, 0.12
GIVEN_UP = "fold"


@dataclass(frozen=True, slots=True)
class HandWorth:
    """A class of hands: the EV of each action by name, the ``best`` action, and its all-in equity.

    ``place`` is its rank by EV and ``equity_place`` that by equity, both 1-based. ``stderr`` and ``equity_stderr`` are
    0 if the values are exact.
    """

    name: str
    worths: Mapping[str, float]
    best: str
    equity: float
    stderr: float = 0.0
    equity_stderr: float = 0.0
    place: int = 0
    equity_place: int = 0

    @property
    def value(self) -> float:
        """The EV of the best action other than a fold."""
        return max((value for action, value in self.worths.items() if action != GIVEN_UP), default=0.0)

    @property
    def gain(self) -> int:
        """How many ranks it is higher by EV than by equity."""
        return self.equity_place - self.place


@dataclass(frozen=True)
class AllHands:
    """All classes of a situation in order of EV, the best first."""

    hands: tuple[HandWorth, ...]

    @classmethod
    def of(cls, every: EveryHand) -> "AllHands":
        """Return the classes in an answer."""
        action = seen_action(every.answer)
        hands = [
            HandWorth(
                name, dict(row.evs), row.best, every.equities[name], max(row.stderrs.values(), default=0.0),
                0.0 if action is None else row.equity_stderrs.get(action.action, 0.0),
            )
            for name, row in every.answer.classes.items()
        ]  # fmt: skip
        return cls(ranked(hands))

    @cached_property
    def by_name(self) -> Mapping[str, HandWorth]:
        """The classes by their names."""
        return {hand.name: hand for hand in self.hands}

    @cached_property
    def marked(self) -> frozenset[str]:
        """The names of the hands whose two ranks differ most."""
        playable = [hand for hand in self.hands if hand.gain]
        up = sorted(playable, key=lambda hand: -hand.gain)[:MARKED]
        down = sorted(playable, key=lambda hand: hand.gain)[:MARKED]
        return frozenset(hand.name for hand in (*(h for h in up if h.gain > 0), *(h for h in down if h.gain < 0)))

    @cached_property
    def span(self) -> tuple[float, float]:
        """The smallest and the largest EV of a hand that is played."""
        values = [hand.value for hand in self.hands if hand.best != GIVEN_UP]
        return (min(values), max(values)) if values else (0.0, 0.0)

    def table(self) -> Table:
        """Return the hands as header and rows."""
        actions = sorted({action for hand in self.hands for action in hand.worths})
        values = (f"worth {action}" for action in actions)
        header = ("hand", "best", *values, "stderr", "equity", "equity stderr", "place", "place by equity")
        rows: list[tuple[object, ...]] = [
            (
                h.name,
                h.best,
                *(h.worths.get(a, "") for a in actions),
                h.stderr,
                h.equity,
                h.equity_stderr,
                h.place,
                h.equity_place,
            )
            for h in self.hands
        ]
        return header, rows


def ranked(hands: list[HandWorth]) -> tuple[HandWorth, ...]:
    """Return the hands in order of EV, with their ranks in both orders."""
    by_equity = sorted(hands, key=lambda hand: -hand.equity)
    equity_places = {hand.name: place for place, hand in enumerate(by_equity, start=1)}
    by_worth = sorted(hands, key=lambda hand: (-hand.value, equity_places[hand.name]))
    return tuple(
        replace(hand, place=place, equity_place=equity_places[hand.name])
        for place, hand in enumerate(by_worth, start=1)
    )


def hand_cells(every: AllHands | None, chosen: tuple[str, ...], *, stale: bool) -> tuple[Cell, ...]:
    """Return the 169 cells in the color of the best action (blue: raise, orange: call), darker for higher EVs."""

    def cell(name: str) -> Cell:
        """Return the cell of a class of hands; without an answer just its name."""
        hand = every.by_name.get(name) if every is not None else None
        bare = Cell(name, framed=name in chosen, speech=name)
        if every is None or hand is None:
            return bare
        speech = f"{name}: {spoken(hand)}"
        marked = name in every.marked
        if hand.best == GIVEN_UP:
            return replace(bare, mixed=marked, speech=speech)
        low, high = every.span
        depth = MIN_TONE + (1 - MIN_TONE) * (hand.value - low) / (high - low if high > low else 1.0)
        tone = depth if hand.best == "raise" else -depth
        note = worth(hand.value, hand.stderr).lstrip("+")
        return replace(bare, weight=1.0, hot=True, tone=tone, stale=stale, mixed=marked, note=note, speech=speech)

    return class_cells(cell)


def matchup_cells(name: str, shares: Mapping[str, float], chosen: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the 169 cells by all-in equity against the hand ``name``, blue above 50 %."""
    scale = equity_scale(2)

    def cell(hand: str) -> Cell:
        share = shares[hand]
        speech = f"{hand} vs {name}: {percent(share)} all-in equity"
        note, tone = f"{100 * share:.0f}", scale.tone(share)
        return Cell(hand, 1.0, hot=True, tone=tone, note=note, speech=speech, framed=hand in chosen)

    return class_cells(cell)


def equity_text(hand: HandWorth) -> str:
    """Return the equity of a hand, with its interval if it is sampled."""
    around = interval(hand.equity_stderr)
    return f"{percent(hand.equity, hand.equity_stderr, exact_digits=1)}{f' {around}' if around else ''}"


def spoken(hand: HandWorth) -> str:
    """Return a hand in words."""
    actions = ", ".join(
        f"{action_word(action)} {worth(v, hand.stderr)}" for action, v in hand.worths.items() if action != GIVEN_UP
    )
    place = f"rank {hand.place} by EV, {hand.equity_place} by equity ({equity_text(hand)})"
    return f"EV in chips: {actions}; best: {action_word(hand.best).lower()}; {place}"


def change_cells(changes: Mapping[str, ValueChange], chosen: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the 169 cells by the change of EV against the pinned table: blue for more, orange for less.

    Changes within the error have no color.
    """
    most = max((abs(change.change) for change in changes.values()), default=0.0)

    def cell(name: str) -> Cell:
        """Return the cell of a class of hands, in the color of its change."""
        change = changes.get(name)
        bare = Cell(name, framed=name in chosen, speech=name)
        if change is None:
            return bare
        value, around = worth(change.change, change.stderr), margin(change.stderr)
        ends = f"was {change.actions[0]} {worth(change.before)}, now {change.actions[1]} {worth(change.after)}"
        speech = f"{name}: EV {value}{f' {around}' if around else ''} chips compared with the pinned table: {ends}"
        if not is_seen(change):
            return replace(bare, speech=speech)
        depth = MIN_CHANGE + (1 - MIN_CHANGE) * abs(change.change) / most
        tone = depth if change.change > 0 else -depth
        return replace(bare, weight=1.0, hot=True, tone=tone, note=value, speech=speech)

    return class_cells(cell)


def numbers_of(name: str, answer: PreflopAnswer, wanted: str = "") -> HandNumbers | None:
    """Return the numbers by which two hands are compared."""
    action = seen_action(answer, wanted)
    return None if action is None else HandNumbers(name, action.ev, action.playable or 0.0, action.stderr)


FIRST = ("22", "AKs")
"""The two hands that are compared at first."""
COLUMNS: tuple[Column[HandWorth], ...] = (
    Column("#", lambda hand: str(hand.place), "rank by EV", hide_order=2),
    Column("Hand", lambda hand: hand.name, "starting hand", number=False),
    Column(
        "EV", lambda hand: worth(hand.value, hand.stderr),
        "EV of the best action in chips; for folds, the EV of playing the hand anyway",
    ),
    Column("Best", lambda hand: hand.best, "the best action", hide_order=2),
    Column(
        "Equity", equity_text,
        "all-in equity", hide_order=1,
    ),
    Column("Eq. rank", lambda hand: str(hand.equity_place), "rank by all-in equity"),
    Column(
        "±", lambda hand: f"{'+' if hand.gain > 0 else '−'}{abs(hand.gain)}" if hand.gain else "",
        "how many ranks higher by EV than by equity",
    ),
)  # fmt: skip
CHANGES = "changes"
KINDS = {"worth": "EV", "pots": "all-in vs last hand", CHANGES: "vs pinned"}
CHANGES_TITLE = "EV change of every hand from the pinned table"
CHANGES_REMARK = "blue: higher EV, orange: lower EV, no color: no significant difference"
TITLE = "EV of every starting hand"
REMARKS = (
    "color: best action",
    "blue: raise, orange: call or check, no color: fold; darker: higher EV",
)
HINT = "Click two hands to compare their flops. Marked corners: EV rank and equity rank differ most."
MIN_CHART_HEIGHT, ROW_HEIGHT = 116, 22


class StartingHandsView(PreflopView):
    """The map and the comparison; ``chosen_changed``: other hands are compared."""

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
        self.every: AllHands | None = None
        """All hands with the values known so far, or None before the first answer."""
        self.sentence = paragraph("preflop.twoHands", lines=2)
        self.map = ClassMap("preflop.hands", "Best action of every starting hand", self, hint=HINT)
        self._key = "worth"
        self._kind = ChoiceBar("preflop.hands.kind", "Map", KINDS, self)
        self._kind.show_choice("worth")
        self._kind.chosen.connect(self._on_kind)
        self._kind.chips[CHANGES].hide()
        self.table: TableView[HandWorth] = TableView("preflop.order", "Starting hands by EV", self, height=ROW_HEIGHT)
        self.chart = ChartView("preflopTwo", "Two hands compared", EMPTY, session, self, menu="export")
        at_least(self.chart, width=300, height=MIN_CHART_HEIGHT)
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

    def map_chart(self) -> Chart | None:
        """Return the map for files, or None if there is no result."""
        hands, situation = self._model.answer("hands").value, self._model.situation_of("hands")
        if self.every is None or hands is None:
            return None
        stem = f"{situation_file_stem(situation, 'all')}-hands"
        heading = heading_of(situation, hands.answer, TITLE, REMARKS, stem)
        changes = self._pinned.classes() if self._key == CHANGES else {}
        if changes:
            heading = replace(heading, title=CHANGES_TITLE, notes=(CHANGES_REMARK,))
            header = ("hand", "pinned", "worth pinned", "now", "worth now", "change", "stderr")
            rows = ((n, c.actions[0], c.before, c.actions[1], c.after, c.change, c.stderr) for n, c in changes.items())
            return hand_map(heading, change_cells(changes, ()), (header, list(rows)))
        return hand_map(heading, hand_cells(self.every, (), stale=False), self.every.table())

    def clear(self) -> None:
        """Remove the answer, because the table has another game."""
        self._sources, self._answer, self.every = (), None, None
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
        """Show the map, the table and the two hands that are compared, if any of their sources has changed."""
        hands, two = self._model.answer("hands"), self._model.answer("two")
        changed = bool(self._pinned.classes())
        if two.value is None:  # the reason changes without an answer
            self.sentence.setText(self.words(None))
        unfinished = self._model.unfinished("two")
        if not self._is_new(hands.value, two.value, hands.stale, two.stale, self.chosen, changed, unfinished):
            return
        # Ranking all hands is done once for each answer.
        if hands.value is not self._answer:
            self._answer, self.every = hands.value, None if hands.value is None else AllHands.of(hands.value)
        self._render_map(stale=hands.stale)
        color = PREFLOP.hero_seat(self._model.situation.scenario)
        about = self._model.situation_of("two")
        chart = None if two.value is None else two_hands_chart(about, two.value, (color + 1, color))
        make = None if chart is None else lambda _: chart
        self.chart.show_chart(make, stale=two.stale, unfinished=unfinished)
        self.sentence.setEnabled(not two.stale)
        self.sentence.setText(self.words(two.value))

    def _render_map(self, *, stale: bool) -> None:
        """Show the table and the selected map with its legend."""
        theme, every, changes = current_theme(), self.every, self._pinned.classes()
        color = QColor(theme.seat(PREFLOP.hero_seat(self._model.situation.scenario)))
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
        # The selection is not changed, so the differences appear again once they are known.
        key = "worth" if self._key == CHANGES and not changes else self._key
        self._kind.show_choice(key)
        if key == CHANGES:
            cells = change_cells(changes, self.chosen)
            self.map.show_cells(cells, color)
            self._show_ends(cells, "higher EV than pinned", "lower EV than pinned")
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
        self.map.show_legend([*legend, (None, "darker: higher EV")] if legend else [])

    def _show_ends(self, cells: Sequence[Cell], more: str, less: str) -> None:
        """Explain the two colors, if there are hands of both."""
        tones = [cell.tone for cell in cells if cell.tone is not None]
        theme, low, high = current_theme(), min(tones, default=0.0), max(tones, default=0.0)
        ends = ((0.8, more, high > 0), (-0.8, less, low < 0))
        self.map.show_legend([(heat_color(theme, tone), words) for tone, words, there in ends if there])

    def words(self, pair: TwoHands | None) -> str:
        """Return the difference of the two hands in words."""
        if pair is None:
            obstacle = self._model.situation.obstacle
            return obstacle or self._model.why_absent("Comparing two hands …", "two", "hands")
        numbers = [numbers_of(name, answer) for name, answer in zip(pair.names, pair.answers, strict=True)]
        if numbers[0] is None or numbers[1] is None:
            return "Everybody folds: there is no flop."
        return two_hands(numbers[0], numbers[1], pair.share)

    def customEvent(self, event: QEvent) -> None:
        self._render_again()
