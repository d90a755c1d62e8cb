"""The JSON Schemas (2020-12) of the requests of all verbs, which ``steelwheel schema VERB`` prints.

Types, bounds and defaults come from the converters and descriptions by which the requests are read; a test compares the
keys with those that the readers take. In a request null counts as left out. A schema does not have the rules between
several values (such as ``stack`` or ``limit``) and the grammar of texts; ``{}`` is a value whose form is not described.
"""

from collections.abc import Callable, Mapping
from typing import get_args

from engine.scenario import NAME, Dialect, Problem, RunOptions, ScenarioError
from engine.scenario.codec import field_schema, schema_of_class
from engine.scenario.fields import fields_of
from engine.scenario.reading import (
    Convert,
    Schema,
    boolean,
    each_of,
    integer,
    list_schema,
    object_schema,
    one_of,
    positive_number,
    request_schema,
    schema_of,
    text,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DIALECTS = one_of(*get_args(Dialect))


def _of(*converters: tuple[str, Convert[object]], **defaults: object) -> dict[str, Schema]:
    """Return the schemas of values by key, as their converters take them; ``defaults`` by key."""
    return {
        key: schema_of(convert) | ({"default": defaults[key]} if key in defaults else {}) for key, convert in converters
    }


def _scenario() -> Schema:
    """Return the schema of a scenario: the table and the options of a run."""
    from engine.table.serialize import SCENARIO

    return SCENARIO | {"properties": dict(SCENARIO["properties"])}


def _kelly() -> Schema:
    """Return the schema of a Kelly request."""
    from engine.kelly.request_fields import KellyFields

    return schema_of_class(KellyFields, request=True)


def _betting() -> Schema:
    """Return the schema of a betting request."""
    from engine.betting.request import INPUTS, KEYS
    from engine.scenario.betting import RunLimits

    fields = {key: field_schema(spec) for key, spec in INPUTS.items()} | {"storage": {"enum": [32, 16], "default": 32}}
    del fields["pot"]["default"]  # only the page has one
    fields |= {"steelwheel_betting": {"const": 1}, "table": _scenario(), "run": schema_of_class(RunLimits)}
    return request_schema({key: fields[key] for key in KEYS}, ["table", "pot"])


def _preflop() -> Schema:
    """Return the schema of the requests of ``preflop``: a decision, a table's blinds, or jam or fold with equal or with
    different stacks."""
    return {"anyOf": [_situation(), _seats(), _jam(), _jam_stacks()]}


def _situation(*, third: bool = False) -> Schema:
    """Return the schema of a decision before the flop, or on third street."""
    from engine.preflop.request import BOOK, CHIPS, SHARE

    chips, share, size = schema_of(CHIPS), schema_of(SHARE), object_schema({"pot": schema_of(CHIPS)}, ["pot"])
    bet: Schema = {"anyOf": [chips, size]}
    door = {"door": schema_of(text)} if third else {}
    opponent = _of(
        ("name", NAME), ("in", CHIPS), ("cards", text), ("calls", text), ("calls_raise", text), ("folded", boolean),
        folded=False, **{"in": 0.0},
    )  # fmt: skip
    run = {key: field_schema(spec) for key, spec in fields_of(RunOptions).items()}
    after: dict[str, Schema] = {
        "bets": {"anyOf": [chips, size, object_schema({"call": bet, "raise": bet}, ["call", "raise"])]},
        "paid": {"anyOf": [share, list_schema(share)], "default": 1.0},
    }
    properties: dict[str, Schema] = {
        "steelwheel_third" if third else "steelwheel_preflop": {"const": 1},
        "hero": request_schema({"cards": schema_of(text), **door, "in": chips | {"default": 0.0}}),
        "opponents": list_schema(request_schema({**opponent, **door})),
        **_of(("dead", text), ("dead_money", CHIPS), ("raise_to", CHIPS), dead="", dead_money=0.0),
        "after": request_schema(after, ["bets"]),
        **_of(("rake", SHARE), ("rake_cap", CHIPS), rake=0.0),
        "run": request_schema(run | {"detail": list_schema({"enum": [] if third else [BOOK]})}),
        **(_of(("doors", boolean), doors=False) if third else _of(("dialect", DIALECTS), dialect="core")),
        "order": schema_of(text),
    }
    return request_schema(properties, ["opponents", "after"])


def _seats() -> Schema:
    """Return the schema of the positions and blinds of a table."""
    from engine.preflop import seats
    from engine.preflop.request import CHIPS

    values = _of(
        ("players", integer(2, seats.MAX_PLAYERS)), ("small_blind", CHIPS), ("big_blind", CHIPS),
        ("bet", positive_number), ("ante", CHIPS), ("order", text), small_blind=0.0, big_blind=0.0, ante=0.0,
    )  # fmt: skip
    return request_schema({"steelwheel_seats": {"const": 1}, **values}, ["steelwheel_seats", "players"])


def _jam() -> Schema:
    """Return the schema of jam or fold with equal stacks."""
    from engine.preflop import jam
    from engine.preflop.request import CHIPS

    values = _of(
        ("stack", positive_number), ("small_blind", CHIPS), ("big_blind", positive_number), ("ante", CHIPS),
        ("players", integer(2, jam.MAX_PLAYERS)), ("critical", boolean),
        big_blind=1.0, ante=0.0, players=2, critical=False,
    )  # fmt: skip
    return request_schema({"steelwheel_jam": {"const": 1}, **values}, ["steelwheel_jam"])


def _jam_stacks() -> Schema:
    """Return the schema of jam or fold with different stacks, bounties and payouts."""
    from engine.preflop import jam_stacks as jam
    from engine.preflop.request import CHIPS

    prizes = each_of(jam.PRIZE, 0.0)
    values = _of(
        ("stacks", each_of(CHIPS, 0.0)), ("small_blind", CHIPS), ("big_blind", positive_number), ("ante", CHIPS),
        ("ante_by", one_of("all", "big blind")), ("payouts", prizes), ("bounties", prizes),
        ("others", each_of(jam.STACK, 1.0)), ("calls", integer(1, jam.MAX_CALLS)),
        big_blind=1.0, ante=0.0, ante_by="all", calls=1,
    )  # fmt: skip
    return request_schema({"steelwheel_jam": {"const": 1}, **values}, ["steelwheel_jam", "stacks"])


def _ask() -> Schema:
    """Return the schema of a question about a table."""
    from engine.questions.answer import TableQuestion

    return TableQuestion.schema()


def _icm() -> Schema:
    """Return the schema of a request for tournament values."""
    from engine.tournament.deals import IcmRequest

    return IcmRequest.schema()


def _judge() -> Schema:
    """Return the schema of a check of another simulator's numbers."""
    from engine.questions.judging import JudgeRequest

    return JudgeRequest.schema()


def _quiz() -> Schema:
    """Return the schema of a request for trainer questions."""
    from engine.trainer.quiz import QuizRequest

    return QuizRequest.schema()


DESCRIPTIONS = {
    "table": "a scenario as solve reads it; ask and judge also take a line of text, such as 'AhKh v 22+ | Ks7h2d'",
    "after": "the bets after the flop or after fourth street, and which share of them opponents pay",
    "run": "how the request is computed, and when it ends",
}
"""Descriptions of values that have no help in a form, by key."""
SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "solve": _scenario, "kelly": _kelly, "betting": _betting, "preflop": _preflop,
    "third": lambda: _situation(third=True), "ask": _ask, "icm": _icm, "judge": _judge, "quiz": _quiz,
}  # fmt: skip


def request_schema_of(verb: str) -> Schema:
    """Return the JSON Schema of what a verb reads.

    Raises:
        ScenarioError: there is no such verb.

    >>> request_schema_of("icm")["properties"]["deal"]
    {'type': ['boolean', 'null'], 'default': False}
    """
    if verb not in SCHEMAS:
        raise ScenarioError(Problem("arguments", f"expected one of {', '.join(SCHEMAS)}, found {verb!r}"))
    schema = SCHEMAS[verb]()
    # A verb that takes several kinds of requests has a schema with alternatives.
    for one in schema.get("anyOf", [schema]):
        for key in DESCRIPTIONS.keys() & one["properties"].keys():
            one["properties"][key] = {"description": DESCRIPTIONS[key], **one["properties"][key]}
    return {"$schema": DIALECT, "title": f"steelwheel {verb}", **schema}
