"""Hero's outcomes against some of the opponents after the others have folded.

A folded hand takes its cards out of the deck, as on the pre-flop pages. Each set of opponents is a run of its own,
exact or sampled like any other table. There are two uses: every set of up to four opponents who may call a bet, and
each opponent alone, from which Cassandra estimates the result against several.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from engine.equity.run import run_in_turn
from engine.equity.snapshots import AnswerSnapshot
from engine.equity.workers import CancelToken
from engine.kelly.cassandra import ShowdownCounts, mean_showdowns
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.ranges.orders import Order
from engine.scenario import Method, Problem, RunOptions, Scenario, ScenarioError, seat_field
from engine.scenario.codec import JsonObject

MAX_CALLERS = 4
"""The largest number of opponents for which all sets of callers are computed."""
MAX_TRIALS = 1_000_000
"""The deals of a sampled run against one opponent, which give a standard error of 0.05 points."""


@dataclass(frozen=True, slots=True)
class CallerSetOutcomes(JsonObject):
    """Hero's outcomes against a set of opponents, numbered from 0 in the order of their seats.

    ``stderr``: the standard error of the equity, 0 if it is exact. The JSON object is an entry of
    ``outcomes_by_callers`` of a Kelly request.
    """

    INNER = ("stderr",)
    callers: tuple[int, ...]
    outcomes: Outcomes
    stderr: float


def caller_scenarios(scenario: Scenario, hero: int) -> tuple[tuple[tuple[int, ...], Scenario], ...]:
    """Return every set of hero's opponents with the table on which all others have folded, without details.

    Raises:
        ScenarioError: hero is not in the hand, or has no opponent or more than four.
    """
    opponents = _opponents(scenario, hero)
    if not 1 <= len(opponents) <= MAX_CALLERS:
        raise ScenarioError(Problem("seats", f"expected 1 to {MAX_CALLERS} opponents, found {len(opponents)}"))
    options = replace(scenario.run, detail=())
    sets = (c for size in range(1, len(opponents) + 1) for c in combinations(range(len(opponents)), size))
    return tuple((callers, _against(scenario, {hero, *(opponents[i] for i in callers)}, options)) for callers in sets)


def single_scenarios(scenario: Scenario, hero: int) -> tuple[Scenario, ...]:
    """Return for each of hero's opponents the table on which all others have folded, without details.

    Raises:
        ScenarioError: hero is not in the hand, or has no opponent.
    """
    opponents = _opponents(scenario, hero)
    if not opponents:
        raise ScenarioError(Problem("seats", "hero has no opponent"))
    method: Method = "sampled" if scenario.run.method == "sampled" else "auto"
    trials = min(scenario.run.max_trials or MAX_TRIALS, MAX_TRIALS)
    options = replace(scenario.run, method=method, max_trials=trials, detail=())
    return tuple(_against(scenario, {hero, met}, options) for met in opponents)


def _opponents(scenario: Scenario, hero: int) -> list[int]:
    if hero not in scenario.active_seats:
        raise ScenarioError(Problem(seat_field(hero), "hero has folded, or is not dealt in"))
    return [seat for seat in scenario.active_seats if seat != hero]


def _against(scenario: Scenario, players: set[int], options: RunOptions) -> Scenario:
    """Return the table on which everybody except ``players`` has folded."""
    gone = set(scenario.active_seats) - players
    seats = tuple(replace(seat, folded=seat.folded or i in gone) for i, seat in enumerate(scenario.seats))
    return replace(scenario, seats=seats, run=options)


def run_caller_sets(
    scenario: Scenario, hero: int, *, cancel: CancelToken | None = None, orders: Iterable[Order] = ()
) -> Iterator[AnswerSnapshot[tuple[CallerSetOutcomes, ...]]]:
    """Compute the outcomes against every set of opponents; if cancelled, there is no final snapshot.

    Raises:
        ScenarioError: as ``caller_scenarios``, or the table cannot be computed.
    """
    tables = caller_scenarios(scenario, hero)
    snapshots = yield from run_in_turn([table for _, table in tables], cancel, orders)
    if snapshots is not None:
        estimates = [snapshot.estimate(hero) for snapshot in snapshots]
        rows = tuple(
            CallerSetOutcomes(callers, outcomes_of(estimate), estimate.stderr)
            for (callers, _), estimate in zip(tables, estimates, strict=True)
        )
        yield AnswerSnapshot(1.0, None, rows, final=True)


def run_one_on_one(
    scenario: Scenario, hero: int, *, cancel: CancelToken | None = None, orders: Iterable[Order] = ()
) -> Iterator[AnswerSnapshot[ShowdownCounts]]:
    """Compute the showdown counts against one opponent, averaged over all opponents; if cancelled, yield no counts.

    Opponents with the same text of cards are computed once.

    Raises:
        ScenarioError: as ``single_scenarios``, or the table cannot be computed.
    """
    cards = [scenario.seats[seat].cards.strip() for seat in _opponents(scenario, hero)]
    tables: dict[str, Scenario] = {}
    for text, table in zip(cards, single_scenarios(scenario, hero), strict=True):
        tables.setdefault(text, table)
    snapshots = yield from run_in_turn(list(tables.values()), cancel, orders)
    if snapshots is not None:
        known = {text: outcomes_of(snapshot.estimate(hero)) for text, snapshot in zip(tables, snapshots, strict=True)}
        yield AnswerSnapshot(1.0, None, mean_showdowns([known[text] for text in cards]), final=True)
