"""The pot odds of the seats: those of the hand that is tracked, else those of what the Kelly panel has."""

from typing import TYPE_CHECKING

from engine import Scenario, ScenarioError
from engine.kelly.panel import is_begun, needed_shares
from gui.state.document import Document

if TYPE_CHECKING:
    from engine.kelly.hand.session import Tracked


class PotOdds:
    """Works them out once for each state of the document; of a tracked hand only what is new is played."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._seen: Scenario | None = None
        self._now: Tracked | None = None
        self._needed: tuple[float | None, ...] = ()

    def needed(self, seat: int) -> float | None:
        """Return which share of the pot a seat needs so that a call costs it nothing; None where nothing is to call."""
        scenario = self._document.scenario
        if scenario is not self._seen:
            self._needed = self._work_out(scenario)
            self._seen = scenario
        return self._needed[seat]

    def _work_out(self, scenario: Scenario) -> tuple[float | None, ...]:
        """Return what all seats need; the panel tells it where the tracked hand cannot be gone on with."""
        self._now = self._hand_of(scenario) if is_begun(scenario) else None
        if self._now is None:
            return needed_shares(scenario)
        from engine.kelly.hand.record import needed_now

        return needed_now(scenario, self._now.state)

    def _hand_of(self, scenario: Scenario) -> "Tracked | None":
        """Return the tracked hand, which is the one from before where only cards have changed."""
        from engine.kelly.hand.session import tracked  # once a hand is tracked: a start does without it

        before = self._seen
        same_table = before is not None and (before.game, len(before.seats)) == (scenario.game, len(scenario.seats))
        if before is not None and same_table and before.kelly is scenario.kelly:
            return self._now
        try:
            return tracked(scenario, self._now)
        except ScenarioError:
            return None
