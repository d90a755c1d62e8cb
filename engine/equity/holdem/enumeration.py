"""Exact, for few combos: every tuple of hole cards up to suit symmetry, with all boards counted by their ranks."""

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from math import comb, prod

import numpy as np

from engine.arrays import F64, I16, Places
from engine.cards import COMBOS, DECK_SIZE
from engine.equity.holdem.estimates import estimates, made_categories
from engine.equity.holdem.setup import HoldemSetup, available, hands, to_come
from engine.equity.holdem.symmetry import SuitGroup, TupleList
from engine.equity.jobs import CancelCheck, Tally, never_cancelled
from engine.equity.results import Estimate
from engine.kernels.holdem.enumerate import MAX_GROUPED_HANDS, SeatOutcomes, add_tuples, new_enumeration_scratch
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.tables import draws, high_tables

CHUNK_COST = 8e6
"""Nanoseconds of the longest chunk."""
MIN_CHUNK_COST = 3e6
TARGET_CHUNKS = 8
"""The number of chunks to aim for, so that several threads share the work."""

MAX_TUPLES = 8_000_000
"""With more tuples (up to suits) there is neither room to list them nor time for their boards."""

MAX_LISTED_TUPLES = 100_000
"""At most this many tuples are listed only to count them."""
MAX_LISTING_STEPS = 2_000_000
"""The longest search for tuples only to count them; beyond that their number is estimated."""

MAX_SORTED_TUPLES = 100_000
"""More tuples are not sorted: that takes as long as some chunks, and the order of the list is already good."""

MIN_TUPLES_TO_SHARE = 2_000
"""With fewer tuples it does not pay to look for boards that tuples share."""

COST_OF_TUPLE = 120.0
COST_OF_BOARD = 1.5
COST_OF_VALUE = 2.3

RANK_PAIRS = 13 * 13
"""The number of pairs of ranks."""
_RANK_PAIRS = (COMBOS[:, 0] >> 2).astype(np.int64) * 13 + (COMBOS[:, 1] >> 2)
"""The ranks of each combo, int64[1326]."""

_SUITED = COMBOS[:, 0] & 3 == COMBOS[:, 1] & 3
"""Whether a combo is suited, bool[1326]."""


class _TupleSums:
    """Sums over all boards of tuples of hole cards.

    The tally: ``shares`` float64[seats, seats], then ``categories`` float64[seats, 9].
    """

    def __init__(self, setup: HoldemSetup) -> None:
        self._setup = setup
        self._seats = len(setup.weights)

    def _estimates(self, tally: Tally, combos: I16, weights: F64) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats; ``combos`` int16[n] of the first one have ``weights`` float64[n]."""
        made = made_categories(self._setup)
        counts = None if made is None else np.bincount(made[combos], weights, CATEGORIES).astype(np.float64)
        return estimates(*self._parts(tally), np.zeros(self._seats), counts)

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(self._parts(tally)[1][0].sum())

    def _sum(self, tuples: I16, weights: F64) -> Tally:
        """Return the tally of ``tuples`` int16[n, hands] (numbers of combos) with ``weights`` float64[n]."""
        tally = np.zeros(self._seats * (self._seats + CATEGORIES))
        shares, categories = self._parts(tally)
        board, deck = np.array(self._setup.board, dtype=np.int8), available(self._setup).astype(np.int8)
        add_tuples(
            tuples, weights, COMBOS, board, deck, draws(), high_tables(),
            new_enumeration_scratch(self._seats, tuples.shape[1]), SeatOutcomes(shares, categories),
        )  # fmt: skip
        return tally

    def _deals(self, tuples: int) -> int:
        """Return the number of deals of ``tuples`` tuples of hands."""
        left = DECK_SIZE - len(self._setup.board) - len(self._setup.dead) - 2 * len(self._setup.combos)
        return tuples * comb(left, to_come(self._setup))

    def _parts(self, tally: Tally) -> tuple[Tally, Tally]:
        """Return the shares and the categories in a tally."""
        seats = self._seats
        return tally[: seats * seats].reshape(seats, seats), tally[seats * seats :].reshape(seats, CATEGORIES)


class DealtJob(_TupleSums):
    """All hands known (``HoldemSetup.dealt``), the quickest table: a single tuple, which needs no list and no symmetry.

    An :class:`engine.equity.jobs.ExactJob`.
    """

    chunks = 1

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return _cost_of_tuple(self._setup, [float(_SUITED[combo]) for combo in self._setup.dealt])

    def compute(self, chunk: int) -> Tally:
        """Return the tally of the only chunk."""
        return self._sum(self._tuple, self._weights)

    def deals(self) -> int:
        """Return the number of boards."""
        return self._deals(1)

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        return self._estimates(tally, self._tuple[:, 0], self._weights)

    @cached_property
    def _tuple(self) -> I16:
        return np.array([self._setup.dealt], np.int16)

    @cached_property
    def _weights(self) -> F64:
        return np.array([prod(float(row[c]) for row, c in zip(self._setup.weights, self._setup.dealt, strict=True))])


class EnumerationJob(_TupleSums):
    """Any number of seats (:class:`engine.equity.jobs.ExactJob`); folded ranges remove their cards from the deck."""

    def __init__(self, setup: HoldemSetup, group: SuitGroup, check_cancelled: CancelCheck = never_cancelled) -> None:
        super().__init__(setup)
        self._group = group
        self._list = TupleList(hands(setup), group.combos, check_cancelled, setup.combos)
        self._lists = self._list.combos

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        if self._estimated_tuples < MAX_TUPLES and self._list.go_on(MAX_LISTED_TUPLES, MAX_LISTING_STEPS):
            return len(self._list) * self._tuple_cost
        return self._estimated_tuples * self._tuple_cost

    @property
    def rough_operations(self) -> float:
        """An estimate of ``operations`` that takes no time."""
        return self._estimated_tuples * self._tuple_cost

    @property
    def feasible(self) -> bool:
        """Whether there are few enough tuples to list them."""
        return self.operations <= MAX_TUPLES * self._tuple_cost

    @cached_property
    def chunks(self) -> int:
        """Number of chunks."""
        return -(-len(self._tuples) // self._rows)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of tuples."""
        listed = self._tuples
        rows: slice | Places = slice(chunk * self._rows, (chunk + 1) * self._rows)
        if self._by_ranks is not None:
            rows = self._by_ranks[rows]
        return self._sum(listed.tuples[rows], listed.products[rows] * listed.orbits[rows])

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        return self._deals(int(self._tuples.orbits.sum(dtype=np.int64)))

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        listed = self._tuples
        return self._estimates(tally, listed.tuples[:, 0], listed.products * listed.orbits)

    @cached_property
    def _tuples(self) -> TupleList:
        """All combo tuples, one for each orbit of suit permutations."""
        self._list.go_on()
        return self._list

    @cached_property
    def _by_ranks(self) -> Places | None:
        """The order that puts tuples next to each other if they differ only in suits; None keeps the order of the list.

        Neighbours with the same ranks share their boards without flushes. On the river there are no boards to share.
        """
        listed = self._tuples
        if not to_come(self._setup) or not 1 < len(listed) <= MAX_SORTED_TUPLES or self._rank_tuples == 1:
            return None
        return np.argsort(_RANK_PAIRS[listed.tuples] @ RANK_PAIRS ** np.arange(len(self._lists)), kind="stable")

    @cached_property
    def _rows(self) -> int:
        """Tuples in a chunk: enough chunks for the threads to share, none of them too long to cancel."""
        cost = self._tuple_cost
        chunk_cost = min(max(len(self._tuples) * cost / TARGET_CHUNKS, MIN_CHUNK_COST), CHUNK_COST)
        return max(int(chunk_cost / cost), 1)

    @cached_property
    def _estimated_tuples(self) -> float:
        return prod(float(len(combos)) for combos in self._lists) / self._group.order

    @cached_property
    def _rank_tuples(self) -> float:
        """About how many tuples there are if suits do not matter."""
        return prod(float(np.count_nonzero(np.bincount(_RANK_PAIRS[combos]))) for combos in self._lists)

    @cached_property
    def _tuple_cost(self) -> float:
        """Cost of one tuple. Tuples of the same ranks share boards, as far as their cards of a suit are the same."""
        suited = [np.count_nonzero(_SUITED[combos]) / len(combos) for combos in self._lists[: self._seats]]
        tuples = self._estimated_tuples
        same_ranks = max(tuples / self._rank_tuples, 1.0) if tuples > 1.0 else 1.0
        return _cost_of_tuple(self._setup, suited, same_ranks, self._suits_of_tuple(same_ranks))

    def _suits_of_tuple(self, same_ranks: float) -> float:
        """Return about how many suits need boards of their own for a tuple, if ``same_ranks`` tuples have the same
        ranks.

        Of each hand a suit may be that of no card, of one of the two or of both. Tuples in which a suit has the same
        such pattern share the boards of that suit, and the number of patterns is limited.
        """
        if self._estimated_tuples < MIN_TUPLES_TO_SHARE or len(self._lists) > MAX_GROUPED_HANDS:
            return 4.0
        weights = self._list.weights
        if weights.min() < 1.0 or (weights % 1.0).any():
            return 4.0
        left = available(self._setup).reshape(13, 4).T
        patterns = prod(_suit_patterns(combos) for combos in self._lists)
        return min(len(np.unique(left, axis=0)) * patterns / same_ranks, 4.0)


def _cost_of_tuple(
    setup: HoldemSetup, suited: Sequence[float], same_ranks: float = 1.0, suits_of_tuple: float = 4.0
) -> float:
    """Return the cost of one tuple. ``suited``: the share of suited combos of each active seat; ``same_ranks``: how
    many tuples share the boards by ranks; ``suits_of_tuple``: about how many suits need boards of their own."""
    suits = [card & 3 for card in setup.board]
    boards = _boards(
        to_come(setup), min(sum(suited) / 4, 1.0), same_ranks, suits_of_tuple / 4, *map(suits.count, range(4))
    )
    return COST_OF_TUPLE + boards * (COST_OF_BOARD + COST_OF_VALUE * len(setup.weights))


@lru_cache(maxsize=1024)
def _boards(count: int, suited_share: float, same_ranks: float, each: float, *known_of_suits: int) -> float:
    """Return how many boards of ``count`` cards to come a tuple costs: those by ranks, and those with a flush, of
    which suited combos have more."""
    boards = _rank_boards(count) / same_ranks
    # A hand with two cards of a suit needs three of it on the board, another one four; ``known`` are there already.
    # Boards with a flush cost twice: the kernel replaces their outcome without flushes by the one with them.
    for known in known_of_suits:
        boards += (
            2
            * each
            * (suited_share * _flush_boards(count, 3 - known) + (1 - suited_share) * _flush_boards(count, 4 - known))
        )
    return boards


def _suit_patterns(combos: I16) -> float:
    """Return in how many ways a combo with given ranks may contain a suit, the mean over the rank pairs of a range."""
    suited = _SUITED[combos]
    ranks, offsuit = np.unique(_RANK_PAIRS[combos[suited]]), np.unique(_RANK_PAIRS[combos[~suited]])
    return 1.0 + (len(ranks) + 2 * len(offsuit)) / len(np.union1d(ranks, offsuit))


@cache
def _rank_boards(count: int) -> float:
    """Return the number of multisets of ranks of ``count`` cards to come."""
    return float(np.diff(draws().starts)[count])


@cache
def _flush_boards(count: int, needed: int) -> float:
    """Return about how many boards of ``count`` cards to come contain at least ``needed`` cards of a given suit."""
    ranks, sets = np.diff(draws().starts), np.diff(draws().set_starts)
    return float(sum(sets[k] * ranks[count - k] for k in range(max(needed, 0), count + 1))) * 0.6
