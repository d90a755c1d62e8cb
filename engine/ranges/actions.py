"""Sub-ranges: what a player does with each hand, several actions in one matrix (raise, call; the rest folds).

Each action has a name, a colour and the text of its range. The weights of a combo in all actions add up to at most 1;
what is missing to 1 is no action at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, Bools
from engine.cards import TextError, plain_name, whole_text
from engine.ranges.holdem import HoldemRange, format_range, parse_range
from engine.ranges.holdem_matrix import MatrixCell, combos_in
from engine.ranges.orders import COMBO_COUNT, Order
from engine.scenario import Dialect

MAX_ACTIONS = 6
"""Actions of one matrix, and colours to tell them apart."""
ROUNDING_TOLERANCE = 1e-9
"""By how much weights may add up to more than 1: sums are rounded."""

Shares = F64
"""Weights of the combos in each action, float64[actions, 1326]; the sum over the actions is at most 1."""


@dataclass(frozen=True, slots=True)
class RangeAction:
    """An action: its name, the ``text`` of its range (empty: none) and its colour, 0 to ``MAX_ACTIONS`` - 1.

    The name has no control characters (``plain_name``); halves of characters, which no file can hold, are replaced.
    """

    name: str
    text: str = ""
    color: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))
        object.__setattr__(self, "text", whole_text(self.text))


NEW_ACTIONS = (RangeAction("raise", "", 1), RangeAction("call", "", 0))
"""The first actions of a painting; the rest folds."""


def read_shares(actions: Sequence[RangeAction], dialect: Dialect = "core", order: Order | None = None) -> Shares:
    """Return the weights of all combos in each action.

    Raises:
        TextError: a range cannot be read, or has street filters; or a combo is played more than once.
    """
    shares = np.zeros((len(actions), COMBO_COUNT))
    for row, action in zip(shares, actions, strict=True):
        if action.text.strip():
            result = parse_range(action.text, dialect, order)
            if result.streets:
                raise TextError(f"{action.name}: an action has no street filters", result.streets[0].position)
            row[:] = result.weights
    if (shares.sum(axis=0) > 1 + ROUNDING_TOLERANCE).any():
        raise TextError("the actions of a hand add up to more than 100 %")
    return shares


def with_shares(actions: Sequence[RangeAction], shares: Shares) -> tuple[RangeAction, ...]:
    """Return the actions with the ranges of ``shares``."""
    texts = (format_range(HoldemRange(np.clip(row, 0.0, 1.0))) if row.any() else "" for row in shares)
    return tuple(RangeAction(action.name, text, action.color) for action, text in zip(actions, texts, strict=True))


def painted_shares(shares: Shares, action: int, combos: Bools, value: float) -> Shares:
    """Return ``shares`` with the ``combos`` (bool[1326]) at ``value`` in ``action``; the others give way in proportion
    where all together would be more than 1."""
    after = shares.copy()
    after[action] = 0.0
    others = after.sum(axis=0)
    room = np.minimum(1.0, (1.0 - value) / np.where(others > 0, others, 1.0))
    after[:, combos] *= room[combos]
    after[action] = np.where(combos, value, shares[action])
    return after


def paint_places(shares: Shares, action: int, places: Iterable[MatrixCell], value: float) -> Shares:
    """Return :func:`painted_shares` of all combos of the cells ``places``."""
    return painted_shares(shares, action, combos_in(places), value)


def filled_shares(shares: Shares, action: int) -> Shares:
    """Return ``shares`` with ``action`` turned round: it plays what neither it nor another action has played."""
    after = shares.copy()
    after[action] = np.clip(1.0 - shares.sum(axis=0), 0.0, 1.0)
    return after


def with_range(shares: Shares, action: int, weights: F64) -> Shares:
    """Return ``shares`` with the range ``weights`` (float64[1326]) as ``action``; the others give way."""
    after = shares.copy()
    after[action] = 0.0
    others = after.sum(axis=0)
    after *= np.minimum(1.0, (1.0 - weights) / np.where(others > 0, others, 1.0))
    after[action] = weights
    return after
