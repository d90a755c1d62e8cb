"""The widget of a chart that is a value: hides seats, reads out values, makes exported pages."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.chart import Chart as ChartWidget
from gui.charts.picture import Drawing, Exportable
from gui.charts.plot import Maker, PlotFigure
from gui.charts.values import Chart, Empty
from gui.look.theme import Look, Theme
from gui.state.session import Session

NOTHING = "there is nothing to export yet"


def page_image(chart: Chart, make: Maker, theme: Theme, empty: Empty, hidden: frozenset[int]) -> Drawing:
    """Return ``chart``, made by ``make``, for an exported page."""

    def page() -> PlotFigure:
        figure = PlotFigure(theme, empty, on_paper=True)
        figure.hidden = hidden
        figure.show(make)
        return figure

    heading = chart.heading
    about = ". ".join((*heading.about, heading.origin))
    return Drawing(heading.title, about, heading.stem, lambda: chart.table, page)


@dataclass(frozen=True, slots=True)
class PageChart(Exportable):
    """A chart for files only, where the window shows another kind of widget; ``make`` returns None without a result."""

    look: Look
    make: Callable[[], Chart | None]

    @property
    def ready(self) -> bool:
        return self.make() is not None

    def drawing(self) -> Drawing:
        chart = self.make()
        if chart is None:
            raise ValueError(NOTHING)
        return page_image(chart, lambda _: chart, self.look.theme, Empty("", ()), frozenset())


class ChartView(ChartWidget):
    """Shows the chart that :meth:`show_chart` was given last; ``actions`` are further entries of its menu."""

    def __init__(
        self, name: str, title: str, empty: Empty, session: Session, look: Look, parent: QWidget | None = None
    ) -> None:
        self._plot = PlotFigure(look.theme, empty)
        self._make: Maker | None = None
        self.actions_of_view: list[QAction] = []
        super().__init__(name, title, self._plot, session, look, parent)

    def show_chart(self, make: Maker | None, *, stale: bool = False) -> None:
        """Draw another chart, made from the hidden seats; None: show the empty texts."""
        self._make = make
        self._plot.show(make, stale=stale)
        if self._reading_position is not None:
            self.read_at(self._reading_position)

    def add_toggle(
        self, name: str, text: str, tip: str, changed: Callable[[bool], None], *, on: bool = False
    ) -> QAction:
        """Return an action that is on or off, with a button and an entry in the menu."""
        action = self._add_toggle(name, text, tip, on=on)
        action.toggled.connect(changed)
        self.actions_of_view.append(action)
        return action

    def view_actions(self) -> list[QAction]:
        """Return the further entries of the menu."""
        return self.actions_of_view

    @property
    def value(self) -> Chart | None:
        """The displayed chart."""
        return self._plot.chart

    @property
    def ready(self) -> bool:
        return self._make is not None

    @property
    def snapshot(self) -> Snapshot | None:
        """No result of the table: the page passes a chart."""
        return None

    def drawing(self) -> Drawing:
        chart, make, hidden = self.value, self._make, self._plot.hidden
        if chart is None or make is None:
            raise ValueError(NOTHING)

        return page_image(chart, make, self._look.theme, self._plot.empty, hidden)

    @Slot()
    def _on_session_changed(self) -> None:
        """The page passes the chart when it has changed."""

    def _refresh(self) -> None:
        """The chart was drawn when it was passed."""
