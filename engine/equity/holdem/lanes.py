"""The boards that follow a flop or a turn: the order in which they are visited, the values of all hands on them, and
the control variates (both used by ``engine.kernels.holdem.lanes``).

On the turn a board is one more card. On the flop the boards are pairs of cards in *rounds*, as in a tournament: each
round contains every card once (except one card, if their number is odd), and all rounds together contain every pair
once. Consecutive boards differ much in rank.

Control variates: a hand of any two cards scores 1 if it is weaker than the leader's hand, 1/2 if it is equal, otherwise
0. Let p be the mean score and q the mean of the product of two scores. If s is the sum of the scores of k such hands,
and t the sum of the products of all pairs of them, the leader's share of the pot is, to second order,

    p^k + p^(k - 1) (s - k p) + p^(k - 2) (t - (k - 1) p s + k (k - 1) / 2 p^2),

whose mean is p^k + p^(k - 2) k (k - 1) / 2 (q - p^2).
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb, gcd

import numpy as np

from engine.arrays import F64, I64, U16, U64, Places
from engine.cards import COMBOS, DECK_SIZE
from engine.kernels.holdem.high import KEY_START, card_bits
from engine.kernels.holdem.lanes import QUAD, Controls, Lanes, count_weaker, fill_lanes
from engine.kernels.holdem.showdown import BLOCKED
from engine.kernels.tables import high_tables

NO_BOARD = -1
"""The entry for a missing board at the end of a round."""
GOLDEN_RATIO = 0.381966
PRIME = 53
"""A prime greater than the number of cards: see :func:`pair_keys`."""


def pair_keys() -> U64:
    """Return a key for each card, uint64[52], such that no two pairs of cards have the same sum.

    The key of card k is 2 p k + (k^2 mod p) for a prime p. The sum of two keys determines k + l and k^2 + l^2 modulo p,
    hence k and l (Erdos and Turan, 1941).
    """
    cards = np.arange(52)
    keys = (2 * PRIME * cards + cards * cards % PRIME).astype(np.uint64)
    keys.setflags(write=False)  # as the tables that these keys replace: Numba compiles a kernel again for other arrays
    return keys


def rounds(size: int, to_come: int) -> I64:
    """Return the boards of ``to_come`` (1 or 2) of ``size`` cards in rounds, int64[rounds, boards, to_come].

    Cards are numbered from 0. Missing boards (all ``NO_BOARD``) are appended to a round so that it fills its quads.
    """
    boards = _cards(size) if to_come == 1 else _pairs(size)
    missing = -boards.shape[1] % QUAD
    return np.pad(boards, ((0, 0), (0, missing), (0, 0)), constant_values=NO_BOARD)


def _cards(size: int) -> I64:
    return _order(size)[None, :, None]


def _pairs(size: int) -> I64:
    """Return the rounds of the circle method for tournaments: in round r the positions r - k and r + k meet."""
    odd = size - 1 + size % 2
    turn, distance = np.arange(odd)[:, None], np.arange(1, (odd + 1) // 2)
    pairs = np.stack([(turn + distance) % odd, (turn - distance) % odd], axis=2)
    if size % 2 == 0:  # the card at the centre of the circle meets the one that has no partner in this round
        with_centre = np.stack([turn, np.full_like(turn, odd)], axis=2)
        pairs = np.concatenate([pairs, with_centre], axis=1)
    return np.asarray(_order(size)[pairs])


def _order(size: int) -> I64:
    """Return the cards in an order in which neighbours are far apart, int64[size]."""
    step = max((s for s in range(1, size + 1) if gcd(s, size) == 1), key=lambda s: -abs(s - GOLDEN_RATIO * size))
    return np.arange(size, dtype=np.int64) * step % size


class BoardLanes:
    """The boards that can follow ``board`` with the cards ``deck`` int64[n], four of them (a quad) at a time.

    ``hands``: how many hands a tuple removes from the deck; ``folded``: some of them have folded and do not show down.
    """

    def __init__(self, board: tuple[int, ...], deck: Places, hands: int, *, folded: bool = False) -> None:
        self._folded = folded
        self._board, self._deck = list(board), deck
        self._to_come = 5 - len(board)
        self._deck_size = len(deck) - 2 * hands

    @property
    def quads(self) -> int:
        """The number of quads."""
        return len(self.boards) // QUAD

    @cached_property
    def cycle(self) -> int:
        """The number of quads that contain every card about once."""
        boards: int = rounds(len(self._deck), self._to_come).shape[1]
        return boards // QUAD

    @property
    def open(self) -> float:
        """The mean number of boards of a quad that a tuple of hands leaves possible."""
        return comb(self._deck_size, self._to_come) / self.quads

    @cached_property
    def boards(self) -> I64:
        """The cards to come on each lane, int64[lanes, to come], ``NO_BOARD`` for a missing board."""
        result = rounds(len(self._deck), self._to_come).reshape(-1, self._to_come)
        return np.where(result == NO_BOARD, NO_BOARD, self._deck[result])

    @cached_property
    def table(self) -> Lanes:
        """The values of all combos on all boards, as the kernels use them."""
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
        lane_of_key = np.zeros(int(pair_keys().max()) + 1, np.uint16)
        if self._to_come == 1:
            lanes = np.flatnonzero(~missing)
            lane_of_key[pair_keys()[self.boards[lanes, 0]]] = lanes
        return Lanes(values, values.view(np.int64), suits, combos, lane_of_key, self._folded)


def no_lanes() -> Lanes:
    """Return a table without boards."""
    u = np.uint16
    return Lanes(
        np.zeros((0, 0), u), np.zeros((0, 0), np.int64), np.zeros(0, np.uint64), np.zeros(0, u), np.zeros(0, u), False
    )


MAX_CONTROL_ENTRIES = 1 << 16
"""The largest number of hands of a range times boards: computing controls for more takes longer than they save."""


def no_controls() -> Controls:
    """Return the controls of a table that has none."""
    i, u = np.zeros(0, np.int64), np.zeros(0, np.uint16)
    return Controls(np.zeros((0, 0, 0)), i.reshape(0, 0), np.zeros(0), i, i, u, 0, u, np.uint64(0))


@dataclass(frozen=True, slots=True, eq=False)
class ControlledTable:
    """A table on a flop or a turn in which at most one seat has a range, next to known hands and seats with any two
    cards.

    ``boards``: those that can follow, from the cards ``deck`` int64[n]. ``known``: the combos of the seats that can
    hold only one, by seat. ``ranged``: the weights of the seat with a range, float64[1326], or empty. ``against``
    int64[k]: the seats that may hold any two cards.
    """

    boards: BoardLanes
    deck: Places
    known: dict[int, int]
    ranged: dict[int, F64]
    against: Places

    @property
    def pays(self) -> bool:
        """Whether some hand can lead at least three seats with any two cards, and the means are not too expensive to
        compute.

        Against two such seats the second-order formula is exact, and such tables are computed exactly anyway.
        """
        leading = len(self.known) + len(self.ranged)
        places = len(self._combos) * len(self.boards.boards) if self.ranged else 0
        return leading > 0 and len(self.ranged) <= 1 and len(self.against) > 2 and places <= MAX_CONTROL_ENTRIES

    def controls(self, shift: int) -> Controls:
        """Return the controls. The keys of rests contain the cards of the board above the lowest ``shift`` bits."""
        seats = np.array([*self.known, *self.ranged], dtype=np.int64)
        # For each combo of the range (or one row without a range) and each board: the best of the known hands and the
        # combo leads. Controls are used only if one hand leads alone; a shared lead would need other formulas.
        values = self._values()
        best, first = values.max(axis=0), values.argmax(axis=0)
        possible = (values[-1] != BLOCKED) & (self.boards.boards[:, 0] != NO_BOARD)
        alone = possible & ((values == best).sum(axis=0) == 1)
        leaders = np.where(alone, seats[first], seats[0])
        table, mean = _share_factors(*self._chances(np.where(possible, best, np.uint16(0))), len(self.against))
        weights = possible * (next(iter(self.ranged.values()))[self._combos] if self.ranged else np.ones(1))[:, None]
        gained = np.bincount(leaders[alone], (weights * mean)[alone], len(seats) + len(self.against))
        rows = np.zeros(len(COMBOS), np.uint16)
        rows[self._combos] = np.arange(len(self._combos))
        return Controls(
            table * alone[:, :, None], leaders, gained / weights.sum(), seats, self.against.astype(np.int64), rows,
            next(iter(self.ranged), 0), _lane_of_sum(self.boards), np.uint64(shift),
        )  # fmt: skip

    @property
    def _combos(self) -> Places:
        """The combos of the seat with a range, int64[n]."""
        return np.flatnonzero(next(iter(self.ranged.values()))) if self.ranged else np.zeros(0, np.intp)

    def _values(self) -> U16:
        """Return the values of the hands that may lead, uint16[seats, rows, lanes]; the seat with a range is the
        last."""
        values = self.boards.table.values
        of_range = values[self._combos] if self.ranged else np.zeros((1, values.shape[1]), np.uint16)
        rows = [np.broadcast_to(values[combo], of_range.shape) for combo in self.known.values()]
        return np.stack([*rows, of_range] if self.ranged else rows)

    def _chances(self, leads: U16) -> tuple[F64, F64]:
        """Return the mean score of a random hand against ``leads``, and the mean product of two, float64[rows, lanes]
        each."""
        live = np.flatnonzero(np.isin(COMBOS, self.deck).all(axis=1))
        bits = np.bitwise_or.reduce(card_bits()[COMBOS], axis=1)
        leader_bits = bits[self._combos] if self.ranged else np.zeros(1, np.uint64)
        weaker, pairs = np.zeros(leads.shape, np.int64), np.zeros(leads.shape, np.int64)
        values = np.ascontiguousarray(self.boards.table.values[live].T)
        by_card = np.zeros(DECK_SIZE, np.int64)
        count_weaker(values, COMBOS[live].astype(np.int64), bits[live], leads, leader_bits, by_card, weaker, pairs)
        deck_size = len(self.deck) - self.boards.boards.shape[1] - 2 * len(self.ranged)
        return weaker / (2 * comb(deck_size, 2)), pairs / max(4 * comb(deck_size, 2) * comb(deck_size - 2, 2), 1)


def _share_factors(p: F64, q: F64, k: int) -> tuple[F64, F64]:
    """Return the factors of the leader's share of the pot, float64[rows, lanes, 3], and its mean, float64[rows, lanes].

    They are those of 1, s and t in the formula at the top of this module. ``p``, ``q`` float64[rows, lanes]: the mean
    score of one of ``k`` hands, and the mean product of the scores of two.
    """
    if k == 1:
        return np.stack([np.zeros_like(p), np.ones_like(p), np.zeros_like(p)], axis=2), p
    pairs, power = comb(k, 2), p ** (k - 2)
    factors = np.stack([(1 - k + pairs) * p**k, (2 - k) * p ** (k - 1), power], axis=2)
    return factors, p**k + power * pairs * (q - p**2)


def _lane_of_sum(boards: BoardLanes) -> U16:
    """Return the lane of each board by the sum of the keys of its cards to come, uint16[n]."""
    lanes = np.flatnonzero(boards.boards[:, 0] != NO_BOARD)
    sums = pair_keys()[boards.boards[lanes]].sum(axis=1)
    lane_of_sum = np.zeros(int(sums.max()) + 1, np.uint16)
    lane_of_sum[sums] = lanes
    return lane_of_sum
