"""Street filters of a range text, as in ``22+, ATs+ > flop top pair+, flush draw@50``: what goes on at each street.

A filter names what stays of a range on a street. It says so by made classes and draws, which depend on the board
alone, or by equities, which the whole table decides. ``street_text`` reads and writes them.
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
"""The number of board cards from each street on."""

SAME_EQUITY = 1e-9
"""Equities that differ by less are equal: rounding tells hands apart that differ by suits alone."""


@dataclass(frozen=True, slots=True)
class InCell:
    """The combos of one cell (``made.names``), or with ``or_better`` of a made class or kicker and all better ones."""

    cell: int
    or_better: bool = False


@dataclass(frozen=True, slots=True)
class InHandSet:
    """The combos of one of ``made_hands.HAND_SETS``."""

    name: str


@dataclass(frozen=True, slots=True)
class ByEquity:
    """The combos with an equity of at least ``threshold``, or with ``below`` of less."""

    threshold: float
    below: bool = False


@dataclass(frozen=True, slots=True)
class BestHands:
    """The best ``share`` of the live weight by equity, or with ``worst`` the worst; at the boundary in part."""

    share: float
    worst: bool = False


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """Items in brackets, of which one has to fit; with ``all_of`` items joined by ``&``, which all have to."""

    items: tuple["FilterItem", ...]
    all_of: bool = False


@dataclass(frozen=True, slots=True)
class FilterItem:
    """The hands that stay, with a weight, or are taken out; ``at`` is their place in the text."""

    condition: InCell | InHandSet | ByEquity | BestHands | ItemGroup
    weight: float = 1.0
    excluded: bool = False
    position: int = field(default=0, compare=False)

    @property
    def equity_position(self) -> int | None:
        """The place of the first item that goes by equity, None if there is none."""
        if isinstance(self.condition, ItemGroup):
            return next((at for at in (item.equity_position for item in self.condition.items) if at is not None), None)
        return None if isinstance(self.condition, InCell | InHandSet) else self.position


@dataclass(frozen=True, slots=True)
class StreetFilter:
    """The part of a range that stays on a street; ``at`` is its start in the text."""

    street: Street
    items: tuple[FilterItem, ...]
    position: int = field(default=0, compare=False)

    @property
    def equity_position(self) -> int | None:
        """The place of the first item that goes by equity, None if there is none."""
        return FilterItem(ItemGroup(self.items)).equity_position


@dataclass(frozen=True, slots=True, eq=False)
class StreetView:
    """The input of a filter: the ``board`` of its street; ``live`` float64[1326], the live weights of the range on
    that street; ``equity`` float64[1326], by combo, NaN where it cannot be held, if any item goes by it."""

    board: tuple[int, ...]
    live: F64
    equity: F64 | None = None


def kept_shares(filter_: StreetFilter, view: StreetView) -> F64:
    """Return which share of each combo stays, float64[1326].

    Raises:
        ValueError: an item goes by equity, and there is none in ``view``.
    """
    return _of_items(filter_.items, view)


def _of_items(items: Sequence[FilterItem], view: StreetView) -> F64:
    """Return the largest weight of the items that fit, times what is not taken out."""
    added = [item.weight * _of_item(item, view) for item in items if not item.excluded]
    kept: F64 = np.max(added, axis=0) if added else np.ones(len(view.live))
    for item in items:
        if item.excluded:
            kept = kept * (1.0 - _of_item(item, view))
    return kept


def _of_every(items: Sequence[FilterItem], view: StreetView) -> F64:
    shares = ((1.0 - share if item.excluded else share) for item in items for share in [_of_item(item, view)])
    return np.asarray(np.prod(list(shares), axis=0))


def _of_item(item: FilterItem, view: StreetView) -> F64:
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
    """Return which part of each combo belongs to the best ``share`` of the ``live`` weight, float64[1326].

    ``live`` and ``equity`` float64[1326]. A combo without an equity (NaN) cannot be held, because every hand of another
    seat has one of its cards: it does not count, as one with a known card does not. Of equal combos at the boundary
    each belongs to it in the same part.
    """
    if not np.isfinite(equity[live > 0]).any():  # no deal is possible: none is better than another
        return np.where(live > 0, share, 0.0)
    combos = np.flatnonzero((live > 0) & np.isfinite(equity))
    part = np.zeros(len(live))
    values = equity[combos]
    order = np.argsort(-values, kind="stable")
    group = np.concatenate([[0], np.cumsum(-np.diff(values[order]) > SAME_EQUITY)])
    weights = np.bincount(group, live[combos][order])
    before = np.cumsum(weights) - weights
    inside = np.clip((share * weights.sum() - before) / weights, 0.0, 1.0)
    part[combos[order]] = np.where(np.abs(inside - 1.0) < SAME_EQUITY, 1.0, inside)[group]
    return part
