"""Details of a result in the window: which page requests which, and what each next card does to every seat. No Qt."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from math import isnan
from typing import Generic, Literal, TypeVar

from engine import GAMES, DetailResult, Scenario, Snapshot
from engine.cards import RAZZ_RANKS, card_text
from engine.details.next_cards import NextCards, NextRanks
from gui.look.formatting import NO_BREAK, percent_digits
from gui.look.heat import HeatScale, change_scale

Value = TypeVar("Value", bound=DetailResult, covariant=True)
Verdict = Literal["good", "brick", "even"]
CARDS = {card_text(card): card for card in range(52)}
"""Cards (0-51) by their names."""
EVEN = 5e-5
"""Changes of an exact equity below half a hundredth of a percent are none."""
Z95 = 1.96
SIGNS: dict[Verdict, str] = {"good": "▲", "brick": "▼", "even": "="}
BETTER: dict[Verdict, str] = {"good": "better", "brick": "worse", "even": "the same"}
WORDS: dict[Verdict, str] = {"good": "good", "brick": "brick", "even": "changes nothing"}


@dataclass(frozen=True, slots=True, eq=False)
class LatestDetail(Generic[Value]):
    """A detail, the result that it belongs to, and whether another one is on show or on the way."""

    value: Value
    snapshot: Snapshot
    stale: bool


class DetailRequests:
    """Which page requests which details (``run.detail``)."""

    def __init__(self) -> None:
        self._by_page: dict[str, frozenset[str]] = {}

    def set(self, page: str, names: Collection[str]) -> bool:
        """Let ``page`` request ``names``; return whether that is a change."""
        before = self._by_page.get(page, frozenset())
        self._by_page[page] = frozenset(names)
        return self._by_page[page] != before

    def names(self, scenario: Scenario) -> tuple[str, ...]:
        """Return what ``scenario`` asks for itself, then what pages request of its game, quick ones first."""
        own = scenario.run.detail
        requested = frozenset[str]().union(*self._by_page.values()).difference(own)
        return (*own, *(name for name in GAMES[scenario.game].details if name in requested))


def with_details(scenario: Scenario, names: tuple[str, ...]) -> Scenario:
    """Return ``scenario`` asking for the details ``names``."""
    return replace(scenario, run=replace(scenario.run, detail=names))


def same_sources(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Return whether what is drawn still comes from the same values: a detail, its seats, whether it is stale, ...

    Values, and those in tuples, are compared by identity: to compare whole tables takes longer than to draw them.
    """
    return len(some) == len(others) and all(_same(a, b) for a, b in zip(some, others, strict=True))


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return all(a is b or (isinstance(a, str) and a == b) for a, b in zip(one, other, strict=True))
    return one is other


@dataclass(frozen=True, slots=True)
class Seen:
    """A seat's equity behind a card, with its standard error, and what it is now with its own."""

    equity: float
    stderr: float
    now: float
    now_stderr: float

    @property
    def change(self) -> float:
        """How far the card moves the equity."""
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
    """A card that can come: its name, how many of it are live, how likely it is, and each active seat behind it."""

    name: str
    live: int | None
    probability: float
    probability_stderr: float
    seats: tuple[Seen | None, ...]


@dataclass(frozen=True, slots=True)
class NextTable:
    """What can come to one seat, or to all as a common card (``seat`` None). ``places``: the active seats, the order
    of ``NextCard.seats``; ``judge``: the one among them whose good and brick cards are counted."""

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
    def scale(self) -> HeatScale:
        """The colours of the seat that judges: round its present equity."""
        return change_scale(self.now[self.judge][0], max((abs(s.change) for _, s in self.judged), default=0.0))

    def chance(self, verdict: Verdict) -> float:
        """Return how likely a card of this verdict is for the seat that judges."""
        return sum(card.probability for card in self.cards if self.verdict(card) == verdict)

    def verdict(self, card: NextCard) -> Verdict | None:
        """Return what the card is to the seat that judges."""
        seen = card.seats[self.judge]
        return None if seen is None else seen.verdict


def next_tables(value: NextRanks, snapshot: Snapshot) -> tuple[NextTable, ...]:
    """Return the tables of razz: one for each seat that draws next, or that of the common card."""
    active = [(i, seat.name, seat.estimate) for i, seat in enumerate(snapshot.seats) if seat.estimate is not None]
    places = tuple(i for i, _, _ in active)
    names = tuple(name for _, name, _ in active)
    now = tuple((e.equity, e.stderr) for _, _, e in active)
    tables = []
    for entry in value.tables:
        seat = entry.seat
        rows = zip(
            entry.ranks.tolist(),
            entry.live.tolist(),
            entry.probability.tolist(),
            entry.probability_stderr.tolist(),
            entry.equity.tolist(),
            entry.stderr.tolist(),
            strict=True,
        )
        cards = tuple(
            NextCard(RAZZ_RANKS[rank], live, chance, error, _seen(equity, stderr, now))
            for rank, live, chance, error, equity, stderr in rows
        )
        title = "Common card" if seat is None else snapshot.seats[seat].name
        judge = places.index(seat) if seat in places else 0
        tables.append(NextTable(seat, title, places, names, now, judge, cards))
    return tuple(sorted(tables, key=lambda table: (table.seat is not None, table.seat or 0)))


def board_table(value: NextCards, snapshot: Snapshot, seat: int | None) -> NextTable | None:
    """Return the table of hold'em, judged by ``seat`` (the first active one where it is none); None where no card is to
    come."""
    active = [(i, seat.name, seat.estimate) for i, seat in enumerate(snapshot.seats) if seat.estimate is not None]
    places = tuple(i for i, _, _ in active)
    now = tuple((e.equity, e.stderr) for _, _, e in active)
    rows = zip(
        value.cards.tolist(), value.probability.tolist(), value.equity.tolist(), value.stderr.tolist(), strict=True
    )
    cards = tuple(
        NextCard(card_text(card), None, chance, 0.0, _seen(equity, stderr, now))
        for card, chance, equity, stderr in rows
    )
    names = tuple(name for _, name, _ in active)
    judge = places.index(seat) if seat in places else 0
    return NextTable(None, "Common card", places, names, now, judge, cards) if cards and places else None


def _seen(
    equities: Iterable[float], errors: Iterable[float], now: tuple[tuple[float, float], ...]
) -> tuple[Seen | None, ...]:
    """Return the seats behind a card, None where its equity or its error is not known (NaN)."""
    return tuple(
        None if isnan(equity) or isnan(error) else Seen(equity, error, *before)
        for equity, error, before in zip(equities, errors, now, strict=True)
    )


def change_text(change: float, noise: float = 0.0, digits: int = 2) -> str:
    """Return a change of an equity in points of percent with its sign, as in ``+3.02``."""
    digits = min(digits, percent_digits(noise / Z95, digits))
    text = f"{100 * change:+.{digits}f}".replace("-", "−")
    return f"0{text[2:]}" if not text.strip("+−0.") else text


def board_summary(table: NextTable) -> str:
    """Return what a table of single cards comes to, as in ``▲ better on 21 cards, 46.3 % · best As +31.20``."""
    parts = []
    for verdict, word in BETTER.items():
        count = sum(table.verdict(card) == verdict for card in table.cards)
        if count:
            chance = f"{100 * table.chance(verdict):.1f}{NO_BREAK}%"
            parts.append(f"{SIGNS[verdict]} {word} on {count} card{'' if count == 1 else 's'}, {chance}")
    for word, (card, seen) in zip(("best", "worst"), (table.judged[:1] + table.judged[-1:]), strict=False):
        parts.append(f"{word} {card.name}{NO_BREAK}{change_text(seen.change, seen.noise)}")
    return "  ·  ".join(parts)


def summary(table: NextTable) -> str:
    """Return what the table comes to, as in ``good 52.1 %: A 2 3 · brick 47.9 %: J Q K``."""
    parts = []
    for verdict in ("good", "brick", "even"):
        names = [card.name for card in table.cards if table.verdict(card) == verdict]
        if names:
            chance = f"{100 * table.chance(verdict):.1f}{NO_BREAK}%"
            parts.append(f"{SIGNS[verdict]}{NO_BREAK}{WORDS[verdict]} {chance}: {' '.join(names)}")
    return "  ·  ".join(parts)
