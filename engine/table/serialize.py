"""Scenario files: JSON of version 1, read strictly."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.cards import excerpt, spelled_cards, typed_board, whole_text
from engine.games import GAMES
from engine.ranges.actions import MAX_ACTIONS, RangeAction, read_shares
from engine.ranges.holdem import names_suits
from engine.scenario import Game, Problem, RangeName, Scenario, Seat, SubRange, naming, seat_field
from engine.scenario.codec import keys_of, read_field, read_object, schema_of_class
from engine.scenario.fields import fields_of
from engine.scenario.reading import (
    Reader,
    as_it_is,
    fail,
    integer,
    list_of,
    mapping,
    part_of_hand,
    read_json,
    schema_of,
)

FILE_VERSION = 1

SCENARIO = schema_of_class(Scenario)
SCENARIO["properties"] = {"steelwheel": schema_of(integer(1, FILE_VERSION)), **SCENARIO["properties"]}
"""The JSON Schema of a scenario file."""
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
    version = integer()(result.get("steelwheel_result"), "steelwheel_result")
    if not 1 <= version <= FILE_VERSION:
        fail(
            "steelwheel_result",
            f"this result is of version {_version_text(version)}; this program reads version {FILE_VERSION}",
        )
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
    data = Reader(value, "", ("steelwheel", *keys_of(Scenario)))
    version = data.get("steelwheel", integer(), FILE_VERSION)
    if not 1 <= version <= FILE_VERSION:
        data.fail(
            "steelwheel", f"this file is of version {_version_text(version)}; this program reads version {FILE_VERSION}"
        )
    game: Game = read_field(data, fields_of(Scenario)["game"])
    seats = data.need("seats", partial(_seats, game))
    scenario = read_object(
        data,
        Scenario,
        seats=lambda _value, _path: seats,
        subranges=partial(_subranges, len(seats), game),
        names=partial(_names, game),
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
            fail("board", f"{board} has no suits, but {name} does: write the cards, as in {cards}")
    return replace(scenario, board=cards)


def _seats(game: Game, value: object, path: str) -> tuple[Seat, ...]:
    """Read the seats; one without a name is called by its number."""
    rows, limit = _VALUES(value, path), GAMES[game].max_seats
    if not 1 <= len(rows) <= limit:
        fail(path, f"{game} has 1 to {limit} seats, not {len(rows)}")
    named = ({"name": f"Seat {i + 1}", **row} if isinstance(row, Mapping) else row for i, row in enumerate(rows))
    return tuple(Seat.from_json(row, f"{path}[{i}]") for i, row in enumerate(named))


def _names(game: Game, value: object, path: str) -> tuple[RangeName, ...]:
    """Read the player's own ranges that the texts name."""
    rows = enumerate(_VALUES(value, path))
    return tuple(replace(RangeName.from_json(row, f"{path}[{i}]"), game=game) for i, row in rows)


def _subranges(seats: int, game: Game, value: object, path: str) -> tuple[SubRange, ...]:
    """Read the actions of the seats. Those of one seat are checked together, because their weights add up to at most
    1."""
    result = tuple(_subrange(row, i, seats) for i, row in enumerate(_VALUES(value, path)))
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
    """Read one action of a seat, whose color is by default its position in the list.

    Raises:
        ScenarioError: a value is invalid or the table has no such seat.
    """
    path = f"subranges[{index}]"
    colored = {"color": index % MAX_ACTIONS, **value} if isinstance(value, Mapping) else value
    action = SubRange.from_json(colored, path)
    if action.seat >= seats:
        fail(f"{path}.seat", f"there is no seat {action.seat}")
    if action.color >= MAX_ACTIONS:
        fail(f"{path}.color", f"a number from 0 to {MAX_ACTIONS - 1}")
    return action


def scenario_to_json(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario as a JSON value, with the keys in a fixed order.

    >>> value = scenario_to_json(Scenario("holdem", (Seat("Hero", "AhKh"),), board="7h8h2c"))
    >>> value["seats"], value["board"]
    ([{'name': 'Hero', 'cards': 'AhKh', 'folded': False}], '7h8h2c')
    """
    return {"steelwheel": FILE_VERSION, **scenario.to_json()}
