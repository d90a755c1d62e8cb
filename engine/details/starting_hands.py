"""The details ``starting_hands`` and ``down_cards`` of razz: the equity with every pair of down cards that the
first seat may be dealt, and that each seat may hold."""

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS, TextError
from engine.details.codec import (
    CHANCE,
    SEAT,
    SHARE,
    STDERR,
    Form,
    Record,
    Records,
    check_first_seat,
    column,
    entry,
    named,
    whole,
)
from engine.ranges.razz_text import parse_razz
from engine.scenario import Scenario
from engine.scenario.reading import fail, text

MOST_COMBOS = 16
PAIRS = named(
    {low + high: (i, j) for i, low in enumerate(RAZZ_RANKS) for j, high in enumerate(RAZZ_RANKS) if i <= j}, 2
)
"""The ranks (0 ace .. 12 king) of the pairs of down cards by name, the lower first: ``A2``."""


@dataclass(frozen=True, slots=True, eq=False)
class StartingHands(Record):
    """The equities of ``seat`` with each pair of down cards and its up cards ``up``, all other cards as they are.

    ``equity``, ``stderr``: with two unknown down cards. ``pairs`` int64[n, 2]: the ranks of each pair, the lower first;
    ``combos`` int64[n]: its suited ways; ``probability`` and ``probability_stderr`` float64[n]: how likely the seat is
    dealt it; ``equities`` and ``stderrs`` float64[n]: the equity with it.
    """

    ROWS: ClassVar[str] = "pairs"
    seat: int = entry(SEAT)
    up: str = entry(Form(text))
    equity: float = entry(SHARE)
    stderr: float = entry(STDERR)
    pairs: I64 = column(PAIRS, "down")
    combos: I64 = column(whole(1, MOST_COMBOS))
    probability: F64 = column(CHANCE)
    probability_stderr: F64 = column(STDERR)
    equities: F64 = column(SHARE, "equity")
    stderrs: F64 = column(STDERR, "stderr")

    def check(self, rows: Any, scenario: Scenario, path: str) -> None:
        """Check the seat and the up cards."""
        check_first_seat(self.seat, scenario, path)
        try:
            parse_razz(f"xx{self.up}")
        except TextError:
            fail(f"{path}.up", "expected the up cards of a hand")


@dataclass(frozen=True, slots=True, eq=False)
class SeatPairs(Record):
    """The pairs of down cards of ``seat``, int64[n, 2] by rank (0 ace .. 12 king), the lower first.

    ``probability``: how likely it holds each, in the joint law; ``equity`` with it; and their standard errors;
    float64[n] each.
    """

    ROWS: ClassVar[str] = "pairs"
    seat: int = entry(SEAT)
    pairs: I64 = column(PAIRS, "down")
    probability: F64 = column(CHANCE)
    probability_stderr: F64 = column(STDERR)
    equity: F64 = column(SHARE)
    stderr: F64 = column(STDERR)


@dataclass(frozen=True, slots=True, eq=False)
class DownPairs(Records):
    """The active seats in order, without those whose down cards depend on their up cards: of ``A29, 34K`` there is no
    one hand for all others to meet.
    """

    ITEM: ClassVar[type[Record]] = SeatPairs
    seats: tuple[SeatPairs, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check the order of the seats."""
        numbers = [seat.seat for seat in self.seats]
        if [seat for seat in scenario.active_seats if seat in numbers] != numbers:
            fail(path, "expected active seats, each once, in order")
