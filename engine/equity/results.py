"""Results: frozen, complete and cumulative snapshots of a run."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np

from engine.arrays import F64, I64
from engine.cards import parse_cards
from engine.equity.reasons import Reason
from engine.games import GAMES
from engine.scenario import Scenario


def independent_deals(scenario: Scenario, deals: float) -> float:
    """Return the number of independent deals whose shares would scatter as those of ``deals`` sampled ones of a table.

    Sampled deals have boards and hands in common, so that the shares of win, split and final hands scatter more widely
    (``GameSpec.share_spread`` and ``turn_share_spread``).
    """
    spec = GAMES[scenario.game]
    on_turn = spec.has_board and len(parse_cards(scenario.board)) == spec.board_cards - 1
    return deals / (spec.turn_share_spread if on_turn else spec.share_spread) ** 2


def share_stderr(probability: float, deals: float) -> float:
    """Return the binomial standard error of a share in independent ``deals``, at least 1 / ``deals``."""
    return math.sqrt(max(probability * (1 - probability), 1 / max(deals, 1)) / max(deals, 1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The numbers of one active seat: probabilities and shares of the pot, from 0 to 1.

    ``split[k]`` is the probability of sharing the pot with exactly k + 1 other seats. ``classes`` maps the names of
    ``GAMES[game].classes`` to the probabilities of the final hand; ``made`` does so for the hand on the present board
    (hold'em with a single active seat and at least three cards on the board; otherwise None). ``gain`` of a sampled
    result is the variance of plain sampling divided by that of ``equity``: how many times as many trials plain
    sampling would have needed.
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
    """A seat in a result. It has no estimate if it has folded or is not dealt in."""

    name: str
    folded: bool
    estimate: Estimate | None


class DetailResult(Protocol):
    """A computed detail (``engine.equity.details``)."""

    def to_json(self) -> Any:
        """Return the value that the result file has under ``detail``."""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """How the numbers of the active seats converged: their values at k checkpoints.

    ``trials`` int64[k]: the trials up to each checkpoint; ``equity`` and ``stderr`` float64[k, active seats]. The trace
    of a run has all numbers in ``estimates``, by checkpoint and active seat. That of a saved result has the shares of
    the final hands that occurred in ``classes``, by name, and the gains in ``gain``, each float64[k, active seats].
    Checkpoints depend only on the scenario, so that the same file draws the same chart on every machine.
    """

    trials: I64
    equity: F64
    stderr: F64
    estimates: tuple[tuple[Estimate, ...], ...] = ()
    classes: Mapping[str, F64] = field(default_factory=dict)
    gain: F64 | None = None

    def share_of(self, name: str) -> F64 | None:
        """Return the shares of a final hand, float64[k, active seats], or None if they are not known."""
        if self.estimates:
            return np.array([[each.classes[name] for each in row] for row in self.estimates])
        return self.classes.get(name, np.zeros_like(self.equity)) if self.classes else None

    @property
    def gains(self) -> F64 | None:
        """The gains over plain sampling (see ``Estimate.gain``), float64[k, active seats], or None if not known."""
        values = [[each.gain for each in row] for row in self.estimates]
        if not values or any(value is None for row in values for value in row):
            return self.gain
        return np.array(values, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The state of a run. ``seats`` is empty until an exact run is complete: a part of the deals is no estimate.

    ``deals`` is the number of possible deals of an exact run, or of the trials so far of a sampled one. ``progress``
    is from 0 to 1; ``rate`` is measured in deals per second. ``resume`` is the state from which a later run can
    continue this one (sampled runs only).
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
    """Cost of the exact method, also if sampling was chosen; None if there is no exact method."""
    trace: Trace | None = None
    stage: str = ""
    """The detail that is being computed after the numbers of the seats, with its ``progress``; otherwise empty."""
    details: dict[str, DetailResult] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    """The requested details that are missing, with the reason."""
    resume: Any = None
    remaining_s: float | None = None
    """Estimated seconds to the end of the present stage, or None if they are not known."""
    speed: float | None = None
    """Measured operations per second of the main numbers, or None if the time was too short to measure."""

    @property
    def rate(self) -> float:
        """Deals per second so far."""
        return self.deals / self.elapsed_s if self.elapsed_s > 0 else 0.0

    def share_stderr(self, probability: float) -> float:
        """Return the standard error of a share (win, split, a final hand) of this result, 0 if it is exact."""
        if self.method == "exact":
            return 0.0
        return share_stderr(probability, independent_deals(self.scenario, self.deals))

    def estimate(self, seat: int) -> Estimate:
        """Return the estimate of a seat that contests the pot, once there are numbers."""
        estimate = self.seats[seat].estimate
        assert estimate is not None, "a folded seat has none"
        return estimate

    @property
    def active(self) -> tuple[SeatResult, ...]:
        """The seats that contest the pot."""
        return tuple(s for s in self.seats if s.estimate is not None)


def at_table(snapshot: Snapshot, scenario: Scenario) -> Snapshot:
    """Return a result of ``dealt_in(scenario)`` as one of ``scenario``: an empty seat has no numbers.

    The options of the run stay those of the result, which may request more details. ``scenario`` may differ from the
    computed one in names, and in empty seats after the last one of the result.
    """
    table = replace(scenario, run=snapshot.scenario.run)
    if table == snapshot.scenario:
        return snapshot
    # Empty seats are computed as folded ones, so that their seat results have no estimate here either.
    known = [seat.estimate for seat in snapshot.seats]
    known += [None] * (len(scenario.seats) - len(known))
    seats = tuple(
        SeatResult(seat.name, seat.folded, result) for seat, result in zip(scenario.seats, known, strict=False)
    )
    return replace(snapshot, scenario=table, seats=seats if snapshot.seats else ())
