"""The dialogs of the Help menu: shortcuts, the about box, messages, the reports of self-test and repair."""

from collections.abc import Sequence

from PySide6.QtCore import QProcess, Qt, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from engine import GAMES, __version__
from gui.look.scale import px
from gui.parts.build import filled, label, named, show_sheet
from gui.shell.process import own_process
from gui.shell.status_line import Message
from gui.state.faults import log_path
from gui.words.games import GAME_WORDS

SHORTCUTS = (
    ("The table", (
        ("A K Q … 2, then s h d c", "Hold'em: the card goes to the marked slot"),
        ("A 2 … K", "Razz: the rank goes to the marked slot"),
        ("F", "Razz: folds the seat just typed"),
        ("Backspace", "Takes the last card back"),
        ("Tab", "Goes through the slots in table order"),
        ("/", "The range text of the seat; Enter goes back to the cards"),
        ("Ctrl+C, Ctrl+V", "Copy and paste what is marked: cards, as in [Ah Kd, Qc], a range, a board"),
        ("Ctrl+Shift+V", "Pastes there from a text, too"),
        ("Menu, Shift+F10", "The menu of the marked place; a right click opens that of any"),
        ("Esc", "Leaves a text"),
        ("Ctrl++", "Adds a seat"),
        ("Ctrl+D, Ctrl+Shift+D", "A random hand for the marked seat, of its range if it has one; a random flop"),
        ("Ctrl+Alt+D", "Razz: eight doors, typed in a row; then the first seat's down cards"),
        (
            ", ".join(words.key for words in GAME_WORDS.values()),
            ", ".join(spec.title for spec in GAMES.values()).capitalize(),
        ),
        ("Ctrl+1 … Ctrl+9, Ctrl+0", "The pages on the right; once more: the keyboard goes into the page, Esc back"),
        ("Ctrl+Alt+1", "The eleventh page; the tool tip of each tab shows its key"),
    )),
    ("The matrix", (
        ("Arrows, Shift", "Move; Shift selects more; Home, End, Page up and down go all the way"),
        ("Space", "Paints the selection, or erases it where it has the brush's weight"),
        ("1 … 9, 0", "10 % … 90 %, 100 %: weighs the selection and sets the brush"),
        ("+ or Ctrl+Shift+click", "This hand and all better ones; Alt+click too, where the desktop leaves it alone"),
        ("Ctrl+C, Ctrl+V", "Copy the selection or the whole range, paste a range"),
        ("Enter", "The suits of the hand; Esc closes them"),
        ("Delete", "Takes the selection out"),
        ("Ctrl+I", "What the range really holds here; there 1 … 6 sort the list"),
        ("F1", "All that can be typed into a range"),
    )),
    ("Made hands", (
        ("Up, down", "The classes; the hands of the one chosen light up in the matrix"),
        ("Space", "Keeps the class, or drops it"),
        ("Right, left", "Shows the kickers of top pair, hides them"),
        ("Arrows, space in the matrix", "Shows which classes a hand has"),
    )),
    ("The charts", (
        ("Left, Right", "Read a chart out, step by step; Page up and down go ten steps"),
        ("Home", "Lets the axes fit again"),
        ("Click on a name", "Hides the seat, or shows it again"),
        ("Space on a group", "Next cards: unfolds it, or folds it again; Right and Left, too"),
    )),
    ("The hand tracker", (
        ("Ctrl+T", "Goes there; the line for typing has the keyboard as soon as a hand is under way"),
        ("f, c, x, Enter", "Folds, calls or checks, checks; several words are several steps"),
        ("120, +60, 1/2, p, a", "Bets or raises to, by, a share of the pot, the pot, all in"),
        ("7h8h2c, QdQc, w", "Cards that come; at the showdown what opponents show, or who wins"),
        ("ok, u, n", "What stands ready, a step back, the next hand"),
    )),
    ("Betting", (
        ("1 to 9", "Goes on after the first action, the second ..."),
        ("Alt+Left, Alt+Right", "Back to the node before, forth again"),
        ("Alt+Home", "Takes the last step of the path back"),
        ("F5, Esc, F6", "Solves, holds, goes on; stops; refines, while the page is in front"),
    )),
    ("Ask", (
        ("Enter", "In the question: shows at once what cannot be read; Esc takes the last question back"),
        ("Space on a word", "What it may be instead"),
        ("F5, Esc, F6", "Asks again, stops, refines, while the page is in front"),
    )),
    ("Histories", (
        ("Alt+Down, Alt+Up", "The next hand of the list, the one before"),
        ("Ctrl+F, Ctrl+Shift+F", "The search; shows and hides the filters"),
        ("Ctrl+Shift+M, G, E", "The star of the hand, its tags, its note"),
    )),
    ("The run", (
        ("F5", "Runs, holds, goes on"),
        ("Esc", "Stops"),
        ("F6", "Refines: half the error"),
        ("F7", "Makes a sampled result exact, where that takes seconds"),
        ("F8, Shift+F8", "Pins the result: what changes is shown as differences; edits the other of the two tables"),
        ("Ctrl+F8", "Compares both tables side by side"),
    )),
    ("The window", (
        ("F9, Shift+F9", "Larger text, smaller text, from 80 to 200 %; Ctrl+= and Ctrl+- too"),
        ("Ctrl+F9", "The normal size of text"),
    )),
    ("Finding", (
        ("Ctrl+K", "Finds commands, pages, seats, named ranges, examples, files and results by any of their letters"),
        ("AKs v 22+", "Typed there it is answered at once; Enter puts it on the table. So is a hand or a range alone"),
    )),
    ("Files and history", (
        ("Ctrl+N, Ctrl+O, Ctrl+S", "New, open, save"),
        ("Ctrl+Shift+N", "Another window"),
        ("Ctrl+Shift+O", "Opens a file of hand histories; pasted on the table, hands are listed too"),
        ("Ctrl+. and Ctrl+,", "Histories: the next action, the one before; with Shift the next street, the one before"),
        ("Ctrl+Z, Ctrl+Shift+Z", "Undo, redo (Ctrl+Y too): everything on the table"),
        ("Ctrl+Shift+C", "Copies the results as text"),
        ("Ctrl+L", "Copies the table as one line of text; pasted on a table, it takes its place"),
        ("Ctrl+F1", "The guide; there Ctrl+F searches a page, Alt+Left goes back"),
        ("Ctrl+Q", "Quits"),
    )),
)  # fmt: skip

ABOUT = f"""<h2>Steel Wheel {__version__}</h2>
<p>An equity laboratory for Texas hold'em and razz.</p>
<p>Showdown equities: nobody folds from here on. Exact wherever that takes seconds, else sampled with all seats
dealt together, and a 95&nbsp;% interval.</p>
<p>MIT licence. The text face is Inter (SIL Open Font License).</p>"""


def show_shortcuts(parent: QWidget) -> None:
    """Show all shortcuts in one dialog."""
    blocks = []
    for title, rows in SHORTCUTS:
        lines = "".join(f"<tr><td width='{px(176)}'><b>{keys}</b></td><td>{text}</td></tr>" for keys, text in rows)
        blocks.append(f"<h3>{title}</h3><table cellpadding='3'>{lines}</table>")
    show_sheet(parent, "Shortcuts", "".join(blocks))


def show_about(parent: QWidget) -> None:
    """Show the name, version and licence of the program."""
    show_sheet(parent, "About Steel Wheel", ABOUT)


SIZE = (720, 420)
NOTHING = "There were no messages yet."


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
        note = f"Internal errors are kept in {log_path()}"
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
        self.text.appendPlainText(f"The {self.windowTitle().lower()} did not run: {self._process.errorString()}")

    @Slot()
    def _end(self) -> None:
        self._process.errorOccurred.disconnect(self._on_error)
        self._process.kill()
        self._process.waitForFinished()
