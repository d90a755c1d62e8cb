"""The detail ``next_pair`` of razz: what the next cards of two seats together do to the equities."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from engine.cards import RAZZ_RANKS
from engine.details.fitting import CHANCE_KEYS, Array, as_it_is, chance_rows, different, read_chances, rows_in
from engine.details.next_cards import Ints
from engine.scenario import Scenario
from engine.scenario.reading import Reader, array_of, fail, integer, list_of, one_of

RANK_PAIRS = {
    first + second: (row, column) for row, first in enumerate(RAZZ_RANKS) for column, second in enumerate(RAZZ_RANKS)
}
"""The ranks (0 ace .. 12 king) of two cards by their names, the one of the first seat first."""


@dataclass(frozen=True, slots=True, eq=False)
class NextPair:
    """What can come to two ``seats`` together: ``ranks`` int64[n, 2] (0 ace .. 12 king), how likely it is,
    ``probability`` and its error ``probability_stderr``, float64[n], and each active seat behind it: ``equity`` and
    ``stderr``, float64[n, active seats], NaN where the ranks cannot come together or there are too few deals."""

    seats: tuple[int, int]
    ranks: Ints
    probability: Array
    probability_stderr: Array
    equity: Array
    stderr: Array

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seats": [0, 1], "cells": [{"ranks": "A5", "probability": 0.01, ...}]}``."""
        rows = chance_rows(self.probability, self.probability_stderr, self.equity, self.stderr)
        cells = [
            {"ranks": RAZZ_RANKS[first] + RAZZ_RANKS[second], **row}
            for (first, second), row in zip(self.ranks.tolist(), rows, strict=True)
        ]
        return {"seats": list(self.seats), "cells": cells}

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "NextPair":
        """Read what :meth:`to_json` has written."""
        fields = Reader(value, path, ("seats", "cells"))
        first, second = fields.need("seats", array_of(integer(), 2))
        if (first, second) not in combinations(scenario.active_seats, 2):
            fields.fail("seats", "expected two active seats in order")
        rows = rows_in(fields, "cells", ("ranks", *CHANCE_KEYS))
        names = [row.need("ranks", one_of(*RANK_PAIRS)) for row in rows]
        different(names, rows, "ranks")
        chances = read_chances(rows, scenario, fields.path("cells"))
        return cls((first, second), np.array([RANK_PAIRS[name] for name in names], np.int64), *chances)


@dataclass(frozen=True, slots=True, eq=False)
class NextPairs:
    """What can come to every two seats that draw next; none where fewer than two draw a card of their own."""

    pairs: tuple[NextPair, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows of the pairs (see :meth:`NextPair.to_json`)."""
        return [pair.to_json() for pair in self.pairs]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "NextPairs":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        rows = list_of(as_it_is)(value, path)
        pairs = tuple(NextPair.from_json(row, scenario, f"{path}[{i}]") for i, row in enumerate(rows))
        seats = [pair.seats for pair in pairs]
        if len(set(seats)) < len(seats):
            fail(path, "expected every two seats once")
        return cls(pairs)
