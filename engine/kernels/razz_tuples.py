"""Razz deals of any number of seats, one tuple of rank multisets after the other."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels._jit import kernel
from engine.kernels.low import low_value

RANKS = 13


@kernel
def deal_tuples(
    sliced: int,
    first: int,
    last: int,
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    weights: NDArray[np.float64],
    known: NDArray[np.int64],
    live: NDArray[np.int64],
    shared: bool,
    unpaired: NDArray[np.uint16],
    paired: NDArray[np.uint16],
    low_classes: NDArray[np.uint8],
    winners: NDArray[np.float64],
    classes: NDArray[np.float64],
) -> None:
    """Add up all deals in which list ``sliced`` takes its entries ``first`` to ``last - 1``.

    List k has the entries ``starts[k] .. starts[k + 1]`` of ``counts`` int64[n, 13], the cards it takes, and
    of ``weights`` float64[n]. The lists are those of the active seats, whose known cards are ``known``
    int64[seats, 13], then of seats that only take cards; with ``shared`` the last list is the common card of
    the active seats. A tuple has the product of its weights and of the falling factorials of ``live``
    int64[13]. ``winners`` float64[2**seats] (a mask of the seats that win) and ``classes`` float64[seats, 10]
    are added to.
    """
    seats, lists = len(known), len(starts) - 1
    at = np.zeros(lists, np.int64)
    product = np.ones(lists + 1)
    left = np.zeros((lists + 1, RANKS), np.int64)
    left[0] = live
    values = np.zeros(seats, np.int64)
    held_classes = np.zeros(seats, np.int64)
    level = 0
    at[0] = first if sliced == 0 else starts[0]
    while level >= 0:
        stop = last if level == sliced else starts[level + 1]
        if at[level] >= stop:
            level -= 1
            if level >= 0:
                at[level] += 1
            continue
        weight = product[level] * weights[at[level]]
        for rank in range(RANKS):
            remaining = left[level, rank]
            for _ in range(counts[at[level], rank]):
                weight *= remaining
                remaining -= 1
            left[level + 1, rank] = remaining
        if weight <= 0.0:
            at[level] += 1
            continue
        if level + 1 < lists:
            product[level + 1] = weight
            level += 1
            at[level] = first if level == sliced else starts[level]
            continue
        for seat in range(seats):
            seen, twice = 0, 0
            for rank in range(RANKS):
                held = known[seat, rank] + counts[at[seat], rank]
                if shared:
                    held += counts[at[lists - 1], rank]
                seen |= int(held > 0) << rank
                twice |= int(held > 1) << rank
            values[seat] = low_value(seen, twice, unpaired, paired)
            held_classes[seat] = low_classes[seen]
        best, mask = values.min(), 0
        for seat in range(seats):
            mask |= int(values[seat] == best) << seat
            classes[seat, held_classes[seat]] += weight
        winners[mask] += weight
        at[level] += 1
