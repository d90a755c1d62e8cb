"""Ace-to-five low hands: the best five of seven cards, suits ignored (razz), by table look-up.

Values rank all hands that can be the best five of seven cards, **lower is better**: 0 is 5-4-3-2-A, 1,286 is K-Q-J-T-9,
then one pair, two pair and full house. (Trips never are the best five of seven: two pair is always there before them,
and a full house before quads.)

Seven cards are two 13-bit masks, ace bit 0: the ranks ``seen`` and the ranks seen at least ``twice``. These decide the
value: with five or more ranks, the lowest five; otherwise all ranks, with the pairs as low as possible.
"""

from typing import NamedTuple

from engine.arrays import I64, U8, U16
from engine.kernels.jit import inlined, lean_kernel

RANKS = 13
NO_LOW = 65_535
"""Entry of the table of unpaired hands for fewer than five ranks."""

UNPAIRED_HANDS = 1_287
ONE_PAIR, TWO_PAIR, FULL_HOUSE = UNPAIRED_HANDS, UNPAIRED_HANDS + 2_860, UNPAIRED_HANDS + 2_860 + 858
HANDS = FULL_HOUSE + 156

CLASSES = 10
PAIRED_CLASS = 9
"""Classes of ``GAMES["razz"]``: 0 is a five low, 8 a king low, 9 paired."""


class LowTables(NamedTuple):
    """The tables of :func:`low_value`.

    ``unpaired`` uint16[8192]: the values of unpaired hands by the ranks seen; ``paired`` uint16[8192, 4]: those of
    paired hands, by the ranks seen and the position of the pairs; ``classes`` uint8[8192]: the class by the ranks seen.
    """

    unpaired: U16
    paired: U16
    classes: U8


@lean_kernel
def fill_unpaired(unpaired: U16, classes: U8) -> None:
    """Fill ``unpaired`` uint16[8192], the value of the lowest five ranks of a mask, and ``classes`` uint8[8192]."""
    value = 0
    for mask in range(1 << RANKS):
        low, count, top = 0, 0, 0
        for rank in range(RANKS):
            if mask >> rank & 1 and count < 5:
                low |= 1 << rank
                count += 1
                top = rank
        if count < 5:
            unpaired[mask] = NO_LOW
            classes[mask] = PAIRED_CLASS
            continue
        # In numerical order a mask of exactly five comes before every mask whose lowest five they are.
        if low == mask:
            unpaired[mask] = value
            value += 1
        unpaired[mask] = unpaired[low]
        classes[mask] = top - 4


@lean_kernel
def fill_paired(paired: U16) -> None:
    """Fill ``paired`` uint16[8192, 4]: by a mask of two to four ranks and the position of the pairs among these.

    With four ranks one is paired: its position. With three ranks two are paired: position 0, 1, 2 for the lowest and
    middle, lowest and highest, middle and highest rank. With two ranks the full house has trips of the lower rank.
    """
    value = ONE_PAIR
    for pair in range(RANKS):
        for mask in range(1 << RANKS):
            if mask >> pair & 1 and _ranks_in(mask) == 4:
                paired[mask, _ranks_in(mask & ((1 << pair) - 1))] = value
                value += 1
    for high in range(RANKS):
        for low in range(high):
            for kicker in range(RANKS):
                if kicker not in (high, low):
                    # Pairs at the places (0, 1), (0, 2), (1, 2) of the three ranks: 0, 1, 2.
                    paired[1 << high | 1 << low | 1 << kicker, int(kicker < low) + int(kicker < high)] = value
                    value += 1
    for trips in range(RANKS):
        for pair in range(RANKS):
            if pair > trips:
                paired[1 << trips | 1 << pair, 0] = value
            value += int(pair != trips)


@inlined
def _ranks_in(mask: int) -> int:
    """Return the number of bits of a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@inlined
def low_value(seen: int, twice: int, unpaired: U16, paired: U16) -> int:
    """Return the value of seven cards from the masks of the ranks seen, and seen at least twice.

    ``unpaired`` uint16[8192] and ``paired`` uint16[8192, 4]: see :class:`LowTables`.
    """
    value = int(unpaired[seen])
    if value != NO_LOW:
        return value
    lowest = twice & -twice
    pair_position = _ranks_in(seen & (lowest - 1))
    if _ranks_in(seen) == 3:
        rest = twice ^ lowest
        pair_position += _ranks_in(seen & ((rest & -rest) - 1)) - 1
    return int(paired[seen, pair_position])


@lean_kernel
def low_values(counts: I64, unpaired: U16, paired: U16, values: U16) -> None:
    """Write the values of seven-card rank multisets, ``counts`` int64[n, 13], to ``values`` uint16[n]."""
    for i in range(len(counts)):
        seen, twice = 0, 0
        for rank in range(RANKS):
            if counts[i, rank] > 0:
                seen |= 1 << rank
            if counts[i, rank] > 1:
                twice |= 1 << rank
        values[i] = low_value(seen, twice, unpaired, paired)
