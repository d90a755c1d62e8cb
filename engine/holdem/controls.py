"""The control variates of sampled hold'em on a flop or a turn: see ``engine.kernels.holdem.controls``.

With p the mean of what a hand of any two cards counts (1 if it is weaker than the leader's, 1/2 if it is equal), and q
that of the product of two, k hands that count s together, and t the products of all two of them, make up, to second
order, the share of the pot

    p^k + p^(k - 1) (s - k p) + p^(k - 2) (t - (k - 1) p s + k (k - 1) / 2 p^2),

whose mean is p^k + p^(k - 2) k (k - 1) / 2 (q - p^2).
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE
from engine.holdem.lanes import NO_BOARD, BoardLanes, pair_keys
from engine.kernels.holdem.controls import Controls, count_weaker
from engine.kernels.holdem.high import card_bits
from engine.kernels.holdem.showdown import BLOCKED

MOST_PLACES = 1 << 16
"""Hands of a range times boards: to count for more would take longer than it spares."""

Array = NDArray[np.float64]


def no_controls() -> Controls:
    """Return the controls of a table that has none."""
    i, u = np.zeros(0, np.int64), np.zeros(0, np.uint16)
    return Controls(np.zeros((0, 0, 0)), i.reshape(0, 0), np.zeros(0), i, i, u, 0, u, np.uint64(0))


@dataclass(frozen=True, slots=True, eq=False)
class ControlledTable:
    """A table on a flop or a turn with one seat at most that has a range, beside known hands and any two cards.

    ``boards`` that can follow, from the cards ``deck`` int64[n]; ``known``: the combos of the seats that hold one only;
    ``ranged``: the weights of the seat with a range, float64[1326] (no entry: there is none); ``against`` int64[k]: the
    seats that may hold any two cards.
    """

    boards: BoardLanes
    deck: NDArray[np.intp]
    known: dict[int, int]
    ranged: dict[int, NDArray[np.float64]]
    against: NDArray[np.intp]

    @property
    def pays(self) -> bool:
        """Whether a seat leads at least three others, and there is not too much to count.

        Against two nothing would be left to chance but the floor of the error, and such tables are solved exactly.
        """
        leading = len(self.known) + len(self.ranged)
        places = len(self._combos) * len(self.boards.boards) if self.ranged else 0
        return leading > 0 and len(self.ranged) <= 1 and len(self.against) > 2 and places <= MOST_PLACES

    def controls(self, shift: int) -> Controls:
        """Return the controls; the keys of rests tell the cards of the board behind ``shift`` bits."""
        seats = np.array([*self.known, *self.ranged], dtype=np.int64)
        values = self._values()
        leads, first = values.max(axis=0), values.argmax(axis=0)
        open_ = (values[-1] != BLOCKED) & (self.boards.boards[:, 0] != NO_BOARD)
        alone = open_ & ((values == leads).sum(axis=0) == 1)
        leaders = np.where(alone, seats[first], seats[0])
        table, mean = _shares(*self._chances(np.where(open_, leads, np.uint16(0))), len(self.against))
        weights = open_ * (next(iter(self.ranged.values()))[self._combos] if self.ranged else np.ones(1))[:, None]
        gained = np.bincount(leaders[alone], (weights * mean)[alone], len(seats) + len(self.against))
        rows = np.zeros(len(COMBOS), np.uint16)
        rows[self._combos] = np.arange(len(self._combos))
        return Controls(
            table * alone[:, :, None], leaders, gained / weights.sum(), seats, self.against.astype(np.int64), rows,
            next(iter(self.ranged), 0), _places(self.boards), np.uint64(shift),
        )  # fmt: skip

    @property
    def _combos(self) -> NDArray[np.intp]:
        """The combos of the seat with a range."""
        return np.flatnonzero(next(iter(self.ranged.values()))) if self.ranged else np.zeros(0, np.intp)

    def _values(self) -> NDArray[np.uint16]:
        """Return the values of the hands that may lead, uint16[seats, rows, lanes], that with a range last."""
        values = self.boards.table.values
        own = values[self._combos] if self.ranged else np.zeros((1, values.shape[1]), np.uint16)
        rows = [np.broadcast_to(values[combo], own.shape) for combo in self.known.values()]
        return np.stack([*rows, own] if self.ranged else rows)

    def _chances(self, leads: NDArray[np.uint16]) -> tuple[Array, Array]:
        """Return what a hand counts against ``leads`` and the product of two, on average, float64[rows, lanes] each."""
        live = np.flatnonzero(np.isin(COMBOS, self.deck).all(axis=1))
        bits = np.bitwise_or.reduce(card_bits()[COMBOS], axis=1)
        held = bits[self._combos] if self.ranged else np.zeros(1, np.uint64)
        weaker, pairs = np.zeros(leads.shape, np.int64), np.zeros(leads.shape, np.int64)
        values = np.ascontiguousarray(self.boards.table.values[live].T)
        by_card = np.zeros(DECK_SIZE, np.int64)
        count_weaker(values, COMBOS[live].astype(np.int64), bits[live], leads, held, by_card, weaker, pairs)
        left = len(self.deck) - self.boards.boards.shape[1] - 2 * len(self.ranged)
        return weaker / (2 * comb(left, 2)), pairs / max(4 * comb(left, 2) * comb(left - 2, 2), 1)


def _shares(p: Array, q: Array, k: int) -> tuple[Array, Array]:
    """Return the factors of the share of the pot, float64[rows, lanes, 3], and its mean, float64[rows, lanes].

    ``p``, ``q`` float64[rows, lanes]: the means of what one of ``k`` hands counts, and of the product of two.
    """
    if k == 1:
        return np.stack([np.zeros_like(p), np.ones_like(p), np.zeros_like(p)], axis=2), p
    pairs, two = comb(k, 2), p ** (k - 2)
    factors = np.stack([(1 - k + pairs) * p**k, (2 - k) * p ** (k - 1), two], axis=2)
    return factors, p**k + two * pairs * (q - p**2)


def _places(boards: BoardLanes) -> NDArray[np.uint16]:
    """Return the lane by the sum of the keys of the cards to come, uint16[n]."""
    lanes = np.flatnonzero(boards.boards[:, 0] != NO_BOARD)
    sums = pair_keys()[boards.boards[lanes]].sum(axis=1)
    places = np.zeros(int(sums.max()) + 1, np.uint16)
    places[sums] = lanes
    return places
