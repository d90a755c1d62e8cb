"""The equity graph: hands from best to worst along, their equity upwards, the next street as a band."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine import Snapshot
from gui.charts.figure import DetailFigure, Table
from gui.charts.grid_figure import errors_clause
from gui.charts.legend import Key
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import BOX_SIZE, draw_marker, translucent
from gui.charts.text import SMALL_FONT, draw_text, text_width
from gui.charts.ticks import percent_ticks, wide_percent_ticks
from gui.look.captions import street_name
from gui.look.formatting import NO_BREAK, interval, percent, short_percent
from gui.look.theme import SEAT_DASHES, Theme
from gui.pages.hands.curves import Curve

Array = NDArray[np.float64]
LINE = 1.8
BAND = 0.2
MARKS = 5
"""Markers on each curve: colour is not the only sign."""
SMOOTH = 0.04
"""Share of the range over which the band is drawn as a running mean: neighbours by equity have different draws."""
READING_STEP = 0.02
READING_DROP = 30.0
"""The middle of the read-out below the top of the plot, where the curves leave most room."""
FAIR_GAP = 9.0
"""Pixels from that line to the middle of its name."""
FAIR_PLACES = 9
"""So many places along the line of the fair share are tried for its name."""
BESIDE_CURVE = 2.0
"""Pixels between that name and a curve."""


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The curves, and the seat whose band is drawn (None: no band)."""

    curves: tuple[Curve, ...]
    banded: int | None = None
    razz: bool = False

    @property
    def hand(self) -> str:
        """What is sorted, in words."""
        return "down cards" if self.razz else "hands"


class Curves(PixelLayer):
    """Draws the band, then the curves, one value for each pixel along."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.curves: tuple[Curve, ...] = ()
        self.band: Curve | None = None
        self.fair = 0.5

    def set_curves(self, curves: tuple[Curve, ...], band: Curve | None, fair: float) -> None:
        """Draw other curves, with the ``band`` of one; ``fair`` is marked by a line."""
        self.curves, self.band, self.fair = curves, band, fair
        self.update()

    def along(self) -> Array:
        """Return the middle of each pixel of the plot as a share of the range, float64[pixels]."""
        count = max(int(self.sheet.plot.width()), 2)
        return (np.arange(count) + 0.5) / count

    def line(self, curve: Curve) -> list[QPointF]:
        """Return the corners of a curve in pixels."""
        along = self.along()
        return self.points(100 * along, 100 * curve.hands.equity[_places(curve, along)])

    def area(self, curve: Curve) -> list[QPointF]:
        """Return the outline of the band of a curve in pixels."""
        if curve.band is None:
            return []
        along = self.along()
        places = _places(curve, along)
        window = max(int(SMOOTH * len(along)), 1)
        high, low = (_running_mean(edge[places], window) for edge in (curve.band.high, curve.band.low))
        outline = np.concatenate([high, low[::-1]])
        return self.points(100 * np.concatenate([along, along[::-1]]), 100 * outline)

    def draw(self, painter: QPainter) -> None:
        if not self.curves:
            return
        if self.band is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(translucent(self.theme.seat(self.band.seat), BAND))
            painter.drawPolygon(QPolygonF(self.area(self.band)))
        self._draw_fair(painter)
        heights = []
        for curve in reversed(self.curves):
            color = self.theme.seat(curve.seat)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            dashes = SEAT_DASHES[curve.seat % len(SEAT_DASHES)]
            painter.setPen(QPen(color, LINE, dashes, Qt.PenCapStyle.FlatCap))
            points = self.line(curve)
            painter.drawPolyline(QPolygonF(points))
            heights.append(np.array([point.y() for point in points]))
            for i in range(MARKS):
                draw_marker(painter, self.theme, curve.seat, points[int((i + 0.5) / MARKS * len(points))])
        self._draw_fair_name(painter, heights)

    def _draw_fair(self, painter: QPainter) -> None:
        plot, y = self.sheet.plot, self.y(100 * self.fair)
        painter.setPen(QPen(QColor(self.theme.muted), 1.0, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))

    def _draw_fair_name(self, painter: QPainter, heights: Sequence[Array]) -> None:
        """Write what the line is, on a ground of its own beside the curves, which are at ``heights``: float64[pixels]
        of the plot each.
        """
        text = f"fair {short_percent(self.fair)}"
        ground = self.fair_place(text_width(text, SMALL_FONT, self.theme) + 4, heights)
        painter.fillRect(ground, translucent(QColor(self.theme.surface), 0.85))
        at = QPointF(ground.left() + 2, ground.center().y())
        draw_text(painter, at, text, SMALL_FONT, self.theme.muted)

    def fair_place(self, wide: float, heights: Sequence[Array]) -> QRectF:
        """Return where the name of the line has room: above it or below, as far left as no curve goes through, where
        there is no such place where the fewest do.
        """
        plot, high = self.sheet.plot, 2 * FAIR_GAP - 4
        lefts = np.linspace(plot.left() + 2, max(plot.right() - wide - 2, plot.left() + 2), FAIR_PLACES).tolist()
        tops = [self.y(100 * self.fair) + side * FAIR_GAP - high / 2 for side in (-1, 1)]
        places = [QRectF(left, top, wide, high) for left in lefts for top in tops]
        inside = [place for place in places if plot.contains(place)] or places[:1]
        return min(inside, key=lambda place: sum(_goes_through(place, plot.left(), curve) for curve in heights))


def _goes_through(place: QRectF, start: float, heights: Array) -> bool:
    """Return whether a curve, of which there is a height for each pixel from ``start`` on, goes through a place."""
    beside = heights[max(int(place.left() - start), 0) : int(place.right() - start) + 1]
    if not len(beside):
        return False
    return bool(beside.min() < place.bottom() + BESIDE_CURVE and beside.max() > place.top() - BESIDE_CURVE)


def _places(curve: Curve, along: Array) -> NDArray[np.int64]:
    """Return the places of the hands that stand ``along`` the range, int64[n]."""
    return np.minimum(np.searchsorted(curve.hands.along, along), len(curve.labels) - 1)


def _running_mean(values: Array, window: int) -> Array:
    """Return the mean of each value and those round it, float64[n]; fewer at the ends."""
    kernel = np.ones(window)
    return np.asarray(np.convolve(values, kernel, "same") / np.convolve(np.ones(len(values)), kernel, "same"))


class HandsFigure(DetailFigure[Graph]):
    """The chart without its widget."""

    empty_title = "Hands from best to worst"
    empty_lines = ("The equity of every hand of every seat is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.banded = True
        """Whether the next street is drawn, where it is known."""
        self._curves = Curves(self.sheet)
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    def title(self, snapshot: Snapshot) -> str:
        return f"Equity of all {self.present.hand} from best to worst"

    @property
    def band(self) -> Curve | None:
        """The curve whose band is drawn."""
        graph = self.present
        if not self.banded or graph.banded in self.hidden:
            return None
        return next((c for c in graph.curves if c.seat == graph.banded and c.band is not None), None)

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        graph = self.present
        noise = np.concatenate([curve.hands.stderr for curve in graph.curves])
        widest = float(np.nanmax(noise)) if np.isfinite(noise).any() else 0.0
        text = f"each of the {graph.hand} as wide as it is likely"
        if self.band is not None:
            street = street_name(snapshot.scenario)
            text += f"; band: on the {street} from the 10th to the 90th percentile, running mean over 4{NO_BREAK}%"
        return (text + errors_clause((widest,)),)

    def draw(self, snapshot: Snapshot) -> None:
        graph, band = self.present, self.band
        shown = tuple(curve for curve in graph.curves if curve.seat not in self.hidden)
        seats = sum(seat.estimate is not None for seat in snapshot.seats)
        self._curves.set_curves(shown, band, 1 / max(seats, 1))
        self.axes.x_ticks, self.axes.y_ticks = wide_percent_ticks, percent_ticks
        self.axes.x_name = "share of the range, best first"
        self.sheet.view_box.setRange(xRange=(0.0, 100.0), yRange=(0.0, 102.0), padding=0.0, disableAutoRange=True)
        keys = (Key(f"{band.name} on the {street_name(snapshot.scenario)}", self._draw_key),) if band else ()
        self.sheet.legend.set_entries(tuple((c.seat, c.name) for c in graph.curves), self.hidden, keys, lines=True)

    def _draw_key(self, painter: QPainter, center: QPointF) -> None:
        band = self.band
        if band is not None:
            half = BOX_SIZE / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(translucent(self.theme.seat(band.seat), 1.5 * BAND))
            painter.drawRect(int(center.x() - half), int(center.y() - half), int(BOX_SIZE), int(BOX_SIZE))

    def clear(self) -> None:
        self._curves.set_curves((), None, 0.5)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the hand of every seat at ``position`` along the range."""
        plot, layer = self.sheet.plot, self._curves
        if not layer.curves or not plot.contains(position):
            return None
        along = min(max((position.x() - plot.left()) / plot.width(), 0.0), 1.0)
        rows, marks = [], []
        for curve in layer.curves:
            place = curve.hands.place(along)
            rows.append(Row(curve.seat, curve.name, self._values(curve, place, along)))
            marks.append((curve.seat, QPointF(position.x(), layer.y(100 * curve.hands.equity[place]))))
        line = QLineF(position.x(), plot.top(), position.x(), plot.bottom())
        header = f"At {percent(along, exact_digits=1)} of the range"
        anchor = QPointF(position.x(), plot.top() + READING_DROP)
        return Reading(header, tuple(rows), anchor, line=line, marks=tuple(marks))

    def _values(self, curve: Curve, place: int, along: float) -> tuple[str, str, str, str]:
        error = float(np.nan_to_num(curve.hands.stderr[place]))
        equity = f"{percent(float(curve.hands.equity[place]), error)} {interval(error)}".strip()
        until = f"mean so far {percent(curve.of_best(along), exact_digits=1)}"
        band = ""
        if curve.band is not None and curve is self.band:
            low, high = (percent(float(edge[place]), exact_digits=0) for edge in (curve.band.low, curve.band.high))
            band = f"next {low}–{high}".replace(f"{NO_BREAK}%–", "–")
        return curve.named(place), equity, until, band

    def stops(self) -> Sequence[QPointF]:
        """Return places along the range, a step apart."""
        if not self._curves.curves:
            return ()
        plot = self.sheet.plot
        steps = np.arange(READING_STEP / 2, 1.0, READING_STEP).tolist()
        return [QPointF(plot.left() + along * plot.width(), plot.center().y()) for along in steps]

    def table(self, snapshot: Snapshot) -> Table:
        """Return every hand of every seat, best first, as probabilities."""
        header = ("seat", "hand", "share", "share up to here", "equity", "stderr", "next low", "next mean", "next high")
        rows: list[tuple[object, ...]] = []
        for curve in self.present.curves:
            hands, band = curve.hands, curve.band
            ends = hands.along.tolist()
            for i, label in enumerate(curve.labels):
                error = float(hands.stderr[i])
                numbers = float(hands.share[i]), ends[i], float(hands.equity[i]), "" if np.isnan(error) else error
                later = ("", "", "") if band is None else tuple(float(e[i]) for e in (band.low, band.mean, band.high))
                rows.append((curve.name, label, *numbers, *later))
        return header, rows
