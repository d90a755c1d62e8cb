"""The detail ``next_pair`` of razz: the next cards of every two seats that draw, together."""

from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.details.next_cards import NextPair, NextPairs
from engine.jobs import Detail, Solved
from engine.razz.derived import RANKS, drawing_seats, with_next
from engine.razz.draws import Draws, next_cards
from engine.razz.joint_automaton import JointAutomaton
from engine.razz.next_card import exact_draws
from engine.razz.replay import Deals, Replay, jackknife, jackknife_shares, ratio
from engine.razz.setup import RazzSetup
from engine.scenario import Scenario

Array = NDArray[np.float64]


def next_pair(solved: Solved[RazzSetup]) -> Detail:
    """For every two seats that draw next and each rank of either card: how likely they come, the equities behind."""
    setup = solved.setup
    drawing = [seat for seat in drawing_seats(setup) if seat is not None]
    firsts, show = drawing[:-1], partial(_show, solved.scenario, setup.live, drawing)
    if not firsts:
        return Detail((), lambda _: NextPairs(()))
    draws = exact_draws(solved, setup)
    if draws is not None and solved.affords(draws.operations * _rows(setup, firsts)):
        parts = [partial(_row, solved, seat, rank, drawing) for seat in firsts for rank in range(RANKS)]
        return Detail(parts, lambda found: show(*_exact(found, drawing, len(setup.active))))
    return Replay(setup, solved.cancelled, solved.over).detail(
        partial(_sums, setup, drawing), lambda groups, trials: show(*_sampled(groups, trials))
    )


def _rows(setup: RazzSetup, firsts: list[int]) -> float:
    """Return how much work the rows of ``firsts`` are, next to that of the table as it is.

    With one of its f cards known a seat has f in 12 + f of its multisets left.
    """
    return sum(RANKS * free / (RANKS - 1 + free) for free in (setup.active[seat].free for seat in firsts))


def _row(solved: Solved[RazzSetup], seat: int, rank: int, drawing: list[int]) -> Array:
    """Return the weights of the cards of the drawing seats behind ``seat``, once its own next card has ``rank``, and
    those times the equities: float64[seats behind it, 13, 1 + seats]."""
    setup = solved.setup
    behind = drawing[drawing.index(seat) + 1 :]
    after = with_next(setup, seat, rank)
    weight = 0.0 if after is None else float(setup.live[rank]) * JointAutomaton(after, solved.guard).weight()
    if after is None or weight <= 0:
        return np.zeros((len(behind), RANKS, 1 + len(setup.active)))
    draws = Draws(after, solved.guard)
    sums = sum(draws.compute(part) for part in draws.parts)
    rows = np.stack([next_cards(np.asarray(sums), other) for other in behind])
    chances = weight * rows[..., :1]
    return np.concatenate([chances, np.where(chances > 0, chances * rows[..., 1:], 0.0)], axis=2)


def _exact(found: list[Array], drawing: list[int], seats: int) -> tuple[Array, Array, Array, Array]:
    """Return chances and equities with their errors: float64[pairs, 13, 13] twice, [pairs, 13, 13, seats] twice.

    ``found``: the rows of :func:`_row`, rank after rank, for all drawing seats but the last.
    """
    firsts = (np.stack(found[start : start + RANKS], axis=1) for start in range(0, len(found), RANKS))
    sums = np.concatenate(list(firsts)).reshape(-1, RANKS, RANKS, 1 + seats)
    weights = sums[..., 0]
    chances = weights / weights.sum(axis=(1, 2), keepdims=True)
    equities = ratio(sums[..., 1:], sums[..., :1])
    return chances, np.zeros_like(chances), equities, np.where(np.isnan(equities), np.nan, 0.0)


def _sums(setup: RazzSetup, drawing: list[int], deals: Deals) -> Array:
    """Return float64[pairs, 13, 13, 1 + seats]: weights of two next cards, and of the shares of the pot with them.

    Any free card of a seat may be the next one, so each counts in equal parts.
    """
    cards = deals.dealt[:, drawing] / np.array([setup.active[seat].free for seat in drawing])[:, None]
    sums = []
    for share in deals.shares().T:
        won = np.flatnonzero(share)  # few deals have more than one winner
        sums.append(_products(cards[won], (share * deals.weights)[won, None]))
    return np.stack([np.sum(sums, axis=0), *sums], axis=-1)


def _products(cards: Array, weights: Array) -> Array:
    """Return float64[pairs, 13, 13]: for every two seats the sums over deals of the products of their ``cards``
    float64[deals, seats, 13] by ``weights`` float64[deals, 1]."""
    seats = cards.shape[1]
    behind = (cards[:, one + 1 :].reshape(len(cards), -1) for one in range(seats - 1))
    rows = ((cards[:, one] * weights).T @ others for one, others in enumerate(behind))
    return np.concatenate([row.reshape(RANKS, -1, RANKS).swapaxes(0, 1) for row in rows])


def _sampled(groups: Array, trials: int) -> tuple[Array, Array, Array, Array]:
    """Return what :func:`_exact` does."""
    weights = groups[..., 0]
    chances = jackknife(weights, lambda total: ratio(total, total.sum(axis=(1, 2), keepdims=True)), trials)
    size = trials * chances[0][..., None]
    return *chances, *jackknife_shares(groups[..., 1:], groups[..., :1], size)


def _show(
    scenario: Scenario,
    live: NDArray[np.int64],
    drawing: list[int],
    chances: Array,
    chance_errors: Array,
    equities: Array,
    errors: Array,
) -> NextPairs:
    """Return the pairs with the cells that enough cards are live for."""
    seats = scenario.active_seats
    left = (live[:, None] > 0) & (live > np.eye(RANKS, dtype=np.int64))
    ranks = np.argwhere(left).astype(np.int64)
    rows = zip(combinations(drawing, 2), chances, chance_errors, equities, errors, strict=True)
    return NextPairs(
        tuple(
            NextPair((seats[one], seats[other]), ranks, *(table[left] for table in tables))
            for (one, other), *tables in rows
        )
    )
