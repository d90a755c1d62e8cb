"""Loading or compiling the kernels before they are needed, the most wanted first.

Compiling all of them takes about a minute on a first start. Meanwhile whatever is asked for goes first: the work here
is deferred after the kernel under way, and then goes on (see ``kernels.common.compiling``).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from engine.games import GAMES
from engine.holdem.inspector import inspect_holdem
from engine.jobs import DetailFactory, Guard, Solved
from engine.kernels.common.compiling import CompileDeferred, deferring, others_in_foreground, wait_for_others
from engine.running.plan import make_plan
from engine.running.workers import CancelToken
from engine.scenario import Game, RunOptions, Scenario, Seat

TRIALS = 512
"""Deals where a situation is sampled."""

FIRST = 5
"""Situations that are always computed: what most tables begin with, exactly, in both games."""

PAUSE_S = 0.1
"""The seconds until it notices that it is cancelled while it waits."""

_EXACT = RunOptions()
_SAMPLED = RunOptions(method="sampled")


def _details(*names: str, sampled: bool = False) -> RunOptions:
    return RunOptions(method="sampled" if sampled else "auto", detail=names)


Steps = Callable[[Guard], Iterator[Callable[[], object]]]
"""Makes what is computed one after the other, each calling the guard."""


def _no_steps(_guard: Guard) -> Iterator[Callable[[], object]]:
    return iter(())


_SITUATIONS: tuple[tuple[Game, tuple[str, ...], str, RunOptions], ...] = (
    ("holdem", ("AhAd", "KhKd"), "", _EXACT),
    ("holdem", ("AA", "random"), "", _EXACT),
    ("holdem", ("AA", "KK"), "", _EXACT),
    ("razz", ("A 2 3 4 5 9",), "", _EXACT),
    ("razz", ("A 2 3 4 5 9", "(8-8-)8 9 T J"), "", _EXACT),
    ("holdem", ("AA", "random"), "2c 3d 4s 8h", _EXACT),
    ("holdem", ("AhAd", "KhKd"), "2c 3d 4s 8h", _EXACT),
    ("holdem", ("AhAd", "random", "random"), "", _SAMPLED),
    ("holdem", ("AA", "KK,QQ", "JJ+"), "", _SAMPLED),
    ("razz", ("A 2 3", "4 5 6", "(8-8-8)"), "", _SAMPLED),
    ("holdem", ("random", "22+", "random:0.5, AA"), "2c 3d 4s 8h", _EXACT),
    ("holdem", ("AhKh", "random", "random"), "2c 3d 4s 8h", _EXACT),
    ("holdem", ("AhKh", "22+", "random", "JJ+, AK"), "2c 3d 4s 8h", _EXACT),
    ("holdem", ("AhKh", "random", "random", "random"), "2c 3d 4s 8h", _SAMPLED),
    ("holdem", ("AA", "random"), "2c 3d 4s 8h", _details("matrix", "next_card")),
    ("holdem", ("AhAd", "random", "random"), "", _details("matrix", "flops", sampled=True)),
    ("holdem", ("AhAd", "KhKd", "QhJh"), "", _details("flops")),
    ("holdem", ("AA", "random"), "", _details("flops")),
    ("holdem", ("AA", "random"), "2c 3d 4s 8h", _details("made", sampled=True)),
    ("holdem", ("AA", "random"), "", _details("flopped")),
    ("holdem", ("22+",), "2c 3d 4s", _EXACT),
    ("holdem", ("JJ+",) * 8, "", _SAMPLED),
    ("razz", ("A 2 3 4 5 9", "6 7 8 9 T J", "[Q]x"), "", _EXACT),
    ("razz", ("A 2 3 4 5 9", "6 7 8 9 T J", "2 3 4 5 6 K", "x x 7 8 9 T"), "", _EXACT),
    ("razz", ("A 2 3 4 5 9", "(8-8-)8 9 T J"), "", _details("outcomes", "joint", "next_card", "starting_hands")),
    ("razz", ("A 2 3 4 5 9", "(8-8-)8 9 T J"), "", _details("sensitivity", "starting_hands", sampled=True)),
    ("razz", ("A23456", "789TJQ", "KA23456", "789TJQK", "A234567", "89TJQKA"), "", _EXACT),
    ("razz", ("(8-8-)",) * 6, "", _SAMPLED),
    ("razz", ("(8-8-8-)", "(7-7-)", "A29", "x", "x"), "", _details("outcomes", "next_card", sampled=True)),
)


def warm_up(
    cancel: CancelToken,
    more: Steps = _no_steps,
    *,
    compile_all: Callable[[], object] | None = None,
    backwards: bool = False,
) -> None:
    """Compute one small situation of every kind in this thread, and ``more``, so that all kernels are in memory.

    With ``compile_all``, which is called unless all of them are on the disk, only the first few situations are
    computed: from the disk a kernel takes some milliseconds when it is wanted, and all of them together take memory.

    It pauses while anything is run or inspected and ends early when cancelled, both as soon as the kernel under way is
    compiled. Of two processes one may go through the situations ``backwards``: each compiles about half of the kernels,
    and takes those of the other from the disk.
    """

    def urgent() -> bool:
        return cancel.cancelled or others_in_foreground()

    def guard() -> None:
        if urgent():
            raise CompileDeferred

    *own, last = _steps(guard)
    steps = [*own, *more(guard), last]
    if compile_all is not None:
        if not _is_on_disk(last, cancel, guard):
            compile_all()
        steps = steps[:FIRST]
    if backwards:
        steps.reverse()
    with deferring(urgent):
        for step in steps:
            while not cancel.cancelled and not _done(step, guard):
                pass


def _done(step: Callable[[], object], guard: Callable[[], None]) -> bool:
    """Do ``step`` once nobody else is waiting; return whether it came to its end."""
    wait_for_others(PAUSE_S)
    try:
        guard()
        step()
    except CompileDeferred:
        return False
    return True


def _is_on_disk(last: Callable[[], object], cancel: CancelToken, guard: Callable[[], None]) -> bool:
    """Return whether the last situation needs no compiling: as a rule all others have been compiled before it."""
    refused = False

    def refuse() -> bool:
        nonlocal refused
        refused = True
        return True

    with deferring(refuse):
        while not cancel.cancelled:
            if _done(last, guard):
                return True
            if refused:
                return False
    return False


def _steps(guard: Guard) -> Iterator[Callable[[], object]]:
    for game, cards, board, options in _SITUATIONS:
        seats = tuple(Seat(f"Seat {i + 1}", text) for i, text in enumerate(cards))
        yield partial(_compute, Scenario(game, seats, board=board, run=options), guard)
    three = Scenario("holdem", tuple(Seat(f"Seat {i}", text) for i, text in enumerate(("AA", "KK, QQ", "JJ+"))))
    yield partial(inspect_holdem, three, 0, guard=guard)
    yield partial(inspect_holdem, three, 0, exact=0, sampled=0, guard=guard)


def _compute(scenario: Scenario, guard: Guard) -> None:
    """Compute ``scenario`` (where it is sampled, one chunk) and the first part of each of its details."""
    plan = make_plan(scenario, guard=guard)
    exact, sampled = plan.exact, plan.sampled
    trials: int | None = None
    if exact is not None:
        estimates = exact.estimates(np.sum([exact.compute(chunk) for chunk in range(exact.chunks)], axis=0))
    else:
        assert sampled is not None
        trials, estimates = TRIALS, sampled.estimates(sampled.compute(0, TRIALS), TRIALS)
    for name in scenario.run.detail:
        factory: DetailFactory[Any] = GAMES[scenario.game].details[name].load_factory()
        factory(Solved(scenario, plan.setup, trials, estimates, guard)).parts[0]()
