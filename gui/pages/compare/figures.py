"""Charts of both tables laid over one another: what their hands become, and how their equities converge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem

from engine import GAMES, Snapshot
from engine.details.changes import Change, share_stderr
from engine.details.next_tables import Z95
from gui.charts.bars import Bar, Bars, Form
from gui.charts.class_axes import WORDS, set_class_axes
from gui.charts.drawing import DrawingFigure, Heading
from gui.charts.figure import Table
from gui.charts.legend import Key
from gui.charts.overlays import EndLabel, EndLabels, Reading, Row
from gui.charts.style import BOX_SIZE, Curve, area_between, draw_bar, draw_hollow_bar, seat_pen, translucent
from gui.charts.ticks import log_count_ticks, percent_ticks
from gui.look.changes import change_words
from gui.look.formatting import percent, percent_digits
from gui.look.theme import Theme
from gui.pages.compare.sides import LETTERS, Sides

MOST_TOGETHER = 2
"""Up to so many seats stand in pairs of bars; more have a column each, with ticks for A."""
LINE, BAND = 1.6, 0.15
FAINT = 0.55
SETTLED = 0.3
"""The first part of the axis of deals, of which the wild beginning may leave the plot."""
LEAST_SPAN = 0.02
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Both tables as one of the charts draws them."""

    sides: Sides
    title: str
    short: str
    remarks: tuple[str, ...] = ()

    @property
    def heading(self) -> Heading:
        """What stands round the drawing."""
        sides = self.sides
        brief = " · ".join(sides.about)
        return Heading(self.title, self.short, brief, sides.about, self.remarks, sides.origin, sides.stem)

    def table(self) -> Table:
        """Return all numbers of both tables and their differences."""
        return self.sides.table()


def drawn_outcomes(sides: Sides) -> Drawn:
    """Return what the chart of final hands draws."""
    title = WORDS[sides.results[1].scenario.game].title
    whiskers = any(snapshot.method == "sampled" for snapshot in sides.results)
    remarks = ("whiskers: 95\u00a0% intervals, binomial",) if whiskers else ()
    return Drawn(sides, f"{title}: A and B", "A hollow, B filled", remarks)


def drawn_course(sides: Sides) -> Drawn | None:
    """Return what the chart of converging equities draws; None where neither table has a course."""
    if not any(course_of(snapshot) is not None for snapshot in sides.results):
        return None
    return Drawn(sides, "Converging equity of A and B, with the 95\u00a0% band of B", "A faint, B full")


@dataclass(frozen=True, eq=False)
class Course:
    """How equities converged: deals float64[k], equity and stderr float64[k, active seats] in percent."""

    trials: Array
    equity: Array
    stderr: Array


def course_of(snapshot: Snapshot) -> Course | None:
    """Return how the equities of a result converged; None of an exact one, or one saved without its course."""
    trace = snapshot.trace
    if snapshot.method != "sampled" or trace is None or not len(trace.trials):
        return None
    return Course(trace.trials.astype(np.float64), 100 * trace.equity, 100 * trace.stderr)


class OutcomesFigure(DrawingFigure[Drawn]):
    """Final hands: a hollow bar for A and a filled one for B, or a column of B with ticks for A."""

    empty_title = "Final hands of both"
    empty_lines = ("What the hands of both tables become is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.bars = Bars(self.sheet)
        self._shares: tuple[tuple[int, str, Mapping[str, Change]], ...] = ()

    def draw_content(self, content: Drawn) -> None:
        sides = content.sides
        other = sides.results[1]
        words, names = WORDS[other.scenario.game], GAMES[other.scenario.game].classes
        self._shares = tuple((new, sides.name(old, new), sides.shares(old, new)) for old, new in sides.pairs)
        together = len(self._shares) <= MOST_TOGETHER
        form: Form = "columns" if not together else "standing" if words.standing else "lying"
        groups = tuple(self._group(name, sides, together=together) for name in names)
        whose = tuple(name for _, name, _ in self._shares for _ in range(2 if together else 1))
        down = words.standing and form == "columns"
        self.bars.set_groups(groups if self._shares else (), form, names=whose, downwards=down)
        top = max((max(bar.value + bar.error, bar.exact or 0.0) for group in groups for bar in group), default=100.0)
        set_class_axes(self.axes, words, form, top)
        seats = tuple((seat, name) for seat, name, _ in self._shares)
        draws = (self._draw_hollow if together else self._draw_tick), self._draw_filled
        keys = tuple(Key(letter, draw) for letter, draw in zip(LETTERS, draws, strict=True)) if seats else ()
        self.sheet.legend.set_entries(seats if len(seats) > 1 else (), frozenset(), keys)

    def _group(self, name: str, sides: Sides, *, together: bool) -> tuple[Bar, ...]:
        one, other = sides.results
        bars = []
        for seat, _, shares in self._shares:
            share = shares[name]
            if together:
                bars.append(_bar(seat, share.before, one, hollow=True))
            bars.append(_bar(seat, share.after, other, tick=None if together else 100 * share.before))
        return tuple(bars)

    def _box(self, center: QPointF) -> QRectF:
        half = BOX_SIZE / 2
        return QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE)

    def _draw_hollow(self, painter: QPainter, center: QPointF) -> None:
        draw_hollow_bar(painter, self.theme, self._first_seat, self._box(center))

    def _draw_filled(self, painter: QPainter, center: QPointF) -> None:
        draw_bar(painter, self.theme, self._first_seat, self._box(center))

    def _draw_tick(self, painter: QPainter, center: QPointF) -> None:
        painter.setPen(QPen(QColor(self.theme.text), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        box = self._box(center)
        painter.drawLine(QPointF(center.x(), box.top()), QPointF(center.x(), box.bottom()))

    @property
    def _first_seat(self) -> int:
        return self._shares[0][0] if self._shares else 0

    def clear(self) -> None:
        """Take everything off the plot."""
        self._shares = ()
        self.bars.set_groups((), "standing")

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the shares of the class under ``position`` on both tables, and how they differ."""
        category = self.bars.category_at(position)
        if self.content is None or category is None:
            return None
        one, other = self.content.sides.results
        game = other.scenario.game
        rows = []
        for seat, name, shares in self._shares:
            share = shares[GAMES[game].classes[category]]
            texts = (
                f"{letter} {percent(value, _stderr(value, snapshot))}"
                for letter, value, snapshot in zip(LETTERS, (share.before, share.after), (one, other), strict=True)
            )
            rows.append(Row(seat, name, (*texts, change_words(share))))
        return Reading(WORDS[game].names[category], tuple(rows), position, region=self.bars.group_region(category))

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every group, left to right or top to bottom."""
        regions = [self.bars.group_region(i).center() for i in range(len(self.bars.groups))]
        return sorted(regions, key=lambda p: (p.x(), p.y()))


def _stderr(share: float, snapshot: Snapshot) -> float:
    return share_stderr(share, snapshot.deals) if snapshot.method == "sampled" else 0.0


def _bar(seat: int, share: float, snapshot: Snapshot, *, hollow: bool = False, tick: float | None = None) -> Bar:
    stderr = _stderr(share, snapshot)
    labels = percent(share, stderr), f"{100 * share:.{min(1, percent_digits(stderr))}f}"
    return Bar(seat, 100 * share, 100 * Z95 * stderr, tick, hollow, labels)


class CourseFigure(DrawingFigure[Drawn]):
    """Converging equities: B in full with its band, A faint; an exact one is a level line."""

    empty_title = "Converging equity of both"
    empty_lines = ("Where a table is sampled, its equities are drawn here, deal by deal.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.labels = EndLabels(self.sheet)
        self._items: list[Curve | QGraphicsPathItem] = []

    def draw_content(self, content: Drawn) -> None:
        self._take_off()
        sides = content.sides
        courses = [course_of(snapshot) for snapshot in sides.results]
        ends = [course.trials for course in courses if course is not None]
        first, last = min(float(t[0]) for t in ends), max(float(t[-1]) for t in ends)
        span = np.log10([first, max(last, first * 10)])
        heights: list[tuple[Array, Array]] = []
        for place, (snapshot, course) in enumerate(zip(sides.results, courses, strict=True)):
            for pair in sides.pairs:
                heights.append(self._add(snapshot, course, pair[place], pair[1], span, faint=place == 0))
        self._set_axes(span, heights)
        self.sheet.right = self.labels.set_labels(self._end_labels(sides), float(span[1])) or 12.0
        self.sheet.legend.set_entries((), frozenset())

    def _add(
        self, snapshot: Snapshot, course: Course | None, seat: int, color: int, span: Array, *, faint: bool
    ) -> tuple[Array, Array]:
        """Draw the line of a seat in the colour of the seat ``color``; return where it is, deals logarithmic."""
        estimate = snapshot.seats[seat].estimate
        assert estimate is not None  # of a pair
        place = sum(other.estimate is not None for other in snapshot.seats[:seat])
        level = np.full(2, 100 * estimate.equity)
        xs, ys = (span, level) if course is None else (np.log10(course.trials), course.equity[:, place])
        view, curve = self.sheet.view_box, Curve(whole=True)
        curve.setPen(seat_pen(self.theme, color, LINE * self.device_scale))
        curve.setOpacity(FAINT if faint else 1.0)
        curve.setData(xs, ys)
        if course is not None and not faint:
            reach = Z95 * course.stderr[:, place]
            band = QGraphicsPathItem(area_between(xs, ys - reach, ys + reach) if reach.any() else QPainterPath())
            band.setPen(Qt.PenStyle.NoPen)
            band.setBrush(translucent(self.theme.seat(color), BAND))
            view.addItem(band, ignoreBounds=True)
            self._items.append(band)
        view.addItem(curve, ignoreBounds=True)
        self._items.append(curve)
        return xs, ys

    def _set_axes(self, span: Array, heights: list[tuple[Array, Array]]) -> None:
        self.axes.y_ticks, self.axes.x_ticks, self.axes.x_name = percent_ticks, log_count_ticks, "deals (log scale)"
        self.sheet.bottom = 36.0
        settled = span[0] + SETTLED * (span[1] - span[0])
        shown = [ys[min(int(np.searchsorted(xs, settled)), len(ys) - 1) :] for xs, ys in heights] or [np.array([50.0])]
        low, high = min(float(ys.min()) for ys in shown), max(float(ys.max()) for ys in shown)
        room = max(0.08 * (high - low), LEAST_SPAN)
        across = float(span[0]), float(span[1])
        self.sheet.view_box.setRange(
            xRange=across, yRange=(low - room, high + room), padding=0.0, disableAutoRange=True
        )

    def _end_labels(self, sides: Sides) -> tuple[EndLabel, ...]:
        labels = []
        for place, (letter, snapshot) in enumerate(zip(LETTERS, sides.results, strict=True)):
            for pair in sides.pairs:
                seat = snapshot.seats[pair[place]]
                assert seat.estimate is not None  # of a pair
                value = percent(seat.estimate.equity, seat.estimate.stderr)
                labels.append(EndLabel(pair[1], f"{letter} {seat.name}", value, 100 * seat.estimate.equity, False))
        return tuple(labels)

    def _take_off(self) -> None:
        for item in self._items:
            self.sheet.view_box.removeItem(item)
        self._items.clear()

    def clear(self) -> None:
        """Take everything off the plot."""
        self._take_off()
        self.labels.set_labels((), 0.0)
