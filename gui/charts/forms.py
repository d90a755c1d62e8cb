"""Charts of forms that several pages share: bars in groups, maps of cells, columns with numbers below.

Maps and columns have their rows and columns in units of the axes, from 0 on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.ranges.holdem_matrix import SIZE
from gui.charts.ticks import (
    category_ticks,
    nice_ceiling,
    percent_ticks,
    point_ticks,
    share_ticks,
    unit_ticks,
    wide_share_ticks,
)
from gui.charts.values import (
    Axis,
    Bar,
    Bars,
    Cell,
    Cells,
    Chart,
    Heading,
    Key,
    Line,
    Mark,
    NumberRow,
    Points,
    ReadOut,
    Row,
    Rule,
    Table,
    Text,
)
from gui.look.formatting import percent
from gui.look.painting import HeatScale
from gui.parts.cells import Cell as HandCell

COLUMN_BAR, COLUMN_ROOM = 0.4, 0.16
"""The share of a column that its bar takes; the share of the span of the values that is free above and below."""
DOT = 7.0
GROUP_SHARE, GAP_SHARE = 0.86, 0.07
"""The share of a category that its bars take, and of the room of a bar that stays free."""
STANDING_ROOM, LYING_ROOM = 1.1, 1.16
"""How much longer than the longest bar the axis is, for the labels."""
COLUMN_SHARE, COLUMN_THICKNESS = 0.6, 0.5
"""The share of a column that its longest bar takes; the share of a row that a bar in a column takes."""
Form = Literal["standing", "lying", "columns"]
"""``columns``: lying bars, those of a seat under one another in a column of their own, all to the same scale."""


@dataclass(frozen=True, slots=True)
class GroupBar:
    """A bar of ``value`` percent with the half width of its interval; ``labels``: the longest first."""

    seat: int
    value: float
    labels: tuple[str, ...]
    error: float = 0.0
    exact: float | None = None
    hollow: bool = False

    @property
    def top(self) -> float:
        return max(self.value + self.error, self.exact or 0.0)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of bars in the order of reading, with the ``names`` of their categories, ``short`` for narrow ones.

    Every group holds the same series in the same order, called ``heads`` over columns. Of ``paired`` bars every other
    one belongs to the one before it, whose label both share. ``axis`` names the categories.
    """

    names: tuple[str, ...]
    groups: tuple[tuple[GroupBar, ...], ...]
    form: Form
    heads: tuple[str, ...] = ()
    paired: bool = False
    short: tuple[str, ...] = ()
    axis: str = ""
    room: float = 0.0
    """How much longer than the longest bar the axis is, 0: as usual in this form."""
    note: str = ""
    """Begins the notes where the labels have room."""

    @property
    def standing(self) -> bool:
        return self.form == "standing"

    @property
    def down(self) -> bool:
        """Whether the y axis points down."""
        return not self.standing

    @property
    def series(self) -> int:
        return len(self.groups[0]) if self.groups else 0

    @property
    def _top(self) -> float:
        return max((bar.top for group in self.groups for bar in group), default=0.0) or 100.0

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The x axis and the y axis."""
        ends = -0.5, max(len(self.names), 1) - 0.5
        if self.form == "columns":
            return Axis(0.0, max(self.series, 1), grid=False), Axis(*ends, category_ticks(self.names), grid=False)
        longest = (self.room or (STANDING_ROOM if self.standing else LYING_ROOM)) * self._top
        end = longest if self.standing and longest > 100.0 else nice_ceiling(longest)
        if self.standing:
            across = Axis(*ends, category_ticks(self.names, self.short), self.axis, grid=False)
            return across, Axis(0.0, end, share_ticks)
        return Axis(0.0, end, wide_share_ticks), Axis(*ends, category_ticks(self.names), grid=False)

    @property
    def top_axis(self) -> Axis | None:
        """The names over columns."""
        if self.form != "columns":
            return None
        return Axis(0.0, self.series, unit_ticks(self.heads), grid=False, line=False)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The bars, and lines where columns begin."""
        bars = [bar for place, group in enumerate(self.groups) for bar in self._bars(place, group)]
        columns = self.series if self.form == "columns" else 1
        rules = [Rule(float(i), color="line", dash="solid") for i in range(1, columns)]
        return (*rules, Bars(tuple(bars), not self.standing, columns, self.note))

    def _bars(self, place: int, group: Sequence[GroupBar]) -> list[Bar]:
        if self.form == "columns":
            scale = COLUMN_SHARE / self._top
            return [
                Bar(
                    place,
                    COLUMN_THICKNESS,
                    column,
                    column + scale * bar.value,
                    bar.seat,
                    bar.hollow,
                    scale * bar.error,
                    None if bar.exact is None else column + scale * bar.exact,
                    bar.labels if bar.value > 0 else (),
                )
                for column, bar in enumerate(group)
            ]
        slot, made = GROUP_SHARE / len(group), []
        for i, bar in enumerate(group):
            middle = place + (i + 0.5) * slot - GROUP_SHARE / 2
            labels = bar.labels if bar.value > 0 and not self.paired else ()
            thick = slot * (1 - GAP_SHARE)
            made.append(Bar(middle, thick, 0.0, bar.value, bar.seat, bar.hollow, bar.error, bar.exact, labels))
            if self.paired and i % 2 == 0 and bar.value > 0:
                top = max(both.top for both in group[i : i + 2])
                made.append(Bar(middle + slot / 2, 2 * thick, 0.0, top, None, labels=bar.labels))
        return made

    def category(self, x: float, y: float) -> int | None:
        """Return the category at a place, None where there is no bar."""
        place = round(x if self.standing else y)
        return place if self.series and 0 <= place < len(self.names) else None

    def read_out(self, category: int, header: str, rows: tuple[Row, ...], x: float, y: float) -> ReadOut:
        """Return the values of a category as a read-out at a place."""
        strip = category - 0.5, category + 0.5
        whole = self.axes[1 if self.standing else 0]
        region = (*strip, whole.low, whole.high) if self.standing else (whole.low, whole.high, *strip)
        return ReadOut(header, rows, x, y, region=region)

    @property
    def stops(self) -> tuple[tuple[float, float], ...]:
        """The middles of the categories in the order of reading."""
        across = self.axes[1 if self.standing else 0]
        middle = (across.low + across.high) / 2
        places = range(len(self.names) if self.series else 0)
        return tuple((float(i), middle) if self.standing else (middle, float(i)) for i in places)


def map_chart(
    heading: Heading,
    size: tuple[int, int],
    marks: Sequence[Mark],
    table: Table,
    *,
    heads: tuple[Sequence[str], Sequence[str]] = ((), ()),
    scale: tuple[str, str, str] | None = None,
) -> Chart:
    """Return a map of ``size`` rows and columns with the ``heads`` of both; ``scale`` explains its colours."""
    (rows, columns), (row_heads, column_heads) = size, heads
    top = Axis(0.0, columns, unit_ticks(column_heads), grid=False, line=False, gap=2.0)
    return Chart(
        heading,
        Axis(0.0, columns, grid=False, line=False),
        Axis(0.0, rows, unit_ticks(row_heads) if row_heads else None, grid=False, line=False),
        tuple(marks),
        table,
        top=top if column_heads else None,
        scale=scale,
        down=True,
        hides=False,
    )


def hand_map(
    heading: Heading,
    cells: Sequence[HandCell],
    table: Table,
    *,
    filled: float | None = None,
    scale: tuple[str, str, str] | None = None,
    keys: tuple[Key, ...] = (),
) -> Chart:
    """Return the map of the 169 classes of hands, ``cells`` row by row; ``filled``: the tone of cells without heat."""
    marks = (
        Cell(
            *divmod(number, SIZE),
            (cell.label, cell.note) if cell.note else (cell.label,),
            cell.tone if cell.hot else filled,
            cell.weight,
            cell.weight == 0,
            cell.parts,
        )
        for number, cell in enumerate(cells)
    )
    return replace(map_chart(heading, (SIZE, SIZE), (Cells(tuple(marks)),), table, scale=scale), keys=keys)


def scale_words(scale: HeatScale, middle: str) -> tuple[str, str, str]:
    """Return the words for the colours of a map: the low end, the middle, which ``middle`` explains, the high end."""
    low, centre, high = (percent(value, exact_digits=1) for value in (scale.low, scale.middle, scale.high))
    return low, f"{middle} {centre}", high


def cell_read_out(cell: tuple[int, int], header: str, rows: tuple[Row, ...]) -> ReadOut:
    """Return the values of a cell (row, column) of a map."""
    row, column = cell
    return ReadOut(header, rows, column + 0.5, row + 0.5, region=(column, column + 1.0, row, row + 1.0))


@dataclass(frozen=True, slots=True)
class ColumnBar:
    """A bar from zero to ``value`` in percent, its number, and the name of its colour in the theme."""

    value: float
    text: str
    color: str


def columns_chart(
    heading: Heading,
    names: Sequence[str],
    rows: tuple[NumberRow, ...],
    table: Table,
    *,
    bars: Sequence[ColumnBar | None] = (),
    lines: Sequence[tuple[int, Sequence[float | None]]] = (),
) -> Chart:
    """Return columns called ``names`` above rows of numbers: a bar in each, None where there is none, or ``lines`` over
    them, a seat and its values in percent, None where it has none.
    """
    values = [bar.value for bar in bars if bar is not None]
    values += [value for _, line in lines for value in line if value is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    if bars:
        low, high = min(low, 0.0), max(high, 0.0)
    room = COLUMN_ROOM * (high - low) or 1.0
    marks: list[Mark] = []
    if bars:
        known = [(i + 0.5, bar) for i, bar in enumerate(bars) if bar is not None]
        drawn = (Bar(x, COLUMN_BAR, 0.0, bar.value, bar.color, labels=(bar.text,)) for x, bar in known)
        marks = [Rule(0.0, level=True, color="outline", dash="solid"), Bars(tuple(drawn))]
        marks += [Text(i + 0.5, 0.0, "–", (0.5, 1.0), "muted") for i, bar in enumerate(bars) if bar is None]
    for seat, line in reversed(lines):
        places = [(i + 0.5, value) for i, value in enumerate(line) if value is not None]
        xs, ys = (np.array(values) for values in zip(*places, strict=True))
        marks += [Line(xs, ys, seat, 2.0), Points(tuple(places), seat, DOT)]
    return Chart(
        heading,
        Axis(0.0, len(names), unit_ticks(names), grid=False),
        Axis(low - room, high + room, point_ticks if bars else percent_ticks),
        tuple(marks),
        table,
        rows=rows,
    )
