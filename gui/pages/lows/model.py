"""What razz hands become, to the last card, read out of a result; and the exact lows as a Qt model."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QObject

from engine import GAMES
from engine.details.lows import MEETING_RESULTS, PAIRED_KINDS, Meetings, low_texts
from engine.details.lows import Lows as LowsDetail
from gui.look.captions import PAIRED
from gui.look.formatting import percent
from gui.look.theme import Look
from gui.parts.row_table import RowModel
from gui.state.details import LatestDetail

SHORT = {"10": "T", "11": "J", "12": "Q", "13": "K", PAIRED: "pr"}
"""Short names of the outcome classes; the others are short as they are."""
Grid = tuple[tuple[float, ...], ...]
FEW_SEATS = 3
"""With more seats than this exact shares have two decimals instead of four: more would not fit."""


@dataclass(frozen=True, slots=True)
class Low:
    """A final hand: its name (``8-6-4-2-A``, ``one pair``) and how likely each seat ends with it."""

    name: str
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Lows:
    """The final hands that somebody can have, best first; ``stderr`` of each seat, the largest of its shares."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    stderr: tuple[float, ...]
    hands: tuple[Low, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two seats, and how likely they meet as a class (row) and a class (column), by what comes of it."""

    seats: tuple[int, int]
    names: tuple[str, str]
    classes: tuple[str, ...]
    grids: Mapping[str, Grid]
    stderr: float

    def share(self, result: str) -> float:
        """Return how likely the first seat wins, ties or loses against the second."""
        return sum(sum(row) for row in self.grids[result])


def exact_lows(found: LatestDetail[LowsDetail]) -> Lows:
    """Return the table of an ``outcomes`` detail."""
    detail = found.value
    shares = np.concatenate([detail.lows, detail.paired], axis=1).T
    names = (*low_texts(), *PAIRED_KINDS)
    return Lows(
        detail.seats,
        tuple(found.snapshot.seats[seat].name for seat in detail.seats),
        tuple(detail.stderr.tolist()),
        tuple(Low(names[i], tuple(shares[i].tolist())) for i in np.flatnonzero(shares.any(axis=1)).tolist()),
    )


def meetings(found: LatestDetail[Meetings]) -> tuple[Meeting, ...]:
    """Return the tables of a ``joint`` detail, one for each pair of active seats."""
    seats, detail = found.snapshot.seats, found.value
    return tuple(
        Meeting(
            pair,
            (seats[pair[0]].name, seats[pair[1]].name),
            GAMES["razz"].classes,
            {name: tuple(tuple(row) for row in grid) for name, grid in zip(MEETING_RESULTS, grids, strict=True)},
            error,
        )
        for pair, grids, error in zip(detail.pairs, detail.shares.tolist(), detail.stderr.tolist(), strict=True)
    )


class LowsModel(RowModel):
    """Two columns for each seat: the share of the hand, and of it or a better one."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self._lows: Lows | None = None
        self._better: tuple[tuple[float, ...], ...] = ()
        self._stale = False
        self._digits = 4

    def show_lows(self, lows: Lows | None, *, stale: bool) -> None:
        """Take another table."""
        self.beginResetModel()
        self._lows, self._stale = lows, stale
        self._digits = 4 if lows is None or len(lows.seats) <= FEW_SEATS else 2
        columns = range(len(lows.seats)) if lows is not None else range(0)
        hands = lows.hands if lows is not None else ()
        self._better = tuple(tuple(accumulate(hand.shares[i] for hand in hands)) for i in columns)
        self.endResetModel()

    @property
    def shape(self) -> tuple[int, int]:
        return (len(self._lows.hands), 1 + 2 * len(self._lows.seats)) if self._lows is not None else (0, 0)

    def head(self, column: int) -> tuple[str, str]:
        if column == 0 or self._lows is None:
            return "Final hand", ""
        return "or better" if column % 2 == 0 else self._lows.names[column // 2], ""

    def row_name(self, row: int) -> str | None:
        return self._lows.hands[row].name if self._lows is not None else None

    def text(self, row: int, column: int) -> str:
        assert self._lows is not None
        hand, seat = self._lows.hands[row], (column - 1) // 2
        if column == 0:
            return hand.name
        share = hand.shares[seat] if column % 2 else self._better[seat][row]
        return percent(share, self._lows.stderr[seat], exact_digits=self._digits) if share > 0 else "–"

    def is_bold(self, row: int, column: int) -> bool:
        return column == 0

    def ink(self, row: int, column: int) -> str:
        quiet = self._stale or (column > 0 and column % 2 == 0)
        return self._look.theme.muted if quiet else self._look.theme.text
