"""The widgets of charts that are values, and such charts for exported pages only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gui.charts.chart import Chart as ChartWidget
from gui.charts.overlays import Reading
from gui.charts.picture import NOTHING, Drawing, Exportable
from gui.charts.plot import Maker, PlotFigure
from gui.charts.values import Chart, Empty
from gui.look.theme import Look, Theme
from gui.parts.spoken import PaintedCells
from gui.state.session import Session


def page_image(
    chart: Chart,
    make: Maker,
    theme: Theme,
    hidden: frozenset[int] = frozenset(),
    moved: tuple[tuple[float, float], tuple[float, float]] | None = None,
) -> Drawing:
    """Return ``chart``, made by ``make``, for an exported page; ``moved`` are ranges of axes moved by hand."""

    def page() -> PlotFigure:
        figure = PlotFigure(theme, Empty("", ()), on_paper=True)
        figure.hidden, figure.sheet.moved = hidden, moved
        figure.show(make)
        return figure

    heading = chart.heading
    about = ". ".join(filter(None, (*heading.about, heading.origin)))
    return Drawing(heading.title, about, heading.stem, lambda: chart.data, page)


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
        return page_image(chart, lambda _: chart, self.look.theme)


class ChartView(ChartWidget):
    """Shows the chart that :meth:`show_chart` was given last; ``actions_of_view`` are further entries of its menu."""

    def __init__(
        self,
        name: str,
        title: str,
        empty: Empty,
        session: Session,
        look: Look,
        parent: QWidget | None = None,
        *,
        menu: str = "seats, view and export",
    ) -> None:
        """``menu`` says what its menu has."""
        self._plot = PlotFigure(look.theme, empty)
        self._make: Maker | None = None
        self._stale = False
        self.actions_of_view: list[QAction] = []
        super().__init__(name, title, self._plot, session, look, parent)
        self._menu_button.setToolTip(menu[0].upper() + menu[1:])
        self._menu_button.setAccessibleName(f"{title}: {menu}")

    def show_chart(self, make: Maker | None, *, stale: bool = False, empty: Empty | None = None) -> None:
        """Draw another chart, made from the hidden seats, when the widget is visible; None: show ``empty``."""
        self._make, self._stale, self._outdated = make, stale, True
        self._plot.empty = empty or self._plot.empty
        if self.isVisible():
            self._refresh()

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

    @Slot()
    def reset_view(self) -> None:
        """Let the axes fit the data again."""
        self._plot.follow()

    def place_at(self, position: QPointF) -> tuple[float, float] | None:
        """Return the place of a position in the units of the axes, None beside the plot."""
        return self._plot.place_at(position)

    @property
    def value(self) -> Chart | None:
        """The current chart."""
        self._refresh()
        return self._plot.chart

    @property
    def ready(self) -> bool:
        return self._make is not None

    def drawing(self) -> Drawing:
        chart, make = self.value, self._make
        if chart is None or make is None:
            raise ValueError(NOTHING)
        return page_image(chart, make, self._look.theme, self._plot.hidden, self._plot.sheet.moved)

    def _refresh(self) -> None:
        if self._outdated:
            self._outdated = False
            self._plot.show(self._make, stale=self._stale)
            if self._reading_position is not None:
                self.read_at(self._reading_position)


class MapView(ChartView, PaintedCells):
    """Shows a map; its cells are said as they are read out, in the order of the arrow keys."""

    def __init__(
        self, name: str, title: str, empty: Empty, session: Session, look: Look, parent: QWidget | None = None
    ) -> None:
        self._middles: tuple[object, QRectF, Sequence[QPointF]] = None, QRectF(), ()
        """The middles of the cells, with the chart and the plot that they belong to."""
        super().__init__(name, title, empty, session, look, parent)

    def _cells(self) -> Sequence[QPointF]:
        chart, plot = self.value, self.figure.sheet.plot
        if self._middles[0] is not chart or self._middles[1] != plot:
            self._middles = chart, plot, self.figure.stops()
        return self._middles[2]

    def _cell(self, number: int) -> Reading:
        reading = self.figure.reading_at(self._cells()[number])
        assert reading is not None
        return reading

    def cell_count(self) -> int:
        return len(self._cells())

    def cell_name(self, number: int) -> str:
        return self._cell(number).text

    def cell_area(self, number: int) -> QRectF:
        return self._cell(number).region or QRectF()

    def cell_now(self) -> int | None:
        return self._stop if self._stop is not None and self._stop < self.cell_count() else None

    def _step(self, step: int) -> None:
        super()._step(step)
        self.cell_entered()
