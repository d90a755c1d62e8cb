"""Grouped bars, standing, lying, or in a column of their own for each seat: hatched by seat, with whiskers, ticks of
exact values and labels.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import draw_bar, draw_hollow_bar
from gui.charts.text import LINE_SHARE, SMALL_FONT, Spec, draw_text, elided, text_width, widest

GROUP_SHARE = 0.86
BAR_GAP = 1.5
WHISKER_LEAST = 1.5
LABEL_GAP = 5.0
SMALLEST_LABEL = 7
"""Size in pixels below which the numbers of bars would not be read."""
LABEL_BETWEEN = 2.0
COLUMN_GAP = 8.0
LEAST_BARS, LONG_BARS = 14.0, 36.0
"""Lengths of the longest bar: below the first a column has no labels, below the second not the longest of them."""
THICKEST = 14.0
HEAD = 18.0
"""Height of the names over columns."""
Form = Literal["standing", "lying", "columns"]
"""``columns``: bars lie in rows of categories, those of a seat under one another, all to the same scale."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of ``value`` percent with the half width of its interval; ``labels``: the longest first."""

    seat: int
    value: float
    error: float
    exact: float | None
    hollow: bool
    labels: tuple[str, ...]


class LabelFit(NamedTuple):
    """Which label of the bars is written, and in which size; the same for all of them."""

    level: int
    size: int

    @property
    def spec(self) -> Spec:
        """The font of the labels."""
        return self.size, SMALL_FONT[1]


class Bars(PixelLayer):
    """One group of bars for each category; every group holds the same series in the same order."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.groups: tuple[tuple[Bar, ...], ...] = ()
        self.form: Form = "standing"
        self._names: tuple[str, ...] = ()
        self._downwards = False
        self._paired = False
        self._label_widths: tuple[float, ...] = ()

    @property
    def lying(self) -> bool:
        """Whether the categories stand under one another."""
        return self.form != "standing"

    def set_groups(
        self,
        groups: tuple[tuple[Bar, ...], ...],
        form: Form,
        *,
        names: tuple[str, ...] = (),
        downwards: bool = False,
        paired: bool = False,
    ) -> None:
        """Draw other bars; ``names`` stand over the columns; ``downwards``: the first category is on top; ``paired``:
        every other bar belongs to the one before it, whose label both share.
        """
        self.groups, self.form, self._names, self._downwards = groups, form, names, downwards
        self._paired = paired
        bars = [bar for group in groups for bar in group]
        levels = range(len(bars[0].labels) if bars else 0)
        self._label_widths = tuple(widest((bar.labels[i] for bar in bars), SMALL_FONT, self.theme) for i in levels)
        self.update()

    def group_region(self, category: int) -> QRectF:
        """Return the strip of the plot that belongs to a category."""
        plot = self.sheet.plot
        if self.lying:
            row = len(self.groups) - 1 - category if self._downwards else category
            top, bottom = self.y(row + 0.5), self.y(row - 0.5)
            return QRectF(QPointF(plot.left(), top), QPointF(plot.right(), bottom))
        return QRectF(QPointF(self.x(category - 0.5), plot.top()), QPointF(self.x(category + 0.5), plot.bottom()))

    def category_at(self, position: QPointF) -> int | None:
        return next((i for i in range(len(self.groups)) if self.group_region(i).contains(position)), None)

    def bar_rect(self, category: int, place: int) -> QRectF:
        strip, bars = self.group_region(category), self.groups[category]
        if self.form == "columns":
            thick = min(strip.height() * GROUP_SHARE, THICKEST)
            middle, start = strip.center().y(), self.column(place).left()
            return QRectF(start, middle - thick / 2, self._along(bars[place].value, place) - start, thick)
        length = strip.height() if self.lying else strip.width()
        slot = length * GROUP_SHARE / len(bars)
        gap = min(BAR_GAP, slot * 0.2)
        start = length * (1 - GROUP_SHARE) / 2 + place * slot + gap / 2
        value = bars[place].value
        if self.lying:
            return QRectF(
                QPointF(self.x(0.0), strip.top() + start),
                QPointF(self.x(value), strip.top() + start + slot - gap),
            )
        left = strip.left() + start
        return QRectF(QPointF(left, self.y(value)), QPointF(left + slot - gap, self.y(0.0)))

    def column(self, place: int) -> QRectF:
        """Return the part of the plot that a seat has for itself, without the gap behind it."""
        plot, count = self.sheet.plot, len(self.groups[0])
        width = plot.width() / count
        return QRectF(plot.left() + place * width, plot.top(), width - COLUMN_GAP, plot.height())

    def _along(self, value: float, place: int) -> float:
        """Return the pixel of a value in a column."""
        column, fit, (_, top) = self.column(place), self.label_fit(), self.sheet.ranges[0]
        room = column.width() - (LABEL_GAP + self._label_width(fit) if fit is not None else 0.0)
        return column.left() + room * value / top

    def label_level(self) -> int | None:
        """Return which label of the bars fits: the same for all of them; None where there is no room."""
        fit = self.label_fit()
        return None if fit is None else fit.level

    def label_fit(self) -> LabelFit | None:
        """Return the labels that fit: shorter ones before smaller ones; None where there is no room."""
        if not self.groups or not self.groups[0]:
            return None
        sizes = range(SMALL_FONT[0], SMALLEST_LABEL - 1, -1)
        return next((fit for fit in map(self._fit_of, sizes) if fit is not None), None)

    def _fit_of(self, size: int) -> LabelFit | None:
        """Return the longest labels that fit in this size."""
        strip, bars = self.group_region(0), self.groups[0]
        labels = len(bars) // 2 if self._paired else len(bars)
        fits = [LabelFit(level, size) for level in range(len(self._label_widths))]
        if self.form == "columns":
            if strip.height() < size * LINE_SHARE:
                return None
            room = self.column(0).width() - LABEL_GAP
            left = [room - self._label_width(fit) for fit in fits]
            long = next((fit for fit in fits if left[fit.level] >= LONG_BARS), None)
            return fits[-1] if long is None and left[-1] >= LEAST_BARS else long
        if self.lying:
            return fits[0] if strip.height() * GROUP_SHARE / labels >= size * LINE_SHARE else None
        room = strip.width() * (GROUP_SHARE if labels > 1 else 1.0) / labels - LABEL_BETWEEN
        return next((fit for fit in fits if self._label_width(fit) <= room), None)

    def _label_width(self, fit: LabelFit) -> float:
        """Return how wide the widest label is."""
        return self._label_widths[fit.level] * fit.size / SMALL_FONT[0]

    def draw(self, painter: QPainter) -> None:
        fit = self.label_fit()
        if self.form == "columns":
            self._draw_heads(painter)
        for category, bars in enumerate(self.groups):
            for place, bar in enumerate(bars):
                rect = self.bar_rect(category, place)
                (draw_hollow_bar if bar.hollow else draw_bar)(painter, self.theme, bar.seat, rect)
                self._draw_whisker(painter, bar, rect, place)
                if bar.exact is not None:
                    self._draw_exact(painter, self._pixels(bar.exact, place), rect)
                if fit is not None and bar.value > 0 and not (self._paired and place % 2):
                    self._draw_label(painter, category, place, fit)

    def _draw_heads(self, painter: QPainter) -> None:
        """Write whose the columns are, and draw where their bars begin."""
        for place, name in enumerate(self._names):
            column = self.column(place)
            painter.setPen(QPen(QColor(self.theme.line), 1.0))
            painter.drawLine(column.topLeft(), column.bottomLeft())
            at = QPointF(column.left(), column.top() - HEAD / 2)
            draw_text(painter, at, elided(name, SMALL_FONT, column.width(), self.theme), SMALL_FONT, self.theme.text)

    def _pixels(self, value: float, place: int) -> float:
        if self.form == "columns":
            return self._along(value, place)
        return self.x(value) if self.lying else self.y(value)

    def _across(self, at: float, rect: QRectF, reach: float) -> QLineF:
        """Return the line across a bar at pixel ``at`` of the value axis, ``reach`` beyond its sides."""
        if self.lying:
            return QLineF(at, rect.top() - reach, at, rect.bottom() + reach)
        return QLineF(rect.left() - reach, at, rect.right() + reach, at)

    def _draw_whisker(self, painter: QPainter, bar: Bar, rect: QRectF, place: int) -> None:
        ends = [self._pixels(max(bar.value - bar.error, 0.0), place), self._pixels(bar.value + bar.error, place)]
        if abs(ends[1] - ends[0]) < 2 * WHISKER_LEAST:
            return
        painter.setPen(QPen(QColor(self.theme.text), 1.2))
        cap = -min(rect.height() if self.lying else rect.width(), 12.0) * 0.25
        middle = rect.center()
        if self.lying:
            painter.drawLine(QPointF(ends[0], middle.y()), QPointF(ends[1], middle.y()))
            side = QRectF(0, middle.y(), 0, 0)
        else:
            painter.drawLine(QPointF(middle.x(), ends[0]), QPointF(middle.x(), ends[1]))
            side = QRectF(middle.x(), 0, 0, 0)
        for end in ends:
            painter.drawLine(self._across(end, side, -cap))

    def _draw_exact(self, painter: QPainter, at: float, rect: QRectF) -> None:
        painter.setPen(QPen(QColor(self.theme.text), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(self._across(at, rect, 1.0))

    def _draw_label(self, painter: QPainter, category: int, place: int, fit: LabelFit) -> None:
        places = (place, place + 1) if self._paired else (place,)
        bars = [self.groups[category][i] for i in places]
        rect = self.bar_rect(category, place).united(self.bar_rect(category, places[-1]))
        top = max(max(bar.value + bar.error, bar.exact or 0.0) for bar in bars)
        label = bars[0].labels[fit.level]
        width, height = text_width(label, fit.spec, self.theme), fit.size * LINE_SHARE
        if self.lying:
            at = QPointF(self._pixels(top, place) + LABEL_GAP + width / 2, rect.center().y())
        else:
            at = QPointF(rect.center().x(), self.y(top) - LABEL_GAP - 4)
        ground = QRectF(at.x() - width / 2 - 1, at.y() - height / 2, width + 2, height)
        painter.fillRect(ground, QColor(self.theme.surface))  # no line of the grid goes through it
        draw_text(painter, at, label, fit.spec, self.theme.text, Qt.AlignmentFlag.AlignHCenter)
