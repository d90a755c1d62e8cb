"""A razz contest: weights of (automaton state, contest state) pairs move on by one layer, a rank; and followed
backwards, the final worth of each weight, and how much passes along each edge."""

from typing import NamedTuple

from engine.arrays import F64, I32, I64
from engine.kernels.jit import lean_kernel

MOST_WORK = 1 << 22
"""Weights to move in a call: some milliseconds."""


class Weights(NamedTuple):
    """Weights before or behind a rank: automaton state s has the contest states ``states[rows[s]:rows[s + 1]]`` with
    ``weights``: int64[automaton states + 1], int32[n] and float64[n].
    """

    rows: I64
    states: I32
    weights: F64


class Steps(NamedTuple):
    """The edges over a rank: those into state t of the automaton are ``starts[t] .. starts[t + 1]`` (int64[targets +
    1]) of ``sources`` int64[edges], ``factors`` float64[edges] and ``kinds`` int64[edges].

    ``following`` int32[kinds, contest states]: the next contest state, or -1 - outcome where the contest ends.
    """

    starts: I64
    sources: I64
    factors: F64
    kinds: I64
    following: I32


@lean_kernel
def contest_step(
    first_target: int, before: Weights, steps: Steps, endings: F64, row: F64, behind: Weights, decided: F64
) -> int:
    """Collect the weights behind a rank, target state by target state from ``first_target`` on.

    ``behind`` is filled from 0 on. ``steps.following`` is ``razz.contest.Contest.table`` transposed, with -1 for
    contest states that are to be dropped. A contest that ends counts in ``decided`` float64[outcomes] by ``endings``
    float64[targets], the total weight of the ways to go on. ``row`` float64[contest states] is zero before and after.

    Returns the target to go on with when ``behind`` cannot take another full row or ``MOST_WORK`` is done, else the
    number of targets.
    """
    rows, contests, weights = before
    starts, sources, factors, kinds, following = steps
    new_rows, new_contests, new_weights = behind
    used, width, work = 0, len(row), 0
    targets = len(starts) - 1
    new_rows[first_target] = 0
    for target in range(first_target, targets):
        if used + width > len(new_contests) or work > MOST_WORK:
            return target
        begin = used
        for edge in range(starts[target], starts[target + 1]):
            source, factor = sources[edge], factors[edge]
            move = following[kinds[edge]]
            work += rows[source + 1] - rows[source]
            for i in range(rows[source], rows[source + 1]):
                contest = move[contests[i]]
                weight = weights[i] * factor
                if contest < 0:
                    decided[-1 - contest] += weight * endings[target]
                elif weight != 0.0:
                    if row[contest] == 0.0:
                        new_contests[used] = contest
                        used += 1
                    row[contest] += weight
        for i in range(begin, used):
            new_weights[i] = row[new_contests[i]]
            row[new_contests[i]] = 0.0
        new_rows[target + 1] = used
    return targets


@lean_kernel
def value_step(
    first_target: int,
    before: Weights,
    steps: Steps,
    endings: F64,
    payoffs: F64,
    behind: Weights,
    next_values: F64,
    row: F64,
    values: F64,
    decided: F64,
    flows: F64,
) -> int:
    """Go back over a rank, target state by target state from ``first_target`` on.

    For ``endings`` float64[targets] see ``race.contest_step``; ``payoffs`` float64[outcomes, p]. The states ``behind``
    the rank are worth ``next_values`` float64[n, p], the expected payoff times the weight of the ways to go on. Adds to
    ``values`` float64[weights, p], the same before the rank; to ``decided`` float64[targets, p], the payoff of the
    contests that end here; and to ``flows`` float64[edges, p], what passes along an edge: weights times worth. ``row``
    float64[states, p] is work space.

    Returns the target to go on with when ``MOST_WORK`` is done, else the number of targets.
    """
    rows, states, weights = before
    starts, sources, factors, kinds, following = steps
    next_rows, next_states, _ = behind
    work, targets, columns = 0, len(starts) - 1, payoffs.shape[1]
    for target in range(first_target, targets):
        if work > MOST_WORK:
            return target
        for i in range(next_rows[target], next_rows[target + 1]):
            for p in range(columns):
                row[next_states[i], p] = next_values[i, p]
        for edge in range(starts[target], starts[target + 1]):
            source, factor = sources[edge], factors[edge]
            move = following[kinds[edge]]
            work += rows[source + 1] - rows[source]
            for i in range(rows[source], rows[source + 1]):
                state = move[states[i]]
                for p in range(columns):
                    if state < 0:
                        paid = factor * payoffs[-1 - state, p]
                        decided[target, p] += weights[i] * paid
                        worth = paid * endings[target]
                    else:
                        worth = factor * row[state, p]
                    values[i, p] += worth
                    flows[edge, p] += weights[i] * worth
        for i in range(next_rows[target], next_rows[target + 1]):
            for p in range(columns):
                row[next_states[i], p] = 0.0
    return targets


@lean_kernel
def tilted_step(
    first_target: int, before: Weights, steps: Steps, payoffs: F64, row: F64, behind: Weights, decided: F64
) -> int:
    """Move other weights on by one layer, along the states that the contest met before.

    As ``race.contest_step``, but the states ``behind`` the rank are given, with their weights to be filled;
    ``payoffs`` float64[outcomes] of the contests that end are added to ``decided`` float64[targets]. ``row``
    float64[states] is zero before and after.
    """
    rows, states, weights = before
    starts, sources, factors, kinds, following = steps
    next_rows, next_states, next_weights = behind
    work, targets = 0, len(starts) - 1
    for target in range(first_target, targets):
        if work > MOST_WORK:
            return target
        for edge in range(starts[target], starts[target + 1]):
            source, factor = sources[edge], factors[edge]
            if factor == 0.0:
                continue
            move = following[kinds[edge]]
            work += rows[source + 1] - rows[source]
            for i in range(rows[source], rows[source + 1]):
                weight = weights[i] * factor
                state = move[states[i]]
                if state < 0:
                    decided[target] += weight * payoffs[-1 - state]
                else:
                    row[state] += weight
        for i in range(next_rows[target], next_rows[target + 1]):
            next_weights[i] = row[next_states[i]]
            row[next_states[i]] = 0.0
    return targets
