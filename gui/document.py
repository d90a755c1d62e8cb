"""The document: one immutable scenario and its history. The one writable state of the window."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine import Order, Problem, Scenario, table_problems


class Document(QObject):
    """Holds the scenario; every change goes through :meth:`edit` and can be undone.

    A scenario that cannot be computed never gets in, except where something is merely not filled in yet: the window
    shows the problems at their fields and the last valid state stays in force. Empty seats are not dealt in, and a
    problem only where nobody would be left.
    """

    changed = Signal(object, object)
    """Emitted with the scenario before and after."""
    path_changed = Signal()

    def __init__(
        self, scenario: Scenario, parent: QObject | None = None, *, orders: Callable[[], tuple[Order, ...]] = tuple
    ) -> None:
        """``orders`` gives the player's own orders of hands."""
        super().__init__(parent)
        self._scenario = scenario
        self._orders = orders
        self._checked: tuple[Scenario, tuple[Problem, ...]] | None = None
        """The scenario that was checked last and what is wrong with it: every edit would be checked three times."""
        self._path: Path | None = None
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
        return self._path

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
        self.undo_stack.push(_Replace(self, text, self._scenario, scenario, merge))
        return ()

    def open(self, scenario: Scenario, path: Path | None, *, saved: bool = True) -> None:
        """Start afresh with an opened or new scenario; the history begins here.

        ``saved`` is whether ``path`` holds it: else there are unsaved changes from the beginning.
        """
        self.undo_stack.clear()
        if not saved:
            self.undo_stack.resetClean()
        self._set(scenario)
        self._set_path(path)

    def detach(self) -> None:
        """Let the scenario belong to no file any more."""
        self._set_path(None)

    def saved(self, path: Path) -> None:
        """Note that the scenario now stands in ``path``."""
        self.undo_stack.setClean()
        self._set_path(path)

    def _set_path(self, path: Path | None) -> None:
        self._path = path
        self.path_changed.emit()

    def _set(self, scenario: Scenario) -> None:
        before, self._scenario = self._scenario, scenario
        if before != scenario:
            self.changed.emit(before, scenario)


class _Replace(QUndoCommand):
    """The one command: one scenario before, another after."""

    def __init__(self, document: Document, text: str, before: Scenario, after: Scenario, merge: str | None) -> None:
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
