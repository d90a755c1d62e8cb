"""Details of a result in the window: which page requests which, and the words for what the next cards do. No Qt."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine import GAMES, DetailResult, Scenario, Snapshot
from engine.cards import card_text
from engine.details.next_tables import Z95, NextTable, Verdict
from gui.look.formatting import NO_BREAK, percent_digits
from gui.look.heat import HeatScale, change_scale

Value = TypeVar("Value", bound=DetailResult, covariant=True)
BETWEEN = f"{NO_BREAK}{NO_BREAK}·  "
"""Between two parts of a line: where it wraps, the next line does not begin with the dot."""
CARDS = {card_text(card): card for card in range(52)}
"""Cards (0-51) by their names."""
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


def table_scale(table: NextTable) -> HeatScale:
    """Return the colours of the seat that judges: round its present equity."""
    return change_scale(table.now[table.judge][0], table.reach)


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
        parts.append(f"{word}{NO_BREAK}{card.name}{NO_BREAK}{change_text(seen.change, seen.noise)}")
    return BETWEEN.join(parts)


def summary(table: NextTable) -> str:
    """Return what the table comes to, as in ``good 52.1 %: A 2 3 · brick 47.9 %: J Q K``."""
    parts = []
    for verdict in ("good", "brick", "even"):
        names = [card.name for card in table.cards if table.verdict(card) == verdict]
        if names:
            chance = f"{100 * table.chance(verdict):.1f}{NO_BREAK}%"
            parts.append(f"{SIGNS[verdict]}{NO_BREAK}{WORDS[verdict]} {chance}: {' '.join(names)}")
    return BETWEEN.join(parts)
