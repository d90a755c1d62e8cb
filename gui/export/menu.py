"""The export menu: every chart as a picture or data, the results as text, CSV and JSON."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from engine import Snapshot
from gui.charts.picture import Exportable
from gui.export.files import FORMATS, AskPath, ExportItem, FileActions, ask_path, results_text
from gui.export.paper_menu import PaperMenu
from gui.look.captions import file_stem
from gui.parts.build import menu_line
from gui.state.session import Session
from gui.state.settings import Settings


class ExportMenu(QMenu):
    """The charts of the page at hand first, those of the others one level down, then the results.

    Actions: ``export.<chart>.<suffix>``, ``export.results.<suffix>`` and ``export.results.copy``. ``message`` carries a
    line for the status bar and whether it is an error.
    """

    message = Signal(str, bool)

    def __init__(
        self,
        session: Session,
        items: Callable[[], Sequence[ExportItem]],
        at_hand: Callable[[], object],
        settings: Settings,
        parent: QWidget,
        ask: AskPath = ask_path,
    ) -> None:
        """``items`` returns the table of all charts, ``at_hand`` the displayed page, both when the menu opens."""
        super().__init__("&Export", parent)
        self.setObjectName("exportMenu")
        self._session, self._at_hand, self._settings, self._ask = session, at_hand, settings, ask
        self._window = parent
        self._items = items
        self._entries: dict[str, _Entry] = {}
        """By the names of the charts."""
        self._results = self._result_actions()
        self._paper = PaperMenu(settings, parent, self)
        self._separators: list[QAction] = []
        session.changed.connect(self._on_session_changed)
        self.aboutToShow.connect(self.arrange)
        self.addActions(self._results)  # a menu without an entry does not open
        self._on_session_changed()

    def add(self, items: Sequence[ExportItem]) -> None:
        """Add the charts of another page, and the actions that export them to their own menus."""
        new = [item for item in items if item.name not in self._entries]
        self._entries |= {item.name: self._entry(item) for item in new}
        for item in new:
            self._fit(self._entries[item.name])
            if isinstance(item.chart, Exportable):
                item.chart.set_export(self.actions_of(item.chart))

    def actions_of(self, chart: Exportable) -> list[QAction]:
        """Return the actions that export ``chart``, for its own menu."""
        own = [action for entry in self._entries.values() if entry.item.chart is chart for action in entry.own]
        return [*own, self._paper.menuAction()] if own else []

    def ready_actions(self) -> list[QAction]:
        """Return the actions that can be chosen now, of charts on pages that are built."""
        results = self._results if self._session.snapshot is not None else []
        actions = (action for entry in self._ready() for action in entry.actions)
        return [*chain.from_iterable(_unfolded(action) for action in actions), *results]

    def paper_menu(self) -> QMenu:
        """Return the current choices for pictures."""
        self._paper.refresh()
        return self._paper

    def ready_titles(self) -> set[str]:
        """Return the titles of the charts of :meth:`ready_actions`."""
        return {entry.item.title for entry in self._ready()}

    def _ready(self) -> "list[_Entry]":
        return [e for e in self._entries.values() if self._is_of_game(e) and e.item.chart.ready]

    def _entry(self, item: ExportItem) -> "_Entry":
        menu, actions = QMenu(_plain(item.title), self), self._chart_actions(item, f"export.{item.name}")
        menu.addActions(actions)
        return _Entry(item, actions, self._chart_actions(item, item.own) if item.own else actions, menu)

    def _chart_actions(self, item: ExportItem, name: str) -> list[QAction]:
        files = self._files(name)
        files.add_chart(_plain(item.title), item.chart)
        return files.actions

    def _files(self, name: str) -> FileActions:
        files = FileActions(name, self._settings, self._window, self._ask)
        files.setParent(self)
        files.message.connect(self.message)
        return files

    def _result_actions(self) -> list[QAction]:
        copy = QAction("Copy results as text", self)
        copy.setObjectName("export.results.copy")
        copy.triggered.connect(self.copy_results)
        files = self._files("export.results")
        for form in FORMATS:
            if form.results is not None:
                title, asking = f"Results as {form.suffix.upper()}", f"Export as {form.title}"
                files.add(form.suffix, title, self._stem, partial(self._data, form.results), asking, form.title)
        return [copy, *files.actions]

    @Slot()
    def arrange(self) -> None:
        """Fill the menu with the current charts, of the displayed page those that are ready first."""
        for action in self.actions():
            self.removeAction(action)
        for separator in self._separators:
            separator.deleteLater()
        self._separators = []
        self._on_session_changed()
        items, page = self._items(), self._at_hand()
        self.add(items)
        entries = [entry for item in items if self._is_of_game(entry := self._entries[item.name])]
        for entry in sorted((e for e in entries if e.item.page is page), key=lambda e: not e.item.chart.ready):
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
        self._separate()
        self.addMenu(self._paper)

    def _is_of_game(self, entry: "_Entry") -> bool:
        """Return whether there is such a chart in the game of the result."""
        snapshot = self._session.snapshot
        return entry.item.game is None or (snapshot is not None and snapshot.scenario.game == entry.item.game)

    def _separate(self) -> None:
        self._separators.append(menu_line(self))

    @Slot()
    def _on_session_changed(self) -> None:
        """Follow the game; whether each chart is ready is found out when the menu opens."""
        for entry in self._entries.values():
            self._fit(entry)
        for action in self._results:
            action.setEnabled(self._session.snapshot is not None)

    def _fit(self, entry: "_Entry") -> None:
        there, fits = self._session.snapshot is not None, self._is_of_game(entry)
        for action in entry.actions:
            action.setVisible(fits)
            action.setEnabled(fits and (there or entry.item.game is None))

    @Slot()
    def copy_results(self) -> None:
        if self._session.snapshot is not None:
            QGuiApplication.clipboard().setText(results_text(self._session.snapshot))
            self.message.emit("Results copied", False)

    def _stem(self) -> str:
        return file_stem(self._result().scenario, "results")

    def _data(self, make: Callable[[Snapshot], bytes]) -> bytes:
        return make(self._result())

    def _result(self) -> Snapshot:
        if self._session.snapshot is None:
            raise ValueError("there is no result yet")
        return self._session.snapshot


@dataclass(frozen=True, slots=True)
class _Entry:
    """An item with its actions, and the menu that holds them while its page is not at hand."""

    item: ExportItem
    actions: list[QAction]
    own: list[QAction]
    """Those in the menu of the chart itself."""
    menu: QMenu


def _unfolded(action: QAction) -> list[QAction]:
    """Return the entries of the menu that an action opens, the action itself where it opens none."""
    menu = action.menu()
    return list(menu.actions()) if isinstance(menu, QMenu) else [action]


def _plain(title: str) -> str:
    """Return a title without a key of the menu in it."""
    return title.replace("&", "&&")
