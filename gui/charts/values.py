"""A chart as a value: heading, axes, marks, legend, read-out and table; :mod:`gui.charts.plot` draws it.

A page makes one with a function of its result; screen, picture, CSV, spoken words and tests read the same value.
All places are in the units of the axes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gui.charts.figure import Table
from gui.charts.overlays import EndLabel, Row
from gui.charts.ticks import Ticks

Array = NDArray[np.float64]
Color = int | str
"""The number of a seat, with its line style, marker and hatching, or the name of a colour of the theme."""
Dash = Literal["seat", "solid", "dash", "dot"]
Sign = Literal["line", "dash", "box", "hollow", "band", "tick"]


@dataclass(frozen=True, slots=True)
class Heading:
    """The texts round a chart.

    ``brief`` is the situation on one line for the screen; ``about`` and ``notes`` stand on exported pages, ``notes``
    on the screen too where ``always`` is set; ``origin`` says how the numbers came about; ``stem`` begins file names.
    """

    title: str
    brief: str
    about: tuple[str, ...]
    notes: tuple[str, ...]
    origin: str
    stem: str
    always: bool = True


@dataclass(frozen=True, slots=True)
class Axis:
    """The range of an axis, its ticks, its name and whether its ticks are drawn through the plot."""

    low: float
    high: float
    ticks: Ticks | None = None
    name: str = ""
    grid: bool = True


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
    ``labels`` are texts for its end, the longest first: all bars of a chart show the longest that fits.
    """

    place: float
    thickness: float
    start: float
    end: float
    color: Color
    hollow: bool = False
    error: float = 0.0
    exact: float | None = None
    labels: tuple[str, ...] = ()
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars that stand, or lie."""

    bars: tuple[Bar, ...]
    lying: bool = False


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
    """Markers at places (x, y); ``labels`` stand beside them."""

    places: tuple[tuple[float, float], ...]
    color: Color
    size: float = 8.0
    labels: tuple[str, ...] = ()


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
    ``parts`` divide its width, each with a colour and a share, in place of tone and height; ``faint`` cells only hold
    their place.
    """

    row: int
    column: int
    texts: tuple[str, ...]
    tone: float | None = None
    height: float = 1.0
    faint: bool = False
    parts: tuple[tuple[Color, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells of a map."""

    cells: tuple[Cell, ...]


Mark = Line | Band | Steps | Bars | Rule | Points | Text | Cells


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend that explains a sign."""

    name: str
    sign: Sign
    color: Color


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


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A chart.

    ``seats`` are the entries of the legend that can be clicked, (seat, name); ``lines`` shows them as lines in place of
    boxes. ``ends`` label the ends of lines right of the plot. ``read`` returns the values at a place, ``stops`` are the
    places (x, y) that the arrow keys visit. ``right`` are ticks of the y axis on the right side. ``panned`` lets the
    mouse move and zoom it.
    """

    heading: Heading
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    table: Table
    seats: tuple[tuple[int, str], ...] = ()
    keys: tuple[Key, ...] = ()
    lines: bool = False
    ends: tuple[EndLabel, ...] = ()
    read: Callable[[float, float], ReadOut | None] = no_read_out
    stops: tuple[tuple[float, float], ...] = ()
    right: Ticks | None = None
    panned: bool = False
    down: bool = False
    """Whether the y axis points down, as in maps."""
    hides: bool = True
    """Whether a click on a seat of the legend, or on the label of a line, hides it."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The texts in place of a chart without a result."""

    title: str
    lines: tuple[str, ...]
