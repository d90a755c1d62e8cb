"""Runs a small example of everything that uses kernels, so that all of them are loaded from the cache or compiled."""

from collections.abc import Callable, Iterator
from functools import partial

from engine.betting.warm_up import betting_steps
from engine.equity.jobs import CancelCheck
from engine.equity.warm_up import warm_up_tables
from engine.equity.workers import CancelToken

SPOT = {"table": "AhKh v QQ | 2c3d4s8hTd", "pot": 2, "stacks": [2, 2], "run": {"max_trials": 1}}


def warm_up(cancel: CancelToken, *, compile_all: Callable[[], object] | None = None, backwards: bool = False) -> None:
    """Load or compile all kernels; see :func:`engine.equity.warm_up.warm_up_tables` for the parameters."""
    warm_up_tables(cancel, _steps, compile_all=compile_all, backwards=backwards)


def _steps(check_cancelled: CancelCheck) -> Iterator[Callable[[], object]]:
    yield from betting_steps(check_cancelled)
    yield partial(_play, check_cancelled)


def _play(check_cancelled: CancelCheck) -> object:
    """Play one trial of a small hand."""
    from engine.simulation.run import simulate

    check_cancelled()
    return simulate(SPOT, workers=1)
