"""The folds of a razz hand: the complement of its plays, behind the cards that all its hands have alike.

``(8-8-)7`` becomes ``xx7, !(8-8-)7``, which holds the played hands as they were written, so that turning it again
brings that very text back. With weights, or hands taken out already, they are written anew: ``xx7, (8-8-)7@50``.
"""

from dataclasses import replace
from math import perm

import numpy as np

from engine.arrays import F64
from engine.cards import TextError
from engine.ranges.razz import RazzHand, read_razz_hand
from engine.ranges.razz_products import ALL_RANKS
from engine.ranges.razz_text import RazzDeck, RazzItem, RazzSlot, RazzText, format_razz, parse_razz, read_name

FREE = RazzSlot(ALL_RANKS, free=True)
ANY_CHOICE = RazzSlot(ALL_RANKS)
"""Any card, said."""
TAKEN_OUT = ", !"


def any_behind(text: str) -> str:
    """Return the text of any cards behind those that all hands of a text have alike, as ``xx7``; the text itself where
    it cannot be read."""
    try:
        return format_razz(RazzText((_whole(parse_razz(text)),)))
    except TextError:
        return text


def turned(text: str, order: str | None = None) -> str:
    """Return the text of the hands that a seat folds which plays ``text``, or the other way round; ``text`` itself
    where nothing or everything is left. ``order``: that of shares of down cards."""
    try:
        hand = parse_razz(text, order=order)
        result = _complement(text, hand)
        return result if len(read_razz_hand(result, order=order).choices) and not _says_nothing(hand) else text
    except TextError:
        return text


def folded_share(text: str, order: str | None = None) -> float | None:
    """Return the part of any cards behind its up cards that a text holds; None where it says nothing of them."""
    try:
        hand = read_razz_hand(text, order=order)
    except TextError:
        return None
    return None if _says_nothing(hand.text) else _dealings(hand) / _all_dealings(hand)


def _says_nothing(hand: RazzText) -> bool:
    """Return whether a hand is particular cards and any others."""
    return len(hand.items) == 1 and hand.items[0].slots == _whole(hand).slots


def _whole(hand: RazzText) -> RazzItem:
    """Return any cards behind the particular ones that all hands have alike."""
    every = [item.slots for item in hand.items if item.weight > 0] or [item.slots for item in hand.items]
    count = max(map(len, every))
    rows = [(*slots, *(FREE,) * (count - len(slots))) for slots in every]
    columns = ({slot.ranks if slot.particular else 0 for slot in (row[at] for row in rows)} for at in range(count))
    return RazzItem(
        tuple(
            replace(rows[0][at], group=-1) if len(ranks) == 1 and 0 not in ranks else FREE
            for at, ranks in enumerate(columns)
        )
    )


def _complement(text: str, hand: RazzText) -> str:
    whole = _whole(hand)
    inside = _inside(text)
    if inside is not None:
        return inside
    if len(hand.items) > 1 and hand.items[0].weight == 1 and hand.items[0].slots == whole.slots:
        return format_razz(RazzText(tuple(_other_part(item) for item in hand.items[1:])))
    if all(item.weight == 1 for item in hand.items):
        return _without(format_razz(RazzText((whole,))), format_razz(hand) if read_name(text) else text.strip())
    return format_razz(RazzText((whole, *map(_other_part, hand.items))))


def _other_part(item: RazzItem) -> RazzItem:
    return replace(item, weight=1.0 - item.weight)


def _without(whole: str, text: str) -> str:
    is_list = len(parse_razz(text).items) > 1 and "," in text
    return f"{whole}{TAKEN_OUT}({text})" if is_list else f"{whole}{TAKEN_OUT}{text}"


def _inside(text: str) -> str | None:
    """Return the text whose complement ``text`` is written to be, None for any other."""
    whole, sign, rest = text.partition(TAKEN_OUT)
    for inner in (rest, rest[1:-1]) if sign else ():
        try:
            hand = parse_razz(inner)
            if all(item.weight == 1 for item in hand.items) and _without(whole, inner) == text:
                return inner if format_razz(RazzText((_whole(hand),))) == whole else None
        except TextError:
            continue
    return None


def _dealings(hand: RazzHand) -> float:
    """Return the weighted ways to deal the choices of a hand behind its particular cards."""
    deck = RazzDeck()
    for card in hand.cards:
        deck.take(card)
    ways: F64 = np.array([[perm(int(left), k) for k in range(8)] for left in deck.live], np.float64)
    return float(hand.ways @ np.take_along_axis(ways, hand.choices.T, axis=1).prod(axis=0))


def _all_dealings(hand: RazzHand) -> float:
    """Return the ways to deal any cards to the slots of which a hand says something."""
    rows = [item.slots for item in hand.text.items]
    said = [
        slot if slot.particular or all(len(row) <= at or _is_free(row[at]) for row in rows) else ANY_CHOICE
        for at, slot in enumerate(_whole(hand.text).slots)
    ]
    item = RazzItem(tuple(said))
    return _dealings(read_razz_hand(format_razz(RazzText((item,) if hand.cards else (item, item)))))


def _is_free(slot: RazzSlot) -> bool:
    return slot.free and slot.group < 0
