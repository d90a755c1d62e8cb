"""What hero can do, a bar for each: the growth of the bankroll, or without a bankroll the expected chips."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from engine import Snapshot
from engine.kelly.options import Option, options
from gui.charts.figure import Amount, Table
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import draw_bar, draw_hollow_bar
from gui.charts.text import SMALL_BOLD, SMALL_FONT, draw_text, elided, widest
from gui.charts.ticks import category_ticks
from gui.look.formatting import grown, percent
from gui.look.theme import Theme
from gui.pages.kelly.question import Question
from gui.pages.kelly.question_chart import QuestionFigure, by_bars, settings_line
from gui.pages.kelly.words import answers_text, growth_text, option_name, signed_chips

LEFT, BOTTOM, GAP = 140.0, 6.0, 6.0
THICKEST, SHARE = 26.0, 0.62
LEAST_BARS = 24.0
"""Width that the bars keep beside the longer labels."""


@dataclass(frozen=True, slots=True)
class Action:
    """A bar: what it is called, growth or chips, and whether it is what is best to do; the last of its ``labels``, the
    longest first, tells the value alone."""

    option: Option
    name: str
    value: float
    labels: tuple[str, ...]
    best: bool


def actions_of(question: Question) -> tuple[Action, ...]:
    """Return the bars of a question, the cheapest action first; none where a curve shows it."""
    request, answer = question.weighed, question.answer
    if request is None or not by_bars(question):
        return ()
    found = options(request)
    if answer is None:
        best = max(found, key=lambda option: option.choice.chip_ev)
    else:
        done = (answer.decision, answer.bet)
        best = next((o for o in found if (o.choice.action, o.choice.chips) == done), found[0])
    return tuple(_action(option, question, best=option is best) for option in found)


def _action(option: Option, question: Question, *, best: bool) -> Action:
    choice = option.choice
    name = option_name(option, question.put_in)
    if question.answer is None:
        return Action(option, name, choice.chip_ev, (signed_chips(choice.chip_ev),), best)
    known = choice.growth if math.isfinite(choice.growth) else None
    growth = growth_text(known)
    value = -math.inf if known is None else grown(known)
    return Action(option, name, value, (f"{growth}, {signed_chips(choice.chip_ev)} chips", growth), best)


class ActionBars(PixelLayer):
    """Bars from the line of 0 on, with their labels behind them; the best one is filled."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.actions: tuple[Action, ...] = ()
        self.seat = 0

    def strip(self, place: int) -> QRectF:
        """Return the strip of the plot that belongs to an action; the first is on top."""
        plot = self.sheet.plot
        height = plot.height() / max(len(self.actions), 1)
        return QRectF(plot.left(), plot.top() + place * height, plot.width(), height)

    def draw(self, painter: QPainter) -> None:
        if not self.actions:
            return
        low, high = self._scale()
        plot, level = self.sheet.plot, self.label_level()
        room = self._room(level)
        zero = plot.left() + room * (0.0 - low) / (high - low)
        for place, action in enumerate(self.actions):
            strip = self.strip(place)
            end = plot.left() + room * (max(action.value, low) - low) / (high - low)
            thick = min(strip.height() * SHARE, THICKEST)
            rect = QRectF(min(zero, end), strip.center().y() - thick / 2, max(abs(end - zero), 1.0), thick)
            (draw_bar if action.best else draw_hollow_bar)(painter, self.theme, self.seat, rect)
            at = QPointF(max(zero, end) + GAP, strip.center().y())
            draw_text(painter, at, action.labels[level], SMALL_BOLD if action.best else SMALL_FONT, self.theme.text)
        painter.setPen(QPen(QColor(self.theme.muted), 1.0))
        painter.drawLine(QPointF(zero, plot.top()), QPointF(zero, plot.bottom()))

    def label_level(self) -> int:
        """Return which label of the bars is shown, the same for all: the longest that leaves the bars some room."""
        last = len(self.actions[0].labels) - 1
        return next((level for level in range(last) if self._room(level) >= LEAST_BARS), last)

    def _room(self, level: int) -> float:
        """Return how much of the width labels leave to the bars."""
        labels = (action.labels[level] for action in self.actions)
        return max(self.sheet.plot.width() - widest(labels, SMALL_BOLD, self.theme) - GAP, 1.0)

    def _scale(self) -> tuple[float, float]:
        """Return the ends of the axis; what loses everything ends at the left."""
        values = [action.value for action in self.actions if math.isfinite(action.value)]
        low, high = min(0.0, *values), max(0.0, *values)
        if any(math.isinf(action.value) for action in self.actions):
            low -= 0.5 * (high - low)
        if high <= low:
            high = low + 1.0
        return low, high


class ActionFigure(QuestionFigure):
    """The chart without its widget."""

    hides_seats = False
    empty_title = "What you can do"
    empty_lines = ("What each action is worth is drawn here:", "type your bankroll, or what is in the middle.")

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.actions: tuple[Action, ...] = ()
        self.bars = ActionBars(self.sheet)
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    def take(self, question: Question) -> None:
        self.actions = actions_of(question)

    @property
    def filled(self) -> bool:
        """Whether there is something to tell: to check for nothing is not."""
        return any(action.value for action in self.actions)

    @property
    def worth_a_picture(self) -> bool:
        """Whether there is a choice: a single action is a bar on an empty sheet."""
        return len(self.actions) > 1

    def fill(self) -> None:
        question = self.question
        if question is None:
            return
        self.write_texts(question, settings_line(question))
        self.sheet.legend.set_entries((), frozenset())
        self.bars.actions, self.bars.seat = self.actions, question.seat
        names = tuple(elided(action.name, SMALL_FONT, LEFT, self.theme) for action in reversed(self.actions))
        self.axes.x_grid = self.axes.y_grid = False
        self.axes.x_ticks, self.axes.y_ticks = None, category_ticks(names)
        self.sheet.left, self.sheet.bottom = LEFT, BOTTOM
        across = (-0.5, len(self.actions) - 0.5)
        self.sheet.view_box.setRange(xRange=(0.0, 1.0), yRange=across, padding=0.0, disableAutoRange=True)
        self.bars.update()

    def clear(self) -> None:
        self.bars.actions = ()
        self.bars.update()

    def title(self, snapshot: Snapshot | None = None) -> str:
        question = self.question
        if question is None or not self.filled:
            return self.empty_title
        what = "Expected chips" if question.answer is None else "Growth of the bankroll"
        return f"{what} by action, {question.hero}"

    def remarks(self, snapshot: Snapshot | None = None) -> tuple[str, ...]:
        request = None if self.question is None else self.question.weighed
        if request is None:
            return ()
        what = (
            "e^g − 1, g = E ln(1 + net/W)," if self.question is not None and self.question.answer else "E net in chips"
        )
        return (f"{what} at the showdown with no further betting, {answers_text(request)}; filled: the best",)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return growth and expected chips of the action under ``position``."""
        question = self.question
        place = next((i for i in range(len(self.actions)) if self.bars.strip(i).contains(position)), None)
        if question is None or question.weighed is None or place is None:
            return None
        action, seat = self.actions[place], question.seat
        choice, bankroll = action.option.choice, question.weighed.wager.bankroll
        rows = [Row(seat, "expected chips", (signed_chips(choice.chip_ev),))]
        header = action.name
        if question.answer is not None:
            header += f", {percent(choice.chips / bankroll)} of the bankroll"
            known = choice.growth if math.isfinite(choice.growth) else None
            rows.insert(0, Row(seat, "growth", (growth_text(known),)))
        return Reading(header, tuple(rows), position, region=self.bars.strip(place))

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every bar from top to bottom."""
        return [self.bars.strip(i).center() for i in range(len(self.actions))]

    def table(self, snapshot: Snapshot | None = None) -> Table:
        """Return what each action puts in, its growth (none without a bankroll) and its expected chips."""
        known = self.question is not None and self.question.answer is not None
        header = ("action", "chips", *(("growth",) if known else ()), "chip EV")
        rows: list[tuple[object, ...]] = []
        for action in self.actions:
            choice = action.option.choice
            growth = (grown(choice.growth),) if known else ()
            rows.append((action.name, Amount(choice.chips), *growth, Amount(choice.chip_ev)))
        return header, rows
