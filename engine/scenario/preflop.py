"""What the pre-flop page saves with a scenario: single numbers, what is bet after the flop, an entry for each seat.

The keys are those of a request before the flop, without what the seats hold: ``hero`` (``in``, and ``seat`` where it is
not the first), ``opponents``, a list with an entry for each other seat in their order, ``dead_money``, ``raise_to``,
``after``, ``rake``, ``rake_cap``; and what only the page has: the blinds and the ante, and the stack and players of the
tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.scenario.entries import CHIPS, SHARE, Entries, entry, listed, plain, problems_with
from engine.scenario.fields import Bounds, FieldKind, FieldSpec, described, specs_of
from engine.scenario.problems import Problem
from engine.scenario.reading import bounded, fail, integer, is_number, list_of, mapping, one_of, text

MOST_STACK = 1000.0
MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class BetSize:
    """What hero puts in after the flop: ``amount`` chips, or that share of the pot (``of_pot``)."""

    amount: float
    of_pot: bool = False

    def chips(self, pot: float) -> float:
        """Return the chips with ``pot`` in the middle."""
        return self.amount * pot if self.of_pot else self.amount

    def to_json(self) -> Any:
        """Return it as a request writes it."""
        return {"pot": self.amount} if self.of_pot else self.amount


@dataclass(frozen=True, slots=True)
class BetSizes:
    """The sizes after a call and after a raise, where they differ."""

    called: BetSize
    raised: BetSize

    def to_json(self) -> Any:
        """Return them as a request writes them."""
        return {"call": self.called.to_json(), "raise": self.raised.to_json()}


def _size(value: Any, path: str) -> BetSize:
    if isinstance(value, Mapping) and set(value) == {"pot"} and is_number(value["pot"]):
        return BetSize(value["pot"], of_pot=True)
    return BetSize(value) if is_number(value) else fail(path, "expected chips or a share of the pot")


def _sizes(value: Any, path: str) -> BetSize | BetSizes:
    if isinstance(value, BetSize | BetSizes):
        return value
    if isinstance(value, Mapping) and set(value) == {"call", "raise"}:
        return BetSizes(_size(value["call"], path), _size(value["raise"], path))
    return _size(value, path)


def _paid(value: Any, path: str) -> float | tuple[float, ...]:
    if is_number(value):
        return value
    shares = listed(value, path)
    return tuple(shares) if all(map(is_number, shares)) else fail(path, "expected numbers")


@dataclass(frozen=True, kw_only=True)
class AfterFlop(Entries):
    """What is bet after the flop; ``paid``: the share of it that opponents pay, one for all or one each."""

    bets: BetSize | BetSizes | None = entry(_sizes, None, lambda bets: bets.to_json())
    paid: float | tuple[float, ...] | None = entry(_paid, None)


def read_after(value: Any, path: str) -> AfterFlop:
    """Read what is bet after the flop."""
    return value if isinstance(value, AfterFlop) else AfterFlop.read(mapping(value, path))


HALF_POT = AfterFlop.read({"bets": {"pot": 0.5}, "paid": 1})
"""The bets after the flop while nothing is chosen: half the pot, once, paid by all who see the flop."""


@dataclass(frozen=True, kw_only=True)
class SeatEntry(Entries):
    """What the page saves of a seat; ``seat`` is hero's place, ``input`` what a file holds in place of an object."""

    seat: int = entry(integer(0), 0)
    chips: float | None = described(
        FieldSpec(
            "in", "In", "chips",
            "<b>In</b>: chips that this player has in the middle already. Empty: the blind of the seat.", bounds=CHIPS,
        )
    )  # fmt: skip
    calls: str | None = entry(text, None)
    calls_raise: str | None = entry(text, None)
    input: Any = None


def read_seat(value: Any, path: str) -> SeatEntry:
    """Read the entry of a seat."""
    return value if isinstance(value, SeatEntry) else SeatEntry.read(mapping(value, path))


def read_seats(value: Any, path: str) -> tuple[SeatEntry | None, ...]:
    """Read the entries of all opponents; what is no object is saved as it is."""
    known = (SeatEntry, dict, type(None))
    items = (item if isinstance(item, known) else SeatEntry(input=item) for item in listed(value, path))
    return tuple(None if item is None else read_seat(item, path) for item in items)


def _bounties(value: Any, path: str) -> tuple[float, ...]:
    return tuple(list_of(bounded(CHIPS), most=MOST_PLAYERS)(plain(value), path))


def seats_to_json(entries: tuple[SeatEntry | None, ...]) -> list[Any]:
    """Return the entries of all opponents as a file has them."""
    return [e if e is None else e.to_json() if e.input is None else e.input for e in entries]


def panel_number(
    label: str, kind: FieldKind, meaning: str, empty: str, default: float | None, bounds: Bounds, group: str
) -> Any:
    """Return a field for a number: ``meaning`` is its help, ``empty`` stands in it while nothing is set."""
    return described(FieldSpec("", label, kind, meaning, empty, default, bounds, group=group))


@dataclass(frozen=True, kw_only=True)
class PreflopPanel(Entries):
    """What the page saves, with defaults for what is not set. ``players``, ``jam_players``: of the two tables;
    ``bounties`` by player, ``calls`` (how many may call) and ``ante_by``: of jam or fold with a stack for each player.
    """

    small_blind: float = panel_number(
        "Small blind", "chips",
        "<b>Small blind</b>: what the last seat but one has put in. Seats act in the order of the table.",
        "0.5", 0.5, CHIPS, "blinds",
    )  # fmt: skip
    big_blind: float = panel_number(
        "Big blind", "chips", "<b>Big blind</b>: what the last seat has put in: the price of a call.",
        "1", 1.0, CHIPS, "blinds",
    )  # fmt: skip
    ante: float = panel_number(
        "Ante", "chips", "<b>Ante</b>: what every player has put in besides; it lies in the middle.",
        "0", 0.0, CHIPS, "blinds",
    )  # fmt: skip
    raise_to: float | None = panel_number(
        "Raise to", "chips",
        "<b>Raise to</b>: all that hero has in the middle after a raise. Empty: there is no raise.",
        "no raise", None, CHIPS, "money",
    )  # fmt: skip
    dead_money: float | None = panel_number(
        "Dead money", "chips",
        "<b>Dead money</b>: chips in the middle of nobody who still plays. Empty: the antes of all seats.",
        "antes", None, CHIPS, "money",
    )  # fmt: skip
    rake: float = panel_number(
        "Rake %", "share", "<b>Rake</b>: the share of the final pot that the house takes.",
        "0", 0.0, SHARE, "money",
    )  # fmt: skip
    rake_cap: float | None = panel_number(
        "Rake at most", "chips", "<b>Cap</b>: the most that is taken from one pot, in chips.",
        "no cap", None, CHIPS, "money",
    )  # fmt: skip
    bet: float | None = panel_number(
        "First bet", "chips",
        "<b>First bet</b>: what the first player who comes in bets altogether, in a game of one bet.",
        "a big blind", None, CHIPS, "seats",
    )  # fmt: skip
    stack: float = panel_number(
        "Stack", "chips", "<b>Stack</b>: what both have before blinds and antes are posted, in chips.",
        "10", 10.0, Bounds(above=0.0, at_most=MOST_STACK), "jam",
    )  # fmt: skip
    players: int | None = entry(integer(2, MOST_PLAYERS), None)
    jam_players: int | None = entry(integer(2, MOST_PLAYERS), None)
    bounties: tuple[float, ...] = entry(_bounties, ())
    calls: int = entry(integer(1, 2), 1)
    ante_by: str = entry(one_of("all", "big blind"), "all")
    after: AfterFlop = entry(read_after, HALF_POT, AfterFlop.to_json)
    hero: SeatEntry = entry(read_seat, SeatEntry(), SeatEntry.to_json)
    opponents: tuple[SeatEntry | None, ...] = entry(read_seats, (), seats_to_json)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the single numbers; a wrong one counts as not set."""
        wrong = (spec for spec in PANEL_FIELDS if spec.key in self.rejected)
        return tuple(problem for spec in wrong for problem in problems_with(spec, self.rejected[spec.key]))


NOTHING_SET = PreflopPanel()
PANEL_FIELDS = specs_of(PreflopPanel)
BY_KEY = {spec.key: spec for spec in PANEL_FIELDS}
OF_TABLE = (*BY_KEY, "after")
"""What a template of the table has."""
PAGE_ONLY = (
    "small_blind",
    "big_blind",
    "ante",
    "bet",
    "stack",
    "players",
    "jam_players",
    "bounties",
    "calls",
    "ante_by",
)
(IN_MIDDLE,) = specs_of(SeatEntry)
PAID = FieldSpec(
    "paid", "Opponents pay", "share",
    "<b>Opponents pay</b>: which share of hero's bets each opponent who sees the flop puts in, on every flop.",
    "100", 1.0, SHARE,
)  # fmt: skip
BETS = FieldSpec(
    "bets", "Chips", "chips", "<b>Bets after the flop</b>: what hero puts in altogether if the flop is worth it.",
    "0", 0.0, CHIPS,
)  # fmt: skip
POT_SHARE = FieldSpec(
    "pot", "Of the pot %", "share",
    "<b>Bets after the flop</b>: what hero puts in altogether if the flop is worth it, as a share of the pot.",
    "0", 0.0, Bounds(at_least=0.0, at_most=1e6),
)  # fmt: skip
