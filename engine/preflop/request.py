"""Requests about the first street, and the request of ``steelwheel preflop`` and of the window's page.

:class:`FirstStreetRequest` and the readers below it are shared with third street in razz
(``engine.preflop.third.request``), which only writes its hands in another way. All texts of hands are parsed while a
request is read, so a request that exists can be computed; otherwise a ``ScenarioError`` names all its problems. The
texts are stored unchanged; ``engine.preflop.situation`` turns them into weights.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, TypeVar, get_args

from engine.cards import TextError, card_mask, parse_cards
from engine.ranges.holdem import live, parse_range
from engine.ranges.orders import Order, find_order
from engine.scenario import NAME, Dialect, Problem, RunOptions, ScenarioError
from engine.scenario.codec import JsonObject, json_field, read_fields
from engine.scenario.fields import Bounds, fields_of
from engine.scenario.reading import (
    Collector,
    Convert,
    as_it_is,
    boolean,
    bounded,
    each_of,
    integer,
    object_schema,
    one_of,
    schema_of,
    takes,
    text,
)
from engine.scenario.seat_panel import BetSize, BetSizes, PaidByAction, read_bet_sizes, read_paid

REQUEST_VERSION = 1
MAX_CHIPS = 1e9
"""With more chips, rounding would lose a thousandth of a chip on a single flop."""
EVERYTHING = "random"
BOOK = "book"
"""The detail that adds every flop to the answer."""
CHIPS = bounded(Bounds(at_least=0.0, at_most=MAX_CHIPS))
SOME_CHIPS = bounded(Bounds(above=0.0, at_most=MAX_CHIPS))
SHARE = bounded(Bounds(at_least=0.0, at_most=1.0))
POT_SHARE = object_schema({"pot": schema_of(CHIPS)}, ["pot"])
BET = {"anyOf": [schema_of(CHIPS), POT_SHARE]}
BETS = takes({"anyOf": [*BET["anyOf"], object_schema({"call": BET, "raise": BET}, ["call", "raise"])]})(
    partial(read_bet_sizes, amount=CHIPS)
)
SHARES = {"anyOf": [schema_of(SHARE), schema_of(each_of(SHARE, 1.0))]}
PAID = takes({"anyOf": [*SHARES["anyOf"], object_schema({"call": SHARES, "raise": SHARES}, ["call", "raise"])]})(
    partial(read_paid, share=SHARE)
)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hero(JsonObject):
    """Hero's cards, or the door card in razz if the down cards are any two, and the ``chips`` that hero has put in."""

    OPTIONAL = ("cards", "door")
    cards: str | None = json_field(text, None)
    door: str | None = json_field(text, None)
    chips: float = json_field(CHIPS, 0.0, key="in")


@dataclass(frozen=True, slots=True)
class Opponent(JsonObject):
    """One of hero's opponents: the ``chips`` it has put in, and the texts of its ranges, None if they are not given.

    An opponent with ``cards`` has acted and holds these, or folds these if it has ``folded``. One without them is
    still to act: it holds any two cards, in razz behind its ``door``. It continues with ``calls`` (None: with
    everything it holds), against a raise with ``calls_raise`` (None: with all that calls). Of these hands it raises
    with ``raises`` after hero's call or check, and again with ``raises_raise`` after a raise (None: with none).
    """

    OPTIONAL = ("cards", "calls", "calls_raise", "raises", "raises_raise", "folded", "door")
    name: str = json_field(NAME, "", absent=None)
    chips: float = json_field(CHIPS, 0.0, key="in")
    cards: str | None = json_field(text, None)
    calls: str | None = json_field(text, None)
    calls_raise: str | None = json_field(text, None)
    raises: str | None = json_field(text, None)
    raises_raise: str | None = json_field(text, None)
    folded: bool = json_field(boolean, default=False)
    door: str | None = json_field(text, None)


@dataclass(frozen=True, slots=True)
class LaterBets(JsonObject):
    """Hero's bets on later streets, and the share of them that opponents pay, one for all or one each."""

    bets: BetSize | BetSizes = json_field(BETS)
    paid: float | tuple[float, ...] | PaidByAction = json_field(PAID, 1.0)


@dataclass(frozen=True, slots=True)
class RaisesTo(JsonObject):
    """The chips to which an opponent raises after hero's call or check, and after hero's raise."""

    OPTIONAL = ("called", "raised")
    called: float | None = json_field(CHIPS, None, key="call")
    raised: float | None = json_field(CHIPS, None, key="raise")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetInputs(JsonObject):
    """The JSON object of a request: its keys, converters and defaults. ``doors`` are of razz, ``dialect`` is not."""

    OPTIONAL = ("raises_to", "stack", "dialect", "doors", "order")
    hero: Hero = json_field(default=Hero(), absent=None)
    opponents: tuple[Opponent, ...] = json_field()
    dead: str = json_field(text, "")
    dead_money: float = json_field(CHIPS, 0.0)
    raise_to: float | None = json_field(CHIPS, None)
    raises_to: RaisesTo = json_field(default=RaisesTo(), absent=None)
    stack: float | None = json_field(CHIPS, None)
    after: LaterBets = json_field()
    rake: float = json_field(SHARE, 0.0)
    rake_cap: float | None = json_field(CHIPS, None)
    run: RunOptions = json_field(default=RunOptions(), absent=None)
    dialect: Dialect = json_field(one_of(*get_args(Dialect)), "core")
    doors: bool = json_field(boolean, default=False)
    order: str | None = json_field(text, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStreetRequest:
    """A checked situation on the first street of a game; :class:`StreetInputs` describes its JSON object.

    ``door``: hero's door card in razz if hero has any two down cards. ``bets_called`` and ``bets_raised`` are the chips
    that hero bets on later streets after a call and after a raise; ``paid`` has for each opponent the share of these
    bets that it pays, ``paid_raised`` that after a raise (None: the same). ``raise_to`` None: hero cannot raise.
    ``raises_to``: the amounts to which opponents raise; ``stack``: the chips of each player, which limit later bets
    after these raises.
    """

    VERSION_KEY: ClassVar[str]
    OMITTED: ClassVar[frozenset[str]]
    """The described keys that the requests of this game do not have."""
    hero: str = EVERYTHING
    door: str | None = None
    hero_chips: float = 0.0
    opponents: tuple[Opponent, ...]
    dead: str = ""
    dead_money: float = 0.0
    raise_to: float | None = None
    raises_to: RaisesTo = RaisesTo()
    stack: float | None = None
    bets_called: BetSize
    bets_raised: BetSize
    paid: tuple[float, ...]
    paid_raised: tuple[float, ...] | None = None
    rake: float = 0.0
    rake_cap: float | None = None
    run: RunOptions = field(default_factory=RunOptions)
    order: str | None = None

    @classmethod
    def keys(cls, kind: type) -> tuple[str, ...]:
        """Return the keys that an object described by the class ``kind`` has in a request of this game."""
        version = (cls.VERSION_KEY,) if kind is StreetInputs else ()
        return (*version, *(key for key in fields_of(kind) if key not in cls.OMITTED))

    @property
    def price(self) -> float:
        """The largest amount of chips that a player has put in."""
        return max(self.hero_chips, *(opponent.chips for opponent in self.opponents))

    @property
    def middle(self) -> float:
        """The chips in the middle before hero acts."""
        return self.dead_money + self.hero_chips + sum(opponent.chips for opponent in self.opponents)

    def pot(self, cost: float, level: float, callers: Collection[int | None]) -> float:
        """Return the pot after an action that costs hero ``cost`` chips, if the opponents with the indices ``callers``
        continue, each with at least ``level`` chips in the middle."""
        others = enumerate(self.opponents)
        chips = sum(max(level, one.chips) if index in callers else one.chips for index, one in others)
        return self.dead_money + self.hero_chips + cost + chips

    def pot_terms(
        self, cost: float, level: float, bets: BetSize, callers: Collection[int | None], most: float = math.inf
    ) -> tuple[float, float]:
        """Return two amounts for a later bet of the size ``bets``, but at most ``most``: hero's win after rake, and the
        cost of the bet.

        With hero's share R of the pot, EVraw is R times the first less (1 - R) times the second.
        """
        pot = self.pot(cost, level, callers)
        bet = min(bets.chips(pot), most)
        shares = self.paid if self.paid_raised is None or level == self.price else self.paid_raised
        paid = bet * sum(shares[index] for index in callers if index is not None)
        rake = self.rake * (pot + bet + paid)
        return pot + paid - (rake if self.rake_cap is None else min(rake, self.rake_cap)), bet

    def odd_chips(self, calls_all: Callable[[int], bool]) -> Iterator[str]:
        """Yield a notice, which begins with its field, for each opponent whose chips contradict its actions.

        ``calls_all`` returns whether the opponent with an index, who is still to act, calls with all hands.
        """
        for index, one in enumerate(self.opponents):
            if one.folded:
                continue
            if one.cards is None and one.chips >= self.price and not calls_all(index):
                message = "has already paid the bet and cannot fold to a call; computed as entered"
                yield f"opponents[{index}].calls: {one.name} {message}"
            if one.cards is not None and one.calls is None and one.chips < self.price:
                message = "has put in less than the bet to call; computed as calling with its whole range"
                yield f"opponents[{index}].in: {one.name} {message}"

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON values, from which it can be read again."""
        called, raised = self.bets_called, self.bets_raised
        hero = Hero(self.hero if self.door is None else None, self.door, self.hero_chips)
        after = LaterBets(
            called if called == raised else BetSizes(called, raised),
            _one_or_each(self.paid)
            if self.paid_raised in (None, self.paid)
            else PaidByAction(_one_or_each(self.paid), _one_or_each(self.paid_raised or ())),
        )
        names = [spec.attribute for spec in fields_of(StreetInputs).values()]
        values = {name: getattr(self, name) for name in names if hasattr(self, name)}
        inputs = StreetInputs(**values | {"hero": hero, "after": after})
        return {self.VERSION_KEY: REQUEST_VERSION, **inputs.to_json()}


def _one_or_each(shares: tuple[float, ...]) -> float | tuple[float, ...]:
    return shares[0] if len(set(shares)) == 1 else shares


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopRequest(FirstStreetRequest):
    """A checked situation before the flop."""

    VERSION_KEY = "steelwheel_preflop"
    OMITTED = frozenset({"door", "doors"})
    dialect: Dialect = "core"


class HandChecks(ABC):
    """Checks the texts of all hands of a request, in the notation of one game.

    The problems are added to ``problems``, together with those that the caller has noted before. ``MISSING`` has the
    messages for values that an opponent who is still to act needs.
    """

    REQUEST: ClassVar[type[FirstStreetRequest]]
    MAX_OPPONENTS: ClassVar[int]
    RAISING: ClassVar[str]
    """What error messages call a raise."""
    MISSING: ClassVar[Mapping[str, str]]
    MISSING_FOLDED: ClassVar[str]

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems

    @abstractmethod
    def check_hero(self, cards: str | None, door: str | None) -> None:
        """Check hero's hand."""

    def check_dead(self, dead: str) -> None:
        """Check the text of the dead cards; called after the hands, whose checks may have read it already."""
        del dead

    @abstractmethod
    def check_ranges(self, opponent: Opponent, field: str) -> None:
        """Check the texts of an opponent's hands."""

    def check_opponent(self, opponent: Opponent, field: str) -> None:
        """Check the texts of an opponent, and that it has those that its state needs."""
        self.check_ranges(opponent, field)
        if opponent.folded:
            for key in ("calls", "calls_raise", "raises", "raises_raise"):
                if self.is_given(opponent, key, field):
                    self.note(f"{field}.{key}", f"a folded opponent cannot {'call' if 'calls' in key else 'raise'}")
            if not self.is_given(opponent, "cards", field):
                self.note(f"{field}.cards", self.MISSING_FOLDED, incomplete=True)
        elif not self.is_given(opponent, "cards", field):  # still to act
            for key, message in self.MISSING.items():
                if not self.is_given(opponent, key, field):
                    self.note(f"{field}.{key}", message, incomplete=True)

    def is_given(self, opponent: Opponent, key: str, field: str) -> bool:
        """Return whether a text is given, even if it has a problem."""
        return getattr(opponent, key) is not None or self.has_problem(f"{field}.{key}")

    def has_problem(self, *fields: str) -> bool:
        """Return whether a problem with one of these fields has been noted."""
        return any(problem.field in fields for problem in self.problems)

    def note(self, field: str, message: str, *, incomplete: bool = False) -> None:
        """Note a problem; ``incomplete``: a value is not given yet."""
        self.problems.append(Problem(field, message, incomplete=incomplete))

    def take(self, value: object, field: str, convert: Convert[T], default: T) -> T:
        """Return a value as ``convert`` reads it; note its problem and return ``default`` if it cannot be read."""
        try:
            return convert(value, field)
        except ScenarioError as error:
            self.problems += error.problems
            return default

    def parsed(self, value: str | None, field: str, empty: str, parse: Callable[[str], T]) -> T | None:
        """Return a parsed text, or None if there is none or it has a problem; ``empty``: what to say of a blank one."""
        if value is None:
            return None
        if not value.strip():
            self.note(field, empty, incomplete=True)
            return None
        try:
            return parse(value)
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))
            return None


class RangeChecks(HandChecks):
    """Checks hold'em ranges: each must have a hand that the dead cards leave."""

    REQUEST = PreflopRequest
    MAX_OPPONENTS = 9
    RAISING = "a raise"
    MISSING: ClassVar[Mapping[str, str]] = {"calls": "give cards (has acted with this range) or calls (still to act)"}
    MISSING_FOLDED = "the folding range is missing"

    def __init__(
        self, problems: list[Problem], dialect: Dialect, order: str | None, dead: str, orders: Iterable[Order]
    ) -> None:
        """Check the name of the ``order`` and the ``dead`` cards; ``orders`` are the user's own."""
        super().__init__(problems)
        # If the order or the dead cards have a problem, ranges are checked with the default order and no dead cards.
        self._dialect, self._order, self._dead_mask = dialect, find_order(None), 0
        try:
            self._order = find_order(order, orders)
            self._dead_mask = card_mask(card for card, _ in parse_cards(dead))
        except TextError as error:
            problems.append(Problem.from_text("dead", error))
        except ScenarioError as error:
            problems += error.problems

    def check_hero(self, cards: str | None, door: str | None) -> None:
        """Check hero's range."""
        self._check(cards, "hero.cards")

    def check_ranges(self, opponent: Opponent, field: str) -> None:
        """Check an opponent's hand and calling ranges."""
        for key in ("cards", "calls", "calls_raise", "raises", "raises_raise"):
            self._check(getattr(opponent, key), f"{field}.{key}")

    def _check(self, value: str | None, field: str) -> None:
        parse = partial(parse_range, dialect=self._dialect, order=self._order)
        hands = self.parsed(value, field, "type a range (22+, ATs+) or random", parse)
        if hands is not None and not live(hands.weights, self._dead_mask).any():
            self.note(field, "the dead cards remove all hands of this range")


def read_preflop_request(value: object, orders: Iterable[Order] = ()) -> PreflopRequest:
    """Read and check a request; ``orders`` are the user's own orders of hands, which it may name.

    Raises:
        ScenarioError: the request has problems. Each names its field and, in a text, the position; ``incomplete``
            marks a value that is not given yet.
    """
    fields = Collector(value, PreflopRequest.keys(StreetInputs))
    check_version(fields, PreflopRequest.VERSION_KEY)
    values = read_fields(fields, StreetInputs, "dialect", "order", "dead")
    values["order"] = values["order"] or None
    checks = RangeChecks(fields.problems, **values, orders=orders)
    hero, _, chips = take_hero(fields, checks)
    opponents = take_opponents(fields, checks)
    request = PreflopRequest(
        hero=hero or EVERYTHING, opponents=opponents, **take_stakes(fields, chips, opponents, checks),
        run=take_run(fields, (BOOK,)), **values,
    )  # fmt: skip
    fields.done()
    return request


def check_version(fields: Collector, key: str) -> None:
    """Note a version that this program does not know."""
    if fields.take(key, integer(), REQUEST_VERSION) != REQUEST_VERSION:
        fields.note(key, f"this program reads requests of version {REQUEST_VERSION}")


def take_hero(fields: Collector, checks: HandChecks) -> tuple[str | None, str | None, float]:
    """Return the texts of hero's cards and door, None if they are not given, and the chips that hero has put in."""
    hero = fields.inside("hero", checks.REQUEST.keys(Hero))
    texts = read_fields(hero, Hero, "cards", "door")
    checks.check_hero(**texts)
    return texts["cards"], texts["door"], read_fields(hero, Hero, "in")["chips"]


def take_opponents(fields: Collector, checks: HandChecks) -> tuple[Opponent, ...]:
    """Return the opponents of a request; none if there are too few or too many."""
    values = fields.take_all("opponents", as_it_is, None)
    is_list = bool(values) or fields.good("opponents")
    if not is_list or not check_count(checks, len(values)):
        return ()
    return tuple(_opponent(value, index, checks) for index, value in enumerate(values))


def check_count(checks: HandChecks, opponents: int) -> bool:
    """Return whether the number of ``opponents`` is allowed, and note the problem if it is not."""
    fits = 1 <= opponents <= checks.MAX_OPPONENTS
    if not fits:
        message = f"expected 1 to {checks.MAX_OPPONENTS} opponents, found {opponents}"
        checks.note("opponents", message, incomplete=not opponents)
    return fits


def _opponent(value: object, index: int, checks: HandChecks) -> Opponent:
    """Read the opponent with the number ``index``; problems are added to those of ``checks``."""
    field = f"opponents[{index}]"
    fields = Collector(value, checks.REQUEST.keys(Opponent), field, checks.problems)
    texts = "cards", "calls", "calls_raise", "raises", "raises_raise", "door", "folded"
    opponent = Opponent(**read_fields(fields, Opponent, *texts))
    checks.check_opponent(opponent, field)  # before name and chips, whose problems matter less
    values = read_fields(fields, Opponent, "name", "in")
    return replace(opponent, name=values["name"] or f"Opponent {index + 1}", chips=values["chips"])


def take_stakes(fields: Collector, chips: float, opponents: tuple[Opponent, ...], checks: HandChecks) -> dict[str, Any]:
    """Return the amounts of a request as arguments of :class:`FirstStreetRequest`; hero has put in ``chips``."""
    after = _take_after(fields, len(opponents))
    amounts = read_fields(fields, StreetInputs, "raise_to", "rake_cap")
    raise_to, price = amounts["raise_to"], max([chips, *(opponent.chips for opponent in opponents)])
    if raise_to is not None and raise_to <= price:
        message = f"{checks.RAISING} must be more than the bet to call of {price:g}, found {raise_to:g}"
        fields.note("raise_to", message)
    if "raises_to" in checks.REQUEST.keys(StreetInputs):
        amounts |= _take_raises(fields, price, raise_to, opponents)
    return {"hero_chips": chips, **after, **amounts, **read_fields(fields, StreetInputs, "dead_money", "rake")}


def _take_raises(
    fields: Collector, price: float, raise_to: float | None, opponents: tuple[Opponent, ...]
) -> dict[str, Any]:
    """Read the amounts to which opponents raise, and the stacks; each raise has to be to more than the previous one."""
    to = RaisesTo(**read_fields(fields.inside("raises_to", tuple(fields_of(RaisesTo))), RaisesTo, "call", "raise"))
    least = {"call": ("raises", to.called, price), "raise": ("raises_raise", to.raised, raise_to or 0.0)}
    for key, (text_key, amount, before) in least.items():
        if amount is not None and amount <= before:
            message = f"a raise must be more than the bet before of {before:g}, found {amount:g}"
            fields.note(f"raises_to.{key}", message)
        if amount is None and any(getattr(one, text_key) is not None for one in opponents):
            message = f"an opponent has {text_key}: give the chips of this raise"
            fields.note(f"raises_to.{key}", message, incomplete=True)
    return {"raises_to": to, **read_fields(fields, StreetInputs, "stack")}


def _take_after(fields: Collector, opponents: int) -> dict[str, Any]:
    """Return the bets after a call and after a raise, and the share of them that each opponent pays."""
    sizes: Any = None
    paid: Any = 1.0
    if fields.given("after"):
        after = fields.inside("after", tuple(fields_of(LaterBets)))
        sizes, paid = read_fields(after, LaterBets, "bets", "paid").values()
        by_action = isinstance(paid, PaidByAction)
        for key, one in (
            {"paid.call": paid.called, "paid.raise": paid.raised}.items() if by_action else [("paid", paid)]
        ):
            if isinstance(one, tuple) and len(one) != opponents:
                after.note(key, f"expected one number for each of {opponents} opponents, found {len(one)}")
    else:
        fields.note("after", "this value is missing", incomplete=True)
    called, raised = (sizes.called, sizes.raised) if isinstance(sizes, BetSizes) else (sizes or BetSize(0.0),) * 2
    both = (paid.called, paid.raised) if isinstance(paid, PaidByAction) else (paid, None)
    shares, after_raise = (one if one is None or isinstance(one, tuple) else (one,) * opponents for one in both)
    differs = None if after_raise == shares else after_raise
    return {"bets_called": called, "bets_raised": raised, "paid": shares, "paid_raised": differs}


def take_run(fields: Collector, details: tuple[str, ...]) -> RunOptions:
    """Return how a request is run; ``details``: those that it may ask for."""
    run = fields.inside("run", tuple(fields_of(RunOptions)))
    values = read_fields(run, RunOptions, "max_trials", "target_stderr", "max_seconds", "method", "seed")
    return RunOptions(**values, detail=run.take_all("detail", one_of(*details), ""))
