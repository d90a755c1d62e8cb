"""The detail ``next_street`` of hold'em: how far the next card moves each hand of a seat, the band of its equities."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.cards import COMBO_MASKS, card_mask, combo_text
from engine.details.fitting import Array, as_it_is, out_of_play, rows_by_seat
from engine.details.matrix import COMBO_COUNT, hand_numbers
from engine.scenario import Scenario
from engine.scenario.reading import Reader, fail, list_of, mapping, share

LOW, HIGH = 0.1, 0.9
"""On a tenth of the next cards a hand has at most ``low``, on a tenth at least ``high``."""
KEYS = ("low", "mean", "high")


@dataclass(frozen=True, slots=True, eq=False)
class NextStreet:
    """The equity of each combo of each active seat behind the next card, float64[active seats, 1326] each: ``low`` and
    ``high``, the 10th and 90th percentile over the cards by their probability with it, and the ``mean``; exact, NaN
    where the seat cannot hold the combo.

    No seats where no card is to come, before the flop, or where an exact answer would take too long.
    """

    seats: tuple[int, ...]
    low: Array
    mean: Array
    high: Array

    @classmethod
    def nothing(cls) -> "NextStreet":
        """Return that nothing is known."""
        return cls((), *np.zeros((3, 0, COMBO_COUNT)))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"seat": 0, "combos": {"AhKh": {"low": 0.4, "mean": 0.5, "high": 0.8}}}]``."""
        rows = []
        for seat, numbers in zip(self.seats, np.stack([self.low, self.mean, self.high], axis=2), strict=True):
            held = np.flatnonzero(np.isfinite(numbers[:, 0]))
            combos = {
                combo_text(combo): dict(zip(KEYS, numbers[combo].tolist(), strict=True)) for combo in held.tolist()
            }
            rows.append({"seat": seat, "combos": combos})
        return rows

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "NextStreet":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        if not list_of(as_it_is)(value, path):
            return cls.nothing()
        rows = rows_by_seat(value, scenario, path, ("seat", "combos"))
        gone = np.uint64(card_mask(out_of_play(scenario)))
        numbers = np.full((len(rows), COMBO_COUNT, len(KEYS)), np.nan)
        for row, combos in zip(rows, numbers, strict=True):
            _read_combos(row, combos)
            if (np.isfinite(combos[:, 0]) & (COMBO_MASKS & gone != 0)).any():
                row.fail("combos", "a hand holds a card that is out of play")
        return cls(scenario.active_seats, numbers[..., 0], numbers[..., 1], numbers[..., 2])


def _read_combos(row: Reader, combos: Array) -> None:
    """Read the hands of a seat into float64[1326, 3]."""
    names = hand_numbers(0, COMBO_COUNT)
    for name, value in row.need("combos", mapping).items():
        path = f"{row.path('combos')}.{name}"
        if name not in names:
            fail(path, "there is no such hand")
        fields = Reader(value, path, KEYS)
        low, mean, high = (fields.need(key, share) for key in KEYS)
        if low > high:
            fields.fail("low", "expected at most what is high")
        combos[names[name]] = low, mean, high
