"""The export menu: every chart as a picture or data, the results as text, CSV and JSON."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from gui.captions import file_stem
from gui.export import FORMATS, Exportable, Format, results_text
from gui.files import write_atomically
from gui.session import Session
from gui.settings import Settings

AskPath = Callable[[QWidget, str, str, str], str]
"""(parent, title, suggested path, filter) -> the path chosen, empty where none."""


def ask_path(parent: QWidget, title: str, suggested: str, file_filter: str) -> str:
    """Ask for a file to write with the dialog of the desktop."""
    name, _ = QFileDialog.getSaveFileName(parent, title, suggested, file_filter)
    return name


class ExportMenu(QMenu):
    """Actions: ``export.<chart>.<suffix>``, ``export.results.<suffix>`` and ``export.results.copy``.

    ``message`` carries a line for the status bar and whether it is an error.
    """

    message = Signal(str, bool)

    def __init__(
        self, session: Session, charts: Mapping[str, Exportable], settings: Settings, parent: QWidget,
        ask: AskPath = ask_path,
    ) -> None:  # fmt: skip
        super().__init__("Export", parent)
        self.setObjectName("exportMenu")
        self._session, self._charts, self._settings, self._ask = session, charts, settings, ask
        self._window = parent
        self._actions: list[QAction] = []
        for title, chart in charts.items():
            self._add_chart(title, chart)
            self.addSeparator()
        self._add_results()
        session.changed.connect(self._on_session_changed)
        self._on_session_changed()

    def fill(self, menu: QMenu) -> None:
        """Put the same actions into another menu."""
        menu.addActions(self.actions())

    def _add_chart(self, title: str, chart: Exportable) -> None:
        for form in FORMATS:
            if form.chart is not None:
                self._add(
                    f"{title} as {form.title}…",
                    f"export.{title.lower()}.{form.suffix}",
                    _Save(self, form, chart),
                )

    def _add_results(self) -> None:
        self._add("Copy results as text", "export.results.copy", self.copy_results)
        for form in FORMATS:
            if form.results is not None:
                name = f"export.results.{form.suffix}"
                self._add(f"Results as {form.suffix.upper()}…", name, _Save(self, form, None))

    def _add(self, text: str, name: str, handler: Callable[[], object]) -> None:
        action = QAction(text, self)
        action.setObjectName(name)
        action.triggered.connect(handler)
        self.addAction(action)
        self._actions.append(action)

    @Slot()
    def _on_session_changed(self) -> None:
        for action in self._actions:
            action.setEnabled(self._session.snapshot is not None)

    @Slot()
    def copy_results(self) -> None:
        """Put the results on the clipboard as text."""
        if self._session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self._session.snapshot))
            self.message.emit("Results copied", False)

    def save(self, form: Format, chart: Exportable | None) -> None:
        """Ask for a file and write a chart (None: the results) to it."""
        snapshot = self._session.snapshot
        if snapshot is None:
            return
        stem = chart.stem() if chart is not None else file_stem(snapshot.scenario, "results")
        suggested = str(Path(self._settings.folder) / f"{stem}.{form.suffix}")
        name = self._ask(self._window, f"Export as {form.title}", suggested, form.filter)
        if not name:
            return
        path = Path(name)
        path = path if path.suffix else path.with_suffix(f".{form.suffix}")
        if chart is not None and form.chart is not None:
            data = form.chart(chart)
        elif form.results is not None:
            data = form.results(snapshot)
        else:
            return
        self._write(path, data)

    def _write(self, path: Path, data: bytes) -> None:
        try:
            write_atomically(path, data)
        except OSError as error:
            self.message.emit(f"Not written: {path.name}: {error.strerror or error}", True)
            return
        self._settings.folder = str(path.parent)
        self.message.emit(f"Exported {path.name}", False)


class _Save:
    """Remembers what an action exports."""

    def __init__(self, menu: ExportMenu, form: Format, chart: Exportable | None) -> None:
        self._menu, self._form, self._chart = menu, form, chart

    def __call__(self, _checked: bool = False) -> None:
        self._menu.save(self._form, self._chart)
