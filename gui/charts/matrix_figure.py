"""The 13x13 matrix of a seat's range on paper: the equity of every hand, weights as heights."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine import Snapshot, combo_text
from gui.cells import Cell
from gui.charts.detail_figure import DetailFigure
from gui.charts.figure import Table
from gui.charts.read_out import Reading
from gui.charts.scale_strip import SCALE_HEIGHT, draw_scale
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.text import SMALL_BOLD, SMALL_FONT, draw_text
from gui.formatting import NO_BREAK, interval, percent
from gui.hand_equities import HandEquity
from gui.hand_matrix import ALL_PLACES, SIZE, HandMap, cells, class_name, combos_at
from gui.heat import heat_color, unknown_color
from gui.theme import Theme

GAP, RADIUS = 1.0, 3.0


def matrix_title(content: HandMap) -> str:
    """Return what is drawn."""
    return f"Equity of every hand in {content.equities.name}'s range"


def matrix_table(content: HandMap) -> Table:
    """Return weight, share and equity of every class of the range (``combo`` empty), then of every combo."""
    header = ("hand", "combo", "weight", "share", "equity", "stderr")
    classes: list[tuple[object, ...]] = []
    combos: list[tuple[object, ...]] = []
    for place in ALL_PLACES:
        name, held = class_name(place), [i for i in combos_at(place) if content.weights[i] > 0]
        if held:
            mean = float(content.weights[list(combos_at(place))].mean())
            classes.append((name, "", mean, *_numbers(content.equities.classes.get(name))))
        for combo in held:
            text = combo_text(combo)
            numbers = _numbers(content.equities.combos.get(text))
            combos.append((name, text, float(content.weights[combo]), *numbers))
    return header, [*classes, *combos]


def _numbers(hand: HandEquity | None) -> tuple[object, object, object]:
    if hand is None:
        return "", "", ""
    return hand.share, hand.equity, "" if hand.stderr is None else hand.stderr


class MatrixCells(PixelLayer):
    """The cells and the scale below them."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.cells: tuple[Cell, ...] = ()
        self.map: HandMap | None = None

    def set_map(self, content: HandMap | None) -> None:
        """Draw another range."""
        self.map = content
        self.cells = cells(content.weights, content.known, content.equities, hot=True) if content is not None else ()
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.map is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = self.sheet.plot
        wide, high = plot.width() / SIZE, plot.height() / SIZE
        for (row, column), cell in zip(ALL_PLACES, self.cells, strict=True):
            rect = QRectF(plot.left() + column * wide, plot.top() + row * high, wide, high)
            self._paint_cell(painter, rect.adjusted(GAP, GAP, -GAP, -GAP), cell)
        scale = self.map.equities.scale
        low, fair, end = (percent(value, exact_digits=1) for value in (scale.low, scale.middle, scale.high))
        draw_scale(painter, self.theme, plot, (low, f"fair {fair}", end))

    def _paint_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        theme = self.theme
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        if cell.weight > 0:
            height = cell.weight * rect.height()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(unknown_color(theme) if cell.tone is None else heat_color(theme, cell.tone))
            painter.drawRoundedRect(QRectF(rect.left(), rect.bottom() - height, rect.width(), height), RADIUS, RADIUS)
        middle, shift = rect.center(), 0.22 * rect.height() if cell.note else 0.0
        ink = theme.text if cell.weight > 0 else theme.muted
        font = SMALL_BOLD if cell.weight > 0 else SMALL_FONT
        centre = Qt.AlignmentFlag.AlignHCenter
        draw_text(painter, QPointF(middle.x(), middle.y() - shift), cell.label, font, ink, centre)
        if cell.note:
            draw_text(painter, QPointF(middle.x(), middle.y() + shift), cell.note, SMALL_FONT, ink, centre)


class MatrixFigure(DetailFigure[HandMap]):
    """The matrix for files."""

    hides_seats = False
    empty_title = "Equity of every hand"
    empty_lines = ("The equity of every hand of a range is drawn here.",)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, on_paper=True)
        self._cells = MatrixCells(self.sheet)
        self.sheet.left = self.sheet.right = 0.0
        self.sheet.bottom = SCALE_HEIGHT

    def title(self, snapshot: Snapshot) -> str:
        """Return what is drawn."""
        return matrix_title(self.present)

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        """Return what has to be known to read the chart."""
        errors = [hand.stderr or 0.0 for hand in self.present.equities.classes.values()]
        widest = max(errors, default=0.0)
        whole = next((s.estimate for s in snapshot.seats if s.name == self.present.equities.name), None)
        mean = f", all together {percent(whole.equity, whole.stderr)}" if whole is not None else ""
        numbers = f"numbers: equity in percent{mean}; heights: weights"
        return (f"{numbers}; sampled, at most {interval(widest)} (95{NO_BREAK}%)" if widest else numbers,)

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the cells."""
        self.axes.setVisible(False)
        self._cells.set_map(self.content)

    def clear(self) -> None:
        """Take everything off the plot."""
        self._cells.set_map(None)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return nothing: paper is not pointed at."""
        return None

    def stops(self) -> Sequence[QPointF]:
        """Return no place, either."""
        return ()

    def seat_at(self, position: QPointF) -> int | None:
        """Return no seat."""
        return None

    def table(self, snapshot: Snapshot) -> Table:
        """Return the data of the matrix."""
        return matrix_table(self.present)
