"""The probability of each combo of a hold'em seat in the joint distribution, given the ranges of all other seats.

The probability of a combo is proportional to its weight times the weight of all disjoint hands of the others that avoid
it. Seats that may hold any two cards change nothing and are left out; particular hands are known cards. The sum over
the remaining hands is exact if that is cheap (always with two other ranges, nearly always with three), otherwise it is
estimated from random draws of the others.
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
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.joint import Pair, add_marginal, draw_marginal, new_marginal_work
from engine.ranges.holdem import live
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError

MAX_EXACT_NANOSECONDS = 1.5e9
"""The default budget of the exact sum, in nanoseconds of the reference machine."""
COST_OF_HERO = 90.0
COST_OF_TUPLE = 2_500.0
SLICE_NANOSECONDS = 1.5e7
"""About how long the exact sum works between two calls of ``check_cancelled``."""
BATCHES = 32
"""The number of batches of draws, whose spread gives the standard errors."""
ZERO_TOLERANCE = 1e-12
"""A difference below this share of its terms is a rounding error of 0."""
SAMPLED_NANOSECONDS = 5e8
MAX_TRIALS = 1 << 20
COST_OF_COUNTING = 250.0
INSPECTION_STREAM = 3
"""The stream of random numbers that inspections use, so that they are independent of the run with the same seed."""


def inspect_holdem(
    scenario: Scenario,
    seat: int,
    order: Order | None = None,
    exact: float = MAX_EXACT_NANOSECONDS,
    sampled: float = SAMPLED_NANOSECONDS,
    check_cancelled: CancelCheck = never_cancelled,
) -> HoldemInspection:
    """Return the probabilities of the combos of ``seat`` of a hold'em scenario.

    ``exact`` and ``sampled`` are budgets in nanoseconds of the reference machine. If the exact sum would take longer
    than ``exact``, random draws of the others for about ``sampled`` nanoseconds replace it. ``check_cancelled`` is
    called every few milliseconds.

    Raises:
        ScenarioError: the scenario cannot be computed, or in every draw the others blocked all combos of this seat.
    """
    setup, ranges = read_holdem(scenario, order, check_cancelled)
    weights, mask = ranges[seat], card_mask((*setup.board, *setup.dead))
    if np.count_nonzero(weights) == 1:
        return HoldemInspection(weights, (weights > 0).astype(np.float64), np.zeros(len(COMBOS)), "exact", 0)
    others = ranges[:seat] + ranges[seat + 1 :]
    for other in others:
        if np.count_nonzero(other) == 1:
            mask |= int(COMBO_MASKS[np.flatnonzero(other)[0]])
    live_weights = live(weights, mask)
    # A particular hand of another seat is part of the mask and has no live combo; a uniform one changes nothing.
    live_others = [live(other, mask) for other in others]
    choices = [other for other in live_others if other.any() and not _is_uniform(other, mask)]
    heroes = np.flatnonzero(live_weights)
    if _cost(len(heroes), choices) <= exact:
        result = live_weights.copy()
        result[heroes] *= _exact(heroes, choices, mask, check_cancelled)
        return HoldemInspection(weights, result / result.sum(), np.zeros(len(COMBOS)), "exact", 0)
    probabilities, stderr, trials = _sampled(live_weights, choices, sampled, scenario.run.seed, check_cancelled)
    return HoldemInspection(weights, probabilities, stderr, "sampled", trials)


def _is_uniform(weights: F64, mask: int) -> bool:
    free = weights[(COMBO_MASKS & np.uint64(mask)) == 0]
    return bool((free == free[0]).all())


def _cost(heroes: int, choices: list[F64]) -> float:
    """Estimate the nanoseconds of the exact sum."""
    sizes = sorted(int(np.count_nonzero(other)) for other in choices)
    return prod((float(size) for size in sizes[:-2]), start=1.0) * (COST_OF_HERO * heroes + COST_OF_TUPLE)


def _exact(heroes: Places, choices: list[F64], mask: int, check_cancelled: CancelCheck) -> F64:
    """Return the weight of the disjoint hands of ``choices`` that avoid each of ``heroes``, float64[heroes]."""
    choices = sorted(choices, key=np.count_nonzero)
    if not choices:
        return np.ones(len(heroes))
    if len(choices) == 1:
        (only,) = choices
        cards = by_card(only).sum(axis=1)
        high, low = COMBOS[heroes].T
        avoiding: F64 = only.sum() - cards[high] - cards[low] + only[heroes]
        return np.where(avoiding > ZERO_TOLERANCE * only.sum(), avoiding, 0.0)
    # The two widest ranges are summed in closed form (inclusion and exclusion); all tuples of the others are listed.
    listed, pair = choices[:-2], Pair(by_card(choices[-2]), by_card(choices[-1]))
    marginal = np.zeros(len(heroes))
    for ranges in _slices(listed, max(1, round(SLICE_NANOSECONDS / _cost(len(heroes), [*listed[1:], *choices[-2:]])))):
        check_cancelled()
        combos = [np.flatnonzero(other) for other in ranges]
        starts = np.concatenate([[0], np.cumsum([len(of_range) for of_range in combos])]).astype(np.int64)
        lists = np.concatenate([np.zeros(0, np.int64), *combos]).astype(np.int64)
        weights = np.concatenate([np.zeros(0), *(other[of] for other, of in zip(ranges, combos, strict=True))])
        add_marginal(
            np.uint64(mask), heroes.astype(np.int64), COMBOS, COMBO_MASKS, lists, starts, weights, pair,
            new_marginal_work(len(combos)), marginal,
        )  # fmt: skip
    return marginal


def _slices(listed: list[F64], size: int) -> Iterator[list[F64]]:
    """Yield ``listed`` again and again, each time with ``size`` other combos of the first range, until all have been
    used."""
    if not listed:
        yield listed
        return
    combos = np.flatnonzero(listed[0])
    for start in range(0, len(combos), size):
        weights = np.zeros_like(listed[0])
        weights[combos[start : start + size]] = listed[0][combos[start : start + size]]
        yield [weights, *listed[1:]]


def _sampled(
    live_weights: F64, choices: list[F64], budget: float, seed: int, check_cancelled: CancelCheck
) -> tuple[F64, F64, int]:
    """Return the probabilities of the combos, their standard errors from batches, and the number of draws.

    ``live_weights`` float64[1326] are the hero's; ``budget`` is in nanoseconds of the reference machine. The number of
    draws depends on the ranges alone, so that the result is the same on every machine.
    """
    lists = joint_lists([HandList.of_range(other, None) for other in choices])
    joint, cost = lists.arrays, lists.cost + COST_OF_COUNTING
    trials = int(min(budget / cost, MAX_TRIALS)) // BATCHES + 1
    high, low = COMBOS.T
    batches = np.zeros((BATCHES, len(COMBOS)))
    room = (
        np.zeros(len(joint.widths), np.int64),
        np.zeros(len(joint.widths), np.uint64),
        np.zeros(DECK_SIZE, np.int64),
    )
    for batch in range(BATCHES):
        check_cancelled()
        blocked = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
        draw_marginal(trials, joint, seed_state(seed, batch, INSPECTION_STREAM), *room, blocked)
        single = np.diagonal(blocked)
        # Draws in which neither card of a combo is blocked: blocked[c, d] counts those that block both cards.
        batches[batch] = live_weights * (trials - single[high] - single[low] + blocked[high, low])
    total = batches.sum()
    if total == 0:
        message = f"the other seats leave this seat no hand in any of {trials * BATCHES} draws"
        raise ScenarioError(Problem("seats", message))
    probabilities = batches.sum(axis=0) / total
    residuals = batches - probabilities * batches.sum(axis=1, keepdims=True)
    spread = np.sqrt((residuals**2).sum(axis=0) * BATCHES / (BATCHES - 1)) / total
    return probabilities, np.where(live_weights > 0, np.maximum(spread, live_weights / total), 0.0), trials * BATCHES
