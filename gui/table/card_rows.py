"""The cards beside those of the seats: the board of hold'em, and the dead cards, which are seen and out of play."""

from dataclasses import replace
from typing import Any, Literal

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Problem
from engine.table.marks import written
from engine.table.slots import BOARD_SLOTS, tokens_at
from engine.table.slots import Slot as TableSlot
from gui.look.guard import Guarded
from gui.look.scale import fix, unscaled
from gui.parts.build import STRETCH, filled, label, named
from gui.parts.card_face import RING
from gui.parts.chip_button import ChipButton
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.context import TableContext
from gui.table.games import STYLES
from gui.table.slot_strip import SlotStrip

BOARD_CARD = (40, 52)
COMPACT_BOARD_CARD = (34, 44)
BOARD_GAPS = (0, 0, 0, 10, 10)
DEAD_CARD = (22, 29)
TITLE_WIDTH = 44
ENTRY_SHARE = 0.36
CLOSEST = 9
"""Pixels of a card that stay in sight when many overlap."""


class CardRow(Guarded, QWidget):
    """A title, slots, perhaps a text, a button that clears them, and below what is wrong with the cards."""

    def __init__(
        self,
        context: TableContext,
        area: Literal["board", "dead"],
        clear: str,
        entry: TextEntry | None,
        parent: QWidget | None,
    ) -> None:
        """``area`` is the field of the scenario and the objectName; ``clear`` the title of the button."""
        super().__init__(parent)
        self._document, self._session, self._input = context.document, context.session, context.input
        self._area, self._clear, self._text = area, clear, entry
        self._reported: Problem | None = None
        self.setObjectName(area)
        self.strip = SlotStrip(context, self)
        self.clear_button = named(ChipButton("clear", context.look, self), f"{area}.clear", clear)
        self.clear_button.clicked.connect(self._on_clear)
        self.problem_line = ProblemLine(context.look, entry, self)
        title = label(area.capitalize(), self)
        fix(title, width=TITLE_WIDTH)
        rest = STRETCH if entry is None else (entry, 1)
        line = filled(QHBoxLayout(), title, self.strip, rest, self.clear_button, spacing=6)
        filled(QVBoxLayout(self), line, self.problem_line, spacing=2, margins=(8, 0, 0, 0))

    def report(self, problem: Problem | None) -> None:
        """Show a refusal from elsewhere that belongs to these cards."""
        self._reported = problem
        self.show_problem()

    @Slot()
    def show_problem(self) -> None:
        """Show a refusal, else what the session finds wrong with the cards."""
        standing = next((p for p in self._session.problems if p.field == self._area), None)
        wrong = (self._text.problem if self._text is not None else None) or self._reported or standing
        if wrong is None:
            self.problem_line.clear()
        elif wrong.incomplete:
            self.problem_line.show_hint(wrong.message)
        else:
            self.problem_line.show_error(wrong.message, wrong.position if wrong.field == self._area else None)

    @Slot()
    def _on_clear(self) -> None:
        cleared: dict[str, Any] = {self._area: ""}
        for problem in self._document.edit(self._clear, **cleared):
            self.report(problem)


class BoardRow(CardRow):
    """Flop, turn and river; hidden by the panel in games without a board."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(context, "board", "Clear the board", None, parent)
        self.set_compact(False)
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Use smaller cards where the window is low."""
        slots = [TableSlot("board", index=i) for i in range(BOARD_SLOTS)]
        self.strip.set_slots(slots, [COMPACT_BOARD_CARD if compact else BOARD_CARD] * BOARD_SLOTS, BOARD_GAPS)

    def render_scenario(self) -> None:
        """Show the board of the document."""
        self.clear_button.setEnabled(bool(self._document.scenario.board))
        self.strip.refresh()
        self.show_problem()


class DeadTray(CardRow):
    """Slots for clicking, which close up when there are many, and a text for everything.

    ``problem_found`` carries refusals that belong to another field.
    """

    problem_found = Signal(object)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        self.entry = named(TextEntry(context.look), "dead.text", "Dead cards")
        fix(self.entry, height=26)
        super().__init__(context, "dead", "Clear the dead cards", self.entry, parent)
        self.entry.edited.connect(self._on_text_edited)
        self.entry.entered.connect(self._on_entered)
        self.entry.takes_tables = True
        self.entry.table_pasted.connect(self._input.paste)
        self.entry.problem_changed.connect(self.show_problem)
        self.render_scenario()

    def render_scenario(self) -> None:
        """Show the dead cards of the document."""
        scenario = self._document.scenario
        self.entry.show_text(scenario.dead)
        self.entry.setPlaceholderText(STYLES[scenario.game].dead_text)
        self._fit_slots()
        self.show_problem()

    def _fit_slots(self) -> None:
        """Show all dead cards and one free slot, overlapping as much as the room asks."""
        count = len(tokens_at(self._document.scenario, TableSlot("dead"))) + 1
        slots = [TableSlot("dead", index=i) for i in range(count)]
        width = DEAD_CARD[0] + 2 * RING
        room = unscaled(self.width())
        entry = max(90.0, ENTRY_SHARE * room)
        room -= TITLE_WIDTH + entry + unscaled(self.clear_button.sizeHint().width()) + 32
        step = width - 3 if count < 2 else min(width - 3, max(CLOSEST, int((room - width) / (count - 1))))
        self.strip.set_slots(slots, [DEAD_CARD] * count, [0] + [step - width] * (count - 1))

    @Slot()
    def show_problem(self) -> None:
        super().show_problem()
        self.clear_button.setEnabled(bool(self._document.scenario.dead) or self.entry.pending)

    @Slot(str, str)
    def _on_text_edited(self, text: str, merge: str) -> None:
        after = replace(self._document.scenario, dead=text)
        wrong = self._document.replace("Dead cards", after, merge=merge, mark=written(after, self._document.mark))
        if not wrong:
            self.entry.show_text(after.dead)
            self._input.tell_spelling(text)
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
        super()._on_clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_slots()
