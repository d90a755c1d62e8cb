"""The advice of the Kelly page: the card, the form in three lines, the player's own bet, and the numbers behind it."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gui.look.theme import Look
from gui.pages.kelly.action_figure import ActionFigure
from gui.pages.kelly.advice import AdviceCard
from gui.pages.kelly.bet_bar import BetBar
from gui.pages.kelly.edits import KellyEdits
from gui.pages.kelly.facts import KellyFacts
from gui.pages.kelly.form import KellyForm
from gui.pages.kelly.growth_figure import GrowthFigure
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.question_chart import QuestionChart, by_bars
from gui.pages.kelly.why import why_cassandra, why_retained
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, scrolled
from gui.state.document import Document
from gui.state.session import Session

NARROW, BESIDE = 680, 620
"""Widths: of the page below which *more* takes less; of the numbers from which the facts stand beside the chart."""
FACTS_WIDTH = 290


class AdviceView(QWidget):
    """``growth`` is the curve, ``bars`` the bars that take its place where there are few things to do."""

    def __init__(
        self, document: Document, session: Session, model: KellyModel, look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._card = AdviceCard("kelly.advice", look, self, fields=True)
        self._form = KellyForm(document, model, look, self)
        self._bet = BetBar(KellyEdits(document), look, self)
        self.growth = QuestionChart("growth", "Growth of the bankroll by the bet", GrowthFigure, model, session, look)
        self.bars = QuestionChart("actions", "What you can do", ActionFigure, model, session, look)
        self._charts = QStackedWidget()
        self._charts.addWidget(self.growth)
        self._charts.addWidget(self.bars)
        self._facts = KellyFacts(self)
        self._why = label(name="kelly.why", weight=QFont.Weight.Normal, wrap=True)
        self._why.setContentsMargins(12, 0, 0, 0)  # as the facts above it
        self._card.field_wanted.connect(self._form.go_to)
        column = (self._card, self._form, self._bet)
        filled(QVBoxLayout(self), *column, (self._build_body(), 1), spacing=8, margins=NO_MARGINS)

    def _build_body(self) -> QHBoxLayout:
        numbers = QWidget()
        beside = filled(QVBoxLayout(), self._facts, self._why, STRETCH, spacing=8)
        self._numbers = QBoxLayout(QBoxLayout.Direction.TopToBottom, numbers)
        filled(self._numbers, (self._charts, 1), beside, spacing=8, margins=NO_MARGINS)
        self._area = scrolled(numbers, "kelly.numbers", "Numbers and growth curve")
        return filled(QHBoxLayout(), self._form.more, (self._area, 1), spacing=4)

    def render_question(self) -> None:
        """Show the model's question."""
        question = self._model.question
        self._card.render_question(question)
        self._bet.render_question(question)
        self._facts.render_question(question)
        self._charts.setCurrentWidget(self.bars if by_bars(question) else self.growth)
        answer, request = question.answer, question.request
        told = [] if answer is None or request is None else [why_cassandra(answer, request)]
        self._why.setText("\n".join(text for text in (*told, why_retained(question)) if text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._form.more.set_narrow(narrow=self.width() < NARROW)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Put the facts beside the chart where there is room, else below it."""
        room = self.width() - (self._form.more.width() if self._form.more.isVisibleTo(self) else 0)
        wide = room >= BESIDE
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._numbers.setDirection(direction)
        self._facts.setMaximumWidth(FACTS_WIDTH if wide else 16_777_215)
        self._why.setMaximumWidth(FACTS_WIDTH if wide else 16_777_215)
