"""Whether a deal exists: whether every seat can hold a combo of its range without two seats sharing a card.

With many seats this is a maximum matching in the graph whose vertices are cards and whose edges are combos: Edmonds'
blossom algorithm ("Paths, trees, and flowers", 1965) in its O(V^3) form with contracted bases.
"""

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np

from engine.arrays import F64, Places
from engine.cards import COMBO_MASKS, COMBOS

FREE = -1
"""The mate of a vertex that is not matched."""


def largest_matching(edges: Iterable[tuple[int, int]], enough: int) -> int:
    """Return the size of a largest set of disjoint ``edges``, or ``enough`` as soon as that many are found."""
    neighbours: dict[int, list[int]] = {}
    for a, b in edges:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    mate = dict.fromkeys(neighbours, FREE)
    size = 0
    for vertex in sorted(neighbours, key=lambda v: len(neighbours[v])):
        if mate[vertex] == FREE and size < enough:
            size += _Tree(neighbours, mate, vertex).augment()
    return size


class _Tree:
    """An alternating tree grown from an unmatched vertex; ``_base`` is the base of the blossom that a vertex belongs
    to."""

    def __init__(self, neighbours: dict[int, list[int]], mate: dict[int, int], root: int) -> None:
        self._neighbours, self._mate, self._root = neighbours, mate, root
        self._parent: dict[int, int] = {}
        self._base = {vertex: vertex for vertex in neighbours}
        self._queue = deque([root])
        self._outer = {root}

    def augment(self) -> bool:
        """Try to enlarge the matching by one along a path from the root. Return whether there was such a path."""
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._neighbours[vertex]:
                if self._base[vertex] == self._base[other] or self._mate[vertex] == other:
                    continue
                if other == self._root or self._mate[other] in self._parent:  # an outer vertex: the cycle is odd
                    self._contract(vertex, other)
                elif other not in self._parent:
                    self._parent[other] = vertex
                    if self._mate[other] == FREE:
                        self._flip(other)
                        return True
                    self._reach(self._mate[other])
        return False

    def _reach(self, vertex: int) -> None:
        if vertex not in self._outer:
            self._outer.add(vertex)
            self._queue.append(vertex)

    def _flip(self, end: int) -> None:
        """Swap matched and unmatched edges on the path from ``end`` to the root."""
        while end != FREE:
            parent = self._parent[end]
            following = self._mate[parent]
            self._mate[end], self._mate[parent] = parent, end
            end = following

    def _contract(self, a: int, b: int) -> None:
        """Turn the odd cycle that the edge from ``a`` to ``b`` closes into one outer vertex, a blossom."""
        stem = self._meeting(a, b)
        inside: set[int] = set()
        for start, other in ((a, b), (b, a)):
            vertex, child = start, other
            while self._base[vertex] != stem:
                inside |= {self._base[vertex], self._base[self._mate[vertex]]}
                self._parent[vertex] = child
                child = self._mate[vertex]
                vertex = self._parent[child]
        for vertex, base in self._base.items():
            if base in inside:
                self._base[vertex] = stem
                self._reach(vertex)

    def _meeting(self, a: int, b: int) -> int:
        """Return the base at which the paths from two outer vertices to the root meet."""
        passed = set()
        while True:
            a = self._base[a]
            passed.add(a)
            if self._mate[a] == FREE:
                break
            a = self._parent[self._mate[a]]
        while self._base[b] not in passed:
            b = self._parent[self._mate[self._base[b]]]
        return self._base[b]


MIN_SEATS_TO_MATCH = 3
"""With fewer seats, trying combos is quicker than the bound by a matching."""


def deal_exists(ranges: Sequence[F64]) -> bool:
    """Return whether disjoint combos can be chosen, one with weight from each of ``ranges`` float64[1326].

    The answer is exact: seats with few combos are searched by backtracking. A seat of whose combos some are free
    whatever the others hold needs no search, which is the case for all wide ranges.

    >>> aces = np.zeros(1326)
    >>> aces[[mask == 3 << 50 for mask in COMBO_MASKS.tolist()]] = 1.0  # AsAh only
    >>> deal_exists([aces, np.ones(1326)]), deal_exists([aces, aces])
    (True, False)
    """
    return combos_fit([weights.nonzero()[0] for weights in ranges])


def combos_fit(combos: Sequence[Places]) -> bool:
    """Return :func:`deal_exists` for ranges that are given by their combos with weight, int64[n] each."""
    if _first_fit(combos):
        return True
    tight = [choices for choices in combos if not _always_fits(choices, len(combos) - 1)]
    tight.sort(key=len)
    return _Search([COMBO_MASKS[choices].tolist() for choices in tight]).possible(0, 0)


def _first_fit(combos: Sequence[Places]) -> bool:
    """Try one greedy deal and return whether it works: seats with few combos first, each with its first free combo."""
    used = np.uint64(0)
    for choices in sorted(combos, key=len):
        masks = COMBO_MASKS[choices]
        free = masks[masks & used == 0]
        if not len(free):
            return False
        used |= free[0]
    return True


def _always_fits(choices: Places, others: int) -> bool:
    """Return whether some combo is free whatever two cards each of the ``others`` holds."""
    if len(choices) <= 2 * others:
        return False
    # The others hold 2 * others cards. They block at most as many combos as those that contain the most common ones.
    per_card = np.bincount(COMBOS[choices].ravel(), minlength=52)
    return len(choices) > int(np.sort(per_card)[-2 * others :].sum()) if others else len(choices) > 0


class _Search:
    """Backtracking over combos as bit masks, seat by seat. It remembers the positions from which no deal was found."""

    def __init__(self, seats: list[list[int]]) -> None:
        self._seats = seats
        self._dead_ends: set[tuple[int, int]] = set()

    def possible(self, seat: int, used: int) -> bool:
        """Return whether the seats from ``seat`` on can be dealt combos without the cards ``used``."""
        if seat == len(self._seats):
            return True
        if (seat, used) in self._dead_ends:
            return False
        free = [[m for m in masks if not m & used] for masks in self._seats[seat:]]
        if (
            all(free)
            and (len(free) < MIN_SEATS_TO_MATCH or _enough_cards(free))
            and any(self.possible(seat + 1, used | m) for m in free[0])
        ):
            return True
        self._dead_ends.add((seat, used))
        return False


def _enough_cards(seats: list[list[int]]) -> bool:
    """Return whether all combos of the seats together contain as many disjoint ones as there are seats.

    This is necessary for a deal, though not sufficient, and ends most hopeless searches early.
    """
    combos = {m for masks in seats for m in masks}
    edges = [((m & -m).bit_length() - 1, m.bit_length() - 1) for m in combos]
    return largest_matching(edges, len(seats)) >= len(seats)
