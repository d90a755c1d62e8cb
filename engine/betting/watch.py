"""A run and the node of its tree that the player is looking at meanwhile.

Nodes are read between iterations, in the thread of the run. :func:`look` reads a node after the run.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.betting.action_names import action_number, action_text
from engine.betting.gain import Gain, gain_of
from engine.betting.nodes import Position
from engine.betting.request import BettingRequest
from engine.betting.run import BettingSnapshot, Solution, best_responses, run_betting, tree_size
from engine.betting.saved import solve_left_out
from engine.betting.solver import Progress
from engine.betting.view import NodeView
from engine.cards import parse_cards
from engine.equity.convergence import ConvergencePoint, progress_of, seconds_left
from engine.equity.jobs import Cancelled
from engine.equity.workers import CancelToken, Workers
from engine.games import GAMES
from engine.kernels.betting.tree import DECISION
from engine.ranges.made_hands import made_hands
from engine.scenario import ScenarioError

READING_SHARE = 0.1
"""The largest share of a run that is spent on reading the same node again."""
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a path.

    ``step``: the action or the cards, as a path has them. ``seat``: the player who acted, 0 or 1 of the active seats,
    or None for cards. ``options``: all steps that were possible instead. ``frequencies``: of each option, empty for
    cards and None if no hands arrive there.
    """

    step: str
    seat: int | None
    options: tuple[str, ...]
    frequencies: tuple[float | None, ...] = ()

    @property
    def text(self) -> str:
        """The step for readers, with chips rounded to cents."""
        return self.step if self.seat is None else action_text(self.step)


@dataclass(frozen=True, slots=True, eq=False)
class BettingView:
    """The state of a run and the node that the player looks at.

    ``final``: whether the run is over. ``steps``: the path to ``node``. ``trace``: each progress with best responses so
    far. ``gain``: the gain from the locks of the request; None without locks, and while best play without them is being
    solved, whose ``solution`` has no locks in its request. ``notices`` of a saved solution: what could not be checked,
    and claims of the file that disagree with the computed numbers.

    ``node_progress``: the progress when the node was read, which is less often than there is progress. The frequencies
    and values of ``node`` and ``steps`` are those of these iterations.
    """

    progress: Progress
    solution: Solution
    final: bool
    node: NodeView
    steps: tuple[StepView, ...]
    node_progress: Progress
    trace: tuple[Progress, ...] = ()
    gain: Gain | None = None
    notices: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the node is worth displaying: in the first iterations all actions are equally frequent."""
        current = self.node_progress.iterations == self.progress.iterations
        return self.node_progress.evaluated is not None or (self.final and current)

    @property
    def checks(self) -> list[ConvergencePoint]:
        """The exploitability in chips whenever it was computed."""
        known = ((point, point.exploitability) for point in self.trace)
        return [ConvergencePoint(point.iterations, value, point.solve_s) for point, value in known if value is not None]

    def progress_to(self, goal: float) -> float:
        """Return how far the run has come, from 0 to 1 at an exploitability of ``goal`` chips, on a log scale."""
        return progress_of(self.checks, goal)

    def seconds_to(self, goal: float) -> float | None:
        """Return the estimated seconds until an exploitability of ``goal`` chips, or None without a reliable one."""
        return seconds_left(self.checks, goal, self.progress.solve_s)


def watch_solving(
    request: BettingRequest,
    path: Callable[[], Path],
    *,
    cancel: CancelToken,
    abandon: CancelToken,
    free: Progress | None = None,
) -> Iterator[BettingView]:
    """Solve a request and yield views as :func:`watch` does.

    A request with locks is solved without them first, because the gain from them is the difference of both runs. The
    last view also contains the loss of the locked play to a best response. The first run is skipped if its progress is
    already known and passed as ``free``.

    Raises:
        ScenarioError: before the first view.
    """
    if not request.fixed:
        yield from watch(run_betting(request, cancel=cancel, abandon=abandon), path)
        return
    try:
        tree_size(request, cancel.check_cancelled)
    except Cancelled:
        return
    if free is None:
        for view in watch(run_betting(replace(request, fixed=()), cancel=cancel, abandon=abandon), path):
            free = view.progress
            yield replace(view, final=False)
        if free is None or cancel.cancelled:
            return
    for view in watch(run_betting(request, cancel=cancel, abandon=abandon), path):
        stopped = not view.final or cancel.cancelled
        best = (None, None) if stopped else best_responses(view.solution, cancel)
        yield replace(view, gain=gain_of(request, free, view.progress, best))


def watch(
    run: Iterator[BettingSnapshot],
    path: Callable[[], Path],
    *,
    previous: BettingView | None = None,
    share: float = READING_SHARE,
) -> Iterator[BettingView]:
    """Yield a view for each snapshot of a run, with the node at the end of ``path()``.

    If the path does not exist, the node is the last of its steps that does. ``path`` is called between iterations. A
    new path is read immediately. The same path is read again after best responses were computed, so that the displayed
    play is the one whose exploitability is known, but for at most the ``share`` of the time. If the run is stopped, a
    large tree is not read again: the last view keeps the node that was read before.

    ``previous``: the last view of the run that this one continues. Its trace and gain are continued, too, and its
    seconds are included in ``progress``, which does not include the time of reading nodes.
    """
    earlier = previous.progress.solve_s if previous is not None else 0.0
    trace = previous.trace if previous is not None else ()
    gain = previous.gain if previous is not None else None
    view: BettingView | None = None
    last_path: Path = ()
    reading_seconds, due = 0.0, 0.0
    last_evaluated: int | None = None
    for snapshot in run:
        current_path = tuple(path())
        began = time.perf_counter()
        changed = snapshot.progress.evaluated != last_evaluated
        # A progress at its end with an exploitability of earlier play is that of a large tree that was stopped.
        final = snapshot.final and snapshot.progress.evaluated == snapshot.progress.iterations
        if view is None or current_path != last_path or final or (changed and began >= due):
            try:
                view = look(snapshot.solution, snapshot.progress, current_path, final=snapshot.final)
                last_path, last_evaluated = current_path, snapshot.progress.evaluated
            except Cancelled:
                if view is None:
                    continue
            now = time.perf_counter()
            reading_seconds += now - began
            # The next reading of the same path is due when reading has taken only ``share`` of the time.
            due = now + (now - began) * (1 / share - 1)
        seconds = earlier + max(snapshot.progress.solve_s - reading_seconds, 0.0)
        progress = replace(snapshot.progress, solve_s=seconds)
        if progress.ev is not None and (not trace or trace[-1].ev is not progress.ev):
            trace = (*trace, progress)
        view = replace(view, progress=progress, final=snapshot.final, trace=trace, gain=gain)
        yield view


def read_node(view: BettingView, path: Sequence[str], cancel: CancelToken) -> BettingView:
    """Return a view of the same solution at the end of ``path``, read in the threads of a run.

    Raises:
        Cancelled: by ``cancel``.
    """
    solver = view.solution.solver
    with Workers(cancel=cancel) as pool:
        solver.attach(pool, lambda: cancel.cancelled)
        try:
            result = look(view.solution, view.progress, path, cancel=cancel)
        finally:
            solver.detach()
    return replace(result, trace=view.trace, gain=view.gain, notices=view.notices)


def look(
    solution: Solution,
    progress: Progress,
    path: Sequence[str],
    *,
    final: bool = True,
    cancel: CancelToken | None = None,
) -> BettingView:
    """Return the view of a solution at the end of ``path``, or at the last of its steps that exists.

    A saved solution may lack its last streets. Those after the cards of ``path`` are then solved first, up to the
    target of the request, which can take seconds. If that is cancelled, the node has the unfinished play.

    Raises:
        Cancelled: the run that has the solution was stopped.
    """
    # A run that was abandoned has gone on after its last progress; a solution from a file was never iterated here.
    progress = replace(progress, iterations=solution.solver.iterations or progress.iterations)
    positions = [solution.walker.start]
    steps: list[StepView] = []
    for step in path:
        try:
            at = solution.walker.step(positions[-1], step, "path")
        except ScenarioError:
            break
        if at.state.level == 1 and solution.solver.left_out is not None:
            for _ in solve_left_out(solution, at, cancel):
                pass
        steps.append(_step(solution, positions[-1], at, step))
        positions.append(at)
    node = solution.view(positions[-1], [step.step for step in steps])
    if GAMES[solution.request.table.game].hands_are_combos:
        # Cached here, in the thread of the run: the window sorts the hands of the node into these classes, and would
        # freeze if it had to wait for the kernel.
        made_hands([card for card, _ in parse_cards(node.board)])
    return BettingView(progress, solution, final, node, tuple(steps), progress)


def _step(solution: Solution, at: Position, after: Position, step: str) -> StepView:
    """Return the step ``step`` that leads from ``at`` to ``after``."""
    walker = solution.walker
    node = walker.node(at)
    if node.kind != DECISION:
        return StepView(after.cards[-1], None, tuple(walker.cards_to_come(at)))
    player = node.player
    joint = at.reach[player] * solution.solver.pairs(player, at.state, at.reach[1 - player])
    total = float(joint.sum())
    shares = (walker.strategy(at) @ joint / total).tolist() if total > 0 else [None] * len(node.actions)
    number = action_number(step, node.actions)
    assert number is not None  # the walker has found it
    return StepView(node.actions[number], player, tuple(node.actions), tuple(shares))
