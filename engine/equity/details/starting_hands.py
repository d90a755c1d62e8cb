"""The details ``starting_hands`` and ``down_cards`` of razz: the equity with every pair of down cards that the first
seat may be dealt, and that each seat may have. Also the tables that the window makes of them, of one more dead card and
of the path over the streets."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import ClassVar

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS, TextError
from engine.equity.details.codec import (
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
from engine.equity.details.next_cards import DeadCards, StreetPath
from engine.equity.results import Snapshot
from engine.ranges.razz_text import parse_razz
from engine.scenario import Scenario
from engine.scenario.reading import fail, text
from engine.table.hand_texts import RAZZ_SLOTS, UNKNOWN
from engine.table.slots import DOOR, Slot, in_group, rank_of_token, seat_slot_texts

MAX_COMBOS = 16
PAIRS = named(
    {low + high: (i, j) for i, low in enumerate(RAZZ_RANKS) for j, high in enumerate(RAZZ_RANKS) if i <= j}, 2
)
"""The ranks (0 ace .. 12 king) of each pair of down cards by its name, the lower rank first: ``A2``."""


@dataclass(frozen=True, slots=True, eq=False)
class StartingHands(Record):
    """The equities of ``seat`` with each pair of down cards and its up cards ``up``, all other cards unchanged.

    ``equity``, ``stderr``: with two unknown down cards. ``pairs`` int64[n, 2]: the ranks of each pair, the lower first.
    ``combos`` int64[n]: its suited ways. ``probability`` and ``probability_stderr`` float64[n]: the probability that
    the seat is dealt it. ``equities`` and ``stderrs`` float64[n]: the equity with it.
    """

    ROWS: ClassVar[str] = "pairs"
    seat: int = entry(SEAT)
    up: str = entry(Form(text))
    equity: float = entry(SHARE)
    stderr: float = entry(STDERR)
    pairs: I64 = column(PAIRS, "down")
    combos: I64 = column(whole(1, MAX_COMBOS))
    probability: F64 = column(CHANCE)
    probability_stderr: F64 = column(STDERR)
    equities: F64 = column(SHARE, "equity")
    stderrs: F64 = column(STDERR, "stderr")

    def check(self, rows: object, scenario: Scenario, path: str) -> None:
        """Check the seat and the up cards."""
        check_first_seat(self.seat, scenario, path)
        try:
            parse_razz(f"xx{self.up}")
        except TextError:
            fail(f"{path}.up", "expected the up cards of a hand")


@dataclass(frozen=True, slots=True, eq=False)
class SeatPairs(Record):
    """The pairs of down cards of ``seat``, int64[n, 2] by rank (0 ace .. 12 king), the lower first.

    ``probability``: of each pair in the joint distribution; ``equity``: with the pair; and their standard errors;
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
    """The active seats in order. Seats whose down cards depend on their up cards are left out: the hands of ``A29,
    34K`` have no up cards in common."""

    ITEM: ClassVar[type[Record]] = SeatPairs
    seats: tuple[SeatPairs, ...]

    def check(self, scenario: Scenario, path: str) -> None:
        """Check the order of the seats."""
        numbers = [seat.seat for seat in self.seats]
        if [seat for seat in scenario.active_seats if seat in numbers] != numbers:
            fail(path, "expected active seats, each once, in order")


Pair = tuple[int, int]
"""Two razz ranks (0 ace .. 12 king), the lower first."""
SLOT = re.compile(r"\[[^\]]*\]|[2-9TJQKAx][-+]?")
"""One card of a hand text, or a choice of cards."""


@dataclass(frozen=True, slots=True)
class PairEquity:
    """A pair of down cards: the number of suited ways that the deck allows, the probability that the seat is dealt one
    of them in the joint distribution, and the equity with them."""

    combos: int
    probability: float
    equity: float
    stderr: float


@dataclass(frozen=True, slots=True)
class StartingChart:
    """The equities of the pairs that can be dealt to ``seat`` with its up cards ``up``. ``fair``: the equity if all
    active seats had the same."""

    seat: int
    name: str
    up: str
    fair: float
    average: float
    """The equity with two unknown down cards, ``xx`` followed by the up cards."""
    average_stderr: float
    pairs: Mapping[Pair, PairEquity]

    @property
    def other_cards(self) -> str:
        """A description of the cards next to the down cards: the up cards and, on seventh street, the third down
        card."""
        if not self.up:
            return "nothing up"
        slots = SLOT.findall(self.up)
        if "".join(slots) != self.up or len(slots) < RAZZ_SLOTS - DOOR:
            return f"{self.up} up"
        return f"{''.join(slots[:-1])} up and {slots[-1]} down"

    def rank_of(self, pair: Pair) -> int:
        """Return the rank of a pair by equity, 1 for the best."""
        return 1 + sum(other.equity > self.pairs[pair].equity for other in self.pairs.values())


@dataclass(frozen=True, slots=True)
class DeadCard:
    """The hero's equity if one more card of ``rank`` were dead, and its change; None if that is impossible."""

    rank: int
    live: int
    equity: float | None
    change: float | None
    stderr: float


@dataclass(frozen=True, slots=True)
class PathStep:
    """The equities of the active seats on a street; None if the table was impossible on that street."""

    street: int
    equity: tuple[float, ...] | None
    stderr: tuple[float, ...]


def starting_chart(value: StartingHands, snapshot: Snapshot) -> StartingChart:
    """Return the chart of a ``starting_hands`` detail."""
    columns = (value.combos, value.probability, value.equities, value.stderrs)
    rows = zip(value.pairs.tolist(), *(column.tolist() for column in columns), strict=True)
    pairs = {(low, high): PairEquity(*numbers) for (low, high), *numbers in rows}
    name, fair = snapshot.seats[value.seat].name, 1 / len(snapshot.active)
    return StartingChart(
        seat=value.seat,
        name=name,
        up=value.up,
        fair=fair,
        average=value.equity,
        average_stderr=value.stderr,
        pairs=pairs,
    )


def dead_cards(value: DeadCards) -> dict[int, DeadCard]:
    """Return the effect of each rank of a ``sensitivity`` detail."""
    columns = (value.ranks, value.live, value.equity, value.change, value.change_stderr)
    return {
        rank: DeadCard(rank, live, None, None, 0.0) if isnan(equity) else DeadCard(rank, live, equity, change, error)
        for rank, live, equity, change, error in zip(*(column.tolist() for column in columns), strict=True)
    }


def path_steps(value: StreetPath) -> tuple[PathStep, ...]:
    """Return the streets of a ``path`` detail; empty if there is only third street."""
    rows = zip(value.streets, value.equity.tolist(), value.stderr.tolist(), strict=True)
    steps = tuple(
        PathStep(street, None, ()) if any(map(isnan, equity)) else PathStep(street, tuple(equity), tuple(stderr))
        for street, equity, stderr in rows
    )
    return steps if len(steps) > 1 else ()


def own_pair(scenario: Scenario, seat: int) -> Pair | None:
    """Return the pair of down cards that a seat has, or None if they are not two particular cards."""
    tokens = (seat_slot_texts(scenario, seat) if seat < len(scenario.seats) else None) or ()
    ranks = [rank_of_token(token) for token in tokens[:DOOR]]
    low_high = sorted(rank for rank in ranks if rank is not None)
    return (low_high[0], low_high[1]) if len(low_high) == DOOR else None


def with_pair(scenario: Scenario, seat: int, pair: Pair, up: str) -> str:
    """Return the text of the hand of ``seat`` with the down cards ``pair`` and its own up cards.

    ``up``: the up cards of several hands in one text, as the chart gives them.
    """
    tokens = seat_slot_texts(scenario, seat)
    down = [RAZZ_RANKS[rank] for rank in pair]
    grouped = any(in_group(scenario, Slot("seat", seat, i)) for i in range(DOOR, 7))
    # The up cards of several hands, or of a group, cannot be written slot by slot: the pair goes before each hand.
    if tokens is None or grouped:
        return _before_each(up, "".join(down))
    written = [*down, *tokens[DOOR:]]
    while written[-1] == UNKNOWN:
        written.pop()
    return " ".join(written)


def _before_each(up: str, down: str) -> str:
    """Put ``down`` before every hand of ``up``. Commas within square brackets separate ranks, not hands."""
    hands, depth = [""], 0
    for character in up:
        depth += (character == "[") - (character == "]")
        if character == "," and depth == 0:
            hands.append("")
        else:
            hands[-1] += character
    return ", ".join(down + hand.strip() for hand in hands)
