"""Interfaces of widgets for assistive programs such as screen readers, where those of Qt are not sufficient.

Qt requests an interface when such a program first examines a widget; without such a program nothing here runs.
Qt deletes the interface of a widget together with the widget; those of painted cells are deleted here."""

from typing import TypeVar

from PySide6.QtCore import QEvent, QMetaObject, QObject, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QAccessibleObject,
    QKeySequence,
    QTextDocumentFragment,
    QWindow,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QMenuBar,
    QPushButton,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from gui.look.guard import Guarded
from gui.parts.build import MenuButton, PaintedCells, Spoken, without_marks

Widget = TypeVar("Widget", bound=QWidget)


def scrolled_out(widget: QWidget, area: QRect | None = None) -> bool:
    """Return True if a visible widget, or an ``area`` in it, is outside of the visible part of its parents."""
    if not widget.isVisible():
        return False
    seen, inner = widget.rect() if area is None else area & widget.rect(), widget
    while not inner.isWindow() and (around := inner.parentWidget()) is not None:
        seen, inner = seen.translated(inner.pos()) & around.rect(), around
    return seen.isEmpty()


def living(interface: QAccessibleWidget, kind: type[Widget]) -> Widget | None:
    """Return the widget of an interface, or None if the widget is being or has been destroyed.

    Interfaces call this each time and store no reference: an interface is deleted while Qt destroys its widget, and
    PySide 6.11 crashes if that drops the last reference to the widget.
    """
    widget = interface.object() if interface.isValid() else None
    return widget if isinstance(widget, kind) else None


Role = QAccessible.Role
Text = QAccessible.Text


class SeenInterface(Guarded, QAccessibleWidget):
    """An interface that reports when its widget is scrolled out of view, which Qt's does not.

    It returns empty values after the widget is destroyed, for which Qt's would crash the program.
    """

    def text(self, kind: QAccessible.Text) -> str:
        return super().text(kind) if self.isValid() else ""

    def state(self) -> QAccessible.State:
        widget = living(self, QWidget)
        if widget is None:
            return QAccessible.State()
        state = super().state()
        state.offscreen = scrolled_out(widget)
        return state


class ButtonInterface(SeenInterface):
    """A button. Unlike in Qt, toggling it is a click, so that handlers of clicks run.

    The click is queued, so that the assistive program does not wait for a dialog that it opens.
    """

    def __init__(self, button: QAbstractButton) -> None:
        super().__init__(button, Role.Button)

    def role(self) -> QAccessible.Role:
        button = living(self, QAbstractButton)
        if button is None or not button.isCheckable():
            return Role.Button
        return Role.RadioButton if button.autoExclusive() else Role.CheckBox

    def text(self, kind: QAccessible.Text) -> str:
        button = living(self, QAbstractButton)
        if button is None:
            return ""
        if kind == Text.Accelerator:
            return button.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        own = kind == Text.Name and not button.accessibleName()
        return without_marks(button.text()) if own else super().text(kind)

    def state(self) -> QAccessible.State:
        button, state = living(self, QAbstractButton), super().state()
        if button is not None:
            state.checkable, state.checked, state.pressed = button.isCheckable(), button.isChecked(), button.isDown()
            state.defaultButton = isinstance(button, QPushButton) and button.isDefault()
        return state

    def actionNames(self) -> list[str]:  # noqa: N802
        button = living(self, QAbstractButton)
        if button is None:
            return []
        if not button.isEnabled():
            return super().actionNames()
        switching = [self.toggleAction()] if button.isCheckable() else []
        return [*switching, self.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:  # noqa: N802
        button = living(self, QAbstractButton)
        if button is not None and name in (self.pressAction(), self.toggleAction()):
            # Queued: a click that opens a dialog would make the assistive program wait until the dialog is closed.
            QMetaObject.invokeMethod(button, "click", Qt.ConnectionType.QueuedConnection)
        else:
            super().doAction(name)


class LabelInterface(SeenInterface):
    """A text."""

    def __init__(self, label: QLabel) -> None:
        super().__init__(label, Role.StaticText)

    def text(self, kind: QAccessible.Text) -> str:
        label = living(self, QLabel)
        if label is None:
            return ""
        if kind != Text.Name or label.accessibleName():
            return super().text(kind)
        rich = label.textFormat() == Qt.TextFormat.RichText
        return QTextDocumentFragment.fromHtml(label.text()).toPlainText() if rich else label.text()


def _opening(state: QAccessible.State, opened: QWidget | None) -> QAccessible.State:
    """Return ``state`` with the flags of a widget that opens ``opened`` (None: it opens no widget now)."""
    if opened is not None:
        state.expandable = state.hasPopup = True
        state.expanded = opened.isVisible()
        state.collapsed = not state.expanded
    return state


class ComboInterface(SeenInterface):
    """A combo box: on Linux Qt reports only the selected text, and its closed list as a visible widget."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo, Role.ComboBox)

    def text(self, kind: QAccessible.Text) -> str:
        combo = living(self, QComboBox)
        if combo is None:
            return ""
        if kind == Text.Name:
            return ": ".join(text for text in (combo.accessibleName(), combo.currentText()) if text)
        return combo.currentText() if kind == Text.Value else super().text(kind)

    def state(self) -> QAccessible.State:
        combo = living(self, QComboBox)
        return _opening(super().state(), None if combo is None else combo.view())

    def actionNames(self) -> list[str]:  # noqa: N802
        combo = living(self, QComboBox)
        names = [self.showMenuAction(), self.pressAction(), self.increaseAction(), self.decreaseAction()]
        return [*super().actionNames(), *names] if combo is not None and combo.isEnabled() else []

    def doAction(self, name: str) -> None:  # noqa: N802
        """Select the next or previous entry, or open and close the list."""
        combo, steps = living(self, QComboBox), {self.increaseAction(): 1, self.decreaseAction(): -1}
        if combo is None:
            return
        if name in steps:
            index = min(max(combo.currentIndex() + steps[name], 0), combo.count() - 1)
            if index != combo.currentIndex():
                # Only a selection by the user emits ``activated``, to which the pages listen.
                combo.setCurrentIndex(index)
                combo.activated.emit(index)
        elif name not in (self.showMenuAction(), self.pressAction()):
            super().doAction(name)
        elif combo.view().isVisible():
            combo.hidePopup()
        else:
            combo.showPopup()


class MenuButtonInterface(SeenInterface):
    """A button that opens a menu: Qt offers an action for that, which has no effect."""

    def __init__(self, button: MenuButton) -> None:
        super().__init__(button, Role.ButtonMenu)

    def state(self) -> QAccessible.State:
        button = living(self, MenuButton)
        return _opening(super().state(), None if button is None else button.menu())

    def actionNames(self) -> list[str]:  # noqa: N802
        button = living(self, MenuButton)
        opens = button is not None and button.isEnabled()
        return [*super().actionNames(), *([self.showMenuAction(), self.pressAction()] if opens else [])]

    def doAction(self, name: str) -> None:  # noqa: N802
        button = living(self, MenuButton)
        menu = None if button is None else button.menu()
        if button is None or menu is None or name not in (self.showMenuAction(), self.pressAction()):
            super().doAction(name)
        elif menu.isVisible():
            menu.close()
        else:  # queued: otherwise the caller waits until the menu is closed
            QMetaObject.invokeMethod(button, "showMenu", Qt.ConnectionType.QueuedConnection)


SCROLLED = {"QScrollArea", "QAbstractScrollArea"}
"""Scroll areas, by class name. Qt 6.11 counts their scroll bars as children only while they are visible; a client that
requests one later makes it read beyond the end of a list and crash. Here they are always children, hidden or not.
"""


class _SpokenInterface(SeenInterface):
    """A widget with its role and its description."""

    def __init__(self, widget: Spoken) -> None:
        super().__init__(widget, widget.spoken_role)
        self._spoken = widget

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Description and isValid(self._spoken):
            return self._spoken.description()
        return super().text(kind)


class _CellsInterface(_SpokenInterface):
    """A widget with painted cells, whose interfaces are created on request and live as long as the widget."""

    def __init__(self, widget: PaintedCells) -> None:
        super().__init__(widget)
        self._painted = widget
        self._cells: dict[int, _CellInterface] = {}
        """The interfaces that were requested, by number. Qt knows but does not own them."""
        widget.destroyed.connect(self._delete_cells)

    def _delete_cells(self) -> None:
        for cell in self._cells.values():
            cell.leave()
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(cell))
        self._cells = {}

    @property
    def _widgets(self) -> int:
        """The number of child widgets, which come before the cells."""
        return super().childCount() if isValid(self._painted) else 0

    def childCount(self) -> int:  # noqa: N802
        return self._widgets + self._painted.cell_count() if isValid(self._painted) else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        # The child widgets come first, then the painted cells.
        number = index - self._widgets
        if number < 0 or index >= self.childCount():
            return super().child(index) if 0 <= index < self._widgets else None
        return self._cell(number)

    def _cell(self, number: int) -> "_CellInterface":
        if number not in self._cells:
            self._cells[number] = _CellInterface(self._painted, number)
        return self._cells[number]

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802
        return self._widgets + child.number if isinstance(child, _CellInterface) else super().indexOfChild(child)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: N802
        number = self._painted.cell_now() if self._painted.hasFocus() else None
        return super().focusChild() if number is None else self._cell(number)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: N802
        widget = self._painted
        at = widget.mapFromGlobal(QRect(x, y, 1, 1).topLeft())
        cells = (number for number in range(widget.cell_count()) if widget.cell_rect(number).contains(at))
        number = next(cells, None)
        return super().childAt(x, y) if number is None else self._cell(number)


class _CellInterface(Guarded, QAccessibleInterface):
    """One painted cell; it can be read, and is operated by the keys of its widget.

    Qt calls it once more when the widget is deleted, and an exception here would crash the program.
    """

    def __init__(self, widget: PaintedCells, number: int) -> None:
        super().__init__()
        self._widget: PaintedCells | None = widget
        self.number = number

    def leave(self) -> None:
        """Drop the widget, which is being destroyed."""
        self._widget = None

    def isValid(self) -> bool:  # noqa: N802
        return self._widget is not None and self.number < self._widget.cell_count()

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return None if self._widget is None else self._widget.window().windowHandle()

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return None if self._widget is None else QAccessible.queryAccessibleInterface(self._widget)

    def child(self, index: int) -> None:  # type: ignore[override]
        return None

    def childCount(self) -> int:  # noqa: N802
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802
        return -1

    def childAt(self, x: int, y: int) -> None:  # type: ignore[override]  # noqa: N802
        return None

    def role(self) -> QAccessible.Role:
        return Role.Cell

    def rect(self) -> QRect:
        widget = self._widget
        if widget is None or not self.isValid():
            return QRect()
        area = widget.cell_rect(self.number)
        return QRect(widget.mapToGlobal(area.topLeft()), area.size())

    def text(self, kind: QAccessible.Text) -> str:
        widget = self._widget
        return widget.cell_name(self.number) if widget is not None and kind == Text.Name and self.isValid() else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802
        """Do nothing: cells cannot be edited this way."""

    def state(self) -> QAccessible.State:
        state, widget = QAccessible.State(), self._widget
        if widget is None or not self.isValid():
            state.invalid = state.invisible = True
            return state
        state.invisible = not widget.isVisible()
        state.offscreen = scrolled_out(widget, widget.cell_rect(self.number))
        state.focusable = True
        state.focused = widget.hasFocus() and widget.cell_now() == self.number
        return state


class _ProgramInterface(Guarded, QAccessibleObject):
    """The application: on Linux Qt would leave out its pop-ups, such as the menus of buttons."""

    def __init__(self, program: QApplication) -> None:
        super().__init__(program)

    def _windows(self) -> list[QWidget]:
        """Return the visible windows, in the order in which they were opened."""
        visible = (w for w in QApplication.topLevelWidgets() if w.isVisible() and not _is_part_of_opener(w))
        by_window = {widget.windowHandle(): widget for widget in visible}
        return [by_window[window] for window in QApplication.topLevelWindows() if window in by_window]

    def childCount(self) -> int:  # noqa: N802
        return len(self._windows())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        windows = self._windows()
        return QAccessible.queryAccessibleInterface(windows[index]) if 0 <= index < len(windows) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802
        windows, window_of_child = self._windows(), child.object()
        return next((index for index, window in enumerate(windows) if window is window_of_child), -1)

    def parent(self) -> None:  # type: ignore[override]
        return None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: N802
        window = QApplication.activePopupWidget() or QApplication.activeWindow()
        return None if window is None else QAccessible.queryAccessibleInterface(window)

    def text(self, kind: QAccessible.Text) -> str:
        return QApplication.applicationName() if kind == Text.Name else ""

    def role(self) -> QAccessible.Role:
        return Role.Application

    def state(self) -> QAccessible.State:
        return QAccessible.State()


def _is_part_of_opener(window: QWidget) -> bool:
    """Return True if a window is a child of its opener: the list of a combo box, a submenu of an open menu."""
    if not isinstance(window, QMenu):
        return isinstance(window.parent(), QComboBox)
    action = window.menuAction()
    openers = (opener for opener in action.associatedObjects() if isinstance(opener, QMenu | QMenuBar))
    return any(opener.isVisible() and opener.activeAction() is action for opener in openers)


def interface_for(key: str, watched: QObject | None) -> QAccessibleInterface | None:
    """Return the interface of ``watched``, or None if Qt's is right (a factory for QAccessible)."""
    if isinstance(watched, QApplication):
        return _ProgramInterface(watched)
    if isinstance(watched, PaintedCells):
        return _CellsInterface(watched)
    if isinstance(watched, Spoken):
        return _SpokenInterface(watched)
    if isinstance(watched, MenuButton):
        return MenuButtonInterface(watched)
    if key in SCROLLED and isinstance(watched, QWidget):
        return QAccessibleWidget(watched, Role.Client)
    if isinstance(watched, QComboBox):
        return ComboInterface(watched)
    if isinstance(watched, QAbstractButton) and not isinstance(watched, QToolButton):
        return ButtonInterface(watched)
    return LabelInterface(watched) if isinstance(watched, QLabel) and watched.pixmap().isNull() else None


def prepare_menu(watched: QObject, event: QEvent) -> bool:
    """Name a menu before it opens, and make it the parent of its shared entries (a handler of ``Show`` events).

    For Qt an entry of several menus belongs to the first one, and is hidden while that menu is.
    """
    if isinstance(watched, QMenu) and QAccessible.isActive():
        openers = (*watched.menuAction().associatedObjects(), watched.parent())
        names = (opener.accessibleName() for opener in openers if isinstance(opener, QWidget))
        name = without_marks(watched.title()) or watched.accessibleName() or next(filter(None, names), "Menu")
        watched.setAccessibleName(name)  # otherwise Qt uses the name of the program
        for action in watched.actions():
            item = QAccessible.queryAccessibleInterface(action)
            if item is not None and item.parent().object() is not watched:
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))
    return False
