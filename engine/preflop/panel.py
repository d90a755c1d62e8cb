"""From the table and what the page keeps with it (``Scenario.preflop``) to the request that both make.

A seat's text is what its player holds, and folded is folded. ``Scenario.preflop`` holds only what was set, under the
request's keys: ``hero`` (``{"seat": 0, "in": 0}``), ``opponents``, a list by seat whose entries are null or hold
``in``, ``calls``, ``calls_raise`` and ``to_act`` (still to act: it holds any two cards, whatever its seat says),
``dead_money``, ``raise_to``, ``after``, ``rake`` and ``rake_cap``. Files may hold anything: what is wrong is shown at
its field.
"""

from collections.abc import Mapping
from typing import Any

from engine.scenario import Scenario
from engine.serialize import scenario_to_json
from engine.table.values import Values, listed, with_value

COPIED = ("dead_money", "raise_to", "rake", "rake_cap")
DEFAULT_AFTER: Mapping[str, Any] = {"bets": {"pot": 1.0}, "paid": 1.0}
"""After the flop one bet of the pot, paid by everybody."""


def hero_seat(scenario: Scenario) -> int:
    """Return the seat whose decision it is: the one chosen, else the first."""
    hero = _object((scenario.preflop or {}).get("hero"))
    seat = hero.get("seat", 0)
    right = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(scenario.seats)
    return seat if right else 0


def opponent_seats(scenario: Scenario) -> tuple[int, ...]:
    """Return the seats of the request's opponents, in order: all that are filled or still to act but hero's."""
    hero = hero_seat(scenario)
    return tuple(
        i
        for i, seat in enumerate(scenario.seats)
        if i != hero and (not seat.empty or _entry(scenario, i).get("to_act"))
    )


def request_values(scenario: Scenario) -> dict[str, Any]:
    """Return the request for :func:`engine.preflop.request.read_preflop_request`."""
    values = scenario.preflop or {}
    seat = scenario.seats[hero_seat(scenario)]
    hero: dict[str, Any] = {} if seat.empty else {"cards": seat.cards}
    chips = _object(values.get("hero")).get("in")
    request: dict[str, Any] = {
        "hero": hero if chips is None else {**hero, "in": chips},
        "opponents": [_opponent(scenario, i) for i in opponent_seats(scenario)],
        "dead": scenario.dead,
        "after": values.get("after") or dict(DEFAULT_AFTER),
        "run": {key: value for key, value in scenario_to_json(scenario)["run"].items() if key != "detail"},
        "dialect": scenario.dialect,
    }
    if scenario.order is not None:
        request["order"] = scenario.order
    return request | {key: values[key] for key in COPIED if values.get(key) is not None}


def field_seat(field: str, scenario: Scenario) -> int | None:
    """Return the seat in which the field of a problem is written (``hero.cards``, ``opponents[1].cards``), else
    None."""
    if field == "hero.cards":
        return hero_seat(scenario)
    for place, seat in enumerate(opponent_seats(scenario)):
        if field == f"opponents[{place}].cards":
            return seat
    return None


def without_seat(values: Values | None, seat: int) -> Values | None:
    """Return the values for a table from which a seat has been taken: its entry goes, others move up."""
    if not values:
        return values
    items = listed(values, "opponents")
    changed = with_value(values, "opponents", [*items[:seat], *items[seat + 1 :]] or None) or {}
    hero = _object(values.get("hero"))
    chosen = hero.get("seat", 0)
    if isinstance(chosen, int) and chosen >= seat:
        moved = {**hero, "seat": chosen - 1} if chosen > seat else {k: v for k, v in hero.items() if k != "seat"}
        changed = with_value(changed, "hero", moved or None) or {}
    return changed or None


def _opponent(scenario: Scenario, index: int) -> dict[str, Any]:
    seat, entry = scenario.seats[index], _entry(scenario, index)
    found: dict[str, Any] = {"name": seat.name}
    if entry.get("in") is not None:
        found["in"] = entry["in"]
    if seat.folded:
        return {**found, "cards": seat.cards, "folded": True}
    if not entry.get("to_act"):
        found["cards"] = seat.cards
    return found | {key: entry[key] for key in ("calls", "calls_raise") if entry.get(key) is not None}


def _entry(scenario: Scenario, index: int) -> Mapping[str, Any]:
    entries = listed(scenario.preflop or {}, "opponents")
    return _object(entries[index]) if index < len(entries) else {}


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
