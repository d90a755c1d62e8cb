"""The detail ``starting_hands`` of razz: the equity of every pair of down cards of the first active seat."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import RAZZ_RANKS, TextError
from engine.details.fitting import Array, different, first_seat, rows_in
from engine.ranges.razz_text import parse_razz
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, integer, one_of, share, stderr, text

MOST_COMBOS = 16
PAIR_NAMES = {low + high: (i, j) for i, low in enumerate(RAZZ_RANKS) for j, high in enumerate(RAZZ_RANKS) if i <= j}
"""The ranks (0 ace .. 12 king) of the pairs of down cards by name, the lower first: ``A2``."""


@dataclass(frozen=True, slots=True, eq=False)
class StartingHands:
    """What ``seat`` has with each pair of down cards beside its up cards ``up``, all other cards as they are.

    ``equity``, ``stderr``: with two unknown down cards. ``pairs`` int64[n, 2]: the ranks of each pair, the lower first;
    ``combos`` int64[n]: its suited ways; ``probability`` and ``probability_stderr`` float64[n]: how likely the seat is
    dealt it; ``equities`` and ``stderrs`` float64[n]: the equity with it.
    """

    seat: int
    up: str
    equity: float
    stderr: float
    pairs: NDArray[np.int64]
    combos: NDArray[np.int64]
    probability: Array
    probability_stderr: Array
    equities: Array
    stderrs: Array

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "up": "9", "equity": .., "stderr": .., "pairs": [{"down": "A2", ..}]}``."""
        columns = (self.combos, self.probability, self.probability_stderr, self.equities, self.stderrs)
        names = ("combos", "probability", "probability_stderr", "equity", "stderr")
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return {
            "seat": self.seat,
            "up": self.up,
            "equity": self.equity,
            "stderr": self.stderr,
            "pairs": [
                {"down": RAZZ_RANKS[low] + RAZZ_RANKS[high]} | dict(zip(names, row, strict=True))
                for (low, high), row in zip(self.pairs.tolist(), rows, strict=True)
            ],
        }

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "StartingHands":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        fields = Reader(value, path, ("seat", "up", "equity", "stderr", "pairs"))
        keys = ("down", "combos", "probability", "probability_stderr", "equity", "stderr")
        rows = rows_in(fields, "pairs", keys)
        names = [row.need("down", one_of(*PAIR_NAMES)) for row in rows]
        different(names, rows, "down")
        chances = [row.need("probability", share) for row in rows]
        adds_up(chances, 1.0, fields.path("pairs"))
        return cls(
            first_seat(fields, scenario),
            _up_cards(fields),
            fields.need("equity", share),
            fields.need("stderr", stderr),
            np.array([PAIR_NAMES[name] for name in names], np.int64),
            np.array([row.need("combos", integer(1, MOST_COMBOS)) for row in rows], np.int64),
            np.array(chances),
            *(
                np.array([row.need(key, convert) for row in rows])
                for key, convert in (("probability_stderr", stderr), ("equity", share), ("stderr", stderr))
            ),
        )


def _up_cards(fields: Reader) -> str:
    up = fields.need("up", text)
    try:
        parse_razz(f"xx{up}")
    except TextError:
        fields.fail("up", "expected the up cards of a hand")
    return up
