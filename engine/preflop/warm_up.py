"""The small situations that load or compile the kernels of the laboratory, behind those of the tables.

The laboratory is imported when it is their turn: with ``engine``, which exports :func:`warm_up`, everybody would wait.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from engine.jobs import Guard
from engine.running.warm_up import warm_up as warm_up_tables
from engine.running.workers import CancelToken

LIVE = "AhAdKsKhQsQhJsJhTsTh9s9h2c3c4d5d"
"""Few cards, hence few boards."""


def warm_up(cancel: CancelToken, *, everything: bool = True, backwards: bool = False) -> None:
    """Compute one small situation of every kind in this thread, so that all kernels are in memory (``everything``), or
    on the disk.

    It pauses while anything is run or inspected and ends early when cancelled, both as soon as the kernel under way is
    compiled. Of two processes one may go through the situations ``backwards``.
    """
    warm_up_tables(cancel, _steps, everything=everything, backwards=backwards)


def _steps(guard: Guard) -> Iterator[Callable[[], object]]:
    yield partial(_exact, guard)
    yield partial(_swept, guard)
    yield partial(_sampled, guard)


def _request() -> dict[str, object]:
    dead = "".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc" if f"{rank}{suit}" not in LIVE)
    opponents = [{"in": 1, "cards": "KsKh"}, {"in": 0, "calls": "QsQh"}, {"cards": "JsJh", "folded": True}]
    return {"hero": {"cards": "AhAd"}, "opponents": opponents, "dead": dead, "after": {"bets": 1}}


def _exact(guard: Guard) -> None:
    from engine.preflop.decision import Decision
    from engine.preflop.request import read_preflop_request
    from engine.preflop.situation import read_situation

    decision = Decision(read_situation(read_preflop_request(_request())), guard)
    for part in decision.parts():
        decision.take(part())
    decision.result()


def _swept(guard: Guard) -> None:
    from engine.preflop.request import read_preflop_request
    from engine.preflop.situation import read_situation
    from engine.preflop.sums import Task, law_setup, task_rows
    from engine.preflop.sweep import FlopSweep

    situation = read_situation(read_preflop_request(_request()))
    ranges = [holds for holds, _ in situation.held[:2]]
    tasks = task_rows([Task((0,), (True,)), Task((0, 1), (True, True))])
    sweep = FlopSweep(situation.hero, law_setup(np.array(ranges), situation.dead), tasks, guard)
    for part in sweep.parts(0):
        part()


def _sampled(guard: Guard) -> None:
    from engine.preflop.cells import make_cells
    from engine.preflop.request import read_preflop_request
    from engine.preflop.sampled import Rounds, make_players
    from engine.preflop.situation import read_situation

    situation = read_situation(read_preflop_request(_request()))
    players, _ = make_players(situation)
    Rounds(make_cells(situation, players, guard), players, 1).compute(0)
