"""The detail ``flops`` of hold'em: how the equities are spread over the flops."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.details.fitting import Array, cards_of, known_cards, rows_before_flop
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, array_of, integer, list_of, number, share, stderr, text

BINS = 100
"""Bins of the distribution of equity over flops, each as wide as one percent."""

MOST_ENDS = 100
MOST_ALIKE = 24
"""The most flops that differ by suits only."""


@dataclass(frozen=True, slots=True)
class FlopEnd:
    """A flop (``AsKsQs``) at an end of the spread, for all that are ``alike`` but for suits: how likely one of them is,
    and the equity there with its standard error."""

    flop: str
    alike: int
    share: float
    equity: float
    stderr: float

    def to_json(self) -> dict[str, Any]:
        """Return the fields as they are named."""
        return {key: getattr(self, key) for key in ("flop", "alike", "share", "equity", "stderr")}

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "FlopEnd":
        """Read what :meth:`to_json` has written."""
        fields = Reader(value, path, ("flop", "alike", "share", "equity", "stderr"))
        flop = fields.need("flop", text)
        cards = cards_of(flop)
        if len(flop) != 6 or len(cards) != 3 or known_cards(scenario).intersection(cards):
            fields.fail("flop", "expected three cards that are not known yet")
        alike = fields.need("alike", integer(1, MOST_ALIKE))
        return cls(
            flop, alike, fields.need("share", share), fields.need("equity", share), fields.need("stderr", stderr)
        )


@dataclass(frozen=True, slots=True, eq=False)
class FlopSpread:
    """The equities of a seat on the flops: their ``mean``, their standard ``deviation``, and how likely a flop gives 0
    to 1 %, 1 to 2 % and so on: ``shares``, float64[100].

    ``stderr`` is that of the equity on one flop, which widens a sampled spread; 0 where exact. ``best`` and ``worst``
    are the ends of the spread.
    """

    seat: int
    mean: float
    deviation: float
    stderr: float
    shares: Array
    best: tuple[FlopEnd, ...] = ()
    worst: tuple[FlopEnd, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "mean": 0.64, "deviation": 0.06, "stderr": 0.0, "shares": [..], "best": [..], ..}``."""
        return {
            "seat": self.seat,
            "mean": self.mean,
            "deviation": self.deviation,
            "stderr": self.stderr,
            "shares": self.shares.tolist(),
            "best": [end.to_json() for end in self.best],
            "worst": [end.to_json() for end in self.worst],
        }


@dataclass(frozen=True, slots=True, eq=False)
class Flops:
    """The spread of each active seat, in order; none behind the flop."""

    spreads: tuple[FlopSpread, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows of the seats (see :meth:`FlopSpread.to_json`)."""
        return [spread.to_json() for spread in self.spreads]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "Flops":
        """Read what :meth:`to_json` has written; earlier versions wrote no ends.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        keys = ("seat", "mean", "deviation", "stderr", "shares", "best", "worst")
        return cls(tuple(_spread(row, scenario) for row in rows_before_flop(value, scenario, path, keys)))


def _spread(row: Reader, scenario: Scenario) -> FlopSpread:
    def ends(value: Any, path: str) -> tuple[FlopEnd, ...]:
        return tuple(list_of(lambda end, place: FlopEnd.from_json(end, scenario, place), most=MOST_ENDS)(value, path))

    shares = row.need("shares", array_of(share, BINS))
    adds_up(shares, 1.0, row.path("shares"))
    spread = FlopSpread(
        row.need("seat", integer()),
        row.need("mean", share),
        row.need("deviation", number(0.0, 0.5, 1e-6)),
        row.need("stderr", stderr),
        shares,
        row.get("best", ends, ()),
        row.get("worst", ends, ()),
    )
    below = float(shares @ np.arange(BINS)) / BINS
    if not below - 1e-6 <= spread.mean <= below + 1 / BINS + 1e-6:
        row.fail("mean", "this is not the mean of the shares")
    return spread
