"""The question of ``steelwheel preflop`` and of the window's page: a situation before the flop, read strictly.

Every text is read here, so that a :class:`PreflopRequest` can be computed: a request with problems raises a
``ScenarioError`` that names all of them. Texts stay as they were written; ``engine.preflop.situation`` gives them
meaning.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast, get_args

from engine.cards import LONGEST_NAME, TextError, card_mask, parse_cards
from engine.ranges.holdem import live, parse_range
from engine.ranges.orders import Order, find_order
from engine.scenario import Dialect, Method, Problem, RunOptions, ScenarioError
from engine.scenario.fields import Bounds
from engine.scenario.reading import (
    Collector,
    Convert,
    as_it_is,
    boolean,
    bounded,
    integer,
    one_of,
    positive_number,
    text,
    text_up_to,
)
from engine.scenario.seat_panel import BetSize

REQUEST_VERSION = 1
MOST_OPPONENTS = 9
LARGEST = 1e9
"""Chips: beyond them a flop's thousandth of a chip is lost in rounding."""
EVERYTHING = "random"
BOOK = "book"
"""The detail that adds every flop to the answer."""
DETAILS = (BOOK,)
KEYS = (
    "steelwheel_preflop", "hero", "opponents", "dead", "dead_money", "raise_to", "after", "rake", "rake_cap", "run",
    "dialect", "order",
)  # fmt: skip
HERO_KEYS = ("cards", "in")
OPPONENT_KEYS = ("name", "in", "cards", "calls", "calls_raise", "folded")
AFTER_KEYS = ("bets", "paid")
CHIPS = bounded(Bounds(at_least=0.0, at_most=LARGEST))
SHARE = bounded(Bounds(at_least=0.0, at_most=1.0))
RUN_KEYS = ("method", "seed", "max_trials", "target_stderr", "max_seconds", "detail")
AnOpponent = TypeVar("AnOpponent")


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player beside hero: ``chips`` in the middle, and the texts of its hands (None: not given).

    With ``cards`` it has acted and holds these (folded: these are folded); with ``calls`` it goes on with what that
    leaves, after a raise with ``calls_raise``. Without ``cards`` it is still to act and holds any two cards.
    """

    name: str
    chips: float = 0.0
    cards: str | None = None
    calls: str | None = None
    calls_raise: str | None = None
    folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopRequest:
    """A checked situation. ``paid``: one share of hero's bet for each opponent; ``raise_to`` None: no raise."""

    hero: str = EVERYTHING
    hero_chips: float = 0.0
    opponents: tuple[Opponent, ...]
    dead: str = ""
    dead_money: float = 0.0
    raise_to: float | None = None
    bets_called: BetSize
    bets_raised: BetSize
    paid: tuple[float, ...]
    rake: float = 0.0
    rake_cap: float | None = None
    run: RunOptions = field(default_factory=RunOptions)
    dialect: Dialect = "core"
    order: str | None = None

    @property
    def price(self) -> float:
        """The most that anybody has in the middle."""
        return max(self.hero_chips, *(opponent.chips for opponent in self.opponents))

    @property
    def middle(self) -> float:
        """The chips in the middle before hero acts."""
        return self.dead_money + self.hero_chips + sum(opponent.chips for opponent in self.opponents)

    def pot(self, cost: float, level: float, places: Collection[int | None]) -> float:
        """Return the pot after an action that costs hero ``cost``, if the opponents at ``places`` go on, each with
        ``level`` chips in the middle."""
        others = enumerate(self.opponents)
        chips = sum(max(level, one.chips) if place in places else one.chips for place, one in others)
        return self.dead_money + self.hero_chips + cost + chips

    def pot_terms(
        self, cost: float, level: float, bets: BetSize, places: Collection[int | None]
    ) -> tuple[float, float]:
        """Return hero's winnings with a bet of the size ``bets`` after that, the rake taken, and the cost of the bet:
        EVraw is R times the first less (1 - R) times the second."""
        pot = self.pot(cost, level, places)
        bet = bets.chips(pot)
        paid = bet * sum(self.paid[place] for place in places if place is not None)
        rake = self.rake * (pot + bet + paid)
        return pot + paid - (rake if self.rake_cap is None else min(rake, self.rake_cap)), bet

    def odd_chips(self, calls_all: Callable[[int], bool]) -> Iterator[str]:
        """Yield notices of opponents whose chips do not go with what they do, each with its field; ``calls_all``: of an
        opponent who is still to act, whether he calls with all hands."""
        for place, one in enumerate(self.opponents):
            if one.folded:
                continue
            if one.cards is None and one.chips >= self.price and not calls_all(place):
                what = "has put in the price and cannot fold to a call; computed as written"
                yield f"opponents[{place}].calls: {one.name} {what}"
            if one.cards is not None and one.calls is None and one.chips < self.price:
                what = "has put in less than the price; computed as going on with all its hands"
                yield f"opponents[{place}].in: {one.name} {what}"

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON values; :func:`read_preflop_request` is the way back."""
        called, raised = self.bets_called.to_json(), self.bets_raised.to_json()
        run: dict[str, Any] = {key: getattr(self.run, key) for key in RUN_KEYS if key != "detail"}
        if self.run.detail:
            run["detail"] = list(self.run.detail)
        result: dict[str, Any] = {
            "steelwheel_preflop": REQUEST_VERSION,
            "hero": {"cards": self.hero, "in": self.hero_chips},
            "opponents": [_opponent_json(opponent) for opponent in self.opponents],
            "dead": self.dead,
            "dead_money": self.dead_money,
            "raise_to": self.raise_to,
            "after": {
                "bets": called if called == raised else {"call": called, "raise": raised},
                "paid": self.paid[0] if len(set(self.paid)) == 1 else list(self.paid),
            },
            "rake": self.rake,
            "rake_cap": self.rake_cap,
            "run": run,
        }
        if self.dialect != "core":
            result["dialect"] = self.dialect
        if self.order is not None:
            result["order"] = self.order
        return result


def _opponent_json(opponent: Opponent) -> dict[str, Any]:
    result: dict[str, Any] = {"name": opponent.name, "in": opponent.chips}
    for key in ("cards", "calls", "calls_raise"):
        if getattr(opponent, key) is not None:
            result[key] = getattr(opponent, key)
    if opponent.folded:
        result["folded"] = True
    return result


def read_preflop_request(value: object, orders: Iterable[Order] = ()) -> PreflopRequest:
    """Check a request; ``orders`` are the user's own orders of hands, which it may name.

    Raises:
        ScenarioError: all problems, each naming its field and, in a text, the position; ``incomplete`` marks a value
            not yet given.
    """
    fields = Collector(value, KEYS)
    check_version(fields, "steelwheel_preflop", REQUEST_VERSION)
    texts = _Texts(fields, orders)
    hero = inside(fields, "hero", HERO_KEYS)
    hero_cards, hero_chips = texts.take(hero, "cards") or EVERYTHING, hero.take("in", CHIPS, 0.0)
    opponents = take_opponents(fields, OPPONENT_KEYS, MOST_OPPONENTS, lambda each, i: _opponent(each, i, texts))
    request = PreflopRequest(
        hero=hero_cards, opponents=opponents, dead=texts.dead, **take_stakes(fields, hero_chips, opponents, "a raise"),
        run=take_run(fields), dialect=texts.dialect, order=texts.order_name,
    )  # fmt: skip
    fields.done()
    return request


def take_stakes(fields: Collector, chips: float, opponents: Sequence[Opponent], raising: str) -> dict[str, Any]:
    """Return the amounts of a request by the attributes of :class:`PreflopRequest`; ``chips``: those that hero has in
    the middle, ``raising``: what an error calls a raise."""
    called, raised, paid = take_after(fields, len(opponents))
    raise_to, rake_cap = (fields.take(key, CHIPS, math.nan) for key in ("raise_to", "rake_cap"))
    price = max([chips, *(opponent.chips for opponent in opponents)])
    if raise_to <= price:
        fields.note("raise_to", f"{raising} has to be above the price of {price:g}, found {raise_to:g}")
    return {
        "hero_chips": chips, "dead_money": fields.take("dead_money", CHIPS, 0.0), "raise_to": given_number(raise_to),
        "bets_called": called, "bets_raised": raised, "paid": paid, "rake": fields.take("rake", SHARE, 0.0),
        "rake_cap": given_number(rake_cap),
    }  # fmt: skip


def check_version(fields: Collector, key: str, known: int) -> None:
    """Note a version that this program does not know."""
    if fields.take(key, integer(), known) != known:
        fields.note(key, f"this program reads requests of version {known}")


def given_number(number: float) -> float | None:
    """Return a number, None for the NaN that stands for none."""
    return None if math.isnan(number) else number


class _Texts:
    """Reads card and range texts, noting the problems of each."""

    def __init__(self, fields: Collector, orders: Iterable[Order]) -> None:
        self._problems = fields.problems
        self.dialect = cast(Dialect, fields.take("dialect", one_of(*get_args(Dialect)), "core"))
        self.order_name: str | None = fields.take("order", text, "") or None
        self.dead = fields.take("dead", text, "")
        self._order, self._mask = find_order(None), 0
        try:
            self._order = find_order(self.order_name, orders)
            self._mask = card_mask(card for card, _ in parse_cards(self.dead))
        except TextError as error:
            self._problems.append(Problem.from_text("dead", error))
        except ScenarioError as error:
            self._problems += error.problems

    def take(self, fields: Collector, key: str) -> str | None:
        """Return a range text, None where there is none or it cannot be read."""
        value = take_text(fields, key, "type a range (22+, ATs+) or random")
        if value is None:
            return None
        try:
            weights = parse_range(value, self.dialect, self._order).weights
        except TextError as error:
            self._problems.append(Problem.from_text(fields.path(key), error))
            return None
        if not live(weights, self._mask).any():
            fields.note(key, "the dead cards leave no hand of this range")
        return value


def take_text(fields: Collector, key: str, wanted: str) -> str | None:
    """Return a text, None where there is none; ``wanted``: what to say of an empty one."""
    if not fields.given(key):
        return None
    value = fields.take(key, text, "")
    if not fields.good(key):
        return None
    if not value.strip():
        fields.note(key, wanted, incomplete=True)
        return None
    return value


def inside(fields: Collector, key: str, keys: tuple[str, ...]) -> Collector:
    """Return the object under a key, an empty one where there is none."""
    return fields.inside(key, keys) if fields.given(key) else Collector({}, keys, key, fields.problems)


def take_opponents(
    fields: Collector, keys: tuple[str, ...], most: int, read: Callable[[Collector, int], AnOpponent]
) -> tuple[AnOpponent, ...]:
    """Return the opponents of a request, each an object with these ``keys``; none where there are too few or many."""
    values = fields.take_all("opponents", as_it_is, None)
    if 1 <= len(values) <= most:
        rows = (Collector(value, keys, f"opponents[{i}]", fields.problems) for i, value in enumerate(values))
        return tuple(read(row, i) for i, row in enumerate(rows))
    if fields.good("opponents"):
        message = f"expected 1 to {most} opponents, found {len(values)}"
        fields.note("opponents", message, incomplete=not values)
    return ()


def check_folded(fields: Collector, missing: str) -> None:
    """Note the calls of an opponent who has folded; ``missing``: what to say where its cards are not given."""
    for key in ("calls", "calls_raise"):
        if fields.given(key):
            fields.note(key, "a folded opponent calls nothing")
    if not fields.given("cards"):
        fields.note("cards", missing, incomplete=True)


def opponent_name(fields: Collector, index: int) -> str:
    """Return the name of an opponent; one without a name gets its number."""
    return fields.take("name", text_up_to(LONGEST_NAME), "") or f"Opponent {index + 1}"


def _opponent(fields: Collector, index: int, texts: _Texts) -> Opponent:
    cards, calls, calls_raise = (texts.take(fields, key) for key in ("cards", "calls", "calls_raise"))
    folded = fields.take("folded", boolean, default=False)
    if folded:
        check_folded(fields, "the hands that it folds are missing")
    elif not fields.given("cards") and not fields.given("calls"):
        fields.note("calls", "give cards (it has acted and holds these) or calls (it is still to act)", incomplete=True)
    return Opponent(opponent_name(fields, index), fields.take("in", CHIPS, 0.0), cards, calls, calls_raise, folded)


def take_after(fields: Collector, opponents: int) -> tuple[BetSize, BetSize, tuple[float, ...]]:
    """Return the bets after a call and after a raise, and the share of them that each opponent pays."""
    if not fields.given("after"):
        fields.note("after", "this value is missing", incomplete=True)
        return BetSize(0.0), BetSize(0.0), (1.0,) * opponents
    after = fields.inside("after", AFTER_KEYS)
    given = after.take("bets", as_it_is, None)
    if isinstance(given, Mapping) and set(given) & {"call", "raise"}:
        each = after.inside("bets", ("call", "raise"))
        return _bet_size(each, "call"), _bet_size(each, "raise"), _paid(after, opponents)
    both = _bet_size(after, "bets")
    return both, both, _paid(after, opponents)


def _bet_size(fields: Collector, key: str) -> BetSize:
    if not isinstance(fields.take(key, as_it_is, None), Mapping):
        return BetSize(fields.take(key, CHIPS, 0.0, required=True))
    return BetSize(fields.inside(key, ("pot",)).take("pot", CHIPS, 0.0, required=True), of_pot=True)


def _paid(after: Collector, opponents: int) -> tuple[float, ...]:
    if not isinstance(after.take("paid", as_it_is, None), list | tuple):
        return (after.take("paid", SHARE, 1.0),) * opponents
    shares = after.take_all("paid", SHARE, 1.0)
    if len(shares) != opponents and after.good("paid"):
        after.note("paid", f"expected one number for each of {opponents} opponents, found {len(shares)}")
    return shares


def take_run(fields: Collector, details: tuple[str, ...] = DETAILS) -> RunOptions:
    """Return how a request is run; ``details``: those that it may ask for."""
    run = inside(fields, "run", RUN_KEYS)
    trials, target, seconds = (run.take(key, convert, None) for key, convert in _LIMITS)
    return RunOptions(
        method=cast(Method, run.take("method", one_of(*get_args(Method)), "auto")),
        seed=run.take("seed", integer(0), 1),
        max_trials=None if trials is None else int(trials),
        target_stderr=target,
        max_seconds=seconds,
        detail=run.take_all("detail", one_of(*details), ""),
    )


_LIMITS: tuple[tuple[str, Convert[float | None]], ...] = (
    ("max_trials", integer(1)), ("target_stderr", positive_number), ("max_seconds", positive_number),
)  # fmt: skip
