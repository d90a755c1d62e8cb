"""The best share of the down cards behind a door in razz, by their exact equity on third street.

``resources/orders/razz.json`` has the equity of each of the 455 sets of three ranks against one and against two random
hands (``engine.equity.razz.build_orders``): which of the three cards is up changes nothing. So every door has its
order of the 91 pairs, ``v1`` and ``v2`` as in hold'em. Shares are of the 1,275 ways to hold two of the cards left
behind the door, 1,326 less 51.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import comb
from pathlib import Path

from engine.cards import DECK_SIZE, RAZZ_RANKS, shown
from engine.ranges.notices import Explanation
from engine.ranges.orders import BUILT_IN_ORDERS
from engine.ranges.razz_products import ALL_PAIRS, Pair
from engine.scenario.reading import fail

FILE = Path(__file__).parents[2] / "resources" / "orders" / "razz.json"
COMMAND = "python -m engine.equity.razz.build_orders"
VERSION = 1
BEHIND_DOOR = comb(DECK_SIZE - 1, 2)
"""Down cards behind a door, by suit."""
HUNDRED = Decimal(100)
ORDER_TITLES = {"v1": "equity against one random hand", "v2": "equity against two random hands"}
"""The orders of down cards, the first one where none is named."""


@dataclass(frozen=True, slots=True)
class Share:
    """The down cards behind ``door`` (a rank, 0 ace) from the best ``first`` to the best ``last`` percent of an
    ``order``."""

    door: int
    first: Decimal
    last: Decimal
    order: str

    def pairs(self) -> tuple[Pair, ...]:
        """Return the pairs of ranks, the best first."""
        best = best_pairs(self.door, self.order)
        return best[pair_count(self.door, self.first, self.order) : pair_count(self.door, self.last, self.order)]

    def notice(self, text: str) -> str:
        """Return how the share, written as ``text``, is read."""
        combos = sum(pair_ways(self.door, pair) for pair in self.pairs())
        behind = f"behind {'an' if self.door in (0, 7) else 'a'} {RAZZ_RANKS[self.door]}"
        part = f"{combos:,} of {BEHIND_DOOR:,} down cards {behind}, {combos / BEHIND_DOOR:.2%}"
        return Explanation(f"{text} is {part}, by {ORDER_TITLES[self.order]}")


def find_down_order(name: str | None) -> str:
    """Return the name of an order of down cards; the default for None and for an order that only hold'em has, which
    older files of razz may name.

    Raises:
        ScenarioError: there is none, with the field ``order``.
    """
    if name in ORDER_TITLES:
        return name
    if name is not None and name not in BUILT_IN_ORDERS:
        fail("order", f"no order of down cards is called '{shown(name)}'; razz has {' and '.join(ORDER_TITLES)}")
    return next(iter(ORDER_TITLES))


def set_text(ranks: tuple[int, ...]) -> str:
    """Return the key of a set of ranks in the file, the lowest first: ``A23``."""
    return "".join(RAZZ_RANKS[rank] for rank in sorted(ranks))


def pair_ways(door: int, pair: Pair) -> int:
    """Return in how many ways a pair of ranks is held behind a door."""
    low, high = (4 - (rank == door) for rank in pair)
    return comb(low, 2) if pair[0] == pair[1] else low * high


@cache
def best_pairs(door: int, order: str) -> tuple[Pair, ...]:
    """Return all pairs behind a door that can be held, the best first; equal ones in the order of ``ALL_PAIRS``."""
    strengths = _strengths(order)
    return tuple(sorted(ALL_PAIRS, key=lambda pair: -strengths[set_text((*pair, door))]))


def pair_count(door: int, percent: Decimal, order: str) -> int:
    """Return how many of the best pairs behind a door come nearest to ``percent`` of its down cards; midway one is
    taken."""
    target, total = percent * BEHIND_DOOR / HUNDRED, 0
    for taken, pair in enumerate(best_pairs(door, order)):
        after = total + pair_ways(door, pair)
        if after > target:
            return taken + (total < target and after - target <= target - total)
        total = after
    return len(ALL_PAIRS)


@cache
def _strengths(order: str) -> dict[str, float]:
    """Return the equity of each set of three ranks by an order."""
    rows, place = json.loads(FILE.read_text(encoding="utf-8"))["equities"], list(ORDER_TITLES).index(order)
    return {name: equities[place] for name, equities in rows.items()}


def order_rows() -> Iterator[tuple[int, ...]]:
    """Yield the 455 sets of three ranks, the lowest first."""
    return ((a, *pair) for a in range(len(RAZZ_RANKS)) for pair in ALL_PAIRS if a <= pair[0])
