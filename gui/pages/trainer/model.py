"""The state of the trainer: the pack that is played, the current question, the answer to it."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Game, ScenarioError
from engine.ranges.orders import Order
from engine.training.packs import Pack, SpotRange, shipped_packs
from engine.training.record import LEVELS, OWN, USUAL, Choice, Given, Record, Tally
from engine.training.spots import Option, Question, Source, own_pack, questions
from gui.look.formatting import describe_problem
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.state.library import Library
from gui.state.player_files import Training
from gui.state.settings import Settings

ON_TABLE = "Spot of the trainer"


class TrainerModel(QObject):
    """Has questions drawn and saves the answers. ``changed``: any of it has changed."""

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
        self._answers: Answers[Question] = Answers(asking.apart("trainer"), "spot", self)
        self._answers.changed.connect(self._on_answer)
        training.quiz_changed.connect(self.go_on)
        training.played_changed.connect(self._on_played)
        self._number = 0
        self._asked: set[str] = set()
        """The lines of the spots that have been on show since the program began."""
        self.question: Question | None = None
        self.answer: Given | None = None
        """The answer of the player, None before it is given."""
        self.problem = ""
        """Why there is no question."""

    @property
    def game(self) -> Game:
        """The game of the questions: that of a quiz, else that of the table."""
        quiz = self.training.quiz
        return self._document.scenario.game if quiz is None else quiz.game

    @property
    def packs(self) -> tuple[str, ...]:
        """The names of the packs of the game."""
        played = (source.name for source in self.training.played if source.game == self.game)
        return (*(pack.name for pack in shipped_packs() if pack.game == self.game), OWN, *played)

    @property
    def pack(self) -> str:
        """The name of the pack that is played."""
        quiz = self.training.quiz
        if quiz is not None:
            return quiz.name
        chosen = self._settings.trainer_packs.get(self.game, "")
        return chosen if chosen in self.packs else self.packs[0]

    @property
    def note(self) -> str:
        """The lesson of the pack."""
        return next((pack.note for pack in shipped_packs() if (pack.game, pack.name) == (self.game, self.pack)), "")

    @property
    def chooses(self) -> bool:
        """Whether the pack asks for actions, not for equities."""
        return (self.game, self.pack) in self.choices

    @property
    def choices(self) -> frozenset[tuple[str, str]]:
        """The packs, with their games, that ask for actions."""
        sources = [*self.training.played, *([] if self.training.quiz is None else [self.training.quiz])]
        asked = {(source.game, source.name) for source in sources if not isinstance(source, Pack)}
        asked |= {(answer.game, answer.pack) for answer in self.training.record.guesses if isinstance(answer, Choice)}
        return frozenset(asked | {(pack.game, pack.name) for pack in shipped_packs() if pack.asks != "equity"})

    @property
    def level(self) -> int:
        """The place of the level of the pack."""
        return self.level_of(self.game, self.pack)

    def level_of(self, game: Game, pack: str) -> int:
        """Return the place of the level of a pack."""
        text = self._settings.trainer_levels.get(f"{game} {pack}", "")
        return int(text) if text.isdecimal() and int(text) < len(LEVELS) else USUAL

    def choose_level(self, level: int) -> None:
        """Count other errors of the pack as misses."""
        self._settings.trainer_levels = {**self._settings.trainer_levels, f"{self.game} {self.pack}": str(level)}
        self.changed.emit()

    @property
    def tally(self) -> Tally:
        """The tally of the pack."""
        return self.training.record.tally(self.game, self.pack)

    @property
    def answers(self) -> tuple[Given, ...]:
        """The answers kept to the pack, oldest first."""
        return self.training.record.of(self.game, self.pack)

    @property
    def drawing(self) -> bool:
        """Whether the next question is being drawn."""
        return self.question is None and not self.problem

    @property
    def orders(self) -> tuple[Order, ...]:
        """The player's own orders of hands."""
        return tuple(self._document.orders)

    def choose(self, pack: str) -> None:
        """Play another pack, and end a quiz."""
        self._settings.trainer_packs = {**self._settings.trainer_packs, self.game: pack}
        if self.training.quiz is not None:
            self.training.set_quiz(None)
        else:
            self.go_on()

    def follow_game(self) -> None:
        """Draw a question where there is none of the game."""
        if self.question is None or self.question.spot.game != self.game:
            self.go_on()

    @Slot()
    def _on_played(self) -> None:
        """Draw of the pack that is played now that other hands are listed."""
        other = self._number > 0 if self.question is None else self.question.pack != self.pack
        if other and self.answer is None:
            self.go_on()
        else:
            self.changed.emit()

    @Slot()
    def go_on(self) -> None:
        """Draw the next question."""
        self._answers.forget()
        self._number += 1
        self.question, self.answer, self.problem = None, None, ""
        self.changed.emit()
        about = self._source(), self.training.record, self.orders, self.level, frozenset(self._asked)
        self._answers.ask(self._number, partial(_questions, *about))

    def guess(self, share: float) -> None:
        """Take the guess of the equity, from 0 to 1."""
        if self.question is not None and self.answer is None:
            self._take(self.question.guessed(share))

    def choose_option(self, option: Option) -> None:
        """Take an option."""
        if self.question is not None and self.answer is None:
            self._take(self.question.chosen(option))

    def _take(self, answer: Given) -> None:
        self.answer = answer
        self.training.add(answer)
        self.changed.emit()

    def put_on_table(self) -> None:
        """Put the spot on the table, as one step of undo."""
        if self.question is not None:
            self._document.open(self.question.spot, None, saved=False, text=ON_TABLE, again=True)

    def _source(self) -> "Source | _Own":
        quiz = self.training.quiz
        if quiz is not None:
            return quiz
        sources = (*shipped_packs(), *self.training.played)
        pack = next((one for one in sources if (one.game, one.name) == (self.game, self.pack)), None)
        return pack if pack is not None else _Own(self._library, self.game)

    @Slot()
    def _on_answer(self) -> None:
        question, error = self._answers.latest.current, self._answers.latest.error
        if error is not None and self.question is None:
            if isinstance(error, ScenarioError):
                self.problem = f"This spot cannot be computed: {describe_problem(error.problems[0])}."
            else:
                self.problem = f"{str(error)[:1].upper()}{str(error)[1:]}."
            self.changed.emit()
        elif question is not None and question is not self.question:
            self.question = question
            self._asked.add(question.line)
            self.changed.emit()


class _Own:
    """The player's own ranges of a game, with the presets for a player who has too few."""

    def __init__(self, library: Library, game: Game) -> None:
        self.game = game
        self.own, self.presets = (
            tuple(SpotRange(entry.name, entry.text) for entry in entries if entry.game == game)
            for entries in (library.own, library.presets)
        )


def _questions(
    source: "Source | _Own",
    record: Record,
    orders: tuple[Order, ...],
    level: int,
    asked: frozenset[str],
    cancel: CancelToken,
) -> Iterator[Question]:
    if isinstance(source, _Own):
        source = own_pack(source.game, source.own, source.presets)
    return questions(source, record, orders, cancel, level=level, asked=asked)
