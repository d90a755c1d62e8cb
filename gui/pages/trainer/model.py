"""The state of the page: the spot whose equity is to be guessed, its answer and the guess.

The answer is computed in the background while the player thinks; it is shown when there is a guess.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Estimate, Scenario, ScenarioError, Snapshot, problems, run
from engine.formats.one_line import format_line
from engine.ranges.orders import Order
from engine.training.record import Guess
from engine.training.spots import NoSpotError, SpotRange, random_spot
from gui.look.formatting import describe_problem
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.state.library import Library
from gui.state.player_files import Training

ON_TABLE = "Spot of the trainer"


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
        if self.spot is None or self.spot.game != self._document.scenario.game:
            self.go_on()

    def go_on(self) -> None:
        """Draw the next spot: one that is due again, else a new one."""
        record, table, orders = self.training.record, self._document.scenario, self._document.orders
        self._answers.forget()
        self.spot, self.guess, self._result, self.problem = None, None, None, ""
        due = record.due(table.game)
        if due is not None and problems(due, orders):  # as an order of hands has gone
            due = None
        self.again = due is not None
        try:
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
