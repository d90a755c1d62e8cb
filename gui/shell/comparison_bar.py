"""The bar of a pinned table: what it is, what the differences rest on, and the ways to it."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from engine.formats.one_line import format_line
from gui.look import captions
from gui.look.theme import Look
from gui.shell.commands import Commands
from gui.shell.question_bars import NoticeBar

HERE = "This result is pinned"
WHAT_NOW = "Change the table: the differences will stand beside the equities."
COMPARED = "Compared with the pinned table"
OTHER_GAME = "Another game is on the pinned table"
EDIT = "Edit {}"
EXCHANGE = "The pinned table takes the place of this one, which is pinned then; Undo exchanges them again"


class ComparisonBar(NoticeBar):
    """Follows the session; its buttons are ``comparison.show``, ``comparison.editOther`` and ``comparison.unpin``."""

    def __init__(self, commands: Commands, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("comparison", look, parent)
        self._session, self._document = commands.session, commands.document
        self.add_button("show", "Side by side", "Show both tables beside each other").clicked.connect(commands.compare)
        self._other = self.add_button("editOther", EDIT.format("A"), EXCHANGE)
        self._other.clicked.connect(commands.edit_other)
        self.add_button("unpin", "Unpin", "Compare no more").clicked.connect(self._session.unpin)
        self._session.changed.connect(self.render_pinned)
        self.render_pinned()

    @Slot()
    def render_pinned(self) -> None:
        pinned, comparison = self._session.pinned, self._session.comparison
        if pinned is None:
            self.show_words("", "")
            return
        edit = EDIT.format(pinned.letter)
        self._other.setText(edit)
        self._other.setAccessibleName(f"{edit}: {EXCHANGE}")
        self._other.setEnabled(self._session.can_exchange)
        if self._session.on_pinned:
            told = f" ({how_exact(pinned.snapshot)})" if pinned.snapshot is not None else ""
            self.show_words(f"{HERE}{told}.", WHAT_NOW)
            return
        other = self._document.scenario.game != pinned.scenario.game
        told = f" ({comparison.words})" if comparison is not None and comparison.words and not other else ""
        self.show_words(f"{OTHER_GAME if other else COMPARED} {pinned.letter}{told}:", format_line(pinned.scenario))


def how_exact(snapshot: Snapshot) -> str:
    """Return whether a result is exact or sampled, and then how exact."""
    return f"{'' if snapshot.method == 'exact' else 'sampled, '}{captions.how_exact(snapshot)}"
