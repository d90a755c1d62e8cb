"""Descriptions of single values that a player may set: what a form shows, what a file and a request may hold.

A dataclass whose attributes are made by :func:`described` is the list of its fields; :func:`specs_of` returns it.
"""

import dataclasses
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

FieldKind = Literal[
    "chips", "share", "shares", "multiple", "count", "whole", "switch", "rows", "seed", "trials", "points", "seconds"
]
"""``share``: a probability, typed as a percentage; ``shares``: a list of them; ``rows``: a list with one entry for each
seat; ``points``: a standard error, typed in percentage points."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The values that a number may have."""

    above: float = -math.inf
    at_least: float = -math.inf
    at_most: float = math.inf
    below: float = math.inf


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field: its ``key`` in files and requests, its ``label``, what it holds, and its ``help``.

    ``name`` is the end of its object name, ``empty`` what stands in it while nothing is set, ``default`` what that
    counts as. A form shows it in its ``group``, in the order of the list and of ``place``. A switch shows ``text``
    beside its box, which is checked when the value is false where it is ``inverted``. ``once``: the value is of one
    session alone; neither the next one nor a template has it.
    """

    key: str
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

    @property
    def object_name(self) -> str:
        """The end of the field's object name: ``name``, else the key in camel case."""
        first, *rest = self.key.split("_")
        return self.name or first + "".join(word.capitalize() for word in rest)


def described(spec: FieldSpec) -> Any:
    """Return a dataclass field with a description; its key is the name of the field unless the description has one."""
    return dataclasses.field(default=spec.default, metadata={"spec": spec})


@lru_cache(maxsize=16)
def specs_of(kind: type) -> tuple[FieldSpec, ...]:
    """Return the descriptions of a dataclass's fields, in order."""
    return tuple(spec_of(field) for field in dataclasses.fields(kind) if "spec" in field.metadata)


def spec_of(field: "dataclasses.Field[Any]") -> FieldSpec:
    """Return the description of a field that :func:`described` has made."""
    spec: FieldSpec = field.metadata["spec"]
    return dataclasses.replace(spec, key=spec.key or field.name)
