"""The player's common bankroll: stored in the settings, the same at all tables of both games.

A table may have a bankroll of its own, in its panel or in the set-up of its tracker; then that one counts there. Typing
the common one is an undo step as any edit of a table. It follows the hands that are tracked with it.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from engine import Scenario
from engine.kelly.hand.session import with_setup
from engine.kelly.panel import is_begun, panel_of, with_bankroll
from gui.look.guard import Guarded
from gui.state.document import Document
from gui.state.settings import Settings


class Bankroll(QObject):
    """The common bankroll, and the scenario with the bankroll that counts there. ``changed``: it is another one."""

    changed = Signal()

    def __init__(self, document: Document, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._settings = document, settings
        settings.bankroll_changed.connect(self.changed)
        self._applied: tuple[Scenario, float | None, Scenario] | None = None

    @property
    def common(self) -> float | None:
        """The common one; None where none was ever typed."""
        return self._settings.bankroll

    @property
    def is_own(self) -> bool:
        """Whether the table has a bankroll of its own."""
        return own_bankroll(self._document.scenario) is not None

    @property
    def scenario(self) -> Scenario:
        """The table with the bankroll that counts there; the same object as long as both are the same."""
        scenario, common = self._document.scenario, self.common
        if self._applied is None or self._applied[0] is not scenario or self._applied[1] != common:
            lacks = panel_of(scenario).entered("bankroll") is None
            self._applied = scenario, common, with_bankroll(scenario, common) if lacks and common else scenario
        return self._applied[2]

    def type(self, value: float | None, merge: str | None = None) -> bool:
        """Set the common one as an undo step; return whether the value was used: else it is for the table, which has
        its own. That stays while its field is empty, as in the middle of typing.
        """
        if self.is_own:
            return value is None
        if value != self.common:
            self._document.undo_stack.push(_Type(self, self.common, value, merge))
        return True

    def follow(self, value: float) -> None:
        """Follow a hand that was played with the common one; undoing the hand undoes this."""
        if value > 0.0:
            self.put(value)

    def put(self, value: float | None) -> None:
        """Set the common one."""
        if value != self.common:
            self._settings.bankroll = value

    def set_own(self, own: bool) -> None:
        """Give the table a bankroll of its own, at first the common one, or the common one again."""
        scenario = self._document.scenario
        if own and self.common is None:
            self.changed.emit()  # there is nothing to begin with
            return
        if own:
            self._document.replace("A bankroll of this table", with_bankroll(scenario, self.common))
            return
        back = with_bankroll(scenario, None)
        if not is_begun(scenario):
            back = with_setup(back, "bankroll", None)
        self._document.replace("The common bankroll", back)


class _Type(Guarded, QUndoCommand):
    """Another common bankroll; one typing is one step."""

    def __init__(self, bankroll: Bankroll, before: float | None, after: float | None, merge: str | None) -> None:
        super().__init__("Bankroll")
        self._bankroll, self._before, self._after, self._merge = bankroll, before, after, merge

    def undo(self) -> None:
        self._bankroll.put(self._before)

    def redo(self) -> None:
        self._bankroll.put(self._after)

    def id(self) -> int:
        return 2

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Type) or not self._merge or other._merge != self._merge:
            return False
        self._after = other._after
        self.setObsolete(self._before == self._after)
        return True


def own_bankroll(scenario: Scenario) -> float | None:
    """Return the bankroll of a table's own, in its panel or in how its tracked session will begin."""
    panel = panel_of(scenario)
    return panel.tracker.setup.bankroll if panel.bankroll is None and not is_begun(scenario) else panel.bankroll
