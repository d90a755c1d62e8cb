"""Kinds of players, and tables and examples to begin with, as they ship in ``resources/preflop`` and ``third``.

A kind of player has two ranges for each position: the hands that it plays while nobody has raised, and those with which
it continues against a raise. In hold'em the position depends only on the number of players behind, so that it fits any
table; in razz the door card is used instead.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.scenario.seat_panel import AfterFlop

FOLDER = Path(__file__).parents[2] / "resources"
NEUTRAL = "neutral"
POSITIONS = ("early", "middle", "cutoff", "button", "small blind", "big blind")
"""From the first to act before the flop to the last."""
_BEHIND = ("big blind", "small blind", "button", "cutoff", "middle", "middle")
"""Positions by the number of players behind; with six or more it is early."""


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player: range texts by position (:data:`POSITIONS`), or by door card (``A`` to ``K``) in razz.

    ``why`` says how it thinks. A player whose hands were watched has more: ``ranges_by_action`` are ranges by action
    (``raised``, ``limped``, ...) and position, if they are known; ``basis`` is a text by position with the number of
    hands on which its ranges are based; ``folds`` has for the streets ``flop``, ``turn`` and ``river`` the share of
    first bets that it folds to, with a text that states how many bets were seen; ``learned`` returns the description
    (``engine.players.description.Player``) that its hands gave.
    """

    name: str
    why: str
    first_in: Mapping[str, str]
    against_raise: Mapping[str, str]
    ranges_by_action: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    basis: Mapping[str, str] = field(default_factory=dict)
    folds: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    learned: Callable[[], Any] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TableTemplate:
    """A table: its ``positions`` in the order in which they act, the amounts in big blinds, the bets after the flop."""

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
    """Return the kinds of hold'em players, the tightest first."""
    return tuple(PlayerKind(**kind) for kind in _read("preflop/players.json")["players"])


def neutral_kind() -> PlayerKind:
    """Return the kind of hold'em player that plays as usual charts say."""
    return next(kind for kind in player_kinds() if kind.name == NEUTRAL)


@cache
def position_notes() -> Mapping[str, str]:
    """Return the explanation of the usual play in each position, by its name."""
    return {position["name"]: position["why"] for position in _read("preflop/players.json")["positions"]}


@cache
def table_templates() -> tuple[TableTemplate, ...]:
    """Return the hold'em tables to begin with."""
    tables = _read("preflop/tables.json")["tables"]
    return tuple(
        TableTemplate(**table | {"positions": tuple(table["positions"]), "after": AfterFlop.read(table["after"])})
        for table in tables
    )


@cache
def example() -> Mapping[str, Any]:
    """Return the situation that the page *Pre-flop* shows while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("preflop/example.json")
    return result


@cache
def third_example() -> Mapping[str, Any]:
    """Return the situation that the page *Third street* shows while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("third/example.json")
    return result


def position_at(place: int, players: int) -> str:
    """Return the position (of :data:`POSITIONS`) of the ``place``-th player to act before the flop, from 0."""
    behind = players - 1 - place
    return _BEHIND[behind] if behind < len(_BEHIND) else "early"
