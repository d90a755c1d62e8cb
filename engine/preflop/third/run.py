"""Answers requests on third street with a stream of snapshots, and values steals.

The steps are those of ``engine.preflop.run``; an exact answer that takes long begins with a short sample.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.equity.snapshots import AnswerSnapshot, Snapshots, last_answer, with_workers
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers
from engine.preflop.run import StreetMethods, last_json
from engine.preflop.third.answer import DoorRow, ThirdAnswer, exact_third_answer
from engine.preflop.third.exact import FourthDecision, max_coming, third_exact_possible
from engine.preflop.third.request import ThirdRequest, read_third_request
from engine.preflop.third.sampled import sampled_third_answers
from engine.preflop.third.situation import ThirdSituation, read_third_situation
from engine.preflop.third.steals import steals

THIRD_METHODS = StreetMethods(
    possible=third_exact_possible,
    exact=FourthDecision,
    exact_answer=exact_third_answer,
    sampled=lambda situation, reason, pool, _every: sampled_third_answers(situation, reason, pool),
    within="all fourth cards counted, as at most two opponents can see fourth street",
    beyond="more than two opponents can see fourth street, several folded players have ranges, or few cards are left",
)
FIRST_TRIALS = 150_000
"""Deals of the first look at an exact answer that takes long, because two opponents may see fourth street."""
UNWATCHED_S = 1e6
"""An interval of snapshots from which on nobody watches the run, so that a first look would be wasted."""
FIRST = "first estimate, the exact result follows"


def answer_json(value: object, *, workers: int | None = None, watch: Watch | None = None) -> dict[str, Any]:
    """Return the answer to a parsed request as JSON values; called by ``steelwheel third``.

    Raises:
        ScenarioError: the request has problems.
        StoppedError: ``watch`` cancelled the run.
    """
    watch = watch or Watch()
    run = run_third(read_third_request(value), cancel=watch.cancel, workers=workers, every=watch.every)
    return last_json(run, watch)


def solve_third(request: ThirdRequest, *, workers: int | None = None) -> ThirdAnswer:
    """Return the final answer to a request.

    Raises:
        ScenarioError: the request has no deal, or asks for an exact answer that is out of reach.
    """
    return last_answer(run_third(request, workers=workers, every=float("inf")))


def run_third(
    request: ThirdRequest, *, cancel: CancelToken | None = None, workers: int | None = None, every: float = 1 / 30
) -> Iterator[AnswerSnapshot[ThirdAnswer]]:
    """Yield a snapshot about every ``every`` seconds and a final one, which is left out if ``cancel`` stops the run.

    Raises:
        ScenarioError: before the first snapshot: the request has no deal, or asks for an exact answer out of reach.
    """
    yield from with_workers(lambda pool: _solve(request, pool, every), cancel, workers)


def _solve(request: ThirdRequest, pool: Workers, every: float) -> Snapshots[ThirdAnswer]:
    """Answer the situation, then the steals if the request asks for them."""
    share = 1.0 / (1 + request.doors)
    answer: ThirdAnswer | None = None
    for snapshot in _decide(read_third_situation(request), pool, every):
        answer = snapshot.answer
        final = snapshot.final and not request.doors
        yield replace(snapshot, progress=share * snapshot.progress, final=final)
    if not request.doors or answer is None or pool.cancel.cancelled:
        return
    for steps in _steals(request, pool):
        rows = replace(answer, doors=steps.doors, steals=steps.steals)
        yield AnswerSnapshot(share + (1.0 - share) * steps.progress, None, rows, steps.progress == 1.0)


@dataclass(frozen=True, slots=True)
class Steals:
    """The steals of a request that are known so far, and the ``progress`` of the run, 0 to 1.

    ``doors`` are against the players behind at the table, ``steals`` against others (``engine.preflop.third.steals``).
    """

    request: ThirdRequest
    progress: float
    rows: tuple[DoorRow, ...]

    @property
    def doors(self) -> tuple[DoorRow, ...]:
        """The rows against the players behind at the table."""
        return tuple(row for row in self.rows if not row.behind)

    @property
    def steals(self) -> tuple[DoorRow, ...]:
        """The rows against other players behind."""
        return tuple(row for row in self.rows if row.behind)

    @property
    def method(self) -> str:
        """``exact`` if all rows are, else ``sampled``."""
        return "sampled" if any(row.method == "sampled" for row in self.rows) else "exact"


def run_steals(request: ThirdRequest, *, cancel: CancelToken, workers: int | None = None) -> Iterator[Steals]:
    """Yield the value of completing by door: all rows known so far after each of them, the last with progress 1.

    A cancelled run ends without the last.

    Raises:
        ScenarioError: before the first rows: the request has no deal.
    """
    yield from with_workers(partial(_steals, request), cancel, workers)


def _steals(request: ThirdRequest, pool: Workers) -> Generator[Steals, None, None]:
    """Yield the rows of all steals known so far after each of them; a cancelled run ends early."""
    todo, rows = list(steals(request)), tuple[DoorRow, ...]()
    for done, (door, behind, situation) in enumerate(todo, 1):
        for snapshot in _decide(situation, pool, UNWATCHED_S):
            if snapshot.final and snapshot.answer is not None:
                rows = (*rows, _door_row(door, behind, snapshot.answer))
        if len(rows) < done:
            return
        yield Steals(request, done / len(todo), rows)


def _door_row(door: int, behind: str, answer: ThirdAnswer) -> DoorRow:
    """Return the row of a steal from its answer: the values of completing, and of the best action for each hand."""
    action = answer.action("complete")
    assert answer.best_by_pair is not None, "every answer has it"
    best, error = answer.best_by_pair
    return DoorRow(
        door=door, behind=behind, ev=action.ev, stderr=action.stderr, folds=action.everybody_folds, best_ev=best,
        method=answer.method, folds_stderr=action.everybody_folds_stderr, best_ev_stderr=error,
    )  # fmt: skip


def _decide(situation: ThirdSituation, pool: Workers, every: float) -> Snapshots[ThirdAnswer]:
    """Yield snapshots of a situation as :meth:`StreetMethods.decide` does."""
    # Exact sums for two opponents take long, and there is no partial answer to show before they are complete.
    if every < UNWATCHED_S and max_coming(situation) > 1 and THIRD_METHODS.is_exact(situation):
        yield from _first_look(situation, pool)
    yield from THIRD_METHODS.decide(situation, pool, every)


def _first_look(situation: ThirdSituation, pool: Workers) -> Snapshots[ThirdAnswer]:
    """Yield a short sample, which is displayed until the exact answer is known."""
    request = situation.request
    run = replace(request.run, method="sampled", max_trials=FIRST_TRIALS, target_stderr=None, max_seconds=None)
    short = replace(situation, request=replace(request, run=run))
    for snapshot in sampled_third_answers(short, FIRST, pool):
        assert snapshot.answer is not None
        yield AnswerSnapshot(0.0, None, replace(snapshot.answer, request=request))
