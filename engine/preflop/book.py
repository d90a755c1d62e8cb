"""The flop book: the value of each flop for hero, in rows that can be listed, summed by texture and written as CSV.

The book of one hand (with those that differ from it only in suits) has a row for every flop, 19,600 without dead cards.
The book of a range has a row for all flops that differ only in suits, with their number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import RANKS, card_text, combo_text
from engine.equity.holdem.card_sets import card_sets, flop_numbers
from engine.equity.holdem.setup import HoldemSetup
from engine.preflop.decision import FlopSource
from engine.scenario.codec import JsonObject

BINS = 100
HEADER = "flop,number,share,R,EVraw"
ERRORS_HEADER = ",R_stderr,EVraw_stderr"
NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Histogram(JsonObject):
    """A distribution in equal steps from ``low`` to ``high``: ``raw`` are the shares.

    ``low_stderr`` and ``high_stderr``: the standard errors of the worst and the best flop if they are sampled.
    """

    OPTIONAL = ("low_stderr", "high_stderr")
    raw: tuple[float, ...]
    low: float
    high: float
    low_stderr: float | None = None
    high_stderr: float | None = None


@dataclass(frozen=True, slots=True)
class TextureRow:
    """The flops of one texture: their share of all flops, hero's mean R and V on them, and how many hero bets."""

    name: str
    share: float
    equity: float
    ev: float
    bettable: float


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """Flops in rows.

    ``cards`` int64[n, 3] are in ascending order; ``alike`` int64[n] is the number of flops that a row represents. ``p``
    float64[n] is the probability of all of these given that a flop is seen; on them ``share`` is hero's mean R, ``raw``
    his mean EVraw, ``value`` his mean V and ``bettable`` the probability that he bets, float64[n] each. ``errors``
    float64[2, n]: the standard errors of R and EVraw if they are sampled. ``hand``: hero's combo if the book is about
    one hand, else "".
    """

    hand: str
    cards: I64
    alike: I64
    p: F64
    share: F64
    raw: F64
    value: F64
    bettable: F64
    errors: F64 | None = None

    def flop(self, row: int) -> str:
        """Return the flop of a row as in ``AhKd2c``, the highest card first."""
        return "".join(card_text(int(card)) for card in self.cards[row][::-1])

    def rows(self) -> list[tuple[str, int, float, float, float]]:
        """Return the flop, the number of flops, p, R and EVraw of every row with a positive probability."""
        return [
            (self.flop(i), int(self.alike[i]), float(self.p[i]), float(self.share[i]), float(self.raw[i]))
            for i in np.flatnonzero(self.p > 0).tolist()
        ]

    def to_json(self) -> list[list[object]]:
        """Return ``[flop, R, EVraw]`` of every row, for a range with the number of flops, for a sample with the errors
        of R and EVraw."""
        result = []
        for (flop, alike, _, r, raw), errors in zip(self.rows(), self._errors(), strict=True):
            result.append([flop, r, raw, *([] if self.hand else [alike]), *errors])
        return result

    def csv(self) -> str:
        """Return the rows as CSV with a header."""
        header = HEADER + (ERRORS_HEADER if self.errors is not None else "")
        rows = [(*row, *errors) for row, errors in zip(self.rows(), self._errors(), strict=True)]
        return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"

    def _errors(self) -> list[list[float]]:
        """Return the errors of every row with a positive probability; empty lists if the book is exact."""
        able = np.flatnonzero(self.p > 0)
        return [[] for _ in able] if self.errors is None else self.errors[:, able].T.tolist()

    def textures(self) -> tuple[TextureRow, ...]:
        """Return the means by texture; a flop is in several rows."""
        return tuple(self._texture(name, chosen) for name, chosen in textures(self.cards) if self.p[chosen].sum() > 0)

    def _texture(self, name: str, chosen: Bools) -> TextureRow:
        p = self.p[chosen]
        share = float(p.sum())
        means = (float(p @ values[chosen]) / share for values in (self.share, self.value, self.bettable))
        return TextureRow(name, share / float(self.p.sum()), *means)


def textures(cards: I64) -> list[tuple[str, Bools]]:
    """Return the textures of flops int64[n, 3] by name, with bool[n]: which flops have it.

    Connected: three different ranks that one straight can hold, the ace high or low.
    """
    ranks, suits = np.sort(cards >> 2, axis=1), cards & 3
    different = 1 + (np.diff(ranks, axis=1) > 0).sum(axis=1)
    by_suit = np.sort(suits, axis=1)
    tones = 1 + (np.diff(by_suit, axis=1) > 0).sum(axis=1)
    # A straight can hold three different ranks within five steps; the ace counts as high and as low.
    low_ace = np.sort(np.where(ranks == 12, -1, ranks), axis=1)
    close = (np.minimum(np.ptp(ranks, axis=1), np.ptp(low_ace, axis=1)) <= 4) & (different == 3)
    rows = [("unpaired", different == 3), ("paired", different == 2), ("trips", different == 1)]
    rows += [("monotone", tones == 1), ("two-tone", tones == 2), ("rainbow", tones == 3)]
    rows += [("connected", close), ("not connected", (different == 3) & ~close)]
    return rows + [(f"{RANKS[rank]} high", ranks[:, 2] == rank) for rank in reversed(range(13))]


def histogram(pieces: Sequence[tuple[F64, F64]], errors: Sequence[F64] = ()) -> Histogram | None:
    """Return the distribution of EVraw in 100 equal steps, or None if no flop has a positive probability.

    ``pieces`` are pairs of arrays (p, EVraw), float64[n] each; ``errors`` are the standard errors of EVraw of a sample,
    float64[n] for each piece.
    """
    able = [p > 0 for p, _ in pieces]
    if not any(on.any() for on in able):
        return None
    p, raw = (np.concatenate([row[i][on] for row, on in zip(pieces, able, strict=True)]) for i in range(2))
    lowest, highest = int(raw.argmin()), int(raw.argmax())
    low, high = float(raw[lowest]), float(raw[highest])
    width = (high - low) / BINS  # 0 if all flops have the same value, which then are all in the first bin
    bins = np.clip(((raw - low) / width).astype(np.int64), 0, BINS - 1) if width > 0 else np.zeros(len(p), np.int64)
    shares = np.bincount(bins, p, BINS)
    ends: tuple[float | None, float | None] = None, None
    if errors:
        error = np.concatenate([row[on] for row, on in zip(errors, able, strict=True)])
        ends = float(error[lowest]), float(error[highest])
    return Histogram(tuple((shares / shares.sum()).tolist()), low, high, *ends)


class Books:
    """Makes flop books from results that are known flop by flop."""

    def __init__(self, source: FlopSource) -> None:
        self._source = source
        self._combos = np.flatnonzero(source.hands)
        self._alone = sum(len(kind.members) for kind in source.kinds) == 1

    @cached_property
    def _flops(self) -> tuple[I64, I64]:
        """The flops of the rows, int64[n, 3], and how many flops each row represents, int64[n]."""
        situation = self._source.situation
        hands = [self._source.hands[None], *(p.goes[None] for a in situation.actions for p in a.coming)]
        hands += [p.raises[None] for a in situation.actions for p in a.coming]
        hands += [p.stays[None] for a in situation.actions for p in a.coming] + [a.taken for a in situation.actions]
        weights = np.concatenate(hands)
        if self._alone:  # weights that no permutation of suits leaves unchanged give each flop a row of its own
            weights = np.concatenate([weights, np.arange(1.0, 1 + weights.shape[1])[None]])
        sets = card_sets(HoldemSetup(weights, weights[:0], (), situation.dead, 0), 3, lambda: None)
        return sets.cards[sets.firsts], sets.sizes

    def book(self, at: int, chosen: Sequence[int]) -> Book | None:
        """Return the book of action ``at`` against its sets of players ``chosen`` together.

        None if there are several hands and each was sampled on flops of its own.
        """
        if not (self._alone or self._source.complete):
            return None
        cards, alike = self._flops
        result = np.zeros((5, len(cards)))
        variances: F64 | None = None
        for kind, flops in enumerate(self._source.kinds):
            for hero in range(len(flops.members)):
                for k in chosen:
                    sums, noise = self._of_hand(at, k, kind, hero, cards)
                    result += sums
                    if noise is not None:
                        variances = noise**2 if variances is None else variances + noise**2
        p = result[0] * alike
        r, raw, value, bettable = np.divide(result[1:], result[0], out=np.zeros_like(result[1:]), where=result[0] > 0)
        errors = None if variances is None else np.sqrt(variances) / np.where(result[0] > 0, result[0], 1.0)
        hand = combo_text(int(self._combos[0])) if self._alone else ""
        return Book(hand, cards, alike, p / max(p.sum(), 1e-300), r, raw, value, bettable, errors)

    def _of_hand(self, at: int, k: int, kind: int, hero: int, cards: I64) -> tuple[F64, F64 | None]:
        """Return the sums of one hand and of those that differ from it only in suits, float64[5, flops].

        The rows are p of one flop, and p times R, EVraw, V and whether hero bets. The second value are p times the
        errors of R and EVraw, float64[2, flops], or None if the results are exact.
        """
        source, flops = self._source, self._source.kinds[kind]
        cells = source.cells(at, k, kind, hero)
        rows = [np.ones_like(cells.p), cells.share, cells.raw, cells.value, cells.playable.astype(np.float64)]
        rows += [] if cells.errors is None else list(cells.errors)
        values = np.pad(np.array(rows) * (cells.p / flops.sizes), ((0, 0), (0, 1)))  # a last column for index -1
        members = flops.members[hero]
        result = np.zeros((len(values), len(cards)))
        for combo in members[:1] if self._alone else members:
            weight = source.hands[members].sum() if self._alone else source.hands[combo]
            # The cells are those of one hand: a permutation of suits takes the flops of this combo to them.
            to_combo = int(np.flatnonzero(flops.group.combos[:, flops.combos[hero]] == int(combo))[0])
            back = np.argsort(flops.group.suits[to_combo].astype(np.int64))
            places: I64 = flops.places[flop_numbers(np.sort(cards & ~3 | back[cards & 3], axis=1))]
            result += weight * values[:, places]
        return result[:5], None if cells.errors is None else result[5:]
