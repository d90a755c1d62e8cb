"""Loading or compiling the kernels before they are needed, the most important first; and ``steelwheel --repair``.

Compiling all of them takes about a minute at the first start. Runs that the user requests meanwhile have priority: the
work here pauses after the kernel that is being compiled, and continues later (see ``kernels.common.compiling``).
"""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from engine.equity.holdem.inspector import inspect_holdem
from engine.equity.jobs import CancelCheck, DetailFactory, Solved
from engine.equity.rules import make_plan
from engine.equity.workers import CancelToken
from engine.games import GAMES, small_table
from engine.kernels.common.compiling import (
    CompileDeferred,
    cache_folder,
    deferring,
    others_in_foreground,
    wait_for_others,
)
from engine.kernels.shipped import FOLDER
from engine.kernels.stored import damaged_kernels, delete_kernels, stored_kernels
from engine.scenario import Scenario

TRIALS = 512
"""Deals of a sampled situation."""

PAUSE_S = 0.1
"""Seconds after which waiting work checks whether it is cancelled."""

Steps = Callable[[CancelCheck], Iterator[Callable[[], object]]]
"""A function that yields computations, each of which calls the given cancel check."""


def _no_steps(_check_cancelled: CancelCheck) -> Iterator[Callable[[], object]]:
    return iter(())


def warm_up_tables(
    cancel: CancelToken,
    more: Steps = _no_steps,
    *,
    compile_all: Callable[[], object] | None = None,
    backwards: bool = False,
) -> None:
    """Compute one small situation of every kind in this thread, and ``more``, so that all kernels are in memory.

    ``compile_all`` is called unless all kernels are on the disk. With it only the first tables of each game are
    computed: loading a kernel from the disk later takes some milliseconds, and having all of them in memory costs
    memory.

    The work pauses while anything is run or inspected, and ends early if cancelled, in both cases after the kernel that
    is being compiled. Of two processes, one may go ``backwards`` through the first tables and then through the others:
    each compiles about half of the kernels and loads those of the other from the disk.
    """

    def urgent() -> bool:
        return cancel.cancelled or others_in_foreground()

    def check_cancelled() -> None:
        if urgent():
            raise CompileDeferred

    first, later = _steps(check_cancelled)
    if compile_all is not None and not _is_on_disk(later[-1], cancel, check_cancelled):
        compile_all()
    order = -1 if backwards else 1
    with deferring(urgent):
        _run_all(first[::order], cancel, check_cancelled)
    if compile_all is None:
        *own, last = later
        steps = [*own, *more(check_cancelled), last]
        with deferring(urgent):
            _run_all(steps[::order], cancel, check_cancelled)


def _run_all(steps: list[Callable[[], object]], cancel: CancelToken, check_cancelled: CancelCheck) -> None:
    """Call ``steps`` in order, each again until it is completed."""
    for step in steps:
        while not cancel.cancelled and not _completed(step, check_cancelled):
            pass


def _completed(step: Callable[[], object], check_cancelled: Callable[[], None]) -> bool:
    """Call ``step`` once no run is waiting for a kernel; return False if it was interrupted by one."""
    wait_for_others(PAUSE_S)
    try:
        check_cancelled()
        step()
    except CompileDeferred:
        return False
    return True


def _is_on_disk(last: Callable[[], object], cancel: CancelToken, check_cancelled: Callable[[], None]) -> bool:
    """Return True if the last situation can be computed without compiling. Usually that is true of all others then.

    ``refuse`` is called instead of compiling a kernel; by returning True it interrupts the computation.
    """
    must_compile = False

    def refuse() -> bool:
        nonlocal must_compile
        must_compile = True
        return True

    with deferring(refuse):
        while not cancel.cancelled:
            if _completed(last, check_cancelled):
                return True
            if must_compile:
                return False
    return False


def _steps(check_cancelled: CancelCheck) -> tuple[list[Callable[[], object]], list[Callable[[], object]]]:
    """Return the computations of the first tables of each game, and those of all others."""
    first, later = (_of_methods(tables, check_cancelled) for tables in ("FIRST_TABLES", "TABLES"))
    for game, spec in GAMES.items():
        for name, detail in spec.details.items():
            later += (partial(_compute, small_table(game, text, name), check_cancelled) for text in detail.tables)
    three = partial(inspect_holdem, small_table("holdem", "AA v KK, QQ v JJ+"), 0, check_cancelled=check_cancelled)
    return first, [*later, three, partial(three, exact=0, sampled=0)]


def _of_methods(name: str, check_cancelled: CancelCheck) -> list[Callable[[], object]]:
    """Return the computations of the tables called ``name`` in the plan of each game, in the order of the games. Two
    processes in opposite orders therefore begin with different games."""
    plans = {game: import_module(f"engine.equity.{game}.plan") for game in GAMES}
    return [
        partial(_compute, small_table(game, text), check_cancelled)
        for game in plans
        for text in getattr(plans[game], name)
    ]


def _compute(scenario: Scenario, check_cancelled: CancelCheck) -> None:
    """Compute ``scenario`` (a single chunk if it is sampled) and the first part of each of its details."""
    plan = make_plan(scenario, check_cancelled=check_cancelled)
    exact, sampled = plan.exact, plan.sampled
    trials: int | None = None
    if exact is not None:
        estimates = exact.estimates(np.sum([exact.compute(chunk) for chunk in range(exact.chunks)], axis=0))
    else:
        assert sampled is not None
        trials, estimates = TRIALS, sampled.estimates(sampled.compute(0, TRIALS), TRIALS)
    for name in scenario.run.detail:
        factory: DetailFactory[Any] = GAMES[scenario.game].details[name].load_factory()
        factory(Solved(scenario, plan.setup, trials, estimates, check_cancelled)).parts[0]()


EVERY_S = 5.0


def damage() -> tuple[Path, list[Path]]:
    """Return the folder of the kernels compiled on this machine, and the paths of damaged ones."""
    folder = cache_folder()
    return folder, damaged_kernels(folder)


def repair(say: Callable[[str], object]) -> int:
    """Delete the compiled kernels and compile all of them again, reporting by ``say``; return the exit status.

    Kernels that came with the program stay; damaged ones among them are compiled on this machine.
    """
    folder, damaged = damage()
    deleted = delete_kernels(folder)
    say(f"{deleted} files of compiled kernels deleted, {len(damaged)} of them damaged, in {folder}\n")
    if FOLDER.is_dir():
        say("kernels shipped with the program are kept; of those only damaged ones are recompiled\n")
    say("recompiling the engine: this takes a minute or two\n")
    work = threading.Thread(target=warm_up_tables, args=(CancelToken(),), daemon=True)
    work.start()
    while work.is_alive():
        work.join(EVERY_S)
        say(f"{len(stored_kernels(folder))} files\n")
    left = damaged_kernels(folder)
    for path in left:
        say(f"{path} cannot be replaced: delete it\n")
    say("some files are still damaged\n" if left else "all files are intact\n")
    return 1 if left else 0
