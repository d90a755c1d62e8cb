"""The context menu of the table: clear, copy, paste, swap, fold, and the ranges of the library."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine import GAMES, Scenario
from engine.ranges.bases import with_base
from engine.ranges.library_files import LibraryEntry
from engine.table.clips import copied_text
from engine.table.folding import with_fold
from engine.table.slots import in_group, swap_seats, token_at, with_seat_text
from gui.parts.build import literal
from gui.state.document import Document
from gui.state.table_input import TableInput
from gui.storage.library import Library

PRESETS = "Presets"


class TableMenu(QObject):
    """Builds the menu of the selected slot whenever it is requested; its library is filled when it is opened.

    Actions are called ``tableMenu.<name>``. ``copy``, ``paste``, ``paste_pio``, ``remove`` (a seat) and ``save`` (the
    selected seat's range in the library) are handlers of the window.
    """

    def __init__(
        self,
        document: Document,
        table_input: TableInput,
        library: Library,
        *,
        copy: Callable[[], object],
        paste: Callable[[], object],
        paste_pio: Callable[[], object],
        remove: Callable[[int], object],
        save: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._document, self._input, self._library, self._window = document, table_input, library, parent
        self._copy, self._paste, self._paste_pio = copy, paste, paste_pio
        self._remove, self._save = remove, save

    @Slot(QPoint)
    def open_at(self, point: QPoint) -> None:
        """Open the menu of the selected slot with its corner at ``point`` of the screen."""
        self._open(self.build(), point)

    @Slot(QPoint)
    def open_for_seat(self, point: QPoint) -> None:
        """Open the menu of the selected seat, even if the next card goes to another slot."""
        self._document.choose_seat(self._document.cursor.seat)
        self.open_at(point)

    @Slot(QPoint)
    def open_library_at(self, point: QPoint) -> None:
        """Open the library for the selected seat with its corner at ``point`` of the screen."""
        self._open(self.build_library(), point)

    def _open(self, menu: QMenu, point: QPoint) -> None:
        """Open a menu, and close it when the table changes, as by a dropped file: its entries are for the old table."""
        self._document.changed.connect(menu.close)
        menu.popup(point)

    def build_library(self) -> QMenu:
        """Return a menu of the player's ranges, the presets and *Save* for the selected seat; closing deletes it."""
        menu = self._menu_named("seatLibrary")
        for entries in (tuple(self._of_game(result)) for result in (self._library.own, self._library.presets)):
            if entries:
                self._list_folder(menu, "", entries)
                menu.addSeparator()
        scenario, seat = self._document.scenario, self._document.cursor.seat
        self._add(menu, "save", "Save to library…", self._save, on=bool(scenario.seats[seat].cards.strip()))
        return menu

    def _menu_named(self, name: str) -> QMenu:
        menu = QMenu(self._window)
        menu.setObjectName(name)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def build(self) -> QMenu:
        """Return the menu of the selected slot; closing deletes it."""
        scenario, slot = self._document.scenario, self._document.cursor.slot
        menu = self._menu_named("tableMenu")
        token = token_at(scenario, slot)
        if token is not None and not in_group(scenario, slot):
            self._add(menu, "clearCard", f"Clear {token}", partial(self._input.clear, slot))
        if slot.area == "seat":
            self._add_seat(menu, scenario, slot.seat)
        else:
            title = "Clear the board" if slot.area == "board" else "Clear the dead cards"
            self._add(menu, "clear", title, self._clear, on=bool(copied_text(scenario, slot)))
            self._add_clipboard(menu)
        return menu

    def _add(self, menu: QMenu, name: str, title: str, handler: Callable[[], object], *, on: bool = True) -> QAction:
        """Add an action called ``tableMenu.<name>``; ``title`` is plain text."""
        action = menu.addAction(literal(title))
        action.setObjectName(f"tableMenu.{name}")
        action.setEnabled(on)
        action.triggered.connect(lambda _checked=False: handler())
        return action

    def _add_clipboard(self, menu: QMenu) -> None:
        scenario, slot = self._document.scenario, self._document.cursor.slot
        menu.addSeparator()
        self._add(menu, "copy", "Copy", self._copy, on=bool(copied_text(scenario, slot)))
        self._add(menu, "paste", "Paste", self._paste)

    def _add_seat(self, menu: QMenu, scenario: Scenario, seat: int) -> None:
        """Add the commands for a seat: cards, clipboard, fold and remove, and the library as a submenu."""
        current = scenario.seats[seat]
        filled = bool(current.cards.strip())
        self._add(menu, "clear", f"Clear {current.name}", self._clear, on=filled)
        others = [i for i in range(len(scenario.seats)) if i != seat]
        swap = self._submenu(menu, "swap", "Swap with", on=bool(others))
        for other in others:
            self._add(swap, f"swap{other}", scenario.seats[other].name, partial(self._swap, seat, other))
        self._add_clipboard(menu)
        if GAMES[scenario.game].hands_are_combos:
            self._add(menu, "pastePio", "Paste from PioSOLVER", self._paste_pio)
        menu.addSeparator()
        self._add(menu, "fold", f"{'Unfold' if current.folded else 'Fold'} {current.name}", partial(self._fold, seat))
        self._add(menu, "remove", f"Remove {current.name}", partial(self._remove, seat), on=len(scenario.seats) > 1)
        menu.addSeparator()
        entries = tuple(self._entries())
        library = self._submenu(menu, "library", "From library", on=bool(entries))
        library.aboutToShow.connect(partial(self._fill_folder, library, "", entries))
        self._add(menu, "save", "Save to library…", self._save, on=filled)

    def _submenu(self, menu: QMenu, name: str, title: str, *, on: bool) -> QMenu:
        inner = QMenu(literal(title), menu)
        inner.setObjectName(f"tableMenu.{name}")
        inner.menuAction().setObjectName(f"tableMenu.{name}.menu")
        inner.setEnabled(on)
        menu.addMenu(inner)
        return inner

    def ranges(self) -> Iterator[LibraryEntry]:
        """Yield all ranges of this game that a seat can get; a range with actions yields one for each action."""
        for entry in self._entries():
            for result in _parts(entry) if entry.actions else (entry,):
                if result.text.strip():
                    yield result

    def _entries(self) -> Iterator[LibraryEntry]:
        """Yield the ranges of this game, the player's first; those of the presets are in the folder :data:`PRESETS`."""
        yield from self._of_game(self._library.own)
        for entry in self._of_game(self._library.presets):
            yield replace(entry, folder=f"{PRESETS}/{entry.folder}".rstrip("/"))

    def _of_game(self, entries: Iterable[LibraryEntry]) -> Iterator[LibraryEntry]:
        game = self._document.scenario.game
        return (entry for entry in entries if entry.game == game)

    def _fill_folder(self, menu: QMenu, path: str, entries: tuple[LibraryEntry, ...]) -> None:
        if menu.isEmpty():
            self._list_folder(menu, path, entries)

    def _list_folder(self, menu: QMenu, path: str, entries: tuple[LibraryEntry, ...]) -> None:
        """List the content of a folder: its folders, then its ranges."""
        # Folders are filled when they are opened: a library of thousands of ranges would delay the menu.
        start = f"{path}/" if path else ""
        inside = [entry for entry in entries if entry.folder.startswith(start) and entry.folder != path]
        for name in dict.fromkeys(entry.folder[len(start) :].split("/")[0] for entry in inside):
            inner = self._submenu(menu, f"library.{start}{name}", name, on=True)
            inner.aboutToShow.connect(partial(self._fill_folder, inner, f"{start}{name}", entries))
        for entry in entries:
            if entry.folder == path and entry.actions:
                inner = self._submenu(menu, f"library.{start}{entry.name}", entry.name, on=True)
                self._add_actions(inner, start, entry)
            elif entry.folder == path:
                use = self._add(menu, f"use.{start}{entry.name}", entry.name, partial(self.use, entry))
                use.setToolTip("\n".join(filter(None, (entry.text, entry.note))))
        menu.setToolTipsVisible(True)

    def _add_actions(self, menu: QMenu, start: str, entry: LibraryEntry) -> None:
        for action, part in zip(entry.actions, _parts(entry), strict=True):
            name = f"use.{start}{entry.name}.{action.name}"
            self._add(menu, name, action.name, partial(self.use, part), on=bool(action.text.strip()))

    def use(self, entry: LibraryEntry) -> None:
        """Give a range to the selected seat."""
        seat, scenario = self._document.cursor.seat, self._document.scenario
        after = with_seat_text(scenario, seat, with_base(scenario.seats[seat].cards, entry.text))
        self._input.write(after, f"{entry.name} for {after.seats[seat].name}")

    def _clear(self) -> None:
        """Remove the cards of the seat, the board or the dead cards at the cursor."""
        scenario, slot = self._document.scenario, self._document.cursor.slot
        if slot.area == "seat":
            self._input.write(with_seat_text(scenario, slot.seat, ""), f"Clear {scenario.seats[slot.seat].name}")
        elif slot.area == "board":
            self._input.write(replace(scenario, board=""), "Clear the board")
        else:
            self._input.write(replace(scenario, dead=""), "Clear the dead cards")

    def _swap(self, seat: int, other: int) -> None:
        scenario = self._document.scenario
        names = scenario.seats[seat].name, scenario.seats[other].name
        self._input.write(swap_seats(scenario, seat, other), f"Swap {names[0]} and {names[1]}")

    def _fold(self, seat: int) -> None:
        scenario = self._document.scenario
        current = scenario.seats[seat]
        after = with_fold(scenario, seat, not current.folded, self._document.orders)
        self._input.write(after, f"{'Unfold' if current.folded else 'Fold'} {current.name}")


def _parts(entry: LibraryEntry) -> list[LibraryEntry]:
    return [replace(entry, name=f"{entry.name}: {a.name}", text=a.text, actions=()) for a in entry.actions]
