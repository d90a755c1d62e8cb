"""The details of hold'em: equity by hand, by next card, over flops; exact wherever that is in reach.

Where the main result is sampled its own trials are counted once more by hand, card or flop (``cells``). Where it is
exact the setup is cut into branches that are solved exactly (``branches``), or one more sweep tells all, whichever is
cheaper: of two ranges ``by_combo`` and ``flops``, of all other tables ``mixed_details``; a seat alone wins every pot
(``alone``). Where that would take more operations than a detail may (``budget``), it is sampled.

What stands in the result under ``detail`` (numbers of active seats are lists in the order of these seats, ``seat`` is a
number in ``seats``; ``stderr`` is 0.0 where exact, null where too few trials tell it)::

    "matrix": [{"seat": 0, "classes": {"AKs": {"share": 0.02, "equity": 0.61, "stderr": 0.0}, ...},
                "combos": {"AhKh": {"share": 0.005, "equity": 0.62, "stderr": 0.0}, ...}}, ...]
    "next_card": [{"card": "Ah", "probability": 0.02, "equity": [0.58, 0.42], "stderr": [0.0, 0.0]}, ...]
    "flops": [{"seat": 0, "mean": 0.64, "deviation": 0.06, "stderr": 0.0, "shares": [..100 numbers..],
               "best": [{"flop": "AsKsQs", "alike": 4, "share": 2e-4, "equity": 0.98, "stderr": 0.0}, ...],
               "worst": [...]}, ...]

``share``: how likely the seat holds it, by the joint law. ``shares``: of the flops with an equity of 0 to 1%, 1 to 2%
and so on, by their probabilities; their ``stderr`` is that of the equity on one flop. ``best`` and ``worst``: the ends
of the distribution, flops that are alike but for suits counted together (``alike``: how many, ``share``: of all of
them). ``next_card`` is empty before the flop and on the river, ``flops`` after it.
"""

from functools import partial
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE, card_text, combo_text
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
from engine.holdem.by_combo import ByCombo
from engine.holdem.cells import CellResult, CellSampler
from engine.holdem.flop_rows import FlopRows
from engine.holdem.flops import FlopsAlone, FlopSweep, FlopTuples
from engine.holdem.mixed_details import MixedDetails
from engine.holdem.setup import HoldemSetup, prepare_holdem
from engine.jobs import Detail, DetailFactory, Solved
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.ranges.orders import find_order

COMBOS_COUNT = 1326
Array = NDArray[np.float64]


def matrix(solved: Solved) -> Detail:
    """The equity of each seat with each combo and class of its range, and how likely it holds it."""
    setup, seats = _setup(solved), _active(solved)
    if Alone.fits(setup):
        return Detail([Alone(setup).matrix], lambda found: _matrix(seats, *_with_classes(*found[0])))
    sampled = partial(_sampled, "matrix", solved, lambda result: _matrix(seats, *_by_seat(result)))
    if not solved.exact:
        return sampled()
    if ByCombo.fits(setup):
        job = ByCombo(setup)
        if not solved.affords(job.operations):
            return sampled()
        parts = [partial(job.compute, part, solved.guard) for part in range(job.parts)]
        return Detail(parts, lambda found: _matrix(seats, *_with_classes(*job.results(found))))
    hands = [hand_branches(setup, seat) for seat in range(len(setup.weights))]
    branches = [branch for _, of_seat in hands for branch in of_seat]
    sweep, affordable = _way(setup, branches, solved)
    if not affordable:
        return sampled()
    if sweep is not None:
        by_combo = sweep.matrix
        return Detail(sweep.matrix_parts(), lambda found: _matrix(seats, *_with_classes(*by_combo(found))))

    def assemble(found: list[Solution]) -> list[dict[str, Any]]:
        return _matrix(seats, *_with_classes(*_of_hands([branch_of for branch_of, _ in hands], branches, found)))

    return Detail(_solving(branches, solved), assemble)


def next_card(solved: Solved) -> Detail:
    """The equities for each card that can come on the turn or the river; none before the flop."""
    setup = _setup(solved)
    if len(setup.board) not in (3, 4):
        return Detail((), lambda _: [])
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

    def assemble(found: list[Solution]) -> list[dict[str, Any]]:
        weights = np.array([solution.weight for solution in found])
        chances = (weights / sets.sizes / weights.sum())[sets.orbit_of]
        equity = np.array([solution.equity for solution in found])[sets.orbit_of]
        return _next_cards(cards, chances, equity, np.zeros_like(equity))

    return Detail(_solving(branches, solved), assemble)


def flops(solved: Solved) -> Detail:
    """The distribution of each seat's equity over the flops, before the flop."""
    setup = _setup(solved)
    if setup.board:
        return Detail((), lambda _: [])
    sets = card_sets(setup, 3, solved.cancelled)
    rows = FlopRows(sets, _active(solved))
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

    def assemble(found: list[Solution]) -> list[dict[str, Any]]:
        weights, equities = zip(*((s.weight, s.equity) for s in found), strict=True)
        return rows.exact(np.array(weights), np.array(equities))

    return Detail(_solving(branches, solved), assemble)


HOLDEM_DETAILS: dict[str, DetailFactory] = {"matrix": matrix, "next_card": next_card, "flops": flops}


def _setup(solved: Solved) -> HoldemSetup:
    return prepare_holdem(solved.scenario, find_order(solved.scenario.order, solved.orders))


def _active(solved: Solved) -> list[int]:
    return [i for i, seat in enumerate(solved.scenario.seats) if not seat.folded]


def _whole_flops(setup: HoldemSetup, sets: CardSets) -> FlopsAlone | FlopSweep | FlopTuples | None:
    """Return what tells of all flops at once, None where a table is too large or has other hands."""
    for way in (FlopsAlone, FlopSweep, FlopTuples):
        if way.fits(setup):
            return way(setup, sets)
    return None


def _way(setup: HoldemSetup, branches: list[Branch], solved: Solved) -> tuple[MixedDetails | None, bool]:
    """Return the one sweep that tells all, None if branches are cheaper; and whether the cheaper is affordable."""
    cost = branches_cost(branches, solved.cancelled)
    sweep = MixedDetails.of(setup, solved.cancelled, solved.guard)
    in_one = inf if sweep is None else sweep.operations
    return sweep if in_one < cost else None, solved.affords(min(cost, in_one))


def _solving(branches: list[Branch], solved: Solved) -> list["partial[Solution]"]:
    return [partial(solve_branch, branch, solved.guard) for branch in branches]


def _sampled(kind: str, solved: Solved, show: Any) -> Detail:
    sampler = CellSampler(kind, _setup(solved), solved.trials, solved.cancelled, solved.over)
    return Detail(sampler.parts(), lambda found: show(sampler.result(found)))


def _by_seat(result: CellResult) -> tuple[Array, Array, Array]:
    """Return shares, equities and errors as float64[seats, 1326 + 169]."""
    return result.share.T, result.equity.T, result.stderr.T


def _of_hands(branch_of: list[NDArray[np.int64]], branches: list[Branch], found: list[Solution]) -> tuple[Array, Array]:
    """Return the share and the equity of each combo of each seat, float64[seats, 1326], from the branches of all."""
    shares, equities = np.zeros((len(branch_of), COMBOS_COUNT)), np.zeros((len(branch_of), COMBOS_COUNT))
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


def _matrix(seats: list[int], shares: Array, equities: Array, errors: Array) -> list[dict[str, Any]]:
    rows = []
    for seat, share, equity, error in zip(seats, shares, equities, errors, strict=True):
        cells = {
            int(cell): {"share": float(share[cell]), "equity": float(equity[cell]), "stderr": _finite(error[cell])}
            for cell in np.flatnonzero(share > 0)
        }
        classes = {
            class_text(*CLASSES[cell - COMBOS_COUNT]): row for cell, row in cells.items() if cell >= COMBOS_COUNT
        }
        combos = {combo_text(cell): row for cell, row in cells.items() if cell < COMBOS_COUNT}
        rows.append({"seat": seat, "classes": classes, "combos": combos})
    return rows


def _cards(cards: NDArray[np.int64], result: CellResult, setup: HoldemSetup) -> list[dict[str, Any]]:
    """Return the table of sampled next cards: each trial has counted for all cards to come."""
    chances = result.share[cards, 0] / (5 - len(setup.board))
    return _next_cards(cards, chances, result.equity[cards], result.stderr[cards])


def _exact_cards(cards: NDArray[np.int64], weights: Array, equities: Array) -> list[dict[str, Any]]:
    """Return the table of next cards from exact numbers by card, float64[n] and float64[n, seats]."""
    return _next_cards(cards, weights / weights.sum(), equities, np.zeros_like(equities))


def _next_cards(cards: NDArray[np.int64], chances: Array, equities: Array, errors: Array) -> list[dict[str, Any]]:
    return [
        {
            "card": card_text(int(card)),
            "probability": float(chance),
            "equity": [float(e) for e in equity],
            "stderr": [_finite(e) for e in error],
        }
        for card, chance, equity, error in zip(cards, chances, equities, errors, strict=True)
        if chance > 0
    ]


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
