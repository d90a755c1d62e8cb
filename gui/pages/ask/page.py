"""The page *Ask*: a question as text and as a sentence, its probability, and the equity of each seat if it happens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, QSize, Signal, Slot
from PySide6.QtGui import QAction, QColor, QGuiApplication, QHideEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, Scenario
from engine.equity.details.next_cards import Z95
from engine.equity.reasons import reason_words
from engine.questions.library import NamedQuestion, shipped_questions
from engine.questions.readings import AskView
from engine.questions.results import QuestionAnswer, QuestionStep, SplitValue
from engine.questions.sentence import SentenceWord, sentence
from gui.charts.ticks import category_ticks, nice_ceiling, wide_share_ticks
from gui.charts.values import Axis, Bar, Bars, Chart, Empty, Heading, ReadOut, Row, Table
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.painting import fill_box, smooth_painter
from gui.look.scale import at_least, scaled_size, unscaled_rect
from gui.look.theme import current_theme
from gui.pages.ask.model import AskModel
from gui.parts.answer_card import AnswerCard
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    Spoken,
    add_actions,
    ask_text,
    empty_menu,
    filled,
    label,
    literal,
    menu_entry,
    menu_line,
    named,
    page_ground,
)
from gui.parts.chip_button import ChipButton, ChipFlow, chip_button
from gui.parts.detail_page import NO_CARDS
from gui.parts.help import help_chip
from gui.parts.table import Column, TableData, TableView
from gui.parts.text_entry import EntryField
from gui.state.context import PageContext, RunsModel
from gui.storage.player_files import OwnQuestions
from gui.words.answers import (
    contradiction,
    equity_or_dash,
    is_about_split,
    likeliest,
    sentence_of,
    subject_seat,
)
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import change_text, deals, interval, odds, percent

KINDS = {
    "who": "Who", "does": "What happens", "when": "When", "what": "What", "joint": "And, or", "not": "Not",
    "given": "Condition", "by": "Split", "add": "Add",
}  # fmt: skip
"""The kinds of words as titles of their chips, for tips and screen readers."""


def answer_headline(answer: QuestionAnswer) -> tuple[str, str]:
    """Return the probability as text, and the text after it: the interval and the odds.

    If only the split is of interest, they are those of the most likely value.
    """
    share, error, text = answer.probability, answer.stderr, "of the time"
    if is_about_split(answer):
        row = likeliest(answer)[0]
        share, error, text = row.probability, row.stderr, f"of the time {row.value}, most often"
    elif 0 < share < 1:
        text = f"of the time, {odds(share)}"
    error = error if answer.method == "sampled" else 0.0
    return percent(share, error), " ".join(filter(None, (interval(error), text)))


def equity_headline(view: AskView, answer: QuestionAnswer, seat: int) -> tuple[str, str]:
    """Return the equity of a seat as text, and the text after it: the interval and whose equity it is."""
    position, name = view.table.active_seats.index(seat), view.table.seats[seat].name
    error = answer.equity_stderr[position] if answer.equity else 0.0
    share = equity_or_dash(answer.equity, answer.equity_stderr, position)
    return share, " ".join(filter(None, (interval(error), f"equity of {name}")))


def answer_method_line(step: QuestionStep) -> str:
    """Return the method and the number of deals as text, and the progress while the run continues."""
    answer = step.answer
    reason = reason_words(step.reason, counted=step.reason.kind.startswith("exact"))
    parts = [reason[:1].upper() + reason[1:]]
    if answer is not None:
        parts.append(deals(answer.deals))
        if answer.given_probability < 1.0:
            share = percent(answer.given_probability, answer.given_stderr, exact_digits=1)
            parts.append(" ".join(filter(None, ("the condition holds in", share, interval(answer.given_stderr)))))
        if answer.equity_method != answer.method:
            parts.append(f"equities sampled from {deals(answer.equity_deals)}")
    if step.progress < 1.0:
        parts.append(f"{percent(step.progress, exact_digits=0)} done")
    return "; ".join(parts)


def reading_text(view: AskView, label: str, answer: QuestionAnswer) -> str:
    """Return the label of another reading with its probability, or with the equity if the question asks for one."""
    seat = view.equity_seat
    if seat in view.table.active_seats:
        position = view.table.active_seats.index(seat)
        return f"{label}: {equity_or_dash(answer.equity, answer.equity_stderr, position, exact_digits=1)}"
    return f"{label}: {percent(answer.probability, answer.stderr, exact_digits=1)}"


def equity_change_text(answer: QuestionAnswer, position: int) -> str:
    """Return by how many percentage points the event changes an equity, or a dash if there are no equities."""
    if not answer.equity:
        return "–"
    noise = Z95 * (answer.equity_stderr[position] ** 2 + answer.given_equity_stderr[position] ** 2) ** 0.5
    return change_text(answer.equity[position] - answer.given_equity[position], noise)


TITLE = "Breakdown"
EMPTY = Empty(TITLE, ("Add “by” and a breakdown to the question, such as “by turn rank”.",))
BAR, THICKEST = 0.7, 22.0
MIN_PLOT_HEIGHT, VALUE_HEIGHT = 60.0, 16.0
"""The minimum height of the plot, and the height of a value in it."""
LABEL_SPACE = 1.16
"""The length of the axis in multiples of the longest bar, which leaves space for the labels."""


def split_chart(view: AskView, answer: QuestionAnswer) -> Chart:
    """Return the chart of the split: horizontal bars, with the equity of :func:`subject_seat` to the right of each."""
    table, rows = view.table, answer.by
    seat = subject_seat(view)
    position = table.active_seats.index(seat)
    names = tuple(row.value for row in rows)
    bars = tuple(
        Bar(
            i, BAR, 0.0, 100 * row.probability, "accent", error=100 * Z95 * row.stderr,
            labels=(percent(row.probability, row.stderr),),
        )
        for i, row in enumerate(rows)
    )  # fmt: skip
    shares = tuple(equity_or_dash(row.equity, row.equity_stderr, position, exact_digits=1) for row in rows)
    top = nice_ceiling(LABEL_SPACE * max((100 * row.probability + 196 * row.stderr for row in rows), default=1.0))
    return Chart(
        _heading(view, answer, table.seats[seat].name),
        Axis(0.0, top, wide_share_ticks, f"probability; right: {table.seats[seat].name}’s equity"),
        Axis(-0.5, max(len(rows), 1) - 0.5, category_ticks(names), grid=False),
        (Bars(bars, lying=True, max_thickness=THICKEST),),
        _table(view, answer),
        read=lambda x, y: _read(view, answer, x, y),
        stops=tuple((top / 2, float(i)) for i in range(len(rows))),
        right=category_ticks(shares),
        down=True,
        min_height=max(MIN_PLOT_HEIGHT, VALUE_HEIGHT * len(rows)),
        hides=False,
    )


def _heading(view: AskView, answer: QuestionAnswer, name: str) -> Heading:
    """Return the heading of the chart of a split, in which ``name`` is the seat whose equities are stated."""
    table = view.table
    origin = f"exact over {deals(answer.deals)}"
    if answer.method == "sampled":
        origin = f"sampled, {deals(answer.deals)}, seed {table.run.seed}, whiskers 95 %"
    elif answer.equity_method == "sampled":
        origin += f"; equities sampled, {deals(answer.equity_deals)}, seed {table.run.seed}"
    about = (*inputs(table), f"Question: {view.text}")
    note = f"right: {name}’s equity in each case"
    return Heading(TITLE, brief(table), about, (note,), origin, file_stem(table, "ask"), always=False)


def _table(view: AskView, answer: QuestionAnswer) -> Table:
    """Return the data of the chart for export: a row per value, with the equities of all active seats."""
    names = [view.table.seats[seat].name for seat in view.table.active_seats]
    header = (
        "value",
        "probability",
        "stderr",
        *(f"{name} equity" for name in names),
        *(f"{name} stderr" for name in names),
    )
    blank = ("",) * len(names)
    rows = [
        (row.value, row.probability, row.stderr, *(row.equity or blank), *(row.equity_stderr or blank))
        for row in answer.by
    ]
    return header, rows


def _read(view: AskView, answer: QuestionAnswer, x: float, y: float) -> ReadOut | None:
    """Return the tip of the bar at a point of the chart, or None if there is no bar."""
    index = round(y)
    if not 0 <= index < len(answer.by):
        return None
    row = answer.by[index]
    rows = tuple(
        Row(seat, view.table.seats[seat].name, (_with_interval(row, i),))
        for i, seat in enumerate(view.table.active_seats)
    )
    share = " ".join(filter(None, (percent(row.probability, row.stderr, exact_digits=4), interval(row.stderr))))
    return ReadOut(f"{row.value}: {share}", rows, x, y, region=(0.0, 1e3, index - 0.5, index + 0.5))


def _with_interval(row: SplitValue, position: int) -> str:
    """Return the equity of an active seat if the event has a value, with its interval."""
    share = equity_or_dash(row.equity, row.equity_stderr, position)
    return " ".join(filter(None, (share, interval(row.equity_stderr[position]) if row.equity else "")))


class SentenceView(ChipFlow):
    """The question as a sentence of words, those with alternatives as chips with a menu.

    ``chosen`` is emitted with the text of another question.
    """

    chosen = Signal(str)
    suggested = Signal(str)

    def __init__(self, fits: Callable[[str], bool], parent: QWidget | None = None) -> None:
        """``fits`` returns True if a text is a valid question; the menus leave out all others."""
        super().__init__((), parent)
        self._fits = fits
        self._suggestions: tuple[str, ...] = ()
        self.words: tuple[SentenceWord, ...] = ()
        """The words on display."""
        self._menu = QMenu(self)
        self._menu.setObjectName("ask.choices")
        self._groups: dict[str, QMenu] = {}
        """The submenus by title."""
        self.setObjectName("ask.sentence")
        self.setAccessibleName("The question as a sentence")

    def show_words(self, words: tuple[SentenceWord, ...]) -> None:
        """Display another sentence; chips are only rebuilt if a label has changed."""
        if words == self.words and not self._suggestions:
            return
        if self._suggestions:
            self._suggestions, self.words = (), ()
        # Words with equal labels may have new choices, which their menus read from ``self.words`` when they open.
        old, self.words = self.words, words
        if [word.label for word in old] != [word.label for word in words]:
            self.set_chips([self._chip(index, word) for index, word in enumerate(words)])

    def show_suggestions(self, suggestions: tuple[str, ...]) -> None:
        """Display questions that work, instead of the sentence; ``suggested`` is emitted when one is clicked."""
        if suggestions != self._suggestions:
            self._suggestions = suggestions
            chips = [
                chip_button(
                    text, f"ask.suggestion{index}", self.suggested.emit, text, "Ask this", parent=self, key=text
                )
                for index, text in enumerate(suggestions)
            ]
            self.set_chips([label("Did you mean:", self, role=""), *chips])

    def _chip(self, index: int, word: SentenceWord) -> QWidget:
        """Return a word of the sentence: a chip with a menu of alternatives, or a label if it has none."""
        if not word.choices:
            return label(word.label, self, role="")
        title = f"{KINDS[word.kind]}: {word.label}"
        tip = "Choose an alternative"
        return chip_button(word.label, f"ask.word{index}", self._open, title, tip, parent=self, key=index)

    def _open(self, index: int) -> None:
        chip = self._chips[index]
        self.fill(index)
        self._menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))

    def fill(self, index: int) -> list[QAction]:
        """Fill the menu for a word, and return its entries and those of its submenus."""
        empty_menu(self._menu)
        for group in self._groups.values():
            group.deleteLater()
        self._groups, entries = {}, []
        for choice in self.words[index].choices:
            if not self._fits(choice.text):
                continue
            menu = self._menu
            if choice.group:
                menu = self._groups.get(choice.group) or self._group(choice.group)
            entries.append(menu_entry(menu, literal(choice.label), self.chosen.emit, choice.text))
        return entries

    def _group(self, title: str) -> QMenu:
        menu = QMenu(title, self._menu)
        self._menu.addMenu(menu)
        self._groups[title] = menu
        return menu

    def chips_of(self, kind: str) -> Sequence[ChipButton]:
        """Return the chips of the words of a kind."""
        pairs = zip(self._chips, self.words, strict=True)
        return [chip for chip, word in pairs if word.kind == kind and isinstance(chip, ChipButton)]


TIP = (
    "<b>How often</b> the event happens, among all deals that fit the hands and the condition, weighted by the ranges."
)
ASK_THIS = "Ask this"
WAITING = "Computing…"
STOPPED = "Stopped. Run (F5) continues."
NAME_PROMPT = "Name of the question"
MIN_CHART_HEIGHT = 160
BAR_HEIGHT = 12


class QuestionField(EntryField):
    """The input field for the text of the question."""

    def __init__(self, model: AskModel, parent: QWidget | None = None) -> None:
        super().__init__("ask.question", "Question", parent)
        self._model, self._text, self._read_as = model, "", ""
        self.entry.setPlaceholderText("how often does villain have top pair or better")
        filled(QVBoxLayout(self), self.entry, self.problem_line, spacing=2, margins=NO_MARGINS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_question(self, text: str, problem: Problem | None) -> None:
        """Display the current question and its problem, without replacing a text that the user is typing."""
        if text not in (self._text, self._read_as):  # a typed sentence is not replaced by its translation
            self._text, self._read_as = text, ""
            self.entry.show_text(text)
        self.show_standing(problem)

    def read(self, text: str) -> str:
        self._read_as = self._model.read(text)
        return self._read_as

    def ask(self, text: str) -> None:
        """Ask a sentence as if it had been typed."""
        self.entry.show_text(text)
        self.edited.emit(self.read(text), "")

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The sentences that are suggested for the typed text, () if it is understood."""
        return self._model.suggestions(self.entry.text()) if self.entry.problem is not None else ()


class ShareBar(Spoken):
    """A bar from 0 to 100 % that shows a probability and its 95 % interval."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "ask.bar", "How often")
        self._share: tuple[float, float] | None = None
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float | None, error: float = 0.0, *, stale: bool = False) -> None:
        """Display a probability with its standard error, or an empty bar for None."""
        self._share, self._stale = None if share is None else (share, error), stale
        self.setAccessibleName("How often: unknown" if share is None else f"How often: {percent(share, error)}")
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(200, BAR_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(80, BAR_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        box = unscaled_rect(self)
        fill_box(painter, box, theme.line, 4)
        if self._share is None:
            return
        share, error = self._share
        painter.setOpacity(0.4 if self._stale else 1.0)
        fill_box(painter, QRectF(box.left(), box.top(), box.width() * share, box.height()), theme.accent, 4)
        reach = Z95 * error
        if reach > 0:
            low, high = max(share - reach, 0.0), min(share + reach, 1.0)
            painter.setOpacity(0.6)
            band = QRectF(box.left() + box.width() * low, box.top() + 4, box.width() * (high - low), box.height() - 8)
            painter.fillRect(band, QColor(theme.text))


@dataclass(frozen=True, slots=True)
class AskSeatRow:
    """A row of the table of seats: an active seat, and its position among the active ones."""

    seat: int
    position: int
    name: str


def seat_equities_table(view: AskView, answer: QuestionAnswer, *, stale: bool) -> TableData[AskSeatRow]:
    """Return the table of the equity of each active seat, in all deals and in those with the event."""
    table = view.table
    rows = tuple(AskSeatRow(seat, index, table.seats[seat].name) for index, seat in enumerate(table.active_seats))
    columns: tuple[Column[AskSeatRow], ...] = (
        Column(
            "Seat", lambda row: row.name, "the seat", number=False, bold=True, swatch=lambda row: row.seat, wide=True,
            min_width=80,
        ),
        Column(
            "Before", lambda row: equity_or_dash(answer.given_equity, answer.given_equity_stderr, row.position),
            "average equity over all deals that fit the condition",
        ),
        Column(
            "After", lambda row: equity_or_dash(answer.equity, answer.equity_stderr, row.position),
            "average equity when the event happens", bold=True,
        ),
        Column(
            "Change", lambda row: equity_change_text(answer, row.position), "in percentage points",
            ink=lambda row: _ink(answer, row.position),
        ),
    )  # fmt: skip
    return TableData(columns, rows, stale=stale, key=lambda row: row.seat, padding=(14, 28))


def _ink(answer: QuestionAnswer, position: int) -> str:
    """Return the name of the colour of a change of equity."""
    change = answer.equity[position] - answer.given_equity[position] if answer.equity else 0.0
    return "better" if change > 0 else "worse" if change < 0 else "muted"


class QuestionsMenu(QMenu):
    """The menu of the shipped questions and the user's own; ``chosen`` is emitted with the text of one."""

    chosen = Signal(str)

    def __init__(self, own: OwnQuestions, model: AskModel, button: QWidget) -> None:
        super().__init__("Questions", button)
        self._button = button
        self.setObjectName("ask.questionsMenu")
        self._own, self._model = own, model
        self._remove = QMenu("&Remove a question", self)
        self._remove.setObjectName("ask.questionsMenu.remove")

    @Slot()
    def open(self) -> None:
        """Open the menu below its button."""
        self.fill()
        self.popup(self._button.mapToGlobal(self._button.rect().bottomLeft()))

    def fill(self) -> None:
        """Fill the menu with the current questions of the game."""
        empty_menu(self)
        empty_menu(self._remove)
        game = self._model.table.game
        own = self._own.of(game)
        for questions in (shipped_questions(game), own):
            for question in questions:
                self._add(self, question, self.chosen.emit, question.question)
            menu_line(self)
        for question in own:
            self._add(self._remove, question, self._own.remove, question)
        add_actions(self, "ask.questions", ("keep", "&Save this question…", self._on_keep))
        if own:
            self.addMenu(self._remove)

    def _add(self, menu: QMenu, question: NamedQuestion, handler: Callable[..., object], key: object) -> None:
        menu_entry(menu, literal(question.name), handler, key, tip=question.question)

    @Slot()
    def _on_keep(self) -> None:
        window = self._button.window()
        ask_text(window, "ask.questionName", "Save a question", NAME_PROMPT, self._model.text, self.keep)

    @Slot(str)
    def keep(self, name: str) -> None:
        """Save the current question under a name."""
        self._own.add(NamedQuestion(self._model.table.game, name, self._model.text))


class AskPage(Guarded, QWidget, RunsModel[AskModel]):
    """The page *Ask*: the question on top, then its answer, the seats, other readings, and the chart of the split."""

    run_changed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "ask", "Ask")
        page_ground(self)
        self._document = context.document
        self.model = AskModel(context.document, context.questions, self)
        context.session.changed.connect(self.model.ask_known)
        self.field = QuestionField(self.model, self)
        self.notice = label("", self, name="ask.notice", wrap=True)
        """The notices about the ranges in the question."""
        self.sentence = SentenceView(lambda text: self.model.problem_of(text) is None, self)
        self.card, self.bar = AnswerCard("ask.answer", "How often", "ask", TIP, self), ShareBar(self)
        self.view: TableView[AskSeatRow] = TableView("ask.seats", "Equity of each seat before and after the event")
        self.others = ChipFlow((), self)
        self._others_title = label("Read another way:", self, name="ask.othersTitle")
        self.chart = ChartView("ask", TITLE, EMPTY, context.session, self, menu="export")
        at_least(self.chart, height=MIN_CHART_HEIGHT)
        self._state: tuple[object, ...] = ()
        more = chip_button("questions ▾", "ask.questions", self._on_questions, "Questions", "Example questions")
        self.questions = QuestionsMenu(context.own_questions, self.model, more)
        rows = (
            ("stop", "Stop and keep the answer so far (Esc)", self.model.stop),
            ("refine", "Add deals until the error is half as large (F6)", self.model.refine),
            ("copy", "Copy question and answer as text", self._on_copy),
        )
        self.chips: dict[str, ChipButton] = {
            name: chip_button(name, f"ask.{name}", handler, name.capitalize(), tip) for name, tip, handler in rows
        }
        self.chips["help"] = help_chip("ask", "What you can ask, and how questions are read")
        head = filled(QHBoxLayout(), more, STRETCH, *self.chips.values(), spacing=4)
        question = head, self.field, self.notice, self.sentence
        parts = *question, self.card, self.bar, self.view, self._others_title, self.others
        layout = filled(QVBoxLayout(self), *parts, (self.chart, 1), spacing=6, margins=(12, 10, 12, 10))
        layout.addStretch(0)  # while there is no chart
        self.model.changed.connect(self._on_changed)
        self.field.edited.connect(self.model.write)
        self.sentence.chosen.connect(self.model.write)
        self.sentence.suggested.connect(self.field.ask)
        self.field.entry.problem_changed.connect(self._show_sentence)
        self.questions.chosen.connect(self.model.write)
        context.own_questions.message.connect(context.message)
        self._on_changed()

    @Slot()
    def _on_questions(self) -> None:
        self.questions.open()

    @Slot()
    def _on_changed(self) -> None:
        """Show the current state of the model."""
        model = self.model
        states = model.can_run, model.can_stop, model.can_refine
        if states != self._state:
            self._state = states
            self.run_changed.emit()
        self.chart.set_stale(stale=self.model.stale)
        # A hidden page is not rebuilt; ``showEvent`` calls this method again.
        if not self.isVisible():
            return
        self.chips["stop"].setEnabled(model.can_stop)
        self.chips["refine"].setEnabled(model.can_refine)
        text = model.text
        problem = model.problem_of(text)
        self.field.show_question(text, problem)
        notice = "; ".join(model.notices())
        self.notice.setText(notice)
        self.notice.setVisible(bool(notice))
        self._show_sentence()
        self._show_answer(problem)

    @Slot()
    def _show_sentence(self) -> None:
        """Show the question as a sentence, or suggested questions while the typed text is not understood."""
        suggestions = self.field.suggestions
        if suggestions:
            self.sentence.show_suggestions(suggestions)
        else:
            text = self.model.text
            self.sentence.show_words(() if self.model.calculation else sentence(text, self.model.table))

    def _show_answer(self, problem: Problem | None) -> None:
        """Show the answer, or why there is none: the ``problem`` of the question or another obstacle."""
        model = self.model
        calculation = model.calculation
        if calculation is not None:
            self.chips["copy"].setEnabled(True)
            self.card.show_answer(calculation.headline, calculation.note, calculation.sentence, "", stale=False)
            self.bar.show_share(calculation.share)
            self._show_details(None, None, stale=True)
            return
        view, stale = model.view, model.stale
        answer = view.step.answer if view is not None else None
        self.chips["copy"].setEnabled(answer is not None and not stale)
        obstacle, step = self._obstacle(problem), model.step if model.busy else None
        progress = answer_method_line(step) if step is not None else ""
        if view is None or answer is None or obstacle:
            waiting = WAITING if model.busy or model.pending else STOPPED
            explanation = contradiction(model.text, model.table) if obstacle and obstacle == model.failure else ""
            self.card.show_answer("", obstacle or waiting, explanation, "" if obstacle else progress, stale=True)
            self.bar.show_share(None)
            self._show_details(None, None, stale=True)
            return
        method = progress or answer_method_line(view.step)
        seat = view.equity_seat
        if seat is not None and seat in view.table.active_seats:
            head, rest = equity_headline(view, answer, seat)
            position = view.table.active_seats.index(seat)
            share = (answer.equity[position], answer.equity_stderr[position]) if answer.equity else (None, 0.0)
        else:
            head, rest = answer_headline(answer)
            share = answer.probability, answer.stderr
        self.card.show_answer(head, rest, sentence_of(view), method, stale=stale)
        self.bar.show_share(*share, stale=stale)
        self._show_details(view, answer, stale=stale)

    def _obstacle(self, problem: Problem | None) -> str:
        """Return the reason why the current question has no answer, or "" if there is one or it is being computed."""
        scenario: Scenario = self._document.scenario
        if not any(seat.plays for seat in scenario.seats):
            return NO_CARDS
        if problem is not None:
            return problem.message
        return self.model.failure

    def _show_details(self, view: AskView | None, answer: QuestionAnswer | None, *, stale: bool) -> None:
        """Show the seats, the chart of the split and the other readings of an answer; hide them if it is None."""
        shown = view is not None and answer is not None
        self.view.setVisible(shown)
        self.chart.setVisible(shown and bool(answer is not None and answer.by))
        if view is None or answer is None:
            self.chart.show_chart(None)
            self._show_others((), stale=True)
            return
        self.view.show_table(seat_equities_table(view, answer, stale=stale))
        self.view.setFixedHeight(self.view.height_of(len(self.view.rows)))
        make = (lambda _: split_chart(view, answer)) if answer.by else None
        self.chart.show_chart(make, stale=stale, unfinished=self.model.busy)
        self._show_others(tuple((r.text, reading_text(view, r.label, other)) for r, other in view.others), stale=stale)

    def _show_others(self, others: Sequence[tuple[str, str]], *, stale: bool) -> None:
        """Offer the other readings of the question, each with its answer."""
        self._others_title.setVisible(bool(others))
        self.others.setVisible(bool(others))
        chips = []
        for index, (text, line) in enumerate(others):
            tip = f"Ask {text} instead"
            chip = chip_button(line, f"ask.other{index}", self.model.write, line, tip, parent=self.others, key=text)
            chip.setEnabled(not stale)
            chips.append(chip)
        self.others.set_chips(chips)

    @Slot()
    def _on_copy(self) -> None:
        view, calculation = self.model.view, self.model.calculation
        if calculation is not None:
            QGuiApplication.clipboard().setText(f"{calculation.text}: {calculation.sentence}\n")
        elif view is not None:
            QGuiApplication.clipboard().setText(f"{view.text}: {sentence_of(view)}\n")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.watch(on=True)
        self._on_changed()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.watch(on=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sentence.refresh()


def ask_page(context: PageContext) -> BuiltPage:
    """Build the page, and list its charts that can be exported."""
    page = AskPage(context)
    return page, (ExportItem("ask", TITLE, page, page.chart),)
