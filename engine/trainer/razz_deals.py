"""Razz hands dealt at random from the text of a range, each with its exact probability.

The probability of every hand is computed first, so that a deal never has to be tried again because its cards were gone.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import TextError
from engine.ranges.razz_products import ALL_RANKS, RANK_COUNT
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, format_razz, parse_razz

MAX_CARDS = 5
DOWN_CARDS = 2
"""Cards face down that a hand begins with; their order does not matter."""
ANY_CARD = RazzSlot(ALL_RANKS, free=True)


def with_card_count(text: str, count: int) -> RazzText:
    """Return the parsed text of a range, with each hand extended to ``count`` cards by unknown cards.

    Raises:
        TextError: the text cannot be read, or a hand has more than ``count`` cards.
    """
    hand = parse_razz(text)
    if count > MAX_CARDS or any(len(item.slots) > count for item in hand.items):
        raise TextError(f"a hand of a spot has at most {min(count, MAX_CARDS)} cards")
    return RazzText(
        tuple(replace(item, slots=(*item.slots, *(ANY_CARD,) * (count - len(item.slots)))) for item in hand.items)
    )


def deal_probabilities(hand: RazzText, live: Sequence[int]) -> F64:
    """Return the relative probability of dealing each hand: its weight times the number of its combinations.

    ``hand``: a range whose hands all have the same number of cards. ``live``: the number of cards left of each rank.

    Returns float64[13, ..., 13]: an axis for each card in the order of the deal, indexed by its rank.
    """
    count = len(hand.items[0].slots)
    ranks = np.indices((RANK_COUNT,) * count, sparse=True)
    weights = np.zeros((RANK_COUNT,) * count)
    for item in hand.items:  # if several items contain a hand, the last one gives its weight
        included = _includes(item, ranks)
        if count >= DOWN_CARDS:
            included |= included.swapaxes(0, 1)
        weights[included] = item.weight
    left = np.array(live)
    for card in range(count):
        # Earlier cards of the same rank are no longer there for this one.
        ways = left[ranks[card]] - sum((ranks[card] == ranks[earlier]).astype(np.int64) for earlier in range(card))
        weights *= np.maximum(ways, 0)
    return weights


def _includes(item: RazzItem, ranks: Sequence[I64]) -> Bools:
    """Return for all hands, by rank of each card, whether the item contains them, bool[13, ..., 13]."""
    included = np.ones((RANK_COUNT,) * len(item.slots), np.bool_)
    for card, slot in enumerate(item.slots):
        included &= (slot.ranks >> ranks[card] & 1).astype(np.bool_)
        for earlier in range(card):
            if slot.group >= 0 and slot.group == item.slots[earlier].group:  # cards of a group have different ranks
                included &= ranks[card] != ranks[earlier]
    return included


def deal(hand: RazzText, live: Sequence[int], generator: np.random.Generator) -> tuple[int, ...] | None:
    """Return the ranks of a random hand in the order of the deal, or None if no hand is left."""
    weights = deal_probabilities(hand, live)
    cumulative = np.cumsum(weights)
    if not cumulative[-1] > 0:
        return None
    index = int(np.searchsorted(cumulative, generator.random() * cumulative[-1], side="right"))
    return tuple(int(rank) for rank in np.unravel_index(min(index, weights.size - 1), weights.shape))


def with_up_cards(hand: RazzText, ups: Sequence[int]) -> str:
    """Return the text of those hands of a range that show the up cards ``ups`` (ranks); the down cards do not
    change."""
    items = []
    for item in hand.items:
        slots = list(item.slots)
        for card, rank in enumerate(ups, start=DOWN_CARDS):
            if not slots[card].ranks >> rank & 1:
                break
            slots[card] = RazzSlot(1 << rank, particular=True, group=slots[card].group)
        else:
            grouped = [(slot.group, slot.ranks) for slot in slots if slot.group >= 0 and slot.particular]
            if len(set(grouped)) == len(grouped):
                items.append(replace(item, slots=tuple(slots)))
    return format_razz(RazzText(tuple(items)))
