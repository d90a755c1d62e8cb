"""The panel of the *Betting* page in a saved scenario: a request of ``steelwheel betting`` without its table.

The keys are those of the request, ``hand``, the hand whose play the page displays first, and ``flops``, those of the
page *Flop report*. A value is read the same
way in a request and on the page; only a request has to have all streets.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, Self

from engine.scenario.codec import Entries, JsonObject, json_field, plain, schema_of_class
from engine.scenario.fields import SHARE, Bounds, FieldSpec, form_field, specs_of
from engine.scenario.names import GameTable
from engine.scenario.problems import Problem, ScenarioError
from engine.scenario.reading import (
    SUM_ROUNDING,
    Collector,
    Convert,
    Members,
    bounded,
    each_of,
    integer,
    mapping,
    number,
    object_of,
    objects_of,
    or_instance,
    or_none,
    positive_number,
    request_schema,
    schema_of,
    takes,
    text,
)

MAX_CHIPS = 1e12
"""The largest pot, stack or bet."""
MAX_SIZES = 12
"""The most bets, or raises, of one decision."""
MAX_RAISES = 12
"""The most bets and raises on one street at a fixed limit."""
ANY_CARD = "*"
"""A step in the path of a lock or an edit that matches every card."""
DEFAULT_CAP = 4
DEFAULT_TARGET = 0.003
TARGETS = Bounds(at_least=1e-9, at_most=1.0)
"""The targets of exploitability, as shares of the pot. 32-bit numbers cannot reach less."""
STREETS: GameTable[tuple[str, ...]] = GameTable(
    "streets of betting", {"holdem": ("flop", "turn", "river"), "razz": ("fifth", "sixth", "seventh")}
)
"""The streets on which a betting request may begin, the last ones of each game."""
ON_STREET: GameTable[str] = GameTable("names of streets", {"holdem": "the {}", "razz": "{} street"})
EVERY_STREET = tuple(chain.from_iterable(STREETS.values()))
CHIPS = Bounds(at_least=0.0, at_most=MAX_CHIPS)
SOME_CHIPS = Bounds(above=0.0, at_most=MAX_CHIPS)
SizeKind = Literal["pot", "times", "chips", "all in"]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a bet or raise.

    ``kind`` says what ``amount`` is: a share of the pot (for a raise, of the pot after the call), a multiple of the bet
    that is raised, or a number of chips on this street. All in has no amount.
    """

    kind: SizeKind
    amount: float = 0.0

    def to_json(self) -> str | float:
        """Return the size as a request has it."""
        if self.kind == "pot":
            return f"{100 * self.amount:.10g}%"
        return {"times": f"{self.amount:.10g}x", "all in": "all in"}.get(self.kind, self.amount)


@dataclass(frozen=True, slots=True)
class Sizes(JsonObject):
    """The sizes of bets and raises of a seat on a street.

    ``donks``: the bets of a player who acts first, into the one who bet or raised last on the previous street; None
    for the same as other bets, () for none.
    """

    bets: tuple[Size, ...] = json_field(key="bet", default=())
    raises: tuple[Size, ...] = json_field(key="raise", default=())
    donks: tuple[Size, ...] | None = json_field(key="donk", default=None)

    def members(self) -> dict[str, Any]:
        """Return the sizes by key; donk bets only if they differ from other bets."""
        donks = {} if self.donks is None else {"donk": self.donks}
        return {"bet": self.bets, "raise": self.raises, **donks}

    def to_json(self) -> dict[str, Any]:
        """Return the sizes as a request has them."""
        return {key: plain(value) for key, value in self.members().items()}


@dataclass(frozen=True, slots=True)
class Limit(Members):
    """A fixed limit: the bet of each street in chips, and how many bets and raises a street may have."""

    bets: Mapping[str, float]
    cap: int = DEFAULT_CAP

    def members(self) -> dict[str, Any]:
        """Return the bets by street, and the cap."""
        return {**self.bets, "cap": self.cap}

    to_json = members


@takes({"type": "object", "additionalProperties": schema_of(number(0.0, 1.0))})
def _frequencies(value: object, path: str) -> Mapping[str, float]:
    """Return the frequency of each action of a lock, 0 to 1.

    Raises:
        ScenarioError: it is no object, or something in it is not a number from 0 to 1.
    """
    given = mapping(value, path)
    fields = Collector(given, tuple(given), path)
    result = {name: fields.take(name, number(0.0, 1.0), 0.0) for name in given}
    fields.done()
    return result


@dataclass(frozen=True, slots=True)
class Fixed(JsonObject):
    """A lock: how a seat really plays at the end of a ``path``, as the frequency of each action.

    ``hands``: a range text, or None for all hands. Actions without a frequency never happen. ``seat``: the number of
    the seat in the table; in a checked request its index among the active seats.
    """

    OPTIONAL = ("hands",)
    seat: int = json_field(integer(0))
    path: tuple[str, ...] = json_field(each_of(text, ""), absent=())
    hands: str | None = json_field(or_none(text), absent=None)
    frequencies: Mapping[str, float] = json_field(_frequencies)


@dataclass(frozen=True, slots=True)
class TreeEdit(JsonObject):
    """Sizes that a player has, or lacks, at the decision at the end of a ``path`` and at all of his decisions below it.

    ``add`` and ``remove`` are sizes of bets or, if he faces one there, of raises; other decisions keep theirs. The path
    has an asterisk for a card, as the tree is the same after each.
    """

    OPTIONAL = ("add", "remove")
    path: tuple[str, ...] = json_field(each_of(text, ""))
    add: tuple[Size, ...] = json_field(each_of(text, ""), ())
    remove: tuple[Size, ...] = json_field(each_of(text, ""), ())

    def to_json(self) -> dict[str, Any]:
        """Return the edit as a request has it."""
        sizes = {key: plain(value) for key, value in (("add", self.add), ("remove", self.remove)) if value}
        return {"path": list(self.path), **sizes}


def size_of(raises: bool) -> Convert[Size]:
    """Return the converter of a size: ``"60%"``, ``"3x"`` (of ``raises``), ``"all in"``, or chips, also as a text."""
    expected = 'a size: "60%" of the pot, ' + ('"3x", ' if raises else "") + 'a number of chips or "all in"'

    def convert(value: object, path: str) -> Size:
        """Return the size that ``value`` means. A number without a sign is a number of chips.

        Raises:
            ScenarioError: ``value`` is not a size, or is not above 0 or is above :data:`MAX_CHIPS`.
        """
        if isinstance(value, Size):
            return value
        if isinstance(value, str):
            words = " ".join(value.split()).lower()
            if words == "all in":
                return Size("all in")
            # "3x" is no size of a bet: there is nothing yet that it could be a multiple of.
            kind: SizeKind = "pot" if words.endswith("%") else "times" if raises and words.endswith("x") else "chips"
            try:
                amount = float(words if kind == "chips" else words[:-1])
            except ValueError:
                amount = -1.0
            if 0.0 < amount <= MAX_CHIPS:
                return Size(kind, amount / 100 if kind == "pot" else amount)
        elif isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= MAX_CHIPS:
            return Size("chips", float(value))
        raise ScenarioError(Problem(path, f"expected {expected}"))

    return convert


_TYPED_SIZE = re.compile(
    r"(?:(?P<all_in>all[\s-]?in|jam|shove)|(?P<share>(?:full[\s-])?pot|half[\s-]pot)"
    r"|(?P<amount>\d+(?:\.\d*)?|\.\d+)\s*(?P<unit>x|chips?|c|%(?:\s*(?:of\s+the\s+)?pot)?)?)(?![\w.%])|[^\s,;/]+",
    re.IGNORECASE,
)
"""A size as players type it, or any other word."""


def sizes_from_text(words: str, *, raises: bool) -> tuple[Size, ...]:
    """Parse typed sizes, with commas, slashes or blanks between them.

    As in every solver, a number alone is a percentage of the pot; chips are written as ``75c`` or ``75 chips``.

    Raises:
        ScenarioError: an item is not a size; the problem has its position.

    >>> sizes_from_text("33 75%, 270c, all in", raises=False)[1:3]
    (Size(kind='pot', amount=0.75), Size(kind='chips', amount=270.0))
    """
    sizes = []
    for match in _TYPED_SIZE.finditer(words):
        size = _typed_size(match)
        if size is None or (size.kind == "times" and not raises):
            expected = "33 or 33% of the pot, 75c for chips, " + ("3x the bet, " if raises else "") + "all in"
            raise ScenarioError(Problem("", f"{match[0]!r} is not a size: type {expected}", match.start()))
        sizes.append(size)
    if len(sizes) > MAX_SIZES:
        raise ScenarioError(Problem("", f"expected at most {MAX_SIZES} sizes, found {len(sizes)}"))
    return tuple(sizes)


def _typed_size(match: re.Match[str]) -> Size | None:
    """Return the size that a match of ``_TYPED_SIZE`` means, or None for another word or a number out of bounds."""
    if match["all_in"]:
        return Size("all in")
    if match["share"]:
        return Size("pot", 0.5 if match["share"].lower().startswith("half") else 1.0)
    amount, unit = float(match["amount"] or 0.0), (match["unit"] or "%").lower()
    if not 0.0 < amount <= MAX_CHIPS:
        return None
    return (
        Size("times", amount) if unit == "x" else Size("chips", amount) if unit[0] == "c" else Size("pot", amount / 100)
    )


def sizes_to_text(sizes: tuple[Size, ...]) -> str:
    """Return sizes as a text that :func:`sizes_from_text` reads: ``33%, 75c, 3x, all in``."""
    return ", ".join(f"{size.amount:.10g}c" if size.kind == "chips" else str(size.to_json()) for size in sizes)


SIZE_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "number", "exclusiveMinimum": 0, "maximum": MAX_CHIPS}]}
SIZES_SCHEMA = {"type": "array", "items": SIZE_SCHEMA, "maxItems": MAX_SIZES}
STREET_SCHEMA = request_schema(dict.fromkeys(("bet", "raise", "donk"), SIZES_SCHEMA))
NO_SIZES = "none"
"""The text of an empty list of donk bets: an empty text means the same as other bets."""


def donks_from_text(words: str) -> tuple[Size, ...] | None:
    """Parse typed donk bets: ``none``, or sizes; None for an empty text, which means the same as other bets.

    Raises:
        ScenarioError: an item is not a size; the problem has its position.

    >>> donks_from_text(""), donks_from_text("none"), donks_from_text("25")
    (None, (), (Size(kind='pot', amount=0.25),))
    """
    typed = words.strip().lower()
    return None if not typed else () if typed == NO_SIZES else sizes_from_text(words, raises=False)


def donks_to_text(sizes: tuple[Size, ...] | None) -> str:
    """Return donk bets as a text that :func:`donks_from_text` reads."""
    return "" if sizes is None else sizes_to_text(sizes) or NO_SIZES


_TYPED_ACTION = re.compile(
    r"(?:(?P<check>checks?|x)|(?:bets?|raises?(?:\s+to)?|all[\s-]in|[br])\s*(?P<amount>\d+(?:\.\d*)?|\.\d+)"
    r"(?:\s*(?:chips|c))?)(?![\w.%])|[^\s,;/·]+",
    re.IGNORECASE,
)
"""A check, bet or raise as players type it, or any other word."""


def actions_from_text(words: str) -> tuple[str, ...]:
    """Parse typed actions of one street, with commas or blanks between them, as a path of the tree has them.

    Amounts are chips; that of a raise is the total on the street.

    Raises:
        ScenarioError: an item is not a check, bet or raise; the problem has its position.

    >>> actions_from_text("x, b50 raise 150")
    ('check', 'bet 50', 'raise to 150')
    """
    actions = list[str]()
    for match in _TYPED_ACTION.finditer(words):
        amount = float(match["amount"] or 0.0)
        if not match["check"] and not 0.0 < amount <= MAX_CHIPS:
            message = f"{match[0]!r} is not a check, bet or raise: type check, bet 12 or raise to 40, in chips"
            raise ScenarioError(Problem("", message, match.start()))
        verb = "bet" if all(action == "check" for action in actions) else "raise to"
        actions.append("check" if match["check"] else f"{verb} {amount:.12g}")
    return tuple(actions)


def _street_sizes(value: object, path: str) -> Sizes:
    """Convert the sizes of bets and raises on one street, and of donk bets if they are given."""
    fields = Collector(value, ("bet", "raise", "donk"), path)
    keys = ("bet", "raise", "donk") if fields.given("donk") else ("bet", "raise")
    kinds = []
    for key in keys:
        kinds.append(fields.take_all(key, size_of(key == "raise"), Size("all in")))
        if len(kinds[-1]) > MAX_SIZES:
            fields.note(key, f"expected at most {MAX_SIZES} sizes, found {len(kinds[-1])}")
    fields.done()
    return Sizes(*kinds)


def sizes_of_streets(streets: Sequence[str], *, required: bool) -> Convert[tuple[Mapping[str, Sizes], ...]]:
    """Return the converter of the sizes on ``streets``: one object for both players, or a list of one for each.

    ``required``: each street has to have its sizes, and a list has to have two objects. Sizes of other streets, such as
    earlier ones, are ignored.
    """

    def player_sizes(fields: Collector) -> Mapping[str, Sizes]:
        """Return the sizes of one player by street."""
        result = {}
        for street in streets:
            if fields.given(street):
                result[street] = fields.take(street, _street_sizes, Sizes())
            elif required:
                message = "this street is still to come: give its sizes, empty lists for none"
                fields.note(street, message, incomplete=True)
        return result

    one = request_schema(dict.fromkeys(EVERY_STREET, STREET_SCHEMA))

    @takes({"anyOf": [one, {"type": "array", "items": one, "minItems": 2, "maxItems": 2}]})
    def convert_all(value: object, path: str) -> tuple[Mapping[str, Sizes], ...]:
        """Convert one object for both players, or a list of one per player."""
        fields = Collector({path: value}, (path,))
        if isinstance(value, list | tuple):
            players = fields.each_inside(path, EVERY_STREET, 2)
            if not (len(players) == 2 if required else players):
                fields.note(path, "expected an object, or two: one for each active seat")
                players = ()
        else:
            players = (fields.inside(path, EVERY_STREET),)
        result = tuple(map(player_sizes, players))
        fields.done()
        return result

    return convert_all


def sizes_to_json(sizes: tuple[Mapping[str, Sizes], ...]) -> Any:
    """Return the sizes as a request has them: one object if they are the same for both players, else a list of two."""
    return plain(sizes[0] if len(sizes) == 1 else sizes)


def limit_of_streets(streets: Sequence[str], *, required: bool) -> Convert[Limit]:
    """Return the converter of a fixed limit; ``required``: it has to name the bet of each of the ``streets``."""

    def read(fields: Collector) -> Limit:
        """Read the bets by street and the cap of an object."""
        # A page may name some streets only; they keep the order in which they were set.
        named = streets if required else [key for key in fields.keys if key in streets]
        bets = {street: fields.take(street, chips, 1.0, required=required) for street in named}
        return Limit(bets, fields.take("cap", cap, DEFAULT_CAP))

    chips, cap = bounded(SOME_CHIPS), integer(1, MAX_RAISES)
    properties = {**dict.fromkeys(EVERY_STREET, schema_of(chips)), "cap": schema_of(cap) | {"default": DEFAULT_CAP}}
    return object_of(read, properties)


def fixed_of_seats(seats: int | None = None, active: Collection[int] | None = None) -> Convert[tuple[Fixed, ...]]:
    """Return the converter of a list of locks.

    ``seats``: the number of seats of the table, ``active``: the numbers of its active seats. Without them the table is
    not known, and the seat of a lock is not checked.
    """

    def read(fields: Collector) -> Fixed:
        """Read one lock; its frequencies have to add up to 1."""
        seat = fields.take("seat", integer(0, None if seats is None else seats - 1), 0, required=True)
        if active is not None and fields.good("seat") and seat not in active:
            fields.note("seat", "this seat is not active")
        frequencies: Mapping[str, float] = {}
        frequencies = fields.take("frequencies", _frequencies, frequencies, required=True)
        if fields.good("frequencies") and abs(math.fsum(frequencies.values()) - 1.0) > SUM_ROUNDING:
            fields.note("frequencies", "the frequencies have to add up to 1")
        hands = fields.take("hands", text, None)
        return Fixed(seat, fields.take_all("path", text, ""), hands, frequencies)

    properties = schema_of_class(Fixed, request=True)["properties"]
    return objects_of(read, properties, "seat", "frequencies")


def _read_edit(fields: Collector) -> TreeEdit:
    """Read one edit of the tree, which has to add or remove something."""
    path: tuple[str, ...] = fields.take("path", each_of(text, ""), (), required=True)
    add, remove = (fields.take_all(key, size_of(True), Size("all in")) for key in ("add", "remove"))
    for key, sizes in (("add", add), ("remove", remove)):
        if len(sizes) > MAX_SIZES:
            fields.note(key, f"expected at most {MAX_SIZES} sizes, found {len(sizes)}")
    if not add and not remove:
        fields.note("add", "name sizes to add or to remove")
    return TreeEdit(path, add, remove)


edits_of_tree = objects_of(
    _read_edit, {"path": schema_of(each_of(text, "")), "add": SIZES_SCHEMA, "remove": SIZES_SCHEMA}, "path"
)
"""The converter of a list of edits of the tree."""


@dataclass(frozen=True, kw_only=True)
class RunLimits(Entries):
    """When a run ends before it reaches the target."""

    max_seconds: float | None = json_field(positive_number, None)


@dataclass(frozen=True, kw_only=True)
class BettingPanel(Entries):
    """The values of the page, with defaults for those that are not set.

    ``first``: the number of the seat that acts first. ``sizes``: by street, one object for both players or one for
    each. ``limit``: a fixed limit instead of stack and sizes. ``fixed``: locks. ``hand``: the hand whose play the page
    displays first. ``played``: the actions on the street that are over. ``flops``: the flops of the page *Flop
    report*, the name of a set or a list as typed.
    """

    pot: float = form_field(
        "Pot", "chips",
        "<b>Pot</b>: the chips in the pot before the first action on this street.",
        "100", 100.0, SOME_CHIPS, group="money",
    )  # fmt: skip
    stack: float | None = form_field(
        "Stack", "chips",
        "<b>Stack</b>: the effective stack behind, which is the smaller of both stacks. At fixed limit an empty "
        "field means unlimited stacks.",
        "", None, SOME_CHIPS, group="money",
    )  # fmt: skip
    rake: float = form_field(
        "Rake %", "share",
        "<b>Rake</b>: the percentage of the pot that the house takes, also when somebody folds.",
        "0", 0.0, SHARE, group="house",
    )  # fmt: skip
    rake_cap: float | None = form_field(
        "Rake cap", "chips", "<b>Rake cap</b>: the most that the house takes from one pot, in chips.",
        "no cap", None, CHIPS, group="house",
    )  # fmt: skip
    min_bet: float | None = form_field(
        "Minimum bet", "chips",
        "<b>Minimum bet</b>: the big blind. Smaller bets become this size; a raise is by at least as much.",
        "none", None, SOME_CHIPS, group="money",
    )  # fmt: skip
    all_in_from: float | None = form_field(
        "All in from, % of stack", "share",
        "<b>All in from</b>: a bet or raise of at least this percentage of the chips behind is all in instead, as 67.",
        "never", None, Bounds(above=0.0, at_most=1.0), group="money",
    )  # fmt: skip
    target: float = form_field(
        "Target, % of pot", "share",
        "<b>Target</b>: the solver stops when the exploitability is at most this percentage of the pot.",
        "0.3", DEFAULT_TARGET, TARGETS, group="house",
    )  # fmt: skip
    bankroll: float | None = form_field(
        "Bankroll", "chips",
        "<b>Bankroll</b>: adds to the EV of each action the growth of the bankroll, ln(1 + net / bankroll). "
        "Empty: the bankroll of the Kelly page.",
        "none", None, SOME_CHIPS, group="house",
    )  # fmt: skip
    sizes: tuple[Mapping[str, Sizes], ...] | None = json_field(
        or_instance(tuple, sizes_of_streets(EVERY_STREET, required=False)),
        None,
        sizes_to_json,
        help_="bets, raises and donk bets by street, of both players or each: '60%' of the pot, '3x' the bet, 'all in'",
    )
    edits: tuple[TreeEdit, ...] = json_field(
        or_instance(tuple, edits_of_tree), (),
        help_="sizes to add or remove at the decision at the end of a path and below it",
    )  # fmt: skip
    limit: Limit | None = json_field(
        or_instance(Limit, limit_of_streets(EVERY_STREET, required=False)), None,
        help_="a fixed limit: the bet of each street, and the cap on bets and raises",
    )  # fmt: skip
    first: int | None = json_field(integer(0), None)
    played: tuple[str, ...] = json_field(
        each_of(text, ""), (),
        help_="the actions on this street that are over, as in a path; the ranges are those after them",
    )  # fmt: skip
    path: tuple[str, ...] = json_field(
        each_of(text, ""), (), help_="the actions and cards that lead to the node of the answer"
    )
    fixed: tuple[Fixed, ...] = json_field(
        or_instance(tuple, fixed_of_seats()), (),
        help_="locks: how a seat really plays at the end of a path, as frequencies of its actions",
    )  # fmt: skip
    storage: int | None = json_field(integer(), None)
    max_bytes: int | None = json_field(integer(1), None)
    run: RunLimits = json_field(RunLimits.convert, RunLimits())
    hand: str = form_field("Hand", "text", "", "such as AhKd", "", convert=text)
    flops: str = json_field(text, "")

    def without_seat(self, seat: int, seats: int) -> Self:
        """Return the panel for the table without ``seat``, one of ``seats``; the numbers of later seats decrease."""
        moved = {"first": self.first and self.first - (seat < self.first)} if self.first != seat else {"first": None}
        locks = (lock for lock in self.fixed if lock.seat != seat)
        fixed = tuple(replace(lock, seat=lock.seat - (seat < lock.seat)) for lock in locks)
        changes: dict[str, Any] = moved if self.first is not None else {}
        return self.with_entries({**changes, **({"fixed": fixed or None} if self.fixed else {})})


NOTHING_SET = BettingPanel()
PANEL_FIELDS = specs_of(BettingPanel)
BY_KEY = {spec.key: spec for spec in PANEL_FIELDS}
LIMIT_FIELDS = (
    *(
        FieldSpec(street, street.capitalize(), "chips", f"Size of a bet or raise on {place}", bounds=SOME_CHIPS)
        for game, streets in STREETS.items()
        for street in streets
        for place in (ON_STREET[game].format(street),)
    ),
    FieldSpec(
        "cap", "Bets per street", "count", "Maximum bets and raises on a street", f"{DEFAULT_CAP}", DEFAULT_CAP,
        Bounds(at_least=1, at_most=MAX_RAISES),
    ),
)  # fmt: skip
"""The fields of a fixed limit: the bet of each street of all games, and the cap."""
OF_TABLE = ("sizes", "edits", "limit", "rake", "rake_cap", "min_bet", "all_in_from", "target")
"""The keys of the fields that a template of the table contains."""
