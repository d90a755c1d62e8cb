"""The entries of the command palette: their sources, and the search for those that match a typed text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMenu, QMenuBar, QTabWidget, QWidget
from shiboken6 import isValid

from engine import GAMES, Game
from engine.table.one_line import format_line
from gui.charts.view import ChartView
from gui.export.catalog import ExportCatalog
from gui.pages.specs import Place
from gui.parts.build import without_marks
from gui.shell.actions import SYNONYMS
from gui.shell.guide import contents, headings
from gui.shell.menus import HistoryMenu, result_summary
from gui.shell.pages import Pages
from gui.state.document import Document
from gui.state.table_input import TableInput
from gui.table.table_menu import TableMenu

MAX_MATCHES = 60
BLOCK = 1_000
"""Items taken from the sources at a time, which takes a few milliseconds."""
BEGINS, WORD, INITIALS, INSIDE = 0, 1, 2, 3
"""The distance of a typed word from a text, by the kind of match: at the beginning of the text, at the beginning of
another word, as the initials of several words, or inside a word."""
NOWHERE = 1 << 20
"""The distance of a word that does not match: more than any sum of distances of words that do."""
IN_DETAIL = 2
"""Added to the distance of a word that matches only in the detail."""


class PaletteItem(NamedTuple):
    """An action: its ``title``, the ``detail`` (its kind and its menu or page), its handler ``run``, its shortcut.

    ``synonyms``: other names that players use for it, separated by commas. They are found but not displayed.
    """

    title: str
    detail: str
    run: Callable[[], object]
    keys: str = ""
    synonyms: str = ""


Source = Callable[[], Iterable[PaletteItem]]
"""Called whenever the palette opens; returns the items to search."""


@dataclass(frozen=True, slots=True)
class Match:
    """An item, its distance from the typed text, and the positions of the typed letters in its title."""

    item: PaletteItem
    distance: int = 0
    letters: tuple[int, ...] = ()


class Names:
    """An index of items by their texts. Items are taken from the sources in blocks; a search first takes the rest."""

    def __init__(self, items: Iterable[PaletteItem]) -> None:
        self._remaining = iter(items)
        self._items: list[PaletteItem] = []
        self._blocks: list[_Block] = []

    def gather(self) -> bool:
        """Take the next block of items from the sources; return whether there may be more."""
        size = BLOCK if self._items else MAX_MATCHES  # the first block only fills the list, for a fast opening
        taken = list(islice(self._remaining, size))
        if taken:
            self._items += taken
            self._blocks.append(_Block(taken))
        return len(taken) == size

    def find(self, typed: str) -> list[Match]:
        """Return the items that match every typed word, the smallest distance first, then in their order.

        A word matches at the beginning of the title or of one of its words, as initials (``nt`` finds *New table*), or
        inside the title or the detail.
        """
        words = _plain(typed).split()
        # A text is compared with all items, whereas without a text the first block is enough.
        while (words or not self._items) and self.gather():
            pass
        if not words or not self._items:
            return [Match(item) for item in self._items[:MAX_MATCHES]]
        distances = np.concatenate([block.distances(words) for block in self._blocks])
        nearest = np.argsort(distances, kind="stable")[:MAX_MATCHES]
        matching = nearest[distances[nearest] < NOWHERE].tolist()
        return [result for index in matching if (result := match(words, self._items[index])) is not None]


class _Block:
    """The texts of one block of items."""

    def __init__(self, items: Sequence[PaletteItem]) -> None:
        self._size = len(items)
        self._titles = _Texts([_plain(item.title) for item in items])
        self._details = _Texts([_plain(item.detail) for item in items])
        # Ranges, by far the most items, have no synonyms.
        has_synonyms = any(item.synonyms for item in items)
        self._synonyms = _Texts([_plain(item.synonyms) for item in items]) if has_synonyms else None

    def distances(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the distance of ``words`` from each item as :func:`match` does; ``NOWHERE`` or more for no match."""
        result = np.zeros(self._size, dtype=np.int64)
        # The distance of an item is the sum over all words. A word found in the title counts with its distance there;
        # otherwise the nearer one of synonyms and detail counts, in neither of which initials are a match.
        for word in words:
            title, other = self._titles.distances(word), self._details.distances(word)
            other = np.where(other == INITIALS, NOWHERE, other + IN_DETAIL)
            if self._synonyms is not None:
                synonyms = self._synonyms.distances(word)
                other = np.minimum(other, np.where(synonyms >= INITIALS, NOWHERE, synonyms))
            result += np.where(title < NOWHERE, title, other)
            if result.min() >= NOWHERE:
                break
        return result


class _Texts:
    """Lower-case texts as one array of code points, each text followed by a line end.

    With 20,000 ranges a loop in Python would take too long for each key, so NumPy searches all texts in one pass. The
    line ends prevent a match from extending into the next text.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._signs = np.array(["".join(f"{text}\n" for text in texts)]).view(np.uint32)
        self._ends = np.cumsum([len(text) + 1 for text in texts]) - 1
        self._begins = np.concatenate([[0], self._ends[:-1] + 1])
        # A position starts a word if the character before it is no letter or digit. Each distinct character is
        # classified once, since only Python can do that for all of Unicode.
        used = np.flatnonzero(np.bincount(self._signs))
        in_words = np.zeros(used[-1] + 1, dtype=np.bool_)
        in_words[used] = [chr(sign).isalnum() for sign in used.tolist()]
        self._starts = np.concatenate([[True], ~in_words[self._signs[:-1]]])

    def distances(self, word: str) -> NDArray[np.int64]:
        """Return the distance of ``word`` from each text, ``NOWHERE`` for no match (int64)."""
        result = np.full(len(self._ends), NOWHERE)
        # Start with all positions of the first letter; each further letter removes those that it does not follow.
        places = np.flatnonzero(self._signs == ord(word[0]))
        for i, sign in enumerate(word[1:], 1):
            places = places[self._signs[places + i] == ord(sign)]
        text = np.searchsorted(self._ends, places)
        starts = self._starts[places]
        # From the largest distance to the smallest, so that the best match of a text remains.
        result[text] = INSIDE
        result[self._by_initials(word)] = INITIALS
        result[text[starts]] = WORD
        result[text[places == self._begins[text]]] = BEGINS
        return result

    def _by_initials(self, word: str) -> NDArray[np.int64]:
        """Return the indices of the texts in which :func:`_initials` finds ``word``, by the same algorithm."""
        # The texts that match so far, and the positions after their last matched letters.
        texts, behind = np.arange(len(self._ends)), self._begins
        for i, sign in enumerate(word):
            same = self._signs == ord(sign)
            # The appended position is after all texts: it is the result if no later word begins with this letter.
            starts = np.append(np.flatnonzero(same & self._starts), len(same))
            places = starts[np.searchsorted(starts, behind)]
            if i:  # a letter may also follow the previous one directly, which comes first
                places = np.where(same[behind], behind, places)
            inside = places < self._ends[texts]
            texts, behind = texts[inside], places[inside] + 1
        return texts


def match(words: Sequence[str], item: PaletteItem) -> Match | None:
    """Return an item with the summed distances of ``words`` and their letters in its title, or None for no match."""
    title, detail, synonyms = _plain(item.title), _plain(item.detail), _plain(item.synonyms)
    distance, letters = 0, set[int]()
    for word in words:
        in_title = _find(word, title)
        if in_title is not None:
            distance += in_title[0]
            letters.update(in_title[1])
            continue
        in_synonyms, in_detail = _find(word, synonyms), _find(word, detail)
        elsewhere = []
        if in_synonyms is not None and in_synonyms[0] < INITIALS:
            elsewhere.append(in_synonyms[0])
        if in_detail is not None and in_detail[0] != INITIALS:
            elsewhere.append(in_detail[0] + IN_DETAIL)
        if not elsewhere:
            return None
        distance += min(elsewhere)
    return Match(item, distance, tuple(sorted(letters)))


def _find(word: str, text: str) -> tuple[int, range | list[int]] | None:
    """Return the distance of ``word`` from ``text`` and the positions of its letters there, or None for no match."""
    at = text.find(word)
    starts = at
    while starts >= 0 and not _begins_word(text, starts):
        starts = text.find(word, starts + 1)
    if starts >= 0:
        return BEGINS if starts == 0 else WORD, range(starts, starts + len(word))
    initials = _initials(word, text)
    if initials:
        return INITIALS, initials
    return (INSIDE, range(at, at + len(word))) if at >= 0 else None


def _initials(word: str, text: str) -> list[int]:
    """Return the positions of the letters of ``word``, each after the previous one or at the start of a later word."""
    positions: list[int] = []
    for sign in word:
        after = positions[-1] + 1 if positions else 0
        if positions and text[after : after + 1] == sign:
            positions.append(after)
            continue
        starts = (i for i in range(after, len(text)) if text[i] == sign and _begins_word(text, i))
        position = next(starts, None)
        if position is None:
            return []
        positions.append(position)
    return positions


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


def _plain(text: str) -> str:
    """Return ``text`` in lower case and with plain apostrophes, as many characters as before."""
    text = text.replace("’", "'")
    if len(small := text.lower()) == len(text):  # lower() turns a few letters into two
        return small
    return "".join(small if len(small := sign.lower()) == 1 else sign for sign in text)


INTO = " › "
EXPORT_WORDS = (
    "pictures, images, screenshot, save, PNG, SVG, PDF, CSV, JSON, text, forum, BBCode, Markdown, spreadsheet, Excel"
)
"""Players' words for the export dialog."""


def page_items(pages: Pages) -> list[PaletteItem]:
    """Return the pages of the game."""
    return [
        PaletteItem(
            pages.tabText(tab), "page", partial(pages.setCurrentIndex, tab), pages.key_of(tab), pages.synonyms(tab)
        )
        for tab in range(pages.count())
    ]


def pages_of_other_games(pages: Pages, switch: Callable[[Game], object]) -> list[PaletteItem]:
    """Return the pages that only other games have; each item calls ``switch`` with its game first."""
    return [
        PaletteItem(
            spec.title,
            f"page{INTO}switches to {GAMES[game].title.lower()}",
            partial(_open_in_game, pages, switch, game, spec.title),
            synonyms=spec.synonyms,
        )
        for game, spec in pages.of_other_games()
    ]


def _open_in_game(pages: Pages, switch: Callable[[Game], object], game: Game, title: str) -> None:
    """Switch to a game and show one of its pages."""
    switch(game)
    pages.open_page(title)


def menu_items(bar: QMenuBar, history: QMenu) -> list[PaletteItem]:
    """Return the entries of the menus, including examples and recent files; ``history`` is a separate source."""
    return [item for action in bar.actions() for item in _under(action, (), (history,))]


def export_items(pages: Pages, catalog: ExportCatalog, open_dialog: Callable[[str], object]) -> list[PaletteItem]:
    """Return the charts and results that can be exported, each as an item that calls ``open_dialog`` with its title.

    A chart that is drawn has an item that copies it. One that is not is shown on its page first.
    """
    entries = [entry for entry in catalog.entries() if entry.ready]
    items = [
        PaletteItem(f"{entry.title}: copy as picture", "export", partial(catalog.copy_picture, entry.chart))
        for entry in entries
        if entry.chart is not None
    ]
    items += [
        PaletteItem(f"Export: {entry.title}", "export", partial(open_dialog, entry.title), synonyms=EXPORT_WORDS)
        for entry in entries
    ]
    drawn = {entry.title for entry in entries}
    items += [
        PaletteItem(
            f"Export: {title}",
            f"export{INTO}no chart yet, on the page {pages.tabText(tab)}",
            partial(_export_from, pages, tab, title, open_dialog),
            synonyms=EXPORT_WORDS,
        )
        for title, tab in pages.charts()
        if title not in drawn
    ]
    return items


def _export_from(pages: Pages, tab: int, title: str, open_dialog: Callable[[str], object]) -> None:
    """Show the page of a chart, which may draw it, and open the export dialog."""
    pages.setCurrentIndex(tab)
    open_dialog(title)


def view_items(pages: Pages) -> Iterator[PaletteItem]:
    """Yield the views of the charts; an item shows the page and selects the view. No page is built before that."""
    # The views of a page that has not been built are known by name only: no action exists for them yet.
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


def place_items(pages: Pages) -> Iterator[PaletteItem]:
    """Yield the panels of pages that buttons open. No page is built before one of them is selected."""
    for tab in range(pages.count()):
        for place in pages.places(tab):
            detail = f"{pages.tabText(tab)}{INTO}view"
            yield PaletteItem(place.title, detail, partial(_go_to, pages, tab, place), synonyms=place.synonyms)


def _go_to(pages: Pages, tab: int, place: Place) -> None:
    """Show a page and press the buttons that open one of its panels."""
    pages.setCurrentIndex(tab)
    for name in place.buttons:
        button = pages.page_of(tab).findChild(QAbstractButton, name)
        assert isinstance(button, QAbstractButton)
        button.click()


def _views(page: QWidget) -> Iterator[tuple[ChartView, QAction]]:
    for chart in page.findChildren(ChartView):
        for action in chart.actions_of_view:
            yield chart, action


def _choose_view(pages: Pages, tab: int, view: str) -> None:
    """Select a view of a chart whose page may not have been built yet."""
    pages.setCurrentIndex(tab)
    for chart, action in _views(pages.page_of(tab)):
        if without_marks(action.text()) == view:
            _choose_in(chart, action)


def _choose_in(chart: ChartView, action: QAction) -> None:
    """Make a chart visible by selecting all tabs that contain it, and select one of its views."""
    if isValid(chart):
        widget: QWidget = chart
        while (parent := widget.parentWidget()) is not None:
            tabs = parent.parentWidget()
            if isinstance(tabs, QTabWidget) and tabs.indexOf(widget) >= 0:
                tabs.setCurrentIndex(tabs.indexOf(widget))
            widget = parent
        _choose(action)


def _under(action: QAction, path: tuple[str, ...], others: tuple[QMenu, ...]) -> Iterator[PaletteItem]:
    """Yield the usable entries of a menu and its submenus, except those of the menus ``others``.

    ``path``: the titles of the menus that contain ``action``.
    """
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
    synonyms = action.property(SYNONYMS) or ""
    return PaletteItem(title, INTO.join(path) + state, partial(_choose, action), keys, synonyms)


def _choose(action: QAction) -> None:
    """Trigger an action unless it has been deleted, as by a dropped file, which fills its menu again."""
    if isValid(action):
        action.trigger()


def seat_items(document: Document, table_input: TableInput) -> list[PaletteItem]:
    """Return the seats; an item selects its seat and moves the keyboard focus to the cards."""
    return [
        PaletteItem(seat.name, f"seat: {seat.cards.strip() or 'empty'}", partial(table_input.choose_seat, i))
        for i, seat in enumerate(document.scenario.seats)
    ]


def range_items(document: Document, menu: TableMenu) -> Iterator[PaletteItem]:
    """Yield the named ranges of the game; an item gives its range to the selected seat."""
    name = document.scenario.seats[document.cursor.seat].name
    for entry in menu.ranges():
        detail = f"{entry.folder.replace('/', INTO) or 'range'} · for {name}"
        yield PaletteItem(entry.name, detail, partial(menu.use, entry))


def history_items(history: HistoryMenu) -> Iterator[PaletteItem]:
    """Yield the recent results; an item restores its result and table."""
    for entry in history.entries():
        yield PaletteItem(
            format_line(entry.scenario), f"result · {result_summary(entry)}", partial(history.bring_back, entry)
        )


def guide_items(open_page: Callable[[str], object]) -> list[PaletteItem]:
    """Return the pages of the guide, which are found by the headings of their sections too."""
    return [
        PaletteItem(title, "guide", partial(open_page, page), synonyms=", ".join(headings(page)))
        for page, title in contents()
    ]
