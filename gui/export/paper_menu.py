"""How exported pictures look: the menu of their colours, size and size of text."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gui.look.paper import PAPER_SIZES, PAPER_TEXTS
from gui.look.theme import ThemeName
from gui.state.settings import Settings

THEMES_OF_PAPER: tuple[tuple[str, str, ThemeName | None], ...] = (
    ("window", "Colours as the window", None),
    ("light", "Light", "light"),
    ("dark", "Dark", "dark"),
)


class PaperMenu(QMenu):
    """Three choices, remembered in the settings: colours, size, size of text. Actions: ``paper.<what>.<choice>``."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__("&Look of pictures", parent)
        self.setObjectName("paperMenu")
        self.menuAction().setObjectName("export.paper")
        self._settings = settings
        colours = [(name, title, theme) for name, title, theme in THEMES_OF_PAPER]
        sizes = [(f"{w}x{h}", f"{title}, {w} × {h}", (w, h)) for (w, h), title in PAPER_SIZES.items()]
        texts = [(str(text), f"Text at {text}\u00a0%", text) for text in PAPER_TEXTS]
        self._colours = self._choice("theme", colours)
        self._sizes = self._choice("size", sizes)
        self._texts = self._choice("text", texts)
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
