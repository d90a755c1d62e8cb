"""The document: one immutable scenario and its history. The one writable state of the window.

Tables follow one another in one history: opening a file, a new table, the other game are steps that can be undone like
any other. Each table knows its own file, so that undo brings back with a table what it belongs to and whether all of
it is saved.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine import Order, Problem, Scenario, table_problems


@dataclass(eq=False, slots=True)
class TableFile:
    """What a table belongs to: ``path``, None where it was never saved; ``scenario`` is what stands there, None where
    nobody knows; ``digest`` tells the bytes that were read or written last (``scenario_files.digest_of``).

    Changed only by :meth:`Document.saved`. Two tables may belong to one file, so each has one of its own.
    """

    path: Path | None = None
    scenario: Scenario | None = None
    digest: str = ""


class Document(QObject):
    """Holds the scenario; every change goes through :meth:`edit` and can be undone.

    A scenario that cannot be computed never gets in, except where something is merely not filled in yet: the window
    shows the problems at their fields and the last valid state stays in force. Empty seats are not dealt in, and a
    problem only where nobody would be left.
    """

    changed = Signal(object, object)
    """Emitted with the scenario before and after."""
    path_changed = Signal()
    clean_changed = Signal(bool)
    left = Signal(object, object)
    """Emitted with the scenario and the :class:`TableFile` of a table when another takes its place."""

    def __init__(
        self, scenario: Scenario, parent: QObject | None = None, *, orders: Callable[[], tuple[Order, ...]] = tuple
    ) -> None:
        """``orders`` gives the player's own orders of hands."""
        super().__init__(parent)
        self._scenario = scenario
        self._orders = orders
        self._checked: tuple[Scenario, tuple[Problem, ...]] | None = None
        """The scenario that was checked last and what is wrong with it: every edit would be checked three times."""
        self._file = TableFile(None, scenario)
        self._was_clean = True
        self.undo_stack = QUndoStack(self)

    @property
    def scenario(self) -> Scenario:
        """The scenario now."""
        return self._scenario

    @property
    def orders(self) -> tuple[Order, ...]:
        """The player's own orders of hands, which the scenario may name."""
        return self._orders()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps the scenario from being computed."""
        return self._problems_of(self._scenario)

    def _problems_of(self, scenario: Scenario) -> tuple[Problem, ...]:
        if self._checked is None or self._checked[0] is not scenario:
            self._checked = scenario, table_problems(scenario, self.orders)
        return self._checked[1]

    @property
    def path(self) -> Path | None:
        """The file that this scenario was opened from or saved to."""
        return self._file.path

    @property
    def file(self) -> TableFile:
        """What the table belongs to."""
        return self._file

    @property
    def clean(self) -> bool:
        """Whether there is nothing to be saved: the table is as its file, or as it was new."""
        return self._scenario == self._file.scenario

    def edit(self, text: str, *, merge: str | None = None, **changes: Any) -> tuple[Problem, ...]:
        """Change fields of the scenario as one undo step called ``text``; see :meth:`replace`."""
        return self.replace(text, replace(self._scenario, **changes), merge=merge)

    def replace(self, text: str, scenario: Scenario, *, merge: str | None = None) -> tuple[Problem, ...]:
        """Put ``scenario`` in force as one undo step, or return what is wrong with it and change nothing.

        Edits in a row with the same ``merge`` key (typing, dragging) are one step. An equal scenario is no step.
        """
        if scenario == self._scenario:
            return ()
        wrong = tuple(p for p in self._problems_of(scenario) if not p.incomplete)
        if wrong:
            return wrong
        before, after = _State(self._scenario, self._file), _State(scenario, self._file)
        self.undo_stack.push(_Replace(self, text, before, after, merge))
        return ()

    def open(
        self, scenario: Scenario, path: Path | None, *, saved: bool = True, digest: str = "", text: str = "Open"
    ) -> None:
        """Put another table in the place of this one, as one undo step called ``text``.

        ``saved`` is whether ``path``, or what else the scenario was read from, holds it: else there are unsaved
        changes from the beginning. The scenario has been checked.
        """
        self.change_table(text, scenario, TableFile(path, scenario if saved else None, digest))

    def change_table(self, text: str, scenario: Scenario, file: TableFile) -> None:
        """Put a table with its file, perhaps one that was there before, in the place of this one."""
        before, after = _State(self._scenario, self._file), _State(scenario, file)
        self.undo_stack.push(_Replace(self, text, before, after, None))

    def saved(self, path: Path, digest: str = "") -> None:
        """Note that the scenario now stands in ``path``."""
        self._file.path, self._file.scenario, self._file.digest = path, self._scenario, digest
        self.path_changed.emit()
        self._tell_clean()

    def _set(self, state: "_State") -> None:
        before, file = self._scenario, self._file
        self._scenario, self._file = state.scenario, state.file
        if file is not state.file:
            self.left.emit(before, file)
        if before != state.scenario:
            self.changed.emit(before, state.scenario)
        if file is not state.file:
            self.path_changed.emit()
        self._tell_clean()

    def _tell_clean(self) -> None:
        if self.clean != self._was_clean:
            self._was_clean = not self._was_clean
            self.clean_changed.emit(self._was_clean)


@dataclass(frozen=True, slots=True)
class _State:
    """What is on the table, and what it belongs to."""

    scenario: Scenario
    file: TableFile


class _Replace(QUndoCommand):
    """The one command: one scenario before, another after."""

    def __init__(self, document: Document, text: str, before: _State, after: _State, merge: str | None) -> None:
        super().__init__(text)
        self._document = document
        self._before, self._after = before, after
        self._merge = merge

    def undo(self) -> None:
        self._document._set(self._before)

    def redo(self) -> None:
        self._document._set(self._after)

    def id(self) -> int:
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Replace) or self._merge is None or other._merge != self._merge:
            return False
        self._after = other._after
        self.setObsolete(self._before == self._after)
        return True
