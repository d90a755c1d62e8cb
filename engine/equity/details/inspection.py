"""The inspection of a seat: its hands after all known cards are removed, broken down into lines that can be sorted,
filtered and exported.

A line is a combo, a class of starting hands, a way to fill the slots of a razz hand, its down cards, or an item of its
text. ``before_removal`` is its share by weights and ways once the known cards are removed. ``after_removal`` is its
probability in the joint distribution, which also takes into account the cards that the hands of all other seats remove.
Each adds up to 1 over all lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Literal, NamedTuple, TypeAlias, overload

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import TextError, combo_text
from engine.ranges.holdem import live
from engine.ranges.holdem_format import sort_key
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, class_name, combo_owners, combos_at, suits_of
from engine.ranges.orders import Order, find_order
from engine.ranges.range_search import combo_mask, row_mask
from engine.ranges.razz_text import RazzText, format_razz, parse_razz
from engine.scenario import Scenario
from engine.table.seat_ranges import known_mask

View = Literal["hands", "combos", "down", "whole", "items"]
"""A way to break a range down. Hold'em: ``hands`` (classes) or ``combos``. Razz: ``down`` (the down cards), ``whole``
(with the up cards) or ``items`` (those of the text)."""


@dataclass(frozen=True, slots=True, eq=False)
class InspectionLines:
    """Lines of an inspection, in reading order.

    ``details``: the number of combos or ways of each line as a text; ``counts`` float64[n]: the same as a number.
    ``weights``, ``before_removal``, ``after_removal`` and ``stderr`` (of ``after_removal``): float64[n]. ``suits``: the
    two suits of a combo, None for other lines.
    """

    names: Sequence[str]
    details: Sequence[str]
    counts: F64
    weights: F64
    before_removal: F64
    after_removal: F64
    stderr: F64
    suits: tuple[tuple[int, int] | None, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.names)

    @property
    def changes(self) -> F64:
        """float64[lines]: the relative change from ``before_removal`` to ``after_removal``, -1 to infinity; NaN for a
        line that cannot be dealt at all."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.before_removal > 0, self.after_removal / self.before_removal - 1.0, np.nan)

    def change(self, line: int) -> float:
        """Return the entry of ``changes`` for one line."""
        before = float(self.before_removal[line])
        return float(self.after_removal[line]) / before - 1.0 if before > 0 else float("nan")


class LazyTexts(Sequence[str]):
    """A sequence of texts that are made when they are read: of a long list only a few are displayed at a time."""

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


class HoldemRow(NamedTuple):
    """A combo with its weight by the text, and its probability in the joint distribution with the standard error."""

    combo: str
    weight: float
    probability: float
    stderr: float


@dataclass(frozen=True, slots=True, eq=False)
class HoldemInspection:
    """The combos of one seat.

    ``weights`` float64[1326]: by the text and its street filters, before card removal. ``probabilities`` float64[1326]:
    in the joint distribution, adding up to 1. ``stderr`` float64[1326]: their standard errors, 0 if ``method`` is
    exact. ``trials``: the number of draws, 0 if exact.
    """

    weights: F64
    probabilities: F64
    stderr: F64
    method: Literal["exact", "sampled"]
    trials: int

    @property
    def views(self) -> tuple[View, ...]:
        """The views that make sense for this range."""
        return "hands", "combos"

    @property
    def written_count(self) -> int:
        """The number of combos of the text."""
        return int((self.weights > 0).sum())

    @property
    def live_count(self) -> int:
        """The number of these combos that the other seats leave possible."""
        return int((self.probabilities > 0).sum())

    @property
    def max_stderr(self) -> float:
        """The largest standard error of a combo."""
        return float(self.stderr.max())

    def lines(
        self, scenario: Scenario, seat: int, view: View = "hands", search: str = "", orders: Sequence[Order] = ()
    ) -> InspectionLines | None:
        """Return the lines of a view of ``seat`` that match ``search``, or None if the search text cannot be parsed."""
        order = find_order(scenario.order, orders) if search.strip() else None
        mask = combo_mask(search, scenario.dialect, order)
        make = combo_lines if view == "combos" else class_lines
        return None if mask is None else make(self, known_mask(scenario, seat), mask)

    def rows(self) -> tuple[HoldemRow, ...]:
        """Return the row of every combo of the text, in reading order."""
        chosen = sorted((int(i) for i in np.flatnonzero(self.weights)), key=sort_key)
        return tuple(
            HoldemRow(combo_text(i), float(self.weights[i]), float(self.probabilities[i]), float(self.stderr[i]))
            for i in chosen
        )

    def classes(self) -> dict[str, float]:
        """Return the probability of each class of starting hands of which the text has a combo."""
        owner, _ = class_of_combo()
        sums = np.bincount(owner, weights=self.probabilities, minlength=len(CLASSES))
        listed = np.unique(owner[self.weights > 0])
        return {class_text(*CLASSES[i]): float(sums[i]) for i in listed}


@dataclass(frozen=True, slots=True)
class RazzRow:
    """One way to fill the slots: the down cards, the up cards, the suited ways, the weight, the probability and its
    error.

    ``item``: the index of the item of the text that gives the weight. ``factors``: how many cards of its rank are left
    for each choice in turn. Their product is ``combos``, or twice that if both down cards are a choice and have the
    same rank (a pair is a set).
    """

    down: str
    up: str
    combos: int
    weight: float
    probability: float
    stderr: float
    item: int
    factors: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RazzColumns:
    """The same rows column by column, for adding up many of them.

    ``downs`` and ``ups``: the distinct texts. ``down`` and ``up`` int64[n]: the index of each row's text in them.
    ``item`` int64[n]; ``combos``, ``weight``, ``probability`` and ``stderr`` float64[n].
    """

    downs: tuple[str, ...]
    ups: tuple[str, ...]
    down: I64
    up: I64
    item: I64
    combos: F64
    weight: F64
    probability: F64
    stderr: F64


@dataclass(frozen=True, slots=True)
class RazzInspection:
    """The rows of one seat, whose probabilities add up to 1. ``trials``: the number of draws, 0 if exact."""

    rows: tuple[RazzRow, ...]
    columns: RazzColumns
    method: Literal["exact", "sampled"]
    trials: int

    @property
    def views(self) -> tuple[View, ...]:
        """The views that make sense for this range."""
        several_up, several_items = len(self.columns.ups) > 1, np.ptp(self.columns.item) > 0
        return ("down", *(("whole",) if several_up else ()), *(("items",) if several_items else ()))

    @property
    def written_count(self) -> int:
        """The number of suited ways of the hand once the known cards are removed."""
        return round(float(self.columns.combos.sum()))

    @property
    def live_count(self) -> int:
        """The same number: known cards are removed before ways are counted."""
        return self.written_count

    @property
    def max_stderr(self) -> float:
        """The largest standard error of a row."""
        return float(self.columns.stderr.max())

    def lines(
        self, scenario: Scenario, seat: int, view: View = "down", search: str = "", orders: Sequence[Order] = ()
    ) -> InspectionLines | None:
        """Return the lines of a view of ``seat`` that match ``search``, or None if the search text cannot be parsed."""
        rows = self.columns
        mask = row_mask(search, (rows.downs, rows.down), (rows.ups, rows.up))
        return (
            None if mask is None else razz_lines(self, view, _items(scenario.seats[seat].cards, scenario.order), mask)
        )


Inspection: TypeAlias = HoldemInspection | RazzInspection


def combo_lines(result: HoldemInspection, known: int, mask: Bools | None = None) -> InspectionLines:
    """Return one line for each combo of the text, or only for those in ``mask`` bool[1326] if it is given.

    ``known`` is the mask of the cards that the seat cannot have.
    """
    combos = [i for cell in ALL_CELLS for i in combos_at(cell) if result.weights[i] > 0 and (mask is None or mask[i])]
    before_removal = _shares(live(result.weights, known))
    return InspectionLines(
        names=tuple(combo_text(i) for i in combos),
        details=("",) * len(combos),
        counts=np.ones(len(combos)),
        weights=result.weights[combos],
        before_removal=before_removal[combos],
        after_removal=result.probabilities[combos],
        stderr=result.stderr[combos],
        suits=tuple(suits_of(i) for i in combos),
    )


def class_lines(result: HoldemInspection, known: int, mask: Bools | None = None) -> InspectionLines:
    """Return one line for each class of starting hands of which the text has a combo, or a combo in ``mask`` bool[1326]
    if it is given. The weights are means over the combos.

    The standard error of a sum is the sum of the errors: an upper bound.
    """
    owners, included = combo_owners(), (result.weights > 0) & (True if mask is None else mask)
    before_removal = _shares(live(result.weights, known))
    sums: list[F64] = [
        np.bincount(owners, np.where(included, values, 0.0), SIZE * SIZE).astype(np.float64)
        for values in (
            np.ones_like(before_removal),
            before_removal > 0,
            result.weights,
            before_removal,
            result.probabilities,
            result.stderr,
        )
    ]
    cells = [i for i in range(SIZE * SIZE) if sums[0][i]]
    combos, live_combos, weights, before_removal, after_removal, stderr = (values[cells] for values in sums)
    counts = zip(combos.astype(int), live_combos.astype(int), strict=True)
    details = tuple(
        f"{live_count}" if live_count == count else f"{live_count} of {count}" for count, live_count in counts
    )
    names = tuple(class_name(ALL_CELLS[i]) for i in cells)
    return InspectionLines(
        names=names,
        details=details,
        counts=live_combos,
        weights=weights / combos,
        before_removal=before_removal,
        after_removal=after_removal,
        stderr=stderr,
    )


def _shares(weights: F64) -> F64:
    total = weights.sum()
    return weights / total if total > 0 else weights


def razz_lines(
    result: RazzInspection, view: View, items: Sequence[str] = (), mask: Bools | None = None
) -> InspectionLines:
    """Return the lines of a razz hand in a view. ``items``: the texts of its items. ``mask`` bool[rows]: the rows to
    include, None for all.

    If a line has several rows, its weight is the mean over their suited ways.
    """
    rows = result.columns
    chosen = np.arange(len(rows.down)) if mask is None else np.flatnonzero(mask)
    # The key of a line: rows with the same key are added up.
    keys = rows.item if view == "items" else rows.down if view == "down" else rows.down * len(rows.ups) + rows.up
    # np.unique sorts the keys. ``order`` brings the lines back into the order in which they first occur.
    _, starts, groups, sizes = np.unique(keys[chosen], return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(starts)
    firsts, sizes = chosen[starts[order]], sizes[order]

    def sums(values: F64) -> F64:
        result: F64 = np.bincount(groups.reshape(-1), values[chosen], len(order)).astype(np.float64)[order]
        return result

    ways, weighted_ways = sums(rows.combos), sums(rows.combos * rows.weight)

    def name(line: int) -> str:
        row = result.rows[firsts[line]]
        return (
            items[row.item] if view == "items" else f"{row.down} / {row.up}" if view == "whole" and row.up else row.down
        )

    def detail(line: int) -> str:
        return ways_text(result.rows[firsts[line]]) if sizes[line] == 1 else f"{round(ways[line])}"

    return InspectionLines(
        names=LazyTexts(name, len(order)),
        details=LazyTexts(detail, len(order)),
        counts=ways,
        weights=weighted_ways / ways,
        before_removal=weighted_ways / float(rows.combos @ rows.weight),
        after_removal=sums(rows.probability),
        stderr=sums(rows.stderr),
    )


def ways_text(row: RazzRow) -> str:
    """Return how the suited ways of a row come about.

    >>> ways_text(RazzRow("AA", "", 6, 1.0, 0.1, 0.0, item=0, factors=(4, 3)))
    '4 × 3 / 2 = 6'
    """
    if len(row.factors) < 2:
        return f"{row.combos}"
    halved = " / 2" if prod(row.factors) == 2 * row.combos else ""
    return f"{' × '.join(map(str, row.factors))}{halved} = {row.combos}"


def _items(text: str, order: str | None) -> tuple[str, ...]:
    """Return the texts of the items of a razz hand."""
    try:
        hand = parse_razz(text, order=order)
    except TextError:
        return ()
    return tuple(format_razz(RazzText((item,))) for item in hand.items)
