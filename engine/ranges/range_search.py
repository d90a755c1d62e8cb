"""The search of the range page: which hands match. Words separated by blanks must all match, commas separate
alternatives.

Hold'em: a rank (``A``), a card (``Ah``), ``pairs``, ``suited``, ``offsuit``, ``broadway``, or any range (``TT+``).
Razz: ranks among the down cards (``A``, ``A2``, ``7-``), up cards after a slash (``A2/9``), ``pairs``, ``no pairs``.
"""

import re
from collections.abc import Callable

import numpy as np

from engine.arrays import I64, Bools
from engine.cards import COMBOS, RANKS, RAZZ_RANKS, SUITS, TextError
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import SETS, combos_in
from engine.ranges.orders import Order
from engine.ranges.razz_text import parse_razz
from engine.scenario import Dialect

Mask = Bools
Cards = tuple[tuple[str, ...], I64]
_Rule = Callable[[str], bool]
"""Returns True if the down or the up cards match."""

_CARD = re.compile(r"(10|[2-9TJQKA])([shdc♠♥♦♣])?", re.IGNORECASE)
_SIGNS = dict(zip("♠♥♦♣", SUITS, strict=True))
_NO_PAIRS = re.compile(r"\bno\s+pairs?\b|\bnopairs?\b", re.IGNORECASE)
NO_PAIRS, PAIRS = "nopairs", ("pair", "pairs")


def _kept(text: str, size: int, mask_of: Callable[[str], Mask | None]) -> Mask | None:
    """Return which of ``size`` rows match, bool[size], given the mask of each word; None if a word has no mask."""
    kept = np.zeros(size, np.bool_)
    for part in filter(str.strip, re.split(r"[,;]", text)):
        result = np.ones(size, np.bool_)
        for word in part.split():
            mask = mask_of(word)
            if mask is None:
                return None
            result &= mask
        kept |= result
    return kept if text.strip(" ,;") else ~kept


def combo_mask(text: str, dialect: Dialect, order: Order | None) -> Mask | None:
    """Return the combos that match, bool[1326], or None if the search cannot be read."""
    return _kept(text, len(COMBOS), lambda word: _word_mask(word, dialect, order))


def _word_mask(word: str, dialect: Dialect, order: Order | None) -> Mask | None:
    """Return the combos that match a word, bool[1326], or None if the word cannot be read.

    A card or a rank is tried first, then the names of sets such as ``broadway``, then any range.
    """
    card = _CARD.fullmatch(word)
    if card:
        rank = RANKS.index(card[1].upper().replace("10", "T"))
        suit = SUITS.index(_SIGNS.get(card[2], card[2].lower())) if card[2] else None
        cards: I64 = COMBOS.astype(np.int64)
        same = np.equal(cards >> 2, rank) if suit is None else np.equal(cards, 4 * rank + suit)
        return np.asarray(same.any(axis=1), dtype=np.bool_)
    cells = SETS.get(word.lower()) or SETS.get(f"{word.lower()}s")
    if cells is not None:
        return combos_in(cells)
    try:
        return parse_range(word, dialect, order).weights > 0
    except TextError:
        return None


def row_mask(text: str, downs: Cards, ups: Cards) -> Mask | None:
    """Return the rows of a razz hand that match, bool[n], or None if the search cannot be read.

    ``downs`` and ``ups``: the distinct texts of down cards and of up cards, and for each row the index of its text,
    int64[n]. Rules are evaluated once per distinct text.
    """

    def mask_of(word: str) -> Mask | None:
        """Return the rows that match one word, bool[n], or None if it cannot be read.

        Down and up cards are tested apart, once per distinct text, and the results are spread to the rows by
        ``column``.
        """
        rules = _rules(word)
        if rules is None:
            return None
        down, up = (
            np.array([rule(cards) for cards in texts], np.bool_)[column]
            for rule, (texts, column) in zip(rules, (downs, ups), strict=True)
        )
        return np.logical_and(down, up)

    return _kept(_NO_PAIRS.sub(NO_PAIRS, text), len(downs[1]), mask_of)


def _rules(word: str) -> tuple[_Rule, _Rule] | None:
    """Return the conditions of a word on the down cards and on the up cards, or None if it cannot be read."""
    if word.lower() in (*PAIRS, NO_PAIRS):
        paired = word.lower() in PAIRS
        return lambda cards: (cards[0] == cards[1]) is paired, lambda cards: True
    down, _, up = word.partition("/")
    first, second = _masks(down), _masks(up)
    if first is None or second is None or len(first) > 2:
        return None
    return lambda cards: _holds(cards, first), lambda cards: _holds(cards, second)


def _holds(cards: str, masks: list[int]) -> bool:
    """Return True if each of ``masks`` matches a card of its own."""
    if not masks:
        return True
    # Backtracking: try every card for the first mask, then the remaining cards for the other masks.
    first, rest = masks[0], masks[1:]
    return any(
        first >> RAZZ_RANKS.index(sign) & 1 and _holds(cards[:i] + cards[i + 1 :], rest)
        for i, sign in enumerate(cards)
        if sign != "x"
    )


def _masks(text: str) -> list[int] | None:
    """Return the rank masks of a slot text, or None if it cannot be read."""
    if not text:
        return []
    try:
        items = parse_razz(text).items
    except TextError:
        return None
    return [slot.ranks for slot in items[0].slots] if len(items) == 1 else None
