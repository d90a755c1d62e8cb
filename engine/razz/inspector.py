"""What a seat of razz really holds: the rows of its text under the joint law, after removal by all other seats.

A row (one way to fill the slots with ranks, taking the multiset m) has the probability of its weight and suited ways
times the ways of the others in what is left: the sum over their choices, s cards of each rank together, of the product
over ranks of the falling factorials (live - m)_s. The choices of the others are added up seat after seat, equal sums
together; where there are too many sums, tuples of choices are drawn seat by seat and weighted.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.cards import RAZZ_RANKS
from engine.ranges.razz import RazzHand, read_hand, row_texts
from engine.ranges.razz_walk import Pattern, rows
from engine.razz.setup import prepare_razz
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

MOST_ROWS = 200_000
MOST_SUMS = 1_000_000
MOST_PRODUCTS = 10_000_000
BATCHES = 32
TRIALS = 1 << 16
SEED = 13
RANKS = len(RAZZ_RANKS)

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RazzRow:
    """One way to fill the slots: the down cards, the up cards, suited ways, weight, probability and its error."""

    down: str
    up: str
    combos: int
    weight: float
    probability: float
    stderr: float


@dataclass(frozen=True, slots=True)
class RazzInspection:
    """The rows of one seat; probabilities add up to 1. ``trials``: draws, 0 if exact."""

    rows: tuple[RazzRow, ...]
    method: Literal["exact", "sampled"]
    trials: int


def inspect_razz(scenario: Scenario, seat: int, exact: int = MOST_SUMS) -> RazzInspection:
    """Return the rows of ``seat`` of a razz scenario, sampled if adding up the others takes more than ``exact`` steps.

    Raises:
        ScenarioError: the scenario cannot be computed, or the hand has too many rows to list.
    """
    live = prepare_razz(scenario).live
    hands = [read_hand(s.cards, s.folded) for s in scenario.seats]
    found = _rows(hands[seat], live, seat)
    taken, place = np.unique(np.array([row[1] for row in found]), axis=0, return_inverse=True)
    others = [_possible(hand, live) for i, hand in enumerate(hands) if i != seat and hand.choices.any()]
    sums = _sums(others, live, exact)
    if sums is not None and len(sums[1]) * len(taken) <= MOST_PRODUCTS:
        batches, drawn = _left(taken, *sums, live)[None, :], 0
    else:
        drawn = TRIALS
        batches = _drawn(taken, others, live, drawn // BATCHES)
    own = np.array([row[2] * row[3] for row in found])
    probabilities, stderr = _probabilities(own, batches[:, place.reshape(-1)])
    listed = tuple(
        RazzRow(*row_texts(ranks), combos, weight, float(p), float(e))
        for (ranks, _, combos, weight), p, e in zip(found, probabilities, stderr, strict=True)
        if p > 0 or e > 0
    )
    return RazzInspection(listed, "sampled" if drawn else "exact", drawn)


_Row = tuple[tuple[int, ...], tuple[int, ...], int, float]
"""Ranks by slot, the multiset of the chosen ones, suited ways, weight."""


def _rows(hand: RazzHand, live: Counts, seat: int) -> list[_Row]:
    pattern = Pattern(hand.text.items)
    if pattern.most_rows > MOST_ROWS:
        raise ScenarioError(Problem(seat_field(seat), f"this hand has more than {MOST_ROWS} rows: too many to list"))
    particular = np.bincount([card.rank for card in hand.cards], minlength=RANKS)
    found: list[_Row] = []
    for ranks, alive, orders in rows(pattern):
        weight = hand.text.items[max(item for item, _ in alive)].weight
        chosen = np.bincount([rank for rank in ranks if rank >= 0], minlength=RANKS) - particular
        combos = orders * round(float(_falling(live, chosen))) // hand.orders_per_set
        if weight > 0 and combos:
            found.append((ranks, tuple(chosen.tolist()), combos, weight))
    return sorted(found)


def _possible(hand: RazzHand, live: Counts) -> tuple[Counts, NDArray[np.float64]]:
    """Return the choices that ``live`` allows and their ways."""
    kept = (hand.choices <= live).all(axis=1)
    return hand.choices[kept], hand.ways[kept]


def _falling(live: Counts, taken: Counts) -> NDArray[np.float64]:
    """Return the products over ranks (the last axis) of the falling factorials (live)_taken."""
    ways = np.ones(np.broadcast_shapes(live.shape, taken.shape))
    for k in range(4):
        ways *= np.where(taken > k, np.maximum(live - k, 0), 1)
    product: NDArray[np.float64] = ways.prod(axis=-1)
    return product


def _sums(
    others: list[tuple[Counts, NDArray[np.float64]]], live: Counts, most: int
) -> tuple[Counts, NDArray[np.float64]] | None:
    """Return the distinct sums of one choice of each seat, with their ways; None if it takes more than ``most`` steps.

    A sum is packed into one integer, four bits for each rank.
    """
    shifts = 4 * np.arange(RANKS)
    codes: Counts = np.zeros(1, np.int64)
    ways: NDArray[np.float64] = np.ones(1)
    for choices, own in sorted(others, key=lambda other: len(other[1])):
        if len(codes) * len(own) > most:
            return None
        both = (codes[:, None] + (choices << shifts).sum(axis=1)[None, :]).ravel()
        products = (ways[:, None] * own[None, :]).ravel()
        possible = np.ones(len(both), np.bool_)
        for shift, most_of_rank in zip(shifts, live, strict=True):
            possible &= (both >> shift & 15) <= most_of_rank
        codes, place = np.unique(both[possible], return_inverse=True)
        ways = np.bincount(place.reshape(-1), weights=products[possible], minlength=len(codes)).astype(np.float64)
    return codes[:, None] >> shifts & 15, ways


def _left(taken: Counts, sums: Counts, ways: NDArray[np.float64], live: Counts) -> NDArray[np.float64]:
    """Return, for each row of ``taken``, the ways of the others in what it leaves."""
    left = np.zeros(len(taken))
    for i, row in enumerate(taken):
        left[i] = ways @ _table_product(live - row, sums)
    return left


def _table_product(live: Counts, sums: Counts) -> NDArray[np.float64]:
    """Return the products of (live)_sum over ranks for each row of ``sums``, by table."""
    counts = np.arange(5)
    table = np.stack([_falling(live[:, None], np.full((RANKS, 1), k)) for k in counts], axis=1)
    product = np.ones(len(sums))
    for rank in range(RANKS):
        product *= table[rank, sums[:, rank]]
    return product


def _drawn(
    taken: Counts, others: list[tuple[Counts, NDArray[np.float64]]], live: Counts, trials: int
) -> NDArray[np.float64]:
    """Return estimates of what :func:`_left` is, float64[batches, rows of taken], up to a common factor.

    Seats draw independently, by the ways of their choices in a full deck, and the tuple is weighted by the ways of all
    in what is left of it.
    """
    random = np.random.default_rng(SEED)
    batches = np.zeros((BATCHES, len(taken)))
    chances = []
    for choices, ways in others:
        full = ways * _falling(live, choices)
        chances.append((full / full.sum(), _falling(live, choices)))
    for batch in range(BATCHES):
        sums = np.zeros((trials, RANKS), np.int64)
        weights = np.ones(trials)
        for (choices, _), (chance, full) in zip(others, chances, strict=True):
            picks = random.choice(len(chance), trials, p=chance)
            sums += choices[picks]
            weights /= full[picks]
        possible = (sums <= live).all(axis=1)
        batches[batch] = _left(taken, sums[possible], weights[possible], live)
    return batches


def _probabilities(
    own: NDArray[np.float64], batches: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return probabilities proportional to ``own`` times the mean of ``batches``, and their standard errors."""
    products = own * batches
    total = products.sum()
    probabilities = products.sum(axis=0) / total
    if len(batches) == 1:
        return probabilities, np.zeros(len(own))
    residuals = products - probabilities * products.sum(axis=1, keepdims=True)
    count = len(batches)
    return probabilities, np.sqrt((residuals**2).sum(axis=0) * count / (count - 1)) / total
