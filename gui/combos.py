"""How many combos a hold'em seat holds before and after the known cards are taken away."""

from functools import lru_cache

from engine import COMBO_MASKS, Dialect, Scenario, ScenarioError, TextError, find_order, parse_range
from gui.seat_ranges import known_mask
from gui.slots import seat_cards


def combo_counts(scenario: Scenario, seat: int) -> tuple[int, int] | None:
    """Return the combos of a seat's range before and after removal; None where it holds no range.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    text = scenario.seats[seat].cards
    if scenario.game != "holdem" or not text.strip() or seat_cards(scenario, seat) is not None:
        return None
    return _counts(text, scenario.dialect, scenario.order, known_mask(scenario, seat))


@lru_cache(maxsize=256)
def _counts(text: str, dialect: Dialect, order: str | None, known: int) -> tuple[int, int] | None:
    try:
        held = parse_range(text, dialect, find_order(order)).weights > 0
    except (TextError, ScenarioError):
        return None
    blocked = (COMBO_MASKS & COMBO_MASKS.dtype.type(known)) != 0
    return int(held.sum()), int((held & ~blocked).sum())
