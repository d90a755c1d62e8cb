"""The tree of named ranges: folders, own ranges first, presets after them. Ranges can be dragged onto a seat."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from engine import GAMES, Game
from engine.cards import TextError
from engine.ranges.actions import read_shares
from engine.ranges.holdem import parse_range
from engine.ranges.library_files import RANGE_MIME, Entry
from gui.look.formatting import NO_BREAK
from gui.look.guard import Guarded
from gui.look.scale import text_font
from gui.look.theme import TEXT_SMALL, current_theme
from gui.parts.build import ShownCells

OWN, PRESETS = "My ranges", "Presets"
ENTRY = Qt.ItemDataRole.UserRole
IS_OWN = Qt.ItemDataRole.UserRole + 1


class RangeTree(Guarded, ShownCells, QTreeWidget):
    """Shows the entries of one game that fit a search; remembers which folders are open.

    ``folder_renamed`` carries the old and the new path of a folder of own ranges.
    """

    folder_renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._quiet: list[tuple[QTreeWidgetItem, int]] = []
        """Items and columns that are written in the muted colour."""
        self._notes: Mapping[str, str] = {}
        self._turned: set[str] = set()
        """Folders that are not as they are at first: own ones open, those of presets closed."""
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
        self.itemCollapsed.connect(self._on_turned)
        self.itemExpanded.connect(self._on_turned)
        self.itemChanged.connect(self._on_changed)

    def chosen(self) -> tuple[Entry, bool] | None:
        """Return the entry that is selected and whether it is an own one."""
        item: QTreeWidgetItem | None = self.currentItem()
        entry = item.data(0, ENTRY) if item is not None else None
        return (entry, bool(item.data(0, IS_OWN))) if item is not None and isinstance(entry, Entry) else None

    def note(self) -> str:
        """Return the note on the folder that is selected, empty where there is none."""
        item: QTreeWidgetItem | None = self.currentItem()
        path = item.data(0, ENTRY) if item is not None else None
        return self._notes.get(path.removeprefix(f"{PRESETS}/"), "") if isinstance(path, str) else ""

    def show_entries(
        self,
        own: Iterable[Entry],
        presets: Iterable[Entry],
        game: Game,
        search: str,
        notes: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Show the entries of ``game`` whose name, folder, note or text hold all words of ``search``; ``notes`` are
        those on the folders of presets, by path."""
        self._notes = notes
        before = self.chosen()
        words = search.lower().split()
        blocker = QSignalBlocker(self)
        self._quiet.clear()
        self.clear()
        for title, entries, is_own in ((OWN, own, True), (PRESETS, presets, False)):
            values = [e for e in entries if e.game == game and _fits(e, words)]
            if values or (is_own and not words):
                self._add_entries(title, values, is_own, opened=bool(words))
        blocker.unblock()
        self._recolour()
        if before is not None:
            self.choose(before[0])

    def _add_entries(self, title: str, entries: Sequence[Entry], is_own: bool, *, opened: bool) -> None:
        folders = {"": self._folder(self.invisibleRootItem(), title, title, opened)}
        for entry in entries:
            parent, path = folders[""], ""
            for part in filter(None, entry.folder.split("/")):
                path = f"{path}/{part}"
                if path not in folders:
                    folders[path] = self._folder(parent, part, f"{title}{path}", opened)
                parent = folders[path]
            item = _EntryItem(parent, entry)
            item.setData(0, IS_OWN, is_own)
            item.setToolTip(0, "\n".join(filter(None, (entry.text, entry.note))))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._quiet.append((item, 1))
        if is_own and not entries:
            hint = QTreeWidgetItem(folders[""], ["none saved yet"])
            hint.setFlags(Qt.ItemFlag.NoItemFlags)

    def _folder(self, parent: QTreeWidgetItem, title: str, path: str, opened: bool) -> QTreeWidgetItem:
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
        item.setExpanded(opened or (path in self._turned) == _closed_at_first(path))
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

    def choose(self, entry: Entry) -> None:
        """Select ``entry``, if it is in sight."""
        for item in self.findItems(entry.name, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive):
            if item.data(0, ENTRY) == entry:
                self.setCurrentItem(item)
                return

    def _on_turned(self, item: QTreeWidgetItem) -> None:
        path = str(item.data(0, ENTRY))
        if item.isExpanded() == _closed_at_first(path):
            self._turned.add(path)
        else:
            self._turned.discard(path)

    def _on_changed(self, item: QTreeWidgetItem) -> None:
        """Take over a folder's new name; a blank one or a path makes no sense."""
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
        if isinstance(entry, Entry) and entry.text:
            data.setData(RANGE_MIME, entry.text.encode())
        return data

    def customEvent(self, event: QEvent) -> None:
        self._recolour()


def _closed_at_first(path: str) -> bool:
    return path.startswith(f"{PRESETS}/")


def _fits(entry: Entry, words: Sequence[str]) -> bool:
    actions = " ".join(f"{action.name} {action.text}" for action in entry.actions)
    text = f"{entry.folder} {entry.name} {entry.note} {entry.text} {actions}".lower()
    return all(word in text for word in words)


class _EntryItem(Guarded, QTreeWidgetItem):
    """An entry and its share, which is computed when it comes into sight: most folders stay closed."""

    def __init__(self, parent: QTreeWidgetItem, entry: Entry) -> None:
        super().__init__(parent, [entry.name])
        self.setData(0, ENTRY, entry)
        self._entry = entry
        self._share: str | None = None

    def data(self, column: int, role: int) -> Any:
        if column != 1 or role != Qt.ItemDataRole.DisplayRole:
            return super().data(column, role)
        if self._share is None:
            self._share = _share(self._entry)
        return self._share


def _share(entry: Entry) -> str:
    """Return the share of all combos of a hold'em range; a question mark where it cannot be read."""
    if not GAMES[entry.game].holdem_ranges:
        return ""
    try:
        if entry.actions:
            return f"{100 * float(read_shares(entry.actions).sum(axis=0).mean()):.1f}{NO_BREAK}%"
        return f"{100 * float(parse_range(entry.text).weights.mean()):.1f}{NO_BREAK}%"
    except TextError:
        return "?"
