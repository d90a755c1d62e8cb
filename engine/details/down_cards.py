"""The detail ``down_cards`` of razz: what each seat has with each pair of down cards that it may hold."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import RAZZ_RANKS
from engine.details.fitting import Array, as_it_is, different, rows_in
from engine.details.starting_hands import PAIR_NAMES
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, fail, integer, list_of, one_of, share, stderr

COLUMNS = ("probability", "probability_stderr", "equity", "stderr")


@dataclass(frozen=True, slots=True, eq=False)
class SeatPairs:
    """The pairs of down cards of ``seat``, int64[n, 2] by rank (0 ace .. 12 king), the lower first.

    ``probability``: how likely it holds each, in the joint law; ``equity`` with it; and their standard errors;
    float64[n] each.
    """

    seat: int
    pairs: NDArray[np.int64]
    probability: Array
    probability_stderr: Array
    equity: Array
    stderr: Array

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "pairs": [{"down": "A2", "probability": .., "equity": .., "stderr": ..}]}``."""
        columns = (self.probability, self.probability_stderr, self.equity, self.stderr)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        pairs = [
            {"down": RAZZ_RANKS[low] + RAZZ_RANKS[high]} | dict(zip(COLUMNS, row, strict=True))
            for (low, high), row in zip(self.pairs.tolist(), rows, strict=True)
        ]
        return {"seat": self.seat, "pairs": pairs}

    @classmethod
    def from_json(cls, value: Any, path: str) -> "SeatPairs":
        """Read what :meth:`to_json` has written."""
        fields = Reader(value, path, ("seat", "pairs"))
        rows = rows_in(fields, "pairs", ("down", *COLUMNS))
        names = [row.need("down", one_of(*PAIR_NAMES)) for row in rows]
        different(names, rows, "down")
        converts = (share, stderr, share, stderr)
        chances, *rest = (
            np.array([row.need(key, convert) for row in rows]) for key, convert in zip(COLUMNS, converts, strict=True)
        )
        adds_up(chances, 1.0, fields.path("pairs"))
        pairs = np.array([PAIR_NAMES[name] for name in names], np.int64)
        return cls(fields.need("seat", integer()), pairs, chances, *rest)


@dataclass(frozen=True, slots=True, eq=False)
class DownPairs:
    """The active seats in order, without those whose down cards depend on their up cards: of ``A29, 34K`` there is no
    one hand for all others to meet.
    """

    seats: tuple[SeatPairs, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows of the seats (see :meth:`SeatPairs.to_json`)."""
        return [seat.to_json() for seat in self.seats]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "DownPairs":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        rows = list_of(as_it_is, most=len(scenario.active_seats))(value, path)
        seats = tuple(SeatPairs.from_json(row, f"{path}[{i}]") for i, row in enumerate(rows))
        numbers = [seat.seat for seat in seats]
        if [seat for seat in scenario.active_seats if seat in numbers] != numbers:
            fail(path, "expected active seats, each once, in order")
        return cls(seats)
