"""Atoms of questions about hold'em: hands by the words of made hands and draws, ranges, the board."""

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import numpy as np

from engine.arrays import I64, Bools
from engine.cards import DECK_SIZE, RANKS, SUITS, TextError, parse_cards, shown
from engine.questions.expression import (
    AT_SHOWDOWN,
    BEATS,
    ON_STREET,
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
from engine.ranges.street_filters import Among, InCell
from engine.ranges.street_text import item_complaint, read_word
from engine.scenario import Dialect, RangeName

STREETS = ("flop", "turn", "river")
BOARD_WORDS = ("paired", "two-tone", "monotone", "rainbow", "connected")
STRAIGHT_MASKS = tuple(sum(1 << (low + step) % 13 for step in range(5)) for low in (12, *range(9)))
"""Masks of the five ranks in a row, ace low first."""


@dataclass(frozen=True, slots=True)
class MadeHandAtom:
    """A seat has one of these made hands and draws on a street: ``cells`` is a mask of ``engine.ranges.made_names``
    cells."""

    seat: int
    street: int
    cells: int


@dataclass(frozen=True, slots=True)
class HoleCardsAtom:
    """The hole cards of a seat are in a range; ``combos`` are the bytes of bool[1326]."""

    seat: int
    combos: bytes


@dataclass(frozen=True, slots=True)
class BoardAtom:
    """The board of a street is so, or has one of the ``cards`` (a mask)."""

    street: int
    word: str
    cards: int = 0


@dataclass(frozen=True, slots=True)
class StreetCardAtom:
    """The card of a street is one of ``cards`` (a mask), or (``pairs``) has the rank of an earlier card there."""

    street: int
    cards: int
    pairs: bool = False


HoldemAtom = Relation | MadeHandAtom | HoleCardsAtom | BoardAtom | StreetCardAtom


@dataclass(frozen=True, slots=True)
class HoldemReader:
    """Reads atoms; ranges by the ``dialect``, ``order`` and ``names`` of the table."""

    words: Vocabulary
    dialect: Dialect
    order: Order | None
    names: tuple[RangeName, ...] = ()
    notices: list[str] = field(default_factory=list, compare=False)
    """Notices about the ranges that were read so far."""

    def __call__(self, phrase: Phrase) -> HoldemAtom:
        """Return an atom.

        Raises:
            TextError: it cannot be read.
        """
        first = phrase.take()
        assert first is not None
        if first.word == "board":
            return read_board_atom(phrase, self.words.street(phrase))
        if first.word in STREETS[1:]:
            at, street, token = phrase.position, STREETS.index(first.word), phrase.next
            if token is not None and token.word == "pairs":
                phrase.take()
                expect_end(phrase)
                return StreetCardAtom(street, 0, pairs=True)
            return StreetCardAtom(street, read_cards_mask(phrase.rest, at))
        if not self.words.is_seat(first):
            message = unknown_word_message(
                first.text, ("any", "all", "board", "turn", "river"), "seat, board or street"
            )
            places = f"an event begins with a place (1 to {len(self.words.names)})"
            raise TextError(f"{message}: {places}, as in 1 flop set given 1 has 77", first.start)
        return self._of_seat(self.words.seat(first), phrase)

    def _of_seat(self, seat: int, phrase: Phrase) -> HoldemAtom:
        relation = self.words.relation(seat, phrase)
        if relation is not None:
            return relation
        token, at = phrase.next, phrase.position
        if token is not None and token.word == "has":
            phrase.take()
            return HoleCardsAtom(seat, self._range(phrase))
        if token is None or token.word not in (*STREETS, "now"):
            choices = (*STREETS, "now", "has", *AT_SHOWDOWN, BEATS, *ON_STREET)
            raise TextError(unknown_word_message(token.text if token else "", choices, "word after a seat"), at)
        street = self.words.street(phrase)
        return MadeHandAtom(seat, street, _cells(phrase))

    def _range(self, phrase: Phrase) -> bytes:
        at, text = phrase.position, phrase.rest
        if not text:
            raise TextError("a range is missing here, as in 1 has AA, AKs", at)
        result = next((sign for sign in ">@:" if sign in text), None)
        if result is not None:
            message = (
                "a range in a question has no weights" if result != ">" else "a range in a question has no filters"
            )
            raise TextError(message, at + text.index(result))
        try:
            range_ = parse_range(text, self.dialect, self.order, self.names)
        except TextError as error:
            raise TextError(error.message, at + error.position) from None
        self.notices.extend((*notation_notices(range_), *range_.notices))
        return np.asarray(range_.weights > 0).tobytes()


def read_board_atom(phrase: Phrase, street: int) -> BoardAtom:
    """Return the atom of a word for the board of a street, or of cards on it.

    Raises:
        TextError: it cannot be read.
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
    if not word:
        raise TextError("a made hand or draw is missing here", at)
    if word.startswith("!") or any(sign in word for sign in ":@>"):
        raise TextError(f"'{shown(word)}': a question has no weights, filters or '!'; write 'not'", at)
    try:
        item = read_word(word)
    except TextError as error:
        raise TextError(error.message, at) from None
    if item is None:
        raise TextError(item_complaint(word, _read_cell), at)
    if item == Among("any draw"):
        return reduce(or_, (1 << FIRST_DRAW + DRAWS.index(name) for name in DRAWING))
    if not isinstance(item, InCell):
        raise TextError(f"'{shown(word)}': a question goes by classes of made hands and draws, not by this", at)
    if item.or_better:
        cells = range(item.cell + 1) if item.cell < FIRST_KICKER else range(item.cell, FIRST_DRAW)
        return reduce(or_, (1 << cell for cell in cells))
    return 1 << item.cell


def _read_cell(word: str) -> InCell | None:
    """Return the class or draw that a word names; None for what a question does not go by."""
    item = read_word(word)
    return item if isinstance(item, InCell) else None


def read_cards_mask(text: str, at: int, *, suits: bool = True) -> int:
    """Return the mask of the cards that ``[9TJ]``, ``[2-6]``, ``9``, ``9h`` or, with ``suits``, ``h`` stand for.

    Raises:
        TextError: it is none of these; ``at`` is where the text begins.
    """
    word = text.strip()
    if not word:
        raise TextError("a rank, card or list of ranks is missing here, as in [9TJ]", at)
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
        raise TextError(f"'{shown(word)}' is more than one card; a list of ranks is [9TJ]", at)
    return 1 << cards[0][0]


def on_boards(atom: HoldemAtom, boards: I64) -> Bools:
    """Return on which boards int64[n, 5] an atom about the board holds, bool[n]."""
    if isinstance(atom, StreetCardAtom) and atom.pairs:
        last = 2 + atom.street
        return np.asarray((boards[:, :last] >> 2 == boards[:, last : last + 1] >> 2).any(axis=1))
    if isinstance(atom, StreetCardAtom):
        return _among(boards[:, 2 + atom.street], atom.cards)
    assert isinstance(atom, BoardAtom)
    cards = boards[:, : 3 + atom.street]
    if atom.word == "has":
        return np.asarray(_among(cards, atom.cards).any(axis=1))
    if atom.word in ("two-tone", "monotone", "rainbow"):
        suits = np.sort(cards & 3, axis=1)
        kinds = 1 + (np.diff(suits, axis=1) > 0).sum(axis=1)
        wanted = {"monotone": 1, "two-tone": 2, "rainbow": cards.shape[1]}[atom.word]
        return np.asarray(kinds == wanted)
    ranks = np.bitwise_or.reduce(1 << (cards >> 2), axis=1)
    if atom.word == "paired":
        return np.asarray(np.bitwise_count(ranks) < cards.shape[1])
    return np.asarray(np.any([np.bitwise_count(ranks & span) >= 3 for span in STRAIGHT_MASKS], axis=0))


def _among(cards: I64, mask: int) -> Bools:
    chosen = np.array([mask >> card & 1 for card in range(DECK_SIZE)], np.bool_)
    return np.asarray(chosen[cards])
