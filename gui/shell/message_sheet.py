"""The sheet of messages: what the status line has told, with the details of errors of ours, to be copied."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from gui.parts.build import filled, label, named
from gui.shell.status_line import Message
from gui.state.faults import log_path

SIZE = (720, 420)
NOTHING = "There were no messages yet."


def show_messages(parent: QWidget, messages: Sequence[Message]) -> None:
    """Show ``messages``, the first one first."""
    MessageSheet(parent, messages).open()


class MessageSheet(QDialog):
    """A list to read, and a button that copies it."""

    def __init__(self, parent: QWidget, messages: Sequence[Message]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Messages")
        self.setObjectName("messages")
        self._list = named(QPlainTextEdit(), "messages.list", "Messages")
        self._list.setReadOnly(True)
        self._list.setPlainText("\n".join(map(written, messages)) or NOTHING)
        self._list.moveCursor(QTextCursor.MoveOperation.End)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy the messages", QDialogButtonBox.ButtonRole.ActionRole)
        named(copy, "messages.copy", "Copy the messages")
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        note = label(f"Internal errors are kept in {log_path()}", wrap=True)
        filled(QVBoxLayout(self), (self._list, 1), note, buttons, margins=(16, 16, 16, 16))
        self.resize(*SIZE)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._list.toPlainText())


def written(message: Message) -> str:
    """Return a message as a line with its time, and the details below it."""
    line = f"{message.time:%H:%M:%S}  {message.text}"
    return f"{line}\n{message.details.rstrip()}\n" if message.details else line
