"""Hero's outcomes against some of the opponents, the others having folded what they held.

A folded hand takes its cards out of the deck, as in the pre-flop laboratory. Each set of opponents is a run of its own,
exact or sampled as such a table is: every set of up to four that may call a bet, and each opponent alone, which
Cassandra multiplies to more opponents. Her counts lack nothing of the joint result but who loses together.
"""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from engine.equity.results import Estimate
from engine.equity.run import run
from engine.equity.workers import AnswerSnapshot, CancelToken
from engine.kelly.cassandra import ShowdownCounts, mean_showdowns
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.ranges.orders import Order
from engine.scenario import Method, Problem, RunOptions, Scenario, ScenarioError, seat_field
from engine.scenario.codec import JsonObject

MAX_CALLERS = 4
"""The most opponents who may call."""
MAX_TRIALS = 1_000_000
"""Deals of a sampled run against one opponent: an error of 0.05 points."""


@dataclass(frozen=True, slots=True)
class CallerSetOutcomes(JsonObject):
    """The outcomes against a set of opponents, by number from 0 in the order of their seats; ``stderr``: of the equity,
    0 where it is exact. Its object is an entry of ``outcomes_by_callers`` of a Kelly request."""

    INNER = ("stderr",)
    callers: tuple[int, ...]
    outcomes: Outcomes
    stderr: float


def caller_scenarios(scenario: Scenario, hero: int) -> tuple[tuple[tuple[int, ...], Scenario], ...]:
    """Return every set of hero's opponents with the table on which the others have folded; without details.

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
    """Return for each of hero's opponents the table on which the others have folded; without details.

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
    """Return the table on which all but these players have folded."""
    gone = set(scenario.active_seats) - players
    seats = tuple(replace(seat, folded=seat.folded or i in gone) for i, seat in enumerate(scenario.seats))
    return replace(scenario, seats=seats, run=options)


def run_caller_sets(
    scenario: Scenario, hero: int, *, cancel: CancelToken | None = None, orders: Iterable[Order] = ()
) -> Iterator[AnswerSnapshot[tuple[CallerSetOutcomes, ...]]]:
    """Compute the outcomes against every set of opponents that may call; cancelled: without a final snapshot.

    Raises:
        ScenarioError: as ``caller_scenarios``, or the table cannot be computed.
    """
    runs = _Runs(hero, cancel or CancelToken(), tuple(orders))
    tables, rows = caller_scenarios(scenario, hero), []
    for i, (callers, table) in enumerate(tables):
        for progress in runs.of(table):
            yield AnswerSnapshot((i + progress) / len(tables), None, None)
        if runs.estimate is None:
            return
        rows.append(CallerSetOutcomes(callers, outcomes_of(runs.estimate), runs.estimate.stderr))
    yield AnswerSnapshot(1.0, None, tuple(rows), final=True)


def run_one_on_one(
    scenario: Scenario, hero: int, *, cancel: CancelToken | None = None, orders: Iterable[Order] = ()
) -> Iterator[AnswerSnapshot[ShowdownCounts]]:
    """Count the showdowns against one opponent, the mean of all; cancelled: without counts.

    Opponents whose cards are written alike are met once.

    Raises:
        ScenarioError: as ``single_scenarios``, or the table cannot be computed.
    """
    runs = _Runs(hero, cancel or CancelToken(), tuple(orders))
    tables, opponents = single_scenarios(scenario, hero), _opponents(scenario, hero)
    known: dict[str, Outcomes] = {}
    cards = [scenario.seats[seat].cards.strip() for seat in opponents]
    for i, (text, table) in enumerate(zip(cards, tables, strict=True)):
        if text not in known:
            for progress in runs.of(table):
                yield AnswerSnapshot((i + progress) / len(tables), None, None)
            if runs.estimate is None:
                return
            known[text] = outcomes_of(runs.estimate)
    yield AnswerSnapshot(1.0, None, mean_showdowns([known[text] for text in cards]), final=True)


@dataclass(slots=True)
class _Runs:
    """Computes tables one after the other; ``estimate`` is hero's in the last one, None where it was cancelled."""

    hero: int
    cancel: CancelToken
    orders: tuple[Order, ...]
    estimate: Estimate | None = None

    def of(self, table: Scenario) -> Generator[float, None, None]:
        """Compute a table and yield how far it is, from 0 to 1."""
        last = None
        for last in run(table, cancel=self.cancel, orders=self.orders):
            yield last.progress
        self.estimate = last.seats[self.hero].estimate if last is not None and last.final else None
