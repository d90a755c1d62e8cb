"""Curves and areas of charts: what figures of pages need of pyqtgraph, which is imported in this folder alone."""

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtGui import QPainterPath


class Curve(pg.PlotCurveItem):  # type: ignore[misc]
    """A smooth line without points; a ``whole`` one is drawn in one piece.

    Pieces are drawn faster, but those of a wide line show their ends.
    """

    def __init__(self, *, whole: bool = False) -> None:
        super().__init__(antialias=True)
        if whole:
            self.setSegmentedLineMode("off")


def area_between(xs: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> QPainterPath:
    """Return the area between two lines, float64[n] each, over the same ``xs``."""
    path: QPainterPath = pg.arrayToQPath(np.concatenate([xs, xs[::-1]]), np.concatenate([high, low[::-1]]))
    path.closeSubpath()
    return path
