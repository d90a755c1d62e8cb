"""The export menu: charts as pictures or data, results as text, CSV and JSON, and the look of pictures."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFontComboBox, QMenu, QVBoxLayout, QWidget

from engine import Snapshot
from gui.charts.picture import ALWAYS, Exportable
from gui.export.files import FORMATS, AskPath, ExportItem, FileActions, ask_path, results_text
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, text_font
from gui.look.theme import FONT_FAMILY, PAPER_SIZES, PAPER_TEXTS, TEXT_LARGE, WHOLE, ThemeName, face_of, largest_zoom
from gui.parts.build import filled, label, literal, menu_line, named
from gui.state.session import Session
from gui.storage.settings import Settings
from gui.words.captions import file_stem

TITLE = "&Look of pictures"
THEMES_OF_PAPER: tuple[tuple[str, str, ThemeName | None], ...] = (
    ("window", "Colours as the window", None),
    ("light", "Light", "light"),
    ("dark", "Dark", "dark"),
)


class ExportMenu(QMenu):
    """The export menu: the charts of the current page, submenus of the charts of other pages, and the results.

    Actions: ``export.<chart>.<suffix>``, ``export.results.<suffix>`` and ``export.results.copy``. :attr:`message` is
    emitted with a text for the status bar and whether it is an error.
    """

    message = Signal(str, bool)

    def __init__(
        self,
        session: Session,
        items: Callable[[], Sequence[ExportItem]],
        current_page: Callable[[], object],
        settings: Settings,
        parent: QWidget,
        ask: AskPath = ask_path,
    ) -> None:
        """``items`` returns the charts of all pages, ``current_page`` the displayed page; called when the menu
        opens."""
        super().__init__("&Export", parent)
        self.setObjectName("exportMenu")
        self._session, self._current_page, self._settings, self._ask = session, current_page, settings, ask
        self._window = parent
        self._items = items
        self._entries: dict[str, _Entry] = {}
        """The entries by the names of their charts."""
        copy = QAction("Copy results as text", self)
        copy.setObjectName("export.results.copy")
        copy.triggered.connect(self.copy_results)
        files = self._files("export.results")
        for form in FORMATS:
            if form.results is not None:
                title, dialog_title = f"Results as {form.suffix.upper()}", f"Export as {form.title}"
                files.add(form.suffix, title, self._stem, partial(self._data, form.results), dialog_title, form.title)
        self._results = [copy, *files.actions]
        self._paper = PaperMenu(settings, parent, self)
        self._separators: list[QAction] = []
        session.changed.connect(self._on_session_changed)
        self.aboutToShow.connect(self.arrange)
        self.addActions(self._results)  # Qt does not open a menu without entries, not even to fill it
        self._on_session_changed()

    def add(self, items: Sequence[ExportItem]) -> None:
        """Add charts that are not in the menu yet, and offer the export actions in the menus of these charts."""
        new = [item for item in items if item.name not in self._entries]
        self._entries |= {item.name: self._entry(item) for item in new}
        for item in new:
            self._fit(self._entries[item.name])
            if isinstance(item.chart, Exportable):
                item.chart.set_export(self.actions_of(item.chart))

    def actions_of(self, chart: Exportable) -> list[QAction]:
        """Return the actions that export ``chart``, for its own menu, followed by the look of pictures."""
        actions = [action for entry in self._entries.values() if entry.item.chart is chart for action in entry.own]
        return [*actions, self._paper.menuAction()] if actions else []

    def ready_actions(self) -> list[QAction]:
        """Return all actions that are currently possible, for charts on pages that have been built."""
        results = self._results if self._session.snapshot is not None else []
        actions = (action for entry in self._ready() for action in entry.actions)
        return [*chain.from_iterable(_unfolded(action) for action in actions), *results]

    def paper_menu(self) -> QMenu:
        """Return the menu of the look of pictures, with the current choices checked."""
        self._paper.refresh()
        return self._paper

    def ready_titles(self) -> set[str]:
        """Return the titles of the charts of :meth:`ready_actions`."""
        return {entry.item.title for entry in self._ready()}

    def _ready(self) -> "list[_Entry]":
        return [e for e in self._entries.values() if self._is_of_game(e) and e.item.chart.ready]

    def _entry(self, item: ExportItem) -> "_Entry":
        menu, actions = QMenu(literal(item.title), self), self._chart_actions(item, f"export.{item.name}")
        menu.addActions(actions)
        return _Entry(item, actions, self._chart_actions(item, item.own) if item.own else actions, menu)

    def _chart_actions(self, item: ExportItem, name: str) -> list[QAction]:
        files = self._files(name)
        files.add_chart(literal(item.title), item.chart)
        return files.actions

    def _files(self, name: str) -> FileActions:
        files = FileActions(name, self._settings, self._window, self._ask)
        files.setParent(self)
        files.message.connect(self.message)
        return files

    @Slot()
    def arrange(self) -> None:
        """Rebuild the menu: the charts of the current page, those that are ready first, then all others that are
        ready."""
        for action in self.actions():
            self.removeAction(action)
        # Actions are only taken out of the menu, and added again below; separators are created anew.
        for separator in self._separators:
            separator.deleteLater()
        self._separators = []
        self._on_session_changed()
        items, page = self._items(), self._current_page()
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
        """Return True if the chart exists in the game of the current result."""
        snapshot = self._session.snapshot
        return entry.item.game is None or (snapshot is not None and snapshot.scenario.game == entry.item.game)

    def _separate(self) -> None:
        self._separators.append(menu_line(self))

    @Slot()
    def _on_session_changed(self) -> None:
        """Adapt the actions to the game of the result; whether a chart is ready is checked only when the menu opens."""
        for entry in self._entries.values():
            self._fit(entry)
        for action in self._results:
            action.setEnabled(self._session.snapshot is not None)

    def _fit(self, entry: "_Entry") -> None:
        has_result, fits = self._session.snapshot is not None, self._is_of_game(entry)
        for action in entry.actions:
            action.setVisible(fits)
            action.setEnabled(fits and (has_result or entry.item.game is None))

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
    """A chart with its actions, and the submenu that contains them while another page is displayed."""

    item: ExportItem
    actions: list[QAction]
    own: list[QAction]
    """The actions of the chart's own menu."""
    menu: QMenu


def _unfolded(action: QAction) -> list[QAction]:
    """Return the entries of the submenu of an action, or the action itself if it has no submenu."""
    menu = action.menu()
    return list(menu.actions()) if isinstance(menu, QMenu) else [action]


class PaperMenu(QMenu):
    """The look of pictures, stored in the settings: colours, size, text size and font.

    Actions: ``paper.<setting>.<choice>``, and ``paper.font``, which opens a dialog in front of ``window``.
    """

    def __init__(self, settings: Settings, window: QWidget, parent: QWidget) -> None:
        super().__init__(TITLE, parent)
        self.setObjectName("paperMenu")
        # An action of its own: PySide loses QMenu.menuAction() when the menu that contains it is cleared.
        self._opener = QAction(TITLE, self)
        self._opener.setObjectName("export.paper")
        self._opener.setData(ALWAYS)
        self._opener.setMenu(self)
        self._settings, self._window = settings, window
        colours = [(name, title, theme) for name, title, theme in THEMES_OF_PAPER]
        sizes = [(f"{w}x{h}", f"{title}, {w} × {h}", (w, h)) for (w, h), title in PAPER_SIZES.items()]
        texts = [(str(text), f"Text at {text}\u00a0%", text) for text in PAPER_TEXTS]
        self._colours = self._choice("theme", colours)
        self._sizes = self._choice("size", sizes)
        self._texts = self._choice("text", texts)
        self.addSeparator()
        self._font = self.addAction("")
        self._font.setObjectName("paper.font")
        self._font.triggered.connect(self._on_font)
        self.aboutToShow.connect(self.refresh)
        self.refresh()

    def _choice(self, setting: str, choices: Iterable[tuple[str, str, object]]) -> QActionGroup:
        """Add a group of exclusive actions for ``choices`` (name, title, value), after a separator."""
        if self.actions():
            self.addSeparator()
        group = QActionGroup(self)
        for name, title, value in choices:
            action = group.addAction(title)
            action.setObjectName(f"paper.{setting}.{name}")
            action.setCheckable(True)
            action.setData(value)
        group.triggered.connect(self._on_chosen)
        self.addActions(group.actions())
        return group

    @Slot()
    def refresh(self) -> None:
        """Check the current choices: another window may have changed them."""
        paper = self._settings.paper
        chosen = ((self._colours, paper.theme), (self._sizes, (paper.width, paper.height)), (self._texts, paper.text))
        for group, value in chosen:
            for action in group.actions():
                action.setChecked(action.data() == value)
        for action in self._texts.actions():
            action.setEnabled(action.data() <= WHOLE * largest_zoom(paper.width, paper.height))
        missing = "" if paper.face == paper.family else f" (not on this machine: {paper.face})"
        self._font.setText(f"&Font: {paper.family.replace('&', '&&')}{missing}…")

    @Slot()
    def _on_font(self) -> None:
        FontSheet(self._settings.paper.family, self._set_family, self._window).open()

    def _set_family(self, family: str) -> None:
        self._settings.paper = replace(self._settings.paper, family=family)
        self.refresh()

    @Slot(QAction)
    def _on_chosen(self, action: QAction) -> None:
        """Store the selected theme, size of the picture or size of text."""
        paper, group, value = self._settings.paper, action.actionGroup(), action.data()
        if group is self._colours:
            paper = replace(paper, theme=value)
        elif group is self._sizes:
            paper = replace(paper, width=value[0], height=value[1])
        else:
            paper = replace(paper, text=value)
        self._settings.paper = paper
        self.refresh()


SAMPLE = "Hero AhKh v CO 22+, ATs+   63.52\u00a0%  ±\u00a00.12\u00a0%"
WIDTH = 420


class FontSheet(Guarded, QDialog):
    """A dialog for the font family; ``on_accepted`` is called with it. A family that is not installed can be typed."""

    def __init__(self, family: str, on_accepted: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._on_family = on_accepted
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Font of pictures")
        self.setObjectName("paperFont")
        self.families = named(QFontComboBox(), "paperFont.family", "Family of fonts")
        self.families.setFontFilters(QFontComboBox.FontFilter.ScalableFonts)
        self.families.setWritingSystem(QFontDatabase.WritingSystem.Latin)
        self.families.setEditText(family)
        self.families.editTextChanged.connect(self._show)
        self.sample = label(SAMPLE, name="paperFont.sample", role="")
        self.note = label(name="paperFont.note", wrap=True)
        box = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(box.Ok | box.Cancel)
        usual = buttons.addButton(FONT_FAMILY, QDialogButtonBox.ButtonRole.ResetRole)
        named(usual, "paperFont.usual", f"{FONT_FAMILY}, the font of the program")
        usual.clicked.connect(Keyed(usual, self.families.setEditText, FONT_FAMILY).plain)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        parts = (self.families, self.sample, self.note, buttons)
        filled(QVBoxLayout(self), *parts, spacing=12, margins=(16, 16, 16, 16))
        at_least(self, width=WIDTH)
        self._show(family)

    @Slot(str)
    def _show(self, family: str) -> None:
        """Display the sample in the family, with a note if the family is not installed."""
        face = face_of(family.strip())
        self.sample.setFont(text_font(TEXT_LARGE, family=face))
        installed = face == family.strip()
        missing = f"“{family.strip()}” is not on this machine: pictures are set in {FONT_FAMILY}."
        self.note.setText("Signs that the font lacks are taken from others." if installed else missing)

    def accept(self) -> None:
        """Pass the family on, or the default one if the field is empty."""
        self._on_family(self.families.currentText().strip() or FONT_FAMILY)
        super().accept()
