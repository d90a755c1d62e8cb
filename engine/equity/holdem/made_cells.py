"""The details ``made`` and ``flopped`` of hold'em: from exact numbers of all combos, from sampled trials, or from all
flops.

Combos that differ by a permutation of suits flop the same hands. Known dead cards break the symmetry of their suits;
without dead cards a range has at most 169 different hands. So the flops of the complete deck are counted, and those
that contain a dead card are subtracted.
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, product

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import COMBOS, DECK_SIZE, card_mask
from engine.equity.details.made import MadeEquities, SeatFlopped, SeatMade
from engine.equity.holdem.sampler import CellResult
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SUIT_PERMUTATIONS, combo_maps
from engine.equity.jobs import CancelCheck
from engine.kernels.holdem.deal_details import HANDS
from engine.kernels.holdem.made import count_flopped
from engine.kernels.tables import high_tables
from engine.ranges.holdem import live
from engine.ranges.made_hands import straights
from engine.ranges.made_names import CELLS, FIRST_KICKER

Flags = Bools


def live_weights(setup: HoldemSetup) -> F64:
    """Return the weights of the active seats as their texts say, without combos that contain a card known to be
    elsewhere, float64[active seats, 1326].

    Such cards are on the board, dead, or in a seat with one particular hand.
    """
    scales = setup.scales or (0,) * len(setup.weights)
    rows = zip(setup.weights, scales, held_elsewhere(setup), strict=True)
    return np.array([live(np.ldexp(row, -exponent), card_mask(cards)) for row, exponent, cards in rows])


def held_elsewhere(setup: HoldemSetup) -> list[tuple[int, ...]]:
    """Return for each active seat the cards of the other seats that hold one particular hand."""
    combos = [np.flatnonzero(row) for row in setup.weights]
    hands = [tuple(int(c) for c in COMBOS[result[0]]) if len(result) == 1 else () for result in combos]
    return [tuple(c for other, hand in enumerate(hands) if other != seat for c in hand) for seat in range(len(hands))]


def exact_made(seats: Sequence[int], weights: F64, cells: Flags, shares: F64, equities: F64) -> MadeEquities:
    """Return the made hands of the ``seats`` from exact numbers.

    ``weights``, ``shares`` and ``equities`` float64[seats, 1326]: by combo, the weight after removal, the probability
    in the joint distribution and the equity. ``cells`` bool[CELLS, 1326]: the combos in each cell.
    """
    rows = []
    for seat, weight, share, equity in zip(seats, weights, shares, equities, strict=True):
        cell_share = np.minimum(cells @ share, 1.0)
        with np.errstate(invalid="ignore"):
            mean = np.clip(np.where(cell_share > 0, (cells @ (share * equity)) / cell_share, np.nan), 0.0, 1.0)
        rows.append(SeatMade(seat, cells @ weight, cell_share, mean, np.where(cell_share > 0, 0.0, np.nan)))
    return MadeEquities(tuple(rows))


def sampled_made(seats: Sequence[int], weights: F64, cells: Flags, result: CellResult) -> MadeEquities:
    """Return the made hands of the ``seats`` from the trials counted in their cells.

    ``weights`` float64[seats, 1326]: the weights after removal; ``cells`` bool[CELLS, 1326]: the combos in each cell.
    """
    rows, cell_rows = [], slice(HANDS, HANDS + CELLS)
    for column, (seat, weight) in enumerate(zip(seats, weights, strict=True)):
        share, equity, error = (x[cell_rows, column] for x in (result.share, result.equity, result.stderr))
        rows.append(SeatMade(seat, cells @ weight, share, equity, error))
    return MadeEquities(tuple(rows))


PART_FLOPS = 1_500
PART_HANDS = 200
"""Flops and hands of a part, which takes about 10 ms."""


class RangeFlops:
    """The flops of the active seats of ``setup``.

    Seats for which the same cards are out of play are counted together.
    """

    def __init__(self, setup: HoldemSetup) -> None:
        self._weights = live_weights(setup)
        self._dead = [frozenset((*setup.dead, *held)) for held in held_elsewhere(setup)]
        self._counts = {dead: self._of(dead) for dead in dict.fromkeys(self._dead)}

    def parts(self, check_cancelled: CancelCheck) -> list["partial[I64]"]:
        """Return the parts of the detail, for :meth:`rows`; each returns int64[hands, CELLS]."""
        return [part for counts in self._counts.values() for part in counts.parts(check_cancelled)]

    def rows(self, seats: Sequence[int], parts: list[I64]) -> tuple[SeatFlopped, ...]:
        """Return the rows of ``seats``, the active ones; ``parts`` are the values of all parts, int64[hands, CELLS], in
        order."""
        values, shares = iter(parts), dict[frozenset[int], F64]()
        for dead, counts in self._counts.items():
            shares[dead] = counts.shares([next(values) for _ in range(counts.count)])
        rows = []
        for seat, weights, dead in zip(seats, self._weights, self._dead, strict=True):
            share: F64 = np.minimum((weights[:, None] * shares[dead]).sum(axis=0) / weights.sum(), 1.0)
            rows.append(SeatFlopped(seat, share))
        return tuple(rows)

    def _of(self, dead: frozenset[int]) -> "FlopCounts":
        weights = [weights for weights, of_seat in zip(self._weights, self._dead, strict=True) if of_seat == dead]
        return FlopCounts(np.flatnonzero(np.any(weights, axis=0)), dead)


class FlopCounts:
    """The flops of ``combos`` int64[n] from a deck without the ``dead`` cards.

    There are two ways, of which the cheaper is taken: all flops of the deck without the dead cards are counted; or all
    flops of the complete deck, for which suit symmetry leaves few hands, minus those that contain a dead card. For the
    latter each dead card subtracts the flops that contain it and none of the dead cards before it.
    """

    def __init__(self, combos: I64, dead: frozenset[int]) -> None:
        cards = sorted(dead, key=lambda card: (card & 3, card))
        direct = [_Flops(combos, cards, 1)]
        by_subtraction = [_Flops(combos, [], 1)] + [_Flops(combos, cards[:i], -1, card) for i, card in enumerate(cards)]
        self._combos = combos
        self._terms = min(direct, by_subtraction, key=lambda terms: sum(term.work for term in terms))

    def parts(self, check_cancelled: CancelCheck) -> list["partial[I64]"]:
        """Return the parts, for :meth:`shares`; each returns int64[hands, CELLS]."""
        return [part for term in self._terms for part in term.parts(check_cancelled)]

    @property
    def count(self) -> int:
        """The number of parts."""
        return sum(len(term.pieces) for term in self._terms)

    def shares(self, parts: list[I64]) -> F64:
        """Return the probability of each cell on the flop for each combo, float64[1326, CELLS].

        ``parts``: the results of :meth:`parts`. Combos that were not counted get 0.
        """
        values, counts = iter(parts), np.zeros((len(self._combos), CELLS), np.int64)
        for term in self._terms:
            counts += term.counts([next(values) for _ in term.pieces])
        shares = np.zeros((len(COMBOS), CELLS))
        shares[self._combos] = counts / counts[:, :FIRST_KICKER].sum(axis=1, keepdims=True)
        return shares


class _Flops:
    """The flops of ``combos`` from the deck without the cards ``excluded``, counted ``sign`` times.

    With ``fixed``, only flops that contain this card are counted. Hands that differ by a permutation of suits that
    changes neither are counted once. ``pieces``: pairs of a range of hands and a range of cards of the deck; a piece
    counts the flops whose last card, in the order of the deck, is in its range.
    """

    def __init__(self, combos: I64, excluded: Sequence[int], sign: int, fixed: int | None = None) -> None:
        # The fixed card is the last one of the deck, so that the flops that contain it are those whose last card it is.
        dead, last = frozenset(excluded), [] if fixed is None else [fixed]
        self._sign = sign
        self._deck = np.array([c for c in range(DECK_SIZE) if c not in dead and c != fixed] + last, np.int64)
        symmetries = [
            {card & ~3 | perm[card & 3] for card in dead} == dead and all(perm[c & 3] == c & 3 for c in last)
            for perm in SUIT_PERMUTATIONS
        ]
        self._hands, hand_of_combo = np.unique(combo_maps()[symmetries][:, combos].min(axis=0), return_inverse=True)
        self._hand_of_combo = hand_of_combo.reshape(-1)
        earlier = np.arange(len(self._deck))
        flops = earlier * (earlier - 1) // 2 * (earlier >= len(self._deck) - 1 if last else True)
        self.work = int(flops.sum()) * len(self._hands)
        """The number of pairs of a hand and a flop that are examined."""
        cumulative = np.cumsum(flops)
        # Cut the deck so that the pieces have about PART_FLOPS flops each; later cards are the last of more flops.
        steps = np.arange(PART_FLOPS, cumulative[-1] + PART_FLOPS, PART_FLOPS)
        ends = np.unique(np.minimum(np.searchsorted(cumulative, steps) + 1, len(self._deck))).tolist()
        cards = pairwise((len(self._deck) - 1 if last else 0, *ends))
        hands = pairwise((*range(0, len(self._hands), PART_HANDS), len(self._hands)))
        self.pieces = list(product(hands, cards))

    def parts(self, check_cancelled: CancelCheck) -> list["partial[I64]"]:
        """Return the parts, one for each piece; each returns int64[hands, CELLS]."""
        return [partial(self._count, *hands, *cards, check_cancelled) for hands, cards in self.pieces]

    def counts(self, parts: list[I64]) -> I64:
        """Return int64[combos, CELLS] from the values of the parts."""
        total = np.zeros((len(self._hands), CELLS), np.int64)
        for ((first, last), _), counts in zip(self.pieces, parts, strict=True):
            total[first:last] += counts
        return np.asarray(self._sign * total[self._hand_of_combo])

    def _count(self, first_hand: int, last_hand: int, first: int, last: int, check_cancelled: CancelCheck) -> I64:
        """Return the cells of the flops of one piece, int64[hands, CELLS]."""
        check_cancelled()
        hands = COMBOS[self._hands[first_hand:last_hand]].astype(np.int64)
        counts = np.zeros((len(hands), CELLS), np.int64)
        count_flopped(
            self._deck, hands, straights(), high_tables(), np.zeros(3, np.int64), np.zeros(13, np.int64), first, last,
            counts,
        )  # fmt: skip
        return counts
