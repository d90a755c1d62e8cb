"""Scenario files: JSON of version 1, read strictly."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast, get_args

from engine.cards import excerpt, spelled_cards, typed_board, whole_text
from engine.games import GAMES
from engine.ranges.actions import MAX_ACTIONS, RangeAction, read_shares
from engine.ranges.holdem import names_suits
from engine.scenario import (
    NAME,
    PANELS,
    AskPanel,
    BettingPanel,
    Dialect,
    Game,
    PreflopPanel,
    Problem,
    RangeName,
    RunOptions,
    Scenario,
    Seat,
    SubRange,
    ThirdPanel,
    naming,
    seat_field,
)
from engine.scenario.codec import plain
from engine.scenario.reading import (
    Reader,
    as_it_is,
    fail,
    integer,
    list_of,
    mapping,
    one_of,
    or_none,
    part_of_hand,
    read_json,
    text,
)
from engine.scenario.tournament import read_tournament

if TYPE_CHECKING:
    from engine.scenario.kelly import KellyPanel

FILE_VERSION = 1

_SCENARIO_KEYS = (
    "steelwheel", "game", "seats", "board", "dead", "run", "dialect", "order", "kelly", "preflop", "betting",
    "third", "tournament", "ask", "subranges", "names",
)  # fmt: skip
_SUBRANGE_KEYS = ("seat", "name", "cards", "color")


_INTEGER = integer()
_GAME, _DIALECT = (one_of(*get_args(choices)) for choices in (Game, Dialect))
_TEXT_OR_NONE = or_none(text)
_OBJECT_OR_NONE = or_none(mapping)
_PREFLOP = or_none(lambda value, path: PreflopPanel.read(mapping(value, path)))
_ASK = or_none(lambda value, path: AskPanel.read(mapping(value, path)))
_THIRD = or_none(lambda value, path: ThirdPanel.read(mapping(value, path)))
_BETTING = or_none(lambda value, path: BettingPanel.read(mapping(value, path)))
_VALUES = list_of(as_it_is)


def loads(json_text: str) -> Scenario:
    """Parse a scenario from JSON text. Also accepts a saved result and a moment of a hand from the verb ``hands``,
    which both contain a scenario.

    Raises:
        ScenarioError: the text is no JSON, or no scenario of a known version.
    """
    return scenario_from_json(scenario_value(json_text))


def scenario_value(json_text: str) -> Any:
    """Return the JSON value of the scenario in a text that :func:`loads` accepts.

    Raises:
        ScenarioError: the text is no JSON, or contains no scenario of a known version.
    """
    value = read_json(json_text)
    return _value_in_result(value) if is_result(value) else part_of_hand(value, "scenario")


def spelled_notices(value: Any) -> tuple[Problem, ...]:
    """Return notices about numbers written for ranks in the JSON value of a valid scenario.

    They are not visible in the scenario itself, which has letters in their place.
    """
    texts = [(seat_field(i), seat["cards"]) for i, seat in enumerate(value["seats"])]
    texts += [(key, value.get(key, "")) for key in ("board", "dead")]
    return tuple(Problem(field, notice) for field, text_ in texts for notice in spelled_cards(text_)[1])


def dumps(scenario: Scenario) -> str:
    """Return a scenario as JSON text; ``loads(dumps(scenario)) == scenario``."""
    return whole_text(json.dumps(scenario_to_json(scenario), indent=2, ensure_ascii=False)) + "\n"


def is_result(value: object) -> bool:
    """Return True if a JSON value is a saved result."""
    return isinstance(value, dict) and "steelwheel_result" in value


def scenario_of_result(value: object) -> Scenario:
    """Return the scenario in a saved result.

    Raises:
        ScenarioError: the version of the result is unknown, or its scenario is invalid.
    """
    return scenario_from_json(_value_in_result(value))


def _value_in_result(value: object) -> Any:
    """Return the scenario in a saved result.

    Raises:
        ScenarioError: the result is of a newer version or has no scenario.
    """
    result = mapping(value, "file")
    version = _INTEGER(result.get("steelwheel_result"), "steelwheel_result")
    if not 1 <= version <= FILE_VERSION:
        fail("steelwheel_result", f"this result is of version {_version_text(version)}; we read version {FILE_VERSION}")
    if "scenario" not in result:
        fail("scenario", "this key is missing")
    return mapping(result["scenario"], "scenario")


def _version_text(version: int) -> str:
    return str(version) if abs(version) < 10**6 else "another program"


def scenario_from_json(value: object) -> Scenario:
    """Check and convert a parsed scenario file.

    >>> scenario_from_json({"game": "holdem", "seats": [{"cards": "AhKh"}, {"cards": "22+"}]}).seats[1].cards
    '22+'

    Raises:
        ScenarioError: the first unknown key, missing key or value of a wrong type.
    """
    data = Reader(value, "", _SCENARIO_KEYS)
    version = data.get("steelwheel", _INTEGER, FILE_VERSION)
    if not 1 <= version <= FILE_VERSION:
        data.fail(
            "steelwheel", f"this file is of version {_version_text(version)}; this program reads version {FILE_VERSION}"
        )
    game = cast(Game, data.need("game", _GAME))
    seats = data.need("seats", _VALUES)
    limit = GAMES[game].max_seats
    if not 1 <= len(seats) <= limit:
        data.fail("seats", f"{game} has 1 to {limit} seats, not {len(seats)}")
    scenario = Scenario(
        game=game,
        seats=tuple(_seat(seat, i) for i, seat in enumerate(seats)),
        board=data.get("board", text, ""),
        dead=data.get("dead", text, ""),
        run=RunOptions.from_json(data.get("run", mapping, dict[str, Any]()), "run"),
        dialect=cast(Dialect, data.get("dialect", _DIALECT, "core")),
        order=data.get("order", _TEXT_OR_NONE, None),
        kelly=_kelly(data.get("kelly", _OBJECT_OR_NONE, None)),
        preflop=data.get("preflop", _PREFLOP, None),
        betting=data.get("betting", _BETTING, None),
        tournament=data.get("tournament", or_none(read_tournament), None),
        ask=data.get("ask", _ASK, None),
        third=data.get("third", _THIRD, None),
        subranges=_subranges(data.get("subranges", _VALUES, []), len(seats), game),
        names=tuple(
            replace(RangeName.from_json(name, f"names[{i}]"), game=game)
            for i, name in enumerate(data.get("names", _VALUES, list[Any]()))
        ),
    )
    return with_full_board(scenario)


def with_full_board(scenario: Scenario) -> Scenario:
    """Return the scenario with its board written as cards. ``K72r`` gets three suits if nothing else on the table names
    suits."""
    if not GAMES[scenario.game].has_board:
        return scenario
    with naming("board"):
        typed = typed_board(scenario.board)
    if typed is None:
        return scenario
    cards, open_ = typed
    texts = [(seat.name, seat.cards) for seat in scenario.seats] + [("the dead cards", scenario.dead)]
    for name, cards_ in texts if open_ else ():
        if names_suits(cards_, scenario.dialect, scenario.names):
            board = excerpt(scenario.board)
            fail("board", f"{board} leaves the suits open, and {name} names suits: write the cards, as in {cards}")
    return replace(scenario, board=cards)


def _kelly(value: dict[str, Any] | None) -> "KellyPanel | None":
    if value is None:
        return None
    from engine.scenario.kelly import read_panel  # computing equities does not need it

    return read_panel(value)


def _seat(value: object, index: int) -> Seat:
    named = {"name": f"Seat {index + 1}", **value} if isinstance(value, Mapping) else value
    return Seat.from_json(named, f"seats[{index}]")


def _subranges(values: list[Any], seats: int, game: Game) -> tuple[SubRange, ...]:
    """Read the actions of the seats. Those of one seat are checked together, because their weights add up to at most
    1."""
    result = tuple(_subrange(value, i, seats) for i, value in enumerate(values))
    if result and not GAMES[game].hands_are_combos:
        fail("subranges", f"there are none in {game}")
    for seat in sorted({action.seat for action in result}):
        own_actions = [(i, action) for i, action in enumerate(result) if action.seat == seat]
        if len(own_actions) > MAX_ACTIONS:
            fail("subranges", f"a seat has at most {MAX_ACTIONS} actions")
        for i, action in own_actions:
            _checked_shares([action], f"subranges[{i}].cards")
        _checked_shares([action for _, action in own_actions], "subranges")
    return result


def _checked_shares(actions: list[SubRange], field: str) -> None:
    with naming(field):
        read_shares([RangeAction(action.name, action.cards) for action in actions])


def _subrange(value: object, index: int, seats: int) -> SubRange:
    """Read one action of a seat: a name, the text of a range, and a color, which is by default its position in the
    list.

    Raises:
        ScenarioError: a value is wrong or the table has no such seat.
    """
    data = Reader(value, f"subranges[{index}]", _SUBRANGE_KEYS)
    seat = data.need("seat", integer(0))
    if seat >= seats:
        data.fail("seat", f"there is no seat {seat}")
    color = data.get("color", integer(0), index % MAX_ACTIONS)
    if color >= MAX_ACTIONS:
        data.fail("color", f"a number from 0 to {MAX_ACTIONS - 1}")
    return SubRange(seat, data.need("name", NAME), data.get("cards", text, ""), color)


def scenario_to_json(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario as a JSON value, with the keys in a fixed order.

    >>> value = scenario_to_json(Scenario("holdem", (Seat("Hero", "AhKh"),), board="7h8h2c"))
    >>> value["seats"], value["board"]
    ([{'name': 'Hero', 'cards': 'AhKh', 'folded': False}], '7h8h2c')
    """
    result: dict[str, Any] = {
        "steelwheel": FILE_VERSION,
        "game": scenario.game,
        "seats": plain(scenario.seats),
        "board": scenario.board,
        "dead": scenario.dead,
        "run": scenario.run.to_json(),
    }
    if scenario.dialect != "core":
        result["dialect"] = scenario.dialect
    if scenario.order is not None:
        result["order"] = scenario.order
    for key in PANELS:
        panel = getattr(scenario, key)
        if panel is not None:
            result[key] = panel.to_json()
    if scenario.subranges:
        result["subranges"] = [{key: getattr(part, key) for key in _SUBRANGE_KEYS} for part in scenario.subranges]
    if scenario.names:
        result["names"] = plain(scenario.names)
    return result
