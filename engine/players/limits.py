"""The limit of the betting in requests of matches and simulations."""

from dataclasses import dataclass
from typing import Literal

from engine.scenario.codec import JsonObject, json_field, schema_of_class
from engine.scenario.fields import Bounds
from engine.scenario.reading import bounded, fail, integer, takes

MAX_CHIPS = 1e9
"""The greatest amount in such a request."""
DEFAULT_CAP, MAX_CAP = 4, 100
POT_LIMIT: Literal["pot"] = "pot"
_SOME_CHIPS = bounded(Bounds(above=0.0, at_most=MAX_CHIPS))


@dataclass(frozen=True, slots=True)
class FixedLimit(JsonObject):
    """Fixed limit: the bet of the earlier streets and of the later ones in chips, and the most bets and raises on a
    street with three players or more."""

    small: float = json_field(_SOME_CHIPS)
    big: float = json_field(_SOME_CHIPS)
    cap: int = json_field(integer(1, MAX_CAP), DEFAULT_CAP)


Limit = FixedLimit | Literal["pot"] | None


@takes({"anyOf": [{"const": POT_LIMIT}, schema_of_class(FixedLimit), {"type": "null"}]})
def read_limit(value: object, path: str) -> Limit:
    """Read a limit: null (no limit), ``"pot"``, or an object.

    Raises:
        ScenarioError: ``value`` has another type, or a bet or the cap is out of range.
    """
    if value is None or isinstance(value, FixedLimit):
        return value
    if isinstance(value, str) and value != POT_LIMIT:
        fail(path, f'expected "pot", a fixed limit or null, found "{value[:80]}"')
    return POT_LIMIT if isinstance(value, str) else FixedLimit.from_json(value, path)
