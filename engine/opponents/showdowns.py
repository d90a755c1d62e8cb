"""The joint result of a showdown, who beats whom and who ties, for side pots: ``orders`` of a Kelly request.

The results of a run know of each player how often he wins and with how many he ties, not in which order the others
follow. Here deals are played out with all places kept.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.jobs import Guard
from engine.kelly.orders import Ranks
from engine.opponents.holdem_showdowns import holdem_showdowns
from engine.opponents.places import Counts, Steps
from engine.opponents.razz_showdowns import razz_showdowns
from engine.ranges.orders import Order
from engine.running.workers import CancelToken, until_cancelled
from engine.scenario import Game, Problem, Scenario, ScenarioError, seat_field

TRIALS = 400_000


@dataclass(frozen=True, slots=True)
class JointOrders:
    """The joint law: ``chances`` (probability, place of each player, hero first, 0 the best; the others by seat).

    ``trials``: how many equal deals the sample is worth, 0 where it is exact.
    """

    chances: tuple[tuple[float, Ranks], ...]
    trials: int = 0

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return self.trials == 0

    @property
    def stderr(self) -> float:
        """The largest standard error of a probability; 0 where it is exact."""
        return (
            max((math.sqrt(p * (1.0 - p) / self.trials) for p, _ in self.chances), default=0.0) if self.trials else 0.0
        )

    def orders(self) -> list[dict[str, Any]]:
        """Return it as ``orders`` of a Kelly request."""
        return [
            {"p": p, "order": [[i for i, r in enumerate(ranks) if r == place] for place in sorted(set(ranks))]}
            for p, ranks in self.chances
        ]


@dataclass(frozen=True, slots=True)
class OrdersSnapshot:
    """How far the work is, from 0 to 1; the joint law so far, None while an exact one is under way."""

    progress: float
    law: JointOrders | None
    final: bool = False


def joint_orders(scenario: Scenario, hero: int, *, orders: Iterable[Order] = (), trials: int = TRIALS) -> JointOrders:
    """Work the joint law out to the end.

    Raises:
        ScenarioError: as ``run_joint_orders``.
    """
    last = None
    for snapshot in run_joint_orders(scenario, hero, orders=orders, trials=trials):
        last = snapshot.law
    assert last is not None
    return last


def run_joint_orders(
    scenario: Scenario,
    hero: int,
    *,
    cancel: CancelToken | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
    trials: int = TRIALS,
) -> Iterator[OrdersSnapshot]:
    """Play out all deals, or ``trials`` of them, with the seed of the run; cancelled: without a final snapshot.

    Raises:
        ScenarioError: the table cannot be read, hero is not in the hand or has no opponent, or the ranges clash so
            often that they cannot be drawn.
    """
    if hero not in scenario.active_seats or len(scenario.active_seats) < 2:
        raise ScenarioError(Problem(seat_field(hero), "hero and an opponent who is in the hand are needed"))
    cancel = cancel or CancelToken()
    place = scenario.active_seats.index(hero)
    seats = [place, *(i for i in range(len(scenario.active_seats)) if i != place)]
    stream = SHOWDOWNS[scenario.game](scenario, seats, trials, cancel.guard, orders)
    shown = time.perf_counter()
    for step in until_cancelled(stream, cancel):
        final = step.progress >= 1.0
        if final or time.perf_counter() - shown >= every:
            shown = time.perf_counter()
            law = _law(step.counts, step.trials) if final or step.trials else None
            yield OrdersSnapshot(step.progress, law, final)


def _law(counts: Counts, trials: float) -> JointOrders:
    total = math.fsum(counts.values())
    return JointOrders(tuple((count / total, ranks) for ranks, count in sorted(counts.items())), round(trials))


def _razz(scenario: Scenario, seats: list[int], trials: int, guard: Guard, _: Iterable[Order]) -> Steps:
    return razz_showdowns(scenario, seats, trials, guard)


_Showdowns = Callable[[Scenario, list[int], int, Guard, Iterable[Order]], Steps]
SHOWDOWNS: Mapping[Game, _Showdowns] = {"holdem": holdem_showdowns, "razz": _razz}
"""How the deals of each game are played out."""
