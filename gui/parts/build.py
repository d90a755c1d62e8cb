"""Functions that build what most widgets consist of: names, labels, layouts, menus, scroll areas, help sheets, texts
for assistive programs."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import ClassVar, Final, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, Qt, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAction,
    QFont,
    QKeySequence,
    QPalette,
    QShortcut,
    QShowEvent,
    QTransform,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QInputDialog,
    QLabel,
    QLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSlider,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.look.guard import Guarded, Keyed
from gui.look.keys import native_keys
from gui.look.scale import at_least, keep_lines, px, set_text, zoom
from gui.look.theme import TEXT_SMALL

Role = QAccessible.Role


class Spoken(Guarded, QWidget):
    """A painted widget; assistive programs see it with the role ``spoken_role``."""

    spoken_role: ClassVar[QAccessible.Role] = Role.StaticText

    def description(self) -> str:
        """Return the description for assistive programs, which ask for it after the name."""
        return self.accessibleDescription()


class ShownCells:
    """A base class to be listed before the view: cells of a hidden view have no rectangle on the screen.

    Qt decides by the rectangles which cells are visible for assistive programs, and would report those of hidden views.
    """

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:  # noqa: N802
        """Return the rectangle of a cell, empty in a hidden view."""
        rect: QRect = super().visualRect(index)  # type: ignore[misc]
        return rect if self.isVisible() else QRect()  # type: ignore[attr-defined]


class PaintedCells(Spoken):
    """A widget that paints cells; assistive programs see each cell as if it were a widget.

    Cells are numbered in reading order. Subclasses call :meth:`cell_entered` after they have moved the cursor.
    """

    spoken_role = Role.Table

    def cell_count(self) -> int:
        """Return the number of cells."""
        raise NotImplementedError

    def cell_name(self, number: int) -> str:
        """Return the name of a cell: the hand and its value."""
        raise NotImplementedError

    def cell_area(self, number: int) -> QRectF:
        """Return the rectangle of a cell at 100 %."""
        raise NotImplementedError

    def cell_rect(self, number: int) -> QRect:
        """Return the rectangle of a cell in pixels of the widget."""
        return QTransform.fromScale(zoom(), zoom()).mapRect(self.cell_area(number)).toRect()

    def cell_now(self) -> int | None:
        """Return the number of the cell under the keyboard cursor, or None."""
        raise NotImplementedError

    def cell_entered(self) -> None:
        """Notify assistive programs that the keyboard cursor has moved to another cell."""
        number = self.cell_now()
        if QAccessible.isActive() and number is not None and self.hasFocus():
            # Assistive programs count the child widgets first, then the cells.
            parts = QAccessible.queryAccessibleInterface(self).childCount()
            event = QAccessibleEvent(self, QAccessible.Event.Focus)
            event.setChild(parts - self.cell_count() + number)
            QAccessible.updateAccessibility(event)


def announce(widget: QWidget, text: str) -> None:
    """Make a running screen reader speak ``text``."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


AnyWidget = TypeVar("AnyWidget", bound=QWidget)
AnySpinBox = TypeVar("AnySpinBox", bound=QAbstractSpinBox)
Area = TypeVar("Area", bound=QScrollArea)
Box = TypeVar("Box", bound=QBoxLayout)
SCROLL_BAR, SHEET_TOP, SHEET_REST = 16, 48, 84
"""Pixels of a help sheet: width of its scroll bar, height of the window outside, height around its text."""
SPIN_MARGIN = 4
STRETCH: Final = -1
"""As an item of :func:`filled`: a stretch, which takes the remaining room."""
NO_MARGINS = (0, 0, 0, 0)


def named(widget: AnyWidget, name: str, title: str = "", tip: str = "") -> AnyWidget:
    """Return ``widget`` after setting its objectName, and its accessible name and tool tip if they are not empty."""
    widget.setObjectName(name)
    if title:
        widget.setAccessibleName(title)
    if tip:
        widget.setToolTip(tip)
    return widget


def label(
    text: str = "",
    parent: QWidget | None = None,
    *,
    name: str = "",
    role: str = "muted",
    weight: QFont.Weight | None = None,
    wrap: bool = False,
    centred: bool = False,
) -> QLabel:
    """Return a label with the object name ``name``.

    ``role``: its role in the style sheet, "" for none. ``weight``: use the small font size with this weight instead of
    the font of the role. ``wrap``: break long lines. ``centred``: center the text in both directions.
    """
    widget = QLabel(text, parent)
    widget.setObjectName(name)
    widget.setWordWrap(wrap)
    if centred:
        widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
    if role:
        widget.setProperty("role", role)
    if weight is not None:
        set_text(widget, TEXT_SMALL, weight)
    return widget


def page_ground(widget: QWidget) -> None:
    """Give ``widget`` the background of pages."""
    widget.setBackgroundRole(QPalette.ColorRole.Base)
    widget.setAutoFillBackground(True)


def keep_room(widget: QWidget) -> None:
    """Reserve the room of ``widget`` while it is hidden, so that others do not move."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


def show_progress(bar: QProgressBar, value: int) -> None:
    """Set the value of a progress bar, which appears when the window is painted next.

    ``QProgressBar.setValue`` alone repaints the complete window immediately, in the middle of a change.
    """
    if value != bar.value():
        bar.setUpdatesEnabled(False)
        bar.setValue(value)
        bar.setUpdatesEnabled(True)


def paragraph(name: str, *, lines: int = 0) -> QLabel:
    """Return a label for sentences, with room for at least ``lines`` lines."""
    widget = label(name=name, role="", wrap=True)
    set_text(widget)
    if lines:
        keep_lines(widget, lines)
    return widget


def filled(
    box: Box,
    *items: QWidget | QLayout | int | tuple[QWidget | QLayout, int],
    spacing: int | None = None,
    margins: tuple[int, int, int, int] | None = None,
) -> Box:
    """Return ``box`` with ``items`` in it: widgets and layouts, with their stretch in a pair, and gaps in pixels.

    ``margins`` are left, top, right and bottom.
    """
    if spacing is not None:
        box.setSpacing(spacing)
    if margins is not None:
        box.setContentsMargins(*margins)
    for item in items:
        part, share = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, QWidget):
            box.addWidget(part, share)
        elif isinstance(part, QLayout):
            box.addLayout(part, share)
        elif part == STRETCH:
            box.addStretch(1)
        else:
            box.addSpacing(part)
    return box


def bare_grid(owner: QWidget | None, across: int, down: int, *, left: int = 0) -> QGridLayout:
    """Return an empty grid layout of ``owner`` with ``across`` pixels between columns and ``down`` between rows.

    It has no margins, except ``left`` pixels on the left.
    """
    grid = QGridLayout(owner)
    grid.setContentsMargins(left, 0, 0, 0)
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(down)
    return grid


def column(
    *items: QWidget | QLayout | int | tuple[QWidget | QLayout, int],
    spacing: int | None = None,
    margins: tuple[int, int, int, int] | None = None,
) -> QWidget:
    """Return a widget with ``items`` one below the other, as :func:`filled` takes them."""
    widget = QWidget()
    filled(QVBoxLayout(widget), *items, spacing=spacing, margins=margins)
    return widget


def stacked(*views: QWidget) -> QStackedWidget:
    """Return a stack of ``views``, of which the first is visible."""
    stack = QStackedWidget()
    for view in views:
        stack.addWidget(view)
    return stack


def split(name: str, title: str, *parts: tuple[QWidget, int]) -> QSplitter:
    """Return a splitter with widgets one below the other; each part is a widget and its stretch."""
    splitter = named(QSplitter(Qt.Orientation.Vertical), name, title)
    splitter.setChildrenCollapsible(False)
    for index, (part, stretch) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(index, stretch)
    return splitter


def add_actions(menu: QMenu, prefix: str, *rows: tuple[str, str, Callable[[], object]]) -> list[QAction]:
    """Add an action to ``menu`` for each (name, title, handler); its objectName is ``prefix.name``. Return them."""
    actions = []
    for name, title, handler in rows:
        action = menu_entry(menu, title)
        action.setObjectName(f"{prefix}.{name}")
        action.triggered.connect(handler)
        actions.append(action)
    return actions


def menu_entry(
    menu: QMenu, text: str, handler: Callable[..., object] | None = None, key: object = None, *, tip: str = ""
) -> QAction:
    """Return a new entry at the end of ``menu``, which calls ``handler`` with ``key``.

    ``QMenu.addAction`` with a text is avoided: PySide refers to such an action forever, even after Qt has deleted it.
    """
    action = QAction(text, menu)
    if tip:
        action.setToolTip(tip)
    if handler is not None:
        action.triggered.connect(Keyed(action, handler, key).plain)
    menu.addAction(action)
    return action


def menu_line(menu: QMenu) -> QAction:
    """Return a new separator at the end of ``menu``."""
    line = menu_entry(menu, "")
    line.setSeparator(True)
    return line


def empty_menu(menu: QMenu) -> None:
    """Remove the entries of ``menu`` and delete those that it owns, after their handlers have returned.

    ``QMenu.clear`` is avoided: with it PySide drops actions that other menus own.
    """
    for action in menu.actions():
        menu.removeAction(action)
        if action.parent() is menu:
            action.deleteLater()


def push_button(
    text: str, name: str, handler: Callable[..., object], tip: str = "", *, role: str | None = None
) -> QPushButton:
    """Return a button that calls ``handler`` on a click, Space or Enter; its text is also its accessible name."""
    button = named(QPushButton(text), name, text, tip)
    button.setAutoDefault(True)  # otherwise Enter presses it only in dialogs
    button.setProperty("role", role)
    button.clicked.connect(handler)
    return button


class _WheelPasser(Guarded, QObject):
    """Passes the wheel on from ``widget`` to the area that scrolls it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # An event that is filtered but not accepted goes to the parent.
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return False


def pass_wheel(combo: QComboBox) -> QComboBox:
    """Return ``combo``, which the wheel leaves as it is: a page that scrolls under the pointer must not change it."""
    _WheelPasser(combo)
    return combo


def combo_box(
    name: str, title: str, handler: Callable[[int], object] | None = None, tip: str = "", *, width: int = 0
) -> QComboBox:
    """Return a combo box at least ``width`` wide; ``handler`` gets the index that the player has selected."""
    combo = pass_wheel(named(QComboBox(), name, title, tip))
    at_least(combo, width=width)
    if handler is not None:
        combo.activated.connect(handler)
    return combo


def level_slider(name: str, title: str, minimum: int, maximum: int, page: int, tip: str = "") -> QSlider:
    """Return a horizontal slider; a click next to its handle moves the handle by ``page``."""
    slider = named(QSlider(Qt.Orientation.Horizontal), name, title, tip)
    slider.setRange(minimum, maximum)
    slider.setPageStep(page)
    return slider


def spin_margins(box: AnySpinBox) -> AnySpinBox:
    """Return ``box`` with a margin around its text, which the style sheet cannot set."""
    box.lineEdit().setTextMargins(SPIN_MARGIN, 0, 0, 0)
    return box


def offer(combo: QComboBox, texts: Sequence[str], *, keep: bool = False) -> None:
    """Offer ``texts`` in a combo box; the selection stays if they are the same as before, or, with ``keep``, if the
    selected text is one of them."""
    if [combo.itemText(i) for i in range(combo.count())] != list(texts):
        chosen = combo.currentText()
        combo.clear()
        combo.addItems(texts)
        if keep and texts:
            combo.setCurrentIndex(max(combo.findText(chosen), 0))


def drop(layout: QLayout, *widgets: QWidget) -> None:
    """Remove widgets from a layout and delete them."""
    for widget in widgets:
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()


def restyle(widget: QWidget, key: str, value: object) -> None:
    """Set a property on which the style sheet depends, and apply the style sheet again."""
    if widget.property(key) != value:
        widget.setProperty(key, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def release_focus(widget: QWidget) -> None:
    """Take the keyboard focus from ``widget`` and its children before they are hidden.

    Otherwise Qt would move it on as if Tab had been pressed, perhaps to a seat, which would get the next card.
    """
    focus = QApplication.focusWidget()
    if focus is not None and (focus is widget or widget.isAncestorOf(focus)):
        focus.clearFocus()


def first_stop(part: QWidget) -> QWidget | None:
    """Return the widget of ``part`` that gets the keyboard focus: the last one that had it, else the topmost that can.

    Qt's chain of tab stops is not used: PySide treats each stop as owned by the previous one, and drops menus with it.
    """
    last = part.focusWidget()
    stops = [w for w in part.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    usable = [w for w in stops if w.isVisible() and w.isEnabled() and w.focusProxy() is None]
    corners = {w: w.mapTo(part, QPoint()) for w in usable}
    return last if last in corners else min(usable, key=lambda w: (corners[w].y(), corners[w].x()), default=None)


def tab_in_order(*widgets: QWidget) -> None:
    """Make Tab visit these widgets in this order."""
    for one, other in pairwise(widgets):
        QWidget.setTabOrder(one, other)


def on_keys(widget: QWidget, *rows: tuple[str | QKeySequence.StandardKey, Callable[..., object]]) -> None:
    """Add a shortcut for each (key, handler), active while ``widget`` is visible and its window has the focus."""
    for key, handler in rows:
        QShortcut(QKeySequence(key), widget).activated.connect(handler)


def literal(text: str) -> str:
    """Return a text that a button or a menu displays literally: "&" would mark a key."""
    return text.replace("&", "&&")


def without_marks(text: str) -> str:
    """Return the text of a button or a menu without the "&" before its key."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))


def show_sheet(parent: QWidget, title: str, html: str) -> None:
    """Show a text in a dialog that does not block the program."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setObjectName("help")
    text = label(native_keys(html), role="", wrap=True)
    text.setTextFormat(Qt.TextFormat.RichText)
    text.setContentsMargins(*map(px, (8, 4, 8, 4)))  # room for the focus frame
    at_least(text, width=480)
    sheet = scrolled(text, "help.text", title)
    sheet.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrows scroll it
    sheet.setMinimumSize(text.sizeHint().width() + SCROLL_BAR, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    filled(QVBoxLayout(dialog), (sheet, 1), buttons, margins=(24, 16, 24, 16))
    # A wrapped text has no useful preferred height: it is taken at the preferred width, up to the window's height.
    max_height = parent.window().height() - SHEET_TOP
    height = text.heightForWidth(text.sizeHint().width()) + SHEET_REST
    dialog.resize(dialog.sizeHint().width(), min(height, max_height))
    dialog.open()


def ask_text(parent: QWidget, name: str, title: str, words: str, text: str, handler: Callable[[str], object]) -> None:
    """Ask for a text in a dialog, which begins with ``text``; ``handler`` gets the accepted text."""
    dialog = named(QInputDialog(parent), name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(words)
    dialog.setTextValue(text)
    dialog.textValueSelected.connect(handler)
    dialog.open()


class ShownWidget(Guarded, QWidget):
    """A widget that renders itself each time it is shown, and while it is visible when ``_on_changed`` is called."""

    def _render(self) -> None:
        raise NotImplementedError

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._render()


class SteadyArea(Guarded, QScrollArea):
    """A scroll area that does not resize its widget again while it resizes it.

    Qt handles each resize of the widget by another one. If the widget's height depends on its width, the scroll bar
    appears and disappears, and Qt would make the widget narrower and wider until the stack overflows. Ignoring the
    inner resizes is safe: the widget requests its final size by a layout event.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fitting = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass a resize to the base class, but not those that the base class itself causes meanwhile."""
        # The base class handles a resize of its widget here. Resizes that this causes skip it.
        if event.type() != QEvent.Type.Resize:
            return super().eventFilter(watched, event)
        if self._fitting:
            return False
        self._fitting = True
        try:
            return super().eventFilter(watched, event)
        finally:
            self._fitting = False


def scrolled(widget: QWidget, name: str, title: str) -> QScrollArea:
    """Return a scroll area without a frame around ``widget``; ``title`` is for screen readers."""
    return scrolling(SteadyArea(), widget, name, title)


def scrolling(area: Area, widget: QWidget, name: str, title: str) -> Area:
    """Return ``area`` without a frame around ``widget``."""
    named(area, name, title)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    for ground in (widget, area.viewport()):
        ground.setAutoFillBackground(False)
    return area


class MenuButton(QToolButton):
    """A button that opens its menu when it is pressed, even if an assistive program presses it."""

    def __init__(self, parent: QWidget | None = None, text: str = "", menu: QMenu | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setText(text)
        if menu is not None:
            self.setMenu(menu)
