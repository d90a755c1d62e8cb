"""The status of the run on *Betting*: its progress to the target, the time left, and the player's options."""

from typing import NamedTuple

from engine.betting.watch import BettingView
from gui.pages.betting.model import BettingModel
from gui.pages.betting.player_view import DOT
from gui.pages.betting.words import expected_time, memory, pot_share_text
from gui.words.formatting import number_of, time_left

BUILDING = "Building the tree …"
PRESS_RUN = "Press Run (F5) to solve"
EARLIER = "The situation has changed: press Run (F5)"
ENDING = {True: "Pausing …", False: "Stopping …"}


class RunStatus(NamedTuple):
    """The progress from 0 to 1 (None: no bar), and the text next to it."""

    progress: float | None = None
    text: str = ""


def run_status(model: BettingModel) -> RunStatus:
    """Return the state of the run: waiting for the player, running, paused, stopped or solved."""
    if model.state == "running":
        return _running(model, model.run_view)
    request = model.situation.request
    if request is None or model.problems or model.failure:
        return RunStatus()  # the page shows the reason
    view = model.view
    if view is None or model.stale:
        # The size is known before a small tree is solved by itself: with it the page waits for the player.
        waiting, size = EARLIER if view is not None else PRESS_RUN, model.size
        if size is None:
            return RunStatus(0.0, BUILDING)
        time = expected_time(size, request)
        return RunStatus(0.0, f"{waiting}: {time}, {memory(size.bytes)}" if time else waiting)
    return _ended(model, view)


def _running(model: BettingModel, view: BettingView | None) -> RunStatus:
    """Return the state of a run; ``view``: its latest view, or None before the first."""
    step, steps = model.step
    start = f"Step {step} of {steps}" if steps > 1 else "Solving"
    if view is None:
        return RunStatus(0.0, BUILDING)
    goal = model.goal * view.solution.request.pot
    done = view.progress_to(goal)
    if model.ending:
        return RunStatus(done, ENDING[model.paused])
    if not view.trace:
        iterations = view.progress.iterations
        return RunStatus(0.0, DOT.join((start, number_of(iterations, "iteration"))) if iterations else f"{start} …")
    left = time_left(view.seconds_to(goal))
    return RunStatus(done, DOT.join(filter(None, (start, _reached(model, view), left))))


def _ended(model: BettingModel, view: BettingView) -> RunStatus:
    """Return the state of a solution of the current situation that is not being improved."""
    exploitability, pot = view.progress.exploitability, view.solution.request.pot
    if exploitability is None:
        if view.solution.solver.left_out is not None:
            return RunStatus()  # a solution from a file without its last streets
        return RunStatus(0.0, f"Stopped after {number_of(view.progress.iterations, 'iteration')}")
    request = model.situation.request
    if request is not None and request.target * pot < exploitability <= model.goal * pot:
        done = view.progress_to(request.target * pot)
        return RunStatus(done, f"{pot_share_text(exploitability / pot)} of the pot: press Run (F5) for the new target")
    done, reached = view.progress_to(model.goal * pot), _reached(model, view)
    if exploitability <= model.goal * pot:
        return RunStatus(1.0, f"Solved: exploitability {reached}")
    if model.state == "paused":
        return RunStatus(done, f"Paused at {reached}")
    if view.progress.stuck:
        return RunStatus(done, f"Solved as far as rounding allows: {reached}")
    return RunStatus(done, f"Stopped at {reached}")


def _reached(model: BettingModel, view: BettingView) -> str:
    """Return the exploitability of a view next to the target of the run, as in ``1.2 % of the pot (target 0.3 %)``."""
    share = max(view.progress.exploitability or 0.0, 0.0) / view.solution.request.pot
    return f"{pot_share_text(share)} of the pot (target {pot_share_text(model.goal)})"
