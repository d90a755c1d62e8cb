"""From the page of third street, as saved with the scenario (``engine.scenario.seat_panel``), to its request, and back.

The table is the situation: of every seat the first three cards count. An opponent whose down cards are not written is
still to act and comes along as a neutral player of its door does, where nothing else is said; one whose down cards are
a range has acted and holds these. The highest door has put in the bring-in. Edits are pure functions.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.cards import RAZZ_RANKS, TextError
from engine.preflop.panel import ANY, PanelRequest, State, price_of, run_of
from engine.preflop.third.answer import ThirdAnswer
from engine.preflop.third.request import DOOR, THIRD
from engine.ranges.razz_products import ALL_RANKS
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, first_slots, format_razz, parse_razz
from engine.scenario import Scenario, ThirdPanel
from engine.scenario.betting import BettingPanel
from engine.scenario.reading import is_number
from engine.scenario.seat_panel import SeatEntry
from engine.table.first_to_act import ORDERS

FOLDER = Path(__file__).parents[3] / "resources" / "third"
NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class ThirdKind:
    """A kind of player: by door card (``A`` to ``K``) the texts of its down cards, and in ``why`` how it thinks."""

    name: str
    why: str
    calls: Mapping[str, str]
    calls_raise: Mapping[str, str]


def _read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def third_kinds() -> tuple[ThirdKind, ...]:
    """Return the kinds of players, the tightest first."""
    return tuple(ThirdKind(**kind) for kind in _read("players.json")["players"])


def third_kind(name: str) -> ThirdKind:
    """Return a kind by its name."""
    return next(kind for kind in third_kinds() if kind.name == name)


def kind_with(door: str, calls: object, calls_raise: object) -> ThirdKind | None:
    """Return the kind that has these texts behind a door (``A`` to ``K``; ``random`` for all that comes along), None
    where it is none of them."""
    for kind in third_kinds():
        if door and calls_raise == kind.calls_raise[door] and calls in (ANY, kind.calls[door]):
            return kind
    return None


@cache
def third_example() -> Mapping[str, Any]:
    """Return the situation that is looked at while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("example.json")
    return result


FOURTH, FIFTH = 4, 5
NOTHING_SET = ThirdPanel()
COPIED_TO_REQUEST = ("rake", "rake_cap")


@dataclass(frozen=True, slots=True)
class Row:
    """A player of the page: its seat, its ``door`` (``A`` to ``K``, empty: not known), what it has in the middle.

    ``chips`` is a number, or what a file holds in its place; ``calls`` and ``calls_raise`` are texts of down cards.
    ``locked``: it has paid the price and cannot fold to a call.
    """

    seat: int
    name: str
    hero: bool
    state: State
    text: str
    door: str
    chips: Any
    posted: float
    calls: Any = ""
    calls_raise: Any = ""
    locked: bool = False


def panel_of(scenario: Scenario) -> ThirdPanel:
    """Return what the page holds."""
    return scenario.third or NOTHING_SET


def hero_seat(scenario: Scenario) -> int:
    """Return the seat that the page is about."""
    return panel_of(scenario).hero_seat(len(scenario.seats))


def entry_of(scenario: Scenario, seat: int) -> SeatEntry:
    """Return what the page holds of a seat."""
    return panel_of(scenario).entry_of(seat, len(scenario.seats))


def rows_of(scenario: Scenario) -> tuple[Row, ...]:
    """Return all seats of the table as players of the page."""
    hero, panel = hero_seat(scenario), panel_of(scenario)
    bring_in = ORDERS[scenario.game].bring_in(scenario)
    rows = []
    for seat, held in enumerate(scenario.seats):
        entry, text = entry_of(scenario, seat), third_text(held.cards, scenario.order)
        posted = panel.bring_in if seat in bring_in[:1] else 0.0
        chips, state = entry.entered("in"), _state(scenario, seat, text, hero)
        door = _door(text)
        usual = third_kind(NEUTRAL)
        calls, calls_raise = entry.entered("calls"), entry.entered("calls_raise")
        if state == "to act" and door:
            calls = usual.calls[door] if calls is None else calls
            calls_raise = usual.calls_raise[door] if calls_raise is None else calls_raise
        rows.append(
            Row(
                seat, held.name, seat == hero, state, text, door, posted if chips is None else chips, posted,
                "" if calls is None else calls, "" if calls_raise is None else calls_raise,
            )
        )  # fmt: skip
    level = price_of(row.chips for row in rows if row.state != "out")
    return tuple(
        replace(row, calls=ANY, locked=True)
        if row.state == "to act" and is_number(row.chips) and row.chips >= level > 0
        else row
        for row in rows
    )


def third_text(cards: str, order: str | None = None) -> str:
    """Return the first three slots of a hand; the text as it is where it cannot be read."""
    try:
        return format_razz(first_slots(parse_razz(cards, order=order), THIRD))
    except TextError:
        return cards


def _items(text: str) -> tuple[RazzItem, ...]:
    try:
        return parse_razz(text).items
    except TextError:
        return ()


def _door(text: str) -> str:
    doors = {
        item.slots[DOOR].rank if len(item.slots) > DOOR and item.slots[DOOR].particular else -1 for item in _items(text)
    }
    return RAZZ_RANKS[doors.pop()] if len(doors) == 1 and -1 not in doors else ""


def unknown_down_cards(text: str) -> bool:
    """Return whether the down cards of a hand are any two."""
    items = _items(text)
    return bool(items) and all(slot.free and slot.group < 0 for item in items for slot in item.slots[:DOOR])


def _state(scenario: Scenario, seat: int, text: str, hero: int) -> State:
    held = scenario.seats[seat]
    if seat == hero:
        return "in"
    if held.folded:
        return "folded"
    if held.empty:
        return "out"
    return "to act" if unknown_down_cards(text) else "in"


def request_of(scenario: Scenario) -> PanelRequest:
    """Return the request that the page makes of the table; ``problems`` are those of its own fields alone."""
    panel, rows = panel_of(scenario), rows_of(scenario)
    hero = next(row for row in rows if row.hero)
    others = rows_others(rows)
    antes = panel.ante * (1 + len(others))
    request: dict[str, Any] = {
        "steelwheel_third": 1,
        "hero": {**_hero_cards(hero), "in": hero.chips},
        "opponents": [_opponent(scenario, row) for row in others],
        "dead": scenario.dead,
        "dead_money": antes if panel.dead_money is None else float(panel.dead_money),
        "raise_to": panel.raise_to,
        "after": panel.rejected.get("after", panel.after.to_json()),
    }
    request |= {key: value for key in COPIED_TO_REQUEST if (value := panel.entered(key)) is not None}
    request |= panel.unknown
    request["run"] = run_of(scenario)
    if scenario.order is not None:
        request["order"] = scenario.order
    return PanelRequest(request, tuple(row.seat for row in others), panel.problems)


def _hero_cards(row: Row) -> dict[str, str]:
    return {"door": row.door} if row.door and unknown_down_cards(row.text) else {"cards": row.text}


def _opponent(scenario: Scenario, row: Row) -> dict[str, Any]:
    result: dict[str, Any] = {"name": row.name, "in": row.chips}
    if row.state == "folded":
        return {**result, "cards": row.text, "folded": True}
    held = {"door": row.door} if row.state == "to act" else {"cards": row.text}
    texts = {key: text for key in ("calls", "calls_raise") if (text := getattr(row, key)) != ""}
    return {**entry_of(scenario, row.seat).unknown, **result, **held, **texts}


def with_number(scenario: Scenario, key: str, value: object) -> Scenario:
    """Return the scenario with another number of the page; None takes it away."""
    return replace(scenario, third=panel_of(scenario).with_entry(key, value))


def with_after(scenario: Scenario, key: str, value: object) -> Scenario:
    """Return the scenario with another entry of what is bet after fourth street."""
    return with_number(scenario, "after", panel_of(scenario).after.with_entry(key, value))


def with_entries(scenario: Scenario, seat: int, values: dict[str, Any]) -> Scenario:
    """Return the scenario with other values of a seat's entry; None takes one away."""
    return replace(scenario, third=panel_of(scenario).with_seat(seat, len(scenario.seats), values))


def with_kind(scenario: Scenario, seat: int, kind: ThirdKind) -> Scenario:
    """Return the scenario with an opponent of a kind; what a neutral player does is not written."""
    row = rows_of(scenario)[seat]
    usual = kind.name == NEUTRAL or not row.door
    texts = (None, None) if usual else (kind.calls[row.door], kind.calls_raise[row.door])
    return with_entries(scenario, seat, dict(zip(("calls", "calls_raise"), texts, strict=True)))


def kind_of(row: Row) -> str:
    """Return the name of the kind whose down cards an opponent has, empty where it has others."""
    kind = kind_with(row.door, row.calls, row.calls_raise)
    return "" if kind is None else kind.name


def with_hero(scenario: Scenario, seat: int) -> Scenario:
    """Return the scenario as another seat sees it; it keeps its chips, and no calls of its own."""
    return replace(scenario, third=panel_of(scenario).with_hero(seat, len(scenario.seats)))


def fourth_street(scenario: Scenario, action: str) -> Scenario | str:
    """Return the table of fourth street as the page *Equity* takes it, or why there is none: hero and those seats that
    show four cards, which hold what they went on with after ``action``; the others have folded."""
    seen = _seen(scenario, FOURTH)
    return _played_on(scenario, action, seen) if seen else "Write fourth street first, as in A462 and xxK7."


def fifth_street(scenario: Scenario, answer: ThirdAnswer, action: str) -> Scenario | str:
    """Return the table of fifth street as the page *Betting* takes it, or why there is none: hero and the only other
    seat that shows five cards, which holds what it went on with after ``action``; the others have folded.

    The pot is that of third street after the action with one more small bet of both.
    """
    seen = _seen(scenario, FIFTH)
    if len(seen) != 1:
        return "Write fourth and fifth street at the seats of hero and of one opponent first, as in A4625 and xxK7T."
    request, level = answer.request, panel_of(scenario).raise_to
    opponents = zip(rows_others(rows_of(scenario)), request.opponents, strict=True)
    paid = level if action == "complete" else request.price
    chips = sum(max(paid, o.chips) if other.seat == seen[0].seat else o.chips for other, o in opponents)
    big = 2.0 * level
    panel = BettingPanel.read(
        {"pot": request.dead_money + paid + chips + 2.0 * level, "limit": {"fifth": big, "sixth": big, "seventh": big}}
    )
    return replace(_played_on(scenario, action, seen), betting=panel)


def _seen(scenario: Scenario, count: int) -> list[Row]:
    """Return the opponents who show so many cards, as hero does; none where he does not."""
    rows = [row for row in rows_of(scenario) if row.state in ("in", "to act") and _shows(scenario, row.seat, count)]
    return [row for row in rows if not row.hero] if any(row.hero for row in rows) else []


def _played_on(scenario: Scenario, action: str, seen: list[Row]) -> Scenario:
    """Return the table of later streets, on which the opponents ``seen`` hold what they went on with; the others have
    folded."""
    seats = list(scenario.seats)
    for row in rows_others(rows_of(scenario)):
        held = seats[row.seat]
        if row in seen and row.state == "to act":
            down = row.calls if action != "complete" or row.calls_raise == "" else row.calls_raise
            seats[row.seat] = replace(held, cards=_with_down_cards(held.cards, down, scenario.order))
        elif row not in seen and row.state != "folded":
            seats[row.seat] = replace(held, cards=row.text, folded=True)
    return replace(scenario, seats=tuple(seats))


def rows_others(rows: tuple[Row, ...]) -> list[Row]:
    """Return the players that are opponents in the request."""
    return [row for row in rows if not row.hero and row.state != "out"]


def _shows(scenario: Scenario, seat: int, count: int) -> bool:
    items = _items(scenario.seats[seat].cards)
    return bool(items) and all(
        len(item.slots) >= count and all(slot.particular for slot in item.slots[DOOR:count]) for item in items
    )


def _with_down_cards(text: str, down: str, order: str | None) -> str:
    """Return a hand whose down cards are those of another text; the hand itself where that is any."""
    if down == ANY:
        return text
    up = _items(text)[0].slots[DOOR:]
    items = parse_razz(down, up[0].rank, order).items
    return format_razz(RazzText(tuple(RazzItem((*_two(item), *up), item.weight) for item in items)))


def _two(item: RazzItem) -> tuple[RazzSlot, ...]:
    """Return two slots, of which the second may not be written."""
    return (*item.slots, *(RazzSlot(ALL_RANKS, free=True),) * (DOOR - len(item.slots)))
