"""The rows of a razz seat's text with their probabilities in the joint distribution, after card removal by all other
seats.

A row is one way to fill the slots with ranks. If it takes the multiset m, its probability is proportional to its weight
and suited ways, times the ways of the other seats in the remaining deck: the sum over their choices, together s cards
of each rank, of the product over ranks of the falling factorials (live - m)_s. The choices of the others are added up
seat by seat, with equal sums merged. If there are too many sums, tuples of choices are drawn seat by seat and weighted.
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import RAZZ_RANKS
from engine.equity.details.inspection import RazzColumns, RazzInspection, RazzRow
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.razz.setup import falling, read_razz
from engine.ranges.razz import Pattern, RazzHand, deciding_item, pattern_rows, row_texts
from engine.ranges.razz_text import effective_items
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

MAX_ROWS = 120_000
MAX_SUMS = 1_000_000
MAX_PRODUCTS = 10_000_000
BATCHES = 32
TRIALS = 1 << 16
OWN_STREAM = 0, 3
"""The random stream of inspections for a seed."""
RANKS = len(RAZZ_RANKS)


def inspect_razz(
    scenario: Scenario,
    seat: int,
    order: object = None,
    exact: int = MAX_SUMS,
    check_cancelled: CancelCheck = never_cancelled,
) -> RazzInspection:
    """Return the rows of ``seat`` of a razz scenario. They are sampled if adding up the other seats takes more than
    ``exact`` steps.

    ``order`` is unused: in razz no percentages depend on an order of hands. ``check_cancelled`` is called every few
    milliseconds.

    Raises:
        ScenarioError: the scenario cannot be computed, or the hand has too many rows to list.
    """
    setup, hands = read_razz(scenario)
    live = setup.live
    result = _rows(hands[seat], live, seat, check_cancelled)
    multisets, row_multiset = np.unique(result.multisets, axis=0, return_inverse=True)
    others = [_possible(hand, live) for i, hand in enumerate(hands) if i != seat and hand.choices.any()]
    sums = _sums(others, live, exact, check_cancelled)
    if sums is not None and len(sums[1]) * len(multisets) <= MAX_PRODUCTS:
        batches, trials = _ways_of_others(multisets, *sums, live, check_cancelled)[None, :], 0
    else:
        trials = TRIALS
        batches = _sampled_ways_of_others(
            taken=multisets,
            others=others,
            live=live,
            trials=trials // BATCHES,
            seed=scenario.run.seed,
            check_cancelled=check_cancelled,
        )
    probabilities, stderr = _probabilities(result.combos * result.weights, batches[:, row_multiset.reshape(-1)])
    columns = zip(
        result.ranks.tolist(), result.combos.tolist(), result.weights.tolist(), probabilities.tolist(), stderr.tolist(),
        result.items.tolist(), result.factors(live), strict=True,
    )  # fmt: skip
    listed = tuple(
        RazzRow(*row_texts(tuple(ranks)), combos, weight, p, e, item, factors)
        for ranks, combos, weight, p, e, item, factors in columns
        if p > 0 or e > 0
    )
    return RazzInspection(listed, _columns(listed), "sampled" if trials else "exact", trials)


def _columns(listed: tuple[RazzRow, ...]) -> RazzColumns:
    """Return the rows column by column."""
    downs = {text: i for i, text in enumerate(dict.fromkeys(row.down for row in listed))}
    ups = {text: i for i, text in enumerate(dict.fromkeys(row.up for row in listed))}
    rows = [(downs[r.down], ups[r.up], r.item, r.combos, r.weight, r.probability, r.stderr) for r in listed]
    table = np.array(rows, dtype=np.float64).reshape(-1, 7)
    return RazzColumns(tuple(downs), tuple(ups), *table[:, :3].astype(np.int64).T, *table[:, 3:].T)


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows of a text that the deck allows, in the order of their ranks.

    ``ranks`` int64[n, 7] by slot, -1 for slots that any card fills. ``multisets`` int64[n, 13]: those of the slots that
    are a choice. ``combos`` int64[n]: their suited ways. ``items`` int64[n]: the item of the text that gives the
    weight; ``weights`` float64[n]. ``choices`` bool[7]: which slots are a choice.
    """

    ranks: I64
    multisets: I64
    combos: I64
    items: I64
    weights: F64
    choices: Bools

    def factors(self, live: I64) -> list[tuple[int, ...]]:
        """Return, for each row, how many cards of its rank are left for each of its choices in turn."""
        result = []
        for row in self.ranks[:, self.choices].tolist():
            ranks = [rank for rank in row if rank >= 0]
            result.append(tuple(int(live[rank]) - ranks[:i].count(rank) for i, rank in enumerate(ranks)))
        return result


def _rows(hand: RazzHand, live: I64, seat: int, check_cancelled: CancelCheck) -> _Rows:
    """Return the rows of the text of ``hand``.

    Raises:
        ScenarioError: there are more than ``MAX_ROWS``.
    """
    item_indices = effective_items(hand.text)
    items = tuple(hand.text.items[i] for i in item_indices)
    pattern = Pattern(items)
    if pattern.max_rows > MAX_ROWS:
        raise ScenarioError(Problem(seat_field(seat), f"this hand has more than {MAX_ROWS} rows: too many to list"))
    values = sorted(
        (ranks, deciding_item(alive), orders) for ranks, alive, orders in pattern_rows(pattern, check_cancelled)
    )
    ranks, owners, orders = (np.array(column, dtype=np.int64) for column in zip(*values, strict=True))
    # Particular cards of a single item are no choice: they are out of the deck. In a text of several items every
    # slot is a choice, because the items may differ there.
    choices = np.ones(ranks.shape[1], np.bool_)
    if len(items) == 1:
        choices[: len(items[0].slots)] = [not slot.particular for slot in items[0].slots]
    multisets = (ranks[:, choices, None] == np.arange(RANKS)).sum(axis=1)
    combos = orders * np.rint(falling(live, multisets)).astype(np.int64) // hand.deals_per_set
    weights = np.array([item.weight for item in items])[owners]
    has_weight = (combos > 0) & (weights > 0)
    return _Rows(
        ranks=ranks[has_weight],
        multisets=multisets[has_weight],
        combos=combos[has_weight],
        items=np.array(item_indices)[owners[has_weight]],
        weights=weights[has_weight],
        choices=choices,
    )


def _possible(hand: RazzHand, live: I64) -> tuple[I64, F64]:
    """Return the choices that ``live`` allows, int64[n, 13], and their ways float64[n]."""
    fits = (hand.choices <= live).all(axis=1)
    return hand.choices[fits], hand.ways[fits]


def _sums(
    others: list[tuple[I64, F64]], live: I64, max_steps: int, check_cancelled: CancelCheck
) -> tuple[I64, F64] | None:
    """Return the distinct sums of one choice of each seat, int64[n, 13], with their ways float64[n]; None if it takes
    more than ``max_steps`` steps.

    A sum is packed into one integer, four bits for each rank. Seats with few choices come first, because equal sums are
    merged after each seat.
    """
    shifts = 4 * np.arange(RANKS)
    codes: I64 = np.zeros(1, np.int64)
    ways: F64 = np.ones(1)
    for choices, seat_ways in sorted(others, key=lambda other: len(other[1])):
        if len(codes) * len(seat_ways) > max_steps:
            return None
        check_cancelled()
        pair_codes = (codes[:, None] + (choices << shifts).sum(axis=1)[None, :]).ravel()
        products = (ways[:, None] * seat_ways[None, :]).ravel()
        possible = np.ones(len(pair_codes), np.bool_)
        for shift, rank_limit in zip(shifts, live, strict=True):
            possible &= (pair_codes >> shift & 15) <= rank_limit
        codes, group = np.unique(pair_codes[possible], return_inverse=True)
        ways = np.bincount(group.reshape(-1), weights=products[possible], minlength=len(codes)).astype(np.float64)
    return codes[:, None] >> shifts & 15, ways


def _ways_of_others(taken: I64, sums: I64, ways: F64, live: I64, check_cancelled: CancelCheck) -> F64:
    """Return, for each row of ``taken``, the number of ways of the others in the deck that it leaves."""
    result = np.zeros(len(taken))
    for i, row in enumerate(taken):
        check_cancelled()
        result[i] = ways @ _table_product(live - row, sums)
    return result


def _table_product(live: I64, sums: I64) -> F64:
    """Return the ways to deal each row of ``sums``: the product over ranks of the falling factorials (live)_sum."""
    counts = np.arange(5)
    table = np.stack([falling(live[:, None], np.full((RANKS, 1), k)) for k in counts], axis=1)
    product = np.ones(len(sums))
    for rank in range(RANKS):
        product *= table[rank, sums[:, rank]]
    return product


def _sampled_ways_of_others(
    taken: I64, others: list[tuple[I64, F64]], live: I64, trials: int, seed: int, check_cancelled: CancelCheck
) -> F64:
    """Return estimates of the result of :func:`_ways_of_others`, float64[batches, rows of taken], up to a common
    factor.

    Seats draw independently, each by the ways of its choices in a full deck. A tuple is weighted by the ways to deal
    all of it in the deck that the row leaves, divided by the ways in a full deck.
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
        batches[batch] = _ways_of_others(taken, sums[possible], weights[possible], live, check_cancelled)
    return batches


def _probabilities(own_ways: F64, batches: F64) -> tuple[F64, F64]:
    """Return the probabilities of the rows and their standard errors, float64[rows] each.

    A row's probability is proportional to ``own_ways`` float64[rows] (its suited ways times its weight) times the ways
    of the other seats. ``batches`` float64[batches, rows]: independent estimates of these ways;
    a single batch is exact.
    """
    products = own_ways * batches
    total = products.sum()
    probabilities = products.sum(axis=0) / total
    if len(batches) == 1:
        return probabilities, np.zeros(len(own_ways))
    # The error of a ratio: each batch enters by its deviation from its own total.
    residuals = products - probabilities * products.sum(axis=1, keepdims=True)
    count = len(batches)
    return probabilities, np.sqrt((residuals**2).sum(axis=0) * count / (count - 1)) / total
