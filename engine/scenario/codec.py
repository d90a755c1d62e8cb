"""The codec of frozen values: it reads them from JSON and writes them, as their fields are described.

A frozen dataclass describes each field once (``engine.scenario.fields``). Three policies read it. They differ in how
they treat a value that a field does not accept:

* **Files and answers** (:class:`JsonObject`): :meth:`JsonObject.from_json` raises the first problem.
* **Requests** (:class:`Request`): :func:`read_object` on a ``Collector`` notes each problem at its field and uses the
  default instead, so that a form can show all of them; ``Collector.done`` raises them together. A value that is merely
  missing is marked as incomplete.
* **Saved pages** (:class:`Entries`): :meth:`Entries.read` keeps rejected input by key, so that the page can show it at
  its field and a file is written back unchanged.

>>> from dataclasses import dataclass
>>> from engine.scenario.fields import CHIPS, FieldSpec, described
>>> from engine.scenario.reading import Collector, text
>>> @dataclass(frozen=True, kw_only=True)
... class Blinds(Entries):
...     small: float = described(FieldSpec(label="Small blind", bounds=CHIPS, default=0.5))
...     note: str = json_field(text, "")
>>> page = Blinds.read({"small": -1, "note": "heads up"})
>>> page.small, page.note, page.to_json()
(0.5, 'heads up', {'small': -1, 'note': 'heads up'})
>>> page.problems[0].field, page.problems[0].message
('small', 'expected a number of at least 0, found -1')
>>> page.with_entry("small", 2).to_json()
{'small': 2, 'note': 'heads up'}

The same description as a request, with every problem at its field:

>>> request = Collector({"small": "1", "note": 5}, tuple(fields_of(Blinds)))
>>> [read_field(request, spec) for spec in fields_of(Blinds).values()]
[0.5, '']
>>> [str(problem) for problem in request.problems]
['small: expected a number of at least 0 and of at most 1e+15, found "1"', 'note: expected a text, found 5']
"""

import dataclasses
import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast

import numpy as np

from engine.scenario.fields import FieldSpec, fields_of, specs_of
from engine.scenario.problems import Problem, ScenarioError
from engine.scenario.reading import (
    SUM_ROUNDING,
    Collector,
    Convert,
    Members,
    Reader,
    Schema,
    T,
    as_it_is,
    boolean,
    bounded,
    each_of,
    fail,
    integer,
    list_schema,
    mapping,
    object_schema,
    request_schema,
    schema_of,
    takes,
    unread,
)

J = TypeVar("J", bound="JsonObject")
_UNCHANGED = frozenset((str, int, bool, type(None)))
"""The types whose values are JSON already."""


def plain(value: Any) -> Any:
    """Return a value as JSON values: numbers (NaN as None), lists, arrays, mappings and objects with ``to_json``."""
    if type(value) in _UNCHANGED:  # nearly all values of a batch
        return value
    if isinstance(value, str | float | int):
        return None if value != value else value
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value.to_json()


def finite(value: float) -> float | None:
    """Return a number, or None if it is infinite or NaN, which JSON does not have."""
    return value if math.isfinite(value) else None


def json_field(
    convert: Convert[Any] = as_it_is,
    default: object = MISSING,
    write: Callable[[Any], Any] = plain,
    *,
    key: str = "",
    help_: str = "",
    absent: object = ...,
    by_seat: bool = False,
    once: bool = False,
) -> Any:
    """Return a dataclass field that ``convert`` reads from JSON and ``write`` turns into JSON.

    ``key``: its key in the object if that is not the attribute's name. ``help_``: its description in the JSON Schema.
    ``absent``: its value if the object does not have the key, by default the ``default``; ``MISSING``: the object must
    have it. The rest is as in ``FieldSpec``.
    """
    fallback = default if absent is ... else absent
    spec = FieldSpec(
        key, kind="value", help=help_, default=None if fallback is MISSING else fallback,
        required=fallback is MISSING, convert=convert, write=write, by_seat=by_seat, once=once,
    )  # fmt: skip
    return dataclasses.field(default=default, metadata={"spec": spec})


def inner_field(kind: type, help_: str = "", default: object = None, *, most: int = 0, alone: bool = True) -> Any:
    """Return a dataclass field for an object inside a request, which ``kind`` describes, or for a list of ``most``.

    The value is not checked here: the reader of the request checks it together with others, by :func:`read_object`.
    ``alone``: a single object is accepted instead of a list as well.
    """
    schema = schema_of_class(kind, request=True)
    if most:
        schema = {"anyOf": [schema, list_schema(schema, high=most)]} if alone else list_schema(schema, high=most)
    return json_field(unread(schema), default, help_=help_)


def converter(spec: FieldSpec) -> Convert[Any]:
    """Return the converter of a field's value; with several wrong items in a list it raises all problems together.

    ``shares`` and ``rows`` become tuples; an item of ``rows`` that is null becomes NaN.
    """
    if spec.convert is not None:
        return spec.convert
    if spec.kind == "switch":
        return boolean
    number = bounded(spec.bounds, whole=spec.kind in ("count", "whole"))
    if spec.kind not in ("shares", "rows"):
        return number
    numbers = each_of(number, math.nan, required=spec.kind == "shares")

    def shares(value: object, path: str) -> tuple[float, ...]:
        """Convert win, splits and lose, which add up to at most 1."""
        result = numbers(value, path)
        total = math.fsum(result)
        if total > 1.0 + SUM_ROUNDING:
            fail(path, f"win, split and lose add up to {total:.9g}, not to 1")
        return result

    return takes(schema_of(numbers))(shares) if spec.kind == "shares" else numbers


def field_schema(spec: FieldSpec) -> Schema:
    """Return the JSON Schema of a field: the schema of its converter, its default, and its help as the description.

    >>> field_schema(FieldSpec("raise", kind="switch", help="<b>Raise</b>: one may raise.", default=False))
    {'type': 'boolean', 'description': 'Raise: one may raise.', 'default': False}
    """
    words = {"description": re.sub("<.*?>", "", spec.help)} if spec.help else {}
    schema = schema_of(converter(spec))
    # An object has its defaults at its keys.
    simple = spec.default is not None and schema.get("type") != "object"
    return schema | words | ({"default": (spec.write or plain)(spec.default)} if simple else {})


def schema_of_class(kind: type, *, request: bool = False) -> Schema:
    """Return the JSON Schema of the objects of a class whose fields are described.

    ``request``: the object is in a request, where null counts as left out.
    """
    specs, schema = fields_of(kind), request_schema if request else object_schema
    required = [key for key, spec in specs.items() if spec.required]
    return schema({key: field_schema(spec) for key, spec in specs.items()}, required)


def keys_of(kind: type) -> tuple[str, ...]:
    """Return the keys of the objects of a class whose fields are described."""
    return tuple(fields_of(kind))


def read_field(fields: Reader, spec: FieldSpec) -> Any:
    """Return the value of a field of an object, or its default if the object does not have it.

    A ``Reader`` raises the first problem; a ``Collector`` notes it and returns the default.
    """
    return fields.take(spec.key, converter(spec), spec.default, required=spec.required)


def read_object(fields: Reader, kind: type[T], **converters: Convert[Any]) -> T:
    """Return the object of a class whose fields are described; a ``Collector`` notes all problems with them.

    ``converters``: by attribute, functions that replace the description of a field whose value depends on others.
    """
    values, described = {}, cast(type, kind)
    for spec, convert in _converters(described):
        chosen = converters.get(spec.attribute, convert)
        values[spec.attribute] = fields.take(spec.key, chosen, spec.default, required=spec.required)
    return kind(**values)


def _converters(kind: type) -> tuple[tuple[FieldSpec, Convert[Any]], ...]:
    return _converters_of(kind)


@lru_cache(maxsize=256)
def _converters_of(kind: Hashable) -> tuple[tuple[FieldSpec, Convert[Any]], ...]:
    """Return the fields of a class with their converters, which take longer to make than a value to read."""
    assert isinstance(kind, type)
    return tuple((spec, converter(spec)) for spec in fields_of(kind).values())


def read_fields(fields: Reader, kind: type, *keys: str) -> dict[str, Any]:
    """Return the values of some fields of a class by attribute, read by :func:`read_field` in the order of ``keys``."""
    specs = fields_of(kind)
    return {specs[key].attribute: read_field(fields, specs[key]) for key in keys}


def problems_with(spec: FieldSpec, value: object) -> tuple[Problem, ...]:
    """Return why a field does not take ``value``, whatever the other fields are; None is always taken.

    The problem of an item of ``rows`` has the name of its widget, ``chips1`` for the second row.
    """
    try:
        if value is not None:
            converter(spec)(value, spec.key)
    except ScenarioError as error:
        by_row = spec.kind == "rows"
        rows = ((problem, problem.field.replace("[", "").rstrip("]")) for problem in error.problems)
        return tuple(replace(problem, field=row if by_row else spec.key) for problem, row in rows)
    return ()


def first_problem(spec: FieldSpec, value: object) -> Problem | None:
    """Return why a field does not take ``value``, or None if it does."""
    return next(iter(problems_with(spec, value)), None)


def read_entries(values: Iterable[Any], path: str, read: Convert[T]) -> tuple[list[T], list[str]]:
    """Return the items of a list that can be read, and a message for each of the others."""
    result, errors = list[T](), list[str]()
    for index, value in enumerate(values):
        try:
            result.append(read(value, f"{path}[{index}]"))
        except ScenarioError as error:
            errors.append(str(error.problems[0]))
    return result, errors


PLAIN = FieldSpec(kind="value")
"""The description of a field of which only the name is known."""


class JsonObject(Members):
    """The base of dataclasses whose JSON object has their fields in order, each under its own name or key.

    Attributes in ``INNER`` are not written, attributes in ``OPTIONAL`` only if they differ from their default.
    """

    __slots__ = ()
    INNER: ClassVar[tuple[str, ...]] = ()
    OPTIONAL: ClassVar[tuple[str, ...]] = ()

    def _written(self) -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
        """Yield the key of each field that is written, its value, and its writer."""
        for name, key, write, optional, default in _writers_of(type(self)):
            value = getattr(self, name)
            if optional and (not value if isinstance(value, tuple | dict) else value is None or value == default):
                continue
            yield key, value, write

    def members(self) -> dict[str, Any]:
        """Return the values of the object by key, without converting them."""
        return {key: value for key, value, _ in self._written()}

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {key: write(value) for key, value, write in self._written()}

    @classmethod
    def from_json(cls, value: object, path: str, more: tuple[str, ...] = ()) -> Self:
        """Read an object whose fields are all described; keys in ``more`` are allowed and ignored.

        Raises:
            ScenarioError: a key is missing or unknown, or a value is not right; the problem names the field.
        """
        return read_object(Reader(value, path, (*more, *keys_of(cls))), cls)


def object_of_class(kind: type[J]) -> Convert[J]:
    """Return the converter of the objects of a class, of which the first problem is raised."""
    return takes(schema_of_class(kind))(lambda value, path: kind.from_json(value, path))


class _Writer(NamedTuple):
    """How a field of a :class:`JsonObject` is written."""

    attribute: str
    key: str
    write: Callable[[Any], Any]
    optional: bool
    default: Any


def _writers_of(kind: type) -> tuple[_Writer, ...]:
    return _writers(kind)


@lru_cache(maxsize=256)
def _writers(kind: Hashable) -> tuple[_Writer, ...]:
    """Return how the fields of a :class:`JsonObject` are written, in order.

    It is computed once for each class: ``dataclasses.fields`` would take most of the time of writing a result.
    """
    assert isinstance(kind, type)
    assert issubclass(kind, JsonObject)
    fields: tuple[dataclasses.Field[Any], ...] = dataclasses.fields(kind)  # type: ignore[arg-type]
    specs = [(field, field.metadata.get("spec", PLAIN)) for field in fields if field.name not in kind.INNER]
    return tuple(
        _Writer(field.name, spec.key or field.name, spec.write or plain, field.name in kind.OPTIONAL, field.default)
        for field, spec in specs
    )


class Request:
    """The base of frozen requests whose fields are all described.

    A request may name its version at ``VERSION_KEY``. Attributes in ``LATE`` have many problems of their own (a whole
    table): they are read after all others, if these are right.
    """

    __slots__ = ()
    VERSION_KEY: ClassVar[str]
    VERSION: ClassVar[int] = 1
    LATE: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def fields(cls, value: object) -> Collector:
        """Return the fields of a request from JSON; an unknown version is noted as a problem."""
        fields = Collector(value, (cls.VERSION_KEY, *keys_of(cls)))
        if fields.take(cls.VERSION_KEY, integer(), cls.VERSION) != cls.VERSION:
            fields.note(cls.VERSION_KEY, f"this program reads requests of version {cls.VERSION}")
        return fields

    @classmethod
    def read(cls, value: object) -> Self:
        """Read a request from JSON.

        Raises:
            ScenarioError: all problems, each naming its field; those of ``LATE`` if there are no others.
        """
        fields = cls.fields(value)
        if cls.LATE:
            read_object(fields, cls, **dict.fromkeys(cls.LATE, as_it_is))
            fields.done()
        result = read_object(fields, cls)
        fields.done()
        return result

    @classmethod
    def schema(cls) -> Schema:
        """Return the JSON Schema of the request."""
        own = schema_of_class(cls, request=True)
        return own | {"properties": {cls.VERSION_KEY: {"const": cls.VERSION}, **own["properties"]}}


@dataclass(frozen=True, kw_only=True)
class Entries(Members):
    """The base of values that a player sets one by one, with a default for each that is not set.

    ``rejected``: input that no field took, as JSON by key, keys included that the class does not have. ``explicit``:
    keys that were set to their default, and are written because of that.
    """

    rejected: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    explicit: frozenset[str] = frozenset()

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return the value of a JSON object."""
        return cls().with_entries(values)

    @classmethod
    def convert(cls, value: object, path: str) -> Self:
        """Read a JSON object, or return a value of this class unchanged: the converter for a field of another class.

        Raises:
            ScenarioError: ``value`` is neither.
        """
        return value if isinstance(value, cls) else cls.read(mapping(value, path))

    def with_entries(self, values: Mapping[str, Any]) -> Self:
        """Return a copy with other entries, each a Python value or JSON; None removes an entry."""
        specs, changes = fields_of(type(self)), dict[str, Any]()
        rejected, explicit = dict(self.rejected), set(self.explicit)
        for key, value in values.items():
            rejected.pop(key, None)
            explicit.discard(key)
            spec = specs.get(key)
            if spec is None or value is None:
                # An unknown key may be from a newer version: it is preserved, and written back to the file.
                rejected |= {} if value is None else {key: value}
                changes |= {} if spec is None else {spec.attribute: spec.default}
                continue
            changes[spec.attribute], complete = _accepted(spec, value)
            if not complete:
                rejected[key] = value
            # A value equal to the default is only written if it was set explicitly, so that files do not change.
            elif changes[spec.attribute] == spec.default:
                explicit.add(key)
        return replace(self, **changes, rejected=rejected, explicit=frozenset(explicit))

    def with_entry(self, key: str, value: object) -> Self:
        """Return a copy with another entry; None removes it."""
        return self.with_entries({key: value})

    def with_item(self, key: str, index: int, value: object) -> Self:
        """Return a copy with another item of a list, which is filled with None up to ``index`` if necessary."""
        items = self.items(key)
        items += [None] * (index + 1 - len(items))
        items[index] = value
        while items and items[-1] is None:
            items.pop()
        return self.with_entry(key, items or None)

    def without_seat(self, seat: int, seats: int) -> Self:
        """Return the value for the table after ``seat``, one of ``seats``, is removed: later seats move up."""
        lists = {key: self.items(key) for key, spec in fields_of(type(self)).items() if spec.by_seat}
        return self.with_entries({key: [*x[:seat], *x[seat + 1 :]] or None for key, x in lists.items() if x})

    def only(self, keys: Iterable[str]) -> Self:
        """Return a value that has these entries alone."""
        return type(self)().with_entries({key: self.entered(key) for key in keys})

    def entered(self, key: str) -> Any:
        """Return the value of an entry, rejected input included, or None if it is not set."""
        spec = fields_of(type(self)).get(key)
        if spec is None or key in self.rejected:
            return self.rejected.get(key)
        value = getattr(self, spec.attribute)
        return None if value == spec.default and key not in self.explicit else value

    def members(self) -> dict[str, Any]:
        """Return the entries that are set, by key."""
        return self.entries

    @property
    def unknown(self) -> dict[str, Any]:
        """The rejected input under keys that the class does not have."""
        return {key: value for key, value in self.rejected.items() if key not in fields_of(type(self))}

    @property
    def entries(self) -> dict[str, Any]:
        """All entries that are set, by key, rejected input included."""
        result = {key: self.entered(key) for key in (*fields_of(type(self)), *self.unknown)}
        return {key: value for key, value in result.items() if value is not None}

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems with the single values of the form; a field with a problem has its default."""
        kind: type = type(self)
        rejected = (spec for spec in specs_of(kind) if spec.key in self.rejected)
        return tuple(problem for spec in rejected for problem in problems_with(spec, self.rejected[spec.key]))

    def items(self, key: str) -> list[Any]:
        """Return the items of a list, rejected ones included, or [] if the entry is not set or not a list."""
        result = self.entered(key)
        return list(result) if isinstance(result, list | tuple) else []

    def item(self, key: str, index: int) -> Any:
        """Return an item of a list, even if it is rejected, or None if there is none."""
        items = self.items(key)
        return items[index] if index < len(items) else None

    @property
    def empty(self) -> bool:
        """Whether nothing is set."""
        return self == type(self)()

    def to_json(self) -> dict[str, Any]:
        """Return the entries that are set as a JSON object."""
        specs = fields_of(type(self))
        # Rejected input is JSON already: it came from a file or was typed as one value.
        return {key: x if key in self.rejected else (specs[key].write or plain)(x) for key, x in self.entries.items()}


def _accepted(spec: FieldSpec, value: Any) -> tuple[Any, bool]:
    """Return the value that a field of :class:`Entries` gets from ``value``, and whether no part of ``value`` is lost.

    Numbers are not converted (5 does not become 5.0), since they are written back to files. Wrong items of ``rows``
    become None, without losing the others.
    """
    try:
        result = converter(spec)(value, spec.key)
    except ScenarioError as error:
        wrong = {problem.field for problem in error.problems}
        if spec.kind == "rows" and spec.key not in wrong:
            return tuple(None if f"{spec.key}[{i}]" in wrong else item for i, item in enumerate(value)), False
        return spec.default, False
    if spec.kind == "value":
        return result, True
    return tuple(value) if spec.kind in ("shares", "rows") else value, True
