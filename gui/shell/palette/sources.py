"""Where the palette finds what it offers: one function a source, each of them asked whenever it opens."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QTabWidget, QWidget
from shiboken6 import isValid

from engine.formats.one_line import format_line
from gui.charts.chart import Chart
from gui.export.files import FORMATS
from gui.export.menu import ExportMenu
from gui.pages.pages import PAGE_KEYS, Pages
from gui.parts.build import without_marks
from gui.shell.guide import contents
from gui.shell.history_menu import HistoryMenu, about
from gui.shell.palette.finding import PaletteItem
from gui.state.document import Document
from gui.state.table_input import TableInput
from gui.table.table_menu import TableMenu

INTO = " › "
FILES = ", ".join(form.suffix.upper() for form in FORMATS if form.chart is not None)


def page_items(pages: QTabWidget) -> list[PaletteItem]:
    """Return the pages of the game."""
    return [
        PaletteItem(pages.tabText(tab), "page", partial(pages.setCurrentIndex, tab), key)
        for key, tab in zip(PAGE_KEYS, range(pages.count()), strict=False)
    ]


def menu_items(bar: QMenuBar, export: ExportMenu, history: QMenu) -> list[PaletteItem]:
    """Return what the menus offer now, examples and recent files among it; of exports those of charts that are drawn,
    with the choices for pictures, of ``history`` nothing, which is a source of its own."""
    found = [item for action in bar.actions() for item in _under(action, (), (export, history))]
    path = (without_marks(export.title()),)
    found += (_item(action, path) for action in export.ready_actions())
    return [*found, *_under(export.paper_menu().menuAction(), path, ())]


def chart_items(pages: Pages, export: ExportMenu) -> list[PaletteItem]:
    """Return the charts that are not drawn yet: their pages are shown, where they can be exported."""
    ready = export.ready_titles()
    return [
        PaletteItem(
            f"{title} as {FILES}",
            f"{without_marks(export.title())}{INTO}once it is drawn on the page {pages.tabText(tab)}",
            partial(pages.setCurrentIndex, tab),
        )
        for title, tab in pages.charts()
        if title not in ready
    ]


def view_items(pages: Pages) -> Iterator[PaletteItem]:
    """Yield the views of the charts: their page is shown, and the view chosen there. No page is built before that."""
    for tab in range(pages.count()):
        title = pages.tabText(tab)
        if not pages.is_built(tab):
            for view in pages.views(tab):
                yield PaletteItem(view, f"{title}{INTO}chart", partial(_choose_view, pages, tab, view))
            continue
        for chart, action in _views(pages.page_of(tab)):
            if action.isEnabled() or not chart.isVisible():  # a chart adapts its views when it is shown
                run = partial(_choose_in, chart, action)
                yield _item(action, (title, chart.accessibleName()))._replace(run=run)


def _views(page: QWidget) -> Iterator[tuple[Chart, QAction]]:
    for chart in page.findChildren(Chart):
        for action in chart.view_actions():
            yield chart, action


def _choose_view(pages: Pages, tab: int, view: str) -> None:
    """Choose a view of a chart whose page has not been shown yet."""
    pages.setCurrentIndex(tab)
    for chart, action in _views(pages.page_of(tab)):
        if without_marks(action.text()) == view:
            _choose_in(chart, action)


def _choose_in(chart: Chart, action: QAction) -> None:
    """Show a chart and choose one of its views."""
    if isValid(chart):
        shown: QWidget = chart
        while (parent := shown.parentWidget()) is not None:
            tabs = parent.parentWidget()
            if isinstance(tabs, QTabWidget) and tabs.indexOf(shown) >= 0:
                tabs.setCurrentIndex(tabs.indexOf(shown))
            shown = parent
        _choose(action)


def _under(action: QAction, path: tuple[str, ...], others: tuple[QMenu, ...]) -> Iterator[PaletteItem]:
    menu: object = action.menu()
    if action.isSeparator() or not (action.isVisible() and action.isEnabled()) or menu in others:
        return
    if isinstance(menu, QMenu):
        for inner in menu.actions():
            yield from _under(inner, (*path, without_marks(menu.title())), others)
    else:
        yield _item(action, path)


def _item(action: QAction, path: Sequence[str]) -> PaletteItem:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    state = (", on" if action.isChecked() else ", off") if action.isCheckable() else ""
    title = without_marks(action.text()).rstrip("…")
    return PaletteItem(title, INTO.join(path) + state, partial(_choose, action), keys)


def _choose(action: QAction) -> None:
    """Do what an action does, unless its menu has been filled anew since: by a file that was dropped, say."""
    if isValid(action):
        action.trigger()


def seat_items(document: Document, table_input: TableInput) -> list[PaletteItem]:
    """Return the seats: each is marked, and the keyboard goes to its cards."""
    return [
        PaletteItem(seat.name, f"seat: {seat.cards.strip() or 'empty'}", partial(table_input.choose_seat, i))
        for i, seat in enumerate(document.scenario.seats)
    ]


def range_items(document: Document, menu: TableMenu) -> Iterator[PaletteItem]:
    """Yield the named ranges of the game: each is given to the marked seat."""
    name = document.scenario.seats[document.mark.seat].name
    for entry in menu.ranges():
        detail = f"{entry.folder.replace('/', INTO) or 'range'} · for {name}"
        yield PaletteItem(entry.name, detail, partial(menu.use, entry))


def history_items(history: HistoryMenu) -> Iterator[PaletteItem]:
    """Yield the results of before: each comes back with its table."""
    for entry in history.entries():
        yield PaletteItem(format_line(entry.scenario), f"result · {about(entry)}", partial(history.bring_back, entry))


def guide_items(open_page: Callable[[str], object]) -> list[PaletteItem]:
    """Return the pages of the guide."""
    return [PaletteItem(title, "guide", partial(open_page, page)) for page, title in contents()]
