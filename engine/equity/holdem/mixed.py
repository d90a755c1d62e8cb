"""Exact, for any table: lists the tuples of hands with few combos and sweeps all boards for up to four other ranges.

One more sweep gives the details by combo, by next card and by flop.
"""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from math import comb, prod

import numpy as np

from engine.arrays import F64, I16, I64, U64, Bools
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.equity.holdem.board_chunks import BoardChunks
from engine.equity.holdem.card_sets import CardSets, flop_numbers, flop_orbits
from engine.equity.holdem.disjoint import countable, disjoint_hands
from engine.equity.holdem.estimates import estimates, made_categories
from engine.equity.holdem.range_roles import make_range_roles, mixed_board_cost
from engine.equity.holdem.setup import HoldemSetup, available, hands, to_come
from engine.equity.holdem.symmetry import SuitGroup, TupleList, suit_group
from engine.equity.jobs import CancelCheck, Tally, never_cancelled
from engine.equity.results import Estimate
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.holdem.mixed import sweep_mixed
from engine.kernels.holdem.mixed_work import MAX_RANGES, RangeRoles, new_mixed_work
from engine.kernels.tables import high_tables

MAX_TUPLES = 600
"""With more tuples of known hands, up to suits, there is no room to prepare each of them."""

MAX_COUNTED_TUPLES = 40
"""Up to this many tuples the cost is computed for each; beyond, it is estimated, which takes no time."""

CHUNK_COST = 5e6
"""Nanoseconds of a chunk: boards that allow a flush cost up to twice the mean."""

COST_OF_TUPLE = 1.2e6
COST_OF_MULTISET = 2_000.0
"""Nanoseconds of one core of the reference machine; most of those of a tuple are Python's."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownHandsBranch:
    """One tuple of the known hands, ``combos`` int16[known], for all tuples of its orbit, whose total weight is
    ``weight``.

    ``rows``: the row of each active seat in the tally of the kernel. ``boards``: the boards that the tuple leaves
    possible.
    """

    combos: I16
    weight: float
    roles: RangeRoles
    rows: list[int]
    boards: BoardChunks


@dataclass(frozen=True, slots=True, eq=False)
class ChunkSums:
    """The sums of one chunk of boards, not yet multiplied by the weight of its branch.

    ``tally``, ``by_combo`` and ``by_board`` are those of ``kernels.holdem.mixed.sweep_mixed``; the last two are empty
    unless requested. ``words`` uint64[boards] are the boards.
    """

    branch: KnownHandsBranch
    tally: F64
    by_combo: F64
    by_board: F64
    words: U64


class MixedJob:
    """Any number of seats and folded ranges, all but four of them ``known`` (:class:`engine.equity.jobs.ExactJob`).

    ``known``: the numbers of the hands (active seats, then folded ranges) whose tuples of combos are listed and
    computed one after another. The tally: float64[seats, seats + 9], shares by the number of others and categories;
    then, for a single active seat with at least three cards on the board, float64[9], its made hands on this board.
    """

    def __init__(
        self,
        setup: HoldemSetup,
        group: SuitGroup,
        known: tuple[int, ...],
        check_cancelled: CancelCheck = never_cancelled,
        chunk_cost: float = CHUNK_COST,
    ) -> None:
        self.setup = setup
        self.known = known
        self._group, self._check_cancelled, self._chunk_cost = group, check_cancelled, chunk_cost
        self._seats = len(setup.weights)
        self._made = made_categories(setup)

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        if _tuples(self.setup, self.known, self._group) > MAX_COUNTED_TUPLES:
            return rough_cost(self.setup, self._group, self.known)
        return sum(COST_OF_TUPLE + branch.boards.operations for branch in self._branches)

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self._chunks)

    def compute(self, chunk: int) -> Tally:
        """Return the tally of one chunk of the boards of one tuple."""
        swept = self.sweep(chunk, by_combo=self._made is not None)
        tally = swept.branch.weight * swept.tally[swept.branch.rows].ravel()
        if self._made is None:
            return tally
        return np.concatenate([tally, np.bincount(self._made, self.by_combo(swept)[0, 1], CATEGORIES)])

    def sweep(self, chunk: int, *, by_combo: bool = False, by_board: bool = False) -> ChunkSums:
        """Return the sums of one chunk, by combo or by board only if requested."""
        branch, board_chunk = self._chunks[chunk]
        # The arguments of the kernel about the boards, of which the third is the words of the boards.
        rows = branch.boards.rows(board_chunk)
        words = rows[2]
        work = new_mixed_work(branch.roles, self._seats)
        tally = np.zeros_like(work.board)
        combos = room_by_combo(len(branch.roles.tasks) if by_combo else 0)
        boards = np.zeros((len(words), len(tally) + 1 if by_board else 0))
        sweep_mixed(*rows, branch.roles, high_tables(), work, tally, combos, boards)
        return ChunkSums(branch, tally, combos[:, :, : len(COMBOS)], boards, words)

    def by_combo(self, swept: ChunkSums) -> F64:
        """Return the pots won by each combo of each active seat, and the weight of its deals, float64[seats, 2, 1326].

        Only one tuple of each orbit is computed, so that only the mean over the suit group is the true value.
        """
        result = np.zeros((self._seats, 2, len(COMBOS)))
        particular = dict(zip(self.known, swept.branch.combos, strict=True))
        for seat, row in enumerate(swept.branch.rows):
            if seat in particular:
                shares, categories = np.split(swept.tally[row], [self._seats])
                result[seat, :, particular[seat]] = (shares / np.arange(1, self._seats + 1)).sum(), categories.sum()
            else:
                result[seat] = swept.by_combo[row] * self.setup.weights[seat]
        return swept.branch.weight * result

    def deals(self) -> int:
        """Return the number of deals with positive weight."""
        possible = hands(self.setup) > 0
        boards = comb(int(available(self.setup).sum()) - 2 * len(possible), to_come(self.setup))
        if len(possible) <= MAX_RANGES:
            return disjoint_hands(*possible) * boards
        others = np.delete(possible, self.known, axis=0)
        result = 0
        for combos, size in zip(self._listed.tuples, self._listed.orbits, strict=True):
            self._check_cancelled()
            result += int(size) * disjoint_hands(*(others & _free(combos)))
        return result * boards

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats. Rounding errors below 0 become 0."""
        size = self._seats * (self._seats + CATEGORIES)
        by_seat = np.maximum(tally[:size].reshape(self._seats, -1), 0.0)
        made = None if self._made is None else tally[size:]
        return estimates(by_seat[:, : self._seats], by_seat[:, self._seats :], np.zeros(self._seats), made)

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(tally[self._seats : self._seats + CATEGORIES].sum())

    @cached_property
    def _listed(self) -> TupleList:
        """The tuples of combos of the known hands, one for each orbit."""
        listed = TupleList(hands(self.setup)[list(self.known)], self._group.combos, self._check_cancelled)
        listed.go_on()
        return listed

    @cached_property
    def _branches(self) -> list[KnownHandsBranch]:
        """One branch for each listed tuple that leaves all other hands a combo; a single one if there are no known
        hands."""
        if not self.known:
            branch = self._branch(np.zeros(0, np.int16), 1.0)
            return [] if branch is None else [branch]
        listed, result = self._listed, []
        for combos, product, size in zip(listed.tuples, listed.products, listed.orbits, strict=True):
            self._check_cancelled()
            branch = self._branch(combos, float(product) * int(size))
            if branch is not None:
                result.append(branch)
        return result

    def _branch(self, combos: I16, weight: float) -> KnownHandsBranch | None:
        """Return the branch of one tuple, or None if it leaves another hand no combo."""
        setup, free = self.setup, _free(combos)
        active = [seat for seat in range(self._seats) if seat not in self.known]
        folded = [i for i in range(len(setup.folded)) if self._seats + i not in self.known]
        weights, others = setup.weights[active] * free, setup.folded[folded] * free
        if not (weights.any(axis=1).all() and others.any(axis=1).all()):
            return None
        # From here on the cards of the known hands are dead, and only permutations that leave them unchanged remain.
        particular = {seat: COMBOS[combo] for seat, combo in zip(self.known, combos, strict=True) if seat < self._seats}
        roles, tasks = make_range_roles(weights, others, list(particular.values()))
        rows = [*tasks, *range(len(roles.tasks), len(roles.tasks) + len(particular))]
        row_of_seat = dict(zip([*active, *particular], rows, strict=True))
        rest = replace(setup, dead=(*setup.dead, *(int(card) for card in COMBOS[combos].ravel())))
        group = self._group.keeping((self._group.combos[:, combos] == combos).all(axis=1))
        boards = BoardChunks(rest, group, mixed_board_cost(roles), COST_OF_MULTISET, self._chunk_cost)
        return KnownHandsBranch(combos, weight, roles, [row_of_seat[seat] for seat in range(self._seats)], boards)

    @cached_property
    def _chunks(self) -> list[tuple[KnownHandsBranch, int]]:
        """The branch of each chunk of the job, and the number of its chunk of boards."""
        return [(branch, chunk) for branch in self._branches for chunk in range(len(branch.boards.chunks))]


def room_by_combo(tasks: int) -> F64:
    """Return room for the sums of each combo of ``tasks`` tasks, float64[tasks, 2, 1327].

    The kernel also adds a 0 for each card paired with itself; for the last card that entry follows the last combo.
    """
    return np.zeros((tasks, 2, len(COMBOS) + 1))


def mixed_job(setup: HoldemSetup, group: SuitGroup, check_cancelled: CancelCheck = never_cancelled) -> MixedJob | None:
    """Return the job with the cheapest choice of known hands, or None if no choice is possible.

    The hands with the fewest combos are known: all hands but four at least, and every hand with a single combo.
    """
    all_hands = hands(setup)
    sizes = (all_hands > 0).sum(axis=1)
    by_size = [int(hand) for hand in np.argsort(sizes, kind="stable")]
    min_known = max(len(by_size) - MAX_RANGES, int((sizes == 1).sum()))
    choices = [tuple(sorted(by_size[:count])) for count in range(min_known, len(by_size))]
    choices = [known for known in choices if _tuples(setup, known, group) <= MAX_TUPLES]
    known = min(choices, key=lambda known: rough_cost(setup, group, known), default=None)
    if known is None or not countable(np.delete(all_hands, known, axis=0)):
        return None
    return MixedJob(setup, group, known, check_cancelled)


def rough_cost(setup: HoldemSetup, group: SuitGroup, known: tuple[int, ...]) -> float:
    """Estimate the cost of a job with these ``known`` hands."""
    seats = len(setup.weights)
    active = [seat for seat in range(seats) if seat not in known]
    folded = [i for i in range(len(setup.folded)) if seats + i not in known]
    roles, _ = make_range_roles(setup.weights[active], setup.folded[folded], [])
    boards = comb(int(available(setup).sum()) - 2 * len(known), to_come(setup))
    tuples = prod(float(size) for size in (hands(setup)[list(known)] > 0).sum(axis=1))
    return max(tuples / group.order, 1.0) * COST_OF_TUPLE + max(tuples * boards / group.order, 1.0) * mixed_board_cost(
        roles
    )


def _tuples(setup: HoldemSetup, known: tuple[int, ...], group: SuitGroup) -> float:
    """Return about how many tuples of the ``known`` hands there are, up to suits."""
    return prod(float(size) for size in (hands(setup)[list(known)] > 0).sum(axis=1)) / group.order


def _free(combos: I16) -> Bools:
    """Return the combos that share no card with any of ``combos``, bool[1326]."""
    used = np.uint64(card_mask(COMBOS[combos].ravel().tolist()))
    return np.asarray((COMBO_MASKS & used) == 0)


PARTS = 64
BOARD_SIZE = 5
ZERO_TOLERANCE = 1e-11
"""Values below this share of the largest one are rounding errors of 0."""

Numbers = tuple[F64, F64]
"""Weights and equities: by combo float64[seats, 1326] each, otherwise float64[n] and float64[n, seats]."""


class MixedDetails:
    """The details of ``setup`` by the sweeps of ``job``. Their parts can be computed in any order."""

    def __init__(self, job: MixedJob, group: SuitGroup, check_cancelled: CancelCheck) -> None:
        self._job = job
        self._group = group
        self._check_cancelled = check_cancelled
        self._seats = len(job.setup.weights)

    @classmethod
    def of(cls, setup: HoldemSetup, check_planning: CancelCheck, check_cancelled: CancelCheck) -> "MixedDetails | None":
        """Return the details of ``setup``, or None if no job fits; ``check_cancelled`` is called by their parts."""
        group = suit_group(setup)
        job = mixed_job(setup, group, check_planning)
        return None if job is None else cls(job, group, check_cancelled)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._job.operations

    def matrix_parts(self) -> list["partial[F64]"]:
        """Return the parts for :meth:`matrix`; each returns float64[seats, 2, 1326], pots won and weights of the
        deals."""
        return [partial(self._by_combo, chunks) for chunks in self._chunks()]

    def matrix(self, parts: list[F64]) -> Numbers:
        """Return the probability of each combo of each range and its equity, float64[seats, 1326] each."""
        total = np.sum(parts, axis=0)
        # The sweep visits one board of each orbit of suits: the mean over the suit permutations is the true value.
        won, met = np.mean([total[:, :, maps] for maps in self._group.combos], axis=0).transpose(1, 0, 2)
        weights = self._job.setup.weights
        # Rounding errors of 0 are recognised without the combo's own weight, which may be tiny.
        per_weight = np.divide(met, weights, out=np.zeros_like(met), where=weights > 0)
        possible = per_weight > ZERO_TOLERANCE * per_weight.max(axis=1, keepdims=True)
        return np.where(possible, met, 0.0) / (met * possible).sum(axis=1, keepdims=True), _equity(won, met, possible)

    def card_parts(self) -> list["partial[F64]"]:
        """Return the parts for :meth:`cards`.

        Each returns float64[52, seats + 1], for each next card: the pots that each seat wins, then the weight of the
        deals.
        """
        return [partial(self._by_cards, chunks, 1, np.arange(DECK_SIZE), DECK_SIZE) for chunks in self._chunks()]

    def cards(self, parts: list[F64]) -> Numbers:
        """Return the weight of each next card, float64[52], and the equities with it, float64[52, seats]."""
        total, cards = np.sum(parts, axis=0), np.arange(DECK_SIZE)
        moved = [cards & ~3 | perm.astype(np.int64)[cards & 3] for perm in self._group.suits]
        return self._numbers(np.mean([total[to] for to in moved], axis=0))

    def pair_parts(self, sets: CardSets) -> list["partial[F64]"]:
        """Return the parts for :meth:`flops` if ``sets`` are pairs of turn and river; each returns float64[pairs, seats
        + 1]."""
        orbit_of = np.full(DECK_SIZE * (DECK_SIZE - 1) // 2, -1)
        orbit_of[flop_numbers(sets.cards)] = sets.orbit_of
        return [partial(self._by_cards, chunks, 2, orbit_of, len(sets.firsts)) for chunks in self._chunks()]

    def flop_parts(self, sets: CardSets) -> list["partial[F64]"]:
        """Return the parts for :meth:`flops` if ``sets`` are flops.

        Each returns float64[flops, seats + 1], for each flop: the pots that each seat wins, then the weight of the
        deals.
        """
        orbit_of = flop_orbits(sets)
        count = int(orbit_of.max()) + 1
        return [partial(self._by_cards, chunks, 3, orbit_of, count) for chunks in self._chunks()]

    def flops(self, parts: list[F64]) -> Numbers:
        """Return the weights of the flops (or pairs of cards) up to suits, float64[flops], and the equities,
        float64[flops, seats]."""
        return self._numbers(np.sum(parts, axis=0))

    def _chunks(self) -> list[range]:
        """Return the chunks of the job of each part; every part gets chunks from all over the list, so they take
        equally long."""
        count = self._job.chunks
        return [range(first, count, PARTS) for first in range(min(PARTS, count))]

    @staticmethod
    def _numbers(total: F64) -> Numbers:
        """Return weights and equities of ``total`` float64[n, seats + 1]: pots won, then the weight of the deals."""
        possible = total[:, -1:] > ZERO_TOLERANCE * total[:, -1].max()
        return np.where(possible, total[:, -1:], 0.0)[:, 0], _equity(total[:, :-1], total[:, -1:], possible)

    def _by_combo(self, chunks: range) -> F64:
        """Return the pots won and the weights of the deals by combo, float64[seats, 2, 1326], over ``chunks``."""
        total: F64 = np.zeros((self._seats, 2, len(COMBOS)))
        for chunk in chunks:
            self._check_cancelled()
            total += self._job.by_combo(self._job.sweep(chunk, by_combo=True))
        return total

    def _by_cards(self, chunks: range, size: int, orbit_of: I64, count: int) -> F64:
        """Return the pots of each seat and the weight of all deals by the next ``size`` cards, float64[count, seats +
        1].

        ``orbit_of`` is the orbit of each set of cards, by :func:`flop_numbers`. A board is added to all sets of
        ``size`` of its cards to come, because each of them is equally likely to come first.
        """
        known = self._job.setup.board
        total: F64 = np.zeros((count, self._seats + 1))
        for chunk in chunks:
            self._check_cancelled()
            swept = self._job.sweep(chunk, by_board=True)
            # Find the cards to come of each board: the cards whose bit is in its word, except the known ones.
            bits = high_tables().bits.copy()
            bits[list(known)] = 0
            cards = np.nonzero(swept.words[:, None] & bits)[1].reshape(len(swept.words), BOARD_SIZE - len(known))
            columns = [*swept.branch.rows, len(swept.tally)]
            values = swept.branch.weight * swept.by_board[:, columns]
            sets = list(combinations(range(to_come(self._job.setup)), size))
            for columns_of_set in sets:
                orbits = orbit_of[flop_numbers(cards[:, list(columns_of_set)])]
                for column in range(self._seats + 1):
                    total[:, column] += np.bincount(orbits, values[:, column], count) / len(sets)
        return total


def _equity(won: F64, met: F64, possible: Bools) -> F64:
    """Return ``won`` divided by ``met``, clipped to 0 to 1; 0 if not ``possible``."""
    equity = np.divide(won, met, out=np.zeros_like(won), where=possible)
    return np.clip(equity, 0.0, 1.0)
