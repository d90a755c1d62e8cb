"""The estimates of a sampled decision, from the deals of its cells (see ``engine.preflop.sampled``).

**No hidden bias.** Giving up a flop at 0 makes the mean of max(R.., 0) too high where R is noisy. So each group of a
cell is valued by a decision that the other groups made: the mean of that is the EV of a rule that can be played, which
is too low by exactly what wrong decisions cost. That cost, the *regret*, is added. How likely a decision is wrong, and
by how much, follows from what is known of R when it is made: the mean and the spread below. If this model is right,
decisions that one group makes for the others have the same EV once their larger regret is added. The difference tells
how far the model is off, and what remains of that with the deals of all groups is a part of the stated error.

**What decides.** A few deals tell little of R. So decisions are made by R as it is likely to be after all that was
seen of the flop: on the same flop hero also met other sets of players, and a line through all cells tells what their
share means for this set's, corrected by what neighbors in the order of the flops have more or less. How far the cells
lie from that beyond their noise tells how many deals the prediction is worth (an empirical Bayes estimate).

**Errors.** Every stated number is a ratio of two sums over all flops, of which some were drawn in each stratum (see
``engine.preflop.cells``). The differences between the drawn flops of a stratum tell what drawing them costs, the groups
of a cell what its deals cost; the more of a stratum was visited, the less the first counts, and with all flops nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.equity.jobs import Guard
from engine.equity.sampling import student_stretch
from engine.kernels.preflop.deals import FlopPlayers
from engine.preflop.answer import ClassValue, FlopSetRow, PreflopAction, PreflopAnswer, best_of
from engine.preflop.book import Histogram, histogram
from engine.preflop.cells import GROUPS, MAX_NUMBERS, FlopPlan, FlopSample, HandCells, Visited
from engine.preflop.decision import NOT_BETTABLE, pot_terms
from engine.preflop.situation import FlopPlayer, PreflopSituation
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text

NEARBY_DEALS, MAX_NEIGHBORS, PRIOR_DEALS = 80.0, 20, 10.0
"""Deals of the neighbors by which the prediction for a cell is corrected, how many cells on each side these are at
most, and how many deals that say nothing are added to them."""
MAX_PRIOR_DEALS = 40.0
"""Deals that a prediction may be worth: a line that fits by chance is not believed further."""
MIN_VARIANCE = 1e-4
"""Variance of R round the line that is taken for nothing."""
_GRID = np.linspace(0.0, 6.0, 601)
_WRONG = np.array([math.erfc(z / math.sqrt(2.0)) / 2.0 for z in _GRID.tolist()])
_LOSS = np.exp(-(_GRID**2) / 2.0) / math.sqrt(2.0 * math.pi) - _GRID * _WRONG
"""By standard errors between an estimate and the point of indifference: the chance that the truth is on the other side,
and how far it is there on average (0 if it is not), in standard errors."""


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


def expected_share(
    own: Counted, others: Counted, hands: tuple[I64, I64], guard: Guard, noise: float = 1.0
) -> tuple[F64, F64]:
    """Return the likely R of a set of players by cell and how many deals it is worth, float64[cells] each.

    ``noise``: how much a deal tells (see :func:`deal_noise`).

    It comes from the ``own`` deals of the set and those of all ``others`` who saw the flop; ``guard`` is called every
    few milliseconds.

    ``hands``: the first cell of the same hand and the end of these, int64[cells] each. The cells of a hand are in an
    order in which neighbors are alike, so what these have more or less than the line is expected of a cell, too.
    """
    whole = max(float(own.deals.sum()), 1e-300)
    overall = float(own.shares.sum()) / whole
    weights = np.where(others.deals > 0, own.deals, 0.0)
    if not weights.any():
        return _with_neighbors(own, np.full(len(own.deals), overall), hands, guard, noise)
    share, seen = own.mean(), others.mean()
    guard()
    x, y = float(weights @ seen / weights.sum()), float(weights @ share / weights.sum())
    square = float(weights @ (seen - x) ** 2)
    slope = float(weights @ ((seen - x) * (share - y))) / square if square > 0 else 0.0
    guard()
    line = np.clip(np.where(others.deals > 0, y + slope * (seen - x), overall), 0.0, 1.0)
    guard()
    return _with_neighbors(own, line, hands, guard, noise)


def _with_neighbors(own: Counted, line: F64, hands: tuple[I64, I64], guard: Guard, noise: float) -> tuple[F64, F64]:
    """Return the likely R by cell and how many deals it is worth, float64[cells] each.

    It comes from the ``own`` deals and a prediction ``line`` float64[cells], which the neighbors correct first.
    """
    whole = float(own.deals.sum())
    around = int(np.clip(NEARBY_DEALS * len(own.deals) / max(2.0 * whole, 1.0), 1, MAX_NEIGHBORS))
    places = np.arange(len(own.deals))
    first, end = np.maximum(places - around, hands[0]), np.minimum(places + around + 1, hands[1])
    sums = []
    for values in (own.deals, own.shares - own.deals * line):
        total = np.concatenate(([0.0], np.cumsum(values)))
        sums.append(total[end] - total[first] - values)  # without the cell itself
        guard()
    line = np.clip(line + sums[1] / (np.maximum(sums[0], 0.0) + PRIOR_DEALS), 0.0, 1.0)
    guard()
    worth = _worth(own.deals, own.mean(), line, noise)
    guard()
    known = np.maximum(own.deals + worth, 1e-300)
    return np.clip((own.shares + worth * line) / known, 0.0, 1.0), known


def deal_noise(found: F64) -> float:
    """Return the variance of hero's share in a deal over that of a game that is won or lost, R (1 - R): less than 1,
    because pots are split.

    ``found`` float64[2, groups, cells]: the deals of a set of players, and the shares in them.
    """
    deals, shares = found
    number = deals.sum(axis=0)
    several = number > 1.5
    deals, shares, number = deals[:, several], shares[:, several], number[several]
    mean = shares.sum(axis=0) / number
    free = number - (deals**2).sum(axis=0) / number  # the degrees of freedom of the sum of squares, in deals
    won_or_lost = mean * (1.0 - mean) * number / (number - 1.0)
    expected = float(free @ won_or_lost)
    # One deal is added: a few that ended alike do not tell that there is no noise.
    return min((float(((shares - deals * mean) ** 2).sum()) + 1.0) / (expected + 1.0), 1.0)


def _worth(deals: F64, share: F64, line: F64, noise: float) -> float:
    """Return how many deals ``line`` is worth: the variance of one over that of R round the line."""
    several = deals > 1.5
    if not several.any():
        return MAX_PRIOR_DEALS
    number = deals[several]
    one = noise * float(number @ (share[several] * (1.0 - share[several]) * number / (number - 1.0)) / number.sum())
    whole = float(deals.sum())
    by_chance = one * np.count_nonzero(deals) / whole
    around = float(deals @ (share - line) ** 2) / whole
    # R lies between 0 and 1, so it varies no more than a deal: not even a useless line is worth less than one.
    return min(max(one / max(around - by_chance, MIN_VARIANCE), 1.0), MAX_PRIOR_DEALS)


def _spread(likely: F64, known: F64, noise: float) -> F64:
    """Return the standard error of a ``likely`` R that is ``known`` as if from so many deals, float64[cells] each."""
    return np.asarray(np.sqrt(noise * np.maximum(likely * (1.0 - likely), MIN_VARIANCE) / known))


class DecisionTally:
    """The deals of all cells: ``found`` float32[actions, sets, 2, groups, cells], ``tries`` float64[cells] of a group,
    ``products`` float64[cells] of the ranges' weights."""

    def __init__(self, cells: HandCells, players: FlopPlayers) -> None:
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
class Ratios:
    """Ratios of two sums over all flops and what tells their errors, float64[n] each; ``+`` adds another visit.

    ``top`` and ``bottom``: the sums. Of the variance of ``top`` - ratio x ``bottom``: ``drawn``, if the flops were
    drawn with replacement; ``returned``, the part of it by which a visit without replacement is better; ``deals``, what
    is left if all flops are visited; ``squares``, what tells the degrees of freedom. ``doubt``: an error of ``top``
    that more flops do not lessen, with its sign.
    """

    top: F64
    bottom: F64
    drawn: F64
    returned: F64
    deals: F64
    squares: F64
    doubt: F64

    def __add__(self, other: "Ratios") -> "Ratios":
        return Ratios(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def means(self) -> F64:
        """The ratios, float64[n], 0 where there is nothing to divide by."""
        return np.divide(self.top, self.bottom, out=np.zeros_like(self.top), where=self.bottom > 0)

    def errors(self, visits: int, parts: int) -> F64:
        """Return the standard errors float64[n] of the means after so many ``visits`` of parts, of which there are
        ``parts``.

        Wider where few strata tell them, so that the mean +- 1.96 of them covers the truth as often as it says.
        """
        if visits <= parts:
            variance = self.drawn - visits * self.returned
        else:  # all flops were visited, some of them once more than others
            more = visits % parts
            variance = self.deals + more * (1.0 - more / parts) / visits * (self.drawn - self.deals)
        whole = self.drawn - self.returned  # of the visits as if each stood alone, like the squares
        degrees = np.divide(whole**2, self.squares, out=np.full_like(whole, np.inf), where=self.squares > 0)
        wide = np.sqrt(np.maximum(variance, 0.0)) * student_stretch(np.maximum(degrees, 1.0))
        error = np.hypot(wide, self.doubt)
        return np.divide(error, self.bottom, out=np.zeros_like(error), where=self.bottom > 0)


@dataclass(frozen=True, slots=True, eq=False)
class ActionSums:
    """The numbers of an action: its ``ev``; by class ``classes``, float64[169]; how often there is ``no_flop``; how
    often each set of players sees one (``sets``, float64[sets]), hero's ``shares`` and the ``bets`` against each. The
    last of these two is against all sets together, float64[sets + 1]. ``class_shares``: that last one of the shares by
    class, float64[169]."""

    ev: Ratios
    classes: Ratios
    no_flop: Ratios
    sets: Ratios
    shares: Ratios
    bets: Ratios
    class_shares: Ratios

    def __add__(self, other: "ActionSums") -> "ActionSums":
        return ActionSums(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


@dataclass(slots=True, eq=False)
class Visits:
    """The sums of all visits of parts: the numbers of each of the ``actions``; ``shares`` float64[169], the weight of
    each class of hero's hands; the ``sample``, flop by flop, of as many visits as fit into memory."""

    count: int
    actions: tuple[ActionSums, ...]
    shares: F64
    sample: tuple[Visited, ...]

    def with_visit(self, other: "Visits") -> "Visits":
        """Return the sums with those of another visit."""
        numbers = sum(part.counted.size for part in (*self.sample, *other.sample))
        return Visits(
            self.count + other.count,
            tuple(one + more for one, more in zip(self.actions, other.actions, strict=True)),
            self.shares + other.shares,
            (*self.sample, *other.sample) if numbers <= MAX_NUMBERS else self.sample,
        )


class _SetValues(NamedTuple):
    """Values against one set of players.

    ``decided`` float64[1 + groups + 1, cells]: whether hero bets by all that is known, whether he does by what the
    other groups know, how likely a bet is right. ``gain`` float64[groups, cells]: the EV of the flops times their
    weight; ``doubt`` float64[cells]: an error of that which more flops do not lessen, with its sign.
    """

    decided: F64
    gain: F64
    doubt: F64


class _Visit:
    """Adds the deals of a part up; ``guard`` is called every few milliseconds."""

    def __init__(
        self, situation: PreflopSituation, cells: HandCells, tally: DecisionTally, coming: list[int], guard: Guard
    ) -> None:
        self._situation, self._cells, self._coming, self._guard = situation, cells, coming, guard
        self._found = tally.found
        self._scale = np.divide(
            cells.weights * tally.products, tally.tries, out=np.zeros_like(tally.tries), where=tally.tries > 0
        )
        """The weight of a try of a group, by cell."""
        self._deals: F64 = self._scale * tally.found[0, :, 0].sum(axis=0, dtype=np.float64)
        """The weight of all deals, float64[groups, cells]."""
        self._owner = class_of_combo()[0][cells.combos][cells.hands].astype(np.int64)
        ends = np.cumsum(np.bincount(cells.hands))
        self._hands = np.concatenate(([0], ends[:-1]))[cells.hands], ends[cells.hands]
        self._numbers = np.bincount(cells.strata, minlength=len(cells.fractions)).astype(np.float64)
        """Of the cells of each stratum."""
        firsts = np.concatenate(([0], np.cumsum(self._numbers)[:-1])).astype(np.int64)
        self._owner_of_stratum = self._owner[np.argsort(cells.strata, kind="stable")[firsts]]

    def sums(self) -> Visits:
        """Return the sums of all actions."""
        actions = tuple(self._action(at) for at in range(len(self._situation.actions)))
        shares = _by_owner(self._owner, self._deals.sum(axis=0))
        self._guard()
        visited = Visited(self._cells, self._deals.sum(axis=0), self._scale, self._found.sum(axis=3))
        return Visits(1, actions, shares, (visited,))

    def _action(self, at: int) -> ActionSums:
        plan, count = self._situation.actions[at], self._found.shape[1]
        alone = self._scale * self._found[at, 0, 0]
        worth = alone * self._situation.request.middle
        doubt = np.zeros(len(self._scale))
        seen = np.zeros((2, *self._found.shape[3:]))
        for result in self._found[at, 1:]:
            self._guard()
            seen += result
        sets, shares, bets = ([_nothing()] * count for _ in range(3))
        all_seen, all_shares = (self._scale * rows for rows in seen)
        all_bets = np.zeros((1 + GROUPS + 1, len(self._scale)))
        for together in range(1, count):
            if not self._found[at, together, 0].any():
                continue
            deals, share = (self._scale * rows for rows in self._found[at, together])
            self._guard()
            sets[together] = self._ratios(deals, self._deals)
            shares[together] = self._ratios(share, deals)
            values = self._worths(at, together, seen)
            worth += values.gain - plan.cost * deals
            doubt += values.doubt
            weight = deals.sum(axis=0)
            bet = weight * values.decided
            all_bets += bet
            bets[together] = self._decided(bet, weight)
        shares.append(self._ratios(all_shares, all_seen))
        bets.append(self._decided(all_bets, all_seen.sum(axis=0)))
        return ActionSums(
            self._ratios(worth, self._deals, doubt), self._ratios(worth, self._deals, doubt, by_class=True),
            self._ratios(alone, self._deals), _stacked(sets), _stacked(shares), _stacked(bets),
            self._ratios(all_shares, all_seen, by_class=True),
        )  # fmt: skip

    def _worths(self, at: int, together: int, seen: F64) -> _SetValues:
        """Return the decisions for a set of players and the EV of the flops.

        ``seen`` float64[2, groups, cells]: the deals of all sets, and hero's shares in them.
        """
        plan = self._situation.actions[at]
        places = tuple(place for i, place in enumerate(self._coming) if together >> i & 1)
        players = tuple(FlopPlayer(place, self._situation.hero, self._situation.hero) for place in places)
        won, bet = pot_terms(self._situation, plan, players)
        self._guard()
        found = self._found[at, together].astype(np.float64)
        deals, shares = found
        noise = deal_noise(found)
        self._guard()
        raw = self._scale * (shares * (won + bet) - deals * bet)  # EVraw times the weight of the deals
        chips = self._scale * deals * (won + bet)
        needed = bet / (won + bet) if won + bet > 0 else 1.0
        bettable, chance = self._decisions(found, seen, needed, noise)
        others_bet, regret = self._by_groups(found, seen, needed, noise, others=True)
        gain = np.where(others_bet, raw, 0.0)
        self._guard()
        alone_bet, alone_regret = self._by_groups(found, seen, needed, noise, others=False)
        # a group is valued by the decisions of each of the others
        bets = (alone_bet.sum(axis=0) - alone_bet) / (GROUPS - 1)
        lost = (alone_regret.sum(axis=0) - alone_regret) / (GROUPS - 1)
        self._guard()
        difference = (raw * bets + chips * lost - gain - chips * regret).sum(axis=0)
        decided = np.concatenate([bettable[None], others_bet, chance[None]])
        # Bias falls with the deals: one group has (GROUPS - 1) times that of all but one.
        return _SetValues(decided, gain + chips * regret, difference / (GROUPS - 2))

    def _decisions(self, found: F64, seen: F64, needed: float, noise: float) -> tuple[Bools, F64]:
        """Return where hero bets by all that is known, bool[cells], and how likely that is right, float64[cells].

        ``found`` float64[2, groups, cells]; ``needed``: the share at which a bet gains nothing; ``noise``: see
        :func:`deal_noise`.
        """
        own, every = Counted(*found.sum(axis=1)), Counted(*seen.sum(axis=1))
        self._guard()
        likely, known = expected_share(own, every.without(own), self._hands, self._guard, noise)
        away = (likely - needed) / _spread(likely, known, noise)
        wrong = np.interp(np.abs(away), _GRID, _WRONG)
        return likely > needed + NOT_BETTABLE, np.where(away > 0.0, 1.0 - wrong, wrong)

    def _by_groups(self, found: F64, seen: F64, needed: float, noise: float, *, others: bool) -> tuple[Bools, F64]:
        """Return by group where hero bets, bool[groups, cells], and the regret of that in R, float64[groups, cells]: by
        what all ``others`` know, or by what the group itself knows."""
        own, every = Counted(*found.sum(axis=1)), Counted(*seen.sum(axis=1))
        bets, regret = np.zeros(found.shape[1:], np.bool_), np.zeros(found.shape[1:])
        for group in range(GROUPS):
            self._guard()
            known_own, known_every = Counted(*found[:, group]), Counted(*seen[:, group])
            if others:
                known_own, known_every = own.without(known_own), every.without(known_every)
            rest = known_every.without(known_own)
            likely, known = expected_share(known_own, rest, self._hands, self._guard, noise)
            bets[group] = likely > needed + NOT_BETTABLE
            if not 0.0 < needed < 1.0:  # R cannot be on the other side
                continue
            spread = _spread(likely, known, noise)
            regret[group] = spread * np.interp(np.abs(likely - needed) / spread, _GRID, _LOSS)
        return bets, regret

    def _ratios(self, top: F64, bottom: F64, doubt: F64 | None = None, *, by_class: bool = False) -> Ratios:
        """Return the ratio of two sums over float64[groups, cells], of one number or by class; ``doubt``
        float64[cells]: a further error of each cell."""
        tops, bottoms = top.sum(axis=0), bottom.sum(axis=0)
        self._guard()
        slope = self._slope(tops, bottoms, by_class=by_class)
        away = top - slope * bottom
        self._guard()
        noise = GROUPS * away.var(axis=0, ddof=1)
        return self._summed(tops, bottoms, away.sum(axis=0), noise, doubt, by_class=by_class)

    def _decided(self, bets: F64, weights: F64) -> Ratios:
        """Return how much of the flops is bet on: ``bets`` float64[1 + groups + 1, cells], the weight of those that
        are, by all that is known, by what all groups but one know, and by how likely a bet is right; ``weights``
        float64[cells].

        The jackknife: a group left out tells how uncertain a decision is. How far the decisions are from their
        chances, and from those of fewer deals, is an error of all flops together.
        """
        tops = bets[0]
        self._guard()
        noise = (GROUPS - 1) * bets[1:-1].var(axis=0)
        away = tops - self._slope(tops, weights) * weights
        fewer, likely = (GROUPS - 1) * (bets[1:-1].mean(axis=0) - tops), bets[-1] - tops
        doubt = np.full(len(tops), math.hypot(float(fewer.sum()), float(likely.sum())) / len(tops))
        return self._summed(tops, weights, away, noise, doubt)

    def _slope(self, tops: F64, bottoms: F64, *, by_class: bool = False) -> F64 | float:
        """Return the ratio of the sums of float64[cells], by cell the one of its class if ``by_class``."""
        if not by_class:
            whole = float(bottoms.sum())
            return float(tops.sum()) / whole if whole > 0 else 0.0
        top, bottom = (_by_owner(self._owner, values) for values in (tops, bottoms))
        return np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)[self._owner]

    def _summed(
        self, tops: F64, bottoms: F64, away: F64, noise: F64, doubt: F64 | None, *, by_class: bool = False
    ) -> Ratios:
        """Return ratios by their sums by cell: ``away``, ``tops`` - ratio x ``bottoms``, and ``noise``, the variance of
        that because of the deals; float64[cells] each."""
        strata, number, fractions = self._cells.strata, self._numbers, self._cells.fractions
        self._guard()
        sums, within = (np.bincount(strata, values, len(number)).astype(np.float64) for values in (away, noise))
        apart = np.bincount(strata, (away - (sums / number)[strata]) ** 2, len(number))
        between = (np.where(number > 1, number / np.maximum(number - 1.0, 1.0), 0.0) * apart).astype(np.float64)
        better = (fractions * (between - within)).astype(np.float64)
        self._guard()
        degrees = np.where(fractions < 1.0, np.maximum(number - 1.0, 1.0), number * (GROUPS - 1))
        of_strata: tuple[F64, ...] = between, better, within, (between - better) ** 2 / degrees
        of_cells = tops, bottoms, np.zeros_like(tops) if doubt is None else doubt
        if by_class:
            rows = [_by_owner(self._owner_of_stratum, values) for values in of_strata]
            top, bottom, more = (_by_owner(self._owner, values) for values in of_cells)
        else:
            rows = [np.array([values.sum()]) for values in of_strata]
            top, bottom, more = (np.array([values.sum()]) for values in of_cells)
        drawn, returned, deals, squares = rows
        return Ratios(top, bottom, drawn, returned, deals, squares, more)


def _by_owner(owners: I64, values: F64) -> F64:
    """Return the sums of values float64[n] by class, float64[169]; ``owners`` int64[n]: the class of each."""
    return np.bincount(owners, values, len(CLASSES)).astype(np.float64)


def _nothing() -> Ratios:
    return Ratios(*(np.zeros(1) for _ in fields(Ratios)))


def _stacked(rows: Sequence[Ratios]) -> Ratios:
    """Return the ratios of all rows together."""
    return Ratios(*(np.concatenate([getattr(row, field.name) for row in rows]) for field in fields(Ratios)))


def visit(
    situation: PreflopSituation, cells: HandCells, tally: DecisionTally, coming: list[int], guard: Guard
) -> Visits:
    """Return the sums of one visit; bit i of a set of players is the opponent ``coming[i]``."""
    return _Visit(situation, cells, tally, coming, guard).sums()


class _Estimator:
    """Works an answer out from the sums of all visits."""

    def __init__(
        self, situation: PreflopSituation, visits: Visits, plan: FlopPlan, coming: list[int], guard: Guard
    ) -> None:
        self._situation, self._visits, self._parts, self._guard = situation, visits, plan.parts, guard
        self._coming = coming
        whole = plan.complete and len(visits.sample) == plan.parts
        self.sample = FlopSample(situation, visits.sample, coming, complete=whole)

    def action(self, at: int) -> PreflopAction:
        """Return an action."""
        plan, sums = self._situation.actions[at], self._visits.actions[at]
        (ev, stderr), (p_no_flop, alone_error) = (self._numbers(ratios)[0] for ratios in (sums.ev, sums.no_flop))
        sets, shares, bets = (self._numbers(ratios) for ratios in (sums.sets, sums.shares, sums.bets))
        rows = tuple(
            FlopSetRow(
                opponents=tuple(place for i, place in enumerate(self._coming) if together >> i & 1),
                p=p, equity=equity, bettable=bettable, p_stderr=p_error, equity_stderr=equity_error,
                bettable_stderr=bettable_error,
            )
            for together, ((p, p_error), (equity, equity_error), (bettable, bettable_error)) in enumerate(
                zip(sets, shares[:-1], bets[:-1], strict=True)
            )
            if p > 0
        )  # fmt: skip
        return PreflopAction(
            action=plan.name, cost=plan.cost, ev=ev, stderr=stderr, p_no_flop=p_no_flop, equity=shares[-1][0],
            bettable=bets[-1][0], p_no_flop_stderr=alone_error, equity_stderr=shares[-1][1],
            bettable_stderr=bets[-1][1], sets=rows, flops=self._histogram(at),
        )  # fmt: skip

    def _numbers(self, ratios: Ratios) -> list[tuple[float, float]]:
        errors = ratios.errors(self._visits.count, self._parts)
        return list(zip(ratios.means.tolist(), errors.tolist(), strict=True))

    def _histogram(self, at: int) -> Histogram | None:
        """Return the distribution of EVraw over the flops of the sample, each with each set of players."""
        plan, pieces = self._situation.actions[at], []
        for together in range(1, 1 << len(self._coming)):
            places = [place for i, place in enumerate(self._coming) if together >> i & 1]
            won, bet = self._situation.request.pot_terms(plan.cost, plan.level, plan.bets, places)
            for part in self.sample.visited:
                self._guard()
                deals, share, error = part.columns(at, together, 0, len(part.scale))
                pieces.append((part.scale * deals, share * (won + bet) - bet, error * (won + bet)))
        return histogram([piece[:2] for piece in pieces], [piece[2] for piece in pieces])

    def classes(self) -> dict[str, ClassValue]:
        """Return the classes of hero's range, with the errors of their means."""
        share = self._visits.shares / self._visits.shares.sum()
        names = [plan.name for plan in self._situation.actions]
        numbers = [self._numbers(sums.classes) for sums in self._visits.actions]
        equities = [self._numbers(sums.class_shares) for sums in self._visits.actions]
        rows = {}
        for number in np.flatnonzero(share > 0).tolist():
            evs, errors = ({name: row[number][i] for name, row in zip(names, numbers, strict=True)} for i in range(2))
            best = best_of({"fold": 0.0, **evs})
            of_equity = {name: row[number][1] for name, row in zip(names, equities, strict=True)}
            rows[class_text(*CLASSES[number])] = ClassValue(float(share[number]), evs, best, errors, of_equity)
        return rows


def estimate(
    situation: PreflopSituation,
    visits: Visits,
    plan: FlopPlan,
    coming: list[int],
    reason: str,
    trials: int,
    guard: Guard,
) -> PreflopAnswer:
    """Return the answer that the visits, ``trials`` tries, give; bit i of a set of players is the opponent
    ``coming[i]``."""
    estimator = _Estimator(situation, visits, plan, coming, guard)
    actions = (
        PreflopAction(action="fold", cost=0.0, ev=0.0), *(estimator.action(at) for at in range(len(situation.actions)))
    )  # fmt: skip
    return PreflopAnswer(
        method="sampled", reason=reason, best=best_of({action.action: action.ev for action in actions}),
        actions=actions, classes=estimator.classes(), notices=situation.notices, request=situation.request,
        trials=trials, sample=estimator.sample,
    )  # fmt: skip
