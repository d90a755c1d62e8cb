"""How exported pictures look: the menu of their colours, size, font and size of text."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gui.charts.picture import ALWAYS
from gui.export.font_sheet import FontSheet
from gui.look.theme import PAPER_SIZES, PAPER_TEXTS, WHOLE, ThemeName, largest_zoom
from gui.state.settings import Settings

TITLE = "&Look of pictures"
THEMES_OF_PAPER: tuple[tuple[str, str, ThemeName | None], ...] = (
    ("window", "Colours as the window", None),
    ("light", "Light", "light"),
    ("dark", "Dark", "dark"),
)


class PaperMenu(QMenu):
    """Four choices, remembered in the settings: colours, size, size of text, font. Actions: ``paper.<what>.<choice>``,
    and ``paper.font``, which asks in front of ``window``.
    """

    def __init__(self, settings: Settings, window: QWidget, parent: QWidget) -> None:
        super().__init__(TITLE, parent)
        self.setObjectName("paperMenu")
        self._opener = QAction(TITLE, self)  # of our own: PySide takes a menu's from us where a menu is cleared
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

    def _choice(self, what: str, choices: Iterable[tuple[str, str, object]]) -> QActionGroup:
        """Add actions of which one is checked, a line below what is there."""
        if self.actions():
            self.addSeparator()
        group = QActionGroup(self)
        for name, title, value in choices:
            action = group.addAction(title)
            action.setObjectName(f"paper.{what}.{name}")
            action.setCheckable(True)
            action.setData(value)
        group.triggered.connect(self._on_chosen)
        self.addActions(group.actions())
        return group

    @Slot()
    def refresh(self) -> None:
        """Check what is chosen: another window may have chosen since."""
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
        paper, group, value = self._settings.paper, action.actionGroup(), action.data()
        if group is self._colours:
            paper = replace(paper, theme=value)
        elif group is self._sizes:
            paper = replace(paper, width=value[0], height=value[1])
        else:
            paper = replace(paper, text=value)
        self._settings.paper = paper
        self.refresh()
