"""Flops up to suits, their textures, and the probabilities of a report's flops, counted one by one."""

from itertools import combinations, permutations

from engine.cards import RANKS

CARDS = tuple(rank + suit for rank in RANKS for suit in "shdc")
STRAIGHTS = [set("A2345"), *(set(RANKS[low : low + 5]) for low in range(9))]


def cards_of(text: str) -> tuple[str, ...]:
    """Return the cards of a flop or hand: ``Ks7h2d``."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def suit_orbit(flop: frozenset[str]) -> frozenset[frozenset[str]]:
    """Return all flops that differ from a flop by suits only."""
    renamings = [dict(zip("shdc", suits, strict=True)) for suits in permutations("shdc")]
    return frozenset(frozenset(rank + renaming[suit] for rank, suit in flop) for renaming in renamings)


def orbits() -> set[frozenset[frozenset[str]]]:
    """Return all flops in groups of those that differ by suits only."""
    result, seen = set(), set()
    for cards in combinations(CARDS, 3):
        flop = frozenset(cards)
        if flop not in seen:
            orbit = suit_orbit(flop)
            seen |= orbit
            result.add(orbit)
    return result


def is_connected(flop: str) -> bool:
    """Return whether some two ranks make a straight together with the three different ranks of a flop."""
    ranks = {rank for rank, _ in cards_of(flop)}
    return len(ranks) == 3 and any(ranks <= straight for straight in STRAIGHTS)


def pairs_on(flop: str, first: dict[str, float], second: dict[str, float]) -> float:
    """Return the weight of all pairs of hands (``AhKd``) of two ranges that can be dealt on a flop."""
    result = 0.0
    for one, weight in first.items():
        for other, other_weight in second.items():
            cards = (*cards_of(flop), *cards_of(one), *cards_of(other))
            if len(set(cards)) == len(cards):
                result += weight * other_weight
    return result
