"""The up cards and the last card of a razz hand as texts, and how far its parentheses reach."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QWidget

from engine import Problem
from engine.cards import TextError
from engine.ranges.razz_pairs import ANY_SLOT, DOWN, Branch
from engine.ranges.razz_text import RazzSlot, parse_razz
from gui.look.scale import at_least
from gui.look.theme import Look
from gui.parts.build import label, named
from gui.parts.chip_button import ChipButton, ChipFlow
from gui.parts.text_entry import ProblemLine, TextEntry

TITLES = ("door", "4th", "5th", "6th", "7th")
HINT = "`7` this card · `7-` 7 or lower · `7+` · `[A25]` · `x` any"


class RazzSlots(QWidget):
    """``slot_written`` carries the index of a slot (0: door), its meaning and a key for undo; ``reach_requested`` how
    many slots from the first shall share no rank.
    """

    slot_written = Signal(int, object, str)
    reach_requested = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._branch = Branch()
        self._entries = [self._entry(i, look) for i in range(len(TITLES))]
        self._line = ProblemLine(look, parent=self)
        self._line.show_hint(HINT)
        names = ("down cards", *(f"+ {title}" for title in TITLES))
        self._chips = [self._chip(i, name, look) for i, name in enumerate(names)]
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(4)
        layout.setVerticalSpacing(2)
        for column, entry in enumerate(self._entries):
            title = label(TITLES[column], weight=QFont.Weight.Normal)
            title.setBuddy(entry)
            layout.addWidget(title, 0, column)
            layout.addWidget(entry, 1, column)
        layout.addWidget(self._line, 2, 0, 1, len(TITLES))
        paired = label("No two of a rank among", weight=QFont.Weight.Normal)
        paired.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(paired, 3, 0, 1, len(TITLES))
        self._flow = ChipFlow(self._chips, self)
        layout.addWidget(self._flow, 4, 0, 1, len(TITLES))

    def _entry(self, index: int, look: Look) -> TextEntry:
        entry = named(TextEntry(look, self), f"razzRange.slot{index}", f"{TITLES[index]} card of the range")
        at_least(entry, width=34)
        entry.setProperty("index", index)
        entry.edited.connect(self._on_edited)
        entry.problem_changed.connect(self._show_problem)
        return entry

    def _chip(self, index: int, name: str, look: Look) -> ChipButton:
        chip = ChipButton(name, look, self)
        title = f"No two of a rank among the {name.replace('+ ', 'cards up to the ')}"
        named(chip, f"razzRange.noPair{index}", title, "Parentheses in the text: these cards share no rank")
        chip.setCheckable(True)
        chip.setProperty("reach", index + DOWN)
        chip.clicked.connect(self._on_chip)
        return chip

    def show_branch(self, branch: Branch, texts: tuple[str, ...]) -> None:
        """Show the up cards, ``texts`` by slot (``x``: any), and the reach of the parentheses."""
        self._branch = branch
        for i, entry in enumerate(self._entries):
            text = texts[i] if i < len(texts) and texts[i] != "x" else ""
            if not (entry.hasFocus() and _means(entry.text(), branch, i)):
                entry.show_text(text)
        written = DOWN + max((i + 1 for i, text in enumerate(texts) if text != "x"), default=0)
        for chip in self._chips:
            reach = chip.property("reach")
            chip.setChecked(reach <= branch.reach)
            chip.setVisible(reach <= max(written, branch.reach))
        self._flow.refresh()

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        entry = self.sender()
        assert isinstance(entry, TextEntry)
        index = entry.property("index")
        slot = _read(text)
        if isinstance(slot, TextError):
            entry.refuse(Problem(TITLES[index], slot.message, slot.position))
        else:
            entry.set_problem(None)
            self.slot_written.emit(index, slot, merge)

    def refuse(self, index: int, problem: Problem) -> None:
        """Show why the card in slot ``index`` cannot be put in force."""
        self._entries[index].refuse(problem)

    @Slot()
    def _show_problem(self) -> None:
        problem = next((entry.problem for entry in self._entries if entry.problem is not None), None)
        if problem is None:
            self._line.show_hint(HINT)
        else:
            self._line.show_error(problem.message)

    @Slot()
    def _on_chip(self) -> None:
        """A chip that is on takes the parentheses back to before it."""
        reach = self.sender().property("reach")
        if reach <= self._branch.reach:
            reach = reach - 1 if reach > DOWN else 0
        self.reach_requested.emit(reach)


def _read(text: str) -> RazzSlot | TextError:
    """Return the slot that a text means, any card for a blank one."""
    if not text.strip():
        return ANY_SLOT
    try:
        items = parse_razz(text).items
    except TextError as error:
        return error
    if len(items) > 1 or len(items[0].slots) > 1 or items[0].weight != 1:
        return TextError("one card of a hand stands here", 0)
    return items[0].slots[0]


def _means(text: str, branch: Branch, index: int) -> bool:
    slot = _read(text)
    shown = branch.up[index] if index < len(branch.up) else ANY_SLOT
    return isinstance(slot, RazzSlot) and (slot.ranks, slot.particular, slot.suit) == (
        shown.ranks,
        shown.particular,
        shown.suit,
    )
