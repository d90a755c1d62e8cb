"""Showdowns of a jammer and two callers by their classes of hands, summed over one or two of the three."""

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


@inlined
def _row(first: int, second: int, third: int) -> tuple[int, int]:
    """Return the case of :data:`CASES` of three classes, and the row of the table."""
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
    return case, row


@sum_kernel
def add_showdowns(table: U16, given: F64, weights: F64, used: I64, counts: I64, sums: F64) -> None:
    """Add the showdowns of three players to ``sums`` float64[6, n, 16]: by the case of :data:`CASES`, the class of the
    jammer and the order.

    ``table`` uint16[triples, 16]: the orders of three classes in ascending order; ``given`` float64[n, n]: how likely a
    class of a caller is beside the jammer's; ``weights`` float64[2, n] of the classes of the callers, ``used`` int64[2,
    n] those that weigh anything, ``counts`` int64[2] of them.
    """
    for first in range(len(given)):
        for at_second in range(counts[0]):
            second = used[0, at_second]
            weight = given[first, second] * weights[0, second]
            for at_third in range(counts[1]):
                third = used[1, at_third]
                case, row = _row(first, second, third)
                part = weight * given[first, third] * weights[1, third]
                for order in range(WIDTH):
                    sums[case, first, order] += part * table[row, order]


@sum_kernel
def add_values(
    table: U16, given: F64, weights: F64, used: I64, count: int, last: bool, worth: F64, values: F64
) -> None:
    """Add what showdowns of three are worth to ``values`` float64[n, n], by the classes of one caller and of the
    jammer, summed over the classes of the other caller: the second one (``last``), or the first.

    ``table`` and ``given`` as in :func:`add_showdowns`; ``weights`` float64[n] of the other caller, ``used`` int64[n]
    those that weigh anything, ``count`` of them; ``worth`` float64[6, 16] by case and order.
    """
    for place in range(count):
        other = used[place]
        for caller in range(len(given)):
            for first in range(len(given)):
                if last:
                    case, row = _row(first, caller, other)
                else:
                    case, row = _row(first, other, caller)
                value = 0.0
                for order in range(WIDTH):
                    value += worth[case, order] * table[row, order]
                values[caller, first] += given[first, other] * weights[other] * value
