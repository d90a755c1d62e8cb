"""The habits of the shipped players as histories show them: the share of each statistic, and examples of their
decisions on later streets, from ``resources/players/habits.json`` (``packaging/build_habits.py`` computes it)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from engine.arrays import F64
from engine.players.description import SHIPPED
from engine.scenario import Game

FILE = Path(__file__).parents[3] / "resources" / "players" / "habits.json"
FORMAT_VERSION = 1
ALL_POSITIONS = "all"


@dataclass(frozen=True, slots=True, eq=False)
class StreetExamples:
    """Examples of decisions on a later street, evenly spaced: the strengths s_n if nobody has bet and the player raised
    last on the street before (``bet``) or did not (``lead``), float64[n], and strengths and prices of those who face
    the first bet, ``facing`` float64[n, 2]."""

    bet: F64
    lead: F64
    facing: F64


@dataclass(frozen=True, slots=True, eq=False)
class KindHabits:
    """The habits of a shipped player in a game: ``shares`` by statistic and position (:data:`ALL_POSITIONS`: over all
    of them), ``later`` by street."""

    shares: Mapping[str, Mapping[str, float]]
    later: Mapping[str, StreetExamples]

    def share(self, statistic: str, position: str | None = None) -> float | None:
        """Return a share at a position, or over all positions; None if the player hardly ever has the chance."""
        row = self.shares.get(statistic, {})
        return row.get(position or ALL_POSITIONS, row.get(ALL_POSITIONS))


@cache
def shipped_habits(game: Game) -> Mapping[str, KindHabits]:
    """Return the habits of the shipped players by name."""
    kinds = json.loads(FILE.read_text(encoding="utf-8"))[game]
    return {
        name: KindHabits(
            kinds[name]["shares"],
            {
                street: StreetExamples(
                    np.array(rows["bet"], np.float64),
                    np.array(rows["lead"], np.float64),
                    np.array(rows["facing"], np.float64).reshape(-1, 2),
                )
                for street, rows in kinds[name]["later"].items()
            },
        )
        for name in SHIPPED
    }
