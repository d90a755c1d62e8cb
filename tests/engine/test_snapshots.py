"""What all runs that answer a request have in common."""

from itertools import groupby

import pytest

from engine.equity.run import final_snapshot, run_in_turn
from engine.equity.sampling import Limits
from engine.equity.snapshots import AnswerSnapshot, Pace, answer_of_parts, paced, with_workers
from engine.equity.workers import CancelToken
from engine.scenario import RunOptions
from engine.table.one_line import parse_line


def answer(parts, cancel=None, workers=None, *, in_place=False):
    """Return the snapshots of a run that adds up the values of ``parts``."""

    def work(pool):
        values = []
        return answer_of_parts(parts, pool, 0.0, values.append, lambda: sum(values))

    return list(with_workers(work, cancel, workers, in_place=in_place))


@pytest.mark.parametrize("in_place", [False, True])
def test_the_answer_of_all_parts_is_final(in_place):
    *others, last = answer([lambda: 1, lambda: 2, lambda: 3], workers=2, in_place=in_place)
    assert last == AnswerSnapshot(1.0, 0.0, 6, final=True)
    assert {snapshot.answer for snapshot in others} == {None}
    # While a part takes longer, its progress is reported again and again.
    progress = [step for step, _ in groupby(snapshot.progress for snapshot in others)]
    assert [step for step in progress if step] == [1 / 3, 2 / 3, 1.0]


def test_a_cancelled_run_of_parts_has_no_answer():
    cancel = CancelToken()
    assert not any(snapshot.final for snapshot in answer([lambda: 1, cancel.cancel, lambda: 2], cancel, in_place=True))


def test_steps_in_between_are_reported_at_intervals_and_the_last_always():
    steps = [(0.0, None), (0.5, 1), (1.0, None), (1.0, 2)]
    assert list(paced(steps, float("inf"))) == [AnswerSnapshot(1.0, 0.0, 2, final=True)]
    reported = [(s.progress, s.answer, s.final) for s in paced(steps, 0.0)]
    assert reported == [(*step, step == steps[-1]) for step in steps]


def test_the_remaining_time_is_estimated_after_a_while():
    pace = Pace()
    assert pace.remaining(0.01) is None
    assert pace.remaining(0.5) == pytest.approx(pace.seconds, abs=0.1)


@pytest.mark.parametrize(
    ("run", "limits"),
    [
        (RunOptions(), Limits(1000, None, 0.1)),
        (RunOptions(target_stderr=0.2), Limits(1000, None, 0.2)),
        (RunOptions(max_seconds=2.0), Limits(None, 2.0, None)),
        (RunOptions(max_trials=5), Limits(5, None, None)),
    ],
)
def test_limits_that_a_run_lacks_have_defaults(run, limits):
    assert Limits.of(run, 0.1, 1000) == limits


def test_the_nearest_limit_gives_the_progress():
    limits = Limits(1000, 10.0, 0.1)
    assert limits.progress(100, 2.0, None) == 0.2
    assert limits.progress(100, 2.0, 0.2) == pytest.approx(0.25)
    assert limits.progress(100, 2.0, 0.1) == 1.0
    assert limits.progress(100, 2.0, 0.1000000001) < 1.0
    assert not limits.over(100, 2.0)
    assert limits.over(1000, 2.0)
    assert limits.over(100, 10.0)


def test_tables_are_computed_in_turn_and_none_is_returned_if_cancelled():
    tables = [parse_line("AhAd v KhKd | 2c7d9hTs"), parse_line("AhAd v QhQd | 2c7d9hTs")]

    def results(cancel):
        snapshots = yield from run_in_turn(tables, cancel, start=0.5)
        yield snapshots

    *steps, last = results(None)
    assert [snapshot.scenario for snapshot in last] == tables
    assert [step.progress for step in steps][-1] == 1.0
    assert min(step.progress for step in steps) >= 0.5
    cancelled = CancelToken()
    cancelled.cancel()
    assert list(results(cancelled)) == [None]
    assert final_snapshot(tables[0], cancel=cancelled) is None
