"""The sheet that a chart is drawn on: title, legend, plot with its axes and notes, the same on screen and on paper."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from gui.charts.style import (
    BOX_SIZE,
    MIN_TEXT_SIZE,
    SMALL_BOLD,
    SMALL_FONT,
    SWATCH_WIDTH,
    Spec,
    TextBlock,
    color_of,
    draw_bar,
    draw_box_swatch,
    draw_hollow_bar,
    draw_line_swatch,
    draw_symbol,
    draw_text,
    elided,
    part_color,
    pen_of,
    set_family,
    text_width,
    translucent,
    widest,
)
from gui.charts.ticks import Tick
from gui.charts.values import Axis, Key
from gui.look.guard import Guarded
from gui.look.theme import CORNER, LIGHT, TEXT_SMALL, Theme, font

ROW_HEIGHT = 20.0
SPACE = 6.0
BETWEEN = 18.0
NAME_WIDTH = 150.0
HIDDEN_OPACITY = 0.45


@dataclass(frozen=True, slots=True)
class _Placed:
    rect: QRectF
    box: float
    """Width of the sign in pixels."""
    name: str
    seat: int | None
    key: Key | None


class Legend(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """The legend: entries in as many rows as they need. Without entries it has no height."""

    def __init__(self, parent: pg.GraphicsWidget) -> None:
        super().__init__(parent=parent)
        self._seats: tuple[tuple[int, str], ...] = ()
        self._keys: tuple[Key, ...] = ()
        self._hidden: frozenset[int] = frozenset()
        self._lines = False
        self._placed: list[_Placed] = []

    def set_entries(
        self,
        seats: tuple[tuple[int, str], ...],
        hidden: frozenset[int],
        keys: tuple[Key, ...] = (),
        *,
        lines: bool = False,
    ) -> None:
        """Set the entries of seats (index, name) and of keys; the owner then calls :meth:`fit`.

        The sign of a seat is a box like its bars or, with ``lines``, a piece of its line.
        """
        self._seats, self._hidden, self._keys, self._lines = seats, hidden, keys, lines

    def fit(self, width: float, max_height: float = math.inf) -> float:
        """Lay out the entries in ``width`` pixels and return their height, which ``max_height`` does not limit."""
        entries: list[tuple[str, int | None, Key | None]] = [(name, seat, None) for seat, name in self._seats]
        entries += [(key.name, None, key) for key in self._keys]
        theme: Theme = self.parentItem().theme
        self._placed = []
        x = y = 0.0
        for name, seat, key in entries:
            box = SWATCH_WIDTH if self._lines and seat is not None else BOX_SIZE
            text = elided(name, SMALL_FONT, NAME_WIDTH, theme)
            needed = box + SPACE + text_width(text, SMALL_FONT, theme)
            if x > 0 and x + needed > width:
                x, y = 0.0, y + ROW_HEIGHT
            self._placed.append(_Placed(QRectF(x, y, needed, ROW_HEIGHT), box, text, seat, key))
            x += needed + BETWEEN
        self.update()
        return y + ROW_HEIGHT if self._placed else 0.0

    def seat_at(self, position: QPointF) -> int | None:
        """Return the seat whose entry is at ``position`` (in pixels of the sheet), or None."""
        inside = position - self.pos()
        for entry in self._placed:
            if entry.seat is not None and entry.rect.adjusted(-4, 0, 4, 0).contains(inside):
                return entry.seat
        return None

    def entry_center(self, seat: int) -> QPointF:
        origin: QPointF = self.pos()
        return next(e.rect.center() for e in self._placed if e.seat == seat) + origin

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the entries: keys, swatches of seats, and an empty box for a hidden seat."""
        theme = self.parentItem().theme
        set_family(painter, theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        base = painter.opacity()
        for entry in self._placed:
            hidden = entry.seat in self._hidden
            painter.setOpacity(base * HIDDEN_OPACITY if hidden else base)
            center = QPointF(entry.rect.left() + entry.box / 2, entry.rect.center().y())
            if entry.key is not None:
                draw_key(painter, theme, entry.key, center)
            elif hidden:
                half = BOX_SIZE / 2 - 0.5
                painter.setPen(QPen(theme.seat(entry.seat), 1.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(center.x() - half, center.y() - half, 2 * half, 2 * half))
            elif entry.seat is not None:
                draw = draw_line_swatch if self._lines else draw_box_swatch
                draw(painter, theme, entry.seat, center)
            at = QPointF(entry.rect.left() + entry.box + SPACE, entry.rect.center().y())
            draw_text(painter, at, entry.name, SMALL_FONT, QColor(theme.muted if hidden else theme.text))
        painter.setOpacity(base)


def draw_key(painter: QPainter, theme: Theme, key: Key, center: QPointF) -> None:
    """Draw the sign of an entry that explains one, in a box of :data:`BOX_SIZE`."""
    half, color = BOX_SIZE / 2, color_of(theme, key.color)
    box = QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE)
    if key.sign in ("line", "dash", "tick"):
        tick = QPen(color, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        line = pen_of(theme, key.color, 2.0, "dash" if key.sign == "dash" else "seat")
        painter.setPen(tick if key.sign == "tick" else line)
        painter.drawLine(QPointF(box.left(), center.y()), QPointF(box.right(), center.y()))
    elif key.sign == "symbol":
        draw_symbol(painter, theme, key.symbol, color, center)
    elif key.sign in ("part", "band"):
        painter.fillRect(box, part_color(theme, key.color) if key.sign == "part" else translucent(color, 0.3))
    elif isinstance(key.color, int):
        (draw_hollow_bar if key.sign == "hollow" else draw_bar)(painter, theme, key.color, box)
    else:
        painter.fillRect(box, color)


PADDING = 12.0
GAP = 8.0
MAX_TITLE_SHARE, MAX_NOTES_SHARE = 0.3, 0.2
"""Maximum shares of the height for the title and for the notes."""
PLOT, BARS, LABELS, FRONT = -100.0, -50.0, 20.0, 50.0
"""Stacking order (z values) of the layers."""
ENDS = 24.0
"""Pixels by which tick texts may extend beyond the ends of an axis."""
EDGE, NAME_ROOM = 2.0, 18.0
"""Pixels left of the tick texts of a vertical axis; pixels for the name of an axis."""
TICK_BETWEEN, TICK_LINE = 4.0, 1.15
"""Pixels between neighbouring tick texts; minimum line distance of a vertical axis, in text sizes."""
MAX_TICK_WIDTH = 1e4
Ranges = tuple[tuple[float, float], tuple[float, float]]


class TickAxis(Guarded, pg.AxisItem):  # type: ignore[misc]
    """An axis whose ticks are computed from range and length; ticks without a text are fine grid lines."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._axis, self._theme = Axis(0.0, 1.0), LIGHT
        self._spec: Spec = SMALL_FONT
        self._texts: dict[float, str] = {}
        self.enableAutoSIPrefix(False)

    def restyle(self, theme: Theme, axis: Axis) -> None:
        """Display the ticks of ``axis`` in the colours and the font of ``theme``."""
        self._axis, self._theme = axis, theme
        self.setStyle(
            tickLength=0,
            tickTextOffset=round(axis.gap),
            showValues=axis.ticks is not None,
            tickAlpha=None,
            hideOverlappingLabels=False,
        )
        self.setPen(QColor(theme.muted) if axis.line else pg.mkPen(None))
        self.setTickPen(QColor(theme.line))
        self.setTextPen(QColor(theme.muted))
        self.setGrid(255 if axis.grid and axis.ticks is not None else False)
        css = {"color": theme.muted, "font-size": f"{TEXT_SMALL}px", "font-family": f"'{theme.family}'"}
        self.setLabel(axis.name or None, **css)
        self.showLabel(bool(axis.name))

    def fit(self, length: float, low: float, high: float) -> float:
        """Choose the text size for an axis of ``length`` pixels and return its width (or height, if horizontal) in
        pixels."""
        vertical = self.orientation in ("left", "right")
        size, weight = SMALL_FONT if self._axis.line else SMALL_BOLD
        ticks = [tick for tick in (self._axis.ticks(low, high, length) if self._axis.ticks else ()) if tick.text]
        if vertical:
            # Texts shrink until those of neighbouring ticks do not touch.
            step = min((b.value - a.value for a, b in pairwise(ticks)), default=high - low) * length / (high - low)
            size = max(min(size, int(step / TICK_LINE)), MIN_TEXT_SIZE)
        self._spec = size, weight
        self.setStyle(tickFont=font(size, weight, family=self._theme.family))
        self.picture = None
        texts = widest((tick.text for tick in ticks), self._spec, self._theme) if vertical else size + TICK_BETWEEN
        across = (texts + self._axis.gap if ticks else 0.0) + (NAME_ROOM if self._axis.name else 0.0)
        across = max(across + (EDGE if vertical else 0.0), self._axis.room)
        (self.setWidth if vertical else self.setHeight)(across)
        return across

    def boundingRect(self) -> QRectF:
        """Return the area of axis and grid, enlarged for tick texts at the ends, which pyqtgraph would hide
        otherwise."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-ENDS, -ENDS, ENDS, ENDS)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """Return the ticks with texts, then those that are only grid lines."""
        low, high = min(low, high), max(low, high)
        ticks: list[Tick] = [] if self._axis.ticks is None else self._axis.ticks(low, high, size)
        named = [tick for tick in ticks if tick.text]
        room = MAX_TICK_WIDTH
        if self.orientation in ("top", "bottom") and len(named) > 1:
            step = min(abs(b.value - a.value) for a, b in pairwise(named))
            room = step * size / max(high - low, 1e-12) - TICK_BETWEEN
        self._texts = {tick.value: elided(tick.text, self._spec, room, self._theme) for tick in named}
        return [(1.0, [tick.value for tick in named]), (0.1, [tick.value for tick in ticks if not tick.text])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Return the texts that :meth:`tickValues` has stored for these ticks."""
        return [self._texts.get(value, "") for value in values]


class Sheet(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Title, legend, plot with axes, notes, and the message that is displayed without a chart.

    ``right`` and ``bottom`` are the pixels to leave free right of and below the plot. :attr:`arranged` is emitted after
    each layout.
    """

    arranged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.right, self.bottom, self.title_reserve = 12.0, 0.0, 0.0
        self.around = 0.0
        """Height in pixels of everything above and below the plot."""
        self.focused = False
        self.title, self.notes, self.message = TextBlock(self), TextBlock(self), TextBlock(self)
        self.legend = Legend(self)
        self.moved: Ranges | None = None
        """The ranges to which the player has moved the axes, or None if they fit the data."""
        self.view_box: pg.ViewBox = self._build_plot()

    def _build_plot(self) -> pg.ViewBox:
        """Build the plot in a grid with an axis on each side, and return its view box."""
        self._frame = pg.GraphicsWidget(parent=self)
        self._frame.setZValue(PLOT)
        grid = QGraphicsGridLayout(self._frame)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        box = pg.ViewBox(enableMenu=False, defaultPadding=0.0)
        box.setBorder(None)
        self._axes = {side: TickAxis(side) for side in ("left", "bottom", "right", "top")}
        places = (1, 1), (1, 0), (2, 1), (1, 2), (0, 1)
        for item, (row, column) in zip((box, *self._axes.values()), places, strict=True):
            grid.addItem(item, row, column)
        grid.setRowStretchFactor(1, 1)
        grid.setColumnStretchFactor(1, 1)
        for axis in self._axes.values():
            axis.linkToView(box)
            axis.setZValue(-1000)
        box.sigRangeChangedManually.connect(self._on_moved_by_hand)
        return box

    def _on_moved_by_hand(self, _: object) -> None:
        self.moved = self.ranges

    @property
    def plot(self) -> QRectF:
        """The rectangle of the plot in the sheet's pixels."""
        rect: QRectF = self.view_box.mapRectToItem(self, self.view_box.rect())
        return rect

    @property
    def ranges(self) -> Ranges:
        (x0, x1), (y0, y1) = self.view_box.viewRange()
        return (x0, x1), (y0, y1)

    @property
    def below_plot(self) -> float:
        """The height of the axis below the plot in pixels."""
        return float(self._axes["bottom"].height())

    def set_axes(self, theme: Theme, axes: Mapping[str, Axis | None]) -> None:
        """Display the axes of the sides ``left``, ``bottom``, ``right`` and ``top``, except those that are None."""
        for side, axis in axes.items():
            self._axes[side].setVisible(axis is not None)
            if axis is not None:
                self._axes[side].restyle(theme, axis)

    def arrange(self) -> None:
        """Lay everything out in the current size."""
        size: QSizeF = self.size()
        width = max(size.width() - 2 * PADDING, 1.0)
        y = PADDING
        y += self._put(self.title, y, width - self.title_reserve, MAX_TITLE_SHARE * size.height())
        y += self._put(self.legend, y + GAP / 2, width) + GAP / 2
        # Title and legend from the top, notes from the bottom; the plot gets the rest.
        notes = self.notes.fit(width, MAX_NOTES_SHARE * size.height())
        foot = size.height() - PADDING - notes
        self.notes.setGeometry(QRectF(PADDING, foot, width, max(notes, 1.0)))
        bottom = foot - self.bottom - (GAP if notes else 0.0)
        right = size.width() - PADDING - self.right
        height = bottom - y - GAP
        self._place_plot(QRectF(PADDING, y + GAP, max(right - PADDING, 1.0), max(height, 1.0)))
        self.around = size.height() - height + self.below_plot
        height = self.message.fit(width * 0.8)
        top = y + (size.height() - y - height) / 2
        self.message.setGeometry(QRectF(PADDING + width * 0.1, top, width * 0.8, max(height, 1.0)))
        self.arranged.emit()

    def _place_plot(self, room: QRectF) -> None:
        """Give the plot the room ``room``, after its axes have taken their parts."""
        across, up = self.ranges
        visible = {side: axis for side, axis in self._axes.items() if axis.isVisible()}
        # Axes above and below come first: they decide the height of the plot, on which the tick texts at the sides,
        # and so their widths, depend.
        width, height = room.width(), room.height()
        for side in ("bottom", "top"):
            height -= visible[side].fit(width, *across) if side in visible else 0.0
        for side in ("left", "right"):
            width -= visible[side].fit(max(height, 1.0), *up) if side in visible else 0.0
        self._frame.setGeometry(room)
        self._frame.layout().activate()

    def _put(self, item: TextBlock | Legend, y: float, width: float, max_height: float = math.inf) -> float:
        height = item.fit(width, max_height)
        item.setGeometry(QRectF(PADDING, y, width, max(height, 1.0)))
        return height

    def set_focused(self, *, focused: bool) -> None:
        """Draw or remove the ring of the keyboard focus."""
        if focused != self.focused:
            self.focused = focused
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.focused:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self.theme.accent), 1.0))
            painter.drawRoundedRect(self.rect().adjusted(1.5, 1.5, -1.5, -1.5), CORNER, CORNER)

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()


class PixelLayer(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """A layer over the complete sheet that draws in pixels, converted from the ranges of the view box."""

    def __init__(self, sheet: Sheet, z: float) -> None:
        super().__init__(parent=sheet)
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        sheet.view_box.sigRangeChanged.connect(self._on_moved)
        sheet.arranged.connect(self._on_arranged)

    @property
    def sheet(self) -> Sheet:
        """The sheet, which owns this layer. A stored reference would crash when both are garbage-collected."""
        sheet: Sheet = self.parentItem()
        return sheet

    @property
    def theme(self) -> Theme:
        return self.sheet.theme

    def x(self, value: float) -> float:
        """Return the x pixel of a value of the x axis."""
        (low, high), _ = self.sheet.ranges
        plot = self.sheet.plot
        return plot.left() + (value - low) / (high - low) * plot.width()

    def y(self, value: float) -> float:
        """Return the y pixel of a value of the y axis."""
        _, (low, high) = self.sheet.ranges
        plot, share = self.sheet.plot, (value - low) / (high - low)
        if self.sheet.view_box.yInverted():
            return plot.top() + share * plot.height()
        return plot.bottom() - share * plot.height()

    def draw(self, painter: QPainter) -> None:
        """Draw the layer; antialiasing and the font family are set."""
        raise NotImplementedError

    def _on_moved(self, *_: object) -> None:
        self.update()

    def _on_arranged(self) -> None:
        self.setGeometry(QRectF(QPointF(0, 0), self.sheet.size()))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_family(painter, self.theme)
        self.draw(painter)
