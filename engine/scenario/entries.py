"""Frozen values that a player sets one by one, read once from a JSON object and written back by one codec.

A class derives from :class:`Entries`; each of its attributes that is made by ``described`` (a single value of a form)
or by :func:`entry` (anything else) is an entry of the object, under the attribute's name unless another key is given.
Files may hold anything: input that an entry does not take is saved with the values in ``rejected``, as are entries of
unknown keys, so that it can be shown at its field and is written back.
"""

import dataclasses
import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Self

from engine.scenario.as_json import plain
from engine.scenario.fields import Bounds, FieldSpec, spec_of
from engine.scenario.problems import Problem, ScenarioError
from engine.scenario.reading import Collector, Convert, as_it_is, boolean, bounded, list_of, or_none

SMALLEST, LARGEST = 1e-6, 1e15
"""Bounds of a bankroll and of chips: beyond them floats would run over or lose the chips."""
ROUNDING = 1e-6
"""Probabilities that add up to 1 as nearly as this are taken for rounded, and scaled."""
PANELS = ("kelly", "preflop", "betting", "third", "tournament", "ask")
"""Keys of what pages save with a scenario: its equities do not depend on them."""
CHIPS = Bounds(at_least=0.0, at_most=LARGEST)
SHARE = Bounds(at_least=0.0, at_most=1.0)
LIMIT = Bounds(above=0.0, at_most=LARGEST)


@dataclass(frozen=True, slots=True)
class Form:
    """The reader and the writer of an entry, and its value where nothing is set.

    ``attribute``: its name in the class. ``read`` returns the value and whether it holds all of the input. ``by_seat``:
    a list with an item for each seat. ``once``: as of a field.
    """

    attribute: str
    read: Callable[[Any], tuple[Any, bool]]
    write: Callable[[Any], Any]
    default: Any = None
    by_seat: bool = False
    once: bool = False


def entry(
    convert: Convert[Any],
    default: object,
    write: Callable[[Any], Any] = plain,
    *,
    key: str = "",
    by_seat: bool = False,
    once: bool = False,
) -> Any:
    """Return a dataclass field for an entry that ``convert`` reads from JSON or takes as it is; ``key``: its name in
    the object, where that is not the attribute's."""

    def read(value: object) -> tuple[Any, bool]:
        try:
            return convert(value, ""), True
        except ScenarioError:
            return default, False

    form = Form("", read, write, default, by_seat, once)
    return dataclasses.field(default=default, metadata={"key": key, "form": form})


def listed(value: object, path: str = "") -> list[Any]:
    """Return the items of a list or tuple as they are.

    Raises:
        ScenarioError: it is none.
    """
    return list_of(as_it_is)(list(value) if isinstance(value, tuple) else value, path)


def items_of(convert: Convert[Any]) -> Convert[tuple[Any, ...]]:
    """Return the converter of a list whose items may be null."""
    items = list_of(or_none(convert))
    return lambda value, path: tuple(items(listed(value, path), path))


def forms_of(kind: type) -> Mapping[str, Form]:
    """Return the entries of a class by key, in order."""
    return _forms(kind)


@lru_cache(maxsize=16)
def _forms(kind: Hashable) -> Mapping[str, Form]:
    assert isinstance(kind, type)
    result: dict[str, Form] = {}
    for field in dataclasses.fields(kind):
        if "spec" in field.metadata:
            spec = spec_of(field)
            read = partial(_read_single, spec)
            result[spec.key] = Form(field.name, read, plain, spec.default, spec.kind == "rows", spec.once)
        elif "form" in field.metadata:
            result[field.metadata["key"] or field.name] = replace(field.metadata["form"], attribute=field.name)
    return result


@dataclass(frozen=True, kw_only=True)
class Entries:
    """The base of such values. ``rejected``: JSON by key; ``explicit``: entries that were set to their default."""

    rejected: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    explicit: frozenset[str] = frozenset()

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return the value of a JSON object."""
        return cls().with_entries(values)

    def with_entries(self, values: Mapping[str, Any]) -> Self:
        """Return the value with other entries, each a value or JSON; None takes one out."""
        changes: dict[str, Any] = {}
        rejected, explicit = dict(self.rejected), set(self.explicit)
        for key, value in values.items():
            rejected.pop(key, None)
            explicit.discard(key)
            form = forms_of(type(self)).get(key)
            if form is None or value is None:
                rejected |= {} if value is None else {key: value}
                changes |= {} if form is None else {form.attribute: form.default}
                continue
            changes[form.attribute], whole = form.read(value)
            if not whole:
                rejected[key] = value
            elif changes[form.attribute] == form.default:
                explicit.add(key)
        return replace(self, **changes, rejected=rejected, explicit=frozenset(explicit))

    def with_entry(self, key: str, value: object) -> Self:
        """Return the value with another entry; None takes it out."""
        return self.with_entries({key: value})

    def with_item(self, key: str, index: int, value: object) -> Self:
        """Return the value with another item of a list; what is missing before it is None."""
        items = self.items(key)
        items += [None] * (index + 1 - len(items))
        items[index] = value
        while items and items[-1] is None:
            items.pop()
        return self.with_entry(key, items or None)

    def without_seat(self, seat: int, seats: int) -> Self:
        """Return the value for a table of ``seats`` from which a seat is taken: what is set of this seat goes, those
        behind it move up."""
        lists = {key: self.items(key) for key, form in forms_of(type(self)).items() if form.by_seat}
        return self.with_entries({key: [*x[:seat], *x[seat + 1 :]] or None for key, x in lists.items() if x})

    def only(self, keys: Iterable[str]) -> Self:
        """Return the value with some of its entries alone."""
        return type(self)().with_entries({key: self.entered(key) for key in keys})

    def entered(self, key: str) -> Any:
        """Return an entry as it was set, rejected input too; None where nothing is set."""
        form = forms_of(type(self)).get(key)
        if form is None or key in self.rejected:
            return self.rejected.get(key)
        value = getattr(self, form.attribute)
        return None if value == form.default and key not in self.explicit else value

    @property
    def unknown(self) -> dict[str, Any]:
        """The rejected input under keys that the class does not have."""
        return {key: value for key, value in self.rejected.items() if key not in forms_of(type(self))}

    @property
    def entries(self) -> dict[str, Any]:
        """The entries that are set, rejected input too, by their keys."""
        result = {key: self.entered(key) for key in (*forms_of(type(self)), *self.unknown)}
        return {key: value for key, value in result.items() if value is not None}

    def items(self, key: str) -> list[Any]:
        """Return the items of a list as they were set; empty where it is none."""
        result = self.entered(key)
        return list(result) if isinstance(result, list | tuple) else []

    def item(self, key: str, index: int) -> Any:
        """Return an item of a list as it was set; None where there is none."""
        items = self.items(key)
        return items[index] if index < len(items) else None

    @property
    def empty(self) -> bool:
        """Whether nothing is set."""
        return self == type(self)()

    def to_json(self) -> dict[str, Any]:
        """Return the entries that are set as a JSON object."""
        forms = forms_of(type(self))
        return {key: x if key in self.rejected else forms[key].write(x) for key, x in self.entries.items()}


def read_field(fields: Collector, spec: FieldSpec) -> Any:
    """Return a field's value in a JSON object; its default where there is none, or one that is noted as a problem.

    Of ``rows`` the entries that are not set, or wrong, are NaN.
    """
    key = spec.key
    if spec.kind == "switch":
        return fields.take(key, boolean, spec.default)
    convert = bounded(spec.bounds, whole=spec.kind in ("count", "whole"))
    if spec.kind not in ("rows", "shares"):
        return fields.take(key, convert, spec.default, required=spec.required)
    if not fields.given(key):
        return spec.default
    result = fields.take_all(key, convert, math.nan, required=spec.kind == "shares")
    if spec.kind == "rows":
        return result
    total = math.fsum(result) if fields.good(key) else 0.0
    if total > 1.0 + ROUNDING:
        fields.note(key, f"win, split and lose add up to {total:.9g}, not to 1")
    return result if fields.good(key) else spec.default


def problems_with(spec: FieldSpec, value: object) -> tuple[Problem, ...]:
    """Return why a field does not take ``value``, whatever the others hold; of ``rows`` each at ``chips1``, its row."""
    fields = Collector({spec.key: value}, (spec.key,))
    if value is not None:
        read_field(fields, spec)
    by_row = spec.kind == "rows"
    rows = ((p, p.field.replace("[", "").rstrip("]")) for p in fields.problems)
    return tuple(replace(p, field=row if by_row else spec.key) for p, row in rows)


def refusal(spec: FieldSpec, value: object) -> Problem | None:
    """Return why a field does not take ``value``; None: it does, or there is no value."""
    return next(iter(problems_with(spec, value)), None)


def _read_single(spec: FieldSpec, value: Any) -> tuple[Any, bool]:
    """Return the value of a field, with numbers as they are written, and whether it holds all of the input.

    Items of ``rows`` that are wrong are None.
    """
    bad = {problem.field for problem in problems_with(spec, value)}
    if spec.kind == "rows" and spec.key not in bad:
        return tuple(None if f"{spec.key}{i}" in bad else item for i, item in enumerate(value)), not bad
    if bad:
        return spec.default, False
    return tuple(value) if spec.kind == "shares" else value, True
