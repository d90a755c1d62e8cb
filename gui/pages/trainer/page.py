"""The page *Trainer*: a spot, a field for the guess, the answer, and the score over time.

The keys alone are enough: a number and Enter guess, Enter goes on.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QLocale, QRectF, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from engine.cards import card_text
from engine.table.hand_texts import UNKNOWN, plain_cards
from engine.table.slots import card_of_token, rank_of_token, seat_cards, seat_slot_texts
from gui.charts.view import ChartView
from gui.export.files import ExportItem
from gui.look.formatting import NO_BREAK, percent
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import at_least, fix, scaled_size
from gui.look.theme import current_look, current_theme
from gui.pages.trainer.chart import COMPUTING, EMPTY, answer_parts, question, score, score_chart
from gui.pages.trainer.model import TrainerModel
from gui.parts.build import NO_MARGINS, filled, label, named, page_ground, push_button, spin_margins
from gui.parts.card_face import CardFace, paint_card
from gui.parts.spoken import Spoken
from gui.state.context import PageContext

WHOLE = 100.0
FIRST_GUESS = 50.0
UNTOUCHED = "Type a number first, or move the slider; the button takes the number as it stands."
STEP = 1.0
LOWEST_CHART = 140
CARD = QSize(40, 54)
GAP = 5
LONGEST_TEXT = 160
"""Characters of a range that are displayed; the tool tip has all."""
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
        self._table = push_button("To table", "trainer.table", self.model.put_on_table, TABLE_TIP)
        self.chart = ChartView("score", "Errors over time", EMPTY, context.session, menu="export")
        at_least(self.chart, height=LOWEST_CHART)
        self._shown: Scenario | None = None
        self._touched = False
        """Whether the number is the player's: it was typed, or the slider moved."""
        self._build()
        self.model.changed.connect(self._on_changed)
        context.document.changed.connect(self._on_document_changed)
        context.training.changed.connect(self._show_score)

    def _build(self) -> None:
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
        parts = (self.question, self.view, row, self.answer, (self.chart, 1), self.score)
        filled(QVBoxLayout(self), *parts, spacing=10, margins=(12, 10, 12, 10))

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
        model, spot = self.model, self.model.spot
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
