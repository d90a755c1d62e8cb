"""What the menus and buttons do, free of how they look."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from engine import GAMES, Game, Problem, ScenarioError
from gui import scenario_files
from gui.document import Document
from gui.export import results_text
from gui.formatting import describe_problem
from gui.session import Session
from gui.settings import Settings
from gui.starters import NEW, GameMemory, new_seat
from gui.table_input import TableInput


class Commands(QObject):
    """Acts on the document, the session and files; what goes wrong is told through ``message``."""

    message = Signal(str, bool)
    """A line for the status bar and whether it is an error."""
    recent_changed = Signal()

    def __init__(
        self, document: Document, session: Session, table_input: TableInput, settings: Settings, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.document, self.session, self.table_input, self.settings = document, session, table_input, settings
        self._window = parent
        self._memory = GameMemory()

    def new(self) -> None:
        """Clear the table: an empty scenario of the same game, as one undo step."""
        self.document.replace("New table", NEW[self.document.scenario.game])
        self.table_input.restart()

    def switch_game(self, game: Game) -> None:
        """Bring the other game's table back."""
        scenario = self._memory.switched(self.document.scenario, game)
        self._tell(self.document.replace(f"Switch to {GAMES[game].title}", scenario))

    def add_seat(self) -> None:
        """Add an empty seat."""
        scenario = self.document.scenario
        limit = GAMES[scenario.game].max_seats
        if len(scenario.seats) >= limit:
            self.message.emit(f"{GAMES[scenario.game].title} has at most {limit} seats", True)
            return
        self._tell(self.document.edit("Add a seat", seats=(*scenario.seats, new_seat(scenario))))

    def clear_board(self) -> None:
        """Take the board back."""
        self._tell(self.document.edit("Clear the board", board=""))

    def clear_dead(self) -> None:
        """Bring all dead cards back into the deck."""
        self._tell(self.document.edit("Clear the dead cards", dead=""))

    def open(self) -> None:
        """Ask for a file and open it."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", self.settings.folder, scenario_files.FILE_FILTER)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> bool:
        """Open a scenario or a saved result; on an error nothing changes."""
        try:
            scenario, snapshot = scenario_files.read(path, self.document.orders)
        except ScenarioError as error:
            text = describe_problem(error.problems[0])
            name = "" if path.name in text else f"{path.name}: "
            self.message.emit(f"Not opened: {name}{text}", True)
            return False
        self.document.open(scenario, path if snapshot is None else None)
        self.table_input.restart()
        if snapshot is not None:
            self.session.show(snapshot)
        self._remember(path)
        self.message.emit(f"Opened {path.name}", False)
        return True

    def open_example(self, path: Path) -> None:
        """Open a copy of an example: saving asks for a name."""
        if self.open_path(path):
            self.document.open(self.document.scenario, None)

    def save(self) -> bool:
        """Save to the file that the scenario came from, or ask for one."""
        return self._save_to(self.document.path) if self.document.path else self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        start = str(Path(self.settings.folder) / f"table{scenario_files.SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(self._window, "Save as", start, scenario_files.FILE_FILTER)
        if not name:
            return False
        path = Path(name)
        return self._save_to(path if path.suffix else path.with_suffix(scenario_files.SUFFIX))

    def _save_to(self, path: Path) -> bool:
        try:
            scenario_files.save(path, self.document.scenario)
        except OSError as error:
            self.message.emit(f"Not saved: {path.name}: {error.strerror}", True)
            return False
        self.document.saved(path)
        self._remember(path)
        self.message.emit(f"Saved {path.name}", False)
        return True

    def _remember(self, path: Path) -> None:
        self.settings.folder = str(path.parent)
        self.settings.add_recent(path)
        self.recent_changed.emit()

    def copy_results(self) -> None:
        """Put the results on the clipboard as text."""
        if self.session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self.session.snapshot))
            self.message.emit("Results copied", False)

    def paste(self) -> None:
        """Put pasted cards on the table."""
        self.table_input.paste(QGuiApplication.clipboard().text())

    def run_or_pause(self) -> None:
        """Start the run, hold it or let it go on."""
        (self.session.start if self.session.state == "idle" else self.session.toggle_pause)()

    def _tell(self, wrong: tuple[Problem, ...]) -> None:
        if wrong:
            self.message.emit(describe_problem(wrong[0]), True)
