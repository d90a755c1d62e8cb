"""The legend: one entry for each seat, clicked to hide it and show it again."""

import math
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gui.charts.style import (
    BOX_SIZE,
    SWATCH_WIDTH,
    color_of,
    draw_bar,
    draw_box_swatch,
    draw_hollow_bar,
    draw_line_swatch,
    draw_symbol,
    part_color,
    pen_of,
    translucent,
)
from gui.charts.text import SMALL_FONT, draw_text, elided, set_family, text_width
from gui.charts.values import Key
from gui.look.guard import Guarded
from gui.look.theme import Theme

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
