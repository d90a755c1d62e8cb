"""The cells of the 13x13 matrix as they are shown: weights, what is left of the combos, colours of equities."""

from dataclasses import replace

import numpy as np

from engine.cards import combo_text
from engine.ranges.holdem_matrix import (
    ALL_PLACES,
    SIZE,
    Place,
    Weights,
    blocked_combos,
    class_name,
    combo_owners,
    combos_at,
    suits_of,
)
from gui.look.formatting import interval, percent
from gui.pages.range.hand_equities import HandEquities, HandEquity
from gui.parts.cells import Cell


def cells(
    weights: Weights, known: int = 0, equities: HandEquities | None = None, *, hot: bool = False
) -> tuple[Cell, ...]:
    """Return the 169 cells, row by row; ``hot`` colours those in the range by their ``equities``."""
    owners = combo_owners()
    sizes = np.bincount(owners, minlength=SIZE * SIZE)
    sums = np.bincount(owners, weights, SIZE * SIZE)
    low, high = np.ones(SIZE * SIZE), np.zeros(SIZE * SIZE)
    np.minimum.at(low, owners, weights)
    np.maximum.at(high, owners, weights)
    blocked = np.bincount(owners, blocked_combos(known), SIZE * SIZE)
    return tuple(
        _cell(
            place,
            float(high[i]) if low[i] == high[i] else float(sums[i] / sizes[i]),
            bool(low[i] < high[i]),
            (int(sizes[i] - blocked[i]), int(sizes[i])),
            equities,
            hot,
        )
        for i, place in enumerate(ALL_PLACES)
    )


def _cell(
    place: Place, weight: float, mixed: bool, combos: tuple[int, int], equities: HandEquities | None, hot: bool
) -> Cell:
    name, (left, size) = class_name(place), combos
    hand = equities.classes.get(name) if equities is not None and weight > 0 else None
    partial = mixed or 0 < weight < 1
    cell = Cell(
        name,
        weight,
        mixed,
        1 - left / size,
        strong=place[0] == place[1],
        note=weight_note(weight) if partial and not hot else "",
        speech=_speech(name, weight, mixed, combos) + _equity_words(hand, equities),
    )
    return _heated(cell, hand, equities, 0) if hot else cell


def _heated(cell: Cell, hand: HandEquity | None, equities: HandEquities | None, digits: int) -> Cell:
    """Return ``cell`` in the colour of its equity, with the number in percent."""
    if hand is None or equities is None:
        return replace(cell, hot=True)
    note = f"{100 * hand.equity:.{digits}f}"
    return replace(cell, hot=True, tone=equities.scale.tone(hand.equity), stale=equities.stale, note=note)


def _equity_words(hand: HandEquity | None, equities: HandEquities | None) -> str:
    if hand is None or equities is None:
        return ""
    error = hand.stderr or 0.0
    about = f" {interval(error)}" if error else " (too few trials)" if hand.stderr is None else ""
    before = ", before the last change" if equities.stale else ""
    return f", equity {percent(hand.equity, error)}{about}, {percent(hand.share)} of what the seat holds{before}"


def weight_note(weight: float) -> str:
    """Return a weight in whole percent, never 0 or 100 for one that is neither."""
    if 0 < weight < 0.01:
        return "<1"
    return ">99" if 0.99 < weight < 1 else f"{100 * weight:.0f}"


def _speech(name: str, weight: float, mixed: bool, combos: tuple[int, int]) -> str:
    left, size = combos
    parts = [f"{name}: {size} combos" if left == size else f"{name}: {left} of {size} combos left"]
    if weight > 0:
        parts.append(f"weights from combo to combo, mean {percent_text(weight)}" if mixed else percent_text(weight))
    else:
        parts.append("not in the range")
    return ", ".join(parts)


def percent_text(weight: float) -> str:
    """Return a weight in percent with the digits that it has, at most two decimals."""
    return f"{100 * weight:.2f}".rstrip("0").rstrip(".") + "\u00a0%"


def combo_cells(
    place: Place, weights: Weights, known: int, equities: HandEquities | None = None, *, hot: bool = False
) -> dict[Place, tuple[int, Cell]]:
    """Return the combos of a cell by the suits of their cards (row: higher card, column: lower), with their cells."""
    found = {}
    blocked = blocked_combos(known)
    for combo in combos_at(place):
        suits, weight = suits_of(combo), float(weights[combo])
        gone = bool(blocked[combo])
        name = combo_text(combo)
        hand = equities.combos.get(name) if equities is not None and weight > 0 else None
        words = [name, percent_text(weight) if weight else "not in the range"]
        speech = ": ".join(words) + (", holds a known card" if gone else "") + _equity_words(hand, equities)
        note = weight_note(weight) if 0 < weight < 1 and not hot else ""
        cell = Cell(name, weight, blocked=float(gone), note=note, speech=speech, suits=suits)
        found[suits] = combo, _heated(cell, hand, equities, 1) if hot else cell
    return found
