"""The growing tally on a job whose every number is known: trial t of chunk c is worth c."""

import numpy as np
import pytest

from engine.equity.results import Estimate
from engine.equity.sampling import DEFAULT_STDERR, SampledStream
from engine.scenario import RunOptions


class CountingJob:
    """Equity = mean over trials of a value that depends on the chunk alone; stderr = 1 / sqrt(trials)."""

    chunk_trials = 1 << 15
    block = 1

    def compute(self, chunk, trials):
        return np.array([float(trials), float(trials * (chunk % 7))])

    def estimates(self, tally, trials):
        assert tally[0] == trials
        return (Estimate(tally[1] / trials, trials**-0.5, 0.0, (), 1.0, {}),)


def fed(job, chunks, resume=None):
    stream = SampledStream(job, resume)
    for _ in range(chunks):
        stream.add(job.compute(stream.chunks, stream.size(stream.chunks)))
    return stream


def test_chunks_grow_from_small_to_full():
    stream = SampledStream(CountingJob(), None)
    sizes = [stream.size(i) for i in range(60)]
    assert sizes[0] == (1 << 15) >> 7
    assert sizes == sorted(sizes)
    assert sizes[-1] == 1 << 15


def test_going_on_later_equals_one_go():
    job = CountingJob()
    whole = fed(job, 50)
    part = fed(job, 20)
    part.add_last(job.compute(20, 5), 5)
    assert part.trials == fed(job, 20).trials + 5
    rest = fed(job, 30, resume=part.resume(("same",)))
    assert rest.trials == whole.trials
    assert rest.estimates == whole.estimates
    np.testing.assert_array_equal(rest.trace().trials, whole.trace().trials)
    np.testing.assert_array_equal(rest.trace().equity, whole.trace().equity)


def test_trace_is_thinned_and_ends_at_the_present():
    stream = fed(CountingJob(), 600)
    trace = stream.trace()
    assert trace.trials[-1] == stream.trials
    assert len(trace.trials) < 200
    assert np.all(np.diff(trace.trials) > 0)
    assert trace.equity.shape == trace.stderr.shape == (len(trace.trials), 1)


@pytest.mark.parametrize(
    ("options", "reached"),
    [
        (RunOptions(), False),
        (RunOptions(target_stderr=0.05), True),
        (RunOptions(target_stderr=0.001), False),
        (RunOptions(max_trials=256), True),
        (RunOptions(max_trials=10**9), False),
        (RunOptions(max_seconds=1.5), True),
        (RunOptions(max_seconds=9.0, target_stderr=0.05), True),
    ],
)
def test_the_first_limit_that_is_reached_ends_the_run(options, reached):
    stream = fed(CountingJob(), 4)
    assert stream.reached(options, seconds=2.0) is reached
    assert 0.0 < stream.progress(options, seconds=2.0) <= 1.0


def test_the_default_limit_is_a_standard_error():
    job = CountingJob()
    stream = fed(job, 10)
    stream.add_last(job.compute(10, 10), 10)
    assert not stream.reached(RunOptions(), 0.0)
    assert DEFAULT_STDERR == 0.0002
