"""The request of ``steelwheel betting``: two active seats, one pot, and the bets that are allowed.

The values of a request come from JSON or from the page *Betting*; both are read by :func:`request_of`.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.games import FIRST_BIG_BET_STREET, GAMES
from engine.ranges.orders import Order
from engine.scenario import BettingPanel, Game, Scenario, ScenarioError
from engine.scenario.betting import (
    DEFAULT_TARGET,
    MAX_CHIPS,
    SOME_CHIPS,
    STREETS,
    Fixed,
    Limit,
    RunLimits,
    Sizes,
    TreeEdit,
    fixed_of_seats,
    limit_of_streets,
    sizes_of_streets,
)
from engine.scenario.codec import read_field
from engine.scenario.fields import fields_of
from engine.scenario.reading import Collector, as_it_is, bounded, in_table, integer
from engine.table.serialize import scenario_from_json

REQUEST_VERSION = 1
INPUTS = {key: spec for key, spec in fields_of(BettingPanel).items() if key not in ("hand", "flops")}
"""The fields that the request and the panel of the page have in common."""
KEYS = (
    "steelwheel_betting", "table", "pot", "stack", "sizes", "edits", "limit", "first", "rake", "rake_cap", "min_bet",
    "all_in_from", "target", "played",
    "path", "fixed", "bankroll", "storage", "max_bytes", "run",
)  # fmt: skip
"""The keys of a request, in the order in which an error lists them."""
DEFAULT_STORAGE = 32
BYTES_A_NUMBER = {32: 8, 16: 4}
"""The size of a regret and a strategy sum together, by the bits of each."""
CHIPS = bounded(SOME_CHIPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingRequest:
    """A checked request.

    ``pot`` and ``stack`` in chips; ``stack``: the chips that each player can still put in (infinite at a fixed limit
    unless it is given). ``sizes``: by active seat and street, or () with a fixed ``limit``. ``first``: 0 or 1, the
    active seat that acts first. ``target``: the exploitability to reach, as a share of the pot. ``storage``: bits of
    each stored number.
    ``edits``: of the ``sizes`` at single decisions. ``all_in_from``: the share of the chips behind from which a bet or
    raise is all in, or None. ``played``: the actions on this street that are over; the ranges are those after them.
    ``orders``: the player's own order of hands if the table names one.
    """

    table: Scenario
    pot: float
    stack: float
    sizes: tuple[Mapping[str, Sizes], ...]
    limit: Limit | None
    first: int
    edits: tuple[TreeEdit, ...] = ()
    rake: float = 0.0
    rake_cap: float = MAX_CHIPS
    min_bet: float | None = None
    all_in_from: float | None = None
    target: float = DEFAULT_TARGET
    played: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    bankroll: float | None = None
    max_bytes: int | None = None
    max_seconds: float | None = None
    storage: int = DEFAULT_STORAGE
    orders: tuple[Order, ...] = ()

    @property
    def streets(self) -> tuple[str, ...]:
        """The names of the remaining streets, the current one first."""
        return streets_of(self.table)

    @property
    def whole(self) -> bool:
        """Whether bets are rounded to whole chips."""
        return self.limit is None and self.pot.is_integer() and self.stack.is_integer()


def streets_of(table: Scenario) -> tuple[str, ...]:
    """Return the remaining streets, the current one first.

    Raises:
        ScenarioError: it is before the flop, or before fifth street in razz.
    """
    from engine.betting.deals import street_number  # it reads the cards of the table

    return starting_streets(table)[street_number(table) :]


def starting_streets(table: Scenario) -> tuple[str, ...]:
    """Return the streets of the game on which a request may begin."""
    return STREETS[table.game]


def small_bet_streets(game: Game) -> tuple[str, ...]:
    """Return the streets of betting on which the bets of a fixed limit are small."""
    streets = STREETS[game]
    earlier = len(GAMES[game].streets) - len(streets)
    return streets[: max(FIRST_BIG_BET_STREET - earlier, 0)]


def read_betting_request(value: object, orders: Iterable[Order] = ()) -> BettingRequest:
    """Check a request of JSON; its table may name one of the player's own ``orders`` of hands.

    Raises:
        ScenarioError: all problems, each naming its field.

    >>> request = read_betting_request({
    ...     "table": {"game": "holdem", "board": "Td9d6hQc2s", "seats": [{"cards": "AA"}, {"cards": "KK"}]},
    ...     "pot": 200, "stack": 900, "sizes": {"river": {"bet": ["50%"], "raise": ["3x", "all in"]}},
    ... })
    >>> request.streets, request.sizes[0]["river"].bets
    (('river',), (Size(kind='pot', amount=0.5),))
    """
    fields = Collector(value, KEYS)
    if fields.take("steelwheel_betting", integer(), REQUEST_VERSION) != REQUEST_VERSION:
        fields.note("steelwheel_betting", f"this program reads requests of version {REQUEST_VERSION}")
    given = fields.take("table", as_it_is, None, required=True)
    if given is None:
        fields.done()
    try:
        table = scenario_from_json(given)
    except ScenarioError as error:
        raise ScenarioError(*fields.problems, *in_table(error).problems) from None
    return request_of(table, fields, orders)


def request_of(table: Scenario, fields: Collector, orders: Iterable[Order] = ()) -> BettingRequest:
    """Check the values of a request about ``table``; each is JSON or a value of the page.

    Raises:
        ScenarioError: all problems, each naming its field.
    """
    # Which values are needed depends on the remaining streets, so that a table with a problem ends the check.
    _check_table(table, fields)
    fields.done()
    streets, active = streets_of(table), table.active_seats
    limit = fields.take("limit", limit_of_streets(streets, required=True), None)
    if GAMES[table.game].fixed_limit and not fields.given("limit"):
        fields.note("limit", f"{table.game} is a fixed-limit game")
    stack = fields.take("stack", CHIPS, math.inf, required=not fields.given("limit"))
    sizes: tuple[Mapping[str, Sizes], ...] = ()
    if not fields.given("limit"):
        sizes = fields.take("sizes", sizes_of_streets(streets, required=True), (), required=True)
    elif fields.given("sizes"):
        fields.note("sizes", "a fixed limit has no bet sizes")
    edits: tuple[TreeEdit, ...] = _field(fields, "edits")
    if fields.given("limit") and edits:
        fields.note("edits", "a fixed limit has no bet sizes")
    first = fields.take("first", integer(0, len(table.seats) - 1), active[0])
    if fields.good("first") and first not in active:
        fields.note("first", "this seat is not active")
    # The order of the checks is the order of the problems, of which the command line reports the first.
    run = fields.inside("run", tuple(fields_of(RunLimits))) if fields.given("run") else None
    storage = fields.take("storage", integer(), DEFAULT_STORAGE)
    if storage not in BYTES_A_NUMBER:
        fields.note("storage", f"expected 16 or 32 bits, found {storage}")
    pot = fields.take("pot", CHIPS, 1.0, required=True)
    rake, rake_cap, min_bet, all_in_from, target, played, path = (
        _field(fields, key) for key in ("rake", "rake_cap", "min_bet", "all_in_from", "target", "played", "path")
    )
    fixed: tuple[Fixed, ...] = ()
    fixed = fields.take("fixed", fixed_of_seats(len(table.seats), active), fixed)
    bankroll, max_bytes = _field(fields, "bankroll"), _field(fields, "max_bytes")
    max_seconds = None if run is None else read_field(run, fields_of(RunLimits)["max_seconds"])
    fields.done()
    return BettingRequest(
        table=table,
        pot=pot,
        stack=stack,
        sizes=sizes * 2 if len(sizes) == 1 else sizes,
        limit=limit,
        edits=edits,
        first=active.index(first),
        rake=rake,
        rake_cap=MAX_CHIPS if rake_cap is None else rake_cap,
        min_bet=min_bet,
        all_in_from=all_in_from,
        target=target,
        played=played,
        path=path,
        fixed=tuple(replace(play, seat=active.index(play.seat)) for play in fixed),
        bankroll=bankroll,
        max_bytes=max_bytes,
        max_seconds=max_seconds,
        storage=storage,
        orders=tuple(order for order in orders if order.name == table.order),
    )


def _field(fields: Collector, key: str) -> Any:
    """Return the value of a field that the panel describes, or its default."""
    return read_field(fields, INPUTS[key])


def _check_table(table: Scenario, fields: Collector) -> None:
    """Note why there can be no betting on a table."""
    if len(table.active_seats) != 2:
        fields.note("table.seats", f"betting needs two active seats, found {len(table.active_seats)}")
        return
    from engine.betting.deals import street_number

    try:
        street_number(table)
    except ScenarioError as error:
        fields.problems += in_table(error).problems
