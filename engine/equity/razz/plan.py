"""The methods for a razz setup, and their costs."""

from engine.equity.jobs import CancelCheck, ExactJob, Methods, never_cancelled
from engine.equity.razz.contest import MAX_SEATS
from engine.equity.razz.race import RaceJob
from engine.equity.razz.sampled import RazzSampler
from engine.equity.razz.setup import RazzSetup
from engine.equity.razz.tuples import TupleJob, few_tuples, tuple_operations

OUT_OF_REACH = 1e17
"""The maximum number of operations of an exact method that is offered at all: a year of one core."""


CHEAP = 2e7
"""Operations below which the contest method is used without comparing it: counting many tuples would take as long."""

FIRST_TABLES = ("A 2 3 4 5 9", "A 2 9 v 6 4 7")
TABLES = (
    "A 2 3 4 5 9 v (8-8-)8 9 T J",
    "A 2 3 v 4 5 6 v (8-8-8) | | sampled",
    "A 2 3 4 5 9 v 6 7 8 9 T J v [Q]x",
    "A 2 3 4 5 9 v 6 7 8 9 T J v 2 3 4 5 6 K v x x 7 8 9 T",
    "A23456 v 789TJQ v KA23456 v 789TJQK v A234567 v 89TJQKA",
    "(8-8-) v (8-8-) v (8-8-) v (8-8-) v (8-8-) v (8-8-) | | sampled",
)
"""Small tables that together use every kernel of the methods; ``FIRST_TABLES`` use those that most tables need first.
"""


def razz_methods(setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> Methods:
    """Return the cheapest exact method, or None if there is none, and the way to sample."""
    return Methods(exact=_exact(setup, check_cancelled), sampled=lambda: RazzSampler(setup, check_cancelled))


def exact_operations(setup: RazzSetup) -> float:
    """Return the cost of the cheapest exact method in nanoseconds of one core of the reference machine, infinite if
    there is no exact method."""
    job = razz_methods(setup).exact
    return float("inf") if job is None else job.operations


def _exact(setup: RazzSetup, check_cancelled: CancelCheck) -> ExactJob | None:
    """Return the cheaper one of both exact methods, or None if neither is within reach. Counting tuples takes time
    itself, so it is left out if the contest is cheap anyway."""
    race = RaceJob(setup, check_cancelled) if len(setup.active) <= MAX_SEATS else None
    if race is not None and race.operations <= CHEAP and not few_tuples(setup):
        return race
    by_tuples = tuple_operations(setup, check_cancelled)
    if race is not None and race.operations <= min(by_tuples, OUT_OF_REACH):
        return race
    return TupleJob(setup, by_tuples) if by_tuples < OUT_OF_REACH else None
