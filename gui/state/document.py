"""The document: one immutable scenario, its history, and the cursor on it. The one writable state of the window.

Tables follow one another in one history: opening a file, a new table, the other game are steps that can be undone like
any other. Each table knows its file, so that undo restores with a table its file and whether it is saved.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine import GAMES, Game, Problem, RangeName, Scenario, Seat, problems
from engine.ranges.orders import Order
from engine.table.cursor import Cursor, first_cursor, fit_cursor, follow_edit, select_seat
from engine.table.folding import dealt_in
from engine.table.named_hands import with_names
from gui.look.guard import Guarded
from gui.words.captions import equities_pending

NEW: dict[Game, Scenario] = {game: Scenario(game, (Seat("Hero", ""), Seat("Seat 2", ""))) for game in GAMES}


@dataclass(eq=False, slots=True)
class TableFile:
    """The file of a table.

    ``path`` is None before the table is saved, ``scenario`` the content of the file or None if that is not known.
    ``digest`` identifies the bytes that were last read or written (``scenario_files.digest_of``). ``begun`` is the
    table as it came from a line of text, a hand history or the trainer, or None.

    Changed only by :meth:`Document.saved` and :meth:`Document.came`. Two tables may belong to one file, so each has a
    ``TableFile`` of its own.
    """

    path: Path | None = None
    scenario: Scenario | None = None
    digest: str = ""
    begun: Scenario | None = None

    def took_work(self, scenario: Scenario) -> bool:
        """Return whether a table has unsaved work: it is not empty, and differs from its file and from ``begun``.

        The options of the run do not count.
        """
        known = (table for table in (self.scenario, self.begun) if table is not None)
        return not is_blank(scenario) and all(replace(scenario, run=table.run) != table for table in known)


class Document(QObject):
    """Holds the scenario and the cursor; every change of the scenario goes through :meth:`edit` and can be undone.

    A scenario that cannot be computed is rejected, unless it is merely incomplete: the window shows the problems at
    their fields, and the last valid scenario stays. Empty seats are not dealt in; they are a problem only if no player
    would remain.
    """

    changed = Signal(object, object)
    """Emitted with the previous and the new scenario."""
    cursor_changed = Signal()
    """Emitted when another slot or seat is selected: at most once per edit, after ``changed``."""
    path_changed = Signal()
    clean_changed = Signal(bool)
    exchanging = Signal()
    """Emitted before a step of :meth:`exchange` is done, undone or done again."""
    left = Signal(object, object)
    """Emitted with the scenario and the :class:`TableFile` of a table that another one has replaced."""

    def __init__(
        self,
        scenario: Scenario,
        parent: QObject | None = None,
        *,
        orders: Callable[[], tuple[Order, ...]] = tuple,
        names: Callable[[], tuple[RangeName, ...]] = tuple,
    ) -> None:
        """``orders`` gives the player's own orders of hands, ``names`` the names of the player's own ranges."""
        super().__init__(parent)
        self._scenario = scenario
        self._cursor = first_cursor(scenario)
        self._orders, self._names = orders, names
        self._checked: tuple[Scenario, tuple[Problem, ...]] | None = None
        """The scenario that was checked last with its problems: every edit would be checked three times."""
        self._file = TableFile(None, scenario)
        self._was_clean = True
        self.undo_stack = QUndoStack(self)

    @property
    def scenario(self) -> Scenario:
        return self._scenario

    @property
    def cursor(self) -> Cursor:
        """The slot of the next card, and the seat that the pages display."""
        return self._cursor

    @property
    def selected_seat(self) -> int | None:
        """The selected seat, from 0; None if nothing is written there."""
        seat = self._cursor.seat
        return seat if seat < len(self._scenario.seats) and not self._scenario.seats[seat].empty else None

    def set_cursor(self, cursor: Cursor) -> None:
        """Move the cursor, which is no edit."""
        fitting = fit_cursor(self._scenario, cursor)
        if fitting != self._cursor:
            self._cursor = fitting
            self.cursor_changed.emit()

    def choose_seat(self, seat: int) -> None:
        """Select a seat: the cursor moves to its first empty slot."""
        self.set_cursor(select_seat(self._scenario, self._cursor, seat))

    @property
    def orders(self) -> tuple[Order, ...]:
        """The player's own orders of hands, which the scenario may name."""
        return self._orders()

    @property
    def named(self) -> Scenario:
        """The scenario with all names of ranges that a text may use; an edit keeps those that are used."""
        return replace(self._scenario, names=(*self._scenario.names, *self._names()))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The reasons why the scenario cannot be computed."""
        return self._problems_of(self._scenario)

    @property
    def equities_pending(self) -> bool:
        """Whether street filters need equities that are not computed yet; the scenario has no other problems."""
        return equities_pending(self._scenario, self.orders)

    def _problems_of(self, scenario: Scenario) -> tuple[Problem, ...]:
        if self._checked is None or self._checked[0] is not scenario:
            self._checked = scenario, problems(dealt_in(scenario), self.orders, at_once=True)
        return self._checked[1]

    @property
    def path(self) -> Path | None:
        """The file that this scenario was opened from or saved to."""
        return self._file.path

    @property
    def file(self) -> TableFile:
        """The file of the table."""
        return self._file

    @property
    def clean(self) -> bool:
        """Whether the table equals its file, or is new and unchanged."""
        return self._scenario == self._file.scenario

    def edit(
        self, text: str, *, merge: str | None = None, cursor: Cursor | None = None, **changes: Any
    ) -> tuple[Problem, ...]:
        """Change fields of the scenario as one undo step called ``text``; see :meth:`replace`."""
        return self.replace(text, replace(self._scenario, **changes), merge=merge, cursor=cursor)

    def replace(
        self, text: str, scenario: Scenario, *, merge: str | None = None, cursor: Cursor | None = None
    ) -> tuple[Problem, ...]:
        """Apply ``scenario`` as one undo step, or return its problems and change nothing.

        Successive edits with the same ``merge`` key (typing, dragging) are one step. An equal scenario is no step.
        ``cursor`` belongs to the step: undoing it restores the previous one. Without it the cursor follows the change.
        """
        scenario = with_names(scenario, self._names())
        if scenario == self._scenario:
            if cursor is not None:
                self.set_cursor(cursor)
            return ()
        errors = tuple(p for p in self._problems_of(scenario) if not p.incomplete)
        if errors:
            return errors
        new_cursor = (
            follow_edit(self._scenario, scenario, self._cursor) if cursor is None else fit_cursor(scenario, cursor)
        )
        self._push(text, _State(scenario, self._file, new_cursor), merge)
        return ()

    def open(
        self,
        scenario: Scenario,
        path: Path | None,
        *,
        saved: bool = True,
        digest: str = "",
        text: str = "Open",
        repeatable: bool = False,
    ) -> None:
        """Replace the table by another one, as one undo step called ``text``.

        ``saved``: whether the scenario is stored in ``path`` or another source; otherwise it has unsaved changes from
        the beginning. ``repeatable``: whether it can be read from its source again. The scenario must have been
        checked.
        """
        begun = scenario if repeatable else None
        self.change_table(text, scenario, TableFile(path, scenario if saved else None, digest, begun))

    def came(self) -> None:
        """Note that the current table can be taken again from its source."""
        self._file.begun = self._scenario

    def change_table(self, text: str, scenario: Scenario, file: TableFile, *, merge: str | None = None) -> None:
        """Replace the table and its file, perhaps by earlier ones; ``merge`` as in :meth:`replace`."""
        self._push(text, _State(scenario, file, first_cursor(scenario)), merge)

    def exchange(self, text: str, scenario: Scenario, file: TableFile) -> None:
        """Exchange this table and the one that it is compared with; undoing exchanges them again."""
        self._push(text, _State(scenario, file, first_cursor(scenario)), exchanges=True)

    def saved(self, path: Path, digest: str = "") -> None:
        """Note that ``path`` holds the current scenario."""
        self._file.path, self._file.scenario, self._file.digest = path, self._scenario, digest
        self.path_changed.emit()
        self._report_clean()

    def _push(self, text: str, after: "_State", merge: str | None = None, *, exchanges: bool = False) -> None:
        before = _State(self._scenario, self._file, self._cursor)
        self.undo_stack.push(_Replace(self, text, before, after, merge, exchanges=exchanges))

    def _set(self, state: "_State", *, exchanges: bool) -> None:
        """Apply a state; the cursor stays if all cards do."""
        if exchanges:
            self.exchanging.emit()
        previous, file, old_cursor = self._scenario, self._file, self._cursor
        if file is not state.file or _cards(previous) != _cards(state.scenario):
            self._cursor = state.cursor
        self._scenario, self._file = state.scenario, state.file
        # `left` is emitted before `changed`: autosave then writes the old table immediately, and its timer starts for
        # the new one.
        if file is not state.file:
            self.left.emit(previous, file)
        if previous != state.scenario:
            self.changed.emit(previous, state.scenario)
        if self._cursor != old_cursor:
            self.cursor_changed.emit()
        if file is not state.file:
            self.path_changed.emit()
        self._report_clean()

    def _report_clean(self) -> None:
        if self.clean != self._was_clean:
            self._was_clean = not self._was_clean
            self.clean_changed.emit(self._was_clean)


def _cards(scenario: Scenario) -> tuple[object, ...]:
    """Return the cards of the table, on which the cursor depends."""
    seats = tuple((seat.cards, seat.folded) for seat in scenario.seats)
    return scenario.game, seats, scenario.board, scenario.dead


@dataclass(frozen=True, slots=True)
class _State:
    """The table, its file and the cursor."""

    scenario: Scenario
    file: TableFile
    cursor: Cursor


class _Replace(Guarded, QUndoCommand):
    """The one command: one scenario and cursor before, another after."""

    def __init__(
        self, document: Document, text: str, before: _State, after: _State, merge: str | None, *, exchanges: bool
    ) -> None:
        super().__init__(text)
        self._document = document
        self._before, self._after = before, after
        self._merge, self._exchanges = merge, exchanges

    def undo(self) -> None:
        self._document._set(self._before, exchanges=self._exchanges)

    def redo(self) -> None:
        self._document._set(self._after, exchanges=self._exchanges)

    def id(self) -> int:
        # Qt merges a command only into one with the same id, other than -1.
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Replace) or self._merge is None or other._merge != self._merge:
            return False
        self._after = other._after
        # Edits that lead back to the first table, as a text typed and deleted, leave no step to undo.
        self.setObsolete(self._before.scenario == self._after.scenario)
        return True


def is_blank(scenario: Scenario) -> bool:
    """Return whether nothing but empty seats is on a table."""
    new = NEW[scenario.game]
    usual = {"Hero", *(f"Seat {number}" for number in range(1, len(scenario.seats) + 1))}
    empty = all(seat == Seat(seat.name, "") and seat.name in usual for seat in scenario.seats)
    return empty and replace(scenario, seats=new.seats, run=new.run) == new


def new_seat(scenario: Scenario) -> Seat:
    """Return an empty seat with a name that no other has, as in ``Seat 3``."""
    taken = {seat.name for seat in scenario.seats}
    number = len(scenario.seats) + 1
    while f"Seat {number}" in taken:
        number += 1
    return Seat(f"Seat {number}", "")


class GameMemory(QObject):
    """Remembers the last table of each game, with its file, for switching there and back."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._last = {game: (scenario, TableFile(None, scenario)) for game, scenario in NEW.items()}
        document.left.connect(self._on_left)

    def switch(self, game: Game) -> None:
        """Replace the table by the last one of ``game``, as one undo step."""
        now = self._document.scenario
        if now.game != game:
            scenario, file = self._last[game]
            self._document.change_table(f"Switch to {GAMES[game].title}", replace(scenario, run=now.run), file)

    @Slot(object, object)
    def _on_left(self, scenario: Scenario, file: TableFile) -> None:
        self._last[scenario.game] = scenario, file
