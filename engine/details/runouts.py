"""The detail ``runouts`` of hold'em: the equities behind each turn and river together, on the flop."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE, card_text
from engine.details.fitting import Array, as_it_is, cards_of, different, known_cards, rows_of
from engine.scenario import Scenario
from engine.scenario.reading import adds_up, array_of, fail, list_of, one_of, share

Ints = NDArray[np.int64]
PAIR_NUMBERS = {card_text(high) + card_text(low): (high, low) for high in range(DECK_SIZE) for low in range(high)}
"""Two cards (0-51) by their names, the higher number first."""

FLOP = 3


@dataclass(frozen=True, slots=True, eq=False)
class Runouts:
    """The two cards that can come, ``cards`` int64[n, 2], the higher number first: it is all the same which of them is
    the turn. ``probability`` float64[n] of both; ``equity`` float64[n, active seats] behind them, exact.

    None where there is no flop, a turn already, or an exact answer would take too long.
    """

    cards: Ints
    probability: Array
    equity: Array

    @classmethod
    def nothing(cls, seats: int) -> "Runouts":
        """Return that there are none for so many active ``seats``."""
        return cls(np.zeros((0, 2), np.int64), np.zeros(0), np.zeros((0, seats)))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"cards": "AhKd", "probability": 0.001, "equity": [0.58, 0.42]}]``."""
        return [
            {"cards": card_text(high) + card_text(low), "probability": chance, "equity": equity}
            for (high, low), chance, equity in zip(
                self.cards.tolist(), self.probability.tolist(), self.equity.tolist(), strict=True
            )
        ]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "Runouts":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        seats = len(scenario.active_seats)
        if not list_of(as_it_is)(value, path):
            return cls.nothing(seats)
        if len(cards_of(scenario.board)) != FLOP:
            fail(path, "expected turns and rivers on the flop, and nowhere else")
        rows = rows_of(value, path, ("cards", "probability", "equity"))
        pairs = [PAIR_NUMBERS[row.need("cards", one_of(*PAIR_NUMBERS))] for row in rows]
        different(pairs, rows, "cards")
        known = known_cards(scenario)
        for row, pair in zip(rows, pairs, strict=True):
            if known.intersection(pair):
                row.fail("cards", "a card of these is known already")
        chances = [row.need("probability", share) for row in rows]
        adds_up(chances, 1.0, path)
        equity = np.array([row.need("equity", array_of(share, seats)) for row in rows])
        for row, of_pair in zip(rows, equity, strict=True):
            adds_up(of_pair, 1.0, row.path("equity"))
        return cls(np.array(pairs, np.int64), np.array(chances), equity)
