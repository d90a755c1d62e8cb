"""What remains of a deal, from shuffled cards: the cards to come and the hands of seats that may hold anything.

A shuffled deck is laid out in a circle and read through *windows*: the cards at fixed marks, turned on card by card
until every card has been at every mark. Then come other marks, and so on. Each window by itself is a uniform draw, and
the windows of one set of marks deal every card equally often.

Beside hands that were drawn some of the cards are others: see ``guests``.
"""

from typing import NamedTuple

import numpy as np

from engine.kernels._jit import inlined, part
from engine.kernels.arrays import I64, U64
from engine.kernels.common.rng import shuffle
from engine.kernels.holdem.high import HighTables


class Marks(NamedTuple):
    """Where windows take their cards, by sets: ``board`` int64[sets, to come], ``hands`` int64[sets, uniform seats, 2].

    ``reach``: how far the marks go from the first card of a window.
    """

    board: I64
    hands: I64
    reach: int


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
