"""Random razz deals from third street on: down cards by their joint distribution, who continues, fourth cards, who
wins.

Hands are drawn independently for each seat and accepted with the ratio of falling factorials, which makes them joint.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.common.rng import below, uniform
from engine.kernels.jit import inlined, lean_kernel
from engine.kernels.razz.low import RANKS, LowTables, low_value

DECK = 52
STREETS_LEFT = 4
NO_CARD = -1


class ThirdTable(NamedTuple):
    """The possible hands of each seat: the hero first, then the opponents that matter.

    The hands of seat s are the rows ``starts[s]:starts[s + 1]`` (int64[seats + 1]): ``cards`` int64[n, 2], their
    unknown cards (-1: none); ``chances`` float64[n], probabilities cumulated within the seat. ``goes`` float64[actions,
    n]: the probability that a hand sees fourth street, by the hero's action. ``seen``, ``twice`` int64[seats]: masks of
    the known ranks. ``live`` int64[13]: live cards of each rank.
    """

    starts: I64
    cards: I64
    chances: F64
    goes: F64
    seen: I64
    twice: I64
    live: I64


class ThirdWork(NamedTuple):
    """Work space.

    ``deck`` int64[52]: the cards left; ``left`` int64[52]: the same, used up while dealing; ``taken`` int64[13]: by the
    hands, of each rank; ``hands`` int64[seats]; ``masks`` int64[seats, 2]: ranks seen, and seen twice.
    """

    deck: I64
    left: I64
    taken: I64
    hands: I64
    masks: I64


def new_third_work(seats: int) -> ThirdWork:
    """Return work space for ``seats`` seats."""
    sizes = DECK, DECK, RANKS, seats, (seats, 2)
    return ThirdWork(*(np.zeros(size, np.int64) for size in sizes))


@inlined
def _draw_hands(table: ThirdTable, work: ThirdWork, state: U64) -> bool:
    """Draw a hand for each seat independently; return True if the draw is accepted, which makes the hands joint.

    The probability to accept is the product of (cards left) / (live cards) over the cards of all hands.
    """
    taken, live = work.taken, table.live
    taken[:] = 0
    ratio = 1.0
    for seat in range(len(work.hands)):
        low, high = table.starts[seat], table.starts[seat + 1] - 1
        at = uniform(state)
        while low < high:
            middle = (low + high) // 2
            if table.chances[middle] > at:
                high = middle
            else:
                low = middle + 1
        work.hands[seat] = low
        first, second = table.cards[low, 0], table.cards[low, 1]
        if first != NO_CARD:
            ratio *= (live[first] - taken[first]) / live[first]
            taken[first] += 1
        if second != NO_CARD:
            # The second of two cards of one rank is drawn from one card less.
            alone = live[second] - int(first == second)
            ratio *= (live[second] - taken[second]) / alone
            taken[second] += 1
    return uniform(state) < ratio


@inlined
def _next_card(left: I64, count: int, state: U64) -> int:
    """Remove a random one of the first ``count`` cards of ``left`` and return it; the last of them fills its slot."""
    at = int(below(state, np.uint64(count)))
    card = left[at]
    left[at] = left[count - 1]
    return int(card)


@inlined
def _add_card(masks: I64, seat: int, rank: int) -> None:
    """Add a card to the masks of a seat."""
    bit = np.int64(1) << np.int64(rank)
    masks[seat, 1] |= masks[seat, 0] & bit
    masks[seat, 0] |= bit


@lean_kernel
def deal_third(
    table: ThirdTable, tables: LowTables, work: ThirdWork, state: U64, pairs: I64, goers: I64, fourth: I64, shares: F64
) -> None:
    """Deal ``len(pairs)`` times.

    Output: ``pairs`` int64[n]: the hero's hand; ``goers`` int64[n, actions]: the mask of the opponents who see fourth
    street; ``fourth`` int64[n, actions, seats]: the fourth cards (-1: none); ``shares`` float64[n, actions]: the hero's
    share of the pot. ``state`` uint64[4]: the generator.
    """
    seats, actions = len(work.hands), len(table.goes)
    for trial in range(len(pairs)):
        while not _draw_hands(table, work, state):
            pass
        pairs[trial] = work.hands[0]
        size = 0
        for rank in range(RANKS):
            for _ in range(table.live[rank] - work.taken[rank]):
                work.deck[size] = rank
                size += 1
        for action in range(actions):
            mask, players = 0, 1
            for seat in range(1, seats):
                if uniform(state) < table.goes[action, work.hands[seat]]:
                    mask |= 1 << (seat - 1)
                    players += 1
            goers[trial, action] = mask
            shares[trial, action] = 1.0
            fourth[trial, action] = NO_CARD
            if mask:
                shares[trial, action] = _play(table, tables, work, state, size, mask, players, fourth[trial, action])


@inlined
def _play(
    table: ThirdTable, tables: LowTables, work: ThirdWork, state: U64, size: int, mask: int, players: int, fourth: I64
) -> float:
    """Deal the remaining cards to the hero and the seats of ``mask``; return the hero's share of the pot.

    If the deck is too small for all cards, the last one is common to all players.
    """
    common = STREETS_LEFT * players > size
    for at in range(size):
        work.left[at] = work.deck[at]
    count, best, winners, last = size, 1 << 20, 0, 0
    for seat in range(len(work.hands)):
        if seat and not mask >> (seat - 1) & 1:
            continue
        work.masks[seat, 0], work.masks[seat, 1] = table.seen[seat], table.twice[seat]
        for card in range(2):
            if table.cards[work.hands[seat], card] != NO_CARD:
                _add_card(work.masks, seat, table.cards[work.hands[seat], card])
    for street in range(STREETS_LEFT):
        for seat in range(len(work.hands)):
            if seat and not mask >> (seat - 1) & 1:
                continue
            if not (common and street == STREETS_LEFT - 1 and seat):
                last = _next_card(work.left, count, state)
                count -= 1
            _add_card(work.masks, seat, last)
            if street == 0:
                fourth[seat] = last
    for seat in range(len(work.hands)):
        if seat and not mask >> (seat - 1) & 1:
            continue
        value = low_value(work.masks[seat, 0], work.masks[seat, 1], tables.unpaired, tables.paired)
        if seat == 0:
            best, winners = value, 1
        elif value < best:
            return 0.0
        elif value == best:
            winners += 1
    return 1.0 / winners
