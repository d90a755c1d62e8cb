"""Hero's showdowns against one opponent alone, as Cassandra counts them: what it multiplies to more opponents.

Each opponent is met while the others have folded what they hold: a folded hand takes its cards out of the deck. So the
counts lack nothing of the joint result but who loses together.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.kelly.cassandra import Showdowns, showdowns_of
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.ranges.orders import Order
from engine.running.run import run
from engine.running.workers import CancelToken
from engine.scenario import Method, Problem, Scenario, ScenarioError, seat_field

MOST_TRIALS = 1_000_000
"""Deals of a sampled run against one opponent: an error of 0.05 points."""


@dataclass(frozen=True, slots=True)
class OneOnOne:
    """How far the runs are, from 0 to 1; the counts in the final snapshot."""

    progress: float
    counts: Showdowns | None = None


def single_scenarios(scenario: Scenario, hero: int) -> tuple[Scenario, ...]:
    """Return for each of hero's opponents the table on which the others have folded; without details.

    Raises:
        ScenarioError: hero is not in the hand, or has no opponent.
    """
    if hero not in scenario.active_seats:
        raise ScenarioError(Problem(seat_field(hero), "hero has folded, or is not dealt in"))
    opponents = [seat for seat in scenario.active_seats if seat != hero]
    if not opponents:
        raise ScenarioError(Problem("seats", "hero has no opponent"))
    options = scenario.run
    method: Method = "sampled" if options.method == "sampled" else "auto"
    trials = min(options.max_trials or MOST_TRIALS, MOST_TRIALS)
    plain = replace(scenario, run=replace(options, method=method, max_trials=trials, detail=()))
    found = []
    for met in opponents:
        seats = (replace(s, folded=s.folded or i not in (hero, met)) for i, s in enumerate(scenario.seats))
        found.append(replace(plain, seats=tuple(seats)))
    return tuple(found)


def run_one_on_one(
    scenario: Scenario,
    hero: int,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
) -> Iterator[OneOnOne]:
    """Count the showdowns against one opponent, the mean of all; cancelled: without counts.

    Opponents whose cards are written alike are met once.

    Raises:
        ScenarioError: as ``single_scenarios``, or the table cannot be computed.
    """
    cancel, orders = cancel or CancelToken(), tuple(orders)
    tables = single_scenarios(scenario, hero)
    opponents = [seat for seat in scenario.active_seats if seat != hero]
    known: dict[str, Outcomes] = {}
    found = []
    for i, (seat, table) in enumerate(zip(opponents, tables, strict=True)):
        cards = scenario.seats[seat].cards.strip()
        if cards not in known:
            last = None
            for snapshot in run(table, cancel=cancel, workers=workers, every=every, orders=orders):
                last = snapshot
                yield OneOnOne((i + snapshot.progress) / len(tables))
            estimate = last.seats[hero].estimate if last is not None and last.final else None
            if estimate is None:
                return
            known[cards] = outcomes_of(estimate)
        found.append(known[cards])
    yield OneOnOne(1.0, showdowns_of(found))
