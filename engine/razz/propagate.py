"""Follows a contest through all deals of an automaton."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.jobs import Guard, unguarded
from engine.kernels.razz.flow import Steps, Weights, contest_step
from engine.razz.automaton import RANKS, Automaton, Edges
from engine.razz.contest import AnyContest, Moves

BLOCK = 1 << 17
"""Least number of weights for which room is made at a time."""


class Layer(NamedTuple):
    """A rank of a contest: the weights before it and behind it, with states as ``moves`` number them, and its edges;
    those into state t are ``starts[t] .. starts[t + 1]``.
    """

    before: Weights
    behind: Weights
    edges: Edges
    starts: I64
    moves: Moves

    def steps(self, factors: F64) -> Steps:
        """Return the edges for the kernels, with ``factors`` float64[edges] for their weights."""
        return steps(self.edges, self.starts, self.moves, factors)


def steps(edges: Edges, starts: I64, moves: Moves, factors: F64) -> Steps:
    """Return the edges over a rank for the kernels.

    ``starts`` int64[targets + 1]: see :class:`Steps`; ``factors`` float64[edges]: their weights.
    """
    return Steps(starts, edges.source, factors, moves.kinds, moves.following)


class Propagated(NamedTuple):
    """The weights of the outcomes by the rank that decides, float64[13, outcomes], and over all ends; the outcome of
    each weight behind the last rank, int64[n]; the layers, if they were to be kept.
    """

    by_rank: F64
    outcomes: F64
    finals: I64
    layers: tuple[Layer, ...]


def propagate(
    contest: AnyContest,
    joint: Automaton,
    endings: tuple[F64, ...],
    known: I64,
    guard: Guard = unguarded,
    *,
    keep: bool = False,
) -> Propagated:
    """Follow ``contest`` through ``joint``, an automaton from ``weighted_by_ways``.

    ``endings``: for each rank and the end, float64[states], what follows weighs (``automaton.endings``); ``known``
    int64[seats, 13]: the known cards of the contestants. ``guard`` is called at least every few milliseconds.
    """
    by_rank = np.zeros((RANKS, contest.outcomes))
    weights = Weights(np.array([0, 1]), np.zeros(1, np.int32), np.ones(1))
    walk, layers = contest.walk(known, guard), list[Layer]()
    for rank, edges in enumerate(joint.edges):
        moves = walk.moves(rank, edges.kinds, weights.states)
        starts = np.searchsorted(edges.target, np.arange(len(endings[rank + 1]) + 1))
        before = weights._replace(states=moves.states)
        weights = _step(before, edges, starts, moves, endings[rank + 1], by_rank[rank], guard)
        if keep:
            layers.append(Layer(before, weights, edges, starts, moves))
    finals = walk.final(weights.states)
    at_the_end = np.bincount(finals, weights=weights.weights, minlength=contest.outcomes)
    return Propagated(by_rank, by_rank.sum(axis=0) + at_the_end, finals, tuple(layers))


def _step(
    before: Weights, edges: Edges, starts: I64, moves: Moves, endings: F64, decided: F64, guard: Guard
) -> Weights:
    """Move on by one layer of edges, block by block of target states."""
    targets = len(endings)
    row = np.zeros(moves.after)
    rows = np.zeros(targets + 1, np.int64)
    block_rows = np.zeros(targets + 1, np.int64)
    all_states, all_weights, target, done = [np.zeros(0, np.int32)], [np.zeros(0)], 0, 0
    while target < targets:
        guard()
        size = max(moves.after, min(BLOCK, (targets - target) * moves.after))
        states, weights = np.empty(size, np.int32), np.empty(size)
        first = target
        target = contest_step(
            first, before, steps(edges, starts, moves, edges.weight), endings, row,
            Weights(block_rows, states, weights), decided,
        )  # fmt: skip
        used = int(block_rows[target])
        rows[first + 1 : target + 1] = done + block_rows[first + 1 : target + 1]
        done += used
        all_states.append(states[:used].copy())
        all_weights.append(weights[:used].copy())
    return Weights(rows, np.concatenate(all_states), np.concatenate(all_weights))
