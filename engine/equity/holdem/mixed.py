"""Exact, for tables of all kinds: enumerates hands with few combos and sweeps up to four other ranges. One more sweep
gives the details by combo, by next card and by flop."""

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
from engine.equity.holdem.range_roles import board_cost, make_range_roles
from engine.equity.holdem.setup import HoldemSetup, available, hands, to_come
from engine.equity.holdem.symmetry import SuitGroup, TupleList, suit_group
from engine.equity.jobs import Guard, Tally, unguarded
from engine.equity.results import Estimate
from engine.kernels.holdem.high import CATEGORIES
from engine.kernels.holdem.mixed import sweep_mixed
from engine.kernels.holdem.mixed_work import MOST_RANGES, RangeRoles, new_mixed_work
from engine.kernels.tables import high_tables

MOST_TUPLES = 600
"""Tuples of known hands, up to suits, beyond which there is no room to prepare each of them."""

FEW_TUPLES = 40
"""Up to so many tuples their cost is counted, beyond it is estimated, which takes no time."""

CHUNK_COST = 5e6
"""Nanoseconds of a chunk: boards that allow a flush cost up to twice the mean."""

COST_OF_TUPLE = 1.2e6
COST_OF_MULTISET = 2_000.0
"""Nanoseconds of one core of the reference machine; most of the first are Python's."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One tuple of the known hands, standing for an orbit: ``combos`` int16[known]; ``weight``: of the orbit.

    ``rows``: of each active seat, its row in the tally of the kernel.
    """

    combos: I16
    weight: float
    roles: RangeRoles
    rows: list[int]
    boards: BoardChunks


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """The sums of one chunk of boards, not yet times the weight of its branch.

    ``tally``, ``by_combo`` and ``by_board`` are those of ``kernels.holdem.mixed.sweep_mixed``, the last two without
    numbers unless asked for; ``words`` uint64[boards] are the boards.
    """

    branch: Branch
    tally: F64
    by_combo: F64
    by_board: F64
    words: U64


class MixedJob:
    """Any number of active and folded seats (:class:`engine.equity.jobs.ExactJob`), all but four of which are
    ``known``.

    ``known`` numbers the hands (active seats, then folded ones) that are looked at one tuple after another. The tally:
    float64[seats, seats + 9], shares by the number of others and categories, then for a single active seat with three
    cards or more on the board float64[9], what it has made so far.
    """

    def __init__(
        self,
        setup: HoldemSetup,
        group: SuitGroup,
        known: tuple[int, ...],
        guard: Guard = unguarded,
        chunk_cost: float = CHUNK_COST,
    ) -> None:
        self.setup = setup
        self.known = known
        self._group, self._guard, self._chunk_cost = group, guard, chunk_cost
        self._seats = len(setup.weights)
        self._made = made_categories(setup)

    @cached_property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        if _tuples(self.setup, self.known, self._group) > FEW_TUPLES:
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

    def sweep(self, chunk: int, *, by_combo: bool = False, by_board: bool = False) -> Swept:
        """Return all that one chunk gives: see :class:`Swept`."""
        branch, part = self._chunks[chunk]
        rows = branch.boards.rows(part)
        words = rows[2]
        work = new_mixed_work(branch.roles, self._seats)
        tally = np.zeros_like(work.board)
        combos = room_by_combo(len(branch.roles.tasks) if by_combo else 0)
        boards = np.zeros((len(words), len(tally) + 1 if by_board else 0))
        sweep_mixed(*rows, branch.roles, high_tables(), work, tally, combos, boards)
        return Swept(branch, tally, combos[:, :, : len(COMBOS)], boards, words)

    def by_combo(self, swept: Swept) -> F64:
        """Return the winnings of each combo of each active seat, and the weight of its deals, float64[seats, 2, 1326].

        They stand for their orbits: the mean over the group is the truth.
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
        marked = hands(self.setup) > 0
        boards = comb(int(available(self.setup).sum()) - 2 * len(marked), to_come(self.setup))
        if len(marked) <= MOST_RANGES:
            return disjoint_hands(*marked) * boards
        others = np.delete(marked, self.known, axis=0)
        result = 0
        for combos, size in zip(self._listed.tuples, self._listed.orbits, strict=True):
            self._guard()
            result += int(size) * disjoint_hands(*(others & _free(combos)))
        return result * boards

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats. What rounding leaves below zero is zero."""
        size = self._seats * (self._seats + CATEGORIES)
        by_seat = np.maximum(tally[:size].reshape(self._seats, -1), 0.0)
        made = None if self._made is None else tally[size:]
        return estimates(by_seat[:, : self._seats], by_seat[:, self._seats :], np.zeros(self._seats), made)

    def weight(self, tally: Tally) -> float:
        """Return the weight of all deals: the sum of the products of their combos' weights."""
        return float(tally[self._seats : self._seats + CATEGORIES].sum())

    @cached_property
    def _listed(self) -> TupleList:
        listed = TupleList(hands(self.setup)[list(self.known)], self._group.combos, self._guard)
        listed.go_on()
        return listed

    @cached_property
    def _branches(self) -> list[Branch]:
        if not self.known:
            branch = self._branch(np.zeros(0, np.int16), 1.0)
            return [] if branch is None else [branch]
        listed, result = self._listed, []
        for combos, product, size in zip(listed.tuples, listed.products, listed.orbits, strict=True):
            self._guard()
            branch = self._branch(combos, float(product) * int(size))
            if branch is not None:
                result.append(branch)
        return result

    def _branch(self, combos: I16, weight: float) -> Branch | None:
        """Return the branch of one tuple, None where it leaves another hand no combo."""
        setup, free = self.setup, _free(combos)
        active = [seat for seat in range(self._seats) if seat not in self.known]
        folded = [at for at in range(len(setup.folded)) if self._seats + at not in self.known]
        weights, others = setup.weights[active] * free, setup.folded[folded] * free
        if not (weights.any(axis=1).all() and others.any(axis=1).all()):
            return None
        particular = {seat: COMBOS[combo] for seat, combo in zip(self.known, combos, strict=True) if seat < self._seats}
        roles, tasks = make_range_roles(weights, others, list(particular.values()))
        numbers = [*tasks, *range(len(roles.tasks), len(roles.tasks) + len(particular))]
        of_seat = dict(zip([*active, *particular], numbers, strict=True))
        left = replace(setup, dead=(*setup.dead, *(int(card) for card in COMBOS[combos].ravel())))
        group = self._group.keeping((self._group.combos[:, combos] == combos).all(axis=1))
        boards = BoardChunks(left, group, board_cost(roles), COST_OF_MULTISET, self._chunk_cost)
        return Branch(combos, weight, roles, [of_seat[seat] for seat in range(self._seats)], boards)

    @cached_property
    def _chunks(self) -> list[tuple[Branch, int]]:
        return [(branch, part) for branch in self._branches for part in range(len(branch.boards.parts))]


def room_by_combo(tasks: int) -> F64:
    """Return room for what the kernel finds for each combo of so many ``tasks``, float64[tasks, 2, 1327].

    It adds the nothing that a card has together with itself, too: for the last card one place behind the last combo.
    """
    return np.zeros((tasks, 2, len(COMBOS) + 1))


def mixed_job(setup: HoldemSetup, group: SuitGroup, guard: Guard = unguarded) -> MixedJob | None:
    """Return the job with the cheapest choice of known hands, None where none is possible."""
    every = hands(setup)
    sizes = (every > 0).sum(axis=1)
    order = [int(hand) for hand in np.argsort(sizes, kind="stable")]
    fewest = max(len(order) - MOST_RANGES, int((sizes == 1).sum()))
    choices = [tuple(sorted(order[:count])) for count in range(fewest, len(order))]
    choices = [known for known in choices if _tuples(setup, known, group) <= MOST_TUPLES]
    known = min(choices, key=lambda known: rough_cost(setup, group, known), default=None)
    if known is None or not countable(np.delete(every, known, axis=0)):
        return None
    return MixedJob(setup, group, known, guard)


def rough_cost(setup: HoldemSetup, group: SuitGroup, known: tuple[int, ...]) -> float:
    """Return about what a job with these ``known`` hands costs."""
    seats = len(setup.weights)
    active = [seat for seat in range(seats) if seat not in known]
    folded = [at for at in range(len(setup.folded)) if seats + at not in known]
    roles, _ = make_range_roles(setup.weights[active], setup.folded[folded], [])
    boards = comb(int(available(setup).sum()) - 2 * len(known), to_come(setup))
    tuples = prod(float(size) for size in (hands(setup)[list(known)] > 0).sum(axis=1))
    return max(tuples / group.order, 1.0) * COST_OF_TUPLE + max(tuples * boards / group.order, 1.0) * board_cost(roles)


def _tuples(setup: HoldemSetup, known: tuple[int, ...], group: SuitGroup) -> float:
    """Return about how many tuples of the ``known`` hands there are, up to suits."""
    return prod(float(size) for size in (hands(setup)[list(known)] > 0).sum(axis=1)) / group.order


def _free(combos: I16) -> Bools:
    """Return which combos share no card with any of ``combos``, bool[1326]."""
    used = np.uint64(card_mask(COMBOS[combos].ravel().tolist()))
    return np.asarray((COMBO_MASKS & used) == 0)


PARTS = 64
BOARD_SIZE = 5
NOTHING = 1e-11
"""A smaller share is what rounding leaves of nothing."""

Numbers = tuple[F64, F64]
"""Weights and equities: float64[seats, 1326] both by combo, else float64[n] and float64[n, seats]."""


class MixedDetails:
    """The details of ``setup`` by ``job``, in parts that can be computed in any order."""

    def __init__(self, job: MixedJob, group: SuitGroup, guard: Guard) -> None:
        self._job = job
        self._group = group
        self._guard = guard
        self._seats = len(job.setup.weights)

    @classmethod
    def of(cls, setup: HoldemSetup, planning: Guard, guard: Guard) -> "MixedDetails | None":
        """Return the details of ``setup``, None where no job answers it; ``guard`` is for their parts."""
        group = suit_group(setup)
        job = mixed_job(setup, group, planning)
        return None if job is None else cls(job, group, guard)

    @property
    def operations(self) -> float:
        """Cost in nanoseconds of one core of the reference machine."""
        return self._job.operations

    def matrix_parts(self) -> list["partial[F64]"]:
        """Return parts for :meth:`matrix`; each returns float64[seats, 2, 1326], pots won and weights of the deals."""
        return [partial(self._by_combo, chunks) for chunks in self._chunks()]

    def matrix(self, parts: list[F64]) -> Numbers:
        """Return the share of each combo in its range and its equity, float64[seats, 1326]."""
        won, met = np.mean([np.sum(parts, axis=0)[:, :, maps] for maps in self._group.combos], axis=0).transpose(
            1, 0, 2
        )
        own = self._job.setup.weights
        each = np.divide(met, own, out=np.zeros_like(met), where=own > 0)
        held = each > NOTHING * each.max(axis=1, keepdims=True)
        return np.where(held, met, 0.0) / (met * held).sum(axis=1, keepdims=True), _equity(won, met, held)

    def card_parts(self) -> list["partial[F64]"]:
        """Return parts for :meth:`cards`; each returns float64[52, seats + 1]: by next card the pots that each seat
        wins, then the weight of the deals."""
        return [partial(self._by_cards, chunks, 1, np.arange(DECK_SIZE), DECK_SIZE) for chunks in self._chunks()]

    def cards(self, parts: list[F64]) -> Numbers:
        """Return the weight of each next card, float64[52], and the equities with it, float64[52, seats]."""
        total, cards = np.sum(parts, axis=0), np.arange(DECK_SIZE)
        moved = [cards & ~3 | perm.astype(np.int64)[cards & 3] for perm in self._group.suits]
        return self._numbers(np.mean([total[to] for to in moved], axis=0))

    def pair_parts(self, sets: CardSets) -> list["partial[F64]"]:
        """Return parts for :meth:`flops` likewise, ``sets`` being the pairs of a turn and a river; each returns
        float64[pairs, seats + 1]."""
        low, high = sets.cards.T
        places = np.full(DECK_SIZE * (DECK_SIZE - 1) // 2, -1)
        places[high * (high - 1) // 2 + low] = sets.orbit_of
        return [partial(self._by_cards, chunks, 2, places, len(sets.firsts)) for chunks in self._chunks()]

    def flop_parts(self, sets: CardSets) -> list["partial[F64]"]:
        """Return parts for :meth:`flops`, ``sets`` being the flops; each returns float64[flops, seats + 1]: by flop the
        pots that each seat wins, then the weight of the deals."""
        places = flop_orbits(sets)
        count = int(places.max()) + 1
        return [partial(self._by_cards, chunks, 3, places, count) for chunks in self._chunks()]

    def flops(self, parts: list[F64]) -> Numbers:
        """Return the weights of the flops (or pairs of cards) up to suits and the equities on them, float64[flops,
        seats]."""
        return self._numbers(np.sum(parts, axis=0))

    def _chunks(self) -> list[range]:
        count = self._job.chunks
        return [range(part, count, PARTS) for part in range(min(PARTS, count))]

    @staticmethod
    def _numbers(total: F64) -> Numbers:
        possible = total[:, -1:] > NOTHING * total[:, -1].max()
        return np.where(possible, total[:, -1:], 0.0)[:, 0], _equity(total[:, :-1], total[:, -1:], possible)

    def _by_combo(self, chunks: range) -> F64:
        total: F64 = np.zeros((self._seats, 2, len(COMBOS)))
        for chunk in chunks:
            self._guard()
            total += self._job.by_combo(self._job.sweep(chunk, by_combo=True))
        return total

    def _by_cards(self, chunks: range, size: int, places: I64, count: int) -> F64:
        """Return the seats' winnings and the weight of all deals by the next ``size`` cards, float64[count, seats + 1].

        ``places`` is the number of each set of cards (see :func:`_set_numbers`). Each of the sets of cards to come of
        a board is as likely to come first.
        """
        known = self._job.setup.board
        total: F64 = np.zeros((count, self._seats + 1))
        for chunk in chunks:
            self._guard()
            swept = self._job.sweep(chunk, by_board=True)
            bits = high_tables().bits.copy()
            bits[list(known)] = 0
            cards = np.nonzero(swept.words[:, None] & bits)[1].reshape(len(swept.words), BOARD_SIZE - len(known))
            columns = [*swept.branch.rows, len(swept.tally)]
            values = swept.branch.weight * swept.by_board[:, columns]
            sets = list(combinations(range(to_come(self._job.setup)), size))
            for chosen in sets:
                at = places[_set_numbers(cards[:, list(chosen)])]
                for column in range(self._seats + 1):
                    total[:, column] += np.bincount(at, values[:, column], count) / len(sets)
        return total


def _equity(won: F64, met: F64, possible: Bools) -> F64:
    """Return ``won`` in terms of ``met``, between 0 and 1; 0 where it is not ``possible``."""
    equity = np.divide(won, met, out=np.zeros_like(won), where=possible)
    return np.clip(equity, 0.0, 1.0)


def _set_numbers(cards: I64) -> I64:
    """Return the numbers of sets of one to three cards, given in ascending order: as ``deal_details.flop_number``."""
    if cards.shape[1] == 1:
        return cards[:, 0]
    if cards.shape[1] == 2:
        return np.asarray(cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0])
    return flop_numbers(cards)
