"""The JSON Schemas (2020-12) of the requests of all verbs, which ``steelwheel schema VERB`` prints.

Types, bounds and defaults come from the converters and descriptions by which the requests are read; a test compares the
keys with those that the readers take. In a request null counts as left out. A schema does not have the rules between
several values (such as ``stack`` or ``limit``) and the grammar of texts; ``{}`` is a value whose form is not described.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from engine.scenario import Problem, RunOptions, ScenarioError
from engine.scenario.codec import field_schema, schema_of_class
from engine.scenario.fields import fields_of
from engine.scenario.reading import Schema, list_schema, request_schema, schema_of

if TYPE_CHECKING:
    from engine.preflop.request import FirstStreetRequest  # requests are imported when their verb is used

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _scenario() -> Schema:
    """Return the schema of a scenario: the table and the options of a run."""
    from engine.table.serialize import SCENARIO

    return SCENARIO | {"properties": dict(SCENARIO["properties"])}


def _kelly() -> Schema:
    """Return the schema of a Kelly request."""
    from engine.kelly.request_fields import KellyFields

    return schema_of_class(KellyFields, request=True)


def _betting() -> Schema:
    """Return the schema of a betting request, or of a request for a report on many flops."""
    from engine.betting.flop_report import REPORT_KEYS, VERSION_KEY, flops_of
    from engine.betting.request import INPUTS, KEYS
    from engine.scenario.betting import RunLimits

    fields = {key: field_schema(spec) for key, spec in INPUTS.items()} | {"storage": {"enum": [32, 16], "default": 32}}
    del fields["pot"]["default"]  # only the page has one
    fields |= {"steelwheel_betting": {"const": 1}, "table": _scenario(), "run": schema_of_class(RunLimits)}
    fields |= {VERSION_KEY: {"const": 1}, "flops": schema_of(flops_of)}
    single = request_schema({key: fields[key] for key in KEYS}, ["table", "pot"])
    report = request_schema({key: fields[key] for key in REPORT_KEYS}, ["flops", "table", "pot"])
    return {"anyOf": [single, report]}


def _preflop() -> Schema:
    """Return the schema of the requests of ``preflop``: a decision, a table's blinds, or jam or fold with equal or with
    different stacks."""
    from engine.preflop.jam import JamRequest
    from engine.preflop.jam_stacks import StacksRequest
    from engine.preflop.request import BOOK, PreflopRequest
    from engine.preflop.seats import SeatsRequest

    others = [
        _described(SeatsRequest, "steelwheel_seats", "players"), _described(JamRequest, "steelwheel_jam"),
        _described(StacksRequest, "steelwheel_jam", "stacks"),
    ]  # fmt: skip
    return {"anyOf": [_situation(PreflopRequest, BOOK), *others]}


def _third() -> Schema:
    """Return the schema of a decision on third street."""
    from engine.preflop.third.request import ThirdRequest

    return _situation(ThirdRequest)


def _described(kind: type, *required: str, omitted: Collection[str] = (), **more: Schema) -> Schema:
    """Return the schema of the objects that a class describes, without the keys ``omitted``; ``more`` replace others.

    ``required``: the keys that an object has to have; null counts as left out in the others.
    """
    version = {key: {"const": 1} for key in [getattr(kind, "VERSION_KEY", "")] if key}
    described = {key: field_schema(spec) for key, spec in fields_of(kind).items() if key not in omitted}
    return request_schema(version | described | more, required)


def _situation(request: "type[FirstStreetRequest]", *details: str) -> Schema:
    """Return the schema of a request on the first street; ``details``: the valid items of its ``run.detail``."""
    from engine.preflop.request import Hero, LaterBets, Opponent, RaisesTo, StreetInputs

    omitted = request.OMITTED
    raises = {} if "raises_to" in omitted else {"raises_to": _described(RaisesTo)}
    inputs = _described(
        StreetInputs, "opponents", "after", omitted=omitted, hero=_described(Hero, omitted=omitted),
        opponents=list_schema(_described(Opponent, omitted=omitted)), after=_described(LaterBets, "bets"),
        run=_described(RunOptions, detail=list_schema({"enum": list(details)})), **raises,
    )  # fmt: skip
    return inputs | {"properties": {request.VERSION_KEY: {"const": 1}} | inputs["properties"]}


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


def _match() -> Schema:
    """Return the schema of a match."""
    from engine.matches.request import MatchRequest

    return MatchRequest.schema()


def _simulation() -> Schema:
    """Return the schema of a hand that is played to its end."""
    from engine.simulation.request import SimulationRequest

    return SimulationRequest.schema()


DESCRIPTIONS = {
    "table": "a scenario as solve reads it; ask and judge also take a line of text, such as 'AhKh v 22+ | Ks7h2d'",
    "flops": "a set of flops: 25, 49, 95 or 184 that stand for all, all 1,755 up to suits, or a list with weights",
    "after": "the bets after the flop or after fourth street, and which share of them opponents pay",
    "run": "how the request is computed, and when it ends",
}
"""Descriptions of values that have no help in a form, by key."""
SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "solve": _scenario, "kelly": _kelly, "betting": _betting, "preflop": _preflop, "third": _third, "ask": _ask,
    "icm": _icm, "judge": _judge, "quiz": _quiz, "match": _match, "simulate": _simulation,
}  # fmt: skip


def request_schema_of(verb: str) -> Schema:
    """Return the JSON Schema of the input of a verb.

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
