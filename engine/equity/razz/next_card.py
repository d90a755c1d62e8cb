"""Details of razz by rank: the next cards of each seat and of every two seats, and the effect of one more dead card."""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS
from engine.equity.budget import detail_budget
from engine.equity.details.next_cards import DeadCards, NextPair, NextPairs, NextRanks, SeatRanks
from engine.equity.jobs import Detail, Solved
from engine.equity.razz.contest import MAX_SEATS
from engine.equity.razz.derived import RANKS, SAMPLED_RUN_BUDGET, drawing_seats, solve_scenario, solve_setup, with_next
from engine.equity.razz.flow import ChancesAlone, DrawSums, next_cards, with_one_dead
from engine.equity.razz.joint_automaton import JointAutomaton
from engine.equity.razz.plan import exact_operations
from engine.equity.razz.replay import RecordedDeals, Replay, jackknife, jackknife_shares, ratio
from engine.equity.razz.setup import RazzSetup
from engine.equity.results import Estimate
from engine.scenario import Scenario


class _CardNumbers(NamedTuple):
    """The numbers of the cards of each drawing seat (or pair of seats), with their standard errors.

    ``chances`` and ``chance_errors`` float64[seats, 13] (pairs: [pairs, 13, 13]): the probabilities of the cards.
    ``equities`` and ``errors``, with the active seats on one more axis: the equities after them.
    """

    chances: F64
    chance_errors: F64
    equities: F64
    errors: F64


def next_ranks(solved: Solved[RazzSetup]) -> Detail:
    """For each seat that draws next and each live rank: the probability of that card, and the equities after it."""
    setup = solved.setup
    drawing = drawing_seats(setup)
    show = partial(_next_table, solved.scenario, setup.live, drawing)
    if not drawing:
        return Detail((), lambda _: NextRanks(()))
    # In order of preference: exact sums over all deals, the table solved after each possible card, sampled deals.
    seats = [seat for seat in drawing if seat is not None]
    draws = exact_draws(solved, setup) if seats else None
    if draws is not None:
        parts = [partial(draws.compute, part) for part in draws.parts]
        return Detail(parts, lambda sums: show(_certain(*_from_draws(sum(sums), seats))))
    if solved.exact and solved.affords(exact_operations(setup) * (1.0 + _rows(setup, seats))):
        cards = [(seat, rank) for seat in drawing for rank in range(RANKS)]
        solutions = [partial(_after_card, solved, setup, *way) for way in cards]
        return Detail(solutions, lambda result: show(_from_answers(result, setup, len(drawing))))
    chances = ChancesAlone(setup, solved.check_cancelled)
    exact_chances = chances.operations(drawing) <= min(SAMPLED_RUN_BUDGET, detail_budget(solved.scenario.run))

    def from_groups(groups: F64, trials: int) -> NextRanks:
        return show(_from_sums(groups, trials, chances.of(drawing) if exact_chances else None))

    return Replay(setup, solved.check_cancelled, solved.over).detail(partial(_next_sums, setup, drawing), from_groups)


def exact_draws(solved: Solved[RazzSetup], setup: RazzSetup) -> DrawSums | None:
    """Return the exact sums by drawn cards, or None if the main result is sampled or they would take too long."""
    if not solved.exact or len(setup.active) > MAX_SEATS:
        return None
    draws = DrawSums(setup, solved.check_time)
    return draws if solved.affords(draws.operations) else None


def _from_draws(sums: F64, seats: list[int]) -> tuple[F64, F64]:
    """Return probabilities float64[seats, 13] and equities float64[seats, 13, active seats]."""
    rows = np.stack([next_cards(sums, seat) for seat in seats])
    return rows[..., 0], rows[..., 1:]


def _certain(chances: F64, equities: F64) -> _CardNumbers:
    """Return exact probabilities and equities, each with its errors (0)."""
    return _CardNumbers(chances, np.zeros_like(chances), equities, np.where(np.isnan(equities), np.nan, 0.0))


def _after_card(
    solved: Solved[RazzSetup], setup: RazzSetup, seat: int | None, rank: int
) -> tuple[float, tuple[Estimate, ...] | None]:
    """Return the weight of the deals in which the next card of ``seat`` has ``rank``, and the estimates after that
    card, or None if it cannot come."""
    after = with_next(setup, seat, rank)
    if after is None:
        return 0.0, None
    weight = float(setup.live[rank]) * JointAutomaton(after, solved.check_time).weight()
    return weight, solve_setup(solved, after) if weight > 0 else None


def _from_answers(
    results: list[tuple[float, tuple[Estimate, ...] | None]], setup: RazzSetup, drawing: int
) -> _CardNumbers:
    """Return probabilities and their errors, float64[drawing, 13], and equities and their errors, float64[drawing, 13,
    seats]."""
    seats = len(setup.active)
    unknown = np.full((seats, 2), np.nan)
    weights = np.array([weight for weight, _ in results]).reshape(drawing, RANKS)
    rows = [unknown if row is None else np.array([(e.equity, e.stderr) for e in row]) for _, row in results]
    numbers = np.stack(rows).reshape(drawing, RANKS, seats, 2)
    chances = weights / weights.sum(axis=1, keepdims=True)
    return _CardNumbers(chances, np.zeros_like(chances), numbers[..., 0], numbers[..., 1])


def _next_sums(setup: RazzSetup, drawing: list[int | None], deals: RecordedDeals) -> F64:
    """Return float64[drawing, 13, 1 + seats]: the weights of the next card, and those times the shares of the pot.

    Any free card of a seat may be the next one, so all of them count equally.
    """
    seats, shares = len(setup.active), deals.shares()
    columns = np.concatenate([np.ones((len(shares), 1)), shares], axis=1) * deals.weights[:, None]
    sums = []
    for seat in drawing:
        cards = deals.dealt[:, seats if seat is None else seat].astype(np.float64)
        sums.append((cards / (1 if seat is None else setup.active[seat].free)).T @ columns)
    return np.stack(sums)


def _from_sums(groups: F64, trials: int, known: F64 | None = None) -> _CardNumbers:
    """Return probabilities and equities, each with its errors, from ``groups`` float64[groups, rows, cards, ..., 1 +
    seats]. Probabilities that are ``known`` exactly are not estimated."""
    if known is None:
        weights, cards = groups[..., 0], tuple(range(1, groups.ndim - 2))
        chances = jackknife(weights, lambda total: ratio(total, total.sum(axis=cards, keepdims=True)), trials)
    else:
        chances = known, np.zeros_like(known)
    deals_per_cell = trials * chances[0][..., None]
    return _CardNumbers(*chances, *jackknife_shares(groups[..., 1:], groups[..., :1], deals_per_cell))


def _next_table(scenario: Scenario, live: I64, drawing: list[int | None], numbers: _CardNumbers) -> NextRanks:
    """Return the detail with the ranks that are live. ``drawing``: the seat of each row."""
    seats, ranks = scenario.active_seats, np.flatnonzero(live)
    return NextRanks(
        tuple(
            SeatRanks(
                seat=None if seat is None else seats[seat],
                ranks=ranks.astype(np.int64),
                live=live[ranks],
                probability=numbers.chances[row, ranks],
                probability_stderr=numbers.chance_errors[row, ranks],
                equity=numbers.equities[row, ranks],
                stderr=numbers.errors[row, ranks],
            )
            for row, seat in enumerate(drawing)
        )
    )


class _Change(NamedTuple):
    """The equity of the first seat with one more dead card, its difference from the main result, and the errors of
    both."""

    equity: float
    stderr: float
    change: float
    change_stderr: float


def dead_card_sensitivity(solved: Solved[RazzSetup]) -> Detail:
    """For each live rank: the equity of the first active seat if one more card of it were dead."""
    setup = solved.setup
    ranks = np.flatnonzero(setup.live).tolist()
    show = partial(_sensitivity_table, solved, setup, ranks)
    draws = None if _needs_all(setup) else exact_draws(solved, setup)
    if draws is not None:
        parts = [partial(draws.compute, part) for part in draws.parts]

        def exactly(sums: list[F64]) -> DeadCards:
            equities = with_one_dead(np.sum(sums, axis=0), setup.live)[:, 0].tolist()
            return show([_changed(solved, equities[rank], 0.0) for rank in ranks])

        return Detail(parts, exactly)
    if solved.exact and solved.affords(exact_operations(setup) * len(ranks)):
        return Detail([partial(_without, solved, rank) for rank in ranks], show)
    return Replay(setup, solved.check_cancelled, solved.over).detail(
        partial(_sensitivity_sums, setup), lambda groups, trials: show(_changes(solved, groups, trials, ranks))
    )


def _needs_all(setup: RazzSetup) -> bool:
    """Return True if every live card is dealt. With one card less seventh street would become a common card, which is a
    different table."""
    seats = (*setup.active, *setup.folded)
    dealt = sum(seat.free + int(seat.choices[0].sum()) for seat in seats) + setup.community
    return dealt >= int(setup.live.sum())


def _changed(solved: Solved[RazzSetup], equity: float, error: float) -> _Change:
    """Return the row of an equity that was computed separately, compared with an exact main result."""
    return _Change(equity, error, equity - solved.estimates[0].equity, error)


def _without(solved: Solved[RazzSetup], rank: int) -> _Change:
    """Return the effect of one more dead card of ``rank`` on the first active seat; NaN if the table is then
    impossible."""
    scenario = solved.scenario
    dead = f"{scenario.dead} {RAZZ_RANKS[rank]}"
    result = solve_scenario(solved, Scenario(scenario.game, scenario.seats, dead=dead, run=scenario.run))
    return _changed(solved, np.nan, np.nan) if result is None else _changed(solved, result[0].equity, result[0].stderr)


def _sensitivity_sums(setup: RazzSetup, deals: RecordedDeals) -> F64:
    """Return float64[14, 2]: weights and weighted shares of the first seat with one more dead card of each rank, and in
    the last row without it.

    By the falling factorials a deal that takes k of the r live cards becomes (r - k) / r times as likely.
    """
    taken = deals.chosen + deals.dealt.sum(axis=1)
    relative_weights = np.maximum(setup.live - taken, 0) / np.maximum(setup.live, 1)
    factors = np.concatenate([relative_weights, np.ones((len(taken), 1))], axis=1) * deals.weights[:, None]
    return np.asarray(factors.T @ np.stack([np.ones(len(taken)), deals.shares()[:, 0]], axis=1))


def _changes(solved: Solved[RazzSetup], groups: F64, trials: int, ranks: list[int]) -> list[_Change]:
    """Return the rows of a sampled table.

    The change is estimated from the same deals with and without the card, which makes its error small. The equity is
    that of the main result plus the change. These deals are independent of the main run, so the errors add in
    quadrature.
    """

    def change(total: F64) -> F64:
        equity = ratio(total[:, 1], total[:, 0])
        return np.asarray(equity[:-1] - equity[-1])

    main = solved.estimates[0]
    changes, errors = jackknife(groups, change, trials)
    equities = np.clip(main.equity + changes, 0.0, 1.0)
    stderr = np.hypot(main.stderr, errors)
    columns = np.stack([equities, stderr, equities - main.equity, errors], axis=1)
    return [_Change(*columns[rank].tolist()) for rank in ranks]


def _sensitivity_table(solved: Solved[RazzSetup], setup: RazzSetup, ranks: list[int], rows: list[_Change]) -> DeadCards:
    numbers, columns = np.array(ranks, np.int64), np.array(rows, dtype=np.float64).reshape(len(ranks), 4).T
    return DeadCards(solved.scenario.active_seats[0], numbers, setup.live[numbers], *columns)


def next_pair(solved: Solved[RazzSetup]) -> Detail:
    """For every two seats that draw next and each pair of ranks: the probability of these cards, and the equities after
    them."""
    setup = solved.setup
    drawing = [seat for seat in drawing_seats(setup) if seat is not None]
    firsts, show = drawing[:-1], partial(_pairs_table, solved.scenario, setup.live, drawing)
    if not firsts:
        return Detail((), lambda _: NextPairs(()))
    draws = exact_draws(solved, setup)
    if draws is not None and solved.affords(draws.operations * _rows(setup, firsts)):
        parts = [partial(_pair_row, solved, seat, rank, drawing) for seat in firsts for rank in range(RANKS)]
        return Detail(parts, lambda result: show(_certain(*_pairs_from_rows(result, len(setup.active)))))
    return Replay(setup, solved.check_cancelled, solved.over).detail(
        partial(_pair_sums, setup, drawing), lambda groups, trials: show(_from_sums(groups, trials))
    )


def _rows(setup: RazzSetup, firsts: list[int]) -> float:
    """Return the work of the rows of ``firsts``, relative to the work of the table itself.

    A seat with f free cards has about f / (12 + f) of its multisets left once one of them is known.
    """
    return sum(RANKS * free / (RANKS - 1 + free) for free in (setup.active[seat].free for seat in firsts))


def _pair_row(solved: Solved[RazzSetup], seat: int, rank: int, drawing: list[int]) -> F64:
    """Return, once the next card of ``seat`` has ``rank``, the weights of the next cards of the drawing seats that come
    after it in order, and those times the equities: float64[seats after it, 13, 1 + seats]."""
    setup = solved.setup
    others_after = drawing[drawing.index(seat) + 1 :]
    after = with_next(setup, seat, rank)
    weight = 0.0 if after is None else float(setup.live[rank]) * JointAutomaton(after, solved.check_time).weight()
    if after is None or weight <= 0:
        return np.zeros((len(others_after), RANKS, 1 + len(setup.active)))
    draws = DrawSums(after, solved.check_time)
    sums = sum(draws.compute(part) for part in draws.parts)
    rows = np.stack([next_cards(np.asarray(sums), other) for other in others_after])
    chances = weight * rows[..., :1]
    return np.concatenate([chances, np.where(chances > 0, chances * rows[..., 1:], 0.0)], axis=2)


def _pairs_from_rows(rows: list[F64], seats: int) -> tuple[F64, F64]:
    """Return probabilities float64[pairs, 13, 13] and equities float64[pairs, 13, 13, seats].

    ``rows``: the results of :func:`_pair_row`, rank after rank, for all drawing seats but the last.
    """
    firsts = (np.stack(rows[start : start + RANKS], axis=1) for start in range(0, len(rows), RANKS))
    sums = np.concatenate(list(firsts)).reshape(-1, RANKS, RANKS, 1 + seats)
    weights = sums[..., 0]
    chances = weights / weights.sum(axis=(1, 2), keepdims=True)
    return chances, ratio(sums[..., 1:], sums[..., :1])


def _pair_sums(setup: RazzSetup, drawing: list[int], deals: RecordedDeals) -> F64:
    """Return float64[pairs, 13, 13, 1 + seats]: the weights of two next cards, and those times the shares of the pot.

    Any free card of a seat may be the next one, so all of them count equally.
    """
    cards = deals.dealt[:, drawing] / np.array([setup.active[seat].free for seat in drawing])[:, None]
    sums = []
    for share in deals.shares().T:
        won = np.flatnonzero(share)  # a seat wins only some of the deals: the products of the others are 0
        sums.append(_products(cards[won], (share * deals.weights)[won, None]))
    return np.stack([np.sum(sums, axis=0), *sums], axis=-1)


def _products(cards: F64, weights: F64) -> F64:
    """Return float64[pairs, 13, 13]: for every two seats the sums over deals of the products of their ``cards``
    float64[deals, seats, 13], weighted by ``weights`` float64[deals, 1]."""
    seats = cards.shape[1]
    later_seats = (cards[:, one + 1 :].reshape(len(cards), -1) for one in range(seats - 1))
    rows = ((cards[:, one] * weights).T @ others for one, others in enumerate(later_seats))
    return np.concatenate([row.reshape(RANKS, -1, RANKS).swapaxes(0, 1) for row in rows])


def _pairs_table(scenario: Scenario, live: I64, drawing: list[int], numbers: _CardNumbers) -> NextPairs:
    """Return the detail with the cells for which enough cards are live."""
    seats = scenario.active_seats
    possible = (live[:, None] > 0) & (live > np.eye(RANKS, dtype=np.int64))
    ranks = np.argwhere(possible).astype(np.int64)
    rows = zip(combinations(drawing, 2), *numbers, strict=True)
    return NextPairs(
        tuple(
            NextPair((seats[one], seats[other]), ranks, *(table[possible] for table in tables))
            for (one, other), *tables in rows
        )
    )
