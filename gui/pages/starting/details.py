"""The chart of razz starting hands, the effect of one more dead card and the path of a hand, read out of a result's
details; and how a pair of down cards gets into a hand. No widgets.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan

from engine import Scenario, Snapshot
from engine.cards import RAZZ_RANKS
from engine.details.dead_cards import DeadCards
from engine.details.path import StreetPath
from engine.details.starting_hands import StartingHands
from engine.table.hand_texts import RAZZ_SLOTS, UNKNOWN
from engine.table.slots import DOOR, Slot, in_group, rank_of_token, seat_slot_texts
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.heat import LEAST_REACH, HeatScale
from gui.state.details import change_text

Pair = tuple[int, int]
"""Two razz ranks (0 ace .. 12 king), the lower first."""
SLOT = re.compile(r"\[[^\]]*\]|[2-9TJQKAx][-+]?")
"""One card of a hand text, or what it may be."""
STREETS = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}


@dataclass(frozen=True, slots=True)
class PairEquity:
    """A pair of down cards: how many suited ways the deck still allows, how likely the seat is dealt one of them, what
    the others hold considered, and the equity with them."""

    combos: int
    probability: float
    equity: float
    stderr: float


@dataclass(frozen=True, slots=True)
class StartingChart:
    """Equities of the pairs that can be dealt to ``seat`` beside its up cards ``up``."""

    seat: int
    name: str
    up: str
    fair: float
    average: float
    """The equity with two unknown down cards: what the seat has as ``xx`` and its up cards."""
    average_stderr: float
    pairs: Mapping[Pair, PairEquity]

    @property
    def scale(self) -> HeatScale:
        """The scale of the colours: from the worst pair over the fair share to the best one.

        Where all pairs are on one side of the fair share the other side goes as far, within 0 and 1.
        """
        equities = [pair.equity for pair in self.pairs.values()]
        below, above = self.fair - min(equities, default=0.0), max(equities, default=1.0) - self.fair
        below, above = below if below > 0 else min(above, self.fair), above if above > 0 else min(below, 1 - self.fair)
        return HeatScale(self.fair - max(below, LEAST_REACH), self.fair, self.fair + max(above, LEAST_REACH))

    @property
    def beside(self) -> str:
        """What the down cards lie beside, in words: the up cards, and on seventh street the third down card."""
        if not self.up:
            return "nothing up"
        slots = SLOT.findall(self.up)
        if "".join(slots) != self.up or len(slots) < RAZZ_SLOTS - DOOR:
            return f"{self.up} up"
        return f"{''.join(slots[:-1])} up and {slots[-1]} down"

    def rank_of(self, pair: Pair) -> int:
        """Return the place of a pair by equity, 1 the best."""
        return 1 + sum(other.equity > self.pairs[pair].equity for other in self.pairs.values())


@dataclass(frozen=True, slots=True)
class DeadCard:
    """What happens to the hero's equity if one more card of ``rank`` were dead; None: it cannot be."""

    rank: int
    live: int
    equity: float | None
    change: float | None
    stderr: float


@dataclass(frozen=True, slots=True)
class PathStep:
    """The equities of the active seats on a street; None where that street was impossible."""

    street: int
    equity: tuple[float, ...] | None
    stderr: tuple[float, ...]


def pair_name(pair: Pair) -> str:
    """Return the name of a pair, as in ``A-2``."""
    return f"{RAZZ_RANKS[pair[0]]}-{RAZZ_RANKS[pair[1]]}"


def starting_chart(value: StartingHands, snapshot: Snapshot) -> StartingChart:
    """Return the chart of a ``starting_hands`` detail."""
    columns = (value.combos, value.probability, value.equities, value.stderrs)
    rows = zip(value.pairs.tolist(), *(column.tolist() for column in columns), strict=True)
    pairs = {(low, high): PairEquity(*numbers) for (low, high), *numbers in rows}
    name, fair = snapshot.seats[value.seat].name, 1 / len(snapshot.active)
    return StartingChart(value.seat, name, value.up, fair, value.equity, value.stderr, pairs)


def dead_cards(value: DeadCards) -> dict[int, DeadCard]:
    """Return the ranks of a ``sensitivity`` detail."""
    columns = (value.ranks, value.live, value.equity, value.change, value.change_stderr)
    return {
        rank: DeadCard(rank, live, None, None, 0.0) if isnan(equity) else DeadCard(rank, live, equity, change, error)
        for rank, live, equity, change, error in zip(*(column.tolist() for column in columns), strict=True)
    }


def path_steps(value: StreetPath) -> tuple[PathStep, ...]:
    """Return the streets of a ``path`` detail, none where third street is all there is."""
    rows = zip(value.streets, value.equity.tolist(), value.stderr.tolist(), strict=True)
    steps = tuple(
        PathStep(street, None, ()) if any(map(isnan, equity)) else PathStep(street, tuple(equity), tuple(stderr))
        for street, equity, stderr in rows
    )
    return steps if len(steps) > 1 else ()


def pair_reading(chart: StartingChart, pair: Pair) -> tuple[str, ...]:
    """Return what is known of a pair: its name, its equity, the change against the average, place and ways."""
    up = f" with {chart.beside}" if chart.up else ""
    found = chart.pairs.get(pair)
    if found is None:
        return (f"{pair_name(pair)}{up}", "cannot be dealt", "")
    share = f"{percent(found.equity, found.stderr, exact_digits=4)} {interval(found.stderr)}".strip()
    change = change_text(found.equity - chart.average, 1.96 * found.stderr)
    ways = f"{found.combos} way{'s' if found.combos != 1 else ''} ({percent(found.probability)})"
    place = f"no.{NO_BREAK}{chart.rank_of(pair)} of {len(chart.pairs)}"
    return f"{pair_name(pair)}{up}", share, f"{change} against the average\n{place} · {ways}"


def dead_reading(dead: DeadCard | None, rank: int, name: str) -> str:
    """Return what one more dead card of a rank does, in words."""
    title = RAZZ_RANKS[rank]
    if dead is None or not dead.live:
        return f"{title}: none is live"
    if dead.equity is None or dead.change is None:
        return f"{title}: {dead.live} live; one less cannot be"
    change = change_text(dead.change, 1.96 * dead.stderr, 3)
    return f"One more {title} dead: {name} {percent(dead.equity, dead.stderr)}, {change} points; {dead.live} live now"


def own_pair(scenario: Scenario, seat: int) -> Pair | None:
    """Return the pair of down cards that a seat holds, None where they are not two particular cards."""
    tokens = (seat_slot_texts(scenario, seat) if seat < len(scenario.seats) else None) or ()
    ranks = [rank_of_token(token) for token in tokens[:DOOR]]
    low_high = sorted(rank for rank in ranks if rank is not None)
    return (low_high[0], low_high[1]) if len(low_high) == DOOR else None


def with_pair(scenario: Scenario, seat: int, pair: Pair, up: str) -> str:
    """Return the text of the hand of ``seat`` with the down cards ``pair``; its up cards stay.

    ``up``: the up cards of several hands in one text, as the chart knows them.
    """
    tokens = seat_slot_texts(scenario, seat)
    down = [RAZZ_RANKS[rank] for rank in pair]
    grouped = any(in_group(scenario, Slot("seat", seat, i)) for i in range(DOOR, 7))
    if tokens is None or grouped:
        return _before_each(up, "".join(down))
    written = [*down, *tokens[DOOR:]]
    while written[-1] == UNKNOWN:
        written.pop()
    return " ".join(written)


def _before_each(up: str, down: str) -> str:
    """Put ``down`` before every hand of ``up``: commas within square brackets part ranks, not hands."""
    parts, depth = [""], 0
    for sign in up:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return ", ".join(down + part.strip() for part in parts)
