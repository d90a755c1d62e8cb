"""Identical seats that only take cards: they are interchangeable.

The automaton of k such seats has sets of k states (with repetitions) in place of tuples: five seats with three states
make 21 instead of 243. So the exact law of one seat stays cheap beside a table of opponents with the same range.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.razz.automaton import DRAWN_BASE, Automaton, Choice, Edges, product, seat_automaton

MOST_CODES = 1 << 62

Counts = NDArray[np.int64]


def identical_seats(choice: Choice, times: int, live: Counts, guard: Guard = unguarded) -> Automaton:
    """Return the automaton of ``times`` seats of the same ``choice``, without the falling factorials."""
    single = seat_automaton(choice, 0, live, live, None)
    joint = single
    if max(single.sizes) ** times >= MOST_CODES:
        for _ in range(times - 1):
            joint = product(joint, single, live, guard)
        return joint
    sets = [np.arange(size)[:, None] for size in single.sizes]
    for _ in range(times - 1):
        joint, sets = _one_more(joint, sets, single, live, guard)
    return joint


def share_of_states(choice: Choice, times: int) -> NDArray[np.float64]:
    """Return float64[13]: the states before each rank, as a share of those of a product of the seats."""
    return np.array([comb(size + times - 1, times) / size**times for size in choice.sizes[:-1]])


def _one_more(
    many: Automaton, sets: list[Counts], single: Automaton, live: Counts, guard: Guard
) -> tuple[Automaton, list[Counts]]:
    """Add a seat; ``sets[r]`` int64[states, seats] are the states of the seats before rank r, in ascending order.

    Of all orders of a set the ascending one, in which the new seat is the last, determines where all of them lead.
    """
    seats = sets[0].shape[1] + 1
    found = [np.zeros((1, seats), np.int64)]
    layers = list[Edges]()
    for rank, (a, b) in enumerate(zip(many.edges, single.edges, strict=True)):
        guard()
        fitting = (a.taken[:, None] + b.taken <= live[rank]) & (sets[rank][a.source, -1:] <= b.source)
        i, j = np.nonzero(fitting)
        before = np.concatenate([sets[rank][a.source[i]], b.source[j][:, None]], axis=1)
        source, reached = _places(_coded(before, single.sizes[rank]), _coded(found[-1], single.sizes[rank]))
        i, j, source = i[reached], j[reached], source[reached]
        behind = np.concatenate([sets[rank + 1][a.target[i]], b.target[j][:, None]], axis=1)
        behind.sort(axis=1)
        _, first, target = np.unique(_coded(behind, single.sizes[rank + 1]), return_index=True, return_inverse=True)
        found.append(behind[first])
        layers.append(_merged(source, target.reshape(-1), a.taken[i] + b.taken[j], a.weight[i] * b.weight[j]))
    return Automaton(tuple(layers), tuple(len(rows) for rows in found)), found


def _coded(sets: Counts, size: int) -> Counts:
    """Return the rows of ``sets`` as integers in the same order."""
    return np.asarray(sets @ size ** np.arange(sets.shape[1])[::-1])


def _places(wanted: Counts, listed: Counts) -> tuple[Counts, NDArray[np.bool_]]:
    """Return where ``wanted`` stand in the ascending ``listed``, and whether they do."""
    places = np.minimum(np.searchsorted(listed, wanted), len(listed) - 1)
    return places, listed[places] == wanted


def _merged(source: Counts, target: Counts, taken: Counts, weight: NDArray[np.float64]) -> Edges:
    """Return the edges, those of the same ends and cards as one."""
    key = (source * (target.max(initial=0) + 1) + target) * DRAWN_BASE + taken
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    weights = np.bincount(place.reshape(-1), weights=weight, minlength=len(first)).astype(np.float64)
    nothing = np.zeros(len(first), np.int64)
    return Edges(source[first], target[first], taken[first], weights, nothing, nothing)
