"""The menus of the view, of recent results and of table templates."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine import ScenarioError, Snapshot
from engine.cards import whole_text
from engine.storage.regular_files import reason
from engine.table.one_line import format_line
from gui.export.files import shortened
from gui.look.scale import set_text_scale
from gui.look.styling import system_theme
from gui.look.theme import TEXT_SCALES, WHOLE, ThemeName, current_look, set_four_colours, set_theme, text_scale
from gui.parts.build import add_actions, ask_text, empty_menu, literal, menu_entry, menu_line
from gui.shell.actions import SYNONYMS
from gui.shell.commands import Commands
from gui.shell.question_bars import method_and_error, moment
from gui.state.history import History
from gui.storage.history_file import Remembered
from gui.storage.player_files import Templates
from gui.storage.settings import Settings
from gui.words.formatting import NO_BREAK, percent

TINT_TIP = (
    "Color each card of the deck by how it changes the equity of the seat that the Kelly page advises (Hero at first; "
    "the selected seat if that seat has folded): on the flop, on the turn, and in razz"
)
LARGER_KEYS, SMALLER_KEYS, NORMAL_KEYS = ("Ctrl+F9", "Ctrl+="), ("Ctrl+Shift+F9", "Ctrl+-"), ("Shift+F9",)
"""``Ctrl++`` and ``Ctrl+0``, as in browsers, are taken: they add a seat and show a page. F9 is on every keyboard."""


class ViewMenu(QObject):
    """The entries of ``menu``; ``message`` carries a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, menu: QMenu, settings: Settings, tint: Callable[[bool], object]) -> None:
        """``tint`` turns the tints of the deck on or off."""
        super().__init__(menu)
        self._settings, self._tint = settings, tint
        themes = ((None, "Follow &system", "system"), ("light", "&Light", "light"), ("dark", "&Dark", "dark"))
        rows = [(text, theme, f"theme.{name}") for theme, text, name in themes]
        self._add_choices(menu, rows, self._settings.theme, self._on_theme_chosen)
        menu.addSeparator()
        menu.addMenu(self._text_sizes(menu))
        menu.addSeparator()
        switches = (
            ("fourColours", "&Four-color deck", current_look().four_colours, self._on_four_colours, ""),
            ("tintDeck", "&Tint the deck by equity", self._settings.tint_deck, self._on_tint_deck, TINT_TIP),
        )
        for name, text, on, handler, tip in switches:
            action = menu.addAction(text)
            action.setObjectName(f"action.{name}")
            action.setCheckable(True)
            action.setChecked(on)
            action.setToolTip(tip or action.toolTip())
            action.toggled.connect(handler)

    def _add_choices(
        self, menu: QMenu, rows: Sequence[tuple[str, object, str]], current: object, handler: Callable[[QAction], None]
    ) -> list[QAction]:
        """Add entries of which one is checked, for rows of (text, value, name); return their actions."""
        group = QActionGroup(self)
        for text, value, name in rows:
            action = group.addAction(text)
            action.setObjectName(f"action.{name}")
            action.setCheckable(True)
            action.setData(value)
            action.setChecked(value == current)
        group.triggered.connect(handler)
        menu.addActions(group.actions())
        return group.actions()

    def _text_sizes(self, menu: QMenu) -> QMenu:
        """Return the submenu of the text size: one step larger or smaller, normal, and each size by its percentage."""
        sizes = QMenu("Te&xt size", menu)
        sizes.setObjectName("menu.textSize")
        rows = (
            ("textLarger", "&Larger text", self._on_larger),
            ("textSmaller", "&Smaller text", self._on_smaller),
            ("textNormal", "&Normal text size", self._on_normal),
        )
        steps = add_actions(sizes, "action", *rows)
        for action, keys in zip(steps, (LARGER_KEYS, SMALLER_KEYS, NORMAL_KEYS), strict=True):
            action.setShortcuts([QKeySequence(key) for key in keys])
        self._larger, self._smaller, _ = steps
        for action in steps:
            action.setProperty(SYNONYMS, "text size, font size, zoom")
        sizes.addSeparator()
        percents = [(f"{size}{NO_BREAK}%", size, f"textSize.{size}") for size in TEXT_SCALES]
        self._sizes = self._add_choices(sizes, percents, text_scale(), self._on_size_chosen)
        self._show_size()
        return sizes

    def _show_size(self) -> None:
        """Check the current size, and disable the step beyond the largest or the smallest one."""
        percent = text_scale()
        for action in self._sizes:
            action.setChecked(action.data() == percent)
        self._larger.setEnabled(percent < TEXT_SCALES[-1])
        self._smaller.setEnabled(percent > TEXT_SCALES[0])

    def _take_size(self, percent: int) -> None:
        self._settings.text_scale = percent
        set_text_scale(percent)
        self._show_size()
        self.message.emit(f"Text size {percent}{NO_BREAK}%", False)

    @Slot(QAction)
    def _on_theme_chosen(self, action: QAction) -> None:
        name: ThemeName | None = action.data()
        self._settings.theme = name
        set_theme(name or system_theme())

    @Slot(QAction)
    def _on_size_chosen(self, action: QAction) -> None:
        self._take_size(action.data())

    @Slot()
    def _on_larger(self) -> None:
        self._take_size(next(percent for percent in TEXT_SCALES if percent > text_scale()))

    @Slot()
    def _on_smaller(self) -> None:
        self._take_size(next(percent for percent in reversed(TEXT_SCALES) if percent < text_scale()))

    @Slot()
    def _on_normal(self) -> None:
        self._take_size(WHOLE)

    @Slot(bool)
    def _on_four_colours(self, on: bool) -> None:
        self._settings.four_colours = on
        set_four_colours(on)

    @Slot(bool)
    def _on_tint_deck(self, on: bool) -> None:
        self._settings.tint_deck = on
        self._tint(on)


MAX_RESULTS = 20
MAX_EQUITIES = 3
SEAT_WIDTH, LINE_WIDTH = 20, 72
"""Characters of a seat's cards and of a complete table in the menu."""
EMPTY_HISTORY = "No results yet"


class HistoryMenu(QMenu):
    """The menu of recent results, read from the history whenever it opens; the latest result is on top."""

    def __init__(self, history: History, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__("Recent resul&ts", parent)
        self.setObjectName("menu.history")
        self.setToolTipsVisible(True)
        self._history, self._commands = history, commands
        history.message.connect(commands.message)
        self.aboutToShow.connect(self._fill)

    def entries(self) -> tuple[Remembered, ...]:
        """Return the recent results, the latest first."""
        return self._history.entries()

    def bring_back(self, entry: Remembered) -> None:
        """Replace the table by that of a recent result, and show the result."""
        self._commands.bring_result_back(entry)

    @Slot()
    def _fill(self) -> None:
        """List the latest results, the trouble of the history if any, and the entry that forgets them."""
        empty_menu(self)
        # Other windows add results to the same history, so the menu is filled each time it opens.
        entries = self.entries()
        for entry in entries[:MAX_RESULTS]:
            text, tip = literal(f"{cards_of(entry)}   ({result_summary(entry)})"), format_line(entry.scenario)
            menu_entry(self, text, self.bring_back, entry, tip=tip)
        if not entries:
            menu_entry(self, EMPTY_HISTORY).setEnabled(False)
        if self._history.trouble:
            text = literal(shortened(whole_text(self._history.trouble), LINE_WIDTH))
            menu_entry(self, text, tip=self._history.trouble).setEnabled(False)
        menu_line(self)
        clear = menu_entry(self, "&Clear the list")
        clear.setObjectName("action.clearHistory")
        clear.setEnabled(bool(entries))
        clear.triggered.connect(self._history.clear)


def cards_of(entry: Remembered) -> str:
    """Return the table of a result in short: without the names of seats with cards, long ranges cut off."""
    seats = (
        replace(seat, name=seat.name if seat.empty else f"Seat {i + 1}", cards=shortened(seat.cards, SEAT_WIDTH))
        for i, seat in enumerate(entry.scenario.seats)
    )
    return shortened(format_line(replace(entry.scenario, seats=tuple(seats))), LINE_WIDTH)


def result_summary(entry: Remembered, now: datetime | None = None) -> str:
    """Return the time of a result, its equities, its method and its error as a text."""
    parts = moment(entry.time, now or datetime.now()), equities(entry.snapshot), method_and_error(entry.snapshot)
    return " · ".join(filter(None, parts))


def equities(snapshot: Snapshot) -> str:
    """Return the equities of the first seats, as in ``46.1 / 53.9 %``, or "" for a single seat."""
    estimates = [seat.estimate for seat in snapshot.active if seat.estimate is not None]
    if len(estimates) < 2:
        return ""
    sign = f"{NO_BREAK}%"
    texts = [percent(e.equity, e.stderr, exact_digits=1).removesuffix(sign) for e in estimates[:MAX_EQUITIES]]
    return " / ".join([*texts, *(["…"] if len(estimates) > MAX_EQUITIES else [])]) + sign


TEMPLATE_PROMPT = "Name of the template: it saves the seats, blinds, antes and limits of this table, without its cards"


class TemplateMenu(QMenu):
    """The menu of table templates: shipped ones, the player's own, and commands to save, rename and remove them.

    ``message`` carries a line for the status bar and whether it is an error.
    """

    message = Signal(str, bool)

    def __init__(self, templates: Templates, commands: Commands, parent: QWidget) -> None:
        super().__init__("New table &from a template", parent)
        self.setObjectName("templateMenu")
        self._templates, self._commands, self._window = templates, commands, parent
        self._renamed: Path | None = None
        self._rename = QMenu("Re&name a template", parent)
        self._rename.setObjectName("templateMenu.rename")
        self._remove = QMenu("&Remove a template", parent)
        self._remove.setObjectName("templateMenu.remove")
        self.aboutToShow.connect(self.fill)  # another window may have changed them
        self.fill()

    @Slot()
    def fill(self) -> None:
        """List the current templates."""
        # Shipped templates cannot be changed, so only the player's own are in the menus for renaming and removing.
        for menu in (self, self._rename, self._remove):
            empty_menu(menu)
        custom = self._templates.own
        for paths in (self._templates.shipped, custom):
            for path in paths:
                self._add(self, path, self._commands.open_template)
            menu_line(self)
        for path in custom:
            self._add(self._rename, path, self._on_rename)
            self._add(self._remove, path, self._on_remove)
        add_actions(self, "template", ("save", "&Save this table as a template…", self._on_save))
        if custom:
            self.addMenu(self._rename)
            self.addMenu(self._remove)

    def _add(self, menu: QMenu, path: Path, handler: Callable[[Path], object]) -> None:
        menu_entry(menu, literal(whole_text(path.stem)), handler, path)

    @Slot()
    def _on_save(self) -> None:
        name = f"My {len(self._commands.document.scenario.seats)} seats"
        ask_text(self._window, "templateName", "Save a template", TEMPLATE_PROMPT, name, self.keep)

    def _on_rename(self, path: Path) -> None:
        self._renamed = path
        words = f"New name for {whole_text(path.stem)}"
        ask_text(self._window, "templateName", "Rename a template", words, path.stem, self.rename)

    @Slot(str)
    def rename(self, name: str) -> None:
        """Rename the template that was selected in the menu."""
        if self._renamed is not None:
            with self._changing("Not renamed"):
                path = self._templates.rename(self._renamed, name)
                self.message.emit(f"Template renamed to {whole_text(path.stem)}", False)

    @Slot(str)
    def keep(self, name: str) -> None:
        """Save the table as a template called ``name``."""
        with self._changing("Not saved"):
            path = self._templates.save(name, self._commands.document.scenario)
            self.message.emit(f"Saved as a template: {whole_text(path.stem)}", False)

    def _on_remove(self, path: Path) -> None:
        with self._changing("Not removed"):
            self._templates.remove(path)
            self.message.emit(f"Removed the template {whole_text(path.stem)}", False)

    @contextmanager
    def _changing(self, failure: str) -> Iterator[None]:
        """Run a change of templates, then list them again; on an error emit ``failure`` and the reason."""
        try:
            yield
            self.fill()
        except ScenarioError as error:
            self.message.emit(f"{failure}: {error.problems[0].message}", True)
        except OSError as error:
            self.message.emit(f"{failure}: {reason(error)}", True)
