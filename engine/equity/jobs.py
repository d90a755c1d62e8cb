"""The interface between the methods and the runner: a job is work in chunks whose tallies add up.

A tally is a float64 vector whose layout only its job knows. ``compute`` is called from several threads at once: it must
release the GIL for most of its time and keep no state between calls. A chunk takes about 5-15 ms, which is how long
cancelling takes; work that cannot be divided so finely calls the :data:`CancelCheck` of its run as often.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from engine.arrays import F64
from engine.equity.budget import detail_budget
from engine.equity.results import DetailResult, Estimate
from engine.scenario import Scenario

Setup = TypeVar("Setup")
"""A scenario in the form that the methods of its game use: all texts parsed."""

Tally = F64

CancelCheck = Callable[[], None]
"""A function that long work calls every few milliseconds. It raises :class:`Cancelled` if the run is to end."""


class Cancelled(Exception):  # noqa: N818  (it is no error)
    """The run was cancelled."""


class OutOfTime(Exception):  # noqa: N818
    """An exact detail was not complete when the time of the run was over."""


def never_cancelled() -> None:
    """Do nothing: the cancel check of work that cannot be cancelled."""


def unhurried() -> bool:
    """Return False: the time of sampling is never over."""
    return False


class ExactJob(Protocol):
    """An exact method: a fixed number of chunks, all of which have to be computed."""

    @property
    def operations(self) -> float:
        """Cost in elementary operations: nanoseconds of one core of the reference machine."""

    @property
    def chunks(self) -> int:
        """Number of chunks."""

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk."""

    def deals(self) -> int:
        """Return the number of deals of positive weight that are consistent with the known cards."""

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the estimates of the active seats, in order, from the sum of the tallies of all chunks."""


class SampledJob(Protocol):
    """A sampling method: an endless sequence of chunks, each with random numbers of its own."""

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk, which take 5-15 ms; a power of two of at least 1,024."""

    @property
    def block(self) -> int:
        """Trials of a block, which are stratified together: every chunk consists of complete blocks."""

    @property
    def trial_operations(self) -> float:
        """Cost of a trial in elementary operations, from which the speed of this machine is measured."""

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` trials drawn from stream ``chunk`` (see ``rng.seed_state``)."""

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the estimates of the active seats, in order, from the sum of the tallies of ``trials`` trials."""


@dataclass(frozen=True, slots=True)
class Methods:
    """The ways to compute a setup: the cheapest exact method, or None if there is none, and sampling.

    ``sampled`` is a factory, because building a sampler takes time that an exact run would waste.
    """

    exact: ExactJob | None
    sampled: Callable[[], SampledJob]


@dataclass(frozen=True, slots=True, eq=False)
class Solved(Generic[Setup]):
    """A computed scenario, the input of the details.

    ``setup`` is the parsed scenario; ``trials`` is None if the result is exact; ``estimates`` are those of the active
    seats, in order.

    Exact work is useless until it is complete: it calls ``check_time``, which raises :class:`OutOfTime` once the time
    of the run is over, and :class:`Cancelled` if the run was cancelled. Planning and sampling call ``check_cancelled``;
    sampling ends with the trials made so far once ``over`` returns True.
    """

    scenario: Scenario
    setup: Setup
    trials: int | None
    estimates: tuple[Estimate, ...]
    check_time: CancelCheck = never_cancelled
    check_cancelled: CancelCheck = never_cancelled
    over: Callable[[], bool] = unhurried
    details: Mapping[str, DetailResult] = field(default_factory=dict)
    """The details computed so far: others may be derived from them."""

    @property
    def exact(self) -> bool:
        """Whether the result is exact, and its details therefore, too."""
        return self.trials is None

    def affords(self, operations: float) -> bool:
        """Return whether an exact detail may take this many operations."""
        return operations <= detail_budget(self.scenario.run)


@dataclass(frozen=True, slots=True, eq=False)
class Detail:
    """The work for a detail (``run.detail``) as independent parts, which threads compute.

    A part that takes more than about 20 ms calls ``check_time`` of its ``Solved``. ``assemble`` makes the detail
    (``engine.equity.details``) from the values of all parts, in their order.
    """

    parts: Sequence[Callable[[], Any]]
    assemble: Callable[[list[Any]], DetailResult]


DetailFactory = Callable[[Solved[Setup]], Detail]
"""A function that returns the work for a detail, in next to no time: the work itself is in the parts."""
