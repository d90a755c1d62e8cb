"""Hero's outcomes against some of the opponents after the others have folded.

A folded hand takes its cards out of the deck, as on the pre-flop pages. Each set of opponents is a run of its own,
exact or sampled like any other table. There are two uses: every set of up to four opponents who may call a bet, and
each opponent alone, from which Cassandra estimates the result against several.
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
    """Compute the showdown counts against one opponent, averaged over all opponents; if cancelled, yield no counts.

    Opponents with the same text of cards are computed once.

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
    """Computes tables one after the other; ``estimate`` is hero's in the last one, or None if it was cancelled."""

    hero: int
    cancel: CancelToken
    orders: tuple[Order, ...]
    estimate: Estimate | None = None

    def of(self, table: Scenario) -> Generator[float, None, None]:
        """Compute a table and yield the progress, from 0 to 1."""
        last = None
        for last in run(table, cancel=self.cancel, orders=self.orders):
            yield last.progress
        self.estimate = last.seats[self.hero].estimate if last is not None and last.final else None
