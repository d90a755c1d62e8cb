"""The detail ``flopped`` of hold'em: how often a range flops each made class and each draw."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.details.fitting import Array, rows_before_flop
from engine.details.made import GROUPS
from engine.made.names import CELLS, FIRST_DRAW, FIRST_KICKER, TOP_PAIR
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, integer, mapping, share


@dataclass(frozen=True, slots=True, eq=False)
class SeatFlopped:
    """How likely the range of ``seat`` flops what: ``share`` float64[CELLS] by cell (``engine.made.names``).

    Its combos count with their live weights, every flop without a known card is equally likely; the ranges of other
    seats do not count.
    """

    seat: int
    share: Array

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "made": {"set": 0.11, ..}, "kickers": {"A": 0.1, ..}, "draws": {..}}``."""
        groups: dict[str, Any] = {"seat": self.seat}
        for group, (names, first) in GROUPS.items():
            shares = self.share[first : first + len(names)].tolist()
            groups[group] = {name: chance for name, chance in zip(names, shares, strict=True) if chance}
        return groups


@dataclass(frozen=True, slots=True, eq=False)
class Flopped:
    """What each active seat flops, in order; none behind the flop."""

    seats: tuple[SeatFlopped, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows of the seats (see :meth:`SeatFlopped.to_json`)."""
        return [seat.to_json() for seat in self.seats]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "Flopped":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        return cls(tuple(_seat(row) for row in rows_before_flop(value, scenario, path, ("seat", *GROUPS))))


def _seat(row: Reader) -> SeatFlopped:
    shares: Array = np.zeros(CELLS)
    for group, (names, first) in GROUPS.items():
        fields = Reader(row.need(group, mapping), row.path(group), names)
        shares[first : first + len(names)] = [fields.get(name, share, 0.0) for name in names]
    adds_up(shares[:FIRST_KICKER], 1.0, row.path("made"))
    adds_up(shares[FIRST_KICKER:FIRST_DRAW], float(shares[TOP_PAIR]), row.path("kickers"))
    return SeatFlopped(row.need("seat", integer()), shares)
