"""The widget of the growth curve: follows the Kelly question in place of the session's snapshot."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.chart import Chart
from gui.charts.figure import Figure, Table
from gui.look.captions import file_stem
from gui.look.theme import Look
from gui.pages.kelly.growth_figure import GrowthFigure, settings_line
from gui.pages.kelly.model import KellyModel
from gui.state.session import Session

SMALLEST = (260, 260)


class GrowthChart(Chart):
    """Growth over the bet. There is something to export as soon as the question is answered."""

    def __init__(self, desk: KellyModel, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._growth = GrowthFigure(look.theme)
        self._desk = desk
        super().__init__("growth", "Growth of the bankroll by the bet", self._growth, session, look, parent)
        self._menu_button.setToolTip("Export")
        self._menu_button.setAccessibleName("Growth of the bankroll: export")
        self.setMinimumSize(*SMALLEST)
        desk.changed.connect(self._on_question_changed)

    @Slot()
    def _on_question_changed(self) -> None:
        self._outdated = True
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        question = self._desk.question
        self._outdated = False
        if question is not self._growth.question:
            position = self._reading_position
            self._growth.show_question(question)
            if position is not None:
                self._read_at(position)

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self._desk.question.answer is not None

    @property
    def answered(self) -> bool:
        """Whether there is a curve to show and export."""
        self._refresh()
        return self._growth.growth is not None

    @property
    def snapshot(self) -> Snapshot | None:
        """The result that the question is asked of; None where the outcomes are typed."""
        return self._desk.question.snapshot

    @property
    def title(self) -> str:
        """What is drawn."""
        self._refresh()
        return self._growth.title()

    def stem(self) -> str:
        """Return a name for a file of this chart, without suffix."""
        return file_stem(self._desk.question.scenario, "kelly")

    def table(self) -> Table:
        """Return bets with their growth."""
        self._need_answer()
        return self._growth.table()

    def page(self) -> Figure:
        """Return a copy for paper."""
        return GrowthFigure(self._look.theme, on_paper=True)

    def _page(self) -> Figure:
        self._need_answer()
        page = GrowthFigure(self._look.theme, on_paper=True)
        page.show_question(self._desk.question)
        return page

    def _need_answer(self) -> None:
        if not self.answered:
            raise ValueError("there is no answer to export")

    def _description(self) -> str:
        growth = self._growth.growth
        question = self._desk.question
        settings = (settings_line(growth),) if growth is not None else ()
        return ". ".join((*question.about, *settings, question.origin))
