"""Several actions in one matrix: which share of each hand a player raises or calls with; the remaining share folds.

Each action has a name, a color and the text of its range. The weights of a combo in all actions add up to at most 1;
the difference to 1 is no action.
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
"""Maximum number of actions in a matrix; there are as many distinct colors."""
ROUNDING_TOLERANCE = 1e-9
"""The sum of the weights of a combo may exceed 1 by this much, because sums are rounded."""

Shares = F64
"""Weights of the combos in each action, float64[actions, 1326]; the sum over the actions is at most 1."""


@dataclass(frozen=True, slots=True)
class RangeAction:
    """An action: its name, the ``text`` of its range ("" for none) and its color, 0 to ``MAX_ACTIONS`` - 1.

    Control characters are removed from the name (``plain_name``), and lone surrogates, which no file can contain,
    replaced in the text.
    """

    name: str
    text: str = ""
    color: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))
        object.__setattr__(self, "text", whole_text(self.text))


NEW_ACTIONS = (RangeAction("raise", "", 1), RangeAction("call", "", 0))
"""The actions of a new matrix; the remaining share of each hand folds."""


def read_shares(actions: Sequence[RangeAction], dialect: Dialect = "core", order: Order | None = None) -> Shares:
    """Return the weights of all combos in each action, float64[actions, 1326].

    Raises:
        TextError: a range cannot be read or has street filters, or the weights of a combo add up to more than 1.
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
    """Return the actions with their ranges replaced by those of ``shares``."""
    texts = (format_range(HoldemRange(np.clip(row, 0.0, 1.0))) if row.any() else "" for row in shares)
    return tuple(RangeAction(action.name, text, action.color) for action, text in zip(actions, texts, strict=True))


def painted_shares(shares: Shares, action: int, combos: Bools, value: float) -> Shares:
    """Return ``shares`` with the weight of ``combos`` (bool[1326]) in ``action`` set to ``value``.

    If the weights of a combo would add up to more than 1, its other actions are reduced in proportion.
    """
    result = shares.copy()
    result[action] = 0.0
    others = result.sum(axis=0)
    room = np.minimum(1.0, (1.0 - value) / np.where(others > 0, others, 1.0))
    result[:, combos] *= room[combos]
    result[action] = np.where(combos, value, shares[action])
    return result


def paint_cells(shares: Shares, action: int, cells: Iterable[MatrixCell], value: float) -> Shares:
    """Return :func:`painted_shares` for all combos of ``cells``."""
    return painted_shares(shares, action, combos_in(cells), value)


def filled_shares(shares: Shares, action: int) -> Shares:
    """Return ``shares`` with ``action`` inverted: its weights become those that no action had before."""
    result = shares.copy()
    result[action] = np.clip(1.0 - shares.sum(axis=0), 0.0, 1.0)
    return result


def with_range(shares: Shares, action: int, weights: F64) -> Shares:
    """Return ``shares`` with the weights of ``action`` replaced by ``weights`` float64[1326].

    If the weights of a combo would add up to more than 1, its other actions are reduced in proportion.
    """
    result = shares.copy()
    result[action] = 0.0
    others = result.sum(axis=0)
    result *= np.minimum(1.0, (1.0 - weights) / np.where(others > 0, others, 1.0))
    result[action] = weights
    return result
