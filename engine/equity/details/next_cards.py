"""Details by card: how the equities change with the next cards of each game, with one more dead card, and from street
to street."""

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
from engine.scenario.codec import plain
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
"""Numbers of board cards."""
THIRD, SEVENTH = 3, 7
"""The first and the last street of razz."""


@dataclass(frozen=True, slots=True, eq=False)
class NextCards(Record):
    """Hold'em, ``next_card``: the ``cards`` that can come, int64[n], their probabilities float64[n], and the equities
    after each: ``equity`` and ``stderr``, float64[n, active seats] (errors are 0 if exact, NaN if there are too few
    trials)."""

    cards: I64 = column(CARDS, "card")
    probability: F64 = column(CHANCE)
    equity: F64 = column(SEAT_SHARES)
    stderr: F64 = column(SEAT_STDERRS)

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check that there are cards on the right streets, that none of them is known, and the equities."""
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
    """Hold'em, ``runouts``, on the flop: the two ``cards`` to come in any order, int64[n, 2], the higher number first.
    ``probability`` float64[n]: of both cards together. ``equity`` float64[n, active seats]: exact, with both cards.

    It is empty on other streets, or if an exact answer would take too long.
    """

    cards: I64 = column(CARD_PAIRS)
    probability: F64 = column(CHANCE)
    equity: F64 = column(Form(share, by_seat=True))

    @classmethod
    def empty(cls, seats: int) -> "Runouts":
        """Return an empty value for a number of active ``seats``."""
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
    """Razz: the ``ranks`` (0 ace .. 12 king) that can come to ``seat`` (None: as a common card), int64[n]; ``live``
    int64[n], how many cards of each are live; their ``probability`` and its error ``probability_stderr``, float64[n];
    and the equities after each: ``equity`` and ``stderr``, float64[n, active seats], NaN if the rank cannot come or
    there are too few deals."""

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
    """Razz, ``next_card``: the ranks that can come to each seat that draws next; empty if no card is to come."""

    ITEM: ClassVar[type[Record]] = SeatRanks
    tables: tuple[SeatRanks, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that no seat occurs twice."""
        seats = [table.seat for table in self.tables]
        if len(set(seats)) < len(seats) or (None in seats and len(seats) > 1):
            fail(path, "expected each seat once, or a common card alone")


@dataclass(frozen=True, slots=True, eq=False)
class NextPair(Record):
    """The cards that can come to two ``seats``: ``ranks`` int64[n, 2] (0 ace .. 12 king), the ``probability`` of both
    and its error ``probability_stderr``, float64[n], and the equities after them: ``equity`` and ``stderr``, float64[n,
    active seats], NaN if the ranks cannot come together or there are too few deals."""

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
    """Razz, ``next_pair``: the cards of every two seats that draw next; empty if fewer than two seats draw a card of
    their own."""

    ITEM: ClassVar[type[Record]] = NextPair
    pairs: tuple[NextPair, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that no two seats occur twice."""
        seats = [pair.seats for pair in self.pairs]
        if len(set(seats)) < len(seats):
            fail(path, "expected every two seats once")


@dataclass(frozen=True, slots=True, eq=False)
class DeadCards(Record):
    """Razz, ``sensitivity``: the equity of ``seat`` if one more card of a rank were dead, the change from the current
    equity, and the standard errors of both.

    ``ranks`` int64[n] (0 ace .. 12 king), ``live`` int64[n]. ``equity`` with ``stderr`` and ``change`` with
    ``change_stderr``: float64[n], NaN if such a dead card is impossible.
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
        """Check the seat, and that a rank has all four numbers or none of them."""
        columns = np.stack([self.equity, self.stderr, self.change, self.change_stderr], axis=1)
        for row, missing in zip(rows, np.isnan(columns), strict=True):
            if missing.any() and not missing.all():
                row.fail("equity", "expected equity, stderr, change, change_stderr, or none of them")
        check_first_seat(self.seat, scenario, path)


@dataclass(frozen=True, slots=True, eq=False)
class StreetPath:
    """Razz, ``path``: the equities of the active seats on each street from third street on, ``equity`` and ``stderr``,
    float64[streets, active seats]. A row is NaN if the table was impossible on that street."""

    equity: F64
    stderr: F64

    @property
    def streets(self) -> range:
        """The streets of the rows."""
        return range(THIRD, THIRD + len(self.equity))

    def to_json(self) -> list[dict[str, Any]]:
        """Return ``[{"street": 3, "equity": [0.6, 0.4], "stderr": [0.0, 0.0]}]``, with null for an impossible
        street."""
        return [
            {"street": street}
            | {key: None if np.isnan(x).any() else plain(x) for key, x in (("equity", equity), ("stderr", error))}
            for street, equity, error in zip(self.streets, self.equity, self.stderr, strict=True)
        ]

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> "StreetPath":
        """Parse a value of :meth:`to_json`.

        Raises:
            ScenarioError: ``value`` has another form, or does not fit the scenario.
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
    """Parse equities and errors of a street into ``numbers`` float64[2, active seats], which stay NaN if the street was
    impossible."""
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
"""Changes of an exact equity below half a hundredth of a percent are treated as none."""
Z95 = 1.96


@dataclass(frozen=True, slots=True)
class EquityAfterCard:
    """A seat's equity after a card, and its current equity, each with its standard error."""

    equity: float
    stderr: float
    current: float
    current_stderr: float

    @property
    def change(self) -> float:
        """The change of the equity by the card."""
        return self.equity - self.current

    @property
    def noise(self) -> float:
        """Half the width of the 95 % interval of the change, for independent samples."""
        return Z95 * float((self.stderr**2 + self.current_stderr**2) ** 0.5)

    @property
    def verdict(self) -> Verdict:
        """Whether the card is good or bad for the seat, or ``even`` if the change is not significant."""
        if abs(self.change) < max(EVEN, self.noise):
            return "even"
        return "good" if self.change > 0 else "brick"


@dataclass(frozen=True, slots=True)
class NextCard:
    """A card that can come: its name, how many of its rank are live, its probability, and the equity of each active
    seat after it."""

    name: str
    live: int | None
    probability: float
    probability_stderr: float
    seats: tuple[EquityAfterCard | None, ...]


@dataclass(frozen=True, slots=True)
class NextTable:
    """The cards that can come to one seat, or to all seats as a common card (``seat`` None).

    ``seats``: the active seats, in the order of ``NextCard.seats``. ``judge``: the index in ``seats`` of the seat
    from whose point of view cards are good or bricks.
    """

    seat: int | None
    title: str
    seats: tuple[int, ...]
    names: tuple[str, ...]
    current: tuple[tuple[float, float], ...]
    """The current equity of each active seat, with its standard error."""
    judge: int
    cards: tuple[NextCard, ...]

    @property
    def judged(self) -> tuple[tuple[NextCard, EquityAfterCard], ...]:
        """The cards after which the equity of the judging seat is known, best first."""
        seen = [(card, card.seats[self.judge]) for card in self.cards]
        known = [(card, s) for card, s in seen if s is not None]
        return tuple(sorted(known, key=lambda pair: -pair[1].equity))

    @property
    def max_change(self) -> float:
        """The largest change of the judging seat's equity, up or down."""
        return max((abs(s.change) for _, s in self.judged), default=0.0)

    def max_errors(self, seat: int) -> tuple[float, float]:
        """Return the largest standard error of an active seat's equities and the largest noise of their changes. They
        determine with how many digits all of them are displayed."""
        seen = [s for card in self.cards if (s := card.seats[seat]) is not None]
        return max((s.stderr for s in seen), default=0.0), max((s.noise for s in seen), default=0.0)

    def chance(self, verdict: Verdict) -> float:
        """Return the probability of a card with this verdict for the judging seat."""
        return sum(card.probability for card in self.cards if self.verdict(card) == verdict)

    def verdict(self, card: NextCard) -> Verdict | None:
        """Return the verdict on a card for the judging seat, or None if its equity is not known."""
        seen = card.seats[self.judge]
        return None if seen is None else seen.verdict


def judging_index(seats: tuple[int, ...], seat: int | None) -> int:
    """Return the index of the judging seat among the active ``seats``: that of ``seat``, or 0 if it is not among
    them."""
    return seats.index(seat) if seat in seats else 0


def next_tables(value: NextRanks, snapshot: Snapshot) -> tuple[NextTable, ...]:
    """Return the tables of razz: one for each seat that draws next, or that of the common card."""
    tables = []
    for drawn in value.tables:
        columns = (drawn.live, drawn.probability, drawn.probability_stderr, drawn.equity, drawn.stderr)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        names = [RAZZ_RANKS[rank] for rank in drawn.ranks]
        tables.append(_table(snapshot, drawn.seat, drawn.seat, names, rows))
    return tuple(sorted(tables, key=lambda table: (table.seat is not None, table.seat or 0)))


def board_table(value: NextCards, snapshot: Snapshot, seat: int | None) -> NextTable | None:
    """Return the table of hold'em from the point of view of ``seat`` (the first active seat if it is not active), or
    None if no card is to come."""
    columns = (value.probability.tolist(), value.equity.tolist(), value.stderr.tolist())
    rows = ((None, chance, 0.0, equity, stderr) for chance, equity, stderr in zip(*columns, strict=True))
    table = _table(snapshot, None, seat, [card_text(card) for card in value.cards.tolist()], rows)
    return table if table.cards and table.seats else None


def _table(
    snapshot: Snapshot, seat: int | None, judge: int | None, names: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> NextTable:
    """Return the table of ``seat`` from the point of view of seat ``judge``. ``names``: the cards. ``rows``: for
    each card the number of live ones, the probability and its error, and the equities of the active seats with their
    errors."""
    active = [(i, other.name, other.estimate) for i, other in enumerate(snapshot.seats) if other.estimate is not None]
    seats = tuple(i for i, _, _ in active)
    current = tuple((estimate.equity, estimate.stderr) for _, _, estimate in active)
    cards = tuple(
        NextCard(name, live, chance, error, _seen(equity, stderr, current))
        for name, (live, chance, error, equity, stderr) in zip(names, rows, strict=True)
    )
    title = "Common card" if seat is None else snapshot.seats[seat].name
    return NextTable(
        seat=seat,
        title=title,
        seats=seats,
        names=tuple(name for _, name, _ in active),
        current=current,
        judge=judging_index(seats, judge),
        cards=cards,
    )


def _seen(
    equities: Iterable[float], errors: Iterable[float], current: tuple[tuple[float, float], ...]
) -> tuple[EquityAfterCard | None, ...]:
    """Return the equity of each seat after a card, or None for a seat whose equity or error is unknown (NaN)."""
    return tuple(
        None if isnan(equity) or isnan(error) else EquityAfterCard(equity, error, *current_equity)
        for equity, error, current_equity in zip(equities, errors, current, strict=True)
    )


BINS = 100
"""The number of bins of the distribution of equity over flops: each is one percent wide."""

MAX_ENDS = 100
MAX_SUIT_VARIANTS = 24
"""The largest number of flops that differ by suits only."""


@dataclass(frozen=True, slots=True)
class FlopEnd(Record):
    """A flop at an end of the spread, such as ``AsKsQs``, which represents all flops that differ from it only in suits.

    ``alike``: the number of these flops. The probability is that of any of them, the equity has its standard error.
    """

    flop: str = entry(Form(text))
    alike: int = entry(Form(integer(1, MAX_SUIT_VARIANTS)))
    share: float = entry(SHARE)
    equity: float = entry(SHARE)
    stderr: float = entry(STDERR)

    def check(self, rows: object, scenario: Scenario, path: str) -> None:
        """Check that the flop can come."""
        cards = cards_of(self.flop)
        if len(self.flop) != 6 or len(cards) != 3 or known_cards(scenario).intersection(cards):
            fail(f"{path}.flop", "expected three cards that are not known yet")


ENDS = Form(record=FlopEnd, most=MAX_ENDS)


@dataclass(frozen=True, slots=True, eq=False)
class FlopSpread(Record):
    """The distribution of a seat's equity over the flops: its ``mean``, its standard ``deviation``, and the
    probabilities of a flop that gives 0 to 1 %, 1 to 2 % and so on: ``shares`` float64[100].

    ``stderr``: the standard error of the equity on one flop, which widens a sampled spread; 0 if exact. ``best`` and
    ``worst``: the ends of the spread, which files of earlier versions do not contain.
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
        """The standard deviation over the flops, without the sampling noise."""
        return math.sqrt(max(self.deviation**2 - self.stderr**2, 0.0))

    def at_least(self, equity: float) -> float:
        """Return the probability of a flop with this equity or more. Within a bin equities are treated as uniformly
        distributed.

        >>> shares = np.zeros(BINS)
        >>> shares[[20, 60]] = 0.25, 0.75
        >>> spread = FlopSpread(seat=0, mean=0.505, deviation=0.17, stderr=0.0, shares=shares)
        >>> spread.at_least(0.5), spread.quantile(0.25)
        (0.75, 0.21)
        """
        position = min(max(equity, 0.0), 1.0) * BINS
        bin_, fraction = int(position + 1e-9), position - int(position + 1e-9)
        above = float(self.shares[bin_ + 1 :].sum())
        return above + float(self.shares[bin_]) * (1 - max(fraction, 0.0)) if bin_ < BINS else above

    def quantile(self, share: float) -> float:
        """Return the equity that this share of the flops stays below, accurate to about half a percent."""
        below = 0.0
        for i, (bin_share, cumulative) in enumerate(
            zip(self.shares.tolist(), np.cumsum(self.shares).tolist(), strict=True)
        ):
            # Within the bin equities are treated as uniformly distributed.
            if cumulative >= share - 1e-12 and bin_share > 0:
                return float(i + min(max((share - below) / bin_share, 0.0), 1.0)) / BINS
            below = cumulative
        return 1.0

    def check(self, rows: object, scenario: Scenario, path: str) -> None:
        """Check that the mean is that of the shares."""
        # A bin contains its lower limit, so the mean is at most one bin above the mean of the lower limits.
        min_mean = float(self.shares @ np.arange(BINS)) / BINS
        if not min_mean - 1e-6 <= self.mean <= min_mean + 1 / BINS + 1e-6:
            fail(f"{path}.mean", "this is not the mean of the shares")


@dataclass(frozen=True, slots=True, eq=False)
class Flops(Records):
    """The spread of each active seat, in order; empty once there is a board."""

    ITEM: ClassVar[type[Record]] = FlopSpread
    spreads: tuple[FlopSpread, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that there is no board, and the seats."""
        check_before_flop(self, scenario, path)
