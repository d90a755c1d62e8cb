"""Answering a request on third street: a stream of snapshots from a pool of threads (as ``engine.run`` for scenarios).

The numbers do not depend on the threads: parts of an exact answer are put together in their order, chunks of a sampled
one have streams of their own.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import RAZZ_RANKS
from engine.processors import processors
from engine.ranges.razz_products import RANK_COUNT
from engine.running.parts import compute_parts
from engine.running.workers import CancelToken, Workers, until_cancelled
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


@dataclass(frozen=True, slots=True)
class ThirdSnapshot:
    """How far a run is: ``progress`` from 0 to 1, the seconds that remain where they can be told, the answer so far."""

    progress: float
    remaining_s: float | None
    answer: ThirdAnswer | None
    final: bool = False


Snapshots = Generator[ThirdSnapshot, None, None]


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
    last = None
    for snapshot in run_third(request, workers=workers, every=float("inf")):
        last = snapshot.answer
    assert last is not None
    return last


def run_third(
    request: ThirdRequest, *, cancel: CancelToken | None = None, workers: int | None = None, every: float = 1 / 30
) -> Iterator[ThirdSnapshot]:
    """Answer a request, yielding a snapshot about every ``every`` seconds and a final one; cancelled: no final one.

    Raises:
        ScenarioError: before the first snapshot, if it has no deal or ``exact`` is beyond reach.
    """
    cancel = cancel or CancelToken()
    yield from until_cancelled(_run(request, cancel, workers or processors(), every), cancel)


def _run(request: ThirdRequest, cancel: CancelToken, workers: int, every: float) -> Snapshots:
    with Workers(workers, cancel) as pool:
        yield from _solve(request, pool, every)


def _solve(request: ThirdRequest, pool: Workers, every: float) -> Snapshots:
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
            yield ThirdSnapshot(progress, None, replace(answer, doors=tuple(rows)))
    if len(rows) == len(doors) and not pool.cancel.cancelled:
        yield ThirdSnapshot(1.0, 0.0, replace(answer, doors=tuple(rows)), final=True)


def _doors(request: ThirdRequest) -> list[tuple[int, Situation]]:
    """Return the situations with any two cards behind each door in place of hero's hand, where such a card is left."""
    run = request.run
    if run.max_trials is None and run.target_stderr is None and run.max_seconds is None:
        run = replace(run, target_stderr=DOOR_ERROR * max(read_situation(request).middle, request.raise_to or 0.0))
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
    return DoorRow(door, action.ev, action.stderr, action.everybody_folds, best, answer.method)


def _decide(situation: Situation, pool: Workers, every: float) -> Snapshots:
    method, possible = situation.request.run.method, exact_possible(situation)
    if method == "exact" and not possible:
        raise ScenarioError(Problem("run.method", f"exact is out of reach: {BEYOND}"))
    if possible and (method == "exact" or (method == "auto" and passes(situation) <= MOST_PASSES)):
        if every < LONG_S and passes(situation) > QUICK_PASSES:
            yield from _first_look(situation, pool)
        yield from _exact(Decision(situation, pool.cancel.guard), pool, every)
        return
    reason = BEYOND if not possible else ASKED if method == "sampled" else LONG
    for progress, remaining, answer, final in sampled_answers(situation, reason, pool):
        yield ThirdSnapshot(progress, remaining, answer, final)


def _first_look(situation: Situation, pool: Workers) -> Snapshots:
    """Sample shortly what is then computed exactly."""
    request = situation.request
    run = replace(request.run, method="sampled", max_trials=FIRST_TRIALS, target_stderr=None, max_seconds=None)
    short = replace(situation, request=replace(request, run=run))
    for _, _, answer, _ in sampled_answers(short, FIRST, pool):
        yield ThirdSnapshot(0.0, None, replace(answer, request=request))


def _exact(decision: Decision, pool: Workers, every: float) -> Snapshots:
    for progress, remaining in compute_parts(decision.parts(), pool, every, decision.take):
        yield ThirdSnapshot(progress, remaining, None)
    if decision.complete and not pool.cancel.cancelled:
        yield ThirdSnapshot(1.0, 0.0, exact_answer(decision, EXACT), final=True)
