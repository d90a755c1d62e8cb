"""A heat map on paper: cells with a label and numbers in the colours of a :class:`Grid`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine import Snapshot
from gui.charts.figure import PaperFigure, Table
from gui.charts.picture import PaperChart
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.text import SMALL_BOLD, SMALL_FONT, draw_text, elided, fitting, widest
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.painting import HeatScale, fill_box, heat_color, unknown_color
from gui.look.theme import Look, Theme, mixed

GAP, RADIUS = 1.0, 3.0
HEAD_HEIGHT, NARROW_HEAD, WIDE_HEAD, HEAD_GAP = 16.0, 24.0, 150.0, 8.0
LINE = 14.0
TALLEST = 84.0
"""Largest height of a cell: a grid of few rows does not fill the page."""
PART_FILL = {"light": 0.46, "dark": 0.31}
"""Share of a seat's colour in a part."""
STRIP_HEIGHT, STEPS, SHARE = 8.0, 31, 0.42
SCALE_HEIGHT = 34.0
"""Room below the plot that the strip takes."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell: ``tone`` from -1 to 1 colours it, None: its value is not known; ``height``: the coloured share of it;
    ``faint`` ones are only there for their place. ``parts`` divide the width, each the number of a seat's colour and a
    share; they take the place of tone and height."""

    row: int
    column: int
    label: str
    notes: tuple[str, ...] = ()
    tone: float | None = None
    height: float = 1.0
    faint: bool = False
    parts: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A heat map of ``rows`` x ``columns`` cells; ``scale`` explains the colours: low end, middle, high end; ``legend``
    those of parts, with their names."""

    title: str
    remark: str
    rows: int
    columns: int
    cells: tuple[GridCell, ...]
    table: Table
    scale: tuple[str, str, str] | None = None
    row_heads: tuple[str, ...] = ()
    column_heads: tuple[str, ...] = ()
    legend: tuple[tuple[int, str], ...] = ()


class Cells(PixelLayer):
    """The cells, their headings and the scale below them."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.grid: Grid | None = None

    def set_grid(self, grid: Grid | None) -> None:
        self.grid = grid
        self.update()

    def _size(self, grid: Grid) -> tuple[float, float]:
        """Return the width and the height of a cell."""
        plot = self.sheet.plot
        return plot.width() / grid.columns, min(plot.height() / grid.rows, TALLEST)

    def rect_of(self, cell: GridCell) -> QRectF:
        """Return the place of a cell of the grid."""
        assert self.grid is not None
        plot, (wide, high) = self.sheet.plot, self._size(self.grid)
        return QRectF(plot.left() + cell.column * wide, plot.top() + cell.row * high, wide, high)

    def cell_at(self, position: QPointF) -> GridCell | None:
        """Return the cell at ``position``."""
        cells = self.grid.cells if self.grid is not None else ()
        return next((cell for cell in cells if self.rect_of(cell).contains(position)), None)

    def draw(self, painter: QPainter) -> None:
        grid = self.grid
        if grid is None:
            return
        plot, (wide, high) = self.sheet.plot, self._size(grid)
        for cell in grid.cells:
            self._paint_cell(painter, self.rect_of(cell).adjusted(GAP, GAP, -GAP, -GAP), cell)
        centre, right = Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight
        for column, head in enumerate(grid.column_heads):
            at = QPointF(plot.left() + (column + 0.5) * wide, plot.top() - HEAD_HEIGHT / 2)
            draw_text(painter, at, head, SMALL_BOLD, self.theme.muted, centre)
        for row, head in enumerate(grid.row_heads):
            at = QPointF(plot.left() - 6, plot.top() + (row + 0.5) * high)
            text = elided(head, SMALL_BOLD, self.sheet.left - HEAD_GAP, self.theme)
            draw_text(painter, at, text, SMALL_BOLD, self.theme.muted, right)
        if grid.scale is not None:
            draw_scale(painter, self.theme, plot, grid.scale)
        if grid.legend:
            draw_legend(painter, self.theme, plot, grid.legend)

    def _paint_cell(self, painter: QPainter, rect: QRectF, cell: GridCell) -> None:
        theme = self.theme
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        if cell.parts:
            self._paint_parts(painter, rect, cell)
        elif not cell.faint:
            height = cell.height * rect.height()
            ground = unknown_color(theme) if cell.tone is None else heat_color(theme, cell.tone)
            fill_box(painter, QRectF(rect.left(), rect.bottom() - height, rect.width(), height), ground, RADIUS)
        texts = (cell.label, *cell.notes)
        step = min(LINE, rect.height() / len(texts))
        y = rect.center().y() - step * (len(texts) - 1) / 2
        for i, text in enumerate(texts):
            face = SMALL_BOLD if i == 0 and not cell.faint else SMALL_FONT
            face = fitting(text, face, rect.width() - 2, theme, step)
            ink = theme.muted if cell.faint else theme.text
            at = QPointF(rect.center().x(), y + i * step)
            draw_text(painter, at, text, face, ink, Qt.AlignmentFlag.AlignHCenter)

    def _paint_parts(self, painter: QPainter, rect: QRectF, cell: GridCell) -> None:
        """Divide the width of a cell among its parts, from the left."""
        x = rect.left()
        for color, share in cell.parts:
            box = QRectF(x, rect.top(), share * rect.width(), rect.height())
            fill_box(painter, box, part_color(self.theme, color), min(RADIUS, box.width() / 2))
            x += box.width()


class GridFigure(PaperFigure[Grid]):
    """The heat map; it is drawn for files only."""

    hides_seats = False
    empty_title = "Heat map"

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._cells = Cells(self.sheet)

    def title(self, snapshot: Snapshot) -> str:
        return self.present.title

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        return (self.present.remark,)

    def draw(self, snapshot: Snapshot) -> None:
        grid = self.present
        self.axes.setVisible(False)
        heads = widest(grid.row_heads, SMALL_BOLD, self.theme)
        self.sheet.left = min(max(heads + HEAD_GAP, NARROW_HEAD), WIDE_HEAD) if heads else 0.0
        self.sheet.right = 0.0
        self.sheet.top = HEAD_HEIGHT if grid.column_heads else 0.0
        self.sheet.bottom = SCALE_HEIGHT if grid.scale is not None or grid.legend else 8.0
        self._cells.set_grid(grid)

    def clear(self) -> None:
        self._cells.set_grid(None)

    def table(self, snapshot: Snapshot) -> Table:
        return self.present.table


def errors_clause(errors: Sequence[float | None]) -> str:
    """Return a clause that states how exact the numbers are."""
    widest = max((error for error in errors if error), default=0.0)
    return f"; sampled, at most {interval(widest)} (95{NO_BREAK}%)" if widest else ""


def scale_words(scale: HeatScale, middle: str) -> tuple[str, str, str]:
    """Return the words of a scale for :class:`Grid`; ``middle`` explains its middle."""
    low, centre, high = (percent(value, exact_digits=1) for value in (scale.low, scale.middle, scale.high))
    return low, f"{middle} {centre}", high


def grid_chart(name: str, look: Look, content: Callable[[], tuple[Grid, Snapshot] | None]) -> PaperChart[Grid]:
    """Return the chart for files of a grid that ``content`` makes."""
    return PaperChart(name, look, content, GridFigure, lambda grid: grid.title, lambda grid: grid.table)


def part_color(theme: Theme, color: int) -> QColor:
    """Return the ground of a part: a seat's colour, weak enough to read a text on it."""
    return mixed(theme.raised, theme.seat(color), PART_FILL[theme.name])


def draw_legend(painter: QPainter, theme: Theme, plot: QRectF, legend: Sequence[tuple[int, str]]) -> None:
    """Draw the colours of parts with their names below ``plot``, side by side."""
    room = plot.width() / len(legend)
    for i, (color, name) in enumerate(legend):
        x, y = plot.left() + i * room, plot.bottom() + 16
        fill_box(painter, QRectF(x, y - 6, 12, 12), part_color(theme, color), 2.0)
        draw_text(painter, QPointF(x + 17, y), elided(name, SMALL_FONT, room - 22, theme), SMALL_FONT, theme.text)


def draw_scale(painter: QPainter, theme: Theme, plot: QRectF, words: tuple[str, str, str]) -> None:
    """Draw the strip below ``plot``, with ``words`` for its low end, its middle and its high end."""
    width = SHARE * plot.width()
    strip = QRectF(plot.center().x() - width / 2, plot.bottom() + 10, width, STRIP_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    for i in range(STEPS):
        painter.setBrush(heat_color(theme, 2 * i / (STEPS - 1) - 1))
        painter.drawRect(QRectF(strip.left() + i * width / STEPS, strip.top(), width / STEPS + 0.5, STRIP_HEIGHT))
    painter.setPen(QPen(QColor(theme.outline), 1.0))
    x, y = strip.center().x(), strip.center().y()
    painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()))
    places = QPointF(strip.left() - 6, y), QPointF(x, strip.bottom() + 8), QPointF(strip.right() + 6, y)
    sides = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignLeft
    for at, text, align in zip(places, words, sides, strict=True):
        draw_text(painter, at, text, SMALL_FONT, theme.muted, align)
