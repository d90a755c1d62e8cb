"""How many trials of sampled razz share their choices: as many as give most certainty for their time."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.common.rng import seed_state
from engine.kernels.razz.circle import trials_together
from engine.kernels.razz.draws import Table
from engine.kernels.razz.low import CLASSES
from engine.razz.finals import class_of_values, final_numbers
from engine.razz.replay import recorded

MOST_EACH = 16
PILOT_EACH = 4
PILOT_CHOICES = 1_024
PILOT_SEED = 52
DESIGN_EFFECT = 1.75
RARE = 0.02

Array = NDArray[np.float64]


def trials_of_choices(table: Table, controls: Array, cost: float, cost_of_choices: float) -> int:
    """Return how many trials of ``table``, of this ``cost``, to deal for each draw of choices, which cost so much;
    all of a turn where there is nothing to draw.

    Where r is how alike two trials with the same choices are, behind the ``controls`` float64[seats, FINALS, seats], n
    of them multiply the variance of a trial by 1 + (n - 1) r. Numbers that would make any share or class of the result
    much less certain than as many independent trials are not chosen. The run has a seed of its own, so that the plan
    depends on the setup alone.
    """
    together = trials_together(table)
    if len(table.starts) < 2:
        return together
    each = min(PILOT_EACH, together)
    if each < 2:
        return 1
    alike, most_alike = _pilot(table._replace(each=each), controls)
    fair = [n for n in range(1, min(MOST_EACH, together) + 1) if n == 1 or 1 + (n - 1) * most_alike <= DESIGN_EFFECT]
    return min(fair, key=lambda n: (cost + cost_of_choices / n) * (1 + (n - 1) * alike))


def _pilot(table: Table, controls: Array) -> tuple[float, float]:
    """Return how alike trials with the same choices are: in what is left of a seat's pot, and in any share or class.

    These are intraclass correlations, the mean over the pots of all seats and the largest over the rest.
    """
    together, each = trials_together(table), table.each
    draws = together // each
    turns = -(-PILOT_CHOICES // draws)
    deals = recorded(turns * together, table, seed_state(PILOT_SEED, 0))
    whole = np.arange(turns * together) % together < draws * each
    weights, values = deals.weights[whole], deals.values[whole]
    pots, classes = deals.shares()[whole], class_of_values()[values]
    won = pots.copy()
    if len(controls):
        pots -= sum(controls[seat][row] for seat, row in enumerate(final_numbers(values).T))
    same = (classes[:, :, None] == np.arange(CLASSES)).reshape(len(classes), -1)
    rates = np.concatenate([won == 1.0, same], axis=1)
    common = (rates.mean(axis=0) > RARE) & (rates.mean(axis=0) < 1 - RARE)
    between, spread = _spreads(pots, weights, each)
    alike = between.sum() / max(float(spread.sum()), 1e-12)
    between, spread = _spreads(rates[:, common].astype(np.float64), weights, each)
    return max(alike, 0.0), max(float((between / np.maximum(spread, 1e-12)).max(initial=0.0)), 0.0)


def _spreads(rows: Array, weights: Array, each: int) -> tuple[Array, Array]:
    """Return, of float64[n, k] in rows of ``each`` with the same choices, the covariance of two of these and the
    variance of one, float64[k] each; rows count with their ``weights`` float64[n].
    """
    left = weights[:, None] * (rows - weights @ rows / max(float(weights.sum()), 1e-12))
    own = (left**2).mean(axis=0)
    of_sums = (left.reshape(len(left) // each, each, left.shape[1]).sum(axis=1) ** 2).mean(axis=0)
    return np.asarray((of_sums - each * own) / (each * (each - 1))), np.asarray(own)
