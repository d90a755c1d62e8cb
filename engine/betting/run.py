"""Answering a betting request: a stream of snapshots of the run, and the answer as JSON with one node of the tree."""

import itertools
import math
import os
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.betting.action_names import action_number
from engine.betting.deals import Deals, deals_of
from engine.betting.gain import BestResponses, Gain, gain_of
from engine.betting.locks import NONE_OF_THESE, hands_named, hands_notices
from engine.betting.nodes import NodeReader, Position, Walker
from engine.betting.reduction import reduction_text
from engine.betting.request import BYTES_A_NUMBER, BettingRequest, read_betting_request
from engine.betting.solver import Progress, Solver
from engine.betting.tree import Layout, TreeBuilder, lay_out
from engine.betting.view import NodeView, node_view
from engine.cards import cards_text, parse_cards
from engine.equity.convergence import ConvergencePoint, progress_of, seconds_left
from engine.equity.jobs import CancelCheck, Cancelled, never_cancelled
from engine.equity.snapshots import AnswerSnapshot, with_workers
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers
from engine.games import GAMES
from engine.kernels.betting.tree import BEST, DEAL, DECISION
from engine.processors import processors
from engine.scenario import Problem, ScenarioError
from engine.scenario.betting import ANY_CARD, Fixed
from engine.scenario.reading import in_table
from engine.table.text_notices import notice_lines

RESULT_VERSION = 1
NUMBERS_PER_CHECK = 4_000_000
"""Strategy numbers that are initialized between two checks for cancellation: a few milliseconds."""
CARD = re.compile("[2-9TJQKA][cdhs]", re.IGNORECASE)
CLASS = re.compile(r"\b[2-9TJQKA]{2}[so]\b", re.IGNORECASE)
"""A class of hands, in which the text of a card can be found (``AKs``) that it does not mean."""


@dataclass(frozen=True, slots=True, eq=False)
class BettingSnapshot:
    """The state of a run: its progress, and the solution, from which nodes can be read between two snapshots."""

    progress: Progress
    solution: "Solution"
    final: bool


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A tree with the strategies of both players."""

    request: BettingRequest
    builder: TreeBuilder
    layout: Layout
    deals: Deals
    solver: Solver
    idle_locks: tuple[int, ...] = ()
    """The indices of the request's locks whose hands the player has at none of their decisions."""

    @property
    def walker(self) -> Walker:
        """Follows paths through the tree."""
        return Walker(self.builder, self.deals, self.solver)

    @property
    def reader(self) -> NodeReader:
        """Computes the values of positions."""
        return NodeReader(self.walker, self.request.bankroll)

    def view(self, at: Position, path: Sequence[str]) -> NodeView:
        """Return the node at ``at``, the position at the end of ``path``."""
        board = cards_text(card for card, _ in parse_cards(self.request.table.board))
        return node_view(self.reader, at, path, self.request.pot, board)

    @property
    def bytes(self) -> int:
        """The memory of the strategies in bytes."""
        return self.layout.numbers * BYTES_A_NUMBER[self.request.storage]

    def to_json(
        self,
        progress: Progress,
        gain: Gain | None,
        *,
        final: bool,
        at: Position | None = None,
        path: Sequence[str] | None = None,
    ) -> dict[str, Any]:
        """Return the answer with the node at the end of ``path``, by default the path of the request.

        ``at``: the position there, if it is already known.
        """
        request, walker = self.request, self.walker
        path = request.path if path is None else path
        at = walker.follow(path) if at is None else at
        reader, seats = self.reader, request.table.active_seats
        root = reader.numbers(walker.start, 0), reader.numbers(walker.start, 1)
        answer: dict[str, Any] = {
            "steelwheel_betting_result": RESULT_VERSION,
            "ev": None if progress.ev is None else list(progress.ev),
            "equity": [numbers.mean(numbers.equity) for numbers in root],
            "exploitability": progress.exploitability,
            "share_of_pot": None if progress.exploitability is None else progress.exploitability / request.pot,
            "iterations": progress.iterations,
            "final": final,
            "first": seats[self.deals.opener],
            "nodes": len(self.builder.nodes),
            "bytes": self.bytes,
            "solve_s": progress.solve_s,
            "notices": [
                *notices(self.deals),
                *notice_lines(request.table, request.orders, table="table"),
                *lock_notices(request),
                *(f"fixed[{index}].hands: {NONE_OF_THESE}" for index in self.idle_locks),
                *stuck_notices(progress, request),
            ],
            "left_out": list(self.deals.left_out),
            "node": self.view(at, path).to_json(seats),
        }
        if gain is not None:
            answer["gain"] = gain.to_json(seats)
        return answer


def notices(deals: Deals) -> tuple[str, ...]:
    """Return notices about a player with a single hand, whom the other plays against as if it were face up."""
    return tuple(
        f"{name} has a single hand: the solution assumes that the other player knows it"
        for name, weights in zip(("the first seat", "the second seat"), deals.weights, strict=True)
        if len(weights) == 1
    )


def lock_notices(request: BettingRequest) -> tuple[str, ...]:
    """Return the notices about the hands of the request's locks, each with its field."""
    # The street of a decision does not matter: the same text has the same notices on each.
    board = request.table.board if GAMES[request.table.game].has_board else ""
    notices = ((i, notice) for i, entry in enumerate(request.fixed) for notice in hands_notices(entry.hands, board))
    return tuple(f"fixed[{i}].hands: {notice}" for i, notice in notices)


def stuck_notices(progress: Progress, request: BettingRequest) -> tuple[str, ...]:
    """Return the notice that a run ended before its target because its play had stopped improving, or ()."""
    if not progress.stuck or progress.exploitability is None:
        return ()
    share = f"{100 * progress.exploitability / request.pot:.3g} % of the pot"
    more = "; 16-bit storage cannot be more accurate, 32-bit storage can" if request.storage == 16 else ""
    return (f"stopped at an exploitability of {share}, above the target: the solution no longer improved{more}",)


def answer_json(value: object, *, workers: int | None = None, watch: Watch | None = None) -> dict[str, Any]:
    """Return the answer to a request of JSON, by best play of both seats up to its target.

    Raises:
        ScenarioError: the request has problems, needs too much memory, or its path does not exist.
        StoppedError: it was cancelled by ``watch``.

    On this river the first seat has the nuts or nothing. A third of its bets of the pot can be bluffs, so that
    it also bets half of its bad hands. Three quarters of its hands win the pot or are indifferent to a call.

    >>> answer = answer_json({
    ...     "table": {"game": "holdem", "board": "2c7d9hKsKd",
    ...               "seats": [{"cards": "KcKh, QcJc"}, {"cards": "AcAd"}]},
    ...     "pot": 100, "stack": 100, "sizes": {"river": {"bet": ["100%"], "raise": []}}, "target": 0.001,
    ... }, workers=1)
    >>> [action["action"] for action in answer["node"]["actions"]]
    ['check', 'all in 100']
    >>> round(answer["ev"][0])
    75
    """
    return answer_with_solution(value, workers=workers, watch=watch)[0]


def answer_with_solution(
    value: object, *, workers: int | None = None, watch: Watch | None = None
) -> tuple[dict[str, Any], Solution, Progress]:
    """Answer a request of JSON; return the solution and its progress, too, which can be saved.

    Raises:
        ScenarioError, StoppedError: as :func:`answer_json`.
    """
    request, watch = read_betting_request(value), watch or Watch()
    free = _solved(replace(request, fixed=(), path=()), workers, watch)[0] if request.fixed else None
    last, solution = _solved(request, workers, watch)
    best = best_responses(solution, watch.cancel, workers) if request.fixed else (None, None)
    gain = gain_of(request, free, last, best)
    return solution.to_json(last, gain, final=True), solution, last


def _solved(request: BettingRequest, workers: int | None, watch: Watch) -> tuple[Progress, Solution]:
    """Solve a request up to its target or limit, and return the last progress with the solution.

    ``watch`` gets the progress to the target and, at an interrupt, the answer so far.
    """
    goal, checks = request.target * request.pot, list[ConvergencePoint]()

    def states() -> Iterator[AnswerSnapshot[BettingSnapshot]]:
        for snapshot in run_betting(request, cancel=watch.cancel, workers=workers):
            progress = snapshot.progress
            if progress.exploitability is not None and progress.evaluated == progress.iterations:
                checks.append(ConvergencePoint(progress.iterations, progress.exploitability, progress.solve_s))
            known = snapshot if progress.exploitability is not None or snapshot.final else None
            left = seconds_left(checks, goal, progress.solve_s)
            yield AnswerSnapshot(progress_of(checks, goal), left, known, snapshot.final)

    last = watch.last_answer(states(), lambda s: s.solution.to_json(s.progress, None, final=False))
    return last.progress, last.solution


def run_betting(
    request: BettingRequest,
    *,
    cancel: CancelToken | None = None,
    abandon: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
) -> Iterator[BettingSnapshot]:
    """Solve a request, yielding a snapshot whenever best responses were computed, and every ``every`` seconds.

    If ``cancel`` is set, the run ends within a tenth of a second: the last snapshot of a small tree has the
    exploitability of the play so far, that of a large one the exploitability that was computed last. If ``abandon`` is
    set as well, the exploitability is None. A run that is cancelled while its tree is built ends
    without a snapshot.

    Raises:
        ScenarioError: before the first snapshot.
    """
    cancel, abandon = cancel or CancelToken(), abandon or CancelToken()
    yield from with_workers(lambda pool: _run(request, pool, cancel, every), abandon, workers)


def refine(
    solution: Solution,
    target: float,
    *,
    max_seconds: float | None = None,
    cancel: CancelToken | None = None,
    abandon: CancelToken | None = None,
    workers: int | None = None,
    every: float = 1 / 30,
) -> Iterator[BettingSnapshot]:
    """Continue a solution until its exploitability is at most ``target``, a share of the pot.

    Yields snapshots as :func:`run_betting` does.
    """
    cancel, abandon = cancel or CancelToken(), abandon or CancelToken()
    goal = target * solution.request.pot
    yield from with_workers(lambda pool: _iterated(solution, pool, cancel, goal, max_seconds, every), abandon, workers)


def first_walks(value: object) -> Progress:
    """Iterate once on a small request in this thread, which loads or compiles the kernels."""
    request = replace(read_betting_request(value), target=1.0)
    deals, _, layout = _laid_out(request)
    with Workers(1, in_place=True) as pool:
        # A small tree would be a single task. With tiny ones it is walked in the way of large trees.
        solver = Solver(deals, layout, pool, task_numbers=1, max_at_once=0)
        return next(solver.run(request.pot, None))


def _run(
    request: BettingRequest, pool: Workers, cancel: CancelToken, every: float
) -> Generator[BettingSnapshot, None, None]:
    """Build the tree of a request, check that its path exists, and yield the snapshots of :func:`run_betting`."""

    def check_cancelled() -> None:
        cancel.check_cancelled()
        pool.cancel.check_cancelled()

    solution = prepared(request, check_cancelled=check_cancelled)
    solution.walker.follow(request.path)
    yield from _iterated(solution, pool, cancel, request.target * request.pot, request.max_seconds, every)


def _laid_out(
    request: BettingRequest, check_cancelled: CancelCheck = never_cancelled
) -> tuple[Deals, TreeBuilder, Layout]:
    """Return the deals, the nodes and the layout of a request's tree; the strategies are not allocated yet.

    Raises ScenarioError if the table or the tree is not possible, and Cancelled.
    """
    texts = (text for entry in request.fixed for text in (*entry.path, entry.hands or ""))
    # A lock that names a card can make hands of equivalent suits play differently.
    symmetric = not any(CARD.search(CLASS.sub("", text)) for text in texts)
    try:
        deals = deals_of(
            request.table, request.first, request.orders, symmetric=symmetric, check_cancelled=check_cancelled
        )
    except ScenarioError as error:
        raise in_table(error) from None
    builder = TreeBuilder(request, deals.opener, varies=deals.cards.stud, check_cancelled=check_cancelled)
    layout = lay_out(builder, deals.cards.hands, deals.turns, deals.rivers, check_cancelled)
    return deals, builder, layout


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The size of a request before it is solved.

    ``nodes`` of the tree, strategy ``numbers``, ``bytes`` of memory; ``left_out``: facts that are ignored.
    """

    nodes: int
    numbers: int
    bytes: int
    left_out: tuple[str, ...]
    notices: tuple[str, ...]


ITERATIONS, MEASURED_TARGET, POWER = 100.0, 0.005, 0.5
"""About ``ITERATIONS`` iterations lead to an exploitability of ``MEASURED_TARGET`` of the pot. The number for another
target is in proportion to the ratio of the targets to the power of ``POWER``."""
SECONDS = 6e-9
"""Of one thread, for each strategy number and iteration on a flop or turn."""


def expected_seconds(numbers: float, target: float) -> float:
    """Return the seconds until the exploitability of a hold'em tree with this many strategy ``numbers`` is ``target``.

    A rough guess for an otherwise idle computer. ``target``: a share of the pot.
    """
    return numbers * ITERATIONS * math.pow(MEASURED_TARGET / target, POWER) * SECONDS / processors()


def tree_size(request: BettingRequest, check_cancelled: CancelCheck = never_cancelled) -> TreeSize:
    """Return the size of a request's tree without allocating its strategies.

    Raises:
        ScenarioError: it needs too much memory.
        Cancelled: by ``check_cancelled``.
    """
    deals, builder, layout = _laid_out(request, check_cancelled)
    check_memory(request, deals, layout, check_cancelled)
    size = layout.numbers * BYTES_A_NUMBER[request.storage]
    return TreeSize(len(builder.nodes), layout.numbers, size, deals.left_out, notices(deals))


def prepared(
    request: BettingRequest, *, bits: int | None = None, check_cancelled: CancelCheck = never_cancelled
) -> Solution:
    """Return the tree of a request before the first iteration, with its locks.

    ``bits``: of each stored number, by default those of the request.

    Raises:
        ScenarioError: it needs too much memory, or a lock does not fit the tree.
        Cancelled: by ``check_cancelled``.
    """
    deals, builder, layout = _laid_out(request, check_cancelled)
    check_memory(request, deals, layout, check_cancelled)
    constant = None if request.rake else request.pot
    solver = Solver(deals, layout, Workers(1, in_place=True), constant=constant, bits=bits or request.storage)
    solution = Solution(request, builder, layout, deals, solver)
    if not request.fixed:
        return solution
    numbers, idle = fixed_numbers(solution, check_cancelled)
    solver.fix(numbers)
    return replace(solution, idle_locks=idle)


def _iterated(
    solution: Solution, pool: Workers, cancel: CancelToken, goal: float, max_seconds: float | None, every: float
) -> Generator[BettingSnapshot, None, None]:
    """Iterate until the exploitability is at most ``goal`` chips, yielding a snapshot for each progress."""
    solution.solver.attach(pool, lambda: cancel.cancelled)
    try:
        for progress in solution.solver.run(goal, max_seconds, every):
            yield BettingSnapshot(progress, solution, progress.done)
    finally:
        solution.solver.detach()


def best_responses(solution: Solution, cancel: CancelToken | None = None, workers: int | None = None) -> BestResponses:
    """Return the EV of each player's best response to the other's locked play, in chips, without locks of his own.

    None for the opponent of a player without locks, and for both if ``cancel`` is set meanwhile.
    """
    request, solver, cancel = solution.request, solution.solver, cancel or CancelToken()
    locked = {lock.seat for lock in request.fixed}
    fixed, result = solver.play.fixed, list[float | None]()
    with Workers(workers, cancel) as pool:
        solver.attach(pool, lambda: cancel.cancelled)
        try:
            for player in (0, 1):
                if 1 - player not in locked:
                    result.append(None)
                    continue
                if player in locked:
                    theirs = tuple(lock for lock in request.fixed if lock.seat != player)
                    without = replace(solution, request=replace(request, fixed=theirs))
                    solver.fix(fixed_numbers(without, cancel.check_cancelled)[0])
                values = solver.values(player, BEST, exact=True)
                if values is None:
                    return None, None
                result.append(solver.mean(player, values))
        except Cancelled:
            return None, None
        finally:
            solver.fix(fixed)
            solver.detach()
    return result[0], result[1]


def memory_limit() -> int:
    """Return half of the memory of this machine, in bytes."""
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return 4 * 1024**3


def check_memory(
    request: BettingRequest, deals: Deals, layout: Layout, check_cancelled: CancelCheck = never_cancelled
) -> None:
    """Check that a request needs no more memory than is allowed.

    Raises:
        ScenarioError: it does; the message has both figures, and what to remove.
        Cancelled: by ``check_cancelled``.
    """
    needed, packed = (layout.numbers * BYTES_A_NUMBER[bits] for bits in (request.storage, 16))
    limit = request.max_bytes if request.max_bytes is not None else memory_limit()
    if needed <= limit:
        return
    remove = reduction_text(request, deals, limit, check_cancelled)
    message = (
        f"this needs {needed / 1e9:.3g} GB of memory, more than the limit of {limit / 1e9:.3g} GB"
        + (f" ({packed / 1e9:.3g} GB with 16-bit storage)" if packed < needed else "")
        + (f": {remove}, or narrow the ranges" if remove else ": remove bet sizes and narrow the ranges")
    )
    raise ScenarioError(Problem("limit" if request.limit is not None else "sizes", message))


def fixed_numbers(
    solution: Solution, check_cancelled: CancelCheck = never_cancelled
) -> tuple[NDArray[np.float32], tuple[int, ...]]:
    """Return the frequencies of the request's locks, float32[numbers], -1 for numbers that are not locked.

    Also return the indices of the locks that lock no hand.

    Raises:
        ScenarioError: a path, an action or a text of hands does not fit the tree.
    """
    numbers = np.empty(solution.layout.numbers, np.float32)
    for begin in range(0, len(numbers), NUMBERS_PER_CHECK):
        check_cancelled()
        numbers[begin : begin + NUMBERS_PER_CHECK] = -1.0
    idle = list[int]()
    for index, entry in enumerate(solution.request.fixed):
        field = f"fixed[{index}]"
        matched = locks_hands = False
        for at in _matching(solution.walker, entry.path, field, check_cancelled):
            matched = True
            check_cancelled()
            locks_hands |= _fix(solution, at, entry, field, numbers)
        if not matched:
            raise ScenarioError(Problem(f"{field}.path", "no cards can be dealt on this path"))
        if not locks_hands:
            idle.append(index)
    return numbers, tuple(idle)


def _matching(walker: Walker, path: Sequence[str], field: str, check_cancelled: CancelCheck) -> Iterator[Position]:
    """Yield the positions at the ends of all paths that ``path`` matches; the step ``*`` matches any card."""
    positions = [walker.start]
    for number, step in enumerate(path):
        name = f"{field}.path[{number}]"
        if step.strip() == ANY_CARD and any(walker.node(at).kind == DEAL for at in positions):
            positions = list(
                itertools.chain.from_iterable(
                    (walker.deal(at, card, name) for card in walker.cards_to_come(at))
                    for at in _checked(positions, check_cancelled)
                )
            )
        else:
            positions = [walker.step(at, step, name) for at in _checked(positions, check_cancelled)]
    yield from positions


def _checked(positions: Iterable[Position], check_cancelled: CancelCheck) -> Iterator[Position]:
    """Yield ``positions``, and call ``check_cancelled`` before each: the cards after one take milliseconds."""
    for at in positions:
        check_cancelled()
        yield at


def _fix(solution: Solution, at: Position, entry: Fixed, field: str, numbers: NDArray[np.float32]) -> bool:
    """Write the frequencies of a lock at one position to ``numbers`` float32[numbers].

    Return True if the player has some of its hands there.
    """
    node = solution.walker.node(at)
    if node.kind != DECISION or node.player != entry.seat:
        raise ScenarioError(Problem(f"{field}.path", "this seat is not to act at the end of this path"))
    frequencies = dict[int, float]()
    for name, frequency in entry.frequencies.items():
        number = action_number(name, node.actions)
        if number is None or number in frequencies:
            what = "is not an action here" if number is None else "is in the list twice"
            raise ScenarioError(
                Problem(f"{field}.frequencies", f"{name!r} {what}; possible: {', '.join(node.actions)}")
            )
        frequencies[number] = frequency
    hands = len(at.reach[node.player])
    board = "" if solution.deals.cards.stud else solution.request.table.board + "".join(at.cards)
    locked_hands = hands_named(at.names[entry.seat], entry.hands, board, f"{field}.hands")
    begin = at.state.base + int(solution.layout.tree.offset[at.node])
    for action in range(len(node.actions)):
        row = numbers[begin + action * hands : begin + (action + 1) * hands]
        row[locked_hands] = frequencies.get(action, 0.0)
    return bool(locked_hands.any())
