"""Hands of razz texts drawn by their weights and by the cards that are left, without trying again.

All hands of so many cards are weighed together, an array with an axis of 13 ranks a card, and one of them is drawn.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import TextError
from engine.ranges.razz_products import ALL_RANKS, RANK_COUNT
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, format_razz, parse_razz

MOST_CARDS = 5
DOWN = 2
"""Cards face down that a hand begins with, in either order."""
FREE = RazzSlot(ALL_RANKS, free=True)


def with_slots(text: str, count: int) -> RazzText:
    """Return a text whose hands all have ``count`` cards, the further ones free.

    Raises:
        TextError: it cannot be read, or a hand has more cards.
    """
    hand = parse_razz(text)
    if count > MOST_CARDS or any(len(item.slots) > count for item in hand.items):
        raise TextError(f"a spot has hands of at most {min(count, MOST_CARDS)} cards")
    return RazzText(
        tuple(replace(item, slots=(*item.slots, *(FREE,) * (count - len(item.slots)))) for item in hand.items)
    )


def deal_chances(hand: RazzText, live: Sequence[int]) -> F64:
    """Return how likely each hand is dealt, up to a factor: its weight times its ways.

    ``hand`` has as many slots in all items; ``live`` are the cards left of each rank. float64[13, .., 13]: an axis a
    card, as they are dealt.
    """
    count = len(hand.items[0].slots)
    ranks = np.indices((RANK_COUNT,) * count, sparse=True)
    weights = np.zeros((RANK_COUNT,) * count)
    for item in hand.items:  # of items that fit the same cards the last one stands
        fits = _fits(item, ranks)
        if count >= DOWN:
            fits |= fits.swapaxes(0, 1)
        weights[fits] = item.weight
    left = np.array(live)
    for at in range(count):
        ways = left[ranks[at]] - sum((ranks[at] == ranks[before]).astype(np.int64) for before in range(at))
        weights *= np.maximum(ways, 0)
    return weights


def _fits(item: RazzItem, ranks: Sequence[I64]) -> Bools:
    fits = np.ones((RANK_COUNT,) * len(item.slots), np.bool_)
    for at, slot in enumerate(item.slots):
        fits &= (slot.ranks >> ranks[at] & 1).astype(np.bool_)
        for before in range(at):
            if slot.group >= 0 and slot.group == item.slots[before].group:
                fits &= ranks[at] != ranks[before]
    return fits


def deal(hand: RazzText, live: Sequence[int], generator: np.random.Generator) -> tuple[int, ...] | None:
    """Return the ranks of a hand, as they are dealt; None where none is left."""
    chances = deal_chances(hand, live)
    total = np.cumsum(chances)
    if not total[-1] > 0:
        return None
    place = int(np.searchsorted(total, generator.random() * total[-1], side="right"))
    return tuple(int(rank) for rank in np.unravel_index(min(place, chances.size - 1), chances.shape))


def with_up_cards(hand: RazzText, ups: Sequence[int]) -> str:
    """Return the text of the hands that show the up cards ``ups``; its down cards stay as they are."""
    items = []
    for item in hand.items:
        slots = list(item.slots)
        for at, rank in enumerate(ups, start=DOWN):
            if not slots[at].ranks >> rank & 1:
                break
            slots[at] = RazzSlot(1 << rank, particular=True, group=slots[at].group)
        else:
            grouped = [(slot.group, slot.ranks) for slot in slots if slot.group >= 0 and slot.particular]
            if len(set(grouped)) == len(grouped):
                items.append(replace(item, slots=tuple(slots)))
    return format_razz(RazzText(tuple(items)))
