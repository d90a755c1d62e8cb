"""Functions that build the parts of most widgets: names, labels, boxes of widgets, scroll areas, sheets of help,
texts for assistive programs."""

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
from gui.look.scale import at_least, keep_lines, px, set_text, zoom
from gui.look.theme import TEXT_SMALL

Role = QAccessible.Role


class Spoken(Guarded, QWidget):
    """A painted widget with a role for assistive programs: ``spoken_role``."""

    spoken_role: ClassVar[QAccessible.Role] = Role.StaticText

    def description(self) -> str:
        """Return the description in addition to the name; computed on request."""
        return self.accessibleDescription()


class ShownCells:
    """A base before the view: cells of a hidden view have no place on the screen.

    Qt decides by their places which cells are visible, and keeps those of hidden tables.
    """

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:  # noqa: N802
        """Return where a cell lies, nowhere in a hidden view."""
        rect: QRect = super().visualRect(index)  # type: ignore[misc]
        return rect if self.isVisible() else QRect()  # type: ignore[attr-defined]


class PaintedCells(Spoken):
    """A widget that paints cells, which assistive programs see as if each were a widget.

    Cells are numbered in the order of reading, after the child widgets. A widget that moves its cursor calls
    :meth:`cell_entered`.
    """

    spoken_role = Role.Table

    def cell_count(self) -> int:
        """Return the number of cells."""
        raise NotImplementedError

    def cell_name(self, number: int) -> str:
        """Return the name of a cell: the hand and its value."""
        raise NotImplementedError

    def cell_area(self, number: int) -> QRectF:
        """Return where a cell is painted, at 100 %."""
        raise NotImplementedError

    def cell_rect(self, number: int) -> QRect:
        """Return where a cell lies in the widget."""
        return QTransform.fromScale(zoom(), zoom()).mapRect(self.cell_area(number)).toRect()

    def cell_now(self) -> int | None:
        """Return the cell under the cursor of the keyboard."""
        raise NotImplementedError

    def cell_entered(self) -> None:
        """Announce that the keyboard has moved to another cell."""
        number = self.cell_now()
        if QAccessible.isActive() and number is not None and self.hasFocus():
            parts = QAccessible.queryAccessibleInterface(self).childCount()
            event = QAccessibleEvent(self, QAccessible.Event.Focus)
            event.setChild(parts - self.cell_count() + number)
            QAccessible.updateAccessibility(event)


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say ``text``."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


AnyWidget = TypeVar("AnyWidget", bound=QWidget)
AnySpinBox = TypeVar("AnySpinBox", bound=QAbstractSpinBox)
Area = TypeVar("Area", bound=QScrollArea)
Box = TypeVar("Box", bound=QBoxLayout)
SCROLL_BAR, SHEET_TOP, SHEET_REST = 16, 48, 84
"""Sheets of help: width of the scroll bar, height outside of the sheet, height around the text."""
SPIN_MARGIN = 4
STRETCH: Final = -1
"""Takes the rest of a box."""
NO_MARGINS = (0, 0, 0, 0)


def named(widget: AnyWidget, name: str, title: str = "", tip: str = "") -> AnyWidget:
    """Return ``widget`` with an objectName, the accessible name ``title`` and a tool tip, each where it is given."""
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
    """Return a label; ``role`` is that of the style sheet, ``weight`` that of small letters; None: usual ones."""
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
    """Give ``widget`` the ground of pages."""
    widget.setBackgroundRole(QPalette.ColorRole.Base)
    widget.setAutoFillBackground(True)


def keep_room(widget: QWidget) -> None:
    """Let ``widget`` keep its room while it is hidden, so that others do not move."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


def show_progress(bar: QProgressBar, value: int) -> None:
    """Let a bar show ``value`` when the window is painted next: on its own it has the whole window painted immediately,
    in the middle of a change.
    """
    if value != bar.value():
        bar.setUpdatesEnabled(False)
        bar.setValue(value)
        bar.setUpdatesEnabled(True)


def paragraph(name: str, *, lines: int = 0) -> QLabel:
    """Return a label for sentences in the usual size, with room for so many lines also while it has fewer."""
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
    """Return an empty grid in ``owner``, without margins but that at the ``left``, with so many pixels between columns
    and between rows."""
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
    """Return ``views`` in one place, the first in front."""
    stack = QStackedWidget()
    for view in views:
        stack.addWidget(view)
    return stack


def split(name: str, title: str, *parts: tuple[QWidget, int]) -> QSplitter:
    """Return widgets one below the other with their stretch; what is between them can be moved."""
    splitter = named(QSplitter(Qt.Orientation.Vertical), name, title)
    splitter.setChildrenCollapsible(False)
    for place, (part, stretch) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, stretch)
    return splitter


def add_actions(menu: QMenu, prefix: str, *rows: tuple[str, str, Callable[[], object]]) -> list[QAction]:
    """Return an action of ``menu`` for each row: its name, which follows ``prefix`` and a dot, title and handler."""
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

    Not ``QMenu.addAction`` with a text: PySide refers to such an action for ever, also when Qt has deleted it.
    """
    action = QAction(text, menu)
    if tip:
        action.setToolTip(tip)
    if handler is not None:
        action.triggered.connect(Keyed(action, handler, key).plain)
    menu.addAction(action)
    return action


def menu_line(menu: QMenu) -> QAction:
    """Return a new separator at the end of ``menu``, which is an entry too."""
    line = menu_entry(menu, "")
    line.setSeparator(True)
    return line


def empty_menu(menu: QMenu) -> None:
    """Remove the entries of ``menu`` and delete those that it owns, after their handlers have returned.

    Not ``QMenu.clear``, with which PySide takes actions from us that others own.
    """
    for action in menu.actions():
        menu.removeAction(action)
        if action.parent() is menu:
            action.deleteLater()


def push_button(
    text: str, name: str, handler: Callable[..., object], tip: str = "", *, role: str | None = None
) -> QPushButton:
    """Return a button that calls ``handler``, also by the space bar or Enter; its text is its accessible name, too."""
    button = named(QPushButton(text), name, text, tip)
    button.setAutoDefault(True)  # outside a dialog a button with the keyboard takes Enter only so
    button.setProperty("role", role)
    button.clicked.connect(handler)
    return button


def combo_box(
    name: str, title: str, handler: Callable[[int], object] | None = None, tip: str = "", *, width: int = 0
) -> QComboBox:
    """Return a combo box at least ``width`` wide; ``handler`` takes the index that the player has chosen."""
    combo = named(QComboBox(), name, title, tip)
    at_least(combo, width=width)
    if handler is not None:
        combo.activated.connect(handler)
    return combo


def level_slider(name: str, title: str, least: int, most: int, page: int, tip: str = "") -> QSlider:
    """Return a level slider from ``least`` to ``most``; a click beside its handle moves that by ``page``."""
    slider = named(QSlider(Qt.Orientation.Horizontal), name, title, tip)
    slider.setRange(least, most)
    slider.setPageStep(page)
    return slider


def spin_margins(box: AnySpinBox) -> AnySpinBox:
    """Return a field for a number with room between its edge and its text: the style sheet gives it none."""
    box.lineEdit().setTextMargins(SPIN_MARGIN, 0, 0, 0)
    return box


def offer(combo: QComboBox, texts: Sequence[str]) -> None:
    """Offer ``texts`` in a combo box; for the same texts the current one stays."""
    if [combo.itemText(i) for i in range(combo.count())] != list(texts):
        combo.clear()
        combo.addItems(texts)


def drop(layout: QLayout, *widgets: QWidget) -> None:
    """Take widgets out of a layout for good."""
    for widget in widgets:
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()


def restyle(widget: QWidget, key: str, value: object) -> None:
    """Set a property on which the style sheet depends."""
    if widget.property(key) != value:
        widget.setProperty(key, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def release_focus(widget: QWidget) -> None:
    """Take the keyboard focus from ``widget`` and its children before they are hidden.

    Qt would hand it on as if Tab had been pressed, and the next card would go to where it lands.
    """
    focus = QApplication.focusWidget()
    if focus is not None and (focus is widget or widget.isAncestorOf(focus)):
        focus.clearFocus()


def first_stop(part: QWidget) -> QWidget | None:
    """Return the widget of ``part`` that gets the keyboard focus: the last one that had it, else the first that can.

    Not by Qt's chain of tab stops: PySide treats each as owned by the previous one, and drops menus with it.
    """
    last = part.focusWidget()
    stops = [w for w in part.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    open_ = [w for w in stops if w.isVisible() and w.isEnabled() and w.focusProxy() is None]
    places = {w: w.mapTo(part, QPoint()) for w in open_}
    return last if last in places else min(open_, key=lambda w: (places[w].y(), places[w].x()), default=None)


def tab_in_order(*widgets: QWidget) -> None:
    """Have Tab go through these parts of a page one after the other."""
    for one, other in pairwise(widgets):
        QWidget.setTabOrder(one, other)


def on_keys(widget: QWidget, *rows: tuple[str | QKeySequence.StandardKey, Callable[..., object]]) -> None:
    """Call a handler by its key while the keyboard is in the window of ``widget`` and that is shown."""
    for key, handler in rows:
        QShortcut(QKeySequence(key), widget).activated.connect(handler)


def literal(text: str) -> str:
    """Return a text as a button or a menu shows it to the letter, without a key in it."""
    return text.replace("&", "&&")


def without_marks(text: str) -> str:
    """Return the text of a button or a menu without the marks of its keys."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))


def show_sheet(parent: QWidget, title: str, html: str) -> None:
    """Show a text in a window of its own, which does not block the program."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setObjectName("help")
    text = label(html, role="", wrap=True)
    text.setTextFormat(Qt.TextFormat.RichText)
    text.setContentsMargins(*map(px, (8, 4, 8, 4)))  # the frame shows what has the keyboard
    at_least(text, width=480)
    sheet = scrolled(text, "help.text", title)
    sheet.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrows scroll it
    sheet.setMinimumSize(text.sizeHint().width() + SCROLL_BAR, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    filled(QVBoxLayout(dialog), (sheet, 1), buttons, margins=(24, 16, 24, 16))
    most = parent.window().height() - SHEET_TOP
    dialog.resize(dialog.sizeHint().width(), min(text.heightForWidth(text.sizeHint().width()) + SHEET_REST, most))
    dialog.open()


def ask_text(parent: QWidget, name: str, title: str, words: str, text: str, handler: Callable[[str], object]) -> None:
    """Ask for a text in a window of its own, ``text`` at first, and hand it over when it is accepted."""
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
    """Sizes its widget once for each reason, not again while it does so.

    Qt does it again for each size of the widget. Where parts of the widget depend on its width, its need is known only
    afterwards: Qt would make it narrower and wider again until the stack is full. In the end the widget reports its
    need by an event of its own.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fitting = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
    """Opens its menu as soon as it is pressed, also where an assistive program does that."""

    def __init__(self, parent: QWidget | None = None, text: str = "", menu: QMenu | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setText(text)
        if menu is not None:
            self.setMenu(menu)
