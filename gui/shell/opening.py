"""Files dropped on the window, and the messages about files that cannot be opened, are damaged or differ."""

import json
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QWidget

from engine import GAMES, Scenario, ScenarioError
from engine.cards import whole_text
from engine.ranges.library_files import READERS
from engine.storage.regular_files import reason
from gui.storage import scenario_files
from gui.storage.files import URI, path_from_text
from gui.storage.foreign_files import folders_among, holds_hands, read_at_once
from gui.storage.scenario_files import SIZE_LIMIT
from gui.words.formatting import describe_problem


class FileDrop(QObject):
    """Accepts files dropped anywhere on ``window``, even on widgets that accept other drops, such as slots.

    ``table_dropped`` carries a path (the first one if several tables are dropped), ``ranges_dropped`` a tuple of
    paths, ``hands_dropped`` a tuple of paths of folders or of several files with hands. ``refused`` carries a message
    about files that do not respond, and True because it is an error.
    """

    table_dropped = Signal(object)
    hands_dropped = Signal(object)
    ranges_dropped = Signal(object)
    refused = Signal(str, bool)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.setAcceptDrops(True)

    def handle(self, watched: QObject, event: QEvent) -> bool:
        """Handle a drag or a drop of files; return whether it was one."""
        if not isinstance(event, QDropEvent) or not isinstance(watched, QWidget):
            return False
        texts = [(bytes(url.toEncoded().data()).decode(), url) for url in event.mimeData().urls() if url.isLocalFile()]
        paths = [path_from_text(text) if text.startswith(f"{URI}/") else Path(url.toLocalFile()) for text, url in texts]
        if not paths or watched.window() is not self._window:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._take(paths)
        return True

    def open_document(self, watched: QObject, event: QEvent) -> bool:
        """Open a file that macOS passes to the application by an event, as for a double click on it."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return False
        self._take([Path(event.file())])
        return True

    def _take(self, paths: list[Path]) -> None:
        """Emit files by kind: all ranges, then hands and folders, or else the first table; the window has only one."""
        try:
            ranges = [path for path in paths if holds_ranges(path)]
        except TimeoutError as error:
            self.refused.emit(f"Not opened: {whole_text(paths[0].name)}: {error.strerror}", True)
            return
        tables = [path for path in paths if path not in ranges]
        if ranges:
            self.ranges_dropped.emit(tuple(ranges))
        # A single file with hands is opened like a table: Commands.open_path passes it to the page of hands.
        folders = folders_among(tables)
        try:
            hands = [path for path in tables if path in folders or (len(tables) > 1 and holds_hands(path))]
        except TimeoutError as error:
            self.refused.emit(f"Not opened: {whole_text(tables[0].name)}: {error.strerror}", True)
            return
        if hands:
            self.hands_dropped.emit(tuple(hands))
            return
        for path in tables[:1]:
            self.table_dropped.emit(path)


def holds_ranges(path: Path) -> bool:
    """Return True if a file contains ranges for the library, by its suffix and, for ``.json``, by its content.

    Raises:
        TimeoutError: the file does not respond, as on a lost network drive.
    """
    suffix = path.suffix.lower()
    if holds_hands(path):
        return False
    if suffix not in READERS or suffix != ".json":
        return suffix in READERS
    try:
        value = json.loads(read_at_once(path, SIZE_LIMIT))
    except TimeoutError:
        raise
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "steelwheel_library" in value


MAX_NAMED = 4
"""The number of differences that are named; further ones are only counted."""


def why_not_opened(path: Path, error: ScenarioError | OSError) -> str:
    """Return the reason why a file cannot be opened, in which its name occurs once."""
    name = whole_text(path.name)
    text = describe_problem(error.problems[0]) if isinstance(error, ScenarioError) else reason(error)
    return whole_text(text) if path.name in text else f"{name}: {whole_text(text)}"


def damage_note(opened: scenario_files.OpenedFile) -> str:
    """Return a note about the damaged parts of a saved result, which will be computed again; "" if it is intact."""
    if not opened.damaged:
        return ""
    first = opened.damaged[0]
    if opened.snapshot is None:
        return f"; its saved result is damaged, so it is computed again ({first})"
    names = [problem.field.removeprefix("detail.").split("[")[0].split(".")[0] for problem in opened.damaged]
    spec = GAMES[opened.scenario.game]
    parts = ", ".join(dict.fromkeys(spec.detail_words(name, "an unknown detail") for name in names))
    return f"; damaged and left out: {parts} ({first})"


OTHER_FIELDS = (
    ("run", "the run"),
    ("dialect", "the reading of T9s+"),
    ("order", "the hand ranking"),
    ("kelly", "Kelly"),
    ("preflop", "the preflop situation"),
    ("betting", "the betting"),
    ("ask", "the question"),
    ("third", "the situation on third street"),
    ("subranges", "the actions"),
)
"""Fields of a scenario other than its cards, with their names in messages."""


def differences(here: Scenario, there: Scenario) -> str:
    """Return the differences of two tables, as in ``Hero's cards, the board cards``, or "" if there are none."""
    if here.game != there.game:
        return "the game"
    parts = [] if len(here.seats) == len(there.seats) else ["the number of seats"]
    for mine, theirs in zip(here.seats, there.seats, strict=False):
        changed = [field for field in ("name", "cards") if getattr(mine, field) != getattr(theirs, field)]
        changed += ["folding"] if mine.folded != theirs.folded else []
        parts += [f"{mine.name}'s {' and '.join(changed)}"] if changed else []
    parts += [f"the {part} cards" for part in ("board", "dead") if getattr(here, part) != getattr(there, part)]
    parts += [title for key, title in OTHER_FIELDS if getattr(here, key) != getattr(there, key)]
    rest = len(parts) - MAX_NAMED
    return ", ".join([*parts[:MAX_NAMED], f"{rest} more"] if rest > 0 else parts)
