"""Atoms of questions about razz: cards by street, pairs, lows, down cards.

:class:`RazzReader` parses them, and :func:`atom_holds` evaluates them. Ranks are counted from the ace, 0, to the king.
"""

from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_

import numpy as np

from engine.arrays import I64, Bools
from engine.cards import RAZZ_RANKS, TextError, excerpt
from engine.questions.expression import (
    EquityAtom,
    Phrase,
    Relation,
    Vocabulary,
    expect_end,
    parse_rank_list,
    unknown_word_message,
)
from engine.ranges.razz_pairs import down_items, down_notices, pairs_of

STREETS = ("third", "fourth", "fifth", "sixth", "seventh")
DOWN = 2
"""The number of down cards: the card of street s (0 for third street) is in slot ``DOWN + s``."""
RANKS = 13
LOW_CARDS = 5


@dataclass(frozen=True, slots=True)
class CardAtom:
    """The card of a seat on a street has one of ``ranks``, a mask (bit 0 is the ace)."""

    seat: int
    street: int
    ranks: int


@dataclass(frozen=True, slots=True)
class PairsAtom:
    """The card of a seat on a street has the rank of an earlier card of the seat."""

    seat: int
    street: int


@dataclass(frozen=True, slots=True)
class LowAtom:
    """A seat has five different ranks of at most ``top`` (0 ace) by a street."""

    seat: int
    street: int
    top: int


@dataclass(frozen=True, slots=True)
class DownCardsAtom:
    """The two down cards of a seat are one of ``pairs`` of ranks, the lower rank first."""

    seat: int
    pairs: frozenset[tuple[int, int]]


RazzAtom = Relation | EquityAtom | CardAtom | PairsAtom | LowAtom | DownCardsAtom


@dataclass(frozen=True, slots=True)
class RazzReader:
    """Parses atoms of razz; ``lengths`` is the number of cards that each seat gets."""

    vocabulary: Vocabulary
    lengths: tuple[int, ...]
    notices: list[str] = field(default_factory=list, compare=False)
    """Notices about the down cards that have been parsed so far."""

    def __call__(self, phrase: Phrase) -> RazzAtom:
        """Parse the tokens of one atom.

        Raises:
            TextError: they are not an atom of razz.
        """
        first = phrase.take()
        assert first is not None
        if not self.vocabulary.is_seat(first):
            seats = f"1 to {len(self.vocabulary.names)}"
            message = f"'{excerpt(first.text)}' is not a seat: an event begins with a seat ({seats})"
            raise TextError(f"{message} or a name in quotes, as in 1 seventh low 8", first.start)
        seat = self.vocabulary.seat(first)
        relation = self.vocabulary.relation(seat, phrase)
        if relation is not None:
            return relation
        at, street = phrase.position, self.vocabulary.has_or_street(phrase)
        if street is None:
            return DownCardsAtom(seat, _pairs(phrase, self.notices))
        if DOWN + street >= self.lengths[seat]:
            raise TextError(f"seat {seat + 1} has folded: it gets no card on {STREETS[street]} street", at)
        return self._on_street(seat, street, phrase)

    def _on_street(self, seat: int, street: int, phrase: Phrase) -> RazzAtom:
        """Parse the end of an atom about one street: ``pairs``, ``low 8``, or the ranks of the card dealt there."""
        token, at = phrase.next, phrase.position
        if token is not None and token.word == "pairs":
            phrase.take()
            expect_end(phrase)
            return PairsAtom(seat, street)
        if token is not None and token.word == "low":
            phrase.take()
            at = phrase.position
            top = _rank(phrase.rest, at)
            if top < LOW_CARDS - 1:
                raise TextError("the best low is a five: five different ranks", at)
            return LowAtom(seat, street, top)
        if token is not None and token.text[0].isalpha() and len(token.text) > 1:
            raise TextError(unknown_word_message(token.text, ("pairs", "low"), "word for a card; ranks are [9-K]"), at)
        return CardAtom(seat, street, _ranks(phrase.rest, at))


def _rank(text: str, at: int) -> int:
    """Return the index of a rank in :data:`RAZZ_RANKS`, written as a sign or as a number from 10 to 13.

    Raises TextError with the position ``at`` if ``text`` is not a rank.
    """
    word = text.strip().upper()
    sign = {"10": "T", "11": "J", "12": "Q", "13": "K"}.get(word, word)
    if len(sign) != 1 or sign not in RAZZ_RANKS:
        message = (
            f"'{excerpt(text)}' is not a rank (A, 2, .. K)" if word else "a rank is missing here, as in 1 fifth low 8"
        )
        raise TextError(message, at)
    return RAZZ_RANKS.index(sign)


def _ranks(text: str, at: int) -> int:
    """Return the ranks of a sign (``9``) or a list in brackets (``[9-K]``) as a mask with one bit per rank."""
    word = text.strip()
    if not word:
        raise TextError("ranks are missing here, as in 1 fourth [9-K]", at)
    if not word.startswith("["):
        return 1 << _rank(word, at)
    return reduce(or_, (1 << rank for rank in parse_rank_list(word, at, RAZZ_RANKS, "[A25] or [9-K]")))


def _pairs(phrase: Phrase, notices: list[str]) -> frozenset[tuple[int, int]]:
    """Parse the down cards at the end of a phrase, and return all pairs of ranks that they allow, cards gone or not.

    Hints about readings that a user may not expect are added to ``notices``.
    """
    at, text = phrase.position, phrase.rest
    if not text:
        raise TextError("down cards are missing here, as in 1 has (8-8-)", at)
    sign = next((sign for sign in "@:" if sign in text), None)
    if sign is not None:
        raise TextError("down cards in a question have no weights", at + text.index(sign))
    try:
        items = down_items(text)
    except TextError as error:
        raise TextError(error.message, at + error.position) from None
    notices.extend(down_notices(text))
    return frozenset[tuple[int, int]]().union(*map(pairs_of, items))


def standing_values(counts: I64) -> I64:
    """Return the value of the best low of the cards so far, int64[n], higher is better.

    ``counts`` int64[n, 13]: the number of cards of each rank. Hands of fewer than five cards are compared in the same
    way: fewer pairs are better, then lower cards.
    """
    packed = (counts << 4 * np.arange(RANKS)).sum(axis=1)
    different, inverse = np.unique(packed, return_inverse=True)
    return np.array([_standing_value(int(code)) for code in different], np.int64)[inverse]


@cache
def _standing_value(packed: int) -> int:
    """Return the value of the best low of cards whose counts by rank are packed into 4 bits each.

    Worse hands get a larger code: first how often their ranks occur, most frequent first, then the ranks themselves.
    """
    ranks = [rank for rank in range(RANKS) for _ in range(packed >> 4 * rank & 15)]
    if len(ranks) > LOW_CARDS:
        return max(_standing_value(packed - (1 << 4 * rank)) for rank in set(ranks))
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    groups += [(0, 0)] * (LOW_CARDS - len(groups))
    code = 0
    for count, _ in groups:
        code = code * 5 + count
    for _, rank in groups:
        code = code * RANKS + rank
    return (1 << 40) - code


def atom_holds(atom: RazzAtom, ranks: I64, counts: I64) -> Bools:
    """Return for each hand whether an atom about one seat is true, bool[n].

    ``ranks`` int64[n]: the rank of the card on the street of the atom. ``counts`` int64[n, 13]: the number of cards of
    each rank up to and including this card; for :class:`DownCardsAtom` those of the two down cards.
    """
    if isinstance(atom, CardAtom):
        return np.asarray((atom.ranks >> ranks & 1).astype(np.bool_))
    if isinstance(atom, PairsAtom):
        return np.asarray(counts[np.arange(len(ranks)), ranks] > 1)
    if isinstance(atom, LowAtom):
        return np.asarray((counts[:, : atom.top + 1] > 0).sum(axis=1) >= LOW_CARDS)
    assert isinstance(atom, DownCardsAtom)
    table = np.zeros((RANKS, RANKS), np.bool_)
    for low, high in atom.pairs:
        table[low, high] = True
    present = counts > 0
    return np.asarray(table[present.argmax(axis=1), RANKS - 1 - present[:, ::-1].argmax(axis=1)])
