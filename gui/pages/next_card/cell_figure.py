"""What the maps of cards to come share: cells in the colours of a change of equity."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.chart import DetailChart
from gui.charts.figure import DetailFigure
from gui.charts.grid_figure import SCALE_HEIGHT, draw_scale
from gui.charts.overlays import Reading
from gui.charts.sheet import PixelLayer
from gui.look.changes import change_text
from gui.look.formatting import percent
from gui.look.painting import HeatScale
from gui.look.theme import Look, Theme
from gui.parts.spoken import PaintedCells
from gui.state.session import Session

T = TypeVar("T")


def draw_changes(layer: PixelLayer, painter: QPainter, scale: HeatScale) -> None:
    """Draw the colours of a scale round the present equity below the plot of ``layer``, in points more or less."""
    draw_scale(painter, layer.theme, layer.sheet.plot, change_words(scale))


def change_words(scale: HeatScale) -> tuple[str, str, str]:
    """Return the words of a scale round the present equity: its ends in points more or less."""
    reach = scale.high - scale.middle
    now = f"now {percent(scale.middle, exact_digits=1)}"
    return change_text(-reach, digits=1), now, change_text(reach, digits=1)


class CellFigure(DetailFigure[T]):
    """Cells above the scale of their colours: no axes, no seats to hide, nothing to zoom."""

    hides_seats = False

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.sheet.left = self.sheet.right = 0.0
        self.sheet.bottom = SCALE_HEIGHT
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    @abstractmethod
    def set_cells(self, content: T | None) -> None:
        """Draw the cells of other content; None: none."""

    def draw(self, snapshot: Snapshot) -> None:
        self.axes.setVisible(False)
        self.set_cells(self.content)

    def clear(self) -> None:
        self.set_cells(None)


class CellChart(DetailChart[T], PaintedCells):
    """The widget round such a figure; its cells are said as they are read out, in the order of the arrow keys."""

    def __init__(
        self, name: str, title: str, figure: CellFigure[T], session: Session, look: Look, parent: QWidget | None = None
    ) -> None:
        self._middles: tuple[object, QRectF, Sequence[QPointF]] = None, QRectF(), ()
        """The middles of the cells, and the content and the plot that they belong to."""
        super().__init__(name, title, figure, session, look, parent)

    def _cells(self) -> Sequence[QPointF]:
        content, plot = self._detail.content, self.figure.sheet.plot
        if self._middles[0] is not content or self._middles[1] != plot:
            self._middles = content, plot, self.figure.stops()
        return self._middles[2]

    def _cell(self, number: int) -> Reading:
        reading = self.figure.reading_at(self._cells()[number])
        assert reading is not None
        return reading

    def cell_count(self) -> int:
        return len(self._cells())

    def cell_name(self, number: int) -> str:
        return self._cell(number).text

    def cell_area(self, number: int) -> QRectF:
        return self._cell(number).region or QRectF()

    def cell_now(self) -> int | None:
        return self._stop if self._stop is not None and self._stop < self.cell_count() else None

    def _step(self, step: int) -> None:
        super()._step(step)
        self.cell_entered()
