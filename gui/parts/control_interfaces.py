"""The interfaces of buttons, labels and boxes for assistive programs, where Qt's own say too little or too much."""

from PySide6.QtCore import QMetaObject, Qt
from PySide6.QtGui import QAccessible, QKeySequence, QTextDocumentFragment
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QComboBox, QLabel, QPushButton, QWidget

from gui.look.guard import Guarded
from gui.parts.build import without_marks
from gui.parts.interface_rules import living, scrolled_out
from gui.parts.menu_button import MenuButton

Role = QAccessible.Role
Text = QAccessible.Text


class SeenInterface(Guarded, QAccessibleWidget):
    """A widget that says when it is scrolled out of view: for Qt it is on the screen then. Once it has gone, it says
    nothing: Qt would end the program where it is asked all the same.
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
    """A button: for Qt toggling it is not what a click does.

    It is clicked a moment later: the answer does not wait until a dialog is closed that the click opens.
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
    """A combo box: on Linux Qt would say only what is chosen, and count its closed list among what is on the screen."""

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
