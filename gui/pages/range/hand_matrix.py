"""The 13x13 matrix of starting hands: which combos a cell holds, and painting as arithmetic on weights.

Rows and columns run from ace to deuce. Pairs lie on the diagonal, suited hands above it (the row is the higher card),
offsuit hands below (the column is the higher card). Weights are float64[1326] by ``combo_index``.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBO_MASKS, COMBOS, RANKS, combo_text
from gui.look.formatting import interval, percent
from gui.pages.range.hand_equities import HandEquities, HandEquity
from gui.parts.cells import Cell, Place

SIZE = 13

Weights = NDArray[np.float64]
ALL_PLACES: tuple[Place, ...] = tuple((row, column) for row in range(SIZE) for column in range(SIZE))
TEN = 4
"""Row of the ten."""


def _places(rows: int, wanted: str) -> tuple[Place, ...]:
    return tuple(p for p in ALL_PLACES if max(p) <= rows and kind_of(p) in wanted)


def kind_of(place: Place) -> str:
    """Return ``p`` for a pair, ``s`` for suited, ``o`` for offsuit."""
    row, column = place
    return "p" if row == column else "s" if column > row else "o"


def class_name(place: Place) -> str:
    """Return the name of a cell, as in ``AA``, ``AKs``, ``AKo``."""
    high, low = sorted(place)
    name = RANKS[12 - high] + RANKS[12 - low]
    return name if high == low else name + kind_of(place)


PLACE_OF: dict[str, Place] = {class_name(place): place for place in ALL_PLACES}
SETS: dict[str, tuple[Place, ...]] = {
    "all": ALL_PLACES,
    "pairs": _places(12, "p"),
    "suited": _places(12, "s"),
    "offsuit": _places(12, "o"),
    "broadway": _places(TEN, "pso"),
}
"""Cells that one button paints; broadway: both cards ten or higher."""


@cache
def combo_owners() -> NDArray[np.intp]:
    """Return for each combo its cell as ``13 * row + column``, intp[1326]."""
    high, low = 12 - (COMBOS[:, 0].astype(np.intp) >> 2), 12 - (COMBOS[:, 1].astype(np.intp) >> 2)
    suited = (COMBOS[:, 0] & 3) == (COMBOS[:, 1] & 3)
    owners: NDArray[np.intp] = np.where(suited, SIZE * high + low, SIZE * low + high)
    return owners


@cache
def combos_at(place: Place) -> tuple[int, ...]:
    """Return the combos of a cell in the suit order s, h, d, c of the higher card, then of the lower one."""
    found = (int(i) for i in np.flatnonzero(combo_owners() == SIZE * place[0] + place[1]))
    return tuple(sorted(found, key=lambda i: suits_of(i)))


def suits_of(combo: int) -> tuple[int, int]:
    """Return the suits of a combo: of the higher card and of the lower one, of a pair in the suit order."""
    high, low = (int(c) for c in COMBOS[combo])
    suits = high & 3, low & 3
    return (suits[1], suits[0]) if high >> 2 == low >> 2 else suits


def blocked_combos(known: int) -> NDArray[np.bool_]:
    """Return which combos hold a card of the 52-bit mask ``known``, bool[1326]."""
    blocked: NDArray[np.bool_] = (COMBO_MASKS & np.uint64(known)) != 0
    return blocked


def combos_in(places: Iterable[Place]) -> NDArray[np.bool_]:
    """Return which combos the cells ``places`` hold, bool[1326]."""
    return np.isin(combo_owners(), [SIZE * row + column for row, column in places])


def painted(weights: Weights, places: Iterable[Place], value: float) -> Weights:
    """Return ``weights`` with all combos of the cells ``places`` at ``value``."""
    return np.where(combos_in(places), value, weights)


def only(weights: Weights, places: Iterable[Place]) -> Weights:
    """Return ``weights``, float64[1326], of the combos of the cells ``places``, 0 for all others."""
    return np.where(combos_in(places), weights, 0.0)


def better(place: Place) -> tuple[Place, ...]:
    """Return the cell and what ``+`` adds to it: higher pairs, or kickers up to one below the top card."""
    row, column = place
    if row == column:
        return tuple((rank, rank) for rank in range(row, -1, -1))
    if column > row:
        return tuple((row, kicker) for kicker in range(column, row, -1))
    return tuple((kicker, column) for kicker in range(row, column, -1))


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
