"""States of a razz contest (``razz.contest``) packed into integers, and where a rank leads from each of them.

A state has twelve bits for each seat: its different ranks so far, the places of its first and of its second pair among
the seats (0: none), and its place in the order of the ranks held; three bits each.
"""

import numpy as np

from engine.arrays import I8, I32, I64
from engine.kernels.jit import inlined, lean_kernel

SEAT_BITS = 12
RANKS, FIRST, SECOND, ORDER = range(4)
FIELD_BITS = 3
FIELDS = 4
MOST_RANKS = 4
"""A seat with more of them is done."""

RACE, PAIRED = 5, 0
"""What wins: five different ranks; any number below. Else that very number of ranks, 4, 3 or 2."""

OUT = 7
"""In place of the first pair: this seat cannot win."""

EMPTY = -1
"""In a hash table: no state here."""


@inlined
def _unpack(code: np.int64, seats: int, now: I64) -> None:
    """Fill ``now`` int64[4, seats]."""
    for seat in range(seats):
        bits = code >> np.int64(SEAT_BITS * seat)
        for field in range(FIELDS):
            now[field, seat] = (bits >> np.int64(FIELD_BITS * field)) & np.int64(7)


@inlined
def _pack(seats: int, now: I64) -> np.int64:
    code = np.int64(0)
    for seat in range(seats):
        for field in range(FIELDS):
            code |= now[field, seat] << np.int64(SEAT_BITS * seat + FIELD_BITS * field)
    return code


@inlined
def _places(seats: int, keys: I64, places: I64) -> None:
    """Fill ``places``: 0 where the key is 0, ``OUT`` where it is that, else 1 + the number of smaller positive keys."""
    for seat in range(seats):
        place = min(keys[seat], OUT)
        if 0 < place < OUT:
            place = 1
            for other in range(seats):
                place += int(0 < keys[other] < keys[seat])
        places[seat] = place


@inlined
def _winners(seats: int, now: I64, held: I64) -> int:
    """Return the mask of the seats that get their fifth rank now and had the lowest ranks before."""
    best, winners = 8, 0
    for seat in range(seats):
        if now[RANKS, seat] + held[seat] > MOST_RANKS:
            if now[ORDER, seat] < best:
                best, winners = now[ORDER, seat], 0
            if now[ORDER, seat] == best:
                winners |= 1 << seat
    return winners


@inlined
def _pair_up(seats: int, kinds: I8, top: int, now: I64, keys: I64) -> None:
    """Note who holds a first or a second pair now; the second one counts with three ranks."""
    behind = seats + 1
    for seat in range(seats):
        second = now[SECOND, seat]
        if second == 0 and kinds[seat] > 1 and now[FIRST, seat] > 0:
            second = behind
        counts = top == MOST_RANKS - 1 or (top == PAIRED and now[RANKS, seat] < MOST_RANKS)
        keys[seat] = second if counts and now[FIRST, seat] != OUT else 0
    _places(seats, keys, now[SECOND])
    for seat in range(seats):
        keys[seat] = behind if now[FIRST, seat] == 0 and kinds[seat] > 1 else now[FIRST, seat]
    _places(seats, keys, now[FIRST])


@inlined
def _order(seats: int, top: int, now: I64, held: I64, keys: I64) -> None:
    """Order the seats anew: whoever holds the new rank, the highest so far, comes behind those who do not.

    Only seats with equally many ranks and the same pairs are compared: others differ higher up, or by the pairs. (Where
    any number of ranks wins, a second pair may turn out not to count.)
    """
    for seat in range(seats):
        keys[seat] = now[ORDER, seat] + held[seat] * (seats + 1)
    for seat in range(seats):
        place = 0
        for other in range(seats):
            alike = now[RANKS, seat] == now[RANKS, other] and now[FIRST, seat] == now[FIRST, other]
            alike = alike and (top == PAIRED or now[SECOND, seat] == now[SECOND, other]) and now[FIRST, seat] != OUT
            place += int(alike and keys[other] < keys[seat])
        now[ORDER, seat] = place


@inlined
def _drop_losers(seats: int, top: int, now: I64, keys: I64) -> None:
    """Mark the seats that cannot win any more once one has ``top`` ranks, hence all its cards.

    The best of such seats is beaten only by those that have paired lower ranks already and still get to ``top``: the
    same pairs with a rank yet to come are worse.
    """
    best = 1 << 20
    for seat in range(seats):
        keys[seat] = 1 << 20
        if now[FIRST, seat] > 0 and (top != MOST_RANKS - 1 or now[SECOND, seat] > 0):
            keys[seat] = now[SECOND, seat] * 64 + now[FIRST, seat] * 8
        if now[RANKS, seat] == top and now[FIRST, seat] != OUT:
            best = min(best, keys[seat] + now[ORDER, seat])
    if best == 1 << 20:
        return
    for seat in range(seats):
        complete = now[RANKS, seat] == top and keys[seat] + now[ORDER, seat] == best
        if not complete and (now[RANKS, seat] == top or keys[seat] >= best - best % 8):
            now[FIRST, seat] = OUT
        if complete or now[FIRST, seat] == OUT:
            now[ORDER, seat] = 0
    for field in (SECOND, FIRST):
        for seat in range(seats):
            keys[seat] = 0 if now[FIRST, seat] == OUT and field == SECOND else now[field, seat]
        _places(seats, keys, now[field])


@inlined
def _advance(code: np.int64, seats: int, kinds: I8, later: I64, top: int, room: I64) -> np.int64:
    """Return the state behind a rank of which the seats hold ``kinds`` (0, 1, 2 or more), or -1 - outcome.

    ``top``: what wins. Where that is fewer than five ranks, seats with more, their ``later`` ones included, are of no
    interest: outcome 0. ``room`` int64[6, seats] is work space.
    """
    now, held, keys = room[:FIELDS], room[FIELDS], room[FIELDS + 1]
    _unpack(code, seats, now)
    limit = MOST_RANKS if top == PAIRED else min(top, MOST_RANKS)
    over = False
    for seat in range(seats):
        held[seat] = int(kinds[seat] > 0)
        over |= now[RANKS, seat] + held[seat] + later[seat] * int(top != RACE) > limit
    if over:
        return np.int64(-1 - _winners(seats, now, held) if top == RACE else -1)
    for seat in range(seats):
        now[RANKS, seat] += held[seat]
    if top != RACE:
        _pair_up(seats, kinds, top, now, keys)
    _order(seats, top, now, held, keys)
    if top not in (RACE, PAIRED):
        _drop_losers(seats, top, now, keys)
    return _pack(seats, now)


@lean_kernel
def explore(
    first: int,
    last: int,
    codes: I64,
    kinds: I8,
    later: I64,
    top: int,
    room: I64,
    following: I32,
    table: I32,
    found: I64,
    count: int,
) -> int:
    """Say where every kind of ``kinds`` int8[k, seats] leads from the states ``codes[first:last]``.

    ``following`` int32[k, states] gets the number of the next state or -1 - outcome. The states met get numbers in
    ``found`` int64[.], of which ``count`` are known already; ``table`` int32[2**b] finds them by a hash (``EMPTY``: no
    state). Returns their number, or -1 when ``found`` might not take those of one more state. See :func:`_advance` for
    ``later`` int64[seats], ``top`` and ``room``.
    """
    seats, mask = kinds.shape[1], len(table) - 1
    for state in range(first, last):
        if count + len(kinds) > len(found):
            return -1
        for kind in range(len(kinds)):
            code = _advance(codes[state], seats, kinds[kind], later, top, room)
            if code < 0:
                following[kind, state] = code
                continue
            at = np.int64((np.uint64(code) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & mask
            while table[at] != EMPTY and found[table[at]] != code:
                at = (at + 1) & mask
            if table[at] == EMPTY:
                table[at] = count
                found[count] = code
                count += 1
            following[kind, state] = table[at]
    return count
