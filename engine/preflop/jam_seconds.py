"""Showdowns of three in jam or fold: what a second caller changes, for a play that changes little from round to round.

What three players show is summed over all classes of two of them. In later rounds few classes are played otherwise than
in the round before: only these are summed again, which gives the same but for rounding.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from engine.arrays import F64, I64, U16
from engine.kernels.preflop.overcalls import CASES, WIDTH, add_showdowns, add_values
from engine.preflop.showdowns import ORDERS_OF_THREE, UNIT
from engine.running.workers import Workers


def _orders() -> I64:
    """Return by case and order of the table which of :data:`ORDERS_OF_THREE` of jammer, caller and second caller it
    is, int64[6, 13]."""
    seats = ([tuple(place for _, place in sorted(zip(case, order, strict=True))) for order in ORDERS_OF_THREE]
             for case in CASES)  # fmt: skip
    return np.array([[ORDERS_OF_THREE.index(places) for places in row] for row in seats])


ORDERS = _orders()


class SecondCalls:
    """The showdowns of all ``triples`` of jammer, caller and second caller.

    ``pairs`` int64[triples]: the number of jammer and caller; ``showdowns`` uint16[818805, 16]; ``given`` float64[169,
    169]: how likely a class of a caller is beside the jammer's; ``ends``: by triple what each player has by order,
    float64[13, players].
    """

    def __init__(
        self,
        showdowns: U16,
        given: F64,
        triples: Sequence[tuple[int, ...]],
        pairs: Sequence[int],
        ends: Mapping[tuple[int, ...], F64],
        pool: Workers,
    ) -> None:
        self._table, self._given, self._pool = showdowns, given, pool
        self._pairs = list(pairs)
        count, size = len(triples), len(given)
        self._worth = [[worth_by_case(ends[triple][:, triple[place]]) for triple in triples] for place in (1, 2)]
        self._call, self._over = np.zeros((count, size)), np.zeros((count, size))
        self._shown = np.zeros((count, size, len(ORDERS_OF_THREE)))
        self._weights = np.zeros((2, count, size))
        """The second calls and the calls of which ``_values`` are sums."""
        self._values = np.zeros((2, count, size, size))

    def shown(self, call: F64, over: F64) -> F64:
        """Return the showdowns with the calls float64[pairs, 169] and second calls float64[triples, 169], by the
        jammer's class and order, float64[triples, 169, 13]."""
        call = call[self._pairs]
        changes = call - self._call, over - self._over

        def add(at: int) -> None:
            for weights in (changes[0][at], self._over[at]), (call[at], changes[1][at]):
                self._shown[at] += sum_showdowns(self._table, self._given, np.array(weights))

        self._each(add)
        self._call, self._over = call, over.copy()
        return self._shown

    def by_caller(self, over: F64) -> F64:
        """Return the value of a showdown with the second calls float64[triples, 169] to the caller, by the classes of
        caller and jammer, times how often there is one, float64[triples, 169, 169]."""
        return self._followed(0, over)

    def by_second(self, call: F64) -> F64:
        """Return the value of a showdown after the calls float64[pairs, 169] to the second caller, by the classes of
        him and of the jammer, times how often there is one, float64[triples, 169, 169]."""
        return self._followed(1, call[self._pairs])

    def _followed(self, kind: int, weights: F64) -> F64:
        changes = weights - self._weights[kind]

        def add(at: int) -> None:
            used = np.flatnonzero(changes[at])
            if len(used):
                worth, values = self._worth[kind][at], self._values[kind, at]
                add_values(self._table, self._given, changes[at], used, len(used), kind == 0, worth, values)

        self._each(add)
        self._weights[kind] = weights
        result: F64 = self._values[kind]
        return result

    def _each(self, add: Callable[[int], None]) -> None:
        """Add the change of each triple, by several threads."""
        count = len(self._pairs)
        for _ in self._pool.in_order(lambda at: partial(add, at) if at < count else None):
            pass
        self._pool.cancel.guard()


def worth_by_case(worth: F64) -> F64:
    """Return the values of orders, float64[13], as :func:`add_values` wants it, float64[6, 16]."""
    result = np.zeros((len(CASES), WIDTH))
    result[:, : len(worth)] = worth[ORDERS] / UNIT
    return result


def sum_showdowns(table: U16, given: F64, weights: F64) -> F64:
    """Return the showdowns of three players float64[n, 13], by the class of the jammer and by :data:`ORDERS_OF_THREE`.

    ``table``, ``given`` and ``weights`` as in :func:`add_showdowns`.
    """
    used, counts = np.zeros(weights.shape, np.int64), np.count_nonzero(weights, axis=1)
    for player, count in enumerate(counts):
        used[player, :count] = np.flatnonzero(weights[player])
    result = np.zeros((len(given), len(ORDERS_OF_THREE)))
    if counts.all():
        sums = np.zeros((len(CASES), len(given), WIDTH))
        add_showdowns(table, given, weights, used, counts, sums)
        for orders, part in zip(ORDERS, sums, strict=True):
            result[:, orders] += part[:, : len(orders)] / UNIT
    return result
