"""Details by card: how the equities move with the next cards of each game, with one more dead card, and from street to
street."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan
from typing import Any, ClassVar, Literal

import numpy as np

from engine.arrays import F64, I64
from engine.cards import DECK_SIZE, RAZZ_RANKS, card_text
from engine.equity.details.codec import (
    CHANCE,
    SEAT,
    SEAT_SHARES,
    SEAT_STDERRS,
    SHARE,
    SHARE_OR_NONE,
    STDERR,
    STDERR_OR_NONE,
    Form,
    Record,
    Records,
    cards_of,
    check_before_flop,
    check_equities,
    check_first_seat,
    column,
    entry,
    known_cards,
    named,
    rows_of,
    whole,
)
from engine.equity.results import Snapshot
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
    text,
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
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "StreetPath":
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


Verdict = Literal["good", "brick", "even"]
EVEN = 5e-5
"""Changes of an exact equity below half a hundredth of a percent are none."""
Z95 = 1.96


@dataclass(frozen=True, slots=True)
class Seen:
    """A seat's equity after a card and its present equity, each with its standard error."""

    equity: float
    stderr: float
    now: float
    now_stderr: float

    @property
    def change(self) -> float:
        """The shift of the equity by the card."""
        return self.equity - self.now

    @property
    def noise(self) -> float:
        """The half width of the 95% interval of the change (independent samples)."""
        return Z95 * float((self.stderr**2 + self.now_stderr**2) ** 0.5)

    @property
    def verdict(self) -> Verdict:
        """Whether the card is good for the seat, as far as is known."""
        if abs(self.change) < max(EVEN, self.noise):
            return "even"
        return "good" if self.change > 0 else "brick"


@dataclass(frozen=True, slots=True)
class NextCard:
    """A card that can come: its name, how many of it are live, how likely it is, and the equity of each active seat
    after it."""

    name: str
    live: int | None
    probability: float
    probability_stderr: float
    seats: tuple[Seen | None, ...]


@dataclass(frozen=True, slots=True)
class NextTable:
    """The cards that can come to one seat, or to all as a common card (``seat`` None). ``places``: the active seats,
    the order of ``NextCard.seats``; ``judge``: the one among them whose good and brick cards are counted."""

    seat: int | None
    title: str
    places: tuple[int, ...]
    names: tuple[str, ...]
    now: tuple[tuple[float, float], ...]
    """Equity and standard error of each active seat now."""
    judge: int
    cards: tuple[NextCard, ...]

    @property
    def judged(self) -> tuple[tuple[NextCard, Seen], ...]:
        """The cards whose equity is known for the seat that judges, best first."""
        seen = [(card, card.seats[self.judge]) for card in self.cards]
        known = [(card, s) for card, s in seen if s is not None]
        return tuple(sorted(known, key=lambda pair: -pair[1].equity))

    @property
    def reach(self) -> float:
        """The largest change of the seat that judges, up or down."""
        return max((abs(s.change) for _, s in self.judged), default=0.0)

    def widest(self, seat: int) -> tuple[float, float]:
        """Return the largest standard error of an active seat's equities and the largest noise of their changes: all
        are written with as many digits as these support."""
        seen = [s for card in self.cards if (s := card.seats[seat]) is not None]
        return max((s.stderr for s in seen), default=0.0), max((s.noise for s in seen), default=0.0)

    def chance(self, verdict: Verdict) -> float:
        """Return how likely a card of this verdict is for the seat that judges."""
        return sum(card.probability for card in self.cards if self.verdict(card) == verdict)

    def verdict(self, card: NextCard) -> Verdict | None:
        """Return the verdict on a card for the seat that judges."""
        seen = card.seats[self.judge]
        return None if seen is None else seen.verdict


def judging_place(places: tuple[int, ...], seat: int | None) -> int:
    """Return which of the active seats ``places`` judges: ``seat``, the first active one where it is none of them."""
    return places.index(seat) if seat in places else 0


def next_tables(value: NextRanks, snapshot: Snapshot) -> tuple[NextTable, ...]:
    """Return the tables of razz: one for each seat that draws next, or that of the common card."""
    tables = []
    for given in value.tables:
        columns = (given.live, given.probability, given.probability_stderr, given.equity, given.stderr)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        tables.append(_table(snapshot, given.seat, given.seat, [RAZZ_RANKS[rank] for rank in given.ranks], rows))
    return tuple(sorted(tables, key=lambda table: (table.seat is not None, table.seat or 0)))


def board_table(value: NextCards, snapshot: Snapshot, seat: int | None) -> NextTable | None:
    """Return the table of hold'em, judged by ``seat`` (the first active one where it is none); None where no card is to
    come."""
    columns = (value.probability.tolist(), value.equity.tolist(), value.stderr.tolist())
    rows = ((None, chance, 0.0, equity, stderr) for chance, equity, stderr in zip(*columns, strict=True))
    table = _table(snapshot, None, seat, [card_text(card) for card in value.cards.tolist()], rows)
    return table if table.cards and table.places else None


def _table(
    snapshot: Snapshot, seat: int | None, judge: int | None, names: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> NextTable:
    """Return the table of ``seat``, judged by ``judge``: the cards by name, and of each the number of live ones, the
    probability and its error, the equities of the active seats and their errors."""
    active = [(i, other.name, other.estimate) for i, other in enumerate(snapshot.seats) if other.estimate is not None]
    places = tuple(i for i, _, _ in active)
    now = tuple((estimate.equity, estimate.stderr) for _, _, estimate in active)
    cards = tuple(
        NextCard(name, live, chance, error, _seen(equity, stderr, now))
        for name, (live, chance, error, equity, stderr) in zip(names, rows, strict=True)
    )
    title = "Common card" if seat is None else snapshot.seats[seat].name
    return NextTable(
        seat, title, places, tuple(name for _, name, _ in active), now, judging_place(places, judge), cards
    )


def _seen(
    equities: Iterable[float], errors: Iterable[float], now: tuple[tuple[float, float], ...]
) -> tuple[Seen | None, ...]:
    """Return the seats after a card, None where the equity or its error is not known (NaN)."""
    return tuple(
        None if isnan(equity) or isnan(error) else Seen(equity, error, *before)
        for equity, error, before in zip(equities, errors, now, strict=True)
    )


BINS = 100
"""Bins of the distribution of equity over flops, each as wide as one percent."""

MOST_ENDS = 100
MOST_ALIKE = 24
"""The most flops that differ by suits only."""


@dataclass(frozen=True, slots=True)
class FlopEnd(Record):
    """A flop (``AsKsQs``) at an end of the spread, for all that are ``alike`` but for suits: how likely one of them is,
    and the equity there with its standard error."""

    flop: str = entry(Form(text))
    alike: int = entry(Form(integer(1, MOST_ALIKE)))
    share: float = entry(SHARE)
    equity: float = entry(SHARE)
    stderr: float = entry(STDERR)

    def check(self, rows: object, scenario: Scenario, path: str) -> None:
        """Check that the flop can come."""
        cards = cards_of(self.flop)
        if len(self.flop) != 6 or len(cards) != 3 or known_cards(scenario).intersection(cards):
            fail(f"{path}.flop", "expected three cards that are not known yet")


ENDS = Form(record=FlopEnd, most=MOST_ENDS)


@dataclass(frozen=True, slots=True, eq=False)
class FlopSpread(Record):
    """The equities of a seat on the flops: their ``mean``, their standard ``deviation``, and how likely a flop gives 0
    to 1 %, 1 to 2 % and so on: ``shares``, float64[100].

    ``stderr`` is that of the equity on one flop, which widens a sampled spread; 0 where exact. ``best`` and ``worst``
    are the ends of the spread; earlier versions wrote none.
    """

    seat: int = entry(SEAT)
    mean: float = entry(SHARE)
    deviation: float = entry(Form(number(0.0, 0.5, 1e-6)))
    stderr: float = entry(STDERR)
    shares: F64 = entry(Form(array_of(share, BINS), total=True))
    best: tuple[FlopEnd, ...] = entry(ENDS, default=())
    worst: tuple[FlopEnd, ...] = entry(ENDS, default=())

    @property
    def spread(self) -> float:
        """The standard deviation over the flops, sampling noise taken out."""
        return math.sqrt(max(self.deviation**2 - self.stderr**2, 0.0))

    def at_least(self, equity: float) -> float:
        """Return how likely a flop gives this equity or more; within a bin flops count as evenly spread."""
        place = min(max(equity, 0.0), 1.0) * BINS
        bin_, part = int(place + 1e-9), place - int(place + 1e-9)
        above = float(self.shares[bin_ + 1 :].sum())
        return above + float(self.shares[bin_]) * (1 - max(part, 0.0)) if bin_ < BINS else above

    def quantile(self, share: float) -> float:
        """Return the equity below which lies this share of the flops, to about half a percent."""
        below = 0.0
        for i, (size, upto) in enumerate(zip(self.shares.tolist(), np.cumsum(self.shares).tolist(), strict=True)):
            if upto >= share - 1e-12 and size > 0:
                return float(i + min(max((share - below) / size, 0.0), 1.0)) / BINS
            below = upto
        return 1.0

    def check(self, rows: object, scenario: Scenario, path: str) -> None:
        """Check that the mean is that of the shares."""
        below = float(self.shares @ np.arange(BINS)) / BINS
        if not below - 1e-6 <= self.mean <= below + 1 / BINS + 1e-6:
            fail(f"{path}.mean", "this is not the mean of the shares")


@dataclass(frozen=True, slots=True, eq=False)
class Flops(Records):
    """The spread of each active seat, in order; none after the flop."""

    ITEM: ClassVar[type[Record]] = FlopSpread
    spreads: tuple[FlopSpread, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that there is no board, and the seats."""
        check_before_flop(self, scenario, path)
