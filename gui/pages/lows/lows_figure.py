"""The exact lows of razz on paper: how often each seat ends with a hand or a better one."""

from itertools import accumulate

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine import Snapshot
from gui.charts.figure import PaperFigure, Table
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.ticks import Tick, Ticks, percent_ticks
from gui.look.captions import PAIRED, class_of_low
from gui.look.formatting import interval
from gui.look.theme import SEAT_DASHES, Theme
from gui.pages.lows.details import SHORT, Lows

LINE = 1.8
LEAST_GAP = 26.0
"""Pixels between ticks; a class with few hands has none."""


def lows_title(lows: Lows) -> str:
    """Return what is drawn."""
    return "Exact lows: how often a seat ends with this hand or a better one"


def lows_table(lows: Lows) -> Table:
    """Return the probability of every final hand by seat, and of it or a better one."""
    header = ("hand", *(title for name in lows.names for title in (name, f"{name} or better")))
    sums = [list(accumulate(hand.shares[i] for hand in lows.hands)) for i in range(len(lows.seats))]
    rows: list[tuple[object, ...]] = []
    for row, hand in enumerate(lows.hands):
        rows.append((hand.name, *(v for i, share in enumerate(hand.shares) for v in (share, sums[i][row]))))
    return header, rows


class Sums(PixelLayer):
    """Draws a rising line for each seat."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.lows: Lows | None = None

    def set_lows(self, lows: Lows | None) -> None:
        """Draw other lows."""
        self.lows = lows
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.lows is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for i, seat in reversed(list(enumerate(self.lows.seats))):
            sums = [0.0, *accumulate(hand.shares[i] for hand in self.lows.hands)]
            line = [QPointF(self.x(float(at)), self.y(100 * total)) for at, total in enumerate(sums)]
            pen = QPen(self.theme.seat(seat), LINE, SEAT_DASHES[seat % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(line))


class LowsFigure(PaperFigure[Lows]):
    """The curves; they are drawn for files only."""

    empty_title = "Exact lows"

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._sums = Sums(self.sheet)

    def title(self, snapshot: Snapshot) -> str:
        """Return what is drawn."""
        return lows_title(self.present)

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        """Return what has to be known to read the chart."""
        widest = max(self.present.stderr, default=0.0)
        hands = f"{len(self.present.hands)} final hands, best first; a class begins at its tick"
        return (f"{hands}; sampled, each at most {interval(widest)}" if widest else hands,)

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the lines of all seats."""
        lows = self.present
        count = len(lows.hands)
        self.axes.x_ticks, self.axes.y_ticks = class_ticks(lows), percent_ticks
        self.axes.x_name = "highest card of the low"
        self.sheet.view_box.setRange(xRange=(0.0, count), yRange=(0.0, 102.0), padding=0.0, disableAutoRange=True)
        self.sheet.legend.set_entries(tuple(zip(lows.seats, lows.names, strict=True)), frozenset())
        self._sums.set_lows(lows)

    def clear(self) -> None:
        """Take everything off the plot."""
        self._sums.set_lows(None)

    def table(self, snapshot: Snapshot) -> Table:
        """Return the data of the curves."""
        return lows_table(self.present)


def class_ticks(lows: Lows) -> Ticks:
    """Return ticks where the classes of final hands begin, as far as they are apart."""
    starts: dict[str, int] = {}
    for place, hand in enumerate(lows.hands):
        starts.setdefault(class_of_low(hand.name) if "-" in hand.name else PAIRED, place)

    def ticks(low: float, high: float, length: float) -> list[Tick]:
        found: list[Tick] = []
        for name, place in starts.items():
            if not found or (place - found[-1].value) * length / max(high - low, 1.0) >= LEAST_GAP:
                found.append(Tick(float(place), SHORT.get(name, name)))
        return found

    return ticks
