"""The JSON Schemas of requests: examples fit, every key that a reader takes is in them, and the guide says the same."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from engine.betting.flop_report import read_flops_request
from engine.betting.request import read_betting_request
from engine.cli.main import main
from engine.cli.schema import SCHEMAS, request_schema_of
from engine.kelly.request import read_kelly_request
from engine.kelly.simulated import read_simulated_request
from engine.matches.request import read_match_request
from engine.players.description import shipped_players
from engine.preflop.jam import read_jam_request
from engine.preflop.jam_stacks import read_stacks_request
from engine.preflop.request import read_preflop_request
from engine.preflop.seats import read_seats_request
from engine.preflop.third.request import read_third_request
from engine.questions.answer import read_question
from engine.questions.judging import read_judge_request
from engine.scenario import ScenarioError
from engine.scenario.reading import Reader
from engine.simulation.request import read_simulation_request
from engine.table.serialize import scenario_from_json
from engine.tournament.deals import icm_answer
from engine.trainer.quiz import QuizRequest

GUIDE = Path(__file__).parents[2] / "resources" / "guide"
DATA = Path(__file__).parents[1] / "data"
VERBS_OF_DATA = {
    "kelly": "kelly", "kelly_reaction": "kelly", "betting": "betting", "preflop_lab": "preflop", "third": "third",
    "icm": "icm", "icm_jam": "preflop",
}  # fmt: skip
TABLE = {"game": "holdem", "board": "Td9d6h", "seats": [{"cards": "AA"}, {"cards": "KK"}]}
STREETS = ("flop", "turn", "river")
EVERY_KEY = {
    "solve": [
        TABLE | {"run": {"seed": 2}, "subranges": [{"seat": 0, "name": "bet"}], "names": [{"name": "a", "text": "AA"}]}
    ],
    "kelly": [
        {"bankroll": 9, "opponents": 1}
        | {"reaction": {"hands": [{"p": 1, "win": 1}], "fold": 0}, "choices": {"bet": 1}}
        | {"committed": {"hero": 1, "opponents": [1]}},
        {"bankroll": 9, "opponents": 2, "orders": [{"p": 1, "order": [[0], [1, 2]]}], "reaction": [{"fold": 0.5}] * 2},
        {"bankroll": 9, "opponents": 1, "reaction": {"rows": [{"bet": 1, "outcomes": {"win": 1}}]}},
        {"bankroll": 9, "opponents": 2, "outcomes_by_callers": [{"callers": [0], "outcomes": {"win": 1}}]},
        {"bankroll": 9, "opponents": 1, "showdowns": {"win": 1, "split": 0, "total": 2}},
        {"bankroll": 9, "simulated": [{"action": "a", "ev": 0, "result": {"low": 0, "high": 1, "shares": [1]}}]},
    ],
    "betting": [
        {"table": TABLE, "pot": 1, "stack": 2, "run": {"max_seconds": 1}}
        | {"sizes": {street: {"bet": []} for street in STREETS}}
        | {"fixed": [{"seat": 0, "frequencies": {"check": 1}}]},
        {"table": TABLE, "pot": 1, "limit": {"flop": 1, "turn": 2, "river": 2}},
        {
            "steelwheel_flops": 1,
            "table": {"game": "holdem", "seats": TABLE["seats"]},
            "flops": ["Ks7h2d", "QsJs4h:2"],
            "pot": 1,
        }
        | {"limit": {"flop": 1, "turn": 2, "river": 2}, "run": {"max_seconds": 1}},
    ],
    "judge": [{"table": "A23", "printed": "5: 7150 6: 11800"}],
    "quiz": [{"pack": "Flops"}],
    "match": [
        {"players": ["tight", "kelly"], "limit": {"small": 1, "big": 2}, "bankroll": [100, 200]},
        {"game": "razz", "players": ["tight", "random"], "bring_in": 0.5, "limit": {"small": 2, "big": 4}},
    ],
    "simulate": [
        {"table": TABLE, "pot": 9, "stacks": [9, 9], "limit": {"small": 1, "big": 2}, "run": {"seed": 2}, "acted": [1]}
    ],
    "ask": [{"table": "AA v KK", "event": "1 wins"}],
    "icm": [{"stacks": [2, 1], "payouts": [1]}],
    "third": [
        {"hero": {"door": "7"}, "opponents": [{"door": "K", "calls": "random"}], "after": {"bets": 1}}
        | {"run": {"seed": 2}}
    ],
    "preflop": [
        {"opponents": [{"calls": "22+"}], "after": {"bets": {"call": 1, "raise": {"pot": 0.5}}}, "hero": {}}
        | {"run": {"seed": 1}},
        {"steelwheel_seats": 1, "players": 3},
        {"steelwheel_jam": 1, "stack": 10},
        {"steelwheel_jam": 1, "stacks": [5, 6]},
    ],
}


def read_preflop(value: dict[str, Any]) -> object:
    if "steelwheel_seats" in value:
        return read_seats_request(value)
    if "steelwheel_jam" in value:
        return read_stacks_request(value) if "stacks" in value else read_jam_request(value)
    return read_preflop_request(value)


def read_betting(value: dict[str, Any]) -> object:
    return read_flops_request(value) if "steelwheel_flops" in value else read_betting_request(value)


def read_kelly(value: dict[str, Any]) -> object:
    return read_simulated_request(value) if "simulated" in value else read_kelly_request(value)


READERS: dict[str, Callable[[Any], object]] = {
    "solve": scenario_from_json, "kelly": read_kelly, "betting": read_betting, "preflop": read_preflop,
    "third": read_third_request, "ask": read_question, "icm": icm_answer, "judge": read_judge_request,
    "quiz": QuizRequest.read, "match": read_match_request, "simulate": read_simulation_request,
}  # fmt: skip


def fits(value: object, schema: dict[str, Any]) -> bool:
    """Return whether a value fits a schema; knows the words that the schemas use."""
    known = {"$schema", "title", "description", "default", "anyOf", "enum", "const", "type", "properties", "required",
             "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum",
             "exclusiveMaximum", "maxLength"}  # fmt: skip
    assert not set(schema) - known
    if "anyOf" in schema and not any(fits(value, one) for one in schema["anyOf"]):
        return False
    if "const" in schema:
        return value == schema["const"]
    if "enum" in schema:
        return value in schema["enum"]
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int,
             "null": type(None)}  # fmt: skip
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    right = any(isinstance(value, types[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names)
    if names and not right:
        return False
    if isinstance(value, dict) and "properties" in schema:
        unknown = set(value) - set(schema["properties"])
        missing = set(schema.get("required", ())) - set(value)
        inside = all(fits(x, schema["properties"][key]) for key, x in value.items() if key not in unknown)
        return not (unknown and schema.get("additionalProperties") is False) and not missing and inside
    if isinstance(value, list):
        long = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return long and all(fits(x, schema.get("items", {})) for x in value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return (
            schema.get("minimum", value) <= value <= schema.get("maximum", value)
            and not value <= schema.get("exclusiveMinimum", value - 1)
            and not value >= schema.get("exclusiveMaximum", value + 1)
        )
    return not isinstance(value, str) or len(value) <= schema.get("maxLength", len(value))


def requests_in_guide() -> Iterator[tuple[str, Any]]:
    for page in GUIDE.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for verb, body in re.findall(r"\$ steelwheel (\w+)(?: --flops)? - <<'END'\n(.*?)\n    END", text, re.DOTALL):
            yield verb, json.loads(body)
        for body, verb in re.findall(r"\$ echo '(\{.*\})' \| steelwheel (\w+) -", text):
            yield verb, json.loads(body)


def requests_in(value: object) -> Iterator[Any]:
    if isinstance(value, dict) and "request" in value:
        yield value["request"]
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from requests_in(one)


def examples() -> list[tuple[str, Any]]:
    result = [(verb, value) for verb, value in requests_in_guide() if verb in SCHEMAS]
    for name, verb in VERBS_OF_DATA.items():
        result += [(verb, one) for one in requests_in(json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")))]
    return result + [(verb, one) for verb, values in EVERY_KEY.items() for one in values]


def properties_at(schema: dict[str, Any], path: list[str]) -> Iterator[set[str]]:
    """Yield the keys of each object that a schema allows at a path, whose items of lists are ``[]``."""
    for one in schema.get("anyOf", ()):
        yield from properties_at(one, path)
    if not path and "properties" in schema:
        yield set(schema["properties"])
    elif path and path[0] == "[]" and "items" in schema:
        yield from properties_at(schema["items"], path[1:])
    elif path and path[0] in schema.get("properties", {}):
        yield from properties_at(schema["properties"][path[0]], path[1:])
    elif path and isinstance(schema.get("additionalProperties"), dict):
        yield from properties_at(schema["additionalProperties"], path[1:])


def test_examples_of_every_verb_fit_their_schema() -> None:
    values = examples()
    assert {verb for verb, _ in values} == set(SCHEMAS)
    assert len(values) > 70
    for verb, value in values:
        assert fits(value, request_schema_of(verb)), (verb, value)


@pytest.mark.parametrize("verb", SCHEMAS)
def test_wrong_requests_do_not_fit(verb: str) -> None:
    schema = request_schema_of(verb)
    example = next(value for name, value in examples() if name == verb)
    assert not fits(example | {"no such key": 1}, schema)
    assert not fits([], schema)
    for key in example:
        assert not fits(example | {key: {"no such key": 1}}, schema) or (verb, key) == ("quiz", "pack"), key


def test_a_schema_has_the_keys_that_the_reader_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[tuple[str, tuple[str, ...]]] = set()
    begin = Reader.__init__

    def noted(self: Reader, value: Any, path: str, keys: tuple[str, ...]) -> None:
        seen.add((path, keys))
        begin(self, value, path, keys)

    shipped_players()  # their files have keys of their own, and are read once
    monkeypatch.setattr(Reader, "__init__", noted)
    for verb, read in READERS.items():
        seen.clear()
        for value in [value for name, value in examples() if name == verb]:
            with suppress(ScenarioError):
                read(value)
        assert seen
        for path, keys in seen:
            steps = re.sub(r"\[\d+\]", ".[]", path).removeprefix(".").split(".") if path else []
            in_list = any(key.endswith("]") for key in keys) or keys == (path,) or (not path and len(keys) == 1)
            of_pack = verb == "quiz" and "steelwheel_quiz" not in keys
            if not keys or in_list or of_pack or steps[-1:] == ["frequencies"]:  # items of a list; actions by name
                continue
            found = list(properties_at(request_schema_of(verb), steps))
            if verb in ("ask", "betting", "judge", "quiz", "simulate"):  # tables are read as scenarios
                found += properties_at(request_schema_of("solve"), steps)
            assert set(keys) in found, (verb, path, keys)


def test_the_command_prints_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "kelly"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == request_schema_of("kelly")
    assert schema["properties"]["multiplier"] == {
        "type": ["number", "null"], "exclusiveMinimum": 0.0, "maximum": 100.0, "default": 1.0,
        "description": schema["properties"]["multiplier"]["description"],
    }  # fmt: skip
    assert main(["schema", "fold"]) == 2


PAGES = {
    "command-line.md": ("solve",), "kelly-requests.md": ("kelly",), "kelly-reactions.md": ("kelly",),
    "betting-requests.md": ("betting",), "flop-reports.md": ("betting",), "preflop-requests.md": ("preflop", "third"),
    "ask-requests.md": ("ask", "icm", "judge", "quiz"), "matches.md": ("match",),
    "simulate-requests.md": ("simulate",),
}  # fmt: skip
ROW = re.compile(r"^\| (`.*?) \| (.*) \|$", re.MULTILINE)
DEFAULT = re.compile(r"\bdefault ([\w.]+)|`?\b([\w.]+)`? \(default\)|\((\d[\d.]*)[);]")
BOUNDS = re.compile(r"[(;] ?(\d[\d.e-]*) to (\d[\d.e-]*)\)")


def all_properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for one in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        yield from all_properties(one)
    for key, one in schema.get("properties", {}).items():
        yield key, one
        if key != "table":
            yield from all_properties(one)


@pytest.mark.parametrize("page", PAGES)
def test_the_guide_names_every_key_and_no_other(page: str) -> None:
    verbs = PAGES[page]
    known = [entry for verb in verbs for entry in all_properties(request_schema_of(verb))]
    pages = ["command-line.md", "details.md", *(name for name, of in PAGES.items() if set(of) & set(verbs))]
    text = "".join((GUIDE / name).read_text(encoding="utf-8") for name in pages)
    missing = {key for key, _ in known if not re.search(rf"[`\"]{key}[`\"]", text)}
    assert not missing
    if page == "ask-requests.md":  # its table is of events
        return
    for keys, meaning in rows_of_keys(page):
        names = re.findall(r"`(\w+)`", keys)
        assert set(names) <= {key for key, _ in known}, names
        schemas = [schema for key, schema in known if key in names]
        schemas += [inner for one in schemas for _, inner in all_properties(one)]
        for said in filter(None, chain.from_iterable(DEFAULT.findall(meaning if names else ""))):
            defaults = [one.get("default") for one in schemas]
            assert (said if said.isalpha() and said not in ("true", "false") else json.loads(said)) in defaults, said
        for low, high in BOUNDS.findall(meaning):
            bounds = [(one.get("minimum"), one.get("maximum")) for one in schemas]
            assert (float(low), float(high)) in bounds, (names, low, high)


def rows_of_keys(page: str) -> list[tuple[str, str]]:
    """Return the rows of a page's tables of keys; those of verbs are no keys."""
    text = (GUIDE / page).read_text(encoding="utf-8")
    tables = re.split(r"\n\n", text)
    return [row for table in tables if not table.startswith("| verb") for row in ROW.findall(table)]


def test_the_guide_states_defaults_and_bounds() -> None:
    meanings = [meaning for page in PAGES for _, meaning in rows_of_keys(page)]
    assert sum(len(DEFAULT.findall(meaning)) for meaning in meanings) > 10
    assert any(BOUNDS.search(meaning) for meaning in meanings)
