"""The board of a hold'em table: flop, turn and river."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import Problem
from engine.table.slots import BOARD_SLOTS
from engine.table.slots import Slot as TableSlot
from gui.look.theme import Look
from gui.parts.chip_button import ChipButton
from gui.parts.text_entry import ProblemLine
from gui.state.document import Document
from gui.state.session import Session
from gui.state.table_input import TableInput
from gui.table.slot_strip import SlotStrip

CARD = (40, 52)
COMPACT_CARD = (34, 44)
GAPS = (0, 0, 0, 10, 10)


class BoardRow(QWidget):
    """Five slots; hidden by the panel in games without a board."""

    def __init__(
        self,
        document: Document,
        session: Session,
        table_input: TableInput,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._session = document, session
        self._reported: Problem | None = None
        self.setObjectName("board")
        self.strip = SlotStrip(document, table_input, look, self)
        self.clear_button = ChipButton("clear", look, self)
        self.clear_button.setObjectName("board.clear")
        self.clear_button.setAccessibleName("Clear the board")
        self.clear_button.clicked.connect(self._on_clear)
        self.problem_line = ProblemLine(look, parent=self)
        title = QLabel("Board", self)
        title.setProperty("role", "muted")
        title.setFixedWidth(44)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(title)
        line.addWidget(self.strip)
        line.addStretch(1)
        line.addWidget(self.clear_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 0, 0, 0)
        outer.setSpacing(2)
        outer.addLayout(line)
        outer.addWidget(self.problem_line)
        self.set_compact(False)
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Use smaller cards where the window is low."""
        slots = [TableSlot("board", index=i) for i in range(BOARD_SLOTS)]
        self.strip.set_slots(slots, [COMPACT_CARD if compact else CARD] * BOARD_SLOTS, GAPS)

    def render_scenario(self) -> None:
        """Show the board of the document."""
        self.clear_button.setEnabled(bool(self._document.scenario.board))
        self.strip.refresh()
        self.show_problem()

    def report(self, problem: Problem | None) -> None:
        """Show a refusal that belongs to the board."""
        self._reported = problem
        self.show_problem()

    def show_problem(self) -> None:
        """Show a refusal, else what the session finds wrong with the board."""
        standing = next((p for p in self._session.problems if p.field == "board"), None)
        wrong = self._reported or standing
        if wrong is None:
            self.problem_line.clear()
        elif wrong.incomplete:
            self.problem_line.show_hint(wrong.message)
        else:
            self.problem_line.show_error(wrong.message)

    @Slot()
    def _on_clear(self) -> None:
        for problem in self._document.edit("Clear the board", board=""):
            self.report(problem)
