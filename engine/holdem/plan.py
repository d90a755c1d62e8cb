"""The ways to compute a hold'em setup."""

from engine.holdem.enumeration import EnumerationJob
from engine.holdem.headsup import HeadsUpJob
from engine.holdem.known import KnownJob
from engine.holdem.sampler import HoldemSampler
from engine.holdem.setup import HoldemSetup
from engine.holdem.sweep import SweepJob
from engine.holdem.symmetry import SuitGroup, suit_group
from engine.holdem.three import ThreeJob
from engine.jobs import ExactJob, Methods

FAR = 4.0
"""Where one method costs so many times more than another by a rough estimate, a better one is not needed."""


def holdem_methods(setup: HoldemSetup) -> Methods:
    """Return the cheapest exact method of ``setup``, None where there is none, and how to sample it."""
    return Methods(_cheapest(setup), lambda: HoldemSampler(setup))


def _cheapest(setup: HoldemSetup) -> ExactJob | None:
    group = suit_group(setup)
    enumeration = EnumerationJob(setup, group)
    other = _over_boards(setup, group)
    if other is None:
        return enumeration if enumeration.feasible else None
    if enumeration.rough_operations > FAR * other.operations:
        return other
    return enumeration if enumeration.operations < other.operations else other


def _over_boards(setup: HoldemSetup, group: SuitGroup) -> ExactJob | None:
    """Return the cheapest method that does not list tuples of combos, None where there is none."""
    if HeadsUpJob.fits(setup):
        return HeadsUpJob(setup, group)
    if len(setup.weights) == 2 and not len(setup.folded):
        return SweepJob(setup, group)
    if not ThreeJob.fits(setup):
        return None
    three: ExactJob = ThreeJob(setup, group)
    if not KnownJob.fits(setup, group):
        return three
    return min(three, KnownJob(setup, group), key=lambda job: job.operations)
