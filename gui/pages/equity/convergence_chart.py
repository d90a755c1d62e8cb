"""The widget of the convergence chart."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from gui.charts.chart import Chart
from gui.charts.figure import Figure
from gui.look.theme import Look
from gui.pages.equity.convergence_figure import ConvergenceFigure
from gui.state.session import Session


class ConvergenceChart(Chart):
    """Converging equities; the axis is logarithmic or linear, the zoom shows the whole run or its end.

    Wheel and drag zoom and move by hand; a double click or Home lets the axes follow the run again.
    """

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._convergence = ConvergenceFigure(look.theme)
        super().__init__("convergence", "Converging equity", self._convergence, session, look, parent)
        self.log = self._toggle_action("log", "Log", "Logarithmic axis of deals", on=True)
        self.on_end = self._toggle_action("end", "Zoom", "Zoom on the end of the run", on=False)
        self._reset = QAction("Fit the axes", self)
        self._reset.setObjectName("chart.convergence.fit")
        self._reset.triggered.connect(self.reset_view)
        self.log.toggled.connect(self._on_log_toggled)
        self.on_end.toggled.connect(self._on_end_toggled)

    def _toggle_action(self, name: str, text: str, tip: str, *, on: bool) -> QAction:
        action = QAction(text, self)
        action.setToolTip(tip)
        action.setCheckable(True)
        action.setChecked(on)
        button = QToolButton()
        button.setDefaultAction(action)
        self._add_tool(button, name, tip)
        return action

    @Slot(bool)
    def _on_log_toggled(self, on: bool) -> None:
        self._convergence.log = on
        self._convergence.follow()

    @Slot(bool)
    def _on_end_toggled(self, on: bool) -> None:
        self._convergence.on_end = on
        self._convergence.follow()

    def adapt_tools(self) -> None:
        """Enable the axes' buttons where there is a course to look at."""
        has_course = self._convergence.lines is not None and not self._convergence.lines.flat
        for action in (self.log, self.on_end, self._reset):
            action.setEnabled(has_course)

    @Slot()
    def reset_view(self) -> None:
        """Let the axes follow the run again."""
        self._convergence.follow()

    def view_actions(self) -> list[QAction]:
        """Return the actions of the axes."""
        return [self.log, self.on_end, self._reset]

    def page(self) -> Figure:
        """Return a copy for paper with the same axes."""
        page = ConvergenceFigure(self._look.theme, on_paper=True)
        shown = self._convergence
        page.log, page.on_end, page.manual_range = shown.log, shown.on_end, shown.manual_range
        return page
