"""The best share of the down cards for a given door card in razz, by their exact equity on third street.

``resources/orders/razz.json`` has the equity of each of the 455 sets of three ranks against one and against two random
hands (``engine.equity.razz.build_orders``). Which of the three cards is up does not matter. So there is a ranking of
the 91 pairs for each door, ``v1`` and ``v2`` as in hold'em. Shares refer to the 1,275 ways to have two of the 51
remaining cards.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import comb
from pathlib import Path

from engine.cards import DECK_SIZE, RAZZ_RANKS, excerpt
from engine.ranges.notices import Explanation
from engine.ranges.orders import BUILT_IN_ORDERS
from engine.ranges.razz_products import ALL_PAIRS, Pair
from engine.scenario.reading import fail

FILE = Path(__file__).parents[2] / "resources" / "orders" / "razz.json"
COMMAND = "python -m engine.equity.razz.build_orders"
VERSION = 1
BEHIND_DOOR = comb(DECK_SIZE - 1, 2)
"""Number of suited pairs of down cards for a given door card."""
HUNDRED = Decimal(100)
ORDER_TITLES = {"v1": "equity against one random hand", "v2": "equity against two random hands"}
"""The rankings of down cards; the first one is the default."""


@dataclass(frozen=True, slots=True)
class Share:
    """The down cards for ``door`` (a rank, 0 ace) between the best ``first`` and the best ``last`` percent of a
    ranking."""

    door: int
    first: Decimal
    last: Decimal
    order: str

    def pairs(self) -> tuple[Pair, ...]:
        """Return the pairs of ranks, the best first."""
        best = best_pairs(self.door, self.order)
        return best[pair_count(self.door, self.first, self.order) : pair_count(self.door, self.last, self.order)]

    def notice(self, text: str) -> str:
        """Return a notice about how the share, written as ``text``, is read."""
        combos = sum(pair_ways(self.door, pair) for pair in self.pairs())
        up = f"with {'an' if self.door in (0, 7) else 'a'} {RAZZ_RANKS[self.door]} up"
        part = f"{combos:,} of {BEHIND_DOOR:,} pairs of down cards {up}, {combos / BEHIND_DOOR:.2%}"
        return Explanation(f"{text} is {part}, by {ORDER_TITLES[self.order]}")


def find_down_order(name: str | None) -> str:
    """Return the name of a ranking of down cards, or the default for None.

    The default is also returned for a ranking that only hold'em has, because older razz files may contain one.

    Raises:
        ScenarioError: there is no such ranking; the field is ``order``.
    """
    if name in ORDER_TITLES:
        return name
    if name is not None and name not in BUILT_IN_ORDERS:
        fail("order", f"no ranking of down cards is named '{excerpt(name)}'; razz has {' and '.join(ORDER_TITLES)}")
    return next(iter(ORDER_TITLES))


def set_text(ranks: tuple[int, ...]) -> str:
    """Return the key of a set of ranks in the file, the lowest rank first: ``A23``."""
    return "".join(RAZZ_RANKS[rank] for rank in sorted(ranks))


def pair_ways(door: int, pair: Pair) -> int:
    """Return the number of suited ways of a pair of ranks for a given door card."""
    low, high = (4 - (rank == door) for rank in pair)
    return comb(low, 2) if pair[0] == pair[1] else low * high


@cache
def best_pairs(door: int, order: str) -> tuple[Pair, ...]:
    """Return all pairs for a door, the best first; equal ones in the order of ``ALL_PAIRS``."""
    strengths = _strengths(order)
    return tuple(sorted(ALL_PAIRS, key=lambda pair: -strengths[set_text((*pair, door))]))


def pair_count(door: int, percent: Decimal, order: str) -> int:
    """Return how many of the best pairs for a door come closest to ``percent`` of its down cards.

    If the share runs exactly through the middle of a pair, the pair is included.
    """
    target, total = percent * BEHIND_DOOR / HUNDRED, 0
    for count, pair in enumerate(best_pairs(door, order)):
        next_total = total + pair_ways(door, pair)
        if next_total > target:
            return count + (total < target and next_total - target <= target - total)
        total = next_total
    return len(ALL_PAIRS)


@cache
def _strengths(order: str) -> dict[str, float]:
    """Return the equity of each set of three ranks in a ranking."""
    rows, column = json.loads(FILE.read_text(encoding="utf-8"))["equities"], list(ORDER_TITLES).index(order)
    return {name: equities[column] for name, equities in rows.items()}


def order_rows() -> Iterator[tuple[int, ...]]:
    """Yield the 455 sets of three ranks, the lowest rank first."""
    return ((a, *pair) for a in range(len(RAZZ_RANKS)) for pair in ALL_PAIRS if a <= pair[0])
