"""Small conversions between scenarios and snapshots that the session needs."""

from dataclasses import replace

from engine import Scenario, Snapshot, computation_key
from engine.empty_seats import takes_part


def finer(snapshot: Snapshot) -> Scenario:
    """Return the scenario of a sampled result with the target of half its standard error: *Refine*."""
    error = max(seat.estimate.stderr for seat in snapshot.active if seat.estimate)
    run = replace(snapshot.scenario.run, target_stderr=error / 2, max_trials=None, max_seconds=None)
    return replace(snapshot.scenario, run=run)


def same_result(one: Scenario, other: Scenario) -> bool:
    """Say whether a result of ``one`` is one of ``other`` as well, its seats in the same places."""
    return (computation_key(one), one.run, _places(one)) == (computation_key(other), other.run, _places(other))


def _places(scenario: Scenario) -> list[int]:
    return [i for i, seat in enumerate(scenario.seats) if takes_part(scenario.game, seat)]
