"""How exported pictures look: the menu of their colours, size, size of text and font, and the dialog of the font."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QFontDatabase
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFontComboBox, QMenu, QVBoxLayout, QWidget

from gui.charts.picture import ALWAYS
from gui.look.guard import Guarded
from gui.look.scale import at_least, text_font
from gui.look.theme import FONT_FAMILY, PAPER_SIZES, PAPER_TEXTS, TEXT_LARGE, WHOLE, ThemeName, face_of, largest_zoom
from gui.parts.build import filled, label, named
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
        """Add actions of which one is checked, below a line."""
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
        """Check the current choices, which another window may have changed."""
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


SAMPLE = "Hero AhKh v CO 22+, ATs+   63.52\u00a0%  ±\u00a00.12\u00a0%"
WIDTH = 420


class FontSheet(Guarded, QDialog):
    """Asks for the family; ``taken`` is called with it when it is chosen. A family may be typed that is not there."""

    def __init__(self, family: str, taken: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._taken = taken
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Font of pictures")
        self.setObjectName("paperFont")
        self.families = named(QFontComboBox(), "paperFont.family", "Family of fonts")
        self.families.setFontFilters(QFontComboBox.FontFilter.ScalableFonts)
        self.families.setWritingSystem(QFontDatabase.WritingSystem.Latin)
        self.families.setEditText(family)
        self.families.editTextChanged.connect(self._show)
        self.sample = label(SAMPLE, name="paperFont.sample", role="")
        self.note = label(name="paperFont.note", wrap=True)
        box = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(box.Ok | box.Cancel)
        usual = buttons.addButton(FONT_FAMILY, QDialogButtonBox.ButtonRole.ResetRole)
        named(usual, "paperFont.usual", f"{FONT_FAMILY}, the font of the program")
        usual.clicked.connect(self._on_usual)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        parts = (self.families, self.sample, self.note, buttons)
        filled(QVBoxLayout(self), *parts, spacing=12, margins=(16, 16, 16, 16))
        at_least(self, width=WIDTH)
        self._show(family)

    @Slot(str)
    def _show(self, family: str) -> None:
        """Set the sample in the family, and name the substitute of one that is missing."""
        face = face_of(family.strip())
        self.sample.setFont(text_font(TEXT_LARGE, family=face))
        there = face == family.strip()
        self.note.setText(
            "Signs that the font lacks are taken from others." if there else missing_words(family.strip())
        )

    @Slot()
    def _on_usual(self) -> None:
        self.families.setEditText(FONT_FAMILY)

    def accept(self) -> None:
        """Hand the family over; none that is empty."""
        self._taken(self.families.currentText().strip() or FONT_FAMILY)
        super().accept()


def missing_words(family: str) -> str:
    """Return the note on a family that is missing on this machine."""
    return f"“{family}” is not on this machine: pictures are set in {FONT_FAMILY}."
