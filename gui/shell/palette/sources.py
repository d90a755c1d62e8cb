"""Where the palette finds what it offers: one function a source, each of them asked whenever it opens."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QTabWidget

from engine.one_line import format_line
from gui.export.menu import ExportMenu
from gui.shell.guide import contents
from gui.shell.history_menu import HistoryMenu, about
from gui.shell.palette.finding import PaletteItem
from gui.state.document import Document
from gui.state.table_input import TableInput
from gui.table.table_menu import TableMenu

INTO = " › "


def page_items(pages: QTabWidget) -> list[PaletteItem]:
    """Return the pages of the game."""
    shown = [place for place in range(pages.count()) if pages.isTabVisible(place)]
    return [
        PaletteItem(pages.tabText(place), "page", partial(pages.setCurrentIndex, place), f"Ctrl+{number}")
        for number, place in enumerate(shown, 1)
    ]


def menu_items(bar: QMenuBar, export: ExportMenu, history: QMenu) -> list[PaletteItem]:
    """Return what the menus offer now, examples and recent files among it; of exports those of pages that are built,
    of ``history`` nothing, which is a source of its own."""
    found = [item for action in bar.actions() for item in _under(action, (), (export, history))]
    found += (_item(action, (_plain(export.title()),)) for action in export.ready_actions())
    return found


def _under(action: QAction, path: tuple[str, ...], others: tuple[QMenu, ...]) -> Iterator[PaletteItem]:
    menu: object = action.menu()
    if action.isSeparator() or not (action.isVisible() and action.isEnabled()) or menu in others:
        return
    if isinstance(menu, QMenu):
        for inner in menu.actions():
            yield from _under(inner, (*path, _plain(menu.title())), others)
    else:
        yield _item(action, path)


def _item(action: QAction, path: Sequence[str]) -> PaletteItem:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    state = (", on" if action.isChecked() else ", off") if action.isCheckable() else ""
    return PaletteItem(_plain(action.text()).rstrip("…"), INTO.join(path) + state, action.trigger, keys)


def _plain(text: str) -> str:
    """Return the text of an action as it is shown, without the mark of its key."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))


def seat_items(document: Document, table_input: TableInput) -> list[PaletteItem]:
    """Return the seats: each is marked, and the keyboard goes to its cards."""
    return [
        PaletteItem(seat.name, f"seat: {seat.cards.strip() or 'empty'}", partial(table_input.choose_seat, i))
        for i, seat in enumerate(document.scenario.seats)
    ]


def range_items(document: Document, menu: TableMenu) -> list[PaletteItem]:
    """Return the named ranges of the game: each is given to the marked seat."""
    name = document.scenario.seats[document.mark.seat].name
    return [
        PaletteItem(entry.name, f"{entry.folder.replace('/', INTO) or 'range'} · for {name}", partial(menu.use, entry))
        for entry in menu.ranges()
    ]


def history_items(history: HistoryMenu) -> list[PaletteItem]:
    """Return the results of before: each comes back with its table."""
    return [
        PaletteItem(format_line(entry.scenario), f"result · {about(entry)}", partial(history.bring_back, entry))
        for entry in history.entries()
    ]


def guide_items(open_page: Callable[[str], object]) -> list[PaletteItem]:
    """Return the pages of the guide."""
    return [PaletteItem(title, "guide", partial(open_page, page)) for page, title in contents()]
