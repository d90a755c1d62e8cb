"""The details of hold'em: equity by hand, by next card, over flops; exact wherever that is in reach.

Where the main result is sampled its own trials are counted again by hand, card or flop (``sampled_by_cell``). Where it
is exact the setup is cut into branches that are solved exactly (``branches``), or one more sweep computes all of them,
whichever is cheaper: ``two_range_by_combo`` and ``flops`` for two ranges, ``mixed_details`` for all other tables; a
seat alone wins every pot (``alone``). A detail that would take more operations than it may (``budget``) is sampled.

``next_card`` is empty before the flop and on the river, ``flops`` after it. ``stderr`` is 0.0 where exact, NaN where
there are too few trials.
"""

from collections.abc import Callable
from functools import partial
from math import inf

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE
from engine.details.flops import Flops
from engine.details.matrix import Matrix
from engine.details.next_cards import NextCards
from engine.holdem.alone import Alone
from engine.holdem.branches import (
    Branch,
    CardSets,
    Solution,
    branches_cost,
    card_branches,
    card_sets,
    hand_branches,
    solve_branch,
)
from engine.holdem.flop_rows import FlopRows
from engine.holdem.flops import FlopsAlone, FlopSweep, FlopTuples
from engine.holdem.mixed_details import MixedDetails
from engine.holdem.sampled_by_cell import CellResult, CellSampler
from engine.holdem.setup import HoldemSetup
from engine.holdem.two_range_by_combo import TwoRangeByCombo
from engine.jobs import Detail, DetailFactory, Solved
from engine.ranges.holdem_hands import CLASSES, class_of_combo
from engine.results import DetailResult

Array = NDArray[np.float64]


def matrix(solved: Solved[HoldemSetup]) -> Detail:
    """The equity of each seat with each combo and class of its range, and how likely it holds it."""
    setup, seats = solved.setup, solved.scenario.active_seats
    if Alone.fits(setup):
        return Detail([Alone(setup).matrix], lambda found: Matrix(seats, *_with_classes(*found[0])))
    sampled = partial(_sampled, "matrix", solved, lambda result: Matrix(seats, *_by_seat(result)))
    if not solved.exact:
        return sampled()
    if TwoRangeByCombo.fits(setup):
        job = TwoRangeByCombo(setup)
        if not solved.affords(job.operations):
            return sampled()
        parts = [partial(job.compute, part, solved.guard) for part in range(job.parts)]
        return Detail(parts, lambda found: Matrix(seats, *_with_classes(*job.results(found))))
    hands = [hand_branches(setup, seat) for seat in range(len(setup.weights))]
    branches = [branch for _, of_seat in hands for branch in of_seat]
    sweep, affordable = _way(setup, branches, solved)
    if not affordable:
        return sampled()
    if sweep is not None:
        by_combo = sweep.matrix
        return Detail(sweep.matrix_parts(), lambda found: Matrix(seats, *_with_classes(*by_combo(found))))

    def assemble(found: list[Solution]) -> Matrix:
        return Matrix(seats, *_with_classes(*_of_hands([branch_of for branch_of, _ in hands], branches, found)))

    return Detail(_solving(branches, solved), assemble)


def next_card(solved: Solved[HoldemSetup]) -> Detail:
    """The equities for each card that can come on the turn or the river; none before the flop."""
    setup = solved.setup
    if len(setup.board) not in (3, 4):
        return Detail((), lambda _: _no_cards(len(setup.weights)))
    sets = card_sets(setup, 1, solved.cancelled)
    cards = sets.cards[:, 0]
    if Alone.fits(setup) and solved.affords(Alone(setup).operations(len(cards))):
        alone = Alone(setup)
        return Detail(alone.parts(sets.cards, solved.guard), lambda found: _exact_cards(cards, *alone.result(found)))
    branches = card_branches(setup, sets)
    sweep, affordable = _way(setup, branches, solved) if solved.exact else (None, False)
    if not affordable:
        return _sampled("next_card", solved, lambda result: _cards(cards, result, setup))
    if sweep is not None:
        by_card = sweep.cards
        return Detail(sweep.card_parts(), lambda found: _exact_cards(np.arange(DECK_SIZE), *by_card(found)))

    def assemble(found: list[Solution]) -> NextCards:
        weights = np.array([solution.weight for solution in found])
        chances = (weights / sets.sizes / weights.sum())[sets.orbit_of]
        equity = np.array([solution.equity for solution in found])[sets.orbit_of]
        return _next_cards(cards, chances, equity, np.zeros_like(equity))

    return Detail(_solving(branches, solved), assemble)


def flops(solved: Solved[HoldemSetup]) -> Detail:
    """The distribution of each seat's equity over the flops, before the flop."""
    setup = solved.setup
    if setup.board:
        return Detail((), lambda _: Flops(()))
    sets = card_sets(setup, 3, solved.cancelled)
    rows = FlopRows(sets, solved.scenario.active_seats)
    whole = _whole_flops(setup, sets)
    if whole is not None and (solved.exact or isinstance(whole, FlopsAlone)) and solved.affords(whole.operations):
        return Detail(whole.parts(solved.guard), lambda found: rows.exact(*whole.result(found)))
    branches = card_branches(setup, sets)
    sweep_all, affordable = _way(setup, branches, solved) if solved.exact and whole is None else (None, False)
    if not affordable:
        return _sampled("flops", solved, rows.sampled)
    if sweep_all is not None:
        by_flop = sweep_all.flops
        return Detail(sweep_all.flop_parts(sets), lambda found: rows.exact(*by_flop(found)))

    def assemble(found: list[Solution]) -> Flops:
        weights, equities = zip(*((s.weight, s.equity) for s in found), strict=True)
        return rows.exact(np.array(weights), np.array(equities))

    return Detail(_solving(branches, solved), assemble)


HOLDEM_DETAILS: dict[str, DetailFactory[HoldemSetup]] = {"matrix": matrix, "next_card": next_card, "flops": flops}


def _whole_flops(setup: HoldemSetup, sets: CardSets) -> FlopsAlone | FlopSweep | FlopTuples | None:
    """Return the method that computes all flops at once, None where a table is too large or has other hands."""
    for way in (FlopsAlone, FlopSweep, FlopTuples):
        if way.fits(setup):
            return way(setup, sets)
    return None


def _way(setup: HoldemSetup, branches: list[Branch], solved: Solved[HoldemSetup]) -> tuple[MixedDetails | None, bool]:
    """Return the one sweep that replaces ``branches``, None if these are cheaper; and whether the cheaper is
    affordable."""
    cost = branches_cost(branches, solved.cancelled)
    sweep = MixedDetails.of(setup, solved.cancelled, solved.guard)
    in_one = inf if sweep is None else sweep.operations
    return sweep if in_one < cost else None, solved.affords(min(cost, in_one))


def _solving(branches: list[Branch], solved: Solved[HoldemSetup]) -> list["partial[Solution]"]:
    return [partial(solve_branch, branch, solved.guard) for branch in branches]


def _sampled(kind: str, solved: Solved[HoldemSetup], show: Callable[[CellResult], DetailResult]) -> Detail:
    sampler = CellSampler(kind, solved.setup, solved.trials, solved.cancelled, solved.over)
    return Detail(sampler.parts(), lambda found: show(sampler.result(found)))


def _by_seat(result: CellResult) -> tuple[Array, Array, Array]:
    """Return shares, equities and errors as float64[seats, 1326 + 169]."""
    return result.share.T, result.equity.T, result.stderr.T


def _of_hands(branch_of: list[NDArray[np.int64]], branches: list[Branch], found: list[Solution]) -> tuple[Array, Array]:
    """Return the share and the equity of each combo of each seat, float64[seats, 1326], from the branches of all."""
    shares, equities = np.zeros((len(branch_of), len(COMBOS))), np.zeros((len(branch_of), len(COMBOS)))
    first = 0
    for seat, numbers in enumerate(branch_of):
        last = first + int(numbers.max()) + 1
        weight = np.array([s.weight / b.size for s, b in zip(found[first:last], branches[first:last], strict=True)])
        equity = np.array([s.equity[seat] for s in found[first:last]])
        held = numbers >= 0
        shares[seat, held], equities[seat, held] = weight[numbers[held]], equity[numbers[held]]
        first = last
    return shares / shares.sum(axis=1, keepdims=True), equities


def _with_classes(shares: Array, equities: Array) -> tuple[Array, Array, Array]:
    """Add the classes to the combos of exact numbers; float64[seats, 1326 + 169] each, errors of nothing."""
    classes, _ = class_of_combo()
    share = np.array([np.bincount(classes, row, len(CLASSES)) for row in shares])
    pots = np.array([np.bincount(classes, row, len(CLASSES)) for row in shares * equities])
    equity = np.divide(pots, share, out=np.zeros_like(pots), where=share > 0)
    both = np.concatenate([equities, equity], axis=1)
    return np.concatenate([shares, share], axis=1), both, np.zeros_like(both)


def _cards(cards: NDArray[np.int64], result: CellResult, setup: HoldemSetup) -> NextCards:
    """Return the sampled next cards: each trial has counted for all cards to come."""
    chances = result.share[cards, 0] / (5 - len(setup.board))
    return _next_cards(cards, chances, result.equity[cards], result.stderr[cards])


def _exact_cards(cards: NDArray[np.int64], weights: Array, equities: Array) -> NextCards:
    """Return the next cards from exact numbers by card, float64[n] and float64[n, seats]."""
    return _next_cards(cards, weights / weights.sum(), equities, np.zeros_like(equities))


def _next_cards(cards: NDArray[np.int64], chances: Array, equities: Array, errors: Array) -> NextCards:
    come = chances > 0
    return NextCards(cards[come].astype(np.int64), chances[come], equities[come], errors[come])


def _no_cards(seats: int) -> NextCards:
    return NextCards(np.zeros(0, np.int64), np.zeros(0), np.zeros((0, seats)), np.zeros((0, seats)))
