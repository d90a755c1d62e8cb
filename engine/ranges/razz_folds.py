"""The folding range of a razz hand: the complement of the played hands, with the cards that all its hands share.

``(8-8-)7`` becomes ``xx7, !(8-8-)7``. The played hands stay in the text unchanged, so that inverting it
again restores the original text. A text with weights or exclusions is written in a new form: ``xx7, (8-8-)7@50``.
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
"""Any card, as an explicit choice."""
TAKEN_OUT = ", !"


def any_behind(text: str) -> str:
    """Return the text of any cards with the cards that all hands of ``text`` share, as ``xx7``; ``text`` if it cannot
    be read."""
    try:
        return format_razz(RazzText((_shared_cards(parse_razz(text)),)))
    except TextError:
        return text


def turned(text: str, order: str | None = None) -> str:
    """Return the text of the hands that a seat folds if it plays ``text``, or vice versa.

    Return ``text`` itself if nothing or everything would remain. ``order``: the ranking of down cards for shares.
    """
    try:
        hand = parse_razz(text, order=order)
        result = _complement(text, hand)
        return result if len(read_razz_hand(result, order=order).choices) and not _is_unrestricted(hand) else text
    except TextError:
        return text


def folded_share(text: str, order: str | None = None) -> float | None:
    """Return the share of all hands with the same up cards that a text contains; None if it says nothing about other
    cards."""
    try:
        hand = read_razz_hand(text, order=order)
    except TextError:
        return None
    return None if _is_unrestricted(hand.text) else _dealings(hand) / _all_dealings(hand)


def _is_unrestricted(hand: RazzText) -> bool:
    """Return True if a hand is nothing but particular cards and free ones."""
    return len(hand.items) == 1 and hand.items[0].slots == _shared_cards(hand).slots


def _shared_cards(hand: RazzText) -> RazzItem:
    """Return the item of any cards with the particular cards that all hands have in common."""
    hands = [item.slots for item in hand.items if item.weight > 0] or [item.slots for item in hand.items]
    count = max(map(len, hands))
    rows = [(*slots, *(FREE,) * (count - len(slots))) for slots in hands]
    columns = ({slot.ranks if slot.particular else 0 for slot in (row[at] for row in rows)} for at in range(count))
    return RazzItem(
        tuple(
            replace(rows[0][at], group=-1) if len(ranks) == 1 and 0 not in ranks else FREE
            for at, ranks in enumerate(columns)
        )
    )


def _complement(text: str, hand: RazzText) -> str:
    """Return the text of the complement, in the first of three forms that applies."""
    shared = _shared_cards(hand)
    # First undo an earlier complement. Then a text that begins with all hands: its weights are inverted. Then append
    # the original text as an exclusion, or, with weights, append the inverted items.
    original = _inside(text)
    if original is not None:
        return original
    if len(hand.items) > 1 and hand.items[0].weight == 1 and hand.items[0].slots == shared.slots:
        return format_razz(RazzText(tuple(_inverted(item) for item in hand.items[1:])))
    if all(item.weight == 1 for item in hand.items):
        return _without(format_razz(RazzText((shared,))), format_razz(hand) if read_name(text) else text.strip())
    return format_razz(RazzText((shared, *map(_inverted, hand.items))))


def _inverted(item: RazzItem) -> RazzItem:
    return replace(item, weight=1.0 - item.weight)


def _without(whole: str, text: str) -> str:
    is_list = len(parse_razz(text).items) > 1 and "," in text
    return f"{whole}{TAKEN_OUT}({text})" if is_list else f"{whole}{TAKEN_OUT}{text}"


def _inside(text: str) -> str | None:
    """Return the original text if ``text`` is its complement as written by this module, else None."""
    shared, sign, rest = text.partition(TAKEN_OUT)
    for inner in (rest, rest[1:-1]) if sign else ():
        try:
            hand = parse_razz(inner)
            if all(item.weight == 1 for item in hand.items) and _without(shared, inner) == text:
                return inner if format_razz(RazzText((_shared_cards(hand),))) == shared else None
        except TextError:
            continue
    return None


def _dealings(hand: RazzHand) -> float:
    """Return the weighted number of ways to deal the choices of a hand, given its particular cards."""
    deck = RazzDeck()
    for card in hand.cards:
        deck.take(card)
    ways: F64 = np.array([[perm(int(left), k) for k in range(8)] for left in deck.live], np.float64)
    return float(hand.ways @ np.take_along_axis(ways, hand.choices.T, axis=1).prod(axis=0))


def _all_dealings(hand: RazzHand) -> float:
    """Return the number of ways to deal any cards to the slots that a hand restricts."""
    rows = [item.slots for item in hand.text.items]
    slots = [
        slot if slot.particular or all(len(row) <= at or _is_free(row[at]) for row in rows) else ANY_CHOICE
        for at, slot in enumerate(_shared_cards(hand.text).slots)
    ]
    # Two equal items make particular cards choices, as in the hand itself if it has no known cards.
    item = RazzItem(tuple(slots))
    return _dealings(read_razz_hand(format_razz(RazzText((item,) if hand.cards else (item, item)))))


def _is_free(slot: RazzSlot) -> bool:
    return slot.free and slot.group < 0
