"""The flop book: what each flop is worth to hero, in rows that can be listed, summed by texture and written as CSV.

For one hand (and those that differ from it in suits only) every flop has a row, 19,600 of them without dead cards; for
a range the flops up to suits, with their number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS, card_text, combo_text
from engine.holdem.branches import card_sets
from engine.holdem.setup import HoldemSetup
from engine.preflop.decision import NOT_BETTABLE, Decided
from engine.preflop.sums import Sums

BINS = 100
HEADER = "flop,number,share,R,EVraw"
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Histogram:
    """A distribution in equal steps from ``low`` to ``high``: ``raw`` are the shares."""

    raw: tuple[float, ...]
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TextureRow:
    """Flops of one texture: their share, hero's mean R and V on them, and the part of them that is bettable."""

    name: str
    share: float
    equity: float
    ev: float
    bettable: float


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """Flops in rows: ``cards`` int64[n, 3], ascending; ``alike`` int64[n], how many a row stands for; ``p`` float64[n],
    the probability of all of these given that there is a flop; hero's mean R and EVraw, the mean V, and the
    probability of a bet. ``hand`` is hero's combo where the book is of one hand, else empty.
    """

    hand: str
    cards: NDArray[np.int64]
    alike: NDArray[np.int64]
    p: Array
    share: Array
    raw: Array
    value: Array
    bettable: Array

    def flop(self, row: int) -> str:
        """Return the flop of a row as in ``AhKd2c``, the highest card first."""
        return "".join(card_text(int(card)) for card in self.cards[row][::-1])

    def rows(self) -> list[tuple[str, int, float, float, float]]:
        """Return flop, number alike, share, R and EVraw of every row that can come."""
        return [
            (self.flop(i), int(self.alike[i]), float(self.p[i]), float(self.share[i]), float(self.raw[i]))
            for i in np.flatnonzero(self.p > 0).tolist()
        ]

    def to_json(self) -> list[list[object]]:
        """Return ``[flop, R, EVraw]`` of every flop; for a range the number of flops alike follows."""
        return [[flop, r, raw] if self.hand else [flop, r, raw, alike] for flop, alike, _, r, raw in self.rows()]

    def csv(self) -> str:
        """Return the rows as CSV with a header."""
        lines = [f"{flop},{alike},{p!r},{r!r},{raw!r}" for flop, alike, p, r, raw in self.rows()]
        return "\n".join([HEADER, *lines]) + "\n"

    def extremes(self, count: int = 10) -> tuple[list[int], list[int]]:
        """Return the rows of the best flops by EVraw and of the worst, the best and the worst first."""
        able = np.flatnonzero(self.p > 0)
        order = able[np.lexsort((able, -self.raw[able]))]
        return order[:count].tolist(), order[::-1][:count].tolist()

    def textures(self) -> tuple[TextureRow, ...]:
        """Return the means by texture; a flop is in several rows."""
        return tuple(self._texture(name, chosen) for name, chosen in textures(self.cards) if self.p[chosen].sum() > 0)

    def _texture(self, name: str, chosen: NDArray[np.bool_]) -> TextureRow:
        p = self.p[chosen]
        share = float(p.sum())
        means = (float(p @ values[chosen]) / share for values in (self.share, self.value, self.bettable))
        return TextureRow(name, share / float(self.p.sum()), *means)


def textures(cards: NDArray[np.int64]) -> list[tuple[str, NDArray[np.bool_]]]:
    """Return the textures of flops int64[n, 3] by name, with bool[n]: which flops have it.

    Connected: three different ranks that one straight can hold, the ace high or low.
    """
    ranks, suits = np.sort(cards >> 2, axis=1), cards & 3
    different = 1 + (np.diff(ranks, axis=1) > 0).sum(axis=1)
    by_suit = np.sort(suits, axis=1)
    tones = 1 + (np.diff(by_suit, axis=1) > 0).sum(axis=1)
    low_ace = np.sort(np.where(ranks == 12, -1, ranks), axis=1)
    close = (np.minimum(np.ptp(ranks, axis=1), np.ptp(low_ace, axis=1)) <= 4) & (different == 3)
    rows = [("unpaired", different == 3), ("paired", different == 2), ("trips", different == 1)]
    rows += [("monotone", tones == 1), ("two-tone", tones == 2), ("rainbow", tones == 3)]
    rows += [("connected", close), ("not connected", (different == 3) & ~close)]
    return rows + [(f"{RANKS[rank]} high", ranks[:, 2] == rank) for rank in reversed(range(13))]


def histogram(p: Array, raw: Array) -> Histogram | None:
    """Return the distribution of ``raw`` under ``p``, float64[n] each, in 100 equal steps; None where nothing has a
    probability."""
    able = p > 0
    if not able.any():
        return None
    low, high = float(raw[able].min()), float(raw[able].max())
    width = (high - low) / BINS
    bins = np.zeros(int(able.sum()), np.int64)
    if width > 0:
        bins = np.clip(((raw[able] - low) / width).astype(np.int64), 0, BINS - 1)
    shares = np.bincount(bins, p[able], BINS) / p[able].sum()
    return Histogram(tuple(shares.tolist()), low, high)


class Books:
    """Makes the books of a decided situation."""

    def __init__(self, decided: Decided) -> None:
        self._decided = decided
        self._combos = np.flatnonzero(decided.hands)
        self._alone = sum(len(sums.members) for sums in decided.sums) == 1

    @cached_property
    def _flops(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The flops of the rows, int64[n, 3], and how many are alike."""
        decided, situation = self._decided, self._decided.situation
        hands = [decided.hands[None], *(p.goes[None] for a in situation.actions for p in a.coming)]
        hands += [p.stays[None] for a in situation.actions for p in a.coming] + [a.taken for a in situation.actions]
        weights = np.concatenate(hands)
        if self._alone:  # one row for each flop: a law that no permutation of suits leaves unchanged
            weights = np.concatenate([weights, np.arange(1.0, 1 + weights.shape[1])[None]])
        sets = card_sets(HoldemSetup(weights, weights[:0], (), situation.dead, 0), 3, lambda: None)
        return sets.cards[sets.firsts], sets.sizes

    def book(self, at: int, chosen: Sequence[int]) -> Book:
        """Return the book of action ``at`` for its sets number ``chosen`` together."""
        cards, alike = self._flops
        found = np.zeros((5, len(cards)))
        for sums in self._decided.sums:
            for hero, members in enumerate(sums.members):
                rows = [self._of_hand(at, k, sums, hero) for k in chosen]
                for combo in members[:1] if self._alone else members:
                    index = _places(sums, hero, int(combo), cards)
                    weight = float(self._decided.hands[members].sum() if self._alone else self._decided.hands[combo])
                    for row in rows:
                        found += weight * row[:, index]
        p = found[0] * alike
        means = np.divide(found[1:], found[0], out=np.zeros_like(found[1:]), where=found[0] > 0)
        hand = combo_text(int(self._combos[0])) if self._alone else ""
        return Book(hand, cards, alike, p / max(p.sum(), 1e-300), *means)

    def _of_hand(self, at: int, k: int, sums: Sums, hero: int) -> Array:
        """Return float64[5, flops + 1] of one hand: p of one flop, then its products with R, EVraw, V and whether to
        bet; the last column is 0."""
        cells = self._decided.cells(at, k, sums, hero)
        values = (np.ones_like(cells.p), cells.share, cells.raw, cells.value, cells.raw > NOT_BETTABLE)
        return np.pad(np.array(values, dtype=np.float64) * (cells.p / sums.sizes), ((0, 0), (0, 1)))


def _places(sums: Sums, hero: int, combo: int, cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of ``sums`` that the flops ``cards`` int64[n, 3] are for ``combo``; -1 where there is none."""
    to_combo = int(np.flatnonzero(sums.group.combos[:, sums.combos[hero]] == combo)[0])
    back = np.argsort(sums.group.suits[to_combo].astype(np.int64))
    low, middle, high = np.sort(cards & ~3 | back[cards & 3], axis=1).T
    places: NDArray[np.int64] = sums.places[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]
    return places
