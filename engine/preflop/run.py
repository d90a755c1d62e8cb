"""Answers requests before the flop with a stream of snapshots, computed by a pool of threads.

The numbers do not depend on the number of threads: the parts of an exact answer are added in their order, and each
chunk of a sampled one has a random stream of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.equity.watching import Watch
from engine.equity.workers import (
    AnswerSnapshot,
    CancelToken,
    Snapshots,
    Workers,
    compute_parts,
    last_answer,
    with_workers,
)
from engine.preflop.answer import PreflopAnswer, exact_preflop_answer
from engine.preflop.decision import FlopDecision, preflop_exact_possible
from engine.preflop.jam import read_jam_request, run_jam
from engine.preflop.jam_stacks import StacksAnswer, read_stacks_request, run_stacks
from engine.preflop.request import PreflopRequest, read_preflop_request
from engine.preflop.sampled import sampled_preflop_answers
from engine.preflop.seats import read_seats_request, seat_table
from engine.preflop.situation import read_preflop_situation
from engine.ranges.orders import Order
from engine.scenario import Problem, ScenarioError

EXACT = "at most two opponents may see the flop: every flop, turn and river"
ASKED = "sampling was asked for"
BEYOND = "more players may see the flop, or fold known hands, than exact sums can deal together"


def answer_json(
    value: object, orders: Iterable[Order] = (), *, workers: int | None = None, watch: Watch | None = None
) -> dict[str, Any]:
    """Return the answer to a parsed request as JSON values; called by ``steelwheel preflop``.

    The request is a situation, a seat table (``steelwheel_seats``) or jam or fold (``steelwheel_jam``).

    Raises:
        ScenarioError: the request has problems.
        StoppedError: it was cancelled by ``watch``.
    """
    orders, keys, watch = tuple(orders), value if isinstance(value, Mapping) else (), watch or Watch()
    cancel, every = watch.cancel, watch.every
    if "steelwheel_jam" in keys and "stacks" in keys:
        stacks = run_stacks(read_stacks_request(value), cancel=cancel, every=every)
        return watch.last_answer(stacks, StacksAnswer.to_json).to_json()
    if "steelwheel_jam" in keys:
        jam = run_jam(read_jam_request(value), cancel=cancel, every=every)
        return watch.last_answer(jam, lambda answer: answer.to_json()).to_json()
    if "steelwheel_seats" in keys:
        return seat_table(read_seats_request(value, orders), orders).to_json()
    request = read_preflop_request(value, orders)
    run = run_preflop(request, cancel=cancel, workers=workers, every=every, orders=orders)
    return watch.last_answer(run, PreflopAnswer.to_json).to_json()


def solve_preflop(
    request: PreflopRequest, *, workers: int | None = None, orders: Iterable[Order] = ()
) -> PreflopAnswer:
    """Return the final answer to a request; ``orders`` are the user's own orders of hands.

    Raises:
        ScenarioError: the request has no deal, or asks for an exact answer that is out of reach.

    >>> from engine.preflop.request import read_preflop_request
    >>> request = read_preflop_request({
    ...     "hero": {"cards": "AhKh"}, "opponents": [{"in": 1, "cards": "QsQd"}], "raise_to": 3,
    ...     "after": {"bets": {"pot": 0.5}},
    ... })
    >>> answer = solve_preflop(request)
    >>> answer.method, answer.best
    ('exact', 'fold')
    """
    return last_answer(run_preflop(request, workers=workers, every=float("inf"), orders=orders))


def run_preflop(
    request: PreflopRequest,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
) -> Iterator[AnswerSnapshot[PreflopAnswer]]:
    """Yield a snapshot about every ``every`` seconds and a final one, which is left out if ``cancel`` stops the run.

    Raises:
        ScenarioError: before the first snapshot: the request has no deal, or asks for an exact answer out of reach.
    """
    yield from with_workers(lambda pool: _run(request, pool, every, tuple(orders)), cancel, workers)


def _run(request: PreflopRequest, pool: Workers, every: float, orders: tuple[Order, ...]) -> Snapshots[PreflopAnswer]:
    """Answer exactly if that is possible and the request does not ask for a sample, else from sampled deals.

    An exact run yields progress without an answer until it ends; a sampled one has an answer in every snapshot.
    """
    situation = read_preflop_situation(request, orders)
    possible = preflop_exact_possible(situation)
    if request.run.method == "exact" and not possible:
        raise ScenarioError(Problem("run.method", f"exact is out of reach: {BEYOND}"))
    if possible and request.run.method != "sampled":
        decision = FlopDecision(situation, pool.cancel.check_cancelled)
        parts = decision.parts()
        for progress, remaining in compute_parts(parts, pool, every, decision.take):
            yield AnswerSnapshot(progress, remaining, None)
        if decision.complete and not pool.cancel.cancelled:
            yield AnswerSnapshot(1.0, 0.0, exact_preflop_answer(decision.result(), EXACT), final=True)
    else:
        yield from sampled_preflop_answers(situation, ASKED if possible else BEYOND, pool, every)
