"""The equities of all 169 classes of hands against one another before the flop, from the exact table of combos."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.arrays import F64
from engine.equity.holdem.headsup import BOARDS, headsup_table
from engine.players.programs import FirstEquities
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text


@dataclass(frozen=True, slots=True, eq=False)
class ClassMatchups:
    """Values for pairs of classes in the order of ``CLASSES``, float64[169, 169] each.

    ``pairs``: the number of disjoint combos of both classes; ``win``, ``tie`` and ``equity``: the mean of the row's
    class against the column's, 0 if there is no pair.
    """

    pairs: F64
    win: F64
    tie: F64

    @property
    def equity(self) -> F64:
        """The mean equities, float64[169, 169]."""
        return self.win + self.tie / 2.0

    def csv(self) -> str:
        """Return all pairs of classes as CSV with a header."""
        names = [class_text(*class_) for class_ in CLASSES]
        columns = (self.pairs.astype(np.int64), self.win, self.tie, self.equity)
        values = zip(*(column.ravel().tolist() for column in columns), strict=True)
        pairs = ((a, b) for a in names for b in names)
        lines = [f"{a},{b},{','.join(map(repr, row))}" for (a, b), row in zip(pairs, values, strict=True)]
        return "\n".join(["hand,against,pairs,win,tie,equity", *lines]) + "\n"


@cache
def first_equities() -> FirstEquities:
    """Return the equities before the flop for the programs that play hands."""
    matchups = class_matchups()
    pairs = matchups.pairs.sum(axis=1)
    chances = np.stack([(matchups.pairs * x).sum(axis=1) / pairs for x in (matchups.win, matchups.tie)], axis=1)
    return FirstEquities(matchups.equity, chances)


@cache
def class_matchups() -> ClassMatchups:
    """Return the matchups; the first call takes about 0.1 s."""
    table = headsup_table()
    owner = class_of_combo()[0]
    one, other = owner[table.hands[:, 0]], owner[table.hands[:, 1]]
    lose = BOARDS - table.win - table.tie
    pairs, win, tie = (np.zeros((len(CLASSES),) * 2) for _ in range(3))
    # The table has each unordered pair once: it is added in both directions, but not twice if it is its own mirror.
    for rows, columns, won, kept in (
        (one, other, table.win, np.ones_like(table.mirrored)),
        (other, one, lose, ~table.mirrored),
    ):
        sizes = table.sizes[kept]
        np.add.at(pairs, (rows[kept], columns[kept]), sizes)
        np.add.at(win, (rows[kept], columns[kept]), sizes * won[kept] / BOARDS)
        np.add.at(tie, (rows[kept], columns[kept]), sizes * table.tie[kept] / BOARDS)
    for counts in (win, tie):
        np.divide(counts, pairs, out=counts, where=pairs > 0)
    for array in (pairs, win, tie):
        array.setflags(write=False)
    return ClassMatchups(pairs, win, tie)
