"""A run as somebody sees it who walks through the tree meanwhile: the progress, and the node that is looked at.

Nodes are read between iterations, in the thread of the run; of a run that is over by :func:`look`.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.betting.gain import Gain, gain_of
from engine.betting.nodes import Position
from engine.betting.request import BettingRequest
from engine.betting.run import BettingSnapshot, Solution, run_betting, tree_size
from engine.betting.saved import solve_left_out
from engine.betting.solver import Progress
from engine.betting.view import NodeView
from engine.equity.jobs import Cancelled
from engine.equity.workers import CancelToken
from engine.kernels.betting.tree import DECISION
from engine.scenario import ScenarioError

READING_SHARE = 0.1
"""Reading a node that stays the same takes at most this share of a run."""
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a path: what was done, who did it (0 or 1 of the active seats, None: a card), what could have followed
    there instead, and how often each action does (nothing for cards; None where no hands arrive)."""

    text: str
    seat: int | None
    options: tuple[str, ...]
    frequencies: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class BettingView:
    """The state of a run: ``progress``, the ``solution`` that it is about, whether it is over (``final``), the ``node``
    that is looked at and the ``steps`` that led there; ``trace``: the progress whenever it was computed. ``gain``:
    if habits of a player are fixed; None while best play without them is still under way, whose solution has no
    habits in its request.

    ``node_progress``: the progress when the node and its steps were read. Reading is rarer than progress: what is said
    about the play of the node is said of these iterations.
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
    """Of a solution from a file: what could not be checked, and what the file claims otherwise than was computed."""

    @property
    def ready(self) -> bool:
        """Whether the node has a play worth reading: the first iterations only try every action alike."""
        return self.final or self.node_progress.evaluated is not None


def solve(
    request: BettingRequest,
    path: Callable[[], Path],
    *,
    cancel: CancelToken,
    abandon: CancelToken,
    free: Progress | None = None,
) -> Iterator[BettingView]:
    """Solve a request and yield views as :func:`watch` does. Where it fixes habits, best play without them goes first,
    unless it is known: ``free``.

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
        yield replace(view, gain=gain_of(request, free, view.progress))


def watch(
    run: Iterator[BettingSnapshot],
    path: Callable[[], Path],
    *,
    before: BettingView | None = None,
    share: float = READING_SHARE,
) -> Iterator[BettingView]:
    """Yield a view for each snapshot of a run, with the node at the end of ``path()`` or, where that does not exist, of
    its longest part that does. A path is called for between iterations; another one is read immediately. The same one
    is read again after best responses were computed, so that its play is the one whose exploitability is known.

    The seconds in ``progress`` do not count those of reading, but those ``before``: of the run that this one goes on
    with, whose trace and gain go on, too.
    """
    earlier = before.progress.solve_s if before is not None else 0.0
    trace = before.trace if before is not None else ()
    gain = before.gain if before is not None else None
    seen: BettingView | None = None
    wanted: Path = ()
    spent, due = 0.0, 0.0
    read: int | None = None
    for snapshot in run:
        here = tuple(path())
        began = time.perf_counter()
        changed = snapshot.progress.evaluated != read
        if seen is None or here != wanted or snapshot.final or (changed and began >= due):
            seen = look(snapshot.solution, snapshot.progress, here, final=snapshot.final)
            wanted, read = here, snapshot.progress.evaluated
            now = time.perf_counter()
            spent += now - began
            due = now + (now - began) * (1 / share - 1)
        progress = replace(snapshot.progress, solve_s=earlier + max(snapshot.progress.solve_s - spent, 0.0))
        if progress.ev is not None and (not trace or trace[-1].ev is not progress.ev):
            trace = (*trace, progress)
        seen = replace(seen, progress=progress, final=snapshot.final, trace=trace, gain=gain)
        yield seen


def look(
    solution: Solution,
    progress: Progress,
    path: Sequence[str],
    *,
    final: bool = True,
    cancel: CancelToken | None = None,
) -> BettingView:
    """Return the view of a solution at a path, or at its longest part that exists; what a saved solution is without
    there is solved again, unless cancelled."""
    # A run that was abandoned has gone on after its last progress; a solution from a file was never iterated here.
    progress = replace(progress, iterations=solution.solver.iterations or progress.iterations)
    positions = [solution.walker.start]
    steps: list[StepView] = []
    for step in path:
        try:
            at = solution.walker.step(positions[-1], step, "path")
        except ScenarioError:
            break
        if at.place.level == 1 and solution.solver.left_out is not None:
            goal = solution.request.target * (solution.request.pot + sum(solution.walker.node(at).chips))
            for _ in solve_left_out(solution, at, goal, cancel):
                pass
        steps.append(_step(solution, positions[-1], at, step))
        positions.append(at)
    node = solution.view(positions[-1], [step.text for step in steps])
    return BettingView(progress, solution, final, node, tuple(steps), progress)


def _step(solution: Solution, at: Position, after: Position, step: str) -> StepView:
    walker = solution.walker
    node = walker.node(at)
    if node.kind != DECISION:
        return StepView(after.cards[-1], None, tuple(walker.cards_to_come(at)))
    player = node.player
    joint = at.reach[player] * solution.solver.pairs(player, at.place, at.reach[1 - player])
    total = float(joint.sum())
    shares = (walker.strategy(at) @ joint / total).tolist() if total > 0 else [None] * len(node.actions)
    return StepView(" ".join(step.split()).lower(), player, tuple(node.actions), tuple(shares))
