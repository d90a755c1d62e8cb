"""The question of ``steelwheel betting``: two active seats, one pot, and what may be bet; read strictly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games import FIRST_BIG_BET_STREET, GAMES
from engine.ranges.orders import Order
from engine.scenario import Game, Scenario, ScenarioError, betting
from engine.scenario.betting import (
    EVERY_STREET,
    LARGEST,
    MOST_RAISES,
    MOST_SIZES,
    STREETS,
    TARGET,
    TARGETS,
    Fixed,
    Limit,
    Size,
    Sizes,
    size_of,
)
from engine.scenario.fields import Bounds
from engine.scenario.reading import Collector, bounded, in_table, integer, number, positive_number, text
from engine.table.serialize import scenario_from_json

REQUEST_VERSION = 1
KEYS = (
    "steelwheel_betting", "table", "pot", "stack", "sizes", "limit", "first", "rake", "rake_cap", "min_bet", "target",
    "path", "fixed", "bankroll", "storage", "max_bytes", "run",
)  # fmt: skip
BYTES_A_NUMBER = {32: 8, 16: 4}
"""A regret and a sum of strategies, by the bits of their storage."""
CHIPS, SOME_CHIPS = bounded(betting.CHIPS), bounded(betting.SOME_CHIPS)
SHARE = bounded(Bounds(at_least=0.0, at_most=1.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingRequest:
    """A checked question.

    ``sizes`` by active seat and street (no limit), or ``limit``; ``stack`` is what each can still put in (infinite at a
    fixed limit where it is not given); ``first`` is 0 or 1, of the active seats; ``storage``: 32 or 16 bits a number;
    ``orders``: the player's own order of hands where the table names one.
    """

    table: Scenario
    pot: float
    stack: float
    sizes: tuple[Mapping[str, Sizes], ...]
    limit: Limit | None
    first: int
    rake: float = 0.0
    rake_cap: float = LARGEST
    min_bet: float | None = None
    target: float = TARGET
    path: tuple[str, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    bankroll: float | None = None
    max_bytes: int | None = None
    max_seconds: float | None = None
    storage: int = 32
    orders: tuple[Order, ...] = ()

    @property
    def streets(self) -> tuple[str, ...]:
        """The names of the streets to come, the present one first."""
        return streets_of(self.table)

    @property
    def whole(self) -> bool:
        """Whether amounts are rounded to whole chips."""
        return self.limit is None and self.pot.is_integer() and self.stack.is_integer()


def streets_of(table: Scenario) -> tuple[str, ...]:
    """Return the streets on which there may be betting; none before the flop, or before fifth street."""
    from engine.betting.deals import street_number  # it reads the cards of the table

    return street_names(table)[street_number(table) :]


def street_names(table: Scenario) -> tuple[str, ...]:
    """Return the streets of betting of a game that a request may begin on."""
    return STREETS[table.game]


def small_bet_streets(game: Game) -> tuple[str, ...]:
    """Return the streets of betting on which the bets of a fixed limit are small."""
    streets = STREETS[game]
    earlier = len(GAMES[game].streets) - len(streets)
    return streets[: max(FIRST_BIG_BET_STREET - earlier, 0)]


def _anything(value: object, _path: str) -> Any:
    return value


def read_betting_request(value: object, orders: Iterable[Order] = ()) -> BettingRequest:
    """Check a request; its table may name one of the player's own ``orders`` of hands.

    Raises:
        ScenarioError: all problems, each naming its field.
    """
    fields = Collector(value, KEYS)
    if fields.take("steelwheel_betting", integer(), REQUEST_VERSION) != REQUEST_VERSION:
        fields.note("steelwheel_betting", f"this program reads requests of version {REQUEST_VERSION}")
    table = _table(fields)
    fields.done()
    assert table is not None
    streets = streets_of(table)
    limit = _limit(fields, streets)
    if limit is None and GAMES[table.game].fixed_limit:
        fields.note("limit", f"{table.game} is bet at a fixed limit")
    stack = fields.take("stack", SOME_CHIPS, float("inf"), required=limit is None)
    sizes = _sizes(fields, streets) if limit is None else ()
    if limit is not None and fields.given("sizes"):
        fields.note("sizes", "a fixed limit has no sizes")
    first = fields.take("first", integer(0, len(table.seats) - 1), table.active_seats[0])
    if fields.good("first") and first not in table.active_seats:
        fields.note("first", "this seat is not active")
    run = fields.inside("run", ("max_seconds",)) if fields.given("run") else None
    storage = fields.take("storage", integer(), 32)
    if storage not in BYTES_A_NUMBER:
        fields.note("storage", f"expected 16 or 32 bits, found {storage}")
    request = BettingRequest(
        table=table,
        pot=fields.take("pot", SOME_CHIPS, 1.0, required=True),
        stack=stack,
        sizes=sizes,
        limit=limit,
        first=table.active_seats.index(first) if first in table.active_seats else 0,
        rake=fields.take("rake", SHARE, 0.0),
        rake_cap=fields.take("rake_cap", CHIPS, LARGEST),
        min_bet=fields.take("min_bet", SOME_CHIPS, None),
        target=fields.take("target", bounded(TARGETS), TARGET),
        path=fields.take_all("path", text, ""),
        fixed=_fixed(fields, table),
        bankroll=fields.take("bankroll", SOME_CHIPS, None),
        max_bytes=fields.take("max_bytes", integer(1), None),
        max_seconds=run.take("max_seconds", positive_number, None) if run is not None else None,
        storage=storage,
        orders=tuple(order for order in orders if order.name == table.order),
    )
    fields.done()
    return request


def _table(fields: Collector) -> Scenario | None:
    """Return the table, checked as a scenario; None where it has a problem, which is noted."""
    given = fields.take("table", _anything, None, required=True)
    if given is None:
        return None
    try:
        table = scenario_from_json(given)
    except ScenarioError as error:
        fields.problems += in_table(error).problems
        return None
    if len(table.active_seats) != 2:
        fields.note("table.seats", f"betting has two active seats, found {len(table.active_seats)}")
        return None
    from engine.betting.deals import street_number

    try:
        street_number(table)
    except ScenarioError as error:
        fields.problems += in_table(error).problems
        return None
    return table


def _limit(fields: Collector, streets: tuple[str, ...]) -> Limit | None:
    if not fields.given("limit"):
        return None
    inside = fields.inside("limit", (*EVERY_STREET, "cap"))
    bets = {street: inside.take(street, SOME_CHIPS, 1.0, required=True) for street in streets}
    return Limit(bets, inside.take("cap", integer(1, MOST_RAISES), 4))


def _sizes(fields: Collector, streets: tuple[str, ...]) -> tuple[Mapping[str, Sizes], ...]:
    if not fields.given("sizes"):
        fields.note("sizes", "this value is missing", incomplete=True)
        return ({}, {})
    if not fields.holds_list("sizes"):
        both = _sizes_of(fields.inside("sizes", EVERY_STREET), streets)
        return both, both
    each = fields.each_inside("sizes", EVERY_STREET, 2)
    if len(each) != 2:
        fields.note("sizes", "expected an object, or two: one for each active seat")
        return ({}, {})
    return tuple(_sizes_of(one, streets) for one in each)


def _sizes_of(fields: Collector, streets: tuple[str, ...]) -> Mapping[str, Sizes]:
    result = {}
    for street in streets:
        if not fields.given(street):
            fields.note(street, "this street is still to come: give its sizes, empty lists for none", incomplete=True)
            continue
        inside = fields.inside(street, ("bet", "raise"))
        result[street] = Sizes(*(_size_list(inside, key) for key in ("bet", "raise")))
    return result


def _size_list(fields: Collector, key: str) -> tuple[Size, ...]:
    sizes = fields.take_all(key, size_of(key == "raise"), Size("all in"))
    if len(sizes) > MOST_SIZES:
        fields.note(key, f"expected at most {MOST_SIZES} sizes, found {len(sizes)}")
    return sizes[:MOST_SIZES]


def _fixed(fields: Collector, table: Scenario) -> tuple[Fixed, ...]:
    if not fields.given("fixed"):
        return ()
    result = []
    for inside in fields.each_inside("fixed", ("seat", "path", "hands", "frequencies")):
        seat = inside.take("seat", integer(0, len(table.seats) - 1), 0, required=True)
        if inside.good("seat") and seat not in table.active_seats:
            inside.note("seat", "this seat is not active")
        raw: Any = inside.take("frequencies", _anything, None, required=True)
        names = tuple(raw) if isinstance(raw, Mapping) else ()
        frequencies: dict[str, float] = {}
        if names:
            given = inside.inside("frequencies", names)
            frequencies = {name: given.take(name, number(0.0, 1.0), 0.0) for name in names}
        if inside.good("frequencies") and abs(sum(frequencies.values()) - 1.0) > 1e-6:
            inside.note("frequencies", "the frequencies have to add up to 1")
        place = table.active_seats.index(seat) if seat in table.active_seats else 0
        hands = inside.take("hands", text, "") if inside.given("hands") else None
        result.append(Fixed(place, inside.take_all("path", text, ""), hands, frequencies))
    return tuple(result)
