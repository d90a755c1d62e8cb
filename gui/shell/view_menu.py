"""The menu *View*: colours, size of text, deck."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from gui.look.formatting import NO_BREAK
from gui.look.scale import set_text_scale
from gui.look.styling import system_theme
from gui.look.theme import TEXT_SCALES, WHOLE, Look, ThemeName, text_scale
from gui.parts.build import add_actions
from gui.state.settings import Settings

TINT_TIP = (
    "What every card that can come would do to the equity of the seat that page Kelly advises, at first the first one, "
    "and of the marked one where that does not play: on the flop, the turn, and in razz"
)
LARGER_KEYS, SMALLER_KEYS, NORMAL_KEYS = ("F9", "Ctrl+="), ("Shift+F9", "Ctrl+-"), ("Ctrl+F9",)
"""Of the keys of browsers ``Ctrl++`` adds a seat and ``Ctrl+0`` shows a page; F9 is the same on every keyboard, and
nothing else in a text.
"""


class ViewMenu(QObject):
    """Fills ``menu`` and does what is chosen there; ``message`` carries a line for the status bar and whether it is an
    error.
    """

    message = Signal(str, bool)

    def __init__(self, menu: QMenu, look: Look, settings: Settings, tint: Callable[[bool], object]) -> None:
        """``tint`` tints the deck, or leaves it as it is."""
        super().__init__(menu)
        self._look, self._settings, self._tint = look, settings, tint
        self._add_themes(menu)
        menu.addSeparator()
        menu.addMenu(self._text_sizes(menu))
        menu.addSeparator()
        self._add_switches(menu)

    def _add_themes(self, menu: QMenu) -> None:
        group = QActionGroup(self)
        for text, name in (("As the &system", None), ("&Light", "light"), ("&Dark", "dark")):
            action = group.addAction(text)
            action.setObjectName(f"action.theme.{name or 'system'}")
            action.setCheckable(True)
            action.setData(name)
            action.setChecked(self._settings.theme == name)
        group.triggered.connect(self._on_theme_chosen)
        menu.addActions(group.actions())

    def _text_sizes(self, menu: QMenu) -> QMenu:
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
        sizes.addSeparator()
        group = QActionGroup(self)
        for percent in TEXT_SCALES:
            action = group.addAction(f"{percent}{NO_BREAK}%")
            action.setObjectName(f"action.textSize.{percent}")
            action.setCheckable(True)
            action.setData(percent)
        group.triggered.connect(self._on_size_chosen)
        sizes.addActions(group.actions())
        self._sizes = group.actions()
        self._show_size()
        return sizes

    def _add_switches(self, menu: QMenu) -> None:
        switches = (
            ("fourColours", "&Four-colour deck", self._look.four_colours, self._on_four_colours, ""),
            ("tintDeck", "&Tint the deck by equity", self._settings.tint_deck, self._on_tint_deck, TINT_TIP),
        )
        for name, text, on, handler, tip in switches:
            action = menu.addAction(text)
            action.setObjectName(f"action.{name}")
            action.setCheckable(True)
            action.setChecked(on)
            action.setToolTip(tip or action.toolTip())
            action.toggled.connect(handler)

    def _show_size(self) -> None:
        """Mark the size in force; no step leads beyond the last one."""
        percent = text_scale()
        for action in self._sizes:
            action.setChecked(action.data() == percent)
        self._larger.setEnabled(percent < TEXT_SCALES[-1])
        self._smaller.setEnabled(percent > TEXT_SCALES[0])

    def _take_size(self, percent: int) -> None:
        self._settings.text_scale = percent
        set_text_scale(percent, self._look)
        self._show_size()
        self.message.emit(f"Text size {percent}{NO_BREAK}%", False)

    @Slot(QAction)
    def _on_theme_chosen(self, action: QAction) -> None:
        name: ThemeName | None = action.data()
        self._settings.theme = name
        self._look.set_theme(name or system_theme())

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
        self._look.set_four_colours(on)

    @Slot(bool)
    def _on_tint_deck(self, on: bool) -> None:
        self._settings.tint_deck = on
        self._tint(on)
