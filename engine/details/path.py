"""The detail ``path`` of razz: the equities from third street to now."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.details.fitting import Array, as_it_is, equities, finite_list
from engine.scenario import Scenario
from engine.scenario.reading import Reader, fail, integer, list_of

THIRD, SEVENTH = 3, 7


@dataclass(frozen=True, slots=True, eq=False)
class StreetPath:
    """The equities of the active seats on each street, the first is the third: ``equity`` and ``stderr``,
    float64[streets, active seats]; rows of NaN where a street was impossible."""

    equity: Array
    stderr: Array

    @property
    def streets(self) -> range:
        """The streets of the rows."""
        return range(THIRD, THIRD + len(self.equity))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"street": 3, "equity": [0.6, 0.4], "stderr": [0.0, 0.0]}]``, null where it was impossible."""
        return [
            {
                "street": street,
                "equity": None if np.isnan(equity).any() else finite_list(equity),
                "stderr": None if np.isnan(error).any() else finite_list(error),
            }
            for street, equity, error in zip(self.streets, self.equity, self.stderr, strict=True)
        ]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "StreetPath":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        values = list_of(as_it_is, most=SEVENTH - THIRD + 1)(value, path)
        if not values:
            fail(path, "expected third street and what follows")
        rows = [Reader(row, f"{path}[{i}]", ("street", "equity", "stderr")) for i, row in enumerate(values)]
        numbers = np.full((len(rows), 2, len(scenario.active_seats)), np.nan)
        for street, row in enumerate(rows, THIRD):
            if row.need("street", integer()) != street:
                row.fail("street", f"expected {street}: the streets in order")
            if row.need("equity", as_it_is) is None and row.need("stderr", as_it_is) is None:
                continue
            numbers[street - THIRD] = equities(row, scenario)
            if np.isnan(numbers[street - THIRD]).any():
                row.fail("equity", "expected a number for each active seat")
        return cls(numbers[:, 0], numbers[:, 1])
