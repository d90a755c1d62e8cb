"""The dead cards: seen, out of play. Slots for clicking, a text for everything."""

from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import Problem
from engine.table.marks import written
from engine.table.slots import Slot as TableSlot
from engine.table.slots import tokens_at
from gui.look.theme import Look
from gui.parts.card_face import RING
from gui.parts.chip_button import ChipButton
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.document import Document
from gui.state.session import Session
from gui.state.table_input import TableInput
from gui.table.slot_strip import SlotStrip

CARD = (22, 29)
TITLE_WIDTH = 44
ENTRY_SHARE = 0.36
CLOSEST = 9
"""Pixels of a card that stay in sight when many overlap."""


class DeadTray(QWidget):
    """Cards that close up when there are many.

    ``problem_found`` carries refusals that belong to another field.
    """

    problem_found = Signal(object)

    def __init__(
        self,
        document: Document,
        session: Session,
        table_input: TableInput,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._session, self._input = document, session, table_input
        self._reported: Problem | None = None
        self.setObjectName("dead")
        self.strip = SlotStrip(document, table_input, look, self)
        self.entry = TextEntry(look, self)
        self.entry.setObjectName("dead.text")
        self.entry.setAccessibleName("Dead cards")
        self.entry.setFixedHeight(26)
        self.clear_button = ChipButton("clear", look, self)
        self.clear_button.setObjectName("dead.clear")
        self.clear_button.setAccessibleName("Clear the dead cards")
        self.problem_line = ProblemLine(look, self.entry, self)
        title = QLabel("Dead", self)
        title.setProperty("role", "muted")
        title.setFixedWidth(TITLE_WIDTH)
        line = QHBoxLayout()
        line.setSpacing(6)
        for widget in (title, self.strip):
            line.addWidget(widget)
        line.addWidget(self.entry, 1)
        line.addWidget(self.clear_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 0, 0, 0)
        outer.setSpacing(2)
        outer.addLayout(line)
        outer.addWidget(self.problem_line)
        self.entry.edited.connect(self._on_text_edited)
        self.entry.entered.connect(self._on_entered)
        self.entry.problem_changed.connect(self.show_problem)
        self.clear_button.clicked.connect(self._on_clear)
        self.render_scenario()

    def render_scenario(self) -> None:
        """Show the dead cards of the document."""
        scenario = self._document.scenario
        self.entry.show_text(scenario.dead)
        self.entry.setPlaceholderText("as in 7 7 K" if scenario.game == "razz" else "as in Ks 2d")
        self._fit_slots()
        self.show_problem()

    def _fit_slots(self) -> None:
        """Show all dead cards and one free slot, overlapping as much as the room asks."""
        count = len(tokens_at(self._document.scenario, TableSlot("dead"))) + 1
        slots = [TableSlot("dead", index=i) for i in range(count)]
        width = CARD[0] + 2 * RING
        entry = max(90.0, ENTRY_SHARE * self.width())
        room = self.width() - TITLE_WIDTH - entry - self.clear_button.sizeHint().width() - 32
        step = width - 3 if count < 2 else min(width - 3, max(CLOSEST, int((room - width) / (count - 1))))
        self.strip.set_slots(slots, [CARD] * count, [0] + [step - width] * (count - 1))

    def report(self, problem: Problem | None) -> None:
        """Show a refusal from elsewhere that belongs to the dead cards."""
        self._reported = problem
        self.show_problem()

    @Slot()
    def show_problem(self) -> None:
        """Show a refusal, else what the session finds wrong with the dead cards."""
        standing = next((p for p in self._session.problems if p.field == "dead"), None)
        wrong = self.entry.problem or self._reported or standing
        self.clear_button.setEnabled(bool(self._document.scenario.dead) or self.entry.pending)
        if wrong is None:
            self.problem_line.clear()
        else:
            self.problem_line.show_error(wrong.message, wrong.position if wrong.field == "dead" else None)

    @Slot(str, str)
    def _on_text_edited(self, text: str, merge: str) -> None:
        after = replace(self._document.scenario, dead=text)
        wrong = self._document.replace("Dead cards", after, merge=merge, mark=written(after, self._document.mark))
        if not wrong:
            self.entry.show_text(text)
            return
        own = [p for p in wrong if p.field == "dead"]
        self.entry.refuse((own or list(wrong))[0])
        for problem in wrong:
            if problem.field != "dead":
                self.problem_found.emit(problem)

    @Slot()
    def _on_entered(self) -> None:
        slot = self._input.slot
        if slot.area != "dead":
            slot = TableSlot("dead", index=len(tokens_at(self._document.scenario, TableSlot("dead"))))
        self._input.focus(slot)  # a rank typed before is no half of a card any more

    @Slot()
    def _on_clear(self) -> None:
        self.entry.revert()
        for problem in self._document.edit("Clear the dead cards", dead=""):
            self.report(problem)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_slots()
