"""The estimates of a sampled decision, from the deals of its cells (see ``engine.preflop.sampled``).

**No hidden bias.** Giving up a flop at 0 makes the mean of max(R.., 0) too high where R is noisy, by half of the
variance of the noise times the density of EVraw at 0. Deciding in one group by what all the others found, and valuing
by the group itself, makes it too low, by K / (K - 1) of that for K groups. The estimate weighs both so that these
errors cancel, and a quarter of their difference goes into the stated error.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.kernels.preflop.deals import Players
from engine.preflop.answer import Action, ClassRow, PreflopAnswer, SetRow, best_of
from engine.preflop.book import histogram
from engine.preflop.decision import NOT_BETTABLE, pot_terms
from engine.preflop.situation import Player, Situation
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text

GROUPS = 16
STUDENT = 1.0 + (1.96**2 + 1.0) / (4.0 * (GROUPS - 1))
"""What Student's t of so few groups is wider than the normal law."""
DOUBT = 0.25
"""The part of the difference of the two estimates that counts as an error."""
PLUG_IN = GROUPS / (2.0 * GROUPS - 1.0)
"""The weight of the estimate that is too high."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Hands of hero on flops: ``cards`` int64[n, 5], hero's first; ``combos`` int64[n] (hero's); ``weights``
    float64[n], how many deals each stands for; ``complete``: these are all flops."""

    cards: NDArray[np.int64]
    combos: NDArray[np.int64]
    weights: Array
    complete: bool


class CellTally:
    """The deals of all cells: ``found`` float64[cells, groups, actions, sets, 2], ``tries`` float64[cells] of a group,
    ``products`` float64[cells] of the ranges' weights."""

    def __init__(self, cells: Cells, players: Players) -> None:
        sets = 1 << int(np.count_nonzero(players.bits))
        self.found = np.zeros((len(cells.cards), GROUPS, len(players.goes), sets, 2))
        self.tries, self.products = np.zeros(len(cells.cards)), np.zeros(len(cells.cards))

    def add(self, block: slice, tries: int, products: Array, found: Array) -> None:
        """Add what was found in a block of cells: ``products`` float64[n] and ``found`` float64[n, groups, actions,
        sets, 2]."""
        self.found[block] += found
        self.tries[block] += tries
        self.products[block] = products


@dataclass(frozen=True, slots=True, eq=False)
class _Worth:
    """An action by cell and, with the decisions of all groups together, by group: float64[cells] and [groups]."""

    cells: Array
    groups: Array
    difference: float


class _Estimator:
    """Works an answer out; all weights are those of one try."""

    def __init__(self, situation: Situation, cells: Cells, tally: CellTally, coming: list[int]) -> None:
        self._situation, self._cells, self._coming = situation, cells, coming
        self._found = tally.found
        self._scale = np.divide(
            cells.weights * tally.products, tally.tries, out=np.zeros_like(tally.tries), where=tally.tries > 0
        )
        deals = tally.found[:, :, 0, :, 0].sum(axis=2)
        self.deals = self._scale * deals.sum(axis=1)
        self._group_deals = self._scale @ deals
        self.total = max(float(self.deals.sum()), 1e-300)

    def action(self, at: int) -> tuple[Action, Array, Array]:
        """Return an action, and by cell its worth and its errors (what it is worth beyond the mean of all cells)."""
        plan, sets = self._situation.actions[at], range(1, self._found.shape[3])
        rows, parts = [], []
        nobody = self._found[:, :, at, 0, 0] * self._situation.middle
        worth = _Worth(self._scale * nobody.sum(axis=1), self._scale @ nobody, 0.0)
        for together in sets:
            if self._found[:, :, at, together, 0].any():
                row, value, cells = self._set(at, together)
                rows.append(row)
                parts.append(cells)
                worth = _Worth(
                    worth.cells + value.cells, worth.groups + value.groups, worth.difference + value.difference
                )
        ev = float(worth.cells.sum()) / self.total
        seen = sum(row.p for row in rows)
        p, raw = (np.concatenate([part[i] for part in parts]) if parts else np.zeros(0) for i in range(2))
        action = Action(
            action=plan.name, cost=plan.cost, ev=ev, stderr=self._error(worth, ev), p_no_flop=max(1.0 - seen, 0.0),
            equity=sum(row.p * row.equity for row in rows) / seen if seen else 0.0,
            bettable=sum(row.p * row.bettable for row in rows) / seen if seen else 0.0,
            sets=tuple(rows), flops=histogram(p, raw),
        )  # fmt: skip
        return action, worth.cells, worth.cells - ev * self.deals

    def _set(self, at: int, together: int) -> tuple[SetRow, _Worth, tuple[Array, Array]]:
        """Return the row of one set of players, its worth, and (p, EVraw) by cell."""
        plan = self._situation.actions[at]
        places = tuple(place for i, place in enumerate(self._coming) if together >> i & 1)
        players = tuple(Player(place, self._situation.hero, self._situation.hero) for place in places)
        won, bet = pot_terms(self._situation, plan, players)
        deals, shares = self._found[:, :, at, together, 0], self._found[:, :, at, together, 1]
        raw = shares * (won + bet) - deals * bet  # EVraw times the deals, by cell and group
        whole, number = raw.sum(axis=1), deals.sum(axis=1)
        bettable = whole > NOT_BETTABLE * number
        plug_in = np.where(bettable, whole, 0.0)
        left_out = np.where(whole[:, None] - raw > NOT_BETTABLE, raw, 0.0).sum(axis=1)
        mixed = PLUG_IN * plug_in + (1.0 - PLUG_IN) * left_out
        scale = self._scale
        weight = scale * number
        p = float(weight.sum())
        row = SetRow(
            opponents=places, p=p / self.total, equity=float(scale @ shares.sum(axis=1)) / p,
            bettable=float(weight[bettable].sum()) / p,
        )  # fmt: skip
        worth = _Worth(
            scale * (mixed - plan.cost * number),
            scale @ (np.where(bettable[:, None], raw, 0.0) - plan.cost * deals),
            float(scale @ (plug_in - left_out)),
        )
        means = np.divide(whole, number, out=np.zeros_like(whole), where=number > 0)
        return row, worth, (weight / self.total, means)

    def _error(self, worth: _Worth, ev: float) -> float:
        doubt = DOUBT * worth.difference / self.total
        if self._cells.complete:
            spread = worth.groups - ev * self._group_deals
            variance = GROUPS * float(np.var(spread, ddof=1)) * STUDENT**2
        else:
            variance = self._between(worth.cells - ev * self.deals, self._cells.combos)
        return float(np.sqrt(variance) / self.total + abs(doubt))

    def _between(self, errors: Array, strata: NDArray[np.int64]) -> float:
        """Return the variance of the sum of ``errors`` float64[cells], the cells of a stratum being a sample of it."""
        _, number = np.unique(strata, return_inverse=True)
        count = np.bincount(number)
        mean = np.bincount(number, errors) / count
        squares = np.bincount(number, (errors - mean[number]) ** 2)
        several = count > 1
        within = float((squares[several] * count[several] / (count[several] - 1)).sum())
        return within + float((mean[~several] ** 2).sum())

    def classes(self, actions: list[tuple[Action, Array, Array]]) -> dict[str, ClassRow]:
        """Return the classes of hero's range, with the errors of their means."""
        owner = class_of_combo()[0][self._cells.combos]
        share = np.bincount(owner, self.deals, len(CLASSES)) / self.total
        rows = {}
        for number in np.flatnonzero(share > 0):
            of = owner == number
            whole = float(self.deals[of].sum())
            evs, errors = {}, {}
            for action, worth, _ in actions:
                ev = float(worth[of].sum()) / whole
                evs[action.action] = ev
                spread = worth[of] - ev * self.deals[of]
                errors[action.action] = float(np.sqrt(self._between(spread, self._cells.combos[of])) / whole)
            best = best_of({"fold": 0.0, **evs})
            rows[class_text(*CLASSES[number])] = ClassRow(float(share[number]), evs, best, errors)
        return rows


def estimate(
    situation: Situation, cells: Cells, tally: CellTally, coming: list[int], reason: str, trials: int
) -> PreflopAnswer:
    """Return the answer that ``trials`` tries give; bit i of a set of players is the opponent ``coming[i]``."""
    estimator = _Estimator(situation, cells, tally, coming)
    found = [estimator.action(at) for at in range(len(situation.actions))]
    actions = (Action(action="fold", cost=0.0, ev=0.0), *(action for action, _, _ in found))
    return PreflopAnswer(
        method="sampled", reason=reason, best=best_of({action.action: action.ev for action in actions}),
        actions=actions, classes=estimator.classes(found), notices=situation.notices, request=situation.request,
        trials=trials,
    )  # fmt: skip
