"""Kinds of players on third street, and the table to begin with, as they are shipped in ``resources/third``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.preflop.panel import ANY

FOLDER = Path(__file__).parents[2] / "resources" / "third"
NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class ThirdKind:
    """A kind of player: by door card (``A`` to ``K``) the texts of its down cards, and in ``why`` how it thinks."""

    name: str
    why: str
    calls: Mapping[str, str]
    calls_raise: Mapping[str, str]


def _read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def third_kinds() -> tuple[ThirdKind, ...]:
    """Return the kinds of players, the tightest first."""
    return tuple(ThirdKind(**kind) for kind in _read("players.json")["players"])


def third_kind(name: str) -> ThirdKind:
    """Return a kind by its name."""
    return next(kind for kind in third_kinds() if kind.name == name)


def kind_with(door: str, calls: object, calls_raise: object) -> ThirdKind | None:
    """Return the kind that has these texts behind a door (``A`` to ``K``; ``random`` for all that comes along), None
    where it is none of them."""
    for kind in third_kinds():
        if door and calls_raise == kind.calls_raise[door] and calls in (ANY, kind.calls[door]):
            return kind
    return None


@cache
def third_example() -> Mapping[str, Any]:
    """Return the situation that is looked at while the table is empty, as a scenario file."""
    result: Mapping[str, Any] = _read("example.json")
    return result
