"""The boards that tuples of hands meet on a flop or a turn, one after the other, and how the pots are shared."""

from collections.abc import Sequence

from tests.reference.naive_holdem import best_hand

Hand = tuple[int, int]
Board = tuple[int, ...]


def met(tuples: int, each: int, first: int, quads: int) -> list[list[int]]:
    """Return the lanes that each tuple meets: those of ``each`` quads, from where the one before it has ended."""
    lanes = []
    for t in range(tuples):
        numbers = [(first + t * each + k) % quads for k in range(each)]
        lanes.append([4 * quad + j for quad in numbers for j in range(4)])
    return lanes


def shares(
    hands: Sequence[Sequence[Hand]], lanes: Sequence[Sequence[int]], known: Board, boards: Sequence[Board]
) -> tuple[int, list[list[int]], list[dict[int, int]]]:
    """Return the number of deals, how often each seat shares the pot with k others, and how often it makes a category.

    ``hands``: of each tuple, by seat; ``lanes``: of each tuple; ``boards``: by lane the cards to come, none where there
    is no board. A lane with a card that any seat holds is no deal.
    """
    seats = len(hands[0])
    deals, result = 0, [[0] * seats for _ in range(seats)]
    categories: list[dict[int, int]] = [{} for _ in range(seats)]
    for tuple_, numbers in zip(hands, lanes, strict=True):
        held = {card for hand in tuple_ for card in hand}
        for board in (boards[lane] for lane in numbers):
            if not board or held & set(board):
                continue
            values = [best_hand(frozenset((*hand, *known, *board))) for hand in tuple_]
            winners = [seat for seat in range(seats) if values[seat] == max(values)]
            deals += 1
            for seat in winners:
                result[seat][len(winners) - 1] += 1
            for seat, value in enumerate(values):
                categories[seat][value[0]] = categories[seat].get(value[0], 0) + 1
    return deals, result, categories
