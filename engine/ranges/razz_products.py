"""Writes a set of razz down-card pairs as few products of rank sets.

A product X x Y contains every pair with one rank in X and the other in Y; an unpaired product (brackets in the text)
has no two of a rank. Sets of ranks are 13-bit masks, ace 1, king 4096. The cover is greedy: short, not always shortest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RANK_COUNT = 13
ALL_RANKS = (1 << RANK_COUNT) - 1

Pair = tuple[int, int]
"""Two ranks, the lower one first."""
ALL_PAIRS: tuple[Pair, ...] = tuple((low, high) for low in range(RANK_COUNT) for high in range(low, RANK_COUNT))


@dataclass(frozen=True, slots=True)
class Product:
    """The product of two rank masks. ``unpaired``: without two cards of a rank."""

    first: int
    second: int
    unpaired: bool = False

    @property
    def pairs(self) -> frozenset[Pair]:
        """The pairs in the product."""
        result = set()
        for a in mask_ranks(self.first):
            for b in mask_ranks(self.second):
                if a != b or not self.unpaired:
                    result.add((min(a, b), max(a, b)))
        return frozenset(result)


def mask_ranks(mask: int) -> tuple[int, ...]:
    """Return the ranks in a mask, from low to high."""
    return tuple(rank for rank in range(RANK_COUNT) if mask >> rank & 1)


def cover(pairs: Iterable[Pair], optional: Iterable[Pair] = ()) -> list[Product]:
    """Return few products that together contain each pair of ``pairs``, possibly some of ``optional``, and no other
    pair.

    It is a greedy cover: each step takes the product with the most pairs that are not covered yet, so the result is
    short but not always the shortest. No pair of ``pairs`` is in two products.

    >>> [(bin(product.first), bin(product.second)) for product in cover([(0, 1), (0, 2)])]
    [('0b1', '0b110')]
    """
    remaining, free = set(pairs), frozenset(optional)
    result = []
    while remaining:
        best = max(_candidates(remaining, free), key=lambda product: _merit(product, remaining))
        best = _shortest(best, remaining)
        remaining -= best.pairs
        result.append(best)
    return result


def _merit(product: Product, remaining: set[Pair]) -> tuple[int, bool, int, int]:
    """The key by which the best product is selected: many remaining pairs, no brackets, few and low ranks."""
    return (
        len(product.pairs & remaining),
        not product.unpaired,
        -product.first.bit_count() - product.second.bit_count(),
        -product.first,
    )


def _shortest(product: Product, remaining: set[Pair]) -> Product:
    """Remove ranks that no remaining pair needs if this makes the text shorter."""
    # Dropping ranks must not lose any of the pairs that this product was selected for.
    gained = product.pairs & remaining
    best = product
    for first in {product.first, _needed(product.first, gained)}:
        for second in {product.second, _needed(product.second, gained)}:
            other = _tidy(first, second, product.unpaired)
            if other.pairs & remaining == gained and _length(other) < _length(best):
                best = other
    return best


def _needed(mask: int, pairs: Iterable[Pair]) -> int:
    """Return the ranks of a mask that some of ``pairs`` contain."""
    return mask & sum(1 << rank for rank in {rank for pair in pairs for rank in pair})


def _length(product: Product) -> int:
    """Return the approximate number of characters of a product."""
    length = 2 * product.unpaired
    for mask in (product.first, product.second):
        runs = (mask & ~(mask << 1)).bit_count()
        # Ranks up from the ace or down from the king take two characters, as in 8- and 9+; others are in brackets.
        open_ = runs == 1 and (mask & 1 or mask >> (RANK_COUNT - 1))
        length += 2 if open_ else 2 + min(mask.bit_count(), 3 * runs)
    return length


def _candidates(remaining: set[Pair], optional: frozenset[Pair]) -> set[Product]:
    """Return maximal products of remaining and optional pairs, grown from each rank alone and from a clique."""
    result = set()
    starts = sorted({rank for pair in remaining for rank in pair})
    for unpaired in (False, True):
        allowed = [1 << rank if unpaired else 0 for rank in range(RANK_COUNT)]
        for low, high in remaining | optional:
            allowed[low] |= 1 << high
            allowed[high] |= 1 << low
        # Bicliques: the ranks that may be paired with all of the seed, then the ranks that may be paired with all of
        # those. A seed of one rank gives products of two sets, a clique products of a set with itself.
        for start in starts:
            for seed in (1 << start, _clique(start, allowed)):
                second = _common(seed, allowed)
                if second:
                    result.add(_tidy(_common(second, allowed), second, unpaired))
    return {product for product in result if product.pairs & remaining}


def _clique(start: int, allowed: Sequence[int]) -> int:
    """Return ranks that may all be paired with one another, grown from ``start`` with the lowest ones first."""
    members, open_ = 1 << start, allowed[start] & ~(1 << start)
    for rank in mask_ranks(open_):
        if open_ >> rank & 1:
            members |= 1 << rank
            open_ &= allowed[rank]
    return members


def _common(mask: int, allowed: Sequence[int]) -> int:
    """Return the ranks that may be paired with every rank in ``mask``."""
    common = ALL_RANKS
    for rank in mask_ranks(mask):
        common &= allowed[rank]
    return common


def _tidy(first: int, second: int, unpaired: bool) -> Product:
    """Return the product with the smaller set first, and unpaired only if the sets have a rank in common."""
    if (first.bit_count(), first) > (second.bit_count(), second):
        first, second = second, first
    return Product(first, second, unpaired and bool(first & second))
