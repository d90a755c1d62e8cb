"""Actions that write something of the window to a file that the player names: the one path of all exports."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from gui.charts.picture import Exportable
from gui.export.formats import FORMATS
from gui.state.files import with_end, write_atomically
from gui.state.settings import Settings

AskPath = Callable[[QWidget, str, str, str], str]
"""(parent, title, suggested path, filter) -> the path chosen, empty where none."""


def ask_path(parent: QWidget, title: str, suggested: str, file_filter: str) -> str:
    """Ask for a file to write with the dialog of the desktop."""
    name, _ = QFileDialog.getSaveFileName(parent, title, suggested, file_filter)
    return name


def export_to(name: str, end: str, data: bytes, settings: Settings) -> tuple[str, bool]:
    """Write the file that the player has named, with the ``end`` of its form where the name has none, and remember its
    folder; return a line on it for the status bar, and whether it is an error.
    """
    try:
        path = with_end(name, end)
        write_atomically(path, data)
    except OSError as error:
        return f"Not written: {Path(name).name}: {error.strerror or error}", True
    settings.folder = str(path.parent)
    return f"Exported {path.name}", False


@dataclass(frozen=True, slots=True)
class _File:
    """What an action writes: ``asking`` is the title of the dialog, ``kind`` what it calls such files."""

    asking: str
    kind: str
    stem: Callable[[], str]
    data: Callable[[], bytes]


class FileActions(QObject):
    """Makes actions ``<name>.<suffix>``; ``message`` carries a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, name: str, settings: Settings, window: QWidget, ask: AskPath = ask_path) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self._settings, self._window, self._ask = settings, window, ask
        self._made: dict[str, _File] = {}
        self.actions: list[QAction] = []

    def add(
        self,
        suffix: str,
        title: str,
        stem: Callable[[], str],
        data: Callable[[], bytes],
        asking: str = "",
        kind: str = "",
    ) -> None:
        """Add an action that writes ``data`` as it is then to a file; both functions may raise ``ValueError``.

        The dialog is called as the action and the files by their suffix, where nothing else is given.
        """
        action = QAction(f"{title}…", self)
        action.setObjectName(f"{self.objectName()}.{suffix}")
        action.setData(suffix)
        action.triggered.connect(self._on_triggered)
        self._made[suffix] = _File(asking or title, kind or suffix.upper(), stem, data)
        self.actions.append(action)

    def add_chart(self, title: str, chart: Exportable) -> None:
        """Add an action for each format of a chart."""
        for form in FORMATS:
            if form.chart is not None:
                text, asking = f"{title} as {form.title}", f"Export as {form.title}"
                self.add(form.suffix, text, chart.stem, partial(form.chart, chart), asking, form.title)

    @Slot()
    def _on_triggered(self) -> None:
        sender = self.sender()
        if not isinstance(sender, QAction):
            return
        suffix: str = sender.data()
        file = self._made[suffix]
        try:
            stem, content = file.stem(), file.data()
        except ValueError as error:
            self.message.emit(f"Not exported: {error}", True)
            return
        suggested = str(Path(self._settings.folder) / f"{stem}.{suffix}")
        name = self._ask(self._window, file.asking, suggested, f"{file.kind} (*.{suffix})")
        if name:
            self.message.emit(*export_to(name, f".{suffix}", content, self._settings))
