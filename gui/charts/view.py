"""Chart widgets, which follow the theme, read out values and hide seats; and charts that exist only in exports."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
    QTransform,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gui.charts.overlays import Reading
from gui.charts.picture import NOTHING, Drawing, Exportable
from gui.charts.plot import Maker, PlotFigure
from gui.charts.values import Chart, Empty, Table
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, raise_height, unscaled, zoom
from gui.look.theme import TEXT_SMALL, Theme, current_theme, scaled_sheet, text_scale
from gui.parts.build import (
    NO_MARGINS,
    MenuButton,
    PaintedCells,
    Spoken,
    empty_menu,
    filled,
    literal,
    menu_entry,
    menu_line,
    named,
)
from gui.state.session import Session

MIN_CHART_SIZE = (320, 200)
MIN_LAID_OUT_WIDTH = 200
"""Pixels: a narrower chart has not got its final size yet."""
TOOLS_MARGIN = 8
TOOLS_SHEET = f"QToolButton {{ padding: 1px 8px; min-height: 16px; font-size: {TEXT_SMALL}px; }}"
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}


EARLIER, UNFINISHED = "earlier table", "unfinished"
"""Tags of an exported chart whose numbers belong to an earlier table, or are not complete. They are added to the title,
the text and the file name, and to each row of the data (CSV) in the column :data:`STATE`."""
STATE = "state"


def tagged(chart: Chart, tags: Sequence[str]) -> Chart:
    """Return the chart with ``tags`` (:data:`EARLIER`, :data:`UNFINISHED`) in its texts and data."""
    if not tags:
        return chart
    heading, text = chart.heading, ", ".join(tags)
    stem = "-".join((heading.stem, *(tag.replace(" ", "-") for tag in tags)))
    about = (f"{text[:1].upper()}{text[1:]}", *heading.about)
    tagged_heading = replace(heading, title=f"{heading.title} ({text})", about=about, stem=stem)
    return replace(chart, heading=tagged_heading, table=lambda: _with_column(chart.data, STATE, text))


def _with_column(table: Table, title: str, text: str) -> Table:
    """Return a table with an additional column that has ``text`` in each row."""
    header, rows = table
    return (*header, title), [(*row, text) for row in rows]


def page_image(
    chart: Chart,
    make: Maker,
    theme: Theme,
    hidden: frozenset[int] = frozenset(),
    moved: tuple[tuple[float, float], tuple[float, float]] | None = None,
) -> Drawing:
    """Return ``chart``, made by ``make``, for an exported page; ``moved``: the ranges of axes that were moved by
    hand."""

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
    """A chart that exists only in exports because the window has another kind of widget.

    ``make`` returns it, or None without a result; ``tags`` returns its tags (see :func:`tagged`).
    """

    make: Callable[[], Chart | None]
    tags: Callable[[], Sequence[str]] = tuple

    @property
    def ready(self) -> bool:
        return self.make() is not None

    def drawing(self) -> Drawing:
        chart = self.make()
        if chart is None:
            raise ValueError(NOTHING)
        page = tagged(chart, self.tags())
        return page_image(page, lambda _: page, current_theme())


class ScaledView(Guarded, pg.GraphicsView):  # type: ignore[misc]
    """Lays out its sheet at 100 % and scales it to the current text size."""

    def fit(self) -> None:
        """Lay out the sheet in the current size of the view."""
        size = self.size()
        self.range = QRectF(0.0, 0.0, unscaled(size.width()), unscaled(size.height()))
        self.setRange(self.range, padding=0, disableAutoPixel=False)

    def updateMatrix(self, propagate: bool = True) -> None:
        # pyqtgraph would scale the range to the view; here the text size alone decides the scale.
        self.setSceneRect(self.range)
        self.setTransform(QTransform.fromScale(zoom(), zoom()))
        self.sigDeviceRangeChanged.emit(self, self.range)
        self.sigDeviceTransformChanged.emit(self)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        if not self.closed:
            self.fit()


class ChartView(Exportable, Spoken):
    """Displays the last chart passed to :meth:`show_chart`; ``actions_of_view`` are additional entries of its menu.

    ``name`` is part of the objectNames (``chart.<name>``, ``chart.<name>.menu``) and of file names.
    """

    spoken_role = QAccessible.Role.Chart

    def __init__(
        self,
        name: str,
        title: str,
        empty: Empty,
        session: Session,
        parent: QWidget | None = None,
        *,
        menu: str = "seats, view and export",
    ) -> None:
        """``menu`` describes the contents of its menu."""
        super().__init__(parent)
        self.name, self.figure = name, PlotFigure(current_theme(), empty)
        self._session = session
        self._make: Maker | None = None
        self._stale, self._unfinished, self._outdated = False, False, True
        self._stop: int | None = None
        self._reading_position: QPointF | None = None
        self.actions_of_view: list[QAction] = []
        self._export: list[QAction] = []
        self._scale = text_scale()
        named(self, f"chart.{name}", title)
        at_least(self, width=MIN_CHART_SIZE[0], height=MIN_CHART_SIZE[1])
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view = self._build_view()
        self._tools = QWidget(self)
        self._tools.setStyleSheet(scaled_sheet(TOOLS_SHEET, self._scale))
        self._tool_row = filled(QHBoxLayout(self._tools), spacing=4, margins=NO_MARGINS)
        button = MenuButton()
        button.setText("⋯")
        button.setToolTip(menu[0].upper() + menu[1:])
        self._add_tool(button, "menu", f"{title}: {menu}")
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        button.setMenu(self.menu)
        # Queued because the slot may change the size, which must not happen within a layout.
        self.figure.sheet.arranged.connect(self._on_arranged, Qt.ConnectionType.QueuedConnection)

    def _build_view(self) -> ScaledView:
        view = ScaledView(self, background=self.figure.theme.surface)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setCentralItem(self.figure.sheet)
        view.scene().sigMouseClicked.connect(self._on_mouse_clicked)
        view.viewport().installEventFilter(self)
        filled(QVBoxLayout(self), view, margins=NO_MARGINS)
        return view

    def _add_tool(self, button: QToolButton, name: str, accessible: str) -> None:
        button.setAutoRaise(True)
        named(button, f"{self.objectName()}.{name}", accessible)
        self._tool_row.insertWidget(max(self._tool_row.count() - 1, 0), button)

    def add_toggle(
        self, name: str, text: str, tip: str, changed: Callable[..., object], *, on: bool = False
    ) -> QAction:
        """Add a checkable action with a button and an entry in the menu, and return it."""
        action = QAction(text, self)
        action.setToolTip(tip)
        action.setCheckable(True)
        action.setChecked(on)
        action.toggled.connect(changed)
        button = QToolButton()
        button.setDefaultAction(action)
        self._add_tool(button, name, tip)
        self.actions_of_view.append(action)
        return action

    def add_menu(self, name: str, tip: str, fill: Callable[[], None]) -> MenuButton:
        """Add a button with a menu that ``fill`` rebuilds each time it opens, and return the button."""
        button = MenuButton()
        button.setToolTip(tip)
        self._add_tool(button, name, tip)
        menu = QMenu(button)
        menu.aboutToShow.connect(fill)
        button.setMenu(menu)
        return button

    def set_export(self, actions: list[QAction]) -> None:
        """Offer these actions, which export the chart, in its menu."""
        self._export = actions

    def show_chart(
        self, make: Maker | None, *, stale: bool = False, unfinished: bool = False, empty: Empty | None = None
    ) -> None:
        """Display the chart that ``make`` returns for the hidden seats, or ``empty`` if it is None.

        It is drawn as soon as the widget is visible. A ``stale`` chart, of an earlier table, is faded. Exports are
        tagged as stale or ``unfinished``.
        """
        self._make, self._stale, self._unfinished, self._outdated = make, stale, unfinished, True
        self.figure.empty = empty or self.figure.empty
        if self.isVisible():
            self._refresh()

    def set_stale(self, *, stale: bool) -> None:
        """Set whether the chart belongs to an earlier table, without replacing it.

        Called by pages that are not visible: they do not draw, but their charts can be exported.
        """
        if stale != self._stale:
            self._stale, self._outdated = stale, True
            if self.isVisible():
                self._refresh()

    def _refresh(self) -> None:
        """Draw the chart again if it is out of date, and read it at the same position as before."""
        if self._outdated:
            self._outdated = False
            self.figure.show(self._make, stale=self._stale)
            if self._reading_position is not None:
                self.read_at(self._reading_position)

    @property
    def value(self) -> Chart | None:
        """The current chart, or None without a result."""
        self._refresh()
        return self.figure.chart

    @property
    def ready(self) -> bool:
        return self._make is not None

    @property
    def reason(self) -> str:
        return " ".join(self.figure.empty.lines) or super().reason

    def drawing(self) -> Drawing:
        """Return the displayed chart as a drawing for export, marked if it is stale or unfinished."""
        chart, make = self.value, self._make
        if chart is None or make is None:
            raise ValueError(NOTHING)
        tags = tuple(tag for tag, on in ((EARLIER, self._stale), (UNFINISHED, self._unfinished)) if on)

        def make_tagged(hidden: frozenset[int]) -> Chart:
            return tagged(make(hidden), tags)

        return page_image(
            tagged(chart, tags), make_tagged, current_theme(), self.figure.hidden, self.figure.sheet.moved
        )

    def customEvent(self, event: QEvent) -> None:
        """Apply the new theme or text size, or leave that to the next ``showEvent``."""
        if self.isVisible():
            self._restyle()

    def _restyle(self) -> None:
        """Follow a change of the theme, the size of text or the resolution of the screen."""
        theme: Theme = current_theme()
        if theme is not self.figure.theme:
            self.view.setBackground(QColor(theme.surface))
            self.figure.set_theme(theme)
        if self._scale != text_scale():
            self._scale = text_scale()
            self._tools.setStyleSheet(scaled_sheet(TOOLS_SHEET, self._scale))
            self._place_tools()
            self.view.fit()
        self.figure.set_device_scale(self.devicePixelRatioF() * zoom())

    def _place_tools(self) -> None:
        size = self._tools.sizeHint()
        self._tools.setGeometry(self.width() - size.width() - TOOLS_MARGIN, TOOLS_MARGIN, size.width(), size.height())
        self.figure.sheet.title_reserve = unscaled(size.width())

    @Slot()
    def _on_arranged(self) -> None:
        """Set a minimum height that leaves the plot its minimum, however many lines title, legend and notes have."""
        sheet = self.figure.sheet
        if sheet.size().width() >= MIN_LAID_OUT_WIDTH:
            raise_height(self, sheet.around + self.figure.min_plot_height)

    @property
    def reading(self) -> Reading | None:
        """The values that are currently read out, or None."""
        return self.figure.read_out.reading

    def read_at(self, position: QPointF | None) -> None:
        """Read out the values at ``position`` (in pixels of the sheet), or none if it is None."""
        self._reading_position = position
        reading = self.figure.reading_at(position) if position is not None else None
        self.figure.read_out.set_reading(reading)
        self.setAccessibleDescription(reading.text if reading else "")

    def description(self) -> str:
        """Return the values that are read out or, without any, the complete chart as text."""
        return self.accessibleDescription() or self.figure.text()

    @Slot(object)
    def _on_mouse_clicked(self, event: object) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        button, double, position = event.button(), event.double(), event.scenePos()  # type: ignore[attr-defined]
        if button != Qt.MouseButton.LeftButton:
            return
        seat = self.figure.seat_at(position)
        if seat is not None:
            self.figure.toggle(seat)
        elif double:
            self.reset_view()

    @Slot()
    def reset_view(self) -> None:
        """Make the axes fit the data again."""
        self.figure.fit_axes()

    def _step(self, step: int) -> None:
        """Read the next or the previous position that the chart offers to the keyboard."""
        stops = self.figure.stops()
        if stops:
            first = len(stops) - 1 if step < 0 else 0
            self._stop = first if self._stop is None else min(max(self._stop + step, 0), len(stops) - 1)
            self.read_at(stops[self._stop])

    @Slot()
    def _fill_menu(self) -> None:
        """Fill the menu each time it opens: seats to hide, the actions of the view, and the exports."""
        empty_menu(self.menu)
        for seat, name in self.figure.seats_to_hide():
            action = menu_entry(self.menu, literal(name))
            action.setObjectName(f"{self.objectName()}.seat{seat}")
            action.setCheckable(True)
            action.setChecked(seat not in self.figure.hidden)
            action.triggered.connect(Keyed(action, self.figure.toggle, seat).plain)
        menu_line(self.menu)
        self.menu.addActions(self.actions_of_view)
        menu_line(self.menu)
        for action in self._export:
            action.setEnabled(self.ready)
        self.menu.addActions(self._export)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS:
            self._step(STEPS[key])
        elif key == Qt.Key.Key_Home:
            self.reset_view()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.figure.sheet.set_focused(focused=by_key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.figure.sheet.set_focused(focused=False)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu.popup(event.globalPos())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.read_at(None)
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            # pyqtgraph's sigMouseMoved skips moves that follow each other quickly, so the event is read directly.
            position = self.view.mapToScene(event.position().toPoint())
            self._stop = None
            self.read_at(position)
            over_seat = self.figure.seat_at(position) is not None
            self.view.setCursor(Qt.CursorShape.PointingHandCursor if over_seat else Qt.CursorShape.ArrowCursor)
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._restyle()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_tools()


class MapView(ChartView, PaintedCells):
    """Displays a map. Screen readers get its cells in the order of the arrow keys, with the texts of the read-out."""

    _middles: tuple[object, QRectF, Sequence[QPointF]] = None, QRectF(), ()
    """A cache: the chart and the plot rectangle for which the middles of the cells were computed, and the middles."""

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
