"""The estimates of a sampled decision, from the deals of its cells (see ``engine.preflop.sampled``).

A *cell* is one of hero's hands on a flop. R is hero's expected share of the pot there, against the players who see it.

**Unbiased decisions.** Hero gives up a flop whose value is negative. If that were decided by the same noisy deals that
are valued, the mean of max(value, 0) would be too high. So the deals of a cell are divided into groups, and each group
is valued by a decision that the other groups make. The mean is the EV of a rule that could be played, which is too low
by exactly the cost of wrong decisions, the *regret*. The regret is estimated from the mean and the spread of R that are
known when a decision is made, and added. If this model is right, decisions that a single group makes for the others
have the same EV after their larger regret is added. The difference measures the error of the model; the share of it
that remains with the deals of all groups is a part of the stated error.

**Estimating R.** A few deals say little about R. Decisions are therefore made by an estimate that uses everything seen
on the flop: a line fitted through all cells predicts R against this set of players from hero's share against other
sets on the same flop, and the prediction is corrected by the residuals of neighboring flops. The variance of the cells
around the prediction, beyond their noise, decides how many deals the prediction is worth (an empirical Bayes estimate).

**Errors.** Every stated number is a ratio of two sums over all flops, some of which were drawn in each stratum (see
``engine.preflop.cells``). The differences between the drawn flops of a stratum measure the error of drawing them, the
groups of a cell the error of its deals. The first error shrinks with the share of the stratum that was visited, and
vanishes if all flops were.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.equity.jobs import CancelCheck
from engine.equity.sampling import student_stretch
from engine.kernels.preflop.deals import FlopPlayers
from engine.preflop.answer import ClassValue, FlopSetRow, PreflopAction, PreflopAnswer, RaiseRow
from engine.preflop.book import Histogram, histogram
from engine.preflop.cells import GROUPS, MAX_NUMBERS, FlopPlan, FlopSample, HandCells, Visited, columns_of
from engine.preflop.decision import NOT_PLAYABLE, pot_terms, raised_terms
from engine.preflop.situation import PreflopSituation
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text

NEARBY_DEALS, MAX_NEIGHBORS, PRIOR_DEALS = 80.0, 20, 10.0
"""The deals of neighbors that correct the prediction for a cell, the largest number of cells on either side of it, and
the deals with the predicted result that are added to them."""
MAX_PREDICTION_DEALS = 40.0
"""The most deals that a prediction may be worth, because a line can also fit by chance."""
MIN_VARIANCE = 1e-4
"""The smallest variance of R around the line that is used."""
_GRID = np.linspace(0.0, 6.0, 601)
_WRONG = np.array([math.erfc(z / math.sqrt(2.0)) / 2.0 for z in _GRID.tolist()])
_LOSS = np.exp(-(_GRID**2) / 2.0) / math.sqrt(2.0 * math.pi) - _GRID * _WRONG
"""By the distance of an estimate from the point of indifference, in standard errors: the chance that the true value is
on the other side, and the mean distance there (0 if it is not), in standard errors."""


class Counted(NamedTuple):
    """The number of deals in each cell, and the sum of hero's shares of the pot in them: float64[cells] each."""

    deals: F64
    shares: F64

    def mean(self, otherwise: F64 | float = 0.0) -> F64:
        """Return the mean share by cell, float64[cells]; ``otherwise`` for cells without deals."""
        empty = np.full(len(self.deals), otherwise) if isinstance(otherwise, float) else otherwise.copy()
        return np.divide(self.shares, self.deals, out=empty, where=self.deals > 0)

    def without(self, other: "Counted") -> "Counted":
        """Return the sums without the deals of ``other``."""
        return Counted(self.deals - other.deals, self.shares - other.shares)


def expected_share(
    own: Counted, others: Counted, hands: tuple[I64, I64], check_cancelled: CancelCheck, noise: float = 1.0
) -> tuple[F64, F64]:
    """Return the estimated R of a set of players by cell, and how many deals it is worth, float64[cells] each.

    ``own`` are the deals in which this set saw the flop, ``others`` those in which other sets did. ``hands``: the first
    cell of the same hand, and the end of the hand's cells, int64[cells] each. ``noise``: see :func:`deal_noise`.
    ``check_cancelled`` is called every few milliseconds.
    """
    total = max(float(own.deals.sum()), 1e-300)
    overall = float(own.shares.sum()) / total
    weights = np.where(others.deals > 0, own.deals, 0.0)
    if not weights.any():
        return _with_neighbors(own, np.full(len(own.deals), overall), hands, check_cancelled, noise)
    share, seen = own.mean(), others.mean()
    check_cancelled()
    # Least squares with the deals as weights: this set's share on a flop from the share against the other sets there.
    x, y = float(weights @ seen / weights.sum()), float(weights @ share / weights.sum())
    square = float(weights @ (seen - x) ** 2)
    slope = float(weights @ ((seen - x) * (share - y))) / square if square > 0 else 0.0
    check_cancelled()
    line = np.clip(np.where(others.deals > 0, y + slope * (seen - x), overall), 0.0, 1.0)
    check_cancelled()
    return _with_neighbors(own, line, hands, check_cancelled, noise)


def _with_neighbors(
    own: Counted, line: F64, hands: tuple[I64, I64], check_cancelled: CancelCheck, noise: float
) -> tuple[F64, F64]:
    """Return the estimated R by cell and how many deals it is worth, float64[cells] each.

    It combines the ``own`` deals with a prediction ``line`` float64[cells], which is first corrected by the neighbors:
    the cells of a hand are in an order of similar flops, so a cell is expected to differ from the line as they do.
    """
    # As many cells on either side as have about NEARBY_DEALS deals together, but none of another hand.
    total_deals = float(own.deals.sum())
    reach = int(np.clip(NEARBY_DEALS * len(own.deals) / max(2.0 * total_deals, 1.0), 1, MAX_NEIGHBORS))
    cells = np.arange(len(own.deals))
    first, end = np.maximum(cells - reach, hands[0]), np.minimum(cells + reach + 1, hands[1])
    sums = []
    for values in (own.deals, own.shares - own.deals * line):
        total = np.concatenate(([0.0], np.cumsum(values)))
        sums.append(total[end] - total[first] - values)  # without the cell itself
        check_cancelled()
    line = np.clip(line + sums[1] / (np.maximum(sums[0], 0.0) + PRIOR_DEALS), 0.0, 1.0)
    check_cancelled()
    prediction_deals = _prediction_deals(own.deals, own.mean(), line, noise)
    check_cancelled()
    known = np.maximum(own.deals + prediction_deals, 1e-300)
    return np.clip((own.shares + prediction_deals * line) / known, 0.0, 1.0), known


def deal_noise(sums: F64) -> float:
    """Return the variance of hero's share in a deal divided by R (1 - R), the variance if every pot were won or lost.

    It is at most 1, because split pots vary less. ``sums`` float64[2, groups, cells]: the numbers of deals of a set of
    players, and the sums of hero's shares in them.
    """
    deals, shares = sums
    number = deals.sum(axis=0)
    several = number > 1.5
    deals, shares, number = deals[:, several], shares[:, several], number[several]
    mean = shares.sum(axis=0) / number
    free = number - (deals**2).sum(axis=0) / number  # the degrees of freedom of the sum of squares, in deals
    won_or_lost = mean * (1.0 - mean) * number / (number - 1.0)
    expected = float(free @ won_or_lost)
    # One deal is added: a few deals with the same result do not prove that there is no noise.
    return min((float(((shares - deals * mean) ** 2).sum()) + 1.0) / (expected + 1.0), 1.0)


def _prediction_deals(deals: F64, share: F64, line: F64, noise: float) -> float:
    """Return how many deals the prediction ``line`` is worth: the variance of a deal by that of R around the line.

    ``deals`` and ``share`` float64[cells]: the number of deals of each cell, and hero's mean share in them. ``noise``:
    see :func:`deal_noise`.
    """
    several = deals > 1.5
    if not several.any():
        return MAX_PREDICTION_DEALS
    number = deals[several]
    variance = share[several] * (1.0 - share[several]) * number / (number - 1.0)
    of_a_deal = noise * (float(number @ variance) / float(number.sum()))
    total = float(deals.sum())
    # The shares scatter around the line because R does, and because each is the mean of few deals.
    scatter = float(deals @ (share - line) ** 2) / total
    by_chance = of_a_deal * np.count_nonzero(deals) / total
    # R lies between 0 and 1, so it varies no more than a deal: not even a useless line is worth less than one.
    return min(max(of_a_deal / max(scatter - by_chance, MIN_VARIANCE), 1.0), MAX_PREDICTION_DEALS)


def _spread(likely: F64, known: F64, noise: float) -> F64:
    """Return the standard error of an estimate ``likely`` that is worth ``known`` deals, float64[cells] each."""
    return np.asarray(np.sqrt(noise * np.maximum(likely * (1.0 - likely), MIN_VARIANCE) / known))


class DecisionTally:
    """The sums of the deals of all cells.

    ``found`` float32[actions, columns, 2, groups, cells]: the deals in which each set of players sees the flop, then
    those in which each player raises, and hero's shares of the pot in them; ``tries`` float64[cells]: the tries of each
    group; ``products`` float64[cells]: the products of the total weights of all ranges.
    """

    def __init__(self, cells: HandCells, players: FlopPlayers) -> None:
        count = len(cells.cards)
        self.found = np.zeros((len(players.goes), columns_of(players), 2, GROUPS, count), np.float32)
        self.tries, self.products = np.zeros(count), np.zeros(count)

    def add(self, block: slice, tries: int, products: F64, found: F64) -> None:
        """Add the sums of a block of cells: ``products`` float64[n] and ``found`` float64[n, groups, actions,
        columns, 2]."""
        self.found[..., block] += found.transpose(2, 3, 4, 1, 0)
        self.tries[block] += tries
        self.products[block] = products


@dataclass(frozen=True, slots=True, eq=False)
class Ratios:
    """Ratios of two sums over all flops, with the terms of their errors, float64[n] each; ``+`` adds another visit.

    ``top`` and ``bottom`` are the sums. The next three are about the variance of ``top`` - ratio x ``bottom``:
    ``drawn`` is the variance if flops are drawn with replacement, ``returned`` the reduction of it by a
    visit without replacement, and ``deals`` the rest if all flops are visited. ``squares`` is needed for the degrees of
    freedom.
    ``doubt`` is an error of ``top``, with its sign, that does not shrink with more flops.
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
        """The ratios, float64[n]; 0 if ``bottom`` is 0."""
        return np.divide(self.top, self.bottom, out=np.zeros_like(self.top), where=self.bottom > 0)

    def errors(self, visits: int, parts: int) -> F64:
        """Return the standard errors of the means, float64[n], after ``visits`` to the ``parts`` of the plan.

        They are stretched if few strata contribute, so that mean +- 1.96 standard errors covers the true value in 95 %
        of the samples.
        """
        if visits <= parts:
            variance = self.drawn - visits * self.returned
        else:  # all flops were visited, some of them once more often than others
            more = visits % parts
            variance = self.deals + more * (1.0 - more / parts) / visits * (self.drawn - self.deals)
        one_visit = self.drawn - self.returned  # with each visit on its own, as in ``squares``
        degrees = np.divide(one_visit**2, self.squares, out=np.full_like(one_visit, np.inf), where=self.squares > 0)
        wide = np.sqrt(np.maximum(variance, 0.0)) * student_stretch(np.maximum(degrees, 1.0))
        error = np.hypot(wide, self.doubt)
        return np.divide(error, self.bottom, out=np.zeros_like(error), where=self.bottom > 0)


@dataclass(frozen=True, slots=True, eq=False)
class ActionSums:
    """The values of an action as ratios.

    ``ev``: the expected value; ``classes`` float64[169]: the same by class of hero's hands; ``no_flop``: the
    probability that nobody sees the flop; ``sets`` float64[sets]: the probability that each set of players sees it.
    ``shares`` and ``bets`` float64[sets + 1]: hero's mean R and the share of the flops that he bets, against each set
    and, last, against all together. ``class_shares`` float64[169]: the last of ``shares`` by class. ``raised``: for the
    raise of each player float64[4]: its probability, hero's mean R, how often hero calls it, and hero's mean result.
    """

    ev: Ratios
    classes: Ratios
    no_flop: Ratios
    sets: Ratios
    shares: Ratios
    bets: Ratios
    class_shares: Ratios
    raised: tuple[Ratios, ...]

    def __add__(self, other: "ActionSums") -> "ActionSums":
        raised = tuple(one + more for one, more in zip(self.raised, other.raised, strict=True))
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in RATIOS}
        return ActionSums(**sums, raised=raised)


RATIOS = tuple(field.name for field in fields(ActionSums))[:-1]
"""The names of the values of an action that are ratios themselves."""


@dataclass(slots=True, eq=False)
class Visits:
    """The sums of ``count`` visits to parts of the plan.

    ``actions``: the values of each action; ``shares`` float64[169]: the weight of each class of hero's hands;
    ``sample``: the results flop by flop of as many visits as fit into memory.
    """

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

    ``decided`` float64[1 + groups + 1, cells]: whether hero bets according to all deals, whether he does according to
    all groups but one, and the chance that a bet is right. ``gain`` float64[groups, cells]: the EV of the flops times
    their weight; ``doubt`` float64[cells]: an error of the gain, with its sign, that does not shrink with more flops.
    """

    decided: F64
    gain: F64
    doubt: F64


class _Visit:
    """Sums up the deals of a part; ``check_cancelled`` is called every few milliseconds."""

    def __init__(
        self,
        situation: PreflopSituation,
        cells: HandCells,
        tally: DecisionTally,
        coming: list[int],
        check_cancelled: CancelCheck,
    ) -> None:
        """Prepare the arrays that all sums over cells need.

        ``_owner`` int64[cells]: the class of each cell's hand, 0 to 168. ``_hands`` int64[cells] each: the first cell
        of the same hand, and the end of that hand's cells. ``_owner_of_stratum`` int64[strata]: the class of the hand
        to which each stratum belongs.
        """
        self._situation, self._cells, self._coming, self._check_cancelled = situation, cells, coming, check_cancelled
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
        """The number of cells in each stratum."""
        firsts = np.concatenate(([0], np.cumsum(self._numbers)[:-1])).astype(np.int64)
        self._owner_of_stratum = self._owner[np.argsort(cells.strata, kind="stable")[firsts]]

    def sums(self) -> Visits:
        """Return the sums of all actions."""
        actions = tuple(self._action(at) for at in range(len(self._situation.actions)))
        shares = _by_owner(self._owner, self._deals.sum(axis=0))
        self._check_cancelled()
        visited = Visited(self._cells, self._deals.sum(axis=0), self._scale, self._found.sum(axis=3))
        return Visits(1, actions, shares, (visited,))

    def _action(self, at: int) -> ActionSums:
        """Return the sums of action ``at``, added up over the sets of players who see the flop.

        Hero pays the cost of the action in every deal with a flop. In deals without a flop hero wins the middle.
        """
        plan, count = self._situation.actions[at], 1 << len(self._coming)
        # Set 0 is the set without players: hero wins the middle without a flop.
        alone = self._scale * self._found[at, 0, 0]
        value = alone * self._situation.request.middle
        doubt = np.zeros(len(self._scale))
        seen = np.zeros((2, *self._found.shape[3:]))
        for result in self._found[at, 1:count]:
            self._check_cancelled()
            seen += result
        sets, shares, bets = ([_no_ratio()] * count for _ in range(3))
        all_seen, all_shares = (self._scale * rows for rows in seen)
        all_bets = np.zeros((1 + GROUPS + 1, len(self._scale)))
        for together in range(1, count):
            if not self._found[at, together, 0].any():
                continue
            deals, share = (self._scale * rows for rows in self._found[at, together])
            self._check_cancelled()
            sets[together] = self._ratios(deals, self._deals)
            shares[together] = self._ratios(share, deals)
            places = [place for i, place in enumerate(self._coming) if together >> i & 1]
            values = self._set_values(self._found[at, together], seen, *pot_terms(self._situation, plan, places))
            value += values.gain - plan.cost * deals
            doubt += values.doubt
            weight = deals.sum(axis=0)
            bet = weight * values.decided
            all_bets += bet
            bets[together] = self._decided(bet, weight)
        raised = []
        for i in range(self._found.shape[1] - count):
            raise_value, raise_doubt, ratios = self._raised(at, i, seen)
            value, doubt = value + raise_value, doubt + raise_doubt
            raised.append(ratios)
        shares.append(self._ratios(all_shares, all_seen))
        bets.append(self._decided(all_bets, all_seen.sum(axis=0)))
        return ActionSums(
            self._ratios(value, self._deals, doubt), self._ratios(value, self._deals, doubt, by_class=True),
            self._ratios(alone, self._deals), _stacked(sets), _stacked(shares), _stacked(bets),
            self._ratios(all_shares, all_seen, by_class=True), tuple(raised),
        )  # fmt: skip

    def _raised(self, at: int, i: int, seen: F64) -> tuple[F64, F64, Ratios]:
        """Return hero's value after action ``at`` if opponent ``coming[i]`` raises, float64[groups, cells].

        Also returns its signed error, float64[cells], and the ratios of :attr:`ActionSums.raised`; ``seen`` is the same
        as for the sets. Hero calls with the hands for which a call is better than losing the chips that the action has
        cost. Whether it is better is decided from all deals of a hand together, so that chance hardly affects it.
        """
        plan = self._situation.actions[at]
        found = self._found[at, (1 << len(self._coming)) + i]
        if not found[0].any():
            return np.zeros_like(self._scale), np.zeros(self._scale.shape[-1]), _stacked([_no_ratio()] * 4)
        deals, shares = (self._scale * rows for rows in found)
        cost, won, bet = raised_terms(self._situation, plan, self._coming[i])
        values = self._set_values(found, seen + found, won, bet)
        folded = -plan.cost * deals
        better = np.bincount(self._cells.hands, (values.gain - cost * deals - folded).sum(axis=0)) > 0
        calls = better[self._cells.hands]
        worth = np.where(calls, values.gain - cost * deals, folded)
        called = np.where(calls, deals, 0.0)
        doubt = np.where(calls, values.doubt, 0.0)
        self._check_cancelled()
        ratios = [
            self._ratios(deals, self._deals), self._ratios(shares, deals), self._ratios(called, deals),
            self._ratios(worth, deals, doubt),
        ]  # fmt: skip
        return worth, doubt, _stacked(ratios)

    def _set_values(self, counted: F64, seen: F64, won: float, bet: float) -> _SetValues:
        """Return the values against one set of players, of whom ``won`` and ``bet`` are the terms of the pot.

        ``counted`` and ``seen`` [2, groups, cells]: the deals of this set and of all sets, and hero's shares in them.
        """
        self._check_cancelled()
        found = counted.astype(np.float64)
        deals, shares = found
        noise = deal_noise(found)
        self._check_cancelled()
        raw = self._scale * (shares * (won + bet) - deals * bet)  # EVraw times the weight of the deals
        chips = self._scale * deals * (won + bet)
        needed = bet / (won + bet) if won + bet > 0 else 1.0
        bettable, chance = self._decisions(found, seen, needed, noise)
        others_bet, regret = self._by_groups(found, seen, needed, noise, others=True)
        gain = np.where(others_bet, raw, 0.0)
        self._check_cancelled()
        alone_bet, alone_regret = self._by_groups(found, seen, needed, noise, others=False)
        # Each group is valued by the mean of the decisions of the other groups.
        bets = (alone_bet.sum(axis=0) - alone_bet) / (GROUPS - 1)
        lost = (alone_regret.sum(axis=0) - alone_regret) / (GROUPS - 1)
        self._check_cancelled()
        difference = (raw * bets + chips * lost - gain - chips * regret).sum(axis=0)
        decided = np.concatenate([bettable[None], others_bet, chance[None]])
        # The bias of the model shrinks with the deals: one group has (GROUPS - 1) times the bias of all others.
        return _SetValues(decided, gain + chips * regret, difference / (GROUPS - 2))

    def _decisions(self, found: F64, seen: F64, needed: float, noise: float) -> tuple[Bools, F64]:
        """Return whether hero bets according to all deals, bool[cells], and the probability that a bet is right,
        float64[cells].

        ``found`` and ``seen`` float64[2, groups, cells]: deals and hero's shares, for this set of players and for all
        sets. ``needed``: the share at which a bet gains nothing; ``noise``: see :func:`deal_noise`.
        """
        own, every = Counted(*found.sum(axis=1)), Counted(*seen.sum(axis=1))
        self._check_cancelled()
        likely, known = expected_share(own, every.without(own), self._hands, self._check_cancelled, noise)
        away = (likely - needed) / _spread(likely, known, noise)
        wrong = np.interp(np.abs(away), _GRID, _WRONG)
        return likely > needed + NOT_PLAYABLE, np.where(away > 0.0, 1.0 - wrong, wrong)

    def _by_groups(self, found: F64, seen: F64, needed: float, noise: float, *, others: bool) -> tuple[Bools, F64]:
        """Return the decision of each group of deals, bool[groups, cells], and its regret, float64[groups, cells].

        A group is decided by the deals of all ``others``, or only by its own. The regret is the expected loss of R from
        deciding by an uncertain estimate: the standard error times the normal loss at the distance to ``needed``, which
        is the R at which a bet gains nothing. It is 0 if no R could change the decision. ``found`` and ``seen``
        float64[2, groups, cells]: deals and hero's shares, for this set of players and for all sets; ``noise``: see
        :func:`deal_noise`.
        """
        own, every = Counted(*found.sum(axis=1)), Counted(*seen.sum(axis=1))
        bets, regret = np.zeros(found.shape[1:], np.bool_), np.zeros(found.shape[1:])
        for group in range(GROUPS):
            self._check_cancelled()
            known_own, known_every = Counted(*found[:, group]), Counted(*seen[:, group])
            if others:
                known_own, known_every = own.without(known_own), every.without(known_every)
            rest = known_every.without(known_own)
            likely, known = expected_share(known_own, rest, self._hands, self._check_cancelled, noise)
            bets[group] = likely > needed + NOT_PLAYABLE
            if not 0.0 < needed < 1.0:  # a bet always wins or always loses, whatever R is
                continue
            spread = _spread(likely, known, noise)
            regret[group] = spread * np.interp(np.abs(likely - needed) / spread, _GRID, _LOSS)
        return bets, regret

    def _ratios(self, top: F64, bottom: F64, doubt: F64 | None = None, *, by_class: bool = False) -> Ratios:
        """Return the ratio of two sums over float64[groups, cells], in total or by class.

        ``doubt`` float64[cells]: a further error of each cell.
        """
        tops, bottoms = top.sum(axis=0), bottom.sum(axis=0)
        self._check_cancelled()
        slope = self._slope(tops, bottoms, by_class=by_class)
        away = top - slope * bottom
        self._check_cancelled()
        noise = GROUPS * away.var(axis=0, ddof=1)
        return self._summed(tops, bottoms, away.sum(axis=0), noise, doubt, by_class=by_class)

    def _decided(self, bets: F64, weights: F64) -> Ratios:
        """Return the share of the flops that hero bets.

        ``bets`` float64[1 + groups + 1, cells]: the weight of the flops that are bet, as in ``_SetValues.decided``;
        ``weights`` float64[cells]: the weight of all flops. Leaving out one group shows how uncertain a decision is
        (the jackknife). The distance of the decisions from their chances, and from decisions with fewer deals, is an
        error of all flops together.
        """
        tops = bets[0]
        self._check_cancelled()
        noise = (GROUPS - 1) * bets[1:-1].var(axis=0)
        away = tops - self._slope(tops, weights) * weights
        fewer, likely = (GROUPS - 1) * (bets[1:-1].mean(axis=0) - tops), bets[-1] - tops
        doubt = np.full(len(tops), math.hypot(float(fewer.sum()), float(likely.sum())) / len(tops))
        return self._summed(tops, weights, away, noise, doubt)

    def _slope(self, tops: F64, bottoms: F64, *, by_class: bool = False) -> F64 | float:
        """Return the ratio of two sums over all cells, the slope of the line through the origin in a ratio estimate.

        ``tops`` and ``bottoms`` are float64[cells]. The deviations ``tops`` - slope x ``bottoms`` of the cells add up
        to 0, and their scatter gives the error of the ratio. If ``by_class``, each class has its own slope: the result
        is float64[cells].
        """
        if not by_class:
            whole = float(bottoms.sum())
            return float(tops.sum()) / whole if whole > 0 else 0.0
        top, bottom = (_by_owner(self._owner, values) for values in (tops, bottoms))
        return np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)[self._owner]

    def _summed(
        self, tops: F64, bottoms: F64, away: F64, noise: F64, doubt: F64 | None, *, by_class: bool = False
    ) -> Ratios:
        """Return the ratios of sums by cell.

        ``away``: ``tops`` - ratio x ``bottoms``; ``noise``: the variance of this that comes from the deals;
        float64[cells] each.
        """
        strata, number, fractions = self._cells.strata, self._numbers, self._cells.fractions
        self._check_cancelled()
        sums, within = (np.bincount(strata, values, len(number)).astype(np.float64) for values in (away, noise))
        # A stratified sample: ``between`` is the variance of the sum if flops are drawn with replacement, from the
        # differences of the cells within each stratum. Its part beyond the noise of the deals is reduced by the
        # fraction of the stratum that was visited (the finite population correction).
        apart = np.bincount(strata, (away - (sums / number)[strata]) ** 2, len(number))
        between = (np.where(number > 1, number / np.maximum(number - 1.0, 1.0), 0.0) * apart).astype(np.float64)
        better = (fractions * (between - within)).astype(np.float64)
        self._check_cancelled()
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


def _no_ratio() -> Ratios:
    """Return a single ratio without deals, which is 0."""
    return Ratios(*(np.zeros(1) for _ in fields(Ratios)))


def _stacked(rows: Sequence[Ratios]) -> Ratios:
    """Return the ratios of all rows in one."""
    return Ratios(*(np.concatenate([getattr(row, field.name) for row in rows]) for field in fields(Ratios)))


def visit(
    situation: PreflopSituation, cells: HandCells, tally: DecisionTally, coming: list[int], check_cancelled: CancelCheck
) -> Visits:
    """Return the sums of one visit; bit i of a set of players is the opponent ``coming[i]``."""
    return _Visit(situation, cells, tally, coming, check_cancelled).sums()


class _Estimator:
    """Makes an answer from the sums of all visits."""

    def __init__(
        self,
        situation: PreflopSituation,
        visits: Visits,
        plan: FlopPlan,
        coming: list[int],
        check_cancelled: CancelCheck,
    ) -> None:
        """Store the visits, and make ``sample``, the results flop by flop that the answer keeps for the flop book.

        The sample is complete only if all flops are in the plan and every part of it has been visited.
        """
        self._situation, self._visits, self._parts, self._check_cancelled = (
            situation,
            visits,
            plan.parts,
            check_cancelled,
        )
        self._coming = coming
        whole = plan.complete and len(visits.sample) == plan.parts
        self.sample = FlopSample(situation, visits.sample, coming, complete=whole)

    def action(self, at: int) -> PreflopAction:
        """Return the values of action ``at``."""
        plan, sums = self._situation.actions[at], self._visits.actions[at]
        (ev, stderr), (folds, folds_error) = (self._numbers(ratios)[0] for ratios in (sums.ev, sums.no_flop))
        sets, shares, bets = (self._numbers(ratios) for ratios in (sums.sets, sums.shares, sums.bets))
        rows = tuple(
            FlopSetRow(
                opponents=tuple(place for i, place in enumerate(self._coming) if together >> i & 1),
                p=p, equity=equity, playable=playable, p_stderr=p_error, equity_stderr=equity_error,
                playable_stderr=playable_error,
            )
            for together, ((p, p_error), (equity, equity_error), (playable, playable_error)) in enumerate(
                zip(sets, shares[:-1], bets[:-1], strict=True)
            )
            if p > 0
        )  # fmt: skip
        return PreflopAction(
            action=plan.name, cost=plan.cost, ev=ev, stderr=stderr, everybody_folds=folds, equity=shares[-1][0],
            playable=bets[-1][0], everybody_folds_stderr=folds_error, equity_stderr=shares[-1][1],
            playable_stderr=bets[-1][1], sets=rows, values=self._histogram(at), raised=self._raised(at),
        )  # fmt: skip

    def _raised(self, at: int) -> tuple[RaiseRow, ...]:
        rows = []
        for place, ratios in zip(self._coming, self._visits.actions[at].raised, strict=False):
            (p, p_error), (equity, equity_error), (called, called_error), (ev, error) = self._numbers(ratios)
            if p > 0:
                rows.append(RaiseRow(place, p, equity, called, ev, p_error, equity_error, called_error, error))
        return tuple(rows)

    def _numbers(self, ratios: Ratios) -> list[tuple[float, float]]:
        """Return each ratio as its mean and standard error."""
        errors = ratios.errors(self._visits.count, self._parts)
        return list(zip(ratios.means.tolist(), errors.tolist(), strict=True))

    def _histogram(self, at: int) -> Histogram | None:
        """Return the distribution of EVraw over the flops of the sample, each with each set of players."""
        plan, pieces = self._situation.actions[at], []
        for together in range(1, 1 << len(self._coming)):
            places = [place for i, place in enumerate(self._coming) if together >> i & 1]
            won, bet = self._situation.request.pot_terms(plan.cost, plan.level, plan.bets, places)
            for part in self.sample.visited:
                self._check_cancelled()
                deals, share, error = part.columns(at, together, 0, len(part.scale))
                pieces.append((part.scale * deals, share * (won + bet) - bet, error * (won + bet)))
        return histogram([piece[:2] for piece in pieces], [piece[2] for piece in pieces])

    def classes(self) -> dict[str, ClassValue]:
        """Return the values of all classes in hero's range, with their standard errors."""
        share = self._visits.shares / self._visits.shares.sum()
        names = [plan.name for plan in self._situation.actions]
        numbers = [self._numbers(sums.classes) for sums in self._visits.actions]
        equities = [self._numbers(sums.class_shares) for sums in self._visits.actions]
        rows = {}
        for number in np.flatnonzero(share > 0).tolist():
            evs, errors = ({name: row[number][i] for name, row in zip(names, numbers, strict=True)} for i in range(2))
            of_equity = {name: row[number][1] for name, row in zip(names, equities, strict=True)}
            rows[class_text(*CLASSES[number])] = ClassValue(float(share[number]), evs, errors, of_equity)
        return rows


def estimate(
    situation: PreflopSituation,
    visits: Visits,
    plan: FlopPlan,
    coming: list[int],
    reason: str,
    trials: int,
    check_cancelled: CancelCheck,
) -> PreflopAnswer:
    """Return the answer from the sums of all visits, which are ``trials`` tries.

    Bit i of a set of players is the opponent ``coming[i]``.
    """
    estimator = _Estimator(situation, visits, plan, coming, check_cancelled)
    actions = [estimator.action(at) for at in range(len(situation.actions))]
    return PreflopAnswer.of(
        actions, method="sampled", reason=reason, classes=estimator.classes(), notices=situation.notices,
        request=situation.request, trials=trials, sample=estimator.sample,
    )  # fmt: skip
