"""Cells of a grid that is painted with strokes: what is to be seen of one, and which cells a stroke covers."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

Place = tuple[int, int]
"""Row and column, from the top left corner."""
Point = tuple[float, float]
"""Column and row as floats: cell (r, c) is the unit square with its top left corner in (c, r)."""

SAMPLES_PER_CELL = 8
CORNER = 0.25
"""How far from a corner, along both sides together, a stroke only grazes a cell: a diagonal stays a diagonal."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is to be seen of one cell.

    ``weight`` is the mean weight of its combos; ``mixed`` says that they weigh differently, ``blocked`` is the share
    of them that holds a known card. ``closed`` cells cannot be painted. A ``hot`` cell is coloured by equity: ``tone``
    goes from -1 (far below the fair share) to 1 (far above), None where it is not known; ``stale``: it was so on an
    earlier table. ``note`` is a short number, ``speech`` the whole for tool tips and screen readers. ``suits`` are the
    suits (0-3) of a single combo.
    """

    label: str
    weight: float = 0.0
    mixed: bool = False
    blocked: float = 0.0
    closed: bool = False
    strong: bool = False
    hot: bool = False
    tone: float | None = None
    stale: bool = False
    note: str = ""
    speech: str = ""
    suits: tuple[int, int] | None = None


def places_between(start: Point, end: Point) -> tuple[Place, ...]:
    """Return the cells under the straight line from ``start`` to ``end`` in order, without gaps.

    Cells whose corner it grazes are left out: those before and behind touch there.
    """
    steps = max(1, math.ceil(SAMPLES_PER_CELL * max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
    found: dict[Place, None] = {}
    for i in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * i / steps
        y = start[1] + (end[1] - start[1]) * i / steps
        if abs(x - round(x)) + abs(y - round(y)) >= CORNER:
            found[math.floor(y), math.floor(x)] = None
    return tuple(found)


def box(a: Place, b: Place) -> tuple[Place, ...]:
    """Return the cells of the rectangle with the corners ``a`` and ``b``."""
    rows = range(min(a[0], b[0]), max(a[0], b[0]) + 1)
    columns = range(min(a[1], b[1]), max(a[1], b[1]) + 1)
    return tuple((row, column) for row in rows for column in columns)


def bounds(places: Iterable[Place]) -> tuple[Place, Place]:
    """Return the corners of the smallest rectangle round ``places``, which are not empty."""
    rows, columns = zip(*places, strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))
