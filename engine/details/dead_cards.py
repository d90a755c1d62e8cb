"""The detail ``sensitivity`` of razz: what one more dead card does to the first active seat."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import RAZZ_RANKS
from engine.details.fitting import (
    Array,
    change_or_none,
    different,
    equity_or_none,
    finite,
    first_seat,
    rows_in,
    stderr_or_none,
)
from engine.scenario import Scenario
from engine.scenario.reading import Reader, integer, one_of

NUMBERS = {
    "equity": equity_or_none,
    "stderr": stderr_or_none,
    "change": change_or_none,
    "change_stderr": stderr_or_none,
}


@dataclass(frozen=True, slots=True, eq=False)
class DeadCards:
    """The equity of ``seat`` if one more card of a rank were dead, how far that is from now, and their standard errors.

    ``ranks`` int64[n] (0 ace .. 12 king), ``live`` int64[n]; ``equity`` with ``stderr``, ``change`` with
    ``change_stderr``, float64[n], NaN where there can be no such dead card.
    """

    seat: int
    ranks: NDArray[np.int64]
    live: NDArray[np.int64]
    equity: Array
    stderr: Array
    change: Array
    change_stderr: Array

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "ranks": [{"rank": "A", "live": 3, "equity": .., "stderr": .., ..}]}``."""
        columns = self.equity, self.stderr, self.change, self.change_stderr
        rows = zip(self.ranks.tolist(), self.live.tolist(), *columns, strict=True)
        return {
            "seat": self.seat,
            "ranks": [
                {
                    "rank": RAZZ_RANKS[rank],
                    "live": live,
                    "equity": finite(equity),
                    "stderr": finite(error),
                    "change": finite(change),
                    "change_stderr": finite(change_error),
                }
                for rank, live, equity, error, change, change_error in rows
            ],
        }

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "DeadCards":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        fields = Reader(value, path, ("seat", "ranks"))
        rows = rows_in(fields, "ranks", ("rank", "live", *NUMBERS))
        ranks = [RAZZ_RANKS.index(row.need("rank", one_of(*RAZZ_RANKS))) for row in rows]
        different(ranks, rows, "rank")
        numbers = np.array(
            [[row.need(key, convert) for key, convert in NUMBERS.items()] for row in rows], dtype=np.float64
        ).reshape(len(rows), len(NUMBERS))
        for row, missing in zip(rows, np.isnan(numbers), strict=True):
            if missing.any() and not missing.all():
                row.fail("equity", f"expected {', '.join(NUMBERS)}, or none of them")
        live = np.array([row.need("live", integer(1, 4)) for row in rows], np.int64)
        return cls(first_seat(fields, scenario), np.array(ranks, np.int64), live, *numbers.T)
