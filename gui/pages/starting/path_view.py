"""The equities of the seats from third street to now: a small line chart with its numbers."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.look.formatting import percent
from gui.look.theme import SEAT_DASHES, TEXT_SMALL, Look, font, mixed
from gui.pages.starting.details import STREETS, PathStep

PLOT, LINE, HEAD = 60.0, 16.0, 18.0
NAMES = 110.0


class PathView(QWidget):
    """One column for each street: lines above, the numbers of every seat below, the hero first."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._steps: tuple[PathStep, ...] = ()
        self._seats: tuple[tuple[int, str], ...] = ()
        self._stale = False
        self.setObjectName("starting.path")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        look.changed.connect(self.update)

    def show_path(self, steps: tuple[PathStep, ...], seats: tuple[tuple[int, str], ...], *, stale: bool) -> None:
        """Show another path of the active ``seats`` (place at the table, name); none: hide."""
        self._steps, self._seats, self._stale = steps, seats, stale
        self.setVisible(bool(steps))
        self.setAccessibleName("Equity from third street to now")
        self.setAccessibleDescription("; ".join(self.texts(place) for place in range(len(seats))) if steps else "")
        self.updateGeometry()
        self.update()

    def texts(self, place: int) -> str:
        """Return the path of an active seat in words."""
        shares = (f"{STREETS[step.street]} {self._text(step, place)}" for step in self._steps)
        return f"{self._seats[place][1]}: {', '.join(shares)}"

    def _text(self, step: PathStep, place: int) -> str:
        return "–" if step.equity is None else percent(step.equity[place], step.stderr[place])

    def sizeHint(self) -> QSize:
        return QSize(480, round(PLOT + HEAD + LINE * len(self._seats)) + 4 if self._steps else 0)

    def _x(self, column: int) -> float:
        return NAMES + (column + 0.5) * (self.width() - NAMES) / len(self._steps)

    def _y(self, equity: float) -> float:
        shares = [share for step in self._steps for share in step.equity or ()]
        low, high = min(shares), max(shares)
        return 8 + (PLOT - 16) * (1 - (equity - low) / (high - low)) if high > low else PLOT / 2

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._steps:
            return
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(TEXT_SMALL))
        width = (self.width() - NAMES) / len(self._steps)
        for column, step in enumerate(self._steps):
            x = self._x(column)
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(x, 0), QPointF(x, PLOT))
            painter.setPen(QColor(theme.muted))
            head = QRectF(x - width / 2, PLOT, width, HEAD)
            painter.drawText(head, Qt.AlignmentFlag.AlignCenter, STREETS[step.street])
        for place in reversed(range(len(self._seats))):
            self._paint_line(painter, place)
        for place in range(len(self._seats)):
            self._paint_numbers(painter, place, width)

    def _color(self, place: int) -> QColor:
        theme = self._look.theme
        color = theme.seat(self._seats[place][0])
        return mixed(color, theme.surface, 0.6) if self._stale else color

    def _paint_line(self, painter: QPainter, place: int) -> None:
        color = self._color(place)
        dash = SEAT_DASHES[self._seats[place][0] % len(SEAT_DASHES)]
        shares = [(self._x(i), step.equity[place]) for i, step in enumerate(self._steps) if step.equity is not None]
        points = [QPointF(x, self._y(share)) for x, share in shares]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 2.0 if place == 0 else 1.5, dash))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for point in points:
            painter.drawEllipse(point, 3, 3)

    def _paint_numbers(self, painter: QPainter, place: int, width: float) -> None:
        theme = self._look.theme
        top = PLOT + HEAD + LINE * place
        face = font(TEXT_SMALL, QFont.Weight.DemiBold if place == 0 else QFont.Weight.Normal)
        painter.setFont(face)
        painter.setPen(QPen(self._color(place), 2.0, SEAT_DASHES[self._seats[place][0] % len(SEAT_DASHES)]))
        painter.drawLine(QPointF(2, top + LINE / 2), QPointF(20, top + LINE / 2))
        name = QFontMetricsF(face).elidedText(self._seats[place][1], Qt.TextElideMode.ElideRight, NAMES - 30)
        painter.setPen(QColor(theme.muted if self._stale else theme.text))
        painter.drawText(QRectF(26, top, NAMES - 28, LINE), Qt.AlignmentFlag.AlignVCenter, name)
        for column, step in enumerate(self._steps):
            box = QRectF(self._x(column) - width / 2, top, width, LINE)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text(step, place))
