"""Razz deals with the places of all players kept: a sample with the joint law of the program."""

from engine.jobs import Guard
from engine.kernels.common.rng import seed_state
from engine.opponents.places import Counts, Step, Steps, add_places
from engine.razz.blocks import deal_table
from engine.razz.replay import recorded
from engine.razz.setup import prepare_razz
from engine.scenario import Scenario

BATCH = 4_096
OWN_STREAM = 2
"""Sets these random numbers apart from those of the main run and of its details."""


def razz_showdowns(scenario: Scenario, seats: list[int], trials: int, guard: Guard) -> Steps:
    """Yield what has been counted so far; ``seats``: the active ones, hero first, by their place among them.

    Raises:
        ScenarioError: the table cannot be read.
    """
    setup = prepare_razz(scenario)
    table, state = deal_table(setup, guard)[0], seed_state(setup.seed, 0, OWN_STREAM)
    counts: Counts = {}
    total = squares = 0.0
    for done in range(BATCH, trials + BATCH, BATCH):
        guard()
        deals = recorded(BATCH, table, state)
        add_places(-deals.values[:, seats].T, deals.weights, counts)
        total, squares = total + float(deals.weights.sum()), squares + float(deals.weights @ deals.weights)
        yield Step(min(done / trials, 1.0), counts, total * total / squares if squares else 0.0)
