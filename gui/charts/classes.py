"""The widget of the chart of final hands."""

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from gui.charts.chart import Chart
from gui.charts.classes_figure import ClassesFigure
from gui.charts.figure import Figure
from gui.session import Session
from gui.theme import Look


class ClassesChart(Chart):
    """The distribution of the final hands of every seat."""

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._classes = ClassesFigure(look.theme)
        super().__init__("classes", "Final hands", self._classes, session, look, parent)

    def set_exact(self, exact: Mapping[int, Mapping[str, float]] | None) -> None:
        """Lay exact distributions by seat over the sampled ones, or take them off."""
        self._classes.exact = exact or {}
        self._classes.redraw()

    def page(self) -> Figure:
        """Return a copy for paper."""
        page = ClassesFigure(self._look.theme, on_paper=True)
        page.exact = self._classes.exact
        return page
