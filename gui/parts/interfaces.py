"""The interfaces of our widgets for assistive programs, in addition to those of Qt.

Qt requests one when such a program first looks at a widget; without such a program nothing here runs.
Parents before children: Qt deletes the interface of a widget with it, and that of a painted cell is deleted by us."""

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
    """Return whether a widget, or an ``area`` in it, lies outside of the visible part of its parents."""
    seen, inner = widget.rect() if area is None else area & widget.rect(), widget
    while not inner.isWindow() and (around := inner.parentWidget()) is not None:
        seen, inner = seen.translated(inner.pos()) & around.rect(), around
    return widget.isVisible() and seen.isEmpty()


def living(interface: QAccessibleWidget, kind: type[Widget]) -> Widget | None:
    """Return the widget of an interface, None while it is destroyed and afterwards.

    An interface requests its widget each time: it is deleted while Qt destroys the widget, and PySide 6.11 crashes
    where that drops the last reference.
    """
    widget = interface.object() if interface.isValid() else None
    return widget if isinstance(widget, kind) else None


Role = QAccessible.Role
Text = QAccessible.Text


class SeenInterface(Guarded, QAccessibleWidget):
    """A widget that reports when it is scrolled out of view, which Qt does not. After its end it answers nothing: Qt
    would end the program.
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
    """A button: toggling it is a click, unlike in Qt.

    It is clicked a moment later, so that the answer does not wait for a dialog that the click opens.
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
    """Return the state of a widget that opens another one, or nothing now."""
    if opened is not None:
        state.expandable = state.hasPopup = True
        state.expanded = opened.isVisible()
        state.collapsed = not state.expanded
    return state


class ComboInterface(SeenInterface):
    """A combo box: on Linux Qt would report only the choice, and count its closed list among the visible widgets."""

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
        combo, steps = living(self, QComboBox), {self.increaseAction(): 1, self.decreaseAction(): -1}
        if combo is None:
            return
        if name in steps:
            chosen = min(max(combo.currentIndex() + steps[name], 0), combo.count() - 1)
            if chosen != combo.currentIndex():
                combo.setCurrentIndex(chosen)
                combo.activated.emit(chosen)
        elif name not in (self.showMenuAction(), self.pressAction()):
            super().doAction(name)
        elif combo.view().isVisible():
            combo.hidePopup()
        else:
            combo.showPopup()


class MenuButtonInterface(SeenInterface):
    """A button that opens a menu: Qt offers to show it and then does nothing."""

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
        else:  # the answer does not wait until the menu is closed
            QMetaObject.invokeMethod(button, "showMenu", Qt.ConnectionType.QueuedConnection)


SCROLLED = {"QScrollArea", "QAbstractScrollArea"}
"""Areas whose scroll bars come and go: Qt 6.11 counts them as children only while they are visible, and a client that
requests one later makes it read beyond the end of its list, which ends the program. Here they stay, hidden.
"""


class _SpokenInterface(SeenInterface):
    """A widget with a role and a description."""

    def __init__(self, widget: Spoken) -> None:
        super().__init__(widget, widget.spoken_role)
        self._spoken = widget

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Description and isValid(self._spoken):
            return self._spoken.description()
        return super().text(kind)


class _CellsInterface(_SpokenInterface):
    """The cells of a widget; their interfaces are created on request, and last as long as the widget."""

    def __init__(self, widget: PaintedCells) -> None:
        super().__init__(widget)
        self._painted = widget
        self._cells: dict[int, _CellInterface] = {}
        """The interfaces that were requested: Qt knows them and does not own them."""
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
    """One cell, which is read, and operated by the keys of its widget.

    Qt calls it once more when the widget is deleted: an exception here would end the program.
    """

    def __init__(self, widget: PaintedCells, number: int) -> None:
        super().__init__()
        self._widget: PaintedCells | None = widget
        self.number = number

    def leave(self) -> None:
        """Belong to no widget any more."""
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
        """Leave it: a cell is read."""

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
    """The program: on Linux Qt would leave out its pop-ups, such as the menus of buttons."""

    def __init__(self, program: QApplication) -> None:
        super().__init__(program)

    def _windows(self) -> list[QWidget]:
        """Return the visible windows, in the order in which they were opened."""
        shown = (w for w in QApplication.topLevelWidgets() if w.isVisible() and not _found_elsewhere(w))
        by_window = {widget.windowHandle(): widget for widget in shown}
        return [by_window[window] for window in QApplication.topLevelWindows() if window in by_window]

    def childCount(self) -> int:  # noqa: N802
        return len(self._windows())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        windows = self._windows()
        return QAccessible.queryAccessibleInterface(windows[index]) if 0 <= index < len(windows) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802
        windows, window_of_child = self._windows(), child.object()
        return next((place for place, window in enumerate(windows) if window is window_of_child), -1)

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


def _found_elsewhere(window: QWidget) -> bool:
    """Return whether a window is part of its opener: the list of a combo box, a menu within an open one."""
    if not isinstance(window, QMenu):
        return isinstance(window.parent(), QComboBox)
    action = window.menuAction()
    openers = (opener for opener in action.associatedObjects() if isinstance(opener, QMenu | QMenuBar))
    return any(opener.isVisible() and opener.activeAction() is action for opener in openers)


def interface_for(key: str, watched: QObject | None) -> QAccessibleInterface | None:
    """Return the interface of an object of ours, None where Qt's own is right (a factory of QAccessible)."""
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
    """Name a menu that opens, and let entries that several menus share belong to it: for Qt they belong to the first
    menu, and are hidden as long as that is. A handler of the events ``Show``.
    """
    if isinstance(watched, QMenu) and QAccessible.isActive():
        openers = (*watched.menuAction().associatedObjects(), watched.parent())
        names = (opener.accessibleName() for opener in openers if isinstance(opener, QWidget))
        name = without_marks(watched.title()) or watched.accessibleName() or next(filter(None, names), "Menu")
        watched.setAccessibleName(name)  # without it Qt gives it the name of the program
        for action in watched.actions():
            item = QAccessible.queryAccessibleInterface(action)
            if item is not None and item.parent().object() is not watched:
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(item))
    return False
