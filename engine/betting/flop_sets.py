"""Flops that represent all 22,100: the 1,755 that differ by more than suits, and the shipped subsets of them.

A subset has a weight for each of its flops, the number of flops that it represents. ``packaging/build_flop_subsets.py``
computes the subsets, and section 11 of ``engine/METHODS.md`` says how, and how well they reproduce all flops.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

from engine.cards import RANKS, card_text
from engine.scenario.codec import JsonObject

SUBSETS_FILE = Path(__file__).parents[2] / "resources" / "tables" / "flop_subsets.json"
ALL = "all"
"""The name of the set of all 1,755 flops."""
FLOPS = 22_100
"""The number of flops of a complete deck: the sum of the weights of each set."""
ACE, FIVE_RANKS = 12, 4
PAIRINGS = ("trips", "paired", "unpaired")
"""By the number of different ranks, less one."""
SUITS = ("monotone", "two-tone", "rainbow")
"""By the number of different suits, less one."""
Flop = tuple[int, int, int]
"""Three cards, the highest first."""


@dataclass(frozen=True, slots=True)
class Texture(JsonObject):
    """The texture of a flop in words.

    ``high``: its highest rank (``"A"``). ``pairing``: one of :data:`PAIRINGS`. ``suits``: one of :data:`SUITS`.
    ``connected``: whether two hole cards can make a straight with all three cards.
    """

    high: str
    pairing: str
    suits: str
    connected: bool


def texture_of(flop: Flop) -> Texture:
    """Return the texture of a flop.

    >>> from engine.cards import parse_cards
    >>> texture_of(tuple(card for card, _ in parse_cards("5h3hAd")))
    Texture(high='A', pairing='unpaired', suits='two-tone', connected=True)
    """
    ranks, suits = {card >> 2 for card in flop}, {card & 3 for card in flop}
    # The ace is also the lowest card of a straight.
    spans = (max(ranks) - min(ranks), max(low := {-1 if rank == ACE else rank for rank in ranks}) - min(low))
    return Texture(
        high=RANKS[max(ranks)],
        pairing=PAIRINGS[len(ranks) - 1],
        suits=SUITS[len(suits) - 1],
        connected=len(ranks) == len(flop) and min(spans) <= FIVE_RANKS,
    )


def flop_text(flop: Flop) -> str:
    """Return a flop as text, the highest card first: ``Ks7h2d``."""
    return "".join(map(card_text, flop))


SUIT_PATTERNS: Mapping[tuple[bool, bool], Mapping[str, float]] = {
    (False, False): {"sss": 4, "ssh": 12, "shs": 12, "shh": 12, "shd": 24},
    (True, False): {"shs": 12, "shd": 12},
    (False, True): {"ssh": 12, "shd": 12},
    (True, True): {"shd": 4},
}
"""The suits of the three cards and the number of flops that they represent, by whether the first and the second card,
and the second and the third, have the same rank."""


@cache
def all_flops() -> Mapping[str, float]:
    """Return the 1,755 flops that differ by more than suits, each with the number of flops that it represents.

    >>> len(all_flops()), sum(all_flops().values()), all_flops()["Ks7h2d"]
    (1755, 22100, 24)
    """
    return {
        f"{high}{suits[0]}{middle}{suits[1]}{low}{suits[2]}": ways
        for high, middle, low in combinations_with_replacement(RANKS[::-1], 3)
        for suits, ways in SUIT_PATTERNS[high == middle, middle == low].items()
    }


@cache
def _file() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    content: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(SUBSETS_FILE.read_text(encoding="utf-8"))
    return content


def _subsets() -> Mapping[str, Mapping[str, float]]:
    return _file()["subsets"]


def equity_error(name: str) -> float:
    """Return how far the equity of a range on the flops of a set is from that on all flops, on average.

    A share of the pot, measured for 24 pairs of ranges that the subsets were not made with; 0 for all flops.
    """
    return 0.0 if name == ALL else _file()["accuracy"][name]["equity_mean"]


def set_names() -> tuple[str, ...]:
    """Return the names of the sets of flops: the sizes of the shipped subsets, and ``"all"``."""
    return (*_subsets(), ALL)


def flop_set(name: str) -> Mapping[str, float]:
    """Return the flops of a set with the number of the 22,100 flops that each represents.

    Raises:
        KeyError: there is no set of this name.
    """
    return all_flops() if name == ALL else _subsets()[name]
