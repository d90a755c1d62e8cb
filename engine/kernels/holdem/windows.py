"""What remains of a deal, from shuffled cards: the cards to come and the hands of seats that may hold anything.

A shuffled deck is laid out in a circle and read through *windows*: the cards at fixed marks, turned on card by card
until every card has been at every mark. Then come other marks, and so on. Each window by itself is a uniform draw, and
the windows of one set of marks deal every card equally often.

With hands that were drawn some of the cards are others, and still every card comes equally often. The hands drawn for a
trial always have the same number of cards, so the same number is left. As many cards, those that the hands seldom hold,
have a *home* in the deck that is shuffled; the others are *guests*. Windows are read from this deck as without hands,
but in an order in which the next few have no card in common: these are the rests of a tuple. Where the hands hold a
card that is at home, a guest that they do not hold takes its place: the first of these for the first such card, and so
on.

The shuffle has nothing to do with the hands, so each trial is a uniform draw from what they leave. The windows of one
set of marks bring every place to every mark once: all cards that stay at home come equally often, guests on average.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import I64, U64
from engine.kernels.common.rng import shuffle
from engine.kernels.holdem.high import HighTables
from engine.kernels.jit import inlined, part


class Marks(NamedTuple):
    """Where windows take their cards, by sets: ``board`` int64[sets, to come], ``hands`` int64[sets, uniform seats, 2].

    ``reach``: how far the marks go from the first card of a window. ``order`` int64[windows]: in which those of a deck
    are read beside hands, set by set.
    """

    board: I64
    hands: I64
    reach: int
    order: I64


class Words(NamedTuple):
    """The words of the evaluator for a number of deals.

    ``keys``, ``suits`` uint64[seats, deals]: of the hands; ``board_keys``, ``board_suits`` uint64[deals].
    """

    keys: U64
    suits: U64
    board_keys: U64
    board_suits: U64


def new_words(seats: int, deals: int) -> Words:
    """Return room for the words of ``deals`` deals."""
    u = np.uint64
    return Words(np.zeros((seats, deals), u), np.zeros((seats, deals), u), np.zeros(deals, u), np.zeros(deals, u))


class Known(NamedTuple):
    """What is there before the rest is dealt: the two words of the known board, how many cards are ``to_come``."""

    key: np.uint64
    suits: np.uint64
    to_come: int


class Cards(NamedTuple):
    """The words of cards or of sets of cards: ``keys``, ``suits`` uint64[n]."""

    keys: U64
    suits: U64


class Windows(NamedTuple):
    """The windows of a shuffled deck: ``cards`` int64[deck] and ``words``, of the uniform seats and behind them others.

    ``line``: the deck + reach cards of the circle.
    """

    cards: I64
    words: Words
    line: Cards


def new_windows(deck: I64, marks: Marks, others: int = 0) -> Windows:
    """Return room for the windows of ``deck`` int64[n] (cards), and for the words of so many ``others`` seats."""
    count, line, u = len(deck) * len(marks.board), len(deck) + marks.reach, np.uint64
    uniform = marks.hands.shape[1]
    words = new_words(uniform + others, count)
    return Windows(deck.copy(), words, Cards(np.zeros(line, u), np.zeros(line, u)))


@inlined
def lay_out(cards: I64, tables: HighTables, line: Cards) -> None:
    """Write the words of shuffled ``cards`` int64[deck] to the ``line`` of deck + reach cards, round the circle."""
    size = cards.shape[0]
    for i in range(size):
        line.keys[i] = tables.keys[cards[i]]
        line.suits[i] = tables.bits[cards[i]]
    for i in range(size, line.keys.shape[0]):
        line.keys[i] = line.keys[i - size]
        line.suits[i] = line.suits[i - size]


@inlined
def cards_from(line: Cards, first: int, size: int) -> Cards:
    """Return ``size`` cards of a line from ``first`` on."""
    return Cards(line.keys[first : first + size], line.suits[first : first + size])


@part
def put_card(key: np.uint64, suits: np.uint64, cards: Cards, found: Cards) -> None:
    """Write ``key`` and ``suits`` with each of the ``cards`` at one mark to ``found``, by window of a set."""
    for i in range(found.keys.shape[0]):
        found.keys[i] = key + cards.keys[i]
    for i in range(found.keys.shape[0]):
        found.suits[i] = suits | cards.suits[i]


@part
def add_cards(first: Cards, second: Cards, found: Cards) -> None:
    """Add the cards at two marks to ``found``, by window of a set."""
    for i in range(found.keys.shape[0]):
        found.keys[i] += first.keys[i] + second.keys[i]
    for i in range(found.keys.shape[0]):
        found.suits[i] |= first.suits[i] | second.suits[i]


@part
def put_hands(first: Cards, second: Cards, found: Cards) -> None:
    """Write the hands with the cards at two marks to ``found``, by window of a set."""
    for i in range(found.keys.shape[0]):
        found.keys[i] = first.keys[i] + second.keys[i]
    for i in range(found.keys.shape[0]):
        found.suits[i] = first.suits[i] | second.suits[i]


@part
def make_boards(key: np.uint64, suits: np.uint64, marks: I64, line: Cards, found: Cards) -> None:
    """Write the boards of a set of windows, ``key`` and ``suits`` on all of them, to ``found``.

    ``marks`` int64[cards to come]; ``line``: deck + reach cards; ``found``: deck of them.
    """
    size, to_come = found.keys.shape[0], marks.shape[0]
    if to_come % 2:
        put_card(key, suits, cards_from(line, marks[0], size), found)
    else:
        for i in range(size):
            found.keys[i], found.suits[i] = key, suits
    for j in range(to_come % 2, to_come, 2):
        add_cards(cards_from(line, marks[j], size), cards_from(line, marks[j + 1], size), found)


@part
def make_windows(wanted: int, known: Known, marks: Marks, tables: HighTables, state: U64, windows: Windows) -> None:
    """Shuffle the deck; fill the first ``wanted`` windows, and those of the same set of marks as the last of them.

    ``state`` uint64[4]: the generator.
    """
    size, line = windows.cards.shape[0], windows.line
    shuffle(windows.cards, state)
    lay_out(windows.cards, tables, line)
    for number in range((wanted + size - 1) // size):
        first, last = number * size, (number + 1) * size
        boards = Cards(windows.words.board_keys[first:last], windows.words.board_suits[first:last])
        make_boards(known.key, known.suits, marks.board[number], line, boards)
        for hand in range(marks.hands.shape[1]):
            one, other = marks.hands[number, hand, 0], marks.hands[number, hand, 1]
            hands = Cards(windows.words.keys[hand, first:last], windows.words.suits[hand, first:last])
            put_hands(cards_from(line, one, size), cards_from(line, other, size), hands)


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
            window = marks.order[at]
            key, suits = seated(source.board_keys[window], source.board_suits[window], away, tables, guests)
            words.board_keys[to], words.board_suits[to] = key, suits
            for j in range(uniform.shape[0]):
                key, suits = seated(source.keys[j, window], source.suits[j, window], away, tables, guests)
                words.keys[uniform[j], to], words.suits[uniform[j], to] = key, suits
            at += 1
            left -= 1
