"""The commands of menus and buttons, independent of their appearance."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog, QWidget

from engine import GAMES, Game, Problem, Scenario, ScenarioError, Snapshot
from engine.cards import whole_text
from engine.storage.regular_files import reason
from engine.table.clips import copied_text
from engine.table.one_line import format_line, is_line, table_line
from engine.table.random_cards import NothingLeftError, random_flop, random_hand
from gui.export.files import shortened
from gui.look.theme import EXAMPLE_PAGES
from gui.parts.text_entry import TextEntry
from gui.shell.opening import damage_note, differences, why_not_opened
from gui.shell.process import open_window
from gui.state.context import FrontRun
from gui.state.document import NEW, Document, GameMemory, new_seat
from gui.state.session import Session
from gui.state.table_input import TableInput
from gui.storage import scenario_files
from gui.storage.files import absolute, is_file
from gui.storage.foreign_files import HANDS_FILTER, SOLUTION_FILTER, holds_hands, holds_solution
from gui.storage.history_file import Remembered
from gui.storage.player_files import from_template
from gui.storage.settings import Settings
from gui.table.table_panel import TEXT_WIDGETS
from gui.words.formatting import describe_problem

DOORS = "Type the door cards in a row, e.g. 9 7 K 2 3 T 8 4; F folds the seat just typed"
NO_DOOR = "Every seat has a door card: start a new table (Ctrl+N) or undo to type other cards"
OPEN_FILTER = f"{scenario_files.FILE_FILTER};;{SOLUTION_FILTER}"
UNREADABLE = "unreadable"  # the digest of a file that exists but cannot be read


@dataclass(frozen=True, slots=True)
class SaveConflict:
    """The reason why the table was not saved to ``path``, as a sentence, and how the version there differs."""

    path: Path
    statement: str
    differences: str = ""


@runtime_checkable
class Copies(Protocol):
    """A widget that copies its selection: a field, a table of results, a matrix."""

    def copy(self) -> None:
        """Copy the selection to the clipboard."""


@runtime_checkable
class Pastes(Protocol):
    """A widget that accepts a text from the clipboard."""

    def paste(self) -> None:
        """Paste the clipboard."""


def example_page(path: Path) -> str:
    """Return the title of the page that an example is about, or "" if the file is not an example."""
    pages: dict[str, str] = json.loads(EXAMPLE_PAGES.read_text(encoding="utf-8"))
    return pages.get(path.name, "")


class Commands(QObject):
    """Acts on the document, the session and files; ``message`` reports errors."""

    message = Signal(str, bool)  # a line for the status bar and whether it is an error
    recent_changed = Signal()
    hands_opened = Signal(object)  # the paths of files of hand histories that are to be listed
    solution_opened = Signal(object)
    """Carries the path of a solution to show on the page *Betting*."""
    page_opened = Signal(str)
    """Carries the title of the page that an example is about."""
    comparison_requested = Signal()
    """Emitted when both tables shall be displayed side by side."""
    conflict_changed = Signal()
    """Emitted when ``conflict`` changes."""

    def __init__(
        self, document: Document, session: Session, table_input: TableInput, settings: Settings, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.document, self.session, self.table_input, self.settings = document, session, table_input, settings
        self._window = parent
        self.front_run = FrontRun(session)
        self._memory = GameMemory(document, self)
        self._generator = np.random.default_rng()
        self.conflict: SaveConflict | None = None
        """The conflict about which the player has to decide, or None."""
        document.left.connect(self._on_left)

    def new(self) -> None:
        """Start a new table of the same game, as one undo step."""
        scenario = NEW[self.document.scenario.game]
        if (self.document.scenario, self.document.path) != (scenario, None):
            self.document.open(scenario, None, text="New table")
        self._forget_refused()
        self.table_input.restart()

    def new_window(self) -> None:
        """Open another window of the program, in a process of its own."""
        if not open_window(self):
            self.message.emit("Another window could not be opened", True)

    def open_template(self, path: Path) -> None:
        """Start a new table from a template, as one undo step."""
        try:
            template = scenario_files.read(path, self.document.orders, self.document.named.names).scenario
        except (ScenarioError, OSError) as error:
            self.message.emit(f"Not opened: {why_not_opened(path, error)}", True)
            return
        name = whole_text(path.stem)
        self.document.open(from_template(template, self.document.scenario), None, text=f"New table: {name}")
        self.table_input.restart()
        self.message.emit(f"New table: {name}", False)

    def type_doors(self) -> None:
        """Begin the input of one door card after the other in a stud game."""
        self.message.emit(DOORS if self.table_input.type_doors() else NO_DOOR, False)

    def random_hand(self) -> None:
        """Deal a random hand to the selected seat."""
        scenario, seat = self.document.scenario, self.document.cursor.seat
        deal = partial(random_hand, scenario, seat, self._generator, self.document.orders)
        self._deal(f"Random hand for {scenario.seats[seat].name}", deal)

    def random_flop(self) -> None:
        """Deal a random flop."""
        self._deal("Random flop", partial(random_flop, self.document.scenario, self._generator))

    def _deal(self, text: str, deal: Callable[[], Scenario]) -> None:
        """Replace the table by that of ``deal``, or show that too few cards are left."""
        try:
            self._report(self.document.replace(text, deal()))
        except NothingLeftError as error:
            self.message.emit(f"{text}: {error}", True)

    def switch_game(self, game: Game) -> None:
        """Switch to ``game`` and restore its last table."""
        self._memory.switch(game)
        self.table_input.restart()

    def add_seat(self) -> None:
        scenario = self.document.scenario
        limit = GAMES[scenario.game].max_seats
        if len(scenario.seats) >= limit:
            self.message.emit(f"{GAMES[scenario.game].title} has at most {limit} seats", True)
            return
        self.edit("Add a seat", seats=(*scenario.seats, new_seat(scenario)))

    def edit(self, text: str, **changes: Any) -> None:
        """Change fields of the scenario as one undo step called ``text``, and report a problem."""
        self._report(self.document.edit(text, **changes))

    def open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", self.settings.folder, OPEN_FILTER)
        if name:
            self.open_path(Path(name))

    def open_hands(self) -> None:
        """Ask for files of hand histories."""
        names, _ = QFileDialog.getOpenFileNames(self._window, "Open hand histories", self.settings.folder, HANDS_FILTER)
        paths = tuple(absolute(Path(name)) for name in names)
        if paths:
            self._remember(paths[0])
            self.hands_opened.emit(paths)

    def open_path(self, path: Path) -> bool:
        """Open a scenario or a saved result as one undo step; return False and change nothing on an error.

        Files of hand histories and of solutions are passed to their pages.
        """
        path = absolute(path)
        try:
            if holds_hands(path):
                self._remember(path)
                self.hands_opened.emit((path,))
                return True
            if holds_solution(path):
                self._remember(path)
                self.solution_opened.emit(path)
                return True
        except TimeoutError as error:
            self.message.emit(f"Not opened: {why_not_opened(path, error)}", True)
            return False
        # Otherwise it is a table; only then is the file read completely.
        opened = self._open(path, path)
        if opened is None:
            return False
        self._remember(path)
        self.message.emit(f"Opened {whole_text(path.name)}{damage_note(opened)}", bool(opened.damaged))
        return True

    def open_named(self, name: str) -> None:
        """Open the file called ``name``, or if there is none, read ``name`` as a table in one line of text."""
        if is_line(name) and not is_file(Path(name)):
            self.table_input.paste_line(name)
        else:
            self.open_path(Path(name))

    def open_example(self, path: Path) -> None:
        """Open an example as a new table, and show the page that it is about; saving it asks for a name."""
        if holds_hands(path):
            self.hands_opened.emit((path,))
            return
        opened = self._open(path, None)
        if opened is not None:
            if page := example_page(path):
                self.page_opened.emit(page)
            self.settings.add_recent(path)
            self.recent_changed.emit()
            self.message.emit(f"Opened {path.name}{damage_note(opened)}", bool(opened.damaged))

    def _open(self, path: Path, home: Path | None) -> scenario_files.OpenedFile | None:
        """Replace the table by that of the file ``path``; return the content, or None if it cannot be opened.

        ``home`` is the file to which the table is saved from then on; a saved result has none.
        """
        try:
            opened = scenario_files.read(path, self.document.orders, self.document.named.names)
        except (ScenarioError, OSError) as error:
            self.message.emit(f"Not opened: {why_not_opened(path, error)}", True)
            return None
        text = f"Open {whole_text(path.name)}"
        self.document.open(opened.scenario, None if opened.is_result else home, digest=opened.digest, text=text)
        self.table_input.restart()
        if opened.snapshot is not None:
            self.session.show(opened.snapshot)
        return opened

    def save(self) -> bool:
        """Save to the file of the table, or ask for a name; ask before overwriting a version written by others."""
        table = self.document.file
        if table.path is None:
            return self.save_as()
        try:
            digest = scenario_files.digest_of(table.path)
        except OSError:  # it exists but cannot be read
            digest = UNREADABLE
        # The digest from the last reading or writing shows whether others have changed the file; "": there is no file.
        if digest in (table.digest, ""):
            lost = not digest and table.digest
            return self.save_to(table.path, "; the old file had been deleted or moved" if lost else "")
        self._ask(table.path, "was changed by another program or window after it was opened")
        return False

    @Slot()
    def save_as(self) -> bool:
        """Ask for a file and save the table to it; return whether it was written."""
        start = str(Path(self.settings.folder) / f"table{scenario_files.SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(self._window, "Save as", start, scenario_files.FILE_FILTER)
        if not name:
            return False
        path = Path(name)
        complete = path if path.suffix else path.with_suffix(scenario_files.SUFFIX)
        if complete != path and is_file(complete):  # the dialog only checked the name without suffix
            self._ask(complete, "exists already")
            return False
        return self.save_to(complete)

    def save_to(self, path: Path, remark: str = "") -> bool:
        """Write the table to ``path``; return whether it was written. ``remark`` is added to the message of success."""
        path = absolute(path)
        try:
            digest = scenario_files.save(path, self.document.scenario)
        except OSError as error:
            self.message.emit(f"Not saved: {whole_text(path.name)}: {reason(error)}", True)
            return False
        self.dismiss()
        self.document.saved(path, digest)
        self._remember(path)
        self.message.emit(f"Saved {whole_text(path.name)}{remark}", False)
        return True

    def _ask(self, path: Path, event: str) -> None:
        """Set the conflict with a file that would be overwritten; ``event``: the reason, as text."""
        try:
            scenario = scenario_files.read(path, self.document.orders, self.document.named.names).scenario
            differs = differences(self.document.scenario, scenario)
            known = f"differs in {differs}" if differs else "has the same table"
        except ScenarioError:
            known = "cannot be read"
        self.conflict = SaveConflict(path, f"“{whole_text(path.name)}” {event}.", f"The version in the file {known}.")
        self.conflict_changed.emit()

    @Slot()
    def dismiss(self) -> None:
        """Drop the conflict without saving."""
        if self.conflict is not None:
            self.conflict = None
            self.conflict_changed.emit()

    @Slot()
    def overwrite(self) -> None:
        """Overwrite the version that others have written."""
        if self.conflict is not None:
            self.save_to(self.conflict.path)

    @Slot()
    def look(self) -> None:
        """Open the version that others have written; Undo restores the player's unsaved version."""
        conflict = self.conflict
        if conflict is not None and self._open(conflict.path, conflict.path):
            self.message.emit("This is the version in the file; undo to return to your table", False)

    @Slot(object, object)
    def _on_left(self, scenario: object, file: object) -> None:
        self.dismiss()
        self._forget_refused()

    def _forget_refused(self) -> None:
        """Make all fields show the current values: rejected input must not remain at the next table."""
        for entry in self._window.findChildren(TextEntry):
            if entry.pending:
                entry.show_current()

    def _remember(self, path: Path) -> None:
        self.settings.folder = str(path.parent)
        self.settings.add_recent(path)
        self.recent_changed.emit()

    def copy_line(self) -> None:
        """Copy the table as one line of text."""
        line = format_line(self.document.scenario)
        QGuiApplication.clipboard().setText(line)
        self.message.emit(f"Copied: {shortened(line)}", False)

    def copy_result(self, write: Callable[[Snapshot], str], message: str) -> None:
        """Copy the result as formatted by ``write``."""
        if self.session.snapshot is not None:
            QGuiApplication.clipboard().setText(write(self.session.snapshot))
            self.message.emit(message, False)

    def copy_marked(self) -> None:
        """Copy the selection of the text or matrix with the keyboard focus, or else the selected slot of the table."""
        focus: object = QApplication.focusWidget()
        if isinstance(focus, Copies):
            focus.copy()
        elif isinstance(focus, QAbstractItemView):
            QGuiApplication.clipboard().setText(str(focus.currentIndex().data() or ""))
        else:
            self.copy_place()

    def copy_place(self) -> None:
        """Copy the cards or the range of the selected slot."""
        text = copied_text(self.document.scenario, self.document.cursor.slot)
        if text:
            QGuiApplication.clipboard().setText(text)
            self.message.emit(f"Copied: {shortened(text)}", False)
        else:
            self.message.emit("There is nothing to copy in the selected slot", False)

    def paste_marked(self) -> None:
        """Paste into the text or matrix with the keyboard focus, or else at the selected slot of the table.

        A complete table as one line replaces the table even if a matrix has the focus.
        """
        focus: object = QApplication.focusWidget()
        is_table = table_line(QGuiApplication.clipboard().text()) and not isinstance(focus, TEXT_WIDGETS)
        (focus.paste if isinstance(focus, Pastes) and not is_table else self.paste)()

    def paste(self) -> None:
        """Paste cards or a range at the selected slot, or a complete table, which replaces the current one."""
        self.table_input.paste(QGuiApplication.clipboard().text())

    def paste_pio(self) -> None:
        """Give the selected seat the PioSOLVER range on the clipboard, and show notices about its notation."""
        notices = self.table_input.paste_pio(QGuiApplication.clipboard().text())
        if notices is not None:
            self.message.emit(" · ".join(("Pasted a PioSOLVER range", *notices)), False)

    def edit_other(self) -> None:
        """Exchange the current and the pinned table, both with their results."""
        if self.session.can_exchange:
            self.session.exchange()
            self.table_input.restart()

    def compare(self) -> None:
        """Show both tables side by side, after pinning the current one if none is pinned."""
        if self.session.pinned is None:
            self.session.pin()
        self.comparison_requested.emit()

    def bring_result_back(self, entry: Remembered) -> None:
        """Replace the table by that of a recent result, as one undo step, and show the result."""
        try:
            scenario = scenario_files.checked(entry.scenario, self.document.orders)
        except ScenarioError as error:
            self.message.emit(f"Not restored: {describe_problem(error.problems[0])}", True)
            return
        self.document.open(scenario, None, text="Restored an earlier result")
        self.table_input.restart()
        self.session.show(entry.snapshot)

    def _report(self, problems: tuple[Problem, ...]) -> None:
        if problems:
            self.message.emit(describe_problem(problems[0]), True)
