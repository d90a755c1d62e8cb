"""Tables of both games made from texts, and their numbers."""

from functools import reduce

import numpy as np

from engine.equity.razz.setup import prepare_razz
from engine.scenario import RunOptions, Scenario, Seat


def scenario(game, *cards, board="", dead="", folded=(), **options):
    """Return a scenario of seats that hold ``cards``; those numbered in ``folded`` have folded."""
    seats = tuple(Seat(f"P{i + 1}", text, i in folded) for i, text in enumerate(cards))
    return Scenario(game, seats, board, dead, RunOptions(**options))


def holdem(*cards, **more):
    """Return a table of hold'em; ``more`` are known cards, folded seats and options of the run."""
    return scenario("holdem", *cards, **more)


def razz(*cards, **more):
    """Return a table of razz; ``more`` are known cards, folded seats and options of the run."""
    return scenario("razz", *cards, **more)


def razz_setup(*cards, **more):
    """Return what the methods of razz are given for a table."""
    return prepare_razz(razz(*cards, **more))


def total(job):
    """Return the sums of all chunks of an exact job."""
    return reduce(np.add, [job.compute(chunk) for chunk in range(job.chunks)])


def numbers(job):
    """Return the estimates of all chunks of an exact job."""
    return job.estimates(total(job))


def flat(estimates):
    """Return all numbers of estimates in one list."""
    return [x for e in estimates for x in (e.equity, e.win, *e.split, e.lose, *e.classes.values())]


def equities(snapshot):
    """Return the equity of each active seat."""
    return [seat.estimate.equity for seat in snapshot.active]
