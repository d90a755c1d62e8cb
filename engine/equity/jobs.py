"""The interface between a method and the runner: work cut into chunks whose tallies add up.

A tally is one float64 vector; its layout is the job's own business. ``compute`` is called from several threads at
once, must release the GIL for most of its time and must not keep state between calls. A chunk takes about 5-15 ms,
which is the latency of cancelling; work that cannot be cut so fine calls the :data:`Guard` of its run as often.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from engine.arrays import F64
from engine.equity.budget import detail_budget
from engine.equity.results import DetailResult, Estimate
from engine.scenario import Scenario

Setup = TypeVar("Setup")
"""A scenario as the methods of its game use it: all texts read."""

Tally = F64

Guard = Callable[[], None]
"""Called every few milliseconds by long work: raises :class:`Cancelled` once the run is asked to end."""


class Cancelled(Exception):  # noqa: N818  (it is no error)
    """The run was asked to end."""


class OutOfTime(Exception):  # noqa: N818
    """An exact detail, which has to be finished, is not finished within the time of the run."""


def unguarded() -> None:
    """The guard of work that nobody cancels."""


def unhurried() -> bool:
    """Never ask sampling to end."""
    return False


class ExactJob(Protocol):
    """An exact method: a fixed number of chunks, all of which are needed."""

    @property
    def operations(self) -> float:
        """Cost in elementary operations: nanoseconds of one core of the reference machine."""

    @property
    def chunks(self) -> int:
        """Number of chunks."""

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk."""

    def deals(self) -> int:
        """Return the number of deals with positive weight that agree with what is known."""

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats, in order, from the sum of all tallies."""


class SampledJob(Protocol):
    """A sampling method: an endless row of chunks with random numbers of their own."""

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk, worth 5-15 ms; a power of two of at least 1,024."""

    @property
    def block(self) -> int:
        """Trials that are even together: chunks have whole blocks of them."""

    @property
    def trial_operations(self) -> float:
        """Cost of a trial in elementary operations, by which the speed of this machine is measured."""

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` trials drawn from stream ``chunk`` (see ``rng.seed_state``)."""

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats, in order, from the sum of tallies of ``trials`` trials."""


@dataclass(frozen=True, slots=True)
class Methods:
    """The ways to compute a setup: the cheapest exact one (None: there is none) and how to sample.

    ``sampled`` is a factory, because building a sampler may cost something that an exact run does not need.
    """

    exact: ExactJob | None
    sampled: Callable[[], SampledJob]


@dataclass(frozen=True, slots=True, eq=False)
class Solved(Generic[Setup]):
    """A computed scenario, from which details are computed.

    ``setup`` is the scenario as it was read for its numbers; ``trials`` is None for an exact answer; ``estimates`` are
    those of the active seats, in order.

    Exact work has to be finished: it calls ``guard``, which raises :class:`OutOfTime` once the time of the run is over.
    Planning and sampling call ``cancelled``; sampling ends with the trials that it has once ``over`` returns True.
    """

    scenario: Scenario
    setup: Setup
    trials: int | None
    estimates: tuple[Estimate, ...]
    guard: Guard = unguarded
    cancelled: Guard = unguarded
    over: Callable[[], bool] = unhurried
    details: Mapping[str, DetailResult] = field(default_factory=dict)
    """The details that are known already: another may follow from them."""

    @property
    def exact(self) -> bool:
        """Whether the answer is exact, hence its details too."""
        return self.trials is None

    def affords(self, operations: float) -> bool:
        """Return whether an exact detail may take so many operations."""
        return operations <= detail_budget(self.scenario.run)


@dataclass(frozen=True, slots=True, eq=False)
class Detail:
    """A detail (``run.detail``) as independent parts: each is computed in some thread and calls the guard when it takes
    more than about 20 ms. ``assemble`` turns their values, in order, into the detail (``engine.equity.details``)."""

    parts: Sequence[Callable[[], Any]]
    assemble: Callable[[list[Any]], DetailResult]


DetailFactory = Callable[[Solved[Setup]], Detail]
"""Takes next to no time: the work is in the parts."""
