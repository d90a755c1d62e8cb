"""The cells of a sampled decision: hero's hands on flops, on all of them up to suits or on a stratified sample.

Where there are too many flops, every hand gets a systematic sample of its own: its flops in the order of what it makes
on them, drawn in proportion to how many are alike. Neighbours in this order are alike, and so are the strata.
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBOS
from engine.holdem.branches import card_sets, flop_places
from engine.holdem.symmetry import SuitGroup, suit_group
from engine.jobs import Guard
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.preflop.deals import Players
from engine.kernels.tables import high_tables
from engine.preflop.situation import Situation
from engine.preflop.sums import HandFlops, Orbit, by_symmetry, law_setup, one_combo

GROUPS = 4
"""Of the tries in a cell, independent of one another."""
FIRST_TRIES = 8
"""Tries of a group of a cell in one round."""
MOST_NUMBERS = 24_000_000
"""Of a tally: float32 of all cells."""
FEWEST_CELLS = 200
TRIES_IN_CELL = 160
"""Where trials or seconds are few: rather fewer flops than flops on which nothing is known."""
TRIES_PER_SECOND = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Hands of hero on flops: ``cards`` int64[n, 5], hero's first; ``weights`` float64[n], how many deals each stands
    for; ``complete``: these are all flops.

    The cells of a hand follow one another; ``hands`` int64[n] numbers the hands. ``starts``: of each of the ``kinds``
    the first cell of each of its hands and the end, int64[heroes + 1]; ``flops`` int64[n]: the flop of a cell among
    those of its kind.
    """

    cards: I64
    weights: F64
    complete: bool
    hands: I64
    kinds: tuple[HandFlops, ...]
    starts: tuple[I64, ...]
    flops: I64

    @property
    def combos(self) -> I64:
        """A combo of hero's range for each hand, int64[hands]."""
        return np.array([members[0] for kind in self.kinds for members in kind.members], dtype=np.int64)


def make_cells(situation: Situation, players: Players, guard: Guard) -> Cells:
    """Return hero's hands on all flops up to suits, or on a sample of these."""
    ranges = np.concatenate([players.holds, players.goes.reshape(-1, len(COMBOS))])
    group = suit_group(law_setup(ranges, situation.dead))
    kinds = [
        _kind(orbits, ranges, situation.dead, group, guard)
        for orbits in by_symmetry(situation.hero, group, len(COMBOS))
    ]
    hands = sum(len(kind.combos) for kind in kinds)
    most = max(_most_cells(situation, players) // hands, 1)
    cards, weights, flops, complete = [], [], [], True
    starts: list[I64] = []
    for kind in kinds:
        sizes = [0]
        for hero, members in zip(kind.combos, kind.members, strict=True):
            guard()
            chosen, alike = _sample(COMBOS[hero].astype(np.int64), kind, most)
            complete = complete and len(chosen) < most
            held = np.broadcast_to(COMBOS[hero].astype(np.int64), (len(chosen), 2))
            cards.append(np.concatenate([held, kind.flops[chosen]], axis=1))
            weights.append(alike * situation.hero[members].sum())
            flops.append(chosen)
            sizes.append(len(chosen))
        starts.append(np.cumsum(sizes) + (starts[-1][-1] if starts else 0))
    counts = np.concatenate([np.diff(start) for start in starts])
    return Cells(
        np.concatenate(cards), np.concatenate(weights), complete, np.repeat(np.arange(hands), counts), tuple(kinds),
        tuple(starts), np.concatenate(flops),
    )  # fmt: skip


def _kind(orbits: list[Orbit], ranges: F64, dead: tuple[int, ...], group: SuitGroup, guard: Guard) -> HandFlops:
    sets = card_sets(law_setup(np.concatenate([one_combo(orbits[0][0]), ranges]), dead), 3, guard)
    combos = np.array([combo for combo, _ in orbits], dtype=np.int64)
    members = [members for _, members in orbits]
    return HandFlops(combos, members, sets.cards[sets.firsts], sets.sizes, flop_places(sets), group)


def _most_cells(situation: Situation, players: Players) -> int:
    """Return how many cells there may be: for the memory, and for the trials or the time of the run."""
    run = situation.request.run
    most = MOST_NUMBERS // (GROUPS * len(situation.actions) * 2 << int(np.count_nonzero(players.bits)))
    if run.max_trials is not None:
        most = min(most, run.max_trials // TRIES_IN_CELL)
    if run.max_seconds is not None:
        most = min(most, int(run.max_seconds * TRIES_PER_SECOND) // TRIES_IN_CELL)
    return max(most, FEWEST_CELLS)


def _sample(hero: I64, kind: HandFlops, most: int) -> tuple[I64, F64]:
    """Return at most so many flops of a hand int64[2], and how many each stands for: int64[n] and float64[n]."""
    free = np.flatnonzero(~np.isin(kind.flops, hero).any(axis=1))
    sizes = kind.sizes[free].astype(np.float64)
    if len(free) < most:
        return free, sizes
    hands = np.concatenate([np.broadcast_to(hero, (len(free), 2)), kind.flops[free]], axis=1).astype(np.int8)
    made = np.zeros(len(free), np.uint16)
    evaluate_hands(hands, high_tables(), made)
    order = np.argsort(made, kind="stable")
    ends = np.cumsum(sizes[order])
    chosen = np.searchsorted(ends, (np.arange(most) + 0.5) / most * ends[-1])
    return free[order[chosen]], np.full(most, ends[-1] / most)
