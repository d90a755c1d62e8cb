"""Random razz deals, the free cards of which come evenly: a shuffled deck is laid out in a circle and read at fixed
marks, turned on by one card from trial to trial.

Each trial by itself is a uniform draw, as any places of a shuffled deck are. One turn of the circle brings every card
to every mark once: whatever a seat's next card is, all come equally often. Choices are drawn anew every few trials of a
turn. What they leave has always the same number of cards, so the circle is one of places in the ordered deck: each
place comes to each mark once, whatever choices there are at the time, and with it a rank, but where choices differ at
its border. Turns are independent of each other.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels._jit import inlined, part
from engine.kernels.arrays import F64, I64, U8, U64
from engine.kernels.common.rng import shuffle
from engine.kernels.razz.draws import DECK, RANKS, ChoiceWork, Table, draw_choices, new_choice_work
from engine.kernels.razz.low import LowTables, low_value

TURN, SHARED = 0, 1
"""In ``Scratch.now``."""


class Scratch(NamedTuple):
    """Room for :func:`deal_next`, and the trial that it deals.

    By active seat: ``seen``, ``twice`` (masks of the ranks chosen), the final ``values`` and ``held`` (masks of ranks)
    int64[seats]. ``choices``: work space, with the deck that they leave. ``circle`` int64[cards]: places in that deck,
    shuffled; ``line`` uint8[2 * cards]: the ranks along the circle, twice around; ``deck`` uint8[52] and
    ``vacant`` int64[52]: work space.
    ``now`` int64[2]: how far the circle is turned, and how many more trials share the choices; ``weight`` float64[1]:
    of each of these.
    """

    choices: ChoiceWork
    seen: I64
    twice: I64
    values: I64
    held: I64
    circle: I64
    line: U8
    deck: U8
    vacant: I64
    now: I64
    weight: F64


def scratch(table: Table) -> Scratch:
    """Return room to deal ``table`` from the start of a circle, which one thread may use at a time."""
    cards, seats, i = len(table.marks), len(table.free), np.int64
    return Scratch(
        new_choice_work(table), table.seen.copy(), table.twice.copy(), np.zeros(seats, i), np.zeros(seats, i),
        np.arange(cards), np.zeros(2 * cards, np.uint8), np.zeros(DECK, np.uint8), np.zeros(DECK, i),
        np.zeros(2, i), np.ones(1),
    )  # fmt: skip


def trials_together(table: Table) -> int:
    """Return how many trials a turn of the circle has: those that are not independent of each other."""
    return max(len(table.marks), 1)


@inlined
def fill_deck(homes: I64, left: I64, vacant: I64, deck: U8) -> None:
    """Put the cards that are ``left`` int64[13] by rank into the ``deck`` uint8[52].

    Each rank has as many places as ``homes`` int64[13] tells, where it is whatever the choices are, as far as it goes;
    cards beyond that go where others are missing. ``vacant`` int64[52]: work space.
    """
    at, gaps = 0, 0
    for rank in range(RANKS):
        home = homes[rank]
        for i in range(home):
            deck[at + i] = rank
        for i in range(left[rank], home):
            vacant[gaps] = at + i
            gaps += 1
        at += home
    gaps = 0
    for rank in range(RANKS):
        for _ in range(homes[rank], left[rank]):
            deck[vacant[gaps]] = rank
            gaps += 1


@part
def lay_out(table: Table, room: Scratch, state: U64) -> None:
    """Draw choices and lay out the deck that they leave, at the beginning of a turn on a new circle.

    ``state`` uint64[4]: the generator.
    """
    circle, line, deck, left = room.circle, room.line, room.deck, room.choices.left
    if room.now[TURN] == 0:
        shuffle(circle, state)
    room.weight[0] = draw_choices(table, state, room.choices, room.seen, room.twice)
    if room.weight[0] == 0.0:
        return
    size = circle.shape[0]
    fill_deck(table.homes, left, room.vacant, deck)
    for i in range(size):
        line[i] = deck[circle[i]]
    for i in range(size):
        line[size + i] = line[i]


@inlined
def turned_on(table: Table, room: Scratch, state: U64) -> int:
    """Turn the circle on for the next trial and return its first place on the line.

    ``state`` uint64[4]: the generator.
    """
    now = room.now
    if now[SHARED] == 0:
        lay_out(table, room, state)
        now[SHARED] = table.each
    turn = now[TURN]
    now[TURN] += 1
    now[SHARED] -= 1
    if now[TURN] >= room.circle.shape[0]:
        now[TURN], now[SHARED] = 0, 0
    return int(turn)


@inlined
def deal_next(table: Table, room: Scratch, state: U64, tables: LowTables) -> tuple[float, int]:
    """Deal once into ``room``; return the weight of the trial (0: nothing is dealt) and its first place on the line.

    The rank of card k, the common one first and then seat by seat, is ``line[first + marks[k]]``. ``state`` uint64[4]:
    the generator.
    """
    first = turned_on(table, room, state)
    if room.weight[0] == 0.0:
        return 0.0, first
    line, marks, at, common = room.line, table.marks, 0, 0
    if table.shared:
        common = 1 << int(line[first + marks[0]])
        at = 1
    for seat in range(table.free.shape[0]):
        mask, pair = room.seen[seat], room.twice[seat]
        pair |= mask & common
        mask |= common
        for k in range(at, at + table.free[seat]):
            card = 1 << int(line[first + marks[k]])
            pair |= mask & card
            mask |= card
        at += table.free[seat]
        room.held[seat] = mask
        room.values[seat] = low_value(mask, pair, tables.unpaired, tables.paired)
    return room.weight[0], first
