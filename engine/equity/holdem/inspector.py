"""The combos of a hold'em seat under the joint distribution, after removal by all other seats.

The probability of a combo is its weight times the weight of all disjoint hands of the others that avoid it. Seats that
may hold any two cards change nothing and drop out; particular hands are known cards. For what is left the sum is exact
where it is cheap (always with two other ranges, nearly always with three), else estimated from draws of the others.
"""

from collections.abc import Iterator
from math import prod

import numpy as np

from engine.arrays import F64, Places
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.equity.details.inspection import HoldemInspection
from engine.equity.holdem.disjoint import by_card
from engine.equity.holdem.joint import HandList, joint_lists
from engine.equity.holdem.prepare import read_holdem
from engine.equity.jobs import Guard, unguarded
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.joint import Pair, add_marginal, draw_marginal, new_work
from engine.ranges.holdem import live
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError

EXACT_NANOSECONDS = 1.5e9
COST_OF_HERO = 90.0
COST_OF_TUPLE = 2_500.0
PIECE_NANOSECONDS = 1.5e7
"""About how long the exact sum goes on without looking at its guard."""
BATCHES = 32
NOTHING = 1e-12
"""A smaller part of a sum is what rounding leaves where nothing is left."""
SAMPLED_NANOSECONDS = 5e8
MOST_TRIALS = 1 << 20
COST_OF_COUNTING = 250.0
OWN_STREAM = 3
"""Of the random numbers of a seed: the draws of an inspection."""


def inspect_holdem(
    scenario: Scenario,
    seat: int,
    order: Order | None = None,
    exact: float = EXACT_NANOSECONDS,
    sampled: float = SAMPLED_NANOSECONDS,
    guard: Guard = unguarded,
) -> HoldemInspection:
    """Return the combos of ``seat`` of a hold'em scenario.

    ``exact`` and ``sampled`` are budgets in nanoseconds of the reference machine: what the exact sum may take before
    draws, about ``sampled`` worth of them, stand in for it. ``guard`` is called every few milliseconds.

    Raises:
        ScenarioError: the scenario cannot be computed, or the others left this seat no hand in any draw.
    """
    setup, ranges = read_holdem(scenario, order, guard)
    weights, mask = ranges[seat], card_mask((*setup.board, *setup.dead))
    if np.count_nonzero(weights) == 1:
        return HoldemInspection(weights, (weights > 0).astype(np.float64), np.zeros(len(COMBOS)), "exact", 0)
    others = ranges[:seat] + ranges[seat + 1 :]
    for other in others:
        if np.count_nonzero(other) == 1:
            mask |= int(COMBO_MASKS[np.flatnonzero(other)[0]])
    held = live(weights, mask)
    left = [live(other, mask) for other in others]
    choices = [other for other in left if other.any() and not _is_uniform(other, mask)]
    heroes = np.flatnonzero(held)
    if _cost(len(heroes), choices) <= exact:
        result = held.copy()
        result[heroes] *= _exact(heroes, choices, mask, guard)
        return HoldemInspection(weights, result / result.sum(), np.zeros(len(COMBOS)), "exact", 0)
    probabilities, stderr, trials = _sampled(held, choices, sampled, scenario.run.seed, guard)
    return HoldemInspection(weights, probabilities, stderr, "sampled", trials)


def _is_uniform(weights: F64, mask: int) -> bool:
    free = weights[(COMBO_MASKS & np.uint64(mask)) == 0]
    return bool((free == free[0]).all())


def _cost(heroes: int, choices: list[F64]) -> float:
    """Return about how many nanoseconds the exact sum takes."""
    sizes = sorted(int(np.count_nonzero(other)) for other in choices)
    return prod((float(size) for size in sizes[:-2]), start=1.0) * (COST_OF_HERO * heroes + COST_OF_TUPLE)


def _exact(heroes: Places, choices: list[F64], mask: int, guard: Guard) -> F64:
    """Return the weight of the disjoint hands of ``choices`` that avoid each of ``heroes``, float64[heroes]."""
    choices = sorted(choices, key=np.count_nonzero)
    if not choices:
        return np.ones(len(heroes))
    if len(choices) == 1:
        (only,) = choices
        cards = by_card(only).sum(axis=1)
        high, low = COMBOS[heroes].T
        left: F64 = only.sum() - cards[high] - cards[low] + only[heroes]
        return np.where(left > NOTHING * only.sum(), left, 0.0)
    listed, pair = choices[:-2], Pair(by_card(choices[-2]), by_card(choices[-1]))
    marginal = np.zeros(len(heroes))
    for part in _parts(listed, max(1, round(PIECE_NANOSECONDS / _cost(len(heroes), [*listed[1:], *choices[-2:]])))):
        guard()
        values = [np.flatnonzero(other) for other in part]
        starts = np.concatenate([[0], np.cumsum([len(combos) for combos in values])]).astype(np.int64)
        lists = np.concatenate([np.zeros(0, np.int64), *values]).astype(np.int64)
        weights = np.concatenate([np.zeros(0), *(o[f] for o, f in zip(part, values, strict=True))])
        add_marginal(
            np.uint64(mask), heroes.astype(np.int64), COMBOS, COMBO_MASKS, lists, starts, weights, pair,
            new_work(len(values)), marginal,
        )  # fmt: skip
    return marginal


def _parts(listed: list[F64], size: int) -> Iterator[list[F64]]:
    """Yield ``listed`` with ``size`` combos of the first range at a time, so that all of it is gone through."""
    if not listed:
        yield listed
        return
    combos = np.flatnonzero(listed[0])
    for start in range(0, len(combos), size):
        part = np.zeros_like(listed[0])
        part[combos[start : start + size]] = listed[0][combos[start : start + size]]
        yield [part, *listed[1:]]


def _sampled(held: F64, choices: list[F64], budget: float, seed: int, guard: Guard) -> tuple[F64, F64, int]:
    """Return the probabilities of the combos ``held``, their standard errors from batches, and the number of draws.

    How many draws depends on the ranges alone.
    """
    lists = joint_lists([HandList.of_range(other, None) for other in choices])
    joint, cost = lists.arrays, lists.cost + COST_OF_COUNTING
    trials = int(min(budget / cost, MOST_TRIALS)) // BATCHES + 1
    high, low = COMBOS.T
    batches = np.zeros((BATCHES, len(COMBOS)))
    room = (
        np.zeros(len(joint.widths), np.int64),
        np.zeros(len(joint.widths), np.uint64),
        np.zeros(DECK_SIZE, np.int64),
    )
    for batch in range(BATCHES):
        guard()
        taken = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
        draw_marginal(trials, joint, seed_state(seed, batch, OWN_STREAM), *room, taken)
        single = np.diagonal(taken)
        batches[batch] = held * (trials - single[high] - single[low] + taken[high, low])
    total = batches.sum()
    if total == 0:
        message = f"the others leave this seat no hand in any of {trials * BATCHES} draws"
        raise ScenarioError(Problem("seats", message))
    probabilities = batches.sum(axis=0) / total
    residuals = batches - probabilities * batches.sum(axis=1, keepdims=True)
    spread = np.sqrt((residuals**2).sum(axis=0) * BATCHES / (BATCHES - 1)) / total
    return probabilities, np.where(held > 0, np.maximum(spread, held / total), 0.0), trials * BATCHES
