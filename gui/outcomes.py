"""What razz hands become, to the last card: read out of a result's ``outcomes`` and ``joint`` details. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import RAZZ_RANKS
from gui.wants import Found

PAIRED = "paired"
RESULTS = ("win", "tie", "lose")
Grid = tuple[tuple[float, ...], ...]


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


def class_of_low(low: str) -> str:
    """Return the outcome class of an exact low: ``8`` of ``8-6-4-2-A``, ``11`` of one with a jack."""
    return str(RAZZ_RANKS.index(low[0]) + 1)


def exact_classes(found: Found | None) -> dict[int, dict[str, float]]:
    """Return the exact class distributions by seat that lie over sampled ones; none where there are none to show."""
    if found is None or found.stale or found.snapshot.method == "exact":
        return {}
    classes: dict[int, dict[str, float]] = {}
    for row in found.value:
        if row["stderr"] == 0.0:
            shares = {PAIRED: sum(row["paired"].values())}
            for low, share in row["lows"].items():
                name = class_of_low(low)
                shares[name] = shares.get(name, 0.0) + share
            classes[row["seat"]] = shares
    return classes


def exact_lows(found: Found) -> Lows:
    """Return the table of an ``outcomes`` detail."""
    rows = found.value
    lows = {low for row in rows for low in row["lows"]}
    ordered = sorted(lows, key=lambda low: [RAZZ_RANKS.index(sign) for sign in low.split("-")])
    hands = [Low(low, tuple(row["lows"].get(low, 0.0) for row in rows)) for low in ordered]
    kinds = rows[0]["paired"] if rows else ()
    hands += [Low(kind, tuple(row["paired"][kind] for row in rows)) for kind in kinds]
    return Lows(
        tuple(row["seat"] for row in rows),
        tuple(found.snapshot.seats[row["seat"]].name for row in rows),
        tuple(row["stderr"] for row in rows),
        tuple(hand for hand in hands if any(hand.shares)),
    )


def meetings(found: Found) -> tuple[Meeting, ...]:
    """Return the tables of a ``joint`` detail, one for each pair of active seats."""
    value: Any = found.value
    seats = found.snapshot.seats
    return tuple(
        Meeting(
            (pair["seats"][0], pair["seats"][1]),
            (seats[pair["seats"][0]].name, seats[pair["seats"][1]].name),
            tuple(value["classes"]),
            {name: tuple(tuple(row) for row in pair[name]) for name in RESULTS},
            pair["stderr"],
        )
        for pair in value["pairs"]
    )
