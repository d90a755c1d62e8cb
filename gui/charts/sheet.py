"""The page that a chart is drawn on: title, legend, plot with its axes and notes, alike on screen and on paper."""

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
    SMALL_BOLD,
    SMALL_FONT,
    SMALLEST_TEXT,
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
    """Width of the sign."""
    name: str
    seat: int | None
    key: Key | None


class Legend(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Entries in as many rows as they need; without entries it takes no room."""

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
        """Take the (seat, name) entries and the explanations; the owner then asks :meth:`fit`.

        A seat is shown by a box like its bars or, with ``lines``, by a piece of its line.
        """
        self._seats, self._hidden, self._keys, self._lines = seats, hidden, keys, lines

    def fit(self, width: float, most: float = math.inf) -> float:
        """Place the entries in ``width`` pixels and return the height they take."""
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
        """Return the seat whose entry lies at ``position`` (in the parent's pixels)."""
        inside = position - self.pos()
        for entry in self._placed:
            if entry.seat is not None and entry.rect.adjusted(-4, 0, 4, 0).contains(inside):
                return entry.seat
        return None

    def entry_center(self, seat: int) -> QPointF:
        origin: QPointF = self.pos()
        return next(e.rect.center() for e in self._placed if e.seat == seat) + origin

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
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
MOST_TITLE, MOST_NOTES = 0.3, 0.2
"""Largest shares of the height that the lines above and below the plot take."""
PLOT, BARS, LABELS, FRONT = -100.0, -50.0, 20.0, 50.0
"""Heights in the stack."""
ENDS = 24.0
"""Pixels by which the names of ticks may go beyond the ends of an axis."""
EDGE, NAME_ROOM = 2.0, 18.0
"""Pixels before the texts of an upright axis; room for the name of an axis."""
TICK_BETWEEN, TICK_LINE = 4.0, 1.15
"""Pixels between texts side by side; least distance of those one above the other, in sizes of their text."""
WIDEST_TICK = 1e4
Ranges = tuple[tuple[float, float], tuple[float, float]]


class TickAxis(Guarded, pg.AxisItem):  # type: ignore[misc]
    """An axis whose ticks come from a function of range and length; ticks without a text are fine grid lines."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self._axis, self._theme = Axis(0.0, 1.0), LIGHT
        self._spec: Spec = SMALL_FONT
        self._texts: dict[float, str] = {}
        self.enableAutoSIPrefix(False)

    def restyle(self, theme: Theme, axis: Axis) -> None:
        """Show other ticks in the colours and the face of ``theme``."""
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
        """Choose the size of the texts for an axis of ``length`` pixels and return the room that they need across."""
        upright = self.orientation in ("left", "right")
        size, weight = SMALL_FONT if self._axis.line else SMALL_BOLD
        ticks = [tick for tick in (self._axis.ticks(low, high, length) if self._axis.ticks else ()) if tick.text]
        if upright:
            step = min((b.value - a.value for a, b in pairwise(ticks)), default=high - low) * length / (high - low)
            size = max(min(size, int(step / TICK_LINE)), SMALLEST_TEXT)
        self._spec = size, weight
        self.setStyle(tickFont=font(size, weight, family=self._theme.family))
        self.picture = None
        texts = widest((tick.text for tick in ticks), self._spec, self._theme) if upright else size + TICK_BETWEEN
        across = (texts + self._axis.gap if ticks else 0.0) + (NAME_ROOM if self._axis.name else 0.0)
        across = max(across + (EDGE if upright else 0.0), self._axis.room)
        (self.setWidth if upright else self.setHeight)(across)
        return across

    def boundingRect(self) -> QRectF:
        """Return the room of axis and grid, with some for names at the ends: without it pyqtgraph hides these."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-ENDS, -ENDS, ENDS, ENDS)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """Return the named ticks, then the fine ones."""
        low, high = min(low, high), max(low, high)
        ticks: list[Tick] = [] if self._axis.ticks is None else self._axis.ticks(low, high, size)
        named = [tick for tick in ticks if tick.text]
        room = WIDEST_TICK
        if self.orientation in ("top", "bottom") and len(named) > 1:
            step = min(abs(b.value - a.value) for a, b in pairwise(named))
            room = step * size / max(high - low, 1e-12) - TICK_BETWEEN
        self._texts = {tick.value: elided(tick.text, self._spec, room, self._theme) for tick in named}
        return [(1.0, [tick.value for tick in named]), (0.1, [tick.value for tick in ticks if not tick.text])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Return the texts of ticks."""
        return [self._texts.get(value, "") for value in values]


class Sheet(Guarded, pg.GraphicsWidget):  # type: ignore[misc]
    """Holds the parts; the plot has axes on its sides, in a layout that gives them the room of their texts.

    ``right`` and ``bottom`` are pixels left free right of and below the plot.
    """

    arranged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.right, self.bottom, self.title_reserve = 12.0, 0.0, 0.0
        self.around = 0.0
        """Height of all that stands above and below the plot."""
        self.focused = False
        self.title, self.notes, self.message = TextBlock(self), TextBlock(self), TextBlock(self)
        self.legend = Legend(self)
        self.moved: Ranges | None = None
        """The ranges to which the axes were moved by hand."""
        self.view_box: pg.ViewBox = self._build_plot()

    def _build_plot(self) -> pg.ViewBox:
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
        """The height that the axis below the plot takes."""
        return float(self._axes["bottom"].height())

    def set_axes(self, theme: Theme, axes: Mapping[str, Axis | None]) -> None:
        """Show the axes of the sides ``left``, ``bottom``, ``right`` and ``top``, those that are not None."""
        for side, axis in axes.items():
            self._axes[side].setVisible(axis is not None)
            if axis is not None:
                self._axes[side].restyle(theme, axis)

    def arrange(self) -> None:
        """Place the parts in the current size."""
        size: QSizeF = self.size()
        width = max(size.width() - 2 * PADDING, 1.0)
        y = PADDING
        y += self._put(self.title, y, width - self.title_reserve, MOST_TITLE * size.height())
        y += self._put(self.legend, y + GAP / 2, width) + GAP / 2
        notes = self.notes.fit(width, MOST_NOTES * size.height())
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
        across, up = self.ranges
        shown = {side: axis for side, axis in self._axes.items() if axis.isVisible()}
        wide, high = room.width(), room.height()
        for side in ("bottom", "top"):
            high -= shown[side].fit(wide, *across) if side in shown else 0.0
        for side in ("left", "right"):
            wide -= shown[side].fit(max(high, 1.0), *up) if side in shown else 0.0
        self._frame.setGeometry(room)
        self._frame.layout().activate()

    def _put(self, part: TextBlock | Legend, y: float, width: float, most: float = math.inf) -> float:
        height = part.fit(width, most)
        part.setGeometry(QRectF(PADDING, y, width, max(height, 1.0)))
        return height

    def set_focused(self, *, focused: bool) -> None:
        """Draw the ring of the keyboard focus, or none."""
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
    """Something drawn over the whole sheet in pixels, placed by the ranges of the view box."""

    def __init__(self, sheet: Sheet, z: float) -> None:
        super().__init__(parent=sheet)
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        sheet.view_box.sigRangeChanged.connect(self._on_moved)
        sheet.arranged.connect(self._on_arranged)

    @property
    def sheet(self) -> Sheet:
        """The sheet, which owns this; a reference of its own would crash when both are collected."""
        sheet: Sheet = self.parentItem()
        return sheet

    @property
    def theme(self) -> Theme:
        return self.sheet.theme

    def x(self, value: float) -> float:
        """Return the pixel of a value of the x axis."""
        (low, high), _ = self.sheet.ranges
        plot = self.sheet.plot
        return plot.left() + (value - low) / (high - low) * plot.width()

    def y(self, value: float) -> float:
        """Return the pixel of a value of the y axis."""
        _, (low, high) = self.sheet.ranges
        plot, share = self.sheet.plot, (value - low) / (high - low)
        if self.sheet.view_box.yInverted():
            return plot.top() + share * plot.height()
        return plot.bottom() - share * plot.height()

    def draw(self, painter: QPainter) -> None:
        """Draw the layer with smooth edges."""
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
