"""The detail ``made`` from the numbers of all combos (exact), or from the trials of its cells."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, card_mask
from engine.details.made import Made, SeatMade
from engine.holdem.sampled_by_cell import CellResult
from engine.holdem.setup import HoldemSetup
from engine.kernels.holdem.deal_details import HANDS
from engine.made.names import CELLS
from engine.ranges.holdem import live

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


def live_weights(setup: HoldemSetup) -> Array:
    """Return the weights of the active seats by their texts, without the combos that hold a card known to be elsewhere:
    on the board, dead, or in a seat with one particular hand; float64[active seats, 1326]."""
    scales = setup.scales or (0,) * len(setup.weights)
    rows = zip(setup.weights, scales, held_elsewhere(setup), strict=True)
    return np.array([live(np.ldexp(row, -exponent), card_mask(held)) for row, exponent, held in rows])


def held_elsewhere(setup: HoldemSetup) -> list[tuple[int, ...]]:
    """Return for each active seat the cards of the other ones that hold one particular hand."""
    combos = [np.flatnonzero(row) for row in setup.weights]
    hands = [tuple(int(c) for c in COMBOS[found[0]]) if len(found) == 1 else () for found in combos]
    return [tuple(c for other, hand in enumerate(hands) if other != seat for c in hand) for seat in range(len(hands))]


def exact_made(seats: Sequence[int], weights: Array, cells: Flags, shares: Array, equities: Array) -> Made:
    """Return what the ``seats`` have from exact numbers.

    ``weights``, ``shares`` and ``equities`` float64[seats, 1326]: by combo, the live weight, the probability in the
    joint law and the equity; ``cells`` bool[CELLS, 1326]: the combos in each cell.
    """
    rows = []
    for seat, weight, share, equity in zip(seats, weights, shares, equities, strict=True):
        held = np.minimum(cells @ share, 1.0)
        with np.errstate(invalid="ignore"):
            mean = np.clip(np.where(held > 0, (cells @ (share * equity)) / held, np.nan), 0.0, 1.0)
        rows.append(SeatMade(seat, cells @ weight, held, mean, np.where(held > 0, 0.0, np.nan)))
    return Made(tuple(rows))


def sampled_made(seats: Sequence[int], weights: Array, cells: Flags, result: CellResult) -> Made:
    """Return what the ``seats`` have from the trials of their cells; ``weights`` float64[seats, 1326] are the live
    weights, ``cells`` bool[CELLS, 1326] the combos in each cell."""
    rows, own = [], slice(HANDS, HANDS + CELLS)
    for column, (seat, weight) in enumerate(zip(seats, weights, strict=True)):
        share, equity, error = (x[own, column] for x in (result.share, result.equity, result.stderr))
        rows.append(SeatMade(seat, cells @ weight, share, equity, error))
    return Made(tuple(rows))
