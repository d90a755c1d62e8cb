"""The chart of the score: the error of every guess, and the mean of the last twenty."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from engine.training.record import RECENT, Record, running_means
from gui.charts.drawing import DrawingChart, DrawingFigure, Heading
from gui.charts.figure import Table
from gui.charts.legend import Key
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import BOX_SIZE, Curve, base_pen, draw_marker, seat_pen
from gui.charts.ticks import Tick, count_ticks, nice_ceiling, percent_ticks
from gui.look.formatting import NO_BREAK
from gui.look.theme import Look, Theme
from gui.pages.trainer.words import points, score
from gui.state.session import Session

WIDTH = 2.0
LEFT = 56.0
SEAT = 0
MEAN = f"mean of the last {RECENT}"
STOPS = 40
DOT = 5.0
ROOM = 1.05
"""How much higher than the largest error the axis is."""


@dataclass(frozen=True, slots=True)
class ScoreDrawing:
    """The record of guesses; there is at least one in it."""

    record: Record

    @property
    def heading(self) -> Heading:
        """What stands round it."""
        text = score(self.record)
        remark = "The error of a guess is its distance from the equity, in percentage points"
        brief = f"last guess {points(self.record.guesses[-1].error)}"
        return Heading(
            "Errors over time", "in percentage points", brief, (text,), (remark,), "Guesses of equities", "trainer"
        )

    @property
    def first(self) -> int:
        """The number of the first guess that is kept, from 1."""
        return self.record.given - len(self.record.guesses) + 1

    def table(self) -> Table:
        """Return a row for each guess: number, spot, guess, equity, error and mean."""
        header = ("guess", "spot", "guessed", "equity", "error", MEAN)
        rows = zip(self.record.guesses, running_means(self.record.guesses), strict=True)
        return header, [
            (self.first + i, guess.spot, guess.guess, guess.equity, guess.error, mean)
            for i, (guess, mean) in enumerate(rows)
        ]


class GuessDots(PixelLayer):
    """A dot for each guess where there are so few that they can be told apart, and a larger one at the last mean: a
    single guess has no line.
    """

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self._points: tuple[tuple[float, float], ...] = ()
        self._last: tuple[float, float] | None = None

    def set_points(self, points: Sequence[tuple[float, float]], last: tuple[float, float] | None) -> None:
        """Draw other guesses (number, error in points) and the ``last`` mean."""
        self._points, self._last = tuple(points) if len(points) <= STOPS else (), last
        self.update()

    def draw(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.muted))
        for number, error in self._points:
            painter.drawEllipse(QPointF(self.x(number), self.y(error)), DOT / 2, DOT / 2)
        if self._last is not None:
            draw_marker(painter, self.theme, SEAT, QPointF(self.x(self._last[0]), self.y(self._last[1])))


class ScoreFigure(DrawingFigure[ScoreDrawing]):
    """The chart without its widget."""

    empty_title = "Errors over time"
    empty_lines = ("Each guess adds a point here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self._errors, self._means = Curve(), Curve(whole=True)
        for item in (self._errors, self._means):
            self.sheet.view_box.addItem(item, ignoreBounds=True)
        self.dots = GuessDots(self.sheet)
        self.sheet.left = LEFT

    def draw_content(self, content: ScoreDrawing) -> None:
        """Draw both lines."""
        errors = 100 * np.array([guess.error for guess in content.record.guesses])
        means = 100 * np.array(running_means(content.record.guesses))
        along = np.arange(content.first, content.first + len(errors), dtype=np.float64)
        self._errors.setPen(base_pen(self.theme, self.device_scale))
        self._errors.setData(along, errors)
        self._means.setPen(seat_pen(self.theme, SEAT, WIDTH * self.device_scale))
        self._means.setData(along, means)
        points = [(float(number), float(error)) for number, error in zip(along, errors, strict=True)]
        self.dots.set_points(points, (points[-1][0], float(means[-1])))
        self.axes.x_ticks, self.axes.y_ticks, self.axes.x_name = count_ticks, _point_ticks, "guesses"
        self.axes.x_grid, self.axes.y_grid = False, True
        seen = (float(along[0]), float(max(along[-1], along[0] + 1)))
        top = nice_ceiling(max(float(errors.max()) * ROOM, 1.0))
        self.sheet.view_box.setRange(xRange=seen, yRange=(0.0, top), padding=0.0, disableAutoRange=True)
        keys = (Key(MEAN, partial(_draw_mean, self.theme)), Key("each guess", partial(_draw_error, self.theme)))
        self.sheet.legend.set_entries((), frozenset(), keys)

    def clear(self) -> None:
        """Take both lines off the plot."""
        self._errors.setData([], [])
        self._means.setData([], [])
        self.dots.set_points((), None)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the guess next to ``position``."""
        content, plot = self.content, self.sheet.plot
        if content is None or not plot.contains(position):
            return None
        (low, high), _ = self.sheet.ranges
        place = round(low + (position.x() - plot.left()) / plot.width() * (high - low)) - content.first
        place = min(max(place, 0), len(content.record.guesses) - 1)
        guess, mean = content.record.guesses[place], running_means(content.record.guesses)[place]
        rows = (Row(SEAT, MEAN, (points(mean),)), Row(SEAT, "this guess", (points(guess.error),)))
        x = self._x(content.first + place)
        line = QLineF(x, plot.top(), x, plot.bottom())
        return Reading(f"Guess {content.first + place}", rows, QPointF(x, position.y()), line)

    def _x(self, number: int) -> float:
        (low, high), _ = self.sheet.ranges
        return float(self.sheet.plot.left() + (number - low) / (high - low) * self.sheet.plot.width())

    def stops(self) -> Sequence[QPointF]:
        """Return the guesses, some forty of many."""
        if self.content is None:
            return ()
        last, y = len(self.content.record.guesses) - 1, self.sheet.plot.center().y()
        places = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
        return [QPointF(self._x(self.content.first + place), y) for place in places]


class ScoreChart(DrawingChart[ScoreDrawing]):
    """The widget."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__("score", "Errors over time", ScoreFigure(look.theme), session, look, None)


def _point_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of percentage points: a sign would make percents of them."""
    return [Tick(tick.value, tick.text.removesuffix(f"{NO_BREAK}%")) for tick in percent_ticks(low, high, length)]


def _draw_mean(theme: Theme, painter: QPainter, center: QPointF) -> None:
    painter.setPen(seat_pen(theme, SEAT, WIDTH))
    _draw_line(painter, center)


def _draw_error(theme: Theme, painter: QPainter, center: QPointF) -> None:
    painter.setPen(base_pen(theme, 1.0))
    _draw_line(painter, center)


def _draw_line(painter: QPainter, center: QPointF) -> None:
    painter.drawLine(QPointF(center.x() - BOX_SIZE / 2, center.y()), QPointF(center.x() + BOX_SIZE / 2, center.y()))
