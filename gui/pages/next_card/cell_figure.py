"""What the maps of cards to come share: cells in the colours of a change of equity."""

from abc import abstractmethod
from typing import TypeVar

from PySide6.QtGui import QPainter

from engine import Snapshot
from gui.charts.figure import DetailFigure
from gui.charts.grid_figure import SCALE_HEIGHT, draw_scale
from gui.charts.sheet import PixelLayer
from gui.look.formatting import percent
from gui.look.heat import HeatScale
from gui.look.theme import Theme
from gui.state.details import change_text

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
