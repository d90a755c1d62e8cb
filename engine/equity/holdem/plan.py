"""Chooses the method that computes a hold'em setup.

Methods are imported only when they may be used: with their kernels they take longer to load than most tables take to
compute.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from engine.equity.holdem.disjoint import countable
from engine.equity.holdem.enumeration import DealtJob, EnumerationJob
from engine.equity.holdem.setup import HoldemSetup, hands, two_before_flop
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import CancelCheck, ExactJob, Methods, SampledJob, Tally, never_cancelled
from engine.kernels.holdem.mixed_work import MAX_RANGES

CLEAR_RATIO = 4.0
"""If the rough estimates of two methods differ by more than this factor, no better estimate is needed."""

CHEAP = 2e6
"""With three or more hands, an enumeration of at most this many operations takes no longer than looking for a better
method."""

CHEAP_FOR_TWO = 1e5
"""The same with one or two hands."""


class HoldemJob(ExactJob, Protocol):
    """An exact method of hold'em."""

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""


def holdem_methods(setup: HoldemSetup, check_cancelled: CancelCheck = never_cancelled) -> Methods:
    """Return the cheapest exact method of ``setup``, or None if none fits, and how to sample it.

    Long work calls ``check_cancelled``.
    """
    return Methods(exact_job(setup, check_cancelled=check_cancelled), partial(_sampler, setup, check_cancelled))


def _sampler(setup: HoldemSetup, check_cancelled: CancelCheck) -> SampledJob:
    from engine.equity.holdem.sampler import HoldemSampler

    return HoldemSampler(setup, check_cancelled)


def exact_job(
    setup: HoldemSetup, group: SuitGroup | None = None, check_cancelled: CancelCheck = never_cancelled
) -> HoldemJob | None:
    """Return the cheapest exact method of ``setup``, or None if none fits.

    ``group``: suit permutations that leave the setup unchanged; None uses the largest such group.
    """
    table_of_matchups = _headsup(setup, group, check_cancelled)
    if table_of_matchups is not None:
        return table_of_matchups
    if setup.dealt:
        return DealtJob(setup)
    # The plan itself must be cheap: estimates get better, and take longer, only as far as the choice depends on them.
    group = group or suit_group(setup)
    enumeration = EnumerationJob(setup, group, check_cancelled)
    if enumeration.rough_operations < (CHEAP if len(hands(setup)) > 2 else CHEAP_FOR_TWO):
        return enumeration
    other = _over_boards(setup, group, check_cancelled)
    if other is None:
        return enumeration if enumeration.feasible else None
    if enumeration.rough_operations > CLEAR_RATIO * other.operations:
        return other
    return enumeration if enumeration.operations < other.operations else other


def _over_boards(setup: HoldemSetup, group: SuitGroup, check_cancelled: CancelCheck) -> HoldemJob | None:
    """Return the cheapest method that goes through boards, or None if none fits."""
    all_hands = hands(setup)
    if len(all_hands) <= MAX_RANGES and not countable(all_hands):
        return None
    for alternatives in METHODS:
        jobs = [job for method in alternatives if (job := method.make(setup, group, check_cancelled)) is not None]
        if jobs:
            return min(jobs, key=lambda job: job.operations)
    return None


def _headsup(setup: HoldemSetup, _group: SuitGroup | None, _check_cancelled: CancelCheck) -> HoldemJob | None:
    if not two_before_flop(setup):
        return None
    from engine.equity.holdem.headsup import HeadsUpJob

    return HeadsUpJob(setup)


def _sweep(setup: HoldemSetup, group: SuitGroup, _check_cancelled: CancelCheck) -> HoldemJob | None:
    from engine.equity.holdem.sweep import SweepJob

    return SweepJob(setup, group) if len(setup.weights) == 2 and not len(setup.folded) else None


def _three(setup: HoldemSetup, group: SuitGroup, _check_cancelled: CancelCheck) -> HoldemJob | None:
    from engine.equity.holdem.three import ThreeJob

    return ThreeJob(setup, group) if len(setup.weights) == 3 and not len(setup.folded) else None


def _known(setup: HoldemSetup, group: SuitGroup, _check_cancelled: CancelCheck) -> HoldemJob | None:
    from engine.equity.holdem.three import KnownJob

    return KnownJob(setup, group) if KnownJob.fits(setup, group) else None


def _mixed(setup: HoldemSetup, group: SuitGroup, check_cancelled: CancelCheck) -> HoldemJob | None:
    """Return the mixed table, or the sweep of three if one of three ranges has folded and that is cheaper."""
    from engine.equity.holdem.mixed import mixed_job

    jobs: list[HoldemJob | None] = [mixed_job(setup, group, check_cancelled)]
    if len(setup.weights) == 2 and len(setup.folded) == 1:
        from engine.equity.holdem.three import ThreeJob

        jobs.append(ThreeJob(setup, group))
    return min((job for job in jobs if job is not None), key=lambda job: job.operations, default=None)


class HoldemMethod(NamedTuple):
    """An exact method: ``make`` returns its job, or None if it does not fit; ``table`` is a small table that it
    computes.

    ``table`` is used by tests and to load kernels ahead of time.
    """

    make: Callable[[HoldemSetup, SuitGroup, CancelCheck], HoldemJob | None]
    table: str


METHODS: tuple[tuple[HoldemMethod, ...], ...] = (
    (HoldemMethod(_headsup, "AA v random"),),
    (HoldemMethod(_sweep, "AA v random | 2c 3d 4s 8h"),),
    (
        HoldemMethod(_three, "random v 22+ v random:0.5, AA | 2c 3d 4s 8h"),
        HoldemMethod(_known, "AhKh v random v random | 2c 3d 4s 8h"),
    ),
    (HoldemMethod(_mixed, "AhKh v 22+ v random v JJ+, AK | 2c 3d 4s 8h"),),
)
"""The methods that do not list tuples of combos. From the first row in which a method fits, the cheapest is taken."""

FIRST_TABLES = ("AhAd v KhKd | 2c 3d 4s", "AA v random", "22+ v random | 2c 3d 4s")
TABLES = (
    "AhAd v random v random | | sampled",
    "AA v KK,QQ v JJ+ | | sampled",
    *(method.table for alternatives in METHODS for method in alternatives),
    "AhKh v random v random v random | 2c 3d 4s 8h | sampled",
    "22+ | 2c 3d 4s",
    "JJ+ v JJ+ v JJ+ v JJ+ v JJ+ v JJ+ v JJ+ v JJ+ | | sampled",
)
"""Small tables that together need all kernels of the methods. FIRST_TABLES are loaded first, because most tables need
them."""
