"""The question as a sentence: a chip for each word, whose menu offers what it may be instead."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from engine.asking.sentence import Choice, Word
from gui.look.guard import Keyed
from gui.parts.build import empty_menu, label, menu_entry
from gui.parts.chip_button import ChipButton, ChipFlow, chip_button

KINDS = {
    "who": "Who", "does": "When or what", "when": "When", "what": "What", "joint": "And or or", "not": "Not",
    "given": "Condition", "by": "Split", "add": "Go on",
}  # fmt: skip
"""What the chips are called, before their text."""


class SentenceView(ChipFlow):
    """``chosen`` carries the text of another question."""

    chosen = Signal(str)

    def __init__(self, fits: Callable[[str], bool], parent: QWidget | None = None) -> None:
        """``fits`` returns whether a text is a question about the table."""
        super().__init__((), parent)
        self._fits = fits
        self._words: tuple[Word, ...] = ()
        self._menu = QMenu(self)
        self._menu.setObjectName("ask.choices")
        self._groups: dict[str, QMenu] = {}
        """The parts of the menu."""
        self.setObjectName("ask.sentence")
        self.setAccessibleName("The question as a sentence")

    @property
    def words(self) -> tuple[Word, ...]:
        """The words."""
        return self._words

    def show_words(self, words: tuple[Word, ...]) -> None:
        """Show another sentence."""
        if words == self._words:
            return
        before, self._words = self._words, words
        if [word.label for word in before] != [word.label for word in words]:
            self.set_chips([self._part(place, word) for place, word in enumerate(words)])

    def _part(self, place: int, word: Word) -> QWidget:
        if not word.choices:
            return _plain(word.label, self)
        title = f"{KINDS[word.kind]}: {word.label}"
        tip = "Something else in its place"
        return chip_button(word.label, f"ask.word{place}", self._open, title, tip, parent=self, key=place)

    def _open(self, place: int) -> None:
        chip = self._chips[place]
        self.fill(place)
        self._menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))

    def fill(self, place: int) -> list[QAction]:
        """Return the entries of the menu of a word, those in its parts too."""
        empty_menu(self._menu)
        for group in self._groups.values():
            group.deleteLater()
        self._groups, entries = {}, []
        for choice in self._words[place].choices:
            if not self._fits(choice.text):
                continue
            menu = self._menu
            if choice.group:
                menu = self._groups.get(choice.group) or self._group(choice.group)
            entries.append(self._entry(menu, choice))
        return entries

    def _group(self, title: str) -> QMenu:
        menu = QMenu(title, self._menu)
        self._menu.addMenu(menu)
        self._groups[title] = menu
        return menu

    def _entry(self, menu: QMenu, choice: Choice) -> QAction:
        action = menu_entry(menu, choice.label.replace("&", "&&"))
        action.triggered.connect(Keyed(action, self.chosen.emit, choice.text).plain)
        return action

    def chips_of(self, kind: str) -> Sequence[ChipButton]:
        """Return the chips of the words of a kind."""
        pairs = zip(self._chips, self._words, strict=True)
        return [chip for chip, word in pairs if word.kind == kind and isinstance(chip, ChipButton)]


def _plain(text: str, parent: QWidget) -> QLabel:
    return label(text, parent, role="")
