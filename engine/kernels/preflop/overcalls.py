"""Showdowns of a jammer and two callers by their hand classes, summed over the classes of one or two of the players.

A table has, for each triple of classes in ascending order, the number of deals with each of the 13 possible orders of
three values (ties included). A *case* says which player has the lowest class, the next and the highest.
"""

from engine.arrays import F64, I64, U16
from engine.kernels.jit import inlined, sum_kernel

WIDTH = 16
"""Length of a row of the table: 13 orders, padded to the next power of two."""
CASES = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0))
"""For each case, which of jammer (0), first caller (1) and second caller (2) has the lowest, the next, the highest."""


@inlined
def _number(one: int, two: int, three: int) -> int:
    """Return the number of a triple of classes in ascending order (combinatorial number system with repetition)."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


@inlined
def _row(first: int, second: int, third: int) -> tuple[int, int]:
    """Return the case of :data:`CASES` of the players' classes, and the row of the table."""
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
def add_showdowns(table: U16, conditional: F64, weights: F64, used: I64, counts: I64, sums: F64) -> None:
    """Add the showdowns of three players to ``sums`` float64[6, n, 16], by case, the jammer's class and the order.

    ``table`` uint16[triples, 16]: the orders of three classes in ascending order. ``conditional`` float64[n, n]: the
    relative frequency of a caller's class (second index), given the jammer's (first index). ``weights`` float64[2, n]:
    the callers' weights by class; ``used`` int64[2, n]: the classes with any weight, ``counts`` int64[2] of them.
    """
    for first in range(len(conditional)):
        for at_second in range(counts[0]):
            second = used[0, at_second]
            weight = conditional[first, second] * weights[0, second]
            for at_third in range(counts[1]):
                third = used[1, at_third]
                case, row = _row(first, second, third)
                product = weight * conditional[first, third] * weights[1, third]
                for order in range(WIDTH):
                    sums[case, first, order] += product * table[row, order]


@sum_kernel
def add_values(
    table: U16, conditional: F64, weights: F64, used: I64, count: int, last: bool, payoffs: F64, values: F64
) -> None:
    """Add the expected values of three-way showdowns to ``values`` float64[n, n], by one caller's and the jammer's
    class.

    The sum is over the classes of the other caller, who is the second one if ``last``, otherwise the first. ``table``
    and ``conditional`` as in :func:`add_showdowns`; ``weights`` float64[n]: of the other caller; ``used`` int64[n]: the
    classes with any weight, ``count`` of them. ``payoffs`` float64[6, 16]: the value of each case and order.
    """
    for at_other in range(count):
        other = used[at_other]
        for caller in range(len(conditional)):
            for first in range(len(conditional)):
                if last:
                    case, row = _row(first, caller, other)
                else:
                    case, row = _row(first, other, caller)
                value = 0.0
                for order in range(WIDTH):
                    value += payoffs[case, order] * table[row, order]
                values[caller, first] += conditional[first, other] * weights[other] * value
