"""The widget round a figure: follows the theme, reads out values, hides seats."""

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
from gui.charts.picture import ALWAYS, Exportable
from gui.charts.plot import PlotFigure
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, raise_height, unscaled, zoom
from gui.look.theme import TEXT_SMALL, Look, Theme, scaled_sheet, text_scale
from gui.parts.build import NO_MARGINS, MenuButton, empty_menu, filled, menu_entry, menu_line, named
from gui.parts.spoken import Spoken
from gui.state.session import Session

SMALLEST = (320, 200)
LEAST_WIDTH = 200
"""Narrower a chart is not laid out yet."""
TOOLS_MARGIN = 8
TOOLS_SHEET = f"QToolButton {{ padding: 1px 8px; min-height: 16px; font-size: {TEXT_SMALL}px; }}"


class ScaledView(Guarded, pg.GraphicsView):  # type: ignore[misc]
    """Lays its sheet out at 100 % and shows it in the size of text in force."""

    def fit(self) -> None:
        """Lay the sheet out in the present room."""
        size = self.size()
        self.range = QRectF(0.0, 0.0, unscaled(size.width()), unscaled(size.height()))
        self.setRange(self.range, padding=0, disableAutoPixel=False)

    def updateMatrix(self, propagate: bool = True) -> None:
        self.setSceneRect(self.range)
        self.setTransform(QTransform.fromScale(zoom(), zoom()))
        self.sigDeviceRangeChanged.emit(self, self.range)
        self.sigDeviceTransformChanged.emit(self)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        if not self.closed:
            self.fit()


class Chart(Exportable, Spoken):
    """The base of the widgets of charts.

    ``name`` is part of the objectNames (``chart.<name>``, ``chart.<name>.menu``) and of file names.
    """

    spoken_role = QAccessible.Role.Chart

    def __init__(
        self, name: str, title: str, figure: PlotFigure, session: Session, look: Look, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.name, self.figure = name, figure
        self._session, self._look = session, look
        self._stop: int | None = None
        self._reading_position: QPointF | None = None
        self._outdated = True
        self._export: list[QAction] = []
        self._scale = text_scale()
        named(self, f"chart.{name}", title)
        at_least(self, width=SMALLEST[0], height=SMALLEST[1])
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view = self._build_view()
        self._tools, self._tool_row = self._build_tools()
        self._menu_button = MenuButton()
        self._menu_button.setText("⋯")
        self._menu_button.setToolTip("Seats, view and export")
        self._add_tool(self._menu_button, "menu", f"{title}: seats, view and export")
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self._menu_button.setMenu(self.menu)
        figure.sheet.arranged.connect(self._on_arranged, Qt.ConnectionType.QueuedConnection)  # it may change the size
        look.changed.connect(self._on_look_changed)

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

    def _build_tools(self) -> tuple[QWidget, QHBoxLayout]:
        tools = QWidget(self)
        tools.setStyleSheet(scaled_sheet(TOOLS_SHEET, self._scale))
        return tools, filled(QHBoxLayout(tools), spacing=4, margins=NO_MARGINS)

    def _add_tool(self, button: QToolButton, name: str, accessible: str) -> None:
        button.setAutoRaise(True)
        named(button, f"{self.objectName()}.{name}", accessible)
        self._tool_row.insertWidget(max(self._tool_row.count() - 1, 0), button)

    def _add_toggle(self, name: str, text: str, tip: str, *, on: bool) -> QAction:
        """Return an action that is on or off, with a button of its own."""
        action = QAction(text, self)
        action.setToolTip(tip)
        action.setCheckable(True)
        action.setChecked(on)
        button = QToolButton()
        button.setDefaultAction(action)
        self._add_tool(button, name, tip)
        return action

    def set_export(self, actions: list[QAction]) -> None:
        """Offer these actions, which write the chart to files, in its menu."""
        self._export = actions

    def view_actions(self) -> list[QAction]:
        """Return further entries for the menu."""
        return []

    # Keeping up.

    def _refresh(self) -> None:
        """Draw a chart that waits until the widget is visible."""
        raise NotImplementedError

    @Slot()
    def _on_look_changed(self) -> None:
        """Take on the theme and the size of text, now or when shown next."""
        if self.isVisible():
            self._restyle()

    def _restyle(self) -> None:
        theme: Theme = self._look.theme
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
        """Keep room for the plot below however many lines there are of title and legend, and above the notes."""
        sheet = self.figure.sheet
        if sheet.size().width() >= LEAST_WIDTH:
            raise_height(self, sheet.around + self.figure.least_plot)

    # Reading out.

    @property
    def reading(self) -> Reading | None:
        """What is read out now."""
        return self.figure.read_out.reading

    def read_at(self, position: QPointF | None) -> None:
        """Show the values under ``position``, in pixels of the view; None: show nothing."""
        self._reading_position = position
        reading = self.figure.reading_at(position) if position is not None else None
        self.figure.read_out.set_reading(reading)
        self.setAccessibleDescription(reading.text if reading else "")

    def description(self) -> str:
        """Return what is read out, else the whole in words."""
        return self.accessibleDescription() or self.figure.words()

    def _on_mouse_moved(self, position: QPointF) -> None:
        self._stop = None
        self.read_at(position)
        over_seat = self.figure.seat_at(position) is not None
        self.view.setCursor(Qt.CursorShape.PointingHandCursor if over_seat else Qt.CursorShape.ArrowCursor)

    @Slot(object)
    def _on_mouse_clicked(self, event: object) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        button, double, position = event.button(), event.double(), event.scenePos()  # type: ignore[attr-defined]
        if button != Qt.MouseButton.LeftButton:
            return
        seat = self.figure.seat_at(position)
        if seat is not None:
            self.toggle(seat)
        elif double:
            self.reset_view()

    def toggle(self, seat: int) -> None:
        """Hide the seat, or show it again."""
        self.figure.toggle(seat)

    def reset_view(self) -> None:
        """Let the axes fit the data again."""

    def _step(self, step: int) -> None:
        stops = self.figure.stops()
        if stops:
            at = len(stops) - 1 if step < 0 else 0
            self._stop = at if self._stop is None else min(max(self._stop + step, 0), len(stops) - 1)
            self.read_at(stops[self._stop])

    @Slot()
    def _fill_menu(self) -> None:
        empty_menu(self.menu)
        for seat, name in self.figure.seats_to_hide():
            action = menu_entry(self.menu, name.replace("&", "&&"))
            action.setObjectName(f"{self.objectName()}.seat{seat}")
            action.setCheckable(True)
            action.setChecked(seat not in self.figure.hidden)
            action.triggered.connect(Keyed(action, self.toggle, seat).plain)
        menu_line(self.menu)
        self.menu.addActions(self.view_actions())
        menu_line(self.menu)
        for action in self._export:
            action.setEnabled(self.ready or action.data() == ALWAYS)
        self.menu.addActions(self._export)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
        key = Qt.Key(event.key())
        if key in steps:
            self._step(steps[key])
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
            # not sigMouseMoved, which leaves out moves that follow one another too fast
            self._on_mouse_moved(self.view.mapToScene(event.position().toPoint()))
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._restyle()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_tools()
