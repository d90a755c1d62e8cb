"""The cells of a sampled decision, and their results flop by flop.

A *cell* is one of hero's hands on a flop. The cells of a run are all flops up to suits, or a stratified random sample.
For this the flops of a hand are sorted so that neighbors are similar: first by the number of flops that differ from
them only in suits (which separates rainbow, two-tone and monotone flops), then by the hand that they make. Neighboring
flops form a *stratum*, from which some are drawn without replacement. All flops of a stratum are drawn with the same
chance, and a drawn one represents the others, so sums over the drawn flops are unbiased for any number of flops. The
differences inside the strata give the error.

If the cells do not fit into memory, they are visited in *parts*. Each part has different flops of every stratum, and
all parts together have every flop that was drawn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F32, F64, I64
from engine.cards import COMBOS
from engine.equity.holdem.card_sets import card_sets, flop_orbits
from engine.equity.holdem.symmetry import SuitGroup, suit_group
from engine.equity.jobs import CancelCheck
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.preflop.deals import FlopPlayers
from engine.kernels.tables import high_tables
from engine.preflop.decision import FlopCells, pot_terms
from engine.preflop.request import BOOK
from engine.preflop.situation import PreflopSituation
from engine.preflop.sums import HandFlops, Orbit, by_symmetry, law_setup, one_combo
from engine.scenario import RunOptions

GROUPS = 4
"""The independent groups into which the tries of a cell are divided."""
FIRST_TRIES = 8
"""The tries of a group of a cell in one round."""
MAX_NUMBERS = 24_000_000
"""The largest number of float32 in the tally of a part."""
MIN_CELLS = 200
MIN_FLOPS = 2
"""The fewest flops of a hand: a single one would give no error."""
TRIES_IN_CELL = 160
"""The fewest tries in a cell: with few trials, fewer flops are better than flops about which nothing is known."""
TRIES_BY_ROOT = 1 / 3
"""Tries in a cell per square root of all trials: with many trials each flop gets more, until all flops are visited.

The cost of wrong decisions, and the error of its model, shrink only with the tries on each flop. If additional trials
went to additional flops alone, that error would dominate the sampling error, which shrinks with the root of all trials.
"""
MAX_TRIES_IN_VISIT = 4_096
"""The most tries in a cell of one of several parts.

Every visit makes its own decisions, and the cost of wrong ones does not shrink with more visits, so each visit needs
many tries. Beyond this number that cost hardly matters, and other flops give more information."""
TRIES_PER_SECOND = 1_000_000
MAX_PLANNED_TRIES = 1e15
"""More tries than any run makes, and still an exact float."""
FLOPS_OF_STRATUM_IN_PART = 16
"""The drawn flops of a stratum in each of several parts. The numbers in the parts differ by at most one flop, so this
limits how much the weights of flops differ after all parts have been visited."""
FLOP_STREAM = 1, 0
"""The stream of the random numbers that draw the flops (see ``engine.kernels.common.rng.seed_state``)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandCells:
    """The cells of a part, those of a hand one after the other.

    ``cards`` int64[n, 5]: hero's two cards, then the flop; ``weights`` float64[n]: how many deals a cell represents;
    ``complete``: whether these are all flops. ``hands`` int64[n]: the number of the hand. ``starts``: for each of the
    ``kinds`` the first cell of each of its hands, and the end, int64[heroes + 1]; ``flops`` int64[n]: the index of the
    flop among those of its kind. ``strata`` int64[n]: the stratum; ``fractions`` float64[strata]: the share of each
    stratum that is in the cells, 0 to 1.
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
    """The flops that were drawn for one hand, int64[n] each.

    ``flops``: their indices among those of the hand's kind; ``strata``: their strata; ``parts``: the part that visits
    them. ``sizes`` int64[strata]: the number of flops in each stratum.
    """

    flops: I64
    strata: I64
    parts: I64
    sizes: I64


class FlopPlan:
    """The plan of a sampled run: which flops are visited with which of hero's hands, in how many ``parts``.

    ``complete``: whether all parts together have all flops. The plan depends only on the situation, its seed and its
    limits.
    """

    def __init__(self, situation: PreflopSituation, players: FlopPlayers, check_cancelled: CancelCheck) -> None:
        """Choose the flops: count those that each hand can see, decide how many are visited, and draw them.

        All draws are made here, in the order of hero's hands, so the plan does not depend on the order of the visits.
        """
        self._situation = situation
        ranges = np.concatenate([players.holds, *players.goes, *players.raises])
        group = suit_group(law_setup(ranges, situation.dead))
        self._kinds = tuple(
            _kind(orbits, ranges, situation.dead, group, check_cancelled)
            for orbits in by_symmetry(situation.hero, group, len(COMBOS))
        )
        free = [_free_flops(combo, kind) for kind in self._kinds for combo in kind.combos]
        counts = np.array([len(flops) for flops in free], dtype=np.int64)
        planned = _planned_flops(situation, counts)
        self.complete = bool((planned == counts).all())
        room = max(MAX_NUMBERS // numbers_of_cell(situation, players), 1)
        # Each part needs two flops of each hand, otherwise it would have no error.
        self.parts = min(max(-(-int(planned.sum()) // room), 1), max(int(planned.min()) // MIN_FLOPS, 1))
        seed = np.random.SeedSequence(situation.request.run.seed, spawn_key=FLOP_STREAM)
        random = np.random.Generator(np.random.PCG64(seed))
        self._drawn = list[_DrawnFlops]()
        owners = [(kind, combo) for kind in self._kinds for combo in kind.combos]
        for (kind, combo), flops, count in zip(owners, free, planned.tolist(), strict=True):
            check_cancelled()
            order = flops[_order_of_flops(combo, kind, flops)]
            self._drawn.append(_draw_flops(order, count, self.parts, random))
        # One visit of all parts should use up the tries, but a part needs at least one round.
        rounds = _max_tries(situation.request.run) // (GROUPS * FIRST_TRIES * int(planned.sum()))
        self.rounds = min(max(rounds, 1), MAX_TRIES_IN_VISIT // (GROUPS * FIRST_TRIES))
        """The rounds of a part before the next part is visited."""

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
    """Return how many numbers a tally has for each cell."""
    return GROUPS * len(situation.actions) * 2 * columns_of(players)


def columns_of(players: FlopPlayers) -> int:
    """Return the number of all sets of players, and of the opponents who may raise after hero's action if any does."""
    count = int(np.count_nonzero(players.bits))
    return (1 << count) + count * bool(players.raises.any())


def _kind(
    orbits: list[Orbit], ranges: F64, dead: tuple[int, ...], group: SuitGroup, check_cancelled: CancelCheck
) -> HandFlops:
    """Return hero's hands of one symmetry with all flops up to this symmetry.

    ``orbits``: the hands; ``ranges`` float64[n, 1326]: the ranges of the opponents, which the symmetry leaves
    unchanged.
    """
    sets = card_sets(law_setup(np.concatenate([one_combo(orbits[0][0]), ranges]), dead), 3, check_cancelled)
    combos = np.array([combo for combo, _ in orbits], dtype=np.int64)
    members = [members for _, members in orbits]
    return HandFlops(combos, members, sets.cards[sets.firsts], sets.sizes, flop_orbits(sets), group)


def _free_flops(combo: int, kind: HandFlops) -> I64:
    """Return the flops without a card of a combo, as indices among those of its kind, int64[n]."""
    return np.flatnonzero(~np.isin(kind.flops, COMBOS[combo]).any(axis=1))


def _planned_flops(situation: PreflopSituation, counts: I64) -> I64:
    """Return the number of flops to visit with each hand, int64[hands]; ``counts`` int64[hands]: all its flops.

    All flops are visited if that leaves enough trials for each, otherwise as many as the trials or seconds allow. If
    the request asks for the flop book, fewer tries on each flop are enough.
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
"""The tries of a run that is limited neither in trials nor in time."""


def _max_tries(run: RunOptions) -> int:
    """Return the largest number of tries of a run; if its time is limited, an estimate."""
    if run.max_trials is None and run.max_seconds is None:
        return DEFAULT_MAX_TRIALS
    in_time = math.inf if run.max_seconds is None else run.max_seconds * TRIES_PER_SECOND
    return int(min(math.inf if run.max_trials is None else run.max_trials, in_time, MAX_PLANNED_TRIES))


def _order_of_flops(combo: int, kind: HandFlops, flops: I64) -> I64:
    """Return the indices of the order in which neighboring flops are similar for the hand, int64[n]."""
    hand = np.broadcast_to(COMBOS[combo].astype(np.int64), (len(flops), 2))
    cards = np.concatenate([hand, kind.flops[flops]], axis=1).astype(np.int8)
    made = np.zeros(len(flops), np.uint16)
    evaluate_hands(cards, high_tables(), made)
    return np.array(np.lexsort((made, kind.sizes[flops])), dtype=np.int64)


def _draw_flops(order: I64, count: int, parts: int, random: np.random.Generator) -> _DrawnFlops:
    """Draw ``count`` of the flops int64[n] in ``order``, and distribute them to ``parts``.

    The sizes of the strata are as equal as possible, and so are the numbers drawn from each and the numbers of these in
    each part.
    """
    # Flops are shuffled within each stratum. The first ones of each are drawn, without replacement, and distributed to
    # the parts in equal runs.
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
    """Split ``number`` into integers that are as equal as possible, int64[parts]."""
    return np.full(parts, number // parts) + (np.arange(parts) < number % parts)


@dataclass(frozen=True, slots=True, eq=False)
class Visited:
    """The deals of a part.

    ``deals`` float64[cells]: the weight of all deals in a cell; ``scale`` float64[cells]: the weight of a single one;
    ``counted`` float32[actions, columns, 2, cells]: the deals with each set of players, then those with a raise of
    each, and hero's shares of the pot in them.
    """

    cells: HandCells
    deals: F64
    scale: F64
    counted: F32

    def columns(self, at: int, together: int, start: int, stop: int) -> tuple[F64, F64, F64]:
        """Return the deals of one set of players after action ``at``, hero's mean share and its standard error.

        Each is float64[n], for the cells from ``start`` to ``stop``. The error is that of pots which are won or lost
        completely, so it is rather too large.
        """
        deals, shares = self.counted[at, together, :, start:stop].astype(np.float64)
        share = np.divide(shares, deals, out=np.zeros_like(deals), where=deals > 0)
        likely = (shares + 1.0) / (deals + 2.0)
        return deals, share, np.sqrt(likely * (1.0 - likely) / np.maximum(deals, 1.0))


class FlopSample:
    """A sampled :class:`engine.preflop.decision.FlopSource`, from the cells of one or more parts.

    Bit i of a set of players is the opponent ``coming[i]``. ``complete``: whether the parts have all flops.
    """

    def __init__(
        self, situation: PreflopSituation, visited: Sequence[Visited], coming: list[int], *, complete: bool
    ) -> None:
        """Store the parts, and compute ``hands`` float64[1326], the probability of each of hero's combos.

        ``_whole`` float64[hands] is the weight of all deals of each hand, the denominator of its probabilities.
        """
        self.situation, self.visited, self.complete = situation, tuple(visited), complete
        self._coming = coming
        self.hands = np.zeros(len(COMBOS))
        self._whole = self._by_hand([part.deals for part in visited])
        # A cell was dealt for all combos that differ from its hand only in suits: each gets an equal share.
        for weight, members in zip(self._whole, self._members(), strict=True):
            self.hands[members] = weight / self._whole.sum() / len(members)

    def _by_hand(self, values: Sequence[F64]) -> F64:
        """Return the sums by hand, float64[hands], of values of all parts, float64[cells] each."""
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
        sets = 1 << len(self._coming)
        counted = [part.counted[at, 1:sets].sum(axis=0, dtype=np.float64) * part.scale for part in self.visited]
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
        places = [player.place for player in players]
        together = sum(1 << self._coming.index(place) for place in places)
        won, bet = pot_terms(self.situation, action, places)
        # The weight of each flop, and with it the sums of R, EVraw and the errors of both.
        columns, total = np.zeros((5, size)), 0.0
        for part in self.visited:
            of = slice(*part.cells.starts[kind][hero : hero + 2])
            deals, share, error = part.columns(at, together, of.start, of.stop)
            total += float(part.deals[of].sum())
            raw = share * won - (1.0 - share) * bet
            p = part.scale[of] * deals
            for column, values in zip(columns, (p, p * share, p * raw, p * error), strict=False):
                column += np.bincount(part.cells.flops[of], values, size)
        columns[4] = columns[3] * (won + bet)
        means = np.divide(columns[1:], columns[0], out=np.zeros_like(columns[1:]), where=columns[0] > 0)
        return FlopCells(columns[0] / max(total, 1e-300), means[0], means[1], means[2:])
