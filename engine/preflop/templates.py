"""Tables and examples to begin with, as they ship in ``resources/preflop`` and ``resources/third``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.scenario.seat_panel import AfterFlop

FOLDER = Path(__file__).parents[2] / "resources"


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
def table_templates() -> tuple[TableTemplate, ...]:
    """Return the hold'em tables to begin with."""
    tables = _read("preflop/tables.json")["tables"]
    return tuple(
        TableTemplate(**table | {"positions": tuple(table["positions"]), "after": AfterFlop.read(table["after"])})
        for table in tables
    )


def example() -> Mapping[str, Any]:
    """Return the situation that the page *Pre-flop* shows while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("preflop/example.json")
    return result


def third_example() -> Mapping[str, Any]:
    """Return the situation that the page *Third street* shows while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("third/example.json")
    return result
