"""The details ``made`` and ``flopped`` of hold'em: the made hands and draws of each seat, on the board with their
equity, and, before the flop, over all flops."""

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
from engine.scenario.codec import plain
from engine.scenario.reading import Convert, Reader, adds_up, fail, integer, mapping, number, or_none, share, stderr

GROUPS: dict[str, tuple[tuple[str, ...], int]] = {
    "made": (MADE, 0),
    "kickers": (tuple(RANKS), FIRST_KICKER),
    "draws": (DRAWS, FIRST_DRAW),
}
"""The groups of cells by their key in a file: the names of the cells of each, and its first cell."""

_READS: dict[str, Convert[Any]] = {
    "combos": number(0.0, 1326.0, 1e-6), "share": share, "equity": or_none(share), "stderr": or_none(stderr),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MadeRow:
    """A class of made hands, a top pair with one kicker, or a draw.

    ``combos``: the live weight of its combos. ``share``: its probability in the joint distribution. ``equity``: the
    equity with it; ``stderr``: its standard error, 0 if exact, NaN if there are too few trials.
    """

    name: str
    combos: float
    share: float
    equity: float
    stderr: float


@dataclass(frozen=True, slots=True, eq=False)
class SeatMade(Record):
    """The hands of ``seat`` by cell (see ``engine.ranges.made_names``), float64[CELLS] each: ``combos``, the live
    weight; ``share``, the probability in the joint distribution; ``equity`` with it and its ``stderr``.

    A cell with ``combos`` 0 is empty. If ``share`` is 0 the equity is NaN.
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
        """Yield the cells of a group (``made``, ``kickers``, ``draws``) that are not empty, kickers from the ace
        down."""
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
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
        """
        row = Reader(value, path, ("seat", *GROUPS))
        cells = _cells(row, _read_row, np.array([0.0, 0.0, np.nan, np.nan]))
        _check_shares(row, cells[:, 1])
        return cls(row.need("seat", integer()), *cells.T)


@dataclass(frozen=True, slots=True, eq=False)
class MadeEquities(Records):
    """The made hands and draws of each active seat, in order; empty before the flop."""

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
    """The probability that the range of ``seat`` flops each cell (see ``engine.ranges.made_names``): ``share``
    float64[CELLS].

    Combos are weighted by their live weight, and every flop without a known card is equally likely. The ranges of other
    seats are not taken into account.
    """

    seat: int
    share: F64

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat": 0, "made": {"set": 0.11, ..}, "kickers": {"A": 0.1, ..}, "draws": {..}}``."""
        return {"seat": self.seat} | _by_group([chance or None for chance in self.share.tolist()])

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "SeatFlopped":
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
        """
        row = Reader(value, path, ("seat", *GROUPS))
        shares = _cells(row, share, 0.0)
        _check_shares(row, shares)
        return cls(row.need("seat", integer()), shares)


@dataclass(frozen=True, slots=True, eq=False)
class Flopped(Records):
    """The flopped hands of each active seat, in order; empty once there is a board."""

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
    """Parse the cells of all groups, float64[CELLS, ...]; cells that are missing are ``empty``."""
    cells: list[Any] = [empty] * CELLS
    for group, (names, first) in GROUPS.items():
        fields = Reader(row.need(group, mapping), row.path(group), names)
        cells[first : first + len(names)] = [fields.get(name, read, empty) for name in names]
    return np.array(cells)


def _check_shares(row: Reader, shares: F64) -> None:
    """Check that the made hands add up to 1, and the kickers to the top pairs."""
    adds_up(shares[:FIRST_KICKER], 1.0, row.path("made"))
    adds_up(shares[FIRST_KICKER:FIRST_DRAW], float(shares[TOP_PAIR]), row.path("kickers"))


def _read_row(value: object, path: str) -> F64:
    """Return the four numbers of a row, float64[4]."""
    row = Reader(value, path, tuple(_READS))
    numbers = np.array([row.need(key, read) for key, read in _READS.items()], np.float64)
    if numbers[0] == 0:
        row.fail("combos", "a class without a combo is left out")
    return numbers
