"""The ranges at a mixed table in the form of the kernels (``kernels.holdem.mixed_work``), and the cost of a board."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from engine.arrays import F64, I8, I64, Bools
from engine.equity.holdem.three_ranges import by_rank
from engine.kernels.holdem.mixed_work import MAX_RANGES, NOBODY, RangeRoles

COST_OF_BOARD = 500.0
"""Nanoseconds of one core of the reference machine, as all costs below. Fitted to 340 random tables, each with the mean
of 40 random boards: nine in ten are predicted within 30 %."""

COST_OF_BLOCK = 9.4
COST_OF_ADDING = 108.0
COST_OF_COUPLE = (43.0, 336.0)
"""Of adding an item (a combo's value on a board) of one range, for each couple of ranges it is in: with up to two
others, and with three."""

COST_OF_SCORING = (37.0, 37.0, 129.0, 581.0)
COST_OF_GAIN = (1.7, 1.7, 6.3, 9.5)
"""Of scoring an item, and for each of its combos, by the number of other hands."""

COST_OF_KIND = 1.8
"""Of scoring a combo against three others, for each different range among them."""

ALONE = 0.55
"""The share of items whose value no other item has; the rest is assumed to share its value with items of all seats."""

ABOVE = 0.6
"""The share of items that are at least as good as the particular hands."""


def make_range_roles(active: F64, folded: F64, hands: Sequence[I8]) -> tuple[RangeRoles, list[int]]:
    """Return the roles of ``active`` and ``folded`` ranges float64[n, 1326] and of particular ``hands`` int8[2].

    With them comes the number of the task that computes each active range. At least one range is needed. Equal active
    ranges are computed once, and so are equal folded ones.
    """
    ranges, of_active = _different(active)
    others, of_folded = _different(folded)
    of_folded = [len(ranges) + x for x in of_folded]
    range_of_hand, count = [*of_active, *of_folded], len(ranges) + len(others)
    # Without an active range the particular hands are all that is computed; one task still weighs the deals.
    heroes = sorted(set(of_active)) or of_folded[:1]
    tasks = [_others_of(hero, range_of_hand) for hero in heroes]
    couples = sorted({pair for _, *rest in tasks for pair in _pairs(rest) if pair is not None})
    ranks, keys, blocks, _ = by_rank(np.concatenate([ranges, others]))
    roles = RangeRoles(
        ranks, keys, blocks,
        active=_numbers([of_active.count(x) for x in range(count)]),
        tasks=_numbers([task + [NOBODY] * (MAX_RANGES - len(task)) for task in tasks]),
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


def mixed_board_cost(roles: RangeRoles) -> float:
    """Return the mean cost of sweeping one board, in nanoseconds of one core of the reference machine.

    The cost of the board itself, of adding the items of every range, and of scoring them for every hero. An item is the
    combos of a range with the same two ranks.
    """
    used: Bools = np.any(roles.blocks, axis=2)
    result = COST_OF_BOARD + COST_OF_BLOCK * used.size
    # How many seats have an item of equal value: those with this rank pair if no other item has the value, or else all.
    seats_of_rank_pair = ALONE * used @ roles.active + (1 - ALONE) * roles.active.sum()
    share_above = ABOVE if len(roles.hands) else 1.0
    values_met = np.maximum(share_above * (seats_of_rank_pair - 1) + 1 - share_above, 1.0)
    for x, active in enumerate(roles.active):
        couples = COST_OF_COUPLE[int(roles.others[0] == 3)] * np.count_nonzero(roles.couples == x)
        result += (COST_OF_ADDING + couples) * float((used[:, x] * (values_met if active else 1.0)).sum())
    return result + sum(_scoring(task, share_above * seats_of_rank_pair, roles) for task in range(len(roles.tasks)))


def _scoring(task: int, points: F64, roles: RangeRoles) -> float:
    """Return the cost of scoring all items for one hero, each at ``points`` different values and once by category."""
    hero, others = roles.tasks[task, 0], roles.others[task]
    combos = np.count_nonzero(roles.blocks[:, hero], axis=1)
    cost_of_combo = COST_OF_GAIN[others] + (COST_OF_KIND * roles.kinds[task] if others == 3 else 0.0)
    cost = (COST_OF_SCORING[others] + cost_of_combo * combos) * (combos > 0)
    return float((cost * (1 + points * (roles.active[hero] > 0))).sum())


def _numbers(rows: Sequence[object]) -> I64:
    return np.array(rows, dtype=np.int64)


def _different(weights: F64) -> tuple[F64, list[int]]:
    """Return the different rows of ``weights``, and for each row which of them it equals."""
    firsts: list[int] = []
    numbers = []
    for i, row in enumerate(weights):
        same = next((n for n, first in enumerate(firsts) if np.array_equal(weights[first], row)), len(firsts))
        firsts += [i] if same == len(firsts) else []
        numbers.append(same)
    return weights[firsts], numbers


def _others_of(hero: int, range_of_hand: list[int]) -> list[int]:
    """Return the range of a hero, then the ranges of all other hands in ascending order."""
    hand = range_of_hand.index(hero)
    return [hero, *sorted(range_of_hand[:hand] + range_of_hand[hand + 1 :])]


def _pairs(others: list[int]) -> list[tuple[int, int] | None]:
    """Return the pair of ranges without the first, the second and the third of up to three sorted ones, None if there
    is none."""
    if len(others) == 3:
        return [(others[1], others[2]), (others[0], others[2]), (others[0], others[1])]
    return [None, None, (others[0], others[1]) if len(others) == 2 else None]


def _firsts(others: list[int]) -> list[int]:
    """Return the position of the first occurrence of each range among up to three hands, filled up with zeros."""
    firsts = [at for at, x in enumerate(others) if x not in others[:at]]
    return (firsts + [0] * MAX_RANGES)[: MAX_RANGES - 1]


@cache
def _inverses() -> F64:
    """Return the matrices that turn values of a polynomial into its coefficients (``RangeRoles.inverse``), float64[5,
    4, 4].

    For n coefficients the values are those at n equally spaced points from 0 to 1.
    """
    result = np.zeros((MAX_RANGES + 1, MAX_RANGES, MAX_RANGES))
    for n in range(1, MAX_RANGES + 1):
        points = np.arange(n) / max(n - 1, 1)
        result[n, :n, :n] = np.linalg.inv(np.vander(points, increasing=True))
    result.setflags(write=False)
    return result
