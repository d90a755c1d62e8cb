"""The details of cards to come beyond the next one by itself: hands behind it, turn and river together. Exact or empty:
a band over a few sampled cards, or a picture of 1,176 sampled pairs, would show mostly noise."""

from functools import partial
from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.equity.details.matrix import HIGH, LOW, NextStreet
from engine.equity.details.next_cards import Runouts
from engine.equity.holdem.branches import COST_OF_BRANCH, PROBES, Branch, Solution, card_branches, solve_branch
from engine.equity.holdem.by_hand import Means, cheapest_way, exact_by_hand, solving
from engine.equity.holdem.card_sets import CardSets, card_sets
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.sweep import TwoRangeByCombo, TwoRangeRunouts
from engine.equity.jobs import Detail, Guard, Solved

NOTHING = 1e-11
"""A smaller share of the likeliest is what rounding leaves of none."""


class Behind(NamedTuple):
    """The numbers of the seats behind one card: pots won and weights of the deals by combo, float64[seats, 1326] each,
    to one scale for all cards."""

    won: F64
    weight: F64


def next_street(solved: Solved[HoldemSetup]) -> Detail:
    """The shift of each hand by the next card; nothing before the flop and on the river."""
    setup, seats = solved.setup, solved.scenario.active_seats
    nothing = Detail((), lambda _: NextStreet.nothing())
    if len(setup.board) not in (3, 4) or len(seats) < 2 or not solved.exact:
        return nothing
    if TwoRangeByCombo.fits(setup):
        two = TwoRangeRunouts(setup, solved.guard)
        if not solved.affords(two.operations):
            return nothing
        return Detail(two.card_parts(), lambda result: _bands(seats, [Behind(*cards) for cards in result]))
    sets = card_sets(setup, 1, solved.cancelled)
    branches = card_branches(setup, sets)
    if not solved.affords(_hands_cost(branches, solved.cancelled)):
        return nothing
    parts = [partial(_behind, branch, solved.guard) for branch in branches]
    return Detail(parts, lambda result: _bands(seats, _of_cards(sets, result)))


def runouts(solved: Solved[HoldemSetup]) -> Detail:
    """The equities behind each turn and river together; on the flop only."""
    setup, seats = solved.setup, len(solved.scenario.active_seats)
    nothing = Detail((), lambda _: Runouts.nothing(seats))
    if len(setup.board) != 3 or seats < 2 or not solved.exact:
        return nothing
    sets = card_sets(setup, 2, solved.cancelled)
    if TwoRangeByCombo.fits(setup):
        two = TwoRangeRunouts(setup, solved.guard)
        if not solved.affords(two.operations):
            return nothing
        parts = two.pair_parts(sets.cards[sets.firsts])
        return Detail(parts, lambda result: _of_pots(sets, np.concatenate(result)))
    branches = card_branches(setup, sets)
    sweep, cost = cheapest_way(setup, branches, Means(solved.affords, solved.guard, solved.cancelled))
    if not solved.affords(cost):
        return nothing
    if sweep is not None:
        return Detail(sweep.pair_parts(sets), lambda result: _of_orbits(sets, *sweep.flops(result)))

    def assemble(result: list[Solution]) -> Runouts:
        return _of_orbits(sets, np.array([s.weight for s in result]), np.array([s.equity for s in result]))

    return Detail(solving(branches, solved.guard), assemble)


def _hands_cost(branches: list[Branch], cancelled: Guard) -> float:
    """Return about how many operations it takes to solve all hands of all branches; some are looked at."""
    looked_at = (branch.setup() for branch in branches[:: max(len(branches) // PROBES, 1)] if branch.possible)
    ways = [exact_by_hand(setup, Means(_anything, planning=cancelled)) for setup in looked_at]
    return len(branches) * (2 * COST_OF_BRANCH + float(np.mean([way.operations for way in ways if way] or [0.0])))


def _anything(_operations: float) -> bool:
    """Afford any number of operations."""
    return True


def _behind(branch: Branch, guard: Guard) -> Behind:
    """Return the runouts behind one card of an orbit."""
    whole = solve_branch(branch, guard)
    setup = branch.setup()
    way = exact_by_hand(setup, Means(_anything, guard, guard)) if whole.weight > 0 else None
    if way is None:
        return Behind(np.zeros_like(setup.weights), np.zeros_like(setup.weights))
    share, equity = way.compute()
    weight = share * whole.weight / branch.size
    return Behind(weight * equity, weight)


def _of_cards(sets: CardSets, parts: list[Behind]) -> list[Behind]:
    """Return the runouts behind each card, from the first of each orbit."""
    suits, behind = sets.group.suits.astype(np.int64), list[Behind]()
    for card, orbit in zip(sets.cards[:, 0].tolist(), sets.orbit_of.tolist(), strict=True):
        first = int(sets.cards[sets.firsts[orbit], 0])
        moved = sets.group.combos[np.flatnonzero(first & ~3 | suits[:, first & 3] == card)[0]]
        of_card = np.zeros((2, *parts[orbit].weight.shape))
        of_card[:, :, moved] = parts[orbit]
        behind.append(Behind(*of_card))
    return behind


def _bands(seats: tuple[int, ...], behind: list[Behind]) -> NextStreet:
    """Return the percentiles of the equities of each hand behind the cards, and their means."""
    won, weight = (np.stack(numbers) for numbers in zip(*behind, strict=True))
    weight = np.where(weight > NOTHING * weight.max(), weight, 0.0)
    equity = np.clip(np.divide(won, weight, out=np.zeros_like(won), where=weight > 0), 0.0, 1.0)
    total = weight.sum(axis=0)
    order = np.argsort(equity, axis=0)
    ranked = np.take_along_axis(equity, order, axis=0)
    upto = np.cumsum(np.take_along_axis(weight, order, axis=0), axis=0)
    mean = np.divide((weight * equity).sum(axis=0), total, out=np.zeros_like(total), where=total > 0)

    def percentile(part: float) -> F64:
        place = (upto >= total * (part - NOTHING)).argmax(axis=0)
        return np.asarray(np.take_along_axis(ranked, place[None], axis=0)[0])

    return NextStreet(seats, *(np.where(total > 0, row, np.nan) for row in (percentile(LOW), mean, percentile(HIGH))))


def _of_pots(sets: CardSets, pots: F64) -> Runouts:
    """Return the runouts of orbits of pots won by both seats and weights of the deals, float64[orbits, 3]."""
    weight = np.where(pots[:, 2] > NOTHING * pots[:, 2].max(), pots[:, 2], 0.0)
    won = np.divide(pots[:, :2], weight[:, None], out=np.zeros((len(pots), 2)), where=weight[:, None] > 0)
    return _of_orbits(sets, weight * sets.sizes, np.clip(won, 0.0, 1.0))


def _of_orbits(sets: CardSets, weights: F64, equities: F64) -> Runouts:
    """Return the runouts, from the weights of all pairs of each orbit, float64[orbits], and the equities behind one,
    float64[orbits, seats]."""
    chances = (weights / sets.sizes / weights.sum())[sets.orbit_of]
    come = chances > 0
    cards = np.ascontiguousarray(sets.cards[come][:, ::-1])
    return Runouts(cards.astype(np.int64), chances[come], equities[sets.orbit_of][come])
