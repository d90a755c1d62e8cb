"""What a method of computing gives to the runner: work cut into chunks whose tallies add up.

A tally is one float64 vector; its layout is the job's own business. ``compute`` is called from several threads at
once, must release the GIL for most of its time and must not keep state between calls. A chunk takes about 10-20 ms,
which is the latency of cancelling.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.results import Estimate

Tally = NDArray[np.float64]


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

    def details(self, tally: Tally) -> dict[str, Any]:
        """Return the requested details (``run.detail``) that this job has."""


class SampledJob(Protocol):
    """A sampling method: an endless row of chunks with random numbers of their own."""

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk, worth 10-20 ms; a power of two of at least 1,024."""

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` trials drawn from stream ``chunk`` (see ``rng.seed_state``)."""

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats, in order, from the sum of tallies of ``trials`` trials."""

    def details(self, tally: Tally, trials: int) -> dict[str, Any]:
        """Return the requested details (``run.detail``) that this job has."""


@dataclass(frozen=True, slots=True)
class Methods:
    """The ways to compute a setup: the cheapest exact one (None: there is none) and how to sample.

    ``sampled`` is a factory, because building a sampler may cost something that an exact run does not need.
    """

    exact: ExactJob | None
    sampled: Callable[[], SampledJob]
