"""The ways to compute a hold'em setup."""

from engine.holdem.enumeration import EnumerationJob
from engine.holdem.sampler import HoldemSampler
from engine.holdem.setup import HoldemSetup
from engine.holdem.sweep import SweepJob
from engine.holdem.symmetry import suit_group
from engine.jobs import ExactJob, Methods

FAR = 4.0
"""Where one method costs so many times more than another by a rough estimate, a better one is not needed."""


def holdem_methods(setup: HoldemSetup) -> Methods:
    """Return the cheapest exact method of ``setup``, None where there is none, and how to sample it."""
    return Methods(_cheapest(setup), lambda: HoldemSampler(setup))


def _cheapest(setup: HoldemSetup) -> ExactJob | None:
    group = suit_group(setup)
    enumeration = EnumerationJob(setup, group)
    if len(setup.weights) == 2 and not len(setup.folded):
        sweep = SweepJob(setup, group)
        if enumeration.rough_operations > FAR * sweep.operations:
            return sweep
        return enumeration if enumeration.operations < sweep.operations else sweep
    return enumeration if enumeration.feasible else None
