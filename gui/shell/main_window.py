"""The window: arranges panels, menus and bars, and restores their sizes and its own position. It has no logic."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QContextMenuEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QToolBar, QVBoxLayout, QWidget

from engine import __version__
from engine.cards import whole_text
from gui.export.catalog import ExportCatalog
from gui.export.dialog import ExportDialog
from gui.look.guard import Guarded, Keyed
from gui.look.scale import set_icon_size
from gui.look.theme import EXAMPLES
from gui.parts.build import NO_MARGINS, empty_menu, filled, literal, menu_entry, named, without_marks
from gui.parts.help import show_help
from gui.shell.actions import ACTIONS, SYNONYMS, ActionSet
from gui.shell.body import TableAndPages
from gui.shell.commands import Commands
from gui.shell.guide import NEWS, Guide
from gui.shell.menus import HistoryMenu, TemplateMenu, ViewMenu
from gui.shell.pages import Pages
from gui.shell.palette import Palette, QuickAnswers
from gui.shell.palette_sources import (
    EXPORT_WORDS,
    Source,
    export_items,
    guide_items,
    history_items,
    menu_items,
    page_items,
    pages_of_other_games,
    place_items,
    range_items,
    seat_items,
    view_items,
)
from gui.shell.question_bars import ComparisonBar, NoticePlace, OverwriteBar, RecoveryBar
from gui.shell.run_bar import GameSwitch, RunBar
from gui.shell.sheets import show_about, show_messages, show_repair, show_self_test, show_shortcuts
from gui.shell.status_line import StatusLine
from gui.state.context import TableContext, WindowParts
from gui.state.table_input import TableInput
from gui.table.table_menu import TableMenu
from gui.table.table_panel import TablePanel

DEFAULT_SIZE = (1280, 800)
MIN_SIZE = (800, 500)
"""Minimum width and height of the window; in a small window the table and the pages scroll."""
FRAME = QSize(8, 40)
"""An upper bound of the frame of a window; the real size is unknown until the window is displayed."""


def first_size(screen: QSize) -> QSize:
    """Return the size of a new window: the default, or smaller so that it fits ``screen`` if possible."""
    return QSize(*DEFAULT_SIZE).boundedTo((screen - FRAME).expandedTo(QSize(*MIN_SIZE)))


def brought_back(window: QRect, screen: QRect) -> QRect:
    """Return the area of ``window`` without its frame, moved and shrunk so that it fits ``screen``."""
    room = screen.adjusted(FRAME.width() // 2, FRAME.height() - FRAME.width() // 2, 0, 0)
    size = window.size().boundedTo(screen.size() - FRAME).expandedTo(QSize(*MIN_SIZE))
    x = max(min(window.x(), room.left() + screen.width() - FRAME.width() - size.width()), room.left())
    y = max(min(window.y(), room.top() + screen.height() - FRAME.height() - size.height()), room.top())
    return QRect(x, y, size.width(), size.height())


def fit_dialog(watched: QObject, event: QEvent) -> bool:
    """Shrink a dialog to its screen before it is displayed (a handler of ``Show`` events).

    Qt's dialog for files has thirty rows, and on a small screen its buttons would be out of reach.
    """
    if isinstance(watched, QDialog) and watched.isWindow():
        room = watched.screen().availableSize() - FRAME
        if watched.size() != watched.size().boundedTo(room):
            watched.resize(watched.size().boundedTo(room))
    return False


ICON_SIZE = 18
"""Of the tool bar."""
EXAMPLE_SUFFIXES = (".steelwheel", ".phhs")
CANNOT_KEEP = (
    "These cannot be saved for the next start: {}. Free disk space or save them elsewhere, or close again to lose them"
)


class MainWindow(Guarded, QMainWindow):
    """The one window of the application. ``fault`` carries an error of ours, from any thread: a line, and details."""

    fault = Signal(str, str)

    def __init__(self, parts: WindowParts) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        document, session, table_input = parts.document, parts.session, parts.input
        settings = parts.settings
        self._document, self._session, self._settings = document, session, settings
        self.commands = Commands(document, session, table_input, settings, self)
        self.actions_by_id = ActionSet(self.commands, self)
        self._table = TablePanel(
            TableContext(document, session, table_input, parts.questions.apart("table"), deck=parts.deck)
        )
        self._table.tints.set_enabled(settings.tint_deck)
        self.pages = Pages(parts, parts.preparation)
        self._export = ExportCatalog(session, self.pages, settings, self)
        self.pages.set_export(self._export.add)
        self._export_dialog: ExportDialog | None = None
        self._run_bar = RunBar(document, session, self.commands.front_run)
        self._game_switch, self._status = GameSwitch(document), StatusLine(session, parts.preparation)
        self._recovery_bar = RecoveryBar(parts.recovery)
        self._templates = TemplateMenu(parts.templates, self.commands, self)
        self._overwrite_bar = OverwriteBar(self.commands)
        self._comparison_bar = ComparisonBar(self.commands)
        self._history = HistoryMenu(parts.history, self.commands, self)
        self._keep_all = parts.keep_all
        self._may_lose: list[str] = []
        """What could not be saved at the last attempt to close; the next attempt closes and loses it."""
        self._guide: Guide | None = None
        self._answers = QuickAnswers(document, table_input, parts.questions.apart("palette"), self)
        self._menu = TableMenu(
            document,
            table_input,
            parts.library,
            copy=self.commands.copy_place,
            paste=self.commands.paste,
            paste_pio=self.commands.paste_pio,
            remove=self._table.seats.remove,
            save=self.pages.show_saving,
            parent=self,
        )
        self._build_body()
        self._build_menus()
        self._build_tool_bar()
        self._connect(table_input)
        self.resize(first_size(self.screen().availableSize()))
        # The screen may be another one than at the last start, so the restored window is moved onto it.
        if self.restoreGeometry(self._settings.layout("window")) and not self.isMaximized() | self.isFullScreen():
            self.setGeometry(brought_back(self.geometry(), self.screen().availableGeometry()))
        self._sides.body.restoreState(self._settings.layout("body"))
        self.pages.restore_layout(self._settings.layout("side"))
        self._retitle()

    def _build_body(self) -> None:
        """Put table and pages side by side over the status line, and the bars with questions over the menu bar."""
        self._sides = TableAndPages(self._table, self.pages, self._settings)
        central = QWidget()
        box = filled(QVBoxLayout(central), (self._sides, 1), self._status, spacing=0, margins=NO_MARGINS)
        self.setCentralWidget(central)
        self.setMinimumSize(*MIN_SIZE)
        bars = self._overwrite_bar, self._recovery_bar, self._comparison_bar
        self._notices = NoticePlace(self.menuBar(), *bars, parent=self)
        if self.menuBar().isNativeMenuBar():
            box.insertWidget(0, self._notices)

    def _build_menus(self) -> None:
        """Fill the menus: actions of the table, files and results, quit, view, and actions of the window."""
        bar = self.menuBar()
        menus = {name: bar.addMenu(f"&{name}") for name in ("File", "Edit", "Scenario", "Run", "View", "Help")}
        actions = self.actions_by_id.by_id
        menus["Edit"].addActions([actions["undo"], actions["redo"]])
        menus["Edit"].addSeparator()
        for spec in ACTIONS:
            menus[spec.menu].addAction(actions[spec.id])
        menus["File"].insertMenu(actions["newWindow"], self._templates)
        self._recent = menus["File"].addMenu("Open &recent")
        self._fill_recent()
        examples = menus["File"].addMenu("&Examples")
        for path in sorted(path for path in EXAMPLES.iterdir() if path.suffix in EXAMPLE_SUFFIXES):
            self._add_file(examples, path.stem, path, example=True)
        menus["File"].addMenu(self._history)
        self._add_window_actions(menus, "File")
        menus["File"].addSeparator()
        leave = menus["File"].addAction("&Quit")
        leave.setShortcut("Ctrl+Q")
        leave.triggered.connect(self.close)
        self._view = ViewMenu(menus["View"], self._settings, self._table.tints.set_enabled)
        for title in ("Edit", "Scenario", "View", "Help"):
            self._add_window_actions(menus, title)

    def _add_window_actions(self, menus: Mapping[str, QMenu], title: str) -> None:
        """Add the actions of the window to one of the menus."""
        for row in WINDOW_ACTIONS:
            if row.menu == title:
                action = menus[title].addAction(row.text)
                action.triggered.connect(Keyed(action, row.handler, self).plain)
                action.setShortcut(row.shortcut)
                action.setProperty(SYNONYMS, row.synonyms)
                if row.id:
                    action.setObjectName(f"action.{row.id}")

    def _build_tool_bar(self) -> None:
        """Build the tool bar: the game, undo and redo, open and save, and the run."""
        bar = named(QToolBar("Tools"), "toolBar")
        bar.setMovable(False)
        bar.setFloatable(False)
        set_icon_size(bar, ICON_SIZE)
        bar.toggleViewAction().setVisible(False)
        actions = self.actions_by_id.by_id
        bar.addWidget(self._game_switch)
        bar.addSeparator()
        bar.addActions([actions[name] for name in ("undo", "redo", "open", "save")])
        bar.addSeparator()
        bar.addWidget(self._run_bar)
        self.addToolBar(bar)
        for name in ("undo", "redo", "open", "save"):
            button = bar.widgetForAction(actions[name])
            named(button, f"toolBar.{name}", without_marks(actions[name].text()))

    def _connect(self, table_input: TableInput) -> None:
        """Connect document, session, pages, menus and status line."""
        self._document.changed.connect(self._refresh_actions)
        self._document.path_changed.connect(self._retitle)
        self._document.clean_changed.connect(self._retitle)
        self._session.changed.connect(self._refresh_actions)
        self._game_switch.requested.connect(self.commands.switch_game)
        for message in (part.message for part in (self.commands, self._templates, self._export, self.pages)):
            message.connect(self._status.show_message)
        self.fault.connect(self._status.show_fault)
        self._status.list_requested.connect(self.show_messages)
        self._answers.page_requested.connect(self.pages.show_page)
        self.pages.menu_requested.connect(self._menu.open_for_seat)
        self._table.menu_requested.connect(self._menu.open_at)
        self._table.seats.library_requested.connect(self._menu.open_library_at)
        self.commands.recent_changed.connect(self._fill_recent)
        self.commands.hands_opened.connect(self.pages.open_hands)
        self.commands.solution_opened.connect(self.pages.open_solution)
        self.commands.page_opened.connect(self.pages.open_page)
        self.commands.front_run.page = self.pages.own_run
        self.pages.run_changed.connect(self._refresh_actions)
        self.pages.run_changed.connect(self._run_bar.show_run)
        self._run_bar.export_requested.connect(self.show_export)
        self._export.requested.connect(self.show_export)
        self.commands.comparison_requested.connect(self.pages.show_comparison)
        table_input.hands_pasted.connect(self.pages.paste_hands)
        table_input.noticed.connect(self._status.show_message)
        table_input.cards_requested.connect(self._sides.show_table)
        self.pages.table_pasted.connect(table_input.paste)

    @Slot()
    def _refresh_actions(self) -> None:
        self.actions_by_id.refresh()

    @Slot()
    def _retitle(self) -> None:
        path = self._document.path
        self.setWindowTitle(f"{_title(path)}[*] – Steel Wheel")
        self.setWindowModified(not self._document.clean)

    @Slot()
    def _fill_recent(self) -> None:
        empty_menu(self._recent)
        for path in self._settings.recent:
            self._add_file(self._recent, path.name, path, example=path.parent == EXAMPLES)
        self._recent.setEnabled(not self._recent.isEmpty())

    def _add_file(self, menu: QMenu, text: str, path: Path, *, example: bool) -> None:
        opened = self.commands.open_example if example else self.commands.open_path
        menu_entry(menu, literal(text), opened, path, tip=str(path))

    def _palette_sources(self) -> tuple[Source, ...]:
        """Return the sources of the palette; items that match equally well are displayed in this order."""
        return (
            partial(page_items, self.pages),
            partial(pages_of_other_games, self.pages, self.commands.switch_game),
            partial(menu_items, self.menuBar(), self._history),
            partial(place_items, self.pages),
            partial(view_items, self.pages),
            partial(export_items, self.pages, self._export, self.show_export),
            partial(seat_items, self._document, self.commands.table_input),
            partial(range_items, self._document, self._menu),
            partial(guide_items, self._open_guide),
            partial(history_items, self._history),
        )

    @Slot()
    @Slot(str)
    def show_export(self, title: str = "") -> None:
        """Show the export dialog, with the chart of this title selected."""
        if self._export_dialog is None:
            self._export_dialog = ExportDialog(self._export, self._settings, self)
            self._export_dialog.message.connect(self._status.show_message)
        self._export_dialog.open_with(title)

    @Slot()
    def show_palette(self) -> None:
        Palette(self._palette_sources(), self._answers, self).open()

    @Slot(object)
    def import_ranges(self, paths: tuple[Path, ...]) -> None:
        """Show on the page *Range* the ranges of files that can be added to the library."""
        self.pages.setCurrentWidget(self.pages.range)
        self.pages.range.import_ranges(paths)

    @Slot()
    def show_messages(self) -> None:
        show_messages(self, self._status.take_messages())

    @property
    def guide(self) -> Guide:
        """The window of the guide, built on first use."""
        if self._guide is None:
            self._guide = Guide(self)
        return self._guide

    @property
    def table(self) -> TablePanel:
        """The left side: board, seats and deck."""
        return self._table

    def toggle_table(self) -> None:
        """Collapse the table to a strip on this page, or show it again."""
        self._sides.toggle_table()

    def _open_guide(self, page: str) -> None:
        self.guide.open_page(page)

    def show_news_after_update(self) -> None:
        """Show the news once after an update, but not on the very first start."""
        seen, self._settings.version_seen = self._settings.version_seen, __version__
        if seen not in ("", __version__):
            self.guide.open_page(NEWS)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Otherwise Qt focuses the first widget in the order of Tab, and typed cards would not reach the table.
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the focus to the cards on Escape if nothing else uses it, and open the context menu on Shift+F10."""
        # Not all platforms send a context menu event for Shift+F10.
        focus = self.focusWidget()
        if (
            event.key() == Qt.Key.Key_F10
            and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
            and focus is not None
        ):
            at = focus.rect().center()
            request = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, focus.mapToGlobal(at))
            QApplication.sendEvent(focus, request)
        elif event.key() == Qt.Key.Key_Escape and self._sides.table_shown:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save everything for the next start; stay open if something cannot be saved that was not named before."""
        lost = self._keep_all()
        if set(lost) - set(self._may_lose):
            self._may_lose = lost
            self.commands.message.emit(CANNOT_KEEP.format(", ".join(lost)), True)
            event.ignore()
            return
        self._settings.save_layout("window", self.saveGeometry())
        self._settings.save_layout("body", self._sides.save_layout())
        self._settings.save_layout("side", self.pages.save_layout())
        super().closeEvent(event)


def _title(path: Path | None) -> str:
    """Return a file name for the title of a window, in which Qt replaces ``[*]``: the name is escaped."""
    return "New table" if path is None else whole_text(path.name).replace("[*]", "[*][*]")


class WindowAction(NamedTuple):
    """A menu entry that acts on the window; its objectName is ``action.<id>``. ``synonyms``: see ``ActionSpec``."""

    id: str
    menu: str
    text: str
    handler: Callable[[MainWindow], object]
    shortcut: str = ""
    synonyms: str = ""


WINDOW_ACTIONS = (
    WindowAction("export", "File", "&Export…", lambda window: window.show_export(), "Ctrl+E", EXPORT_WORDS),
    WindowAction("table", "View", "&Show or hide the table", lambda window: window.toggle_table(), "F9"),
    WindowAction("find", "Edit", "&Find anything…", MainWindow.show_palette, "Ctrl+K"),
    WindowAction("inspect", "Scenario", "&Inspect the range", lambda window: window.pages.show_inspection(), "Ctrl+I"),
    WindowAction("track", "Scenario", "&Track a hand", lambda window: window.pages.show_tracker(), "Ctrl+T"),
    WindowAction("guide", "Help", "&Guide", lambda window: window.guide.open_at_first(), "Ctrl+F1"),
    WindowAction("news", "Help", "What’s &new", lambda window: window.guide.open_page(NEWS)),
    WindowAction("rangeHelp", "Help", "&Range notation", lambda window: window.pages.show_range_help(), "F1"),
    WindowAction("", "Help", "&Shortcuts", show_shortcuts),
    WindowAction("", "Help", "&Kelly bets", lambda window: show_help(window, "kelly")),
    WindowAction("", "Help", "&Made hands", lambda window: show_help(window, "made")),
    WindowAction("", "Help", "Before the &flop", lambda window: show_help(window, "preflop")),
    WindowAction("messages", "Help", "M&essages", MainWindow.show_messages),
    WindowAction("", "Help", "Self-&test", show_self_test),
    WindowAction("", "Help", "Re&pair", show_repair),
    WindowAction("", "Help", "&About Steel Wheel", show_about),
)
