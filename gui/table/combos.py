"""The range of a hold'em seat in numbers and words: its combos before and after removal, its share."""

from collections.abc import Sequence

import numpy as np

from engine import GAMES, Scenario
from engine.cards import COMBO_MASKS, COMBOS
from engine.ranges.holdem import live
from engine.ranges.orders import Order
from engine.table.seat_ranges import Weights, known_mask, read_seat
from engine.table.slots import seat_cards
from gui.look.formatting import NO_BREAK, count


def combo_counts(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> tuple[int, int] | None:
    """Return the combos of a seat's range before and after removal; None where it holds no range.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    text = scenario.seats[seat].cards
    if not GAMES[scenario.game].combo_ranges or not text.strip() or seat_cards(scenario, seat) is not None:
        return None
    held = read_seat(scenario, seat, orders).weights > 0
    if not held.any():
        return None
    blocked = (COMBO_MASKS & np.uint64(known_mask(scenario, seat))) != 0
    return int(held.sum()), int((held & ~blocked).sum())


def expansion(weights: Weights, known: int) -> tuple[str, ...]:
    """Return what a range comes to: combos before and after removal, its weight, its share of all combos."""
    left = live(weights, known)
    before, after = int(np.count_nonzero(weights)), int(np.count_nonzero(left))
    if not before:
        return ("no hand",)
    combos = f"{count(before)} combo{'' if before == 1 else 's'}"
    lines = [combos if after == before else f"{combos}, {count(after)} left"]
    weight = float(left.sum())
    share = f"{100 * weight / len(COMBOS):.2f}{NO_BREAK}% of {len(COMBOS)}"
    mixed = np.any((left > 0) & (left < 1))
    lines.append(f"weight {weight:.1f}, {share}" if mixed else share)
    return tuple(lines)


def fold_caption(weights: Weights) -> tuple[str, ...]:
    """Return what a folded seat's row says of the hands that it folds, the longest form first.

    The text of such a seat is the complement of what it plays: ``random, !15%`` has 1126 of 1326 combos and reads
    *folds 85 %*. Hands that may be anything say nothing of how often it folds.
    """
    share = float(weights.sum()) / len(COMBOS)
    if share == 1:
        return "any hand", "any"
    return f"folds {100 * share:.0f}{NO_BREAK}%", f"{100 * share:.0f}{NO_BREAK}%"
