"""What razz hands become, to the last card, and who beats whom with what: read out of a result's details."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.details.lows import MEETING_RESULTS, PAIRED_KINDS, Lows, Meetings, low_texts
from engine.games import GAMES
from engine.jobs.results import Snapshot

Grid = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Low:
    """A final hand: its name (``8-6-4-2-A``, ``one pair``) and how likely each seat ends with it."""

    name: str
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LowTable:
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


def exact_lows(detail: Lows, snapshot: Snapshot) -> LowTable:
    """Return the table of an ``outcomes`` detail."""
    shares = np.concatenate([detail.lows, detail.paired], axis=1).T
    names = (*low_texts(), *PAIRED_KINDS)
    return LowTable(
        detail.seats,
        tuple(snapshot.seats[seat].name for seat in detail.seats),
        tuple(detail.stderr.tolist()),
        tuple(Low(names[i], tuple(shares[i].tolist())) for i in np.flatnonzero(shares.any(axis=1)).tolist()),
    )


def meetings(detail: Meetings, snapshot: Snapshot) -> tuple[Meeting, ...]:
    """Return the tables of a ``joint`` detail, one for each pair of active seats."""
    seats = snapshot.seats
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
