"""Flop-by-flop results of a sampled decision: for the flop book, the distributions and the equities of its answer."""

import numpy as np

from engine.arrays import F32, F64, I64
from engine.cards import COMBOS
from engine.preflop.cells import Cells
from engine.preflop.decision import FlopCells, pot_terms
from engine.preflop.situation import Situation
from engine.preflop.sums import HandFlops


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
