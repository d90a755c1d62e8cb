"""The dialogs of the Help menu: shortcuts, the about box, messages, the reports of self-test and repair."""

import json
from collections.abc import Sequence
from string import Template

from PySide6.QtCore import QProcess, Qt, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from engine import GAMES, __version__
from gui.look.scale import px
from gui.look.theme import HELP_TEXTS
from gui.parts.build import filled, label, named, show_sheet
from gui.shell.process import own_process
from gui.shell.status_line import Message
from gui.state.faults import log_path
from gui.words.games import GAME_WORDS

ABOUT = f"""<h2>Steel Wheel {__version__}</h2>
<p>An equity laboratory for Texas hold'em and razz.</p>
<p>All-in equities: nobody folds from here on. Exact if that takes seconds, else sampled with all seats dealt
together, with a 95&nbsp;% interval.</p>
<p>MIT license. The font is Inter (SIL Open Font License).</p>"""


def show_shortcuts(parent: QWidget) -> None:
    """Show all shortcuts in one dialog."""
    text = (HELP_TEXTS / "shortcuts.json").read_text(encoding="utf-8")
    keys = ", ".join(words.key for words in GAME_WORDS.values())
    games = ", ".join(spec.title for spec in GAMES.values()).capitalize()
    sections: dict[str, list[tuple[str, str]]] = json.loads(Template(text).substitute(game_keys=keys, games=games))
    blocks = []
    for title, rows in sections.items():
        lines = "".join(f"<tr><td width='{px(176)}'><b>{keys}</b></td><td>{text}</td></tr>" for keys, text in rows)
        blocks.append(f"<h3>{title}</h3><table cellpadding='3'>{lines}</table>")
    show_sheet(parent, "Shortcuts", "".join(blocks))


def show_about(parent: QWidget) -> None:
    """Show the name, version and licence of the program."""
    show_sheet(parent, "About Steel Wheel", ABOUT)


SIZE = (720, 420)
NOTHING = "No messages yet."


class TextSheet(QDialog):
    """A dialog with a text, ``<name>.<text>``, and buttons to copy it, ``<name>.copy``, and to close the dialog."""

    def __init__(
        self, parent: QWidget, title: str, name: str, text: str, spoken: str, copy: str, note: str = ""
    ) -> None:
        """``spoken`` is the accessible name of the text, ``copy`` the text of its button, ``note`` a line below."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setObjectName(name)
        self.text = named(QPlainTextEdit(), f"{name}.{text}", spoken)
        self.text.setReadOnly(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        button = buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        named(button, f"{name}.copy", copy)
        button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        notes = [label(note, wrap=True)] if note else []
        filled(QVBoxLayout(self), (self.text, 1), *notes, buttons, margins=(16, 16, 16, 16))
        self.resize(*SIZE)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())


def show_messages(parent: QWidget, messages: Sequence[Message]) -> None:
    """Show ``messages``, oldest first."""
    MessageSheet(parent, messages).open()


class MessageSheet(TextSheet):
    """The messages of the window, scrolled to the last one."""

    def __init__(self, parent: QWidget, messages: Sequence[Message]) -> None:
        note = f"Internal errors are logged in {log_path()}"
        super().__init__(parent, "Messages", "messages", "list", "Messages", "Copy the messages", note)
        self.text.setPlainText("\n".join(map(message_text, messages)) or NOTHING)
        self.text.moveCursor(QTextCursor.MoveOperation.End)


def message_text(message: Message) -> str:
    """Return a message as a line with its time, followed by its details."""
    line = f"{message.time:%H:%M:%S}  {message.text}"
    return f"{line}\n{message.details.rstrip()}\n" if message.details else line


def show_self_test(parent: QWidget) -> None:
    """Run ``steelwheel --self-test`` and show its report."""
    ReportSheet(parent, "Self-test", "selfTest", "--self-test").open()


def show_repair(parent: QWidget) -> None:
    """Run ``steelwheel --repair`` and show its report."""
    ReportSheet(parent, "Repair", "repair", "--repair").open()


class ReportSheet(TextSheet):
    """The output of this program when run with ``option``, as it arrives; closing the dialog ends that process."""

    def __init__(self, parent: QWidget, title: str, name: str, option: str) -> None:
        super().__init__(parent, title, name, "report", f"Report of the {title.lower()}", "Copy the report")
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.finished.connect(self._end)
        self._process = own_process(self, option)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.readyReadStandardOutput.connect(self._on_output)
        self._process.errorOccurred.connect(self._on_error)
        self._process.start()

    @Slot()
    def _on_output(self) -> None:
        output = bytes(self._process.readAllStandardOutput().data()).decode(errors="replace")
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.insertPlainText(output)
        self.text.ensureCursorVisible()

    @Slot()
    def _on_error(self) -> None:
        self.text.appendPlainText(f"The {self.windowTitle().lower()} did not start: {self._process.errorString()}")

    @Slot()
    def _end(self) -> None:
        self._process.errorOccurred.disconnect(self._on_error)
        self._process.kill()
        self._process.waitForFinished()
