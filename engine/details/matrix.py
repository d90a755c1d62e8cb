"""The detail ``matrix`` of hold'em: equity by hand."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from engine.cards import COMBO_MASKS, card_mask, combo_text
from engine.details.fitting import Array, finite, out_of_play, rows_by_seat, stderr_or_none
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, fail, mapping, share

COMBO_COUNT = 1326
HANDS = COMBO_COUNT + len(CLASSES)


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """How likely each active seat holds each hand, by the joint distribution, and its equity with it.

    float64[active seats, 1326 + 169] each: the combos by ``combo_index``, then the classes in the order of
    ``holdem_hands.CLASSES``. Where ``share`` is 0 there is no such hand; ``stderr`` is 0 where exact, NaN where
    there are too few trials.
    """

    seats: tuple[int, ...]
    share: Array
    equity: Array
    stderr: Array

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"seat": 0, "classes": {"AKs": {"share": .., "equity": .., "stderr": ..}}, "combos": {..}}]``."""
        rows = []
        for seat, shares, equities, errors in zip(self.seats, self.share, self.equity, self.stderr, strict=True):
            cells = {
                int(hand): {
                    "share": float(shares[hand]),
                    "equity": float(equities[hand]),
                    "stderr": finite(errors[hand]),
                }
                for hand in np.flatnonzero(shares > 0)
            }
            classes = {hand_name(hand): row for hand, row in cells.items() if hand >= COMBO_COUNT}
            combos = {hand_name(hand): row for hand, row in cells.items() if hand < COMBO_COUNT}
            rows.append({"seat": seat, "classes": classes, "combos": combos})
        return rows

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "Matrix":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        rows = rows_by_seat(value, scenario, path, ("seat", "classes", "combos"))
        gone = np.uint64(card_mask(out_of_play(scenario)))
        numbers = np.zeros((len(rows), HANDS, 3))
        for row, cells in zip(rows, numbers, strict=True):
            _read_hands(row, "combos", hand_numbers(0, COMBO_COUNT), cells)
            _read_hands(row, "classes", hand_numbers(COMBO_COUNT, HANDS), cells)
            held = cells[:COMBO_COUNT, 0]
            if (held[COMBO_MASKS & gone != 0] > 0).any():
                row.fail("combos", "a hand holds a card that is out of play")
            by_class = np.bincount(class_of_combo()[0], held, len(CLASSES))
            if not np.allclose(by_class, cells[COMBO_COUNT:, 0], rtol=0, atol=1e-6):
                row.fail("classes", "the shares of the classes are not those of their combos")
        return cls(scenario.active_seats, numbers[..., 0], numbers[..., 1], numbers[..., 2])


@cache
def hand_name(hand: int) -> str:
    """Return the name of a hand by its number in :class:`Matrix`: ``AhKh`` or ``AKs``."""
    return combo_text(hand) if hand < COMBO_COUNT else class_text(*CLASSES[hand - COMBO_COUNT])


@cache
def hand_numbers(first: int, last: int) -> dict[str, int]:
    """Return the numbers of the hands from ``first`` to before ``last`` by name."""
    return {hand_name(hand): hand for hand in range(first, last)}


def _read_hands(row: Reader, key: str, numbers: dict[str, int], cells: Array) -> None:
    """Read the hands under ``key`` into float64[1495, 3]."""
    hands = row.need(key, mapping)
    for name, value in hands.items():
        path = f"{row.path(key)}.{name}"
        if name not in numbers:
            fail(path, "there is no such hand")
        fields = Reader(value, path, ("share", "equity", "stderr"))
        error = fields.need("stderr", stderr_or_none)
        cells[numbers[name]] = (
            fields.need("share", share),
            fields.need("equity", share),
            np.nan if error is None else error,
        )
    adds_up([cells[numbers[name], 0] for name in hands], 1.0, row.path(key))
