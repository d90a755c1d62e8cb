"""The detail ``made`` of hold'em: what each seat has on the board, how likely, and its equity with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS
from engine.details.fitting import Array, as_it_is, cards_of, equity_or_none, finite, rows_by_seat, stderr_or_none
from engine.made.hands import BOARD_SIZES
from engine.made.names import CELLS, DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR, cell_name
from engine.scenario import Scenario
from engine.scenario.reading import Reader, adds_up, fail, integer, list_of, mapping, number, share

GROUPS: dict[str, tuple[tuple[str, ...], int]] = {
    "made": (MADE, 0),
    "kickers": (tuple(RANKS), FIRST_KICKER),
    "draws": (DRAWS, FIRST_DRAW),
}
"""The groups of cells as a file names them: the names in each, and its first cell."""

MOST_COMBOS = 1326.0


@dataclass(frozen=True, slots=True)
class MadeRow:
    """A made class, a top pair with one kicker or a draw.

    The live weight of its combos, its probability in the joint law, the equity with it and the standard error of that:
    0 where exact, NaN where there are too few trials.
    """

    name: str
    combos: float
    share: float
    equity: float
    stderr: float


@dataclass(frozen=True, slots=True, eq=False)
class SeatMade:
    """What ``seat`` has, by cell (``engine.made.names``): ``combos``, the live weight; ``share``, the probability in
    the joint law; ``equity`` with it and its ``stderr``; float64[CELLS] each.

    Where ``combos`` is 0 the cell is empty; where ``share`` is 0 the equity is NaN.
    """

    seat: int
    combos: Array
    share: Array
    equity: Array
    stderr: Array

    def row(self, cell: int) -> MadeRow:
        """Return the numbers of a cell."""
        columns = self.combos, self.share, self.equity, self.stderr
        return MadeRow(cell_name(cell), *(float(column[cell]) for column in columns))

    def rows(self, group: str) -> Iterator[MadeRow]:
        """Yield the cells of a group (``made``, ``kickers``, ``draws``) that are not empty, the best first."""
        names, first = GROUPS[group]
        cells = range(first, first + len(names))
        yield from (self.row(cell) for cell in (reversed(cells) if group == "kickers" else cells) if self.combos[cell])

    def cumulated(self) -> Iterator[MadeRow]:
        """Yield what each made class and all better ones have together.

        The classes of a sampled result are not independent: the error of their mean is at most the mean of their
        errors, which is given.
        """
        combos, share, won, error = 0.0, 0.0, 0.0, 0.0
        for row in self.rows("made"):
            combos, share = combos + row.combos, share + row.share
            if row.share > 0:
                won, error = won + row.share * row.equity, error + row.share * row.stderr
            yield MadeRow(row.name, combos, share, *((won / share, error / share) if share else (np.nan, np.nan)))

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "made": {"set": {"combos": 3.0, ..}, ..}, "kickers": {"A": ..}, "draws": ..}``."""
        groups: dict[str, Any] = {"seat": self.seat}
        for group, (names, first) in GROUPS.items():
            cells = [(name, self.row(first + i)) for i, name in enumerate(names)]
            groups[group] = {name: _row_to_json(row) for name, row in cells if row.combos}
        return groups


def _row_to_json(row: MadeRow) -> dict[str, Any]:
    numbers = {"combos": row.combos, "share": row.share}
    return numbers | {"equity": finite(row.equity), "stderr": finite(row.stderr)}


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """What each active seat has, in order; none before the flop."""

    seats: tuple[SeatMade, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows of the seats (see :meth:`SeatMade.to_json`)."""
        return [seat.to_json() for seat in self.seats]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "Made":
        """Read what :meth:`to_json` has written.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        if len(cards_of(scenario.board)) not in BOARD_SIZES:
            if list_of(as_it_is)(value, path):
                fail(path, "there is no flop yet")
            return cls(())
        return cls(tuple(_seat(row) for row in rows_by_seat(value, scenario, path, ("seat", *GROUPS))))


def _seat(row: Reader) -> SeatMade:
    cells: NDArray[np.float64] = np.zeros((CELLS, 4))
    cells[:, 2:] = np.nan
    for group, (names, first) in GROUPS.items():
        fields = Reader(row.need(group, mapping), row.path(group), names)
        for i, name in enumerate(names):
            cells[first + i] = fields.get(name, _read_row, cells[first + i])
    seat = SeatMade(row.need("seat", integer()), *cells.T)
    adds_up(seat.share[:FIRST_KICKER], 1.0, row.path("made"))
    adds_up(seat.share[FIRST_KICKER:FIRST_DRAW], float(seat.share[TOP_PAIR]), row.path("kickers"))
    return seat


def _read_row(value: Any, path: str) -> Array:
    """Return the four numbers of a row, float64[4]."""
    row = Reader(value, path, ("combos", "share", "equity", "stderr"))
    numbers = [row.need("combos", number(0.0, MOST_COMBOS, 1e-6)), row.need("share", share)]
    equity, error = row.need("equity", equity_or_none), row.need("stderr", stderr_or_none)
    if numbers[0] == 0:
        row.fail("combos", "a class without a combo is left out")
    return np.array([*numbers, *(np.nan if x is None else x for x in (equity, error))])
