"""Turns the tallies of showdowns into the numbers of a result."""

from collections.abc import Iterable
from math import fsum

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import Tally
from engine.equity.results import Estimate
from engine.games import GAMES
from engine.kernels.holdem.high import CATEGORIES, CATEGORY_SHIFT, evaluate_hands
from engine.kernels.tables import high_tables
from engine.scenario import weights_too_small


def estimates(
    shares: F64, categories: F64, stderr: F64, made: F64 | None = None, trials: int | None = None
) -> tuple[Estimate, ...]:
    """Return the numbers of the active seats.

    ``shares`` float64[seats, seats]: the weight of the deals in which a seat shares the pot with 0, 1, 2 ... others.
    ``categories`` float64[seats, 9]: the weight of each category of its final hand. ``stderr`` float64[seats]: that of
    the equity. ``made`` float64[9]: the weight of each category that the only seat has made so far. ``trials``: the
    number of trials if the result is sampled.

    Raises:
        ScenarioError: all weights of deals are 0, which only underflow can cause.
    """
    totals = categories.sum(axis=1).tolist()
    if not all(totals):
        raise weights_too_small()
    # A table has few numbers: lists are quicker than arrays. A single seat wins every pot: exactly 1.0, without
    # rounding errors.
    parts = [
        [min(share / total, 1.0) for share in row] if len(totals) > 1 else [1.0]
        for row, total in zip(shares.tolist(), totals, strict=True)
    ]
    equities = [fsum(share / sharers for sharers, share in enumerate(row, start=1)) for row in parts]
    gains = [None] * len(totals) if trials is None else _gains(np.array(parts), np.array(equities), stderr, trials)
    made_parts = None if made is None else _named((made / made.sum()).tolist())
    rows = zip(parts, equities, stderr.tolist(), categories.tolist(), totals, gains, strict=True)
    return tuple(
        Estimate(
            equity=equity,
            stderr=error,
            win=row[0],
            split=tuple(row[1:]),
            lose=max(1.0 - fsum(row), 0.0),
            classes=_named([weight / total for weight in final]),
            made=made_parts,
            gain=gain,
        )
        for row, equity, error, final, total, gain in rows
    )


def _gains(share: F64, equity: F64, stderr: F64, trials: int) -> list[float]:
    """Return how many independent trials one trial of each seat is worth.

    It is the variance of plain sampling divided by that of this method. ``share`` float64[seats, seats] is that of
    :func:`estimates`, divided by all deals.
    """
    plain = np.maximum((share / np.arange(1, len(share) + 1) ** 2).sum(axis=1) - equity**2, 0.0)
    gains: list[float] = (plain / trials / stderr**2).tolist()
    return gains


class TwoRangeTally:
    """The numbers of a job of two ranges whose tally has the weights of the deals that the first wins and ties, then
    those of the categories of both, float64[2 + 2 * 9]."""

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of both seats."""
        win, tie = tally[:2]
        # Differences of large sums may be slightly below 0.
        categories = np.maximum(tally[2:].reshape(2, CATEGORIES), 0.0)
        lose = categories[0].sum() - win - tie
        return estimates(np.array([[win, tie], [lose, tie]]), categories, np.zeros(2))

    def weight(self, tally: Tally) -> float:
        """Return the total weight of all deals in a tally."""
        return float(tally[2 : 2 + CATEGORIES].sum())


def made_categories(setup: HoldemSetup) -> I64 | None:
    """Return the category that each combo has made on the board, int64[1326], or None if that is not needed.

    It is needed for a single active seat with at least three cards on the board. Combos without weight are 0.
    """
    if len(setup.weights) != 1 or len(setup.board) < 3:
        return None
    live = np.flatnonzero(setup.weights[0])
    board = np.broadcast_to(np.array(setup.board, dtype=np.int8), (len(live), len(setup.board)))
    values = np.zeros(len(live), np.uint16)
    evaluate_hands(np.hstack([COMBOS[live], board]), high_tables(), values)
    result = np.zeros(len(COMBOS), np.int64)
    result[live] = values >> CATEGORY_SHIFT
    return result


def _named(values: Iterable[float]) -> dict[str, float]:
    return dict(zip(GAMES["holdem"].classes, values, strict=True))
