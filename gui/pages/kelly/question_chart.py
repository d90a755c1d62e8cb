"""Charts of a Kelly question: a figure of the question shown last, and the widget that follows the model.

What is drawn is a question, not a snapshot alone: methods that take a snapshot draw the question shown last.
"""

from abc import abstractmethod

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.chart import Chart
from gui.charts.figure import Figure, Table, table_words
from gui.charts.picture import Drawing
from gui.charts.text import SMALL_FONT, TITLE_FONT, Line
from gui.look.captions import brief, file_stem
from gui.look.formatting import percent
from gui.look.scale import at_least
from gui.look.theme import Look, Theme
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import chips
from gui.state.session import Session

SMALLEST = (220, 190)


class QuestionFigure(Figure):
    """A figure of the question shown last."""

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.question: Question | None = None

    def show_question(self, question: Question) -> None:
        """Draw another question; without an answer: show what will be here."""
        self.question, self.stale = question, question.stale
        self.take(question)
        self.redraw()

    @property
    def worth_a_picture(self) -> bool:
        """Whether what is drawn is offered as a picture."""
        return self.filled

    @abstractmethod
    def take(self, question: Question) -> None:
        """Work out what is drawn of a question."""

    def write_texts(self, question: Question, settings: str) -> None:
        """Write title and notes; on paper all that the picture is about."""
        title = Line(self.title(), TITLE_FONT, "text")
        self.sheet.notes.set_lines((), wrap=True)
        if self._on_paper:
            about = (Line(text, SMALL_FONT, "text") for text in (*question.about, settings))
            self.sheet.title.set_lines((title, *about), wrap=True)
            notes = (*self.remarks(), question.origin)
            self.sheet.notes.set_lines(tuple(Line(text, SMALL_FONT, "muted") for text in notes), wrap=True)
        else:
            snapshot = question.snapshot
            text = settings if question.typed or snapshot is None else brief(snapshot.scenario)
            self.sheet.title.set_lines((title, Line(text, SMALL_FONT, "muted")), wrap=False)

    def draw(self, snapshot: Snapshot) -> None:
        self.redraw()

    @abstractmethod
    def title(self, snapshot: Snapshot | None = None) -> str: ...

    @abstractmethod
    def remarks(self, snapshot: Snapshot | None = None) -> tuple[str, ...]: ...

    @abstractmethod
    def table(self, snapshot: Snapshot | None = None) -> Table: ...

    def words(self) -> str:
        """Return in words what is drawn."""
        return f"{self.title()}. {table_words(self.table())}" if self.filled else super().words()


class QuestionChart(Chart):
    """The widget: follows the Kelly question in place of the session's snapshot.

    There is something to export as soon as the figure draws the question.
    """

    def __init__(
        self,
        name: str,
        title: str,
        figure: type[QuestionFigure],
        model: KellyModel,
        session: Session,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        self._drawn, self._kind = figure(look.theme), figure
        self._model = model
        super().__init__(name, title, self._drawn, session, look, parent)
        self._menu_button.setToolTip("Export")
        self._menu_button.setAccessibleName(f"{title}: export")
        at_least(self, width=SMALLEST[0], height=SMALLEST[1])
        model.changed.connect(self._on_question_changed)

    @Slot()
    def _on_question_changed(self) -> None:
        self._outdated = True
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        question = self._model.question
        self._outdated = False
        if question is not self._drawn.question:
            position = self._reading_position
            self._drawn.show_question(question)
            if position is not None:
                self.read_at(position)

    @property
    def ready(self) -> bool:
        self._refresh()
        return self._drawn.worth_a_picture

    def drawing(self) -> Drawing:
        self._refresh()
        question = self._drawn.question
        if question is None or not self._drawn.worth_a_picture:
            raise ValueError("there is no answer to export")

        def figure() -> Figure:
            page = self._kind(self._look.theme, on_paper=True)
            page.show_question(question)
            return page

        about = ". ".join((*question.about, settings_line(question), question.origin))
        stem = file_stem(question.scenario, "kelly")
        return Drawing(self._drawn.title(), about, stem, self._drawn.table, figure)


def by_bars(question: Question) -> bool:
    """Return whether bars compare the actions in place of a curve: at fixed limit, and without a bankroll."""
    request = question.weighed
    if request is None:
        return False
    reaction = request.wager.reaction
    fixed = bool(request.terms.choices) and (reaction is None or not reaction.rows)
    return fixed or question.answer is None


def settings_line(question: Question) -> str:
    """Return bankroll, pot and outcomes on a line."""
    request = question.weighed
    assert request is not None
    outcomes, facts = request.wager.outcomes, request.facts
    shares = (percent(outcomes.win), percent(sum(outcomes.split)), percent(outcomes.lose))
    price = f", {chips(facts.to_call)} to call" if facts.to_call else ""
    bankroll = "" if question.answer is None else f"bankroll {chips(request.wager.bankroll)}, "
    return f"{bankroll}pot {chips(facts.total)}{price}; win {shares[0]}, split {shares[1]}, lose {shares[2]}"
