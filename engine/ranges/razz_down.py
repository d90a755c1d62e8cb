"""Texts of two down cards in razz, as ``(8-8-)`` or ``A7-, (6-6-)@50``: a weight for each pair of ranks.

Suits do not matter and no card leaves the deck: a text says with which pairs something is done, not what was dealt.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from engine.arrays import F64
from engine.cards import TextError
from engine.ranges.razz import Pattern, read_hand, rows
from engine.ranges.razz_products import ALL_PAIRS, RANK_COUNT, Pair
from engine.ranges.razz_text import RazzItem

DOWN = 2
EVERYTHING = ("random", "any", "*", "100%")
"""Words for any two down cards."""


def pairs_of(item: RazzItem) -> frozenset[Pair]:
    """Return the pairs of ranks that the first two slots of an item describe."""
    result = set()
    for ranks, _, _ in rows(Pattern((item,))):
        firsts, seconds = ((rank,) if rank >= 0 else range(RANK_COUNT) for rank in ranks[:DOWN])
        result |= {(min(a, b), max(a, b)) for a in firsts for b in seconds}
    return frozenset(result)


def down_items(text: str, door: int | None = None, order: str | None = None) -> tuple[RazzItem, ...]:
    """Return the items of a text of down cards; ``door`` is the rank that shares go by (``15%``), ``order``
    their order.

    Raises:
        TextError: it cannot be read, or has more than two slots.
    """
    items = read_hand(text, door=door, order=order).text.items
    for item in items:
        if len(item.slots) > DOWN:
            raise TextError("down cards are two slots", item.slots[DOWN].position)
    return items


@lru_cache(maxsize=64)
def down_weights(text: str, door: int | None = None, order: str | None = None) -> F64:
    """Return the weight of each pair of down cards, float64[91] in the order of ``ALL_PAIRS``, read only; ``door`` is
    the rank that shares go by (``15%``), ``order`` their order.

    Of items that describe the same pair the later one stands; no item: weight 0.

    Raises:
        TextError: as :func:`down_items`.
    """
    result: F64 = np.zeros(len(ALL_PAIRS))
    if text.strip().lower() in EVERYTHING:
        result[:] = 1.0
    else:
        for item in down_items(text, door, order):
            result[places_of(pairs_of(item))] = item.weight
    result.setflags(write=False)
    return result


def places_of(pairs: Iterable[Pair]) -> list[int]:
    """Return the places of pairs in ``ALL_PAIRS``."""
    return [_PLACES[pair] for pair in pairs]


_PLACES = {pair: place for place, pair in enumerate(ALL_PAIRS)}
