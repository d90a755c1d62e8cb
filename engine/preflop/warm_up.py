"""Small computations that load or compile the kernels of this room, after those of the tables.

They import the room only when they run. Imports at the top would slow down every start, because ``engine`` exports the
function that calls these steps.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from engine.equity.jobs import CancelCheck

LIVE = "AhAdKsKhQsQhJsJhTsTh9s9h2c3c4d5d"
"""The cards that are not dead: few, so that there are few boards."""


def preflop_steps(check_cancelled: CancelCheck) -> Iterator[Callable[[], object]]:
    """Yield the computations one after the other."""
    yield partial(_exact, check_cancelled)
    yield partial(_swept, check_cancelled)
    yield partial(_sampled, check_cancelled)
    yield _second_calls
    yield _raced


def _request() -> dict[str, object]:
    """Return a small request: a pair of aces against two opponents and a folded hand, with 16 cards that are not
    dead."""
    dead = "".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc" if f"{rank}{suit}" not in LIVE)
    opponents = [{"in": 1, "cards": "KsKh"}, {"in": 0, "calls": "QsQh"}, {"cards": "JsJh", "folded": True}]
    return {"hero": {"cards": "AhAd"}, "opponents": opponents, "dead": dead, "after": {"bets": 1}}


def _exact(check_cancelled: CancelCheck) -> None:
    """Compute a small decision exactly, with up to three opponents' hands, which are too many for a sweep."""
    from engine.preflop.decision import FlopDecision
    from engine.preflop.request import read_preflop_request
    from engine.preflop.situation import read_preflop_situation

    decision = FlopDecision(read_preflop_situation(read_preflop_request(_request())), check_cancelled)
    for part in decision.parts():
        decision.take(part())
    decision.result()


def _swept(check_cancelled: CancelCheck) -> None:
    """Sweep the boards for tasks of one and of two opponents, which load different kernels than :func:`_exact`."""
    from engine.preflop.request import read_preflop_request
    from engine.preflop.situation import read_preflop_situation
    from engine.preflop.sums import Task, law_setup, task_rows
    from engine.preflop.sweep import FlopSweep

    situation = read_preflop_situation(read_preflop_request(_request()))
    ranges = [holds for holds, _ in situation.held[:2]]
    tasks = task_rows([Task((0,), (True,)), Task((0, 1), (True, True))])
    sweep = FlopSweep(situation.hero, law_setup(np.array(ranges), situation.dead), tasks, check_cancelled)
    for part in sweep.parts(0):
        part()


def _sampled(check_cancelled: CancelCheck) -> None:
    """Deal the first chunk of a sampled run."""
    from engine.preflop.cells import FlopPlan
    from engine.preflop.request import read_preflop_request
    from engine.preflop.sampled import Rounds, make_players
    from engine.preflop.situation import read_preflop_situation

    situation = read_preflop_situation(read_preflop_request(_request()))
    players, _ = make_players(situation)
    Rounds(FlopPlan(situation, players, check_cancelled).cells(0), players, 1).compute(0)


def _second_calls() -> None:
    """Sum the showdowns of three players in jam or fold, with one class and a table of one triple."""
    from engine.equity.workers import Workers
    from engine.preflop.jam_field import SecondCalls
    from engine.preflop.showdowns import as_table

    one, triple = np.ones((1, 1)), (0, 1, 2)
    with Workers(1, in_place=True) as pool:
        table = as_table(np.zeros((1, 13), np.uint16))
        seconds = SecondCalls(table, one, [triple], [0], {triple: np.zeros((13, 3))}, pool)
        seconds.shown(one, one)
        seconds.by_caller(one)


def _raced() -> None:
    """Compute prizes by the ICM for three stacks, in the way that many players need."""
    from engine.tournament.icm import bubble_factors_of, many_place_probabilities

    stacks = np.array([3.0, 2.0, 1.0])
    many_place_probabilities(stacks)
    bubble_factors_of(stacks, np.array([1.0, 0.0, 0.0]), 0)
