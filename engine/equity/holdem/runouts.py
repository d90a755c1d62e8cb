"""The details of cards to come beyond the next one: hands on the next street, turn and river together.

They are exact or empty: percentiles over a few sampled cards, or a picture of 1,176 sampled pairs, would show mostly
noise.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.equity.details.matrix import HIGH, LOW, NextStreet
from engine.equity.details.next_cards import Runouts
from engine.equity.holdem.branches import (
    COST_OF_BRANCH,
    PROBES,
    BranchSolution,
    SetupBranch,
    card_branches,
    solve_branch,
)
from engine.equity.holdem.by_hand import WorkLimits, cheapest_way, exact_by_hand, solving
from engine.equity.holdem.card_sets import CardSets, card_sets
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.sweep import TwoRangeByCombo, TwoRangeRunouts
from engine.equity.jobs import CancelCheck, Detail, Solved

ZERO_TOLERANCE = 1e-11
"""Weights below this share of the largest one are rounding errors of 0."""


class AfterCard(NamedTuple):
    """The numbers of the seats after one next card: pots won and weights of the deals by combo, float64[seats, 1326]
    each.

    Weights have the same scale for all cards.
    """

    won: F64
    weight: F64


def next_street(solved: Solved[HoldemSetup]) -> Detail:
    """How the next card changes the equity of each hand; empty before the flop and on the river."""
    setup, seats = solved.setup, solved.scenario.active_seats
    nothing = Detail((), lambda _: NextStreet.empty())
    if len(setup.board) not in (3, 4) or len(seats) < 2 or not solved.exact:
        return nothing
    if TwoRangeByCombo.fits(setup):
        two = TwoRangeRunouts(setup, solved.check_time)
        if not solved.affords(two.operations):
            return nothing
        return Detail(two.card_parts(), lambda result: _bands(seats, [AfterCard(*cards) for cards in result]))
    sets = card_sets(setup, 1, solved.check_cancelled)
    branches = card_branches(setup, sets)
    if not solved.affords(_hands_cost(branches, solved.check_cancelled)):
        return nothing
    parts = [partial(_after_card, branch, solved.check_time) for branch in branches]
    return Detail(parts, lambda result: _bands(seats, _of_cards(sets, result)))


def runouts(solved: Solved[HoldemSetup]) -> Detail:
    """The equities after each pair of turn and river; empty except on the flop."""
    setup, seats = solved.setup, len(solved.scenario.active_seats)
    nothing = Detail((), lambda _: Runouts.empty(seats))
    if len(setup.board) != 3 or seats < 2 or not solved.exact:
        return nothing
    sets = card_sets(setup, 2, solved.check_cancelled)
    if TwoRangeByCombo.fits(setup):
        two = TwoRangeRunouts(setup, solved.check_time)
        if not solved.affords(two.operations):
            return nothing
        parts = two.pair_parts(sets.cards[sets.firsts])
        return Detail(parts, lambda result: _of_pots(sets, np.concatenate(result)))
    branches = card_branches(setup, sets)
    sweep, cost = cheapest_way(setup, branches, WorkLimits(solved.affords, solved.check_time, solved.check_cancelled))
    if not solved.affords(cost):
        return nothing
    if sweep is not None:
        return Detail(sweep.pair_parts(sets), lambda result: _of_orbits(sets, *sweep.flops(result)))

    def assemble(result: list[BranchSolution]) -> Runouts:
        return _of_orbits(sets, np.array([s.weight for s in result]), np.array([s.equity for s in result]))

    return Detail(solving(branches, solved.check_time), assemble)


def _hands_cost(branches: list[SetupBranch], check_cancelled: CancelCheck) -> float:
    """Estimate the operations that it takes to solve all combos in all branches, from a few of the branches."""
    examined = (branch.setup() for branch in branches[:: max(len(branches) // PROBES, 1)] if branch.possible)
    works = [exact_by_hand(setup, WorkLimits(_afford_anything, check_planning=check_cancelled)) for setup in examined]
    return len(branches) * (2 * COST_OF_BRANCH + float(np.mean([work.operations for work in works if work] or [0.0])))


def _afford_anything(_operations: float) -> bool:
    """Accept any number of operations: the caller has already checked the cost."""
    return True


def _after_card(branch: SetupBranch, check_cancelled: CancelCheck) -> AfterCard:
    """Return the numbers after the card of ``branch``, one of its orbit."""
    solution = solve_branch(branch, check_cancelled)
    setup = branch.setup()
    work = (
        exact_by_hand(setup, WorkLimits(_afford_anything, check_cancelled, check_cancelled))
        if solution.weight > 0
        else None
    )
    if work is None:
        return AfterCard(np.zeros_like(setup.weights), np.zeros_like(setup.weights))
    share, equity = work.compute()
    weight = share * solution.weight / branch.size
    return AfterCard(weight * equity, weight)


def _of_cards(sets: CardSets, parts: list[AfterCard]) -> list[AfterCard]:
    """Return the numbers after each card, moved from the one card of each orbit that was computed."""
    suits, after_cards = sets.group.suits.astype(np.int64), list[AfterCard]()
    for card, orbit in zip(sets.cards[:, 0].tolist(), sets.orbit_of.tolist(), strict=True):
        first = int(sets.cards[sets.firsts[orbit], 0])
        moved = sets.group.combos[np.flatnonzero(first & ~3 | suits[:, first & 3] == card)[0]]
        of_card = np.zeros((2, *parts[orbit].weight.shape))
        of_card[:, :, moved] = parts[orbit]
        after_cards.append(AfterCard(*of_card))
    return after_cards


def _bands(seats: tuple[int, ...], after_cards: list[AfterCard]) -> NextStreet:
    """Return the percentiles and the mean of the equity of each hand over the next cards."""
    won, weight = (np.stack(numbers) for numbers in zip(*after_cards, strict=True))
    weight = np.where(weight > ZERO_TOLERANCE * weight.max(), weight, 0.0)
    equity = np.clip(np.divide(won, weight, out=np.zeros_like(won), where=weight > 0), 0.0, 1.0)
    total = weight.sum(axis=0)
    order = np.argsort(equity, axis=0)
    ranked = np.take_along_axis(equity, order, axis=0)
    cumulative = np.cumsum(np.take_along_axis(weight, order, axis=0), axis=0)
    mean = np.divide((weight * equity).sum(axis=0), total, out=np.zeros_like(total), where=total > 0)

    def percentile(share: float) -> F64:
        index = (cumulative >= total * (share - ZERO_TOLERANCE)).argmax(axis=0)
        return np.asarray(np.take_along_axis(ranked, index[None], axis=0)[0])

    return NextStreet(seats, *(np.where(total > 0, row, np.nan) for row in (percentile(LOW), mean, percentile(HIGH))))


def _of_pots(sets: CardSets, pots: F64) -> Runouts:
    """Return the runouts from pots won by both seats and weights of the deals of each orbit, float64[orbits, 3]."""
    weight = np.where(pots[:, 2] > ZERO_TOLERANCE * pots[:, 2].max(), pots[:, 2], 0.0)
    won = np.divide(pots[:, :2], weight[:, None], out=np.zeros((len(pots), 2)), where=weight[:, None] > 0)
    return _of_orbits(sets, weight * sets.sizes, np.clip(won, 0.0, 1.0))


def _of_orbits(sets: CardSets, weights: F64, equities: F64) -> Runouts:
    """Return the runouts from the total weight of each orbit of pairs, float64[orbits], and its equities,
    float64[orbits, seats]."""
    chances = (weights / sets.sizes / weights.sum())[sets.orbit_of]
    possible = chances > 0
    cards = np.ascontiguousarray(sets.cards[possible][:, ::-1])
    return Runouts(cards.astype(np.int64), chances[possible], equities[sets.orbit_of][possible])
