"""What remains of a deal beside hands that were drawn, every card equally often: cards to come and uniform hands.

The hands drawn for a trial always have the same number of cards, so the same number is left. As many cards, those that
the hands seldom hold, have a *home* in the deck that is shuffled; the others are *guests*. Windows are read from this
deck as without hands (see ``windows``). Where the hands hold a card that is at home, a guest that they do not hold
takes its place: the first of these for the first such card, and so on.

The shuffle has nothing to do with the hands, so each trial is a uniform draw from what they leave. The windows of one
set of marks bring every place to every mark once: all cards that stay at home come equally often, guests on average.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels._jit import inlined, part
from engine.kernels.arrays import I64, U64
from engine.kernels.holdem.high import HighTables
from engine.kernels.holdem.windows import Cards, Known, Marks, Windows, Words, make_windows

ONE = np.uint64(1)


class Guests(NamedTuple):
    """``cards`` int64[g] that have no home; ``homes``: the bits of the others; ``present``: those that the hands leave
    come first, g + 1 of them.
    """

    cards: I64
    homes: np.uint64
    present: Cards


def new_guests(homes: I64, guests: I64, bits: U64) -> Guests:
    """Return the ``guests`` int64[g] of a deck of ``homes`` int64[n]; ``bits`` uint64[52]: of the cards."""
    room, u = len(guests) + 1, np.uint64
    at_home = np.bitwise_or.reduce(bits[homes], initial=u(0))
    return Guests(guests, at_home, Cards(np.zeros(room, u), np.zeros(room, u)))


@inlined
def bits_below(bit: np.uint64, word: np.uint64) -> np.uint64:
    """Count the bits of a word below a ``bit`` (compilers know this loop)."""
    word &= bit - ONE
    count = np.uint64(0)
    while word:
        word &= word - ONE
        count += ONE
    return count


@inlined
def invite(held: np.uint64, tables: HighTables, guests: Guests) -> None:
    """List the guests whose cards are not ``held`` (bits)."""
    count = np.uint64(0)
    for i in range(guests.cards.shape[0]):
        card = guests.cards[i]
        bit = tables.bits[card]
        guests.present.keys[count] = tables.keys[card]
        guests.present.suits[count] = bit
        count += np.uint64((held & bit) == 0)


@inlined
def seated(
    key: np.uint64, suits: np.uint64, away: np.uint64, tables: HighTables, guests: Guests
) -> tuple[np.uint64, np.uint64]:
    """Return the two words of some cards with guests in the places of those that are ``away`` (bits)."""
    missing = suits & away
    while missing:
        bit = missing & (~missing + ONE)
        place = bits_below(bit, ~np.uint64(0))
        guest = bits_below(bit, away)
        key += guests.present.keys[guest] - tables.keys[4 * (place & np.uint64(15)) + (place >> np.uint64(4))]
        suits ^= bit | guests.present.suits[guest]
        missing ^= bit
    return key, suits


@part
def deal_rests(
    tuples: int,
    rests: int,
    held: U64,
    known: Known,
    marks: Marks,
    uniform: I64,
    tables: HighTables,
    state: U64,
    windows: Windows,
    guests: Guests,
    words: Words,
) -> None:
    """Deal so many ``rests`` of each tuple, of which ``held`` uint64[tuples] are the bits: boards and uniform seats.

    Rest k of tuple i is trial k * tuples + i. ``uniform`` int64[uniform seats]: the rows of their words; ``state``
    uint64[4]: the generator. It begins with a deck of its own.
    """
    source, size = windows.words, windows.cards.shape[0]
    made, at, left = 0, 0, tuples * rests
    for i in range(tuples):
        away = held[i] & guests.homes
        invite(held[i], tables, guests)
        for k in range(rests):
            if at == made:
                # All windows of a set, of as many sets as there are or are needed.
                made = min((left + size - 1) // size, marks.board.shape[0]) * size
                make_windows(made, known, marks, tables, state, windows)
                at = 0
            to = i + k * tuples
            key, suits = seated(source.board_keys[at], source.board_suits[at], away, tables, guests)
            words.board_keys[to], words.board_suits[to] = key, suits
            for j in range(uniform.shape[0]):
                key, suits = seated(source.keys[j, at], source.suits[j, at], away, tables, guests)
                words.keys[uniform[j], to], words.suits[uniform[j], to] = key, suits
            at += 1
            left -= 1
