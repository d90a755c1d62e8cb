"""Kinds of players and tables to begin with, as they are shipped in ``resources/preflop``.

A kind of player holds two ranges for each position: with which hands it comes along while nobody has raised, and with
which it goes on when somebody has. Positions are told by how many players act behind, so that they fit any table.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.scenario.seat_panel import AfterFlop

FOLDER = Path(__file__).parents[2] / "resources" / "preflop"
NEUTRAL = "neutral"
POSITIONS = ("early", "middle", "cutoff", "button", "small blind", "big blind")
"""From the first to act before the flop to the last."""
_BEHIND = ("big blind", "small blind", "button", "cutoff", "middle", "middle")
"""By how many act behind; from six on it is early."""


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player: range texts by position (:data:`POSITIONS`), and in ``why`` how it thinks.

    ``deeds``: by what it has done before the flop (``raised``, ``limped`` ..) and position with which hands it does
    that, where this is known of it. ``rests``: by position what its ranges rest on, of a player who was watched;
    ``folds``: to which share of first bets on the flop, turn and river he folds, with what that rests on.
    """

    name: str
    why: str
    first_in: Mapping[str, str]
    against_raise: Mapping[str, str]
    deeds: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rests: Mapping[str, str] = field(default_factory=dict)
    folds: Mapping[str, tuple[float, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableTemplate:
    """A table: its ``positions`` in the order in which they act, amounts in big blinds, the bets after the flop."""

    name: str
    positions: tuple[str, ...]
    small_blind: float
    big_blind: float
    ante: float
    raise_to: float
    after: AfterFlop
    why: str


def _read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def player_kinds() -> tuple[PlayerKind, ...]:
    """Return the kinds of players, the tightest first."""
    return tuple(PlayerKind(**kind) for kind in _read("players.json")["players"])


def neutral_kind() -> PlayerKind:
    """Return the kind that plays what usual charts have."""
    return next(kind for kind in player_kinds() if kind.name == NEUTRAL)


@cache
def position_notes() -> Mapping[str, str]:
    """Return why each position is played as it is."""
    return {position["name"]: position["why"] for position in _read("players.json")["positions"]}


@cache
def table_templates() -> tuple[TableTemplate, ...]:
    """Return the tables to begin with."""
    tables = _read("tables.json")["tables"]
    return tuple(
        TableTemplate(**table | {"positions": tuple(table["positions"]), "after": AfterFlop.read(table["after"])})
        for table in tables
    )


@cache
def example() -> Mapping[str, Any]:
    """Return the situation that is looked at while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("example.json")
    return result


def position_at(place: int, players: int) -> str:
    """Return the position (of :data:`POSITIONS`) of the ``place``-th to act before the flop, from 0."""
    behind = players - 1 - place
    return _BEHIND[behind] if behind < len(_BEHIND) else "early"
