"""The inspection of a seat: its hands once all known cards are gone, broken down into lines that can be sorted,
filtered and exported.

A line stands for a combo, a class of hands, a way to fill the slots of a razz hand, its down cards or an item of its
text. ``alone`` is its share by weights and ways once the known cards are gone, ``here`` its probability in the joint
law, after the cards that the hands of all other seats take away. Both add up to 1 over all lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Literal, TypeAlias, overload

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import TextError, combo_text
from engine.ranges.holdem import live
from engine.ranges.holdem_format import sort_key
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, class_name, combo_owners, combos_at, suits_of
from engine.ranges.orders import Order, find_order
from engine.ranges.range_search import combo_mask, row_mask
from engine.ranges.razz_text import RazzText, format_razz, parse_razz
from engine.scenario import Scenario
from engine.table.seat_ranges import known_mask

View = Literal["hands", "combos", "down", "whole", "items"]
"""A way to break a range down. Hold'em: classes of hands, or combos. Razz: the down cards, with the up cards, or the
items of the text."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines in reading order.

    ``details`` say how many combos or ways a line has, ``counts`` float64[n] the number alone; ``weights``,
    ``alone``, ``here``, ``stderr`` (of ``here``) float64[n]. ``suits``: the suits of a combo, None for others.
    """

    names: Sequence[str]
    details: Sequence[str]
    counts: F64
    weights: F64
    alone: F64
    here: F64
    stderr: F64
    suits: tuple[tuple[int, int] | None, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.names)

    @property
    def changes(self) -> F64:
        """float64[lines], how much likelier a line is here than alone, -1 to infinity; not a number where it cannot be
        dealt at all."""
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


@dataclass(frozen=True, slots=True, eq=False)
class HoldemInspection:
    """The combos of one seat.

    ``weights`` float64[1326]: by the text and its street filters, before removal; ``probabilities`` float64[1326]: in
    the joint distribution, adding up to 1; ``stderr`` float64[1326]: standard errors of these, 0 if ``method`` is
    exact; ``trials``: draws, 0 if exact.
    """

    weights: F64
    probabilities: F64
    stderr: F64
    method: Literal["exact", "sampled"]
    trials: int

    @property
    def views(self) -> tuple[View, ...]:
        """The views that differ from one another for this range."""
        return "hands", "combos"

    @property
    def written(self) -> int:
        """The number of combos of the text."""
        return int((self.weights > 0).sum())

    @property
    def left(self) -> int:
        """The number of them that the other seats leave."""
        return int((self.probabilities > 0).sum())

    @property
    def largest_stderr(self) -> float:
        """The largest standard error of a combo."""
        return float(self.stderr.max())

    def lines(
        self, scenario: Scenario, seat: int, view: View = "hands", search: str = "", orders: Sequence[Order] = ()
    ) -> Lines | None:
        """Return the lines of a view of ``seat`` that fit a search; None where that cannot be read."""
        order = find_order(scenario.order, orders) if search.strip() else None
        kept = combo_mask(search, scenario.dialect, order)
        make = combo_lines if view == "combos" else class_lines
        return None if kept is None else make(self, known_mask(scenario, seat), kept)

    def rows(self) -> tuple[tuple[str, float, float, float], ...]:
        """Return (combo, weight, probability, standard error) of every combo of the text, in reading order."""
        chosen = sorted((int(i) for i in np.flatnonzero(self.weights)), key=sort_key)
        return tuple(
            (combo_text(i), float(self.weights[i]), float(self.probabilities[i]), float(self.stderr[i])) for i in chosen
        )

    def classes(self) -> dict[str, float]:
        """Return the probability of each starting-hand class in which the text has a combo."""
        owner, _ = class_of_combo()
        sums = np.bincount(owner, weights=self.probabilities, minlength=len(CLASSES))
        listed = np.unique(owner[self.weights > 0])
        return {class_text(*CLASSES[i]): float(sums[i]) for i in listed}


@dataclass(frozen=True, slots=True)
class RazzRow:
    """One way to fill the slots: the down cards, the up cards, suited ways, weight, probability and its error.

    ``item`` is the number of the item of the text that gives the weight. ``factors``: the cards of its rank that are
    left for each choice in turn; their product is ``combos``, or twice that where both down cards are a choice and of
    one rank (a pair is a set).
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
    """The rows column by column, for those who add up many.

    ``downs`` and ``ups`` are the texts that occur, ``down`` and ``up`` int64[n] which of them a row has; ``item``
    int64[n]; ``combos``, ``weight``, ``probability`` and ``stderr`` float64[n].
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
    """The rows of one seat; probabilities add up to 1. ``trials``: draws, 0 if exact."""

    rows: tuple[RazzRow, ...]
    columns: RazzColumns
    method: Literal["exact", "sampled"]
    trials: int

    @property
    def views(self) -> tuple[View, ...]:
        """The views that differ from one another for this range."""
        several_up, several_items = len(self.columns.ups) > 1, np.ptp(self.columns.item) > 0
        return ("down", *(("whole",) if several_up else ()), *(("items",) if several_items else ()))

    @property
    def written(self) -> int:
        """The number of suited ways of the hand once the known cards are gone."""
        return round(float(self.columns.combos.sum()))

    @property
    def left(self) -> int:
        """The number of them that are left: all, for known cards are out before they are counted."""
        return self.written

    @property
    def largest_stderr(self) -> float:
        """The largest standard error of a row."""
        return float(self.columns.stderr.max())

    def lines(
        self, scenario: Scenario, seat: int, view: View = "down", search: str = "", orders: Sequence[Order] = ()
    ) -> Lines | None:
        """Return the lines of a view of ``seat`` that fit a search; None where that cannot be read."""
        rows = self.columns
        kept = row_mask(search, (rows.downs, rows.down), (rows.ups, rows.up))
        return (
            None if kept is None else razz_lines(self, view, _items(scenario.seats[seat].cards, scenario.order), kept)
        )


Inspection: TypeAlias = HoldemInspection | RazzInspection


def combo_lines(result: HoldemInspection, known: int, kept: Bools | None = None) -> Lines:
    """Return one line for each combo of the text that is in ``kept`` (bool[1326]; None: all).

    ``known`` is the mask of the cards that the seat cannot hold.
    """
    chosen = [
        i for place in ALL_PLACES for i in combos_at(place) if result.weights[i] > 0 and (kept is None or kept[i])
    ]
    alone = _shares(live(result.weights, known))
    return Lines(
        tuple(combo_text(i) for i in chosen),
        ("",) * len(chosen),
        np.ones(len(chosen)),
        result.weights[chosen],
        alone[chosen],
        result.probabilities[chosen],
        result.stderr[chosen],
        tuple(suits_of(i) for i in chosen),
    )


def class_lines(result: HoldemInspection, known: int, kept: Bools | None = None) -> Lines:
    """Return one line for each class of hands of which the text has a combo in ``kept`` (bool[1326]; None: all),
    the weights being means.

    The error of a sum is the sum of the errors: never too small.
    """
    owners, held = combo_owners(), (result.weights > 0) & (True if kept is None else kept)
    alone = _shares(live(result.weights, known))
    sums: list[F64] = [
        np.bincount(owners, np.where(held, values, 0.0), SIZE * SIZE).astype(np.float64)
        for values in (np.ones_like(alone), alone > 0, result.weights, alone, result.probabilities, result.stderr)
    ]
    places = [i for i in range(SIZE * SIZE) if sums[0][i]]
    combos, left, weights, alone, here, stderr = (values[places] for values in sums)
    counted = zip(combos.astype(int), left.astype(int), strict=True)
    details = tuple(f"{left_}" if left_ == all_ else f"{left_} of {all_}" for all_, left_ in counted)
    names = tuple(class_name(ALL_PLACES[i]) for i in places)
    return Lines(names, details, left, weights / combos, alone, here, stderr)


def _shares(weights: F64) -> F64:
    total = weights.sum()
    return weights / total if total > 0 else weights


def razz_lines(result: RazzInspection, view: View, items: Sequence[str] = (), kept: Bools | None = None) -> Lines:
    """Return the lines of a razz hand in a view: ``items`` are the texts of its items, ``kept`` bool[rows] (None: all).

    Weights of several rows in a line are the mean over their suited ways.
    """
    rows = result.columns
    chosen = np.arange(len(rows.down)) if kept is None else np.flatnonzero(kept)
    keys = rows.item if view == "items" else rows.down if view == "down" else rows.down * len(rows.ups) + rows.up
    _, starts, groups, sizes = np.unique(keys[chosen], return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(starts)
    firsts, sizes = chosen[starts[order]], sizes[order]

    def sums(values: F64) -> F64:
        return np.bincount(groups.reshape(-1), values[chosen], len(order)).astype(np.float64)[order]

    ways, weighed = sums(rows.combos), sums(rows.combos * rows.weight)

    def name(line: int) -> str:
        row = result.rows[firsts[line]]
        return (
            items[row.item] if view == "items" else f"{row.down} / {row.up}" if view == "whole" and row.up else row.down
        )

    def detail(line: int) -> str:
        return ways_text(result.rows[firsts[line]]) if sizes[line] == 1 else f"{round(ways[line])}"

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


def _items(text: str, order: str | None) -> tuple[str, ...]:
    """Return the texts of the items of a razz hand."""
    try:
        hand = parse_razz(text, order=order)
    except TextError:
        return ()
    return tuple(format_razz(RazzText((item,))) for item in hand.items)
