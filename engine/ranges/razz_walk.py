"""All ways to fill the slots of razz items with ranks: the rules of groups, of the two down cards as a set, and of
unions.
"""

import math
from collections.abc import Callable, Iterator
from functools import reduce
from math import prod
from operator import or_
from typing import TypeVar

from engine.cards import TextError
from engine.ranges.razz_text import ALL_RANKS, RANK_COUNT, SLOTS, RazzItem, RazzSlot

Key = TypeVar("Key")

Extend = Callable[[Key, int, int, bool], Key | None]
"""(key, slot, rank, whether the card is a particular one) -> the new key, or None where the deck has no such
card.
"""

Alive = frozenset[tuple[int, int]]
"""The items that still fit, each with the mask of the ranks used so far in its present group."""

States = dict[tuple[Key, Alive], int]
_FREE = RazzSlot(ALL_RANKS, free=True)


class TooManyStepsError(TextError):
    """A text that is too much to work out."""

    def __init__(self) -> None:
        super().__init__("these hands together are too much to work out; write fewer or simpler ones")


class Pattern:
    """The slots that some of ``items`` constrain.

    ``known`` are the particular cards (of one item alone; over items they are choices of one rank). ``pair``
    says that both down cards are a choice: a set; a hand that was ``folded`` with a single slot has no second down
    card. ``choice_slots`` counts the slots with a choice,
    ``constrained`` are the indices of these and of the known ones.
    """

    def __init__(self, items: tuple[RazzItem, ...], folded: bool = False) -> None:
        single = len(items) == 1
        self._steps_left = math.inf
        self._items = tuple(item.slots + (_FREE,) * (SLOTS - len(item.slots)) for item in items)
        self._fixed = [single and slot.particular for slot in self._items[0]]
        chosen = [any(_constrains(item[i]) for item in self._items) and not self._fixed[i] for i in range(SLOTS)]
        lone = folded and all(len(item.slots) == 1 for item in items)
        self.pair = any(chosen[:2]) and not any(self._fixed[:2]) and not lone
        if self.pair:
            chosen[:2] = [True, True]
        self.known = tuple(slot for slot, fixed in zip(self._items[0], self._fixed, strict=True) if fixed)
        self.choice_slots = sum(chosen)
        self.constrained = tuple(i for i in range(SLOTS) if chosen[i] or self._fixed[i])

    @property
    def most_rows(self) -> int:
        """An upper bound of the number of ways to fill the constrained slots with ranks."""
        masks = [reduce(or_, (item[i].ranks for item in self._items)) for i in self.constrained]
        return prod(mask.bit_count() for mask in masks)

    def walk(self, start: Key, extend: Extend[Key], most_steps: float = math.inf) -> States[Key]:
        """Return {(key, items that fit): orders} over all ways to fill the constrained slots, equal keys
        summed up.

        ``extend`` is called for slot after slot, for a pair of down cards with the lower rank first. A pair
        of different ranks has two orders. A step is an item that is held against a rank; an ordinary text takes some
        hundred thousand at most.

        Raises:
            TooManyStepsError: it takes more than ``most_steps``.
            TextError: nothing fits; the position is that of the first slot where this shows.
        """
        self._steps_left = most_steps
        states: States[Key] = {(start, frozenset((i, 0) for i in range(len(self._items)))): 1}
        for index in self.constrained:
            if not (self.pair and index < 2):
                states = self._fill(states, index, extend)
            elif index == 1:
                states = self._fill_pair(states, extend)
            if not states:
                raise self._misfit(index)
        return states

    def _fill(self, states: States[Key], index: int, extend: Extend[Key]) -> States[Key]:
        filled: States[Key] = {}
        for (key, alive), orders in states.items():
            for rank in range(RANK_COUNT):
                still = self._step(alive, index, rank)
                longer = extend(key, index, rank, self._fixed[index]) if still else None
                if longer is not None:
                    filled[longer, still] = filled.get((longer, still), 0) + orders
        return filled

    def _fill_pair(self, states: States[Key], extend: Extend[Key]) -> States[Key]:
        filled: States[Key] = {}
        ((start, everyone),) = states
        for high in range(RANK_COUNT):
            for low in range(high + 1):
                rising = self._step(self._step(everyone, 0, low), 1, high)
                still = rising | self._step(self._step(everyone, 0, high), 1, low)
                first = extend(start, 0, low, False) if still else None
                both = None if first is None else extend(first, 1, high, False)
                if both is not None:
                    filled[both, still] = 1 if low == high else 2
        return filled

    def _step(self, alive: Alive, index: int, rank: int) -> Alive:
        """Return what is left of ``alive`` when ``rank`` falls on slot ``index``."""
        still = set()
        self._steps_left -= len(alive)
        if self._steps_left < 0:
            raise TooManyStepsError
        for item, used in alive:
            slots = self._items[item]
            slot = slots[index]
            if not slot.ranks >> rank & 1:
                continue
            if slot.group < 0:
                still.add((item, 0))
                continue
            in_group = used if index and slots[index - 1].group == slot.group else 0
            if not in_group >> rank & 1:
                still.add((item, in_group | 1 << rank))
        return frozenset(still)

    def _misfit(self, index: int) -> TextError:
        slot = self._items[0][index]
        reason = "the cards of a group share no rank" if slot.group >= 0 else "the deck has only four of a rank"
        return TextError(f"no card fits here: {reason}", slot.position)


def _constrains(slot: RazzSlot) -> bool:
    return not slot.free or slot.group >= 0


def owner(alive: Alive) -> int:
    """Return the item whose weight stands: the last one that fits."""
    return max(item for item, _ in alive)


def rows(pattern: Pattern, guard: Callable[[], None] = lambda: None) -> Iterator[tuple[tuple[int, ...], Alive, int]]:
    """Yield (ranks, items that fit, orders) of every way, ranks by slot (-1 where none is demanded).

    ``guard`` is called all the while and may end it.
    """
    start = (-1,) * SLOTS

    def extend(ranks: tuple[int, ...], index: int, rank: int, particular: bool) -> tuple[int, ...]:
        del particular
        guard()
        return (*ranks[:index], rank, *ranks[index + 1 :])

    for (ranks, alive), orders in pattern.walk(start, extend).items():
        yield ranks, alive, orders
