"""Files dropped onto the window, wherever it is: tables, results and hands are opened, ranges go to the library."""

import json
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from engine.cards import whole_text
from engine.ranges.library_files import READERS
from gui.state.files import URI, path_from_text
from gui.state.foreign_files import read_at_once
from gui.state.hand_files import holds_hands
from gui.state.scenario_files import SIZE_LIMIT


class FileDrop(QObject):
    """Takes files over ``window`` and all that is on it, also where a text or a card could be dropped.

    ``table_dropped`` and ``ranges_dropped`` carry a path and paths. Of several tables the first is opened.
    ``refused`` carries a line for the status bar on files that do not answer, and that it is an error.
    """

    table_dropped = Signal(object)
    ranges_dropped = Signal(object)
    refused = Signal(str, bool)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.setAcceptDrops(True)

    def handle(self, watched: QObject, event: QEvent) -> bool:
        """Take a drag or a drop of files."""
        if not isinstance(event, QDropEvent) or not isinstance(watched, QWidget):
            return False
        paths = files_of(event.mimeData())
        if not paths or watched.window() is not self._window:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._take(paths)
        return True

    def _take(self, paths: list[Path]) -> None:
        try:
            ranges = [path for path in paths if holds_ranges(path)]
        except TimeoutError as error:
            self.refused.emit(f"Not opened: {whole_text(paths[0].name)}: {error.strerror}", True)
            return
        tables = [path for path in paths if path not in ranges]
        if ranges:
            self.ranges_dropped.emit(tuple(ranges))
        for path in tables[:1]:
            self.table_dropped.emit(path)


def files_of(data: QMimeData) -> list[Path]:
    """Return the files of this machine that are dragged."""
    texts = [(bytes(url.toEncoded().data()).decode(), url) for url in data.urls() if url.isLocalFile()]
    return [path_from_text(text) if text.startswith(f"{URI}/") else Path(url.toLocalFile()) for text, url in texts]


def holds_ranges(path: Path) -> bool:
    """Return whether a file is for the library: by the end of its name, where others end alike by what is in it.

    Raises:
        TimeoutError: it does not answer.
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
