"""Results: frozen, complete and cumulative snapshots of a run."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np

from engine.arrays import F64, I64
from engine.equity.reasons import Reason
from engine.games import GAMES
from engine.scenario import Game, Scenario


def independent_deals(game: Game, deals: float) -> float:
    """Return how many independent deals tell as much about win, split and final hands as ``deals`` sampled ones.

    Sampled deals share boards and hands, so that shares scatter more widely (``GameSpec.share_spread``).
    """
    return deals / GAMES[game].share_spread ** 2


def share_stderr(probability: float, deals: float) -> float:
    """Return the binomial standard error of a share found in so many independent ``deals``, at least 1 / ``deals``."""
    return math.sqrt(max(probability * (1 - probability), 1 / max(deals, 1)) / max(deals, 1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate of one active seat.

    ``split[k]`` is the probability of sharing the pot with exactly k + 1 other seats; ``classes`` maps the names of
    ``GAMES[game].classes`` to the probabilities of the final hand; ``made`` does so for the hand on the present board
    (hold'em, a single active seat, a board of three or more) and is None otherwise. ``gain`` (sampled) is the variance
    of plain sampling over that of ``equity``: how many times the trials it would have taken without variance reduction.
    """

    equity: float
    stderr: float
    win: float
    split: tuple[float, ...]
    lose: float
    classes: dict[str, float]
    made: dict[str, float] | None = None
    gain: float | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat in a result; one that has folded or is not dealt in has no estimate."""

    name: str
    folded: bool
    estimate: Estimate | None


class DetailResult(Protocol):
    """A detail that has been computed (``engine.equity.details``)."""

    def to_json(self) -> Any:
        """Return the value in the result file under ``detail``."""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The convergence of the active seats' numbers, at fixed numbers of trials.

    ``trials`` int64[k]; ``equity`` and ``stderr`` float64[k, active seats]. Of a run ``estimates`` has all numbers of
    the active seats at each checkpoint; of a saved result that knows them ``classes`` has the shares of final hands by
    name, of those that came, and ``gain`` the gains, each float64[k, active seats]. The checkpoints depend on the
    scenario alone, so that the same file draws the same chart everywhere.
    """

    trials: I64
    equity: F64
    stderr: F64
    estimates: tuple[tuple[Estimate, ...], ...] = ()
    classes: Mapping[str, F64] = field(default_factory=dict)
    gain: F64 | None = None

    def share_of(self, name: str) -> F64 | None:
        """Return the shares of a final hand, float64[k, active seats], None where they are not known."""
        if self.estimates:
            return np.array([[each.classes[name] for each in row] for row in self.estimates])
        return self.classes.get(name, np.zeros_like(self.equity)) if self.classes else None

    @property
    def gains(self) -> F64 | None:
        """The factor of trials that plain sampling takes, float64[k, active seats], None where it is not known."""
        values = [[each.gain for each in row] for row in self.estimates]
        if not values or any(value is None for row in values for value in row):
            return self.gain
        return np.array(values, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The state of a run. While an exact run is under way ``seats`` is empty: part of the deals is no estimate.

    ``deals`` is the number of deals that agree with what is known (exact) or of trials so far (sampled).
    ``progress`` runs from 0 to 1; ``rate`` is in deals per second, measured. ``resume`` is what a further run needs to
    go on where this one ended (sampled runs only).
    """

    scenario: Scenario
    method: Literal["exact", "sampled"]
    reason: Reason
    final: bool
    deals: int
    threads: int
    elapsed_s: float
    progress: float
    seats: tuple[SeatResult, ...]
    exact_operations: float | None = None
    """Cost of the exact method, even where sampling was chosen; None where there is none."""
    trace: Trace | None = None
    stage: str = ""
    """The detail that is under way after the numbers of the seats, empty before and in the end; ``progress`` is its."""
    details: dict[str, DetailResult] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    """The details that were asked for and are not there, with the reason."""
    resume: Any = None
    remaining_s: float | None = None
    """Estimated seconds to the end of the present stage, from its progress so far; None where that is unknown."""
    speed: float | None = None
    """Operations per second at which the main numbers were computed; None where the time was too short to measure."""

    @property
    def rate(self) -> float:
        """Deals per second so far."""
        return self.deals / self.elapsed_s if self.elapsed_s > 0 else 0.0

    def share_stderr(self, probability: float) -> float:
        """Return the standard error of a share (win, split, a final hand) of this result, 0 if it is exact."""
        if self.method == "exact":
            return 0.0
        return share_stderr(probability, independent_deals(self.scenario.game, self.deals))

    @property
    def active(self) -> tuple[SeatResult, ...]:
        """The seats that contest the pot."""
        return tuple(s for s in self.seats if s.estimate is not None)


def at_table(snapshot: Snapshot, scenario: Scenario) -> Snapshot:
    """Return a result of ``dealt_in(scenario)`` as one of ``scenario``: an empty seat has no numbers.

    The run stays that of the result, which may ask for more details. ``scenario`` may differ in what is not computed:
    names, and empty seats behind the last one of the result.
    """
    table = replace(scenario, run=snapshot.scenario.run)
    if table == snapshot.scenario:
        return snapshot
    known = [seat.estimate for seat in snapshot.seats]
    known += [None] * (len(scenario.seats) - len(known))
    seats = tuple(
        SeatResult(seat.name, seat.folded, result) for seat, result in zip(scenario.seats, known, strict=False)
    )
    return replace(snapshot, scenario=table, seats=seats if snapshot.seats else ())
