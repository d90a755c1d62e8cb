"""The choices of the seats of a razz table, prepared for dealing (see ``kernels.razz.draws``).

Seats are joined two by two into blocks. A block lists the different multisets of cards that its seats can take
together, which are far fewer than the tuples of their hands, and for each of them the ways in which its two halves can
share it. Drawing a multiset of the block by its weight in the deck, and then the shares downwards, draws from the joint
distribution without any rejection. Seats are joined as long as the lists stay short; at most tables everything is one
block. Of two blocks the longer one looks ahead: its multisets are weighted by the ways of the other in the remaining
deck, so that only the other has to try again. If the blocks of a tight table would reject nearly every draw, the seats
draw in turn and the trials are weighted.

Cards are dealt from a circle of shuffled cards at *marks*, positions on the circle (``kernels.razz.circle``). Any marks
give fair deals; their choice decides how much two trials of one turn have in common. The best marks put the cards of a
hand at different distances on the circle, so that each pair of cards meets in it at most once in a turn.
"""

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64, I64
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.razz.setup import RazzSetup, falling
from engine.equity.razz.tuples import NO_SLOT, count_slots
from engine.kernels.razz.draws import Aliases, DealTable, fill_ahead, fill_aliases

OWN_DISTANCE_COST, ANY_DISTANCE_COST = 8, 1
"""The costs of a distance between two marks of a hand that this hand, or any hand, has between two other marks already.
"""


@cache
def free_marks(size: int, common: int, hands: tuple[int, ...]) -> I64:
    """Return int64[size], the marks of a circle of ``size`` cards: ``common`` of them for common cards, then those for
    the cards of each of ``hands``, then the rest. They are chosen greedily, one after the other; common cards count as
    cards of every hand."""
    random, free, shared = Random(size), list(range(size)), list[int]()
    all_distances, marks = np.zeros(size, np.int64), list[int]()
    for hand, cards in enumerate((common, *hands)):
        own_distances, own = np.zeros(size, np.int64), list(shared)
        for _ in range(cards):
            # Of all free positions take the one whose distances to the marks of this hand are used least so
            # far, by this hand above all.
            random.shuffle(free)
            distances = (np.array(free)[:, None] - np.array(own, dtype=np.int64)) % size
            cost = (OWN_DISTANCE_COST * own_distances + ANY_DISTANCE_COST * all_distances)[distances].sum(axis=1)
            mark = free.pop(int(np.argmin(cost)))
            for other in own:
                for distance in ((mark - other) % size, (other - mark) % size):
                    own_distances[distance] += 1
                    all_distances[distance] += 1
            own.append(mark)
            marks.append(mark)
        shared = own if hand == 0 else shared
    return np.array([*marks, *sorted(free)], dtype=np.int64)


RANKS = 13
MAX_SHARES = 1 << 20
"""The maximum number of ways to share that a join may list: about a tenth of a second and twenty megabytes."""

MAX_LOOK_AHEAD_PAIRS = 1 << 25
"""The maximum number of pairs of entries of two last blocks for one to look ahead to the other: a tenth of a second."""

PILOT_DRAWS = 4096

NANOSECONDS_PER_DRAW = 30.0
NANOSECONDS_PER_ENTRY = 2.5
IN_TURN_HANDICAP = 3.0
"""Drawing in turn must be cheaper by this factor: weighted trials carry less information and have no control variates.
"""

BITS = 4 * np.arange(RANKS)
"""The lowest bit of the count of each rank in the code of a multiset. A count has four bits, of which the highest is
free."""

SPARE = int((8 << BITS).sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Some seats, with the different multisets that they take together: ``codes`` int64[n], and their weights ``ways``,
    without those of the deck.

    For a joined block the ways to share multiset k are ``starts[k] .. starts[k + 1]``: ``first`` and ``second`` are the
    numbers of the multisets of its two ``halves``, ``shares`` the weights.
    """

    seats: tuple[int, ...]
    codes: I64
    ways: F64
    halves: tuple["_Block", "_Block"] | None = None
    starts: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    first: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    second: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    shares: F64 = field(default_factory=lambda: np.zeros(0))

    @property
    def taken(self) -> I64:
        """int64[n, 13]: the multisets."""
        return np.asarray(self.codes[:, None] >> BITS & 15)

    def nodes(self) -> list["_Block"]:
        """Return this block and all blocks that it is made of; halves come after the block itself."""
        result = [self]
        for block in result:
            result.extend(block.halves or ())
        return result


def _joined(one: _Block, other: _Block, live: I64) -> _Block | None:
    """Return the block of both, or None if they cannot be dealt together."""
    codes = one.codes[:, None] + other.codes
    # All 13 comparisons with the deck in one: adding 7 - live sets the free bit of a rank if more than ``live``
    # cards of it are taken.
    i, j = np.nonzero((codes + int(((7 - live) << BITS).sum())) & SPARE == 0)
    if not len(i):
        return None
    result, group = np.unique(codes[i, j], return_inverse=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    i, j, group = i[order], j[order], group.reshape(-1)[order]
    shares = one.ways[i] * other.ways[j]
    ways = np.bincount(group, weights=shares, minlength=len(result)).astype(np.float64)
    starts = np.searchsorted(group, np.arange(len(result) + 1))
    return _Block(
        seats=one.seats + other.seats,
        codes=result,
        ways=ways,
        halves=(one, other),
        starts=starts,
        first=i,
        second=j,
        shares=shares,
    )


def _probabilities(block: _Block, live: I64) -> F64:
    """Return float64[n]: the probabilities of the multisets if the block has the deck for itself."""
    weights = block.ways * falling(live, block.taken)
    return np.asarray(weights / weights.sum())


def deal_table(setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> tuple[DealTable, float]:
    """Return the table to deal from and the nanoseconds that drawing the choices of a trial takes. ``check_cancelled``
    is called between the steps."""
    choosers = [(i, seat) for i, seat in enumerate((*setup.active, *setup.folded)) if seat.choices.any()]
    alone = [_Block((i,), (seat.choices << BITS).sum(axis=1), seat.ways) for i, seat in choosers]
    blocks = _blocks(alone, setup.live, check_cancelled)
    check_cancelled()
    ahead = len(blocks) == 2 and len(blocks[0].codes) * len(blocks[1].codes) <= MAX_LOOK_AHEAD_PAIRS
    acceptance, nodes = _acceptance(blocks, setup.live), sum(len(block.nodes()) for block in blocks)
    # The cost of rejection grows with 1 / acceptance, that of drawing in turn with the length of the lists.
    cost = NANOSECONDS_PER_DRAW * (nodes + (1 if ahead else len(blocks)) / acceptance)
    cost_in_turn = NANOSECONDS_PER_ENTRY * sum(len(block.codes) for block in alone)
    in_turn = len(blocks) > 1 and IN_TURN_HANDICAP * cost_in_turn < cost
    if in_turn:
        return _table(setup, alone, in_turn=True, ahead=False), cost_in_turn
    return _table(setup, blocks[::-1], in_turn=False, ahead=ahead), cost


def _blocks(alone: list[_Block], live: I64, check_cancelled: CancelCheck) -> list[_Block]:
    """Join the two shortest lists again and again, as long as there are at most ``MAX_SHARES`` ways to share."""
    blocks = sorted(alone, key=lambda block: len(block.codes))
    while len(blocks) > 1 and len(blocks[0].codes) * len(blocks[1].codes) <= MAX_SHARES:
        check_cancelled()
        joined = _joined(blocks[0], blocks[1], live)
        if joined is None:
            break
        blocks = sorted([joined, *blocks[2:]], key=lambda block: len(block.codes))
    return blocks


def _acceptance(blocks: list[_Block], live: I64) -> float:
    """Estimate the share of tuples that rejection accepts. The random numbers are always the same: the way of drawing
    must not depend on the seed."""
    if len(blocks) < 2:
        return 1.0
    random = np.random.default_rng(0)
    remaining = np.repeat(live[None, :], PILOT_DRAWS, axis=0)
    accepted = np.ones(PILOT_DRAWS)
    for block in blocks:
        taken = block.taken[random.choice(len(block.ways), PILOT_DRAWS, p=_probabilities(block, live))]
        accepted *= falling(remaining, taken) / falling(live, taken)
        remaining = np.maximum(remaining - taken, 0)
    return max(float(accepted.mean()), 1e-9)


def _table(setup: RazzSetup, blocks: list[_Block], *, in_turn: bool, ahead: bool) -> DealTable:
    """Return the arrays that the kernels deal from, with the nodes of all ``blocks`` one after the other."""
    active, bits = setup.active, 1 << np.arange(RANKS)
    known = np.array([seat.known for seat in active])
    # Kernels take flat arrays: every node of a block has a number, and ``*_starts`` give the bounds of its rows.
    nodes = [node for block in blocks for node in block.nodes()]
    numbers = {id(node): i for i, node in enumerate(nodes)}
    seat_of = [node.seats[0] if node.halves is None and node.seats[0] < len(active) else -1 for node in nodes]
    hands = [known[seat] + node.taken for seat, node in zip(seat_of, nodes, strict=True) if seat >= 0]
    halves = [[numbers[id(half)] for half in node.halves or ()] or [-1, -1] for node in nodes]
    sizes = iter(len(counts) for counts in hands)
    weights, cards = [_probabilities(block, setup.live) for block in blocks], _cards_left(setup)
    starts = _starts([len(block.codes) for block in blocks])
    taken = _concatenated([block.taken for block in blocks], np.int8).reshape(-1, RANKS)
    share_starts, shares = _shares(nodes)
    slots, chances = count_slots(taken).astype(np.uint8), _concatenated(weights, np.float64)
    if ahead:
        split, ahead_of = int(starts[1]), np.zeros(int(starts[1]))
        scratch_space = np.zeros(RANKS, np.int64), np.ones(NO_SLOT + 1)
        fill_ahead(blocks[0].taken, slots[split:], chances[split:], setup.live, *scratch_space, ahead_of)
        chances[:split] *= ahead_of
    return DealTable(
        seen=(known > 0) @ bits,
        twice=(known > 1) @ bits,
        free=np.array([seat.free for seat in active]),
        live=setup.live,
        shared=setup.community,
        marks=free_marks(cards, int(setup.community), tuple(seat.free for seat in active)),
        homes=_homes(setup, cards, [p @ block.taken for p, block in zip(weights, blocks, strict=True)]),
        each=1,
        in_turn=in_turn,
        ahead=ahead,
        starts=starts,
        taken=taken,
        slots=slots,
        weights=chances,
        draws=_aliases(chances, starts),
        nodes=_starts([len(block.nodes()) for block in blocks]),
        halves=np.array(halves, dtype=np.int64).reshape(-1, 2),
        share_rows=_starts([len(node.starts) for node in nodes]),
        share_starts=share_starts,
        shares=_aliases(shares, share_starts),
        first=_concatenated([node.first for node in nodes], np.int32),
        second=_concatenated([node.second for node in nodes], np.int32),
        seats=np.array(seat_of, dtype=np.int64),
        mask_starts=_starts([next(sizes) if seat >= 0 else 0 for seat in seat_of]),
        member_seen=_concatenated([(counts > 0) @ bits for counts in hands], np.uint16),
        member_twice=_concatenated([(counts > 1) @ bits for counts in hands], np.uint16),
    )


def _cards_left(setup: RazzSetup) -> int:
    """Return how many cards the choices leave in the deck. All choices of a seat have equally many cards."""
    return int(setup.live.sum() - sum(seat.choices[0].sum() for seat in (*setup.active, *setup.folded)))


def _homes(setup: RazzSetup, cards: int, taken: list[F64]) -> I64:
    """Return int64[13], adding up to ``cards``: about how many cards of each rank are left on average if the blocks
    take ``taken``, float64[13] each. Rounded by largest remainders."""
    remaining = np.maximum(setup.live - np.sum([np.zeros(RANKS), *taken], axis=0), 0.0)
    remaining *= cards / max(float(remaining.sum()), 1.0)
    homes = np.floor(remaining).astype(np.int64)
    homes[np.argsort(homes - remaining, kind="stable")[: cards - int(homes.sum())]] += 1
    return np.asarray(homes)


def _shares(nodes: list[_Block]) -> tuple[I64, F64]:
    """Return the bounds of the ways to share every multiset of every node, and the weights of these ways."""
    rows, offset = [np.zeros(0, np.int64)], 0
    for node in nodes:
        rows.append(node.starts + offset)
        offset += len(node.shares)
    return np.concatenate(rows), _concatenated([node.shares for node in nodes], np.float64)


def _aliases(weights: F64, starts: I64) -> Aliases:
    """Return the alias tables of the ``weights`` between each two of ``starts`` (Walker 1977), for drawing in constant
    time."""
    aliases = Aliases(np.zeros(len(weights)), np.zeros(len(weights), np.int32))
    longest = int(np.diff(starts).max(initial=1))
    fill_aliases(weights, starts, np.zeros(longest, np.int64), np.zeros(longest, np.int64), *aliases)
    return aliases


def _starts(sizes: list[int]) -> I64:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _concatenated(parts: list[NDArray[Any]], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, dtype), *(part.astype(dtype).reshape(-1) for part in parts)])
