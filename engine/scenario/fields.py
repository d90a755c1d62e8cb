"""The description of a field: its key, its type, its bounds, its default, and how a form shows it.

A frozen dataclass describes each of its attributes once, by :func:`described` (a single value of a form) or by
``json_field`` of ``engine.scenario.codec`` (anything else). Forms, files, requests, checks and JSON Schemas follow from
the descriptions, which :func:`fields_of` returns.
"""

import dataclasses
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

MIN_CHIPS, MAX_CHIPS = 1e-6, 1e15
"""Bounds of a bankroll and of chips: beyond them floats would overflow, or lose single chips."""
FieldKind = Literal[
    "chips", "share", "shares", "multiple", "count", "whole", "switch", "rows", "seed", "trials", "points", "seconds",
    "text", "value",
]  # fmt: skip
"""``share``: a probability, typed as a percentage; ``shares``: a list of them; ``count``, ``whole``: an integer;
``rows``: a list of numbers with one item for each seat, null for a seat without one; ``points``: a standard error,
typed in percentage points; ``text``, ``value``: read by the field's own converter, ``value`` has no editor."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The range of values that a number may have."""

    above: float = -math.inf
    at_least: float = -math.inf
    at_most: float = math.inf
    below: float = math.inf


CHIPS = Bounds(at_least=0.0, at_most=MAX_CHIPS)
SHARE = Bounds(at_least=0.0, at_most=1.0)
SOME_CHIPS = Bounds(above=0.0, at_most=MAX_CHIPS)


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field: its ``key`` in files and requests, its ``label``, its ``kind`` and its ``help``.

    ``default`` is the value of a field that is not set, ``empty`` the text that the form displays then. ``required``:
    a request has to have the field. ``name`` is the end of the widget's object name. A form displays the field in its
    ``group``, sorted by ``place`` and then in the order of the class. A switch has ``text`` next to its box; the box of
    an ``inverted`` one is checked if the value is false. ``once``: the value belongs to one session; neither the next
    session nor a template takes it over. ``by_seat``: a list with one item for each seat.

    ``convert`` reads a ``value`` from JSON, ``write`` makes JSON of it (None: by its type). ``attribute`` is the name
    of the dataclass attribute, which :func:`fields_of` fills in.
    """

    key: str = ""
    label: str = ""
    kind: FieldKind = "chips"
    help: str = ""
    empty: str = ""
    default: Any = None
    bounds: Bounds = Bounds()
    name: str = ""
    group: str = ""
    place: int = 0
    required: bool = False
    text: str = ""
    inverted: bool = False
    once: bool = False
    by_seat: bool = False
    convert: Callable[[Any, str], Any] | None = None
    write: Callable[[Any], Any] | None = None
    attribute: str = ""

    @property
    def object_name(self) -> str:
        """The end of the field's object name: ``name``, or else the key in camel case."""
        first, *rest = self.key.split("_")
        return self.name or first + "".join(word.capitalize() for word in rest)


def described(spec: FieldSpec) -> Any:
    """Return a dataclass field with a description; its key is the attribute's name unless the description has one."""
    return dataclasses.field(default=spec.default, metadata={"spec": spec})


def form_field(
    label: str = "",
    kind: FieldKind = "chips",
    help_: str = "",
    empty: str = "",
    default: object = None,
    bounds: Bounds = Bounds(),
    **options: Any,
) -> Any:
    """Return a dataclass field for a single value of a form; the parameters are the attributes of ``FieldSpec``."""
    return described(FieldSpec("", label, kind, help_, empty, default, bounds, **options))


def fields_of(kind: type) -> Mapping[str, FieldSpec]:
    """Return the descriptions of a dataclass's fields by key, in the order of the class."""
    return _fields_of(kind)


@lru_cache(maxsize=256)
def _fields_of(kind: Hashable) -> Mapping[str, FieldSpec]:
    return {spec.key: spec for spec in _all_specs(kind)}


def all_specs(kind: type) -> tuple[FieldSpec, ...]:
    """Return the descriptions of a dataclass's fields in the order of the class; two of them may have one key."""
    return _all_specs(kind)


@lru_cache(maxsize=256)
def _all_specs(kind: Hashable) -> tuple[FieldSpec, ...]:
    assert isinstance(kind, type)
    described_fields = (field for field in dataclasses.fields(kind) if "spec" in field.metadata)
    return tuple(_complete(field.metadata["spec"], field.name) for field in described_fields)


def _complete(spec: FieldSpec, name: str) -> FieldSpec:
    by_seat = spec.by_seat or spec.kind == "rows"
    return dataclasses.replace(spec, key=spec.key or name, attribute=name, by_seat=by_seat)


def specs_of(kind: type) -> tuple[FieldSpec, ...]:
    """Return the descriptions of the single values that a form shows, in the order of the class."""
    return tuple(spec for spec in all_specs(kind) if spec.kind != "value")
