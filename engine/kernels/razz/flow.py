"""Steps of a razz contest over one rank, a layer of a graph: weights forward, values backward, flows along the edges.

The graph's states are pairs of an automaton state (which cards have been dealt) and a contest state (who is ahead).
Forward, the weight of each pair is collected from the pairs before the rank. Backward, the value of each pair is the
expected payoff times the weight of the ways to continue; weight times value is the flow along an edge.
"""

from typing import NamedTuple

from engine.arrays import F64, I32, I64
from engine.kernels.jit import lean_kernel

MAX_WORK = 1 << 22
"""Weights to move in one call, which take some milliseconds."""


class StateWeights(NamedTuple):
    """The weights before or after a rank.

    Automaton state s has the contest states ``states[rows[s]:rows[s + 1]]`` with their ``weights``: ``rows``
    int64[automaton states + 1], ``states`` int32[n], ``weights`` float64[n].
    """

    rows: I64
    states: I32
    weights: F64


class RankSteps(NamedTuple):
    """The edges over a rank.

    The edges into automaton state t are ``starts[t]:starts[t + 1]`` (int64[targets + 1]) of ``sources`` int64[edges],
    ``factors`` float64[edges] and ``kinds`` int64[edges]. ``following`` int32[kinds, contest states]: the next contest
    state, or -1 - outcome if the contest ends.
    """

    starts: I64
    sources: I64
    factors: F64
    kinds: I64
    following: I32


@lean_kernel
def contest_step(
    first_target: int, before: StateWeights, steps: RankSteps, endings: F64, row: F64, after: StateWeights, decided: F64
) -> int:
    """Collect the weights after a rank, target state by target state from ``first_target`` on.

    ``after`` is filled from 0 on. ``steps.following`` is ``engine.equity.razz.contest.Contest.table`` transposed, with
    -1 for contest states to be dropped. If a contest ends, its weight times ``endings`` float64[targets], the total
    weight of the ways to continue, is added to ``decided`` float64[outcomes]. ``row`` float64[contest states] is zero
    before and after.

    Returns the target with which to continue if ``after`` has no room for another full row or ``MAX_WORK`` is done,
    otherwise the number of targets.
    """
    rows, contests, weights = before
    starts, sources, factors, kinds, following = steps
    new_rows, new_contests, new_weights = after
    used, width, work = 0, len(row), 0
    targets = len(starts) - 1
    new_rows[first_target] = 0
    for target in range(first_target, targets):
        if used + width > len(new_contests) or work > MAX_WORK:
            return target
        # ``row`` collects the weights of one target by contest state, and ``new_contests`` lists the states that it
        # touches, so that only these are read and cleared.
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
    before: StateWeights,
    steps: RankSteps,
    endings: F64,
    payoffs: F64,
    after: StateWeights,
    next_values: F64,
    row: F64,
    values: F64,
    decided: F64,
    flows: F64,
) -> int:
    """Go back over a rank, target state by target state from ``first_target`` on.

    ``endings`` float64[targets] as in :func:`contest_step`; ``payoffs`` float64[outcomes, p]. The states ``after`` the
    rank have the values ``next_values`` float64[n, p]. Added to: ``values`` float64[weights, p], the values before the
    rank; ``decided`` float64[targets, p], the payoffs of the contests that end here; ``flows`` float64[edges, p],
    weight times value along each edge. ``row`` float64[states, p] is work space.

    Returns the target with which to continue if ``MAX_WORK`` is done, otherwise the number of targets.
    """
    rows, states, weights = before
    starts, sources, factors, kinds, following = steps
    next_rows, next_states, _ = after
    work, targets, columns = 0, len(starts) - 1, payoffs.shape[1]
    for target in range(first_target, targets):
        if work > MAX_WORK:
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
                        value = paid * endings[target]
                    else:
                        value = factor * row[state, p]
                    values[i, p] += value
                    flows[edge, p] += weights[i] * value
        for i in range(next_rows[target], next_rows[target + 1]):
            for p in range(columns):
                row[next_states[i], p] = 0.0
    return targets


@lean_kernel
def tilted_step(
    first_target: int, before: StateWeights, steps: RankSteps, payoffs: F64, row: F64, after: StateWeights, decided: F64
) -> int:
    """Move other weights forward over a rank, to the states that the contest has met before.

    As :func:`contest_step`, but the states ``after`` the rank are known, and only their weights are filled. The
    ``payoffs`` float64[outcomes] of the contests that end are added to ``decided`` float64[targets]. ``row``
    float64[states] is zero before and after.
    """
    rows, states, weights = before
    starts, sources, factors, kinds, following = steps
    next_rows, next_states, next_weights = after
    work, targets = 0, len(starts) - 1
    for target in range(first_target, targets):
        if work > MAX_WORK:
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
