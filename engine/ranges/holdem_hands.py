"""The words of hold'em ranges as sets of combos: ``AKs``, ``ATs+``, ``99-66``, ``Ahx``, ``any``.

Spans of classes: ``22+``, ``ATs+``, ``99-66``, ``A5s-A2s``, ``T9s-65s``. Spans with suits, as PioSOLVER writes them
(``8s8h+``, ``AhAs-QhQs``), follow the same rules with the suits of both cards fixed. Weights, exclusion and brackets
around several words belong to ``holdem_items``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.arrays import Places
from engine.cards import (
    RANKS,
    SUIT_SIGNS,
    SUITS,
    TextError,
    card,
    card_text,
    combo_index,
    excerpt,
    rank_of,
    read_card,
    suit_of,
)
from engine.scenario import Dialect

ACE = 12
SPAN_FORMS = "the ends of a span must be two pairs (99-66), share the top card (A5s-A2s) or have the same gap (T9s-65s)"

Ranks = tuple[int, int]
"""The higher and the lower rank."""

Hand = tuple[int, int]
"""Two cards, the higher rank first; for a pair the suit that comes first in s, h, d, c."""


def ranks_upwards(first: Ranks, *, climbs: bool) -> list[Ranks]:
    """Return the ranks of ``22+`` or ``ATs+``: pairs climb, otherwise the kicker rises.

    ``climbs``: connectors such as ``T9s+`` climb, too.
    """
    top, low = first
    if top == low or (top - low == 1 and climbs):
        return [(t, low + t - top) for t in range(top, ACE + 1)]
    return [(top, kicker) for kicker in range(low, top)]


def ranks_between(first: Ranks, last: Ranks) -> list[Ranks] | None:
    """Return the ranks of a span given by its ends, or None if they are not the ends of a span."""
    (top, low), (end_top, end_low) = sorted((first, last), reverse=True)
    if top - low == end_top - end_low:
        return [(t, t - top + low) for t in range(end_top, top + 1)]
    if top == end_top and top not in (low, end_low):
        return [(top, kicker) for kicker in range(end_low, low + 1)]
    return None


def climbing_notice(name: str, first: Ranks, highest: str) -> str | None:
    """Return a notice about how ``name`` with a ``+`` is read if other programs climb to ``highest``, else None."""
    top, low = first
    if top - low != 1 or top == ACE:
        return None
    return f"{name}+ is {name} alone; other programs read it as {name}-{highest}"


def suited_span(match: re.Match[str], at: int, *, climbs: bool) -> tuple[list[int], str | None]:
    """Return the combos of a span with suits, and a notice or None.

    ``match``: two cards (group 1), then ``+`` (group 2) or two more cards (group 3). ``at``: the position for errors.

    Raises:
        TextError: a card is there twice, the suits of the ends differ, or this is no span.
    """
    first = _hand(match[1], at)
    ranks, suits = _ranks(first), _suits(first)
    if match[2]:
        highest = _text((card(ACE, suits[0]), card(ACE - 1, suits[1])))
        notice = None if climbs else climbing_notice(_text(first), ranks, highest)
        return _combos(ranks_upwards(ranks, climbs=climbs), suits), notice
    last = _hand(match[3], at)
    ranks_of_span = ranks_between(ranks, _ranks(last))
    if ranks_of_span is None:
        raise TextError(f"'{excerpt(match[0])}': {SPAN_FORMS}", at)
    if suits != _suits(last):
        meant = f"{_text(first)}-{_text((card(rank_of(last[0]), suits[0]), card(rank_of(last[1]), suits[1])))}"
        raise TextError(f"'{excerpt(match[0])}': both ends of a span have the same suits; did you mean {meant}?", at)
    return _combos(ranks_of_span, suits), None


def _hand(text: str, at: int) -> Hand:
    """Return two cards, the higher rank first; of a pair the one whose suit is first in the order s, h, d, c.

    Raises:
        TextError: it is the same card twice.
    """
    one, end = read_card(text, 0)
    other, _ = read_card(text, end)
    if one == other:
        raise TextError(f"'{excerpt(text)}': a hand cannot hold the same card twice", at)
    high, low = sorted((one, other), key=lambda c: (-rank_of(c), suit_of(c)))
    return high, low


def _ranks(hand: Hand) -> Ranks:
    return rank_of(hand[0]), rank_of(hand[1])


def _suits(hand: Hand) -> tuple[int, int]:
    return suit_of(hand[0]), suit_of(hand[1])


def _text(hand: Hand) -> str:
    return card_text(hand[0]) + card_text(hand[1])


def _combos(ranks: list[Ranks], suits: tuple[int, int]) -> list[int]:
    return [combo_index(card(top, suits[0]), card(low, suits[1])) for top, low in ranks]


Combos = Places
"""Indices of combos (``cards.combo_index``), each at most once."""

Kind = str
"""``s`` suited, ``o`` offsuit, "" for both, or for a pair."""

Class = tuple[int, int, Kind]
"""A starting-hand class: the higher rank, the lower rank, suited or not."""

RANK_FORM = "(?:10|[2-9TtJjQqKkAa])"
SUIT_FORM = f"[shdcSHDC{''.join(SUIT_SIGNS)}]\ufe0f?"
_CLASS = f"({RANK_FORM})({RANK_FORM})([sSoO]?)"
_DASH = r"\s*-\s*"
_CLASSES = re.compile(f"{_CLASS}(?:({re.escape('+')})|{_DASH}{_CLASS})?")
_COMBO = re.compile(f"(?:{RANK_FORM}{SUIT_FORM}){{2}}")
_SUITED_SPAN = re.compile(f"({_COMBO.pattern})(?:([+])|{_DASH}({_COMBO.pattern}))")
_WILD = re.compile(f"({RANK_FORM})({SUIT_FORM})?[xX]([sSoO]|{SUIT_FORM})?")


@cache
def class_combos(top: int, low: int, kind: Kind) -> Combos:
    """Return the combos of a starting-hand class; ``top`` >= ``low``."""
    result = [
        combo_index(card(top, s), card(low, t))
        for s in range(4)
        for t in range(4)
        if (s < t if top == low else kind == "" or (s == t) == (kind == "s"))
    ]
    return _frozen(result)


CLASSES: tuple[Class, ...] = (
    *((r, r, "") for r in range(13)),
    *((top, low, kind) for kind in "so" for top in range(13) for low in range(top)),
)
"""The 169 starting-hand classes: pairs from deuces to aces, then suited, then offsuit hands."""


@cache
def class_of_combo() -> tuple[Places, Places]:
    """Return the index in ``CLASSES`` of each combo's class, int64[1326], and the sizes of the classes, int64[169].

    Both arrays are read-only.
    """
    class_indices = np.empty(1326, np.intp)
    for number, class_ in enumerate(CLASSES):
        class_indices[class_combos(*class_)] = number
    sizes = np.bincount(class_indices)
    class_indices.setflags(write=False)
    sizes.setflags(write=False)
    return class_indices, sizes


def class_text(top: int, low: int, kind: Kind) -> str:
    """Return a class as text: ``AKs``."""
    return RANKS[top] + RANKS[low] + kind


@cache
def all_combos() -> Combos:
    """Return all 1,326 combos."""
    return _frozen(range(1326))


@dataclass(frozen=True, slots=True)
class NamedHands:
    """Hands with ``names`` of their own; the first is the one displayed. ``meaning`` is the text for the help."""

    names: tuple[str, ...]
    meaning: str
    combos: Callable[[], Combos]


EVERY_HAND = NamedHands(("random", "any", "*"), "every combo; any and * mean the same", all_combos)
NAMED_HANDS = (EVERY_HAND,)
HANDS_BY_NAME: Mapping[str, NamedHands] = {name: hands for hands in NAMED_HANDS for name in hands.names}


@cache
def _combo_numbers() -> Mapping[str, int]:
    """Return the index of each combo by its text, with either card first."""
    return {card_text(a) + card_text(b): combo_index(a, b) for a in range(52) for b in range(52) if a != b}


@cache
def _wild_combos(rank: int, suit: int | None, kind: Kind) -> Combos:
    """Return the combos with a given card (or with any card of a rank) and any second card of that suitedness."""
    if suit is not None:
        held = card(rank, suit)
        return _frozen(combo_index(held, other) for other in range(52) if other != held)
    others = [r for r in range(13) if r != rank or kind == ""]
    return _frozen(int(i) for r in others for i in class_combos(max(r, rank), min(r, rank), kind))


@cache
def _suited_with(held: int) -> Combos:
    return _frozen(combo_index(held, other) for other in range(52) if other != held and suit_of(other) == suit_of(held))


def _frozen(indices: Iterable[int]) -> Combos:
    combos = np.fromiter(indices, np.intp)
    combos.setflags(write=False)
    return combos


def read_hands(word: str, at: int, dialect: Dialect) -> tuple[Combos, str | None] | None:
    """Return the combos that ``word`` means, and a notice if the reading may surprise; None if it has no known form.

    ``at``: the position of the word, for errors.

    Raises:
        TextError: the word has a known form but means nothing.
    """
    # Two plain cards are by far the most frequent word of long texts; a dict is faster than a pattern.
    number = _combo_numbers().get(word)
    if number is not None:
        return all_combos()[number : number + 1], None
    match = _CLASSES.fullmatch(word)
    if match:
        return _read_classes(match, at, dialect)
    if _COMBO.fullmatch(word):
        one, end = read_card(word, 0)
        other, _ = read_card(word, end)
        if one == other:
            raise TextError(f"'{word}': a hand cannot hold the same card twice", at)
        return _frozen([combo_index(one, other)]), None
    match = _SUITED_SPAN.fullmatch(word)
    if match:
        combos, notice = suited_span(match, at, climbs=dialect == "climb")
        return _frozen(combos), notice
    wild = _WILD.fullmatch(word)
    if wild and (wild[2] or (wild[3] or "s").lower() in "so"):
        return _read_wild(word, at, *wild.groups()), None
    named = HANDS_BY_NAME.get(word.lower())
    return None if named is None else (named.combos(), None)


def _read_classes(match: re.Match[str], at: int, dialect: Dialect) -> tuple[Combos, str | None]:
    """Return the combos of a class (``AKs``), a class with ``+``, or a span, and a notice if it may be
    misunderstood."""
    first = _class(match, at, *match.group(1, 2, 3))
    last = _class(match, at, *match.group(5, 6, 7)) if match[5] else None
    turned = _turned_notice(match, first, last)
    if match[4]:
        combos, notice = _upwards(first, dialect)
        return combos, notice or turned
    return class_combos(*first) if last is None else _span(match, at, first, last), turned


def _turned_notice(match: re.Match[str], first: Class, last: Class | None) -> str | None:
    """Return a notice about a word with the lower rank first, or None."""
    ends = [first] if last is None else [first, last]
    written = [(_rank(match[1]), _rank(match[2]))] + ([] if last is None else [(_rank(match[5]), _rank(match[6]))])
    if all(top >= low for top, low in written):
        return None
    return f"'{excerpt(match[0])}' is read as {'-'.join(class_text(*end) for end in ends)}{match[4] or ''}"


def _class(match: re.Match[str], at: int, top_text: str, low_text: str, kind: str) -> Class:
    """Return a class. The lower rank may come first (``25o``)."""
    low, top = sorted((_rank(top_text), _rank(low_text)))
    kind = kind.lower()
    if top == low and kind:
        name = {"s": "suited", "o": "offsuit"}[kind]
        raise TextError(f"'{excerpt(match[0])}': a pair is never {name}; did you mean {class_text(top, low, '')}?", at)
    return top, low, kind


def _rank(text: str) -> int:
    return RANKS.index("T" if text == "10" else text.upper())


def _upwards(first: Class, dialect: Dialect) -> tuple[Combos, str | None]:
    top, low, kind = first
    climbs = dialect == "climb"
    notice = None if climbs else climbing_notice(class_text(*first), (top, low), class_text(ACE, ACE - 1, kind))
    return _union((t, k, kind) for t, k in ranks_upwards((top, low), climbs=climbs)), notice


def _span(match: re.Match[str], at: int, first: Class, last: Class) -> Combos:
    """Return the combos of a span between two classes, such as ``ATs-A7s`` or ``T9o-76o``, in any order.

    Raises:
        TextError: the ends are on no common line, or are not of the same kind; the message suggests a span.
    """
    (top, low, kind), (end_top, end_low, end_kind) = sorted((first, last), reverse=True)
    ranks_of_span = ranks_between((top, low), (end_top, end_low))
    if ranks_of_span is None:
        raise TextError(f"'{excerpt(match[0])}': {SPAN_FORMS}", at)
    if kind != end_kind:
        either = "so" if kind and end_kind else kind + end_kind
        meant = " or ".join("-".join(class_text(*end[:2], k) for end in (first, last)) for k in either)
        meant = class_text(top, low, "") if (top, low) == (end_top, end_low) else meant
        raise TextError(
            f"'{excerpt(match[0])}': both ends of a span are suited or both offsuit; did you mean {meant}?", at
        )
    return _union((t, k, kind) for t, k in ranks_of_span)


def _union(classes: Iterator[Class]) -> Combos:
    return np.concatenate([class_combos(*c) for c in classes])


def _read_wild(word: str, at: int, rank: str, suit: str | None, second: str | None) -> Combos:
    """Read ``Ax``, ``Axs``, ``Ahx`` or PokerCruncher's ``Ahxh``. ``second``: the suit or suitedness after the x."""
    if suit is None:
        return _wild_combos(_rank(rank), None, (second or "").lower())
    held, _ = read_card(word, 0)
    if second is None:
        return _wild_combos(rank_of(held), suit_of(held), "")
    if SUIT_SIGNS.get(second[0], second.lower()) != SUITS[suit_of(held)]:
        name = card_text(held)
        raise TextError(f"'{word}': a suit behind x is that of the card; did you mean {name}x or {name}x{name[1]}?", at)
    return _suited_with(held)
