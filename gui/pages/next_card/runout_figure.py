"""Turn and river together: a picture of every pair of cards that can come, coloured by a seat's equity behind them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine import Snapshot
from engine.cards import DECK_SIZE, RANKS, card_text
from engine.details.next_cards import Runouts
from engine.details.next_tables import judging_place
from gui.charts.figure import Table
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.text import SMALL_BOLD, SMALL_FONT, draw_text, fitting
from gui.look.changes import change_text
from gui.look.formatting import percent
from gui.look.painting import HeatScale, card_words, change_scale, heat_color, paint_suit
from gui.look.theme import Theme
from gui.pages.next_card.cell_figure import CellFigure, draw_changes

Array = NDArray[np.float64]
HEAD = 30.0
"""Room before the rows and above the columns: ranks, and suits where there is room."""
LEAST_SUIT = 7.0
"""Size of a cell from which its suit is drawn."""
SEAM = 0.4
"""Pixels by which a cell reaches under the next: readers of SVG show the ground between cells that only meet."""
STEPS = 60
"""Colours from the middle of the scale to either end."""
HEADING = "Turn and river together"
AXES = "turn ↓  river →"


@dataclass(frozen=True, slots=True, eq=False)
class RunoutMap:
    """The pairs of cards that can come. ``cards``: those in any of them, ace to deuce; ``chance`` float64[n, n] and
    ``equity`` float64[n, n, seats]: of each turn (row) and river (column), NaN where they cannot come together.

    ``places`` and ``names`` are those of the active seats, ``now`` their equities, ``judge`` the one that is coloured.
    """

    cards: tuple[int, ...]
    chance: Array
    equity: Array
    places: tuple[int, ...]
    names: tuple[str, ...]
    now: tuple[float, ...]
    judge: int

    @property
    def scale(self) -> HeatScale:
        """The colours: round the present equity."""
        now = self.now[self.judge]
        return change_scale(now, float(np.nanmax(np.abs(self.equity[..., self.judge] - now))))


def runout_map(value: Runouts, snapshot: Snapshot, seat: int) -> RunoutMap | None:
    """Return the picture for ``seat``, the first active one where it is none; None where there are no pairs."""
    if not len(value.cards):
        return None
    active = [(i, s.name, s.estimate) for i, s in enumerate(snapshot.seats) if s.estimate is not None]
    cards = sorted(set(value.cards.reshape(-1).tolist()), key=lambda card: (-(card >> 2), card & 3))
    numbers = np.full(DECK_SIZE, -1)
    numbers[cards] = np.arange(len(cards))
    one, other = numbers[value.cards].T
    chance = np.full((len(cards), len(cards)), np.nan)
    equity = np.full((len(cards), len(cards), len(active)), np.nan)
    for row, column in ((one, other), (other, one)):
        chance[row, column] = value.probability / 2
        equity[row, column] = value.equity
    places = tuple(i for i, _, _ in active)
    names, now = tuple(name for _, name, _ in active), tuple(e.equity for _, _, e in active)
    return RunoutMap(tuple(cards), chance, equity, places, names, now, judging_place(places, seat))


class RunoutCells(PixelLayer):
    """The cells, the cards before their rows and above their columns, the scale below them."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.map: RunoutMap | None = None
        self._steps: list[tuple[int, int, int]] = []
        """Row and column of each cell and the number of its colour."""

    def set_map(self, map_: RunoutMap | None) -> None:
        """Draw another map."""
        if map_ is not self.map:
            self.map, self._steps = map_, [] if map_ is None else _steps(map_)
        self.update()

    def rect_of(self, row: int, column: int) -> QRectF:
        """Return the place of a turn and a river by their numbers in the map."""
        assert self.map is not None
        plot, count = self.sheet.plot, len(self.map.cards)
        wide, high = plot.width() / count, plot.height() / count
        return QRectF(plot.left() + column * wide, plot.top() + row * high, wide, high)

    def cell_at(self, position: QPointF) -> tuple[int, int] | None:
        """Return the turn and the river at ``position``, None where they cannot come together."""
        plot = self.sheet.plot
        if self.map is None or not plot.contains(position):
            return None
        count = len(self.map.cards)
        row = min(int((position.y() - plot.top()) / plot.height() * count), count - 1)
        column = min(int((position.x() - plot.left()) / plot.width() * count), count - 1)
        return None if np.isnan(self.map.chance[row, column]) else (row, column)

    def draw(self, painter: QPainter) -> None:
        if self.map is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        colors = [heat_color(self.theme, step / STEPS) for step in range(-STEPS, STEPS + 1)]
        for row, column, step in self._steps:
            painter.fillRect(self.rect_of(row, column).adjusted(0, 0, SEAM, SEAM), colors[step])
        self._draw_lines(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_heads(painter)
        draw_changes(self, painter, self.map.scale)

    def _runs(self) -> list[tuple[int, int, int]]:
        """Return each rank with the numbers of its first card and of the one behind its last."""
        assert self.map is not None
        ranks = [card >> 2 for card in self.map.cards]
        firsts = [i for i, rank in enumerate(ranks) if i == 0 or rank != ranks[i - 1]]
        return [(ranks[i], i, j) for i, j in zip(firsts, [*firsts[1:], len(ranks)], strict=True)]

    def _draw_lines(self, painter: QPainter) -> None:
        """Draw lines between the ranks."""
        plot = self.sheet.plot
        painter.setPen(QPen(QColor(self.theme.surface), 1.0))
        for _, first, _ in self._runs()[1:]:
            corner = self.rect_of(first, first).topLeft()
            painter.drawLine(QPointF(plot.left(), corner.y()), QPointF(plot.right(), corner.y()))
            painter.drawLine(QPointF(corner.x(), plot.top()), QPointF(corner.x(), plot.bottom()))

    def _draw_heads(self, painter: QPainter) -> None:
        assert self.map is not None
        plot, cell = self.sheet.plot, self.rect_of(0, 0)
        centre = Qt.AlignmentFlag.AlignHCenter
        for rank, first, behind in self._runs():
            start, end = self.rect_of(first, first).topLeft(), self.rect_of(behind - 1, behind - 1).bottomRight()
            middle = (start + end) / 2
            draw_text(painter, QPointF(plot.left() - 22, middle.y()), RANKS[rank], SMALL_BOLD, self.theme.text, centre)
            draw_text(painter, QPointF(middle.x(), plot.top() - 20), RANKS[rank], SMALL_BOLD, self.theme.text, centre)
        size = min(cell.width(), cell.height(), 10.0)
        for i, card in enumerate(self.map.cards if size >= LEAST_SUIT else ()):
            place = self.rect_of(i, i).center()
            left = QRectF(plot.left() - 4 - size, place.y() - size / 2, size, size)
            above = QRectF(place.x() - size / 2, plot.top() - 4 - size, size, size)
            for box in (left, above):
                paint_suit(painter, card & 3, box, QColor(self.theme.muted))
        spec = fitting(AXES, SMALL_FONT, plot.left() - 8, self.theme)
        at = QPointF(plot.left() - 4, plot.top() - 20)
        draw_text(painter, at, AXES, spec, self.theme.muted, Qt.AlignmentFlag.AlignRight)


def _steps(map_: RunoutMap) -> list[tuple[int, int, int]]:
    """Return row, column and number of the colour of each cell, 0 for the worst."""
    values, scale = map_.equity[..., map_.judge], map_.scale
    cells = np.argwhere(np.isfinite(values)).tolist()
    return [(row, column, round(STEPS * (1 + scale.tone(float(values[row, column]))))) for row, column in cells]


class RunoutFigure(CellFigure[RunoutMap]):
    """The chart without its widget."""

    empty_title = HEADING
    empty_lines: tuple[str, ...] = ("What every turn and river do to the equities is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.cells = RunoutCells(self.sheet)
        self.sheet.left, self.sheet.top = 2.6 * HEAD, HEAD

    def title(self, snapshot: Snapshot) -> str:
        return f"{self.present.names[self.present.judge]}'s equity behind every turn and river"

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        return ("colours: points more or less than now; it is the same which of two cards comes first",)

    def set_cells(self, content: RunoutMap | None) -> None:
        self.cells.set_map(content)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the equity of every seat behind the turn and the river at ``position``."""
        cell = self.cells.cell_at(position)
        if cell is None:
            return None
        map_, (row, column) = self.present, cell
        turn, river = (card_words(map_.cards[i]) for i in cell)
        numbers = zip(map_.places, map_.names, map_.equity[row, column].tolist(), map_.now, strict=True)
        rows = tuple(
            Row(place, name, (percent(equity, exact_digits=2), change_text(equity - now)))
            for place, name, equity, now in numbers
        )
        header = f"Turn {turn}, river {river}: {percent(float(map_.chance[row, column]), exact_digits=3)}"
        rect = self.cells.rect_of(row, column)
        return Reading(header, rows, rect.center(), region=rect.adjusted(-1, -1, 1, 1))

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every cell, row by row."""
        map_ = self.content
        if map_ is None:
            return ()
        return [
            self.cells.rect_of(row, column).center() for row, column in np.argwhere(np.isfinite(map_.chance)).tolist()
        ]

    def table(self, snapshot: Snapshot) -> Table:
        """Return every turn with every river: probability and equities."""
        map_ = self.present
        names = [card_text(card) for card in map_.cards]
        header = ("turn", "river", "probability", *(f"{name} equity" for name in map_.names))
        rows: list[tuple[object, ...]] = [
            (names[row], names[column], float(map_.chance[row, column]), *map_.equity[row, column].tolist())
            for row, column in np.argwhere(np.isfinite(map_.chance)).tolist()
        ]
        return header, rows
