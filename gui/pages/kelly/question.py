"""The question that the Kelly panel asks, with its answer."""

import math
from dataclasses import dataclass
from typing import Any

from engine import Estimate, Problem, Scenario, Snapshot
from engine.kelly.advice import Choice, evaluate_bet
from engine.kelly.answer import KellyAnswer
from engine.kelly.band import Band
from engine.kelly.cassandra import Showdowns
from engine.kelly.options import may_bet
from engine.kelly.panel import panel_of, rows_of
from engine.kelly.request import KellyRequest
from engine.kelly.sizes import Doubt
from gui.look.captions import inputs, provenance


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is asked and answered. Without an ``answer``: ``problems`` of fields, or what is ``missing``.

    ``values`` is the request as JSON: ``steelwheel kelly`` gives the same answer to it, but for Cassandra's bet where
    ``counts`` are known: the showdowns against one opponent that it multiplies where there are several; ``counting``:
    why these are not there. ``put_in``: hero's chips on this street, where they are known. ``own``: hero's stack;
    ``matched``: how much of what hero adds each opponent can match. Both are infinite where they are not known.
    ``band``: the growth where the opponent's range is a little tighter or looser, where that is known. ``by_chips``:
    the request where only the bankroll is missing; its expected chips hold.
    """

    scenario: Scenario
    seat: int
    typed: bool
    stale: bool
    estimate: Estimate | None = None
    snapshot: Snapshot | None = None
    values: dict[str, Any] | None = None
    request: KellyRequest | None = None
    answer: KellyAnswer | None = None
    doubt: Doubt | None = None
    problems: tuple[Problem, ...] = ()
    missing: str = ""
    put_in: float | None = None
    own: float = math.inf
    matched: tuple[float, ...] = ()
    band: Band | None = None
    counts: Showdowns | None = None
    counting: str = ""
    by_chips: KellyRequest | None = None

    @property
    def hero(self) -> str:
        return "Hero" if self.typed else self.scenario.seats[self.seat].name

    @property
    def least_gain(self) -> float:
        """The smallest difference that matters, a share of the bankroll."""
        return panel_of(self.scenario).least_gain

    @property
    def weighed(self) -> KellyRequest | None:
        """The request in which actions can be compared: without a bankroll by their expected chips alone."""
        return self.by_chips if self.answer is None else self.request

    @property
    def multiplied(self) -> float | None:
        """How likely hero wins alone by Cassandra's product of the odds against one opponent, where it is shown."""
        if self.counts is None or self.request is None:
            return None
        return self.counts.against(self.request.wager.opponents).win

    @property
    def own_bet(self) -> Choice | None:
        """The bet that the player thinks of, where one of a free size is allowed."""
        request, chips = self.weighed, panel_of(self.scenario).bet
        if request is None or chips is None or not may_bet(request.terms):
            return None
        action = "raise" if request.terms.price else "bet"
        return evaluate_bet(request.wager, action, min(chips, request.wager.bankroll))

    @property
    def opponents(self) -> tuple[str, ...]:
        """Names of those who are still in besides hero."""
        if self.typed:
            return tuple(row.name for row in rows_of(self.scenario) if not row.hero)
        seats = enumerate(self.scenario.seats)
        return tuple(seat.name for i, seat in seats if i != self.seat and seat.plays)

    @property
    def about(self) -> tuple[str, ...]:
        """The lines that name what a picture is about."""
        return () if self.typed or self.snapshot is None else inputs(self.snapshot.scenario)

    @property
    def origin(self) -> str:
        """Where the outcomes come from."""
        return "Outcomes as typed" if self.typed or self.snapshot is None else provenance(self.snapshot)
