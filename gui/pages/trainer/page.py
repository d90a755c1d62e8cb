"""The page *Trainer*: a spot, a field for the guess, the answer, and the score over time.

The keys alone are enough: a number and Enter guess, Enter goes on.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QLocale, QObject, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from engine import GAMES, CancelToken, Estimate, Scenario, ScenarioError, Snapshot, problems, run
from engine.cards import card_text
from engine.formats.one_line import format_line
from engine.ranges.orders import Order
from engine.table.hand_texts import UNKNOWN, plain_cards
from engine.table.slots import card_of_token, rank_of_token, seat_cards, seat_slot_texts
from engine.training.record import RECENT, Guess, Record, running_means
from engine.training.spots import NoSpotError, SpotRange, flop_spot, random_spot
from gui.charts.ticks import Tick, count_ticks, nice_ceiling, percent_ticks
from gui.charts.values import Axis, Chart, Empty, Heading, Key, Line, Mark, Points, ReadOut, Row, Table
from gui.charts.view import ChartView
from gui.export.files import ExportItem
from gui.look.formatting import NO_BREAK, count, describe_problem, interval, percent
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import at_least, fix, scaled_size
from gui.look.theme import current_look, current_theme
from gui.parts.build import NO_MARGINS, filled, label, named, page_ground, push_button, spin_margins
from gui.parts.card_face import CardFace, paint_card
from gui.parts.spoken import Spoken
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.state.library import Library
from gui.state.player_files import Training

ASK = "What is the equity of {name}? Type a number and press Enter."
AGAIN = "You have missed this one before. "
COMPUTING = "Your guess is {guess}. The equity is being computed …"
EXACT_GUESS = 0.0005
"""Errors below a twentieth of a point are none."""

ON_TABLE = "Spot of the trainer"

WHOLE = 100.0
FIRST_GUESS = 50.0
UNTOUCHED = "Type a number first, or move the slider; the button takes the number as it stands."
STEP = 1.0
LOWEST_CHART = 140
CARD = QSize(40, 54)
GAP = 5
LONGEST_TEXT = 160
"""Characters of a range that are displayed; the tool tip has all."""
END_QUIZ_TIP = "Draw spots of all ranges again"
TABLE_TIP = "Put this spot on the table; undo brings the table back"


class CardLine(Spoken):
    """Paints cards side by side."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        named(self, name, title)
        self.faces: tuple[CardFace, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fix(self, height=CARD.height())

    def show_faces(self, faces: Sequence[CardFace], words: str) -> None:
        """Show cards; ``words`` say to screen readers what they are."""
        self.faces = tuple(faces)
        self.setAccessibleDescription(words)
        self.setVisible(bool(faces))
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(7 * (CARD.width() + GAP), CARD.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        for i, face in enumerate(self.faces):
            area = QRectF(i * (CARD.width() + GAP), 0, CARD.width(), CARD.height())
            paint_card(painter, area, face, current_look())


class SpotView(Guarded, QWidget):
    """Shows a spot of two seats."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "trainer.spot", "Spot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._spot: Scenario | None = None
        self.board_title = label("Board", name="trainer.boardTitle")
        self.board = CardLine("trainer.board", "Board")
        self.names = [label(name=f"trainer.seat{i}.name", role="title", wrap=True) for i in range(2)]
        self.cards = [CardLine(f"trainer.seat{i}.cards", f"Cards of seat {i + 1}") for i in range(2)]
        self.texts = [label(name=f"trainer.seat{i}.text", role="", wrap=True) for i in range(2)]
        seats = [part for row in zip(self.names, self.cards, self.texts, strict=True) for part in row]
        filled(QVBoxLayout(self), *seats, self.board_title, self.board, spacing=4, margins=NO_MARGINS)

    def show_spot(self, spot: Scenario | None) -> None:
        """Show a spot; None: nothing."""
        self._spot = spot
        self.setVisible(spot is not None)
        if spot is None:
            return
        for seat in range(2):
            self._show_seat(spot, seat)
        cards = plain_cards(spot.board) or ()
        self.board_title.setVisible(bool(cards))
        self.board.show_faces([_face(card_text(card)) for card in cards], spot.board)

    def _show_seat(self, spot: Scenario, seat: int) -> None:
        text, tint = spot.seats[seat].cards, current_theme().seat(seat).name()
        tokens = _tokens(spot, seat)
        faces = [_face(token, tint) for token in tokens]
        by_choice = any(face.kind == "choice" for face in faces)  # parentheses are in the text alone
        self.names[seat].setText(f"{spot.seats[seat].name}: {text}" if by_choice else spot.seats[seat].name)
        self.cards[seat].show_faces(faces, text)
        self.texts[seat].setText(text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…")
        self.texts[seat].setToolTip(text)
        self.texts[seat].setVisible(not tokens)

    def customEvent(self, event: QEvent) -> None:
        self.show_spot(self._spot)


def _tokens(spot: Scenario, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat one by one, none where it holds a range of hands."""
    if GAMES[spot.game].stud:
        texts = seat_slot_texts(spot, seat) or ()
        known = [i for i, text in enumerate(texts) if text != UNKNOWN]
        return tuple(texts[: known[-1] + 1]) if known else ()
    return tuple(card_text(card) for card in seat_cards(spot, seat) or ())


def _face(token: str, tint: str = "") -> CardFace:
    if token == UNKNOWN:
        return CardFace("down")
    if rank_of_token(token) is None and plain_cards(token) is None:
        return CardFace("choice", token.strip("[]"), tint=tint)
    rank, suit = card_of_token(token)
    return CardFace("card", rank, suit, tint=tint)


class TrainerPage(Guarded, QWidget):
    """Shows the state of a :class:`TrainerModel`; ``chart`` is that of the score."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "trainer", "Trainer")
        page_ground(self)
        self.model = TrainerModel(context.document, context.library, context.training, context.questions, self)
        self.view = SpotView(self)
        self.question = label(name="trainer.question", role="title", wrap=True)
        self.answer = label(name="trainer.answer", role="title", wrap=True)
        self.score = label(name="trainer.score", role="", wrap=True)
        self.entry = named(QDoubleSpinBox(self), "trainer.guess", "Your guess of the equity in percent")
        self.slider = named(QSlider(Qt.Orientation.Horizontal, self), "trainer.slider", "Your guess, by hand")
        self._go = push_button("Guess", "trainer.go", self._on_enter, "Enter does it, too")
        self._quiz = label(name="trainer.quiz", role="", wrap=True)
        self._end_quiz = push_button("All spots", "trainer.endQuiz", self._on_end_quiz, END_QUIZ_TIP)
        self._table = push_button("To table", "trainer.table", self.model.put_on_table, TABLE_TIP)
        self.chart = ChartView("score", "Errors over time", EMPTY, context.session, menu="export")
        at_least(self.chart, height=LOWEST_CHART)
        self._shown: Scenario | None = None
        self._touched = False
        """Whether the number is the player's: it was typed, or the slider moved."""
        spin_margins(self.entry)
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
        self.slider.valueChanged.connect(self._on_slid)
        self.entry.valueChanged.connect(self._on_typed)
        row = filled(QHBoxLayout(), self.entry, (self.slider, 1), self._go, self._table, spacing=8, margins=NO_MARGINS)
        quiz = filled(QHBoxLayout(), (self._quiz, 1), self._end_quiz, spacing=8, margins=NO_MARGINS)
        parts = (quiz, self.question, self.view, row, self.answer, (self.chart, 1), self.score)
        filled(QVBoxLayout(self), *parts, spacing=10, margins=(12, 10, 12, 10))
        self.model.changed.connect(self._on_changed)
        context.document.changed.connect(self._on_document_changed)
        context.training.changed.connect(self._show_score)

    @Slot()
    def _on_end_quiz(self) -> None:
        self.model.training.set_quiz(None)

    @Slot()
    def _on_touched(self) -> None:
        self._touched = True

    @Slot()
    def _on_returned(self) -> None:
        """Take the number for a guess; one that nobody has typed or moved is none."""
        if self.model.guess is None and not self.model.problem and not self._touched:
            self.answer.setText(UNTOUCHED)
            self.entry.selectAll()
        else:
            self._on_enter()

    @Slot()
    def _on_enter(self) -> None:
        model = self.model
        if model.guess is None and not model.problem:
            self.entry.interpretText()
            model.take_guess(self.entry.value() / WHOLE)
        elif model.answer is not None or model.problem:
            self._shown = None  # the next spot may be this one again
            model.go_on()
        self.entry.setFocus(Qt.FocusReason.OtherFocusReason)
        self.entry.selectAll()

    @Slot(int)
    def _on_slid(self, value: int) -> None:
        self.entry.setValue(value)

    @Slot(float)
    def _on_typed(self, value: float) -> None:
        self._touched = self._touched or value != FIRST_GUESS  # Enter emits the value as it stands, too
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value))

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.game != after.game and self.isVisible():
            self.model.follow_game()

    @Slot()
    def _on_changed(self) -> None:
        model, spot, quiz = self.model, self.model.spot, self.model.training.quiz
        for part in (self._quiz, self._end_quiz):
            part.setVisible(quiz is not None)
        self._quiz.setText(quiz.title if quiz is not None else "")
        if spot is not self._shown:
            self._shown = spot
            self.entry.setValue(FIRST_GUESS)
            self._touched = False
            self.entry.selectAll()
        self.view.show_spot(spot)
        guessing = spot is not None and model.guess is None and not model.problem
        self.question.setText(question(spot, again=model.again) if spot is not None else "")
        self.entry.setReadOnly(not guessing)
        self.slider.setEnabled(guessing)
        self._go.setText("Guess" if guessing else "Next")
        self._go.setAccessibleName(self._go.text())
        self._go.setEnabled(guessing or model.answer is not None or bool(model.problem))
        self._table.setEnabled(spot is not None)
        self.answer.setText(self._answer_text())

    def _answer_text(self) -> str:
        model = self.model
        if model.problem or model.guess is None:
            return model.problem
        if model.answer is None:
            return COMPUTING.format(guess=percent(model.guess, exact_digits=1))
        head, rest = answer_parts(model.guess, model.answer)
        return f"{head}:{rest}"

    @Slot()
    def _show_score(self) -> None:
        record = self.model.training.record
        self.score.setText(score(record))
        self.chart.show_chart(partial(score_chart, record) if record.guesses else None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.follow_game()
        self._show_score()
        if not event.spontaneous():
            self.entry.setFocus(Qt.FocusReason.OtherFocusReason)
            self.entry.selectAll()


def trainer_exports(page: TrainerPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (ExportItem("score", "Errors over time", page, page.chart),)


class TrainerModel(QObject):
    """Draws spots, has them computed and saves the guesses. ``changed``: any of it has changed."""

    changed = Signal()

    def __init__(
        self,
        document: Document,
        library: Library,
        training: Training,
        questions: Questions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._library, self.training = document, library, training
        self._answers: Answers[Snapshot] = Answers(questions.apart("trainer"), "spot", self)
        self._answers.changed.connect(self._on_answer)
        training.quiz_changed.connect(self.go_on)
        self.spot: Scenario | None = None
        self.again = False
        """Whether the spot has been guessed wrong before."""
        self.guess: float | None = None
        self.problem = ""
        """Why there is no spot, or no answer to it."""
        self._result: Estimate | None = None

    @property
    def answer(self) -> Estimate | None:
        """The result of the first seat, once it was guessed and computed."""
        return None if self.guess is None else self._result

    def follow_game(self) -> None:
        """Draw a spot where there is none of the game on the table."""
        game = self._document.scenario.game
        if self.spot is None or (self.spot.game != game and self.training.quiz is None):
            self.go_on()

    @Slot()
    def go_on(self) -> None:
        """Draw the next spot: of the quiz that is wanted, else one that is due again, else a new one."""
        record, table, orders = self.training.record, self._document.scenario, self._document.orders
        self._answers.forget()
        self.spot, self.guess, self._result, self.problem = None, None, None, ""
        quiz = self.training.quiz
        due = record.due(table.game) if quiz is None else None
        if due is not None and problems(due, orders):  # as an order of hands has gone
            due = None
        self.again = due is not None
        try:
            if quiz is not None:
                self.spot = flop_spot(quiz.table, record.generator(), orders)
            else:
                self.spot = due or random_spot(table, self._ranges(), record.generator(), orders)
        except NoSpotError as error:
            self.problem = f"{str(error).capitalize()}."
        else:
            self._answers.ask(self.spot, partial(_computed, self.spot, orders))
        self.changed.emit()

    def take_guess(self, share: float) -> None:
        """Take the guess of the equity, from 0 to 1."""
        if self.spot is not None and self.guess is None and not self.problem:
            self.guess = share
            self._save()
            self.changed.emit()

    def put_on_table(self) -> None:
        """Put the spot on the table, as one step of undo."""
        if self.spot is not None:
            self._document.open(self.spot, None, saved=False, text=ON_TABLE, again=True)

    def _ranges(self) -> list[SpotRange]:
        """Return the own ranges of the game; where there are none, the presets."""
        game = self._document.scenario.game
        own, presets = (
            [SpotRange(entry.name, entry.text) for entry in entries if entry.game == game]
            for entries in (self._library.own, self._library.presets)
        )
        return own or presets

    def _save(self) -> None:
        if self.spot is not None and self.guess is not None and self._result is not None:
            self.training.add(Guess(format_line(self.spot), self.spot.game, self.guess, self._result.equity))

    @Slot()
    def _on_answer(self) -> None:
        snapshot, error = self._answers.latest.current, self._answers.latest.error
        if error is not None:
            first = describe_problem(error.problems[0]) if isinstance(error, ScenarioError) else str(error)
            self.problem = f"This spot cannot be computed: {first}."
            self.changed.emit()
        elif snapshot is not None and snapshot.final and snapshot.seats and self._result is None:
            self._result = snapshot.seats[0].estimate
            self._save()
            if self.guess is not None:
                self.changed.emit()


def _computed(spot: Scenario, orders: Sequence[Order], cancel: CancelToken) -> Iterator[Snapshot]:
    return run(spot, cancel=cancel, orders=orders)


def points(share: float) -> str:
    """Return a difference of shares in percentage points, as in ``3.2 points``."""
    return f"{100 * share:.1f}{NO_BREAK}points"


def question(spot: Scenario, *, again: bool) -> str:
    """Return the question about a spot."""
    return f"{AGAIN if again else ''}{ASK.format(name=spot.seats[0].name)}"


def answer_parts(guess: float, result: Estimate) -> tuple[str, str]:
    """Return the equity, and how far the guess is off."""
    error = guess - result.equity
    off = "just right" if abs(error) < EXACT_GUESS else f"{points(abs(error))} too {'high' if error > 0 else 'low'}"
    sure = interval(result.stderr)
    head = percent(result.equity, result.stderr) + (f" {sure}" if sure else "")
    return head, f" your guess of {percent(guess, exact_digits=1)} is {off}. Enter goes on."


def score(record: Record) -> str:
    """Return how the guesses have been."""
    if record.mean is None or record.recent_mean is None:
        return "Your mean error stands here after the first guess."
    recent, means = min(RECENT, len(record.guesses)), (points(record.recent_mean), points(record.mean))
    if recent == record.given:
        return f"Mean error: {means[1]} over {recent} guess{'' if recent == 1 else 'es'}."
    return f"Mean error: {means[0]} over the last {recent}, {means[1]} over all {count(record.given)}."


EMPTY = Empty("Errors over time", ("Each guess adds a point here.",))
NOTE = "The error of a guess is its distance from the equity, in percentage points"
SEAT = 0
"""The seat whose colour the mean has."""
MEAN = f"mean of the last {RECENT}"
STOPS = 40
"""Guesses that the arrow keys visit; up to so many have a dot each."""
WIDTH, DOT = 2.0, 5.0
ROOM = 1.05
"""How much higher than the largest error the axis is."""


def score_chart(record: Record, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the chart of a record with at least one guess."""
    guesses, means = record.guesses, running_means(record.guesses)
    first = record.given - len(guesses) + 1
    errors = 100 * np.array([guess.error for guess in guesses])
    along = np.arange(first, first + len(errors), dtype=np.float64)
    marks: list[Mark] = [
        Line(along, errors, "muted", 1.0, "dash"),
        Line(along, 100 * np.array(means), SEAT, WIDTH),
        Points(((float(along[-1]), 100 * means[-1]),), SEAT),
    ]
    if len(guesses) <= STOPS:
        marks.append(Points(tuple(zip(along.tolist(), errors.tolist(), strict=True)), "muted", DOT))

    def read(x: float, y: float) -> ReadOut:
        place = min(max(round(x) - first, 0), len(guesses) - 1)
        rows = Row(SEAT, MEAN, (points(means[place]),)), Row(SEAT, "this guess", (points(guesses[place].error),))
        return ReadOut(f"Guess {first + place}", rows, first + place, line=True)

    last = len(guesses) - 1
    stops = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
    brief = f"in percentage points · last guess {points(guesses[-1].error)}"
    top = nice_ceiling(max(float(errors.max()) * ROOM, 1.0))
    return Chart(
        Heading(EMPTY.title, brief, (score(record),), (NOTE,), "Guesses of equities", "trainer-score", always=False),
        Axis(along[0], max(along[-1], along[0] + 1), count_ticks, "guesses", grid=False),
        Axis(0.0, top, point_ticks),
        tuple(marks),
        _table(record, first),
        keys=(Key(MEAN, "line", SEAT), Key("each guess", "dash", "muted")),
        read=read,
        stops=tuple((float(first + place), None) for place in stops),
    )


def _table(record: Record, first: int) -> Table:
    """Return a row for each guess: number, spot, guess, equity, error and mean."""
    header = ("guess", "spot", "guessed", "equity", "error", MEAN)
    rows = zip(record.guesses, running_means(record.guesses), strict=True)
    return header, [
        (first + i, guess.spot, guess.guess, guess.equity, guess.error, mean) for i, (guess, mean) in enumerate(rows)
    ]


def point_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of percentage points: a sign would make percents of them."""
    return [Tick(tick.value, tick.text.removesuffix(f"{NO_BREAK}%")) for tick in percent_ticks(low, high, length)]
