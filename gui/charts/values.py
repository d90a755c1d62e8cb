"""A chart as a value: heading, axes, marks, legend, read-out and table; :mod:`gui.charts.plot` draws it.

A page makes one with a function of its result; screen, picture, CSV, spoken words and tests read the same value.
All places are in the units of the axes.
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

MOST_ROWS = 26
"""The longest table that is spoken row by row."""
Array = NDArray[np.float64]
Table = tuple[tuple[str, ...], Sequence[tuple[object, ...]]]
"""Header and rows of a chart's data."""
Color = int | str
"""The number of a seat, with its line style, marker and hatching, or the name of a colour of the theme."""
Dash = Literal["seat", "solid", "dash", "dot"]
Sign = Literal["line", "dash", "box", "hollow", "band", "tick", "part", "symbol"]


class Amount(float):
    """A number in the data of a chart that is not a probability, such as one of chips; all others are spoken in
    percent."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The texts round a chart.

    ``brief`` is the situation on one line for the screen; ``about`` and ``notes`` stand on exported pages, ``notes``
    on the screen too where ``always`` is set; ``origin`` says how the numbers came about; ``stem`` begins file names.
    The title and ``brief`` of a chart that is not ``titled`` stand on exported pages alone.
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
        """Return the heading of a chart of a result; ``name`` is that of the chart in file names."""
        scenario = snapshot.scenario
        stem = file_stem(scenario, name)
        return cls(title, brief(scenario), inputs(scenario), tuple(notes), provenance(snapshot), stem)


@dataclass(frozen=True, slots=True)
class Axis:
    """The range of an axis, its ticks, its name, whether its ticks are drawn through the plot and whether it is a line
    itself; one that is none is that of a map, with the heads of rows or columns as its ticks.

    ``gap`` are the pixels between plot and ticks, ``room`` the least pixels for the texts before the plot.
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
    """A line through points, float64[n] each; ``markers`` are the indices of points with a marker."""

    x: Array
    y: Array
    color: Color
    width: float = 1.5
    dash: Dash = "seat"
    opacity: float = 1.0
    markers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """The area between two lines over the same ``x``, float64[n] each."""

    x: Array
    low: Array
    high: Array
    color: Color
    opacity: float


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A histogram: ``edges`` float64[n + 1], ``heights`` float64[n], from ``base`` upwards; ``fill`` is its opacity."""

    edges: Array
    heights: Array
    color: Color
    fill: float
    width: float = 1.8
    dash: Dash = "seat"
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from ``start`` to ``end`` along the axis of values; ``place`` is its middle on the other axis and
    ``thickness`` its width there. ``error`` is the half width of its interval, ``exact`` a value marked by a tick;
    ``labels`` are texts for its end, the longest first: all bars of a chart show the longest that fits. Of a bar
    without a colour only the label is drawn.
    """

    place: float
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
    """Bars that stand, or lie; ``columns`` is the number of equal parts of the axis of values in which they lie.

    ``note`` begins the notes of the chart where the labels have room; ``thickest``: most pixels of a bar across.
    """

    bars: tuple[Bar, ...]
    lying: bool = False
    columns: int = 1
    note: str = ""
    thickest: float = math.inf


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line through the plot: upright at ``at`` of the x axis, or level at ``at`` of the y axis; its label
    stands at the share ``place`` of its length.
    """

    at: float
    level: bool = False
    label: str = ""
    place: float = 0.95
    color: Color = "muted"
    dash: Dash = "dot"
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Points:
    """Markers at places (x, y); ``labels`` stand next to them.

    ``symbol``: one of pyqtgraph's in place of the seat's, set off against lines by a thin edge.
    """

    places: tuple[tuple[float, float], ...]
    color: Color
    size: float = 8.0
    labels: tuple[str, ...] = ()
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text at a place; ``anchor`` is the point of its box that lies there, (0, 0) top left, (1, 1) bottom right."""

    x: float
    y: float
    text: str
    anchor: tuple[float, float] = (0.0, 0.5)
    color: Color = "text"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of one unit by one unit whose top left corner is (column, row) of an axis that points down.

    ``tone`` from -1 to 1 colours it, None: its value is unknown; ``height`` is the coloured share of its height;
    ``parts`` divide its width, each with a colour and a share, in place of the tone; ``faint`` cells only hold their
    place. The sign of a ``suit`` stands after the first text. A ``bare`` cell has no ground: a head of a map.
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

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """Many cells without texts: ``tones`` float64[rows, columns] from -1 to 1, NaN where there is none."""

    tones: Array


Mark = Line | Band | Steps | Bars | Rule | Points | Text | Cells | Image


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend that explains a sign; ``symbol``: that of points, where the sign is one."""

    name: str
    sign: Sign
    color: Color
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A row of texts below the plot, one in each unit of the x axis; the row of a ``seat`` has its line before it."""

    head: str
    texts: tuple[str, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the read-out: a seat (for its marker), its name, its values."""

    seat: int
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadOut:
    """The values at a place: a header, rows, the point where they are shown, and a line, a region (left, right, bottom,
    top) or points of seats that are set off.
    """

    header: str
    rows: tuple[Row, ...]
    x: float
    y: float | None = None
    line: bool = False
    region: tuple[float, float, float, float] | None = None
    points: tuple[tuple[int, float, float], ...] = ()


def no_read_out(x: float, y: float) -> ReadOut | None:
    """Return no values: there is nothing to read out."""
    return None


@dataclass(frozen=True, slots=True)
class EndLabel:
    """A label: the seat, its name, the value in words and where its line ends (``end`` on the y axis)."""

    seat: int
    name: str
    value: str
    end: float
    hidden: bool


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A chart.

    ``table`` are its data, or a function that makes them. ``seats`` are the entries of the legend that can be clicked,
    (seat, name); ``lines`` shows them as lines in place of boxes. ``ends`` label the ends of lines right of the plot.
    ``read`` returns the values at a place, ``stops`` are the places (x, y) that the arrow keys visit, y None the middle
    of the plot. ``right`` and ``top`` are ticks on the other sides, ``scale`` are the words for the low end, the middle
    and the high end of the colours of a map, ``rows`` are texts below the plot. ``panned`` lets the mouse move and zoom
    it. ``spoken`` are its data in words, where these are not the rows of its table.
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
    least: float = 60.0
    """The least height of the plot in pixels."""
    hides: bool = True
    """Whether a click on a seat of the legend, or on the label of a line, hides it."""
    exported: bool = True
    """Whether it says enough for a page of its own."""
    spoken: str = ""

    @property
    def data(self) -> Table:
        """The data as header and rows."""
        return self.table() if callable(self.table) else self.table


@dataclass(frozen=True, slots=True)
class Empty:
    """The texts in place of a chart without a result."""

    title: str
    lines: tuple[str, ...]


def table_words(table: Table) -> str:
    """Return the data of a chart in words: short tables row by row, of long ones the last row, where the lines end."""
    head, rows = table
    shown = rows if len(rows) <= MOST_ROWS else rows[-1:]
    spoken = "; ".join(
        ", ".join(
            f"{title} {_value(value)}" for title, value in zip(head, row, strict=False) if value not in (None, "")
        )
        for row in shown
    )
    return spoken if len(rows) == len(shown) else f"The last of {len(rows)} rows: {spoken}"


def _value(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else "infinity" if value > 0 else "minus infinity"
    return f"{value:.4g}" if isinstance(value, Amount) else f"{100 * value:.4g}{NO_BREAK}%"


def active_seats(snapshot: Snapshot) -> list[tuple[int, SeatResult]]:
    """Return the seats that contest the pot with their places at the table."""
    return [(i, seat) for i, seat in enumerate(snapshot.seats) if seat.estimate is not None]
