"""Answering a request on third street: a stream of snapshots from a pool of threads (as ``engine.run`` for scenarios).

The numbers do not depend on the threads: parts of an exact answer are put together in their order, chunks of a sampled
one have streams of their own.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.cards import RAZZ_RANKS
from engine.ranges.razz_products import RANK_COUNT
from engine.running.parts import AnswerSnapshot, Snapshots, compute_parts, last_answer, with_workers
from engine.running.workers import CancelToken, Workers
from engine.scenario import Problem, ScenarioError
from engine.third.answer import DoorRow, ThirdAnswer, exact_answer
from engine.third.exact import Decision, exact_possible, passes
from engine.third.request import ThirdRequest, read_third_request
from engine.third.sampled import sampled_answers
from engine.third.situation import Situation, read_situation

EXACT = "at most two opponents may see fourth street: every card of it"
ASKED = "sampling was asked for"
BEYOND = "more than two opponents may see fourth street, several folded ones have a range, or the deck is short"
LONG = "every fourth street with two opponents, for each pair of hero's, would take minutes; exact does it"
MOST_PASSES = 400
"""Passes of the exact method that are done unasked: at most about a minute with two opponents."""
QUICK_PASSES, FIRST_TRIALS = 12, 150_000
"""Beyond so many passes so many deals are shown first to those who watch a run, more often than every ``LONG_S``."""
LONG_S = 1e6
FIRST = "a first look, exact sums follow"
DOOR_ERROR = 0.004
"""The stderr at which a door is done, as a share of the chips in the middle."""


def answer_json(value: Any, *, workers: int | None = None) -> dict[str, Any]:
    """Answer a parsed request.

    Raises:
        ScenarioError: the request has problems.
    """
    return solve_third(read_third_request(value), workers=workers).to_json()


def solve_third(request: ThirdRequest, *, workers: int | None = None) -> ThirdAnswer:
    """Answer a request to its end.

    Raises:
        ScenarioError: it has no deal, or ``exact`` is beyond reach.
    """
    return last_answer(run_third(request, workers=workers, every=float("inf")))


def run_third(
    request: ThirdRequest, *, cancel: CancelToken | None = None, workers: int | None = None, every: float = 1 / 30
) -> Iterator[AnswerSnapshot[ThirdAnswer]]:
    """Answer a request, yielding a snapshot about every ``every`` seconds and a final one; cancelled: no final one.

    Raises:
        ScenarioError: before the first snapshot, if it has no deal or ``exact`` is beyond reach.
    """
    yield from with_workers(lambda pool: _solve(request, pool, every), cancel, workers)


def _solve(request: ThirdRequest, pool: Workers, every: float) -> Snapshots[ThirdAnswer]:
    """Answer the situation, then the doors, if they are asked for."""
    doors, share = _doors(request) if request.doors else [], 1.0 / (1 + request.doors)
    answer: ThirdAnswer | None = None
    for snapshot in _decide(read_situation(request), pool, every):
        answer = snapshot.answer
        final = snapshot.final and not request.doors
        yield replace(snapshot, progress=share * snapshot.progress, final=final)
    if not request.doors or answer is None or pool.cancel.cancelled:
        return
    rows = list[DoorRow]()
    for door, behind in doors:
        for snapshot in _decide(behind, pool, every):
            if snapshot.final and snapshot.answer is not None:
                rows.append(_door_row(door, snapshot.answer))
            progress = share + (1.0 - share) * (len(rows) + snapshot.progress * (not snapshot.final)) / len(doors)
            yield AnswerSnapshot(progress, None, replace(answer, doors=tuple(rows)))
    if len(rows) == len(doors) and not pool.cancel.cancelled:
        yield AnswerSnapshot(1.0, 0.0, replace(answer, doors=tuple(rows)), final=True)


def _doors(request: ThirdRequest) -> list[tuple[int, Situation]]:
    """Return the situations with any two cards behind each door in place of hero's hand, where such a card is left."""
    run = request.run
    if run.max_trials is None and run.target_stderr is None and run.max_seconds is None:
        run = replace(run, target_stderr=DOOR_ERROR * max(request.middle, request.raise_to or 0.0))
    result = []
    for door in range(RANK_COUNT):
        other = replace(request, hero="random", door=RAZZ_RANKS[door], doors=False, run=run)
        try:
            result.append((door, read_situation(other)))
        except ScenarioError:
            continue
    return result


def _door_row(door: int, answer: ThirdAnswer) -> DoorRow:
    action = answer.action("complete")
    best = sum(row.share * max(0.0, *row.evs.values()) for row in answer.pairs.values())
    return DoorRow(
        door=door, ev=action.ev, stderr=action.stderr, folds=action.everybody_folds, best_ev=best, method=answer.method
    )


def _decide(situation: Situation, pool: Workers, every: float) -> Snapshots[ThirdAnswer]:
    method, possible = situation.request.run.method, exact_possible(situation)
    if method == "exact" and not possible:
        raise ScenarioError(Problem("run.method", f"exact is out of reach: {BEYOND}"))
    if possible and (method == "exact" or (method == "auto" and passes(situation) <= MOST_PASSES)):
        if every < LONG_S and passes(situation) > QUICK_PASSES:
            yield from _first_look(situation, pool)
        yield from _exact(Decision(situation, pool.cancel.guard), pool, every)
        return
    reason = BEYOND if not possible else ASKED if method == "sampled" else LONG
    yield from sampled_answers(situation, reason, pool)


def _first_look(situation: Situation, pool: Workers) -> Snapshots[ThirdAnswer]:
    """Sample shortly what is then computed exactly."""
    request = situation.request
    run = replace(request.run, method="sampled", max_trials=FIRST_TRIALS, target_stderr=None, max_seconds=None)
    short = replace(situation, request=replace(request, run=run))
    for snapshot in sampled_answers(short, FIRST, pool):
        assert snapshot.answer is not None
        yield AnswerSnapshot(0.0, None, replace(snapshot.answer, request=request))


def _exact(decision: Decision, pool: Workers, every: float) -> Snapshots[ThirdAnswer]:
    for progress, remaining in compute_parts(decision.parts(), pool, every, decision.take):
        yield AnswerSnapshot(progress, remaining, None)
    if decision.complete and not pool.cancel.cancelled:
        yield AnswerSnapshot(1.0, 0.0, exact_answer(decision, EXACT), final=True)
