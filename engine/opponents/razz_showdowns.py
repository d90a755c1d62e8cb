"""Razz deals with the places of all players kept: a sample with the joint law of the program."""

import numpy as np

from engine.jobs import Guard
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.deal import record_trials
from engine.kernels.razz.draws import scratch
from engine.opponents.places import Counts, Step, Steps, add_places
from engine.razz.blocks import deal_table
from engine.razz.lows import low_tables
from engine.razz.setup import prepare_razz
from engine.scenario import Scenario

BATCH = 4_096
OWN_STREAM = 2
"""Sets these random numbers apart from those of the main run and of its details."""
RANKS = 13


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
        weights, values = np.zeros(BATCH), np.zeros((BATCH, len(seats)), np.int64)
        dealt = np.zeros((BATCH, len(seats) + 1, RANKS), np.uint8), np.zeros((BATCH, RANKS), np.uint8)
        record_trials(table, scratch(table), state, low_tables(), weights, values, *dealt)
        add_places(-values[:, seats].T, weights, counts)
        total, squares = total + float(weights.sum()), squares + float(weights @ weights)
        yield Step(min(done / trials, 1.0), counts, total * total / squares if squares else 0.0)
