"""Hero's outcomes against every set of up to four opponents who may call, the others having folded what they held.

As in the pre-flop laboratory a folded hand takes its cards out of the deck. Each set is a run of its own, exact or
sampled as such a table is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.ranges.orders import Order
from engine.running.run import run
from engine.running.workers import CancelToken
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

MOST_OPPONENTS = 4


@dataclass(frozen=True, slots=True)
class CallerRow:
    """The outcomes against a set of opponents, by number from 0 in the order of their seats; ``stderr``: of the equity,
    0 where it is exact."""

    callers: tuple[int, ...]
    outcomes: Outcomes
    stderr: float

    def to_json(self) -> dict[str, Any]:
        """Return it as an entry of ``outcomes_by_callers`` of a Kelly request."""
        found = self.outcomes
        values = {"win": found.win, "split": list(found.split), "lose": found.lose}
        return {"callers": list(self.callers), "outcomes": values}


@dataclass(frozen=True, slots=True)
class CallersSnapshot:
    """How far the runs are, from 0 to 1; the rows of all sets in the final one."""

    progress: float
    rows: tuple[CallerRow, ...] = ()

    @property
    def final(self) -> bool:
        """Whether this is the answer."""
        return bool(self.rows)


def caller_scenarios(scenario: Scenario, hero: int) -> tuple[tuple[tuple[int, ...], Scenario], ...]:
    """Return every set of hero's opponents with the table on which the others have folded; without details.

    Raises:
        ScenarioError: hero is not in the hand, or has no opponent or more than four.
    """
    if hero not in scenario.active_seats:
        raise ScenarioError(Problem(seat_field(hero), "hero has folded, or is not dealt in"))
    opponents = [seat for seat in scenario.active_seats if seat != hero]
    if not 1 <= len(opponents) <= MOST_OPPONENTS:
        raise ScenarioError(Problem("seats", f"expected 1 to {MOST_OPPONENTS} opponents, found {len(opponents)}"))
    plain = replace(scenario, run=replace(scenario.run, detail=()))
    found = []
    for size in range(1, len(opponents) + 1):
        for callers in combinations(range(len(opponents)), size):
            gone = {seat for i, seat in enumerate(opponents) if i not in callers}
            seats = (replace(seat, folded=seat.folded or i in gone) for i, seat in enumerate(scenario.seats))
            found.append((callers, replace(plain, seats=tuple(seats))))
    return tuple(found)


def run_callers(
    scenario: Scenario,
    hero: int,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
) -> Iterator[CallersSnapshot]:
    """Compute the outcomes against every set of opponents that may call; cancelled: without a final snapshot.

    Raises:
        ScenarioError: as ``caller_scenarios``, or the table cannot be computed.
    """
    cancel, orders = cancel or CancelToken(), tuple(orders)
    tables, rows = caller_scenarios(scenario, hero), []
    for i, (callers, table) in enumerate(tables):
        last = None
        for snapshot in run(table, cancel=cancel, workers=workers, every=every, orders=orders):
            last = snapshot
            yield CallersSnapshot((i + snapshot.progress) / len(tables))
        if last is None or not last.final:
            return
        estimate = last.seats[hero].estimate
        assert estimate is not None
        rows.append(CallerRow(callers, outcomes_of(estimate), estimate.stderr))
    yield CallersSnapshot(1.0, tuple(rows))
