"""The library next to the matrix: named ranges to use, save, sort into folders, search, import and export.

The fields for name, folder and note belong to the next entry to be saved; selecting a range fills them. *Save* stores
the seat's range under that name and overwrites an entry of the same name, which can be undone. *Rename* stores the
fields with the selected range and leaves its hands alone. Nothing else changes a range."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, CancelToken, Game
from engine.cards import TextError, whole_text
from engine.histories.splitting import decode_history, in_another_language, looks_like_hands
from engine.ranges.actions import RangeAction, read_shares
from engine.ranges.holdem import parse_range
from engine.ranges.library_files import (
    MAX_LIBRARY_BYTES,
    RANGE_MIME,
    READERS,
    LibraryEntry,
    LibraryError,
    LibraryImport,
    read_import,
)
from engine.storage.regular_files import reason
from gui.look.guard import Guarded
from gui.look.scale import px, set_text, text_font
from gui.look.theme import TEXT_SMALL, current_theme
from gui.pages.range.range_editor import SeatEdits
from gui.parts.build import (
    NO_MARGINS,
    MenuButton,
    ShownCells,
    add_actions,
    filled,
    label,
    named,
    pass_wheel,
    push_button,
    tab_in_order,
)
from gui.parts.chip_button import chip_button
from gui.parts.text_entry import ProblemLine
from gui.state.context import PageContext
from gui.state.latest import Answers, Questions
from gui.storage.files import with_end
from gui.storage.foreign_files import read_foreign
from gui.storage.library import Library
from gui.words.formatting import NO_BREAK, count, number_of

NOT_IMPORTED = "Not imported"
MAX_LISTED_ERRORS = 3
"""Maximum number of unreadable lines that are quoted; the others are counted."""
SNIFFED_BYTES = 80_000
"""Length of the beginning of a file by which hand histories are recognized."""
HANDS = "these are hand histories: open them with Ctrl+Shift+O"


OWN, PRESETS = "My ranges", "Presets"
ENTRY = Qt.ItemDataRole.UserRole
"""The role of the data of an item: its :class:`LibraryEntry`, or the path of a folder as text."""
IS_OWN = Qt.ItemDataRole.UserRole + 1


class RangeTree(Guarded, ShownCells, QTreeWidget):
    """Shows the entries of one game that match a search; remembers which folders are open.

    ``folder_renamed`` carries the old and the new path of a folder of the user's ranges.
    """

    folder_renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._quiet: list[tuple[QTreeWidgetItem, int]] = []
        """The items, each with its column, that are written in the muted colour."""
        self._notes: Mapping[str, str] = {}
        self._toggled: set[str] = set()
        """Paths of the folders that the user has opened or closed: at first the user's folders are open and those of
        presets closed."""
        self.setObjectName("library.tree")
        self.setAccessibleName("Library of ranges")
        self.setProperty("takesKeys", True)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(False)
        self.header().setMinimumSectionSize(20)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemCollapsed.connect(self._on_toggled)
        self.itemExpanded.connect(self._on_toggled)
        self.itemChanged.connect(self._on_changed)

    def chosen(self) -> tuple[LibraryEntry, bool] | None:
        """Return the selected entry and whether it is one of the user's, or None if no entry is selected."""
        item: QTreeWidgetItem | None = self.currentItem()
        entry = item.data(0, ENTRY) if item is not None else None
        return (entry, bool(item.data(0, IS_OWN))) if item is not None and isinstance(entry, LibraryEntry) else None

    def note(self) -> str:
        """Return the note on the selected folder of presets, or "" if there is none."""
        item: QTreeWidgetItem | None = self.currentItem()
        path = item.data(0, ENTRY) if item is not None else None
        return self._notes.get(path.removeprefix(f"{PRESETS}/"), "") if isinstance(path, str) else ""

    def show_entries(
        self,
        own: Iterable[LibraryEntry],
        presets: Iterable[LibraryEntry],
        game: Game,
        search: str,
        notes: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Show the entries of ``game`` that contain all words of ``search`` in name, folder, note or text.

        ``notes``: the notes on the folders of presets, by path.
        """
        self._notes = notes
        previous = self.chosen()
        words = search.lower().split()
        # Filling the tree selects and expands items, which must not be taken for clicks of the user.
        blocker = QSignalBlocker(self)
        self._quiet.clear()
        self.clear()
        for title, entries, is_own in ((OWN, own, True), (PRESETS, presets, False)):
            values = [e for e in entries if e.game == game and _matches(e, words)]
            if values or (is_own and not words):
                self._add_entries(title, values, is_own, opened=bool(words))
        blocker.unblock()
        self._recolour()
        if previous is not None:
            self.choose(previous[0])

    def _add_entries(self, title: str, entries: Sequence[LibraryEntry], is_own: bool, *, opened: bool) -> None:
        """Add entries under a top folder ``title``, with a folder for each part of their paths."""
        folders = {"": self._folder(self.invisibleRootItem(), title, title, opened)}
        for entry in entries:
            parent, path = folders[""], ""
            for folder in filter(None, entry.folder.split("/")):
                path = f"{path}/{folder}"
                if path not in folders:
                    folders[path] = self._folder(parent, folder, f"{title}{path}", opened)
                parent = folders[path]
            item = _EntryItem(parent, entry)
            item.setData(0, IS_OWN, is_own)
            item.setToolTip(0, "\n".join(filter(None, (entry.text, entry.note))))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._quiet.append((item, 1))
        if is_own and not entries:
            hint = QTreeWidgetItem(folders[""], ["no ranges saved yet"])
            hint.setFlags(Qt.ItemFlag.NoItemFlags)

    def _folder(self, parent: QTreeWidgetItem, title: str, path: str, opened: bool) -> QTreeWidgetItem:
        """Add a folder and return it; only folders of the user's ranges can be renamed."""
        item = QTreeWidgetItem(parent, [title])
        item.setFirstColumnSpanned(True)
        item.setData(0, ENTRY, path)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if path.startswith(f"{OWN}/"):
            flags |= Qt.ItemFlag.ItemIsEditable
            item.setToolTip(0, "F2 renames the folder")
        if path.startswith(f"{PRESETS}/"):
            item.setToolTip(0, self._notes.get(path.removeprefix(f"{PRESETS}/"), ""))
        item.setFlags(flags)
        # A search opens every folder. Otherwise a folder is open if it is open at first and was not toggled, or the
        # other way round.
        item.setExpanded(opened or (path in self._toggled) == _closed_at_first(path))
        if "/" not in path:
            item.setData(0, Qt.ItemDataRole.FontRole, text_font(TEXT_SMALL, QFont.Weight.DemiBold))
            self._quiet.append((item, 0))
        return item

    @Slot()
    def _recolour(self) -> None:
        with QSignalBlocker(self):
            for item, column in self._quiet:
                item.setForeground(column, QColor(current_theme().muted))
        self.viewport().update()

    def choose(self, entry: LibraryEntry) -> None:
        """Select ``entry`` if the tree contains it."""
        for item in self.findItems(entry.name, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive):
            if item.data(0, ENTRY) == entry:
                self.setCurrentItem(item)
                return

    def _on_toggled(self, item: QTreeWidgetItem) -> None:
        """Remember which folders are not in their initial state, so that they stay so when the tree is filled again."""
        path = str(item.data(0, ENTRY))
        if item.isExpanded() == _closed_at_first(path):
            self._toggled.add(path)
        else:
            self._toggled.discard(path)

    def _on_changed(self, item: QTreeWidgetItem) -> None:
        """Request the new name of a folder that the user has edited; slashes become spaces, a blank name is ignored."""
        path = item.data(0, ENTRY)
        if not isinstance(path, str) or not item.flags() & Qt.ItemFlag.ItemIsEditable:
            return
        above, _, name = path.rpartition("/")
        new = " ".join(item.text(0).replace("/", " ").split())
        if new != name:
            folder = f"{above}/{new or name}".removeprefix(f"{OWN}/")
            self.folder_renamed.emit(path.removeprefix(f"{OWN}/"), folder)

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        data = QMimeData()
        entry = items[0].data(0, ENTRY) if items else None
        if isinstance(entry, LibraryEntry) and entry.text:
            data.setData(RANGE_MIME, entry.text.encode())
        return data

    def customEvent(self, event: QEvent) -> None:
        self._recolour()


def _closed_at_first(path: str) -> bool:
    return path.startswith(f"{PRESETS}/")


def _matches(entry: LibraryEntry, words: Sequence[str]) -> bool:
    actions = " ".join(f"{action.name} {action.text}" for action in entry.actions)
    text = f"{entry.folder} {entry.name} {entry.note} {entry.text} {actions}".lower()
    return all(word in text for word in words)


class _EntryItem(Guarded, QTreeWidgetItem):
    """An entry with its share of all combos, computed when the item is first painted: most folders stay closed."""

    def __init__(self, parent: QTreeWidgetItem, entry: LibraryEntry) -> None:
        super().__init__(parent, [entry.name])
        self.setData(0, ENTRY, entry)
        self._entry = entry
        self._share: str | None = None

    def data(self, column: int, role: int) -> Any:
        """Return the data of the entry; its share of all hands is computed when the row is first visible."""
        if column != 1 or role != Qt.ItemDataRole.DisplayRole:
            return super().data(column, role)
        if self._share is None:
            self._share = _share(self._entry)
        return self._share


def _share(entry: LibraryEntry) -> str:
    """Return the share of all combos in a hold'em range, "?" if its text cannot be read, or "" in another game."""
    if not GAMES[entry.game].hands_are_combos:
        return ""
    try:
        if entry.actions:
            return f"{100 * float(read_shares(entry.actions).sum(axis=0).mean()):.1f}{NO_BREAK}%"
        return f"{100 * float(parse_range(entry.text).weights.mean()):.1f}{NO_BREAK}%"
    except TextError:
        return "?"


def read_files(paths: Sequence[Path], cancel: CancelToken) -> Iterator[LibraryImport | str]:
    """Read the ranges of several files, in the background.

    Yields one value: an :class:`LibraryImport` of all ranges, with the files and lines that could not be read among its
    errors, or a message if no file could be read.
    """
    values: list[LibraryImport] = []
    errors: list[str] = []
    for path in paths:
        name = whole_text(path.name)
        try:
            values.append(_read_file(path, cancel))
        except (OSError, LibraryError) as error:
            errors.append(f"{name}: {reason(error)}")
    if not values:
        yield f"{NOT_IMPORTED}: {'; '.join(errors)}"
        return
    name = whole_text(values[0].name) if len(values) == 1 else f"{len(values)} files"
    entries = tuple(entry for value in values for entry in value.entries)
    yield LibraryImport(name, entries, (*(line for value in values for line in value.errors), *errors))


def _read_file(path: Path, cancel: CancelToken) -> LibraryImport:
    """Return the ranges in a file.

    Raises:
        LibraryError: the file is too large, is a hand history, or has no ranges.
    """
    data = read_foreign(path, MAX_LIBRARY_BYTES, cancel.check_cancelled)
    if len(data) > MAX_LIBRARY_BYTES:
        raise LibraryError(f"this file is larger than {MAX_LIBRARY_BYTES // 1_000_000} MB")
    text = decode_history(data[:SNIFFED_BYTES])
    if hands := in_another_language(text) or (HANDS if looks_like_hands(text) else ""):
        raise LibraryError(hands)
    return read_import(path, data, cancel.check_cancelled)


class ImportBar(QWidget):
    """Shows which ranges the chosen files would add to the library, with the buttons *Add* and *Cancel*.

    ``answered`` carries a message about the files and whether it is an error; ``added`` a message and the new entries.
    """

    answered = Signal(str, bool)
    added = Signal(str, object)

    def __init__(self, library: Library, questions: Questions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "library.proposal", "Ranges to import")
        self._library, self._result = library, LibraryImport("", ())
        self._reads = Answers[LibraryImport | str](questions.apart("library import"), "import", self)
        self._reads.changed.connect(self._on_read)
        self._proposed: QLabel = label(name="library.proposed", wrap=True)
        self._add = push_button("Add", "library.add", self._on_add, "Add these ranges to the library")
        cancel = push_button("Cancel", "library.cancel", self.cancel, "Do not add these ranges")
        buttons = filled(QHBoxLayout(), (self._add, 1), cancel, spacing=4, margins=NO_MARGINS)
        filled(QVBoxLayout(self), self._proposed, buttons, spacing=4, margins=NO_MARGINS)
        self.hide()

    def propose(self, paths: Sequence[Path]) -> None:
        """Read ``paths`` in the background, then show the ranges that they would add."""
        self.hide()
        names = whole_text(paths[0].name) if len(paths) == 1 else f"{len(paths)} files"
        self.answered.emit(f"Reading {names} …", False)
        self._reads.forget()  # the same files may have other ranges by now
        self._reads.ask(tuple(paths), partial(read_files, tuple(paths)))

    @Slot()
    def _on_read(self) -> None:
        """Offer to add the ranges that have been read, or say why there are none."""
        latest = self._reads.latest
        result = latest.value if latest.busy else None  # the end of the work brings no other result
        if latest.error is not None:
            self.answered.emit(f"{NOT_IMPORTED}: {reason(latest.error)}", True)
        elif isinstance(result, str):
            self.answered.emit(result, True)
        elif result is not None:
            self._offer(result)

    def _offer(self, result: LibraryImport) -> None:
        """Show the ranges that ``result`` would add, with the buttons."""
        self._result = result
        new = len(set(result.entries) - set(self._library.own))
        self._add.setText(f"Add {count(new)}")
        self._add.setEnabled(new > 0)
        self._proposed.setText(_import_text(result, new))
        self._proposed.setToolTip("\n".join(result.errors[:100]))
        self.show()
        (self._add if new else self._proposed).setFocus()
        ranges = number_of(len(result.entries), "range")
        self.answered.emit(f"{ranges} in {result.name}: choose Add or Cancel next to the matrix", False)

    @Slot()
    def _on_add(self) -> None:
        self.hide()
        line, new = self._library.take(self._result)
        self.added.emit(line, new)

    @Slot()
    def cancel(self) -> None:
        """Add nothing."""
        self._reads.forget()
        self.hide()
        self.answered.emit("No ranges added", False)


def _import_text(result: LibraryImport, new: int) -> str:
    """Return how many ranges would be added (``new``), how many are in the library, and which lines are no ranges."""
    parts = [f"{number_of(new, 'range')} of {result.name} to add"]
    known = len(result.entries) - new
    if known:
        parts.append(f"{count(known)} {'is' if known == 1 else 'are'} in the library already")
    if result.errors:
        rest = len(result.errors) - MAX_LISTED_ERRORS
        more = (f"{count(rest)} more",) if rest > 0 else ()
        parts.append(f"not read: {'; '.join((*result.errors[:MAX_LISTED_ERRORS], *more))}")
    return "; ".join(parts) + "."


MAX_PREVIEW_LENGTH = 110
MAX_NAME_WIDTH = 110
BRING_BACK, TAKE_OUT = "restore", "undo"
EXPORTS = {
    ".json": "JSON (*.json)",
    ".txt": "Text (*.txt)",
    ".hr": "Equilab (*.hr)",
    ".batch.txt": "PokerCruncher batch text (*.batch.txt)",
}


class RangeLibrary(Guarded, QWidget):
    """The library of the range page: applies entries to the displayed seat and saves the seat's range as an entry.

    ``actions_used`` carries an entry that consists of actions, when the user applies it.
    """

    actions_used = Signal(object)

    def __init__(self, context: PageContext, edits: SeatEdits, parent: QWidget) -> None:
        super().__init__(parent)
        library = context.library
        self._library, self._edits, self._settings = library, edits, context.settings
        self._message = context.message
        self._game: Game = "holdem"
        self._undo: Callable[[], LibraryEntry | None] | None = None
        self._proposed: str | tuple[RangeAction, ...] = ""
        """A text or actions to be saved instead of the seat's range, or "". Cleared by the next selection."""
        self.setObjectName("library")
        self._search = self._entry("search", "search", "Search the library")
        self._search.setClearButtonEnabled(True)
        self._name = self._entry("name", "name", "Name of the range")
        self._note = self._entry("note", "note", "Note on the range")
        title = "Folder of the range, e.g. Cash/6-max"
        self._folder = pass_wheel(named(QComboBox(self), "library.folder", title, title))
        self._folder.setEditable(True)
        self._folder.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.tree = RangeTree(self)
        self._preview = label(name="library.preview", role="", wrap=True)
        set_text(self._preview, TEXT_SMALL)
        self._preview.setTextFormat(Qt.TextFormat.PlainText)
        self._use = push_button("", "library.use", self._on_use, role="primary")
        self._save = push_button("Save", "library.save", self._on_save)
        self._more = named(MenuButton(self), "library.more")
        self._more.setText("…")
        self._more.setMenu(self._menu())
        self._back = chip_button(BRING_BACK, "library.bringBack", self._on_bring_back, parent=self)
        self._back.hide()
        for widget, meaning in (
            (self._use, "Use the range"),
            (self._save, "Save the seat's range under this name (overwrites a range of that name)"),
            (self._more, "More: rename, overwrite, delete, import, export"),
            (self._back, "Undo the last change of the library"),
        ):
            named(widget, widget.objectName(), meaning, meaning)
        self.line = ProblemLine(parent=self)
        self._import = ImportBar(library, context.questions, self)
        self._lay_out()
        self._connect()
        self._refill()
        self._show_message(library.message)

    def _entry(self, name: str, hint: str, title: str) -> QLineEdit:
        entry = named(QLineEdit(self), f"library.{name}", title, title)
        entry.setPlaceholderText(hint)
        return entry

    def _menu(self) -> QMenu:
        """Return the menu of an entry: rename, overwrite, delete, and import and export of files."""
        menu = QMenu(self._more)
        self._rename, self._overwrite, self._delete = add_actions(
            menu,
            "library",
            ("rename", "Rename to this name, folder and note", self._on_rename),
            ("overwrite", "Overwrite with the seat's range", self._on_overwrite),
            ("delete", "Delete", self._on_delete),
        )
        menu.addSeparator()
        files = (("import", "Import…", self._on_import), ("export", "Export my ranges…", self._on_export))
        add_actions(menu, "library", *files)
        return menu

    def _lay_out(self) -> None:
        path = filled(QHBoxLayout(), (self._name, 1), (self._folder, 1), spacing=4)
        line = self._folder.lineEdit()
        if line is not None:
            line.setPlaceholderText("folder")
        buttons = filled(QHBoxLayout(), (self._save, 1), self._more, spacing=4)
        reply = filled(QHBoxLayout(), (self.line, 1), spacing=4)
        reply.addWidget(self._back, alignment=Qt.AlignmentFlag.AlignTop)
        # A line that appears takes its room from the tree above it, so that the buttons at the bottom do not move.
        entry = self._search, (self.tree, 1), self._preview, self._import, reply, path, self._note
        filled(QVBoxLayout(self), *entry, self._use, buttons, spacing=4, margins=NO_MARGINS)
        tab_in_order(self._search, self.tree, self._name, self._folder, self._note, self._use, self._save)

    def _connect(self) -> None:
        """Connect the library, the tree, the import bar and the fields."""
        self._library.changed.connect(self._refill)
        self._library.message_changed.connect(self._show_message)
        self._search.textChanged.connect(self._refill)
        self.tree.currentItemChanged.connect(self._show_chosen)
        self.tree.folder_renamed.connect(self._on_folder_renamed)
        self.tree.itemActivated.connect(self._on_use)
        self._import.answered.connect(self._on_import_answered)
        self._import.added.connect(self._on_imported)
        self._import.answered.connect(self._message)
        for field in (self._name, self._note):
            field.returnPressed.connect(self._on_save)
        self._name.textChanged.connect(self._enable)
        self._note.textChanged.connect(self._enable)
        self._folder.editTextChanged.connect(self._enable)

    def render_game(self, game: Game) -> None:
        """List the ranges of ``game``, and name the displayed seat on the button that applies one."""
        name = self._use.fontMetrics().elidedText(
            self._edits.displayed_seat.name, Qt.TextElideMode.ElideRight, px(MAX_NAME_WIDTH)
        )
        self._use.setText(f"Use for {name}")
        if game != self._game:
            self._game = game
            self._refill()
        self._enable()

    @Slot()
    def _refill(self) -> None:
        library, search = self._library, self._search.text()
        with QSignalBlocker(self.tree):
            self.tree.show_entries(library.own, library.presets, self._game, search, library.preset_notes)
        self._show_chosen()

    @Slot()
    def _show_chosen(self) -> None:
        """Show the selected entry in the preview and the fields, ready to be changed or saved under another name."""
        self._proposed = ""
        chosen = self.tree.chosen()
        entry = chosen[0] if chosen is not None else None
        self._folder.clear()
        self._folder.addItems(self._library.folders())
        preview = _shortened(_entry_text(entry)) if entry is not None else self.tree.note()
        self._preview.setText(preview)
        self._preview.setVisible(bool(preview))
        self._name.setText(entry.name if entry is not None else "")
        self._folder.setEditText(entry.folder if entry is not None else "")
        line = self._folder.lineEdit()
        if line is not None:
            line.setCursorPosition(0)
        self._note.setText(entry.note if entry is not None else "")
        self._note.setCursorPosition(0)
        self._enable()

    @Slot()
    def _enable(self) -> None:
        """Enable the possible commands: presets can only be used, and saving needs a range on the seat."""
        entry, content = self._custom_entry(), self._content()
        self._use.setEnabled(self.tree.chosen() is not None)
        self._save.setEnabled(bool(content))
        self._delete.setEnabled(entry is not None)
        self._overwrite.setEnabled(entry is not None and content not in ("", entry.text))
        for field in (self._name, self._folder, self._note):
            field.setEnabled(entry is not None or bool(content))  # a new range can be described before it is saved
        self._rename.setEnabled(entry is not None and self._with_fields(entry) != entry)

    def _custom_entry(self) -> LibraryEntry | None:
        """Return the selected entry if it is one of the user's, which can be changed, else None."""
        chosen = self.tree.chosen()
        return chosen[0] if chosen is not None and chosen[1] else None

    @Slot()
    def _on_use(self) -> None:
        """Use the selected entry as the range of the displayed seat, or open its actions."""
        chosen = self.tree.chosen()
        if chosen is None:
            return
        if chosen[0].actions:
            self.actions_used.emit(chosen[0])
            return
        problems = self._edits.write_base(chosen[0].text, f"{chosen[0].name} as the range")
        self.line.show_error(problems[0].message) if problems else self.line.clear()

    @Slot()
    def _on_save(self) -> None:
        """Save the seat's range, or the proposed content, with the values of the fields; without a name ask for one."""
        content = self._content()
        if not content:
            return
        if not self._name.text().strip():
            self._ask()
            return
        actions = self._proposed if isinstance(self._proposed, tuple) else ()
        entry = self._with_fields(LibraryEntry("", "" if actions else content, game=self._game, actions=actions))
        key = entry.folder, entry.name, entry.game
        old = next((own for own in self._library.own if (own.folder, own.name, own.game) == key), None)
        # An entry with the same folder and name is replaced; the chip below can restore it.
        saved = entry if entry == old else self._library.add(entry) if old is None else self._library.change(old, entry)
        self._search.clear()
        self.tree.choose(saved)
        if old is not None and old != saved:
            self._offer(f"Overwritten: {old.name}", lambda: self._library.change(saved, old))
        else:
            self.line.show_hint(f"Saved {saved.name}")
            self._back.hide()

    def _content(self) -> str:
        """Return what *Save* would store, as text: the proposed text or actions, else the seat's range."""
        if isinstance(self._proposed, tuple):
            return _entry_text(LibraryEntry("", "", actions=self._proposed))
        return self._proposed or self._edits.displayed_seat.cards.strip()

    def ask_for_name(self, content: str | tuple[RangeAction, ...] = "") -> None:
        """Prepare a new entry with ``content`` ("": the seat's range), and put the cursor into its name."""
        self.tree.setCurrentIndex(QModelIndex())
        self._show_chosen()
        self._proposed = content
        self._preview.setText(_shortened(self._content()) if content else "")
        self._preview.setVisible(bool(content))
        self._enable()
        self._ask()

    def _ask(self) -> None:
        self._name.setFocus(Qt.FocusReason.OtherFocusReason)
        content = "these actions" if isinstance(self._proposed, tuple) else "this range"
        self.line.show_hint(f"Type a name for {content}, then press Enter")

    def _with_fields(self, entry: LibraryEntry) -> LibraryEntry:
        """Return ``entry`` with the name, folder and note of the fields; a blank name changes nothing."""
        name = self._name.text().strip() or entry.name
        folder = "/".join(name.strip() for name in self._folder.currentText().split("/") if name.strip())
        return replace(entry, name=name, folder=folder, note=self._note.text())

    @Slot()
    def _on_rename(self) -> None:
        if (old := self._custom_entry()) is not None:
            renamed = self._library.change(old, self._with_fields(old))
            self.tree.choose(renamed)
            self._offer(f"Renamed {old.path} to {renamed.path}", lambda: self._library.change(renamed, old))

    @Slot(str, str)
    def _on_folder_renamed(self, old: str, new: str) -> None:
        # Renaming fills the tree again, which must not happen while its editor is still closing.
        QTimer.singleShot(0, self, lambda: self._library.rename_folder(old, new))

    @Slot()
    def _on_delete(self) -> None:
        if (entry := self._custom_entry()) is not None:
            self._library.remove(entry)
            self._offer(f"Deleted {entry.name}", lambda: self._library.add(entry))

    @Slot()
    def _on_overwrite(self) -> None:
        if (entry := self._custom_entry()) is not None:
            saved = self._library.change(
                entry, replace(entry, text=self._edits.displayed_seat.cards.strip(), actions=())
            )
            self.tree.choose(saved)
            self._offer(f"Overwritten: {entry.name}", lambda: self._library.change(saved, entry))

    def _offer(self, message: str, undo: Callable[[], LibraryEntry | None], back: str = BRING_BACK) -> None:
        """Report a change, with a chip that takes it back; ``undo`` returns the entry to be selected then, or None."""
        self._undo = undo
        self.line.show_hint(message)
        self._back.setText(back)
        self._back.show()

    def propose(self, paths: Sequence[Path]) -> None:
        """Show the ranges that the files ``paths`` would add."""
        self._back.hide()
        self._import.propose(paths)

    @Slot(str, bool)
    def _on_import_answered(self, line: str, is_error: bool) -> None:
        self.line.show_error(line) if is_error else self.line.show_hint(line)

    @Slot(str, object)
    def _on_imported(self, line: str, new: tuple[LibraryEntry, ...]) -> None:
        self._message.emit(line, False)
        if new:
            self._offer(line, lambda: self._library.remove_all(new), TAKE_OUT)
        else:
            self.line.show_hint(line)

    @Slot()
    def _on_bring_back(self) -> None:
        """Undo the last change of the library, and select the entry that is back."""
        if self._undo is not None:
            undo, self._undo = self._undo, None
            if (back := undo()) is not None:
                self.tree.choose(back)
        self.line.clear()
        self._back.hide()

    @Slot()
    def _on_import(self) -> None:
        patterns = " ".join(f"*{suffix}" for suffix in READERS)
        name, _ = QFileDialog.getOpenFileName(
            self, "Import ranges", self._settings.folder, f"Ranges ({patterns});;All files (*)"
        )
        if name:
            self._settings.folder = str(Path(name).parent)
            self.propose((Path(name),))

    @Slot()
    def _on_export(self) -> None:
        name, chosen = QFileDialog.getSaveFileName(
            self, "Export my ranges", str(Path(self._settings.folder) / "ranges.json"), ";;".join(EXPORTS.values())
        )
        if name:
            end = next((suffix for suffix, title in EXPORTS.items() if title == chosen), ".json")
            try:
                self._show_message(self._library.export_file(with_end(name, end)))
            except FileExistsError as error:
                self._show_message(f"Not exported: {error.strerror}")

    @Slot(str)
    def _show_message(self, line: str) -> None:
        self.line.show_hint(line.replace("`", "'"))
        self.line.setToolTip(line)  # a path may be too long for the column

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.tree.hasFocus():
            self._on_delete()
        else:
            super().keyPressEvent(event)


def _entry_text(entry: LibraryEntry) -> str:
    """Return the content of an entry as text: its range, or the range of each action."""
    return " · ".join(f"{a.name}: {a.text or 'nothing'}" for a in entry.actions) if entry.actions else entry.text


def _shortened(text: str) -> str:
    """Return the first three lines or so of a range text, with spaces after the commas so that lines can break."""
    text = ", ".join(item.strip() for item in text.split(","))
    return text if len(text) <= MAX_PREVIEW_LENGTH else f"{text[:MAX_PREVIEW_LENGTH]}…"
