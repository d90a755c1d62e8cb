"""The detail ``next_card``: what every card that can come does to the equities. Cards in hold'em, ranks in razz."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE, RAZZ_RANKS, card_text
from engine.details.fitting import (
    CHANCE_KEYS,
    Array,
    as_it_is,
    cards_of,
    chance_rows,
    different,
    equities,
    finite_list,
    known_cards,
    read_chances,
    rows_in,
    rows_of,
)
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, fail, integer, list_of, one_of, or_none, share

Ints = NDArray[np.int64]
CARD_NUMBERS = {card_text(card): card for card in range(DECK_SIZE)}
BOARDS_WITH_NEXT = (3, 4)
"""Cards on the board when the detail has any cards."""


@dataclass(frozen=True, slots=True, eq=False)
class NextCards:
    """Hold'em: the ``cards`` that can come, int64[n], how likely each is, float64[n], and each active seat behind it:
    ``equity`` and ``stderr``, float64[n, active seats] (0 where exact, NaN where there are too few trials)."""

    cards: Ints
    probability: Array
    equity: Array
    stderr: Array

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"card": "Ah", "probability": 0.02, "equity": [0.58, 0.42], "stderr": [0.0, 0.0]}]``."""
        return [
            {
                "card": card_text(int(card)),
                "probability": float(chance),
                "equity": [float(e) for e in equity],
                "stderr": finite_list(error),
            }
            for card, chance, equity, error in zip(self.cards, self.probability, self.equity, self.stderr, strict=True)
        ]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "NextCards":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        rows = rows_of(value, path, ("card", "probability", "equity", "stderr"))
        if bool(rows) is not (len(cards_of(scenario.board)) in BOARDS_WITH_NEXT):
            fail(path, "expected cards on flop and turn, and nowhere else")
        cards = [CARD_NUMBERS[row.need("card", one_of(*CARD_NUMBERS))] for row in rows]
        different(cards, rows, "card")
        for row, card in zip(rows, cards, strict=True):
            if card in known_cards(scenario):
                row.fail("card", f"{card_text(card)} is known already")
        chances = [row.need("probability", share) for row in rows]
        if rows:
            adds_up(chances, 1.0, path)
        seats = len(scenario.active_seats)
        numbers = np.array([equities(row, scenario) for row in rows]).reshape(len(rows), 2, seats)
        for row, equity in zip(rows, numbers[:, 0], strict=True):
            if np.isnan(equity).any():
                row.fail("equity", "expected numbers, found null")
        return cls(np.array(cards, np.int64), np.array(chances), numbers[:, 0], numbers[:, 1])


@dataclass(frozen=True, slots=True, eq=False)
class SeatRanks:
    """Razz: the ``ranks`` (0 ace .. 12 king) that can come to ``seat`` (None: a common card), int64[n], how many cards
    of each are ``live``, int64[n], how likely each is, ``probability`` and its error ``probability_stderr``,
    float64[n], and each active seat behind it: ``equity`` and ``stderr``, float64[n, active seats], NaN where the rank
    cannot come or there are too few deals."""

    seat: int | None
    ranks: Ints
    live: Ints
    probability: Array
    probability_stderr: Array
    equity: Array
    stderr: Array

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "ranks": [{"rank": "A", "live": 4, "probability": 0.1, ...}]}``."""
        rows = chance_rows(self.probability, self.probability_stderr, self.equity, self.stderr)
        ranks = zip(self.ranks.tolist(), self.live.tolist(), rows, strict=True)
        return {
            "seat": self.seat,
            "ranks": [{"rank": RAZZ_RANKS[rank], "live": live, **row} for rank, live, row in ranks],
        }

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "SeatRanks":
        """Read what :meth:`to_json` has written."""
        fields = Reader(value, path, ("seat", "ranks"))
        seat = fields.need("seat", or_none(integer()))
        if seat is not None and seat not in scenario.active_seats:
            fields.fail("seat", "expected an active seat, or null for a common card")
        rows = rows_in(fields, "ranks", ("rank", "live", *CHANCE_KEYS))
        ranks = [RAZZ_RANKS.index(row.need("rank", one_of(*RAZZ_RANKS))) for row in rows]
        different(ranks, rows, "rank")
        chances = read_chances(rows, scenario, fields.path("ranks"))
        live = [row.need("live", integer(1, 4)) for row in rows]
        return cls(seat, np.array(ranks, np.int64), np.array(live, np.int64), *chances)


@dataclass(frozen=True, slots=True, eq=False)
class NextRanks:
    """Razz: what can come to each seat that draws next; none where nothing is to come."""

    tables: tuple[SeatRanks, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows of the seats (see :meth:`SeatRanks.to_json`)."""
        return [table.to_json() for table in self.tables]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "NextRanks":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        rows = list_of(as_it_is, most=len(scenario.active_seats))(value, path)
        tables = [SeatRanks.from_json(row, scenario, f"{path}[{i}]") for i, row in enumerate(rows)]
        seats = [table.seat for table in tables]
        if len(set(seats)) < len(seats) or (None in seats and len(seats) > 1):
            fail(path, "expected each seat once, or a common card alone")
        return cls(tuple(tables))
