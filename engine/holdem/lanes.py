"""The order in which the boards of a flop or a turn are visited, and the table of all hands on them.

See ``engine.kernels.holdem.lanes``. On the turn the boards are the cards. On the flop they are the pairs of cards in
*rounds*, as in a tournament: a round has every card once (but for one, if their number is odd), and all rounds together
every pair once. Neighbours differ much in rank.
"""

from functools import cached_property
from math import comb, gcd

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS
from engine.kernels.holdem.high import KEY_START
from engine.kernels.holdem.lanes import QUAD, Lanes, fill_lanes
from engine.tables import high_tables

NO_BOARD = -1
GOLDEN_RATIO = 0.381966
PRIME = 53
"""Greater than the number of cards: see :func:`pair_keys`."""


def pair_keys() -> NDArray[np.uint64]:
    """Return a key for each card, uint64[52], such that no two pairs of cards have the same sum.

    These are 2 p k + (k^2 mod p) for a prime p: the sum of two tells k + l and k^2 + l^2 modulo p, hence k and l
    (Erdos and Turan, 1941).
    """
    cards = np.arange(52)
    keys = (2 * PRIME * cards + cards * cards % PRIME).astype(np.uint64)
    keys.setflags(write=False)  # as in the tables that they stand in for: kernels are compiled again for others
    return keys


def rounds(size: int, to_come: int) -> NDArray[np.int64]:
    """Return the boards of ``to_come`` (1 or 2) of ``size`` cards by rounds, int64[rounds, boards, to_come].

    Cards are counted from 0. The last boards of a round may be missing (all ``NO_BOARD``), so that it fills quads.
    """
    boards = _cards(size) if to_come == 1 else _pairs(size)
    missing = -boards.shape[1] % QUAD
    return np.pad(boards, ((0, 0), (0, missing), (0, 0)), constant_values=NO_BOARD)


def _cards(size: int) -> NDArray[np.int64]:
    return _order(size)[None, :, None]


def _pairs(size: int) -> NDArray[np.int64]:
    """Return the rounds of the circle method: in round r the places r - k and r + k meet."""
    odd = size - 1 + size % 2
    turn, apart = np.arange(odd)[:, None], np.arange(1, (odd + 1) // 2)
    pairs = np.stack([(turn + apart) % odd, (turn - apart) % odd], axis=2)
    if size % 2 == 0:
        alone = np.stack([turn, np.full_like(turn, odd)], axis=2)
        pairs = np.concatenate([pairs, alone], axis=1)
    found: NDArray[np.int64] = _order(size)[pairs]
    return found


def _order(size: int) -> NDArray[np.int64]:
    """Return the cards in an order in which neighbours are far apart, int64[size]."""
    step = max((s for s in range(1, size + 1) if gcd(s, size) == 1), key=lambda s: -abs(s - GOLDEN_RATIO * size))
    return np.arange(size, dtype=np.int64) * step % size


class BoardLanes:
    """The boards that can follow ``board``, of the cards ``deck`` int64[n], in quads.

    ``hands``: how many hands of two cards a tuple takes from the deck; ``folded``: no seat shows some of them down.
    """

    def __init__(self, board: tuple[int, ...], deck: NDArray[np.intp], hands: int, *, folded: bool = False) -> None:
        self._folded = folded
        self._board, self._deck = list(board), deck
        self._to_come = 5 - len(board)
        self._left = len(deck) - 2 * hands

    @property
    def quads(self) -> int:
        """How many quads there are."""
        return len(self.boards) // QUAD

    @cached_property
    def cycle(self) -> int:
        """How many quads show every card about once."""
        boards: int = rounds(len(self._deck), self._to_come).shape[1]
        return boards // QUAD

    @property
    def open(self) -> float:
        """How many lanes of a quad a tuple of hands leaves open, on average."""
        return comb(self._left, self._to_come) / self.quads

    @cached_property
    def boards(self) -> NDArray[np.int64]:
        """The cards to come by lanes, int64[lanes, to come], ``NO_BOARD`` where there is none."""
        found = rounds(len(self._deck), self._to_come).reshape(-1, self._to_come)
        return np.where(found == NO_BOARD, NO_BOARD, self._deck[found])

    @cached_property
    def table(self) -> Lanes:
        """The values of all combos on all boards."""
        tables, missing = high_tables(), self.boards[:, 0] == NO_BOARD
        cards = np.hstack(
            [self.boards, np.broadcast_to(np.array(self._board, np.int64), (len(self.boards), len(self._board)))]
        )
        keys = KEY_START + tables.keys[cards].sum(axis=1, dtype=np.uint64)
        suits = np.where(missing, ~np.uint64(0), np.bitwise_or.reduce(tables.bits[cards], axis=1))
        values = np.zeros((len(COMBOS), len(self.boards)), np.uint16)
        fill_lanes(
            keys, suits, tables.keys[COMBOS].sum(axis=1, dtype=np.uint64),
            np.bitwise_or.reduce(tables.bits[COMBOS], axis=1), tables, values,
        )  # fmt: skip
        sums = pair_keys()[COMBOS].sum(axis=1)
        combos = np.zeros(int(sums.max()) + 1, np.uint16)
        combos[sums] = np.arange(len(COMBOS))
        places = np.zeros(int(pair_keys().max()) + 1, np.uint16)
        if self._to_come == 1:
            lanes = np.flatnonzero(~missing)
            places[pair_keys()[self.boards[lanes, 0]]] = lanes
        return Lanes(values, values.view(np.int64), suits, combos, places, self._folded)


def no_lanes() -> Lanes:
    """Return the table of no boards."""
    u = np.uint16
    return Lanes(
        np.zeros((0, 0), u), np.zeros((0, 0), np.int64), np.zeros(0, np.uint64), np.zeros(0, u), np.zeros(0, u), False
    )
