"""The choices of the seats of a razz table, made ready for dealing (see ``kernels.razz_draws``).

Seats are put together in blocks as long as a block keeps few entries, because a block is exact by itself:
most tables are one block and no draw is ever rejected. Where the blocks of a tight table would reject nearly
every draw, they draw in turn and the trials are weighted.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernels.razz_draws import Table, fill_alias
from engine.razz.setup import RazzSeat, RazzSetup

RANKS = 13
MOST_ENTRIES = 1 << 16
PILOT_DRAWS = 4096
NO_SLOT = 5 * RANKS

NANOSECONDS_PER_DRAW = 40.0
NANOSECONDS_PER_ENTRY = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Entries of some seats together: cards ``taken`` int64[n, 13], the entry of each seat, and
    coefficients.
    """

    seats: tuple[int, ...]
    taken: NDArray[np.int64]
    picks: NDArray[np.int64]
    ways: NDArray[np.float64]

    def joined(self, other: "_Block", live: NDArray[np.int64]) -> "_Block":
        """Return the pairs of entries that ``live`` allows."""
        taken = self.taken[:, None, :] + other.taken[None, :, :]
        i, j = np.nonzero((taken <= live).all(axis=2))
        return _Block(
            self.seats + other.seats,
            taken[i, j],
            np.concatenate([self.picks[i], other.picks[j]], axis=1),
            self.ways[i] * other.ways[j],
        )

    def probabilities(self, live: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return float64[n]: how likely the entries are when the block has the deck for itself."""
        weights = self.ways * _falling(live, self.taken)
        return np.asarray(weights / weights.sum())


def _falling(live: NDArray[np.int64], taken: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the products over ranks of the falling factorials (live)_taken, over the last axis; 0 beyond
    ``live``.
    """
    ways = np.ones(np.broadcast_shapes(live.shape, taken.shape))
    for k in range(4):
        ways *= np.where(taken > k, np.maximum(live - k, 0), 1)
    product: NDArray[np.float64] = ways.prod(axis=-1)
    return product


def deal_table(setup: RazzSetup) -> tuple[Table, float]:
    """Return the table to deal and the nanoseconds that a trial's choices take."""
    active = setup.active
    choosers = [(i, seat) for i, seat in enumerate((*active, *setup.folded)) if seat.choices.any()]
    blocks = _blocks(choosers, setup.live, MOST_ENTRIES)
    cost = NANOSECONDS_PER_DRAW * len(blocks) / _acceptance(blocks, setup.live)
    alone = _blocks(choosers, setup.live, 0)
    cost_in_turn = NANOSECONDS_PER_ENTRY * sum(len(block.ways) for block in alone)
    in_turn = len(blocks) > 1 and 2 * cost_in_turn < cost
    if in_turn:
        blocks, cost = alone, cost_in_turn
    known = np.array([seat.known for seat in active])
    bits = 1 << np.arange(RANKS)
    seen, twice = (known > 0) @ bits, (known > 1) @ bits
    sizes = [len(block.ways) for block in blocks]
    weights = _concatenated([block.probabilities(setup.live) for block in blocks], np.float64)
    keep, other = np.zeros(len(weights)), np.zeros(len(weights), np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    for begin, end in pairwise(starts):
        fill_alias(weights[begin:end], keep[begin:end], other[begin:end])
    taken = _concatenated([block.taken for block in blocks], np.int8).reshape(-1, RANKS)
    members = [[i for i in block.seats if i < len(active)] for block in blocks]
    held = [
        known[i] + active[i].choices[block.picks[:, block.seats.index(i)]]
        for block, inside in zip(blocks, members, strict=True)
        for i in inside
    ]
    return Table(
        seen=seen,
        twice=twice,
        free=np.array([seat.free for seat in active]),
        live=setup.live,
        shared=setup.community,
        in_turn=in_turn,
        starts=starts,
        taken=taken,
        slots=_slots(taken),
        weights=weights,
        keep=keep,
        other=other,
        seat_starts=np.concatenate([[0], np.cumsum([len(inside) for inside in members])]).astype(np.int64),
        members=np.array([i for inside in members for i in inside], dtype=np.int64),
        mask_starts=np.concatenate([[0], np.cumsum([len(counts) for counts in held])]).astype(np.int64),
        member_seen=_concatenated([(counts > 0) @ bits for counts in held], np.uint16),
        member_twice=_concatenated([(counts > 1) @ bits for counts in held], np.uint16),
    ), cost


def _slots(taken: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Return uint8[n, width]: 5 * rank + count for the ranks taken, padded with ``NO_SLOT``."""
    width = int((taken > 0).sum(axis=1).max(initial=0))
    slots = np.where(taken > 0, 5 * np.arange(RANKS) + taken, NO_SLOT)
    return np.sort(slots, axis=1)[:, :width].astype(np.uint8)


def _concatenated(parts: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, dtype), *(part.astype(dtype).reshape(-1) for part in parts)])


def _blocks(choosers: list[tuple[int, RazzSeat]], live: NDArray[np.int64], most: int) -> list[_Block]:
    """Join seats, the smallest first, while a block has at most ``most`` entries."""
    single = [_Block((i,), seat.choices, np.arange(len(seat.ways))[:, None], seat.ways) for i, seat in choosers]
    single.sort(key=lambda block: len(block.ways))
    blocks: list[_Block] = []
    for block in single:
        if blocks and len(blocks[-1].ways) * len(block.ways) <= most:
            joined = blocks[-1].joined(block, live)
            if len(joined.ways):
                blocks[-1] = joined
                continue
        blocks.append(block)
    return blocks


def _acceptance(blocks: list[_Block], live: NDArray[np.int64]) -> float:
    """Estimate the share of tuples that rejection accepts, always from the same random numbers."""
    if len(blocks) < 2:
        return 1.0
    random = np.random.default_rng(0)
    left = np.repeat(live[None, :], PILOT_DRAWS, axis=0)
    accepted = np.ones(PILOT_DRAWS)
    for block in blocks:
        taken = block.taken[random.choice(len(block.ways), PILOT_DRAWS, p=block.probabilities(live))]
        accepted *= _falling(left, taken) / _falling(live, taken)
        left = np.maximum(left - taken, 0)
    return max(float(accepted.mean()), 1e-9)
