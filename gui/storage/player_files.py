"""The player's own small files: orders of hands, templates of tables, the record of guesses, marks of hands,
questions.

Scenarios name an order, so an order never changes: one that is imported under a name that is taken gets a number, and
one that is removed from the folder stays known until the program ends, because an undo may bring it back.

A template is a scenario file without cards: the players, blinds and limits of a table. Those of the program are in
``resources/templates``, the player's own in a folder; they can be copied from one machine to another like any file.

The record of guesses and the marks of played hands are read when they are first needed. Guesses and marks that cannot
be written wait in the window for the next.
"""

import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, count
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine import Game, Problem, Scenario, ScenarioError
from engine.cards import TextError, plain_name, whole_text
from engine.histories.marks import MAX_FILE_BYTES as MAX_MARKS_BYTES
from engine.histories.marks import NO_MARK, HandMark, MarksById, dump_marks, read_marks
from engine.kelly.panel import kelly_panel
from engine.questions.library import MAX_FILE_SIZE as MAX_QUESTIONS_SIZE
from engine.questions.library import NamedQuestion, dump_questions, read_questions
from engine.ranges.library_files import decode, read_bounded
from engine.ranges.orders import BUILT_IN_ORDERS, Order, order_from_json, order_from_text, order_to_json
from engine.scenario.betting import OF_TABLE as BETTING_OF_TABLE
from engine.scenario.kelly import OF_PLAYER, OF_TABLE
from engine.scenario.preflop import OF_TABLE as PREFLOP_OF_TABLE
from engine.scenario.seat_panel import THIRD_OF_TABLE
from engine.scenario.tracked_hand import OF_SESSION, Tracking
from engine.storage.regular_files import reason
from engine.storage.writing import write_atomically
from engine.trainer.record import MAX_FILE_SIZE, Answer, TrainingRecord, dump_record, read_record
from engine.trainer.spots import Source
from gui.storage import scenario_files
from gui.storage.files import Kind, SharedFile, SharedFolder, is_file
from gui.storage.foreign_files import PATIENCE_S, read_foreign

OWN_QUESTIONS: Kind[Sequence[NamedQuestion]] = Kind(
    read_questions,
    dump_questions,
    MAX_QUESTIONS_SIZE,
    unreadable="The questions could not be read ({})",
    damaged="Some questions could not be read: {}",
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
        """Save a question, with a number after its name if that is taken."""
        name = " ".join(plain_name(question.name).split())
        if not name:
            self._report("Not saved: a question needs a name")
            return

        def added(own: tuple[NamedQuestion, ...]) -> tuple[NamedQuestion, ...]:
            taken = {each.name for each in own if each.game == question.game}
            names = chain((name,), (f"{name} {number}" for number in count(2)))
            free = next(each for each in names if each not in taken)
            return (*own, NamedQuestion(question.game, free, question.question))

        if self._change(added):
            self.message.emit(f"Saved: {name}", False)

    def remove(self, question: NamedQuestion) -> None:
        """Delete a question."""
        if self._change(lambda own: tuple(each for each in own if each != question)):
            self.message.emit(f"Removed: {question.name}", False)

    def _change(self, change: Change) -> bool:
        try:
            self._file.change(lambda own: change(tuple(own or ())))
        except OSError as error:
            self._report(f"The questions could not be saved: {reason(error)}")
            return False
        return True

    def _report(self, line: str) -> None:
        self.message.emit(line, True)


MAX_ORDER_SIZE = 1_000_000
ORDER_SUFFIX = ".json"


class OrderStore(QObject):
    """Stores the orders. ``changed``: there are others."""

    changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Read the files of ``folder``; ``message`` names those that cannot be read."""
        super().__init__(parent)
        self._folder = SharedFolder(folder, ORDER_SUFFIX)
        self._paths: dict[str, Path] = {}
        self._known: dict[str, Order] = {}
        self.message = ""
        self._read_folder()

    def _read_folder(self) -> None:
        """Read the orders in the folder that are not known yet, and no longer offer those whose file is gone."""
        self._paths = {name: path for name, path in self._paths.items() if is_file(path)}
        known = set(self._paths.values())
        for path in (path for path in self._folder.files if path not in known):
            try:
                order = order_from_json(json.loads(read_bounded(path, MAX_ORDER_SIZE)))
            except (OSError, ValueError, RecursionError, ScenarioError) as error:
                self.message = f"The hand ranking in {path.name} cannot be read: {reason(error)}"
                continue
            if order.name not in self._known and order.name not in BUILT_IN_ORDERS:
                self._known[order.name], self._paths[order.name] = order, path

    @property
    def orders(self) -> tuple[Order, ...]:
        """All orders that a scenario may name in addition to the built-in ones."""
        return tuple(self._known.values())

    @property
    def kept(self) -> tuple[Order, ...]:
        """The orders to choose from: those in the folder."""
        return tuple(order for name, order in self._known.items() if name in self._paths)

    def import_file(self, path: Path) -> Order:
        """Import an order from a file, JSON or a list of the 169 classes, and return it as saved.

        Raises:
            TextError: it is no order.
            OSError: it cannot be read, or not be saved.
        """
        data = read_foreign(path, MAX_ORDER_SIZE, patience=PATIENCE_S)
        if len(data) > MAX_ORDER_SIZE:
            raise TextError("this file is too large for a hand ranking")
        return self.add(order_from_text(decode(data).removeprefix("\ufeff"), whole_text(path.stem).strip() or "mine"))

    def add(self, order: Order) -> Order:
        """Save ``order`` under a free name and return it as saved, or return an equal order that is stored already.

        Raises:
            OSError: it cannot be written.
        """
        with self._folder.held():
            self._read_folder()  # the orders that other windows have saved meanwhile
            same = next((kept for kept in self.kept if _same(kept, order)), None)
            if same is None:
                same = self._keep(order)
        self.changed.emit()
        return same

    def _keep(self, order: Order) -> Order:
        """Write an order to a new file under a free name; return it as saved."""
        name = self._free_name(order.name)
        title = name if order.title == order.name else order.title
        order = Order(name, title, order.strengths, order.note)
        stem = "".join(sign if sign.isalnum() or sign in " -_" else "_" for sign in name)[:60].strip() or "order"
        path = self._folder.free_path(stem)
        write_atomically(path, dump_order(order))
        self._known[name], self._paths[name] = order, path
        return order

    def remove(self, name: str) -> None:
        """Remove an order from the folder.

        Raises:
            OSError: its file cannot be removed; the order stays then.
        """
        self._paths[name].unlink(missing_ok=True)
        # It stays among the known orders, because open tables may still name it.
        del self._paths[name]
        self.changed.emit()

    def _free_name(self, wanted: str) -> str:
        name, number = wanted, 2
        while name in self._known or name in BUILT_IN_ORDERS:
            name, number = f"{wanted} {number}", number + 1
        return name


def dump_order(order: Order) -> bytes:
    """Return the file of an order."""
    return (json.dumps(order_to_json(order), ensure_ascii=False, indent=1) + "\n").encode()


def _same(one: Order, other: Order) -> bool:
    """Return whether two orders are equal, and the name of one begins with that of the other."""
    return one.name.startswith(other.name) and (one.strengths == other.strengths).all().item()


MAX_NAME_LENGTH, MAX_NAME_BYTES = 80, 200
"""Characters and bytes of a name: file systems limit the names of files."""
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


def as_template(scenario: Scenario) -> Scenario:
    """Return the template of a table: game, names and order of the seats, blinds, antes and limits.

    Cards, folds and the values of one hand or one session are left out.
    """
    seats = tuple(replace(seat, cards="", folded=False) for seat in scenario.seats)
    panel = kelly_panel(scenario)
    setup = panel.tracker.setup.with_entries(dict.fromkeys(OF_SESSION))
    kelly = panel.only(OF_TABLE).with_entry("tracker", Tracking(setup=setup))
    preflop = scenario.preflop and scenario.preflop.only(PREFLOP_OF_TABLE)
    betting = scenario.betting and scenario.betting.only(BETTING_OF_TABLE)
    bare = Scenario(scenario.game, seats, dialect=scenario.dialect, order=scenario.order)
    third = scenario.third and scenario.third.only(THIRD_OF_TABLE)
    return replace(bare, kelly=kelly, preflop=preflop, betting=betting, third=third)


def from_template(template: Scenario, now: Scenario) -> Scenario:
    """Return the table of a template, with the options of the run and the player's own values of the table ``now``.

    It has the common bankroll, whichever bankroll the original table had.
    """
    from engine.kelly.hand.session import with_setup

    template = with_setup(template, "bankroll", None)
    # The player's own values that the template lacks are those of the current table.
    panel = kelly_panel(template)
    own = {key: kelly_panel(now).entered(key) for key in OF_PLAYER if panel.entered(key) is None}
    return replace(template, run=now.run, kelly=panel.with_entries(own))


class Templates:
    """The templates that come with the program, in the folder ``shipped``, and the player's own in ``folder``."""

    def __init__(self, shipped: Path, folder: Path) -> None:
        self._shipped, self._folder = (SharedFolder(path, scenario_files.SUFFIX) for path in (shipped, folder))

    @property
    def shipped(self) -> list[Path]:
        return sorted(self._shipped.files, key=lambda path: path.stem)

    @property
    def own(self) -> list[Path]:
        return sorted(self._folder.files, key=lambda path: path.stem)

    def save(self, name: str, scenario: Scenario) -> Path:
        """Save the table without its cards under ``name``, with a number if that is taken; return its file.

        Raises:
            ScenarioError: this is no name.
            OSError: it cannot be written.
        """
        plain = plain_name_of(name, "a template needs a name")
        with self._folder.held():
            path = self._folder.free_path(plain)
            scenario_files.save(path, as_template(scenario))
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Rename one of the player's own templates, with a number if the name is taken; return its file.

        Raises:
            ScenarioError: this is no name.
            OSError: it cannot be renamed.
        """
        if name.strip() == path.stem:
            return path
        if path.parent != self._folder.path:
            return path
        plain = plain_name_of(name, "a template needs a name")
        with self._folder.held():
            return path.rename(self._folder.free_path(plain))

    def remove(self, path: Path) -> None:
        """Delete one of the player's own.

        Raises:
            OSError: it cannot be deleted.
        """
        if path.parent == self._folder.path and is_file(path):
            path.unlink()


def plain_name_of(name: str, missing: str) -> str:
    """Return a name that is valid for a file.

    Raises:
        ScenarioError: nothing is left of it, in the words of ``missing``.
    """
    plain = " ".join(_NOT_IN_NAMES.sub(" ", whole_text(name)).split())[:MAX_NAME_LENGTH]
    plain = plain.encode()[:MAX_NAME_BYTES].decode(errors="ignore").strip(". ")
    if not plain:
        raise ScenarioError(Problem("name", missing))
    return plain


SEED_BITS = 62


class Training(QObject):
    """The guesses of a player in the trainer, and the spots that other pages have requested.

    ``changed``: there is another guess. ``quiz_changed``: other spots are requested. ``played_changed``: the open hands
    have changed. ``message`` carries a line for the status bar and whether it is an error.
    """

    changed = Signal()
    quiz_changed = Signal()
    played_changed = Signal()
    message = Signal(str, bool)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = SharedFile(path, RECORD, self._report)
        self._record: TrainingRecord | None = None
        self._waiting: tuple[Answer, ...] = ()
        self.quiz: Source | None = None
        """The requested spots, or None for those of the packs; not saved."""
        self.played: tuple[Source, ...] = ()
        """The decisions of the hands that are listed, one source for each game."""

    def set_quiz(self, quiz: Source | None) -> None:
        """Want other spots."""
        self.quiz = quiz
        self.quiz_changed.emit()

    def set_played(self, played: tuple[Source, ...]) -> None:
        """Offer the decisions of other hands."""
        self.played = played
        self.played_changed.emit()

    @property
    def record(self) -> TrainingRecord:
        """The current record, with the guesses that wait to be written."""
        if self._record is None:
            self._record = TrainingRecord(secrets.randbits(SEED_BITS))
            try:
                self._record = self._file.read() or self._record
            except FileNotFoundError:
                return self._record
            except OSError as error:
                self.message.emit(f"The trainer's record could not be opened: {error.strerror}", True)
        return self._record

    @property
    def unsaved(self) -> bool:
        """Whether guesses wait to be written."""
        return bool(self._waiting)

    def add(self, answer: Answer) -> None:
        """Record an answer."""
        self._record = self.record.with_answer(answer)
        self._waiting = (*self._waiting, answer)
        self.save()
        self.changed.emit()

    @Slot()
    def save(self) -> None:
        """Write the guesses that wait, after those of other windows."""
        if not self._waiting:
            return
        seed = self.record.seed
        try:
            self._record = self._file.change(
                lambda record: reduce(TrainingRecord.with_answer, self._waiting, record or TrainingRecord(seed))
            )
        except OSError as error:
            self.message.emit(f"The answer could not be saved: {error.strerror}", True)
            return
        self._waiting = ()

    def _report(self, line: str) -> None:
        self.message.emit(line, True)


def _read(data: bytes) -> tuple[TrainingRecord, Sequence[str]]:
    """Return the record of a file, and up to three of its damaged guesses."""
    record, damaged = read_record(data)
    return record, damaged[:3]


RECORD = Kind(
    _read,
    dump_record,
    MAX_FILE_SIZE,
    unreadable="The trainer's record could not be read ({})",
    damaged="Not all of the trainer's record could be read: {}",
)


class HandMarks(QObject):
    """The marks of played hands, in a file that windows share; without a ``path`` in the window alone. ``changed``:
    there are others; ``message``: a line for the status bar and whether it is an error.
    """

    changed = Signal()
    message = Signal(str, bool)

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = None if path is None else SharedFile(path, MARKS, self._report)
        self._marks: MarksById | None = None
        self._waiting: dict[str, HandMark] = {}

    @property
    def marks(self) -> MarksById:
        """The current marks by hand, with those that wait to be written."""
        if self._marks is None:
            self._marks = self._read()
        return self._marks

    def _read(self) -> MarksById:
        """Return the marks in the file, or none if there is no file or it cannot be opened."""
        if self._file is None:
            return {}
        try:
            return self._file.read() or {}
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.message.emit(f"The tags and notes of hands could not be opened: {error.strerror}", True)
            return {}

    @property
    def unsaved(self) -> bool:
        """Whether marks wait to be written."""
        return bool(self._waiting)

    def refresh(self) -> None:
        """Read the marks that other windows have written."""
        if self._marks is None or self._file is None:
            return
        try:
            if self._file.is_unchanged():
                return
        except OSError:
            return
        marks = _with_marks(self._read(), self._waiting)
        if marks != self._marks:
            self._marks = marks
            self.changed.emit()

    def put(self, hand: str, mark: HandMark) -> None:
        """Set the marks of a hand and write them; ``hand`` is its :func:`engine.histories.hand.hand_id`."""
        if self.marks.get(hand, NO_MARK) == mark:
            return
        self._marks = _with_marks(self.marks, {hand: mark})
        self._waiting[hand] = mark
        self.save()
        self.changed.emit()

    @Slot()
    def save(self) -> None:
        """Write the marks that wait, in addition to those of other windows."""
        if not self._waiting or self._file is None:
            return
        try:
            self._marks = self._file.change(lambda marks: _with_marks(marks or {}, self._waiting))
        except OSError as error:
            self.message.emit(f"The tag could not be saved: {error.strerror}", True)
            return
        self._waiting = {}

    def _report(self, line: str) -> None:
        self.message.emit(line, True)


def _with_marks(marks: MarksById, changes: MarksById) -> MarksById:
    """Return marks with others in their places; hands without any are left out."""
    return {hand: mark for hand, mark in {**marks, **changes}.items() if mark}


MARKS = Kind(
    read_marks,
    dump_marks,
    MAX_MARKS_BYTES,
    unreadable="The tags and notes of hands could not be read ({})",
    damaged="Not all tags and notes of hands could be read: {}",
)
