"""The chart of starting hands, a detail of razz: the equity of the first seat with every pair of down cards, all other
cards unchanged, in one computation.

The two down cards are treated as unknown: as two of the seat's free cards, each pair of which is equally likely. So
deals with down cards of the ranks a and b count as often as there are such pairs among its free cards: N_a N_b times,
or N_a (N_a - 1) / 2 times for a pair of a. Backward sums with N_b at rank b (see ``flow``) are computed once for all b.
Then, for each a, the weights counted N_a times at a move on and meet them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from math import comb
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from engine.arrays import F64
from engine.equity.details.starting_hands import StartingHands
from engine.equity.jobs import CancelCheck, Detail, Solved, never_cancelled
from engine.equity.razz.automaton import RANKS
from engine.equity.razz.contest import MAX_SEATS, AnyContest
from engine.equity.razz.derived import solve_setup, with_down_cards, with_next
from engine.equity.razz.flow import (
    SHARES,
    WEIGHTS,
    Counts,
    Lattice,
    Passage,
    drawn_by_first,
    passage,
    pot_shares_by_winners,
    sums_above,
    weights_alone,
)
from engine.equity.razz.joint_automaton import JointAutomaton
from engine.equity.razz.lows import low_tables
from engine.equity.razz.plan import exact_operations
from engine.equity.razz.race import contest_operations, contests_of
from engine.equity.razz.replay import DealGroup, Replay, combine_groups, jackknife, ratio
from engine.equity.razz.setup import RazzSetup, prepare_razz
from engine.equity.results import Estimate
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.circle import new_circle_work
from engine.kernels.razz.tuples import chart_trials
from engine.ranges.razz_text import RazzSlot, RazzText
from engine.scenario import Scenario

PASSES = 9.0
"""The cost of all pairs, in units of following the contests once."""


class _Way(NamedTuple):
    """A contest, or the weights alone, for one rank of the common card, followed forwards and backwards."""

    lattice: Lattice
    counts: Counts
    through: Passage


class DownCards:
    """Sums over all deals of a setup in which the first seat has unknown down cards.

    The work is divided into ``parts``, whose results add up: float64[13, 13, 2], weights and pot shares of the first
    seat by pair of ranks, the lower first.
    """

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> None:
        self._seats, self._check_cancelled = len(setup.active), check_cancelled
        self._automaton = JointAutomaton(setup, check_cancelled)
        self._payoffs = pot_shares_by_winners(self._seats)[:, :1]
        shared = self._automaton.shared_ranks
        self.operations = contest_operations(setup, self._automaton) * len(shared) * PASSES
        contests = [contest for group in contests_of(self._seats) for contest in group]
        # One way for each contest and rank of the common card; None instead of a contest adds up the weights alone.
        self._ways = [(contest, rank) for rank in shared for contest in (*contests, None)]
        self._found: dict[int, _Way] = {}
        self._locks = [Lock() for _ in self._ways]
        self.parts = [partial(self._part, rank, way) for rank in range(RANKS) for way in range(len(self._ways))]

    def _part(self, low: int, number: int) -> F64:
        """Return the sums of the pairs with the lower rank ``low`` from one contest, or from the weights alone."""
        way, sums = self._way(number), np.zeros((RANKS, RANKS, 2))
        pairs, of_weights = self._pairs(way, low) * way.lattice.factor, self._ways[number][0] is None
        if of_weights:
            sums[low, :, WEIGHTS] = pairs
        if not of_weights or self._seats == 1:  # a seat alone gets everything
            sums[low, :, SHARES] = pairs
        return sums

    def _way(self, number: int) -> _Way:
        """Return a way. It is computed once, when first needed, and shared by all threads."""
        with self._locks[number]:
            if number not in self._found:
                self._found[number] = self._followed(*self._ways[number])
            return self._found[number]

    def _followed(self, contest: AnyContest | None, shared: int) -> _Way:
        """Follow a contest, or the weights alone, forwards and backwards."""
        lattice = Lattice.of(self._automaton, self._seats, shared, self._check_cancelled)
        counts = tuple(drawn_by_first(edges) for edges in lattice.joint.edges)
        if contest is None:
            return _Way(lattice, counts, weights_alone(lattice))
        return _Way(lattice, counts, passage(contest, lattice, self._payoffs, self._check_cancelled, counts))

    def _pairs(self, way: _Way, low: int) -> F64:
        """Return float64[13]: the sums by the higher rank."""
        lattice, counts, through = way
        sums = sums_above(
            lattice=lattice,
            through=through,
            payoffs=self._payoffs[:, 0].copy(),
            low=low,
            counts=counts,
            check_cancelled=self._check_cancelled,
        )
        sums[low] = (through.flows[low][:, 0] * (counts[low] * (counts[low] - 1) / 2)).sum()
        return sums


CHART_TRIALS = 1 << 19
GROUPS = 64
BATCH = 1 << 12
FREE = (RazzSlot((1 << RANKS) - 1, free=True),) * 2
"""Two down cards of which nothing is known."""

Pair = tuple[int, int]


class PairSums(NamedTuple):
    """The numbers of the pairs: their probabilities and the equities with them, float64[13, 13], and the equity with
    any two cards, float64[1]; each with its standard error."""

    chances: F64
    chance_errors: F64
    equities: F64
    errors: F64
    any_two: F64
    any_two_error: F64


def starting_hands(solved: Solved[RazzSetup]) -> Detail:
    """The equity with every pair of down cards of the first active seat, all other cards unchanged; the probability of
    each pair; and the equity with two unknown down cards, which is the mean of these."""
    seat = solved.scenario.active_seats[0]
    hand = solved.setup.active[0].text
    setup = prepare_razz(with_text(solved.scenario, seat, with_down_cards(hand)))
    pairs = _pairs(setup)

    def show(result: PairSums) -> StartingHands:
        return _chart(seat, _up_cards(hand), setup, pairs, _as_at_table(result, hand, solved.estimates[0]))

    work = pair_work(solved, setup, np.ones((RANKS, RANKS)))
    return Detail(work.parts, lambda result: show(work.sums(result)))


def _as_at_table(sums: PairSums, hand: RazzText, present: Estimate) -> PairSums:
    """Return the numbers with the table's own estimate instead of the sampled one for the same equity: that of the
    seat's own pair, or that of any two cards.

    Otherwise the chart and the table could show two different estimates of one equity.
    """
    down = [(item.slots + FREE)[: len(FREE)] for item in hand.items]
    if all(slots == FREE for slots in down):
        return sums._replace(any_two=np.array([present.equity]), any_two_error=np.array([present.stderr]))
    if len(down) > 1 or not all(slot.particular for slot in down[0]):
        return sums
    own_pair = tuple(sorted(slot.rank for slot in down[0]))
    equities, errors = sums.equities.copy(), sums.errors.copy()
    equities[own_pair], errors[own_pair] = present.equity, present.stderr
    return sums._replace(equities=equities, errors=errors)


class PairWork(NamedTuple):
    """Work in independent ``parts``; ``sums`` turns their results, in order, into the numbers of the pairs."""

    parts: Sequence[Callable[[], Any]]
    sums: Callable[[list[Any]], PairSums]


def pair_work(solved: Solved[RazzSetup], setup: RazzSetup, share_of_ways: F64) -> PairWork:
    """Return the work that computes the numbers of the first seat of ``setup``, whose down cards are unknown, with each
    pair.

    ``share_of_ways`` float64[13, 13]: the share of the suited ways of each pair that counts, the lower rank first.
    """
    pairs = [pair for pair in _pairs(setup) if share_of_ways[pair] > 0]
    # In order of preference: all pairs in one exact computation, the table solved for each pair, sampled deals.
    all_pairs = DownCards(setup, solved.check_time) if len(setup.active) <= MAX_SEATS else None
    if solved.exact and all_pairs is not None and solved.affords(all_pairs.operations):
        return PairWork(all_pairs.parts, lambda sums: _exact(sum(sums) * share_of_ways[..., None]))
    if solved.exact and solved.affords(_operations(setup, pairs)):
        parts = [partial(_with_pair, solved, setup, pair) for pair in pairs]
        return PairWork(parts, lambda result: _of_answers(pairs, result, share_of_ways))
    dealing = _Dealing(setup, solved.check_cancelled, solved.over)

    def of_groups(groups: list[DealGroup]) -> PairSums:
        sums, trials = combine_groups(groups)
        return _of_groups(sums * share_of_ways[..., None], trials)

    return PairWork(dealing.parts, of_groups)


def with_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    """Return ``scenario`` with the text of one seat replaced."""
    seats = tuple(replace(s, cards=text) if i == seat else s for i, s in enumerate(scenario.seats))
    return replace(scenario, seats=seats)


def _up_cards(hand: RazzText) -> str:
    """Return the up cards of a hand as the chart names them: the text that follows ``xx`` in each item."""
    return with_down_cards(hand).replace("xx", "", 1).replace(", xx", ", ")


def _pairs(setup: RazzSetup) -> list[Pair]:
    return [pair for pair in combinations_with_replacement(range(RANKS), 2) if suited_ways(setup, pair)]


def suited_ways(setup: RazzSetup, pair: Pair) -> int:
    """Return how many pairs of suited cards of these ranks the deck still has."""
    low, high = (int(setup.live[rank]) for rank in pair)
    return comb(low, 2) if pair[0] == pair[1] else low * high


def _chart(seat: int, up: str, setup: RazzSetup, pairs: list[Pair], sums: PairSums) -> StartingHands:
    """Return the detail, with the pairs whose equity is known."""
    possible = [pair for pair in pairs if not np.isnan(sums.equities[pair])]
    ranks = np.array(possible, np.int64).reshape(len(possible), 2)
    chances, chance_errors, equities, errors = (table[ranks[:, 0], ranks[:, 1]] for table in sums[:4])
    combos = np.array([suited_ways(setup, pair) for pair in possible], np.int64)
    any_two = float(sums.any_two[0]), float(sums.any_two_error[0])
    return StartingHands(seat, up, *any_two, ranks, combos, chances, chance_errors, equities, errors)


def _chances(sums: F64) -> F64:
    """Return the probability of each pair, float64[13, 13], from ``sums`` float64[13, 13, 2]."""
    return ratio(sums[..., 0], sums[..., 0].sum(keepdims=True))


def _equities(sums: F64) -> F64:
    return ratio(sums[..., 1], sums[..., 0])


def _any_two(sums: F64) -> F64:
    """Return the equity with two unknown down cards, float64[1]."""
    return _equities(sums.sum(axis=(0, 1))[None])


def _exact(sums: F64) -> PairSums:
    """Return the numbers of all pairs of down cards, without errors, from the ``sums`` of :class:`DownCards`."""
    no_errors = np.zeros((RANKS, RANKS))
    return PairSums(
        chances=_chances(sums),
        chance_errors=no_errors,
        equities=_equities(sums),
        errors=no_errors,
        any_two=_any_two(sums),
        any_two_error=np.zeros(1),
    )


def _pair_known(setup: RazzSetup, pair: Pair) -> RazzSetup | None:
    """Return ``setup`` with the down cards of the first seat known, or None if the deck has no such pair."""
    one = with_next(setup, 0, pair[0])
    return None if one is None else with_next(one, 0, pair[1])


def _operations(setup: RazzSetup, pairs: list[Pair]) -> float:
    """Return about how many operations it takes to solve the table for each pair separately."""
    known = next((after for pair in pairs if (after := _pair_known(setup, pair)) is not None), None)
    return float("inf") if known is None else exact_operations(known) * len(pairs)


def _with_pair(solved: Solved[RazzSetup], setup: RazzSetup, pair: Pair) -> tuple[float, Estimate | None]:
    """Return the weight of the deals in which the first seat has a pair, and its estimate with it, or None if there are
    no such deals."""
    after = _pair_known(setup, pair)
    weight = 0.0 if after is None else suited_ways(setup, pair) * JointAutomaton(after, solved.check_time).weight()
    return weight, solve_setup(solved, after)[0] if after is not None and weight > 0 else None


def _of_answers(pairs: list[Pair], results: list[tuple[float, Estimate | None]], share_of_ways: F64) -> PairSums:
    """Return the weights and equities of ``pairs``, each computed with a table of its own.

    ``results``: for each pair the weight of its deals and its estimate, None if it has no deals. ``share_of_ways``:
    as for :func:`pair_work`.
    """
    sums, errors = np.zeros((RANKS, RANKS, 2)), np.zeros((RANKS, RANKS))
    for pair, (weight, estimate) in zip(pairs, results, strict=True):
        if estimate is not None:
            weight_kept = weight * share_of_ways[pair]
            sums[pair], errors[pair] = (weight_kept, weight_kept * estimate.equity), estimate.stderr
    return _exact(sums)._replace(errors=errors)


def _of_groups(groups: F64, trials: int) -> PairSums:
    """Return the numbers of the pairs from sums by group, float64[groups, 13, 13, 2], with errors by the jackknife."""
    return PairSums(
        *jackknife(groups, _chances, trials),
        *jackknife(groups, _equities, trials),
        *jackknife(groups, _any_two, trials),
    )


class _Dealing(Replay):
    """Random deals of all cards but the two down cards of the first seat. Each deal counts for all pairs."""

    def __init__(self, setup: RazzSetup, check_cancelled: CancelCheck, over: Callable[[], bool]) -> None:
        hero = setup.active[0]
        active = (replace(hero, free=hero.free - 2), *setup.active[1:])
        super().__init__(replace(setup, active=active), check_cancelled, over)
        self.parts = [partial(self._pairs, group) for group in range(GROUPS)]

    def _pairs(self, group: int) -> DealGroup:
        """Deal one group, in batches, with random numbers of its own."""
        table, tables, sums = self._table, low_tables(), np.zeros((RANKS, RANKS, 2))
        state, room, in_deck = seed_state(self._setup.seed, group), new_circle_work(table), np.zeros(RANKS, np.int64)
        trials = 0
        while trials < CHART_TRIALS // GROUPS:
            self._check_cancelled()
            chart_trials(BATCH, table, room, state, tables, in_deck, sums)
            trials += BATCH
            if self._over():
                break
        return DealGroup(sums, trials)
