"""Street filters of a range text, as in ``22+, ATs+ > flop top pair+, flush draw@50``: which hands continue on a
street.

A filter selects hands by made classes and draws, which depend on the board alone, or by equities, which depend on the
complete table. ``street_text`` parses and writes filters.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from engine.arrays import F64, Bools
from engine.ranges.made_hands import MadeHands, in_hand_set, made_hands
from engine.ranges.made_names import FIRST_DRAW, FIRST_KICKER

Street = Literal["flop", "turn", "river"]
STREETS: tuple[Street, ...] = get_args(Street)
BOARD_OF_STREET: dict[Street, int] = {"flop": 3, "turn": 4, "river": 5}
"""The number of board cards on each street."""

SAME_EQUITY = 1e-9
"""Equities that differ by less are equal: hands that differ only by suits differ by rounding errors."""


@dataclass(frozen=True, slots=True)
class InCell:
    """The combos of one cell (``made_names``). ``or_better``: of a made class or kicker and all better ones."""

    cell: int
    or_better: bool = False


@dataclass(frozen=True, slots=True)
class InHandSet:
    """The combos of one of ``made_hands.HAND_SETS``."""

    name: str


@dataclass(frozen=True, slots=True)
class ByEquity:
    """The combos with an equity of at least ``threshold``, or less than it if ``below``."""

    threshold: float
    below: bool = False


@dataclass(frozen=True, slots=True)
class BestHands:
    """The best ``share`` of the live weight by equity, or the worst if ``worst``. Combos at the boundary are included
    in part."""

    share: float
    worst: bool = False


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """Items in brackets, of which one must fit, or with ``all_of`` items joined by ``&``, which must all fit."""

    items: tuple["FilterItem", ...]
    all_of: bool = False


@dataclass(frozen=True, slots=True)
class FilterItem:
    """Hands that continue with a weight, or that are excluded. ``position`` is the index in the text."""

    condition: InCell | InHandSet | ByEquity | BestHands | ItemGroup
    weight: float = 1.0
    excluded: bool = False
    position: int = field(default=0, compare=False)

    @property
    def equity_position(self) -> int | None:
        """The position of the first item that goes by equity, or None."""
        if isinstance(self.condition, ItemGroup):
            return next((at for at in (item.equity_position for item in self.condition.items) if at is not None), None)
        return None if isinstance(self.condition, InCell | InHandSet) else self.position


@dataclass(frozen=True, slots=True)
class StreetFilter:
    """The hands of a range that continue on a street. ``position`` is the index of its first sign."""

    street: Street
    items: tuple[FilterItem, ...]
    position: int = field(default=0, compare=False)

    @property
    def equity_position(self) -> int | None:
        """The position of the first item that goes by equity, or None."""
        return FilterItem(ItemGroup(self.items)).equity_position


@dataclass(frozen=True, slots=True, eq=False)
class StreetView:
    """The input of a filter.

    ``board``: the cards dealt on its street. ``live`` float64[1326]: the live weights of the range there. ``equity``
    float64[1326]: the equity of each combo, NaN if it is impossible; None if no item of the filter needs it.
    """

    board: tuple[int, ...]
    live: F64
    equity: F64 | None = None


def kept_shares(filter_: StreetFilter, view: StreetView) -> F64:
    """Return which share of each combo continues, float64[1326].

    Raises:
        ValueError: an item goes by equity, and ``view`` has none.
    """
    return _of_items(filter_.items, view)


def _of_items(items: Sequence[FilterItem], view: StreetView) -> F64:
    """Return the largest weight of the items that fit a combo, times the share that is not excluded."""
    added = [item.weight * _of_item(item, view) for item in items if not item.excluded]
    shares: F64 = np.max(added, axis=0) if added else np.ones(len(view.live))
    for item in items:
        if item.excluded:
            shares = shares * (1.0 - _of_item(item, view))
    return shares


def _of_every(items: Sequence[FilterItem], view: StreetView) -> F64:
    """Return the share of each combo that fits all of ``items``, float64[1326]: the product of their shares."""
    shares = ((1.0 - share if item.excluded else share) for item in items for share in [_of_item(item, view)])
    return np.asarray(np.prod(list(shares), axis=0))


def _of_item(item: FilterItem, view: StreetView) -> F64:
    """Return the share of each combo that fits an item, 0 to 1, float64[1326], before its weight and its ``!``.

    Raises:
        ValueError: the item goes by equity, and ``view`` has none.
    """
    condition = item.condition
    if isinstance(condition, ItemGroup):
        return _of_every(condition.items, view) if condition.all_of else _of_items(condition.items, view)
    if isinstance(condition, InCell):
        return _in_cell(condition, made_hands(view.board)).astype(np.float64)
    if isinstance(condition, InHandSet):
        return in_hand_set(condition.name, view.board).astype(np.float64)
    if view.equity is None:
        raise ValueError("there are no equities")
    if isinstance(condition, BestHands):
        return best_share(view.live, -view.equity if condition.worst else view.equity, condition.share)
    known = np.isfinite(view.equity)
    least = view.equity >= condition.threshold - SAME_EQUITY
    return (known & (~least if condition.below else least)).astype(np.float64)


def _in_cell(condition: InCell, hands: MadeHands) -> Bools:
    if condition.or_better and condition.cell < FIRST_KICKER:
        return (hands.made >= 0) & (hands.made <= condition.cell)
    if condition.or_better and condition.cell < FIRST_DRAW:
        return np.asarray(hands.kicker >= condition.cell - FIRST_KICKER)
    return hands.in_cell(condition.cell)


def best_share(live: F64, equity: F64, share: float) -> F64:
    """Return which share of each combo belongs to the best ``share`` of the ``live`` weight, float64[1326].

    ``live`` and ``equity`` float64[1326]. A combo with NaN as equity is impossible, because every hand of another seat
    has one of its cards; like a combo with a known card it is not counted. Equal combos at the boundary are included
    with the same share.
    """
    if not np.isfinite(equity[live > 0]).any():  # no deal is possible, so all combos are equal
        return np.where(live > 0, share, 0.0)
    combos = np.flatnonzero((live > 0) & np.isfinite(equity))
    result = np.zeros(len(live))
    values = equity[combos]
    order = np.argsort(-values, kind="stable")
    # Combos with the same equity form one group. Each group is included with the share that still fits, so that the
    # result does not depend on the order of equal combos.
    group = np.concatenate([[0], np.cumsum(-np.diff(values[order]) > SAME_EQUITY)])
    weights = np.bincount(group, live[combos][order])
    better = np.cumsum(weights) - weights
    included = np.clip((share * weights.sum() - better) / weights, 0.0, 1.0)
    result[combos[order]] = np.where(np.abs(included - 1.0) < SAME_EQUITY, 1.0, included)[group]
    return result
