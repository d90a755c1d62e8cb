"""The growth chart: expected growth of the bankroll over the bet, with the bets that matter marked."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from engine import Snapshot
from engine.kelly.advice import Choice, evaluate_bet
from engine.kelly.answer import answered
from engine.kelly.band import Band
from engine.kelly.growth import Wager
from engine.kelly.solver import GrowthCurve, growth_curve
from gui.charts.figure import Amount, Table
from gui.charts.legend import Key
from gui.charts.overlays import Reading, Row
from gui.charts.style import BOX_SIZE, Curve, area_between, base_pen, seat_pen, translucent
from gui.charts.ticks import COUNT_SPACING, Tick, nice_step, percent_ticks
from gui.look.formatting import grown, growth_gap, percent, share_text
from gui.look.theme import Theme
from gui.pages.kelly.folds_axis import RIGHT, FoldsAxis, draw_folds_key, folds_pen
from gui.pages.kelly.growth_marks import CASSANDRA, ROOM, Mark, Marks, extent, marks_of, own_mark
from gui.pages.kelly.question import Question
from gui.pages.kelly.question_chart import QuestionFigure, by_bars, settings_line
from gui.pages.kelly.words import answers_text, chips, growth_text, signed_chips

WIDTH = 2.0
LEFT = 56.0
BAND_ALPHA = 0.16
DEPTH = 2.5
"""How far below the marks the chart goes, in their own spread: losing everything is infinitely deep."""
LEAST_FALL = 0.08
"""Least spread, as a share of the whole fall of the curve: where only a check is marked it shows all the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """A curve with its marks, and the growth of putting nothing in."""

    question: Question
    curve: GrowthCurve
    marks: tuple[Mark, ...]
    baseline: float

    @property
    def reacts(self) -> bool:
        """Whether opponents may fold to a bet each by himself: then there is a second curve."""
        request = self.question.request
        return request is not None and request.wager.reaction is not None

    def size_at(self, chips: float) -> float:
        """Return the bet that is drawn at ``chips``: of a list of bets the nearest."""
        request = self.question.request
        drawn = self.curve.chips
        if request is None or request.wager.reaction is None or not request.wager.reaction.rows:
            return max(chips, float(drawn[0]))
        return float(drawn[np.abs(drawn - chips).argmin()])


def growth_of(question: Question) -> Growth | None:
    """Return what is to be drawn; None while there is no answer, or where bars show the few amounts that are legal."""
    request, answer = question.request, question.answer
    if request is None or answer is None or by_bars(question):
        return None
    price, upto = extent(request, answer)
    baseline = answer.growth_at_zero
    own = question.own_bet
    upto = upto if own is None else min(max(upto, ROOM * own.chips), request.wager.bankroll)
    curve = growth_curve(request.wager, start=price, upto=upto)
    marks = tuple(mark for mark in marks_of(request, answer) if not (question.counting and mark.name == CASSANDRA))
    marks += () if own is None else (own_mark(own),)
    return Growth(question, curve, marks, -math.inf if baseline is None else baseline)


class GrowthFigure(QuestionFigure):
    """The chart without its widget."""

    empty_title = "Growth of the bankroll"
    empty_lines = ("How fast each bet makes a bankroll grow is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.growth: Growth | None = None
        self._curve, self._base, self._folds = Curve(whole=True), Curve(), Curve(whole=True)
        self._band = QGraphicsPathItem()
        self._band.setPen(QPen(Qt.PenStyle.NoPen))
        for item in (self._band, self._base, self._folds, self._curve):
            self.sheet.view_box.addItem(item, ignoreBounds=True)
        self.sheet.view_box.setMouseEnabled(x=False, y=False)
        self.marks = Marks(self.sheet)
        self._folds_axis = FoldsAxis(self.sheet)
        self.sheet.left, self._right = LEFT, self.sheet.right

    def take(self, question: Question) -> None:
        self.growth = growth_of(question)

    @property
    def filled(self) -> bool:
        return self.growth is not None

    def fill(self) -> None:
        if self.growth is not None:
            self._write(self.growth)
            self._draw(self.growth)

    def _write(self, growth: Growth) -> None:
        self.write_texts(growth.question, settings_line(growth.question))
        self.sheet.right = RIGHT if growth.reacts else self._right
        keys = tuple(Key(mark.label, partial(mark.draw, self.theme)) for mark in reversed(growth.marks))
        if growth.question.band is not None:
            keys += (Key("Range a little off", partial(draw_band_key, self.theme, growth.question.seat)),)
        if growth.reacts:
            keys += (Key("All fold (right)", partial(draw_folds_key, self.theme)),)
        self.sheet.legend.set_entries((), frozenset(), keys)

    def _draw(self, growth: Growth) -> None:
        seat = growth.question.seat
        low, high = _y_range(growth)
        upto = float(growth.curve.chips[-1])
        finite = np.isfinite(growth.curve.growth)
        self._curve.setPen(seat_pen(self.theme, seat, WIDTH * self.device_scale))
        self._curve.setData(growth.curve.chips[finite], 100 * np.expm1(growth.curve.growth[finite]))
        self._base.setPen(base_pen(self.theme, self.device_scale))
        self._draw_band(growth.question, (low, high))
        self._folds.setPen(folds_pen(self.theme, self.device_scale))
        shares = low + growth.curve.folds * (high - low)  # 0 at the bottom of the plot, 1 at its top
        self._folds.setData(growth.curve.chips, shares) if growth.reacts else self._folds.setData([], [])
        self._folds_axis.show_axis(shown=growth.reacts)
        known = math.isfinite(growth.baseline)
        self._base.setData([0.0, upto], [100 * grown(growth.baseline)] * 2) if known else self._base.setData([], [])
        self.marks.set_marks(growth.marks)
        self.axes.y_ticks, self.axes.x_ticks = percent_ticks, chip_ticks
        request = growth.question.request
        self.axes.x_name = "" if request is None else axis_name(request.wager)
        view = self.sheet.view_box
        view.setRange(xRange=(0.0, upto), yRange=(low, high), padding=0.0, disableAutoRange=True)

    def _draw_band(self, question: Question, seen: tuple[float, float]) -> None:
        """Draw between what nearby ranges would mean, as far as it is in sight."""
        band = question.band
        self._band.setBrush(translucent(self.theme.seat(question.seat), BAND_ALPHA))
        if band is None:
            self._band.setPath(QPainterPath())
            return
        least, most = (np.clip(100 * np.expm1(values), *seen) for values in (band.low, band.high))
        self._band.setPath(area_between(band.chips, least, most))

    def clear(self) -> None:
        self._band.setPath(QPainterPath())
        self._curve.setData([], [])
        self._base.setData([], [])
        self._folds.setData([], [])
        self._folds_axis.show_axis(shown=False)
        self.marks.set_marks(())

    def title(self, snapshot: Snapshot | None = None) -> str:
        if self.growth is None:
            return self.empty_title
        return f"Growth of the bankroll by the bet, {self.growth.question.hero}"

    def remarks(self, snapshot: Snapshot | None = None) -> tuple[str, ...]:
        if self.growth is None or self.growth.question.request is None:
            return ()
        request = self.growth.question.request
        wager, zero = request.wager, request.terms.zero
        n, folds = wager.opponents, wager.p_all_fold
        callers = f"{'all ' if n > 1 else ''}{n} opponent{'s' if n > 1 else ''} calling"
        if folds:
            callers += f" or, {percent(folds, exact_digits=0)} of the time, everybody folding to a bet"
        if wager.reaction is not None:
            callers = answers_text(request)
        formula = f"e^g − 1, g = E ln(1 + net/W), at the showdown with no further betting, {callers}; dashed: {zero}"
        if wager.reaction is not None:
            formula += "; thin: how likely nobody calls, on the right"
        if self.growth.question.band is not None:
            formula += "; shaded: the opponent's range 15 % tighter or looser, and the sampling error"
        side = "An opponent has too few chips to match every bet; a side pot counts as won only with the main pot"
        if wager.orders is not None:
            side = "Side pots are exact: each is paid to the best of those who are in it"
        return (formula, side) if wager.reach and n > 1 else (formula,)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return growth and expected chips of the bet at ``position``."""
        growth = self.growth
        if growth is None or growth.question.request is None or not self.sheet.plot.contains(position):
            return None
        (low, high), _ = self.sheet.ranges
        plot = self.sheet.plot
        near = next((m for m, at in self.marks.placed() if abs(at.x() - position.x()) <= 3.0), None)
        size = low + (position.x() - plot.left()) / plot.width() * (high - low) if near is None else near.chips
        wager, seat = growth.question.request.wager, growth.question.seat
        size = growth.size_at(size) if near is None else size
        choice = evaluate_bet(wager, "call" if near is not None and near.name == "Call" else "bet", size)
        rows = [Row(seat, "growth", (growth_text(_known(choice.growth)),))]
        if math.isfinite(growth.baseline) and math.isfinite(choice.growth):
            zero = growth.question.request.terms.zero
            rows.append(Row(seat, f"against a {zero}", (share_text(growth_gap(choice.growth, growth.baseline)),)))
        rows.append(Row(seat, "expected chips", (signed_chips(choice.chip_ev),)))
        if growth.question.band is not None:
            ends = " to ".join(growth_text(_known(end)) for end in _nearby(growth.question.band, size))
            rows.append(Row(seat, "range a little off", (ends,)))
        if growth.reacts:
            folds, called = _answered(wager, choice)
            rows.append(Row(seat, "all fold", (percent(folds),)))
            rows.append(Row(seat, "equity when called", ("–" if called is None else percent(called),)))
        x = self.marks.x(size)
        mark = QPointF(x, self.marks.y(100 * grown(choice.growth)) if math.isfinite(choice.growth) else plot.bottom())
        header = f"{near.label if near else f'Bet {chips(size)}'}, {percent(size / wager.bankroll)} of the bankroll"
        line = QLineF(x, plot.top(), x, plot.bottom())
        return Reading(header, tuple(rows), QPointF(x, position.y()), line, marks=_inside(seat, mark, plot.contains))

    def stops(self) -> Sequence[QPointF]:
        """Return some forty bets along the axis and the marked ones."""
        if self.growth is None:
            return ()
        plot, least = self.sheet.plot, self.marks.x(float(self.growth.curve.chips[0]))
        places = {least + i * (plot.right() - least) / 40 for i in range(41)}
        places |= {at.x() for _, at in self.marks.placed()}
        return [QPointF(min(max(x, plot.left()), plot.right()), plot.center().y()) for x in sorted(places)]

    def table(self, snapshot: Snapshot | None = None) -> Table:
        """Return bet, growth and expected chips, and what is answered to it, the marked bets first by name."""
        header: tuple[str, ...] = ("mark", "bet", "share of bankroll", "growth", "chip EV")
        growth = self.growth
        if growth is None or growth.question.request is None:
            return header, []
        wager = growth.question.request.wager
        band = growth.question.band
        header += ("lowest growth nearby", "highest growth nearby") if band is not None else ()
        header += ("all fold", "equity when called") if growth.reacts else ()
        places = [(m.name, m.chips) for m in reversed(growth.marks)] + [("", float(c)) for c in growth.curve.chips]
        rows: list[tuple[object, ...]] = []
        for name, size in places:
            choice = evaluate_bet(wager, "call" if name == "Call" else "bet", size)
            answers = _answered(wager, choice) if growth.reacts else ()
            ends = map(grown, _nearby(band, size)) if band is not None else ()
            amounts = Amount(size), Amount(choice.chip_ev)
            rows.append((name, amounts[0], size / wager.bankroll, grown(choice.growth), amounts[1], *ends, *answers))
        return header, rows


def axis_name(wager: Wager) -> str:
    """Return what the bet along the axis meets: who calls it, and how often everybody folds."""
    who = "the opponent" if wager.opponents == 1 else "all opponents"
    who = "all as far as they can" if wager.reach else who
    if wager.reaction is not None:
        return "bet in chips; thin: all fold"
    if wager.p_all_fold:  # few words: a narrow chart has no room for more
        return f"bet in chips; all fold {percent(wager.p_all_fold, exact_digits=0)}, else all call"
    return f"bet in chips, called by {who}"


def chip_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of chips."""
    if not high > low:
        return []
    step = nice_step(high - low, length / COUNT_SPACING)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [Tick(i * step, chips(i * step)) for i in range(first, last + 1)]


def _y_range(growth: Growth) -> tuple[float, float]:
    """Return the range of the growth axis in percent: the marks and some of the fall beyond them."""
    curve = np.expm1(growth.curve.growth[np.isfinite(growth.curve.growth)])
    upto = float(growth.curve.chips[-1])
    inside = [grown(m.growth) for m in growth.marks if m.chips <= upto and math.isfinite(m.growth)]
    wanted = [*inside, float(curve[0])] + ([grown(growth.baseline)] if math.isfinite(growth.baseline) else [])
    top = max(float(curve.max()), *wanted)
    fall = top - float(curve.min())
    spread = max(top - min(wanted), LEAST_FALL * fall)
    low = max(float(curve.min()), top - DEPTH * spread)
    low = min(low, *wanted)
    room = 0.08 * max(top - low, 1e-6)
    return 100 * (low - room), 100 * (top + room)


def draw_band_key(theme: Theme, seat: int, painter: QPainter, center: QPointF) -> None:
    """Draw a piece of the band for the legend."""
    half = BOX_SIZE / 2
    painter.fillRect(
        QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE), translucent(theme.seat(seat), 0.3)
    )


def _nearby(band: Band, chips: float) -> tuple[float, float]:
    """Return the least and the most growth of a bet under nearby ranges."""
    return float(np.interp(chips, band.chips, band.low)), float(np.interp(chips, band.chips, band.high))


def _answered(wager: Wager, choice: Choice) -> tuple[float, float | None]:
    """Return how likely nobody calls, and hero's equity when somebody does, None where nobody does."""
    if choice.chips == 0.0:
        return 0.0, wager.outcomes.equity
    found = answered(wager, choice)
    return found.folds, found.equity_called


def _known(growth: float) -> float | None:
    return growth if math.isfinite(growth) else None


def _inside(seat: int, mark: QPointF, contains: Callable[[QPointF], bool]) -> tuple[tuple[int, QPointF], ...]:
    return ((seat, mark),) if contains(mark) else ()
