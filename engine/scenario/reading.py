"""Strict reading of JSON: every value is checked for its type, length and range before it is used.

A :data:`Convert` takes a value and the name of its field (``seats[0].equity``). It returns the Python value, or raises
a :class:`ScenarioError` that names the field. Bounds are finite, so that neither NaN nor infinity passes.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn, TypeGuard, TypeVar

import numpy as np

from engine.arrays import F64
from engine.cards import excerpt
from engine.scenario.fields import Bounds
from engine.scenario.problems import Problem, ScenarioError

MAX_INTEGER_DIGITS = 300
"""The most digits of an integer in a file: more than any number of deals has, within the range of a float."""
MIN_EXPONENT_NUMBER = 1e15
"""Errors write numbers from here on with an exponent."""
MAX_KEY_LENGTH = 60
"""The most characters that an error quotes of an unknown key."""
MAX_VALUE_LENGTH = 24
"""The most characters that an error quotes of a value."""
MAX_TRIES = 1000
"""The most places of a damaged text at which no object is found before the search ends."""
MAX_ENTRIES = 1000
"""The most items of a list in a request; the problems of all of them are noted."""
MAX_UNKNOWN_KEYS = 20
"""Unknown keys of one object that are reported one by one."""
EMPTY_KEY = '""'
"""The name of the empty key in an error."""
MAX_FLOAT = float(np.finfo(np.float64).max)
ROUNDING = 1e-9
"""The tolerance of a probability beyond 0 or 1."""
SUM_ROUNDING = 1e-6
"""The tolerance of a sum."""

T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., Any])
Convert = Callable[[Any, str], T]
Schema = dict[str, Any]


def whole_objects(text: str, fits: Callable[[Any], bool]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each complete outermost object of a damaged JSON text for which ``fits`` is true, with its position.

    The search ends after :data:`MAX_TRIES` places without such an object.
    """
    decode, at, tries = json.JSONDecoder().raw_decode, text.find("{"), 0
    while at >= 0 and tries < MAX_TRIES:
        try:
            value, end = decode(text, at)
        except (ValueError, RecursionError):
            value, end = None, at + 1
        if isinstance(value, dict) and fits(value):
            yield at, value
        else:
            tries, end = tries + 1, at + 1
        at = text.find("{", end)


def read_json(text: str) -> Any:
    """Parse JSON strictly: no repeated key, no infinite number or NaN, no lone surrogates.

    Raises:
        ScenarioError: names the field ``file`` (or the repeated key), with the position if the text is not JSON.
    """
    # Python's reader accepts NaN, numbers of any size and repeated keys, of which it would keep the last.
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_finite, parse_float=_finite, parse_int=_whole
        )
        if "\\u" in text or not text.isascii():
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ScenarioError(Problem("file", f"not JSON: {error.msg.removesuffix(' at')}", error.pos)) from None
    except RecursionError:
        raise ScenarioError(Problem("file", "not JSON: nested too deeply")) from None
    except UnicodeEncodeError:
        raise ScenarioError(Problem("file", "a text contains half of a character (a lone surrogate)")) from None
    return value


def part_of_hand(value: object, key: str) -> Any:
    """Return the ``scenario`` or the ``kelly`` request of a moment of a played hand; other values unchanged.

    Raises:
        ScenarioError: the moment does not have it.
    """
    if not (isinstance(value, dict) and "steelwheel_hand" in value):
        return value
    if value.get(key) is None:
        fail(key, "there is none at this point of the hand: no decision, or the player's cards are unknown")
    return value[key]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of JSON ``pairs``.

    Raises:
        ScenarioError: a key occurs twice, of which JSON would silently drop the first.
    """
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ScenarioError(Problem(key or EMPTY_KEY, "this key is given twice"))
        result[key] = value
    return result


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ScenarioError(Problem("file", f"{_short(text)} is not a number that can be used"))
    return value


def _whole(text: str) -> int:
    if len(text) > MAX_INTEGER_DIGITS:
        raise ScenarioError(Problem("file", f"{_short(text)} has too many digits"))
    return int(text)


def _short(text: str) -> str:
    return text if len(text) <= MAX_VALUE_LENGTH else text[:MAX_VALUE_LENGTH] + "..."


class Members:
    """The base of frozen values that a :class:`Reader` can read as objects, without making JSON of them."""

    __slots__ = ()

    def members(self) -> Mapping[str, Any]:
        """Return the values of the object by key, unchanged."""
        raise NotImplementedError


class Reader:
    """The fields of one object of JSON, or of ``Members``; ``keys``: the keys that it may have, ``path``: its name.

    Raises:
        ScenarioError: the value is not an object, or it has an unknown key.
    """

    def __init__(self, value: Any, path: str, keys: tuple[str, ...]) -> None:
        """Check that ``value`` is an object without unknown keys. A ``Collector`` notes such problems instead of
        raising them."""
        self._path = path
        value = value.members() if isinstance(value, Members) else value
        self.readable = isinstance(value, Mapping)
        """Whether there is an object."""
        self._value: Mapping[str, Any] = value if self.readable else {}
        if not self.readable:
            self._complain(Problem(path or "file", f"expected an object, found {_kind(value)}"))
        unknown = [key for key in self._value if key not in keys]
        # A damaged file can have thousands of unknown keys: the first are named, the rest is counted.
        for key in unknown[:MAX_UNKNOWN_KEYS]:
            name = self.path(excerpt(str(key), MAX_KEY_LENGTH) or EMPTY_KEY)
            self._complain(Problem(name, f"unknown key; valid keys are {', '.join(keys)}"))
        if len(unknown) > MAX_UNKNOWN_KEYS:
            self._complain(Problem(path or "file", f"{len(unknown) - MAX_UNKNOWN_KEYS:,} more unknown keys"))

    def _complain(self, problem: Problem) -> None:
        raise ScenarioError(problem)

    def path(self, key: str) -> str:
        """Return the full name of a field."""
        return f"{self._path}.{key}" if self._path else key

    def fail(self, key: str, message: str) -> NoReturn:
        """Raise a problem with a field."""
        fail(self.path(key), message)

    def need(self, key: str, convert: Convert[T]) -> T:
        """Return the value of a field that the object must have."""
        if key not in self._value:
            self.fail(key, "this key is missing")
        return convert(self._value[key], self.path(key))

    def get(self, key: str, convert: Convert[T], default: T) -> T:
        """Return the value of a field, or ``default`` if the object does not have it."""
        return self.need(key, convert) if key in self._value else default

    def take(self, key: str, convert: Convert[T], default: T, *, required: bool = False) -> T:
        """Return the value of a field, or ``default`` if the object does not have it.

        Raises:
            ScenarioError: a ``required`` field is missing, or the value is not right.
        """
        return self.need(key, convert) if required else self.get(key, convert, default)


class Collector(Reader):
    """A reader of requests and forms, which notes every problem at its field and goes on.

    A key that is absent or null takes its default, and so does a key with a problem. Nested objects share the list
    ``problems``. Call ``done`` before the values are used.
    """

    def __init__(
        self, value: object, keys: tuple[str, ...], path: str = "", problems: list[Problem] | None = None
    ) -> None:
        self.problems: list[Problem] = [] if problems is None else problems
        super().__init__(value, path, keys)

    def _complain(self, problem: Problem) -> None:
        self.problems.append(problem)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys whose values are not null, in the order of the object."""
        return tuple(key for key in self._value if self.given(key))

    def note(self, key: str, message: str, *, incomplete: bool = False) -> None:
        """Note a problem with the field ``key``."""
        self._complain(Problem(self.path(key), message, incomplete=incomplete))

    def good(self, *keys: str) -> bool:
        """Return True if there is an object and no problem was noted with these fields or inside them."""
        # A problem inside a field is named ``key.inner`` or ``key[0]``, and counts as one of the field.
        names = [self.path(key) for key in keys]
        bad = {problem.field for problem in self.problems}
        return self.readable and not any(
            field == name or field.startswith((f"{name}.", f"{name}[")) for field in bad for name in names
        )

    def given(self, key: str) -> bool:
        """Return True if the object has the key and it is not null."""
        return self._value.get(key) is not None

    def take(self, key: str, convert: Convert[T], default: T, *, required: bool = False) -> T:
        """Return the value of a field. A missing ``required`` field is noted as incomplete."""
        if not self.given(key):
            if required and self.readable:
                self.note(key, "this value is missing", incomplete=True)
            return default
        try:
            return convert(self._value[key], self.path(key))
        except ScenarioError as error:
            self.problems += error.problems
            return default

    def take_all(self, key: str, convert: Convert[T], default: T, *, required: bool = True) -> tuple[T, ...]:
        """Return the values of a list, or () if there is no list.

        An item with a problem becomes the ``default``, and so does null if items are not ``required``.
        """
        values = self._entries(key, MAX_ENTRIES)
        names = tuple(f"{key}[{i}]" for i in range(len(values)))
        # Each item is a field of its own, so that its problem has the name ``key[i]`` of its place in the list.
        rows = Collector(dict(zip(names, values, strict=True)), names, self._path, self.problems)
        return tuple(rows.take(name, convert, default, required=required) for name in names)

    def _entries(self, key: str, most: int) -> Sequence[Any]:
        """Return a list unchanged, or () if there is none or it has a problem, which is noted."""
        values = self._value[key] if self.given(key) else ()
        if not isinstance(values, list | tuple):
            self.note(key, f"expected a list, found {_kind(values)}")
            return ()
        if len(values) > most:
            self.note(key, f"expected at most {most} entries, found {len(values)}")
            return ()
        return values

    def each_inside(self, key: str, keys: tuple[str, ...], most: int = MAX_ENTRIES) -> tuple["Collector", ...]:
        """Return the fields of each object of the list at ``key``, or () if there is no list."""
        values, path = self._entries(key, most), self.path(key)
        return tuple(Collector(value, keys, f"{path}[{i}]", self.problems) for i, value in enumerate(values))

    def holds_list(self, key: str) -> bool:
        """Return True if the value of a field is a list."""
        return isinstance(self._value.get(key), list | tuple)

    def inside(self, key: str, keys: tuple[str, ...]) -> "Collector":
        """Return the fields of the object at ``key``, which is empty if there is none."""
        return Collector(self._value[key] if self.given(key) else {}, keys, self.path(key), self.problems)

    def done(self) -> None:
        """Raise a ScenarioError with all problems, if there are any."""
        if self.problems:
            raise ScenarioError(*self.problems)


def in_table(error: ScenarioError, key: str = "table") -> ScenarioError:
    """Return the problems of a table (or another object) as problems of the request that has it at ``key``.

    A problem of a complete file (``file``) is one of the complete object.
    """

    def field(name: str) -> str:
        return key if name == "file" else f"{key}.{name}"

    return ScenarioError(*(replace(problem, field=field(problem.field)) for problem in error.problems))


@contextmanager
def problems_in(key: str) -> Iterator[None]:
    """Name the problems that are raised inside as those of an object at ``key``."""
    try:
        yield
    except ScenarioError as error:
        raise in_table(error, key) from None


def fail(path: str, message: str) -> NoReturn:
    """Raise a problem with the field ``path``."""
    raise ScenarioError(Problem(path, message))


def _expected(path: str, expected: str, value: object) -> NoReturn:
    """Raise the problem that ``value`` is not of the ``expected`` kind."""
    fail(path, f"expected {expected}, found {_kind(value)}")


def _kind(value: object) -> str:
    """Return the description of a JSON value in an error message: the value itself if it is simple, else its type."""
    if isinstance(value, str):
        return json.dumps(_short(value), ensure_ascii=False)
    if isinstance(value, int | float | None):
        huge = isinstance(value, int) and abs(value) >= 10**MAX_INTEGER_DIGITS
        return "a huge number" if huge else _short(json.dumps(value, ensure_ascii=False))
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, Mapping) else type(value).__name__


def is_number(value: object) -> TypeGuard[int | float]:
    """Return True if ``value`` is a number. Booleans do not count as numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def takes(schema: Schema) -> Callable[[C], C]:
    """Return the decorator that attaches the JSON Schema of its values to a converter, for :func:`schema_of`."""

    def described(convert: C) -> C:
        convert.schema = schema  # type: ignore[attr-defined]
        return convert

    return described


def schema_of(convert: Convert[Any]) -> Schema:
    """Return the JSON Schema of the values that a converter takes; empty if it is not known.

    >>> schema_of(integer(1, 12))
    {'type': 'integer', 'minimum': 1, 'maximum': 12}
    """
    return getattr(convert, "schema", {})


def object_schema(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of an object with these keys and no others."""
    schema: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


def nullable(schema: Schema) -> Schema:
    """Return the schema of a value that may also be null."""
    if not schema or "const" in schema:
        return schema
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*kinds, *(() if "null" in kinds else ("null",))]}


def request_schema(properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of an object that a ``Collector`` reads: null counts as left out."""
    return object_schema({key: x if key in required else nullable(x) for key, x in properties.items()}, required)


def list_schema(items: Schema, low: int | None = None, high: int | None = None) -> Schema:
    """Return the schema of a list of ``low`` to ``high`` items."""
    limits = {"minItems": low, "maxItems": high}
    return {"type": "array", "items": items} | {key: x for key, x in limits.items() if x is not None}


def _number_schema(kind: str, **bounds: float | None) -> Schema:
    finite = {key: bound for key, bound in bounds.items() if bound is not None and math.isfinite(bound)}
    return {"type": kind, **finite}


@takes({"type": "string"})
def text(value: object, path: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        _expected(path, "a text", value)
    return value


def text_up_to(most: int) -> Convert[str]:
    """Return the converter of a text of at most ``most`` characters."""

    @takes({"type": "string", "maxLength": most})
    def convert(value: object, path: str) -> str:
        if not isinstance(value, str) or len(value) > most:
            _expected(path, f"a text of at most {most:,} characters", value)
        return value

    return convert


def as_it_is(value: object, _path: str) -> Any:
    """Return any value unchanged; it is checked later."""
    return value


def unread(schema: Schema) -> Convert[Any]:
    """Return a converter that accepts any value unchanged; ``schema``: the schema against which it is checked later."""
    return takes(schema)(lambda value, _path: value)


@takes({"type": "boolean"})
def boolean(value: object, path: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        _expected(path, "true or false", value)
    return value


@takes({"type": "object"})
def mapping(value: object, path: str) -> dict[str, Any]:
    """Return an object unchanged."""
    if not isinstance(value, dict):
        _expected(path, "an object", value)
    return value


def integer(low: int | None = None, high: int | None = None) -> Convert[int]:
    """Return the converter of an integer within bounds."""

    @takes(_number_schema("integer", minimum=low, maximum=high))
    def convert(value: Any, path: str) -> int:
        right = isinstance(value, int) and not isinstance(value, bool)
        if not right or (low is not None and value < low) or (high is not None and value > high):
            _expected(path, f"an integer{_bounds(low, high)}", value)
        return int(value)

    return convert


def _bounds(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    return f" of at least {low:g}" if low is not None else ""


def number(low: float, high: float, rounding: float = 0.0) -> Convert[float]:
    """Return the converter of a number within bounds; a number at most ``rounding`` beyond them becomes the bound."""

    @takes(_number_schema("number", minimum=low, maximum=high))
    def convert(value: Any, path: str) -> float:
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not (right and low - rounding <= value <= high + rounding):
            _expected(path, f"a number{_bounds(low, high)}", value)
        return float(min(max(value, low), high))

    return convert


def bounded(bounds: Bounds, *, whole: bool = False) -> Convert[float]:
    """Return the converter of a finite number within bounds, or of an integer if it is ``whole``."""
    above, low, high, below = bounds.above, bounds.at_least, bounds.at_most, bounds.below
    kind = "integer" if whole else "number"

    @takes(_number_schema(kind, exclusiveMinimum=above, minimum=low, maximum=high, exclusiveMaximum=below))
    def convert(value: Any, path: str) -> float:
        right = is_number(value) and (isinstance(value, int) or not whole) and math.isfinite(value)
        wrong = _broken(bounds, value if right else None)
        if right and not wrong:
            return value if whole else float(value)
        # A number without a fraction is quoted without ".0", which is probably how the user wrote it.
        exact = right and not whole and abs(value) < MIN_EXPONENT_NUMBER and value == int(value)
        _expected(path, f"{'an integer' if whole else 'a number'}{wrong}", int(value) if exact else value)

    return convert


def _broken(bounds: Bounds, value: float | None) -> str:
    """Return the bounds that a number breaks, as text; all bounds if ``value`` is None, "" if it breaks none."""
    parts = [
        (bounds.above, "above", value is None or not value > bounds.above),
        (bounds.at_least, "of at least", value is None or value < bounds.at_least),
        (bounds.at_most, "of at most", value is None or value > bounds.at_most),
        (bounds.below, "below", value is None or not value < bounds.below),
    ]
    named = [f"{word} {_plain(bound)}" for bound, word, broken in parts if broken and math.isfinite(bound)]
    return " " + " and ".join(named) if named else ""


def _plain(bound: float) -> str:
    return f"{bound:.9f}".rstrip("0") if 0.0 < abs(bound) < 1e-3 else f"{bound:g}"


share: Convert[float] = number(0.0, 1.0, ROUNDING)
"""The converter of a probability or an equity."""
stderr: Convert[float] = number(0.0, 2.0)
"""The converter of the standard error of an equity: at most 1, or 2 if two were added."""


@takes({"type": "number", "exclusiveMinimum": 0})
def positive_number(value: Any, path: str) -> int | float:
    """Return a finite number above 0, without turning an integer into a float."""
    right = isinstance(value, int | float) and not isinstance(value, bool)
    if not (right and 0 < value <= MAX_FLOAT):
        _expected(path, "a number above 0", value)
    return value  # type: ignore[no-any-return]


def one_of(*choices: str) -> Convert[str]:
    """Return the converter of a text that is one of ``choices``."""

    @takes({"enum": list(choices)})
    def convert(value: object, path: str) -> str:
        if not isinstance(value, str) or value not in choices:
            _expected(path, f"one of {', '.join(choices)}", value)
        return value

    return convert


def or_instance(kind: type[T], convert: Convert[T]) -> Convert[T]:
    """Return a converter that takes instances of ``kind`` unchanged, and reads other values by ``convert``."""
    return takes(schema_of(convert))(lambda value, path: value if isinstance(value, kind) else convert(value, path))


def object_of(read: Callable[["Collector"], T], properties: Mapping[str, Schema], *required: str) -> Convert[T]:
    """Return the converter of an object, made by ``read``; it raises all problems together.

    ``properties``: the schema of the value at each key; ``required``: the keys that it has to have, for the schema.
    """

    @takes(request_schema(properties, required))
    def convert(value: object, path: str) -> T:
        fields = Collector(value, tuple(properties), path)
        result = read(fields)
        fields.done()
        return result

    return convert


def objects_of(
    read: Callable[["Collector"], T], properties: Mapping[str, Schema], *required: str, most: int = MAX_ENTRIES
) -> Convert[tuple[T, ...]]:
    """Return the converter of a list of at most ``most`` such objects; it raises the problems of all of them."""

    @takes(list_schema(request_schema(properties, required), high=most))
    def convert(value: object, path: str) -> tuple[T, ...]:
        fields = Collector({path: value}, (path,))
        result = tuple(read(row) for row in fields.each_inside(path, tuple(properties), most))
        fields.done()
        return result

    return convert


def each_of(convert: Convert[T], default: T, *, required: bool = True) -> Convert[tuple[T, ...]]:
    """Return the converter of a list or tuple into a tuple; it raises the problems of all items together.

    An item that is not ``required`` may be null, and becomes the ``default``.
    """

    @takes(list_schema(schema_of(convert if required else or_none(convert)), high=MAX_ENTRIES))
    def convert_all(value: object, path: str) -> tuple[T, ...]:
        fields = Collector({path: value}, (path,))
        result = fields.take_all(path, convert, default, required=required)
        fields.done()
        return result

    return convert_all


def or_none(convert: Convert[T]) -> Convert[T | None]:
    """Return the converter of a value that may be null."""
    return takes(nullable(schema_of(convert)))(lambda value, path: None if value is None else convert(value, path))


def one_or_each(convert: Convert[T], default: T) -> Convert[tuple[T, ...]]:
    """Return the converter of a list as :func:`each_of` reads it, or of a single value, into a tuple."""
    each = each_of(convert, default)

    @takes({"anyOf": [schema_of(convert), schema_of(each)]})
    def convert_all(value: object, path: str) -> tuple[T, ...]:
        return each(value, path) if isinstance(value, list | tuple) else (convert(value, path),)

    return convert_all


def list_of(convert: Convert[T], length: int | None = None, *, most: int | None = None) -> Convert[list[T]]:
    """Return the converter of a list of values, of this ``length`` or of at most ``most``."""

    @takes(list_schema(schema_of(convert), length, most if length is None else length))
    def convert_all(value: object, path: str) -> list[T]:
        if not isinstance(value, list):
            _expected(path, "a list", value)
        if (length is not None and len(value) != length) or (most is not None and len(value) > most):
            bound = f"{length}" if length is not None else f"at most {most}"
            fail(path, f"expected a list of {bound}, found one of {len(value)}")
        return [convert(item, f"{path}[{i}]") for i, item in enumerate(value)]

    return convert_all


def as_list(value: object, path: str = "") -> list[Any]:
    """Return the items of a list or tuple unchanged.

    Raises:
        ScenarioError: ``value`` is neither.
    """
    return list_of(as_it_is)(list(value) if isinstance(value, tuple) else value, path)


def tuple_of(convert: Convert[T], *, most: int | None = None) -> Convert[tuple[T, ...]]:
    """Return the converter of a list or tuple of at most ``most`` values into a tuple."""
    convert_all = list_of(convert, most=most)
    return takes(schema_of(convert_all))(lambda value, path: tuple(convert_all(as_list(value, path), path)))


def array_of(convert: Convert[float | None], length: int) -> Convert[F64]:
    """Return the converter of a list of numbers into float64[length]; null becomes NaN."""

    def convert_all(value: object, path: str) -> F64:
        numbers = list_of(convert, length)(value, path)
        return np.array([math.nan if x is None else x for x in numbers], dtype=np.float64)

    return convert_all


def shares_of(*names: str) -> Convert[dict[str, float]]:
    """Return the converter of an object with a probability for some of ``names``; they add up to 1."""

    def convert(value: Any, path: str) -> dict[str, float]:
        fields = Reader(value, path, names)
        shares = {name: fields.need(name, share) for name in names if name in value}
        adds_up(shares.values(), 1.0, path)
        return shares

    return convert


def adds_up(values: Any, total: float, path: str) -> None:
    """Raise a problem unless the values add up to ``total`` within rounding."""
    result = math.fsum(values)
    if not abs(result - total) <= SUM_ROUNDING:
        fail(path, f"expected numbers that add up to {total:.6g}, found {result:.6g}")
