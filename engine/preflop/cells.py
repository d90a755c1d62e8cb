"""The cells of a sampled decision: hero's hands on flops, on all of them up to suits or on a stratified sample;
and their results flop by flop.

Where there are too many flops, every hand gets a systematic sample of its own: its flops in the order of what it makes
on them, drawn in proportion to how many are alike. Neighbours in this order are alike, and so are the strata.
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import F32, F64, I64
from engine.cards import COMBOS
from engine.holdem.branches import card_sets, flop_places
from engine.holdem.symmetry import SuitGroup, suit_group
from engine.jobs import Guard
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.preflop.deals import Players
from engine.kernels.tables import high_tables
from engine.preflop.decision import FlopCells, pot_terms
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


class FlopSample:
    """A :class:`engine.preflop.decision.FlopSource` made of cells.

    ``deals`` float64[cells]: the weight of what was dealt; ``scale`` float64[cells]: that of one deal; ``found``
    float32[actions, sets, 2, cells]: the deals with each set of players, and hero's shares of the pot. Bit i of a set
    is the opponent ``coming[i]``.
    """

    def __init__(
        self, situation: Situation, cells: Cells, deals: F64, scale: F64, found: F32,
        coming: list[int],
    ) -> None:  # fmt: skip
        self.situation, self._cells, self._deals, self._scale = situation, cells, deals, scale
        self._found, self._coming = found, coming
        self.hands = np.zeros(len(COMBOS))
        self._whole = np.bincount(cells.hands, deals)
        for weight, members in zip(self._whole, self._members(), strict=True):
            self.hands[members] = weight / self._whole.sum() / len(members)

    def _members(self) -> list[I64]:
        return [members for kind in self._cells.kinds for members in kind.members]

    @property
    def kinds(self) -> tuple[HandFlops, ...]:
        """Hero's hands by their symmetry."""
        return self._cells.kinds

    @property
    def complete(self) -> bool:
        """Whether every flop was dealt."""
        return self._cells.complete

    def seen(self, at: int) -> tuple[F64, F64]:
        """Return by hero's combo the probability that somebody sees a flop after action ``at``, and that times hero's
        mean share: float64[1326] each."""
        result = np.zeros((2, len(self.hands)))
        counted = self._found[at, 1:].sum(axis=0, dtype=np.float64) * self._scale
        for column, values in zip(result, counted, strict=True):
            of_hands = np.bincount(self._cells.hands, values) / np.maximum(self._whole, 1e-300)
            for mean, members in zip(of_hands, self._members(), strict=True):
                column[members] = mean
        return result[0], result[1]

    def cells(self, at: int, k: int, kind: int, hero: int) -> FlopCells:
        """Return the flops of one hand of a kind after action ``at`` for its set number ``k`` of players.

        ``p``: given the hand; one row for each flop of the kind, 0 for those that were not dealt. An error is that of a
        share between 0 and 1, hence rather too large.
        """
        action, size = self.situation.actions[at], len(self.kinds[kind].sizes)
        players = action.sets()[k]
        together = sum(1 << self._coming.index(player.place) for player in players if player.place is not None)
        of = slice(*self._cells.starts[kind][hero : hero + 2])
        deals, shares = self._found[at, together, :, of].astype(np.float64)
        share = np.divide(shares, deals, out=np.zeros_like(deals), where=deals > 0)
        likely = (shares + 1.0) / (deals + 2.0)
        error = np.sqrt(likely * (1.0 - likely) / np.maximum(deals, 1.0))
        won, bet = pot_terms(self.situation, action, players)
        columns = np.zeros((5, size))
        raw = share * won - (1.0 - share) * bet
        p = self._scale[of] * deals / max(float(self._deals[of].sum()), 1e-300)
        # a flop may have been drawn for several of the sample
        for column, values in zip(columns, (p, p * share, p * raw, p * error, p * error * (won + bet)), strict=True):
            column += np.bincount(self._cells.flops[of], values, size)
        means = np.divide(columns[1:], columns[0], out=np.zeros_like(columns[1:]), where=columns[0] > 0)
        return FlopCells(columns[0], means[0], means[1], means[2:])
