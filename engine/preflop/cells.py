"""The cells of a sampled decision: hero's hands on flops, on all of them up to suits or on a stratified random sample;
and their results flop by flop.

The flops of a hand are put into an order in which neighbors are alike: by how many flops differ from them in suits only
(which tells rainbow, two-tone and monotone flops apart) and then by what the hand makes on them. Neighbors form a
*stratum*, of which some are drawn without replacement. Every flop of a stratum is drawn with the same chance and stands
for those that are not, so sums over the drawn flops are unbiased for any number of them, and the differences inside the
strata tell the error.

More cells than fit into memory are visited in *parts*: each part has other flops of every stratum, all parts together
have every flop that was drawn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F32, F64, I64
from engine.cards import COMBOS
from engine.equity.holdem.card_sets import card_sets, flop_orbits
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import Guard
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.preflop.deals import FlopPlayers
from engine.kernels.tables import high_tables
from engine.preflop.decision import FlopCells, pot_terms
from engine.preflop.request import BOOK
from engine.preflop.situation import PreflopSituation
from engine.preflop.sums import HandFlops, Orbit, by_symmetry, law_setup, one_combo
from engine.scenario import RunOptions

GROUPS = 4
"""Of the tries in a cell, independent of one another."""
FIRST_TRIES = 8
"""Tries of a group of a cell in one round."""
MAX_NUMBERS = 24_000_000
"""Of a tally: float32 of all cells of a part."""
MIN_CELLS = 200
MIN_FLOPS = 2
"""Of a hand: one flop tells nothing about the error."""
TRIES_IN_CELL = 160
"""Where trials or seconds are few: rather fewer flops than flops on which nothing is known."""
TRIES_BY_ROOT = 1 / 3
"""Tries in a cell by the root of all trials: of many trials more are spent on each flop, until all are visited.

What wrong decisions cost, and how far the model of that is off, falls with the tries of a flop. If all flops were
visited as soon as possible, that would outgrow the sampling error, which falls with the root of all trials."""
MAX_TRIES_IN_VISIT = 4_096
"""In a cell of one of several parts. Every visit decides for itself, so it needs as many tries as there are: what wrong
decisions cost does not fall with more visits. After so many it hardly matters, and other flops tell more."""
TRIES_PER_SECOND = 1_000_000
MAX_PLANNED_TRIES = 1e15
"""More than any run makes: a number that is still exact."""
FLOPS_OF_STRATUM_IN_PART = 16
"""Drawn flops of a stratum in each of several parts. The parts get equal numbers but for one flop, so this bounds by
how much the weights of the flops differ once all parts were visited."""
FLOP_STREAM = 1, 0
"""Of the random numbers that draw the flops (see ``engine.kernels.common.rng.seed_state``)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandCells:
    """Hands of hero on flops: ``cards`` int64[n, 5], hero's first; ``weights`` float64[n], how many deals each stands
    for; ``complete``: these are all flops.

    The cells of a hand follow one another; ``hands`` int64[n] numbers the hands. ``starts``: of each of the ``kinds``
    the first cell of each of its hands and the end, int64[heroes + 1]; ``flops`` int64[n]: the flop of a cell among
    those of its kind. ``strata`` int64[n]: the stratum of a cell; ``fractions`` float64[strata]: how much of each
    stratum the cells are, between 0 and 1.
    """

    cards: I64
    weights: F64
    complete: bool
    hands: I64
    kinds: tuple[HandFlops, ...]
    starts: tuple[I64, ...]
    flops: I64
    strata: I64
    fractions: F64

    @property
    def combos(self) -> I64:
        """A combo of hero's range for each hand, int64[hands]."""
        return np.array([members[0] for kind in self.kinds for members in kind.members], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _DrawnFlops:
    """The flops of one hand that are visited in any part, int64[n] each: ``flops`` their indices among those of the
    hand's kind, ``strata`` their stratum, ``parts`` the part that visits them; ``sizes`` int64[strata]: how many flops
    each stratum has."""

    flops: I64
    strata: I64
    parts: I64
    sizes: I64


class FlopPlan:
    """The cells of a run, in ``parts`` parts: which flops are visited with which hands of hero.

    ``complete``: all parts together are all flops. The plan depends on the situation, its seed and its limits alone.
    """

    def __init__(self, situation: PreflopSituation, players: FlopPlayers, guard: Guard) -> None:
        self._situation = situation
        ranges = np.concatenate([players.holds, players.goes.reshape(-1, len(COMBOS))])
        group = suit_group(law_setup(ranges, situation.dead))
        self._kinds = tuple(
            _kind(orbits, ranges, situation.dead, group, guard)
            for orbits in by_symmetry(situation.hero, group, len(COMBOS))
        )
        free = [_free_flops(combo, kind) for kind in self._kinds for combo in kind.combos]
        counts = np.array([len(flops) for flops in free], dtype=np.int64)
        planned = _planned_flops(situation, counts)
        self.complete = bool((planned == counts).all())
        room = max(MAX_NUMBERS // numbers_of_cell(situation, players), 1)
        # two flops of each hand in each part, or the errors could not be told
        self.parts = int(np.clip(-(-planned.sum() // room), 1, max(planned.min() // MIN_FLOPS, 1)))
        seed = np.random.SeedSequence(situation.request.run.seed, spawn_key=FLOP_STREAM)
        random = np.random.Generator(np.random.PCG64(seed))
        self._drawn = list[_DrawnFlops]()
        owners = [(kind, combo) for kind in self._kinds for combo in kind.combos]
        for (kind, combo), flops, count in zip(owners, free, planned.tolist(), strict=True):
            guard()
            order = flops[_order_of_flops(combo, kind, flops)]
            self._drawn.append(_draw_flops(order, count, self.parts, random))
        rounds = _max_tries(situation.request.run) // (GROUPS * FIRST_TRIES * int(planned.sum()))
        self.rounds = min(max(rounds, 1), MAX_TRIES_IN_VISIT // (GROUPS * FIRST_TRIES))
        """Rounds of a part before the next one is visited."""

    def cells(self, part: int) -> HandCells:
        """Return the cells of a part, 0 to ``parts`` - 1."""
        cards, weights, flops, strata, fractions, counts = [], [], [], [], list[F64](), list[int]()
        starts, number, strata_before = list[I64](), 0, 0
        for kind in self._kinds:
            sizes = [sum(counts)]
            for combo, members in zip(kind.combos, kind.members, strict=True):
                drawn = self._drawn[number]
                of_part = drawn.parts == part
                chosen, stratum = drawn.flops[of_part], drawn.strata[of_part]
                visited = np.bincount(stratum, minlength=len(drawn.sizes))
                stands_for = drawn.sizes[stratum] / visited[stratum]
                held = np.broadcast_to(COMBOS[combo].astype(np.int64), (len(chosen), 2))
                cards.append(np.concatenate([held, kind.flops[chosen]], axis=1))
                weights.append(kind.sizes[chosen] * stands_for * self._situation.hero[members].sum())
                flops.append(chosen)
                strata.append(stratum + strata_before)
                fractions.append(visited / drawn.sizes)
                counts.append(len(chosen))
                sizes.append(sizes[-1] + len(chosen))
                number, strata_before = number + 1, strata_before + len(drawn.sizes)
            starts.append(np.array(sizes, dtype=np.int64))
        return HandCells(
            np.concatenate(cards), np.concatenate(weights), self.complete and self.parts == 1,
            np.repeat(np.arange(number), counts), self._kinds, tuple(starts), np.concatenate(flops),
            np.concatenate(strata), np.concatenate(fractions),
        )  # fmt: skip


def numbers_of_cell(situation: PreflopSituation, players: FlopPlayers) -> int:
    """Return the numbers that a tally has for each cell."""
    return GROUPS * len(situation.actions) * 2 << int(np.count_nonzero(players.bits))


def _kind(orbits: list[Orbit], ranges: F64, dead: tuple[int, ...], group: SuitGroup, guard: Guard) -> HandFlops:
    sets = card_sets(law_setup(np.concatenate([one_combo(orbits[0][0]), ranges]), dead), 3, guard)
    combos = np.array([combo for combo, _ in orbits], dtype=np.int64)
    members = [members for _, members in orbits]
    return HandFlops(combos, members, sets.cards[sets.firsts], sets.sizes, flop_orbits(sets), group)


def _free_flops(combo: int, kind: HandFlops) -> I64:
    """Return the flops without a card of a combo, int64[n] indices of those of its kind."""
    return np.flatnonzero(~np.isin(kind.flops, COMBOS[combo]).any(axis=1))


def _planned_flops(situation: PreflopSituation, counts: I64) -> I64:
    """Return how many flops of each hand are visited, int64[hands]; ``counts`` int64[hands]: how many there are.

    All, if that leaves enough trials for each; else as many as the trials or the seconds allow. If the flops themselves
    are asked for, fewer tries on each are enough.
    """
    run = situation.request.run
    tries = _max_tries(run)
    in_cell = TRIES_IN_CELL if BOOK in run.detail else max(TRIES_IN_CELL, TRIES_BY_ROOT * math.sqrt(tries))
    cells = max(int(tries / in_cell), MIN_CELLS)
    if cells >= counts.sum():
        return counts
    planned: I64 = np.clip(cells // len(counts), np.minimum(MIN_FLOPS, counts), counts)
    return planned


DEFAULT_MAX_TRIALS = 120_000_000
"""The most tries of a run that is limited neither in trials nor in time."""


def _max_tries(run: RunOptions) -> int:
    """Return how many tries a run has at most, about as many where its time is limited."""
    if run.max_trials is None and run.max_seconds is None:
        return DEFAULT_MAX_TRIALS
    in_time = math.inf if run.max_seconds is None else run.max_seconds * TRIES_PER_SECOND
    return int(min(math.inf if run.max_trials is None else run.max_trials, in_time, MAX_PLANNED_TRIES))


def _order_of_flops(combo: int, kind: HandFlops, flops: I64) -> I64:
    """Return an order of some flops of a kind, int64[n] indices, in which neighbors are alike for the hand."""
    hand = np.broadcast_to(COMBOS[combo].astype(np.int64), (len(flops), 2))
    cards = np.concatenate([hand, kind.flops[flops]], axis=1).astype(np.int8)
    made = np.zeros(len(flops), np.uint16)
    evaluate_hands(cards, high_tables(), made)
    return np.array(np.lexsort((made, kind.sizes[flops])), dtype=np.int64)


def _draw_flops(order: I64, count: int, parts: int, random: np.random.Generator) -> _DrawnFlops:
    """Draw ``count`` of the flops int64[n] in ``order`` for some ``parts``.

    Strata have as equal numbers of flops as possible, and so have what is drawn of each and what a part visits of that.
    """
    together = MIN_FLOPS if parts == 1 else FLOPS_OF_STRATUM_IN_PART * parts
    strata = max(count // together, 1)
    sizes, drawn = (_split(number, strata) for number in (len(order), count))
    stratum = np.repeat(np.arange(strata), sizes)
    shuffled = np.lexsort((random.random(len(order)), stratum))
    rank = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    kept = rank < drawn[stratum]
    stratum, rank = stratum[kept], rank[kept]
    return _DrawnFlops(order[shuffled[kept]], stratum, rank * parts // drawn[stratum], sizes)


def _split(number: int, parts: int) -> I64:
    """Return ``number`` as a sum of as equal numbers as possible, int64[parts]."""
    return np.full(parts, number // parts) + (np.arange(parts) < number % parts)


@dataclass(frozen=True, slots=True, eq=False)
class Visited:
    """The deals of a part: its ``cells``; ``deals`` float64[cells]: the weight of what was dealt; ``scale``
    float64[cells]: that of one deal; ``counted`` float32[actions, sets, 2, cells]: the deals with each set of players,
    and hero's shares of the pot."""

    cells: HandCells
    deals: F64
    scale: F64
    counted: F32

    def columns(self, at: int, together: int, start: int, stop: int) -> tuple[F64, F64, F64]:
        """Return by cell from ``start`` to ``stop`` the deals of one set of players after action ``at``, hero's mean
        share in them and its standard error, float64[n] each.

        The error is that of a share between 0 and 1, hence rather too large.
        """
        deals, shares = self.counted[at, together, :, start:stop].astype(np.float64)
        share = np.divide(shares, deals, out=np.zeros_like(deals), where=deals > 0)
        likely = (shares + 1.0) / (deals + 2.0)
        return deals, share, np.sqrt(likely * (1.0 - likely) / np.maximum(deals, 1.0))


class FlopSample:
    """A :class:`engine.preflop.decision.FlopSource` made of cells, those of one part or more.

    Bit i of a set of players is the opponent ``coming[i]``; ``complete``: the parts are all flops.
    """

    def __init__(
        self, situation: PreflopSituation, visited: Sequence[Visited], coming: list[int], *, complete: bool
    ) -> None:
        self.situation, self.visited, self.complete = situation, tuple(visited), complete
        self._coming = coming
        self.hands = np.zeros(len(COMBOS))
        self._whole = self._by_hand([part.deals for part in visited])
        for weight, members in zip(self._whole, self._members(), strict=True):
            self.hands[members] = weight / self._whole.sum() / len(members)

    def _by_hand(self, values: Sequence[F64]) -> F64:
        """Return the sums of values by part, float64[cells] each, by hand: float64[hands]."""
        hands = [np.bincount(part.cells.hands, row) for part, row in zip(self.visited, values, strict=True)]
        return np.asarray(np.sum(hands, axis=0))

    def _members(self) -> list[I64]:
        return [members for kind in self.kinds for members in kind.members]

    @property
    def kinds(self) -> tuple[HandFlops, ...]:
        """Hero's hands by their symmetry."""
        return self.visited[0].cells.kinds

    def seen(self, at: int) -> tuple[F64, F64]:
        """Return by hero's combo the probability that somebody sees a flop after action ``at``, and that times hero's
        mean share: float64[1326] each."""
        result = np.zeros((2, len(self.hands)))
        counted = [part.counted[at, 1:].sum(axis=0, dtype=np.float64) * part.scale for part in self.visited]
        for row, column in enumerate(result):
            of_hands = self._by_hand([values[row] for values in counted]) / np.maximum(self._whole, 1e-300)
            for mean, members in zip(of_hands, self._members(), strict=True):
                column[members] = mean
        return result[0], result[1]

    def cells(self, at: int, k: int, kind: int, hero: int) -> FlopCells:
        """Return the flops of one hand of a kind after action ``at`` for its set number ``k`` of players.

        ``p``: given the hand; one row for each flop of the kind, 0 for those that were not dealt.
        """
        action, size = self.situation.actions[at], len(self.kinds[kind].sizes)
        players = action.sets()[k]
        together = sum(1 << self._coming.index(player.place) for player in players if player.place is not None)
        won, bet = pot_terms(self.situation, action, players)
        columns, whole = np.zeros((5, size)), 0.0
        for part in self.visited:
            of = slice(*part.cells.starts[kind][hero : hero + 2])
            deals, share, error = part.columns(at, together, of.start, of.stop)
            whole += float(part.deals[of].sum())
            raw = share * won - (1.0 - share) * bet
            p = part.scale[of] * deals
            for column, values in zip(columns, (p, p * share, p * raw, p * error), strict=False):
                column += np.bincount(part.cells.flops[of], values, size)
        columns[4] = columns[3] * (won + bet)
        means = np.divide(columns[1:], columns[0], out=np.zeros_like(columns[1:]), where=columns[0] > 0)
        return FlopCells(columns[0] / max(whole, 1e-300), means[0], means[1], means[2:])
