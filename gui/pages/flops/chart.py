"""The widget of the chart of equity over flops."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from gui.charts.detail_chart import DetailChart
from gui.look.theme import Look
from gui.pages.flops.figure import FlopsFigure
from gui.pages.flops.spread import FlopSpread
from gui.state.session import Session

TIP = "Draw on how many flops a seat has at least an equity"


class FlopsChart(DetailChart[tuple[FlopSpread, ...]]):
    """The spread of every seat's equity over the flops; a button turns the histogram into a falling curve."""

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._flops = FlopsFigure(look.theme)
        super().__init__("flops", "Equity over flops", self._flops, session, look, parent)
        self.falling = QAction("At least", self)
        self.falling.setToolTip(TIP)
        self.falling.setCheckable(True)
        button = QToolButton()
        button.setDefaultAction(self.falling)
        self._add_tool(button, "atLeast", TIP)
        self.falling.toggled.connect(self._on_falling)

    @Slot(bool)
    def _on_falling(self, on: bool) -> None:
        self._flops.falling = on
        self._flops.redraw()

    def view_actions(self) -> list[QAction]:
        """Return the action of the curve."""
        return [self.falling]

    def blank_page(self) -> FlopsFigure:
        """Return a figure for paper that is drawn as this one is."""
        page = FlopsFigure(self._look.theme, on_paper=True)
        page.falling = self._flops.falling
        return page
