"""The best bet against a described player, who folds, calls and raises by the strength of his hand and the price.

His probabilities are smooth in the bet unless his width is 0; then each hand starts to fold at one particular price.
The growth is evaluated on a grid of the legal bets, dense at both ends and around the prices at which hands start to
fold, and then on finer grids around the best bets.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.kelly.growth import Wager, described_responses, growth_pieces
from engine.kelly.outcomes import Outcomes

GRID = 200
"""Bets on an even grid; as many are spaced by equal ratios from the smallest bet on."""
MIN_STEP = 1e-6
"""The first of the steps by equal ratios, as a share of the bankroll."""
CANDIDATES = 3
"""Best bets of the grid around which it is narrowed."""
NARROWED = 33
ROUNDS = 10
CHUNK = 128
"""Bets at a time: each takes a row of all hands."""


@dataclass(frozen=True, slots=True, eq=False)
class DescribedLandscape:
    """The growth of all bets of a wager against a described player; bets are shares of the bankroll."""

    wager: Wager

    def values(self, x: F64) -> F64:
        """Return the growth of each bet ``x``, float64[bets]; minus infinity if the whole bankroll may be lost."""
        return np.concatenate([np.zeros(0), *(self._values(x[i : i + CHUNK]) for i in range(0, len(x), CHUNK))])

    def _values(self, x: F64) -> F64:
        """Return the growth of each bet as :meth:`values` does, computed in one piece."""
        wager = self.wager
        responses = described_responses(wager, x * wager.bankroll)
        result = responses.folds * math.log1p(wager.won_by_folds / wager.bankroll)
        result = result + self._shown(responses.calls, x)
        raised = responses.raises.sum(axis=1)
        # Hero responds to a raise by the better one of giving up his bet and calling.
        with np.errstate(divide="ignore"):
            given_up = _product(raised, np.log1p(-np.minimum(x, 1.0)))
        for weight, total in zip(responses.weights, responses.raised_to / wager.bankroll, strict=True):
            result = result + weight * np.maximum(given_up, self._shown(responses.raises, total))
        return np.asarray(result)

    def _shown(self, chances: F64, x: F64) -> F64:
        """Return the growth at the showdown: ``chances`` float64[bets, 3] of winning, splitting and losing it after
        adding ``x`` float64[bets]."""
        pieces = growth_pieces(self.wager.called_by((0,), Outcomes(1.0, (1.0,), 1.0)))  # only the nets
        at = np.searchsorted([piece.low for piece in pieces], x, side="right") - 1
        rows = np.array([piece.rows for piece in pieces])[np.maximum(at, 0)]
        with np.errstate(divide="ignore"):
            logs = np.log1p(np.maximum(rows[..., 1] * x[:, None] + rows[..., 2], -1.0))
        return np.asarray(_product(chances, logs).sum(axis=1))

    def best(self, low: float, high: float) -> tuple[float, float]:
        """Return the bet from ``low`` to ``high`` with the highest growth, and that growth."""
        grid = self._grid(low, high)
        values = self.values(grid)
        found = int(values.argmax())
        best = float(grid[found]), float(values[found])
        for i in np.argsort(-values, kind="stable")[:CANDIDATES]:
            left, right = grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)]
            for _ in range(ROUNDS):
                narrow = np.linspace(left, right, NARROWED)
                inner = self.values(narrow)
                j = int(inner.argmax())
                if inner[j] > best[1]:
                    best = float(narrow[j]), float(inner[j])
                left, right = narrow[max(j - 1, 0)], narrow[min(j + 1, NARROWED - 1)]
        return best

    def last_above(self, low: float, high: float, level: float) -> float | None:
        """Return the largest bet from ``low`` to ``high`` with a growth of at least ``level``, or None."""
        grid = self._grid(low, high)
        good = np.flatnonzero(self.values(grid) >= level)
        if not len(good):
            return None
        left, right = (float(grid[min(good[-1] + step, len(grid) - 1)]) for step in (0, 1))
        while left < (middle := 0.5 * (left + right)) < right:
            left, right = (middle, right) if self.values(np.array([middle]))[0] >= level else (left, middle)
        return left

    def _grid(self, low: float, high: float) -> F64:
        """Return rising bets from ``low`` to ``high``."""
        steps = np.geomspace(MIN_STEP, 1.0, GRID) * (high - low)
        grid = np.concatenate([np.linspace(low, high, GRID), low + steps, high - steps, self._thresholds()])
        return np.unique(grid[(grid >= low) & (grid <= high)])

    def _thresholds(self) -> F64:
        """Return the last bets, float64[hands], that each hand calls if it folds from one price on."""
        wager = self.wager
        assert wager.response is not None
        assert wager.response.described is not None
        described, ahead = wager.response.described, (*wager.ahead, 0.0)[0]
        if described.play.width > 0.0:
            return np.zeros(0)
        # The price (x - ahead) / (pot + 2 x - ahead) is that of a hand just worth the call.
        price = np.unique(described.strength) - described.play.margin
        price = price[(price > 0.0) & (price < 0.5)]
        chips = (price * (wager.chips_in_pot - ahead) + ahead) / (1.0 - 2.0 * price)
        last = chips / wager.bankroll * (1.0 - 1e-12)
        return np.concatenate([last, last * (1.0 + 2e-12)])


def _product(chances: F64, logs: F64) -> F64:
    """Return the product of probabilities and logarithms. A probability of 0 gives 0, even if the logarithm is -inf."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(chances > 0.0, chances * logs, 0.0))
