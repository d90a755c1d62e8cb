"""The details ``matrix`` and ``next_street`` of hold'em: the equity of each hand, and its spread over the next cards.
Also the hands of a seat from best to worst, which in razz come from ``down_cards``."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import COMBO_MASKS, card_mask, combo_text
from engine.equity.details.codec import named_rows, out_of_play, read_named, rows_by_seat
from engine.equity.details.starting_hands import DownPairs
from engine.ranges.holdem_format import sort_key
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario import Scenario
from engine.scenario.reading import adds_up, or_none, share, stderr

COMBO_COUNT = 1326
HANDS = COMBO_COUNT + len(CLASSES)
LOW, HIGH = 0.1, 0.9
"""The quantiles ``low`` and ``high``: on a tenth of the next cards the equity of a hand is at most ``low``, on a tenth
at least ``high``."""
_MATRIX = {"share": share, "equity": share, "stderr": or_none(stderr)}
_BAND = {"low": share, "mean": share, "high": share}


@cache
def hand_name(hand: int) -> str:
    """Return the name of a hand by its index in :class:`Matrix`: a combo or a class.

    >>> hand_name(1325), hand_name(1326)
    ('AdAc', '22')
    """
    return combo_text(hand) if hand < COMBO_COUNT else class_text(*CLASSES[hand - COMBO_COUNT])


def _hand_numbers(first: int, last: int) -> dict[str, int]:
    """Return the index of each hand from ``first`` up to but not including ``last``, by its name."""
    return {hand_name(hand): hand for hand in range(first, last)}


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """The probability of each hand of each active seat in the joint distribution, and the equity with it.

    float64[active seats, 1326 + 169] each: the combos by ``combo_index``, then the classes in the order of
    ``holdem_hands.CLASSES``. If ``share`` is 0 the seat cannot have the hand. ``stderr`` is 0 if exact, NaN if there
    are too few trials.
    """

    seats: tuple[int, ...]
    share: F64
    equity: F64
    stderr: F64

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"seat": 0, "classes": {"AKs": {"share": .., "equity": .., "stderr": ..}}, "combos": {..}}]``."""
        rows = []
        for seat, numbers in zip(self.seats, np.stack([self.share, self.equity, self.stderr], axis=2), strict=True):
            possible = np.flatnonzero(numbers[:, 0] > 0)
            classes, combos = (
                named_rows([hand_name(hand) for hand in indices.tolist()], tuple(_MATRIX), numbers[indices])
                for indices in (possible[possible >= COMBO_COUNT], possible[possible < COMBO_COUNT])
            )
            rows.append({"seat": seat, "classes": classes, "combos": combos})
        return rows

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "Matrix":
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
        """
        rows = rows_by_seat(value, scenario, path, ("seat", "classes", "combos"))
        numbers = np.zeros((len(rows), HANDS, 3))
        combos, classes = _hand_numbers(0, COMBO_COUNT), _hand_numbers(COMBO_COUNT, HANDS)
        for row, cells in zip(rows, numbers, strict=True):
            for key, hands in (("combos", combos), ("classes", classes)):
                read_named(row, key, hands, _MATRIX, cells)
                adds_up(cells[list(hands.values()), 0], 1.0, row.path(key))
            combo_shares = cells[:COMBO_COUNT, 0]
            if (combo_shares[_gone(scenario)] > 0).any():
                row.fail("combos", "a hand holds a card that is out of play")
            by_class = np.bincount(class_of_combo()[0], combo_shares, len(CLASSES))
            if not np.allclose(by_class, cells[COMBO_COUNT:, 0], rtol=0, atol=1e-6):
                row.fail("classes", "the shares of the classes are not those of their combos")
        return cls(scenario.active_seats, numbers[..., 0], numbers[..., 1], numbers[..., 2])


@dataclass(frozen=True, slots=True, eq=False)
class NextStreet:
    """The equity of each combo of each active seat after the next card, float64[active seats, 1326] each: ``low`` and
    ``high``, the 10th and 90th percentile over the cards by their probability with the combo, and the ``mean``. All are
    exact, and NaN if the seat cannot have the combo.

    There are no seats if no card is to come, before the flop, or if an exact answer would take too long.
    """

    seats: tuple[int, ...]
    low: F64
    mean: F64
    high: F64

    @classmethod
    def empty(cls) -> "NextStreet":
        """Return the value without seats."""
        return cls((), *np.zeros((3, 0, COMBO_COUNT)))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"seat": 0, "combos": {"AhKh": {"low": 0.4, "mean": 0.5, "high": 0.8}}}]``."""
        rows = []
        for seat, numbers in zip(self.seats, np.stack([self.low, self.mean, self.high], axis=2), strict=True):
            possible = np.flatnonzero(np.isfinite(numbers[:, 0]))
            names = [combo_text(combo) for combo in possible.tolist()]
            rows.append({"seat": seat, "combos": named_rows(names, tuple(_BAND), numbers[possible])})
        return rows

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "NextStreet":
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
        """
        if value == []:
            return cls.empty()
        rows = rows_by_seat(value, scenario, path, ("seat", "combos"))
        numbers = np.full((len(rows), COMBO_COUNT, 3), np.nan)
        for row, combos in zip(rows, numbers, strict=True):
            read_named(row, "combos", _hand_numbers(0, COMBO_COUNT), _BAND, combos)
            if np.isfinite(combos[_gone(scenario), 0]).any():
                row.fail("combos", "a hand holds a card that is out of play")
            for combo in np.flatnonzero(combos[:, 0] > combos[:, 2]).tolist()[:1]:
                row.fail(f"combos.{combo_text(combo)}.low", "expected at most what is high")
        return cls(scenario.active_seats, numbers[..., 0], numbers[..., 1], numbers[..., 2])


def _gone(scenario: Scenario) -> Bools:
    """Return bool[1326]: the combos that contain a card that is out of play."""
    return np.asarray(COMBO_MASKS & np.uint64(card_mask(out_of_play(scenario))) != 0)


SAME_EQUITY = 1e-9
"""Equities that differ by less are equal."""


@dataclass(frozen=True, slots=True, eq=False)
class SortedHands:
    """The combos of ``seat`` from the highest equity to the lowest; combos of equal equity are in reading order.

    ``combos`` int64[n]: in hold'em combos, in razz indices of pairs of down cards in the detail. ``share``, the
    probability of each, its ``equity`` and ``stderr``: float64[n] (NaN: too few trials).
    """

    seat: int
    combos: I64
    share: F64
    equity: F64
    stderr: F64

    @property
    def cumulative_share(self) -> F64:
        """float64[n]: the share of the range that comes no later than each combo in this order. The last one is 1."""
        return np.cumsum(self.share)

    def index_at(self, cumulative: float) -> int:
        """Return the index of the combo at the cumulative share ``cumulative`` (0 to 1), counted from the best."""
        return min(int(np.searchsorted(self.cumulative_share, cumulative)), len(self.combos) - 1)

    def mean(self, first: float, last: float) -> float:
        """Return the mean equity of the range between the cumulative shares ``first`` and ``last`` (0 to 1). Combos at
        the limits are counted in part."""
        ends = self.cumulative_share
        # Each combo covers an interval of the cumulative share: its weight is the length of the overlap.
        weights = np.clip(np.minimum(ends, last) - np.maximum(ends - self.share, first), 0.0, None)
        return float(weights @ self.equity / weights.sum())

    def weights_reaching(self, min_equity: float) -> F64:
        """Return float64[1326]: 1 for combos with an equity of at least ``min_equity``, else 0."""
        weights = np.zeros(COMBO_COUNT)
        weights[self.combos[self.equity >= min_equity - SAME_EQUITY]] = 1.0
        return weights


def sorted_hands(matrix: Matrix) -> tuple[SortedHands, ...]:
    """Return the hands of each active seat, in order. Hands that the seat cannot have are left out."""
    order = np.argsort(sorted(range(COMBO_COUNT), key=sort_key), kind="stable")
    result = []
    for seat, shares, equities, errors in zip(matrix.seats, matrix.share, matrix.equity, matrix.stderr, strict=True):
        possible = np.flatnonzero(shares[:COMBO_COUNT] > 0)
        # Equities are compared in steps of ``SAME_EQUITY``, so that rounding errors do not change the order of
        # equal hands.
        rounded = np.round(equities[possible] / SAME_EQUITY)
        combos = possible[np.lexsort((order[possible], -rounded))].astype(np.int64)
        result.append(SortedHands(seat, combos, shares[combos], equities[combos], errors[combos]))
    return tuple(result)


def sorted_pairs(pairs: DownPairs) -> tuple[SortedHands, ...]:
    """Return the pairs of down cards of each seat of the detail."""
    result = []
    for seat in pairs.seats:
        order = np.lexsort((np.arange(len(seat.pairs)), -np.round(seat.equity / SAME_EQUITY)))
        columns = (column[order] for column in (seat.probability, seat.equity, seat.stderr))
        result.append(SortedHands(seat.seat, order.astype(np.int64), *columns))
    return tuple(result)


def shares_of_best(hands: Sequence[SortedHands], part: float) -> tuple[float, ...]:
    """Return the share of each seat in the best ``part`` (0 to 1) of the hands of all seats together; the shares add up
    to 1.

    All seats have equal weight. Hands with the same equity at the boundary are included in equal proportion.
    """
    equity = np.concatenate([seat.equity for seat in hands])
    share = np.concatenate([seat.share for seat in hands]) / len(hands)
    seats = np.repeat(np.arange(len(hands)), [len(seat.share) for seat in hands])
    # Hands of equal equity are one group, from the best to the worst. Groups above the boundary are included
    # completely, the group at the boundary in part.
    _, group = np.unique(-np.round(equity / SAME_EQUITY), return_inverse=True)
    weights = np.bincount(group.reshape(-1), share)
    included = np.clip((part - (np.cumsum(weights) - weights)) / weights, 0.0, 1.0)[group.reshape(-1)]
    sums = np.bincount(seats, share * included, len(hands))
    return tuple((sums / sums.sum()).tolist())
