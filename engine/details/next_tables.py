"""The shift of every seat's equity by each next card, out of the detail ``next_card``: a table for each who draws."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, Literal

from engine.cards import RAZZ_RANKS, card_text
from engine.details.next_cards import NextCards, NextRanks
from engine.jobs.results import Snapshot

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
    for entry in value.tables:
        columns = (entry.live, entry.probability, entry.probability_stderr, entry.equity, entry.stderr)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        tables.append(_table(snapshot, entry.seat, entry.seat, [RAZZ_RANKS[rank] for rank in entry.ranks], rows))
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
