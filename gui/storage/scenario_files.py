"""Scenarios and results from files, and tables from one line of text."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from engine import (
    GAMES,
    Game,
    Problem,
    RangeName,
    Scenario,
    ScenarioError,
    Snapshot,
    dumps,
    is_result,
    problems,
    result_from_json,
    scenario_from_json,
)
from engine.cards import TextError, excerpt
from engine.ranges.orders import Order
from engine.scenario.reading import read_json
from engine.storage.writing import checked_size, write_atomically
from engine.table.hand_texts import HANDS
from engine.table.named_hands import with_names
from engine.table.one_line import parse_line
from gui.storage.foreign_files import read_at_once

SUFFIX = ".steelwheel"
FILE_FILTER = "Steel Wheel (*.steelwheel *.json);;All files (*)"
SIZE_LIMIT = 16_000_000


class OpenedFile(NamedTuple):
    """The content of a file.

    ``snapshot`` is that of a saved result, or None if its numbers are damaged. ``damaged`` are the parts of a result
    that could not be read and were left out. ``digest`` identifies the bytes of the file.
    """

    scenario: Scenario
    is_result: bool = False
    snapshot: Snapshot | None = None
    damaged: tuple[Problem, ...] = ()
    digest: str = ""


def read(path: Path, orders: Iterable[Order] = (), names: Sequence[RangeName] = ()) -> OpenedFile:
    """Read a scenario, or a saved result with its scenario; it may name one of the player's ``orders`` of hands, and
    ranges of ``names``.

    Damaged parts of a result are left out.

    Raises:
        ScenarioError: the file cannot be read, is no scenario, or holds one that cannot be computed; a scenario that is
            merely incomplete is fine.
    """
    try:
        data = read_at_once(path, SIZE_LIMIT)
    except OSError as error:
        raise ScenarioError(Problem("file", f"{path.name}: {error.strerror}")) from error
    return decoded(path, data, orders, names)


def decoded(path: Path, data: bytes, orders: Iterable[Order] = (), names: Sequence[RangeName] = ()) -> OpenedFile:
    """Return the content of ``data``, which were read from the file ``path``.

    Raises:
        ScenarioError: as :func:`read`.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError(Problem("file", f"{path.name} is not UTF-8 text", error.start)) from error
    value = read_json(text)
    if not is_result(value):
        return OpenedFile(checked(with_names(scenario_from_json(value), names), orders), digest=_digest(data))
    saved = result_from_json(value)
    run = replace(saved.scenario.run, detail=())  # pages had requested these details; the scenario itself names none
    return OpenedFile(
        checked(replace(saved.scenario, run=run), orders), True, saved.snapshot, saved.damaged, _digest(data)
    )


def checked(scenario: Scenario, orders: Iterable[Order] = ()) -> Scenario:
    """Return ``scenario`` if it can be computed, or could be if it were complete.

    Raises:
        ScenarioError: it has problems other than missing values.
    """
    errors = tuple(p for p in problems(scenario, orders, at_once=True) if not p.incomplete)
    if GAMES[scenario.game].hands_are_combos and any(problem.field == "order" for problem in errors):
        raise ScenarioError(Problem("file", _missing(scenario)))
    if errors:
        raise ScenarioError(*errors)
    return scenario


def _missing(scenario: Scenario) -> str:
    """Return the message about an order of hands that this machine lacks."""
    name = excerpt(scenario.order or "")
    return (
        f"its percentages use the hand ranking '{name}', which is not on this computer; "
        "import that ranking first (page Range, the menu next to Ranking)"
    )


def save(path: Path, scenario: Scenario) -> str:
    """Write a scenario; the file is replaced whole or not at all. Return the digest of the new content.

    Raises:
        OSError: it cannot be written, or would be too large to be read.
    """
    data = checked_size(dumps(scenario).encode(), SIZE_LIMIT)
    write_atomically(path, data)
    return _digest(data)


def digest_of(path: Path) -> str:
    """Return the digest of the bytes of a file, or "" if the file does not exist.

    Raises:
        OSError: it is there, but cannot be read.
    """
    try:
        return _digest(read_at_once(path, SIZE_LIMIT))
    except (FileNotFoundError, NotADirectoryError):
        return ""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def read_line(text: str, game: Game, orders: Sequence[Order] = (), names: tuple[RangeName, ...] = ()) -> Scenario:
    """Parse a table from one line of text; ``names`` are the player's own named ranges.

    A line that names no game is read as one of ``game``. If that fails, it is read as one of another game, provided
    that it has a board and ``game`` has none, or that nothing in it is a hand of ``game``: ``A23 v 456`` is razz.

    Raises:
        ScenarioError: it is no table; the problems are those in ``game``.
    """
    try:
        return checked(with_names(parse_line(text, game), names), orders)
    except ScenarioError as error:
        board = any(problem.field == "board" for problem in error.problems) and not GAMES[game].has_board
        for other in GAMES:
            table = _of_game(text, other, orders) if other != game else None
            if table is not None and (board or not _has_hand(table, game, orders)):
                return table
        raise


def _of_game(text: str, game: Game, orders: Sequence[Order]) -> Scenario | None:
    """Return the table of a line read as one of ``game``, or None if it is not one."""
    try:
        table = checked(parse_line(text, game), orders)
    except ScenarioError:
        return None
    return table if table.game == game else None


def _has_hand(table: Scenario, game: Game, orders: Sequence[Order]) -> bool:
    here = Scenario(game, tuple(replace(seat, cards="") for seat in table.seats))
    return any(_is_hand(seat.cards, here, orders) for seat in table.seats)


def _is_hand(text: str, table: Scenario, orders: Sequence[Order]) -> bool:
    """Return True if ``text`` is a hand at this table."""
    try:
        HANDS[table.game].checked(text, table, orders)
    except (TextError, ScenarioError):
        return False
    return True
