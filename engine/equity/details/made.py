"""The details ``made`` and ``flopped`` of hold'em: the made hands and draws of each seat, on the board with its equity,
and on all flops before there is one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engine.arrays import F64
from engine.cards import RANKS
from engine.equity.details.codec import Record, Records, cards_of, check_before_flop
from engine.ranges.made_hands import BOARD_SIZES
from engine.ranges.made_names import CELLS, DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR, cell_name
from engine.scenario import Scenario
from engine.scenario.as_json import plain
from engine.scenario.reading import Convert, Reader, adds_up, fail, integer, mapping, number, or_none, share, stderr

GROUPS: dict[str, tuple[tuple[str, ...], int]] = {
    "made": (MADE, 0),
    "kickers": (tuple(RANKS), FIRST_KICKER),
    "draws": (DRAWS, FIRST_DRAW),
}
"""The groups of cells as a file names them: the names in each, and its first cell."""

_READS: dict[str, Convert[Any]] = {
    "combos": number(0.0, 1326.0, 1e-6), "share": share, "equity": or_none(share), "stderr": or_none(stderr),
}  # fmt: skip


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
class SeatMade(Record):
    """The hands of ``seat`` by cell (``engine.ranges.made_names``): ``combos``, the live weight; ``share``, the
    probability in the joint law; ``equity`` with it and its ``stderr``; float64[CELLS] each.

    Where ``combos`` is 0 the cell is empty; where ``share`` is 0 the equity is NaN.
    """

    seat: int
    combos: F64
    share: F64
    equity: F64
    stderr: F64

    def row(self, cell: int) -> MadeRow:
        """Return the numbers of a cell."""
        columns = self.combos, self.share, self.equity, self.stderr
        return MadeRow(cell_name(cell), *(float(column[cell]) for column in columns))

    def rows(self, group: str) -> Iterator[MadeRow]:
        """Yield the cells of a group (``made``, ``kickers``, ``draws``) that are not empty, the best first."""
        names, first = GROUPS[group]
        cells = range(first, first + len(names))
        yield from (self.row(cell) for cell in (reversed(cells) if group == "kickers" else cells) if self.combos[cell])

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "made": {"set": {"combos": 3.0, ..}, ..}, "kickers": {"A": ..}, "draws": ..}``."""
        columns = np.stack([self.combos, self.share, self.equity, self.stderr], axis=1)
        rows = [dict(zip(_READS, row, strict=True)) for row in plain(columns)]
        return {"seat": self.seat} | _by_group([row if row["combos"] else None for row in rows])

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "SeatMade":
        """Read a value of :meth:`to_json`.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        row = Reader(value, path, ("seat", *GROUPS))
        cells = _cells(row, _read_row, np.array([0.0, 0.0, np.nan, np.nan]))
        _check_shares(row, cells[:, 1])
        return cls(row.need("seat", integer()), *cells.T)


@dataclass(frozen=True, slots=True, eq=False)
class Made(Records):
    """The hands of each active seat, in order; none before the flop."""

    ITEM: ClassVar[type[Record]] = SeatMade
    seats: tuple[SeatMade, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that there is a flop, and the seats."""
        if len(cards_of(scenario.board)) in BOARD_SIZES:
            Records.check(self, scenario, path)
        elif self.seats:
            fail(path, "there is no flop yet")


@dataclass(frozen=True, slots=True, eq=False)
class SeatFlopped(Record):
    """The probability that the range of ``seat`` flops each cell (``engine.ranges.made_names``): ``share``
    float64[CELLS].

    Its combos count with their live weights, every flop without a known card is equally likely; the ranges of other
    seats do not count.
    """

    seat: int
    share: F64

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "made": {"set": 0.11, ..}, "kickers": {"A": 0.1, ..}, "draws": {..}}``."""
        return {"seat": self.seat} | _by_group([chance or None for chance in self.share.tolist()])

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "SeatFlopped":
        """Read a value of :meth:`to_json`.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        row = Reader(value, path, ("seat", *GROUPS))
        shares = _cells(row, share, 0.0)
        _check_shares(row, shares)
        return cls(row.need("seat", integer()), shares)


@dataclass(frozen=True, slots=True, eq=False)
class Flopped(Records):
    """The flopped hands of each active seat, in order; none after the flop."""

    ITEM: ClassVar[type[Record]] = SeatFlopped
    seats: tuple[SeatFlopped, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that there is no board, and the seats."""
        check_before_flop(self, scenario, path)


def _by_group(cells: list[Any]) -> dict[str, Any]:
    return {
        group: {name: cells[i] for i, name in enumerate(names, first) if cells[i] is not None}
        for group, (names, first) in GROUPS.items()
    }


def _cells(row: Reader, read: Convert[Any], empty: object) -> F64:
    """Read the cells of all groups, float64[CELLS, ...], ``empty`` where one is not there."""
    cells: list[Any] = [empty] * CELLS
    for group, (names, first) in GROUPS.items():
        fields = Reader(row.need(group, mapping), row.path(group), names)
        cells[first : first + len(names)] = [fields.get(name, read, empty) for name in names]
    return np.array(cells)


def _check_shares(row: Reader, shares: F64) -> None:
    adds_up(shares[:FIRST_KICKER], 1.0, row.path("made"))
    adds_up(shares[FIRST_KICKER:FIRST_DRAW], float(shares[TOP_PAIR]), row.path("kickers"))


def _read_row(value: object, path: str) -> F64:
    """Return the four numbers of a row, float64[4]."""
    row = Reader(value, path, tuple(_READS))
    numbers = np.array([row.need(key, read) for key, read in _READS.items()], np.float64)
    if numbers[0] == 0:
        row.fail("combos", "a class without a combo is left out")
    return numbers
