"""From the pre-flop page, as saved with the scenario (``engine.scenario.preflop``), to the request that it makes.

The table is the situation: a seat's text is what it holds. Seats act before the flop in the order of the table: the
last two are the blinds, whose chips are in where nothing else is said. What is wrong in a file is shown at its field,
and stays as it is until somebody writes something else there.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.players.kinds import position_at
from engine.scenario import PreflopPanel, Problem, Scenario
from engine.scenario.preflop import NOTHING_SET
from engine.scenario.reading import is_number
from engine.scenario.seat_panel import SeatEntry
from engine.scenario.tournament import Tournament
from engine.table.positions import position_name

State = Literal["in", "to act", "folded", "out"]
ANY = "random"
RUN = ("method", "seed", "max_trials", "target_stderr", "max_seconds")
COPIED_TO_REQUEST = ("raise_to", "rake", "rake_cap")


@dataclass(frozen=True, slots=True)
class Row:
    """A player of the page: its seat, its position, what it has in the middle, and the texts of its entry.

    ``chips`` is a number, or what a file holds in its place. ``locked``: it has paid the price, so that it
    cannot fold to a call. ``calls`` and ``calls_raise`` are empty where nothing is written.
    """

    seat: int
    name: str
    place: int
    players: int
    hero: bool
    state: State
    chips: Any
    posted: float
    calls: Any = ""
    calls_raise: Any = ""
    locked: bool = False

    @property
    def position(self) -> str:
        """The kind of position that it plays: ``early`` to ``big blind``."""
        return position_at(self.place, self.players)

    @property
    def position_name(self) -> str:
        """The name of its place, as in ``BTN``."""
        return position_name(self.place, self.players) if self.state != "out" else ""


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """The request of a page as JSON, and the seats of its opponents, in their order."""

    values: dict[str, Any]
    seats: tuple[int, ...]
    problems: tuple[Problem, ...] = ()


def panel_of(scenario: Scenario) -> PreflopPanel:
    """Return the values of the page."""
    return scenario.preflop or NOTHING_SET


def hero_seat(scenario: Scenario) -> int:
    """Return the seat that the page is about."""
    return panel_of(scenario).hero_seat(len(scenario.seats))


def entry_of(scenario: Scenario, seat: int) -> SeatEntry:
    """Return the values of a seat on the page."""
    return panel_of(scenario).entry_of(seat, len(scenario.seats))


def rows_of(scenario: Scenario) -> tuple[Row, ...]:
    """Return all seats of the table as players of the page."""
    hero, panel = hero_seat(scenario), panel_of(scenario)
    states = [_state(scenario, seat, hero) for seat in range(len(scenario.seats))]
    acting = (scenario.tournament or Tournament()).acting_of(len(states))
    dealt = [seat for seat in acting if states[seat] != "out"]
    dead = int(len(dealt) > 2 and panel.small_blind == 0 < panel.big_blind)  # the button sits before the big blind
    rows = []
    for seat, held in enumerate(scenario.seats):
        entry, place = entry_of(scenario, seat), dealt.index(seat) if seat in dealt else -1
        posted, last = _posted(place, len(dealt), panel), place == len(dealt) - 1
        chips = entry.entered("in")
        calls, calls_raise = (text if (text := entry.entered(k)) is not None else "" for k in ("calls", "calls_raise"))
        rows.append(
            Row(
                seat, held.name, max(place, 0) + dead * last, len(dealt) + dead, seat == hero, states[seat],
                posted if chips is None else chips, posted, calls, calls_raise,
            )
        )  # fmt: skip
    level = price_of(row.chips for row in rows if row.state != "out")
    return tuple(replace(row, locked=_is_locked(row, level)) for row in rows)


def _is_locked(row: Row, level: float) -> bool:
    paid = is_number(row.chips) and row.chips >= level
    return row.state == "to act" and paid and str(row.calls).strip().lower() == ANY


def price_of(chips: Iterable[Any]) -> float:
    """Return the largest amount that a player has in the middle, what a call is to; input that is no number is none."""
    return max(filter(is_number, chips), default=0.0)


def _state(scenario: Scenario, seat: int, hero: int) -> State:
    held = scenario.seats[seat]
    if held.folded and seat != hero:
        return "folded"
    if seat == hero:
        return "in"
    acts = entry_of(scenario, seat).entered("calls") is not None
    if acts and held.cards.strip().lower() in ("", ANY):
        return "to act"
    return "out" if held.empty else "in"


def _posted(place: int, players: int, panel: PreflopPanel) -> float:
    if place < 0 or players < 2:
        return 0.0
    return {1: panel.big_blind, 2: panel.small_blind}.get(players - place, 0.0)


def request_of(scenario: Scenario) -> PanelRequest:
    """Return the request that the page makes of the table; ``problems`` are those of its own fields alone.

    Folded seats of which nothing is known leave their chips in the middle and change nothing else.
    """
    panel, rows = panel_of(scenario), rows_of(scenario)
    hero = next(row for row in rows if row.hero)
    opponents, seats, left = [], [], 0.0
    for row in rows:
        if row.hero or row.state == "out":
            continue
        if row.state == "folded" and scenario.seats[row.seat].cards.strip().lower() in ("", ANY):
            left += float(row.chips) if is_number(row.chips) else 0.0
            continue
        opponents.append(_opponent(scenario, row))
        seats.append(row.seat)
    request: dict[str, Any] = {"steelwheel_preflop": 1, "hero": _hero(scenario, hero), "opponents": opponents}
    request["dead"] = scenario.dead
    antes = panel.ante * sum(row.state != "out" for row in rows)
    request["dead_money"] = (antes if panel.dead_money is None else float(panel.dead_money)) + left
    request["after"] = panel.rejected.get("after", panel.after.to_json())
    request |= {key: value for key in COPIED_TO_REQUEST if (value := panel.entered(key)) is not None}
    request |= panel.unknown
    request["run"] = run_of(scenario)
    if scenario.dialect != "core":
        request["dialect"] = scenario.dialect
    if scenario.order is not None:
        request["order"] = scenario.order
    return PanelRequest(request, tuple(seats), (*panel.problems, *_damaged(panel)))


def run_of(scenario: Scenario) -> dict[str, Any]:
    """Return how a request is run, as it writes it."""
    return {key: getattr(scenario.run, key) for key in RUN}


def _damaged(panel: PreflopPanel) -> list[Problem]:
    """Return the problems that have no field of their own."""
    wanted = {"hero": "an object", "opponents": "a list"}
    result = [(key, kind) for key, kind in wanted.items() if key in panel.rejected]
    entries = enumerate(panel.opponents)
    result += [(f"opponents[{place}]", "an object") for place, entry in entries if entry and entry.input is not None]
    return [Problem(key, f"expected {kind}; nothing of it is used") for key, kind in result]


def _hero(scenario: Scenario, row: Row) -> dict[str, Any]:
    text = scenario.seats[row.seat].cards
    held = {} if text.strip().lower() in ("", ANY) else {"cards": text}
    entry = entry_of(scenario, row.seat).with_entries({"seat": None, "in": None})
    return {**held, "in": row.chips, **entry.to_json()}


def _opponent(scenario: Scenario, row: Row) -> dict[str, Any]:
    result: dict[str, Any] = {"name": row.name, "in": row.chips}
    if row.state != "to act":
        result["cards"] = scenario.seats[row.seat].cards
    if row.state == "folded":
        return result | {"folded": True}
    return result | entry_of(scenario, row.seat).with_entry("in", None).to_json()


def placed(problem: Problem, request: PanelRequest) -> Problem:
    """Return a problem of a request under the name of the page's field: ``calls2`` for an opponent's in seat 2."""
    head, _, rest = problem.field.partition(".")
    if head == "hero":
        return replace(problem, field="in_hero" if rest == "in" else "hero")
    if not head.startswith("opponents["):
        return problem
    number = head[len("opponents[") : -1]
    if not number.isdigit() or int(number) >= len(request.seats):
        return problem
    seat = request.seats[int(number)]
    return replace(problem, field=f"{rest.partition('[')[0] or 'seat'}{seat}")
