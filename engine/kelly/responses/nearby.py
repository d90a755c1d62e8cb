"""Ranges slightly tighter and looser than a given one, to show how much an advice depends on it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, card_mask
from engine.equity.holdem.prepare import read_holdem
from engine.kelly.responses.table import check_combo_ranges
from engine.ranges.notations import weights_in_notation
from engine.ranges.orders import Order, find_order, percentiles
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

RANGE_SHIFT = 0.15
"""The share of a range's weight that is removed or added."""


@dataclass(frozen=True, slots=True)
class NearbyRanges:
    """The table with a tighter and with a looser range of a seat; None if the range contains every hand already."""

    tighter: Scenario
    looser: Scenario | None


def nearby_ranges(
    scenario: Scenario,
    seat: int,
    *,
    share: float = RANGE_SHIFT,
    strength: F64 | None = None,
    orders: Iterable[Order] = (),
) -> NearbyRanges:
    """Return the table with a tighter and a looser range of a seat.

    The tighter range lacks the worst hands of the range, after street filters; the looser one has the best of the
    missing hands in addition. Each change is ``share`` of the range's weight.

    ``strength`` float64[1326]: the strength of each combo, as ``CallingOrder.strength``, NaN for combos out of play;
    None: the order of hands before the flop.

    Raises:
        ScenarioError: the table cannot be read, or the game has no ranges of combos.
    """
    check_combo_ranges(scenario)
    order = find_order(scenario.order, orders)
    setup, weights = read_holdem(scenario, order)
    if seat not in scenario.active_seats:
        raise ScenarioError(Problem(seat_field(seat), "this seat is not in the hand"))
    known = np.uint64(card_mask((*setup.board, *setup.dead)))
    possible = (COMBO_MASKS & known) == 0
    ranked = np.where(possible, percentiles(order) if strength is None else np.nan_to_num(strength, nan=-1.0), -1.0)
    weight = np.where(possible, weights[seat], 0.0)
    weight = weight / max(float(weight.max()), 1.0)
    amount = share * float(weight.sum())
    room = np.where(possible, 1.0 - weight, 0.0)
    # The same amount of weight is taken from the worst hands, or added to the best ones that have room for it.
    tighter = weight - _taken(weight, ranked, amount)
    looser = weight + _taken(room, -ranked, amount)
    return NearbyRanges(
        _with_range(scenario, seat, tighter), _with_range(scenario, seat, looser) if room.any() else None
    )


def _taken(weights: F64, strength: F64, amount: float) -> F64:
    """Return the weight to take from each combo of ``weights``, ``amount`` in total, float64[1326].

    Combos with the lowest ``strength`` are taken first; equal ones are taken in equal parts.
    """
    levels, level_of = np.unique(np.round(strength, 12), return_inverse=True)
    sizes = np.bincount(level_of, weights, len(levels))
    weaker = np.cumsum(sizes) - sizes
    fraction = np.clip((amount - weaker) / np.where(sizes > 0.0, sizes, 1.0), 0.0, 1.0)
    return np.asarray(weights * fraction[level_of])


def _with_range(scenario: Scenario, seat: int, weights: F64) -> Scenario:
    text = weights_in_notation(np.clip(weights, 0.0, 1.0), "core")
    return replace(scenario.with_seat(seat, cards=text), dialect="core")
