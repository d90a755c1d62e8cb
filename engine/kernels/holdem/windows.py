"""The rest of a deal, from shuffled cards: the cards to come, and the hands of seats that can have any two cards.

A shuffled deck is a circle that is read through *windows*: the cards at fixed distances, the *marks*, from a start. The
start moves on card by card until every card has been at every mark; then another set of marks is used, and so on. Each
window by itself is a uniform draw, and the windows of one set of marks deal every card equally often.

If hands have been drawn before, their cards are missing, and still every card should come equally often. All tuples of
hands have the same number of cards, so the number of cards left, n, is always the same. The n cards that the hands have
most rarely have a *home* in the deck that is shuffled; the others are *guests*. Windows are read from this deck, in an
order in which the next few have no common card: these are the rests of a tuple. If the hands have a card with a home, a
guest that they do not have replaces it: the first such guest replaces the first such card, and so on.

The shuffle is independent of the hands, so each trial is a uniform draw from the cards that they leave. The windows of
one set of marks bring every position to every mark once, so cards that stay at home come equally often, and guests do
so on average.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import I64, U64
from engine.kernels.common.rng import shuffle
from engine.kernels.holdem.high import HighTables
from engine.kernels.jit import inlined, subkernel


class Marks(NamedTuple):
    """The distances at which windows take their cards, by sets of marks.

    ``board`` int64[sets, to come]; ``hands`` int64[sets, uniform seats, 2]. ``reach``: the largest distance from the
    first card of a window. ``order`` int64[windows]: the order in which the windows of a deck are read for drawn hands.
    """

    board: I64
    hands: I64
    reach: int
    order: I64


class DealWords(NamedTuple):
    """The words of the evaluator for a number of deals.

    ``keys``, ``suits`` uint64[seats, deals]: of the hands; ``board_keys``, ``board_suits`` uint64[deals].
    """

    keys: U64
    suits: U64
    board_keys: U64
    board_suits: U64


def new_deal_words(seats: int, deals: int) -> DealWords:
    """Return room for the words of ``deals`` deals."""
    u = np.uint64
    return DealWords(np.zeros((seats, deals), u), np.zeros((seats, deals), u), np.zeros(deals, u), np.zeros(deals, u))


class KnownBoard(NamedTuple):
    """The known board: its two words, and how many cards are ``to_come``."""

    key: np.uint64
    suits: np.uint64
    to_come: int


class CardWords(NamedTuple):
    """The words of cards or of sets of cards: ``keys``, ``suits`` uint64[n]."""

    keys: U64
    suits: U64


class Windows(NamedTuple):
    """The windows of a shuffled deck.

    ``cards`` int64[deck]; ``words``: of all windows, the uniform seats first; ``line``: the circle as a line of deck +
    reach cards, so that no window wraps around.
    """

    cards: I64
    words: DealWords
    line: CardWords


def new_windows(deck: I64, marks: Marks, others: int = 0) -> Windows:
    """Return room for the windows of ``deck`` int64[n] (cards), with the words of ``others`` more seats."""
    count, line, u = len(deck) * len(marks.board), len(deck) + marks.reach, np.uint64
    uniform = marks.hands.shape[1]
    words = new_deal_words(uniform + others, count)
    return Windows(deck.copy(), words, CardWords(np.zeros(line, u), np.zeros(line, u)))


@inlined
def lay_out_circle(cards: I64, tables: HighTables, line: CardWords) -> None:
    """Write the words of shuffled ``cards`` int64[deck] to ``line``, and its first cards again at the end."""
    size = cards.shape[0]
    for i in range(size):
        line.keys[i] = tables.keys[cards[i]]
        line.suits[i] = tables.bits[cards[i]]
    for i in range(size, line.keys.shape[0]):
        line.keys[i] = line.keys[i - size]
        line.suits[i] = line.suits[i - size]


@inlined
def cards_from(line: CardWords, first: int, size: int) -> CardWords:
    """Return ``size`` cards of a line from ``first`` on."""
    return CardWords(line.keys[first : first + size], line.suits[first : first + size])


@subkernel
def put_card(key: np.uint64, suits: np.uint64, cards: CardWords, result: CardWords) -> None:
    """Write ``key`` and ``suits`` with the cards at one mark added to ``result``, for all windows of a set."""
    for i in range(result.keys.shape[0]):
        result.keys[i] = key + cards.keys[i]
    for i in range(result.keys.shape[0]):
        result.suits[i] = suits | cards.suits[i]


@subkernel
def add_card_words(first: CardWords, second: CardWords, result: CardWords) -> None:
    """Add the cards at two marks to ``result``, for all windows of a set."""
    for i in range(result.keys.shape[0]):
        result.keys[i] += first.keys[i] + second.keys[i]
    for i in range(result.keys.shape[0]):
        result.suits[i] |= first.suits[i] | second.suits[i]


@subkernel
def put_hands(first: CardWords, second: CardWords, result: CardWords) -> None:
    """Write the hands of the cards at two marks to ``result``, for all windows of a set."""
    for i in range(result.keys.shape[0]):
        result.keys[i] = first.keys[i] + second.keys[i]
    for i in range(result.keys.shape[0]):
        result.suits[i] = first.suits[i] | second.suits[i]


@subkernel
def make_boards(key: np.uint64, suits: np.uint64, marks: I64, line: CardWords, result: CardWords) -> None:
    """Write the boards of a set of windows, with the known ``key`` and ``suits`` on all of them, to ``result``.

    ``marks`` int64[cards to come]; ``line``: deck + reach cards; ``result``: one board for each card of the deck.
    """
    size, to_come = result.keys.shape[0], marks.shape[0]
    if to_come % 2:
        put_card(key, suits, cards_from(line, marks[0], size), result)
    else:
        for i in range(size):
            result.keys[i], result.suits[i] = key, suits
    for j in range(to_come % 2, to_come, 2):
        add_card_words(cards_from(line, marks[j], size), cards_from(line, marks[j + 1], size), result)


@subkernel
def make_windows(count: int, known: KnownBoard, marks: Marks, tables: HighTables, state: U64, windows: Windows) -> None:
    """Shuffle the deck and fill its first ``count`` windows, rounded up to complete sets of marks.

    ``state`` uint64[4]: the generator.
    """
    size, line = windows.cards.shape[0], windows.line
    shuffle(windows.cards, state)
    lay_out_circle(windows.cards, tables, line)
    for number in range((count + size - 1) // size):
        first, last = number * size, (number + 1) * size
        boards = CardWords(windows.words.board_keys[first:last], windows.words.board_suits[first:last])
        make_boards(known.key, known.suits, marks.board[number], line, boards)
        for hand in range(marks.hands.shape[1]):
            one, other = marks.hands[number, hand, 0], marks.hands[number, hand, 1]
            hands = CardWords(windows.words.keys[hand, first:last], windows.words.suits[hand, first:last])
            put_hands(cards_from(line, one, size), cards_from(line, other, size), hands)


ONE = np.uint64(1)


class Guests(NamedTuple):
    """The cards without a home.

    ``cards`` int64[g]; ``homes``: the bits of all cards with a home; ``present``: room for g + 1 cards, first the
    guests that the current hands leave.
    """

    cards: I64
    homes: np.uint64
    present: CardWords


def new_guests(homes: I64, guests: I64, bits: U64) -> Guests:
    """Return the ``guests`` int64[g] of a deck of ``homes`` int64[n]; ``bits`` uint64[52]: of the cards."""
    room, u = len(guests) + 1, np.uint64
    at_home = np.bitwise_or.reduce(bits[homes], initial=u(0))
    return Guests(guests, at_home, CardWords(np.zeros(room, u), np.zeros(room, u)))


@inlined
def bits_below(bit: np.uint64, word: np.uint64) -> np.uint64:
    """Return the number of bits of ``word`` below ``bit`` (compilers recognize this loop as a population count)."""
    word &= bit - ONE
    count = np.uint64(0)
    while word:
        word &= word - ONE
        count += ONE
    return count


@inlined
def invite(hand_bits: np.uint64, tables: HighTables, guests: Guests) -> None:
    """List in ``guests.present`` the guests that are not among the cards ``hand_bits`` (bits)."""
    count = np.uint64(0)
    for i in range(guests.cards.shape[0]):
        card = guests.cards[i]
        bit = tables.bits[card]
        guests.present.keys[count] = tables.keys[card]
        guests.present.suits[count] = bit
        count += np.uint64((hand_bits & bit) == 0)


@inlined
def seated(
    key: np.uint64, suits: np.uint64, away: np.uint64, tables: HighTables, guests: Guests
) -> tuple[np.uint64, np.uint64]:
    """Return the two words of some cards, with guests replacing those that are ``away`` (bits)."""
    missing = suits & away
    # The rank of a missing card among all cards away is the number of its guest, so no guest is used twice.
    while missing:
        bit = missing & (~missing + ONE)
        card_bit = bits_below(bit, ~np.uint64(0))
        guest = bits_below(bit, away)
        key += guests.present.keys[guest] - tables.keys[4 * (card_bit & np.uint64(15)) + (card_bit >> np.uint64(4))]
        suits ^= bit | guests.present.suits[guest]
        missing ^= bit
    return key, suits


@subkernel
def deal_rests(
    tuples: int,
    rests: int,
    hand_bits: U64,
    known: KnownBoard,
    marks: Marks,
    uniform: I64,
    tables: HighTables,
    state: U64,
    windows: Windows,
    guests: Guests,
    words: DealWords,
) -> None:
    """Deal ``rests`` rests for each of ``tuples`` tuples of hands: boards and the hands of uniform seats.

    Rest k of tuple i is trial k * tuples + i. ``hand_bits`` uint64[tuples]: the bits of the hands; ``uniform``
    int64[uniform seats]: the rows of their words; ``state`` uint64[4]: the generator. Starts with a newly shuffled
    deck.
    """
    source, size = windows.words, windows.cards.shape[0]
    available, at, remaining = 0, 0, tuples * rests
    for i in range(tuples):
        away = hand_bits[i] & guests.homes
        invite(hand_bits[i], tables, guests)
        for k in range(rests):
            if at == available:
                # All windows of complete sets of marks: as many sets as needed, or all of the deck's.
                available = min((remaining + size - 1) // size, marks.board.shape[0]) * size
                make_windows(available, known, marks, tables, state, windows)
                at = 0
            to = i + k * tuples
            window = marks.order[at]
            key, suits = seated(source.board_keys[window], source.board_suits[window], away, tables, guests)
            words.board_keys[to], words.board_suits[to] = key, suits
            for j in range(uniform.shape[0]):
                key, suits = seated(source.keys[j, window], source.suits[j, window], away, tables, guests)
                words.keys[uniform[j], to], words.suits[uniform[j], to] = key, suits
            at += 1
            remaining -= 1
