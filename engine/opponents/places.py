"""Counting showdowns by the place of each player."""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64
from engine.kelly.orders import Ranks

Counts = dict[Ranks, float]
"""The weight of each ranking."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What was counted up to ``progress``, from 0 to 1; ``trials``: how many equal deals that is worth, 0: exact."""

    progress: float
    counts: Counts
    trials: float = 0.0


Steps = Generator[Step, None, None]


def add_places(values: NDArray[np.integer], weights: F64, counts: Counts) -> None:
    """Add showdowns to ``counts``: ``values`` [players, n], larger ones better, and ``weights`` float64[n]."""
    players = len(values)
    better = (values[None] > values[:, None]).sum(axis=1)
    codes, place = np.unique(better.T @ (players ** np.arange(players)), return_inverse=True)
    for code, weight in zip(codes, np.bincount(place, weights, len(codes)), strict=True):
        if weight > 0.0:
            places = tuple(int(code) // players**i % players for i in range(players))
            levels = sorted(set(places))
            ranks = tuple(levels.index(one) for one in places)
            counts[ranks] = counts.get(ranks, 0.0) + float(weight)
