"""The page *Trainer*: a spot, a field for the answer, the explanation of the right answer, and the score.

The keyboard is enough: type a number (or the beginning of an action), Enter answers, Enter again continues.
"""

from collections.abc import Iterator
from functools import partial
from math import isclose

from PySide6.QtCore import QLocale, QObject, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine import CancelToken, Game, Scenario, ScenarioError
from engine.ranges.orders import Order
from engine.table.slots import holds_range
from engine.trainer.packs import Pack, SpotRange, shipped_packs
from engine.trainer.questions import ActionOption, SpotQuestion, option_of
from engine.trainer.record import (
    DEFAULT_LEVEL,
    LEVELS,
    OWN_PACK,
    RENAMED_PACKS,
    ActionChoice,
    Answer,
    Guess,
    PackScore,
    TrainingRecord,
)
from engine.trainer.spots import Source, own_pack, questions
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least, fix, keep_lines, px
from gui.pages.trainer.spot_view import SpotView
from gui.pages.trainer.tables import (
    EMPTY,
    MIN_DIFFERENCE,
    AnswerBar,
    WhyRow,
    bar_marks,
    level_text,
    of_pot,
    packs_table,
    points,
    score,
    score_chart,
    why_table,
)
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    combo_box,
    filled,
    label,
    named,
    offer,
    page_ground,
    push_button,
    spin_margins,
    stacked,
    tab_in_order,
)
from gui.parts.chip_button import ChipButton, ChipFlow
from gui.parts.choice_bar import ChoiceBar
from gui.parts.page_scroll import scroll_to
from gui.parts.table import TableView
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.storage.library import Library
from gui.storage.player_files import Training
from gui.storage.settings import Settings
from gui.words.formatting import NO_BREAK, chip_count, chips, describe_problem, interval, percent, signed_chips

ASK = "What is {what}?"
MAX_HINTS = 5
"""After this number of answers the texts no longer explain the keys."""
TYPE_NUMBER, TYPE_ACTION, GO_ON = (
    " Type a number and press Enter.",
    " Type its number or first letters and press Enter.",
    " Enter: next.",
)
EQUITY, RANGE_EQUITY = "your equity", "the equity of your whole range against {other}"
PRICE = "Villain ({other}) shoves {bet} into a pot of {before}. {options}?"
PLAYED = "Pot {pot}, {bet} to call. {options}, if the hand is checked down from here?"
ACT = "Pot {pot}{call}. What is the best action of {name} with this hand?"
AGAIN = "You missed this spot before. "
DRAWING = "Dealing the next spot …"
UNTOUCHED = "Type a number or move the slider first; the Answer button takes the number as it is."
UNREAD = "Type a number from 1 to {count}, or the first letters of an action: {names}."
WHOLE = 100.0
FIRST_GUESS = 50.0
STEP = 1.0
MIN_SIDE_HEIGHT, MIN_SIDE_WIDTH, CHOICE_WIDTH = 88, 190, 44
SIDE_BY_SIDE_WIDTH = 800
"""Width of the page from which two ranges are next to each other."""
OTHER_WIDTH = 40
"""The change of the width, in pixels at 100 %, after which questions are measured again."""
MAX_OPTIONS, QUESTION_LINES, ANSWER_LINES = 9, 2, 3
LEVEL_TIP = "A larger error is a miss: it ends the streak, and the spot comes back later. Set separately for each pack"
PACK_TIP = "The kind of spots; each pack has its own score"
END_QUIZ_TIP = "End this quiz and return to the packs"
TABLE_TIP = "Put this spot on the table; Undo brings your table back"
WHY, ERRORS, PACKS = "why", "errors", "packs"
SIDES = {WHY: "breakdown", ERRORS: "errors", PACKS: "all packs"}


ON_TABLE = "Trainer spot"


class TrainerModel(QObject):
    """The state of the page: the current question and answer. It requests questions and records answers.

    :attr:`changed` is emitted after every change.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        library: Library,
        training: Training,
        asking: Questions,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._library, self.training, self._settings = document, library, training, settings
        self._answers: Answers[SpotQuestion] = Answers(asking.apart("trainer"), "spot", self)
        self._answers.changed.connect(self._on_answer)
        training.quiz_changed.connect(self.go_on)
        training.played_changed.connect(self._on_played)
        self._number = 0
        self._used: set[str] = set()
        """The lines of the spots that have been displayed since the start of the program."""
        self.question: SpotQuestion | None = None
        self.answer: Answer | None = None
        """The player's answer, or None before it."""
        self.problem = ""
        """The reason why there is no question, or ""."""

    @property
    def game(self) -> Game:
        """The game of the questions: of the quiz if there is one, otherwise of the table."""
        quiz = self.training.quiz
        return self._document.scenario.game if quiz is None else quiz.game

    @property
    def packs(self) -> tuple[str, ...]:
        """The names of all packs of the game."""
        played = (source.name for source in self.training.played if source.game == self.game)
        return (*(pack.name for pack in shipped_packs() if pack.game == self.game), OWN_PACK, *played)

    @property
    def pack(self) -> str:
        """The name of the current pack."""
        quiz = self.training.quiz
        if quiz is not None:
            return quiz.name
        chosen = self._settings.trainer_packs.get(self.game, "")
        chosen = RENAMED_PACKS.get(chosen, chosen)
        return chosen if chosen in self.packs else self.packs[0]

    @property
    def note(self) -> str:
        """The lesson of the pack, or ""."""
        return next((pack.note for pack in shipped_packs() if (pack.game, pack.name) == (self.game, self.pack)), "")

    @property
    def chooses(self) -> bool:
        """Whether the pack asks for actions instead of equities."""
        return (self.game, self.pack) in self.action_packs

    @property
    def action_packs(self) -> frozenset[tuple[str, str]]:
        """The (game, pack) that ask for actions: of the current sources and of recorded answers."""
        sources = [*self.training.played, *([] if self.training.quiz is None else [self.training.quiz])]
        packs = {(source.game, source.name) for source in sources if not isinstance(source, Pack)}
        packs |= {
            (answer.game, answer.pack) for answer in self.training.record.guesses if isinstance(answer, ActionChoice)
        }
        return frozenset(packs | {(pack.game, pack.name) for pack in shipped_packs() if pack.asks != "equity"})

    @property
    def level(self) -> int:
        """The index in ``LEVELS`` of the level of the current pack."""
        return self.level_of(self.game, self.pack)

    def level_of(self, game: Game, pack: str) -> int:
        """Return the index in ``LEVELS`` of the level of a pack."""
        levels = self._settings.trainer_levels
        names = [pack, *(old for old, new in RENAMED_PACKS.items() if new == pack)]
        text = next((levels[key] for name in names if (key := f"{game} {name}") in levels), "")
        return int(text) if text.isdecimal() and int(text) < len(LEVELS) else DEFAULT_LEVEL

    def choose_level(self, level: int) -> None:
        """Set the level of the current pack: the largest error that is no miss."""
        self._settings.trainer_levels = {**self._settings.trainer_levels, f"{self.game} {self.pack}": str(level)}
        self.changed.emit()

    @property
    def tally(self) -> PackScore:
        """The score of the current pack."""
        return self.training.record.score(self.game, self.pack)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The recorded answers to the current pack, oldest first."""
        return self.training.record.of(self.game, self.pack)

    @property
    def drawing(self) -> bool:
        """Whether the next question is being computed."""
        return self.question is None and not self.problem

    @property
    def orders(self) -> tuple[Order, ...]:
        """The custom orders of hands of the player."""
        return tuple(self._document.orders)

    def choose(self, pack: str) -> None:
        """Change to another pack, which also ends a quiz."""
        self._settings.trainer_packs = {**self._settings.trainer_packs, self.game: pack}
        if self.training.quiz is not None:
            self.training.set_quiz(None)
        else:
            self.go_on()

    def follow_game(self) -> None:
        """Draw a question unless the current one is of the current game. Called when the page is displayed."""
        if self.question is None or self.question.spot.game != self.game:
            self.go_on()

    @Slot()
    def _on_played(self) -> None:
        """React to another list of played hands, of which packs are made: draw a new question if its pack has gone."""
        outdated = self._number > 0 if self.question is None else self.question.pack != self.pack
        if outdated and self.answer is None:
            self.go_on()
        else:
            self.changed.emit()

    @Slot()
    def go_on(self) -> None:
        """Draw the next question."""
        # The number identifies the request, so that an answer to an earlier one is dropped.
        self._answers.forget()
        self._number += 1
        self.question, self.answer, self.problem = None, None, ""
        self.changed.emit()
        arguments = self._source(), self.training.record, self.orders, self.level, frozenset(self._used)
        self._answers.ask(self._number, partial(_questions, *arguments))

    def guess(self, share: float) -> None:
        """Answer with a guess of the equity, 0 to 1. Ignored if there is no open question."""
        if self.question is not None and self.answer is None:
            self._record(self.question.guessed(share))

    def choose_option(self, option: ActionOption) -> None:
        """Answer with an option. Ignored if there is no open question."""
        if self.question is not None and self.answer is None:
            self._record(self.question.chosen(option))

    def _record(self, answer: Answer) -> None:
        self.answer = answer
        self.training.add(answer)
        self.changed.emit()

    def put_on_table(self) -> None:
        """Put the spot on the table, as one step of undo."""
        if self.question is not None:
            self._document.open(self.question.spot, None, saved=False, text=ON_TABLE, repeatable=True)

    def _source(self) -> "Source | _CustomPack":
        """Return the source of the next questions: the quiz, the selected pack, or one of the user's own ranges."""
        quiz = self.training.quiz
        if quiz is not None:
            return quiz
        sources = (*shipped_packs(), *self.training.played)
        pack = next((one for one in sources if (one.game, one.name) == (self.game, self.pack)), None)
        return pack if pack is not None else _CustomPack(self._library, self.game)

    @Slot()
    def _on_answer(self) -> None:
        """Take up the question that has been drawn, or the error of drawing it."""
        question, error = self._answers.latest.current, self._answers.latest.error
        if error is not None and self.question is None:
            if isinstance(error, ScenarioError):
                self.problem = f"This spot cannot be computed: {describe_problem(error.problems[0])}."
            else:
                self.problem = f"{str(error)[:1].upper()}{str(error)[1:]}."
            self.changed.emit()
        elif question is not None and question is not self.question:
            self.question = question
            self._used.add(question.line)
            self.changed.emit()


class _CustomPack:
    """The player's custom ranges of a game."""

    def __init__(self, library: Library, game: Game) -> None:
        self.game = game
        self.custom = tuple(SpotRange(entry.name, entry.text) for entry in library.own if entry.game == game)


def _questions(
    source: "Source | _CustomPack",
    record: TrainingRecord,
    orders: tuple[Order, ...],
    level: int,
    used: frozenset[str],
    cancel: CancelToken,
) -> Iterator[SpotQuestion]:
    # Runs in the worker thread, where building the pack of all custom ranges does not block the window.
    if isinstance(source, _CustomPack):
        source = own_pack(source.game, source.custom)
    return questions(source, record, orders, cancel, level=level, used=used)


class TrainerPage(Guarded, QWidget):
    """Displays the state of a :class:`TrainerModel`; ``chart``: the errors over time."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "trainer", "Trainer")
        page_ground(self)
        sources = context.document, context.library, context.training, context.questions, context.settings
        self.model = TrainerModel(*sources, self)
        self.pack = combo_box("trainer.pack", "Pack", self._on_pack, PACK_TIP)
        self.pack.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.level = combo_box("trainer.level", "Largest error that is not a miss", self._on_level, LEVEL_TIP)
        self.level.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._quiz = label(name="trainer.quiz", role="", wrap=True)
        self._end_quiz = push_button("All packs", "trainer.endQuiz", self._on_end_quiz, END_QUIZ_TIP)
        self._table = push_button("To table", "trainer.table", self.model.put_on_table, TABLE_TIP)
        self.score = label(name="trainer.score", role="muted", wrap=True)
        self.question = label(name="trainer.question", role="title", wrap=True)
        self.view = SpotView(self)
        self.entry = spin_margins(named(QDoubleSpinBox(self), "trainer.guess", "Your guess of the equity, in percent"))
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), "trainer.slider", "Your guess, slider")
        self.choice = named(QLineEdit(self), "trainer.choice", "Your action: its number or first letters")
        self.options = [ChipButton("", self) for _ in range(MAX_OPTIONS)]
        self._go = push_button("Guess", "trainer.go", self._on_enter, "Enter")
        self.answer = label(name="trainer.answer", role="title", wrap=True)
        keep_lines(self.question, QUESTION_LINES)
        self.question.setAlignment(Qt.AlignmentFlag.AlignTop)
        keep_lines(self.answer, ANSWER_LINES)
        self.answer.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.bar = AnswerBar(self)
        self.why = TableView[WhyRow]("trainer.why", "Breakdown of the answer")
        self.packs = TableView[PackScore]("trainer.packs", "Scores of all packs")
        self.chart = ChartView("score", "Errors over time", EMPTY, context.session, menu="export")
        self._displayed: SpotQuestion | None = None
        self._question_width = 0
        self._touched = False
        """Whether the player has chosen the number, by typing or with the slider."""
        self._layout_timer = QTimer(self, singleShot=True)
        """Fires when the layout of texts that have just been set is done."""
        self._layout_timer.timeout.connect(self._reveal)
        self._prepare_fields()
        self._lay_out()
        self.view.show_spot(None, None, ())
        self.model.changed.connect(self._on_changed)
        context.document.changed.connect(self._on_document_changed)
        context.training.changed.connect(self._show_score)

    def _prepare_fields(self) -> None:
        """Set up the fields of a guess: number, slider, name of an option, and chips of the options."""
        self.entry.setLocale(QLocale.c())
        self.entry.setRange(0.0, WHOLE)
        self.entry.setDecimals(1)
        self.entry.setSingleStep(STEP)
        self.entry.setValue(FIRST_GUESS)
        self.entry.setSuffix(f"{NO_BREAK}%")
        self.entry.lineEdit().textEdited.connect(self._on_touched)
        self.entry.lineEdit().returnPressed.connect(self._on_returned)
        self.slider.setRange(0, int(WHOLE))
        self.slider.setValue(int(FIRST_GUESS))
        self.slider.valueChanged.connect(self.entry.setValue)
        self.entry.valueChanged.connect(self._on_typed)
        self.choice.returnPressed.connect(self._on_enter)
        fix(self.choice, width=CHOICE_WIDTH)
        for number, chip in enumerate(self.options):
            named(chip, f"trainer.option{number + 1}", f"Option {number + 1}")
            chip.hide()
            chip.clicked.connect(Keyed(chip, self._on_option, number).plain)

    def _lay_out(self) -> None:
        """Lay out the question with its fields on the left, the ranges on the right, and the order of the tab key."""
        top = (self.pack, (self._quiz, 4), self.level, STRETCH, self._end_quiz, self._table)
        self._by_name = QWidget(self)
        chips = ChipFlow(self.options, self)
        filled(QHBoxLayout(self._by_name), self.choice, (chips, 1), spacing=4, margins=NO_MARGINS)
        self._fields = stacked(self.entry, self._by_name)
        self._fields.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        below = stacked(self.why, self.chart, self.packs)
        for view in (self.why, self.chart, self.packs):
            at_least(view, width=MIN_SIDE_WIDTH, height=MIN_SIDE_HEIGHT)
        self._sides = ChoiceBar("trainer.side", "Below", SIDES, self, on=WHY, views=below)
        fields = filled(QHBoxLayout(), (self._fields, 1), self._go, spacing=8, margins=NO_MARGINS)
        # The spots differ in height: below the fields they do not move these from one question to the next.
        items = (fields, self.slider, self.bar, self.answer, self.view, self._sides, (below, 1))
        left = filled(QVBoxLayout(), *items, spacing=8, margins=NO_MARGINS)
        boxes = ((box, 1) for box in self.view.ranges)
        self._right = filled(QBoxLayout(QBoxLayout.Direction.TopToBottom), *boxes, spacing=8, margins=NO_MARGINS)
        self._both = filled(QHBoxLayout(), (left, 1), (self._right, 1), spacing=12, margins=NO_MARGINS)
        parts = (filled(QHBoxLayout(), *top, spacing=8, margins=NO_MARGINS), self.question, (self._both, 1), self.score)
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 10))
        above = self.pack, self.level, self._end_quiz, self._table
        tab_in_order(*above, self.entry, self.choice, *self.options, self._go, self.slider)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the ranges next to each other if the page is wide enough, so that their matrices can be read."""
        super().resizeEvent(event)
        wide = self.width() >= px(SIDE_BY_SIDE_WIDTH)
        self._right.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._both.setStretchFactor(self._right, 2 if wide else 1)

    @Slot(int)
    def _on_pack(self, index: int) -> None:
        self.model.choose(self.pack.itemText(index))
        self._take_focus()

    @Slot(int)
    def _on_level(self, index: int) -> None:
        self.model.choose_level(index)
        self._take_focus()

    @Slot()
    def _on_end_quiz(self) -> None:
        self.model.training.set_quiz(None)
        self._take_focus()

    @Slot()
    def _on_touched(self) -> None:
        self._touched = True

    @Slot()
    def _on_returned(self) -> None:
        """Answer with the number, unless the player has not changed it yet: then Enter was pressed too early."""
        if self.model.question is not None and self.model.answer is None and not self._touched:
            self.answer.setText(UNTOUCHED)
            self.entry.selectAll()
            self._layout_timer.start()
        else:
            self._on_enter()

    @Slot()
    def _on_enter(self) -> None:
        """Answer with the named option or the typed number; if the question is answered, go on to the next one."""
        model, question = self.model, self.model.question
        if question is not None and model.answer is None and question.options:
            option = option_of(self.choice.text(), question.options)
            if option is None:
                names = ", ".join(each.name for each in question.options)
                self.answer.setText(UNREAD.format(count=len(question.options), names=names))
            else:
                model.choose_option(option)
        elif question is not None and model.answer is None:
            self.entry.interpretText()
            model.guess(self.entry.value() / WHOLE)
        elif not model.drawing:
            model.go_on()
        self._take_focus()
        self._layout_timer.start()

    def _on_option(self, number: int) -> None:
        question = self.model.question
        if question is not None and number < len(question.options):
            self.model.choose_option(question.options[number])
            self._take_focus()
            self._layout_timer.start()

    @Slot()
    def _reveal(self) -> None:
        """Scroll to the answer, or back to the question."""
        scroll_to(self.question if self.model.answer is None and not self.answer.text() else self.answer)

    def _take_focus(self) -> None:
        """Focus the field for the answer and select its text, so that the player can type without a click."""
        field = self.choice if self._fields.currentWidget() is self._by_name else self.entry
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    @Slot(float)
    def _on_typed(self, value: float) -> None:
        self._touched = self._touched or value != FIRST_GUESS  # Enter also emits an unchanged value
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value))

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game and self.isVisible():
            self.model.follow_game()

    @Slot()
    def _on_changed(self) -> None:
        """Show the state of the model: pack, level, question, spot, answer and score."""
        model, question, quiz = self.model, self.model.question, self.model.training.quiz
        for widget in (self._quiz, self._end_quiz):
            widget.setVisible(quiz is not None)
        self.pack.setVisible(quiz is None)
        self._quiz.setText((quiz.title or quiz.name) if quiz is not None else "")
        offer(self.pack, model.packs)
        self.pack.setCurrentIndex(model.packs.index(model.pack) if model.pack in model.packs else -1)
        chooses = model.chooses
        offer(self.level, [level_text(level, chooses=chooses) for level in range(len(LEVELS))])
        self.level.setCurrentIndex(model.level)
        self.pack.setToolTip(f"{PACK_TIP}\n{model.note}".strip())
        # The previous spot stays visible until the next one has been drawn, which can take a while.
        if question is None and model.drawing:
            self.question.setText(DRAWING)
            self._set_open(guessing=False)
            self._go.setEnabled(False)
            return
        # Other changes, such as another level, leave a number that is being typed alone.
        if question is None or self._displayed is None or question.spot is not self._displayed.spot:
            self._reset_fields(question)
            self._layout_timer.start()
        self._displayed = question
        snapshot = question.snapshot if question is not None and model.answer is not None else None
        self.view.show_spot(question.spot if question is not None else None, snapshot, model.orders)
        self.question.setText(self._hinted(question_text(question), question) if question is not None else "")
        self._set_open(guessing=question is not None and model.answer is None)
        self._go.setEnabled(True)
        self._table.setEnabled(question is not None)
        self._show_answer()
        self._show_score()
        self._keep_question()

    def _keep_question(self) -> None:
        """Reserve the height of the longest question so far in about this width, so that the fields do not move."""
        width = self.question.width()
        if abs(width - self._question_width) > px(OTHER_WIDTH):  # not by a scroll bar that comes or goes
            self._question_width = width
            keep_lines(self.question, QUESTION_LINES)
        height = max(self.question.minimumHeight(), self.question.heightForWidth(width))
        self.question.setMinimumHeight(height)

    def _reset_fields(self, question: SpotQuestion | None) -> None:
        """Prepare the fields for a question: a number, or the names of its options."""
        focused = any(widget.hasFocus() for widget in (self.entry, self.choice, self._go, *self.options))
        options = question.options if question is not None else ()
        self._fields.setCurrentWidget(self._by_name if options else self.entry)
        self.entry.setValue(FIRST_GUESS)
        self._touched = False
        self.choice.clear()
        self.slider.setVisible(not options)
        for number, chip in enumerate(self.options):
            chip.setVisible(number < len(options))
            if number < len(options):
                chip.setText(f"{number + 1}  {options[number].name}")
                chip.setAccessibleName(f"Option {number + 1}: {options[number].name}")
        if focused:
            self._take_focus()
        self.entry.selectAll()

    def _set_open(self, *, guessing: bool) -> None:
        """Open the fields for an answer, or lock them so that the button and Enter continue."""
        self.entry.setReadOnly(not guessing)
        self.choice.setReadOnly(not guessing)
        self.slider.setEnabled(guessing)
        for chip in self.options:
            chip.setEnabled(guessing)
        self._go.setText("Answer" if guessing else "Next")
        self._go.setAccessibleName(self._go.text())

    def _hinted(self, text: str, question: SpotQuestion | None = None) -> str:
        """Return a text followed by the keys to press next, for a player with few answers.

        ``question``: the open question, None if it has been answered.
        """
        if self.model.training.record.given > MAX_HINTS:
            return text
        return text + (GO_ON if question is None else TYPE_ACTION if question.options else TYPE_NUMBER)

    def _show_answer(self) -> None:
        model, question, answer = self.model, self.model.question, self.model.answer
        if question is None or answer is None:
            self.answer.setText(model.problem)
            self.bar.show_equity(None)
        else:
            text = self._hinted(feedback_text(question, answer))
            self.answer.setText(text)
            self.bar.show_equity(question.equity, bar_marks(question, answer), text)
        self.why.show_table(why_table(question, answer))

    @Slot()
    def _show_score(self) -> None:
        model = self.model
        answers, tally = model.answers, model.tally
        self.score.setText(score(tally, answers, model.level))
        self.chart.show_chart(partial(score_chart, answers, tally, model.level) if answers else None)
        self.packs.show_table(packs_table(model.training.record.scores, model.action_packs, model.level_of))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.follow_game()
        self._show_score()
        if not event.spontaneous():
            self._take_focus()


def trainer_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = TrainerPage(context)
    return page, (ExportItem("score", "Errors over time", page, page.chart),)


def question_text(question: SpotQuestion) -> str:
    """Return the text of a question."""
    again = AGAIN if question.again else f"{question.about}. " if question.about else ""
    hero, other = (seat.name for seat in question.spot.seats[:2])
    if not question.options:
        return again + ASK.format(what=RANGE_EQUITY.format(other=other) if holds_range(question.spot, 0) else EQUITY)
    if any(option.frequency is not None for option in question.options):
        call = f", {chip_count(question.bet)} to call" if question.bet > 0 else ""
        return again + ACT.format(pot=chip_count(question.pot), call=call, name=hero)
    names = [option.name for option in question.options]
    options = " or ".join(names)
    bet, options = chip_count(question.bet), options[:1].upper() + options[1:]
    if question.about:
        return again + PLAYED.format(pot=chip_count(question.pot), bet=bet, options=options)
    before = chips(question.pot - question.bet)
    return again + PRICE.format(before=before, other=other, bet=bet, options=options)


def feedback_text(question: SpotQuestion, answer: Answer) -> str:
    """Return the right answer and how good the player's answer is."""
    if isinstance(answer, Guess):
        error = answer.signed
        wrong = f"{points(abs(error))} too {'high' if error > 0 else 'low'}"
        # A guess has one decimal: of an equity of 6.75 %, 6.7 and 6.8 are both as near as can be.
        off = "exactly right" if abs(error) < MIN_DIFFERENCE or isclose(abs(error), MIN_DIFFERENCE) else wrong
        head = f"{percent(question.equity, question.stderr)} {interval(question.stderr)}".strip()
        return f"{head}: your guess of {percent(answer.guess, exact_digits=1)} was {off}."
    best = question.best
    chosen = next(option for option in question.options if option.name == answer.choice)
    if answer.loss > 0:
        lost = chip_count(round(best.ev - chosen.ev, 2))
        head = f"{chosen.name} loses {lost} of EV ({of_pot(answer.loss)}). Best: {best.name}, {_ev(best)}."
    elif chosen.frequency is not None and chosen is not best:
        head = f"Right: {chosen.name} is as good as {best.name}, {_ev(best)}."
    else:
        head = f"Right: {chosen.name}, {_ev(chosen)}."
    did = f" In the hand you {question.did}." if question.did else ""
    return f"{head[:1].upper()}{head[1:]} {_price_text(question)}{did}"


def _ev(option: ActionOption) -> str:
    amount = round(option.ev, 2)
    return f"EV {signed_chips(amount)} chips" if amount else "EV 0"


def _price_text(question: SpotQuestion) -> str:
    if question.bet <= 0:
        return f"All-in equity: {percent(question.equity, exact_digits=1)}."
    have, need = (percent(value, exact_digits=1) for value in (question.equity, question.needed))
    return f"You need {need} equity to call and have {have}."
