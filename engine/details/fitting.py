"""Checks that a detail read from a file fits the seats and the known cards of its scenario."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import TextError, parse_cards
from engine.scenario import Scenario
from engine.scenario.reading import (
    SUM_ROUNDING,
    Convert,
    Reader,
    T,
    adds_up,
    array_of,
    fail,
    integer,
    list_of,
    number,
    or_none,
)
from engine.scenario.reading import share as share_
from engine.scenario.reading import stderr as stderr_

Array = NDArray[np.float64]

CHANCE_KEYS = ("probability", "probability_stderr", "equity", "stderr")
"""Of something that can come: how likely it is, and the equities behind it."""

equity_or_none: Convert[float | None] = or_none(share_)
stderr_or_none: Convert[float | None] = or_none(stderr_)
change_or_none: Convert[float | None] = or_none(number(-1.0, 1.0, SUM_ROUNDING))


def finite(value: float) -> float | None:
    """Return ``value`` for a file: None in place of NaN."""
    return float(value) if np.isfinite(value) else None


def finite_list(values: Array) -> list[float | None]:
    """Return numbers for a file, ``values`` float64[n]: None in place of NaN."""
    return [finite(value) for value in values.tolist()]


def cards_of(text: str) -> tuple[int, ...]:
    """Return the cards of a text, none where it is no list of cards."""
    try:
        return tuple(card for card, _ in parse_cards(text))
    except TextError:
        return ()


def out_of_play(scenario: Scenario) -> frozenset[int]:
    """Return the cards that no hand can hold in hold'em: the board and the dead ones."""
    return frozenset(cards_of(scenario.board) + cards_of(scenario.dead))


def known_cards(scenario: Scenario) -> frozenset[int]:
    """Return the cards that cannot come in hold'em: those out of play and those of particular hands."""
    hands = [cards_of(seat.cards) for seat in scenario.seats]
    return out_of_play(scenario).union(*(hand for hand in hands if len(hand) == 2))


def rows_of(value: Any, path: str, keys: tuple[str, ...], length: int | None = None) -> list[Reader]:
    """Return the rows of a list (of a certain ``length``) of objects with these ``keys``."""
    return [Reader(row, f"{path}[{i}]", keys) for i, row in enumerate(list_of(as_it_is, length)(value, path))]


def rows_in(fields: Reader, key: str, keys: tuple[str, ...], length: int | None = None) -> list[Reader]:
    """Return the rows of the list in the field ``key``: see :func:`rows_of`."""
    return rows_of(fields.need(key, as_it_is), fields.path(key), keys, length)


def rows_by_seat(value: Any, scenario: Scenario, path: str, keys: tuple[str, ...]) -> list[Reader]:
    """Return the rows of a list with one object for each active seat, in order, each with its ``seat``."""
    rows = rows_of(value, path, keys, len(scenario.active_seats))
    for row, seat in zip(rows, scenario.active_seats, strict=True):
        if row.need("seat", integer()) != seat:
            row.fail("seat", f"expected {seat}: the active seats in order")
    return rows


def rows_before_flop(value: Any, scenario: Scenario, path: str, keys: tuple[str, ...]) -> list[Reader]:
    """Return the rows by seat (see :func:`rows_by_seat`) of what is known of flops to come: none with a board."""
    if not cards_of(scenario.board):
        return rows_by_seat(value, scenario, path, keys)
    if list_of(as_it_is)(value, path):
        fail(path, "there is a board already")
    return []


def first_seat(fields: Reader, scenario: Scenario) -> int:
    """Return the first active seat, which the field ``seat`` must name."""
    seat = scenario.active_seats[0]
    if fields.need("seat", integer()) != seat:
        fields.fail("seat", f"expected {seat}, the first active seat")
    return seat


def equities(fields: Reader, scenario: Scenario) -> tuple[Array, Array]:
    """Return the fields ``equity`` and ``stderr``, float64[active seats] each, NaN for null.

    Exact equities of all seats add up to 1.
    """
    seats = len(scenario.active_seats)
    equity = fields.need("equity", array_of(equity_or_none, seats))
    error = fields.need("stderr", array_of(stderr_or_none, seats))
    if not np.isnan(equity).any() and not error.any():
        adds_up(equity, 1.0, fields.path("equity"))
    return equity, error


def chance_rows(probability: Array, probability_stderr: Array, equity: Array, stderr: Array) -> list[dict[str, Any]]:
    """Return for each of n things that can come how likely it is, and the equities behind it, NaN as None; the arrays
    are float64[n], float64[n], float64[n, active seats] twice.
    """
    return [
        {
            "probability": chance,
            "probability_stderr": chance_error,
            "equity": finite_list(shares),
            "stderr": finite_list(errors),
        }
        for chance, chance_error, shares, errors in zip(
            probability.tolist(), probability_stderr.tolist(), equity, stderr, strict=True
        )
    ]


def read_chances(rows: list[Reader], scenario: Scenario, path: str) -> tuple[Array, Array, Array, Array]:
    """Read what :func:`chance_rows` has written from rows that have these keys too, as the four arrays that it takes,
    float64[n] and float64[n, active seats]; the chances of all add up to 1.

    Raises:
        ScenarioError: a number is of another form; ``path`` names the rows.
    """
    chances = [row.need("probability", share_) for row in rows]
    adds_up(chances, 1.0, path)
    numbers = np.array([equities(row, scenario) for row in rows])
    errors = [row.need("probability_stderr", stderr_) for row in rows]
    return np.array(chances), np.array(errors), numbers[:, 0], numbers[:, 1]


def different(values: list[T], fields: list[Reader], key: str) -> None:
    """Check that no two of the rows have the same value of ``key``."""
    for i, value in enumerate(values):
        if value in values[:i]:
            fields[i].fail(key, "this is given twice")


def as_it_is(value: Any, _path: str) -> Any:
    """Return a value that is looked at later."""
    return value
