"""The estimates of a sampled decision, from the deals of its cells (see ``engine.preflop.sampled``).

**No hidden bias.** Giving up a flop at 0 makes the mean of max(R.., 0) too high where R is noisy, by half of the
variance of the noise times the density of EVraw at 0. Deciding in one group by what all the others found, and valuing
by the group itself, makes it too low, by K / (K - 1) of that for K groups. The estimate weighs both so that these
errors cancel, and a quarter of their difference goes into the stated error.

**What decides.** A few deals tell little of R, and a flop that is given up or bet on by so little is often judged
wrongly. Both decide by R as it is likely to be after all that was seen of the flop, which leaves little of either
error: on the same flop hero also met other sets of players, and a line through all cells tells what their share means
for this set's. How far the cells lie from that line beyond their noise tells how many deals the prediction is worth (an
empirical Bayes estimate). What a decision is worth is always counted.

**Errors.** Where the cells are all flops the groups of each cell tell the noise. Where they are a sample, neighbours in
its order do: half the mean square of their difference.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.arrays import F32, F64, Bools
from engine.jobs import Guard
from engine.kernels.preflop.deals import Players
from engine.preflop.answer import Action, ClassRow, PreflopAnswer, SetRow, best_of
from engine.preflop.book import histogram
from engine.preflop.cells import GROUPS, Cells, FlopSample
from engine.preflop.decision import NOT_BETTABLE, pot_terms
from engine.preflop.situation import Player, Situation
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text

DOUBT = 0.25
"""The part of the difference of the two estimates that counts as an error."""
PLUG_IN = GROUPS / (2.0 * GROUPS - 1.0)
"""The weight of the estimate that is too high."""
MOST_WORTH = 40.0
"""Deals that a prediction may be worth: a line that fits by chance is not believed further."""
LEAST_SPREAD = 1e-4
"""Variance of R round the line that is taken for nothing."""


class Counted(NamedTuple):
    """Deals, and hero's shares of the pot in them: float64[cells] each."""

    deals: F64
    shares: F64

    def mean(self, otherwise: F64 | float = 0.0) -> F64:
        """Return the mean share by cell, float64[cells]; ``otherwise`` where there is no deal."""
        empty = np.full(len(self.deals), otherwise) if isinstance(otherwise, float) else otherwise.copy()
        return np.divide(self.shares, self.deals, out=empty, where=self.deals > 0)

    def without(self, other: "Counted") -> "Counted":
        """Return the sums without some of the deals."""
        return Counted(self.deals - other.deals, self.shares - other.shares)


def expected_share(own: Counted, others: Counted, guard: Guard) -> F64:
    """Return the likely R of a set of players by cell, float64[cells], from its ``own`` deals and those of all
    ``others`` who saw the flop; ``guard`` is called every few milliseconds."""
    whole = max(float(own.deals.sum()), 1e-300)
    overall = float(own.shares.sum()) / whole
    weights = np.where(others.deals > 0, own.deals, 0.0)
    if not weights.any():
        return own.mean(overall)
    share, seen = own.mean(), others.mean()
    guard()
    x, y = float(weights @ seen / weights.sum()), float(weights @ share / weights.sum())
    square = float(weights @ (seen - x) ** 2)
    slope = float(weights @ ((seen - x) * (share - y))) / square if square > 0 else 0.0
    guard()
    line = np.clip(np.where(others.deals > 0, y + slope * (seen - x), overall), 0.0, 1.0)
    guard()
    worth = _worth(weights, share, line)
    guard()
    return np.clip((own.shares + worth * line) / np.maximum(own.deals + worth, 1e-300), 0.0, 1.0)


def _worth(deals: F64, share: F64, line: F64) -> float:
    """Return how many deals ``line`` is worth: the variance of one over that of R round the line."""
    several = deals > 1.5
    if not several.any():
        return MOST_WORTH
    number = deals[several]
    one = float(number @ (share[several] * (1.0 - share[several]) * number / (number - 1.0)) / number.sum())
    whole = float(deals.sum())
    noise = one * np.count_nonzero(deals) / whole
    around = float(deals @ (share - line) ** 2) / whole
    return min((one + 1e-3) / max(around - noise, LEAST_SPREAD), MOST_WORTH)


class CellTally:
    """The deals of all cells: ``found`` float32[actions, sets, 2, groups, cells], ``tries`` float64[cells] of a group,
    ``products`` float64[cells] of the ranges' weights."""

    def __init__(self, cells: Cells, players: Players) -> None:
        sets, count = 1 << int(np.count_nonzero(players.bits)), len(cells.cards)
        self.found = np.zeros((len(players.goes), sets, 2, GROUPS, count), np.float32)
        self.tries, self.products = np.zeros(count), np.zeros(count)

    def add(self, block: slice, tries: int, products: F64, found: F64) -> None:
        """Add the sums of a block of cells: ``products`` float64[n] and ``found`` float64[n, groups, actions,
        sets, 2]."""
        self.found[..., block] += found.transpose(2, 3, 4, 1, 0)
        self.tries[block] += tries
        self.products[block] = products


@dataclass(frozen=True, slots=True, eq=False)
class _Worth:
    """The total value of an action's deals, by group and cell: float64[groups, cells], and by how much the
    two estimates of a cell differ, float64[cells]."""

    groups: F64
    difference: F64


class _Estimator:
    """Works an answer out; ``guard`` is called every few milliseconds."""

    def __init__(self, situation: Situation, cells: Cells, tally: CellTally, coming: list[int], guard: Guard) -> None:
        self._situation, self._cells, self._coming, self._guard = situation, cells, coming, guard
        self._found = tally.found
        self._scale = np.divide(
            cells.weights * tally.products, tally.tries, out=np.zeros_like(tally.tries), where=tally.tries > 0
        )
        """The weight of a try of a group, by cell."""
        self._deals = self._scale * tally.found[0, :, 0].sum(axis=0, dtype=np.float64)
        self.total = max(float(self._deals.sum()), 1e-300)
        self._owner = class_of_combo()[0][cells.combos][cells.hands]

    def action(self, at: int) -> tuple[Action, _Worth]:
        """Return an action, and what it is worth by cell."""
        plan = self._situation.actions[at]
        rows, parts = [], []
        worth = _Worth(
            self._found[at, 0, 0] * (self._scale * self._situation.request.middle), np.zeros_like(self._scale)
        )
        seen = np.zeros((2, *self._found.shape[3:]))
        for result in self._found[at, 1:]:
            self._guard()
            seen += result
        for together in range(1, self._found.shape[1]):
            if self._found[at, together, 0].any():
                row, cells = self._set(at, together, seen, worth)
                rows.append(row)
                parts.append(cells)
        ev = float(worth.groups.sum()) / self.total
        p_seen = sum(row.p for row in rows)
        p, raw = (np.concatenate([part[i] for part in parts]) if parts else np.zeros(0) for i in range(2))
        action = Action(
            action=plan.name, cost=plan.cost, ev=ev, stderr=self._error(worth, ev), p_no_flop=max(1.0 - p_seen, 0.0),
            equity=sum(row.p * row.equity for row in rows) / p_seen if p_seen else 0.0,
            bettable=sum(row.p * row.bettable for row in rows) / p_seen if p_seen else 0.0,
            sets=tuple(rows), flops=histogram([(p, raw)]),
        )  # fmt: skip
        return action, worth

    def _set(self, at: int, together: int, seen: F64, worth: _Worth) -> tuple[SetRow, tuple[F64, F64]]:
        """Return the row of one set of players, and (p, EVraw) by cell; add what its deals are worth to ``worth``.

        ``seen`` float64[2, groups, cells]: the deals of all sets, and hero's shares in them.
        """
        plan = self._situation.actions[at]
        places = tuple(place for i, place in enumerate(self._coming) if together >> i & 1)
        players = tuple(Player(place, self._situation.hero, self._situation.hero) for place in places)
        won, bet = pot_terms(self._situation, plan, players)
        self._guard()
        deals, shares = self._found[at, together].astype(np.float64)
        raw = shares * (won + bet) - deals * bet  # EVraw times the deals, by group and cell
        whole, number = raw.sum(axis=0), deals.sum(axis=0)
        needed = bet / (won + bet) if won + bet > 0 else 1.0
        bettable, others_bet = self._decisions(self._found[at, together], seen, needed)
        self._guard()
        plug_in, left_out = np.where(bettable, raw, 0.0), np.where(others_bet, raw, 0.0)
        mixed = PLUG_IN * plug_in + (1.0 - PLUG_IN) * left_out
        self._guard()
        np.add(worth.groups, self._scale * (mixed - plan.cost * deals), out=worth.groups)
        np.add(worth.difference, self._scale * (plug_in - left_out).sum(axis=0), out=worth.difference)
        weight = self._scale * number
        p = float(weight.sum())
        row = SetRow(
            opponents=places, p=p / self.total, equity=float(self._scale @ shares.sum(axis=0)) / p,
            bettable=float(weight[bettable].sum()) / p,
        )  # fmt: skip
        means = np.divide(whole, number, out=np.zeros_like(whole), where=number > 0)
        return row, (weight / self.total, means)

    def _decisions(self, found: F32, seen: F64, needed: float) -> tuple[Bools, Bools]:
        """Return where hero bets by all that is known, bool[cells], and by what the other groups know, bool[groups,
        cells]; ``needed``: the share that makes a bet worth nothing."""
        own, every = Counted(*found.sum(axis=1, dtype=np.float64)), Counted(*seen.sum(axis=1))
        self._guard()
        bettable = expected_share(own, every.without(own), self._guard) > needed + NOT_BETTABLE
        others_bet = np.zeros(found.shape[1:], np.bool_)
        for group in range(GROUPS):
            self._guard()
            left = own.without(Counted(*found[:, group].astype(np.float64)))
            left_seen = every.without(Counted(*seen[:, group]))
            others_bet[group] = expected_share(left, left_seen.without(left), self._guard) > needed + NOT_BETTABLE
        return bettable, others_bet

    def _error(self, worth: _Worth, ev: float) -> float:
        variance = float(self._variances(worth.groups - ev * self._deals).sum())
        return float(np.sqrt(variance) + DOUBT * abs(worth.difference.sum())) / self.total

    def _variances(self, errors: F64) -> F64:
        """Return the part of each cell in the variance of the sum of ``errors`` float64[groups, cells]."""
        self._guard()
        if self._cells.complete:
            within: F64 = GROUPS * errors.var(axis=0, ddof=1)
            return within
        sums, hands = errors.sum(axis=0), self._cells.hands
        count = np.bincount(hands)
        factor = np.where(count > 1, count / (2.0 * np.maximum(count - 1, 1)), 1.0)[hands]
        following = np.append(sums[1:], 0.0)
        last = np.append(hands[1:] != hands[:-1], True)
        following[last] = np.where(count[hands[last]] > 1, sums[last], 0.0)
        result: F64 = factor * (sums - following) ** 2
        return result

    def classes(self, actions: list[tuple[Action, _Worth]]) -> dict[str, ClassRow]:
        """Return the classes of hero's range, with the errors of their means."""
        share = self._by_class(self._deals.sum(axis=0))
        evs, errors = [], []
        for _, worth in actions:
            ev = np.divide(self._by_class(worth.groups.sum(axis=0)), share, out=np.zeros_like(share), where=share > 0)
            variance = self._by_class(self._variances(worth.groups - ev[self._owner] * self._deals))
            error = np.sqrt(variance) + DOUBT * np.abs(self._by_class(worth.difference))
            evs.append(ev)
            errors.append(np.divide(error, share, out=np.zeros_like(share), where=share > 0))
        rows = {}
        names = [action.action for action, _ in actions]
        for number in np.flatnonzero(share > 0).tolist():
            worth_of = {name: float(ev[number]) for name, ev in zip(names, evs, strict=True)}
            error_of = {name: float(error[number]) for name, error in zip(names, errors, strict=True)}
            best = best_of({"fold": 0.0, **worth_of})
            rows[class_text(*CLASSES[number])] = ClassRow(float(share[number]) / self.total, worth_of, best, error_of)
        return rows

    def _by_class(self, values: F64) -> F64:
        result: F64 = np.bincount(self._owner, values, len(CLASSES)).astype(np.float64)
        return result

    def flops(self) -> FlopSample:
        """Return the results flop by flop."""
        self._guard()
        deals = self._deals.sum(axis=0)
        return FlopSample(self._situation, self._cells, deals, self._scale, self._found.sum(axis=3), self._coming)


def estimate(
    situation: Situation, cells: Cells, tally: CellTally, coming: list[int], reason: str, trials: int, guard: Guard
) -> PreflopAnswer:
    """Return the answer that ``trials`` tries give; bit i of a set of players is the opponent ``coming[i]``."""
    estimator = _Estimator(situation, cells, tally, coming, guard)
    result = [estimator.action(at) for at in range(len(situation.actions))]
    actions = (Action(action="fold", cost=0.0, ev=0.0), *(action for action, _ in result))
    return PreflopAnswer(
        method="sampled", reason=reason, best=best_of({action.action: action.ev for action in actions}),
        actions=actions, classes=estimator.classes(result), notices=situation.notices, request=situation.request,
        trials=trials, sample=estimator.flops(),
    )  # fmt: skip
