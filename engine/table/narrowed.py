"""The text of a hold'em seat that is to hold some of its hands only."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.ranges.filtered import is_dealt
from engine.ranges.holdem import HoldemRange, format_range, parse_range
from engine.ranges.orders import Order
from engine.ranges.street_filters import Best, FilterItem, Group
from engine.scenario import Scenario
from engine.table.hand_texts import plain_cards

Weights = NDArray[np.float64]


def narrowed(scenario: Scenario, seat: int, kept: Weights, left: Callable[[], Weights], order: Order | None) -> str:
    """Return the text of ``seat`` with the combos in ``kept`` only, float64[1326] of 1 and 0, empty if it has none.

    Its weights and street filters stay. Where a filter of a street that is dealt keeps the best share of a range, it
    would take its share once more; so what all filters have ``left`` on the board, float64[1326], is written in place
    of the base, and only filters that wait stay.

    Raises:
        TextError: the text cannot be read.
    """
    range_ = parse_range(scenario.seats[seat].cards, scenario.dialect, order)
    board = plain_cards(scenario.board) or ()
    weights, streets = range_.weights, range_.streets
    if any(_goes_by_share(FilterItem(Group(filter_.items))) for filter_ in streets if is_dealt(filter_, board)):
        weights, streets = left(), tuple(filter_ for filter_ in streets if not is_dealt(filter_, board))
    narrow = weights * kept
    return format_range(HoldemRange(narrow, streets=streets)) if narrow.any() else ""


def _goes_by_share(item: FilterItem) -> bool:
    """Return whether an item, or one in its brackets, keeps the best share of a range."""
    return isinstance(item.what, Best) or (isinstance(item.what, Group) and any(map(_goes_by_share, item.what.items)))
