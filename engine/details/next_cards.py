"""Details by card: how the equities move with the next cards of each game, with one more dead card, and from street to
street."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from engine.arrays import F64, I64
from engine.cards import DECK_SIZE, RAZZ_RANKS, card_text
from engine.details.codec import (
    CHANCE,
    SEAT,
    SEAT_SHARES,
    SEAT_STDERRS,
    SHARE_OR_NONE,
    STDERR,
    STDERR_OR_NONE,
    Form,
    Record,
    Records,
    cards_of,
    check_equities,
    check_first_seat,
    column,
    entry,
    known_cards,
    named,
    rows_of,
    whole,
)
from engine.scenario import Scenario
from engine.scenario.as_json import plain
from engine.scenario.reading import (
    SUM_ROUNDING,
    Reader,
    array_of,
    as_it_is,
    fail,
    integer,
    list_of,
    number,
    or_none,
    share,
    stderr,
)

CARDS = named({card_text(card): card for card in range(DECK_SIZE)})
CARD_PAIRS = named({card_text(i) + card_text(j): (i, j) for i in range(DECK_SIZE) for j in range(i)}, 2)
RANKS = named({name: rank for rank, name in enumerate(RAZZ_RANKS)})
RANK_PAIRS = named({RAZZ_RANKS[i] + RAZZ_RANKS[j]: (i, j) for i in range(13) for j in range(13)}, 2)
LIVE = whole(1, 4)
CHANGE_OR_NONE = Form(or_none(number(-1.0, 1.0, SUM_ROUNDING)))
FLOP, TURN = 3, 4
"""Cards on the board."""
THIRD, SEVENTH = 3, 7
"""The first and the last street of razz."""


@dataclass(frozen=True, slots=True, eq=False)
class NextCards(Record):
    """Hold'em, ``next_card``: the ``cards`` that can come, int64[n], the probability of each, float64[n], and the
    equities with it: ``equity`` and ``stderr``, float64[n, active seats] (0 where exact, NaN where there are too few
    trials)."""

    cards: I64 = column(CARDS, "card")
    probability: F64 = column(CHANCE)
    equity: F64 = column(SEAT_SHARES)
    stderr: F64 = column(SEAT_STDERRS)

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check the number of cards, that they are not known, and the equities."""
        if bool(rows) is not (len(cards_of(scenario.board)) in (FLOP, TURN)):
            fail(path, "expected cards on flop and turn, and nowhere else")
        known = known_cards(scenario)
        for row, card, equity in zip(rows, self.cards.tolist(), self.equity, strict=True):
            if card in known:
                row.fail("card", f"{card_text(card)} is known already")
            if np.isnan(equity).any():
                row.fail("equity", "expected numbers, found null")
        check_equities(rows, self.equity, self.stderr)


@dataclass(frozen=True, slots=True, eq=False)
class Runouts(Record):
    """Hold'em, ``runouts``, on the flop: the two ``cards`` to come, int64[n, 2], the higher number first, in any order.
    ``probability`` float64[n] of both; ``equity`` float64[n, active seats] with them, exact.

    None where there is no flop, a turn already, or an exact answer would take too long.
    """

    cards: I64 = column(CARD_PAIRS)
    probability: F64 = column(CHANCE)
    equity: F64 = column(Form(share, by_seat=True))

    @classmethod
    def nothing(cls, seats: int) -> "Runouts":
        """Return that there are none for this number of active ``seats``."""
        return cls(np.zeros((0, 2), np.int64), np.zeros(0), np.zeros((0, seats)))

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check the street, that no card is known, and the equities."""
        if rows and len(cards_of(scenario.board)) != FLOP:
            fail(path, "expected turns and rivers on the flop, and nowhere else")
        known = known_cards(scenario)
        for row, pair in zip(rows, self.cards.tolist(), strict=True):
            if known.intersection(pair):
                row.fail("cards", "a card of these is known already")
        check_equities(rows, self.equity, np.zeros_like(self.equity))


@dataclass(frozen=True, slots=True, eq=False)
class SeatRanks(Record):
    """Razz: the ``ranks`` (0 ace .. 12 king) that can come to ``seat`` (None: a common card), int64[n], how many cards
    of each are ``live``, int64[n], their ``probability`` and its error ``probability_stderr``, float64[n], and the
    equities with them: ``equity`` and ``stderr``, float64[n, active seats], NaN where the rank cannot come or there are
    too few deals."""

    ROWS: ClassVar[str] = "ranks"
    seat: int | None = entry(Form(or_none(integer())))
    ranks: I64 = column(RANKS, "rank")
    live: I64 = column(LIVE)
    probability: F64 = column(CHANCE)
    probability_stderr: F64 = column(STDERR)
    equity: F64 = column(SEAT_SHARES)
    stderr: F64 = column(SEAT_STDERRS)

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check the seat and the equities."""
        if self.seat is not None and self.seat not in scenario.active_seats:
            fail(f"{path}.seat", "expected an active seat, or null for a common card")
        check_equities(rows, self.equity, self.stderr)


@dataclass(frozen=True, slots=True, eq=False)
class NextRanks(Records):
    """Razz, ``next_card``: the ranks that can come to each seat that draws next; none where nothing is to come."""

    ITEM: ClassVar[type[Record]] = SeatRanks
    tables: tuple[SeatRanks, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that no seat occurs twice."""
        seats = [table.seat for table in self.tables]
        if len(set(seats)) < len(seats) or (None in seats and len(seats) > 1):
            fail(path, "expected each seat once, or a common card alone")


@dataclass(frozen=True, slots=True, eq=False)
class NextPair(Record):
    """The cards that can come to two ``seats`` together: ``ranks`` int64[n, 2] (0 ace .. 12 king), their
    ``probability`` and its error ``probability_stderr``, float64[n], and the equities with them: ``equity`` and
    ``stderr``, float64[n, active seats], NaN where the ranks cannot come together or there are too few deals."""

    ROWS: ClassVar[str] = "cells"
    seats: tuple[int, int] = entry(Form(lambda value, path: tuple(list_of(integer(), 2)(value, path))))
    ranks: I64 = column(RANK_PAIRS)
    probability: F64 = column(CHANCE)
    probability_stderr: F64 = column(STDERR)
    equity: F64 = column(SEAT_SHARES)
    stderr: F64 = column(SEAT_STDERRS)

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check the seats and the equities."""
        if self.seats not in combinations(scenario.active_seats, 2):
            fail(f"{path}.seats", "expected two active seats in order")
        check_equities(rows, self.equity, self.stderr)


@dataclass(frozen=True, slots=True, eq=False)
class NextPairs(Records):
    """Razz, ``next_pair``: the cards of every two seats that draw next; none where fewer than two draw a card of their
    own."""

    ITEM: ClassVar[type[Record]] = NextPair
    pairs: tuple[NextPair, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that no two seats occur twice."""
        seats = [pair.seats for pair in self.pairs]
        if len(set(seats)) < len(seats):
            fail(path, "expected every two seats once")


@dataclass(frozen=True, slots=True, eq=False)
class DeadCards(Record):
    """Razz, ``sensitivity``: the equity of ``seat`` if one more card of a rank were dead, how far that is from now, and
    their standard errors.

    ``ranks`` int64[n] (0 ace .. 12 king), ``live`` int64[n]; ``equity`` with ``stderr``, ``change`` with
    ``change_stderr``, float64[n], NaN where there can be no such dead card.
    """

    ROWS: ClassVar[str] = "ranks"
    seat: int = entry(SEAT)
    ranks: I64 = column(RANKS, "rank")
    live: I64 = column(LIVE)
    equity: F64 = column(SHARE_OR_NONE)
    stderr: F64 = column(STDERR_OR_NONE)
    change: F64 = column(CHANGE_OR_NONE)
    change_stderr: F64 = column(STDERR_OR_NONE)

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check the seat, and that a rank has all numbers or none."""
        columns = np.stack([self.equity, self.stderr, self.change, self.change_stderr], axis=1)
        for row, missing in zip(rows, np.isnan(columns), strict=True):
            if missing.any() and not missing.all():
                row.fail("equity", "expected equity, stderr, change, change_stderr, or none of them")
        check_first_seat(self.seat, scenario, path)


@dataclass(frozen=True, slots=True, eq=False)
class StreetPath:
    """Razz, ``path``: the equities of the active seats on each street from the third on, ``equity`` and ``stderr``,
    float64[streets, active seats]; rows of NaN where a street was impossible."""

    equity: F64
    stderr: F64

    @property
    def streets(self) -> range:
        """The streets of the rows."""
        return range(THIRD, THIRD + len(self.equity))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"street": 3, "equity": [0.6, 0.4], "stderr": [0.0, 0.0]}]``, null where it was impossible."""
        return [
            {"street": street}
            | {key: None if np.isnan(x).any() else plain(x) for key, x in (("equity", equity), ("stderr", error))}
            for street, equity, error in zip(self.streets, self.equity, self.stderr, strict=True)
        ]

    @classmethod
    def from_json(cls, value: Any, scenario: Scenario, path: str) -> "StreetPath":
        """Read a value of :meth:`to_json`.

        Raises:
            ScenarioError: it is of another form, or does not fit the scenario.
        """
        rows, seats = rows_of(value, path, ("street", "equity", "stderr")), len(scenario.active_seats)
        if not 1 <= len(rows) <= SEVENTH - THIRD + 1:
            fail(path, "expected third street and what follows")
        numbers = np.full((2, len(rows), seats), np.nan)
        for i, row in enumerate(rows):
            _read_street(row, THIRD + i, numbers[:, i])
        check_equities(rows, *numbers)
        return cls(*numbers)


def _read_street(row: Reader, street: int, numbers: F64) -> None:
    """Read equities and errors of a street into float64[2, active seats]; NaN stays where it was impossible."""
    if row.need("street", integer()) != street:
        row.fail("street", f"expected {street}: the streets in order")
    if row.need("equity", as_it_is) is None and row.need("stderr", as_it_is) is None:
        return
    for key, read, into in (("equity", share, numbers[0]), ("stderr", stderr, numbers[1])):
        into[:] = row.need(key, array_of(or_none(read), len(into)))
    if np.isnan(numbers).any():
        row.fail("equity", "expected a number for each active seat")
