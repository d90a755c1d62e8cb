"""The triangle of razz down cards as a heat map: 91 pairs, ace to king; the row is the lower card."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.cards import RAZZ_RANKS
from engine.details.starting_chart import Pair, StartingChart
from gui.look.painting import LEFT, RIGHT, HeatScale, draw_ring, fill_box, smooth_painter, write
from gui.look.scale import scaled_size, unscaled_point, unscaled_rect
from gui.look.theme import TEXT, TEXT_HERO, TEXT_LARGE, TEXT_SMALL, Look, font, mixed
from gui.pages.starting.strips import chart_scale, pair_reading
from gui.parts.build import named
from gui.parts.cell_grid import ARROWS
from gui.parts.spoken import PaintedCells

RANKS = 13
PAIRS = tuple((row, column) for row in range(RANKS) for column in range(row, RANKS))
FAINTEST, STRONGEST = 0.08, 0.6
LEAST_CELL = QSize(26, 20)
TWO_LINES = 26
NAME_BESIDE = 51
"""Height from which cells have room for the names of their pairs above the numbers, width from which they have it
beside them."""
PICK_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def luminance(color: QColor) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class PairTriangle(PaintedCells):
    """``picked`` carries the pair that was clicked or chosen by Enter or the space bar; arrows move the cursor.

    What is known of the pair under the mouse or the cursor is written into the empty half.
    """

    picked = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._chart: StartingChart | None = None
        self._scale: HeatScale | None = None
        self.own: Pair | None = None
        self._stale = False
        self._hovered: Pair | None = None
        self._cursor: Pair = (0, 1)
        named(self, "starting.triangle", "Starting hands")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        look.changed.connect(self.update)

    def show_chart(self, chart: StartingChart | None, own: Pair | None, *, stale: bool) -> None:
        """Show another chart; ``own``: the pair that the seat holds."""
        if own != self.own and own is not None and not self.hasFocus():
            self._cursor = own
        self._chart, self.own, self._stale = chart, own, stale
        self._scale = None if chart is None else chart_scale(chart)
        self._describe()

    @property
    def at(self) -> Pair:
        """The pair that is read out."""
        return self._hovered or self._cursor

    @property
    def reading(self) -> tuple[str, ...]:
        """What is known of that pair."""
        return pair_reading(self._chart, self.at) if self._chart is not None else ()

    @property
    def _room(self) -> QRectF:
        return unscaled_rect(self)

    @property
    def _is_tall(self) -> bool:
        return self._room.height() / RANKS >= TWO_LINES

    @property
    def _names_fit(self) -> bool:
        """Whether the cells have room for the names of their pairs; else ranks stand beside the diagonal."""
        return self._is_tall or self._room.width() / RANKS >= NAME_BESIDE

    def cell(self, pair: Pair) -> QRectF:
        """Return the rectangle of a pair at 100 %."""
        wide, high = self._room.width() / RANKS, self._room.height() / RANKS
        row, column = pair
        left, top = round(column * wide), round(row * high)
        return QRectF(left, top, round((column + 1) * wide) - left, round((row + 1) * high) - top)

    def pair_at(self, point: QPointF) -> Pair | None:
        """Return the pair under ``point``, which is that at 100 %."""
        row, column = int(point.y() * RANKS // self._room.height()), int(point.x() * RANKS // self._room.width())
        return (row, column) if 0 <= row <= column < RANKS else None

    def ground(self, pair: Pair) -> QColor:
        """Return the colour of a cell: blue above the fair share, orange below, the stronger the further."""
        theme, chart = self._look.theme, self._chart
        found = chart.pairs.get(pair) if chart is not None else None
        if found is None or self._scale is None:
            return QColor(theme.raised)
        way = self._scale.tone(found.equity)
        share = FAINTEST + (STRONGEST - FAINTEST) * abs(way)
        color = mixed(theme.surface, theme.heat_high if way >= 0 else theme.heat_low, share)
        return mixed(color, theme.surface, 0.6) if self._stale else color

    def ink(self, ground: QColor) -> QColor:
        """Return the theme's text colour or the one opposite, whichever stands out more on ``ground``."""
        theme, here = self._look.theme, luminance(ground) + 0.05
        inks = (QColor(theme.text), QColor(theme.background if theme.name == "dark" else theme.surface))
        return max(inks, key=lambda c: max(here / (luminance(c) + 0.05), (luminance(c) + 0.05) / here))

    def cell_count(self) -> int:
        return len(PAIRS)

    def cell_name(self, number: int) -> str:
        pair = PAIRS[number]
        name = RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]]
        if self._chart is None:
            return f"{name}: no numbers yet"
        return ": ".join(text for text in pair_reading(self._chart, pair) if text)

    def cell_area(self, number: int) -> QRectF:
        return self.cell(PAIRS[number])

    def cell_now(self) -> int | None:
        return PAIRS.index(self._cursor)

    def _describe(self) -> None:
        self.setAccessibleDescription(": ".join(text for text in self.reading if text))
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(RANKS * 48, RANKS * 28)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(RANKS * LEAST_CELL.width(), RANKS * LEAST_CELL.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pair = self.pair_at(unscaled_point(event.position()))
        if pair != self._hovered:
            self._hovered = pair
            can = pair is not None and self._chart is not None and pair in self._chart.pairs
            self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
            self._describe()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = None
        self._describe()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        pair = self.pair_at(unscaled_point(event.position()))
        if event.button() == Qt.MouseButton.LeftButton and pair is not None:
            self._cursor = pair
            self._pick(pair)

    def _pick(self, pair: Pair) -> None:
        self._describe()
        if self._chart is not None and pair in self._chart.pairs:
            self.picked.emit(pair)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS:
            down, right = ARROWS[key]
            row, column = self._cursor[0] + down, self._cursor[1] + right
            if 0 <= row <= column < RANKS:
                self._cursor, self._hovered = (row, column), None
                self._describe()
                self.cell_entered()
        elif key in PICK_KEYS:
            self._pick(self._cursor)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        for row in range(RANKS):
            for column in range(row, RANKS):
                self._paint_cell(painter, (row, column))
            if row and not self._names_fit:
                area = self.cell((row, row - 1)).adjusted(0, 0, -5, 0)
                write(painter, area, RAZZ_RANKS[row], self._look.theme.muted, font(TEXT_SMALL), RIGHT)
        if self.own is not None:
            draw_ring(painter, self.cell(self.own).adjusted(1, 1, -1, -1), self._look.theme.text, 2.0, 3)
        if self._hovered is not None or self.hasFocus():
            draw_ring(painter, self.cell(self.at).adjusted(1, 1, -1, -1), self._look.theme.accent, 2.0, 3)
        self._paint_reading(painter)

    def _paint_cell(self, painter: QPainter, pair: Pair) -> None:
        theme, ground, cell = self._look.theme, self.ground(pair), self.cell(pair)
        fill_box(painter, cell.adjusted(1, 1, -1, -1), ground, 3)
        found = self._chart.pairs.get(pair) if self._chart is not None else None
        ink = self.ink(ground) if found is not None else mixed(theme.muted, theme.raised, 0.4)
        name = RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]]
        tall = self._is_tall
        face = font(TEXT_SMALL if tall else TEXT_SMALL - 1, QFont.Weight.DemiBold)
        number = (
            "" if found is None else f"{100 * found.equity:.0f}" if cell.width() < 44 else f"{100 * found.equity:.1f}"
        )
        if tall:
            upper = QRectF(cell.left(), cell.top() + 2, cell.width(), cell.height() / 2 - 1)
            write(painter, upper, name, ink, face)
            lower = QRectF(cell.left(), cell.center().y() - 1, cell.width(), cell.height() / 2 - 1)
            write(painter, lower, number or ("–" if self._chart is not None else ""), ink, font(TEXT_SMALL))
        else:
            write(painter, cell, f"{name} {number}" if self._names_fit else number or name, ink, face)

    def _paint_reading(self, painter: QPainter) -> None:
        """Write what is known of the pair into the empty half, large."""
        theme, reading = self._look.theme, self.reading
        if not reading:
            return
        high = self._room.height() / RANKS
        top = max(7.2 * high, self._room.height() - 132)
        area = QRectF(4, top, 0.5 * self._room.width() - 4, self._room.height() - top)
        colour = QColor(theme.muted if self._stale else theme.text)
        title, share, rest = reading
        lines = ((title, font(TEXT_LARGE, QFont.Weight.DemiBold), 24), (share, font(TEXT_HERO), 34))
        for text, face, height in lines:
            write(painter, QRectF(area.left(), top, area.width(), height), text, colour, face, LEFT)
            top += height
        painter.setFont(font(TEXT))
        painter.setPen(QColor(theme.muted))
        flags = int(Qt.TextFlag.TextWordWrap) | int((Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop).value)
        painter.drawText(QRectF(area.left(), top + 2, area.width(), self._room.height() - top), flags, rest)
