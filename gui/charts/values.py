"""A chart as a value: heading, axes, marks, legend, read-out and table; :mod:`gui.charts.plot` draws it.

A page has a function that makes one of a result; screen, pictures, CSV, screen readers and tests use the same value.
All coordinates are in the units of the axes.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine import SeatResult, Snapshot
from gui.charts.ticks import Ticks
from gui.words.captions import brief, file_stem, inputs, provenance
from gui.words.formatting import NO_BREAK

MAX_SPOKEN_ROWS = 26
"""A table of more rows is read aloud as its last row only."""
Array = NDArray[np.float64]
Table = tuple[tuple[str, ...], Sequence[tuple[object, ...]]]
"""Header and rows of a chart's data."""
Color = int | str
"""The index of a seat, which also decides line style, marker and hatching, or the name of a colour of the theme."""
Dash = Literal["seat", "solid", "dash", "dot"]
Sign = Literal["line", "dash", "box", "hollow", "band", "tick", "part", "symbol"]


class Amount(float):
    """A number in the data of a chart that is not a probability, such as chips. All other floats are read aloud in
    percent."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The texts around a chart.

    ``brief``: the situation on one line, for the screen. ``about``: the situation in full, for exported pages.
    ``notes``: below the plot on exported pages, and on the screen if ``always`` is set. ``origin``: how the numbers
    were computed. ``stem``: the beginning of file names. If ``titled`` is False, the screen has no title and no brief.
    """

    title: str
    brief: str
    about: tuple[str, ...]
    notes: tuple[str, ...]
    origin: str
    stem: str
    always: bool = True
    titled: bool = True

    @classmethod
    def of(cls, snapshot: Snapshot, title: str, notes: Sequence[str], name: str) -> "Heading":
        """Return the heading of a chart of a result; ``name`` identifies the chart in file names."""
        scenario = snapshot.scenario
        stem = file_stem(scenario, name)
        return cls(title, brief(scenario), inputs(scenario), tuple(notes), provenance(snapshot), stem)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its range, ticks and name.

    ``grid``: ticks are continued as lines through the plot. ``line``: the axis itself is a line; that of a map is not,
    and its ticks are the heads of rows or columns. ``gap``: pixels between plot and tick texts. ``room``: minimum
    pixels for the texts at the side of the plot.
    """

    low: float
    high: float
    ticks: Ticks | None = None
    name: str = ""
    grid: bool = True
    line: bool = True
    gap: float = 6.0
    room: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line through points, ``x`` and ``y`` float64[n]; ``markers`` are the indices of points with a marker."""

    x: Array
    y: Array
    color: Color
    width: float = 1.5
    dash: Dash = "seat"
    opacity: float = 1.0
    markers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The area between the lines ``low`` and ``high`` over the same ``x``, float64[n] each."""

    x: Array
    low: Array
    high: Array
    color: Color
    opacity: float


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A histogram: ``edges`` float64[n + 1], ``heights`` float64[n], from ``base`` up; ``fill`` is the opacity of the
    area."""

    edges: Array
    heights: Array
    color: Color
    fill: float
    width: float = 1.8
    dash: Dash = "seat"
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from ``start`` to ``end`` along the axis of values; on the other axis its middle is ``position`` and its
    width is ``thickness``.

    ``error``: half width of its interval. ``exact``: a value with a tick across the bar. ``labels``: alternative texts
    at its end, the longest first; all bars of a chart use the longest that fits. A bar without a colour has only a
    label.
    """

    position: float
    thickness: float
    start: float
    end: float
    color: Color | None
    hollow: bool = False
    error: float = 0.0
    exact: float | None = None
    labels: tuple[str, ...] = ()
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars, vertical or ``lying`` (horizontal).

    ``columns``: the number of equal sections of the axis of values, each with bars of its own. ``note``: put in front
    of the notes of the chart if the labels have room. ``max_thickness``: in pixels.
    """

    bars: tuple[Bar, ...]
    lying: bool = False
    columns: int = 1
    note: str = ""
    max_thickness: float = math.inf


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line through the plot: vertical at x = ``at``, or ``level`` (horizontal) at y = ``at``. The label is
    at the share ``label_position`` of its length, above a level line unless ``label_below``.
    """

    at: float
    level: bool = False
    label: str = ""
    label_position: float = 0.95
    label_below: bool = False
    color: Color = "muted"
    dash: Dash = "dot"
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Points:
    """Markers at points (x, y), with ``labels`` next to them.

    ``symbol``: one of pyqtgraph's symbols instead of the seat's; a thin edge separates it from lines below.
    """

    points: tuple[tuple[float, float], ...]
    color: Color
    size: float = 8.0
    labels: tuple[str, ...] = ()
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text at (x, y); ``anchor`` is the point of its box at that position: (0, 0) top left, (1, 1) bottom right."""

    x: float
    y: float
    text: str
    anchor: tuple[float, float] = (0.0, 0.5)
    color: Color = "text"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class MapCell:
    """A cell of one by one unit of a map; its top left corner is (column, row), and the y axis points down.

    ``tone``: its colour from -1 to 1, None if its value is unknown. ``height``: the coloured share of its height.
    ``parts``: (colour, share of the width) of sections that replace the tone. ``faint``: an empty position of the map.
    ``suit``: its symbol follows the first text. ``bare``: without a background, for the heads of a map.
    """

    row: int
    column: int
    texts: tuple[str, ...]
    tone: float | None = None
    height: float = 1.0
    faint: bool = False
    parts: tuple[tuple[Color, float], ...] = ()
    suit: int | None = None
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of a map."""

    cells: tuple[MapCell, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """Many cells without texts: ``tones`` float64[rows, columns] from -1 to 1, NaN for no value."""

    tones: Array


Mark = Line | Band | Steps | Bars | Rule | Points | Text | Cells | Image


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend that explains a sign; ``symbol``: the symbol of points, if ``sign`` is "symbol"."""

    name: str
    sign: Sign
    color: Color
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A row of texts below the plot, one per unit of the x axis; the row of a ``seat`` begins with a piece of its
    line."""

    head: str
    texts: tuple[str, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a read-out: a seat (for its marker), its name and its values."""

    seat: int
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadOut:
    """The values at a point (x, y) of a chart: a header and rows.

    Highlighted in the plot are a vertical ``line`` at x, a ``region`` (left, right, bottom, top) or ``points`` (seat,
    x, y).
    """

    header: str
    rows: tuple[Row, ...]
    x: float
    y: float | None = None
    line: bool = False
    region: tuple[float, float, float, float] | None = None
    points: tuple[tuple[int, float, float], ...] = ()


def no_read_out(x: float, y: float) -> ReadOut | None:
    """Return None: a chart without a read-out."""
    return None


@dataclass(frozen=True, slots=True)
class EndLabel:
    """The label at the end of a line: the seat, its name, the value as text, and the y coordinate ``end`` of the
    line."""

    seat: int
    name: str
    value: str
    end: float
    hidden: bool


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A chart.

    ``table``: its data, or a function that returns them. ``seats``: the entries of the legend that can be clicked,
    (seat, name), drawn as lines instead of boxes if ``lines`` is set. ``ends``: labels right of the plot, at the ends
    of lines. ``read``: returns the values at (x, y). ``stops``: the points (x, y) that the arrow keys visit; y None is
    the middle of the plot. ``right``, ``top``: ticks on the other sides. ``scale``: texts for the low end, the middle
    and the high end of the colours of a map. ``rows``: rows of texts below the plot. ``panned``: the mouse can move and
    zoom. ``spoken``: its data for screen readers, if not the rows of the table.
    """

    heading: Heading
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    table: Table | Callable[[], Table]
    seats: tuple[tuple[int, str], ...] = ()
    keys: tuple[Key, ...] = ()
    lines: bool = False
    ends: tuple[EndLabel, ...] = ()
    read: Callable[[float, float], ReadOut | None] = no_read_out
    stops: tuple[tuple[float, float | None], ...] = ()
    right: Ticks | None = None
    top: Axis | None = None
    scale: tuple[str, str, str] | None = None
    rows: tuple[NumberRow, ...] = ()
    panned: bool = False
    down: bool = False
    """Whether the y axis points down, as in maps."""
    min_height: float = 60.0
    """The minimum height of the plot in pixels."""
    hides: bool = True
    """Whether a click on a seat of the legend, or on the label of a line, hides it."""
    exported: bool = True
    """Whether it is worth an exported page."""
    spoken: str = ""

    @property
    def data(self) -> Table:
        """The data as header and rows."""
        return self.table() if callable(self.table) else self.table


@dataclass(frozen=True, slots=True)
class Empty:
    """The texts that are displayed instead of a chart as long as there is no result."""

    title: str
    lines: tuple[str, ...]


def table_text(table: Table) -> str:
    """Return the data of a chart as a sentence: all rows of a short table, the last one (the result) of a long one."""
    head, rows = table
    selected = rows if len(rows) <= MAX_SPOKEN_ROWS else rows[-1:]
    spoken = "; ".join(
        ", ".join(
            f"{title} {_value(value)}" for title, value in zip(head, row, strict=False) if value not in (None, "")
        )
        for row in selected
    )
    return spoken if len(rows) == len(selected) else f"The last of {len(rows)} rows: {spoken}"


def _value(value: object) -> str:
    """Return a value as text: a share in percent, an ``Amount`` as a plain number, anything else by ``str``."""
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else "infinity" if value > 0 else "minus infinity"
    return f"{value:.4g}" if isinstance(value, Amount) else f"{100 * value:.4g}{NO_BREAK}%"


def active_seats(snapshot: Snapshot) -> list[tuple[int, SeatResult]]:
    """Return the seats that contest the pot, with their indices at the table."""
    return [(i, seat) for i, seat in enumerate(snapshot.seats) if seat.estimate is not None]
