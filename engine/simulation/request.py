"""The request of ``steelwheel simulate``: a hand at hero's turn, his actions, and who plays the other seats."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games import GAMES
from engine.players.limits import MAX_CHIPS, FixedLimit, Limit, read_limit
from engine.players.programs import SeatPlayer, read_seat_player
from engine.scenario import Scenario
from engine.scenario.codec import JsonObject, Request, json_field, object_of_class
from engine.scenario.fields import SHARE, Bounds
from engine.scenario.reading import (
    bounded,
    each_of,
    integer,
    list_schema,
    nullable,
    or_none,
    positive_number,
    schema_of,
    takes,
    text_up_to,
    tuple_of,
)
from engine.table.one_line import table_value

CHIPS = bounded(Bounds(at_least=0.0, at_most=MAX_CHIPS))
SOME_CHIPS = bounded(Bounds(above=0.0, at_most=MAX_CHIPS))
SEAT = integer(0, 9)
DEFAULT_TRIALS = 20_000
"""The trials of a run without any limit."""
ROUNDING = 1e-6
"""Chips by which two amounts that should be equal may differ."""


@dataclass(frozen=True, slots=True)
class SimulationRun(JsonObject):
    """The seed and the limits of a run; without any limit it ends after :data:`DEFAULT_TRIALS` trials.

    ``target_stderr``: the run ends when no EV has a larger standard error, in chips.
    """

    seed: int = json_field(integer(0), 1)
    max_trials: int | None = json_field(or_none(integer(1)), None)
    target_stderr: float | None = json_field(or_none(positive_number), None)
    max_seconds: float | None = json_field(or_none(positive_number), None)


@takes(list_schema(nullable(schema_of(read_seat_player)), high=10))
def _players(value: object, path: str) -> tuple[SeatPlayer | None, ...]:
    """Read the player of each seat; null selects the default."""
    return tuple_of(or_none(read_seat_player), most=10)(value, path)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationRequest(Request):
    """A hand at hero's turn; amounts in chips, seats are indices in the table.

    ``pot``: all chips in the pot, ``street_bets`` included; ``stacks``: the chips that each seat has left. ``to_call``
    may repeat the price that follows from the bets; a different value is an error. ``acted`` and ``last_raiser``: the
    seats that have acted and the last raiser on this street, None to derive them from the bets. ``raiser_before``: the
    last raiser of the previous street, None if there is none. ``players``: the player in each seat, None for the
    default: an honest hero, neutral opponents.
    """

    VERSION_KEY = "steelwheel_simulation"
    LATE = ("table",)
    table: Scenario = json_field(table_value, help_="the table as it stands: what each seat can hold now")
    hero: int = json_field(SEAT, 0)
    button: int | None = json_field(SEAT, None)
    pot: float = json_field(CHIPS)
    street_bets: tuple[float, ...] = json_field(each_of(CHIPS, 0.0), ())
    stacks: tuple[float, ...] = json_field(each_of(CHIPS, 0.0))
    to_call: float | None = json_field(or_none(CHIPS), None)
    acted: tuple[int, ...] | None = json_field(or_none(tuple_of(SEAT, most=10)), None)
    last_raiser: int | None = json_field(or_none(SEAT), None)
    raiser_before: int | None = json_field(or_none(SEAT), None)
    limit: Limit = json_field(read_limit, None)
    ante: float = json_field(CHIPS, 0.0)
    bring_in: float = json_field(CHIPS, 0.0)
    min_bet: float = json_field(SOME_CHIPS, 1.0)
    rake: float = json_field(bounded(SHARE), 0.0)
    rake_cap: float | None = json_field(or_none(CHIPS), None)
    actions: tuple[str, ...] = json_field(each_of(text_up_to(80), ""), ())
    players: tuple[SeatPlayer | None, ...] = json_field(_players, ())
    run: SimulationRun = json_field(object_of_class(SimulationRun), SimulationRun())

    @property
    def bets(self) -> tuple[float, ...]:
        """The chips that each seat has bet on this street."""
        return self.street_bets or (0.0,) * len(self.table.seats)


def read_simulation_request(value: object) -> SimulationRequest:
    """Read and check a request; ``value`` is JSON.

    Raises:
        ScenarioError: the request has problems; each names its field.
    """
    request = SimulationRequest.read(value)
    fields = SimulationRequest.fields(value)
    note, table, seats = fields.note, request.table, len(request.table.seats)
    spec, bets = GAMES[table.game], request.bets
    live = [i for i, seat in enumerate(table.seats) if not seat.folded]
    for key, values in (("street_bets", bets), ("stacks", request.stacks)):
        if len(values) != seats:
            note(key, f"expected one for each of the {seats} seats, found {len(values)}")
    if len(request.players) > seats:
        note("players", f"expected at most one for each of the {seats} seats, found {len(request.players)}")
    named: tuple[tuple[str, int | None], ...] = (
        ("hero", request.hero), ("button", request.button), ("last_raiser", request.last_raiser),
        ("raiser_before", request.raiser_before),
        *((f"acted[{i}]", seat) for i, seat in enumerate(request.acted or ())),
    )  # fmt: skip
    for key, seat in named:
        if seat is not None and seat >= seats:
            note(key, f"there is no seat {seat}: the table has {seats}, numbered from 0")
    fields.done()
    price, hero = max(bets), request.hero
    if hero not in live:
        note("hero", "hero has folded")
    elif request.stacks[hero] <= 0.0:
        note(f"stacks[{hero}]", "hero has no chips left to act with")
    if len(live) < 2:
        note("table.seats", "everybody but hero has folded: there is nobody to play against")
    if sum(bets) > request.pot + ROUNDING:
        note("pot", f"the bets of this street, {sum(bets):g}, are part of the pot: expected at least as much")
    if not request.pot > 0.0:
        note("pot", "there are no chips in the middle")
    if request.to_call is not None and abs(request.to_call - (price - bets[hero])) > ROUNDING:
        note("to_call", f"the bets make it {price - bets[hero]:g}, not {request.to_call:g}")
    if request.last_raiser is not None and bets[request.last_raiser] < price:
        note("last_raiser", f"seat {request.last_raiser} does not have the price of {price:g} in")
    if spec.fixed_limit and not isinstance(request.limit, FixedLimit):
        note("limit", f'{table.game} is played at fixed limit: expected {{"small": .., "big": ..}}')
    if isinstance(request.limit, FixedLimit):
        if request.limit.big < request.limit.small:
            note("limit.big", "the big bet has to be at least the small one")
        if spec.stud and request.bring_in > request.limit.small:
            note("bring_in", f"the bring-in is at most the small bet of {request.limit.small:g}")
    fields.done()
    return request


def with_defaults(players: Sequence[SeatPlayer | None], seats: int, hero: int) -> tuple[SeatPlayer, ...]:
    """Return the player of each seat, with None replaced by the default: an honest hero, neutral opponents."""
    given = (*players, *[None] * (seats - len(players)))
    defaults = ("honest" if seat == hero else "neutral" for seat in range(seats))
    return tuple(
        read_seat_player(default if one is None else one) for one, default in zip(given, defaults, strict=True)
    )
