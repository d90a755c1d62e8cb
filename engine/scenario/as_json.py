"""Frozen dataclasses as JSON objects: what their fields say of how they are written and read."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, field, fields
from typing import Any, ClassVar, Self

import numpy as np

from engine.scenario.problems import ScenarioError
from engine.scenario.reading import Convert, Reader, T, as_it_is


def plain(value: Any) -> Any:
    """Return a value of numbers, lists, arrays, objects and what has ``to_json`` as JSON: None in place of NaN."""
    if isinstance(value, str | float | int | None):
        return None if value != value else value
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value.to_json()


def item(
    read: Convert[Any] = as_it_is,
    *,
    write: Callable[[Any], Any] = plain,
    key: str = "",
    default: object = MISSING,
    absent: object = None,
) -> Any:
    """Return a field of an object: how its value is read and written, and its ``key`` if that is not the name.

    ``absent``: its value where the object has none, by default the ``default``; ``MISSING``: the object must have it.
    """
    return field(default=default, metadata={"read": read, "write": write, "key": key, "absent": absent})


def read_entries(values: Iterable[Any], path: str, read: Convert[T]) -> tuple[list[T], list[str]]:
    """Return the entries of a list that can be read, and what is wrong with the others."""
    result, damaged = list[T](), list[str]()
    for place, value in enumerate(values):
        try:
            result.append(read(value, f"{path}[{place}]"))
        except ScenarioError as error:
            damaged.append(str(error.problems[0]))
    return result, damaged


class AsJson:
    """The base of dataclasses whose JSON object has their fields in order, each under its own name or key.

    Those of ``INNER`` are not in it, those of ``OPTIONAL`` only where they hold anything but their default.
    """

    __slots__ = ()
    INNER: ClassVar[tuple[str, ...]] = ()
    OPTIONAL: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        result = {}
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            left_out = one.name in self.INNER
            if one.name in self.OPTIONAL:
                left_out = not value if isinstance(value, tuple | dict) else value is None or value == one.default
            if not left_out:
                result[one.metadata.get("key") or one.name] = one.metadata.get("write", plain)(value)
        return result

    @classmethod
    def from_json(cls, value: object, path: str, more: tuple[str, ...] = ()) -> Self:
        """Read an object whose fields are made by :func:`item`; keys of ``more`` are allowed and left alone.

        Raises:
            ScenarioError: a key is missing or unknown, or a value is not right; the problem names the field.
        """
        rows = [(one, one.metadata["key"] or one.name) for one in fields(cls)]  # type: ignore[arg-type]
        data = Reader(value, path, (*more, *(key for _, key in rows)))
        values: dict[str, Any] = {}
        for one, key in rows:
            read, absent = one.metadata["read"], one.metadata["absent"]
            absent = one.default if absent is None else absent
            values[one.name] = data.need(key, read) if absent is MISSING else data.get(key, read, absent)
        return cls(**values)


def finite(value: float) -> float | None:
    """Return a number, None for an infinite one or NaN, which JSON does not have."""
    return value if math.isfinite(value) else None
