"""The details ``outcomes`` and ``joint`` of razz: the final hands of the seats, and who beats whom with which class of
hand; and the tables of both that the window displays."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.cards import RAZZ_RANKS
from engine.equity.details.codec import rows_by_seat, rows_of
from engine.equity.results import Snapshot
from engine.games import GAMES
from engine.scenario import Scenario
from engine.scenario.reading import (
    Reader,
    adds_up,
    array_of,
    as_it_is,
    fail,
    integer,
    list_of,
    mapping,
    share,
    stderr,
    text,
)

PAIRED_KINDS = ("one pair", "two pair", "full house")
"""The kinds of hands with fewer than five different ranks: with four, three and two."""

MEETING_RESULTS = ("win", "tie", "lose")
CLASS_NAMES = GAMES["razz"].classes


@cache
def low_texts() -> tuple[str, ...]:
    """Return the 1,287 exact lows as players name them, the best first.

    >>> low_texts()[:2], low_texts()[-1]
    (('5-4-3-2-A', '6-4-3-2-A'), 'K-Q-J-T-9')
    """
    hands = sorted(tuple(reversed(hand)) for hand in combinations(range(len(RAZZ_RANKS)), 5))
    return tuple("-".join(RAZZ_RANKS[rank] for rank in hand) for hand in hands)


@cache
def low_numbers() -> Mapping[str, int]:
    """Return the index of each exact low in :func:`low_texts`."""
    return {name: index for index, name in enumerate(low_texts())}


@dataclass(frozen=True, slots=True, eq=False)
class Lows:
    """The final hands of each active seat: the probabilities of the exact lows, ``lows`` float64[seats, 1287] in the
    order of :func:`low_texts`, and of the kinds of paired hands, ``paired`` float64[seats, 3] in the order of
    ``PAIRED_KINDS``.

    ``stderr`` float64[seats]: the largest standard error of the seat's probabilities, 0 if exact.
    """

    seats: tuple[int, ...]
    lows: F64
    paired: F64
    stderr: F64

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"seat": 0, "lows": {"5-4-3-2-A": 0.01, ..}, "paired": {"one pair": .., ..}, "stderr": 0.0}]``."""
        names = low_texts()
        return [
            {
                "seat": seat,
                "lows": {names[index]: float(lows[index]) for index in np.flatnonzero(lows).tolist()},
                "paired": dict(zip(PAIRED_KINDS, paired.tolist(), strict=True)),
                "stderr": float(error),
            }
            for seat, lows, paired, error in zip(self.seats, self.lows, self.paired, self.stderr, strict=True)
        ]

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "Lows":
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
        """
        rows = rows_by_seat(value, scenario, path, ("seat", "lows", "paired", "stderr"))
        lows, paired = np.zeros((len(rows), len(low_texts()))), np.zeros((len(rows), len(PAIRED_KINDS)))
        for row, of_lows, of_pairs in zip(rows, lows, paired, strict=True):
            for name, chance in row.need("lows", mapping).items():
                if name not in low_numbers():
                    fail(f"{row.path('lows')}.{name}", "there is no such low")
                of_lows[low_numbers()[name]] = share(chance, f"{row.path('lows')}.{name}")
            kinds = Reader(row.need("paired", mapping), row.path("paired"), PAIRED_KINDS)
            of_pairs[:] = [kinds.need(kind, share) for kind in PAIRED_KINDS]
            adds_up([*of_lows, *of_pairs], 1.0, row.path("lows"))
        errors = np.array([row.need("stderr", stderr) for row in rows])
        return cls(scenario.active_seats, lows, paired, errors)


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """The probability of each pair of classes of two seats, by the result for the first of them.

    ``pairs``: every two active seats. ``shares`` float64[pairs, 3, 10, 10]: results in the order of
    ``MEETING_RESULTS``, classes of the first seat, classes of the second. ``stderr`` float64[pairs]: the largest
    standard error of these probabilities, 0 if exact.
    """

    pairs: tuple[tuple[int, int], ...]
    shares: F64
    stderr: F64

    def to_json(self) -> dict[str, Any]:
        """Return ``{"classes": [..], "pairs": [{"seats": [0, 1], "win": [[..]..], .., "stderr": 0.0}]}``."""
        rows = [
            {"seats": list(pair)}
            | {name: shares[i].tolist() for i, name in enumerate(MEETING_RESULTS)}
            | {"stderr": float(error)}
            for pair, shares, error in zip(self.pairs, self.shares, self.stderr, strict=True)
        ]
        return {"classes": list(CLASS_NAMES), "pairs": rows}

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "Meetings":
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
        """
        fields, count = Reader(value, path, ("classes", "pairs")), len(CLASS_NAMES)
        if tuple(fields.need("classes", list_of(text))) != CLASS_NAMES:
            fields.fail("classes", f"expected {', '.join(CLASS_NAMES)}")
        pairs = tuple(combinations(scenario.active_seats, 2))
        shares, errors = np.zeros((len(pairs), len(MEETING_RESULTS), count, count)), np.zeros(len(pairs))
        keys = ("seats", *MEETING_RESULTS, "stderr")
        for i, pair in enumerate(rows_of(fields.need("pairs", as_it_is), fields.path("pairs"), keys, len(pairs))):
            if tuple(pair.need("seats", list_of(integer()))) != pairs[i]:
                pair.fail("seats", f"expected {list(pairs[i])}: every two active seats in order")
            for j, name in enumerate(MEETING_RESULTS):
                shares[i, j] = pair.need(name, list_of(array_of(share, count), count))
            adds_up(shares[i].ravel(), 1.0, f"{fields.path('pairs')}[{i}]")
            errors[i] = pair.need("stderr", stderr)
        return cls(pairs, shares, errors)


@dataclass(frozen=True, slots=True)
class FinalHand:
    """A final hand: its name (``8-6-4-2-A``, ``one pair``), the probability that each seat ends with it, and the
    probability that each seat ends with it or a better hand."""

    name: str
    shares: tuple[float, ...]
    better: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LowTable:
    """The final hands that at least one seat can have, best first. ``stderr``: of each seat, the largest of its
    probabilities."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    stderr: tuple[float, ...]
    hands: tuple[FinalHand, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """Two seats, and the probability that they meet with a class of the first (row) and one of the second (column) in
    the order of ``CLASS_NAMES``: ``shares`` float64[3, 10, 10], by the result for the first seat in the order of
    ``MEETING_RESULTS``."""

    seats: tuple[int, int]
    names: tuple[str, str]
    shares: F64
    stderr: float

    def share(self, result: str) -> float:
        """Return the probability that the first seat wins, ties or loses against the second."""
        return float(self.shares[MEETING_RESULTS.index(result)].sum())


def exact_lows(detail: Lows, snapshot: Snapshot) -> LowTable:
    """Return the table of an ``outcomes`` detail."""
    probabilities = np.concatenate([detail.lows, detail.paired], axis=1).T
    names, possible = (*low_texts(), *PAIRED_KINDS), np.flatnonzero(probabilities.any(axis=1))
    shares, better = probabilities[possible].tolist(), np.cumsum(probabilities[possible], axis=0).tolist()
    return LowTable(
        detail.seats,
        tuple(snapshot.seats[seat].name for seat in detail.seats),
        tuple(detail.stderr.tolist()),
        tuple(
            FinalHand(names[i], tuple(s), tuple(b)) for i, s, b in zip(possible.tolist(), shares, better, strict=True)
        ),
    )


def meetings(detail: Meetings, snapshot: Snapshot) -> tuple[Meeting, ...]:
    """Return the tables of a ``joint`` detail, one for each pair of active seats."""
    names = [seat.name for seat in snapshot.seats]
    rows = zip(detail.pairs, detail.shares, detail.stderr.tolist(), strict=True)
    return tuple(Meeting((i, j), (names[i], names[j]), shares, error) for (i, j), shares, error in rows)
