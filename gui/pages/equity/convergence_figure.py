"""Converging equity: every active seat with its 95% band over the deals; exact results as calm lines."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem

from engine import Snapshot
from engine.details.next_tables import Z95
from gui.charts.figure import Figure, Table, active_seats
from gui.charts.overlays import EndLabel, EndLabels, Reading, Row
from gui.charts.style import Curve, area_between, seat_pen, translucent
from gui.charts.ticks import count_ticks, log_count_ticks, nice_ceiling, percent_ticks
from gui.look.formatting import deals, interval, percent
from gui.look.theme import Theme

HERO_WIDTH, WIDTH = 2.0, 1.5
HERO_BAND, BAND = 0.2, 0.12
CLEAR_BANDS = 4
"""With more seats than this the bands get fainter, for they lie over one another."""
SETTLED_SHARE = 0.3
"""The y axis fits the run but for this first part of the x axis: the wild beginning may leave the plot."""
END_SHARE = 0.1
"""The share of the deals that the zoom on the end shows."""
LEAST_SPAN = 0.02
PLAIN_RIGHT = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The lines to be drawn: deals float64[k], equity and stderr float64[k, seats] in percent."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    trials: NDArray[np.float64]
    equity: NDArray[np.float64]
    stderr: NDArray[np.float64]
    flat: bool
    """Whether there is no course to show: an exact result, or a saved one."""


def lines_of(snapshot: Snapshot) -> Lines:
    """Take the lines out of a result; at most some 700 points each, for checkpoints lie 4% apart or more."""
    seats = active_seats(snapshot)
    trace = snapshot.trace
    numbers, names = tuple(i for i, _ in seats), tuple(seat.name for _, seat in seats)
    if snapshot.method == "sampled" and trace is not None and len(trace.trials):
        trials = trace.trials.astype(np.float64)
        return Lines(numbers, names, trials, 100 * trace.equity, 100 * trace.stderr, flat=False)
    estimates = [seat.estimate for _, seat in seats if seat.estimate is not None]
    equity = np.array([[100 * e.equity for e in estimates]] * 2)
    stderr = np.array([[100 * e.stderr for e in estimates]] * 2)
    return Lines(numbers, names, np.array([0.0, 1.0]), equity, stderr, flat=True)


class ConvergenceFigure(Figure):
    """The chart without its widget."""

    empty_title = "Converging equity"
    empty_lines = (
        "Where an exact answer would take too long,",
        "the equity of every seat is drawn here, deal by deal.",
    )

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.log = True
        self.on_end = False
        self.manual_range: tuple[tuple[float, float], tuple[float, float]] | None = None
        self.lines: Lines | None = None
        self.labels = EndLabels(self.sheet)
        self.items: dict[int, tuple[Curve, QGraphicsPathItem]] = {}

    def title(self, snapshot: Snapshot) -> str:
        return "Equity, exact" if snapshot.method == "exact" else "Converging equity with its 95\u00a0% band"

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        if snapshot.method == "exact":
            return (f"exact: {deals(snapshot.deals)} counted, there is nothing to converge",)
        if lines_of(snapshot).flat:
            return ("a saved result: its course is not stored, the lines show where it ended",)
        return ()

    def draw(self, snapshot: Snapshot) -> None:
        lines = self.lines = lines_of(snapshot)
        self._keep_items(lines.seats)
        xs = self._xs(lines)
        for column, seat in enumerate(lines.seats):
            curve, band = self.items[seat]
            shown = seat not in self.hidden
            curve.setVisible(shown)
            band.setVisible(shown)
            if shown:
                self._draw_line(curve, band, lines, column, xs)
        self._set_axes(lines)
        self._set_range(lines, xs)
        width = self.labels.set_labels(self._end_labels(snapshot, lines), float(xs[-1]))
        self.sheet.right = width or PLAIN_RIGHT

    def clear(self) -> None:
        self.lines = None
        self._keep_items(())
        self.labels.set_labels((), 0.0)
        self.sheet.right = PLAIN_RIGHT

    def _keep_items(self, seats: tuple[int, ...]) -> None:
        view = self.sheet.view_box
        for seat in [seat for seat in self.items if seat not in seats]:
            for item in self.items.pop(seat):
                view.removeItem(item)
        for seat in seats:
            if seat not in self.items:
                line, band = Curve(whole=True), QGraphicsPathItem()
                line.setZValue(100 - seat)  # the hero on top
                band.setZValue(-seat)
                band.setPen(Qt.PenStyle.NoPen)
                view.addItem(band, ignoreBounds=True)
                view.addItem(line, ignoreBounds=True)
                self.items[seat] = line, band

    def _draw_line(
        self, curve: Curve, band: QGraphicsPathItem, lines: Lines, column: int, xs: NDArray[np.float64]
    ) -> None:
        seat = lines.seats[column]
        hero = seat == lines.seats[0]
        curve.setPen(seat_pen(self.theme, seat, (HERO_WIDTH if hero else WIDTH) * self.device_scale))
        ys = lines.equity[:, column]
        curve.setData(xs, ys)
        reach = Z95 * lines.stderr[:, column]
        alpha = HERO_BAND if hero else BAND * min(1.0, CLEAR_BANDS / len(lines.seats))
        band.setBrush(translucent(self.theme.seat(seat), alpha))
        band.setPath(area_between(xs, ys - reach, ys + reach) if reach.any() else QPainterPath())

    def _xs(self, lines: Lines) -> NDArray[np.float64]:
        return np.log10(lines.trials) if self.log and not lines.flat else lines.trials

    def _set_axes(self, lines: Lines) -> None:
        self.axes.y_ticks = percent_ticks
        self.axes.x_ticks = None if lines.flat else log_count_ticks if self.log else count_ticks
        self.axes.x_name = "" if lines.flat else "deals (log scale)" if self.log else "deals"
        self.sheet.bottom = 14.0 if lines.flat else 36.0

    def _set_range(self, lines: Lines, xs: NDArray[np.float64]) -> None:
        view = self.sheet.view_box
        view.setMouseEnabled(x=not lines.flat, y=True)
        if self.manual_range is not None and not lines.flat:
            x_range, y_range = self.manual_range
        else:
            x_range = self._x_range(lines, xs)
            y_range = self._y_range(lines, xs, x_range)
        view.setRange(xRange=x_range, yRange=y_range, padding=0.0, disableAutoRange=True)

    def _x_range(self, lines: Lines, xs: NDArray[np.float64]) -> tuple[float, float]:
        first, last = float(xs[0]), float(xs[-1])
        if lines.flat:
            return 0.0, 1.0
        if self.on_end:
            first = last - 1.0 if self.log else last * (1 - END_SHARE)
        elif not self.log:
            first = 0.0
        return (first, last) if last > first else (first - 0.5, last)

    def _y_range(self, lines: Lines, xs: NDArray[np.float64], x_range: tuple[float, float]) -> tuple[float, float]:
        columns = [i for i, seat in enumerate(lines.seats) if seat not in self.hidden] or list(range(len(lines.seats)))
        skipped = 0.0 if self.on_end or lines.flat else SETTLED_SHARE if self.log else 0.02
        inside = xs >= min(x_range[0] + skipped * (x_range[1] - x_range[0]), xs[-1])
        equity, reach = lines.equity[inside][:, columns], Z95 * lines.stderr[inside][:, columns]
        low, high = float(np.min(equity - reach)), float(np.max(equity + reach))
        if lines.flat:
            return (-2.0 if low < 1 else 0.0), (102.0 if high > 60 else nice_ceiling(high * 1.15))
        room = max(0.06 * (high - low), LEAST_SPAN)
        return max(low - room, -2.0), min(high + room, 102.0)

    def _end_labels(self, snapshot: Snapshot, lines: Lines) -> tuple[EndLabel, ...]:
        labels = []
        for column, seat in enumerate(lines.seats):
            equity, stderr = lines.equity[-1, column], lines.stderr[-1, column]
            value = percent(equity / 100, stderr / 100, exact_digits=4)
            if snapshot.method == "exact":
                value = f"{value}  exact"
            labels.append(EndLabel(seat, lines.names[column], value, float(equity), seat in self.hidden))
        return tuple(labels)

    def keep_range(self) -> None:
        """Let the axes stay where they have been moved to."""
        self.manual_range = self.sheet.ranges

    def follow(self) -> None:
        """Let the axes fit the run again."""
        self.manual_range = None
        self.redraw()

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the equities at the checkpoint nearest to ``position``."""
        lines, snapshot = self.lines, self.snapshot
        if lines is None or snapshot is None or not self.sheet.plot.contains(position):
            return None
        labels = self.labels
        xs = self._xs(lines)
        pixels = np.array([labels.x(x) for x in xs])
        at = len(xs) - 1 if lines.flat else int(np.argmin(np.abs(pixels - position.x())))
        x = position.x() if lines.flat else float(pixels[at])
        rows, marks = [], []
        for column, seat in enumerate(lines.seats):
            if seat in self.hidden:
                continue
            equity, stderr = float(lines.equity[at, column]), float(lines.stderr[at, column])
            rows.append(Row(seat, lines.names[column], _values(equity / 100, stderr / 100)))
            mark = QPointF(x, labels.y(equity))
            if self.sheet.plot.contains(mark) and not lines.flat:
                marks.append((seat, mark))
        header = deals(lines.trials[at]) if not lines.flat else f"{snapshot.method}, {deals(snapshot.deals)}"
        line = None if lines.flat else QLineF(x, self.sheet.plot.top(), x, self.sheet.plot.bottom())
        return Reading(header, tuple(rows), QPointF(x, position.y()), line, marks=tuple(marks))

    def stops(self) -> Sequence[QPointF]:
        """Return the checkpoints in view."""
        if self.lines is None:
            return ()
        plot = self.sheet.plot
        pixels = [self.labels.x(float(x)) for x in self._xs(self.lines)]
        middle = plot.center().y()
        return [QPointF(x, middle) for x in pixels if plot.left() <= x <= plot.right()]

    def seat_at(self, position: QPointF) -> int | None:
        """Return the seat whose label lies at ``position``."""
        return self.labels.seat_at(position)

    def words(self) -> str:
        """Return in words where the lines end."""
        if self.snapshot is None or self.lines is None:
            return super().words()
        ends = self._end_labels(self.snapshot, self.lines)
        return f"{self.title(self.snapshot)}. {'; '.join(f'{end.name} {end.value}' for end in ends)}"

    def table(self, snapshot: Snapshot) -> Table:
        """Return deals, equity and standard error at every checkpoint, as probabilities."""
        seats = active_seats(snapshot)
        header = ("deals", *(f"{seat.name} {what}" for _, seat in seats for what in ("equity", "stderr")))
        trace = snapshot.trace
        if lines_of(snapshot).flat or trace is None:
            values = [v for _, seat in seats if seat.estimate for v in (seat.estimate.equity, seat.estimate.stderr)]
            return header, [(snapshot.deals, *values)]
        rows: list[tuple[object, ...]] = []
        for trials, equity, stderr in zip(trace.trials, trace.equity, trace.stderr, strict=True):
            pairs = [float(v) for pair in zip(equity, stderr, strict=True) for v in pair]
            rows.append((int(trials), *pairs))
        return header, rows


def _values(equity: float, stderr: float) -> tuple[str, str]:
    return percent(equity, stderr, exact_digits=4), interval(stderr) or "exact"
