"""Sampled runs: the errors of small cells; the growing tally, its stop rules and its trace; how a run is resumed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import SampledJob, Tally
from engine.equity.results import Estimate, Trace
from engine.scenario import RunOptions

DEFAULT_STDERR = 0.0002
"""The limit of a sampled run that names none: every active seat's standard error is at most this."""

NORMAL_95 = 1.96
"""Standard errors on both sides that cover 95% of a normal distribution."""

FIRST_CHUNKS, RAMP_CHUNKS_PER_SIZE, RAMP_DOUBLINGS = 12, 4, 13
MIN_CHUNK_TRIALS = 256
"""The first chunks are small, and of the same sizes in all runs: something is seen soon, and two runs are compared
batch by batch after some thousand trials."""
CHECKPOINT_GROWTH = 1.04

Checkpoint = tuple[int, tuple[Estimate, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Resume:
    """The end of a sampled run, from which it can be resumed: the tally of its full chunks (None: there is none)."""

    identity: tuple[Any, ...]
    chunks: int
    trials: int
    tally: Tally | None
    checkpoints: tuple[Checkpoint, ...]


def cell_stderr(mean: F64, size: F64, spread: F64, groups: F64, together: float = 1.0) -> F64:
    """Return the standard errors of means in [0, 1], such that mean +- 1.96 errors holds for few trials too.

    All arrays are float64[cells...], of one shape, by cell: ``mean`` of its ``size`` trials; ``spread``, the sum over
    independent groups of (y - mean m)^2, where y is the sum of a group's m trials; ``groups``, the effective number of
    groups, (sum m)^2 / sum m^2. The errors have the same shape; NaN where there are fewer than two trials.

    A cell whose few trials all ended alike has no spread at all. So one trial that won and one that lost are added to
    what the spread comes from (as for proportions: Agresti and Coull, "Approximate is better than exact", 1998), or as
    many as tell no more than one where trials are dealt ``together`` with the same hands. The error is stretched by
    what Student's t of so few groups is wider than the normal distribution (its first term: 1 + (z^2 + 1) / (4 degrees
    of freedom)). Both vanish as the trials grow. Never less than 1 / size.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        tuples = size / together
        middle = (tuples * mean + 1.0) / (tuples + 2.0)
        added = together**2 * (tuples * mean**2 + 1.0 - (tuples + 2.0) * middle**2)
        error = np.sqrt((np.maximum(spread, 0.0) + added) / (size * (size + 2.0 * together)))
        return np.where(size < 2.0, np.nan, np.maximum(error * student_stretch(groups + 1.0), 1.0 / size))


def student_stretch(degrees: F64) -> F64:
    """Return how much wider Student's t of so many ``degrees`` of freedom is than the normal curve (its first term).

    ``degrees`` float64[cells...], and so is what is returned.
    """
    return 1.0 + (NORMAL_95**2 + 1.0) / (4.0 * degrees)


def chunk_size(full: int, chunk: int, block: int) -> int:
    """Return the trials of chunk number ``chunk``, in whole blocks: few at first, to show something soon."""
    doublings = min(max(chunk - FIRST_CHUNKS, 0) // RAMP_CHUNKS_PER_SIZE, RAMP_DOUBLINGS)
    size = min(MIN_CHUNK_TRIALS << doublings, full)
    return max(size // block, 1) * block


class SampledStream:
    """Adds up the chunks of one job in order.

    A last chunk cut short by ``max_trials`` counts in the estimates but not in :meth:`resume`: going on repeats it
    whole, so that a run in two parts equals a run in one.
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
        """Return the trials of a full chunk number ``chunk``."""
        return chunk_size(self._job.chunk_trials, chunk, self._job.block)

    def add(self, tally: Tally) -> None:
        """Add the next full chunk."""
        self._tally = tally if self._tally is None else self._tally + tally
        self._total = self._tally
        self.trials = self._full_trials = self._full_trials + self.size(self.chunks)
        self.chunks += 1
        self.estimates = self._job.estimates(self._total, self.trials)
        if not self._checkpoints or self.trials >= self._checkpoints[-1][0] * CHECKPOINT_GROWTH:
            self._checkpoints.append((self.trials, self.estimates))

    def add_last(self, tally: Tally, trials: int) -> None:
        """Add the first ``trials`` trials of the next chunk, after which the run ends."""
        self._total = tally if self._tally is None else self._tally + tally
        self.trials = self._full_trials + trials
        self.estimates = self._job.estimates(self._total, self.trials)

    def reached(self, options: RunOptions, seconds: float) -> bool:
        """Return whether a limit is reached (the default one where none is given)."""
        return self.progress(options, seconds) >= 1.0

    def progress(self, options: RunOptions, seconds: float) -> float:
        """Return how near the nearest limit is, 0 to 1."""
        shares = [0.0]
        target = options.target_stderr
        if target is None and options.max_trials is None and options.max_seconds is None:
            target = DEFAULT_STDERR
        if options.max_trials is not None:
            shares.append(self.trials / options.max_trials)
        if options.max_seconds is not None:
            shares.append(seconds / options.max_seconds)
        if target is not None and self.estimates:
            error = max(e.stderr for e in self.estimates)
            shares.append(1.0 if error <= target else min((target / error) ** 2, 0.999999))
        return min(max(shares), 1.0)

    def trace(self) -> Trace:
        """Return the checkpoints so far, the present state last."""
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
        """Return the state that a later run needs to go on."""
        return Resume(identity, self.chunks, self._full_trials, self._tally, tuple(self._checkpoints))
