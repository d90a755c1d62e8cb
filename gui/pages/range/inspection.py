"""What a seat really holds, as lines to be read, sorted, filtered and exported.

A line stands for a combo, a class of hands, a way to fill the slots of a razz hand, its down cards or an item of its
text. ``alone`` is its share by weights and ways once the known cards are gone, ``here`` its probability in the joint
law, after what the hands of all other seats take away. Both add up to 1 over all lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine import HoldemInspection, RazzInspection, RazzRow
from engine.cards import combo_text
from engine.ranges.holdem import live
from gui.look.formatting import percent
from gui.pages.range.hand_matrix import ALL_PLACES, SIZE, class_name, combo_owners, combos_at, suits_of

Floats = NDArray[np.float64]
MINUS = "\u2212"
MOST_CHANGES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines in reading order.

    ``details`` say how many combos or ways are behind a line, ``counts`` float64[n] the number alone; ``weights``,
    ``alone``, ``here``, ``stderr`` (of ``here``) float64[n]. ``suits``: the suits of a combo, None for others.
    """

    names: Sequence[str]
    details: Sequence[str]
    counts: Floats
    weights: Floats
    alone: Floats
    here: Floats
    stderr: Floats
    suits: tuple[tuple[int, int] | None, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.names)

    @property
    def changes(self) -> Floats:
        """How much likelier a line is here than alone, -1 to infinity; not a number where it cannot be dealt at all."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.alone > 0, self.here / self.alone - 1.0, np.nan)

    def change(self, line: int) -> float:
        """Return the entry of ``changes`` for one line."""
        alone = float(self.alone[line])
        return float(self.here[line]) / alone - 1.0 if alone > 0 else float("nan")


class Texts(Sequence[str]):
    """Texts that are made when they are read: a long list shows a few of them at a time."""

    def __init__(self, make: Callable[[int], str], length: int) -> None:
        self._make, self._length = make, length

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(map(self._make, range(self._length)[index]))
        return self._make(range(self._length)[index])

    def __len__(self) -> int:
        return self._length


@dataclass(frozen=True, slots=True)
class View:
    """A way to break a range down: its key, a title, and what the lines and their details are called."""

    key: str
    title: str
    line: str
    detail: str
    digits: int


HANDS = View("hands", "hands", "Hand", "Combos", 2)
COMBOS = View("combos", "combos", "Combo", "", 3)
DOWN = View("down", "down cards", "Down", "Ways", 2)
WHOLE = View("whole", "with up cards", "Down / up", "Ways", 3)
ITEMS = View("items", "parts of the text", "Part", "Ways", 2)


def views_of(found: HoldemInspection | RazzInspection) -> tuple[View, ...]:
    """Return the views that differ from one another for this range."""
    if isinstance(found, HoldemInspection):
        return HANDS, COMBOS
    several_up, several_items = len(found.columns.ups) > 1, np.ptp(found.columns.item) > 0
    return (DOWN, *((WHOLE,) if several_up else ()), *((ITEMS,) if several_items else ()))


def combo_lines(found: HoldemInspection, known: int, kept: NDArray[np.bool_] | None = None) -> Lines:
    """Return one line for each combo of the text that is in ``kept`` (bool[1326]; None: all).

    ``known`` is the mask of the cards that the seat cannot hold.
    """
    chosen = [i for place in ALL_PLACES for i in combos_at(place) if found.weights[i] > 0 and (kept is None or kept[i])]
    alone = _shares(live(found.weights, known))
    return Lines(
        tuple(combo_text(i) for i in chosen),
        ("",) * len(chosen),
        np.ones(len(chosen)),
        found.weights[chosen],
        alone[chosen],
        found.probabilities[chosen],
        found.stderr[chosen],
        tuple(suits_of(i) for i in chosen),
    )


def class_lines(found: HoldemInspection, known: int, kept: NDArray[np.bool_] | None = None) -> Lines:
    """Return one line for each class of hands of which the text has a combo in ``kept``, the weights being means.

    The error of a sum is the sum of the errors: never too small.
    """
    owners, held = combo_owners(), (found.weights > 0) & (True if kept is None else kept)
    alone = _shares(live(found.weights, known))
    sums: list[Floats] = [
        np.bincount(owners, np.where(held, values, 0.0), SIZE * SIZE).astype(np.float64)
        for values in (np.ones_like(alone), alone > 0, found.weights, alone, found.probabilities, found.stderr)
    ]
    places = [i for i in range(SIZE * SIZE) if sums[0][i]]
    combos, left, weights, alone, here, stderr = (values[places] for values in sums)
    counted = zip(combos.astype(int), left.astype(int), strict=True)
    details = tuple(f"{left_}" if left_ == all_ else f"{left_} of {all_}" for all_, left_ in counted)
    names = tuple(class_name(ALL_PLACES[i]) for i in places)
    return Lines(names, details, left, weights / combos, alone, here, stderr)


def _shares(weights: Floats) -> Floats:
    total = weights.sum()
    return weights / total if total > 0 else weights


def razz_lines(
    found: RazzInspection, view: View, items: Sequence[str] = (), kept: NDArray[np.bool_] | None = None
) -> Lines:
    """Return the lines of a razz hand in a view: ``items`` are the texts of its items, ``kept`` bool[rows] (None: all).

    Weights of several rows in a line are the mean over their suited ways.
    """
    rows = found.columns
    chosen = np.arange(len(rows.down)) if kept is None else np.flatnonzero(kept)
    keys = rows.item if view is ITEMS else rows.down if view is DOWN else rows.down * len(rows.ups) + rows.up
    _, starts, groups, sizes = np.unique(keys[chosen], return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(starts)
    firsts, sizes = chosen[starts[order]], sizes[order]

    def sums(values: Floats) -> Floats:
        return np.bincount(groups.reshape(-1), values[chosen], len(order)).astype(np.float64)[order]

    ways, weighed = sums(rows.combos), sums(rows.combos * rows.weight)

    def name(line: int) -> str:
        row = found.rows[firsts[line]]
        return items[row.item] if view is ITEMS else f"{row.down} / {row.up}" if view is WHOLE and row.up else row.down

    def detail(line: int) -> str:
        return ways_text(found.rows[firsts[line]]) if sizes[line] == 1 else f"{round(ways[line])}"

    return Lines(
        Texts(name, len(order)),
        Texts(detail, len(order)),
        ways,
        weighed / ways,
        weighed / float(rows.combos @ rows.weight),
        sums(rows.probability),
        sums(rows.stderr),
    )


def ways_text(row: RazzRow) -> str:
    """Return where the suited ways of a row come from, as in ``4 × 3 / 2 = 6`` for a pair of aces."""
    if len(row.factors) < 2:
        return f"{row.combos}"
    halved = " / 2" if prod(row.factors) == 2 * row.combos else ""
    return f"{' × '.join(map(str, row.factors))}{halved} = {row.combos}"


def change_text(change: float, stderr: float, here: float) -> str:
    """Return a change in percent, as in ``−83 %``, with no digit that sampling does not support."""
    if np.isnan(change):
        return ""
    digits = 0 if stderr > 0.0005 * max(here, 1e-12) or abs(change) >= 0.1 else 1
    text = f"{100 * abs(change):.{digits}f}"
    if not float(text):
        return "="
    return f"{'+' if change > 0 else MINUS}{text}\u00a0%"


def largest_changes(lines: Lines) -> tuple[tuple[str, str, str], ...]:
    """Return (name, share alone, share here) of the lines whose share changes most, the largest change first."""
    moves = lines.here - lines.alone
    order = np.argsort(-np.abs(moves), kind="stable")[:MOST_CHANGES]
    largest = [int(i) for i in order if abs(moves[i]) > max(5e-5, 2 * lines.stderr[i])]
    return tuple((lines.names[i], percent(lines.alone[i]), percent(lines.here[i], lines.stderr[i])) for i in largest)


def table_of(lines: Lines, view: View, order: Sequence[int]) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return header and rows for a file: the lines ``order`` with all digits."""
    counted = "combos" if view in (HANDS, COMBOS) else "ways"
    header = (view.line.lower(), counted, "weight", "alone", "here", "stderr")
    columns = (lines.counts, lines.weights, lines.alone, lines.here, lines.stderr)
    rows = [(lines.names[i], int(columns[0][i]), *(float(column[i]) for column in columns[1:])) for i in order]
    return header, rows
