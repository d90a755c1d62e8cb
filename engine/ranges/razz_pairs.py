"""Razz texts as a triangle of down-card pairs: reading, painting, writing.

A text is split into *branches*: items with the same up cards and the same reach of the brackets around the down cards.
A branch has a weight for each of the 91 rank pairs. Some texts do not have this form, because brackets contain only one
of the down cards, or excluded hands form a branch of their own; the engine can compute them, but they cannot be
painted. Painted pairs are written as few products (``razz_products``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from engine.arrays import F64
from engine.cards import TextError
from engine.ranges.razz import Pattern, pattern_rows, read_razz_hand
from engine.ranges.razz_products import ALL_PAIRS, ALL_RANKS, RANK_COUNT, Pair, Product, cover, mask_ranks
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, format_razz, parse_razz

DOWN = 2
PAIRED_WAYS, UNPAIRED_WAYS = 6, 16
ANY_SLOT = RazzSlot(ALL_RANKS, free=True)


@dataclass(frozen=True, slots=True)
class Branch:
    """Items with the same up cards, as weights of pairs.

    ``up``: the slots from the door on. ``reach``: the number of slots, from the first one, that are in brackets
    together with the down cards (0, 2, 3 ..). ``weights``: the pairs of positive weight; empty if the down cards are
    not written, which means any two. ``loose``: one down card is a particular card and the other a choice (``A7-``);
    painting makes both a choice.
    """

    up: tuple[RazzSlot, ...] = ()
    reach: int = 0
    weights: Mapping[Pair, float] = field(default_factory=dict)
    items: tuple[RazzItem, ...] = (RazzItem((ANY_SLOT, ANY_SLOT)),)
    loose: bool = False

    @property
    def excluded(self) -> frozenset[Pair]:
        """The pairs that are impossible because the brackets also contain up cards."""
        if self.reach <= DOWN:
            return frozenset()
        up_ranks = {slot.rank for slot in self.up[: self.reach - DOWN] if not slot.ranks & (slot.ranks - 1)}
        return frozenset(pair for pair in ALL_PAIRS if pair[0] == pair[1] or up_ranks & set(pair))


@lru_cache(maxsize=64)
def read_branches(text: str, order: str | None = None) -> tuple[Branch, ...] | None:
    """Return the branches of a hand text in order, or None if it cannot be read or painted.

    A blank text has one branch of any cards.
    """
    if not text.strip():
        return (Branch(),)
    try:
        items = parse_razz(text, order=order).items
    except TextError:
        return None
    splits = [_split(item) for item in items]
    reaches_of: dict[tuple[RazzSlot, ...], set[int]] = {}
    for split in splits:
        if split is not None:
            reaches_of.setdefault(split[0], set()).add(split[1])
    result: dict[tuple[tuple[RazzSlot, ...], int], list[tuple[RazzItem, int]]] = {}
    for item, split in zip(items, splits, strict=True):
        if split is None:
            return None
        up, reach = split
        reaches = reaches_of[up]
        # Items with the same up cards but different reaches form one branch if brackets exclude complete pairs: these
        # pairs just have weight 0.
        plain = len(reaches) > 1 and _is_particular(up, max(reaches))
        result.setdefault((up, 0 if plain or reach <= DOWN else reach), []).append((item, reach))
    if len(result) > 1 and any(not any(item.weight for item, _ in group) for group in result.values()):
        return None
    return tuple(_branch(up, reach, group, alone=len(result) == 1) for (up, reach), group in result.items())


def _is_particular(up: tuple[RazzSlot, ...], reach: int) -> bool:
    """Return True if the up cards within ``reach`` have one different rank each, so that brackets exclude complete
    pairs."""
    ranks = [slot.ranks for slot in up[: max(0, reach - DOWN)]]
    return all(mask.bit_count() == 1 for mask in ranks) and len(set(ranks)) == len(ranks)


def _split(item: RazzItem) -> tuple[tuple[RazzSlot, ...], int] | None:
    """Return the up slots of an item, and how many slots from the first one are in the same group as the down cards.

    The groups among the up slots are numbered again from 0, without those of a single card. The number is 0 if the down
    cards are in no group. Return None if only one of them is in a group, or they are in different ones.
    """
    slots = [*item.slots, *(ANY_SLOT for _ in range(DOWN - len(item.slots)))]
    sizes = {slot.group: sum(other.group == slot.group for other in slots) for slot in slots}
    groups = [slot.group if sizes[slot.group] > 1 else -1 for slot in slots]
    if groups[0] != groups[1]:
        return None
    reach = groups.count(groups[0]) if groups[0] >= 0 else 0
    numbers: dict[int, int] = {-1: -1, groups[0]: -1}
    up = []
    for slot, group in zip(slots[DOWN:], groups[DOWN:], strict=True):
        number = numbers.setdefault(group, len(numbers) - (2 if groups[0] >= 0 else 1))
        up.append(replace(slot, group=number, position=0))
    while up and up[-1] == ANY_SLOT and len(up) + DOWN > reach:
        up.pop()
    return tuple(up), reach


def _branch(up: tuple[RazzSlot, ...], reach: int, group: list[tuple[RazzItem, int]], *, alone: bool) -> Branch:
    """Return the branch of items with the same up cards.

    ``group``: the items, each with the reach of its brackets. ``alone``: it is the only branch of the text.
    """
    weights: dict[Pair, float] = {}
    items = tuple(item for item, _ in group)
    for item, item_reach in group:
        first, second = _down(item)
        excluded = Branch(up, item_reach).excluded
        for pair in Product(first.ranks, second.ranks, item_reach >= DOWN).pairs - excluded:
            weights[pair] = item.weight
    branch = Branch(up, reach or (DOWN if min(item_reach for _, item_reach in group) >= DOWN else 0), {}, items)
    only = items[0]
    if len(items) == 1 and alone and only.weight == 1 and all(slot.free for slot in _down(only)):
        return branch
    positive = {pair: weight for pair, weight in weights.items() if weight > 0}
    loose = len(items) == 1 and alone and sum(slot.particular for slot in _down(only)) == 1
    return replace(branch, weights=positive, loose=loose)


def _down(item: RazzItem) -> tuple[RazzSlot, RazzSlot]:
    first, second = (*item.slots[:DOWN], ANY_SLOT, ANY_SLOT)[:DOWN]
    return first, second


def write_branches(branches: Iterable[Branch]) -> str:
    """Return the text of branches, ``x`` if they are empty or unrestricted."""
    items = tuple(item for branch in branches for item in branch.items)
    blank = len(items) == 1 and all(slot == ANY_SLOT for slot in items[0].slots) and items[0].weight == 1
    return "x" if blank or not items else format_razz(RazzText(items))


def with_weights(branch: Branch, weights: Mapping[Pair, float]) -> Branch:
    """Return the branch with the weights of pairs replaced by ``weights`` (0: not in it).

    It is written as few items, the largest weights first.
    """
    excluded = branch.excluded
    positive = {pair: weight for pair, weight in weights.items() if weight > 0 and pair not in excluded}
    if not positive:
        any_two = (ANY_SLOT, ANY_SLOT)
        return replace(branch, weights={}, items=(_item(any_two, branch, branch.reach, 1.0),), loose=False)
    items = []
    # One cover per distinct weight. Impossible pairs may be covered, because the brackets exclude them.
    for weight in sorted(set(positive.values()), reverse=True):
        for product in cover((pair for pair, value in positive.items() if value == weight), excluded):
            reach = branch.reach if branch.reach > DOWN else DOWN if product.unpaired else 0
            single = product.first.bit_count() == product.second.bit_count() == 1
            first, second = (RazzSlot(mask, particular=single) for mask in (product.first, product.second))
            items.append(_item((first, second), branch, reach, weight))
    reach = branch.reach if branch.reach > DOWN else min(_reach_of(item) for item in items)
    return replace(branch, weights=positive, items=tuple(items), reach=reach, loose=False)


def _reach_of(item: RazzItem) -> int:
    return sum(slot.group == 0 for slot in item.slots) if item.slots[0].group == 0 else 0


def _item(down: tuple[RazzSlot, RazzSlot], branch: Branch, reach: int, weight: float) -> RazzItem:
    """Return an item of down cards and the up cards of ``branch``; the brackets around the down cards are group 0."""
    slots = [*down, *branch.up]
    shift = 1 if reach else 0
    for i, slot in enumerate(slots):
        group = slot.group + shift if slot.group >= 0 and i >= DOWN else -1
        slots[i] = replace(slot, group=0 if i < reach else group)
    return RazzItem(tuple(slots), weight)


def with_reach(branch: Branch, reach: int) -> Branch:
    """Return the branch with the brackets of its down cards around the first ``reach`` slots (0: none)."""
    missing = max(0, reach - DOWN - len(branch.up))
    plain = replace(branch, up=(*branch.up, *(ANY_SLOT for _ in range(missing))))
    items = tuple(_item(_down(item), plain, reach, item.weight) for item in branch.items)
    return _reread(items)


def with_up(branch: Branch, index: int, slot: RazzSlot) -> Branch:
    """Return the branch with ``slot`` as its up card ``index``; 0 is the door."""
    missing = max(0, index + 1 - len(branch.up))
    up = [*branch.up, *(ANY_SLOT for _ in range(missing))]
    up[index] = replace(slot, group=up[index].group)
    while up and up[-1] == ANY_SLOT and len(up) + DOWN > branch.reach:
        up.pop()
    changed = replace(branch, up=tuple(up))
    items = []
    for item in branch.items:
        reach = branch.reach if branch.reach > DOWN else (_split(item) or ((), 0))[1]
        items.append(_item(_down(item), changed, reach, item.weight))
    return _reread(tuple(items))


def _reread(items: tuple[RazzItem, ...]) -> Branch:
    """Return the branch of rewritten ``items``."""
    split = _split(items[0])
    assert split is not None
    up, reach = split
    group = [(item, (_split(item) or ((), 0))[1]) for item in items]
    return _branch(up, reach if reach > DOWN else 0, group, alone=True)


def ways(pair: Pair, live: Mapping[int, int]) -> int:
    """Return the number of suited ways of a pair of ranks if ``live`` cards of each rank remain."""
    low, high = pair
    return live[low] * (live[low] - 1) // 2 if low == high else live[low] * live[high]


def own_ranks(branch: Branch) -> tuple[int, ...]:
    """Return the ranks that the up cards of a branch have for certain."""
    return tuple(rank for slot in branch.up for rank in mask_ranks(slot.ranks) if slot.ranks.bit_count() == 1)


EVERYTHING = ("random", "any", "*", "100%")
"""Words for any two down cards."""


def pairs_of(item: RazzItem) -> frozenset[Pair]:
    """Return the pairs of ranks that the first two slots of an item allow."""
    result = set()
    for ranks, _, _ in pattern_rows(Pattern((item,))):
        firsts, seconds = ((rank,) if rank >= 0 else range(RANK_COUNT) for rank in ranks[:DOWN])
        result |= {(min(a, b), max(a, b)) for a in firsts for b in seconds}
    return frozenset(result)


def down_items(text: str, door: int | None = None, order: str | None = None) -> tuple[RazzItem, ...]:
    """Return the items of a text of down cards. ``door`` and ``order``: rank and ranking for shares (``15%``).

    Raises:
        TextError: the text cannot be read, or has more than two slots.
    """
    items = read_razz_hand(text, door=door, order=order).text.items
    for item in items:
        if len(item.slots) > DOWN:
            raise TextError("down cards are two slots", item.slots[DOWN].position)
    return items


@lru_cache(maxsize=64)
def down_weights(text: str, door: int | None = None, order: str | None = None) -> F64:
    """Return the weight of each pair of down cards, float64[91] in the order of ``ALL_PAIRS``, read-only.

    ``door`` and ``order``: rank and ranking for shares (``15%``). The last item that contains a pair decides its
    weight; a pair in no item has weight 0.

    Raises:
        TextError: as :func:`down_items`.
    """
    result: F64 = np.zeros(len(ALL_PAIRS))
    if text.strip().lower() in EVERYTHING:
        result[:] = 1.0
    else:
        for item in down_items(text, door, order):
            result[indices_of(pairs_of(item))] = item.weight
    result.setflags(write=False)
    return result


def down_notices(text: str, door: int | None = None, order: str | None = None) -> tuple[str, ...]:
    """Return the notices about a valid text of down cards, or about a complete hand (``door`` None)."""
    return () if text.strip().lower() in EVERYTHING else read_razz_hand(text, door=door, order=order).notices


def indices_of(pairs: Iterable[Pair]) -> list[int]:
    """Return the indices of pairs in ``ALL_PAIRS``."""
    return [_PAIR_INDICES[pair] for pair in pairs]


_PAIR_INDICES = {pair: index for index, pair in enumerate(ALL_PAIRS)}
