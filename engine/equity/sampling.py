"""Sampled runs: errors of small cells, the running tally with its stop rules and trace, and resuming a run."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import SampledJob, Tally
from engine.equity.results import Estimate, Trace
from engine.scenario import RunOptions

DEFAULT_STDERR = 0.0002
"""The target of a sampled run without limits: the largest standard error of an active seat."""

NORMAL_95 = 1.96
"""Standard errors on both sides that cover 95% of a normal distribution."""

FIRST_CHUNKS, RAMP_CHUNKS_PER_SIZE, RAMP_DOUBLINGS = 12, 4, 13
MIN_CHUNK_TRIALS = 256
"""The first chunks are small, so that a first estimate is available soon, and grow by doubling. Their sizes are the
same in all runs, so that two runs can be compared batch by batch."""
CHECKPOINT_GROWTH = 1.04
MAX_UNFINISHED_PROGRESS = 0.999999
"""The largest progress of a run whose standard error is above its target: rounding must not turn it into 1."""

Checkpoint = tuple[int, tuple[Estimate, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Resume:
    """The state at the end of a sampled run, from which it can be resumed; ``tally`` is None without a full chunk."""

    identity: tuple[Any, ...]
    chunks: int
    trials: int
    tally: Tally | None
    checkpoints: tuple[Checkpoint, ...]


def cell_stderr(mean: F64, size: F64, spread: F64, groups: F64, together: float = 1.0) -> F64:
    """Return the standard errors of means in [0, 1], such that mean +- 1.96 errors holds for few trials too.

    All arrays are float64[cells...], of one shape, by cell: ``mean`` of its ``size`` trials; ``spread``, the sum over
    independent groups of (y - mean m)^2, where y is the sum of a group's m trials; ``groups``, the effective number of
    groups, (sum m)^2 / sum m^2. The errors have the same shape; NaN with fewer than two trials.

    The plain estimate is too small for few trials, in two ways. First, a cell whose trials all ended the same has no
    spread at all. So one trial that won and one that lost are added (as for proportions: Agresti and Coull,
    "Approximate is better than exact", 1998), each counted ``together`` times: the number of trials that share the same
    hands and contain no more information than one. Second, Student's t of few groups is wider than the normal
    distribution (:func:`student_stretch`). Both corrections vanish as trials grow. The error is at least 1 / size.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        tuples = size / together
        middle = (tuples * mean + 1.0) / (tuples + 2.0)
        added = together**2 * (tuples * mean**2 + 1.0 - (tuples + 2.0) * middle**2)
        error = np.sqrt((np.maximum(spread, 0.0) + added) / (size * (size + 2.0 * together)))
        return np.where(size < 2.0, np.nan, np.maximum(error * student_stretch(groups + 1.0), 1.0 / size))


def student_stretch(degrees: F64) -> F64:
    """Return how much wider the 95 % interval of Student's t is than that of the normal distribution.

    ``degrees`` of freedom and the result are float64[cells...]. It is the first term of the expansion in 1 / degrees:
    1 + (z^2 + 1) / (4 degrees) with z = 1.96.
    """
    return 1.0 + (NORMAL_95**2 + 1.0) / (4.0 * degrees)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a sampled run ends: after ``max_trials`` or ``max_seconds``, or when its errors are at most ``target``.

    None: not limited by this. Runs check their limits after each chunk, in the order of the chunks.
    """

    max_trials: float | None = None
    max_seconds: float | None = None
    target: float | None = None

    @classmethod
    def of(cls, run: RunOptions, target: float, max_trials: int | None = None) -> Self:
        """Return the limits of ``run``.

        ``target`` is that of a run without limits; ``max_trials`` that of a run with neither trials nor time.
        """
        unlimited = run.max_trials is None and run.target_stderr is None and run.max_seconds is None
        trials = max_trials if run.max_trials is None and run.max_seconds is None else run.max_trials
        return cls(trials, run.max_seconds, target if unlimited else run.target_stderr)

    def late(self, seconds: float) -> bool:
        """Return True if the time is used up."""
        return self.max_seconds is not None and seconds >= self.max_seconds

    def over(self, trials: int, seconds: float) -> bool:
        """Return True if the trials or the time are used up."""
        return self.late(seconds) or (self.max_trials is not None and trials >= self.max_trials)

    def progress(self, trials: int, seconds: float, error: float | None) -> float:
        """Return the progress towards the nearest limit, 0 to 1; ``error``: the largest one, None if not known yet."""
        shares = [0.0]
        if self.max_trials is not None:
            shares.append(trials / self.max_trials)
        if self.max_seconds is not None:
            shares.append(seconds / self.max_seconds)
        if self.target is not None and error is not None:
            # An error falls with the square root of the number of trials.
            shares.append(1.0 if error <= self.target else min((self.target / error) ** 2, MAX_UNFINISHED_PROGRESS))
        return min(max(shares), 1.0)


def chunk_size(full: int, chunk: int, block: int) -> int:
    """Return the number of trials of a chunk, a multiple of ``block``: few in the first chunks, later ``full``."""
    doublings = min(max(chunk - FIRST_CHUNKS, 0) // RAMP_CHUNKS_PER_SIZE, RAMP_DOUBLINGS)
    size = min(MIN_CHUNK_TRIALS << doublings, full)
    return max(size // block, 1) * block


class SampledStream:
    """The sum of the chunks of one job, added in order.

    A last chunk that ``max_trials`` cuts short counts in the estimates, but not in :meth:`resume`: the resumed run
    computes it again in full, so that a run in two parts equals one in a single part.
    """

    def __init__(self, job: SampledJob, resume: Resume | None) -> None:
        self._job = job
        self.chunks = resume.chunks if resume else 0
        self.trials = resume.trials if resume else 0
        self.estimates: tuple[Estimate, ...] = ()
        self._full_trials = self.trials
        self._tally = resume.tally if resume else None
        self._total = self._tally
        self._checkpoints = list(resume.checkpoints) if resume else []
        if self._total is not None:
            self.estimates = job.estimates(self._total, self.trials)

    def size(self, chunk: int) -> int:
        """Return the number of trials of a chunk that is not cut short."""
        return chunk_size(self._job.chunk_trials, chunk, self._job.block)

    def add(self, tally: Tally) -> None:
        """Add the next full chunk."""
        self._tally = tally if self._tally is None else self._tally + tally
        self._total = self._tally
        self.trials = self._full_trials = self._full_trials + self.size(self.chunks)
        self.chunks += 1
        self.estimates = self._job.estimates(self._total, self.trials)
        # Checkpoints grow geometrically: some hundred of them draw the curve of any number of trials.
        if not self._checkpoints or self.trials >= self._checkpoints[-1][0] * CHECKPOINT_GROWTH:
            self._checkpoints.append((self.trials, self.estimates))

    def add_last(self, tally: Tally, trials: int) -> None:
        """Add the first ``trials`` trials of the next chunk, after which the run ends."""
        self._total = tally if self._tally is None else self._tally + tally
        self.trials = self._full_trials + trials
        self.estimates = self._job.estimates(self._total, self.trials)

    def reached(self, options: RunOptions, seconds: float) -> bool:
        """Return whether a limit of the run is reached; without limits: :data:`DEFAULT_STDERR`."""
        return self.progress(options, seconds) >= 1.0

    def progress(self, options: RunOptions, seconds: float) -> float:
        """Return the progress towards the nearest limit, 0 to 1; without limits: :data:`DEFAULT_STDERR`."""
        error = max((e.stderr for e in self.estimates), default=None)
        return Limits.of(options, DEFAULT_STDERR).progress(self.trials, seconds, error)

    def trace(self) -> Trace:
        """Return the checkpoints so far, with the present state as the last one."""
        points = list(self._checkpoints)
        if self.estimates and points[-1:] != [(self.trials, self.estimates)]:
            points.append((self.trials, self.estimates))
        return Trace(
            trials=np.array([trials for trials, _ in points], dtype=np.int64),
            equity=np.array([[e.equity for e in estimates] for _, estimates in points]),
            stderr=np.array([[e.stderr for e in estimates] for _, estimates in points]),
            estimates=tuple(estimates for _, estimates in points),
        )

    def resume(self, identity: tuple[Any, ...]) -> Resume:
        """Return the state from which a later run can continue."""
        return Resume(identity, self.chunks, self._full_trials, self._tally, tuple(self._checkpoints))
