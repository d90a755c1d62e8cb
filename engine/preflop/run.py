"""Answers requests on the first street with a stream of snapshots, computed by a pool of threads.

:class:`StreetMethods` has the steps that pre-flop and third street (``engine.preflop.third.run``) have in common. The
numbers do not depend on the number of threads: the parts of an exact answer are added in their order, and each chunk of
a sampled one has a random stream of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from engine.equity.jobs import CancelCheck
from engine.equity.snapshots import AnswerSnapshot, Snapshots, answer_of_parts, last_answer, with_workers
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers
from engine.preflop.answer import PreflopAnswer, exact_preflop_answer
from engine.preflop.decision import FlopDecision, preflop_exact_possible
from engine.preflop.jam import read_jam_request, run_jam
from engine.preflop.jam_stacks import read_stacks_request, run_stacks
from engine.preflop.request import PreflopRequest, read_preflop_request
from engine.preflop.sampled import sampled_preflop_answers
from engine.preflop.seats import read_seats_request, seat_table
from engine.preflop.situation import read_preflop_situation
from engine.ranges.orders import Order
from engine.scenario import Problem, ScenarioError

ASKED = "sampling was requested"


Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class StreetMethods(Generic[Answer]):
    """How decisions on the first street of one game are computed; situations and decisions are those of the game.

    ``possible`` returns whether a situation can be computed exactly. ``exact`` begins that computation, and
    ``exact_answer`` makes the answer of the complete decision. ``sampled`` yields snapshots of sampled deals; it gets
    the situation, the reason for sampling, the threads, and the seconds between snapshots. ``within`` and ``beyond``
    are the reasons for an exact and for a sampled answer.
    """

    possible: Callable[[Any], bool]
    exact: Callable[[Any, CancelCheck], Any]
    exact_answer: Callable[[Any, str], Answer]
    sampled: Callable[[Any, str, Workers, float], Snapshots[Answer]]
    within: str
    beyond: str

    def is_exact(self, situation: Any) -> bool:
        """Return whether a situation is computed exactly: that is possible, and the request does not ask for a sample.

        Raises:
            ScenarioError: the request asks for an exact answer that is out of reach.
        """
        method, possible = situation.request.run.method, self.possible(situation)
        if method == "exact" and not possible:
            raise ScenarioError(Problem("run.method", f"exact is out of reach: {self.beyond}"))
        return possible and method != "sampled"

    def decide(self, situation: Any, pool: Workers, every: float) -> Snapshots[Answer]:
        """Yield snapshots of a situation, the last with the final answer unless the run is cancelled.

        An exact run yields progress without an answer until it ends; a sampled one has an answer in every snapshot.

        Raises:
            ScenarioError: the request asks for an exact answer that is out of reach.
        """
        if self.is_exact(situation):
            decision = self.exact(situation, pool.cancel.check_cancelled)
            answer = partial(self.exact_answer, decision, self.within)
            yield from answer_of_parts(decision.parts(), pool, every, decision.take, answer)
        else:
            yield from self.sampled(situation, ASKED if self.possible(situation) else self.beyond, pool, every)


PREFLOP_METHODS = StreetMethods(
    possible=preflop_exact_possible,
    exact=FlopDecision,
    exact_answer=lambda decision, reason: exact_preflop_answer(decision.result(), reason),
    sampled=sampled_preflop_answers,
    within="all boards counted, as at most two opponents can see the flop",
    beyond="too many players can see the flop, or fold known ranges, for an exact result",
)


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
    snapshots: Iterator[AnswerSnapshot[Any]]
    if "steelwheel_jam" in keys and "stacks" in keys:
        snapshots = run_stacks(read_stacks_request(value), cancel=cancel, every=every)
    elif "steelwheel_jam" in keys:
        snapshots = run_jam(read_jam_request(value), cancel=cancel, every=every)
    elif "steelwheel_seats" in keys:
        return seat_table(read_seats_request(value, orders), orders).to_json()
    else:
        request = read_preflop_request(value, orders)
        snapshots = run_preflop(request, cancel=cancel, workers=workers, every=every, orders=orders)
    return last_json(snapshots, watch)


def last_json(snapshots: Iterator[AnswerSnapshot[Any]], watch: Watch) -> dict[str, Any]:
    """Return the final answer of a run as JSON values.

    Raises:
        StoppedError: ``watch`` cancelled the run.
    """
    answer: dict[str, Any] = watch.last_answer(snapshots, lambda answer: answer.to_json()).to_json()
    return answer


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
    methods = PREFLOP_METHODS
    yield from with_workers(
        lambda pool: methods.decide(read_preflop_situation(request, orders), pool, every), cancel, workers
    )
