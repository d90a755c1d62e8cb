"""How many combos a hold'em seat holds before and after the known cards are taken away."""

from functools import lru_cache

from engine import COMBO_MASKS, Dialect, Scenario, ScenarioError, TextError, card_mask, find_order, parse_range
from gui.slots import HOLDEM_SLOTS, plain_cards, seat_cards


def combo_counts(scenario: Scenario, seat: int) -> tuple[int, int] | None:
    """Return the combos of a seat's range before and after removal; None where it holds no range.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    text = scenario.seats[seat].cards
    if scenario.game != "holdem" or not text.strip() or seat_cards(scenario, seat) is not None:
        return None
    known = [*(plain_cards(scenario.board) or ()), *(plain_cards(scenario.dead) or ())]
    for other in range(len(scenario.seats)):
        cards = seat_cards(scenario, other) or ()
        if other != seat and len(cards) == HOLDEM_SLOTS:
            known.extend(cards)
    return _counts(text, scenario.dialect, scenario.order, card_mask(known))


@lru_cache(maxsize=256)
def _counts(text: str, dialect: Dialect, order: str | None, known: int) -> tuple[int, int] | None:
    try:
        held = parse_range(text, dialect, find_order(order)).weights > 0
    except (TextError, ScenarioError):
        return None
    blocked = (COMBO_MASKS & COMBO_MASKS.dtype.type(known)) != 0
    return int(held.sum()), int((held & ~blocked).sum())
