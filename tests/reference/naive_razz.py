"""Razz the slow and obvious way: every five of seven cards, every deal card by card."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from math import perm, prod

import numpy as np

from engine.cards import RAZZ_RANKS
from engine.equity.razz.lows import low_tables
from engine.kernels.razz.low import FULL_HOUSE, ONE_PAIR, TWO_PAIR

Low = tuple[int, ...]


@cache
def five_card_low(ranks: tuple[int, ...]) -> Low:
    """Return a key that is smaller for a better ace-to-five low hand; ranks run from 0 (ace) to 12 (king).

    No pair beats one pair beats two pair beats trips beats a full house beats quads; within a kind the larger
    groups are compared first, higher ranks first, and the lower wins.
    """
    counts = Counter(ranks)
    groups = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    shape = tuple(count for count, _ in groups)
    kinds = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
    return (kinds.index(shape), *(rank for _, rank in groups))


def best_low(ranks: Iterable[int]) -> Low:
    """Return the key of the best five of five or more cards: all subsets of five are tried."""
    return _best_low(tuple(sorted(ranks)))


@cache
def _best_low(ranks: tuple[int, ...]) -> Low:
    return min(map(five_card_low, combinations(ranks, 5)))


def deals(
    known: list[list[int]], choices: list[list[Counter[int]]], free: list[int], live: list[int]
) -> Iterator[tuple[list[list[int]], tuple[int, ...], int]]:
    """Yield every deal as (ranks per seat, the choice of each seat by number, dealings of the choices in
    order).

    ``choices`` lists the multisets of ranks of each seat; the free cards of each seat are a set of suited
    cards from what is left.
    """
    deck = Counter({rank: live[rank] for rank in range(13)})

    def fill(seat: int, left: list[int], hands: list[list[int]]) -> Iterator[list[list[int]]]:
        if seat == len(known):
            yield hands
            return
        for indices in combinations(range(len(left)), free[seat]):
            rest = [card for i, card in enumerate(left) if i not in indices]
            cards = [left[i] for i in indices]
            yield from fill(seat + 1, rest, [*hands[:seat], hands[seat] + cards, *hands[seat + 1 :]])

    for numbers in product(*(range(len(listed)) for listed in choices)):
        chosen = [choices[seat][number] for seat, number in enumerate(numbers)]
        total: Counter[int] = sum(chosen, Counter())
        if any(total[rank] > deck[rank] for rank in total):
            continue
        dealings = prod(perm(deck[rank], count) for rank, count in total.items())
        hands = [cards + list(choice.elements()) for cards, choice in zip(known, chosen, strict=True)]
        for final in fill(0, list((deck - total).elements()), hands):
            yield final, numbers, dealings


def suited_fillings(
    slots: list[tuple[set[int], int]], deck: list[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every way to fill slots (allowed ranks, group or -1) with different (rank, suit) cards of
    ``deck``.

    The first two slots are a set: each pair of cards once, if it fits in some order; it is yielded low card
    first.
    """

    def fits(cards: tuple[tuple[int, int], ...]) -> bool:
        groups = [(group, card[0]) for (_, group), card in zip(slots, cards, strict=True) if group >= 0]
        return len(set(groups)) == len(groups) and all(
            card[0] in allowed for (allowed, _), card in zip(slots, cards, strict=True)
        )

    def rest(chosen: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        if len(chosen) == len(slots):
            yield chosen
            return
        for card in deck:
            if card not in chosen and card[0] in slots[len(chosen)][0]:
                yield from rest((*chosen, card))

    for pair in combinations(sorted(deck), 2):
        for cards in rest(pair):
            if fits(cards) or fits((cards[1], cards[0], *cards[2:])):
                yield cards


def describe_low(value: int) -> tuple[str, str]:
    """Return the kind of a hand and its ranks as players name them: ``("one pair", "A 4 3 2")``, pairs first."""
    tables = low_tables()
    if value < ONE_PAIR:
        mask, first, kind = int(np.flatnonzero(tables.unpaired == value)[0]), [], "no pair"
    else:
        mask, place = (int(number) for number in np.argwhere(tables.paired == value)[0])
    ranks = [rank for rank in range(13) if mask >> rank & 1]
    if ONE_PAIR <= value < TWO_PAIR:
        first, kind = [ranks[place]], "one pair"
    elif TWO_PAIR <= value < FULL_HOUSE:
        low, high = ((0, 1), (0, 2), (1, 2))[place]
        first, kind = [ranks[high], ranks[low]], "two pair"
    elif value >= FULL_HOUSE:
        first, kind = [ranks[0]], "full house"
    rest = sorted(set(ranks) - set(first), reverse=True)
    return kind, " ".join(RAZZ_RANKS[rank] for rank in first + rest)
