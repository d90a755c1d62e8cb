"""Three hands by brute force: every board, every triple of combos, seven cards at a time."""

from itertools import combinations

import numpy as np

from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables


def enumerate_three(weights, board, dead, active=3):
    """Return shares [3, 3] (share the pot with that many others), categories [3, 9] and the number of deals.

    Those behind the first ``active`` hands have folded.
    """
    free = [c for c in range(52) if c not in board and c not in dead]
    shares, categories, deals = np.zeros((3, 3)), np.zeros((3, 9)), 0
    for more in combinations(free, 5 - len(board)):
        cards = [*board, *more]
        blocked = np.uint64(card_mask([*cards, *dead]))
        seats = [np.flatnonzero((w > 0) & (COMBO_MASKS & blocked == 0)) for w in weights]
        a, b, c = np.meshgrid(*seats, indexing="ij")
        m = [COMBO_MASKS[x] for x in (a, b, c)]
        apart = ((m[0] & m[1]) == 0) & ((m[0] & m[2]) == 0) & ((m[1] & m[2]) == 0)
        rows = np.stack([x[apart] for x in (a, b, c)])
        weight = weights[0][rows[0]] * weights[1][rows[1]] * weights[2][rows[2]]
        value = np.zeros(1326, np.int64)
        for combos in seats:
            value[combos] = _values(combos, cards)
        values = value[rows]
        best = values == values[:active].max(axis=0)
        best[active:] = False
        deals += len(weight)
        for seat in range(3):
            categories[seat] += np.bincount(values[seat] >> 12, weights=weight, minlength=9)
            for sharers in range(3):
                shares[seat, sharers] += weight[best[seat] & (best.sum(axis=0) == sharers + 1)].sum()
    return shares, categories, deals


def _values(combos, cards):
    hands = np.hstack([COMBOS[combos], np.tile(np.array(cards, np.int8), (len(combos), 1))])
    values = np.zeros(len(combos), np.uint16)
    evaluate_hands(hands, high_tables(), values)
    return values.astype(np.int64)
