"""The details of a hold'em result: equity by hand, by next card, over flops, and by made hands; exact if affordable.

If the main result is sampled, its own trials are counted again by hand, card or flop (``sampler``). If it is exact, the
setup is cut into branches that are solved exactly (``branches``), or one more sweep computes all of them, whichever is
cheaper: ``sweep`` and ``flops`` for two ranges, ``mixed`` for all other tables. A single active seat wins every pot
(``by_hand.SingleSeat``). A detail that would take more operations than its budget is sampled.

``next_card`` is empty before the flop and on the river, ``made`` before the flop, ``flops`` and ``flopped`` after it.
``next_street`` and ``runouts`` are in ``runouts``. ``stderr`` is 0.0 for exact numbers and NaN if there are too few
trials.
"""

from collections.abc import Callable
from math import inf

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS, DECK_SIZE
from engine.equity.details.made import Flopped, MadeEquities
from engine.equity.details.matrix import Matrix
from engine.equity.details.next_cards import Flops, NextCards
from engine.equity.holdem.branches import BranchSolution, card_branches
from engine.equity.holdem.by_hand import SingleSeat, WorkLimits, cheapest_way, exact_by_hand, solving
from engine.equity.holdem.card_sets import CardSets, card_sets
from engine.equity.holdem.flops import FewComboFlops, FlopRows, TwoRangeFlops
from engine.equity.holdem.made_cells import RangeFlops, exact_made, live_weights, sampled_made
from engine.equity.holdem.sampler import CellResult, CellSampler
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import Detail, Solved
from engine.equity.results import DetailResult
from engine.ranges.holdem_hands import CLASSES, class_of_combo
from engine.ranges.made_hands import BOARD_SIZES, made_hands


def matrix(solved: Solved[HoldemSetup]) -> Detail:
    """The probability of each combo and class of each seat's range, and the equity with it."""
    seats = solved.scenario.active_seats
    exact = exact_by_hand(solved.setup, _limits(solved), contested=solved.exact)
    if exact is None:
        return _sampled("matrix", solved, lambda result: Matrix(seats, *_by_seat(result)))
    return Detail(exact.parts, lambda values: Matrix(seats, *_with_classes(*exact.numbers(values))))


def made(solved: Solved[HoldemSetup]) -> Detail:
    """The hands that each seat has made on the board: made classes, kickers and draws; empty before the flop."""
    setup, seats = solved.setup, solved.scenario.active_seats
    if len(setup.board) not in BOARD_SIZES:
        return Detail((), lambda _: MadeEquities(()))
    cells = made_hands(setup.board).cells()
    known = solved.details.get("matrix")
    if isinstance(known, Matrix) and solved.exact and not known.stderr.any():
        shares, equities = known.share[:, : len(COMBOS)], known.equity[:, : len(COMBOS)]
        return Detail((), lambda _: exact_made(seats, live_weights(setup), cells, shares, equities))
    exact = exact_by_hand(setup, _limits(solved), contested=solved.exact)
    if exact is None:
        return _sampled("made", solved, lambda result: sampled_made(seats, live_weights(setup), cells, result))
    return Detail(exact.parts, lambda values: exact_made(seats, live_weights(setup), cells, *exact.numbers(values)))


def flopped(solved: Solved[HoldemSetup]) -> Detail:
    """The hands that each seat's range flops, ignoring other ranges; empty after the flop."""
    setup, seats = solved.setup, solved.scenario.active_seats
    if setup.board:
        return Detail((), lambda _: Flopped(()))
    flops = RangeFlops(setup)
    return Detail(flops.parts(solved.check_time), lambda result: Flopped(flops.rows(seats, result)))


def next_card(solved: Solved[HoldemSetup]) -> Detail:
    """The equities for each card that can come on the turn or the river; empty before the flop and on the river."""
    setup = solved.setup
    if len(setup.board) not in (3, 4):
        none = np.zeros((0, len(setup.weights)))
        return Detail((), lambda _: NextCards(np.zeros(0, np.int64), np.zeros(0), none, none))
    sets = card_sets(setup, 1, solved.check_cancelled)
    cards = sets.cards[:, 0]
    if SingleSeat.fits(setup) and solved.affords(SingleSeat(setup).operations(len(cards))):
        alone = SingleSeat(setup)
        return Detail(
            alone.parts(sets.cards, solved.check_time), lambda values: _exact_cards(cards, *alone.result(values))
        )
    branches = card_branches(setup, sets)
    # If the main result is sampled, its trials are counted again, so that the detail adds up to the result.
    sweep, cost = cheapest_way(setup, branches, _limits(solved)) if solved.exact else (None, inf)
    if not solved.affords(cost):
        return _sampled("next_card", solved, lambda result: _cards(cards, result, setup))
    if sweep is not None:
        by_card = sweep.cards
        return Detail(sweep.card_parts(), lambda values: _exact_cards(np.arange(DECK_SIZE), *by_card(values)))

    def assemble(values: list[BranchSolution]) -> NextCards:
        weights = np.array([solution.weight for solution in values])
        chances = (weights / sets.sizes / weights.sum())[sets.orbit_of]
        equity = np.array([solution.equity for solution in values])[sets.orbit_of]
        return _next_cards(cards, chances, equity, np.zeros_like(equity))

    return Detail(solving(branches, solved.check_time), assemble)


def flops(solved: Solved[HoldemSetup]) -> Detail:
    """The distribution of each seat's equity over the flops; empty after the flop."""
    setup = solved.setup
    if setup.board:
        return Detail((), lambda _: Flops(()))
    sets = card_sets(setup, 3, solved.check_cancelled)
    rows = FlopRows(sets, solved.scenario.active_seats)
    alone = SingleSeat(setup) if SingleSeat.fits(setup) else None
    if alone is not None and solved.affords(alone.operations(len(sets.firsts))):

        def assemble_single(result: list[F64]) -> Flops:
            weights, equities = SingleSeat(setup).result(result)
            return rows.exact(weights * sets.sizes, equities)

        return Detail(alone.parts(sets.cards[sets.firsts], solved.check_time), assemble_single)
    special = _all_flops_method(setup, sets) if alone is None else None
    if special is not None and solved.exact and solved.affords(special.operations):
        return Detail(special.parts(solved.check_time), lambda result: rows.exact(*special.result(result)))
    branches = card_branches(setup, sets)
    # If a special method fits but is too expensive, so are branches, and the flops are sampled.
    may_branch = solved.exact and special is None and alone is None
    sweep_all, cost = cheapest_way(setup, branches, _limits(solved)) if may_branch else (None, inf)
    if not solved.affords(cost):
        return _sampled("flops", solved, rows.sampled)
    if sweep_all is not None:
        by_flop = sweep_all.flops
        return Detail(sweep_all.flop_parts(sets), lambda result: rows.exact(*by_flop(result)))

    def assemble(result: list[BranchSolution]) -> Flops:
        weights, equities = zip(*((s.weight, s.equity) for s in result), strict=True)
        return rows.exact(np.array(weights), np.array(equities))

    return Detail(solving(branches, solved.check_time), assemble)


def _all_flops_method(setup: HoldemSetup, sets: CardSets) -> TwoRangeFlops | FewComboFlops | None:
    """Return the method that computes all flops in a single pass, or None if none fits the table."""
    for method in (TwoRangeFlops, FewComboFlops):
        if method.fits(setup):
            return method(setup, sets)
    return None


def _limits(solved: Solved[HoldemSetup]) -> WorkLimits:
    """Return the limits of exact work for a detail of ``solved``."""
    return WorkLimits(solved.affords, solved.check_time, solved.check_cancelled)


def _sampled(kind: str, solved: Solved[HoldemSetup], assemble: Callable[[CellResult], DetailResult]) -> Detail:
    """Return the work that samples a detail in the cells of ``kind``; ``assemble`` makes the detail from the result."""
    sampler = CellSampler(kind, solved.setup, solved.trials, solved.check_cancelled, solved.over)
    return Detail(sampler.parts(), lambda result: assemble(sampler.result(result)))


def _by_seat(result: CellResult) -> tuple[F64, F64, F64]:
    """Return the shares, equities and errors of the cells by seat, float64[seats, 1326 + 169] each."""
    return result.share.T, result.equity.T, result.stderr.T


def _with_classes(shares: F64, equities: F64) -> tuple[F64, F64, F64]:
    """Append the 169 hand classes to exact numbers of the combos; return shares, equities and standard errors.

    ``shares``, ``equities`` float64[seats, 1326]; the result is float64[seats, 1326 + 169] each. The errors are all 0.
    """
    classes, _ = class_of_combo()
    share = np.array([np.bincount(classes, row, len(CLASSES)) for row in shares])
    pots = np.array([np.bincount(classes, row, len(CLASSES)) for row in shares * equities])
    equity = np.divide(pots, share, out=np.zeros_like(pots), where=share > 0)
    both = np.concatenate([equities, equity], axis=1)
    return np.concatenate([shares, share], axis=1), both, np.zeros_like(both)


def _cards(cards: I64, result: CellResult, setup: HoldemSetup) -> NextCards:
    """Return the sampled next cards. Each trial was counted for all of its cards to come, each of which is as likely to
    be next."""
    chances = result.share[cards, 0] / (5 - len(setup.board))
    return _next_cards(cards, chances, result.equity[cards], result.stderr[cards])


def _exact_cards(cards: I64, weights: F64, equities: F64) -> NextCards:
    """Return the next cards from exact weights float64[n] and equities float64[n, seats]."""
    return _next_cards(cards, weights / weights.sum(), equities, np.zeros_like(equities))


def _next_cards(cards: I64, chances: F64, equities: F64, errors: F64) -> NextCards:
    possible = chances > 0
    return NextCards(cards[possible].astype(np.int64), chances[possible], equities[possible], errors[possible])
