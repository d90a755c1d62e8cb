"""The ways to compute a hold'em setup.

A method is imported where it may serve: with their kernels all of them take longer to load than most tables to compute.
"""

from functools import partial
from typing import Protocol

from engine.holdem.disjoint import countable
from engine.holdem.enumeration import EnumerationJob
from engine.holdem.setup import HoldemSetup, hands
from engine.holdem.symmetry import SuitGroup, suit_group
from engine.jobs import ExactJob, Guard, Methods, SampledJob, Tally, unguarded
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
    return Methods(exact_job(setup, suit_group(setup), guard), partial(_sampler, setup, guard))


def _sampler(setup: HoldemSetup, guard: Guard) -> SampledJob:
    from engine.holdem.sampler import HoldemSampler

    return HoldemSampler(setup, guard)


def exact_job(setup: HoldemSetup, group: SuitGroup, guard: Guard = unguarded) -> HoldemJob | None:
    """Return the cheapest exact method of ``setup``, None where there is none; ``group`` changes nothing in it."""
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
    """Return the cheapest method that does not list tuples of combos, None where there is none."""
    from engine.holdem.headsup import HeadsUpJob

    if HeadsUpJob.fits(setup):
        return HeadsUpJob(setup, group)
    every = hands(setup)
    if len(every) <= MOST_RANGES and not countable(every):
        return None
    if len(setup.weights) == 2 and not len(setup.folded):
        from engine.holdem.sweep import SweepJob

        return SweepJob(setup, group)
    return _for_three_and_more(setup, group, guard)


def _for_three_and_more(setup: HoldemSetup, group: SuitGroup, guard: Guard) -> HoldemJob | None:
    """Return the cheapest method for more hands than two that does not list tuples, None where there is none."""
    from engine.holdem.mixed import mixed_job
    from engine.holdem.three import KnownJob, ThreeJob

    jobs: list[HoldemJob] = [ThreeJob(setup, group)] if ThreeJob.fits(setup) else []
    if KnownJob.fits(setup, group):
        jobs.append(KnownJob(setup, group))
    mixed = None if jobs else mixed_job(setup, group, guard)
    if mixed is not None:
        jobs.append(mixed)
    return min(jobs, key=lambda job: job.operations, default=None)
