"""Follows a contest through all deals of an automaton."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jobs import Guard, unguarded
from engine.kernels.razz_race import contest_step
from engine.razz.automaton import RANKS, Automaton, Edges
from engine.razz.contest import Contest

BLOCK = 1 << 17
"""Least number of weights for which room is made at a time."""


class _Weights(NamedTuple):
    """Weights behind a rank: state s has ``contests[rows[s]:rows[s + 1]]`` with ``weights`` (int64, int32,
    float64).
    """

    rows: NDArray[np.int64]
    contests: NDArray[np.int32]
    weights: NDArray[np.float64]


def follow(
    contest: Contest,
    joint: Automaton,
    endings: tuple[NDArray[np.float64], ...],
    known: NDArray[np.int64],
    guard: Guard = unguarded,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weights of the outcomes by the rank that decides, float64[13, outcomes], and over all ends.

    ``joint`` is an automaton from ``with_dealings`` with its ``endings``, ``known`` int64[seats, 13] the
    known cards of the contestants. ``guard`` is called at least every few milliseconds.
    """
    outcomes = contest.outcomes
    by_rank = np.zeros((RANKS, outcomes))
    state = _Weights(np.array([0, 1]), np.zeros(1, np.int32), np.ones(1))
    for rank, layer in enumerate(joint.edges):
        following = contest.moves(rank)
        if contest.lossy:
            too_many = (contest.ranks + (known[:, rank + 1 :] > 0).sum(axis=1) > 4).any(axis=1)
            following[(following >= 0) & too_many[np.maximum(following, 0)]] = -1
        state = _step(state, layer, following, endings[rank + 1], by_rank[rank], guard)
    return by_rank, by_rank.sum(axis=0) + np.bincount(
        contest.final[state.contests], weights=state.weights, minlength=outcomes
    )


def _step(
    state: _Weights,
    layer: Edges,
    following: NDArray[np.int32],
    endings: NDArray[np.float64],
    decided: NDArray[np.float64],
    guard: Guard,
) -> _Weights:
    """Move on by one layer of edges, block by block of target states."""
    targets, width = len(endings), following.shape[1]
    starts = np.searchsorted(layer.target, np.arange(targets + 1))
    row = np.zeros(width)
    rows = np.zeros(targets + 1, np.int64)
    block_rows = np.zeros(targets + 1, np.int64)
    all_contests, all_weights, target, before = [np.zeros(0, np.int32)], [np.zeros(0)], 0, 0
    while target < targets:
        guard()
        size = max(width, min(BLOCK, (targets - target) * width))
        contests, weights = np.empty(size, np.int32), np.empty(size)
        first = target
        target = contest_step(
            first, *state, starts, layer.source, layer.weight, layer.kinds, following, endings, row,
            block_rows, contests, weights, decided,
        )  # fmt: skip
        used = int(block_rows[target])
        rows[first + 1 : target + 1] = before + block_rows[first + 1 : target + 1]
        before += used
        all_contests.append(contests[:used].copy())
        all_weights.append(weights[:used].copy())
    return _Weights(rows, np.concatenate(all_contests), np.concatenate(all_weights))
