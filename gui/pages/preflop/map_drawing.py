"""The 13x13 maps of the page on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from gui.charts.drawing import DrawingFigure, Heading
from gui.charts.figure import Table
from gui.charts.grid_figure import Cells, Grid, GridCell
from gui.look.theme import Theme
from gui.parts.cells import Cell

SIZE = 13
FILLED_TONE = 0.75


@dataclass(frozen=True, slots=True)
class HandsMap:
    """A map of the 169 hands, and its data."""

    heading: Heading
    cells: tuple[Cell, ...]
    data: Table

    def table(self) -> Table:
        """Return the data."""
        return self.data


class HandsMapFigure(DrawingFigure[HandsMap]):
    """Draws a map; for files only."""

    empty_title = "Hands"
    empty_lines = ("There is nothing to draw yet.",)

    def __init__(self, theme: Theme, *, on_paper: bool = True) -> None:
        super().__init__(theme, on_paper=on_paper)
        self._cells = Cells(self.sheet)

    def draw_content(self, content: HandsMap) -> None:
        """Draw the cells."""
        self.axes.setVisible(False)
        self.sheet.left = self.sheet.right = self.sheet.top = 0.0
        self.sheet.bottom = 8.0
        self._cells.set_grid(grid_of(content))

    def clear(self) -> None:
        """Take everything off the plot."""
        self._cells.set_grid(None)


def grid_of(content: HandsMap) -> Grid:
    """Return the map as a grid for paper."""
    cells = tuple(_grid_cell(i, cell) for i, cell in enumerate(content.cells))
    return Grid(content.heading.title, "", SIZE, SIZE, cells, content.data)


def _grid_cell(number: int, cell: Cell) -> GridCell:
    tone = cell.tone if cell.hot else FILLED_TONE
    notes: Sequence[str] = (cell.note,) if cell.note else ()
    row, column = divmod(number, SIZE)
    return GridCell(row, column, cell.label, tuple(notes), tone, cell.weight, faint=cell.weight == 0)
