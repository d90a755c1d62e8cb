"""Any number of seats on one board by brute force: every tuple of combos, one hand after the other."""

import numpy as np

from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables


def enumerate_mixed(active, folded, hands, board):
    """Return what each seat gets on a final ``board``, and the number of deals.

    ``active`` and ``folded`` are ranges float64[n, 1326], ``hands`` particular hands of further active seats, as pairs
    of cards. The first is float64[seats, seats + 9]: weight of the deals in which a seat shares the pot with so many
    others, and of its final hand by category.
    """
    known = np.uint64(card_mask([*board, *(card for hand in hands for card in hand)]))
    ranges = [*active, *folded]
    lists = [np.flatnonzero((w > 0) & (COMBO_MASKS & known == 0)).tolist() for w in ranges]
    value = _values(board)
    fixed = [value[_number(hand)] for hand in hands]
    seats = len(active) + len(hands)
    result, deals = np.zeros((seats, seats + 9)), 0
    stack = [(0, 0, 1.0, ())]
    while stack:
        at, used, weight, values = stack.pop()
        if at < len(ranges):
            for combo in lists[at]:
                mask = int(COMBO_MASKS[combo])
                if not mask & used:
                    more = (value[combo],) if at < len(active) else ()
                    stack.append((at + 1, used | mask, weight * ranges[at][combo], (*values, *more)))
            continue
        deals += 1
        final = [*values, *fixed]
        winners = final.count(max(final, default=0))
        for seat, own in enumerate(final):
            result[seat, seats + (own >> 12)] += weight
            if own == max(final):
                result[seat, winners - 1] += weight
    return result, deals


def _values(board):
    """Return the value of each combo on a board, of no meaning where it has a card of it."""
    cards = np.hstack([COMBOS, np.tile(np.array(board, np.int8), (len(COMBOS), 1))])
    values = np.zeros(len(COMBOS), np.uint16)
    live = np.flatnonzero(COMBO_MASKS & np.uint64(card_mask(board)) == 0)
    result = np.zeros(len(live), np.uint16)
    evaluate_hands(cards[live], high_tables(), result)
    values[live] = result
    return values.astype(int).tolist()


def _number(hand):
    return next(i for i, combo in enumerate(COMBOS.tolist()) if sorted(combo) == sorted(hand))
