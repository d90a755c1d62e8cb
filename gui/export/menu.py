"""The export menu: every chart as a picture or data, the results as text, CSV and JSON."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine import Snapshot
from gui.export.formats import FORMATS, Exportable, ExportItem, Format, results_text
from gui.look.captions import file_stem
from gui.state.files import write_atomically
from gui.state.places import with_end
from gui.state.session import Session
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


class ExportMenu(QMenu):
    """The charts of the page at hand first, those of the others one level down, then the results.

    ``items`` is the table of all charts of both games; actions: ``export.<chart>.<suffix>``,
    ``export.results.<suffix>`` and ``export.results.copy``. ``message`` carries a line for the status bar and whether
    it is an error.
    """

    message = Signal(str, bool)

    def __init__(
        self,
        session: Session,
        items: Sequence[ExportItem],
        at_hand: Callable[[], object],
        settings: Settings,
        parent: QWidget,
        ask: AskPath = ask_path,
    ) -> None:
        """``at_hand`` returns the page that is on show."""
        super().__init__("&Export", parent)
        self.setObjectName("exportMenu")
        self._session, self._at_hand, self._settings, self._ask = session, at_hand, settings, ask
        self._window = parent
        self._entries = [_Entry(item, self._actions_of(item), QMenu(_plain(item.title), self)) for item in items]
        for entry in self._entries:
            entry.menu.addActions(entry.actions)
        self._results = self._result_actions()
        self._separators: list[QAction] = []
        session.changed.connect(self._on_session_changed)
        self.aboutToShow.connect(self.arrange)
        self.arrange()

    def actions_of(self, chart: Exportable) -> list[QAction]:
        """Return the actions that export ``chart``, for its own menu."""
        return [action for entry in self._entries if entry.item.chart is chart for action in entry.actions]

    def _actions_of(self, item: ExportItem) -> list[QAction]:
        return [
            self._action(f"{_plain(item.title)} as {form.title}…", f"export.{item.name}.{form.suffix}",
                         _Save(self, form, item.chart))
            for form in FORMATS
            if form.chart is not None
        ]  # fmt: skip

    def _result_actions(self) -> list[QAction]:
        copy = self._action("Copy results as text", "export.results.copy", self.copy_results)
        return [copy] + [
            self._action(f"Results as {form.suffix.upper()}…", f"export.results.{form.suffix}", _Save(self, form, None))
            for form in FORMATS
            if form.results is not None
        ]

    def _action(self, text: str, name: str, handler: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        action.triggered.connect(handler)
        return action

    @Slot()
    def arrange(self) -> None:
        """Put in what can be exported now."""
        for action in self.actions():
            self.removeAction(action)
        for separator in self._separators:
            separator.deleteLater()
        self._separators = []
        self._on_session_changed()
        page = self._at_hand()
        entries = [entry for entry in self._entries if self._is_of_game(entry)]
        for entry in entries:
            if entry.item.page is page:
                ready = entry.item.chart.ready
                for action in entry.actions:
                    action.setEnabled(ready)
                self.addActions(entry.actions)
                self._separate()
        others = [entry for entry in entries if entry.item.page is not page and entry.item.chart.ready]
        for entry in others:
            self.addMenu(entry.menu)
        if others:
            self._separate()
        self.addActions(self._results)

    def _is_of_game(self, entry: "_Entry") -> bool:
        """Say whether there is such a chart in the game of the result."""
        snapshot = self._session.snapshot
        return entry.item.game is None or (snapshot is not None and snapshot.scenario.game == entry.item.game)

    def _separate(self) -> None:
        self._separators.append(self.addSeparator())

    @Slot()
    def _on_session_changed(self) -> None:
        """Go along with the game; whether each chart has something to show is looked at when the menu opens."""
        there = self._session.snapshot is not None
        for entry in self._entries:
            fits = self._is_of_game(entry)
            for action in entry.actions:
                action.setVisible(fits)
                action.setEnabled(fits and (there or entry.item.game is None))
        for action in self._results:
            action.setEnabled(there)

    @Slot()
    def copy_results(self) -> None:
        """Put the results on the clipboard as text."""
        if self._session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self._session.snapshot))
            self.message.emit("Results copied", False)

    def save(self, form: Format, chart: Exportable | None) -> None:
        """Ask for a file and write a chart (None: the results) to it."""
        try:
            stem = chart.stem() if chart is not None else file_stem(self._result().scenario, "results")
            suggested = str(Path(self._settings.folder) / f"{stem}.{form.suffix}")
            name = self._ask(self._window, f"Export as {form.title}", suggested, form.filter)
            if name:
                self.message.emit(*export_to(name, f".{form.suffix}", self._data(form, chart), self._settings))
        except ValueError as error:
            self.message.emit(f"Not exported: {error}", True)

    def _result(self) -> Snapshot:
        if self._session.snapshot is None:
            raise ValueError("there is no result yet")
        return self._session.snapshot

    def _data(self, form: Format, chart: Exportable | None) -> bytes:
        if chart is not None and form.chart is not None:
            return form.chart(chart)
        assert form.results is not None
        return form.results(self._result())


@dataclass(frozen=True, slots=True)
class _Entry:
    """An item with its actions, and the menu that holds them while its page is not at hand."""

    item: ExportItem
    actions: list[QAction]
    menu: QMenu


def _plain(title: str) -> str:
    """Return a title without a key of the menu in it."""
    return title.replace("&", "&&")


class _Save:
    """Remembers what an action exports."""

    def __init__(self, menu: ExportMenu, form: Format, chart: Exportable | None) -> None:
        self._menu, self._form, self._chart = menu, form, chart

    def __call__(self, _checked: bool = False) -> None:
        self._menu.save(self._form, self._chart)
