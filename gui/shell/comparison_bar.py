"""The bar of a pinned table: what it is, what the differences rest on, and the way back to it."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from engine.one_line import format_line
from gui.look.formatting import count, interval
from gui.look.theme import Look
from gui.shell.commands import Commands
from gui.shell.question_bars import NoticeBar

HERE = "This result is pinned"
WHAT_NOW = "Change the table: the differences will stand beside the equities."
COMPARED = "Compared with the pinned table"
OTHER_GAME = "Another game is pinned"


class ComparisonBar(NoticeBar):
    """Follows the session; its buttons are ``comparison.bringBack`` and ``comparison.unpin``."""

    def __init__(self, commands: Commands, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("comparison", look, parent)
        self._session = commands.session
        self._back = self.add_button("bringBack", "Bring back", "Put the pinned table back; Undo brings this one back")
        self._back.clicked.connect(commands.bring_pinned_back)
        self.add_button("unpin", "Unpin", "Compare no more").clicked.connect(self._session.unpin)
        self._session.changed.connect(self.render_pinned)
        self.render_pinned()

    @Slot()
    def render_pinned(self) -> None:
        pinned, comparison = self._session.pinned, self._session.comparison
        if pinned is None:
            self.show_words("", "")
            return
        self._back.setEnabled(not self._session.on_pinned)
        if self._session.on_pinned:
            self.show_words(f"{HERE} ({how_exact(pinned.snapshot)}).", WHAT_NOW)
            return
        other = comparison is not None and comparison.after.scenario.game != pinned.scenario.game
        told = f" ({comparison.words})" if comparison is not None and comparison.words and not other else ""
        self.show_words(f"{OTHER_GAME if other else COMPARED}{told}:", format_line(pinned.scenario))


def how_exact(snapshot: Snapshot) -> str:
    """Return whether a result is exact, else its trials and the widest of its intervals."""
    if snapshot.method == "exact":
        return "exact"
    error = max((seat.estimate.stderr for seat in snapshot.active if seat.estimate), default=0.0)
    return f"sampled, {count(snapshot.deals)} deals, {interval(error)}"
