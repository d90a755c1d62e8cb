"""The tournament of a table: chips before the hand, prizes, players at other tables, the big blind.

Stacks are in the order of the seats; further stacks belong to players without a seat at the table. A seat without a
stack has no chips in the tournament. The player after the big blind is the first to act before the flop.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.scenario.codec import JsonObject, json_field, schema_of_class
from engine.scenario.fields import Bounds, FieldSpec
from engine.scenario.problems import Problem, ScenarioError
from engine.scenario.reading import Reader, bounded, fail, integer, list_of, or_none, takes, tuple_of

MAX_PLAYERS = 1000
"""The most players of a tournament, those at other tables included."""
MAX_AMOUNT = 1e12
CHIPS = bounded(Bounds(above=0.0, at_most=MAX_AMOUNT))
PRIZE = bounded(Bounds(at_least=0.0, at_most=MAX_AMOUNT))
UNITS = {"": 1.0, "k": 1e3, "m": 1e6}
NO_STACK = "-"
"""The text for the stack of a seat without a stack."""
_NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([km]?)", re.IGNORECASE)
_GROUPED = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])")
_SEPARATED = re.compile(r"[\s;]")
_ITEM = re.compile(r"[^\s,;]+")


@dataclass(frozen=True, slots=True)
class Others:
    """Players at other tables: their number, their mean stack, and the stacks of ``each`` if they differ."""

    players: int
    stack: float
    each: tuple[float, ...] = ()

    @classmethod
    def of(cls, stacks: Sequence[float]) -> "Others":
        """Return players with these stacks."""
        return cls(len(stacks), sum(stacks) / len(stacks), tuple(stacks) if len(set(stacks)) > 1 else ())

    @property
    def stacks(self) -> tuple[float, ...]:
        """The stack of each player."""
        return self.each or (self.stack,) * self.players

    def to_json(self) -> dict[str, Any]:
        """Return the players as a scenario file has them."""
        return {"stacks": list(self.each)} if self.each else {"players": self.players, "stack": self.stack}


def read_others(value: object, path: str) -> Others:
    """Check and convert players at other tables.

    Raises:
        ScenarioError: the first value that is not right, naming its field.
    """
    if isinstance(value, Mapping) and "stacks" in value:
        stacks = Reader(value, path, ("stacks",)).need("stacks", list_of(CHIPS, most=MAX_PLAYERS))
        return Others.of(stacks) if stacks else fail(f"{path}.stacks", "expected at least one stack")
    data = Reader(value, path, ("players", "stack"))
    return Others(data.need("players", integer(1, MAX_PLAYERS)), data.need("stack", CHIPS))


@dataclass(frozen=True, slots=True)
class Tournament(JsonObject):
    """``stacks`` by seat before the hand, None for a seat without one; ``payouts``: the first place first; ``others``:
    players at other tables; ``big_blind``: the seat that posts it, None: the last one with a stack here."""

    OPTIONAL = ("others", "big_blind")
    stacks: tuple[float | None, ...] = json_field(tuple_of(or_none(CHIPS), most=MAX_PLAYERS), default=())
    payouts: tuple[float, ...] = json_field(tuple_of(PRIZE, most=MAX_PLAYERS), default=())
    others: Others | None = json_field(or_none(read_others), default=None)
    big_blind: int | None = json_field(or_none(integer(0, MAX_PLAYERS - 1)), default=None)

    @property
    def empty(self) -> bool:
        """Whether nothing is set."""
        return self == Tournament()

    @property
    def players(self) -> int:
        """The number of players left, those at other tables included."""
        return sum(stack is not None for stack in self.stacks) + (self.others.players if self.others else 0)

    @property
    def acting(self) -> tuple[int, ...]:
        """The indices of the stacks in the order of acting before the flop, the big blind last."""
        return self.acting_of(len(self.stacks))

    def acting_of(self, seats: int) -> tuple[int, ...]:
        """Return the seats of a table in that order."""
        first = 0 if self.big_blind is None or self.big_blind >= seats else self.big_blind + 1
        return tuple((first + at) % seats for at in range(seats))

    @property
    def complete(self) -> bool:
        """Whether chips have a value: there are two players or more, and a prize."""
        return self.players >= 2 and any(self.payouts)

    @property
    def problem(self) -> Problem | None:
        """Why stacks, prizes and players, each valid, do not fit together, or None if they do."""
        if self.players > MAX_PLAYERS:
            return Problem("others.players", f"at most {MAX_PLAYERS} players in total, found {self.players}")
        return None

    def without_seat(self, seat: int, seats: int) -> "Tournament":
        """Return the tournament for the table without a seat: its stack is removed, later stacks move up."""
        last = self.big_blind
        if last is not None:
            last = None if last == seat else last - (seat < last)
        return replace(self, stacks=(*self.stacks[:seat], *self.stacks[seat + 1 :]), big_blind=last)


@takes(schema_of_class(Tournament))
def read_tournament(value: object, path: str) -> Tournament:
    """Check and convert the key ``tournament`` of a scenario file.

    Raises:
        ScenarioError: the first value that is not right, naming its field.
    """
    result = Tournament.from_json(value, path)
    if result.problem is not None:
        fail(f"{path}.{result.problem.field}", result.problem.message)
    return result


def stacks_from_text(text: str) -> tuple[float | None, ...]:
    """Return the stacks of a text: ``12000 8.5k - 3000``, a dash for a seat without one.

    Raises:
        ScenarioError: an item is not a stack; the problem has its position.
    """
    return _numbers(text, "stack", blank=True)


def payouts_from_text(text: str) -> tuple[float, ...]:
    """Return the prizes of a text, in money or in percent: ``50 30 20``, ``50%, 30%, 20%``.

    Raises:
        ScenarioError: an item is not a prize, or is larger than the previous one; the problem has its position.
    """
    result = tuple(prize or 0.0 for prize in _numbers(text, "prize", blank=False))
    for i in range(1, len(result)):
        if result[i] > result[i - 1]:
            position = [match.start() for match in _ITEM.finditer(text)][i]
            message = f"place {i + 1} gets more than place {i}: {result[i]:g} after {result[i - 1]:g}"
            raise ScenarioError(Problem("payouts", message, position))
    return result


def _numbers(text: str, name: str, *, blank: bool) -> tuple[float | None, ...]:
    """Return the amounts of a text, separated by blanks, commas or semicolons.

    ``blank``: the amounts are stacks, so that a dash means a seat without one and 0 is not allowed; otherwise they are
    prizes, which may end with %. ``name``: the word for an amount in errors.

    Raises:
        ScenarioError: an item is not an amount; the problem has its position.
    """
    grouped = _GROUPED.search(text)
    if grouped is not None and _SEPARATED.search(text.strip()):
        # A comma may group thousands or separate two amounts. Next to blanks, as in "12,000 8,000", it is rejected.
        number_text = grouped.group()
        message = f"{number_text!r}: write {number_text.replace(',', '')}, or separate numbers with spaces"
        raise ScenarioError(Problem("", message, grouped.start()))
    result: list[float | None] = []
    for match in _ITEM.finditer(text):
        item = match.group()
        if blank and item in (NO_STACK, "–"):
            result.append(None)
            continue
        number = _NUMBER.fullmatch(item if blank else item.removesuffix("%"))
        value = float(number[1]) * UNITS[number[2].lower()] if number is not None else -1.0
        if number is None or value > MAX_AMOUNT or (blank and value == 0.0):
            examples = "12000, 12k, - for none" if blank else "50 or 50%"
            raise ScenarioError(Problem("", f"{item!r} is not a {name}: expected {examples}", match.start()))
        result.append(value)
    if len(result) > MAX_PLAYERS:
        raise ScenarioError(Problem("", f"expected at most {MAX_PLAYERS}, found {len(result)}"))
    return tuple(result)


STACKS = FieldSpec(
    "stacks", "Stacks", "text",
    "In seat order, e.g. 12000 8500 3k; - for a seat without a stack; extra stacks belong to players without a seat",
    "e.g. 12000 8500 3k",
)  # fmt: skip
PAYOUTS = FieldSpec(
    "payouts", "Payouts", "text", "First place first, in money or in percent, e.g. 50 30 20", "e.g. 50 30 20"
)
POOL = FieldSpec(
    "pool", "Prize pool", "chips",
    "<b>Prize pool</b>: the sum of the payouts. A new value scales all payouts: percentages become money.",
    "", None, Bounds(above=0.0, at_most=MAX_AMOUNT),
)  # fmt: skip
OTHER_PLAYERS = FieldSpec(
    "others", "At other tables", "whole",
    "<b>Players at other tables</b>: the number of players remaining there.",
    "none", None, Bounds(at_least=1, at_most=MAX_PLAYERS),
)  # fmt: skip
OTHER_STACKS = FieldSpec(
    "other_stack", "Stacks at other tables", "text",
    "Stacks at other tables: the average stack, or all stacks, e.g. 12000 8k", "average stack, or all",
)  # fmt: skip


def numbers_to_text(values: Sequence[float | None]) -> str:
    """Return stacks or prizes as a text that :func:`stacks_from_text` or :func:`payouts_from_text` reads."""
    return " ".join(NO_STACK if value is None else f"{value:.12g}" for value in values)
