"""Showdowns of a jammer, a caller and a second caller by their classes of hands, summed over two of the three."""

from engine.arrays import F64, I64, U16
from engine.kernels.jit import inlined, sum_kernel

WIDTH = 16
"""Of a row of the table: 13 orders, and room to the next power of two."""
CASES = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0))
"""Who of jammer, caller and second caller has the lowest class, the next and the highest."""


@inlined
def _number(one: int, two: int, three: int) -> int:
    """Return the number of a triple of classes in ascending order."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


@sum_kernel
def add_showdowns(table: U16, given: F64, weights: F64, used: I64, counts: I64, axis: int, sums: F64) -> None:
    """Add the showdowns of three players to ``sums`` float64[6, n, 16]: by the case of :data:`CASES`, the class of the
    player of ``axis`` (0 jammer, 1 caller, 2 second caller) and the order.

    ``table`` uint16[triples, 16]: the orders of three classes in ascending order; ``given`` float64[n, n]: how likely a
    class of a caller is beside the jammer's; ``weights`` float64[3, n] of the classes of the three, ``used`` int64[3,
    n] those that weigh anything, ``counts`` int64[3] of them.
    """
    for at_first in range(counts[0]):
        first = used[0, at_first]
        for at_second in range(counts[1]):
            second = used[1, at_second]
            weight = weights[0, first] * given[first, second] * weights[1, second]
            for at_third in range(counts[2]):
                third = used[2, at_third]
                if first <= second:
                    if second <= third:
                        case, row = 0, _number(first, second, third)
                    elif first <= third:
                        case, row = 1, _number(first, third, second)
                    else:
                        case, row = 3, _number(third, first, second)
                elif first <= third:
                    case, row = 2, _number(second, first, third)
                elif second <= third:
                    case, row = 4, _number(second, third, first)
                else:
                    case, row = 5, _number(third, second, first)
                part = weight * given[first, third] * weights[2, third]
                place = first if axis == 0 else second if axis == 1 else third
                for order in range(WIDTH):
                    sums[case, place, order] += part * table[row, order]
