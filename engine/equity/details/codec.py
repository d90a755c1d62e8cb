"""Details as JSON: the codec of values whose reading depends on the scenario, such as one number per active seat.

The fields of a :class:`Record` are made by :func:`entry` and :func:`column`, each with a :class:`Form` that reads and
writes it; ``to_json`` and ``from_json`` follow from these. ``check`` of a record checks that its values fit together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64
from engine.cards import TextError, parse_cards
from engine.scenario import Scenario
from engine.scenario.codec import plain, read_field
from engine.scenario.fields import FieldSpec, all_specs
from engine.scenario.reading import (
    Convert,
    Reader,
    adds_up,
    array_of,
    as_it_is,
    fail,
    integer,
    list_of,
    mapping,
    one_of,
    or_none,
    share,
    stderr,
)


@dataclass(frozen=True, slots=True)
class Form:
    """How a value, or each item of a column, is read and written.

    ``read``: its converter; ``kind``: the dtype of a column. ``names``: the names that files have instead of numbers,
    each at most once. ``shape``: the shape of one item. ``by_seat``: a list with one number for each active seat.
    ``total``: all numbers add up to 1. ``record``: the value is a list of at most ``most`` such records.
    """

    read: Convert[Any] = as_it_is
    kind: type = np.float64
    names: Mapping[Any, str] | None = None
    shape: tuple[int, ...] = ()
    by_seat: bool = False
    total: bool = False
    record: "type[Record] | None" = None
    most: int | None = None

    def reader(self, scenario: Scenario) -> Convert[Any]:
        """Return the converter of one value."""
        record = self.record
        if record is not None:
            read = list_of(lambda value, path: record.from_json(value, scenario, path), most=self.most)
            return lambda value, path: tuple(read(value, path))
        return array_of(self.read, len(scenario.active_seats)) if self.by_seat else self.read

    def write(self, value: object) -> Any:
        """Return a value as JSON."""
        if self.names is not None:
            return self.names[tuple(value) if isinstance(value, list) else value]
        return plain(value)

    def column(self, rows: Sequence[Reader], key: str, path: str, scenario: Scenario) -> NDArray[Any]:
        """Return the field ``key`` of all rows, float64[rows, ...] or int64[rows, ...]; ``path`` names the rows."""
        values = [row.need(key, self.reader(scenario)) for row in rows]
        if self.names is not None:
            for i, value in enumerate(values):
                if value in values[:i]:
                    rows[i].fail(key, "this is given twice")
        if self.total:
            adds_up(values, 1.0, path)
        shape = (len(scenario.active_seats),) if self.by_seat else self.shape
        return np.array(values, self.kind).reshape(len(rows), *shape)


SHARE, STDERR, CHANCE = Form(share), Form(stderr), Form(share, total=True)
SHARE_OR_NONE, STDERR_OR_NONE = Form(or_none(share)), Form(or_none(stderr))
SEAT_SHARES, SEAT_STDERRS = (replace(form, by_seat=True) for form in (SHARE_OR_NONE, STDERR_OR_NONE))
SEAT = Form(integer())


def whole(low: int, high: int) -> Form:
    """Return the form of an integer within bounds."""
    return Form(integer(low, high), np.int64)


def named(numbers: Mapping[str, Any], *shape: int) -> Form:
    """Return the form of a number (or an array of this ``shape``) for which files have a name."""
    read = one_of(*numbers)
    names = {number: name for name, number in numbers.items()}
    return Form(lambda value, path: numbers[read(value, path)], np.int64, names, shape)


@dataclass(frozen=True, slots=True)
class RecordSpec(FieldSpec):
    """A field of a record: its ``form``, and whether it is a ``column`` of the rows or a single value."""

    form: Form = Form()
    column: bool = False


def entry(form: Form, default: object = MISSING) -> Any:
    """Return a field of a record that is a single value, under its own name."""
    spec = RecordSpec(kind="value", default=default, required=default is MISSING, write=form.write, form=form)
    return field(default=default, metadata={"spec": spec})


def column(form: Form, key: str = "") -> Any:
    """Return a field of a record that is a column of its rows, under ``key`` (or its own name) in each row."""
    return field(metadata={"spec": RecordSpec(key, kind="value", write=form.write, form=form, column=True)})


def _specs_of(kind: type[Any], *, columns: bool) -> tuple[RecordSpec, ...]:
    """Return the descriptions of the columns of a record, or those of its single values."""
    specs = cast(tuple[RecordSpec, ...], all_specs(kind))  # a column may have the key of a single value
    return tuple(spec for spec in specs if spec.column is columns)


class Record:
    """The base of frozen dataclasses whose fields have a form.

    Its columns are written as a list of rows, under the key ``ROWS`` next to the other fields, or alone if ``ROWS`` is
    "".
    """

    __slots__ = ()
    ROWS: ClassVar[str] = ""

    def to_json(self) -> Any:
        """Return the JSON value, which :meth:`from_json` reads."""
        columns = _specs_of(type(self), columns=True)
        values = {x.key: x.form.write(getattr(self, x.attribute)) for x in _specs_of(type(self), columns=False)}
        if not columns:
            return values
        lists = ([x.form.write(value) for value in getattr(self, x.attribute).tolist()] for x in columns)
        keys = [x.key for x in columns]
        rows = [dict(zip(keys, row, strict=True)) for row in zip(*lists, strict=True)]
        return values | {self.ROWS: rows} if self.ROWS else rows

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> Self:
        """Read a value of :meth:`to_json`.

        Raises:
            ScenarioError: the value has another form, or does not fit the scenario.
        """
        entries, columns = _specs_of(cls, columns=False), _specs_of(cls, columns=True)
        values: dict[str, Any] = {}
        rows: list[Reader] = []
        if cls.ROWS or not columns:
            inside = (cls.ROWS,) if cls.ROWS else ()
            data = Reader(value, path, (*(x.key for x in entries), *inside))
            for x in entries:
                values[x.attribute] = read_field(data, replace(x, convert=x.form.reader(scenario)))
                if x.form.total:
                    adds_up(values[x.attribute], 1.0, data.path(x.key))
        if columns:
            place = f"{path}.{cls.ROWS}" if cls.ROWS else path
            listed = data.need(cls.ROWS, as_it_is) if cls.ROWS else value
            rows = rows_of(listed, place, tuple(x.key for x in columns))
            for x in columns:
                # An empty list has no probabilities that could add up to 1.
                used = x.form if rows or cls.ROWS else replace(x.form, total=False)
                values[x.attribute] = used.column(rows, x.key, place, scenario)
        result = cls(**values)
        result.check(rows, scenario, path)
        return result

    def check(self, rows: Sequence[Reader], scenario: Scenario, path: str) -> None:
        """Check that the values fit together; ``rows``: those of the columns, ``path``: the name of the record."""


class Records:
    """A frozen dataclass with one field: a tuple of records of the class ``ITEM``."""

    __slots__ = ()
    ITEM: ClassVar[type[Record]]

    @property
    def items(self) -> tuple[Any, ...]:
        """The records."""
        return getattr(self, fields(self)[0].name)  # type: ignore[arg-type, no-any-return]

    def to_json(self) -> list[Any]:
        """Return the JSON values of the records."""
        return [item.to_json() for item in self.items]

    @classmethod
    def from_json(cls, value: object, scenario: Scenario, path: str) -> Self:
        """Read a value of :meth:`to_json`.

        Raises:
            ScenarioError: the value has another form, or does not fit the scenario.
        """
        rows = list_of(as_it_is)(value, path)
        result = cls(tuple(cls.ITEM.from_json(row, scenario, f"{path}[{i}]") for i, row in enumerate(rows)))  # type: ignore[call-arg]
        result.check(scenario, path)
        return result

    def check(self, scenario: Scenario, path: str) -> None:
        """Check that there is one record for each active seat, in order."""
        check_seats([item.seat for item in self.items], scenario, path)


def rows_of(value: object, path: str, keys: tuple[str, ...], length: int | None = None) -> list[Reader]:
    """Return the rows of a list (of a certain ``length``) of objects with these ``keys``."""
    return [Reader(row, f"{path}[{i}]", keys) for i, row in enumerate(list_of(as_it_is, length)(value, path))]


def rows_by_seat(value: object, scenario: Scenario, path: str, keys: tuple[str, ...]) -> list[Reader]:
    """Return the rows of a list with one object for each active seat, in order, each with its ``seat``."""
    rows = rows_of(value, path, keys, len(scenario.active_seats))
    check_seats([row.need("seat", integer()) for row in rows], scenario, path)
    return rows


def check_seats(seats: Sequence[int], scenario: Scenario, path: str) -> None:
    """Check that ``seats`` are the active seats, in order."""
    active = scenario.active_seats
    if len(seats) != len(active):
        fail(path, f"expected a list of {len(active)}, found one of {len(seats)}")
    for i, (result, seat) in enumerate(zip(seats, active, strict=True)):
        if result != seat:
            fail(f"{path}[{i}].seat", f"expected {seat}: the active seats in order")


def check_before_flop(records: Records, scenario: Scenario, path: str) -> None:
    """Check that there is one record for each active seat before the flop, and none with a board."""
    if not cards_of(scenario.board):
        Records.check(records, scenario, path)
    elif records.items:
        fail(path, "there is a board already")


def check_first_seat(seat: int, scenario: Scenario, path: str) -> None:
    """Check that a detail is of the first active seat."""
    for first in scenario.active_seats[:1] or (None,):
        if seat != first:
            fail(f"{path}.seat", f"expected {first}, the first active seat")


def check_equities(rows: Sequence[Reader], equity: F64, error: F64) -> None:
    """Check that exact equities of all seats add up to 1: ``equity`` and ``error`` float64[rows, active seats]."""
    for row, equities, errors in zip(rows, equity, error, strict=True):
        if not np.isnan(equities).any() and not errors.any():
            adds_up(equities, 1.0, row.path("equity"))


def cards_of(text: str) -> tuple[int, ...]:
    """Return the cards of a text, or () if it is not a list of cards."""
    try:
        return tuple(card for card, _ in parse_cards(text))
    except TextError:
        return ()


def out_of_play(scenario: Scenario) -> frozenset[int]:
    """Return the cards that no hand in hold'em can contain: the board and the dead cards."""
    return frozenset(cards_of(scenario.board) + cards_of(scenario.dead))


def known_cards(scenario: Scenario) -> frozenset[int]:
    """Return the cards in hold'em that cannot be dealt: those out of play and those of known hands."""
    hands = [cards_of(seat.cards) for seat in scenario.seats]
    return out_of_play(scenario).union(*(hand for hand in hands if len(hand) == 2))


def read_named(row: Reader, key: str, numbers: Mapping[str, int], reads: Mapping[str, Convert[Any]], to: F64) -> None:
    """Read the object at ``key``, which has an object for each of some hands, into ``to`` float64[hands, columns].

    ``numbers``: the row of each hand by its name; ``reads``: the converter of each column by its key.
    """
    for name, value in row.need(key, mapping).items():
        path = f"{row.path(key)}.{name}"
        if name not in numbers:
            fail(path, "there is no such hand")
        hand = Reader(value, path, tuple(reads))
        to[numbers[name]] = np.array([hand.need(column_, read) for column_, read in reads.items()], np.float64)


def named_rows(names: Sequence[str], keys: Sequence[str], columns: F64) -> dict[str, dict[str, Any]]:
    """Return an object for each row of ``columns`` float64[rows, keys], which :func:`read_named` reads."""
    return {name: dict(zip(keys, row, strict=True)) for name, row in zip(names, plain(columns), strict=True)}
