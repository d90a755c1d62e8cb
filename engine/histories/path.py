"""The equities of a hand at each of its moments: showdown equities of the known and assumed hands."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace

from engine.equity.budget import AUTO_BUDGET
from engine.equity.stored import stored_snapshot
from engine.equity.workers import CancelToken
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, Assumptions
from engine.histories.hand import PlayedHand
from engine.histories.scenarios import scenario_at
from engine.kelly.responses.fold_shift import with_any_folded
from engine.ranges.orders import Order
from engine.scenario import RunOptions, Scenario, ScenarioError

RUN_OPTIONS = RunOptions(target_stderr=0.002)
"""The run options of a moment: no chart shows smaller errors. A hand from a history has no seed of its own, so the seed
is always 1."""
EXACT_BUDGET = 5e7
"""Operations that an exact equity against assumed ranges may take: more would take longer than sampling."""


@dataclass(frozen=True, slots=True)
class MomentEquity:
    """The equities at a moment and their standard errors by player; None for a player who has folded."""

    equity: tuple[float | None, ...]
    stderr: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HandPath:
    """The equities of a hand that have been computed so far, by moment; None for a moment without equities (yet)."""

    hand: PlayedHand
    equities: tuple[MomentEquity | None, ...]
    final: bool = False


def hand_path(
    hand: PlayedHand,
    painted: Mapping[int, str],
    cancel: CancelToken,
    orders: tuple[Order, ...] = (),
    *,
    hero: int | None = None,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> Generator[HandPath, None, None]:
    """Yield the path as it grows, moment by moment.

    ``painted``: the ranges that the user painted, by player, which replace assumed ones. ``hero``: the player whose
    cards are not assumed, by default the hand's own hero. Moments with the same cards have the same equities and are
    computed once.
    """
    known: dict[tuple[object, ...], MomentEquity | None] = {}
    result: list[MomentEquity | None] = [None] * len(hand.moments)
    yield HandPath(hand, tuple(result))
    for i, moment in enumerate(hand.moments):
        table = scenario_at(hand, moment, hero, painted=painted, tracked=False, assumptions=assumptions)
        scenario = replace(table, run=RUN_OPTIONS)
        budget = AUTO_BUDGET if with_any_folded(table) == table else EXACT_BUDGET
        key = (scenario.seats, scenario.board)
        if key not in known:
            known[key] = table_equity(scenario, cancel, orders, budget)
            if cancel.cancelled:
                return
        result[i] = known[key]
        yield HandPath(hand, tuple(result), i == len(result) - 1)


def table_equity(
    scenario: Scenario, cancel: CancelToken, orders: tuple[Order, ...], exact_budget: float = EXACT_BUDGET
) -> MomentEquity | None:
    """Return the equities of a table, or None if they cannot be computed or ``cancel`` came first.

    A seat without an estimate has None. ``exact_budget``: the number of operations above which it is sampled.
    """
    try:
        snapshot = stored_snapshot(scenario, cancel, orders, exact_budget)
    except ScenarioError:
        return None
    if snapshot is None:
        return None
    estimates = [seat.estimate for seat in snapshot.seats]
    return MomentEquity(
        tuple(None if result is None else result.equity for result in estimates),
        tuple(0.0 if result is None else result.stderr for result in estimates),
    )
