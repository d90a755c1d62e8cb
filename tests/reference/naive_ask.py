"""Reference for questions: visits the deals one by one, slow and obvious."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from tests.reference.naive_made import best, draws, made
from tests.reference.naive_razz import best_low

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
MADE = (
    *("straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair"),
    *("top pair", "pocket pair below top", "second pair", "low pair", "ace high", "king high", "nothing"),
    "plays the board",
)
Deal = dict[str, Any]


def holdem_deals(ranges: Sequence[dict[tuple[str, str], float]], board: list[str], dead: list[str]) -> Iterator[Deal]:
    """Yield every deal: its weight, the hands of all seats, the five board cards in order."""
    for hands in product(*ranges):
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) < len(cards) or set(cards) & {*board, *dead}:
            continue
        weight = 1.0
        for own, hand in zip(ranges, hands, strict=True):
            weight *= own[hand]
        deck = [card for card in DECK if card not in {*cards, *board, *dead}]
        for rest in permutations(deck, 5 - len(board)):
            yield {"weight": weight, "hands": hands, "board": [*board, *rest]}


def holdem_has(deal: Deal, seat: int, street: int, name: str) -> bool:
    """Return True if a seat has a made hand (with +: or better) or draw; ``street``: the number of board cards."""
    hand, board = list(deal["hands"][seat]), deal["board"][:street]
    own, kicker = made(hand, board)
    if "/" in name:
        return bool(own == "top pair" and kicker == name[-1])
    if name.endswith("+"):
        return MADE.index(own) <= MADE.index(name[:-1])
    return own == name or name in draws(hand, board)


def holdem_order(deal: Deal, active: Sequence[int], street: int) -> dict[int, Any]:
    """Return the best hand of each active seat on a street, higher is better."""
    return {seat: best(list(deal["hands"][seat]) + deal["board"][:street]) for seat in active}


def razz_deals(seats: Sequence[list[int]], dead: list[int]) -> Iterator[Deal]:
    """Yield every deal of the missing cards: its weight and the hands, as ranks from 0 (ace)."""
    left = [4] * 13
    for rank in [*dead, *(rank for seat in seats for rank in seat)]:
        left[rank] -= 1
    missing = [7 - len(seat) for seat in seats]
    for cards in product(range(13), repeat=sum(missing)):
        live, weight = left.copy(), 1.0
        for rank in cards:
            weight *= live[rank]
            live[rank] -= 1
        if weight <= 0:
            continue
        hands, at = [], 0
        for seat, lacks in zip(seats, missing, strict=True):
            hands.append([*seat, *cards[at : at + lacks]])
            at += lacks
        yield {"weight": weight, "hands": hands}


def razz_order(deal: Deal, active: Sequence[int], street: int) -> dict[int, Any]:
    """Return the best low of each active seat from five cards on, higher is better."""
    return {seat: tuple(-x for x in best_low(deal["hands"][seat][:street])) for seat in active}


def razz_dealt(
    random: Sequence[float], live: Sequence[int], seats: Sequence[Sequence[int]], lengths: Sequence[int], common: bool
) -> list[list[int]]:
    """Return the hands of ``seats`` with each -1 replaced by a card from ``live``, drawn by numbers from 0 to 1."""
    deck = [rank for rank, number in enumerate(live) for _ in range(number)]
    result, shared = [list(seat) for seat in seats], -1
    for seat, hand in enumerate(result):
        for slot in range(lengths[seat]):
            if hand[slot] < 0 and common and slot == 6 and shared >= 0:
                hand[slot] = shared
            elif hand[slot] < 0:
                hand[slot] = deck.pop(int(random[7 * seat + slot] * len(deck)))
                shared = hand[slot] if slot == 6 else shared
    return result


def standing(order: dict[int, Any], seat: int) -> str:
    """Return ``best``, ``shared`` or ``beaten``."""
    others = [value for other, value in order.items() if other != seat]
    if any(value > order[seat] for value in others):
        return "beaten"
    return "shared" if order[seat] in others else "best"


def beats(order: dict[int, Any], seat: int, rival: int) -> bool:
    """Return whether the hand of a seat is better than that of another one."""
    return bool(order[seat] > order[rival])


def low(deal: Deal, seat: int, street: int, top: int) -> bool:
    """Return whether a seat has five different ranks of at most ``top`` by a street."""
    return len({rank for rank in deal["hands"][seat][:street] if rank <= top}) >= 5


def paired(board: Sequence[str]) -> bool:
    """Return True if two board cards have the same rank."""
    return len({card[0] for card in board}) < len(board)


def connected(board: Sequence[str]) -> bool:
    """Return True if three different ranks fit into a straight, the ace high or low."""
    ranks = {"23456789TJQKA".index(card[0]) for card in board}
    ranks |= {-1} if 12 in ranks else set()
    return any(
        max(three) - min(three) <= 4 for three in combinations(sorted(ranks), 3) if len({r % 13 for r in three}) == 3
    )


def answer(
    deals: Iterator[Deal], active: Sequence[int], order: Callable[[Deal], dict[int, Any]],
    event: Callable[[Deal], bool], given: Callable[[Deal], bool],
) -> tuple[float, float, list[float]]:  # fmt: skip
    """Return P(event | given), P(given) and the equities of the active seats when both hold."""
    everything = conditions = events = 0.0
    shares = dict.fromkeys(active, 0.0)
    for deal in deals:
        weight = deal["weight"]
        everything += weight
        if not given(deal):
            continue
        conditions += weight
        if not event(deal):
            continue
        events += weight
        final = order(deal)
        winners = [seat for seat in active if final[seat] == max(final.values())]
        for seat in winners:
            shares[seat] += weight / len(winners)
    equities = [share / events for share in shares.values()] if events else []
    return events / conditions, conditions / everything, equities
