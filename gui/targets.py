"""Small conversions between scenarios and snapshots that the session needs."""

from dataclasses import replace

from engine import Scenario, Snapshot


def finer(snapshot: Snapshot) -> Scenario:
    """Return the scenario of a sampled result with the target of half its standard error: *Refine*."""
    error = max(seat.estimate.stderr for seat in snapshot.active if seat.estimate)
    run = replace(snapshot.scenario.run, target_stderr=error / 2, max_trials=None, max_seconds=None)
    return replace(snapshot.scenario, run=run)


def renamed(snapshot: Snapshot, scenario: Scenario) -> Snapshot:
    """Return a result under the names of ``scenario``, which differs from its own in nothing that is computed."""
    present = replace(scenario, run=snapshot.scenario.run)
    if present == snapshot.scenario:
        return snapshot
    seats = tuple(replace(s, name=seat.name) for s, seat in zip(snapshot.seats, scenario.seats, strict=True))
    return replace(snapshot, seats=seats, scenario=present)
