"""The advice of the Kelly page: the card, the form in three lines, the player's own bet, and the numbers behind it."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gui.charts.picture import Drawing
from gui.charts.values import Chart, Empty
from gui.charts.view import ChartView
from gui.look.guard import Guarded
from gui.look.scale import UNBOUND, at_least, at_most, unscaled
from gui.look.theme import Look
from gui.pages.kelly.advice import AdviceCard
from gui.pages.kelly.bet_bar import BetBar
from gui.pages.kelly.charts import NO_ACTIONS, NO_GROWTH, actions_chart, by_bars, growth_chart
from gui.pages.kelly.edits import KellyEdits
from gui.pages.kelly.facts import KellyFacts
from gui.pages.kelly.form import KellyForm
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.pinned_bets import PinnedBets, PinnedBetsView
from gui.pages.kelly.question import Question
from gui.pages.kelly.why import why_cassandra, why_retained
from gui.parts.build import NO_MARGINS, STRETCH, filled, label
from gui.parts.page_scroll import PageScroll
from gui.state.document import Document
from gui.state.session import Session

NARROW, VERY_NARROW, BESIDE = 680, 480, 620
"""Widths: of the page below which *more* takes less and below which the lines of the form do; of the numbers from which
the facts stand beside the chart.
"""
FACTS_WIDTH = 290
SMALLEST = (220, 190)


class QuestionChart(ChartView):
    """A chart of the model's question, made by ``make``; it is made when it is displayed or exported."""

    def __init__(
        self,
        name: str,
        title: str,
        empty: Empty,
        make: Callable[[Question], Chart | None],
        model: KellyModel,
        session: Session,
        look: Look,
    ) -> None:
        self._model, self._make_chart = model, make
        self._question: Question | None = None
        super().__init__(name, title, empty, session, look, menu="export")
        at_least(self, width=SMALLEST[0], height=SMALLEST[1])
        model.changed.connect(self._on_question_changed)

    @Slot()
    def _on_question_changed(self) -> None:
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        question = self._model.question
        if question is not self._question:
            self._question = question
            chart = self._make_chart(question)
            self.show_chart(None if chart is None else lambda _: chart, stale=question.stale)
        super()._refresh()

    @property
    def ready(self) -> bool:
        return self.value is not None and self.value.exported

    def drawing(self) -> Drawing:
        if not self.ready:
            raise ValueError("there is no answer to export")
        return super().drawing()


class Numbers(PageScroll):
    """The chart and the numbers behind it; where the page is low the chart has all the height that is seen."""

    def __init__(self, numbers: QWidget, chart: QWidget) -> None:
        super().__init__(numbers, "kelly.numbers", "Numbers and growth curve", wraps=True)
        self._chart, self._room = chart, False

    def set_low(self, low: bool, *, very: bool) -> None:
        """``low``: there is room for the chart alone; ``very``: not even for that, and the whole page scrolls."""
        self._room = low and not very
        self.set_whole(very)
        self._fit_chart()

    def _fit_chart(self) -> None:
        least = max(self.viewport().height(), self._chart.minimumSizeHint().height())
        self._chart.setMinimumHeight(least if self._room else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chart()


class AdviceView(Guarded, QWidget):
    """``growth`` is the curve, ``bars`` the bars that take its place where there are few things to do."""

    def __init__(
        self,
        document: Document,
        session: Session,
        model: KellyModel,
        pinned: PinnedBets,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._pinned, self._low = model, pinned, False
        self._card = AdviceCard("kelly.advice", look, self, fields=True)
        self._form = KellyForm(document, model, self)
        self._bet = BetBar(KellyEdits(document), self)
        self.growth = QuestionChart(
            "growth", "Growth of the bankroll by the bet", NO_GROWTH, growth_chart, model, session, look
        )
        self.bars = QuestionChart("actions", "What you can do", NO_ACTIONS, actions_chart, model, session, look)
        self._charts = QStackedWidget()
        self._charts.addWidget(self.growth)
        self._charts.addWidget(self.bars)
        self._facts = KellyFacts(self)
        self._differences = PinnedBetsView(pinned, look, self)
        self._why = label(name="kelly.why", weight=QFont.Weight.Normal, wrap=True)
        self._why.setContentsMargins(12, 0, 0, 0)  # as the facts above it
        self._card.field_wanted.connect(self._form.go_to)
        self._form.more_opened.connect(self._arrange)
        column = (self._card, self._form, self._bet)
        self._column = filled(QVBoxLayout(self), *column, (self._build_body(), 1), spacing=8, margins=NO_MARGINS)

    def set_low(self, low: bool, *, very: bool) -> None:
        """Leave more of a low page to the chart; of a very low one all of it scrolls."""
        if low != self._low:
            self._low = low
            self._card.set_low(low)
            self._column.setSpacing(4 if low else 8)
        self._area.set_low(low, very=very)

    def _build_body(self) -> QHBoxLayout:
        numbers = QWidget()
        beside = filled(QVBoxLayout(), self._facts, self._why, STRETCH, spacing=8)
        self._numbers = QBoxLayout(QBoxLayout.Direction.TopToBottom, numbers)
        filled(self._numbers, (self._charts, 1), beside, spacing=8, margins=NO_MARGINS)
        body = QWidget()
        filled(QVBoxLayout(body), self._differences, (numbers, 1), spacing=8, margins=NO_MARGINS)
        self._area = Numbers(body, self._charts)
        return filled(QHBoxLayout(), self._form.more, (self._area, 1), spacing=4)

    def render_question(self) -> None:
        """Show the model's question."""
        question = self._model.question
        self._card.render_question(question)
        self._pinned.ask(question)
        self._bet.render_question(question)
        self._facts.render_question(question)
        self._charts.setCurrentWidget(self.bars if by_bars(question) else self.growth)
        self._why.setText("\n".join(text for text in (why_cassandra(question), why_retained(question)) if text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = unscaled(self.width())
        self._form.set_narrow(lines=width < VERY_NARROW, more=width < NARROW)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Put the facts beside the chart where there is room, else below it."""
        room = self.width() - (self._form.more.width() if self._form.more.isVisibleTo(self) else 0)
        wide = unscaled(room) >= BESIDE
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        self._numbers.setDirection(direction)
        at_most(self._facts, width=FACTS_WIDTH if wide else UNBOUND)
        at_most(self._why, width=FACTS_WIDTH if wide else UNBOUND)
