"""The rows of a razz seat's text under the joint distribution, after removal by all other seats.

A row (one way to fill the slots with ranks, taking the multiset m) has the probability of its weight and suited ways
times the ways of the others in what is left: the sum over their choices, s cards of each rank together, of the product
over ranks of the falling factorials (live - m)_s. The choices of the others are added up seat after seat, equal sums
together; where there are too many sums, tuples of choices are drawn seat by seat and weighted.
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import RAZZ_RANKS
from engine.equity.details.inspection import RazzColumns, RazzInspection, RazzRow
from engine.equity.jobs import Guard, unguarded
from engine.equity.razz.setup import falling, read_razz
from engine.ranges.razz import Pattern, RazzHand, owner, row_texts, rows
from engine.ranges.razz_text import standing
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

MOST_ROWS = 120_000
MOST_SUMS = 1_000_000
MOST_PRODUCTS = 10_000_000
BATCHES = 32
TRIALS = 1 << 16
OWN_STREAM = 0, 3
"""Of the random numbers of a seed: the draws of an inspection."""
RANKS = len(RAZZ_RANKS)


def inspect_razz(
    scenario: Scenario, seat: int, order: object = None, exact: int = MOST_SUMS, guard: Guard = unguarded
) -> RazzInspection:
    """Return the rows of ``seat`` of a razz scenario, sampled if adding up the others takes more than ``exact`` steps.

    In razz no percentages go by an ``order`` of hands.

    ``guard`` is called every few milliseconds.

    Raises:
        ScenarioError: the scenario cannot be computed, or the hand has too many rows to list.
    """
    setup, hands = read_razz(scenario)
    live = setup.live
    result = _rows(hands[seat], live, seat, guard)
    taken, place = np.unique(result.chosen, axis=0, return_inverse=True)
    others = [_possible(hand, live) for i, hand in enumerate(hands) if i != seat and hand.choices.any()]
    sums = _sums(others, live, exact, guard)
    if sums is not None and len(sums[1]) * len(taken) <= MOST_PRODUCTS:
        batches, drawn = _left(taken, *sums, live, guard)[None, :], 0
    else:
        drawn = TRIALS
        batches = _drawn(taken, others, live, drawn // BATCHES, scenario.run.seed, guard)
    probabilities, stderr = _probabilities(result.combos * result.weights, batches[:, place.reshape(-1)])
    columns = zip(
        result.ranks.tolist(), result.combos.tolist(), result.weights.tolist(), probabilities.tolist(), stderr.tolist(),
        result.items.tolist(), result.factors(live), strict=True,
    )  # fmt: skip
    listed = tuple(
        RazzRow(*row_texts(tuple(ranks)), combos, weight, p, e, item, factors)
        for ranks, combos, weight, p, e, item, factors in columns
        if p > 0 or e > 0
    )
    return RazzInspection(listed, _columns(listed), "sampled" if drawn else "exact", drawn)


def _columns(listed: tuple[RazzRow, ...]) -> RazzColumns:
    downs = {text: i for i, text in enumerate(dict.fromkeys(row.down for row in listed))}
    ups = {text: i for i, text in enumerate(dict.fromkeys(row.up for row in listed))}
    rows = [(downs[r.down], ups[r.up], r.item, r.combos, r.weight, r.probability, r.stderr) for r in listed]
    table = np.array(rows, dtype=np.float64).reshape(-1, 7)
    return RazzColumns(tuple(downs), tuple(ups), *table[:, :3].astype(np.int64).T, *table[:, 3:].T)


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows of a text that the deck allows, in the order of their ranks.

    ``ranks`` int64[n, 7] by slot, -1 where any card will do; ``chosen`` int64[n, 13] the multisets of those that are a
    choice; ``combos`` their suited ways, int64[n]; ``items`` int64[n] and ``weights`` float64[n] of the items that
    stand. ``choices`` bool[7]: the slots that are a choice.
    """

    ranks: I64
    chosen: I64
    combos: I64
    items: I64
    weights: F64
    choices: Bools

    def factors(self, live: I64) -> list[tuple[int, ...]]:
        """Return how many cards of its rank are left for each choice of each row in turn."""
        result = []
        for row in self.ranks[:, self.choices].tolist():
            ranks = [rank for rank in row if rank >= 0]
            result.append(tuple(int(live[rank]) - ranks[:i].count(rank) for i, rank in enumerate(ranks)))
        return result


def _rows(hand: RazzHand, live: I64, seat: int, guard: Guard) -> _Rows:
    kept = standing(hand.text)
    items = tuple(hand.text.items[i] for i in kept)
    pattern = Pattern(items)
    if pattern.most_rows > MOST_ROWS:
        raise ScenarioError(Problem(seat_field(seat), f"this hand has more than {MOST_ROWS} rows: too many to list"))
    values = sorted((ranks, owner(alive), orders) for ranks, alive, orders in rows(pattern, guard))
    ranks, owners, orders = (np.array(column, dtype=np.int64) for column in zip(*values, strict=True))
    choices = np.ones(ranks.shape[1], np.bool_)
    if len(items) == 1:
        choices[: len(items[0].slots)] = [not slot.particular for slot in items[0].slots]
    chosen = (ranks[:, choices, None] == np.arange(RANKS)).sum(axis=1)
    combos = orders * np.rint(falling(live, chosen)).astype(np.int64) // hand.orders_per_set
    weights = np.array([item.weight for item in items])[owners]
    left = (combos > 0) & (weights > 0)
    return _Rows(ranks[left], chosen[left], combos[left], np.array(kept)[owners[left]], weights[left], choices)


def _possible(hand: RazzHand, live: I64) -> tuple[I64, F64]:
    """Return the choices that ``live`` allows and their ways."""
    kept = (hand.choices <= live).all(axis=1)
    return hand.choices[kept], hand.ways[kept]


def _sums(others: list[tuple[I64, F64]], live: I64, most: int, guard: Guard) -> tuple[I64, F64] | None:
    """Return the distinct sums of one choice of each seat, with their ways; None if it takes more than ``most`` steps.

    A sum is packed into one integer, four bits for each rank.
    """
    shifts = 4 * np.arange(RANKS)
    codes: I64 = np.zeros(1, np.int64)
    ways: F64 = np.ones(1)
    for choices, own in sorted(others, key=lambda other: len(other[1])):
        if len(codes) * len(own) > most:
            return None
        guard()
        both = (codes[:, None] + (choices << shifts).sum(axis=1)[None, :]).ravel()
        products = (ways[:, None] * own[None, :]).ravel()
        possible = np.ones(len(both), np.bool_)
        for shift, most_of_rank in zip(shifts, live, strict=True):
            possible &= (both >> shift & 15) <= most_of_rank
        codes, place = np.unique(both[possible], return_inverse=True)
        ways = np.bincount(place.reshape(-1), weights=products[possible], minlength=len(codes)).astype(np.float64)
    return codes[:, None] >> shifts & 15, ways


def _left(taken: I64, sums: I64, ways: F64, live: I64, guard: Guard) -> F64:
    """Return, for each row of ``taken``, the ways of the others in what it leaves."""
    left = np.zeros(len(taken))
    for i, row in enumerate(taken):
        guard()
        left[i] = ways @ _table_product(live - row, sums)
    return left


def _table_product(live: I64, sums: I64) -> F64:
    """Return the products of (live)_sum over ranks for each row of ``sums``, by table."""
    counts = np.arange(5)
    table = np.stack([falling(live[:, None], np.full((RANKS, 1), k)) for k in counts], axis=1)
    product = np.ones(len(sums))
    for rank in range(RANKS):
        product *= table[rank, sums[:, rank]]
    return product


def _drawn(taken: I64, others: list[tuple[I64, F64]], live: I64, trials: int, seed: int, guard: Guard) -> F64:
    """Return estimates of what :func:`_left` is, float64[batches, rows of taken], up to a common factor.

    Seats draw independently, by the ways of their choices in a full deck, and the tuple is weighted by the ways of all
    in what is left of it.
    """
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=OWN_STREAM))
    batches = np.zeros((BATCHES, len(taken)))
    chances = []
    for choices, ways in others:
        full = ways * falling(live, choices)
        chances.append((full / full.sum(), falling(live, choices)))
    for batch in range(BATCHES):
        sums = np.zeros((trials, RANKS), np.int64)
        weights = np.ones(trials)
        for (choices, _), (chance, full) in zip(others, chances, strict=True):
            picks = random.choice(len(chance), trials, p=chance)
            sums += choices[picks]
            weights /= full[picks]
        possible = (sums <= live).all(axis=1)
        batches[batch] = _left(taken, sums[possible], weights[possible], live, guard)
    return batches


def _probabilities(own: F64, batches: F64) -> tuple[F64, F64]:
    """Return probabilities proportional to ``own`` times the mean of ``batches``, and their standard errors."""
    products = own * batches
    total = products.sum()
    probabilities = products.sum(axis=0) / total
    if len(batches) == 1:
        return probabilities, np.zeros(len(own))
    residuals = products - probabilities * products.sum(axis=1, keepdims=True)
    count = len(batches)
    return probabilities, np.sqrt((residuals**2).sum(axis=0) * count / (count - 1)) / total
