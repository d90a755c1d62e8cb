"""Writes hold'em weights as canonical, compact text, which ``holdem.parse_range`` reads back bit for bit.

The notations of other programs (``notations``) use the same words, in the ``Style`` that those programs can read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, Bools
from engine.cards import COMBOS, RANKS, combo_text, rank_of, suit_of
from engine.ranges.holdem_hands import ACE, CLASSES, Class, Kind, class_of_combo, class_text
from engine.ranges.weight_text import own_fraction_text

MIN_DIAGONAL = 3
"""Minimum number of classes with the same gap (T9s, 98s, 87s) that are written as a span."""


@dataclass(frozen=True, slots=True)
class Style:
    """Which forms to use: ``random``, spans with one gap (``T9s-65s``), ``+`` for kickers (``ATs+``)."""

    everything: bool = True
    diagonals: bool = True
    kickers_up: bool = True


def format_weights(weights: F64) -> str:
    """Return the text of ``weights`` float64[1326] in [0, 1], the largest weights first; "" if all are 0.

    No combo is written twice, and every word means the same in all dialects.
    """
    items: list[str] = []
    # np.unique would import NumPy's masked arrays, which takes a tenth of the time of a short verb.
    for weight in sorted({*weights[weights > 0].tolist()}, reverse=True):
        suffix = "" if weight == 1.0 else f":{own_fraction_text(weight)}"
        items += (word + suffix for word in range_words(weights == weight, Style()))
    return ", ".join(items)


def text_on_board(weights: F64, board: Sequence[int]) -> str:
    """Return the text of ``weights`` float64[1326] on a board.

    Combos with cards of the board are written as those of their class if these are equal, so that the class becomes one
    word.
    """
    weights = weights.copy()
    dead = np.isin(COMBOS, board).any(axis=1)
    if dead.any():
        numbers, _ = class_of_combo()
        low, high = np.ones(len(CLASSES)), np.zeros(len(CLASSES))
        np.minimum.at(low, numbers[~dead], weights[~dead])
        np.maximum.at(high, numbers[~dead], weights[~dead])
        weights[dead] = np.where(low == high, high, 0.0)[numbers[dead]]
    return format_weights(weights)


def sort_key(combo: int) -> tuple[int, int, int, int]:
    """Return a key that sorts combos by rank, high to low, then by suit in the order s, h, d, c."""
    high, low = (int(c) for c in COMBOS[combo])
    if rank_of(high) == rank_of(low):
        high, low = low, high
    return -rank_of(high), -rank_of(low), suit_of(high), suit_of(low)


def range_words(chosen: Bools, style: Style) -> list[str]:
    """Return words that together mean exactly the combos ``chosen`` bool[1326], each combo once.

    Classes of which all combos are chosen are written as classes, or as spans of them (``TT+``, ``A5s-A2s``); then come
    the combos of all other classes one by one (``AhKh``).
    """
    if style.everything and chosen.all():
        return ["random"]
    class_numbers, sizes = class_of_combo()
    full = np.bincount(class_numbers[chosen], minlength=len(CLASSES)) == sizes
    complete = {CLASSES[i] for i in np.flatnonzero(full)}
    single = np.flatnonzero(chosen & ~full[class_numbers])
    return (_class_words(complete, style) if complete else []) + [
        combo_text(i) for i in sorted(map(int, single), key=sort_key)
    ]


def _class_words(complete: set[Class], style: Style) -> list[str]:
    """Return the words of classes of which all combos are in a range: pairs, then other hands, in spans where
    possible."""
    pairs = [_pair_word(high, low) for high, low in _runs({top for top, low, _ in complete if top == low})]
    suited, offsuit = _kicker_runs(complete, "s"), _kicker_runs(complete, "o")
    # Runs that exist both suited and offsuit are written once without a letter (AT+).
    both = suited & offsuit
    return [
        *pairs,
        *_kind_words(both, "", style),
        *_kind_words(suited - both, "s", style),
        *_kind_words(offsuit - both, "o", style),
    ]


def _runs(ranks: set[int]) -> list[tuple[int, int]]:
    """Return the runs of consecutive ``ranks`` as (highest, lowest), from high to low."""
    runs: list[tuple[int, int]] = []
    for rank in sorted(ranks, reverse=True):
        if runs and runs[-1][1] == rank + 1:
            runs[-1] = (runs[-1][0], rank)
        else:
            runs.append((rank, rank))
    return runs


Run = tuple[int, int, int]
"""Classes with one top card: the top card, the highest and the lowest kicker."""


def _kicker_runs(complete: set[Class], kind: Kind) -> set[Run]:
    """Return the runs of kickers for each top card, of suited or offsuit classes."""
    return {
        (top, *run)
        for top in range(13)
        for run in _runs({low for t, low, k in complete if t == top and low != top and k == kind})
    }


def _pair_word(high: int, low: int) -> str:
    """Return the text of the pairs from ``low`` to ``high``: 77, TT+ or 99-66."""
    if high == low:
        return RANKS[high] * 2
    return RANKS[low] * 2 + "+" if high == ACE else f"{RANKS[high] * 2}-{RANKS[low] * 2}"


def _kind_words(runs: set[Run], kind: Kind, style: Style) -> list[str]:
    """Return the words of the runs, with single classes on a diagonal joined to spans, sorted by the first class."""
    result = {(top, high): _run_word(top, high, low, kind, style) for top, high, low in runs}
    # Only classes that are no longer run of kickers by themselves can be part of a diagonal.
    lone = {(top, high) for top, high, low in runs if high == low} if style.diagonals else set()
    for top, low, length in _diagonals(lone):
        for step in range(length):
            del result[top - step, low - step]
        last = class_text(top - length + 1, low - length + 1, kind)
        result[top, low] = f"{class_text(top, low, kind)}-{last}"
    return [result[key] for key in sorted(result, reverse=True)]


def _run_word(top: int, high: int, low: int, kind: Kind, style: Style) -> str:
    """Return the text of the classes with the rank ``top`` and kickers from ``low`` to ``high``: A5s, AJs+, A9s-A6s."""
    if high == low:
        return class_text(top, high, kind)
    if high == top - 1 and style.kickers_up:
        return class_text(top, low, kind) + "+"
    return f"{class_text(top, high, kind)}-{class_text(top, low, kind)}"


def _diagonals(lone: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield runs of single classes with the same gap (T9, 98, 87) as (top, low, length)."""
    for gap in range(1, 13):
        for high, low in _runs({t for t, k in lone if t - k == gap}):
            if high - low + 1 >= MIN_DIAGONAL:
                yield high, high - gap, high - low + 1
