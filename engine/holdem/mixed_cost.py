"""The cost of sweeping a mixed table: nanoseconds of one core of the reference machine for one board.

Fitted to 340 random tables, the mean of 40 random boards each: nine in ten are predicted within 30%.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.holdem.mixed_work import RangeRoles

COST_OF_BOARD = 500.0
COST_OF_BLOCK = 9.4
COST_OF_ADDING = 108.0
COST_OF_COUPLE = (43.0, 336.0)
"""Of adding an item of one range, for each couple it is in: with up to two others, with three."""

COST_OF_SCORING = (37.0, 37.0, 129.0, 581.0)
COST_OF_GAIN = (1.7, 1.7, 6.3, 9.5)
"""Of scoring an item, and for each of its combos, by the number of others."""

COST_OF_KIND = 1.8
"""Of scoring a combo against three others, for each different range of theirs."""

ALONE = 0.55
"""The share of items that have a value of their own; the others are taken to share it with items of all seats."""

ABOVE = 0.6
"""The share of items that are at least as good as the particular hands."""


def board_cost(roles: RangeRoles) -> float:
    """Return the mean cost of one board."""
    used: NDArray[np.bool_] = np.any(roles.blocks, axis=2)
    found = COST_OF_BOARD + COST_OF_BLOCK * used.size
    seats = ALONE * used @ roles.active + (1 - ALONE) * roles.active.sum()
    above = ABOVE if len(roles.hands) else 1.0
    stages = np.maximum(above * (seats - 1) + 1 - above, 1.0)
    for x, active in enumerate(roles.active):
        couples = COST_OF_COUPLE[int(roles.others[0] == 3)] * np.count_nonzero(roles.couples == x)
        found += (COST_OF_ADDING + couples) * float((used[:, x] * (stages if active else 1.0)).sum())
    return found + sum(_scoring(task, above * seats, roles) for task in range(len(roles.tasks)))


def _scoring(task: int, points: NDArray[np.float64], roles: RangeRoles) -> float:
    """Return the cost of scoring all items for one hero, at so many ``points`` each and once by category."""
    hero, others = roles.tasks[task, 0], roles.others[task]
    combos = np.count_nonzero(roles.blocks[:, hero], axis=1)
    each = COST_OF_GAIN[others] + (COST_OF_KIND * roles.kinds[task] if others == 3 else 0.0)
    cost = (COST_OF_SCORING[others] + each * combos) * (combos > 0)
    return float((cost * (1 + points * (roles.active[hero] > 0))).sum())
