"""Sampled values of third street, for situations that are too large for an exact answer.

Random deals are valued with a fixed rule for continuing on fourth street.

**Unbiased decisions.** Hero continues if a forecast of R says so, and the forecast does not use the deals that are
valued. The mean result is therefore that of a rule which could be played: below the true value only by the cost of
wrong decisions. The forecast is the product of hero's chances against each opponent alone, corrected by a curve that is
fitted to the deals of a pilot run.

**The cost of wrong decisions.** A *cell* is hero's hand with all fourth cards. Two deals of the same cell share nothing
but the error of the forecast, so the product of their errors estimates its variance t. A forecast with variance t loses
t / 2 times the density of cells at the point of indifference. Half of this loss is added to the value, and half of it
to the stated error.
"""

import math
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.equity.jobs import CancelCheck
from engine.equity.razz.lows import evaluate, low_tables
from engine.equity.snapshots import Pace, Snapshots
from engine.equity.workers import Workers
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.low import HANDS
from engine.kernels.razz.third import ThirdTable, deal_third, new_third_work
from engine.preflop.answer import StreetSetRow
from engine.preflop.book import BINS, Histogram
from engine.preflop.sampled import missed_target, sampling_limits
from engine.preflop.third.answer import FourthCardRow, ThirdAction, ThirdAnswer, card_rows, pair_rows
from engine.preflop.third.situation import Holding, ThirdSituation
from engine.ranges.razz_products import RANK_COUNT

CHUNK = 8192
"""The deals of a chunk, which is the unit of work of a thread."""
PILOT_CHUNKS = 12
"""The first chunks, to which the forecast is fitted; their deals are not valued."""
NEAR = 0.04
"""Half the width in R, around the point of indifference, in which the density of cells is measured."""
MIN_PAIRS = 500.0
"""The fewest pairs of deals of one cell from which the error for a number of players is estimated separately."""
MIN_FITTED = 300
REPORT_CHUNKS = 24
"""The chunks between two answers of a run."""


class ThirdDeals(NamedTuple):
    """The deals of a chunk.

    ``pairs`` int64[n]: hero's pair of down cards. For each action: ``goers`` int64[n, actions], a mask of the opponents
    who see fourth street; ``fourth`` int64[n, actions, seats], the fourth cards; ``shares`` float64[n, actions], hero's
    share of the pot.
    """

    pairs: I64
    goers: I64
    fourth: I64
    shares: F64


class Dealer:
    """Deals a situation; opponents who hold any two cards and never see fourth street are not dealt in."""

    def __init__(self, situation: ThirdSituation) -> None:
        """Put the hands of all seats into one table for the kernel, hero's first.

        ``starts`` has the first row of each seat. A row has the down cards, their cumulative probability, and for each
        action the probability (0 to 1) that an opponent with them sees fourth street.
        """
        self.places = tuple(sorted({goer.place for action in situation.actions for goer in action.goers}))
        held = [situation.hero, *(situation.opponents[place] for place in self.places)]
        sizes = [len(holding.pairs) for holding in held]
        goes = np.zeros((len(situation.actions), sum(sizes)))
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        for row, action in zip(goes, situation.actions, strict=True):
            for goer in action.goers:
                start, ways = starts[1 + self.places.index(goer.place)], situation.opponents[goer.place].ways
                row[start : start + len(ways)] = goer.goes / ways
        self._table = ThirdTable(
            starts, np.concatenate([_cards(holding) for holding in held]),
            np.concatenate([_cumulative(holding.dealt(situation.live)) for holding in held]), goes,
            _mask(held, 1), _mask(held, 2), situation.live,
        )  # fmt: skip
        self._seed, self._shape = situation.request.run.seed, (CHUNK, len(goes), len(held))

    def compute(self, chunk: int) -> ThirdDeals:
        """Return the deals of a chunk."""
        deals, actions, seats = self._shape
        result = ThirdDeals(
            np.zeros(deals, np.int64), np.zeros((deals, actions), np.int64),
            np.zeros((deals, actions, seats), np.int64), np.zeros((deals, actions)),
        )  # fmt: skip
        deal_third(self._table, low_tables(), new_third_work(seats), seed_state(self._seed, chunk), *result)
        return result


def _cards(holding: Holding) -> I64:
    """Return the down cards of all choices of a seat, int64[n, 2] ranks in ascending order, padded with -1."""
    rows = np.full((len(holding.choices), 2), -1, np.int64)
    for row, choice in zip(rows, holding.choices, strict=True):
        cards = np.repeat(np.arange(RANK_COUNT), choice)
        row[: len(cards)] = cards
    return rows


def _cumulative(weights: F64) -> F64:
    sums = np.cumsum(weights)
    return np.asarray(sums / sums[-1])


def _mask(held: list[Holding], least: int) -> I64:
    return np.array([int(((holding.known >= least) << np.arange(RANK_COUNT)).sum()) for holding in held], np.int64)


class Forecast:
    """The forecast of R from hero's down cards and all fourth cards.

    ``check_cancelled`` is called every few milliseconds.

    ``_alone`` float64[actions, opponents, pairs, 13, 13]: hero's chance against each opponent alone by both fourth
    cards, as if the cards of one hand did not remove cards from the other.
    """

    def __init__(self, situation: ThirdSituation, places: tuple[int, ...], check_cancelled: CancelCheck) -> None:
        """Compute ``_alone``; it stays 1 for opponents who never see fourth street. :meth:`fit` adds the curves."""
        self._situation, self._places, self._check_cancelled = situation, places, check_cancelled
        actions = situation.actions
        self._alone = np.ones((len(actions), len(places), len(situation.hero.pairs), RANK_COUNT, RANK_COUNT))
        hero = self._hero()
        for at, action in enumerate(actions):
            for goer in action.goers:
                if goer.goes.any():
                    self._alone[at, places.index(goer.place)] = self._against(hero, goer.place, goer.goes)
        self._curves: dict[tuple[int, int], F64] = {}

    def _hero(self) -> list[tuple[I64, F64]]:
        """Return for each pair the values of hero's final hands by fourth card, int64[13, 455], and their chances."""
        hero, live = self._situation.hero, self._situation.live
        result = []
        for choice in hero.choices:
            self._check_cancelled()
            counts = hero.known + choice + np.eye(RANK_COUNT, dtype=np.int64)
            result.append(_finals(counts, live - choice - np.eye(RANK_COUNT, dtype=np.int64)))
        return result

    def _against(self, hero: list[tuple[I64, F64]], place: int, goes: F64) -> F64:
        """Return hero's chance against the opponent ``place`` alone, float64[pairs, 13, 13] by both fourth cards.

        ``hero``: what :meth:`_hero` returns; ``goes`` float64[n]: the weights of the hands with which the opponent sees
        fourth street. Both final hands are dealt as if independent, so only their distributions are needed: the chance
        of each of hero's values times the chance that the opponent's is worse.
        """
        situation = self._situation
        holding, live = situation.opponents[place], situation.live
        weights = np.where(holding.ways > 0, goes / holding.ways, 0.0) * holding.dealt(live)
        # The chance that the opponent's final hand is worse (ties: one half), by his fourth card and hero's value.
        better = np.zeros((RANK_COUNT, HANDS + 1))
        for rank in range(RANK_COUNT):
            self._check_cancelled()
            card = (np.arange(RANK_COUNT) == rank).astype(np.int64)
            # Pairs that need more cards of a rank than are left cannot be dealt together with this fourth card.
            left = live - holding.choices - card
            rows = np.flatnonzero((weights > 0) & (left >= 0).all(axis=1))
            if not len(rows):
                continue
            values, chances = _finals(holding.known + holding.choices[rows] + card, left[rows])
            chances = chances * (weights[rows] * (live[rank] - holding.choices[rows, rank]))[:, None]
            law = np.bincount(values.ravel(), chances.ravel() / max(float(chances.sum()), 1e-300), HANDS + 1)
            better[rank] = 1.0 - np.cumsum(law) + law / 2.0
        result = np.zeros((len(hero), RANK_COUNT, RANK_COUNT))
        for row, (values, chances) in zip(result, hero, strict=True):
            self._check_cancelled()
            row[:] = np.einsum("omk,mk->mo", better[:, values], chances)
        return result

    def product(self, at: int, deals: ThirdDeals, rows: I64) -> F64:
        """Return the product of hero's chances against each opponent alone, for some rows of deals, float64[n]."""
        fourth, pairs = deals.fourth[rows, at], deals.pairs[rows]
        result = np.ones(len(rows))
        for i in range(len(self._places)):
            comes = np.flatnonzero(deals.goers[rows, at] >> i & 1)
            result[comes] *= self._alone[at, i, pairs[comes], fourth[comes, 0], fourth[comes, 1 + i]]
        return result

    def fit(self, pilot: list[ThirdDeals]) -> None:
        """Fit a curve for each action and number of opponents to the shares of the pilot run."""
        for at in range(len(self._alone)):
            parts = []
            for deals in pilot:
                rows = np.flatnonzero(deals.goers[:, at])
                counts = np.bitwise_count(deals.goers[rows, at].astype(np.uint64))
                parts.append((counts, self.product(at, deals, rows), deals.shares[rows, at]))
            counts, products, shares = (np.concatenate(column) for column in zip(*parts, strict=True))
            for count in np.unique(counts).tolist():
                of = counts == count
                if of.sum() >= MIN_FITTED:
                    terms = np.stack([np.ones(of.sum()), products[of], products[of] ** 2], axis=1)
                    self._curves[at, count] = np.linalg.lstsq(terms, shares[of], rcond=None)[0]

    def shares(self, at: int, deals: ThirdDeals, rows: I64) -> F64:
        """Return the forecast of R for some rows of deals, float64[n]."""
        products = self.product(at, deals, rows)
        counts = np.bitwise_count(deals.goers[rows, at].astype(np.uint64))
        result = products.copy()
        for (action, count), (zero, one, two) in self._curves.items():
            if action == at:
                result = np.where(counts == count, zero + products * (one + products * two), result)
        return np.asarray(np.clip(result, 0.0, 1.0))


@cache
def _three() -> I64:
    """Return the 455 multisets of three ranks, int64[455, 13]."""
    triples = combinations_with_replacement(range(RANK_COUNT), 3)
    return np.array([np.bincount(triple, minlength=RANK_COUNT) for triple in triples], np.int64)


_COMBINATIONS = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1], [1, 4, 6, 4]], np.float64)


def _finals(counts: I64, live: I64) -> tuple[I64, F64]:
    """Return the values of hands of four cards with each of 455 triples of ranks, int64[n, 455], and their chances.

    ``counts`` int64[n, 13]: the four cards; ``live`` int64[n, 13]: the cards from which the three others are dealt. The
    chances are float64[n, 455].
    """
    more = _three()
    values = evaluate((counts[:, None] + more).reshape(-1, RANK_COUNT)).reshape(len(counts), len(more))
    chances = np.ones(values.shape)
    for rank in range(RANK_COUNT):
        chances *= _COMBINATIONS[np.maximum(live[:, rank, None], 0), more[:, rank]]
    return values.astype(np.int64), chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-300)


@dataclass(slots=True, eq=False)
class _Sums:
    """Sums over the deals of one action.

    ``values`` float64[pairs, 3]: number, value, value squared; ``sets`` float64[masks, 4]: number, R, played, R
    squared; ``mine`` float64[6, 13]: number, R, played, value, and the squares of R and value; ``bins`` float64[100]:
    the distribution of EVraw between ``low`` and ``high``. By the number of opponents who see fourth street, from 0 on:
    ``misses`` float64[players, 2], the products of the errors of two deals of a cell and their number; ``near``
    float64[players], half the density at the point of indifference, in chips.
    """

    values: F64
    sets: F64
    mine: F64
    bins: F64
    misses: F64
    near: F64
    low: float
    high: float


class Estimator:
    """Sums up chunks of deals and makes answers from them; ``trials``: the number of deals."""

    def __init__(self, situation: ThirdSituation, dealer: Dealer, forecast: Forecast, pilot: list[ThirdDeals]) -> None:
        """Fit the forecast to the ``pilot`` deals, which also set the range of the distribution of EVraw."""
        self._situation, self._places, self._forecast = situation, dealer.places, forecast
        forecast.fit(pilot)
        self.trials = 0
        masks = 1 << len(self._places)
        self._terms = [self._pot_terms(at, masks) for at in range(len(situation.actions))]
        self._sums = []
        for at in range(len(situation.actions)):
            raws = np.concatenate([self._raw(at, deals)[2] for deals in pilot])
            low, high = (float(raws.min()), float(raws.max())) if len(raws) else (0.0, 0.0)
            self._sums.append(
                _Sums(
                    np.zeros((len(situation.hero.pairs), 3)), np.zeros((masks, 4)), np.zeros((6, RANK_COUNT)),
                    np.zeros(BINS), np.zeros((len(self._places) + 1, 2)), np.zeros(len(self._places) + 1), low, high,
                )
            )  # fmt: skip

    def _pot_terms(self, at: int, masks: int) -> F64:
        """Return the two terms of ``request.pot_terms`` by the mask of opponents, float64[masks, 2]."""
        request, action = self._situation.request, self._situation.actions[at]
        rows = (request.pot_terms(action.cost, action.level, action.bets, self._set(mask)) for mask in range(masks))
        return np.array(list(rows))

    def _set(self, mask: int) -> tuple[int, ...]:
        return tuple(place for i, place in enumerate(self._places) if mask >> i & 1)

    def _raw(self, at: int, deals: ThirdDeals) -> tuple[I64, F64, F64, F64]:
        """Return the deals in which an opponent sees fourth street after action ``at``, with forecasts and pot terms.

        Returns indices of deals, int64[n]; forecasts of R and of EVraw, float64[n] each; pot terms float64[n, 2].
        """
        rows = np.flatnonzero(deals.goers[:, at])
        terms, forecast = self._terms[at][deals.goers[rows, at]], self._forecast.shares(at, deals, rows)
        return rows, forecast, forecast * terms.sum(axis=1) - terms[:, 1], terms

    def add(self, deals: ThirdDeals) -> None:
        """Add the deals of a chunk."""
        self.trials += len(deals.pairs)
        for at, sums in enumerate(self._sums):
            action = self._situation.actions[at]
            rows, forecast, raw, terms = self._raw(at, deals)
            shares, plays, goers = deals.shares[rows, at], raw > 0, deals.goers[rows, at]
            gains = np.where(plays, shares * terms.sum(axis=1) - terms[:, 1], 0.0)
            # Hero wins the middle if nobody sees fourth street. Otherwise the forecast of EVraw decides whether hero
            # plays on, and his gain is then computed from the share of the pot in this deal.
            values = np.full(len(deals.pairs), self._situation.request.middle)
            values[rows] = gains - action.cost
            _add(sums.values.T, deals.pairs, np.ones(len(values)), values, values**2)
            _add(sums.sets.T, goers, np.ones(len(rows)), shares, plays, shares**2)
            mine = deals.fourth[rows, at, 0]
            _add(sums.mine, mine, np.ones(len(rows)), shares, plays, gains, shares**2, gains**2)
            width = max(sums.high - sums.low, 1e-300) / BINS
            bins = np.clip((raw - sums.low) / width, 0, BINS - 1).astype(np.int64)
            sums.bins += np.bincount(bins, minlength=BINS)
            self._add_misses(at, sums, deals, rows, forecast, raw, terms)

    def _add_misses(
        self, at: int, sums: _Sums, deals: ThirdDeals, rows: I64, forecast: F64, raw: F64, terms: F64
    ) -> None:
        """Add the deals to ``sums.misses`` and ``sums.near``, which give the cost of wrong decisions.

        The forecast's error matters only where EVraw is near 0: the mean cost is half the variance of that error in R
        times the density of deals at the point of indifference. ``misses`` gets the sum of products of the errors of
        two deals of a cell, and the number of such products; ``near`` gets half the density, in chips. ``rows``
        int64[n] are deals with an opponent on fourth street, ``forecast`` float64[n] is their forecast of R, ``raw``
        float64[n] that of EVraw, and ``terms`` float64[n, 2] are the pot terms.
        """
        goers = deals.goers[rows, at]
        players = np.bitwise_count(goers.astype(np.uint64)).astype(np.int64)
        # Deals of the same cell get the same number: hero's pair, the mask of opponents and all fourth cards.
        errors, code = deals.shares[rows, at] - forecast, deals.pairs[rows] << len(self._places) | goers
        for cards in deals.fourth[rows, at].T:
            code = code << 4 | (cards & 15)
        # The sum of e_i e_j over all pairs of deals in a cell is the square of the sum less the sum of squares. Noise
        # of different deals is independent, so this estimates the square of the forecast's error without bias.
        _, first, cells = np.unique(code, return_index=True, return_inverse=True)
        sums_of = (np.ones(len(rows)), errors, errors**2)
        number, total, squares = (np.bincount(cells, values) for values in sums_of)
        _add(
            sums.misses.T,
            players[first],
            *(np.asarray(x, np.float64) for x in (total**2 - squares, number**2 - number)),
        )
        # EVraw is R times ``whole`` less a constant, so the deals counted are those with R within NEAR of the point of
        # indifference. Their number over the width 2 NEAR of this band is the density; ``whole`` turns R into chips.
        whole = terms.sum(axis=1)
        near: Bools = np.abs(raw) < NEAR * whole
        sums.near += np.bincount(players, np.where(near, whole / (4.0 * NEAR), 0.0), len(sums.near))

    def noise(self) -> float:
        """Return the largest standard error of an action without the cost of wrong decisions: more deals reduce it."""
        return max(_mean(*sums.values.sum(axis=0).tolist())[1] for sums in self._sums)

    def answer(self, reason: str) -> ThirdAnswer:
        """Return the answer from all deals so far."""
        situation = self._situation
        rows = [self._action(at) for at in range(len(situation.actions))]
        number = np.where(self._sums[0].values[:, 0] > 1, self._sums[0].values[:, 0], 0.0)
        names = [action.name for action in situation.actions]
        evs = {name: values for name, (_, values, _) in zip(names, rows, strict=True)}
        errors = {name: values for name, (_, _, values) in zip(names, rows, strict=True)}
        return ThirdAnswer.of(
            [action for action, *_ in rows], method="sampled", reason=reason,
            pairs=pair_rows(situation, number / number.sum(), evs, errors), notices=situation.notices,
            request=situation.request, trials=self.trials, best_by_pair=self._best(evs),
        )  # fmt: skip

    def _best(self, evs: dict[str, F64]) -> tuple[float, float]:
        """Return the mean EV of the best action of each pair and its standard error; ``evs``: by action float64[pairs].

        It is the mean over all deals of the result of the pair's best action, 0 for a fold. The cost of wrong decisions
        on fourth street is included in both as in those of the actions.
        """
        best = np.argmax(list(evs.values()), axis=0)
        total = squares = lost = 0.0
        for at, (sums, values) in enumerate(zip(self._sums, evs.values(), strict=True)):
            played = (best == at) & (values > 0.0) & (sums.values[:, 0] > 1)
            number, worth, square = sums.values[played].sum(axis=0).tolist()
            total, squares = total + worth, squares + square
            lost += self._lost(sums) / 2.0 * number / self.trials
        mean, error = _mean(self.trials, total, squares)
        return mean + lost, error + lost

    def _action(self, at: int) -> tuple[ThirdAction, F64, F64]:
        """Return an action, and its values and standard errors by hero's pair, float64[pairs] each."""
        sums, plan = self._sums[at], self._situation.actions[at]
        number, total, squares = sums.values.T
        # Half of the estimated cost of wrong decisions is added to the values, and half to their errors.
        lost = self._lost(sums) / 2.0
        ev, stderr = _mean(number.sum(), total.sum(), squares.sum())
        values, errors = np.vectorize(_mean)(number, total, squares)
        sets = tuple(
            StreetSetRow(
                opponents=self._set(mask), p=n / self.trials, equity=share / n, playable=plays / n,
                p_stderr=_share_error(n, self.trials), equity_stderr=_error(n, share, squares_of_share),
                playable_stderr=_share_error(plays, n),
            )
            for mask, (n, share, plays, squares_of_share) in enumerate(sums.sets.tolist())
            if n
        )  # fmt: skip
        seen, share, plays, squares_of_share = sums.sets.sum(axis=0).tolist()
        action = ThirdAction(
            action=plan.name, cost=plan.cost, ev=ev + lost, stderr=stderr + lost,
            everybody_folds=1.0 - seen / self.trials, equity=share / max(seen, 1.0), playable=plays / max(seen, 1.0),
            everybody_folds_stderr=_share_error(seen, self.trials),
            equity_stderr=_error(seen, share, squares_of_share), playable_stderr=_share_error(plays, seen),
            sets=tuple(sorted(sets, key=lambda row: (len(row.opponents), row.opponents))),
            values=self._fourths(at, sums, seen),
            by_mine=self._by_mine(sums.mine, seen) if seen else (),
        )  # fmt: skip
        return action, values + lost, errors + lost

    def _fourths(self, at: int, sums: _Sums, seen: float) -> Histogram | None:
        """Return the distribution of EVraw on fourth street; its ends are forecasts with the forecast's error in R."""
        if not seen:
            return None
        products, pairs = sums.misses.sum(axis=0).tolist()
        error = math.sqrt(max(products / pairs, 0.0)) * float(self._terms[at].sum(axis=1).max()) if pairs else None
        return Histogram(tuple((sums.bins / seen).tolist()), sums.low, sums.high, error, error)

    @staticmethod
    def _by_mine(columns: F64, seen: float) -> tuple[FourthCardRow, ...]:
        """Return the rows by hero's fourth card with standard errors; ``columns``: ``mine`` of :class:`_Sums`."""
        rows = []
        for row in card_rows(columns[:4]):
            n, share, plays, value, squares_of_share, squares_of_value = columns[:, row.mine].tolist()
            rows.append(
                replace(
                    row, probability_stderr=_share_error(n, seen), equity_stderr=_error(n, share, squares_of_share),
                    playable_stderr=_share_error(plays, n), value_stderr=_error(n, value, squares_of_value),
                )
            )  # fmt: skip
        return tuple(rows)

    def _lost(self, sums: _Sums) -> float:
        """Return the mean cost of wrong decisions in chips."""
        overall = sums.misses.sum(axis=0)
        pooled = max(overall[0] / overall[1], 0.0) if overall[1] else 0.0
        lost = 0.0
        for (products, pairs), near in zip(sums.misses.tolist(), sums.near.tolist(), strict=True):
            variance = max(products / pairs, 0.0) if pairs >= MIN_PAIRS else pooled
            lost += variance * near
        return lost / max(self.trials, 1)


def _add(columns: F64, places: I64, *values: F64 | Bools) -> None:
    for column, row in zip(columns, values, strict=True):
        column += np.bincount(places, row, len(column))


def _share_error(hits: float, number: float) -> float:
    """Return the standard error of a share of ``number`` deals; a share of 0 or 1 has one, too."""
    if number <= 0:
        return 0.0
    likely = (hits + 0.5) / (number + 1.0)
    return math.sqrt(likely * (1.0 - likely) / number)


def _error(number: float, total: float, squares: float) -> float | None:
    """Return the standard error of a mean, or None if there are fewer than two deals."""
    return _mean(number, total, squares)[1] if number >= 2 else None


def _mean(number: float, total: float, squares: float) -> tuple[float, float]:
    if number < 2:
        return total / max(number, 1.0), float("inf")
    mean = total / number
    return mean, float(np.sqrt(max(squares / number - mean * mean, 0.0) / (number - 1.0)))


def sampled_third_answers(situation: ThirdSituation, reason: str, pool: Workers) -> Snapshots[ThirdAnswer]:
    """Yield snapshots of a sampled run, each with its answer, until it ends or is cancelled."""
    dealer = Dealer(situation)
    forecast = Forecast(situation, dealer.places, pool.cancel.check_cancelled)
    chips = max(situation.request.middle, max(action.level for action in situation.actions), 1e-9)
    run, pilot = situation.request.run, list[ThirdDeals]()
    limits, pace = sampling_limits(run, chips), Pace()
    estimator: Estimator | None = None
    for chunk, deals in pool.in_order(lambda chunk: partial(dealer.compute, chunk)):
        # The pilot fits the forecast and is not valued, since a forecast that knows its deals would be biased.
        if chunk < PILOT_CHUNKS:
            pilot.append(deals)
            continue
        estimator = estimator or Estimator(situation, dealer, forecast, pilot)
        estimator.add(deals)
        over = limits.over(estimator.trials, pace.seconds)
        if not over and (chunk - PILOT_CHUNKS + 1) % REPORT_CHUNKS:
            continue
        answer = estimator.answer(reason)
        progress = limits.progress(estimator.trials, pace.seconds, estimator.noise())
        done = over or progress >= 1.0
        if done:
            notices = missed_target(run, limits, estimator.noise(), estimator.trials)
            answer = replace(answer, notices=(*answer.notices, *notices))
        yield pace.snapshot(progress, answer, final=done)
        if done:
            return
