"""Actions that write a chart or a table of the window to a file, for what has a menu of its own."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gui.export.formats import FORMATS, Exportable
from gui.export.menu import AskPath, ask_path, export_to
from gui.state.settings import Settings

Bytes = Callable[[], bytes]


class FileActions(QObject):
    """Makes actions ``<name>.<suffix>``; ``message`` carries a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, name: str, settings: Settings, window: QWidget, ask: AskPath = ask_path) -> None:
        super().__init__(window)
        self.setObjectName(name)
        self._settings, self._window, self._ask = settings, window, ask
        self._made: dict[str, tuple[str, Callable[[], str], Bytes]] = {}
        self.actions: list[QAction] = []

    def add(self, suffix: str, title: str, stem: Callable[[], str], data: Bytes) -> None:
        """Add an action that writes ``data`` to a file that the player names."""
        action = QAction(f"{title}…", self)
        action.setObjectName(f"{self.objectName()}.{suffix}")
        action.setData(suffix)
        action.triggered.connect(self._on_triggered)
        self._made[suffix] = title, stem, data
        self.actions.append(action)

    def add_chart(self, title: str, chart: Exportable) -> None:
        """Add an action for each format of a chart."""
        for form in FORMATS:
            if form.chart is not None:
                self.add(form.suffix, f"{title} as {form.title}", chart.stem, _Bytes(form.chart, chart))

    @Slot()
    def _on_triggered(self) -> None:
        sender = self.sender()
        if not isinstance(sender, QAction):
            return
        suffix: str = sender.data()
        title, stem, data = self._made[suffix]
        try:
            content = data()
        except ValueError as error:
            self.message.emit(f"Not exported: {error}", True)
            return
        suggested = str(Path(self._settings.folder) / f"{stem()}.{suffix}")
        name = self._ask(self._window, title, suggested, f"{suffix.upper()} (*.{suffix})")
        if name:
            self.message.emit(*export_to(name, f".{suffix}", content, self._settings))


class _Bytes:
    """Remembers what is made into a file."""

    def __init__(self, make: Callable[[Exportable], bytes], chart: Exportable) -> None:
        self._make, self._chart = make, chart

    def __call__(self) -> bytes:
        return self._make(self._chart)
