"""The hands with which a player takes an action, as the text of a seat: a range that can be kept or played on with."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.arrays import F64
from engine.betting.classes import combo_numbers
from engine.cards import COMBOS, RAZZ_RANKS
from engine.ranges.holdem import HoldemRange, format_range
from engine.ranges.razz_text import parse_razz, slot_text

DIGITS = 3
"""Decimals of the weights of a text."""
DOWN, UP = 2, 4
"""Down cards of razz and up cards."""
PAIR = 2


def holdem_text(names: Sequence[str], weights: F64) -> str:
    """Return the range text of hands (``AhKh``) with ``weights`` float64[hands] in [0, 1]; empty where all are 0."""
    every = np.zeros(len(COMBOS))
    every[[combo_numbers()[name] for name in names]] = np.round(np.clip(weights, 0.0, 1.0), DIGITS)
    return format_range(HoldemRange(every)) if every.any() else ""


def razz_text(names: Sequence[str], ways: F64, most: float, seat: str, dealt: Sequence[str] = ()) -> str:
    """Return the text of a razz seat with these private cards (``A4``, on seventh street ``A49``).

    ``ways`` float64[hands] count the orders in which a hand comes, times its weight; ``most`` is the largest
    :func:`razz_weights` that a hand of the seat has. ``seat`` is the text of the seat at the table; its up cards and
    those ``dealt`` since stand in each hand. Empty where all weights are 0.
    """
    weights = np.round(np.minimum(razz_weights(names, ways) / most, 1.0), DIGITS) if most > 0 else np.zeros(len(names))
    slots = parse_razz(seat).items[0].slots[DOWN : DOWN + UP]
    ups = "".join([*map(slot_text, slots), *dealt])
    pairs: dict[str, dict[tuple[int, int], float]] = {}
    for name, weight in zip(names, weights.tolist(), strict=True):
        if weight <= 0:
            continue
        ranks = sorted(RAZZ_RANKS.index(rank) for rank in name)
        for last in sorted(set(ranks)) if len(ranks) > PAIR else (None,):
            down = list(ranks)
            if last is not None:
                down.remove(last)
            private = "" if last is None else f"[{RAZZ_RANKS[last]}]"
            pairs.setdefault(private, {})[down[0], down[1]] = weight
    return ", ".join(item for private, own in pairs.items() for item in _items(own, ups + private))


def razz_weights(names: Sequence[str], ways: F64) -> F64:
    """Return ``ways`` float64[hands] over the number of orders in which the private ranks of each hand come."""
    orders = [
        math.factorial(len(name)) / math.prod(math.factorial(count) for count in Counter(name).values())
        for name in names
    ]
    return np.asarray(ways / np.array(orders))


def _items(pairs: Mapping[tuple[int, int], float], rest: str) -> list[str]:
    """Return pairs of down cards with their weights; those of one low card and one weight are one item."""
    alike: dict[tuple[int, float], list[int]] = {}
    for (low, high), weight in sorted(pairs.items()):
        alike.setdefault((low, weight), []).append(high)
    return [
        f"[{RAZZ_RANKS[low]}][{''.join(RAZZ_RANKS[high] for high in highs)}]{rest}"
        + ("" if weight == 1.0 else f"@{100 * weight:.10g}")
        for (low, weight), highs in alike.items()
    ]
