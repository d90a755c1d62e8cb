"""The player's own questions about tables, kept in one file that windows share."""

from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import Game
from engine.asking.library import LARGEST_FILE, NamedQuestion, dump_questions, read_questions
from engine.cards import plain_name
from gui.state.files import Kind, SharedFile

OWN_QUESTIONS: Kind[Sequence[NamedQuestion]] = Kind(
    read_questions,
    dump_questions,
    LARGEST_FILE,
    unreadable="The questions could not be read ({})",
    damaged="Not all questions could be read: {}",
)
Change = Callable[[tuple[NamedQuestion, ...]], tuple[NamedQuestion, ...]]


class OwnQuestions(QObject):
    """``message``: a line for the status bar and whether it is an error."""

    message = Signal(str, bool)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = SharedFile(path, OWN_QUESTIONS, self._report)

    def of(self, game: Game) -> tuple[NamedQuestion, ...]:
        """Return the questions of a game as the file has them now, by name."""
        try:
            own = self._file.read() or ()
        except FileNotFoundError:
            return ()
        except OSError as error:
            self._report(f"The questions could not be opened: {error.strerror}")
            return ()
        return tuple(sorted((each for each in own if each.game == game), key=lambda each: each.name.casefold()))

    def add(self, question: NamedQuestion) -> None:
        """Keep a question, with a number after its name where that is taken."""
        name = " ".join(plain_name(question.name).split())
        if not name:
            self._report("Not kept: a question needs a name")
            return

        def added(own: tuple[NamedQuestion, ...]) -> tuple[NamedQuestion, ...]:
            taken = {each.name for each in own if each.game == question.game}
            names = chain((name,), (f"{name} {number}" for number in count(2)))
            free = next(each for each in names if each not in taken)
            return (*own, NamedQuestion(question.game, free, question.question))

        if self._change(added):
            self.message.emit(f"Kept: {name}", False)

    def remove(self, question: NamedQuestion) -> None:
        """Delete a question."""
        if self._change(lambda own: tuple(each for each in own if each != question)):
            self.message.emit(f"Removed: {question.name}", False)

    def _change(self, change: Change) -> bool:
        try:
            self._file.change(lambda own: change(tuple(own or ())))
        except OSError as error:
            self._report(f"The questions are not saved: {error.strerror or error}")
            return False
        return True

    def _report(self, line: str) -> None:
        self.message.emit(line, True)
