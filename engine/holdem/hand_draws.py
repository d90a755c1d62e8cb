"""Drawing tuples of hands in groups: a pilot measures how many draws of each list they take."""

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from engine.holdem.joint import IN_GROUPS, HandList, joint_lists
from engine.jobs import Guard
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.joint import FIT, Joint
from engine.kernels.holdem.lattice import draw_group, list_steps, new_draws

PILOT_DRAWS = 1_024
PILOT_TUPLES = 2_048
PILOT_RUNS = 256
PILOT_SEED = 1_326
"""The pilot has a seed of its own, so that the plan depends on the ranges alone."""

USES = 0.5
"""How often a draw of a part is used where it meets several: what shares a draw depends on each other."""

MOST_TURNS = 256
"""Each draw of one part meets no more draws of another."""

COST_OF_PAIR = 0.8
"""Nanoseconds of one core of the reference machine to see whether two draws fit."""

LEFT_BY_LATTICES = 0.6
"""How much of the variance between hands lattices leave, about."""

MOST_DRAWS = 1 << 12
"""No more draws of a block are made at once: they have to stay in the processor's caches."""


@dataclass(frozen=True, slots=True, eq=False)
class HandDraws:
    """The lists to draw from along lattices or independently (``kernels.holdem.lattice``), or as a chain.

    ``steps`` uint64[lists]: of the lattices; ``turns`` int64[steps]: how many draws of one part each draw of the other
    meets; ``draws`` float64[blocks]: draws of each block for each tuple of hands (one number for a chain, none where
    there is nothing to draw); ``cost``: of a tuple in nanoseconds of one core of the reference machine.
    """

    joint: Joint
    steps: NDArray[np.uint64]
    turns: NDArray[np.int64]
    draws: NDArray[np.float64]
    cost: float

    @property
    def unevenness(self) -> float:
        """How much of the variance between hands is left, about, where they are drawn evenly."""
        return LEFT_BY_LATTICES if len(self.draws) == 1 and len(self.steps) else 1.0

    @property
    def one_list(self) -> bool:
        """Whether all hands come from one list, along a lattice."""
        return len(self.steps) == 1

    @property
    def most_tuples(self) -> int:
        """How many tuples can be drawn at once."""
        return max(int(MOST_DRAWS / max(self.draws, default=1.0)), 1)

    def counts(self, tuples: int) -> NDArray[np.int64]:
        """Return the draws of each block that give about as many tuples, int64[blocks].

        Few draws of two parts make fewer turns than more would.
        """
        drawn = max(tuples, ceil(sqrt(tuples * self.turns.max(initial=1))))
        counts: NDArray[np.int64] = np.minimum(np.ceil(self.draws * drawn), MOST_DRAWS).astype(np.int64)
        return counts


def hand_draws(lists: list[HandList], guard: Guard) -> HandDraws:
    """Return how to draw ``lists`` in groups."""
    arranged = joint_lists(lists, guard, IN_GROUPS)
    joint = arranged.arrays
    if len(joint.completions):
        return HandDraws(joint, np.zeros(0, np.uint64), np.zeros(0, np.int64), np.ones(1), arranged.cost)
    blocks = joint.blocks.tolist()
    steps = list_steps(len(joint.widths), len(blocks) - 1)
    turns, draws = _draws(joint, steps, guard)
    lengths, alone = np.diff(joint.starts).tolist(), len(blocks) == 2
    sizes = np.array([IN_GROUPS.of_block(lengths[a:b], alone=alone) for a, b in pairwise(blocks)])
    together = IN_GROUPS.fit * len(lengths) * (not alone) + COST_OF_PAIR / USES * float(turns[turns > 1].sum())
    return HandDraws(joint, steps, turns, draws, float(draws @ sizes) + together)


def _draws(joint: Joint, steps: NDArray[np.uint64], guard: Guard) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return how many turns each step makes, int64[steps], and the draws of each block for a tuple, float64[blocks]."""
    blocks = len(joint.blocks) - 1
    work, state = new_draws(len(joint.widths), len(joint.steps), PILOT_DRAWS), seed_state(PILOT_SEED, 2)
    counts, found, runs = np.full(blocks, PILOT_DRAWS), 0, 0
    turns = np.ones(len(joint.steps), np.int64)
    while blocks and found < PILOT_TUPLES and runs < PILOT_RUNS:
        guard()
        found += draw_group(counts, turns, joint, steps, state, work)
        runs += 1
    kept = [max(float(fits), 0.5) / max(runs, 1) for fits in work.fits]
    wanted: NDArray[np.float64] = np.ones(blocks)
    parts: list[tuple[list[int], float]] = []
    for at, (step, count) in enumerate(zip(joint.steps.tolist(), kept, strict=True)):
        if step == FIT:
            (right, right_count), (left, left_count) = parts.pop(), parts.pop()
            part, before = left + right, min(left_count, right_count)
            turns[at] = max(int(min(USES * before / count, MOST_TURNS)), 1)
        else:
            part, before = [step], float(PILOT_DRAWS)
        wanted[part] *= before / (count * turns[at])
        parts.append((part, count))
    return turns, wanted
