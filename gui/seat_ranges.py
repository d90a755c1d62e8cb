"""The range of a hold'em seat as weights, and what to say about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine import (
    Dialect,
    HoldemRange,
    Order,
    Scenario,
    ScenarioError,
    TextError,
    card_mask,
    find_order,
    format_range,
    live,
    notation_notices,
    parse_range,
)
from gui.formatting import NO_BREAK, count
from gui.hand_matrix import COMBO_COUNT
from gui.slots import HOLDEM_SLOTS, plain_cards, seat_cards

Weights = NDArray[np.float64]
NOTHING = np.zeros(COMBO_COUNT)
NOTHING.setflags(write=False)


@dataclass(frozen=True, slots=True)
class SeatRange:
    """``weights`` float64[1326] of a seat's text, read-only; all 0 where nothing (or only one card) is written."""

    weights: Weights
    notices: tuple[str, ...] = ()


def read_seat(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> SeatRange:
    """Return what the text of a hold'em seat means; ``orders`` are the player's own."""
    try:
        order = find_order(scenario.order, orders)
    except ScenarioError:
        return SeatRange(NOTHING)
    return _read(scenario.seats[seat].cards, scenario.dialect, order)


@lru_cache(maxsize=64)
def _read(text: str, dialect: Dialect, order: Order) -> SeatRange:
    try:
        found = parse_range(text, dialect, order)
    except TextError:
        return SeatRange(NOTHING)
    return SeatRange(found.weights, (*notation_notices(found), *found.notices))


def write_weights(weights: Weights) -> str:
    """Return the canonical text of ``weights``, empty where all are 0."""
    return format_range(HoldemRange(weights)) if np.any(weights) else ""


def known_mask(scenario: Scenario, seat: int) -> int:
    """Return the 52-bit mask of the cards that the range of ``seat`` cannot hold.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    known = [*(plain_cards(scenario.board) or ()), *(plain_cards(scenario.dead) or ())]
    for other in range(len(scenario.seats)):
        cards = seat_cards(scenario, other) or ()
        if other != seat and len(cards) == HOLDEM_SLOTS:
            known.extend(cards)
    return card_mask(known)


def expansion(weights: Weights, known: int) -> tuple[str, ...]:
    """Return what a range comes to: combos before and after removal, its weight, its share of all combos."""
    left = live(weights, known)
    before, after = int(np.count_nonzero(weights)), int(np.count_nonzero(left))
    if not before:
        return ("no hand",)
    combos = f"{count(before)} combo{'' if before == 1 else 's'}"
    lines = [combos if after == before else f"{combos}, {count(after)} left"]
    weight = float(left.sum())
    share = f"{100 * weight / COMBO_COUNT:.2f}{NO_BREAK}% of {COMBO_COUNT}"
    mixed = np.any((left > 0) & (left < 1))
    lines.append(f"weight {weight:.1f}, {share}" if mixed else share)
    return tuple(lines)


def fold_caption(weights: Weights) -> tuple[str, ...]:
    """Return what a folded seat's row says of the hands that it folds, the longest form first.

    The text of such a seat is the complement of what it plays: ``random, !15%`` has 1126 of 1326 combos and reads
    *folds 85 %*. Hands that may be anything say nothing of how often it folds.
    """
    share = float(weights.sum()) / COMBO_COUNT
    if share == 1:
        return "any hand", "any"
    return f"folds {100 * share:.0f}{NO_BREAK}%", f"{100 * share:.0f}{NO_BREAK}%"
