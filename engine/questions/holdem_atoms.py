"""Atoms of questions about hold'em: made hands and draws, hole cards, the board and its cards.

:class:`HoldemReader` parses them; :func:`on_boards` evaluates those about the board. Those about hands are evaluated by
the kernels.
"""

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import numpy as np

from engine.arrays import I64, Bools
from engine.cards import DECK_SIZE, RANKS, SUITS, TextError, excerpt, parse_cards
from engine.questions.expression import (
    EquityAtom,
    Phrase,
    Relation,
    Vocabulary,
    expect_end,
    parse_rank_list,
    unknown_word_message,
)
from engine.ranges.holdem import notation_notices, parse_range
from engine.ranges.made_hands import DRAWING
from engine.ranges.made_names import DRAWS, FIRST_DRAW, FIRST_KICKER
from engine.ranges.orders import Order
from engine.ranges.street_filters import InCell, InHandSet
from engine.ranges.street_text import item_message, read_filter_word
from engine.scenario import Dialect, RangeName

STREETS = ("flop", "turn", "river")
BOARD_WORDS = ("paired", "two-tone", "monotone", "rainbow", "connected")
STRAIGHT_MASKS = tuple(sum(1 << (low + step) % 13 for step in range(5)) for low in (12, *range(9)))
"""The masks of five consecutive ranks (bit 0 is the deuce, bit 12 the ace), first that of ace to five."""


@dataclass(frozen=True, slots=True)
class MadeHandAtom:
    """A seat has one of several made hands and draws on a street; ``cells`` is their mask.

    The bits of the mask are the cells of ``engine.ranges.made_names``.
    """

    seat: int
    street: int
    cells: int


@dataclass(frozen=True, slots=True)
class HoleCardsAtom:
    """The hole cards of a seat are in a range; ``combos`` are the bytes of bool[1326], which makes atoms hashable."""

    seat: int
    combos: bytes


@dataclass(frozen=True, slots=True)
class BoardAtom:
    """The board of a street has a texture, or contains a card.

    ``word`` is one of :data:`BOARD_WORDS`, or ``has`` if the board has to contain one of ``cards``, a mask.
    """

    street: int
    word: str
    cards: int = 0


@dataclass(frozen=True, slots=True)
class StreetCardAtom:
    """The card of the turn or river is one of ``cards`` (a mask), or with ``pairs`` pairs an earlier board card."""

    street: int
    cards: int
    pairs: bool = False


HoldemAtom = Relation | EquityAtom | MadeHandAtom | HoleCardsAtom | BoardAtom | StreetCardAtom


@dataclass(frozen=True, slots=True)
class HoldemReader:
    """Parses atoms of hold'em. Ranges follow the ``dialect``, ``order`` and ``names`` of the table."""

    vocabulary: Vocabulary
    dialect: Dialect
    order: Order | None
    names: tuple[RangeName, ...] = ()
    notices: list[str] = field(default_factory=list, compare=False)
    """Notices about the ranges that have been parsed so far."""

    def __call__(self, phrase: Phrase) -> HoldemAtom:
        """Parse the tokens of one atom.

        Raises:
            TextError: they are not an atom of hold'em.
        """
        first = phrase.take()
        assert first is not None
        if first.word == "board":
            return read_board_atom(phrase, self.vocabulary.street(phrase))
        if first.word in STREETS[1:]:
            at, street, token = phrase.position, STREETS.index(first.word), phrase.next
            if token is not None and token.word == "pairs":
                phrase.take()
                expect_end(phrase)
                return StreetCardAtom(street, 0, pairs=True)
            return StreetCardAtom(street, read_cards_mask(phrase.rest, at))
        if not self.vocabulary.is_seat(first):
            message = unknown_word_message(
                first.text, ("any", "all", "board", "turn", "river"), "seat, board or street"
            )
            hint = f"an event begins with a seat (1 to {len(self.vocabulary.names)})"
            raise TextError(f"{message}: {hint}, as in 1 flop set given 1 has 77", first.start)
        return self._seat_atom(self.vocabulary.seat(first), phrase)

    def _seat_atom(self, seat: int, phrase: Phrase) -> HoldemAtom:
        """Parse the end of an atom about ``seat``: who wins or leads, its hole cards, or its made hand on a street."""
        relation = self.vocabulary.relation(seat, phrase)
        if relation is not None:
            return relation
        street = self.vocabulary.has_or_street(phrase)
        if street is None:
            return HoleCardsAtom(seat, self._range(phrase))
        return MadeHandAtom(seat, street, _cells(phrase))

    def _range(self, phrase: Phrase) -> bytes:
        """Parse the range at the end of a phrase, and return its combos as the bytes of bool[1326]."""
        at, text = phrase.position, phrase.rest
        if not text:
            raise TextError("a range is missing here, as in 1 has AA, AKs", at)
        sign = next((sign for sign in ">@:" if sign in text), None)
        if sign is not None:
            feature = "filters" if sign == ">" else "weights"
            raise TextError(f"a range in a question has no {feature}", at + text.index(sign))
        try:
            range_ = parse_range(text, self.dialect, self.order, self.names)
        except TextError as error:
            raise TextError(error.message, at + error.position) from None
        self.notices.extend((*notation_notices(range_), *range_.notices))
        return np.asarray(range_.weights > 0).tobytes()


def read_board_atom(phrase: Phrase, street: int) -> BoardAtom:
    """Parse the end of an atom about the board of a street: a texture, or cards that it contains.

    Raises:
        TextError: the rest of the phrase is neither.
    """
    token, at = phrase.next, phrase.position
    if token is not None and token.word in BOARD_WORDS:
        phrase.take()
        expect_end(phrase)
        return BoardAtom(street, token.word)
    if token is not None and token.text[0].isalpha() and len(token.text) > 2:
        raise TextError(unknown_word_message(token.text, BOARD_WORDS, "word for a board"), at)
    return BoardAtom(street, "has", read_cards_mask(phrase.rest, at, suits=False))


def _cells(phrase: Phrase) -> int:
    """Return the mask of the cells of a list of made hands and draws."""
    at, text = phrase.position, phrase.rest
    if not text:
        raise TextError("a made hand or draw is missing here, as in 1 flop top pair+", at)
    cells = []
    for word in text.split(","):
        start = at + len(word) - len(word.lstrip())
        cells.append(_cell_mask(word.strip(), start))
        at += len(word) + 1
    return reduce(or_, cells)


def _cell_mask(word: str, at: int) -> int:
    """Return the mask of the cells of one made hand or draw, perhaps with a ``+`` for *or better*."""
    if not word:
        raise TextError("a made hand or draw is missing here", at)
    if word.startswith("!") or any(sign in word for sign in ":@>"):
        raise TextError(f"'{excerpt(word)}': a question has no weights, filters or '!'; write 'not'", at)
    try:
        item = read_filter_word(word)
    except TextError as error:
        raise TextError(error.message, at) from None
    if item is None:
        raise TextError(item_message(word, _read_cell), at)
    if item == InHandSet("any draw"):
        return reduce(or_, (1 << FIRST_DRAW + DRAWS.index(name) for name in DRAWING))
    if not isinstance(item, InCell):
        raise TextError(f"'{excerpt(word)}': a question goes by classes of made hands and draws, not by this", at)
    if item.or_better:
        # Cells of classes go from the best one down, those of the kickers of top pair from the deuce up.
        cells = range(item.cell + 1) if item.cell < FIRST_KICKER else range(item.cell, FIRST_DRAW)
        return reduce(or_, (1 << cell for cell in cells))
    return 1 << item.cell


def _read_cell(word: str) -> InCell | None:
    """Return the class or draw that a word names, or None if it names a filter that questions do not support."""
    item = read_filter_word(word)
    return item if isinstance(item, InCell) else None


def read_cards_mask(text: str, at: int, *, suits: bool = True) -> int:
    """Return the mask of the cards that ``[9TJ]``, ``[2-6]``, ``9``, ``9h`` or, with ``suits``, ``h`` describes.

    ``at`` is the position of the text, for the position of errors.

    >>> [read_cards_mask(text, 0).bit_count() for text in ("[2-6]", "9", "9h", "h")]
    [20, 4, 1, 13]

    Raises:
        TextError: the text is none of these.
    """
    word = text.strip()
    if not word:
        raise TextError("a rank, card or list of ranks is missing here, as in [9TJ]", at)
    # A card is 4 * rank + suit, so 15 << 4 * rank are the four cards of a rank.
    if word.startswith("["):
        ranks = parse_rank_list(word, at, RANKS, "[9TJ] or [2-6]")
        return reduce(or_, (15 << 4 * rank for rank in ranks))
    if suits and len(word) == 1 and word.lower() in SUITS:
        return sum(1 << 4 * rank + SUITS.index(word.lower()) for rank in range(13))
    rank = "T" if word == "10" else word.upper()
    if rank in tuple(RANKS):
        return 15 << 4 * RANKS.index(rank)
    try:
        cards = parse_cards(word)
    except TextError as error:
        raise TextError(error.message, at + error.position) from None
    if len(cards) != 1:
        raise TextError(f"'{excerpt(word)}' is more than one card; a list of ranks is [9TJ]", at)
    return 1 << cards[0][0]


def on_boards(atom: HoldemAtom, boards: I64) -> Bools:
    """Return for each board whether an atom about the board is true, bool[n].

    ``boards`` int64[n, cards]: cards in the order of dealing, at least as many as the atom is about.
    """
    if isinstance(atom, StreetCardAtom) and atom.pairs:
        last = 2 + atom.street
        return np.asarray((boards[:, :last] >> 2 == boards[:, last : last + 1] >> 2).any(axis=1))
    if isinstance(atom, StreetCardAtom):
        return _in_mask(boards[:, 2 + atom.street], atom.cards)
    assert isinstance(atom, BoardAtom)
    cards = boards[:, : 3 + atom.street]
    if atom.word == "has":
        return np.asarray(_in_mask(cards, atom.cards).any(axis=1))
    if atom.word in ("two-tone", "monotone", "rainbow"):
        suits = np.sort(cards & 3, axis=1)
        suit_count = 1 + (np.diff(suits, axis=1) > 0).sum(axis=1)
        return np.asarray(suit_count == {"monotone": 1, "two-tone": 2, "rainbow": cards.shape[1]}[atom.word])
    ranks = np.bitwise_or.reduce(1 << (cards >> 2), axis=1)
    if atom.word == "paired":
        return np.asarray(np.bitwise_count(ranks) < cards.shape[1])
    # Connected: three ranks of some straight are on the board.
    return np.asarray(np.any([np.bitwise_count(ranks & straight) >= 3 for straight in STRAIGHT_MASKS], axis=0))


def _in_mask(cards: I64, mask: int) -> Bools:
    selected = np.array([mask >> card & 1 for card in range(DECK_SIZE)], np.bool_)
    return np.asarray(selected[cards])
