"""The ways to compute a hold'em setup.

A method is imported where it may serve: with their kernels all of them take longer to load than most tables to compute.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from engine.equity.holdem.disjoint import countable
from engine.equity.holdem.enumeration import EnumerationJob
from engine.equity.holdem.setup import HoldemSetup, hands, two_before_flop
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import ExactJob, Guard, Methods, SampledJob, Tally, unguarded
from engine.kernels.holdem.mixed_work import MOST_RANGES

FAR = 4.0
"""The ratio of the costs of two methods by a rough estimate from which on a better one is not needed."""

CHEAP = 2e6
"""Operations that take no longer than to look for a better method among those for three hands and more."""

CHEAP_FOR_TWO = 1e5
"""Operations that take no longer than to look for a better method where there are one or two hands."""


class HoldemJob(ExactJob, Protocol):
    """An exact method of hold'em."""

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""


def holdem_methods(setup: HoldemSetup, guard: Guard = unguarded) -> Methods:
    """Return the cheapest exact method of ``setup``, None where there is none, and how to sample it.

    Long work watches ``guard``.
    """
    return Methods(exact_job(setup, guard=guard), partial(_sampler, setup, guard))


def _sampler(setup: HoldemSetup, guard: Guard) -> SampledJob:
    from engine.equity.holdem.sampler import HoldemSampler

    return HoldemSampler(setup, guard)


def exact_job(setup: HoldemSetup, group: SuitGroup | None = None, guard: Guard = unguarded) -> HoldemJob | None:
    """Return the cheapest exact method of ``setup``, None where there is none; ``group`` changes nothing in it, None is
    the largest that does not."""
    of_table = _headsup(setup, group, guard)
    if of_table is not None:
        return of_table
    group = group or suit_group(setup)
    enumeration = EnumerationJob(setup, group, guard)
    if enumeration.rough_operations < (CHEAP if len(hands(setup)) > 2 else CHEAP_FOR_TWO):
        return enumeration
    other = _over_boards(setup, group, guard)
    if other is None:
        return enumeration if enumeration.feasible else None
    if enumeration.rough_operations > FAR * other.operations:
        return other
    return enumeration if enumeration.operations < other.operations else other


def _over_boards(setup: HoldemSetup, group: SuitGroup, guard: Guard) -> HoldemJob | None:
    """Return the cheapest method that goes through boards, None where there is none."""
    every = hands(setup)
    if len(every) <= MOST_RANGES and not countable(every):
        return None
    for alternatives in METHODS:
        jobs = [job for method in alternatives if (job := method.make(setup, group, guard)) is not None]
        if jobs:
            return min(jobs, key=lambda job: job.operations)
    return None


def _headsup(setup: HoldemSetup, _group: SuitGroup | None, _guard: Guard) -> HoldemJob | None:
    if not two_before_flop(setup):
        return None
    from engine.equity.holdem.headsup import HeadsUpJob

    return HeadsUpJob(setup)


def _sweep(setup: HoldemSetup, group: SuitGroup, _guard: Guard) -> HoldemJob | None:
    from engine.equity.holdem.sweep import SweepJob

    return SweepJob(setup, group) if len(setup.weights) == 2 and not len(setup.folded) else None


def _three(setup: HoldemSetup, group: SuitGroup, _guard: Guard) -> HoldemJob | None:
    from engine.equity.holdem.three import ThreeJob

    return ThreeJob(setup, group) if len(setup.weights) == 3 and not len(setup.folded) else None


def _known(setup: HoldemSetup, group: SuitGroup, _guard: Guard) -> HoldemJob | None:
    from engine.equity.holdem.three import KnownJob

    return KnownJob(setup, group) if KnownJob.fits(setup, group) else None


def _mixed(setup: HoldemSetup, group: SuitGroup, guard: Guard) -> HoldemJob | None:
    """Return the mixed table, or beside a folded range the sweep of three where that is cheaper."""
    from engine.equity.holdem.mixed import mixed_job

    jobs: list[HoldemJob | None] = [mixed_job(setup, group, guard)]
    if len(setup.weights) == 2 and len(setup.folded) == 1:
        from engine.equity.holdem.three import ThreeJob

        jobs.append(ThreeJob(setup, group))
    return min((job for job in jobs if job is not None), key=lambda job: job.operations, default=None)


class Method(NamedTuple):
    """An exact method: ``make`` returns its job, None where it does not fit; ``table`` is a small one that takes it."""

    make: Callable[[HoldemSetup, SuitGroup, Guard], HoldemJob | None]
    table: str


METHODS: tuple[tuple[Method, ...], ...] = (
    (Method(_headsup, "AA v random"),),
    (Method(_sweep, "AA v random | 2c 3d 4s 8h"),),
    (
        Method(_three, "random v 22+ v random:0.5, AA | 2c 3d 4s 8h"),
        Method(_known, "AhKh v random v random | 2c 3d 4s 8h"),
    ),
    (Method(_mixed, "AhKh v 22+ v random v JJ+, AK | 2c 3d 4s 8h"),),
)
"""The methods that do not list tuples of combos: of the first row in which one fits the cheapest is taken."""

FIRST_TABLES = ("AhAd v KhKd | 2c 3d 4s", "AA v random", "22+ v random | 2c 3d 4s")
TABLES = (
    "AhAd v random v random | | sampled",
    "AA v KK,QQ v JJ+ | | sampled",
    *(method.table for alternatives in METHODS for method in alternatives),
    "AhKh v random v random v random | 2c 3d 4s 8h | sampled",
    "22+ | 2c 3d 4s",
    "JJ+ v JJ+ v JJ+ v JJ+ v JJ+ v JJ+ v JJ+ v JJ+ | | sampled",
)
"""Small tables that between them need all kernels of the methods, and before them what most tables begin with."""
