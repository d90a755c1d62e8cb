"""States of a razz contest (``razz.contest``) packed into integers, and the state to which the next rank leads.

A contest goes through the ranks from the ace up and keeps, for all seats together, only the facts that can decide who
wins. A state has four fields of three bits for each seat: the number of its different ranks so far; the position of its
first and of its second pair among all seats' pairs, from the lowest (0: no pair); and the position of its ranks among
the seats that are comparable with it.
"""

import numpy as np

from engine.arrays import I8, I32, I64
from engine.kernels.jit import inlined, lean_kernel

SEAT_BITS = 12
RANKS, FIRST, SECOND, ORDER = range(4)
FIELD_BITS = 3
FIELDS = 4
MAX_RANKS = 4
"""A seat with more different ranks is complete: it has five."""

RACE, PAIRED = 5, 0
"""The kinds of contests: the lowest five different ranks win; the best paired hand wins, with any number of ranks. A
number 4, 3 or 2 means the best hand with exactly that many different ranks."""

OUT = 7
"""Instead of the first pair: this seat cannot win."""

EMPTY = -1
"""A free cell of a hash table."""


@inlined
def _unpack(code: np.int64, seats: int, fields: I64) -> None:
    """Write the fields of a state to ``fields`` int64[4, seats]."""
    for seat in range(seats):
        bits = code >> np.int64(SEAT_BITS * seat)
        for field in range(FIELDS):
            fields[field, seat] = (bits >> np.int64(FIELD_BITS * field)) & np.int64(7)


@inlined
def _pack(seats: int, fields: I64) -> np.int64:
    """Return the state with ``fields`` int64[4, seats]."""
    code = np.int64(0)
    for seat in range(seats):
        for field in range(FIELDS):
            code |= fields[field, seat] << np.int64(SEAT_BITS * seat + FIELD_BITS * field)
    return code


@inlined
def _dense_ranks(seats: int, keys: I64, positions: I64) -> None:
    """Write dense ranks of ``keys`` to ``positions``, so that equal situations get equal states.

    0 stays 0, ``OUT`` stays ``OUT``, and any other key becomes 1 + the number of smaller positive keys.
    """
    for seat in range(seats):
        position = min(keys[seat], OUT)
        if 0 < position < OUT:
            position = 1
            for other in range(seats):
                position += int(0 < keys[other] < keys[seat])
        positions[seat] = position


@inlined
def _winners(seats: int, fields: I64, has_rank: I64) -> int:
    """Return the mask of the seats that get their fifth rank with the current one and had the lowest ranks before."""
    best, winners = 8, 0
    for seat in range(seats):
        if fields[RANKS, seat] + has_rank[seat] > MAX_RANKS:
            if fields[ORDER, seat] < best:
                best, winners = fields[ORDER, seat], 0
            if fields[ORDER, seat] == best:
                winners |= 1 << seat
    return winners


@inlined
def _pair_up(seats: int, kinds: I8, top: int, fields: I64, keys: I64) -> None:
    """Update the positions of first and second pairs for the current rank, which is the highest so far.

    A second pair only matters if three ranks win, or if any number of ranks wins.
    """
    newest = seats + 1
    for seat in range(seats):
        second = fields[SECOND, seat]
        if second == 0 and kinds[seat] > 1 and fields[FIRST, seat] > 0:
            second = newest
        counts = top == MAX_RANKS - 1 or (top == PAIRED and fields[RANKS, seat] < MAX_RANKS)
        keys[seat] = second if counts and fields[FIRST, seat] != OUT else 0
    _dense_ranks(seats, keys, fields[SECOND])
    for seat in range(seats):
        keys[seat] = newest if fields[FIRST, seat] == 0 and kinds[seat] > 1 else fields[FIRST, seat]
    _dense_ranks(seats, keys, fields[FIRST])


@inlined
def _order(seats: int, top: int, fields: I64, has_rank: I64, keys: I64) -> None:
    """Update the order of the seats: those with the current rank, the highest so far, come after those without it.

    Only seats with equally many ranks and the same pairs are compared: for others the order is decided later by higher
    ranks, or by the pairs. (If any number of ranks wins, a second pair can turn out to be irrelevant.)
    """
    for seat in range(seats):
        keys[seat] = fields[ORDER, seat] + has_rank[seat] * (seats + 1)
    for seat in range(seats):
        position = 0
        for other in range(seats):
            equal = fields[RANKS, seat] == fields[RANKS, other] and fields[FIRST, seat] == fields[FIRST, other]
            equal = equal and (top == PAIRED or fields[SECOND, seat] == fields[SECOND, other])
            position += int(equal and fields[FIRST, seat] != OUT and keys[other] < keys[seat])
        fields[ORDER, seat] = position


@inlined
def _drop_losers(seats: int, top: int, fields: I64, keys: I64) -> None:
    """Mark the seats that cannot win any more once one seat has ``top`` ranks, hence all its cards.

    The best of such seats can only be beaten by seats that already have lower pairs and still reach ``top`` ranks: with
    the same pairs, a rank that is yet to come is higher and therefore worse.
    """
    best = 1 << 20
    for seat in range(seats):
        keys[seat] = 1 << 20
        if fields[FIRST, seat] > 0 and (top != MAX_RANKS - 1 or fields[SECOND, seat] > 0):
            keys[seat] = fields[SECOND, seat] * 64 + fields[FIRST, seat] * 8
        if fields[RANKS, seat] == top and fields[FIRST, seat] != OUT:
            best = min(best, keys[seat] + fields[ORDER, seat])
    if best == 1 << 20:
        return
    for seat in range(seats):
        complete = fields[RANKS, seat] == top and keys[seat] + fields[ORDER, seat] == best
        if not complete and (fields[RANKS, seat] == top or keys[seat] >= best - best % 8):
            fields[FIRST, seat] = OUT
        if complete or fields[FIRST, seat] == OUT:
            fields[ORDER, seat] = 0
    for field in (SECOND, FIRST):
        for seat in range(seats):
            keys[seat] = 0 if fields[FIRST, seat] == OUT and field == SECOND else fields[field, seat]
        _dense_ranks(seats, keys, fields[field])


@inlined
def _advance(code: np.int64, seats: int, kinds: I8, later: I64, top: int, work: I64) -> np.int64:
    """Return the state after the next rank, or -1 - outcome if the contest ends.

    ``kinds`` int8[seats]: how many cards of the rank each seat has (0, 1, 2 or more). ``top``: what wins (see
    :data:`RACE`). If that is fewer than five ranks, a seat with more ranks, its ``later`` int64[seats] ones included,
    ends the contest with outcome 0. ``work`` int64[6, seats] is work space.
    """
    fields, has_rank, keys = work[:FIELDS], work[FIELDS], work[FIELDS + 1]
    _unpack(code, seats, fields)
    limit = MAX_RANKS if top == PAIRED else min(top, MAX_RANKS)
    over = False
    for seat in range(seats):
        has_rank[seat] = int(kinds[seat] > 0)
        over |= fields[RANKS, seat] + has_rank[seat] + later[seat] * int(top != RACE) > limit
    if over:
        return np.int64(-1 - _winners(seats, fields, has_rank) if top == RACE else -1)
    for seat in range(seats):
        fields[RANKS, seat] += has_rank[seat]
    if top != RACE:
        _pair_up(seats, kinds, top, fields, keys)
    _order(seats, top, fields, has_rank, keys)
    if top not in (RACE, PAIRED):
        _drop_losers(seats, top, fields, keys)
    return _pack(seats, fields)


@lean_kernel
def explore(
    first: int,
    last: int,
    codes: I64,
    kinds: I8,
    later: I64,
    top: int,
    work: I64,
    following: I32,
    table: I32,
    states: I64,
    count: int,
) -> int:
    """Find the next state for each kind of ``kinds`` int8[k, seats] from the states ``codes[first:last]`` (int64[n]).

    Output: ``following`` int32[k, states]: the number of the next state, or -1 - outcome. States get numbers in the
    order in which they are met: ``states`` int64[n] has them, ``count`` of which are known already; ``table``
    int32[2**b] finds their numbers by a hash with linear probing (``EMPTY``: no state). Returns the new number of
    states, or -1 if ``states`` might have no room for the next states of one more state. See :func:`_advance` for
    ``later`` int64[seats], ``top`` and ``work`` int64[6, seats].
    """
    seats, mask = kinds.shape[1], len(table) - 1
    for state in range(first, last):
        if count + len(kinds) > len(states):
            return -1
        for kind in range(len(kinds)):
            code = _advance(codes[state], seats, kinds[kind], later, top, work)
            if code < 0:
                following[kind, state] = code
                continue
            # Fibonacci hashing: the bits 32 and up of the product are well mixed.
            at = np.int64((np.uint64(code) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & mask
            while table[at] != EMPTY and states[table[at]] != code:
                at = (at + 1) & mask
            if table[at] == EMPTY:
                table[at] = count
                states[count] = code
                count += 1
            following[kind, state] = table[at]
    return count
