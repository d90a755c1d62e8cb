"""The roles of the ranges at a mixed table, in the form of the kernels (``engine.kernels.holdem.mixed_work``)."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.holdem.three_ranges import by_rank
from engine.kernels.holdem.mixed_work import MOST_RANGES, NOBODY, RangeRoles


def make_range_roles(
    active: NDArray[np.float64], folded: NDArray[np.float64], hands: Sequence[NDArray[np.int8]]
) -> tuple[RangeRoles, list[int]]:
    """Return the roles of ``active`` and ``folded`` ranges float64[n, 1326] and of particular ``hands`` int8[2].

    With it comes the task of each active range. At least one range is needed; equal ranges of the same kind are one.
    """
    ranges, of_active = _different(active)
    others, of_folded = _different(folded)
    of_folded = [len(ranges) + x for x in of_folded]
    held, count = [*of_active, *of_folded], len(ranges) + len(others)
    heroes = sorted(set(of_active)) or of_folded[:1]
    tasks = [_others_of(hero, held) for hero in heroes]
    couples = sorted({pair for _, *rest in tasks for pair in _pairs(rest) if pair is not None})
    ranks, keys, blocks, _ = by_rank(np.concatenate([ranges, others]))
    roles = RangeRoles(
        ranks, keys, blocks,
        active=_numbers([of_active.count(x) for x in range(count)]),
        tasks=_numbers([task + [NOBODY] * (MOST_RANGES - len(task)) for task in tasks]),
        others=_numbers([len(task) - 1 for task in tasks]),
        copies=_numbers([[task[1:].count(x) for x in range(count)] for task in tasks]),
        kinds=_numbers([len(set(task[1:])) for task in tasks]),
        firsts=_numbers([_firsts(task[1:]) for task in tasks]),
        couples=_numbers(couples).reshape(-1, 2),
        task_couples=_numbers([[couples.index(p) if p else NOBODY for p in _pairs(task[1:])] for task in tasks]),
        hands=np.array(hands, dtype=np.int8).reshape(-1, 2),
        inverse=_inverses(),
    )  # fmt: skip
    return roles, [heroes.index(x) for x in of_active]


def _numbers(rows: Sequence[object]) -> NDArray[np.int64]:
    return np.array(rows, dtype=np.int64)


def _different(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], list[int]]:
    """Return the different rows of ``weights`` and of each row which of them it is."""
    firsts: list[int] = []
    numbers = []
    for at, row in enumerate(weights):
        same = next((n for n, first in enumerate(firsts) if np.array_equal(weights[first], row)), len(firsts))
        firsts += [at] if same == len(firsts) else []
        numbers.append(same)
    return weights[firsts], numbers


def _others_of(hero: int, held: list[int]) -> list[int]:
    """Return the range of a hero and then those of all other hands."""
    at = held.index(hero)
    return [hero, *sorted(held[:at] + held[at + 1 :])]


def _pairs(others: list[int]) -> list[tuple[int, int] | None]:
    """Return the pair of ranges without the first, the second and the third of up to three hands, sorted ranges."""
    if len(others) == 3:
        return [(others[1], others[2]), (others[0], others[2]), (others[0], others[1])]
    return [None, None, (others[0], others[1]) if len(others) == 2 else None]


def _firsts(others: list[int]) -> list[int]:
    """Return the places of the first of each range among up to three hands, the last one again to fill up."""
    firsts = [at for at, x in enumerate(others) if x not in others[:at]]
    return (firsts + [0] * MOST_RANGES)[: MOST_RANGES - 1]


@cache
def _inverses() -> NDArray[np.float64]:
    """Return how coefficients follow from values: see ``RangeRoles.inverse``."""
    found = np.zeros((MOST_RANGES + 1, MOST_RANGES, MOST_RANGES))
    for n in range(1, MOST_RANGES + 1):
        points = np.arange(n) / max(n - 1, 1)
        found[n, :n, :n] = np.linalg.inv(np.vander(points, increasing=True))
    found.setflags(write=False)
    return found
