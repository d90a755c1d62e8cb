"""Pairs of down cards in razz as few products of rank sets: a product X x Y holds every pair with one rank in X and the
other in Y; without pairs (parentheses in the text) two of a rank are left out. Sets of ranks are 13-bit masks, ace 1,
king 4096. The cover is greedy: short, not always shortest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RANK_COUNT = 13
ALL_RANKS = (1 << RANK_COUNT) - 1

Pair = tuple[int, int]
"""Two ranks, the lower first."""
ALL_PAIRS: tuple[Pair, ...] = tuple((low, high) for low in range(RANK_COUNT) for high in range(low, RANK_COUNT))


@dataclass(frozen=True, slots=True)
class Product:
    """``first`` x ``second``, masks; ``unpaired``: without two of a rank."""

    first: int
    second: int
    unpaired: bool = False

    @property
    def pairs(self) -> frozenset[Pair]:
        """The pairs in it."""
        result = set()
        for a in mask_ranks(self.first):
            for b in mask_ranks(self.second):
                if a != b or not self.unpaired:
                    result.add((min(a, b), max(a, b)))
        return frozenset(result)


def mask_ranks(mask: int) -> tuple[int, ...]:
    """Return the ranks in a mask, upwards."""
    return tuple(rank for rank in range(RANK_COUNT) if mask >> rank & 1)


def cover(wanted: Iterable[Pair], either: Iterable[Pair] = ()) -> list[Product]:
    """Return products that hold each of ``wanted`` once, any of ``either`` and nothing else."""
    left, free = set(wanted), frozenset(either)
    result = []
    while left:
        best = max(_candidates(left, free), key=lambda product: _merit(product, left))
        best = _shortest(best, left)
        left -= best.pairs
        result.append(best)
    return result


def _merit(product: Product, left: set[Pair]) -> tuple[int, bool, int, int]:
    """Prefer many pairs, then plain products, then those that start low."""
    return (
        len(product.pairs & left),
        not product.unpaired,
        -product.first.bit_count() - product.second.bit_count(),
        -product.first,
    )


def _shortest(product: Product, left: set[Pair]) -> Product:
    """Leave out ranks that nothing depends on, where that makes the text shorter."""
    gained = product.pairs & left
    best = product
    for first in {product.first, _needed(product.first, gained)}:
        for second in {product.second, _needed(product.second, gained)}:
            other = _tidy(first, second, product.unpaired)
            if other.pairs & left == gained and _length(other) < _length(best):
                best = other
    return best


def _needed(mask: int, pairs: Iterable[Pair]) -> int:
    return mask & sum(1 << rank for rank in {rank for pair in pairs for rank in pair})


def _length(product: Product) -> int:
    """Return about how many characters a product takes."""
    length = 2 * product.unpaired
    for mask in (product.first, product.second):
        runs = (mask & ~(mask << 1)).bit_count()
        open_ = runs == 1 and (mask & 1 or mask >> (RANK_COUNT - 1))
        length += 2 if open_ else 2 + min(mask.bit_count(), 3 * runs)
    return length


def _candidates(left: set[Pair], free: frozenset[Pair]) -> set[Product]:
    result = set()
    starts = sorted({rank for pair in left for rank in pair})
    for unpaired in (False, True):
        allowed = [1 << rank if unpaired else 0 for rank in range(RANK_COUNT)]
        for low, high in left | free:
            allowed[low] |= 1 << high
            allowed[high] |= 1 << low
        for start in starts:
            for seed in (1 << start, _clique(start, allowed)):
                second = _common(seed, allowed)
                if second:
                    result.add(_tidy(_common(second, allowed), second, unpaired))
    return {product for product in result if product.pairs & left}


def _clique(start: int, allowed: Sequence[int]) -> int:
    """Return ranks that all go with one another, grown from ``start`` with the lowest ones first."""
    members, open_ = 1 << start, allowed[start] & ~(1 << start)
    for rank in mask_ranks(open_):
        if open_ >> rank & 1:
            members |= 1 << rank
            open_ &= allowed[rank]
    return members


def _common(mask: int, allowed: Sequence[int]) -> int:
    common = ALL_RANKS
    for rank in mask_ranks(mask):
        common &= allowed[rank]
    return common


def _tidy(first: int, second: int, unpaired: bool) -> Product:
    """Put the lower set first and keep parentheses only where they say something."""
    if (first.bit_count(), first) > (second.bit_count(), second):
        first, second = second, first
    return Product(first, second, unpaired and bool(first & second))
