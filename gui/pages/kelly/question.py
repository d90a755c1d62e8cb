"""The question that the Kelly panel asks, with its answer."""

import math
from dataclasses import dataclass
from typing import Any

from engine import Estimate, Problem, Scenario, Snapshot
from engine.kelly.answer import KellyAnswer
from engine.kelly.band import Band
from engine.kelly.panel import rows_of
from engine.kelly.request import KellyRequest
from engine.kelly.sizes import Doubt
from gui.look.captions import inputs, provenance


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is asked and answered. Without an ``answer``: ``problems`` of fields, or what is ``missing``.

    ``values`` is the request as JSON: ``steelwheel kelly`` gives the same answer to it. ``put_in``: hero's chips
    on this street, where they are known. ``own``: hero's stack; ``matched``: how much of what hero adds each opponent
    can match. Both are infinite where they are not known. ``band``: the growth where the opponent's range is a little
    tighter or looser, where that is known.
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

    @property
    def hero(self) -> str:
        return "Hero" if self.typed else self.scenario.seats[self.seat].name

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
