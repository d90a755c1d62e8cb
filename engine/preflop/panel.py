"""From the pre-flop page, as saved with the scenario (``Scenario.preflop``), to the request that it makes.

The table is the situation: a seat's text is what it holds. ``Scenario.preflop`` has the request's own keys for what is
missing, without what the seats hold: ``hero`` (``in``, and ``seat`` where it is not the first), ``opponents``, a list
with an entry for each other seat in their order, ``dead_money``, ``raise_to``, ``after``, ``rake``, ``rake_cap``; and
what only the page has: the blinds and the ante, and the stack and players of the tables. Files may hold anything: what
is wrong is shown at its field, and stays as it is until somebody writes something else there.

Seats act before the flop in the order of the table: the last two are the blinds, whose chips are in where nothing else
is said.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeGuard

from engine.kelly.fields import refusal
from engine.preflop.players import position_at, position_name
from engine.scenario import Problem, Scenario
from engine.scenario.fields import Bounds, FieldSpec, described, specs_of
from engine.table.values import Values, listed

State = Literal["in", "to act", "folded", "out"]
ANY = "random"
LARGEST = 1e15
CHIPS = Bounds(at_least=0.0, at_most=LARGEST)
DEFAULT_AFTER: Mapping[str, Any] = {"bets": {"pot": 0.5}, "paid": 1}
"""The bets after the flop while nothing is chosen: half the pot, once, paid by all who see the flop."""
MOST_STACK = 1000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The single numbers of the page, with defaults for what is not set."""

    small_blind: float = described(
        FieldSpec(
            "", "Small blind", "chips",
            "<b>Small blind</b>: what the last seat but one has put in. Seats act in the order of the table.",
            "0.5", 0.5, CHIPS, group="blinds",
        )
    )  # fmt: skip
    big_blind: float = described(
        FieldSpec(
            "", "Big blind", "chips", "<b>Big blind</b>: what the last seat has put in: the price of a call.",
            "1", 1.0, CHIPS, group="blinds",
        )
    )  # fmt: skip
    ante: float = described(
        FieldSpec(
            "", "Ante", "chips", "<b>Ante</b>: what every player has put in besides; it lies in the middle.",
            "0", 0.0, CHIPS, group="blinds",
        )
    )  # fmt: skip
    raise_to: float | None = described(
        FieldSpec(
            "", "Raise to", "chips",
            "<b>Raise to</b>: all that hero has in the middle after a raise. Empty: there is no raise.",
            "no raise", None, CHIPS, group="money",
        )
    )  # fmt: skip
    dead_money: float | None = described(
        FieldSpec(
            "", "Dead money", "chips",
            "<b>Dead money</b>: chips in the middle of nobody who still plays. Empty: the antes of all seats.",
            "antes", None, CHIPS, group="money",
        )
    )  # fmt: skip
    rake: float = described(
        FieldSpec(
            "", "Rake %", "share", "<b>Rake</b>: the share of the final pot that the house takes.",
            "0", 0.0, Bounds(at_least=0.0, at_most=1.0), group="money",
        )
    )  # fmt: skip
    rake_cap: float | None = described(
        FieldSpec(
            "", "Rake at most", "chips", "<b>Cap</b>: the most that is taken from one pot, in chips.",
            "no cap", None, CHIPS, group="money",
        )
    )  # fmt: skip
    bet: float | None = described(
        FieldSpec(
            "", "First bet", "chips",
            "<b>First bet</b>: what the first player who comes in bets altogether, in a game of one bet.",
            "a big blind", None, CHIPS, group="seats",
        )
    )  # fmt: skip
    stack: float = described(
        FieldSpec(
            "", "Stack", "chips",
            "<b>Stack</b>: what both have before blinds and antes are posted, in chips.",
            "10", 10.0, Bounds(above=0.0, at_most=MOST_STACK), group="jam",
        )
    )  # fmt: skip


PANEL_FIELDS = specs_of(Panel)
BY_KEY = {spec.key: spec for spec in PANEL_FIELDS}
PAGE_ONLY = ("small_blind", "big_blind", "ante", "bet", "stack", "players", "jam_players")
IN_MIDDLE = FieldSpec(
    "in", "In", "chips", "<b>In</b>: chips that this player has in the middle already. Empty: the blind of the seat.",
    bounds=CHIPS,
)  # fmt: skip
PAID = FieldSpec(
    "paid", "Opponents pay", "share",
    "<b>Opponents pay</b>: which share of hero's bets each opponent who sees the flop puts in, on every flop.",
    "100", 1.0, Bounds(at_least=0.0, at_most=1.0),
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
class Asked:
    """The request of a page as JSON, and the seats of its opponents, in their order."""

    values: dict[str, Any]
    seats: tuple[int, ...]
    problems: tuple[Problem, ...] = ()


def values_of(scenario: Scenario) -> Values:
    """Return what the page holds."""
    return scenario.preflop or {}


def read_panel(values: Values) -> tuple[Panel, tuple[Problem, ...]]:
    """Return the single numbers, and what is wrong with them; a wrong one counts as not set."""
    found: dict[str, Any] = {}
    problems = []
    for spec in PANEL_FIELDS:
        value = values.get(spec.key)
        if value is None:
            continue
        wrong = refusal(spec, value)
        if wrong is None:
            found[spec.key] = value
        else:
            problems.append(wrong)
    return Panel(**found), tuple(problems)


def hero_seat(scenario: Scenario) -> int:
    """Return the seat that the page is about: the one chosen, else the first."""
    hero = values_of(scenario).get("hero")
    seat = hero.get("seat") if isinstance(hero, Mapping) else None
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(scenario.seats):
        return 0
    return seat


def entry_of(scenario: Scenario, seat: int) -> Mapping[str, Any]:
    """Return what the page holds of a seat."""
    values, hero = values_of(scenario), hero_seat(scenario)
    if seat == hero:
        entry = values.get("hero")
    else:
        entries, place = listed(values, "opponents"), seat - (seat > hero)
        entry = entries[place] if place < len(entries) else None
    return entry if isinstance(entry, Mapping) else {}


def rows_of(scenario: Scenario) -> tuple[Row, ...]:
    """Return all seats of the table as players of the page."""
    hero, panel = hero_seat(scenario), read_panel(values_of(scenario))[0]
    states = [_state(scenario, seat, hero) for seat in range(len(scenario.seats))]
    dealt = [seat for seat, state in enumerate(states) if state != "out"]
    rows = []
    for seat, held in enumerate(scenario.seats):
        entry, place = entry_of(scenario, seat), dealt.index(seat) if seat in dealt else -1
        posted = _posted(place, len(dealt), panel)
        chips = entry.get("in")
        calls, calls_raise = (text if (text := entry.get(key)) is not None else "" for key in ("calls", "calls_raise"))
        rows.append(
            Row(
                seat, held.name, max(place, 0), len(dealt), seat == hero, states[seat],
                posted if chips is None else chips, posted, calls, calls_raise,
            )
        )  # fmt: skip
    level = price_of(rows)
    return tuple(replace(row, locked=_is_locked(row, level)) for row in rows)


def _is_locked(row: Row, level: float) -> bool:
    paid = is_number(row.chips) and row.chips >= level
    return row.state == "to act" and paid and str(row.calls).strip().lower() == ANY


def price_of(rows: tuple[Row, ...] | list[Row]) -> float:
    """Return the largest amount that a player has in the middle: what a call is to."""
    return max((float(row.chips) for row in rows if row.state != "out" and is_number(row.chips)), default=0.0)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Say whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _state(scenario: Scenario, seat: int, hero: int) -> State:
    held = scenario.seats[seat]
    if held.folded and seat != hero:
        return "folded"
    if seat == hero:
        return "in"
    acts = entry_of(scenario, seat).get("calls") is not None
    if acts and held.cards.strip().lower() in ("", ANY):
        return "to act"
    return "out" if held.empty else "in"


def _posted(place: int, players: int, panel: Panel) -> float:
    """Return the blind of the ``place``-th player."""
    if place < 0 or players < 2:
        return 0.0
    return {1: panel.big_blind, 2: panel.small_blind}.get(players - place, 0.0)


def request_of(scenario: Scenario) -> Asked:
    """Return the request that the page makes of the table; ``problems`` are those of its own fields alone.

    Folded seats of which nothing is known leave their chips in the middle and change nothing else.
    """
    values = values_of(scenario)
    panel, problems = read_panel(values)
    rows = rows_of(scenario)
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
    money = values.get("dead_money")
    request["dead_money"] = (float(money) if is_number(money) else antes) + left
    request["after"] = values.get("after", DEFAULT_AFTER)
    request |= {key: values[key] for key in ("raise_to", "rake", "rake_cap") if values.get(key) is not None}
    known = {"hero", "opponents", "dead_money", "after", "raise_to", "rake", "rake_cap", *PAGE_ONLY}
    request |= {key: value for key, value in values.items() if key not in known}
    request |= _reading(scenario)
    return Asked(request, tuple(seats), (*problems, *_damaged(values)))


def _reading(scenario: Scenario) -> dict[str, Any]:
    """Return how texts are read and how the request is run: as the scenario says."""
    run = scenario.run
    keys = ("method", "seed", "max_trials", "target_stderr", "max_seconds")
    found: dict[str, Any] = {"run": {key: getattr(run, key) for key in keys}}
    if scenario.dialect != "core":
        found["dialect"] = scenario.dialect
    if scenario.order is not None:
        found["order"] = scenario.order
    return found


def _damaged(values: Values) -> list[Problem]:
    """Return what cannot be shown at a field of its own."""
    found = []
    for key, kind, wanted in (("hero", Mapping, "an object"), ("opponents", list | tuple, "a list")):
        value = values.get(key)
        if value is not None and not isinstance(value, kind):
            found.append(Problem(key, f"expected {wanted}; nothing of it is used"))
    for place, entry in enumerate(listed(values, "opponents")):
        if entry is not None and not isinstance(entry, Mapping):
            found.append(Problem(f"opponents[{place}]", "expected an object; nothing of it is used"))
    return found


def _hero(scenario: Scenario, row: Row) -> dict[str, Any]:
    text = scenario.seats[row.seat].cards
    entry = {key: value for key, value in entry_of(scenario, row.seat).items() if key not in ("seat", "in")}
    held = {} if text.strip().lower() in ("", ANY) else {"cards": text}
    return {**held, "in": row.chips, **entry}


def _opponent(scenario: Scenario, row: Row) -> dict[str, Any]:
    entry = {key: value for key, value in entry_of(scenario, row.seat).items() if key != "in" and value is not None}
    found: dict[str, Any] = {"name": row.name, "in": row.chips}
    if row.state != "to act":
        found["cards"] = scenario.seats[row.seat].cards
    if row.state == "folded":
        return found | {"folded": True}
    return found | entry


def placed(problem: Problem, asked: Asked) -> Problem:
    """Return a problem of a request under the name of the page's field: ``calls2`` for an opponent's in seat 2."""
    head, _, rest = problem.field.partition(".")
    if head == "hero":
        return replace(problem, field="in_hero" if rest == "in" else "hero")
    if not head.startswith("opponents["):
        return problem
    number = head[len("opponents[") : -1]
    if not number.isdigit() or int(number) >= len(asked.seats):
        return problem
    seat = asked.seats[int(number)]
    return replace(problem, field=f"{rest.partition('[')[0] or 'seat'}{seat}")
