"""How many combos a hold'em seat holds before and after the known cards are taken away."""

from collections.abc import Sequence

import numpy as np

from engine import COMBO_MASKS, Order, Scenario
from gui.seat_ranges import known_mask, read_seat
from gui.slots import seat_cards


def combo_counts(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> tuple[int, int] | None:
    """Return the combos of a seat's range before and after removal; None where it holds no range.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    text = scenario.seats[seat].cards
    if scenario.game != "holdem" or not text.strip() or seat_cards(scenario, seat) is not None:
        return None
    held = read_seat(scenario, seat, orders).weights > 0
    if not held.any():
        return None
    blocked = (COMBO_MASKS & np.uint64(known_mask(scenario, seat))) != 0
    return int(held.sum()), int((held & ~blocked).sum())
