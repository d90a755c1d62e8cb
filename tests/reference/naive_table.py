"""A table of two hold'em ranges on a board from the specification alone: every pair of hands, every board to come.

Slow and obvious. Hands are names (``AhKd``), ranges map them to weights, boards are lists of cards.
"""

from functools import cache
from itertools import combinations

from tests.reference import naive_made

DECK = [rank + suit for rank in naive_made.RANKS for suit in "shdc"]


@cache
def value(hand, board):
    """What two hole cards and five board cards are worth."""
    return naive_made.best([hand[:2], hand[2:], *board])


def cards(hand):
    return {hand[:2], hand[2:]}


def by_hand(ranges, board, dead=()):
    """For each seat its hands that can be held, with the weight of all deals with them and the equity."""
    gone = {*board, *dead}
    result = [{}, {}]
    for one, first in ranges[0].items():
        for other, second in ranges[1].items():
            if cards(one) & cards(other) or (cards(one) | cards(other)) & gone:
                continue
            left = [card for card in DECK if card not in gone | cards(one) | cards(other)]
            pots, boards = 0.0, 0
            for more in combinations(left, 5 - len(board)):
                whole = tuple(sorted([*board, *more]))
                mine, theirs = value(one, whole), value(other, whole)
                pots += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
                boards += 1
            for seat, (hand, share) in enumerate(((one, pots / boards), (other, 1 - pots / boards))):
                weight, won = result[seat].get(hand, (0.0, 0.0))
                result[seat][hand] = weight + first * second, won + first * second * share
    totals = [sum(weight for weight, _ in seat.values()) for seat in result]
    return [
        {hand: (weight / total, won / weight) for hand, (weight, won) in seat.items()}
        for seat, total in zip(result, totals, strict=True)
    ]


def by_class(hands, board):
    """What a seat has, from its hands: ``{("made", "set"): (share, equity)}``, kickers and draws likewise."""
    sums = {}
    for hand, (share, equity) in hands.items():
        name, kicker = naive_made.made([hand[:2], hand[2:]], board)
        keys = [("made", name), *(("draws", draw) for draw in naive_made.draws([hand[:2], hand[2:]], board))]
        for key in keys + ([("kickers", kicker)] if kicker else []):
            before = sums.get(key, (0.0, 0.0))
            sums[key] = before[0] + share, before[1] + share * equity
    return {key: (share, won / share) for key, (share, won) in sums.items()}
