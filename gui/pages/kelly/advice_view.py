"""The advice of the Kelly page: the card, the form in three lines, the player's own bet, and the numbers behind it with
their names, each explained with its formula in a tool tip.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.equity.details.next_cards import Z95
from engine.kelly.advice import check_or_fold
from engine.kelly.answer import KellyAnswer
from engine.kelly.panel import kelly_panel, street_bet
from engine.kelly.request import KellyRequest
from engine.kelly.responses.bet_changes import BetChange
from engine.kelly.sizes import BetSize, any_size_allowed, usual_bet, vanishes
from engine.kelly.solver import zero_growth_bet
from engine.scenario.fields import MAX_CHIPS, Bounds, FieldSpec
from gui.charts.picture import Drawing
from gui.charts.values import Chart, Empty
from gui.charts.view import ChartView
from gui.look.guard import Guarded, Keyed
from gui.look.scale import UNBOUND, at_least, at_most, px, unscaled
from gui.look.styling import set_rich_tip
from gui.look.theme import HELP_TEXTS, current_theme
from gui.pages.kelly.advice import AdviceCard
from gui.pages.kelly.charts import NO_ACTIONS, NO_GROWTH, by_bars, growth_chart, kelly_actions_chart
from gui.pages.kelly.form import FormNote, KellyForm
from gui.pages.kelly.model import KellyModel, PinnedBets
from gui.pages.kelly.played_view import PlayedBar
from gui.pages.kelly.played_words import NO_PLAYED_GROWTH, played_assumptions, played_chart, played_own_text
from gui.pages.kelly.question import KellyQuestion
from gui.pages.kelly.words import cassandra_text, fixed_sizes_text, own_text, size_text, why_cassandra, why_retained
from gui.pages.kelly.worths import advised_action, chips_value, growth_value
from gui.parts.build import NO_MARGINS, STRETCH, bare_grid, drop, filled, keep_room, label, named, stacked
from gui.parts.chip_button import ChipButton, SignButton, chip_button
from gui.parts.field_text import write_chips, write_number
from gui.parts.number_field import NumberField
from gui.parts.page_scroll import PageScroll
from gui.words.formatting import (
    MIN_EV,
    change_in_chips,
    change_in_growth,
    change_ink,
    chips,
    interval,
    percent,
    percent_digits,
    signed_chips,
)

DASH = "–"
TWO_COLUMNS = 480
MIN_COLUMN = 260
UNTIL_KNOWN = ("multiplied", "needed", "answered")
"""Numbers whose row is hidden until they are known."""


FACTS: dict[str, tuple[str, str]] = json.loads((HELP_TEXTS / "kelly_facts.json").read_text(encoding="utf-8"))
"""The numbers by their names in objectNames: title and meaning. Those whose row can be hidden are last, so that no
other row moves when it appears.
"""


def fact_texts(question: KellyQuestion) -> dict[str, str]:
    """Return the texts of the numbers by name, "" for those that do not apply.

    An empty dictionary without an answer.
    """
    answer, request, doubt, band = question.answer, question.request, question.doubt, question.band
    if answer is None or request is None:
        return {}
    zero, run, needed, reaction = (
        check_or_fold(request.wager, request.terms),
        answer.long_run,
        answer.break_even,
        answer.answered,
    )
    acts = answer.decision != zero.action
    done = advised_action(answer)
    beside = f", {zero.action} {chips_value(request, zero)}", f", {zero.action} {growth_value(request, zero)}"
    texts = {
        "chipEv": chips_value(request, done) + (beside[0] if acts else ""),
        "growth": growth_value(request, done) + (beside[1] if acts else ""),
        "share": _share_of_growth(run.growth_share, request),
        "halved": DASH if run.p_ever_halved is None else percent(run.p_ever_halved, exact_digits=1),
        "doubt": DASH if doubt is None else _sizes(doubt.low, doubt.high, answer, request),
        "nearby": question.nearing or DASH if band is None else _sizes(*band.bets, answer, request),
        "cassandra": question.counting or cassandra_text(answer),
        "multiplied": "",
        "zero": DASH if answer.zero_growth_bet is None else _zero_growth(answer.zero_growth_bet, request),
        "needed": "" if needed is None else f"{percent(needed.growth)} ({percent(needed.chip_ev)})",
        "answered": "",
    }
    if request.terms.choices:  # there are no bets between the legal amounts
        texts["zero"] = ""
    elif band is not None:
        texts["nearby"] += ", no safe bet" if band.safe is None else f", safe up to {chips(band.safe)}"
    if question.multiplied is not None:
        digits = min(percent_digits(request.stderr or 0.0, 1), 1)
        product, truth = (percent(p, exact_digits=digits) for p in (question.multiplied, answer.probabilities.win))
        texts["multiplied"] = f"multiplied {product}, actual {truth}"
    if reaction is not None:
        equity, error = reaction.equity_called, request.stderr or 0.0
        called = DASH if equity is None else f"{percent(equity, error)} {interval(error)}".strip()
        texts["answered"] = f"{percent(reaction.folds)}, {called}"
    return texts


def _share_of_growth(share: float | None, request: KellyRequest) -> str:
    """Return the share of the growth that the advised bet keeps; empty if its size cannot be chosen.

    A call, or the one amount of fixed limit, is nearly always far from the best size: a player could
    do nothing about a small share of its growth.
    """
    reaction = request.wager.response
    if not any_size_allowed(request.terms) and (reaction is None or not reaction.rows):
        return ""
    return DASH if share is None else percent(share, exact_digits=0)


def _zero_growth(chips_at_zero: float, request: KellyRequest) -> str:
    """Return the zero-growth bet with the interval that the sampling error leaves."""
    error = Z95 * (request.equity_error or 0.0)
    ends: list[float | None] = []
    for change in (-error, error) if error else ():
        wager = request.wager.shifted(change)
        ends.append(zero_growth_bet(wager, check_or_fold(wager, request.terms).growth))
    low, high = ends or (None, None)
    if low is None or high is None:
        return chips(chips_at_zero)
    return change_in_chips(chips_at_zero, (high - low) / 2).lstrip("+")


def _sizes(low: float, high: float, answer: KellyAnswer, request: KellyRequest) -> str:
    ends = dict.fromkeys(size_text(size, answer, request) for size in (low, high))
    return " to ".join(ends)


class KellyFacts(Guarded, QWidget):
    """The numbers ``kelly.fact.<name>`` in two columns.

    A row keeps the height that it once needed, until the width changes: numbers that get longer or shorter while a run
    goes on must not move the rows below them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "kelly.facts", "Details of the advice")
        self._labels: dict[str, tuple[QLabel, QLabel]] = {}
        self._columns = self._rows = 0
        self._heights: dict[int, int] = {}
        self._grid = bare_grid(self, 8, 4, left=12)
        for name, (text, tip) in FACTS.items():
            title = label(text, self, weight=QFont.Weight.Normal)
            value = label("", self, name=f"kelly.fact.{name}", role="", weight=QFont.Weight.DemiBold, wrap=True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            for part in (title, value):
                set_rich_tip(part, tip)
            self._labels[name] = title, value
        self._grid.setColumnStretch(1, 1)
        self._arrange(1)

    def _arrange(self, columns: int) -> None:
        """Lay out the facts in one or two ``columns``."""
        if columns == self._columns:
            return
        self._columns = columns
        self._rows = -(-len(FACTS) // columns)
        self._heights.clear()
        for i, parts in enumerate(self._labels.values()):
            for place, part in enumerate(parts):
                self._grid.addWidget(part, i % self._rows, i // self._rows * 3 + place)
        for row in range(len(FACTS)):
            self._grid.setRowMinimumHeight(row, 0)
        self._grid.setColumnMinimumWidth(2, 12 * (columns - 1))
        self._grid.setColumnStretch(4, columns - 1)

    def render_question(self, question: KellyQuestion) -> None:
        """Show the numbers of an answer, dashes without one."""
        texts = fact_texts(question)
        for name, (title, value) in self._labels.items():
            text = texts.get(name, DASH)
            value.setText(text)
            value.setAccessibleName(f"{FACTS[name][0]}: {text}")
            value.setEnabled(question.final)
            for part in (title, value):
                part.setVisible(bool(text) and not (name in UNTIL_KNOWN and text == DASH))
        doubt = question.doubt
        points = "" if doubt is None else write_number(round(100 * doubt.points, 6))
        self._labels["doubt"][0].setText(f"Equity ±{points} points" if points else "If equity is off")
        self._keep_heights()

    def _keep_heights(self) -> None:
        self._grid.activate()
        rows = dict[int, list[QLabel]]()
        for i, (_, value) in enumerate(self._labels.values()):
            rows.setdefault(i % self._rows, []).append(value)
        for row, values in rows.items():
            needed = [value.heightForWidth(value.width()) for value in values if value.isVisible()]
            self._heights[row] = max(*needed, self._heights.get(row, 0), 0)
            self._grid.setRowMinimumHeight(row, self._heights[row] if needed else 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(px(MIN_COLUMN), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(2 if unscaled(self.width()) >= TWO_COLUMNS else 1)
        # An event without a change follows a change of the text size, which needs other heights.
        if event.oldSize().width() != event.size().width() or event.oldSize() == event.size():
            self._heights.clear()
            self._keep_heights()


NARROW, VERY_NARROW, BESIDE, BESIDE_MORE = 680, 480, 620, 280
"""Widths: of the page below which *more* takes less and below which the lines of the form do; of the numbers from which
the facts are next to the chart, and from which the numbers are next to *more*.
"""
MORE_HEIGHT = 240
"""The least height of *more* above the numbers."""
FACTS_WIDTH = 290
MIN_CHART_SIZE = (220, 190)
WIDTH = 70
POSITIVE = Bounds(above=0.0, at_most=MAX_CHIPS)
TO = FieldSpec(
    "to", "Bet to", "chips", "<b>Bet or raise to</b>: all your chips on this street after it. Empty: the advice.",
    bounds=POSITIVE,
)  # fmt: skip
BY = FieldSpec(
    "by", "Bet by", "chips", "<b>Bet or raise by</b>: the amount above the bet that you face. Empty: the advice.",
    bounds=POSITIVE,
)  # fmt: skip
BUTTONS: tuple[tuple[str, BetSize], ...] = (("halfPot", "half pot"), ("pot", "pot"), ("allIn", "all in"))
TITLE_TIP = "Choose or enter a size to compare it with the advice."
PINNED_HEADS = ("", "Pinned", "Now", "Change in chips", "Change in growth")
PINNED_TIP = (
    "The EV of each action on the pinned table and on this one, and the change of EV and growth with its 95 % "
    "interval. If the pinned table has no pot and price of its own, those of this table are used."
)


class QuestionChart(ChartView):
    """A chart of the model's question; ``make`` builds it when it is displayed or exported."""

    def __init__(
        self, name: str, title: str, empty: Empty, make: Callable[[KellyQuestion], Chart | None], model: KellyModel
    ) -> None:
        self._model, self._make_chart = model, make
        self._question: KellyQuestion | None = None
        super().__init__(name, title, empty, model.session, menu="export")
        at_least(self, width=MIN_CHART_SIZE[0], height=MIN_CHART_SIZE[1])
        model.changed.connect(self._on_question_changed)

    @Slot()
    def _on_question_changed(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        """Make the chart again only for another question: making it takes longer than drawing it."""
        question = self._model.question
        if question is not self._question:
            self._question = question
            chart = self._make_chart(question)
            self.show_chart(None if chart is None else lambda _: chart, stale=question.stale)
        super()._refresh()

    @property
    def ready(self) -> bool:
        return self.value is not None and self.value.exported

    def drawing(self) -> Drawing:
        if not self.ready:
            raise ValueError("there is no result to export")
        return super().drawing()


class NumbersScroll(PageScroll):
    """The chart and its numbers; on a low page the chart takes all of the visible height."""

    def __init__(self, numbers: QWidget, chart: QWidget) -> None:
        super().__init__(numbers, "kelly.numbers", "Numbers and growth curve", wraps=True)
        self._chart, self._room = chart, False

    def set_low(self, low: bool, *, very: bool) -> None:
        """``low``: there is room for the chart alone; ``very``: not even for that, and the whole page scrolls."""
        self._room = low and not very
        self.set_whole(very)
        self._fit_chart()

    def _fit_chart(self) -> None:
        least = max(self.viewport().height(), self._chart.minimumSizeHint().height())
        self._chart.setMinimumHeight(least if self._room else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chart()


class BetBar(QWidget):
    """Buttons ``kelly.bet.halfPot``, ``.pot``, ``.allIn``, entries ``.to``, ``.by`` and the text ``.worth``."""

    _question: KellyQuestion
    """The displayed question."""

    def __init__(self, model: KellyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        named(self, "kelly.bet", "Your bet")
        title = label("Your bet", role="")
        title.setToolTip(TITLE_TIP)
        self._buttons: dict[BetSize, ChipButton] = {}
        for name, size in BUTTONS:
            place, bet = f"kelly.bet.{name}", f"Bet {size}"
            self._buttons[size] = chip_button(size, place, self._on_button, bet, parent=self, key=size, checkable=True)
        self._to, self._by = (
            NumberField(spec, f"kelly.bet.{spec.key}", self, title=spec.label, width=WIDTH) for spec in (TO, BY)
        )
        for field in (self._to, self._by):
            field.edited.connect(Keyed(field, self._on_typed, field).edited)
        self._clear = named(SignButton("close", self), "kelly.bet.clear", "Remove this bet", "Remove this bet")
        self._clear.clicked.connect(self._on_clear)
        keep_room(self._clear)
        self._worth = FormNote("kelly.bet.worth", self._to, self._by)
        items = (*self._buttons.values(), label("to", role=""), self._to, label("by", role=""), self._by, self._clear)
        row = filled(QHBoxLayout(), title, *items, STRETCH, spacing=6)
        filled(QVBoxLayout(self), row, self._worth, spacing=2, margins=NO_MARGINS)

    def render_question(self, question: KellyQuestion) -> None:
        """Show the user's bet; empty fields show the advised one as a placeholder."""
        self._question = question
        request, answer, own, advised_bet = question.weighed, question.answer, None, None
        free = street_bet(question.scenario) is None if request is None else any_size_allowed(request.terms)
        self.setEnabled((request is not None or question.played is not None) and free)
        for button in self._buttons.values():
            button.setVisible(not question.simulated)
        if question.simulated:
            own = kelly_panel(question.scenario).bet
        if request is not None and free:
            own = kelly_panel(question.scenario).bet
            if answer is not None and question.final and answer.bet > question.price and not vanishes(answer, request):
                advised_bet = answer.bet
            for size, chip in self._buttons.items():
                chips = usual_bet(request, size)
                chip.setEnabled(chips is not None)
                chip.setChecked(chips is not None and own is not None and abs(chips - own) < 1e-9 * max(chips, 1.0))
        # ``own`` is the amount that hero adds. *to* includes his chips on this street; *by* is the part above a call.
        put_in, price = question.put_in or 0.0, question.price
        for field, offset, least in ((self._to, put_in, price + put_in), (self._by, -price, 0.0)):
            field.spec = replace(field.spec, bounds=Bounds(above=least, at_most=MAX_CHIPS))
            field.show_value(None if own is None else _rounded(own + offset))
            field.entry.setPlaceholderText(
                "" if advised_bet is None else write_chips(_rounded(advised_bet + offset, 5))
            )
        self._clear.setVisible(own is not None)
        text = played_own_text(question, own) if question.simulated else own_text(question)
        self._worth.show_text(text or TITLE_TIP if free else fixed_sizes_text(question))

    def _set(self, chips: float | None, merge: str | None = None) -> None:
        self._model.set("Own bet", "bet", None if chips is None else _rounded(chips), merge)

    def _on_button(self, size: BetSize) -> None:
        request = self._question.weighed
        self._set(None if request is None else usual_bet(request, size))

    def _on_typed(self, field: NumberField, value: Any, merge: str) -> None:
        offset = -(self._question.put_in or 0.0) if field is self._to else self._question.price
        self._set(None if value is None else value + offset, merge)

    @Slot()
    def _on_clear(self) -> None:
        self._set(None)


def _rounded(value: float, digits: int = 10) -> float:
    return float(f"{value:.{digits}g}")


def pinned_cells(row: BetChange) -> tuple[str, ...]:
    """Return the texts of a row, one for each of ``PINNED_HEADS``."""
    name = "Best action" if row.advised else row.after.action.capitalize()
    sizes = {chips(choice.chips) for choice in (row.before, row.after) if choice.chips}
    if sizes and not row.advised:
        name = f"{name} {' / '.join(sorted(sizes))}"
    ends = []
    for choice, worth in ((row.before, row.chips.before), (row.after, row.chips.after)):
        done = f"{choice.action} {chips(choice.chips)}: " if choice.chips else f"{choice.action}: "
        ends.append(f"{done if row.advised else ''}{signed_chips(worth)}")
    in_chips = change_in_chips(row.chips.change, Z95 * row.chips.stderr)
    growth = row.growth
    in_growth = "" if growth is None else change_in_growth(growth.change, Z95 * growth.stderr)
    return name, ends[0], ends[1], in_chips, in_growth


class PinnedBetsView(Guarded, QWidget):
    """The rows as a small table, hidden while there are none; labels ``kelly.pinned<row>.<column>``."""

    def __init__(self, model: PinnedBets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "kelly.pinned", "Compared with the pinned table", PINNED_TIP)
        self._model = model
        self._labels: list[list[QLabel]] = []
        self._grid = bare_grid(self, 12, 2, left=12)
        self._grid.setColumnStretch(len(PINNED_HEADS), 1)
        for column, head in enumerate(PINNED_HEADS):
            self._grid.addWidget(label(head, self, weight=QFont.Weight.Normal), 0, column)
        model.changed.connect(self.render_rows)
        self.render_rows()

    @Slot()
    def render_rows(self) -> None:
        """Show the rows of the model."""
        rows, theme = self._model.rows, current_theme()
        while len(self._labels) > len(rows):
            drop(self._grid, *self._labels.pop())
        while len(self._labels) < len(rows):
            self._labels.append(self._row(len(self._labels)))
        for labels, row in zip(self._labels, rows, strict=True):
            cells = pinned_cells(row)
            for part, head, text in zip(labels, PINNED_HEADS, cells, strict=True):
                part.setText(text)
                part.setAccessibleName(f"{cells[0]}, {head}: {text}" if head else text)
            for part, worth in ((labels[3], row.chips), (labels[4], row.growth)):
                ink = theme.muted if worth is None else change_ink(worth, theme, MIN_EV)
                part.setStyleSheet(f"color: {ink}")
        self.setVisible(bool(rows))

    def _row(self, place: int) -> list[QLabel]:
        made = []
        for column in range(len(PINNED_HEADS)):
            name = f"kelly.pinned{place}.{column}"
            part = label("", self, name=name, role="", weight=QFont.Weight.DemiBold if column > 2 else None)
            self._grid.addWidget(part, place + 1, column)
            made.append(part)
        return made

    def customEvent(self, event: QEvent) -> None:
        self.render_rows()


class AdviceView(Guarded, QWidget):
    """The view of the advice; ``growth`` is the curve, and ``bars`` replace it if few actions are legal."""

    def __init__(self, model: KellyModel, pinned: PinnedBets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._pinned, self._low, self._very_low = model, pinned, False, False
        self._card = AdviceCard("kelly.advice", self, fields=True)
        self._form = KellyForm(model, self)
        self._bet = BetBar(model, self)
        self.growth = QuestionChart("growth", "Bankroll growth by bet size", NO_GROWTH, growth_chart, model)
        self.bars = QuestionChart("actions", "Your actions", NO_ACTIONS, kelly_actions_chart, model)
        self.played = QuestionChart("playedGrowth", "Bankroll growth by action", NO_PLAYED_GROWTH, played_chart, model)
        self._charts = stacked(self.growth, self.bars, self.played)
        self._run = PlayedBar(model.played, self)
        self._facts = KellyFacts(self)
        self._differences = PinnedBetsView(pinned, self)
        self._why = label(name="kelly.why", weight=QFont.Weight.Normal, wrap=True)
        self._why.setContentsMargins(12, 0, 0, 0)  # as the facts above it
        self._card.field_wanted.connect(self._form.go_to)
        self._form.more_opened.connect(self._arrange)
        column = (self._card, self._form, self._bet)
        self._column = filled(QVBoxLayout(self), *column, (self._build_body(), 1), spacing=8, margins=NO_MARGINS)

    def set_low(self, low: bool, *, very: bool) -> None:
        """Give the chart more of a low page; a very low page scrolls as a whole."""
        if low != self._low:
            self._low = low
            self._card.set_low(low)
            self._column.setSpacing(4 if low else 8)
        self._very_low = very
        self._arrange()

    def _build_body(self) -> QBoxLayout:
        """Return the form and, next to it or below it, the scrolled area of charts and facts."""
        numbers = QWidget()
        beside = filled(QVBoxLayout(), self._facts, self._why, STRETCH, spacing=8)
        self._numbers = QBoxLayout(QBoxLayout.Direction.TopToBottom, numbers)
        filled(self._numbers, (self._charts, 1), beside, spacing=8, margins=NO_MARGINS)
        body = QWidget()
        # Next to the fields, not above them: they must not move when the outcomes are chosen.
        filled(QVBoxLayout(body), self._run, self._differences, (numbers, 1), spacing=8, margins=NO_MARGINS)
        self._area = NumbersScroll(body, self._charts)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        return filled(self._body, self._form.more, (self._area, 1), spacing=4)

    def render_question(self) -> None:
        """Show the model's question."""
        question = self._model.question
        self._card.render_question(question, self._assumed(question))
        self._pinned.ask(question)
        self._bet.render_question(question)
        self._facts.setVisible(not question.simulated)
        self._facts.render_question(question)
        self._run.setVisible(question.simulated)
        if question.simulated:
            self._run.render_run()
        bars = self.played if question.simulated else self.bars if by_bars(question) else self.growth
        self._charts.setCurrentWidget(bars)
        self._why.setText("\n".join(filter(None, (why_cassandra(question), why_retained(question)))))

    def _assumed(self, question: KellyQuestion) -> str:
        """Return the assumptions of an advice on simulated outcomes, "" for other outcomes."""
        if question.played is None:
            return ""
        table, played = question.played.table, self._model.played
        seats = [i for i, seat in enumerate(table.seats) if seat.plays]
        return played_assumptions(question, [f"{table.seats[i].name} as {played.player_of(i)}" for i in seats])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = unscaled(self.width())
        self._form.set_narrow(lines=width < VERY_NARROW, more=width < NARROW)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Place the numbers next to *more* and next to the chart if there is room, or else below."""
        more = self._form.more
        beside = self.width() - (more.width() if more.isVisibleTo(self) else 0)
        above = unscaled(beside) < BESIDE_MORE and more.isVisibleTo(self)
        self._body.setDirection(QBoxLayout.Direction.TopToBottom if above else QBoxLayout.Direction.LeftToRight)
        at_least(more, height=MORE_HEIGHT if above else 0)
        self._area.set_low(self._low, very=self._very_low or above)
        room = self.width() if above else beside
        wide = unscaled(room) >= BESIDE
        self._numbers.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        for part in (self._facts, self._why):
            at_least(part, width=FACTS_WIDTH if wide else 0)  # the chart must not move with the longest number
            at_most(part, width=FACTS_WIDTH if wide else UNBOUND)
