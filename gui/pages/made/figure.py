"""What one or two seats have on a board, or flop, as grouped bars."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF

from engine import Snapshot
from engine.made.names import CELLS, FIRST_DRAW, FIRST_KICKER, cell_name
from gui.charts.bars import Bar, Bars
from gui.charts.figure import DetailFigure, Table
from gui.charts.overlays import Reading, Row
from gui.charts.ticks import category_ticks, nice_ceiling, wide_share_ticks
from gui.look.formatting import percent
from gui.look.theme import Theme
from gui.pages.made.table import Numbers

LEFT, RIGHT, BOTTOM = 140.0, 18.0, 20.0
ROOM = 1.14
"""How much longer than the longest bar the axis is, for the labels."""
CHARTED = (*range(FIRST_KICKER), *range(FIRST_DRAW, CELLS))
"""Classes and draws; kickers stand in the data."""


class MadeFigure(DetailFigure[tuple[Numbers, ...]]):
    """The chart without its widget."""

    empty_title = "Made hands"
    empty_lines = ("What the ranges have on the board is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.bars = Bars(self.sheet)
        self._cells: tuple[int, ...] = ()
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    @property
    def shown(self) -> tuple[Numbers, ...]:
        """The seats in view."""
        return tuple(seat for seat in self.present if seat.seat not in self.hidden)

    def title(self, snapshot: Snapshot) -> str:
        flops = self.present[0].combos is None
        return "How often each class is flopped" if flops else "Made hands and draws"

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        return ("share of the hands that have it; a hand may have several draws",)

    def draw(self, snapshot: Snapshot) -> None:
        shown, every = self.shown, self.present
        self._cells = tuple(cell for cell in CHARTED if any(seat.share[cell] > 0 for seat in every))
        groups = tuple(tuple(_bar(seat, cell) for seat in shown) for cell in self._cells)
        self.bars.set_groups(groups if shown else (), "lying", downwards=True)
        top = max((bar.value for bars in groups for bar in bars), default=1.0)
        self.axes.x_grid, self.axes.y_grid = True, False
        self.axes.x_ticks = wide_share_ticks
        self.axes.y_ticks = category_ticks(tuple(cell_name(cell) for cell in reversed(self._cells)))
        self.sheet.left, self.sheet.right, self.sheet.top, self.sheet.bottom = LEFT, RIGHT, 0.0, BOTTOM
        across = (-0.5, max(len(self._cells), 1) - 0.5)
        x_range = (0.0, nice_ceiling(ROOM * top))
        self.sheet.view_box.setRange(xRange=x_range, yRange=across, padding=0.0, disableAutoRange=True)
        seats = tuple((seat.seat, seat.name) for seat in every)
        self.sheet.legend.set_entries(seats if len(every) > 1 else (), self.hidden)

    def clear(self) -> None:
        self._cells = ()
        self.bars.set_groups((), "lying")

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return what both have of the class under ``position``."""
        category = self.bars.category_at(position)
        if category is None:
            return None
        cell = self._cells[category]
        rows = tuple(Row(seat.seat, seat.name, _values(seat, cell)) for seat in self.shown)
        return Reading(cell_name(cell).capitalize(), rows, position, region=self.bars.group_region(category))

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every group from top to bottom."""
        return [self.bars.group_region(i).center() for i in range(len(self.bars.groups))]

    def table(self, snapshot: Snapshot) -> Table:
        """Return all numbers of all cells, kickers included."""
        return made_table(self.present)


def _bar(seat: Numbers, cell: int) -> Bar:
    share = float(seat.share[cell])
    label = percent(share, exact_digits=1)
    return Bar(seat.seat, 100 * share, 0.0, None, False, (label,))


def _values(seat: Numbers, cell: int) -> tuple[str, ...]:
    better = (f"or better {percent(float(seat.better[cell]))}",) if cell < FIRST_KICKER else ()
    return tuple(text for text in (percent(float(seat.share[cell])), *better, seat.equity_words(cell)) if text)


def made_table(seats: Sequence[Numbers]) -> Table:
    """Return the numbers of seats as header and rows, a row for each cell that one of them has."""
    header = ["class"]
    for seat in seats:
        header.append(f"{seat.name} share")
        header.append(f"{seat.name} or better")
        header += [f"{seat.name} combos"] if seat.combos is not None else []
        header += [f"{seat.name} equity", f"{seat.name} stderr"] if seat.equity is not None else []
    cells = [cell for cell in range(CELLS) if any(seat.share[cell] > 0 for seat in seats)]
    return tuple(header), [
        (cell_name(cell), *(v for seat in seats for v in _cell_values(seat, cell))) for cell in cells
    ]


def _cell_values(seat: Numbers, cell: int) -> list[object]:
    values: list[object] = [float(seat.share[cell]), float(seat.better[cell]) if cell < FIRST_KICKER else ""]
    if seat.combos is not None:
        values.append(float(seat.combos[cell]))
    if seat.equity is not None and seat.stderr is not None:
        values += ["" if np.isnan(v) else float(v) for v in (seat.equity[cell], seat.stderr[cell])]
    return values
