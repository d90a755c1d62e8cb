"""Exact details of mixed tables, all from one more sweep: by combo, by next card, by flop."""

from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE
from engine.holdem.branches import CardSets, flop_numbers, flop_places
from engine.holdem.deck import to_come
from engine.holdem.mixed import MixedJob, mixed_job
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import SuitGroup, suit_group
from engine.jobs import Guard
from engine.tables import high_tables

PARTS = 64
BOARD_SIZE = 5
NOTHING = 1e-11
"""A smaller share is what rounding leaves of nothing."""

Array = NDArray[np.float64]
Numbers = tuple[Array, Array]
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

    def matrix_parts(self) -> list["partial[Array]"]:
        """Return parts for :meth:`matrix`; each returns float64[seats, 2, 1326], pots won and weights of the deals."""
        return [partial(self._by_combo, chunks) for chunks in self._chunks()]

    def matrix(self, found: list[Array]) -> Numbers:
        """Return the share of each combo in its range and its equity, float64[seats, 1326]."""
        won, met = np.mean([np.sum(found, axis=0)[:, :, maps] for maps in self._group.combos], axis=0).transpose(
            1, 0, 2
        )
        own = self._job.setup.weights
        each = np.divide(met, own, out=np.zeros_like(met), where=own > 0)
        held = each > NOTHING * each.max(axis=1, keepdims=True)
        return np.where(held, met, 0.0) / (met * held).sum(axis=1, keepdims=True), _equity(won, met, held)

    def card_parts(self) -> list["partial[Array]"]:
        """Return parts for :meth:`cards`; each returns float64[52, seats + 1]: by next card the pots that each seat
        wins, then the weight of the deals."""
        return [partial(self._by_cards, chunks, 1, np.arange(DECK_SIZE), DECK_SIZE) for chunks in self._chunks()]

    def cards(self, found: list[Array]) -> Numbers:
        """Return the weight of each next card, float64[52], and the equities with it, float64[52, seats]."""
        total, cards = np.sum(found, axis=0), np.arange(DECK_SIZE)
        moved = [cards & ~3 | perm.astype(np.int64)[cards & 3] for perm in self._group.suits]
        return self._numbers(np.mean([total[to] for to in moved], axis=0))

    def pair_parts(self, sets: CardSets) -> list["partial[Array]"]:
        """Return parts for :meth:`flops` likewise, ``sets`` being the pairs of a turn and a river; each returns
        float64[pairs, seats + 1]."""
        low, high = sets.cards.T
        places = np.full(DECK_SIZE * (DECK_SIZE - 1) // 2, -1)
        places[high * (high - 1) // 2 + low] = sets.orbit_of
        return [partial(self._by_cards, chunks, 2, places, len(sets.firsts)) for chunks in self._chunks()]

    def flop_parts(self, sets: CardSets) -> list["partial[Array]"]:
        """Return parts for :meth:`flops`, ``sets`` being the flops; each returns float64[flops, seats + 1]: by flop the
        pots that each seat wins, then the weight of the deals."""
        places = flop_places(sets)
        count = int(places.max()) + 1
        return [partial(self._by_cards, chunks, 3, places, count) for chunks in self._chunks()]

    def flops(self, found: list[Array]) -> Numbers:
        """Return the weights of the flops (or pairs of cards) up to suits and the equities on them, float64[flops,
        seats]."""
        return self._numbers(np.sum(found, axis=0))

    def _chunks(self) -> list[range]:
        count = self._job.chunks
        return [range(part, count, PARTS) for part in range(min(PARTS, count))]

    @staticmethod
    def _numbers(total: Array) -> Numbers:
        possible = total[:, -1:] > NOTHING * total[:, -1].max()
        return np.where(possible, total[:, -1:], 0.0)[:, 0], _equity(total[:, :-1], total[:, -1:], possible)

    def _by_combo(self, chunks: range) -> Array:
        total: Array = np.zeros((self._seats, 2, len(COMBOS)))
        for chunk in chunks:
            self._guard()
            total += self._job.by_combo(self._job.sweep(chunk, by_combo=True))
        return total

    def _by_cards(self, chunks: range, size: int, places: NDArray[np.int64], count: int) -> Array:
        """Return what the seats win and what all deals weigh by the next ``size`` cards, float64[count, seats + 1].

        ``places`` is the number of each set of cards (see :func:`_set_numbers`). Each of the sets of cards to come of
        a board is as likely to come first.
        """
        known = self._job.setup.board
        total: Array = np.zeros((count, self._seats + 1))
        for chunk in chunks:
            self._guard()
            swept = self._job.sweep(chunk, by_board=True)
            cards = _cards_to_come(swept.words, known)
            columns = [*swept.branch.rows, len(swept.tally)]
            values = swept.branch.weight * swept.by_board[:, columns]
            sets = list(combinations(range(to_come(self._job.setup)), size))
            for chosen in sets:
                at = places[_set_numbers(cards[:, list(chosen)])]
                for column in range(self._seats + 1):
                    total[:, column] += np.bincount(at, values[:, column], count) / len(sets)
        return total


def _equity(won: Array, met: Array, possible: NDArray[np.bool_]) -> Array:
    """Return ``won`` in terms of ``met``, between 0 and 1; 0 where it is not ``possible``."""
    equity = np.divide(won, met, out=np.zeros_like(won), where=possible)
    return np.clip(equity, 0.0, 1.0)


def _cards_to_come(words: NDArray[np.uint64], known: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the cards of each board but the ``known`` ones, ascending, int64[boards, cards to come]."""
    bits = high_tables().bits.copy()
    bits[list(known)] = 0
    return np.nonzero(words[:, None] & bits)[1].reshape(len(words), BOARD_SIZE - len(known))


def _set_numbers(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of sets of one to three cards, given in ascending order: as ``deal_details.flop_number``."""
    if cards.shape[1] == 1:
        return cards[:, 0]
    if cards.shape[1] == 2:
        return np.asarray(cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0])
    return flop_numbers(cards)
